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
//! - By the success of 2012 where no ban of a ko outlasts a turn, plays outside the zone that it depends on: to play there is to
//!   pass. `zone` says what such a zone must contain. A state that agrees on it with one that is proved is not read again.
//!
//! What runs out leaves a chain unsettled: states, time, the points of a `field`, and room for the kos that are closed at
//! once; a state for which there is none counts for the loser, like every other that is not explored.
//!
//! Three things are assumed and not proved:
//!
//! - A defender who can be made to lose `MOST_LOSSES` stones more than he takes can be made to lose more for ever. Only
//!   chains dead by that clause, as in example 23 of both texts, depend on it; a [proof](Reader::prove) of one does not.
//! - What a caller of `Reader::assuming` says is settled.
//! - By [`KoBan::PassOnceForEach`](super::procedure::KoBan::PassOnceForEach), which no rule set uses: that it makes no difference
//!   if a side that has passed for a ko must pass for it again, where more than four such passes are to be remembered.

mod arena;
mod attractor;
mod certificate;
mod df_pn;
mod distance;
mod enabling;
mod field;
mod fight;
mod graph;
mod history;
mod inquiry;
mod local;
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
use super::meter::Meter;
use super::procedure::{Procedure, Side, Success};
use super::proof::Proof;
use super::question::Question;
use super::variation::Variations;
use crate::board::Board;
use crate::color::Color;
use crate::point::{Point, PointSet};
use crate::rules::Rules;
use enabling::Decided;
use field::Field;
use inquiry::{Evidence, Inquiry, follows};
use std::cmp::Reverse;
use std::sync::atomic::AtomicBool;

/// How much may be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The most states that may be looked at for one chain, over all questions about it. Each takes about 150 bytes while
    /// its question is open.
    pub states: usize,
}

impl Default for Budget {
    /// A few seconds and 150 megabytes at most.
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
    /// Proofs cannot say for which kos a side [has passed](super::procedure::KoBan::PassOnceForEach), or that it may
    /// [never](super::procedure::KoBan::Never) take one.
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
/// How many times as many it may look at when all are asked again, where there is room to go on with what was explored.
const MORE: usize = 2;
/// The same where it may have to be explored anew.
const MORE_ANEW: usize = 8;

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
    inquiry: Inquiry<'a>,
    budget: Budget,
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
        let inquiry = Inquiry::new(board, settled, procedure, Evidence::Nothing);
        Reader { inquiry, budget }
    }

    /// Gives up what is not decided when the flag is set, as [`Verdict::Unsettled`].
    #[must_use]
    pub fn unless(self, stop: &'a AtomicBool) -> Reader<'a> {
        self.within(Meter::endless().unless(stop))
    }

    /// Gives up what is not decided when a meter says that it is over, as [`Verdict::Unsettled`].
    #[must_use]
    pub fn within(mut self, meter: Meter<'a>) -> Reader<'a> {
        self.inquiry.meter = meter;
        self
    }

    /// Judges the chain of a stone.
    ///
    /// # Panics
    ///
    /// If there is no stone at the point.
    pub fn judge(&mut self, stone: Point) -> Reading {
        judge_chain(&mut self.inquiry, stone, self.budget).0
    }

    /// The dead stones of some chains of the board, reading at most `left` states, which are counted down; `None` if one of
    /// the chains is unsettled, or none may be read any more.
    pub(crate) fn dead_among(
        &mut self,
        chains: impl IntoIterator<Item = Chain>,
        left: &mut usize,
    ) -> Option<PointSet> {
        let mut dead = PointSet::EMPTY;
        for chain in chains {
            if *left == 0 {
                return None;
            }
            let reading = self.judge(chain.stones.first().expect("a chain has stones"));
            *left = left.saturating_sub(reading.states);
            match reading.verdict {
                Verdict::Alive => {}
                Verdict::Dead => dead |= chain.stones,
                Verdict::Unsettled => return None,
            }
        }
        Some(dead)
    }

    /// Judges the chain of a stone anew, and gives the play that decides it; none where nothing had to be played out, or
    /// nothing was decided.
    ///
    /// # Panics
    ///
    /// If there is no stone at the point.
    pub fn show(&self, stone: Point) -> (Reading, Option<Variations>) {
        let mut inquiry = self.inquiry.afresh(Evidence::Variations);
        let (reading, decided) = judge_chain(&mut inquiry, stone, self.budget);
        let Some(Decided { winner, question }) = decided else {
            return (reading, None);
        };
        // The play of the question that decides, or of one from whose answer its own follows.
        let mut answered = inquiry.known.into_iter().rev();
        let deciding = answered.find(|known| {
            known.winner == Some(winner) && follows(&question, &known.question, winner)
        });
        (reading, deciding.and_then(|known| known.variations))
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
    pub fn prove(&self, stone: Point) -> Result<Proof, Unproved> {
        self.prove_by(strategy::MOST_STATES, stone)
    }

    /// The same by strategies that have at most so many states.
    ///
    /// # Errors
    ///
    /// Why there is none.
    ///
    /// # Panics
    ///
    /// If there is no stone at the point.
    pub fn prove_by(&self, most: usize, stone: Point) -> Result<Proof, Unproved> {
        let procedure = self.inquiry.procedure;
        if !procedure.has_proofs() {
            return Err(Unproved::Procedure);
        }
        let mut inquiry = self.inquiry.afresh(Evidence::Graph);
        let alive = match judge_chain(&mut inquiry, stone, self.budget).0.verdict {
            Verdict::Alive => true,
            Verdict::Dead => false,
            Verdict::Unsettled => return Err(Unproved::Unsettled),
        };
        let Chain { color, stones, .. } = inquiry.chains[number(&inquiry.chains, stone)];
        let claim = Proof::claim(color, stones, procedure, alive);
        if stones.is_subset(&inquiry.settled.living[color]) {
            return Ok(claim);
        }
        certificate::prove(&mut inquiry, &claim, self.budget.states, most)
            .ok_or(Unproved::NoStrategy)
    }
}

/// The number of the chain of a stone.
fn number(chains: &[Chain], stone: Point) -> usize {
    let number = chains.iter().position(|chain| chain.stones.contains(stone));
    number.expect("there is a stone to judge")
}

/// Judges the chain of a stone, with growing shares of the budget for each question about it; gives the question that
/// decides, too.
fn judge_chain(inquiry: &mut Inquiry, stone: Point, budget: Budget) -> (Reading, Option<Decided>) {
    let number = number(&inquiry.chains, stone);
    (inquiry.states, inquiry.left) = (0, budget.states);
    if inquiry.meter.is_told() && !inquiry.lives(number) {
        return (Reading::NONE, None);
    }
    let shares = match inquiry.procedure.success {
        Success::OwningForGood => vec![budget.states],
        Success::Capturing => shares(inquiry.procedure, budget.states),
    };
    let mut shares = shares.into_iter();
    let decided = shares.find_map(|share| decided_within(inquiry, number, share));
    let reading = Reading {
        verdict: verdict(decided),
        states: inquiry.states,
    };
    (reading, decided)
}

/// What becomes of a chain, by who succeeds in its judgement.
fn verdict(decided: Option<Decided>) -> Verdict {
    match decided.map(|decided| decided.winner) {
        Some(Side::Attacker) => Verdict::Dead,
        Some(Side::Defender) => Verdict::Alive,
        None => Verdict::Unsettled,
    }
}

/// How many states each question may look at when all are asked for the first time, the second, and so on, where a chain
/// may take at most `most`.
fn shares(procedure: Procedure, most: usize) -> Vec<usize> {
    let (last, more) = match procedure.success {
        Success::OwningForGood => (most, MORE),
        // Several questions about each chain.
        Success::Capturing => (most / 3, MORE_ANEW),
    };
    let shares = std::iter::successors(Some(FIRST_SHARE), |share| share.checked_mul(more));
    let mut shares: Vec<usize> = shares.take_while(|&share| share < last / 2).collect();
    shares.push(last);
    shares
}

/// Judges a chain, each question about it being given a share of states.
fn decided_within(inquiry: &mut Inquiry, number: usize, share: usize) -> Option<Decided> {
    match inquiry.procedure.success {
        Success::OwningForGood => {
            let Chain { color, stones, .. } = inquiry.chains[number];
            let question = Question::chain(color, stones, PointSet::EMPTY);
            let winner = inquiry.ask(question, share)?;
            Some(Decided { winner, question })
        }
        Success::Capturing => enabling::winner(inquiry, number, share),
    }
}

/// What may be read about a whole board, so that an adjudication stays quick.
#[derive(Clone, Debug)]
pub struct Limits<'a> {
    /// The most points, with stones or without, that the part of the board around a chain may have.
    pub points: usize,
    /// The most empty points in it.
    pub room: usize,
    /// The most states for one chain.
    pub chain: usize,
    /// The most states for all chains together.
    pub board: usize,
    /// What may be read of parts with much room, which are seldom read to their end; the widest last.
    pub wide: [Wide; 2],
    /// What may be spent on it.
    pub meter: Meter<'a>,
}

/// How much may be read of parts of the board with more than some room.
#[derive(Clone, Copy, Debug)]
pub struct Wide {
    /// They have more empty points than this.
    pub room: usize,
    /// The most states for all chains in them together.
    pub states: usize,
}

impl Wide {
    /// No part is wide.
    const NONE: Wide = Wide {
        room: usize::MAX,
        states: 0,
    };
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
            wide: [Wide::NONE; 2],
            meter: Meter::endless(),
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
    let parts: Vec<PointSet> = parts.filter(is_small).collect();
    let within: PointSet = parts.iter().copied().collect();
    if within.is_empty() {
        return Vec::new();
    }
    let is_wide = |part: &PointSet, wide: &Wide| (*part & empty).len() > wide.room;
    let width = |chain: &Chain| {
        let part = parts.iter().find(|part| chain.stones.meets(part));
        part.and_then(|part| limits.wide.iter().rposition(|wide| is_wide(part, wide)))
    };
    let proved = benson::settled(board, false);
    let mut inquiry = Inquiry::new(board, proved, procedure, Evidence::Nothing);
    inquiry.meter = limits.meter.clone();
    // What stands in the other side's territory needs no reading.
    let is_open = |chain: &Chain| {
        chain.stones.is_subset(&within) && !chain.stones.meets(&settled.territory[!chain.color])
    };
    let mut open: Vec<usize> = (0..inquiry.chains.len())
        .filter(|&number| is_open(&inquiry.chains[number]))
        .collect();
    // What is found of the larger chains often answers for the smaller ones.
    open.sort_by_key(|&number| Reverse(inquiry.chains[number].stones.len()));
    let mut found: Vec<Reading> = vec![Reading::NONE; open.len()];
    let mut left = limits.board;
    let mut left_wide = limits.wide.map(|wide| wide.states);
    for share in shares(procedure, limits.chain) {
        for (&number, reading) in open.iter().zip(&mut found) {
            if reading.verdict != Verdict::Unsettled {
                continue;
            }
            let width = width(&inquiry.chains[number]);
            let most = width.map_or(left, |width| left.min(left_wide[width]));
            inquiry.states = 0;
            inquiry.left = most.min(limits.chain.saturating_sub(reading.states));
            reading.verdict = verdict(decided_within(&mut inquiry, number, share));
            reading.states += inquiry.states;
            left = left.saturating_sub(inquiry.states);
            if let Some(width) = width {
                left_wide[width] = left_wide[width].saturating_sub(inquiry.states);
            }
        }
    }
    let stones = open.iter().map(|&number| inquiry.chains[number].stones);
    stones.zip(found).collect()
}

#[cfg(test)]
mod tests;
