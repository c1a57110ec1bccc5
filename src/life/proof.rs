//! Proofs of life and death, and a verifier that needs only the board.
//!
//! The verifier is written from the rules and uses no code of the solver. Both use the board, its
//! points and colors, and the values that name a [procedure](super::procedure) and a
//! [question](super::question). The solver's last step, which turns a solved graph into a strategy,
//! plays in the verifier's game. The verifier plays on the board by the letter of the procedure,
//! computes unconditional life by itself, and tries every move of the other side, good or bad.

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
use crate::go::board::Board;
use crate::go::color::Color;
use crate::go::point::{Point, PointSet};
pub use book::{Book, Exchange};
pub use error::ProofError;
use game::is_chain;
pub(in crate::life) use game::{ProofGame, local_area};
pub use script::Script;
pub use state::{ProofMove, ProofState};
use std::cell::OnceCell;
pub use strategy::{Strategy, StrategyMove};
use unconditional::alive;

/// A claim that a chain is alive or dead by a procedure, with the evidence to check it.
///
/// The chain is judged alone, in its local area: the connected part of the board around it without
/// unconditionally living chains. In 1989 the proof must also establish the area where a new stone
/// saves the chain. Premises do so: answers about nearby chains, and about points where the owner
/// could have played anyway.
///
/// Before relying on a proof, check that its chain, owner and procedure are the ones in question,
/// and [verify](Proof::verify) it on the board.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The stones of the chain.
    pub chain: PointSet,
    /// The color of the chain.
    pub owner: Color,
    /// The procedure of the claim: the side to move first, the ko ban and the success condition.
    pub procedure: Procedure,
    /// True if the chain is claimed to live.
    pub alive: bool,
    /// The strategy that shows the claim.
    pub main: Strategy,
    /// The strategies that establish the area.
    pub premises: Vec<Strategy>,
    /// The winner's play against resistance. It illustrates the claim and proves nothing.
    pub variation: Variation,
}

impl Proof {
    /// A claim without evidence.
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

    /// Returns true if verified answers imply the claim: one as its main strategy, the others as
    /// premises.
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

    /// Checks every strategy against all moves of the other side, and that they imply the claim.
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

    /// Returns true if the claim follows, provided that all strategies succeed.
    pub(in crate::life) fn follows(&self, board: &Board) -> bool {
        let area = OnceCell::new();
        self.follows_where(|| area.get_or_init(|| self.area(board)))
    }

    /// Returns true if the claim follows with a given area for new stones.
    fn follows_where<'a>(&self, new_area: impl FnOnce() -> &'a PointSet) -> bool {
        let Question { owner, subject } = self.main.question;
        if (owner, self.main.alive) != (self.owner, self.alive) {
            return false;
        }
        match (self.procedure.success, subject, self.alive) {
            (Success::OwningForGood, Subject::Chain { stones, area }, _) => {
                stones == self.chain && area.is_empty()
            }
            // A new stone in an area is also one in every larger area.
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

    /// Returns a bound on the area where a new stone saves the chain by article 7-1 of 1989.
    ///
    /// If the chain is to live, the bound is the least area that the premises establish; if it is
    /// to die, the largest that they allow. With [`Enabled::Gained`], two kinds of points count
    /// only if the owner, moving first, could not have had them anyway: points reached only
    /// through opposing chains that stay, and dame next to the owner's chains that bound the area.
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

    /// Returns the points connected to the chain through empty points, the owner's chains that can
    /// be captured without a permanent new stone on their points, and the other side's chains (all,
    /// or those that can be captured).
    fn reach(&self, board: &Board, passes_others: bool) -> PointSet {
        let mut within = local_area(board, &self.chain) - self.staying(board, self.owner);
        if !passes_others {
            within -= self.staying(board, !self.owner);
        }
        self.chain.flood(&within)
    }

    /// Returns the chains of a color that bound the area.
    ///
    /// If the chain is to live, the area extends only through chains that are shown to be captured.
    /// If it is to die, it extends through all chains that are not shown to stay.
    fn staying(&self, board: &Board, color: Color) -> PointSet {
        let place = local_area(board, &self.chain);
        let chains = (board.stones(color) & place).components();
        let stays = |chain: &PointSet| {
            let area = if color == self.owner {
                *chain
            } else {
                PointSet::EMPTY
            };
            let is_staying = if self.alive {
                !self.shows(color, chain, &area, false)
            } else {
                self.shows(color, chain, &area, true)
            };
            is_staying && *chain != self.chain
        };
        chains.filter(stays).collect()
    }

    /// Returns the empty regions that touch both the owner's bounding chains and the other side's
    /// stones. The owner could play there anyway, so a stone there is not enabled by the capture.
    fn dame(&self, board: &Board) -> PointSet {
        let empty: PointSet = board.empties().iter().copied().collect();
        let others = board.stones(!self.owner).grown() & empty;
        let walls = alive(board)[self.owner] | self.staying(board, self.owner);
        others.flood(&empty) & (walls.grown() & empty).flood(&empty)
    }

    /// Returns true if a point counts because the owner, moving first, could not have had it
    /// anyway.
    ///
    /// If the chain is to live, that must be shown. If it is to die, the point counts unless the
    /// contrary is shown or a stone there would live unconditionally at once.
    fn may_be_gained(&self, board: &Board, at: Point) -> bool {
        let subject = Subject::Point(at);
        let owner = self.owner;
        let is_shown = |alive: bool| {
            let mut premises = self.premises.iter();
            premises
                .any(|shown| shown.question == Question { owner, subject } && shown.alive == alive)
        };
        if self.alive {
            is_shown(false)
        } else {
            !is_shown(true) && !self.is_had(board, at)
        }
    }

    /// Returns true if a stone that the owner plays on a point lives unconditionally at once.
    fn is_had(&self, board: &Board, at: Point) -> bool {
        if !board.is_empty(at) || board.is_suicide(self.owner, at) {
            return false;
        }
        let mut played = board.clone();
        played.place(self.owner, at, &mut ());
        alive(&played)[self.owner].contains(at)
    }

    /// Returns true if a premise shows the fate of a chain that new stones in `area` save.
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
                        let is_enough = if alive {
                            other.is_subset(area)
                        } else {
                            area.is_subset(&other)
                        };
                        stones == *chain && is_enough
                    }
                    Subject::Area(swept) => !alive && (*chain | *area).is_subset(&swept),
                    Subject::Point(_) => false,
                }
        })
    }
}
