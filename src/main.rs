//! Standard input and output for [`wakari::cli`].

use std::io::{self, BufWriter, IsTerminal};
use std::process::ExitCode;
use wakari::cli::Streams;
use wakari::memory::has_room;
use wakari::threads::DEEP_STACK;

/// The least memory that must be left beside a stack of its own, in bytes: where there is less, allocators cannot reserve what
/// the first stack would have to grow into, and all of it is needed for other things.
const ROOM: usize = 100 << 20;

/// Runs the program on a stack of its own: that of the first thread cannot grow where memory is limited and spent, and is of
/// 1 MiB under Windows.
fn main() -> ExitCode {
    match has_room(DEEP_STACK + ROOM) {
        true => stacker::grow(DEEP_STACK, run),
        false => run(),
    }
}

fn run() -> ExitCode {
    let mut output = BufWriter::new(io::stdout().lock());
    wakari::cli::run(
        std::env::args_os(),
        io::stdin(),
        &mut output,
        &mut io::stderr(),
        Streams {
            is_read,
            is_typed: io::stdin().is_terminal(),
        },
    )
}

/// Whether somebody may still read the standard output: not if it is a pipe, a socket or a terminal whose other end is
/// closed.
#[cfg(unix)]
fn is_read() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let output = io::stdout();
    let mut watched = [PollFd::new(&output, PollFlags::empty())];
    let at_once = Timespec::default();
    let closed = PollFlags::ERR | PollFlags::HUP | PollFlags::NVAL;
    match poll(&mut watched, Some(&at_once)) {
        Ok(_) => !watched[0].revents().intersects(closed),
        Err(_) => true,
    }
}

/// Whether somebody may still read the standard output: found out by the next reply here.
#[cfg(not(unix))]
fn is_read() -> bool {
    true
}
