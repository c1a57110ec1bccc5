//! Threads, as many as the system has room for.

use crate::memory::has_room;
use std::any::Any;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
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

/// How many threads run that were started here.
static RUNNING: AtomicUsize = AtomicUsize::new(0);

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

/// Starts a thread that nobody waits for, if there is room for it as [`spawn`] asks.
///
/// # Errors
///
/// As of [`spawn`].
pub fn spawn_detached(
    stack: Option<usize>,
    work: impl FnOnce() + Send + 'static,
) -> io::Result<()> {
    let (builder, work) = prepare(stack, ROOM, work)?;
    builder.spawn(work).map(drop)
}

/// Starts a thread within a scope, if there is room for it and for what it needs at once: a thread that cannot even
/// begin would end the program.
///
/// # Errors
///
/// That of the system, or [`OutOfMemory`](io::ErrorKind::OutOfMemory).
pub fn spawn<'scope>(
    scope: &'scope Scope<'scope, '_>,
    stack: Option<usize>,
    work: impl FnOnce() + Send + 'scope,
) -> io::Result<()> {
    let (builder, work) = prepare(stack, ROOM, work)?;
    builder.spawn_scoped(scope, work).map(drop)
}

/// The same for one of several threads that share the work, of which so many run: the first, without which nothing can be
/// done, is started if there is any room.
///
/// # Errors
///
/// As of [`spawn`].
pub fn spawn_beside<'scope>(
    given: usize,
    scope: &'scope Scope<'scope, '_>,
    stack: Option<usize>,
    work: impl FnOnce() + Send + 'scope,
) -> io::Result<()> {
    let room = match given {
        0 => LEAST_ROOM,
        _ => ROOM,
    };
    let (builder, work) = prepare(stack, room, work)?;
    builder.spawn_scoped(scope, work).map(drop)
}

/// What starts a thread, and the work for it, counted while it runs; if there is room.
fn prepare<W: FnOnce() + Send>(
    stack: Option<usize>,
    room: usize,
    work: W,
) -> io::Result<(Builder, impl FnOnce() + Send)> {
    let stack = stack.unwrap_or(STACK);
    faults::step()?;
    let running = Running::begin();
    let others = RUNNING.load(Ordering::Relaxed) - 1;
    if !has_room(room + stack + others * ROOM_EACH) {
        return Err(io::ErrorKind::OutOfMemory.into());
    }
    let counted = move || {
        let _running = running;
        work();
    };
    Ok((Builder::new().stack_size(stack), counted))
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
