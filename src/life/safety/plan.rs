//! Which zones make chains safe: found from the chains' needs, cheapest first.

mod asking;
mod memo;
mod needs;
mod regain;
mod shapes;
mod taking;
mod vain;
mod writing;

use super::proof::{Promise, SafetyProof, Situation};
use super::task::Search;
use super::zone::Zone;
use crate::board::Board;
use crate::color::Color;
use crate::life::chain::Chain;
use crate::life::meter::Meter;
use crate::point::PointSet;
use fxhash::FxHashSet;
use memo::Memo;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use vain::Vain;

/// A zone, what it promises, and how that is kept.
#[derive(Clone, Debug)]
pub(super) struct Held {
    pub(super) points: PointSet,
    pub(super) promises: Vec<Promise>,
    pub(super) strategy: Vec<Situation>,
    /// The parts that are taken in it.
    pub(super) taken: PointSet,
    /// How many of them are taken by themselves from the beginning on.
    pub(super) parts: usize,
}

/// How hard to look.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// States for one question about a zone.
    pub(super) zone: usize,
    /// The most of these when looking harder.
    pub(super) zone_most: usize,
    /// How to look for what keeps promises.
    pub(super) search: Search,
    /// The same before a chain is given up for the first time.
    pub(super) search_first: Search,
    /// How large zones may be.
    pub(super) breadth: &'static Breadth,
    /// States for all of them, and half as many for what the chains surround.
    pub(super) all: usize,
    /// States for looking harder at what is left then.
    pub(super) more: usize,
    /// The work up to which all is searched again in another way.
    pub(super) again: u64,
    /// The work after which to look no harder.
    pub(super) harder: u64,
    /// Whether the attacker may commit suicide.
    pub(super) suicide: bool,
    /// Whether answers must be joined to what is protected: needed where a repetition could forbid them.
    pub(super) solid: bool,
}

/// How large zones may be, in empty points.
#[derive(Debug)]
pub(super) struct Breadth {
    /// The sizes that are tried for one liberty, and for two.
    sizes: [&'static [usize]; 2],
    /// Those all around a chain that are tried for a tie.
    spreads: &'static [usize],
    /// The most of a zone that is made of others.
    merged: usize,
    /// The most of a part that is taken.
    taken: usize,
    /// The most of a zone that is looked at long to take a part of it.
    taken_in: usize,
}

/// To begin with.
pub(super) const NARROW: Breadth = Breadth {
    sizes: [&[6, 10], &[9]],
    spreads: &[6, 10, 14],
    merged: 16,
    taken: 18,
    taken_in: Zone::MOST_POINTS,
};

/// Where nothing is looked at harder afterwards: what larger zones find is not worth what they take.
pub(super) const NARROWEST: Breadth = Breadth {
    spreads: &[6, 10],
    taken_in: 17,
    ..NARROW
};

/// Larger zones find more, but only where many states may be looked at for each.
const WIDE: Breadth = Breadth {
    sizes: [&[6, 10, 14], &[9, 14]],
    merged: 24,
    taken: 26,
    ..NARROW
};

/// The zones of one color on a board.
pub(super) struct Plan<'a> {
    board: &'a Board,
    /// The empty points of the board.
    empty: PointSet,
    owner: Color,
    /// The stones of both colors that are taken to be dead.
    given_up: PointSet,
    effort: Effort,
    /// All chains that are given.
    pub(super) chains: Vec<Chain>,
    /// Those that are taken to be safe, by their places.
    pub(super) protected: Vec<(usize, Chain)>,
    pub(super) held: Vec<Held>,
    /// The points of the zones.
    used: PointSet,
    /// What has been found out about zones: how the promises are kept, or that this was not found.
    memo: Memo,
    /// What has been tried in vain.
    vain: Vain,
    /// Chains that failed once, the last one first: their needs are met before those of others.
    favored: Vec<usize>,
    left: usize,
    /// What the work is counted on.
    meter: &'a Meter<'a>,
    /// The work that is kept back for what comes later.
    kept_back: u64,
    /// Set by another thread when nothing more is to be found.
    stop: &'a AtomicBool,
}

/// The work of a state that is come to, of one that is looked at with what that comes to (about), of a question, of each answer that
/// is remembered then, and of a zone that is made up, in the units of a [meter](Meter::A_SECOND).
mod work {
    pub(super) const COME_TO: u64 = 450;
    pub(super) const STATE: u64 = 4_500;
    pub(super) const QUESTION: u64 = 500;
    pub(super) const REMEMBERED: u64 = 1;
    pub(super) const ZONE: u64 = 1_000;
}

/// What is looked at of the states for a question before a chain is given up for the first time, in parts: most answers come soon,
/// and what is given up is tried again.
const HASTE: usize = 5;

/// How often what is left is looked at harder, each time with four times the states for a question.
const HARDER: usize = 4;
/// How promises are looked for: most questions that look harder than so are about what is lost.
pub(super) const SEARCH: Search = Search::Numbers(14);
/// The same before a chain is given up for the first time, where nothing is looked at harder afterwards: what looks hard is left
/// until others have been given up.
pub(super) const SEARCH_FIRST: Search = Search::Numbers(11);
/// How they are looked for again where that leaves most. It finds less as a rule, but what the other cannot: a few attacks
/// that must each be followed to their end.
const SEARCH_AGAIN: Search = Search::Attacks(5);

/// Chains, of those given, with zones that make all of them safe, and what is taken between them.
///
/// If most stones are left, that took little work, and more may be looked at than for a short judgement, another search is tried, and
/// what makes more stones safe is kept. What is left then is tried harder and harder. What is between the safe chains is taken at the
/// usual effort, and what is left then at the hardest. Neither all that is safe nor the most that zones could make so is found. `None`
/// if another thread has set `stop` meanwhile.
pub(super) fn plan(
    board: &Board,
    owner: Color,
    chains: Vec<Chain>,
    given_up: &PointSet,
    effort: Effort,
    meter: &Meter,
    stop: &AtomicBool,
) -> Option<SafetyProof> {
    let for_parts = meter.left() / 4;
    let new = |chains: Vec<Chain>, effort| Plan {
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
        let again = Effort {
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

impl Plan<'_> {
    /// Begins with all chains as walls of each other's zones, and gives up one after the other for which nothing is found;
    /// each has its needs met first once before it is given up. In the end those that were given up are tried again.
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

    /// Tries what is not protected with more states for each question, larger zones and a search that goes further, again and again
    /// while the work is below `most`, and `for_parts` is left.
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
            self.effort = Effort {
                zone: (4 * self.effort.zone).min(self.effort.zone_most),
                search: self.effort.search.further(),
                breadth: &WIDE,
                ..self.effort
            };
            self.memo.forget_unkept();
            self.regain();
        }
    }

    /// Whether a chain is not protected.
    fn is_anything_left(&self) -> bool {
        self.protected.len() < self.chains.len()
    }

    /// Whether fewer than half of the stones are protected.
    fn leaves_most(&self) -> bool {
        let all: usize = self.chains.iter().map(|chain| chain.stones.len()).sum();
        2 * self.stones().len() < all
    }

    /// Whether nothing more may be looked at.
    fn is_spent(&self) -> bool {
        self.left == 0 || self.affordable() == 0
    }

    /// How many states the work that is left is enough for.
    fn affordable(&self) -> usize {
        (self.meter.left().saturating_sub(self.kept_back) / work::STATE) as usize
    }

    /// Whether all is in vain by now.
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

    /// The chains that are safe if a chain is: those that it is tied to, and so on.
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

    /// The liberties that a chain and those that it is tied to are sure of together.
    fn liberties(&self, chain: usize) -> u32 {
        let group = self.tied_to(chain);
        let of = |held: &Held| {
            let counts = held.promises.iter().map(|promise| match promise {
                Promise::Liberties { chain, count } if group.contains(chain) => *count,
                _ => 0,
            });
            counts.max().unwrap_or(0)
        };
        self.held.iter().map(of).sum()
    }

    /// The chains that are safe with these zones.
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

    /// The chain to give up first, if not all are safe.
    fn worst(&self) -> Option<usize> {
        self.worst_of(&self.numbers())
    }

    /// That of some of the protected chains.
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
        // What is not kept with a wall is not kept without it.
        self.memo.forget_kept(&around);
        self.release(&around);
    }

    fn is_tied(&self, chain: usize) -> bool {
        self.held
            .iter()
            .flat_map(|held| &held.promises)
            .any(|promise| matches!(promise, Promise::Tied { chain: tied, .. } if *tied == chain))
    }

    /// Takes up what is near a chain, to meet its needs first.
    fn favor(&mut self, chain: usize) {
        self.favored.insert(0, chain);
        let around = self.chains[chain].stones.grown();
        self.release(&around);
    }

    /// Lets go of the zones that meet some points, and gives them.
    fn release(&mut self, around: &PointSet) -> Vec<Held> {
        let held = std::mem::take(&mut self.held).into_iter();
        let (met, others) = held.partition(|held| held.points.meets(around));
        self.held = others;
        self.used = self.held.iter().map(|held| held.points).collect();
        met
    }
}
