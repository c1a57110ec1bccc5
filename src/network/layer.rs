//! The layers that blocks and heads are made of.
//!
//! A feature map is a matrix: a row for each point of the board, from the upper left, and a column for each channel.

use super::arithmetic::{self, Activation};
use super::matrix::{Part, To, multiply};
use super::reader::{ModelError, Problem, Reader};

/// The most channels of a layer.
const MOST_CHANNELS: usize = 1 << 14;

/// The sides of the board that feature maps are of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    /// Columns.
    pub(super) width: usize,
    /// Rows.
    pub(super) height: usize,
}

impl Grid {
    /// The number of points.
    pub(super) fn area(self) -> usize {
        self.width * self.height
    }

    /// The place of a point in a feature map, by its row and column; none beyond the edge.
    #[inline(always)]
    pub(super) fn place(self, row: usize, column: usize) -> Option<usize> {
        (row < self.height && column < self.width).then(|| row * self.width + column)
    }

    /// The side of a square of as many points.
    pub(super) fn side(self) -> f32 {
        (self.area() as f32).sqrt()
    }
}

/// Reads a number of channels.
pub(super) fn channels(reader: &mut Reader, what: &'static str) -> Result<usize, ModelError> {
    reader.count(what, MOST_CHANNELS)
}

/// A matrix of weights: each row of a feature map times it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Linear {
    /// Channels that go in.
    pub(super) inputs: usize,
    /// Channels that come out.
    pub(super) outputs: usize,
    /// The shape is \[input\]\[output\].
    weights: Vec<f32>,
}

impl Linear {
    /// Reads one with this many inputs.
    pub(super) fn read(reader: &mut Reader, inputs: usize) -> Result<Linear, ModelError> {
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

    /// One of these weights, of the shape \[input\]\[output\].
    pub(super) fn new(inputs: usize, outputs: usize, weights: Vec<f32>) -> Linear {
        Linear {
            inputs,
            outputs,
            weights,
        }
    }

    /// Several with the same inputs as one: their outputs side by side.
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

    /// The product with each row.
    pub(super) fn apply(&self, from: &[f32]) -> Vec<f32> {
        let mut to = vec![0.0; from.len() / self.inputs * self.outputs];
        self.write(from, &mut to, To::Replace);
        to
    }

    /// Adds the product with each row to a feature map.
    pub(super) fn add(&self, from: &[f32], to: &mut [f32]) {
        self.write(from, to, To::Add);
    }

    /// Writes the product with each row.
    pub(super) fn write(&self, from: &[f32], out: &mut [f32], to: To) {
        let rows = from.len() / self.inputs;
        multiply(
            (from, Part::whole(rows, self.inputs)),
            (&self.weights, Part::whole(self.inputs, self.outputs)),
            (out, Part::whole(rows, self.outputs)),
            to,
        );
    }
}

/// A row that is added to each row.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Bias(Vec<f32>);

impl Bias {
    /// Reads one for this many channels.
    pub(super) fn read(reader: &mut Reader, width: usize) -> Result<Bias, ModelError> {
        reader.name()?;
        let found = channels(reader, "the number of channels")?;
        reader.fits("the number of channels", width, found)?;
        Ok(Bias(reader.weights(width)?))
    }

    /// Adds it.
    pub(super) fn add_to(&self, numbers: &mut [f32]) {
        arithmetic::add_row(numbers, &self.0);
    }
}

/// Reads what a layer does to each number. Before version 11 of the format there is no choice.
pub(super) fn activation(reader: &mut Reader, version: u32) -> Result<Activation, ModelError> {
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

/// A batch normalization with its activation: each channel times a number, plus a number.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Normed {
    scale: Vec<f32>,
    bias: Vec<f32>,
    activation: Activation,
}

impl Normed {
    /// Reads a normalization of this many channels, and the activation after it.
    pub(super) fn read(
        reader: &mut Reader,
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
        let mut scale = match has_scale {
            true => reader.weights(width)?,
            false => vec![1.0; width],
        };
        let mut bias = match has_bias {
            true => reader.weights(width)?,
            false => vec![0.0; width],
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

/// What global pooling makes of each channel besides its mean and its mean by the size of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Third {
    /// Its maximum.
    Maximum,
    /// Its mean by the square of the size.
    MeanBySquare,
}

/// Three numbers for each channel of a feature map: the means, the means by the size of the board, and the third kind.
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
