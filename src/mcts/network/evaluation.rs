//! Evaluation: the output of a network for a position.

use super::head::ValueLogits;
use super::inputs::Inputs;
use super::reader::{ModelError, ModelReader};
use crate::go::point::{Move, PerPoint, Size};

/// The output of a network for a position, from the perspective of the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// Probability of winning.
    pub win: f64,
    /// Probability of losing.
    pub loss: f64,
    /// Probability that the game ends without a result.
    pub no_result: f64,
    /// Expected final score in points, as in self-play.
    pub score: f64,
    /// Expected square of the final score.
    pub score_square: f64,
    /// Lead in points: the komi that would make the game even.
    pub lead: f64,
    /// Variance of the time until the winner is known; `None` before version 9 of the format.
    pub time_left: Option<f64>,
    /// Expected short-term error of `win - loss`; `None` before version 9 of the format.
    pub win_error: Option<f64>,
    /// Expected short-term error of the score in points; `None` before version 9 of the format.
    pub score_error: Option<f64>,
    /// Probability of each legal move, in the order of points with the pass last. They sum to 1.
    pub policy: Vec<(Move, f32)>,
    /// Expected owner of each point: 1 for the side to move, -1 for the opponent.
    pub ownership: Box<PerPoint<f32>>,
}

impl Evaluation {
    /// Standard deviation of the score in points.
    #[must_use]
    pub fn deviation(&self) -> f64 {
        (self.score_square - self.score * self.score)
            .max(0.0)
            .sqrt()
    }

    /// Averages evaluations of one position in several symmetries.
    ///
    /// # Panics
    ///
    /// Panics if `said` is empty.
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

    /// Converts raw outputs to an evaluation. The policy is given per point and for the pass.
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

/// Softmax of win, loss and no result; no result gets 0 where the rules exclude it.
fn outcome(logits: &[f32], may_have_no_result: bool) -> [f64; 3] {
    let counts = if may_have_no_result { 3 } else { 2 };
    let top = logits[..counts].iter().copied().fold(f32::MIN, f32::max);
    let weight = |which: usize| f64::from(logits[which] - top).exp();
    let weights = [0, 1, 2].map(|which| if which < counts { weight(which) } else { 0.0 });
    let all: f64 = weights.iter().sum();
    weights.map(|weight| weight / all)
}

/// Softmax over the legal moves.
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

/// Scale factors of the value outputs.
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
    /// Reads the scales. Before version 13 of the format they are constants.
    pub(super) fn read(reader: &mut ModelReader, version: u32) -> Result<Scales, ModelError> {
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
            // The first scale belongs to an output that is not stored in model files.
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

    /// Converts an error output, whose units depend on the version: a square from version 10 on.
    fn error(&self, said: f64, scale: f64, once: f64) -> f64 {
        match self.version {
            14.. => softplus(0.5 * said) * scale.sqrt(),
            10..14 => (softplus(said) * scale).sqrt(),
            _ => softplus(said) * once,
        }
    }
}
