//! Short searches, one position after the other, that repeat exactly.

use crate::judge::{Effort, Judged, Occasion};
use crate::position::Position;
use crate::search::{Search, SearchLimits, SearchResult, SearchSettings};
use crate::tree::oracle::{Oracle, afresh};
use std::sync::Arc;

/// Memory for the tree of a search that is short, in bytes.
const MEMORY: usize = 64 << 20;

/// How each position of a game is searched.
#[derive(Clone, Debug)]
pub struct Searches {
    /// With so many playouts.
    pub playouts: u64,
    /// Who is asked about positions.
    pub oracle: Option<Arc<dyn Oracle>>,
}

/// Searches positions on one thread, each with the same number of playouts.
pub(super) struct Searcher {
    search: Search,
    oracle: Option<Arc<dyn Oracle>>,
    budget: SearchLimits,
}

impl Searcher {
    /// One that makes so many times the playouts, with an oracle of its own.
    pub(super) fn new(seed: u64, searches: &Searches, times: u64) -> Searcher {
        let oracle = searches.oracle.as_ref().map(afresh);
        let settings = SearchSettings {
            threads: 1,
            memory: MEMORY,
            seed,
            resign: 0.0,
            effort: Effort::default(),
        };
        Searcher {
            search: Search::asking(oracle.clone(), settings),
            oracle,
            budget: SearchLimits {
                playouts: Some(searches.playouts.saturating_mul(times)),
                ..SearchLimits::default()
            },
        }
    }

    /// Searches a position; what the search before it has seen of it is used.
    pub(super) fn think(&mut self, position: &Position) -> SearchResult {
        let mut judged = Judged::asking(self.oracle.clone(), Occasion::of(position));
        let never = Arc::default();
        self.search
            .think(position, &mut judged, &self.budget, &never)
    }

    /// Searches a position with these playouts alone.
    pub(super) fn think_afresh(&mut self, position: &Position) -> SearchResult {
        self.search.clear();
        self.think(position)
    }
}
