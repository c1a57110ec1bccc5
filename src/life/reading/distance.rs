//! How far plays are from what is at stake, so that the search looks near it first.
//!
//! From one empty point to the next it is one play; beyond a chain it is as many as it has liberties but one, since the
//! chain must be taken before what lies behind it matters (the orders of liberties of lambda search: Thomsen 2000).
//! Settled stones are never taken. This only guides the search.

use super::field::{Bits, each};
use super::fight::{Fight, State, Step};
use super::graph::NEVER;
use super::habit::power;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How far plays are, by points, as the [logarithm](power) of how many times as hard they look.
pub(super) struct Distances {
    harder: [i32; Bits::BITS as usize],
    times: Vec<Times>,
}

/// What each play of the distance adds: nearly eleven of them make a play look twice as hard.
const EACH: i32 = 24;
/// The distance beyond which nothing looks harder.
const MOST: i32 = 48;

impl Distances {
    fn new(harder: [i32; Bits::BITS as usize]) -> Distances {
        let times = (0..=Step::MAX).map(|step| {
            let harder = harder.get(usize::from(step)).copied();
            Times::from_log(harder.unwrap_or(0))
        });
        Distances {
            times: times.collect(),
            harder,
        }
    }

    /// Everything is near.
    #[cfg(test)]
    pub(super) fn none() -> Distances {
        Distances::new([0; Bits::BITS as usize])
    }

    /// Those from the target and the area of a fight in one of its states.
    pub(super) fn of(fight: &Fight, state: &State) -> Distances {
        let field = &fight.field;
        let empty = fight.empty(state);
        let mut harder = [0; Bits::BITS as usize];
        let mut seen = 0;
        let at_stake = each(fight.target | fight.area);
        let mut next: BinaryHeap<_> = at_stake.map(|point| Reverse((0, point))).collect();
        while let Some(Reverse((distance, point))) = next.pop() {
            if seen & point != 0 {
                continue;
            }
            let mut own = state.stones.iter().filter(|&stones| stones & point != 0);
            let unit = own.next().map_or(point, |&own| field.flood(point, own));
            seen |= unit;
            for at in each(unit) {
                harder[at.trailing_zeros() as usize] = EACH * distance;
            }
            if unit & state.fixed != 0 {
                continue;
            }
            let around = field.grown(unit);
            let beyond = if unit & fight.target != 0 {
                0
            } else if unit & empty != 0 {
                1
            } else {
                (around & empty).count_ones().saturating_sub(1) as i32
            };
            let distance = (distance + beyond).min(MOST);
            next.extend(each(around & !seen).map(|near| Reverse((distance, near))));
        }
        Distances::new(harder)
    }

    /// How much harder a play looks than it would near what is at stake, as a logarithm, given the number of its point.
    #[inline(always)]
    pub(super) fn harder(&self, point: usize) -> i32 {
        self.harder[point]
    }

    /// How many times as hard a move looks as it would there.
    #[inline(always)]
    pub(super) fn times(&self, step: Step) -> Times {
        self.times[usize::from(step)]
    }
}

/// How many times as hard a move looks, and the inverse, both in parts of [`Times::ONE`].
#[derive(Clone, Copy)]
pub(super) struct Times {
    times: u32,
    inverse: u32,
}

impl Times {
    const ONE: u32 = 1 << 16;

    /// So many times, given as a [logarithm](power).
    fn from_log(log: i32) -> Times {
        // Rounded to sixteenths.
        let times = power((4 << 8) + log);
        Times {
            times: times * (Times::ONE / 16),
            inverse: Times::ONE * 16 / times,
        }
    }

    /// An effort so many times as large.
    #[inline(always)]
    pub(super) fn more(self, effort: u32) -> u32 {
        part_of(effort, self.times)
    }

    /// An effort so many times as small.
    #[inline(always)]
    pub(super) fn less(self, effort: u32) -> u32 {
        part_of(effort, self.inverse)
    }

    /// The limit of an effort for which so many times it is within a limit.
    pub(super) fn limit_of_more(self, limit: u32) -> u32 {
        limit_of(limit, self.times)
    }

    /// The limit of an effort for which it is within a limit when it is so many times as small.
    pub(super) fn limit_of_less(self, limit: u32) -> u32 {
        limit_of(limit, self.inverse)
    }
}

/// A fraction of an effort; what is decided stays so, and nothing else becomes decided.
#[inline(always)]
fn part_of(effort: u32, fraction: u32) -> u32 {
    if effort == 0 || effort >= NEVER {
        return effort;
    }
    let part = (u64::from(effort) * u64::from(fraction)) >> 16;
    part.clamp(1, u64::from(NEVER - 1)) as u32
}

/// The least effort of which a fraction is not below a limit.
fn limit_of(limit: u32, fraction: u32) -> u32 {
    if limit >= NEVER {
        return limit;
    }
    let least = (u64::from(limit) << 16).div_ceil(u64::from(fraction));
    least.min(u64::from(NEVER - 1)) as u32
}

#[cfg(test)]
mod tests {
    use super::super::Procedure;
    use super::super::field::tests::rectangle;
    use super::*;

    /// Beyond a chain with two liberties it is one play more, beyond a settled one there is no way.
    #[test]
    fn chains_are_as_far_as_they_are_from_being_taken() {
        let fight = Fight {
            field: rectangle(8, 1),
            procedure: Procedure::PROPOSAL_2012,
            target: 1,
            defender: 0,
            area: 0,
            claims: false,
            holds: false,
            cap: 0,
            answers: true,
        };
        // X..O..X. with the last stone settled.
        let (state, _) = fight.start([1 | 1 << 6, 1 << 3], 1 << 6);
        let distances = Distances::of(&fight, &state);
        let found: Vec<i32> = (0..8).map(|at| distances.harder(at) / EACH).collect();
        assert_eq!(found, [0, 0, 1, 2, 3, 4, 5, 0]);
    }

    #[test]
    fn efforts_within_a_limit_come_from_efforts_within_its_limit() {
        for log in [0, 24, 100, 256, 700, EACH * MOST] {
            let times = Times::from_log(log);
            for limit in (2..60).chain([NEVER - 1, NEVER]) {
                let [most, least] = [times.limit_of_more(limit), times.limit_of_less(limit)];
                assert!(times.more(most - 1) < limit, "{log} {limit} {most}");
                assert!(times.less(least - 1) < limit, "{log} {limit} {least}");
                let reach = [times.more(most), times.less(least)];
                assert!(limit >= NEVER - 1 || reach.iter().all(|&reach| reach >= limit));
                assert_eq!([most, least].contains(&NEVER), limit == NEVER);
            }
            assert_eq!([0, NEVER].map(|effort| times.more(effort)), [0, NEVER]);
            assert_eq!([0, NEVER].map(|effort| times.less(effort)), [0, NEVER]);
        }
    }
}
