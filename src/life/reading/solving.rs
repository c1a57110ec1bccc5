//! Solving a game: search and proof in turns, until the first state is proved.

use super::df_pn::StopReason;
use super::graph::Graph;
use super::proving;
use crate::life::meter::Meter;
use crate::life::procedure::Side;

/// Up to this many states are explored before it is first asked what they prove.
const LEAST_BATCH: usize = 2_000;
/// The least number of states that are explored at once when the search has come to nothing.
const LEAST_WIDENING: usize = 1_000;

/// The work of forgetting the guess of a state, or of looking whether it can be explored.
const LOOK: u64 = 10;

/// Explores until the first state is proved, the graph has as many states as it may have, the meter says that it is over, or
/// nothing more can be explored; gives the side that is proved to succeed.
pub(super) fn solve(graph: &mut Graph, mut most_states: usize, meter: &Meter) -> Option<Side> {
    // How many states there were when the search last ended with a guess that was not proved.
    let mut guessed_with = 0;
    while graph.nodes[0].proved.is_none() && graph.states.len() < most_states {
        let batch = (graph.states.len() + graph.states.len() / 5).max(LEAST_BATCH);
        let reason = graph.search(0, batch.min(most_states), meter);
        if meter.is_told() {
            // To ask what has been explored would take long where that is much.
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
        // The search has ended and its proof has not: to look at all states again takes time as new ones do.
        most_states -= graph.states.len() / 8;
        if !has_grown {
            // What the search took for decided is not: it was guessed on another path.
            meter.spend(LOOK * graph.nodes.len() as u64);
            let count = LEAST_WIDENING.max(graph.states.len() / 8);
            if graph.widen(count) == 0 {
                break;
            }
        }
    }
    graph.nodes[0].proved
}

/// Explores what the guess depends on that a side succeeds from the first state, until that is proved or given up; then
/// the guess is forgotten.
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
