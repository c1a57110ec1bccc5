//! Wakari.
pub mod board;
pub mod color;
pub mod contest;
pub mod life;
pub mod playout;
pub mod point;
pub mod position;
pub mod rules;
pub mod score;
pub mod search;
pub mod territory;
