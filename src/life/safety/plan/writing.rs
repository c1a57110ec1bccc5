//! Conversion of the held zones to a proof.

use super::super::keep::Minded;
use super::super::proof::{Promise, SafeZone, SafetyProof, Situation, ZoneAnswer};
use super::super::zone::{Zone, ZoneBits, each};
use super::{Decomposer, ProvenZone};
use crate::go::point::PointSet;

impl Decomposer<'_> {
    /// Returns the proof, with the protected chains renumbered.
    pub(super) fn proof(&self) -> SafetyProof {
        let numbers = self.numbers();
        let place = |chain: &usize| numbers.iter().position(|number| number == chain);
        let promise = |promise: &Promise| {
            Some(match promise {
                Promise::Liberties { chain, count } => Promise::Liberties {
                    chain: place(chain)?,
                    count: *count,
                },
                Promise::Tied { chain, to } => Promise::Tied {
                    chain: place(chain)?,
                    to: to.iter().map(place).collect::<Option<_>>()?,
                },
            })
        };
        let zone = |held: &ProvenZone| SafeZone {
            points: held.points,
            promises: held.promises.iter().filter_map(promise).collect(),
            taken: held.taken,
            strategy: held.strategy.clone(),
            parts: held.parts,
        };
        SafetyProof {
            owner: self.owner,
            suicide: self.effort.suicide,
            solid: self.effort.solid,
            chains: self
                .protected
                .iter()
                .map(|(_, chain)| chain.stones)
                .collect(),
            zones: self.held.iter().map(zone).collect(),
        }
    }
}

pub(super) fn points_of(zone: &Zone, bits: ZoneBits) -> PointSet {
    each(bits).map(|place| zone.points[place]).collect()
}

/// Converts a node of a strategy from bits to points.
pub(super) fn situation(zone: &Zone, minded: &Minded) -> Situation {
    let point = |place: u8| zone.points[usize::from(place)];
    let answers = minded.replies.iter().map(|reply| ZoneAnswer {
        attack: reply.attack.map(point),
        answer: reply.answer.map(point),
        next: reply.next.clone(),
    });
    Situation {
        part: minded.part.map(|part| points_of(zone, part)),
        points: points_of(zone, minded.points),
        own: points_of(zone, minded.state.own),
        other: points_of(zone, minded.state.other),
        answers: answers.collect(),
    }
}
