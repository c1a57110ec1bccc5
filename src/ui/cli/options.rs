//! Options shared by several commands, and the parsers of their values.

use super::streams::Streams;
use crate::formats::kata;
use crate::go::color::{Color, PerColor};
use crate::go::point::{Point, PointSet};
use crate::go::rules::Rules;
use crate::referee::game::scoring::Request;
use crate::referee::game::{Conventions, MOST_KOMI};
use crate::referee::judge::{Aim, Effort, Meant};
use crate::ui::language::{Language, Look};
use crate::ui::settings::MOST_PLAYOUTS;
use crate::util::memory;
use crate::util::threads::MOST_THREADS;
use crate::util::visible;
use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Args, ColorChoice, Command, ValueEnum};
use std::ffi::OsStr;
use std::fmt::Display;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Write};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::Path;
use std::time::Duration;

/// Maximum number of prisoners.
const MOST_PRISONERS: u32 = 1_000_000;
/// Maximum lag, in seconds.
const MOST_LAG: f64 = 60.0;

/// Memory of everything but trees, judgements and caches, and the minimum for any work, in bytes.
const OTHER_MEMORY: usize = 24 << 20;
const LEAST_MEMORY: usize = 32 << 20;

/// Returns the memory for each part: as wanted, or a proportional share if the system has less.
///
/// A reduction is reported to `errors`.
///
/// # Errors
///
/// Returns an error if the system has less than the minimum.
pub(super) fn memory_given<const PARTS: usize>(
    wanted: [usize; PARTS],
    errors: &mut impl Write,
) -> io::Result<[usize; PARTS]> {
    let all: usize = wanted.iter().fold(0, |sum, &part| sum.saturating_add(part));
    let most = all.saturating_add(OTHER_MEMORY);
    let given = memory::room(most);
    if given >= most {
        return Ok(wanted);
    }
    let told = format!(
        "the system gives {} of {} MiB of memory",
        given >> 20,
        most >> 20
    );
    if given < LEAST_MEMORY {
        let told = format!("{told}, and {} are needed", LEAST_MEMORY >> 20);
        return Err(io::Error::new(io::ErrorKind::OutOfMemory, told));
    }
    // Controllers may have closed the error stream.
    _ = writeln!(errors, "wakari: {told}");
    // Hash tables double when they grow.
    let share = (given - OTHER_MEMORY) as f64 / 2.0 / all as f64;
    Ok(wanted.map(|part| (part as f64 * share) as usize))
}

/// Options of every command that judges positions.
#[derive(Args, Debug)]
pub(super) struct CommonOptions {
    /// Rules: a name, or KataGo's JSON
    #[arg(long, value_name = "RULES", value_parser = rules(), hide_possible_values = true, long_help = long_help_on_rules())]
    pub(super) rules: Option<Rules>,
    /// Komi [default: that of the rules]
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true, value_parser = komi)]
    pub(super) komi: Option<f64>,
    /// Random seed [default: a new one for each game, a fixed one for scores]
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u64>,
    /// Playouts (random games) for each estimate of life and death, at most a million
    #[arg(long, value_name = "N", default_value_t = Effort::default().playouts, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    score_playouts: u32,
    /// Limit for judging a position, in nominal seconds: counted as work done, so that results are
    /// the same on every machine [default: 2]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    effort: Option<Duration>,
    /// Counts a stopped game without the reinforcements that filling the last dame would force
    #[arg(long)]
    as_it_stands: bool,
}

impl CommonOptions {
    /// Returns the seed, or a fresh one.
    ///
    /// The fresh seed comes from the standard library, which does not need `/dev/urandom`; a bare
    /// container has none.
    pub(super) fn seed(&self) -> u64 {
        let new = || RandomState::new().build_hasher().finish();
        self.seed.unwrap_or_else(new)
    }

    /// The effort of a judgement: all of `--effort`, or without it the default, for this purpose.
    pub(super) fn effort(&self, aim: Aim) -> Effort {
        let usual = match self.effort {
            Some(time) => Effort::taking(time),
            None => Effort::USUAL.aiming_at(aim),
        };
        Effort {
            playouts: match self.score_playouts {
                playouts if playouts == Effort::USUAL.playouts => usual.playouts,
                playouts => playouts,
            },
            seed: self.seed.unwrap_or(usual.seed),
            fills: !self.as_it_stands,
            ..usual
        }
    }

    /// The request to judge a game, after `after` moves or at its end.
    pub(super) fn request(&self, after: Option<u32>) -> Request {
        Request {
            rules: self.rules,
            komi: self.komi,
            after,
            effort: self.effort(Aim::Proofs),
            ..Request::default()
        }
    }
}

/// How moves and set-ups are understood where the rules do not say it.
#[derive(Args, Debug)]
pub(super) struct ConventionOptions {
    /// Takes stones that a record sets up or removes in mid-game as displaced by accident, with the
    /// consequence that the rules name [default: as an editor's act]
    #[arg(long)]
    displaced: bool,
    /// Counts stones that Black plays in a row at the start as moves, even where the rules
    /// compensate for handicap stones
    #[arg(long)]
    no_handicap_by_play: bool,
}

impl ConventionOptions {
    /// Returns the conventions.
    pub(super) fn conventions(&self) -> Conventions {
        self.with(true)
    }

    /// Returns the conventions; `handicap_by_play` is false if another option excludes it, too.
    pub(super) fn with(&self, handicap_by_play: bool) -> Conventions {
        Conventions {
            handicap_by_play: handicap_by_play && !self.no_handicap_by_play,
            displaced: self.displaced,
        }
    }
}

/// Facts about games that the record does not contain, and the memory.
#[derive(Args, Debug)]
pub(super) struct AgreedOptions {
    /// The agreed dead stones, one stone of each chain: A1,B2, or none; reports where the rules
    /// prove otherwise [default: judged]
    #[arg(long, value_name = "POINTS", value_parser = dead)]
    dead: Option<PointSet>,
    /// The prisoners that Black and White hold: 3,5 [default: those taken in the record]
    #[arg(long, value_name = "BLACK,WHITE", value_parser = prisoners)]
    prisoners: Option<PerColor<u32>>,
    /// The side to move: black or white [default: that of the record]
    #[arg(long, value_name = "COLOR")]
    to_move: Option<Color>,
    /// Judges strictly by the text, like a diagram in it, even if it was played: under the rules of
    /// 1989 an open dame makes seki
    #[arg(long, conflicts_with = "as_game")]
    as_diagram: bool,
    /// Judges as a stopped game, even if it was set up
    #[arg(long)]
    as_game: bool,
    /// Memory limit for judging a position, in MiB [default: 256, and more with a longer --effort]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    memory: Option<u32>,
    #[command(flatten)]
    conventions: ConventionOptions,
}

impl AgreedOptions {
    /// Adds these facts to a request; also returns the number of jobs that fit into memory.
    ///
    /// # Errors
    ///
    /// Returns an error if the system has less memory than the minimum.
    pub(super) fn with(
        &self,
        mut request: Request,
        jobs: NonZeroUsize,
        errors: &mut impl Write,
    ) -> io::Result<(Request, NonZeroUsize)> {
        if let Some(memory) = self.memory {
            request.effort.memory = (memory as usize) << 20;
        }
        let each = &mut request.effort.memory;
        let [all] = memory_given([each.saturating_mul(jobs.get())], errors)?;
        let jobs = NonZeroUsize::new(all / *each).unwrap_or(NonZeroUsize::MIN);
        *each = all / jobs;
        let request = Request {
            dead: self.dead,
            prisoners: self.prisoners,
            turn: self.to_move,
            meant: match (self.as_diagram, self.as_game) {
                (true, _) => Some(Meant::Diagram),
                (_, true) => Some(Meant::Game),
                _ => None,
            },
            conventions: self.conventions.conventions(),
            ..request
        };
        Ok((request, jobs))
    }
}

/// The look of the output.
#[derive(Args, Debug)]
pub(super) struct LookOptions {
    /// Symbols on boards: ascii (X and O), unicode (● and ○), or auto: unicode on a UTF-8 terminal
    #[arg(
        long,
        value_name = "SYMBOLS",
        default_value = "auto",
        hide_possible_values = true
    )]
    symbols: Symbols,
    /// Color: auto (on a terminal, unless NO_COLOR is set), always or never
    #[arg(
        long,
        value_name = "WHEN",
        default_value = "auto",
        hide_possible_values = true
    )]
    color: ColorChoice,
}

/// Symbols on boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Symbols {
    Auto,
    Ascii,
    Unicode,
}

impl LookOptions {
    /// The look of text on this output.
    pub(super) fn look(&self, streams: Streams) -> Look {
        Look {
            is_unicode: match self.symbols {
                Symbols::Auto => streams.shows_unicode,
                symbols => symbols == Symbols::Unicode,
            },
            is_colored: match self.color {
                ColorChoice::Auto => streams.shows_color,
                choice => choice == ColorChoice::Always,
            },
        }
    }
}

fn long_help_on_rules() -> String {
    let names: Vec<&str> = Rules::names().collect();
    format!(
        "Rules: a name, or KataGo's JSON [default: proposal-2012]. Names: {}",
        names.join(", ")
    )
}

/// An invalid value of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum OptionError {
    #[error("not en or ja")]
    Language,
    #[error("not a number from -{0} to {0}", MOST_KOMI)]
    Komi,
    #[error("not a number from 0 to 1")]
    Probability,
    #[error("not a number from 1 to {MOST_THREADS}")]
    Threads,
    #[error("not a number from 1 to {MOST_PLAYOUTS}")]
    Playouts,
    #[error("not a number of seconds above 0, at most a million")]
    Seconds,
    #[error("not a number of seconds from 0 to {MOST_LAG}")]
    Lag,
    #[error("not points separated by commas, and not none")]
    Dead,
    #[error("not two numbers up to a million, separated by a comma")]
    Prisoners,
}

/// A parser that names values for completions, and may accept others.
#[derive(Clone)]
struct Suggesting<Parser> {
    parser: Parser,
    names: fn() -> Vec<&'static str>,
}

impl<Parser: TypedValueParser> TypedValueParser for Suggesting<Parser> {
    type Value = Parser::Value;

    fn parse_ref(
        &self,
        command: &Command,
        option: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Parser::Value, clap::Error> {
        self.parser.parse_ref(command, option, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = (self.names)().into_iter();
        Some(Box::new(names.map(PossibleValue::new)))
    }
}

/// Parses the name of a rule set, or rules in KataGo's notation.
pub(super) fn rules() -> impl TypedValueParser<Value = Rules> {
    Suggesting {
        parser: |text: &str| kata::read(text),
        names: || Rules::names().collect(),
    }
}

/// Parses a language code.
pub(super) fn language() -> impl TypedValueParser<Value = Language> {
    Suggesting {
        parser: |text: &str| Language::of_code(text).ok_or(OptionError::Language),
        names: || vec!["en", "ja"],
    }
}

/// Parses a probability.
pub(super) fn probability(text: &str) -> Result<f64, OptionError> {
    number(text, |probability| (0.0..=1.0).contains(&probability)).ok_or(OptionError::Probability)
}

/// Parses a time in seconds.
pub(super) fn seconds(text: &str) -> Result<Duration, OptionError> {
    let seconds = number(text, |seconds| seconds > 0.0 && seconds <= 1e6);
    let seconds = seconds.ok_or(OptionError::Seconds)?;
    Ok(Duration::from_secs_f64(seconds))
}

/// Parses a lag in seconds.
pub(super) fn lag(text: &str) -> Result<Duration, OptionError> {
    let seconds = number(text, |seconds| (0.0..=MOST_LAG).contains(&seconds));
    Ok(Duration::from_secs_f64(seconds.ok_or(OptionError::Lag)?))
}

/// Parses points separated by commas or blanks, or `none`.
fn dead(text: &str) -> Result<PointSet, OptionError> {
    if text.eq_ignore_ascii_case("none") {
        return Ok(PointSet::EMPTY);
    }
    let names = text.split([',', ' ']).filter(|name| !name.is_empty());
    let points: Option<Vec<Point>> = names.map(|name| name.parse().ok()).collect();
    let points = points.filter(|points| !points.is_empty());
    Ok(points.ok_or(OptionError::Dead)?.into_iter().collect())
}

/// Parses two numbers of prisoners.
fn prisoners(text: &str) -> Result<PerColor<u32>, OptionError> {
    let held = |text: &str| {
        text.trim()
            .parse()
            .ok()
            .filter(|&held| held <= MOST_PRISONERS)
    };
    let both = text.split_once(',');
    let both = both.and_then(|(black, white)| Some(PerColor::new(held(black)?, held(white)?)));
    both.ok_or(OptionError::Prisoners)
}

fn komi(text: &str) -> Result<f64, OptionError> {
    number(text, |komi| komi.abs() <= MOST_KOMI).ok_or(OptionError::Komi)
}

fn number(text: &str, is_possible: impl Fn(f64) -> bool) -> Option<f64> {
    let number = text.parse().ok();
    number.filter(|&number| is_possible(number))
}

/// Parses a number of threads.
pub(super) fn threads(text: &str) -> Result<NonZeroUsize, OptionError> {
    let threads = text.parse().ok();
    let threads = threads.filter(|threads: &NonZeroUsize| threads.get() <= MOST_THREADS);
    threads.ok_or(OptionError::Threads)
}

/// Parses a number of playouts.
pub(super) fn playouts(text: &str) -> Result<NonZeroU64, OptionError> {
    let playouts = text.parse().ok();
    let playouts = playouts.filter(|playouts: &NonZeroU64| playouts.get() <= MOST_PLAYOUTS);
    playouts.ok_or(OptionError::Playouts)
}

/// Checks that a text fits on one line of a response.
pub(super) fn one_line(text: &str) -> Result<String, String> {
    let text = text.trim();
    if text.is_empty() || text.chars().any(char::is_control) {
        Err("must be one line of text".to_owned())
    } else {
        Ok(text.to_owned())
    }
}

/// The error for contradictory options.
pub(super) fn misuse(reason: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, reason)
}

/// An error with the file it concerns.
pub(super) fn named(path: &Path, reason: &dyn Display) -> io::Error {
    io::Error::other(about(path, reason))
}

/// Formats a message about a file on one line.
pub(super) fn about(path: &Path, told: &dyn Display) -> String {
    visible::line(&format!("{}: {told}", path.display())).into_owned()
}
