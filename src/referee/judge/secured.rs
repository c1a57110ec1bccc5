//! Chains proved safe in a game in progress, by a quick search.

use super::adjudicate::safe;
use super::adjudication::Adjudication;
use super::effort::Effort;
use super::estimate::estimate;
use crate::go::position::Position;
use crate::life::benson;
use crate::life::safety::{Safety, safety};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Returns the chains safe by alternating play, as found by a judgement without reading.
///
/// A few playouts determine which chains are given up, and whether few enough points are open for
/// the search. If there are too many, nothing is found.
#[must_use]
pub fn secured(position: &Position, effort: &Effort, stop: &AtomicBool) -> Safety {
    let board = position.board();
    let settled = benson::settled(board, position.rules().suicide);
    let estimate = estimate(board, &settled, &[], effort, |_| None, stop);
    let meter = effort.meter(board, stop);
    safe(position, &settled, &estimate, effort, &meter, stop)
}

/// Returns the chains and territory safe by alternating play in a judged position.
///
/// The judgement has already searched for them unless much was unclear. A fight elsewhere does not
/// make other walls unsafe, so in that case they are searched for here.
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
