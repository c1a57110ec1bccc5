//! What is told to who asks why a scored game counts as it does.

use super::words::Language;
use super::{explanation, judgement};
use crate::color::Color;
use crate::game::scoring::ScoredGame;
use crate::judge::Effort;
use crate::judge::explain::{Explained, NoChain, compare, explain_any};
use crate::judge::points::explain_nobodys;
use crate::judge::reinforce::reinforcements;
use crate::point::Point;
use crate::rules::Rules;
use std::sync::atomic::AtomicBool;

/// What can be asked about a scored game.
#[derive(Clone, Debug, PartialEq)]
pub enum Question {
    /// Everything that is not plain: chains that need a play or a proof, points that are nobody's, plays that are owed.
    Doubtful,
    /// Why the chains at some points live or die, and why empty ones count or do not.
    Points(Vec<Point>),
    /// Where other rules differ from those of the game, and why.
    Rules(Box<Rules>),
}

/// The answer, several lines without a line feed at the end.
///
/// # Errors
///
/// [`NoChain::OffBoard`].
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

/// Where other rules differ from those of the game.
fn compared(scored: &ScoredGame, other: &Rules, effort: &Effort, language: Language) -> String {
    let position = &scored.position;
    let differences = compare(position, &scored.adjudication, other, effort);
    let rules = [position.rules(), other];
    explanation::comparison(position.board(), &differences, rules, language)
}

/// The board, every chain that is not plainly alive, the points that are nobody's, and the plays that each side still
/// owes.
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

/// Which play is shown beside the reasons.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Plays {
    /// All that there is.
    All,
    /// That of fights which were read; of zones, of which there are many, only what they give.
    OfFights,
}

/// The board, and what is at each of some points.
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
