//! Territory: the parts that protected chains surround.

use super::super::proof::Promise;
use super::super::task::Goal;
use super::{Decomposer, ProvenZone};
use crate::go::point::PointSet;

/// Factor on the states per question for taking a part.
const TAKE: usize = 30;
/// The factor for large zones, which are taken soon or not at all.
const TAKE_LARGE: usize = 2;

impl Decomposer<'_> {
    /// Takes the parts between protected chains that the owner can take as a whole. Each becomes
    /// one zone with the zones that meet it, and all chains stay safe. Safety and territory
    /// therefore hold together.
    pub(super) fn take_parts(&mut self) {
        for part in self.parts() {
            if !self.held.iter().any(|held| part.is_subset(&held.taken)) {
                self.take(&part);
            }
        }
    }

    fn take(&mut self, part: &PointSet) {
        let invaders = *part & self.board.stones(!self.owner);
        let is_too_much = self.room(part) > self.effort.breadth.taken || self.is_stopped();
        if is_too_much || !invaders.is_subset(&self.given_up) {
            return;
        }
        let (met, others): (Vec<ProvenZone>, Vec<ProvenZone>) = self
            .held
            .iter()
            .cloned()
            .partition(|held| held.points.meets(part));
        let (mut points, mut taken) = (*part, *part);
        for held in &met {
            points |= held.points | held.taken;
            taken |= held.taken;
        }
        let Some((zone, root)) = self.zone(&points) else {
            return;
        };
        let before = std::mem::replace(&mut self.held, others);
        let promises = self.needed_of(points, together(&met));
        let goal = Goal::Take(zone.bits(&taken));
        let times = if self.room(&points) > self.effort.breadth.taken_in {
            TAKE_LARGE
        } else {
            TAKE
        };
        let kept = self.solve(&zone, root, &promises, goal, times * self.effort.zone);
        let is_found = kept.is_ok();
        if let Ok(mut kept) = kept {
            // An empty strategy depends on no points, but a zone must have some.
            if kept.points.is_empty() {
                kept.points = *part;
            }
            self.hold(promises, kept);
            let held = self.held.last_mut().expect("it was added");
            held.taken = taken;
        }
        if !is_found || self.worst().is_some() {
            self.held = before;
        }
    }

    /// Returns a smaller set of promises that still makes all chains safe together with the held
    /// zones. Returns all promises if they do not suffice.
    pub(super) fn needed_of(&mut self, points: PointSet, promises: Vec<Promise>) -> Vec<Promise> {
        let mut needed = promises;
        let mut is_enough = |promises: &[Promise]| {
            self.held.push(ProvenZone {
                points,
                promises: promises.to_vec(),
                strategy: vec![],
                taken: PointSet::EMPTY,
                parts: 0,
            });
            let is_enough = self.worst().is_none();
            self.held.pop();
            is_enough
        };
        for place in (0..needed.len()).rev() {
            let mut fewer = needed.clone();
            fewer.remove(place);
            if is_enough(&fewer) {
                needed = fewer;
            }
        }
        needed
    }
}

/// Combines the promises of several zones: the sum of the liberties of each chain (at most two),
/// and all ties.
pub(super) fn together(zones: &[ProvenZone]) -> Vec<Promise> {
    let mut together: Vec<Promise> = vec![];
    for promise in zones.iter().flat_map(|held| &held.promises) {
        let had = together.iter_mut().find_map(|had| match (had, promise) {
            (
                Promise::Liberties { chain, count },
                Promise::Liberties {
                    chain: same,
                    count: more,
                },
            ) if chain == same => Some((count, *more)),
            _ => None,
        });
        match had {
            Some((count, more)) => *count = (*count + more).min(2),
            None => together.push(promise.clone()),
        }
    }
    together
}
