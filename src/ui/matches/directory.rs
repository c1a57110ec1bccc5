//! The directory of a match: an SGF file per game, and `games.jsonl` with one line per game.

use super::error::MatchError;
use super::game::FinishedGame;
use super::options::MatchOptions;
use super::schedule::Pairing;
use super::tally::GameResult;
use crate::formats::sgf::Record;
use crate::go::color::Color;
use crate::util::files::{self, Outputs};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A line of `games.jsonl`: a finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct GameEntry {
    programs: Vec<String>,
    /// Absent in files of older versions.
    #[serde(default)]
    terms: Option<GameSettings>,
    #[serde(rename = "fixture")]
    pairing: Pairing,
    #[serde(rename = "outcome")]
    result: GameResult,
}

/// Settings that affect the games, other than programs and boards.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct GameSettings {
    time_per_move: Option<u32>,
    move_limit: Option<f64>,
    max_moves: Option<u32>,
    referee: Option<String>,
}

impl GameSettings {
    fn of(options: &MatchOptions) -> GameSettings {
        GameSettings {
            time_per_move: options.time_per_move.map(Into::into),
            move_limit: options.move_limit,
            max_moves: options.max_moves,
            referee: options.referee.clone(),
        }
    }
}

/// The directory of a match, locked for exclusive use.
#[derive(Clone)]
pub(super) struct MatchDirectory {
    path: PathBuf,
    programs: Vec<String>,
    terms: GameSettings,
    outputs: Arc<Outputs>,
    _lock: Arc<Lock>,
}

/// The lock of a directory. Its file is removed in the end.
struct Lock {
    path: PathBuf,
    /// Holds the lock.
    _file: File,
}

/// The name of the lock file.
const LOCK: &str = "match.lock";

impl Lock {
    /// Locks a directory.
    fn of(directory: &Path) -> Result<Lock, MatchError> {
        let path = directory.join(LOCK);
        loop {
            let file = File::options()
                .write(true)
                .create(true)
                .truncate(false)
                .open(&path)
                .map_err(at(&path))?;
            match file.try_lock() {
                // Another match may have removed the file before it was locked.
                Ok(()) if !path.exists() => {}
                Ok(()) => return Ok(Lock { path, _file: file }),
                Err(TryLockError::WouldBlock) => {
                    return Err(MatchError::InUse(directory.to_owned()));
                }
                Err(TryLockError::Error(error)) => return Err(at(&path)(error)),
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Without the file the directory is not locked.
        _ = fs::remove_file(&self.path);
    }
}

impl MatchDirectory {
    /// Opens the directory named in the options, creating it if necessary.
    ///
    /// # Errors
    ///
    /// Returns [`MatchError::File`], or [`MatchError::InUse`] if another match uses the directory.
    pub(super) fn open(options: &MatchOptions) -> Result<MatchDirectory, MatchError> {
        let path = options.out.clone();
        files::make_folder(&path).map_err(at(&path))?;
        let lock = Lock::of(&path)?;
        // Left over from a match that was killed.
        files::clear_unfinished(&path).map_err(at(&path))?;
        Ok(MatchDirectory {
            path,
            programs: options.programs(),
            terms: GameSettings::of(options),
            outputs: Arc::new(Outputs::overwriting()),
            _lock: Arc::new(lock),
        })
    }

    fn list(&self) -> PathBuf {
        self.path.join("games.jsonl")
    }

    fn sgf(&self, pairing: &Pairing) -> PathBuf {
        self.path.join(format!("{:04}.sgf", pairing.number))
    }

    /// Appends a line to the list, or restores the list on failure.
    fn append(&self, line: &str) -> Result<(), MatchError> {
        let list = self.list();
        let append = || {
            let mut file = OpenOptions::new().append(true).create(true).open(&list)?;
            let length = file.metadata()?.len();
            let written = file.write_all(line.as_bytes());
            if written.is_err() {
                // The error of the write is reported.
                _ = file.set_len(length);
            }
            written
        };
        append().map_err(at(&list))
    }

    /// Opens the log files for the programs' standard error, Black first.
    ///
    /// # Errors
    ///
    /// Returns [`MatchError::File`].
    pub(super) fn logs(&self, pairing: &Pairing) -> Result<[File; 2], MatchError> {
        let [black, white] = Color::BOTH.map(|color| {
            let path = self.log_of(pairing, color);
            let opened = self.outputs.append(&path, |_| false);
            opened.map_err(at(&path))
        });
        Ok([black?, white?])
    }

    fn log_of(&self, pairing: &Pairing, color: Color) -> PathBuf {
        let player = pairing.player_with(color);
        self.path
            .join(format!("{:04}.{player}.log", pairing.number))
    }

    /// Reads the recorded games, by number.
    ///
    /// # Errors
    ///
    /// Returns [`MatchError::File`].
    pub(super) fn entries(&self) -> Result<BTreeMap<u32, GameEntry>, MatchError> {
        let path = self.list();
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            text => text.map_err(at(&path))?,
        };
        // A line cut short by an interruption: that game is played again.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        if whole < text.len() {
            let file = OpenOptions::new().write(true).open(&path);
            let cut = file.and_then(|file| file.set_len(whole as u64));
            cut.map_err(at(&path))?;
        }
        let entries = text[..whole]
            .lines()
            .filter_map(|line| serde_json::from_str::<GameEntry>(line).ok());
        Ok(entries.map(|entry| (entry.pairing.number, entry)).collect())
    }

    /// Returns the result of a recorded game, if its SGF file agrees with its line.
    ///
    /// # Errors
    ///
    /// Returns [`MatchError::OtherMatch`] if the line belongs to a different match.
    pub(super) fn result(
        &self,
        entries: &BTreeMap<u32, GameEntry>,
        pairing: &Pairing,
    ) -> Result<Option<GameResult>, MatchError> {
        let Some(entry) = entries.get(&pairing.number) else {
            return Ok(None);
        };
        let result = &entry.result;
        let is_of_game = entry.pairing == *pairing
            && result.seats == Color::BOTH.map(|color| pairing.player_with(color))
            && result
                .winner
                .is_none_or(|winner| result.seats.contains(&winner));
        let are_same_terms = entry
            .terms
            .as_ref()
            .is_none_or(|terms| *terms == self.terms);
        if !is_of_game || entry.programs != self.programs || !are_same_terms {
            return Err(MatchError::OtherMatch(self.path.clone()));
        }
        Ok(Some(entry.result.clone()).filter(|result| self.has_record(pairing, result)))
    }

    /// Returns true if the SGF file is complete; a crash may have left half of it.
    fn has_record(&self, pairing: &Pairing, result: &GameResult) -> bool {
        let record = files::read(&self.sgf(pairing)).ok();
        let record = record.and_then(|bytes| Record::from_bytes(&bytes).ok());
        record.is_some_and(|record| record.result.as_ref() == Some(&result.result))
    }

    /// Writes the SGF file, then the line. Logs are kept only if something went wrong.
    ///
    /// # Errors
    ///
    /// Returns [`MatchError::File`].
    pub(super) fn keep(&self, pairing: &Pairing, game: &FinishedGame) -> Result<(), MatchError> {
        let sgf = self.sgf(pairing);
        self.outputs.write(&sgf, &game.sgf).map_err(at(&sgf))?;
        let entry = GameEntry {
            programs: self.programs.clone(),
            terms: Some(self.terms.clone()),
            pairing: pairing.clone(),
            result: game.result.clone(),
        };
        let mut line =
            serde_json::to_string(&entry).expect("numbers and texts can be written as JSON");
        line.push('\n');
        self.append(&line)?;
        self.clear_logs(pairing, game.result.mishap.is_none())
    }

    /// Removes the logs of a game: all of them, or only empty ones.
    ///
    /// # Errors
    ///
    /// Returns [`MatchError::File`].
    pub(super) fn clear_logs(&self, pairing: &Pairing, all: bool) -> Result<(), MatchError> {
        for color in Color::BOTH {
            let path = self.log_of(pairing, color);
            let is_empty = fs::metadata(&path).is_ok_and(|file| file.len() == 0);
            if all || is_empty {
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
