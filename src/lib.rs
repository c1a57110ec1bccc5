//! Wakari.
pub mod board;
pub mod cli;
pub mod color;
pub mod contest;
pub mod engine;
pub mod files;
pub mod gtp;
pub mod life;
pub mod playout;
pub mod point;
pub mod position;
pub mod report;
pub mod rules;
pub mod score;
pub mod search;
pub mod sgf;
pub mod territory;
