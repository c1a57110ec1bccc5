//! The search budget: work units, memory and a stop flag.
//!
//! Work is counted, not timed. Results therefore do not depend on the machine, its load, or how
//! many games are judged in parallel.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A deterministic work budget with a memory limit and a stop flag. Clones share one balance.
#[derive(Clone, Debug)]
pub struct Meter<'a> {
    /// The remaining work; negative if the last step cost more than was left.
    left: Rc<Cell<i64>>,
    /// The initial work.
    given: i64,
    /// The overdraft, in units of work, within which the explored graph may still be evaluated.
    grace: i64,
    memory: usize,
    stop: Option<&'a AtomicBool>,
}

/// The default memory limit, in bytes.
const MEMORY: usize = 1 << 30;

impl<'a> Meter<'a> {
    /// Creates a budget of `work` [units](Meter::A_SECOND) and `memory` bytes of solver memory in
    /// use at once.
    #[must_use]
    pub fn new(work: u64, memory: usize) -> Meter<'a> {
        let work = i64::try_from(work).unwrap_or(i64::MAX);
        Meter {
            left: Rc::new(Cell::new(work)),
            given: work,
            grace: work / 8,
            memory,
            stop: None,
        }
    }

    /// The work of about 1 s on one core of a typical computer. A unit is about 1 ns.
    pub const A_SECOND: u64 = 1_000_000_000;

    /// Creates an unlimited budget (memory capped at 1 GiB).
    #[must_use]
    pub fn endless() -> Meter<'a> {
        Meter {
            grace: 0,
            ..Meter::new(u64::MAX, MEMORY)
        }
    }

    /// Adds a flag that another thread sets to stop the search.
    #[must_use]
    pub fn unless(self, stop: &'a AtomicBool) -> Meter<'a> {
        Meter {
            stop: Some(stop),
            ..self
        }
    }

    /// Replaces the memory limit, in bytes.
    #[must_use]
    pub fn with_memory(self, memory: usize) -> Meter<'a> {
        Meter { memory, ..self }
    }

    /// Creates a separate budget of at most `work` units, with this one's memory limit and stop
    /// flag.
    #[must_use]
    pub fn at_most(self, work: u64) -> Meter<'a> {
        Meter {
            stop: self.stop,
            ..Meter::new(self.left().min(work), self.memory)
        }
    }

    /// Returns the memory that solvers may use at once, in bytes.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.memory
    }

    /// Charges work to the balance.
    pub fn spend(&self, work: u64) {
        let left = self.left.get();
        self.left.set(left.saturating_sub_unsigned(work));
    }

    /// Creates a separate budget of a share (0 to 1) of the remaining work.
    ///
    /// The caller must charge what the part [used](Meter::used) to this budget.
    #[must_use]
    pub fn part(&self, share: f64) -> Meter<'a> {
        let work = (self.left() as f64 * share) as u64;
        Meter {
            stop: self.stop,
            ..Meter::new(work, self.memory)
        }
    }

    /// Returns the work charged so far.
    #[must_use]
    pub fn used(&self) -> u64 {
        self.given
            .saturating_sub(self.left.get())
            .max(0)
            .unsigned_abs()
    }

    /// Returns the remaining work, at least 0.
    #[must_use]
    pub fn left(&self) -> u64 {
        self.left.get().max(0).unsigned_abs()
    }

    /// Returns true if no work is left.
    #[must_use]
    pub fn is_spent(&self) -> bool {
        self.left.get() <= 0
    }

    /// Returns true if the stop flag is set.
    #[must_use]
    pub fn is_told(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Returns true if exploring must end: no work is left or the stop flag is set.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.is_spent() || self.is_told()
    }

    /// Returns true if evaluating the explored graph must end too: the overdraft is used up or the
    /// stop flag is set.
    #[must_use]
    pub fn is_late(&self) -> bool {
        self.left.get() < -self.grace || self.is_told()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_counted_by_all_who_share_a_meter() {
        let meter = Meter::new(100, 1);
        let other = meter.clone();
        other.spend(60);
        meter.spend(39);
        assert!(!meter.is_over() && meter.left() == 1);
        meter.spend(10);
        assert!(other.is_over() && !other.is_late() && other.left() == 0);
        meter.spend(10);
        assert!(other.is_late());
        assert!(!Meter::endless().is_over());
    }

    #[test]
    fn a_flag_ends_everything() {
        let stop = AtomicBool::new(false);
        let meter = Meter::new(100, 1).unless(&stop);
        assert!(!meter.is_late());
        stop.store(true, Ordering::Relaxed);
        assert!(meter.is_over() && meter.is_late());
    }
}
