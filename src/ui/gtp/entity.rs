//! Parsers for simple entities: numbers, colors, points, vertices and words.

use crate::go::board::Play;
use crate::go::color::Color;
use crate::go::point::{Move, Point};
use nom::bytes::complete::take_while1;
use nom::character::complete::{alpha1, alphanumeric1, char, digit1, one_of};
use nom::combinator::{all_consuming, map_opt, map_res, opt, rest, success, verify};
use nom::sequence::{pair, separated_pair};
use nom::{IResult, Parser};

/// Reads the end of the input.
pub(super) fn end(input: &str) -> IResult<&str, &str> {
    all_consuming(success("")).parse(input)
}

/// Reads up to the next blank.
pub(super) fn word(input: &str) -> IResult<&str, String> {
    take_while1(|c| c != ' ').map(str::to_owned).parse(input)
}

/// Reads the rest of the input, at least one character.
pub(super) fn text(input: &str) -> IResult<&str, String> {
    verify(rest, |text: &str| !text.is_empty())
        .map(str::to_owned)
        .parse(input)
}

/// Reads decimal digits; numbers beyond 32 bits become the largest one.
pub(super) fn number(input: &str) -> IResult<&str, u32> {
    digit1
        .map(|digits: &str| digits.parse().unwrap_or(u32::MAX))
        .parse(input)
}

/// Reads decimal digits that fit into 64 bits.
pub(super) fn seed(input: &str) -> IResult<&str, u64> {
    map_opt(digit1, |digits: &str| digits.parse().ok()).parse(input)
}

/// Reads digits with an optional decimal point. One side of the point may be empty.
pub(super) fn unsigned(input: &str) -> IResult<&str, f64> {
    let digits = take_while1(|c: char| c.is_ascii_digit() || c == '.');
    map_opt(digits, |digits: &str| {
        digits
            .parse()
            .ok()
            .filter(|number: &f64| number.is_finite())
    })
    .parse(input)
}

/// Reads a number with an optional sign.
pub(super) fn signed(input: &str) -> IResult<&str, f64> {
    let apply =
        |(sign, number): (Option<char>, f64)| if sign == Some('-') { -number } else { number };
    pair(opt(one_of("+-")), unsigned).map(apply).parse(input)
}

/// Reads a color: `b`, `w`, `black` or `white`, in any case.
pub(super) fn color(input: &str) -> IResult<&str, Color> {
    map_res(alpha1, str::parse).parse(input)
}

/// Reads a point: a column letter (never `i`) and a row number.
pub(super) fn point(input: &str) -> IResult<&str, Point> {
    map_res(alphanumeric1, str::parse).parse(input)
}

/// Reads a vertex: `pass` or a point.
pub(super) fn vertex(input: &str) -> IResult<&str, Move> {
    map_res(alphanumeric1, str::parse).parse(input)
}

/// Reads a color and a vertex.
pub(super) fn play(input: &str) -> IResult<&str, Play> {
    separated_pair(color, char(' '), vertex).parse(input)
}
