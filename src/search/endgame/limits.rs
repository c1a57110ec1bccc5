//! What may be spent on an endgame.

use crate::rules::{Death, Rules};

/// What may be spent on one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most open points at the beginning.
    pub points: usize,
    /// The most positions looked at.
    pub positions: usize,
    /// The most states read to judge the boards at the ends of lines.
    pub states: usize,
}

impl Limits {
    /// With more open points than this hardly anything is solved.
    pub(super) const MOST_POINTS: usize = 14;

    /// As much as is in proportion to the playouts of a move, under rules that may ask several questions about a chain.
    #[must_use]
    pub fn beside(playouts: u64, rules: &Rules) -> Limits {
        let playouts = usize::try_from(playouts).unwrap_or(usize::MAX);
        let questions = match rules.death {
            Death::Japanese1989 => 3,
            _ => 1,
        };
        let times = |factor: usize, least, most| playouts.saturating_mul(factor).clamp(least, most);
        Limits {
            points: Limits::MOST_POINTS,
            positions: times(60, 5_000, 400_000),
            states: questions * times(200, 20_000, 1_000_000),
        }
    }
}
