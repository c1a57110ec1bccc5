//! One verification game: its states, its moves, and what is settled in a state without reading on.

use super::field::{Bits, Field, each, lowest};
use crate::life::procedure::{KoBan, Procedure, Side, Success};
use smallvec::SmallVec;

/// A move as a number: a point of the field, or one of the passes.
pub(super) type Step = u8;
/// A pass.
pub(super) const PASS: Step = 0x80;
/// A pass that lifts the bans of all kos; the numbers after it are passes for one ko.
pub(super) const KO_PASS: Step = 0x81;

/// The most kos that are closed at once; a state with more is [unknown](State::UNKNOWN).
const MOST_KOS: usize = 8;
/// The most kos for which it is kept that a side has passed for them; a state with more is [unknown](State::UNKNOWN).
const MOST_FREED: usize = 4;
/// The most plays for which only the chains near them are looked at.
const MOST_PLACES: u32 = 4;
/// No ban.
const FREE: u8 = u8::MAX;
/// The bit, [no point's](Field::MOST), by which [`Fight::standing`] says that the target has never been taken off.
const UNTOUCHED: Bits = 1 << (Bits::BITS - 1);

/// What may happen from here on depends on this and nothing else.
///
/// Points that are settled are [`fixed`](State::fixed): their stones are those of whoever keeps the
/// point, and do not change any more. Two states that differ only in what is settled are one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    /// Stones, by color, those on fixed points included.
    pub(super) stones: [Bits; 2],
    /// Points on which nothing changes any more.
    pub(super) fixed: Bits,
    /// Defender's stones that have come since the beginning, where the procedure asks for them.
    pub(super) new: Bits,
    /// [Kos](Fight::known_by) that a side may not take.
    bans: [u8; MOST_KOS],
    /// Kos that a side has passed for, so that a ban of its lasts for one turn, by the stone that is in them now.
    freed: [u8; MOST_FREED],
    /// Whether the target has been taken off, where the procedure asks for it.
    pub(super) removed: bool,
    /// Who is to move.
    pub(super) turn: u8,
    /// How many more stones the defender has lost than he took, never below 0, where it is counted.
    pub(super) lost: u16,
}

impl State {
    /// What stands for a state that cannot be kept, as there is no room for its kos: no state has two stones on one point.
    ///
    /// It is never explored, so that it counts for neither side.
    pub(super) const UNKNOWN: State = State {
        stones: [Bits::MAX; 2],
        fixed: 0,
        new: 0,
        bans: [FREE; MOST_KOS],
        freed: [FREE; MOST_FREED],
        removed: false,
        turn: 0,
        lost: 0,
    };

    /// Whether this is [`UNKNOWN`](State::UNKNOWN).
    pub(super) fn is_unknown(&self) -> bool {
        self.stones[0] & self.stones[1] != 0
    }

    /// Whether another state has the same in a zone, and the same side to move.
    pub(super) fn is_like(&self, other: &State, zone: Bits) -> bool {
        let outside = |state: &State| State {
            stones: [0; 2],
            fixed: 0,
            bans: [FREE; MOST_KOS],
            ..*state
        };
        let is_same = |one: Bits, other: Bits| (one ^ other) & zone == 0;
        is_same(self.stones[0], other.stones[0])
            && is_same(self.stones[1], other.stones[1])
            && is_same(self.fixed, other.fixed)
            && self.bans_within(zone) == other.bans_within(zone)
            && outside(self) == outside(other)
    }

    #[inline(always)]
    fn bans_within(&self, zone: Bits) -> [u8; MOST_KOS] {
        match self.bans == [FREE; MOST_KOS] {
            true => self.bans,
            false => self.some_bans_within(zone),
        }
    }

    fn some_bans_within(&self, zone: Bits) -> [u8; MOST_KOS] {
        let is_in = |name: u8| name != FREE && zone >> (name & 0x7f) & 1 == 1;
        let mut bans = self.bans.map(|name| if is_in(name) { name } else { FREE });
        bans.sort_unstable();
        bans
    }

    /// A number that is most likely another one for a state that is not [like](State::is_like) it in a zone.
    #[inline(always)]
    pub(super) fn key(&self, zone: Bits) -> u64 {
        let [a, b] = self.stones.map(|stones| halves(stones & zone));
        let fixed = halves(self.fixed & zone);
        let bans = u64::from_le_bytes(self.bans_within(zone)) ^ u64::from(self.turn);
        mix([[a[0], b[0]], [a[1], b[1]], [fixed[0], fixed[1] ^ bans]])
    }

    /// A number that is most likely another one for another state.
    pub(super) fn hash(&self) -> u64 {
        let rest = u64::from(self.lost) << 16 | u64::from(self.turn) << 8 | u64::from(self.removed);
        let freed = u64::from(u32::from_le_bytes(self.freed));
        let [a, b] = self.stones.map(halves);
        let rest = [u64::from_le_bytes(self.bans), rest | freed << 32];
        mix([a, b, halves(self.fixed), halves(self.new), rest])
    }
}

fn halves(bits: Bits) -> [u64; 2] {
    [bits as u64, (bits >> 64) as u64]
}

/// A number that is most likely another one for other words.
#[inline(always)]
fn mix<const PAIRS: usize>(pairs: [[u64; 2]; PAIRS]) -> u64 {
    pairs.into_iter().fold(SPREAD, |hash, [a, b]| {
        let product = u128::from(hash ^ a) * u128::from(SPREAD ^ b);
        let [low, high] = halves(product);
        low ^ high
    })
}

/// An odd number with bits everywhere (2⁶⁴ divided by the golden ratio).
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// One chain, one procedure, one question.
#[derive(Clone, Debug)]
pub(super) struct Fight {
    pub(super) field: Field,
    pub(super) procedure: Procedure,
    /// The stones of the chain in question.
    pub(super) target: Bits,
    pub(super) defender: usize,
    /// Where a new stone of the defender saves the chain.
    pub(super) area: Bits,
    /// Whether there is no chain in question, only the area.
    pub(super) claims: bool,
    /// Whether the stones that the defender has in the area at the beginning count like new ones.
    pub(super) holds: bool,
    /// The loss at which the attacker succeeds; 0 if losses are not counted.
    pub(super) cap: u16,
    /// Whether what is settled [by an answer](Fight::joins) is taken for settled.
    pub(super) answers: bool,
}

/// What came of a state when everything settled in it was fixed.
pub(super) type Settled = Option<Side>;

/// A move and what comes of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ply {
    pub(super) step: Step,
    pub(super) after: State,
    pub(super) settled: Settled,
    /// The points that this depends on: wherever they are as they are here, the move can be made, takes the same
    /// stones of these points, closes the same ko and settles the same.
    pub(super) needs: Bits,
}

impl Ply {
    /// A move to a state for which there is no room.
    fn to_unknown(step: Step) -> Ply {
        Ply {
            step,
            after: State::UNKNOWN,
            settled: None,
            needs: 0,
        }
    }
}

impl Fight {
    /// Who is to move in a state.
    #[inline(always)]
    pub(super) fn mover(&self, state: &State) -> Side {
        if usize::from(state.turn) == self.defender {
            Side::Defender
        } else {
            Side::Attacker
        }
    }

    /// The first state.
    pub(super) fn start(&self, stones: [Bits; 2], fixed: Bits) -> (State, Settled) {
        let new = match self.holds {
            true => stones[self.defender] & self.area,
            false => 0,
        };
        self.start_with(stones, fixed, new, self.claims)
    }

    /// A first state in which no ko is closed, but some stones are new, and the target may have been taken off.
    pub(super) fn start_with(
        &self,
        stones: [Bits; 2],
        fixed: Bits,
        new: Bits,
        removed: bool,
    ) -> (State, Settled) {
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
        let settled = self.settle(&mut state).0;
        self.forget(&mut state);
        (state, settled)
    }

    /// What holds in a state that decides if it holds for ever: one bit for each such thing.
    ///
    /// The side that [wants it](Procedure::keeper) succeeds if from some moment on some bit stays.
    pub(super) fn standing(&self, state: &State) -> Bits {
        match self.procedure.success {
            Success::OwningForGood => Bits::from(self.owned(state).is_some()),
            Success::Capturing => {
                let untouched = if state.removed { 0 } else { UNTOUCHED };
                state.new & self.area | untouched
            }
        }
    }

    /// The defender's stones that must all be taken.
    pub(super) fn held(&self, state: &State) -> Bits {
        match self.holds {
            true => state.stones[self.defender] & self.area & !state.fixed,
            false => 0,
        }
    }

    /// Why the attacker owns a point of the target, if he does: no points if by a stone on it, or else the part
    /// that he surrounds, with what is around it.
    pub(super) fn owned(&self, state: &State) -> Option<Bits> {
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
    pub(super) fn opened(&self, state: &State) -> Bits {
        let empty = self.empty(state);
        match self.target & empty {
            0 => 0,
            open => self.field.grown(self.field.flood(open, empty)),
        }
    }

    #[inline(always)]
    pub(super) fn empty(&self, state: &State) -> Bits {
        self.field.all & !(state.stones[0] | state.stones[1] | state.fixed)
    }

    /// Whether the side to move may play on an empty point.
    pub(super) fn may_play(&self, state: &State, point: Bits) -> bool {
        let us = usize::from(state.turn);
        let field = &self.field;
        let empty = self.empty(state);
        if self.procedure.ko == KoBan::NextTurn && state.bans.contains(&ko(us, point)) {
            return false;
        }
        let near = field.grown(point) & !point;
        if near & (empty | state.stones[us] & state.fixed) != 0 {
            return true;
        }
        let breathes = |chain: Bits| field.grown(chain) & empty & !point != 0;
        each(near & state.stones[us]).any(|seed| breathes(field.flood(seed, state.stones[us])))
            || each(near & state.stones[1 - us] & !state.fixed)
                .any(|seed| !breathes(field.flood(seed, state.stones[1 - us])))
    }

    /// Whether a move can be left out until it is found to matter: [zones](super::zone) know only the bans and the
    /// success of 2012.
    pub(super) fn is_lazy(&self) -> bool {
        self.procedure.success == Success::OwningForGood && self.procedure.ko == KoBan::NextTurn
    }

    /// Every move of the side to move.
    pub(super) fn moves(&self, state: &State, found: &mut Vec<Ply>) {
        let missed = self.plays(state, Bits::MAX, found);
        let passes = self.passes_for_kos(state, &self.passed(state), missed);
        found.extend(passes.into_iter().map(|(step, after)| match after {
            Some(after) => self.ply(step, after, 0),
            None => Ply::to_unknown(step),
        }));
        found.push(self.pass(state));
    }

    /// A play that settles the question for the side to move, if one is seen.
    pub(super) fn ending(&self, state: &State) -> Option<Ply> {
        let us = usize::from(state.turn);
        let mover = self.mover(state);
        let likely = each(self.empty(state)).filter(|&point| self.may_end(state, us, point));
        let likely = likely.fold(0, |all, point| all | point);
        if likely == 0 {
            return None;
        }
        let mut found = Vec::new();
        self.plays(state, likely, &mut found);
        found.into_iter().find(|ply| ply.settled == Some(mover))
    }

    /// Whether a play has a chance to settle the question: the target comes to lie in an enclosure without room for two
    /// eyes, or is kept; and the chains that this takes, with those that their only two eyes take, have two eyes each.
    fn may_end(&self, state: &State, us: usize, point: Bits) -> bool {
        let field = &self.field;
        let own = state.stones[us] | point;
        let hostile = state.stones[1 - us] & state.fixed;
        let open = self.target & !state.fixed;
        let outside = self.land(state, us) & !point;
        let kept = open & own;
        let needed = if kept == 0 {
            let inside = field.grown(own);
            let is_eye = |part: Bits| part & hostile == 0 && self.is_small(part, inside);
            match field.flood_while(open, outside, is_eye) {
                Some(part) => field.grown(part) & own,
                None => return false,
            }
        } else {
            kept
        };
        let empty = self.empty(state) & !point;
        let mut asked = needed;
        let mut seen = needed;
        while let Some(seed) = lowest(asked) {
            let chain = field.flood(seed, own);
            asked &= !chain;
            if chain & state.fixed != 0 {
                continue;
            }
            let around = field.grown(chain);
            let mut walls = 0;
            let mut eyes = 0;
            let mut rest = self.eyes(chain, outside, hostile | empty & !around) & around;
            while let Some(seed) = lowest(rest) {
                let part = field.flood(seed, outside);
                rest &= !part;
                eyes += 1;
                walls |= field.grown(part) & own;
            }
            if eyes < 2 {
                return false;
            }
            seen |= chain;
            if eyes == 2 {
                asked |= walls & !seen;
                seen |= walls;
            }
        }
        true
    }

    /// The pass that changes nothing but the turn, and the ban of a ko where that lasts for one turn; so it settles nothing.
    pub(super) fn pass(&self, state: &State) -> Ply {
        let mut after = self.passed(state);
        after.bans.sort_unstable();
        Ply {
            step: PASS,
            after,
            settled: None,
            needs: 0,
        }
    }

    fn passed(&self, state: &State) -> State {
        let mut after = *state;
        after.turn = 1 - state.turn;
        self.let_bans_end(&mut after, usize::from(state.turn));
        after
    }

    /// A move that can be made, by its number, where the only pass is the one that changes nothing.
    pub(super) fn again(&self, state: &State, step: Step) -> Option<Ply> {
        if step == PASS {
            return Some(self.pass(state));
        }
        let mut found = Vec::new();
        self.plays(state, 1 << step, &mut found);
        found.pop()
    }

    /// The legal moves of the side to move on some points; tells [which kos](Fight::known_by) are closed to it.
    pub(super) fn plays(&self, state: &State, points: Bits, found: &mut Vec<Ply>) -> Bits {
        let us = usize::from(state.turn);
        let empty = self.empty(state);
        let places = empty & points;
        // A few plays concern a few chains only.
        let near = match places.count_ones() {
            0..=MOST_PLACES => self.field.grown(places),
            _ => self.field.all,
        };
        let view = Chains::of(&self.field, state, empty, near);
        let mut missed = 0;
        for point in each(places) {
            match self.played(state, &view, us, empty, point) {
                Played::Legal(after, needs) => {
                    let step = point.trailing_zeros() as Step;
                    let is_taking = after.stones[1 - us] != state.stones[1 - us];
                    let ply = if is_taking || self.may_settle(&after, us, point) {
                        self.ply(step, after, needs)
                    } else {
                        self.plain(step, after, needs)
                    };
                    found.push(ply);
                }
                Played::Banned(by) => missed |= by,
                Played::Untracked => found.push(Ply::to_unknown(point.trailing_zeros() as Step)),
                Played::Suicide => {}
            }
        }
        missed
    }

    /// A move that fixes nothing.
    fn plain(&self, step: Step, mut after: State, needs: Bits) -> Ply {
        self.drop_bans(&mut after);
        let (settled, grounds) = self.outcome(&after, |_| None);
        Ply {
            step,
            after,
            settled,
            needs: needs | grounds,
        }
    }

    fn ply(&self, step: Step, mut after: State, needs: Bits) -> Ply {
        let (settled, grounds) = self.settle(&mut after);
        Ply {
            step,
            after,
            settled,
            needs: needs | grounds,
        }
    }

    /// The passes that lift bans, given the kos that are closed to the side to move; with no state where there is no
    /// room for it.
    fn passes_for_kos(
        &self,
        state: &State,
        after: &State,
        missed: Bits,
    ) -> Vec<(Step, Option<State>)> {
        let us = usize::from(state.turn);
        match self.procedure.ko {
            KoBan::KoPass if missed != 0 => {
                let bans = [FREE; MOST_KOS];
                vec![(KO_PASS, Some(State { bans, ..*after }))]
            }
            KoBan::PassForEach | KoBan::PassOnceForEach => {
                let numbered = each(missed).zip(KO_PASS..);
                let lift = |(by, step)| {
                    let name = ko(us, by);
                    let mut after = *after;
                    after.bans = after.bans.map(|ban| if ban == name { FREE } else { ban });
                    let frees = self.procedure.ko == KoBan::PassOnceForEach;
                    if frees && !after.freed.contains(&name) {
                        if after.freed[MOST_FREED - 1] != FREE {
                            return (step, None);
                        }
                        after.freed[MOST_FREED - 1] = name;
                        after.freed.sort_unstable();
                    }
                    (step, Some(after))
                };
                numbered.map(lift).collect()
            }
            KoBan::KoPass | KoBan::NextTurn => Vec::new(),
        }
    }

    /// Ends the bans that last for one turn, which a side has just had.
    fn let_bans_end(&self, after: &mut State, us: usize) {
        match self.procedure.ko {
            KoBan::NextTurn => after.bans = [FREE; MOST_KOS],
            KoBan::PassOnceForEach => {
                let State { freed, .. } = *after;
                let ends = |ban: u8| usize::from(ban >> 7) == us && freed.contains(&ban);
                after.bans = after.bans.map(|ban| if ends(ban) { FREE } else { ban });
            }
            KoBan::KoPass | KoBan::PassForEach => {}
        }
    }

    fn played(&self, state: &State, view: &Chains, us: usize, empty: Bits, point: Bits) -> Played {
        let them = 1 - us;
        let near = self.field.grown(point) & !point;
        let mut taken = 0;
        if near & view.one_liberty[them] != 0 {
            for chain in &view.chains[them] {
                if chain.liberties == point {
                    taken |= chain.stones;
                }
            }
        }
        if taken == 0 && near & empty == 0 && near & view.free[us] == 0 {
            // Without a liberty next to it, the stone needs a chain that has another one.
            return Played::Suicide;
        }
        let is_ko = taken.count_ones() == 1 && near & (empty | state.stones[us]) == 0;
        if is_ko || self.procedure.ko == KoBan::NextTurn {
            let by = self.known_by(point, taken);
            if state.bans.contains(&ko(us, by)) {
                return Played::Banned(by);
            }
        }
        let mut after = *state;
        after.turn = them as u8;
        after.stones[us] |= point;
        after.stones[them] &= !taken;
        self.let_bans_end(&mut after, us);
        if is_ko {
            let name = ko(them, self.known_by(taken, point));
            let Some(slot) = after.bans.iter_mut().find(|slot| **slot == FREE) else {
                return Played::Untracked;
            };
            *slot = name;
            after.freed = after.freed.map(|name| match place(name) == taken {
                true => ko(usize::from(name >> 7), point),
                false => name,
            });
        }
        if self.procedure.success == Success::Capturing {
            if us == self.defender {
                after.new |= point & self.area;
            } else {
                after.new &= !taken;
                after.removed |= taken & self.target != 0;
            }
        }
        if self.cap > 0 {
            let count = taken.count_ones() as u16;
            after.lost = if us == self.defender {
                after.lost.saturating_sub(count)
            } else {
                (after.lost + count).min(self.cap)
            };
        }
        let needs = match self.is_lazy() {
            true => self.needs(state, us, empty, point, taken),
            false => 0,
        };
        Played::Legal(after, needs)
    }

    /// What a play depends on: its neighbours, the chains that it takes with theirs, of each other chain next to
    /// it that it does not take one liberty that is left, and one liberty of its own.
    fn needs(&self, state: &State, us: usize, empty: Bits, point: Bits, taken: Bits) -> Bits {
        let field = &self.field;
        let around = field.grown(point);
        let mut needs = around | field.grown(taken);
        let left = |chain: Bits| {
            let liberties = field.grown(chain) & empty & !point;
            let near = liberties & field.grown(field.grown(around));
            lowest(if near != 0 { near } else { liberties }).unwrap_or(0)
        };
        let mut rest = around & state.stones[1 - us] & !state.fixed & !taken;
        while let Some(seed) = lowest(rest) {
            let chain = field.flood(seed, state.stones[1 - us]);
            rest &= !chain;
            needs |= chain | left(chain);
        }
        let own = around & state.stones[us];
        if taken == 0 && around & empty == point && own & state.fixed == 0 {
            for seed in each(own) {
                let chain = field.flood(seed, state.stones[us]);
                let liberty = left(chain);
                if liberty != 0 {
                    needs |= chain | liberty;
                    break;
                }
            }
        }
        needs
    }

    /// Whether a play that takes nothing may settle something, where nothing was left to be settled before.
    ///
    /// If the chain of the new stone does not come to live, the eyes of those that do are not next to it, so
    /// that they were the same before. To the other color an empty point less matters only where
    /// all others of that region are next to its stones.
    fn may_settle(&self, state: &State, us: usize, point: Bits) -> bool {
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

    /// The parts of the land that nothing spoils, if they are next to two points of a chain or more, as two eyes are.
    #[inline(always)]
    fn eyes(&self, chain: Bits, land: Bits, spoilt: Bits) -> Bits {
        let field = &self.field;
        let around = field.grown(chain) & land;
        let sound = around & !field.grown(spoilt);
        match sound & sound.wrapping_sub(1) {
            0 => 0,
            _ => land & !field.flood(spoilt, land),
        }
    }

    /// Fixes what is settled, and says who has succeeded if that is settled too; with the points that it
    /// depends on.
    fn settle(&self, state: &mut State) -> (Settled, Bits) {
        if self.cap > 0 && state.lost >= self.cap {
            return (Some(Side::Attacker), 0);
        }
        let at_first = state.fixed;
        // Until nothing has changed for either color.
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
        let (settled, more) = self.outcome(state, |state| self.stands(state));
        (settled, grounds | more)
    }

    /// Who has succeeded in a state in which all is fixed that is settled, and what that depends on beside.
    fn outcome(
        &self,
        state: &State,
        stands: impl Fn(&State) -> Option<(Side, Bits)>,
    ) -> (Settled, Bits) {
        let joins = || self.answers.then(|| self.joins(state)).flatten();
        let by_result = self.result(state).map(|winner| (winner, 0));
        match by_result.or_else(|| stands(state)).or_else(joins) {
            Some((winner, grounds)) => (Some(winner), grounds),
            None => (None, 0),
        }
    }

    /// Who has succeeded because stones on the target live without an answer, although not every eye of
    /// theirs is fixed: it is enough that their owner passes from now on. With those stones and their eyes.
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

    fn result(&self, state: &State) -> Settled {
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

    /// Fixes what belongs to one color for good: chains joined to what is fixed, those that live without
    /// an answer (Benson 1976), and what they enclose if it has no room for two eyes.
    fn fix(&self, state: &mut State, color: usize) {
        let field = &self.field;
        let own = state.stones[color];
        let other = state.stones[1 - color];
        let hostile = other & state.fixed;
        let walls = own & state.fixed;
        let reached = field.flood(walls, own);
        // Where a new stone would save the chain in question, the defender's own points stay in play; so they do around
        // the chain, which could be taken there before he takes what took it.
        let chain = match self.procedure.success {
            Success::Capturing if !state.removed => self.target,
            _ => 0,
        };
        let stays_open = |part: Bits| color == self.defender && part & (self.area | chain) != 0;
        let mut living = reached;
        if own & !reached != 0 {
            let inside = field.grown(own);
            // A region that is not filled could be spoilt by its owner, who captures in it.
            let is_eye = |region: Bits| !stays_open(region) && self.is_small(region, inside);
            living = self.unconditionally_alive(state, color, reached, is_eye);
        }
        if living == 0 {
            return;
        }
        state.fixed |= living;
        // Most parts meet a fixed stone of the other color, or are large.
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

    /// Whether a part has no room for two eyes, given the points next to what surrounds it.
    #[inline(always)]
    fn is_small(&self, part: Bits, inside: Bits) -> bool {
        let inner = part & !inside;
        let more = inner & inner.wrapping_sub(1);
        more == 0 || more.is_power_of_two() && self.field.grown(more) & inner == inner
    }

    /// All points but one color's stones and those that are fixed without a stone.
    #[inline(always)]
    fn land(&self, state: &State, color: usize) -> Bits {
        let own = state.stones[color];
        self.field.all & !own & (!state.fixed | state.stones[1 - color])
    }

    /// Points that make no eye of a color's stones the part of the [land](Fight::land) that they are in: fixed stones of the
    /// other color, and empty points that are next to none of the stones.
    #[inline(always)]
    fn spoilt(&self, state: &State, color: usize, stones: Bits) -> Bits {
        let hostile = state.stones[1 - color] & state.fixed;
        hostile | self.empty(state) & !self.field.grown(stones)
    }

    /// The stones of one color that live without an answer (Benson 1976), and those reached from what is fixed; only
    /// regions that are taken for eyes count.
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

    /// Takes out of the game what can have no bearing on it: parts without a point that matters, and
    /// fixed stones next to nothing in play.
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

    /// Bans that no longer close a ko are forgotten, and passes for what is no ko any more; the rest is put in order.
    fn drop_bans(&self, state: &mut State) {
        if state.bans == [FREE; MOST_KOS] && state.freed == [FREE; MOST_FREED] {
            return;
        }
        let kept = |name: u8| if self.is_ko(state, name) { name } else { FREE };
        (state.bans, state.freed) = (state.bans.map(kept), state.freed.map(kept));
        state.bans.sort_unstable();
        state.freed.sort_unstable();
    }

    /// Whether what a name stands for still is a ko: a single stone, and its only liberty closed in by its color.
    fn is_ko(&self, state: &State, name: u8) -> bool {
        let field = &self.field;
        let empty = self.empty(state);
        let at = place(name);
        let stones = match self.procedure.ko {
            KoBan::NextTurn => field.grown(at & empty) & state.stones[1 - usize::from(name >> 7)],
            _ => at & (state.stones[0] | state.stones[1]),
        };
        each(stones & !state.fixed).any(|stone| {
            let color = usize::from(stone & state.stones[1] != 0);
            let around = field.grown(stone) & !stone;
            let liberty = around & empty;
            around & state.stones[color] == 0
                && liberty.is_power_of_two()
                && field.grown(liberty) & !liberty & (empty | state.stones[1 - color]) == 0
        })
    }

    /// What a ko is known by, of the point where it is taken and the stone that is taken in it: the stone, of which the
    /// point is the only liberty; but where a ban lasts for one turn, in which no other ko comes about there, the point.
    #[inline(always)]
    fn known_by(&self, point: Bits, stone: Bits) -> Bits {
        match self.procedure.ko {
            KoBan::NextTurn => point,
            _ => stone,
        }
    }
}

/// A ko, by what it is [known by](Fight::known_by), and a side that may not take it or has passed for it.
fn ko(color: usize, at: Bits) -> u8 {
    at.trailing_zeros() as u8 | (color as u8) << 7
}

fn place(name: u8) -> Bits {
    1 << (name & 0x7f)
}

enum Played {
    /// The state after the move, before anything is settled in it, and what the move depends on.
    Legal(State, Bits),
    /// With what the ko is known by.
    Banned(Bits),
    /// More kos are closed than there is room for.
    Untracked,
    Suicide,
}

/// The chains in play.
struct Chains {
    chains: [Vec<Chain>; 2],
    /// Stones with exactly one liberty.
    one_liberty: [Bits; 2],
    /// Stones that are fixed or have two liberties and more.
    free: [Bits; 2],
}

struct Chain {
    stones: Bits,
    liberties: Bits,
}

impl Chains {
    /// The chains that reach into a part of the field.
    fn of(field: &Field, state: &State, empty: Bits, near: Bits) -> Chains {
        let mut view = Chains {
            chains: [Vec::new(), Vec::new()],
            one_liberty: [0; 2],
            free: [0; 2],
        };
        for color in 0..2 {
            let stones = state.stones[color];
            view.free[color] = stones & state.fixed;
            let open = stones & !state.fixed;
            let mut rest = open & near;
            while let Some(seed) = lowest(rest) {
                let part = field.flood(seed, open);
                rest &= !part;
                let liberties = field.grown(part) & empty;
                if liberties & liberties.wrapping_sub(1) == 0 {
                    view.one_liberty[color] |= part;
                    view.chains[color].push(Chain {
                        stones: part,
                        liberties,
                    });
                } else {
                    view.free[color] |= part;
                }
            }
        }
        view
    }
}

#[cfg(test)]
mod tests {
    use super::super::field::tests::rectangle;
    use super::*;
    use crate::playout::{dice, roll};

    /// A play settles all that there is to be settled, though most are not asked about it.
    #[test]
    fn nothing_is_left_to_be_settled() {
        let mut dice = dice(5);
        let mut decided = 0;
        for round in 0..240 {
            let (width, height) = [(3, 3), (5, 4), (6, 5), (9, 9)][round % 4];
            let field = rectangle(width, height);
            let size = field.all.count_ones() as usize;
            let target = 1 << roll(&mut dice, size);
            let procedure = match round / 4 % 3 {
                0 => Procedure::JAPANESE_1989,
                1 => Procedure::LOCAL,
                _ => Procedure::PROPOSAL_2012,
            };
            let fight = Fight {
                target,
                area: target & Bits::from(procedure.success == Success::Capturing).wrapping_neg(),
                field,
                procedure,
                defender: round / 2 % 2,
                claims: false,
                holds: false,
                cap: 0,
                answers: true,
            };
            let (mut state, _) = fight.start([0; 2], 0);
            for _ in 0..4 * size {
                let mut plays = Vec::new();
                fight.plays(&state, Bits::MAX, &mut plays);
                for ply in &plays {
                    let mut after = ply.after;
                    let settled = fight.settle(&mut after).0;
                    assert_eq!((after, settled), (ply.after, ply.settled), "{state:?}");
                }
                decided += plays.iter().filter(|ply| ply.settled.is_some()).count();
                plays.retain(|ply| ply.settled.is_none());
                state = match plays.len() {
                    0 => fight.pass(&state).after,
                    count => plays[roll(&mut dice, count)].after,
                };
            }
        }
        assert!(decided > 1_000, "{decided}");
    }

    // The moves below, on 5 by 5 points.
    const A1: Step = 0;
    const C1: Step = 2;
    const A2: Step = 5;
    const A4: Step = 15;
    const D5: Step = 23;
    const E5: Step = 24;

    /// Whether the last of some moves can be made, by the procedure of 1989 with a reading of its ko ban. White moves first.
    ///
    /// ```text
    /// X O .
    /// . X .
    /// X O .
    /// ```
    fn can_be_made(ko: KoBan, moves: &[Step]) -> bool {
        let field = rectangle(5, 5);
        let fight = Fight {
            target: 1 << 6,
            area: field.all,
            field,
            procedure: Procedure {
                ko,
                ..Procedure::JAPANESE_1989
            },
            defender: 0,
            claims: false,
            holds: false,
            cap: 0,
            answers: true,
        };
        let (mut state, _) = fight.start([1 | 1 << 6 | 1 << 10, 1 << 1 | 1 << 11], 0);
        for (number, &step) in moves.iter().enumerate() {
            let mut found = Vec::new();
            fight.moves(&state, &mut found);
            match found.into_iter().find(|ply| ply.step == step) {
                Some(ply) => state = ply.after,
                None => {
                    assert_eq!(number + 1, moves.len(), "move {number} of {moves:?}");
                    return false;
                }
            }
        }
        true
    }

    /// White takes the ko with A2. When he has taken A3 too, A2 is in no ko any more, but B1 is: Black may take that at A1.
    #[test]
    fn a_ban_does_not_pass_to_another_ko_on_its_point() {
        for ko in [KoBan::KoPass, KoBan::PassForEach, KoBan::PassOnceForEach] {
            assert!(!can_be_made(ko, &[A2, A1]), "{ko:?}");
            assert!(can_be_made(ko, &[A2, C1, A4, A1]), "{ko:?}");
        }
    }

    /// Black passes for the ko and takes back; White passes for it and takes it again. Black need not pass once more, if one
    /// pass is enough, but wait for a turn.
    #[test]
    fn what_a_side_has_passed_for_is_kept_when_the_ko_is_taken() {
        let again = [A2, KO_PASS, PASS, A1, KO_PASS, D5, A2];
        for (ko, is_enough) in [(KoBan::PassForEach, false), (KoBan::PassOnceForEach, true)] {
            let at_once = [&again[..], &[A1]].concat();
            assert!(!can_be_made(ko, &at_once), "{ko:?}");
            let later = [&again[..], &[E5, PASS, A1]].concat();
            assert_eq!(can_be_made(ko, &later), is_enough, "{ko:?}");
        }
    }
}
