//! From a solved graph to a strategy on the board.

use super::field::{Bits, each, lowest};
use super::fight::{Fight, KO_PASS, MoveCode, PASS};
use super::graph::Graph;
use super::node::NodeId;
use super::proving;
use super::variation::moves_left;
use crate::board::Board;
use crate::life::procedure::{KoBan, Side};
use crate::life::proof::{self, Answer, Game, Moment};
use crate::point::Point;
use fxhash::FxHashSet;
use std::collections::{HashMap, VecDeque};

/// The most moments that a strategy may have.
const MOST_MOMENTS: usize = 200_000;

/// Plays the winning strategy of a graph on the board, against everything.
///
/// What is settled in the graph is played on by nobody but the loser, to whom it is a pass. Where nothing can change
/// as the graph knows, which remembers what was settled on the way, and the verifier does not, play goes on by another
/// graph, solved by `read_on` from there. That all together leads to success, and with the losses counted, is left to
/// the verifier to see.
pub(super) fn moves(
    graph: Graph,
    game: &Game,
    board: &Board,
    read_on: &mut dyn FnMut(&Moment) -> Option<Graph>,
) -> Option<HashMap<Moment, Answer>> {
    let winner = graph.nodes[0].proved?;
    let mut plans = vec![Plan::of(graph, winner)];
    let mut moves = HashMap::new();
    let start = game.start(board);
    let mut seen = FxHashSet::from_iter([start]);
    let mut queue = VecDeque::from([(start, 0, 0)]);
    while let Some((moment, mut number, mut node)) = queue.pop_front() {
        let board = moment.board(board.size())?;
        let settled = game.settled(&moment, &board, winner == Side::Defender);
        if settled.is_over {
            continue;
        }
        if plans[number].graph.edges(node).is_empty() {
            let graph = read_on(&moment)?;
            if graph.nodes[0].proved != Some(winner) || graph.edges(0).is_empty() {
                return None;
            }
            plans.push(Plan::of(graph, winner));
            (number, node) = (plans.len() - 1, 0);
        }
        if seen.len() > MOST_MOMENTS {
            return None;
        }
        let plan = &mut plans[number];
        if plan.graph.mover(node) == winner {
            let (step, memory) = plan.answer(node, moment.memory)?;
            let mut answer = Answer {
                step: plan.told(node, step)?,
                memory,
            };
            let closed = moment.closed & settled.in_play;
            let here = Moment { closed, ..moment };
            if step >= KO_PASS && game.after(&here, &board, answer.step).is_none() {
                // No ko is closed any more on the board.
                answer.step = proof::Step::Pass;
            }
            let (after, _) = game.after(&moment, &board, answer.step)?;
            let after = Moment { memory, ..after };
            moves.insert(moment, answer);
            if seen.insert(after) {
                queue.push_back((after, number, plan.follow(node, step)?));
            }
            continue;
        }
        for step in game.steps(&moment, &board, &settled.in_play) {
            let Some((after, _)) = game.after(&moment, &board, step) else {
                continue;
            };
            if seen.insert(after) {
                let step = plan.step(node, step);
                // A ko that is settled in the graph is no reason to lift bans there.
                let next = plan.follow(node, step).or_else(|| {
                    let is_pass = step >= KO_PASS;
                    is_pass.then(|| plan.follow(node, PASS)).flatten()
                });
                queue.push_back((after, number, next?));
            }
        }
    }
    Some(moves)
}

/// How the winner plays by a solved graph.
struct Plan {
    graph: Graph,
    winner: Side,
    way: Way,
}

/// Where the winner's moves are found.
enum Way {
    /// With what is proved.
    Noted,
    /// Moves that keep what stands.
    Keeping(HashMap<NodeId, MoveCode>),
    /// How many moves it takes until all is settled; and for each thing that stands, until it is gone.
    Taking(Vec<u32>, HashMap<Bits, Vec<u32>>),
}

impl Plan {
    fn of(graph: Graph, winner: Side) -> Plan {
        let way = if graph.fight.is_lazy() {
            Way::Noted
        } else if winner == graph.fight.procedure.keeper() {
            Way::Keeping(proving::strategy(&graph))
        } else {
            Way::Taking(moves_left(&graph, winner, |_| false), HashMap::new())
        };
        Plan { graph, winner, way }
    }

    /// The winner's move in a state, and what he bears in mind from now on: how many stones he has lost, where that is
    /// counted; or if he must take one thing after the other, the number of the next.
    fn answer(&mut self, node: NodeId, memory: u16) -> Option<(MoveCode, u16)> {
        let Plan { graph, winner, way } = self;
        let (to_end, to_take) = match way {
            Way::Noted => return Some((graph.nodes[node as usize].plan, 0)),
            Way::Keeping(steps) => {
                let step = *steps.get(&node)?;
                let next = self.follow(node, step)?;
                return Some((step, self.graph.states[next as usize].lost));
            }
            Way::Taking(to_end, to_take) => (to_end, to_take),
        };
        let is_won = |to: NodeId| graph.nodes[to as usize].proved == Some(*winner);
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
        // When it is gone, the next in turn.
        let standing = graph.standing(edge.to);
        let later = standing & !(thing | (thing - 1));
        let next = lowest(standing & thing)
            .or(lowest(later))
            .or(lowest(standing));
        let number = |thing: Bits| thing.trailing_zeros() as u16 + 1;
        Some((edge.code, next.map_or(0, number)))
    }

    /// The move on the board that a move of the graph is.
    fn told(&self, node: NodeId, step: MoveCode) -> Option<proof::Step> {
        let Fight {
            field, procedure, ..
        } = &self.graph.fight;
        Some(match step {
            PASS => proof::Step::Pass,
            _ if step & PASS == 0 => proof::Step::Play(field.point(u32::from(step))),
            _ if procedure.ko == KoBan::KoPass => proof::Step::KoPass,
            _ => {
                let mut missed = each(self.missed(node));
                let stone = missed.nth(usize::from(step - KO_PASS))?;
                proof::Step::PassFor(field.point(stone.trailing_zeros()))
            }
        })
    }

    /// The stones that the side to move may not take in a ko.
    fn missed(&self, node: NodeId) -> Bits {
        let Graph { fight, states, .. } = &self.graph;
        fight.plays(&states[node as usize], Bits::MAX, &mut Vec::new())
    }

    /// The move of the graph that a move on the board is: a pass if it is played on what is settled.
    fn step(&self, node: NodeId, step: proof::Step) -> MoveCode {
        let Plan { graph, .. } = self;
        let in_play = |at: Point| -> Option<Bits> {
            let bit = graph.fight.field.bit(at)?;
            let is_open = bit & graph.states[node as usize].fixed == 0;
            let matters = !graph.fight.is_lazy() || bit & graph.scopes[node as usize].zone != 0;
            (is_open && matters).then_some(bit)
        };
        match step {
            proof::Step::Pass => PASS,
            proof::Step::Play(at) => {
                in_play(at).map_or(PASS, |bit| bit.trailing_zeros() as MoveCode)
            }
            proof::Step::KoPass => KO_PASS,
            proof::Step::PassFor(stone) => {
                let at = in_play(stone).unwrap_or(0);
                let missed = self.missed(node);
                match missed & at {
                    0 => PASS,
                    at => KO_PASS + (missed & (at - 1)).count_ones() as MoveCode,
                }
            }
        }
    }

    fn follow(&self, node: NodeId, step: MoveCode) -> Option<NodeId> {
        let mut edges = self.graph.edges(node).iter();
        edges.find(|edge| edge.code == step).map(|edge| edge.to)
    }
}
