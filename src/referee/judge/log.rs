//! A log of the judgements of a thread. Tests use it to check that nothing is judged twice.

use super::effort::{Effort, Occasion};
use crate::go::position::Position;
use std::cell::RefCell;

thread_local! {
    static JUDGED: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Records a judgement.
pub(super) fn note(position: &Position, occasion: Occasion, effort: &Effort) {
    let turn = position.turn();
    let (rules, passes) = (position.rules(), position.passes());
    let board = position.board();
    let line = format!("{board}\n{turn} {rules} {passes} {occasion:?} {effort:?}");
    JUDGED.with_borrow_mut(|judged| judged.push(line));
}

/// Takes the records since the last call: board, turn, rules, passes, occasion and effort.
pub(crate) fn take() -> Vec<String> {
    JUDGED.take()
}
