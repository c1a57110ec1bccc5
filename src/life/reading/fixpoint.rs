//! What the explored graph proves.

use super::field::{Bits, each};
use super::fight::Step;
use super::graph::{Graph, Id};
use std::collections::HashMap;

/// Not among the states looked at.
const OUTSIDE: u32 = u32::MAX;

/// Proves every state that the explored graph decides, whatever the unexplored states may be worth.
///
/// A state is proved for a side if that side succeeds from it with *all* unexplored states counted for
/// the other one. The side that wants something to stay as it is for ever plays a co-Büchi game: its
/// states are the least set that can be forced or, for one thing that stands, never needs to be left
/// while the thing stands.
pub(super) fn prove(graph: &mut Graph) {
    let part = Part::of(graph);
    let keeper = graph.fight.procedure.keeper();
    let sure = part.kept(false);
    let possible = part.kept(true);
    for (local, &node) in part.nodes.iter().enumerate() {
        if sure[local] {
            graph.prove(node, keeper);
        } else if !possible[local] {
            graph.prove(node, !keeper);
        }
    }
}

/// A winning move in every state in which the side moves that wants something to stay, and succeeds.
pub(super) fn strategy(graph: &Graph) -> HashMap<Id, Step> {
    let part = Part::from(graph, |_| true);
    let mut plan = vec![OUTSIDE; part.nodes.len()];
    let won = part.planned(false, &mut plan);
    let decides = (0..part.nodes.len()).filter(|&local| won[local] && part.keeps[local]);
    let steps = decides.filter_map(|local| {
        let at = part
            .targets(local)
            .iter()
            .position(|&to| to == plan[local])?;
        let node = part.nodes[local];
        Some((node, graph.edges(node)[at].step))
    });
    steps.collect()
}

/// The explored states without a proof that can be reached through such states.
struct Part {
    nodes: Vec<Id>,
    standing: Vec<Bits>,
    /// Whether the side that wants something to stay is to move.
    keeps: Vec<bool>,
    /// Where the moves of each state begin, and one more.
    starts: Vec<u32>,
    /// What each move leads to: a state of this part, or one of the three below.
    targets: Vec<u32>,
    /// Where the moves into each state begin, and one more.
    into_starts: Vec<u32>,
    /// The states those moves come from.
    sources: Vec<u32>,
}

/// A move to a state that is proved for the side that wants something to stay.
const KEPT: u32 = u32::MAX - 1;
/// A move to a state that is proved for the other side.
const LOST: u32 = u32::MAX - 2;
/// A move to a state that has not been explored.
const UNKNOWN: u32 = u32::MAX - 3;

impl Part {
    fn of(graph: &Graph) -> Part {
        Part::from(graph, |node| graph.nodes[node as usize].proved.is_none())
    }

    /// The states that can be reached through explored ones of a kind.
    fn from(graph: &Graph, is_of_kind: impl Fn(Id) -> bool) -> Part {
        let keeper = graph.fight.procedure.keeper();
        let is_inner = |node: Id| graph.nodes[node as usize].is_explored() && is_of_kind(node);
        let mut local = vec![OUTSIDE; graph.nodes.len()];
        let mut nodes: Vec<Id> = Vec::new();
        if is_inner(0) {
            local[0] = 0;
            nodes.push(0);
        }
        let mut starts = vec![0];
        let mut targets = Vec::new();
        let mut next = 0;
        while next < nodes.len() {
            for edge in graph.edges(nodes[next]) {
                let to = edge.to as usize;
                targets.push(if is_inner(edge.to) {
                    if local[to] == OUTSIDE {
                        local[to] = nodes.len() as u32;
                        nodes.push(edge.to);
                    }
                    local[to]
                } else {
                    match graph.nodes[to].proved {
                        Some(side) if side == keeper => KEPT,
                        Some(_) => LOST,
                        None => UNKNOWN,
                    }
                });
            }
            starts.push(targets.len() as u32);
            next += 1;
        }
        drop(local);
        let mut into_starts = vec![0; nodes.len() + 1];
        for &to in &targets {
            if to < UNKNOWN {
                into_starts[to as usize + 1] += 1;
            }
        }
        for at in 1..into_starts.len() {
            into_starts[at] += into_starts[at - 1];
        }
        let mut free = into_starts.clone();
        let mut sources = vec![0; into_starts[nodes.len()] as usize];
        for from in 0..nodes.len() {
            for &to in &targets[starts[from] as usize..starts[from + 1] as usize] {
                if to < UNKNOWN {
                    let at = &mut free[to as usize];
                    sources[*at as usize] = from as u32;
                    *at += 1;
                }
            }
        }
        let standing = nodes
            .iter()
            .map(|&node| graph.fight.standing(&graph.states[node as usize]))
            .collect();
        let keeps = nodes.iter().map(|&node| graph.mover(node) == keeper);
        Part {
            standing,
            keeps: keeps.collect(),
            nodes,
            starts,
            targets,
            into_starts,
            sources,
        }
    }

    fn targets(&self, node: usize) -> &[u32] {
        &self.targets[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    fn sources(&self, node: usize) -> &[u32] {
        &self.sources[self.into_starts[node] as usize..self.into_starts[node + 1] as usize]
    }

    /// The states from which the side that wants something to stay succeeds, the unexplored ones being
    /// its own or the other side's.
    fn kept(&self, unknown_is_kept: bool) -> Vec<bool> {
        self.planned(unknown_is_kept, &mut vec![OUTSIDE; self.nodes.len()])
    }

    /// The same, with what to move to in the states won.
    fn planned(&self, unknown_is_kept: bool, plan: &mut [u32]) -> Vec<bool> {
        let is_good = |to: u32| to == KEPT || to == UNKNOWN && unknown_is_kept;
        let mut won = vec![false; self.nodes.len()];
        // For the other side's moves: how many do not lead to a success yet.
        let mut escapes = vec![0u32; self.nodes.len()];
        let mut fresh = Vec::new();
        for node in 0..self.nodes.len() {
            let good = self.targets(node).iter().filter(|&&to| is_good(to)).count();
            escapes[node] = (self.targets(node).len() - good) as u32;
            let is_won = if self.keeps[node] {
                good > 0
            } else {
                escapes[node] == 0
            };
            if is_won {
                let good = self.targets(node).iter().find(|&&to| is_good(to));
                plan[node] = good.copied().unwrap_or(OUTSIDE);
                won[node] = true;
                fresh.push(node as u32);
            }
        }
        self.attract(&mut won, &mut escapes, plan, fresh);
        loop {
            let mut things = 0;
            for (node, &standing) in self.standing.iter().enumerate() {
                if !won[node] {
                    things |= standing;
                }
            }
            let mut grew = false;
            for thing in each(things) {
                let fresh = self.trapped(&won, thing, plan, is_good);
                if !fresh.is_empty() {
                    grew = true;
                    for &node in &fresh {
                        won[node as usize] = true;
                    }
                    self.attract(&mut won, &mut escapes, plan, fresh);
                }
            }
            if !grew {
                return won;
            }
        }
    }

    /// Adds the states from which a won state can be forced.
    fn attract(
        &self,
        won: &mut [bool],
        escapes: &mut [u32],
        plan: &mut [u32],
        mut fresh: Vec<u32>,
    ) {
        while let Some(node) = fresh.pop() {
            for &from in self.sources(node as usize) {
                let at = from as usize;
                escapes[at] -= 1;
                if !won[at] && (self.keeps[at] || escapes[at] == 0) {
                    plan[at] = node;
                    won[at] = true;
                    fresh.push(from);
                }
            }
        }
    }

    /// The states in which one thing stands and from which it can be kept so until a won state comes.
    fn trapped(
        &self,
        won: &[bool],
        thing: Bits,
        plan: &mut [u32],
        is_good: impl Fn(u32) -> bool,
    ) -> Vec<u32> {
        let mut stays: Vec<bool> = (0..self.nodes.len())
            .map(|node| !won[node] && self.standing[node] & thing != 0)
            .collect();
        // Moves that stay, for the side that keeps; moves that leave, for the other one.
        let mut counts = vec![0u32; self.nodes.len()];
        let mut leaving = Vec::new();
        for node in 0..self.nodes.len() {
            if !stays[node] {
                continue;
            }
            let is_inside =
                |to: u32| is_good(to) || to < UNKNOWN && (won[to as usize] || stays[to as usize]);
            let inside = self.targets(node).iter().filter(|&&to| is_inside(to));
            let inside = inside.count();
            let leaves = if self.keeps[node] {
                counts[node] = inside as u32;
                inside == 0
            } else {
                inside < self.targets(node).len()
            };
            if leaves {
                leaving.push(node as u32);
            }
        }
        for &node in &leaving {
            stays[node as usize] = false;
        }
        // Counted before anything left: what leaves now takes its moves with it.
        while let Some(node) = leaving.pop() {
            for &from in self.sources(node as usize) {
                let at = from as usize;
                if !stays[at] {
                    continue;
                }
                if self.keeps[at] {
                    counts[at] -= 1;
                    if counts[at] > 0 {
                        continue;
                    }
                }
                stays[at] = false;
                leaving.push(from);
            }
        }
        for node in 0..self.nodes.len() {
            if stays[node] && self.keeps[node] {
                let is_inside = |to: u32| {
                    is_good(to) || to < UNKNOWN && (won[to as usize] || stays[to as usize])
                };
                let stay = self.targets(node).iter().find(|&&to| is_inside(to));
                plan[node] = stay.copied().unwrap_or(OUTSIDE);
            }
        }
        let kept = stays.iter().enumerate().filter(|(_, stays)| **stays);
        kept.map(|(node, _)| node as u32).collect()
    }
}
