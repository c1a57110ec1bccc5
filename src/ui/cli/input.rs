//! Games from a file or standard input, and their errors.

use super::options::about;
use crate::formats::sgf::{Collection, Record, SgfError};
use crate::go::rules::Rules;
use crate::referee::game::Game;
use crate::referee::game::scoring::ScoringError;
use crate::referee::judge::explain::NoChain;
use crate::ui::language::Language;
use crate::util::files;
use clap::Args;
use std::fmt::Display;
use std::io::{self, Read, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// The path for standard input or output.
const STANDARD_STREAM: &str = "-";

/// Why a game cannot be read, or a question about it cannot be answered.
#[derive(Debug, thiserror::Error)]
pub(super) enum GameError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] io::Error),
    /// A folder without games.
    #[error("has no file that ends in .sgf")]
    EmptyFolder,
    /// The file holds no game, or a malformed one.
    #[error(transparent)]
    Sgf(#[from] SgfError),
    /// The file has fewer games.
    #[error("there is no such game in the file")]
    NoSuchGame,
    /// The game cannot be scored.
    #[error(transparent)]
    Scoring(#[from] ScoringError),
    /// No chain's fate depends on who begins.
    #[error("no chain was found whose fate depends on who begins")]
    NoFight,
    /// There is no chain at the requested point.
    #[error(transparent)]
    NoChain(#[from] NoChain),
}

impl GameError {
    /// Formats the error; errors about files alone are always in English.
    pub(super) fn told(&self, language: Language) -> String {
        match self {
            GameError::File(_)
            | GameError::EmptyFolder
            | GameError::NoSuchGame
            | GameError::NoFight => self.to_string(),
            GameError::Sgf(error) => language.unreadable(error),
            GameError::Scoring(error) => language.not_scored(error),
            GameError::NoChain(error) => language.no_chain(error),
        }
    }
}

/// The game to read.
#[derive(Args, Debug)]
pub(super) struct GameOptions {
    /// The game or diagram: an SGF file, or - for standard input
    #[arg(value_name = "FILE")]
    pub(super) file: PathBuf,
    /// Which game of the file, if it has several [default: 1]
    #[arg(long = "game", value_name = "N")]
    number: Option<NonZeroUsize>,
}

impl GameOptions {
    /// The game with this number in a file, or the first one.
    pub(super) fn of(file: PathBuf, number: Option<NonZeroUsize>) -> GameOptions {
        GameOptions { file, number }
    }

    /// Reads the game. Notes its flaws, and that it is the first of several if no number was given.
    pub(super) fn read(
        &self,
        input: impl Read,
        errors: &mut impl Write,
        language: Language,
    ) -> Result<Record, GameError> {
        let bytes = if is_standard_stream(&self.file) {
            files::read_from(input)?
        } else {
            files::read(&self.file)?
        };
        let games = Collection::from_bytes(&bytes)?;
        let mut remark = |remark: &dyn Display| writeln!(errors, "wakari: {}", self.about(remark));
        let game = match self.number {
            None => {
                let first = games.first()?;
                if games.records().nth(1).is_some() {
                    remark(&language.words().first_of_several)?;
                }
                first
            }
            Some(number) => {
                let game = games.records().nth(number.get() - 1);
                game.ok_or(GameError::NoSuchGame)??
            }
        };
        // Some flaws show only when the game is played, by whichever rules.
        let mut played = Game::new(game.size(), Rules::PROPOSAL_2012, None);
        _ = played.load(&game, None);
        let flaws = game.flaws.iter().chain(played.flaws());
        let mut flaws = flaws.map(|flaw| language.flaw(flaw));
        flaws.try_for_each(|flaw| remark(&flaw))?;
        Ok(game)
    }

    /// Prefixes a message with the file, and the game's number if one was given.
    pub(super) fn about(&self, told: &dyn Display) -> String {
        match self.number {
            None => about(&self.file, told),
            Some(number) => {
                let mut game = self.file.clone().into_os_string();
                game.push(format!("#{number}"));
                about(Path::new(&game), told)
            }
        }
    }
}

/// Returns true if the path stands for standard input or output.
pub(super) fn is_standard_stream(path: &Path) -> bool {
    path.as_os_str() == STANDARD_STREAM
}
