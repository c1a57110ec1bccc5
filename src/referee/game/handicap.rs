//! Handicap stones: on star points, spread over the board, or on given points.

use super::{Game, Refusal};
use crate::go::board::Board;
use crate::go::color::Color;
use crate::go::point::{Point, PointSet, Size};
use crate::go::position::Position;
use crate::go::rules::HandicapOrder;

impl Game {
    /// Places handicap stones on these points. White is to move.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal::NotEmpty`] or [`Refusal::HandicapPoints`].
    pub fn set_handicap(&mut self, points: &[Point]) -> Result<(), Refusal> {
        if self.position.board().empties().len() != self.size().area() {
            return Err(Refusal::NotEmpty);
        }
        let stones: PointSet = points.iter().copied().collect();
        if points.len() < 2 || stones.len() != points.len() {
            return Err(Refusal::HandicapPoints);
        }
        let board = Board::with_stones(self.size(), &stones, &PointSet::EMPTY);
        let mut start = Position::set_up(
            board.ok_or(Refusal::HandicapPoints)?,
            Color::White,
            *self.rules(),
        );
        start.set_handicap(points.len() as u32);
        self.begin(start);
        Ok(())
    }

    /// Places handicap stones on star points and returns them.
    ///
    /// The order is that of GTP or of the rules of 1949.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal::NotEmpty`] or [`Refusal::HandicapNumber`].
    pub fn fixed_handicap(&mut self, stones: u32) -> Result<Vec<Point>, Refusal> {
        let points = self.star_points(stones).ok_or(Refusal::HandicapNumber)?;
        self.set_handicap(&points)?;
        Ok(points)
    }

    /// Returns the star points of a handicap.
    ///
    /// The order of the rules of 1949 (article 21) is that of GTP on the board rotated by 180°:
    /// with three stones, the far left corner stays open instead of the near right one.
    fn star_points(&self, stones: u32) -> Option<Vec<Point>> {
        let size = self.size();
        if self.rules().handicap_order == HandicapOrder::Gtp {
            return fixed_handicap(size, stones);
        }
        let points = fixed_handicap(size, stones).or_else(|| large_handicap(size, stones))?;
        let turned = |point: Point| {
            let (column, row) = (point.column(), point.row());
            Point::new(size.width() + 1 - column, size.height() + 1 - row)
        };
        points.into_iter().map(turned).collect()
    }

    /// Places exactly this many handicap stones on points of the engine's choice and returns them.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal::NotEmpty`] or [`Refusal::HandicapNumber`].
    pub fn free_handicap(&mut self, stones: u32) -> Result<Vec<Point>, Refusal> {
        let fixed = self.star_points(stones);
        let spread = || spread_handicap(self.size(), stones);
        let points = fixed.or_else(spread).ok_or(Refusal::HandicapNumber)?;
        self.set_handicap(&points)
            .map_err(|refusal| match refusal {
                Refusal::HandicapPoints => Refusal::HandicapNumber,
                refusal => refusal,
            })?;
        Ok(points)
    }
}

/// Returns the star points of a handicap in GTP; `None` if GTP has none for the board.
fn fixed_handicap(size: Size, stones: u32) -> Option<Vec<Point>> {
    let (width, height) = (size.width(), size.height());
    let has_corners = width >= 7 && height >= 7;
    let has_middle = |side: u8| side % 2 == 1 && side >= 9;
    let most = match () {
        () if !has_corners => 0,
        () if has_middle(width) && has_middle(height) => 9,
        () => 4,
    };
    if !(2..=most).contains(&stones) {
        return None;
    }
    let lines = |side: u8| {
        let edge = if side < 13 { 3 } else { 4 };
        [edge, side / 2 + 1, side + 1 - edge]
    };
    let ([left, center, right], [bottom, middle, top]) = (lines(width), lines(height));
    let corners = [(left, bottom), (right, top), (left, top), (right, bottom)];
    let sides = [
        (left, middle),
        (right, middle),
        (center, bottom),
        (center, top),
    ];
    let on_sides = (stones as usize).saturating_sub(4) & !1;
    let mut points: Vec<(u8, u8)> = corners
        .into_iter()
        .chain(sides.into_iter().take(on_sides))
        .collect();
    points.truncate(stones as usize);
    if points.len() < stones as usize {
        points.push((center, middle));
    }
    points
        .into_iter()
        .map(|(column, row)| Point::new(column, row))
        .collect()
}

/// Points in addition to the nine stars, for handicaps of 10 to 25 stones on 19×19.
///
/// In GTP's orientation, they are the 3-3 points of the corners, the corners of a square around the
/// center, and points between these and the stars. The rules of 1949 show such points in a figure
/// (article 21-2) that is not available. These are chosen so that each full set is symmetrical, and
/// the first two sets are traditional (風鈴, 中四目).
const BEYOND_STARS: [(u8, u8); 16] = [
    (3, 3),
    (17, 17),
    (3, 17),
    (17, 3),
    (7, 7),
    (13, 13),
    (7, 13),
    (13, 7),
    (4, 7),
    (16, 13),
    (4, 13),
    (16, 7),
    (7, 4),
    (13, 16),
    (7, 16),
    (13, 4),
];

/// Returns the points of a handicap of 10 to 25 stones, in GTP's orientation.
///
/// The handicaps are those of the rules of 1949 (article 21-2). `None` for other numbers, and on
/// boards other than 19×19.
fn large_handicap(size: Size, stones: u32) -> Option<Vec<Point>> {
    if (size.width(), size.height()) != (19, 19) || !(10..=25).contains(&stones) {
        return None;
    }
    let mut points = fixed_handicap(size, 9)?;
    let further = BEYOND_STARS.iter().take(stones as usize - 9);
    points.extend(further.filter_map(|&(column, row)| Point::new(column, row)));
    Some(points)
}

/// Returns points as far from each other as possible, preferably near the third and fourth lines.
///
/// `None` if the board has too few points.
fn spread_handicap(size: Size, stones: u32) -> Option<Vec<Point>> {
    if stones < 2 || stones as usize >= size.area() {
        return None;
    }
    let line = |point: Point| {
        let to_edge = |place: u8, side: u8| place.min(side + 1 - place);
        to_edge(point.column(), size.width()).min(to_edge(point.row(), size.height()))
    };
    let near_edge = size.width().min(size.height()) < 13;
    let best_line = if near_edge { 3 } else { 4 };
    let mut points: Vec<Point> = Vec::new();
    for _ in 0..stones {
        let worth = |&point: &Point| {
            let apart = points
                .iter()
                .map(|&stone| point.distance(stone))
                .min()
                .unwrap_or(0);
            (
                apart.min(6),
                std::cmp::Reverse(line(point).abs_diff(best_line)),
                apart,
            )
        };
        let free = size.points().filter(|point| !points.contains(point));
        points.push(free.max_by_key(worth)?);
    }
    Some(points)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn handicap_points_are_those_of_the_protocol() {
        let points = |width, height, stones| {
            let size = Size::new(width, height).unwrap();
            let points = fixed_handicap(size, stones)?;
            Some(
                points
                    .iter()
                    .map(Point::to_string)
                    .collect::<Vec<_>>()
                    .join(" "),
            )
        };
        let found = |side, stones| points(side, side, stones);
        assert_eq!(found(19, 2).as_deref(), Some("D4 Q16"));
        assert_eq!(found(19, 3).as_deref(), Some("D4 Q16 D16"));
        assert_eq!(found(19, 6).as_deref(), Some("D4 Q16 D16 Q4 D10 Q10"));
        assert_eq!(found(19, 7).as_deref(), Some("D4 Q16 D16 Q4 D10 Q10 K10"));
        assert_eq!(
            found(19, 8).as_deref(),
            Some("D4 Q16 D16 Q4 D10 Q10 K4 K16")
        );
        assert_eq!(
            found(13, 9).as_deref(),
            Some("D4 K10 D10 K4 D7 K7 G4 G10 G7")
        );
        assert_eq!(found(12, 4).as_deref(), Some("C3 K10 C10 K3"));
        assert_eq!(points(9, 13, 5).as_deref(), Some("C4 G10 C10 G4 E7"));
        for (side, stones) in [(19, 1), (19, 10), (12, 5), (7, 5), (6, 2), (2, 2)] {
            assert_eq!(found(side, stones), None, "{stones} on {side}");
        }
    }

    /// Article 21-2: up to 25 stones on different points. Each full set is symmetrical.
    ///
    /// Rules with GTP's order have no such points, nor do other boards.
    #[test]
    fn large_handicaps_of_1949_stand_on_fixed_points() {
        use crate::go::rules::Rules;
        let placed = |rules, side, stones| {
            let mut game = Game::new(Size::square(side).unwrap(), rules, None);
            game.fixed_handicap(stones)
                .map(|points| points.into_iter().collect::<PointSet>())
        };
        for stones in 10..=25 {
            let points = placed(Rules::JAPANESE_1949, 19, stones).unwrap();
            assert_eq!(points.len(), stones as usize);
            assert!(
                placed(Rules::JAPANESE_1949, 19, stones - 1)
                    .unwrap()
                    .is_subset(&points)
            );
            if [13, 17, 25].contains(&stones) {
                let mirrored = |at: Point| Point::new(20 - at.column(), at.row()).unwrap();
                let turned = |at: Point| Point::new(at.row(), 20 - at.column()).unwrap();
                assert_eq!(points.iter().map(mirrored).collect::<PointSet>(), points);
                assert_eq!(points.iter().map(turned).collect::<PointSet>(), points);
            }
        }
        assert!(placed(Rules::JAPANESE_1949, 19, 26).is_err());
        assert!(placed(Rules::JAPANESE_1949, 13, 10).is_err());
        assert!(placed(Rules::JAPANESE_1989, 19, 10).is_err());
    }

    #[test]
    fn free_handicap_stones_are_spread() {
        for (side, stones) in [(2, 2), (3, 4), (5, 9), (19, 30), (25, 100)] {
            let size = Size::square(side).unwrap();
            let points = spread_handicap(size, stones).unwrap();
            let set: PointSet = points.iter().copied().collect();
            assert_eq!(
                (points.len(), set.len()),
                (stones as usize, stones as usize)
            );
            assert!(set.is_subset(&size.all()));
        }
        assert_eq!(spread_handicap(Size::square(2).unwrap(), 4), None);
    }
}
