//! The analysis workers.

use super::answer::{AnalyzedPosition, PositionReport};
use super::desk::{Desk, Job, RunningJob};
use super::hash::hashes;
use super::notice::Diagnostic;
use crate::engine::search::{Search, SearchLimits, SearchResult, SearchSettings, Watch};
use crate::go::point::Move;
use crate::go::position::Position;
use crate::go::score::{Terms, beside_area};
use crate::mcts::pattern::Predictor;
use crate::mcts::tree::oracle::{Oracle, View, asked_on};
use crate::mcts::tree::prior;
use crate::referee::judge::{Effort, Judged, Occasion, proved};
use crate::util::threads::panic_message;
use std::io;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::SyncSender;
use std::time::{Duration, Instant};

/// A line to write, or the error that ended the input.
pub(super) type OutputLine = io::Result<String>;

/// Number of search threads per position.
#[derive(Clone, Copy, Debug)]
pub(super) enum ThreadsEach {
    /// A fixed number.
    Fixed(NonZeroUsize),
    /// These cores, divided among the positions at hand.
    Shared(NonZeroUsize),
}

impl ThreadsEach {
    fn at(self, load: usize) -> usize {
        match self {
            ThreadsEach::Fixed(threads) => threads.get(),
            ThreadsEach::Shared(cores) => (cores.get() / load.max(1)).max(1),
        }
    }
}

/// Analyzes jobs until the queue is closed and empty.
pub(super) fn work(
    desk: &Desk,
    oracle: Option<&Arc<dyn Oracle>>,
    search: &SearchSettings,
    threads: ThreadsEach,
    answers: &SyncSender<OutputLine>,
) {
    while let Some(task) = desk.take() {
        let settings = SearchSettings {
            threads: threads.at(task.load),
            ..*search
        };
        let report = |line: String| {
            // A client that reads too slowly misses intermediate reports.
            _ = answers.try_send(Ok(line));
        };
        let done = catch_unwind(AssertUnwindSafe(|| {
            analyze(&task, oracle.cloned(), settings, report)
        }));
        let line = done.unwrap_or_else(|panic| {
            let told = format!("internal error: {}", panic_message(&*panic));
            Diagnostic::error(&task.job.query.id, told).line()
        });
        // Without a receiver, the queue is about to be abandoned.
        _ = answers.send(Ok(line));
        desk.finish(&task);
    }
}

/// The answer to a job that was removed before it started.
pub(super) fn no_results(job: &Job) -> String {
    PositionReport::nothing(&job.query.id, job.turn).line()
}

/// Analyzes a position, sends intermediate reports, and returns the final line.
fn analyze(
    task: &RunningJob,
    oracle: Option<Arc<dyn Oracle>>,
    settings: SearchSettings,
    report: impl Fn(String),
) -> String {
    let begun = Instant::now();
    let Job { query, turn, .. } = &task.job;
    let position = query.position(*turn);
    let occasion = Occasion::of(&position);
    let mut judged = Judged::asking(oracle.clone(), occasion);
    if query.settings.judges || position.passes() > 1 {
        let effort = query.settings.time.map_or(settings.effort, |time| {
            settings.effort.within(time.as_secs_f64() / 2.0)
        });
        _ = judged.by(&position, &effort, &task.stop);
    }
    let scene = AnalyzedPosition {
        query,
        turn: *turn,
        proved: proved(&position, judged.made()),
        policy: policy(&position, oracle.as_ref()),
        position: &position,
        hashes: hashes(&position),
    };
    let mut next = query.reports.map(|reports| reports.first);
    let mut tell = |found: &SearchResult| {
        if let (Some(reports), Some(due)) = (query.reports, next)
            && begun.elapsed() >= due
        {
            report(scene.report(found, true).line());
            next = begun.elapsed().checked_add(reports.every);
        }
    };
    let reports = query.reports;
    let watch = Watch {
        interval: reports.map_or(Duration::MAX, |reports| reports.first.min(reports.every)),
        min_moves: 0,
        bans: &query.bans,
        moves_ownership: query.wanted.moves_ownership || query.wanted.moves_deviation,
        tell: &mut tell,
    };
    let time = query.settings.time;
    let limits = SearchLimits {
        playouts: Some(query.settings.most_playouts()),
        time: None,
        deadline: time.map(|time| time.saturating_sub(begun.elapsed())),
    };
    // No judgement follows the search, so no time is reserved for one.
    let effort = Effort {
        playouts: 0,
        ..settings.effort
    };
    let mut search = Search::asking(oracle, SearchSettings { effort, ..settings });
    let found = search.analyze(&position, &limits, &task.stop, Some(watch));
    scene.report(&found, false).line()
}

/// The policy before the search.
fn policy(position: &Position, oracle: Option<&Arc<dyn Oracle>>) -> Vec<(Move, f64)> {
    if let Some(oracle) = asked_on(oracle, position.board().size()) {
        return oracle.look(position, View::ROOT).probabilities();
    }
    let bonus = beside_area(position.board(), &Terms::of(position), position.rules());
    let bonus = f64::from(position.turn().sign()) * bonus;
    let predictor = Predictor::with_network(position.board().size());
    prior::policy(position, bonus, &predictor)
}
