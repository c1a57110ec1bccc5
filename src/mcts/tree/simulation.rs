//! One simulation: descent, playout and backup.

use super::{Node, NodeId, Tree};
use crate::go::board::Board;
use crate::go::color::{Color, PerColor};
use crate::go::point::{Move, PerPoint, Point, PointSet};
use crate::go::position::Position;
use crate::mcts::playout::{self, Dice};

/// The state of one simulation, reused for the next.
#[derive(Debug)]
pub struct Simulation {
    path: Vec<NodeId>,
    /// Stones played, in the tree and in the playout.
    log: Vec<(Color, Point)>,
    /// Length of the log at each node of the path.
    marks: Vec<usize>,
    /// The side that played first on each point; all `None` between simulations.
    first: PerPoint<Option<Color>>,
    board: Board,
}

impl Simulation {
    /// Makes a simulation for boards of this size.
    #[must_use]
    pub fn new(board: &Board) -> Simulation {
        Simulation {
            path: Vec::new(),
            log: Vec::new(),
            marks: Vec::new(),
            first: PerPoint::new(None),
            board: board.clone(),
        }
    }

    /// Starts the next simulation.
    pub fn begin(&mut self) {
        self.path.clear();
        self.log.clear();
        self.marks.clear();
    }

    /// Enters a node on the way to a playout.
    pub fn enter(&mut self, tree: &Tree, node: NodeId) {
        self.path.push(node);
        self.marks.push(self.log.len());
        tree.node(node).begin_playout();
    }

    /// Enters a node on the way to an evaluation.
    pub fn enter_evaluated(&mut self, tree: &Tree, node: NodeId) {
        self.path.push(node);
        tree.node(node).begin_evaluation();
    }

    /// Number of nodes entered, including the root.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.path.len()
    }

    /// The child of the root that was entered.
    #[must_use]
    pub fn first_child(&self) -> Option<NodeId> {
        self.path.get(1).copied()
    }

    /// Win probability of each side at the deepest node of the path that has a prediction.
    ///
    /// `turn` is the side to move now.
    #[must_use]
    pub fn predicted_win(&self, tree: &Tree, mut turn: Color) -> Option<PerColor<f64>> {
        self.path.iter().rev().find_map(|&node| {
            let win = tree.node(node).predicted();
            let side = turn;
            turn = !turn;
            win.map(|win| PerColor::from_fn(|color| if color == side { win } else { 1.0 - win }))
        })
    }

    /// Plays a legal move in the tree.
    pub fn play(&mut self, position: &mut Position, to: Move) {
        if let Move::At(at) = to {
            self.log.push((position.turn(), at));
        }
        position.play_legal(to);
    }

    /// Plays the position out; returns the points of each side at the end.
    pub fn play_out(&mut self, position: &Position, dice: &mut Dice) -> PerColor<PointSet> {
        self.board.clone_from(position.board());
        let last = position.last_move().and_then(|(_, to)| to.point());
        let (board, log) = (&mut self.board, &mut self.log);
        playout::play_out(board, position.turn(), last, dice, |color, at| {
            log.push((color, at));
        });
        playout::owners(board)
    }

    /// Plays the position out with the points of `closed` excluded for both sides.
    ///
    /// If `begin` is given, the side to move plays there first; the play must be legal.
    pub fn play_out_beside(
        &mut self,
        closed: &PointSet,
        position: &Position,
        begin: Option<Point>,
        dice: &mut Dice,
    ) -> PerColor<PointSet> {
        self.board.clone_from(position.board());
        let mut last = position.last_move().and_then(|(_, to)| to.point());
        let (board, log) = (&mut self.board, &mut self.log);
        let mut turn = position.turn();
        if let Some(at) = begin {
            board.place(turn, at, &mut ());
            log.push((turn, at));
            (turn, last) = (!turn, begin);
        }
        let is_open = |at| !closed.contains(at);
        playout::play_out_where(is_open, board, turn, last, dice, |color, at| {
            log.push((color, at));
        });
        playout::owners(board)
    }

    /// Backs up a playout: the utility for each side and Black's lead in points.
    ///
    /// `turn` is the side to move at the leaf. AMAF statistics of the first `amaf_width` children
    /// of each node are updated.
    pub fn back_up(
        &mut self,
        tree: &Tree,
        mut turn: Color,
        utilities: &PerColor<f64>,
        lead: f64,
        amaf_width: impl Fn(&Node) -> usize,
    ) {
        let mut end = self.log.len();
        for (&node, &mark) in self.path.iter().zip(&self.marks).rev() {
            for &(color, at) in self.log[mark..end].iter().rev() {
                self.first[at] = Some(color);
            }
            end = mark;
            for child in tree.children(node).take(amaf_width(tree.node(node))) {
                let child = tree.node(child);
                let is_played = |at| self.first[at] == Some(turn);
                if child.to().point().is_some_and(is_played) {
                    child.add_amaf(utilities[turn]);
                }
            }
            let mover = !turn;
            tree.node(node)
                .end_playout(utilities[mover], f64::from(mover.sign()) * lead);
            turn = mover;
        }
        for &(_, at) in &self.log {
            self.first[at] = None;
        }
    }

    /// Backs up an evaluation: the utility and win probability of each side, and Black's lead in
    /// points. `turn` is the side to move at the leaf.
    pub fn back_up_evaluation(
        &mut self,
        tree: &Tree,
        mut turn: Color,
        utilities: &PerColor<f64>,
        wins: &PerColor<f64>,
        lead: f64,
    ) {
        for &id in self.path.iter().rev() {
            let mover = !turn;
            let lead = f64::from(mover.sign()) * lead;
            tree.end_evaluation(id, utilities[mover], wins[mover], lead);
            turn = mover;
        }
    }
}
