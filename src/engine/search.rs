//! The search: turns a position and limits into a move.
//!
//! Monte Carlo tree search (Coulom 2006; UCT, Kocsis and Szepesvári 2006) with rapid action value
//! estimation (RAVE; Gelly and Silver 2007), priors and progressive widening. Every legal move that
//! does not fill an eye is in the tree. The most promising moves are considered first, and another
//! is added each time the playouts have grown by about a third. All threads search one tree, with
//! virtual loss.
//!
//! **Counting a playout.** Stray passes, needless moves at home and random captures change the
//! board of a playout, so its final score means nothing by itself. The playout serves as a
//! confirmation phase (Pachi; Baudiš and Gailly 2011): it decides the owner of each point, and
//! hence which stones of the *leaf* are alive. The leaf is then counted under the rules in force
//! with the prisoners taken so far; moves of the playout cost and gain nothing. In the tree, a
//! stone in one's own territory therefore costs the point it stands on, and capturing stones that
//! are dead anyway gains nothing. An invasion that dies costs a point for each of its moves that
//! the opponent did not answer. See [`confirmed_lead`](crate::go::score::confirmed_lead).
//!
//! **With an [evaluator](crate::mcts::tree::oracle)**, such as a neural network, there are no playouts. A
//! leaf has the value that the evaluator gives it, and moves are chosen by PUCT (Silver et al.
//! 2017). Orders of moves that lead to one position share their search. A game that ends inside the
//! tree is adjudicated as described below, and the decision after the search is made alike.
//!
//! **The last moves** are not left to playouts. An [`endgame`] that can be solved exactly, with
//! nothing granted or only proved territory, is not searched. Where groups are only assumed to
//! live, the solver proposes a move and the search has to confirm it. A result is announced as
//! certain only if it rests on proofs alone.
//!
//! **Proved territory** late in a game is closed to play in the tree and in playouts, unless an
//! attack must be answered, the rules require play there, or a ko is being fought. At the end of a
//! playout it belongs to its owner.
//!
//! **A game that ends inside the tree** by two passes is played out like a leaf on the first visits
//! of its node; then the position is adjudicated once, with little effort and without reading.
//! Under rules that count all stones as alive, it is adjudicated at once. A repetition that the
//! rules end as a draw or without result counts as a draw.

pub mod alarm;
pub mod clock;
mod consultation;
mod consulting;
mod decision;
pub mod endgame;
mod limits;
mod outcomes;
mod result;
mod secured;
mod shared;
mod utility;
mod worker;

pub(in crate::engine) use limits::is_banned;
pub use limits::{Ban, SearchLimits, SearchSettings, allowed_moves};
pub use result::{Candidate, Noise, SearchResult, Watch};

use crate::go::board::Board;
use crate::go::point::{Move, Point};
use crate::go::position::Position;
use crate::mcts::playout::Ownership;
use crate::mcts::tree::oracle::{Oracle, asked_on};
use crate::mcts::tree::{NodeId, Tree};
use crate::referee::judge::{Adjudication, Effort, Judged, plainly_settled, secured_beside};
use crate::util::threads::Start;
use alarm::with_alarm;
use consultation::Consultation;
use decision::{
    Choice, SearchedPosition, Trust, decide, is_behind, is_late, is_nearly_over, leaves_to_players,
    resigns, unless_given_away, with_last_fill,
};
use endgame::{Endgame, EndgameSolution, Granted};
use outcomes::Outcomes;
use secured::{LineOfPlay, Secured, proved_alone};
use shared::{Affordable, DecisionTime, SharedSearch, playouts_in, slow_playout_rate};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use worker::Worker;

/// A search with a tree that is kept from move to move.
#[derive(Debug)]
pub struct Search {
    settings: SearchSettings,
    /// The evaluator, if any.
    oracle: Option<Arc<dyn Oracle>>,
    tree: Tree,
    endgame: Endgame,
    /// The position at the root of the tree; `None` for an empty tree.
    root: Option<Position>,
    /// The safety proofs used at the root, if any.
    secured: Option<Secured>,
    /// The bans in force at the root.
    bans: Vec<Ban>,
    /// The number of threads that the system started in the last search.
    given: Option<usize>,
    /// The time taken by decisions after recent searches.
    decisions: DecisionTime,
}

/// The cost of an evaluation in playouts, for the budget of the endgame solver.
const EVALUATION_COST: u64 = 2;
/// The most empty points for which safe territory is sought while some fights are unclear.
const MOST_EMPTIES: usize = 48;
/// The budget of that search for safe territory, in states for each color.
const MOST_SAFETY: usize = 60_000;
/// Playouts of an adjudication inside the tree.
const TERMINAL_PLAYOUTS: u32 = 48;

impl Search {
    /// Creates a search with an empty tree and no evaluator.
    #[must_use]
    pub fn new(settings: SearchSettings) -> Search {
        Search::asking(None, settings)
    }

    /// Creates a search with an empty tree and an optional evaluator.
    #[must_use]
    pub fn asking(oracle: Option<Arc<dyn Oracle>>, settings: SearchSettings) -> Search {
        Search {
            settings: settings.for_search(),
            oracle,
            tree: Search::empty_tree(&settings),
            endgame: Endgame::default(),
            root: None,
            secured: None,
            bans: Vec::new(),
            given: None,
            decisions: DecisionTime::default(),
        }
    }

    /// Changes the settings and clears the tree.
    pub fn configure(&mut self, settings: SearchSettings) {
        self.settings = settings.for_search();
        self.given = None;
        self.clear();
    }

    /// Returns the evaluator for this position; `None` if the position has to be played out.
    pub(crate) fn oracle(&self, position: &Position) -> Option<&Arc<dyn Oracle>> {
        asked_on(self.oracle.as_ref(), position.board().size())
    }

    /// Returns the number of search threads.
    ///
    /// This is the number in the settings, or fewer if the system has since failed to start that
    /// many.
    #[must_use]
    pub fn threads(&self) -> usize {
        let wanted = self.settings.threads.max(1);
        self.given.unwrap_or(wanted).min(wanted)
    }

    /// Clears the tree.
    pub fn clear(&mut self) {
        self.tree = Search::empty_tree(&self.settings);
        self.root = None;
        self.secured = None;
        self.bans.clear();
    }

    /// Searches to a limit or until `stop` is set, and decides on a move, a pass or resignation.
    ///
    /// With one thread and a limit of playouts only, equal searches give equal results.
    #[must_use]
    pub fn think(
        &mut self,
        position: &Position,
        judged: &mut Judged,
        limits: &SearchLimits,
        stop: &Arc<AtomicBool>,
    ) -> SearchResult {
        self.think_watched(position, judged, limits, stop, None)
    }

    /// Searches as [`think`](Search::think) does, with an observer.
    #[must_use]
    pub fn think_watched(
        &mut self,
        position: &Position,
        judged: &mut Judged,
        limits: &SearchLimits,
        stop: &Arc<AtomicBool>,
        watch: Option<Watch>,
    ) -> SearchResult {
        let begun = Instant::now();
        let end = limits.deadline.and_then(|time| begun.checked_add(time));
        with_alarm(end, stop, |late| {
            let stops = Stops {
                search: stop,
                solving: if end.is_some() { late } else { stop },
                judging: late,
            };
            self.think_until(position, judged, limits, &stops, watch)
        })
    }

    /// Searches and decides; each phase ends when its stop flag is set.
    fn think_until(
        &mut self,
        position: &Position,
        judged: &mut Judged,
        limits: &SearchLimits,
        stops: &Stops,
        watch: Option<Watch>,
    ) -> SearchResult {
        let begun = Instant::now();
        let certain = self.certain(position, judged, limits, stops);
        if let (Some(certain), None) = (&certain, &watch) {
            let choice = certain.choice(position, &[]);
            let below = self.settings.resign;
            return SearchResult {
                resigns: certain.resigns(below, position, choice),
                ..solved(choice, begun)
            };
        }
        let limits = &limits.after(begun.elapsed());
        let bans = watch.as_ref().map_or(&[][..], |watch| watch.bans);
        let (result, affordable) =
            self.explore(position, limits, stops.search, stops.solving, watch);
        if affordable.is_nothing() {
            stops.judging.store(true, Relaxed);
        }
        let effort = affordable.of(self.settings.effort);
        let candidates = &result.candidates;
        let trust = match self.oracle(position) {
            Some(_) => Trust::EVALUATIONS,
            None => Trust::PLAYOUTS,
        };
        let decision = Instant::now();
        let choice = match certain {
            Some(certain) => certain.choice(position, candidates),
            None => {
                let scene = SearchedPosition {
                    position,
                    candidates,
                    trust,
                    effort: &effort,
                };
                let choice = self.proposed(&scene, judged, limits, stops);
                let choice = choice.unwrap_or_else(|| {
                    decide(position, judged, candidates, trust, &effort, stops.judging)
                });
                unless_given_away(position, judged, candidates, choice, &effort, stops.judging)
            }
        };
        let choice = choice.unless_banned(bans, position, candidates);
        let resigns = trust.allows_resigning(candidates)
            && resigns(
                self.settings.resign,
                position,
                judged,
                choice,
                &effort,
                stops.judging,
            );
        self.decisions.add(decision.elapsed());
        SearchResult {
            best: choice.to,
            resigns,
            winrate: choice.winrate,
            lead: choice.lead,
            ..result
        }
    }

    /// Tries to solve a position exactly before it is searched.
    ///
    /// At first nothing is granted. Late in a game, the territory that the judgement of the
    /// position proves is granted. The decision after the search uses that judgement too.
    fn certain(
        &mut self,
        position: &Position,
        judged: &mut Judged,
        limits: &SearchLimits,
        stops: &Stops,
    ) -> Option<Certain> {
        let is_exact = |solution: &EndgameSolution| solution.is_exact;
        let nothing = Granted::Nothing;
        let solution = self.solve(position, &nothing, (limits, 4), stops.solving);
        if let Some(solution) = solution.filter(is_exact) {
            let standing = None;
            return Some(Certain { solution, standing });
        }
        // A position that is small without grants has just been tried.
        if !Endgame::applies_to(position.rules())
            || !is_late(position)
            || Endgame::is_small(position, &nothing)
        {
            return None;
        }
        let effort = self.effort_for_next(limits, position.board());
        let standing = judged.by(position, &effort, stops.judging);
        let board = position.board();
        let alone = |safety| Granted::Proved(proved_alone(board, standing.settled(), safety));
        let mut proved = alone(standing.safety());
        if !Endgame::is_small(position, &proved) && board.empties().len() <= MOST_EMPTIES {
            let effort = Effort {
                safety: effort.safety.min(MOST_SAFETY),
                ..effort
            };
            proved = alone(&secured_beside(position, &standing, &effort, stops.judging));
        }
        if !Endgame::is_small(position, &proved) {
            return None;
        }
        let solution = self.solve(position, &proved, (limits, 3), stops.solving)?;
        let standing = Some(standing);
        is_exact(&solution).then_some(Certain { solution, standing })
    }

    /// Proposes a solution that assumes plainly living groups to live, if the search confirms it.
    fn proposed(
        &mut self,
        scene: &SearchedPosition,
        judged: &mut Judged,
        limits: &SearchLimits,
        stops: &Stops,
    ) -> Option<Choice> {
        let SearchedPosition {
            position,
            candidates,
            trust,
            effort,
        } = *scene;
        let is_worth_it = Endgame::applies_to(position.rules())
            && is_nearly_over(position, candidates)
            && !stops.judging.load(Relaxed);
        if !is_worth_it {
            return None;
        }
        let standing = judged.by(position, effort, stops.judging);
        let assumed = Granted::Assumed(plainly_settled(position, &standing));
        let solution = self.solve(position, &assumed, (limits, 8), stops.solving)?;
        let choice = Choice::confirmed(position, &solution, candidates, trust)?;
        Some(with_last_fill(
            position, &standing, &solution, candidates, choice,
        ))
    }

    /// Searches without a decision: the best move is the most visited one, never a resignation.
    #[must_use]
    pub fn analyze(
        &mut self,
        position: &Position,
        limits: &SearchLimits,
        stop: &AtomicBool,
        watch: Option<Watch>,
    ) -> SearchResult {
        self.explore(position, limits, stop, stop, watch).0
    }

    /// Returns the effort of adjudicating a game that ends inside the tree.
    fn terminal_effort(&self) -> Effort {
        Effort {
            playouts: TERMINAL_PLAYOUTS,
            states: 0,
            safety: 0,
            ..self.settings.effort
        }
    }

    /// Returns the effort of adjudicating a game that the next move ends.
    ///
    /// It takes a small part of the time for the move.
    fn effort_for_next(&self, limits: &SearchLimits, board: &Board) -> Effort {
        const PART: u32 = 16;
        /// The time if there is no limit.
        const USUAL: Duration = Duration::from_millis(125);
        let effort = self.settings.effort;
        let time = limits.deadline.or(limits.time);
        let seconds = time.map_or(USUAL, |time| time / PART).as_secs_f64();
        let playouts = playouts_in(seconds, slow_playout_rate(board)) as u32;
        Effort {
            playouts: effort.playouts.min(playouts.max(TERMINAL_PLAYOUTS)),
            ..effort.within(seconds)
        }
    }

    /// Finds the moves that keep the value of a position, within the time divided by `part`.
    fn solve(
        &mut self,
        position: &Position,
        granted: &Granted,
        (limits, part): (&SearchLimits, u32),
        stop: &Arc<AtomicBool>,
    ) -> Option<EndgameSolution> {
        if self.settings.effort.states == 0 {
            return None;
        }
        let time = limits.deadline.or(limits.time);
        let until = time.and_then(|time| Instant::now().checked_add(time / part));
        let cost = match self.oracle(position) {
            Some(_) => EVALUATION_COST,
            None => 1,
        };
        let playouts = limits.playouts.unwrap_or(u64::MAX).saturating_mul(cost);
        let limits = endgame::EndgameLimits::beside(playouts, position.rules());
        let mut solve =
            |late: &Arc<AtomicBool>| self.endgame.solve(position, granted, &limits, late);
        let solution = match until {
            None => solve(stop),
            until => with_alarm(until, stop, solve),
        }?;
        (!solution.moves.is_empty()).then_some(solution)
    }

    /// Searches the tree, and returns the result and the effort left for the decision.
    ///
    /// The safety proofs that precede the search end when `solving` is set.
    fn explore(
        &mut self,
        position: &Position,
        limits: &SearchLimits,
        stop: &AtomicBool,
        solving: &AtomicBool,
        mut watch: Option<Watch>,
    ) -> (SearchResult, Affordable) {
        let begun = Instant::now();
        let bans = watch.as_ref().map_or(&[][..], |watch| watch.bans);
        let secured = match bans {
            [] => self.secure(position, limits, solving),
            _ => None,
        };
        let urgent = self.urgent(position, secured.as_ref());
        self.forget_unless(position, secured.as_ref(), bans);
        self.move_root(position);
        self.secured = secured;
        self.bans = bans.to_vec();
        let seed = self.settings.seed ^ (position.move_count() as u64) << 32;
        let keeps_moves_ownership = watch.as_ref().is_some_and(|watch| watch.moves_ownership);
        let mut outcomes = Outcomes::new(keeps_moves_ownership);
        let oracle = self.oracle(position).cloned();
        let consultation =
            oracle.map(|oracle| Consultation::on(position, oracle, self.settings.seed));
        let pointless = self.secured.as_ref().map(|secured| {
            let mut pointless = LineOfPlay::new(secured).pointless(position.board());
            urgent.iter().for_each(|&at| pointless.remove(at));
            pointless
        });
        let pointless = pointless.unwrap_or_default();
        let mut done = 0;
        let mut next_report = watch.as_ref().map_or(Duration::MAX, |watch| {
            begun.elapsed().saturating_add(watch.interval)
        });
        loop {
            let mut each = vec![outcomes];
            each.resize_with(self.threads(), || Outcomes::new(keeps_moves_ownership));
            let shared = SharedSearch {
                tree: &self.tree,
                position,
                limits,
                consultation: consultation.as_ref(),
                stop,
                late: solving,
                bans,
                secured: self.secured.as_ref(),
                pointless,
                urgent,
                min_moves: watch.as_ref().map_or(0, |watch| watch.min_moves),
                terminal_effort: self.terminal_effort(),
                next_effort: if leaves_to_players(position.rules()) {
                    self.effort_for_next(limits, position.board())
                } else {
                    self.terminal_effort()
                },
                final_playouts: if is_late(position) {
                    self.settings.effort.playouts
                } else {
                    0
                },
                decisions: self.decisions,
                threads: AtomicUsize::new(self.threads()),
                begun,
                kept: u64::from(self.tree.root().playouts()),
                done: AtomicU64::new(done),
                over: AtomicBool::new(false),
                outcomes: each.into_iter().map(Mutex::new).collect(),
            };
            let watched = watch.as_mut().map(|watch| (watch, &mut next_report));
            run(&shared, seed, watched);
            self.given = Some(shared.threads.load(Relaxed));
            if shared.over.load(Relaxed) {
                return (shared.result(), shared.affordable());
            }
            done = shared.done.load(Relaxed);
            outcomes = shared.all_outcomes();
            self.tree = self.tree.pruned();
        }
    }

    /// Proves safety at the root late in a game, with a small part of the budget of the search.
    fn secure(
        &self,
        position: &Position,
        limits: &SearchLimits,
        stop: &AtomicBool,
    ) -> Option<Secured> {
        if !is_late(position) {
            return None;
        }
        let playouts = limits.playouts.unwrap_or(u64::MAX);
        let time = limits.time.into_iter().chain(limits.deadline).min();
        let seconds = time.map_or(f64::INFINITY, |time| time.as_secs_f64());
        let effort = self.settings.effort;
        let effort = effort.before(playouts, seconds, position.board())?;
        Secured::of(position, &effort, stop)
    }

    /// Returns the reply that keeps a proved group of the last root safe, if one is required.
    ///
    /// The position has to follow the last root by two moves. A group that `now` proves needs no
    /// reply.
    fn urgent(&self, position: &Position, now: Option<&Secured>) -> Option<Point> {
        let (root, before) = self.root.as_ref().zip(self.secured.as_ref())?;
        let moves = [position.last_but_one()?, position.last_move()?];
        let mut reached = root.clone();
        for (color, to) in moves {
            (reached.turn() == color).then(|| reached.play(to).ok())??;
        }
        let follows = reached.board() == position.board()
            && reached.turn() == position.turn()
            && reached.has_history_of(position);
        follows.then(|| before.owed_after(&moves, now)).flatten()
    }

    /// Forgets the tree if it lacks moves that are now searched, or if the bans have changed.
    fn forget_unless(&mut self, position: &Position, now: Option<&Secured>, bans: &[Ban]) {
        let closed = |secured: Option<&Secured>| secured.map(Secured::closed).unwrap_or_default();
        let is_closed_still = closed(self.secured.as_ref()).is_subset(&closed(now));
        // The depth of a ban is counted from the root.
        let same_moves = |root: &Position| root.move_count() == position.move_count();
        let is_same_root = self.root.as_ref().is_some_and(same_moves);
        let are_bans_kept = self.bans == bans && (bans.is_empty() || is_same_root);
        if !(is_closed_still && are_bans_kept) {
            self.root = None;
        }
    }

    fn empty_tree(settings: &SearchSettings) -> Tree {
        // When the root moves or the tree is pruned, the old and the new tree exist together.
        Tree::new(settings.memory / 2)
    }

    /// Makes a position the root.
    ///
    /// Keeps the subtree if the position follows the last root by at most two moves.
    fn move_root(&mut self, position: &Position) {
        let moves: Vec<Move> = [position.last_but_one(), position.last_move()]
            .into_iter()
            .flatten()
            .map(|(_, to)| to)
            .collect();
        let kept = self.root.take().and_then(|root| {
            (0..=moves.len()).find_map(|skipped| self.follow(&root, &moves[skipped..], position))
        });
        // The end of the game, one pass away from this root, was adjudicated with less effort below
        // the last one.
        let is_counted_anew = || leaves_to_players(position.rules()) && position.ends_by_pass();
        match kept {
            Some(Tree::ROOT) => {}
            Some(node) if !is_counted_anew() => self.tree = self.tree.subtree(node),
            _ => self.tree = Search::empty_tree(&self.settings),
        }
        self.root = Some(position.clone());
    }

    /// Returns the node that moves lead to from the root, if it stands for the given position.
    fn follow(&self, root: &Position, moves: &[Move], position: &Position) -> Option<NodeId> {
        let mut reached = root.clone();
        let mut node = Tree::ROOT;
        for &to in moves {
            node = self
                .tree
                .children(node)
                .find(|&child| self.tree.node(child).to() == to)?;
            reached.play(to).ok()?;
        }
        let same = reached.hash() == position.hash()
            && reached.turn() == position.turn()
            && reached.has_history_of(position)
            && reached.board() == position.board()
            && reached.rules() == position.rules()
            && reached.komi() == position.komi()
            && reached.handicap() == position.handicap()
            && reached.prisoners() == position.prisoners();
        same.then_some(node)
    }
}

/// The stop flags of the phases of thinking about a move.
struct Stops<'a> {
    /// Set when the caller asks to stop.
    search: &'a Arc<AtomicBool>,
    /// Set when the caller asks to stop, and at the deadline.
    solving: &'a Arc<AtomicBool>,
    /// Set at the deadline. With a deadline, a request of the caller to stop sets it too.
    judging: &'a Arc<AtomicBool>,
}

/// Ends a search when one of its threads panics, as its result is lost.
struct EndOnPanic<'a>(&'a AtomicBool);

impl Drop for EndOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Relaxed);
        }
    }
}

/// An exact solution, with the judgement that proves the territory granted for it, if any was.
struct Certain {
    solution: EndgameSolution,
    standing: Option<Arc<Adjudication>>,
}

impl Certain {
    /// Chooses among the moves of the solution.
    fn choice(&self, position: &Position, candidates: &[Candidate]) -> Choice {
        let choice = Choice::solved(position, &self.solution, candidates);
        match &self.standing {
            Some(standing) => {
                with_last_fill(position, standing, &self.solution, candidates, choice)
            }
            None => choice,
        }
    }

    /// Returns true if the game is lost both by the solution and as the judged position stands.
    fn resigns(&self, below: f64, position: &Position, choice: Choice) -> bool {
        let standing = self.standing.as_ref();
        choice.winrate < below
            && choice.to != Move::Pass
            && standing.is_some_and(|standing| is_behind(position, standing))
    }
}

/// Returns the result for a solved position, which needs no search.
fn solved(choice: Choice, begun: Instant) -> SearchResult {
    let Choice { to, winrate, lead } = choice;
    SearchResult {
        best: to,
        resigns: false,
        winrate,
        lead,
        playouts: 0,
        new_playouts: 0,
        seconds: begun.elapsed().as_secs_f64(),
        candidates: Vec::new(),
        ownership: Ownership::new(),
        deviation: 0.0,
        noise: Noise::Playouts(0.0),
    }
}

/// Searches until the search is over or the tree is full.
fn run(shared: &SharedSearch, seed: u64, watched: Option<(&mut Watch, &mut Duration)>) {
    let [outcomes, others @ ..] = &shared.outcomes[..] else {
        unreachable!("a search has a thread")
    };
    let mut first = Worker::new(shared, seed, outcomes);
    // Expand the root first: the other threads would find no moves to try meanwhile.
    first.begin();
    std::thread::scope(|scope| {
        let mut start = Start::begin();
        for (thread, outcomes) in (1..).zip(others) {
            let seed = seed.wrapping_add((thread as u64) << 48);
            let work = move || {
                let _end = EndOnPanic(&shared.over);
                Worker::new(shared, seed, outcomes).work();
            };
            if start.spawn(scope, None, work).is_err() {
                shared.threads.store(thread, Relaxed);
                break;
            }
        }
        drop(start);
        match watched {
            None => first.work(),
            Some((watch, next_report)) => first.work_watched(watch, next_report),
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::color::Color;
    use crate::go::point::{Point, PointSet, Size};
    use crate::go::rules::Rules;
    use crate::referee::judge::Occasion;

    fn search() -> Search {
        Search::new(SearchSettings {
            threads: 1,
            memory: 8 << 20,
            seed: 1,
            resign: 0.0,
            effort: Effort::default(),
        })
    }

    fn fresh() -> Judged {
        Judged::not_yet(Occasion::Diagram)
    }

    fn playouts(playouts: u64) -> SearchLimits {
        SearchLimits {
            playouts: Some(playouts),
            ..SearchLimits::default()
        }
    }

    /// Nothing is decided on an empty board, so a pass there is not answered by a pass.
    #[test]
    fn a_pass_at_the_beginning_is_answered_by_a_play() {
        for rules in [Rules::PROPOSAL_2012, Rules::JAPANESE_1989, Rules::KOREAN] {
            for komi in [-5.5, 0.0, 6.5] {
                let mut position = Position::new(Size::square(7).expect("a size"), rules);
                position.set_komi(komi);
                position.play(Move::Pass).expect("legal");
                let found =
                    search().think(&position, &mut fresh(), &playouts(100), &Arc::default());
                assert_ne!(found.best, Move::Pass, "{rules}, komi {komi}");
            }
        }
    }

    /// The moves that superko forbids depend on how a position came about.
    #[test]
    fn a_tree_is_not_kept_for_another_order_of_moves() {
        let played = |moves: [&str; 4]| {
            let mut position = Position::new(Size::square(5).expect("a size"), Rules::TROMP_TAYLOR);
            for to in moves {
                position.play(to.parse().expect("a move")).expect("legal");
            }
            position
        };
        let [one, other] = [["A1", "C3", "B1", "D3"], ["B1", "C3", "A1", "D3"]].map(played);
        assert_eq!(one.hash(), other.hash());
        let mut search = search();
        _ = search.analyze(&one, &playouts(20), &AtomicBool::new(false), None);
        assert_eq!(search.follow(&one, &[], &one), Some(Tree::ROOT));
        assert_eq!(search.follow(&one, &[], &other), None);
    }

    #[test]
    fn a_watched_search_tells_what_it_finds_and_finds_the_same() {
        let position = Position::new(Size::square(5).expect("a size"), Rules::CHINESE);
        let stop = Arc::default();
        let alone = search().think(&position, &mut fresh(), &playouts(300), &stop);
        let mut told: Vec<SearchResult> = Vec::new();
        let watch = Watch {
            interval: Duration::ZERO,
            min_moves: 0,
            bans: &[],
            moves_ownership: false,
            tell: &mut |result: &SearchResult| told.push(result.clone()),
        };
        let watched =
            search().think_watched(&position, &mut fresh(), &playouts(300), &stop, Some(watch));
        assert_eq!(alone.candidates, watched.candidates);
        assert_eq!(alone.ownership, watched.ownership);
        assert!(told.len() > 200, "told {} times", told.len());
        assert!(told.windows(2).all(|two| two[0].playouts < two[1].playouts));
        let priors: f64 = watched
            .candidates
            .iter()
            .map(|candidate| candidate.prior)
            .sum();
        assert!(priors <= 1.0 + 1e-9 && priors > 0.0, "{priors}");
        for candidate in &watched.candidates {
            assert_eq!(candidate.pv[0], (candidate.to, candidate.playouts));
        }
    }

    /// A search with fewer threads than requested finds a move, and reports their number.
    #[test]
    fn the_threads_that_are_given_search() {
        let position = Position::new(Size::square(5).expect("a size"), Rules::CHINESE);
        let stop = Arc::default();
        for given in [0, 1, 3] {
            let mut search = Search::new(SearchSettings {
                threads: 8,
                ..search().settings
            });
            crate::util::threads::faults::give(Some(given));
            let result = search.think(&position, &mut fresh(), &playouts(300), &stop);
            crate::util::threads::faults::give(None);
            assert!(result.playouts >= 300);
            assert_eq!(search.threads(), given as usize + 1);
            search.configure(search.settings);
            assert_eq!(search.threads(), 8);
        }
    }

    /// A full tree is pruned and grows on: the search neither stops nor forgets the root moves.
    #[test]
    fn a_full_tree_makes_room() {
        let position = Position::new(Size::square(9).expect("a size"), Rules::CHINESE);
        let stop = Arc::default();
        let think = |threads| {
            let mut search = Search::new(SearchSettings {
                threads,
                memory: 1,
                ..search().settings
            });
            let result = search.think(&position, &mut fresh(), &playouts(4000), &stop);
            // With several threads the tree may fill just as the search ends.
            assert!(threads > 1 || !search.tree.is_full());
            let tried: u64 = result.candidates.iter().map(|tried| tried.playouts).sum();
            assert_eq!(tried, result.playouts);
            result
        };
        let result = think(1);
        assert_eq!(result.playouts, 4000);
        assert_eq!(result.candidates[0].pv.len().min(3), 3);
        assert_eq!(result.candidates, think(1).candidates);
        assert!(think(2).playouts >= 4000);
    }

    /// The larger of two moves at the border is found though neither changes the winner.
    #[test]
    fn a_lopsided_game_is_played_for_its_points() {
        let board = crate::go::board::diagram::board(
            ". . . X . . .
             . . . X O O O
             . . . X O . .
             . X X X O . .
             . . X O O . .
             . . . . . . .
             . . . . . . .",
        );
        let mut position =
            Position::set_up(board.expect("a board"), Color::Black, Rules::PROPOSAL_2012);
        for (komi, winrate) in [(100.0, 0.0), (-100.0, 1.0)] {
            position.set_komi(komi);
            for seed in 1..=4 {
                let settings = SearchSettings {
                    seed,
                    ..search().settings
                };
                let stop = Arc::default();
                let result =
                    Search::new(settings).think(&position, &mut fresh(), &playouts(600), &stop);
                let best = Move::At(Point::new(4, 2).expect("a point"));
                assert_eq!(
                    (result.best, result.winrate),
                    (best, winrate),
                    "seed {seed}"
                );
            }
        }
    }

    #[test]
    fn banned_moves_are_not_considered() {
        let size = Size::square(5).expect("a size");
        let position = Position::new(size, Rules::CHINESE);
        let stop = Arc::default();
        let mut points = size.all();
        let corner = Point::new(1, 1).expect("a point");
        points.remove(corner);
        let ban = Ban {
            color: Color::Black,
            points,
            passes: true,
            depth: 1,
        };
        let analyze = |ban| {
            let watch = Watch {
                interval: Duration::MAX,
                min_moves: 3,
                bans: &[ban],
                moves_ownership: false,
                tell: &mut |_| {},
            };
            search().analyze(&position, &playouts(100), &stop, Some(watch))
        };
        let result = analyze(ban);
        let moves: Vec<Move> = result
            .candidates
            .iter()
            .map(|candidate| candidate.to)
            .collect();
        assert_eq!(moves, [Move::At(corner)]);
        assert_eq!(result.best, Move::At(corner));
        // Banned moves are considered if all others are banned too.
        let result = analyze(Ban {
            points: size.all(),
            ..ban
        });
        assert!(result.candidates.len() > 1 && result.playouts == 100);
    }

    /// Where nothing sensible is allowed, an allowed move is played: an eye is filled.
    #[test]
    fn only_allowed_moves_are_played() {
        let board = crate::go::board::diagram::board(
            ". X . . .
             X X . . .
             . . . . O
             . . . . O
             . . . . O",
        );
        let board = board.expect("a board");
        let position = Position::set_up(board, Color::Black, Rules::CHINESE);
        let size = position.board().size();
        let only = |allowed: Move| Ban {
            color: Color::Black,
            points: size.all() - allowed.point().into_iter().collect(),
            passes: allowed != Move::Pass,
            depth: 1,
        };
        let eye = Move::At(Point::new(1, 5).expect("a point"));
        let point = Move::At(Point::new(3, 3).expect("a point"));
        for allowed in [eye, point, Move::Pass] {
            let bans = [only(allowed)];
            let found = analyzed(&mut search(), &position, 100, &bans);
            let moves: Vec<Move> = found.candidates.iter().map(|found| found.to).collect();
            assert_eq!(moves, [allowed]);
            let watch = Watch {
                interval: Duration::MAX,
                min_moves: 0,
                bans: &bans,
                moves_ownership: false,
                tell: &mut |_| {},
            };
            let stop = Arc::default();
            let mut judged = Judged::not_yet(Occasion::Game);
            let found =
                search().think_watched(&position, &mut judged, &playouts(50), &stop, Some(watch));
            assert_eq!(found.best, allowed);
            let left: Vec<Move> = allowed_moves(&position, &bans, 1).collect();
            assert_eq!(left, [allowed]);
        }
    }

    /// Returns an analysis with the ownership after each move.
    fn analyzed(
        search: &mut Search,
        position: &Position,
        limit: u64,
        bans: &[Ban],
    ) -> SearchResult {
        let watch = Watch {
            interval: Duration::MAX,
            min_moves: 0,
            bans,
            moves_ownership: true,
            tell: &mut |_| {},
        };
        let stop = AtomicBool::new(false);
        search.analyze(position, &playouts(limit), &stop, Some(watch))
    }

    #[test]
    fn bans_do_not_outlast_their_search() {
        let size = Size::square(5).expect("a size");
        let position = Position::new(size, Rules::CHINESE);
        let mut points = size.all();
        points.remove(Point::new(1, 1).expect("a point"));
        let only_the_corner = Ban {
            color: Color::Black,
            points,
            passes: true,
            depth: 1,
        };
        let mut search = search();
        let mut visits = |bans: &[Ban]| {
            let found = analyzed(&mut search, &position, 100, bans);
            (found.playouts, found.candidates.len())
        };
        assert_eq!(visits(&[only_the_corner]), (100, 1));
        // Equal bans keep the tree.
        assert_eq!(visits(&[only_the_corner]), (200, 1));
        let (all, moves) = visits(&[]);
        assert!(all == 100 && moves > 3, "{all} playouts, {moves} moves");
        assert_eq!(visits(&[only_the_corner]), (100, 1));
    }

    /// The value of an adjudicated game is not drawn toward the mean, and each point has an owner.
    #[test]
    fn counted_games_say_whose_each_point_is() {
        let board = crate::go::board::diagram::board(
            ". X X O .
             X X O O O
             . X X O .
             X X X O O
             . X X O .",
        );
        let board = board.expect("a board");
        let mut position = Position::set_up(board, Color::Black, Rules::TROMP_TAYLOR);
        position.set_komi(0.5);
        position.play(Move::Pass).expect("legal");
        let found = analyzed(&mut search(), &position, 200, &[]);
        let mut told = found.told(usize::MAX).into_iter();
        let pass = told.find(|one| one.to == Move::Pass);
        let pass = pass.expect("it has been tried");
        // Black has 14 points of 25; White has 11 and the komi.
        assert_eq!((pass.lead, pass.winrate), (-2.5, 0.0));
        let owners = pass.ownership.expect("it was asked for");
        let sum: f64 = position
            .board()
            .size()
            .points()
            .map(|at| owners.of(at))
            .sum();
        assert_eq!(sum, 3.0);
    }

    #[test]
    fn a_banned_pass_is_not_tried_at_the_end_either() {
        let board = crate::go::board::diagram::board(
            ". X X O .
             . X O O .
             . X X O .
             . . X O .
             . . X O .",
        );
        let board = board.expect("a board");
        let position = Position::set_up(board, Color::Black, Rules::JAPANESE_1989);
        let ban = Ban {
            color: Color::Black,
            points: PointSet::EMPTY,
            passes: true,
            depth: 1,
        };
        let tried = |bans: &[Ban]| {
            let result = analyzed(&mut search(), &position, 200, bans);
            let playouts = result.candidates.iter().map(|tried| tried.playouts);
            playouts.sum::<u64>()
        };
        // Banned moves are not reported: playouts spent on them would be missing.
        assert_eq!(tried(&[]), tried(&[ban]));
    }
}
