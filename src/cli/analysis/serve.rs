//! The threads of the service: one reads, some analyze, and the one that was there writes.

use super::desk::Desk;
use super::notice::Notice;
use super::query::{Request, Terms, read};
use super::settings::Settings;
use super::work::{Answer, ThreadsEach, no_results, work};
use crate::cli::lines::{Line, Lines};
use crate::search::SearchSettings;
use crate::threads::{self, panic_message};
use crate::tree::oracle::Oracle;
use std::io::{self, Read, Write};
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::Duration;

/// The longest line that is read, in bytes.
const LONGEST_LINE: u64 = 1 << 20;
/// Lines that wait to be written.
const LINES_AHEAD: usize = 64;
/// How often it is checked whether the output is still read.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// How a service answers.
pub(super) struct Service {
    /// The rules of queries that name none.
    pub(super) terms: Terms,
    /// How to analyze where a query does not say.
    pub(super) settings: Settings,
    /// Who is asked about positions in place of playing them out.
    pub(super) oracle: Option<Arc<dyn Oracle>>,
    /// The search for each position.
    pub(super) search: SearchSettings,
    /// What is answered to `query_version`.
    pub(super) version: String,
    /// The most positions at a time.
    pub(super) parallel: NonZeroUsize,
    /// The search threads for each position.
    pub(super) threads_each: ThreadsEach,
    /// Whether to finish at the end of the input what was asked before.
    pub(super) waits_at_end: bool,
}

impl Service {
    /// Serves until the input ends and what was asked is answered, or nobody reads any more. Returns how many positions
    /// could be analyzed at a time: fewer than were wanted where the system has no more threads.
    ///
    /// # Errors
    ///
    /// The first of `output`, of `input`, or that of the system if there is no thread.
    pub(super) fn serve(
        &self,
        input: impl Read + Send + 'static,
        output: &mut impl Write,
        is_read: fn() -> bool,
    ) -> io::Result<usize> {
        let desk = Arc::new(Desk::default());
        let (answers, lines) = mpsc::sync_channel(LINES_AHEAD);
        thread::scope(|scope| {
            // However this ends, nobody works on, or waits for somebody to take what was found.
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
            let reader = Reader {
                terms: self.terms,
                settings: self.settings,
                version: self.version.clone(),
                desk: Arc::clone(&desk),
                answers,
                waits_at_end: self.waits_at_end,
            };
            // It waits for input, for which nobody else can wait: nobody waits for it.
            thread::Builder::new()
                .stack_size(threads::DEEP_STACK)
                .spawn(move || reader.read_all(input))?;
            write_all(lines, output, &desk, is_read).map(|()| given)
        })
    }
}

/// Abandons the work when it is dropped.
struct AbandonAtEnd<'a>(&'a Desk);

impl Drop for AbandonAtEnd<'_> {
    fn drop(&mut self) {
        self.0.abandon();
    }
}

/// Writes each line as soon as it is there, until there are no more, or nobody reads them.
fn write_all(
    lines: Receiver<Answer>,
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

/// What reads the input, and answers what needs no analysis.
struct Reader {
    terms: Terms,
    settings: Settings,
    version: String,
    desk: Arc<Desk>,
    answers: SyncSender<Answer>,
    waits_at_end: bool,
}

impl Reader {
    fn read_all(self, input: impl Read) {
        let mut lines = Lines::new(input, LONGEST_LINE);
        let ended = loop {
            let hears_on = match lines.next_line() {
                Ok(Some(Line::Whole(line))) => self.hear(line),
                Ok(Some(Line::TooLong(_))) => {
                    let told = format!("line longer than {} MiB", LONGEST_LINE >> 20);
                    self.answer(Notice::general(told).line())
                }
                Ok(None) => break Ok(()),
                Err(error) => break Err(error),
            };
            if !hears_on {
                break Ok(());
            }
        };
        match self.waits_at_end {
            true => self.desk.close(),
            false => self.desk.abandon(),
        }
        if let Err(error) = ended {
            // If nobody takes it, nobody needs it.
            _ = self.answers.send(Err(error));
        }
    }

    /// Does what a line asks; tells whether somebody still takes the answers.
    fn hear(&self, line: &[u8]) -> bool {
        let request = catch_unwind(AssertUnwindSafe(|| read(line, &self.terms, &self.settings)));
        match request {
            Ok(Ok(Request::Query(query, warnings))) => {
                let id = query.id.clone();
                let warned = warnings.iter().all(|warning| self.answer(warning.line()));
                match self.desk.add(*query, line.len()) {
                    Ok(()) => warned,
                    Err(full) => self.answer(Notice::error(&id, full.to_string()).line()),
                }
            }
            Ok(Ok(Request::Action(action))) => {
                let ended = action.ends().map(|which| self.desk.end(which));
                let mut jobs = ended.into_iter().flatten();
                jobs.all(|job| self.answer(no_results(&job)))
                    && self.answer(action.answer(&self.version))
            }
            Ok(Err(notice)) => self.answer(notice.line()),
            Err(panic) => {
                let told = format!("internal error: {}", panic_message(&*panic));
                self.answer(Notice::general(told).line())
            }
        }
    }

    fn answer(&self, line: String) -> bool {
        self.answers.send(Ok(line)).is_ok()
    }
}
