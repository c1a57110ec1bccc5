//! Winograd filtering: 3×3 convolutions by F(2×2, 3×3) (Winograd 1980; Lavin and Gray 2015).
//!
//! A tile of 2×2 outputs takes 16 products per pair of channels instead of 36. Inputs and weights
//! are transformed, multiplied element by element and summed over the input channels; the sums are
//! transformed to outputs. Tiles are indexed by row and column. Sixteen channels form a vector.

use fearless_simd::{Simd, SimdBase, SimdInto, f32x16};
use std::ops::{Add, Sub};

/// Side of a tile of outputs.
pub(crate) const OUTPUTS: usize = 2;
/// Side of the inputs of a tile, and of its products.
pub(crate) const INPUTS: usize = 4;
/// Products of a tile per pair of channels.
pub(crate) const PRODUCTS: usize = INPUTS * INPUTS;
/// Side of a kernel.
const TAPS: usize = 3;

/// Channels per vector.
pub(crate) const WIDTH: usize = 16;
/// A vector of channels at one point or of one product.
pub(crate) type Lanes = [f32; WIDTH];
/// Tiles computed together: enough accumulators to keep the registers busy.
pub(crate) const RUN: usize = 10;

/// Applies a one-dimensional transform to the rows of a tile, then to its columns.
// Plain loops: closures and iterators are not always compiled for the caller's instruction set.
#[inline(always)]
fn both_ways<T: Copy, const FROM: usize, const TO: usize>(
    tile: [[T; FROM]; FROM],
    one_way: impl Fn([T; FROM]) -> [T; TO],
) -> [[T; TO]; TO] {
    let any = tile[0][0];
    let mut rows = [[any; TO]; FROM];
    for row in 0..FROM {
        rows[row] = one_way(tile[row]);
    }
    let mut both = [[any; TO]; TO];
    for column in 0..TO {
        let mut numbers = [any; FROM];
        for row in 0..FROM {
            numbers[row] = rows[row][column];
        }
        let numbers = one_way(numbers);
        for row in 0..TO {
            both[row][column] = numbers[row];
        }
    }
    both
}

/// Transforms a kernel.
#[inline(always)]
pub(crate) fn weights(kernel: [[f32; TAPS]; TAPS]) -> [[f32; INPUTS]; INPUTS] {
    both_ways(kernel, |[left, middle, right]| {
        let (outer, middle) = ((left + right) / 2.0, middle / 2.0);
        [left, outer + middle, outer - middle, right]
    })
}

/// Transforms the inputs of a tile.
#[inline(always)]
pub(crate) fn factors<T>(tile: [[T; INPUTS]; INPUTS]) -> [[T; INPUTS]; INPUTS]
where
    T: Copy + Add<Output = T> + Sub<Output = T>,
{
    both_ways(tile, |[a, b, c, d]| [a - c, b + c, c - b, b - d])
}

/// Transforms summed products to the outputs of a tile.
#[inline(always)]
pub(crate) fn outputs<T>(products: [[T; INPUTS]; INPUTS]) -> [[T; OUTPUTS]; OUTPUTS]
where
    T: Copy + Add<Output = T> + Sub<Output = T>,
{
    both_ways(products, |[a, b, c, d]| [a + b + c, b - c - d])
}

/// Computes one product of a run of tiles for 16 output channels, summed over the input channels.
///
/// Only the first `tiles` entries of `sums` are meaningful.
#[inline(always)]
pub(crate) fn sums<S: Simd>(
    simd: S,
    factors: &[[Lanes; RUN]],
    weights: &[Lanes],
    tiles: usize,
    sums: &mut [Lanes; RUN],
) {
    /// Accumulators that fit in 16 registers of half the width.
    const FEW: usize = RUN / 2;
    let is_wide = S::f32s::LEN >= WIDTH;
    if is_wide && tiles > FEW {
        sums_from::<S, 0, RUN>(simd, factors, weights, sums);
        return;
    }
    sums_from::<S, 0, FEW>(simd, factors, weights, sums);
    if tiles > FEW {
        sums_from::<S, FEW, FEW>(simd, factors, weights, sums);
    }
}

/// Computes the sums of `COUNT` tiles from `FIRST` on.
#[inline(always)]
fn sums_from<S: Simd, const FIRST: usize, const COUNT: usize>(
    simd: S,
    factors: &[[Lanes; RUN]],
    weights: &[Lanes],
    sums: &mut [Lanes; RUN],
) {
    let mut found = [simd.splat_f32x16(0.0); COUNT];
    for (factors, weights) in factors.iter().zip(weights.as_chunks::<WIDTH>().0) {
        for channel in 0..WIDTH {
            let weight: f32x16<S> = weights[channel].simd_into(simd);
            for at in 0..COUNT {
                let factor = simd.splat_f32x16(factors[FIRST + at][channel]);
                found[at] = simd.mul_add_f32x16(factor, weight, found[at]);
            }
        }
    }
    for (sum, found) in sums[FIRST..].iter_mut().zip(&found) {
        found.store_slice(sum);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::array::from_fn;

    /// Small integers, so that products and sums are exact.
    #[test]
    fn outputs_are_those_of_the_kernel() {
        for seed in 0..50_usize {
            let number = |at: usize| ((at * 37 + seed * 101) % 23) as f32 - 11.0;
            let tile: [[f32; 4]; 4] = from_fn(|row| from_fn(|column| number(4 * row + column)));
            let kernel: [[f32; 3]; 3] =
                from_fn(|row| from_fn(|column| 4.0 * number(3 * row + column + 5)));
            let (factors, weights) = (factors(tile), weights(kernel));
            let products =
                from_fn(|row| from_fn(|column| factors[row][column] * weights[row][column]));
            let expected: [[f32; 2]; 2] = from_fn(|row| {
                from_fn(|column| {
                    let taps = (0..9).map(|tap| (tap / 3, tap % 3));
                    taps.map(|(down, across)| {
                        kernel[down][across] * tile[row + down][column + across]
                    })
                    .sum()
                })
            });
            assert_eq!(outputs(products), expected);
        }
    }
}
