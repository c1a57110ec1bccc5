//! Short searches, one position after the other, that repeat exactly.

use crate::judge::{Effort, Judged, Occasion};
use crate::position::Position;
use crate::search::{Search, SearchLimits, SearchResult, SearchSettings};
use std::sync::atomic::AtomicBool;

/// Memory for the tree of a search that is short, in bytes.
const MEMORY: usize = 64 << 20;

/// Searches positions on one thread, each with the same number of playouts.
pub(super) struct Searcher {
    search: Search,
    budget: SearchLimits,
}

impl Searcher {
    pub(super) fn new(seed: u64, playouts: u64) -> Searcher {
        let settings = SearchSettings {
            threads: 1,
            memory: MEMORY,
            seed,
            resign: 0.0,
            effort: Effort::default(),
        };
        Searcher {
            search: Search::new(settings),
            budget: SearchLimits {
                playouts: Some(playouts),
                ..SearchLimits::default()
            },
        }
    }

    /// Searches a position; what the search before it has seen of it is used.
    pub(super) fn think(&mut self, position: &Position) -> SearchResult {
        let mut judged = Judged::not_yet(Occasion::of(position));
        let never = AtomicBool::new(false);
        self.search
            .think(position, &mut judged, &self.budget, &never)
    }

    /// Searches a position with these playouts alone.
    pub(super) fn think_afresh(&mut self, position: &Position) -> SearchResult {
        self.search.clear();
        self.think(position)
    }
}
