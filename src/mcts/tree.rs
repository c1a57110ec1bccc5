//! The search tree: nodes in chunks, allocated on demand up to a memory limit.
//!
//! All threads search one tree. Statistics are atomics. A node is expanded by the one thread that
//! wins a compare-and-exchange; the others see its children once all are initialized. Threads
//! otherwise wait only for the allocation of a chunk and for short lookups in the locked maps of
//! [`Tree`]. A full tree can be [pruned](Tree::pruned).
//!
//! Transpositions can share their children. The tree is then a graph, and the statistics of a node
//! are those of a move from one position, however that position was reached (Saffidine, Cazenave
//! and Méhat 2012).

mod correction;
pub mod oracle;
pub mod prior;
pub mod select;
pub mod simulation;

use crate::go::color::PerColor;
use crate::go::point::{Move, Point, PointSet};
use correction::Corrections;
use fxhash::FxHashMap;
use select::{MoveStats, Tried};
use std::collections::VecDeque;
use std::collections::hash_map::Entry;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicI64, AtomicU8, AtomicU16, AtomicU32};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// Values are summed in units of this.
const VALUE_UNIT: f64 = 1.0 / 65536.0;
/// Leads are summed in units of this fraction of a point.
const LEAD_UNIT: f64 = 1.0 / 64.0;
/// Nodes per chunk.
const CHUNK: usize = 1 << 14;
/// More than the children of any node: a pass and the points of the largest board.
const MAX_CHILDREN: usize = 700;

/// The index of a node in its [`Tree`].
pub type NodeId = u32;

/// A move with the statistics of its playouts and the index of its children.
///
/// Values and leads are from the perspective of the side that plays the move.
#[derive(Debug, Default)]
pub struct Node {
    value_sum: AtomicI64,
    /// Sum of AMAF values. With an evaluator there is no AMAF; this is the second moment of the
    /// values about 0.5 instead (see [`Tried::scatter`]).
    amaf_value_sum: AtomicI64,
    lead_sum: AtomicI64,
    win_sum: AtomicI64,
    playouts: AtomicU32,
    /// AMAF playouts. With an evaluator, the number of unfinished evaluations instead.
    amaf_playouts: AtomicU32,
    prior: AtomicU32,
    prior_weight: AtomicU16,
    predicted: AtomicU32,
    first_child: AtomicU32,
    children: AtomicU16,
    to: AtomicU16,
    stage: AtomicU8,
}

/// The values of [`Node::stage`].
mod stage {
    pub(crate) const LEAF: u8 = 0;
    pub(crate) const EXPANDING: u8 = 1;
    pub(crate) const EXPANDED: u8 = 2;
}

/// A move and its prior, the value before the first playout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovePrior {
    /// The move.
    pub to: Move,
    /// Value for the side that plays it, 0 to 1.
    pub value: f32,
    /// Number of playouts that the prior counts as.
    pub weight: u16,
}

impl MovePrior {
    /// Number of won playouts that the prior counts as.
    #[must_use]
    pub fn wins(&self) -> f64 {
        f64::from(self.value) * f64::from(self.weight)
    }
}

/// The contents of a node to be expanded.
#[derive(Clone, Debug, PartialEq)]
pub struct Expansion {
    /// Moves to try, most promising first.
    pub moves: Vec<MovePrior>,
    /// Prediction for the side to move; `None` without one.
    ///
    /// The probability of winning, 0 to 1, or with an evaluator the utility.
    pub predicted: Option<f32>,
    /// Hash of the move that led here and of the stones around it, the key of prediction errors.
    ///
    /// `None` where predictions are not corrected.
    pub surroundings: Option<u64>,
}

/// Reads an optional number.
fn load_optional(bits: &AtomicU32) -> Option<f64> {
    let bits = bits.load(Relaxed);
    // All bits zero encode `None`; the number zero is stored as -0.0.
    (bits != 0).then(|| f64::from(f32::from_bits(bits)))
}

/// Stores a number that [`load_optional`] reads.
fn store_optional(bits: &AtomicU32, number: f32) {
    let number = if number == 0.0 { -0.0 } else { number };
    bits.store(number.to_bits(), Relaxed);
}

impl Node {
    /// The move that leads here; a pass at the root.
    #[must_use]
    pub fn to(&self) -> Move {
        match self.to.load(Relaxed) {
            0 => Move::Pass,
            index => Move::At(Point::from_index(usize::from(index))),
        }
    }

    /// Number of playouts, including unfinished ones; with an evaluator, of finished evaluations.
    #[must_use]
    pub fn playouts(&self) -> u32 {
        self.playouts.load(Relaxed)
    }

    /// Number of evaluations, including unfinished ones.
    #[must_use]
    pub fn begun_evaluations(&self) -> u32 {
        self.playouts() + self.amaf_playouts.load(Relaxed)
    }

    /// Mean value of the playouts; unfinished ones count as lost.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.value_sum.load(Relaxed) as f64 * VALUE_UNIT / f64::from(self.playouts().max(1))
    }

    /// Mean value without the current playout, smoothed by one win and one loss.
    #[must_use]
    pub fn value_so_far(&self) -> f64 {
        let finished = f64::from(self.playouts().saturating_sub(1));
        (self.value_sum.load(Relaxed) as f64 * VALUE_UNIT + 1.0) / (finished + 2.0)
    }

    /// Fraction of playouts won, draws counted as half; with an evaluator, the mean win
    /// probability.
    #[must_use]
    pub fn winrate(&self) -> f64 {
        self.win_sum.load(Relaxed) as f64 * VALUE_UNIT / f64::from(self.playouts().max(1))
    }

    /// Mean lead in points.
    #[must_use]
    pub fn lead(&self) -> f64 {
        self.lead_sum.load(Relaxed) as f64 * LEAD_UNIT / f64::from(self.playouts().max(1))
    }

    /// The statistics that selection uses.
    #[must_use]
    pub fn stats(&self) -> MoveStats {
        let amaf_playouts = f64::from(self.amaf_playouts.load(Relaxed));
        MoveStats {
            playouts: f64::from(self.playouts()),
            value: self.value(),
            amaf_playouts,
            amaf_value: self.amaf_value_sum.load(Relaxed) as f64 * VALUE_UNIT
                / amaf_playouts.max(1.0),
            prior: f64::from(f32::from_bits(self.prior.load(Relaxed))),
            prior_weight: f64::from(self.prior_weight.load(Relaxed)),
            scatter: self.amaf_value_sum.load(Relaxed) as f64 * VALUE_UNIT,
            unfinished: amaf_playouts,
        }
    }

    /// Number of won playouts that the prior counts as.
    #[must_use]
    pub fn prior_wins(&self) -> f64 {
        f64::from(f32::from_bits(self.prior.load(Relaxed)))
            * f64::from(self.prior_weight.load(Relaxed))
    }

    /// Begins a playout. Until it ends it counts as lost, which keeps other threads away (virtual
    /// loss; Chaslot, Winands and van den Herik 2008).
    pub fn begin_playout(&self) {
        self.playouts.fetch_add(1, Relaxed);
    }

    /// Records a finished playout: its value and the lead in points.
    pub fn end_playout(&self, value: f64, lead: f64) {
        let half_wins = u8::from(lead > 0.0) + u8::from(lead >= 0.0);
        self.add(value, f64::from(half_wins) / 2.0, lead);
    }

    /// Begins an evaluation. Until it ends it counts as a loss in move selection, but not in the
    /// mean.
    pub fn begin_evaluation(&self) {
        self.amaf_playouts.fetch_add(1, Relaxed);
    }

    /// Records a finished evaluation: its value, the win probability and the lead in points.
    fn end_evaluation(&self, value: f64, win: f64, lead: f64) {
        self.playouts.fetch_add(1, Relaxed);
        self.amaf_playouts.fetch_sub(1, Relaxed);
        self.add(value, win, lead);
    }

    fn add(&self, value: f64, win: f64, lead: f64) {
        self.value_sum
            .fetch_add((value / VALUE_UNIT) as i64, Relaxed);
        self.win_sum.fetch_add((win / VALUE_UNIT) as i64, Relaxed);
        self.lead_sum.fetch_add((lead / LEAD_UNIT) as i64, Relaxed);
    }

    /// Sets the mean value.
    fn set_value(&self, value: f64) {
        let sum = value * f64::from(self.playouts()) / VALUE_UNIT;
        self.value_sum.store(sum as i64, Relaxed);
    }

    /// Sets the second moment of the values about 0.5.
    fn set_scatter(&self, scatter: f64) {
        let scatter = scatter / VALUE_UNIT;
        self.amaf_value_sum.store(scatter as i64, Relaxed);
    }

    /// Records a playout in which the side played this move later (all moves as first).
    pub fn add_amaf(&self, value: f64) {
        self.amaf_value_sum
            .fetch_add((value / VALUE_UNIT) as i64, Relaxed);
        self.amaf_playouts.fetch_add(1, Relaxed);
    }

    /// The prediction for the side to move, made at expansion.
    #[must_use]
    pub fn predicted(&self) -> Option<f64> {
        load_optional(&self.predicted)
    }

    /// Number of children, 0 for a leaf.
    fn child_count(&self) -> usize {
        usize::from(self.children.load(Relaxed))
    }

    /// Copies the move and statistics of another node, but not its children.
    fn copy_from(&self, other: &Node) {
        self.value_sum.store(other.value_sum.load(Relaxed), Relaxed);
        self.amaf_value_sum
            .store(other.amaf_value_sum.load(Relaxed), Relaxed);
        self.lead_sum.store(other.lead_sum.load(Relaxed), Relaxed);
        self.win_sum.store(other.win_sum.load(Relaxed), Relaxed);
        self.playouts.store(other.playouts.load(Relaxed), Relaxed);
        self.amaf_playouts
            .store(other.amaf_playouts.load(Relaxed), Relaxed);
        self.prior.store(other.prior.load(Relaxed), Relaxed);
        self.prior_weight
            .store(other.prior_weight.load(Relaxed), Relaxed);
        self.predicted.store(other.predicted.load(Relaxed), Relaxed);
        self.to.store(other.to.load(Relaxed), Relaxed);
    }
}

/// The adjudicated result of a game that ended by passes.
#[derive(Clone, Debug, PartialEq)]
pub struct TerminalResult {
    /// Black's lead in points.
    pub lead: f64,
    /// Points of each side.
    pub owners: PerColor<PointSet>,
}

/// The children shared by all nodes with one position.
#[derive(Clone, Copy, Debug)]
struct Family {
    first: NodeId,
    count: usize,
    /// See [`Expansion::predicted`].
    predicted: Option<f32>,
}

/// The nodes of one search. Siblings are adjacent.
#[derive(Debug)]
pub struct Tree {
    chunks: Vec<OnceLock<Box<[Node]>>>,
    used: AtomicU32,
    /// Children shared by transpositions, by position key.
    families: Mutex<FxHashMap<u64, Family>>,
    /// Adjudicated results, by the node where the game ended.
    endings: Mutex<FxHashMap<NodeId, Arc<TerminalResult>>>,
    /// Learned errors of predictions.
    corrections: Mutex<Corrections>,
}

impl Tree {
    /// The root of every tree.
    pub const ROOT: NodeId = 0;

    /// Makes a tree of one root that may grow to `memory` bytes, but at least to one chunk of
    /// nodes.
    #[must_use]
    pub fn new(memory: usize) -> Tree {
        let chunk_bytes = CHUNK * size_of::<Node>();
        let chunks = (memory / chunk_bytes).clamp(1, u32::MAX as usize / CHUNK);
        Tree {
            chunks: (0..chunks).map(|_| OnceLock::new()).collect(),
            used: AtomicU32::new(1),
            families: Mutex::default(),
            endings: Mutex::default(),
            corrections: Mutex::default(),
        }
    }

    /// Returns the node with this index.
    ///
    /// # Panics
    ///
    /// Panics if the index is beyond the limit of the tree.
    pub fn node(&self, id: NodeId) -> &Node {
        let chunk = self.chunks[id as usize / CHUNK]
            .get_or_init(|| (0..CHUNK).map(|_| Node::default()).collect());
        &chunk[id as usize % CHUNK]
    }

    /// The root.
    pub fn root(&self) -> &Node {
        self.node(Tree::ROOT)
    }

    /// Returns the adjudicated result at a node, if any.
    #[must_use]
    pub fn ending(&self, id: NodeId) -> Option<Arc<TerminalResult>> {
        self.endings().get(&id).cloned()
    }

    /// Stores the adjudicated result at a node.
    pub fn set_ending(&self, id: NodeId, ending: Arc<TerminalResult>) {
        self.endings().insert(id, ending);
    }

    /// Returns the children of a node; the range is empty for a leaf.
    pub fn children(&self, id: NodeId) -> std::ops::Range<NodeId> {
        let node = self.node(id);
        let is_expanded = node.stage.load(Acquire) == stage::EXPANDED;
        let first = node.first_child.load(Relaxed);
        let count = if is_expanded {
            node.children.load(Relaxed)
        } else {
            0
        };
        first..first + NodeId::from(count)
    }

    /// Replaces the priors of a node's children and its prediction; statistics stay.
    ///
    /// Children that are not among the moves get a prior of 0.
    pub fn reconsider(&self, id: NodeId, expansion: &Expansion) {
        if let Some(predicted) = expansion.predicted {
            store_optional(&self.node(id).predicted, predicted);
        }
        for child in self.children(id).map(|child| self.node(child)) {
            let prior = expansion.moves.iter().find(|one| one.to == child.to());
            let value = prior.map_or(0.0, |prior| prior.value);
            child.prior.store(value.to_bits(), Relaxed);
        }
    }

    /// Returns the child with the highest UCB value that passes the filter; the last of equals.
    pub fn most_urgent(
        &self,
        id: NodeId,
        exploration: f64,
        filter: impl Fn(&NodeId) -> bool,
    ) -> Option<NodeId> {
        let playouts = f64::from(self.node(id).playouts());
        let children = self.children(id).filter(filter);
        let urgency = |child: NodeId| {
            let stats = self.node(child).stats();
            (child, stats.urgency(playouts, exploration))
        };
        let best = children.map(urgency).max_by(|a, b| a.1.total_cmp(&b.1))?;
        Some(best.0)
    }

    /// Returns the child with the highest PUCT value that passes the filter; the first of equals.
    pub fn most_promising(&self, id: NodeId, filter: impl Fn(&NodeId) -> bool) -> Option<NodeId> {
        let promise_of = self.tried(id).promise(id == Tree::ROOT);
        let promise = |child: NodeId| (child, promise_of(&self.node(child).stats()));
        let promises = self.children(id).filter(filter).rev().map(promise);
        let best = promises.max_by(|a, b| a.1.total_cmp(&b.1))?;
        Some(best.0)
    }

    /// Summarizes the statistics of a node's children.
    fn tried(&self, id: NodeId) -> Tried {
        let predicted = self.node(id).predicted().unwrap_or(0.5);
        let children = self.children(id);
        let correction = self.corrections().of(children.start);
        let stats = children.map(|child| self.node(child).stats());
        Tried::of(predicted, stats).corrected_by(correction)
    }

    /// The value for the side to move, from the prediction and the children; `None` for a leaf.
    #[must_use]
    pub fn value_below(&self, id: NodeId) -> Option<f64> {
        (!self.children(id).is_empty()).then(|| self.tried(id).value())
    }

    /// Ends an evaluation that began at a node, and updates the node's value from its children.
    ///
    /// `value` and `win` (probability) are for the side that played the node's move, `lead` is in
    /// points. The value of an inner node is recomputed from all its children, which other parents
    /// may share.
    pub fn end_evaluation(&self, id: NodeId, value: f64, win: f64, lead: f64) {
        let (node, children) = (self.node(id), self.children(id));
        node.end_evaluation(value, win, lead);
        if children.is_empty() {
            node.set_scatter(select::scatter(value));
            return;
        }
        let tried = self.tried(id);
        let mut corrections = self.corrections();
        if let Some((more, playouts)) = tried.error() {
            corrections.learn(children.start, more, playouts);
        }
        let tried = tried.corrected_by(corrections.of(children.start));
        node.set_value(1.0 - tried.value());
        node.set_scatter(tried.scatter());
    }

    /// Mean win probability and lead in points of the children's playouts, for the side to move.
    ///
    /// Returns `None` without playouts.
    #[must_use]
    pub fn means_below(&self, id: NodeId) -> Option<(f64, f64)> {
        let (mut playouts, mut wins, mut leads) = (0.0, 0.0, 0.0);
        for child in self.children(id).map(|child| self.node(child)) {
            let weight = f64::from(child.playouts());
            playouts += weight;
            wins += weight * child.winrate();
            leads += weight * child.lead();
        }
        (playouts > 0.0).then(|| (wins / playouts, leads / playouts))
    }

    /// Returns true if the node has not been expanded.
    #[must_use]
    pub fn is_leaf(&self, id: NodeId) -> bool {
        self.node(id).stage.load(Acquire) != stage::EXPANDED
    }

    /// Expands a leaf, unless another thread is doing so or the tree is full.
    pub fn expand(&self, id: NodeId, expansion: impl FnOnce() -> Expansion) {
        if self.claim(id)
            && let Some(family) = self.found(expansion())
        {
            self.publish(id, &family);
        }
    }

    /// Expands a leaf, sharing the children of an earlier node with this key if there is one.
    ///
    /// The key must cover everything about the position that matters below the node.
    pub fn expand_at(&self, id: NodeId, key: u64, expansion: impl FnOnce() -> Expansion) {
        if !self.claim(id) {
            return;
        }
        let known = self.families().get(&key).copied();
        let Some(family) = known.or_else(|| self.found(expansion())) else {
            return;
        };
        self.publish(id, &family);
        self.families().entry(key).or_insert(family);
    }

    /// Returns true if this thread is to expand the leaf.
    fn claim(&self, id: NodeId) -> bool {
        let stage = &self.node(id).stage;
        let claimed = stage.compare_exchange(stage::LEAF, stage::EXPANDING, Acquire, Relaxed);
        claimed.is_ok() && !self.is_full()
    }

    /// Creates children, if they fit.
    fn found(&self, expansion: Expansion) -> Option<Family> {
        let Expansion {
            moves,
            predicted,
            surroundings,
        } = expansion;
        let first = self.allocate(moves.len())?;
        if let Some(surroundings) = surroundings {
            self.corrections().note(first, surroundings);
        }
        for (child, prior) in (first..).zip(&moves) {
            let child = self.node(child);
            child.to.store(
                prior.to.point().map_or(0, |point| point.index() as u16),
                Relaxed,
            );
            child.prior.store(prior.value.to_bits(), Relaxed);
            child.prior_weight.store(prior.weight, Relaxed);
        }
        Some(Family {
            first,
            count: moves.len(),
            predicted,
        })
    }

    fn families(&self) -> MutexGuard<'_, FxHashMap<u64, Family>> {
        // A poisoned lock is harmless: entries are inserted whole.
        self.families.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn endings(&self) -> MutexGuard<'_, FxHashMap<NodeId, Arc<TerminalResult>>> {
        // A poisoned lock is harmless: entries are inserted whole.
        self.endings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn corrections(&self) -> MutexGuard<'_, Corrections> {
        // A poisoned lock is harmless: partial statistics are still valid.
        let corrections = self.corrections.lock();
        corrections.unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns true if the children of one more node might not fit.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.used.load(Relaxed) as usize + MAX_CHILDREN > self.chunks.len() * CHUNK
    }

    /// Copies the tree below a node, with the memory limit of the original.
    #[must_use]
    pub fn subtree(&self, root: NodeId) -> Tree {
        self.copy(root, |_| true)
    }

    /// Copies the tree without the children of its least visited nodes, so that half of it is free.
    ///
    /// Nodes that lose their children keep their statistics and can be expanded again.
    #[must_use]
    pub fn pruned(&self) -> Tree {
        // Apart from shared children, no node has more visits than its parent, so what is kept is
        // connected.
        let nodes = (0..self.used.load(Relaxed)).map(|id| self.node(id));
        let mut most: FxHashMap<NodeId, (u32, usize)> = FxHashMap::default();
        for node in nodes.filter(|node| node.stage.load(Relaxed) == stage::EXPANDED) {
            let family = most.entry(node.first_child.load(Relaxed)).or_default();
            *family = (family.0.max(node.playouts()), node.child_count());
        }
        let mut families: Vec<(u32, usize)> = most.into_values().collect();
        families.sort_unstable_by(|a, b| b.cmp(a));
        let half = self.chunks.len() * CHUNK / 2;
        let mut size = 0;
        let first_left_out = families.iter().find(|(_, children)| {
            size += children;
            size > half
        });
        let Some(&(limit, _)) = first_left_out else {
            return self.copy(Tree::ROOT, |_| true);
        };
        let above = families.iter().take_while(|(visits, _)| *visits > limit);
        let mut room = half - above.map(|(_, children)| children).sum::<usize>();
        self.copy(Tree::ROOT, |node| {
            let fits = node.playouts() == limit && node.child_count() <= room;
            room -= if fits { node.child_count() } else { 0 };
            fits || node.playouts() > limit
        })
    }

    /// Copies the tree below a node; `keeps_children` decides which nodes keep their children.
    ///
    /// Shared children stay shared.
    fn copy(&self, root: NodeId, mut keeps_children: impl FnMut(&Node) -> bool) -> Tree {
        let chunks = self.chunks.len();
        let copy = Tree {
            chunks: (0..chunks).map(|_| OnceLock::new()).collect(),
            used: AtomicU32::new(1),
            families: Mutex::default(),
            endings: Mutex::default(),
            corrections: Mutex::default(),
        };
        let endings = self.endings();
        let copy_node = |from: NodeId, to: NodeId| {
            copy.node(to).copy_from(self.node(from));
            if let Some(ending) = endings.get(&from) {
                copy.set_ending(to, Arc::clone(ending));
            }
        };
        copy_node(root, Tree::ROOT);
        // Maps the first child of each family to its index in the copy.
        let mut begins: FxHashMap<NodeId, NodeId> = FxHashMap::default();
        let mut open = VecDeque::from([(root, Tree::ROOT)]);
        while let Some((from, to)) = open.pop_front() {
            let children = self.children(from);
            if children.is_empty() || !keeps_children(self.node(from)) {
                continue;
            }
            let first = match begins.entry(children.start) {
                Entry::Occupied(known) => *known.get(),
                Entry::Vacant(new) => {
                    // A subset always fits.
                    let Some(first) = copy.allocate(children.len()) else {
                        continue;
                    };
                    for (new, old) in (first..).zip(children.clone()) {
                        copy_node(old, new);
                        open.push_back((old, new));
                    }
                    *new.insert(first)
                }
            };
            copy.publish_children(copy.node(to), first, children.len());
        }
        let moved = self
            .families()
            .iter()
            .filter_map(|(&key, family)| {
                let first = *begins.get(&family.first)?;
                Some((key, Family { first, ..*family }))
            })
            .collect();
        drop(endings);
        *copy.families() = moved;
        *copy.corrections() = self.corrections().renamed(&begins);
        copy
    }

    /// Publishes the prediction and children of a node to all threads.
    fn publish(&self, id: NodeId, family: &Family) {
        let node = self.node(id);
        if let Some(predicted) = family.predicted {
            store_optional(&node.predicted, predicted);
        }
        self.publish_children(node, family.first, family.count);
    }

    /// Publishes the children of a node to all threads.
    fn publish_children(&self, node: &Node, first: NodeId, count: usize) {
        node.first_child.store(first, Relaxed);
        node.children.store(count as u16, Relaxed);
        node.stage.store(stage::EXPANDED, Release);
    }

    /// Reserves `count` adjacent nodes; `None` if they do not fit.
    fn allocate(&self, count: usize) -> Option<NodeId> {
        let limit = (self.chunks.len() * CHUNK) as u32;
        let count = count as u32;
        let taken = self.used.fetch_update(Relaxed, Relaxed, |used| {
            (used + count <= limit).then_some(used + count)
        });
        taken.ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An expansion with `count` passes.
    fn passes(count: usize, predicted: Option<f32>, surroundings: Option<u64>) -> Expansion {
        let pass = MovePrior {
            to: Move::Pass,
            value: 0.5,
            weight: 1,
        };
        Expansion {
            moves: vec![pass; count],
            predicted,
            surroundings,
        }
    }

    #[test]
    fn a_pruned_tree_keeps_what_is_visited_most() {
        let tree = Tree::new(1);
        let expansion = || passes(300, None, None);
        // Every other playout goes to the first child, and half of these to its first child.
        let mut playout = 0u32;
        while !tree.is_full() {
            playout += 1;
            let (mut node, mut turns) = (Tree::ROOT, playout);
            loop {
                tree.node(node).begin_playout();
                tree.node(node).end_playout(1.0, 0.5);
                if tree.is_leaf(node) {
                    tree.expand(node, expansion);
                    break;
                }
                let child = if turns & 1 == 0 { 0 } else { turns % 300 };
                turns >>= 1;
                node = tree
                    .children(node)
                    .nth(child as usize)
                    .expect("300 of them");
            }
        }
        let pruned = tree.pruned();
        let capacity = (pruned.chunks.len() * CHUNK) as u32;
        let used = pruned.used.load(Relaxed);
        assert!(used <= capacity / 2 && used > capacity / 3, "{used}");
        assert_eq!(pruned.root().playouts(), playout);
        let first = |tree: &Tree| tree.children(Tree::ROOT).next().expect("a child");
        let children = |tree: &Tree, node| -> Vec<u32> {
            let children = tree.children(node);
            children.map(|child| tree.node(child).playouts()).collect()
        };
        assert_eq!(children(&pruned, Tree::ROOT), children(&tree, Tree::ROOT));
        assert_eq!(
            children(&pruned, first(&pruned)),
            children(&tree, first(&tree))
        );
        let rare = pruned
            .children(Tree::ROOT)
            .find(|&child| pruned.is_leaf(child))
            .expect("some node has lost its children");
        pruned.expand(rare, expansion);
        assert_eq!(pruned.children(rare).len(), 300);
    }

    /// Nodes with one key share their children, also in copies, where these are allocated once.
    #[test]
    fn children_in_common_stay_so() {
        let tree = Tree::new(1);
        let moves = |count: usize| passes(count, Some(0.25), Some(count as u64));
        tree.expand(Tree::ROOT, || moves(3));
        let nodes: Vec<NodeId> = tree.children(Tree::ROOT).collect();
        tree.expand_at(nodes[0], 7, || moves(2));
        tree.expand_at(nodes[1], 7, || unreachable!("it is known"));
        tree.expand_at(nodes[2], 8, || moves(4));
        let below = tree.children(nodes[0]).start;
        // A cycle: the child of a node leads back to the node's position.
        tree.expand_at(below, 7, || unreachable!("it is known"));
        for (node, visits) in [(nodes[0], 5), (nodes[1], 2), (below, 4)] {
            for _ in 0..visits {
                tree.node(node).begin_evaluation();
                tree.node(node).end_evaluation(0.75, 0.5, 1.0);
            }
        }
        for copy in [tree.pruned(), tree.subtree(Tree::ROOT).pruned()] {
            let first = copy.children(Tree::ROOT).start;
            let begins = |node| copy.children(node).start;
            assert_eq!(begins(first), begins(first + 1));
            assert_eq!(begins(begins(first)), begins(first));
            assert_ne!(begins(first), begins(first + 2));
            assert_eq!(copy.used.load(Relaxed), tree.used.load(Relaxed));
            assert_eq!(copy.node(first + 1).predicted(), Some(0.25));
            assert_eq!(copy.means_below(first + 1), Some((0.5, 1.0)));
            let value = copy.value_below(first + 1).expect("it has children");
            assert!((value - (4.0 * 0.75 + 0.25) / 5.0).abs() < 1e-4);
            let begin = begins(first);
            assert_eq!(
                copy.families().get(&7).map(|family| family.first),
                Some(begin)
            );
        }
    }

    /// An error at one node corrects similar nodes, also in a copy of the tree.
    #[test]
    fn predictions_are_corrected() {
        let tree = Tree::new(1);
        let moves = |surroundings: u64| passes(3, Some(0.5), Some(surroundings));
        tree.expand(Tree::ROOT, || moves(1));
        let first = tree.children(Tree::ROOT).start;
        for (key, surroundings) in [(7, 2), (8, 2), (9, 3)] {
            let node = first + key as NodeId - 7;
            tree.expand_at(node, key, || moves(surroundings));
        }
        let (below, all) = (tree.children(first).start, [0, 1, 2].map(|at| first + at));
        let worth = |tree: &Tree| all.map(|node| tree.value_below(node).expect("it has children"));
        assert_eq!(worth(&tree), [0.5; 3]);
        for _ in 0..8 {
            for (node, value) in [(below, 0.9), (first, 0.1)] {
                tree.node(node).begin_evaluation();
                tree.end_evaluation(node, value, value, 1.0);
            }
        }
        let [found, alike, other] = worth(&tree);
        assert!(found > 0.85 && alike > 0.6 && alike < 0.7 && other == 0.5);
        assert!((tree.node(first).value() - (1.0 - found)).abs() < 1e-3);
        let stats = tree.node(first).stats();
        assert!(stats.scatter > 0.1 && stats.scatter < 0.16, "{stats:?}");
        assert_eq!(worth(&tree.subtree(Tree::ROOT)), [found, alike, other]);
    }

    /// An unfinished evaluation keeps other threads away without changing the value.
    #[test]
    fn unfinished_evaluations_only_count_where_a_move_is_chosen() {
        let tree = Tree::new(1);
        tree.expand(Tree::ROOT, || passes(2, Some(0.5), Some(1)));
        let [first, second] = [0, 1].map(|at| tree.children(Tree::ROOT).start + at);
        for (node, value) in [(first, 0.6), (second, 0.5)] {
            tree.node(node).begin_evaluation();
            tree.end_evaluation(node, value, value, 1.0);
        }
        let chosen = || tree.most_promising(Tree::ROOT, |_| true);
        let worth = || (tree.value_below(Tree::ROOT), tree.means_below(Tree::ROOT));
        let before = worth();
        assert_eq!(chosen(), Some(first));
        tree.node(first).begin_evaluation();
        assert_eq!(chosen(), Some(second));
        assert_eq!(worth(), before);
        assert_eq!(tree.node(first).playouts(), 1);
        tree.end_evaluation(first, 0.6, 0.6, 1.0);
        assert_eq!(tree.node(first).begun_evaluations(), 2);
        assert_eq!(chosen(), Some(first));
    }
}
