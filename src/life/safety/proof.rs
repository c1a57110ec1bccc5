//! Safety proofs: zones, their promises, and the strategies that keep them. Independent of the
//! search that finds them.

use crate::go::board::symmetry::Image;
use crate::go::color::Color;
use crate::go::point::{Point, PointSet};

/// A claim that chains of one color are never captured if their owner follows the zones'
/// strategies.
///
/// It holds whoever moves first and wherever else the opponent plays. A caller that relies on it
/// must verify it on the board, and check that its owner, chains and suicide rule are the intended
/// ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SafetyProof {
    /// The color of the protected chains.
    pub owner: Color,
    /// True if the opponent is assumed to be allowed suicide. A proof that holds with suicide also
    /// holds without.
    pub suicide: bool,
    /// True if every answer is connected to a protected chain. A superko rule requires this: the
    /// owner's stones in the zones then only grow, so no answer repeats a position.
    pub solid: bool,
    /// The protected chains: whole chains of the owner on the board.
    pub chains: Vec<PointSet>,
    /// The zones where the owner answers. No two share a point.
    pub zones: Vec<SafeZone>,
}

/// A part of the board without protected stones, with the guarantees the owner keeps or the
/// territory it takes there.
///
/// A point is *open* if a neighbor is neither relevant nor under a protected stone. Owner stones in
/// the zone that are not connected to protected chains are *loose*. No loose stone is ever at an
/// open point, and a solid proof plays none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SafeZone {
    /// The points of the zone.
    pub points: PointSet,
    /// The guarantees that hold whenever the opponent is to move.
    pub promises: Vec<Promise>,
    /// The territory: parts between protected stones, empty or occupied, where no opposing stone
    /// can stay. They may extend beyond the zone, but not into another zone.
    pub taken: PointSet,
    /// The nodes of the strategy. Empty if eyes that need no answer keep every promise from the
    /// start, and the opponent has no room in the territory.
    pub strategy: Vec<Situation>,
    /// The number of initial nodes, one for each [part](Situation::part) that is taken by itself
    /// from the start; 0 if the first node is the whole zone as it stands on the board.
    pub parts: usize,
}

/// A guarantee of a zone about a protected chain. Chains are indices into [`SafetyProof::chains`].
///
/// The *block* of a chain is everything connected to it within the zone: the owner's stones there,
/// and the protected chains they touch.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Promise {
    /// The block of the chain has at least this many liberties in the zone.
    Liberties {
        /// The chain that has them.
        chain: usize,
        /// One or two liberties.
        count: u32,
    },
    /// The block of the chain contains one of several others, or has two liberties in the zone (a
    /// miai connection).
    Tied {
        /// The chain to connect.
        chain: usize,
        /// The chains it connects to.
        to: Vec<usize>,
    },
}

impl Promise {
    /// Returns the chain that the promise is about.
    pub(super) fn chain(&self) -> usize {
        match self {
            Promise::Liberties { chain, .. } | Promise::Tied { chain, .. } => *chain,
        }
    }

    /// Returns true if this promise is at least as strong as another.
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

/// A node of a zone's strategy: the relevant points with their stones, the opponent to move, and
/// the owner's answers.
///
/// Its relevant points are among those of its predecessor. Points that are not relevant count as
/// outside the zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Situation {
    /// The part that is taken by itself, between stones that stay; no promise is kept there. `None`
    /// if promises are kept.
    pub part: Option<PointSet>,
    /// The relevant points. They include all owner stones connected to protected chains or, in a
    /// part, to its surroundings.
    pub points: PointSet,
    /// The owner's stones on relevant points.
    pub own: PointSet,
    /// The opponent's stones on relevant points.
    pub other: PointSet,
    /// The answers to each play on a relevant point and, if there is territory to take, to a pass.
    pub answers: Vec<ZoneAnswer>,
}

/// The owner's answer to an opposing play or pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZoneAnswer {
    /// The opposing play; `None` for a pass.
    pub attack: Option<Point>,
    /// The owner's play; `None` if no stone is needed.
    pub answer: Option<Point>,
    /// The continuation.
    pub next: Next,
}

/// The continuation after a play and its answer. Situations are indices into the strategy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// Eyes that need no answer keep every promise, and no room is left to take.
    Settled,
    /// The next node.
    Situation(usize),
    /// Eyes that need no answer keep every promise. Each part with room left is taken by itself, in
    /// the order of first points.
    Parts(Vec<usize>),
}

impl Next {
    /// Returns all nodes of the continuation.
    pub(crate) fn situations(&self) -> &[usize] {
        match self {
            Next::Settled => &[],
            Next::Situation(place) => std::slice::from_ref(place),
            Next::Parts(places) => places,
        }
    }
}

impl SafetyProof {
    /// Returns the points, empty or under stones, where no opposing stone can stay.
    #[must_use]
    pub fn territory(&self) -> PointSet {
        self.zones.iter().map(|zone| zone.taken).collect()
    }

    /// Returns the proof on an image of the board.
    #[must_use]
    pub fn image(&self, image: Image) -> SafetyProof {
        SafetyProof {
            owner: image.color(self.owner),
            suicide: self.suicide,
            solid: self.solid,
            chains: self
                .chains
                .iter()
                .map(|chain| image.points(chain))
                .collect(),
            zones: self.zones.iter().map(|zone| zone.image(image)).collect(),
        }
    }
}

impl SafeZone {
    /// Returns the number of initial nodes, which are all active at once: the whole zone, or each
    /// part that is taken by itself.
    pub(crate) fn begins_with(&self) -> usize {
        self.parts.max(1).min(self.strategy.len())
    }

    /// The zone on the image of the board. Parts are in the order of their first points on a board,
    /// so the situations that the zone begins with may change places.
    fn image(&self, image: Image) -> SafeZone {
        let first = |place: &usize| {
            let part = self.strategy[*place].part.expect("it is of a part");
            image.points(&part).first()
        };
        let in_order = |places: &[usize]| {
            let mut places = places.to_vec();
            places.sort_by_key(first);
            places
        };
        let begins: Vec<usize> = (0..self.parts).collect();
        let begins = in_order(&begins);
        let place = |old: usize| begins.iter().position(|&from| from == old).unwrap_or(old);
        let next = |next: &Next| match next {
            Next::Settled => Next::Settled,
            Next::Situation(next) => Next::Situation(place(*next)),
            Next::Parts(parts) => Next::Parts(in_order(parts).into_iter().map(place).collect()),
        };
        let answer = |answer: &ZoneAnswer| ZoneAnswer {
            attack: answer.attack.map(|at| image.point(at)),
            answer: answer.answer.map(|at| image.point(at)),
            next: next(&answer.next),
        };
        let situation = |situation: &Situation| Situation {
            part: situation.part.map(|part| image.points(&part)),
            points: image.points(&situation.points),
            own: image.points(&situation.own),
            other: image.points(&situation.other),
            answers: situation.answers.iter().map(answer).collect(),
        };
        let begun = begins.iter().map(|&old| &self.strategy[old]);
        let rest = self.strategy.iter().skip(self.parts);
        SafeZone {
            points: image.points(&self.points),
            promises: self.promises.clone(),
            taken: image.points(&self.taken),
            strategy: begun.chain(rest).map(situation).collect(),
            parts: self.parts,
        }
    }
}

impl Situation {
    /// Returns the answer to an opposing play, or to a pass.
    pub(crate) fn answer_to(&self, attack: Option<Point>) -> Option<&ZoneAnswer> {
        self.answers.iter().find(|answer| answer.attack == attack)
    }
}
