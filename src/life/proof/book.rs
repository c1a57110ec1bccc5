//! Strategies as opening books: an answer to each move of the losing side, for playing a proof
//! through by hand.

use super::error::ProofError;
use super::game::ProofGame;
use super::replay::ReplayState;
use super::state::{ProofMove, ProofState};
use super::strategy::Strategy;
use crate::go::board::Board;
use crate::go::color::Color;
use crate::life::procedure::Procedure;
use fxhash::FxHashMap;

/// The winner's play in the game of a proof, for every move that the loser can try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    /// The losing color.
    pub loser: Color,
    /// The winner's first move, if the winner is to move and nothing is settled.
    pub opening: Option<ProofMove>,
    /// The exchanges of each situation that the loser can bring about: one for every legal move
    /// that matters.
    ///
    /// The first situation is the first one with the loser to move. The list is empty if the loser
    /// cannot change anything.
    pub situations: Vec<Vec<Exchange>>,
}

/// A move of the loser and its consequences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// The loser's move.
    pub attempt: ProofMove,
    /// The winner's answer; `None` if nothing that matters can change any more.
    pub answer: Option<ProofMove>,
    /// The index of the next situation; `None` in that case.
    pub next: Option<usize>,
}

impl Book {
    /// Returns the exchanges of a situation; nothing if there is no situation left.
    #[must_use]
    pub fn exchanges(&self, situation: Option<usize>) -> &[Exchange] {
        situation.map_or(&[], |number| &self.situations[number])
    }
}

impl Strategy {
    /// Converts the strategy to a book of at most `most` situations.
    ///
    /// # Errors
    ///
    /// The first gap or illegal move found, or [`ProofError::TooLarge`]. Endless play is not
    /// checked.
    pub fn book(
        &self,
        board: &Board,
        procedure: Procedure,
        most: usize,
    ) -> Result<Book, ProofError> {
        let game = ProofGame::new(board, procedure, &self.question)?;
        let winner = self.question.winner(self.alive);
        // The winner's move and the state after it, unless the game ends before or with it.
        let answered = |state: ProofState| -> Result<_, ProofError> {
            let here = ReplayState::at(&game, &state, self.alive);
            if here.is_over() {
                return Ok((None, None));
            }
            let response = self.response(&state)?;
            let (after, _) = here.after(response)?;
            let is_over = ReplayState::at(&game, &after, self.alive).is_over();
            Ok((Some(response.play), (!is_over).then_some(after)))
        };
        let start = game.start(board);
        let (opening, first) = if start.turn == winner {
            answered(start)?
        } else {
            (None, Some(start))
        };
        let first = first.filter(|state| !ReplayState::at(&game, state, self.alive).is_over());
        let mut states: Vec<ProofState> = first.into_iter().collect();
        let mut numbers: FxHashMap<ProofState, usize> =
            states.iter().map(|&one| (one, 0)).collect();
        let mut situations = vec![];
        while let Some(&state) = states.get(situations.len()) {
            let mut exchanges = vec![];
            for (attempt, after, _) in ReplayState::at(&game, &state, self.alive).all() {
                let (answer, after) = answered(after)?;
                let next = after.map(|after| {
                    *numbers.entry(after).or_insert_with(|| {
                        states.push(after);
                        states.len() - 1
                    })
                });
                exchanges.push(Exchange {
                    attempt,
                    answer,
                    next,
                });
            }
            if states.len() > most {
                return Err(ProofError::TooLarge);
            }
            situations.push(exchanges);
        }
        Ok(Book {
            loser: !winner,
            opening,
            situations,
        })
    }
}
