//! The syntax of SGF: nodes, properties and their values, as slices of the text.
//!
//! Nothing recurses and nothing is copied.

use nom::branch::alt;
use nom::bytes::complete::{is_not, take_while, take_while1};
use nom::character::complete::{anychar, char, none_of};
use nom::combinator::{eof, map, opt, recognize, value as give};
use nom::multi::{many0_count, many1_count};
use nom::sequence::{pair, preceded, terminated};
use nom::{IResult, Parser};
use std::iter;

/// A piece of a game tree's text.
#[derive(Clone, Copy)]
pub(super) enum Token<'a> {
    /// The start of a variation.
    Open,
    /// The end of a variation.
    Close,
    /// A node with its properties.
    Node(&'a str),
    /// Text without meaning.
    Stray,
}

/// Reads a parenthesis, a node, or something to skip.
pub(super) fn token(input: &str) -> IResult<&str, Token<'_>> {
    let node = preceded(char(';'), recognize(many0_count(element)));
    alt((
        give(Token::Open, char('(')),
        give(Token::Close, char(')')),
        map(node, Token::Node),
        give(Token::Stray, element),
    ))
    .parse(input)
}

/// A property's name and its values in brackets.
#[derive(Clone, Copy)]
pub(super) struct Property<'a> {
    /// Two capitals, or one and a blank; two blanks if the name is too long to be known.
    pub(super) name: [u8; 2],
    values: &'a str,
}

impl<'a> Property<'a> {
    /// Returns the raw values, including escapes. An unterminated value is left out.
    pub(super) fn values(self) -> impl Iterator<Item = &'a str> {
        let mut rest = self.values;
        let next = move || {
            let (after, value) = terminated(value, blanks).parse(rest).ok()?;
            rest = after;
            Some(value)
        };
        iter::from_fn(next).flatten()
    }
}

/// Returns the properties of a node.
pub(super) fn properties(body: &str) -> impl Iterator<Item = Property<'_>> {
    let mut rest = body;
    let next = move || {
        let (after, property) = element(rest).ok()?;
        rest = after;
        Some(property)
    };
    iter::from_fn(next).flatten()
}

/// Reads a property, or skips a name without a value, a value without a name, or one character that
/// does not end a node.
fn element(input: &str) -> IResult<&str, Option<Property<'_>>> {
    alt((
        map(property, Some),
        give(None, identifier),
        give(None, value),
        give(None, none_of(";()")),
    ))
    .parse(input)
}

/// Reads a property: a name and at least one value.
fn property(input: &str) -> IResult<&str, Property<'_>> {
    let values = recognize(many1_count(terminated(value, blanks)));
    map((identifier, blanks, values), |(name, _, values)| Property {
        name: short(name),
        values,
    })
    .parse(input)
}

/// Reads the name of a property: letters, in old versions also lower-case ones.
fn identifier(input: &str) -> IResult<&str, &str> {
    take_while1(|c: char| c.is_ascii_alphanumeric()).parse(input)
}

/// Reads a value: anything between brackets, where `\` escapes the next character. `None` if the
/// text ends before the closing bracket.
fn value(input: &str) -> IResult<&str, Option<&str>> {
    let escaped = recognize(pair(char('\\'), opt(anychar)));
    let text = recognize(many0_count(alt((is_not("\\]"), escaped))));
    let end = alt((give(true, char(']')), give(false, eof)));
    map((char('['), text, end), |(_, text, closed)| {
        closed.then_some(text)
    })
    .parse(input)
}

/// Skips separators between properties and values.
pub(super) fn blanks(input: &str) -> IResult<&str, &str> {
    take_while(is_blank).parse(input)
}

/// Returns true if a character means nothing outside a text.
pub(super) fn is_blank(c: char) -> bool {
    c.is_whitespace() || c.is_control() || c == '\u{feff}'
}

/// Drops the lower-case letters of a property name: `AddBlack` is `AB`.
fn short(name: &str) -> [u8; 2] {
    let mut capitals = name.bytes().filter(|letter| !letter.is_ascii_lowercase());
    match (capitals.next(), capitals.next(), capitals.next()) {
        (Some(first), second, None) => [first, second.unwrap_or(b' ')],
        _ => *b"  ",
    }
}
