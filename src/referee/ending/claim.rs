//! A side's claim about the stones.

use crate::go::board::Board;
use crate::go::color::{Color, PerColor};
use crate::go::point::{Point, PointSet};
use crate::life::benson;
use std::fmt;

/// A claim about the stones of both sides. Stones not named are alive and not in seki.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StatusClaim {
    /// The dead stones.
    pub dead: PointSet,
    /// The stones in seki.
    pub seki: PointSet,
}

impl StatusClaim {
    /// Extends the claim to whole chains; `None` if it names points without stones.
    ///
    /// Stones in seki are dropped unless `tells_seki` is set, for rules that distinguish them.
    #[must_use]
    pub fn of_whole_chains(&self, board: &Board, tells_seki: bool) -> Option<StatusClaim> {
        let stones = PerColor::from_fn(|color| board.stones(color));
        if !(self.dead | self.seki).is_subset(&(stones[Color::Black] | stones[Color::White])) {
            return None;
        }
        let chains = |points: PointSet| {
            points.flood(&stones[Color::Black]) | points.flood(&stones[Color::White])
        };
        let dead = chains(self.dead);
        let seki = if tells_seki {
            chains(self.seki) - dead
        } else {
            PointSet::EMPTY
        };
        Some(StatusClaim { dead, seki })
    }

    /// Returns the statuses at the complete end (2009).
    ///
    /// No stones are removed. Stones that could be captured by plays of the other side alone are in
    /// seki.
    #[must_use]
    pub fn at_the_complete_end(board: &Board) -> StatusClaim {
        let living = benson::settled(board, false).living;
        let seki = |color: Color| board.stones(color) - living[color];
        StatusClaim {
            dead: PointSet::EMPTY,
            seki: seki(Color::Black) | seki(Color::White),
        }
    }

    /// Parses dead stones, then optionally `seki` and stones in seki.
    ///
    /// `None` if a word is not a point.
    pub(super) fn read<'a>(words: impl Iterator<Item = &'a str>) -> Option<StatusClaim> {
        let mut claim = StatusClaim::default();
        let mut in_seki = false;
        for word in words {
            if word.eq_ignore_ascii_case("seki") && !in_seki {
                in_seki = true;
                continue;
            }
            let point: Point = word.parse().ok()?;
            let named = if in_seki {
                &mut claim.seki
            } else {
                &mut claim.dead
            };
            named.insert(point);
        }
        Some(claim)
    }
}

/// Formats each point after a blank.
impl fmt::Display for StatusClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for point in self.dead.iter() {
            write!(f, " {point}")?;
        }
        if !self.seki.is_empty() {
            f.write_str(" seki")?;
        }
        for point in self.seki.iter() {
            write!(f, " {point}")?;
        }
        Ok(())
    }
}
