//! Standard input and output for [`wakari::cli`].

use std::io::{self, BufWriter, IsTerminal};
use std::panic;
use std::process::ExitCode;
use std::thread::Builder;
use wakari::cli::Streams;
use wakari::threads::DEEP_STACK;

/// Runs the program in a thread whose stack is there from the beginning: that of the first thread cannot grow where memory is
/// limited and spent, and is of 1 MiB under Windows.
fn main() -> ExitCode {
    let program = Builder::new()
        .name("main".to_owned())
        .stack_size(DEEP_STACK);
    match program.spawn(run) {
        Ok(program) => program
            .join()
            .unwrap_or_else(|panic| panic::resume_unwind(panic)),
        Err(_) => run(),
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
