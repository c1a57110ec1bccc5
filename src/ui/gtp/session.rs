//! A GTP session: replies to lines, and the reports of an analysis.

use super::analysis::{Analysis, Dialect, Purpose};
use super::answer::answer;
use super::command::Command;
use super::info::{self, Scene};
use super::input::{Heard, is_set};
use super::line::InputLine;
use super::live::LiveEngine;
use super::parse::ParsedLine;
use super::readers::Readers;
use super::reply::{self, CANCELLED, Failure, Reply};
use super::settings;
use super::surroundings::Environment;
use crate::engine::Generated;
use crate::engine::search::{SearchResult, Watch, allowed_moves};
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// The time between two checks of an analysis whose search is over.
const LOOK_EVERY: Duration = Duration::from_millis(10);
/// The number of characters of a line that are logged.
const LOGGED: usize = 400;

/// A session: the engine, its output and its state.
pub(super) struct Session<'a> {
    /// The engine.
    pub live: LiveEngine<'a>,
    /// The stream for replies.
    pub output: &'a mut dyn Write,
    /// The environment: the output's reader and the files that may be used.
    pub surroundings: &'a Environment,
    /// The watcher of the output.
    pub readers: &'a Readers,
    /// True while the reports of an analysis are being written.
    pub is_reporting: bool,
    /// True if a warning about missing threads has been given.
    pub has_told_of_threads: bool,
}

fn beginning_of(text: &str) -> String {
    text.chars().take(LOGGED).collect()
}

impl Session<'_> {
    /// Answers a line; returns true if the session goes on.
    ///
    /// # Errors
    ///
    /// Returns the first error of the output.
    pub(super) fn respond(&mut self, heard: &Heard) -> io::Result<bool> {
        let (text, too_long) = match &heard.line {
            InputLine::Text(text) => (text, false),
            InputLine::TooLong(beginning) => (beginning, true),
            InputLine::Interrupt | InputLine::Blank => return Ok(true),
        };
        self.readers.begin(heard.ends());
        tracing::info!(target: "gtp", "< {}", beginning_of(text));
        let ParsedLine { id, command } = ParsedLine::parse(text);
        self.live.engine.heed(&heard.interrupt);
        let quits = !too_long && command == Ok(Command::Quit);
        match command {
            _ if too_long => self.reply(id, Err(Failure::LineTooLong))?,
            Ok(command) => self.carry_out(id, command, heard)?,
            Err(unreadable) => self.reply(id, Err(unreadable.into()))?,
        }
        self.tell_of_threads();
        Ok(!quits)
    }

    /// Carries out a command and answers it. A panic restores the state before the command.
    fn carry_out(&mut self, id: Option<u32>, command: Command, heard: &Heard) -> io::Result<()> {
        let only_plays = matches!(command, Command::Play(_));
        let before = self.live.engine.checkpoint(only_plays);
        let done = catch_unwind(AssertUnwindSafe(|| match command {
            Command::Analyze(analysis) if !self.allows_moves(&analysis) => {
                Ok(Some(Err(Failure::NothingAllowed)))
            }
            Command::Analyze(analysis) => self.analyze(id, &analysis, heard).map(|()| None),
            command => {
                let result = answer(&mut self.live, command, heard, self.surroundings);
                trap::spring();
                Ok(Some(result))
            }
        }));
        let result = match done {
            Ok(done) => done?,
            Err(_) => {
                self.live.engine.restore(before);
                Some(Err(Failure::Internal))
            }
        };
        match result {
            // Reports have been written, so the reply can only be ended.
            Some(_) if self.is_reporting => {
                self.is_reporting = false;
                self.output.write_all(b"\n\n")?;
                self.output.flush()
            }
            Some(result) => self.reply(id, result),
            None => Ok(()),
        }
    }

    fn reply(&mut self, id: Option<u32>, result: Result<String, Failure>) -> io::Result<()> {
        let reply = Reply::new(id, result).to_string();
        tracing::info!(target: "gtp", "> {}", beginning_of(reply.trim_end()));
        self.output.write_all(reply.as_bytes())?;
        self.output.flush()
    }

    /// Warns once if the system provides fewer threads than requested.
    fn tell_of_threads(&mut self) {
        let Some(given) = self.live.engine.fewer_threads() else {
            return;
        };
        if !std::mem::replace(&mut self.has_told_of_threads, true) {
            let wanted = self.live.engine.options().search.threads;
            let told = format!("the system gives {given} of {wanted} threads");
            tracing::warn!(target: "gtp", "{told}");
            // Controllers may have closed the error stream.
            _ = writeln!(self.live.errors, "wakari: {told}");
        }
    }

    /// Returns true if an analysis allows a legal move, or restricts nothing.
    fn allows_moves(&self, analysis: &Analysis) -> bool {
        let game = self.live.engine.game();
        let color = analysis.color.unwrap_or(game.position().turn());
        let position = game.position_for(color);
        let mut allowed = allowed_moves(&position, &analysis.bans, 1);
        analysis.bans.is_empty() || allowed.next().is_some()
    }

    /// Answers an analysis command with reports while the search runs.
    fn analyze(&mut self, id: Option<u32>, analysis: &Analysis, heard: &Heard) -> io::Result<()> {
        let scene = self.scene(analysis);
        self.is_reporting = true;
        self.output.write_all(reply::beginning(id).as_bytes())?;
        self.output.flush()?;
        let (found, has_reported) = match analysis.purpose {
            Purpose::Finding | Purpose::Playing => {
                let is_fixed = self.live.engine.has_fixed_search(scene.color);
                heard.search(is_fixed, |stop| self.search(analysis, &scene, stop))
            }
            Purpose::Watching | Purpose::FindingUnlessCancelled => {
                self.search(analysis, &scene, &heard.followed)
            }
        };
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
                while !is_set(&heard.followed) {
                    thread::sleep(LOOK_EVERY);
                }
            }
        }
        trap::spring();
        writeln!(self.output)?;
        self.is_reporting = false;
        self.output.flush()
    }

    /// Returns the scene of an analysis: its color, or the side to move, and the session's settings.
    fn scene(&mut self, analysis: &Analysis) -> Scene {
        let LiveEngine {
            engine, settings, ..
        } = &mut self.live;
        settings::judge_first(engine, settings);
        let position = engine.position();
        let color = analysis.color.unwrap_or(position.turn());
        Scene {
            size: position.board().size(),
            color,
            perspective: match analysis.dialect {
                Dialect::Kata | Dialect::Leela => settings.search.perspective.of(color),
                Dialect::Cgos => color,
            },
            variation: settings.search.variation,
            proved: engine.proved(),
        }
    }

    /// Runs the search of an analysis and writes its reports.
    ///
    /// Returns the move, if one is to be found, and whether there was a report. An error of the
    /// output ends the search.
    fn search(
        &mut self,
        analysis: &Analysis,
        scene: &Scene,
        stop: &Arc<AtomicBool>,
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
                // The reader has closed the output.
                stop.store(true, Ordering::Relaxed);
            }
        };
        let watch = Watch {
            interval: analysis.interval(),
            min_moves: analysis.min_moves,
            bans: &analysis.bans,
            moves_ownership: analysis.moves_ownership || analysis.moves_deviation,
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

    /// Reports the result of the last search, if it found anything.
    fn write_last_report(&mut self, analysis: &Analysis, scene: &Scene) -> io::Result<()> {
        let last = self.live.engine.last_thought();
        match last.and_then(|(_, found)| info::report(analysis, found, scene)) {
            Some(line) => writeln!(self.output, "{line}"),
            None => Ok(()),
        }
    }
}

/// A point where tests can make a command panic.
#[cfg(not(test))]
mod trap {
    pub(super) fn spring() {}
}

/// Makes a command panic, after its changes, if a test has set the trap.
#[cfg(test)]
pub(super) mod trap {
    use std::cell::Cell;

    thread_local! {
        static SET: Cell<bool> = const { Cell::new(false) };
    }

    /// Makes the next command of this thread panic.
    pub(in super::super) fn set() {
        SET.set(true);
    }

    pub(super) fn spring() {
        assert!(!SET.replace(false), "a trap");
    }
}
