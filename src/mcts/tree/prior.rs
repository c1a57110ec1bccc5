//! Priors: the value of a move before its first playout.
//!
//! A prior counts as a number of playouts with a given mean, as in MoGo (Gelly and Silver 2007) and
//! Pachi (Baudiš and Gailly 2011). The prior of a play comes from its probability in
//! [`pattern`](crate::mcts::pattern); that of a pass is set by hand.

use super::{Expansion, MovePrior};
use crate::go::board::Board;
use crate::go::color::Color;
use crate::go::point::{Move, Point, PointSet};
use crate::go::position::Position;
use crate::mcts::pattern::{Prediction, Predictor};
use crate::mcts::playout::{Dice, roll};

/// Playouts in the prior of any play, half of them won.
const EVEN_PLAYOUTS: f32 = 10.0;
/// Won playouts added for a move of probability 1; they scale with the root of the probability.
const PREDICTED_WINS: f32 = 100.0;
/// Playouts in the prior of a pass: few, so that the search soon finds out where passing loses.
const PASS_PLAYOUTS: f32 = 3.0;

/// Returns the moves worth trying on `points`, most promising first, then a pass.
///
/// Illegal moves and moves that fill an eye are left out. For the side to move, `value` (0 to 1) is
/// the value of the position so far, and `bonus` the points it has besides the area it will own.
#[must_use]
pub fn expansion(
    position: &Position,
    points: &PointSet,
    value: f64,
    bonus: f64,
    predictor: &Predictor,
    dice: &mut Dice,
) -> Expansion {
    let (choices, prediction) = predicted(position, points, bonus, predictor);
    let mut moves: Vec<MovePrior> = choices
        .iter()
        .zip(prediction.probabilities)
        .map(|(&point, probability)| {
            // A little noise, so that equal moves are not always tried in one order.
            let noise = roll(dice, 1024) as f32 / 1024.0 - 0.5;
            play(point, probability, noise)
        })
        .collect();
    moves.sort_by(|one, other| other.wins().total_cmp(&one.wins()));
    if position.is_legal(Move::Pass) || moves.is_empty() {
        moves.push(pass(position, value));
    }
    Expansion {
        moves,
        predicted: prediction.outcome.map(|outcome| outcome.win),
        surroundings: None,
    }
}

/// Moves a play to the front, with the prior of a play of probability 1.
#[must_use]
pub fn with_urgent(mut expansion: Expansion, urgent: Point) -> Expansion {
    let moves = &mut expansion.moves;
    if let Some(place) = moves.iter().position(|prior| prior.to == Move::At(urgent)) {
        moves[..=place].rotate_right(1);
        moves[0] = play(urgent, 1.0, 0.0);
    }
    expansion
}

/// Returns the predicted probability of each move worth trying; they sum to 1.
///
/// A pass has the share of its prior. `bonus` is as for [`expansion`].
#[must_use]
pub fn policy(position: &Position, bonus: f64, predictor: &Predictor) -> Vec<(Move, f64)> {
    let points = position.board().size().all();
    let (choices, prediction) = predicted(position, &points, bonus, predictor);
    let plays = || choices.iter().zip(&prediction.probabilities);
    let passes = position.is_legal(Move::Pass) || choices.is_empty();
    let pass = if passes {
        pass(position, 0.5).wins()
    } else {
        0.0
    };
    let all = pass
        + plays()
            .map(|(&at, &p)| play(at, p, 0.0).wins())
            .sum::<f64>();
    let rest = 1.0 - pass / all;
    let probability = |(&at, &p): (&Point, &f32)| (Move::At(at), rest * f64::from(p));
    let mut policy: Vec<_> = plays().map(probability).collect();
    if passes {
        policy.push((Move::Pass, pass / all));
    }
    policy
}

/// Returns the points worth trying, and the prediction for them.
fn predicted(
    position: &Position,
    points: &PointSet,
    bonus: f64,
    predictor: &Predictor,
) -> (Vec<Point>, Prediction) {
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
    (choices, prediction)
}

/// The prior of a play with this probability; `noise` is added to the won playouts.
fn play(at: Point, probability: f32, noise: f32) -> MovePrior {
    let predicted = PREDICTED_WINS * probability.sqrt();
    prior(
        Move::At(at),
        EVEN_PLAYOUTS / 2.0 + noise + predicted,
        EVEN_PLAYOUTS + predicted,
    )
}

/// Returns the priors of plays that nothing is known of.
#[must_use]
pub fn equal(points: &[Point]) -> Vec<MovePrior> {
    let share = 1.0 / points.len().max(1) as f32;
    points.iter().map(|&at| play(at, share, 0.0)).collect()
}

/// The prior of a pass.
///
/// Near the end a pass keeps the value so far, so that no side must lose a point by filling its own
/// territory.
fn pass(position: &Position, value: f64) -> MovePrior {
    match may_end(position) {
        // The opponent has passed: the game may be over.
        _ if position.passes() > 0 => prior(Move::Pass, 10.0, 20.0),
        true => prior(Move::Pass, value as f32 * PASS_PLAYOUTS, PASS_PLAYOUTS),
        false => prior(Move::Pass, 1.0, 20.0),
    }
}

/// Returns true if a pass may be the best move: a third of the board is filled.
#[must_use]
pub fn may_end(position: &Position) -> bool {
    let board = position.board();
    3 * board.empties().len() < 2 * board.size().area()
}

/// A prior of `wins` won playouts out of `playouts`.
fn prior(to: Move, wins: f32, playouts: f32) -> MovePrior {
    MovePrior {
        to,
        value: wins / playouts,
        weight: playouts as u16,
    }
}

/// Returns true if `point` is an own one-point eye with no adjacent chain in atari.
fn fills_eye(board: &Board, turn: Color, point: Point) -> bool {
    let mut around = point
        .neighbours()
        .into_iter()
        .filter(|&near| board.at(near).is_some());
    board.around(point).is_eye_of(turn) && !around.any(|near| board.is_in_atari(near))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::point::Size;
    use crate::go::rules::Rules;
    use crate::mcts::playout::dice;

    #[test]
    fn the_policy_ranks_moves_as_the_priors_do() {
        let mut position = Position::new(Size::new(7, 5).expect("a size"), Rules::CHINESE);
        let predictor = Predictor::with_network(position.board().size());
        let mut dice = dice(1);
        while !position.is_over() {
            let policy = policy(&position, 0.0, &predictor);
            let sum: f64 = policy.iter().map(|(_, probability)| probability).sum();
            assert!((sum - 1.0).abs() < 1e-4, "{sum}");
            let all = position.board().size().all();
            let expected = expansion(&position, &all, 0.5, 0.0, &predictor, &mut dice);
            let mut found: Vec<Move> = policy.iter().map(|&(to, _)| to).collect();
            let mut expected: Vec<Move> = expected.moves.iter().map(|prior| prior.to).collect();
            let to = expected[0];
            let passes = found.iter().filter(|&&to| to == Move::Pass).count();
            assert!(passes <= 1 && (to != Move::Pass || found == [Move::Pass]));
            for moves in [&mut found, &mut expected] {
                moves.sort_by_key(|to| to.point().map(Point::index));
            }
            assert_eq!(found, expected);
            position.play_legal(to);
        }
    }
}
