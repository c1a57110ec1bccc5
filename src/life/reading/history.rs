//! The history heuristic (Schaeffer 1989): how plays on each point have done, independent of the
//! rest of the position.

use super::field::{Bits, each};
use super::fight::MoveCode;
use super::proof_number::{log, power};
use std::cmp::Reverse;

/// The number of samples in a moving average of proof numbers.
const MEMORY: i32 = 16;
/// Larger proof numbers count as this, so that an average can recover.
const MOST_NUMBER: u32 = 1 << 14;
/// The largest expected proof number, as a multiple of the usual one.
const MOST_TIMES: u32 = 8;

/// The results of one side's plays, by point.
pub(super) struct History {
    points: Vec<HistoryEntry>,
}

#[derive(Clone, Copy, Default)]
struct HistoryEntry {
    /// The number of wins of a play here.
    wins: u32,
    /// The number of times the search left a play here undecided, capped.
    count: i32,
    /// The average [logarithm](log) of its proof number at those times.
    number: i32,
}

impl History {
    pub(super) fn new() -> History {
        History {
            points: vec![HistoryEntry::default(); Bits::BITS as usize],
        }
    }

    /// Records a winning move, if it is a play.
    pub(super) fn win(&mut self, code: MoveCode) {
        if let Some(record) = self.points.get_mut(usize::from(code)) {
            record.wins += 1;
        }
    }

    /// Records the proof number of a move when the search leaves it, if it is a play.
    pub(super) fn leave(&mut self, code: MoveCode, number: u32) {
        if let Some(record) = self.points.get_mut(usize::from(code)) {
            record.count = (record.count + 1).min(MEMORY);
            record.number += (log(number.min(MOST_NUMBER) + 1) - record.number) / record.count;
        }
    }

    /// Returns the least proof number expected of a play on any of some points.
    ///
    /// An untried play is expected to have the `usual` number. `harder` says how much harder a play
    /// on each point looks, as a [logarithm](log).
    pub(super) fn expected(&self, points: Bits, usual: u32, harder: impl Fn(usize) -> i32) -> u32 {
        let unknown = log(usual + 1);
        let numbers = each(points).map(|point| {
            let at = index(point);
            let number = match self.points[at] {
                HistoryEntry { count: 0, .. } => unknown,
                HistoryEntry { number, .. } => number,
            };
            number + harder(at)
        });
        let least = numbers.min().unwrap_or(unknown);
        (power((unknown + 3 * least) / 4) - 1).clamp(1, MOST_TIMES * usual.max(1))
    }

    /// Returns the point with the most wins among some points; `None` if there were no wins.
    pub(super) fn likeliest(&self, points: Bits) -> Option<Bits> {
        let wins = |point: &Bits| self.points[index(*point)].wins;
        let known = each(points).filter(|point| wins(point) > 0);
        known.max_by_key(|point| (wins(point), Reverse(*point)))
    }
}

fn index(point: Bits) -> usize {
    point.trailing_zeros() as usize
}

#[cfg(test)]
mod tests {
    use super::super::fight::PASS;
    use super::*;

    #[test]
    fn plays_that_took_more_look_worse() {
        let mut history = History::new();
        let (bad, good, unknown) = (1 << 3, 1 << 5, 1 << 7);
        for _ in 0..3 {
            history.leave(3, 1_000);
            history.leave(5, 2);
            history.leave(PASS, 9);
        }
        history.win(5);
        let expected = |points| history.expected(points, 20, |_| 0);
        assert_eq!(expected(unknown), 20);
        assert!(expected(good) < 20);
        assert_eq!(expected(bad), 160);
        assert_eq!(expected(bad | good), expected(good));
        assert_eq!(history.likeliest(bad | good | unknown), Some(good));
        assert_eq!(history.likeliest(bad | unknown), None);
    }
}
