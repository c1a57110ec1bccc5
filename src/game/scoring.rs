//! What a recorded game ends with: its final position, judged and counted, without any search.
//!
//! Knows no files and no text but that of rules and results in records.

mod difference;
mod recorded;
mod scored;

pub use difference::{Agreement, Reason};
pub use recorded::Recorded;
pub use scored::{Request, ScoredGame, ScoringError, Source};
