//! How far a report has come.

/// What is being worked on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activity {
    /// The end of the game under one set of rules after the other.
    Counting,
    /// One doubtful chain after the other.
    Reading,
    /// The game, position by position.
    Analysing,
    /// One move that may be a mistake after the other.
    Comparing,
}

/// Is told the activity, how many of its steps are done, and how many there are.
pub(super) type Progress<'a> = dyn FnMut(Activity, usize, usize) + 'a;
