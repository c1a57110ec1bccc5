//! A literal reference for the rules of 1989: the whole game on a small board, for one chain and
//! one area.
//!
//! Transcribed from the rules without pruning: every reachable state, every move, every pass. A ko
//! is named by its two points. A new stone is one that was played since the start.

use super::small::{Mask, Small, Stones, bits};
use crate::life::benson;
use crate::life::procedure::{Enabled, KoBan};
use std::collections::{BTreeSet, HashMap};

/// The net loss at which the defender is assumed to lose stones forever; see `MOST_LOSSES`.
const CAP: u8 = super::super::inquiry::MOST_LOSSES as u8;

/// A ko closed to a color: the point it may not play, and the stone it may not capture.
type Ban = (usize, Mask, Mask);

/// A state of the game.
#[derive(Clone, PartialEq, Eq, Hash)]
struct LiteralState {
    stones: Stones,
    /// The defender's stones played since the start.
    new: Mask,
    /// True if the chain in question has been captured.
    removed: bool,
    bans: BTreeSet<Ban>,
    /// The kos that a color has passed for, if such passes are remembered: the color and the two
    /// points.
    freed: BTreeSet<(usize, Mask)>,
    turn: usize,
}

/// A position on a small board, with the switches of the procedure.
pub(super) struct Literal<'a> {
    pub(super) small: &'a Small,
    pub(super) stones: Stones,
    pub(super) ko: KoBan,
    pub(super) enabled: Enabled,
}

impl Literal<'_> {
    /// Returns true if a chain, given by its stones, is alive by article 7-1.
    pub(super) fn is_alive(&self, color: usize, chain: Mask) -> bool {
        if chain & self.separators() != 0 {
            return true;
        }
        self.is_saved(color, chain, 0) || self.is_saved(color, chain, self.test_area(color, chain))
    }

    /// Returns the stones that live even if their owner always passes.
    fn separators(&self) -> Mask {
        let living = benson::settled(&self.small.board(self.stones), false).living;
        crate::go::color::Color::BOTH
            .map(|color| self.small.mask(&living[color]))
            .iter()
            .fold(0, |all, own| all | own)
    }

    /// Returns the part of the board around a chain without separators.
    fn local(&self, chain: Mask) -> Mask {
        self.small.flood(chain, self.small.all & !self.separators())
    }

    /// Returns the points where a new stone saves the chain.
    fn test_area(&self, color: usize, chain: Mask) -> Mask {
        let mut walls = self.separators() & self.stones[color];
        let [near, far] = [false, true].map(|through_all| {
            let mut within = self.local(chain);
            for (owner, &own) in self.stones.iter().enumerate() {
                for other in self.small.parts(own & within & !chain) {
                    let stays = if owner == color {
                        self.is_saved(owner, other, 0) || self.is_saved(owner, other, other)
                    } else {
                        !through_all && self.is_saved(owner, other, 0)
                    };
                    if stays {
                        within &= !other;
                    }
                    if stays && owner == color {
                        walls |= other;
                    }
                }
            }
            self.small.flood(chain, within)
        });
        match self.enabled {
            Enabled::Near => near | far,
            Enabled::Gained => {
                let empty = self.small.empty(self.stones);
                let others = self.small.grown(self.stones[1 - color]) & empty;
                let beside = self.small.grown(walls) & empty;
                let dame = self.small.flood(others, empty) & self.small.flood(beside, empty);
                let near = near & !dame;
                let is_gained = |&point: &Mask| !self.gets(color, point);
                bits(far & !near)
                    .filter(is_gained)
                    .fold(near, |all, point| all | point)
            }
        }
    }

    /// Returns true if the owner of a chain can keep it, or a permanent new stone in the area, with
    /// the opponent to move first.
    pub(super) fn is_saved(&self, color: usize, chain: Mask, area: Mask) -> bool {
        let first = self.first(1 - color, false);
        LiteralGame::new(self, color, chain, area, CAP, first).defended()
    }

    /// Returns true if a color, moving first, can get a permanent new stone on a point.
    fn gets(&self, color: usize, point: Mask) -> bool {
        LiteralGame::new(self, color, point, point, 0, self.first(color, true)).defended()
    }

    fn first(&self, turn: usize, removed: bool) -> LiteralState {
        LiteralState {
            stones: self.stones,
            new: 0,
            removed,
            bans: BTreeSet::new(),
            freed: BTreeSet::new(),
            turn,
        }
    }

    /// Returns true if a ban's two points still form a ko: the empty one is enclosed by the taker's
    /// stones and is the only liberty of the single stone.
    fn is_ko(&self, stones: Stones, (color, point, stone): Ban) -> bool {
        let empty = self.small.empty(stones);
        let near = self.small.grown(point) & !point;
        let taker = stones[1 - color];
        let around = self.small.grown(stone) & !stone;
        point & empty != 0
            && stone & taker != 0
            && near & !taker == 0
            && around & taker == 0
            && around & empty == point
    }

    /// Returns true if two points form a ko for either side.
    fn is_any_ko(&self, stones: Stones, points: Mask) -> bool {
        bits(points)
            .any(|point| (0..2).any(|color| self.is_ko(stones, (color, point, points & !point))))
    }

    /// Returns the successors of a state, with the number of stones captured by each move.
    fn moves(
        &self,
        state: &LiteralState,
        local: Mask,
        defender: usize,
        target: Mask,
    ) -> Vec<(LiteralState, u32)> {
        let us = state.turn;
        let mut passed = state.clone();
        passed.turn = 1 - us;
        // The ban lasts one turn, which is over.
        let ends = |ban: &Ban| match self.ko {
            KoBan::NextTurn => true,
            KoBan::PassOnceForEach => ban.0 == us && state.freed.contains(&(us, ban.1 | ban.2)),
            KoBan::KoPass | KoBan::PassForEach => false,
            KoBan::Never(_) => unreachable!("no rules close kos to one side"),
        };
        passed.bans.retain(|ban| !ends(ban));
        let mut found = vec![(passed.clone(), 0)];
        let mut missed = Vec::new();
        for point in bits(self.small.empty(state.stones) & local) {
            let Some(played) = self.small.play(state.stones, us, point) else {
                continue;
            };
            let own = (us, point, played.taken);
            if played.is_ko && state.bans.contains(&own) {
                missed.push(own);
                continue;
            }
            let mut after = LiteralState {
                stones: played.stones,
                ..passed.clone()
            };
            if us == defender {
                after.new |= point;
            } else {
                after.new &= !played.taken;
                after.removed |= played.taken & target != 0;
            }
            if played.is_ko {
                after.bans.insert((1 - us, played.taken, point));
            }
            after.bans.retain(|&ban| self.is_ko(after.stones, ban));
            after
                .freed
                .retain(|&(_, points)| self.is_any_ko(after.stones, points));
            found.push((after, played.taken.count_ones()));
        }
        match self.ko {
            KoBan::KoPass if !missed.is_empty() => found.push((
                LiteralState {
                    bans: BTreeSet::new(),
                    ..passed
                },
                0,
            )),
            KoBan::PassForEach | KoBan::PassOnceForEach => {
                for ban in missed {
                    let mut after = passed.clone();
                    after.bans.remove(&ban);
                    if self.ko == KoBan::PassOnceForEach {
                        after.freed.insert((us, ban.1 | ban.2));
                    }
                    found.push((after, 0));
                }
            }
            KoBan::KoPass | KoBan::NextTurn | KoBan::Never(_) => {}
        }
        found
    }
}

/// A thing that lasts if the defender succeeds: the chain, which is never captured, or a new stone
/// on one point of the area.
#[derive(Clone, Copy)]
enum Lasting {
    Chain,
    Stone(Mask),
}

/// The reachable states and their moves.
struct LiteralGame {
    states: Vec<LiteralState>,
    moves: Vec<Vec<(usize, u8)>>,
    defender: usize,
    area: Mask,
    /// The net loss at which the defender fails; 0 if losses are not counted.
    cap: u8,
}

impl LiteralGame {
    fn new(
        literal: &Literal,
        defender: usize,
        chain: Mask,
        area: Mask,
        cap: u8,
        first: LiteralState,
    ) -> LiteralGame {
        let local = literal.local(chain);
        let mut numbers = HashMap::from([(first.clone(), 0)]);
        let mut game = LiteralGame {
            states: vec![first],
            moves: Vec::new(),
            defender,
            area,
            cap,
        };
        while let Some(state) = game.states.get(game.moves.len()) {
            let mut found = Vec::new();
            for (after, taken) in literal.moves(state, local, defender, chain) {
                let next = game.states.len();
                let number = *numbers.entry(after.clone()).or_insert(next);
                if number == next {
                    game.states.push(after);
                }
                found.push((number, taken as u8));
            }
            game.moves.push(found);
        }
        game
    }

    fn lasts(&self, what: Lasting, state: &LiteralState) -> bool {
        match what {
            Lasting::Chain => !state.removed,
            Lasting::Stone(point) => state.new & point != 0,
        }
    }

    /// Returns true if the defender succeeds from the first state.
    ///
    /// It computes for each state the loss below which the defender succeeds: one thing lasts from
    /// there on, or until play enters a state already won. This is a least fixpoint of greatest
    /// fixpoints.
    fn defended(&self) -> bool {
        let most = self.cap.max(1);
        let things = bits(self.area).map(Lasting::Stone);
        let things: Vec<Lasting> = std::iter::once(Lasting::Chain).chain(things).collect();
        let mut outer = vec![0; self.states.len()];
        loop {
            let mut best = outer.clone();
            for &what in &things {
                let mut inner = vec![most; outer.len()];
                loop {
                    let mut has_shrunk = false;
                    for (number, state) in self.states.iter().enumerate().rev() {
                        if inner[number] == outer[number] {
                            continue;
                        }
                        let value = self.before(
                            number,
                            if self.lasts(what, state) {
                                &inner
                            } else {
                                &outer
                            },
                        );
                        has_shrunk |= value < inner[number];
                        inner[number] = value;
                    }
                    if !has_shrunk {
                        break;
                    }
                }
                for (best, inner) in best.iter_mut().zip(inner) {
                    *best = inner.max(*best);
                }
            }
            if best == outer {
                return outer[0] > 0;
            }
            outer = best;
        }
    }

    /// Returns the value of a state from those of its successors. The attacker chooses the least,
    /// the defender the greatest.
    fn before(&self, number: usize, after: &[u8]) -> u8 {
        let defends = self.states[number].turn == self.defender;
        let values = self.moves[number]
            .iter()
            .map(|&(to, taken)| match after[to] {
                0 => 0,
                most if self.cap == 0 => most,
                most if defends => (most + taken).min(self.cap),
                most => most.saturating_sub(taken),
            });
        let best = if defends { values.max() } else { values.min() };
        best.expect("a pass is always possible")
    }
}
