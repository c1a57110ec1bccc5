//! Play in a zone by the letter of `docs/certificates.md`: what a play does there, what is joined, what is promised.
//!
//! For whoever checks a strategy or follows it. Shares nothing with what finds strategies but the board.

use super::proof::{Promise, SafeZone, SafetyProof};
use crate::board::Board;
use crate::point::{Point, PointSet};

/// The stones in a zone, the attacker to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct LocalState {
    /// The owner's stones. In a zone that is not closed all of them are joined to protected chains.
    pub(crate) own: PointSet,
    /// The attacker's stones.
    pub(crate) other: PointSet,
}

/// A zone as a place to play in.
#[derive(Clone, Debug)]
pub(crate) struct LocalPlay<'a> {
    points: PointSet,
    chains: &'a [PointSet],
    /// The stones of all protected chains.
    protected: PointSet,
    /// The points next to one that is neither in the zone nor under a protected stone. An attacker's chain there has a
    /// liberty for ever.
    open: PointSet,
    suicide: bool,
    /// Whether the owner may answer anywhere: in a closed zone of a proof that is not solid.
    is_free: bool,
}

fn only(at: Point) -> PointSet {
    [at].into_iter().collect()
}

impl<'a> LocalPlay<'a> {
    /// A zone of a proof, on its board.
    pub(crate) fn new(board: &Board, proof: &'a SafetyProof, zone: &SafeZone) -> LocalPlay<'a> {
        let protected: PointSet = proof.chains.iter().copied().collect();
        let outside = zone.points.border(&board.size().all()) - protected;
        LocalPlay {
            points: zone.points,
            chains: &proof.chains,
            protected,
            open: outside.border(&zone.points),
            suicide: proof.suicide,
            is_free: outside.is_empty() && !proof.solid,
        }
    }

    /// Whether no chain in the zone can have a neighbour outside but protected stones.
    pub(crate) fn is_closed(&self) -> bool {
        self.open.is_empty()
    }

    /// How the zone stands on the board.
    pub(crate) fn beginning(&self, board: &Board, proof: &SafetyProof) -> LocalState {
        LocalState {
            own: self.points & board.stones(proof.owner),
            other: self.points & board.stones(!proof.owner),
        }
    }

    /// The points without stones.
    pub(crate) fn empty(&self, state: &LocalState) -> PointSet {
        (self.points - state.own) - state.other
    }

    /// Whether a chain of the attacker's has no liberty.
    fn is_captured(&self, chain: &PointSet, empty: &PointSet) -> bool {
        !chain.meets(&self.open) && !chain.grown().meets(empty)
    }

    /// The owner's stones that are joined to protected chains.
    fn joined(&self, state: &LocalState) -> PointSet {
        self.protected.border(&state.own).flood(&state.own)
    }

    /// The attacker plays at an empty point, and takes what is not joined and left without a liberty. `None` if that is
    /// suicide, and either forbidden or the play of a single stone, which changes nothing.
    pub(crate) fn attack(&self, state: &LocalState, at: Point) -> Option<LocalState> {
        let mut after = *state;
        after.other.insert(at);
        let empty = self.empty(&after);
        let loose = state.own - self.joined(state);
        for chain in only(at).border(&loose).flood(&loose).components() {
            if !chain.grown().meets(&empty) {
                after.own -= chain;
            }
        }
        let chain = only(at).flood(&after.other);
        if self.is_captured(&chain, &self.empty(&after)) {
            if !self.suicide || chain.len() == 1 {
                return None;
            }
            after.other -= chain;
        }
        Some(after)
    }

    /// The owner plays at a point. `None` if it is not empty or not in the zone, and if the stone is not joined to a
    /// protected chain: in a zone where it must be, as suicide, and as a capture that a ko could forbid.
    pub(crate) fn answer(&self, state: &LocalState, at: Point) -> Option<LocalState> {
        if !self.empty(state).contains(at) {
            return None;
        }
        let mut after = *state;
        after.own.insert(at);
        let empty = self.empty(&after);
        let beside = only(at).border(&after.other);
        for chain in beside.flood(&after.other).components() {
            if self.is_captured(&chain, &empty) {
                after.other -= chain;
            }
        }
        let chain = only(at).flood(&after.own);
        if !self.joined(&after).contains(at) {
            let liberties = chain.border(&self.empty(&after));
            let taken = state.other - after.other;
            let is_ko = chain.len() == 1 && taken.len() == 1 && liberties == taken;
            if !self.is_free || liberties.is_empty() || is_ko {
                return None;
            }
        }
        Some(after)
    }

    /// What is joined with a protected chain by the owner's stones in the zone.
    fn block(&self, state: &LocalState, chain: usize) -> PointSet {
        self.chains[chain].flood(&(self.protected | state.own))
    }

    fn liberties(&self, state: &LocalState, block: &PointSet) -> usize {
        block.border(&self.empty(state)).len()
    }

    /// How many eyes a block has that need no answer: closed parts of what joined stones leave of the zone, in which each
    /// point that is not under a stone of the attacker's is next to the block, or where suicide is allowed each point
    /// (Benson 1976).
    fn eyes(&self, state: &LocalState, block: &PointSet) -> usize {
        let empty = self.empty(state);
        let is_eye = |part: &PointSet| {
            let needed = if self.suicide {
                *part
            } else {
                *part - state.other
            };
            !part.meets(&self.open) && part.meets(&empty) && needed.is_subset(&block.grown())
        };
        (self.points - self.joined(state))
            .components()
            .filter(is_eye)
            .count()
    }

    fn is_joined_to(&self, block: &PointSet, to: &[usize]) -> bool {
        to.iter().any(|&to| self.chains[to].meets(block))
    }

    /// Whether what is promised holds now.
    pub(crate) fn holds(&self, state: &LocalState, promise: &Promise) -> bool {
        match promise {
            Promise::Liberties { chain, count } => {
                self.liberties(state, &self.block(state, *chain)) >= *count as usize
            }
            Promise::Tied { chain, to } => {
                let block = self.block(state, *chain);
                self.is_joined_to(&block, to) || self.liberties(state, &block) >= 2
            }
        }
    }

    /// Whether what is promised holds for ever without an answer.
    pub(crate) fn is_settled(&self, state: &LocalState, promise: &Promise) -> bool {
        match promise {
            Promise::Liberties { chain, count } => {
                self.eyes(state, &self.block(state, *chain)) >= *count as usize
            }
            Promise::Tied { chain, to } => {
                let block = self.block(state, *chain);
                self.is_joined_to(&block, to) || self.eyes(state, &block) >= 2
            }
        }
    }

    /// Whether all that is promised holds for ever without an answer.
    pub(crate) fn are_settled(&self, state: &LocalState, promises: &[Promise]) -> bool {
        promises
            .iter()
            .all(|promise| self.is_settled(state, promise))
    }
}
