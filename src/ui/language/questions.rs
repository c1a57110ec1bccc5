//! Questions about the count of a scored game, and their answers.

use super::explanation;
use super::groups::groups;
use super::look::{self, Look};
use super::words::Language;
use crate::go::color::Color;
use crate::go::point::Point;
use crate::go::rules::Rules;
use crate::referee::game::scoring::ScoredGame;
use crate::referee::judge::explain::{Explained, NoChain, compare, explain, explain_any};
use crate::referee::judge::points::explain_nobodys;
use crate::referee::judge::reinforce::reinforcements;
use crate::referee::judge::{Adjudication, Effort, Judgement, Status};
use std::mem::discriminant;
use std::sync::atomic::AtomicBool;

/// A question about a scored game.
#[derive(Clone, Debug, PartialEq)]
pub enum ScoreQuestion {
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
    question: &ScoreQuestion,
    scored: &ScoredGame,
    effort: &Effort,
    look: Look,
    language: Language,
) -> Result<String, NoChain> {
    match question {
        ScoreQuestion::Doubtful => doubtful(scored, effort, look, language),
        ScoreQuestion::Points(points) => each(scored, points, effort, look, language),
        ScoreQuestion::Rules(other) => Ok(compared(scored, other, effort, look, language)),
    }
}

/// Compares other rules with those of the game.
fn compared(
    scored: &ScoredGame,
    other: &Rules,
    effort: &Effort,
    look: Look,
    language: Language,
) -> String {
    let position = &scored.position;
    let differences = compare(position, &scored.adjudication, other, effort);
    let rules = [position.rules(), other];
    explanation::comparison(position.board(), &differences, rules, look, language)
}

/// The board, groups that are not plainly alive, neutral points and protective moves owed.
fn doubtful(
    scored: &ScoredGame,
    effort: &Effort,
    look: Look,
    language: Language,
) -> Result<String, NoChain> {
    let (position, adjudication) = (&scored.position, &scored.adjudication);
    let board = position.board();
    let mut parts = vec![look::picture(position, adjudication, look, language)];
    for (index, group) in alike(adjudication).iter().enumerate() {
        let shown = example(group).stones.first().expect("a chain has stones");
        let mut explained = explain(position, adjudication, shown, effort)?;
        // Of the many zones of a safe group, only the guarantees are shown.
        if !explained.support.is_empty() {
            explained.lines = None;
        }
        if index == 0 {
            parts.push(explanation::rule(&explained, language));
        }
        parts.push(explanation::of_group(
            board, group, &explained, look, language,
        ));
    }
    if !adjudication.is_open(position.is_over()) {
        for nobodys in explain_nobodys(position, adjudication) {
            let told = Explained::Point(Box::new(nobodys));
            parts.push(explanation::explained(board, &told, look, language));
        }
    }
    let never = AtomicBool::new(false);
    let owed = Color::BOTH.into_iter().flat_map(|side| {
        let owed = reinforcements(position, adjudication, side, effort, &never);
        owed.into_iter().map(move |owed| (side, owed))
    });
    let owed: Vec<_> = owed.collect();
    if !owed.is_empty() {
        parts.push(explanation::reinforcements(&owed, language));
    }
    Ok(parts.join("\n\n"))
}

/// Groups whose chains have one status for one kind of reason, without those that plainly live.
fn alike(adjudication: &Adjudication) -> Vec<Vec<&Judgement>> {
    let dame = adjudication.territory().dame;
    let kind = |chain: &Judgement| {
        let is_beside_dame = chain.status == Status::Seki && chain.stones.grown().meets(&dame);
        (
            discriminant(&chain.basis),
            chain.states == 0,
            is_beside_dame,
        )
    };
    let mut alike: Vec<Vec<&Judgement>> = vec![];
    for group in groups(adjudication, |chain| !chain.basis.needs_no_play()) {
        let first = alike.len();
        for chain in group {
            let of_group = &mut alike[first..];
            match of_group
                .iter_mut()
                .find(|known| kind(known[0]) == kind(chain))
            {
                Some(known) => known.push(chain),
                None => alike.push(vec![chain]),
            }
        }
    }
    alike
}

/// The chain that stands for a group: the least sure one, and of equals the largest.
fn example<'a>(group: &[&'a Judgement]) -> &'a Judgement {
    let sureness = |chain: &Judgement| chain.confidence().unwrap_or(0.0);
    let least = group.iter().min_by(|one, other| {
        let by_size = other.stones.len().cmp(&one.stones.len());
        sureness(one).total_cmp(&sureness(other)).then(by_size)
    });
    least.expect("a group has chains")
}

/// The board, and an explanation of each point.
fn each(
    scored: &ScoredGame,
    points: &[Point],
    effort: &Effort,
    look: Look,
    language: Language,
) -> Result<String, NoChain> {
    let (position, adjudication) = (&scored.position, &scored.adjudication);
    let mut parts = vec![look::picture(position, adjudication, look, language)];
    for &at in points {
        let explained = explain_any(position, adjudication, at, effort)?;
        parts.push(explanation::explained(
            position.board(),
            &explained,
            look,
            language,
        ));
    }
    Ok(parts.join("\n\n"))
}
