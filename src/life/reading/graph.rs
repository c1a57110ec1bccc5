//! The states explored so far, and the search that chooses which to explore next.

use super::distance::{Distances, Times};
use super::field::{Bits, each, lowest};
use super::fight::{Fight, PASS, Ply, Settled, State, Step};
use super::habit::Habits;
use super::patterns::Patterns;
use super::zone::{self, Reply};
use crate::life::procedure::{Side, Success};

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
    /// Who is to move.
    mover: Side,
    /// The side that is proved to succeed from here.
    pub(super) proved: Settled,
    /// Its move, if it is proved and to move.
    pub(super) plan: Step,
    /// Whether something [stands](Fight::standing).
    stands: bool,
    /// Whether the plays that do not matter, as far as can be guessed, have been left out of the rest.
    is_narrow: bool,
    /// Place on the path of the search, from 1; 0 if it is not on it.
    on_path: u16,
}

impl Node {
    /// Whether its moves have been made.
    pub(super) fn is_explored(&self) -> bool {
        self.count > 0
    }

    /// The side that is guessed to succeed, if that is guessed for certain.
    pub(super) fn guessed(&self) -> Settled {
        match self.effort {
            [0, _] => Some(Side::Attacker),
            [_, 0] => Some(Side::Defender),
            _ => None,
        }
    }
}

/// Which plays matter in a state; apart from what is looked at in choosing between moves to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scope {
    /// The [zone](super::zone) of what is proved, or else of what is guessed.
    pub(super) zone: Bits,
    /// Plays that have not been made and may matter.
    rest: Bits,
    /// Plays that were found to matter although guessed not to.
    admitted: Bits,
}

/// A move and what it leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) to: Id,
    pub(super) step: Step,
}

impl Edge {
    /// Room for a move.
    const NONE: Edge = Edge {
        to: Id::MAX,
        step: PASS,
    };
}

/// The explored part of one verification game.
///
/// What it says of the sides' success is only in [`Node::proved`], which the [fixpoint](super::fixpoint) sets.
pub(super) struct Graph {
    pub(super) fight: Fight,
    pub(super) states: Vec<State>,
    pub(super) nodes: Vec<Node>,
    pub(super) scopes: Vec<Scope>,
    edges: Vec<Edge>,
    /// What each move [depends on](Ply::needs), where moves can be left out.
    needs: Vec<Bits>,
    /// Where the states are, by their hash: their number and a part of the hash.
    table: Vec<(Id, u32)>,
    patterns: Patterns,
    /// How the plays of each side have done.
    habits: [Habits; 2],
    distances: Distances,
    moves: Vec<Ply>,
}

/// Why a search stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// It takes the first state for decided.
    Decided,
    /// The graph has as many states as it may have.
    Full,
    /// It has gone over known states for long and found no new one.
    Stuck,
    /// It was told to stop.
    Told,
    /// All depends on states that are [unknown](State::UNKNOWN).
    Unknown,
}

struct Frame {
    node: Id,
    limits: [u32; 2],
    /// The move that led here.
    step: Step,
}

/// The longest line the search follows.
const LONGEST_LINE: usize = 600;
/// The most steps without a new state that are made in any case.
const PATIENCE: usize = 100_000;
/// After how many steps, more or less, the search looks whether it must stop.
const CLOCK: usize = 512;

impl Graph {
    /// A graph with the first state only, which has number 0.
    pub(super) fn new(fight: Fight, start: State, settled: Settled) -> Graph {
        let mut graph = Graph {
            distances: Distances::of(&fight, &start),
            fight,
            states: Vec::new(),
            nodes: Vec::new(),
            scopes: Vec::new(),
            edges: Vec::new(),
            needs: Vec::new(),
            table: vec![(Id::MAX, 0); 1 << 10],
            patterns: Patterns::default(),
            habits: [Habits::new(), Habits::new()],
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

    /// What each move of a state [depends on](Ply::needs); nothing where no move can be left out.
    pub(super) fn needs(&self, node: Id) -> &[Bits] {
        let Node { first, count, .. } = self.nodes[node as usize];
        match self.fight.is_lazy() {
            true => &self.needs[first as usize..first as usize + usize::from(count)],
            false => &[],
        }
    }

    /// Who is to move in a state.
    pub(super) fn mover(&self, node: Id) -> Side {
        self.nodes[node as usize].mover
    }

    /// What [stands](Fight::standing) in a state.
    pub(super) fn standing(&self, node: Id) -> Bits {
        match self.fight.procedure.success {
            // One thing at most.
            Success::OwningForGood => Bits::from(self.nodes[node as usize].stands),
            Success::Capturing => self.fight.standing(&self.states[node as usize]),
        }
    }

    /// The number of a state, or the place in the table where it belongs.
    fn slot(&self, state: &State, hash: u64) -> Result<Id, usize> {
        let mask = self.table.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            match self.table[at] {
                (Id::MAX, _) => return Err(at),
                (id, tag) if tag == tag_of(hash) && self.states[id as usize] == *state => {
                    return Ok(id);
                }
                _ => at = (at + 1) & mask,
            }
        }
    }

    /// Twice as large a table.
    fn enlarge(&mut self) {
        self.table = vec![(Id::MAX, 0); self.table.len() * 2];
        let mask = self.table.len() - 1;
        for (id, state) in self.states.iter().enumerate() {
            let hash = state.hash();
            let mut at = hash as usize & mask;
            while self.table[at].0 != Id::MAX {
                at = (at + 1) & mask;
            }
            self.table[at] = (id as Id, tag_of(hash));
        }
    }

    /// The number of a state, or of a proved one that is [like it](Patterns).
    fn add(&mut self, state: State, settled: Settled, by_pass: bool) -> Id {
        let hash = state.hash();
        let at = match self.slot(&state, hash) {
            Ok(id) => return id,
            Err(at) => at,
        };
        if settled.is_none()
            && self.learns()
            && let Some(like) = self.patterns.find(&self.states, &state)
        {
            return like;
        }
        let id = self.states.len() as Id;
        let effort = match settled {
            Some(winner) => decided(winner),
            // Looked at when nothing else is left.
            None if state.is_unknown() => [NEVER - 1; 2],
            None => self.guess(&state, by_pass),
        };
        self.table[at] = (id, tag_of(hash));
        self.nodes.push(Node {
            effort,
            first: 0,
            count: 0,
            mover: self.fight.mover(&state),
            proved: settled,
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

    /// Efforts before anything is read: the side that does not move must have an answer to everything, and
    /// stones that all must be taken are still to be taken.
    fn guess(&self, state: &State, by_pass: bool) -> [u32; 2] {
        let room = self.fight.empty(state).count_ones().max(1);
        let late = u32::from(by_pass);
        let held = self.fight.held(state).count_ones();
        match self.fight.mover(state) {
            Side::Attacker => [1 + late + 2 * held, room + late],
            Side::Defender => [room + late + 2 * held, 1 + late],
        }
    }

    /// Makes the moves of a state: all of them, or if moves can be left out, a play that ends it or the pass.
    pub(super) fn explore(&mut self, node: Id) {
        let state = &self.states[node as usize];
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        if self.fight.is_lazy() {
            // A play that ends it is all that is needed.
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

    /// The state after a move: that which it leads to in the graph, or one that this [is like](Patterns).
    pub(super) fn after(&self, node: Id, edge: &Edge) -> State {
        let made = match self.learns() {
            true => self.fight.again(&self.states[node as usize], edge.step),
            false => None,
        };
        made.map_or(self.states[edge.to as usize], |ply| ply.after)
    }

    /// Whether a move, although it has been made, is guessed not to matter.
    pub(super) fn is_left_out(&self, node: Id, edge: &Edge) -> bool {
        let Scope { zone, admitted, .. } = self.scopes[node as usize];
        let is_narrow = self.nodes[node as usize].is_narrow;
        is_narrow && edge.step & PASS == 0 && (zone | admitted) >> edge.step & 1 == 0
    }

    /// Whether a move of a proved state must be looked at: if its mover succeeds, or by the [zone](super::zone).
    pub(super) fn matters(&self, node: Id, edge: &Edge) -> bool {
        let is_won = self.nodes[node as usize].proved == Some(self.mover(node));
        is_won || edge.step & PASS != 0 || self.scopes[node as usize].zone >> edge.step & 1 == 1
    }

    /// Takes back that some plays of a state do not matter.
    pub(super) fn admit(&mut self, node: Id, points: Bits) {
        let admitted = &mut self.scopes[node as usize];
        admitted.zone |= points;
        admitted.admitted |= points;
        let made = self.made(node);
        self.expand(node, points & !made);
    }

    /// The plays of a state that have been made.
    fn made(&self, node: Id) -> Bits {
        let plays = self.edges(node).iter().filter(|edge| edge.step & PASS == 0);
        plays.fold(0, |made, edge| made | 1 << edge.step)
    }

    /// Makes more moves of a state, the legal ones among plays on these points.
    pub(super) fn expand(&mut self, node: Id, points: Bits) {
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        self.fight
            .plays(&self.states[node as usize], points, &mut moves);
        self.moves = moves;
        self.scopes[node as usize].rest &= !points;
        self.add_moves(node);
    }

    fn add_moves(&mut self, node: Id) {
        let moves = std::mem::take(&mut self.moves);
        let Node { first, count, .. } = self.nodes[node as usize];
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
        for (ply, at) in moves.iter().zip(at + count..) {
            let to = self.add(ply.after, ply.settled, ply.step & PASS != 0);
            self.edges[at] = Edge { to, step: ply.step };
            if let Some(needs) = self.needs.get_mut(at) {
                *needs = ply.needs;
            }
        }
        self.moves = moves;
        self.nodes[node as usize].count = needed as u8;
    }

    /// The zone of a state whose mover does not succeed, and the plays in it that have not been made.
    fn zone_of_lost(&self, node: Id, winner: Side) -> (Bits, Bits) {
        let state = &self.states[node as usize];
        let own = match winner {
            Side::Attacker => 1,
            Side::Defender => 0,
        };
        let moves = self.edges(node).iter().zip(self.needs(node));
        let replies = moves.map(|(edge, needs)| {
            let child = &self.nodes[edge.to as usize];
            let is_lost = child.effort[1 - own] == 0 || child.on_path > 0;
            Reply {
                step: edge.step,
                zone: if is_lost {
                    needs | self.scopes[edge.to as usize].zone
                } else {
                    0
                },
            }
        });
        zone::of_lost(
            &self.fight,
            state,
            winner,
            self.scopes[node as usize].admitted,
            replies,
            false,
        )
    }

    /// Whether what is proved of a state is kept for others like it. Not where losses are counted: what is taken outside
    /// of the zone counts too.
    fn learns(&self) -> bool {
        self.fight.is_lazy() && self.fight.cap == 0
    }

    /// Marks an explored state as proved.
    pub(super) fn prove(&mut self, node: Id, winner: Side, plan: Step, zone: Bits) {
        if self.learns() {
            let state = &self.states[node as usize];
            self.patterns.learn(node, state, zone);
        }
        self.scopes[node as usize].zone = zone;
        let node = &mut self.nodes[node as usize];
        node.proved = Some(winner);
        node.plan = plan;
        node.effort = decided(winner);
    }

    /// Forgets the guesses that are not proved.
    pub(super) fn doubt_all(&mut self) {
        for id in 0..self.nodes.len() as Id {
            self.doubt(id);
        }
    }

    /// Forgets the guess of a state, if it is not proved.
    pub(super) fn doubt(&mut self, id: Id) {
        let node = &mut self.nodes[id as usize];
        if node.proved.is_none() && node.guessed().is_some() {
            node.effort = [1, 1];
            node.is_narrow = false;
            if node.is_explored() && self.fight.is_lazy() {
                self.scopes[id as usize].rest = self.unmade(id);
            }
        }
    }

    /// Depth-first proof-number search (Nagai 2002) from the first state, which leaves its guesses in the graph.
    ///
    /// A line that comes back to a state on it is taken for decided by what stood all along the cycle. What
    /// is guessed so may depend on the line it was guessed on, so that nothing is proved here.
    pub(super) fn search(
        &mut self,
        from: Id,
        most_states: usize,
        is_over: &dyn Fn() -> bool,
    ) -> Stop {
        let mut path = Vec::new();
        self.enter(&mut path, from, [NEVER, NEVER], PASS);
        let mut known = self.states.len();
        let (mut steps, mut idle) = (0usize, 0);
        while let Some(frame) = path.last() {
            let Frame { node, limits, step } = *frame;
            idle = if self.states.len() > known {
                0
            } else {
                idle + 1
            };
            known = self.states.len();
            steps += 1;
            let stop = if known >= most_states {
                Some(Stop::Full)
            } else if idle > 4 * known + PATIENCE {
                Some(Stop::Stuck)
            } else if steps % CLOCK == 1 && is_over() {
                Some(Stop::Told)
            } else if !self.nodes[node as usize].is_explored()
                && self.states[node as usize].is_unknown()
            {
                Some(Stop::Unknown)
            } else {
                None
            };
            if let Some(stop) = stop {
                for frame in &path {
                    self.nodes[frame.node as usize].on_path = 0;
                }
                return stop;
            }
            if !self.nodes[node as usize].is_explored() {
                self.explore(node);
            }
            let view = self.weigh(&path);
            if self.fight.is_lazy() && self.narrow(node, &view) {
                continue;
            }
            self.nodes[node as usize].effort = view.effort;
            let [attack, defence] = view.effort;
            let is_decided = attack == 0 || defence == 0;
            let is_too_long = path.len() >= LONGEST_LINE;
            if is_too_long && !is_decided {
                self.nodes[node as usize].effort = decided(!self.fight.procedure.keeper());
            }
            if is_decided || is_too_long || attack >= limits[0] || defence >= limits[1] {
                self.nodes[node as usize].on_path = 0;
                let other = 1 - view.own;
                self.habits[other].left(step, self.nodes[node as usize].effort[other]);
                path.pop();
                continue;
            }
            if view.best_play != 0 {
                self.expand(node, view.best_play);
                continue;
            }
            if self.replace(node, &view) {
                continue;
            }
            let limits = view.limits(limits);
            self.enter(&mut path, view.best, limits, view.best_step);
        }
        Stop::Decided
    }

    /// Lets the best move lead to a state that has been proved, if the one that it leads to has not been looked at and
    /// is like it.
    fn replace(&mut self, node: Id, view: &View) -> bool {
        if !self.learns() || self.nodes[view.best as usize].is_explored() {
            return false;
        }
        let state = &self.states[view.best as usize];
        let like = self.patterns.find(&self.states, state);
        if let Some(like) = like {
            let first = self.nodes[node as usize].first as usize;
            self.edges[first + view.best_at].to = like;
        }
        like.is_some()
    }

    /// Finds the zone of a state that is guessed to be decided, and which plays in it could change that, once
    /// it is guessed what a pass leads to; tells whether that is news.
    fn narrow(&mut self, node: Id, view: &View) -> bool {
        let mover = self.mover(node);
        let state = &self.states[node as usize];
        if view.effort[view.own] == 0 {
            self.habits[view.own].won(view.best_step);
            let zone = zone::at_least(&self.fight, state, mover)
                | self.needs(node)[view.best_at]
                | self.scopes[view.best as usize].zone;
            if self.nodes[view.best as usize].proved == Some(mover) {
                self.prove(node, mover, view.best_step, zone);
                return false;
            }
            self.scopes[node as usize].zone = zone;
            return false;
        }
        let is_lost = view.effort[1 - view.own] == 0;
        if is_lost || view.pass_fails && !self.nodes[node as usize].is_narrow {
            let (zone, missing) = self.zone_of_lost(node, !mover);
            if is_lost && missing == 0 {
                let mut replies = self
                    .edges(node)
                    .iter()
                    .filter(|edge| edge.step & PASS != 0 || zone >> edge.step & 1 == 1);
                if replies.all(|edge| self.nodes[edge.to as usize].proved == Some(!mover)) {
                    self.prove(node, !mover, PASS, zone);
                    return false;
                }
            }
            let scope = &mut self.scopes[node as usize];
            scope.zone = zone;
            scope.rest = missing;
            self.nodes[node as usize].is_narrow = true;
            return !is_lost || missing != 0;
        }
        false
    }

    /// Explores up to so many states that the first one depends on, nearest first, or else makes the plays of so
    /// many that were left out; tells how many.
    pub(super) fn widen(&mut self, count: usize) -> usize {
        let mut seen = vec![false; self.nodes.len()];
        let mut queue = std::collections::VecDeque::from([0]);
        let mut unexplored = Vec::new();
        let mut narrow = Vec::new();
        seen[0] = true;
        while let Some(node) = queue.pop_front() {
            if self.states[node as usize].is_unknown() {
                continue;
            }
            if !self.nodes[node as usize].is_explored() {
                unexplored.push(node);
                if unexplored.len() == count {
                    break;
                }
                continue;
            }
            if self.fight.is_lazy() && narrow.len() < count {
                let left_out = self.left_out(node);
                if left_out != 0 {
                    narrow.push((node, left_out));
                }
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
        if !unexplored.is_empty() {
            return unexplored.len();
        }
        for &(node, left_out) in &narrow {
            self.expand(node, left_out);
        }
        narrow.len()
    }

    /// The plays of a state that have not been made, if they are legal.
    fn unmade(&self, node: Id) -> Bits {
        self.fight.empty(&self.states[node as usize]) & !self.made(node)
    }

    /// The legal plays of a state that have not been made.
    fn left_out(&self, node: Id) -> Bits {
        let state = &self.states[node as usize];
        each(self.unmade(node))
            .filter(|&at| self.fight.may_play(state, at))
            .fold(0, |all, at| all | at)
    }

    fn enter(&mut self, path: &mut Vec<Frame>, node: Id, limits: [u32; 2], step: Step) {
        path.push(Frame { node, limits, step });
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
            best_at: 0,
            best_step: PASS,
            best_times: self.distances.times(PASS),
            best_other: 0,
            best_play: 0,
            pass_fails: false,
            second: NEVER,
        };
        let mut least = NEVER;
        let mut sum = 0u32;
        for (at, edge) in self.edges(node).iter().enumerate() {
            if self.is_left_out(node, edge) {
                continue;
            }
            let child = &self.nodes[edge.to as usize];
            let mut effort = if child.proved.is_none() && child.on_path > 0 {
                decided(self.cycle_winner(&path[usize::from(child.on_path) - 1..]))
            } else {
                child.effort
            };
            let times = self.distances.times(edge.step);
            effort[own] = times.more(effort[own]);
            effort[1 - own] = times.less(effort[1 - own]);
            if effort[own] < least {
                view.second = least;
                least = effort[own];
                view.best = edge.to;
                view.best_at = at;
                view.best_step = edge.step;
                view.best_times = times;
                view.best_other = effort[1 - own];
            } else if effort[own] < view.second {
                view.second = effort[own];
            }
            if effort[own] == 0 {
                view.effort[1 - own] = NEVER;
                return view;
            }
            if edge.step == PASS {
                view.pass_fails = child.proved.is_some() && effort[1 - own] == 0;
            }
            if effort[1 - own] > 0 {
                sum = sum.saturating_add(effort[1 - own]).min(NEVER - 1);
            }
        }
        view.effort[own] = least;
        let rest = self.scopes[node as usize].rest;
        if rest != 0 {
            let room = self.fight.empty(&self.states[node as usize]).count_ones();
            let guess = self.habits[own].effort(rest, room, &self.distances);
            if guess < least {
                view.second = if rest & (rest - 1) == 0 { least } else { guess };
                least = guess;
                view.best_play = self.habits[own].likeliest(rest).unwrap_or_else(|| {
                    let takes = self.takes(node) & rest;
                    self.nearest(if takes != 0 { takes } else { rest })
                });
            } else {
                view.second = view.second.min(guess);
            }
            sum = sum.saturating_add(rest.count_ones()).min(NEVER - 1);
        }
        view.effort[1 - own] = sum;
        if least < NEVER {
            view.effort[own] = least.min(NEVER - 1);
        }
        view
    }

    /// The points where a play takes stones.
    fn takes(&self, node: Id) -> Bits {
        let state = &self.states[node as usize];
        let field = &self.fight.field;
        let empty = self.fight.empty(state);
        let chains = field.parts(state.stones[1 - usize::from(state.turn)] & !state.fixed);
        let liberties = chains.map(|chain| field.grown(chain) & empty);
        let last = liberties.filter(|points| points.is_power_of_two());
        last.fold(0, |all, point| all | point)
    }

    /// One of some points, nearest to the target.
    fn nearest(&self, points: Bits) -> Bits {
        let field = &self.fight.field;
        let mut near = field.grown(self.fight.target);
        while near & points == 0 && near != field.all {
            near = field.grown(near);
        }
        lowest(if near & points != 0 {
            near & points
        } else {
            points
        })
        .unwrap_or(0)
    }

    fn cycle_winner(&self, cycle: &[Frame]) -> Side {
        let standing = cycle
            .iter()
            .fold(Bits::MAX, |bits, frame| bits & self.standing(frame.node));
        let keeper = self.fight.procedure.keeper();
        if standing != 0 { keeper } else { !keeper }
    }
}

/// The part of a hash that is kept beside the number of a state.
fn tag_of(hash: u64) -> u32 {
    (hash >> 32) as u32
}

/// What the moves of a state promise.
struct View {
    /// Which of the two efforts is the mover's.
    own: usize,
    effort: [u32; 2],
    best: Id,
    /// Which of the moves it is.
    best_at: usize,
    best_step: Step,
    best_times: Times,
    best_other: u32,
    /// The best move, if it has not been made.
    best_play: Bits,
    pass_fails: bool,
    second: u32,
}

impl View {
    /// The limits within which to follow the best move.
    fn limits(&self, limits: [u32; 2]) -> [u32; 2] {
        let mut next = [0; 2];
        let second = self.second.saturating_add(1 + self.second / 4);
        next[self.own] = self.best_times.limit_of_more(limits[self.own].min(second));
        let rest = limits[1 - self.own].saturating_sub(self.effort[1 - self.own] - self.best_other);
        next[1 - self.own] = self.best_times.limit_of_less(rest.max(self.best_other + 1));
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
