//! The boards at the ends of lines, judged by reading and counted.

use crate::board::Board;
use crate::board::hash::BoardHash;
use crate::color::{Color, PerColor};
use crate::judge::{Occasion, count};
use crate::life::benson::{self, Settled};
use crate::life::chain::Chain;
use crate::life::procedure::Procedure;
use crate::life::reading::{Budget, Reader};
use crate::point::{PointSet, Size};
use crate::position::Position;
use crate::rules::{Death, Rules};
use crate::score::{Terms, beside_board};
use fxhash::FxHashMap;
use std::sync::atomic::AtomicBool;

/// Counted boards, and the parts of boards that were read for it.
#[derive(Debug, Default)]
pub(super) struct Ends {
    /// The rules and the size of the boards.
    game: Option<(Rules, Size)>,
    /// What is taken for granted.
    assumed: Settled,
    /// Black's margin without prisoners and komi, as a diagram or not; `None` if a chain could not be read.
    counted: FxHashMap<(BoardHash, Occasion), Option<i32>>,
    /// The dead stones of parts; `None` if a chain could not be read.
    read: FxHashMap<Part, Option<PointSet>>,
    /// The states that may still be read.
    left: usize,
}

/// A part of a board without unconditionally living chains, with the stones on it and around it: all that the
/// verdicts on its chains depend on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Part {
    points: PointSet,
    stones: [PointSet; 2],
}

/// More boards and parts than this are forgotten between searches.
const MOST_KEPT: usize = 100_000;
/// The most states read for one chain.
const CHAIN: usize = 30_000;

impl Ends {
    /// Before a search of this position, which takes something for granted and may read so many states.
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
        // What could not be read may be readable now.
        self.counted.retain(|_, counted| counted.is_some());
        self.read.retain(|_, dead| dead.is_some());
        self.left = states;
    }

    /// Black's margin where both have passed, prisoners and komi left out; `None` if a chain cannot be read.
    pub(super) fn margin(&mut self, position: &Position, stop: &AtomicBool) -> Option<i32> {
        let occasion = match position.is_played_on() {
            true => Occasion::Stopped,
            false => Occasion::Diagram,
        };
        let key = (position.hash(), occasion);
        if let Some(&known) = self.counted.get(&key) {
            return known;
        }
        let (board, rules) = (position.board(), position.rules());
        let settled = granted(benson::settled(board, rules.suicide), board, &self.assumed);
        let dead = self.dead(board, &settled, rules, stop);
        let margin = dead.map(|dead| {
            let counted = count(position, dead, occasion).margin();
            let beside = beside_board(&Terms::of(position), rules);
            (counted - beside).round() as i32 - prisoners(position, Color::Black)
        });
        self.counted.insert(key, margin);
        margin
    }

    /// The dead stones of a board.
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
            let part = Part {
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

/// What is settled on a board, with what is taken for granted as long as all of its stones stand.
pub(super) fn granted(mut settled: Settled, board: &Board, assumed: &Settled) -> Settled {
    for color in Color::BOTH {
        if assumed.living[color].is_subset(&board.stones(color)) {
            settled.living[color] |= assumed.living[color];
            settled.territory[color] |= assumed.territory[color];
        }
    }
    settled
}

/// The prisoners that a side has more than the other.
pub(super) fn prisoners(position: &Position, side: Color) -> i32 {
    let taken = position.prisoners();
    taken[side] as i32 - taken[!side] as i32
}
