//! The referee: judges positions, ends games by each rule set, and scores records.
//!
//! [`judge`] decides which stones are dead and why, [`ending`] leads a game to its end, and
//! [`game`] holds a game in progress. Nothing here knows how moves are chosen.

#[cfg(feature = "engine")]
pub mod ending;
#[cfg(feature = "engine")]
pub mod game;
#[cfg(feature = "engine")]
pub mod judge;
