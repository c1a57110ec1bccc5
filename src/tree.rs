//! The tree of one search: nodes in chunks that are made when first needed, up to a limit; a full tree can be pruned.
//!
//! All threads share it without locks. A node's numbers are atomics that only grow; its children are made by
//! the one thread that wins the right to, and are seen by the others once they are all there.

pub mod prior;
pub mod select;
pub mod walk;

use crate::point::{Move, Point};
use select::Evidence;
use std::sync::OnceLock;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicI64, AtomicU8, AtomicU16, AtomicU32};

/// Values are kept as whole numbers of this part of one.
const VALUE_UNIT: f64 = 1.0 / 65536.0;
/// Leads are kept as whole numbers of this part of a point.
const LEAD_UNIT: f64 = 1.0 / 64.0;
/// Nodes made at once.
const CHUNK: usize = 1 << 14;

/// Where a node is in its [`Tree`].
pub type NodeId = u32;

/// A move, what came of it, and where the answers to it are.
///
/// Values are those of the side that plays the move.
#[derive(Debug, Default)]
pub struct Node {
    values: AtomicI64,
    amaf_values: AtomicI64,
    leads: AtomicI64,
    playouts: AtomicU32,
    half_wins: AtomicU32,
    amaf_playouts: AtomicU32,
    prior: AtomicU32,
    prior_weight: AtomicU16,
    verdict: AtomicU32,
    foretold: AtomicU32,
    first_child: AtomicU32,
    children: AtomicU16,
    to: AtomicU16,
    growth: AtomicU8,
}

/// The states of [`Node::growth`].
mod growth {
    pub(super) const LEAF: u8 = 0;
    pub(super) const GROWING: u8 = 1;
    pub(super) const GROWN: u8 = 2;
}

/// A move to be tried, and what is thought of it before any playout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seed {
    /// The move.
    pub to: Move,
    /// Its value for the side that plays it, 0 to 1.
    pub prior: f32,
    /// How many playouts that is worth.
    pub weight: u16,
}

/// What a node gets when it grows.
#[derive(Clone, Debug, PartialEq)]
pub struct Growth {
    /// The moves to be tried, the likely ones first.
    pub seeds: Vec<Seed>,
    /// The chance of the side to move to win, 0 to 1, if somebody foretells it.
    pub won: Option<f32>,
}

impl Seed {
    /// The playouts won that its prior stands for.
    pub fn support(&self) -> f64 {
        f64::from(self.prior) * f64::from(self.weight)
    }
}

/// The number that is kept, if there is one.
fn number_in(bits: &AtomicU32) -> Option<f64> {
    let bits = bits.load(Relaxed);
    // Zero stands for "none": the number zero is kept as -0.0.
    (bits != 0).then(|| f64::from(f32::from_bits(bits)))
}

fn keep_number(bits: &AtomicU32, number: f32) {
    let number = if number == 0.0 { -0.0 } else { number };
    bits.store(number.to_bits(), Relaxed);
}

impl Node {
    /// The move that leads here.
    pub fn to(&self) -> Move {
        match self.to.load(Relaxed) {
            0 => Move::Pass,
            index => Move::At(Point::from_index(usize::from(index))),
        }
    }

    /// Playouts that went through here.
    pub fn playouts(&self) -> u32 {
        self.playouts.load(Relaxed)
    }

    /// Mean value of the playouts.
    pub fn value(&self) -> f64 {
        self.values.load(Relaxed) as f64 * VALUE_UNIT / f64::from(self.playouts().max(1))
    }

    /// Mean value of the playouts before the one that has begun, drawn toward one half while they are few.
    pub fn value_so_far(&self) -> f64 {
        let ended = f64::from(self.playouts().saturating_sub(1));
        (self.values.load(Relaxed) as f64 * VALUE_UNIT + 1.0) / (ended + 2.0)
    }

    /// The part of the playouts that were won, 0 to 1, even ones as half.
    pub fn winrate(&self) -> f64 {
        f64::from(self.half_wins.load(Relaxed)) / (2.0 * f64::from(self.playouts().max(1)))
    }

    /// Mean lead of the playouts, in points.
    pub fn lead(&self) -> f64 {
        self.leads.load(Relaxed) as f64 * LEAD_UNIT / f64::from(self.playouts().max(1))
    }

    /// Everything known of the move.
    pub fn evidence(&self) -> Evidence {
        let amaf_playouts = f64::from(self.amaf_playouts.load(Relaxed));
        Evidence {
            playouts: f64::from(self.playouts()),
            value: self.value(),
            amaf_playouts,
            amaf_value: self.amaf_values.load(Relaxed) as f64 * VALUE_UNIT / amaf_playouts.max(1.0),
            prior: f64::from(f32::from_bits(self.prior.load(Relaxed))),
            prior_weight: f64::from(self.prior_weight.load(Relaxed)),
        }
    }

    /// The playouts won that its prior stands for.
    pub fn support(&self) -> f64 {
        f64::from(f32::from_bits(self.prior.load(Relaxed)))
            * f64::from(self.prior_weight.load(Relaxed))
    }

    /// Counts a playout that has begun: until it ends it counts as lost, so that other threads look
    /// elsewhere (virtual loss; Chaslot, Winands and van den Herik 2008).
    pub fn begin_playout(&self) {
        self.playouts.fetch_add(1, Relaxed);
    }

    /// Adds what came of a playout that had begun here.
    pub fn end_playout(&self, value: f64, lead: f64) {
        self.values.fetch_add((value / VALUE_UNIT) as i64, Relaxed);
        self.leads.fetch_add((lead / LEAD_UNIT) as i64, Relaxed);
        let half_wins = u32::from(lead > 0.0) + u32::from(lead >= 0.0);
        self.half_wins.fetch_add(half_wins, Relaxed);
    }

    /// Adds a playout in which the move was played later.
    pub fn add_amaf(&self, value: f64) {
        self.amaf_values
            .fetch_add((value / VALUE_UNIT) as i64, Relaxed);
        self.amaf_playouts.fetch_add(1, Relaxed);
    }

    /// Black's lead where the line of play ends here, if it has been adjudicated.
    pub fn verdict(&self) -> Option<f64> {
        number_in(&self.verdict)
    }

    /// Remembers Black's lead where the line of play ends here.
    pub fn set_verdict(&self, lead: f64) {
        keep_number(&self.verdict, lead as f32);
    }

    /// The chance to win that was foretold when it grew, for the side to move there.
    pub fn foretold(&self) -> Option<f64> {
        number_in(&self.foretold)
    }

    /// How many children it has, if it has grown.
    fn family(&self) -> usize {
        usize::from(self.children.load(Relaxed))
    }

    fn copy_from(&self, other: &Node) {
        self.values.store(other.values.load(Relaxed), Relaxed);
        self.amaf_values
            .store(other.amaf_values.load(Relaxed), Relaxed);
        self.leads.store(other.leads.load(Relaxed), Relaxed);
        self.playouts.store(other.playouts.load(Relaxed), Relaxed);
        self.half_wins.store(other.half_wins.load(Relaxed), Relaxed);
        self.amaf_playouts
            .store(other.amaf_playouts.load(Relaxed), Relaxed);
        self.prior.store(other.prior.load(Relaxed), Relaxed);
        self.prior_weight
            .store(other.prior_weight.load(Relaxed), Relaxed);
        self.verdict.store(other.verdict.load(Relaxed), Relaxed);
        self.foretold.store(other.foretold.load(Relaxed), Relaxed);
        self.to.store(other.to.load(Relaxed), Relaxed);
    }
}

/// The nodes of one search, children side by side.
#[derive(Debug)]
pub struct Tree {
    chunks: Vec<OnceLock<Box<[Node]>>>,
    used: AtomicU32,
}

impl Tree {
    /// The root of every tree.
    pub const ROOT: NodeId = 0;

    /// A tree of a root alone, which may take so many bytes.
    pub fn new(memory: usize) -> Tree {
        let chunk_bytes = CHUNK * size_of::<Node>();
        let chunks = (memory / chunk_bytes).clamp(1, u32::MAX as usize / CHUNK);
        Tree {
            chunks: (0..chunks).map(|_| OnceLock::new()).collect(),
            used: AtomicU32::new(1),
        }
    }

    /// The node at a place.
    pub fn node(&self, id: NodeId) -> &Node {
        let chunk = self.chunks[id as usize / CHUNK]
            .get_or_init(|| (0..CHUNK).map(|_| Node::default()).collect());
        &chunk[id as usize % CHUNK]
    }

    /// The root.
    pub fn root(&self) -> &Node {
        self.node(Tree::ROOT)
    }

    /// The answers to a node's move; none while it is a leaf.
    pub fn children(&self, id: NodeId) -> std::ops::Range<NodeId> {
        let node = self.node(id);
        let grown = node.growth.load(Acquire) == growth::GROWN;
        let first = node.first_child.load(Relaxed);
        let count = if grown {
            node.children.load(Relaxed)
        } else {
            0
        };
        first..first + NodeId::from(count)
    }

    /// The most urgent of a node's children, of those that are let in; the last one of equals.
    pub fn most_urgent(
        &self,
        id: NodeId,
        exploration: f64,
        is_let_in: impl Fn(&NodeId) -> bool,
    ) -> Option<NodeId> {
        let playouts = f64::from(self.node(id).playouts());
        let children = self.children(id).filter(is_let_in);
        let urgency = |child: NodeId| {
            let evidence = self.node(child).evidence();
            (child, evidence.urgency(playouts, exploration))
        };
        let best = children.map(urgency).max_by(|a, b| a.1.total_cmp(&b.1))?;
        Some(best.0)
    }

    /// Whether a node has no children yet.
    pub fn is_leaf(&self, id: NodeId) -> bool {
        self.node(id).growth.load(Acquire) != growth::GROWN
    }

    /// Gives a leaf its children, unless another thread is about to or the memory is used up.
    pub fn grow(&self, id: NodeId, growth: impl FnOnce() -> Growth) {
        let node = self.node(id);
        let won = node
            .growth
            .compare_exchange(growth::LEAF, growth::GROWING, Acquire, Relaxed);
        if won.is_err() || self.is_full() {
            return;
        }
        let Growth { seeds, won } = growth();
        if let Some(won) = won {
            keep_number(&node.foretold, won);
        }
        let Some(first) = self.allocate(seeds.len()) else {
            return;
        };
        for (child, seed) in (first..).zip(&seeds) {
            let child = self.node(child);
            child.to.store(
                seed.to.point().map_or(0, |point| point.index() as u16),
                Relaxed,
            );
            child.prior.store(seed.prior.to_bits(), Relaxed);
            child.prior_weight.store(seed.weight, Relaxed);
        }
        self.adopt(node, first, seeds.len());
    }

    /// Whether there may be no room for the children of one more node.
    pub fn is_full(&self) -> bool {
        self.used.load(Relaxed) as usize + 700 > self.chunks.len() * CHUNK
    }

    /// The part of the tree below a node, as a tree of its own within as many bytes.
    pub fn subtree(&self, root: NodeId) -> Tree {
        self.copy(root, |_| true)
    }

    /// The tree without what lies below its least visited nodes, so that at least half of its memory is free.
    ///
    /// Nodes that lose their children keep what is known of themselves and may grow again.
    pub fn pruned(&self) -> Tree {
        // No node has been visited oftener than its parent: those kept hang together.
        let nodes = (0..self.used.load(Relaxed)).map(|id| self.node(id));
        let grown = nodes.filter(|node| node.growth.load(Relaxed) == growth::GROWN);
        let mut families: Vec<(u32, usize)> =
            grown.map(|node| (node.playouts(), node.family())).collect();
        families.sort_unstable_by(|a, b| b.cmp(a));
        let half = self.chunks.len() * CHUNK / 2;
        let mut size = 0;
        let most_left_out = families.iter().find(|(_, family)| {
            size += family;
            size > half
        });
        let Some(&(limit, _)) = most_left_out else {
            return self.copy(Tree::ROOT, |_| true);
        };
        let above = families.iter().take_while(|(visits, _)| *visits > limit);
        let mut room = half - above.map(|(_, family)| family).sum::<usize>();
        self.copy(Tree::ROOT, |node| {
            let fits = node.playouts() == limit && node.family() <= room;
            room -= if fits { node.family() } else { 0 };
            fits || node.playouts() > limit
        })
    }

    /// The part of the tree below a node, with the children of those nodes that are to keep theirs.
    fn copy(&self, root: NodeId, mut keeps: impl FnMut(&Node) -> bool) -> Tree {
        let chunks = self.chunks.len();
        let copy = Tree {
            chunks: (0..chunks).map(|_| OnceLock::new()).collect(),
            used: AtomicU32::new(1),
        };
        copy.root().copy_from(self.node(root));
        let mut open = std::collections::VecDeque::from([(root, Tree::ROOT)]);
        while let Some((from, to)) = open.pop_front() {
            let children = self.children(from);
            if children.is_empty() || !keeps(self.node(from)) {
                continue;
            }
            // A part is no larger than the whole: there is room.
            let Some(first) = copy.allocate(children.len()) else {
                continue;
            };
            for (new, old) in (first..).zip(children.clone()) {
                copy.node(new).copy_from(self.node(old));
                open.push_back((old, new));
            }
            copy.adopt(copy.node(to), first, children.len());
        }
        copy
    }

    fn adopt(&self, node: &Node, first: NodeId, count: usize) {
        node.first_child.store(first, Relaxed);
        node.children.store(count as u16, Relaxed);
        node.growth.store(growth::GROWN, Release);
    }

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

    #[test]
    fn a_pruned_tree_keeps_what_is_visited_most() {
        let tree = Tree::new(1);
        let seeds = || {
            let seed = Seed {
                to: Move::Pass,
                prior: 0.5,
                weight: 10,
            };
            Growth {
                seeds: vec![seed; 300],
                won: None,
            }
        };
        // Every other playout goes to the first child, and of these every other to its first child.
        let mut playout = 0u32;
        while !tree.is_full() {
            playout += 1;
            let (mut node, mut turns) = (Tree::ROOT, playout);
            loop {
                tree.node(node).begin_playout();
                tree.node(node).end_playout(1.0, 0.5);
                if tree.is_leaf(node) {
                    tree.grow(node, seeds);
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
            .expect("somebody has lost its children");
        pruned.grow(rare, seeds);
        assert_eq!(pruned.children(rare).len(), 300);
    }
}
