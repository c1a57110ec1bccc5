//! Readers: whether somebody still reads the output, looked after by a thread of its own.

use super::input::set;
use crate::threads::Start;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// How often it is checked whether the output is still read.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// The command being answered, which ends when nobody will read its answer.
#[derive(Debug, Default)]
pub(super) struct Readers {
    ends: Mutex<Option<[Arc<AtomicBool>; 3]>>,
}

impl Readers {
    /// Does the work of a session and looks after the readers meanwhile, where there is a thread for that.
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
            // Without it the next reply finds out.
            _ = Start::begin().spawn(scope, None, look);
            let result = work();
            drop(done);
            result
        })
    }

    /// A command is answered from now on; these flags end it.
    pub(super) fn begin(&self, ends: [Arc<AtomicBool>; 3]) {
        *self.ends.lock().unwrap_or_else(PoisonError::into_inner) = Some(ends);
    }

    fn end(&self) {
        let ends = self.ends.lock().unwrap_or_else(PoisonError::into_inner);
        ends.iter().flatten().for_each(|flag| set(flag));
    }
}
