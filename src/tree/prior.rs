//! What is thought of a move before the first playout.
//!
//! What is known of a move counts as so many playouts won, as in MoGo's heuristic initialisation (Gelly and
//! Silver 2007) and in Pachi (Baudiš and Gailly 2011). All of it has been learned from games, see
//! [`pattern`](crate::pattern).

use super::{Growth, Seed};
use crate::board::Board;
use crate::color::Color;
use crate::pattern::Knowledge;
use crate::playout::{Dice, roll};
use crate::point::{Move, Point, PointSet};
use crate::position::Position;

/// How many playouts stand for a move of which nothing is known, half of them won.
const EVEN: f32 = 10.0;
/// How many playouts won are added for a move that players are sure to choose; for others as many times less
/// as the square root of their chance says.
const LEARNED: f32 = 100.0;

/// How many playouts stand for a pass: few, so that it is soon found out where it loses.
const PASS: f32 = 3.0;

/// The moves worth trying in a position on some of its points, the likely ones first, and a pass: all legal ones but
/// those that fill an eye; and who is likely to win. For the side to move, `value` is what is known of the position before and
/// `given` the points it has beside those that it will own.
pub fn seeds(
    position: &Position,
    points: &PointSet,
    value: f64,
    given: f64,
    knowledge: &Knowledge,
    dice: &mut Dice,
) -> Growth {
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
    let foretold = knowledge.foretell(board, turn, earlier, &choices, given as f32);
    let mut seeds: Vec<Seed> = choices
        .iter()
        .zip(foretold.chances)
        .map(|(&point, chance)| {
            let good = LEARNED * chance.sqrt();
            // No two moves are quite equal, so that the first to be tried is not always the same.
            let luck = roll(dice, 1024) as f32 / 1024.0 - 0.5;
            seed(Move::At(point), EVEN / 2.0 + luck + good, EVEN + good)
        })
        .collect();
    seeds.sort_by(|one, other| other.support().total_cmp(&one.support()));
    if position.is_legal(Move::Pass) || seeds.is_empty() {
        // Nobody must lose a point by playing at home: where the end is near a pass keeps what there is.
        seeds.push(match may_end(position) {
            // Where the opponent thinks that the game is over, it may be.
            _ if position.passes() > 0 => seed(Move::Pass, 10.0, 20.0),
            true => seed(Move::Pass, value as f32 * PASS, PASS),
            false => seed(Move::Pass, 1.0, 20.0),
        });
    }
    Growth {
        seeds,
        won: foretold.won,
    }
}

/// Whether a pass may be the best move: a third of the board is filled.
pub fn may_end(position: &Position) -> bool {
    let board = position.board();
    3 * board.empties().len() < 2 * board.size().area()
}

/// A move for which so many playouts won of so many stand.
fn seed(to: Move, won: f32, of: f32) -> Seed {
    Seed {
        to,
        prior: won / of,
        weight: of as u16,
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
