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
mod work;

use super::katago::KataGoOptions;
use super::network::NetworkOptions;
use super::options::{CommonOptions, memory_given, one_line, playouts, threads};
use crate::engine::search::SearchSettings;
use crate::go::rules::Rules;
use crate::mcts::network::Adviser;
use crate::referee::judge::Aim;
use crate::ui::settings::{Perspective, SessionSettings};
use crate::util::threads::cores;
use clap::{Args, Command, FromArgMatches};
use query::DefaultRules;
use serve::Service;
use std::io::{self, Read, Write};
use std::num::{NonZeroU64, NonZeroUsize};
use work::ThreadsEach;

/// Default memory of all search trees together, in bytes.
const TREES: usize = 512 << 20;
/// Default limit of positions analyzed in parallel.
const USUAL_PARALLEL: NonZeroUsize = NonZeroUsize::new(4).expect("four is not zero");
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
    #[command(flatten)]
    katago: KataGoOptions,
    #[command(flatten)]
    network: NetworkOptions,
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
    let mut usual = SessionSettings::default();
    let ignored = options.katago.apply(&mut usual)?;
    let parallel = options.analysis_threads.or(usual.analysis_threads);
    let parallel = parallel.unwrap_or_else(|| cores().min(USUAL_PARALLEL));
    let threads_each = match options.threads.or(usual.threads) {
        Some(threads) => ThreadsEach::Fixed(threads),
        None => ThreadsEach::Shared(cores()),
    };
    let mut settings = usual.search;
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
        terms: DefaultRules {
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
    ignored.iter().for_each(|line| tell(line));
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
