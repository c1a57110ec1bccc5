//! Miai connections: two ways to connect stones to living ones, so that their owner only has to
//! answer.
//!
//! If the opponent cuts one way, the other is still open (static safety under alternating play:
//! Müller 1997). A way is an empty point next to both chains. A cut takes one liberty of two, and
//! the answer touches stones of its own color. So no ko arises, and the answer is never suicide.

use super::game::Fight;
use super::state::State;
use crate::life::procedure::{Side, Success};
use crate::life::reading::field::{Bits, each, lowest};

impl Fight {
    /// Returns the side that succeeds because the deciding stones have a miai connection to fixed
    /// ones, with those stones and the points of the connection.
    pub(super) fn connected(&self, state: &State) -> Option<(Side, Bits)> {
        let defender = state.stones[self.defender] & !state.fixed;
        if self.procedure.success == Success::Capturing {
            let stays = if state.removed { 0 } else { self.target };
            let kept = (stays | state.new & self.area) & defender;
            let mut grounds =
                each(kept).filter_map(|stone| self.connection(state, self.defender, stone));
            return grounds.next().map(|grounds| (Side::Defender, grounds));
        }
        let open = self.target & !state.fixed;
        let attacker = 1 - self.defender;
        let owned = state.stones[attacker] & open;
        if owned != 0 {
            let mut grounds =
                each(owned).filter_map(|stone| self.connection(state, attacker, stone));
            return grounds.next().map(|grounds| (Side::Attacker, grounds));
        }
        if defender & open != open {
            return None;
        }
        let mut grounds = 0;
        while let Some(stone) = lowest(open & !grounds) {
            grounds |= self.connection(state, self.defender, stone)?;
        }
        Some((Side::Defender, grounds))
    }

    /// Returns the chain of a stone that has a miai connection to fixed stones of its color,
    /// directly or through other chains.
    ///
    /// The result holds all these chains, the connecting points, and the fixed stones next to them.
    fn connection(&self, state: &State, color: usize, stone: Bits) -> Option<Bits> {
        let field = &self.field;
        let own = state.stones[color];
        let walls = own & state.fixed;
        let empty = self.empty(state);
        let near = field.grown(walls) & empty;
        two(near)?;
        let mut chains = field.flood(stone, own);
        // No point serves two connections.
        let mut free = empty;
        loop {
            let liberties = field.grown(chains) & free;
            if let Some(ways) = two(liberties & near) {
                return Some(chains | empty & !free | ways | field.grown(ways) & walls);
            }
            let mut others = field.parts(own & !walls & !chains);
            let (chain, ways) = others.find_map(|chain| {
                let ways = two(field.grown(chain) & liberties)?;
                Some((chain, ways))
            })?;
            chains |= chain;
            free &= !ways;
        }
    }
}

/// Returns two of some points; `None` if there are fewer.
fn two(points: Bits) -> Option<Bits> {
    let first = lowest(points)?;
    let second = lowest(points & !first)?;
    Some(first | second)
}
