//! The Go Text Protocol, version 2: from a line to a command, to the engine, to a reply.
//!
//! A thread of its own reads the input, so that the comment `# interrupt`, or the line that ends an analysis,
//! is heard while a command runs; see [`serve`]. Commands are answered in order, one answer each.

pub mod analysis;
mod answer;
pub mod command;
pub mod gogui;
pub mod kata;
pub mod line;
pub mod reply;
mod session;
#[cfg(test)]
mod tests;

use crate::engine::Engine;
use command::{Command, Request};
use gogui::LiveDrawing;
use line::Line;
use session::Session;
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

/// What the engine is called.
pub const NAME: &str = "Wakari";
/// Lines that are read before they are answered.
const LINES_AHEAD: usize = 64;
/// How long a search may go on after `quit` has come in: controllers kill a program soon after.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// A line, and what may end the command in it.
struct Heard {
    line: Line,
    /// Set when the command is to come to its end.
    stop: Arc<AtomicBool>,
    /// The same, but not by `quit`: a judgement is the same however soon that follows.
    interrupt: Arc<AtomicBool>,
    /// Set when another line has come in, or the end of the input.
    followed: Arc<AtomicBool>,
}

/// Answers the commands of `input` on `output` until `quit` or the end of the input. What is drawn while the
/// engine thinks goes to `errors`, where GoGui looks for it.
///
/// # Errors
///
/// The first error of `output`, as when nobody reads it any more, or of `input`.
pub fn serve(
    engine: &mut Engine,
    input: impl Read + Send + 'static,
    mut output: impl Write,
    mut errors: impl Write,
) -> io::Result<()> {
    let mut session = Session {
        engine,
        output: &mut output,
        errors: &mut errors,
        live: LiveDrawing::None,
    };
    for heard in listen(input) {
        if !session.respond(&heard?)? {
            break;
        }
    }
    Ok(())
}

/// Reads lines in a thread that ends with the input or when nobody listens any more.
fn listen(input: impl Read + Send + 'static) -> Receiver<io::Result<Heard>> {
    let (speak, hear) = mpsc::sync_channel(LINES_AHEAD);
    thread::spawn(move || {
        let mut stop = Arc::new(AtomicBool::new(false));
        let mut interrupt = Arc::new(AtomicBool::new(false));
        let mut last = Arc::new(AtomicBool::new(false));
        let end = line::read_lines(input, |line| {
            last.store(true, Ordering::Relaxed);
            match &line {
                Line::Nothing => return true,
                Line::Interrupt => {
                    // Everything heard so far is to end; what comes after is not.
                    stop.store(true, Ordering::Relaxed);
                    interrupt.store(true, Ordering::Relaxed);
                    stop = Arc::new(AtomicBool::new(false));
                    interrupt = Arc::new(AtomicBool::new(false));
                    return true;
                }
                Line::Text(_) | Line::TooLong(_) => {}
            }
            let quits = is_quit(&line);
            last = Arc::new(AtomicBool::new(false));
            let heard = Heard {
                line,
                stop: Arc::clone(&stop),
                interrupt: Arc::clone(&interrupt),
                followed: Arc::clone(&last),
            };
            let is_heard = speak.send(Ok(heard)).is_ok();
            if quits {
                thread::sleep(LAST_WORDS);
                stop.store(true, Ordering::Relaxed);
            }
            is_heard
        });
        last.store(true, Ordering::Relaxed);
        if let Err(error) = end {
            // If nobody listens the session is over already.
            _ = speak.send(Err(error));
        }
    });
    hear
}

fn is_quit(line: &Line) -> bool {
    matches!(line, Line::Text(text) if Request::parse(text).command == Ok(Command::Quit))
}
