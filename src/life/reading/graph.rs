//! The graph of explored states, with its transposition table.

use super::distance::Distances;
use super::field::{Bits, each};
use super::fight::{Fight, MoveCode, PASS, State, Successor};
use super::history::History;
use super::node::{Edge, ProofNode, ProofNodeId, Scope};
use super::proof_number::{INFINITE, decided};
use super::zone_table::ZoneTable;
use crate::life::procedure::{Side, Success};

/// The bytes per state and per move of an [arena](super::arena), which proving allocates on top of
/// the graph.
const ARENA_STATE: usize = 120;
const ARENA_MOVE: usize = 8;

/// The explored part of one local game.
///
/// Only [`ProofNode::proved`], which [proving](super::proving) and the search's cycle-free proofs
/// set, states who succeeds. Everything else guides the search.
pub(super) struct Graph {
    pub(super) fight: Fight,
    pub(super) states: Vec<State>,
    pub(super) nodes: Vec<ProofNode>,
    pub(super) scopes: Vec<Scope>,
    pub(super) edges: Vec<Edge>,
    /// The points that each move [depends on](Successor::needs), if moves are generated lazily.
    needs: Vec<Bits>,
    /// The transposition table: an open-addressing hash table of state indices with part of their
    /// hash.
    table: Vec<(ProofNodeId, u32)>,
    pub(super) zone_table: ZoneTable,
    /// The history heuristic, for each side.
    pub(super) history: [History; 2],
    pub(super) distances: Distances,
    /// A buffer for move generation.
    moves: Vec<Successor>,
}

impl Graph {
    /// A graph of the root alone, which has index 0.
    pub(super) fn new(fight: Fight, start: State, winner: Option<Side>) -> Graph {
        let mut graph = Graph {
            distances: Distances::of(&fight, &start),
            fight,
            states: Vec::new(),
            nodes: Vec::new(),
            scopes: Vec::new(),
            edges: Vec::new(),
            needs: Vec::new(),
            table: vec![(ProofNodeId::MAX, 0); 1 << 10],
            zone_table: ZoneTable::default(),
            history: [History::new(), History::new()],
            moves: Vec::new(),
        };
        graph.add(start, winner, false);
        graph
    }

    /// Returns the memory in bytes, including what proving will need.
    pub(super) fn bytes(&self) -> usize {
        let state = size_of::<State>() + size_of::<ProofNode>() + size_of::<Scope>() + ARENA_STATE;
        let needs = if self.fight.is_lazy() {
            size_of::<Bits>()
        } else {
            0
        };
        let edge = size_of::<Edge>() + needs + ARENA_MOVE;
        state * self.states.len()
            + edge * self.edges.len()
            + size_of::<(ProofNodeId, u32)>() * self.table.len()
    }

    /// Returns the moves of a state; none if it has not been explored.
    pub(super) fn edges(&self, node: ProofNodeId) -> &[Edge] {
        let ProofNode { first, count, .. } = self.nodes[node as usize];
        &self.edges[first as usize..first as usize + usize::from(count)]
    }

    /// Returns the points that each move of a state [depends on](Successor::needs); nothing if
    /// moves are not generated lazily.
    pub(super) fn needs(&self, node: ProofNodeId) -> &[Bits] {
        let ProofNode { first, count, .. } = self.nodes[node as usize];
        if self.fight.is_lazy() {
            &self.needs[first as usize..first as usize + usize::from(count)]
        } else {
            &[]
        }
    }

    /// Returns the side to move in a state.
    pub(super) fn mover(&self, node: ProofNodeId) -> Side {
        self.nodes[node as usize].mover
    }

    /// Returns what [stands](Fight::standing) in a state.
    pub(super) fn standing(&self, node: ProofNodeId) -> Bits {
        match self.fight.procedure.success {
            // At most one thing can stand.
            Success::OwningForGood => Bits::from(self.nodes[node as usize].stands),
            Success::Capturing => self.fight.standing(&self.states[node as usize]),
        }
    }

    /// Generates the moves of a state.
    ///
    /// With lazy generation only one move is made: a play that ends the game, or else the pass.
    pub(super) fn explore(&mut self, node: ProofNodeId) {
        let state = &self.states[node as usize];
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        if self.fight.is_lazy() {
            // A play that ends the game makes all others unnecessary.
            let ending = self.fight.ending(state);
            moves.push(ending.unwrap_or_else(|| self.fight.pass(state)));
        } else {
            self.fight.moves(state, &mut moves);
        }
        self.moves = moves;
        self.add_moves(node);
        if self.fight.is_lazy() {
            self.scopes[node as usize].rest = self.unmade(node);
        }
    }

    /// Generates the legal plays on some points of an explored state.
    pub(super) fn expand(&mut self, node: ProofNodeId, points: Bits) {
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        self.fight
            .plays(&self.states[node as usize], points, &mut moves);
        self.moves = moves;
        self.scopes[node as usize].rest &= !points;
        self.add_moves(node);
    }

    /// Appends the generated moves to those of a state.
    fn add_moves(&mut self, node: ProofNodeId) {
        let moves = std::mem::take(&mut self.moves);
        let ProofNode { first, count, .. } = self.nodes[node as usize];
        let (first, count) = (first as usize, usize::from(count));
        let needed = count + moves.len();
        let mut at = first;
        let room = |count: usize| match count {
            0 => 0,
            _ if self.fight.is_lazy() => count.next_power_of_two(),
            _ => count,
        };
        if needed > room(count) {
            at = self.edges.len();
            let end = at + room(needed);
            self.edges.extend_from_within(first..first + count);
            self.edges.resize(end, Edge::NONE);
            if self.fight.is_lazy() {
                self.needs.extend_from_within(first..first + count);
                self.needs.resize(end, 0);
            }
            self.nodes[node as usize].first = at as u32;
        }
        for (successor, at) in moves.iter().zip(at + count..) {
            let to = self.add(
                successor.after,
                successor.winner,
                successor.code & PASS != 0,
            );
            self.edges[at] = Edge {
                to,
                code: successor.code,
            };
            if let Some(needs) = self.needs.get_mut(at) {
                *needs = successor.needs;
            }
        }
        self.moves = moves;
        // At most 127 plays, a pass, and one pass for each closed ko.
        self.nodes[node as usize].count = needed as u8;
    }

    /// Returns the index of a state, which is added if it is new. A proved state that [agrees with
    /// it on its zone](ZoneTable) stands in for it.
    fn add(&mut self, state: State, winner: Option<Side>, by_pass: bool) -> ProofNodeId {
        let hash = state.hash();
        let at = match self.slot(&state, hash) {
            Ok(id) => return id,
            Err(at) => at,
        };
        if winner.is_none()
            && self.learns()
            && let Some(like) = self.zone_table.probe(&self.states, &state)
        {
            return like;
        }
        let id = self.states.len() as ProofNodeId;
        let numbers = match winner {
            Some(winner) => decided(winner),
            // Entered only when nothing else is left.
            None if state.is_unknown() => [INFINITE - 1; 2],
            None => self.initial(&state, by_pass),
        };
        self.table[at] = (id, tag_of(hash));
        self.nodes.push(ProofNode {
            numbers,
            first: 0,
            count: 0,
            mover: self.fight.mover(&state),
            proved: winner,
            plan: PASS,
            stands: self.fight.standing(&state) != 0,
            is_narrow: false,
            on_path: 0,
        });
        self.states.push(state);
        self.scopes.push(Scope {
            zone: self.fight.target,
            rest: 0,
            admitted: 0,
        });
        if self.states.len() * 2 > self.table.len() {
            self.enlarge();
        }
        id
    }

    /// Finds a state in the transposition table: its index, or the free slot where it belongs.
    fn slot(&self, state: &State, hash: u64) -> Result<ProofNodeId, usize> {
        let mask = self.table.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            match self.table[at] {
                (ProofNodeId::MAX, _) => return Err(at),
                (id, tag) if tag == tag_of(hash) && self.states[id as usize] == *state => {
                    return Ok(id);
                }
                _ => at = (at + 1) & mask,
            }
        }
    }

    /// Doubles the transposition table.
    fn enlarge(&mut self) {
        self.table = vec![(ProofNodeId::MAX, 0); self.table.len() * 2];
        let mask = self.table.len() - 1;
        for (id, state) in self.states.iter().enumerate() {
            let hash = state.hash();
            let mut at = hash as usize & mask;
            while self.table[at].0 != ProofNodeId::MAX {
                at = (at + 1) & mask;
            }
            self.table[at] = (id as ProofNodeId, tag_of(hash));
        }
    }

    /// The initial proof numbers of a state.
    ///
    /// The side that does not move has to answer every play. Stones that must all be captured and
    /// are still on the board add to the attacker's number.
    fn initial(&self, state: &State, by_pass: bool) -> [u32; 2] {
        let room = self.fight.empty(state).count_ones().max(1);
        let late = u32::from(by_pass);
        let held = self.fight.held(state).count_ones();
        match self.fight.mover(state) {
            Side::Attacker => [1 + late + 2 * held, room + late],
            Side::Defender => [room + late + 2 * held, 1 + late],
        }
    }

    /// Returns the exact state after a move. The graph's edge may lead to a state that merely
    /// [agrees with it](ZoneTable).
    pub(super) fn after(&self, node: ProofNodeId, edge: &Edge) -> State {
        let made = if self.learns() {
            self.fight.again(&self.states[node as usize], edge.code)
        } else {
            None
        };
        made.map_or(self.states[edge.to as usize], |successor| successor.after)
    }

    /// Returns true if proofs are generalized to states that agree on the zone.
    ///
    /// Not if losses are counted, because captures outside the zone count too.
    pub(super) fn learns(&self) -> bool {
        self.fight.is_lazy() && self.fight.cap == 0
    }

    /// Returns true if a generated move is guessed to be irrelevant.
    pub(super) fn is_left_out(&self, node: ProofNodeId, edge: &Edge) -> bool {
        let Scope { zone, admitted, .. } = self.scopes[node as usize];
        let is_narrow = self.nodes[node as usize].is_narrow;
        is_narrow && !edge.is_pass() && (zone | admitted) >> edge.code & 1 == 0
    }

    /// Returns true if a move of a proved state matters: any move of the winner, and the loser's
    /// moves in the [zone](super::zone).
    pub(super) fn matters(&self, node: ProofNodeId, edge: &Edge) -> bool {
        let is_won = self.nodes[node as usize].proved == Some(self.mover(node));
        is_won || edge.is_pass() || self.scopes[node as usize].zone >> edge.code & 1 == 1
    }

    /// Marks plays that were guessed to be irrelevant as relevant and generates them.
    pub(super) fn admit(&mut self, node: ProofNodeId, points: Bits) {
        let admitted = &mut self.scopes[node as usize];
        admitted.zone |= points;
        admitted.admitted |= points;
        let made = self.made(node);
        self.expand(node, points & !made);
    }

    /// Returns the points of the plays of a state that have been generated.
    fn made(&self, node: ProofNodeId) -> Bits {
        let plays = self.edges(node).iter().filter(|edge| !edge.is_pass());
        plays.fold(0, |made, edge| made | 1 << edge.code)
    }

    /// Returns the empty points where no play of a state has been generated.
    fn unmade(&self, node: ProofNodeId) -> Bits {
        self.fight.empty(&self.states[node as usize]) & !self.made(node)
    }

    /// Returns the legal plays of a state that have not been generated.
    pub(super) fn left_out(&self, node: ProofNodeId) -> Bits {
        let state = &self.states[node as usize];
        each(self.unmade(node))
            .filter(|&at| self.fight.may_play(state, at))
            .fold(0, |all, at| all | at)
    }

    /// Marks an explored state as proved.
    pub(super) fn prove(&mut self, node: ProofNodeId, winner: Side, plan: MoveCode, zone: Bits) {
        if self.learns() {
            let state = &self.states[node as usize];
            self.zone_table.insert(node, state, zone);
        }
        self.scopes[node as usize].zone = zone;
        let node = &mut self.nodes[node as usize];
        node.proved = Some(winner);
        node.plan = plan;
        node.numbers = decided(winner);
    }

    /// Resets every guess that is not proved.
    pub(super) fn doubt_all(&mut self) {
        for id in 0..self.nodes.len() as ProofNodeId {
            self.doubt(id);
        }
    }

    /// Resets the guess of a state that is not proved.
    pub(super) fn doubt(&mut self, id: ProofNodeId) {
        let node = &mut self.nodes[id as usize];
        if node.proved.is_none() && node.guessed().is_some() {
            node.numbers = [1, 1];
            node.is_narrow = false;
            if node.is_explored() && self.fight.is_lazy() {
                self.scopes[id as usize].rest = self.unmade(id);
            }
        }
    }
}

/// The part of a hash that is stored with a state's index.
fn tag_of(hash: u64) -> u32 {
    (hash >> 32) as u32
}
