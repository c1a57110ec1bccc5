//! How well moves and winners are predicted in games that were not trained on.

use super::features::choices;
use super::game::{TrainingGame, bonus, for_side};
use super::lesson::Lesson;
use super::predictor::Predictor;
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
    /// Moves that were predicted as the most likely. Of several the likeliest by the teacher counts.
    pub top_1: u32,
    /// Moves that were among the five predicted as the most likely.
    pub top_5: u32,
    /// The sum of the natural logarithms of the probabilities of the moves played, or their mean by the teacher.
    pub log_likelihood: f64,
    /// Positions with a predicted and a known winner.
    pub winners: u32,
    /// The sum of the natural logarithms of the probabilities of the winners, or their mean by the teacher.
    pub winner_log_likelihood: f64,
    /// Positions with a predicted and a known lead.
    pub leads: u32,
    /// The sum of the errors of the lead, in points.
    pub lead_error: f64,
}

impl Metrics {
    /// Adds a prediction of moves, given the probability with which each was to be chosen, if that is known.
    pub(super) fn add_policy(&mut self, probabilities: &[f32], policy: &[f32]) {
        let numbered = policy.iter().enumerate();
        let Some((likeliest, _)) = numbered.max_by(|one, other| one.1.total_cmp(other.1)) else {
            return;
        };
        let better = probabilities
            .iter()
            .filter(|&&p| p > probabilities[likeliest])
            .count();
        self.moves += 1;
        self.top_1 += u32::from(better == 0);
        self.top_5 += u32::from(better < 5);
        let both = policy.iter().zip(probabilities);
        let of_move = |(&share, &probability): (&f32, &f32)| f64::from(share) * log(probability);
        self.log_likelihood += both.map(of_move).sum::<f64>();
    }

    /// Adds a prediction of the winner: the probability that a side wins and what it should have been.
    pub(super) fn add_win(&mut self, target: f32, win: f32) {
        let shares = [(target, win), (1.0 - target, 1.0 - win)];
        let of_side = |(share, probability)| f64::from(share) * log(probability);
        self.winners += 1;
        self.winner_log_likelihood += shares.into_iter().map(of_side).sum::<f64>();
    }

    /// Adds a prediction of the lead, in points.
    pub(super) fn add_lead(&mut self, target: f32, lead: f32) {
        self.leads += 1;
        self.lead_error += f64::from((target - lead).abs());
    }
}

/// The logarithm of a probability, which a float may round to 0.
fn log(probability: f32) -> f64 {
    f64::from(probability.max(f32::MIN_POSITIVE)).ln()
}

impl std::ops::AddAssign for Metrics {
    fn add_assign(&mut self, other: Metrics) {
        self.moves += other.moves;
        self.top_1 += other.top_1;
        self.top_5 += other.top_5;
        self.log_likelihood += other.log_likelihood;
        self.winners += other.winners;
        self.winner_log_likelihood += other.winner_log_likelihood;
        self.leads += other.leads;
        self.lead_error += other.lead_error;
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
            let chosen: Vec<f32> = moves
                .iter()
                .map(|&at| f32::from(at == position.played))
                .collect();
            if !chosen.contains(&1.0) {
                return;
            }
            metrics.add_policy(&prediction.probabilities, &chosen);
            if let (Some(outcome), Some(targets)) = (prediction.outcome, game.targets()) {
                let black_won = f32::from(targets.lead > 0.0);
                metrics.add_win(for_side(turn, black_won), outcome.win);
            }
        });
    }
    metrics
}

/// Evaluates a predictor on the lessons of the validation set.
#[must_use]
pub fn evaluate_on_lessons(
    predictor: &Predictor,
    lessons: &[Lesson],
    validate_every: usize,
) -> Metrics {
    let mut metrics = Metrics::default();
    let numbered = lessons.iter().enumerate();
    for (_, lesson) in numbered.filter(|(number, _)| is_held_out(*number, validate_every)) {
        let position = lesson.game.end();
        let (board, turn) = (&position.board, position.turn);
        let moves = choices(board, turn);
        let prediction = predictor.predict(board, turn, position.earlier, &moves, lesson.bonus);
        metrics.add_policy(&prediction.probabilities, &lesson.policy_of(&moves));
        if let Some(outcome) = prediction.outcome {
            metrics.add_win(lesson.win, outcome.win);
            metrics.add_lead(lesson.lead, outcome.lead);
        }
    }
    metrics
}

/// Whether the game or lesson with a number, counted from 0, belongs to the validation set. The first one never does.
pub(super) fn is_held_out(number: usize, validate_every: usize) -> bool {
    number % validate_every == validate_every - 1
}
