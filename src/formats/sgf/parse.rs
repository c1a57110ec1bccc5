//! Parses text to a [`Record`].
//!
//! Archives hold files that were cut short, edited by hand, or written by nonconforming programs.
//! Anything that is not a property, node or variation is skipped. An unterminated value is dropped
//! with everything after it. A move off the board is read as a pass, which keeps the order of
//! moves, and a stone off the board is left out; both are flaws. Only a wrong board is an error.
//!
//! Nothing recurses, and only the contents of the record are copied, so neither deep nor broad
//! trees are a problem.

#[cfg(test)]
mod tests;

use super::charset::decoded;
use super::error::SgfError;
use super::flaw::Flaw;
use super::location::Location;
use super::record::{Entry, GameInfo, MAX_BYTES, MAX_SET_UPS, MAX_STEPS, Record, SetUp};
use super::syntax::{
    EXACT_RULES, PRISONERS, Property, Token, has_properties, is_blank, properties, token,
};
use super::value::{
    Corner, KomiUnit, board_size, corner, excerpt, komi, line, lines, player, prisoners, rectangle,
    text_of,
};
use crate::go::color::Color;
use crate::go::point::{Move, Point, PointSet, Size};
use nom::Offset;
use std::borrow::Cow;
use std::iter;
use std::str::FromStr;

/// The games of one SGF file, parsed on demand.
///
/// All are read in the character set of the first.
#[derive(Clone, Debug)]
pub struct Collection<'a> {
    text: Cow<'a, str>,
    /// The character set, if it was guessed.
    flaw: Option<Flaw>,
}

impl<'a> Collection<'a> {
    /// Decodes a file.
    ///
    /// The character set is UTF-8 or UTF-16 if the file begins with a byte order mark, else the one
    /// that the first game names, else UTF-8 if that is valid, else the one that fits the bytes best.
    /// A name that the bytes contradict is passed over, and a guess is a [`Flaw`] of each game.
    ///
    /// # Errors
    ///
    /// [`SgfError::TooLarge`] if there are more than [`MAX_BYTES`] bytes.
    pub fn from_bytes(bytes: &'a [u8]) -> Result<Collection<'a>, SgfError> {
        if bytes.len() > MAX_BYTES {
            return Err(SgfError::TooLarge);
        }
        let (text, flaw) = decoded(bytes);
        Ok(Collection { text, flaw })
    }

    /// Parses the first game.
    ///
    /// # Errors
    ///
    /// An [`SgfError`] if there is no game or it cannot be read.
    pub fn first(&self) -> Result<Record, SgfError> {
        let game = GameTree::find(&self.text, Location::START);
        self.read(game.ok_or(SgfError::NoGame)?)
    }

    /// Reads a game and notes the guess of its character set.
    fn read(&self, game: GameTree) -> Result<Record, SgfError> {
        let mut record = game.main_line()?;
        record.flaws.splice(..0, self.flaw.clone());
        Ok(record)
    }

    /// Parses every game in turn.
    pub fn records(&self) -> impl Iterator<Item = Result<Record, SgfError>> + '_ {
        let mut rest = &*self.text;
        let mut at = Location::START;
        iter::from_fn(move || {
            let game = GameTree::find(rest, at)?;
            rest = game.after();
            at = game.location(rest);
            Some(self.read(game))
        })
    }
}

impl Record {
    /// Reads the first game of an SGF file, in the character set it names.
    ///
    /// # Errors
    ///
    /// An [`SgfError`] if there is no game of Go. An unusual or incomplete file is read as far as
    /// possible, with its [flaws](Record::flaws).
    pub fn from_bytes(bytes: &[u8]) -> Result<Record, SgfError> {
        Collection::from_bytes(bytes)?.first()
    }
}

impl FromStr for Record {
    type Err = SgfError;

    /// Reads the first game of a text and ignores the character set it names.
    fn from_str(text: &str) -> Result<Record, SgfError> {
        if text.len() > MAX_BYTES {
            return Err(SgfError::TooLarge);
        }
        let text = Cow::Borrowed(text);
        Collection { text, flaw: None }.first()
    }
}

/// The unparsed tree of nodes of one game.
#[derive(Clone, Copy)]
struct GameTree<'a> {
    /// The text from its opening parenthesis on.
    text: &'a str,
    /// The location of that parenthesis.
    begin: Location,
}

impl<'a> GameTree<'a> {
    /// Finds the first game in a text that begins at `begin`: a `(` and a `;` before properties.
    ///
    /// Other texts have `(;` too, such as `(;-)`. Without properties, a game stands alone. After the
    /// text at the begin of a file, it has moves or stones: a manual may show the begin of a game.
    fn find(text: &'a str, begin: Location) -> Option<GameTree<'a>> {
        let is_frame = |c: char| is_blank(c) || matches!(c, '(' | ')' | ';');
        let begins = |game: &str| game[1..].trim_start_matches(is_blank).starts_with(';');
        let first_text = text.find(|c| !is_blank(c)).unwrap_or(text.len());
        let mut from = 0;
        let found = loop {
            let mut parentheses = text[from..].match_indices('(').map(|(at, _)| from + at);
            let at = parentheses.find(|&at| begins(&text[at..]))?;
            let game = &text[at..];
            let body = game.trim_start_matches(is_frame);
            // What follows the next such start is not part of this one.
            let until = body.find("(;").unwrap_or(body.len());
            let follows_text = at > first_text;
            let rest = if !has_properties(&body[..until]) {
                if body.is_empty() && !follows_text {
                    break at;
                }
                body
            } else {
                let tree = GameTree { text: game, begin };
                if begin != Location::START || !follows_text || tree.has_course() {
                    break at;
                }
                tree.after()
            };
            from = text.len() - rest.len();
        };
        Some(GameTree { text, begin }.from(&text[found..]))
    }

    /// Returns true if the game has a move or a stone.
    fn has_course(self) -> bool {
        let end = self.text.len() - self.after().len();
        let mut rest = &self.text[..end];
        while let Ok((after, token)) = token(rest) {
            rest = after;
            if let Token::Node(body) = token {
                let is_course =
                    |property: Property| matches!(&property.name, b"B " | b"W " | b"AB" | b"AW");
                if properties(body).any(is_course) {
                    return true;
                }
            }
        }
        false
    }

    /// Returns the text after the parenthesis that closes the game.
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

    /// Reads the main line: the first variation at each branch.
    fn main_line(self) -> Result<Record, SgfError> {
        let mut rest = self.text;
        let mut builder = None;
        // The number of open variations without a node. They may precede the main line.
        let mut empty = 0usize;
        let mut is_whole = false;
        while let Ok((after, token)) = token(rest) {
            rest = after;
            match token {
                Token::Open => empty += 1,
                Token::Close if empty == 0 => {
                    is_whole = true;
                    break;
                }
                Token::Close => empty -= 1,
                Token::Stray => {}
                Token::Node(body) => {
                    empty = 0;
                    let builder = match &mut builder {
                        Some(builder) => builder,
                        None => builder.insert(RecordBuilder::new(self, body)?),
                    };
                    builder.add_node(body)?;
                }
            }
        }
        let mut record = builder.ok_or(SgfError::NoGame)?.record;
        if let Some(name) = &record.rules
            && record.rule_set().is_none()
        {
            record.flaws.push(Flaw::Rules(excerpt(name)));
        }
        if !is_whole {
            record.flaws.push(Flaw::BreaksOff);
        }
        Ok(record)
    }

    /// Returns the rest of the game from a part of the text on.
    fn from(self, part: &str) -> GameTree<'a> {
        GameTree {
            text: &self.text[self.text.offset(part)..],
            begin: self.location(part),
        }
    }

    /// Returns the location where a part of the text begins.
    fn location(self, part: &str) -> Location {
        let before = &self.text[..self.text.offset(part)];
        let ends = ['\n', '\r'];
        let lines = (before.matches(ends).count() - before.matches("\r\n").count()) as u32;
        let line = before.rsplit(ends).next().unwrap_or(before);
        let column = if lines == 0 {
            self.begin.column
        } else {
            Location::START.column
        };
        Location {
            line: self.begin.line + lines,
            column: column + line.chars().count() as u32,
        }
    }
}

/// A record under construction, node by node.
struct RecordBuilder<'a> {
    game: GameTree<'a>,
    /// The rest of the game from the last located part on, to speed up locating the next.
    rest: GameTree<'a>,
    record: Record,
    komi_unit: KomiUnit,
    moves: usize,
    set_ups: usize,
}

impl<'a> RecordBuilder<'a> {
    /// Starts a game on the board of its root node, or on 19×19 if it names none.
    fn new(game: GameTree<'a>, root: &'a str) -> Result<RecordBuilder<'a>, SgfError> {
        check_is_go(game, root)?;
        Ok(RecordBuilder {
            game,
            rest: game,
            record: Record::new(root_size(game, root)?),
            komi_unit: KomiUnit::of(root_values(root, b"AP").next()),
            moves: 0,
            set_ups: 0,
        })
    }

    /// Adds a node's properties: first its set-up, then its moves, then its comments.
    fn add_node(&mut self, body: &'a str) -> Result<(), SgfError> {
        self.add_game_info(body);
        self.add_set_up(body)?;
        self.add_moves(body)?;
        self.add_comments(body)
    }

    /// Reads the properties of the whole game. The first value of a property wins.
    fn add_game_info(&mut self, body: &str) {
        for property in properties(body) {
            if let Some(value) = property.values().next() {
                match property.identifier {
                    EXACT_RULES => self.record.exact_rules = line(value),
                    PRISONERS => self.record.prisoners = prisoners(value),
                    _ => self.add_game_info_value(property.name, value),
                }
            }
        }
    }

    fn add_game_info_value(&mut self, name: [u8; 2], value: &str) {
        let record = &mut self.record;
        let text = match &name {
            b"KM" => {
                let unit = self.komi_unit;
                record.komi = record.komi.or(komi(value).map(|komi| unit.in_points(komi)));
                // One flaw is enough: a text may have millions.
                let is_komi = |flaw: &Flaw| matches!(flaw, Flaw::Komi(_));
                let is_said = record.komi.is_some() || record.flaws.iter().any(is_komi);
                if !is_said && !value.trim_matches(is_blank).is_empty() {
                    record.flaws.push(Flaw::Komi(excerpt(value)));
                }
                return;
            }
            b"HA" => {
                let stones = value.trim_matches(is_blank).parse().ok();
                // More stones than points are not a handicap.
                let area = record.size().area();
                let stones = stones.filter(|&stones: &u32| stones as usize <= area);
                record.handicap = record.handicap.or(stones);
                return;
            }
            b"RU" => &mut record.rules,
            b"RE" => &mut record.result,
            b"PB" => &mut record.players[Color::Black],
            b"PW" => &mut record.players[Color::White],
            _ => {
                if let Some(info) = GameInfo::named(name)
                    && !record.info.contains_key(&info)
                    && let Some(text) = text_of(info, value)
                {
                    record.info.insert(info, text);
                }
                return;
            }
        };
        if text.is_none() {
            *text = line(value);
        }
    }

    /// Reads a node's set-up as one entry. Of two stones on a point the later one stays.
    fn add_set_up(&mut self, body: &'a str) -> Result<(), SgfError> {
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
                let (points, is_whole) = self.points(value);
                if !is_whole {
                    self.note_set_up(value);
                }
                set_up.put(what, &points);
            }
        }
        if set_up.is_empty() {
            return Ok(());
        }
        self.set_ups += 1;
        if self.set_ups > MAX_SET_UPS {
            return Err(SgfError::TooLong(self.game.location(body)));
        }
        self.push(Entry::SetUp(Box::new(set_up)), body)
    }

    /// Reads the moves of a node in their order in the text.
    fn add_moves(&mut self, body: &'a str) -> Result<(), SgfError> {
        for property in properties(body) {
            let color = match &property.name {
                b"B " => Color::Black,
                b"W " => Color::White,
                _ => continue,
            };
            for value in property.values() {
                self.moves += 1;
                let to = self.destination(value);
                if to.is_none() {
                    self.note_move(value);
                }
                self.push(Entry::Play((color, to.unwrap_or(Move::Pass))), value)?;
            }
        }
        Ok(())
    }

    /// Reads the comments of a node.
    fn add_comments(&mut self, body: &'a str) -> Result<(), SgfError> {
        for property in properties(body).filter(|property| &property.name == b"C ") {
            for value in property.values() {
                let text = lines(value);
                if !text.trim().is_empty() {
                    self.push(Entry::Comment(text), value)?;
                }
            }
        }
        Ok(())
    }

    /// Adds an entry read from a part of the text.
    fn push(&mut self, entry: Entry, part: &str) -> Result<(), SgfError> {
        if self.record.entries().len() >= MAX_STEPS {
            return Err(SgfError::TooLong(self.game.location(part)));
        }
        match entry {
            // Comments may precede the moves that they are put after.
            Entry::Comment(_) => self.record.push(entry),
            Entry::Play(_) | Entry::SetUp(_) => {
                self.rest = self.rest.from(part);
                self.record.push_read(entry, self.rest.begin);
            }
        }
        Ok(())
    }

    /// Reads the point of a move. An empty value is a pass, and so is `tt` on boards up to 19×19;
    /// `None` if it is no point of the board.
    fn destination(&self, value: &str) -> Option<Move> {
        let size = self.record.size();
        match value.trim_matches(is_blank) {
            "" => Some(Move::Pass),
            "tt" if size.width() <= 19 && size.height() <= 19 => Some(Move::Pass),
            text => self.point(corner(text)?).map(Move::At),
        }
    }

    /// Reads the points of a set-up: one, a rectangle, or none. False if some are off the board.
    fn points(&self, value: &str) -> (PointSet, bool) {
        let text = value.trim_matches(is_blank);
        if text.is_empty() {
            return (PointSet::EMPTY, true);
        }
        let Some((first, second)) = rectangle(text) else {
            return (PointSet::EMPTY, false);
        };
        let range = |a: u8, b: u8| a.min(b)..=a.max(b);
        let columns = range(first.0, second.0);
        let corners =
            columns.flat_map(|column| range(first.1, second.1).map(move |row| (column, row)));
        let mut is_whole = true;
        let on_board = corners.filter_map(|at| {
            let point = self.point(at);
            is_whole &= point.is_some();
            point
        });
        (on_board.collect(), is_whole)
    }

    /// Notes a move off the board; only the first one in full.
    fn note_move(&mut self, value: &str) {
        for flaw in &mut self.record.flaws {
            if let Flaw::Move { more, .. } = flaw {
                *more += 1;
                return;
            }
        }
        self.record.flaws.push(Flaw::Move {
            number: self.moves,
            text: excerpt(value),
            size: self.record.size(),
            place: self.game.location(value),
            more: 0,
        });
    }

    /// Notes a set-up off the board; only the first one in full.
    fn note_set_up(&mut self, value: &str) {
        for flaw in &mut self.record.flaws {
            if let Flaw::SetUp { more, .. } = flaw {
                *more += 1;
                return;
            }
        }
        self.record.flaws.push(Flaw::SetUp {
            text: excerpt(value),
            size: self.record.size(),
            place: self.game.location(value),
            more: 0,
        });
    }

    /// Returns the point at a column and row counted from the upper left corner; `None` if it is
    /// off the board.
    fn point(&self, (column, row): Corner) -> Option<Point> {
        let size = self.record.size();
        let row = (size.height() + 1).checked_sub(row)?;
        Point::new(column, row).filter(|&point| size.contains(point))
    }
}

/// Returns the values of a property in the root node.
fn root_values<'a>(root: &'a str, name: &'static [u8; 2]) -> impl Iterator<Item = &'a str> {
    properties(root)
        .filter(move |property| &property.name == name)
        .flat_map(Property::values)
}

/// Fails if the root node names another game than Go.
fn check_is_go(game: GameTree, root: &str) -> Result<(), SgfError> {
    for value in root_values(root, b"GM") {
        match value.trim_matches(is_blank).parse() {
            Ok(1) | Err(_) => {}
            Ok(number) => {
                return Err(SgfError::NotGo {
                    game: number,
                    place: game.location(value),
                });
            }
        }
    }
    Ok(())
}

/// Reads the board size in the root node.
fn root_size(game: GameTree, root: &str) -> Result<Size, SgfError> {
    match root_values(root, b"SZ").next() {
        Some(value) => board_size(value).ok_or_else(|| SgfError::Size {
            text: excerpt(value),
            place: game.location(value),
        }),
        None => Ok(Size::square(19).expect("19 is within the limits")),
    }
}
