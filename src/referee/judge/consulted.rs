//! The evaluator's expectation for the points of a board, averaged over both sides moving first.

use super::effort::Occasion;
use crate::go::color::Color;
use crate::go::point::PerPoint;
use crate::go::position::Position;
use crate::go::score::{Terms, beside_area};
use crate::mcts::tree::oracle::{Oracle, View};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Returns the evaluator's mean owner of each point at the end: 1 Black, -1 White.
///
/// `played` holds the mean owners by playouts. Returns `None` if `stop` is set before both
/// evaluations are made.
pub(super) fn consulted(
    position: &Position,
    occasion: Occasion,
    played: &PerPoint<f64>,
    oracle: &dyn Oracle,
    stop: &AtomicBool,
) -> Option<PerPoint<f64>> {
    let mut owner = PerPoint::new(0.0);
    for turn in [position.turn(), !position.turn()] {
        if stop.load(Relaxed) {
            return None;
        }
        let outlook = oracle.look(&asked_about(position, occasion, played, turn), View::ROOT);
        for at in position.board().size().points() {
            owner[at] += f64::from(outlook.ownership[at]) / 2.0;
        }
    }
    Some(owner)
}

/// Returns the position that is evaluated.
///
/// This is a game in progress as it is, as a search has evaluated it, too. Once play has stopped,
/// the stones alone count: they are evaluated as an even game, so that the moves that led to them
/// do not matter.
fn asked_about(
    position: &Position,
    occasion: Occasion,
    played: &PerPoint<f64>,
    turn: Color,
) -> Position {
    if occasion == Occasion::Game {
        let mut position = position.clone();
        if turn != position.turn() {
            position.set_turn(turn);
        }
        return position;
    }
    let mut even = Position::set_up(position.board().clone(), turn, *position.rules());
    even.set_komi(0.0);
    let board = even.board();
    let owned: f64 = board.size().points().map(|at| played[at]).sum();
    let lead = owned + beside_area(board, &Terms::of(&even), even.rules());
    even.set_komi(lead.floor() + 0.5);
    even
}
