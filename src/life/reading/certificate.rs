//! Turns the solver's answers into a [`Proof`] on the board.

use super::fight::Fight;
use super::graph::Graph;
use super::inquiry::{Inquiry, Known, MOST_LOSSES, MOST_STATES};
use super::local::LocalBoard;
use super::{strategy, variation};
use crate::go::board::Board;
use crate::go::color::Color;
use crate::life::benson;
use crate::life::procedure::{Procedure, Side};
use crate::life::proof::{Proof, ProofGame, ProofState, Strategy};
use crate::life::question::Question;
use crate::life::variation::Variation;
use std::collections::HashMap;

/// Proves a claim by one answer that implies it, with the other answers that it needs as premises.
///
/// Cheap answers are tried first. Each strategy may explore `states` more and have `most` states.
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

/// Returns an answer as a strategy without moves.
pub(super) fn shown(known: &Known) -> Strategy {
    Strategy::without_moves(known.question, known.winner == Some(Side::Defender))
}

/// Returns a minimal set of premises for a claim; `None` if it does not follow even from all
/// answers.
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

/// Returns the verified strategy of an answer, with at most `most` states, and its main variation.
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
        // Another strategy may win without losing stones forever.
        graph = inquiry.graph(&question, MOST_LOSSES, false)?;
        inquiry.solve(&mut graph, MOST_STATES)?;
    }
}

/// The game of a question, started from a state without closed kos. `None` if the points that
/// matter are not all in one local area.
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
            first: if state.turn == question.owner {
                Side::Defender
            } else {
                Side::Attacker
            },
            ..inquiry.procedure
        },
        field: local.field,
        counts_miai: false,
        anchors: 0,
        ..inquiry.fight(question)?.0
    };
    let new = fight.field.bits(&state.new);
    let (start, winner) = fight.start_with(local.stones, local.fixed, new, state.removed);
    Some(Graph::new(fight, start, winner))
}
