//! Why a text is not read as a game, and where in the text.

use super::location::Location;
use super::record::{MAX_BYTES, MAX_SET_UPS, MAX_STEPS};
use crate::point::Size;

/// Why a text is not read as a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SgfError {
    /// The text is longer than [`MAX_BYTES`].
    #[error("the file has more than {MAX_BYTES} bytes")]
    TooLarge,
    /// Nothing begins like a game.
    #[error("there is no game: '(;' is not found")]
    NoGame,
    /// The file says that it holds another game.
    #[error("{place}: game {game} is not Go, which is 1")]
    NotGo {
        /// The number of the game.
        game: u32,
        /// Where it stands.
        place: Location,
    },
    /// No board has this size.
    #[error(
        "{place}: board size '{text}' is neither a number from 2 to 25 nor two of them as in 9:13"
    )]
    Size {
        /// What stands there instead, shortened.
        text: String,
        /// Where it stands.
        place: Location,
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
        place: Location,
    },
    /// A stone or an empty point is set up off the board.
    #[error("{place}: the set-up at '{text}' is not on the {size} board")]
    SetUp {
        /// What stands there instead, shortened.
        text: String,
        /// The board.
        size: Size,
        /// Where it stands.
        place: Location,
    },
    /// There are more entries than any game has.
    #[error("{0}: the game has more than {MAX_STEPS} steps or {MAX_SET_UPS} set-ups")]
    TooLong(Location),
}
