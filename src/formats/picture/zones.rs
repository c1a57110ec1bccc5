//! Pictures of a proof's zones: in colors, with outlines and numbers for readers who cannot tell
//! colors apart.

use super::{BLACK, CELL, INK, MARGIN, WHITE, coordinates, extent, grid, page, wood};
use crate::go::board::Board;
use crate::go::color::Color;
use crate::go::point::{Point, PointSet};
use std::fmt::Write;

/// The colors that tell neighboring zones apart.
const COLORS: [&str; 5] = ["#0072b2", "#d55e00", "#007f5c", "#b0308c", "#4a4a4a"];
/// The distance of a zone's outline from its edge, which keeps neighboring outlines apart.
const INSET: f64 = 1.4;

/// Draws a board with zones and some pale stones, without words. Each part of a zone carries the
/// zone's number, counted from 1.
///
/// `zones` gives the points and the color number of each zone. A script may replace the group
/// `stones` and mark the elements of `zone` and `outline`, which are in the order of the zones.
///
/// ```
/// use wakari::board::diagram;
/// use wakari::picture::zones;
/// use wakari::point::{Point, PointSet};
/// let board = diagram::board(". X .
///                             O . .").unwrap();
/// let corner: PointSet = Point::new(1, 2).into_iter().collect();
/// let picture = zones::svg(&board, &[(corner, 0)], &PointSet::EMPTY);
/// assert_eq!(picture.matches(r#"class="zone""#).count(), 1);
/// ```
pub fn svg(board: &Board, zones: &[(PointSet, usize)], pale: &PointSet) -> String {
    let (width, height) = extent(board);
    let size = board.size();
    let column = |column: u8| MARGIN + f64::from(column - 1) * CELL;
    let row = |row: u8| MARGIN + f64::from(size.height() - row) * CELL;
    let place = |point: Point| (column(point.column()), row(point.row()));
    let gap = MARGIN - CELL * 0.75;
    let mut text = wood(gap, gap, width - 2.0 * gap, height - 2.0 * gap);
    let color = |shade: usize| COLORS[shade % COLORS.len()];
    for &(zone, shade) in zones {
        let color = color(shade);
        let cell = |at: Point| {
            let (x, y) = place(at);
            let (left, top) = (x - CELL / 2.0, y - CELL / 2.0);
            format!("M{left} {top}h{CELL}v{CELL}h-{CELL}z")
        };
        let cells: String = zone.iter().map(cell).collect();
        _ = write!(
            text,
            r#"<path class="zone" d="{cells}" fill="{color}" fill-opacity="0.36"/>"#
        );
    }
    text += &grid(board, column, row);
    text += &coordinates(board, column, row, (0.0, 0.0, width, height));
    text += r#"<g class="stones">"#;
    for (is_pale, opacity) in [(false, ""), (true, r#" opacity="0.45""#)] {
        for color in Color::BOTH {
            let stones = board.stones(color).iter();
            let stones = stones.filter(|at| pale.contains(*at) == is_pale);
            text += &self::stones(color, stones.map(place), opacity);
        }
    }
    text += "</g>";
    for &(zone, shade) in zones {
        let color = color(shade);
        let sides: String = zone.iter().map(|at| sides(&zone, at, place(at))).collect();
        _ = write!(
            text,
            r#"<path class="outline" d="{sides}" fill="none" stroke="{color}" stroke-width="2"/>"#
        );
    }
    text += r##"<g font-size="12" font-weight="bold" text-anchor="middle" stroke="#ffffff" stroke-width="3" paint-order="stroke">"##;
    for (number, (zone, _)) in (1..).zip(zones) {
        for part in zone.components() {
            let empty = part.iter().find(|at| board.is_empty(*at));
            if let Some((x, y)) = empty.or(part.first()).map(place) {
                _ = write!(
                    text,
                    r#"<text x="{x}" y="{}" fill="{INK}">{number}</text>"#,
                    y + 4.3
                );
            }
        }
    }
    text += "</g>\n";
    page(width, height, "", &text)
}

/// Draws stones as dots of two strokes, one for the edge and one for the face, to keep pictures of
/// many stones small.
fn stones(color: Color, places: impl Iterator<Item = (f64, f64)>, opacity: &str) -> String {
    let dots: String = places.map(|(x, y)| format!("M{x} {y}h0")).collect();
    let face = if color == Color::Black { BLACK } else { WHITE };
    if dots.is_empty() {
        String::new()
    } else {
        format!(
            r#"<g stroke-linecap="round"{opacity}><path d="{dots}" stroke="{BLACK}" stroke-width="23.3"/><path d="{dots}" stroke="{face}" stroke-width="21.5"/></g>"#
        )
    }
}

/// Draws the sides of a point's square where the zone ends, inside the zone.
fn sides(zone: &PointSet, at: Point, (x, y): (f64, f64)) -> String {
    let has = |right: i16, up: i16| {
        let column = u8::try_from(i16::from(at.column()) + right).ok();
        let row = u8::try_from(i16::from(at.row()) + up).ok();
        let beside = column.zip(row);
        let beside = beside.and_then(|(column, row)| Point::new(column, row));
        beside.is_some_and(|beside| zone.contains(beside))
    };
    let half = CELL / 2.0;
    let mut text = String::new();
    for (right, up) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
        if has(right, up) {
            continue;
        }
        // The distance from the middle of the side to its end in a direction, where it meets the
        // next side.
        let reach = |along: (i16, i16)| match has(along.0, along.1) {
            false => half - INSET,
            true if has(right + along.0, up + along.1) => half + INSET,
            true => half,
        };
        let (outward, along) = (half - INSET, (up, right));
        let middle = (x + f64::from(right) * outward, y - f64::from(up) * outward);
        let end = |way: f64| {
            let (x, y) = (f64::from(along.0) * way, f64::from(along.1) * way);
            (short(middle.0 + x), short(middle.1 - y))
        };
        let (from, to) = (end(-reach((-along.0, -along.1))), end(reach(along)));
        _ = match right {
            0 => write!(text, "M{} {}H{}", from.0, from.1, to.0),
            _ => write!(text, "M{} {}V{}", from.0, from.1, to.1),
        };
    }
    text
}

/// Rounds a length to tenths.
fn short(length: f64) -> f64 {
    (length * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::board::diagram;

    fn set(names: &str) -> PointSet {
        let points = names.split_whitespace();
        points
            .map(|name| name.parse::<Point>().expect("a point"))
            .collect()
    }

    #[test]
    fn zones_have_colors_outlines_and_numbers() {
        let board = diagram::board(
            ". X . X .
             X X . X X
             . . O . .",
        )
        .expect("a board");
        let zones = ["A3", "C3 C2", "E3", "A1 B1 D1 E1"].map(set);
        let zones = [(zones[0], 0), (zones[1], 1), (zones[2], 0), (zones[3], 2)];
        let picture = svg(&board, &zones, &set("C1"));
        for kind in ["zone", "outline"] {
            let count = picture.matches(&format!("class=\"{kind}\"")).count();
            assert_eq!(count, 4, "{kind}");
        }
        assert_eq!(picture.matches("</text>").count(), 16 + 5);
        assert_eq!(picture.matches(r#"opacity="0.45""#).count(), 1);
        assert_eq!(picture.matches(COLORS[0]).count(), 4);
    }

    /// Outlines have no gaps at convex and other corners.
    #[test]
    fn outlines_are_closed() {
        let number = |text: &str| (text.parse::<f64>().expect("a number") * 10.0).round() as i64;
        let ends = |zone: &PointSet| {
            let mut ends: Vec<(i64, i64)> = vec![];
            for at in zone.iter() {
                let place = (f64::from(at.column()) * CELL, -f64::from(at.row()) * CELL);
                for side in sides(zone, at, place).split('M').skip(1) {
                    let (from, to) = side.split_at(side.find(['H', 'V']).expect("it goes on"));
                    let (x, y) = from.split_once(' ').expect("two numbers");
                    let (from, to_where) = ((number(x), number(y)), number(&to[1..]));
                    ends.push(from);
                    ends.push(match &to[..1] {
                        "H" => (to_where, from.1),
                        _ => (from.0, to_where),
                    });
                }
            }
            ends.sort_unstable();
            ends
        };
        for zone in ["B2", "B2 B3 C2", "B2 C2 D2 B3 D3 B4 C4 D4", "A1 B2"] {
            let ends = ends(&set(zone));
            let meet = |pair: &[(i64, i64)]| pair.len() == 2 && pair[0] == pair[1];
            assert!(ends.chunks(2).all(meet), "{zone}: {ends:?}");
        }
    }
}
