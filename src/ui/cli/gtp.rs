//! `wakari gtp`: the engine on standard input and output.

use super::katago::KataGoOptions;
use super::network::NetworkOptions;
use super::options::{
    CommonOptions, ConventionOptions, lag, memory_given, named, one_line, playouts, probability,
    seconds, threads,
};
use super::streams::Streams;
use crate::engine::search::SearchSettings;
use crate::engine::{Engine, Options};
use crate::go::point::Size;
use crate::go::rules::Rules;
use crate::mcts::network::Adviser;
use crate::referee::judge::Aim;
use crate::ui::gtp::{self, Environment};
use crate::ui::language::terms;
use crate::ui::settings::SessionSettings;
use crate::util::files::Outputs;
use crate::util::threads::cores;
use crate::util::visible;
use clap::Args;
use std::backtrace::Backtrace;
use std::fs::File;
use std::io::{self, Read, Write};
use std::num::{NonZeroU64, NonZeroUsize};
use std::panic;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, Once};
use std::time::Duration;

/// The source that the first line of a log names. Logs are recognized by it.
const SESSION: &str = "session";

/// gtp2ogs picks the format of the analysis by the name in this line.
const TELLS_OGS: &str = "wakari: telling gtp2ogs of each move in the form of KataGo";

/// Greeting for users on a terminal.
const GREETING: &str = "\
This is a Go engine without a board of its own. To play, add it as an engine to Sabaki or GoGui.
Or type GTP commands, one per line: `genmove b` for a move, `help` for a list, `quit` to end. To score a game, run
`wakari score game.sgf`; `wakari --help` lists the rest.
";

/// Default memory of the search tree, in bytes.
const TREE: usize = 512 << 20;

#[derive(Args, Debug)]
pub(super) struct GtpOptions {
    #[command(flatten)]
    common: CommonOptions,
    /// Board size at the start: 19, or 13x9
    #[arg(long, value_name = "SIZE", default_value = "19")]
    size: Size,
    /// Search threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<NonZeroUsize>,
    /// Playouts per move, instead of a time limit
    #[arg(long, value_name = "N", value_parser = playouts)]
    playouts: Option<NonZeroU64>,
    /// Time limit per move, in seconds [default: 5 without a clock and without --playouts]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_per_move: Option<Duration>,
    #[command(flatten)]
    network: NetworkOptions,
    /// Time to keep in reserve per move for network and GUI delays, in seconds [default: 0.1 and a
    /// twentieth of the time left, at most 1; more if the clock shows longer delays]
    #[arg(long, value_name = "SECONDS", value_parser = lag)]
    lag: Option<Duration>,
    /// Resigns below this probability of winning, if the position as it stands is lost too, and
    /// more than a sixth of the board has been played (as White, 8 moves later for each handicap
    /// stone). Needs at least 200 playouts (or 16 network evaluations) per move. 0: never resigns
    #[arg(long, value_name = "PROBABILITY", default_value = "0.05", value_parser = probability)]
    resign: f64,
    /// Passes after the opponent's pass if that wins, even if points are left to gain
    #[arg(long)]
    friendly_pass: bool,
    /// Memory for the search tree, and limit for judging a position, in MiB [default: 512; 256 for
    /// judging, more with a longer --effort]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    memory: Option<u32>,
    /// Accepts every move that fits on the board, and lists the rule violations (wakari-breaches)
    #[arg(long)]
    referee: bool,
    /// Answers final_score with `?`, which gogui-twogtp takes for an unknown result, where the
    /// result depends on further play [default: the count, with a warning on the error stream]
    #[arg(long)]
    unsettled_as_unknown: bool,
    #[command(flatten)]
    conventions: ConventionOptions,
    /// Logs the session to this file; an existing log is continued
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Allows printsgf and --log to overwrite existing files
    #[arg(long)]
    overwrite: bool,
    /// Refuses the commands that read or write files, for public bots
    #[arg(long)]
    no_files: bool,
    /// Writes the analysis of each move to the error stream for gtp2ogs, for spectators on OGS
    #[arg(long)]
    ogs: bool,
    /// Answers `version` with this, for programs that expect the version of another engine (Lizzie:
    /// 0.17)
    #[arg(long, value_name = "VERSION", value_parser = one_line)]
    override_version: Option<String>,
    #[command(flatten)]
    katago: KataGoOptions,
}

/// Serves the engine until its input ends.
pub(super) fn run(
    options: &GtpOptions,
    input: impl Read + Send + 'static,
    output: &mut impl Write,
    errors: &mut impl Write,
    streams: Streams,
) -> io::Result<()> {
    let outputs = if options.overwrite {
        Outputs::overwriting()
    } else {
        Outputs::new()
    };
    if let Some(path) = &options.log {
        keep_log(path, &outputs)?;
    }
    let mut settings = SessionSettings::of_gtp();
    let ignored = options.katago.apply(&mut settings)?;
    let network = options.network.asked()?;
    let memory = options.memory.map(|memory| (memory as usize) << 20);
    let mut effort = options.common.effort(Aim::Answer);
    effort.memory = memory.map_or(effort.memory, |memory| memory.min(effort.memory));
    let tree = memory.unwrap_or(TREE);
    let answers = network.as_ref().map_or(0, |_| Adviser::MEMORY);
    let [tree, judgement, answers] = memory_given([tree, effort.memory, answers], errors)?;
    effort.memory = judgement;
    let search = SearchSettings {
        threads: (options.threads.or(settings.threads))
            .unwrap_or_else(cores)
            .get(),
        memory: tree,
        seed: options.common.seed(),
        resign: options.resign,
        effort,
    };
    let rules = options.common.rules.unwrap_or(Rules::PROPOSAL_2012);
    let mut engine = Engine::asking(
        network
            .clone()
            .map(|network| options.network.oracle(network, answers)),
        Options {
            rules,
            komi: options.common.komi,
            size: options.size,
            playouts: (options.playouts.map(NonZeroU64::get)).or(settings.search.limit()),
            time_per_move: options.time_per_move.or(settings.search.time),
            lag: options.lag,
            referee: options.referee,
            takes_rules: options.common.rules.is_none(),
            conventions: options.conventions.with(settings.search.handicap_by_play),
            friendly_pass: options.friendly_pass,
            new_seeds: options.common.seed.is_none(),
            search,
        },
    );
    let announced = format!(
        "wakari {}: {}, {}, {} {}, seed {}",
        env!("CARGO_PKG_VERSION"),
        terms(&rules, engine.position().komi()),
        options.size,
        search.threads,
        if search.threads == 1 {
            "thread"
        } else {
            "threads"
        },
        search.seed,
    );
    let announced = match &network {
        Some(network) => format!(
            "{announced}, network {}",
            visible::line(&network.to_string())
        ),
        None => announced,
    };
    tracing::info!(target: SESSION, "{announced}");
    // Controllers may have closed the error stream.
    _ = writeln!(errors, "{announced}");
    for line in ignored {
        _ = writeln!(errors, "{line}");
    }
    if options.ogs {
        _ = writeln!(errors, "{TELLS_OGS}");
    }
    if streams.is_typed {
        _ = write!(errors, "{GREETING}");
    }
    let surroundings = Environment {
        is_read: streams.is_read,
        tells_ogs: options.ogs,
        version: options.override_version.clone(),
        unsettled_as_unknown: options.unsettled_as_unknown,
        network,
        settings,
        outputs: Some(outputs).filter(|_| !options.no_files),
    };
    gtp::serve_with(&surroundings, &mut engine, input, output, errors)
}

/// Sends the log to a file.
fn keep_log(path: &Path, outputs: &Outputs) -> io::Result<()> {
    let begins = format!(" {SESSION}: wakari ");
    let is_log = |first: &[u8]| String::from_utf8_lossy(first).contains(&begins);
    let file = outputs
        .append(path, is_log)
        .map_err(|error| named(path, &error))?;
    let log = tracing_subscriber::fmt()
        .with_ansi(false)
        .with_writer(Mutex::new(LogFile {
            path: path.to_owned(),
            file,
            is_failing: false,
        }));
    log_panics();
    log.try_init().map_err(io::Error::other)
}

/// The log file. The first write error is reported; then the session goes on without a log.
struct LogFile {
    path: PathBuf,
    file: File,
    is_failing: bool,
}

impl Write for LogFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write_all(bytes);
        if std::mem::replace(&mut self.is_failing, written.is_err()) {
            Ok(bytes.len())
        } else {
            written
                .map(|()| bytes.len())
                .map_err(|error| named(&self.path, &error))
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Logs panics with a backtrace.
fn log_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            tracing::error!("{panic}\n{}", Backtrace::force_capture());
            usual(panic);
        }));
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Seek;

    #[test]
    fn errors_of_this_program_are_logged_with_their_calls() {
        let mut file = tempfile::tempfile().expect("a file");
        let log =
            tracing_subscriber::fmt().with_writer(Mutex::new(file.try_clone().expect("a file")));
        log_panics();
        tracing::subscriber::with_default(log.finish(), || {
            let ended = panic::catch_unwind(|| panic!("as a test wants it"));
            assert!(ended.is_err());
        });
        let mut text = String::new();
        file.rewind().expect("a file");
        file.read_to_string(&mut text).expect("a text");
        for part in [
            "ERROR",
            "as a test wants it",
            "src/ui/cli/gtp.rs",
            "errors_of_this_program_are_logged",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }
}
