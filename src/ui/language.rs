//! Boards, rules, judgements and scored games in English and Japanese.
//!
//! All bilingual words and sentences are in one table, `words`; the other files fill in its blanks.
//! Errors are the exception: they display themselves in English, and `refusals` has their Japanese.

mod citations;
pub(crate) mod explanation;
pub(crate) mod fight;
pub(crate) mod groups;
mod judgement;
pub(crate) mod look;
mod points;
mod position;
mod questions;
mod refusals;
pub(crate) mod scored;
mod values;
mod words;
pub(crate) mod zones;

pub use explanation::{comparison, explained, explanation, heading, reinforcements};
pub use judgement::{chains, contradictions, finish, judgement, meant, remarks, score, tally};
pub use look::{Look, picture};
pub use points::point_heading;
pub(crate) use points::point_in_short;
pub use position::{board, breach, displacement, phase, rules, terms};
pub use questions::{ScoreQuestion, told};
pub(crate) use scored::{forgiven, remedied};
pub use words::Language;
pub(crate) use words::Words;
