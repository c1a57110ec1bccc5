//! Regions: the areas surrounded by the stones of one color.

use super::chain::Chain;
use crate::go::board::Board;
use crate::go::color::{Color, PerColor};
use crate::go::point::PointSet;

/// Returns the color whose stones touch an area, if those of only one color do.
pub(crate) fn only_neighbour(area: &PointSet, stones: &PerColor<PointSet>) -> Option<Color> {
    let around = area.grown();
    match Color::BOTH.map(|color| around.meets(&stones[color])) {
        [true, false] => Some(Color::Black),
        [false, true] => Some(Color::White),
        _ => None,
    }
}

/// A maximal connected area without stones of one color: its empty points and opposing stones.
///
/// The whole board is a region of a color without stones. A region implies nothing about whose
/// territory it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// The color that surrounds the region.
    pub owner: Color,
    /// All points of the region.
    pub points: PointSet,
    /// The points without a stone. There is always one, or the stones in the region would have no
    /// liberty.
    pub empty: PointSet,
    /// The owner's stones next to the region.
    pub wall: PointSet,
}

impl Region {
    /// Returns the regions of a color in the order of their lowest points.
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

    /// Returns true if the region is vital to a chain: an eye that lasts while its owner does not
    /// play there (Benson 1976).
    ///
    /// Each empty point must be a liberty of the chain. Where suicide is allowed, each point,
    /// stones included, must be next to the chain. Otherwise the opponent could fill the region,
    /// remove its own stones, and come back on points that are not liberties of the chain.
    #[must_use]
    pub fn is_vital_to(&self, chain: &Chain, suicide: bool) -> bool {
        if suicide {
            self.points.is_subset(&chain.stones.grown())
        } else {
            self.empty.is_subset(&chain.liberties)
        }
    }

    /// Returns true if the opponent cannot make two eyes in the region while the owner's wall
    /// stands (Müller 1997).
    ///
    /// An opposing eye is a point not next to the wall, and two eyes are two such points that are
    /// not adjacent. The region is too small if it has at most one such point, or two adjacent
    /// ones.
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
    use crate::go::board::diagram;

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
