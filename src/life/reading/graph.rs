//! The states explored so far, and the search that chooses which to explore next.

use super::field::Bits;
use super::fight::{Fight, Settled, State, Step};
use super::procedure::Side;
use std::hash::{Hash, Hasher};

/// The number of a state in the graph.
pub(super) type Id = u32;

/// A proof number that says: this side cannot succeed.
pub(super) const NEVER: u32 = 1 << 30;

/// What is known of a state beside the state itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// Effort guessed to show that the attacker succeeds, and that the defender does. Only a guide: what
    /// counts is [`proved`](Node::proved).
    effort: [u32; 2],
    /// Where the moves begin in the list of all moves.
    first: u32,
    /// How many there are; 0 before they are made.
    count: u8,
    /// The side that is proved to succeed from here.
    pub(super) proved: Settled,
    /// Place on the path of the search, from 1; 0 if it is not on it.
    on_path: u16,
}

impl Node {
    /// Whether its moves have been made.
    pub(super) fn is_explored(&self) -> bool {
        self.count > 0
    }
}

/// A move and what it leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) to: Id,
    pub(super) step: Step,
}

/// The explored part of one verification game.
///
/// What it says of the sides' success is only in [`Node::proved`], which the [fixpoint](super::fixpoint) sets.
pub(super) struct Graph {
    pub(super) fight: Fight,
    pub(super) states: Vec<State>,
    pub(super) nodes: Vec<Node>,
    edges: Vec<Edge>,
    table: Vec<Id>,
    moves: Vec<(Step, State, Settled)>,
}

/// Why a search stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// It takes the first state for decided.
    Decided,
    /// The graph has as many states as it may have.
    Full,
}

struct Frame {
    node: Id,
    limits: [u32; 2],
    /// What stands in the state, for judging cycles.
    standing: Bits,
}

/// The longest line the search follows.
const LONGEST_LINE: usize = 600;

impl Graph {
    /// A graph with the first state only, which has number 0.
    pub(super) fn new(fight: Fight, start: State, settled: Settled) -> Graph {
        let mut graph = Graph {
            fight,
            states: Vec::new(),
            nodes: Vec::new(),
            edges: Vec::new(),
            table: vec![Id::MAX; 1 << 10],
            moves: Vec::new(),
        };
        graph.add(start, settled, false);
        graph
    }

    /// The moves of a state; none if it has not been explored.
    pub(super) fn edges(&self, node: Id) -> &[Edge] {
        let Node { first, count, .. } = self.nodes[node as usize];
        &self.edges[first as usize..first as usize + usize::from(count)]
    }

    /// Who is to move in a state.
    pub(super) fn mover(&self, node: Id) -> Side {
        self.fight.mover(&self.states[node as usize])
    }

    fn slot(&self, state: &State) -> Result<Id, usize> {
        let mut hasher = fxhash::FxHasher::default();
        state.hash(&mut hasher);
        let mask = self.table.len() - 1;
        let hash = hasher.finish();
        let mut at = (hash ^ hash >> 29) as usize & mask;
        loop {
            match self.table[at] {
                Id::MAX => return Err(at),
                id if self.states[id as usize] == *state => return Ok(id),
                _ => at = (at + 1) & mask,
            }
        }
    }

    fn add(&mut self, state: State, settled: Settled, by_pass: bool) -> Id {
        let at = match self.slot(&state) {
            Ok(id) => return id,
            Err(at) => at,
        };
        let id = self.states.len() as Id;
        let effort = match settled {
            Some(winner) => decided(winner),
            None => self.guess(&state, by_pass),
        };
        self.table[at] = id;
        self.states.push(state);
        self.nodes.push(Node {
            effort,
            first: 0,
            count: 0,
            proved: settled,
            on_path: 0,
        });
        if self.states.len() * 2 > self.table.len() {
            self.table = vec![Id::MAX; self.table.len() * 2];
            for id in 0..self.states.len() {
                let at = self.slot(&self.states[id]);
                self.table[at.expect_err("every state is in the graph once")] = id as Id;
            }
        }
        id
    }

    /// Efforts before anything is read: the side that does not move must have an answer to everything.
    fn guess(&self, state: &State, by_pass: bool) -> [u32; 2] {
        let room = self.fight.empty(state).count_ones().max(1);
        let late = u32::from(by_pass);
        match self.fight.mover(state) {
            Side::Attacker => [1 + late, room + late],
            Side::Defender => [room + late, 1 + late],
        }
    }

    /// Makes the moves of a state.
    pub(super) fn explore(&mut self, node: Id) {
        let state = self.states[node as usize];
        let mut moves = std::mem::take(&mut self.moves);
        self.fight.moves(&state, &mut moves);
        let first = self.edges.len() as u32;
        for &(step, after, settled) in &moves {
            let to = self.add(after, settled, step & 0x80 != 0);
            self.edges.push(Edge { to, step });
        }
        self.moves = moves;
        let node = &mut self.nodes[node as usize];
        node.first = first;
        node.count = (self.edges.len() as u32 - first) as u8;
    }

    /// Marks a state as proved.
    pub(super) fn prove(&mut self, node: Id, winner: Side) {
        let node = &mut self.nodes[node as usize];
        node.proved = Some(winner);
        node.effort = decided(winner);
    }

    /// Forgets a guess that is not proved.
    pub(super) fn doubt(&mut self, node: Id) {
        let node = &mut self.nodes[node as usize];
        if node.proved.is_none() && node.effort.contains(&0) {
            node.effort = [1, 1];
        }
    }

    /// Depth-first proof-number search (Nagai 2002) from the first state, which leaves its guesses in the graph.
    ///
    /// A line that comes back to a state on it is taken for decided by what stood all along the cycle. What
    /// is guessed so may depend on the line it was guessed on, so that nothing is proved here.
    pub(super) fn search(&mut self, most_states: usize) -> Stop {
        let mut path = Vec::new();
        self.enter(&mut path, 0, [NEVER, NEVER]);
        while let Some(frame) = path.last() {
            let (node, limits) = (frame.node, frame.limits);
            if self.states.len() >= most_states {
                for frame in &path {
                    self.nodes[frame.node as usize].on_path = 0;
                }
                return Stop::Full;
            }
            if !self.nodes[node as usize].is_explored() {
                self.explore(node);
            }
            let view = self.weigh(&path);
            self.nodes[node as usize].effort = view.effort;
            let [attack, defence] = view.effort;
            let is_decided = attack == 0 || defence == 0;
            let is_too_long = path.len() >= LONGEST_LINE;
            if is_too_long && !is_decided {
                self.nodes[node as usize].effort = decided(!self.fight.procedure.keeper());
            }
            if is_decided || is_too_long || attack >= limits[0] || defence >= limits[1] {
                self.nodes[node as usize].on_path = 0;
                path.pop();
                continue;
            }
            let limits = view.limits(limits);
            self.enter(&mut path, view.best, limits);
        }
        Stop::Decided
    }

    /// Explores up to so many states that the first one depends on, nearest first; tells how many.
    pub(super) fn widen(&mut self, count: usize) -> usize {
        let mut seen = vec![false; self.nodes.len()];
        let mut queue = std::collections::VecDeque::from([0]);
        let mut unexplored = Vec::new();
        seen[0] = true;
        while let Some(node) = queue.pop_front() {
            if !self.nodes[node as usize].is_explored() {
                unexplored.push(node);
                if unexplored.len() == count {
                    break;
                }
                continue;
            }
            for edge in self.edges(node) {
                let to = edge.to as usize;
                if !seen[to] && self.nodes[to].proved.is_none() {
                    seen[to] = true;
                    queue.push_back(edge.to);
                }
            }
        }
        for &node in &unexplored {
            self.explore(node);
        }
        unexplored.len()
    }

    fn enter(&mut self, path: &mut Vec<Frame>, node: Id, limits: [u32; 2]) {
        let standing = self.fight.standing(&self.states[node as usize]);
        path.push(Frame {
            node,
            limits,
            standing,
        });
        self.nodes[node as usize].on_path = path.len() as u16;
    }

    /// Sums up what is guessed of the moves at the end of a path.
    fn weigh(&self, path: &[Frame]) -> View {
        let node = path.last().expect("the path is not empty").node;
        let own = match self.mover(node) {
            Side::Attacker => 0,
            Side::Defender => 1,
        };
        let mut view = View {
            own,
            effort: [0; 2],
            best: 0,
            best_other: 0,
            second: NEVER,
        };
        let mut least = NEVER;
        let mut sum: u32 = 0;
        for edge in self.edges(node) {
            let child = &self.nodes[edge.to as usize];
            let effort = if child.proved.is_none() && child.on_path > 0 {
                decided(self.cycle_winner(&path[usize::from(child.on_path) - 1..]))
            } else {
                child.effort
            };
            if effort[own] < least {
                view.second = least;
                least = effort[own];
                view.best = edge.to;
                view.best_other = effort[1 - own];
            } else if effort[own] < view.second {
                view.second = effort[own];
            }
            if effort[own] == 0 {
                view.effort[1 - own] = NEVER;
                return view;
            }
            if effort[1 - own] > 0 {
                sum = sum.saturating_add(effort[1 - own]).min(NEVER - 1);
            }
        }
        view.effort[own] = least;
        view.effort[1 - own] = sum.min(NEVER - 1);
        if least < NEVER {
            view.effort[own] = least.min(NEVER - 1);
        }
        view
    }

    fn cycle_winner(&self, cycle: &[Frame]) -> Side {
        let standing = cycle
            .iter()
            .fold(Bits::MAX, |bits, frame| bits & frame.standing);
        let keeper = self.fight.procedure.keeper();
        if standing != 0 { keeper } else { !keeper }
    }
}

/// What the moves of a state promise.
struct View {
    /// Which of the two efforts is the mover's.
    own: usize,
    effort: [u32; 2],
    best: Id,
    best_other: u32,
    second: u32,
}

impl View {
    /// The limits within which to follow the best move.
    fn limits(&self, limits: [u32; 2]) -> [u32; 2] {
        let mut next = [0; 2];
        let second = self.second.saturating_add(1 + self.second / 4);
        next[self.own] = limits[self.own].min(second);
        let rest = limits[1 - self.own].saturating_sub(self.effort[1 - self.own] - self.best_other);
        next[1 - self.own] = rest.max(self.best_other + 1);
        next
    }
}

/// The efforts of a state that is decided.
fn decided(winner: Side) -> [u32; 2] {
    match winner {
        Side::Attacker => [0, NEVER],
        Side::Defender => [NEVER, 0],
    }
}
