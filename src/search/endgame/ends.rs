//! The boards at the ends of lines, judged by reading and counted.

use crate::board::Board;
use crate::board::hash::BoardHash;
use crate::color::{Color, PerColor};
use crate::judge::{Occasion, count};
use crate::life::benson::{self, Settled};
use crate::life::chain::Chain;
use crate::life::procedure::Procedure;
use crate::life::reading::{Budget, Reader, Verdict};
use crate::point::PointSet;
use crate::position::Position;
use crate::rules::{Death, Rules};
use fxhash::FxHashMap;
use std::sync::atomic::AtomicBool;

/// Counted boards, and the parts of boards that were read for it.
#[derive(Debug, Default)]
pub(super) struct Ends {
    rules: Option<Rules>,
    /// What is taken for granted.
    assumed: Settled,
    /// Black's margin without prisoners and komi; `None` if a chain could not be read.
    counted: FxHashMap<BoardHash, Option<i32>>,
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
    /// Before a search under these rules, which takes something for granted and may read so many states.
    pub(super) fn begin(&mut self, rules: &Rules, assumed: &Settled, states: usize) {
        let is_full = self.counted.len() + self.read.len() > MOST_KEPT;
        if self.rules.as_ref() != Some(rules) || is_full {
            self.counted.clear();
            self.read.clear();
            self.rules = Some(*rules);
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
        let hash = position.hash();
        if let Some(&known) = self.counted.get(&hash) {
            return known;
        }
        let (board, rules) = (position.board(), position.rules());
        let settled = settled(board, &self.assumed, rules);
        let dead = self.dead(board, &settled, rules, stop);
        let occasion = match position.is_played_on() {
            true => Occasion::Stopped,
            false => Occasion::Diagram,
        };
        let margin = dead.map(|dead| {
            let counted = count(position, dead, occasion).margin();
            (counted - beside(position)).round() as i32 - prisoners(position, Color::Black)
        });
        self.counted.insert(hash, margin);
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
                    let found = dead_in(reader, board, &points, &dead, &mut self.left);
                    self.read.insert(part, found);
                    found
                }
            };
            dead |= found?;
        }
        Some(dead)
    }
}

/// What is settled on a board, and what is taken for granted as long as all of its stones stand.
pub(super) fn settled(board: &Board, assumed: &Settled, rules: &Rules) -> Settled {
    let mut settled = benson::settled(board, rules.suicide);
    for color in Color::BOTH {
        if assumed.living[color].is_subset(&board.stones(color)) {
            settled.living[color] |= assumed.living[color];
            settled.territory[color] |= assumed.territory[color];
        }
    }
    settled
}

/// The dead chains of a part, but for those known to be.
fn dead_in(
    reader: &mut Reader,
    board: &Board,
    part: &PointSet,
    known: &PointSet,
    left: &mut usize,
) -> Option<PointSet> {
    let mut dead = PointSet::EMPTY;
    for chain in Chain::all(board) {
        if !chain.stones.is_subset(part) || chain.stones.is_subset(known) {
            continue;
        }
        if *left == 0 {
            return None;
        }
        let reading = reader.judge(chain.stones.first().expect("a chain has stones"));
        *left = left.saturating_sub(reading.states);
        match reading.verdict {
            Verdict::Alive => {}
            Verdict::Dead => dead |= chain.stones,
            Verdict::Unsettled => return None,
        }
    }
    Some(dead)
}

/// What Black's margin has beside territory and prisoners.
pub(super) fn beside(position: &Position) -> f64 {
    let handicap = position.rules().handicap_points(position.handicap());
    let button = match position.button() {
        Some(color) => 0.5 * f64::from(color.sign()),
        None => 0.0,
    };
    let white = f64::from(Color::White.sign());
    white * (position.komi() + f64::from(handicap)) + button
}

/// The prisoners that a side has more than the other.
pub(super) fn prisoners(position: &Position, side: Color) -> i32 {
    let taken = position.prisoners();
    taken[side] as i32 - taken[!side] as i32
}
