//! Move prediction by patterns and a small network, learned from games.
//!
//! A move is a team of features: the shapes around it, captures and escapes, its distance from the
//! last moves. Each feature has a strength. The strength of a team is their product, and the
//! probability of a move is its share of the strengths of all moves: the generalized Bradley–Terry
//! model of Coulom (2007, *Computing Elo Ratings of Move Patterns in the Game of Go*). The
//! logarithms of the strengths are the weights of a multinomial logistic regression, fitted by
//! [`train`]. A larger shape adds to the weights of the smaller ones within it. A [`network`]
//! corrects for what lies further away. The entry point is [`Predictor`].
//!
//! Knows neither rules nor the search.

pub mod evaluation;
pub mod game;
pub mod lesson;
pub mod network;
pub mod train;

mod features;
mod ladder;
mod mark;
mod model;
mod predictor;
mod shape;

pub use model::PatternModel;
pub use predictor::{PredictedOutcome, Prediction, Predictor};
