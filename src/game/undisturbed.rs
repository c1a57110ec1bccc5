//! What becomes of a game in which stones were displaced, and what it would be without that.

use crate::board::Play;
use crate::color::Color;
use crate::position::Position;

/// What becomes of a game in which stones were displaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// It goes on as the board stands, both having consented.
    AsItStands,
    /// Everything is put back to where the moves had it, and the game goes on.
    PutBack,
    /// It cannot be mended, which ends it.
    Ends(Spoilt),
}

/// How a game ends that cannot be mended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spoilt {
    /// Without a result.
    NoResult,
    /// Both lose.
    BothLose,
    /// This side loses.
    Loss(Color),
}

/// The game as it would be if no stone had been displaced, up to the last stones set up.
#[derive(Clone, Debug)]
pub(super) struct Undisturbed {
    pub(super) start: Position,
    pub(super) plays: Vec<Play>,
    /// How many of these were made before stones were first displaced; `None` as long as none were.
    pub(super) before: Option<usize>,
}

impl Undisturbed {
    /// A game from here on.
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

    /// Says that stones were displaced here.
    pub(super) fn disturb(&mut self) {
        self.before.get_or_insert(self.plays.len());
    }

    /// Whether stones were displaced.
    pub(super) fn is_disturbed(&self) -> bool {
        self.before.is_some()
    }
}
