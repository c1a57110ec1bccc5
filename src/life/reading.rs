//! Life and death by reading: who succeeds in the game by which the rules judge one chain.
//!
//! What that game is, a [`Procedure`] says: who moves first, how long a ko is closed, what the attacker must
//! achieve. One engine reads them all.
//!
//! The states of a game that have been looked at form a graph. Where to look next is a guess of proof
//! numbers; what is decided is only what the graph proves with everything unexplored counted for the
//! loser, by a fixpoint that asks not whether something happens but whether it lasts for ever. So a
//! position that repeats needs no rule of its own, and no verdict depends on the order of the search.
//!
//! What is left out of the game, and why nothing is lost by it:
//!
//! - Points outside the part of the board, without unconditionally living chains, that the chain is in:
//!   to play there is to pass.
//! - Points that are settled in a state (`Fight::settle`): unconditionally living chains both of whose eyes are
//!   too small for two eyes, and what they enclose, if it is. To play there is to pass. Parts that this
//!   cuts off from the chain are dropped.
//! - What comes of a state in which the stones that decide it have a miai connection to living ones (`miai`).
//! - By the procedure of 2012, plays outside the zone that a success depends on: to play there is to pass. `zone` says
//!   what such a zone must contain. A state that agrees on it with one that is proved is not read again.
//!
//! What runs out leaves a chain unsettled: states, time, the points of a `field`, and room for the kos that are closed at
//! once; a state for which there is none counts for the loser, like every other that is not explored.
//!
//! Two things are assumed and not proved:
//!
//! - A defender who can be made to lose `MOST_LOSSES` stones more than he takes can be made to lose more for ever. Only
//!   chains dead by that clause, as in example 23 of both texts, depend on it; a [proof](Reader::prove) of one does not.
//! - What a caller of `Reader::assuming` says is settled.

mod arena;
mod attractor;
mod df_pn;
mod distance;
mod enabling;
mod field;
mod fight;
mod graph;
mod history;
mod losses;
mod node;
mod proof_number;
mod proving;
mod solving;
mod strategy;
mod variation;
mod zone;
mod zone_table;

use super::benson;
use super::chain::Chain;
use super::procedure::{Enabled, KoBan, Procedure, Side, Success};
use super::proof::{Proof, ProofGame, ProofState, Strategy};
use super::question::{Question, Subject};
use super::variation::{Variation, Variations};
use crate::board::Board;
use crate::color::{Color, PerColor};
use crate::point::{Point, PointSet};
use crate::rules::Rules;
use field::{Bits, Field};
use fight::Fight;
use graph::Graph;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// How much may be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The most states that may be looked at for one chain, over all questions about it. Each takes some 150
    /// bytes while its question is open.
    pub states: usize,
}

impl Default for Budget {
    /// Some seconds and 150 megabytes at most.
    fn default() -> Budget {
        Budget { states: 1_000_000 }
    }
}

/// What was read of a chain. Seki is no verdict: which living stones are in seki the [territory](crate::territory) says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Its owner succeeds: in 2012, under the rules of 1949 and the Korean ones its points do not become the
    /// opponent's for good; in 1989 it cannot be captured, or its capture enables new stones.
    Alive,
    /// The other side succeeds.
    Dead,
    /// Not decided within the budget, or the rules do not judge by reading.
    Unsettled,
}

/// A verdict, and what it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// What becomes of the chain.
    pub verdict: Verdict,
    /// How many states were looked at.
    pub states: usize,
}

impl Reading {
    /// Nothing has been read.
    const NONE: Reading = Reading {
        verdict: Verdict::Unsettled,
        states: 0,
    };
}

/// Why there is no proof of what becomes of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unproved {
    /// Proofs cannot say for which kos a side [has passed](KoBan::PassOnceForEach).
    #[error("the procedure is not one that proofs are made by")]
    Procedure,
    /// There is no verdict.
    #[error("the chain is unsettled")]
    Unsettled,
    /// What was read gives no strategy on the board, or one that is too large.
    #[error("no strategy on the board was found")]
    NoStrategy,
}

/// The states that a question may look at before the harder questions are asked for the first time.
const FIRST_SHARE: usize = 2_000;
/// How many times as many it may look at when they are all asked again, where there is room to go on with what was explored.
const MORE: usize = 2;
/// The same where it may have to be explored anew.
const MORE_ANEW: usize = 8;
/// The most states that a single question may look at, so that memory stays below a gigabyte.
const MOST_STATES: usize = 4_000_000;
/// The most states that are kept of questions that are still open: where moves are left out, and where all are made.
const MOST_STATES_KEPT: [usize; 2] = [2_000_000, 500_000];
/// The loss at which a defender is taken to lose more and more for ever.
const MOST_LOSSES: u16 = 26;

/// Judges the chain of a stone by the procedure of the rules.
///
/// Unconditionally living chains are alive. Every other one is judged alone, in the part of the board
/// without such chains that it is in.
///
/// # Panics
///
/// If there is no stone at the point.
pub fn judge(board: &Board, stone: Point, rules: &Rules, budget: &Budget) -> Reading {
    match Procedure::of(rules) {
        Some(procedure) => Reader::new(board, procedure, *budget).judge(stone),
        None => Reading::NONE,
    }
}

/// Judges the chains of one board, and remembers what it has found of one for the others.
pub struct Reader<'a> {
    board: &'a Board,
    settled: benson::Settled,
    procedure: Procedure,
    budget: Budget,
    chains: Vec<Chain>,
    known: Vec<Known>,
    /// States looked at, and those that may still be, for the chain that is judged.
    states: usize,
    left: usize,
    /// Whether to keep how the last answer came about, and how it did.
    shows: bool,
    variations: Option<Variations>,
    /// Whether answers are to become a proof.
    proves: bool,
    deadline: Option<Instant>,
    stop: Option<&'a AtomicBool>,
}

/// Whether the winner of one question wins another one too, as what is asked there is no harder for him.
fn follows(question: &Question, answered: &Question, winner: Side) -> bool {
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

/// What came of a question.
struct Known {
    question: Question,
    winner: Option<Side>,
    /// The states that it was given.
    share: usize,
    /// What has been explored for it, as long as it is open and there is room.
    graph: Option<Graph>,
}

impl Known {
    /// What was found, as a proof says it, without its moves.
    fn shown(&self) -> Strategy {
        Strategy::without_moves(self.question, self.winner == Some(Side::Defender))
    }
}

/// The strategies that a claim needs beside the main one, none of which can be left out; `None` if it does not follow even
/// from all of them.
fn premises_needed(
    claim: &Proof,
    shown: &[Strategy],
    main: usize,
    board: &Board,
) -> Option<Vec<usize>> {
    let mut proof = Proof {
        main: shown[main].clone(),
        ..claim.clone()
    };
    let mut follows = |premises: &[usize]| {
        proof.premises = premises.iter().map(|&at| shown[at].clone()).collect();
        proof.follows(board)
    };
    let mut premises: Vec<usize> = (0..shown.len()).filter(|&at| at != main).collect();
    if !follows(&premises) {
        return None;
    }
    for at in (0..shown.len()).rev() {
        let rest = premises.iter().copied().filter(|&kept| kept != at);
        let rest: Vec<usize> = rest.collect();
        if follows(&rest) {
            premises = rest;
        }
    }
    Some(premises)
}

/// What is asked about one board to find out who succeeds by article 7-1 of 1989.
impl enabling::Oracle for Reader<'_> {
    fn chains(&self) -> &[Chain] {
        &self.chains
    }

    fn open(&self) -> PointSet {
        let PerColor([black, white]) = self.settled.living;
        self.board.size().all() - (black | white)
    }

    fn enabled(&self) -> Enabled {
        self.procedure.enabled
    }

    fn ask(&mut self, question: Question, share: usize) -> Option<Side> {
        Reader::ask(self, question, share)
    }
}

impl<'a> Reader<'a> {
    /// A reader that has read nothing yet.
    pub fn new(board: &'a Board, procedure: Procedure, budget: Budget) -> Reader<'a> {
        Reader::assuming(board, benson::settled(board, false), procedure, budget)
    }

    /// The most points of the rectangle around a part of the board that can be read.
    pub(crate) const MOST_EXTENT: usize = Field::MOST as usize;

    /// A reader that takes for granted what is settled, be it proved or not.
    pub(crate) fn assuming(
        board: &'a Board,
        settled: benson::Settled,
        procedure: Procedure,
        budget: Budget,
    ) -> Reader<'a> {
        Reader {
            board,
            settled,
            procedure,
            budget,
            chains: Chain::all(board),
            known: Vec::new(),
            states: 0,
            left: 0,
            shows: false,
            variations: None,
            proves: false,
            deadline: None,
            stop: None,
        }
    }

    /// Gives up what is not decided by then, as [`Verdict::Unsettled`].
    pub fn until(mut self, deadline: Instant) -> Reader<'a> {
        self.deadline = Some(deadline);
        self
    }

    /// Gives up what is not decided when the flag is set, as [`Verdict::Unsettled`].
    pub fn unless(mut self, stop: &'a AtomicBool) -> Reader<'a> {
        self.stop = Some(stop);
        self
    }

    fn is_over(&self) -> bool {
        self.deadline.is_some_and(|end| Instant::now() >= end)
            || self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Judges the chain of a stone, and tells the play that decides it; none where nothing had to be played
    /// out, or nothing was decided.
    ///
    /// # Panics
    ///
    /// If there is no stone at the point.
    pub fn show(&mut self, stone: Point) -> (Reading, Option<Variations>) {
        self.known.clear();
        (self.shows, self.variations) = (true, None);
        let reading = self.judge(stone);
        self.shows = false;
        let variations = self.variations.take();
        (
            reading,
            variations.filter(|_| reading.verdict != Verdict::Unsettled),
        )
    }

    /// Judges the chain of a stone.
    ///
    /// # Panics
    ///
    /// If there is no stone at the point.
    pub fn judge(&mut self, stone: Point) -> Reading {
        let number = self.number(stone);
        (self.states, self.left) = (0, self.budget.states);
        let mut verdict = Verdict::Unsettled;
        let shares = match self.procedure.success {
            Success::OwningForGood => vec![self.budget.states],
            Success::Capturing => self.shares(self.budget.states),
        };
        for share in shares {
            verdict = self.judge_within(number, share);
            if verdict != Verdict::Unsettled {
                break;
            }
        }
        Reading {
            verdict,
            states: self.states,
        }
    }

    /// The number of the chain of a stone.
    fn number(&self, stone: Point) -> usize {
        let is_named = |chain: &Chain| chain.stones.contains(stone);
        let number = self.chains.iter().position(is_named);
        number.expect("there is a stone to judge")
    }

    /// How many states each question may look at when all are asked for the first time, the second, and so on,
    /// where a chain may take no more than these.
    fn shares(&self, most: usize) -> Vec<usize> {
        let (last, more) = match self.procedure.success {
            Success::OwningForGood => (most, MORE),
            // Several questions about each chain.
            Success::Capturing => (most / 3, MORE_ANEW),
        };
        let shares = std::iter::successors(Some(FIRST_SHARE), |share| share.checked_mul(more));
        let mut shares: Vec<usize> = shares.take_while(|&share| share < last / 2).collect();
        shares.push(last);
        shares
    }

    /// Judges a chain, each question about it being given so many states.
    fn judge_within(&mut self, number: usize, share: usize) -> Verdict {
        let winner = match self.procedure.success {
            Success::OwningForGood => {
                let Chain { color, stones, .. } = self.chains[number];
                self.ask(Question::chain(color, stones, PointSet::EMPTY), share)
            }
            Success::Capturing => enabling::winner(self, number, share),
        };
        match winner {
            Some(Side::Attacker) => Verdict::Dead,
            Some(Side::Defender) => Verdict::Alive,
            None => Verdict::Unsettled,
        }
    }

    /// Answers a question if it takes no more states than these.
    fn ask(&mut self, question: Question, share: usize) -> Option<Side> {
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
        let tried = self
            .known
            .iter()
            .position(|known| known.question == question);
        if tried.is_some_and(|at| self.known[at].share >= share) || self.left == 0 {
            return None;
        }
        let known = tried.map(|at| self.known.swap_remove(at));
        let known = self.read(
            question,
            share.min(MOST_STATES),
            known.and_then(|known| known.graph),
        );
        let winner = known.winner;
        self.known.push(known);
        winner
    }

    /// Looks for the answer to a question, going on with what was explored before.
    fn read(&mut self, question: Question, share: usize, graph: Option<Graph>) -> Known {
        let mut known = Known {
            question,
            winner: None,
            share,
            graph: None,
        };
        let Some(mut graph) = graph.or_else(|| self.graph(&question, 0, !self.proves)) else {
            return known;
        };
        known.winner = self.solve_with_losses(&question, &mut graph, share);
        if self.shows {
            // The last question answered is the one that decides.
            self.variations = variation::variations(&graph).or(self.variations.take());
        }
        if self.proves && known.winner.is_some() {
            known.graph = Some(graph);
        } else if known.winner.is_none() {
            if self.left == 0 || self.is_over() {
                known.share = share.min(graph.states.len());
            }
            let kept = self.known.iter().filter_map(|known| known.graph.as_ref());
            let kept: usize = kept.map(|graph| graph.states.len()).sum();
            let most = MOST_STATES_KEPT[usize::from(!graph.fight.is_lazy())];
            if kept + graph.states.len() <= most {
                known.graph = Some(graph);
            }
        }
        known
    }

    /// The game that answers a question, nothing of it explored, with losses counted up to a cap; `answers` says
    /// whether what an answer settles is taken for settled.
    fn graph(&self, question: &Question, cap: u16, answers: bool) -> Option<Graph> {
        let (fight, place) = self.fight(question)?;
        let fight = Fight {
            cap,
            counts_miai: answers,
            ..fight
        };
        let (start, settled) = fight.start(place.stones, place.fixed);
        Some(Graph::new(fight, start, settled))
    }

    /// The game that answers a question, and where it is played.
    fn fight(&self, question: &Question) -> Option<(Fight, Place)> {
        let (target, area) = (question.target(), question.area());
        let place = Place::of(self.board, (target | area).first()?, &self.settled)?;
        let fight = Fight {
            target: place.field.bits(&target),
            area: place.field.bits(&area),
            field: place.field.clone(),
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
        };
        Some((fight, place))
    }

    /// A proof of what [`judge`](Reader::judge) finds.
    ///
    /// # Errors
    ///
    /// Why there is none.
    ///
    /// # Panics
    ///
    /// If there is no stone at the point.
    pub fn prove(&mut self, stone: Point) -> Result<Proof, Unproved> {
        if self.procedure.ko == KoBan::PassOnceForEach {
            return Err(Unproved::Procedure);
        }
        let Chain { color, stones, .. } = self.chains[self.number(stone)];
        let (verdict, mut known) = self.judge_for_proof(stone);
        let alive = match verdict {
            Verdict::Alive => true,
            Verdict::Dead => false,
            Verdict::Unsettled => return Err(Unproved::Unsettled),
        };
        let question = Question::chain(color, stones, PointSet::EMPTY);
        let claim = Proof {
            chain: stones,
            owner: color,
            procedure: self.procedure,
            alive,
            main: Strategy::without_moves(question, alive),
            premises: Vec::new(),
            variation: Variation::EMPTY,
        };
        if stones.is_subset(&self.settled.living[color]) {
            return Ok(claim);
        }
        self.proof_by(&claim, &mut known)
            .ok_or(Unproved::NoStrategy)
    }

    /// Judges the chain of a stone without the help of what is known, and gives every answer that was found for it, those
    /// that took little first.
    fn judge_for_proof(&mut self, stone: Point) -> (Verdict, Vec<Known>) {
        let before = std::mem::take(&mut self.known);
        self.proves = true;
        let verdict = self.judge(stone).verdict;
        self.proves = false;
        let mut known = std::mem::replace(&mut self.known, before);
        known.retain(|known| known.winner.is_some());
        known.sort_by_key(|known| known.graph.as_ref().map_or(0, |graph| graph.states.len()));
        (verdict, known)
    }

    /// A proof of a claim by the first answer from which it follows, with such others as it needs.
    fn proof_by(&mut self, claim: &Proof, known: &mut [Known]) -> Option<Proof> {
        let board = self.board;
        let shown: Vec<Strategy> = known.iter().map(Known::shown).collect();
        let mut played = HashMap::new();
        let mut played = |at: usize| {
            let found = played.entry(at);
            let found = found.or_insert_with(|| self.played(&mut known[at], &shown[at]));
            found.clone()
        };
        (0..shown.len()).find_map(|main| {
            let premises = premises_needed(claim, &shown, main, board)?;
            let (main, variation) = played(main)?;
            let premises = premises.into_iter().map(|at| Some(played(at)?.0));
            Some(Proof {
                main,
                premises: premises.collect::<Option<_>>()?,
                variation,
                ..claim.clone()
            })
        })
    }

    /// The same with the moves, verified, and the variation that shows it.
    fn played(&mut self, known: &mut Known, shown: &Strategy) -> Option<(Strategy, Variation)> {
        let (board, question) = (self.board, known.question);
        let game = ProofGame::new(board, self.procedure, &question).ok()?;
        let mut graph = known.graph.take()?;
        let variation = variation::variations(&graph)?.main;
        let mut strategy = shown.clone();
        self.left = self.budget.states;
        loop {
            let is_counted = graph.fight.cap > 0;
            let mut read_on = |state: &ProofState| {
                let mut graph = self.graph_from(&question, state)?;
                self.solve(&mut graph, MOST_STATES)?;
                Some(graph)
            };
            strategy.responses = strategy::responses(graph, &game, board, &mut read_on)?;
            if strategy.verify(board, self.procedure).is_ok() {
                return Some((strategy, variation));
            }
            if is_counted || !strategy.alive {
                return None;
            }
            // There is another way that does not lose more and more.
            graph = self.graph(&question, MOST_LOSSES, false)?;
            self.solve(&mut graph, MOST_STATES)?;
        }
    }

    /// The game that answers a question, from a state of it in which no ko is closed, if what matters is in one
    /// part of the board.
    fn graph_from(&self, question: &Question, state: &ProofState) -> Option<Graph> {
        let board = state.board(self.board.size())?;
        let settled = benson::settled(&board, false);
        let living = settled.living[Color::Black] | settled.living[Color::White];
        let (target, area) = (question.target(), question.area());
        let open = (target | area) - living;
        let place = Place::of(&board, open.first()?, &settled)?;
        let within = place.field.bits(&open) & !place.fixed;
        if !state.closed.is_empty() || within.count_ones() as usize != open.len() {
            return None;
        }
        let fight = Fight {
            target: place.field.bits(&target),
            area: place.field.bits(&area),
            procedure: Procedure {
                first: match state.turn == question.owner {
                    true => Side::Defender,
                    false => Side::Attacker,
                },
                ..self.procedure
            },
            field: place.field,
            counts_miai: false,
            ..self.fight(question)?.0
        };
        let new = fight.field.bits(&state.new);
        let (start, settled) = fight.start_with(place.stones, place.fixed, new, state.removed);
        Some(Graph::new(fight, start, settled))
    }

    /// Solves the game that answers a question, and if the defender may lose too much in it, in its place the one with losses
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
            || losses::are_bounded(graph, MOST_LOSSES);
        if is_enough {
            return winner;
        }
        *graph = self
            .graph(question, MOST_LOSSES, graph.fight.counts_miai)
            .expect("it was read before");
        self.solve(graph, share)
    }

    /// Solves a game within a share of states and what is left of them.
    fn solve(&mut self, graph: &mut Graph, share: usize) -> Option<Side> {
        let before = graph.states.len() - 1;
        let most_states = share.min(before + self.left);
        let winner = solving::solve(graph, most_states, &|| self.is_over());
        let states = graph.states.len() - before;
        self.states += states;
        self.left = self.left.saturating_sub(states);
        winner
    }
}

/// What may be read about a whole board, so that an adjudication stays quick.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// The most points, with stones or without, that the part of the board around a chain may have.
    pub points: usize,
    /// The most empty points in it.
    pub room: usize,
    /// The most states for one chain.
    pub chain: usize,
    /// The most states for all chains together.
    pub board: usize,
    /// When to stop reading. What is read then depends on how fast it went.
    pub until: Option<Instant>,
    /// Stops reading when another thread sets it.
    pub stop: Option<&'a AtomicBool>,
}

impl Limits<'_> {
    /// What may be read of one chain.
    pub fn budget(&self) -> Budget {
        Budget { states: self.chain }
    }
}

impl Default for Limits<'_> {
    /// About a second for a board with several small fights, and nothing for an open one.
    fn default() -> Self {
        Limits {
            points: 60,
            room: 24,
            chain: 60_000,
            board: 300_000,
            until: None,
            stop: None,
        }
    }
}

/// Judges the chains of a board that [`benson::settled`] leaves open, by the rules and within limits.
///
/// Gives each chain that was read, as a set of its stones, with what was found; [`Verdict::Unsettled`] where
/// the limits were too low. Chains in larger parts of the board, and all chains under rules that do not
/// judge by reading, are left out.
pub fn settle(
    board: &Board,
    settled: &benson::Settled,
    rules: &Rules,
    limits: &Limits,
) -> Vec<(PointSet, Reading)> {
    let Some(procedure) = Procedure::of(rules) else {
        return Vec::new();
    };
    let living = settled.living[Color::Black] | settled.living[Color::White];
    let empty: PointSet = board.empties().iter().copied().collect();
    let is_small =
        |part: &PointSet| part.len() <= limits.points && (*part & empty).len() <= limits.room;
    let parts = (board.size().all() - living).components();
    let within: PointSet = parts.filter(is_small).collect();
    if within.is_empty() {
        return Vec::new();
    }
    let budget = Budget {
        states: limits.chain,
    };
    let mut reader = Reader::new(board, procedure, budget);
    reader.deadline = limits.until;
    reader.stop = limits.stop;
    // What stands in the other side's territory needs no reading.
    let is_open = |chain: &Chain| {
        chain.stones.is_subset(&within) && !chain.stones.meets(&settled.territory[!chain.color])
    };
    let mut open: Vec<usize> = (0..reader.chains.len())
        .filter(|&number| is_open(&reader.chains[number]))
        .collect();
    // What is found of the larger chains often answers for the smaller ones.
    open.sort_by_key(|&number| Reverse(reader.chains[number].stones.len()));
    let mut found: Vec<Reading> = vec![Reading::NONE; open.len()];
    let mut left = limits.board;
    for share in reader.shares(limits.chain) {
        for (&number, reading) in open.iter().zip(&mut found) {
            if reading.verdict != Verdict::Unsettled {
                continue;
            }
            reader.states = 0;
            reader.left = left.min(limits.chain.saturating_sub(reading.states));
            reading.verdict = reader.judge_within(number, share);
            reading.states += reader.states;
            left = left.saturating_sub(reader.states);
        }
    }
    let stones = open.iter().map(|&number| reader.chains[number].stones);
    stones.zip(found).collect()
}

/// Where a chain is judged.
struct Place {
    field: Field,
    stones: [Bits; 2],
    fixed: Bits,
}

impl Place {
    /// The part of the board without unconditionally living chains that a stone is in.
    fn of(board: &Board, stone: Point, settled: &benson::Settled) -> Option<Place> {
        let living = settled.living[Color::Black] | settled.living[Color::White];
        let on_board = board.size().all();
        let seed: PointSet = [stone].into_iter().collect();
        let local = seed.flood(&(on_board - living));
        let field = Field::around(&(local.grown() & on_board))?;
        let stones = [Color::Black, Color::White].map(|color| field.bits(&board.stones(color)));
        let fixed = field.all & !field.bits(&local);
        Some(Place {
            stones,
            fixed,
            field,
        })
    }
}

#[cfg(test)]
mod tests;
