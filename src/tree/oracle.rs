//! What a search may ask about a position in place of playing it out.

use crate::point::{Move, PerPoint, Size};
use crate::position::Position;
use std::fmt::Debug;
use std::sync::Arc;

/// What is said of a position, for the side to move but for the ownership.
#[derive(Clone, Debug)]
pub struct Outlook {
    /// The probability of each legal move, together 1; a pass last.
    pub policy: Vec<(Move, f32)>,
    /// The probability to win, draws and games without a result counted as half.
    pub win: f64,
    /// The expected lead in points.
    pub lead: f64,
    /// The standard deviation of the lead in points.
    pub deviation: f64,
    /// Whose each point will be: 1 for Black's, -1 for White's.
    pub ownership: Box<PerPoint<f32>>,
}

impl Outlook {
    /// The policy in double precision.
    #[must_use]
    pub fn probabilities(&self) -> Vec<(Move, f64)> {
        let wide = |&(to, probability): &(Move, f32)| (to, f64::from(probability));
        self.policy.iter().map(wide).collect()
    }
}

/// An oracle, if there is one that is asked about boards of this size.
#[must_use]
pub fn asked_on(oracle: Option<&Arc<dyn Oracle>>, size: Size) -> Option<&Arc<dyn Oracle>> {
    oracle.filter(|oracle| oracle.plays_on(size))
}

/// Who says what to expect of positions: a network.
pub trait Oracle: Debug + Send + Sync {
    /// What it calls itself.
    fn name(&self) -> &str;

    /// Whether it is asked about boards of this size.
    fn plays_on(&self, _size: Size) -> bool {
        true
    }

    /// Whether it has a say in who lives where nothing is proved or read.
    fn judges(&self) -> bool {
        true
    }

    /// What is said of a position. At the root of a search, moves are to be considered more soberly.
    fn look(&self, position: &Position, at_root: bool) -> Arc<Outlook>;
}
