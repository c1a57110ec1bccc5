//! Errors that end a match.

use super::program::StartError;
use crate::go::point::Size;
use crate::util::visible;
use std::io;
use std::path::PathBuf;

/// Why a match cannot go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MatchError {
    /// Not a board size.
    #[error(
        "'{}' is not a board size: a side has 2 to 25 points",
        visible::line(_0)
    )]
    Size(String),
    /// Unknown rule set.
    #[error(
        "unknown rule set '{}'; `wakari --help` lists the names",
        visible::line(_0)
    )]
    Rules(String),
    /// Too many programs for the letters or for the options.
    #[error("{0}")]
    Programs(&'static str),
    /// Unknown stage of the handicap system.
    #[error(
        "unknown stage '{}' of the handicap system; the stages are {_1}",
        visible::line(_0)
    )]
    Stage(String, String),
    /// The rules name no points for this many handicap stones.
    #[error(
        "the rules {rules} give no points for {stones} handicap stones on {size}; use --free-handicap"
    )]
    Handicap {
        /// Number of stones.
        stones: u32,
        /// The rule set.
        rules: String,
        /// The board.
        size: Size,
    },
    /// Not a valid number of free handicap stones on the board.
    #[error(
        "{stones} handicap stones are not possible on {size}: use 2 or more, and leave a point empty"
    )]
    FreeHandicap {
        /// Number of stones.
        stones: u32,
        /// The board.
        size: Size,
    },
    /// The komi or a time is out of range.
    #[error("{0} is out of range")]
    Number(&'static str),
    /// A program does not start.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A program refuses the settings of the match, or the referee does not score a game.
    #[error(
        "'{}' answers '{}' with '{}'",
        visible::line(.command), visible::line(.asked), visible::line(.answer)
    )]
    Refusal {
        /// The program's command line.
        command: String,
        /// The command.
        asked: String,
        /// The response.
        answer: String,
    },
    /// The directory holds games of another match.
    #[error("{} holds the games of another match; use another --out", visible::path(.0))]
    OtherMatch(PathBuf),
    /// The directory is in use by another match.
    #[error("{} is in use by another match", visible::path(.0))]
    InUse(PathBuf),
    /// A file cannot be read or written.
    #[error("{}: {source}", visible::path(.path))]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// The table cannot be written, or no thread can be started.
    #[error(transparent)]
    System(#[from] io::Error),
}

impl MatchError {
    /// Returns true if the options themselves are invalid.
    #[must_use]
    pub fn is_misuse(&self) -> bool {
        use MatchError::{FreeHandicap, Handicap, Number, Programs, Rules, Size, Stage, Start};
        matches!(
            self,
            Size(_)
                | Rules(_)
                | Programs(_)
                | Stage(..)
                | Handicap { .. }
                | FreeHandicap { .. }
                | Number(_)
                | Start(StartError::CommandLine(..))
        )
    }
}
