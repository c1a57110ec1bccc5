//! `wakari explain`: why the chains of a position have their status, and whose its empty points are.

use super::input::{self, GameError};
use super::options::{self, AgreedOptions, CommonOptions, about};
use crate::color::Color;
use crate::game::scoring::ScoredGame;
use crate::judge::Effort;
use crate::judge::explain::{Explained, compare, explain_any};
use crate::judge::points::explain_nobodys;
use crate::judge::reinforce::reinforcements;
use crate::language::{self, Language};
use crate::point::Point;
use crate::rules::Rules;
use clap::Args;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

#[derive(Args, Debug)]
pub(super) struct ExplainOptions {
    /// The game or diagram, an SGF file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// What to explain: the chain at a point, or why an empty point is whose it is [default: all chains that need an
    /// explanation]
    #[arg(value_name = "POINT")]
    points: Vec<Point>,
    /// Explains the position after move N instead of the last one
    #[arg(long = "move", value_name = "N")]
    after: Option<u32>,
    /// The same as a POINT; may be repeated
    #[arg(long = "chain", value_name = "POINT")]
    chains: Vec<Point>,
    /// Says instead where these rules differ, and why
    #[arg(long, value_name = "RULES", value_parser = options::rules, conflicts_with_all = ["chains", "points"])]
    compare: Option<Rules>,
    /// Language of the explanation: en or ja
    #[arg(long, value_name = "LANGUAGE", default_value = "en", value_parser = options::language)]
    lang: Language,
    #[command(flatten)]
    agreed: AgreedOptions,
    #[command(flatten)]
    common: CommonOptions,
}

/// Explains, or says in one line why not. Tells whether it could.
pub(super) fn run(
    options: &ExplainOptions,
    output: &mut impl Write,
    errors: &mut impl Write,
) -> io::Result<bool> {
    match told(options) {
        Ok(text) => writeln!(output, "{text}").map(|()| true),
        Err(error) => {
            let complaint = about(&options.file, &error.told(options.lang));
            writeln!(errors, "wakari: {complaint}").map(|()| false)
        }
    }
}

fn told(options: &ExplainOptions) -> Result<String, GameError> {
    let record = input::read(&options.file)?;
    let request = options.agreed.with(options.common.request(options.after));
    let scored = ScoredGame::of(&record, &request)?;
    let points = [&options.points[..], &options.chains].concat();
    match &options.compare {
        Some(other) => Ok(compared(&scored, other, &request.effort, options.lang)),
        None if points.is_empty() => all(&scored, &request.effort, options.lang),
        None => each(&scored, &points, &request.effort, options.lang),
    }
}

/// Where other rules differ from those of the game.
fn compared(scored: &ScoredGame, other: &Rules, effort: &Effort, language: Language) -> String {
    let position = &scored.position;
    let differences = compare(position, &scored.adjudication, other, effort);
    let rules = [position.rules(), other];
    language::comparison(position.board(), &differences, rules, language)
}

/// The board, every chain that is not plainly alive, the points that are nobody's, and the plays that each side still
/// owes.
fn all(scored: &ScoredGame, effort: &Effort, language: Language) -> Result<String, GameError> {
    let (position, adjudication) = (&scored.position, &scored.adjudication);
    let doubtful = adjudication.chains().iter();
    let doubtful = doubtful.filter(|chain| !chain.basis.needs_no_play());
    let doubtful: Vec<Point> = doubtful.filter_map(|chain| chain.stones.first()).collect();
    let mut text = each(scored, &doubtful, effort, language)?;
    if !adjudication.is_open(position.is_over()) {
        for nobodys in explain_nobodys(position, adjudication) {
            let told = Explained::Point(Box::new(nobodys));
            text += "\n\n";
            text += &language::explained(position.board(), &told, language);
        }
    }
    let never = AtomicBool::new(false);
    let owed = Color::BOTH.into_iter().flat_map(|side| {
        let owed = reinforcements(position, adjudication, side, effort, &never);
        owed.into_iter().map(move |owed| (side, owed))
    });
    let owed: Vec<_> = owed.collect();
    if owed.is_empty() {
        return Ok(text);
    }
    Ok(format!(
        "{text}\n\n{}",
        language::reinforcements(&owed, language)
    ))
}

/// The board, and what is at each of some points.
fn each(
    scored: &ScoredGame,
    points: &[Point],
    effort: &Effort,
    language: Language,
) -> Result<String, GameError> {
    let (position, adjudication) = (&scored.position, &scored.adjudication);
    let mut parts = vec![language::picture(position, adjudication, language)];
    for &at in points {
        let explained = explain_any(position, adjudication, at, effort)?;
        parts.push(language::explained(position.board(), &explained, language));
    }
    Ok(parts.join("\n\n"))
}
