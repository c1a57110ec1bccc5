//! Questions about a board: the subgames that judge a chain.

use crate::go::board::symmetry::Image;
use crate::go::color::Color;
use crate::go::point::{Point, PointSet};

/// A question about a board, answered by the side that succeeds in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Question {
    /// The defender, whose stones the question is about.
    pub owner: Color,
    /// The attacker's target.
    pub subject: Subject,
}

/// The target of a [`Question`]. A larger area makes it easier for the defender to keep a chain,
/// and harder for the attacker to capture everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// Can the chain be captured for good (2012, 1949, Korean)? In 1989: can it be captured with no
    /// new stone of its owner standing forever in the area?
    Chain {
        /// The stones of the chain.
        stones: PointSet,
        /// The area where new stones count; empty except in 1989.
        area: PointSet,
    },
    /// Can all stones the owner has or plays in the area be captured, the attacker moving first
    /// (1989)?
    Area(PointSet),
    /// Can all stones the owner plays on the point, moving first, be captured (1989; losses are not
    /// counted)?
    Point(Point),
}

impl Question {
    /// Returns the question on an image of the board.
    #[must_use]
    pub fn image(&self, image: Image) -> Question {
        Question {
            owner: image.color(self.owner),
            subject: match self.subject {
                Subject::Chain { stones, area } => Subject::Chain {
                    stones: image.points(&stones),
                    area: image.points(&area),
                },
                Subject::Area(area) => Subject::Area(image.points(&area)),
                Subject::Point(at) => Subject::Point(image.point(at)),
            },
        }
    }

    /// Creates the question whether a chain can be captured, where new stones in `area` save it.
    #[must_use]
    pub fn chain(owner: Color, stones: PointSet, area: PointSet) -> Question {
        let subject = Subject::Chain { stones, area };
        Question { owner, subject }
    }

    /// Returns the side that succeeds if the answer is `alive`: the owner if true, the opponent if
    /// false.
    #[must_use]
    pub fn winner(&self, alive: bool) -> Color {
        if alive { self.owner } else { !self.owner }
    }

    /// Returns the chain in question, or no stones if the question is only about an area or point.
    #[must_use]
    pub fn target(&self) -> PointSet {
        match self.subject {
            Subject::Chain { stones, .. } => stones,
            Subject::Area(_) | Subject::Point(_) => PointSet::EMPTY,
        }
    }

    /// Returns the area where the owner's new stones count.
    #[must_use]
    pub fn area(&self) -> PointSet {
        match self.subject {
            Subject::Chain { area, .. } | Subject::Area(area) => area,
            Subject::Point(point) => PointSet::from_iter([point]),
        }
    }
}
