//! Consultation: who is asked about positions in a search, and what was said of its root.

use crate::point::Size;
use crate::position::Position;
use crate::tree::oracle::{Oracle, Outlook};
use std::sync::Arc;

/// An oracle, and what it says of the position at the root.
pub(super) struct Consultation {
    /// It, asked about positions below the root and the ends of games there.
    pub(super) below: Arc<dyn Oracle>,
    pub(super) root: Arc<Outlook>,
    /// Black's lead at the root, in points.
    pub(super) expected: f64,
}

impl Consultation {
    /// Asks an oracle about a position.
    pub(super) fn on(position: &Position, oracle: Arc<dyn Oracle>) -> Consultation {
        let root = oracle.look(position, true);
        let expected = f64::from(position.turn().sign()) * root.lead;
        Consultation {
            below: Arc::new(BelowRoot(oracle)),
            root,
            expected,
        }
    }
}

/// An oracle that looks at every position as at one below the root of a search.
#[derive(Debug)]
struct BelowRoot(Arc<dyn Oracle>);

impl Oracle for BelowRoot {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn plays_on(&self, size: Size) -> bool {
        self.0.plays_on(size)
    }

    fn judges(&self) -> bool {
        true
    }

    fn look(&self, position: &Position, _at_root: bool) -> Arc<Outlook> {
        self.0.look(position, false)
    }
}
