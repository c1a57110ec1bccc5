//! The budget of an endgame.

use crate::go::rules::{Death, Rules};

/// The budget of the solver for one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndgameLimits {
    /// The most open points at the start.
    pub points: usize,
    /// The most positions visited.
    pub positions: usize,
    /// The most states read to judge the boards at the ends of lines.
    pub states: usize,
}

impl EndgameLimits {
    /// The solver rarely succeeds with more open points than this.
    pub(super) const MOST_POINTS: usize = 14;

    /// Returns limits in proportion to the playouts of a move.
    ///
    /// The 1989 rules may ask 3 questions about a chain, and so get 3 times the states.
    #[must_use]
    pub fn beside(playouts: u64, rules: &Rules) -> EndgameLimits {
        let playouts = usize::try_from(playouts).unwrap_or(usize::MAX);
        let questions = match rules.death {
            Death::Japanese1989 => 3,
            _ => 1,
        };
        let times = |factor: usize, least, most| playouts.saturating_mul(factor).clamp(least, most);
        EndgameLimits {
            points: EndgameLimits::MOST_POINTS,
            positions: times(60, 5_000, 400_000),
            states: questions * times(200, 20_000, 1_000_000),
        }
    }
}
