//! What the threads of one search share: the tree, the limits, and the decision to stop.

use super::consultation::Consultation;
use super::limits::{Ban, SearchLimits};
use super::outcomes::{Expected, Outcomes};
use super::result::{Candidate, Noise, SearchResult};
use super::secured::Secured;
use crate::board::Board;
use crate::color::Color;
use crate::judge::Effort;
use crate::point::{Move, Point, PointSet};
use crate::position::Position;
use crate::tree::{Node, NodeId, Tree};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// More time than pruning a large tree takes. So near the deadline the tree is not pruned.
const PRUNING: Duration = Duration::from_millis(500);
/// The length of a principal variation in moves.
const MAX_PV: usize = 20;

/// What the threads of one search share.
pub(super) struct SharedSearch<'a> {
    pub(super) tree: &'a Tree,
    /// The position at the root.
    pub(super) position: &'a Position,
    pub(super) limits: &'a SearchLimits,
    /// Who is asked about positions, if they are not played out.
    pub(super) consultation: Option<&'a Consultation>,
    /// Set by another thread to stop the search.
    pub(super) stop: &'a AtomicBool,
    /// Set then or at the deadline.
    pub(super) late: &'a AtomicBool,
    pub(super) bans: &'a [Ban],
    /// What is proved safe at the root, where that is used.
    pub(super) secured: Option<&'a Secured>,
    /// Where there is nothing to play at the root.
    pub(super) pointless: PointSet,
    /// The answer that the side to move owes for what was secured before.
    pub(super) urgent: Option<Point>,
    /// The least number of candidates to report.
    pub(super) min_moves: usize,
    /// The effort of adjudicating a game that ends inside the tree.
    pub(super) terminal_effort: Effort,
    /// That of one that the next move ends: where rules leave it to the players who is dead, as it will be judged then.
    pub(super) next_effort: Effort,
    /// The playouts of the adjudication that follows the search, 0 without one.
    pub(super) final_playouts: u32,
    /// The time that earlier decisions have taken.
    pub(super) decisions: DecisionTime,
    /// How many work on it.
    pub(super) threads: AtomicUsize,
    pub(super) begun: Instant,
    /// Playouts that the tree had before.
    pub(super) kept: u64,
    /// Playouts of this search.
    pub(super) done: AtomicU64,
    /// Whether the search is over.
    pub(super) over: AtomicBool,
    /// How the playouts of each thread have ended.
    pub(super) outcomes: Vec<Mutex<Outcomes>>,
}

impl SharedSearch<'_> {
    /// The result if the search ends now; the best move is the one most played, and the position is worth what is told of it.
    pub(super) fn result(&self) -> SearchResult {
        let outcomes = self.all_outcomes();
        let expected = match self.consultation {
            Some(consultation) => Expected::said(consultation.root.deviation),
            None => Expected::of_playouts(self.position.board().size().area()),
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

    /// How the playouts of all threads have ended.
    pub(super) fn all_outcomes(&self) -> Outcomes {
        let mut each = self.outcomes.iter().map(|outcomes| lock(outcomes));
        let first = each.next().map(|first| first.clone());
        let mut all = first.unwrap_or_default();
        each.for_each(|others| all.add_all(&others));
        all
    }

    /// The moves at the root that have playouts, or the best [`min_moves`](Self::min_moves), the most played first. A play that
    /// was searched where another order of moves made it legal is left out.
    fn candidates(&self, outcomes: &Outcomes, expected: Expected) -> Vec<Candidate> {
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
        expected: Expected,
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

    /// The most played moves from a child of the root on.
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

    /// Whether a move at a depth, counted from 1, is banned or has nothing to gain.
    pub(super) fn is_banned(&self, turn: Color, to: Move, depth: usize) -> bool {
        let is_pointless = |at| self.pointless.contains(at);
        depth == 1 && to.point().is_some_and(is_pointless)
            || self.bans.iter().any(|ban| ban.covers(turn, to, depth))
    }

    /// Whether a child of the root is the answer that is owed.
    pub(super) fn is_urgent(&self, child: NodeId) -> bool {
        self.urgent.is_some() && self.tree.node(child).to().point() == self.urgent
    }

    /// Playouts per second and thread so far.
    fn playout_rate(&self, done: u64, elapsed: Duration) -> f64 {
        if self.consultation.is_some() {
            // What was done says nothing of playouts.
            return slow_playout_rate(self.position.board());
        }
        done.max(1) as f64 / elapsed.as_secs_f64().max(1e-6) / self.threads.load(Relaxed) as f64
    }

    /// Returns the time to keep before the deadline for the decision after the search.
    ///
    /// It is estimated from the decisions of earlier moves, or from the playouts of a judgement before
    /// there are any.
    fn reserve(&self, deadline: Duration, done: u64, elapsed: Duration) -> Duration {
        if self.final_playouts == 0 {
            return Duration::ZERO;
        }
        let needed = self.decisions.expected().unwrap_or_else(|| {
            let playouts = f64::from(Effort::COST * self.final_playouts);
            Duration::from_secs_f64(playouts / self.playout_rate(done, elapsed))
        });
        // Evaluations of the position for both sides, which a judgement may ask for.
        let questions = 2 * self.step(done, elapsed);
        (deadline / 4).min(needed + questions)
    }

    /// How long it may take until the search can end: a question to an oracle takes its time.
    fn step(&self, done: u64, elapsed: Duration) -> Duration {
        let threads = self.threads.load(Relaxed) as f64;
        match self.consultation {
            Some(_) => elapsed.mul_f64(threads / done.max(1) as f64).min(elapsed),
            None => Duration::ZERO,
        }
    }

    /// What there is time for before the deadline.
    pub(super) fn affordable(&self) -> Affordable {
        let elapsed = self.begun.elapsed();
        let left = |deadline: Duration| deadline.saturating_sub(elapsed).as_secs_f64();
        Affordable {
            seconds: self.limits.deadline.map(left),
            playout_rate: self.playout_rate(self.done.load(Relaxed), elapsed),
            question: self.step(self.done.load(Relaxed), elapsed).as_secs_f64(),
        }
    }

    /// Whether the tree is full and there is time to prune it.
    pub(super) fn needs_pruning(&self) -> bool {
        let ends_soon = |deadline| self.begun.elapsed() + PRUNING >= deadline;
        self.tree.is_full() && !self.limits.deadline.is_some_and(ends_soon)
    }

    /// Whether the search is over after `done` playouts.
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
        // The moves at the root are compared only now and then.
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

    /// Whether no move can overtake the most played one in the time left.
    fn is_decided(&self, done: u64, elapsed: Duration, time: Duration) -> bool {
        let rate = done as f64 / elapsed.as_secs_f64().max(1e-6);
        let left = rate * (time.saturating_sub(elapsed)).as_secs_f64();
        let begun_well = elapsed.as_secs_f64() > 0.1 * time.as_secs_f64();
        begun_well && is_out_of_reach(&self.root_stats(), left)
    }

    /// The playouts and the mean value of each move at the root.
    fn root_stats(&self) -> Vec<(u32, f64)> {
        let children = self.tree.children(Tree::ROOT);
        let nodes = children.map(|child| self.tree.node(child));
        nodes.map(|node| (node.playouts(), node.value())).collect()
    }
}

/// What a mutex guards. A thread that panicked with it has at worst not counted a playout.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether the most played move stays so if another gets all of some more playouts. Moves are given by their playouts and mean
/// value.
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

/// Whether more time may well change the choice: the most played move does not have the best value among those played at least
/// a quarter as often (after Huang, Coulom and Lin 2010, *Time Management for Monte-Carlo Tree Search Applied to the Game of
/// Go*).
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
    /// The longest of late, in seconds; it fades. `None` before the first decision with a judgement.
    longest: Option<f64>,
}

impl DecisionTime {
    /// The part of the longest time that is left after another decision.
    const FADING: f64 = 0.8;
    /// The next decision may take this many times as long.
    const MARGIN: f64 = 1.5;
    /// A shorter decision had no judgement, in seconds.
    const NO_JUDGEMENT: f64 = 0.002;

    /// Takes the time of a decision into account.
    pub(super) fn add(&mut self, time: Duration) {
        let seconds = time.as_secs_f64();
        if seconds >= DecisionTime::NO_JUDGEMENT {
            let faded = self
                .longest
                .map_or(0.0, |longest| longest * DecisionTime::FADING);
            self.longest = Some(seconds.max(faded));
        }
    }

    /// Returns the time to expect of the next decision, with a margin.
    fn expected(&self) -> Option<Duration> {
        let longest = self.longest?;
        Some(Duration::from_secs_f64(longest * DecisionTime::MARGIN))
    }
}

/// How often the board may be read: to judge, for what either side could do, and before resigning.
const READINGS: f64 = 4.0;

/// So many times as long as a question takes there must be for an oracle to be asked once more.
const QUESTIONS: f64 = 2.0;

/// What can be spent on the decision after a search.
pub(super) struct Affordable {
    /// The time left, where there is a deadline.
    seconds: Option<f64>,
    /// Playouts of one thread in a second.
    playout_rate: f64,
    /// The seconds that a question to the oracle takes.
    question: f64,
}

impl Affordable {
    /// As much of an effort as there is time for.
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

    /// Whether there is hardly any time left for a judgement.
    pub(super) fn is_nothing(&self) -> bool {
        self.seconds.is_some_and(|left| self.playouts(left) < 1.0)
    }

    /// The playouts of a judgement that fit into so many seconds.
    fn playouts(&self, seconds: f64) -> f64 {
        playouts_in(seconds, self.playout_rate)
    }
}

/// Playouts per second and thread where none are made in a search: what slow machines have.
pub(super) fn slow_playout_rate(board: &Board) -> f64 {
    /// Times the points of the board.
    const RATE: f64 = 200_000.0;
    RATE / board.size().area() as f64
}

/// The playouts of a judgement that fit into so many seconds, where a search makes so many in one.
pub(super) fn playouts_in(seconds: f64, rate: f64) -> f64 {
    seconds * rate / f64::from(Effort::COST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_goes_where_the_choice_is_open() {
        // Far ahead in playouts: whether anything can change depends on the time left.
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
