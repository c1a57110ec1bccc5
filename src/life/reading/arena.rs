//! The part of an explored graph on which it is asked who succeeds, with its moves both ways.

use super::field::Bits;
use super::graph::Graph;
use super::node::{Edge, NodeId};
use crate::life::meter::Meter;
use crate::life::procedure::Side;

/// A move to a state that is proved for the keeper.
pub(super) const KEPT: u32 = u32::MAX - 1;
/// A move to a state that is proved for the other side.
pub(super) const LOST: u32 = u32::MAX - 2;
/// A move that is guessed not to matter.
pub(super) const LEFT_OUT: u32 = u32::MAX - 3;
/// A move to a state that has not been explored, or is not looked at. Lower numbers are states of the arena.
pub(super) const UNKNOWN: u32 = u32::MAX - 4;
/// No state and no move.
pub(super) const NONE: u32 = u32::MAX;

/// The work of saying of what kind a state of the graph is, and of looking at a state of the arena and at a move.
const KIND: u64 = 4;
const STATE: u64 = 20;
const MOVE: u64 = 10;
/// It is seen whether somebody has said to stop every so many states.
const CLOCK: usize = 4096;

/// Explored states that can be reached from the first one, in numbers of their own.
pub(super) struct Arena {
    /// Which state of the graph each is.
    pub(super) nodes: Vec<NodeId>,
    pub(super) standing: Vec<Bits>,
    /// Whether the [keeper](crate::life::procedure::Procedure::keeper) is to move.
    pub(super) keeps: Vec<bool>,
    /// Where the moves of each state begin, and one more.
    starts: Vec<u32>,
    /// What each move leads to: a state of the arena, or one of the constants above.
    targets: Vec<u32>,
    /// Where the moves into each state begin, and one more.
    into_starts: Vec<u32>,
    /// The states those moves come from.
    sources: Vec<u32>,
}

impl Arena {
    /// The states without a proof that are reached through such states; `None` if the meter is told to stop, here and below.
    pub(super) fn open(graph: &Graph, meter: &Meter) -> Option<Arena> {
        Arena::new(graph, meter, is_open(graph), |_, _| true)
    }

    /// Those that are reached if one side only makes moves with which it is guessed to succeed.
    pub(super) fn guessed(graph: &Graph, winner: Side, meter: &Meter) -> Option<Arena> {
        Arena::new(graph, meter, is_open(graph), |node, edge| {
            graph.mover(node) != winner || graph.nodes[edge.to as usize].guessed() == Some(winner)
        })
    }

    /// All states that are reached, proved or not.
    pub(super) fn whole(graph: &Graph, meter: &Meter) -> Option<Arena> {
        Arena::new(graph, meter, |_| true, |_, _| true)
    }

    /// The explored states of a kind that are reached through such states by moves of a kind.
    fn new(
        graph: &Graph,
        meter: &Meter,
        is_of_kind: impl Fn(NodeId) -> bool,
        is_followed: impl Fn(NodeId, &Edge) -> bool,
    ) -> Option<Arena> {
        // What a move to each state is, until it gets a number of its own.
        let mut local = kinds(graph, is_of_kind);
        let mut nodes: Vec<NodeId> = Vec::new();
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

    /// Counts the work of making it from a graph.
    pub(super) fn count(&self, graph: &Graph, meter: &Meter) {
        meter.spend(KIND * graph.nodes.len() as u64 + self.work());
    }

    /// The work of looking at every state once.
    pub(super) fn work(&self) -> u64 {
        STATE * self.len() as u64 + MOVE * self.targets.len() as u64
    }

    /// How many states there are.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// What the moves of a state lead to.
    pub(super) fn targets(&self, node: usize) -> &[u32] {
        &self.targets[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    /// The states that the moves into a state come from.
    pub(super) fn sources(&self, node: usize) -> &[u32] {
        &self.sources[self.into_starts[node] as usize..self.into_starts[node + 1] as usize]
    }
}

fn is_open(graph: &Graph) -> impl Fn(NodeId) -> bool {
    |node| graph.nodes[node as usize].proved.is_none()
}

/// What a move to each state of a graph is: [`NONE`] if it is explored and of a kind.
fn kinds(graph: &Graph, is_of_kind: impl Fn(NodeId) -> bool) -> Vec<u32> {
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

/// For each state where the moves into it begin, and the states that they come from.
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
