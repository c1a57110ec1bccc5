//! The random numbers of playouts, searches and training.

use crate::board::Board;
use crate::point::Point;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// The random number generator. It is named because default generators may change, and with them every fingerprint.
pub type Dice = Xoshiro256PlusPlus;

/// A generator with a seed.
#[must_use]
pub fn dice(seed: u64) -> Dice {
    Dice::seed_from_u64(seed)
}

/// A uniform number below `limit`, up to a bias of less than `limit` / 2³².
#[inline(always)]
pub(crate) fn roll(dice: &mut Dice, limit: usize) -> usize {
    (((dice.next_u64() >> 32) * limit as u64) >> 32) as usize
}

/// The first empty point that passes a filter, from a random one on in the order in which the board lists them.
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
