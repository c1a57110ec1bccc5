//! Game records: the main line of a game in SGF (FF\[4\] and what older versions left behind).
//!
//! <https://www.red-bean.com/sgf/> describes the format. A [`Record`] holds what this engine can use: the
//! board, the facts about the game, and its main line as [`Step`]s. It knows no legality: whether a move
//! may be played is for a position to say.

mod charset;
mod parse;
mod write;

use crate::board::Play;
use crate::color::{Color, PerColor};
use crate::point::{PointSet, Size};
use std::collections::BTreeMap;
use std::fmt;

pub use parse::Collection;

/// The longest text that is read as SGF, in bytes; whoever reads a file can stop after one more.
pub const MAX_BYTES: usize = 64 << 20;
/// The most steps that a record may have.
pub const MAX_STEPS: usize = 1 << 20;
/// The most steps of a record that may be set-ups, which take more room than moves.
pub const MAX_SET_UPS: usize = 1 << 14;

/// One game: its board, the facts about it, and its main line.
///
/// Holds no variations and no markup, and is no position: the moves may be illegal.
///
/// ```
/// use wakari::sgf::Record;
/// let record = Record::from_bytes(b"(;SZ[9]KM[6.5];B[ee];W[ce])").unwrap();
/// assert_eq!(record.komi, Some(6.5));
/// assert_eq!(record.moves().count(), 2);
/// assert_eq!(record.steps_before(2).len(), 1);
/// ```
//
// Each point of a step lies on the board; `new` and `push` see to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    size: Size,
    steps: Vec<Step>,
    /// The komi, as it stands in the file: some servers write 375 for 3.75 points.
    pub komi: Option<f64>,
    /// The number of handicap stones that was agreed on; the stones themselves are set-ups or moves.
    pub handicap: Option<u32>,
    /// The name of the rules, as it stands in the file.
    pub rules: Option<String>,
    /// The result, as it stands in the file, such as `B+3.5`, `W+R` or `0`.
    pub result: Option<String>,
    /// The names of the players.
    pub players: PerColor<Option<String>>,
    /// What else is known of the game.
    pub details: BTreeMap<Detail, String>,
}

impl Record {
    /// A game without steps, of which nothing is known but the board.
    pub fn new(size: Size) -> Record {
        Record {
            size,
            steps: Vec::new(),
            komi: None,
            handicap: None,
            rules: None,
            result: None,
            players: PerColor::default(),
            details: BTreeMap::new(),
        }
    }

    /// Reads the first game of an SGF file, in the character set it names.
    ///
    /// # Errors
    ///
    /// An [`SgfError`] if there is no game of Go or it has a step that is not on its board. What is
    /// merely unusual or cut short is read as far as it goes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Record, SgfError> {
        Collection::from_bytes(bytes)?.first()
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// What happens, from the empty board on.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Adds a step at the end.
    ///
    /// # Panics
    ///
    /// If a point of the step is not on the board.
    pub fn push(&mut self, step: Step) {
        let on_board = match &step {
            Step::Play((_, to)) => to.point().is_none_or(|point| self.size.contains(point)),
            Step::SetUp(set_up) => set_up.points().is_subset(&self.size.all()),
            Step::Comment(_) => true,
        };
        assert!(on_board, "the points of a step lie on the board");
        self.steps.push(step);
    }

    /// The moves, without set-ups and comments.
    pub fn moves(&self) -> impl Iterator<Item = Play> + '_ {
        self.steps.iter().filter_map(Step::play)
    }

    /// The steps that lead to the position before the move of this number, counted from 1: all steps if
    /// there are fewer moves.
    pub fn steps_before(&self, number: usize) -> &[Step] {
        let mut moves = (0..self.steps.len()).filter(|&step| self.steps[step].play().is_some());
        let end = moves.nth(number.saturating_sub(1));
        &self.steps[..end.unwrap_or(self.steps.len())]
    }

    /// Whose turn it is before the move of this number, counted from 1.
    ///
    /// The record may say so. If not, it is the turn of the player who makes that move; after the last
    /// move, the other player's; and in a game without moves White's if there is a handicap, else Black's.
    pub fn turn_before(&self, number: usize) -> Color {
        let before = self.steps_before(number);
        let last = before
            .iter()
            .enumerate()
            .rev()
            .find_map(|(at, step)| Some((at, step.play()?)));
        let since = last.map_or(before, |(at, _)| &before[at..]);
        let stated = since.iter().rev().find_map(|step| match step {
            Step::SetUp(set_up) => set_up.turn,
            _ => None,
        });
        let next = self.steps[before.len()..].iter().find_map(Step::play);
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

/// One thing that happens on the main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A player plays on a point or passes.
    Play(Play),
    /// Stones are put on the board or taken off it other than by a move.
    SetUp(Box<SetUp>),
    /// Something is said of the steps before.
    Comment(String),
}

impl Step {
    /// The move, if it is one.
    pub fn play(&self) -> Option<Play> {
        match self {
            Step::Play(play) => Some(*play),
            Step::SetUp(_) | Step::Comment(_) => None,
        }
    }
}

/// Stones put on the board and taken off it at once, without capturing.
///
/// No two of the three sets have a point in common.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetUp {
    /// Where stones of each color are put, whatever was there.
    pub stones: PerColor<PointSet>,
    /// The points that are made empty.
    pub empty: PointSet,
    /// Whose turn it is afterwards, if the record says so.
    pub turn: Option<Color>,
}

impl SetUp {
    /// Every point whose stone or emptiness is set.
    pub fn points(&self) -> PointSet {
        let mut points = self.empty;
        for color in Color::BOTH {
            points |= self.stones[color];
        }
        points
    }

    /// Changes the stones on a board into what they are afterwards.
    pub fn apply(&self, stones: &mut PerColor<PointSet>) {
        for color in Color::BOTH {
            stones[color] -= self.points();
            stones[color] |= self.stones[color];
        }
    }

    /// Sets points to a stone or, with `None`, to emptiness, instead of what they were set to.
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

    /// Whether it changes nothing.
    pub fn is_empty(&self) -> bool {
        *self == SetUp::default()
    }
}

/// A fact about a game that does not touch how it is played or counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Detail {
    /// The name of the game (GN).
    Name,
    /// The event, such as a tournament (EV).
    Event,
    /// The round of the event (RO).
    Round,
    /// When it was played, best as `2001-12-31` (DT).
    Date,
    /// Where it was played (PC).
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
    /// How overtime is counted (OT).
    Overtime,
    /// What the opening is called (ON).
    Opening,
    /// Who wrote the comments (AN).
    Annotator,
    /// Who entered the game (US).
    User,
    /// Where the record is from, such as a book (SO).
    Source,
    /// Whose the record is (CP).
    Copyright,
    /// Background or a summary of the game, of one line or more (GC).
    Remark,
}

impl Detail {
    /// Every detail and its name in SGF.
    const NAMES: [(Detail, &'static str); 17] = [
        (Detail::Name, "GN"),
        (Detail::Event, "EV"),
        (Detail::Round, "RO"),
        (Detail::Date, "DT"),
        (Detail::Place, "PC"),
        (Detail::BlackRank, "BR"),
        (Detail::WhiteRank, "WR"),
        (Detail::BlackTeam, "BT"),
        (Detail::WhiteTeam, "WT"),
        (Detail::Time, "TM"),
        (Detail::Overtime, "OT"),
        (Detail::Opening, "ON"),
        (Detail::Annotator, "AN"),
        (Detail::User, "US"),
        (Detail::Source, "SO"),
        (Detail::Copyright, "CP"),
        (Detail::Remark, "GC"),
    ];
}

/// A place in a text: line and column, both counted from 1, the column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The character within the line.
    pub column: usize,
}

impl Place {
    /// Where every text begins.
    const START: Place = Place { line: 1, column: 1 };
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Why a text is not read as a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SgfError {
    /// The text is longer than [`MAX_BYTES`].
    #[error("the file has more than {MAX_BYTES} bytes")]
    TooLarge,
    /// Nothing begins like a game.
    #[error("there is no game: '(;' is not found")]
    NoGame,
    /// The file says that it is another game.
    #[error("{place}: game {game} is not Go, which is 1")]
    NotGo {
        /// The number of the game.
        game: u32,
        /// Where it stands.
        place: Place,
    },
    /// The size is none a board can have.
    #[error(
        "{place}: board size '{text}' is neither a number from 2 to 25 nor two of them as in 9:13"
    )]
    Size {
        /// What stands there instead, shortened.
        text: String,
        /// Where it stands.
        place: Place,
    },
    /// A move is neither a point of the board nor a pass.
    #[error("{place}: move {number} at '{text}' is not on the {size} board")]
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// What stands there instead, shortened.
        text: String,
        /// The board.
        size: Size,
        /// Where it stands.
        place: Place,
    },
    /// A stone or an empty point is set up off the board.
    #[error("{place}: the set-up at '{text}' is not on the {size} board")]
    SetUp {
        /// What stands there instead, shortened.
        text: String,
        /// The board.
        size: Size,
        /// Where it stands.
        place: Place,
    },
    /// There are more steps than any game has.
    #[error("{0}: the game has more than {MAX_STEPS} steps or {MAX_SET_UPS} set-ups")]
    TooLong(Place),
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::point::{Move, Point};

    fn read(text: &str) -> Record {
        text.parse().unwrap()
    }

    #[test]
    fn steps_are_cut_before_a_move() {
        let record = read("(;SZ[9]AB[aa];W[bb]C[x];AE[aa];B[cc];W[dd])");
        let counts = [0, 1, 2, 3, 4, 5, usize::MAX].map(|number| record.steps_before(number).len());
        assert_eq!(counts, [1, 1, 4, 5, 6, 6, 6]);
        assert_eq!(Record::new(record.size()).steps_before(1), []);
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
        for step in record.steps() {
            if let Step::SetUp(set_up) = step {
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
    fn no_step_is_off_the_board() {
        let mut record = Record::new(Size::new(5, 9).unwrap());
        record.push(Step::Play((
            Color::Black,
            Move::At(Point::new(5, 9).unwrap()),
        )));
        record.push(Step::Play((
            Color::Black,
            Move::At(Point::new(9, 5).unwrap()),
        )));
    }

    #[test]
    fn every_detail_has_a_name_of_its_own() {
        let details: BTreeMap<Detail, &str> = Detail::NAMES.into();
        let names: BTreeMap<&str, Detail> = details
            .iter()
            .map(|(&detail, &name)| (name, detail))
            .collect();
        assert_eq!(
            (details.len(), names.len()),
            (Detail::NAMES.len(), Detail::NAMES.len())
        );
    }
}
