//! Games with displaced stones: the remedy, and the game without the accident.

use crate::go::board::Play;
use crate::go::color::Color;
use crate::go::position::Position;

/// The consequence of displaced stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// The game goes on as the board stands, since both sides have consented.
    AsItStands,
    /// All stones are put back according to the moves, and the game goes on.
    PutBack,
    /// The stones cannot be put back. The game is over.
    Ends(Spoilt),
}

/// The outcome of a game with displaced stones that cannot be put back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spoilt {
    /// No result.
    NoResult,
    /// Both lose.
    BothLose,
    /// This side loses.
    Loss(Color),
}

/// The game as it would be without displaced stones, up to the last setup.
#[derive(Clone, Debug)]
pub(super) struct Undisturbed {
    pub(super) start: Position,
    pub(super) plays: Vec<Play>,
    /// The number of moves before the first displacement; `None` without one.
    pub(super) before: Option<usize>,
}

impl Undisturbed {
    /// Starts at a position.
    pub(super) fn from(start: Position) -> Undisturbed {
        Undisturbed {
            start,
            plays: Vec::new(),
            before: None,
        }
    }

    /// Adds a move.
    pub(super) fn add(&mut self, play: Play) {
        if self.plays.is_empty() {
            self.start.set_turn(play.0);
        }
        self.plays.push(play);
    }

    /// Records a displacement at this point of the game.
    pub(super) fn disturb(&mut self) {
        self.before.get_or_insert(self.plays.len());
    }

    /// Returns true if stones were displaced.
    pub(super) fn is_disturbed(&self) -> bool {
        self.before.is_some()
    }
}
