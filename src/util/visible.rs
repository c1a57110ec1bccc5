//! Escapes for text from outside: control and bidirectional characters that could disturb a
//! terminal or reorder a text.

use std::borrow::Cow;
use std::path::Path;

/// Returns true if a character is invisible and affects others: a control character, a line
/// separator or a direction mark (Unicode Bidirectional Algorithm).
fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Escapes a text of several lines. Line feeds and tabs stay.
///
/// ```
/// assert_eq!(wakari::visible::text("a\n\u{1b}[31m"), "a\n\\u{1b}[31m");
/// ```
pub fn text(text: &str) -> Cow<'_, str> {
    escaped(text, |letter| {
        is_hidden(letter) && !matches!(letter, '\n' | '\t')
    })
}

/// Escapes a text as a single line.
///
/// ```
/// assert_eq!(wakari::visible::line("a\nb\u{202e}c"), "a\\nb\\u{202e}c");
/// ```
pub fn line(text: &str) -> Cow<'_, str> {
    escaped(text, is_hidden)
}

/// Escapes the name of a file as a single line.
pub fn path(path: &Path) -> String {
    line(&path.to_string_lossy()).into_owned()
}

fn escaped(text: &str, is_escaped: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for letter in text.chars() {
        if is_escaped(letter) {
            escaped.extend(letter.escape_default())
        } else {
            escaped.push(letter)
        }
    }
    Cow::Owned(escaped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_hidden_is_written_out_and_nothing_else() {
        for plain in ["", "Go 囲碁 ü é", "a\u{200d}b", "\u{feff}", "<&>"] {
            assert_eq!(line(plain), plain);
            assert_eq!(text(plain), plain);
        }
        let hidden: String = (0..0x3000)
            .filter_map(char::from_u32)
            .filter(|&letter| is_hidden(letter))
            .collect();
        // ASCII controls, DEL, Latin-1 controls, two separators, twelve direction marks.
        assert_eq!(hidden.chars().count(), 32 + 1 + 32 + 2 + 12);
        for shown in [line(&hidden), text(&hidden)] {
            assert!(
                !shown
                    .chars()
                    .any(|letter| is_hidden(letter) && !"\n\t".contains(letter))
            );
        }
        assert_eq!(line("\0\x1b\u{9b}\r\n"), "\\u{0}\\u{1b}\\u{9b}\\r\\n");
        assert_eq!(text("a\tb\nc\r"), "a\tb\nc\\r");
        assert_eq!(path(Path::new("no\x1b[31m\nfile")), "no\\u{1b}[31m\\nfile");
    }
}
