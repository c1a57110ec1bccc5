//! Splitting of command lines into words.

/// Splits a command line like a shell, without expansions; `None` if a quote is not closed.
///
/// On Windows a backslash is an ordinary character.
pub(super) fn words(line: &str) -> Option<Vec<String>> {
    if cfg!(windows) {
        words_with_backslashes(line)
    } else {
        shlex::split(line)
    }
}

/// Splits at blanks; `"` and `'` quote, and nothing escapes.
fn words_with_backslashes(line: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for sign in line.chars() {
        match quote {
            Some(open) if sign == open => quote = None,
            Some(_) => word.get_or_insert_default().push(sign),
            None if sign == '"' || sign == '\'' => {
                quote = Some(sign);
                word.get_or_insert_default();
            }
            None if sign.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(sign),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_keep_their_backslashes() {
        for (line, expected) in [
            (
                r"C:\Go\gnugo.exe --mode gtp",
                &[r"C:\Go\gnugo.exe", "--mode", "gtp"][..],
            ),
            (
                r#""C:\Program Files\Go\gnugo.exe" --mode gtp"#,
                &[r"C:\Program Files\Go\gnugo.exe", "--mode", "gtp"],
            ),
            (
                r"'C:\Go\new one\wakari.exe' --rules ''",
                &[r"C:\Go\new one\wakari.exe", "--rules", ""],
            ),
            (r#"a\ b"c d"e"#, &[r"a\", "bc de"]),
            (
                r"\\server\share\wakari.exe",
                &[r"\\server\share\wakari.exe"],
            ),
            ("  ", &[]),
        ] {
            let expected = expected.iter().map(|&word| word.to_owned()).collect();
            assert_eq!(words_with_backslashes(line), Some(expected), "{line}");
        }
        assert_eq!(words_with_backslashes(r#""C:\Go"#), None);
    }

    #[test]
    fn without_backslashes_both_ways_agree() {
        for line in [
            "wakari --threads 1 --seed {seed}",
            "gnugo --mode gtp '--{style}-rules'",
            "sh -c 'read a; echo \"= $a\"'",
            "\"a b\" c''d",
            "",
        ] {
            assert_eq!(words_with_backslashes(line), shlex::split(line), "{line}");
        }
    }
}
