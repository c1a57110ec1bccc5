//! The progress bar of a match: games, moves and the time left.

use super::schedule::Pairing;
use super::tally::GameResult;
use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// Expected moves per point of the board, until games have ended.
const MOVES_PER_POINT: f64 = 0.8;
/// Time between two updates of the bar.
const TICK: Duration = Duration::from_millis(500);

/// A progress bar on the error stream, if that is a terminal. It moves from the first move on.
pub(super) struct Progress {
    bar: ProgressBar,
    /// Expected moves of all games of this run.
    expected: Arc<AtomicU64>,
    moves_of_finished: u64,
    finished: u64,
}

impl Progress {
    /// Begins with the games to play and the counter of all moves played.
    pub(super) fn begin(waiting: &[Pairing], moves: &Arc<AtomicU64>) -> Progress {
        let points: usize = waiting.iter().map(|pairing| pairing.size().area()).sum();
        let expected = (points as f64 * MOVES_PER_POINT) as u64;
        let expected = Arc::new(AtomicU64::new(expected.max(1)));
        let begun = moves.load(Relaxed);
        let (counted, of_all) = (Arc::clone(moves), Arc::clone(&expected));
        let played = move || counted.load(Relaxed) - begun;
        let told = played.clone();
        let moves = move |_: &ProgressState, text: &mut dyn fmt::Write| {
            _ = write!(text, "{}", told());
        };
        let left = move |state: &ProgressState, text: &mut dyn fmt::Write| {
            _ = match left(state.elapsed(), played(), of_all.load(Relaxed)) {
                Some(left) => write!(text, "about {} left", HumanDuration(left)),
                None => write!(text, "starting"),
            };
        };
        let template = "{bar:30} {pos} of {len} games, {moves} moves, {left}";
        let style = ProgressStyle::with_template(template).expect("the template is sound");
        let style = style.with_key("moves", moves).with_key("left", left);
        let bar = ProgressBar::new(waiting.len() as u64).with_style(style);
        bar.enable_steady_tick(TICK);
        Progress {
            bar,
            expected,
            moves_of_finished: 0,
            finished: 0,
        }
    }

    /// Counts a finished game.
    pub(super) fn add(&mut self, result: &GameResult) {
        self.finished += 1;
        self.moves_of_finished += u64::from(result.moves);
        let all = self.bar.length().unwrap_or(self.finished);
        let expected = self.moves_of_finished * all / self.finished;
        self.expected.store(expected.max(1), Relaxed);
        self.bar.set_position(self.finished);
    }

    /// Runs a function that writes to the error stream.
    pub(super) fn suspend(&self, write: impl FnOnce()) {
        self.bar.suspend(write);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Returns the time left, from the moves played and expected; `None` without moves.
fn left(elapsed: Duration, played: u64, expected: u64) -> Option<Duration> {
    if played == 0 {
        return None;
    }
    let rest = expected.saturating_sub(played) as f64 / played as f64;
    Some(elapsed.mul_f64(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_follows_from_the_moves() {
        let minute = Duration::from_secs(60);
        assert_eq!(left(minute, 0, 100), None);
        assert_eq!(left(minute, 25, 100), Some(minute * 3));
        assert_eq!(left(minute, 120, 100), Some(Duration::ZERO));
    }
}
