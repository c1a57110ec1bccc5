//! The rules of one local game: its states, its moves, and what a state settles without search.

mod game;
mod ko;
mod miai;
mod moves;
mod settling;
mod state;

pub(super) use game::Fight;
pub(super) use moves::Successor;
pub(super) use state::{KO_PASS, MoveCode, PASS, State};
