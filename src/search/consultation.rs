//! Consultation: who is asked about positions in a search, and what was said of its root.

use crate::position::Position;
use crate::tree::oracle::{Oracle, Outlook, View};
use std::sync::Arc;

/// An oracle, and what it says of the position at the root.
pub(super) struct Consultation {
    /// It, asked about positions below the root and the ends of games there.
    pub(super) below: Arc<dyn Oracle>,
    pub(super) root: Arc<Outlook>,
    /// Black's lead at the root, in points.
    pub(super) expected: f64,
    /// How many evaluations of each move the mean of all counts as.
    pub(super) doubt: f64,
}

impl Consultation {
    /// Asks an oracle about a position; the seed chooses among equal views of it, and of all below.
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

/// An oracle that looks at every position as at one below the root of a search, and has a say in how games end there.
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
