//! The part of a board that a chain is judged in.

use super::field::{Bits, Field};
use crate::board::Board;
use crate::color::Color;
use crate::life::benson;
use crate::point::{Point, PointSet};

/// A part of a board without unconditionally living chains, and the chains around it.
pub(super) struct LocalBoard {
    pub(super) field: Field,
    /// By color.
    pub(super) stones: [Bits; 2],
    /// What is not in the part.
    pub(super) fixed: Bits,
}

impl LocalBoard {
    /// The part that a point is in; `None` if it is too large for a [`Field`].
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
