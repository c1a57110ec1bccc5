//! A worker: runs the simulations of one search thread.

use super::decision::is_late;
use super::outcomes::Outcomes;
use super::result::Watch;
use super::secured::LineOfPlay;
use super::shared::{SharedSearch, lock};
use super::utility::Utility;
use crate::go::point::{Move, PointSet};
use crate::go::position::Position;
use crate::go::rules::Death;
use crate::go::score::{Terms, beside_area, confirmed_lead};
use crate::mcts::pattern::Predictor;
use crate::mcts::playout::{self, Dice};
use crate::mcts::tree::select::{amaf_width, width};
use crate::mcts::tree::simulation::Simulation;
use crate::mcts::tree::{Node, NodeId, TerminalResult, Tree, prior};
use crate::referee::judge::{Occasion, adjudicate_asking};
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// A finished game is adjudicated after this many visits; before that it is played out.
const ADJUDICATE_AFTER: u32 = 12;
/// The weight of exploration.
const EXPLORATION: f64 = 0.02;
/// At the root of a late position, one playout in this many starts with a pass, so that passing is
/// evaluated as well as playing.
const PASS_EVERY: u32 = 24;
/// Other nodes try a pass after this many playouts.
///
/// The pass is kept at half the square root of the playouts of its parent.
const PASS_AFTER: u32 = 40;

/// The end of a game inside the tree.
pub(super) enum Terminal {
    /// Both sides passed, and neither pass took a button.
    Passes,
    /// A repetition ended the game without a winner.
    Repetition,
}

/// One thread of a search.
pub(super) struct Worker<'a> {
    pub(super) shared: &'a SharedSearch<'a>,
    pub(super) position: Position,
    pub(super) simulation: Simulation,
    /// The proved territory that still holds in the current line; `None` if none is used.
    line: Option<LineOfPlay<'a>>,
    dice: Dice,
    /// The statistics of this worker's playouts.
    pub(super) outcomes: &'a Mutex<Outcomes>,
}

impl<'a> Worker<'a> {
    /// Creates a worker that adds to `outcomes`. Other threads only read them.
    pub(super) fn new(
        shared: &'a SharedSearch<'a>,
        seed: u64,
        outcomes: &'a Mutex<Outcomes>,
    ) -> Worker<'a> {
        Worker {
            shared,
            position: shared.position.clone(),
            simulation: Simulation::new(shared.position.board()),
            line: shared.secured.map(LineOfPlay::new),
            dice: playout::dice(seed.wrapping_add(shared.kept)),
            outcomes,
        }
    }

    /// Runs simulations until the search is over or the tree is full, at least one.
    pub(super) fn work(&mut self) {
        while self.goes_on() {}
    }

    /// Works as [`work`](Self::work) does, with reports.
    ///
    /// `next` is the time of the next report since the start.
    pub(super) fn work_watched(&mut self, watch: &mut Watch, next: &mut Duration) {
        let begun = self.shared.begun;
        while self.goes_on() {
            if begun.elapsed() >= *next {
                (watch.tell)(&self.shared.result());
                // A slow observer gets fewer reports.
                *next = begun.elapsed().saturating_add(watch.interval);
            }
        }
    }

    /// Runs a simulation; returns true if another one should follow.
    fn goes_on(&mut self) -> bool {
        match self.shared.consultation {
            Some(consultation) => self.consult(consultation),
            None => self.simulate(),
        }
        let done = self.shared.done.fetch_add(1, Relaxed) + 1;
        !self.shared.is_over(done) && !self.shared.needs_pruning()
    }

    /// Runs one simulation: descends, plays out and backs up the result.
    fn simulate(&mut self) {
        let shared = self.shared;
        self.begin_line();
        let lead = self.descend();
        lock(self.outcomes).add_lead(lead, self.began_with());
        let points = self.position.board().size().area();
        let utility = Utility::new(shared.tree.root(), shared.position.turn());
        let turn = self.position.turn();
        let predicted_win = self.simulation.predicted_win(shared.tree, turn);
        let utilities = utility.of(lead, points, predicted_win);
        let width = |node: &Node| match shared.bans {
            [] => amaf_width(node.playouts()),
            _ => usize::MAX,
        };
        self.simulation
            .back_up(shared.tree, turn, &utilities, lead, width);
    }

    /// Returns the index, among the children of the root, of the first move of the simulation.
    pub(super) fn began_with(&self) -> Option<usize> {
        let first = self.shared.tree.children(Tree::ROOT).start;
        let began_with = self.simulation.first_child()?;
        Some((began_with - first) as usize)
    }

    /// Descends to a leaf or the end of the game; returns Black's lead there in points.
    fn descend(&mut self) -> f64 {
        let tree = self.shared.tree;
        let longest = 2 * self.position.board().size().area();
        let mut node = Tree::ROOT;
        loop {
            self.simulation.enter(tree, node);
            match self.end_at(node) {
                Some(Terminal::Passes) => return self.lead_after_passes(node),
                Some(Terminal::Repetition) => return 0.0,
                None => {}
            }
            if tree.is_leaf(node) && self.is_ripe(tree.node(node)) {
                self.expand(node);
            }
            if tree.is_leaf(node) || self.simulation.depth() > longest {
                return self.play_out();
            }
            node = self.select(node);
            self.play(tree.node(node).to());
        }
    }

    /// Returns to the root.
    pub(super) fn begin_line(&mut self) {
        self.position.clone_from(self.shared.position);
        self.simulation.begin();
        self.line.iter_mut().for_each(LineOfPlay::begin);
    }

    /// Plays a legal move in the tree.
    pub(super) fn play(&mut self, to: Move) {
        let turn = self.position.turn();
        self.simulation.play(&mut self.position, to);
        if let Some(line) = &mut self.line {
            line.follow(turn, to, self.position.board());
        }
    }

    /// Returns the points worth considering in the current position.
    fn points(&self) -> PointSet {
        let board = self.position.board();
        let pointless = self.line.as_ref().map(|line| line.pointless(board));
        board.size().all() - pointless.unwrap_or_default()
    }

    /// Returns the points where attacks by the side to move are futile.
    ///
    /// Plays in the mover's own proved territory are not included: they may gain a liberty for a
    /// fight elsewhere.
    pub(super) fn vain_attacks(&self) -> PointSet {
        let (board, turn) = (self.position.board(), self.position.turn());
        let vain = |line: &LineOfPlay| line.pointless(board) & line.owned(!turn);
        self.line.as_ref().map(vain).unwrap_or_default()
    }

    /// Returns how the game ended at a node, if it did. At the root it goes on.
    pub(super) fn end_at(&self, node: NodeId) -> Option<Terminal> {
        if node == Tree::ROOT {
            return None;
        }
        if self.position.ending_passes() >= 2 {
            return Some(Terminal::Passes);
        }
        self.position.repetition().map(|_| Terminal::Repetition)
    }

    /// Expands the root.
    pub(super) fn begin(&mut self) {
        match self.shared.consultation {
            Some(consultation) => self.begin_with(consultation),
            None => self.expand(Tree::ROOT),
        }
    }

    /// Expands a leaf whose position has been reached.
    fn expand(&mut self, node: NodeId) {
        let points = self.points();
        let urgent = match node {
            Tree::ROOT => self.shared.urgent,
            _ => self.line.as_ref().and_then(LineOfPlay::owed),
        };
        let shared = self.shared;
        // The children of the root are at depth 1.
        let depth = match node {
            Tree::ROOT => 1,
            _ => self.simulation.depth(),
        };
        let (position, dice) = (&self.position, &mut self.dice);
        let value = 1.0 - self.shared.tree.node(node).value_so_far();
        let bonus = beside_area(position.board(), &Terms::of(position), position.rules());
        let bonus = f64::from(position.turn().sign()) * bonus;
        let predictor = Predictor::with_network(position.board().size());
        self.shared.tree.expand(node, || {
            let mut expansion = prior::expansion(position, &points, value, bonus, &predictor, dice);
            let left = shared.plays_left(position, depth, &expansion.moves);
            expansion.moves.splice(..0, prior::equal(&left));
            match urgent {
                Some(at) => prior::with_urgent(expansion, at),
                None => expansion,
            }
        });
    }

    /// Returns true if a leaf has enough visits to be expanded.
    ///
    /// Larger boards need more, since they have more children.
    fn is_ripe(&self, node: &Node) -> bool {
        let visits = 2 + self.position.board().size().area() / 60;
        node.playouts() as usize >= visits
    }

    /// Selects the child to descend to.
    fn select(&self, node: NodeId) -> NodeId {
        let tree = self.shared.tree;
        let (turn, depth) = (self.position.turn(), self.simulation.depth());
        let is_free = |&child: &NodeId| {
            let to = tree.node(child).to();
            !self.shared.is_banned(turn, to, depth)
        };
        if let Some(pass) = tree.children(node).last().filter(is_free)
            && tree.node(pass).to() == Move::Pass
            && self.is_pass_due(node, pass)
        {
            return pass;
        }
        let children = tree.children(node);
        let width = width(tree.node(node).playouts());
        // The pass comes last.
        let is_considered = |&child: &NodeId| {
            ((child - children.start) as usize) < width || child + 1 == children.end
        };
        let best = match self.shared.bans {
            [] if node == Tree::ROOT => tree.most_urgent(node, EXPLORATION, |child| {
                (is_considered(child) || self.shared.is_urgent(*child)) && is_free(child)
            }),
            [] => tree.most_urgent(node, EXPLORATION, is_considered),
            _ => tree.most_urgent(node, EXPLORATION, is_free),
        };
        let best = best.or_else(|| tree.most_urgent(node, EXPLORATION, |_| true));
        best.expect("an expanded node has children")
    }

    /// Returns true if a pass is tried although other moves look better.
    ///
    /// A pass has no AMAF statistics. Without this, a few unlucky playouts could be its last, and a
    /// side with nothing left to gain would seem to lose a point by playing in its own territory.
    fn is_pass_due(&self, node: NodeId, pass: NodeId) -> bool {
        let tree = self.shared.tree;
        let playouts = tree.node(node).playouts();
        let is_root = node == Tree::ROOT;
        if is_root && playouts.is_multiple_of(PASS_EVERY) && is_late(self.shared.position) {
            return true;
        }
        let passes = tree.node(pass).playouts();
        prior::may_end(&self.position)
            && passes
                .saturating_mul(passes)
                .saturating_mul(4)
                .saturating_add(PASS_AFTER)
                < playouts
    }

    /// Returns Black's lead in points after two passes.
    fn lead_after_passes(&mut self, node: NodeId) -> f64 {
        // A playout captures dead stones. Where all stones count as alive, it says nothing about
        // the end.
        let all_alive = self.position.rules().death == Death::AllAlive;
        if all_alive || self.shared.tree.node(node).playouts() >= ADJUDICATE_AFTER {
            self.end(node)
        } else {
            self.play_out()
        }
    }

    /// Returns the adjudication of a finished game.
    ///
    /// It is cached at the node unless it was cut short.
    pub(super) fn ending(&self, node: NodeId) -> Arc<TerminalResult> {
        let tree = self.shared.tree;
        tree.ending(node).unwrap_or_else(|| {
            let oracle = self.shared.consultation;
            let oracle = oracle.map(|consultation| &consultation.below);
            let (never, is_next) = (AtomicBool::new(false), self.simulation.depth() == 2);
            let (effort, stop) = if is_next {
                (&self.shared.next_effort, self.shared.late)
            } else {
                (&self.shared.terminal_effort, &never)
            };
            let judged = adjudicate_asking(oracle, &self.position, Occasion::Stopped, effort, stop);
            let ending = Arc::new(TerminalResult {
                lead: judged.score().margin(),
                owners: judged.owners(self.position.board()),
            });
            // An adjudication that was cut short is not cached.
            if !stop.load(Relaxed) {
                tree.set_ending(node, Arc::clone(&ending));
            }
            ending
        })
    }

    /// Adjudicates a finished game; returns Black's lead in points.
    fn end(&mut self, node: NodeId) -> f64 {
        let ending = self.ending(node);
        let began_with = self.began_with();
        lock(self.outcomes).add_counted(&ending, began_with);
        ending.lead
    }

    /// Plays the leaf out; returns Black's lead there as the end of the playout confirms it.
    fn play_out(&mut self) -> f64 {
        let owners = match &self.line {
            Some(line) => {
                let (closed, owed) = (line.closed(), line.owed());
                let simulation = &mut self.simulation;
                let end = simulation.play_out_beside(closed, &self.position, owed, &mut self.dice);
                line.corrected(&end)
            }
            None => self.simulation.play_out(&self.position, &mut self.dice),
        };
        let began_with = self.began_with();
        lock(self.outcomes).add_owners(&owners, began_with);
        let position = &self.position;
        confirmed_lead(
            position.board(),
            &owners,
            &Terms::of(position),
            position.rules(),
        )
    }
}
