//! Short deterministic searches of consecutive positions.

use crate::engine::search::{Search, SearchLimits, SearchResult, SearchSettings};
use crate::go::position::Position;
use crate::mcts::tree::oracle::{Oracle, afresh};
use crate::referee::judge::{Effort, Judged, Occasion};
use std::sync::Arc;

/// Memory of the search tree, in bytes.
const MEMORY: usize = 64 << 20;

/// The settings of the searches.
#[derive(Clone, Debug)]
pub struct Searches {
    /// Number of playouts per position.
    pub playouts: u64,
    /// The evaluator, if any.
    pub oracle: Option<Arc<dyn Oracle>>,
}

/// Searches positions on one thread with a fixed number of playouts.
pub(super) struct Searcher {
    search: Search,
    oracle: Option<Arc<dyn Oracle>>,
    budget: SearchLimits,
}

impl Searcher {
    /// Makes a searcher with `times` the playouts and an evaluator with an empty cache.
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

    /// Searches a position, reusing the tree of the previous search.
    pub(super) fn think(&mut self, position: &Position) -> SearchResult {
        let mut judged = Judged::asking(self.oracle.clone(), Occasion::of(position));
        let never = Arc::default();
        self.search
            .think(position, &mut judged, &self.budget, &never)
    }

    /// Searches a position with an empty tree.
    pub(super) fn think_afresh(&mut self, position: &Position) -> SearchResult {
        self.search.clear();
        self.think(position)
    }
}
