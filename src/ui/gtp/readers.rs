//! Watches whether the output still has a reader, in a separate thread.

use super::input::set;
use crate::util::threads::Start;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// The time between two checks of the output.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// The stop flags of the running command. They are set once the output has no reader.
#[derive(Debug, Default)]
pub(super) struct Readers {
    ends: Mutex<Option<[Arc<AtomicBool>; 3]>>,
}

impl Readers {
    /// Runs a session while a thread, if one can be started, watches the output.
    pub(super) fn watched<T>(&self, is_read: fn() -> bool, work: impl FnOnce() -> T) -> T {
        let (done, is_done) = mpsc::channel::<()>();
        thread::scope(|scope| {
            let look = move || {
                while is_done.recv_timeout(LOOK_EVERY) == Err(RecvTimeoutError::Timeout) {
                    if !is_read() {
                        self.end();
                    }
                }
            };
            // Without the thread, the next reply detects a closed output.
            _ = Start::begin().spawn(scope, None, look);
            let result = work();
            drop(done);
            result
        })
    }

    /// Registers the stop flags of the next command.
    pub(super) fn begin(&self, ends: [Arc<AtomicBool>; 3]) {
        *self.ends.lock().unwrap_or_else(PoisonError::into_inner) = Some(ends);
    }

    fn end(&self) {
        let ends = self.ends.lock().unwrap_or_else(PoisonError::into_inner);
        ends.iter().flatten().for_each(|flag| set(flag));
    }
}
