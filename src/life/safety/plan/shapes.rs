//! Which points a zone may be made of, and of what shape.

use super::super::zone::Zone;
use super::Plan;
use crate::point::{Point, PointSet};
use std::cmp::Reverse;

impl Plan<'_> {
    /// The protected chains next to points.
    pub(super) fn walls(&self, points: &PointSet) -> Vec<usize> {
        let around = points.grown();
        let beside = self.protected.iter();
        beside
            .filter(|(_, chain)| chain.stones.meets(&around))
            .map(|(number, _)| *number)
            .collect()
    }

    /// What a zone may be made of: no protected stones, no point twice.
    pub(super) fn free(&self) -> PointSet {
        self.unprotected() - self.used
    }

    /// What is under no protected stone.
    pub(super) fn unprotected(&self) -> PointSet {
        self.board.size().all() - self.stones()
    }

    /// The parts of the board between protected chains: none where there are no such chains.
    pub(super) fn parts(&self) -> impl Iterator<Item = PointSet> + use<> {
        let between = match self.protected.is_empty() {
            true => PointSet::EMPTY,
            false => self.unprotected(),
        };
        between.components()
    }

    /// How many neighbours of a point are neither protected stones nor off the board.
    pub(super) fn openness(&self, at: Point, stones: &PointSet) -> usize {
        let beside = at.neighbours().into_iter();
        beside
            .filter(|&near| self.board.size().contains(near) && !stones.contains(near))
            .count()
    }

    /// The liberties that a chain has in common with others, of some points, the most open ones first.
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

    /// How many empty points there are.
    pub(super) fn room(&self, points: &PointSet) -> usize {
        (*points & self.empty).len()
    }

    /// A zone of so many points that grows from a point where it is least open.
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
                        // A loose chain must have all its neighbours in the zone.
                        true => chain | chain.border(free),
                        false => chain,
                    };
                }
                None => break,
            }
        }
        zone
    }

    /// A zone of at least so many empty points all around a chain, if there are as many, with what is next to loose chains.
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
