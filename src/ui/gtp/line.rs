//! Splits bytes into lines of input and cleans them as GTP requires.

use std::io::{self, Read};

/// The longest line in bytes, not counting comments and blanks at its ends.
pub const LONGEST_LINE: usize = 1 << 20;
/// The maximal length kept of a comment or an overlong line.
const KEPT: usize = 16;

/// A line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputLine {
    /// A command; its words are separated by single blanks.
    Text(String),
    /// The start of a line longer than [`LONGEST_LINE`].
    TooLong(String),
    /// The comment `# interrupt`, which asks the running command to finish.
    Interrupt,
    /// A blank line or a comment. It is no command, but it ends an analysis.
    Blank,
}

/// Splits input into lines and passes them to `hear` until that returns false.
///
/// Tabs become blanks, other control characters and comments are dropped, and invalid UTF-8 is
/// replaced. The last line needs no line feed. Memory is bounded by [`LONGEST_LINE`].
///
/// # Errors
///
/// Returns the first error of `input` other than [`Interrupted`](io::ErrorKind::Interrupted).
pub fn read_lines(mut input: impl Read, mut hear: impl FnMut(InputLine) -> bool) -> io::Result<()> {
    let mut buffer = vec![0; 1 << 16];
    let mut line = PartialLine::default();
    let mut byte_order_mark: &[u8] = "\u{feff}".as_bytes();
    loop {
        let length = match input.read(&mut buffer) {
            Ok(length) => length,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if length == 0 {
            if !line.is_blank() {
                hear(line.finish());
            }
            return Ok(());
        }
        for &byte in &buffer[..length] {
            if byte_order_mark.first() == Some(&byte) {
                byte_order_mark = &byte_order_mark[1..];
                continue;
            }
            byte_order_mark = &[];
            if byte != b'\n' {
                line.push(byte);
            } else if !hear(line.finish()) {
                return Ok(());
            }
        }
    }
}

/// A line not yet complete.
#[derive(Default)]
struct PartialLine {
    text: Vec<u8>,
    comment: Option<Vec<u8>>,
    too_long: bool,
}

impl PartialLine {
    fn push(&mut self, byte: u8) {
        let byte = if byte == b'\t' { b' ' } else { byte };
        if let Some(comment) = &mut self.comment {
            if comment.len() < KEPT {
                comment.push(byte);
            }
        } else if byte == b'#' {
            self.comment = Some(Vec::new());
        } else if byte.is_ascii_control()
            || (byte == b' ' && matches!(self.text.last(), None | Some(b' ')))
        {
            // Dropped.
        } else if self.text.len() < LONGEST_LINE {
            self.text.push(byte);
        } else {
            self.too_long = true;
        }
    }

    fn is_blank(&self) -> bool {
        self.text.is_empty() && self.comment.is_none()
    }

    /// Returns the line and starts the next one.
    fn finish(&mut self) -> InputLine {
        let PartialLine {
            text,
            comment,
            too_long,
        } = std::mem::take(self);
        let text = text.strip_suffix(b" ").unwrap_or(&text);
        if text.is_empty() {
            let asks = comment.is_some_and(|comment| comment.trim_ascii() == b"interrupt");
            return if asks {
                InputLine::Interrupt
            } else {
                InputLine::Blank
            };
        }
        let text = String::from_utf8_lossy(text);
        if too_long {
            InputLine::TooLong(text.chars().take(KEPT).collect())
        } else {
            InputLine::Text(text.into_owned())
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn lines(input: &[u8]) -> Vec<InputLine> {
        let mut found = Vec::new();
        read_lines(input, |line| {
            found.extend(Some(line).filter(|line| *line != InputLine::Blank));
            true
        })
        .unwrap();
        found
    }

    fn text(text: &str) -> InputLine {
        InputLine::Text(text.to_owned())
    }

    #[test]
    fn blanks_comments_and_control_characters_go() {
        assert_eq!(lines(b"\tplay \t b  d4 \r\n"), [text("play b d4")]);
        assert_eq!(
            lines(b"na\x00me\x07# what\nquit"),
            [text("name"), text("quit")]
        );
        assert_eq!(lines(b"\n \t\r\n# nothing\n#\n\x00\x01\n"), []);
        assert_eq!(
            lines(b"\xef\xbb\xbfname\n\xef\xbb\xbfname"),
            [text("name"), text("\u{feff}name")]
        );
        assert_eq!(lines(b"n\xffme"), [text("n\u{fffd}me")]);
    }

    #[test]
    fn an_interrupt_is_a_comment_of_its_own() {
        assert_eq!(
            lines(b"# interrupt\r\n#interrupt\n"),
            [InputLine::Interrupt, InputLine::Interrupt]
        );
        assert_eq!(
            lines(b"name # interrupt\n# interrupt now\n"),
            [text("name")]
        );
    }

    #[test]
    fn a_long_line_is_cut_and_the_next_one_heard() {
        let mut input = b"17 ".to_vec();
        input.resize(3 * LONGEST_LINE, b'x');
        input.extend(b"\nname\n");
        assert_eq!(
            lines(&input),
            [
                InputLine::TooLong("17 xxxxxxxxxxxxx".to_owned()),
                text("name")
            ]
        );
        let mut blanks = vec![b' '; 2 * LONGEST_LINE];
        blanks.extend(b"name");
        assert_eq!(lines(&blanks), [text("name")]);
    }

    #[test]
    fn reading_stops_when_nobody_listens() {
        let mut heard = 0;
        read_lines(&b"a\nb\nc\n"[..], |_| {
            heard += 1;
            heard < 2
        })
        .unwrap();
        assert_eq!(heard, 2);
    }
}
