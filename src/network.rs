//! Networks of KataGo's (Wu 2019): their files, and what they say of positions, computed on the processor.
//!
//! A [`KataModel`] is read from a file; [`Inputs`] say what it is told of a [`Position`](crate::position::Position), with the
//! nearest [rules](Told) that it knows; what it says is an [`Evaluation`]. `docs/networks.md` describes files, rules and speed.

mod adviser;
mod area;
mod arithmetic;
mod attention;
mod block;
mod convolution;
mod evaluation;
mod head;
mod inputs;
mod ladder;
mod layer;
mod matrix;
mod model;
mod reader;
mod source;
mod symmetry;
#[cfg(test)]
pub(crate) mod tests;
mod told;

pub use adviser::Adviser;
pub use evaluation::Evaluation;
pub use inputs::Inputs;
pub use model::{KataModel, OPTIMISM_AT_ROOT};
pub use reader::{ModelError, Problem};
pub use source::Source;
pub use symmetry::Symmetry;
pub use told::{Told, ToldKo};
