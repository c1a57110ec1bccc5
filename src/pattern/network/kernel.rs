//! Convolutions of 3×3 points, the arithmetic of the network: forward, and their slopes for learning.
//!
//! What is known of a board is kept in maps: for each point a number in each of many channels, sixteen channels side by side,
//! which is what a processor computes with at once. The vectors are as wide as the processor that it runs on has them.
//!
//! Forward, squares of 2×2 points are computed together from the 4×4 points around them in a form in which sixteen products
//! do for what are thirty-six (minimal filtering, Winograd 1980; Lavin and Gray 2016).

use super::BLOCKS;
use crate::point::{Point, Size};
use fearless_simd::{Level, Simd, SimdInto, dispatch, f32x16};
use std::ops::Range;

/// How many channels lie side by side.
pub(super) const WIDTH: usize = 16;
/// Numbers of [`WIDTH`] channels.
pub(super) type Lanes = [f32; WIDTH];

/// Squares computed side by side: with so many sums the registers are busy.
const RUN: usize = 10;
/// Points of a square and around it, and products of each channel.
const PRODUCTS: usize = 16;
/// Channels of a map.
const CHANNELS: usize = BLOCKS * WIDTH;
/// Channels whose slopes are summed up side by side.
const GROUP: usize = 8;

/// Where the points of a board are in its maps: row after row, with a border below, above and between the rows.
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

    /// Places of a map.
    pub(super) fn len(self) -> usize {
        // The last square and what is around it may go on beyond the last row and point.
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

    /// A map of all channels, zero everywhere.
    pub(super) fn map(self) -> Vec<Lanes> {
        vec![[0.0; WIDTH]; BLOCKS * self.len()]
    }

    /// How many squares of four points it takes to cover the board.
    fn squares(self) -> usize {
        self.width().div_ceil(2) * self.height().div_ceil(2)
    }

    /// The column and row of the lower left point of such a square.
    fn square(self, number: usize) -> (usize, usize) {
        let across = self.width().div_ceil(2);
        (1 + 2 * (number % across), 1 + 2 * (number / across))
    }

    /// How far the place of each point of a square of nine is from that one tap further left and below.
    fn taps(self) -> [usize; 9] {
        let stride = self.stride();
        std::array::from_fn(|tap| tap / 3 * stride + tap % 3)
    }

    /// What is added to a tap to come to the point itself.
    fn middle(self) -> usize {
        self.stride() + 1
    }
}

/// The weights of a convolution in the form in which they are multiplied.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Filter {
    /// What each channel of the output begins with.
    biases: [Lanes; BLOCKS],
    /// By product, block of the output and channel of the input.
    weights: Vec<Lanes>,
}

impl Filter {
    /// From what the blocks of the output begin with, and their weights by block of the input, tap and channel of the input.
    pub(super) fn new<'a>(blocks: impl Fn(usize) -> (&'a Lanes, &'a [Lanes])) -> Filter {
        let mut weights = vec![[0.0; WIDTH]; PRODUCTS * BLOCKS * CHANNELS];
        for output in 0..BLOCKS {
            let (_, taps) = blocks(output);
            for input in 0..CHANNELS {
                let taps = &taps[input / WIDTH * 9 * WIDTH + input % WIDTH..];
                for lane in 0..WIDTH {
                    let row = |row: usize| {
                        spread([0, 1, 2].map(|column| taps[(3 * row + column) * WIDTH][lane]))
                    };
                    let rows = [row(0), row(1), row(2)];
                    for column in 0..4 {
                        let products = spread(rows.map(|row| row[column]));
                        for (row, product) in products.into_iter().enumerate() {
                            let block = (4 * row + column) * BLOCKS + output;
                            weights[block * CHANNELS + input][lane] = product;
                        }
                    }
                }
            }
        }
        let biases = std::array::from_fn(|output| *blocks(output).0);
        Filter { biases, weights }
    }
}

/// The weights of three points in a row as those of the four products of which two sums are made.
fn spread([left, middle, right]: [f32; 3]) -> [f32; 4] {
    let (outer, middle) = ((left + right) / 2.0, middle / 2.0);
    [left, outer + middle, outer - middle, right]
}

/// Four numbers in a row as the factors of the four products.
#[inline(always)]
fn factors<S: Simd>([a, b, c, d]: [f32x16<S>; 4]) -> [f32x16<S>; 4] {
    [a - c, b + c, c - b, b - d]
}

/// The two sums that four products make.
#[inline(always)]
fn pair<S: Simd>([a, b, c, d]: [f32x16<S>; 4]) -> [f32x16<S>; 2] {
    [a + b + c, b - c - d]
}

/// One of the products of the first `N` squares for one block of the output: the sum of all channels by their weights.
#[inline(always)]
fn multiply<S: Simd, const N: usize>(
    simd: S,
    seen: &[[Lanes; BLOCKS]; RUN],
    weights: &[Lanes],
    block: usize,
    found: &mut [[Lanes; BLOCKS]; RUN],
) {
    let mut sums = [simd.splat_f32x16(0.0); N];
    for (input, weights) in weights.as_chunks::<WIDTH>().0.iter().enumerate() {
        for channel in 0..WIDTH {
            let weight: f32x16<S> = weights[channel].simd_into(simd);
            for at in 0..N {
                let number = simd.splat_f32x16(seen[at][input][channel]);
                sums[at] = simd.mul_add_f32x16(number, weight, sums[at]);
            }
        }
    }
    for (found, lanes) in found.iter_mut().zip(sums) {
        found[block] = lanes.into();
    }
}

/// Sums up, for each point, the channels around it by their weights. What lies on the border of `sums` stays as it is.
pub(super) fn convolve(grid: Grid, input: &[Lanes], filter: &Filter, sums: &mut [Lanes]) {
    dispatch!(Level::new(), simd => convolve_with(simd, grid, input, filter, sums));
}

#[inline(always)]
fn convolve_with<S: Simd>(
    simd: S,
    grid: Grid,
    input: &[Lanes],
    filter: &Filter,
    sums: &mut [Lanes],
) {
    let (stride, width, height) = (grid.stride(), grid.width(), grid.height());
    // By product and square: what is seen there, and what follows from it for each block of the output.
    let mut seen = [[[[0.0; WIDTH]; BLOCKS]; RUN]; PRODUCTS];
    let mut found = [[[[0.0; WIDTH]; BLOCKS]; RUN]; PRODUCTS];
    for first in (0..grid.squares()).step_by(RUN) {
        let squares = first..grid.squares().min(first + RUN);
        for (number, square) in squares.clone().enumerate() {
            let (column, row) = grid.square(square);
            let corner = (row - 1) * stride + column - 1;
            for (block, map) in input.chunks_exact(grid.len()).enumerate() {
                let rows: [[f32x16<S>; 4]; 4] = std::array::from_fn(|row| {
                    let near = &map[corner + row * stride..][..4];
                    factors(std::array::from_fn(|column| near[column].simd_into(simd)))
                });
                for column in 0..4 {
                    let products = factors(rows.map(|row| row[column]));
                    for (row, product) in products.into_iter().enumerate() {
                        seen[4 * row + column][number][block] = product.into();
                    }
                }
            }
        }
        let all = seen.iter().zip(&mut found);
        let filters = filter.weights.chunks_exact(BLOCKS * CHANNELS);
        for ((seen, found), weights) in all.zip(filters) {
            for (block, weights) in weights.chunks_exact(CHANNELS).enumerate() {
                if squares.len() > RUN / 2 {
                    multiply::<S, RUN>(simd, seen, weights, block, found);
                } else {
                    multiply::<S, { RUN / 2 }>(simd, seen, weights, block, found);
                }
            }
        }
        for (number, square) in squares.enumerate() {
            let (column, row) = grid.square(square);
            for (block, sums) in sums.chunks_exact_mut(grid.len()).enumerate() {
                let bias: f32x16<S> = filter.biases[block].simd_into(simd);
                let rows: [[f32x16<S>; 2]; 4] = std::array::from_fn(|row| {
                    let product = |column: usize| found[4 * row + column][number][block];
                    pair(std::array::from_fn(|column| {
                        product(column).simd_into(simd)
                    }))
                });
                let columns = [0, 1].map(|x| pair(rows.map(|row| row[x])));
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
}

/// Adds to the slopes of the weights of one block of [`convolve`] what `slopes` of its sums, zero on the border, call for.
pub(super) fn convolve_slopes(
    grid: Grid,
    input: &[Lanes],
    slopes: &[Lanes],
    weights: &mut [Lanes],
) {
    dispatch!(Level::new(), simd => convolve_slopes_with(simd, grid, input, slopes, weights));
}

#[inline(always)]
fn convolve_slopes_with<S: Simd>(
    simd: S,
    grid: Grid,
    input: &[Lanes],
    slopes: &[Lanes],
    weights: &mut [Lanes],
) {
    let (taps, middle, span) = (grid.taps(), grid.middle(), grid.span());
    let blocks = input
        .chunks_exact(grid.len())
        .zip(weights.chunks_exact_mut(9 * WIDTH));
    for (map, weights) in blocks {
        for (tap, weights) in taps.iter().zip(weights.as_chunks_mut::<WIDTH>().0) {
            for (group, weights) in weights.as_chunks_mut::<GROUP>().0.iter_mut().enumerate() {
                let mut sums: [f32x16<S>; GROUP] = weights.map(|lanes| lanes.simd_into(simd));
                let near = &map[span.start + tap - middle..][..span.len()];
                for (slope, from) in slopes[span.clone()].iter().zip(near) {
                    let slope: f32x16<S> = (*slope).simd_into(simd);
                    for at in 0..GROUP {
                        let number = simd.splat_f32x16(from[group * GROUP + at]);
                        sums[at] = simd.mul_add_f32x16(number, slope, sums[at]);
                    }
                }
                *weights = sums.map(|lanes| lanes.into());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playout::{Dice, dice, roll};

    fn random(chance: &mut Dice) -> Lanes {
        std::array::from_fn(|_| roll(chance, 2001) as f32 / 1000.0 - 1.0)
    }

    #[test]
    fn products_make_the_sums_of_all_nine_points() {
        let mut chance = dice(5);
        for (width, height) in [(2, 2), (2, 3), (5, 4), (9, 9), (13, 6)] {
            let size = Size::new(width, height).expect("a size");
            let grid = Grid::new(size);
            let mut input = grid.map();
            for block in input.chunks_exact_mut(grid.len()) {
                for at in size.points() {
                    block[grid.place(at)] = random(&mut chance);
                }
            }
            let mut weights = || {
                let taps = 0..BLOCKS * 9 * WIDTH;
                taps.map(|_| random(&mut chance)).collect::<Vec<_>>()
            };
            let weights: [Vec<Lanes>; BLOCKS] = std::array::from_fn(|_| weights());
            let biases: [Lanes; BLOCKS] = std::array::from_fn(|_| random(&mut chance));
            let filter = Filter::new(|block| (&biases[block], &weights[block]));
            let mut sums = grid.map();
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
