//! Text diagrams of boards: rows from the top, `X` black, `O` white, `.` empty.

use super::Board;
use crate::go::color::Color;
use crate::go::point::{Point, PointSet, Size};
use std::fmt;

/// The reason why a picture is not a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DiagramError {
    /// The number of rows or columns is out of range, or the rows differ in length.
    #[error("a board has 2 to 25 rows of equal length, 2 to 25 points each")]
    Shape,
    /// A character other than `X`, `O` and `.`.
    #[error("'{0}' is neither X, O nor .")]
    Character(char),
    /// A chain has no liberty.
    #[error("a chain has no liberty")]
    NoLiberty,
}

/// Reads a board from rows of `X`, `O` and `.`, the top row first. Blanks and blank lines are
/// ignored.
///
/// # Errors
///
/// A [`DiagramError`] if the picture is not a board.
///
/// ```
/// use wakari::board::diagram;
/// let board = diagram::board(". X .
///                             X . X
///                             . X .").unwrap();
/// assert_eq!(board.empties().len(), 5);
/// ```
pub fn board(picture: &str) -> Result<Board, DiagramError> {
    let rows: Vec<Vec<char>> = picture
        .lines()
        .map(|line| {
            line.chars()
                .filter(|c| !c.is_whitespace())
                .collect::<Vec<char>>()
        })
        .filter(|row| !row.is_empty())
        .collect();
    let side = |length: usize| u8::try_from(length).ok();
    let width = rows.first().map_or(0, Vec::len);
    if rows.iter().any(|row| row.len() != width) {
        return Err(DiagramError::Shape);
    }
    let size = side(width)
        .zip(side(rows.len()))
        .and_then(|(width, height)| Size::new(width, height));
    let size = size.ok_or(DiagramError::Shape)?;
    let (mut black, mut white) = (PointSet::EMPTY, PointSet::EMPTY);
    for (row, letters) in (1..).zip(rows.iter().rev()) {
        for (column, letter) in (1..).zip(letters) {
            let at = Point::new(column, row).expect("no side is longer than the size");
            match letter.to_ascii_uppercase() {
                'X' => _ = black.insert(at),
                'O' => _ = white.insert(at),
                '.' => {}
                other => return Err(DiagramError::Character(other)),
            }
        }
    }
    Board::with_stones(size, &black, &white).ok_or(DiagramError::NoLiberty)
}

/// Draws a board with coordinates, and the text of `letter` on each point.
pub fn picture<T: fmt::Display>(size: Size, letter: impl Fn(Point) -> T) -> String {
    wide_picture(size, 1, letter)
}

/// Draws a board as [`picture`] does, with `width` characters for each point.
pub fn wide_picture<T: fmt::Display>(
    size: Size,
    width: usize,
    letter: impl Fn(Point) -> T,
) -> String {
    let point = |column, row| Point::new(column, row).expect("the size is within the limits");
    let columns: String = (1..=size.width())
        .map(|column| {
            let name = point(column, 1).to_string();
            format!(" {:>width$}", name.trim_end_matches('1'))
        })
        .collect();
    let mut text = format!("  {columns}\n");
    for row in (1..=size.height()).rev() {
        text += &format!("{row:2}");
        for column in 1..=size.width() {
            text += &format!(" {:>width$}", letter(point(column, row)).to_string());
        }
        text += &format!(" {row:2}\n");
    }
    text + "  " + &columns
}

/// Draws the stones with coordinates. `+` marks the star points.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stars = star_points(self.size());
        f.write_str(&picture(self.size(), |point| match self.at(point) {
            Some(Color::Black) => 'X',
            Some(Color::White) => 'O',
            None if stars.contains(point) => '+',
            None => '.',
        }))
    }
}

/// Returns the star points: on the third line up to 12 rows, on the fourth from 13; none below 7.
pub fn star_points(size: Size) -> PointSet {
    let lines = |side: u8| -> Vec<u8> {
        let edge = if side < 13 { 3 } else { 4 };
        match side {
            0..7 => vec![],
            _ if side % 2 == 1 && side >= 9 => vec![edge, side / 2 + 1, side + 1 - edge],
            _ => vec![edge, side + 1 - edge],
        }
    };
    let (columns, rows) = (lines(size.width()), lines(size.height()));
    let (middle_column, middle_row) = (size.width() / 2 + 1, size.height() / 2 + 1);
    let mut stars = PointSet::EMPTY;
    for &column in &columns {
        for &row in &rows {
            // Small boards mark only the corners and the center.
            let on_side = (column == middle_column) != (row == middle_row);
            if !(on_side && size.width().min(size.height()) < 15) {
                stars.extend(Point::new(column, row));
            }
        }
    }
    stars
}
