//! Desk: the priority queue of positions to analyze, and the running analyses.

use super::action::Which;
use super::query::Query;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Maximum number of waiting positions.
const MOST_WAITING: usize = 250_000;
/// Maximum size of all queries with waiting or running positions, in bytes.
const MOST_BYTES: usize = 128 << 20;
/// Size of a query besides its line, in bytes.
const QUERY: usize = 1 << 10;

/// Why a query is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Full {
    #[error("too many positions wait: {MOST_WAITING} at most")]
    Positions,
    #[error("the queries that wait are too long: {} MiB at most", MOST_BYTES >> 20)]
    Bytes,
}

/// A position to analyze.
#[derive(Clone)]
pub(super) struct Job {
    /// The query.
    pub(super) query: Arc<Query>,
    /// Turn number: the number of moves before the position.
    pub(super) turn: usize,
    /// Releases the query's memory with its last job.
    _room: Arc<MemoryCharge>,
}

/// A running job.
pub(super) struct RunningJob {
    /// The job.
    pub(super) job: Job,
    /// Stop flag.
    pub(super) stop: Arc<AtomicBool>,
    /// Number of running and waiting positions, including this one.
    pub(super) load: usize,
    number: u64,
}

/// The job queue with the running jobs.
#[derive(Default)]
pub(super) struct Desk {
    state: Mutex<QueueState>,
    changed: Condvar,
    bytes: Arc<AtomicUsize>,
}

#[derive(Default)]
struct QueueState {
    /// By priority, then by arrival.
    waiting: BTreeMap<(Reverse<i64>, u64), Job>,
    running: BTreeMap<u64, (Job, Arc<AtomicBool>)>,
    /// Number of jobs so far.
    jobs: u64,
    is_closed: bool,
}

/// Memory charged for a query.
struct MemoryCharge {
    bytes: usize,
    taken: Arc<AtomicUsize>,
}

impl MemoryCharge {
    fn take(bytes: usize, taken: &Arc<AtomicUsize>) -> Option<MemoryCharge> {
        let before = taken.fetch_add(bytes, Ordering::Relaxed);
        let room = MemoryCharge {
            bytes,
            taken: Arc::clone(taken),
        };
        (before + bytes <= MOST_BYTES).then_some(room)
    }
}

impl Drop for MemoryCharge {
    fn drop(&mut self) {
        self.taken.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

impl Desk {
    /// Enqueues all positions of a query whose line has `bytes` bytes, or none.
    ///
    /// # Errors
    ///
    /// Returns [`Full`].
    pub(super) fn add(&self, query: Query, bytes: usize) -> Result<(), Full> {
        let room = Arc::new(MemoryCharge::take(bytes + QUERY, &self.bytes).ok_or(Full::Bytes)?);
        let query = Arc::new(query);
        let mut state = self.state();
        if state.waiting.len() + query.turns.len() > MOST_WAITING {
            return Err(Full::Positions);
        }
        for &(turn, priority) in &query.turns {
            let job = Job {
                query: Arc::clone(&query),
                turn,
                _room: Arc::clone(&room),
            };
            let number = state.jobs;
            state.jobs += 1;
            state.waiting.insert((Reverse(priority), number), job);
        }
        drop(state);
        self.changed.notify_all();
        Ok(())
    }

    /// Waits for the next position; `None` once the queue is closed and empty.
    pub(super) fn take(&self) -> Option<RunningJob> {
        let mut state = self.state();
        loop {
            if let Some(((_, number), job)) = state.waiting.pop_first() {
                let stop = Arc::new(AtomicBool::new(false));
                state
                    .running
                    .insert(number, (job.clone(), Arc::clone(&stop)));
                return Some(RunningJob {
                    job,
                    stop,
                    load: state.running.len() + state.waiting.len(),
                    number,
                });
            }
            if state.is_closed {
                return None;
            }
            let waited = self.changed.wait(state);
            state = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Removes a finished task.
    pub(super) fn finish(&self, task: &RunningJob) {
        self.state().running.remove(&task.number);
    }

    /// Stops the running and removes the waiting jobs of this set; returns the removed ones.
    pub(super) fn end(&self, which: &Which) -> Vec<Job> {
        let mut state = self.state();
        for (job, stop) in state.running.values() {
            if which.is(&job.query.id, job.turn) {
                stop.store(true, Ordering::Relaxed);
            }
        }
        let mut ended = Vec::new();
        state.waiting.retain(|_, job| {
            let ends = which.is(&job.query.id, job.turn);
            ended.extend(ends.then(|| job.clone()));
            !ends
        });
        ended
    }

    /// Closes the queue: no more jobs will be added.
    pub(super) fn close(&self) {
        self.state().is_closed = true;
        self.changed.notify_all();
    }

    /// Closes the queue, drops the waiting jobs and stops the running ones.
    pub(super) fn abandon(&self) {
        let mut state = self.state();
        state.is_closed = true;
        state.waiting.clear();
        for (_, stop) in state.running.values() {
            stop.store(true, Ordering::Relaxed);
        }
        drop(state);
        self.changed.notify_all();
    }

    fn state(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::action::Action;
    use super::super::query::{ClientRequest, DefaultRules, read};
    use super::*;
    use crate::go::rules::Rules;
    use crate::ui::settings::Settings;

    fn query(id: &str, more: &str) -> Query {
        let moves = [r#"["B","pass"]"#; 5].join(",");
        let text =
            format!(r#"{{"id":"{id}","boardXSize":9,"boardYSize":9,"moves":[{moves}],{more}}}"#);
        let terms = DefaultRules {
            rules: Rules::CHINESE,
            komi: None,
        };
        match read(text.as_bytes(), &terms, &Settings::default()) {
            Ok(ClientRequest::Query(query, _)) => *query,
            Ok(ClientRequest::Action(_)) => panic!("an action"),
            Err(notice) => panic!("{}", notice.line()),
        }
    }

    fn which(text: &str) -> Which {
        let action = Action::read(serde_json::from_str(text).unwrap()).unwrap();
        action.ends().cloned().unwrap()
    }

    fn told(job: &Job) -> (String, usize) {
        (job.query.id.clone(), job.turn)
    }

    #[test]
    fn the_most_urgent_comes_first_and_among_equals_the_first() {
        let desk = Desk::default();
        for (id, more) in [
            ("a", r#""analyzeTurns":[0,1,2],"priorities":[0,5,-1]"#),
            ("b", r#""priority":5"#),
            ("c", r#""analyzeTurns":[4,3]"#),
        ] {
            desk.add(query(id, more), 100).unwrap();
        }
        desk.close();
        let mut loads = Vec::new();
        let order: Vec<(String, usize)> = std::iter::from_fn(|| desk.take())
            .map(|task| {
                loads.push(task.load);
                desk.finish(&task);
                told(&task.job)
            })
            .collect();
        let expected = [("a", 1), ("b", 5), ("a", 0), ("c", 3), ("c", 4), ("a", 2)];
        assert_eq!(order, expected.map(|(id, turn)| (id.to_owned(), turn)));
        assert_eq!(loads, [6, 5, 4, 3, 2, 1]);
        assert_eq!(desk.bytes.load(Ordering::Relaxed), 0);
    }

    #[test]
    fn what_waits_is_taken_away_and_what_runs_is_stopped() {
        let desk = Desk::default();
        desk.add(query("a", r#""analyzeTurns":[0,1,2]"#), 100)
            .unwrap();
        desk.add(query("b", r#""analyzeTurns":[0,1]"#), 100)
            .unwrap();
        let running = desk.take().unwrap();
        let is_stopped = || running.stop.load(Ordering::Relaxed);
        let end = |text: &str| -> Vec<(String, usize)> {
            desk.end(&which(text)).iter().map(told).collect()
        };
        let of_a = end(r#"{"action":"terminate","terminateId":"a","turnNumbers":[1]}"#);
        assert_eq!(of_a, [("a".to_owned(), 1)]);
        assert!(!is_stopped());
        assert_eq!(end(r#"{"action":"terminate","terminateId":"x"}"#), []);
        assert_eq!(
            end(r#"{"action":"terminate_all","turnNumbers":[0]}"#),
            [("b".to_owned(), 0)]
        );
        assert!(is_stopped());
        desk.finish(&running);
        let left = desk.take().unwrap();
        assert_eq!(told(&left.job), ("a".to_owned(), 2));
        desk.abandon();
        assert!(left.stop.load(Ordering::Relaxed) && desk.take().is_none());
    }

    #[test]
    fn there_is_no_room_without_bound() {
        let desk = Desk::default();
        let long = MOST_BYTES / 2 - QUERY;
        desk.add(query("a", r#""priority":1"#), long).unwrap();
        desk.add(query("b", r#""priority":1"#), long).unwrap();
        assert_eq!(
            desk.add(query("c", r#""priority":1"#), 100),
            Err(Full::Bytes)
        );
        let task = desk.take().unwrap();
        desk.finish(&task);
        drop(task);
        assert_eq!(desk.add(query("c", r#""priority":1"#), 100), Ok(()));
        let mut many = query("d", r#""priority":1"#);
        many.turns = vec![(0, 0); MOST_WAITING - 1];
        assert_eq!(desk.add(many, 100), Err(Full::Positions));
    }
}
