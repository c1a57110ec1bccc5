//! What is proved safe in a game in progress, by a quick look.

use super::adjudicate::safe;
use super::adjudication::Adjudication;
use super::effort::Effort;
use super::estimate::estimate;
use crate::go::position::Position;
use crate::life::benson;
use crate::life::safety::{Safety, safety};
use std::sync::Arc;
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

/// Returns what is safe by alternating play in a judged position.
///
/// The judgement has looked for it already unless much was unclear. A fight somewhere does not make
/// other walls unsafe, so it is looked for here then.
#[must_use]
pub fn secured_beside(
    position: &Position,
    adjudication: &Adjudication,
    effort: &Effort,
    stop: &AtomicBool,
) -> Arc<Safety> {
    let known = &adjudication.safety;
    if known.proofs.0.iter().any(Option::is_some) {
        return Arc::clone(known);
    }
    let (board, rules) = (position.board(), position.rules());
    let limits = effort.safety_limits(rules, &effort.meter(board, stop));
    let given_up = adjudication.dead() - adjudication.unclear();
    Arc::new(safety(board, &given_up, &limits, stop))
}
