//! Static evaluation: what a state settles without search.
//!
//! Unconditionally living chains (Benson 1976) and enclosed areas that are too small for two eyes
//! are *fixed*: a play there counts as a pass. Parts that this cuts off from the question are
//! dropped.

use super::game::Fight;
use super::state::{FREE, MOST_FREED, MOST_KOS, State};
use crate::life::procedure::{Side, Success};
use crate::life::reading::field::{Bits, lowest};
use smallvec::SmallVec;

impl Fight {
    /// Returns the root state, and the side that has already succeeded in it, if any.
    pub(crate) fn start(&self, stones: [Bits; 2], fixed: Bits) -> (State, Option<Side>) {
        let new = if self.holds {
            stones[self.defender] & self.area
        } else {
            0
        };
        self.start_with(stones, fixed, new, self.claims)
    }

    /// Returns a root state without closed kos, with some stones marked as new and the target
    /// possibly captured.
    pub(crate) fn start_with(
        &self,
        stones: [Bits; 2],
        fixed: Bits,
        new: Bits,
        removed: bool,
    ) -> (State, Option<Side>) {
        let first = match self.procedure.first {
            Side::Defender => self.defender,
            Side::Attacker => 1 - self.defender,
        };
        let mut state = State {
            stones,
            fixed,
            new,
            bans: [FREE; MOST_KOS],
            freed: [FREE; MOST_FREED],
            removed,
            turn: first as u8,
            lost: 0,
        };
        let winner = self.settle(&mut state).0;
        self.forget(&mut state);
        (state, winner)
    }

    /// Fixes what is settled. Returns the winner, if that is settled too, and the points that all
    /// this depends on.
    pub(super) fn settle(&self, state: &mut State) -> (Option<Side>, Bits) {
        if self.cap > 0 && state.lost >= self.cap {
            return (Some(Side::Attacker), 0);
        }
        let at_first = state.fixed;
        // Repeat until neither color changes anything.
        let mut idle = 0;
        for color in [0, 1].into_iter().cycle() {
            let before = state.fixed;
            self.fix(state, color);
            idle = if state.fixed == before { idle + 1 } else { 0 };
            if idle == 2 {
                break;
            }
        }
        let grounds = state.fixed & !at_first;
        if grounds != 0 {
            self.forget(state);
        }
        let grounds = grounds | self.field.grown(grounds) & at_first;
        self.drop_bans(state);
        let (winner, more) = self.outcome(state, |state| self.stands(state));
        (winner, grounds | more)
    }

    /// Returns the winner of a state after everything settled has been fixed, and the further
    /// points that this depends on.
    pub(super) fn outcome(
        &self,
        state: &State,
        stands: impl Fn(&State) -> Option<(Side, Bits)>,
    ) -> (Option<Side>, Bits) {
        let connected = || {
            let found = self.counts_miai.then(|| self.connected(state));
            found.flatten()
        };
        let by_result = self.result(state).map(|winner| (winner, 0));
        match by_result.or_else(|| stands(state)).or_else(connected) {
            Some((winner, grounds)) => (Some(winner), grounds),
            None => (None, 0),
        }
    }

    /// The side that has succeeded by what is fixed, or by the capture of an
    /// [anchor](Fight::anchors).
    ///
    /// Whatever takes an anchor off leaves one of its points empty, unless the whole part is
    /// settled.
    fn result(&self, state: &State) -> Option<Side> {
        if self.anchors & self.empty(state) != 0 {
            return Some(Side::Defender);
        }
        let attacker = state.stones[1 - self.defender];
        let defender = state.stones[self.defender];
        match self.procedure.success {
            Success::OwningForGood => {
                if self.target & state.fixed & attacker != 0 {
                    Some(Side::Attacker)
                } else if self.target & !state.fixed == 0 {
                    Some(Side::Defender)
                } else {
                    None
                }
            }
            Success::Capturing => {
                let kept = self.target & state.fixed & defender != 0 && !state.removed;
                if kept || state.new & state.fixed & self.area != 0 {
                    Some(Side::Defender)
                } else if state.removed && self.area & !state.fixed == 0 {
                    Some(Side::Attacker)
                } else {
                    None
                }
            }
        }
    }

    /// Returns the side that succeeds because its stones on the target live unconditionally,
    /// although not all their eyes are fixed, with those stones and eyes.
    ///
    /// Their owner may pass from then on.
    fn stands(&self, state: &State) -> Option<(Side, Bits)> {
        if self.procedure.success != Success::OwningForGood {
            return None;
        }
        let open = self.target & !state.fixed;
        let attacker = state.stones[1 - self.defender] & open;
        let defender = state.stones[self.defender] & open;
        let (side, color) = if attacker != 0 {
            (Side::Attacker, 1 - self.defender)
        } else if defender == open {
            (Side::Defender, self.defender)
        } else {
            return None;
        };
        let field = &self.field;
        let own = state.stones[color];
        let fixed = own & state.fixed;
        let living = self.unconditionally_alive(state, color, fixed, |_| true);
        let kept = match side {
            Side::Attacker => attacker & living,
            Side::Defender if defender & !living == 0 => defender,
            Side::Defender => 0,
        };
        if kept == 0 {
            return None;
        }
        let land = self.land(state, color);
        let hostile = state.stones[1 - color] & state.fixed;
        let eyes = field.parts(land & !field.flood(hostile, land));
        let eyes = eyes.filter(|eye| field.grown(*eye) & own & !living == 0);
        let within = eyes.fold(living, |all, eye| all | eye);
        let grounds = field.flood(kept, within) & !state.fixed;
        Some((side, grounds | field.grown(grounds) & state.fixed))
    }

    /// Returns true if a play without captures may settle something that was not settled before it.
    ///
    /// If the chain of the new stone does not become alive, the eyes of chains that do are not next
    /// to it, so they existed before. The other color's life can change only if all other empty
    /// points of the region are liberties of its stones.
    pub(super) fn may_settle(&self, state: &State, us: usize, point: Bits) -> bool {
        let field = &self.field;
        let them = 1 - us;
        let own = state.stones[us];
        if field.grown(point) & own & state.fixed != 0 {
            return true;
        }
        let lives = |color: usize| {
            let fixed = state.stones[color] & state.fixed;
            self.unconditionally_alive(state, color, fixed, |_| true) != fixed
        };
        let has_eyes = || {
            let chain = field.flood(point, own);
            let land = self.land(state, us);
            let eyes = self.eyes(chain, land, self.spoilt(state, us, chain));
            eyes != 0 && field.parts(eyes).nth(1).is_some()
        };
        let spoils = || {
            let spoilt = self.spoilt(state, them, state.stones[them]);
            let land = self.land(state, them);
            let region = field.flood_while(point, land, |region| region & spoilt == 0);
            region.is_some()
        };
        has_eyes() && lives(us) || spoils() && lives(them)
    }

    /// Fixes what belongs to one color permanently: chains connected to fixed stones,
    /// unconditionally living chains, and areas they enclose that are too small for two eyes.
    fn fix(&self, state: &mut State, color: usize) {
        let field = &self.field;
        let own = state.stones[color];
        let other = state.stones[1 - color];
        let hostile = other & state.fixed;
        let walls = own & state.fixed;
        let reached = field.flood(walls, own);
        // In 1989 the defender's points stay in play where a new stone would save the chain. So do
        // the points around the chain: it could be captured there before the defender captures the
        // stones that took it.
        let chain = match self.procedure.success {
            Success::Capturing if !state.removed => self.target,
            _ => 0,
        };
        let stays_open = |part: Bits| color == self.defender && part & (self.area | chain) != 0;
        let mut living = reached;
        if own & !reached != 0 {
            let inside = field.grown(own);
            // Only regions that get filled count as eyes. In one that stays in play, the owner's
            // own captures could spoil the eye.
            let is_eye = |region: Bits| !stays_open(region) && self.is_small(region, inside);
            living = self.unconditionally_alive(state, color, reached, is_eye);
        }
        if living == 0 {
            return;
        }
        state.fixed |= living;
        // Most regions contain a fixed stone of the other color or are too large.
        let inside = field.grown(living);
        let outside = (self.land(state, color) | own) & !living;
        let shared = field.flood(hostile, outside);
        let mut open = outside & !shared & !state.fixed;
        while let Some(seed) = lowest(open) {
            let part = field.flood(seed, outside);
            open &= !part;
            if self.is_small(part, inside) && !stays_open(part) {
                if self.procedure.success == Success::Capturing && color != self.defender {
                    state.new &= !part;
                    state.removed |= part & self.target & !state.fixed != 0;
                }
                state.stones[color] |= part;
                state.stones[1 - color] &= !part;
                state.fixed |= part;
            }
        }
    }

    /// Returns true if a part is too small for two eyes, given the points next to its walls.
    #[inline(always)]
    pub(super) fn is_small(&self, part: Bits, inside: Bits) -> bool {
        let inner = part & !inside;
        let more = inner & inner.wrapping_sub(1);
        more == 0 || more.is_power_of_two() && self.field.grown(more) & inner == inner
    }

    /// Returns the unspoilt regions of the land, if they touch a chain at two points or more, as
    /// two eyes do.
    #[inline(always)]
    pub(super) fn eyes(&self, chain: Bits, land: Bits, spoilt: Bits) -> Bits {
        let field = &self.field;
        let around = field.grown(chain) & land;
        let sound = around & !field.grown(spoilt);
        match sound & sound.wrapping_sub(1) {
            0 => 0,
            _ => land & !field.flood(spoilt, land),
        }
    }

    /// Returns the stones of one color that live unconditionally (Benson 1976), and those in
    /// `reached`. Only regions accepted by `is_eye` count.
    fn unconditionally_alive(
        &self,
        state: &State,
        color: usize,
        reached: Bits,
        is_eye: impl Fn(Bits) -> bool,
    ) -> Bits {
        let field = &self.field;
        let own = state.stones[color];
        let empty = self.empty(state);
        let land = self.land(state, color);
        let spoilt = field.flood(self.spoilt(state, color, own), land);
        let regions = field.parts(land & !spoilt).filter(|&region| is_eye(region));
        let regions = regions.map(|region| (region & empty, field.grown(region) & own));
        let regions: SmallVec<[(Bits, Bits); 8]> = regions.collect();
        if regions.len() < 2 {
            return reached;
        }
        let walls = regions.iter().fold(0, |all, (_, wall)| all | wall);
        let walls = field.flood(walls & !reached, own);
        let chains = field.parts(walls);
        let mut chains: SmallVec<[(Bits, Bits); 16]> =
            chains.map(|chain| (chain, field.grown(chain))).collect();
        let mut living = reached | walls;
        loop {
            let count = chains.len();
            chains.retain(|&mut (chain, around)| {
                let is_vital = |&&(empty, wall): &&(Bits, Bits)| {
                    empty & !around == 0 && wall & !living == 0 && wall & chain != 0
                };
                let lives = regions.iter().filter(is_vital).nth(1).is_some();
                if !lives {
                    living &= !chain;
                }
                lives
            });
            if chains.len() == count {
                return living;
            }
        }
    }

    /// Drops what cannot affect the game: parts without a point that matters, and fixed stones next
    /// to nothing in play.
    fn forget(&self, state: &mut State) {
        let field = &self.field;
        let open = field.all & !state.fixed;
        let matters = (self.target | self.area) & open;
        let live = field.flood(matters, open);
        let dropped = open & !live;
        state.fixed |= dropped;
        let seen = field.grown(live) | self.target | self.area;
        for stones in &mut state.stones {
            *stones &= seen & !dropped;
        }
        state.new &= seen & !dropped;
    }
}
