//! Marks: tactical features of a move as bits.
//!
//! A mark is the effect of a move on chains with few liberties. `LAST` concerns the chain of the
//! last move, `FROM_LAST` a chain adjacent to it, `LARGE` a large chain, `CAUGHT` and `IN_VAIN` a
//! chain that a ladder captures.

pub(super) const CAPTURES: u32 = 1;
pub(super) const CAPTURES_LAST: u32 = 1 << 1;
pub(super) const CAPTURES_CAUGHT: u32 = 1 << 2;
pub(super) const CAPTURES_LARGE: u32 = 1 << 3;
pub(super) const CAPTURE_SAVES: u32 = 1 << 4;
pub(super) const CAPTURE_SAVES_LARGE: u32 = 1 << 5;
pub(super) const RUNS: u32 = 1 << 6;
pub(super) const RUNS_FROM_LAST: u32 = 1 << 7;
pub(super) const RUNS_LARGE: u32 = 1 << 8;
pub(super) const RUNS_IN_VAIN: u32 = 1 << 9;
pub(super) const CATCHES: u32 = 1 << 10;
pub(super) const CATCHES_LAST: u32 = 1 << 11;
pub(super) const CATCHES_LARGE: u32 = 1 << 12;
pub(super) const ATARI: u32 = 1 << 13;
pub(super) const ATARI_LAST: u32 = 1 << 14;
pub(super) const PROTECTS: u32 = 1 << 15;
pub(super) const PROTECTS_FROM_LAST: u32 = 1 << 16;
pub(super) const PROTECTS_LARGE: u32 = 1 << 17;
pub(super) const PROTECTS_IN_VAIN: u32 = 1 << 18;
pub(super) const SHORTENS: u32 = 1 << 19;
pub(super) const SHORTENS_LAST: u32 = 1 << 20;
pub(super) const LENGTHENS: u32 = 1 << 21;
pub(super) const LENGTHENS_FROM_LAST: u32 = 1 << 22;
pub(super) const VITAL: u32 = 1 << 23;
pub(super) const COUNT: usize = 24;
