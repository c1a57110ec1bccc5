//! The reasons why a proof is refused.

use super::state::ProofMove;

/// The reason why a proof is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProofError {
    /// The chain is not on the board.
    #[error("there is no such chain on the board")]
    Chain,
    /// The procedure has no game on this board that answers a strategy's question.
    #[error("there is no such question about the board")]
    Question,
    /// The strategies do not imply the claim.
    #[error("the claim does not follow from what is shown")]
    Claim,
    /// A strategy has no move for a reachable state.
    #[error("the strategy has no move where one is needed")]
    NoMove,
    /// A script has more moves than a replay asks for.
    #[error("the strategy has moves that are never asked for")]
    LeftOver,
    /// A strategy names a move that the rules forbid.
    #[error("the strategy names an illegal move: {0}")]
    Illegal(ProofMove),
    /// A strategy spoils the eyes of chains that cut off a part of the local area.
    #[error("the strategy gives up chains that cut something off")]
    GivenUp,
    /// Play can continue forever to the other side's advantage.
    #[error("the play can go on for ever to the other side's advantage")]
    Cycle,
    /// A strategy has too many states to check.
    #[error("too many states to check")]
    TooLarge,
}
