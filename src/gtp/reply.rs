//! Answers and their text: the one place that knows the protocol's words.

use crate::engine::Refusal;
use std::fmt;

/// The answer to one command: success or failure, and what is to be said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    id: Option<u32>,
    said: Result<String, String>,
}

impl Reply {
    /// The answer to the command that came with this id.
    pub fn new(id: Option<u32>, said: Result<String, String>) -> Reply {
        Reply { id, said }
    }
}

/// `=` or `?`, the id, the text and a blank line; there is none within the text.
impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mark, text) = match &self.said {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        write!(f, "{mark}")?;
        if let Some(id) = self.id {
            write!(f, "{id}")?;
        }
        let mut lines = text.trim_end().split('\n').map(str::trim_end);
        match lines.next() {
            None | Some("") => writeln!(f)?,
            Some(line) => writeln!(f, " {line}")?,
        }
        for line in lines.filter(|line| !line.is_empty()) {
            writeln!(f, "{line}")?;
        }
        writeln!(f)
    }
}

/// Items with blanks between them.
pub fn words(items: impl IntoIterator<Item = impl fmt::Display>) -> String {
    joined(items, " ")
}

/// Items on lines of their own.
pub fn lines(items: impl IntoIterator<Item = impl fmt::Display>) -> String {
    joined(items, "\n")
}

fn joined(items: impl IntoIterator<Item = impl fmt::Display>, separator: &str) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    items.join(separator)
}

/// How an answer begins whose lines follow one by one.
pub fn beginning(id: Option<u32>) -> String {
    id.map_or("=\n".to_owned(), |id| format!("={id}\n"))
}

/// The protocol's words for a refusal, which controllers look for at the beginning, and the reason.
pub fn refusal(refusal: &Refusal) -> String {
    let words = match refusal {
        Refusal::IllegalMove(_) => "illegal move",
        Refusal::Size => "unacceptable size",
        Refusal::Komi => "unacceptable komi",
        Refusal::Undo => "cannot undo",
        Refusal::NotEmpty => "board not empty",
        Refusal::HandicapNumber => "invalid number of stones",
        Refusal::HandicapPoints => "bad vertex list",
        Refusal::Setup => "illegal setup",
        Refusal::Record { .. } => "illegal record",
        Refusal::OffBoard => "invalid vertex",
    };
    format!("{words}: {refusal}")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(id: Option<u32>, said: Result<&str, &str>, expected: &str) {
        let said = said.map(str::to_owned).map_err(str::to_owned);
        assert_eq!(Reply::new(id, said).to_string(), expected);
    }

    #[test]
    fn answers_end_with_the_only_blank_line() {
        check(None, Ok(""), "=\n\n");
        check(Some(5), Ok(""), "=5\n\n");
        check(Some(0), Ok("D4"), "=0 D4\n\n");
        check(Some(7), Err("unknown command"), "?7 unknown command\n\n");
        check(None, Ok("a\n\n\nb\r\n \nc\n\n"), "= a\nb\nc\n\n");
        check(None, Ok("\n  A B\n"), "=\n  A B\n\n");
    }
}
