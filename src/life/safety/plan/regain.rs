//! Retries of dropped chains. The zones that competed with them may be gone, and only their needs
//! are open now.

use super::{Decomposer, ProvenZone};
use crate::go::point::PointSet;
use crate::life::chain::Chain;
use std::cmp::Reverse;

/// The sizes of zones all around a chain that replace others, in empty points.
const SPREADS: [usize; 5] = [4, 7, 10, 14, 20];

/// A snapshot of the protected chains and held zones.
#[derive(Clone)]
struct Snapshot {
    protected: Vec<(usize, Chain)>,
    held: Vec<ProvenZone>,
}

impl Decomposer<'_> {
    /// Retries dropped chains, each alone and then in clusters, until none is gained.
    pub(super) fn regain(&mut self) {
        loop {
            let mut is_more = false;
            for chain in self.given_up() {
                is_more |= self.regain_alone(chain);
            }
            if !is_more {
                for cluster in self.clusters() {
                    is_more |= self.regain_together(cluster);
                }
            }
            if !is_more || self.is_spent() || self.is_stopped() {
                return;
            }
        }
    }

    /// Returns the unprotected chains, the largest first.
    fn given_up(&self) -> Vec<usize> {
        let protected = self.numbers();
        let all = 0..self.chains.len();
        let mut given_up: Vec<usize> = all.filter(|chain| !protected.contains(chain)).collect();
        given_up.sort_by_key(|&chain| Reverse(self.chains[chain].stones.len()));
        given_up
    }

    /// Groups the unprotected chains that have equal or adjacent liberties. Returns groups of at
    /// least two.
    fn clusters(&self) -> Vec<Vec<usize>> {
        let mut rest = self.given_up();
        let mut clusters = vec![];
        while !rest.is_empty() {
            let mut cluster = vec![rest.remove(0)];
            let mut next = 0;
            while let Some(&here) = cluster.get(next) {
                let around = self.chains[here].liberties.grown();
                let is_near = |&to: &usize| self.chains[to].liberties.meets(&around);
                let (near, others): (Vec<usize>, Vec<usize>) = rest.into_iter().partition(is_near);
                cluster.extend(near);
                rest = others;
                next += 1;
            }
            clusters.push(cluster);
        }
        clusters.retain(|cluster| cluster.len() > 1);
        clusters
    }

    /// Protects a chain if that makes it safe and leaves all others safe.
    fn regain_alone(&mut self, chain: usize) -> bool {
        if self.is_spent() || self.is_stopped() {
            return false;
        }
        let before = self.standing();
        self.favored = vec![chain];
        let is_kept = self.protect(&[chain]);
        let with_it = self.standing();
        let is_gained = is_kept && self.make_safe(chain) && self.worst().is_none()
            || self.make_safe_instead(chain, &with_it);
        self.favored.clear();
        if !is_gained {
            self.restore(before, &self.chains[chain].stones.grown());
        }
        is_gained
    }

    /// Makes a chain safe by a zone that replaces others, if the chains that lose theirs can be
    /// made safe otherwise.
    fn make_safe_instead(&mut self, chain: usize, before: &Snapshot) -> bool {
        self.wishes(chain).chunks(1).any(|wish| {
            self.stand(before.clone());
            let all = self.unprotected();
            let found = SPREADS.iter().find_map(|&size| {
                let zone = self.spread(chain, size, &all);
                self.ask(&zone, wish)
            });
            let Some(kept) = found else {
                return false;
            };
            self.release(&kept.points);
            self.hold(wish.to_vec(), kept);
            self.hold_small_parts();
            self.tie_pairs();
            self.meet_needs();
            self.worst().is_none()
        })
    }

    /// Protects the chains of a cluster that are safe together while all others stay safe. A chain
    /// that fails is put first in line once, then dropped, until the rest is safe or a single chain
    /// is left.
    fn regain_together(&mut self, mut chains: Vec<usize>) -> bool {
        let around = self.stones_of(&chains).grown();
        let mut favored: Vec<usize> = vec![];
        while chains.len() > 1 && !self.is_spent() && !self.is_stopped() {
            let before = self.standing();
            let mut worst = None;
            if self.protect(&chains) {
                self.favored.clone_from(&favored);
                self.meet_favored();
                self.hold_small_parts();
                self.tie_pairs();
                self.meet_needs();
                self.favored.clear();
                if self.worst().is_none() {
                    return true;
                }
                worst = self.worst_of(&chains);
            }
            self.restore(before, &around);
            let Some(worst) = worst else {
                return false;
            };
            if favored.contains(&worst) {
                chains.retain(|&chain| chain != worst);
            } else {
                favored.insert(0, worst);
            }
        }
        false
    }

    fn stones_of(&self, chains: &[usize]) -> PointSet {
        let stones = chains.iter().map(|&chain| self.chains[chain].stones);
        stones.collect()
    }

    fn standing(&self) -> Snapshot {
        Snapshot {
            protected: self.protected.clone(),
            held: self.held.clone(),
        }
    }

    /// Restores `before`. `around` holds the changed chains and their neighbors, whose cache
    /// entries are stale.
    fn restore(&mut self, before: Snapshot, around: &PointSet) {
        self.memo.forget(around);
        self.stand(before);
    }

    fn stand(&mut self, standing: Snapshot) {
        self.protected = standing.protected;
        self.held = standing.held;
        self.used = self.held.iter().map(|held| held.points).collect();
    }

    /// Protects more chains and drops adjacent zones that then fail. Returns true if none failed.
    fn protect(&mut self, chains: &[usize]) -> bool {
        let stones = self.stones_of(chains);
        let around = stones.grown();
        self.memo.forget(&around);
        let more = chains.iter().map(|&chain| (chain, self.chains[chain]));
        self.protected.extend(more);
        self.protected.sort_by_key(|(number, _)| *number);
        let mut are_kept = true;
        for held in self.release(&around) {
            match self.ask(&(held.points - stones), &held.promises) {
                Some(kept) => self.hold(held.promises, kept),
                None => are_kept = false,
            }
        }
        are_kept
    }
}
