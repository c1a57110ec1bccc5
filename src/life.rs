//! Life and death, exact: what follows from the rules for a board, without any estimate.
//!
//! [`benson`] finds the chains that live without an answer and the points that are theirs for good; [`safety`] is about
//! chains that live by answers in parts of the board that do not meddle with each other;
//! [`reading`] solves fights by the [procedure] of the rules, and gives a [`proof`] of what it finds, which is checked
//! without it. What needs more room or time than there is ends *unsettled*; what reading assumes it says. Knows neither
//! playouts nor the moves of a game.

pub mod benson;
pub mod chain;
pub mod meter;
pub mod procedure;
pub mod proof;
pub mod question;
pub mod reading;
pub mod region;
pub mod safety;
pub mod variation;
