//! Strategies: how one side succeeds whatever the other one does.

use super::state::{ProofMove, ProofState};
use crate::life::question::Question;
use std::collections::HashMap;

/// The winner's move in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Response {
    /// What he plays.
    pub play: ProofMove,
    /// What he [remembers](ProofState::memory) from now on.
    pub memory: u16,
}

impl From<ProofMove> for Response {
    fn from(play: ProofMove) -> Response {
        Response { play, memory: 0 }
    }
}

/// A claim about who succeeds in the game that answers a question, and how: a strategy with finite memory.
#[derive(Clone, Debug)]
pub struct Strategy {
    /// What is asked.
    pub question: Question,
    /// Whether it is claimed that the owner succeeds.
    pub alive: bool,
    /// The winner's move in every state that the loser can bring about.
    pub responses: HashMap<ProofState, Response>,
}

impl Strategy {
    /// The claim, with nothing to show it.
    #[must_use]
    pub fn without_moves(question: Question, alive: bool) -> Strategy {
        Strategy {
            question,
            alive,
            responses: HashMap::new(),
        }
    }
}
