//! Zobrist hashing (Albert Zobrist 1970) of the stones on a board, as an observer.

use super::{Board, Observer};
use crate::go::color::{Color, PerColor};
use crate::go::point::{PerPoint, Point};

/// The exclusive or of the keys of all stones on a board; zero for an empty one.
///
/// The hash ignores the side to move and the ko ban. Boards of one size with equal stones have
/// equal hashes. Different stones collide with probability 2⁻⁶⁴.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BoardHash(pub u64);

impl BoardHash {
    /// Computes the hash from the stones.
    pub fn of(board: &Board) -> BoardHash {
        let mut hash = BoardHash::default();
        for point in board.size().points() {
            if let Some(color) = board.at(point) {
                hash.toggle(color, point);
            }
        }
        hash
    }

    #[inline(always)]
    fn toggle(&mut self, color: Color, at: Point) {
        self.0 ^= KEYS.0[color as usize][at];
    }
}

impl Observer for BoardHash {
    #[inline(always)]
    fn placed(&mut self, color: Color, at: Point) {
        self.toggle(color, at);
    }

    #[inline(always)]
    fn lifted(&mut self, color: Color, at: Point) {
        self.toggle(color, at);
    }
}

static KEYS: PerColor<PerPoint<u64>> = PerColor::new(keys(1), keys(2));

/// Generates keys with SplitMix64 (Guy Steele and others 2014), a separate stretch for each color.
const fn keys(stream: u64) -> PerPoint<u64> {
    let mut keys = PerPoint::new(0);
    let mut at = 0;
    while at < keys.0.len() {
        let step = stream * keys.0.len() as u64 + at as u64;
        let mut z = step.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        keys.0[at] = z ^ z >> 31;
        at += 1;
    }
    keys
}
