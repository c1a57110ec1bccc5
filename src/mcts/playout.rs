//! Playouts: a random game to its end, and the ownership of points over many of them.
//!
//! A playout sees a board and the side to move. It knows neither the history nor the rules in
//! force. No side fills an eye or commits suicide, so a game ends with two passes on a board whose
//! points are stones, eyes, or points that neither side can take without loss. A game that cycles
//! is stopped. The final board is counted by [`territory`](crate::go::territory) like any position,
//! under Tromp–Taylor rules with no dead stones.

mod dice;
pub mod policy;

pub use dice::{Dice, dice};

use crate::go::board::Board;
use crate::go::color::{Color, PerColor};
use crate::go::point::{PerPoint, Point, PointSet};
use crate::go::rules::Rules;
use crate::go::territory::territory;
use dice::random_point;
pub(crate) use dice::roll;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// Plays random moves, except into one-point eyes, until both sides pass. Returns the number of
/// moves, including passes.
///
/// The choice is nearly uniform: a point is more likely if its predecessors in the board's list,
/// whose order is arbitrary, cannot be played.
pub fn play_lightly(board: &mut Board, mut turn: Color, dice: &mut Dice) -> usize {
    let limit = 3 * board.size().area();
    let (mut moves, mut passes) = (0, 0);
    while passes < 2 && moves < limit {
        // Two copies, each specialized for one color, are faster than one.
        let played = match turn {
            Color::Black => play_anywhere(board, Color::Black, dice),
            Color::White => play_anywhere(board, Color::White, dice),
        };
        passes = if played { 0 } else { passes + 1 };
        moves += 1;
        turn = !turn;
    }
    moves
}

/// Plays a random move. Returns true if there was a move to play.
#[inline(always)]
fn play_anywhere(board: &mut Board, turn: Color, dice: &mut Dice) -> bool {
    match random_point(board, dice, |board, point| board.is_playable(turn, point)) {
        Some(point) => {
            board.place(turn, point, &mut ());
            true
        }
        None => {
            board.lift_ko();
            false
        }
    }
}

/// Returns Black's lead by area, without komi, on a board played to its end.
///
/// It equals the difference of the [`owners`], but avoids their point sets to be fast enough for
/// timing playouts.
#[must_use]
pub fn count(board: &Board) -> i32 {
    let area = |color| {
        let is_eye = |&&point: &&Point| board.around(point).is_enclosed_by(color);
        let eyes = board.empties().iter().filter(is_eye).count();
        board.count_stones(color) as i32 + eyes as i32
    };
    area(Color::Black) - area(Color::White)
}

/// Plays by the [`policy`] until both sides pass.
///
/// `last` is the opponent's last move. `log` is called for every stone placed, in order.
pub fn play_out(
    board: &mut Board,
    turn: Color,
    last: Option<Point>,
    dice: &mut Dice,
    log: impl FnMut(Color, Point),
) {
    play_out_where(|_| true, board, turn, last, dice, log);
}

/// Plays as [`play_out`] does, with both sides limited to open points.
#[inline(always)]
pub fn play_out_where(
    is_open: impl Fn(Point) -> bool,
    board: &mut Board,
    mut turn: Color,
    mut last: Option<Point>,
    dice: &mut Dice,
    mut log: impl FnMut(Color, Point),
) {
    // A game that does not end by itself is in a cycle. It is stopped and counted as it stands.
    let limit = 3 * board.size().area();
    let (mut moves, mut passes) = (0, 0);
    while passes < 2 && moves < limit {
        let to = policy::choose(board, turn, last, &is_open, dice);
        match to {
            Some(point) => {
                board.place(turn, point, &mut ());
                log(turn, point);
                passes = 0;
            }
            None => {
                board.lift_ko();
                passes += 1;
            }
        }
        last = to;
        moves += 1;
        turn = !turn;
    }
}

/// The number of playouts at whose end each side owned each point.
#[derive(Clone, Debug, PartialEq)]
pub struct Ownership {
    playouts: u32,
    owned: PerColor<PerPoint<u32>>,
}

impl Ownership {
    /// Statistics without playouts.
    #[must_use]
    pub fn new() -> Ownership {
        let none = PerPoint::new(0);
        Ownership {
            playouts: 0,
            owned: PerColor::new(none.clone(), none),
        }
    }

    /// Adds a playout by the points that each side owns at its end.
    pub fn add(&mut self, owners: &PerColor<PointSet>) {
        self.playouts += 1;
        for color in Color::BOTH {
            for point in owners[color].iter() {
                self.owned[color][point] += 1;
            }
        }
    }

    /// Adds an estimate for some points as a number of playouts, from 1 for Black to -1 for White.
    pub fn add_expected(&mut self, expected: &PerPoint<f32>, points: &PointSet) {
        /// The weight of an estimate, in playouts.
        const PLAYOUTS: u32 = 100;
        self.playouts += PLAYOUTS;
        for point in points.iter() {
            let share = (1.0 + expected[point].clamp(-1.0, 1.0)) / 2.0;
            let blacks = (share * PLAYOUTS as f32).round() as u32;
            self.owned[Color::Black][point] += blacks;
            self.owned[Color::White][point] += PLAYOUTS - blacks;
        }
    }

    /// Adds the playouts of another statistic.
    pub fn add_all(&mut self, others: &Ownership) {
        self.playouts += others.playouts;
        for color in Color::BOTH {
            let owned = &mut self.owned[color];
            let counts = owned.0.iter_mut().zip(&others.owned[color].0);
            counts.for_each(|(count, other)| *count += other);
        }
    }

    /// Returns the number of playouts.
    #[must_use]
    pub fn playouts(&self) -> u32 {
        self.playouts
    }

    /// Returns the fraction of playouts, 0 to 1, at whose end this side owned the point.
    #[must_use]
    pub fn share(&self, color: Color, point: Point) -> f64 {
        f64::from(self.owned[color][point]) / f64::from(self.playouts.max(1))
    }

    /// Returns the mean owner of a point: 1 if always Black, -1 if always White.
    #[must_use]
    pub fn of(&self, point: Point) -> f64 {
        self.share(Color::Black, point) - self.share(Color::White, point)
    }
}

impl Default for Ownership {
    fn default() -> Ownership {
        Ownership::new()
    }
}

/// Returns the points of each side on a board played to its end: its stones and the points that
/// only they surround.
#[must_use]
pub fn owners(board: &Board) -> PerColor<PointSet> {
    let eyes = territory(board, &PointSet::EMPTY, &Rules::TROMP_TAYLOR).points;
    PerColor::from_fn(|color| eyes[color] | board.stones(color))
}

/// The number of playouts made even after a stop.
const LEAST_PLAYOUTS: u32 = 20;

/// Plays a board out many times by the [`policy`]. Deterministic for a seed.
#[must_use]
pub fn ownership(board: &Board, turn: Color, playouts: u32, seed: u64) -> Ownership {
    ownership_unless(board, turn, playouts, seed, &AtomicBool::new(false))
}

/// Plays a board out many times, but only a few once another thread sets the flag.
#[must_use]
pub fn ownership_unless(
    board: &Board,
    turn: Color,
    playouts: u32,
    seed: u64,
    stop: &AtomicBool,
) -> Ownership {
    let mut dice = dice(seed);
    let mut ownership = Ownership::new();
    let mut scratch = board.clone();
    for _ in 0..playouts {
        scratch.clone_from(board);
        play_out(&mut scratch, turn, None, &mut dice, |_, _| {});
        ownership.add(&owners(&scratch));
        if ownership.playouts >= LEAST_PLAYOUTS && stop.load(Relaxed) {
            break;
        }
    }
    ownership
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::point::Size;

    /// Final boards of light playouts. On smaller boards some games do not end and are stopped.
    fn ends() -> impl Iterator<Item = Board> {
        (5..=13).chain([19, 25]).flat_map(|side| {
            let empty = Board::new(Size::square(side).expect("within the limits"));
            (0..20).map(move |seed| {
                let mut board = empty.clone();
                play_lightly(&mut board, Color::Black, &mut dice(seed));
                board
            })
        })
    }

    #[test]
    fn light_playouts_end_where_nobody_can_play() {
        for board in ends() {
            board
                .check()
                .unwrap_or_else(|wrong| panic!("{wrong} in\n{board}"));
            let stuck = |color| {
                let mut empties = board.empties().iter();
                !empties.any(|&at| board.is_playable(color, at))
            };
            assert!(Color::BOTH.into_iter().all(stuck), "{board}");
        }
    }

    #[test]
    fn the_count_is_that_of_the_owners() {
        for board in ends() {
            let owners = owners(&board);
            let lead = owners[Color::Black].len() as i32 - owners[Color::White].len() as i32;
            assert_eq!(count(&board), lead, "{board}");
        }
    }
}
