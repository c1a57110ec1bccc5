//! Life and death from the rules, by theorem and by exact search.
//!
//! [`benson`] finds chains that live without an answer and the territory they settle. [`safety`]
//! proves chains safe by local answers in disjoint zones of the board. [`reading`] searches the
//! game that judges a chain under a rule set, its [procedure], and turns the result into a
//! [`proof`] that is verified without the search.
//!
//! A result is proved unless it rests on one of the assumptions that [`reading`] lists. A question
//! that runs out of budget stays *unsettled*. Nothing here estimates: there are no playouts and no
//! networks, and no knowledge of the course of a game.

pub mod benson;
pub mod certificate;
pub mod chain;
pub mod meter;
pub mod procedure;
pub mod proof;
pub mod question;
pub mod reading;
pub mod region;
pub mod safety;
pub mod solve;
pub mod variation;
