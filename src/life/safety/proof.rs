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

/// A part of the board without protected stones, and what the owner keeps or takes there.
///
/// A point is *open* if a neighbour is neither minded nor under a protected stone. The owner's stones there that are not joined to
/// protected chains are *loose*; none of them is at an open point, neither from the beginning on nor later. In a solid proof he
/// plays none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SafeZone {
    /// Its points.
    pub points: PointSet,
    /// What holds whenever the other side is to move.
    pub promises: Vec<Promise>,
    /// Parts between protected stones in which nothing of the other side's can stay, empty or under stones. They may reach out of
    /// the zone, but into no other one.
    pub taken: PointSet,
    /// What can come about and what is done then; nothing if every promise is kept from the beginning on by eyes that need no
    /// answer, and the other side has no room in what is taken.
    pub strategy: Vec<Situation>,
    /// How many situations can come about first, one for each [part](Situation::part) that is taken by itself from the beginning on;
    /// 0 if the first one is the whole zone as it stands on the board.
    pub parts: usize,
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

impl Promise {
    /// The chain that it is about.
    pub(super) fn chain(&self) -> usize {
        match self {
            Promise::Liberties { chain, .. } | Promise::Tied { chain, .. } => *chain,
        }
    }

    /// Whether it says at least as much as another one.
    pub(super) fn implies(&self, other: &Promise) -> bool {
        use Promise::{Liberties, Tied};
        match (self, other) {
            (
                Liberties { chain, count },
                Liberties {
                    chain: same,
                    count: less,
                },
            ) => chain == same && less <= count,
            (Liberties { chain, count: 2 }, Tied { chain: same, .. }) => chain == same,
            (
                Tied { chain, to },
                Tied {
                    chain: same,
                    to: more,
                },
            ) => chain == same && to.iter().all(|to| more.contains(to)),
            _ => false,
        }
    }
}

/// What the owner still minds of a zone, with the other side to move, and his answers.
///
/// A situation minds no points that the one before it does not. Points that are no longer minded count as outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Situation {
    /// The part that is taken by itself, between stones that stay: nothing is promised in it. `None` where promises are kept.
    pub part: Option<PointSet>,
    /// The points that are minded, with all stones of the owner that are joined to protected chains or, in a part, to what is around it.
    pub points: PointSet,
    /// The stones of the owner there.
    pub own: PointSet,
    /// The stones of the other side there.
    pub other: PointSet,
    /// The answer to each play of the other side at a point that is minded, and to a pass where something is to be taken.
    pub answers: Vec<Answer>,
}

/// What the owner does after a play of the other side, or a pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The play; `None` for a pass.
    pub attack: Option<Point>,
    /// Where it is answered; `None` if no stone is needed.
    pub answer: Option<Point>,
    /// What comes then.
    pub next: Next,
}

/// What comes after a play and its answer. Situations are named by their places in the strategy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// Every promise is kept by eyes that need no answer any more, and there is no room left to take.
    Settled,
    /// A situation.
    Situation(usize),
    /// Every promise is kept by eyes that need no answer any more; the parts in which there is room are taken each by itself. In the
    /// order of their first points.
    Parts(Vec<usize>),
}

impl Next {
    /// All situations that come.
    pub(crate) fn situations(&self) -> &[usize] {
        match self {
            Next::Settled => &[],
            Next::Situation(place) => std::slice::from_ref(place),
            Next::Parts(places) => places,
        }
    }
}

impl SafetyProof {
    /// The points, empty or under stones, where nothing of the other side's can stay.
    #[must_use]
    pub fn territory(&self) -> PointSet {
        self.zones.iter().map(|zone| zone.taken).collect()
    }
}

impl SafeZone {
    /// How many situations it begins with, all at once: the whole zone, or each part that is taken by itself.
    pub(crate) fn begins_with(&self) -> usize {
        self.parts.max(1).min(self.strategy.len())
    }
}

impl Situation {
    /// What is done after a play of the other side, or a pass.
    pub(crate) fn answer_to(&self, attack: Option<Point>) -> Option<&Answer> {
        self.answers.iter().find(|answer| answer.attack == attack)
    }
}
