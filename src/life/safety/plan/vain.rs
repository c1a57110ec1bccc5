//! What has been tried in vain: as long as nothing that it depended on has changed, it is not tried again.

use super::super::proof::Promise;
use crate::point::PointSet;
use fxhash::FxHashMap;
use smallvec::SmallVec;

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
    pub(super) seen: PointSet,
}

impl Vain {
    /// Whether an attempt is known to come to nothing, by a hash of what some points look like now.
    pub(super) fn is_known(&self, attempt: &Attempt, hash_of: impl Fn(&PointSet) -> u64) -> bool {
        let mut known = self.known.get(attempt).into_iter().flatten();
        known.any(|(seen, hash)| hash_of(seen) == *hash)
    }

    /// Remembers an attempt that has looked at some points, with a hash of what they look like.
    pub(super) fn note(&mut self, attempt: Attempt, seen: PointSet, hash: u64) {
        let known = self.known.entry(attempt).or_default();
        known.truncate(REMEMBERED - 1);
        known.insert(0, (seen, hash));
    }
}
