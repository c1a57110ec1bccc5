//! Replies: their framing, and the text of failures.

use super::line::LONGEST_LINE;
use super::parameter::ParameterError;
use crate::formats::kata::RulesError;
use crate::formats::sgf::SgfError;
use crate::referee::ending::NotNow;
use crate::referee::game::Refusal;
use crate::referee::judge::explain::NoChain;
use crate::util::visible;
use std::fmt;
use std::io;
use std::path::PathBuf;

/// The reply of a cancelled search.
pub const CANCELLED: &str = "cancelled";

/// The reasons why a line is not a command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unreadable {
    /// No command has this name.
    #[error("unknown command")]
    UnknownCommand,
    /// The arguments do not match the usage of the command.
    #[error("syntax error: expected {name} {usage}")]
    Syntax {
        /// The command.
        name: &'static str,
        /// The usage.
        usage: &'static str,
    },
    /// The rules are unknown.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The parameter is unknown, or its value is invalid.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
}

/// The reasons why a command fails.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    /// The line is not a command.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// The line is longer than [`LONGEST_LINE`].
    #[error("line longer than {LONGEST_LINE} bytes")]
    LineTooLong,
    /// The game does not allow the command.
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
    /// No chain's fate depends on who begins.
    #[error("no chain was found whose fate depends on who begins")]
    NoFight,
    /// The current phase of the ending does not allow the command.
    #[error(transparent)]
    NotNow(#[from] NotNow),
    /// The game cannot be loaded.
    #[error("cannot load file: {0}")]
    Load(#[from] LoadError),
    /// The game cannot be saved.
    #[error("cannot write file: {}: {_1}", visible::path(_0))]
    Save(PathBuf, io::Error),
    /// An analysis allows no legal move.
    #[error("none of the allowed moves is legal")]
    NothingAllowed,
    /// A bug in the engine.
    #[error("internal error: the game is as it was before")]
    Internal,
    /// No network is loaded.
    #[error("no network: the engine was started with --network none")]
    NoNetwork,
    /// A parameter has an invalid value.
    #[error("Could not set params: {}", visible::line(_0))]
    Setting(String),
    /// There is no such parameter.
    #[error("Invalid parameter: {}", visible::line(_0))]
    NoSetting(String),
    /// The session may not touch files.
    #[error("files are closed to this session (--no-files)")]
    NoFiles,
}

/// The reasons why a game is not loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] io::Error),
    /// The file is not a game in SGF.
    #[error(transparent)]
    Sgf(#[from] SgfError),
    /// The game contains an illegal move or setup.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

/// Returns the protocol's words for a refusal. Controllers look for them at the start of the reply.
fn heading(refusal: &Refusal) -> &'static str {
    match refusal {
        Refusal::IllegalMove(_) | Refusal::Over | Refusal::OutOfTurn => "illegal move",
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

/// The reply to a command: success or failure, with its text.
#[derive(Debug)]
pub struct Reply {
    id: Option<u32>,
    result: Result<String, Failure>,
}

impl Reply {
    /// Creates the reply to the command with this id.
    pub fn new(id: Option<u32>, result: Result<String, Failure>) -> Reply {
        Reply { id, result }
    }
}

/// Formats `=` or `?`, the id, the text without its blank lines, and one blank line.
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

/// Joins items with blanks.
pub fn words(items: impl IntoIterator<Item = impl fmt::Display>) -> String {
    joined(items, " ")
}

/// Joins items with line feeds.
pub fn lines(items: impl IntoIterator<Item = impl fmt::Display>) -> String {
    joined(items, "\n")
}

fn joined(items: impl IntoIterator<Item = impl fmt::Display>, separator: &str) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    items.join(separator)
}

/// Returns the start of a successful reply whose lines follow one by one.
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
