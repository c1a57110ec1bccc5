//! 3×3 convolutions of the network: the forward pass and the weight gradients.
//!
//! A feature map has the shape \[block\]\[place\]\[lane\]: [`BLOCKS`] blocks of [`WIDTH`] channels,
//! and a place per point plus a border of zeros (see [`PaddedGrid`]). The channels of a block form
//! one vector; the instruction set is chosen at run time. The forward pass uses [Winograd
//! filtering](winograd).

use crate::go::point::{Point, Size};
use crate::mcts::winograd::{self, INPUTS, OUTPUTS, PRODUCTS, RUN};
pub(super) use crate::mcts::winograd::{Lanes, WIDTH};
use fearless_simd::{Level, Simd, SimdBase, SimdInto, dispatch, f32x16};
use std::ops::Range;

/// Blocks of channels of a feature map; the input planes and all layers have this many.
pub(super) const BLOCKS: usize = 2;
/// Channels of a feature map.
const CHANNELS: usize = BLOCKS * WIDTH;
/// Input channels whose weight gradients are summed together.
const GROUP: usize = 8;

/// Layout of a board in a feature map: row by row, with a border below, above and between rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PaddedGrid {
    size: Size,
}

impl PaddedGrid {
    pub(super) fn new(size: Size) -> PaddedGrid {
        PaddedGrid { size }
    }

    fn width(self) -> usize {
        usize::from(self.size.width())
    }

    fn height(self) -> usize {
        usize::from(self.size.height())
    }

    fn stride(self) -> usize {
        self.width() + 1
    }

    /// Number of places.
    pub(super) fn len(self) -> usize {
        // The inputs of the last tile may extend beyond the last row and point.
        (self.height() + 3) * self.stride() + 2
    }

    /// The place of a point.
    pub(super) fn place(self, point: Point) -> usize {
        usize::from(point.row()) * self.stride() + usize::from(point.column())
    }

    /// Places from the first point to the last, including those between rows.
    fn span(self) -> Range<usize> {
        let stride = self.stride();
        stride + 1..(self.height() + 1) * stride
    }

    /// A feature map of zeros.
    pub(super) fn zeros(self) -> Vec<Lanes> {
        vec![[0.0; WIDTH]; BLOCKS * self.len()]
    }

    /// Number of tiles that cover the board.
    fn tiles(self) -> usize {
        self.width().div_ceil(2) * self.height().div_ceil(2)
    }

    /// Column and row of the lower left point of a tile.
    fn tile(self, number: usize) -> (usize, usize) {
        let across = self.width().div_ceil(2);
        (1 + 2 * (number % across), 1 + 2 * (number / across))
    }

    /// Offset of each tap of a 3×3 kernel from its lower left tap.
    fn taps(self) -> [usize; 9] {
        let stride = self.stride();
        std::array::from_fn(|tap| tap / 3 * stride + tap % 3)
    }

    /// Offset of the middle tap.
    fn middle(self) -> usize {
        self.stride() + 1
    }
}

/// A convolution in the Winograd domain.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct WinogradFilter {
    /// Bias of each output channel.
    biases: [Lanes; BLOCKS],
    /// Shape: \[product\]\[output block\]\[input channel\]\[output lane\].
    weights: Vec<Lanes>,
}

impl WinogradFilter {
    /// Transforms the weights of a convolution.
    ///
    /// `blocks` returns the bias and the weights of an output block, of shape \[input
    /// block\]\[tap\]\[input lane\]\[output lane\].
    pub(super) fn new<'a>(blocks: impl Fn(usize) -> (&'a Lanes, &'a [Lanes])) -> WinogradFilter {
        let mut weights = vec![[0.0; WIDTH]; PRODUCTS * BLOCKS * CHANNELS];
        for output in 0..BLOCKS {
            let (_, taps) = blocks(output);
            for input in 0..CHANNELS {
                let taps = &taps[input / WIDTH * 9 * WIDTH + input % WIDTH..];
                for lane in 0..WIDTH {
                    let tap = |row: usize, column: usize| taps[(3 * row + column) * WIDTH][lane];
                    let kernel = [0, 1, 2].map(|row| [0, 1, 2].map(|column| tap(row, column)));
                    let weights_of = winograd::weights(kernel);
                    for (product, &weight) in weights_of.as_flattened().iter().enumerate() {
                        let block = product * BLOCKS + output;
                        weights[block * CHANNELS + input][lane] = weight;
                    }
                }
            }
        }
        let biases = std::array::from_fn(|output| *blocks(output).0);
        WinogradFilter { biases, weights }
    }
}

/// Channels of one product for a run of tiles: input factors or output products, by block.
type TileChannels = [[Lanes; RUN]; BLOCKS];

/// Convolves a feature map. The border of `output` is left unchanged.
pub(super) fn convolve(
    grid: PaddedGrid,
    input: &[Lanes],
    filter: &WinogradFilter,
    output: &mut [Lanes],
) {
    dispatch!(Level::new(), simd => convolve_with(simd, grid, input, filter, output));
}

#[inline(always)]
fn convolve_with<S: Simd>(
    simd: S,
    grid: PaddedGrid,
    input: &[Lanes],
    filter: &WinogradFilter,
    output: &mut [Lanes],
) {
    let mut factors = [[[[0.0; WIDTH]; RUN]; BLOCKS]; PRODUCTS];
    let mut products = [[[[0.0; WIDTH]; RUN]; BLOCKS]; PRODUCTS];
    for first in (0..grid.tiles()).step_by(RUN) {
        let tiles = first..grid.tiles().min(first + RUN);
        read_tiles(simd, grid, input, tiles.clone(), &mut factors);
        multiply_tiles(simd, &factors, filter, tiles.len(), &mut products);
        write_tiles(simd, grid, &products, filter, tiles, output);
    }
}

/// Transforms the inputs of a run of tiles.
#[inline(always)]
fn read_tiles<S: Simd>(
    simd: S,
    grid: PaddedGrid,
    input: &[Lanes],
    tiles: Range<usize>,
    factors: &mut [TileChannels; PRODUCTS],
) {
    let stride = grid.stride();
    for (number, tile) in tiles.enumerate() {
        let (column, row) = grid.tile(tile);
        let corner = (row - 1) * stride + column - 1;
        for (block, map) in input.chunks_exact(grid.len()).enumerate() {
            let mut inputs = [[simd.splat_f32x16(0.0); INPUTS]; INPUTS];
            for row in 0..INPUTS {
                let near = &map[corner + row * stride..][..INPUTS];
                for column in 0..INPUTS {
                    inputs[row][column] = f32x16::from_slice(simd, &near[column]);
                }
            }
            let of_tile = winograd::factors(inputs);
            for product in 0..PRODUCTS {
                of_tile[product / INPUTS][product % INPUTS]
                    .store_slice(&mut factors[product][block][number]);
            }
        }
    }
}

/// Computes all products of the first `count` tiles of a run.
#[inline(always)]
fn multiply_tiles<S: Simd>(
    simd: S,
    factors: &[TileChannels; PRODUCTS],
    filter: &WinogradFilter,
    count: usize,
    products: &mut [TileChannels; PRODUCTS],
) {
    let all = factors.iter().zip(products);
    let filters = filter.weights.chunks_exact(BLOCKS * CHANNELS);
    for ((factors, products), weights) in all.zip(filters) {
        for (products, weights) in products.iter_mut().zip(weights.chunks_exact(CHANNELS)) {
            winograd::sums(simd, factors, weights, count, products);
        }
    }
}

/// Transforms the products of a run of tiles to outputs, and adds the biases.
#[inline(always)]
fn write_tiles<S: Simd>(
    simd: S,
    grid: PaddedGrid,
    products: &[TileChannels; PRODUCTS],
    filter: &WinogradFilter,
    tiles: Range<usize>,
    output: &mut [Lanes],
) {
    let (stride, width, height) = (grid.stride(), grid.width(), grid.height());
    for (number, tile) in tiles.enumerate() {
        let (column, row) = grid.tile(tile);
        for (block, sums) in output.chunks_exact_mut(grid.len()).enumerate() {
            let bias: f32x16<S> = filter.biases[block].simd_into(simd);
            let mut of_tile = [[simd.splat_f32x16(0.0); INPUTS]; INPUTS];
            for product in 0..PRODUCTS {
                of_tile[product / INPUTS][product % INPUTS] =
                    f32x16::from_slice(simd, &products[product][block][number]);
            }
            let outputs: [[f32x16<S>; OUTPUTS]; OUTPUTS] = winograd::outputs(of_tile);
            for y in 0..OUTPUTS {
                for x in 0..OUTPUTS {
                    if column + x <= width && row + y <= height {
                        (outputs[y][x] + bias)
                            .store_slice(&mut sums[(row + y) * stride + column + x]);
                    }
                }
            }
        }
    }
}

/// Adds the weight gradients of one output block of [`convolve`].
///
/// `output_gradients` belong to that block and must be zero on the border.
pub(super) fn add_weight_gradients(
    grid: PaddedGrid,
    input: &[Lanes],
    output_gradients: &[Lanes],
    gradients: &mut [Lanes],
) {
    dispatch!(Level::new(), simd => add_weight_gradients_with(simd, grid, input, output_gradients, gradients));
}

#[inline(always)]
fn add_weight_gradients_with<S: Simd>(
    simd: S,
    grid: PaddedGrid,
    input: &[Lanes],
    output_gradients: &[Lanes],
    gradients: &mut [Lanes],
) {
    let (taps, middle, span) = (grid.taps(), grid.middle(), grid.span());
    let blocks = input
        .chunks_exact(grid.len())
        .zip(gradients.chunks_exact_mut(9 * WIDTH));
    for (map, gradients) in blocks {
        for (tap, gradients) in taps.iter().zip(gradients.as_chunks_mut::<WIDTH>().0) {
            for (group, gradients) in gradients.as_chunks_mut::<GROUP>().0.iter_mut().enumerate() {
                let mut sums: [f32x16<S>; GROUP] = gradients.map(|lanes| lanes.simd_into(simd));
                let near = &map[span.start + tap - middle..][..span.len()];
                for (gradient, from) in output_gradients[span.clone()].iter().zip(near) {
                    let gradient: f32x16<S> = (*gradient).simd_into(simd);
                    for at in 0..GROUP {
                        let number = simd.splat_f32x16(from[group * GROUP + at]);
                        sums[at] = simd.mul_add_f32x16(number, gradient, sums[at]);
                    }
                }
                *gradients = sums.map(|lanes| lanes.into());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcts::playout::{Dice, dice, roll};

    fn random(dice: &mut Dice) -> Lanes {
        std::array::from_fn(|_| roll(dice, 2001) as f32 / 1000.0 - 1.0)
    }

    #[test]
    fn minimal_filtering_agrees_with_direct_convolution() {
        let mut dice = dice(5);
        for (width, height) in [(2, 2), (2, 3), (5, 4), (9, 9), (13, 6)] {
            let size = Size::new(width, height).expect("a size");
            let grid = PaddedGrid::new(size);
            let mut input = grid.zeros();
            for block in input.chunks_exact_mut(grid.len()) {
                for at in size.points() {
                    block[grid.place(at)] = random(&mut dice);
                }
            }
            let mut weights = || {
                let taps = 0..BLOCKS * 9 * WIDTH;
                taps.map(|_| random(&mut dice)).collect::<Vec<_>>()
            };
            let weights: [Vec<Lanes>; BLOCKS] = std::array::from_fn(|_| weights());
            let biases: [Lanes; BLOCKS] = std::array::from_fn(|_| random(&mut dice));
            let filter = WinogradFilter::new(|block| (&biases[block], &weights[block]));
            let mut sums = grid.zeros();
            convolve(grid, &input, &filter, &mut sums);
            for (block, (sums, weights)) in sums.chunks_exact(grid.len()).zip(&weights).enumerate()
            {
                let mut wanted = vec![[0.0; WIDTH]; grid.len()];
                for at in size.points() {
                    let place = grid.place(at);
                    wanted[place] = biases[block];
                    for (from, map) in input.chunks_exact(grid.len()).enumerate() {
                        for (tap, step) in grid.taps().into_iter().enumerate() {
                            let near = map[place + step - grid.middle()];
                            for (channel, number) in near.iter().enumerate() {
                                let weights = weights[(from * 9 + tap) * WIDTH + channel];
                                for (sum, weight) in wanted[place].iter_mut().zip(weights) {
                                    *sum += number * weight;
                                }
                            }
                        }
                    }
                }
                let both = sums.as_flattened().iter().zip(wanted.as_flattened());
                for (sum, wanted) in both {
                    assert!(
                        (sum - wanted).abs() < 1e-4,
                        "{width}x{height}: {sum} {wanted}"
                    );
                }
            }
        }
    }
}
