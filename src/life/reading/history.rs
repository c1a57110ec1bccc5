//! The history heuristic (Schaeffer 1989): how plays on each point have done in a search, wherever the other stones were.

use super::field::{Bits, each};
use super::fight::MoveCode;
use super::proof_number::{log, power};
use std::cmp::Reverse;

/// The most times that count in the average of proof numbers; older ones fade.
const MEMORY: i32 = 16;
/// Larger numbers count as this, so that an average can come back from them.
const MOST_NUMBER: u32 = 1 << 14;
/// A play is expected to have at most this many times the usual number.
const MOST_TIMES: u32 = 8;

/// How the plays of one side have done, by their points.
pub(super) struct History {
    points: Vec<Record>,
}

#[derive(Clone, Copy, Default)]
struct Record {
    /// How often a play here won.
    wins: u32,
    /// How often the search left a play here undecided.
    count: i32,
    /// The average, over those times, of the [logarithm](log) of its proof number.
    number: i32,
}

impl History {
    pub(super) fn new() -> History {
        History {
            points: vec![Record::default(); Bits::BITS as usize],
        }
    }

    /// Counts a move that wins, if it is a play.
    pub(super) fn win(&mut self, code: MoveCode) {
        if let Some(record) = self.points.get_mut(usize::from(code)) {
            record.wins += 1;
        }
    }

    /// Counts a move that the search leaves with a proof number, if it is a play.
    pub(super) fn leave(&mut self, code: MoveCode, number: u32) {
        if let Some(record) = self.points.get_mut(usize::from(code)) {
            record.count = (record.count + 1).min(MEMORY);
            record.number += (log(number.min(MOST_NUMBER) + 1) - record.number) / record.count;
        }
    }

    /// The least proof number expected of a play on one of some points.
    ///
    /// A play of which nothing is known is expected to have the `usual` number; `harder` says how much harder a play on
    /// each point looks, as a [logarithm](log).
    pub(super) fn expected(&self, points: Bits, usual: u32, harder: impl Fn(usize) -> i32) -> u32 {
        let unknown = log(usual + 1);
        let numbers = each(points).map(|point| {
            let at = index(point);
            let number = match self.points[at] {
                Record { count: 0, .. } => unknown,
                Record { number, .. } => number,
            };
            number + harder(at)
        });
        let least = numbers.min().unwrap_or(unknown);
        (power((unknown + 3 * least) / 4) - 1).clamp(1, MOST_TIMES * usual.max(1))
    }

    /// The one of some points where plays have won most often; `None` if they never did.
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
