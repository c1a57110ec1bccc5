//! `wakari gtp`: the engine on standard input and output.

use super::options::{CommonOptions, cores, named, probability, seconds};
use crate::engine::{Engine, Options};
use crate::files;
use crate::language::terms;
use crate::point::Size;
use crate::rules::Rules;
use crate::search::SearchSettings;
use clap::Args;
use std::io::{self, Read, Write};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

#[derive(Args, Debug)]
pub(super) struct GtpOptions {
    #[command(flatten)]
    common: CommonOptions,
    /// Size of the board at first: 19, or 13x9
    #[arg(long, value_name = "SIZE", default_value = "19")]
    size: Size,
    /// Threads of the search [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Playouts for each move, instead of a time
    #[arg(long, value_name = "N")]
    playouts: Option<NonZeroU64>,
    /// Seconds for each move at most [default: 5 where there is no clock and no --playouts]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_per_move: Option<Duration>,
    /// Probability of winning below which to resign; 0 for never
    #[arg(long, value_name = "PROBABILITY", default_value = "0.05", value_parser = probability)]
    resign: f64,
    /// Passes after the opponent's pass wherever that wins, though there may be points left to win
    #[arg(long)]
    friendly_pass: bool,
    /// Memory for the search tree, in MiB
    #[arg(long, value_name = "MIB", default_value = "512", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    memory: u32,
    /// Takes every move that fits on the board and remembers what it breaks (wakari-breaches), as a referee does
    #[arg(long)]
    referee: bool,
    /// Writes the conversation and notes on it to a file
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
}

/// Serves the engine until its input ends.
pub(super) fn run(
    options: &GtpOptions,
    input: impl Read + Send + 'static,
    output: &mut impl Write,
    errors: &mut impl Write,
) -> io::Result<()> {
    if let Some(path) = &options.log {
        keep_log(path)?;
    }
    let search = SearchSettings {
        threads: options.threads.unwrap_or_else(cores).get(),
        memory: (options.memory as usize) << 20,
        seed: options.common.seed.unwrap_or_else(rand::random),
        resign: options.resign,
        effort: options.common.effort(),
    };
    let rules = options.common.rules.unwrap_or(Rules::PROPOSAL_2012);
    let mut engine = Engine::new(Options {
        rules,
        komi: options.common.komi,
        size: options.size,
        playouts: options.playouts.map(NonZeroU64::get),
        time_per_move: options.time_per_move,
        referee: options.referee,
        friendly_pass: options.friendly_pass,
        search,
    });
    let announced = format!(
        "wakari {}: {}, {}, {} threads, seed {}",
        env!("CARGO_PKG_VERSION"),
        terms(&rules, engine.position().komi()),
        options.size,
        search.threads,
        search.seed,
    );
    tracing::info!("{announced}");
    // Controllers may have closed the error stream.
    _ = writeln!(errors, "{announced}");
    crate::gtp::serve(&mut engine, input, output, errors)
}

/// Sends the log to a file.
fn keep_log(path: &Path) -> io::Result<()> {
    let file = files::create(path).map_err(|error| named(path, &error))?;
    let log = tracing_subscriber::fmt()
        .with_ansi(false)
        .with_writer(Mutex::new(file));
    log.try_init().map_err(io::Error::other)
}
