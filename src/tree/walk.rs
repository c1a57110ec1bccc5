//! One playout: its way down a tree, to the end of the game, and back up with what came of it.

use super::{Node, NodeId, Tree};
use crate::board::Board;
use crate::color::{Color, PerColor};
use crate::playout::{self, Dice};
use crate::point::{Move, PerPoint, Point, PointSet};
use crate::position::Position;

/// What is remembered of a playout while it lasts, made once for many of them.
#[derive(Debug)]
pub struct Walk {
    path: Vec<NodeId>,
    /// Stones of the line of play, in the tree and after it.
    log: Vec<(Color, Point)>,
    /// For each node of the path, how many stones of the log had been played when it was reached.
    marks: Vec<usize>,
    /// Who played first on each point.
    first: PerPoint<Option<Color>>,
    board: Board,
}

impl Walk {
    /// For playouts on boards of the size of this one.
    pub fn new(board: &Board) -> Walk {
        Walk {
            path: Vec::new(),
            log: Vec::new(),
            marks: Vec::new(),
            first: PerPoint::new(None),
            board: board.clone(),
        }
    }

    /// Begins another playout.
    pub fn begin(&mut self) {
        self.path.clear();
        self.log.clear();
        self.marks.clear();
    }

    /// Comes to a node.
    pub fn enter(&mut self, tree: &Tree, node: NodeId) {
        self.path.push(node);
        self.marks.push(self.log.len());
        tree.node(node).begin_playout();
    }

    /// How many nodes have been come to, the root included.
    pub fn depth(&self) -> usize {
        self.path.len()
    }

    /// The chance of each side to win that was foretold last on the way, if there was one; `turn` is whose move it is now.
    pub fn foretold(&self, tree: &Tree, mut turn: Color) -> Option<PerColor<f64>> {
        self.path.iter().rev().find_map(|&node| {
            let won = tree.node(node).foretold();
            let side = turn;
            turn = !turn;
            won.map(|won| PerColor::from_fn(|color| if color == side { won } else { 1.0 - won }))
        })
    }

    /// Makes a move of the tree, which is legal.
    pub fn play(&mut self, position: &mut Position, to: Move) {
        if let Move::At(at) = to {
            self.log.push((position.turn(), at));
        }
        position.play_legal(to);
    }

    /// Plays from a position to the end by the policy of playouts and tells whose each point is there.
    pub fn play_out(&mut self, position: &Position, dice: &mut Dice) -> PerColor<PointSet> {
        self.board.clone_from(position.board());
        let last = position.last_move().and_then(|(_, to)| to.point());
        let (board, log) = (&mut self.board, &mut self.log);
        playout::play_out(board, position.turn(), last, dice, |color, at| {
            log.push((color, at));
        });
        playout::owners(board)
    }

    /// Takes what came of the playout up the tree: what it is worth to each side, 0 to 1, and Black's lead in points.
    /// `turn` is whose move it was where the tree was left. Of the children of a node so many of the first hear which of
    /// their moves were played later.
    pub fn learn(
        &mut self,
        tree: &Tree,
        mut turn: Color,
        worths: &PerColor<f64>,
        lead: f64,
        hearers: impl Fn(&Node) -> usize,
    ) {
        let mut heard = self.log.len();
        for (&node, &mark) in self.path.iter().zip(&self.marks).rev() {
            for &(color, at) in self.log[mark..heard].iter().rev() {
                self.first[at] = Some(color);
            }
            heard = mark;
            for child in tree.children(node).take(hearers(tree.node(node))) {
                let child = tree.node(child);
                let is_played = |at| self.first[at] == Some(turn);
                if child.to().point().is_some_and(is_played) {
                    child.add_amaf(worths[turn]);
                }
            }
            let mover = !turn;
            tree.node(node)
                .end_playout(worths[mover], f64::from(mover.sign()) * lead);
            turn = mover;
        }
        for &(_, at) in &self.log {
            self.first[at] = None;
        }
    }
}
