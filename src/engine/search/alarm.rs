//! Deadlines: work with a stop flag that is set when its time is up.
//!
//! Judging is limited by counted work and reads no clock, so its results do not depend on the
//! machine. Under load that work may take longer than planned; a deadline keeps the move in time.

use crate::util::threads::Start;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The interval at which the timer checks the stop flag.
const LOOK_EVERY: Duration = Duration::from_millis(5);

/// Runs `work` with a flag that is set at the time `at`, or soon after `stop` is set.
///
/// Without a time, the flag is never set. The result is returned without joining the timer thread:
/// on a busy machine, waiting for it could take longer than a move may.
pub fn with_alarm<T>(
    at: Option<Instant>,
    stop: &Arc<AtomicBool>,
    work: impl FnOnce(&Arc<AtomicBool>) -> T,
) -> T {
    let Some(at) = at else {
        return work(&Arc::default());
    };
    let is_stopped = Arc::clone(stop);
    let left = move || {
        if is_stopped.load(Relaxed) {
            Duration::ZERO
        } else {
            at.saturating_duration_since(Instant::now())
        }
    };
    with_bell(left, stop, work)
}

/// Runs `work` with a flag that is set once `left` returns zero; it is polled every 5 ms or less.
///
/// If no timer thread can be started, `work` gets the flag `otherwise`.
pub fn with_bell<T>(
    left: impl Fn() -> Duration + Send + 'static,
    otherwise: &Arc<AtomicBool>,
    work: impl FnOnce(&Arc<AtomicBool>) -> T,
) -> T {
    let rung = Arc::new(AtomicBool::new(false));
    let done = Arc::new(Done::default());
    let (bell, end) = (Arc::clone(&rung), Arc::clone(&done));
    let watched = Start::begin().spawn_detached(None, move || {
        loop {
            let left = left();
            if left.is_zero() {
                return bell.store(true, Relaxed);
            }
            if end.comes_within(left.min(LOOK_EVERY)) {
                return;
            }
        }
    });
    let _tell = TellWhenDone(&done);
    work(if watched.is_ok() { &rung } else { otherwise })
}

/// Signals that the work is done.
#[derive(Default)]
struct Done {
    is_done: Mutex<bool>,
    changed: Condvar,
}

impl Done {
    /// Waits until the work is done, at most this long; returns true if it is done.
    fn comes_within(&self, longest: Duration) -> bool {
        let is_done = self.is_done.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self
            .changed
            .wait_timeout_while(is_done, longest, |is_done| !*is_done);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }
}

/// Signals the end of the work, even if it panics.
struct TellWhenDone<'a>(&'a Done);

impl Drop for TellWhenDone<'_> {
    fn drop(&mut self) {
        *self
            .0
            .is_done
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = true;
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Waits until the flag is set, but at most a minute; returns whether it is.
    fn wait_for(rung: &AtomicBool) -> bool {
        let begun = Instant::now();
        while !rung.load(Relaxed) && begun.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(1));
        }
        rung.load(Relaxed)
    }

    #[test]
    fn an_alarm_rings_in_time_and_not_before() {
        let never = Arc::default();
        let at = Instant::now() + Duration::from_millis(50);
        let has_rung = with_alarm(Some(at), &never, |rung| wait_for(rung));
        assert!(has_rung && Instant::now() >= at);
    }

    #[test]
    fn who_says_to_stop_rings_it_too() {
        let stop = Arc::new(AtomicBool::new(false));
        let far = Instant::now() + Duration::from_secs(3600);
        assert!(with_alarm(Some(far), &stop, |rung| {
            stop.store(true, Relaxed);
            wait_for(rung)
        }));
    }

    #[test]
    fn nobody_waits_for_an_alarm() {
        let never = Arc::default();
        let begun = Instant::now();
        let far = begun + Duration::from_secs(3600);
        assert_eq!(with_alarm(Some(far), &never, |_| 3), 3);
        assert!(!with_alarm(None, &never, |rung| rung.load(Relaxed)));
        let panicked = std::panic::catch_unwind(|| {
            with_alarm(Some(far), &never, |_| panic!("as a test wants it"))
        });
        assert!(panicked.is_err() && begun.elapsed() < Duration::from_secs(60));
    }
}
