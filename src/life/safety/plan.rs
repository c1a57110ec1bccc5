//! The decomposition search: finds zones that together make chains safe.
//!
//! It starts from the needs of the chains, cheapest zones first, and merges zones that overlap.
//! This is a form of region merging and of safety by locally alternating play (Müller 1997; Niu and
//! Müller 2004).

mod asking;
mod memo;
mod needs;
mod regain;
mod shapes;
mod taking;
mod vain;
mod writing;

use super::proof::{Promise, SafetyProof, Situation};
use super::task::SearchMethod;
use super::zone::Zone;
use crate::go::board::Board;
use crate::go::color::Color;
use crate::go::point::PointSet;
use crate::life::chain::Chain;
use crate::life::meter::Meter;
use fxhash::FxHashSet;
use memo::Memo;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use vain::Vain;

/// A proved zone, its promises, and the strategy that keeps them.
#[derive(Clone, Debug)]
pub(super) struct ProvenZone {
    pub(super) points: PointSet,
    pub(super) promises: Vec<Promise>,
    pub(super) strategy: Vec<Situation>,
    /// The territory it takes.
    pub(super) taken: PointSet,
    /// The number of parts that are taken by themselves from the start.
    pub(super) parts: usize,
}

/// The limits of the search.
#[derive(Clone, Copy, Debug)]
pub(super) struct ZoneSearchLimits {
    /// States for one question about a zone.
    pub(super) zone: usize,
    /// The greatest limit of states for one question in longer rounds.
    pub(super) zone_most: usize,
    /// The search method for promises.
    pub(super) search: SearchMethod,
    /// The search method for promises in the first pass.
    pub(super) search_first: SearchMethod,
    /// The sizes of zones.
    pub(super) breadth: &'static Breadth,
    /// States for all questions. At least half as many are granted again for retries, and for
    /// territory.
    pub(super) all: usize,
    /// States for the longer rounds.
    pub(super) more: usize,
    /// The work below which a second search by another method may follow.
    pub(super) again: u64,
    /// The work at which the longer rounds end.
    pub(super) harder: u64,
    /// True if the attacker may commit suicide.
    pub(super) suicide: bool,
    /// True if answers must be connected to protected chains, as needed where a repetition could
    /// forbid them.
    pub(super) solid: bool,
}

/// Sizes of zones, in empty points.
#[derive(Debug)]
pub(super) struct Breadth {
    /// The sizes tried for one liberty, and for two.
    sizes: [&'static [usize]; 2],
    /// The sizes tried for ties by zones all around a chain.
    spreads: &'static [usize],
    /// The largest zone merged from others.
    merged: usize,
    /// The largest part taken.
    taken: usize,
    /// The largest zone searched at length to take a part of it.
    taken_in: usize,
}

/// The initial sizes.
pub(super) const NARROW: Breadth = Breadth {
    sizes: [&[6, 10], &[9]],
    spreads: &[6, 10, 14],
    merged: 16,
    taken: 18,
    taken_in: Zone::MOST_POINTS,
};

/// The sizes for a short search, where larger zones are not worth their cost.
pub(super) const NARROWEST: Breadth = Breadth {
    spreads: &[6, 10],
    taken_in: 17,
    ..NARROW
};

/// The sizes for longer rounds. Larger zones prove more, but only if each may use many states.
const WIDE: Breadth = Breadth {
    sizes: [&[6, 10, 14], &[9, 14]],
    merged: 24,
    taken: 26,
    ..NARROW
};

/// The state of the decomposition search for one color.
pub(super) struct Decomposer<'a> {
    board: &'a Board,
    /// The empty points of the board.
    empty: PointSet,
    owner: Color,
    /// The stones of both colors assumed dead.
    given_up: PointSet,
    effort: ZoneSearchLimits,
    /// All chains to prove.
    pub(super) chains: Vec<Chain>,
    /// The chains currently assumed safe, with their indices.
    pub(super) protected: Vec<(usize, Chain)>,
    pub(super) held: Vec<ProvenZone>,
    /// The points of all held zones.
    used: PointSet,
    /// The cache of answers about zones.
    memo: Memo,
    /// The failure cache.
    vain: Vain,
    /// Chains that failed once, the latest first. Their needs are met before those of others.
    favored: Vec<usize>,
    left: usize,
    /// The work budget.
    meter: &'a Meter<'a>,
    /// The work reserved for later stages.
    kept_back: u64,
    /// Set by another thread to stop the search.
    stop: &'a AtomicBool,
}

/// Work in [units](Meter::A_SECOND): a state reached; a state visited, with the states it reaches
/// on average; a question; each cached answer scanned for it; a zone constructed.
mod work {
    pub(super) const COME_TO: u64 = 450;
    pub(super) const STATE: u64 = 4_500;
    pub(super) const QUESTION: u64 = 500;
    pub(super) const REMEMBERED: u64 = 1;
    pub(super) const ZONE: u64 = 1_000;
}

/// Divisor of the states per question in the first pass. Most answers come soon, and dropped chains
/// are retried.
const HASTE: usize = 5;

/// The number of longer rounds. Each allows four times the states per question.
const HARDER: usize = 4;
/// The usual search for promises. Most questions that look harder are about promises that cannot be
/// kept.
pub(super) const SEARCH: SearchMethod = SearchMethod::Numbers(14);
/// The first pass of a short search, which leaves hard questions until other chains have been
/// dropped.
pub(super) const SEARCH_FIRST: SearchMethod = SearchMethod::Numbers(11);
/// The alternative search where most stones are not proved. It usually proves less, but it can
/// follow a few forced attacks to their end.
const SEARCH_AGAIN: SearchMethod = SearchMethod::Attacks(5);

/// Finds a set of chains with zones that make all of them safe, and the territory between them.
///
/// If most stones remain unproved after little work, and longer rounds have states, an alternative
/// search runs, and the result with more safe stones is kept. Longer rounds then retry the
/// remaining chains. Territory is searched with the usual limits first, then with those of the
/// longest round.
///
/// The search is incomplete: it may miss safe chains, and it need not find the best set of zones.
/// Returns `None` if another thread has set `stop`.
pub(super) fn plan(
    board: &Board,
    owner: Color,
    chains: Vec<Chain>,
    given_up: &PointSet,
    effort: ZoneSearchLimits,
    meter: &Meter,
    stop: &AtomicBool,
) -> Option<SafetyProof> {
    let for_parts = meter.left() / 4;
    let new = |chains: Vec<Chain>, effort| Decomposer {
        board,
        empty: board.empties().iter().copied().collect(),
        owner,
        given_up: *given_up,
        effort,
        protected: chains.iter().copied().enumerate().collect(),
        chains,
        held: vec![],
        used: PointSet::EMPTY,
        memo: Memo::default(),
        vain: Vain::default(),
        favored: vec![],
        left: effort.all,
        meter,
        kept_back: for_parts,
        stop,
    };
    let mut plan = new(chains, effort);
    plan.protect_most();
    if plan.leaves_most() && effort.more > 0 && meter.used() < effort.again {
        let again = ZoneSearchLimits {
            search: SEARCH_AGAIN,
            search_first: SEARCH_AGAIN,
            ..effort
        };
        let mut other = new(plan.chains.clone(), again);
        other.protect_most();
        other.look_harder(effort.again, for_parts);
        if other.stones().len() > plan.stones().len() {
            plan = other;
        }
    }
    if plan.is_stopped() {
        return None;
    }
    plan.look_harder(effort.harder, for_parts);
    let hardest = std::mem::replace(&mut plan.effort, effort);
    let kept_back = std::mem::take(&mut plan.kept_back);
    plan.left = plan.left.max(effort.all / 2);
    plan.take_parts();
    if hardest.zone > effort.zone {
        plan.effort = hardest;
        plan.kept_back = kept_back;
        plan.left = effort.more;
        plan.take_parts();
    }
    (!plan.is_stopped()).then(|| plan.proof())
}

impl Decomposer<'_> {
    /// Starts by assuming that every chain is safe. Repeatedly drops a chain that is not proved;
    /// before dropping it, retries once with that chain first in line. Finally retries the dropped
    /// chains.
    fn protect_most(&mut self) {
        let effort = self.effort;
        self.effort.zone /= HASTE;
        self.effort.search = effort.search_first;
        loop {
            self.meet_favored();
            self.hold_small_parts();
            self.tie_pairs();
            self.meet_needs();
            if self.is_stopped() {
                return;
            }
            let Some(worst) = self.worst() else { break };
            if self.favored.contains(&worst) {
                self.give_up(worst);
            } else {
                self.favor(worst);
            }
        }
        self.favored.clear();
        self.effort = effort;
        self.left = self.left.max(effort.all / 2);
        self.regain();
    }

    /// Retries unproved chains with more states per question, larger zones and a deeper search,
    /// while the total work is below `most` and `for_parts` is left.
    fn look_harder(&mut self, most: u64, for_parts: u64) {
        let Some(longest) = most.checked_sub(self.meter.used()) else {
            return;
        };
        let later = self.meter.left().saturating_sub(longest);
        self.kept_back = for_parts.max(later);
        self.left = self.effort.more;
        for _ in 0..HARDER {
            if self.is_spent() || !self.is_anything_left() || self.is_stopped() {
                return;
            }
            self.effort = ZoneSearchLimits {
                zone: (4 * self.effort.zone).min(self.effort.zone_most),
                search: self.effort.search.further(),
                breadth: &WIDE,
                ..self.effort
            };
            self.memo.forget_unkept();
            self.regain();
        }
    }

    /// Returns true if a chain is not protected.
    fn is_anything_left(&self) -> bool {
        self.protected.len() < self.chains.len()
    }

    /// Returns true if fewer than half of the stones are protected.
    fn leaves_most(&self) -> bool {
        let all: usize = self.chains.iter().map(|chain| chain.stones.len()).sum();
        2 * self.stones().len() < all
    }

    /// Returns true if no states are left.
    fn is_spent(&self) -> bool {
        self.left == 0 || self.affordable() == 0
    }

    /// Returns the number of states that the remaining work pays for.
    fn affordable(&self) -> usize {
        (self.meter.left().saturating_sub(self.kept_back) / work::STATE) as usize
    }

    /// Returns true if the caller asked to stop.
    fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    fn stones(&self) -> PointSet {
        self.protected
            .iter()
            .map(|(_, chain)| chain.stones)
            .collect()
    }

    fn numbers(&self) -> Vec<usize> {
        self.protected.iter().map(|(number, _)| *number).collect()
    }

    /// Returns the chain with those it is tied to, directly or indirectly. If they are safe, so is
    /// the chain.
    fn tied_to(&self, chain: usize) -> Vec<usize> {
        let mut found = vec![chain];
        let mut next = 0;
        while next < found.len() {
            let here = found[next];
            for promise in self.held.iter().flat_map(|held| &held.promises) {
                if let Promise::Tied { chain, to } = promise
                    && let [to] = to[..]
                    && *chain == here
                    && !found.contains(&to)
                {
                    found.push(to);
                }
            }
            next += 1;
        }
        found
    }

    /// Returns the liberties promised to a chain and those it is tied to, added over all zones.
    fn liberties(&self, chain: usize) -> u32 {
        let group = self.tied_to(chain);
        let of = |held: &ProvenZone| {
            let counts = held.promises.iter().map(|promise| match promise {
                Promise::Liberties { chain, count } if group.contains(chain) => *count,
                _ => 0,
            });
            counts.max().unwrap_or(0)
        };
        self.held.iter().map(of).sum()
    }

    /// Returns the chains that the held zones make safe.
    fn safe(&self) -> FxHashSet<usize> {
        let mut safe: FxHashSet<usize> = FxHashSet::default();
        let numbers = self.numbers();
        safe.extend(numbers.iter().filter(|&&chain| self.liberties(chain) >= 2));
        loop {
            let before = safe.len();
            for promise in self.held.iter().flat_map(|held| &held.promises) {
                if let Promise::Tied { chain, to } = promise
                    && to.iter().all(|to| safe.contains(to))
                {
                    safe.insert(*chain);
                }
            }
            if safe.len() == before {
                return safe;
            }
        }
    }

    /// Returns the chain to drop first, if not all are safe.
    fn worst(&self) -> Option<usize> {
        self.worst_of(&self.numbers())
    }

    /// Returns the chain to drop first among some protected chains.
    fn worst_of(&self, chains: &[usize]) -> Option<usize> {
        let safe = self.safe();
        let failing = chains.iter().copied().filter(|chain| !safe.contains(chain));
        failing.min_by_key(|&chain| {
            let is_tied = self.is_tied(chain);
            let group = self.tied_to(chain).into_iter();
            let size: usize = group.map(|chain| self.chains[chain].stones.len()).sum();
            (is_tied, self.liberties(chain), size)
        })
    }

    fn give_up(&mut self, chain: usize) {
        self.protected.retain(|(number, _)| *number != chain);
        let around = self.chains[chain].stones.grown();
        // A promise that fails with a wall also fails without it, so failures stay cached.
        self.memo.forget_kept(&around);
        self.release(&around);
    }

    fn is_tied(&self, chain: usize) -> bool {
        self.held
            .iter()
            .flat_map(|held| &held.promises)
            .any(|promise| matches!(promise, Promise::Tied { chain: tied, .. } if *tied == chain))
    }

    /// Puts a chain first in line and releases the zones around it.
    fn favor(&mut self, chain: usize) {
        self.favored.insert(0, chain);
        let around = self.chains[chain].stones.grown();
        self.release(&around);
    }

    /// Removes the zones that meet some points and returns them.
    fn release(&mut self, around: &PointSet) -> Vec<ProvenZone> {
        let held = std::mem::take(&mut self.held).into_iter();
        let (met, others) = held.partition(|held| held.points.meets(around));
        self.held = others;
        self.used = self.held.iter().map(|held| held.points).collect();
        met
    }
}
