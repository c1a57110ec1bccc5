//! Proofs from the explored graph.
//!
//! A state is proved for a side if that side succeeds from it with *every* unexplored state counted
//! for the other side. If moves were left out, they must lie outside the state's [relevance
//! zone](zone). Plays that are missing inside a zone are generated, and the proof is tried again.

use super::arena::{Arena, KEPT, LEFT_OUT, LOST, UNKNOWN};
use super::attractor::Winning;
use super::field::Bits;
use super::fight::{MoveCode, PASS};
use super::graph::Graph;
use super::node::ProofNodeId;
use super::zone::{self, LostMove};
use crate::life::meter::Meter;
use crate::life::procedure::Side;
use std::collections::HashMap;

/// The work of computing a state's zone, and the additional work for each of its moves.
const ZONE: u64 = 100;
const ZONE_MOVE: u64 = 30;
/// The interval between budget checks, in zones.
const CLOCK: u32 = 1024;

/// A state and the plays in its zone that have not been generated.
type Gap = (ProofNodeId, Bits);

/// Proves every state that the explored graph decides.
///
/// Returns true if plays were missing that the root's proof depends on. They are generated.
pub(super) fn prove(graph: &mut Graph, meter: &Meter) -> bool {
    let Some(arena) = Arena::open(graph, meter) else {
        return false;
    };
    arena.count(graph, meter);
    let keeper = graph.fight.procedure.keeper();
    // Compute both sides' wins before proving anything: proving changes the graph.
    let (Some(kept), Some(ended)) = (arena.kept(false, meter), arena.ended(meter)) else {
        return false;
    };
    let gaps = [(keeper, kept), (!keeper, ended)]
        .map(|(winner, winning)| prove_won(graph, &arena, winner, &winning, meter));
    admit(graph, &gaps.concat())
}

/// Tries to prove the search's guess that `winner` succeeds from the root by the guessed moves.
///
/// Returns the states that the proof needs and that have no guess yet. Returns none if the root is
/// proved, or if the guess was wrong; a wrong guess is reset.
pub(super) fn prove_guessed(graph: &mut Graph, winner: Side, meter: &Meter) -> Vec<ProofNodeId> {
    let Some(arena) = Arena::guessed(graph, winner, meter) else {
        return Vec::new();
    };
    arena.count(graph, meter);
    let winning = if winner == graph.fight.procedure.keeper() {
        arena.kept(false, meter)
    } else {
        arena.ended(meter)
    };
    let Some(winning) = winning else {
        return Vec::new();
    };
    let gaps = prove_won(graph, &arena, winner, &winning, meter);
    admit(graph, &gaps);
    if graph.nodes[0].proved.is_some() {
        return Vec::new();
    }
    let unguessed = unguessed(graph, &arena, winner);
    if unguessed.is_empty() {
        for &node in &arena.nodes {
            graph.doubt(node);
        }
    }
    unguessed
}

/// Returns a winning move for every state that the keeper wins and moves in. For graphs with all
/// moves generated.
pub(super) fn strategy(graph: &Graph) -> HashMap<ProofNodeId, MoveCode> {
    let meter = Meter::endless();
    let arena = Arena::whole(graph, &meter).expect("an endless meter does not stop");
    let kept = arena.kept(false, &meter);
    let Winning { is_won, plan } = kept.expect("nor here");
    let decides = (0..arena.len()).filter(|&local| is_won[local] && arena.keeps[local]);
    let moves = decides.filter_map(|local| {
        let mut targets = arena.targets(local).iter();
        let at = targets.position(|&to| to == plan[local])?;
        let node = arena.nodes[local];
        Some((node, graph.edges(node)[at].code))
    });
    moves.collect()
}

/// Returns the states after the loser's moves that have neither proof nor guess.
fn unguessed(graph: &Graph, arena: &Arena, winner: Side) -> Vec<ProofNodeId> {
    let mut found = Vec::new();
    for &node in &arena.nodes {
        if graph.mover(node) == winner {
            continue;
        }
        for edge in graph.edges(node) {
            let child = &graph.nodes[edge.to as usize];
            if !graph.is_left_out(node, edge) && child.proved.is_none() && child.guessed().is_none()
            {
                found.push(edge.to);
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Generates the plays missing in proofs. Returns true if there are any.
fn admit(graph: &mut Graph, gaps: &[Gap]) -> bool {
    for &(node, missing) in gaps {
        graph.admit(node, missing);
    }
    !gaps.is_empty()
}

/// Proves the won states whose zones leave out no move. Returns the gaps in the others that the
/// root depends on.
fn prove_won(
    graph: &mut Graph,
    arena: &Arena,
    winner: Side,
    winning: &Winning,
    meter: &Meter,
) -> Vec<Gap> {
    if !graph.fight.is_lazy() {
        // All moves are generated.
        let won = arena.nodes.iter().zip(&winning.is_won);
        for (&node, _) in won.filter(|(_, is_won)| **is_won) {
            graph.prove(node, winner, PASS, Bits::MAX);
        }
        return Vec::new();
    }
    let Some(mut zones) = Zones::of(graph, arena, winner, winning, meter) else {
        return Vec::new();
    };
    zones.spread_doubt(graph);
    let gaps = zones.gaps(graph);
    for local in zones.certain() {
        let plan = zones.planned_move(graph, local);
        graph.prove(arena.nodes[local], winner, plan, zones.zones[local]);
    }
    gaps
}

/// The zones of the states that a side wins by a plan, indexed by states of the arena.
struct Zones<'a> {
    arena: &'a Arena,
    winning: &'a Winning,
    winner: Side,
    /// True if the winner is the keeper.
    winner_keeps: bool,
    zones: Vec<Bits>,
    /// The plays in each zone that have not been generated.
    missing: Vec<Bits>,
    /// True if plays are missing in a state's zone or in a zone that it depends on.
    is_doubtful: Vec<bool>,
}

impl<'a> Zones<'a> {
    /// The smallest zones that meet the [conditions](super::zone); `None` if the budget is
    /// overdrawn.
    fn of(
        graph: &Graph,
        arena: &'a Arena,
        winner: Side,
        winning: &'a Winning,
        meter: &Meter,
    ) -> Option<Zones<'a>> {
        let mut found = Zones {
            arena,
            winning,
            winner,
            winner_keeps: winner == graph.fight.procedure.keeper(),
            zones: vec![0; arena.len()],
            missing: vec![0; arena.len()],
            is_doubtful: vec![false; arena.len()],
        };
        // Gaps are needed only if the root is won. Otherwise one missing play is enough to give a
        // state up.
        let gives_up = !winning.has_first();
        let mut work: Vec<u32> = found.won().map(|node| node as u32).collect();
        let mut waits = winning.is_won.clone();
        let mut looks = 0u32;
        while let Some(local) = work.pop() {
            let node = local as usize;
            waits[node] = false;
            meter.spend(ZONE + ZONE_MOVE * arena.targets(node).len() as u64);
            looks += 1;
            if looks.is_multiple_of(CLOCK) && meter.is_late() {
                return None;
            }
            if gives_up && found.is_given_up(graph, node) {
                found.is_doubtful[node] = true;
                continue;
            }
            let (zone, gap) = found.zone(graph, node, gives_up);
            found.missing[node] = gap;
            found.is_doubtful[node] = gap != 0;
            // Zones only grow, because the zones that they are made of do.
            let zone = zone | found.zones[node];
            if zone == found.zones[node] {
                continue;
            }
            found.zones[node] = zone;
            for &from in arena.sources(node) {
                let at = from as usize;
                let follows = !found.plans(at) || winning.plan[at] == local;
                if winning.is_won[at] && !waits[at] && follows {
                    waits[at] = true;
                    work.push(from);
                }
            }
        }
        Some(found)
    }

    fn won(&self) -> impl Iterator<Item = usize> {
        (0..self.arena.len()).filter(|&node| self.winning.is_won[node])
    }

    /// Returns the won states that are proved.
    fn certain(&self) -> impl Iterator<Item = usize> {
        self.won().filter(|&node| !self.is_doubtful[node])
    }

    /// Returns true if the winner is to move.
    fn plans(&self, node: usize) -> bool {
        self.arena.keeps[node] == self.winner_keeps
    }

    /// Returns true if the zone of `from` is made of that of `to`, one of its successors.
    fn depends(&self, graph: &Graph, from: usize, to: u32) -> bool {
        if self.plans(from) {
            return self.winning.plan[from] == to;
        }
        let edges = graph.edges(self.arena.nodes[from]).iter();
        let mut edges = edges.zip(self.arena.targets(from));
        edges.any(|(edge, &target)| {
            target == to && (edge.code == PASS || self.zones[from] >> edge.code & 1 == 1)
        })
    }

    /// Returns true if a state is doubtful or depends on a doubtful one.
    fn is_given_up(&self, graph: &Graph, node: usize) -> bool {
        let is_doubtful = |&&to: &&u32| to < UNKNOWN && self.is_doubtful[to as usize];
        let mut doubtful = self.arena.targets(node).iter().filter(is_doubtful);
        self.is_doubtful[node] || doubtful.any(|&to| self.depends(graph, node, to))
    }

    /// Computes the zone of a state from the other zones so far, and the plays in it that have not
    /// been generated.
    fn zone(&self, graph: &Graph, node: usize, one_is_enough: bool) -> (Bits, Bits) {
        let id = self.arena.nodes[node];
        let state = &graph.states[id as usize];
        let targets = self.arena.targets(node);
        let edges = graph.edges(id).iter().zip(targets).zip(graph.needs(id));
        let edges = edges.filter(|((_, to), _)| **to != LEFT_OUT);
        let moves = edges.map(|((edge, &to), needs)| LostMove {
            code: edge.code,
            zone: needs
                | match to {
                    KEPT | LOST => graph.scopes[edge.to as usize].zone,
                    to if to < UNKNOWN => self.zones[to as usize],
                    _ => 0,
                },
        });
        if !self.plans(node) {
            let (fight, known) = (&graph.fight, self.zones[node]);
            return zone::of_lost(fight, state, self.winner, known, moves, one_is_enough);
        }
        let targets = targets.iter().filter(|&&to| to != LEFT_OUT);
        let mut planned = targets
            .zip(moves)
            .filter(|(to, _)| **to == self.winning.plan[node]);
        let (_, planned) = planned.next().expect("every won state has a plan");
        let zone = zone::at_least(&graph.fight, state, self.winner) | planned.zone;
        (zone, 0)
    }

    /// Marks as doubtful every won state that depends on a doubtful one.
    fn spread_doubt(&mut self, graph: &Graph) {
        let doubtful = self.won().filter(|&node| self.is_doubtful[node]);
        let mut fresh: Vec<u32> = doubtful.map(|node| node as u32).collect();
        while let Some(node) = fresh.pop() {
            for &from in self.arena.sources(node as usize) {
                let at = from as usize;
                let is_certain = self.winning.is_won[at] && !self.is_doubtful[at];
                if is_certain && self.depends(graph, at, node) {
                    self.is_doubtful[at] = true;
                    fresh.push(from);
                }
            }
        }
    }

    /// Returns the gaps in the proof of the root, if it is won and doubtful.
    fn gaps(&self, graph: &Graph) -> Vec<Gap> {
        let mut gaps = Vec::new();
        if !self.winning.has_first() || !self.is_doubtful[0] {
            return gaps;
        }
        let mut seen = vec![false; self.arena.len()];
        let mut work = vec![0u32];
        seen[0] = true;
        while let Some(local) = work.pop() {
            let node = local as usize;
            if self.missing[node] != 0 {
                gaps.push((self.arena.nodes[node], self.missing[node]));
            }
            for &to in self.arena.targets(node) {
                if to < UNKNOWN
                    && !seen[to as usize]
                    && self.is_doubtful[to as usize]
                    && self.depends(graph, node, to)
                {
                    seen[to as usize] = true;
                    work.push(to);
                }
            }
        }
        gaps
    }

    /// Returns the winner's move in a won state, or a pass if the loser is to move.
    fn planned_move(&self, graph: &Graph, node: usize) -> MoveCode {
        if !self.plans(node) {
            return PASS;
        }
        let mut targets = self.arena.targets(node).iter();
        let at = targets.position(|&to| to == self.winning.plan[node]);
        let at = at.expect("every won state has a plan");
        graph.edges(self.arena.nodes[node])[at].code
    }
}
