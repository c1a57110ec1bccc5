//! Chains: solidly connected stones with exact liberties.

use crate::go::board::Board;
use crate::go::color::Color;
use crate::go::point::PointSet;

/// Solidly connected stones of one color, with their liberties.
///
/// A snapshot: it does not change with the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chain {
    /// The color of the stones.
    pub color: Color,
    /// The stones.
    pub stones: PointSet,
    /// The empty points adjacent to the stones.
    pub liberties: PointSet,
}

impl Chain {
    /// Returns the chains of one color in the order of their lowest stones.
    #[must_use]
    pub fn all_of(board: &Board, color: Color) -> Vec<Chain> {
        let empty: PointSet = board.empties().iter().copied().collect();
        let picture = |stones: PointSet| Chain {
            color,
            stones,
            liberties: stones.border(&empty),
        };
        board.stones(color).components().map(picture).collect()
    }

    /// Returns the chains of both colors, Black's first.
    #[must_use]
    pub fn all(board: &Board) -> Vec<Chain> {
        Color::BOTH
            .into_iter()
            .flat_map(|color| Chain::all_of(board, color))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::board::diagram;

    #[test]
    fn liberties_are_counted_once() {
        let board = diagram::board(
            ". . . .
             . X X .
             . X . O
             . . O O",
        )
        .expect("a board");
        let chains = Chain::all(&board);
        assert_eq!(chains.len(), 2);
        assert_eq!((chains[0].color, chains[0].stones.len()), (Color::Black, 3));
        assert_eq!(chains[0].liberties.len(), 7);
        assert_eq!((chains[1].color, chains[1].stones.len()), (Color::White, 3));
        assert_eq!(chains[1].liberties.len(), 3);
    }
}
