//! Solves a game by alternating search and proof until the root is proved.

use super::df_pn::StopReason;
use super::graph::Graph;
use super::proving;
use crate::life::meter::Meter;
use crate::life::procedure::Side;

/// The least number of states to explore before the first attempt at a proof.
const LEAST_BATCH: usize = 2_000;
/// The least number of states to explore at once when the search makes no progress.
const LEAST_WIDENING: usize = 1_000;

/// The work of resetting the guess of a state, or of checking whether it can be explored.
const LOOK: u64 = 10;

/// Explores until the root is proved and returns the winner.
///
/// Returns `None` if the graph is full, the budget is exhausted, or nothing is left to explore.
pub(super) fn solve(graph: &mut Graph, mut most_states: usize, meter: &Meter) -> Option<Side> {
    // The size of the graph when the search last ended with a guess that could not be proved.
    let mut guessed_with = 0;
    while graph.nodes[0].proved.is_none() && graph.states.len() < most_states {
        let batch = (graph.states.len() + graph.states.len() / 5).max(LEAST_BATCH);
        let reason = graph.search(0, batch.min(most_states), meter);
        if meter.is_told() {
            // Proving over a large graph would delay the stop.
            break;
        }
        if let Some(winner) = graph.nodes[0].guessed() {
            make_certain(graph, winner, most_states, meter);
            if graph.nodes[0].proved.is_some() {
                break;
            }
            if graph.states.len() > guessed_with && !meter.is_over() {
                guessed_with = graph.states.len();
                continue;
            }
        }
        let has_grown = proving::prove(graph, meter);
        let is_hopeless = matches!(reason, StopReason::Told | StopReason::Unknown);
        if graph.nodes[0].proved.is_some() || is_hopeless {
            break;
        }
        graph.doubt_all();
        meter.spend(LOOK * graph.nodes.len() as u64);
        if reason == StopReason::Full {
            continue;
        }
        // The search ended without a proof. Going through all states again costs as much as new
        // ones.
        most_states -= graph.states.len() / 8;
        if !has_grown {
            // The search decided states by a cycle that exists only on another path.
            meter.spend(LOOK * graph.nodes.len() as u64);
            let count = LEAST_WIDENING.max(graph.states.len() / 8);
            if graph.widen(count) == 0 {
                break;
            }
        }
    }
    graph.nodes[0].proved
}

/// Explores the states that a guess at the root depends on, until it is proved or given up.
///
/// A guess that is given up is reset.
fn make_certain(graph: &mut Graph, winner: Side, most_states: usize, meter: &Meter) {
    let states = graph.states.len();
    let most_states = most_states.min(states + states / 8 + 1_000);
    loop {
        let unguessed = proving::prove_guessed(graph, winner, meter);
        if unguessed.is_empty() {
            return;
        }
        let mut is_news = false;
        for node in unguessed {
            if graph.nodes[node as usize].guessed().is_none() && graph.states.len() < most_states {
                graph.search(node, most_states, meter);
                is_news |= graph.nodes[node as usize].guessed().is_some();
            }
        }
        if !is_news || meter.is_over() {
            graph.doubt_all();
            meter.spend(LOOK * graph.nodes.len() as u64);
            return;
        }
    }
}
