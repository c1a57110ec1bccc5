//! Cycles that cost the defender stones: energy games (Chakrabarti et al. 2003).

use super::field::{Bits, each};
use super::graph::Graph;
use super::node::{Edge, ProofNodeId};
use crate::life::meter::Meter;
use crate::life::procedure::Side;

/// Returns true if the defender, who succeeds with losses not counted, also succeeds without a net
/// loss of `cap` stones.
///
/// Only states proved for the defender are considered. For each, it computes the largest loss that
/// the defender may enter it with. `None` if the budget is overdrawn.
pub(super) fn are_bounded(graph: &Graph, cap: u16, meter: &Meter) -> Option<bool> {
    let cap = i32::from(cap);
    let game = LossGame::of(graph, graph.fight.is_lazy());
    meter.spend(STATE * graph.nodes.len() as u64 + MOVE * game.edges.len() as u64);
    if game.edges.iter().all(|edge| edge.cost <= 0) {
        Some(true)
    } else if graph.fight.procedure.keeper() == Side::Defender {
        game.keeps_within(cap, meter)
    } else {
        game.escapes_within(cap, meter)
    }
}

/// The states proved for the defender that are reachable through such states, numbered from 0.
struct LossGame {
    /// The graph's index of each state.
    nodes: Vec<ProofNodeId>,
    /// True if the attacker is to move.
    attacks: Vec<bool>,
    /// True if nothing [stands](super::fight::Fight::standing) for the keeper.
    is_free: Vec<bool>,
    standing: Vec<Bits>,
    /// The start of each state's moves in `edges`, and the end of the last.
    starts: Vec<u32>,
    edges: Vec<Cost>,
    /// The predecessors of each state.
    into: Vec<Vec<u32>>,
}

/// The target and the cost of a move.
struct Cost {
    to: u32,
    /// The defender's stones captured by the move, minus the attacker's.
    cost: i32,
}

/// The work of visiting a state and a move.
const STATE: u64 = 40;
const MOVE: u64 = 10;
/// The interval between budget checks, in states.
const CLOCK: u32 = 1024;

/// A state that costs the defender nothing more.
const SAFE: u32 = u32::MAX;

impl LossGame {
    /// The game with all of the defender's moves, or only the planned ones.
    fn of(graph: &Graph, is_planned: bool) -> LossGame {
        let mut local = vec![u32::MAX; graph.nodes.len()];
        let mut game = LossGame {
            nodes: vec![0],
            attacks: Vec::new(),
            is_free: Vec::new(),
            standing: Vec::new(),
            starts: vec![0],
            edges: Vec::new(),
            into: Vec::new(),
        };
        local[0] = 0;
        let mut next = 0;
        while next < game.nodes.len() {
            let node = game.nodes[next];
            let attacks = graph.mover(node) == Side::Attacker;
            game.attacks.push(attacks);
            let standing = graph.fight.standing(&graph.states[node as usize]);
            game.is_free.push(standing == 0);
            game.standing.push(standing);
            let plan = graph.nodes[node as usize].plan;
            for edge in graph.edges(node) {
                let child = &graph.nodes[edge.to as usize];
                let is_left_out = is_planned && !attacks && edge.code != plan;
                if child.proved != Some(Side::Defender) || is_left_out {
                    continue;
                }
                let mut to = SAFE;
                if child.is_explored() {
                    let number = &mut local[edge.to as usize];
                    if *number == u32::MAX {
                        *number = game.nodes.len() as u32;
                        game.nodes.push(edge.to);
                    }
                    to = *number;
                }
                let cost = cost(graph, node, edge);
                game.edges.push(Cost { to, cost });
            }
            game.starts.push(game.edges.len() as u32);
            next += 1;
        }
        game.into = game.sources();
        game
    }

    /// Returns the predecessors of each state.
    fn sources(&self) -> Vec<Vec<u32>> {
        let mut into = vec![Vec::new(); self.nodes.len()];
        for node in 0..self.nodes.len() {
            for edge in self.edges(node) {
                if edge.to != SAFE {
                    into[edge.to as usize].push(node as u32);
                }
            }
        }
        into
    }

    /// Returns true if the defender can reach free states again and again (a Büchi game with
    /// energy).
    fn escapes_within(&self, cap: i32, meter: &Meter) -> Option<bool> {
        let count = self.nodes.len();
        let mut outer = vec![cap - 1; count];
        loop {
            let mut inner = vec![-1; count];
            for node in (0..count).filter(|&node| self.is_free[node]) {
                inner[node] = self.before(node, &outer, cap);
            }
            let grown = |node: usize, inner: &[i32]| {
                let value = self.before(node, inner, cap);
                (!self.is_free[node] && value > inner[node]).then_some(value)
            };
            self.iterate(&mut inner, grown, meter)?;
            if inner[0] < 0 {
                return Some(false);
            }
            if inner == outer {
                return Some(true);
            }
            outer = inner;
        }
    }

    /// Returns true if the defender can keep one thing standing forever (a co-Büchi game with
    /// energy).
    fn keeps_within(&self, cap: i32, meter: &Meter) -> Option<bool> {
        let count = self.nodes.len();
        let things = self.standing.iter().fold(0, |all, some| all | some);
        let mut won = vec![-1; count];
        loop {
            let before = won.clone();
            for thing in each(things) {
                let mut kept: Vec<i32> = (0..count)
                    .map(|node| match self.standing[node] & thing {
                        0 => won[node],
                        _ => cap - 1,
                    })
                    .collect();
                let fallen = |node: usize, kept: &[i32]| {
                    let value = self.before(node, kept, cap).max(won[node]);
                    (self.standing[node] & thing != 0 && value < kept[node]).then_some(value)
                };
                self.iterate(&mut kept, fallen, meter)?;
                won = kept;
                let grown = |node: usize, won: &[i32]| {
                    let value = self.before(node, won, cap);
                    (value > won[node]).then_some(value)
                };
                self.iterate(&mut won, grown, meter)?;
            }
            if won[0] >= 0 || won == before {
                return Some(won[0] >= 0);
            }
        }
    }

    /// Updates values until none changes; `None` if the budget is overdrawn.
    fn iterate(
        &self,
        values: &mut [i32],
        change: impl Fn(usize, &[i32]) -> Option<i32>,
        meter: &Meter,
    ) -> Option<()> {
        let mut work: Vec<usize> = (0..values.len()).rev().collect();
        let mut waits = vec![true; values.len()];
        let mut looks = 0u32;
        while let Some(node) = work.pop() {
            waits[node] = false;
            meter.spend(STATE + MOVE * self.edges(node).len() as u64);
            looks += 1;
            if looks.is_multiple_of(CLOCK) && meter.is_late() {
                return None;
            }
            let Some(value) = change(node, values) else {
                continue;
            };
            values[node] = value;
            for &from in &self.into[node] {
                if !waits[from as usize] {
                    waits[from as usize] = true;
                    work.push(from as usize);
                }
            }
        }
        Some(())
    }

    fn edges(&self, node: usize) -> &[Cost] {
        &self.edges[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    /// Returns the largest loss that a move may be made with.
    fn through(&self, edge: &Cost, after: &[i32], cap: i32) -> i32 {
        match edge.to {
            SAFE => (cap - 1 - edge.cost).clamp(-1, cap - 1),
            to if after[to as usize] < 0 => -1,
            to => (after[to as usize] - edge.cost).clamp(-1, cap - 1),
        }
    }

    /// Returns the largest loss that a state may be entered with, from the values of its
    /// successors.
    fn before(&self, node: usize, after: &[i32], cap: i32) -> i32 {
        let values = self
            .edges(node)
            .iter()
            .map(|edge| self.through(edge, after, cap));
        let best = if self.attacks[node] {
            values.min()
        } else {
            values.max()
        };
        best.unwrap_or(-1)
    }
}

/// Returns the net loss of the defender by a move. Points that the move fixes do not count, because
/// no stone comes back there.
fn cost(graph: &Graph, node: ProofNodeId, edge: &Edge) -> i32 {
    let (before, after) = (&graph.states[node as usize], graph.after(node, edge));
    let defender = graph.fight.defender;
    let (loser, sign) = match graph.mover(node) {
        Side::Attacker => (defender, 1),
        Side::Defender => (1 - defender, -1),
    };
    let gone = before.stones[loser] & !before.fixed & !after.stones[loser] & !after.fixed;
    sign * gone.count_ones() as i32
}
