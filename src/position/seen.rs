//! Seen: which positions a long game has had, so that repetitions are found without going through all of it.

use fxhash::FxHashSet;
use std::sync::Arc;

/// How many of the last entries of a history are gone through one by one.
const RECENT: usize = 256;

/// The entries of a history but for the last ones: says of a position that none of them can be it, or that one may be.
///
/// Copies of a game share what they have seen, until one of them goes on for long.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen(Option<Arc<Entered>>);

#[derive(Clone, Debug, Default)]
struct Entered {
    entries: usize,
    marks: FxHashSet<u64>,
}

impl Seen {
    /// How many entries of the history, from its beginning, are known.
    pub(super) fn entries(&self) -> usize {
        self.0.as_ref().map_or(0, |entered| entered.entries)
    }

    /// Whether one of the entries that are known may have this mark.
    pub(super) fn may_have(&self, mark: u64) -> bool {
        let entered = self.0.as_ref();
        entered.is_some_and(|entered| entered.marks.contains(&mark))
    }

    /// Gets to know a history that has become longer, by the marks of each of its entries.
    pub(super) fn follow<T, const N: usize>(
        &mut self,
        history: &[T],
        marks: impl Fn(&T) -> [u64; N],
    ) {
        let new = history.len() - self.entries();
        if new < RECENT {
            return;
        }
        // What is shared has to be copied, which must not happen often.
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

    /// As assignment, without a look at what is shared already.
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
