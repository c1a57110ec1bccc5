//! Report: the contents of a game report, before they are put into words.

use super::comparison::{self, RulesResult};
use super::course::{self, Standing};
use super::demonstration::{self, Demonstration};
use super::mistakes::{self, Mistake};
use super::progress::Activity;
use super::replay::Replay;
use super::searcher::Searches;
use crate::formats::sgf::Record;
use crate::go::color::PerColor;
use crate::go::score::Score;
use crate::mcts::tree::oracle::Oracle;
use crate::referee::game::scoring::{Request, ScoredGame, ScoringError};
use std::num::NonZeroUsize;
use std::sync::Arc;

/// A recorded game, judged and analyzed.
#[derive(Clone, Debug)]
pub struct Report {
    /// The score under the game's own rules.
    pub scored: ScoredGame,
    /// The scores with either side first, if points are unclear and the scores differ.
    pub both: Option<PerColor<Score>>,
    /// Scores under every preset, grouped where they agree; the game's own rules first.
    pub by_rules: Vec<RulesResult>,
    /// Explanations of the doubtful chains.
    pub demonstrations: Vec<Demonstration>,
    /// The moves of the game.
    pub replay: Replay,
    /// Win rate and lead at the start and after each move; empty without analysis.
    pub course: Vec<Standing>,
    /// Standard deviation, in points, of the final score that the last search expects.
    pub scatter: f64,
    /// The largest mistakes of each side, largest first; `None` without analysis.
    pub mistakes: Option<PerColor<Vec<Mistake>>>,
}

impl Report {
    /// Judges the end of a record and analyzes the game.
    ///
    /// With `searches`, each position is searched, and suspected mistakes are searched again.
    /// `progress` receives the activity, the number of finished steps and the total. Reports are
    /// deterministic.
    ///
    /// # Errors
    ///
    /// Returns a [`ScoringError`] if the record cannot be played on its board up to that point.
    pub fn of(
        record: &Record,
        request: &Request,
        searches: Option<&Searches>,
        progress: &mut dyn FnMut(Activity, usize, usize),
    ) -> Result<Report, ScoringError> {
        Report::asking(None, record, request, searches, NonZeroUsize::MIN, progress)
    }

    /// Like [`of`](Report::of), with an evaluator and parallel work.
    ///
    /// The evaluator, if any, contributes to judgements that are not proved or read. `jobs` rule
    /// sets or positions are processed in parallel, each with its own memory; the report does not
    /// depend on `jobs`.
    ///
    /// # Errors
    ///
    /// Returns a [`ScoringError`] if the record cannot be played on its board up to that point.
    pub fn asking(
        oracle: Option<&Arc<dyn Oracle>>,
        record: &Record,
        request: &Request,
        searches: Option<&Searches>,
        jobs: NonZeroUsize,
        progress: &mut dyn FnMut(Activity, usize, usize),
    ) -> Result<Report, ScoringError> {
        let scored = ScoredGame::asking(oracle, record, request)?;
        let both = scored.scores_by_first_move(&request.effort);
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
            both,
            by_rules,
            demonstrations,
            replay,
            course: course::course(&searched),
            scatter: searched.last().map_or(0.0, |last| last.scatter),
            mistakes,
        })
    }
}
