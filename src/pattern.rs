//! Move prediction learned from games: how likely a player is to choose each move.
//!
//! A move is a team of features (the shapes around it, what it captures or saves, its distance from the last moves). Each
//! feature has a strength, the strength of a team is their product, and the probability of a move is its share of the strengths
//! of all moves: the generalized Bradley–Terry model of Coulom (2007, *Computing Elo Ratings of Move Patterns in the Game of
//! Go*). The logarithms of the strengths are the weights of a multinomial logistic regression, fitted by [`train`]. A larger
//! shape adds to the weights of the smaller ones within it. What patterns cannot see, further away, a [`network`] corrects. A
//! [`Predictor`] is asked.
//!
//! Knows boards and moves; neither rules nor the search.

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
pub use predictor::{Outcome, Prediction, Predictor};
