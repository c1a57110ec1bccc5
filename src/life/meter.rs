//! What may still be spent on looking: work and memory, until somebody says to stop.
//!
//! Work is counted, not timed, so that what is found does not depend on the machine, on its load, or on how many games are
//! judged at the same time.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A meter that one or several readers count their work on; a clone counts on the same one.
#[derive(Clone, Debug)]
pub struct Meter<'a> {
    /// The work that is left; below 0 where the last step took more.
    left: Rc<Cell<i64>>,
    /// The work that there was.
    given: i64,
    /// How far below 0 it may fall until what has been explored is no longer asked what it proves.
    grace: i64,
    memory: usize,
    stop: Option<&'a AtomicBool>,
}

/// The most memory where nothing else is said, in bytes.
const MEMORY: usize = 1 << 30;

impl<'a> Meter<'a> {
    /// A meter for so much [work](Meter::A_SECOND), and the most memory in bytes that readers may take at once.
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

    /// Work that takes no more than about a second on one core of a usual computer; a unit is about a nanosecond.
    pub const A_SECOND: u64 = 1_000_000_000;

    /// A meter that never says that it is enough, with a gigabyte of memory.
    #[must_use]
    pub fn endless() -> Meter<'a> {
        Meter {
            grace: 0,
            ..Meter::new(u64::MAX, MEMORY)
        }
    }

    /// The same, but over when another thread sets the flag.
    #[must_use]
    pub fn unless(self, stop: &'a AtomicBool) -> Meter<'a> {
        Meter {
            stop: Some(stop),
            ..self
        }
    }

    /// The same, with so much memory, in bytes.
    #[must_use]
    pub fn with_memory(self, memory: usize) -> Meter<'a> {
        Meter { memory, ..self }
    }

    /// The same with no more work than this.
    #[must_use]
    pub fn at_most(self, work: u64) -> Meter<'a> {
        Meter {
            stop: self.stop,
            ..Meter::new(self.left().min(work), self.memory)
        }
    }

    /// The memory that readers may take at once, in bytes.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.memory
    }

    /// Counts work.
    pub fn spend(&self, work: u64) {
        let left = self.left.get();
        self.left.set(left.saturating_sub_unsigned(work));
    }

    /// A meter of its own for a part of the work that is left. What is [used](Meter::used) of it is yet to be counted.
    #[must_use]
    pub fn part(&self, share: f64) -> Meter<'a> {
        let work = (self.left() as f64 * share) as u64;
        Meter {
            stop: self.stop,
            ..Meter::new(work, self.memory)
        }
    }

    /// The work that has been counted.
    #[must_use]
    pub fn used(&self) -> u64 {
        self.given
            .saturating_sub(self.left.get())
            .max(0)
            .unsigned_abs()
    }

    /// The work that is left.
    #[must_use]
    pub fn left(&self) -> u64 {
        self.left.get().max(0).unsigned_abs()
    }

    /// Whether the work is spent.
    #[must_use]
    pub fn is_spent(&self) -> bool {
        self.left.get() <= 0
    }

    /// Whether somebody has said to stop.
    #[must_use]
    pub fn is_told(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Whether nothing more is to be explored.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.is_spent() || self.is_told()
    }

    /// Whether not even what has been explored is to be asked what it proves.
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
