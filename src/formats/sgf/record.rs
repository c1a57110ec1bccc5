//! A game as recorded.

use super::flaw::Flaw;
use super::location::Location;
use crate::formats::vocabulary;
use crate::go::board::Play;
use crate::go::color::{Color, PerColor};
use crate::go::point::{PointSet, Size};
use crate::go::rules::Rules;
use std::collections::BTreeMap;

/// The longest text that is read as SGF, in bytes.
pub const MAX_BYTES: usize = 64 << 20;
/// The most entries of a parsed record.
pub const MAX_STEPS: usize = 1 << 20;
/// The most set-ups among them, which take more memory than moves.
pub const MAX_SET_UPS: usize = 1 << 14;

/// A game record: its board, the facts about the game, and its main line.
///
/// It holds no variations and no markup. It is not a position: the moves may be illegal.
///
/// ```
/// use wakari::sgf::Record;
/// let record = Record::from_bytes(b"(;SZ[9]KM[6.5];B[ee];W[ce])").unwrap();
/// assert_eq!(record.komi, Some(6.5));
/// assert_eq!(record.moves().count(), 2);
/// assert_eq!(record.entries_before(2).len(), 1);
/// ```
//
// Invariant, kept by `new` and `push`: every point of an entry is on the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    size: Size,
    entries: Vec<Entry>,
    places: Places,
    /// The komi in points. Files may have it in other units.
    pub komi: Option<f64>,
    /// The agreed number of handicap stones. The stones themselves are set-ups or moves.
    pub handicap: Option<u32>,
    /// The name of the rules, as written in the file.
    pub rules: Option<String>,
    /// The rules in this program's [exact notation](crate::formats::vocabulary::exact).
    pub exact_rules: Option<String>,
    /// The prisoners that each side holds at the start, if this program has written them.
    pub prisoners: Option<PerColor<u32>>,
    /// The result as written in the file, such as `B+3.5`, `W+R` or `0`.
    pub result: Option<String>,
    /// The names of the players.
    pub players: PerColor<Option<String>>,
    /// The other game-info properties.
    pub info: BTreeMap<GameInfo, String>,
    /// Problems of the source text that did not prevent reading it.
    pub flaws: Vec<Flaw>,
}

impl Record {
    /// An empty game on a board of this size.
    pub fn new(size: Size) -> Record {
        Record {
            size,
            entries: Vec::new(),
            places: Places::default(),
            komi: None,
            handicap: None,
            rules: None,
            exact_rules: None,
            prisoners: None,
            result: None,
            players: PerColor::default(),
            info: BTreeMap::new(),
            flaws: Vec::new(),
        }
    }

    /// Returns the rules that the record names; `None` if it names none or unknown ones.
    ///
    /// The exact notation holds as long as nobody has changed the name beside it.
    #[must_use]
    pub fn rule_set(&self) -> Option<Rules> {
        let named = self.rules.as_deref().and_then(vocabulary::read);
        let exact = self.exact_rules.as_deref().and_then(vocabulary::read_exact);
        let still_holds = |rules: &Rules| {
            self.rules.is_none() || named == vocabulary::read(vocabulary::standard_name(rules))
        };
        exact.filter(still_holds).or(named)
    }

    /// States the rules: by their standard name, and exactly if that says less.
    pub fn set_rules(&mut self, rules: &Rules) {
        let name = vocabulary::standard_name(rules);
        self.rules = Some(name.to_owned());
        let is_exact = vocabulary::read(name).is_some_and(|named| named == *rules);
        self.exact_rules = (!is_exact).then(|| vocabulary::exact(rules));
    }

    /// Returns the size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the main line, starting from the empty board.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Adds an entry at the end.
    ///
    /// # Panics
    ///
    /// If a point of the entry is not on the board.
    pub fn push(&mut self, entry: Entry) {
        let on_board = match &entry {
            Entry::Play((_, to)) => to.point().is_none_or(|point| self.size.contains(point)),
            Entry::SetUp(set_up) => set_up.points().is_subset(&self.size.all()),
            Entry::Comment(_) => true,
        };
        assert!(on_board, "the points of an entry are on the board");
        self.entries.push(entry);
    }

    /// Adds an entry with its location in a text.
    pub(super) fn push_read(&mut self, entry: Entry, place: Location) {
        self.places.0.push((self.entries.len(), place));
        self.push(entry);
    }

    /// Returns the location in the source text of an entry, counted from 0; `None` for comments and
    /// entries that were not read.
    pub fn place(&self, entry: usize) -> Option<Location> {
        let places = &self.places.0;
        let at = places.binary_search_by_key(&entry, |&(number, _)| number);
        at.ok().map(|at| places[at].1)
    }

    /// Adds a comment on the entries so far, unless it is blank.
    pub fn push_comment(&mut self, text: &str) {
        let text = text.trim_end();
        if !text.is_empty() {
            self.push(Entry::Comment(text.to_owned()));
        }
    }

    /// Returns the moves, without set-ups and comments.
    pub fn moves(&self) -> impl Iterator<Item = Play> + '_ {
        self.entries.iter().filter_map(Entry::play)
    }

    /// Returns the entries before a move, counted from 1, or all entries if there are fewer moves.
    #[must_use]
    pub fn entries_before(&self, number: usize) -> &[Entry] {
        let mut moves = (0..self.entries.len()).filter(|&at| self.entries[at].play().is_some());
        let end = moves.nth(number.saturating_sub(1));
        &self.entries[..end.unwrap_or(self.entries.len())]
    }

    /// Returns the side to move before a move, counted from 1.
    ///
    /// The record may state it. Otherwise it is the player of that move; after the last move, the
    /// other player; and in a game without moves White if there is a handicap, else Black.
    #[must_use]
    pub fn turn_before(&self, number: usize) -> Color {
        let before = self.entries_before(number);
        let last = before
            .iter()
            .enumerate()
            .rev()
            .find_map(|(at, entry)| Some((at, entry.play()?)));
        let since = last.map_or(before, |(at, _)| &before[at..]);
        let stated = since.iter().rev().find_map(|entry| match entry {
            Entry::SetUp(set_up) => set_up.turn,
            _ => None,
        });
        let next = self.entries[before.len()..].iter().find_map(Entry::play);
        let first = if self.handicap.is_some_and(|stones| stones > 1) {
            Color::White
        } else {
            Color::Black
        };
        stated
            .or(next.map(|(color, _)| color))
            .or(last.map(|(_, (color, _))| !color))
            .unwrap_or(first)
    }
}

/// The locations of moves and set-ups, by entry number. They are not part of the game, so all are
/// equal.
#[derive(Clone, Debug, Default)]
struct Places(Vec<(usize, Location)>);

impl PartialEq for Places {
    fn eq(&self, _: &Places) -> bool {
        true
    }
}

/// An entry of the main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A play or a pass.
    Play(Play),
    /// Stones added or removed outside of play.
    SetUp(Box<SetUp>),
    /// A comment on the entries before it.
    Comment(String),
}

impl Entry {
    /// Returns the move, if the entry is one.
    pub fn play(&self) -> Option<Play> {
        match self {
            Entry::Play(play) => Some(*play),
            Entry::SetUp(_) | Entry::Comment(_) => None,
        }
    }
}

/// Stones added and removed together, without capturing.
//
// Invariant, kept by `put`: the three sets are disjoint.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetUp {
    stones: PerColor<PointSet>,
    empty: PointSet,
    /// The side to move afterwards, if the record states it.
    pub turn: Option<Color>,
}

impl SetUp {
    /// A set-up of stones and the side to move, if known. A white stone wins over a black one on a
    /// point.
    pub fn with_stones(stones: &PerColor<PointSet>, turn: Option<Color>) -> SetUp {
        let mut set_up = SetUp {
            turn,
            ..SetUp::default()
        };
        for color in Color::BOTH {
            set_up.put(Some(color), &stones[color]);
        }
        set_up
    }

    /// Returns the stones added, by color. They replace the contents of their points.
    pub fn stones(&self) -> &PerColor<PointSet> {
        &self.stones
    }

    /// Returns the points made empty.
    pub fn empty(&self) -> &PointSet {
        &self.empty
    }

    /// Returns every point that is set to a stone or to empty.
    pub fn points(&self) -> PointSet {
        let mut points = self.empty;
        for color in Color::BOTH {
            points |= self.stones[color];
        }
        points
    }

    /// Applies the set-up to the stones on a board.
    pub fn apply(&self, stones: &mut PerColor<PointSet>) {
        for color in Color::BOTH {
            stones[color] -= self.points();
            stones[color] |= self.stones[color];
        }
    }

    /// Sets points to a stone, or to empty with `None`, replacing earlier settings.
    pub fn put(&mut self, what: Option<Color>, points: &PointSet) {
        for color in Color::BOTH {
            self.stones[color] -= *points;
        }
        self.empty -= *points;
        match what {
            Some(color) => self.stones[color] |= *points,
            None => self.empty |= *points,
        }
    }

    /// Returns true if the set-up changes nothing.
    pub fn is_empty(&self) -> bool {
        *self == SetUp::default()
    }
}

/// A game-info property that does not affect play or counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum GameInfo {
    /// The name of the game (GN).
    Name,
    /// The event, such as a tournament (EV).
    Event,
    /// The round of the event (RO).
    Round,
    /// The date, preferably as `2001-12-31` (DT).
    Date,
    /// The place (PC).
    Place,
    /// Black's rank (BR).
    BlackRank,
    /// White's rank (WR).
    WhiteRank,
    /// Black's team (BT).
    BlackTeam,
    /// White's team (WT).
    WhiteTeam,
    /// The main time of each player, in seconds (TM).
    Time,
    /// The overtime system (OT).
    Overtime,
    /// The name of the opening (ON).
    Opening,
    /// The author of the comments (AN).
    Annotator,
    /// The recorder of the game (US).
    User,
    /// The source of the record, such as a book (SO).
    Source,
    /// The copyright notice (CP).
    Copyright,
    /// Background or a summary of the game, of one line or more (GC).
    Remark,
}

impl GameInfo {
    /// Every property and its name in SGF.
    pub(super) const NAMES: [(GameInfo, &'static str); 17] = [
        (GameInfo::Name, "GN"),
        (GameInfo::Event, "EV"),
        (GameInfo::Round, "RO"),
        (GameInfo::Date, "DT"),
        (GameInfo::Place, "PC"),
        (GameInfo::BlackRank, "BR"),
        (GameInfo::WhiteRank, "WR"),
        (GameInfo::BlackTeam, "BT"),
        (GameInfo::WhiteTeam, "WT"),
        (GameInfo::Time, "TM"),
        (GameInfo::Overtime, "OT"),
        (GameInfo::Opening, "ON"),
        (GameInfo::Annotator, "AN"),
        (GameInfo::User, "US"),
        (GameInfo::Source, "SO"),
        (GameInfo::Copyright, "CP"),
        (GameInfo::Remark, "GC"),
    ];

    /// Returns the property with a name.
    pub(super) fn named(name: [u8; 2]) -> Option<GameInfo> {
        GameInfo::NAMES
            .iter()
            .find(|(_, known)| known.as_bytes() == name)
            .map(|&(info, _)| info)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::go::point::{Move, Point};

    fn read(text: &str) -> Record {
        text.parse().unwrap()
    }

    #[test]
    fn entries_end_before_a_move() {
        let record = read("(;SZ[9]AB[aa];W[bb]C[x];AE[aa];B[cc];W[dd])");
        let counts =
            [0, 1, 2, 3, 4, 5, usize::MAX].map(|number| record.entries_before(number).len());
        assert_eq!(counts, [1, 1, 4, 5, 6, 6, 6]);
        assert_eq!(Record::new(record.size()).entries_before(1), []);
    }

    #[track_caller]
    fn check_turn(text: &str, number: usize, expected: Color) {
        assert_eq!(
            read(text).turn_before(number),
            expected,
            "before move {number} of {text}"
        );
    }

    #[test]
    fn the_turn_is_stated_or_follows_from_the_moves() {
        use Color::{Black, White};
        check_turn("(;SZ[9])", 1, Black);
        check_turn("(;SZ[9]HA[1])", 1, Black);
        check_turn("(;SZ[9]HA[2]AB[aa][bb])", 1, White);
        check_turn("(;SZ[9]PL[W])", 1, White);
        check_turn("(;SZ[9]AB[aa];W[bb])", 1, White);
        check_turn("(;SZ[9]AB[aa];W[bb])", 2, Black);
        check_turn("(;SZ[9]PL[W];W[bb])", 9, Black);
        check_turn("(;SZ[9];B[aa];B[bb])", 2, Black);
        check_turn("(;SZ[9];B[aa];PL[B])", 2, Black);
        check_turn("(;SZ[9];B[aa];AE[aa])", 2, White);
    }

    #[test]
    fn set_ups_replace_what_was_there() {
        let size = Size::square(3).unwrap();
        let record = read("(;SZ[3]AB[aa:ca];AW[aa]AE[ba]AB[cc])");
        let mut stones = PerColor::default();
        for entry in record.entries() {
            if let Entry::SetUp(set_up) = entry {
                set_up.apply(&mut stones);
            }
        }
        let set = |points: [(u8, u8); 2]| {
            points
                .iter()
                .filter_map(|&(x, y)| Point::new(x, y))
                .collect::<PointSet>()
        };
        assert_eq!(stones[Color::Black], set([(3, 3), (3, 1)]));
        assert_eq!(stones[Color::White], set([(1, 3), (1, 3)]));
        assert!(stones[Color::Black].is_subset(&size.all()));
    }

    #[test]
    #[should_panic(expected = "on the board")]
    fn no_entry_is_off_the_board() {
        let mut record = Record::new(Size::new(5, 9).unwrap());
        record.push(Entry::Play((
            Color::Black,
            Move::At(Point::new(5, 9).unwrap()),
        )));
        record.push(Entry::Play((
            Color::Black,
            Move::At(Point::new(9, 5).unwrap()),
        )));
    }

    #[test]
    fn every_property_has_a_name_of_its_own() {
        let properties: BTreeMap<GameInfo, &str> = GameInfo::NAMES.into();
        let names: BTreeMap<&str, GameInfo> = properties
            .iter()
            .map(|(&info, &name)| (name, info))
            .collect();
        assert_eq!(
            (properties.len(), names.len()),
            (GameInfo::NAMES.len(), GameInfo::NAMES.len())
        );
    }
}
