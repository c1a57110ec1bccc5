//! Problems of a text that do not prevent reading it as a game.

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
}
