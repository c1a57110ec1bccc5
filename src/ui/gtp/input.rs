//! The input thread. It reads ahead, so that lines can end a command while it runs.

use super::command::Command;
use super::line::{InputLine, read_lines};
use super::parse::ParsedLine;
use crate::engine::search::alarm::with_bell;
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

/// The number of lines read ahead.
const LINES_AHEAD: usize = 64;

/// The least time of a timed search before `quit` or the end of the input.
///
/// A script sends all its lines at once and still expects a fair search.
const AT_LEAST: Duration = Duration::from_secs(1);

/// A command line, and the flags that may end the command early.
pub(super) struct Heard {
    /// The line.
    pub line: InputLine,
    /// Set by `# interrupt`: the command should finish.
    ///
    /// `quit` does not set it, so searches with a fixed number of playouts are completed.
    pub interrupt: Arc<AtomicBool>,
    /// Set with `interrupt`, and on `quit` or the end of the input: timed searches end soon.
    pub hurry: Arc<AtomicBool>,
    /// Set when another line or the end of the input has been read.
    pub followed: Arc<AtomicBool>,
}

impl Heard {
    /// Runs a search for a move with the stop flag that applies to it.
    ///
    /// `is_fixed` is true if the search is limited by playouts, not by time.
    pub(super) fn search<T>(
        &self,
        is_fixed: bool,
        search: impl FnOnce(&Arc<AtomicBool>) -> T,
    ) -> T {
        if is_fixed {
            return search(&self.interrupt);
        }
        let soonest = Instant::now() + AT_LEAST;
        let [interrupt, hurry] = [&self.interrupt, &self.hurry].map(Arc::clone);
        let left = move || match (is_set(&interrupt), is_set(&hurry)) {
            (true, _) => Duration::ZERO,
            (false, true) => soonest.saturating_duration_since(Instant::now()),
            (false, false) => Duration::MAX,
        };
        with_bell(left, &self.hurry, search)
    }

    /// Returns all flags that end the command.
    pub(super) fn ends(&self) -> [Arc<AtomicBool>; 3] {
        [&self.interrupt, &self.hurry, &self.followed].map(Arc::clone)
    }
}

/// Reads lines in a thread, until the end of the input or until the receiver is dropped.
///
/// # Errors
///
/// Returns the system's error if the thread cannot be started.
pub(super) fn listen(input: impl Read + Send + 'static) -> io::Result<Receiver<io::Result<Heard>>> {
    let (sender, heard) = mpsc::sync_channel(LINES_AHEAD);
    let read = move || {
        let mut flags = Flags::default();
        let end = read_lines(input, |line| {
            set(&flags.followed);
            match &line {
                InputLine::Blank => return true,
                InputLine::Interrupt => {
                    // Ends all earlier commands, but no later one.
                    set(&flags.interrupt);
                    set(&flags.hurry);
                    flags = Flags::default();
                    return true;
                }
                InputLine::Text(_) | InputLine::TooLong(_) => {}
            }
            if is_quit(&line) {
                set(&flags.hurry);
            }
            flags.followed = Arc::default();
            sender.send(Ok(flags.heard(line))).is_ok()
        });
        set(&flags.followed);
        set(&flags.hurry);
        if let Err(error) = end {
            // Without a receiver the session is already over.
            _ = sender.send(Err(error));
        }
    };
    thread::Builder::new().spawn(read)?;
    Ok(heard)
}

/// The current flags.
///
/// `followed` belongs to the last command, the others to all commands since the last interrupt.
#[derive(Default)]
struct Flags {
    interrupt: Arc<AtomicBool>,
    hurry: Arc<AtomicBool>,
    followed: Arc<AtomicBool>,
}

impl Flags {
    fn heard(&self, line: InputLine) -> Heard {
        Heard {
            line,
            interrupt: Arc::clone(&self.interrupt),
            hurry: Arc::clone(&self.hurry),
            followed: Arc::clone(&self.followed),
        }
    }
}

fn is_quit(line: &InputLine) -> bool {
    matches!(line, InputLine::Text(text) if ParsedLine::parse(text).command == Ok(Command::Quit))
}

/// Sets a flag that another thread reads.
pub(super) fn set(flag: &AtomicBool) {
    flag.store(true, Ordering::Relaxed);
}

/// Returns true if another thread has set the flag.
pub(super) fn is_set(flag: &AtomicBool) -> bool {
    flag.load(Ordering::Relaxed)
}
