//! How a game went, by a search of each of its positions.

use super::progress::{Activity, Progress};
use super::replay::{MOST_STEPS, walk};
use crate::color::Color;
use crate::game::scoring::ScoredGame;
use crate::judge::{Effort, Judged, Occasion};
use crate::search::{Search, SearchLimits, SearchSettings};
use crate::sgf::Record;
use std::sync::atomic::AtomicBool;

/// How a position stands, as a search sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// Black's probability to win.
    pub winrate: f64,
    /// Black's mean lead in points.
    pub lead: f64,
}

/// Memory for the tree of a search that is short, in bytes.
const MEMORY: usize = 64 << 20;

/// The first position and those after each move, each searched with this many playouts.
///
/// A short search also tries many bad moves and so rates the side to move too low. The sides take turns, so the mean of
/// two consecutive positions is free of that bias.
pub(super) fn course(
    record: &Record,
    scored: &ScoredGame,
    playouts: u64,
    progress: &mut Progress,
) -> Vec<Standing> {
    let mut search = Search::new(SearchSettings {
        threads: 1,
        memory: MEMORY,
        seed: 1,
        resign: 0.0,
        effort: Effort::default(),
    });
    let budget = SearchLimits {
        playouts: Some(playouts),
        ..SearchLimits::default()
    };
    let total = scored.after.min(MOST_STEPS) + 1;
    let mut found: Vec<Standing> = Vec::new();
    walk(record, scored, &mut |position, play, _| {
        if play.is_none() && !found.is_empty() {
            return;
        }
        progress(Activity::Analysing, found.len(), total);
        let mut judged = Judged::not_yet(Occasion::of(position));
        let thought = search.think(position, &mut judged, &budget, &AtomicBool::new(false));
        found.push(match position.turn() {
            Color::Black => Standing {
                winrate: thought.winrate,
                lead: thought.lead,
            },
            Color::White => Standing {
                winrate: 1.0 - thought.winrate,
                lead: -thought.lead,
            },
        });
    });
    let mean = |pair: &[Standing]| Standing {
        winrate: (pair[0].winrate + pair[1].winrate) / 2.0,
        lead: (pair[0].lead + pair[1].lead) / 2.0,
    };
    let first = found.first().copied();
    first
        .into_iter()
        .chain(found.windows(2).map(mean))
        .collect()
}
