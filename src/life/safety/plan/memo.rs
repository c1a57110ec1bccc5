//! What has been found out about zones, and what follows from it for other questions.

use super::super::keep::Unkept;
use super::super::proof::{Promise, Situation};
use crate::point::PointSet;

/// What of a zone is minded, and how.
#[derive(Clone, Debug, Default)]
pub(super) struct Kept {
    pub(super) points: PointSet,
    pub(super) strategy: Vec<Situation>,
    /// How many parts are taken by themselves from the beginning on.
    pub(super) parts: usize,
}

/// The answers to questions about zones, as long as the protected chains next to these stay the same.
#[derive(Default)]
pub(super) struct Memo {
    kept: Vec<(Asked, Kept)>,
    refused: Vec<(PointSet, Asked)>,
    /// What has not been found with so many states.
    exhausted: Vec<(PointSet, Asked, usize)>,
}

/// The promises that were asked for.
struct Asked {
    promises: Vec<Promise>,
    /// The chains that they are about: a bit for each, shared by those that are as far apart as there are bits.
    chains: u64,
}

/// What is known of a question.
pub(super) enum Known {
    Kept(Kept),
    /// The promises cannot be kept, or nothing was found with as many states.
    Unkept,
}

impl Memo {
    /// How many answers are remembered.
    pub(super) fn len(&self) -> usize {
        self.kept.len() + self.refused.len() + self.exhausted.len()
    }

    /// What is known of promises in some points, if they may take so many states.
    ///
    /// What is kept in fewer points is kept in more, and what is refused in more points is refused in fewer.
    pub(super) fn known(
        &self,
        points: &PointSet,
        promises: &[Promise],
        most: usize,
    ) -> Option<Known> {
        let chains = chains_of(promises);
        let mut kept = self.kept.iter().filter(|(had, kept)| {
            chains & !had.chains == 0
                && kept.points.is_subset(points)
                && imply(&had.promises, promises)
        });
        if let Some((_, kept)) = kept.next() {
            return Some(Known::Kept(kept.clone()));
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
        (is_refused || is_exhausted()).then_some(Known::Unkept)
    }

    /// Remembers what was found for so many states.
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

    /// Forgets all about zones that have these points, next to which a wall has come or gone.
    pub(super) fn forget(&mut self, around: &PointSet) {
        self.forget_kept(around);
        self.refused.retain(|(points, _)| !points.meets(around));
        self.exhausted.retain(|(points, ..)| !points.meets(around));
    }

    /// Forgets what is kept in such zones, when a wall has gone: what was not kept with it is not kept without it.
    pub(super) fn forget_kept(&mut self, around: &PointSet) {
        self.kept.retain(|(_, kept)| !kept.points.meets(around));
    }

    /// Forgets what is not kept, before looking harder.
    pub(super) fn forget_unkept(&mut self) {
        self.refused.clear();
        self.exhausted.clear();
    }
}

fn chains_of(promises: &[Promise]) -> u64 {
    let chains = promises.iter().map(Promise::chain);
    chains.fold(0, |all, chain| all | 1 << (chain % 64))
}

/// Whether promises say all that others do.
fn imply(promises: &[Promise], others: &[Promise]) -> bool {
    let mut others = others.iter();
    others.all(|other| promises.iter().any(|promise| promise.implies(other)))
}
