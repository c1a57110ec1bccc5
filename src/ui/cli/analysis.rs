//! `wakari analysis`: KataGo's JSON analysis protocol on standard input and output.
//!
//! Several threads analyze positions in order of priority, and each answer is written when it is
//! ready. No search tree is kept between positions; they share only the evaluation cache of the
//! network.

mod action;
mod answer;
mod desk;
mod fields;
mod hash;
mod notice;
mod query;
mod serve;
mod settings;
mod work;

use super::network::NetworkOptions;
use super::options::{CommonOptions, memory_given, misuse, one_line, playouts, threads};
use crate::engine::search::SearchSettings;
use crate::go::rules::Rules;
use crate::mcts::network::Adviser;
use crate::referee::judge::Aim;
use crate::util::threads::cores;
use crate::util::visible;
use clap::{Args, Command, FromArgMatches};
use query::Terms;
use serve::Service;
use settings::{Perspective, Settings};
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::num::{NonZeroU64, NonZeroUsize};
use work::ThreadsEach;

/// Default memory of all search trees together, in bytes.
const TREES: usize = 512 << 20;
/// Default limit of positions analyzed in parallel.
const USUAL_PARALLEL: NonZeroUsize = NonZeroUsize::new(4).expect("four is not zero");
/// KataGo's options, which are written with one dash.
const KATAGO_OPTIONS: [&str; 6] = [
    "-analysis-threads",
    "-config",
    "-human-model",
    "-model",
    "-override-config",
    "-quit-without-waiting",
];

#[derive(Args, Debug)]
pub(super) struct AnalysisOptions {
    #[command(flatten)]
    common: CommonOptions,
    /// Positions analyzed at the same time [default: one per core, at most 4]
    #[arg(long, value_name = "N", value_parser = threads)]
    analysis_threads: Option<NonZeroUsize>,
    /// Search threads per position [default: the cores that other positions leave]
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<NonZeroUsize>,
    /// Playouts per position for queries without maxVisits [default: 500]
    #[arg(long, value_name = "N", value_parser = playouts)]
    playouts: Option<NonZeroU64>,
    /// Perspective of probabilities, leads and points: black, white or sidetomove, like
    /// reportAnalysisWinratesAs [default: black]
    #[arg(long, value_name = "SIDE")]
    perspective: Option<Perspective>,
    /// Memory for all search trees together, and limit for judging a position, in MiB [default:
    /// 512; 256 for judging, more with a longer --effort]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    memory: Option<u32>,
    /// Answers query_version with this, for programs that expect a version of KataGo (1.16.0)
    #[arg(long, value_name = "VERSION", value_parser = one_line)]
    override_version: Option<String>,
    /// Stops at the end of the input, even if positions are not analyzed yet
    #[arg(long)]
    quit_without_waiting: bool,
    /// KataGo settings, "key=value, key=value"; unknown ones are reported on the error stream
    #[arg(long, value_name = "SETTINGS")]
    override_config: Vec<String>,
    #[command(flatten)]
    network: NetworkOptions,
    /// KataGo's configuration, which is not read
    #[arg(long, value_name = "FILE")]
    config: Vec<OsString>,
    /// KataGo's network, which is not read
    #[arg(long, value_name = "FILE")]
    model: Vec<OsString>,
    /// KataGo's network of human play, which is not read
    #[arg(long, value_name = "FILE")]
    human_model: Vec<OsString>,
}

/// Rewrites KataGo's one-dash options of `analysis` with two dashes.
pub(super) fn with_two_dashes(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.into_iter().collect();
    if arguments
        .get(1)
        .is_some_and(|command| command == "analysis")
    {
        let mut previous = OsString::new();
        for argument in &mut arguments[2..] {
            let takes_value = |option: &OsString| {
                option != "-quit-without-waiting"
                    && KATAGO_OPTIONS.iter().any(|name| option == name)
            };
            let before = std::mem::replace(&mut previous, argument.clone());
            if KATAGO_OPTIONS.iter().any(|name| argument == name) && !takes_value(&before) {
                let one_dash = std::mem::replace(argument, OsString::from("-"));
                argument.push(one_dash);
            }
        }
    }
    arguments
}

/// Serves until the input has ended and all queries are answered.
///
/// `is_read` returns false once the output has no reader.
pub(super) fn run(
    options: &AnalysisOptions,
    input: impl Read + Send + 'static,
    output: &mut impl Write,
    errors: &mut impl Write,
    is_read: fn() -> bool,
) -> io::Result<()> {
    let mut usual = Usual::default();
    let ignored = usual.override_config(&options.override_config)?;
    let parallel = options.analysis_threads.or(usual.analysis_threads);
    let parallel = parallel.unwrap_or_else(|| cores().min(USUAL_PARALLEL));
    let threads_each = match options.threads.or(usual.threads) {
        Some(threads) => ThreadsEach::Fixed(threads),
        None => ThreadsEach::Shared(cores()),
    };
    let mut settings = usual.settings;
    settings.visits = options.playouts.map(NonZeroU64::get).or(settings.visits);
    settings.perspective = options.perspective.unwrap_or(settings.perspective);
    let memory = options.memory.map(|memory| (memory as usize) << 20);
    let mut effort = options.common.effort(Aim::Fixed);
    effort.memory = memory.map_or(effort.memory, |memory| memory.min(effort.memory));
    let judgements = effort.memory.saturating_mul(parallel.get());
    let network = options.network.asked()?;
    let answers = network.as_ref().map_or(0, |_| Adviser::MEMORY);
    let wanted = [memory.unwrap_or(TREES), judgements, answers];
    let [trees, judgements, answers] = memory_given(wanted, errors)?;
    effort.memory = judgements / parallel;
    let service = Service {
        oracle: network.map(|network| options.network.oracle(network, answers)),
        terms: Terms {
            rules: options.common.rules.unwrap_or(Rules::PROPOSAL_2012),
            komi: options.common.komi,
        },
        settings,
        search: SearchSettings {
            threads: 1,
            memory: trees / parallel,
            seed: options.common.seed(),
            resign: 0.0,
            effort,
        },
        version: (options.override_version.clone())
            .unwrap_or_else(|| env!("CARGO_PKG_VERSION").to_owned()),
        parallel,
        threads_each,
        waits_at_end: !options.quit_without_waiting,
    };
    // Clients may have closed the error stream.
    let mut tell = |line: &str| _ = writeln!(errors, "{line}");
    tell(&format!(
        "wakari {}: analysis by KataGo's protocol, up to {parallel} positions at a time, {} playouts each, seed {}",
        env!("CARGO_PKG_VERSION"),
        settings.most_playouts(),
        service.search.seed,
    ));
    for (what, files) in [
        ("configuration", &options.config),
        ("model", &options.model),
        ("model of human play", &options.human_model),
    ] {
        for file in files {
            let file = file.to_string_lossy();
            tell(&format!(
                "wakari: the {what} {} is not read",
                visible::line(&file)
            ));
        }
    }
    if !ignored.is_empty() {
        tell(&format!(
            "wakari: without effect here: {}",
            ignored.join(", ")
        ));
    }
    // Clients wait for this text.
    tell("Started, ready to begin handling requests");
    let given = service.serve(input, output, is_read)?;
    if given < parallel.get() {
        tell(&format!(
            "wakari: the system has given {given} of {parallel} threads"
        ));
    }
    Ok(())
}

/// Runs queries with the options of a command line; returns the lines of the answers.
///
/// # Errors
///
/// Returns an error if the options are invalid or no thread can be started.
pub(super) fn answers(options: &[&str], queries: &'static str) -> io::Result<String> {
    let command = AnalysisOptions::augment_args(Command::new("analysis").no_binary_name(true));
    let matches = command.try_get_matches_from(options);
    let options = matches.and_then(|matches| AnalysisOptions::from_arg_matches(&matches));
    let options = options.map_err(io::Error::other)?;
    let mut output = Vec::new();
    let input = queries.as_bytes();
    run(&options, input, &mut output, &mut io::sink(), || true)?;
    Ok(String::from_utf8_lossy(&output).into_owned())
}

/// The settings from `-override-config`.
#[derive(Default)]
struct Usual {
    settings: Settings,
    analysis_threads: Option<NonZeroUsize>,
    threads: Option<NonZeroUsize>,
}

impl Usual {
    /// Applies settings; returns the names of those without effect.
    fn override_config(&mut self, texts: &[String]) -> io::Result<Vec<String>> {
        let mut ignored = Vec::new();
        let pairs = texts.iter().flat_map(|text| text.split(','));
        for pair in pairs.map(str::trim).filter(|pair| !pair.is_empty()) {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            let (key, value) = (key.trim(), value.trim());
            let wrong = |why: &dyn std::fmt::Display| {
                let told = format!("-override-config: {key}: {why}");
                misuse(&visible::line(&told))
            };
            match key {
                "numAnalysisThreads" => {
                    self.analysis_threads = Some(threads(value).map_err(|error| wrong(&error))?);
                }
                "numSearchThreads" | "numSearchThreadsPerAnalysisThread" => {
                    self.threads = Some(threads(value).map_err(|error| wrong(&error))?);
                }
                _ => {
                    let has_effect = self.settings.set(key, value);
                    if !has_effect.map_err(|error| wrong(&error))? {
                        ignored.push(visible::line(key).into_owned());
                    }
                }
            }
        }
        Ok(ignored)
    }
}
