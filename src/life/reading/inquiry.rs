//! The solver's context for one board: questions and the answers found.

use super::enabling::AskGame;
use super::fight::Fight;
use super::graph::Graph;
use super::local::LocalBoard;
use super::{losses, solving, variation};
use crate::go::board::Board;
use crate::go::color::{Color, PerColor};
use crate::go::point::{Point, PointSet};
use crate::life::benson;
use crate::life::chain::Chain;
use crate::life::meter::Meter;
use crate::life::procedure::{Enabled, Procedure, Side, Success};
use crate::life::question::{Question, Subject};
use crate::life::variation::Variations;

/// The most states for one question.
pub(super) const MOST_STATES: usize = 4_000_000;
/// The most states kept in graphs of unanswered questions, with lazy move generation and without.
/// Without it, starting again with the help of other answers works better.
const MOST_STATES_KEPT: [usize; 2] = [2_000_000, 500_000];
/// The fraction (1 / `KEPT`) of the memory that may hold graphs of unanswered questions.
const KEPT: usize = 3;
/// The part of the states for a question that is first spent on the game with anchors: 1/8.
const ANCHORED: usize = 8;
/// The net loss at which a defender is assumed to lose more stones forever.
pub(super) const MOST_LOSSES: u16 = 26;

/// The kind of evidence recorded with each answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Evidence {
    /// The winner only.
    Nothing,
    /// The variations that show it.
    Variations,
    /// The solved graph, with miai connections played out.
    Graph,
}

/// The solver's context for questions about one board.
pub(super) struct Inquiry<'a> {
    pub(super) board: &'a Board,
    /// The points taken as settled.
    pub(super) settled: benson::Settled,
    pub(super) procedure: Procedure,
    pub(super) chains: Vec<Chain>,
    pub(super) evidence: Evidence,
    /// Earlier questions, in the order they were answered or last tried.
    pub(super) known: Vec<Known>,
    /// The states explored for the current chain.
    pub(super) states: usize,
    /// The states left for the current chain.
    pub(super) left: usize,
    /// The budget for all questions.
    pub(super) meter: Meter<'a>,
}

/// A question that was answered or tried.
pub(super) struct Known {
    pub(super) question: Question,
    pub(super) winner: Option<Side>,
    /// The states it was given.
    share: usize,
    /// Its graph: kept while the question is open and memory allows, and as
    /// [evidence](Evidence::Graph).
    pub(super) graph: Option<Graph>,
    /// The play that shows the answer, as [evidence](Evidence::Variations).
    pub(super) variations: Option<Variations>,
}

impl<'a> Inquiry<'a> {
    /// A context without any answers.
    pub(super) fn new(
        board: &'a Board,
        settled: benson::Settled,
        procedure: Procedure,
        evidence: Evidence,
    ) -> Inquiry<'a> {
        Inquiry {
            board,
            settled,
            procedure,
            chains: Chain::all(board),
            evidence,
            known: Vec::new(),
            states: 0,
            left: 0,
            meter: Meter::endless(),
        }
    }

    /// A context for this board and budget without any answers, with another kind of evidence.
    pub(super) fn afresh(&self, evidence: Evidence) -> Inquiry<'a> {
        Inquiry {
            meter: self.meter.clone(),
            ..Inquiry::new(self.board, self.settled, self.procedure, evidence)
        }
    }

    /// Returns true if a chain is settled as alive.
    pub(super) fn lives(&self, number: usize) -> bool {
        let Chain { color, stones, .. } = self.chains[number];
        stones.is_subset(&self.settled.living[color])
    }

    /// Answers a question, or returns `None` if that takes more than `share` states.
    ///
    /// Earlier answers are used where the new one [`follows`] from them.
    pub(super) fn ask(&mut self, question: Question, share: usize) -> Option<Side> {
        let target = question.target();
        if !target.is_empty() && target.is_subset(&self.settled.living[question.owner]) {
            return Some(Side::Defender);
        }
        for known in &self.known {
            let is_same = |&winner: &Side| follows(&question, &known.question, winner);
            if let Some(winner) = known.winner.filter(is_same) {
                return Some(winner);
            }
        }
        let mut known = self.known.iter();
        let tried = known.position(|known| known.question == question);
        if tried.is_some_and(|at| self.known[at].share >= share) || self.left == 0 {
            return None;
        }
        let graph = tried.and_then(|at| self.known.remove(at).graph);
        let known = self.read(question, share.min(MOST_STATES), graph);
        let winner = known.winner;
        self.known.push(known);
        winner
    }

    /// Searches for the answer to a question, continuing with its earlier graph if there is one.
    fn read(&mut self, question: Question, share: usize, graph: Option<Graph>) -> Known {
        let mut known = Known {
            question,
            winner: None,
            share,
            graph: None,
            variations: None,
        };
        let counts_miai = self.evidence != Evidence::Graph;
        let Some(mut graph) = graph.or_else(|| self.graph(&question, 0, counts_miai)) else {
            return known;
        };
        if let Some(anchored) = self.attacked_between_anchors(&question, &graph, share / ANCHORED) {
            known.winner = Some(Side::Attacker);
            graph = anchored;
        } else {
            known.winner = self.solve_with_losses(&question, &mut graph, share);
        }
        if known.winner.is_none() {
            if graph.bytes() > self.room() {
                // A second attempt would run out of memory again.
                known.share = usize::MAX;
                return known;
            }
            if self.left == 0 || self.meter.is_over() {
                known.share = share.min(graph.states.len());
            }
            if self.has_room(&graph) {
                known.graph = Some(graph);
            }
            return known;
        }
        match self.evidence {
            Evidence::Nothing => {}
            Evidence::Variations => known.variations = variation::variations(&graph),
            Evidence::Graph => known.graph = Some(graph),
        }
        known
    }

    /// The game of a question with [anchors](Fight::anchors), if the attacker succeeds even in
    /// that.
    ///
    /// The anchors are those chains of the attacker's that are known not to be capturable. To
    /// refute lines in which the attacker gives such a chain up takes most of the states of many
    /// questions, though it gains nothing by it: the attacker of a ko stone in a double ko seki
    /// needs only the kos. Asked where new stones count; elsewhere the question is about the chain
    /// alone.
    fn attacked_between_anchors(
        &mut self,
        question: &Question,
        graph: &Graph,
        share: usize,
    ) -> Option<Graph> {
        let is_asked = self.procedure.success == Success::Capturing
            && !matches!(question.subject, Subject::Point(_))
            && !question.area().is_empty()
            && graph.nodes[0].proved.is_none();
        let anchors = self.anchors(question);
        if !is_asked || anchors.is_empty() {
            return None;
        }
        let fight = Fight {
            anchors: graph.fight.field.bits(&anchors),
            ..graph.fight.clone()
        };
        let local = LocalBoard::around(self.board, question.area().first()?, &self.settled)?;
        let (start, winner) = fight.start(local.stones, local.fixed);
        let mut anchored = Graph::new(fight, start, winner);
        let winner = self.solve(&mut anchored, share);
        (winner == Some(Side::Attacker)).then_some(anchored)
    }

    /// The attacker's chains that cannot be captured, as far as that has been answered.
    fn anchors(&self, question: &Question) -> PointSet {
        let standing = self.known.iter().filter(|known| {
            let Subject::Chain { area, .. } = known.question.subject else {
                return false;
            };
            let is_others = known.question.owner != question.owner;
            is_others && area.is_empty() && known.winner == Some(Side::Defender)
        });
        standing.map(|known| known.question.target()).collect()
    }

    /// Returns the memory used by graphs of unanswered questions, in bytes.
    fn kept(&self) -> usize {
        let kept = self.known.iter().filter_map(|known| known.graph.as_ref());
        kept.map(Graph::bytes).sum()
    }

    /// Returns true if there is room to keep the graph of an unanswered question.
    fn has_room(&self, graph: &Graph) -> bool {
        let kept = self.known.iter().filter_map(|known| known.graph.as_ref());
        let kept: usize = kept.map(|graph| graph.states.len()).sum();
        let most = MOST_STATES_KEPT[usize::from(!graph.fight.is_lazy())];
        kept + graph.states.len() <= most
            && self.kept() + graph.bytes() <= self.meter.memory() / KEPT
    }

    /// Returns the memory left for a question, in bytes.
    fn room(&self) -> usize {
        self.meter.memory().saturating_sub(self.kept())
    }

    /// The unexplored graph of a question's game. Losses are counted up to `cap`, or not at all if
    /// it is 0.
    pub(super) fn graph(&self, question: &Question, cap: u16, counts_miai: bool) -> Option<Graph> {
        let (fight, local) = self.fight(question)?;
        let fight = Fight {
            cap,
            counts_miai,
            ..fight
        };
        let (start, winner) = fight.start(local.stones, local.fixed);
        Some(Graph::new(fight, start, winner))
    }

    /// The game that answers a question, and the part of the board where it is played.
    pub(super) fn fight(&self, question: &Question) -> Option<(Fight, LocalBoard)> {
        let (target, area) = (question.target(), question.area());
        let seed = (target | area).first()?;
        let local = LocalBoard::around(self.board, seed, &self.settled)?;
        let fight = Fight {
            target: local.field.bits(&target),
            area: local.field.bits(&area),
            field: local.field.clone(),
            procedure: match question.subject {
                Subject::Point(_) => Procedure {
                    first: Side::Defender,
                    ..self.procedure
                },
                Subject::Chain { .. } | Subject::Area(_) => self.procedure,
            },
            defender: question.owner as usize,
            claims: !matches!(question.subject, Subject::Chain { .. }),
            holds: matches!(question.subject, Subject::Area(_)),
            cap: 0,
            counts_miai: true,
            anchors: 0,
        };
        Some((fight, local))
    }

    /// Solves the game of a question, with losses counted if that could matter.
    ///
    /// If the defender succeeds but may lose too many stones, the game is solved again with losses
    /// counted.
    fn solve_with_losses(
        &mut self,
        question: &Question,
        graph: &mut Graph,
        share: usize,
    ) -> Option<Side> {
        let winner = self.solve(graph, share);
        let is_enough = winner != Some(Side::Defender)
            || graph.fight.cap > 0
            || matches!(question.subject, Subject::Point(_))
            || losses::are_bounded(graph, MOST_LOSSES, &self.meter)?;
        if is_enough {
            return winner;
        }
        *graph = self
            .graph(question, MOST_LOSSES, graph.fight.counts_miai)
            .expect("it was read before");
        self.solve(graph, share)
    }

    /// Solves a game within a share of states and within what is left for the chain.
    pub(super) fn solve(&mut self, graph: &mut Graph, share: usize) -> Option<Side> {
        let before = graph.states.len() - 1;
        let most_states = share.min(before + self.left);
        let meter = self.meter.clone().with_memory(self.room());
        let winner = solving::solve(graph, most_states, &meter);
        let states = graph.states.len() - before;
        self.states += states;
        self.left = self.left.saturating_sub(states);
        winner
    }
}

impl AskGame for Inquiry<'_> {
    fn chains(&self) -> &[Chain] {
        &self.chains
    }

    fn stones(&self, color: Color) -> PointSet {
        self.board.stones(color)
    }

    fn open(&self) -> PointSet {
        let PerColor([black, white]) = self.settled.living;
        self.board.size().all() - (black | white)
    }

    fn dame_beside(&self, color: Color, walls: &PointSet) -> PointSet {
        let empty: PointSet = self.board.empties().iter().copied().collect();
        let others = self.board.stones(!color).grown() & empty;
        let beside = (*walls | self.settled.living[color]).grown() & empty;
        others.flood(&empty) & beside.flood(&empty)
    }

    fn is_had(&self, color: Color, at: Point) -> bool {
        if !self.board.is_empty(at) || self.board.is_suicide(color, at) {
            return false;
        }
        let mut played = self.board.clone();
        played.place(color, at, &mut ());
        benson::settled(&played, false).living[color].contains(at)
    }

    fn enabled(&self) -> Enabled {
        self.procedure.enabled
    }

    fn ask(&mut self, question: Question, share: usize) -> Option<Side> {
        Inquiry::ask(self, question, share)
    }
}

/// Returns true if `winner`'s success in `answered` implies success in `question`.
///
/// A larger area only helps the defender.
pub(super) fn follows(question: &Question, answered: &Question, winner: Side) -> bool {
    let is_between = |area: PointSet, other: PointSet| match winner {
        Side::Attacker => area.is_subset(&other),
        Side::Defender => other.is_subset(&area),
    };
    let follows = match (question.subject, answered.subject) {
        (Subject::Chain { stones, area }, Subject::Chain { stones: s, area: a }) => {
            stones == s && is_between(area, a)
        }
        (Subject::Area(area), Subject::Area(other)) => is_between(area, other),
        (Subject::Chain { stones, area }, Subject::Area(swept)) => {
            winner == Side::Attacker && (area | stones).is_subset(&swept)
        }
        (subject, other) => subject == other,
    };
    question.owner == answered.owner && follows
}
