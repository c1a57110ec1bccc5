//! Features of a move other than shapes: tactics, self-atari, connection, line, distance to the
//! last two moves.

use super::shape::distance;
use super::{ladder, mark};
use crate::go::board::{Board, Room};
use crate::go::color::Color;
use crate::go::point::{PerPoint, Point};
use crate::mcts::playout::policy;
use smallvec::SmallVec;

/// Lines from the edge that are distinguished.
const MAX_LINE: usize = 6;
/// Distances to an earlier move that are distinguished.
const MAX_DISTANCE: usize = 18;

// Index of the first feature of each kind. The marks come first.
const SELF_ATARI: usize = mark::COUNT;
const JOINS: usize = SELF_ATARI + 3;
const CUTS: usize = JOINS + 2;
const LINE: usize = CUTS + 2;
const DISTANCE: usize = LINE + 3 * MAX_LINE;
const DISTANCE_BEFORE: usize = DISTANCE + MAX_DISTANCE;
/// Number of plain features; the shapes come after them.
pub(super) const PLAIN_FEATURES: usize = DISTANCE_BEFORE + MAX_DISTANCE;

/// Minimum number of stones of a large chain.
const LARGE: usize = 3;

/// The features of a move, as indices of weights.
pub(super) type Features = SmallVec<[u32; 32]>;

/// The context of a move: board, side to move and the last two moves.
pub(super) struct MoveContext<'a> {
    pub(super) board: &'a Board,
    pub(super) turn: Color,
    pub(super) last: Option<Point>,
    pub(super) before: Option<Point>,
    /// Tactical features of a move on each point.
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

    /// Marks the effects of plays on the liberties of a chain with at most 3.
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

    /// Marks the liberties of an own chain threatened by a ladder, and the captures that save it.
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

    /// Marks captures of chains adjacent to an endangered chain.
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

    /// Returns true if the last move is adjacent to the chain.
    fn is_under_last(&self, chain: Point) -> bool {
        let name = self.board.chain_name(chain);
        let board = self.board;
        self.last.is_some_and(|last| {
            let mut near = last.neighbours().into_iter();
            near.any(|at| board.at(at).is_some() && board.chain_name(at) == name)
        })
    }

    /// Returns the features of a play on an empty point, without the shapes.
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
            add(SELF_ATARI + kind);
        }
        for (color, first) in [(turn, JOINS), (!turn, CUTS)] {
            let chains = chains_beside(board, at, color);
            if chains >= 2 {
                add(first + (chains - 2).min(1));
            }
        }
        let line = usize::from(line(board, at)).min(MAX_LINE) - 1;
        // Opening, middle game, endgame.
        let filled = 1.0 - board.empties().len() as f64 / board.size().area() as f64;
        let phase = usize::from(filled > 0.12) + usize::from(filled > 0.4);
        add(LINE + phase * MAX_LINE + line);
        for (earlier, first) in [(self.last, DISTANCE), (self.before, DISTANCE_BEFORE)] {
            if let Some(earlier) = earlier {
                add(first + distance(at, earlier).min(MAX_DISTANCE + 1) - 2);
            }
        }
        features
    }
}

/// Returns the number of chains of a color adjacent to a point.
fn chains_beside(board: &Board, at: Point, color: Color) -> usize {
    let mut chains: SmallVec<[Point; 4]> = SmallVec::new();
    for near in at.neighbours() {
        if board.at(near) == Some(color) && !chains.contains(&board.chain_name(near)) {
            chains.push(board.chain_name(near));
        }
    }
    chains.len()
}

/// Returns the line of a point, 1 at the edge.
pub(super) fn line(board: &Board, point: Point) -> u8 {
    let size = board.size();
    let (column, row) = (point.column(), point.row());
    let from_far = (size.width() + 1 - column).min(size.height() + 1 - row);
    column.min(row).min(from_far)
}

/// Returns the candidate moves: empty points without suicides, ko captures and own eyes.
pub(super) fn choices(board: &Board, turn: Color) -> Vec<Point> {
    let empties = board.empties().iter().copied();
    empties.filter(|&at| board.is_playable(turn, at)).collect()
}
