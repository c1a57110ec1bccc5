//! The local area of a chain.

use super::field::{Bits, Field};
use crate::go::board::Board;
use crate::go::color::Color;
use crate::go::point::{Point, PointSet};
use crate::life::benson;

/// A connected part of the board without unconditionally living chains, and its surrounding chains.
pub(super) struct LocalBoard {
    pub(super) field: Field,
    /// The stones of each color.
    pub(super) stones: [Bits; 2],
    /// The points outside the part.
    pub(super) fixed: Bits,
}

impl LocalBoard {
    /// The local area that contains a point; `None` if it is too large for a [`Field`].
    pub(super) fn around(
        board: &Board,
        point: Point,
        settled: &benson::Settled,
    ) -> Option<LocalBoard> {
        let living = settled.living[Color::Black] | settled.living[Color::White];
        let on_board = board.size().all();
        let seed: PointSet = [point].into_iter().collect();
        let local = seed.flood(&(on_board - living));
        let field = Field::around(&(local.grown() & on_board))?;
        let stones = [Color::Black, Color::White].map(|color| field.bits(&board.stones(color)));
        let fixed = field.all & !field.bits(&local);
        Some(LocalBoard {
            field,
            stones,
            fixed,
        })
    }
}
