//! Layers of blocks and heads.
//!
//! A feature map is a matrix: one row per point of the board, from the upper left, and one column
//! per channel.

use super::arithmetic::{self, Activation};
use super::matrix::{MatrixView, OutputMode, multiply};
use super::reader::{ModelError, ModelReader, Problem};

/// Maximum number of channels of a layer.
const MOST_CHANNELS: usize = 1 << 14;

/// The size of the board of a feature map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    /// Columns.
    pub(super) width: usize,
    /// Rows.
    pub(super) height: usize,
}

impl Grid {
    /// Number of points.
    pub(super) fn area(self) -> usize {
        self.width * self.height
    }

    /// Row-major index of a point; `None` beyond the edge.
    #[inline(always)]
    pub(super) fn place(self, row: usize, column: usize) -> Option<usize> {
        (row < self.height && column < self.width).then(|| row * self.width + column)
    }

    /// The side of a square with this area.
    pub(super) fn side(self) -> f32 {
        (self.area() as f32).sqrt()
    }
}

/// Reads a number of channels.
pub(super) fn channels(reader: &mut ModelReader, what: &'static str) -> Result<usize, ModelError> {
    reader.count(what, MOST_CHANNELS)
}

/// A linear layer without bias, applied to each row.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Linear {
    /// Input channels.
    pub(super) inputs: usize,
    /// Output channels.
    pub(super) outputs: usize,
    /// Shape: \[input\]\[output\].
    weights: Vec<f32>,
}

impl Linear {
    /// Reads a layer with this many inputs.
    pub(super) fn read(reader: &mut ModelReader, inputs: usize) -> Result<Linear, ModelError> {
        reader.name()?;
        let found = channels(reader, "the number of inputs")?;
        reader.fits("the number of inputs", inputs, found)?;
        let outputs = channels(reader, "the number of outputs")?;
        let weights = reader.weights(inputs * outputs)?;
        Ok(Linear {
            inputs,
            outputs,
            weights,
        })
    }

    /// Makes a layer from weights of shape \[input\]\[output\].
    pub(super) fn new(inputs: usize, outputs: usize, weights: Vec<f32>) -> Linear {
        Linear {
            inputs,
            outputs,
            weights,
        }
    }

    /// Fuses layers on one input: their outputs are concatenated.
    pub(super) fn beside<const N: usize>(each: [Linear; N]) -> Linear {
        let inputs = each[0].inputs;
        let row = |row: usize| {
            let part = move |one: &Linear| row * one.outputs..(row + 1) * one.outputs;
            let each = each.iter();
            each.flat_map(move |one| one.weights[part(one)].iter().copied())
        };
        Linear {
            inputs,
            outputs: each.iter().map(|one| one.outputs).sum(),
            weights: (0..inputs).flat_map(row).collect(),
        }
    }

    /// Returns the product with each row.
    pub(super) fn apply(&self, from: &[f32]) -> Vec<f32> {
        let mut to = vec![0.0; from.len() / self.inputs * self.outputs];
        self.write(from, &mut to, OutputMode::Replace);
        to
    }

    /// Adds the product with each row to `to`.
    pub(super) fn add(&self, from: &[f32], to: &mut [f32]) {
        self.write(from, to, OutputMode::Add);
    }

    /// Writes or adds the product with each row.
    pub(super) fn write(&self, from: &[f32], out: &mut [f32], to: OutputMode) {
        let rows = from.len() / self.inputs;
        multiply(
            (from, MatrixView::whole(rows, self.inputs)),
            (&self.weights, MatrixView::whole(self.inputs, self.outputs)),
            (out, MatrixView::whole(rows, self.outputs)),
            to,
        );
    }
}

/// A bias per channel.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Bias(Vec<f32>);

impl Bias {
    /// Reads a bias of this many channels.
    pub(super) fn read(reader: &mut ModelReader, width: usize) -> Result<Bias, ModelError> {
        reader.name()?;
        let found = channels(reader, "the number of channels")?;
        reader.fits("the number of channels", width, found)?;
        Ok(Bias(reader.weights(width)?))
    }

    /// Adds the bias to each row.
    pub(super) fn add_to(&self, numbers: &mut [f32]) {
        arithmetic::add_row(numbers, &self.0);
    }
}

/// Reads an activation. Before version 11 of the format it is always ReLU.
pub(super) fn activation(reader: &mut ModelReader, version: u32) -> Result<Activation, ModelError> {
    reader.name()?;
    if version < 11 {
        return Ok(Activation::Relu);
    }
    let word = reader.word()?;
    match word.as_str() {
        "ACTIVATION_IDENTITY" => Ok(Activation::Identity),
        "ACTIVATION_RELU" => Ok(Activation::Relu),
        "ACTIVATION_MISH" => Ok(Activation::Mish),
        "ACTIVATION_SILU" => Ok(Activation::Silu),
        _ => Err(reader.error(Problem::Unknown {
            what: "activation",
            word,
        })),
    }
}

/// Batch normalization, folded into a scale and a bias per channel, with its activation.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Normed {
    scale: Vec<f32>,
    bias: Vec<f32>,
    activation: Activation,
}

impl Normed {
    /// Reads a normalization of `width` channels and the activation after it.
    pub(super) fn read(
        reader: &mut ModelReader,
        version: u32,
        width: usize,
    ) -> Result<Normed, ModelError> {
        reader.name()?;
        let found = channels(reader, "the number of channels")?;
        reader.fits("the number of channels", width, found)?;
        let epsilon = reader.positive("epsilon")?;
        let has_scale = reader.flag("whether there is a scale")?;
        let has_bias = reader.flag("whether there is a bias")?;
        let means = reader.weights(width)?;
        let variances = reader.weights(width)?;
        let mut scale = if has_scale {
            reader.weights(width)?
        } else {
            vec![1.0; width]
        };
        let mut bias = if has_bias {
            reader.weights(width)?
        } else {
            vec![0.0; width]
        };
        for channel in 0..width {
            let deviation = (variances[channel] + epsilon).sqrt();
            scale[channel] /= deviation;
            bias[channel] -= scale[channel] * means[channel];
        }
        let finite = scale.iter().chain(&bias).all(|number| number.is_finite());
        if !finite {
            return Err(reader.error(Problem::NotFinite));
        }
        Ok(Normed {
            scale,
            bias,
            activation: activation(reader, version)?,
        })
    }

    /// Normalizes and activates.
    pub(super) fn apply(&self, from: &[f32]) -> Vec<f32> {
        arithmetic::scale_and_activate(from, &self.scale, &self.bias, self.activation)
    }
}

/// The third statistic of global pooling, after the mean and the mean scaled by board size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Third {
    /// The maximum of each channel (policy head, trunk).
    Maximum,
    /// The mean scaled by the square of the board size (value head).
    MeanBySquare,
}

/// Global pooling (Wu 2019): means, means scaled by board size, and the third statistic.
pub(super) fn pool(from: &[f32], width: usize, grid: Grid, third: Third) -> Vec<f32> {
    let mut means = vec![0.0; width];
    let mut tops = vec![f32::MIN; width];
    for row in from.chunks_exact(width) {
        for ((&x, mean), top) in row.iter().zip(&mut means).zip(&mut tops) {
            *mean += x;
            *top = x.max(*top);
        }
    }
    for mean in &mut means {
        *mean /= grid.area() as f32;
    }
    let beyond = grid.side() - 14.0;
    let scaled = |by: f32| {
        means
            .iter()
            .map(move |mean| mean * by)
            .collect::<Vec<f32>>()
    };
    let by_size = scaled(0.1 * beyond);
    let last = match third {
        Third::Maximum => tops,
        Third::MeanBySquare => scaled(0.01 * beyond * beyond - 0.1),
    };
    [means, by_size, last].concat()
}
