//! The subgraph that the winner is computed on, with edges in both directions.

use super::field::Bits;
use super::graph::Graph;
use super::node::{Edge, ProofNodeId};
use crate::life::meter::Meter;
use crate::life::procedure::Side;

/// The target of a move to a state proved for the keeper.
pub(super) const KEPT: u32 = u32::MAX - 1;
/// The target of a move to a state proved for the other side.
pub(super) const LOST: u32 = u32::MAX - 2;
/// The target of a move that is guessed to be irrelevant.
pub(super) const LEFT_OUT: u32 = u32::MAX - 3;
/// The target of a move to a state that is unexplored or outside the subgraph. Lower numbers are
/// states of the subgraph.
pub(super) const UNKNOWN: u32 = u32::MAX - 4;
/// No state and no move.
pub(super) const NONE: u32 = u32::MAX;

/// The work of classifying a state of the graph, and of visiting a state and a move of the
/// subgraph.
const KIND: u64 = 4;
const STATE: u64 = 20;
const MOVE: u64 = 10;
/// The interval between cancellation checks, in states.
const CLOCK: usize = 4096;

/// Explored states reachable from the root, numbered from 0.
pub(super) struct Arena {
    /// The graph's index of each state.
    pub(super) nodes: Vec<ProofNodeId>,
    pub(super) standing: Vec<Bits>,
    /// True for each state with the [keeper](crate::life::procedure::Procedure::keeper) to move.
    pub(super) keeps: Vec<bool>,
    /// The start of each state's moves in `targets`, and the end of the last.
    starts: Vec<u32>,
    /// The target of each move: a state of the subgraph, or one of the constants above.
    targets: Vec<u32>,
    /// The start of each state's predecessors in `sources`, and the end of the last.
    into_starts: Vec<u32>,
    /// The predecessors.
    sources: Vec<u32>,
}

impl Arena {
    /// The unproved states reachable through unproved states. `None` if the budget is cancelled,
    /// here and below.
    pub(super) fn open(graph: &Graph, meter: &Meter) -> Option<Arena> {
        Arena::new(graph, meter, is_open(graph), |_, _| true)
    }

    /// The unproved states reachable if one side makes only moves that are guessed to succeed.
    pub(super) fn guessed(graph: &Graph, winner: Side, meter: &Meter) -> Option<Arena> {
        Arena::new(graph, meter, is_open(graph), |node, edge| {
            graph.mover(node) != winner || graph.nodes[edge.to as usize].guessed() == Some(winner)
        })
    }

    /// All reachable states, proved or not.
    pub(super) fn whole(graph: &Graph, meter: &Meter) -> Option<Arena> {
        Arena::new(graph, meter, |_| true, |_, _| true)
    }

    /// The explored states accepted by `is_of_kind` that are reachable through such states by moves
    /// accepted by `is_followed`.
    fn new(
        graph: &Graph,
        meter: &Meter,
        is_of_kind: impl Fn(ProofNodeId) -> bool,
        is_followed: impl Fn(ProofNodeId, &Edge) -> bool,
    ) -> Option<Arena> {
        // The target of a move to each state, until the state gets a number.
        let mut local = kinds(graph, is_of_kind);
        let mut nodes: Vec<ProofNodeId> = Vec::new();
        if local[0] == NONE {
            local[0] = 0;
            nodes.push(0);
        }
        let mut starts = vec![0];
        let mut targets = Vec::new();
        let mut next = 0;
        while next < nodes.len() {
            if next.is_multiple_of(CLOCK) && meter.is_told() {
                return None;
            }
            for edge in graph.edges(nodes[next]) {
                targets.push(if graph.is_left_out(nodes[next], edge) {
                    LEFT_OUT
                } else if !is_followed(nodes[next], edge) {
                    UNKNOWN
                } else {
                    let to = &mut local[edge.to as usize];
                    if *to == NONE {
                        *to = nodes.len() as u32;
                        nodes.push(edge.to);
                    }
                    *to
                });
            }
            starts.push(targets.len() as u32);
            next += 1;
        }
        drop(local);
        if meter.is_told() {
            return None;
        }
        let (into_starts, sources) = reversed(&starts, &targets);
        let keeper = graph.fight.procedure.keeper();
        let standing = nodes.iter().map(|&node| graph.standing(node)).collect();
        let keeps = nodes.iter().map(|&node| graph.mover(node) == keeper);
        Some(Arena {
            standing,
            keeps: keeps.collect(),
            nodes,
            starts,
            targets,
            into_starts,
            sources,
        })
    }

    /// Charges the work of building this from a graph.
    pub(super) fn count(&self, graph: &Graph, meter: &Meter) {
        meter.spend(KIND * graph.nodes.len() as u64 + self.work());
    }

    /// Returns the work of visiting every state once.
    pub(super) fn work(&self) -> u64 {
        STATE * self.len() as u64 + MOVE * self.targets.len() as u64
    }

    /// Returns the number of states.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the targets of a state's moves.
    pub(super) fn targets(&self, node: usize) -> &[u32] {
        &self.targets[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    /// Returns the predecessors of a state.
    pub(super) fn sources(&self, node: usize) -> &[u32] {
        &self.sources[self.into_starts[node] as usize..self.into_starts[node + 1] as usize]
    }
}

fn is_open(graph: &Graph) -> impl Fn(ProofNodeId) -> bool {
    |node| graph.nodes[node as usize].proved.is_none()
}

/// Classifies moves to each state of a graph: [`NONE`] if the state is explored and accepted.
fn kinds(graph: &Graph, is_of_kind: impl Fn(ProofNodeId) -> bool) -> Vec<u32> {
    let keeper = graph.fight.procedure.keeper();
    let kinds = graph.nodes.iter().zip(0..).map(|(node, id)| {
        if node.is_explored() && is_of_kind(id) {
            NONE
        } else {
            match node.proved {
                Some(side) if side == keeper => KEPT,
                Some(_) => LOST,
                None => UNKNOWN,
            }
        }
    });
    kinds.collect()
}

/// Reverses the edges: the start of each state's predecessors, and the predecessors.
fn reversed(starts: &[u32], targets: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let count = starts.len() - 1;
    let mut into_starts = vec![0; count + 1];
    for &to in targets {
        if to < UNKNOWN {
            into_starts[to as usize + 1] += 1;
        }
    }
    for at in 1..into_starts.len() {
        into_starts[at] += into_starts[at - 1];
    }
    let mut free = into_starts.clone();
    let mut sources = vec![0; into_starts[count] as usize];
    for from in 0..count {
        for &to in &targets[starts[from] as usize..starts[from + 1] as usize] {
            if to < UNKNOWN {
                let at = &mut free[to as usize];
                sources[*at as usize] = from as u32;
                *at += 1;
            }
        }
    }
    (into_starts, sources)
}
