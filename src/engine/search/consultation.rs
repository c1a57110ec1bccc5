//! The evaluator of a search and its evaluation of the root.

use crate::go::position::Position;
use crate::mcts::tree::oracle::{Oracle, Outlook, View};
use std::sync::Arc;

/// An evaluator and its evaluation of the root.
pub(super) struct Consultation {
    /// The evaluator for positions below the root and for adjudications in the tree.
    pub(super) below: Arc<dyn Oracle>,
    pub(super) root: Arc<Outlook>,
    /// Black's lead at the root, in points.
    pub(super) expected: f64,
    /// The weight of the mean of all moves in the estimated value of each, in evaluations.
    pub(super) doubt: f64,
}

impl Consultation {
    /// Evaluates the root. The seed varies the choice of symmetry, here and below.
    pub(super) fn on(position: &Position, oracle: Arc<dyn Oracle>, seed: u64) -> Consultation {
        let root = oracle.look(position, View::ROOT.with_seed(seed));
        let expected = f64::from(position.turn().sign()) * root.lead;
        Consultation {
            doubt: oracle.doubt(),
            below: Arc::new(BelowRoot { oracle, seed }),
            root,
            expected,
        }
    }
}

/// An evaluator that treats every position as one below the root. It takes part in adjudications.
#[derive(Debug)]
struct BelowRoot {
    oracle: Arc<dyn Oracle>,
    seed: u64,
}

impl Oracle for BelowRoot {
    fn name(&self) -> &str {
        self.oracle.name()
    }

    fn look(&self, position: &Position, _view: View) -> Arc<Outlook> {
        self.oracle.look(position, View::BELOW.with_seed(self.seed))
    }
}
