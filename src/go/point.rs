//! Intersections, board sizes, and sets of points as bitboards.
//!
//! A point is `32 * row + column` on every board size, both counted from 1. Row 1 is the bottom row
//! and column 1 the left one, as in GTP. Row 0, column 0 and everything beyond the last row and
//! column are off the board, so the neighbors of a point need no bounds check, and a row of a
//! [`PointSet`] is one 32-bit word.

use std::fmt;
use std::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Index, IndexMut, Sub, SubAssign,
};
use std::str::FromStr;

/// The longest side of a board, in points.
pub const MAX_SIDE: u8 = 25;
/// The shortest side of a board, in points.
pub const MIN_SIDE: u8 = 2;

/// The distance between a point and the one above it.
pub(crate) const STRIDE: u16 = 32;
/// The number of values a `Point` can have.
pub(crate) const SLOTS: usize = 1024;
/// The letters of the columns. `I` is left out because it resembles `J`.
const COLUMNS: &[u8; MAX_SIDE as usize] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// An intersection, with one value for all board sizes.
///
/// It need not be on a given board; see [`Size::contains`].
///
/// ```
/// use wakari::point::Point;
/// let point = Point::new(4, 17).unwrap();
/// assert_eq!(point.to_string(), "D17");
/// assert_eq!((point.column(), point.row()), (4, 17));
/// assert_eq!("d17".parse(), Ok(point));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u16);

impl Point {
    /// A value outside every board.
    pub(crate) const OFF_BOARD: Point = Point(0);

    /// The point at a column from the left and a row from the bottom, both from 1 to 25.
    pub fn new(column: u8, row: u8) -> Option<Point> {
        let on = |side| (1..=MAX_SIDE).contains(&side);
        (on(column) && on(row)).then(|| Point(u16::from(row) * STRIDE + u16::from(column)))
    }

    /// Returns the column, counted from 1 at the left.
    pub fn column(self) -> u8 {
        (self.0 % STRIDE) as u8
    }

    /// Returns the row, counted from 1 at the bottom.
    pub fn row(self) -> u8 {
        (self.0 / STRIDE) as u8
    }

    /// Returns the point's number, unique and below 1024.
    #[inline(always)]
    pub fn index(self) -> usize {
        usize::from(self.0) & (SLOTS - 1)
    }

    /// The point with an [`index`](Point::index).
    #[inline(always)]
    pub(crate) fn from_index(index: usize) -> Point {
        Point((index & (SLOTS - 1)) as u16)
    }

    #[inline(always)]
    pub(crate) fn offset(self, by: i16) -> Point {
        Point(self.0.wrapping_add_signed(by) & (SLOTS as u16 - 1))
    }

    /// Returns the points to the left, right, below and above. Those beyond the edge are off the
    /// board.
    #[inline(always)]
    pub fn neighbours(self) -> [Point; 4] {
        let up = STRIDE as i16;
        [-1, 1, -up, up].map(|by| self.offset(by))
    }

    /// Returns the four diagonal neighbors.
    #[inline(always)]
    pub fn diagonals(self) -> [Point; 4] {
        let up = STRIDE as i16;
        [-up - 1, -up + 1, up - 1, up + 1].map(|by| self.offset(by))
    }

    /// Returns the Manhattan distance to another point.
    pub fn distance(self, other: Point) -> u8 {
        self.column().abs_diff(other.column()) + self.row().abs_diff(other.row())
    }
}

/// Writes a column letter, never `I`, and a row number.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = usize::from(self.column()).wrapping_sub(1);
        match COLUMNS.get(column) {
            Some(&letter) => write!(f, "{}{}", char::from(letter), self.row()),
            None => write!(f, "off-board({})", self.0),
        }
    }
}

/// The text is not a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a point such as D4")]
pub struct ParsePointError;

/// Parses a point as in GTP: a column letter in either case, never `I`, and a row number.
impl FromStr for Point {
    type Err = ParsePointError;

    fn from_str(text: &str) -> Result<Point, ParsePointError> {
        let read = || {
            let (letter, row) = text.split_at_checked(1)?;
            let letter = letter.as_bytes()[0].to_ascii_uppercase();
            let column = COLUMNS.iter().position(|&other| other == letter)?;
            Point::new(column as u8 + 1, digits(row)?)
        };
        read().ok_or(ParsePointError)
    }
}

/// Parses a number up to 255, without a sign.
fn digits(text: &str) -> Option<u8> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    is_plain.then(|| text.parse().ok())?
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A play or a pass. (Resigning is a reply, not a move.)
///
/// ```
/// use wakari::point::Move;
/// let corner: Move = "A1".parse().unwrap();
/// assert_eq!(corner.point().unwrap().to_string(), "A1");
/// assert_eq!("PASS".parse(), Ok(Move::Pass));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Leaves the board unchanged.
    Pass,
    /// Puts a stone on a point.
    At(Point),
}

impl Move {
    /// Returns the point played, or `None` for a pass.
    pub fn point(self) -> Option<Point> {
        match self {
            Move::Pass => None,
            Move::At(point) => Some(point),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Pass => f.write_str("pass"),
            Move::At(point) => point.fmt(f),
        }
    }
}

/// The text is not a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("neither pass nor a point such as D4")]
pub struct ParseMoveError;

/// Parses `pass`, in any case, or a point.
impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Move::Pass);
        }
        text.parse().map(Move::At).map_err(|_| ParseMoveError)
    }
}

/// The width and height of a board, 2 to 25 points each.
///
/// ```
/// use wakari::point::Size;
/// assert_eq!("19".parse(), Ok(Size::square(19).unwrap()));
/// assert_eq!("13x9".parse(), Ok(Size::new(13, 9).unwrap()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    width: u8,
    height: u8,
}

impl Size {
    /// A board of `width` columns and `height` rows, 2 to 25 each.
    pub fn new(width: u8, height: u8) -> Option<Size> {
        let side = MIN_SIDE..=MAX_SIDE;
        (side.contains(&width) && side.contains(&height)).then_some(Size { width, height })
    }

    /// A square board, from 2 to 25 points wide.
    pub fn square(side: u8) -> Option<Size> {
        Size::new(side, side)
    }

    /// Returns the side of a square board; `None` if the board is not square.
    pub fn side(self) -> Option<u8> {
        (self.width == self.height).then_some(self.width)
    }

    /// Returns the number of columns.
    pub fn width(self) -> u8 {
        self.width
    }

    /// Returns the number of rows.
    pub fn height(self) -> u8 {
        self.height
    }

    /// Returns the number of points.
    pub fn area(self) -> usize {
        usize::from(self.width) * usize::from(self.height)
    }

    /// Returns true if a point is on a board of this size.
    pub fn contains(self, point: Point) -> bool {
        (1..=self.width).contains(&point.column()) && (1..=self.height).contains(&point.row())
    }

    /// Returns every point, row by row from A1.
    pub fn points(self) -> impl DoubleEndedIterator<Item = Point> {
        (1..=u16::from(self.height)).flat_map(move |row| {
            (1..=u16::from(self.width)).map(move |column| Point(row * STRIDE + column))
        })
    }

    /// Returns the set of all points.
    pub fn all(self) -> PointSet {
        let row = ((1u32 << self.width) - 1) << 1;
        let mut set = PointSet::EMPTY;
        for word in &mut set.0[1..=usize::from(self.height)] {
            *word = row;
        }
        set
    }

    /// Returns the slots of a [`PerPoint`] that this size uses, including the border below and
    /// above.
    pub(crate) fn slots(self) -> usize {
        usize::from(self.height + 2) * usize::from(STRIDE)
    }
}

/// Writes the size as in `19x19`.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// The text is not a board size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a side from 2 to 25, or two of them as in 13x9")]
pub struct ParseSizeError;

/// Parses the side of a square board, or a width and height separated by `x`, `X`, or `:` as in
/// SGF.
impl FromStr for Size {
    type Err = ParseSizeError;

    fn from_str(text: &str) -> Result<Size, ParseSizeError> {
        let (width, height) = text.split_once(['x', 'X', ':']).unwrap_or((text, text));
        let sides = digits(width).zip(digits(height));
        let size = sides.and_then(|(width, height)| Size::new(width, height));
        size.ok_or(ParseSizeError)
    }
}

/// One value for each point, on or off the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerPoint<T>(pub(crate) [T; SLOTS]);

/// The length of the part of a [`PerPoint`] that a point, its neighbors and its diagonals span.
const WINDOW_LENGTH: usize = 2 * STRIDE as usize + 3;
/// The index of the point itself in its [`window`](PerPoint::window).
pub(crate) const MIDDLE: usize = STRIDE as usize + 1;
/// The indices of the neighbors and diagonals in a window, in the order of [`Point::neighbours`]
/// and [`Point::diagonals`].
pub(crate) const WINDOW: [usize; 8] = {
    const UP: usize = STRIDE as usize;
    [
        MIDDLE - 1,
        MIDDLE + 1,
        MIDDLE - UP,
        MIDDLE + UP,
        0,
        2,
        2 * UP,
        2 * UP + 2,
    ]
};

const HAS_NEIGHBOURS: &str = "a point of a board has neighbours";

impl<T> PerPoint<T> {
    /// Returns the values around a point: nine values for one bounds check.
    ///
    /// # Panics
    ///
    /// If the point is off the board by more than one.
    #[inline(always)]
    pub(crate) fn window(&self, point: Point) -> &[T; WINDOW_LENGTH] {
        let from = point.index().wrapping_sub(MIDDLE);
        self.0[from..].first_chunk().expect(HAS_NEIGHBOURS)
    }

    /// Returns the values around a point, mutably.
    ///
    /// # Panics
    ///
    /// If the point is off the board by more than one.
    #[inline(always)]
    pub(crate) fn window_mut(&mut self, point: Point) -> &mut [T; WINDOW_LENGTH] {
        let from = point.index().wrapping_sub(MIDDLE);
        self.0[from..].first_chunk_mut().expect(HAS_NEIGHBOURS)
    }
}

impl<T: Copy> PerPoint<T> {
    /// One value for all points.
    pub const fn new(value: T) -> PerPoint<T> {
        PerPoint([value; SLOTS])
    }
}

impl<T> Index<Point> for PerPoint<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, point: Point) -> &T {
        &self.0[point.index()]
    }
}

impl<T> IndexMut<Point> for PerPoint<T> {
    #[inline(always)]
    fn index_mut(&mut self, point: Point) -> &mut T {
        &mut self.0[point.index()]
    }
}

/// A set of points: one bit per point, one word per row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct PointSet([u32; STRIDE as usize]);

impl PointSet {
    /// The empty set.
    pub const EMPTY: PointSet = PointSet([0; STRIDE as usize]);

    /// The set with these bits, one word per row from row 0. Row 0 and column 0 are off the board.
    pub(crate) fn from_rows(rows: [u32; STRIDE as usize]) -> PointSet {
        PointSet(rows)
    }

    /// Words for the rows, from row 0.
    pub(crate) fn rows(&self) -> [u32; STRIDE as usize] {
        self.0
    }

    /// Adds a point. Returns true if it was new.
    pub fn insert(&mut self, point: Point) -> bool {
        let new = !self.contains(point);
        self.0[point.index() / 32] |= 1 << (point.index() % 32);
        new
    }

    /// Removes a point.
    pub fn remove(&mut self, point: Point) {
        self.0[point.index() / 32] &= !(1 << (point.index() % 32));
    }

    /// Returns true if the point is in the set.
    pub fn contains(&self, point: Point) -> bool {
        self.0[point.index() / 32] >> (point.index() % 32) & 1 == 1
    }

    /// Returns the number of points.
    pub fn len(&self) -> usize {
        self.0.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// Returns true if the set is empty.
    pub fn is_empty(&self) -> bool {
        *self == PointSet::EMPTY
    }

    /// Returns the lowest point, leftmost in its row.
    pub fn first(&self) -> Option<Point> {
        let row = self.0.iter().position(|&row| row != 0)?;
        Some(Point::from_index(
            row * 32 + self.0[row].trailing_zeros() as usize,
        ))
    }

    /// Returns true if the two sets have a common point.
    pub fn meets(&self, other: &PointSet) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// Returns true if every point of this set is in the other.
    pub fn is_subset(&self, other: &PointSet) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    /// Returns the set and all its neighbors, including those off the board. Intersect the result
    /// with the board or with stones.
    #[must_use]
    pub fn grown(&self) -> PointSet {
        let mut grown = *self;
        for (row, word) in grown.0.iter_mut().enumerate() {
            let here = self.0[row];
            let below = if row > 0 { self.0[row - 1] } else { 0 };
            let above = self.0.get(row + 1).copied().unwrap_or(0);
            *word = here | here << 1 | here >> 1 | below | above;
        }
        grown
    }

    /// Returns the neighbors of the set that are in `within` and not in the set.
    #[must_use]
    pub fn border(&self, within: &PointSet) -> PointSet {
        (self.grown() & *within) - *self
    }

    /// Returns the points of `within` that are connected to this set through `within`. Points of
    /// the set outside `within` do not count.
    #[must_use]
    pub fn flood(&self, within: &PointSet) -> PointSet {
        let mut found = *self & *within;
        loop {
            let wider = found.grown() & *within;
            if wider == found {
                return found;
            }
            found = wider;
        }
    }

    /// Returns the maximal connected parts.
    pub fn components(self) -> impl Iterator<Item = PointSet> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let mut seed = PointSet::EMPTY;
            seed.insert(rest.first()?);
            let part = seed.flood(&rest);
            rest -= part;
            Some(part)
        })
    }

    /// Returns the points, row by row from the bottom.
    pub fn iter(&self) -> impl Iterator<Item = Point> + use<> {
        let rows = self.0;
        (0..rows.len()).flat_map(move |row| {
            let mut word = rows[row];
            std::iter::from_fn(move || {
                let column = (word != 0).then(|| word.trailing_zeros())?;
                word &= word - 1;
                Some(Point::from_index(row * 32 + column as usize))
            })
        })
    }
}

/// The union of several sets.
impl FromIterator<PointSet> for PointSet {
    fn from_iter<I: IntoIterator<Item = PointSet>>(sets: I) -> PointSet {
        sets.into_iter()
            .fold(PointSet::EMPTY, |all, points| all | points)
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> PointSet {
        let mut set = PointSet::EMPTY;
        for point in points {
            set.insert(point);
        }
        set
    }
}

impl Extend<Point> for PointSet {
    fn extend<I: IntoIterator<Item = Point>>(&mut self, points: I) {
        for point in points {
            self.insert(point);
        }
    }
}

macro_rules! set_operator {
    ($operator:ident, $method:ident, $assign:ident, $assign_method:ident, $combine:expr) => {
        impl $assign for PointSet {
            fn $assign_method(&mut self, other: PointSet) {
                let combine: fn(u32, u32) -> u32 = $combine;
                for (word, other) in self.0.iter_mut().zip(&other.0) {
                    *word = combine(*word, *other);
                }
            }
        }

        impl $operator for PointSet {
            type Output = PointSet;

            fn $method(mut self, other: PointSet) -> PointSet {
                self.$assign_method(other);
                self
            }
        }
    };
}

set_operator!(BitAnd, bitand, BitAndAssign, bitand_assign, |a, b| a & b);
set_operator!(BitOr, bitor, BitOrAssign, bitor_assign, |a, b| a | b);
set_operator!(BitXor, bitxor, BitXorAssign, bitxor_assign, |a, b| a ^ b);
set_operator!(Sub, sub, SubAssign, sub_assign, |a, b| a & !b);

/// Writes the names of the points, separated by blanks.
impl fmt::Display for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, point) in self.iter().enumerate() {
            let separator = if index == 0 { "" } else { " " };
            write!(f, "{separator}{point}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_named_without_i() {
        let name = |column, row| {
            Point::new(column, row)
                .expect("on the largest board")
                .to_string()
        };
        assert_eq!(name(8, 1), "H1");
        assert_eq!(name(9, 1), "J1");
        assert_eq!(name(25, 25), "Z25");
        let is_read_back = |at: Point| at.to_string().parse() == Ok(at);
        let largest = Size::square(MAX_SIDE).expect("within the limits");
        assert!(largest.points().all(is_read_back));
        assert_eq!(Point::new(0, 1), None);
        assert_eq!(Point::new(26, 1), None);
    }

    #[test]
    fn moves_are_read_as_programs_write_them() {
        let at = |column, row| {
            Ok(Move::At(
                Point::new(column, row).expect("within the limits"),
            ))
        };
        assert_eq!("PASS".parse(), Ok(Move::Pass));
        assert_eq!("c7".parse(), at(3, 7));
        assert_eq!("J9".parse(), at(9, 9));
        for nonsense in [
            "", "i3", "A0", "A26", "A", "3", "\u{e9}4", "A+3", "resign", "A3 x", " A3", "A999",
        ] {
            assert_eq!(nonsense.parse::<Move>(), Err(ParseMoveError), "{nonsense}");
            assert_eq!(
                nonsense.parse::<Point>(),
                Err(ParsePointError),
                "{nonsense}"
            );
        }
    }

    #[test]
    fn sizes_are_one_side_or_two() {
        for (text, width, height) in [("9", 9, 9), ("13x9", 13, 9), ("2X25", 2, 25), ("5:7", 5, 7)]
        {
            assert_eq!(
                text.parse::<Size>().ok(),
                Size::new(width, height),
                "{text}"
            );
        }
        for nonsense in ["", "1", "26", "x9", "9x", "9x9x9", "+9", "9 x 9", "999"] {
            assert_eq!(nonsense.parse::<Size>(), Err(ParseSizeError), "{nonsense}");
        }
    }

    #[test]
    fn sizes_have_limits() {
        assert!(Size::new(2, 25).is_some());
        assert!(Size::square(1).is_none());
        assert!(Size::square(26).is_none());
    }

    #[test]
    fn sets_hold_what_was_put_in() {
        let size = Size::new(3, 4).expect("within the limits");
        let all = size.all();
        assert_eq!(all.len(), 12);
        assert_eq!(
            all.iter().collect::<Vec<_>>(),
            size.points().collect::<Vec<_>>()
        );
        assert_eq!(all.iter().collect::<PointSet>(), all);
        assert_eq!(all.components().count(), 1);
    }

    #[test]
    fn flooding_stops_at_what_is_outside() {
        let size = Size::square(5).expect("within the limits");
        let wall: PointSet = size.points().filter(|point| point.column() == 3).collect();
        let parts: Vec<PointSet> = (size.all() - wall).components().collect();
        assert_eq!(parts.len(), 2);
        assert_eq!(parts[0].len(), 10);
        assert_eq!(parts[0].border(&size.all()), wall);
    }
}
