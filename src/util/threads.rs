//! Thread limits: starts the threads that the system has memory for.

use crate::util::memory::has_room;
use std::any::Any;
use std::hint::black_box;
use std::io;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::sync::{PoisonError, RwLock, RwLockWriteGuard};
use std::thread::{Builder, Scope};

/// The most threads that can be requested.
pub const MOST_THREADS: usize = 256;
/// The memory that must be left besides the stack of a new thread, in bytes: for the whole program,
/// and for each running thread.
const ROOM: usize = 64 << 20;
const ROOM_EACH: usize = 16 << 20;
/// The memory that must be left if nothing can be done without the thread, in bytes.
const LEAST_ROOM: usize = 8 << 20;
/// The default stack of a thread, in bytes.
const STACK: usize = 2 << 20;
/// The stack of a thread that does all the work of a command, in bytes.
pub const DEEP_STACK: usize = 8 << 20;

/// Returns the number of threads that can run in parallel here, at most [`MOST_THREADS`].
#[must_use]
pub fn cores() -> NonZeroUsize {
    let cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    cores.min(NonZeroUsize::new(MOST_THREADS).unwrap_or(cores))
}

/// The number of running threads started here.
static RUNNING: AtomicUsize = AtomicUsize::new(0);

/// Held while threads are being started. New threads wait for it.
static STARTING: RwLock<()> = RwLock::new(());

/// A guard for a running thread, held until it ends.
struct Running;

impl Running {
    fn begin() -> Running {
        RUNNING.fetch_add(1, Ordering::Relaxed);
        Running
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        RUNNING.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The start of one or more threads. None begins its work before this is dropped, and no other
/// start happens meanwhile.
///
/// When memory is short, the test for room and the allocator's reservation for a new thread briefly
/// take all that is left. A thread at work that needed memory in that moment would get none, which
/// ends the program.
#[derive(Debug)]
pub struct Start {
    started: usize,
    _others_wait: RwLockWriteGuard<'static, ()>,
}

impl Start {
    /// Waits until no other start is in progress.
    #[must_use]
    pub fn begin() -> Start {
        Start {
            started: 0,
            _others_wait: STARTING.write().unwrap_or_else(PoisonError::into_inner),
        }
    }

    /// Starts a detached thread, if there is room for it as [`spawn`](Start::spawn) requires.
    ///
    /// # Errors
    ///
    /// As for [`spawn`](Start::spawn).
    pub fn spawn_detached(
        &mut self,
        stack: Option<usize>,
        work: impl FnOnce() + Send + 'static,
    ) -> io::Result<()> {
        let prepared = prepare(stack, ROOM, work)?;
        prepared.builder.spawn(prepared.work)?;
        self.count(&prepared.has_begun);
        Ok(())
    }

    /// Starts a scoped thread, if there is room for it and for what it needs at once. A thread that
    /// cannot begin would end the program.
    ///
    /// # Errors
    ///
    /// A system error, or [`OutOfMemory`](io::ErrorKind::OutOfMemory).
    pub fn spawn<'scope>(
        &mut self,
        scope: &'scope Scope<'scope, '_>,
        stack: Option<usize>,
        work: impl FnOnce() + Send + 'scope,
    ) -> io::Result<()> {
        self.spawn_with(ROOM, scope, stack, work)
    }

    fn spawn_with<'scope>(
        &mut self,
        room: usize,
        scope: &'scope Scope<'scope, '_>,
        stack: Option<usize>,
        work: impl FnOnce() + Send + 'scope,
    ) -> io::Result<()> {
        let prepared = prepare(stack, room, work)?;
        prepared.builder.spawn_scoped(scope, prepared.work)?;
        self.count(&prepared.has_begun);
        Ok(())
    }

    /// Waits until a thread has what it needs to begin.
    fn count(&mut self, has_begun: &Receiver<()>) {
        // A thread that panics before it says so has begun, too.
        _ = has_begun.recv();
        self.started += 1;
    }
}

/// Starts up to `wanted` threads that share some work, as far as there is room, and returns their
/// number.
///
/// The first thread is indispensable, so it is started if there is any room at all.
///
/// # Errors
///
/// If no thread can be started: as for [`spawn`](Start::spawn).
pub fn spawn_all<'scope, W: FnOnce() + Send + 'scope>(
    wanted: usize,
    scope: &'scope Scope<'scope, '_>,
    stack: Option<usize>,
    mut work: impl FnMut() -> W,
) -> io::Result<usize> {
    let mut start = Start::begin();
    while start.started < wanted {
        let room = match start.started {
            0 => LEAST_ROOM,
            _ => ROOM,
        };
        match start.spawn_with(room, scope, stack, work()) {
            Ok(()) => {}
            Err(error) if start.started == 0 => return Err(error),
            Err(_) => break,
        }
    }
    Ok(start.started)
}

/// A thread to start: its builder, its counted work, and the signal that it has begun.
struct Prepared<W> {
    builder: Builder,
    work: W,
    has_begun: Receiver<()>,
}

/// Prepares a thread for some work, if there is room.
fn prepare<W: FnOnce() + Send>(
    stack: Option<usize>,
    room: usize,
    work: W,
) -> io::Result<Prepared<impl FnOnce() + Send>> {
    let stack = stack.unwrap_or(STACK);
    faults::step()?;
    let running = Running::begin();
    let others = RUNNING.load(Ordering::Relaxed) - 1;
    if !has_room(room + stack + others * ROOM_EACH) {
        return Err(io::ErrorKind::OutOfMemory.into());
    }
    let (begins, has_begun) = mpsc::channel();
    let counted = move || {
        let _running = running;
        // Allocators reserve memory for a thread at its first request.
        drop(black_box(Box::new(0_u8)));
        _ = begins.send(());
        drop(STARTING.read().unwrap_or_else(PoisonError::into_inner));
        work();
    };
    Ok(Prepared {
        builder: Builder::new().stack_size(stack),
        work: counted,
        has_begun,
    })
}

/// Returns the message of a panic, for the thread that waits for the panicked one.
#[must_use]
pub fn panic_message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or(panic.downcast_ref::<&str>().copied())
        .unwrap_or("no reason given")
}

/// Fault injection for tests: no faults.
#[cfg(not(test))]
mod faults {
    pub(crate) fn step() -> std::io::Result<()> {
        Ok(())
    }
}

/// Fault injection for tests: refuses threads.
#[cfg(test)]
pub(crate) mod faults {
    use std::cell::Cell;

    thread_local! {
        static LEFT: Cell<Option<u32>> = const { Cell::new(None) };
    }

    /// Grants this thread a number of further threads, or any number for `None`.
    pub(crate) fn give(threads: Option<u32>) {
        LEFT.set(threads);
    }

    pub(crate) fn step() -> std::io::Result<()> {
        match LEFT.get() {
            Some(0) => Err(std::io::ErrorKind::WouldBlock.into()),
            left => {
                LEFT.set(left.map(|left| left - 1));
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Threads started together begin together and are counted.
    #[test]
    fn no_thread_begins_before_all_are_started() {
        let begun = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            let mut start = Start::begin();
            for _ in 0..3 {
                let work = || _ = begun.fetch_add(1, Ordering::Relaxed);
                assert!(start.spawn(scope, None, work).is_ok());
            }
            assert_eq!((start.started, begun.load(Ordering::Relaxed)), (3, 0));
        });
        assert_eq!(begun.load(Ordering::Relaxed), 3);
    }
}
