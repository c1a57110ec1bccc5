//! Where a game stands on its way to the end, and how it can have ended.

use super::claim::Claim;
use crate::position::{Breach, IllegalMove};
use crate::score::Score;
use std::fmt;

/// Where a game stands on its way to the end.
#[derive(Clone, Debug, PartialEq)]
pub enum Phase {
    /// Moves are played; a pass costs nothing.
    Play,
    /// Both have passed and are asked whether to go on towards the end.
    Offer,
    /// Dame are filled and territories mended in agreement (2009, 8-1).
    Fill,
    /// Play has stopped: both say which stones are dead and which in seki.
    Confirm,
    /// Play is for life and death; a pass costs a prisoner (2009, 10).
    PlayOut,
    /// The players do not agree on the stones: it is for the rules' own life and death to say, by a
    /// [`Decision::Ruling`](super::Decision::Ruling) of whoever judges.
    Ruling,
    /// The game is over.
    Over(Over),
}

/// How a game ended. That a player has resigned is outside of this.
#[derive(Clone, Debug, PartialEq)]
pub enum Over {
    /// It was counted.
    Counted(Box<Counted>),
    /// A position came up again, as many stones of either side having been taken in between (2009, 5; Korea).
    Draw,
    /// A position came up again, and neither side gave way or both consented (無勝負: 2012, 11; 1989, 12).
    NoResult,
    /// The players do not agree on the end, and nobody asks to resume play (両負け: 1989, 13).
    BothLose,
    /// A foul was found before the end (反則: 2012, 12; 1949, 44; 1989, 14).
    Forfeit(Breach),
}

/// What the phase is called in records.
impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Phase::Play => "play",
            Phase::Offer => "offer",
            Phase::Fill => "fill",
            Phase::Confirm => "confirm",
            Phase::PlayOut => "play out",
            Phase::Ruling => "ruling",
            Phase::Over(Over::BothLose) => "over, both lose",
            Phase::Over(_) => "over",
        })
    }
}

/// What was counted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Counted {
    /// The score.
    pub score: Score,
    /// The stones that are dead, and those in seki.
    pub claim: Claim,
}

/// Why something cannot be done now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotNow {
    /// The rules forbid the move.
    #[error("{0}")]
    Illegal(#[from] IllegalMove),
    /// It is the other side's turn.
    #[error("out of turn")]
    OutOfTurn,
    /// The phase does not ask for it.
    #[error("not in this phase of the ending")]
    Phase,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The moves so far do not follow the rules of the ending.
    #[error("no phased ending here")]
    NoEnding,
    /// There is no foul of the other side and no displaced stone.
    #[error("there is nothing to consent to")]
    Nothing,
    /// A claim names points without stones.
    #[error("there are no stones on all of these points")]
    NoStones,
}
