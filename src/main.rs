//! Standard input and output for [`wakari::cli`].

use std::io::{self, BufWriter, IsTerminal};
use std::process::ExitCode;
use wakari::cli::Streams;

fn main() -> ExitCode {
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
