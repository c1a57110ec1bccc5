//! The state shared by the threads of one search: the tree, the limits and the stopping rule.

use super::consultation::Consultation;
use super::limits::{Ban, SearchLimits, allowed_moves, is_banned};
use super::outcomes::{DeviationPrior, Outcomes};
use super::result::{Candidate, Noise, SearchResult};
use super::secured::Secured;
use crate::go::board::Board;
use crate::go::color::Color;
use crate::go::point::{Move, Point, PointSet};
use crate::go::position::Position;
use crate::mcts::tree::{MovePrior, Node, NodeId, Tree};
use crate::referee::judge::Effort;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// An upper bound for pruning a large tree. The tree is not pruned this close to the deadline.
const PRUNING: Duration = Duration::from_millis(500);
/// The length of a principal variation in moves.
const MAX_PV: usize = 20;

/// The state that the threads of one search share.
pub(super) struct SharedSearch<'a> {
    pub(super) tree: &'a Tree,
    /// The position at the root.
    pub(super) position: &'a Position,
    pub(super) limits: &'a SearchLimits,
    /// The evaluator with its context; `None` if leaves are played out.
    pub(super) consultation: Option<&'a Consultation>,
    /// Set by another thread to stop the search.
    pub(super) stop: &'a AtomicBool,
    /// Set when `stop` is, and at the deadline.
    pub(super) late: &'a AtomicBool,
    pub(super) bans: &'a [Ban],
    /// The safety proofs at the root, where they are used.
    pub(super) secured: Option<&'a Secured>,
    /// The points that need no play at the root.
    pub(super) pointless: PointSet,
    /// The reply that a group proved safe before requires of the side to move.
    pub(super) urgent: Option<Point>,
    /// The least number of candidates to report.
    pub(super) min_moves: usize,
    /// The effort of adjudicating a game that ends inside the tree.
    pub(super) terminal_effort: Effort,
    /// The effort of adjudicating a game that the next move ends.
    ///
    /// If the rules leave life and death to the players, the search has to foresee the judgement
    /// after that move.
    pub(super) next_effort: Effort,
    /// The playouts of the adjudication that follows the search; 0 if none follows.
    pub(super) final_playouts: u32,
    /// The time that earlier decisions have taken.
    pub(super) decisions: DecisionTime,
    /// The number of threads at work.
    pub(super) threads: AtomicUsize,
    pub(super) begun: Instant,
    /// Playouts that the tree had at the start.
    pub(super) kept: u64,
    /// Playouts of this search.
    pub(super) done: AtomicU64,
    /// True once the search is over.
    pub(super) over: AtomicBool,
    /// The outcomes of the playouts of each thread.
    pub(super) outcomes: Vec<Mutex<Outcomes>>,
}

impl SharedSearch<'_> {
    /// Returns the result if the search ends now.
    ///
    /// The best move is the most visited one. Its values, as reported, are those of the position.
    pub(super) fn result(&self) -> SearchResult {
        let outcomes = self.all_outcomes();
        let expected = match self.consultation {
            Some(consultation) => DeviationPrior::said(consultation.root.deviation),
            None => DeviationPrior::of_playouts(self.position.board().size().area()),
        };
        let deviation = outcomes.deviation(expected);
        let found = SearchResult {
            best: Move::Pass,
            resigns: false,
            winrate: 0.5,
            lead: 0.0,
            playouts: u64::from(self.tree.root().playouts()),
            new_playouts: self.done.load(Relaxed),
            seconds: self.begun.elapsed().as_secs_f64(),
            candidates: self.candidates(&outcomes, expected.with(deviation)),
            ownership: outcomes.into_ownership(),
            deviation,
            noise: match self.consultation {
                Some(consultation) => Noise::Evaluations(consultation.doubt),
                None => Noise::Playouts(deviation),
            },
        };
        match found.told(1).first() {
            Some(best) => SearchResult {
                best: best.to,
                winrate: best.winrate,
                lead: best.lead,
                ..found
            },
            None => found,
        }
    }

    /// Returns the outcomes of the playouts of all threads.
    pub(super) fn all_outcomes(&self) -> Outcomes {
        let mut each = self.outcomes.iter().map(|outcomes| lock(outcomes));
        let first = each.next().map(|first| first.clone());
        let mut all = first.unwrap_or_default();
        each.for_each(|others| all.add_all(&others));
        all
    }

    /// Returns the visited root moves, at least [`min_moves`](Self::min_moves), most visited first.
    ///
    /// A play that is illegal here, but was searched where another order of moves made it legal, is
    /// left out.
    fn candidates(&self, outcomes: &Outcomes, expected: DeviationPrior) -> Vec<Candidate> {
        let tree = self.tree;
        let is_open = |node: &Node| node.to() == Move::Pass || self.position.is_legal(node.to());
        let nodes = || {
            let children = tree.children(Tree::ROOT);
            let nodes = children.map(|child| (child, tree.node(child)));
            nodes.filter(|(_, node)| is_open(node))
        };
        let all_priors: f64 = nodes().map(|(_, node)| node.prior_wins()).sum();
        let is_free = |node: &Node| !self.is_banned(self.position.turn(), node.to(), 1);
        let some_free = nodes().any(|(_, node)| is_free(node));
        let mut children: Vec<(NodeId, &Node)> = nodes()
            .filter(|(_, node)| !some_free || is_free(node))
            .collect();
        children.sort_by(|(_, a), (_, b)| {
            let playouts = b.playouts().cmp(&a.playouts());
            playouts
                .then(b.value().total_cmp(&a.value()))
                .then(b.prior_wins().total_cmp(&a.prior_wins()))
        });
        children
            .into_iter()
            .enumerate()
            .take_while(|&(index, (_, node))| node.playouts() > 0 || index < self.min_moves)
            .map(|(_, (child, node))| self.candidate(child, node, all_priors, outcomes, expected))
            .collect()
    }

    fn candidate(
        &self,
        child: NodeId,
        node: &Node,
        all_priors: f64,
        outcomes: &Outcomes,
        expected: DeviationPrior,
    ) -> Candidate {
        let root = self.tree.root();
        let (winrate, lead, utility) = if node.playouts() > 0 {
            (node.winrate(), node.lead(), node.value())
        } else {
            (1.0 - root.winrate(), -root.lead(), 1.0 - root.value())
        };
        let place = (child - self.tree.children(Tree::ROOT).start) as usize;
        Candidate {
            to: node.to(),
            playouts: u64::from(node.playouts()),
            winrate,
            lead,
            utility,
            deviation: outcomes.deviation_after(place, expected),
            is_counted: node.playouts() > 0
                && outcomes.counted_after(place) == u64::from(node.playouts()),
            prior: node.prior_wins() / all_priors.max(f64::MIN_POSITIVE),
            pv: self.principal_variation(child),
            ownership: outcomes.ownership_after(place),
        }
    }

    /// Returns the most visited moves from a child of the root on.
    fn principal_variation(&self, from: NodeId) -> Vec<(Move, u64)> {
        let most_played = |node: NodeId| {
            let tried = self
                .tree
                .children(node)
                .filter(|&child| self.tree.node(child).playouts() > 0);
            tried.max_by_key(|&child| self.tree.node(child).playouts())
        };
        std::iter::successors(Some(from), |&node| most_played(node))
            .take(MAX_PV)
            .map(|node| self.tree.node(node))
            .map(|node| (node.to(), u64::from(node.playouts())))
            .collect()
    }

    /// Returns true if a move at a depth, counted from 1, is banned or has nothing to gain.
    pub(super) fn is_banned(&self, turn: Color, to: Move, depth: usize) -> bool {
        let is_pointless = |at| self.pointless.contains(at);
        depth == 1 && to.point().is_some_and(is_pointless) || is_banned(self.bans, turn, to, depth)
    }

    /// Returns the plays that the bans leave, if none of these moves is among them: the plays that
    /// fill an eye, as a rule.
    pub(super) fn plays_left(
        &self,
        position: &Position,
        depth: usize,
        moves: &[MovePrior],
    ) -> Vec<Point> {
        let is_free = |prior: &MovePrior| !is_banned(self.bans, position.turn(), prior.to, depth);
        if self.bans.is_empty() || moves.iter().any(is_free) {
            return Vec::new();
        }
        let allowed = allowed_moves(position, self.bans, depth);
        allowed.filter_map(Move::point).collect()
    }

    /// Returns true if a child of the root is the required reply.
    pub(super) fn is_urgent(&self, child: NodeId) -> bool {
        self.urgent.is_some() && self.tree.node(child).to().point() == self.urgent
    }

    /// Returns the playouts per second and thread up to this time.
    fn playout_rate(&self, done: u64, elapsed: Duration) -> f64 {
        if self.consultation.is_some() {
            // The rate of evaluations says nothing about playouts.
            return slow_playout_rate(self.position.board());
        }
        done.max(1) as f64 / elapsed.as_secs_f64().max(1e-6) / self.threads.load(Relaxed) as f64
    }

    /// Returns the time to keep before the deadline for the decision after the search.
    ///
    /// It is estimated from the decisions of earlier moves, or for the first one from the playouts
    /// of a judgement.
    fn reserve(&self, deadline: Duration, done: u64, elapsed: Duration) -> Duration {
        if self.final_playouts == 0 {
            return Duration::ZERO;
        }
        let needed = self.decisions.expected().unwrap_or_else(|| {
            let playouts = f64::from(Effort::COST * self.final_playouts);
            Duration::from_secs_f64(playouts / self.playout_rate(done, elapsed))
        });
        // A judgement may request an evaluation of the position for each side.
        let questions = 2 * self.step(done, elapsed);
        (deadline / 4).min(needed + questions)
    }

    /// Returns the time that the search may need to end: that of one evaluation.
    fn step(&self, done: u64, elapsed: Duration) -> Duration {
        let threads = self.threads.load(Relaxed) as f64;
        match self.consultation {
            Some(_) => elapsed.mul_f64(threads / done.max(1) as f64).min(elapsed),
            None => Duration::ZERO,
        }
    }

    /// Returns the effort that the time left before the deadline allows.
    pub(super) fn affordable(&self) -> Affordable {
        let elapsed = self.begun.elapsed();
        let left = |deadline: Duration| deadline.saturating_sub(elapsed).as_secs_f64();
        Affordable {
            seconds: self.limits.deadline.map(left),
            playout_rate: self.playout_rate(self.done.load(Relaxed), elapsed),
            question: self.step(self.done.load(Relaxed), elapsed).as_secs_f64(),
        }
    }

    /// Returns true if the tree is full and there is time to prune it.
    pub(super) fn needs_pruning(&self) -> bool {
        let ends_soon = |deadline| self.begun.elapsed() + PRUNING >= deadline;
        self.tree.is_full() && !self.limits.deadline.is_some_and(ends_soon)
    }

    /// Returns true if the search is over after `done` playouts.
    pub(super) fn is_over(&self, done: u64) -> bool {
        if self.stop.load(Relaxed) {
            self.over.store(true, Relaxed);
        }
        if self.over.load(Relaxed) {
            return true;
        }
        let over = self.reaches_limit(done);
        if over {
            self.over.store(true, Relaxed);
        }
        over
    }

    fn reaches_limit(&self, done: u64) -> bool {
        let SearchLimits {
            playouts,
            time,
            deadline,
        } = *self.limits;
        // With playouts, compare the root moves only every 128: it costs time.
        let compares = done % 128 == 127 || self.consultation.is_some();
        let elapsed = self.begun.elapsed();
        let step = self.step(done, elapsed);
        let is_due = |deadline| elapsed + step + self.reserve(deadline, done, elapsed) >= deadline;
        playouts.is_some_and(|playouts| done >= playouts)
            || deadline.is_some_and(is_due)
            || match time {
                Some(time) if elapsed >= time => {
                    deadline.is_none() || compares && !is_unstable(&self.root_stats())
                }
                Some(time) => compares && self.is_decided(done, elapsed, time),
                None => false,
            }
    }

    /// Returns true if no move can overtake the most visited one in the time left.
    fn is_decided(&self, done: u64, elapsed: Duration, time: Duration) -> bool {
        let rate = done as f64 / elapsed.as_secs_f64().max(1e-6);
        let left = rate * (time.saturating_sub(elapsed)).as_secs_f64();
        let begun_well = elapsed.as_secs_f64() > 0.1 * time.as_secs_f64();
        begun_well && is_out_of_reach(&self.root_stats(), left)
    }

    /// Returns the playouts and the mean value of each root move.
    fn root_stats(&self) -> Vec<(u32, f64)> {
        let children = self.tree.children(Tree::ROOT);
        let nodes = children.map(|child| self.tree.node(child));
        nodes.map(|node| (node.playouts(), node.value())).collect()
    }
}

/// Locks a mutex, poisoned or not. A thread that panicked has at worst left a playout uncounted.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns true if the most visited move stays ahead even if another gets all `playouts` to come.
///
/// Moves are given by their playouts and mean value.
fn is_out_of_reach(moves: &[(u32, f64)], playouts: f64) -> bool {
    let mut most = [0; 2];
    for &(tried, _) in moves {
        if tried > most[0] {
            most = [tried, most[0]];
        } else if tried > most[1] {
            most[1] = tried;
        }
    }
    f64::from(most[0] - most[1]) > playouts
}

/// Returns true if more time may well change the choice.
///
/// That is so if the most visited move does not have the best value among those visited at least a
/// quarter as often (after Huang, Coulom and Lin 2010, *Time Management for Monte-Carlo Tree Search
/// Applied to the Game of Go*).
fn is_unstable(moves: &[(u32, f64)]) -> bool {
    let Some(&(most, value)) = moves.iter().max_by_key(|(tried, _)| tried) else {
        return false;
    };
    let is_rival = |&&(tried, _): &&(u32, f64)| tried >= most / 4;
    moves
        .iter()
        .filter(is_rival)
        .any(|&(_, rival)| rival > value)
}

/// The time that the decisions after recent searches have taken.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct DecisionTime {
    /// The recent maximum in seconds, decaying; `None` before the first decision with a judgement.
    longest: Option<f64>,
}

impl DecisionTime {
    /// The decay of the maximum for each decision.
    const FADING: f64 = 0.8;
    /// The next decision may take this many times the maximum.
    const MARGIN: f64 = 1.5;
    /// A decision shorter than this made no judgement, in seconds.
    const NO_JUDGEMENT: f64 = 0.002;

    /// Records the time of a decision.
    pub(super) fn add(&mut self, time: Duration) {
        let seconds = time.as_secs_f64();
        if seconds >= DecisionTime::NO_JUDGEMENT {
            let faded = self
                .longest
                .map_or(0.0, |longest| longest * DecisionTime::FADING);
            self.longest = Some(seconds.max(faded));
        }
    }

    /// Returns the expected time of the next decision, with a margin.
    fn expected(&self) -> Option<Duration> {
        let longest = self.longest?;
        Some(Duration::from_secs_f64(longest * DecisionTime::MARGIN))
    }
}

/// The parts of a decision that may read the board: judging, one for each side, and resigning.
const READINGS: f64 = 4.0;

/// The least time left for another evaluation, as a multiple of the time that one takes.
const QUESTIONS: f64 = 2.0;

/// The time and speed available to the decision after a search.
pub(super) struct Affordable {
    /// The time left in seconds; `None` without a deadline.
    seconds: Option<f64>,
    /// Playouts per second of one thread.
    playout_rate: f64,
    /// The time of an evaluation in seconds.
    question: f64,
}

impl Affordable {
    /// Returns an effort reduced to the time available.
    pub(super) fn of(&self, wanted: Effort) -> Effort {
        let Some(left) = self.seconds else {
            return wanted;
        };
        let playouts = self.playouts(left).max(8.0);
        Effort {
            playouts: wanted.playouts.min(playouts as u32),
            asks: wanted.asks && left > QUESTIONS * self.question,
            ..wanted.within(left / READINGS)
        }
    }

    /// Returns true if there is hardly any time left for a judgement.
    pub(super) fn is_nothing(&self) -> bool {
        self.seconds.is_some_and(|left| self.playouts(left) < 1.0)
    }

    /// Returns the playouts of a judgement that fit into a time in seconds.
    fn playouts(&self, seconds: f64) -> f64 {
        playouts_in(seconds, self.playout_rate)
    }
}

/// Returns the playouts per second and thread of a slow machine, if a search has no playouts.
pub(super) fn slow_playout_rate(board: &Board) -> f64 {
    /// Playouts per second times the points of the board.
    const RATE: f64 = 200_000.0;
    RATE / board.size().area() as f64
}

/// Returns the playouts of a judgement that fit into `seconds`, given the playout rate of a search.
pub(super) fn playouts_in(seconds: f64, rate: f64) -> f64 {
    seconds * rate / f64::from(Effort::COST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_goes_where_the_choice_is_open() {
        // One move is far ahead in playouts: the time left decides if another can overtake.
        let clear = [(900, 0.6), (100, 0.5), (0, 0.0)];
        assert!(is_out_of_reach(&clear, 700.0) && !is_out_of_reach(&clear, 900.0));
        assert!(!is_unstable(&clear));
        // A better move may overtake, unless it has hardly been tried.
        assert!(is_unstable(&[(300, 0.55), (600, 0.5), (100, 0.4)]));
        assert!(!is_unstable(&[(100, 0.55), (600, 0.5), (300, 0.4)]));
        assert!(is_out_of_reach(&[(5, 0.5)], 4.0) && !is_unstable(&[(5, 0.5)]));
        assert!(!is_out_of_reach(&[], 0.0) && !is_unstable(&[]));
    }
}
