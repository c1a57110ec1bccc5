//! What the explored graph proves.

use super::field::{Bits, each};
use super::fight::{PASS, Step};
use super::graph::{Edge, Graph, Id};
use super::zone::{self, Reply};
use crate::life::procedure::Side;
use std::collections::HashMap;

/// Not among the states looked at.
const OUTSIDE: u32 = u32::MAX;

/// Proves every state that the explored graph decides, whatever the unexplored states may be worth.
///
/// A state is proved for a side if that side succeeds from it with *all* unexplored states counted for
/// the other one. The side that wants something to stay as it is for ever plays a co-Büchi game: its
/// states are the least set that can be forced or, for one thing that stands, never needs to be left
/// while the thing stands. Where moves have been left out, a state is proved only if they are outside of its
/// [zone](super::zone), and those of the other states are made; tells whether there were any.
pub(super) fn prove(graph: &mut Graph) -> bool {
    let part = Part::of(graph);
    let keeper = graph.fight.procedure.keeper();
    let mut plan = vec![OUTSIDE; part.nodes.len()];
    let sure = part.planned(false, &mut plan);
    let never = part.ended(&mut plan);
    let gaps = [(keeper, &sure), (!keeper, &never)]
        .map(|(winner, won)| part.prove_won(graph, winner, won, &plan));
    admit(graph, &gaps.concat())
}

/// The same for the states that the success of one side depends on, if the search guesses right that it succeeds
/// from the first one, and how; gives states of which that is not even guessed, or nothing where it was guessed wrong.
pub(super) fn prove_guessed(graph: &mut Graph, winner: Side) -> Vec<Id> {
    let part = Part::guessed(graph, winner);
    let mut plan = vec![OUTSIDE; part.nodes.len()];
    let won = if winner == graph.fight.procedure.keeper() {
        part.planned(false, &mut plan)
    } else {
        part.ended(&mut plan)
    };
    let gaps = part.prove_won(graph, winner, &won, &plan);
    admit(graph, &gaps);
    if graph.nodes[0].proved.is_some() {
        return Vec::new();
    }
    let mut open = Vec::new();
    for &node in &part.nodes {
        if graph.mover(node) == winner {
            continue;
        }
        for edge in graph.edges(node) {
            let child = &graph.nodes[edge.to as usize];
            if !graph.is_left_out(node, edge) && child.proved.is_none() && child.guessed().is_none()
            {
                open.push(edge.to);
            }
        }
    }
    open.sort_unstable();
    open.dedup();
    if open.is_empty() {
        for &node in &part.nodes {
            graph.doubt(node);
        }
    }
    open
}

/// Makes the moves that are missing in proofs; tells whether there are any.
fn admit(graph: &mut Graph, gaps: &[(Id, Bits)]) -> bool {
    for &(node, missing) in gaps {
        graph.admit(node, missing);
    }
    !gaps.is_empty()
}

/// A winning move in every state in which the side moves that wants something to stay, and succeeds, where
/// no moves are left out.
pub(super) fn strategy(graph: &Graph) -> HashMap<Id, Step> {
    let part = Part::from(graph, |_| true, |_, _| true);
    let mut plan = vec![OUTSIDE; part.nodes.len()];
    let won = part.planned(false, &mut plan);
    let decides = (0..part.nodes.len()).filter(|&local| won[local] && part.keeps[local]);
    let steps = decides.filter_map(|local| {
        let mut targets = part.targets(local).iter();
        let at = targets.position(|&to| to == plan[local])?;
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
/// A move that is guessed not to matter.
const LEFT_OUT: u32 = u32::MAX - 3;
/// A move to a state that has not been explored, or that is not looked at.
const UNKNOWN: u32 = u32::MAX - 4;

fn is_open(graph: &Graph) -> impl Fn(Id) -> bool {
    |node| graph.nodes[node as usize].proved.is_none()
}

impl Part {
    fn of(graph: &Graph) -> Part {
        Part::from(graph, is_open(graph), |_, _| true)
    }

    /// Those that are reached if one side only makes moves with which it is guessed to succeed.
    fn guessed(graph: &Graph, winner: Side) -> Part {
        Part::from(graph, is_open(graph), |node, edge| {
            graph.mover(node) != winner || graph.nodes[edge.to as usize].guessed() == Some(winner)
        })
    }

    /// The states that can be reached through explored ones of a kind by moves of a kind.
    fn from(
        graph: &Graph,
        is_of_kind: impl Fn(Id) -> bool,
        is_followed: impl Fn(Id, &Edge) -> bool,
    ) -> Part {
        let keeper = graph.fight.procedure.keeper();
        // What a move to each state is, until it gets a number of its own.
        let kinds = graph.nodes.iter().zip(0..).map(|(node, id)| {
            if node.is_explored() && is_of_kind(id) {
                OUTSIDE
            } else {
                match node.proved {
                    Some(side) if side == keeper => KEPT,
                    Some(_) => LOST,
                    None => UNKNOWN,
                }
            }
        });
        let mut local: Vec<u32> = kinds.collect();
        let mut nodes: Vec<Id> = Vec::new();
        if local[0] == OUTSIDE {
            local[0] = 0;
            nodes.push(0);
        }
        let mut starts = vec![0];
        let mut targets = Vec::new();
        let mut next = 0;
        while next < nodes.len() {
            for edge in graph.edges(nodes[next]) {
                targets.push(if graph.is_left_out(nodes[next], edge) {
                    LEFT_OUT
                } else if !is_followed(nodes[next], edge) {
                    UNKNOWN
                } else {
                    let to = &mut local[edge.to as usize];
                    if *to == OUTSIDE {
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
        let standing = nodes.iter().map(|&node| graph.standing(node)).collect();
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
        let is_good = |node: usize, to: u32| match to {
            KEPT => true,
            UNKNOWN => unknown_is_kept,
            LEFT_OUT => !self.keeps[node],
            _ => false,
        };
        let mut won = vec![false; self.nodes.len()];
        // For the other side's moves: how many do not lead to a success yet.
        let mut escapes = vec![0u32; self.nodes.len()];
        let mut fresh = Vec::new();
        for node in 0..self.nodes.len() {
            let good = self
                .targets(node)
                .iter()
                .filter(|&&to| is_good(node, to))
                .count();
            escapes[node] = (self.targets(node).len() - good) as u32;
            let is_won = if self.keeps[node] {
                good > 0
            } else {
                escapes[node] == 0
            };
            if is_won {
                let good = self.targets(node).iter().find(|&&to| is_good(node, to));
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

    /// The states in which the side that wants nothing to stay succeeds, with [its moves](Part::plan_to_end) put into the plan.
    fn ended(&self, plan: &mut [u32]) -> Vec<bool> {
        let never: Vec<bool> = self.kept(true).into_iter().map(|kept| !kept).collect();
        self.plan_to_end(&never, plan);
        never
    }

    /// The moves by which the side that wants nothing to stay comes, in the states that it never needs to leave, to
    /// one in which nothing stands, again and again. (Where only one thing can stand.)
    fn plan_to_end(&self, never: &[bool], plan: &mut [u32]) {
        let count = self.nodes.len();
        let is_in = |to: u32| to == LOST || to < UNKNOWN && never[to as usize];
        let mut left = vec![0u32; count];
        let mut reached = vec![false; count];
        let mut fresh = Vec::new();
        for node in (0..count).filter(|&node| never[node]) {
            let targets = self.targets(node);
            left[node] = targets.iter().filter(|&&to| to < UNKNOWN).count() as u32;
            let leaves = targets.iter().find(|&&to| to == LOST);
            let free = || targets.iter().find(|&&to| is_in(to));
            let is_free = self.standing[node] == 0;
            let first = match leaves {
                Some(to) => Some(to),
                None if is_free => free(),
                None => None,
            };
            if is_free || !self.keeps[node] && first.is_some() || left[node] == 0 {
                plan[node] = first.copied().unwrap_or(OUTSIDE);
                reached[node] = true;
                fresh.push(node as u32);
            }
        }
        while let Some(node) = fresh.pop() {
            for &from in self.sources(node as usize) {
                let at = from as usize;
                if !never[at] || reached[at] {
                    continue;
                }
                left[at] -= 1;
                if !self.keeps[at] || left[at] == 0 {
                    plan[at] = node;
                    reached[at] = true;
                    fresh.push(from);
                }
            }
        }
    }

    /// Proves those of the won states whose zones, by the plan, leave no move out; gives the moves that are
    /// missing in the others that the first state depends on.
    fn prove_won(
        &self,
        graph: &mut Graph,
        winner: Side,
        won: &[bool],
        plan: &[u32],
    ) -> Vec<(Id, Bits)> {
        if !graph.fight.is_lazy() {
            // No move is ever left out.
            for (&node, _) in self.nodes.iter().zip(won).filter(|(_, won)| **won) {
                graph.prove(node, winner, PASS, Bits::MAX);
            }
            return Vec::new();
        }
        let keeper = graph.fight.procedure.keeper();
        let plans = |node: usize| self.keeps[node] == (winner == keeper);
        let mut zones = vec![0; self.nodes.len()];
        let mut missing = vec![0; self.nodes.len()];
        let mut work: Vec<u32> = (0..self.nodes.len() as u32)
            .filter(|&node| won[node as usize])
            .collect();
        let mut waits = won.to_vec();
        let depends = |zones: &[Bits], from: usize, to: u32| {
            if plans(from) {
                return plan[from] == to;
            }
            let mut edges = graph.edges(self.nodes[from]).iter().zip(self.targets(from));
            edges.any(|(edge, &target)| {
                target == to && (edge.step == PASS || zones[from] >> edge.step & 1 == 1)
            })
        };
        let mut doubtful = vec![false; self.nodes.len()];
        // What is missing is asked only for the first state: else one move that is missing is enough to give a state up.
        let gives_up = won.first() != Some(&true);
        while let Some(local) = work.pop() {
            let node = local as usize;
            waits[node] = false;
            if gives_up {
                doubtful[node] |= self
                    .targets(node)
                    .iter()
                    .any(|&to| to < UNKNOWN && doubtful[to as usize] && depends(&zones, node, to));
                if doubtful[node] {
                    continue;
                }
            }
            let state = &graph.states[self.nodes[node] as usize];
            let edges = graph.edges(self.nodes[node]).iter().zip(self.targets(node));
            let edges = edges.zip(graph.needs(self.nodes[node]));
            let edges = edges.filter(|((_, to), _)| **to != LEFT_OUT);
            let replies = edges.map(|((edge, &to), needs)| Reply {
                step: edge.step,
                zone: needs
                    | match to {
                        KEPT | LOST => graph.scopes[edge.to as usize].zone,
                        to if to < UNKNOWN => zones[to as usize],
                        _ => 0,
                    },
            });
            let (zone, gap) = if plans(node) {
                let targets = self.targets(node).iter().filter(|&&to| to != LEFT_OUT);
                let mut planned = targets.zip(replies).filter(|(to, _)| **to == plan[node]);
                let (_, reply) = planned.next().expect("every won state has a plan");
                (zone::at_least(&graph.fight, state, winner) | reply.zone, 0)
            } else {
                let known = zones[node];
                zone::of_lost(&graph.fight, state, winner, known, replies, gives_up)
            };
            missing[node] = gap;
            doubtful[node] = gap != 0;
            // A zone only grows, as those that it is made of do.
            let zone = zone | zones[node];
            if zone != zones[node] {
                zones[node] = zone;
                for &from in self.sources(node) {
                    let at = from as usize;
                    if won[at] && !waits[at] && (!plans(at) || plan[at] == local) {
                        waits[at] = true;
                        work.push(from);
                    }
                }
            }
        }
        let mut fresh: Vec<u32> = (0..self.nodes.len() as u32)
            .filter(|&node| won[node as usize] && doubtful[node as usize])
            .collect();
        while let Some(node) = fresh.pop() {
            for &from in self.sources(node as usize) {
                let at = from as usize;
                if won[at] && !doubtful[at] && depends(&zones, at, node) {
                    doubtful[at] = true;
                    fresh.push(from);
                }
            }
        }
        let mut gaps = Vec::new();
        if won.first() == Some(&true) && doubtful[0] {
            let mut seen = vec![false; self.nodes.len()];
            let mut work = vec![0u32];
            seen[0] = true;
            while let Some(local) = work.pop() {
                let node = local as usize;
                if missing[node] != 0 {
                    gaps.push((self.nodes[node], missing[node]));
                }
                for &to in self.targets(node) {
                    if to < UNKNOWN
                        && !seen[to as usize]
                        && doubtful[to as usize]
                        && depends(&zones, node, to)
                    {
                        seen[to as usize] = true;
                        work.push(to);
                    }
                }
            }
        }
        for node in (0..self.nodes.len()).filter(|&node| won[node] && !doubtful[node]) {
            let step = if plans(node) {
                let at = self.targets(node).iter().position(|&to| to == plan[node]);
                let at = at.expect("every won state has a plan");
                graph.edges(self.nodes[node])[at].step
            } else {
                PASS
            };
            graph.prove(self.nodes[node], winner, step, zones[node]);
        }
        gaps
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
        is_good: impl Fn(usize, u32) -> bool,
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
            let is_inside = |to: u32| {
                is_good(node, to) || to < UNKNOWN && (won[to as usize] || stays[to as usize])
            };
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
                    is_good(node, to) || to < UNKNOWN && (won[to as usize] || stays[to as usize])
                };
                let stay = self.targets(node).iter().find(|&&to| is_inside(to));
                plan[node] = stay.copied().unwrap_or(OUTSIDE);
            }
        }
        let kept = stays.iter().enumerate().filter(|(_, stays)| **stays);
        kept.map(|(node, _)| node as u32).collect()
    }
}
