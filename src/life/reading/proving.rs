//! What the explored graph proves.
//!
//! A state is proved for a side if that side succeeds from it with *all* unexplored states counted for the other one.
//! Where moves have been left out, it is proved only if they are outside of its [zone]; plays that are
//! missing in a zone are made, and it is asked again.

use super::arena::{Arena, KEPT, LEFT_OUT, LOST, UNKNOWN};
use super::attractor::Winning;
use super::field::Bits;
use super::fight::{MoveCode, PASS};
use super::graph::Graph;
use super::node::NodeId;
use super::zone::{self, LostMove};
use crate::life::meter::Meter;
use crate::life::procedure::Side;
use std::collections::HashMap;

/// The work of finding the zone of a state, and for each of its moves.
const ZONE: u64 = 100;
const ZONE_MOVE: u64 = 30;
/// It is seen whether it is late every so many zones.
const CLOCK: u32 = 1024;

/// Plays that are missing in the zone of a state.
type Gap = (NodeId, Bits);

/// Proves every state that the explored graph decides; tells whether plays were missing that the proof of the first
/// state depends on, which are made now.
pub(super) fn prove(graph: &mut Graph, meter: &Meter) -> bool {
    let Some(arena) = Arena::open(graph, meter) else {
        return false;
    };
    arena.count(graph, meter);
    let keeper = graph.fight.procedure.keeper();
    // Both are found before anything is proved.
    let (Some(kept), Some(ended)) = (arena.kept(false, meter), arena.ended(meter)) else {
        return false;
    };
    let gaps = [(keeper, kept), (!keeper, ended)]
        .map(|(winner, winning)| prove_won(graph, &arena, winner, &winning, meter));
    admit(graph, &gaps.concat())
}

/// The same for the states that the success of one side depends on, if the search guesses right that it succeeds from the
/// first one, and how. Gives the states of which that is not even guessed; none where the guess was wrong, which is
/// forgotten then.
pub(super) fn prove_guessed(graph: &mut Graph, winner: Side, meter: &Meter) -> Vec<NodeId> {
    let Some(arena) = Arena::guessed(graph, winner, meter) else {
        return Vec::new();
    };
    arena.count(graph, meter);
    let winning = match winner == graph.fight.procedure.keeper() {
        true => arena.kept(false, meter),
        false => arena.ended(meter),
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

/// A winning move in every state in which the keeper moves and succeeds, where no moves are left out.
pub(super) fn strategy(graph: &Graph) -> HashMap<NodeId, MoveCode> {
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

/// The states after moves of the loser's of which nothing is guessed.
fn unguessed(graph: &Graph, arena: &Arena, winner: Side) -> Vec<NodeId> {
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

/// Makes the plays that are missing in proofs; tells whether there are any.
fn admit(graph: &mut Graph, gaps: &[Gap]) -> bool {
    for &(node, missing) in gaps {
        graph.admit(node, missing);
    }
    !gaps.is_empty()
}

/// Proves those of the won states whose zones leave no move out; gives what is missing in the others that the first state
/// depends on.
fn prove_won(
    graph: &mut Graph,
    arena: &Arena,
    winner: Side,
    winning: &Winning,
    meter: &Meter,
) -> Vec<Gap> {
    if !graph.fight.is_lazy() {
        // No move is ever left out.
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

/// The zones of the states that a side wins by a plan, by their numbers in the arena.
struct Zones<'a> {
    arena: &'a Arena,
    winning: &'a Winning,
    winner: Side,
    /// Whether the winner is the keeper.
    winner_keeps: bool,
    zones: Vec<Bits>,
    /// The plays in each zone that have not been made.
    missing: Vec<Bits>,
    /// Whether something is missing in a state, or in one that its zone depends on.
    is_doubtful: Vec<bool>,
}

impl<'a> Zones<'a> {
    /// The least zones that meet the [conditions](super::zone); `None` if it is late.
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
        // What is missing is asked only for the first state: else one missing play is enough to give a state up.
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
            // A zone only grows, as those that it is made of do.
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

    /// The won states that are proved.
    fn certain(&self) -> impl Iterator<Item = usize> {
        self.won().filter(|&node| !self.is_doubtful[node])
    }

    /// Whether the winner is to move.
    fn plans(&self, node: usize) -> bool {
        self.arena.keeps[node] == self.winner_keeps
    }

    /// Whether the zone of a state is made of that of another, to which it has a move.
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

    /// Whether a state is doubtful, or depends on one that is.
    fn is_given_up(&self, graph: &Graph, node: usize) -> bool {
        let is_doubtful = |&&to: &&u32| to < UNKNOWN && self.is_doubtful[to as usize];
        let mut doubtful = self.arena.targets(node).iter().filter(is_doubtful);
        self.is_doubtful[node] || doubtful.any(|&to| self.depends(graph, node, to))
    }

    /// The zone of a state, given those of the others so far, and the plays in it that have not been made.
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

    /// Makes every won state doubtful that depends on a doubtful one.
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

    /// What is missing in the proof of the first state, if that is won and doubtful.
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

    /// The winner's move in a won state; a pass where the loser is to move.
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
