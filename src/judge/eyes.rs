//! When eyes plainly are enough to live by.

use crate::point::PointSet;

/// From how many points on a single eye is taken to be enough.
const LARGE_EYE: usize = 6;

/// Whether eyes are taken to be enough to live by, as they are in most games: two of them, or a large one.
#[must_use]
pub fn are_enough_to_live(eyes: &PointSet) -> bool {
    eyes.components().nth(1).is_some() || eyes.len() >= LARGE_EYE
}
