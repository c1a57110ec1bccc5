//! How well moves and winners are predicted in games that were not trained on.

use super::features::choices;
use super::game::{TrainingGame, ValueTargets, bonus, for_side};
use super::predictor::Predictor;
use crate::color::Color;
use crate::playout::{dice, roll};

/// Which games and positions are used, for training and for validation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampling {
    /// The seed of the random choice of positions.
    pub seed: u64,
    /// One position in this many is sampled.
    pub sample_every: usize,
    /// One game in this many belongs to the validation set; at least 2.
    pub validate_every: usize,
}

/// The quality of predictions: sums over positions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Metrics {
    /// Predicted moves.
    pub moves: u32,
    /// Moves that were predicted as the most likely.
    pub top_1: u32,
    /// Moves that were among the five predicted as the most likely.
    pub top_5: u32,
    /// The sum of the natural logarithms of the probabilities of the moves played.
    pub log_likelihood: f64,
    /// Positions with a predicted and a known winner.
    pub winners: u32,
    /// The sum of the natural logarithms of the probabilities of the winners.
    pub winner_log_likelihood: f64,
}

impl Metrics {
    /// Adds a prediction of moves, given the index of the move played.
    pub(super) fn add_move(&mut self, probabilities: &[f32], played: usize) {
        let better = probabilities.iter().filter(|&&p| p > probabilities[played]);
        let better = better.count();
        self.moves += 1;
        self.top_1 += u32::from(better == 0);
        self.top_5 += u32::from(better < 5);
        self.log_likelihood += f64::from(probabilities[played].max(f32::MIN_POSITIVE)).ln();
    }

    /// Adds a prediction of the winner: the probability that Black wins.
    pub(super) fn add_winner(&mut self, targets: &ValueTargets, black_win: f32) {
        let winner = if targets.lead > 0.0 {
            Color::Black
        } else {
            Color::White
        };
        let probability = for_side(winner, black_win);
        self.winners += 1;
        self.winner_log_likelihood += f64::from(probability.max(f32::MIN_POSITIVE)).ln();
    }
}

impl std::ops::AddAssign for Metrics {
    fn add_assign(&mut self, other: Metrics) {
        self.moves += other.moves;
        self.top_1 += other.top_1;
        self.top_5 += other.top_5;
        self.log_likelihood += other.log_likelihood;
        self.winners += other.winners;
        self.winner_log_likelihood += other.winner_log_likelihood;
    }
}

/// Evaluates a predictor on the validation set.
#[must_use]
pub fn evaluate(predictor: &Predictor, games: &[TrainingGame], sampling: &Sampling) -> Metrics {
    let mut metrics = Metrics::default();
    let mut dice = dice(sampling.seed ^ 1);
    let numbered = games.iter().enumerate();
    let held_out = numbered.filter(|(number, _)| is_held_out(*number, sampling.validate_every));
    for (_, game) in held_out {
        game.replay(|position| {
            if roll(&mut dice, sampling.sample_every) != 0 {
                return;
            }
            let turn = position.turn;
            let moves = choices(&position.board, turn);
            let prediction =
                predictor.predict(&position.board, turn, position.earlier, &moves, bonus(turn));
            let Some(played) = moves.iter().position(|&at| at == position.played) else {
                return;
            };
            metrics.add_move(&prediction.probabilities, played);
            if let (Some(win), Some(targets)) = (prediction.win, game.targets()) {
                metrics.add_winner(targets, for_side(turn, win));
            }
        });
    }
    metrics
}

/// Whether the game with a number, counted from 0, belongs to the validation set. The first one never does.
pub(super) fn is_held_out(number: usize, validate_every: usize) -> bool {
    number % validate_every == validate_every - 1
}
