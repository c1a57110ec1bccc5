//! Play that shows how a verdict on a chain comes about. It illustrates; it proves nothing.

use crate::board::Play;

/// A sequence of moves in the game by which a chain is judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// The moves in order; the sides alternate.
    pub plays: Vec<Play>,
    /// Which of them, counted from 0, are passes that lift the bans of kos.
    pub ko_passes: Vec<usize>,
    /// How it ends.
    pub end: VariationEnd,
}

impl Variation {
    /// No moves: nothing had to be played.
    pub(super) const EMPTY: Variation = Variation {
        plays: Vec::new(),
        ko_passes: Vec::new(),
        end: VariationEnd::Settled,
    };
}

/// How a variation ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariationEnd {
    /// Nothing can change any more.
    Settled,
    /// The position after this many of its moves has come up again.
    Repeated(usize),
    /// It goes on, but is cut off here.
    Open,
}

/// How the verdict on a chain comes about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variations {
    /// The winner's play against the longest resistance.
    pub main: Variation,
    /// The loser's other first moves and what becomes of them, the longest resistance first.
    pub tries: Vec<Variation>,
}
