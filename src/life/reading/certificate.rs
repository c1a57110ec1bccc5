//! From the answers of an inquiry to a [`Proof`] on the board.

use super::fight::Fight;
use super::graph::Graph;
use super::inquiry::{Inquiry, Known, MOST_LOSSES, MOST_STATES};
use super::local::LocalBoard;
use super::{strategy, variation};
use crate::board::Board;
use crate::color::Color;
use crate::life::benson;
use crate::life::procedure::{Procedure, Side};
use crate::life::proof::{Proof, ProofGame, ProofState, Strategy};
use crate::life::question::Question;
use crate::life::variation::Variation;
use std::collections::HashMap;

/// A proof of a claim by the first answer from which it follows, with such others as it needs; each may read `states` more, and its
/// strategy may have `most`.
///
/// The answers that took little are tried first.
pub(super) fn prove(
    inquiry: &mut Inquiry,
    claim: &Proof,
    states: usize,
    most: usize,
) -> Option<Proof> {
    let board = inquiry.board;
    let mut known = std::mem::take(&mut inquiry.known);
    known.retain(|known| known.winner.is_some());
    known.sort_by_key(|known| known.graph.as_ref().map_or(0, |graph| graph.states.len()));
    let shown: Vec<Strategy> = known.iter().map(shown).collect();
    let mut played = HashMap::new();
    let mut played = |at: usize| {
        let found = played.entry(at).or_insert_with(|| {
            inquiry.left = states;
            self::played(inquiry, &mut known[at], &shown[at], most)
        });
        found.clone()
    };
    (0..shown.len()).find_map(|main| {
        let premises = premises_needed(claim, &shown, main, board)?;
        let (main, variation) = played(main)?;
        let premises = premises.into_iter().map(|at| Some(played(at)?.0));
        Some(Proof {
            main,
            premises: premises.collect::<Option<_>>()?,
            variation,
            ..claim.clone()
        })
    })
}

/// What was found, as a proof says it, without its moves.
pub(super) fn shown(known: &Known) -> Strategy {
    Strategy::without_moves(known.question, known.winner == Some(Side::Defender))
}

/// The strategies that a claim needs beside the main one, none of which can be left out; `None` if it does not follow even
/// from all of them.
fn premises_needed(
    claim: &Proof,
    shown: &[Strategy],
    main: usize,
    board: &Board,
) -> Option<Vec<usize>> {
    let mut proof = Proof {
        main: shown[main].clone(),
        ..claim.clone()
    };
    let mut follows = |premises: &[usize]| {
        proof.premises = premises.iter().map(|&at| shown[at].clone()).collect();
        proof.follows(board)
    };
    let mut premises: Vec<usize> = (0..shown.len()).filter(|&at| at != main).collect();
    if !follows(&premises) {
        return None;
    }
    for at in (0..shown.len()).rev() {
        let rest = premises.iter().copied().filter(|&kept| kept != at);
        let rest: Vec<usize> = rest.collect();
        if follows(&rest) {
            premises = rest;
        }
    }
    Some(premises)
}

/// An answer with its moves in at most so many states, verified, and the variation that shows it.
pub(super) fn played(
    inquiry: &mut Inquiry,
    known: &mut Known,
    shown: &Strategy,
    most: usize,
) -> Option<(Strategy, Variation)> {
    let (board, question) = (inquiry.board, known.question);
    let game = ProofGame::new(board, inquiry.procedure, &question).ok()?;
    let mut graph = known.graph.take()?;
    let variation = variation::variations(&graph)?.main;
    let mut strategy = shown.clone();
    loop {
        let is_counted = graph.fight.cap > 0;
        let mut read_on = |state: &ProofState| {
            let mut graph = graph_from(inquiry, &question, state)?;
            inquiry.solve(&mut graph, MOST_STATES)?;
            Some(graph)
        };
        strategy.responses = strategy::responses(graph, &game, board, most, &mut read_on)?;
        if strategy.verify(board, inquiry.procedure).is_ok() {
            return Some((strategy, variation));
        }
        if is_counted || !strategy.alive {
            return None;
        }
        // There is another way that does not lose more and more.
        graph = inquiry.graph(&question, MOST_LOSSES, false)?;
        inquiry.solve(&mut graph, MOST_STATES)?;
    }
}

/// The game that answers a question, from a state of it in which no ko is closed, if what matters is in one part of the
/// board.
fn graph_from(inquiry: &Inquiry, question: &Question, state: &ProofState) -> Option<Graph> {
    let board = state.board(inquiry.board.size())?;
    let settled = benson::settled(&board, false);
    let living = settled.living[Color::Black] | settled.living[Color::White];
    let (target, area) = (question.target(), question.area());
    let open = (target | area) - living;
    let local = LocalBoard::around(&board, open.first()?, &settled)?;
    let within = local.field.bits(&open) & !local.fixed;
    if !state.closed.is_empty() || within.count_ones() as usize != open.len() {
        return None;
    }
    let fight = Fight {
        target: local.field.bits(&target),
        area: local.field.bits(&area),
        procedure: Procedure {
            first: match state.turn == question.owner {
                true => Side::Defender,
                false => Side::Attacker,
            },
            ..inquiry.procedure
        },
        field: local.field,
        counts_miai: false,
        ..inquiry.fight(question)?.0
    };
    let new = fight.field.bits(&state.new);
    let (start, winner) = fight.start_with(local.stones, local.fixed, new, state.removed);
    Some(Graph::new(fight, start, winner))
}
