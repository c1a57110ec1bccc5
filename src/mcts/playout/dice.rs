//! Random numbers for playouts, searches and training.

use crate::go::board::Board;
use crate::go::point::Point;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// The random number generator. It is fixed because a change of the default generator would change
/// every fingerprint.
pub type Dice = Xoshiro256PlusPlus;

/// A generator with a seed.
#[must_use]
pub fn dice(seed: u64) -> Dice {
    Dice::seed_from_u64(seed)
}

/// Returns a uniform number below `limit`, with a bias below `limit` / 2³².
#[inline(always)]
pub(crate) fn roll(dice: &mut Dice, limit: usize) -> usize {
    (((dice.next_u64() >> 32) * limit as u64) >> 32) as usize
}

/// Returns the first empty point that passes a filter, from a random start in the board's list.
#[inline(always)]
pub(super) fn random_point(
    board: &Board,
    dice: &mut Dice,
    filter: impl Fn(&Board, Point) -> bool,
) -> Option<Point> {
    let empties = board.empties();
    let (before, after) = empties.split_at(roll(dice, empties.len()));
    let mut candidates = after.iter().chain(before);
    candidates.find(|&&point| filter(board, point)).copied()
}
