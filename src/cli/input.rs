//! Games from files, and why one cannot be read or judged.

use crate::files;
use crate::game::scoring::ScoringError;
use crate::judge::explain::NoChain;
use crate::language::Language;
use crate::sgf::{Record, SgfError};
use std::io;
use std::path::Path;

/// Why a game cannot be read, or a question about it cannot be answered.
#[derive(Debug, thiserror::Error)]
pub(super) enum GameError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] io::Error),
    /// A folder has no games.
    #[error("has no file that ends in .sgf")]
    EmptyFolder,
    /// The file holds no game, or a broken one.
    #[error(transparent)]
    Sgf(#[from] SgfError),
    /// The game cannot be scored.
    #[error(transparent)]
    Scoring(#[from] ScoringError),
    /// There is no chain at the point asked about.
    #[error(transparent)]
    NoChain(#[from] NoChain),
}

impl GameError {
    /// The error in a language; what concerns files alone is always in English.
    pub(super) fn told(&self, language: Language) -> String {
        match self {
            GameError::File(_) | GameError::EmptyFolder => self.to_string(),
            GameError::Sgf(error) => language.unreadable(error),
            GameError::Scoring(error) => language.not_scored(error),
            GameError::NoChain(error) => language.no_chain(error),
        }
    }
}

/// Reads the first game of a file.
pub(super) fn read(path: &Path) -> Result<Record, GameError> {
    Ok(Record::from_bytes(&files::read(path)?)?)
}
