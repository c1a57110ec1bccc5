//! Input planes of the network.

use super::kernel::{Lanes, PaddedGrid, WIDTH};
use crate::go::point::Point;
use crate::mcts::pattern::features::{MoveContext, line};
use crate::mcts::pattern::{ladder, mark};

/// Index of the first plane of each kind.
mod plane {
    /// 1 on the board.
    pub(super) const BOARD: usize = 0;
    /// Own stones with 1, 2, 3 and more liberties.
    pub(super) const OWN: usize = 1;
    /// Opposing stones with 1, 2, 3 and more liberties.
    pub(super) const OTHER: usize = 5;
    /// The last move and the one before it.
    pub(super) const LAST: usize = 9;
    pub(super) const BEFORE: usize = 10;
    /// Logarithm of the size of the chain.
    pub(super) const CHAIN_SIZE: usize = 11;
    /// Line, counted from the edge.
    pub(super) const LINE: usize = 12;
    /// Candidate moves.
    pub(super) const CHOICE: usize = 13;
    /// Probability by the patterns, and its logarithm.
    pub(super) const PROBABILITY: usize = 14;
    pub(super) const LOG_PROBABILITY: usize = 15;
    /// Tactical features; see [`MARKS`](super::MARKS).
    pub(super) const MARKS: usize = 16;
}

/// Tactical features that the network sees, one plane each.
const MARKS: [u32; 12] = [
    mark::CAPTURES,
    mark::CAPTURES_CAUGHT,
    mark::CAPTURE_SAVES,
    mark::RUNS,
    mark::RUNS_IN_VAIN,
    mark::CATCHES,
    mark::ATARI,
    mark::PROTECTS,
    mark::PROTECTS_IN_VAIN,
    mark::SHORTENS,
    mark::LENGTHENS,
    mark::VITAL,
];

/// Encodes a position as planes. `log_probabilities` are the patterns' predictions of `moves`.
pub(super) fn planes(
    grid: PaddedGrid,
    context: &MoveContext,
    moves: &[Point],
    log_probabilities: &[f32],
) -> Vec<Lanes> {
    let board = context.board;
    let mut planes = grid.zeros();
    let mut set = |plane: usize, at: Point, number: f32| {
        planes[plane / WIDTH * grid.len() + grid.place(at)][plane % WIDTH] = number;
    };
    for at in board.size().points() {
        set(plane::BOARD, at, 1.0);
        set(plane::LINE, at, f32::from(line(board, at)) / 10.0);
        for (number, &marks) in MARKS.iter().enumerate() {
            if context.marks[at] & marks != 0 {
                set(plane::MARKS + number, at, 1.0);
            }
        }
        let Some(color) = board.at(at).filter(|_| board.chain_name(at) == at) else {
            continue;
        };
        let first = if color == context.turn {
            plane::OWN
        } else {
            plane::OTHER
        };
        let liberties = ladder::liberties(board, at, 3).map_or(4, |found| found.len());
        let size = board.chain_size(at);
        for stone in board.chain(at) {
            set(first + liberties.max(1) - 1, stone, 1.0);
            set(plane::CHAIN_SIZE, stone, (size as f32).ln() / 3.0);
        }
    }
    for (plane, at) in [(plane::LAST, context.last), (plane::BEFORE, context.before)] {
        if let Some(at) = at {
            set(plane, at, 1.0);
        }
    }
    for (&at, &log_probability) in moves.iter().zip(log_probabilities) {
        set(plane::CHOICE, at, 1.0);
        set(plane::PROBABILITY, at, log_probability.exp());
        set(plane::LOG_PROBABILITY, at, (log_probability + 6.0) / 3.0);
    }
    planes
}
