//! Property values: points, sizes, numbers, players and texts.

use super::record::GameInfo;
use super::syntax::{blanks, is_blank};
use crate::go::color::{Color, PerColor};
use crate::go::point::Size;
use crate::go::rules::MOST_KOMI;
use nom::branch::alt;
use nom::character::complete::{char, satisfy, u8};
use nom::combinator::{all_consuming, map, opt};
use nom::sequence::{delimited, pair, preceded};
use nom::{IResult, Parser};

/// Reads one letter of a point: `a` is 1, `z` 26 and `Z` 52.
fn coordinate(input: &str) -> IResult<&str, u8> {
    let small = map(satisfy(|c| c.is_ascii_lowercase()), |c| c as u8 - b'a' + 1);
    let large = map(satisfy(|c| c.is_ascii_uppercase()), |c| c as u8 - b'A' + 27);
    alt((small, large)).parse(input)
}

/// The column and row of a point, both counted from 1 at the upper left corner.
pub(super) type Corner = (u8, u8);

/// The unit of komi.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KomiUnit {
    /// Points, as this program writes it.
    Points,
    /// Hundredths of a point or of a Chinese stone, as Fox writes it.
    Hundredths,
    /// Unknown: usual numbers of hundredths and of Chinese stones are recognized.
    Unknown,
}

impl KomiUnit {
    /// Returns the unit that a program writes (AP).
    pub(super) fn of(application: Option<&str>) -> KomiUnit {
        let name = application.unwrap_or_default().trim().to_ascii_lowercase();
        match &*name {
            name if name.starts_with("wakari") => KomiUnit::Points,
            name if name.starts_with("fox") => KomiUnit::Hundredths,
            _ => KomiUnit::Unknown,
        }
    }

    /// Converts a komi to points.
    ///
    /// Some servers write hundredths, such as 650. Some records give usual komis in the Chinese
    /// unit of two points: 375 and 3.75 are 7.5 points, and 350 is 7.
    pub(super) fn in_points(self, written: f64) -> f64 {
        /// Usual komis in hundredths of a Chinese stone.
        const IN_STONES: [f64; 4] = [275.0, 325.0, 350.0, 375.0];
        let size = written.abs();
        let halves = match self {
            KomiUnit::Points => return written,
            KomiUnit::Hundredths => 50.0..=MOST_KOMI,
            // A komi of 100 may be meant.
            KomiUnit::Unknown => 150.0..=850.0,
        };
        let is_half = size % 50.0 == 0.0 && (size == 50.0 || halves.contains(&size));
        if IN_STONES.contains(&size) {
            written / 50.0
        } else if is_half {
            written / 100.0
        } else if [2.75, 3.25, 3.75].contains(&size) {
            2.0 * written
        } else {
            written
        }
    }
}

/// Reads the two letters of a point.
fn letters(input: &str) -> IResult<&str, Corner> {
    pair(coordinate, coordinate).parse(input)
}

/// Reads one item, or two separated by a colon. A single item counts twice.
fn one_or_two<T: Copy>(
    item: fn(&str) -> IResult<&str, T>,
) -> impl Fn(&str) -> IResult<&str, (T, T)> {
    move |input| {
        let colon = delimited(blanks, char(':'), blanks);
        let items = pair(item, opt(preceded(colon, item)));
        map(items, |(first, second)| (first, second.unwrap_or(first))).parse(input)
    }
}

/// Reads a point: its column from the left and its row from the top.
pub(super) fn corner(value: &str) -> Option<Corner> {
    let (_, corner) = all_consuming(letters).parse(value).ok()?;
    Some(corner)
}

/// Reads a rectangle as its opposite corners, which are equal for a single point.
pub(super) fn rectangle(value: &str) -> Option<(Corner, Corner)> {
    let (_, corners) = all_consuming(one_or_two(letters)).parse(value).ok()?;
    Some(corners)
}

/// Reads a board size such as `19` or `9:13`; `None` if no board has it.
pub(super) fn board_size(value: &str) -> Option<Size> {
    let sides = one_or_two(|side| u8(side));
    let (_, (width, height)) = all_consuming(sides)
        .parse(value.trim_matches(is_blank))
        .ok()?;
    Size::new(width, height)
}

/// Removes the escapes of a text of one or more lines. Line ends become `\n`, other blanks spaces.
pub(super) fn lines(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut chars = value.chars().peekable();
    while let Some(c) = chars.next() {
        let escaped = c == '\\';
        let c = if escaped {
            chars.next().unwrap_or(' ')
        } else {
            c
        };
        match c {
            '\n' | '\r' => {
                // A line may end with either character or with both, in any order.
                chars.next_if(|&other| other != c && (other == '\n' || other == '\r'));
                if !escaped {
                    text.push('\n');
                }
            }
            '\t' | '\u{b}' | '\u{c}' => text.push(' '),
            _ => text.push(c),
        }
    }
    text
}

/// Removes escapes, line ends and surrounding blanks; `None` if nothing is left.
pub(super) fn line(value: &str) -> Option<String> {
    let text = lines(value);
    let text = text.trim();
    (!text.is_empty()).then(|| text.replace('\n', " "))
}

/// Reads two numbers of prisoners such as `3:5`.
pub(super) fn prisoners(value: &str) -> Option<PerColor<u32>> {
    let (black, white) = value.trim_matches(is_blank).split_once(':')?;
    Some(PerColor::new(black.parse().ok()?, white.parse().ok()?))
}

/// Reads a komi with a point or a comma; `None` if no game can have it.
pub(super) fn komi(value: &str) -> Option<f64> {
    let number: f64 = value
        .trim_matches(is_blank)
        .replace(',', ".")
        .parse()
        .ok()?;
    (number.abs() <= MOST_KOMI).then_some(number)
}

/// Reads a color by its letter, or by its number as in old versions.
pub(super) fn player(value: &str) -> Option<Color> {
    match value.trim_matches(is_blank).bytes().next()? {
        b'B' | b'b' | b'1' => Some(Color::Black),
        b'W' | b'w' | b'2' => Some(Color::White),
        _ => None,
    }
}

/// Returns the start of a value on one line, short enough for a message.
pub(super) fn excerpt(value: &str) -> String {
    const LONGEST: usize = 20;
    let mut text: String = value
        .chars()
        .take(LONGEST)
        .map(|c| if is_blank(c) { ' ' } else { c })
        .collect();
    if value.chars().nth(LONGEST).is_some() {
        text.push('…');
    }
    text
}

/// Reads the text of a game-info property. Only remarks may have several lines.
pub(super) fn text_of(info: GameInfo, value: &str) -> Option<String> {
    match info {
        GameInfo::Remark => Some(lines(value)).filter(|text| !text.trim().is_empty()),
        _ => line(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn komi_is_read_as_servers_write_it() {
        let unknown = KomiUnit::of(Some("CGoban:3"));
        let fox = KomiUnit::of(Some("foxwq"));
        for (written, meant) in [
            (6.5, 6.5),
            (0.0, 0.0),
            (-7.5, -7.5),
            (7.0, 7.0),
            (3.5, 3.5),
            (3.75, 7.5),
            (375.0, 7.5),
            (325.0, 6.5),
            (350.0, 7.0),
            (-350.0, -7.0),
            (50.0, 0.5),
            (-50.0, -0.5),
            (600.0, 6.0),
            (650.0, 6.5),
            (750.0, 7.5),
            (800.0, 8.0),
            (-3.75, -7.5),
            (6.25, 6.25),
            (0.75, 0.75),
            (-6.25, -6.25),
        ] {
            for unit in [unknown, fox] {
                assert_eq!(unit.in_points(written), meant, "{written}");
            }
            let own = KomiUnit::of(Some("Wakari:1.0"));
            assert_eq!(own.in_points(written), written);
        }
        for (written, by_fox) in [(100.0, 1.0), (1000.0, 10.0), (5000.0, 50.0)] {
            assert_eq!(unknown.in_points(written), written);
            assert_eq!(fox.in_points(written), by_fox);
        }
    }
}
