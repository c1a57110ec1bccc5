//! Life and death.

pub mod benson;
pub mod chain;
pub mod region;
