//! The settings of a search, its limits, and bans on moves near the root.

use crate::go::color::Color;
use crate::go::point::{Move, PointSet};
use crate::go::position::Position;
use crate::referee::judge::{Aim, Effort};
use std::time::Duration;

/// The settings of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchSettings {
    /// Threads that search one tree; 0 means 1.
    pub threads: usize,
    /// The memory of the tree in bytes.
    pub memory: usize,
    /// The seed of the playouts.
    pub seed: u64,
    /// The win probability, 0 to 1, below which the search resigns; 0 never resigns.
    pub resign: f64,
    /// The effort of an adjudication, made when a pass is considered.
    pub effort: Effort,
}

impl SearchSettings {
    /// Returns the settings with judgements that do all of their work: a search divides its time
    /// itself.
    pub(super) fn for_search(self) -> SearchSettings {
        SearchSettings {
            effort: self.effort.aiming_at(Aim::Fixed),
            ..self
        }
    }
}

/// The limits of a search. It ends as soon as one of them is reached.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SearchLimits {
    /// New playouts, without those kept from earlier moves.
    pub playouts: Option<u64>,
    /// The target time.
    ///
    /// The search may end earlier if the choice is clear, and later if it is open and there is a
    /// deadline.
    pub time: Option<Duration>,
    /// The time that is never exceeded.
    pub deadline: Option<Duration>,
}

impl SearchLimits {
    /// Returns the limits that remain after some time.
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

/// A ban on moves of one color near the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ban {
    /// The color whose moves are banned.
    pub color: Color,
    /// The banned points.
    pub points: PointSet,
    /// True if passes are banned too.
    pub passes: bool,
    /// The largest depth that the ban covers, in moves of both colors.
    pub depth: usize,
}

/// Returns true if a ban covers a move of a color at a depth, counted from 1.
pub(in crate::engine) fn is_banned(bans: &[Ban], color: Color, to: Move, depth: usize) -> bool {
    bans.iter().any(|ban| ban.covers(color, to, depth))
}

/// Returns the legal moves that no ban covers at a depth, counted from 1.
pub fn allowed_moves(
    position: &Position,
    bans: &[Ban],
    depth: usize,
) -> impl Iterator<Item = Move> {
    let turn = position.turn();
    let legal = position.legal_moves();
    legal.filter(move |&to| !is_banned(bans, turn, to, depth))
}

impl Ban {
    /// Returns true if the ban covers a move of a color at a depth, counted from 1.
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
