//! Everything that a report says, before it is put into words.

use super::comparison::{self, RulesResult};
use super::course::{self, Standing};
use super::demonstration::{self, Demonstration};
use super::mistakes::{self, Mistake};
use super::progress::Activity;
use super::replay::Replay;
use super::searcher::Searches;
use crate::color::PerColor;
use crate::game::scoring::{Request, ScoredGame, ScoringError};
use crate::sgf::Record;
use crate::tree::oracle::Oracle;
use std::num::NonZeroUsize;
use std::sync::Arc;

/// A recorded game, judged and examined.
#[derive(Clone, Debug)]
pub struct Report {
    /// What the game ends with under its own rules.
    pub scored: ScoredGame,
    /// The end under every preset, those that make no difference together; the game's own rules first.
    pub by_rules: Vec<RulesResult>,
    /// How the doubtful chains live or die.
    pub demonstrations: Vec<Demonstration>,
    /// The moves of the game.
    pub replay: Replay,
    /// How the game stood at first and after each move; empty if that was not asked for.
    pub course: Vec<Standing>,
    /// How far the results lie apart that the last search expects: their standard deviation in points.
    pub scatter: f64,
    /// The largest mistakes of each side, the largest first; `None` if that was not asked for.
    pub mistakes: Option<PerColor<Vec<Mistake>>>,
}

impl Report {
    /// Judges the end of a record and examines what led to it. With `searches`, each position of the game is searched
    /// so, and what may be a mistake again. `progress` is told the activity, how many of its steps are done, and how many there are.
    ///
    /// The same request gives the same report.
    ///
    /// # Errors
    ///
    /// A [`ScoringError`] if the record cannot be played on its board so far.
    pub fn of(
        record: &Record,
        request: &Request,
        searches: Option<&Searches>,
        progress: &mut dyn FnMut(Activity, usize, usize),
    ) -> Result<Report, ScoringError> {
        Report::asking(None, record, request, searches, NonZeroUsize::MIN, progress)
    }

    /// The same, but an oracle, if there is one, is asked too about what is not proved or read of the end, and `jobs` rule
    /// sets or positions are worked on at the same time, each with memory of its own. The report does not depend on `jobs`.
    ///
    /// # Errors
    ///
    /// A [`ScoringError`] if the record cannot be played on its board so far.
    pub fn asking(
        oracle: Option<&Arc<dyn Oracle>>,
        record: &Record,
        request: &Request,
        searches: Option<&Searches>,
        jobs: NonZeroUsize,
        progress: &mut dyn FnMut(Activity, usize, usize),
    ) -> Result<Report, ScoringError> {
        let scored = ScoredGame::asking(oracle, record, request)?;
        let by_rules = comparison::by_rules(oracle, record, request, &scored, jobs, progress)?;
        let demonstrations = demonstration::all(&scored, &by_rules, &request.effort, progress);
        let replay = Replay::of_record(record, &scored);
        let searched = searches.map_or(Vec::new(), |searches| {
            course::searched(record, &scored, searches, jobs, progress)
        });
        let mistakes = searches.map(|searches| {
            mistakes::mistakes(record, &scored, &searched, searches, jobs, progress)
        });
        Ok(Report {
            scored,
            by_rules,
            demonstrations,
            replay,
            course: course::course(&searched),
            scatter: searched.last().map_or(0.0, |last| last.scatter),
            mistakes,
        })
    }
}
