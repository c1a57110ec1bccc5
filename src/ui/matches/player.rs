//! Player: the letter of a program in a match.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Maximum number of programs, A to Z.
pub const MOST_PLAYERS: usize = 26;

/// A program of a match, named A, B, … in the order of the command line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "char", into = "char")]
pub struct Player(u8);

impl Player {
    /// The first program.
    pub const A: Player = Player(0);
    /// The second program.
    pub const B: Player = Player(1);

    /// The first `count` programs.
    pub fn first(count: usize) -> impl Iterator<Item = Player> {
        (0..count.min(MOST_PLAYERS) as u8).map(Player)
    }

    /// Index, from 0.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl From<Player> for char {
    fn from(player: Player) -> char {
        char::from(b'A' + player.0)
    }
}

/// Not a letter of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a letter from A to Z")]
pub struct NoPlayer;

impl TryFrom<char> for Player {
    type Error = NoPlayer;

    fn try_from(letter: char) -> Result<Player, NoPlayer> {
        match letter {
            'A'..='Z' => Ok(Player(letter as u8 - b'A')),
            _ => Err(NoPlayer),
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", char::from(*self))
    }
}

impl fmt::Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
