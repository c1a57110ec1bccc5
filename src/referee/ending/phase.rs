//! The phases of a game on its way to the end, and its possible ends.

use super::claim::StatusClaim;
use crate::go::color::Color;
use crate::go::position::{Breach, IllegalMove};
use crate::go::score::Score;
use std::fmt;

/// A phase of a game on its way to the end.
#[derive(Clone, Debug, PartialEq)]
pub enum Phase {
    /// Moves are played; a pass costs nothing.
    Play,
    /// Both have passed and answer the offer to go on towards the end.
    Offer,
    /// Dame and reinforcements are filled by agreement (2009, 8-1).
    Fill,
    /// Play has stopped. Both sides claim the dead stones and those in seki.
    Confirm,
    /// Play for life and death; each pass costs a prisoner (2009, 10).
    PlayOut,
    /// The players do not agree on the stones: it is for the rules' own life and death to say, by a
    /// [`Decision::Ruling`](super::Decision::Ruling) of a judge.
    Ruling,
    /// The game is over.
    Over(Over),
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq)]
pub enum Over {
    /// The game was counted.
    Counted(Box<Counted>),
    /// A position was repeated with equal captures by both sides (2009, 5; Korea).
    Draw,
    /// A position was repeated, and neither side gave way or both consented (無勝負: 2012, 11; 1989,
    /// 12).
    NoResult,
    /// The players do not agree on the end, and neither asks to resume play (両負け: 1989, 13).
    BothLose,
    /// This side resigned (投了: 2012, 6; 1989, 11; 1949, 37).
    Resigned(Color),
    /// A rule violation was found before the end (反則: 2012, 12; 1949, 44; 1989, 14).
    Forfeit(Breach),
}

/// The name of the phase in records.
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

/// A count, and the claim it follows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Counted {
    /// The score.
    pub score: Score,
    /// The dead stones and those in seki.
    pub claim: StatusClaim,
}

/// The reasons why an action is not possible now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotNow {
    /// The rules forbid the move.
    #[error("{0}")]
    Illegal(#[from] IllegalMove),
    /// It is the other side's turn.
    #[error("out of turn")]
    OutOfTurn,
    /// The phase does not allow it.
    #[error("not in this phase of the ending")]
    Phase,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The moves so far do not follow the rules of the ending.
    #[error("no phased ending here")]
    NoEnding,
    /// The opponent has not violated a rule, and no stone is displaced.
    #[error("there is nothing to consent to")]
    Nothing,
    /// The claim names points without stones.
    #[error("there are no stones on all of these points")]
    NoStones,
}
