//! Depth-first proof-number search (Nagai 2002) for the margin that a side can force.

use super::ends::{CountCache, prisoners, with_granted};
use super::granted::Granted;
use super::limits::EndgameLimits;
use crate::go::board::Board;
use crate::go::color::Color;
use crate::go::point::{Move, Point, PointSet};
use crate::go::position::Position;
use crate::go::rules::Rules;
use crate::life::benson;
use crate::life::chain::Chain;
use fxhash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// The answer to the question if the side reaches a threshold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ThresholdResult {
    /// The side reaches it against every play of the opponent.
    Reached,
    /// The side does not reach it without a cycle and within the limits of reading.
    Failed,
    /// Not decided within the limits.
    Unknown,
}

/// A hash of a position and its ko state, and the points that the side still needs.
///
/// The points count the board and dead stones, without earlier prisoners.
type Key = (u64, i32);

/// An entry of the search graph.
#[derive(Clone, Debug)]
struct EndgameNode {
    /// The proof and disproof numbers; 0 once proved or disproved.
    numbers: [u32; 2],
    /// The moves with the keys of the positions they lead to; empty before the first visit.
    moves: Vec<(Move, Key)>,
}

impl EndgameNode {
    const NEW: EndgameNode = EndgameNode {
        numbers: [1, 1],
        moves: Vec::new(),
    };
    const REACHED: [u32; 2] = [0, INFINITE];
    const FAILED: [u32; 2] = [INFINITE, 0];
}

/// The proof number of an impossible goal.
const INFINITE: u32 = u32::MAX / 4;
/// The longest line, in moves.
const LONGEST: usize = 100;

/// A search for one side of one position.
pub(super) struct Solver<'a> {
    root: Position,
    side: Color,
    ends: &'a mut CountCache,
    rules: Rules,
    granted: Granted,
    /// The passes in a row that end a line.
    ending: u32,
    nodes: FxHashMap<Key, EndgameNode>,
    /// For each position, the highest threshold proved and the lowest disproved.
    ///
    /// Both exclude the prisoners taken before the position.
    bounds: FxHashMap<u64, [i32; 2]>,
    /// The positions on the current line, with the side's lead in prisoners at each.
    path: FxHashMap<u64, i32>,
    left: usize,
    stop: &'a AtomicBool,
    is_over: bool,
}

impl<'a> Solver<'a> {
    /// Prepares a search for a side; `None` if too many points are open.
    pub(super) fn new(
        position: &Position,
        side: Color,
        granted: &Granted,
        ends: &'a mut CountCache,
        limits: &EndgameLimits,
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

    /// Lets only `passes` passes in a row end a line, for an opponent who plays on after two.
    pub(super) fn refused(self, passes: u32) -> Solver<'a> {
        Solver {
            ending: passes,
            ..self
        }
    }

    /// Finds the best margin without komi that the side can force; `None` if not found.
    pub(super) fn best(&mut self) -> Option<i32> {
        let standing = self.count(&self.root.clone())?;
        let mut step = 1;
        let (mut reached, mut failed) = match self.prove(standing) {
            ThresholdResult::Reached => (standing, None),
            ThresholdResult::Failed => {
                let mut failed = standing;
                loop {
                    let lower = standing - step;
                    match self.prove(lower) {
                        ThresholdResult::Reached => break (lower, Some(failed)),
                        ThresholdResult::Failed if step <= MOST => {
                            (failed, step) = (lower, 2 * step)
                        }
                        _ => return None,
                    }
                }
            }
            ThresholdResult::Unknown => return None,
        };
        loop {
            let next = match failed {
                Some(failed) if failed == reached + 1 => return Some(reached),
                Some(failed) => reached + (failed - reached) / 2,
                None if step > MOST => return None,
                None => reached + step,
            };
            match self.prove(next) {
                ThresholdResult::Reached => {
                    reached = next;
                    step *= 2;
                }
                ThresholdResult::Failed => failed = Some(next),
                ThresholdResult::Unknown => return None,
            }
        }
    }

    /// Returns the moves that provably reach a threshold, a pass first.
    pub(super) fn keeping(&mut self, threshold: i32) -> Vec<Move> {
        let mut moves = self.moves(&self.root);
        moves.retain(|&to| self.prove_after(to, threshold) == ThresholdResult::Reached);
        moves
    }

    /// Decides if the side reaches a margin, without komi, with this move.
    pub(super) fn prove_after(&mut self, to: Move, threshold: i32) -> ThresholdResult {
        let mut after = self.root.clone();
        after.play_legal(to);
        self.prove_at(&after, threshold)
    }

    /// Decides if the side reaches a margin, without komi.
    pub(super) fn prove(&mut self, threshold: i32) -> ThresholdResult {
        self.prove_at(&self.root.clone(), threshold)
    }

    fn prove_at(&mut self, position: &Position, threshold: i32) -> ThresholdResult {
        let key = self.key(position, threshold);
        loop {
            self.search(position, key, threshold, [INFINITE, INFINITE], 0);
            match self.numbers(key) {
                EndgameNode::REACHED => return ThresholdResult::Reached,
                EndgameNode::FAILED => return ThresholdResult::Failed,
                _ if self.is_over => return ThresholdResult::Unknown,
                _ => {}
            }
        }
    }

    fn numbers(&self, key: Key) -> [u32; 2] {
        match self.bounds.get(&key.0) {
            Some(&[reached, _]) if reached >= key.1 => EndgameNode::REACHED,
            Some(&[_, failed]) if failed <= key.1 => EndgameNode::FAILED,
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
                    // Reading was cut short, which decides nothing.
                    self.is_over = true;
                    return;
                }
                let numbers = if margin.is_some_and(|margin| margin >= threshold) {
                    EndgameNode::REACHED
                } else {
                    EndgameNode::FAILED
                };
                self.nodes.insert(
                    key,
                    EndgameNode {
                        numbers,
                        ..EndgameNode::NEW
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
                    EndgameNode {
                        numbers,
                        ..EndgameNode::NEW
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
            // A little more than the second best, to avoid switching between two moves too often.
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

    /// Records the bound: a proof holds for lower thresholds, a disproof for higher ones.
    fn learn(&mut self, (position, needed): Key, numbers: [u32; 2]) {
        let bounds = self.bounds.entry(position).or_insert([i32::MIN, i32::MAX]);
        match numbers {
            EndgameNode::REACHED => bounds[0] = bounds[0].max(needed),
            EndgameNode::FAILED => bounds[1] = bounds[1].min(needed),
            _ => {}
        }
    }

    /// Combines the numbers of the children.
    ///
    /// Returns them with the child to explore and the mover's second-best number. `own` is the
    /// index of the number that the mover minimizes.
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
                Some(&before) if threshold - child.1 > before => EndgameNode::REACHED,
                Some(_) => EndgameNode::FAILED,
                None if depth + 1 >= LONGEST => EndgameNode::FAILED,
                None => self.numbers(*child),
            };
            if numbers[own] < best.1 || numbers[own] == best.1 && numbers[other] < best.2 {
                second = best.1;
                best = (number, numbers[own], numbers[other]);
            } else {
                second = second.min(numbers[own]);
            }
            // Take the largest number plus the count of the others, not the sum, as lines meet
            // again (weak proof-number search).
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

    /// Returns the margin of the side on the board as it stands, prisoners included.
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

    /// Returns the moves worth trying, a pass first, then captures and moves near the last one.
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

    /// Counts a visited position; ends the search if the budget is used up or the stop flag is set.
    fn step(&mut self) {
        self.left = self.left.saturating_sub(1);
        self.is_over |= self.left == 0 || self.stop.load(Relaxed);
    }
}

/// A bound on the margin of any endgame, in points.
const MOST: i32 = 512;

/// Returns the empty points where play matters.
///
/// If groups are only assumed to live, a chain with few liberties may have to be connected, or may
/// be captured, so its liberties are open although they are assumed to be territory. Chains played
/// later count too, as a stone on a dame may leave its chain in atari.
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

/// Returns true if a point is a one-point eye within one chain that has another liberty.
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
