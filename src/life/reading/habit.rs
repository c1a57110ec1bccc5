//! What plays on each point have come to in a search, wherever else the stones were.

use super::distance::Distances;
use super::field::{Bits, each};
use super::fight::Step;
use std::cmp::Reverse;

/// The most times that count in the average of efforts; older ones fade.
const MEMORY: i32 = 16;
/// An effort is taken for no more than this, so that an average can come back from it.
const MOST_EFFORT: u32 = 1 << 14;
/// A play is guessed to take at most so many times the usual effort.
const MOST_TIMES: u32 = 8;

/// How plays of one side have done, by their points.
pub(super) struct Habits {
    plays: Vec<Habit>,
}

#[derive(Clone, Copy, Default)]
struct Habit {
    /// How often a play here was found to win.
    wins: u32,
    /// How often the search turned from one, and the average of the efforts that it then still promised to
    /// take, as a [logarithm](log).
    count: i32,
    effort: i32,
}

impl Habits {
    pub(super) fn new() -> Habits {
        Habits {
            plays: vec![Habit::default(); Bits::BITS as usize],
        }
    }

    /// Remembers that a move wins, if it is a play.
    pub(super) fn won(&mut self, step: Step) {
        if let Some(habit) = self.plays.get_mut(usize::from(step)) {
            habit.wins += 1;
        }
    }

    /// Remembers the effort that a move still promises to take when the search turns from it, if it is a play.
    pub(super) fn left(&mut self, step: Step, effort: u32) {
        if let Some(habit) = self.plays.get_mut(usize::from(step)) {
            habit.count = (habit.count + 1).min(MEMORY);
            habit.effort += (log(effort.min(MOST_EFFORT) + 1) - habit.effort) / habit.count;
        }
    }

    /// The least effort that a play on one of some points promises to take, where plays are taken to need `usual` as
    /// long as nothing is known of them, and look harder the further they are.
    pub(super) fn effort(&self, points: Bits, usual: u32, distances: &Distances) -> u32 {
        let unknown = log(usual + 1);
        let efforts = each(points).map(|point| {
            let at = index(point);
            let effort = match self.plays[at] {
                Habit { count: 0, .. } => unknown,
                Habit { effort, .. } => effort,
            };
            effort + distances.harder(at)
        });
        let least = efforts.min().unwrap_or(unknown);
        (power((unknown + 3 * least) / 4) - 1).clamp(1, MOST_TIMES * usual.max(1))
    }

    /// The one of some points where plays have won most often; `None` if they never did.
    pub(super) fn likeliest(&self, points: Bits) -> Option<Bits> {
        let wins = |point: &Bits| self.plays[index(*point)].wins;
        let known = each(points).filter(|point| wins(point) > 0);
        known.max_by_key(|point| (wins(point), Reverse(*point)))
    }
}

fn index(point: Bits) -> usize {
    point.trailing_zeros() as usize
}

/// 256 times the logarithm to base 2, more or less: straight lines between the powers of 2.
fn log(value: u32) -> i32 {
    let whole = value.ilog2();
    let part = (value << 8 >> whole) & 0xff;
    (whole << 8 | part) as i32
}

/// The number with a [logarithm](log).
pub(super) fn power(log: i32) -> u32 {
    let part = 0x100 | log as u32 & 0xff;
    part << (log >> 8) >> 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_and_powers() {
        assert_eq!(log(1), 0);
        assert_eq!(log(24), 4 * 256 + 128);
        for value in (1..=256).chain([1 << 14, MOST_EFFORT + 1]) {
            let again = power(log(value));
            assert!(
                again <= value && value - again <= value >> 8,
                "{value} {again}"
            );
        }
    }

    #[test]
    fn plays_that_took_more_look_worse() {
        let mut habits = Habits::new();
        let (bad, good, unknown) = (1 << 3, 1 << 5, 1 << 7);
        for _ in 0..3 {
            habits.left(3, 1_000);
            habits.left(5, 2);
            habits.left(super::super::fight::PASS, 9);
        }
        habits.won(5);
        let effort = |points| habits.effort(points, 20, &Distances::none());
        assert_eq!(effort(unknown), 20);
        assert!(effort(good) < 20);
        assert_eq!(effort(bad), 160);
        assert_eq!(effort(bad | good), effort(good));
        assert_eq!(habits.likeliest(bad | good | unknown), Some(good));
        assert_eq!(habits.likeliest(bad | unknown), None);
    }
}
