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

/// How a position is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct View {
    /// Whether it is the root of a search, where moves are to be considered more soberly.
    pub at_root: bool,
    /// Chooses among views that are as good as each other, so that not all games are the same.
    pub seed: u64,
}

impl View {
    /// That of the root of a search, and of what is asked about without one.
    pub const ROOT: View = View {
        at_root: true,
        seed: 0,
    };
    /// That of a position below the root.
    pub const BELOW: View = View {
        at_root: false,
        ..View::ROOT
    };

    /// The same with a seed.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> View {
        View { seed, ..self }
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

    /// How many evaluations of each move the mean of all counts as, where it is told what moves are worth.
    fn doubt(&self) -> f64 {
        0.0
    }

    /// Whether it has a say in who lives where nothing is proved or read.
    fn judges(&self) -> bool {
        true
    }

    /// What is said of a position.
    fn look(&self, position: &Position, view: View) -> Arc<Outlook>;

    /// The same who remembers nothing of what was said; `None` if nothing is ever remembered.
    fn forgetful(&self) -> Option<Arc<dyn Oracle>> {
        None
    }
}

/// The same oracle who remembers nothing yet, so that what is said does not depend on what others ask meanwhile.
#[must_use]
pub fn afresh(oracle: &Arc<dyn Oracle>) -> Arc<dyn Oracle> {
    oracle.forgetful().unwrap_or_else(|| Arc::clone(oracle))
}
