//! Variations of a solved graph: the winner's moves against the longest resistance.

use super::fight::{KO_PASS, MoveCode, PASS};
use super::graph::Graph;
use super::node::{Edge, ProofNodeId};
use super::proving;
use crate::go::color::Color;
use crate::go::point::Move;
use crate::life::procedure::Side;
use crate::life::variation::{Variation, VariationEnd, Variations};
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet, VecDeque};

/// The longest variation shown, in moves.
const LONGEST_VARIATION: usize = 60;
/// The most alternative tries of the loser shown.
const MOST_TRIES: usize = 3;
/// No finite number of moves.
const NEVER: u32 = u32::MAX;

/// Returns the variations of a graph; `None` if its root is not proved.
pub(super) fn variations(graph: &Graph) -> Option<Variations> {
    let guide = Guide::of(graph)?;
    let main = guide.follow(&[]);
    let tries = guide.tries(&main).into_iter();
    let tries = tries.map(|beginning| guide.follow(&beginning).on_board(graph));
    Some(Variations {
        tries: tries.collect(),
        main: main.on_board(graph),
    })
}

/// A variation in a graph.
struct Trace {
    nodes: Vec<ProofNodeId>,
    steps: Vec<MoveCode>,
    end: VariationEnd,
    /// True if the play reached exactly the states of the graph, not ones that merely agree on a
    /// zone.
    is_exact: bool,
}

impl Trace {
    fn on_board(&self, graph: &Graph) -> Variation {
        let play = |(&node, &step): (&ProofNodeId, &MoveCode)| {
            let turn = graph.states[node as usize].turn;
            let to = if step & PASS != 0 {
                Move::Pass
            } else {
                Move::At(graph.fight.field.point(u32::from(step)))
            };
            (Color::BOTH[usize::from(turn)], to)
        };
        let is_ko_pass = |&number: &usize| self.steps[number] >= KO_PASS;
        Variation {
            plays: self.nodes.iter().zip(&self.steps).map(play).collect(),
            ko_passes: (0..self.steps.len()).filter(is_ko_pass).collect(),
            end: self.end,
        }
    }
}

/// The move ordering in a solved graph.
struct Guide<'a> {
    graph: &'a Graph,
    winner: Side,
    /// The number of moves that the loser can hold out until everything is settled; [`NEVER`] if
    /// play can go on forever.
    moves_left: Vec<u32>,
    /// The winner's moves if nothing is ever settled.
    plan: HashMap<ProofNodeId, MoveCode>,
}

impl Guide<'_> {
    fn of(graph: &Graph) -> Option<Guide<'_>> {
        let winner = graph.nodes[0].proved?;
        let plan = if graph.fight.is_lazy() {
            let nodes = 0..graph.nodes.len() as ProofNodeId;
            nodes
                .map(|node| (node, graph.nodes[node as usize].plan))
                .collect()
        } else if winner == graph.fight.procedure.keeper() {
            proving::strategy(graph)
        } else {
            HashMap::new()
        };
        Some(Guide {
            graph,
            winner,
            moves_left: moves_left(graph, winner, |_| false),
            plan,
        })
    }

    /// Returns the loser's deviations from the main variation, the longest resistance first.
    fn tries(&self, main: &Trace) -> Vec<Vec<MoveCode>> {
        // The loser's first choice is the first move or the second.
        let first = usize::from(self.graph.mover(0) == self.winner);
        let Some(&made) = main.steps.get(first) else {
            return Vec::new();
        };
        let edges = self.graph.edges(main.nodes[first]).iter();
        let others = edges.filter(|edge| edge.code & PASS == 0 && edge.code != made);
        let lasting = others.map(|edge| (self.moves_left[edge.to as usize], edge.code));
        // Tries that fail at once teach nothing, and endless ones only wait.
        let mut tries: Vec<(u32, MoveCode)> = lasting
            .filter(|&(left, _)| left > 0 && left != NEVER)
            .collect();
        tries.sort_by_key(|&(left, step)| (Reverse(left), step));
        tries.truncate(MOST_TRIES);
        let beginning = |(_, step)| [&main.steps[..first], &[step]].concat();
        tries.into_iter().map(beginning).collect()
    }

    /// Continues after some moves until everything is settled or a state repeats.
    fn follow(&self, beginning: &[MoveCode]) -> Trace {
        let mut trace = Trace {
            nodes: vec![],
            steps: vec![],
            end: VariationEnd::Open,
            is_exact: true,
        };
        let mut node = 0;
        loop {
            let mut nodes = trace.nodes.iter();
            if let Some(before) = nodes.position(|&earlier| self.is_same(earlier, node)) {
                trace.end = VariationEnd::Repeated(before);
                return trace;
            }
            trace.nodes.push(node);
            if self.graph.edges(node).is_empty() {
                trace.end = VariationEnd::Settled;
                return trace;
            }
            let given = beginning.get(trace.steps.len()).copied();
            let step = match given {
                _ if trace.steps.len() == LONGEST_VARIATION => None,
                Some(step) => Some(step),
                None if self.graph.mover(node) == self.winner => self.best(node, &trace),
                None => self.resistance(node, &trace),
            };
            let mut edges = self.graph.edges(node).iter();
            let Some(edge) = edges.find(|edge| Some(edge.code) == step) else {
                return trace;
            };
            trace.steps.push(edge.code);
            trace.is_exact &= self.graph.after(node, edge) == self.graph.states[edge.to as usize];
            node = edge.to;
        }
    }

    /// Returns true if two states are equal but for losses.
    fn is_same(&self, one: ProofNodeId, other: ProofNodeId) -> bool {
        let [one, other] = [one, other].map(|node| {
            let mut state = self.graph.states[node as usize];
            state.lost = 0;
            state
        });
        one == other
    }

    /// Returns the winner's move, the one that settles soonest.
    fn best(&self, node: ProofNodeId, trace: &Trace) -> Option<MoveCode> {
        if !trace.is_exact {
            // In a state that merely agrees on a zone, only the proof's move is known to win.
            return self.plan.get(&node).copied();
        }
        let is_won = |to: ProofNodeId| self.graph.nodes[to as usize].proved == Some(self.winner);
        let edges = self.graph.edges(node).iter();
        let won = edges.filter(|edge| is_won(edge.to));
        let soonest = won.min_by_key(|edge| {
            let left = self.moves_left[edge.to as usize];
            (left, trace.nodes.contains(&edge.to), edge.code)
        })?;
        if self.moves_left[soonest.to as usize] < NEVER {
            return Some(soonest.code);
        }
        Some(self.plan.get(&node).copied().unwrap_or(soonest.code))
    }

    /// Returns the loser's move: a capture or long resistance, near the last play.
    fn resistance(&self, node: ProofNodeId, trace: &Trace) -> Option<MoveCode> {
        let graph = self.graph;
        let stones = |node: ProofNodeId, color: usize| {
            graph.states[node as usize].stones[color].count_ones()
        };
        let turn = usize::from(graph.states[node as usize].turn);
        let field = &graph.fight.field;
        let last = trace.steps.last().filter(|&&step| step & PASS == 0);
        let near = |step: MoveCode| {
            let last = field.point(u32::from(*last?));
            Some(Reverse(field.point(u32::from(step)).distance(last)))
        };
        let edges = graph.edges(node).iter();
        let best = edges
            .filter(|edge| graph.matters(node, edge))
            .max_by_key(|edge| {
                let left = self.moves_left[edge.to as usize];
                let is_new = !trace.nodes.contains(&edge.to);
                if edge.code & PASS != 0 {
                    return (false, is_new, false, 0, None, Reverse(edge.code));
                }
                let taken = stones(node, 1 - turn) > stones(edge.to, 1 - turn);
                let near = near(edge.code);
                (left > 0, is_new, taken, left, near, Reverse(edge.code))
            });
        best.map(|edge| edge.code)
    }
}

/// Computes for each state the number of moves that the loser can hold out until everything is
/// settled or `is_end` holds.
pub(super) fn moves_left(
    graph: &Graph,
    winner: Side,
    is_end: impl Fn(ProofNodeId) -> bool,
) -> Vec<u32> {
    let Won {
        ends,
        before,
        mut open,
    } = Won::of(graph, winner, is_end);
    let mut left = vec![NEVER; graph.nodes.len()];
    for &end in &ends {
        left[end as usize] = 0;
    }
    let mut queue = VecDeque::from(ends);
    while let Some(node) = queue.pop_front() {
        let moves = left[node as usize] + 1;
        for &earlier in &before[node as usize] {
            let place = earlier as usize;
            open[place] -= 1;
            // States come in the order of distance. The first successor is the winner's best move,
            // the last one the loser's.
            if left[place] == NEVER && (graph.mover(earlier) == winner || open[place] == 0) {
                left[place] = moves;
                queue.push_back(earlier);
            }
        }
    }
    left
}

/// The states reachable while the winner stays in proved states.
struct Won {
    /// Final states: everything is settled, or another end is reached.
    ends: Vec<ProofNodeId>,
    /// The predecessors of each state.
    before: Vec<Vec<ProofNodeId>>,
    /// The number of moves of each state to such states; [`NEVER`] if the loser has others.
    open: Vec<u32>,
}

impl Won {
    fn of(graph: &Graph, winner: Side, is_end: impl Fn(ProofNodeId) -> bool) -> Won {
        let mut won = Won {
            ends: Vec::new(),
            before: vec![Vec::new(); graph.nodes.len()],
            open: vec![0; graph.nodes.len()],
        };
        let is_won = |node: ProofNodeId| graph.nodes[node as usize].proved == Some(winner);
        let mut seen = HashSet::from([0]);
        let mut work = vec![0];
        while let Some(node) = work.pop() {
            if graph.edges(node).is_empty() || is_end(node) {
                won.ends.push(node);
            }
            let edges = graph.edges(node).iter();
            let (inside, outside): (Vec<&Edge>, Vec<&Edge>) = edges
                .filter(|edge| graph.matters(node, edge))
                .partition(|edge| is_won(edge.to));
            for edge in &inside {
                won.before[edge.to as usize].push(node);
                if seen.insert(edge.to) {
                    work.push(edge.to);
                }
            }
            let is_closed = graph.mover(node) == winner || outside.is_empty();
            won.open[node as usize] = if is_closed {
                inside.len() as u32
            } else {
                NEVER
            };
        }
        won
    }
}

#[cfg(test)]
mod tests {
    use crate::go::board::{Board, diagram};
    use crate::go::color::Color;
    use crate::life::procedure::Procedure;

    use crate::go::point::{Move, Point};
    use crate::life::reading::tests::positions::{BENT_FOUR, DOUBLE_KO, LOSING_CYCLE};
    use crate::life::reading::{Budget, Reader};
    use crate::life::variation::{VariationEnd, Variations};

    fn variations(picture: &str, stone: &str, procedure: Procedure) -> (Board, Variations) {
        let board = diagram::board(picture).expect("a board");
        let stone = stone.parse().expect("a point");
        let budget = Budget { states: 100_000 };
        let (_, lines) = Reader::new(&board, procedure, budget).show(stone);
        (board, lines.expect("the chain is read"))
    }

    /// Returns true if the moves alternate and each is legal on the board.
    fn is_play(board: &Board, lines: &Variations) -> bool {
        [&lines.main].into_iter().chain(&lines.tries).all(|line| {
            let mut board = board.clone();
            line.plays.windows(2).all(|pair| pair[0].0 != pair[1].0)
                && line.plays.iter().all(|&(color, to)| match to {
                    Move::Pass => true,
                    Move::At(at) => {
                        let is_possible = board.is_empty(at) && !board.is_suicide(color, at);
                        if is_possible {
                            board.place(color, at, &mut ());
                        }
                        is_possible
                    }
                })
        })
    }

    /// Bent four in the corner (proposal of 2012, example 7-1): White loses eight stones after any
    /// first move.
    #[test]
    fn the_winner_settles_the_matter() {
        for procedure in [Procedure::PROPOSAL_2012, Procedure::JAPANESE_1989] {
            let (board, lines) = variations(BENT_FOUR, "B3", procedure);
            assert!(is_play(&board, &lines), "{lines:?}");
            assert_eq!(lines.main.end, VariationEnd::Settled);
        }
        let (_, lines) = variations(BENT_FOUR, "B3", Procedure::PROPOSAL_2012);
        assert_eq!(lines.main.plays[0].0, Color::White);
        let firsts = lines.tries.iter().map(|line| line.plays[0].1);
        let firsts: Vec<Move> = firsts.chain([lines.main.plays[0].1]).collect();
        for at in [Point::new(1, 3), Point::new(4, 4)] {
            assert!(firsts.contains(&Move::At(at.expect("on the board"))));
        }
    }

    /// A double ko (example 25): a side that takes one ko loses the other, forever, or leaves both
    /// alone.
    #[test]
    fn play_without_an_end_is_shown_once_around() {
        let mut ends = vec![];
        for stone in ["B6", "D6", "E6", "A4"] {
            for procedure in [Procedure::PROPOSAL_2012, Procedure::LOCAL] {
                let (board, lines) = variations(DOUBLE_KO, stone, procedure);
                assert!(is_play(&board, &lines), "{stone}: {lines:?}");
                ends.push(lines.main.end);
            }
        }
        assert!(
            ends.iter()
                .any(|end| matches!(end, VariationEnd::Repeated(_))),
            "{ends:?}"
        );
    }

    /// White can only give three stones to capture two, and loses more each time (example 23, the
    /// reference).
    #[test]
    fn a_cycle_that_costs_stones_is_the_losers() {
        let (board, lines) = variations(LOSING_CYCLE, "D7", Procedure::PROPOSAL_2012);
        assert!(is_play(&board, &lines), "{lines:?}");
        let VariationEnd::Repeated(after) = lines.main.end else {
            panic!("{:?}", lines.main)
        };
        assert!((lines.main.plays.len() - after) % 2 == 0);
    }
}
