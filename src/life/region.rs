//! Regions: the areas that the stones of one color surround.

use super::chain::Chain;
use crate::board::Board;
use crate::color::{Color, PerColor};
use crate::point::PointSet;

/// The color whose stones, of those given, are next to an area, if the other's are not.
pub(crate) fn only_neighbour(area: &PointSet, stones: &PerColor<PointSet>) -> Option<Color> {
    let around = area.grown();
    match Color::BOTH.map(|color| around.meets(&stones[color])) {
        [true, false] => Some(Color::Black),
        [false, true] => Some(Color::White),
        _ => None,
    }
}

/// A maximal connected area without stones of one color: its empty points and the opponent's stones.
///
/// The whole board is one where the color has no stone. Says nothing of whose territory it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// Whose stones surround it.
    pub owner: Color,
    /// All of its points.
    pub points: PointSet,
    /// Those without a stone. There is always one, or the stones in it would have no liberty.
    pub empty: PointSet,
    /// The owner's stones next to it.
    pub wall: PointSet,
}

impl Region {
    /// What a color surrounds, in the order of the lowest points.
    #[must_use]
    pub fn all_of(board: &Board, owner: Color) -> Vec<Region> {
        let own = board.stones(owner);
        let opponent = board.stones(!owner);
        let picture = |points: PointSet| Region {
            owner,
            points,
            empty: points - opponent,
            wall: points.border(&own),
        };
        (board.size().all() - own)
            .components()
            .map(picture)
            .collect()
    }

    /// Whether the region is vital to a chain: an eye that it keeps as long as its owner does not play there
    /// (Benson 1976).
    ///
    /// It is if each of its empty points is a liberty of the chain. Where suicide is allowed, each of its points,
    /// stones included, must be next to the chain: the opponent could fill the region, take himself off, and come back
    /// on points that are no liberties of the chain.
    #[must_use]
    pub fn is_vital_to(&self, chain: &Chain, suicide: bool) -> bool {
        if suicide {
            self.points.is_subset(&chain.stones.grown())
        } else {
            self.empty.is_subset(&chain.liberties)
        }
    }

    /// Whether the opponent cannot make two eyes in the region while the owner's wall stands: at most one of
    /// its points is not next to the wall, or two that are neighbours (Müller 1997).
    ///
    /// An eye of the opponent's is a point that is not next to the wall; two eyes are two such points that are no
    /// neighbours.
    #[must_use]
    pub fn is_too_small_for_two_eyes(&self) -> bool {
        let inner = self.points - self.wall.grown();
        match inner.len() {
            0 | 1 => true,
            2 => inner.components().count() == 1,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::diagram;

    fn regions(picture: &str) -> Vec<Region> {
        let board = diagram::board(picture).expect("a board");
        Region::all_of(&board, Color::Black)
    }

    #[test]
    fn stones_of_the_opponent_are_in_the_region() {
        let regions = regions(
            ". X . .
             X X X X
             O X . .
             . X . O",
        );
        let sizes: Vec<_> = regions.iter().map(|region| region.points.len()).collect();
        assert_eq!(sizes, [2, 4, 1, 2]);
        assert_eq!(regions[0].empty.len(), 1);
        assert_eq!(regions[0].wall.len(), 3);
    }

    #[test]
    fn a_vital_region_has_no_empty_point_away_from_the_chain() {
        let picture = ". O . X .
                       . . X X .
                       X X X . .
                       . . . . .
                       . . . . .";
        let board = diagram::board(picture).expect("a board");
        let chain = Chain::all_of(&board, Color::Black).remove(0);
        let [rest, corner] = regions(picture)[..] else {
            panic!("two regions")
        };
        assert!(!rest.is_vital_to(&chain, false));
        assert!(!corner.is_vital_to(&chain, false));
        let picture = picture.replacen(". O . X .\n", "O O . X .\n", 1);
        let board = diagram::board(&picture).expect("a board");
        let chain = Chain::all_of(&board, Color::Black).remove(0);
        let corner = regions(&picture)[1];
        assert!(corner.is_vital_to(&chain, false));
        assert!(!corner.is_vital_to(&chain, true));
    }

    #[test]
    fn two_eyes_need_two_points_away_from_the_wall() {
        let small = |picture| regions(picture)[0].is_too_small_for_two_eyes();
        assert!(small(
            ". . . . X
             X X X X X"
        ));
        assert!(small(
            ". . . X
             . . . X
             X X X X"
        ));
        assert!(!small(
            ". . . . X
             . . . . X
             X X X X X"
        ));
    }
}
