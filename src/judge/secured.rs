//! What is proved safe in a game in progress, by a quick look.

use super::adjudicate::safe;
use super::effort::Effort;
use super::estimate::estimate;
use crate::life::benson;
use crate::life::safety::Safety;
use crate::position::Position;
use std::sync::atomic::AtomicBool;

/// What is safe by alternating play, as a judgement without reading would find it: a few playouts say what is given up, and
/// whether so little is open that it is worth looking. Where it is not, nothing is found.
#[must_use]
pub fn secured(position: &Position, effort: &Effort, stop: &AtomicBool) -> Safety {
    let board = position.board();
    let settled = benson::settled(board, position.rules().suicide);
    let estimate = estimate(board, &settled, &[], effort, |_| None, stop);
    let meter = effort.meter(board, stop);
    safe(position, &settled, &estimate, effort, &meter, stop)
}
