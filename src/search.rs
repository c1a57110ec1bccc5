//! One search, from a position and a budget to a move.
//!
//! Monte Carlo tree search (Coulom 2006; UCT, Kocsis and Szepesvári 2006) with rapid action value estimates
//! (RAVE, Gelly and Silver 2007), priors, and progressive widening: every legal move is in the tree, but only the
//! likeliest are looked at first, and one more each time that the playouts have grown by a third. All threads search one
//! tree; a playout counts as lost until it ends (virtual loss).
//!
//! **What is counted.** A playout ends on a board without meaning of its own: stray passes, needless moves at
//! home and random captures have changed it. It is taken as a confirmation phase (the remedy of Pachi,
//! Baudiš and Gailly 2011): it decides who owns each point, hence which stones of the *leaf* stand, and the
//! leaf is counted under the rules in force with the prisoners taken until then. Moves of the playout
//! itself cost and gain nothing. So in the tree a stone put into one's own territory costs the point it
//! stands on, taking off stones that are dead anyway gains nothing, and an intruder that dies costs what
//! its owner did not make the other side answer. See [`confirmed_lead`].
//!
//! **Where a line of play ends** by two passes and the search comes back to it, the position is adjudicated as
//! the engine would adjudicate it for its user, not played out; where it repeats and the rules know no winner, it is a draw.

pub mod clock;
mod decision;
mod utility;

use crate::color::Color;
use crate::judge::{Effort, adjudicate};
use crate::pattern::Predictor;
use crate::playout::{self, Dice, Ownership};
use crate::point::{Move, PointSet};
use crate::position::Position;
use crate::rules::Death;
use crate::score::{Terms, beside_area, confirmed_lead};
use crate::tree::select::{amaf_width, width};
use crate::tree::simulation::Simulation;
use crate::tree::{Node, NodeId, Tree, prior};
use decision::{decide, gives_up, is_late};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::{Duration, Instant};
use utility::Outlook;

/// What a search may use.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchSettings {
    /// Threads that search one tree together; at least one.
    pub threads: usize,
    /// Bytes that the tree may take.
    pub memory: usize,
    /// Seed of the playouts.
    pub seed: u64,
    /// The winning probability below which the game is given up; 0 to play every game to its end.
    pub resign: f64,
    /// How the position is adjudicated where passing is thought of.
    pub effort: Effort,
}

/// When a search has to end: as soon as one of these is reached.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SearchLimits {
    /// So many playouts, those kept from the move before not counted.
    pub playouts: Option<u64>,
    /// So much time is meant for the move; less where the choice is clear, and where it is open more, if there is a
    /// deadline.
    pub time: Option<Duration>,
    /// So much time is never exceeded.
    pub deadline: Option<Duration>,
}

/// A move that a search has looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The move.
    pub to: Move,
    /// Playouts that began with it.
    pub playouts: u64,
    /// The probability to win with it, for the side to move.
    pub winrate: f64,
    /// The mean lead with it in points, for the side to move.
    pub lead: f64,
    /// Its part, from 0 to 1, of what spoke for all the moves before any playout.
    pub prior: f64,
    /// The line of play that the search expects, this move first, and the playouts behind each move.
    pub pv: Vec<(Move, u64)>,
}

/// Moves of one color that are left out of the beginnings of all lines of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ban {
    /// Whose moves.
    pub color: Color,
    /// Where not to play.
    pub points: PointSet,
    /// Whether passing is left out too.
    pub passes: bool,
    /// How many moves of a line of play, of both colors, the ban is for.
    pub depth: usize,
}

/// Somebody who hears of a search while it goes on, and has a word in what it looks at.
pub struct Watch<'a> {
    /// How often to tell.
    pub interval: Duration,
    /// So many moves are told of even if there are no playouts behind all of them.
    pub min_moves: usize,
    /// What is not to be looked at. Where nothing else is left, it is.
    pub bans: &'a [Ban],
    /// Hears what the search would come to if it ended now, from the thread that called it.
    pub tell: &'a mut dyn FnMut(&SearchResult),
}

/// What came of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult {
    /// The move to play.
    pub best: Move,
    /// Whether the game may be given up.
    pub resigns: bool,
    /// The probability to win, for the side to move.
    pub winrate: f64,
    /// The mean lead in points, for the side to move.
    pub lead: f64,
    /// Playouts behind this, those kept from earlier moves included.
    pub playouts: u64,
    /// Playouts made in this search.
    pub new_playouts: u64,
    /// Seconds that the search took.
    pub seconds: f64,
    /// The moves looked at, the most played first.
    pub candidates: Vec<Candidate>,
    /// Who owned what at the end of the playouts of one of the threads.
    pub ownership: Ownership,
}

/// A tree that grows from move to move.
#[derive(Debug)]
pub struct Search {
    settings: SearchSettings,
    tree: Tree,
    root: Option<Position>,
}

/// Playouts adjudicating a line of play that has ended inside the tree.
const VERDICT_PLAYOUTS: u32 = 48;
/// Visits after which a line of play that has ended is adjudicated; before, it is played out as others are.
const VERDICT_AFTER: u32 = 12;
/// How much a move seldom tried is preferred.
const EXPLORATION: f64 = 0.02;
/// At the root of a late position one playout in so many begins with a pass, so that passing is judged
/// as well as playing.
const PASS_EVERY: u32 = 24;
/// Elsewhere a pass is tried after so many playouts, and then so often that its number stays half the root of
/// those of its position.
const PASS_AFTER: u32 = 40;

/// More than it takes to prune a large tree; it is not done when the deadline is so near.
const PRUNING: Duration = Duration::from_millis(500);

impl Search {
    /// A search that has seen nothing yet.
    pub fn new(settings: SearchSettings) -> Search {
        Search {
            settings,
            tree: Search::empty_tree(&settings),
            root: None,
        }
    }

    /// Changes what the search may use, and forgets what it has seen.
    pub fn configure(&mut self, settings: SearchSettings) {
        self.settings = settings;
        self.clear();
    }

    /// Forgets what it has seen.
    pub fn clear(&mut self) {
        self.tree = Search::empty_tree(&self.settings);
        self.root = None;
    }

    /// Searches the position until the budget is used or `stop` is set by another thread.
    ///
    /// With one thread and a budget of playouts, equal searches give equal answers.
    pub fn think(
        &mut self,
        position: &Position,
        budget: &SearchLimits,
        stop: &AtomicBool,
    ) -> SearchResult {
        self.think_watched(position, budget, stop, None)
    }

    /// Searches as [`think`](Search::think) does and lets somebody watch.
    pub fn think_watched(
        &mut self,
        position: &Position,
        budget: &SearchLimits,
        stop: &AtomicBool,
        watch: Option<Watch>,
    ) -> SearchResult {
        let (thought, effort) = self.explore(position, budget, stop, watch);
        let decision = decide(position, &thought.candidates, &effort);
        SearchResult {
            best: decision.to,
            resigns: gives_up(
                self.settings.resign,
                position,
                &thought.candidates,
                decision,
                &effort,
            ),
            winrate: decision.winrate,
            lead: decision.lead,
            ..thought
        }
    }

    /// Searches and leaves it at that: the best move is the one most played.
    pub fn analyze(
        &mut self,
        position: &Position,
        budget: &SearchLimits,
        stop: &AtomicBool,
        watch: Option<Watch>,
    ) -> SearchResult {
        self.explore(position, budget, stop, watch).0
    }

    /// What a search finds, and the effort that can still be spent on its decision.
    fn explore(
        &mut self,
        position: &Position,
        budget: &SearchLimits,
        stop: &AtomicBool,
        mut watch: Option<Watch>,
    ) -> (SearchResult, Effort) {
        let begun = Instant::now();
        self.move_root(position);
        let seed = self.settings.seed ^ (position.move_count() as u64) << 32;
        let mut ownership = Ownership::new();
        let mut done = 0;
        loop {
            let task = Task {
                tree: &self.tree,
                position,
                effort: Effort {
                    playouts: VERDICT_PLAYOUTS,
                    states: 0,
                    ..self.settings.effort
                },
                budget,
                stop,
                bans: watch.as_ref().map_or(&[], |watch| watch.bans),
                min_moves: watch.as_ref().map_or(0, |watch| watch.min_moves),
                begun,
                kept: u64::from(self.tree.root().playouts()),
                done: AtomicU64::new(done),
                over: AtomicBool::new(false),
                threads: self.settings.threads.max(1),
                verdict: if is_late(position) {
                    self.settings.effort.playouts
                } else {
                    0
                },
            };
            ownership = task.run(seed, ownership, watch.as_mut());
            if task.over.load(Relaxed) {
                let effort = task.affordable(self.settings.effort);
                return (task.thought(ownership), effort);
            }
            done = task.done.load(Relaxed);
            self.tree = self.tree.pruned();
        }
    }

    fn empty_tree(settings: &SearchSettings) -> Tree {
        // While the tree is moved to a new root, the old and the new one exist together.
        Tree::new(settings.memory / 2)
    }

    /// Keeps what is known of the position, if it follows from the last one by at most two moves.
    fn move_root(&mut self, position: &Position) {
        let moves: Vec<Move> = [position.last_but_one(), position.last_move()]
            .into_iter()
            .flatten()
            .map(|(_, to)| to)
            .collect();
        let kept = self.root.take().and_then(|root| {
            (0..=moves.len()).find_map(|skipped| self.follow(&root, &moves[skipped..], position))
        });
        match kept {
            Some(Tree::ROOT) => {}
            Some(node) => self.tree = self.tree.subtree(node),
            None => self.tree = Search::empty_tree(&self.settings),
        }
        self.root = Some(position.clone());
    }

    /// The node that moves from the root lead to, if it is the position.
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
            && reached.move_count() == position.move_count()
            && reached.board() == position.board()
            && reached.rules() == position.rules()
            && reached.komi() == position.komi()
            && reached.handicap() == position.handicap()
            && reached.prisoners() == position.prisoners();
        same.then_some(node)
    }
}

/// What the threads of one search share.
struct Task<'a> {
    tree: &'a Tree,
    position: &'a Position,
    effort: Effort,
    budget: &'a SearchLimits,
    stop: &'a AtomicBool,
    bans: &'a [Ban],
    min_moves: usize,
    begun: Instant,
    /// Playouts in the tree before.
    kept: u64,
    /// Playouts made in this search.
    done: AtomicU64,
    over: AtomicBool,
    threads: usize,
    /// Playouts of the adjudication that is to follow the search.
    verdict: u32,
}

impl Task<'_> {
    /// Searches until the search is over or the tree is full, and adds who owned what to what is known of it.
    fn run(&self, seed: u64, ownership: Ownership, watch: Option<&mut Watch>) -> Ownership {
        let mut main = Worker::new(self, seed, ownership);
        // While one thread did it the others would find no moves to try.
        main.grow(Tree::ROOT);
        std::thread::scope(|scope| {
            for thread in 1..self.threads as u64 {
                let seed = seed.wrapping_add(thread << 48);
                scope.spawn(move || Worker::new(self, seed, Ownership::new()).work());
            }
            match watch {
                None => main.work(),
                Some(watch) => main.work_watched(watch),
            }
        });
        main.ownership
    }

    /// What the search comes to if it ends now.
    fn thought(&self, ownership: Ownership) -> SearchResult {
        let candidates = self.candidates();
        let best = candidates.first();
        SearchResult {
            best: best.map_or(Move::Pass, |best| best.to),
            resigns: false,
            winrate: best.map_or(0.5, |best| best.winrate),
            lead: best.map_or(0.0, |best| best.lead),
            playouts: u64::from(self.tree.root().playouts()),
            new_playouts: self.done.load(Relaxed),
            seconds: self.begun.elapsed().as_secs_f64(),
            candidates,
            ownership,
        }
    }

    fn candidates(&self) -> Vec<Candidate> {
        let tree = self.tree;
        let children = || tree.children(Tree::ROOT).map(|child| tree.node(child));
        let all_priors: f64 = children().map(Node::prior_wins).sum();
        let is_free = |node: &Node| !self.is_banned(self.position.turn(), node.to(), 1);
        let some_free = children().any(is_free);
        let mut tried: Vec<(NodeId, &Node)> = tree
            .children(Tree::ROOT)
            .zip(children())
            .filter(|(_, node)| !some_free || is_free(node))
            .collect();
        tried.sort_by(|(_, a), (_, b)| {
            let playouts = b.playouts().cmp(&a.playouts());
            playouts
                .then(b.value().total_cmp(&a.value()))
                .then(b.prior_wins().total_cmp(&a.prior_wins()))
        });
        let root = tree.root();
        tried
            .into_iter()
            .enumerate()
            .take_while(|&(index, (_, node))| node.playouts() > 0 || index < self.min_moves)
            .map(|(_, (child, node))| {
                let is_tried = node.playouts() > 0;
                Candidate {
                    to: node.to(),
                    playouts: u64::from(node.playouts()),
                    winrate: if is_tried {
                        node.winrate()
                    } else {
                        1.0 - root.winrate()
                    },
                    lead: if is_tried { node.lead() } else { -root.lead() },
                    prior: node.prior_wins() / all_priors.max(f64::MIN_POSITIVE),
                    pv: self.expected_line(child),
                }
            })
            .collect()
    }

    fn expected_line(&self, from: NodeId) -> Vec<(Move, u64)> {
        let most_played = |node: NodeId| {
            let tried = self
                .tree
                .children(node)
                .filter(|&child| self.tree.node(child).playouts() > 0);
            tried.max_by_key(|&child| self.tree.node(child).playouts())
        };
        std::iter::successors(Some(from), |&node| most_played(node))
            .take(20)
            .map(|node| self.tree.node(node))
            .map(|node| (node.to(), u64::from(node.playouts())))
            .collect()
    }

    /// Whether a move of this number in a line of play, counted from 1, is not to be looked at.
    fn is_banned(&self, turn: Color, to: Move, number: usize) -> bool {
        self.bans.iter().any(|ban| {
            ban.color == turn
                && number <= ban.depth
                && match to {
                    Move::At(point) => ban.points.contains(point),
                    Move::Pass => ban.passes,
                }
        })
    }

    /// Playouts that one thread makes in a second, as far as can be told.
    fn pace(&self, done: u64, elapsed: Duration) -> f64 {
        done.max(1) as f64 / elapsed.as_secs_f64().max(1e-6) / self.threads as f64
    }

    /// How much of the time before the deadline belongs to the adjudication that follows.
    fn reserve(&self, deadline: Duration, done: u64, elapsed: Duration) -> Duration {
        let needed = f64::from(Effort::COST * self.verdict) / self.pace(done, elapsed);
        (deadline / 4).min(Duration::from_secs_f64(needed))
    }

    /// As much effort, of what is wanted, as there is time for before the deadline.
    fn affordable(&self, wanted: Effort) -> Effort {
        let Some(deadline) = self.budget.deadline else {
            return wanted;
        };
        let elapsed = self.begun.elapsed();
        let left = deadline.saturating_sub(elapsed).as_secs_f64();
        let playouts = left * self.pace(self.done.load(Relaxed), elapsed) / f64::from(Effort::COST);
        let playouts = wanted.playouts.min(playouts.max(8.0) as u32);
        // What is set up is read further, and the reading comes up to four times: to judge, for what either side
        // could do, and before giving up.
        let share = 4 * Effort::boards(self.position.is_diagram(), self.position.rules());
        let states = left * Effort::STATES_A_SECOND as f64 / share as f64;
        let states = wanted.states.min(states as usize);
        Effort {
            playouts,
            states,
            ..wanted
        }
    }

    /// Whether the tree is full and there is time to prune it.
    fn needs_room(&self) -> bool {
        let ends_soon = |deadline| self.begun.elapsed() + PRUNING >= deadline;
        self.tree.is_full() && !self.budget.deadline.is_some_and(ends_soon)
    }

    /// Whether the search has to end or may.
    fn is_over(&self, done: u64) -> bool {
        if self.stop.load(Relaxed) {
            self.over.store(true, Relaxed);
        }
        if self.over.load(Relaxed) {
            return true;
        }
        let SearchLimits {
            playouts,
            time,
            deadline,
        } = *self.budget;
        // The moves at the root are compared every now and then.
        let is_look = done % 128 == 127;
        let elapsed = self.begun.elapsed();
        let must = |deadline| elapsed + self.reserve(deadline, done, elapsed) >= deadline;
        let over = playouts.is_some_and(|playouts| done >= playouts)
            || deadline.is_some_and(must)
            || match time {
                Some(time) if elapsed >= time => {
                    deadline.is_none() || is_look && !clock::is_unstable(&self.tried())
                }
                Some(time) => is_look && self.is_decided(done, elapsed, time),
                None => false,
            };
        if over {
            self.over.store(true, Relaxed);
        }
        over
    }

    /// Whether the most played move can no longer be overtaken in the time that is left.
    fn is_decided(&self, done: u64, elapsed: Duration, time: Duration) -> bool {
        let speed = done as f64 / elapsed.as_secs_f64().max(1e-6);
        let left = speed * (time.saturating_sub(elapsed)).as_secs_f64();
        let begun_well = elapsed.as_secs_f64() > 0.1 * time.as_secs_f64();
        begun_well && clock::is_out_of_reach(&self.tried(), left)
    }

    /// The playouts and the mean value of each move.
    fn tried(&self) -> Vec<(u32, f64)> {
        let children = self.tree.children(Tree::ROOT);
        let nodes = children.map(|child| self.tree.node(child));
        nodes.map(|node| (node.playouts(), node.value())).collect()
    }
}

/// One thread's playouts.
struct Worker<'a> {
    task: &'a Task<'a>,
    position: Position,
    simulation: Simulation,
    dice: Dice,
    /// Who owned what at the end of its playouts.
    ownership: Ownership,
}

impl<'a> Worker<'a> {
    fn new(task: &'a Task<'a>, seed: u64, ownership: Ownership) -> Worker<'a> {
        Worker {
            task,
            position: task.position.clone(),
            simulation: Simulation::new(task.position.board()),
            dice: playout::dice(seed.wrapping_add(task.kept)),
            ownership,
        }
    }

    /// Plays until the search is over or the tree is full; at least once.
    fn work(&mut self) {
        while self.plays_on() {}
    }

    /// Plays until the search is over or the tree is full, and tells of it every now and then.
    fn work_watched(&mut self, watch: &mut Watch) {
        let mut next = self.task.begun.elapsed().saturating_add(watch.interval);
        while self.plays_on() {
            if self.task.begun.elapsed() >= next {
                (watch.tell)(&self.task.thought(self.ownership.clone()));
                // Whoever takes long to listen is told less often.
                next = self.task.begun.elapsed() + watch.interval;
            }
        }
    }

    /// Makes a playout and tells whether to go on.
    fn plays_on(&mut self) -> bool {
        self.simulate();
        let done = self.task.done.fetch_add(1, Relaxed) + 1;
        !self.task.is_over(done) && !self.task.needs_room()
    }

    /// One playout: down the tree, to the end of the game, and back up with what came of it.
    fn simulate(&mut self) {
        self.position.clone_from(self.task.position);
        self.simulation.begin();
        let lead = self.descend();
        let points = self.position.board().size().area();
        let outlook = Outlook::new(self.task.tree.root(), self.task.position.turn());
        let turn = self.position.turn();
        let foretold = self.simulation.predicted_win(self.task.tree, turn);
        let worths = outlook.worths(lead, points, foretold);
        let hearers = |node: &Node| match self.task.bans {
            [] => amaf_width(node.playouts()),
            _ => usize::MAX,
        };
        self.simulation
            .back_up(self.task.tree, turn, &worths, lead, hearers);
    }

    /// Goes down the tree to a leaf and returns Black's lead there.
    fn descend(&mut self) -> f64 {
        let tree = self.task.tree;
        let longest = 2 * self.position.board().size().area();
        let mut node = Tree::ROOT;
        loop {
            self.simulation.enter(tree, node);
            if node != Tree::ROOT {
                if self.position.passes() >= 2 {
                    // A playout takes off what is dead: where every stone lives it says nothing of the end.
                    let all_alive = self.position.rules().death == Death::AllAlive;
                    let returns = tree.node(node).playouts() >= VERDICT_AFTER;
                    return if all_alive || returns {
                        self.verdict(tree.node(node))
                    } else {
                        self.play_out()
                    };
                }
                if self.position.repetition().is_some() {
                    return 0.0;
                }
            }
            if tree.is_leaf(node) && self.is_ripe(tree.node(node)) {
                self.grow(node);
            }
            if tree.is_leaf(node) || self.simulation.depth() > longest {
                return self.play_out();
            }
            node = self.select(node);
            self.simulation
                .play(&mut self.position, tree.node(node).to());
        }
    }

    /// Gives a leaf, whose position is at hand, its children.
    fn grow(&mut self, node: NodeId) {
        let (position, dice) = (&self.position, &mut self.dice);
        let value = 1.0 - self.task.tree.node(node).value_so_far();
        let points = position.board().size().all();
        let given = beside_area(position.board(), &Terms::of(position), position.rules());
        let given = f64::from(position.turn().sign()) * given;
        let knowledge = Predictor::with_network(position.board().size());
        self.task.tree.expand(node, || {
            prior::expansion(position, &points, value, given, &knowledge, dice)
        });
    }

    /// Whether a leaf has been visited often enough to be given children: more often on larger boards,
    /// where there are more of them.
    fn is_ripe(&self, node: &Node) -> bool {
        let visits = 2 + self.position.board().size().area() / 60;
        node.playouts() as usize >= visits
    }

    fn select(&self, node: NodeId) -> NodeId {
        let tree = self.task.tree;
        let (turn, number) = (self.position.turn(), self.simulation.depth());
        let is_free = |&child: &NodeId| !self.task.is_banned(turn, tree.node(child).to(), number);
        if let Some(pass) = tree.children(node).last().filter(is_free)
            && tree.node(pass).to() == Move::Pass
            && self.is_pass_due(node, pass)
        {
            return pass;
        }
        let children = tree.children(node);
        let width = width(tree.node(node).playouts());
        // The pass comes last.
        let is_near = |&child: &NodeId| {
            ((child - children.start) as usize) < width || child + 1 == children.end
        };
        let best = match self.task.bans {
            [] => tree.most_urgent(node, EXPLORATION, is_near),
            _ => tree.most_urgent(node, EXPLORATION, is_free),
        };
        let best = best.or_else(|| tree.most_urgent(node, EXPLORATION, |_| true));
        best.expect("a node that has grown has children")
    }

    /// Whether a pass is to be tried although other moves look better. A few playouts that happened to be lost
    /// would otherwise be the last ones after a pass, for which no AMAF speaks, and a side with nothing left to
    /// gain would be thought to have to lose a point at home.
    fn is_pass_due(&self, node: NodeId, pass: NodeId) -> bool {
        let tree = self.task.tree;
        let playouts = tree.node(node).playouts();
        if node == Tree::ROOT && playouts.is_multiple_of(PASS_EVERY) && is_late(self.task.position)
        {
            return true;
        }
        let passes = tree.node(pass).playouts();
        prior::may_end(&self.position) && 4 * passes * passes + PASS_AFTER < playouts
    }

    /// Black's lead in a position that both sides have left by passing.
    fn verdict(&self, node: &Node) -> f64 {
        node.terminal_lead().unwrap_or_else(|| {
            let lead = adjudicate(&self.position, &self.task.effort)
                .score()
                .margin();
            node.set_terminal_lead(lead);
            lead
        })
    }

    /// Plays from the leaf to the end and returns Black's lead in the leaf as the end confirms it.
    fn play_out(&mut self) -> f64 {
        let position = &self.position;
        let owners = self.simulation.play_out(position, &mut self.dice);
        self.ownership.add(&owners);
        confirmed_lead(
            position.board(),
            &owners,
            &Terms::of(position),
            position.rules(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point::{Point, Size};
    use crate::rules::Rules;

    fn search() -> Search {
        Search::new(SearchSettings {
            threads: 1,
            memory: 8 << 20,
            seed: 1,
            resign: 0.0,
            effort: Effort::default(),
        })
    }

    fn playouts(playouts: u64) -> SearchLimits {
        SearchLimits {
            playouts: Some(playouts),
            ..SearchLimits::default()
        }
    }

    #[test]
    fn a_watched_search_tells_what_it_finds_and_finds_the_same() {
        let position = Position::new(Size::square(5).expect("a size"), Rules::CHINESE);
        let stop = AtomicBool::new(false);
        let alone = search().think(&position, &playouts(300), &stop);
        let mut heard: Vec<SearchResult> = Vec::new();
        let watch = Watch {
            interval: Duration::ZERO,
            min_moves: 0,
            bans: &[],
            tell: &mut |thought: &SearchResult| heard.push(thought.clone()),
        };
        let watched = search().think_watched(&position, &playouts(300), &stop, Some(watch));
        assert_eq!(alone.candidates, watched.candidates);
        assert_eq!(alone.ownership, watched.ownership);
        assert!(heard.len() > 200, "told {} times", heard.len());
        assert!(
            heard
                .windows(2)
                .all(|two| two[0].playouts < two[1].playouts)
        );
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

    /// A tree that is full loses what matters least and grows on: the search neither stops learning nor forgets
    /// what it knows of the moves at its root.
    #[test]
    fn a_full_tree_makes_room() {
        let position = Position::new(Size::square(9).expect("a size"), Rules::CHINESE);
        let stop = AtomicBool::new(false);
        let think = |threads| {
            let mut search = Search::new(SearchSettings {
                threads,
                memory: 1,
                ..search().settings
            });
            let thought = search.think(&position, &playouts(4000), &stop);
            assert!(!search.tree.is_full());
            let tried: u64 = thought.candidates.iter().map(|tried| tried.playouts).sum();
            assert_eq!(tried, thought.playouts);
            thought
        };
        let thought = think(1);
        assert_eq!(thought.playouts, 4000);
        assert_eq!(thought.candidates[0].pv.len().min(3), 3);
        assert_eq!(thought.candidates, think(1).candidates);
        assert!(think(2).playouts >= 4000);
    }

    /// The larger of two moves at the border is found though neither changes who wins.
    #[test]
    fn a_lopsided_game_is_played_for_its_points() {
        let board = crate::board::diagram::board(
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
                let stop = AtomicBool::new(false);
                let thought = Search::new(settings).think(&position, &playouts(600), &stop);
                let best = Move::At(Point::new(4, 2).expect("a point"));
                assert_eq!(
                    (thought.best, thought.winrate),
                    (best, winrate),
                    "seed {seed}"
                );
            }
        }
    }

    #[test]
    fn what_is_banned_is_not_looked_at() {
        let size = Size::square(5).expect("a size");
        let position = Position::new(size, Rules::CHINESE);
        let stop = AtomicBool::new(false);
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
                tell: &mut |_| {},
            };
            search().analyze(&position, &playouts(100), &stop, Some(watch))
        };
        let thought = analyze(ban);
        let moves: Vec<Move> = thought
            .candidates
            .iter()
            .map(|candidate| candidate.to)
            .collect();
        assert_eq!(moves, [Move::At(corner)]);
        assert_eq!(thought.best, Move::At(corner));
        // Where nothing else is left, what is banned is looked at.
        let thought = analyze(Ban {
            points: size.all(),
            ..ban
        });
        assert!(thought.candidates.len() > 1 && thought.playouts == 100);
    }

    #[test]
    fn a_banned_pass_is_not_tried_at_the_end_either() {
        let board = crate::board::diagram::board(
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
            let watch = Watch {
                interval: Duration::MAX,
                min_moves: 0,
                bans,
                tell: &mut |_| {},
            };
            let stop = AtomicBool::new(false);
            let thought = search().analyze(&position, &playouts(200), &stop, Some(watch));
            let playouts = thought.candidates.iter().map(|tried| tried.playouts);
            playouts.sum::<u64>()
        };
        // What is banned is not told of: playouts spent on it would be missing.
        assert_eq!(tried(&[]), tried(&[ban]));
    }
}
