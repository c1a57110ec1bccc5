//! KataGo networks (Wu 2019): model files, input features and CPU inference.
//!
//! [`KataModel`] is a model read from a file. [`Inputs`] encodes a
//! [`Position`](crate::go::position::Position) as features; rules that the features cannot express
//! are mapped to the [nearest ones](Told). The output is an [`Evaluation`]. [`Adviser`] wraps a
//! model as an evaluator with a cache. File formats, rules and speed are described in
//! `docs/networks.md`.

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
#[cfg(test)]
pub(crate) mod tests;
mod told;

pub use adviser::Adviser;
pub use evaluation::Evaluation;
pub use inputs::Inputs;
pub use model::{KataModel, OPTIMISM_AT_ROOT};
pub use reader::{ModelError, Problem};
pub use source::Source;
pub use told::{Told, ToldKo};
