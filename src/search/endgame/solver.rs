//! The search for what a side can be sure of: depth-first proof-number search (Nagai 2002) with a threshold.

use super::ends::{Ends, prisoners, with_granted};
use super::granted::Granted;
use super::limits::Limits;
use crate::board::Board;
use crate::color::Color;
use crate::life::benson;
use crate::life::chain::Chain;
use crate::point::{Move, Point, PointSet};
use crate::position::Position;
use crate::rules::Rules;
use fxhash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// Whether the side that is searched for reaches a threshold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// Against every play of the opponent.
    Reached,
    /// Not without a cycle, nor within what can be read.
    Failed,
    /// Not found within the limits.
    Unknown,
}

/// A position with what its future depends on, and how many points of board and dead stones the side still needs.
type Key = (u64, i32);

/// What is known of a position.
#[derive(Clone, Debug)]
struct Node {
    /// How hard it is to reach the threshold, and to show that it is not reached; 0 where that is done.
    numbers: [u32; 2],
    /// The moves with the positions they lead to; empty before the first visit.
    moves: Vec<(Move, Key)>,
}

impl Node {
    const NEW: Node = Node {
        numbers: [1, 1],
        moves: Vec::new(),
    };
    const REACHED: [u32; 2] = [0, INFINITE];
    const FAILED: [u32; 2] = [INFINITE, 0];
}

/// The proof number of what cannot be.
const INFINITE: u32 = u32::MAX / 4;
/// The longest line.
const LONGEST: usize = 100;

/// Searches for one side of one position.
pub(super) struct Solver<'a> {
    root: Position,
    side: Color,
    ends: &'a mut Ends,
    rules: Rules,
    granted: Granted,
    /// Passes in a row that end a line.
    ending: u32,
    nodes: FxHashMap<Key, Node>,
    /// For each position the most points that are known to be reached from there, and the fewest that are known not to
    /// be, beside the prisoners before it.
    bounds: FxHashMap<u64, [i32; 2]>,
    /// The positions on the line at hand, with the prisoners that the side had more then.
    path: FxHashMap<u64, i32>,
    left: usize,
    stop: &'a AtomicBool,
    is_over: bool,
}

impl<'a> Solver<'a> {
    /// A search for a side; `None` where too many points are open.
    pub(super) fn new(
        position: &Position,
        side: Color,
        granted: &Granted,
        ends: &'a mut Ends,
        limits: &Limits,
        stop: &'a AtomicBool,
    ) -> Option<Solver<'a>> {
        let open = open_points(position.board(), granted, position.rules());
        (open.len() <= limits.points).then(|| Solver {
            root: position.clone(),
            side,
            ends,
            rules: *position.rules(),
            granted: *granted,
            ending: 2,
            nodes: FxHashMap::default(),
            bounds: FxHashMap::default(),
            path: FxHashMap::default(),
            left: limits.positions,
            stop,
            is_over: false,
        })
    }

    /// The same search where only more passes end a line, as the opponent goes on after two.
    pub(super) fn refused(self, passes: u32) -> Solver<'a> {
        Solver {
            ending: passes,
            ..self
        }
    }

    /// The most points, komi left out, that the side is sure of; `None` if that is not found.
    pub(super) fn best(&mut self) -> Option<i32> {
        let standing = self.count(&self.root.clone())?;
        let mut step = 1;
        let (mut reached, mut failed) = match self.prove(standing) {
            Outcome::Reached => (standing, None),
            Outcome::Failed => {
                let mut failed = standing;
                loop {
                    let lower = standing - step;
                    match self.prove(lower) {
                        Outcome::Reached => break (lower, Some(failed)),
                        Outcome::Failed if step <= MOST => (failed, step) = (lower, 2 * step),
                        _ => return None,
                    }
                }
            }
            Outcome::Unknown => return None,
        };
        loop {
            let next = match failed {
                Some(failed) if failed == reached + 1 => return Some(reached),
                Some(failed) => reached + (failed - reached) / 2,
                None if step > MOST => return None,
                None => reached + step,
            };
            match self.prove(next) {
                Outcome::Reached => {
                    reached = next;
                    step *= 2;
                }
                Outcome::Failed => failed = Some(next),
                Outcome::Unknown => return None,
            }
        }
    }

    /// The moves with which the side reaches a threshold, as far as that can be found: a pass first.
    pub(super) fn keeping(&mut self, threshold: i32) -> Vec<Move> {
        let mut moves = self.moves(&self.root);
        moves.retain(|&to| self.prove_after(to, threshold) == Outcome::Reached);
        moves
    }

    /// Whether the side reaches a margin, komi left out, with this move.
    pub(super) fn prove_after(&mut self, to: Move, threshold: i32) -> Outcome {
        let mut after = self.root.clone();
        after.play_legal(to);
        self.prove_at(&after, threshold)
    }

    /// Whether the side reaches a margin, komi left out.
    pub(super) fn prove(&mut self, threshold: i32) -> Outcome {
        self.prove_at(&self.root.clone(), threshold)
    }

    fn prove_at(&mut self, position: &Position, threshold: i32) -> Outcome {
        let key = self.key(position, threshold);
        loop {
            self.search(position, key, threshold, [INFINITE, INFINITE], 0);
            match self.numbers(key) {
                Node::REACHED => return Outcome::Reached,
                Node::FAILED => return Outcome::Failed,
                _ if self.is_over => return Outcome::Unknown,
                _ => {}
            }
        }
    }

    fn numbers(&self, key: Key) -> [u32; 2] {
        match self.bounds.get(&key.0) {
            Some(&[reached, _]) if reached >= key.1 => Node::REACHED,
            Some(&[_, failed]) if failed <= key.1 => Node::FAILED,
            _ => self.nodes.get(&key).map_or([1, 1], |node| node.numbers),
        }
    }

    /// Explores a position until one of its numbers reaches its threshold.
    fn search(
        &mut self,
        position: &Position,
        key: Key,
        threshold: i32,
        most: [u32; 2],
        depth: usize,
    ) {
        let mut moves = match self.nodes.get_mut(&key) {
            Some(node) => std::mem::take(&mut node.moves),
            None => Vec::new(),
        };
        self.step();
        if moves.is_empty() {
            if position.passes() >= self.ending {
                let margin = self.count(position);
                if margin.is_none() && self.stop.load(Relaxed) {
                    // Reading was cut short, which says nothing.
                    self.is_over = true;
                    return;
                }
                let numbers = match margin.is_some_and(|margin| margin >= threshold) {
                    true => Node::REACHED,
                    false => Node::FAILED,
                };
                self.nodes.insert(
                    key,
                    Node {
                        numbers,
                        ..Node::NEW
                    },
                );
                self.learn(key, numbers);
                return;
            }
            moves = self
                .moves(position)
                .into_iter()
                .map(|to| {
                    let mut after = position.clone();
                    after.play_legal(to);
                    (to, self.key(&after, threshold))
                })
                .collect();
        }
        self.path.insert(key.0, prisoners(position, self.side));
        let own = usize::from(position.turn() != self.side);
        loop {
            let (numbers, next) = self.combined(&moves, threshold, own, depth);
            if let Some(node) = self.nodes.get_mut(&key) {
                node.numbers = numbers;
            } else {
                self.nodes.insert(
                    key,
                    Node {
                        numbers,
                        ..Node::NEW
                    },
                );
            }
            let Some((number, second)) = next else { break };
            if self.is_over || numbers[0] >= most[0] || numbers[1] >= most[1] {
                break;
            }
            let (to, child) = moves[number];
            let known = self.numbers(child);
            let other = 1 - own;
            let mut thresholds = [0; 2];
            // A little more than the second best, or two moves would be left for each other too often.
            thresholds[own] = most[own].min(second + second / 4 + 1);
            thresholds[other] = most[other] - (numbers[other] - known[other]).min(most[other]);
            let mut after = position.clone();
            after.play_legal(to);
            self.search(&after, child, threshold, thresholds, depth + 1);
        }
        self.path.remove(&key.0);
        if let Some(node) = self.nodes.get_mut(&key) {
            node.moves = moves;
            let numbers = node.numbers;
            self.learn(key, numbers);
        }
    }

    /// What is decided for one threshold is for lower ones, or for higher ones.
    fn learn(&mut self, (position, needed): Key, numbers: [u32; 2]) {
        let bounds = self.bounds.entry(position).or_insert([i32::MIN, i32::MAX]);
        match numbers {
            Node::REACHED => bounds[0] = bounds[0].max(needed),
            Node::FAILED => bounds[1] = bounds[1].min(needed),
            _ => {}
        }
    }

    /// The numbers of a position from those of the next ones; with the one to explore, and the second-best number of
    /// the mover. `own` is the index of the number that the mover makes small.
    fn combined(
        &self,
        moves: &[(Move, Key)],
        threshold: i32,
        own: usize,
        depth: usize,
    ) -> ([u32; 2], Option<(usize, u32)>) {
        let other = 1 - own;
        let (mut best, mut second) = ((usize::MAX, INFINITE, INFINITE), INFINITE);
        let (mut most, mut open) = (0, 0);
        for (number, (_, child)) in moves.iter().enumerate() {
            let numbers = match self.path.get(&child.0) {
                // The opponent loses stones in the cycle, and will have to stop.
                Some(&before) if threshold - child.1 > before => Node::REACHED,
                Some(_) => Node::FAILED,
                None if depth + 1 >= LONGEST => Node::FAILED,
                None => self.numbers(*child),
            };
            if numbers[own] < best.1 || numbers[own] == best.1 && numbers[other] < best.2 {
                second = best.1;
                best = (number, numbers[own], numbers[other]);
            } else {
                second = second.min(numbers[own]);
            }
            // The largest number and the count of the others, not their sum: lines meet again (weak proof numbers).
            if numbers[other] > 0 {
                most = most.max(numbers[other]);
                open += 1;
            }
        }
        let mut numbers = [0; 2];
        numbers[own] = best.1;
        numbers[other] = match open {
            0 => 0,
            _ if best.1 == 0 || most == INFINITE => INFINITE,
            _ => (most + open - 1).min(INFINITE - 1),
        };
        if numbers[own] == INFINITE {
            numbers[other] = 0;
        }
        let is_decided = numbers[own] == 0 || numbers[own] == INFINITE;
        (numbers, (!is_decided).then_some((best.0, second)))
    }

    /// The margin of the side on the board as it stands, prisoners included.
    fn count(&mut self, position: &Position) -> Option<i32> {
        let margin = self.ends.margin(position, self.stop)?;
        Some(self.side.sign() * margin + prisoners(position, self.side))
    }

    fn key(&self, position: &Position, threshold: i32) -> Key {
        let mut hasher = FxHasher::default();
        position.hash().hash(&mut hasher);
        (position.turn() as u8, position.passes().min(self.ending)).hash(&mut hasher);
        position.closed_kos().hash(&mut hasher);
        position.is_legal(Move::Pass).hash(&mut hasher);
        (hasher.finish(), threshold - prisoners(position, self.side))
    }

    /// The moves of a position worth looking at, a pass first.
    fn moves(&self, position: &Position) -> Vec<Move> {
        let (board, turn) = (position.board(), position.turn());
        let near = match position.last_move() {
            Some((_, Move::At(at))) => [at].into_iter().collect::<PointSet>().grown().grown(),
            _ => PointSet::EMPTY,
        };
        let is_tried =
            |&at: &Point| !is_own_eye(board, turn, at) && position.is_legal(Move::At(at));
        let open = open_points(board, &self.granted, &self.rules);
        let mut points: Vec<Point> = open.iter().filter(is_tried).collect();
        points.sort_by_key(|&at| (!board.captures(turn, at), !near.contains(at)));
        let pass = position.is_legal(Move::Pass).then_some(Move::Pass);
        pass.into_iter()
            .chain(points.into_iter().map(Move::At))
            .collect()
    }

    /// Counts a position; the search is over when too many have been looked at, or it is told to stop.
    fn step(&mut self) {
        self.left = self.left.saturating_sub(1);
        self.is_over |= self.left == 0 || self.stop.load(Relaxed);
    }
}

/// No endgame is about more points than this.
const MOST: i32 = 512;

/// Returns the empty points where play matters.
///
/// Where groups are only assumed to live, a chain with few liberties may have to be connected, or may
/// be captured: its liberties are open though they are assumed to be territory. Chains that were
/// played since count too, as a stone on a dame may leave its chain in atari.
pub(super) fn open_points(board: &Board, granted: &Granted, rules: &Rules) -> PointSet {
    let empty: PointSet = board.empties().iter().copied().collect();
    let proved = benson::settled(board, rules.suicide);
    let settled = granted.settled();
    let open = empty - with_granted(proved, board, &settled).all();
    match granted {
        Granted::Nothing | Granted::Proved(_) => open,
        Granted::Assumed(_) => {
            let is_short = |chain: &Chain| {
                chain.liberties.len() <= FEW
                    && chain.liberties.meets(&settled.territory[chain.color])
                    && !chain.stones.is_subset(&proved.living[chain.color])
            };
            let short = Chain::all(board).into_iter().filter(is_short);
            let near: PointSet = short.map(|chain| chain.liberties).collect();
            open | (near - proved.all())
        }
    }
}

/// The most liberties of a chain that may have to be connected.
const FEW: usize = 2;

/// Whether a point is an eye of one point, surrounded by one chain with another liberty.
fn is_own_eye(board: &Board, color: Color, at: Point) -> bool {
    board.around(at).is_enclosed_by(color) && {
        let mut around = at
            .neighbours()
            .into_iter()
            .filter(|&at| board.at(at).is_some());
        let chain = around.next().map(|at| board.chain_name(at));
        chain.is_some_and(|chain| {
            !board.is_in_atari(chain) && around.all(|at| board.chain_name(at) == chain)
        })
    }
}
