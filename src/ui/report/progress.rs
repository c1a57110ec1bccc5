//! Progress of a report.

/// The current activity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activity {
    /// Scoring under each rule set.
    Counting,
    /// Explaining doubtful chains.
    Reading,
    /// Searching the positions of the game.
    Analysing,
    /// Searching suspected mistakes again.
    Comparing,
}

/// Receives the activity, the number of finished steps and the total.
pub(super) type ProgressCallback<'a> = dyn FnMut(Activity, usize, usize) + 'a;
