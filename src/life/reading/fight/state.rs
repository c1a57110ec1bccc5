//! The states of a local game, and move codes.

use crate::life::reading::field::Bits;

/// A move as a number: a point of the field, or one of the passes.
pub(crate) type MoveCode = u8;
/// The plain pass.
pub(crate) const PASS: MoveCode = 0x80;
/// A pass that lifts the bans of all kos. Higher codes are passes for one ko each.
pub(crate) const KO_PASS: MoveCode = 0x81;

/// The most kos that are closed at once. A state with more is [unknown](State::UNKNOWN).
pub(super) const MOST_KOS: usize = 8;
/// The most passes for kos that are remembered, for both sides together.
pub(super) const MOST_FREED: usize = 4;

/// A ko and a side: the point that [names the ko](super::game::Fight::known_by), with the color in
/// the highest bit.
pub(super) type KoName = u8;
/// An unused slot.
pub(super) const FREE: KoName = u8::MAX;

/// Everything that the rest of the game depends on.
///
/// Settled points are [`fixed`](State::fixed): they carry stones of the side that keeps them and
/// never change. States that differ only in how a point was settled are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State {
    /// The stones of each color, including those on fixed points.
    pub(crate) stones: [Bits; 2],
    /// Points that never change any more.
    pub(crate) fixed: Bits,
    /// The defender's stones played since the root, if the procedure counts them.
    pub(crate) new: Bits,
    /// Kos closed to a side.
    pub(super) bans: [KoName; MOST_KOS],
    /// Kos that a side has passed for, so that its bans last one turn. Named by the stone that
    /// stands in them now.
    pub(super) freed: [KoName; MOST_FREED],
    /// True if the target has been captured, if the procedure asks for it.
    pub(crate) removed: bool,
    /// The color to move.
    pub(crate) turn: u8,
    /// The stones that the defender has lost minus those captured in return, never below 0, if
    /// losses are counted.
    pub(crate) lost: u16,
}

impl State {
    /// Stands for every state with more closed kos than slots. No other state has two stones on one
    /// point.
    ///
    /// It is never explored, so it proves nothing for either side.
    pub(crate) const UNKNOWN: State = State {
        stones: [Bits::MAX; 2],
        fixed: 0,
        new: 0,
        bans: [FREE; MOST_KOS],
        freed: [FREE; MOST_FREED],
        removed: false,
        turn: 0,
        lost: 0,
    };

    /// Returns true if this is [`UNKNOWN`](State::UNKNOWN).
    pub(crate) fn is_unknown(&self) -> bool {
        self.stones[0] & self.stones[1] != 0
    }

    /// Returns true if another state agrees on a zone and has an equal side to move.
    pub(crate) fn is_like(&self, other: &State, zone: Bits) -> bool {
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

    /// Hashes what [`is_like`](State::is_like) compares on a zone.
    #[inline(always)]
    pub(crate) fn key(&self, zone: Bits) -> u64 {
        let [a, b] = self.stones.map(|stones| halves(stones & zone));
        let fixed = halves(self.fixed & zone);
        let bans = u64::from_le_bytes(self.bans_within(zone)) ^ u64::from(self.turn);
        mix([[a[0], b[0]], [a[1], b[1]], [fixed[0], fixed[1] ^ bans]])
    }

    /// Hashes the whole state.
    pub(crate) fn hash(&self) -> u64 {
        let rest = u64::from(self.lost) << 16 | u64::from(self.turn) << 8 | u64::from(self.removed);
        let freed = u64::from(u32::from_le_bytes(self.freed));
        let [a, b] = self.stones.map(halves);
        let rest = [u64::from_le_bytes(self.bans), rest | freed << 32];
        mix([a, b, halves(self.fixed), halves(self.new), rest])
    }

    /// Sorts the bans, so that the order of closing kos makes no difference.
    pub(super) fn sort_bans(&mut self) {
        self.bans.sort_unstable();
    }

    #[inline(always)]
    fn bans_within(&self, zone: Bits) -> [KoName; MOST_KOS] {
        if self.bans == [FREE; MOST_KOS] {
            self.bans
        } else {
            self.some_bans_within(zone)
        }
    }

    fn some_bans_within(&self, zone: Bits) -> [KoName; MOST_KOS] {
        let is_in = |name: KoName| name != FREE && zone & ko_point(name) != 0;
        let mut bans = self.bans.map(|name| if is_in(name) { name } else { FREE });
        bans.sort_unstable();
        bans
    }
}

/// Names the ko at a point for a side.
pub(super) fn ko_name(color: usize, at: Bits) -> KoName {
    at.trailing_zeros() as u8 | (color as u8) << 7
}

/// Returns the point of a ko.
pub(super) fn ko_point(name: KoName) -> Bits {
    1 << (name & 0x7f)
}

/// Returns the side that a ko is named for.
pub(super) fn ko_side(name: KoName) -> usize {
    usize::from(name >> 7)
}

fn halves(bits: Bits) -> [u64; 2] {
    [bits as u64, (bits >> 64) as u64]
}

/// Hashes pairs of words by multiplication.
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
