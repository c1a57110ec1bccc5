//! Contests: games between two GTP programs under an arbiter of our own, counted and summed up.
//!
//! Programs are run as child processes, so this module does input and output, which otherwise only
//! `main` does. Each program is asked over GTP alone; any program that speaks it can take part.
//! Whether a move is legal is for [`Position`](crate::position::Position) to say, under the rules of the
//! contest. A program loses the game that it spoils by an illegal move, by ending, by falling silent or
//! by taking too long, and the table says how often it did.
//!
//! The directory of a contest holds one SGF file for each game, and `games.jsonl` with a line for each.
//! What is there already is not played again, so that an interrupted contest is taken up where it was.

pub mod game;
pub mod program;
pub mod schedule;
pub mod tally;

use game::{Arbiter, Game};
use program::StartError;
use schedule::{Fixture, Settings};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::num::{NonZeroU32, NonZeroUsize};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::channel;
use std::time::Duration;
use tally::{Finding, Outcome, Side, Sprt, Summary};

/// What to play, and how.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "\
In a command line {rules}, {komi}, {size} and {seed} become those of the game, and {style} becomes \
japanese or chinese, as the rules count territory or area. Rules are told to a program by kata-set-rules \
or kgs-rules if it lists one of them.

Examples:
  wakari match --black 'wakari --threads 1' --white 'gnugo --mode gtp --level 10 --{style}-rules' \\
      --size 9 --komi 6.5 --games 60 --time-per-move 1 --out games/gnugo
  wakari match --black 'wakari --playouts 200 --seed {seed}' --white 'wakari --playouts 200 --seed {seed}' \\
      --size 5,9,13,19 --rules all --games 200 --out games/self")]
pub struct Options {
    /// Command line of program A, which has Black in the first game; then the colors alternate
    #[arg(long, value_name = "COMMAND")]
    pub black: String,
    /// Command line of program B
    #[arg(long, value_name = "COMMAND")]
    pub white: String,
    /// Directory for the games; those that are there already are not played again
    #[arg(long, value_name = "DIRECTORY")]
    pub out: PathBuf,
    /// Number of games
    #[arg(long, default_value_t = 2)]
    pub games: u32,
    /// Board sizes, such as 9 or 13x9, taken in turn
    #[arg(long, value_delimiter = ',', default_value = "9")]
    pub size: Vec<String>,
    /// Rule sets, taken in turn; `all` for every one
    #[arg(long, value_delimiter = ',', default_value = "proposal-2012")]
    pub rules: Vec<String>,
    /// White's compensation [default: that of the rule set]
    #[arg(long, allow_negative_numbers = true)]
    pub komi: Option<f64>,
    /// Moves drawn at random before the programs are asked, the same ones for both colors
    #[arg(long, default_value_t = 0)]
    pub opening: u32,
    /// Where the random numbers begin
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Whole seconds for a move, told to the programs
    #[arg(long, value_name = "SECONDS")]
    pub time_per_move: Option<NonZeroU32>,
    /// Seconds after which a move loses the game
    #[arg(long, value_name = "SECONDS")]
    pub move_limit: Option<f64>,
    /// Seconds without an answer after which a program counts as crashed
    #[arg(long, value_name = "SECONDS", default_value_t = 120.0)]
    pub timeout: f64,
    /// Moves after which a game is stopped [default: four times the points of the board]
    #[arg(long)]
    pub max_moves: Option<u32>,
    /// Command line of a GTP program that counts the games [default: this program's adjudication]
    #[arg(long, value_name = "COMMAND")]
    pub referee: Option<String>,
    /// Ends the match as soon as it is clear which of two differences in Elo is nearer the truth
    #[arg(long, value_name = "LOW,HIGH", allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,
    /// Games played at the same time
    #[arg(long, default_value = "1")]
    pub parallel: NonZeroUsize,
}

/// Why a contest cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// No board has this size.
    #[error("'{0}' is no board size: a side has 2 to 25 points")]
    Size(String),
    /// No rule set has this name.
    #[error("there are no rules named '{0}'")]
    Rules(String),
    /// A number of seconds or points is not one.
    #[error("{0} must be a number of usual size")]
    Number(&'static str),
    /// A program does not start.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A program refuses to play on these terms, or the referee does not count.
    #[error("'{command}' answers '{asked}' with '{answer}'")]
    Refusal {
        /// The program's command line.
        command: String,
        /// What it was told.
        asked: String,
        /// What it said.
        answer: String,
    },
    /// The directory holds games that are not of this contest.
    #[error("{0} holds the games of another contest")]
    OtherContest(PathBuf),
    /// A file cannot be read or written.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// What the operating system says.
        source: io::Error,
    },
    /// The table or the progress cannot be written.
    #[error("cannot write: {0}")]
    Output(#[from] io::Error),
}

/// A game on record: a line of `games.jsonl`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Line {
    programs: [String; 2],
    fixture: Fixture,
    outcome: Outcome,
}

/// Plays the games that are not on record yet, with a line of `progress` for each, and writes the final
/// table to `out`.
///
/// # Errors
///
/// A [`MatchError`] if the options make no sense, a program does not start, or a file cannot be used.
pub fn run(
    options: &Options,
    out: &mut impl Write,
    progress: &mut impl Write,
) -> Result<Summary, MatchError> {
    let settings = Settings::new(options)?;
    let arbiter = Arbiter::new(options)?;
    let records = Directory::open(options)?;
    let fixtures: Vec<Fixture> = (0..options.games)
        .map(|n| Fixture::new(n, options, &settings))
        .collect();
    let mut played = records.played(&fixtures)?;
    let waiting: Vec<&Fixture> = fixtures
        .iter()
        .filter(|game| !played.contains_key(&game.number))
        .collect();
    if !played.is_empty() {
        writeln!(
            progress,
            "{} of {} games are there already",
            played.len(),
            fixtures.len()
        )?;
    }
    let finding = |played: &BTreeMap<u32, Outcome>| options.sprt?.finding(&sum(played));
    let waiting = match finding(&played) {
        Some(_) => Vec::new(),
        None => waiting,
    };
    play_all(
        &waiting,
        &arbiter,
        &records,
        options.parallel.get(),
        |fixture, outcome| {
            played.insert(fixture.number, outcome);
            let wins = Side::BOTH.map(|side| {
                played
                    .values()
                    .filter(|game| game.winner == Some(side))
                    .count()
            });
            let game = &played[&fixture.number];
            let (done, all) = (played.len(), fixtures.len());
            let Fixture { number, rules, .. } = fixture;
            let mishap = game
                .mishap
                .as_ref()
                .map(|text| format!(" ({text})"))
                .unwrap_or_default();
            writeln!(
                progress,
                "{done}/{all} game {number}: {} {rules}, {:?} black: {} in {} moves{mishap}; A {} B {}",
                fixture.size(),
                fixture.black,
                game.result,
                game.moves,
                wins[0],
                wins[1],
            )?;
            progress.flush()?;
            Ok(match finding(&played) {
                Some(_) => ControlFlow::Break(()),
                None => ControlFlow::Continue(()),
            })
        },
    )?;
    let summary = sum(&played);
    writeln!(
        out,
        "program A: {}\nprogram B: {}\n{summary}",
        options.black, options.white
    )?;
    if let Some(test) = options.sprt {
        let Sprt { weaker, stronger } = test;
        let found = match test.finding(&summary) {
            Some(Finding::Weaker) => format!("rather {weaker:+} than {stronger:+} Elo"),
            Some(Finding::Stronger) => format!("rather {stronger:+} than {weaker:+} Elo"),
            None => format!("not decided between {weaker:+} and {stronger:+} Elo"),
        };
        writeln!(
            out,
            "sequential test: {found} (log-likelihood ratio {:.2})",
            test.ratio(&summary)
        )?;
    }
    Ok(summary)
}

fn sum(played: &BTreeMap<u32, Outcome>) -> Summary {
    let mut summary = Summary::default();
    played.values().for_each(|outcome| summary.add(outcome));
    summary
}

/// Plays games, some at the same time, and has each one kept and reported as soon as it is over, until a
/// report says that it is enough.
fn play_all(
    waiting: &[&Fixture],
    arbiter: &Arbiter,
    records: &Directory,
    parallel: usize,
    mut report: impl FnMut(&Fixture, Outcome) -> Result<ControlFlow<()>, MatchError>,
) -> Result<(), MatchError> {
    let next = AtomicU32::new(0);
    std::thread::scope(|scope| {
        let (sender, finished) = channel();
        for _ in 0..parallel.min(waiting.len()) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                let take = || waiting.get(next.fetch_add(1, Ordering::Relaxed) as usize);
                while let Some(fixture) = take() {
                    let game = records
                        .complaints(fixture)
                        .and_then(|files| arbiter.play(fixture, files));
                    if sender.send((fixture, game)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        // Leaving early closes the channel, so that the threads stop after the games they are at.
        for (fixture, game) in finished {
            let game = game?;
            records.keep(fixture, &game)?;
            if report(fixture, game.outcome)?.is_break() {
                break;
            }
        }
        Ok(())
    })
}

/// The directory of a contest.
struct Directory {
    path: PathBuf,
    programs: [String; 2],
}

impl Directory {
    fn open(options: &Options) -> Result<Directory, MatchError> {
        let directory = Directory {
            path: options.out.clone(),
            programs: [options.black.clone(), options.white.clone()],
        };
        fs::create_dir_all(&directory.path).map_err(at(&directory.path))?;
        Ok(directory)
    }

    fn list(&self) -> PathBuf {
        self.path.join("games.jsonl")
    }

    fn sgf(&self, fixture: &Fixture) -> PathBuf {
        self.path.join(format!("{:04}.sgf", fixture.number))
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

    /// What each program may write its complaints to.
    fn complaints(&self, fixture: &Fixture) -> Result<[File; 2], MatchError> {
        let [a, b] = Side::BOTH.map(|side| {
            let path = self.complaints_of(fixture, side);
            File::create(&path).map_err(at(&path))
        });
        Ok([a?, b?])
    }

    fn complaints_of(&self, fixture: &Fixture, side: Side) -> PathBuf {
        self.path
            .join(format!("{:04}.{side:?}.log", fixture.number))
    }

    /// The games that have both their file and their line.
    fn played(&self, fixtures: &[Fixture]) -> Result<BTreeMap<u32, Outcome>, MatchError> {
        let path = self.list();
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            text => text.map_err(at(&path))?,
        };
        let mut played = BTreeMap::new();
        // A line cut short by an interruption is a game to be played again.
        if !text.is_empty() && !text.ends_with('\n') {
            self.append("\n")?;
        }
        for line in text
            .lines()
            .filter_map(|line| serde_json::from_str::<Line>(line).ok())
        {
            let Some(fixture) = fixtures.get(line.fixture.number as usize) else {
                continue;
            };
            if line.fixture != *fixture || line.programs != self.programs {
                return Err(MatchError::OtherContest(self.path.clone()));
            }
            if self.sgf(fixture).is_file() {
                played.insert(fixture.number, line.outcome);
            }
        }
        Ok(played)
    }

    /// Writes a game's file, then its line; what the programs complained of stays if the game was spoilt.
    fn keep(&self, fixture: &Fixture, game: &Game) -> Result<(), MatchError> {
        let sgf = self.sgf(fixture);
        fs::write(&sgf, game.sgf(fixture, &self.programs)).map_err(at(&sgf))?;
        let programs = self.programs.clone();
        let line = Line {
            programs,
            fixture: fixture.clone(),
            outcome: game.outcome.clone(),
        };
        let mut line =
            serde_json::to_string(&line).expect("numbers and texts can be written as JSON");
        line.push('\n');
        self.append(&line)?;
        for side in Side::BOTH {
            let path = self.complaints_of(fixture, side);
            let is_empty = fs::metadata(&path).is_ok_and(|file| file.len() == 0);
            if game.outcome.mishap.is_none() || is_empty {
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

/// Reads a number of seconds.
fn seconds(number: f64, name: &'static str) -> Result<Duration, MatchError> {
    Duration::try_from_secs_f64(number).map_err(|_| MatchError::Number(name))
}
