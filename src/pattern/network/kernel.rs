//! 3×3 convolutions, the arithmetic of the network: the forward pass and the gradients of the weights.
//!
//! A feature map has the shape \[block\]\[place\]\[lane\]: [`BLOCKS`] blocks of [`WIDTH`] channels, and a place for each
//! point and for a border of zeros (see [`Grid`]). The channels of a block are computed together as one vector; the instructions
//! are chosen at run time.
//!
//! The forward pass computes tiles of 2×2 outputs from 4×4 inputs by minimal filtering, F(2×2, 3×3): 16 multiplications instead
//! of 36 (Winograd 1980; Lavin and Gray 2015).

use crate::point::{Point, Size};
use fearless_simd::{Level, Simd, SimdInto, dispatch, f32x16};
use std::ops::Range;

/// The channels of a block.
pub(super) const WIDTH: usize = 16;
/// The channels of a block at one place.
pub(super) type Lanes = [f32; WIDTH];

/// Blocks of channels of a feature map; the input planes and all layers have as many.
pub(super) const BLOCKS: usize = 2;
/// Tiles computed together: enough sums to keep the registers busy.
const TILES: usize = 10;
/// Inputs of a tile, and products for each pair of channels.
const PRODUCTS: usize = 16;
/// Channels of a feature map.
const CHANNELS: usize = BLOCKS * WIDTH;
/// Input channels whose weight gradients are summed together.
const GROUP: usize = 8;

/// The places of the points of a board in a feature map: row by row, with a border below, above and between the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    size: Size,
}

impl Grid {
    pub(super) fn new(size: Size) -> Grid {
        Grid { size }
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

    /// The number of places.
    pub(super) fn len(self) -> usize {
        // The inputs of the last tile may extend beyond the last row and point.
        (self.height() + 3) * self.stride() + 2
    }

    /// The place of a point.
    pub(super) fn place(self, point: Point) -> usize {
        usize::from(point.row()) * self.stride() + usize::from(point.column())
    }

    /// The places from the first point to the last, those between the rows included.
    fn span(self) -> Range<usize> {
        let stride = self.stride();
        stride + 1..(self.height() + 1) * stride
    }

    /// A feature map of zeros.
    pub(super) fn zeros(self) -> Vec<Lanes> {
        vec![[0.0; WIDTH]; BLOCKS * self.len()]
    }

    /// The number of tiles that cover the board.
    fn tiles(self) -> usize {
        self.width().div_ceil(2) * self.height().div_ceil(2)
    }

    /// The column and row of the lower left point of a tile.
    fn tile(self, number: usize) -> (usize, usize) {
        let across = self.width().div_ceil(2);
        (1 + 2 * (number % across), 1 + 2 * (number / across))
    }

    /// The offset of each tap of a 3×3 kernel from its lower left tap.
    fn taps(self) -> [usize; 9] {
        let stride = self.stride();
        std::array::from_fn(|tap| tap / 3 * stride + tap % 3)
    }

    /// The offset of the middle tap.
    fn middle(self) -> usize {
        self.stride() + 1
    }
}

/// The transformed weights of a convolution.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Filter {
    /// The bias of each output channel.
    biases: [Lanes; BLOCKS],
    /// The shape is \[product\]\[output block\]\[input channel\]\[output lane\].
    weights: Vec<Lanes>,
}

impl Filter {
    /// Transforms the weights of a convolution.
    ///
    /// `blocks` gives the biases of an output block and its weights, of the shape
    /// \[input block\]\[tap\]\[input lane\]\[output lane\].
    pub(super) fn new<'a>(blocks: impl Fn(usize) -> (&'a Lanes, &'a [Lanes])) -> Filter {
        let mut weights = vec![[0.0; WIDTH]; PRODUCTS * BLOCKS * CHANNELS];
        for output in 0..BLOCKS {
            let (_, taps) = blocks(output);
            for input in 0..CHANNELS {
                let taps = &taps[input / WIDTH * 9 * WIDTH + input % WIDTH..];
                for lane in 0..WIDTH {
                    let products =
                        transform_kernel(|row, column| taps[(3 * row + column) * WIDTH][lane]);
                    for (product, weight) in products.into_iter().enumerate() {
                        let block = product * BLOCKS + output;
                        weights[block * CHANNELS + input][lane] = weight;
                    }
                }
            }
        }
        let biases = std::array::from_fn(|output| *blocks(output).0);
        Filter { biases, weights }
    }
}

/// Transforms a kernel, given by row and column, to the weights of the products.
fn transform_kernel(tap: impl Fn(usize, usize) -> f32) -> [f32; PRODUCTS] {
    let rows = [0, 1, 2].map(|row| transform_weights([0, 1, 2].map(|column| tap(row, column))));
    let mut products = [0.0; PRODUCTS];
    for column in 0..4 {
        let transformed = transform_weights(rows.map(|row| row[column]));
        for (row, product) in transformed.into_iter().enumerate() {
            products[4 * row + column] = product;
        }
    }
    products
}

/// Transforms the weights of a row of three taps to those of four products.
fn transform_weights([left, middle, right]: [f32; 3]) -> [f32; 4] {
    let (outer, middle) = ((left + right) / 2.0, middle / 2.0);
    [left, outer + middle, outer - middle, right]
}

/// Transforms a row of four inputs to the factors of four products.
#[inline(always)]
fn transform_inputs<S: Simd>([a, b, c, d]: [f32x16<S>; 4]) -> [f32x16<S>; 4] {
    [a - c, b + c, c - b, b - d]
}

/// Transforms four products to the two outputs of a row.
#[inline(always)]
fn transform_products<S: Simd>([a, b, c, d]: [f32x16<S>; 4]) -> [f32x16<S>; 2] {
    [a + b + c, b - c - d]
}

/// For each tile of a run, the channels of one product: factors of the input or products of the output.
type TileChannels = [[Lanes; BLOCKS]; TILES];

/// Computes one product of the first `N` tiles for one output block: the sum over the input channels.
#[inline(always)]
fn multiply<S: Simd, const N: usize>(
    simd: S,
    factors: &TileChannels,
    weights: &[Lanes],
    block: usize,
    products: &mut TileChannels,
) {
    let mut sums = [simd.splat_f32x16(0.0); N];
    for (input, weights) in weights.as_chunks::<WIDTH>().0.iter().enumerate() {
        for channel in 0..WIDTH {
            let weight: f32x16<S> = weights[channel].simd_into(simd);
            for at in 0..N {
                let factor = simd.splat_f32x16(factors[at][input][channel]);
                sums[at] = simd.mul_add_f32x16(factor, weight, sums[at]);
            }
        }
    }
    for (products, lanes) in products.iter_mut().zip(sums) {
        products[block] = lanes.into();
    }
}

/// Convolves a feature map. The border of `output` is left as it is.
pub(super) fn convolve(grid: Grid, input: &[Lanes], filter: &Filter, output: &mut [Lanes]) {
    dispatch!(Level::new(), simd => convolve_with(simd, grid, input, filter, output));
}

#[inline(always)]
fn convolve_with<S: Simd>(
    simd: S,
    grid: Grid,
    input: &[Lanes],
    filter: &Filter,
    output: &mut [Lanes],
) {
    let mut factors = [[[[0.0; WIDTH]; BLOCKS]; TILES]; PRODUCTS];
    let mut products = [[[[0.0; WIDTH]; BLOCKS]; TILES]; PRODUCTS];
    for first in (0..grid.tiles()).step_by(TILES) {
        let tiles = first..grid.tiles().min(first + TILES);
        read_tiles(simd, grid, input, tiles.clone(), &mut factors);
        multiply_tiles(simd, &factors, filter, tiles.len(), &mut products);
        write_tiles(simd, grid, &products, filter, tiles, output);
    }
}

/// Transforms the inputs of a run of tiles.
#[inline(always)]
fn read_tiles<S: Simd>(
    simd: S,
    grid: Grid,
    input: &[Lanes],
    tiles: Range<usize>,
    factors: &mut [TileChannels; PRODUCTS],
) {
    let stride = grid.stride();
    for (number, tile) in tiles.enumerate() {
        let (column, row) = grid.tile(tile);
        let corner = (row - 1) * stride + column - 1;
        for (block, map) in input.chunks_exact(grid.len()).enumerate() {
            let rows: [[f32x16<S>; 4]; 4] = std::array::from_fn(|row| {
                let near = &map[corner + row * stride..][..4];
                transform_inputs(std::array::from_fn(|column| near[column].simd_into(simd)))
            });
            for column in 0..4 {
                let transformed = transform_inputs(rows.map(|row| row[column]));
                for (row, factor) in transformed.into_iter().enumerate() {
                    factors[4 * row + column][number][block] = factor.into();
                }
            }
        }
    }
}

/// Computes all products of the first `count` tiles of a run.
#[inline(always)]
fn multiply_tiles<S: Simd>(
    simd: S,
    factors: &[TileChannels; PRODUCTS],
    filter: &Filter,
    count: usize,
    products: &mut [TileChannels; PRODUCTS],
) {
    let all = factors.iter().zip(products);
    let filters = filter.weights.chunks_exact(BLOCKS * CHANNELS);
    for ((factors, products), weights) in all.zip(filters) {
        for (block, weights) in weights.chunks_exact(CHANNELS).enumerate() {
            if count > TILES / 2 {
                multiply::<S, TILES>(simd, factors, weights, block, products);
            } else {
                multiply::<S, { TILES / 2 }>(simd, factors, weights, block, products);
            }
        }
    }
}

/// Transforms the products of a run of tiles to outputs, and adds the biases.
#[inline(always)]
fn write_tiles<S: Simd>(
    simd: S,
    grid: Grid,
    products: &[TileChannels; PRODUCTS],
    filter: &Filter,
    tiles: Range<usize>,
    output: &mut [Lanes],
) {
    let (stride, width, height) = (grid.stride(), grid.width(), grid.height());
    for (number, tile) in tiles.enumerate() {
        let (column, row) = grid.tile(tile);
        for (block, sums) in output.chunks_exact_mut(grid.len()).enumerate() {
            let bias: f32x16<S> = filter.biases[block].simd_into(simd);
            let rows: [[f32x16<S>; 2]; 4] = std::array::from_fn(|row| {
                let product = |column: usize| products[4 * row + column][number][block];
                transform_products(std::array::from_fn(|column| {
                    product(column).simd_into(simd)
                }))
            });
            let columns = [0, 1].map(|x| transform_products(rows.map(|row| row[x])));
            for (x, sum) in columns.into_iter().enumerate() {
                for (y, sum) in sum.into_iter().enumerate() {
                    if column + x <= width && row + y <= height {
                        sums[(row + y) * stride + column + x] = (sum + bias).into();
                    }
                }
            }
        }
    }
}

/// Adds the gradients of the weights of one output block of [`convolve`]. `output_gradients` are those of the block, zero on the
/// border.
pub(super) fn add_weight_gradients(
    grid: Grid,
    input: &[Lanes],
    output_gradients: &[Lanes],
    gradients: &mut [Lanes],
) {
    dispatch!(Level::new(), simd => add_weight_gradients_with(simd, grid, input, output_gradients, gradients));
}

#[inline(always)]
fn add_weight_gradients_with<S: Simd>(
    simd: S,
    grid: Grid,
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
    use crate::playout::{Dice, dice, roll};

    fn random(dice: &mut Dice) -> Lanes {
        std::array::from_fn(|_| roll(dice, 2001) as f32 / 1000.0 - 1.0)
    }

    #[test]
    fn minimal_filtering_agrees_with_direct_convolution() {
        let mut dice = dice(5);
        for (width, height) in [(2, 2), (2, 3), (5, 4), (9, 9), (13, 6)] {
            let size = Size::new(width, height).expect("a size");
            let grid = Grid::new(size);
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
            let filter = Filter::new(|block| (&biases[block], &weights[block]));
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
