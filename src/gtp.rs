//! G.
pub mod command;
pub mod line;
pub mod reply;
