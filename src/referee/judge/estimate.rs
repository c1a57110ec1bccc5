//! Ownership and dead stones, estimated by playouts.

use super::effort::Effort;
use super::status::{Basis, Finding, Share};
use crate::go::board::Board;
use crate::go::color::{Color, PerColor};
use crate::go::point::{PerPoint, Point, PointSet};
use crate::life::benson::Settled;
use crate::life::chain::Chain;
use crate::life::reading::{Reading, Verdict};
use crate::mcts::playout::{Ownership, ownership_unless};
use std::ops::RangeInclusive;
use std::sync::atomic::AtomicBool;

/// The share of the playouts from which a point is clearly a side's.
const CLEAR: f64 = 0.75;
/// The shares of the playouts that leave open whether a chain lives.
pub(super) const OPEN: RangeInclusive<f64> = 0.3..=0.7;

/// The weight, 0 to 1, of what an oracle expects where one is asked; the rest is that of the playouts.
const EXPECTED: f64 = 0.85;

/// The difference between mean owners from which an oracle sees stones otherwise than the playouts.
const OTHERWISE: f64 = 0.5;

/// The expected owner of each point, and the dead stones.
#[derive(Clone)]
pub(super) struct Estimate {
    /// Mean owner of each point at the end: 1 Black, -1 White.
    owner: PerPoint<f64>,
    /// The same where nothing is settled or read.
    expectation: PerPoint<f64>,
    /// Whether a network was asked besides the playouts.
    is_advised: bool,
    /// How many playouts there were.
    playouts: u32,
    /// The dead stones.
    pub(super) dead: PointSet,
    /// The dead stones that reading has proved dead.
    pub(super) proved: PointSet,
    /// The stones of fights that were searched or read, with what was found of them; the last word counts.
    findings: Vec<(PointSet, Finding)>,
    /// Points whose owner depends on who moves first, though they are given to a side.
    pub(super) hot: PointSet,
}

impl Estimate {
    /// The estimate where all stones count as alive.
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

    /// How surely a point is a side's, from -1 to 1.
    pub(super) fn lean(&self, color: Color, at: Point) -> f64 {
        self.owner[at] * f64::from(color.sign())
    }

    /// Whether a point is clearly a side's.
    pub(super) fn is_clear(&self, color: Color, at: Point) -> bool {
        self.lean(color, at) >= 2.0 * CLEAR - 1.0
    }

    /// The share of the playouts in which a chain's points were its owner's at the end.
    pub(super) fn share(&self, chain: &Chain) -> f64 {
        self.mean(chain.color, &chain.stones)
    }

    /// The share of the playouts in which points were a color's at the end.
    pub(super) fn mean(&self, color: Color, points: &PointSet) -> f64 {
        mean(&self.owner, color, points)
    }

    /// What a chain's fate rests on, where nothing is proved.
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

    /// What was found of stones whose fight was searched or read.
    fn finding(&self, stones: &PointSet) -> Option<Finding> {
        let mut findings = self.findings.iter().rev();
        let found = findings.find(|(of, _)| of.meets(stones));
        found.map(|&(_, finding)| finding)
    }

    /// Notes what was found of stones by searching or reading their fight.
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

    /// The same estimate, with chains revived that nobody can have killed: no living stone of the opponent borders on
    /// them or on what dies with them. What is proved dead stays dead.
    pub(super) fn revived(mut self, board: &Board) -> Estimate {
        loop {
            let before = self.dead;
            let living = PerColor::from_fn(|color| board.stones(color) - before);
            let rest = (board.size().all() - living[Color::Black]) - living[Color::White];
            for area in rest.components() {
                let around = area.grown();
                let alone = |color: &Color| !around.meets(&living[!*color]);
                // Where no living stones border on it, the side with the surer stones lives.
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

    /// The dead stones, when chains of several stones that the playouts leave open are decided by the finished board.
    ///
    /// A single stone captured there is mostly that of the last ko, and stays as long as nobody plays.
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

    /// The points that clearly belong to neither side, or depend on who moves first.
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

/// The share of points that are a color's, by their mean owners.
fn mean(owner: &PerPoint<f64>, color: Color, points: &PointSet) -> f64 {
    let sign = f64::from(color.sign());
    let sum: f64 = points.iter().map(|at| owner[at] * sign).sum();
    (sum / points.len() as f64 + 1.0) / 2.0
}

/// The points of which an oracle is believed: the stones, and the empty points around those that it sees otherwise than the playouts.
///
/// Elsewhere an oracle says who will play an empty point, and the playouts whether it is anybody's.
fn where_to_follow(board: &Board, played: &PerPoint<f64>, expected: &PerPoint<f64>) -> PointSet {
    let stones = board.stones(Color::Black) | board.stones(Color::White);
    let is_otherwise = |&at: &Point| (expected[at] - played[at]).abs() > OTHERWISE;
    let otherwise: PointSet = stones.iter().filter(is_otherwise).collect();
    let empty = board.size().all() - stones;
    stones | otherwise.flood(&(empty | otherwise))
}

/// Plays the board out many times, each side moving first in half of the playouts, and consults whoever expects an owner of each
/// point other than what the playouts say. What is settled or read overrules both.
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
            Verdict::Alive => color.sign(),
            Verdict::Dead => {
                proved |= stones;
                -color.sign()
            }
            Verdict::Unsettled => continue,
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
