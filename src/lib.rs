//! Wakari.
pub mod board;
pub mod color;
pub mod playout;
pub mod point;
