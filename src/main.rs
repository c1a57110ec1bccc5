//! Connects [`wakari::cli`] to standard input and output.

use anstream::{AutoStream, ColorChoice};
use std::io::{self, BufWriter, IsTerminal};
use std::process::ExitCode;
use wakari::cli::Streams;
use wakari::memory::has_room;
use wakari::threads::DEEP_STACK;

/// Minimum memory, in bytes, that must remain besides a separate stack.
///
/// With less, allocators cannot reserve the address space that the first stack would grow into, and
/// all of it is needed elsewhere.
const ROOM: usize = 100 << 20;

/// Runs the program on a separate stack.
///
/// The stack of the first thread cannot grow once limited memory is used up, and has only 1 MiB on
/// Windows.
fn main() -> ExitCode {
    if has_room(DEEP_STACK + ROOM) {
        stacker::grow(DEEP_STACK, run)
    } else {
        run()
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
            shows_unicode: io::stdout().is_terminal() && has_utf8(),
            // This also turns colors on in consoles of Windows.
            shows_color: AutoStream::auto(io::stdout()).current_choice() != ColorChoice::Never,
        },
    )
}

/// Returns true if the locale of the environment has UTF-8.
#[cfg(not(windows))]
fn has_utf8() -> bool {
    let set = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set);
    let locale = locale.unwrap_or_default().to_ascii_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

/// Returns true in Windows Terminal. Other consoles may use fonts without the symbols.
#[cfg(windows)]
fn has_utf8() -> bool {
    std::env::var_os("WT_SESSION").is_some()
}

/// Returns true if standard output may still have a reader.
///
/// It has none if it is a pipe, a socket or a terminal whose other end is closed.
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

/// Returns true: on this system only the next write detects a closed output.
#[cfg(not(unix))]
fn is_read() -> bool {
    true
}
