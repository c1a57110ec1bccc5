//! Matrix products.
//!
//! The kernel is `matrixmultiply`, through the safe interface of `ndarray`; it picks SIMD
//! instructions at run time. No other module depends on either crate.

use ndarray::linalg::general_mat_mul;
use ndarray::{ArrayView2, ArrayViewMut2, ShapeBuilder};

/// A strided view of a slice as a matrix.
#[derive(Clone, Copy, Debug)]
pub(super) struct MatrixView {
    /// Index of the first number.
    pub(super) at: usize,
    /// Rows.
    pub(super) rows: usize,
    /// Columns.
    pub(super) columns: usize,
    /// Distance from one row to the next.
    pub(super) stride: usize,
}

impl MatrixView {
    /// A view of a whole slice with contiguous rows.
    pub(super) fn whole(rows: usize, columns: usize) -> MatrixView {
        MatrixView {
            at: 0,
            rows,
            columns,
            stride: columns,
        }
    }

    fn of(self, numbers: &[f32]) -> ArrayView2<'_, f32> {
        let shape = (self.rows, self.columns).strides((self.stride, 1));
        ArrayView2::from_shape(shape, &numbers[self.at..])
            .expect("the part lies within the numbers")
    }

    fn of_mut(self, numbers: &mut [f32]) -> ArrayViewMut2<'_, f32> {
        let shape = (self.rows, self.columns).strides((self.stride, 1));
        ArrayViewMut2::from_shape(shape, &mut numbers[self.at..])
            .expect("the part lies within the numbers")
    }
}

/// Output mode of a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OutputMode {
    /// Overwrites the output.
    Replace,
    /// Adds to the output.
    Add,
}

impl OutputMode {
    fn kept(self) -> f32 {
        match self {
            OutputMode::Replace => 0.0,
            OutputMode::Add => 1.0,
        }
    }
}

/// Computes `left` × `right`.
pub(super) fn multiply(
    (left, left_part): (&[f32], MatrixView),
    (right, right_part): (&[f32], MatrixView),
    (out, out_part): (&mut [f32], MatrixView),
    to: OutputMode,
) {
    let (left, right) = (left_part.of(left), right_part.of(right));
    general_mat_mul(1.0, &left, &right, to.kept(), &mut out_part.of_mut(out));
}

/// Computes `left` × `right`ᵀ.
pub(super) fn multiply_transposed(
    (left, left_part): (&[f32], MatrixView),
    (right, right_part): (&[f32], MatrixView),
    (out, out_part): (&mut [f32], MatrixView),
) {
    let (left, right) = (left_part.of(left), right_part.of(right));
    general_mat_mul(1.0, &left, &right.t(), 0.0, &mut out_part.of_mut(out));
}
