//! Predictor: probabilities of moves and of winning.

use super::features::MoveContext;
use super::model::{PatternModel, softmax};
use super::network::Network;
use crate::go::board::Board;
use crate::go::color::Color;
use crate::go::point::{Point, Size};

/// A move predictor.
#[derive(Clone, Copy, Debug)]
pub enum Predictor<'a> {
    /// Patterns only.
    Patterns(&'a PatternModel),
    /// Patterns corrected by a network that sees the whole board; several times slower.
    Network(&'a PatternModel, &'a Network),
}

impl Predictor<'static> {
    /// The built-in patterns.
    #[must_use]
    pub fn patterns() -> Predictor<'static> {
        Predictor::Patterns(PatternModel::built_in())
    }

    /// The built-in patterns with the built-in network for a board size.
    #[must_use]
    pub fn with_network(size: Size) -> Predictor<'static> {
        Predictor::Network(PatternModel::built_in(), Network::built_in(size))
    }
}

/// The prediction for a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Prediction {
    /// Probability of each move; they sum to 1.
    pub probabilities: Vec<f32>,
    /// The predicted end of the game; `None` if the predictor has no value output.
    pub outcome: Option<PredictedOutcome>,
}

/// The predicted end of a game, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PredictedOutcome {
    /// Win probability, 0 to 1.
    pub win: f32,
    /// Lead in points.
    pub lead: f32,
}

impl Predictor<'_> {
    /// Predicts which of `moves` the side to move plays, and the end of the game.
    ///
    /// The array holds the last move and the one before it. `bonus` is the number of points the
    /// side to move has besides the area it will own.
    #[must_use]
    pub fn predict(
        &self,
        board: &Board,
        turn: Color,
        [last, before]: [Option<Point>; 2],
        moves: &[Point],
        bonus: f32,
    ) -> Prediction {
        let context = MoveContext::new(board, turn, last, before);
        let (mut probabilities, outcome) = match self {
            Predictor::Patterns(model) => (model.logits(&context, moves), None),
            Predictor::Network(model, network) => {
                let mut logits = model.log_probabilities(&context, moves);
                let outcome = network.correct(&context, moves, &mut logits, bonus);
                let outcome = outcome.map(|outcome| PredictedOutcome {
                    win: outcome.win(),
                    lead: outcome.lead,
                });
                (logits, outcome)
            }
        };
        softmax(&mut probabilities);
        Prediction {
            probabilities,
            outcome,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::board::diagram;
    use crate::mcts::pattern::features::{choices, line};

    fn at(column: u8, row: u8) -> Point {
        Point::new(column, row).expect("a point of some board")
    }

    fn likeliest(predictor: &Predictor, board: &Board, turn: Color, last: Option<Point>) -> Point {
        let moves = choices(board, turn);
        let probabilities = predictor
            .predict(board, turn, [last, None], &moves, 0.0)
            .probabilities;
        assert!((probabilities.iter().sum::<f32>() - 1.0).abs() < 1e-3);
        let best = moves
            .iter()
            .zip(&probabilities)
            .max_by(|a, b| a.1.total_cmp(b.1));
        *best.expect("there is a choice").0
    }

    #[test]
    fn games_begin_in_a_corner() {
        let board = Board::new(Size::square(19).expect("19 is a side"));
        for predictor in [Predictor::patterns(), Predictor::with_network(board.size())] {
            let first = likeliest(&predictor, &board, Color::Black, None);
            assert!((3..=4).contains(&line(&board, first)), "{first}");
        }
    }

    #[test]
    fn an_atari_is_answered() {
        let board = diagram::board(
            ". . . . . . .
             . . X . . . .
             . X O X . . .
             O . O X . O .
             . . X . . . .
             . . . . . . .
             . . . . . . .",
        )
        .expect("a board");
        for predictor in [Predictor::patterns(), Predictor::with_network(board.size())] {
            let answer = likeliest(&predictor, &board, Color::White, Some(at(4, 5)));
            assert_eq!(answer, at(2, 4));
        }
    }

    #[test]
    fn predictions_are_probabilities_on_boards_of_any_size() {
        for (width, height) in [(2, 2), (3, 7), (9, 9), (13, 13), (19, 19), (25, 25)] {
            let board = Board::new(Size::new(width, height).expect("a size"));
            let predictor = Predictor::with_network(board.size());
            let prediction =
                predictor.predict(&board, Color::Black, [None; 2], board.empties(), 0.0);
            let probabilities = prediction.probabilities;
            let sum: f32 = probabilities.iter().sum();
            assert!((sum - 1.0).abs() < 1e-3, "{width}x{height}: {sum}");
            assert!(probabilities.iter().all(|p| p.is_finite() && *p >= 0.0));
        }
    }
}
