//! The needs of chains (ties to others, and eyes), and the zones where they are sought.

use super::super::proof::Promise;
use super::vain::Attempt;
use super::{Decomposer, work};
use crate::go::point::{Point, PointSet};
use fxhash::{FxHashSet, FxHasher};
use std::cmp::Reverse;
use std::hash::{Hash, Hasher};

/// The most seeds tried for a zone.
const SEEDS: usize = 6;
/// The zone sizes tried for a tie, in empty points.
const TIES: &[usize] = &[2, 4, 6, 9];
/// The sizes of the zones all around a chain that are tried last, in empty points.
const LAST_SPREADS: &[usize] = &[6, 10, 14, 20];

impl Decomposer<'_> {
    pub(super) fn meet_favored(&mut self) {
        for chain in self.favored.clone() {
            let is_protected = self.protected.iter().any(|(number, _)| *number == chain);
            if !is_protected || self.is_tied(chain) || self.liberties(chain) >= 2 {
                continue;
            }
            let near = self.near(chain);
            let _ = !near.is_empty() && self.tie(chain, &near, TIES) || self.find_eyes_of(chain);
        }
    }

    /// Ties chains to larger ones by two shared liberties, the smallest first.
    pub(super) fn tie_pairs(&mut self) {
        let mut order = self.numbers();
        order.sort_by_key(|&chain| self.chains[chain].stones.len());
        for chain in order {
            if !self.is_tied(chain) && self.liberties(chain) < 2 {
                self.tie_pair(chain);
            }
        }
    }

    pub(super) fn tie_pair(&mut self, chain: usize) -> bool {
        let size = |chain: usize| (self.chains[chain].stones.len(), chain);
        let larger: Vec<usize> = self
            .numbers()
            .into_iter()
            .filter(|&to| size(to) > size(chain) && self.is_near(chain, to))
            .collect();
        let free = self.free();
        let [first, second, ..] = self.shared(chain, &larger, &free)[..] else {
            return false;
        };
        let pair: PointSet = [first, second].into_iter().collect();
        let around = pair.grown();
        let to: Vec<usize> = larger
            .into_iter()
            .filter(|&to| self.chains[to].stones.meets(&around))
            .collect();
        let promises = vec![Promise::Tied {
            chain,
            to: to.clone(),
        }];
        match self.ask(&pair, &promises) {
            Some(kept) => {
                let points = kept.points;
                self.strengthen(&points, promises, kept);
                true
            }
            None => false,
        }
    }

    /// Meets the needs of chains until nothing more is found.
    pub(super) fn meet_needs(&mut self) {
        // Each chain can be helped a few times.
        for _ in 0..4 * self.protected.len() {
            if self.is_spent() || self.is_stopped() {
                return;
            }
            let safe = self.safe();
            let mut open: Vec<usize> = self.numbers();
            open.retain(|chain| !safe.contains(chain));
            open.sort_by_key(|&chain| Reverse(self.chains[chain].stones.len()));
            let (small, large) = TIES.split_at(2);
            let found = open.iter().any(|&chain| self.anchor(chain, &safe, small))
                || open.iter().any(|&chain| self.pool(chain, &open, small))
                || open.iter().any(|&chain| self.anchor(chain, &safe, large))
                || open.iter().any(|&chain| self.find_eyes_of(chain))
                || open.iter().any(|&chain| self.pool(chain, &open, large));
            if !found {
                return;
            }
        }
    }

    /// Ties a chain to safe ones.
    pub(super) fn anchor(
        &mut self,
        chain: usize,
        safe: &FxHashSet<usize>,
        sizes: &'static [usize],
    ) -> bool {
        let near: Vec<usize> = self
            .numbers()
            .into_iter()
            .filter(|to| safe.contains(to) && self.is_near(chain, *to))
            .collect();
        !near.is_empty() && self.tie(chain, &near, sizes)
    }

    /// Ties a chain to another one not known to be safe, so that they pool their liberties.
    pub(super) fn pool(&mut self, chain: usize, open: &[usize], sizes: &'static [usize]) -> bool {
        let group = self.tied_to(chain);
        let others = open.iter().copied();
        let others: Vec<usize> = others
            .filter(|to| !group.contains(to) && self.is_near(chain, *to))
            .collect();
        others.into_iter().any(|to| self.tie(chain, &[to], sizes))
    }

    pub(super) fn find_eyes_of(&mut self, chain: usize) -> bool {
        let group = self.tied_to(chain);
        let had = self.liberties(chain);
        for count in (1..=2 - had.min(2)).rev() {
            for &member in &group {
                if self.find_eyes(member, count) {
                    return true;
                }
            }
        }
        false
    }

    /// Ties a chain to others by a zone between them.
    pub(super) fn tie(&mut self, chain: usize, to: &[usize], sizes: &'static [usize]) -> bool {
        let promise = Promise::Tied {
            chain,
            to: to.to_vec(),
        };
        let within = [self.free(), self.unprotected()];
        self.attempt(Attempt { promise, sizes }, |plan, promises| {
            let mut within = within.iter();
            within.any(|within| plan.tie_within(chain, to, promises, sizes, within))
        })
    }

    fn tie_within(
        &mut self,
        chain: usize,
        to: &[usize],
        promises: &[Promise],
        sizes: &[usize],
        free: &PointSet,
    ) -> bool {
        let here = self.chains[chain];
        let targets: PointSet = to.iter().map(|&to| self.chains[to].stones).collect();
        let shared = self.shared(chain, to, free);
        let wider = here.liberties & targets.grown().grown() & *free;
        let mut seeds = if shared.is_empty() {
            wider.iter().collect()
        } else {
            shared.clone()
        };
        if let [first, second, ..] = shared[..] {
            let pair: PointSet = [first, second].into_iter().collect();
            if self.obtain(&pair, promises) {
                return true;
            }
        }
        let walls: Vec<usize> = to.iter().copied().chain([chain]).collect();
        seeds.truncate(SEEDS);
        for &size in sizes {
            for &seed in &seeds {
                let zone = self.around(seed, &walls, size, free);
                if self.obtain(&zone, promises) {
                    return true;
                }
            }
        }
        self.obtain_around(chain, self.effort.breadth.spreads, promises, free)
    }

    /// Holds a zone all around a chain with these promises, if possible.
    fn obtain_around(
        &mut self,
        chain: usize,
        sizes: &[usize],
        promises: &[Promise],
        within: &PointSet,
    ) -> bool {
        sizes.iter().any(|&size| {
            let zone = self.spread(chain, size, within);
            self.obtain(&zone, promises)
        })
    }

    /// Meets all needs of a chain.
    pub(super) fn make_safe(&mut self, chain: usize) -> bool {
        if self.safe().contains(&chain) {
            return true;
        }
        let near = self.near(chain);
        if !near.is_empty() && self.tie(chain, &near, TIES) {
            return true;
        }
        let wishes = self.wishes(chain);
        let within = [self.free(), self.unprotected()];
        let is_found = wishes.into_iter().any(|promise| {
            let sizes = LAST_SPREADS;
            self.attempt(Attempt { promise, sizes }, |plan, promises| {
                let mut within = within.iter();
                within.any(|within| plan.obtain_around(chain, sizes, promises, within))
            })
        });
        is_found || {
            // At most two eyes are missing.
            let _ =
                self.find_eyes_of(chain) && self.liberties(chain) < 2 && self.find_eyes_of(chain);
            self.liberties(chain) >= 2
        }
    }

    /// Returns the promises that would make a chain safe: a tie to the chains near it, provided
    /// they are safe, or two eyes.
    pub(super) fn wishes(&self, chain: usize) -> Vec<Promise> {
        let near = self.near(chain);
        let tied = (!near.is_empty()).then_some(Promise::Tied { chain, to: near });
        let eyes = Promise::Liberties { chain, count: 2 };
        tied.into_iter().chain([eyes]).collect()
    }

    /// Returns the protected chains near another one.
    fn near(&self, chain: usize) -> Vec<usize> {
        let numbers = self.numbers().into_iter();
        numbers.filter(|&to| self.is_near(chain, to)).collect()
    }

    /// Finds a zone that gives a chain a number of liberties.
    pub(super) fn find_eyes(&mut self, chain: usize, count: u32) -> bool {
        let promise = Promise::Liberties { chain, count };
        let sizes = self.effort.breadth.sizes[count as usize - 1];
        self.attempt(Attempt { promise, sizes }, |plan, promises| {
            plan.obtain_beside(chain, sizes, promises)
        })
    }

    /// Holds a zone next to a chain, where it is least open, with these promises if possible.
    fn obtain_beside(&mut self, chain: usize, sizes: &[usize], promises: &[Promise]) -> bool {
        let free = self.free();
        let stones = self.stones();
        let mut seeds: Vec<Point> = (self.chains[chain].liberties & free).iter().collect();
        seeds.sort_by_key(|&at| self.openness(at, &stones));
        seeds.truncate(SEEDS);
        let all = self.unprotected();
        for within in [free, all] {
            for &size in sizes {
                for &seed in &seeds {
                    let zone = self.around(seed, &[chain], size, &within);
                    if self.obtain(&zone, promises) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Makes an attempt, unless the failure cache rules it out. Returns true if it succeeded.
    fn attempt(
        &mut self,
        attempt: Attempt,
        make: impl FnOnce(&mut Self, &[Promise]) -> bool,
    ) -> bool {
        self.meter.spend(work::QUESTION);
        if self.vain.is_known(&attempt, |seen| self.hash_of(seen)) {
            return false;
        }
        let begins = self.chains[attempt.promise.chain()].liberties.grown();
        let outer = std::mem::replace(&mut self.vain.seen, begins);
        let is_made = make(self, std::slice::from_ref(&attempt.promise));
        let seen = std::mem::replace(&mut self.vain.seen, outer);
        self.vain.seen |= seen;
        if !is_made && !self.is_spent() && !self.is_stopped() {
            let hash = self.hash_of(&seen);
            self.vain.note(attempt, seen, hash);
        }
        is_made
    }

    /// Records that the current attempt depends on the neighborhood of a zone.
    pub(super) fn look_at(&mut self, zone: &PointSet) {
        self.meter.spend(work::ZONE);
        self.vain.seen |= zone.grown().grown();
    }

    /// Hashes everything that an attempt depends on within some points.
    fn hash_of(&self, seen: &PointSet) -> u64 {
        let mut hasher = FxHasher::default();
        (self.effort.zone, self.effort.search).hash(&mut hasher);
        (self.unprotected() & *seen, self.used & *seen).hash(&mut hasher);
        let favored = self.favored.iter();
        let near = favored.filter(|&&chain| self.chains[chain].liberties.meets(seen));
        near.for_each(|chain| chain.hash(&mut hasher));
        let held = self.held.iter().filter(|held| held.points.meets(seen));
        held.for_each(|held| (held.points, &held.promises).hash(&mut hasher));
        hasher.finish()
    }
}
