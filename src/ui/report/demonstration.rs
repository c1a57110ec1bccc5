//! Demonstrations of how chains live or die, move by move.

use super::comparison::{RuleDifference, RulesResult};
use super::progress::{Activity, ProgressCallback};
use super::replay::Replay;
use crate::go::point::PointSet;
use crate::go::rules::Death;
use crate::life::proof::Book;
use crate::referee::game::scoring::ScoredGame;
use crate::referee::judge::explain::{Explanation, explain};
use crate::referee::judge::{Basis, Effort, Judgement, Status, strategies};

/// A doubtful chain with its explanation and, if there is one, the sequence that shows its status.
#[derive(Clone, Debug)]
pub struct Demonstration {
    /// The reason for its status.
    pub explanation: Explanation,
    /// The main line, then the tries of the losing side; empty if it was not read.
    pub replays: Vec<Replay>,
    /// Answers to every try of the losing side, if reading found few enough.
    pub book: Option<Book>,
    /// True if another rule set gives the chain another status.
    pub is_disputed: bool,
}

/// Maximum number of tries in all books of a page.
const TRIES: usize = 20_000;

/// Explains every chain that is not alive, that was read, or whose status depends on the rules.
pub(super) fn all(
    scored: &ScoredGame,
    by_rules: &[RulesResult],
    effort: &Effort,
    progress: &mut ProgressCallback,
) -> Vec<Demonstration> {
    // Rule sets that count every stone as alive say nothing about this position.
    let judging = by_rules
        .iter()
        .filter(|result| result.rules[0].death != Death::AllAlive);
    let changes = judging.flat_map(|result| &result.differences);
    let disputed = changes.fold(PointSet::EMPTY, |stones, difference| match difference {
        RuleDifference::Stones(_, changed) => stones | changed.0[0] | changed.0[1],
        _ => stones,
    });
    let is_doubtful = |judgement: &&Judgement| {
        judgement.status != Status::Alive
            || matches!(judgement.basis, Basis::Read(_))
            || judgement.stones.meets(&disputed)
    };
    let chains = scored.adjudication.chains().iter();
    let chains: Vec<&Judgement> = chains.filter(is_doubtful).collect();
    let board = scored.position.board();
    let mut tries_left = TRIES;
    let mut found = Vec::new();
    for (index, judgement) in chains.iter().enumerate() {
        progress(Activity::Reading, index, chains.len());
        let first = judgement.stones.first().expect("a chain has stones");
        let explanation = explain(&scored.position, &scored.adjudication, first, effort)
            .expect("the chain is on the board");
        let lines = explanation.lines.iter();
        let lines = lines.flat_map(|lines| [&lines.main].into_iter().chain(&lines.tries));
        let lines = lines.filter(|line| !line.plays.is_empty());
        let is_shown = lines.clone().next().is_some();
        let book = || strategies::book(&scored.position, &scored.adjudication, judgement, effort);
        let book = is_shown.then(book).flatten();
        let tries = book.iter().flat_map(|book| &book.situations).map(Vec::len);
        let tries: usize = tries.sum();
        let book = book.filter(|_| (1..=tries_left).contains(&tries));
        tries_left -= book.as_ref().map_or(0, |_| tries);
        found.push(Demonstration {
            book,
            replays: lines
                .map(|line| Replay::of_line(board, &line.plays))
                .collect(),
            is_disputed: judgement.stones.meets(&disputed),
            explanation,
        });
    }
    found
}
