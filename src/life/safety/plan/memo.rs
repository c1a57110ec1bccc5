//! The cache of answers about zones. An answer also serves questions that it implies.

use super::super::keep::Unkept;
use super::super::proof::{Promise, Situation};
use crate::go::point::PointSet;

/// The relevant points of a zone and the strategy on them.
#[derive(Clone, Debug, Default)]
pub(super) struct Kept {
    pub(super) points: PointSet,
    pub(super) strategy: Vec<Situation>,
    /// The number of parts that are taken by themselves from the start.
    pub(super) parts: usize,
}

/// Cached answers. They are valid while the protected chains next to their zones do not change.
#[derive(Default)]
pub(super) struct Memo {
    kept: Vec<(Asked, Kept)>,
    refused: Vec<(PointSet, Asked)>,
    /// Questions without an answer after this many states.
    exhausted: Vec<(PointSet, Asked, usize)>,
}

/// The promises of a question.
struct Asked {
    promises: Vec<Promise>,
    /// The chains they are about, as a set of indices modulo 64.
    chains: u64,
}

/// A cached answer.
pub(super) enum CachedAnswer {
    Kept(Kept),
    /// The promises cannot be kept, or were not proved with at least as many states.
    Unkept,
}

impl Memo {
    /// Returns the number of cached answers.
    pub(super) fn len(&self) -> usize {
        self.kept.len() + self.refused.len() + self.exhausted.len()
    }

    /// Looks up promises on some points, with a limit of states.
    ///
    /// Promises kept on fewer points are kept on more, and promises refused on more points are
    /// refused on fewer.
    pub(super) fn known(
        &self,
        points: &PointSet,
        promises: &[Promise],
        most: usize,
    ) -> Option<CachedAnswer> {
        let chains = chains_of(promises);
        let mut kept = self.kept.iter().filter(|(had, kept)| {
            chains & !had.chains == 0
                && kept.points.is_subset(points)
                && imply(&had.promises, promises)
        });
        if let Some((_, kept)) = kept.next() {
            return Some(CachedAnswer::Kept(kept.clone()));
        }
        let is_refused = self.refused.iter().any(|(more, fewer)| {
            fewer.chains & !chains == 0
                && points.is_subset(more)
                && imply(promises, &fewer.promises)
        });
        let is_exhausted = || {
            let mut exhausted = self.exhausted.iter();
            exhausted.any(|(same, with, states)| {
                *states >= most && same == points && with.promises == promises
            })
        };
        (is_refused || is_exhausted()).then_some(CachedAnswer::Unkept)
    }

    /// Caches the result of a search with a limit of states.
    pub(super) fn note(
        &mut self,
        points: &PointSet,
        promises: &[Promise],
        most: usize,
        found: &Result<Kept, Unkept>,
    ) {
        let asked = Asked {
            promises: promises.to_vec(),
            chains: chains_of(promises),
        };
        match found {
            Ok(kept) => self.kept.push((asked, kept.clone())),
            Err(Unkept::Refused) => self.refused.push((*points, asked)),
            Err(Unkept::Exhausted) => self.exhausted.push((*points, asked, most)),
        }
    }

    /// Forgets all zones with these points, because an adjacent wall has been added or removed.
    pub(super) fn forget(&mut self, around: &PointSet) {
        self.forget_kept(around);
        self.refused.retain(|(points, _)| !points.meets(around));
        self.exhausted.retain(|(points, ..)| !points.meets(around));
    }

    /// Forgets proofs in such zones after a wall was removed. Failures with the wall remain
    /// failures without it.
    pub(super) fn forget_kept(&mut self, around: &PointSet) {
        self.kept.retain(|(_, kept)| !kept.points.meets(around));
    }

    /// Forgets all failures, before a longer round.
    pub(super) fn forget_unkept(&mut self) {
        self.refused.clear();
        self.exhausted.clear();
    }
}

fn chains_of(promises: &[Promise]) -> u64 {
    let chains = promises.iter().map(Promise::chain);
    chains.fold(0, |all, chain| all | 1 << (chain % 64))
}

/// Returns true if each of the other promises is implied by one of these.
fn imply(promises: &[Promise], others: &[Promise]) -> bool {
    let mut others = others.iter();
    others.all(|other| promises.iter().any(|promise| promise.implies(other)))
}
