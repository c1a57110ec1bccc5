//! Oracle: the interface of a position evaluator, such as a network.

use crate::go::point::{Move, PerPoint, Size};
use crate::go::position::Position;
use std::fmt::Debug;
use std::sync::Arc;

/// The evaluation of a position, for the side to move except for ownership.
#[derive(Clone, Debug)]
pub struct Outlook {
    /// Probability of each legal move, the pass last. They sum to 1.
    pub policy: Vec<(Move, f32)>,
    /// Probability of winning; draws and games without a result count as half.
    pub win: f64,
    /// Expected lead in points.
    pub lead: f64,
    /// Standard deviation of the lead in points.
    pub deviation: f64,
    /// Expected owner of each point: 1 for Black, -1 for White.
    pub ownership: Box<PerPoint<f32>>,
}

impl Outlook {
    /// Returns the policy in double precision.
    #[must_use]
    pub fn probabilities(&self) -> Vec<(Move, f64)> {
        let wide = |&(to, probability): &(Move, f32)| (to, f64::from(probability));
        self.policy.iter().map(wide).collect()
    }
}

/// Options of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct View {
    /// True at the root of a search, where the policy is less optimistic and symmetries are
    /// averaged.
    pub at_root: bool,
    /// Varies the choice of symmetry, so that games differ.
    pub seed: u64,
}

impl View {
    /// The root of a search, or a position evaluated without a search.
    pub const ROOT: View = View {
        at_root: true,
        seed: 0,
    };
    /// A position below the root.
    pub const BELOW: View = View {
        at_root: false,
        ..View::ROOT
    };

    /// Returns the view with another seed.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> View {
        View { seed, ..self }
    }
}

/// Returns the evaluator, if there is one and it is used on boards of this size.
#[must_use]
pub fn asked_on(oracle: Option<&Arc<dyn Oracle>>, size: Size) -> Option<&Arc<dyn Oracle>> {
    oracle.filter(|oracle| oracle.plays_on(size))
}

/// Evaluates positions.
pub trait Oracle: Debug + Send + Sync {
    /// The name of the evaluator.
    fn name(&self) -> &str;

    /// Returns true if the evaluator is used on boards of this size.
    fn plays_on(&self, _size: Size) -> bool {
        true
    }

    /// Weight of the mean of all moves in the estimated value of each, in evaluations.
    fn doubt(&self) -> f64 {
        0.0
    }

    /// Returns true if the evaluator takes part in life-and-death judgements that are not proved or
    /// read.
    fn judges(&self) -> bool {
        true
    }

    /// Evaluates a position.
    fn look(&self, position: &Position, view: View) -> Arc<Outlook>;

    /// Returns a copy with an empty cache; `None` if there is no cache.
    fn forgetful(&self) -> Option<Arc<dyn Oracle>> {
        None
    }
}

/// Returns the evaluator with an empty cache, so that results do not depend on earlier queries.
#[must_use]
pub fn afresh(oracle: &Arc<dyn Oracle>) -> Arc<dyn Oracle> {
    oracle.forgetful().unwrap_or_else(|| Arc::clone(oracle))
}
