//! What a recorded game ends with: its final position, judged and counted, without any search.
//!
//! Knows no files and no text but that of rules and results in records.

mod difference;
mod scored;

pub use difference::{Agreement, Reason, Recorded};
pub use scored::{Request, ScoredGame, ScoringError, Source};
