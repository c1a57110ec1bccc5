//! The game: boards, positions, rules, territory and score.
//!
//! Nothing here knows how a position is judged or searched, or how games are written down.
//! [`territory`] and [`score`] count a board whose dead stones are given. The end of a playout and
//! a judged position are both counted there, so the engine plays toward the rules it scores by.

pub mod board;
pub mod color;
#[cfg(feature = "serde")]
mod plain;
pub mod point;
pub mod position;
pub mod rules;
pub mod score;
pub mod territory;
