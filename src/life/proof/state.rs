//! States and moves of a proof's game, as they are on the board.

use crate::go::board::Board;
use crate::go::board::symmetry::Image;
use crate::go::color::{Color, PerColor};
use crate::go::point::{Point, PointSet, Size};
use std::fmt;

/// A move in the game of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProofMove {
    /// A play.
    Play(Point),
    /// A plain pass.
    Pass,
    /// A pass that lifts the bans of all kos. Only a side that is kept from taking a ko may make it
    /// ([`KoBan::KoPass`](crate::life::procedure::KoBan::KoPass)).
    KoPass,
    /// A pass that allows one stone to be retaken, if each ko needs its own pass
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

/// A state of the game of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ProofState {
    /// The stones of each color.
    pub stones: PerColor<PointSet>,
    /// Ko stones that may not be retaken yet.
    pub closed: PointSet,
    /// The defender's stones played in the area since the start (1989).
    pub new: PointSet,
    /// True if the chain has been captured (1989).
    pub removed: bool,
    /// The side to move.
    pub turn: Color,
    /// The memory of the winner's strategy, a number without meaning to the game.
    pub memory: u16,
}

impl ProofMove {
    /// Returns the move on an image of the board.
    #[must_use]
    pub fn image(self, image: Image) -> ProofMove {
        match self {
            ProofMove::Play(at) => ProofMove::Play(image.point(at)),
            ProofMove::PassFor(stone) => ProofMove::PassFor(image.point(stone)),
            ProofMove::Pass | ProofMove::KoPass => self,
        }
    }
}

impl ProofState {
    /// Returns the state on an image of the board.
    #[must_use]
    pub fn image(&self, image: Image) -> ProofState {
        ProofState {
            stones: image.point_sets(&self.stones),
            closed: image.points(&self.closed),
            new: image.points(&self.new),
            turn: image.color(self.turn),
            ..*self
        }
    }

    /// Returns the stones as a board; `None` if a chain has no liberty.
    #[must_use]
    pub fn board(&self, size: Size) -> Option<Board> {
        let PerColor([black, white]) = &self.stones;
        Board::with_stones(size, black, white)
    }
}
