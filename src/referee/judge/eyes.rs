//! Eyes that are plainly enough to live.

use crate::go::point::{Point, PointSet};
use crate::mcts::playout::policy::vital_point;

/// The minimum number of points of a single eye that is enough with any shape.
const LARGE_EYE: usize = 6;
/// The minimum number of points of a single eye that is enough if it has no vital point: straight
/// and bent fours, most fives.
const MIDDLE_EYE: usize = 4;

/// Returns true if eyes are taken to be enough to live, as they are in most games.
///
/// These are two eyes, a large eye, or an eye of four or five points that no single play reduces to
/// one eye.
#[must_use]
pub fn are_enough_to_live(eyes: &PointSet) -> bool {
    eyes.components().nth(1).is_some() || eyes.len() >= LARGE_EYE || is_two_eyes(eyes)
}

/// Returns true if a space becomes two eyes with either side playing first.
fn is_two_eyes(eye: &PointSet) -> bool {
    let shape: Vec<Point> = eye.iter().collect();
    shape.len() >= MIDDLE_EYE && vital_point(&shape).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_eye_is_enough_if_no_play_spoils_it() {
        let lives = |shape: &str| {
            let points = shape.split_whitespace();
            let points = points.map(|name| name.parse::<Point>().expect("a point"));
            are_enough_to_live(&points.collect())
        };
        // Straight and bent fours and their twins: the square and the pyramid.
        assert!(lives("B1 C1 D1 E1"));
        assert!(lives("B1 C1 D1 D2"));
        assert!(lives("B1 C1 C2 D2"));
        assert!(!lives("B1 C1 B2 C2"));
        assert!(!lives("B1 C1 D1 C2"));
        // A five in a row, and the bulky one.
        assert!(lives("B1 C1 D1 E1 E2"));
        assert!(!lives("B1 C1 B2 C2 D2"));
        // Two eyes, one, and a large one.
        assert!(lives("A1 C1"));
        assert!(!lives("A1 B1 C1"));
        assert!(lives("A1 B1 C1 A2 B2 C2"));
    }
}
