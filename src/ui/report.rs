//! Game reports as an HTML page, as text or as a picture.
//!
//! A report holds the score of a recorded game under every rule set, the life and death of doubtful
//! stones, and optionally win rates and mistakes. Reads and writes no files.

mod chart;
mod comparison;
mod contents;
mod course;
mod demonstration;
mod figures;
mod mistakes;
mod page;
mod phrases;
mod progress;
mod replay;
mod script;
mod searcher;
mod sheet;
mod text;
mod zones;

pub use comparison::{RuleDifference, RulesResult};
pub use contents::Report;
pub use course::Standing;
pub use demonstration::Demonstration;
pub use mistakes::Mistake;
pub use page::page;
pub use progress::Activity;
pub use replay::{Replay, ReplayStep};
pub use searcher::Searches;
pub use sheet::{Sheet, sheet};
pub use text::text;
