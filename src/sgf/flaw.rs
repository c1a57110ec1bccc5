//! What is wrong with a text that is read as a game all the same.

use crate::rules::MOST_KOMI;

/// What is wrong with a text that is read as a game all the same.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Flaw {
    /// The text ends before the game does.
    #[error("the game breaks off: its last ')' is missing, and moves may be, too")]
    BreaksOff,
    /// The komi is no number or beyond [`MOST_KOMI`], and is passed over.
    #[error("komi '{0}' is not a number up to {MOST_KOMI} either way, and is passed over")]
    Komi(String),
}
