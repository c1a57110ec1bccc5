//! Strategies of chains that were read, for anyone to check or play through.

use super::adjudication::Adjudication;
use super::effort::Effort;
use super::orientation::canonical;
use super::status::{Basis, Judgement, Status};
use crate::go::position::Position;
use crate::life::proof::{Book, Proof, Strategy};
use crate::life::question::Question;
use crate::life::reading::Reader;
use std::sync::atomic::AtomicBool;

/// Returns the claim about a chain that was read, without a strategy.
#[must_use]
pub fn claim(chain: &Judgement) -> Option<Proof> {
    let Basis::Read(procedure) = chain.basis else {
        return None;
    };
    let alive = chain.status != Status::Dead;
    Some(Proof::claim(chain.color, chain.stones, procedure, alive))
}

/// Maximum number of states of a strategy for a book, and of situations in the book.
const BOOK_STATES: usize = 4_000;
const SITUATIONS: usize = 800;

/// Returns a strategy for the game that decides about a chain that was read.
///
/// It answers every move of the other side; `None` if no short strategy is known. The chain is read
/// again, on the image of the board that is judged.
#[must_use]
pub fn book(
    position: &Position,
    adjudication: &Adjudication,
    chain: &Judgement,
    effort: &Effort,
) -> Option<Book> {
    let (board, procedure) = (position.board(), claim(chain)?.procedure);
    let image = canonical(board);
    let seen = board.image(image);
    let never = AtomicBool::new(false);
    let meter = effort.meter(board, &never);
    let limits = effort.limits(adjudication.occasion(), position.rules(), meter);
    let reader = Reader::new(&seen, procedure, limits.budget()).within(limits.meter);
    let stone = image.points(&chain.stones).first()?;
    let proof = reader.prove_by(BOOK_STATES, stone).ok()?;
    let strategy = proof.main.image(image.inverse());
    let book = strategy.book(board, procedure, SITUATIONS).ok()?;
    let has_moves = book.opening.is_some() || !book.situations.is_empty();
    has_moves.then_some(book)
}

/// Returns strategies that show the statuses of those chains that were read, without duplicates.
///
/// The chains are read again, together with at most the work of one judgement. Chains that need
/// more are left out.
#[must_use]
pub fn strategies<'a>(
    position: &Position,
    adjudication: &Adjudication,
    chains: impl IntoIterator<Item = &'a Judgement>,
    effort: &Effort,
) -> Vec<Strategy> {
    let (board, rules) = (position.board(), position.rules());
    let image = canonical(board);
    let seen = board.image(image);
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
        let reader = Reader::new(&seen, procedure, limits.budget()).within(limits.meter);
        let stone = image.points(&chain.stones).first();
        let Ok(proof) = reader.prove(stone.expect("a chain has stones")) else {
            continue;
        };
        for strategy in [proof.main].into_iter().chain(proof.premises) {
            let strategy = strategy.image(image.inverse());
            let answer = (strategy.question, strategy.alive);
            if !answers.contains(&answer) {
                answers.push(answer);
                found.push(strategy);
            }
        }
    }
    found
}
