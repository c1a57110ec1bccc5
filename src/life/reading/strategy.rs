//! Turns a solved graph into a strategy on the board.

use super::field::{Bits, each, lowest};
use super::fight::{Fight, KO_PASS, MoveCode, PASS};
use super::graph::Graph;
use super::node::ProofNodeId;
use super::proving;
use super::variation::moves_left;
use crate::go::board::Board;
use crate::go::point::Point;
use crate::life::procedure::{KoBan, Side};
use crate::life::proof::{ProofGame, ProofMove, ProofState, StrategyMove};
use fxhash::FxHashSet;
use std::collections::{HashMap, VecDeque};

/// The default limit on the states of a strategy.
pub(super) const MOST_STATES: usize = 200_000;

/// Plays the winning strategy of a graph on the board against every reply; `None` if that fails or
/// takes more than `most` states.
///
/// Only the loser plays on points that are settled in the graph, and there such a play counts as a
/// pass. The graph remembers what was settled along the way; the verifier does not. If the graph
/// ends in a state that the verifier still considers open, play continues in another graph, which
/// `read_on` solves from there. Whether all this succeeds, with losses counted, is for the verifier
/// to check.
pub(super) fn responses(
    graph: Graph,
    game: &ProofGame,
    board: &Board,
    most: usize,
    read_on: &mut dyn FnMut(&ProofState) -> Option<Graph>,
) -> Option<HashMap<ProofState, StrategyMove>> {
    let winner = graph.nodes[0].proved?;
    let alive = winner == Side::Defender;
    let mut plans = vec![Plan::of(graph, winner)];
    let mut responses = HashMap::new();
    let start = game.start(board);
    let mut seen = FxHashSet::from_iter([start]);
    let mut queue = VecDeque::from([(start, 0, 0)]);
    while let Some((state, mut number, mut node)) = queue.pop_front() {
        let board = state.board(board.size())?;
        if game.is_over(&state, &board, alive) {
            continue;
        }
        if plans[number].graph.edges(node).is_empty() {
            let graph = read_on(&state)?;
            if graph.nodes[0].proved != Some(winner) || graph.edges(0).is_empty() {
                return None;
            }
            plans.push(Plan::of(graph, winner));
            (number, node) = (plans.len() - 1, 0);
        }
        if seen.len() > most {
            return None;
        }
        let here = Here {
            game,
            state,
            board,
            alive,
        };
        let plan = &mut plans[number];
        let next = if plan.graph.mover(node) == winner {
            let (response, after, to) = plan.respond(node, &here)?;
            responses.insert(state, response);
            vec![(after, to)]
        } else {
            plan.replies(node, &here)
        };
        for (after, to) in next {
            if seen.insert(after) {
                queue.push_back((after, number, to?));
            }
        }
    }
    Some(responses)
}

/// A state of the game on the board.
struct Here<'a> {
    game: &'a ProofGame,
    state: ProofState,
    board: Board,
    /// True if the winner is the owner of the chain.
    alive: bool,
}

/// The winner's play by a solved graph.
struct Plan {
    graph: Graph,
    winner: Side,
    way: MoveSource,
}

/// The source of the winner's moves.
enum MoveSource {
    /// The moves recorded with the proofs.
    Noted,
    /// Moves that keep what stands.
    Keeping(HashMap<ProofNodeId, MoveCode>),
    /// Moves that approach an end: the distance of each state to the end of the game, and to the
    /// capture of each thing that stands.
    Taking(Vec<u32>, HashMap<Bits, Vec<u32>>),
}

impl Plan {
    fn of(graph: Graph, winner: Side) -> Plan {
        let way = if graph.fight.is_lazy() {
            MoveSource::Noted
        } else if winner == graph.fight.procedure.keeper() {
            MoveSource::Keeping(proving::strategy(&graph))
        } else {
            MoveSource::Taking(moves_left(&graph, winner, |_| false), HashMap::new())
        };
        Plan { graph, winner, way }
    }

    /// Returns the winner's response on the board, and the states after it on the board and in the
    /// graph.
    fn respond(
        &mut self,
        node: ProofNodeId,
        here: &Here,
    ) -> Option<(StrategyMove, ProofState, Option<ProofNodeId>)> {
        let Here { game, state, .. } = here;
        let (step, memory) = self.choice(node, state.memory)?;
        let mut play = self.on_board(node, step)?;
        let in_play = game.enclosure(&here.board, here.alive).in_play;
        let only_here = ProofState {
            closed: state.closed & in_play,
            ..*state
        };
        if step >= KO_PASS && game.after(&only_here, &here.board, play).is_none() {
            // On the board no ko is closed any more.
            play = ProofMove::Pass;
        }
        let (after, _) = game.after(state, &here.board, play)?;
        let after = ProofState { memory, ..after };
        let next = self.follow(node, step);
        Some((StrategyMove { play, memory }, after, next))
    }

    /// Returns the states after each of the loser's moves, on the board and, where known, in the
    /// graph.
    fn replies(&self, node: ProofNodeId, here: &Here) -> Vec<(ProofState, Option<ProofNodeId>)> {
        let Here {
            game, state, board, ..
        } = here;
        let in_play = game.enclosure(board, here.alive).in_play;
        let moves = game.moves(state, board, &in_play).into_iter();
        let reply = |play| {
            let (after, _) = game.after(state, board, play)?;
            let step = self.in_graph(node, play);
            // A ko that is settled in the graph is no reason to lift bans there.
            let next = self.follow(node, step).or_else(|| {
                let is_pass = step >= KO_PASS;
                is_pass.then(|| self.follow(node, PASS)).flatten()
            });
            Some((after, next))
        };
        moves.filter_map(reply).collect()
    }

    /// Returns the winner's move in a state of the graph and the new memory.
    ///
    /// The memory is the net loss if losses are counted. If the winner must capture one thing after
    /// another, it is the number of the next one.
    fn choice(&mut self, node: ProofNodeId, memory: u16) -> Option<(MoveCode, u16)> {
        let Plan { graph, winner, way } = self;
        let (to_end, to_take) = match way {
            MoveSource::Noted => return Some((graph.nodes[node as usize].plan, 0)),
            MoveSource::Keeping(steps) => {
                let step = *steps.get(&node)?;
                let next = self.follow(node, step)?;
                return Some((step, self.graph.states[next as usize].lost));
            }
            MoveSource::Taking(to_end, to_take) => (to_end, to_take),
        };
        let is_won = |to: ProofNodeId| graph.nodes[to as usize].proved == Some(*winner);
        let soonest = |left: &[u32]| {
            let edges = graph.edges(node).iter().filter(|edge| is_won(edge.to));
            edges.min_by_key(|edge| (left[edge.to as usize], edge.code & PASS == 0))
        };
        let standing = graph.standing(node);
        let meant = match memory {
            0 => 0,
            number => 1 << (number - 1),
        };
        let thing = lowest(standing & meant).or(lowest(standing)).unwrap_or(0);
        if to_end[node as usize] < u32::MAX || thing == 0 {
            return Some((soonest(to_end)?.code, 0));
        }
        let left = to_take.entry(thing).or_insert_with(|| {
            moves_left(graph, *winner, |node| graph.standing(node) & thing == 0)
        });
        let edge = soonest(left)?;
        let next = next_to_take(thing, graph.standing(edge.to));
        let number = |thing: Bits| thing.trailing_zeros() as u16 + 1;
        Some((edge.code, next.map_or(0, number)))
    }

    /// Converts a move of the graph to a move on the board.
    fn on_board(&self, node: ProofNodeId, step: MoveCode) -> Option<ProofMove> {
        let Fight {
            field, procedure, ..
        } = &self.graph.fight;
        Some(match step {
            PASS => ProofMove::Pass,
            _ if step & PASS == 0 => ProofMove::Play(field.point(u32::from(step))),
            _ if procedure.ko == KoBan::KoPass => ProofMove::KoPass,
            _ => {
                let mut missed = each(self.missed(node));
                let stone = missed.nth(usize::from(step - KO_PASS))?;
                ProofMove::PassFor(field.point(stone.trailing_zeros()))
            }
        })
    }

    /// Returns the stones that the side to move may not take because of a ko.
    fn missed(&self, node: ProofNodeId) -> Bits {
        let Graph { fight, states, .. } = &self.graph;
        fight.plays(&states[node as usize], Bits::MAX, &mut Vec::new())
    }

    /// Converts a move on the board to a move of the graph. A play on settled points is a pass.
    fn in_graph(&self, node: ProofNodeId, play: ProofMove) -> MoveCode {
        let Plan { graph, .. } = self;
        let in_play = |at: Point| -> Option<Bits> {
            let bit = graph.fight.field.bit(at)?;
            let is_open = bit & graph.states[node as usize].fixed == 0;
            let matters = !graph.fight.is_lazy() || bit & graph.scopes[node as usize].zone != 0;
            (is_open && matters).then_some(bit)
        };
        match play {
            ProofMove::Pass => PASS,
            ProofMove::Play(at) => in_play(at).map_or(PASS, |bit| bit.trailing_zeros() as MoveCode),
            ProofMove::KoPass => KO_PASS,
            ProofMove::PassFor(stone) => {
                let at = in_play(stone).unwrap_or(0);
                let missed = self.missed(node);
                match missed & at {
                    0 => PASS,
                    at => KO_PASS + (missed & (at - 1)).count_ones() as MoveCode,
                }
            }
        }
    }

    fn follow(&self, node: ProofNodeId, step: MoveCode) -> Option<ProofNodeId> {
        let mut edges = self.graph.edges(node).iter();
        edges.find(|edge| edge.code == step).map(|edge| edge.to)
    }
}

/// Returns the next thing to capture: `thing` while it stands, then the next in turn.
fn next_to_take(thing: Bits, standing: Bits) -> Option<Bits> {
    let later = standing & !(thing | (thing - 1));
    lowest(standing & thing)
        .or(lowest(later))
        .or(lowest(standing))
}
