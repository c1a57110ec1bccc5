//! Life and death, exact: what is proved of a board without any estimate.
//!
//! [`benson`] finds the chains that live without an answer and the points that are theirs for good;
//! [`reading`] plays out fights by the procedure of the rules; [`proof`] checks what reading found. Knows
//! neither playouts nor games, and ends *unsettled* where it runs out of room.

pub mod benson;
pub mod chain;
pub mod procedure;
pub mod proof;
pub mod reading;
pub mod region;
pub mod variation;
