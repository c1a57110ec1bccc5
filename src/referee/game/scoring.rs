//! Scoring of recorded games: the final position is judged and counted without a search.
//!
//! It handles no files, and no text except the rules and results of records.

mod difference;
mod recorded;
mod scored;

pub use difference::{Agreement, Reason};
pub use recorded::Recorded;
pub use scored::{Request, RulesSource, ScoredGame, ScoringError};
