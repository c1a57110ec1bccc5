//! Zobrist keys (Albert Zobrist 1970), and the hash of the stones on a board as an observer.

use super::{Board, Observer};
use crate::color::{Color, PerColor};
use crate::point::{PerPoint, Point};

/// Exclusive or of the keys of all stones on a board; zero for an empty one.
///
/// Knows neither whose turn it is nor what a ko forbids. Two boards of one size with the same stones have
/// the same hash; those with other stones have another one but for a chance of one in 2⁶⁴.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BoardHash(pub u64);

impl BoardHash {
    /// The hash recomputed from the stones.
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

/// The output of SplitMix64 (Guy Steele and others 2014), a different stretch of it for each color.
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
