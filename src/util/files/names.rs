//! Safe file names.

/// The longest name, in bytes. It leaves room for an equally long suffix on any system.
const LONGEST_NAME: usize = 120;

/// Converts a text to the name of a single file in one folder, valid on every system.
///
/// Characters that lead to other folders, are invisible, or are allowed only on some systems are
/// replaced. The result is not a hidden file.
pub fn safe_name(name: &str) -> String {
    let mut safe = String::new();
    for letter in name.chars() {
        let is_plain = crate::util::visible::line(letter.encode_utf8(&mut [0; 4])).len()
            == letter.len_utf8()
            && !r#"/\:*?"<>|"#.contains(letter)
            && letter != char::REPLACEMENT_CHARACTER;
        let letter = if is_plain { letter } else { '_' };
        if safe.len() + letter.len_utf8() > LONGEST_NAME {
            break;
        }
        safe.push(letter);
    }
    if safe.starts_with(['.', '-', '~']) {
        safe.replace_range(..1, "_");
    }
    if safe.ends_with(['.', ' ']) {
        safe.pop();
        safe.push('_');
    }
    if safe.is_empty() {
        "_".to_owned()
    } else {
        safe
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_in_their_folder() {
        for plain in ["game", "2024-05-03 A vs. B (final)", "囲碁", "a.b", "é"] {
            assert_eq!(safe_name(plain), plain);
        }
        for (name, safe) in [
            ("", "_"),
            (".", "_"),
            ("..", "__"),
            ("...", "_._"),
            ("../../etc/passwd", "_._.._etc_passwd"),
            (r"..\x", "_._x"),
            (".hidden", "_hidden"),
            ("-o", "_o"),
            ("a\n\u{1b}[31m\u{202e}b", "a__[31m_b"),
            ("end ", "end_"),
            ("c:d", "c_d"),
        ] {
            assert_eq!(safe_name(name), safe, "{name:?}");
        }
        let long = safe_name(&"囲".repeat(300));
        assert_eq!(long, "囲".repeat(LONGEST_NAME / 3));
    }
}
