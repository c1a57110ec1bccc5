//! Unconditional life for the verifier alone: slow, and simple enough to check by eye.
//!
//! Independent of [`benson`](crate::life::benson), which the solver uses; tests compare the two.

use crate::go::board::Board;
use crate::go::color::{Color, PerColor};
use crate::go::point::PointSet;

/// Returns the stones of a color that live even if their owner always passes (Benson 1976). Only
/// accepted regions count as eyes, and suicide is forbidden.
///
/// They are the largest set of chains such that each has two vital regions surrounded by chains of
/// this set alone. A region is a maximal connected area without stones of the color. It is vital to
/// a chain if each of its empty points is a liberty of the chain.
pub(super) fn alive_by(
    board: &Board,
    color: Color,
    is_eye: impl Fn(&PointSet) -> bool,
) -> PointSet {
    let own = board.stones(color);
    let empty = (board.size().all() - own) - board.stones(!color);
    let eyes = (board.size().all() - own).components().filter(is_eye);
    let eyes: Vec<(PointSet, PointSet)> = eyes.map(|eye| (eye.border(&own), eye & empty)).collect();
    let mut chains: Vec<PointSet> = own.components().collect();
    loop {
        let alive: PointSet = chains.iter().copied().collect();
        let before = chains.len();
        chains.retain(|chain| {
            let beside = chain.grown();
            let is_vital = |(border, inside): &&(PointSet, PointSet)| {
                border.is_subset(&alive) && inside.is_subset(&beside)
            };
            eyes.iter().filter(is_vital).count() >= 2
        });
        if chains.len() == before {
            return alive;
        }
    }
}

/// Returns the stones of each color that live even if their owner always passes.
pub(super) fn alive(board: &Board) -> PerColor<PointSet> {
    PerColor::from_fn(|color| alive_by(board, color, |_| true))
}

/// Returns true if an area permanently surrounded by some stones is too small for two eyes.
///
/// At most one of its points is next to none of the stones, or two that are neighbors.
pub(super) fn is_too_small_for_two_eyes(area: &PointSet, stones: &PointSet) -> bool {
    let inner = *area - stones.grown();
    inner.len() <= 1 || inner.len() == 2 && inner.components().count() == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::point::{Point, Size};
    use crate::life::benson;
    use crate::life::chain::Chain;
    use crate::life::region::Region;
    use crate::mcts::playout::{dice, roll};

    /// Checks that the solver's theorem and the verifier's agree, on all regions and on small ones.
    #[track_caller]
    fn check(board: &Board) {
        assert_eq!(
            alive(board),
            benson::settled(board, false).living,
            "{board}"
        );
        for color in Color::BOTH {
            let own = board.stones(color);
            let small = alive_by(board, color, |area| is_too_small_for_two_eyes(area, &own));
            let mut regions = Region::all_of(board, color);
            regions.retain(Region::is_too_small_for_two_eyes);
            let expected = benson::benson(&Chain::all_of(board, color), &regions, false);
            assert_eq!(small, expected, "{color} on\n{board}");
        }
    }

    #[test]
    fn finder_and_verifier_agree_on_all_small_boards() {
        for (width, height) in [(2, 2), (3, 2), (4, 2), (3, 3)] {
            let size = Size::new(width, height).expect("within the limits");
            let points: Vec<Point> = size.points().collect();
            for number in 0..3usize.pow(points.len() as u32) {
                let mut rest = number;
                let mut stones = [PointSet::EMPTY; 3];
                for &at in &points {
                    stones[rest % 3].insert(at);
                    rest /= 3;
                }
                if let Some(board) = Board::with_stones(size, &stones[1], &stones[2]) {
                    check(&board);
                }
            }
        }
    }

    /// Random games without filling of eyes.
    #[test]
    fn finder_and_verifier_agree_in_random_games() {
        let mut dice = dice(11);
        let mut living = 0;
        for round in 0..40 {
            let side = [5, 7, 9, 13][round % 4];
            let mut board = Board::new(Size::square(side).expect("within the limits"));
            let mut color = Color::Black;
            for _ in 0..2 * board.size().area() {
                let can_play = |&&at: &&Point| {
                    board.is_playable(color, at) && !board.around(at).is_eye_of(color)
                };
                let plays: Vec<Point> = board.empties().iter().filter(can_play).copied().collect();
                if !plays.is_empty() {
                    board.place(color, plays[roll(&mut dice, plays.len())], &mut ());
                }
                color = !color;
                check(&board);
            }
            living += alive(&board)
                .0
                .iter()
                .filter(|alive| !alive.is_empty())
                .count();
        }
        assert!(living > 20, "{living}");
    }
}
