//! What an oracle expects of the points of a board, whichever side moves first.

use super::effort::Occasion;
use crate::color::Color;
use crate::point::PerPoint;
use crate::position::Position;
use crate::score::{Terms, beside_area};
use crate::tree::oracle::{Oracle, View};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Mean owner of each point at the end, 1 Black and -1 White; `None` where another thread sets the flag before both sides have
/// been asked about.
///
/// `played` is the same as playouts have it.
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

/// What an oracle is asked about: a game in progress as it is, which a search has asked about too; once nobody plays any more, the
/// stones in an even game, however they came about.
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
