//! The endgame solver: exact search of the last moves on the whole board.
//!
//! Both sides play or pass until two passes follow each other. Then the board is counted by the
//! rules in force, and every chain that is not pass-alive is [read](crate::life::reading). The
//! solver proves, against every play of the opponent, that a side reaches a threshold, or that it
//! does not (depth-first proof-number search, Nagai 2002). Captures before the end, reinforcements,
//! half-point kos and stones that only cost a point therefore need no rules of thumb.
//!
//! Simplifications:
//!
//! - [Settled](crate::life::benson::settled) points are not played on: a stone of the opponent dies
//!   there, and a stone of the owner costs a point. A one-point eye within a single chain that is
//!   not in atari is not filled.
//! - A repeated position is a failure of the side that is searched for, unless the opponent lost
//!   stones in the cycle and so has to stop. A failure that rests on a cycle is stored as if it
//!   held on every line, and lines end after 100 moves. Failures are therefore not exact: a side
//!   may reach more.
//! - A board with a chain that cannot be read within the limits is a failure too.
//! - Points [granted](Granted) to a side are not played on.
//! - Under rules where two passes end the game only by agreement (1949 and 2012), an opponent may
//!   play on. If a pass loses value then, the solver prefers plays that do not: a ko that a pass
//!   opens to the opponent is closed first.
//!
//! The margin of an [`EndgameSolution`] is thus a lower bound. It is
//! [exact](EndgameSolution::is_exact) if the opponent is proved to reach the rest. The solver needs
//! territory counting and few open points.

mod ends;
mod granted;
mod limits;
mod solver;

pub use granted::Granted;
pub use limits::EndgameLimits;

use crate::go::color::Color;
use crate::go::point::Move;
use crate::go::position::Position;
use crate::go::rules::{Counting, Ko, Rules};
use crate::go::score::{Terms, beside_board};
use crate::life::benson::Settled;
use ends::CountCache;
use solver::{Solver, ThresholdResult, open_points};
use std::sync::atomic::AtomicBool;

/// The passes in a row that end the game even without agreement.
const REFUSED: u32 = 4;

/// The result that the side to move can force, with the moves that force it.
#[derive(Clone, Debug, PartialEq)]
pub struct EndgameSolution {
    /// Black's lead in points, komi included.
    pub margin: f64,
    /// The moves that keep the margin, passes included, in the order of the solver.
    pub moves: Vec<Move>,
    /// True if it is proved that the side can force no more, or if the side wins already.
    pub is_exact: bool,
}

/// The endgame solver, with a cache of judged boards.
#[derive(Debug, Default)]
pub struct Endgame {
    ends: CountCache,
}

impl Endgame {
    /// Returns true if endgames can be solved by these rules.
    #[must_use]
    pub fn applies_to(rules: &Rules) -> bool {
        depends_on_the_board(rules)
    }

    /// Returns true if the rules allow solving and few enough points are open.
    #[must_use]
    pub fn is_small(position: &Position, granted: &Granted) -> bool {
        let rules = position.rules();
        depends_on_the_board(rules)
            && open_points(position.board(), granted, rules).len() <= EndgameLimits::MOST_POINTS
    }

    /// Finds the best result that the side to move can force if some stones and points are granted.
    ///
    /// Returns `None` if the limits are too small or another thread sets the flag.
    #[must_use]
    pub fn solve(
        &mut self,
        position: &Position,
        granted: &Granted,
        limits: &EndgameLimits,
        stop: &AtomicBool,
    ) -> Option<EndgameSolution> {
        if !depends_on_the_board(position.rules()) {
            return None;
        }
        self.ends.begin(position, &granted.settled(), limits.states);
        let turn = position.turn();
        let mut position = position.clone();
        if position.passes() >= 2 {
            // A move is requested after the stop: play goes on.
            position.resume();
        }
        let mut solver = Solver::new(&position, turn, granted, &mut self.ends, limits, stop)?;
        let value = solver.best()?;
        let mut moves = solver.keeping(value);
        if position.rules().end.needs_agreement() {
            self.withdraw_pass(&position, granted, limits, stop, value, &mut moves);
        }
        let sign = f64::from(turn.sign());
        let margin =
            sign * f64::from(value) + beside_board(&Terms::of(&position), position.rules());
        let mut is_most = || {
            let solver = Solver::new(&position, !turn, granted, &mut self.ends, limits, stop);
            solver.is_some_and(|mut solver| solver.prove(-value) == ThresholdResult::Reached)
        };
        Some(EndgameSolution {
            margin,
            moves,
            is_exact: sign * margin > 0.0 || is_most(),
        })
    }

    /// Drops moves that lose the value to an opponent who refuses to end the game after two passes.
    ///
    /// This applies only if a pass is one of them and other moves keep the value. The value
    /// excludes komi.
    fn withdraw_pass(
        &mut self,
        position: &Position,
        granted: &Granted,
        limits: &EndgameLimits,
        stop: &AtomicBool,
        value: i32,
        moves: &mut Vec<Move>,
    ) {
        if moves.len() < 2 || !moves.contains(&Move::Pass) {
            return;
        }
        let turn = position.turn();
        let solver = Solver::new(position, turn, granted, &mut self.ends, limits, stop);
        let Some(mut solver) = solver.map(|solver| solver.refused(REFUSED)) else {
            return;
        };
        if solver.prove_after(Move::Pass, value) == ThresholdResult::Failed {
            let is_firm = |to: &Move| solver.prove_after(*to, value) == ThresholdResult::Reached;
            let firm: Vec<Move> = moves.iter().copied().filter(is_firm).collect();
            if !firm.is_empty() {
                *moves = firm;
            }
        }
    }

    /// Returns whether a side can force a lead of at least `lead` points, komi included.
    ///
    /// `Some(false)` does not exclude it if a cycle is worth something. `None` means that the
    /// limits are too small.
    #[must_use]
    pub fn is_sure_of(
        &mut self,
        position: &Position,
        side: Color,
        lead: f64,
        limits: &EndgameLimits,
        stop: &AtomicBool,
    ) -> Option<bool> {
        if !depends_on_the_board(position.rules()) {
            return None;
        }
        self.ends
            .begin(position, &Settled::default(), limits.states);
        let mut solver = Solver::new(
            position,
            side,
            &Granted::Nothing,
            &mut self.ends,
            limits,
            stop,
        )?;
        let beside = beside_board(&Terms::of(position), position.rules());
        let komi = f64::from(side.sign()) * beside;
        match solver.prove((lead - komi).ceil() as i32) {
            ThresholdResult::Reached => Some(true),
            ThresholdResult::Failed => Some(false),
            ThresholdResult::Unknown => None,
        }
    }
}

/// Returns true if the future depends only on the board and its kos, and every prisoner is a point.
fn depends_on_the_board(rules: &Rules) -> bool {
    matches!(rules.ko, Ko::Simple | Ko::DoubleKo) && rules.counting == Counting::Territory
}

#[cfg(test)]
mod tests;
