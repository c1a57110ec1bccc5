//! Alarms: work that is told when its time is up.
//!
//! Judging counts its work and reads no clock, so that it finds the same on every machine; under load it takes longer than it
//! counts. Where a move has to be made in time, the clock wins.

use crate::threads::Start;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often to check whether another thread has asked to stop.
const LOOK_EVERY: Duration = Duration::from_millis(5);

/// Does some work with a flag that is set at this time, or soon after another thread has set `stop`; without a time it is never
/// set.
///
/// What has been found is not kept waiting until the alarm's thread has noticed: on a busy machine that would take longer than
/// many a move may.
pub fn with_alarm<T>(
    at: Option<Instant>,
    stop: &Arc<AtomicBool>,
    work: impl FnOnce(&Arc<AtomicBool>) -> T,
) -> T {
    let Some(at) = at else {
        return work(&Arc::default());
    };
    let is_stopped = Arc::clone(stop);
    let left = move || match is_stopped.load(Relaxed) {
        true => Duration::ZERO,
        false => at.saturating_duration_since(Instant::now()),
    };
    with_bell(left, stop, work)
}

/// Does some work with a flag that is set as soon as no time is `left`; how much is asked again and again. Without room for a thread
/// the work gets the flag `otherwise`.
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

/// Whether the work is done.
#[derive(Default)]
struct Done {
    is_done: Mutex<bool>,
    changed: Condvar,
}

impl Done {
    /// Waits until the work is done, but no longer than this; returns whether it is.
    fn comes_within(&self, longest: Duration) -> bool {
        let is_done = self.is_done.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self
            .changed
            .wait_timeout_while(is_done, longest, |is_done| !*is_done);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }
}

/// Tells that the work is done, even if it ends in a panic.
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
