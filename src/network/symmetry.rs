//! The eight symmetries of the board, numbered as in KataGo.

use crate::point::Size;

/// A symmetry. Bit 0 flips rows, bit 1 flips columns, then bit 2 transposes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Symmetry(u8);

impl Symmetry {
    /// The identity.
    pub const NONE: Symmetry = Symmetry(0);

    /// The symmetry with this number, 0 to 7; `None` beyond.
    #[must_use]
    pub fn new(number: u8) -> Option<Symmetry> {
        (number < 8).then_some(Symmetry(number))
    }

    /// All eight symmetries.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        (0..8).map(Symmetry)
    }

    /// The number, 0 to 7.
    #[must_use]
    pub fn number(self) -> u8 {
        self.0
    }

    /// Drops the transposition on boards that are not square.
    pub(super) fn on(self, size: Size) -> Symmetry {
        match size.width() == size.height() {
            true => self,
            false => Symmetry(self.0 & 3),
        }
    }

    /// Image of a point, as column and row from the upper left, from 0.
    fn place(self, (x, y): (usize, usize), size: Size) -> (usize, usize) {
        let (width, height) = (usize::from(size.width()), usize::from(size.height()));
        let y = if self.0 & 1 == 0 { y } else { height - 1 - y };
        let x = if self.0 & 2 == 0 { x } else { width - 1 - x };
        if self.0 & 4 == 0 { (x, y) } else { (y, x) }
    }

    /// Transforms rows of `length` numbers, one row per point.
    pub(super) fn show(self, rows: &[f32], length: usize, size: Size) -> Vec<f32> {
        let mut shown = vec![0.0; rows.len()];
        for (row, to) in rows.chunks_exact(length).zip(self.places(size)) {
            shown[to * length..(to + 1) * length].copy_from_slice(row);
        }
        shown
    }

    /// Transforms one number per point back to the original orientation.
    pub(super) fn back(self, shown: &[f32], size: Size) -> Vec<f32> {
        self.places(size).map(|from| shown[from]).collect()
    }

    /// The image of each point, as row-major indices.
    fn places(self, size: Size) -> impl Iterator<Item = usize> {
        let width = usize::from(size.width());
        (0..size.area()).map(move |at| {
            let (x, y) = self.place((at % width, at / width), size);
            y * width + x
        })
    }
}
