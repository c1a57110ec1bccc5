//! States and moves of the game by which a chain is judged, as they are on the board.

use crate::board::Board;
use crate::color::{Color, PerColor};
use crate::point::{Point, PointSet, Size};
use std::fmt;

/// A move of the game by which a chain is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProofMove {
    /// A play.
    Play(Point),
    /// A pass.
    Pass,
    /// A pass that lifts the bans of all kos, which only a side may make that could otherwise take one
    /// ([`KoBan::KoPass`](crate::life::procedure::KoBan::KoPass)).
    KoPass,
    /// A pass that lets a stone be taken back, where each ko needs a pass of its own
    /// ([`KoBan::PassForEach`](crate::life::procedure::KoBan::PassForEach)).
    PassFor(Point),
}

impl fmt::Display for ProofMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProofMove::Play(at) => write!(f, "{at}"),
            ProofMove::Pass => f.write_str("pass"),
            ProofMove::KoPass => f.write_str("pass for the kos"),
            ProofMove::PassFor(stone) => write!(f, "pass for {stone}"),
        }
    }
}

/// A state of the game by which a chain is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ProofState {
    /// The stones of each color.
    pub stones: PerColor<PointSet>,
    /// The stones that have taken in a ko and may not be taken back yet.
    pub closed: PointSet,
    /// The defender's stones in the area that have come since the beginning (1989).
    pub new: PointSet,
    /// Whether the chain is off the board, or has been (1989).
    pub removed: bool,
    /// The side to move.
    pub turn: Color,
    /// What the winner remembers of the play before, as a number that means something to his strategy only.
    pub memory: u16,
}

impl ProofState {
    /// The stones on a board; `None` if a chain would have no liberty.
    #[must_use]
    pub fn board(&self, size: Size) -> Option<Board> {
        let PerColor([black, white]) = &self.stones;
        Board::with_stones(size, black, white)
    }
}
