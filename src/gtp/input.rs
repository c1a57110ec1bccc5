//! Input read by a thread of its own, so that what ends a command is noticed while the command runs.

use super::command::Command;
use super::line::{InputLine, read_lines};
use super::parse::ParsedLine;
use crate::search::alarm::with_bell;
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

/// Lines that are read ahead.
const LINES_AHEAD: usize = 64;

/// How long a search by the clock goes on at least before `quit` or the end of the input: a script says all it has to say at once.
const AT_LEAST: Duration = Duration::from_secs(1);

/// A line that is a command or meant to be one, and flags that may end the command early.
pub(super) struct Heard {
    /// The line.
    pub line: InputLine,
    /// Set when the command is to finish: what is asked before `quit` is answered whole, unless it takes as long as it is
    /// let.
    pub interrupt: Arc<AtomicBool>,
    /// Set with `interrupt`, and when `quit` or the end of the input has come in: nobody waits long for a better move.
    pub hurry: Arc<AtomicBool>,
    /// Set when another line has come in, or the end of the input.
    pub followed: Arc<AtomicBool>,
}

impl Heard {
    /// Searches for a move, with the flag that ends the search: one of a number of playouts, or one for a time.
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

    /// The flags that end the command, whatever it is.
    pub(super) fn ends(&self) -> [Arc<AtomicBool>; 3] {
        [&self.interrupt, &self.hurry, &self.followed].map(Arc::clone)
    }
}

/// Reads lines in a thread that ends with the input, or when the receiver is dropped.
///
/// # Errors
///
/// That of the system if there is no thread.
pub(super) fn listen(input: impl Read + Send + 'static) -> io::Result<Receiver<io::Result<Heard>>> {
    let (sender, heard) = mpsc::sync_channel(LINES_AHEAD);
    let read = move || {
        let mut flags = Flags::default();
        let end = read_lines(input, |line| {
            set(&flags.followed);
            match &line {
                InputLine::Blank => return true,
                InputLine::Interrupt => {
                    // Ends every command so far, but none that comes later.
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
            // Without a receiver the session is over already.
            _ = sender.send(Err(error));
        }
    };
    thread::Builder::new().spawn(read)?;
    Ok(heard)
}

/// The flags of the commands that come in: `followed` belongs to the last one, the others to all since the last
/// interrupt.
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

/// Tells another thread.
pub(super) fn set(flag: &AtomicBool) {
    flag.store(true, Ordering::Relaxed);
}

/// Whether another thread has set a flag.
pub(super) fn is_set(flag: &AtomicBool) -> bool {
    flag.load(Ordering::Relaxed)
}
