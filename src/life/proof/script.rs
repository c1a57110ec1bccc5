//! Scripts: strategies as lists of moves.

use super::strategy::StrategyMove;
use crate::life::question::Question;

/// A [`Strategy`](super::Strategy) as a list of moves.
///
/// It holds the winner's moves in the order a replay against every move asks for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// The question of the game.
    pub question: Question,
    /// True if the owner is claimed to succeed.
    pub alive: bool,
    /// The winner's moves: one for each state of the replay with the winner to move that is not
    /// over, in the order the states are first reached.
    pub responses: Vec<StrategyMove>,
}
