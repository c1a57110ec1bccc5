//! All there is to say of a recorded game: its end under every set of rules, how doubtful stones live or die, how
//! the game went.
//!
//! Knows no files, no words and no pictures.

mod chart;
mod comparison;
mod course;
mod demonstration;
mod figures;
mod judged;
mod page;
mod replay;
mod text;

pub use comparison::{Count, Difference};
pub use course::Estimate;
pub use demonstration::Demonstration;
pub use judged::{difference, mark, marks, no_reason, reason, repeated};
pub use page::page;
pub use replay::{Replay, Stage};
pub use text::report;

use crate::scoring::{Request, ScoredGame, ScoringError};
use crate::sgf::Record;

/// What is being worked on, for those who wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// The end of the game under one set of rules after the other.
    Counting,
    /// One doubtful chain after the other.
    Reading,
    /// The game, position by position.
    Analysing,
}

/// A recorded game, judged and examined.
#[derive(Clone, Debug)]
pub struct Report {
    /// What the game ends with under its own rules.
    pub ruling: ScoredGame,
    /// The end under every preset, those that make no difference together; the game's own rules first.
    pub counts: Vec<Count>,
    /// How the chains of which more is to be said live or die.
    pub demonstrations: Vec<Demonstration>,
    /// The moves of the game.
    pub replay: Replay,
    /// How the game stood at first and after each move; empty if that was not asked for.
    pub course: Vec<Estimate>,
}

impl Report {
    /// Judges the end of a record and everything that belongs to it; with `playouts`, estimates each position
    /// by a search of so many. Tells `progress` what is being done, how much of it is done, and how much there
    /// is in all.
    ///
    /// The same request gives the same review.
    ///
    /// # Errors
    ///
    /// A [`ScoringError`] if the record cannot be played on its board so far.
    pub fn of(
        record: &Record,
        request: &Request,
        playouts: Option<u64>,
        progress: &mut dyn FnMut(Task, usize, usize),
    ) -> Result<Report, ScoringError> {
        let ruling = ScoredGame::of(record, request)?;
        let counts = comparison::counts(record, request, &ruling, progress)?;
        let demonstrations = demonstration::all(&ruling, &counts, &request.effort, progress);
        let replay = Replay::of_record(record, &ruling);
        let course = playouts.map_or(Vec::new(), |playouts| {
            course::course(record, &ruling, playouts, progress)
        });
        Ok(Report {
            ruling,
            counts,
            demonstrations,
            replay,
            course,
        })
    }
}
