//! The life-and-death solver: reads a chain exactly, by the procedure of the rules.
//!
//! A [`Procedure`] defines the game that a rule set judges a chain by: who moves first, how long a
//! ko stays closed, and what the attacker must achieve. One solver handles every procedure.
//!
//! The solver explores a graph of game states. Proof numbers (df-pn) choose what to explore next
//! and prove nothing. A state is proved by its proved successors, or by a fixpoint over the
//! explored graph, with every unexplored state counted for the loser. The fixpoint asks whether
//! something can last forever, not whether it ever happens. Repetition therefore needs no rule of
//! its own, and a verdict does not depend on the order of the search.
//!
//! # Pruning
//!
//! Some moves and states are left out because they cannot change the winner:
//!
//! - A play outside the local area counts as a pass. The local area is the connected part of the
//!   board around the chain, without unconditionally living chains.
//! - A play on a settled point counts as a pass (`Fight::settle`). Settled points are
//!   unconditionally living chains whose eyes are too small for two eyes, and enclosed areas that
//!   are too small for two eyes. Parts that this cuts off from the chain are dropped.
//! - A state is decided if the stones that decide it have a miai connection to living ones
//!   (`miai`).
//! - With the success condition of 2012 and a ko ban of one turn, a play outside the relevance zone
//!   counts as a pass. `zone` lists what a zone must contain. A state that agrees with a proved one
//!   on its zone is not read again.
//!
//! # Limits
//!
//! A chain stays unsettled if the solver runs out of states, budget, points of a `field`, or slots
//! for closed kos. A state with more closed kos than there are slots is never explored, so it
//! counts for the loser like any other unexplored state.
//!
//! # Assumptions
//!
//! Three things are assumed, not proved:
//!
//! - A defender who can be forced to lose `MOST_LOSSES` stones more than are captured in return can
//!   be forced to lose stones forever. Only chains that are dead by this clause depend on it, as in
//!   example 23 of both texts. A [proof](Reader::prove) of one does not.
//! - Everything that the caller of `Reader::assuming` declares settled.
//! - With [`KoBan::PassOnceForEach`](super::procedure::KoBan::PassOnceForEach), which no rule set
//!   uses: that asking for another pass makes no difference when more than four passes for kos
//!   would have to be remembered.

mod arena;
mod attractor;
mod certificate;
mod df_pn;
mod distance;
mod enabling;
pub(in crate::life) mod field;
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
use crate::go::board::Board;
use crate::go::color::Color;
use crate::go::point::{Point, PointSet};
use crate::go::rules::Rules;
use enabling::Decided;
use field::Field;
use inquiry::{Evidence, Inquiry, follows};
use std::cmp::Reverse;
use std::sync::atomic::AtomicBool;

/// The search budget for one chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The most states to explore for one chain, over all questions about it. Each state takes
    /// about 150 bytes while its question is open.
    pub states: usize,
}

impl Default for Budget {
    /// One million states: at most a few seconds and 150 MB.
    fn default() -> Budget {
        Budget { states: 1_000_000 }
    }
}

/// The result for a chain.
///
/// Seki is not a verdict. The [territory](crate::go::territory) decides which living stones are in
/// seki.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReadingResult {
    /// The owner succeeds. In 2012, under the rules of 1949 and under the Korean rules, the
    /// opponent cannot own a point of the chain permanently. In 1989 the chain cannot be captured,
    /// or its capture enables new stones.
    Alive,
    /// The opponent succeeds.
    Dead,
    /// Not decided within the budget, or the rules do not judge by reading.
    Unsettled,
}

/// A verdict and its cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The verdict on the chain.
    pub verdict: ReadingResult,
    /// The number of states explored.
    pub states: usize,
}

impl Reading {
    /// An unsettled result without any search.
    const NONE: Reading = Reading {
        verdict: ReadingResult::Unsettled,
        states: 0,
    };
}

/// Why a chain has no proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unproved {
    /// Proof states do not record for which kos a side [has
    /// passed](super::procedure::KoBan::PassOnceForEach), nor that a side may
    /// [never](super::procedure::KoBan::Never) take one.
    #[error("the procedure is not one that proofs are made by")]
    Procedure,
    /// The solver has no verdict.
    #[error("the chain is unsettled")]
    Unsettled,
    /// The solved graph yields no strategy on the board, or one that is too large.
    #[error("no strategy on the board was found")]
    NoStrategy,
}

/// The number of states that each question gets in the first round.
const FIRST_SHARE: usize = 2_000;
/// The growth factor of that number each round, if unfinished graphs are usually kept.
const MORE: usize = 2;
/// The growth factor if unfinished graphs are often dropped and explored again.
const MORE_ANEW: usize = 8;

/// Judges the chain of a stone by the procedure of the rules.
///
/// Unconditionally living chains are alive. Every other chain is judged alone, in its local area:
/// the connected part of the board around it without unconditionally living chains.
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

/// The solver for the chains of one board. Results about one chain are reused for the others.
pub struct Reader<'a> {
    inquiry: Inquiry<'a>,
    budget: Budget,
}

impl<'a> Reader<'a> {
    /// A solver with nothing explored.
    pub fn new(board: &'a Board, procedure: Procedure, budget: Budget) -> Reader<'a> {
        Reader::assuming(board, benson::settled(board, false), procedure, budget)
    }

    /// The largest rectangle around a local area that can be read, in points.
    pub(crate) const MOST_EXTENT: usize = Field::MOST as usize;

    /// A solver that takes `settled` for granted, proved or not.
    pub(crate) fn assuming(
        board: &'a Board,
        settled: benson::Settled,
        procedure: Procedure,
        budget: Budget,
    ) -> Reader<'a> {
        let inquiry = Inquiry::new(board, settled, procedure, Evidence::Nothing);
        Reader { inquiry, budget }
    }

    /// Sets an unlimited budget with a stop flag. A chain undecided when the flag is set is
    /// [`ReadingResult::Unsettled`].
    #[must_use]
    pub fn unless(self, stop: &'a AtomicBool) -> Reader<'a> {
        self.within(Meter::endless().unless(stop))
    }

    /// Stops when the budget is exhausted or cancelled. Undecided chains are
    /// [`ReadingResult::Unsettled`].
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

    /// Returns the dead stones among some chains, or `None` if a chain is unsettled.
    ///
    /// Explores at most `left` states and counts them down. Returns `None` too if `left` reaches 0
    /// before every chain is judged.
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
                ReadingResult::Alive => {}
                ReadingResult::Dead => dead |= chain.stones,
                ReadingResult::Unsettled => return None,
            }
        }
        Some(dead)
    }

    /// Judges the chain of a stone again and returns the play that decides it.
    ///
    /// There are no variations if nothing had to be played out or nothing was decided.
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
        // The variations of the deciding question, or of one whose answer implies its answer.
        let mut answered = inquiry.known.into_iter().rev();
        let deciding = answered.find(|known| {
            known.winner == Some(winner) && follows(&question, &known.question, winner)
        });
        (reading, deciding.and_then(|known| known.variations))
    }

    /// Proves what [`judge`](Reader::judge) finds.
    ///
    /// # Errors
    ///
    /// The reason why there is no proof.
    ///
    /// # Panics
    ///
    /// If there is no stone at the point.
    pub fn prove(&self, stone: Point) -> Result<Proof, Unproved> {
        self.prove_by(strategy::MOST_STATES, stone)
    }

    /// Proves what [`judge`](Reader::judge) finds by strategies of at most `most` states each.
    ///
    /// # Errors
    ///
    /// The reason why there is no proof.
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
            ReadingResult::Alive => true,
            ReadingResult::Dead => false,
            ReadingResult::Unsettled => return Err(Unproved::Unsettled),
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

/// Returns the index of the chain of a stone.
fn number(chains: &[Chain], stone: Point) -> usize {
    let number = chains.iter().position(|chain| chain.stones.contains(stone));
    number.expect("there is a stone to judge")
}

/// Judges the chain of a stone in rounds that give each question a growing share of the budget.
/// Also returns the deciding question.
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

/// Converts the winner of a chain's game into a verdict.
fn verdict(decided: Option<Decided>) -> ReadingResult {
    match decided.map(|decided| decided.winner) {
        Some(Side::Attacker) => ReadingResult::Dead,
        Some(Side::Defender) => ReadingResult::Alive,
        None => ReadingResult::Unsettled,
    }
}

/// Returns the states that each question may use in each round, given `most` states for a chain.
fn shares(procedure: Procedure, most: usize) -> Vec<usize> {
    let (last, more) = match procedure.success {
        Success::OwningForGood => (most, MORE),
        // A chain raises several questions.
        Success::Capturing => (most / 3, MORE_ANEW),
    };
    let shares = std::iter::successors(Some(FIRST_SHARE), |share| share.checked_mul(more));
    let mut shares: Vec<usize> = shares.take_while(|&share| share < last / 2).collect();
    shares.push(last);
    shares
}

/// Judges a chain with at most `share` states for each question about it.
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

/// The limits for reading a whole board, which keep an adjudication quick.
#[derive(Clone, Debug)]
pub struct Limits<'a> {
    /// The largest local area that is read, in points with or without stones.
    pub points: usize,
    /// The most empty points in a local area that is read.
    pub room: usize,
    /// The most states for one chain.
    pub chain: usize,
    /// The most states for all chains together.
    pub board: usize,
    /// Smaller limits for areas with many empty points, which are seldom solved. The widest comes
    /// last.
    pub wide: [Wide; 2],
    /// The work and memory for the whole board.
    pub meter: Meter<'a>,
}

/// A limit on areas with more than some number of empty points.
#[derive(Clone, Copy, Debug)]
pub struct Wide {
    /// The limit applies to areas with more empty points than this.
    pub room: usize,
    /// The most states for all chains in such areas together.
    pub states: usize,
}

impl Wide {
    /// No area is wide.
    const NONE: Wide = Wide {
        room: usize::MAX,
        states: 0,
    };
}

impl Limits<'_> {
    /// The search budget for one chain.
    pub fn budget(&self) -> Budget {
        Budget { states: self.chain }
    }
}

impl Default for Limits<'_> {
    /// About 1 s for a board with several small fights. Open areas are not read.
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

/// Judges the chains of a board that [`benson::settled`] leaves open, within limits.
///
/// Returns the stones and the result of each chain that was read; the result is
/// [`ReadingResult::Unsettled`] where the limits were too low. Chains in larger areas are left out,
/// and so are all chains under rules that do not judge by reading.
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
    // Stones in the opponent's settled territory need no reading.
    let is_open = |chain: &Chain| {
        chain.stones.is_subset(&within) && !chain.stones.meets(&settled.territory[!chain.color])
    };
    let mut open: Vec<usize> = (0..inquiry.chains.len())
        .filter(|&number| is_open(&inquiry.chains[number]))
        .collect();
    // Results for larger chains often answer for smaller ones.
    open.sort_by_key(|&number| Reverse(inquiry.chains[number].stones.len()));
    let mut found: Vec<Reading> = vec![Reading::NONE; open.len()];
    let mut left = limits.board;
    let mut left_wide = limits.wide.map(|wide| wide.states);
    for share in shares(procedure, limits.chain) {
        for (&number, reading) in open.iter().zip(&mut found) {
            if reading.verdict != ReadingResult::Unsettled {
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
