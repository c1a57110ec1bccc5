//! Safety by alternating play: chains that are never captured if their owner answers.
//!
//! This lies between Benson's theorem and exact search. A proof consists of disjoint zones, each
//! with a strategy that keeps its promises (liberties or connections) to the adjacent chains, and a
//! rule that adds the promises of all zones up to safety. `docs/proofs.md` states the theorem and
//! proves it.
//!
//! A zone may also *take* parts of the board between safe chains. The owner answers each play and
//! pass in it. In the end the promises hold by eyes that need no answer and stay eyes while their
//! contents are captured, and no remaining part has room for two eyes of the attacker (Müller
//! 1997). Parts that the owner's stones separate are independent if no eye is needed there, and
//! each is taken by itself. An attack at an irrelevant point is answered like a pass.
//! `docs/proofs.md` proves this theorem too; tests check it against exhaustive play on small
//! boards.

pub mod check;
pub mod defence;
mod keep;
mod layout;
pub(crate) mod local;
mod plan;
pub mod proof;
mod prospects;
pub mod support;
mod task;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
pub(crate) mod tests;
mod zone;

use super::chain::Chain;
use super::meter::Meter;
use crate::go::board::Board;
use crate::go::board::symmetry::Image;
use crate::go::color::{Color, PerColor};
use crate::go::point::PointSet;
use check::SafetyError;
use proof::SafetyProof;
use std::sync::atomic::AtomicBool;

/// The limits of the search for safety, and the rules it must respect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SafetyLimits {
    /// The initial limit of states for one question about a zone.
    pub zone: usize,
    /// The greatest limit of states for one question in later, longer rounds.
    pub zone_most: usize,
    /// States for all questions about the chains of one color. At least half as many are granted
    /// again for chains that were dropped, and for territory.
    pub color: usize,
    /// States for the longer rounds, which try larger zones and more states per question on chains
    /// not yet safe.
    pub more: usize,
    /// The work below which one color is searched again by another method if most stones are not
    /// safe, in [units](Meter::A_SECOND).
    pub again: u64,
    /// The work for one color at which the longer rounds end, in [units](Meter::A_SECOND). 0
    /// selects a short search, which also abandons hard questions sooner.
    pub harder: u64,
    /// The most work for both colors, in [units](Meter::A_SECOND).
    pub work: u64,
    /// True if suicide is allowed.
    pub suicide: bool,
    /// True if no position may repeat (superko). Each answer must then join protected stones, so
    /// that none can be forbidden.
    pub superko: bool,
}

impl SafetyLimits {
    fn effort(&self) -> plan::ZoneSearchLimits {
        let (search_first, breadth) = match self.harder {
            0 => (plan::SEARCH_FIRST, &plan::NARROWEST),
            _ => (plan::SEARCH, &plan::NARROW),
        };
        plan::ZoneSearchLimits {
            zone: self.zone.min(self.zone_most),
            zone_most: self.zone_most,
            search: plan::SEARCH,
            search_first,
            again: self.again,
            breadth,
            all: self.color,
            more: self.more,
            harder: self.harder,
            suicide: self.suicide,
            solid: self.superko,
        }
    }
}

/// The chains that are safe by alternating play, and their territory.
#[derive(Clone, Debug, Default)]
pub struct Safety {
    /// The proof for each color, which names its safe chains.
    pub proofs: PerColor<Option<SafetyProof>>,
    /// The points between the safe chains of each color, empty or under stones, where no opposing
    /// stone can live.
    pub territory: PerColor<PointSet>,
    /// The work spent, in [units](Meter::A_SECOND).
    pub work: u64,
}

impl Safety {
    /// Returns true if the chain is safe.
    #[must_use]
    pub fn is_safe(&self, chain: &Chain) -> bool {
        self.proofs[chain.color]
            .as_ref()
            .is_some_and(|proof| proof.chains.contains(&chain.stones))
    }

    /// Returns true if the chain stands where no stone of its color can live.
    #[must_use]
    pub fn is_lost(&self, chain: &Chain) -> bool {
        chain.stones.is_subset(&self.territory[!chain.color])
    }

    /// Returns the safe stones and territory on an image of the board.
    #[must_use]
    pub fn image(&self, image: Image) -> Safety {
        let proof = |proof: &Option<SafetyProof>| Some(proof.as_ref()?.image(image));
        Safety {
            proofs: image.sides(&self.proofs, proof),
            territory: image.point_sets(&self.territory),
            work: self.work,
        }
    }

    /// Returns the stones that are never captured if their owner answers.
    #[must_use]
    pub fn living(&self) -> PerColor<PointSet> {
        PerColor::from_fn(|color| {
            let chains = self.proofs[color].iter().flat_map(|proof| &proof.chains);
            chains.copied().collect()
        })
    }
}

/// Searches for zones that make chains of both colors safe.
///
/// Chains with stones in `given_up` are skipped, because a dead chain is no wall. Each proof is
/// [verified](SafetyProof::verify) by code that shares nothing with the search. A refused proof is
/// dropped with all territory of its color, and so is a color that is unfinished when another
/// thread sets `stop`.
#[must_use]
pub fn safety(
    board: &Board,
    given_up: &PointSet,
    limits: &SafetyLimits,
    stop: &AtomicBool,
) -> Safety {
    let mut safety = Safety::default();
    // The first color may use six tenths of the work, the second the rest.
    for (color, share) in Color::BOTH.into_iter().zip([6, 10]) {
        let left = limits.work.saturating_sub(safety.work);
        let meter = Meter::new(left / 10 * share, 0);
        let chains = Chain::all_of(board, color).into_iter();
        let looked_at = chains.filter(|chain| !chain.stones.meets(given_up));
        let looked_at: Vec<Chain> = looked_at.collect();
        let Some(found) = plan::plan(
            board,
            color,
            looked_at,
            given_up,
            limits.effort(),
            &meter,
            stop,
        ) else {
            break;
        };
        safety.work += meter.used();
        let verified = found.verify_unless(board, stop);
        let is_good = verified.is_ok() || verified == Err(SafetyError::Stopped);
        debug_assert!(is_good, "{verified:?}\n{board}");
        if verified.is_ok() {
            safety.territory[color] = found.territory();
            safety.proofs[color] = Some(found);
        }
    }
    safety
}
