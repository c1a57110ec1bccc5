//! What the network is shown of a position.

use super::kernel::{Grid, Lanes, WIDTH};
use crate::pattern::{View, ladder, line, mark};
use crate::point::Point;

/// Blocks of channels of the planes.
pub(super) const BLOCKS: usize = 2;

/// Where each kind of plane begins.
mod plane {
    pub(super) const BOARD: usize = 0;
    /// Own stones by their liberties: one, two, three, more; and the opponent's.
    pub(super) const OWN: usize = 1;
    pub(super) const OTHER: usize = 5;
    pub(super) const LAST: usize = 9;
    pub(super) const BEFORE: usize = 10;
    pub(super) const LARGE: usize = 11;
    /// How far from the edge.
    pub(super) const LINE: usize = 12;
    /// What the patterns say of a move: its chance and the logarithm of it.
    pub(super) const CHOICE: usize = 13;
    pub(super) const CHANCE: usize = 14;
    pub(super) const LIKELIHOOD: usize = 15;
    pub(super) const MARKS: usize = 16;
}

/// The marks that the network is shown: one plane for each set.
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

/// The planes of a position; the moves have these logarithms of chances by the patterns.
pub(super) fn planes(grid: Grid, view: &View, moves: &[Point], likelihoods: &[f32]) -> Vec<Lanes> {
    let board = view.board;
    let mut planes = grid.map();
    let mut set = |plane: usize, at: Point, number: f32| {
        planes[plane / WIDTH * grid.len() + grid.place(at)][plane % WIDTH] = number;
    };
    for at in board.size().points() {
        set(plane::BOARD, at, 1.0);
        set(plane::LINE, at, f32::from(line(board, at)) / 10.0);
        for (number, &marks) in MARKS.iter().enumerate() {
            if view.marks[at] & marks != 0 {
                set(plane::MARKS + number, at, 1.0);
            }
        }
        let Some(color) = board.at(at).filter(|_| board.chain_name(at) == at) else {
            continue;
        };
        let first = if color == view.turn {
            plane::OWN
        } else {
            plane::OTHER
        };
        let liberties = ladder::liberties(board, at, 3).map_or(4, |found| found.len());
        let size = board.chain_size(at);
        for stone in board.chain(at) {
            set(first + liberties.max(1) - 1, stone, 1.0);
            set(plane::LARGE, stone, (size as f32).ln() / 3.0);
        }
    }
    for (plane, at) in [(plane::LAST, view.last), (plane::BEFORE, view.before)] {
        if let Some(at) = at {
            set(plane, at, 1.0);
        }
    }
    for (&at, &likelihood) in moves.iter().zip(likelihoods) {
        set(plane::CHOICE, at, 1.0);
        set(plane::CHANCE, at, likelihood.exp());
        set(plane::LIKELIHOOD, at, (likelihood + 6.0) / 3.0);
    }
    planes
}
