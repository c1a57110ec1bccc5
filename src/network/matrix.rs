//! Products of matrices: the one place that knows whose kernel they are computed by.
//!
//! The kernel is `matrixmultiply`'s, by way of `ndarray`, whose interface is safe. It chooses instructions at run time.

use ndarray::linalg::general_mat_mul;
use ndarray::{ArrayView2, ArrayViewMut2, ShapeBuilder};

/// A part of some numbers seen as a matrix: `rows` × `columns`, each row `stride` numbers after the one before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    /// Where the first number is.
    pub(super) at: usize,
    /// Rows.
    pub(super) rows: usize,
    /// Columns.
    pub(super) columns: usize,
    /// From row to row.
    pub(super) stride: usize,
}

impl Part {
    /// All of the numbers: the rows lie one after the other.
    pub(super) fn whole(rows: usize, columns: usize) -> Part {
        Part {
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

/// What becomes of the numbers that a product is written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum To {
    /// The product takes their place.
    Replace,
    /// It is added to them.
    Add,
}

impl To {
    fn kept(self) -> f32 {
        match self {
            To::Replace => 0.0,
            To::Add => 1.0,
        }
    }
}

/// `left` × `right`.
pub(super) fn multiply(
    (left, left_part): (&[f32], Part),
    (right, right_part): (&[f32], Part),
    (out, out_part): (&mut [f32], Part),
    to: To,
) {
    let (left, right) = (left_part.of(left), right_part.of(right));
    general_mat_mul(1.0, &left, &right, to.kept(), &mut out_part.of_mut(out));
}

/// `left` × `right` with rows and columns of `right` exchanged.
pub(super) fn multiply_transposed(
    (left, left_part): (&[f32], Part),
    (right, right_part): (&[f32], Part),
    (out, out_part): (&mut [f32], Part),
) {
    let (left, right) = (left_part.of(left), right_part.of(right));
    general_mat_mul(1.0, &left, &right.t(), 0.0, &mut out_part.of_mut(out));
}
