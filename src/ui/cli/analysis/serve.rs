//! The threads of the service: one reads, several analyze, and the calling thread writes.

use super::desk::Desk;
use super::notice::Diagnostic;
use super::query::{ClientRequest, DefaultRules, read};
use super::work::{OutputLine, ThreadsEach, no_results, work};
use crate::engine::search::SearchSettings;
use crate::mcts::tree::oracle::Oracle;
use crate::ui::cli::lines::{Line, Lines};
use crate::ui::settings::Settings;
use crate::util::threads::{self, panic_message};
use std::io::{self, Read, Write};
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::Duration;

/// Maximum length of a line, in bytes.
const LONGEST_LINE: u64 = 1 << 20;
/// Number of lines buffered for writing.
const LINES_AHEAD: usize = 64;
/// Interval of checks that the output still has a reader.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// The analysis service.
pub(super) struct Service {
    /// Default rules and komi.
    pub(super) terms: DefaultRules,
    /// Default settings.
    pub(super) settings: Settings,
    /// The evaluator, if any.
    pub(super) oracle: Option<Arc<dyn Oracle>>,
    /// Search settings of each position.
    pub(super) search: SearchSettings,
    /// The answer to `query_version`.
    pub(super) version: String,
    /// Maximum number of positions in parallel.
    pub(super) parallel: NonZeroUsize,
    /// Search threads per position.
    pub(super) threads_each: ThreadsEach,
    /// True to finish pending queries after the end of the input.
    pub(super) waits_at_end: bool,
}

impl Service {
    /// Serves until all queries are answered, or until the output has no reader.
    ///
    /// Returns the number of positions analyzed in parallel, which is limited by the threads that
    /// the system grants.
    ///
    /// # Errors
    ///
    /// Returns the first error of `output` or `input`, or that of the system if no thread can be
    /// started.
    pub(super) fn serve(
        &self,
        input: impl Read + Send + 'static,
        output: &mut impl Write,
        is_read: fn() -> bool,
    ) -> io::Result<usize> {
        let desk = Arc::new(Desk::default());
        let (answers, lines) = mpsc::sync_channel(LINES_AHEAD);
        thread::scope(|scope| {
            // On every exit, stop the workers, so that none blocks on a result without a receiver.
            let _end = AbandonAtEnd(&desk);
            let given = threads::spawn_all(
                self.parallel.get(),
                scope,
                Some(threads::DEEP_STACK),
                || {
                    let (desk, answers) = (&*desk, answers.clone());
                    move || {
                        work(
                            desk,
                            self.oracle.as_ref(),
                            &self.search,
                            self.threads_each,
                            &answers,
                        )
                    }
                },
            )?;
            let reader = InputReader {
                terms: self.terms,
                settings: self.settings,
                version: self.version.clone(),
                desk: Arc::clone(&desk),
                answers,
                waits_at_end: self.waits_at_end,
            };
            // Detached, since it may block on input indefinitely.
            thread::Builder::new()
                .stack_size(threads::DEEP_STACK)
                .spawn(move || reader.read_all(input))?;
            write_all(lines, output, &desk, is_read).map(|()| given)
        })
    }
}

/// Abandons the queue when dropped.
struct AbandonAtEnd<'a>(&'a Desk);

impl Drop for AbandonAtEnd<'_> {
    fn drop(&mut self) {
        self.0.abandon();
    }
}

/// Writes each line as it arrives, until there are no more or the output has no reader.
fn write_all(
    lines: Receiver<OutputLine>,
    output: &mut impl Write,
    desk: &Desk,
    is_read: fn() -> bool,
) -> io::Result<()> {
    loop {
        match lines.recv_timeout(LOOK_EVERY) {
            Ok(line) => {
                writeln!(output, "{}", line?)?;
                output.flush()?;
            }
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
            Err(RecvTimeoutError::Timeout) => {
                if !is_read() {
                    desk.abandon();
                    return Ok(());
                }
            }
        }
    }
}

/// Reads the input and answers requests that need no analysis.
struct InputReader {
    terms: DefaultRules,
    settings: Settings,
    version: String,
    desk: Arc<Desk>,
    answers: SyncSender<OutputLine>,
    waits_at_end: bool,
}

impl InputReader {
    fn read_all(self, input: impl Read) {
        let mut lines = Lines::new(input, LONGEST_LINE);
        let ended = loop {
            let hears_on = match lines.next_line() {
                Ok(Some(Line::Whole(line))) => self.hear(line),
                Ok(Some(Line::TooLong(_))) => {
                    let told = format!("line longer than {} MiB", LONGEST_LINE >> 20);
                    self.answer(Diagnostic::general(told).line())
                }
                Ok(None) => break Ok(()),
                Err(error) => break Err(error),
            };
            if !hears_on {
                break Ok(());
            }
        };
        if self.waits_at_end {
            self.desk.close()
        } else {
            self.desk.abandon()
        }
        if let Err(error) = ended {
            // The receiver may already be gone.
            _ = self.answers.send(Err(error));
        }
    }

    /// Handles a line; returns false if the answers have no receiver.
    fn hear(&self, line: &[u8]) -> bool {
        let request = catch_unwind(AssertUnwindSafe(|| read(line, &self.terms, &self.settings)));
        match request {
            Ok(Ok(ClientRequest::Query(query, warnings))) => {
                let id = query.id.clone();
                let warned = warnings.iter().all(|warning| self.answer(warning.line()));
                match self.desk.add(*query, line.len()) {
                    Ok(()) => warned,
                    Err(full) => self.answer(Diagnostic::error(&id, full.to_string()).line()),
                }
            }
            Ok(Ok(ClientRequest::Action(action))) => {
                let ended = action.ends().map(|which| self.desk.end(which));
                let mut jobs = ended.into_iter().flatten();
                jobs.all(|job| self.answer(no_results(&job)))
                    && self.answer(action.answer(&self.version))
            }
            Ok(Err(notice)) => self.answer(notice.line()),
            Err(panic) => {
                let told = format!("internal error: {}", panic_message(&*panic));
                self.answer(Diagnostic::general(told).line())
            }
        }
    }

    fn answer(&self, line: String) -> bool {
        self.answers.send(Ok(line)).is_ok()
    }
}
