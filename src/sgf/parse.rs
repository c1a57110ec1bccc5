//! From bytes to text, and from text to a [`Record`].
//!
//! A reader of archives meets files that were cut short, edited by hand or written by programs with ideas
//! of their own. What is no property, node or variation is passed over; a value that never ends is left out
//! with all that follows. Only what would give a wrong position is an error.
//!
//! Nothing here calls itself, and no part of the text is stored but what ends in the record, so neither deep
//! nor broad trees matter.

use super::{Detail, MAX_BYTES, MAX_SET_UPS, MAX_STEPS, Place, Record, SetUp, SgfError, Step};
use crate::color::Color;
use crate::point::{Move, Point, PointSet, Size};
use encoding_rs::{Encoding, UTF_16BE, UTF_16LE, WINDOWS_1252};
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

/// The text of a file, with a mark for each byte that its character set does not know.
fn decode(bytes: &[u8]) -> Cow<'_, str> {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return encoding.decode_without_bom_handling(&bytes[mark..]).0;
    }
    let named = charset(bytes).and_then(encoding);
    // Nearly all is ASCII or UTF-8, which needs no copy.
    match (named, std::str::from_utf8(bytes)) {
        (None, Ok(text)) => Cow::Borrowed(text),
        (None, Err(_)) => WINDOWS_1252.decode_without_bom_handling(bytes).0,
        (Some(encoding), _) => encoding.decode_without_bom_handling(bytes).0,
    }
}

/// The value of CA in the first node of the first game.
///
/// The bytes are not yet characters: in Shift_JIS, Big5 and GB18030 the second byte of one may look like `\`
/// or `]`. Therefore values are not followed; the name is taken where a property may begin, that is behind a
/// `;` or a `]`, and the node ends at a `;` or bracket behind a `]`.
fn charset(bytes: &[u8]) -> Option<&[u8]> {
    let is_blank = |byte: &u8| byte.is_ascii_whitespace() || byte.is_ascii_control();
    let skip = |at: usize| {
        bytes[at..]
            .iter()
            .position(|byte| !is_blank(byte))
            .map(|n| at + n)
    };
    let mut opens = (0..bytes.len()).filter(|&at| bytes[at] == b'(');
    let mut at = opens.find_map(|open| skip(open + 1).filter(|&next| bytes[next] == b';'))?;
    loop {
        let next = skip(at + 1)?;
        match &bytes[next..] {
            [b';' | b'(' | b')', ..] => return None,
            [b'C', b'A', ..] => {
                if let Some(open) = skip(next + 2).filter(|&open| bytes[open] == b'[') {
                    let label = bytes[open + 1..].split(|&byte| byte == b']').next();
                    return label.map(<[u8]>::trim_ascii);
                }
            }
            _ => {}
        }
        at = next + bytes[next..].iter().position(|&byte| byte == b']')?;
    }
}

/// The encoding of a name: one of the Web's (<https://encoding.spec.whatwg.org/#names-and-labels>), or a
/// code page of Windows or `Latin-1` as some programs have it.
///
/// UTF-16 is none of them, since the name was read byte by byte.
fn encoding(label: &[u8]) -> Option<&'static Encoding> {
    let label: &[u8] = match label.to_ascii_lowercase().as_slice() {
        b"cp932" => b"shift_jis",
        b"cp936" => b"gbk",
        b"cp949" => b"euc-kr",
        b"cp950" => b"big5",
        b"latin-1" => b"latin1",
        _ => label,
    };
    Encoding::for_label_no_replacement(label)
        .filter(|&encoding| encoding != UTF_16LE && encoding != UTF_16BE)
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

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::color::PerColor;
    use encoding_rs::{BIG5, EUC_KR, GB18030, SHIFT_JIS};
    use rand::seq::IndexedRandom;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// The steps in short: `B D4`, `W pass`, `+B A1 -D4` for a set-up, `"text"` for a comment.
    fn story(record: &Record) -> String {
        let list = |points: &PointSet| {
            points
                .iter()
                .map(|point| format!(" {point}"))
                .collect::<String>()
        };
        let name = |color: Color| if color == Color::Black { "B" } else { "W" };
        let step = |step: &Step| match step {
            Step::Play((color, to)) => format!("{} {to}", name(*color)),
            Step::Comment(text) => format!("{text:?}"),
            Step::SetUp(set_up) => {
                let mut text = String::new();
                for color in Color::BOTH {
                    if !set_up.stones[color].is_empty() {
                        text += &format!("+{}{} ", name(color), list(&set_up.stones[color]));
                    }
                }
                if !set_up.empty.is_empty() {
                    text += &format!("-{} ", list(&set_up.empty));
                }
                if let Some(turn) = set_up.turn {
                    text += &format!("{} to play", name(turn));
                }
                text.trim().to_owned()
            }
        };
        record
            .steps()
            .iter()
            .map(step)
            .collect::<Vec<_>>()
            .join(", ")
    }

    /// Reads a game and compares its size and steps, or the message that says what is wrong.
    #[track_caller]
    fn check(bytes: impl AsRef<[u8]>, expected: &str) {
        let bytes = bytes.as_ref();
        let found = match Record::from_bytes(bytes) {
            Ok(record) => format!("{}: {}", record.size(), story(&record)),
            Err(error) => error.to_string(),
        };
        let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(200)]);
        assert_eq!(found.trim_end(), expected, "{shown}");
    }

    fn read(text: &str) -> Record {
        text.parse().unwrap()
    }

    #[test]
    fn moves_are_read_in_order() {
        check("(;SZ[9];B[dd];W[ee];B[df])", "9x9: B D6, W E5, B D4");
        check(
            "(;B[aa];W[sa];B[as];W[ss])",
            "19x19: B A19, W T19, B A1, W T1",
        );
        check("(;SZ[9] ;\r\nB\n[dd]\r\n)\r\n", "9x9: B D6");
        check("(;SZ[9];B[ dd\n])", "9x9: B D6");
        check("(;SZ[9];C[a]B[dd]W[ee])", "9x9: B D6, W E5, \"a\"");
        check("(;SZ[9];B[dd]AB[aa])", "9x9: +B A9, B D6");
        check("(;)", "19x19:");
    }

    #[test]
    fn tt_is_a_pass_where_it_is_no_point() {
        check("(;SZ[9];B[];W[tt];B[ ])", "9x9: B pass, W pass, B pass");
        check("(;SZ[19];B[tt])", "19x19: B pass");
        check("(;SZ[20];B[tt])", "20x20: B U1");
        check("(;SZ[21];B[tt])", "21x21: B U2");
        check(
            "(;SZ[25:19];B[tt])",
            "line 1, column 15: move 1 at 'tt' is not on the 25x19 board",
        );
    }

    #[test]
    fn set_ups_are_read_wherever_they_stand() {
        check(
            "(;SZ[5]AB[aa][bb]AW[cc]PL[W])",
            "5x5: +B B4 A5 +W C3 W to play",
        );
        check(
            "(;SZ[5];B[cc];AE[cc]PL[black])",
            "5x5: B C3, - C3 B to play",
        );
        check("(;SZ[5]AB[aa:cb])", "5x5: +B A4 B4 C4 A5 B5 C5");
        check("(;SZ[5]AB[cb:aa])", "5x5: +B A4 B4 C4 A5 B5 C5");
        check("(;SZ[5]AB[ca:ab][ee])", "5x5: +B E1 A4 B4 C4 A5 B5 C5");
        check("(;SZ[5]AB[dd][dd]AW[dd])", "5x5: +W D2");
        check(
            "(;SZ[5]AB[aa:ee]AE[cc])PL[x]",
            "5x5: +B A1 B1 C1 D1 E1 A2 B2 C2 D2 E2 A3 B3 D3 E3 A4 B4 C4 D4 E4 A5 B5 C5 D5 E5 - C3",
        );
        check("(;SZ[5]AB[]AE[])", "5x5:");
        check(
            "(;SZ[5]AB[tt])",
            "line 1, column 11: the set-up at 'tt' is not on the 5x5 board",
        );
        check(
            "(;SZ[5]\nAB[aa]\r\n[a:b])",
            "line 3, column 2: the set-up at 'a:b' is not on the 5x5 board",
        );
    }

    #[test]
    fn moves_off_the_board_are_errors() {
        check(
            "(;SZ[9];B[dd];W[zz])",
            "line 1, column 17: move 2 at 'zz' is not on the 9x9 board",
        );
        check(
            "(;SZ[9];B[ja])",
            "line 1, column 11: move 1 at 'ja' is not on the 9x9 board",
        );
        check("(;SZ[9];B[ia])", "9x9: B J9");
        check(
            "(;SZ[9];B[aA])",
            "line 1, column 11: move 1 at 'aA' is not on the 9x9 board",
        );
        check(
            "(;SZ[9];B[d])",
            "line 1, column 11: move 1 at 'd' is not on the 9x9 board",
        );
        check(
            "(;SZ[9];B[ddd])",
            "line 1, column 11: move 1 at 'ddd' is not on the 9x9 board",
        );
        check(
            "(;SZ[9:5];B[af])",
            "line 1, column 13: move 1 at 'af' is not on the 9x5 board",
        );
        check("(;SZ[9:5];B[ie])", "9x5: B J1");
        check(
            "(;SZ[9];B[é\n;W[dd;B[cc;W[ee])",
            "line 1, column 11: move 1 at 'é ;W[dd;B[cc;W[ee' is not on the 9x9 board",
        );
        check(
            "(;SZ[9];B[123456789 123456789 1])",
            "line 1, column 11: move 1 at '123456789 123456789 …' is not on the 9x9 board",
        );
    }

    #[test]
    fn sizes_are_read_or_refused() {
        check("(;SZ[2])", "2x2:");
        check("(;SZ[25])", "25x25:");
        check("(;SZ[13:9])", "13x9:");
        check("(;SiZe[ 9 ])", "9x9:");
        for size in [
            "0",
            "-1",
            "1",
            "26",
            "1000000",
            "99999999999999999999",
            "abc",
            "",
            "9x9",
            "9:",
            "9:0",
            "9.5",
        ] {
            let message = "is neither a number from 2 to 25 nor two of them as in 9:13";
            let shown: String = size.chars().take(20).collect();
            check(
                format!("(;SZ[{size}])"),
                &format!("line 1, column 6: board size '{shown}' {message}"),
            );
        }
    }

    #[test]
    fn what_is_no_game_of_go_is_refused() {
        let none = "there is no game: '(;' is not found";
        for text in ["", "hello\n", "(", "()", ";B[dd]", "((((", ") ("] {
            check(text, none);
        }
        check((0..=255u8).cycle().take(10_000).collect::<Vec<u8>>(), none);
        check("(".repeat(200_000), none);
        check("\0".repeat(100_000), none);
        check("(;GM[2])", "line 1, column 6: game 2 is not Go, which is 1");
        check("(;GM[Go])", "19x19:");
        assert_eq!(
            Record::from_bytes(&vec![0; MAX_BYTES + 1]),
            Err(SgfError::TooLarge)
        );
        assert_eq!(
            Record::from_bytes(&vec![0; MAX_BYTES]),
            Err(SgfError::NoGame)
        );
    }

    #[test]
    fn the_first_variation_is_the_main_line() {
        check(
            "(;SZ[9];B[aa](;W[bb];B[cc])(;W[dd]))",
            "9x9: B A9, W B8, B C7",
        );
        check(
            "(;SZ[9];B[aa](;W[bb](;B[cc])(;B[dd]))(;W[ee]))",
            "9x9: B A9, W B8, B C7",
        );
        check("(;SZ[9];B[aa]()(;W[bb]))", "9x9: B A9, W B8");
        check("(;SZ[9];B[aa](()())((;W[bb])(;W[cc])))", "9x9: B A9, W B8");
        check("(;SZ[9];B[aa](;W[bb]);B[cc])", "9x9: B A9, W B8");
        check("(;SZ[9];C[;(;]B[aa])", "9x9: B A9, \";(;\"");
    }

    #[test]
    fn what_is_cut_short_is_read_as_far_as_it_goes() {
        check("(;GM[1]SZ[9];B[dd];W[ee];B[f", "9x9: B D6, W E5");
        check("(;GM[1]SZ[9];B[dd];W[ee];B", "9x9: B D6, W E5");
        check("(;GM[1]SZ[9];B[dd];W[ee](;B[ff]", "9x9: B D6, W E5, B F4");
        check("(;GM[1]SZ[9];AB[dd][ee][f", "9x9: +B E5 D6");
        check("(;GM[1]SZ[9]C[abc;B[aa", "9x9:");
        check("(;GM[1]SZ[9];B[aa]C[abc\\", "9x9: B A9");
    }

    #[test]
    fn strays_are_passed_over() {
        check("junk (x) (;SZ[9];B[dd])", "9x9: B D6");
        check("\u{feff}(;SZ[9];B[dd])", "9x9: B D6");
        check("(;SZ[9]\0;\0B[dd])", "9x9: B D6");
        check("(\0;SZ[9];B[dd])", "9x9: B D6");
        check(
            "(;SZ[9];B[dd], W ; W[ee] [ff] XY.)",
            "9x9: B D6, W E5, W F4",
        );
        check("(;SZ[9];[aa]B[dd];)", "9x9: B D6");
        check("(;SZ[9];LB[aa:1]ABC[aa]CR[bb]b[cc]B[dd])", "9x9: B D6");
    }

    #[test]
    fn old_names_have_small_letters() {
        let record = read(
            "(;GaMe[1]VieW[]SiZe[9]KoMi[5.5]HAndicap[2]PlayerBlack[A]AddBlack[cc][gg];White[dd];Black[ee])",
        );
        assert_eq!(record.komi, Some(5.5));
        assert_eq!(record.handicap, Some(2));
        assert_eq!(record.players[Color::Black].as_deref(), Some("A"));
        assert_eq!(story(&record), "+B G3 C7, W D6, B E5");
    }

    #[test]
    fn komi_is_a_number_or_nothing() {
        let komi = |text: &str| read(&format!("(;KM[{text}])")).komi;
        assert_eq!(komi("6.5"), Some(6.5));
        assert_eq!(komi(" 6,5 "), Some(6.5));
        assert_eq!(komi("-7"), Some(-7.0));
        assert_eq!(komi("375"), Some(375.0));
        for text in [
            "",
            "abc",
            "nan",
            "inf",
            "-infinity",
            "1e999",
            "6.5x",
            "6,5,5",
        ] {
            assert_eq!(komi(text), None, "{text}");
        }
        assert_eq!(read("(;SZ[9];KM[x]KM[1];KM[2])").komi, Some(1.0));
    }

    #[test]
    fn handicap_is_a_number_of_points_or_nothing() {
        let handicap = |text: &str| read(&format!("(;SZ[9]HA[{text}])")).handicap;
        assert_eq!(handicap("0"), Some(0));
        assert_eq!(handicap(" 4 "), Some(4));
        assert_eq!(handicap("81"), Some(81));
        for text in ["82", "4294967297", "-1", "2.5", "none", ""] {
            assert_eq!(handicap(text), None, "{text}");
        }
    }

    #[test]
    fn facts_are_kept() {
        let record = read(
            "(;SZ[9]PB[Shin \\[9p\\]]PW[ ]RU[Japanese]RE[W+R]DT[2001-01-01]EV[a\nb]GC[one\ntwo]PW[Lee];GN[late]DT[no])",
        );
        assert_eq!(
            record.players,
            PerColor::new(Some("Shin [9p]".into()), Some("Lee".into()))
        );
        assert_eq!(record.rules.as_deref(), Some("Japanese"));
        assert_eq!(record.result.as_deref(), Some("W+R"));
        let details = [
            (Detail::Name, "late"),
            (Detail::Event, "a b"),
            (Detail::Date, "2001-01-01"),
            (Detail::Remark, "one\ntwo"),
        ];
        assert_eq!(
            record.details,
            details
                .map(|(detail, text)| (detail, text.to_owned()))
                .into()
        );
    }

    #[test]
    fn texts_lose_their_escapes() {
        let comment = |text: &str| match &read(&format!("(;C[{text}])")).steps() {
            [Step::Comment(text)] => text.clone(),
            steps => panic!("{steps:?}"),
        };
        assert_eq!(comment(r"a\]b"), "a]b");
        assert_eq!(comment(r"a\\"), r"a\");
        assert_eq!(comment(r"\a\:"), "a:");
        assert_eq!(comment("a\\\nb\\\r\nc"), "abc");
        assert_eq!(comment("a\r\nb\rc\n\rd\n\ne"), "a\nb\nc\nd\n\ne");
        assert_eq!(comment("a\tb\u{3000}c"), "a b\u{3000}c");
        assert_eq!(comment("(;B[aa\\];"), "(;B[aa];");
        check("(;C[ \n ])", "19x19:");
    }

    #[test]
    fn the_named_character_set_is_used() {
        // The second byte of the first character is `\` or `]` in each of these.
        let cases = [
            ("Shift_JIS", SHIFT_JIS, "表十ソ能"),
            ("sjis", SHIFT_JIS, "本因坊"),
            ("CP932", SHIFT_JIS, "表"),
            ("GB18030", GB18030, "誠\u{4e02}古力"),
            ("gb2312", GB18030, "常昊"),
            ("Big5", BIG5, "許功蓋"),
            ("EUC-KR", EUC_KR, "이창호"),
        ];
        for (label, encoding, name) in cases {
            let text = format!("(;GM[1]FF[4] \r\nPB[{name}]CA[{label}]PW[{name}]SZ[9];B[dd])");
            let (bytes, _, failed) = encoding.encode(&text);
            assert!(!failed, "{label}");
            let record = Record::from_bytes(&bytes).unwrap();
            assert_eq!(
                record.players,
                PerColor::new(Some(name.into()), Some(name.into())),
                "{label}"
            );
            assert_eq!(record.size(), Size::square(9).unwrap());
        }
        let named = |bytes: &[u8]| {
            Record::from_bytes(bytes).unwrap().players[Color::Black]
                .clone()
                .unwrap()
        };
        assert_eq!(named(b"(;CA[ISO-8859-1]PB[J\xf6rg])"), "Jörg");
        assert_eq!(named(b"(;CA[Latin-1]PB[J\xf6rg])"), "Jörg");
        assert_eq!(named(b"(;CA[UTF-8]PB[J\xf6rg])"), "J\u{fffd}rg");
    }

    #[test]
    fn without_a_known_character_set_it_is_guessed() {
        let named = |bytes: &[u8]| {
            Record::from_bytes(bytes).unwrap().players[Color::Black]
                .clone()
                .unwrap()
        };
        assert_eq!(named("(;PB[Jörg])".as_bytes()), "Jörg");
        assert_eq!(named(b"(;PB[J\xf6rg])"), "Jörg");
        for label in ["nonsense", "", "UTF-16", "hz-gb-2312", "utf-7"] {
            assert_eq!(
                named(format!("(;CA[{label}]PB[Jörg])").as_bytes()),
                "Jörg",
                "{label}"
            );
        }
        // A mark at the beginning says more than a name.
        assert_eq!(named("\u{feff}(;CA[GB18030]PB[Jörg])".as_bytes()), "Jörg");
        let wide: Vec<u8> = "\u{feff}(;PB[Jörg])"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        assert_eq!(named(&wide), "Jörg");
        // Names elsewhere mean nothing.
        assert_eq!(named("(;C[CA[GB18030\\]]PB[Jörg])".as_bytes()), "Jörg");
        assert_eq!(named("(;PB[Jörg];CA[GB18030])".as_bytes()), "Jörg");
        assert_eq!(named("CA[GB18030] (;PB[Jörg])".as_bytes()), "Jörg");
    }

    #[test]
    fn a_file_may_hold_several_games() {
        let text =
            b"a (;SZ[9];B[dd](;W[aa])(;W[bb](;C[)(;])))) [b] (;SZ[0]C[x)])\n(;SZ[5])c(;GM[1]SZ[7";
        let games = Collection::from_bytes(text).unwrap();
        let found: Vec<Option<String>> = games
            .records()
            .map(|record| Some(record.ok()?.size().to_string()))
            .collect();
        let expected = [Some("9x9"), None, Some("5x5"), Some("19x19")];
        assert_eq!(found, expected.map(|size| size.map(str::to_owned)));
        assert_eq!(games.first().unwrap().moves().count(), 2);
        assert_eq!(Collection::from_bytes(b"(((").unwrap().records().count(), 0);
    }

    #[test]
    fn places_are_counted_through_the_whole_file() {
        let text = "x(;SZ[9]\r\n;B[aa])\r\ny (;SZ[é])(;\rSZ[x])".as_bytes();
        let games = Collection::from_bytes(text).unwrap();
        let places: Vec<Place> = games
            .records()
            .filter_map(|record| match record.err()? {
                SgfError::Size { place, .. } => Some(place),
                _ => None,
            })
            .collect();
        let place = |line, column| Place { line, column };
        assert_eq!(places, [place(3, 8), place(4, 4)]);
        // Many errors take no longer than many games.
        let many = "(;SZ[0])".repeat(100_000);
        let games = Collection::from_bytes(many.as_bytes()).unwrap();
        assert_eq!(games.records().filter(Result::is_err).count(), 100_000);
    }

    #[test]
    fn depth_and_length_do_not_matter() {
        let moves = |text: String| text.parse::<Record>().map(|record| record.moves().count());
        assert_eq!(moves("(;B[aa]".repeat(50_000)), Ok(50_000));
        assert_eq!(
            moves("(;B[aa]".repeat(200_000) + &")".repeat(200_000)),
            Ok(200_000)
        );
        assert_eq!(
            moves("(;SZ[9]".to_owned() + &";B[]W[]".repeat(200_000) + ")"),
            Ok(400_000)
        );
        assert_eq!(
            moves("(;".to_owned() + &"(".repeat(200_000) + ";B[]"),
            Ok(1)
        );
        assert_eq!(
            moves("(;".to_owned() + &"()".repeat(200_000) + ";B[])"),
            Ok(1)
        );
        assert_eq!(
            moves("(;".to_owned() + &"A".repeat(1 << 20) + "[a])"),
            Ok(0)
        );
        assert_eq!(moves("(;C[".to_owned() + &"x".repeat(1 << 20)), Ok(0));
        assert_eq!(moves("(;C".to_owned() + &"[".repeat(1 << 20)), Ok(0));
        assert_eq!(moves("(;".to_owned() + &"A ".repeat(1 << 20)), Ok(0));
        let place = |line, column| Place { line, column };
        let long = ";B[]".repeat(MAX_STEPS);
        assert_eq!(moves(format!("(\n{long})")), Ok(MAX_STEPS));
        assert_eq!(
            moves(format!("(\n{long};\nB[])")),
            Err(SgfError::TooLong(place(3, 3)))
        );
        let many = ";PL[B]".repeat(MAX_SET_UPS);
        assert_eq!(moves(format!("({many})")), Ok(0));
        assert!(moves(format!("({many};AB[aa])")).is_err());
    }

    #[test]
    fn lines_end_as_on_any_system() {
        for end in ["\n", "\r\n", "\r"] {
            let text = format!("(;SZ[9]{end};B[aa]{end} W[xx])");
            check(
                text,
                "line 3, column 4: move 2 at 'xx' is not on the 9x9 board",
            );
        }
    }

    /// Reading may only return, and what was read is written and read back.
    fn survive(bytes: &[u8], seed: u64) {
        if let Ok(record) = Record::from_bytes(bytes) {
            let text = record.to_string();
            let again = text.parse::<Record>().map_err(|error| error.to_string());
            assert_eq!(again, Ok(record), "seed {seed}:\n{text}");
        }
        if let Ok(games) = Collection::from_bytes(bytes) {
            let _ = games.records().count();
        }
    }

    #[test]
    fn arbitrary_bytes_only_return() {
        const PIECES: &[&str] = &[
            "(",
            ")",
            ";",
            "[",
            "]",
            "\\",
            ":",
            "B",
            "W",
            "AB",
            "AW",
            "AE",
            "PL",
            "SZ",
            "KM",
            "HA",
            "C",
            "CA",
            "GM",
            "aa",
            "dd",
            "tt",
            "ss",
            "9",
            "19",
            "13:9",
            "6.5",
            "1",
            "UTF-8",
            "Shift_JIS",
            "GB18030",
            "\n",
            "\r",
            "\0",
            " ",
            "é",
            "[aa]",
            "[dd]",
            "(;",
            ";B[",
            ";W[ee]",
            "text",
            "\t",
            "\u{feff}",
            "GC[a]",
            "PB[b]",
            "囲碁",
            "AB[aa:cc]",
        ];
        for seed in 0..4000 {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let length = rng.random_range(0..60);
            let mut bytes: Vec<u8> = b"(;".repeat(usize::from(rng.random_bool(0.8)));
            for _ in 0..length {
                match rng.random_range(0..10) {
                    0 => bytes.push(rng.random()),
                    _ => bytes.extend(PIECES.choose(&mut rng).unwrap().as_bytes()),
                }
            }
            survive(&bytes, seed);
        }
    }

    #[test]
    fn damaged_files_only_return() {
        let good = "(;GM[1]FF[4]CA[UTF-8]SZ[9]KM[6.5]HA[2]PB[黒 \\[9p\\]]RE[B+3.5]AB[cc][gg]C[a\nb\\\\]\
                    ;W[ee]C[!];B[dd](;W[df];B[])(;W[aa](;B[bb])(;B[cb];AE[aa:cc]PL[W])))(;SZ[5];B[aa])";
        assert_eq!(read(good).moves().count(), 4);
        for end in 0..good.len() {
            survive(&good.as_bytes()[..end], end as u64);
        }
        for seed in 0..4000 {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut bytes = good.as_bytes().to_vec();
            for _ in 0..rng.random_range(1..8) {
                let at = rng.random_range(0..bytes.len());
                match rng.random_range(0..4) {
                    0 => bytes[at] = rng.random(),
                    1 => _ = bytes.remove(at),
                    2 => bytes.insert(at, *b"()[];\\:B".choose(&mut rng).unwrap()),
                    _ => {
                        let end = rng.random_range(at..bytes.len());
                        bytes.extend_from_within(at..end);
                    }
                }
            }
            survive(&bytes, seed);
        }
    }
}
