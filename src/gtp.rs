//! The Go Text Protocol, version 2: from a line to a command, to the engine, to a reply.
//!
//! A thread of its own reads the input, so that the comment `# interrupt`, or the line that ends an analysis,
//! is noticed while a command runs. Commands are answered in order, each by one reply.

pub mod analysis;
mod answer;
mod arguments;
pub mod command;
mod entity;
pub mod gogui;
mod help;
pub mod info;
mod input;
pub mod line;
mod live;
pub mod parameter;
pub mod parse;
mod raw;
mod readers;
pub mod reply;
mod session;
mod surroundings;
#[cfg(test)]
mod tests;
mod zones;

use crate::engine::Engine;
use live::LiveEngine;
use parameter::LiveDrawing;
use readers::Readers;
use session::Session;
use std::io::{self, Read, Write};
pub use surroundings::Surroundings;

/// Answers the commands of `input` on `output` until `quit` or the end of the input. Drawings of the engine's
/// thinking go to `errors`, from which GoGui reads them.
///
/// What was asked before `quit` or the end of the input is answered whole; but a search for a time ends at once then.
///
/// # Errors
///
/// The first error of `output`, as when nobody reads it any more, or of `input`.
pub fn serve(
    engine: &mut Engine,
    input: impl Read + Send + 'static,
    output: impl Write,
    errors: impl Write,
) -> io::Result<()> {
    serve_with(&Surroundings::default(), engine, input, output, errors)
}

/// The same in certain surroundings.
///
/// # Errors
///
/// As those of [`serve`].
pub fn serve_with(
    surroundings: &Surroundings,
    engine: &mut Engine,
    input: impl Read + Send + 'static,
    mut output: impl Write,
    mut errors: impl Write,
) -> io::Result<()> {
    let readers = Readers::default();
    let mut session = Session {
        live: LiveEngine {
            engine,
            drawing: LiveDrawing::None,
            errors: &mut errors,
            tells_ogs: surroundings.tells_ogs,
        },
        output: &mut output,
        surroundings,
        readers: &readers,
        is_reporting: false,
        has_told_of_threads: false,
    };
    readers.watched(surroundings.is_read, || {
        for heard in input::listen(input)? {
            if !session.respond(&heard?)? {
                break;
            }
        }
        Ok(())
    })
}
