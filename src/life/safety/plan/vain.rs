//! The failure cache. An attempt is retried only if a point it looked at has changed.

use super::super::proof::Promise;
use crate::go::point::PointSet;
use fxhash::FxHashMap;
use smallvec::SmallVec;

/// The most surroundings remembered for an attempt.
const REMEMBERED: usize = 4;

/// An attempt to prove a promise near its chain.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Attempt {
    pub(super) promise: Promise,
    /// The zone sizes to try.
    pub(super) sizes: &'static [usize],
}

/// The points that an attempt looked at, and a hash of their contents.
type FailureKey = (PointSet, u64);

/// The failed attempts.
#[derive(Default)]
pub(super) struct Vain {
    known: FxHashMap<Attempt, SmallVec<[FailureKey; REMEMBERED]>>,
    /// The points that the current attempts have looked at.
    pub(super) seen: PointSet,
}

impl Vain {
    /// Returns true if the attempt failed in equal surroundings. `hash_of` hashes the present
    /// contents of points.
    pub(super) fn is_known(&self, attempt: &Attempt, hash_of: impl Fn(&PointSet) -> u64) -> bool {
        let mut known = self.known.get(attempt).into_iter().flatten();
        known.any(|(seen, hash)| hash_of(seen) == *hash)
    }

    /// Records a failed attempt with the points it looked at and a hash of their contents.
    pub(super) fn note(&mut self, attempt: Attempt, seen: PointSet, hash: u64) {
        let known = self.known.entry(attempt).or_default();
        known.truncate(REMEMBERED - 1);
        known.insert(0, (seen, hash));
    }
}
