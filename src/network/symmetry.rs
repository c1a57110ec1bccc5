//! The symmetries of a board, by the numbers that KataGo gives them.

use crate::point::Size;

/// A symmetry: turned upside down, mirrored, then columns and rows exchanged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Symmetry(u8);

impl Symmetry {
    /// The board as it is.
    pub const NONE: Symmetry = Symmetry(0);

    /// The one with this number, 0 to 7; `None` beyond.
    #[must_use]
    pub fn new(number: u8) -> Option<Symmetry> {
        (number < 8).then_some(Symmetry(number))
    }

    /// All eight.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        (0..8).map(Symmetry)
    }

    /// Its number.
    #[must_use]
    pub fn number(self) -> u8 {
        self.0
    }

    /// The same as far as a board of this size has it: columns and rows are exchanged on square boards only.
    pub(super) fn on(self, size: Size) -> Symmetry {
        match size.width() == size.height() {
            true => self,
            false => Symmetry(self.0 & 3),
        }
    }

    /// Where a point goes, by column and row from the upper left, from 0.
    fn place(self, (x, y): (usize, usize), size: Size) -> (usize, usize) {
        let (width, height) = (usize::from(size.width()), usize::from(size.height()));
        let y = if self.0 & 1 == 0 { y } else { height - 1 - y };
        let x = if self.0 & 2 == 0 { x } else { width - 1 - x };
        if self.0 & 4 == 0 { (x, y) } else { (y, x) }
    }

    /// Rows of some length, one for each point, as the symmetry shows them.
    pub(super) fn show(self, rows: &[f32], length: usize, size: Size) -> Vec<f32> {
        let mut shown = vec![0.0; rows.len()];
        for (row, to) in rows.chunks_exact(length).zip(self.places(size)) {
            shown[to * length..(to + 1) * length].copy_from_slice(row);
        }
        shown
    }

    /// Numbers of a board that the symmetry shows, as they are on the board.
    pub(super) fn back(self, shown: &[f32], size: Size) -> Vec<f32> {
        self.places(size).map(|from| shown[from]).collect()
    }

    /// Where each point goes, as places in rows from the upper left.
    fn places(self, size: Size) -> impl Iterator<Item = usize> {
        let width = usize::from(size.width());
        (0..size.area()).map(move |at| {
            let (x, y) = self.place((at % width, at / width), size);
            y * width + x
        })
    }
}
