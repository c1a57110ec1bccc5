//! Fights read out within walls that are taken to live.
//!
//! On a real board few groups live unconditionally, so that [`settle`](super::reading::settle) finds little that is
//! enclosed. Here the groups that plainly have eyes enough are taken to live too, and what then is enclosed is
//! read exactly: what is found holds if they do.

use super::Effort;
use super::benson::Settled;
use super::chain::Chain;
use super::estimate::Estimate;
use super::reading::{Budget, Procedure, Reader, Side, Verdict};
use crate::board::Board;
use crate::color::{Color, PerColor};
use crate::point::PointSet;
use crate::rules::Rules;
use std::cmp::Reverse;

/// What was found of a chain.
pub(super) struct Found {
    pub(super) color: Color,
    pub(super) stones: PointSet,
    /// Where it was read: what the walls enclose.
    pub(super) part: PointSet,
    pub(super) is_dead: bool,
}

/// With more empty points than these a part is too open to be read.
const MOST_ROOM: usize = 16;
/// With more points than these it is not the end of a fight.
const MOST_POINTS: usize = 90;
/// From how many points on an eye is life of its own.
const LARGE_EYE: usize = 6;
/// How sure a group must be to be taken for a wall, as a share of the playouts.
const SURE: f64 = 0.9;
/// Dead stones of so few are not asked about if the playouts are sure of them.
const FEW: usize = 2;

/// Reads the chains that are in doubt, or dead without a proof, in the parts of the board that walls enclose.
///
/// A verdict is given where it does not depend on who moves first.
pub(super) fn read(
    board: &Board,
    settled: &Settled,
    estimate: &Estimate,
    rules: &Rules,
    effort: &Effort,
) -> Vec<Found> {
    let walls = Walls::of(board, settled, estimate);
    let assumed = Settled {
        living: PerColor::from_fn(|color| settled.living[color] | walls.stones[color]),
        territory: settled.territory,
    };
    let living = assumed.living[Color::Black] | assumed.living[Color::White];
    let empty: PointSet = board.empties().iter().copied().collect();
    let procedure = Procedure::of(rules).unwrap_or(Procedure::LOCAL);
    let budget = Budget {
        states: effort.states / 5,
    };
    let reader = |first: Side| {
        let procedure = Procedure { first, ..procedure };
        Reader::assuming(board, assumed, procedure, budget)
    };
    let mut readers = [reader(Side::Defender), reader(Side::Attacker)];
    let chains = Chain::all(board);
    let mut left = effort.states;
    let mut found = vec![];
    for part in (board.size().all() - living).components() {
        if part.len() > MOST_POINTS || (part & empty).len() > MOST_ROOM {
            continue;
        }
        let mut within: Vec<&Chain> = chains
            .iter()
            .filter(|chain| chain.stones.is_subset(&part))
            .collect();
        let is_doubtful = |chain: &&Chain| {
            let share = estimate.share(chain);
            let is_sure = !(1.0 - SURE..=SURE).contains(&share);
            !is_sure || share < 0.5 && chain.stones.len() > FEW
        };
        if !within.iter().any(|chain| is_doubtful(chain)) {
            continue;
        }
        within.sort_by_key(|chain| Reverse(chain.stones.len()));
        for chain in within {
            if chain.stones.meets(&settled.territory[!chain.color]) {
                continue;
            }
            let stone = chain.stones.first().expect("a chain has stones");
            let mut ask = |first: usize| {
                if left == 0 {
                    return Verdict::Unsettled;
                }
                let reading = readers[first].judge(stone);
                left = left.saturating_sub(reading.states);
                reading.verdict
            };
            let is_dead = match ask(0) {
                Verdict::Dead => true,
                Verdict::Alive if ask(1) == Verdict::Alive => false,
                _ => continue,
            };
            found.push(Found {
                color: chain.color,
                stones: chain.stones,
                part,
                is_dead,
            });
        }
    }
    found
}

/// The groups that plainly live.
struct Walls {
    stones: PerColor<PointSet>,
}

impl Walls {
    fn of(board: &Board, settled: &Settled, estimate: &Estimate) -> Walls {
        let living = PerColor::from_fn(|color| board.stones(color) - estimate.dead);
        let free = (board.size().all() - living[Color::Black]) - living[Color::White];
        let mut eyes = PerColor::<PointSet>::default();
        for region in free.components() {
            let around = region.grown();
            let dead = (region & estimate.dead) - settled.territory[Color::Black] - settled.territory[Color::White];
            let sides: Vec<Color> = Color::BOTH.into_iter().filter(|&color| around.meets(&living[color])).collect();
            if let [side] = sides[..]
                && 4 * dead.len() <= region.len()
            {
                eyes[side] |= region;
            }
        }
        let mut stones = PerColor::<PointSet>::default();
        for color in Color::BOTH {
            for group in (living[color] | eyes[color]).components() {
                let own = group & eyes[color];
                let has_eyes = own.components().nth(1).is_some() || own.len() >= LARGE_EYE;
                let group = group & living[color];
                if has_eyes && !group.is_empty() && estimate.mean(color, &group) >= SURE {
                    stones[color] |= group;
                }
            }
        }
        Walls { stones }
    }
}
