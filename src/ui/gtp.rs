//! The Go Text Protocol, version 2: lines to commands, commands to the engine, replies to lines.
//!
//! A separate thread reads the input. So the comment `# interrupt`, or a line that ends an
//! analysis, takes effect while a command runs. Commands are answered in order, each by one reply.

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
mod settings;
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
pub use surroundings::Environment;

/// Answers the commands of `input` on `output` until `quit` or the end of the input.
///
/// Drawings of the search go to `errors`, where GoGui reads them. Commands received before
/// `quit` or the end of the input are completed, but a timed search then ends once it has run for
/// one second.
///
/// # Errors
///
/// Returns the first error of `output`, such as a closed pipe, or of `input`.
pub fn serve(
    engine: &mut Engine,
    input: impl Read + Send + 'static,
    output: impl Write,
    errors: impl Write,
) -> io::Result<()> {
    serve_with(&Environment::default(), engine, input, output, errors)
}

/// Works as [`serve`] does, with a given environment.
///
/// # Errors
///
/// Returns an error under the conditions of [`serve`].
pub fn serve_with(
    surroundings: &Environment,
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
            settings: surroundings.settings,
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
