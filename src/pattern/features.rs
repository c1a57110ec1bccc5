//! The features of a move but its shapes: tactics, self-atari, connection, line, and distance to the last two moves.

use super::ladder;
use super::shape::distance;
use crate::board::{Board, Room};
use crate::color::Color;
use crate::playout::policy;
use crate::point::{PerPoint, Point};
use smallvec::SmallVec;

/// Tactical features of a move: what it does to chains with few liberties. Each is a bit of [`MoveContext::marks`].
///
/// `LAST` is about the chain of the last move, `FROM_LAST` about a chain that the last move touches, `LARGE` about a chain of at
/// least [`LARGE`](super::LARGE) stones, `CAUGHT` and `IN_VAIN` about one that a ladder captures.
pub(super) mod mark {
    pub(in crate::pattern) const CAPTURES: u32 = 1;
    pub(in crate::pattern) const CAPTURES_LAST: u32 = 1 << 1;
    pub(in crate::pattern) const CAPTURES_CAUGHT: u32 = 1 << 2;
    pub(in crate::pattern) const CAPTURES_LARGE: u32 = 1 << 3;
    pub(in crate::pattern) const CAPTURE_SAVES: u32 = 1 << 4;
    pub(in crate::pattern) const CAPTURE_SAVES_LARGE: u32 = 1 << 5;
    pub(in crate::pattern) const RUNS: u32 = 1 << 6;
    pub(in crate::pattern) const RUNS_FROM_LAST: u32 = 1 << 7;
    pub(in crate::pattern) const RUNS_LARGE: u32 = 1 << 8;
    pub(in crate::pattern) const RUNS_IN_VAIN: u32 = 1 << 9;
    pub(in crate::pattern) const CATCHES: u32 = 1 << 10;
    pub(in crate::pattern) const CATCHES_LAST: u32 = 1 << 11;
    pub(in crate::pattern) const CATCHES_LARGE: u32 = 1 << 12;
    pub(in crate::pattern) const ATARI: u32 = 1 << 13;
    pub(in crate::pattern) const ATARI_LAST: u32 = 1 << 14;
    pub(in crate::pattern) const PROTECTS: u32 = 1 << 15;
    pub(in crate::pattern) const PROTECTS_FROM_LAST: u32 = 1 << 16;
    pub(in crate::pattern) const PROTECTS_LARGE: u32 = 1 << 17;
    pub(in crate::pattern) const PROTECTS_IN_VAIN: u32 = 1 << 18;
    pub(in crate::pattern) const SHORTENS: u32 = 1 << 19;
    pub(in crate::pattern) const SHORTENS_LAST: u32 = 1 << 20;
    pub(in crate::pattern) const LENGTHENS: u32 = 1 << 21;
    pub(in crate::pattern) const LENGTHENS_FROM_LAST: u32 = 1 << 22;
    pub(in crate::pattern) const VITAL: u32 = 1 << 23;
    pub(in crate::pattern) const COUNT: usize = 24;
}

/// The index of the first weight of each kind of feature; the marks come before them, the shapes after them.
pub(super) mod feature {
    pub(in crate::pattern) const SELF_ATARI: usize = super::mark::COUNT;
    pub(in crate::pattern) const JOINS: usize = SELF_ATARI + 3;
    pub(in crate::pattern) const CUTS: usize = JOINS + 2;
    pub(in crate::pattern) const LINE: usize = CUTS + 2;
    pub(in crate::pattern) const DISTANCE: usize = LINE + 3 * super::LINES;
    pub(in crate::pattern) const DISTANCE_BEFORE: usize = DISTANCE + super::MAX_DISTANCE;
    pub(in crate::pattern) const COUNT: usize = DISTANCE_BEFORE + super::MAX_DISTANCE;
}

/// Lines from the edge that are distinguished.
const LINES: usize = 6;
/// Distances to an earlier move that are distinguished.
const MAX_DISTANCE: usize = 18;
/// The number of stones from which a chain is large.
const LARGE: usize = 3;

/// The features of a move, as indices of their weights.
pub(super) type Features = SmallVec<[u32; 32]>;

/// What the features of a move depend on: the board, the side to move and the last two moves.
pub(super) struct MoveContext<'a> {
    pub(super) board: &'a Board,
    pub(super) turn: Color,
    pub(super) last: Option<Point>,
    pub(super) before: Option<Point>,
    /// The tactical features of a move on each point.
    pub(super) marks: PerPoint<u32>,
}

impl MoveContext<'_> {
    pub(super) fn new(
        board: &Board,
        turn: Color,
        last: Option<Point>,
        before: Option<Point>,
    ) -> MoveContext<'_> {
        let mut context = MoveContext {
            board,
            turn,
            last,
            before,
            marks: PerPoint::new(0),
        };
        let heads = board.size().points();
        for chain in heads.filter(|&at| board.at(at).is_some() && board.chain_name(at) == at) {
            context.mark_chain(chain);
        }
        if let Some(vital) = last.and_then(|last| policy::vital_point_near(board, last)) {
            context.marks[vital] |= mark::VITAL;
        }
        context
    }

    /// Marks what moves on the liberties of a chain do to it, if it has at most three.
    fn mark_chain(&mut self, chain: Point) {
        let board = self.board;
        let Some(liberties) = ladder::liberties(board, chain, 3) else {
            return;
        };
        let is_own = board.at(chain) == Some(self.turn);
        match (is_own, &liberties[..]) {
            (true, &[liberty]) => self.mark_escape(chain, liberty),
            (false, &[liberty]) => self.mark_capture(chain, liberty),
            (true, [_, _]) => self.mark_protection(chain, &liberties),
            (false, [_, _]) => self.mark_attack(chain, &liberties),
            (true, three) => {
                let plain = if self.is_under_last(chain) {
                    mark::LENGTHENS | mark::LENGTHENS_FROM_LAST
                } else {
                    mark::LENGTHENS
                };
                three.iter().for_each(|&at| self.marks[at] |= plain);
            }
            (false, three) => {
                let plain = mark::SHORTENS | self.if_last(chain, mark::SHORTENS_LAST);
                three.iter().for_each(|&at| self.marks[at] |= plain);
            }
        }
    }

    /// Marks the liberty of an own chain in atari, and the captures that save it.
    fn mark_escape(&mut self, chain: Point, liberty: Point) {
        let board = self.board;
        if ladder::is_caught(board, chain) {
            self.marks[liberty] |= mark::RUNS_IN_VAIN;
            return;
        }
        if board.room_after(self.turn, liberty) == Room::More {
            self.marks[liberty] |= mark::RUNS | self.if_large(chain, mark::RUNS_LARGE);
            if self.is_under_last(chain) {
                self.marks[liberty] |= mark::RUNS_FROM_LAST;
            }
        }
        self.mark_relief(chain);
    }

    /// Marks the liberty of an opposing chain in atari.
    fn mark_capture(&mut self, chain: Point, liberty: Point) {
        let mut bits = mark::CAPTURES
            | self.if_last(chain, mark::CAPTURES_LAST)
            | self.if_large(chain, mark::CAPTURES_LARGE);
        if ladder::is_caught(self.board, chain) {
            bits |= mark::CAPTURES_CAUGHT;
        }
        self.marks[liberty] |= bits;
    }

    /// Marks the liberties of an own chain that a ladder threatens, and the captures that save it.
    fn mark_protection(&mut self, chain: Point, liberties: &[Point]) {
        let board = self.board;
        if ladder::catching_move(board, chain).is_none() {
            return;
        }
        for &at in liberties {
            if board.is_suicide(self.turn, at) {
                continue;
            }
            let mut after = board.clone();
            after.place(self.turn, at, &mut ());
            let helps = !after.is_in_atari(chain) && ladder::catching_move(&after, chain).is_none();
            self.marks[at] |= match helps {
                true if self.is_under_last(chain) => {
                    mark::PROTECTS
                        | mark::PROTECTS_FROM_LAST
                        | self.if_large(chain, mark::PROTECTS_LARGE)
                }
                true => mark::PROTECTS | self.if_large(chain, mark::PROTECTS_LARGE),
                false => mark::PROTECTS_IN_VAIN,
            };
        }
        self.mark_relief(chain);
    }

    /// Marks the two liberties of an opposing chain.
    fn mark_attack(&mut self, chain: Point, liberties: &[Point]) {
        for &at in liberties {
            self.marks[at] |= if ladder::catches(self.board, chain, at) {
                mark::CATCHES
                    | self.if_last(chain, mark::CATCHES_LAST)
                    | self.if_large(chain, mark::CATCHES_LARGE)
            } else {
                mark::ATARI | self.if_last(chain, mark::ATARI_LAST)
            };
        }
    }

    /// Marks captures of neighbours of a chain in danger.
    fn mark_relief(&mut self, chain: Point) {
        let board = self.board;
        let bits = mark::CAPTURE_SAVES | self.if_large(chain, mark::CAPTURE_SAVES_LARGE);
        for near in board.chain(chain).flat_map(|stone| stone.neighbours()) {
            if board.at(near) == Some(!self.turn)
                && let Some(liberty) = board.only_liberty(near)
            {
                self.marks[liberty] |= bits;
            }
        }
    }

    fn if_last(&self, chain: Point, bits: u32) -> u32 {
        let name = self.board.chain_name(chain);
        match self.last {
            Some(last) if self.board.chain_name(last) == name => bits,
            _ => 0,
        }
    }

    fn if_large(&self, chain: Point, bits: u32) -> u32 {
        if self.board.chain_size(chain) >= LARGE {
            bits
        } else {
            0
        }
    }

    /// Whether the last move touches the chain.
    fn is_under_last(&self, chain: Point) -> bool {
        let name = self.board.chain_name(chain);
        let board = self.board;
        self.last.is_some_and(|last| {
            let mut near = last.neighbours().into_iter();
            near.any(|at| board.at(at).is_some() && board.chain_name(at) == name)
        })
    }

    /// The features of a move to an empty point, without the shapes.
    pub(super) fn plain_features(&self, at: Point) -> Features {
        let (board, turn) = (self.board, self.turn);
        let mut features = Features::new();
        let mut bits = self.marks[at];
        while bits != 0 {
            features.push(bits.trailing_zeros());
            bits &= bits - 1;
        }
        let mut add = |feature: usize| features.push(feature as u32);
        if board.room_after(turn, at) != Room::More && !board.captures(turn, at) {
            let own = board.around(at).touching(turn) > 0;
            let kind = match policy::is_bad_self_atari(board, turn, at) {
                true if own => 0,
                true => 1,
                false => 2,
            };
            add(feature::SELF_ATARI + kind);
        }
        for (color, first) in [(turn, feature::JOINS), (!turn, feature::CUTS)] {
            let chains = chains_beside(board, at, color);
            if chains >= 2 {
                add(first + (chains - 2).min(1));
            }
        }
        let line = usize::from(line(board, at)).min(LINES) - 1;
        let filled = 1.0 - board.empties().len() as f64 / board.size().area() as f64;
        let phase = usize::from(filled > 0.12) + usize::from(filled > 0.4);
        add(feature::LINE + phase * LINES + line);
        for (earlier, first) in [
            (self.last, feature::DISTANCE),
            (self.before, feature::DISTANCE_BEFORE),
        ] {
            if let Some(earlier) = earlier {
                add(first + distance(at, earlier).min(MAX_DISTANCE + 1) - 2);
            }
        }
        features
    }
}

/// The number of different chains of a color beside a point.
fn chains_beside(board: &Board, at: Point, color: Color) -> usize {
    let mut chains: SmallVec<[Point; 4]> = SmallVec::new();
    for near in at.neighbours() {
        if board.at(near) == Some(color) && !chains.contains(&board.chain_name(near)) {
            chains.push(board.chain_name(near));
        }
    }
    chains.len()
}

/// The line of a point, counted from the nearest edge: 1 at the edge.
pub(super) fn line(board: &Board, point: Point) -> u8 {
    let size = board.size();
    let (column, row) = (point.column(), point.row());
    let from_far = (size.width() + 1 - column).min(size.height() + 1 - row);
    column.min(row).min(from_far)
}

/// The moves to choose from: empty points that are neither suicide, nor a ko just taken, nor an own eye.
pub(super) fn choices(board: &Board, turn: Color) -> Vec<Point> {
    let empties = board.empties().iter().copied();
    empties.filter(|&at| board.is_playable(turn, at)).collect()
}
