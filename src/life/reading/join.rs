//! Stones that can be joined to living ones in two ways, so that their owner needs only to answer.
//!
//! Where one play cuts one of two ways, the other is open still (static rules for safety under alternating play: Müller
//! 1997). Here a way is an empty point next to both, so that the stone played there for the other one takes a liberty
//! and leaves another, and the answer is next to stones of its own: no ko, and never suicide.

use super::field::{Bits, each, lowest};
use super::fight::{Fight, State};
use crate::life::procedure::{Side, Success};

impl Fight {
    /// Who has succeeded because stones that decide it can be joined to fixed ones in two ways; with those stones and
    /// ways.
    pub(super) fn joins(&self, state: &State) -> Option<(Side, Bits)> {
        let defender = state.stones[self.defender] & !state.fixed;
        if self.procedure.success == Success::Capturing {
            let stays = if state.removed { 0 } else { self.target };
            let kept = (stays | state.new & self.area) & defender;
            let mut grounds =
                each(kept).filter_map(|stone| self.joined(state, self.defender, stone));
            return grounds.next().map(|grounds| (Side::Defender, grounds));
        }
        let open = self.target & !state.fixed;
        let attacker = 1 - self.defender;
        let owned = state.stones[attacker] & open;
        if owned != 0 {
            let mut grounds = each(owned).filter_map(|stone| self.joined(state, attacker, stone));
            return grounds.next().map(|grounds| (Side::Attacker, grounds));
        }
        if defender & open != open {
            return None;
        }
        let mut grounds = 0;
        while let Some(stone) = lowest(open & !grounds) {
            grounds |= self.joined(state, self.defender, stone)?;
        }
        Some((Side::Defender, grounds))
    }

    /// A chain that can be joined to fixed stones of its color in two ways, itself or by others that it can be
    /// joined to in two ways: all these, with the ways and the fixed stones next to them.
    fn joined(&self, state: &State, color: usize, stone: Bits) -> Option<Bits> {
        let field = &self.field;
        let own = state.stones[color];
        let walls = own & state.fixed;
        let empty = self.empty(state);
        let near = field.grown(walls) & empty;
        two(near)?;
        let mut joined = field.flood(stone, own);
        // No point is a way for two.
        let mut free = empty;
        loop {
            let liberties = field.grown(joined) & free;
            if let Some(ways) = two(liberties & near) {
                return Some(joined | empty & !free | ways | field.grown(ways) & walls);
            }
            let mut others = field.parts(own & !walls & !joined);
            let (chain, ways) = others.find_map(|chain| {
                let ways = two(field.grown(chain) & liberties)?;
                Some((chain, ways))
            })?;
            joined |= chain;
            free &= !ways;
        }
    }
}

/// Two of some points.
fn two(points: Bits) -> Option<Bits> {
    let first = lowest(points)?;
    let second = lowest(points & !first)?;
    Some(first | second)
}
