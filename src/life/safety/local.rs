//! Play in a zone by the letter of `docs/certificates.md`: what a play does there, what is joined, what is promised.
//!
//! For whoever checks a strategy or follows it. Shares nothing with what finds strategies but the board.

use super::proof::{Promise, SafetyProof, Situation};
use crate::board::Board;
use crate::point::{Point, PointSet};

/// What is minded of a zone, the attacker to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct LocalState {
    /// The points.
    pub(crate) points: PointSet,
    /// The owner's stones there.
    pub(crate) own: PointSet,
    /// The attacker's stones there.
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
    /// The points without stones.
    pub(crate) fn empty(&self) -> PointSet {
        (self.points - self.own) - self.other
    }
}

/// The board around the zones of a proof.
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
    /// The board of a proof.
    pub(crate) fn new(board: &Board, proof: &'a SafetyProof) -> LocalPlay<'a> {
        LocalPlay {
            on_board: board.size().all(),
            chains: &proof.chains,
            protected: proof.chains.iter().copied().collect(),
            suicide: proof.suicide,
            solid: proof.solid,
        }
    }

    /// How points stand on the board.
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

    /// Play in a part that is taken by itself: what is around it stays.
    pub(crate) fn within(&self, part: &PointSet) -> LocalPlay<'a> {
        LocalPlay {
            protected: self.on_board - *part,
            ..self.clone()
        }
    }

    /// Play where a situation is.
    pub(crate) fn where_it_is(&self, situation: &Situation) -> LocalPlay<'a> {
        match &situation.part {
            Some(part) => self.within(part),
            None => self.clone(),
        }
    }

    /// The parts that joined stones leave of a region, in which the attacker might have two eyes: more than one of their points is not
    /// next to what stays, and not just two that are neighbours (Müller 1997). In the order of their first points.
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

    /// Whether points lie between protected stones: no other points are next to them, and each part of them has a wall.
    pub(crate) fn is_closed_in(&self, points: &PointSet) -> bool {
        let is_closed = |part: PointSet| {
            let border = part.border(&self.on_board);
            !border.is_empty() && border.is_subset(&self.protected)
        };
        points.is_subset(&self.on_board)
            && !points.meets(&self.protected)
            && points.components().all(is_closed)
    }

    /// Whether points and stones can be minded: they are on the board, under no protected stone, and no loose stone of the
    /// owner's is at an open point.
    pub(crate) fn is_sound(&self, state: &LocalState) -> bool {
        let loose = state.own - self.joined(state);
        (state.own | state.other).is_subset(&state.points)
            && !state.own.meets(&state.other)
            && state.points.is_subset(&self.on_board)
            && !state.points.meets(&self.protected)
            && !loose.meets(&self.open(state))
    }

    /// Whether what is minded after a play is part of what was before it, with all stones that are joined.
    pub(crate) fn can_become(&self, after: &LocalState, next: &LocalState) -> bool {
        next.points.is_subset(&after.points)
            && self.joined(after).is_subset(&next.points)
            && next.own == after.own & next.points
            && next.other == after.other & next.points
    }

    /// Whether what is minded of a part that is taken by itself is part of what a play leaves there.
    pub(crate) fn can_leave(&self, after: &LocalState, part: &PointSet, next: &LocalState) -> bool {
        next.points.is_subset(&(after.points & *part))
            && next.own == after.own & next.points
            && next.other == after.other & next.points
    }

    /// The points that have a neighbour which is neither minded nor under a protected stone. A chain of the attacker's there is taken
    /// to have a liberty for ever.
    fn open(&self, state: &LocalState) -> PointSet {
        let outside = state.points.border(&self.on_board) - self.protected;
        outside.border(&state.points)
    }

    /// Whether the part of a point, between the joined stones, has no open point.
    fn is_closed_at(&self, state: &LocalState, at: Point) -> bool {
        let part = only(at).flood(&(state.points - self.joined(state)));
        !part.meets(&self.open(state))
    }

    /// Whether a chain of the attacker's has no liberty.
    fn is_captured(&self, state: &LocalState, chain: &PointSet) -> bool {
        !chain.meets(&self.open(state)) && !chain.grown().meets(&state.empty())
    }

    /// The owner's stones that are joined to protected chains.
    pub(crate) fn joined(&self, state: &LocalState) -> PointSet {
        self.protected.border(&state.own).flood(&state.own)
    }

    /// The attacker plays at an empty point. What is loose and left without a liberty is taken, or, in a part that is open, minded no
    /// more. `None` if it is suicide, and either forbidden or the play of a single stone, which changes nothing.
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

    /// The owner plays at a point. `None` if it is not empty or not minded, and if the stone is not joined to a
    /// protected chain: in a solid proof, at an open point, as suicide, and as a capture that a ko could forbid.
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

    /// What is joined with a protected chain by the owner's stones in the zone.
    fn block(&self, state: &LocalState, chain: usize) -> PointSet {
        self.chains[chain].flood(&(self.protected | state.own))
    }

    fn liberties(&self, state: &LocalState, block: &PointSet) -> usize {
        block.border(&state.empty()).len()
    }

    /// How many eyes a block has that need no answer: closed parts of what joined stones leave of the zone, in which each
    /// point that is not under a stone of the attacker's is next to the block, or where suicide is allowed each point
    /// (Benson 1976).
    ///
    /// In what is to be taken at most one point may not be next to the block, and to nothing else that stays: then the block keeps a liberty
    /// there while the owner takes what is in it.
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

    /// Whether what is promised holds for ever without an answer, while these parts are taken.
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

    /// Whether all that is promised holds for ever without an answer.
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
