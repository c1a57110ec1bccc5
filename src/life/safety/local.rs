//! Play in a zone by the letter of `docs/proofs.md`: captures, connections and promises.
//!
//! The verifier and the code that follows a strategy use it. It shares nothing with the search but
//! the board.

use super::proof::{Promise, SafetyProof, Situation};
use crate::go::board::Board;
use crate::go::point::{Point, PointSet};

/// The relevant points of a zone with their stones, the attacker to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct LocalState {
    /// The relevant points.
    pub(crate) points: PointSet,
    /// The owner's stones on them.
    pub(crate) own: PointSet,
    /// The attacker's stones on them.
    pub(crate) other: PointSet,
}

impl From<&Situation> for LocalState {
    fn from(situation: &Situation) -> LocalState {
        LocalState {
            points: situation.points,
            own: situation.own,
            other: situation.other,
        }
    }
}

impl LocalState {
    /// Returns the empty relevant points.
    pub(crate) fn empty(&self) -> PointSet {
        (self.points - self.own) - self.other
    }
}

/// The rules of play in the zones of a proof, and the board around them.
#[derive(Clone, Debug)]
pub(crate) struct LocalPlay<'a> {
    on_board: PointSet,
    chains: &'a [PointSet],
    /// The stones of all protected chains.
    protected: PointSet,
    suicide: bool,
    solid: bool,
}

fn only(at: Point) -> PointSet {
    [at].into_iter().collect()
}

impl<'a> LocalPlay<'a> {
    /// Creates the rules of play for a proof.
    pub(crate) fn new(board: &Board, proof: &'a SafetyProof) -> LocalPlay<'a> {
        LocalPlay {
            on_board: board.size().all(),
            chains: &proof.chains,
            protected: proof.chains.iter().copied().collect(),
            suicide: proof.suicide,
            solid: proof.solid,
        }
    }

    /// Returns the state of some points as they stand on the board.
    pub(crate) fn beginning(
        &self,
        board: &Board,
        proof: &SafetyProof,
        points: PointSet,
    ) -> LocalState {
        LocalState {
            points,
            own: points & board.stones(proof.owner),
            other: points & board.stones(!proof.owner),
        }
    }

    /// Returns the rules of play in a part that is taken by itself. Everything around the part
    /// stays.
    pub(crate) fn within(&self, part: &PointSet) -> LocalPlay<'a> {
        LocalPlay {
            protected: self.on_board - *part,
            ..self.clone()
        }
    }

    /// Returns the rules of play at a node of a strategy.
    pub(crate) fn where_it_is(&self, situation: &Situation) -> LocalPlay<'a> {
        match &situation.part {
            Some(part) => self.within(part),
            None => self.clone(),
        }
    }

    /// Returns the parts that connected stones leave of a region where the attacker might make two
    /// eyes: more than one point is not next to stones that stay, and not just two adjacent ones
    /// (Müller 1997). Ordered by first points.
    pub(crate) fn rooms(
        &self,
        state: &LocalState,
        region: &PointSet,
    ) -> impl Iterator<Item = PointSet> + use<> {
        let staying = self.protected | self.joined(state);
        let beside = staying.grown();
        (*region - staying).components().filter(move |part| {
            let inner = *part - beside;
            match inner.len() {
                0 | 1 => false,
                2 => inner.components().count() > 1,
                _ => true,
            }
        })
    }

    /// Returns true if each part of the points has a border and it consists of protected stones.
    pub(crate) fn is_closed_in(&self, points: &PointSet) -> bool {
        let is_closed = |part: PointSet| {
            let border = part.border(&self.on_board);
            !border.is_empty() && border.is_subset(&self.protected)
        };
        points.is_subset(&self.on_board)
            && !points.meets(&self.protected)
            && points.components().all(is_closed)
    }

    /// Returns true if the state is well formed: its points are on the board and not under
    /// protected stones, and no loose owner stone is at an open point.
    pub(crate) fn is_sound(&self, state: &LocalState) -> bool {
        let loose = state.own - self.joined(state);
        (state.own | state.other).is_subset(&state.points)
            && !state.own.meets(&state.other)
            && state.points.is_subset(&self.on_board)
            && !state.points.meets(&self.protected)
            && !loose.meets(&self.open(state))
    }

    /// Returns true if `next` restricts `after` to a subset of its points that keeps all connected
    /// stones.
    pub(crate) fn can_become(&self, after: &LocalState, next: &LocalState) -> bool {
        next.points.is_subset(&after.points)
            && self.joined(after).is_subset(&next.points)
            && next.own == after.own & next.points
            && next.other == after.other & next.points
    }

    /// Returns true if `next` restricts `after` to points of a part that is taken by itself.
    pub(crate) fn can_leave(&self, after: &LocalState, part: &PointSet, next: &LocalState) -> bool {
        next.points.is_subset(&(after.points & *part))
            && next.own == after.own & next.points
            && next.other == after.other & next.points
    }

    /// Returns the points with a neighbor that is neither relevant nor under a protected stone. An
    /// attacking chain there is assumed to have a liberty forever.
    fn open(&self, state: &LocalState) -> PointSet {
        let outside = state.points.border(&self.on_board) - self.protected;
        outside.border(&state.points)
    }

    /// Returns true if the part around a point, bounded by connected stones, has no open point.
    fn is_closed_at(&self, state: &LocalState, at: Point) -> bool {
        let part = only(at).flood(&(state.points - self.joined(state)));
        !part.meets(&self.open(state))
    }

    /// Returns true if an attacking chain has no liberty.
    fn is_captured(&self, state: &LocalState, chain: &PointSet) -> bool {
        !chain.meets(&self.open(state)) && !chain.grown().meets(&state.empty())
    }

    /// Returns the owner's stones that are connected to protected chains.
    pub(crate) fn joined(&self, state: &LocalState) -> PointSet {
        self.protected.border(&state.own).flood(&state.own)
    }

    /// Plays an attacking stone at an empty point.
    ///
    /// Loose chains without a liberty are captured; in an open part their points become irrelevant
    /// instead. Returns `None` for suicide that is forbidden, or of a single stone, which changes
    /// nothing.
    pub(crate) fn attack(&self, state: &LocalState, at: Point) -> Option<LocalState> {
        let mut after = *state;
        after.other.insert(at);
        let empty = after.empty();
        let loose = state.own - self.joined(state);
        for chain in only(at).border(&loose).flood(&loose).components() {
            if !chain.grown().meets(&empty) {
                if !self.is_closed_at(state, at) {
                    after.points -= chain;
                }
                after.own -= chain;
            }
        }
        let chain = only(at).flood(&after.other);
        if self.is_captured(&after, &chain) {
            if !self.suicide || chain.len() == 1 {
                return None;
            }
            after.other -= chain;
        }
        Some(after)
    }

    /// Plays an owner stone.
    ///
    /// Returns `None` if the point is not an empty relevant one. If the stone is not connected to a
    /// protected chain, also returns `None` in a solid proof, at an open point, for suicide, and
    /// for a capture that a ko could forbid.
    pub(crate) fn answer(&self, state: &LocalState, at: Point) -> Option<LocalState> {
        if !state.empty().contains(at) {
            return None;
        }
        let mut after = *state;
        after.own.insert(at);
        let put = after;
        let beside = only(at).border(&after.other);
        for chain in beside.flood(&after.other).components() {
            if self.is_captured(&put, &chain) {
                after.other -= chain;
            }
        }
        let chain = only(at).flood(&after.own);
        if !self.joined(&after).contains(at) {
            let liberties = chain.border(&after.empty());
            let taken = state.other - after.other;
            let is_ko = chain.len() == 1 && taken.len() == 1 && liberties == taken;
            let is_free = !self.solid && !chain.meets(&self.open(&after));
            if !is_free || liberties.is_empty() || is_ko {
                return None;
            }
        }
        Some(after)
    }

    /// Returns the block of a protected chain: everything connected to it by the owner's stones in
    /// the zone.
    fn block(&self, state: &LocalState, chain: usize) -> PointSet {
        self.chains[chain].flood(&(self.protected | state.own))
    }

    fn liberties(&self, state: &LocalState, block: &PointSet) -> usize {
        block.border(&state.empty()).len()
    }

    /// Counts the eyes of a block that need no answer (Benson 1976).
    ///
    /// An eye is a closed part, between connected stones, whose points are all next to the block.
    /// If suicide is forbidden, points under attacking stones are exempt. In territory to be taken
    /// at most one point may be away from the block, and it must not be next to anything else that
    /// stays: the block then keeps a liberty there while the owner captures the contents.
    fn eyes(&self, state: &LocalState, block: &PointSet, taken: &PointSet) -> usize {
        let (empty, open) = (state.empty(), self.open(state));
        let joined = self.joined(state);
        let beside = block.grown();
        let is_kept = |part: &PointSet| {
            let far = *part - beside;
            !part.meets(taken) || far.len() <= 1 && !far.meets(&(self.protected | joined).grown())
        };
        let is_eye = |part: &PointSet| {
            let needed = if self.suicide {
                *part
            } else {
                *part - state.other
            };
            !part.meets(&open) && part.meets(&empty) && needed.is_subset(&beside) && is_kept(part)
        };
        (state.points - joined).components().filter(is_eye).count()
    }

    fn is_joined_to(&self, block: &PointSet, to: &[usize]) -> bool {
        to.iter().any(|&to| self.chains[to].meets(block))
    }

    /// Returns true if the promise holds in the state.
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

    /// Returns true if the promise holds forever without an answer, even while the parts `taken`
    /// are cleared.
    pub(crate) fn is_settled(
        &self,
        state: &LocalState,
        promise: &Promise,
        taken: &PointSet,
    ) -> bool {
        let eyes = |block: &PointSet| self.eyes(state, block, taken);
        match promise {
            Promise::Liberties { chain, count } => {
                eyes(&self.block(state, *chain)) >= *count as usize
            }
            Promise::Tied { chain, to } => {
                let block = self.block(state, *chain);
                self.is_joined_to(&block, to) || eyes(&block) >= 2
            }
        }
    }

    /// Returns true if all promises hold forever without an answer.
    pub(crate) fn are_settled(
        &self,
        state: &LocalState,
        promises: &[Promise],
        taken: &PointSet,
    ) -> bool {
        promises
            .iter()
            .all(|promise| self.is_settled(state, promise, taken))
    }
}
