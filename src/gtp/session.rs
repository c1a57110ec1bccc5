//! A conversation with a controller: which line gets which reply, and the reports of an analysis.

use super::analysis::{Analysis, Purpose};
use super::answer::answer;
use super::command::Command;
use super::info::{self, Scene};
use super::input::{Heard, is_set};
use super::line::InputLine;
use super::live::LiveEngine;
use super::parse::ParsedLine;
use super::reply::{self, CANCELLED, Failure, Reply};
use crate::search::{SearchResult, Watch};
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// How often an analysis whose search is over checks whether it is to end.
const LOOK_EVERY: Duration = Duration::from_millis(10);
/// How many characters of a line are logged.
const LOGGED: usize = 400;

/// An engine and where its replies go.
pub(super) struct Session<'a> {
    /// The engine.
    pub live: LiveEngine<'a>,
    /// Receives the replies.
    pub output: &'a mut dyn Write,
}

fn beginning_of(text: &str) -> String {
    text.chars().take(LOGGED).collect()
}

impl Session<'_> {
    /// Answers a line; returns whether the session goes on.
    ///
    /// # Errors
    ///
    /// The first error of the output.
    pub(super) fn respond(&mut self, heard: &Heard) -> io::Result<bool> {
        let (text, too_long) = match &heard.line {
            InputLine::Text(text) => (text, false),
            InputLine::TooLong(beginning) => (beginning, true),
            InputLine::Interrupt | InputLine::Blank => return Ok(true),
        };
        tracing::info!(target: "gtp", "< {}", beginning_of(text));
        let ParsedLine { id, command } = ParsedLine::parse(text);
        self.live.engine.heed(&heard.interrupt);
        let quits = !too_long && command == Ok(Command::Quit);
        let result = match command {
            _ if too_long => Err(Failure::LineTooLong),
            Ok(Command::Analyze(analysis)) => {
                self.analyze(id, &analysis, heard)?;
                return Ok(true);
            }
            Ok(command) => answer(&mut self.live, command, heard),
            Err(unreadable) => Err(unreadable.into()),
        };
        let reply = Reply::new(id, result).to_string();
        tracing::info!(target: "gtp", "> {}", beginning_of(reply.trim_end()));
        self.output.write_all(reply.as_bytes())?;
        self.output.flush()?;
        Ok(!quits)
    }

    /// Answers with reports of what a search finds while it goes on.
    fn analyze(&mut self, id: Option<u32>, analysis: &Analysis, heard: &Heard) -> io::Result<()> {
        let output = &mut *self.output;
        let engine = &mut *self.live.engine;
        let position = engine.position();
        let color = analysis.color.unwrap_or(position.turn());
        let scene = Scene {
            size: position.board().size(),
            color,
            proved: engine.proved(),
        };
        let stop: &AtomicBool = match analysis.purpose {
            Purpose::Finding | Purpose::Playing => &heard.stop,
            Purpose::Watching | Purpose::FindingUnlessCancelled => &heard.followed,
        };
        output.write_all(reply::beginning(id).as_bytes())?;
        output.flush()?;
        let mut told = Ok(false);
        let mut tell = |thought: &SearchResult| {
            if let (Ok(_), Some(line)) = (&told, info::report(analysis, thought, &scene)) {
                told = writeln!(output, "{line}")
                    .and_then(|()| output.flush())
                    .map(|()| true);
            }
            if told.is_err() {
                // Nobody reads any more.
                stop.store(true, Ordering::Relaxed);
            }
        };
        let watch = Watch {
            interval: analysis.interval(),
            min_moves: analysis.least_moves,
            bans: &analysis.bans,
            tell: &mut tell,
        };
        let found = match analysis.purpose {
            Purpose::Watching => {
                engine.analyze(color, stop, watch);
                None
            }
            Purpose::Playing => Some(engine.generate(color, stop, Some(watch))),
            Purpose::Finding | Purpose::FindingUnlessCancelled => {
                Some(engine.suggest(color, stop, Some(watch)))
            }
        };
        if found.is_some() || !told? {
            let thought = engine.last_thought();
            if let Some(line) =
                thought.and_then(|(_, thought)| info::report(analysis, thought, &scene))
            {
                writeln!(output, "{line}")?;
            }
        }
        match found {
            Some(_)
                if analysis.purpose == Purpose::FindingUnlessCancelled
                    && is_set(&heard.followed) =>
            {
                writeln!(output, "play {CANCELLED}")?;
            }
            Some(answer) => writeln!(output, "play {answer}")?,
            None => {
                output.flush()?;
                while !is_set(stop) {
                    thread::sleep(LOOK_EVERY);
                }
            }
        }
        writeln!(output)?;
        output.flush()
    }
}
