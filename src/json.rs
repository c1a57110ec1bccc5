//! Recorded games and positions as JSON in, scores as JSON out: what `wakari score`, other programming languages and
//! browsers share.
//!
//! Knows no lines and no streams: a request is a text, and its answer is another.

mod answer;
mod query;
mod scored;

pub use answer::{answer, answer_asking, refusal};
pub(crate) use scored::{Extras, ScoreLine};
