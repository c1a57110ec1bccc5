//! The points available to zones, and the shapes of zones.

use super::super::zone::Zone;
use super::Decomposer;
use crate::go::point::{Point, PointSet};
use std::cmp::Reverse;

impl Decomposer<'_> {
    /// Returns the protected chains next to some points.
    pub(super) fn walls(&self, points: &PointSet) -> Vec<usize> {
        let around = points.grown();
        let beside = self.protected.iter();
        beside
            .filter(|(_, chain)| chain.stones.meets(&around))
            .map(|(number, _)| *number)
            .collect()
    }

    /// Returns the points available to new zones: those without protected stones and outside held
    /// zones.
    pub(super) fn free(&self) -> PointSet {
        self.unprotected() - self.used
    }

    /// Returns the points without protected stones.
    pub(super) fn unprotected(&self) -> PointSet {
        self.board.size().all() - self.stones()
    }

    /// Returns the parts of the board between protected chains, or none if there are no such
    /// chains.
    pub(super) fn parts(&self) -> impl Iterator<Item = PointSet> + use<> {
        let between = if self.protected.is_empty() {
            PointSet::EMPTY
        } else {
            self.unprotected()
        };
        between.components()
    }

    /// Counts the neighbors of a point that are on the board and not protected stones.
    pub(super) fn openness(&self, at: Point, stones: &PointSet) -> usize {
        let beside = at.neighbours().into_iter();
        beside
            .filter(|&near| self.board.size().contains(near) && !stones.contains(near))
            .count()
    }

    /// Returns the liberties that a chain shares with others within some points, the most open
    /// first.
    pub(super) fn shared(&self, chain: usize, with: &[usize], within: &PointSet) -> Vec<Point> {
        let others: PointSet = with.iter().map(|&with| self.chains[with].stones).collect();
        let stones = self.stones();
        let shared = self.chains[chain].liberties & others.grown() & *within;
        let mut points: Vec<Point> = shared.iter().collect();
        points.sort_by_key(|&at| Reverse(self.openness(at, &stones)));
        points
    }

    pub(super) fn is_near(&self, chain: usize, to: usize) -> bool {
        let reach = self.chains[chain].stones.grown().grown();
        chain != to && reach.meets(&self.chains[to].stones.grown())
    }

    /// Counts the empty points.
    pub(super) fn room(&self, points: &PointSet) -> usize {
        (*points & self.empty).len()
    }

    /// Grows a zone of `size` empty points from a seed, where it is least open.
    pub(super) fn around(
        &self,
        seed: Point,
        chains: &[usize],
        size: usize,
        free: &PointSet,
    ) -> PointSet {
        let own: PointSet = chains
            .iter()
            .map(|&chain| self.chains[chain].stones)
            .collect();
        let protected = self.stones();
        let mut zone: PointSet = [seed].into_iter().collect();
        while self.room(&zone) < size && zone.len() < Zone::MOST_POINTS && !self.is_stopped() {
            let border = zone.border(free) - zone;
            let worth = |at: &Point| {
                let beside = at.neighbours();
                let on_board = |near: &&Point| self.board.size().contains(**near);
                let mut open = 0;
                let mut walls = 0;
                for near in beside.iter().filter(on_board) {
                    if own.contains(*near) {
                        walls += 2;
                    } else if protected.contains(*near) {
                        walls += 1;
                    } else if !zone.contains(*near) {
                        open += 2;
                    }
                }
                let is_taken = i32::from(!self.board.is_empty(*at));
                (walls - open - is_taken, Reverse(at.index()))
            };
            match border.iter().max_by_key(worth) {
                Some(best) if self.board.is_empty(best) => {
                    zone.insert(best);
                }
                Some(best) => {
                    let stone: PointSet = [best].into_iter().collect();
                    let of = self.board.at(best).unwrap_or(self.owner);
                    let chain = stone.flood(&(self.board.stones(of) & *free));
                    zone |= match of == self.owner {
                        // A loose chain needs all its neighbors in the zone.
                        true => chain | chain.border(free),
                        false => chain,
                    };
                }
                None => break,
            }
        }
        zone
    }

    /// Grows a zone of at least `size` empty points, if there are as many, all around a chain. It
    /// includes the neighbors of loose chains.
    pub(super) fn spread(&self, chain: usize, size: usize, within: &PointSet) -> PointSet {
        let mut zone = self.chains[chain].liberties & *within;
        while self.room(&zone) < size {
            let wider = zone | zone.border(within);
            if wider == zone {
                break;
            }
            zone = wider;
        }
        let own = self.board.stones(self.owner) & *within;
        loop {
            let loose = (zone & own).flood(&own);
            let wider = zone | loose | loose.border(within);
            if wider == zone {
                return zone;
            }
            zone = wider;
        }
    }
}
