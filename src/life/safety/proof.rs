//! What shows that chains are safe: zones, what they promise, and how that is kept. Knows nothing of how it is found.

use crate::color::Color;
use crate::point::{Point, PointSet};

/// A claim that chains of one color are never captured if their owner answers each play in a zone as the zone's strategy
/// says, whoever moves first and wherever else the other side plays.
///
/// Whoever relies on it verifies it on the board, and checks that the owner, the chains and the rule for suicide are those
/// in question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SafetyProof {
    /// Whose chains they are.
    pub owner: Color,
    /// Whether the other side is taken to be allowed suicide. A proof that holds with suicide holds without.
    pub suicide: bool,
    /// Whether every answer is joined to what is protected. Under a superko rule it must be: then the owner's stones only
    /// grow in the zones, and no answer brings a position back.
    pub solid: bool,
    /// The protected chains: whole chains of the owner on the board.
    pub chains: Vec<PointSet>,
    /// Where the owner answers. No two share a point.
    pub zones: Vec<SafeZone>,
}

/// A part of the board without protected stones, and what the owner keeps there.
///
/// It is *closed* if each neighbour of its points is one of them or under a protected stone. In a closed zone the owner may
/// answer anywhere, unless the proof is solid, and may have stones from the beginning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SafeZone {
    /// Its points.
    pub points: PointSet,
    /// What holds whenever the other side is to move.
    pub promises: Vec<Promise>,
    /// What is done in each situation that can come about, in no particular order. A situation that is not in it needs no
    /// answer any more: every promise is kept there by eyes.
    pub strategy: Vec<Situation>,
}

/// What a zone promises of a protected chain. Chains are named by their places in [`SafetyProof::chains`].
///
/// The *block* of a chain is what is joined with it within the zone: the owner's stones there, and the protected chains
/// that they touch.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Promise {
    /// The block of the chain has so many liberties in the zone, one or two.
    Liberties {
        /// Whose liberties.
        chain: usize,
        /// How many.
        count: u32,
    },
    /// The block of the chain contains one of others, or has two liberties in the zone.
    Tied {
        /// What is tied.
        chain: usize,
        /// To which.
        to: Vec<usize>,
    },
}

/// The stones in a zone with the other side to move, and the owner's answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Situation {
    /// The stones of the owner in the zone.
    pub own: PointSet,
    /// The stones of the other side in the zone.
    pub other: PointSet,
    /// For each play of the other side the owner's answer, or `None` where he needs none. Plays that are not listed need
    /// none either.
    pub answers: Vec<(Point, Option<Point>)>,
}
