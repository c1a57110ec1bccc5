//! Property values: points, sizes, numbers, players and texts.

use super::record::GameInfo;
use super::syntax::{blanks, is_blank};
use crate::go::color::Color;
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
