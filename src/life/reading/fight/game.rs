//! One verification game: what is asked, and what holds in a state of it.

use super::state::State;
use crate::life::procedure::{KoBan, Procedure, Side, Success};
use crate::life::reading::field::{Bits, Field, lowest};

/// The bit, [no point's](Field::MOST), by which [`Fight::standing`] says that the target has never been taken off.
const UNTOUCHED: Bits = 1 << (Bits::BITS - 1);

/// The game that decides one question about one part of a board. Knows nothing of what has been explored of it.
#[derive(Clone, Debug)]
pub(crate) struct Fight {
    pub(crate) field: Field,
    pub(crate) procedure: Procedure,
    /// The stones of the chain in question.
    pub(crate) target: Bits,
    /// The color of its owner.
    pub(crate) defender: usize,
    /// Where a new stone of the defender's saves the chain.
    pub(crate) area: Bits,
    /// Whether there is no chain in question, only the area.
    pub(crate) claims: bool,
    /// Whether the stones that the defender has in the area at the beginning count like new ones.
    pub(crate) holds: bool,
    /// The loss at which the attacker succeeds; 0 if losses are not counted.
    pub(crate) cap: u16,
    /// Whether stones that a [miai connection](Fight::connected) saves are settled.
    pub(crate) counts_miai: bool,
}

impl Fight {
    /// Who is to move in a state.
    #[inline(always)]
    pub(crate) fn mover(&self, state: &State) -> Side {
        if usize::from(state.turn) == self.defender {
            Side::Defender
        } else {
            Side::Attacker
        }
    }

    /// Whether a move can be left out until it is found to matter: [zones](crate::life::reading::zone) know only the success
    /// of 2012, and bans that end with a turn or never come about.
    pub(crate) fn is_lazy(&self) -> bool {
        self.procedure.success == Success::OwningForGood
            && matches!(self.procedure.ko, KoBan::NextTurn | KoBan::Never(_))
    }

    /// The empty points in play.
    #[inline(always)]
    pub(crate) fn empty(&self, state: &State) -> Bits {
        self.field.all & !(state.stones[0] | state.stones[1] | state.fixed)
    }

    /// What decides the game if it stands for ever, a bit for each such thing: the [keeper](Procedure::keeper) succeeds if
    /// from some moment on one of them always stands.
    pub(crate) fn standing(&self, state: &State) -> Bits {
        match self.procedure.success {
            Success::OwningForGood => Bits::from(self.owned(state).is_some()),
            Success::Capturing => {
                let untouched = if state.removed { 0 } else { UNTOUCHED };
                state.new & self.area | untouched
            }
        }
    }

    /// The defender's stones that must all be taken.
    pub(crate) fn held(&self, state: &State) -> Bits {
        match self.holds {
            true => state.stones[self.defender] & self.area & !state.fixed,
            false => 0,
        }
    }

    /// Why the attacker owns a point of the target, if he does: no points if he has a stone on it, or else the empty part
    /// that he surrounds, with what is around it.
    pub(crate) fn owned(&self, state: &State) -> Option<Bits> {
        let own = state.stones[1 - self.defender];
        if own & self.target != 0 {
            return Some(0);
        }
        let empty = self.empty(state);
        let mut rest = self.target & empty;
        while let Some(seed) = lowest(rest) {
            let part = self.field.flood(seed, empty);
            let around = self.field.grown(part);
            if around & own != 0 && around & state.stones[self.defender] == 0 {
                return Some(around);
            }
            rest &= !part;
        }
        None
    }

    /// The empty parts that the target reaches into, with what is around them.
    pub(crate) fn opened(&self, state: &State) -> Bits {
        let empty = self.empty(state);
        match self.target & empty {
            0 => 0,
            open => self.field.grown(self.field.flood(open, empty)),
        }
    }

    /// All points but one color's stones and those that are fixed without a stone.
    #[inline(always)]
    pub(super) fn land(&self, state: &State, color: usize) -> Bits {
        let own = state.stones[color];
        self.field.all & !own & (!state.fixed | state.stones[1 - color])
    }

    /// Points that keep the part of the [land](Fight::land) that they are in from being an eye of a color's stones: fixed
    /// stones of the other color, and empty points next to none of the stones.
    #[inline(always)]
    pub(super) fn spoilt(&self, state: &State, color: usize, stones: Bits) -> Bits {
        let hostile = state.stones[1 - color] & state.fixed;
        hostile | self.empty(state) & !self.field.grown(stones)
    }
}
