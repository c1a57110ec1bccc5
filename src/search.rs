//! One search, from a position and a budget to a move.

use crate::point::Move;
use crate::position::Position;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What a search may use.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Threads that search one tree together; at least one.
    pub threads: usize,
    /// Bytes that the tree may take.
    pub memory: usize,
    /// Seed of the playouts.
    pub seed: u64,
    /// The winning probability below which the game is given up; 0 to play every game to its end.
    pub resign: f64,
}

/// When a search has to end: as soon as one of these is reached.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Budget {
    /// So many playouts, those kept from the move before included.
    pub playouts: Option<u64>,
    /// So much time is meant for the move; less where the choice is clear.
    pub time: Option<Duration>,
    /// So much time is never exceeded.
    pub deadline: Option<Duration>,
}

/// A move that a search has looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The move.
    pub to: Move,
    /// Playouts that began with it.
    pub playouts: u64,
    /// The probability to win with it, for the side to move.
    pub winrate: f64,
    /// The mean lead with it in points, for the side to move.
    pub lead: f64,
    /// The line of play that the search expects, this move first.
    pub line: Vec<Move>,
}

/// What came of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// The move to play.
    pub best: Move,
    /// Whether the game may be given up.
    pub resigns: bool,
    /// The probability to win, for the side to move.
    pub winrate: f64,
    /// The mean lead in points, for the side to move.
    pub lead: f64,
    /// Playouts behind this, those kept from earlier moves included.
    pub playouts: u64,
    /// Playouts made in this search.
    pub new_playouts: u64,
    /// Seconds that the search took.
    pub seconds: f64,
    /// The moves looked at, the best first.
    pub candidates: Vec<Candidate>,
}

/// A tree that grows from move to move.
#[derive(Debug)]
pub struct Search {
    settings: Settings,
}

impl Search {
    /// A search that has seen nothing yet.
    pub fn new(settings: Settings) -> Search {
        Search { settings }
    }

    /// What the search may use.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes what the search may use, and forgets what it has seen.
    pub fn configure(&mut self, settings: Settings) {
        self.settings = settings;
        self.clear();
    }

    /// Forgets what it has seen.
    pub fn clear(&mut self) {}

    /// Searches the position until the budget is used or `stop` is set by another thread.
    pub fn think(&mut self, position: &Position, _budget: &Budget, _stop: &AtomicBool) -> Thought {
        let mut moves = position.board().empties().iter().copied().map(Move::At);
        let best = moves.find(|&to| position.is_legal(to));
        Thought {
            best: best.unwrap_or(Move::Pass),
            resigns: false,
            winrate: 0.5,
            lead: 0.0,
            playouts: 0,
            new_playouts: 0,
            seconds: 0.0,
            candidates: Vec::new(),
        }
    }
}
