//! How far plays are from what is at stake, so that the search looks near it first.
//!
//! From one empty point to the next is one play. Beyond a chain are as many as it has liberties less one, as it must be
//! taken before what lies behind it matters (after the orders of lambda search: Thomsen 2000); beyond settled stones
//! there is nothing. This only guides the search.

use super::field::{Bits, each};
use super::fight::{Fight, MoveCode, State};
use super::proof_number::Factor;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How much harder plays look for their distance.
pub(super) struct Distances {
    /// By points, as [logarithms](super::proof_number::log).
    harder: [i32; Bits::BITS as usize],
    /// By moves.
    factors: Vec<Factor>,
}

/// The logarithm that each play of distance adds: eleven make a play look twice as hard.
const EACH: i32 = 24;
/// Larger distances count as this.
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

    /// The distances from the target and the area of a fight in one of its states.
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

    /// How much harder a play on a point looks than it would near what is at stake, as a logarithm.
    #[inline(always)]
    pub(super) fn harder(&self, point: usize) -> i32 {
        self.harder[point]
    }

    /// The same as a factor, for a move.
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
            counts_miai: true,
        };
        // X..O..X. with the last stone settled.
        let (state, _) = fight.start([1 | 1 << 6, 1 << 3], 1 << 6);
        let distances = Distances::of(&fight, &state);
        let found: Vec<i32> = (0..8).map(|at| distances.harder(at) / EACH).collect();
        assert_eq!(found, [0, 0, 1, 2, 3, 4, 5, 0]);
    }
}
