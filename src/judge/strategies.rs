//! What was read, as strategies that anyone can check or play through.

use super::adjudication::Adjudication;
use super::effort::Effort;
use super::status::{Basis, Judgement, Status};
use crate::life::proof::{Book, Proof, Strategy};
use crate::life::question::Question;
use crate::life::reading::Reader;
use crate::position::Position;
use std::sync::atomic::AtomicBool;

/// What is claimed of a chain that was read, with nothing to show it.
#[must_use]
pub fn claim(chain: &Judgement) -> Option<Proof> {
    let Basis::Read(procedure) = chain.basis else {
        return None;
    };
    let alive = chain.status != Status::Dead;
    Some(Proof::claim(chain.color, chain.stones, procedure, alive))
}

/// The most states of a strategy that is to be played through, and the most situations in its book.
const BOOK_STATES: usize = 4_000;
const SITUATIONS: usize = 800;

/// What is played, whatever the other side tries, in the game that decides about a chain that was read; `None` if that is not
/// known in few moves. The chain is read again.
#[must_use]
pub fn book(
    position: &Position,
    adjudication: &Adjudication,
    chain: &Judgement,
    effort: &Effort,
) -> Option<Book> {
    let (board, procedure) = (position.board(), claim(chain)?.procedure);
    let never = AtomicBool::new(false);
    let meter = effort.meter(board, &never);
    let limits = effort.limits(adjudication.occasion(), position.rules(), meter);
    let reader = Reader::new(board, procedure, limits.budget()).within(limits.meter);
    let proof = reader.prove_by(BOOK_STATES, chain.stones.first()?).ok()?;
    let book = proof.main.book(board, procedure, SITUATIONS).ok()?;
    let has_moves = book.opening.is_some() || !book.situations.is_empty();
    has_moves.then_some(book)
}

/// Strategies that show what becomes of those of some chains that were read, none twice. Each chain is read again, all of them
/// together with at most the work of a judgement; those for which that is too little are left out.
#[must_use]
pub fn strategies<'a>(
    position: &Position,
    adjudication: &Adjudication,
    chains: impl IntoIterator<Item = &'a Judgement>,
    effort: &Effort,
) -> Vec<Strategy> {
    let (board, rules) = (position.board(), position.rules());
    let never = AtomicBool::new(false);
    let meter = effort.meter(board, &never);
    let mut found: Vec<Strategy> = vec![];
    let mut answers: Vec<(Question, bool)> = vec![];
    for chain in chains {
        let Some(claim) = claim(chain) else {
            continue;
        };
        let procedure = claim.procedure;
        if claim.follows_from(&answers, board) {
            continue;
        }
        let limits = effort.limits(adjudication.occasion(), rules, meter.clone());
        let reader = Reader::new(board, procedure, limits.budget()).within(limits.meter);
        let stone = chain.stones.first().expect("a chain has stones");
        let Ok(proof) = reader.prove(stone) else {
            continue;
        };
        for strategy in [proof.main].into_iter().chain(proof.premises) {
            let answer = (strategy.question, strategy.alive);
            if !answers.contains(&answer) {
                answers.push(answer);
                found.push(strategy);
            }
        }
    }
    found
}
