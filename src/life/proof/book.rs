//! Book: a strategy as answers to each move of the losing side, to be played through by hand.

use super::error::ProofError;
use super::game::ProofGame;
use super::replay::Here;
use super::state::{ProofMove, ProofState};
use super::strategy::Strategy;
use crate::board::Board;
use crate::color::Color;
use crate::life::procedure::Procedure;
use fxhash::FxHashMap;

/// What the winner of a game by which a chain is judged plays, whatever the loser tries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    /// Who loses.
    pub loser: Color,
    /// What the winner plays first, if it is his turn and nothing is settled.
    pub opening: Option<ProofMove>,
    /// What comes of each legal move where it matters, for each situation that the loser can bring about; the first one is
    /// that in which he moves first. None if there is nothing that he could change.
    pub situations: Vec<Vec<Exchange>>,
}

/// A try of the loser's, and what comes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// What he tries.
    pub attempt: ProofMove,
    /// What the winner plays then; `None` if nothing that matters can change any more.
    pub answer: Option<ProofMove>,
    /// The number of the situation that comes then; `None` likewise.
    pub next: Option<usize>,
}

impl Book {
    /// What can be tried in a situation, and what comes of it; nothing where no situation is left.
    #[must_use]
    pub fn exchanges(&self, situation: Option<usize>) -> &[Exchange] {
        situation.map_or(&[], |number| &self.situations[number])
    }
}

impl Strategy {
    /// The strategy as a book of at most so many situations.
    ///
    /// # Errors
    ///
    /// The first gap or illegal move found, or [`ProofError::TooLarge`]. Whether play can go on for ever is not looked at.
    pub fn book(
        &self,
        board: &Board,
        procedure: Procedure,
        most: usize,
    ) -> Result<Book, ProofError> {
        let game = ProofGame::new(board, procedure, &self.question)?;
        let winner = self.question.winner(self.alive);
        // The winner's move, and what it leads to, unless it is over before or then.
        let answered = |state: ProofState| -> Result<_, ProofError> {
            let here = Here::at(&game, &state, self.alive);
            if here.is_over() {
                return Ok((None, None));
            }
            let response = self.response(&state)?;
            let (after, _) = here.after(response)?;
            let is_over = Here::at(&game, &after, self.alive).is_over();
            Ok((Some(response.play), (!is_over).then_some(after)))
        };
        let start = game.start(board);
        let (opening, first) = match start.turn == winner {
            true => answered(start)?,
            false => (None, Some(start)),
        };
        let first = first.filter(|state| !Here::at(&game, state, self.alive).is_over());
        let mut states: Vec<ProofState> = first.into_iter().collect();
        let mut numbers: FxHashMap<ProofState, usize> =
            states.iter().map(|&one| (one, 0)).collect();
        let mut situations = vec![];
        while let Some(&state) = states.get(situations.len()) {
            let mut exchanges = vec![];
            for (attempt, after, _) in Here::at(&game, &state, self.alive).all() {
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
