//! The endgame: what the last moves of a game are worth, found by search of the whole board to its end.
//!
//! Both sides play, or pass, until two passes follow each other; then the board is counted as the rules count it, every
//! chain that does not live unconditionally being [read](crate::life::reading). What a side can be sure of is
//! searched for: a threshold is reached against every play of the opponent, or it is not (depth-first proof-number search, Nagai
//! 2002). So a capture that must be made before the end, a reinforcement that is owed, a ko for half a point and a stone that
//! only costs the point it stands on need no rules of thumb.
//!
//! What is left out, and what follows from it:
//!
//! - Points that are [settled](crate::life::benson::settled) are not played on: no stone of the other side's lives there, and
//!   a stone of one's own costs a point. In an own eye of one point, surrounded by one chain that is not in atari, nobody plays.
//! - A position that comes up again counts as a failure of the side that the search is for, unless the other has lost
//!   stones on the way and so has to stop. A failure found beside a cycle is remembered for every line, so what a
//!   side fails to reach it might reach by another one. The same is so of lines of more than 100 moves.
//! - What the caller takes for granted, such as large territories, is: no play on its points is looked at but for the
//!   last liberties of its walls.
//! - Where two passes end the game only if both agree (1949 and 2012), a pass is given up for a play that keeps as much against
//!   an opponent who goes on, if the pass does not: a ko that a pass opens to the opponent is closed first.
//! - A board with a chain that cannot be read within the limits counts as a failure too.
//!
//! Works where territory is counted and few points are open.

mod ends;
mod limits;
mod solver;

pub use limits::Limits;

use crate::color::Color;
use crate::life::benson::Settled;
use crate::point::Move;
use crate::position::Position;
use crate::rules::{Counting, Ko, Rules};
use crate::score::{Terms, beside_board};
use ends::Ends;
use solver::{Outcome, Solver, open_points};
use std::sync::atomic::AtomicBool;

/// Passes in a row that end the game though a side does not agree.
const REFUSED: u32 = 4;

/// What a side is sure of with best play, and how it gets it.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// Black's lead in points, komi included.
    pub margin: f64,
    /// The moves that keep it, passes included, the first found first.
    pub moves: Vec<Move>,
}

/// Solves endgames, and remembers how boards were judged.
#[derive(Debug, Default)]
pub struct Endgame {
    ends: Ends,
}

impl Endgame {
    /// Whether so few points are open that a position may be solved with nothing granted.
    #[must_use]
    pub fn is_small(position: &Position) -> bool {
        let nothing = Settled::default();
        let open = open_points(position.board(), &nothing, position.rules());
        open.len() <= Limits::MOST_POINTS
    }

    /// What the side to move is sure of, if it is granted that some stones live and some points are theirs; `None` if
    /// that is not found within the limits, or another thread sets the flag.
    #[must_use]
    pub fn solve(
        &mut self,
        position: &Position,
        assumed: &Settled,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Option<Solution> {
        if !depends_on_the_board(position.rules()) {
            return None;
        }
        self.ends.begin(position, assumed, limits.states);
        let turn = position.turn();
        let mut position = position.clone();
        if position.passes() >= 2 {
            // Whoever is asked for a move after the stop is to go on.
            position.resume();
        }
        let mut solver = Solver::new(&position, turn, assumed, &mut self.ends, limits, stop)?;
        let value = solver.best()?;
        let mut moves = solver.keeping(value);
        if position.rules().end.needs_agreement() {
            self.withdraw_pass(&position, assumed, limits, stop, value, &mut moves);
        }
        let margin = f64::from(position.turn().sign()) * f64::from(value);
        Some(Solution {
            margin: margin + beside_board(&Terms::of(&position), position.rules()),
            moves,
        })
    }

    /// Leaves the moves that keep a value, komi left out, though the opponent does not agree on the end after two passes, if a
    /// pass does not and others do.
    fn withdraw_pass(
        &mut self,
        position: &Position,
        assumed: &Settled,
        limits: &Limits,
        stop: &AtomicBool,
        value: i32,
        moves: &mut Vec<Move>,
    ) {
        if moves.len() < 2 || !moves.contains(&Move::Pass) {
            return;
        }
        let turn = position.turn();
        let solver = Solver::new(position, turn, assumed, &mut self.ends, limits, stop);
        let Some(mut solver) = solver.map(|solver| solver.refused(REFUSED)) else {
            return;
        };
        if solver.prove_after(Move::Pass, value) == Outcome::Failed {
            let is_firm = |to: &Move| solver.prove_after(*to, value) == Outcome::Reached;
            let firm: Vec<Move> = moves.iter().copied().filter(is_firm).collect();
            if !firm.is_empty() {
                *moves = firm;
            }
        }
    }

    /// Whether a side is sure of a lead of this many points at least, komi included; `None` if that is not found within
    /// the limits. A side that is not sure of it may still reach it where a cycle is worth something.
    #[must_use]
    pub fn is_sure_of(
        &mut self,
        position: &Position,
        side: Color,
        lead: f64,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Option<bool> {
        if !depends_on_the_board(position.rules()) {
            return None;
        }
        let nothing = Settled::default();
        self.ends.begin(position, &nothing, limits.states);
        let mut solver = Solver::new(position, side, &nothing, &mut self.ends, limits, stop)?;
        let beside = beside_board(&Terms::of(position), position.rules());
        let komi = f64::from(side.sign()) * beside;
        match solver.prove((lead - komi).ceil() as i32) {
            Outcome::Reached => Some(true),
            Outcome::Failed => Some(false),
            Outcome::Unknown => None,
        }
    }
}

/// Whether what follows depends on the board and its kos alone, and every prisoner is worth a point at the end.
fn depends_on_the_board(rules: &Rules) -> bool {
    matches!(rules.ko, Ko::Simple | Ko::DoubleKo) && rules.counting == Counting::Territory
}

#[cfg(test)]
mod tests;
