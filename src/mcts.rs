//! Monte Carlo tree search: playouts, move patterns, neural networks and the search tree.
//!
//! Nothing here knows clocks, passing, resigning, or how stones are judged alive or dead.

#[cfg(feature = "cli")]
pub mod network;
#[cfg(feature = "engine")]
pub mod pattern;
#[cfg(feature = "engine")]
pub mod playout;
#[cfg(feature = "engine")]
pub mod tree;
#[cfg(feature = "engine")]
pub(crate) mod winograd;
