//! Merges the results of reading, searching and safety proofs into an estimate.

use super::enclosed::{Enclosed, Within};
use super::estimate::{Estimate, OPEN};
use super::local::{CLEAR, SearchedFight};
use super::status::{Finding, Share};
use crate::go::board::Board;
use crate::go::color::{Color, PerColor};
use crate::go::point::PointSet;
use crate::life::chain::Chain;
use crate::life::region::only_neighbour;
use crate::life::safety::Safety;

/// Merges verdicts read within walls.
///
/// They apply to the stones, and to the regions that only one side surrounds then.
pub(super) fn with_read(mut estimate: Estimate, board: &Board, within: &Within) -> Estimate {
    let Within { found, contested } = within;
    estimate.hot |= *contested;
    for chain in found {
        let owner = if chain.is_dead {
            !chain.color
        } else {
            chain.color
        };
        estimate.note(chain.stones, chain.finding);
        estimate.give(&chain.stones, f64::from(owner.sign()));
        estimate.set_dead(&chain.stones, chain.is_dead);
    }
    let mut estimate = joined(estimate, board, found).revived(board);
    let living = PerColor::from_fn(|color| board.stones(color) - estimate.dead);
    let free = (board.size().all() - living[Color::Black]) - living[Color::White];
    let parts: PointSet = found.iter().map(|chain| chain.part).collect();
    for area in free.components().filter(|area| area.is_subset(&parts)) {
        if let Some(side) = only_neighbour(&area, &living) {
            estimate.give(&area, f64::from(side.sign()));
        }
    }
    estimate
}

/// Revives doubtful chains next to a chain that was found dead, if taking it connects them to
/// surely living ones.
fn joined(mut estimate: Estimate, board: &Board, found: &[Enclosed]) -> Estimate {
    let known: PointSet = found.iter().map(|chain| chain.stones).collect();
    let chains = Chain::all(board);
    for taken in found.iter().filter(|chain| chain.is_dead) {
        let around = taken.stones.grown();
        let near = |chain: &&Chain| chain.color != taken.color && chain.stones.meets(&around);
        let is_sure = |chain: &Chain| estimate.share(chain) > *OPEN.end();
        if !chains.iter().filter(near).any(is_sure) {
            continue;
        }
        let in_doubt = |chain: &&Chain| {
            OPEN.contains(&estimate.share(chain)) && !chain.stones.meets(&(known | estimate.proved))
        };
        let saved = chains.iter().filter(near).filter(in_doubt);
        let saved: PointSet = saved.map(|chain| chain.stones).collect();
        estimate.give(&saved, f64::from((!taken.color).sign()));
        estimate.set_dead(&saved, false);
        estimate.note(saved, Finding::Joined);
    }
    estimate
}

/// Merges safety proofs: the safe chains, their territory, and the stones that this leaves no room
/// to live.
pub(super) fn with_safe(mut estimate: Estimate, board: &Board, safety: &Safety) -> Estimate {
    let living = safety.living();
    for color in Color::BOTH {
        let sign = f64::from(color.sign());
        estimate.give(&(living[color] | safety.territory[color]), sign);
        estimate.set_dead(&living[color], false);
        let lost = safety.territory[color] & board.stones(!color);
        estimate.set_dead(&lost, true);
    }
    estimate
}

/// Merges the searches of fights into the chains that the estimate leaves open.
///
/// A finding holds for the side to move first in the fight, or for either side. Chains that reading
/// has `tried` are left alone.
pub(super) fn with_searched(
    mut estimate: Estimate,
    board: &Board,
    tried: &PointSet,
    fights: &[SearchedFight],
) -> Estimate {
    if fights.is_empty() {
        return estimate;
    }
    let mut open = Chain::all(board);
    open.retain(|chain| OPEN.contains(&estimate.share(chain)) && !chain.stones.meets(tried));
    for fight in fights {
        let lost = fight.lost(&open);
        let before = estimate.clone();
        for chain in &open {
            let Some(owner) = fight.owner_of(&chain.stones) else {
                continue;
            };
            // If the search leaves a chain open, the playouts have equal weight.
            let sign = f64::from(chain.color.sign());
            let is_clear = owner.abs() >= CLEAR;
            let owner = if is_clear {
                owner
            } else {
                (owner + sign * (2.0 * estimate.share(chain) - 1.0)) / 2.0
            };
            let stayed = (owner * sign + 1.0) / 2.0;
            let finding = if is_clear {
                Finding::Played(Share {
                    stayed,
                    playouts: fight.playouts(),
                    is_advised: false,
                })
            } else {
                Finding::Weighed(stayed)
            };
            estimate.note(chain.stones, finding);
            estimate.give(&chain.stones, owner);
            let is_behind = owner * sign < 0.0;
            let is_lost = lost.filter(|_| is_clear);
            let is_lost = is_lost.map_or(is_behind, |lost| chain.stones.meets(&lost));
            estimate.set_dead(&chain.stones, is_lost);
        }
        if are_neighbors_lost(board, &estimate.dead, &(estimate.dead - before.dead)) {
            estimate = before;
            continue;
        }
        if lost.is_some() {
            estimate.hot |= fight.open();
        }
        for &at in board.empties() {
            let point = [at].into_iter().collect();
            if let Some(owner) = fight.owner_of(&point) {
                estimate.give(&point, owner);
            }
        }
    }
    estimate.revived(board)
}

/// Returns true if a newly lost chain touches a lost chain of the other color.
///
/// One of the two should live by capturing the other, so the search has misread the fight.
fn are_neighbors_lost(board: &Board, lost: &PointSet, newly: &PointSet) -> bool {
    Color::BOTH.into_iter().any(|color| {
        let newly = *newly & board.stones(color);
        newly.grown().meets(&(*lost & board.stones(!color)))
    })
}
