//! Convolutions of 3×3 points, the arithmetic of the network: forward, and their slopes for learning.
//!
//! What is known of a board is kept in maps: for each point a number in each of many channels, sixteen channels side by side,
//! which is what a processor computes with at once. The vectors are as wide as the processor that it runs on has them.

use crate::point::{Point, Size};
use fearless_simd::{Level, Simd, SimdInto, dispatch, f32x16};
use std::ops::Range;

/// How many channels lie side by side.
pub(super) const WIDTH: usize = 16;
/// Numbers of [`WIDTH`] channels.
pub(super) type Lanes = [f32; WIDTH];

/// Points computed side by side: with these many sums all registers are busy.
const RUN: usize = 6;
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

    fn stride(self) -> usize {
        usize::from(self.size.width()) + 1
    }

    /// Places of a map.
    pub(super) fn len(self) -> usize {
        // Runs may go on beyond the last point.
        (usize::from(self.size.height()) + 2) * self.stride() + 1 + RUN
    }

    /// The place of a point.
    pub(super) fn place(self, point: Point) -> usize {
        usize::from(point.row()) * self.stride() + usize::from(point.column())
    }

    /// The places from the first point to the last, those between the rows included.
    fn span(self) -> Range<usize> {
        let stride = self.stride();
        stride + 1..(usize::from(self.size.height()) + 1) * stride
    }

    /// A map of so many blocks of channels, all zero.
    pub(super) fn map(self, blocks: usize) -> Vec<Lanes> {
        vec![[0.0; WIDTH]; blocks * self.len()]
    }

    /// Makes the border of one block zero.
    pub(super) fn clear_border(self, block: &mut [Lanes]) {
        let Range { start, end } = self.span();
        block[..start].fill([0.0; WIDTH]);
        block[end..].fill([0.0; WIDTH]);
        let between = (2..=usize::from(self.size.height())).map(|row| row * self.stride());
        between.for_each(|place| block[place] = [0.0; WIDTH]);
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

/// Sums up, for each point, the channels around it by their weights into one block of channels. The border is not cleared.
///
/// `weights` are by block of the input, tap and channel of the input.
pub(super) fn convolve(
    grid: Grid,
    input: &[Lanes],
    bias: &Lanes,
    weights: &[Lanes],
    sums: &mut [Lanes],
) {
    dispatch!(Level::new(), simd => convolve_with(simd, grid, input, bias, weights, sums));
}

#[inline(always)]
fn convolve_with<S: Simd>(
    simd: S,
    grid: Grid,
    input: &[Lanes],
    bias: &Lanes,
    weights: &[Lanes],
    sums: &mut [Lanes],
) {
    let (taps, middle) = (grid.taps(), grid.middle());
    let bias: f32x16<S> = (*bias).simd_into(simd);
    for start in grid.span().step_by(RUN) {
        let mut run = [bias; RUN];
        let blocks = input
            .chunks_exact(grid.len())
            .zip(weights.chunks_exact(9 * WIDTH));
        for (map, weights) in blocks {
            for (tap, weights) in taps.iter().zip(weights.as_chunks::<WIDTH>().0) {
                let from = &map[start + tap - middle..][..RUN];
                let Some(from) = from.first_chunk::<RUN>() else {
                    continue;
                };
                for channel in 0..WIDTH {
                    let weight: f32x16<S> = weights[channel].simd_into(simd);
                    for at in 0..RUN {
                        let number = simd.splat_f32x16(from[at][channel]);
                        run[at] = simd.mul_add_f32x16(number, weight, run[at]);
                    }
                }
            }
        }
        for (sum, lanes) in sums[start..].iter_mut().zip(run) {
            *sum = lanes.into();
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
