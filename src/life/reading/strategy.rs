//! From a solved graph to a proof on the board.

use super::field::Bits;
use super::fight::{PASS, Step};
use super::graph::{Graph, Id};
use super::line::lines;
use super::procedure::Side;
use super::{MOST_LOSSES, losses};
use crate::board::Board;
use crate::color::Color;
use crate::life::chain::Chain;
use crate::life::proof::{Moment, Proof, local_area};
use crate::point::{Move, Point};
use std::collections::{HashMap, HashSet, VecDeque};

/// The most moments that a proof may have.
const MOST_MOMENTS: usize = 200_000;

/// Plays the winning strategy of a graph on the board, against everything.
///
/// What is settled in the graph is played on by nobody but the loser, to whom it is a pass. Where nothing can change
/// as the graph knows, which remembers what was settled on the way, and the verifier does not, play goes on by another
/// graph, solved by `read_on` from there.
pub(super) fn proof(
    graph: Graph,
    board: &Board,
    chain: &Chain,
    winner: Side,
    read_on: &mut dyn FnMut(&Moment) -> Option<Graph>,
) -> Option<Proof> {
    let line = lines(&graph)?.main.plays;
    let first = Color::BOTH[usize::from(graph.states[0].turn)];
    let mut graphs = vec![graph];
    let area = local_area(board, &chain.stones);
    let mut proof = Proof {
        chain: chain.stones,
        owner: chain.color,
        first,
        alive: winner == Side::Defender,
        strategy: HashMap::new(),
        line,
    };
    let size = board.size();
    let start = Moment::first(board, first);
    let mut seen = HashSet::from([start]);
    let mut queue = VecDeque::from([(start, 0, 0)]);
    while let Some((moment, mut number, mut node)) = queue.pop_front() {
        let position = moment.board(size)?;
        if proof.is_settled(&position) {
            continue;
        }
        if graphs[number].edges(node).is_empty() {
            graphs.push(read_on(&moment)?);
            (number, node) = (graphs.len() - 1, 0);
        }
        let graph = &graphs[number];
        if graph.nodes[0].proved != Some(winner) || graph.edges(node).is_empty() {
            return None;
        }
        if seen.len() > MOST_MOMENTS {
            return None;
        }
        let moves: Vec<(Move, Id)> = if moment.turn == proof.winner() {
            let step = graph.nodes[node as usize].plan;
            let to = move_of(graph, step);
            proof.strategy.insert(moment, to);
            vec![(to, follow(graph, node, step)?)]
        } else {
            let legal = area.iter().filter(|&at| position.is_empty(at));
            let replies = legal.map(Move::At).chain([Move::Pass]);
            replies
                .filter(|&to| moment.after(&position, to).is_some())
                .map(|to| Some((to, follow(graph, node, step_of(graph, node, to))?)))
                .collect::<Option<_>>()?
        };
        for (to, next) in moves {
            let (after, _) = moment.after(&position, to)?;
            if seen.insert(after) {
                queue.push_back((after, number, next));
            }
        }
    }
    let is_bounded = |graph| winner == Side::Attacker || losses::are_bounded(graph, MOST_LOSSES);
    // Each graph leads to success for itself, with the losses in it counted; that they do together, and from moments in
    // which fewer stones are lost, the verifier sees.
    let is_one = graphs.len() == 1 && graphs[0].fight.cap == 0;
    (graphs.iter().all(is_bounded) && (is_one || proof.verify(board).is_ok())).then_some(proof)
}

fn move_of(graph: &Graph, step: Step) -> Move {
    if step & PASS != 0 {
        Move::Pass
    } else {
        Move::At(graph.fight.field.point(u32::from(step)))
    }
}

/// The move of the graph that a move on the board is: a pass if it is played on what is settled.
fn step_of(graph: &Graph, node: Id, to: Move) -> Step {
    let in_play = |at: Point| -> Option<Bits> {
        let bit = graph.fight.field.bit(at)?;
        let is_open = bit & graph.states[node as usize].fixed == 0;
        (is_open && bit & graph.scopes[node as usize].zone != 0).then_some(bit)
    };
    match to.point().and_then(in_play) {
        Some(bit) => bit.trailing_zeros() as Step,
        None => PASS,
    }
}

fn follow(graph: &Graph, node: Id, step: Step) -> Option<Id> {
    let mut edges = graph.edges(node).iter();
    edges.find(|edge| edge.step == step).map(|edge| edge.to)
}
