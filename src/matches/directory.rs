//! The directory of a match: an SGF file for each game, and `games.jsonl` with a line for each.

use super::error::MatchError;
use super::game::FinishedGame;
use super::options::MatchOptions;
use super::schedule::Pairing;
use super::tally::{GameResult, Player};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A line of `games.jsonl`: a game that was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct GameEntry {
    programs: [String; 2],
    #[serde(rename = "fixture")]
    pairing: Pairing,
    #[serde(rename = "outcome")]
    result: GameResult,
}

/// The directory of a match.
pub(super) struct MatchDirectory {
    path: PathBuf,
    programs: [String; 2],
}

impl MatchDirectory {
    /// Opens the directory that the options name, and makes it if it is not there.
    ///
    /// # Errors
    ///
    /// [`MatchError::File`].
    pub(super) fn open(options: &MatchOptions) -> Result<MatchDirectory, MatchError> {
        let directory = MatchDirectory {
            path: options.out.clone(),
            programs: [options.black.clone(), options.white.clone()],
        };
        fs::create_dir_all(&directory.path).map_err(at(&directory.path))?;
        Ok(directory)
    }

    fn list(&self) -> PathBuf {
        self.path.join("games.jsonl")
    }

    fn sgf(&self, pairing: &Pairing) -> PathBuf {
        self.path.join(format!("{:04}.sgf", pairing.number))
    }

    fn append(&self, text: &str) -> Result<(), MatchError> {
        let list = self.list();
        let mut file = OpenOptions::new()
            .append(true)
            .create(true)
            .open(&list)
            .map_err(at(&list))?;
        file.write_all(text.as_bytes()).map_err(at(&list))
    }

    /// The files for what each program writes to its standard error.
    ///
    /// # Errors
    ///
    /// [`MatchError::File`].
    pub(super) fn logs(&self, pairing: &Pairing) -> Result<[File; 2], MatchError> {
        let [a, b] = Player::BOTH.map(|player| {
            let path = self.log_of(pairing, player);
            File::create(&path).map_err(at(&path))
        });
        Ok([a?, b?])
    }

    fn log_of(&self, pairing: &Pairing, player: Player) -> PathBuf {
        self.path
            .join(format!("{:04}.{player:?}.log", pairing.number))
    }

    /// The results of the games that have both their SGF file and their line.
    ///
    /// # Errors
    ///
    /// [`MatchError::OtherMatch`] or [`MatchError::File`].
    pub(super) fn played(
        &self,
        pairings: &[Pairing],
    ) -> Result<BTreeMap<u32, GameResult>, MatchError> {
        let path = self.list();
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            text => text.map_err(at(&path))?,
        };
        let mut played = BTreeMap::new();
        // A line that an interruption cut short is a game to play again.
        if !text.is_empty() && !text.ends_with('\n') {
            self.append("\n")?;
        }
        for entry in text
            .lines()
            .filter_map(|line| serde_json::from_str::<GameEntry>(line).ok())
        {
            let Some(pairing) = pairings.get(entry.pairing.number as usize) else {
                continue;
            };
            if entry.pairing != *pairing || entry.programs != self.programs {
                return Err(MatchError::OtherMatch(self.path.clone()));
            }
            if self.sgf(pairing).is_file() {
                played.insert(pairing.number, entry.result);
            }
        }
        Ok(played)
    }

    /// Writes a game's SGF file, then its line; the logs stay only if something went wrong.
    ///
    /// # Errors
    ///
    /// [`MatchError::File`].
    pub(super) fn keep(&self, pairing: &Pairing, game: &FinishedGame) -> Result<(), MatchError> {
        let sgf = self.sgf(pairing);
        fs::write(&sgf, game.sgf(pairing, &self.programs)).map_err(at(&sgf))?;
        let entry = GameEntry {
            programs: self.programs.clone(),
            pairing: pairing.clone(),
            result: game.result.clone(),
        };
        let mut line =
            serde_json::to_string(&entry).expect("numbers and texts can be written as JSON");
        line.push('\n');
        self.append(&line)?;
        for player in Player::BOTH {
            let path = self.log_of(pairing, player);
            let is_empty = fs::metadata(&path).is_ok_and(|file| file.len() == 0);
            if game.result.mishap.is_none() || is_empty {
                fs::remove_file(&path).map_err(at(&path))?;
            }
        }
        Ok(())
    }
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> MatchError {
    move |source| MatchError::File {
        path: path.to_owned(),
        source,
    }
}
