//! Threads, as many as the system has room for.

use crate::memory::has_room;
use std::any::Any;
use std::hint::black_box;
use std::io;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::sync::{PoisonError, RwLock, RwLockWriteGuard};
use std::thread::{Builder, Scope};

/// The most threads that can be asked for.
pub const MOST_THREADS: usize = 256;
/// The memory that must be left besides the stack of a new thread, in bytes: for what all do together, and for what each thread
/// that runs may still ask for.
const ROOM: usize = 64 << 20;
const ROOM_EACH: usize = 16 << 20;
/// The memory that must be left where nothing can be done without the thread.
const LEAST_ROOM: usize = 8 << 20;
/// The stack of a thread where nothing else is said, in bytes.
const STACK: usize = 2 << 20;
/// The stack of a thread that does all that a command asks, in bytes.
pub const DEEP_STACK: usize = 8 << 20;

/// The number of threads that run at the same time here, at most [`MOST_THREADS`].
#[must_use]
pub fn cores() -> NonZeroUsize {
    let cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    cores.min(NonZeroUsize::new(MOST_THREADS).unwrap_or(cores))
}

/// How many threads run that were started here.
static RUNNING: AtomicUsize = AtomicUsize::new(0);

/// Held while threads are started; what has been started waits for it.
static STARTING: RwLock<()> = RwLock::new(());

/// A thread that runs, until this is dropped.
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

/// The start of one thread or several: none begins its work before this is dropped, and nobody else starts any meanwhile.
///
/// Where memory is short, the question whether there is room, and what allocators reserve for a new thread, take all that is
/// left for a moment. A thread at work that needed some just then would get none, which ends the program.
#[derive(Debug)]
pub struct Start {
    started: usize,
    _others_wait: RwLockWriteGuard<'static, ()>,
}

impl Start {
    /// Waits until nobody else starts threads.
    #[must_use]
    pub fn begin() -> Start {
        Start {
            started: 0,
            _others_wait: STARTING.write().unwrap_or_else(PoisonError::into_inner),
        }
    }

    /// Starts a thread that nobody waits for, if there is room for it as [`spawn`](Start::spawn) asks.
    ///
    /// # Errors
    ///
    /// As of [`spawn`](Start::spawn).
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

    /// Starts a thread within a scope, if there is room for it and for what it needs at once: a thread that cannot even
    /// begin would end the program.
    ///
    /// # Errors
    ///
    /// That of the system, or [`OutOfMemory`](io::ErrorKind::OutOfMemory).
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
        // One that panics before it says so has begun, too.
        _ = has_begun.recv();
        self.started += 1;
    }
}

/// Starts so many threads that share the work, as far as there is room for them, and says how many: the first, without which
/// nothing can be done, is started if there is any room.
///
/// # Errors
///
/// If not even one is: as of [`spawn`](Start::spawn).
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

/// What starts a thread, the work for it, counted while it runs, and what says that it has begun.
struct Prepared<W> {
    builder: Builder,
    work: W,
    has_begun: Receiver<()>,
}

/// A thread for some work, if there is room.
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
        // Allocators reserve room for a thread when it first asks for some.
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

/// What a panic has said, as to who waits for a thread that it ended.
#[must_use]
pub fn panic_message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or(panic.downcast_ref::<&str>().copied())
        .unwrap_or("no reason given")
}

/// Where no thread may be given, for tests.
#[cfg(not(test))]
mod faults {
    pub(super) fn step() -> std::io::Result<()> {
        Ok(())
    }
}

/// Where no thread is given once a test says so.
#[cfg(test)]
pub(crate) mod faults {
    use std::cell::Cell;

    thread_local! {
        static LEFT: Cell<Option<u32>> = const { Cell::new(None) };
    }

    /// Gives this thread so many more threads; any number of them for `None`.
    pub(crate) fn give(threads: Option<u32>) {
        LEFT.set(threads);
    }

    pub(super) fn step() -> std::io::Result<()> {
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

    /// What is started together begins together, and is counted.
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
