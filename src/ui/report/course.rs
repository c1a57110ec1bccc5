//! The win-rate graph of a game, from a search of each position.

use super::progress::{Activity, ProgressCallback};
use super::replay::{MOST_STEPS, walk};
use super::searcher::{Searcher, Searches};
use crate::formats::sgf::Record;
use crate::go::color::Color;
use crate::go::point::Move;
use crate::go::position::Position;
use crate::referee::game::scoring::ScoredGame;
use crate::util::in_order::map_in_order;
use std::num::NonZeroUsize;

/// Number of consecutive positions searched with one tree; runs are searched in parallel.
const RUN: usize = 16;

/// Win rate and lead at a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// Black's win probability.
    pub winrate: f64,
    /// Black's mean lead in points.
    pub lead: f64,
}

/// The search result for a position of the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Searched {
    /// Win rate and lead.
    pub(super) standing: Standing,
    /// The move that the search would play.
    pub(super) best: Move,
    /// Standard deviation of the expected final score, in points.
    pub(super) scatter: f64,
}

/// Searches the first position and the one after each move, `jobs` runs in parallel.
pub(super) fn searched(
    record: &Record,
    scored: &ScoredGame,
    searches: &Searches,
    jobs: NonZeroUsize,
    progress: &mut ProgressCallback,
) -> Vec<Searched> {
    let mut positions: Vec<Position> = Vec::with_capacity(scored.after.min(MOST_STEPS) + 1);
    walk(record, scored, &mut |position, play, _| {
        if play.is_some() || positions.is_empty() {
            positions.push(position.clone());
        }
    });
    let search = |run: &[Position]| -> Vec<Searched> {
        let mut searcher = Searcher::new(1, searches, 1);
        let searched = run.iter().map(|position| {
            let thought = searcher.think(position);
            let standing = Standing {
                winrate: thought.winrate,
                lead: thought.lead,
            };
            Searched {
                standing: standing.of(position.turn()),
                best: thought.best,
                scatter: thought.deviation,
            }
        });
        searched.collect()
    };
    let runs = positions.chunks(RUN).collect();
    let searched = map_in_order(runs, jobs, search, |done| {
        let done = (done * RUN).min(positions.len());
        progress(Activity::Analysing, done, positions.len());
    });
    searched.concat()
}

impl Standing {
    /// Converts between the perspectives of Black and `color`.
    pub(super) fn of(self, color: Color) -> Standing {
        match color {
            Color::Black => self,
            Color::White => Standing {
                winrate: 1.0 - self.winrate,
                lead: -self.lead,
            },
        }
    }
}

/// Computes the win-rate graph.
///
/// A short search tries many bad moves and so underrates the side to move. Since the sides
/// alternate, the mean of two consecutive positions is free of that bias.
pub(super) fn course(searched: &[Searched]) -> Vec<Standing> {
    let mean = |pair: &[Searched]| Standing {
        winrate: (pair[0].standing.winrate + pair[1].standing.winrate) / 2.0,
        lead: (pair[0].standing.lead + pair[1].standing.lead) / 2.0,
    };
    let first = searched.first().map(|first| first.standing);
    first
        .into_iter()
        .chain(searched.windows(2).map(mean))
        .collect()
}
