//! Why a proof proves nothing.

use super::state::ProofMove;

/// Why a proof proves nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProofError {
    /// The chain is not one of the board.
    #[error("there is no such chain on the board")]
    Chain,
    /// No game of the procedure on this board answers the question of a strategy.
    #[error("there is no such question about the board")]
    Question,
    /// What is claimed does not follow from what is shown.
    #[error("the claim does not follow from what is shown")]
    Claim,
    /// A strategy has no move for a state that can come up.
    #[error("the strategy has no move where one is needed")]
    NoMove,
    /// A script has more moves than can be asked for.
    #[error("the strategy has moves that are never asked for")]
    LeftOver,
    /// A strategy names a move that the rules forbid.
    #[error("the strategy names an illegal move: {0}")]
    Illegal(ProofMove),
    /// A strategy spoils the eyes of chains that cut something off because they lived without an answer.
    #[error("the strategy gives up chains that cut something off")]
    GivenUp,
    /// Play can go on for ever to the other side's advantage.
    #[error("the play can go on for ever to the other side's advantage")]
    Cycle,
    /// There are too many states to check a strategy in.
    #[error("too many states to check")]
    TooLarge,
}
