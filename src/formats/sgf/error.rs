//! The reasons why a text cannot be read as a game, with locations.

use super::location::Location;
use super::record::{MAX_BYTES, MAX_SET_UPS, MAX_STEPS};

/// The reason why a text cannot be read as a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SgfError {
    /// The text is longer than [`MAX_BYTES`].
    #[error("the file has more than {MAX_BYTES} bytes")]
    TooLarge,
    /// Nothing looks like a game.
    #[error("there is no game: '(;' and properties are not found")]
    NoGame,
    /// The file holds another game than Go.
    #[error("{place}: game {game} is not Go, which is 1")]
    NotGo {
        /// The number of the game.
        game: u32,
        /// The location.
        place: Location,
    },
    /// The board size is impossible.
    #[error(
        "{place}: board size '{text}' is neither a number from 2 to 25 nor two of them as in 9:13"
    )]
    Size {
        /// The value found, shortened.
        text: String,
        /// The location.
        place: Location,
    },
    /// There are more entries than any game has.
    #[error("{0}: the game has more than {MAX_STEPS} steps or {MAX_SET_UPS} set-ups")]
    TooLong(Location),
}
