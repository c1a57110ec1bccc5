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
use super::surroundings::Surroundings;
use crate::color::Color;
use crate::engine::Generated;
use crate::search::{SearchResult, Watch};
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// How often an analysis whose search is over checks whether it is to end.
const LOOK_EVERY: Duration = Duration::from_millis(10);
/// How often it is checked during a command whether the output is still read.
const LOOK_FOR_READERS_EVERY: Duration = Duration::from_millis(100);
/// How many characters of a line are logged.
const LOGGED: usize = 400;

/// An engine and where its replies go.
pub(super) struct Session<'a> {
    /// The engine.
    pub live: LiveEngine<'a>,
    /// Receives the replies.
    pub output: &'a mut dyn Write,
    /// Whether somebody may still read them, and which files may be touched.
    pub surroundings: &'a Surroundings,
}

/// Does some work, and ends the command that it is for if nobody will read its answer.
fn while_read<T>(is_read: fn() -> bool, heard: &Heard, work: impl FnOnce() -> T) -> T {
    let (done, is_done) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            while is_done.recv_timeout(LOOK_FOR_READERS_EVERY) == Err(RecvTimeoutError::Timeout) {
                if !is_read() {
                    heard.give_up();
                    break;
                }
            }
        });
        let result = work();
        drop(done);
        result
    })
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
        while_read(self.surroundings.is_read, heard, || {
            self.respond_whole(heard)
        })
    }

    /// The same, whether somebody reads the reply or not.
    fn respond_whole(&mut self, heard: &Heard) -> io::Result<bool> {
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
            Ok(command) => {
                let outputs = self.surroundings.outputs.as_ref();
                answer(&mut self.live, command, heard, outputs)
            }
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
        let scene = self.scene(analysis.color);
        let stop: &AtomicBool = match analysis.purpose {
            Purpose::Finding | Purpose::Playing => {
                heard.end_of_search(self.live.engine.has_fixed_search(scene.color))
            }
            Purpose::Watching | Purpose::FindingUnlessCancelled => &heard.followed,
        };
        self.output.write_all(reply::beginning(id).as_bytes())?;
        self.output.flush()?;
        let (found, has_reported) = self.search(analysis, &scene, stop);
        if found.is_some() || !has_reported? {
            self.write_last_report(analysis, &scene)?;
        }
        match found {
            Some(found) => {
                let cancellable = analysis.purpose == Purpose::FindingUnlessCancelled;
                if cancellable && is_set(&heard.followed) {
                    writeln!(self.output, "play {CANCELLED}")?;
                } else {
                    writeln!(self.output, "play {found}")?;
                }
            }
            None => {
                self.output.flush()?;
                while !is_set(stop) {
                    thread::sleep(LOOK_EVERY);
                }
            }
        }
        writeln!(self.output)?;
        self.output.flush()
    }

    /// The board of an analysis for this color, or for the side to play.
    fn scene(&mut self, color: Option<Color>) -> Scene {
        let engine = &mut *self.live.engine;
        let position = engine.position();
        Scene {
            size: position.board().size(),
            color: color.unwrap_or(position.turn()),
            proved: engine.proved(),
        }
    }

    /// Searches and writes reports meanwhile. Returns the move, if one was to be found, and whether there was a
    /// report, or the first error of the output, which ends the search.
    fn search(
        &mut self,
        analysis: &Analysis,
        scene: &Scene,
        stop: &AtomicBool,
    ) -> (Option<Generated>, io::Result<bool>) {
        let output = &mut *self.output;
        let engine = &mut *self.live.engine;
        let mut has_reported = Ok(false);
        let mut tell = |found: &SearchResult| {
            if let (Ok(_), Some(line)) = (&has_reported, info::report(analysis, found, scene)) {
                has_reported = writeln!(output, "{line}")
                    .and_then(|()| output.flush())
                    .map(|()| true);
            }
            if has_reported.is_err() {
                // Nobody reads any more.
                stop.store(true, Ordering::Relaxed);
            }
        };
        let watch = Watch {
            interval: analysis.interval(),
            min_moves: analysis.min_moves,
            bans: &analysis.bans,
            tell: &mut tell,
        };
        let color = scene.color;
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
        (found, has_reported)
    }

    /// Writes a report of what the last search found, if it found anything.
    fn write_last_report(&mut self, analysis: &Analysis, scene: &Scene) -> io::Result<()> {
        let last = self.live.engine.last_thought();
        match last.and_then(|(_, found)| info::report(analysis, found, scene)) {
            Some(line) => writeln!(self.output, "{line}"),
            None => Ok(()),
        }
    }
}
