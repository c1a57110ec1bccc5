//! A conversation with a controller: which line gets which answer, and what is told or drawn meanwhile.

use super::Heard;
use super::analysis::{Analysis, Purpose, Scene};
use super::answer::answer;
use super::command::{Command, Request};
use super::gogui::LiveDrawing;
use super::line::{LONGEST_LINE, Line};
use super::reply::{self, Reply};
use crate::color::Color;
use crate::engine::{Answer, Engine};
use crate::search::{SearchResult, Watch};
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// How often something is drawn while the engine thinks.
const DRAWN_EVERY: Duration = Duration::from_millis(500);
/// How often an analysis that has come to its end looks whether it is to be closed.
const LOOK_EVERY: Duration = Duration::from_millis(10);
/// As much of a line as goes into the log.
const LOGGED: usize = 400;

/// An engine, where its answers go, and where its drawings.
pub(super) struct Session<'a> {
    /// The engine.
    pub engine: &'a mut Engine,
    /// Hears the answers.
    pub output: &'a mut dyn Write,
    /// Hears what GoGui is to draw.
    pub errors: &'a mut dyn Write,
    /// What is drawn while the engine thinks.
    pub live: LiveDrawing,
}

fn beginning_of(text: &str) -> String {
    text.chars().take(LOGGED).collect()
}

impl Session<'_> {
    /// Answers a line; tells whether the session goes on.
    ///
    /// # Errors
    ///
    /// The first error of the output.
    pub(super) fn respond(&mut self, heard: &Heard) -> io::Result<bool> {
        let (text, too_long) = match &heard.line {
            Line::Text(text) => (text, false),
            Line::TooLong(beginning) => (beginning, true),
            Line::Interrupt | Line::Nothing => return Ok(true),
        };
        tracing::info!(target: "gtp", "< {}", beginning_of(text));
        let Request { id, command } = Request::parse(text);
        self.engine.heed(&heard.interrupt);
        let quits = !too_long && command == Ok(Command::Quit);
        let said = match command {
            _ if too_long => Err(format!("line longer than {LONGEST_LINE} bytes")),
            Ok(Command::Analyze(analysis)) => {
                self.analyze(id, &analysis, heard)?;
                return Ok(true);
            }
            Ok(command) => answer(self, command, heard),
            Err(unreadable) => Err(unreadable.to_string()),
        };
        let reply = Reply::new(id, said).to_string();
        tracing::info!(target: "gtp", "> {}", beginning_of(reply.trim_end()));
        self.output.write_all(reply.as_bytes())?;
        self.output.flush()?;
        Ok(!quits)
    }

    /// Answers with lines that tell what a search finds, as it finds it.
    fn analyze(&mut self, id: Option<u32>, analysis: &Analysis, heard: &Heard) -> io::Result<()> {
        let Session { engine, output, .. } = self;
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
            if let (Ok(_), Some(line)) = (&told, analysis.line(thought, &scene)) {
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
            if let Some(line) = thought.and_then(|(_, thought)| analysis.line(thought, &scene)) {
                writeln!(output, "{line}")?;
            }
        }
        match found {
            Some(_)
                if analysis.purpose == Purpose::FindingUnlessCancelled
                    && is_set(&heard.followed) =>
            {
                writeln!(output, "play cancelled")?;
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

    /// Finds a move by one of the engine's ways and draws what is thought of meanwhile.
    pub(super) fn think(
        &mut self,
        color: Color,
        stop: &AtomicBool,
        find: fn(&mut Engine, Color, &AtomicBool, Option<Watch>) -> Answer,
    ) -> Answer {
        let Session {
            engine,
            errors,
            live,
            ..
        } = self;
        let mut has_drawn = false;
        let mut draw = |thought: &SearchResult| {
            if let Some(drawing) = live.text(color, thought) {
                has_drawn = true;
                // Controllers may have closed the error stream.
                _ = errors.write_all(drawing.as_bytes());
            }
        };
        let watch = (*live != LiveDrawing::None).then_some(Watch {
            interval: DRAWN_EVERY,
            min_moves: 0,
            bans: &[],
            tell: &mut draw,
        });
        let found = find(engine, color, stop, watch);
        if has_drawn {
            _ = errors.write_all(LiveDrawing::CLEAR.as_bytes());
        }
        found
    }
}

/// Whether another thread has set a flag.
pub(super) fn is_set(flag: &AtomicBool) -> bool {
    flag.load(Ordering::Relaxed)
}
