//! The nodes and edges of the graph: what is known about each state.

use super::field::Bits;
use super::fight::{MoveCode, PASS};
use crate::life::procedure::Side;

/// The index of a state in a graph.
pub(super) type ProofNodeId = u32;

/// A state's proof numbers, moves and proof.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProofNode {
    /// The [proof numbers](super::proof_number) of the attacker and of the defender. They guide the
    /// search; only [`proved`](ProofNode::proved) counts as a result.
    pub(super) numbers: [u32; 2],
    /// The index of its first edge in the graph's list of edges.
    pub(super) first: u32,
    /// The number of its edges; 0 if it has not been explored.
    pub(super) count: u8,
    /// The side to move.
    pub(super) mover: Side,
    /// The side that is proved to succeed from here.
    pub(super) proved: Option<Side>,
    /// The winner's move, if the state is proved and the winner is to move.
    pub(super) plan: MoveCode,
    /// True if something that decides the game [stands](super::fight::Fight::standing).
    pub(super) stands: bool,
    /// Whether [`rest`](Scope::rest) leaves out the plays that are guessed to be irrelevant.
    pub(super) is_narrow: bool,
    /// The position on the search path, from 1; 0 if the state is not on it.
    pub(super) on_path: u16,
}

impl ProofNode {
    /// Returns true if the state's moves have been generated.
    pub(super) fn is_explored(&self) -> bool {
        self.count > 0
    }

    /// Returns the side that the search believes to succeed.
    pub(super) fn guessed(&self) -> Option<Side> {
        match self.numbers {
            [0, _] => Some(Side::Attacker),
            [_, 0] => Some(Side::Defender),
            _ => None,
        }
    }
}

/// The plays that matter in a state. Kept apart from the node because move selection does not read
/// it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scope {
    /// The [relevance zone](super::zone) of the proof, or of the guess if there is no proof.
    pub(super) zone: Bits,
    /// Plays that may matter and have not been generated.
    pub(super) rest: Bits,
    /// Plays that were guessed to be irrelevant and turned out to matter.
    pub(super) admitted: Bits,
}

/// A move and the state that it leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) to: ProofNodeId,
    pub(super) code: MoveCode,
}

impl Edge {
    /// A placeholder.
    pub(super) const NONE: Edge = Edge {
        to: ProofNodeId::MAX,
        code: PASS,
    };

    /// Returns true if the move is a pass of any kind.
    #[inline(always)]
    pub(super) fn is_pass(&self) -> bool {
        self.code & PASS != 0
    }
}
