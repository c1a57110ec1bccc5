//! The repetition table of a long game, which finds repetitions without a scan of the history.

use fxhash::FxHashSet;
use std::sync::Arc;

/// The number of recent entries of a history that are scanned one by one.
const RECENT: usize = 256;

/// The older entries of a history, as a set of hashes. It tells that none of them can equal a
/// position, or that one may.
///
/// Copies of a game share the set until one of them goes on for a long time.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen(Option<Arc<Entered>>);

#[derive(Clone, Debug, Default)]
struct Entered {
    entries: usize,
    marks: FxHashSet<u64>,
}

impl Seen {
    /// Returns the number of entries covered, from the start of the history.
    pub(super) fn entries(&self) -> usize {
        self.0.as_ref().map_or(0, |entered| entered.entries)
    }

    /// Returns true if one of the covered entries may have this hash.
    pub(super) fn may_have(&self, mark: u64) -> bool {
        let entered = self.0.as_ref();
        entered.is_some_and(|entered| entered.marks.contains(&mark))
    }

    /// Extends the table to a longer history, by the hashes of each entry.
    pub(super) fn follow<T, const N: usize>(
        &mut self,
        history: &[T],
        marks: impl Fn(&T) -> [u64; N],
    ) {
        let new = history.len() - self.entries();
        if new < RECENT {
            return;
        }
        // A shared set has to be copied, which must stay rare.
        let is_shared = self
            .0
            .as_mut()
            .is_some_and(|entered| Arc::get_mut(entered).is_none());
        if is_shared && new < (4 * RECENT).max(self.entries() / 4) {
            return;
        }
        let entered = Arc::make_mut(self.0.get_or_insert_default());
        let unknown = &history[entered.entries..];
        entered.marks.extend(unknown.iter().flat_map(marks));
        entered.entries = history.len();
    }

    /// Assigns, without touching a set that is already shared.
    pub(super) fn copy_from(&mut self, other: &Seen) {
        let is_same = match (&self.0, &other.0) {
            (Some(mine), Some(theirs)) => Arc::ptr_eq(mine, theirs),
            (None, None) => true,
            _ => false,
        };
        if !is_same {
            self.0.clone_from(&other.0);
        }
    }
}
