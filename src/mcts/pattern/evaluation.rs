//! Metrics of predictions on held-out games.

use super::features::choices;
use super::game::{TrainingGame, bonus, for_side};
use super::lesson::Lesson;
use super::predictor::Predictor;
use crate::mcts::playout::{dice, roll};

/// The choice of games and positions for training and validation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampling {
    /// Seed of the random choice of positions.
    pub seed: u64,
    /// One position in this many is sampled.
    pub sample_every: usize,
    /// One game in this many is held out for validation; at least 2.
    pub validate_every: usize,
}

/// Prediction metrics, as sums over positions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Metrics {
    /// Number of predicted moves.
    pub moves: u32,
    /// How often the target move was ranked first. With a teacher, its likeliest move is the
    /// target.
    pub top_1: u32,
    /// How often the target move was ranked among the first five.
    pub top_5: u32,
    /// Sum of the log-likelihoods of the moves played; with a teacher, their expected values.
    pub log_likelihood: f64,
    /// Positions with a predicted and a known winner.
    pub winners: u32,
    /// Sum of the log-likelihoods of the winners; with a teacher, their expected values.
    pub winner_log_likelihood: f64,
    /// Positions with a predicted and a known lead.
    pub leads: u32,
    /// Sum of the absolute errors of the lead, in points.
    pub lead_error: f64,
}

impl Metrics {
    /// Adds a prediction of moves, with the target probabilities; no-op if these are empty.
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

    /// Adds a prediction of the winner: the target and predicted win probabilities.
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

/// Logarithm of a probability that may have been rounded to 0.
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

/// Evaluates a predictor on the held-out games.
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

/// Evaluates a predictor on the held-out lessons.
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

/// Returns true if a game or lesson, by its index, is held out. The first one never is.
pub(super) fn is_held_out(number: usize, validate_every: usize) -> bool {
    number % validate_every == validate_every - 1
}
