//! What has been tried in vain: as long as nothing that it depended on has changed, it is not tried again.

use super::super::proof::Promise;
use super::{Plan, work};
use crate::point::PointSet;
use fxhash::{FxHashMap, FxHasher};
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};

/// How many surroundings are remembered in which the same came to nothing.
const REMEMBERED: usize = 4;

/// A promise that is looked for near the chain that it is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Attempt {
    pub(super) promise: Promise,
    /// The sizes of the zones that are tried.
    pub(super) sizes: &'static [usize],
}

/// Where an attempt looked, and a hash of all that it found there.
type Surroundings = (PointSet, u64);

/// Attempts that came to nothing.
#[derive(Default)]
pub(super) struct Vain {
    known: FxHashMap<Attempt, SmallVec<[Surroundings; REMEMBERED]>>,
    /// Where the attempts that are being made have looked.
    seen: PointSet,
}

impl Plan<'_> {
    /// Makes an attempt, unless it is known to come to nothing; tells whether it succeeded.
    pub(super) fn attempt(
        &mut self,
        attempt: Attempt,
        make: impl FnOnce(&mut Self) -> bool,
    ) -> bool {
        self.meter.spend(work::QUESTION);
        let is_known = |(seen, hash): &Surroundings| self.hash_of(seen) == *hash;
        let known = self.vain.known.get(&attempt);
        if known.is_some_and(|known| known.iter().any(is_known)) {
            return false;
        }
        let begins = self.chains[attempt.promise.chain()].liberties.grown();
        let outer = std::mem::replace(&mut self.vain.seen, begins);
        let is_made = make(self);
        let seen = std::mem::replace(&mut self.vain.seen, outer);
        self.vain.seen |= seen;
        if !is_made && !self.is_spent() && !self.is_stopped() {
            let hash = self.hash_of(&seen);
            let known = self.vain.known.entry(attempt).or_default();
            known.truncate(REMEMBERED - 1);
            known.insert(0, (seen, hash));
        }
        is_made
    }

    /// Notes that what is being tried depends on what is near a zone.
    pub(super) fn look_at(&mut self, zone: &PointSet) {
        self.meter.spend(work::ZONE);
        self.vain.seen |= zone.grown().grown();
    }

    /// A hash of what an attempt depends on that has looked at some points.
    fn hash_of(&self, seen: &PointSet) -> u64 {
        let mut hasher = FxHasher::default();
        (self.patience, self.effort.attacks).hash(&mut hasher);
        (self.unprotected() & *seen, self.used & *seen).hash(&mut hasher);
        let favored = self.favored.iter();
        let near = favored.filter(|&&chain| self.chains[chain].liberties.meets(seen));
        near.for_each(|chain| chain.hash(&mut hasher));
        let held = self.held.iter().filter(|held| held.points.meets(seen));
        held.for_each(|held| (held.points, &held.promises).hash(&mut hasher));
        hasher.finish()
    }
}
