//! Life and death by reading: who succeeds in the game by which the rules judge one chain.
//!
//! The states of that game that have been looked at form a graph; where to look next is a guess of
//! [proof numbers](graph), and what is decided is what the graph proves with everything unexplored
//! counted for the loser ([fixpoint]). So a repeated position needs no rule of its own, and a verdict
//! does not depend on the order of the search.

mod field;
mod fight;
mod fixpoint;
mod graph;
mod losses;
mod procedure;

use super::benson;
use crate::board::Board;
use crate::color::Color;
use crate::point::{Point, PointSet};
use crate::rules::Rules;
use field::{Bits, Field};
use fight::{Fight, Settled};
use graph::{Graph, Stop};
pub use procedure::{KoBan, Procedure, Side, Success};

/// How much may be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The most states that may be looked at for one chain, over all questions about it; each takes some 200 bytes.
    pub states: usize,
}

impl Default for Budget {
    /// A few seconds and a few hundred megabytes at most.
    fn default() -> Budget {
        Budget { states: 1_000_000 }
    }
}

/// What was read of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Its owner succeeds.
    Alive,
    /// The other side succeeds.
    Dead,
    /// Not decided within the budget, or the rules do not judge by reading.
    Unsettled,
}

/// A verdict, and what it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// What becomes of the chain.
    pub verdict: Verdict,
    /// How many states were looked at.
    pub states: usize,
}

/// The loss at which a defender is taken to lose more and more for ever.
const MOST_LOSSES: u16 = 26;

/// Judges the chain of a stone by the procedure of the rules.
///
/// Unconditionally living chains are alive. Every other one is judged alone, in the part of the board
/// without such chains that it is in.
///
/// # Panics
///
/// If there is no stone at the point.
pub fn judge(board: &Board, stone: Point, rules: &Rules, budget: &Budget) -> Reading {
    let Some(procedure) = Procedure::of(rules) else {
        return Reading {
            verdict: Verdict::Unsettled,
            states: 0,
        };
    };
    judge_by(board, stone, procedure, budget)
}

/// Judges the chain of a stone by a procedure.
///
/// # Panics
///
/// If there is no stone at the point.
pub fn judge_by(board: &Board, stone: Point, procedure: Procedure, budget: &Budget) -> Reading {
    let color = board.at(stone).expect("there is a stone to judge");
    let settled = benson::settled(board, false);
    if settled.living[color].contains(stone) {
        return Reading {
            verdict: Verdict::Alive,
            states: 0,
        };
    }
    let Some(place) = Place::of(board, stone, &settled) else {
        return Reading {
            verdict: Verdict::Unsettled,
            states: 0,
        };
    };
    let mut count = 0;
    let mut ask = |area: Bits, cap: u16| {
        let fight = Fight {
            field: place.field.clone(),
            procedure,
            target: place.target,
            defender: color as usize,
            area,
            cap,
        };
        let (winner, graph) = solve(fight, &place, budget.states.saturating_sub(count));
        count += graph.states.len();
        (winner, graph)
    };
    let mut winner = ask(0, 0);
    if winner.0 == Some(Side::Defender) && !losses::are_bounded(&winner.1, MOST_LOSSES) {
        drop(winner);
        winner = ask(0, MOST_LOSSES);
    }
    let verdict = match winner.0 {
        Some(Side::Attacker) => Verdict::Dead,
        Some(Side::Defender) => Verdict::Alive,
        None => Verdict::Unsettled,
    };
    Reading {
        verdict,
        states: count,
    }
}

/// Where a chain is judged.
struct Place {
    field: Field,
    target: Bits,
    stones: [Bits; 2],
    fixed: Bits,
}

impl Place {
    /// The part of the board without unconditionally living chains that a stone is in.
    fn of(board: &Board, stone: Point, settled: &benson::Settled) -> Option<Place> {
        let living = settled.living[Color::Black] | settled.living[Color::White];
        let on_board = board.size().all();
        let seed: PointSet = [stone].into_iter().collect();
        let local = seed.flood(&(on_board - living));
        let field = Field::around(&(local.grown() & on_board))?;
        let target = field.bits(&board.chain(stone).collect());
        let stones = [Color::Black, Color::White].map(|color| field.bits(&board.stones(color)));
        let fixed = field.all & !field.bits(&local);
        Some(Place {
            target,
            stones,
            fixed,
            field,
        })
    }
}

/// Explores until the first state is proved or the budget is spent.
fn solve(fight: Fight, place: &Place, most_states: usize) -> (Settled, Graph) {
    let (start, settled) = fight.start(place.stones, place.fixed);
    let mut graph = Graph::new(fight, start, settled);
    let mut batch: usize = 2_000;
    while graph.nodes[0].proved.is_none() && graph.states.len() < most_states {
        let stop = graph.search(batch.min(most_states));
        fixpoint::prove(&mut graph);
        if graph.nodes[0].proved.is_some() {
            break;
        }
        for node in 0..graph.nodes.len() {
            graph.doubt(node as graph::Id);
        }
        if stop == Stop::Decided {
            let before = graph.states.len();
            graph.widen(1_000.max(before / 8));
            if graph.states.len() == before {
                // Every state that can be reached is explored.
                fixpoint::prove(&mut graph);
                break;
            }
        }
        batch = batch.max(graph.states.len()) * 3 / 2;
    }
    (graph.nodes[0].proved, graph)
}

#[cfg(test)]
mod tests;
