//! Distances from the target, a bias of the search toward nearby plays. They prove nothing.
//!
//! A step from one empty point to the next costs one play. A step beyond a chain costs its
//! liberties less one, because it must be captured before anything behind it matters (after the
//! orders of lambda search: Thomsen 2000). Nothing lies beyond settled stones.

use super::field::{Bits, each};
use super::fight::{Fight, MoveCode, State};
use super::proof_number::Factor;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The penalty of each play for its distance.
pub(super) struct Distances {
    /// Indexed by point, as [logarithms](super::proof_number::log).
    harder: [i32; Bits::BITS as usize],
    /// Indexed by move code.
    factors: Vec<Factor>,
}

/// The logarithm added per play of distance. Eleven plays make a move look twice as hard.
const EACH: i32 = 24;
/// The largest distance that counts.
const MOST: i32 = 48;

impl Distances {
    fn new(harder: [i32; Bits::BITS as usize]) -> Distances {
        let factors = (0..=MoveCode::MAX).map(|code| {
            let harder = harder.get(usize::from(code)).copied();
            Factor::from_log(harder.unwrap_or(0))
        });
        Distances {
            factors: factors.collect(),
            harder,
        }
    }

    /// Computes the distances from the target and the area in a state.
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

    /// Returns the penalty of a play on a point, as a logarithm.
    #[inline(always)]
    pub(super) fn harder(&self, point: usize) -> i32 {
        self.harder[point]
    }

    /// Returns the penalty of a move, as a factor.
    #[inline(always)]
    pub(super) fn factor(&self, code: MoveCode) -> Factor {
        self.factors[usize::from(code)]
    }
}

#[cfg(test)]
mod tests {
    use super::super::field::tests::rectangle;
    use super::*;
    use crate::life::procedure::Procedure;

    /// A chain with two liberties adds one play; nothing lies beyond a settled one.
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
            counts_miai: true,
            anchors: 0,
        };
        // X..O..X. with the last stone settled.
        let (state, _) = fight.start([1 | 1 << 6, 1 << 3], 1 << 6);
        let distances = Distances::of(&fight, &state);
        let found: Vec<i32> = (0..8).map(|at| distances.harder(at) / EACH).collect();
        assert_eq!(found, [0, 0, 1, 2, 3, 4, 5, 0]);
    }
}
