//! Element-wise kernels, compiled for several instruction sets.
//!
//! The loops are plain; [`dispatch`] compiles each for every SIMD level and picks one at run time.

use fearless_simd::{Level, dispatch};

/// An activation function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Activation {
    /// x.
    Identity,
    /// max(x, 0).
    Relu,
    /// x · tanh(ln(1 + eˣ)) (Misra 2019).
    Mish,
    /// x · sigmoid(x) (Elfwing, Uchibe and Doya 2018).
    Silu,
}

/// Computes eˣ to about 7 digits without a library call, so that the loop vectorizes.
///
/// The integer power of two is written into the exponent bits; the remainder uses a polynomial
/// (Cephes `expf`). Arguments are clamped to ±87.
#[inline(always)]
fn exp(x: f32) -> f32 {
    /// Adding this (1.5 · 2²³) rounds a number to an integer, held in its lowest mantissa bits.
    const ROUND: f32 = 12_582_912.0;
    const LN_2_HIGH: f32 = 0.693_359_4;
    const LN_2_LOW: f32 = -2.121_944_4e-4;
    let x = x.clamp(-87.0, 87.0);
    let shifted = x * std::f32::consts::LOG2_E + ROUND;
    let power = f32::from_bits((shifted.to_bits() << 23).wrapping_add(1.0_f32.to_bits()));
    let whole = shifted - ROUND;
    let rest = (x - whole * LN_2_HIGH) - whole * LN_2_LOW;
    let mut series = 1.987_569_1e-4;
    for term in [
        1.398_199_9e-3,
        8.333_452e-3,
        4.166_579_6e-2,
        1.666_666_5e-1,
        0.5,
    ] {
        series = series * rest + term;
    }
    (series * rest * rest + rest + 1.0) * power
}

#[inline(always)]
fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + exp(-x))
}

#[inline(always)]
fn mish(x: f32) -> f32 {
    // tanh(ln(1 + e)) = (e² + 2e) / (e² + 2e + 2), which is 1 in single precision from x = 20 on.
    let e = exp(x.min(20.0));
    let n = e * (e + 2.0);
    x * (n / (n + 2.0))
}

#[inline(always)]
fn activate_each(numbers: &mut [f32], activation: Activation) {
    match activation {
        Activation::Identity => {}
        Activation::Relu => numbers.iter_mut().for_each(|x| *x = x.max(0.0)),
        Activation::Mish => numbers.iter_mut().for_each(|x| *x = mish(*x)),
        Activation::Silu => numbers.iter_mut().for_each(|x| *x *= sigmoid(*x)),
    }
}

/// Applies an activation in place.
pub(super) fn activate(numbers: &mut [f32], activation: Activation) {
    dispatch!(Level::new(), _simd => activate_each(numbers, activation));
}

#[inline(always)]
fn scale_rows(from: &[f32], scale: &[f32], bias: &[f32], activation: Activation, to: &mut [f32]) {
    let width = scale.len();
    for (to, from) in to.chunks_exact_mut(width).zip(from.chunks_exact(width)) {
        for (((to, from), scale), bias) in to.iter_mut().zip(from).zip(scale).zip(bias) {
            *to = from * scale + bias;
        }
        activate_each(to, activation);
    }
}

/// Multiplies each row by `scale`, adds `bias` and activates.
pub(super) fn scale_and_activate(
    from: &[f32],
    scale: &[f32],
    bias: &[f32],
    activation: Activation,
) -> Vec<f32> {
    let mut to = vec![0.0; from.len()];
    dispatch!(Level::new(), _simd => scale_rows(from, scale, bias, activation, &mut to));
    to
}

#[inline(always)]
fn add_to_rows(numbers: &mut [f32], row: &[f32]) {
    for numbers in numbers.chunks_exact_mut(row.len()) {
        for (number, more) in numbers.iter_mut().zip(row) {
            *number += more;
        }
    }
}

/// Adds `row` to each row of a matrix.
pub(super) fn add_row(numbers: &mut [f32], row: &[f32]) {
    dispatch!(Level::new(), _simd => add_to_rows(numbers, row));
}

#[inline(always)]
fn sum_of_squares(row: &[f32]) -> f32 {
    // Sixteen partial sums: the compiler does not reorder floating-point additions by itself.
    let mut sums = [0.0; 16];
    let (chunks, rest) = row.as_chunks::<16>();
    for chunk in chunks {
        for (sum, x) in sums.iter_mut().zip(chunk) {
            *sum += x * x;
        }
    }
    sums.iter().sum::<f32>() + rest.iter().map(|x| x * x).sum::<f32>()
}

#[inline(always)]
fn normalize_rows(from: &[f32], weights: &[f32], epsilon: f32, to: &mut [f32]) {
    let width = weights.len();
    for (to, from) in to.chunks_exact_mut(width).zip(from.chunks_exact(width)) {
        let mean = sum_of_squares(from) / width as f32;
        let scale = 1.0 / (mean + epsilon).sqrt();
        for ((to, from), weight) in to.iter_mut().zip(from).zip(weights) {
            *to = from * scale * weight;
        }
    }
}

/// RMS normalization of each row with a weight per channel (Zhang and Sennrich 2019).
pub(super) fn normalize(from: &[f32], weights: &[f32], epsilon: f32) -> Vec<f32> {
    let mut to = vec![0.0; from.len()];
    dispatch!(Level::new(), _simd => normalize_rows(from, weights, epsilon, &mut to));
    to
}

/// Returns the mean of the squares.
pub(super) fn mean_square(numbers: &[f32]) -> f32 {
    let sum = dispatch!(Level::new(), _simd => sum_of_squares(numbers));
    sum / numbers.len().max(1) as f32
}

#[inline(always)]
fn softmax_rows(numbers: &mut [f32], width: usize) {
    for row in numbers.chunks_exact_mut(width) {
        let mut tops = [f32::MIN; 16];
        let (chunks, rest) = row.as_chunks::<16>();
        for chunk in chunks {
            for (top, &x) in tops.iter_mut().zip(chunk) {
                *top = if x > *top { x } else { *top };
            }
        }
        let top = tops.iter().chain(rest).copied().fold(f32::MIN, f32::max);
        row.iter_mut().for_each(|x| *x = exp(*x - top));
        let mut sums = [0.0; 16];
        let (chunks, rest) = row.as_chunks::<16>();
        for chunk in chunks {
            for (sum, &x) in sums.iter_mut().zip(chunk) {
                *sum += x;
            }
        }
        let scale = 1.0 / (sums.iter().sum::<f32>() + rest.iter().sum::<f32>());
        row.iter_mut().for_each(|x| *x *= scale);
    }
}

/// Applies a softmax to each row.
pub(super) fn softmax(numbers: &mut [f32], width: usize) {
    dispatch!(Level::new(), _simd => softmax_rows(numbers, width));
}

#[inline(always)]
fn gate_rows(both: &[f32], width: usize, to: &mut [f32]) {
    for (to, both) in to.chunks_exact_mut(width).zip(both.chunks_exact(2 * width)) {
        let (value, gate) = both.split_at(width);
        for ((to, x), gate) in to.iter_mut().zip(value).zip(gate) {
            *to = x * sigmoid(*x) * gate;
        }
    }
}

/// SwiGLU (Shazeer 2020): SiLU of the first half of each row times the second half.
pub(super) fn gate(both: &[f32], width: usize) -> Vec<f32> {
    let mut to = vec![0.0; both.len() / 2];
    dispatch!(Level::new(), _simd => gate_rows(both, width, &mut to));
    to
}

#[inline(always)]
fn turn_pairs(pairs: &mut [f32], turns: &[f32], scale: f32) {
    let (pairs, _) = pairs.as_chunks_mut::<2>();
    let (turns, _) = turns.as_chunks::<2>();
    for ([x, y], [cos, sin]) in pairs.iter_mut().zip(turns) {
        (*x, *y) = ((*x * cos - *y * sin) * scale, (*x * sin + *y * cos) * scale);
    }
}

/// Rotates each pair of numbers by an angle, given as cosine and sine, and scales it.
pub(super) fn turn(pairs: &mut [f32], turns: &[f32], scale: f32) {
    dispatch!(Level::new(), _simd => turn_pairs(pairs, turns, scale));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn activations_are_what_their_formulas_say() {
        for step in -4000..4000 {
            let x = step as f32 * 0.01;
            let wide = f64::from(x);
            let silu = wide / (1.0 + (-wide).exp());
            let mish = wide * wide.exp().ln_1p().tanh();
            for (activation, expected) in [
                (Activation::Identity, wide),
                (Activation::Relu, wide.max(0.0)),
                (Activation::Silu, silu),
                (Activation::Mish, mish),
            ] {
                let mut number = [x];
                activate(&mut number, activation);
                let error = (f64::from(number[0]) - expected).abs();
                assert!(error < 1e-5 * (1.0 + wide.abs()), "{activation:?} of {x}");
            }
        }
    }

    #[test]
    fn a_softmax_is_a_distribution() {
        for width in [1, 2, 15, 16, 17, 40] {
            let mut numbers: Vec<f32> = (0..3 * width).map(|i| (i * 7 % 11) as f32 * 9.0).collect();
            let wide: Vec<f64> = numbers.iter().map(|&x| f64::from(x)).collect();
            softmax(&mut numbers, width);
            for (row, wide) in numbers.chunks(width).zip(wide.chunks(width)) {
                let all: f64 = wide.iter().map(|x| (x - 90.0).exp()).sum();
                for (&found, x) in row.iter().zip(wide) {
                    assert!((f64::from(found) - (x - 90.0).exp() / all).abs() < 1e-6);
                }
            }
        }
    }
}
