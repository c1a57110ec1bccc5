//! Proofs of life and death, and their verification with the board alone.
//!
//! The verifier is written from the rules and shares no code with what finds the proofs. Both know the board, its points
//! and colors, and the values that name a [procedure](super::procedure) and a [question](super::question). The verifier
//! plays on the board by the letter of the procedure, computes by itself what lives without an answer, and tries every
//! move that the other side could make, whatever it may be worth.

mod book;
mod cycles;
mod error;
mod game;
mod replay;
mod script;
mod state;
mod strategy;
mod unconditional;

use super::procedure::{Enabled, Procedure, Success};
use super::question::{Question, Subject};
use super::variation::Variation;
use crate::board::Board;
use crate::color::Color;
use crate::point::{Point, PointSet};
pub use book::{Book, Exchange};
pub use error::ProofError;
use game::is_chain;
pub(in crate::life) use game::{ProofGame, local_area};
pub use script::Script;
pub use state::{ProofMove, ProofState};
use std::cell::OnceCell;
pub use strategy::{Response, Strategy};
use unconditional::alive;

/// A claim that a chain is alive or dead by a procedure, with what is needed to check it.
///
/// The chain is judged alone, in the part of the board without unconditionally living chains that it is in. In 1989 it is
/// also the area in which a new stone saves it that must be shown: by premises about the chains near it, and about
/// points where its owner could have played anyway.
///
/// Whoever relies on a proof checks that the chain, its owner and the procedure are those in question, and
/// [verifies](Proof::verify) it on the board.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The stones of the chain.
    pub chain: PointSet,
    /// Whose they are.
    pub owner: Color,
    /// By which procedure: who moves first, what a ko is, what must be achieved.
    pub procedure: Procedure,
    /// Whether the chain is claimed to live.
    pub alive: bool,
    /// How that comes about.
    pub main: Strategy,
    /// What the area rests on.
    pub premises: Vec<Strategy>,
    /// The winner's play against resistance. It illustrates the claim; nothing rests on it.
    pub variation: Variation,
}

impl Proof {
    /// A claim with nothing to show it.
    #[must_use]
    pub fn claim(owner: Color, chain: PointSet, procedure: Procedure, alive: bool) -> Proof {
        let question = Question::chain(owner, chain, PointSet::EMPTY);
        Proof {
            chain,
            owner,
            procedure,
            alive,
            main: Strategy::without_moves(question, alive),
            premises: Vec::new(),
            variation: Variation::EMPTY,
        }
    }

    /// Whether the claim follows from one of some answers and as many of the others as it needs, if these are verified.
    #[must_use]
    pub fn follows_from(mut self, shown: &[(Question, bool)], board: &Board) -> bool {
        let answer =
            |&(question, alive): &(Question, bool)| Strategy::without_moves(question, alive);
        self.premises = shown.iter().map(answer).collect();
        let area = OnceCell::new();
        shown.iter().map(answer).any(|main| {
            self.main = main;
            self.follows_where(|| area.get_or_init(|| self.area(board)))
        })
    }

    /// Follows every strategy against everything that the other side can try, and checks that the claim follows.
    ///
    /// # Errors
    ///
    /// The first gap or mistake found. A proof that is too large to check is refused.
    pub fn verify(&self, board: &Board) -> Result<(), ProofError> {
        if !is_chain(board, self.owner, &self.chain) {
            return Err(ProofError::Chain);
        }
        if !self.follows(board) {
            return Err(ProofError::Claim);
        }
        let mut strategies = [&self.main].into_iter().chain(&self.premises);
        strategies.try_for_each(|strategy| strategy.verify(board, self.procedure))
    }

    /// Whether the claim follows if all strategies succeed.
    pub(in crate::life) fn follows(&self, board: &Board) -> bool {
        let area = OnceCell::new();
        self.follows_where(|| area.get_or_init(|| self.area(board)))
    }

    /// The same, with the area in which new stones count.
    fn follows_where<'a>(&self, new_area: impl FnOnce() -> &'a PointSet) -> bool {
        let Question { owner, subject } = self.main.question;
        if (owner, self.main.alive) != (self.owner, self.alive) {
            return false;
        }
        match (self.procedure.success, subject, self.alive) {
            (Success::OwningForGood, Subject::Chain { stones, area }, _) => {
                stones == self.chain && area.is_empty()
            }
            // Who has a new stone in an area has one in every larger area.
            (Success::Capturing, Subject::Chain { stones, area }, true) => {
                stones == self.chain && area.is_subset(new_area())
            }
            (Success::Capturing, Subject::Chain { stones, area }, false) => {
                stones == self.chain && new_area().is_subset(&area)
            }
            (Success::Capturing, Subject::Area(area), false) => {
                (*new_area() | self.chain).is_subset(&area)
            }
            _ => false,
        }
    }

    /// The area in which a new stone of its owner saves the chain by article 7-1 of 1989: if it is to live, as far as the
    /// premises show that it reaches at least; if it is to die, at most.
    ///
    /// In 1989 beyond the [near](Enabled::Near) points, and on the dame beside the owner's living chains, only those count
    /// that the owner, moving first, could not have had anyway.
    pub(in crate::life) fn area(&self, board: &Board) -> PointSet {
        let far = self.reach(board, true);
        match self.procedure.enabled {
            Enabled::Near => far,
            Enabled::Gained => {
                let near = self.reach(board, false) - self.dame(board);
                let gained = (far - near).iter();
                let gained = gained.filter(|&at| self.may_be_gained(board, at));
                near | gained.collect()
            }
        }
    }

    /// What is connected to the chain through empty points, through chains of its owner that can be taken with no new stone
    /// on their points standing for ever, and through chains of the other side: those that can be taken, or all.
    fn reach(&self, board: &Board, passes_others: bool) -> PointSet {
        let mut within = local_area(board, &self.chain) - self.staying(board, self.owner);
        if !passes_others {
            within -= self.staying(board, !self.owner);
        }
        self.chain.flood(&within)
    }

    /// The chains of a color that the area does not reach through: to live, it reaches through what is shown to be taken;
    /// to die, through all that is not shown to stay.
    fn staying(&self, board: &Board, color: Color) -> PointSet {
        let place = local_area(board, &self.chain);
        let chains = (board.stones(color) & place).components();
        let stays = |chain: &PointSet| {
            let area = match color == self.owner {
                true => *chain,
                false => PointSet::EMPTY,
            };
            let is_staying = match self.alive {
                true => !self.shows(color, chain, &area, false),
                false => self.shows(color, chain, &area, true),
            };
            is_staying && *chain != self.chain
        };
        chains.filter(stays).collect()
    }

    /// The regions of empty points that border on the owner's chains that bound the area, and on the other side's stones
    /// too: a stone there is not one that the capture enables, if he could have set it anyway.
    fn dame(&self, board: &Board) -> PointSet {
        let empty: PointSet = board.empties().iter().copied().collect();
        let others = board.stones(!self.owner).grown() & empty;
        let walls = alive(board)[self.owner] | self.staying(board, self.owner);
        others.flood(&empty) & (walls.grown() & empty).flood(&empty)
    }

    /// Whether a point counts that the owner, moving first, could not have had anyway: to live, if that is shown; to die,
    /// unless the contrary is, or a stone there would live at once without an answer.
    fn may_be_gained(&self, board: &Board, at: Point) -> bool {
        let subject = Subject::Point(at);
        let owner = self.owner;
        let is_shown = |alive: bool| {
            let mut premises = self.premises.iter();
            premises
                .any(|shown| shown.question == Question { owner, subject } && shown.alive == alive)
        };
        match self.alive {
            true => is_shown(false),
            false => !is_shown(true) && !self.is_had(board, at),
        }
    }

    /// Whether a stone that the owner plays on a point now lives without an answer.
    fn is_had(&self, board: &Board, at: Point) -> bool {
        if !board.is_empty(at) || board.is_suicide(self.owner, at) {
            return false;
        }
        let mut played = board.clone();
        played.place(self.owner, at, &mut ());
        alive(&played)[self.owner].contains(at)
    }

    /// Whether a premise shows what becomes of a chain, where new stones in an area save it.
    fn shows(&self, owner: Color, chain: &PointSet, area: &PointSet, alive: bool) -> bool {
        let mut premises = self.premises.iter();
        premises.any(|shown| {
            shown.alive == alive
                && shown.question.owner == owner
                && match shown.question.subject {
                    Subject::Chain {
                        stones,
                        area: other,
                    } => {
                        let is_enough = match alive {
                            true => other.is_subset(area),
                            false => area.is_subset(&other),
                        };
                        stones == *chain && is_enough
                    }
                    Subject::Area(swept) => !alive && (*chain | *area).is_subset(&swept),
                    Subject::Point(_) => false,
                }
        })
    }
}
