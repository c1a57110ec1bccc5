//! Replies as text: how they are framed, and the words for each failure.

use super::line::LONGEST_LINE;
use super::parameter::ParameterError;
use crate::ending::NotNow;
use crate::game::Refusal;
use crate::judge::explain::NoChain;
use crate::kata::RulesError;
use crate::sgf::SgfError;
use crate::visible;
use std::fmt;
use std::io;
use std::path::PathBuf;

/// What a cancelled search for a move replies instead of the move.
pub const CANCELLED: &str = "cancelled";

/// Why a line is no command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unreadable {
    /// No command has this name.
    #[error("unknown command")]
    UnknownCommand,
    /// The arguments do not have the form that the command takes.
    #[error("syntax error: expected {name} {usage}")]
    Syntax {
        /// The command.
        name: &'static str,
        /// What it takes.
        usage: &'static str,
    },
    /// There are no such rules.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// There is no such parameter, or it cannot have this value.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
}

/// Why a command fails.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    /// The line is no command.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// The line is longer than [`LONGEST_LINE`].
    #[error("line longer than {LONGEST_LINE} bytes")]
    LineTooLong,
    /// The game does not allow it.
    #[error("{}: {_0}", heading(_0))]
    Refused(#[from] Refusal),
    /// The game does not allow this value of a parameter.
    #[error("{0}")]
    Parameter(Refusal),
    /// The point is empty.
    #[error("no stone there")]
    NoStone,
    /// There is no chain to explain.
    #[error(transparent)]
    NoChain(#[from] NoChain),
    /// The ending does not allow it now.
    #[error(transparent)]
    NotNow(#[from] NotNow),
    /// A game is not loaded.
    #[error("cannot load file: {0}")]
    Load(#[from] LoadError),
    /// The game is not saved.
    #[error("cannot write file: {}: {_1}", visible::path(_0))]
    Save(PathBuf, io::Error),
    /// This program has an error.
    #[error("internal error: the game is as it was before")]
    Internal,
    /// There is no network to ask.
    #[error("no network: the engine was started with --network none")]
    NoNetwork,
    /// The session is to touch no files.
    #[error("files are closed to this session (--no-files)")]
    NoFiles,
}

/// Why a game is not loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] io::Error),
    /// The file is no game in SGF.
    #[error(transparent)]
    Sgf(#[from] SgfError),
    /// The game cannot be played on its board.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

/// The words of the protocol for a refusal: the beginning of the reply, which controllers look for.
fn heading(refusal: &Refusal) -> &'static str {
    match refusal {
        Refusal::IllegalMove(_) | Refusal::Over => "illegal move",
        Refusal::Size => "unacceptable size",
        Refusal::Komi => "unacceptable komi",
        Refusal::Undo => "cannot undo",
        Refusal::NotEmpty => "board not empty",
        Refusal::HandicapNumber => "invalid number of stones",
        Refusal::HandicapPoints => "bad vertex list",
        Refusal::Setup => "illegal setup",
        Refusal::Record { .. } => "illegal record",
        Refusal::At { refusal, .. } => heading(refusal),
        Refusal::OffBoard => "invalid vertex",
        Refusal::Prisoners => "invalid number of prisoners",
    }
}

/// The reply to one command: success or failure, with its text.
#[derive(Debug)]
pub struct Reply {
    id: Option<u32>,
    result: Result<String, Failure>,
}

impl Reply {
    /// The reply to the command with this id.
    pub fn new(id: Option<u32>, result: Result<String, Failure>) -> Reply {
        Reply { id, result }
    }
}

/// `=` or `?`, the id, the text without blank lines, and a blank line.
impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mark, text) = match &self.result {
            Ok(text) => ('=', text.clone()),
            Err(failure) => ('?', failure.to_string()),
        };
        write!(f, "{mark}")?;
        if let Some(id) = self.id {
            write!(f, "{id}")?;
        }
        let mut lines = text.trim_end().split('\n').map(str::trim_end);
        match lines.next() {
            None | Some("") if text.trim_end().is_empty() => writeln!(f)?,
            // GoGui reads a text of several lines from the first blank on.
            first => writeln!(f, " {}", first.unwrap_or_default())?,
        }
        for line in lines.filter(|line| !line.is_empty()) {
            writeln!(f, "{line}")?;
        }
        writeln!(f)
    }
}

/// Items separated by blanks.
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

/// The beginning of a successful reply whose lines follow one by one.
pub fn beginning(id: Option<u32>) -> String {
    id.map_or("=\n".to_owned(), |id| format!("={id}\n"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(id: Option<u32>, result: Result<&str, Failure>, expected: &str) {
        let reply = Reply::new(id, result.map(str::to_owned));
        assert_eq!(reply.to_string(), expected);
    }

    #[test]
    fn answers_end_with_the_only_blank_line() {
        check(None, Ok(""), "=\n\n");
        check(Some(5), Ok(""), "=5\n\n");
        check(Some(0), Ok("D4"), "=0 D4\n\n");
        let unknown = Failure::Unreadable(Unreadable::UnknownCommand);
        check(Some(7), Err(unknown), "?7 unknown command\n\n");
        let undo = Failure::Refused(Refusal::Undo);
        check(
            None,
            Err(undo),
            "? cannot undo: not so many moves have been played\n\n",
        );
        check(None, Ok("a\n\n\nb\r\n \nc\n\n"), "= a\nb\nc\n\n");
        check(None, Ok("\n  A B\n"), "= \n  A B\n\n");
    }
}
