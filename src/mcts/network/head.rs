//! The policy head and the value head.

use super::arithmetic::{self, Activation};
use super::convolution::Conv;
use super::layer::{Bias, Grid, Linear, Normed, Third, activation, pool};
use super::reader::{ModelError, ModelReader};

/// Policy logits per point and for the pass.
///
/// From version 12 of the format there are several columns; the second is the optimistic policy,
/// for moves that turn out better than expected.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PolicyLogits {
    columns: usize,
    points: Vec<f32>,
    pass: Vec<f32>,
}

impl PolicyLogits {
    /// Mixes in the optimistic policy with weight `optimism`, 0 to 1. Returns points and pass.
    pub(super) fn mixed(&self, optimism: f32) -> (Vec<f32>, f32) {
        let mix = |row: &[f32]| match *row {
            [plain, optimistic, ..] => plain + (optimistic - plain) * optimism,
            [plain] => plain,
            [] => 0.0,
        };
        let points = self.points.chunks_exact(self.columns).map(mix);
        (points.collect(), mix(&self.pass))
    }
}

/// The layers of the pass logit.
#[derive(Debug)]
enum Pass {
    /// One linear layer.
    Plain(Linear),
    /// Two linear layers with a bias and an activation between (from version 15).
    Deep(Linear, Bias, Activation, Linear),
}

/// The policy head.
#[derive(Debug)]
pub(super) struct PolicyHead {
    first: Conv,
    pooled: Conv,
    pooled_norm: Normed,
    to_bias: Linear,
    norm: Normed,
    last: Conv,
    pass: Pass,
}

impl PolicyHead {
    /// Reads the head for a trunk of `width` channels.
    pub(super) fn read(
        reader: &mut ModelReader,
        version: u32,
        width: usize,
    ) -> Result<PolicyHead, ModelError> {
        reader.name()?;
        let outputs = match version {
            17.. => {
                let outputs = reader.count("the number of policies", 4)?;
                reader.unused(3)?;
                outputs
            }
            16 => 4,
            12..16 => 2,
            _ => 1,
        };
        let first = Conv::read(reader, width)?;
        let pooled = Conv::read(reader, width)?;
        let pooled_norm = Normed::read(reader, version, pooled.outputs())?;
        let to_bias = Linear::read(reader, 3 * pooled.outputs())?;
        reader.fits("the number of outputs", first.outputs(), to_bias.outputs)?;
        let norm = Normed::read(reader, version, first.outputs())?;
        let last = Conv::read(reader, first.outputs())?;
        reader.fits("the number of policies", outputs, last.outputs())?;
        let to_pass = Linear::read(reader, 3 * pooled.outputs())?;
        let pass = match version {
            15.. => {
                let bias = Bias::read(reader, to_pass.outputs)?;
                let activation = activation(reader, version)?;
                let last = Linear::read(reader, to_pass.outputs)?;
                reader.fits("the number of policies", outputs, last.outputs)?;
                Pass::Deep(to_pass, bias, activation, last)
            }
            _ => {
                reader.fits("the number of policies", outputs, to_pass.outputs)?;
                Pass::Plain(to_pass)
            }
        };
        Ok(PolicyHead {
            first,
            pooled,
            pooled_norm,
            to_bias,
            norm,
            last,
            pass,
        })
    }

    /// Computes the logits.
    pub(super) fn apply(&self, trunk: &[f32], grid: Grid) -> PolicyLogits {
        let whole = self.pooled_norm.apply(&self.pooled.apply(trunk, grid));
        let whole = pool(&whole, self.pooled.outputs(), grid, Third::Maximum);
        let mut points = self.first.apply(trunk, grid);
        arithmetic::add_row(&mut points, &self.to_bias.apply(&whole));
        let pass = match &self.pass {
            Pass::Plain(last) => last.apply(&whole),
            Pass::Deep(first, bias, activation, last) => {
                let mut inner = first.apply(&whole);
                bias.add_to(&mut inner);
                arithmetic::activate(&mut inner, *activation);
                last.apply(&inner)
            }
        };
        PolicyLogits {
            columns: self.last.outputs(),
            points: self.last.apply(&self.norm.apply(&points), grid),
            pass,
        }
    }
}

/// Raw outputs of the value head.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ValueLogits {
    /// Logits of win, loss and no result.
    pub(super) outcome: Vec<f32>,
    /// Score mean and deviation, lead, time left and errors; see [`Evaluation`](super::Evaluation).
    pub(super) score: Vec<f32>,
    /// Ownership of each point before tanh.
    pub(super) ownership: Vec<f32>,
}

/// The value head.
#[derive(Debug)]
pub(super) struct ValueHead {
    first: Conv,
    norm: Normed,
    inner: Linear,
    inner_bias: Bias,
    inner_activation: Activation,
    outcome: Linear,
    outcome_bias: Bias,
    score: Linear,
    score_bias: Bias,
    ownership: Conv,
}

impl ValueHead {
    /// Reads the head for a trunk of `width` channels.
    pub(super) fn read(
        reader: &mut ModelReader,
        version: u32,
        width: usize,
    ) -> Result<ValueHead, ModelError> {
        reader.name()?;
        if version >= 17 {
            reader.unused(3)?;
        }
        let first = Conv::read(reader, width)?;
        let norm = Normed::read(reader, version, first.outputs())?;
        let inner = Linear::read(reader, 3 * first.outputs())?;
        let inner_bias = Bias::read(reader, inner.outputs)?;
        let inner_activation = activation(reader, version)?;
        let outcome = Linear::read(reader, inner.outputs)?;
        reader.fits("the number of outcomes", 3, outcome.outputs)?;
        let outcome_bias = Bias::read(reader, 3)?;
        let score = Linear::read(reader, inner.outputs)?;
        let scores = if version >= 9 { 6 } else { 4 };
        reader.fits("the number of outputs", scores, score.outputs)?;
        let score_bias = Bias::read(reader, scores)?;
        let ownership = Conv::read(reader, first.outputs())?;
        reader.fits("the number of outputs", 1, ownership.outputs())?;
        Ok(ValueHead {
            first,
            norm,
            inner,
            inner_bias,
            inner_activation,
            outcome,
            outcome_bias,
            score,
            score_bias,
            ownership,
        })
    }

    /// Computes the raw outputs.
    pub(super) fn apply(&self, trunk: &[f32], grid: Grid) -> ValueLogits {
        let points = self.norm.apply(&self.first.apply(trunk, grid));
        let whole = pool(&points, self.first.outputs(), grid, Third::MeanBySquare);
        let mut inner = self.inner.apply(&whole);
        self.inner_bias.add_to(&mut inner);
        arithmetic::activate(&mut inner, self.inner_activation);
        let mut outcome = self.outcome.apply(&inner);
        self.outcome_bias.add_to(&mut outcome);
        let mut score = self.score.apply(&inner);
        self.score_bias.add_to(&mut score);
        ValueLogits {
            outcome,
            score,
            ownership: self.ownership.apply(&points, grid),
        }
    }
}
