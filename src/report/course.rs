//! How a game went, by a search of each of its positions.

use super::progress::{Activity, Progress};
use super::replay::{MOST_STEPS, walk};
use super::searcher::{Searcher, Searches};
use crate::color::Color;
use crate::game::scoring::ScoredGame;
use crate::in_order::map_in_order;
use crate::point::Move;
use crate::position::Position;
use crate::sgf::Record;
use std::num::NonZeroUsize;

/// How many positions are searched one after the other, each with what is known from the one before it.
const RUN: usize = 16;

/// How a position stands, as a search sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// Black's probability to win.
    pub winrate: f64,
    /// Black's mean lead in points.
    pub lead: f64,
}

/// What a search says of a position of the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Searched {
    /// How it stands.
    pub(super) standing: Standing,
    /// The move that the search would play.
    pub(super) best: Move,
    /// The standard deviation, in points, of the results that it expects.
    pub(super) scatter: f64,
}

/// The first position and those after each move, each searched, `jobs` runs of them at the same time.
pub(super) fn searched(
    record: &Record,
    scored: &ScoredGame,
    searches: &Searches,
    jobs: NonZeroUsize,
    progress: &mut Progress,
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
    /// Black's view of what this color sees so, or this color's view of what Black sees.
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

/// How the game went: how each position stands.
///
/// A short search also tries many bad moves and so rates the side to move too low. The sides take turns, so the mean of
/// two consecutive positions is free of that bias.
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
