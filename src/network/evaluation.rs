//! Evaluation: what a network says of a position.

use super::head::ValueLogits;
use super::inputs::Inputs;
use super::reader::{ModelError, Reader};
use crate::point::{Move, PerPoint, Size};

/// What a network says of a position, for the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// The probability to win.
    pub win: f64,
    /// The probability to lose.
    pub loss: f64,
    /// The probability that the game has no result.
    pub no_result: f64,
    /// The points by which the side will be ahead at the end, as its games with itself went.
    pub score: f64,
    /// The mean of the square of these points.
    pub score_square: f64,
    /// The points that would make the game even.
    pub lead: f64,
    /// The time until it is known who wins, as a variance; `None` where the network is too old to say.
    pub time_left: Option<f64>,
    /// How much the probability to win, less that to lose, will soon have changed.
    pub win_error: Option<f64>,
    /// How much the score will soon have changed.
    pub score_error: Option<f64>,
    /// The probability of each legal move, together 1; a pass last.
    pub policy: Vec<(Move, f32)>,
    /// Whose each point will be: 1 for a point of the side to move, -1 for one of the opponent's.
    pub ownership: Box<PerPoint<f32>>,
}

impl Evaluation {
    /// The standard deviation of the score.
    #[must_use]
    pub fn deviation(&self) -> f64 {
        (self.score_square - self.score * self.score)
            .max(0.0)
            .sqrt()
    }

    /// The mean of what was said of one position on a board of this size, once at least.
    pub(super) fn mean(said: &[Evaluation], size: Size) -> Evaluation {
        let count = said.len() as f64;
        let mean = |of: fn(&Evaluation) -> f64| said.iter().map(of).sum::<f64>() / count;
        let mean_if_said = |of: fn(&Evaluation) -> Option<f64>| {
            let sum: Option<f64> = said.iter().map(of).sum();
            sum.map(|sum| sum / count)
        };
        let mut ownership = Box::new(PerPoint::new(0.0));
        let mut policy = said[0].policy.clone();
        for (number, (_, probability)) in policy.iter_mut().enumerate() {
            let all = said.iter().map(|one| one.policy[number].1);
            *probability = all.sum::<f32>() / count as f32;
        }
        for at in size.points() {
            let all = said.iter().map(|one| one.ownership[at]);
            ownership[at] = all.sum::<f32>() / count as f32;
        }
        Evaluation {
            win: mean(|one| one.win),
            loss: mean(|one| one.loss),
            no_result: mean(|one| one.no_result),
            score: mean(|one| one.score),
            score_square: mean(|one| one.score_square),
            lead: mean(|one| one.lead),
            time_left: mean_if_said(|one| one.time_left),
            win_error: mean_if_said(|one| one.win_error),
            score_error: mean_if_said(|one| one.score_error),
            policy,
            ownership,
        }
    }

    /// What is meant by the outputs for some inputs, given by the place of each point and for a pass.
    pub(super) fn of(
        inputs: &Inputs,
        (points, pass): (&[f32], f32),
        value: &ValueLogits,
        scales: &Scales,
    ) -> Evaluation {
        let [win, loss, no_result] = outcome(&value.outcome, inputs.may_have_no_result);
        let said = |place: usize| f64::from(value.score.get(place).copied().unwrap_or(0.0));
        let mean = said(0) * scales.score;
        let deviation = softplus(said(1)) * scales.deviation;
        let newer = scales.version >= 9;
        let has_result = 1.0 - no_result;
        let size = inputs.size();
        let mut ownership = Box::new(PerPoint::new(0.0));
        for point in size.points() {
            ownership[point] = value.ownership[inputs.place(point)].tanh();
        }
        Evaluation {
            win,
            loss,
            no_result,
            score: mean * has_result,
            score_square: (mean * mean + deviation * deviation) * has_result,
            lead: said(2) * scales.lead * has_result,
            time_left: newer.then(|| softplus(said(3)) * scales.time),
            win_error: newer.then(|| scales.error(said(4), scales.win_error, 1.0)),
            score_error: newer.then(|| scales.error(said(5), scales.score_error, 10.0)),
            policy: policy(inputs, points, pass),
            ownership,
        }
    }
}

/// The probabilities of winning, losing and no result.
fn outcome(logits: &[f32], may_have_no_result: bool) -> [f64; 3] {
    let counts = if may_have_no_result { 3 } else { 2 };
    let top = logits[..counts].iter().copied().fold(f32::MIN, f32::max);
    let weight = |which: usize| f64::from(logits[which] - top).exp();
    let weights = [0, 1, 2].map(|which| if which < counts { weight(which) } else { 0.0 });
    let all: f64 = weights.iter().sum();
    weights.map(|weight| weight / all)
}

/// The probabilities of the legal moves.
fn policy(inputs: &Inputs, points: &[f32], pass: f32) -> Vec<(Move, f32)> {
    let logit = |to: Move| to.point().map_or(pass, |point| points[inputs.place(point)]);
    let moves = inputs.moves.iter();
    let logits: Vec<f32> = moves.clone().map(|&to| logit(to)).collect();
    let top = logits.iter().copied().fold(f32::MIN, f32::max);
    let weights: Vec<f32> = logits.iter().map(|logit| (logit - top).exp()).collect();
    let all: f32 = weights.iter().sum();
    moves
        .zip(weights)
        .map(|(&to, weight)| (to, weight / all))
        .collect()
}

/// ln(1 + eˣ).
fn softplus(x: f64) -> f64 {
    if x > 40.0 { x } else { x.exp().ln_1p() }
}

/// What the outputs of a network are multiplied by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scales {
    version: u32,
    score: f64,
    deviation: f64,
    lead: f64,
    time: f64,
    win_error: f64,
    score_error: f64,
}

impl Scales {
    /// Reads them; before version 13 of the format they are always the same.
    pub(super) fn read(reader: &mut Reader, version: u32) -> Result<Scales, ModelError> {
        let mut scales = Scales {
            version,
            score: 20.0,
            deviation: 20.0,
            lead: 20.0,
            time: 40.0,
            win_error: 0.25,
            score_error: 30.0,
        };
        if version >= 13 {
            // The first one is for an output that files leave out.
            reader.positive("a scale")?;
            for scale in [
                &mut scales.score,
                &mut scales.deviation,
                &mut scales.lead,
                &mut scales.time,
                &mut scales.win_error,
                &mut scales.score_error,
            ] {
                *scale = f64::from(reader.positive("a scale")?);
            }
        }
        Ok(scales)
    }

    /// An error that the network expects of itself; before version 10 of the format it had other units.
    fn error(&self, said: f64, scale: f64, once: f64) -> f64 {
        match self.version {
            14.. => softplus(0.5 * said) * scale.sqrt(),
            10..14 => (softplus(said) * scale).sqrt(),
            _ => softplus(said) * once,
        }
    }
}
