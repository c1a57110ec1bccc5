//! The part of the board where a fight is played, and the chains that it may be about.

use crate::go::board::Board;
use crate::go::color::Color;
use crate::go::point::{PerPoint, Point, PointSet};
use crate::life::chain::Chain;
use std::collections::VecDeque;

/// The extent of a region beyond the points that are nearer to the target than to the attacker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Extent {
    /// The number of plays by which a point may be further from the target than from the attacker.
    pub(super) margin: u8,
    /// The number of such points in a row.
    pub(super) steps: u8,
    /// The most plays from the target to a point.
    pub(super) reach: u8,
    /// True if a chain that leaves the region is assumed to live.
    pub(super) may_escape: bool,
}

/// The distance of points that cannot be reached.
const FAR: u8 = u8::MAX;

/// Empty areas outside of this size or less that the region encloses belong to it.
const ISLAND: usize = 12;

/// The most liberties of a chain of the attacker, and of the owner, that belong to the region with
/// the chain: it may be captured.
const SHORT: usize = 2;
const SHORT_OWN: usize = 3;

/// The number of such chains in a row.
const LINKS: usize = 2;

/// Returns the number of plays of a color from some of its stones to each empty point.
fn distances(board: &Board, color: Color, from: &PointSet) -> PerPoint<u8> {
    let mut distance = PerPoint::new(FAR);
    let mut queue = VecDeque::new();
    for point in from.iter() {
        distance[point] = 0;
        queue.push_back(point);
    }
    let own = board.stones(color);
    while let Some(at) = queue.pop_front() {
        for next in at.neighbours() {
            if !board.size().contains(next) || distance[next] != FAR {
                continue;
            }
            match board.at(next) {
                None => {
                    distance[next] = distance[at] + 1;
                    queue.push_back(next);
                }
                Some(stone) if stone == color => {
                    // A chain is as far as the first of its stones.
                    let chain: PointSet = [next].into_iter().collect();
                    for stone in chain.flood(&own).iter() {
                        distance[stone] = distance[at];
                        queue.push_front(stone);
                    }
                }
                Some(_) => {}
            }
        }
    }
    distance
}

/// Returns the empty points and stones that a fight about a chain is played on.
pub(super) fn around(board: &Board, target: &PointSet, owner: Color, extent: Extent) -> PointSet {
    let mine = distances(board, owner, target);
    let theirs = distances(board, !owner, &board.stones(!owner));
    let is_within = |point: &Point, margin: i16| {
        mine[*point] <= extent.reach
            && i16::from(mine[*point]) <= i16::from(theirs[*point]) + margin
    };
    let empties: PointSet = board.empties().iter().copied().collect();
    let margin = i16::from(extent.margin);
    let near: PointSet = empties.iter().filter(|at| is_within(at, margin)).collect();
    let nearer = empties
        .iter()
        .filter(|at| is_within(at, -1) || mine[*at] == 1);
    let mut inside: PointSet = nearer.collect();
    for _ in 0..extent.steps {
        inside = inside | inside.grown() & near;
    }
    let islands = (empties - inside).components();
    let islands = islands.filter(|island| island.len() <= ISLAND);
    let mut region = islands.fold(inside, |all, island| all | island);
    for _ in 0..LINKS {
        let around = (region | *target).grown();
        for chain in Chain::all(board) {
            let most = if chain.color == owner {
                SHORT_OWN
            } else {
                SHORT
            };
            if chain.stones.meets(&around) && chain.liberties.len() <= most {
                region |= chain.liberties;
            }
        }
    }
    region
}

/// Returns the color that is surrounded: fewer points are nearer to its stones.
pub(super) fn surrounded(board: &Board) -> Option<Color> {
    let black = distances(board, Color::Black, &board.stones(Color::Black));
    let white = distances(board, Color::White, &board.stones(Color::White));
    let count = |mine: &PerPoint<u8>, theirs: &PerPoint<u8>| {
        let empties = board.empties().iter();
        empties.filter(|&&at| mine[at] < theirs[at]).count()
    };
    let (black, white) = (count(&black, &white), count(&white, &black));
    if black == white {
        return None;
    }
    Some(if black < white {
        Color::Black
    } else {
        Color::White
    })
}

/// Returns the chains of a color, the largest first.
pub(super) fn candidates(board: &Board, owner: Color) -> Vec<Chain> {
    let mut chains = Chain::all_of(board, owner);
    chains.sort_by_key(|chain| std::cmp::Reverse(chain.stones.len()));
    chains
}
