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
//! - By the procedure of 2012, plays outside the zone that a success depends on: to play there is to pass. `zone` says
//!   what such a zone must contain.
//!
//! One thing is not proved: that a defender who can be made to lose `MOST_LOSSES` stones more than he takes can be made
//! to lose more for ever. Only chains dead by that clause, as in example 23 of both texts, depend on it.

mod field;
mod fight;
mod fixpoint;
mod graph;
mod line;
mod losses;
mod procedure;
mod strategy;
mod zone;

use super::benson;
use super::chain::Chain;
use super::proof::Proof;
use crate::board::Board;
use crate::color::Color;
use crate::point::{Point, PointSet};
use crate::rules::Rules;
use field::{Bits, Field};
use fight::{Fight, Settled};
use graph::{Graph, Stop};
pub use line::{End, Line, Lines};
pub use procedure::{KoBan, Procedure, Side, Success};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// How much may be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The most states that may be looked at for one chain, over all questions about it; each takes some 300 bytes.
    pub states: usize,
}

impl Default for Budget {
    /// Some seconds and 300 megabytes at most.
    fn default() -> Budget {
        Budget { states: 1_000_000 }
    }
}

/// What was read of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Its owner succeeds.
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

/// The states that every question may look at, however many others came before it.
const LEAST_SHARE: usize = 1_000;
/// Up to so many states every other round of a search leaves out boldly what it guesses not to matter.
const BOLD_STATES: usize = 100_000;
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
        None => Reading {
            verdict: Verdict::Unsettled,
            states: 0,
        },
    }
}

/// Judges the chains of one board, and remembers what it has found of one for the others.
pub struct Reader<'a> {
    board: &'a Board,
    settled: benson::Settled,
    procedure: Procedure,
    budget: Budget,
    chains: Vec<Chain>,
    /// Answers by chain: whether it can be taken off, and whether it dies without new stones elsewhere.
    known: HashMap<(usize, Basics), Settled>,
    states: usize,
    /// Whether to keep how the last answer came about, and how it did.
    shows: bool,
    lines: Option<Lines>,
    deadline: Option<Instant>,
    stop: Option<&'a AtomicBool>,
}

/// The questions of the rules of 1989 that the area of other questions depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Basics {
    /// Can it be taken off?
    Capture,
    /// Can it be taken off without its owner getting new stones on its own points?
    Refill,
}

impl<'a> Reader<'a> {
    /// A reader that has read nothing yet.
    pub fn new(board: &'a Board, procedure: Procedure, budget: Budget) -> Reader<'a> {
        Reader {
            board,
            settled: benson::settled(board, false),
            procedure,
            budget,
            chains: Chain::all(board),
            known: HashMap::new(),
            states: 0,
            shows: false,
            lines: None,
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
    pub fn show(&mut self, stone: Point) -> (Reading, Option<Lines>) {
        self.known.clear();
        (self.shows, self.lines) = (true, None);
        let reading = self.judge(stone);
        self.shows = false;
        let lines = self.lines.take();
        (
            reading,
            lines.filter(|_| reading.verdict != Verdict::Unsettled),
        )
    }

    /// Judges the chain of a stone.
    ///
    /// # Panics
    ///
    /// If there is no stone at the point.
    pub fn judge(&mut self, stone: Point) -> Reading {
        let is_named = |chain: &Chain| chain.stones.contains(stone);
        let number = self.chains.iter().position(is_named);
        let number = number.expect("there is a stone to judge");
        self.states = 0;
        let chain = self.chains[number];
        let winner = if chain.stones.is_subset(&self.settled.living[chain.color]) {
            Some(Side::Defender)
        } else {
            match self.procedure.success {
                Success::OwningAtLast => self.ask(number, &PointSet::EMPTY),
                Success::Removing => self.enables(number),
            }
        };
        Reading {
            verdict: match winner {
                Some(Side::Attacker) => Verdict::Dead,
                Some(Side::Defender) => Verdict::Alive,
                None => Verdict::Unsettled,
            },
            states: self.states,
        }
    }

    /// Who succeeds, given where new stones of the owner count for the chain.
    fn ask(&mut self, number: usize, area: &PointSet) -> Settled {
        let chain = self.chains[number];
        let stone = chain.stones.first().expect("a chain has stones");
        let place = Place::of(self.board, stone, &self.settled)?;
        let mut fight = Fight {
            target: place.field.bits(&chain.stones),
            area: place.field.bits(area),
            field: place.field.clone(),
            procedure: self.procedure,
            defender: chain.color as usize,
            claims: false,
            cap: 0,
        };
        let (winner, graph) = self.solve(fight.clone(), &place);
        let is_sure = winner != Some(Side::Defender) || losses::are_bounded(&graph, MOST_LOSSES);
        if is_sure {
            return winner;
        }
        drop(graph);
        fight.cap = MOST_LOSSES;
        self.solve(fight, &place).0
    }

    /// Whether a side that moves first can get a stone on a point to stand there for ever.
    fn can_claim(&mut self, near: usize, color: Color, point: Point) -> Option<bool> {
        let stone = self.chains[near].stones.first()?;
        let place = Place::of(self.board, stone, &self.settled)?;
        let fight = Fight {
            target: 0,
            area: place.field.bit(point)?,
            field: place.field.clone(),
            procedure: Procedure {
                first: Side::Defender,
                ..self.procedure
            },
            defender: color as usize,
            claims: true,
            cap: 0,
        };
        let (winner, _) = self.solve(fight, &place);
        winner.map(|side| side == Side::Defender)
    }

    /// A proof of what [`judge`](Reader::judge) finds, where the procedure is that of 2012 and the proof needs no
    /// count of losses; `None` without a verdict, or if the proof would be too large.
    ///
    /// # Panics
    ///
    /// If there is no stone at the point.
    pub fn prove(&mut self, stone: Point) -> Option<Proof> {
        let chain = Chain::of(self.board, stone).expect("there is a stone to judge");
        if self.procedure.success != Success::OwningAtLast {
            return None;
        }
        let place = Place::of(self.board, stone, &self.settled)?;
        let fight = Fight {
            target: place.field.bits(&chain.stones),
            area: 0,
            field: place.field.clone(),
            procedure: self.procedure,
            defender: chain.color as usize,
            claims: false,
            cap: 0,
        };
        let (winner, graph) = self.solve(fight, &place);
        strategy::proof(&graph, self.board, &chain, winner?)
    }

    fn solve(&mut self, fight: Fight, place: &Place) -> (Settled, Graph) {
        let left = self.budget.states.saturating_sub(self.states);
        let share = match self.procedure.success {
            Success::OwningAtLast => left,
            // One of several questions about the chain.
            Success::Removing => left / 2,
        };
        let is_over = || self.is_over();
        let solved = solve(fight, place, share.max(LEAST_SHARE), &is_over);
        self.states += solved.1.states.len();
        if self.shows {
            // The last question answered is the one that decides.
            self.lines = line::lines(&solved.1).or(self.lines.take());
        }
        solved
    }

    fn basics(&mut self, number: usize, question: Basics) -> Settled {
        if let Some(&known) = self.known.get(&(number, question)) {
            return known;
        }
        let chain = self.chains[number];
        let winner = if chain.stones.is_subset(&self.settled.living[chain.color]) {
            Some(Side::Defender)
        } else {
            let area = match question {
                Basics::Capture => PointSet::EMPTY,
                Basics::Refill => chain.stones,
            };
            self.ask(number, &area)
        };
        self.known.insert((number, question), winner);
        winner
    }

    /// Article 7-1 of the rules of 1989: whether a chain that can be captured enables new stones, by areas of growing
    /// size.
    ///
    /// Its own points, then what is connected to them through empty points and chains that can be captured, then
    /// also beyond the opponent's living chains, but there only points that the owner could not have had anyway.
    fn enables(&mut self, number: usize) -> Settled {
        for question in [Basics::Capture, Basics::Refill] {
            if self.basics(number, question) == Some(Side::Defender) {
                return Some(Side::Defender);
            }
        }
        let [near, near_at_most] = [false, true].map(|most| self.area(number, false, most));
        if self.ask(number, &near) == Some(Side::Defender) {
            return Some(Side::Defender);
        }
        let [far, far_at_most] = [false, true].map(|most| self.area(number, true, most));
        match self.ask(number, &(far_at_most | near_at_most)) {
            Some(Side::Defender) => {}
            decided => return decided,
        }
        let color = self.chains[number].color;
        let (mut least, mut most) = (near, near_at_most);
        for point in (far_at_most - near).iter() {
            match self.can_claim(number, color, point) {
                Some(true) => {}
                Some(false) => {
                    most.insert(point);
                    if far.contains(point) {
                        least.insert(point);
                    }
                }
                None => _ = most.insert(point),
            }
        }
        if least != near && self.ask(number, &least) == Some(Side::Defender) {
            return Some(Side::Defender);
        }
        if most != far_at_most && self.ask(number, &most) == Some(Side::Attacker) {
            return Some(Side::Attacker);
        }
        None
    }

    /// The points that a chain's capture may concern: connected to it through empty points, chains of the
    /// opponent (only those that can be captured, or all), and chains of its owner that do not live by
    /// themselves. `most` says what to do about chains that are not decided.
    fn area(&mut self, number: usize, through_all: bool, most: bool) -> PointSet {
        let chain = self.chains[number];
        let living = self.settled.living[Color::Black] | self.settled.living[Color::White];
        let local = chain.stones.flood(&(self.board.size().all() - living));
        let mut within = local;
        for other in 0..self.chains.len() {
            let Chain { color, stones, .. } = self.chains[other];
            if other == number || !stones.meets(&local) {
                continue;
            }
            let stays = if color == chain.color {
                match self.basics(other, Basics::Capture) {
                    Some(Side::Defender) => Some(true),
                    _ => self
                        .basics(other, Basics::Refill)
                        .map(|side| side == Side::Defender),
                }
            } else if through_all {
                Some(false)
            } else {
                self.basics(other, Basics::Capture)
                    .map(|side| side == Side::Defender)
            };
            if stays.unwrap_or(!most) {
                within -= stones;
            }
        }
        chain.stones.flood(&within)
    }
}

/// What may be read about a whole board, so that an adjudication stays quick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most points, with stones or without, that the part of the board around a chain may have.
    pub points: usize,
    /// The most empty points in it.
    pub room: usize,
    /// The most states for one chain.
    pub chain: usize,
    /// The most states for all chains together.
    pub board: usize,
}

impl Limits {
    /// What may be read of one chain.
    pub fn budget(&self) -> Budget {
        Budget { states: self.chain }
    }
}

impl Default for Limits {
    /// About a second for a board with several small fights, and nothing for an open one.
    fn default() -> Limits {
        Limits {
            points: 60,
            room: 24,
            chain: 60_000,
            board: 300_000,
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
    let mut reader: Option<Reader> = None;
    let mut left = limits.board;
    let mut found = Vec::new();
    for part in (board.size().all() - living).components().filter(is_small) {
        for color in Color::BOTH {
            // What stands in the other side's territory needs no reading.
            let open = (board.stones(color) & part) - settled.territory[!color];
            for chain in open.components() {
                let budget = Budget {
                    states: limits.chain.min(left),
                };
                let reader = reader.get_or_insert_with(|| Reader::new(board, procedure, budget));
                reader.budget = budget;
                let stone = chain.first().expect("a chain has stones");
                let reading = reader.judge(stone);
                left = left.saturating_sub(reading.states);
                found.push((chain, reading));
            }
        }
    }
    found
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

/// Explores until the first state is proved, the budget is spent, or it is over for another reason.
fn solve(
    fight: Fight,
    place: &Place,
    most_states: usize,
    is_over: &dyn Fn() -> bool,
) -> (Settled, Graph) {
    let (start, settled) = fight.start(place.stones, place.fixed);
    let mut graph = Graph::new(fight, start, settled);
    let mut batch: usize = 2_000;
    while graph.nodes[0].proved.is_none() && graph.states.len() < most_states {
        graph.is_bold = !graph.is_bold && graph.states.len() < BOLD_STATES;
        let stop = graph.search(batch.min(most_states), is_over);
        let has_grown = fixpoint::prove(&mut graph);
        if graph.nodes[0].proved.is_some() || stop == Stop::Told {
            break;
        }
        for node in 0..graph.nodes.len() {
            graph.doubt(node as graph::Id);
        }
        if stop != Stop::Full && !has_grown {
            // What the search took for decided is not: it was guessed on another line of play.
            let more = 1_000.max(graph.states.len() / 8);
            if graph.widen(more) == 0 {
                break;
            }
        }
        batch = graph.states.len() + (graph.states.len() / 5).max(1_000);
    }
    (graph.nodes[0].proved, graph)
}

#[cfg(test)]
mod tests;
