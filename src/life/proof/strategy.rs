//! Winning strategies with finite memory.

use super::state::{ProofMove, ProofState};
use crate::go::board::symmetry::Image;
use crate::life::question::Question;
use std::collections::HashMap;

/// The winner's move in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StrategyMove {
    /// The move.
    pub play: ProofMove,
    /// The [memory](ProofState::memory) after it.
    pub memory: u16,
}

impl From<ProofMove> for StrategyMove {
    fn from(play: ProofMove) -> StrategyMove {
        StrategyMove { play, memory: 0 }
    }
}

/// A claim about the winner of a question's game, with a finite-memory strategy.
#[derive(Clone, Debug)]
pub struct Strategy {
    /// The question of the game.
    pub question: Question,
    /// True if the owner is claimed to succeed.
    pub alive: bool,
    /// The winner's move in every state that the loser can bring about.
    pub responses: HashMap<ProofState, StrategyMove>,
}

impl Strategy {
    /// Returns the strategy on an image of the board.
    #[must_use]
    pub fn image(&self, image: Image) -> Strategy {
        let response = |response: &StrategyMove| StrategyMove {
            play: response.play.image(image),
            memory: response.memory,
        };
        let responses = self.responses.iter();
        Strategy {
            question: self.question.image(image),
            alive: self.alive,
            responses: responses
                .map(|(state, play)| (state.image(image), response(play)))
                .collect(),
        }
    }

    /// A claim without moves.
    #[must_use]
    pub fn without_moves(question: Question, alive: bool) -> Strategy {
        Strategy {
            question,
            alive,
            responses: HashMap::new(),
        }
    }
}
