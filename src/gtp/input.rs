//! Input read by a thread of its own, so that what ends a command is noticed while the command runs.

use super::command::Command;
use super::line::{InputLine, read_lines};
use super::parse::ParsedLine;
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread;

/// Lines that are read ahead.
const LINES_AHEAD: usize = 64;

/// A line that is a command or meant to be one, and flags that may end the command early.
pub(super) struct Heard {
    /// The line.
    pub line: InputLine,
    /// Set when the command is to finish: what is asked before `quit` is answered whole, unless it takes as long as it is
    /// let.
    pub interrupt: Arc<AtomicBool>,
    /// Set with `interrupt`, and when `quit` or the end of the input has come in: nobody waits for a better move.
    pub hurry: Arc<AtomicBool>,
    /// Set when another line has come in, or the end of the input.
    pub followed: Arc<AtomicBool>,
}

impl Heard {
    /// What ends a search for a move, of a number of playouts or for a time.
    pub(super) fn end_of_search(&self, is_fixed: bool) -> &Arc<AtomicBool> {
        match is_fixed {
            true => &self.interrupt,
            false => &self.hurry,
        }
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
