//! How chains live or die, move by move.

use super::Task;
use super::comparison::{Count, Difference};
use super::replay::Replay;
use crate::life::reading::{Budget, Procedure, Reader};
use crate::life::{Basis, Judgement, Status};
use crate::point::{Play, PointSet};
use crate::rules::Death;
use crate::ruling::Ruling;

/// A chain of which more is to be said, and the play that shows its status where there is such a play.
#[derive(Clone, Debug)]
pub struct Demonstration {
    /// What was found of it.
    pub judgement: Judgement,
    /// The play, if there is one.
    pub line: Vec<Play>,
    /// The boards of the play.
    pub replay: Replay,
    /// Whether another set of rules finds another status.
    pub is_disputed: bool,
}

/// The most states that are looked at to find the play for a chain.
const STATES: usize = 200_000;

/// Every chain that is dead, in seki or unsettled, that was read, or whose status depends on the rules.
pub(super) fn all(
    ruling: &Ruling,
    counts: &[Count],
    progress: &mut dyn FnMut(Task, usize, usize),
) -> Vec<Demonstration> {
    // Where every stone lives by rule nothing is said of this position.
    let judging = counts
        .iter()
        .filter(|count| count.rules[0].death != Death::AllAlive);
    let changes = judging.flat_map(|count| &count.differences);
    let disputed = changes.fold(PointSet::EMPTY, |stones, difference| match difference {
        Difference::Stones(_, changed) => stones | changed.0[0] | changed.0[1],
        _ => stones,
    });
    let is_doubtful = |judgement: &&Judgement| {
        judgement.status != Status::Alive
            || judgement.basis == Basis::Read
            || judgement.stones.meets(&disputed)
    };
    let chains: Vec<&Judgement> = ruling
        .adjudication
        .chains()
        .iter()
        .filter(is_doubtful)
        .collect();
    let board = ruling.position.board();
    let procedure = Procedure::of(ruling.position.rules());
    let mut found = Vec::new();
    for (index, &&judgement) in chains.iter().enumerate() {
        progress(Task::Reading, index, chains.len());
        let first = judgement.stones.first().expect("a chain has stones");
        let proof = match procedure {
            Some(procedure) if judgement.basis != Basis::Proved => {
                Reader::new(board, procedure, Budget { states: STATES }).prove(first)
            }
            _ => None,
        };
        let line = proof.map_or(Vec::new(), |proof| proof.line);
        found.push(Demonstration {
            judgement,
            replay: Replay::of_line(board, &line),
            line,
            is_disputed: judgement.stones.meets(&disputed),
        });
    }
    found
}
