//! Board pictures in SVG: the stones, and marks for a judgement.
//!
//! It knows nothing of how the judgement was made. A picture is self-contained, without styles,
//! scripts or outside names, so one page can hold many.

pub mod zones;

use crate::go::board::Board;
use crate::go::board::diagram::star_points;
use crate::go::color::{Color, PerColor};
use crate::go::point::{Point, PointSet};
use crate::util::visible;
use std::fmt::Write;

/// The distance between two lines.
pub const CELL: f64 = 24.0;
/// The distance from the edge of the picture to the first line: room for a stone and the
/// coordinates.
pub const MARGIN: f64 = 36.0;
/// The height of a line of text.
const LINE: f64 = 20.0;
/// The letters of usual width that fit into the width of one point.
const LETTERS_PER_CELL: f64 = 3.55;

const WOOD: &str = "#efd8a6";
const INK: &str = "#2b2620";
const BLACK: &str = "#1c1c1e";
const WHITE: &str = "#fbfbf8";
const GREY: &str = "#6b6255";
const RED: &str = "#c8102e";
const BLUE: &str = "#1f5fbf";

/// The marks on a board. Empty sets are not shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// Dead stones: pale, with a cross.
    pub dead: PointSet,
    /// The points of each side, shaded in its color.
    pub territory: PerColor<PointSet>,
    /// Stones in seki: with a diamond.
    pub seki: PointSet,
    /// Neutral points: with a grey cross.
    pub dame: PointSet,
    /// Empty points that each side filled before counting: with a small stone.
    pub filled: PerColor<PointSet>,
    /// Points of unknown owner, with or without stones: with a question mark.
    pub unsettled: PointSet,
    /// Points whose owner is estimated: hollow squares.
    pub estimated: PointSet,
    /// The last move: with a ring.
    pub last: Option<Point>,
    /// Points that others judge differently: in a frame.
    pub differs: PointSet,
}

/// A kind of mark, for a legend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mark {
    /// A point of one side.
    Territory(Color),
    /// A dead stone.
    Dead,
    /// A stone in seki.
    Seki,
    /// A neutral point.
    Dame,
    /// A point filled before counting.
    Filled,
    /// A point of unknown owner.
    Unsettled,
    /// A point whose owner is estimated.
    Estimated,
    /// The last move.
    Last,
    /// A point judged differently.
    Differs,
}

impl Mark {
    /// Every mark, in the order of a legend.
    pub const ALL: [Mark; 10] = [
        Mark::Territory(Color::Black),
        Mark::Territory(Color::White),
        Mark::Dead,
        Mark::Seki,
        Mark::Dame,
        Mark::Filled,
        Mark::Unsettled,
        Mark::Estimated,
        Mark::Last,
        Mark::Differs,
    ];

    /// Returns true if a picture with these marks shows one of this kind.
    pub fn is_in(self, marks: &Marks) -> bool {
        match self {
            Mark::Territory(color) => !marks.territory[color].is_empty(),
            Mark::Dead => !marks.dead.is_empty(),
            Mark::Seki => !marks.seki.is_empty(),
            Mark::Dame => !marks.dame.is_empty(),
            Mark::Filled => marks.filled.0.iter().any(|points| !points.is_empty()),
            Mark::Unsettled => !marks.unsettled.is_empty(),
            Mark::Estimated => {
                let owned = marks.territory[Color::Black] | marks.territory[Color::White];
                marks.estimated.meets(&owned)
            }
            Mark::Last => marks.last.is_some(),
            Mark::Differs => !marks.differs.is_empty(),
        }
    }

    /// Draws the mark alone, for a legend.
    pub fn svg(self) -> String {
        let side = CELL + 2.0;
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" width="20" height="20" aria-hidden="true">{}</svg>"#,
            self.sample(side / 2.0, side / 2.0)
        )
    }

    /// Draws the mark at a place, as it looks on the board.
    fn sample(self, x: f64, y: f64) -> String {
        let mut text = wood(x - CELL / 2.0, y - CELL / 2.0, CELL, CELL);
        text += &match self {
            Mark::Territory(color) => territory(color, x, y) + &owner(color, x, y),
            Mark::Dead => stone(Color::White, x, y, true) + &cross(x, y, RED),
            Mark::Seki => stone(Color::White, x, y, false) + &diamond(x, y),
            Mark::Dame => cross(x, y, GREY),
            Mark::Filled => small_stone(Color::White, x, y),
            Mark::Unsettled => question(x, y),
            Mark::Estimated => territory(Color::White, x, y) + &estimated_owner(Color::White, x, y),
            Mark::Last => stone(Color::Black, x, y, false) + &ring(x, y, WHITE),
            Mark::Differs => frame(x, y),
        };
        text
    }
}

/// The text around a picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Caption {
    /// The title, in large letters above the picture. It is also the text alternative.
    pub title: String,
    /// The lines below the title.
    pub above: Vec<String>,
    /// The lines below the board, the first one in large letters.
    pub below: Vec<String>,
}

/// Draws the board with coordinates and marks, without words.
///
/// ```
/// use wakari::board::diagram;
/// use wakari::picture::{Marks, svg};
/// let board = diagram::board(". X .
///                             O . .").unwrap();
/// let picture = svg(&board, &Marks::default());
/// assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>"));
/// ```
pub fn svg(board: &Board, marks: &Marks) -> String {
    let (width, height) = extent(board);
    page(width, height, "", &drawing(board, marks, 0.0, 0.0))
}

/// The points that a detail shows around its subject, on each side.
const AROUND: u8 = 3;

/// Draws the part of the board around some points with marks, without words. Coordinates appear at
/// the edges of the board.
///
/// ```
/// use wakari::board::Board;
/// use wakari::picture::{Marks, detail};
/// use wakari::point::{Point, Size};
/// let corner = [Point::new(1, 1).unwrap()].into_iter().collect();
/// let picture = detail(&Board::new(Size::square(19).unwrap()), &Marks::default(), &corner);
/// assert!(picture.contains(r#"viewBox="0 384 120 120""#));
/// ```
pub fn detail(board: &Board, marks: &Marks, about: &PointSet) -> String {
    let size = board.size();
    let ends = |place: fn(Point) -> u8, last: u8| {
        let (least, most) = about
            .iter()
            .map(place)
            .fold((last, 1), |(least, most), at| (least.min(at), most.max(at)));
        let first = least.saturating_sub(AROUND).max(1);
        (first, most.saturating_add(AROUND).min(last))
    };
    // A side at the edge of the board includes the margin.
    let side = |first: u8, end: u8, last: u8| {
        let from = match first {
            1 => 0.0,
            _ => MARGIN + (f64::from(first) - 1.5) * CELL,
        };
        let to = if end == last {
            f64::from(last - 1) * CELL + 2.0 * MARGIN
        } else {
            MARGIN + (f64::from(end) - 0.5) * CELL
        };
        (from, to - from)
    };
    let (left, right) = ends(|point| point.column(), size.width());
    let (bottom, top) = ends(|point| point.row(), size.height());
    let (x, width) = side(left, right, size.width());
    let from_above = |row: u8| size.height() + 1 - row;
    let (y, height) = side(from_above(top), from_above(bottom), size.height());
    view((x, y, width, height), "", &drawing(board, marks, 0.0, 0.0))
}

/// Draws a self-explanatory picture: the board with a title above, and below it a legend of the
/// marks and the result.
pub fn with_caption(
    board: &Board,
    marks: &Marks,
    caption: &Caption,
    name: impl Fn(Mark) -> &'static str,
) -> String {
    let (board_width, board_height) = extent(board);
    // Words need a minimum width, even for small boards.
    let width = board_width.max(14.0 * CELL + 2.0 * MARGIN);
    let (left, right) = (MARGIN / 2.0, width - MARGIN / 2.0);
    let most = ((right - left) / CELL * LETTERS_PER_CELL) as usize;
    let mut text = String::new();
    let mut y = LINE * 1.6;
    let most_large = most * 65 / 100;
    for line in wrapped(&caption.title, most_large) {
        text += &words(left, y, 17.0, true, &line);
        y += LINE;
    }
    for line in caption.above.iter().flat_map(|line| wrapped(line, most)) {
        text += &words(left, y, 13.0, false, &line);
        y += LINE * 0.9;
    }
    text += &drawing(board, marks, (width - board_width) / 2.0, y - LINE / 2.0);
    y += board_height - LINE / 2.0;
    let mut x = left;
    for mark in Mark::ALL.into_iter().filter(|mark| mark.is_in(marks)) {
        let name = name(mark);
        let room = CELL * (1.9 + width_of(name) as f64 / LETTERS_PER_CELL);
        if x + room > right && x > left {
            x = left;
            y += CELL + 6.0;
        }
        text += &mark.sample(x + CELL / 2.0, y + CELL / 2.0);
        text += &words(x + CELL + 5.0, y + CELL * 0.7, 13.0, false, name);
        x += room;
    }
    if x > left {
        y += CELL + 6.0;
    }
    for (index, line) in caption.below.iter().enumerate() {
        let (size, most) = if index == 0 {
            (16.0, most_large)
        } else {
            (13.0, most)
        };
        for line in wrapped(line, most) {
            y += LINE;
            text += &words(left, y, size, index == 0, &line);
        }
    }
    page(width, y + LINE, &caption.title, &text)
}

/// Draws the board with numbered stones, without words.
pub fn figure(board: &Board, moves: &[(Point, Color, usize)]) -> String {
    let (width, height) = extent(board);
    let mut text = drawing(board, &Marks::default(), 0.0, 0.0);
    for &(at, color, number) in moves {
        let x = MARGIN + f64::from(at.column() - 1) * CELL;
        let y = MARGIN + f64::from(board.size().height() - at.row()) * CELL;
        let ink = if color == Color::Black { WHITE } else { BLACK };
        let size = if number < 100 { 12.0 } else { 10.0 };
        text += &stone(color, x, y, false);
        _ = writeln!(
            text,
            r#"<text x="{x}" y="{}" font-size="{size}" font-weight="bold" text-anchor="middle" fill="{ink}">{number}</text>"#,
            y + 0.36 * size
        );
    }
    page(width, height, "", &text)
}

/// Draws stones and the ring of the last move as symbols `black`, `white`, `black-last` and
/// `white-last` at the origin. A script that plays moves on a page puts them on the picture of an
/// empty board.
pub fn pieces() -> String {
    let symbol = |color: Color| {
        let ink = if color == Color::Black { WHITE } else { BLACK };
        let (name, stone) = (
            color.to_string().to_lowercase(),
            stone(color, 0.0, 0.0, false),
        );
        format!(
            r#"<g id="{name}">{stone}</g><g id="{name}-last">{stone}{}</g>"#,
            ring(0.0, 0.0, ink)
        )
    };
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true"><defs>{}{}</defs></svg>"#,
        symbol(Color::Black),
        symbol(Color::White)
    )
}

/// Returns the width and height of the drawing of a board.
fn extent(board: &Board) -> (f64, f64) {
    let side = |points: u8| f64::from(points - 1) * CELL + 2.0 * MARGIN;
    (side(board.size().width()), side(board.size().height()))
}

/// Wraps a drawing as a complete picture on white, with a title as text alternative.
fn page(width: f64, height: f64, title: &str, inside: &str) -> String {
    view((0.0, 0.0, width, height), title, inside)
}

/// Wraps a drawing as a picture that shows the part at `(x, y)` of a width and height.
fn view((x, y, width, height): (f64, f64, f64, f64), title: &str, inside: &str) -> String {
    let title = if title.is_empty() {
        String::new()
    } else {
        format!("<title>{}</title>", escaped(title))
    };
    let place = match (x, y) {
        (0.0, 0.0) => String::new(),
        _ => format!(" x=\"{x}\" y=\"{y}\""),
    };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"{x} {y} {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"DejaVu Sans, Noto Sans, Noto Sans CJK JP, Hiragino Sans, Arial, sans-serif\">\
         {title}<rect{place} width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n{inside}</svg>"
    )
}

/// Draws the board with its upper left corner at a place.
fn drawing(board: &Board, marks: &Marks, left: f64, top: f64) -> String {
    let size = board.size();
    let (width, height) = extent(board);
    let column = |column: u8| left + MARGIN + f64::from(column - 1) * CELL;
    let row = |row: u8| top + MARGIN + f64::from(size.height() - row) * CELL;
    let place = |point: Point| (column(point.column()), row(point.row()));
    let gap = MARGIN - CELL * 0.75;
    let mut text = wood(left + gap, top + gap, width - 2.0 * gap, height - 2.0 * gap);

    for color in Color::BOTH {
        for (x, y) in marks.territory[color].iter().map(place) {
            text += &territory(color, x, y);
        }
    }
    text += &grid(board, column, row);
    text += &coordinates(board, column, row, (left, top, width, height));

    for color in Color::BOTH {
        for point in board.stones(color).iter() {
            let (x, y) = place(point);
            text += &stone(color, x, y, marks.dead.contains(point));
        }
    }
    text.push('\n');
    for point in size.points() {
        let (x, y) = place(point);
        let stone = board.at(point);
        let owner_of = |point| {
            Color::BOTH
                .into_iter()
                .find(|&color| marks.territory[color].contains(point))
        };
        text += &match (stone, owner_of(point)) {
            (None, Some(color)) if marks.estimated.contains(point) => estimated_owner(color, x, y),
            (None, Some(color)) => owner(color, x, y),
            (None, None) if marks.dame.contains(point) => cross(x, y, GREY),
            _ => String::new(),
        };
        let filler = Color::BOTH
            .into_iter()
            .find(|&color| stone.is_none() && marks.filled[color].contains(point));
        text += &filler.map_or(String::new(), |color| small_stone(color, x, y));
        if marks.dead.contains(point) {
            text += &cross(x, y, RED);
        }
        if marks.seki.contains(point) {
            text += &diamond(x, y);
        }
        if marks.unsettled.contains(point) && filler.is_none() {
            text += &question(x, y);
        }
        if marks.differs.contains(point) {
            text += &frame(x, y);
        }
        // The other marks say more about a stone.
        let is_free = ![marks.dead, marks.seki, marks.unsettled]
            .iter()
            .any(|marked| marked.contains(point));
        if let (Some(color), true, true) = (stone, marks.last == Some(point), is_free) {
            text += &ring(x, y, if color == Color::Black { WHITE } else { BLACK });
        }
    }
    text + "\n"
}

/// Draws the lines and the star points.
fn grid(board: &Board, column: impl Fn(u8) -> f64, row: impl Fn(u8) -> f64) -> String {
    let size = board.size();
    let mut lines = String::new();
    for number in 1..=size.width() {
        _ = write!(
            lines,
            "M{} {}V{}",
            column(number),
            row(1),
            row(size.height())
        );
    }
    for number in 1..=size.height() {
        _ = write!(
            lines,
            "M{} {}H{}",
            column(1),
            row(number),
            column(size.width())
        );
    }
    let mut text = format!(
        r#"<path d="{lines}" stroke="{INK}" stroke-width="1" stroke-linecap="square" fill="none"/>"#
    );
    text.push('\n');
    for point in star_points(size).iter() {
        let (x, y) = (column(point.column()), row(point.row()));
        _ = write!(text, r#"<circle cx="{x}" cy="{y}" r="2.6" fill="{INK}"/>"#);
    }
    text
}

/// Draws letters and numbers on all four sides.
fn coordinates(
    board: &Board,
    column: impl Fn(u8) -> f64,
    row: impl Fn(u8) -> f64,
    (left, top, width, height): (f64, f64, f64, f64),
) -> String {
    let mut text = format!(r##"<g font-size="11" fill="{INK}" text-anchor="middle">"##);
    let mut label = |x: f64, y: f64, label: &str| {
        _ = write!(text, r#"<text x="{x}" y="{}">{label}</text>"#, y + 4.0);
    };
    let far = MARGIN * 0.26;
    for number in 1..=board.size().width() {
        let point = Point::new(number, 1).expect("a column of the board");
        let letter: String = point.to_string().chars().take(1).collect();
        label(column(number), top + far, &letter);
        label(column(number), top + height - far, &letter);
    }
    for number in 1..=board.size().height() {
        label(left + far, row(number), &number.to_string());
        label(left + width - far, row(number), &number.to_string());
    }
    text + "</g>\n"
}

fn wood(x: f64, y: f64, width: f64, height: f64) -> String {
    format!(r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{WOOD}"/>"#)
}

/// Draws the shade of a point.
fn territory(color: Color, x: f64, y: f64) -> String {
    let (fill, opacity) = match color {
        Color::Black => ("#3a3024", 0.42),
        Color::White => ("#ffffff", 0.8),
    };
    let (x, y) = (x - CELL / 2.0, y - CELL / 2.0);
    format!(
        r#"<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{fill}" fill-opacity="{opacity}"/>"#
    )
}

/// Draws the small square of an empty point's owner.
fn owner(color: Color, x: f64, y: f64) -> String {
    let fill = if color == Color::Black { BLACK } else { WHITE };
    let (x, y) = (x - 4.0, y - 4.0);
    format!(
        r#"<rect x="{x}" y="{y}" width="8" height="8" fill="{fill}" stroke="{INK}" stroke-width="0.8"/>"#
    )
}

/// Draws the hollow square of a point whose owner is estimated.
fn estimated_owner(color: Color, x: f64, y: f64) -> String {
    let stroke = if color == Color::Black { BLACK } else { WHITE };
    let (x, y) = (x - 3.5, y - 3.5);
    format!(
        r#"<rect x="{x}" y="{y}" width="7" height="7" fill="none" stroke="{stroke}" stroke-width="1.6"/>"#
    )
}

fn stone(color: Color, x: f64, y: f64, pale: bool) -> String {
    let fill = if color == Color::Black { BLACK } else { WHITE };
    let opacity = if pale { r#" opacity="0.5""# } else { "" };
    format!(
        r#"<circle cx="{x}" cy="{y}" r="11.2" fill="{fill}" stroke="{BLACK}" stroke-width="0.9"{opacity}/>"#
    )
}

fn small_stone(color: Color, x: f64, y: f64) -> String {
    let fill = if color == Color::Black { BLACK } else { WHITE };
    format!(
        r#"<circle cx="{x}" cy="{y}" r="5" fill="{fill}" stroke="{BLACK}" stroke-width="0.9"/>"#
    )
}

fn cross(x: f64, y: f64, ink: &str) -> String {
    format!(
        r#"<path d="M{} {}l9 9m0 -9l-9 9" stroke="{ink}" stroke-width="2.2" stroke-linecap="round" fill="none"/>"#,
        x - 4.5,
        y - 4.5
    )
}

fn diamond(x: f64, y: f64) -> String {
    format!(
        r##"<path d="M{x} {}l6.4 6.4l-6.4 6.4l-6.4 -6.4z" fill="{BLUE}" stroke="#ffffff" stroke-width="1.2"/>"##,
        y - 6.4
    )
}

fn frame(x: f64, y: f64) -> String {
    let (x, y) = (x - CELL / 2.0 + 1.0, y - CELL / 2.0 + 1.0);
    let side = CELL - 2.0;
    format!(
        r#"<rect x="{x}" y="{y}" width="{side}" height="{side}" rx="3" fill="none" stroke="{RED}" stroke-width="2"/>"#
    )
}

fn question(x: f64, y: f64) -> String {
    format!(
        r##"<g><circle cx="{x}" cy="{y}" r="7.6" fill="#ffd23f" stroke="{RED}" stroke-width="1.4"/><text x="{x}" y="{}" font-size="12" font-weight="bold" fill="{RED}" text-anchor="middle">?</text></g>"##,
        y + 4.3
    )
}

fn ring(x: f64, y: f64, ink: &str) -> String {
    format!(r#"<circle cx="{x}" cy="{y}" r="5.4" fill="none" stroke="{ink}" stroke-width="1.8"/>"#)
}

fn words(x: f64, y: f64, size: f64, bold: bool, text: &str) -> String {
    let weight = if bold { r#" font-weight="bold""# } else { "" };
    format!(
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{weight} fill=\"{BLACK}\">{}</text>\n",
        escaped(text)
    )
}

/// Returns the width of a text in letters of usual width. East Asian letters count twice.
fn width_of(text: &str) -> usize {
    text.chars()
        .map(|letter| if letter < '\u{1100}' { 1 } else { 2 })
        .sum()
}

/// Breaks a text into lines that fit, at blanks where possible, else anywhere.
fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width_of(line) + 1 + width_of(word) <= most => {
                line.push(' ');
                *line += word;
            }
            _ => lines.push(word.to_owned()),
        }
        while let Some(line) = lines.last_mut().filter(|line| width_of(line) > most) {
            let mut width = 0;
            let exceeds = |&(at, letter): &(usize, char)| {
                width += width_of(letter.encode_utf8(&mut [0; 4]));
                at > 0 && width > most
            };
            let end = line.char_indices().find(exceeds);
            let rest = line.split_off(end.map_or(line.len(), |(at, _)| at));
            if rest.is_empty() {
                break;
            }
            lines.push(rest);
        }
    }
    lines
}

/// Escapes a text for XML, without the characters that XML does not allow.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        match letter {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\u{fffe}' | '\u{ffff}' => {}
            letter if letter.is_whitespace() => escaped.push(' '),
            letter => escaped += &visible::line(letter.encode_utf8(&mut [0; 4])),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::board::diagram;
    use crate::go::point::Size;

    fn point(column: u8, row: u8) -> Point {
        Point::new(column, row).expect("within the limits")
    }

    /// A board of three rows with every kind of mark.
    fn marked() -> (Board, Marks) {
        let board = diagram::board(
            ". X O . X
             X X O O O
             . X O X .",
        )
        .expect("a board");
        let mut territory = PerColor::<PointSet>::default();
        territory[Color::Black].extend([point(1, 3), point(1, 1)]);
        territory[Color::White].extend([point(4, 1), point(5, 1)]);
        let mut filled = PerColor::<PointSet>::default();
        filled[Color::White].insert(point(1, 3));
        let marks = Marks {
            dead: [point(4, 1)].into_iter().collect(),
            territory,
            seki: [point(3, 1)].into_iter().collect(),
            dame: [point(4, 3)].into_iter().collect(),
            filled,
            unsettled: [point(5, 3)].into_iter().collect(),
            estimated: [point(5, 1)].into_iter().collect(),
            last: Some(point(2, 2)),
            differs: [point(5, 2)].into_iter().collect(),
        };
        (board, marks)
    }

    #[test]
    fn every_mark_is_drawn_once_where_it_belongs() {
        let (board, marks) = marked();
        let picture = svg(&board, &marks);
        let count = |pattern: &str| picture.matches(pattern).count();
        assert_eq!(count(r#"r="11.2""#), 11, "stones");
        assert_eq!(count(r#"opacity="0.5""#), 1, "pale stones");
        assert_eq!(count("fill-opacity"), 4, "shades");
        assert_eq!(count(r#"width="8" height="8""#), 2, "owners");
        assert_eq!(count(r#"width="7" height="7""#), 1, "estimated owners");
        assert_eq!(count(&format!(r#"stroke="{RED}" stroke-width="2.2""#)), 1);
        assert_eq!(count("l6.4 6.4"), 1, "seki");
        assert_eq!(count(r#"r="5" "#), 1, "filled");
        assert_eq!(count(">?<"), 1, "not clear");
        assert_eq!(count(r#"r="5.4""#), 1, "last move");
        assert_eq!(count(r#"rx="3""#), 1, "differs");
        assert_eq!((count("<text"), count("</text>")), (17, 17), "labels");
        for mark in Mark::ALL {
            assert!(mark.is_in(&marks) && !mark.is_in(&Marks::default()));
        }
    }

    #[test]
    fn the_pieces_are_those_of_a_picture() {
        let pieces = pieces();
        assert_eq!(pieces.matches(r#"r="11.2""#).count(), 4);
        assert_eq!(pieces.matches(r#"r="5.4""#).count(), 2);
        assert_eq!(pieces.matches(" id=").count(), 4);
    }

    #[test]
    fn a_caption_explains_only_what_is_shown() {
        let (board, mut marks) = marked();
        let caption = Caption {
            title: "A & B <1>".into(),
            above: vec!["long ".repeat(40)],
            below: vec!["W+3".into()],
        };
        let name = |mark| if mark == Mark::Seki { "seki" } else { "other" };
        let picture = with_caption(&board, &marks, &caption, name);
        assert!(picture.contains("<title>A &amp; B &lt;1&gt;</title>"));
        assert!(picture.contains(">seki<") && picture.contains(">W+3<"));
        marks.seki = PointSet::EMPTY;
        assert!(!with_caption(&board, &marks, &caption, name).contains(">seki<"));
    }

    #[test]
    fn every_board_has_its_picture() {
        for (width, height) in [(2, 2), (25, 25), (13, 9), (2, 25)] {
            let size = Size::new(width, height).expect("within the limits");
            let picture = svg(&Board::new(size), &Marks::default());
            let labels = 2 * (usize::from(width) + usize::from(height));
            assert_eq!(picture.matches("<text").count(), labels);
            assert_eq!(picture.matches("<svg").count(), 1);
        }
    }

    /// The corners and the center of a 19×19 board, and a board smaller than a detail.
    #[test]
    fn a_detail_has_its_points_in_its_midst() {
        let of = |side: u8, points: &[Point]| {
            let board = Board::new(Size::square(side).expect("a usual size"));
            let picture = detail(&board, &Marks::default(), &points.iter().copied().collect());
            let (_, rest) = picture.split_once("viewBox=\"").expect("it has one");
            rest.split_once('"').expect("it ends").0.to_owned()
        };
        assert_eq!(of(19, &[point(1, 1)]), "0 384 120 120");
        assert_eq!(of(19, &[point(19, 19)]), "384 0 120 120");
        assert_eq!(of(19, &[point(10, 10)]), "168 168 168 168");
        assert_eq!(of(19, &[point(9, 10), point(11, 10)]), "144 168 216 168");
        assert_eq!(of(5, &[point(3, 3)]), "0 0 168 168");
        assert_eq!(of(19, &[point(1, 1), point(19, 19)]), "0 0 504 504");
    }

    #[test]
    fn words_fit() {
        assert_eq!(wrapped("ab cd ef", 5), ["ab cd", "ef"]);
        assert_eq!(wrapped("", 5), [""; 0]);
        assert_eq!(
            wrapped("abcdefg 囲碁規約", 5),
            ["abcde", "fg", "囲碁", "規約"]
        );
        assert_eq!(wrapped("囲碁", 1), ["囲", "碁"]);
        assert_eq!(escaped("a\u{0}\n\u{202e}b\u{ffff}"), "a\\u{0} \\u{202e}b");
    }
}
