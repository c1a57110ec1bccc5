//! Lines of bounded length.

use std::io::{self, BufRead, BufReader, Read};

/// The UTF-8 byte order mark that some programs write.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The non-blank lines of an input.
pub(super) struct Lines<R> {
    input: BufReader<R>,
    longest: u64,
    line: Vec<u8>,
    is_first: bool,
}

/// A line with its line ending, or the beginning of one.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line<'a> {
    /// The whole line.
    Whole(&'a [u8]),
    /// The beginning of a line that is too long.
    TooLong(&'a [u8]),
}

impl<R: Read> Lines<R> {
    /// Reads lines of at most `longest` bytes.
    pub(super) fn new(input: R, longest: u64) -> Lines<R> {
        Lines {
            input: BufReader::new(input),
            longest,
            line: Vec::new(),
            is_first: true,
        }
    }

    /// Reads the next line; `None` at the end. The rest of a line that is too long is skipped.
    ///
    /// # Errors
    ///
    /// Returns errors of the input.
    pub(super) fn next_line(&mut self) -> io::Result<Option<Line<'_>>> {
        loop {
            let Some(is_whole) = self.read()? else {
                return Ok(None);
            };
            if std::mem::take(&mut self.is_first) && self.line.starts_with(BYTE_ORDER_MARK) {
                self.line.drain(..BYTE_ORDER_MARK.len());
            }
            if !is_whole {
                return Ok(Some(Line::TooLong(&self.line)));
            }
            if !self.line.trim_ascii().is_empty() {
                break;
            }
        }
        Ok(Some(Line::Whole(&self.line)))
    }

    /// Reads up to the next `\n`; returns true if the line is whole.
    fn read(&mut self) -> io::Result<Option<bool>> {
        self.line.clear();
        let mut limited = self.input.by_ref().take(self.longest + 1);
        if limited.read_until(b'\n', &mut self.line)? == 0 {
            return Ok(None);
        }
        if self.line.last() == Some(&b'\n') || self.line.len() as u64 <= self.longest {
            return Ok(Some(true));
        }
        self.input.skip_until(b'\n')?;
        Ok(Some(false))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_whole_or_cut() {
        let input = b"\xef\xbb\xbfa\n\n \t\r\nabcd\nabcde\nabcdef\nx";
        let mut lines = Lines::new(&input[..], 4);
        let mut found = Vec::new();
        while let Some(line) = lines.next_line().expect("bytes can be read") {
            found.push(match line {
                Line::Whole(line) => String::from_utf8_lossy(line).into_owned(),
                Line::TooLong(line) => format!("{}...", String::from_utf8_lossy(line)),
            });
        }
        assert_eq!(found, ["a\n", "abcd\n", "abcde...", "abcde...", "x"]);
    }
}
