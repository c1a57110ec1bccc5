//! Input read by a thread of its own, so that what ends a command is noticed while the command runs.

use super::command::Command;
use super::line::{InputLine, read_lines};
use super::parse::ParsedLine;
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

/// Lines that are read ahead.
const LINES_AHEAD: usize = 64;
/// How long a search may go on after `quit` has come in: controllers kill a program soon after.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// A line that is a command or meant to be one, and flags that may end the command early.
pub(super) struct Heard {
    /// The line.
    pub line: InputLine,
    /// Set when the command is to finish.
    pub stop: Arc<AtomicBool>,
    /// The same, but not set by `quit`: a judgement does not depend on how soon that follows.
    pub interrupt: Arc<AtomicBool>,
    /// Set when another line has come in, or the end of the input.
    pub followed: Arc<AtomicBool>,
}

/// Reads lines in a thread that ends with the input, or when the receiver is dropped.
pub(super) fn listen(input: impl Read + Send + 'static) -> Receiver<io::Result<Heard>> {
    let (sender, heard) = mpsc::sync_channel(LINES_AHEAD);
    thread::spawn(move || {
        let mut flags = Flags::default();
        let end = read_lines(input, |line| {
            set(&flags.followed);
            match &line {
                InputLine::Blank => return true,
                InputLine::Interrupt => {
                    // Ends every command so far, but none that comes later.
                    set(&flags.stop);
                    set(&flags.interrupt);
                    flags = Flags::default();
                    return true;
                }
                InputLine::Text(_) | InputLine::TooLong(_) => {}
            }
            let quits = is_quit(&line);
            flags.followed = Arc::default();
            let is_heard = sender.send(Ok(flags.heard(line))).is_ok();
            if quits {
                thread::sleep(LAST_WORDS);
                set(&flags.stop);
            }
            is_heard
        });
        set(&flags.followed);
        if let Err(error) = end {
            // Without a receiver the session is over already.
            _ = sender.send(Err(error));
        }
    });
    heard
}

/// The flags of the commands that come in: `followed` belongs to the last one, the others to all since the last
/// interrupt.
#[derive(Default)]
struct Flags {
    stop: Arc<AtomicBool>,
    interrupt: Arc<AtomicBool>,
    followed: Arc<AtomicBool>,
}

impl Flags {
    fn heard(&self, line: InputLine) -> Heard {
        Heard {
            line,
            stop: Arc::clone(&self.stop),
            interrupt: Arc::clone(&self.interrupt),
            followed: Arc::clone(&self.followed),
        }
    }
}

fn is_quit(line: &InputLine) -> bool {
    matches!(line, InputLine::Text(text) if ParsedLine::parse(text).command == Ok(Command::Quit))
}

fn set(flag: &AtomicBool) {
    flag.store(true, Ordering::Relaxed);
}

/// Whether another thread has set a flag.
pub(super) fn is_set(flag: &AtomicBool) -> bool {
    flag.load(Ordering::Relaxed)
}
