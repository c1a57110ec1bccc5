//! Judges and counts the boards at the ends of lines.

use crate::go::board::Board;
use crate::go::board::hash::BoardHash;
use crate::go::color::{Color, PerColor};
use crate::go::point::{PointSet, Size};
use crate::go::position::Position;
use crate::go::rules::{Death, Rules};
use crate::go::score::{Terms, beside_board};
use crate::life::benson::{self, Settled};
use crate::life::chain::Chain;
use crate::life::procedure::Procedure;
use crate::life::reading::{Budget, Reader};
use crate::referee::judge::{Occasion, count};
use fxhash::FxHashMap;
use std::sync::atomic::AtomicBool;

/// A cache of counted boards and of the parts of boards that were read for them.
#[derive(Debug, Default)]
pub(super) struct CountCache {
    /// The rules and the size of the boards.
    game: Option<(Rules, Size)>,
    /// The granted stones and points.
    assumed: Settled,
    /// Black's margin without prisoners and komi; `None` if a chain could not be read.
    counted: FxHashMap<BoardHash, Option<i32>>,
    /// The dead stones of parts; `None` if a chain could not be read.
    read: FxHashMap<BoardPart, Option<PointSet>>,
    /// The budget left, in states.
    left: usize,
}

/// A part of a board without pass-alive chains, with the stones on it and around it.
///
/// The verdicts on its chains depend on nothing else.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct BoardPart {
    points: PointSet,
    stones: [PointSet; 2],
}

/// The most boards and parts kept; a fuller cache is cleared between searches.
const MOST_KEPT: usize = 100_000;
/// The budget of one chain, in states.
const CHAIN: usize = 30_000;

impl CountCache {
    /// Prepares a search of this position with these grants and a budget in states.
    pub(super) fn begin(&mut self, position: &Position, assumed: &Settled, states: usize) {
        let is_full = self.counted.len() + self.read.len() > MOST_KEPT;
        let game = Some((*position.rules(), position.board().size()));
        if self.game != game || is_full {
            self.counted.clear();
            self.read.clear();
            self.game = game;
        }
        if self.assumed != *assumed {
            self.counted.clear();
            self.assumed = *assumed;
        }
        // A larger budget may read these.
        self.counted.retain(|_, counted| counted.is_some());
        self.read.retain(|_, dead| dead.is_some());
        self.left = states;
    }

    /// Returns Black's margin after two passes, without prisoners and komi.
    ///
    /// The search plays a game, so the board is judged as a stopped one even if no stone was played
    /// since it was set up. Returns `None` if a chain cannot be read.
    pub(super) fn margin(&mut self, position: &Position, stop: &AtomicBool) -> Option<i32> {
        let key = position.hash();
        if let Some(&known) = self.counted.get(&key) {
            return known;
        }
        let (board, rules) = (position.board(), position.rules());
        let settled = with_granted(benson::settled(board, rules.suicide), board, &self.assumed);
        let dead = self.dead(board, &settled, rules, stop);
        let margin = dead.map(|dead| {
            let counted = count(position, dead, Occasion::Stopped).margin();
            let beside = beside_board(&Terms::of(position), rules);
            (counted - beside).round() as i32 - prisoners(position, Color::Black)
        });
        self.counted.insert(key, margin);
        margin
    }

    /// Finds the dead stones of a board.
    fn dead(
        &mut self,
        board: &Board,
        settled: &Settled,
        rules: &Rules,
        stop: &AtomicBool,
    ) -> Option<PointSet> {
        if rules.death == Death::AllAlive {
            return Some(PointSet::EMPTY);
        }
        let stones = PerColor::from_fn(|color| board.stones(color));
        let enclosed = |color: Color| stones[color] & settled.territory[!color];
        let mut dead = enclosed(Color::Black) | enclosed(Color::White);
        let living = settled.living[Color::Black] | settled.living[Color::White];
        let mut reader = None;
        for points in (board.size().all() - living).components() {
            if (points & (stones[Color::Black] | stones[Color::White])).is_subset(&dead) {
                continue;
            }
            let part = BoardPart {
                points,
                stones: Color::BOTH.map(|color| stones[color] & points.grown()),
            };
            let found = match self.read.get(&part) {
                Some(found) => *found,
                None => {
                    let reader = reader.get_or_insert_with(|| {
                        let procedure = Procedure::of(rules).unwrap_or(Procedure::LOCAL);
                        let states = CHAIN.min(self.left);
                        Reader::assuming(board, *settled, procedure, Budget { states }).unless(stop)
                    });
                    let is_asked = |chain: &Chain| {
                        chain.stones.is_subset(&points) && !chain.stones.is_subset(&dead)
                    };
                    let chains = Chain::all(board).into_iter().filter(is_asked);
                    let found = reader.dead_among(chains, &mut self.left);
                    self.read.insert(part, found);
                    found
                }
            };
            dead |= found?;
        }
        Some(dead)
    }
}

/// Adds the grants of each color to the settled points, as long as all of its granted stones stand.
pub(super) fn with_granted(mut settled: Settled, board: &Board, assumed: &Settled) -> Settled {
    for color in Color::BOTH {
        if assumed.living[color].is_subset(&board.stones(color)) {
            settled.living[color] |= assumed.living[color];
            settled.territory[color] |= assumed.territory[color];
        }
    }
    settled
}

/// Returns the lead of a side in prisoners.
pub(super) fn prisoners(position: &Position, side: Color) -> i32 {
    let taken = position.prisoners();
    taken[side] as i32 - taken[!side] as i32
}
