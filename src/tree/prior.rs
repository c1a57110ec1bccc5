//! Priors: the value of a move before its first playout.
//!
//! A prior counts as a number of playouts with a given mean, as in MoGo (Gelly and Silver 2007) and Pachi (Baudiš and Gailly
//! 2011). That of a move on the board comes from its probability as [`pattern`](crate::pattern) predicts it; that of a pass is
//! set by hand.

use super::{Expansion, MovePrior};
use crate::board::Board;
use crate::color::Color;
use crate::pattern::Predictor;
use crate::playout::{Dice, roll};
use crate::point::{Move, Point, PointSet};
use crate::position::Position;

/// The playouts that the prior of any move counts as, half of them won.
const EVEN_PLAYOUTS: f32 = 10.0;
/// The won playouts added for a move of probability 1; they fall with the square root of the probability.
const PREDICTED_WINS: f32 = 100.0;
/// The playouts that the prior of a pass counts as: few, so that the search soon finds out where passing loses.
const PASS_PLAYOUTS: f32 = 3.0;

/// The moves worth trying on some points of a position, the most promising first, then a pass, and the predicted win
/// probability.
///
/// Left out are illegal moves and those that fill an eye. For the side to move, `value` (0 to 1) is the value of the position so
/// far, and `bonus` its points beside the area that it will own.
#[must_use]
pub fn expansion(
    position: &Position,
    points: &PointSet,
    value: f64,
    bonus: f64,
    predictor: &Predictor,
    dice: &mut Dice,
) -> Expansion {
    let (board, turn) = (position.board(), position.turn());
    let is_choice =
        |&point: &Point| !fills_eye(board, turn, point) && position.is_legal(Move::At(point));
    let empties = board.empties().iter().copied();
    let choices: Vec<Point> = empties
        .filter(|&point| points.contains(point))
        .filter(is_choice)
        .collect();
    let earlier = [position.last_move(), position.last_but_one()];
    let earlier = earlier.map(|play| play.and_then(|(_, to)| to.point()));
    let prediction = predictor.predict(board, turn, earlier, &choices, bonus as f32);
    let mut moves: Vec<MovePrior> = choices
        .iter()
        .zip(prediction.probabilities)
        .map(|(&point, probability)| {
            let predicted = PREDICTED_WINS * probability.sqrt();
            // A little noise, so that equal moves are not always tried in the same order.
            let noise = roll(dice, 1024) as f32 / 1024.0 - 0.5;
            prior(
                Move::At(point),
                EVEN_PLAYOUTS / 2.0 + noise + predicted,
                EVEN_PLAYOUTS + predicted,
            )
        })
        .collect();
    moves.sort_by(|one, other| other.wins().total_cmp(&one.wins()));
    if position.is_legal(Move::Pass) || moves.is_empty() {
        moves.push(pass(position, value));
    }
    Expansion {
        moves,
        win: prediction.win,
    }
}

/// The prior of a pass. Nobody should have to lose a point at home: near the end a pass keeps the value so far.
fn pass(position: &Position, value: f64) -> MovePrior {
    match may_end(position) {
        // Where the opponent thinks that the game is over, it may be.
        _ if position.passes() > 0 => prior(Move::Pass, 10.0, 20.0),
        true => prior(Move::Pass, value as f32 * PASS_PLAYOUTS, PASS_PLAYOUTS),
        false => prior(Move::Pass, 1.0, 20.0),
    }
}

/// Whether a pass may be the best move: a third of the board is filled.
#[must_use]
pub fn may_end(position: &Position) -> bool {
    let board = position.board();
    3 * board.empties().len() < 2 * board.size().area()
}

/// A prior of `wins` won playouts of `playouts`.
fn prior(to: Move, wins: f32, playouts: f32) -> MovePrior {
    MovePrior {
        to,
        value: wins / playouts,
        weight: playouts as u16,
    }
}

/// Whether the point is an own one-point eye that needs no filling: no chain around it is in atari.
fn fills_eye(board: &Board, turn: Color, point: Point) -> bool {
    let mut around = point
        .neighbours()
        .into_iter()
        .filter(|&near| board.at(near).is_some());
    board.around(point).is_eye_of(turn) && !around.any(|near| board.is_in_atari(near))
}
