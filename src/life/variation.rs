//! Variations that illustrate the verdict on a chain. They prove nothing.

use crate::go::board::Play;
use crate::go::board::symmetry::Image;

/// A sequence of moves in the game that judges a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// The moves in order. The sides alternate.
    pub plays: Vec<Play>,
    /// The indices of the moves that are passes for kos (they lift ko bans).
    pub ko_passes: Vec<usize>,
    /// The end of the sequence.
    pub end: VariationEnd,
}

impl Variation {
    /// No moves: nothing had to be played.
    pub(super) const EMPTY: Variation = Variation {
        plays: Vec::new(),
        ko_passes: Vec::new(),
        end: VariationEnd::Settled,
    };

    fn image(&self, image: Image) -> Variation {
        Variation {
            plays: self.plays.iter().map(|&play| image.play(play)).collect(),
            ko_passes: self.ko_passes.clone(),
            end: self.end,
        }
    }
}

impl Variations {
    /// Returns the variations on an image of the board.
    #[must_use]
    pub fn image(&self, image: Image) -> Variations {
        Variations {
            main: self.main.image(image),
            tries: self.tries.iter().map(|line| line.image(image)).collect(),
        }
    }
}

/// The end of a variation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariationEnd {
    /// Nothing can change any more.
    Settled,
    /// The position after this many of its moves has come up again.
    Repeated(usize),
    /// The play goes on but is cut off here.
    Open,
}

/// The play behind the verdict on a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variations {
    /// The winner's play against the longest resistance.
    pub main: Variation,
    /// The loser's other first moves with their refutations, the longest resistance first.
    pub tries: Vec<Variation>,
}
