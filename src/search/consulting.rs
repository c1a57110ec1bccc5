//! Simulations that ask an oracle about their leaf in place of playing it out (PUCT; Rosin 2011, Silver and others 2017).
//!
//! Where the game ends inside the tree the rules core counts, as in any search.

use super::consultation::Consultation;
use super::decision::is_late;
use super::shared::lock;
use super::worker::Worker;
use crate::color::{Color, PerColor};
use crate::point::Move;
use crate::tree::oracle::Outlook;
use crate::tree::{Expansion, MovePrior, NodeId, Tree};
use std::sync::Arc;

/// The weights of the score beside winning, as it stands and beyond what is expected of the position at the root: those of
/// KataGo (Wu 2019), for values from 0 to 1.
const SCORE: f64 = 0.05;
const SCORE_BEYOND: f64 = 0.15;
/// At the root of a late position one simulation in this many begins with a pass, so that passing is judged as well as
/// playing.
const PASS_EVERY: u32 = 16;

/// What has been found at a leaf.
struct Found {
    /// Black's lead in points.
    lead: f64,
    /// The probability of each side to win.
    wins: PerColor<f64>,
    /// What was said, if it was asked.
    outlook: Option<Arc<Outlook>>,
}

impl Found {
    /// The end of a game with this lead of Black's.
    fn end(lead: f64) -> Found {
        let win = match lead {
            lead if lead > 0.0 => 1.0,
            lead if lead < 0.0 => 0.0,
            _ => 0.5,
        };
        Found {
            lead,
            wins: PerColor::new(win, 1.0 - win),
            outlook: None,
        }
    }

    /// What is said, with this side to move.
    fn said(outlook: Arc<Outlook>, turn: Color) -> Found {
        let win = |color| match color == turn {
            true => outlook.win,
            false => 1.0 - outlook.win,
        };
        Found {
            lead: f64::from(turn.sign()) * outlook.lead,
            wins: PerColor::from_fn(win),
            outlook: Some(outlook),
        }
    }

    /// What it is worth to each side on a board of so many points, where this lead of Black's is expected.
    fn utilities(&self, expected: f64, points: usize) -> PerColor<f64> {
        let side = (points as f64).sqrt();
        let beyond = |lead: f64, scale: f64| (lead / scale).atan() * std::f64::consts::FRAC_2_PI;
        let score = SCORE * beyond(self.lead, 2.0 * side)
            + SCORE_BEYOND * beyond(self.lead - expected, 0.75 * side);
        PerColor::from_fn(|color: Color| self.wins[color] + f64::from(color.sign()) * score)
    }
}

/// The children that a node gets, the likeliest first and a pass last.
fn expansion(outlook: &Outlook) -> Expansion {
    let prior = |&(to, probability): &(Move, f32)| MovePrior {
        to,
        value: probability,
        weight: 1,
    };
    let mut moves: Vec<MovePrior> = outlook.policy.iter().map(prior).collect();
    moves.sort_by(|one, other| {
        let passes = |prior: &MovePrior| prior.to == Move::Pass;
        let order = passes(one).cmp(&passes(other));
        order.then(other.value.total_cmp(&one.value))
    });
    Expansion {
        moves,
        win: Some(outlook.win as f32),
    }
}

impl Worker<'_> {
    /// Gives the root its children, if it has none yet; what is said of the root is a simulation that is not counted.
    pub(super) fn begin_with(&mut self, consultation: &Consultation) {
        let tree = self.shared.tree;
        if tree.is_leaf(Tree::ROOT) {
            self.position.clone_from(self.shared.position);
            self.simulation.begin();
            self.simulation.enter(tree, Tree::ROOT);
            tree.expand(Tree::ROOT, || expansion(&consultation.root));
            let found = Found::said(Arc::clone(&consultation.root), self.position.turn());
            self.back_up(&found, consultation);
        }
    }

    /// One simulation: down the tree, a question at its leaf, and the answer back up.
    pub(super) fn consult(&mut self, consultation: &Consultation) {
        self.position.clone_from(self.shared.position);
        self.simulation.begin();
        let found = self.reach(consultation);
        self.back_up(&found, consultation);
    }

    fn back_up(&mut self, found: &Found, consultation: &Consultation) {
        let (turn, began_with) = (self.position.turn(), self.began_with());
        let size = self.position.board().size();
        match &found.outlook {
            Some(outlook) => {
                lock(self.outcomes).add_outlook(outlook, turn, &size.all(), began_with);
            }
            None => lock(self.outcomes).add_lead(found.lead, began_with),
        }
        let utilities = found.utilities(consultation.expected, size.area());
        let tree = self.shared.tree;
        self.simulation
            .back_up_evaluation(tree, turn, &utilities, &found.wins, found.lead);
    }

    /// Goes down the tree to a leaf or the end of the game.
    fn reach(&mut self, consultation: &Consultation) -> Found {
        let tree = self.shared.tree;
        let longest = 2 * self.position.board().size().area();
        let mut node = Tree::ROOT;
        loop {
            self.simulation.enter(tree, node);
            if node != Tree::ROOT {
                if self.position.passes() >= 2 {
                    return Found::end(self.terminal_lead(tree.node(node)));
                }
                if self.position.repetition().is_some() {
                    return Found::end(0.0);
                }
            }
            if tree.is_leaf(node) || self.simulation.depth() > longest {
                let outlook = consultation.oracle.look(&self.position, false);
                tree.expand(node, || expansion(&outlook));
                return Found::said(outlook, self.position.turn());
            }
            let Some(child) = self.most_promising(node) else {
                // There is no legal move, not even a pass.
                let outlook = consultation.oracle.look(&self.position, false);
                return Found::said(outlook, self.position.turn());
            };
            node = child;
            self.simulation
                .play(&mut self.position, tree.node(node).to());
        }
    }

    /// The child to go down to.
    fn most_promising(&self, node: NodeId) -> Option<NodeId> {
        let tree = self.shared.tree;
        let (turn, depth) = (self.position.turn(), self.simulation.depth());
        let is_free = |&child: &NodeId| {
            let to = tree.node(child).to();
            !self.shared.is_banned(turn, to, depth)
        };
        let is_pass = |&child: &NodeId| tree.node(child).to() == Move::Pass;
        if node == Tree::ROOT
            && tree.root().playouts().is_multiple_of(PASS_EVERY)
            && is_late(self.shared.position)
            && let Some(pass) = tree.children(node).last().filter(is_pass)
            && is_free(&pass)
        {
            return Some(pass);
        }
        let best = tree.most_promising(node, is_free);
        best.or_else(|| tree.most_promising(node, |_| true))
    }
}
