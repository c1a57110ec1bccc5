//! Ownership and dead stones, estimated by playouts and an evaluator.

use super::effort::Effort;
use super::status::{Basis, Finding, Share};
use crate::go::board::Board;
use crate::go::color::{Color, PerColor};
use crate::go::point::{PerPoint, Point, PointSet};
use crate::life::benson::Settled;
use crate::life::chain::Chain;
use crate::life::reading::{Reading, ReadingResult};
use crate::mcts::playout::{Ownership, ownership_unless};
use std::ops::RangeInclusive;
use std::sync::atomic::AtomicBool;

/// Minimum share of the playouts for a point that is clearly a side's.
const CLEAR: f64 = 0.75;
/// Range of the share of the playouts that leaves the life of a chain open.
pub(super) const OPEN: RangeInclusive<f64> = 0.3..=0.7;

/// Weight, 0 to 1, of the evaluator's ownership, if there is one. The playouts have the rest.
const EXPECTED: f64 = 0.85;

/// Minimum difference between mean owners for a disagreement of evaluator and playouts.
const OTHERWISE: f64 = 0.5;

/// The expected owner of each point, and the dead stones.
#[derive(Clone)]
pub(super) struct Estimate {
    /// Mean owner of each point at the end: 1 Black, -1 White.
    owner: PerPoint<f64>,
    /// Mean owner of each point, before settled and read chains overrule it.
    expectation: PerPoint<f64>,
    /// True if an evaluator was consulted besides the playouts.
    is_advised: bool,
    /// Number of playouts.
    playouts: u32,
    /// The dead stones.
    pub(super) dead: PointSet,
    /// The dead stones that reading has proved dead.
    pub(super) proved: PointSet,
    /// The stones of fights that were searched or read, with the findings. The last one for a stone
    /// counts.
    findings: Vec<(PointSet, Finding)>,
    /// Points with an assigned owner that nevertheless depends on the first move.
    pub(super) hot: PointSet,
}

impl Estimate {
    /// Returns an estimate with all stones alive.
    pub(super) fn all_alive(board: &Board) -> Estimate {
        let mut owner = PerPoint::new(0.0);
        for at in board.size().points() {
            owner[at] = board.at(at).map_or(0.0, |color| f64::from(color.sign()));
        }
        Estimate {
            expectation: owner.clone(),
            is_advised: false,
            owner,
            playouts: 0,
            dead: PointSet::EMPTY,
            proved: PointSet::EMPTY,
            findings: vec![],
            hot: PointSet::EMPTY,
        }
    }

    /// Returns the mean owner of a point from -1 to 1, the side's own points being 1.
    pub(super) fn lean(&self, color: Color, at: Point) -> f64 {
        self.owner[at] * f64::from(color.sign())
    }

    /// Returns true if a point is clearly a side's.
    pub(super) fn is_clear(&self, color: Color, at: Point) -> bool {
        self.lean(color, at) >= 2.0 * CLEAR - 1.0
    }

    /// Returns the share of the playouts that leave a chain's points to its owner.
    pub(super) fn share(&self, chain: &Chain) -> f64 {
        self.mean(chain.color, &chain.stones)
    }

    /// Returns the share of the playouts that give points to a color.
    pub(super) fn mean(&self, color: Color, points: &PointSet) -> f64 {
        mean(&self.owner, color, points)
    }

    /// Returns the basis of a chain's status if it is not proved.
    pub(super) fn basis(&self, chain: &Chain) -> Basis {
        match self.finding(&chain.stones) {
            Some(finding) => Basis::Searched(finding),
            None => Basis::Estimated(Share {
                stayed: mean(&self.expectation, chain.color, &chain.stones),
                playouts: self.playouts,
                is_advised: self.is_advised,
            }),
        }
    }

    /// Returns the finding for stones whose fight was searched or read.
    fn finding(&self, stones: &PointSet) -> Option<Finding> {
        let mut findings = self.findings.iter().rev();
        let found = findings.find(|(of, _)| of.meets(stones));
        found.map(|&(_, finding)| finding)
    }

    /// Records the finding for stones whose fight was searched or read.
    pub(super) fn note(&mut self, stones: PointSet, finding: Finding) {
        self.findings.push((stones, finding));
    }

    /// Sets the mean owner of points: 1 Black, -1 White.
    pub(super) fn give(&mut self, points: &PointSet, owner: f64) {
        for at in points.iter() {
            self.owner[at] = owner;
        }
    }

    /// Marks stones as dead or as alive.
    pub(super) fn set_dead(&mut self, stones: &PointSet, is_dead: bool) {
        if is_dead {
            self.dead |= *stones;
        } else {
            self.dead -= *stones;
        }
    }

    /// Revives the dead chains that cannot have been captured.
    ///
    /// No living stone of the opponent borders on them or on the stones that die with them. Stones
    /// that are proved dead stay dead.
    pub(super) fn revived(mut self, board: &Board) -> Estimate {
        loop {
            let before = self.dead;
            let living = PerColor::from_fn(|color| board.stones(color) - before);
            let rest = (board.size().all() - living[Color::Black]) - living[Color::White];
            for area in rest.components() {
                let around = area.grown();
                let alone = |color: &Color| !around.meets(&living[!*color]);
                // If no living stones border on it, the side with the surer stones lives.
                let lean = |color: Color| -> f64 {
                    let lost = area & board.stones(color);
                    lost.iter().map(|at| self.lean(color, at)).sum()
                };
                let mut sides: Vec<Color> = Color::BOTH.into_iter().filter(alone).collect();
                sides.sort_by(|&one, &other| lean(other).total_cmp(&lean(one)));
                if let Some(&side) = sides.first() {
                    self.dead -= (area & board.stones(side)) - self.proved;
                }
            }
            if self.dead == before {
                return self;
            }
        }
    }

    /// Returns the dead stones, with open chains of several stones decided by the finished board.
    ///
    /// A chain is open if the playouts do not decide it.
    ///
    /// A single stone captured there is mostly that of the last ko, and stays until a move is
    /// played.
    pub(super) fn settled_by(&self, board: &Board, lost: &PointSet) -> PointSet {
        let is_dead = |chain: &Chain| {
            let is_open = OPEN.contains(&self.share(chain))
                && chain.stones.len() > 1
                && self.finding(&chain.stones).is_none();
            let dead = if is_open { lost } else { &self.dead };
            chain.stones.meets(dead)
        };
        let dead = Chain::all(board).into_iter().filter(is_dead);
        let dead = dead.map(|chain| chain.stones).collect();
        let settled = Estimate {
            dead,
            ..self.clone()
        };
        settled.revived(board).dead
    }

    /// Returns the points that clearly belong to neither side, or depend on the first move.
    pub(super) fn unclear(&self, board: &Board, settled: &Settled) -> PointSet {
        let rest = board.size().all() - settled.all();
        let nobody = |at: Point| {
            !Color::BOTH
                .into_iter()
                .any(|color| self.is_clear(color, at))
        };
        let is_open = |&at: &Point| nobody(at) || self.hot.contains(at);
        rest.iter().filter(is_open).collect()
    }
}

/// Returns the share of points that are a color's, by their mean owners.
fn mean(owner: &PerPoint<f64>, color: Color, points: &PointSet) -> f64 {
    let sign = f64::from(color.sign());
    let sum: f64 = points.iter().map(|at| owner[at] * sign).sum();
    (sum / points.len() as f64 + 1.0) / 2.0
}

/// Returns the points of the evaluator's ownership that overrule the playouts.
///
/// These are the stones, and the empty points around those stones that it sees differently from the
/// playouts.
///
/// Elsewhere an evaluator predicts which side will play an empty point; the playouts say if the
/// point belongs to a side.
fn where_to_follow(board: &Board, played: &PerPoint<f64>, expected: &PerPoint<f64>) -> PointSet {
    let stones = board.stones(Color::Black) | board.stones(Color::White);
    let is_otherwise = |&at: &Point| (expected[at] - played[at]).abs() > OTHERWISE;
    let otherwise: PointSet = stones.iter().filter(is_otherwise).collect();
    let empty = board.size().all() - stones;
    stones | otherwise.flood(&(empty | otherwise))
}

/// Estimates the owners by playouts and an evaluator, if there is one.
///
/// Each side moves first in half of the playouts. Settled and read chains overrule both.
pub(super) fn estimate(
    board: &Board,
    settled: &Settled,
    read: &[(PointSet, Reading)],
    effort: &Effort,
    consult: impl FnOnce(&PerPoint<f64>) -> Option<PerPoint<f64>>,
    stop: &AtomicBool,
) -> Estimate {
    let half = effort.playouts.div_ceil(2).max(1);
    let played: Vec<Ownership> = Color::BOTH
        .into_iter()
        .map(|turn| {
            let seed = effort.seed.wrapping_add(turn as u64);
            ownership_unless(board, turn, half, seed, stop)
        })
        .collect();
    let mut owner = PerPoint::new(0.0);
    for at in board.size().points() {
        owner[at] = (played[0].of(at) + played[1].of(at)) / 2.0;
    }
    let expected = consult(&owner);
    if let Some(expected) = &expected {
        for at in where_to_follow(board, &owner, expected).iter() {
            owner[at] += EXPECTED * (expected[at] - owner[at]);
        }
    }
    let expectation = owner.clone();
    for color in Color::BOTH {
        for at in (settled.living[color] | settled.territory[color]).iter() {
            owner[at] = f64::from(color.sign());
        }
    }
    let mut proved = PointSet::EMPTY;
    for &(stones, reading) in read {
        let first = stones.first().and_then(|stone| board.at(stone));
        let color = first.expect("what has been read are chains of the board");
        let sign = match reading.verdict {
            ReadingResult::Alive => color.sign(),
            ReadingResult::Dead => {
                proved |= stones;
                -color.sign()
            }
            ReadingResult::Unsettled => continue,
        };
        for at in stones.iter() {
            owner[at] = f64::from(sign);
        }
    }
    let mut estimate = Estimate {
        owner,
        expectation,
        is_advised: expected.is_some(),
        playouts: played.iter().map(Ownership::playouts).sum(),
        dead: PointSet::EMPTY,
        proved,
        findings: vec![],
        hot: PointSet::EMPTY,
    };
    for chain in Chain::all(board) {
        if estimate.share(&chain) < 0.5 {
            estimate.dead |= chain.stones;
        }
    }
    estimate.revived(board)
}
