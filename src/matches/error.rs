//! Why a match cannot go on.

use super::program::StartError;
use crate::point::Size;
use crate::visible;
use std::io;
use std::path::PathBuf;

/// Why a match cannot go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MatchError {
    /// No board has this size.
    #[error("'{0}' is no board size: a side has 2 to 25 points")]
    Size(String),
    /// No rule set has this name.
    #[error("there are no rules named '{0}'")]
    Rules(String),
    /// There are more programs than letters, or more than the options allow.
    #[error("{0}")]
    Programs(&'static str),
    /// The handicap systems have no such stage.
    #[error("no stage of a handicap system is called '{0}'; there are: {1}")]
    Stage(String, String),
    /// The rules give no star points for so many handicap stones on the board.
    #[error(
        "the rules {rules} name no points for {stones} handicap stones on {size}; --free-handicap leaves them to Black"
    )]
    Handicap {
        /// How many.
        stones: u32,
        /// The rule set.
        rules: String,
        /// The board.
        size: Size,
    },
    /// So many stones are no handicap on the board, even where Black likes.
    #[error("{stones} stones are no handicap on {size}: it has 2 or more, and leaves a point free")]
    FreeHandicap {
        /// How many.
        stones: u32,
        /// The board.
        size: Size,
    },
    /// The komi is no number or too large, or a time is negative or too long.
    #[error("{0} must be a number of usual size")]
    Number(&'static str),
    /// A program does not start.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A program refuses the terms of the match, or the referee does not count a game.
    #[error("'{command}' answers '{asked}' with '{answer}'")]
    Refusal {
        /// The program's command line.
        command: String,
        /// What it was told.
        asked: String,
        /// What it said.
        answer: String,
    },
    /// The directory holds games of another match.
    #[error("{} holds the games of another match", visible::path(.0))]
    OtherMatch(PathBuf),
    /// Another match is being played into the directory.
    #[error("{} is in use by another match", visible::path(.0))]
    InUse(PathBuf),
    /// A file cannot be read or written.
    #[error("{}: {source}", visible::path(.path))]
    File {
        /// The file.
        path: PathBuf,
        /// The operating system's error.
        source: io::Error,
    },
    /// The system does not let the table be written, or gives no thread.
    #[error(transparent)]
    System(#[from] io::Error),
}

impl MatchError {
    /// Whether no match can be meant by such options.
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
