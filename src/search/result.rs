//! What a search finds, at its end and while it runs.

use super::limits::Ban;
use crate::playout::Ownership;
use crate::point::Move;
use std::time::Duration;

/// A move that a search has considered. All values are for the side to move at the root.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The move.
    pub to: Move,
    /// Playouts that began with it.
    pub playouts: u64,
    /// The fraction of these won, 0 to 1; without playouts, that of the root.
    pub winrate: f64,
    /// Their mean lead in points; without playouts, that of the root.
    pub lead: f64,
    /// Its share, 0 to 1, of the priors of all moves.
    pub prior: f64,
    /// The principal variation, from this move on, with the playouts of each move.
    pub pv: Vec<(Move, u64)>,
}

/// What a search finds. All values are for the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult {
    /// The move to play.
    pub best: Move,
    /// Whether to resign instead.
    pub resigns: bool,
    /// The probability, 0 to 1, to win with the move.
    pub winrate: f64,
    /// The mean lead with the move in points.
    pub lead: f64,
    /// All playouts of the tree, those kept from earlier moves included.
    pub playouts: u64,
    /// The playouts of this search.
    pub new_playouts: u64,
    /// The duration of the search in seconds.
    pub seconds: f64,
    /// The moves considered, the most played first.
    pub candidates: Vec<Candidate>,
    /// Who owned what at the end of the playouts of the first thread.
    pub ownership: Ownership,
}

/// An observer of a running search, which may also ban moves.
pub struct Watch<'a> {
    /// How often to report.
    pub interval: Duration,
    /// The least number of candidates to report, even without playouts.
    pub min_moves: usize,
    /// Moves that are not considered, unless nothing else is left.
    pub bans: &'a [Ban],
    /// Is called, on the thread that started the search, with the result if the search ended now.
    pub tell: &'a mut dyn FnMut(&SearchResult),
}
