//! Depth-first proof-number search (df-pn: Nagai 2002). It chooses what to explore next.

use super::field::{Bits, lowest};
use super::fight::{MoveCode, PASS};
use super::graph::Graph;
use super::node::ProofNodeId;
use super::proof_number::{Factor, INFINITE, decided};
use super::zone::{self, LostMove};
use crate::life::meter::Meter;
use crate::life::procedure::Side;
use std::collections::VecDeque;

/// The reason why a search stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StopReason {
    /// The proof numbers call the root decided.
    Decided,
    /// The graph has reached its limit of states.
    Full,
    /// The search found no new state for a long time.
    Stuck,
    /// The search was cancelled, or its work or memory is exhausted.
    Told,
    /// Only [unknown](super::fight::State::UNKNOWN) states are left.
    Unknown,
}

/// A state on the search path.
struct Frame {
    node: ProofNodeId,
    /// The search leaves the state when one of its proof numbers reaches its threshold.
    thresholds: [u32; 2],
    /// The move that led here.
    code: MoveCode,
}

/// The longest path that the search follows.
const LONGEST_PATH: usize = 600;
/// The least number of steps without a new state before the search counts as stuck.
const PATIENCE: usize = 100_000;
/// The interval between stop checks, in steps.
const CLOCK: usize = 512;
/// The work of a step, and of each move that it scans.
const STEP: u64 = 60;
const LOOK: u64 = 10;
/// The work of each new state, and the additional work per point of the field: without and with
/// lazy move generation, which also computes zones.
const NEW_STATE: u64 = 500;
const NEW_POINT: [u64; 2] = [6, 16];

/// The progress of a search.
struct SearchProgress {
    states: usize,
    steps: usize,
    /// The steps since the last new state.
    idle: usize,
    /// The work of a new state.
    new_state: u64,
}

impl SearchProgress {
    fn of(graph: &Graph) -> SearchProgress {
        let new_point = NEW_POINT[usize::from(graph.fight.is_lazy())];
        SearchProgress {
            states: graph.states.len(),
            steps: 0,
            idle: 0,
            new_state: NEW_STATE + new_point * u64::from(graph.fight.field.all.count_ones()),
        }
    }

    /// Counts a step to a state. Returns the reason to stop there, if any.
    #[inline(always)]
    fn step(
        &mut self,
        graph: &Graph,
        node: ProofNodeId,
        most_states: usize,
        meter: &Meter,
    ) -> Option<StopReason> {
        let states = graph.states.len();
        let looks = STEP + LOOK * u64::from(graph.nodes[node as usize].count);
        meter.spend(looks + self.new_state * (states - self.states) as u64);
        self.idle = if states > self.states {
            0
        } else {
            self.idle + 1
        };
        self.states = states;
        self.steps += 1;
        if states >= most_states {
            Some(StopReason::Full)
        } else if self.idle > 4 * states + PATIENCE {
            Some(StopReason::Stuck)
        } else if meter.is_spent() || self.steps % CLOCK == 1 && is_over(graph, meter) {
            Some(StopReason::Told)
        } else if !graph.nodes[node as usize].is_explored()
            && graph.states[node as usize].is_unknown()
        {
            Some(StopReason::Unknown)
        } else {
            None
        }
    }
}

fn is_over(graph: &Graph, meter: &Meter) -> bool {
    graph.bytes() > meter.memory() || meter.is_told()
}

impl Graph {
    /// Searches from a state until its proof numbers call it decided, or until there is another
    /// reason to stop.
    ///
    /// A path that closes a cycle is scored by what stood throughout the cycle. Such a score may
    /// hold on that path only (graph history interaction), so the search proves nothing by a cycle.
    pub(super) fn search(
        &mut self,
        from: ProofNodeId,
        most_states: usize,
        meter: &Meter,
    ) -> StopReason {
        let mut path = Vec::new();
        self.enter(&mut path, from, [INFINITE, INFINITE], PASS);
        let mut progress = SearchProgress::of(self);
        while let Some(frame) = path.last() {
            let Frame {
                node,
                thresholds,
                code,
            } = *frame;
            if let Some(reason) = progress.step(self, node, most_states, meter) {
                for frame in &path {
                    self.nodes[frame.node as usize].on_path = 0;
                }
                return reason;
            }
            if !self.nodes[node as usize].is_explored() {
                self.explore(node);
            }
            let selection = self.select(&path);
            if self.fight.is_lazy() && self.narrow(node, &selection) {
                continue;
            }
            self.nodes[node as usize].numbers = selection.numbers;
            let [attack, defence] = selection.numbers;
            let is_decided = attack == 0 || defence == 0;
            let is_too_long = path.len() >= LONGEST_PATH;
            if is_too_long && !is_decided {
                self.nodes[node as usize].numbers = decided(!self.fight.procedure.keeper());
            }
            if is_decided || is_too_long || attack >= thresholds[0] || defence >= thresholds[1] {
                self.nodes[node as usize].on_path = 0;
                let other = 1 - selection.own;
                self.history[other].leave(code, self.nodes[node as usize].numbers[other]);
                path.pop();
                continue;
            }
            if selection.best_play != 0 {
                self.expand(node, selection.best_play);
                continue;
            }
            if self.replace(node, &selection) {
                continue;
            }
            let thresholds = selection.thresholds(thresholds);
            self.enter(&mut path, selection.best, thresholds, selection.best_code);
        }
        StopReason::Decided
    }

    fn enter(
        &mut self,
        path: &mut Vec<Frame>,
        node: ProofNodeId,
        thresholds: [u32; 2],
        code: MoveCode,
    ) {
        path.push(Frame {
            node,
            thresholds,
            code,
        });
        self.nodes[node as usize].on_path = path.len() as u16;
    }

    /// Selects the most promising move of the last state on a path and computes the state's proof
    /// numbers.
    fn select(&self, path: &[Frame]) -> Selection {
        let node = path.last().expect("the path is not empty").node;
        let own = match self.mover(node) {
            Side::Attacker => 0,
            Side::Defender => 1,
        };
        let mut selection = Selection {
            own,
            numbers: [0; 2],
            best: 0,
            best_at: 0,
            best_code: PASS,
            best_factor: self.distances.factor(PASS),
            best_other: 0,
            best_play: 0,
            pass_fails: false,
            second: INFINITE,
        };
        let mut least = INFINITE;
        let mut sum = 0u32;
        for (at, edge) in self.edges(node).iter().enumerate() {
            if self.is_left_out(node, edge) {
                continue;
            }
            let child = &self.nodes[edge.to as usize];
            let mut numbers = if child.proved.is_none() && child.on_path > 0 {
                decided(self.cycle_winner(&path[usize::from(child.on_path) - 1..]))
            } else {
                child.numbers
            };
            let factor = self.distances.factor(edge.code);
            numbers[own] = factor.times(numbers[own]);
            numbers[1 - own] = factor.divide(numbers[1 - own]);
            if numbers[own] < least {
                selection.second = least;
                least = numbers[own];
                selection.best = edge.to;
                selection.best_at = at;
                selection.best_code = edge.code;
                selection.best_factor = factor;
                selection.best_other = numbers[1 - own];
            } else if numbers[own] < selection.second {
                selection.second = numbers[own];
            }
            if numbers[own] == 0 {
                selection.numbers[1 - own] = INFINITE;
                return selection;
            }
            if edge.code == PASS {
                selection.pass_fails = child.proved.is_some() && numbers[1 - own] == 0;
            }
            if numbers[1 - own] > 0 {
                sum = sum.saturating_add(numbers[1 - own]).min(INFINITE - 1);
            }
        }
        selection.numbers[own] = least;
        let rest = self.scopes[node as usize].rest;
        if rest != 0 {
            let room = self.fight.empty(&self.states[node as usize]).count_ones();
            let guess = self.expected(own, rest, room);
            if guess < least {
                selection.second = if rest & (rest - 1) == 0 { least } else { guess };
                least = guess;
                selection.best_play = self.history[own].likeliest(rest).unwrap_or_else(|| {
                    let takes = self.takes(node) & rest;
                    self.nearest(if takes != 0 { takes } else { rest })
                });
            } else {
                selection.second = selection.second.min(guess);
            }
            sum = sum.saturating_add(rest.count_ones()).min(INFINITE - 1);
        }
        selection.numbers[1 - own] = sum;
        if least < INFINITE {
            selection.numbers[own] = least.min(INFINITE - 1);
        }
        selection
    }

    /// Returns the least proof number expected of plays that have not been generated.
    fn expected(&self, own: usize, plays: Bits, usual: u32) -> u32 {
        self.history[own].expected(plays, usual, |point| self.distances.harder(point))
    }

    /// Returns the side that succeeds if a cycle repeats forever.
    fn cycle_winner(&self, cycle: &[Frame]) -> Side {
        let standing = cycle
            .iter()
            .fold(Bits::MAX, |bits, frame| bits & self.standing(frame.node));
        let keeper = self.fight.procedure.keeper();
        if standing != 0 { keeper } else { !keeper }
    }

    /// Narrows a state to its relevance zone.
    ///
    /// Once a state looks decided, or a pass is proved to fail, its zone is computed, with the
    /// plays in the zone that have not been generated. Plays outside need no answer. The state is
    /// proved if no cycle is involved. Returns true if the state must be selected from again.
    fn narrow(&mut self, node: ProofNodeId, selection: &Selection) -> bool {
        let mover = self.mover(node);
        let state = &self.states[node as usize];
        if selection.numbers[selection.own] == 0 {
            self.history[selection.own].win(selection.best_code);
            let zone = zone::at_least(&self.fight, state, mover)
                | self.needs(node)[selection.best_at]
                | self.scopes[selection.best as usize].zone;
            if self.nodes[selection.best as usize].proved == Some(mover) {
                self.prove(node, mover, selection.best_code, zone);
                return false;
            }
            self.scopes[node as usize].zone = zone;
            return false;
        }
        let is_lost = selection.numbers[1 - selection.own] == 0;
        if is_lost || selection.pass_fails && !self.nodes[node as usize].is_narrow {
            let (zone, missing) = self.zone_of_lost(node, !mover);
            if is_lost && missing == 0 {
                let mut replies = self
                    .edges(node)
                    .iter()
                    .filter(|edge| edge.is_pass() || zone >> edge.code & 1 == 1);
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

    /// Computes the zone of a state whose mover fails, and the plays in it that have not been
    /// generated.
    fn zone_of_lost(&self, node: ProofNodeId, winner: Side) -> (Bits, Bits) {
        let state = &self.states[node as usize];
        let own = match winner {
            Side::Attacker => 1,
            Side::Defender => 0,
        };
        let moves = self.edges(node).iter().zip(self.needs(node));
        let lost_moves = moves.map(|(edge, needs)| {
            let child = &self.nodes[edge.to as usize];
            let is_lost = child.numbers[1 - own] == 0 || child.on_path > 0;
            LostMove {
                code: edge.code,
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
            lost_moves,
            false,
        )
    }

    /// Redirects the best move to a proved state that agrees with its target on the zone, unless
    /// the target is explored. Returns true if it did.
    fn replace(&mut self, node: ProofNodeId, selection: &Selection) -> bool {
        if !self.learns() || self.nodes[selection.best as usize].is_explored() {
            return false;
        }
        let state = &self.states[selection.best as usize];
        let like = self.zone_table.probe(&self.states, state);
        if let Some(like) = like {
            let first = self.nodes[node as usize].first as usize;
            self.edges[first + selection.best_at].to = like;
        }
        like.is_some()
    }

    /// Returns the points where the side to move captures.
    fn takes(&self, node: ProofNodeId) -> Bits {
        let state = &self.states[node as usize];
        let field = &self.fight.field;
        let empty = self.fight.empty(state);
        let chains = field.parts(state.stones[1 - usize::from(state.turn)] & !state.fixed);
        let liberties = chains.map(|chain| field.grown(chain) & empty);
        let last = liberties.filter(|points| points.is_power_of_two());
        last.fold(0, |all, point| all | point)
    }

    /// Returns one of some points near the target.
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

    /// Explores up to `count` unproved states that the root depends on, nearest first.
    ///
    /// If none is left, generates the plays left out in up to `count` states. Returns the number of
    /// states that changed.
    pub(super) fn widen(&mut self, count: usize) -> usize {
        let mut seen = vec![false; self.nodes.len()];
        let mut queue = VecDeque::from([0]);
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
}

/// The most promising move of a state, and the state's proof numbers.
struct Selection {
    /// The index of the mover's proof number.
    own: usize,
    numbers: [u32; 2],
    /// The state after the best move.
    best: ProofNodeId,
    /// The index of the best move.
    best_at: usize,
    best_code: MoveCode,
    best_factor: Factor,
    /// The other side's number after the best move.
    best_other: u32,
    /// The point of the best move, if it has not been generated.
    best_play: Bits,
    /// True if a pass is proved to fail.
    pass_fails: bool,
    /// The mover's number after the second-best move.
    second: u32,
}

impl Selection {
    /// Returns the thresholds for following the best move. It is given up when it looks a quarter
    /// worse than the second best (1 + ε trick).
    fn thresholds(&self, thresholds: [u32; 2]) -> [u32; 2] {
        let (own, other) = (self.own, 1 - self.own);
        let second = self.second.saturating_add(1 + self.second / 4);
        let rest = thresholds[other].saturating_sub(self.numbers[other] - self.best_other);
        let mut next = [0; 2];
        next[own] = self
            .best_factor
            .threshold_to_multiply(thresholds[own].min(second));
        next[other] = self
            .best_factor
            .threshold_to_divide(rest.max(self.best_other + 1));
        next
    }
}
