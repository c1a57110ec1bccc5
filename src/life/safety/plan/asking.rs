//! Queries to the zone solver, and the zones held as a result.

use super::super::keep::{Unkept, keep};
use super::super::proof::Promise;
use super::super::task::{Clause, Goal, ZoneQuery};
use super::super::zone::{Zone, ZoneState};
use super::memo::{CachedAnswer, Kept};
use super::writing::{points_of, situation};
use super::{Decomposer, ProvenZone, work};
use crate::go::point::PointSet;
use std::cmp::Reverse;

/// The most empty points of a part that is queried as a whole.
const WHOLE: usize = 14;
/// States allowed for a question even if none are left.
const FLOOR: usize = 60;
/// Factor on the states per question for a chain that has failed once.
const FAVOR: usize = 6;

impl Decomposer<'_> {
    /// Creates the zone of some points between the protected chains.
    pub(super) fn zone(&self, points: &PointSet) -> Option<(Zone, ZoneState)> {
        Zone::new(
            self.board,
            self.owner,
            &self.protected,
            points,
            !self.effort.solid,
        )
    }

    /// Returns a strategy that keeps the promises in a zone of these points, from the cache or the
    /// solver.
    pub(super) fn ask(&mut self, points: &PointSet, promises: &[Promise]) -> Option<Kept> {
        let is_favored = promises
            .iter()
            .any(|promise| self.favored.contains(&promise.chain()));
        let most = if is_favored {
            FAVOR * self.effort.zone
        } else {
            self.effort.zone
        };
        let remembered = self.memo.len() as u64;
        self.meter
            .spend(work::QUESTION + remembered * work::REMEMBERED);
        match self.memo.known(points, promises, most) {
            Some(CachedAnswer::Kept(kept)) => return Some(kept),
            Some(CachedAnswer::Unkept) => return None,
            None if self.affordable() == 0 => return None,
            None => {}
        }
        let (zone, root) = self.zone(points)?;
        let found = self.solve(&zone, root, promises, Goal::Keep, most);
        self.memo.note(points, promises, most, &found);
        found.ok()
    }

    /// Solves a zone with at most `most` visits to states.
    pub(super) fn solve(
        &mut self,
        zone: &Zone,
        root: ZoneState,
        promises: &[Promise],
        goal: Goal,
        most: usize,
    ) -> Result<Kept, Unkept> {
        if self.affordable() == 0 || self.is_stopped() {
            return Err(Unkept::Exhausted);
        }
        let place = |chain: usize| zone.walls.iter().position(|(number, _)| *number == chain);
        let clause = |promise: &Promise| {
            Some(match promise {
                Promise::Liberties { chain, count } => Clause::Liberties {
                    wall: place(*chain)?,
                    count: *count,
                },
                Promise::Tied { chain, to } => Clause::Tied {
                    wall: place(*chain)?,
                    to: to
                        .iter()
                        .filter_map(|to| place(*to))
                        .fold(0, |set, place| set | 1 << place),
                },
            })
        };
        let clauses: Option<Vec<Clause>> = promises.iter().map(clause).collect();
        let mut clauses = clauses.ok_or(Unkept::Refused)?;
        // Group the clauses by wall: the solver reuses the block of the last one.
        clauses.sort_by_key(|clause| clause.wall());
        let task = ZoneQuery {
            zone,
            clauses: &clauses,
            goal,
            suicide: self.effort.suicide,
            search: self.effort.search,
            stop: self.stop,
        };
        let most = most.min(self.left.max(FLOOR)).min(self.affordable());
        let (found, spent) = keep(task, root, most);
        self.left = self.left.saturating_sub(spent.states);
        self.meter.spend(spent.work * work::COME_TO);
        found.map(|strategy| Kept {
            points: points_of(zone, strategy.points),
            strategy: strategy
                .course
                .iter()
                .map(|minded| situation(zone, minded))
                .collect(),
            parts: strategy.parts,
        })
    }

    pub(super) fn hold(&mut self, promises: Vec<Promise>, kept: Kept) {
        self.used |= kept.points;
        self.held.push(ProvenZone {
            points: kept.points,
            promises,
            strategy: kept.strategy,
            taken: PointSet::EMPTY,
            parts: kept.parts,
        });
    }

    /// Holds a zone with these promises, merged with the zones it meets. Returns false if that is
    /// not possible.
    pub(super) fn obtain(&mut self, points: &PointSet, promises: &[Promise]) -> bool {
        let met: Vec<usize> = (0..self.held.len())
            .filter(|&held| self.held[held].points.meets(points))
            .collect();
        let mut all = promises.to_vec();
        let mut zone = *points;
        self.look_at(points);
        for &held in &met {
            zone |= self.held[held].points;
            for promise in &self.held[held].promises {
                if !all.iter().any(|had| had.implies(promise)) {
                    all.push(promise.clone());
                }
            }
        }
        if self.room(&zone) > self.effort.breadth.merged && !met.is_empty() || self.is_stopped() {
            return false;
        }
        self.look_at(&zone);
        let mut found = self.ask(&zone, &all);
        if found.is_none() && !met.is_empty() {
            let wider = zone | zone.border(&self.free());
            if self.room(&wider) <= self.effort.breadth.merged {
                zone = wider;
                self.look_at(&zone);
                found = self.ask(&zone, &all);
            }
        }
        let Some(kept) = found else {
            return false;
        };
        for &held in met.iter().rev() {
            self.held.remove(held);
        }
        let points = kept.points;
        self.strengthen(&points, all, kept);
        true
    }

    /// Queries each small part for all the promises that can be kept in it.
    pub(super) fn hold_small_parts(&mut self) {
        for part in self.parts() {
            let points = part;
            if points.len() > Zone::MOST_POINTS
                || self.room(&points) > WHOLE
                || points.is_empty()
                || points.meets(&self.used)
            {
                continue;
            }
            self.hold_part(&points);
        }
    }

    pub(super) fn hold_part(&mut self, points: &PointSet) {
        let walls = self.walls(points);
        let all = |count: u32| -> Vec<Promise> {
            let each = walls.iter();
            each.map(|&chain| Promise::Liberties { chain, count })
                .collect()
        };
        for promises in [all(2), all(1)] {
            if let Some(kept) = self.ask(points, &promises) {
                self.strengthen(points, promises, kept);
                return;
            }
        }
        self.strengthen(points, vec![], Kept::default());
    }

    /// Adds promises one by one while they can be kept together.
    pub(super) fn strengthen(
        &mut self,
        points: &PointSet,
        mut promises: Vec<Promise>,
        mut kept: Kept,
    ) {
        let mut walls = self.walls(points);
        walls.sort_by_key(|&chain| Reverse(self.chains[chain].stones.len()));
        let mut wishes = vec![];
        for count in [1, 2] {
            wishes.extend(
                walls
                    .iter()
                    .map(|&chain| Promise::Liberties { chain, count }),
            );
        }
        for &chain in &walls {
            let others = || walls.iter().copied().filter(move |&to| to != chain);
            wishes.push(Promise::Tied {
                chain,
                to: others().collect(),
            });
            wishes.extend(others().take(1).map(|to| Promise::Tied {
                chain,
                to: vec![to],
            }));
        }
        let mut asked = 0;
        for wish in wishes {
            if asked > 12 {
                break;
            }
            let is_implied = promises.iter().any(|had| had.implies(&wish));
            if is_implied {
                continue;
            }
            asked += 1;
            let mut more = promises.clone();
            more.push(wish);
            if let Some(found) = self.ask(points, &more) {
                let wish = more.pop().expect("it was added");
                promises.retain(|had| !wish.implies(had));
                promises.push(wish);
                kept = found;
            }
        }
        if !promises.is_empty() {
            self.hold(promises, kept);
        }
    }
}
