//! What is asked of a board when a chain is judged.

use crate::color::Color;
use crate::point::{Point, PointSet};

/// A question about a board; the answer is the side that succeeds in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Question {
    /// The defender: whose stones the question is about.
    pub owner: Color,
    /// What the attacker must take.
    pub subject: Subject,
}

/// What a [`Question`] is about. The larger the area, the easier for the defender to keep a chain and the harder to
/// lose everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// Can the chain be taken for good (2012, 1949, Korean), or be taken off with no new stone of its owner in the
    /// area standing for ever (1989)?
    Chain {
        /// Its stones.
        stones: PointSet,
        /// Where new stones count; nowhere but in 1989.
        area: PointSet,
    },
    /// Can everything be taken that the owner has in the area or plays there, the attacker moving first (1989)?
    Area(PointSet),
    /// Can everything be taken that the owner, moving first, plays on the point (1989; losses are not counted)?
    Point(Point),
}

impl Question {
    /// Whether a chain can be taken, new stones in an area saving it.
    #[must_use]
    pub fn chain(owner: Color, stones: PointSet, area: PointSet) -> Question {
        let subject = Subject::Chain { stones, area };
        Question { owner, subject }
    }

    /// The side that succeeds if the owner does, or does not.
    #[must_use]
    pub fn winner(&self, alive: bool) -> Color {
        match alive {
            true => self.owner,
            false => !self.owner,
        }
    }

    /// The chain in question; no stones if it is only about an area.
    #[must_use]
    pub fn target(&self) -> PointSet {
        match self.subject {
            Subject::Chain { stones, .. } => stones,
            Subject::Area(_) | Subject::Point(_) => PointSet::EMPTY,
        }
    }

    /// Where the owner's new stones count.
    #[must_use]
    pub fn area(&self) -> PointSet {
        match self.subject {
            Subject::Chain { area, .. } | Subject::Area(area) => area,
            Subject::Point(point) => PointSet::from_iter([point]),
        }
    }
}
