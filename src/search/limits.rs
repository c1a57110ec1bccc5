//! What a search may use, and when it has to end.

use crate::color::Color;
use crate::judge::Effort;
use crate::point::{Move, PointSet};
use std::time::Duration;

/// What a search may use.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchSettings {
    /// Threads that search one tree; 0 means 1.
    pub threads: usize,
    /// The memory of the tree in bytes.
    pub memory: usize,
    /// The seed of the playouts.
    pub seed: u64,
    /// The win probability, 0 to 1, below which the search resigns; 0 to play every game to its end.
    pub resign: f64,
    /// The effort of adjudicating a position in which a pass is considered.
    pub effort: Effort,
}

/// When a search ends: as soon as one of these limits is reached.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SearchLimits {
    /// New playouts, those kept from earlier moves not counted.
    pub playouts: Option<u64>,
    /// The time aimed at: less where the choice is clear; more where it is open, if there is a deadline.
    pub time: Option<Duration>,
    /// The time that is never exceeded.
    pub deadline: Option<Duration>,
}

impl SearchLimits {
    /// What is left of the limits after some time.
    #[must_use]
    pub(super) fn after(self, spent: Duration) -> SearchLimits {
        let left = |time: Duration| time.saturating_sub(spent);
        SearchLimits {
            time: self.time.map(left),
            deadline: self.deadline.map(left),
            ..self
        }
    }
}

/// Moves of one color that are left out near the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ban {
    /// Whose moves.
    pub color: Color,
    /// Where not to play.
    pub points: PointSet,
    /// Whether passes are left out too.
    pub passes: bool,
    /// The depth, in moves of both colors, down to which the ban holds.
    pub depth: usize,
}

impl Ban {
    /// Whether the ban holds for a move of a color at a depth, counted from 1.
    #[must_use]
    pub fn covers(&self, color: Color, to: Move, depth: usize) -> bool {
        self.color == color
            && depth <= self.depth
            && match to {
                Move::At(point) => self.points.contains(point),
                Move::Pass => self.passes,
            }
    }
}
