//! Proved results by the contents of their relevance zones.

use super::local_game::{FightState, LocalPlayer};
use crate::life::reading::field::Bits;
use fxhash::FxHashMap;

/// A result that holds in all states with these contents of the relevant points.
#[derive(Clone, Copy, Debug)]
pub(super) struct RelevanceProof {
    pub(super) winner: LocalPlayer,
    pub(super) relevant: Bits,
    own: Bits,
    attackers: Bits,
    /// The side that could retake kos at once.
    ko_winner: LocalPlayer,
    /// The index of the play that wins, or [`NO_MOVE`](super::table::NO_MOVE).
    pub(super) best: u8,
}

impl RelevanceProof {
    /// Creates the proof that a side wins in a state.
    pub(super) fn new(
        state: &FightState,
        winner: LocalPlayer,
        relevant: Bits,
        best: u8,
        ko_winner: LocalPlayer,
    ) -> RelevanceProof {
        RelevanceProof {
            winner,
            relevant,
            own: state.stones[0] & relevant,
            attackers: state.stones[1] & relevant,
            ko_winner,
            best,
        }
    }
}

/// Proofs by the target's chain and the side to move.
#[derive(Default)]
pub(super) struct Proofs {
    places: FxHashMap<(Bits, LocalPlayer), Vec<RelevanceProof>>,
    count: usize,
}

/// The most proofs about one chain with one side to move.
const MOST_BESIDE: usize = 48;

/// The most proofs.
const MOST: usize = 1 << 20;

impl Proofs {
    /// Returns a proof that holds in a state.
    ///
    /// A side that wins without kos also wins with them.
    pub(super) fn find(
        &mut self,
        target: Bits,
        state: &FightState,
        ko_winner: LocalPlayer,
    ) -> Option<RelevanceProof> {
        let proofs = self.places.get_mut(&(target, state.turn))?;
        let holds = |proof: &RelevanceProof| {
            let differs = (proof.own ^ state.stones[0]) | (proof.attackers ^ state.stones[1]);
            // A ko only hinders the side to move.
            differs & proof.relevant == 0
                && (proof.ko_winner == ko_winner || proof.winner == ko_winner)
                && (state.ko == 0 || proof.winner != state.turn)
        };
        let place = proofs.iter().position(holds)?;
        // Proofs that are used move to the front.
        proofs.swap(place, place / 2);
        Some(proofs[place / 2])
    }

    /// Adds the result of a state.
    pub(super) fn add(&mut self, target: Bits, state: &FightState, proof: RelevanceProof) {
        // A ko that hinders the loser is part of the proof.
        if state.ko != 0 && proof.winner != state.turn {
            return;
        }
        if self.count >= MOST {
            self.places.clear();
            self.count = 0;
        }
        let proofs = self.places.entry((target, state.turn)).or_default();
        if proofs.len() >= MOST_BESIDE {
            let last = proofs.len() - 1;
            proofs[last] = proof;
        } else {
            proofs.push(proof);
            self.count += 1;
        }
    }
}
