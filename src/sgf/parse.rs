//! From text to a [`Record`].
//!
//! A reader of archives meets files that were cut short, edited by hand or written by programs with ideas
//! of their own. What is no property, node or variation is passed over; a value that never ends is left out
//! with all that follows. Only what would give a wrong position is an error.
//!
//! Nothing here calls itself, and no part of the text is stored but what ends in the record, so neither deep
//! nor broad trees matter.

#[cfg(test)]
mod tests;

use super::charset::decode;
use super::{Detail, MAX_BYTES, MAX_SET_UPS, MAX_STEPS, Place, Record, SetUp, SgfError, Step};
use crate::color::Color;
use crate::point::{Move, Point, PointSet, Size};
use nom::branch::alt;
use nom::bytes::complete::{is_not, take_while, take_while1};
use nom::character::complete::{anychar, char, none_of, satisfy, u8};
use nom::combinator::{all_consuming, eof, map, opt, recognize, value as give};
use nom::multi::{many0_count, many1_count};
use nom::sequence::{delimited, pair, preceded, terminated};
use nom::{IResult, Offset, Parser};
use std::borrow::Cow;
use std::iter;
use std::str::FromStr;

/// The games of one SGF file.
///
/// Holds the text and reads a game when asked for it. All games are read in the character set of the first.
#[derive(Clone, Debug)]
pub struct Collection<'a> {
    text: Cow<'a, str>,
}

impl<'a> Collection<'a> {
    /// The games of a file: in UTF-8 or UTF-16 if it begins with their mark, else in the character set that
    /// the first game names, else in UTF-8 if it is that, else in Windows-1252.
    ///
    /// # Errors
    ///
    /// [`SgfError::TooLarge`] if there are more than [`MAX_BYTES`] bytes.
    pub fn from_bytes(bytes: &'a [u8]) -> Result<Collection<'a>, SgfError> {
        if bytes.len() > MAX_BYTES {
            return Err(SgfError::TooLarge);
        }
        let text = decode(bytes);
        Ok(Collection { text })
    }

    /// The first game.
    ///
    /// # Errors
    ///
    /// An [`SgfError`] if there is none or it cannot be read.
    pub fn first(&self) -> Result<Record, SgfError> {
        let game = Game::find(&self.text, Place::START).ok_or(SgfError::NoGame)?;
        game.read()
    }

    /// Every game in turn, or what is wrong with it.
    pub fn records(&self) -> impl Iterator<Item = Result<Record, SgfError>> + '_ {
        let mut rest = &*self.text;
        let mut at = Place::START;
        iter::from_fn(move || {
            let game = Game::find(rest, at)?;
            rest = game.after();
            at = game.place(rest);
            Some(game.read())
        })
    }
}

impl FromStr for Record {
    type Err = SgfError;

    /// Reads the first game of a text, whatever character set it names.
    fn from_str(text: &str) -> Result<Record, SgfError> {
        if text.len() > MAX_BYTES {
            return Err(SgfError::TooLarge);
        }
        let text = Cow::Borrowed(text);
        Collection { text }.first()
    }
}

/// A game that is not yet read.
#[derive(Clone, Copy)]
struct Game<'a> {
    /// The text from its first parenthesis on.
    text: &'a str,
    /// Where it begins.
    begin: Place,
}

impl<'a> Game<'a> {
    /// The game at the first `(` before a `;` in a text, of which the place is given.
    fn find(text: &'a str, begin: Place) -> Option<Game<'a>> {
        let begins = |game: &&str| game[1..].trim_start_matches(is_blank).starts_with(';');
        let mut parentheses = text.match_indices('(').map(|(at, _)| &text[at..]);
        let game = parentheses.find(begins)?;
        let all = Game { text, begin };
        Some(Game {
            text: game,
            begin: all.place(game),
        })
    }

    /// What follows the parenthesis that closes the game.
    fn after(self) -> &'a str {
        let mut rest = self.text;
        let mut open = 0usize;
        while let Ok((after, token)) = token(rest) {
            rest = after;
            match token {
                Token::Open => open += 1,
                Token::Close if open == 1 => break,
                Token::Close => open -= 1,
                Token::Node(_) | Token::Stray => {}
            }
        }
        rest
    }

    /// Reads the main line.
    fn read(self) -> Result<Record, SgfError> {
        let mut rest = self.text;
        let mut reader = None;
        // Variations without a node, which may stand before the one that is the main line.
        let mut empty = 0usize;
        while let Ok((after, token)) = token(rest) {
            rest = after;
            match token {
                Token::Open => empty += 1,
                Token::Close if empty == 0 => break,
                Token::Close => empty -= 1,
                Token::Stray => {}
                Token::Node(body) => {
                    empty = 0;
                    let reader = match &mut reader {
                        Some(reader) => reader,
                        None => reader.insert(Reader::new(self, body)?),
                    };
                    reader.node(body)?;
                }
            }
        }
        reader.map(|reader| reader.record).ok_or(SgfError::NoGame)
    }

    /// The place where a part of the text begins.
    fn place(self, part: &str) -> Place {
        let before = &self.text[..self.text.offset(part)];
        let ends = ['\n', '\r'];
        let lines = before.matches(ends).count() - before.matches("\r\n").count();
        let line = before.rsplit(ends).next().unwrap_or(before);
        let column = if lines == 0 {
            self.begin.column
        } else {
            Place::START.column
        };
        Place {
            line: self.begin.line + lines,
            column: column + line.chars().count(),
        }
    }
}

/// What the text of a game tree is made of.
#[derive(Clone, Copy)]
enum Token<'a> {
    /// A variation begins.
    Open,
    /// A variation ends.
    Close,
    /// A node with its properties.
    Node(&'a str),
    /// Something without a meaning.
    Stray,
}

/// Reads a parenthesis, a node, or what can be passed over.
fn token(input: &str) -> IResult<&str, Token<'_>> {
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
struct Property<'a> {
    /// One capital and a blank, or two; two blanks if it is none that could be known.
    name: [u8; 2],
    values: &'a str,
}

impl<'a> Property<'a> {
    /// The values as they stand in the text, but for those that never end.
    fn values(self) -> impl Iterator<Item = &'a str> {
        let mut rest = self.values;
        let next = move || {
            let (after, value) = terminated(value, blanks).parse(rest).ok()?;
            rest = after;
            Some(value)
        };
        iter::from_fn(next).flatten()
    }
}

/// The properties of a node.
fn properties(body: &str) -> impl Iterator<Item = Property<'_>> {
    let mut rest = body;
    let next = move || {
        let (after, property) = element(rest).ok()?;
        rest = after;
        Some(property)
    };
    iter::from_fn(next).flatten()
}

/// Reads a property, or passes over a name without a value, a value without a name, or one character that
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

/// Reads the name of a property: letters, of which old versions have small ones too.
fn identifier(input: &str) -> IResult<&str, &str> {
    take_while1(|c: char| c.is_ascii_alphanumeric()).parse(input)
}

/// Reads a value: anything between brackets, where `\` takes the meaning from the next character; nothing
/// if it is not closed before the text ends.
fn value(input: &str) -> IResult<&str, Option<&str>> {
    let escaped = recognize(pair(char('\\'), opt(anychar)));
    let text = recognize(many0_count(alt((is_not("\\]"), escaped))));
    let end = alt((give(true, char(']')), give(false, eof)));
    map((char('['), text, end), |(_, text, closed)| {
        closed.then_some(text)
    })
    .parse(input)
}

/// Passes over what separates properties and values.
fn blanks(input: &str) -> IResult<&str, &str> {
    take_while(is_blank).parse(input)
}

/// Whether a character means nothing outside of a text.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || c.is_control() || c == '\u{feff}'
}

/// The name of a property without small letters: `AddBlack` is `AB`.
fn short(name: &str) -> [u8; 2] {
    let mut capitals = name.bytes().filter(|letter| !letter.is_ascii_lowercase());
    match (capitals.next(), capitals.next(), capitals.next()) {
        (Some(first), second, None) => [first, second.unwrap_or(b' ')],
        _ => *b"  ",
    }
}

/// Reads a letter of a point: `a` is 1, `z` 26 and `Z` 52.
fn coordinate(input: &str) -> IResult<&str, u8> {
    let small = map(satisfy(|c| c.is_ascii_lowercase()), |c| c as u8 - b'a' + 1);
    let large = map(satisfy(|c| c.is_ascii_uppercase()), |c| c as u8 - b'A' + 27);
    alt((small, large)).parse(input)
}

/// Column and row of a point, from the upper left corner.
type Corner = (u8, u8);

/// Reads a point: the column from the left, the row from the top.
fn corner(input: &str) -> IResult<&str, Corner> {
    pair(coordinate, coordinate).parse(input)
}

/// Reads one point, or two opposite corners of a rectangle with a colon between.
fn rectangle(input: &str) -> IResult<&str, (Corner, Corner)> {
    let colon = delimited(blanks, char(':'), blanks);
    let corners = pair(corner, opt(preceded(colon, corner)));
    map(all_consuming(corners), |(first, second)| {
        (first, second.unwrap_or(first))
    })
    .parse(input)
}

/// Reads a board size: one number, or width and height with a colon between.
fn sides(input: &str) -> IResult<&str, (u8, u8)> {
    let colon = delimited(blanks, char(':'), blanks);
    let sides = pair(u8, opt(preceded(colon, u8)));
    map(all_consuming(sides), |(width, height)| {
        (width, height.unwrap_or(width))
    })
    .parse(input)
}

/// The lines of a value, without escapes: line ends are `\n`, other blanks are spaces.
fn lines(value: &str) -> String {
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
                // A line may end with either or with both, in any order.
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

/// The one line of a value, without escapes and blanks around it; nothing if nothing is left.
fn line(value: &str) -> Option<String> {
    let text = lines(value);
    let text = text.trim();
    (!text.is_empty()).then(|| text.replace('\n', " "))
}

/// The number of a komi, with a point or a comma.
fn komi(value: &str) -> Option<f64> {
    let number: f64 = value
        .trim_matches(is_blank)
        .replace(',', ".")
        .parse()
        .ok()?;
    number.is_finite().then_some(number)
}

/// The player a value names: by the letter, or by the number that old versions have.
fn player(value: &str) -> Option<Color> {
    match value.trim_matches(is_blank).bytes().next()? {
        b'B' | b'b' | b'1' => Some(Color::Black),
        b'W' | b'w' | b'2' => Some(Color::White),
        _ => None,
    }
}

/// The beginning of a value, short enough for a message, on one line.
fn excerpt(value: &str) -> String {
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

/// The board size a value gives, if a board can have it.
fn board_size(value: &str) -> Option<Size> {
    let (_, (width, height)) = sides(value.trim_matches(is_blank)).ok()?;
    Size::new(width, height)
}

/// A record in the making.
struct Reader<'a> {
    game: Game<'a>,
    record: Record,
    moves: usize,
    set_ups: usize,
}

impl<'a> Reader<'a> {
    /// Begins a game with the board that its first node gives: 19 by 19 if none.
    fn new(game: Game<'a>, root: &'a str) -> Result<Reader<'a>, SgfError> {
        let values = |name: &'static [u8; 2]| {
            properties(root)
                .filter(move |property| &property.name == name)
                .flat_map(Property::values)
        };
        for value in values(b"GM") {
            match value.trim_matches(is_blank).parse() {
                Ok(1) | Err(_) => {}
                Ok(number) => {
                    return Err(SgfError::NotGo {
                        game: number,
                        place: game.place(value),
                    });
                }
            }
        }
        let size = match values(b"SZ").next() {
            Some(value) => board_size(value).ok_or_else(|| SgfError::Size {
                text: excerpt(value),
                place: game.place(value),
            })?,
            None => Size::square(19).expect("19 is within the limits"),
        };
        Ok(Reader {
            game,
            record: Record::new(size),
            moves: 0,
            set_ups: 0,
        })
    }

    /// Adds what a node says: first the stones it sets up, then its moves, then what is said of them.
    fn node(&mut self, body: &'a str) -> Result<(), SgfError> {
        self.facts(body);
        self.set_up(body)?;
        self.plays(body)?;
        self.comments(body)
    }

    /// Takes what is said of the whole game; what was said first remains.
    fn facts(&mut self, body: &str) {
        for property in properties(body) {
            let Some(value) = property.values().next() else {
                continue;
            };
            let record = &mut self.record;
            let text = match &property.name {
                b"KM" => {
                    record.komi = record.komi.or(komi(value));
                    continue;
                }
                b"HA" => {
                    let stones = value.trim_matches(is_blank).parse().ok();
                    // More stones than points are no handicap.
                    let stones =
                        stones.filter(|&stones: &u32| stones as usize <= record.size.area());
                    record.handicap = record.handicap.or(stones);
                    continue;
                }
                b"RU" => &mut record.rules,
                b"RE" => &mut record.result,
                b"PB" => &mut record.players[Color::Black],
                b"PW" => &mut record.players[Color::White],
                name => {
                    let known = Detail::NAMES
                        .iter()
                        .find(|(_, known)| known.as_bytes() == name);
                    if let Some(&(detail, _)) = known
                        && !record.details.contains_key(&detail)
                        && let Some(text) = detail_text(detail, value)
                    {
                        record.details.insert(detail, text);
                    }
                    continue;
                }
            };
            if text.is_none() {
                *text = line(value);
            }
        }
    }

    /// Takes all that the node sets up as one step; of two stones on a point, the later one.
    fn set_up(&mut self, body: &'a str) -> Result<(), SgfError> {
        let mut set_up = SetUp::default();
        for property in properties(body) {
            let what = match &property.name {
                b"AB" => Some(Color::Black),
                b"AW" => Some(Color::White),
                b"AE" => None,
                b"PL" => {
                    set_up.turn = property.values().next().and_then(player).or(set_up.turn);
                    continue;
                }
                _ => continue,
            };
            for value in property.values() {
                set_up.put(what, &self.points(value)?);
            }
        }
        if set_up.is_empty() {
            return Ok(());
        }
        self.set_ups += 1;
        if self.set_ups > MAX_SET_UPS {
            return Err(SgfError::TooLong(self.game.place(body)));
        }
        self.step(Step::SetUp(Box::new(set_up)), body)
    }

    /// Takes the moves of the node in the order in which they stand.
    fn plays(&mut self, body: &'a str) -> Result<(), SgfError> {
        for property in properties(body) {
            let color = match &property.name {
                b"B " => Color::Black,
                b"W " => Color::White,
                _ => continue,
            };
            for value in property.values() {
                self.moves += 1;
                let to = self.to(value).ok_or_else(|| SgfError::Move {
                    number: self.moves,
                    text: excerpt(value),
                    size: self.record.size,
                    place: self.game.place(value),
                })?;
                self.step(Step::Play((color, to)), value)?;
            }
        }
        Ok(())
    }

    /// Takes the comments of the node.
    fn comments(&mut self, body: &'a str) -> Result<(), SgfError> {
        for property in properties(body).filter(|property| &property.name == b"C ") {
            for value in property.values() {
                let text = lines(value);
                if !text.trim().is_empty() {
                    self.step(Step::Comment(text), value)?;
                }
            }
        }
        Ok(())
    }

    /// Adds a step that was read at a part of the text.
    fn step(&mut self, step: Step, at: &str) -> Result<(), SgfError> {
        if self.record.steps.len() >= MAX_STEPS {
            return Err(SgfError::TooLong(self.game.place(at)));
        }
        self.record.push(step);
        Ok(())
    }

    /// Where a move goes: nowhere is a pass, and so is `tt` where it is no point a board up to 19 could have.
    fn to(&self, value: &str) -> Option<Move> {
        let size = self.record.size;
        match value.trim_matches(is_blank) {
            "" => Some(Move::Pass),
            "tt" if size.width() <= 19 && size.height() <= 19 => Some(Move::Pass),
            text => {
                let (_, at) = all_consuming(corner).parse(text).ok()?;
                self.point(at).map(Move::At)
            }
        }
    }

    /// The points of a set-up: one, all of a rectangle, or none.
    fn points(&self, value: &str) -> Result<PointSet, SgfError> {
        let off_board = || SgfError::SetUp {
            text: excerpt(value),
            size: self.record.size,
            place: self.game.place(value),
        };
        let text = value.trim_matches(is_blank);
        if text.is_empty() {
            return Ok(PointSet::EMPTY);
        }
        let (_, (first, second)) = rectangle(text).map_err(|_| off_board())?;
        let range = |a: u8, b: u8| a.min(b)..=a.max(b);
        let columns = range(first.0, second.0);
        columns
            .flat_map(|column| range(first.1, second.1).map(move |row| (column, row)))
            .map(|at| self.point(at))
            .collect::<Option<PointSet>>()
            .ok_or_else(off_board)
    }

    /// The point of the board that lies so far from its upper left corner.
    fn point(&self, (column, row): Corner) -> Option<Point> {
        let size = self.record.size;
        let row = (size.height() + 1).checked_sub(row)?;
        Point::new(column, row).filter(|&point| size.contains(point))
    }
}

/// The text of a detail; remarks alone may have several lines.
fn detail_text(detail: Detail, value: &str) -> Option<String> {
    match detail {
        Detail::Remark => Some(lines(value)).filter(|text| !text.trim().is_empty()),
        _ => line(value),
    }
}
