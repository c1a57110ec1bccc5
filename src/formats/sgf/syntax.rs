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

/// Our property for rules in exact notation.
pub(super) const EXACT_RULES: &str = "WAKARIRULES";
/// Our property for the prisoners that Black and White hold at the start.
pub(super) const PRISONERS: &str = "WAKARIPRISONERS";

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
    /// The name in full.
    pub(super) identifier: &'a str,
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
        identifier: name,
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

/// Names of properties in any version of SGF.
const NAMES: &str = "AB AE AN AP AR AW B BL BM BR BT C CA CH CP CR DD DM DO DT EL EV EX FF FG GB GC \
                     GM GN GW HA HO ID IT KM KO L LB LN LT M MA MN N OB ON OT OW PB PC PL PM PW RE \
                     RG RO RU SC SE SI SL SO SQ ST SZ TB TC TE TM TR TW UC US V VW W WL WR WT";

/// Returns true if properties of a game begin here: a known name with a bracket.
///
/// After text that is no property, only facts about the game and moves are evidence of one.
pub(super) fn has_properties(text: &str) -> bool {
    let name = text.split(|c: char| !c.is_ascii_alphanumeric()).next();
    let name = name.filter(|name| name.len() <= 30).unwrap_or_default();
    let value = text[name.len()..].trim_start_matches(is_blank);
    let is_name = |known: &str| {
        let [first, second] = short(name);
        known.trim_end().as_bytes() == [first, second].trim_ascii_end()
    };
    if let Some(value) = value.strip_prefix('[')
        && !name.is_empty()
        && NAMES.split(' ').any(is_name)
    {
        // `for (;B[i];)` is no move.
        let is_single = value.chars().nth(1) == Some(']');
        return !(is_single && (is_name("B") || is_name("W")));
    }
    let is_point = |value: &str| value.len() == 2 && value.bytes().all(|c| c.is_ascii_lowercase());
    let mut rest = text;
    while !rest.is_empty() {
        rest = match element(rest) {
            Ok((after, found)) => {
                let value =
                    found.and_then(|property| Some((property.name, property.values().next()?)));
                if value.is_some_and(|(name, value)| match &name {
                    b"GM" | b"FF" | b"SZ" => value.trim().starts_with(|c: char| c.is_ascii_digit()),
                    b"B " | b"W " => is_point(value),
                    _ => false,
                }) {
                    return true;
                }
                after
            }
            Err(_) => &rest[1..],
        };
    }
    false
}

/// Counts what a text has that no writer of games would write: characters outside of properties,
/// an unterminated value, and values that seem to have swallowed the property after them.
pub(super) fn disorder(text: &str) -> usize {
    let mut rest = text;
    let mut count = 0;
    while !rest.is_empty() {
        let after = match element(rest) {
            Ok((after, Some(property))) => {
                let body = &rest[..rest.len() - after.len()];
                count += swallowed(body);
                count += usize::from(!property.values.trim_end_matches(is_blank).ends_with(']'));
                after
            }
            Ok((after, None)) => {
                let stray = &rest[..rest.len() - after.len()];
                count += usize::from(!stray.chars().all(is_blank));
                after
            }
            // A parenthesis or semicolon.
            Err(_) => &rest[1..],
        };
        rest = after;
    }
    count
}

/// Counts the brackets in values after a name of a property, directly after a character beyond
/// ASCII or an escaped bracket that follows one: `囲;B[`, `囲\]PB[`.
fn swallowed(property: &str) -> usize {
    let is_swallowed = |at: usize| {
        let before = &property[..at];
        let start = before.trim_end_matches(|c: char| c.is_ascii_uppercase());
        if !(1..=2).contains(&(at - start.len())) {
            return false;
        }
        let end = start.trim_end_matches(|c: char| is_blank(c) || matches!(c, ';' | '(' | ')'));
        let end = end.strip_suffix("\\]").unwrap_or(end);
        end.chars().next_back().is_some_and(|c| !c.is_ascii())
    };
    property
        .match_indices('[')
        .filter(|&(at, _)| is_swallowed(at))
        .count()
}
