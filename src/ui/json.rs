//! The JSON interface of scoring, shared by `wakari score`, other programming languages and
//! browsers.
//!
//! A request is a recorded game or a position, and the answer is its score. Both are plain texts:
//! this module knows nothing about lines or streams.

mod answer;
pub(crate) mod fight;
mod query;
mod scored;

pub use answer::{answer, answer_asking, refusal};
pub(crate) use scored::{Extras, ScoreLine};
