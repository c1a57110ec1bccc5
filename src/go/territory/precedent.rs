//! The precedent of 1949 that gives points where the articles give none.

use crate::go::board::Board;
use crate::go::color::{Color, PerColor};
use crate::go::point::{Point, PointSet};

/// The points for a shape of three points without capturing.
pub const THREE_POINTS: u32 = 3;

/// Returns the empty corners at which a side has three points without capturing.
///
/// The shape (取らず三目) is the second of the precedents appended to the rules of 1949.
/// `independent` are the living stones of both sides that are not in seki.
///
/// ```text
/// . X X O O
/// O X X O .
/// X O O O O
/// X X X O .
/// ```
///
/// White could take the four stones from the corner, but then Black takes some stones back. So
/// neither the four nor the white stone next to them lives, and neither side plays here: White has
/// three points as it stands. If a stone around them had another color or were dead, the articles
/// would decide.
pub(super) fn three_points(
    board: &Board,
    independent: &PerColor<PointSet>,
    dead: &PerColor<PointSet>,
) -> PerColor<PointSet> {
    let (size, all) = (board.size(), board.size().all());
    let corners = [1, size.width()].map(|column| [1, size.height()].map(|row| (column, row)));
    let corners = corners
        .into_iter()
        .flatten()
        .filter_map(|(column, row)| Point::new(column, row));
    let corners: PointSet = corners.filter(|&at| board.is_empty(at)).collect();
    PerColor::from_fn(|side| {
        let is_shape = |corner: &Point| {
            let corner = set(*corner);
            let beside = corner.border(&all);
            let four = (dead[!side] & beside).flood(&dead[!side]);
            let stone = dead[side] & beside;
            let is_held = |stones: PointSet, others: PointSet, by: Color| {
                stones.border(&all).is_subset(&(independent[by] | others))
            };
            is_square(&four)
                && stone.len() == 1
                && is_held(four, corner | stone, side)
                && is_held(stone, corner | four, !side)
        };
        corners.iter().filter(is_shape).collect()
    })
}

/// The dead stones of each side around a bent four in the corner (隅の曲り四目, the first of the precedents
/// appended to the rules of 1949).
///
/// ```text
///   X X X . O      White's eye space is Black's three, the point where a fourth would bend around
///   . O O O O      the corner, and at most one point more. White cannot play there, and Black can
///   O O X X X      begin the ko for White's stones whenever no threats are left.
///   X X X X X
/// ```
#[must_use]
pub fn bent_fours(board: &Board, dead: PointSet) -> PerColor<PointSet> {
    let (size, all) = (board.size(), board.size().all());
    let (width, height) = (size.width(), size.height());
    PerColor::from_fn(|owner| {
        let own = board.stones(owner);
        let others = board.stones(!owner) - dead;
        let mut found = PointSet::EMPTY;
        for (column, inward) in [(1, 1), (width, -1)] {
            for (row, upward) in [(1, 1), (height, -1)] {
                let at = |across: i8, up: i8| {
                    let column = column.checked_add_signed(across * inward)?;
                    Point::new(column, row.checked_add_signed(up * upward)?)
                };
                let bends = [
                    [(0, 0), (0, 1), (1, 0), (2, 0)],
                    [(0, 0), (1, 0), (0, 1), (0, 2)],
                ];
                for bend in bends {
                    let four: PointSet = bend.iter().filter_map(|&(x, y)| at(x, y)).collect();
                    let corner = at(0, 0).expect("a corner of the board");
                    let eye_space = set(corner).flood(&(all - own)) - own;
                    let wall = eye_space.border(&all);
                    let attackers = eye_space & others;
                    let is_bent_four = four.len() == 4
                        && four.is_subset(&eye_space)
                        && attackers.is_subset(&four)
                        && attackers.len() >= 3
                        && (eye_space - four).len() <= 1
                        && wall.is_subset(&(own & dead));
                    if is_bent_four {
                        found |= wall.flood(&own);
                    }
                }
            }
        }
        found
    })
}

fn set(point: Point) -> PointSet {
    [point].into_iter().collect()
}

/// Returns true if these are two by two stones.
fn is_square(stones: &PointSet) -> bool {
    let near = |one: Point, other: Point| {
        one.column().abs_diff(other.column()) <= 1 && one.row().abs_diff(other.row()) <= 1
    };
    let is_near_all = |one: Point| stones.iter().all(|other| near(one, other));
    stones.len() == 4 && stones.iter().all(is_near_all)
}

#[cfg(test)]
mod tests {
    use super::super::territory;
    use super::super::tests::judged;
    use crate::go::rules::Rules;

    const SHAPE: &str = "
        . b b W W W .
        w b b W . W W
        B W W W W W W
        B B B B B B B
        B . B B B . B";

    /// Checks the number of shapes of each side. Capitals are alive, small letters dead.
    #[track_caller]
    fn check(rules: Rules, picture: &str, expected: [usize; 2]) {
        let (board, dead) = judged(picture);
        let found = territory(&board, &dead, &rules).three_points.0;
        assert_eq!(found.map(|corners| corners.len()), expected, "{picture}");
    }

    #[test]
    fn the_shape_is_found_wherever_it_lies() {
        let rows: Vec<Vec<char>> = SHAPE
            .lines()
            .skip(1)
            .map(|row| row.chars().filter(|c| *c != ' ').collect())
            .collect();
        let columns = 0..rows[0].len();
        let transposed: Vec<Vec<char>> = columns
            .map(|column| rows.iter().map(|row| row[column]).collect())
            .collect();
        for mut rows in [rows, transposed] {
            for way in 0..8 {
                if way & 1 != 0 {
                    rows.reverse();
                }
                if way & 2 != 0 {
                    rows.iter_mut().for_each(|row| row.reverse());
                }
                let picture: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
                let swapped = |c: char| match c {
                    'B' => 'W',
                    'W' => 'B',
                    'b' => 'w',
                    'w' => 'b',
                    other => other,
                };
                let other: String = picture.join("\n").chars().map(swapped).collect();
                check(Rules::JAPANESE_1949, &picture.join("\n"), [0, 1]);
                check(Rules::JAPANESE_1949, &other, [1, 0]);
            }
        }
    }

    const BENT_FOUR: &str = "
        B B B . w B B
        . w w w w B B
        w w B B B B B
        B B B B B B B
        B . B B B . B";

    /// Checks the number of stones that stand dead around a bent four. Capitals live, small letters
    /// are dead.
    #[track_caller]
    fn check_bent_four(picture: &str, expected: [usize; 2]) {
        let (board, dead) = judged(picture);
        let found = super::bent_fours(&board, dead).0;
        assert_eq!(found.map(|stones| stones.len()), expected, "{picture}");
    }

    #[test]
    fn the_bent_four_is_told_from_other_shapes() {
        check_bent_four(BENT_FOUR, [0, 7]);
        let swapped = |c: char| match c {
            'B' => 'W',
            'w' => 'b',
            other => other,
        };
        let mirrored: Vec<String> = BENT_FOUR
            .lines()
            .map(|line| line.trim().chars().rev().map(swapped).collect())
            .collect();
        check_bent_four(&mirrored.join("\n"), [7, 0]);
        for (here, there) in [
            // The group lives, by an eye outside; the three lie straight; one of them is missing.
            ("w w B", "W W B"),
            ("B B B . w", "B B B B w"),
            ("B B B . w", "B B . . w"),
        ] {
            let picture = BENT_FOUR.replacen(here, there, 1);
            assert_ne!(picture, BENT_FOUR);
            check_bent_four(&picture, [0, 0]);
        }
    }

    /// Boards with a stone more, less or different from the precedent, or with another status.
    #[test]
    fn no_other_shape_counts() {
        let other = [
            // The four, the single stone, or a stone of the walls has another status.
            (". b b W", ". B B W"),
            ("w b b W", "W b b W"),
            ("B W W W W W W", "B w w W W W W"),
            ("B W W W W W W", "b W W W W W W"),
            // Three stones instead of four; two in a row; another liberty.
            (". b b W", ". b W W"),
            ("w b b W . W W", "w W W W . W W"),
            (". b b W", ". b b ."),
            // The single stone is connected, or missing.
            ("B W W W W W W", "W W W W W W W"),
            ("w b b W", ". b b W"),
        ];
        check(Rules::JAPANESE_1949, SHAPE, [0, 1]);
        for (here, there) in other {
            let picture = SHAPE.replacen(here, there, 1);
            assert_ne!(picture, SHAPE);
            check(Rules::JAPANESE_1949, &picture, [0, 0]);
        }
    }

    /// Dame put the surrounding white stones in seki, and points surrounded in seki are no
    /// territory.
    #[test]
    fn nothing_is_counted_in_a_seki() {
        let open = SHAPE.replace("B B B B B B B", "B . B B B B B");
        check(Rules::JAPANESE_1949, &open, [0, 0]);
    }

    #[test]
    fn only_the_rules_of_1949_have_the_precedent() {
        let others = Rules::ALL
            .into_iter()
            .filter(|rules| *rules != Rules::JAPANESE_1949);
        for rules in others {
            check(rules, SHAPE, [0, 0]);
        }
    }
}
