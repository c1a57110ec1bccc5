//! Questions about the count of a scored game, and their answers.

use super::words::Language;
use super::{explanation, judgement};
use crate::go::color::Color;
use crate::go::point::Point;
use crate::go::rules::Rules;
use crate::referee::game::scoring::ScoredGame;
use crate::referee::judge::Effort;
use crate::referee::judge::explain::{Explained, NoChain, compare, explain_any};
use crate::referee::judge::points::explain_nobodys;
use crate::referee::judge::reinforce::reinforcements;
use std::sync::atomic::AtomicBool;

/// A question about a scored game.
#[derive(Clone, Debug, PartialEq)]
pub enum Question {
    /// Everything doubtful: chains that need a play or a proof, neutral points, reinforcements
    /// owed.
    Doubtful,
    /// The life and death of the chains at these points, and the value of empty points.
    Points(Vec<Point>),
    /// Differences from other rules, with reasons.
    Rules(Box<Rules>),
}

/// Answers a question, in lines without a final newline.
///
/// # Errors
///
/// Returns [`NoChain::OffBoard`].
pub fn told(
    question: &Question,
    scored: &ScoredGame,
    effort: &Effort,
    language: Language,
) -> Result<String, NoChain> {
    match question {
        Question::Doubtful => doubtful(scored, effort, language),
        Question::Points(points) => each(scored, points, Plays::All, effort, language),
        Question::Rules(other) => Ok(compared(scored, other, effort, language)),
    }
}

/// Compares other rules with those of the game.
fn compared(scored: &ScoredGame, other: &Rules, effort: &Effort, language: Language) -> String {
    let position = &scored.position;
    let differences = compare(position, &scored.adjudication, other, effort);
    let rules = [position.rules(), other];
    explanation::comparison(position.board(), &differences, rules, language)
}

/// The board, chains that are not plainly alive, neutral points and reinforcements owed.
fn doubtful(scored: &ScoredGame, effort: &Effort, language: Language) -> Result<String, NoChain> {
    let (position, adjudication) = (&scored.position, &scored.adjudication);
    let doubtful = adjudication.chains().iter();
    let doubtful = doubtful.filter(|chain| !chain.basis.needs_no_play());
    let doubtful: Vec<Point> = doubtful.filter_map(|chain| chain.stones.first()).collect();
    let mut text = each(scored, &doubtful, Plays::OfFights, effort, language)?;
    if !adjudication.is_open(position.is_over()) {
        for nobodys in explain_nobodys(position, adjudication) {
            let told = Explained::Point(Box::new(nobodys));
            text += "\n\n";
            text += &explanation::explained(position.board(), &told, language);
        }
    }
    let never = AtomicBool::new(false);
    let owed = Color::BOTH.into_iter().flat_map(|side| {
        let owed = reinforcements(position, adjudication, side, effort, &never);
        owed.into_iter().map(move |owed| (side, owed))
    });
    let owed: Vec<_> = owed.collect();
    if !owed.is_empty() {
        text += "\n\n";
        text += &explanation::reinforcements(&owed, language);
    }
    Ok(text)
}

/// The lines of play to show.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Plays {
    /// All lines.
    All,
    /// Lines of fights that were read; of the many zones, only their guarantees.
    OfFights,
}

/// The board, and an explanation of each point.
fn each(
    scored: &ScoredGame,
    points: &[Point],
    plays: Plays,
    effort: &Effort,
    language: Language,
) -> Result<String, NoChain> {
    let (position, adjudication) = (&scored.position, &scored.adjudication);
    let mut parts = vec![judgement::picture(position, adjudication, language)];
    for &at in points {
        let mut explained = explain_any(position, adjudication, at, effort)?;
        if let Explained::Chain(chain) = &mut explained
            && plays == Plays::OfFights
            && !chain.support.is_empty()
        {
            chain.lines = None;
        }
        parts.push(explanation::explained(
            position.board(),
            &explained,
            language,
        ));
    }
    Ok(parts.join("\n\n"))
}
