//! Scripts: strategies as lists.

use super::strategy::Response;
use crate::life::question::Question;

/// A [`Strategy`](super::Strategy) as a list: a claim about who succeeds in the game that answers a question, and the winner's moves
/// in the order in which a replay against everything asks for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// What is asked.
    pub question: Question,
    /// Whether it is claimed that the owner succeeds.
    pub alive: bool,
    /// The winner's moves, one for each state in which he is to move and that is not over, in the order in which these come up first.
    pub responses: Vec<Response>,
}
