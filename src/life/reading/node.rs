//! What is known of a state beside the state itself.

use super::field::Bits;
use super::fight::{MoveCode, PASS};
use crate::life::procedure::Side;

/// The number of a state in a graph.
pub(super) type NodeId = u32;

/// A state's proof numbers, moves and proof.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The [proof numbers](super::proof_number) of the attacker and of the defender. Only a guide: what counts is
    /// [`proved`](Node::proved).
    pub(super) numbers: [u32; 2],
    /// Where its moves begin in the list of all moves.
    pub(super) first: u32,
    /// How many there are; 0 before they are made.
    pub(super) count: u8,
    /// Who is to move.
    pub(super) mover: Side,
    /// The side that is proved to succeed from here.
    pub(super) proved: Option<Side>,
    /// Its move, if it is proved and to move.
    pub(super) plan: MoveCode,
    /// Whether something [stands](super::fight::Fight::standing).
    pub(super) stands: bool,
    /// Whether the plays that are guessed not to matter are left out of [`rest`](Scope::rest).
    pub(super) is_narrow: bool,
    /// Place on the path of the search, from 1; 0 if it is not on it.
    pub(super) on_path: u16,
}

impl Node {
    /// Whether its moves have been made.
    pub(super) fn is_explored(&self) -> bool {
        self.count > 0
    }

    /// The side that the search takes to succeed.
    pub(super) fn guessed(&self) -> Option<Side> {
        match self.numbers {
            [0, _] => Some(Side::Attacker),
            [_, 0] => Some(Side::Defender),
            _ => None,
        }
    }
}

/// Which plays matter in a state; apart from the node, as it is not looked at in choosing between moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scope {
    /// The [zone](super::zone) of what is proved, or else of what is guessed.
    pub(super) zone: Bits,
    /// Plays that have not been made and may matter.
    pub(super) rest: Bits,
    /// Plays that were found to matter although guessed not to.
    pub(super) admitted: Bits,
}

/// A move, and the state that it leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) to: NodeId,
    pub(super) code: MoveCode,
}

impl Edge {
    /// Room for a move.
    pub(super) const NONE: Edge = Edge {
        to: NodeId::MAX,
        code: PASS,
    };

    /// Whether the move is a pass of any kind.
    #[inline(always)]
    pub(super) fn is_pass(&self) -> bool {
        self.code & PASS != 0
    }
}
