//! Problems of a text that do not prevent reading it as a game.

use super::location::Location;
use crate::go::board::Play;
use crate::go::point::Size;
use crate::go::rules::MOST_KOMI;

/// A problem of a text that does not prevent reading it as a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Flaw {
    /// The text ends before the game does.
    #[error("the game breaks off: its last ')' is missing, and moves may be, too")]
    BreaksOff,
    /// The komi is not a number or exceeds [`MOST_KOMI`], and is ignored.
    #[error("komi '{0}' is not a number up to {MOST_KOMI} either way, and is passed over")]
    Komi(String),
    /// The name of the rules is unknown.
    #[error("rules '{0}' (RU) are unknown, and are passed over")]
    Rules(String),
    /// Moves that are neither points of the board nor passes are read as passes.
    #[error("{place}: move {number} at '{text}' is not on the {size} board: read as a pass{}", and_more(.more))]
    Move {
        /// The number of the first of them, from 1.
        number: usize,
        /// Its value, shortened.
        text: String,
        /// The board size.
        size: Size,
        /// Its location.
        place: Location,
        /// The number of further ones.
        more: usize,
    },
    /// A move is on a stone, which is removed first.
    #[error("{}move {number} at {} is on a stone, which gives way", at(place), .play.1)]
    Occupied {
        /// The number of the move, from 1.
        number: usize,
        /// The move.
        play: Play,
        /// Its location, if known.
        place: Option<Location>,
    },
    /// Stones and empty points that are set up off the board are left out.
    #[error("{place}: the set-up at '{text}' is not on the {size} board: left out{}", and_more(.more))]
    SetUp {
        /// The value of the first of them, shortened.
        text: String,
        /// The board size.
        size: Size,
        /// Its location.
        place: Location,
        /// The number of further ones.
        more: usize,
    },
    /// The text is not in the character set that it names (CA), or names none.
    #[error("{}read as {used}", charset_of(named))]
    Charset {
        /// The name in the text, shortened.
        named: Option<String>,
        /// The character set that fits the bytes.
        used: &'static str,
    },
}

/// Returns the reason for guessing a character set.
fn charset_of(named: &Option<String>) -> String {
    match named {
        Some(named) => format!("the character set is not '{named}', as CA says: "),
        None => "no character set is named (CA): ".to_owned(),
    }
}

/// Returns the end of a message about the first of several problems.
fn and_more(more: &usize) -> String {
    match more {
        0 => String::new(),
        more => format!(" (and {more} more)"),
    }
}

/// Returns the start of a message about a location.
fn at(place: &Option<Location>) -> String {
    place.map_or(String::new(), |place| format!("{place}: "))
}
