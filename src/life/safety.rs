//! Safety by alternating play: chains that are never captured if their owner answers.
//!
//! Between Benson's theorem and exact reading: zones that share no point, each with a strategy that keeps what it
//! promises of the chains next to it, and the rule by which the promises of all zones add up to safety. The theorem and its
//! proof are in `docs/certificates.md`.
//!
//! A zone may *take* parts between safe chains: its owner, answering each play and pass in it, comes to where his promises
//! hold by eyes that need no answer and stay eyes while he takes what is in them, and where no part that is left has room for
//! two eyes of the attacker's (Müller 1997). Parts that his stones leave in which no eye is needed are independent of each other: each is
//! taken by itself. What the attacker plays where nothing rests on it is answered as his pass is. The theorem and its proof are in the same
//! place, and it is tried against exhaustive play on small boards.

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
use crate::board::Board;
use crate::color::{Color, PerColor};
use crate::point::PointSet;
use check::SafetyError;
use proof::SafetyProof;
use std::sync::atomic::AtomicBool;

/// How hard to look, and under which rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SafetyLimits {
    /// How many states of play are looked at for one question about a zone, to begin with.
    pub zone: usize,
    /// The most of these when looking harder.
    pub zone_most: usize,
    /// States for all questions about the chains of one color, and half as many for what they surround.
    pub color: usize,
    /// States for looking harder at what is not safe by then: at larger zones, and with more states for each question.
    pub more: usize,
    /// The work for one color up to which all is searched again in another way where most stones are not safe, in the units of a
    /// [meter](Meter::A_SECOND).
    pub again: u64,
    /// The work for one color after which to look no harder, in the units of a [meter](Meter::A_SECOND). 0 for a short look, which
    /// leaves what looks hard sooner, too.
    pub harder: u64,
    /// The most work for everything, in the units of a [meter](Meter::A_SECOND).
    pub work: u64,
    /// Whether suicide is allowed.
    pub suicide: bool,
    /// Whether a position may not come again (superko): then each answer is joined to what is protected, so that none can
    /// be forbidden.
    pub superko: bool,
}

impl SafetyLimits {
    fn effort(&self) -> plan::Effort {
        let (search_first, breadth) = match self.harder {
            0 => (plan::SEARCH_FIRST, &plan::NARROWEST),
            _ => (plan::SEARCH, &plan::NARROW),
        };
        plan::Effort {
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

/// What is safe on a board by alternating play.
#[derive(Clone, Debug, Default)]
pub struct Safety {
    /// The safe chains of each color, and why they are.
    pub proofs: PerColor<Option<SafetyProof>>,
    /// The points, empty or under stones, between the safe chains of each color where nothing of the other's can live.
    pub territory: PerColor<PointSet>,
    /// The work that it took to find out, in the units of a [meter](Meter::A_SECOND).
    pub work: u64,
}

impl Safety {
    /// Whether a chain is safe.
    #[must_use]
    pub fn is_safe(&self, chain: &Chain) -> bool {
        self.proofs[chain.color]
            .as_ref()
            .is_some_and(|proof| proof.chains.contains(&chain.stones))
    }

    /// Whether a chain stands where nothing of its color can live.
    #[must_use]
    pub fn is_lost(&self, chain: &Chain) -> bool {
        chain.stones.is_subset(&self.territory[!chain.color])
    }

    /// The stones that are never captured if their owner answers.
    #[must_use]
    pub fn living(&self) -> PerColor<PointSet> {
        PerColor::from_fn(|color| {
            let chains = self.proofs[color].iter().flat_map(|proof| &proof.chains);
            chains.copied().collect()
        })
    }
}

/// Looks for zones that make chains safe, of both colors. Chains with stones among those `given_up` are not looked at: what
/// is dead is no wall.
///
/// Each proof has been [verified](SafetyProof::verify) by code that shares nothing with what found it. What is refused is
/// left out, and with it all territory of its color. So is what has not been found when another thread sets `stop`.
#[must_use]
pub fn safety(
    board: &Board,
    given_up: &PointSet,
    limits: &SafetyLimits,
    stop: &AtomicBool,
) -> Safety {
    let mut safety = Safety::default();
    // The second color has what the first one leaves.
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
