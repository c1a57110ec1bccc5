//! The local game that answers one question, and the properties of its states.

use super::state::State;
use crate::life::procedure::{KoBan, Procedure, Side, Success};
use crate::life::reading::field::{Bits, Field, lowest};

/// The bit of [`Fight::standing`] for a target that has never been captured. It is [no point's
/// bit](Field::MOST).
const UNTOUCHED: Bits = 1 << (Bits::BITS - 1);

/// The game that decides one question about one part of the board. It knows nothing of the search.
#[derive(Clone, Debug)]
pub(crate) struct Fight {
    pub(crate) field: Field,
    pub(crate) procedure: Procedure,
    /// The stones of the chain in question.
    pub(crate) target: Bits,
    /// The color of its owner.
    pub(crate) defender: usize,
    /// The points where a new stone of the defender saves the chain.
    pub(crate) area: Bits,
    /// True if the question is about the area alone, without a chain.
    pub(crate) claims: bool,
    /// True if the defender's stones that start in the area count as new ones.
    pub(crate) holds: bool,
    /// The net loss at which the attacker succeeds; 0 if losses are not counted.
    pub(crate) cap: u16,
    /// True if a [miai connection](Fight::connected) settles stones.
    pub(crate) counts_miai: bool,
    /// Stones of the attacker's whose capture makes the defender succeed. A game with anchors is
    /// harder for the attacker than the one without.
    pub(crate) anchors: Bits,
}

impl Fight {
    /// Returns the side to move in a state.
    #[inline(always)]
    pub(crate) fn mover(&self, state: &State) -> Side {
        if usize::from(state.turn) == self.defender {
            Side::Defender
        } else {
            Side::Attacker
        }
    }

    /// Returns true if moves are generated lazily, only when they are found to matter.
    ///
    /// That needs [relevance zones](crate::life::reading::zone), which exist only for the success
    /// condition of 2012 with ko bans that last one turn or never arise.
    pub(crate) fn is_lazy(&self) -> bool {
        self.procedure.success == Success::OwningForGood
            && matches!(self.procedure.ko, KoBan::NextTurn | KoBan::Never(_))
    }

    /// Returns the empty points in play.
    #[inline(always)]
    pub(crate) fn empty(&self, state: &State) -> Bits {
        self.field.all & !(state.stones[0] | state.stones[1] | state.fixed)
    }

    /// Returns what decides the game by staying forever, one bit for each thing.
    ///
    /// The [keeper](Procedure::keeper) succeeds if, from some moment on, one of these things always
    /// stands.
    pub(crate) fn standing(&self, state: &State) -> Bits {
        match self.procedure.success {
            Success::OwningForGood => Bits::from(self.owned(state).is_some()),
            Success::Capturing => {
                let untouched = if state.removed { 0 } else { UNTOUCHED };
                state.new & self.area | untouched
            }
        }
    }

    /// Returns the defender's stones that must all be captured.
    pub(crate) fn held(&self, state: &State) -> Bits {
        if self.holds {
            state.stones[self.defender] & self.area & !state.fixed
        } else {
            0
        }
    }

    /// Returns why the attacker owns a point of the target; `None` if the attacker owns none.
    ///
    /// No points if a stone is on it. Otherwise the empty region that the attacker surrounds, with
    /// its border.
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

    /// Returns the empty regions that contain points of the target, with their borders.
    pub(crate) fn opened(&self, state: &State) -> Bits {
        let empty = self.empty(state);
        match self.target & empty {
            0 => 0,
            open => self.field.grown(self.field.flood(open, empty)),
        }
    }

    /// Returns the points outside a color's stones, without fixed empty points. Its connected parts
    /// are the regions of that color.
    #[inline(always)]
    pub(super) fn land(&self, state: &State, color: usize) -> Bits {
        let own = state.stones[color];
        self.field.all & !own & (!state.fixed | state.stones[1 - color])
    }

    /// Returns the points that keep their region of the [land](Fight::land) from being an eye of
    /// `stones`: fixed stones of the other color, and empty points that are not liberties of
    /// `stones`.
    #[inline(always)]
    pub(super) fn spoilt(&self, state: &State, color: usize, stones: Bits) -> Bits {
        let hostile = state.stones[1 - color] & state.fixed;
        hostile | self.empty(state) & !self.field.grown(stones)
    }
}
