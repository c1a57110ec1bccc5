//! `wakari explain`: explains the status of chains and the owners of points.

use super::input::{GameError, GameOptions};
use super::network;
use super::options::{self, AgreedOptions, CommonOptions, LookOptions};
use super::streams::Streams;
use crate::formats::sgf::Record;
use crate::go::point::Point;
use crate::go::rules::Rules;
use crate::mcts::tree::oracle::Oracle;
use crate::referee::game::scoring::{Request, ScoredGame};
use crate::ui::language::{self, Language, ScoreQuestion};
use clap::Args;
use std::io::{self, Read, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

#[derive(Args, Debug)]
pub(super) struct ExplainOptions {
    #[command(flatten)]
    game: GameOptions,
    /// What to explain: the stones at a point, or the owner of an empty point [default: all groups
    /// that need an explanation]
    #[arg(value_name = "POINT")]
    points: Vec<Point>,
    /// Explains the position after move N instead of the last one
    #[arg(long = "move", value_name = "N")]
    after: Option<u32>,
    /// Another way to write a POINT; may be repeated
    #[arg(long = "chain", value_name = "POINT")]
    chains: Vec<Point>,
    /// Compares with another rule set: shows only where the two differ, and why
    #[arg(long, value_name = "RULES", value_parser = options::rules(), hide_possible_values = true, conflicts_with_all = ["chains", "points"])]
    compare: Option<Rules>,
    /// Language of the explanation: en or ja
    #[arg(long, value_name = "LANGUAGE", default_value = "en", value_parser = options::language(), hide_possible_values = true)]
    lang: Language,
    /// KataGo network file (.bin.gz or .txt.gz) to use for anything that is not proved or read
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
    #[command(flatten)]
    look: LookOptions,
    #[command(flatten)]
    agreed: AgreedOptions,
    #[command(flatten)]
    common: CommonOptions,
}

/// Explains, or writes one line with the reason for a failure. Returns true on success.
pub(super) fn run(
    options: &ExplainOptions,
    input: impl Read,
    output: &mut impl Write,
    errors: &mut impl Write,
    streams: Streams,
) -> io::Result<bool> {
    let request = options.common.request(options.after);
    let (request, _) = options.agreed.with(request, NonZeroUsize::MIN, errors)?;
    let network = network::asked(options.network.as_deref())?;
    let oracle = network.map(network::oracle);
    let record = options.game.read(input, errors, options.lang);
    match record.and_then(|record| told(options, &record, &request, oracle.as_ref(), streams)) {
        Ok(text) => writeln!(output, "{text}").map(|()| true),
        Err(error) => {
            let complaint = options.game.about(&error.told(options.lang));
            writeln!(errors, "wakari: {complaint}").map(|()| false)
        }
    }
}

fn told(
    options: &ExplainOptions,
    record: &Record,
    request: &Request,
    oracle: Option<&Arc<dyn Oracle>>,
    streams: Streams,
) -> Result<String, GameError> {
    let scored = ScoredGame::asking(oracle, record, request)?;
    let points = [&options.points[..], &options.chains].concat();
    let question = match &options.compare {
        Some(other) => ScoreQuestion::Rules(Box::new(*other)),
        None if points.is_empty() => ScoreQuestion::Doubtful,
        None => ScoreQuestion::Points(points),
    };
    Ok(language::told(
        &question,
        &scored,
        &request.effort,
        options.look.look(streams),
        options.lang,
    )?)
}
