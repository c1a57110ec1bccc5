//! Convolutions with zero padding.
//!
//! The 3×3 ones are nearly all the work of a residual network and use [Winograd
//! filtering](winograd).

use super::layer::{Grid, Linear, channels};
use super::matrix::OutputMode;
use super::reader::{ModelError, ModelReader, Problem};
use crate::mcts::winograd::{self, INPUTS, Lanes, OUTPUTS, PRODUCTS, RUN, WIDTH};
use fearless_simd::{Level, Simd, SimdInto, dispatch, f32x16};
use std::array::from_fn;
use std::cell::Cell;

/// Maximum side of a filter, and maximum dilation.
const LONGEST: usize = 25;

/// A convolution.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Conv {
    filter: Filter,
    outputs: usize,
}

/// The algorithm and its weights, by filter size.
#[derive(Clone, Debug, PartialEq)]
enum Filter {
    /// 1×1: a matrix product.
    Point(Linear),
    /// 3×3 without dilation: Winograd tiles.
    Near(Tiles),
    /// Any other size: a matrix product over gathered inputs (im2col).
    Wide(Taps),
}

/// Maximum number of inputs that a filter gathers for one point (taps × channels).
const MOST_ROWS: usize = 1 << 16;

impl Conv {
    /// Reads a convolution with this many input channels.
    pub(super) fn read(reader: &mut ModelReader, inputs: usize) -> Result<Conv, ModelError> {
        reader.name()?;
        let height = reader.count("the height of the filter", LONGEST)?;
        let width = reader.count("the width of the filter", LONGEST)?;
        let found = channels(reader, "the number of inputs")?;
        reader.fits("the number of inputs", inputs, found)?;
        let outputs = channels(reader, "the number of outputs")?;
        let step = [
            reader.count("the dilation", LONGEST)?,
            reader.count("the dilation", LONGEST)?,
        ];
        if height % 2 == 0 || width % 2 == 0 {
            return Err(reader.error(Problem::Unsupported("a filter with an even side")));
        }
        let rows = height * width * inputs;
        let weights = reader.weights(rows * outputs)?;
        let filter = match (height, width, step) {
            (1, 1, _) => Filter::Point(Linear::new(inputs, outputs, weights)),
            (3, 3, [1, 1]) => {
                reader.take_room(Tiles::len(inputs, outputs) * WIDTH)?;
                Filter::Near(Tiles::new(inputs, outputs, &weights))
            }
            _ if rows > MOST_ROWS => {
                return Err(reader.error(Problem::Unsupported("so wide a filter")));
            }
            _ => Filter::Wide(Taps {
                height,
                width,
                step,
                inputs,
                taps: Linear::new(rows, outputs, weights),
            }),
        };
        Ok(Conv { filter, outputs })
    }

    /// Number of output channels.
    pub(super) fn outputs(&self) -> usize {
        self.outputs
    }

    /// Returns the convolution of a feature map.
    pub(super) fn apply(&self, from: &[f32], grid: Grid) -> Vec<f32> {
        let mut to = vec![0.0; grid.area() * self.outputs];
        self.write(from, grid, &mut to, OutputMode::Replace);
        to
    }

    /// Adds the convolution of `from` to `to`.
    pub(super) fn add(&self, from: &[f32], grid: Grid, to: &mut [f32]) {
        self.write(from, grid, to, OutputMode::Add);
    }

    fn write(&self, from: &[f32], grid: Grid, out: &mut [f32], to: OutputMode) {
        match &self.filter {
            Filter::Point(linear) => linear.write(from, out, to),
            Filter::Near(tiles) => tiles.write(from, grid, out, to),
            Filter::Wide(taps) => taps.taps.write(&taps.seen(from, grid), out, to),
        }
    }
}

/// A filter of arbitrary size and dilation.
#[derive(Clone, Debug, PartialEq)]
struct Taps {
    height: usize,
    width: usize,
    /// Dilation down and across.
    step: [usize; 2],
    inputs: usize,
    /// Shape: \[row\]\[column\]\[input\]\[output\].
    taps: Linear,
}

impl Taps {
    /// Gathers the filter's inputs at each point into a row (im2col).
    fn seen(&self, from: &[f32], grid: Grid) -> Vec<f32> {
        let mut seen = vec![0.0; grid.area() * self.taps.inputs];
        let mut rows = seen.chunks_exact_mut(self.inputs);
        let reach = |side: usize, step: usize| side / 2 * step;
        let (down, across) = (
            reach(self.height, self.step[0]),
            reach(self.width, self.step[1]),
        );
        for y in 0..grid.height {
            for x in 0..grid.width {
                for row in 0..self.height {
                    let y = (y + row * self.step[0]).wrapping_sub(down);
                    for column in 0..self.width {
                        let x = (x + column * self.step[1]).wrapping_sub(across);
                        let to = rows.next().expect("there is a row for each tap");
                        if let Some(point) = grid.place(y, x) {
                            to.copy_from_slice(&from[point * self.inputs..][..self.inputs]);
                        }
                    }
                }
            }
        }
        seen
    }
}

/// A 3×3 filter in the Winograd domain.
#[derive(Clone, Debug, PartialEq)]
struct Tiles {
    inputs: usize,
    outputs: usize,
    /// Shape: \[product\]\[output block\]\[input channel\]\[output lane\], padded with zero
    /// channels.
    weights: Vec<Lanes>,
}

/// Numbers of a run of tiles.
type Runs = Vec<[Lanes; RUN]>;

thread_local! {
    /// Scratch memory for the factors and products of a convolution.
    ///
    /// Allocating it anew for each convolution takes longer than the computation.
    static SCRATCH: Cell<[Runs; 2]> = const { Cell::new([Vec::new(), Vec::new()]) };
}

impl Tiles {
    /// Length of the weights, in vectors of 16 channels.
    fn len(inputs: usize, outputs: usize) -> usize {
        PRODUCTS * outputs.div_ceil(WIDTH) * inputs.next_multiple_of(WIDTH)
    }

    /// Transforms weights of shape \[row\]\[column\]\[input\]\[output\].
    fn new(inputs: usize, outputs: usize, taps: &[f32]) -> Tiles {
        let (rows, blocks) = (inputs.next_multiple_of(WIDTH), outputs.div_ceil(WIDTH));
        let mut weights = vec![[0.0; WIDTH]; Tiles::len(inputs, outputs)];
        for input in 0..inputs {
            for output in 0..outputs {
                let pair = input * outputs + output;
                let tap = |row: usize, column: usize| (3 * row + column) * inputs * outputs + pair;
                let kernel = from_fn(|row| from_fn(|column| taps[tap(row, column)]));
                let products = winograd::weights(kernel);
                for (product, weight) in products.as_flattened().iter().enumerate() {
                    let block = product * blocks + output / WIDTH;
                    weights[block * rows + input][output % WIDTH] = *weight;
                }
            }
        }
        Tiles {
            inputs,
            outputs,
            weights,
        }
    }

    fn write(&self, from: &[f32], grid: Grid, out: &mut [f32], to: OutputMode) {
        dispatch!(Level::new(), simd => self.write_with(simd, from, grid, out, to));
    }

    #[inline(always)]
    fn write_with<S: Simd>(
        &self,
        simd: S,
        from: &[f32],
        grid: Grid,
        out: &mut [f32],
        to: OutputMode,
    ) {
        let corners = corners(grid);
        let runs = corners.len().div_ceil(RUN);
        let [mut factors, mut products] = SCRATCH.take();
        for (numbers, channels) in [(&mut factors, self.inputs), (&mut products, self.outputs)] {
            // Stale numbers of an earlier convolution are overwritten or belong to no tile.
            let length = PRODUCTS * runs * channels.div_ceil(WIDTH);
            numbers.resize(length, [[0.0; WIDTH]; RUN]);
        }
        transform_inputs(simd, from, self.inputs, (grid, &corners), &mut factors);
        self.multiply(simd, corners.len(), &factors, &mut products);
        transform_products(simd, &products, self.outputs, (grid, &corners), (out, to));
        SCRATCH.set([factors, products]);
    }

    /// Multiplies and sums over input channels. Shapes:
    /// \[product\]\[run\]\[block\]\[tile\]\[lane\].
    #[inline(always)]
    fn multiply<S: Simd>(
        &self,
        simd: S,
        tiles: usize,
        factors: &[[Lanes; RUN]],
        products: &mut [[Lanes; RUN]],
    ) {
        let (inputs, outputs) = (self.inputs.div_ceil(WIDTH), self.outputs.div_ceil(WIDTH));
        let runs = tiles.div_ceil(RUN);
        let each = factors.chunks_exact(runs * inputs);
        let each = each.zip(products.chunks_exact_mut(runs * outputs));
        let weights = self.weights.chunks_exact(outputs * inputs * WIDTH);
        for ((factors, products), weights) in each.zip(weights) {
            for (block, weights) in weights.chunks_exact(inputs * WIDTH).enumerate() {
                let products = products.iter_mut().skip(block).step_by(outputs);
                let runs = factors.chunks_exact(inputs).zip(products);
                for (run, (factors, products)) in runs.enumerate() {
                    winograd::sums(simd, factors, weights, tiles - run * RUN, products);
                }
            }
        }
    }
}

/// Row and column of the first output of each tile.
fn corners(grid: Grid) -> Vec<[usize; 2]> {
    let rows = (0..grid.height).step_by(OUTPUTS);
    let columns = || (0..grid.width).step_by(OUTPUTS);
    rows.flat_map(|row| columns().map(move |column| [row, column]))
        .collect()
}

/// Loads 16 channels of a point from `at`, padded with zeros.
#[inline(always)]
fn load<S: Simd>(simd: S, channels: &[f32], at: usize) -> f32x16<S> {
    let rest = &channels[at..];
    match rest.first_chunk::<WIDTH>() {
        Some(lanes) => (*lanes).simd_into(simd),
        None => {
            let mut lanes = [0.0; WIDTH];
            lanes[..rest.len()].copy_from_slice(rest);
            lanes.simd_into(simd)
        }
    }
}

/// Stores 16 channels of a point from `at`, without the padding.
#[inline(always)]
fn store<S: Simd>(numbers: f32x16<S>, channels: &mut [f32], at: usize) {
    let lanes: Lanes = numbers.into();
    let rest = &mut channels[at..];
    match rest.first_chunk_mut::<WIDTH>() {
        Some(channels) => *channels = lanes,
        None => rest.copy_from_slice(&lanes[..rest.len()]),
    }
}

/// Transforms a feature map to Winograd factors.
#[inline(always)]
fn transform_inputs<S: Simd>(
    simd: S,
    from: &[f32],
    channels: usize,
    (grid, corners): (Grid, &[[usize; 2]]),
    factors: &mut [[Lanes; RUN]],
) {
    let plane = factors.len() / PRODUCTS;
    let blocks = channels.div_ceil(WIDTH);
    for (tile, [row, column]) in corners.iter().enumerate() {
        // The 4×4 inputs start one point before the 2×2 outputs.
        let mut near = [[None; INPUTS]; INPUTS];
        for (y, near) in near.iter_mut().enumerate() {
            for (x, near) in near.iter_mut().enumerate() {
                let place = grid.place((row + y).wrapping_sub(1), (column + x).wrapping_sub(1));
                *near = place.map(|place| &from[place * channels..][..channels]);
            }
        }
        for block in 0..blocks {
            let mut inputs = [[simd.splat_f32x16(0.0); INPUTS]; INPUTS];
            for (inputs, near) in inputs
                .as_flattened_mut()
                .iter_mut()
                .zip(near.as_flattened())
            {
                if let Some(channels) = near {
                    *inputs = load(simd, channels, block * WIDTH);
                }
            }
            let of_tile = winograd::factors(inputs);
            for (product, factor) in of_tile.as_flattened().iter().enumerate() {
                let run = product * plane + tile / RUN * blocks + block;
                factors[run][tile % RUN] = (*factor).into();
            }
        }
    }
}

/// Transforms Winograd products to a feature map.
#[inline(always)]
fn transform_products<S: Simd>(
    simd: S,
    products: &[[Lanes; RUN]],
    channels: usize,
    (grid, corners): (Grid, &[[usize; 2]]),
    (out, to): (&mut [f32], OutputMode),
) {
    let plane = products.len() / PRODUCTS;
    let blocks = channels.div_ceil(WIDTH);
    for (tile, [row, column]) in corners.iter().enumerate() {
        for block in 0..blocks {
            let mut of_tile = [[simd.splat_f32x16(0.0); INPUTS]; INPUTS];
            for (product, sum) in of_tile.as_flattened_mut().iter_mut().enumerate() {
                let run = product * plane + tile / RUN * blocks + block;
                *sum = products[run][tile % RUN].simd_into(simd);
            }
            let outputs = winograd::outputs(of_tile);
            for (at, output) in outputs.as_flattened().iter().enumerate() {
                let Some(place) = grid.place(row + at / OUTPUTS, column + at % OUTPUTS) else {
                    continue;
                };
                let out = &mut out[place * channels..][..channels];
                let output = match to {
                    OutputMode::Replace => *output,
                    OutputMode::Add => *output + load(simd, out, block * WIDTH),
                };
                store(output, out, block * WIDTH);
            }
        }
    }
}
