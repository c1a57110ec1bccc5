//! The infinite game on a subgraph, solved by attractors and nested fixpoints.
//!
//! The [keeper](crate::life::procedure::Procedure::keeper) plays a co-Büchi game: it succeeds if,
//! from some moment on, one thing always stands. Its winning region is the least set of states from
//! which it can force play into the set, or keep one thing standing until play enters it. The other
//! side wins everywhere else.

use super::arena::{Arena, KEPT, LEFT_OUT, LOST, NONE, UNKNOWN};
use super::field::{Bits, each};
use crate::life::meter::Meter;

/// The cost of a pass over all states for one thing, as a fraction of a full visit: few states keep
/// it standing.
const THINGS: u64 = 10;

/// The states of a subgraph that one side wins, with a plan.
pub(super) struct Winning {
    /// True for each state that is won.
    pub(super) is_won: Vec<bool>,
    /// The target of the winner's move in each state where the winner is to move.
    pub(super) plan: Vec<u32>,
}

impl Winning {
    /// Returns true if the root is won.
    pub(super) fn has_first(&self) -> bool {
        self.is_won.first() == Some(&true)
    }
}

impl Arena {
    /// Computes what the keeper wins; `unknown_is_kept` counts the unexplored states for the
    /// keeper. `None` if the budget is overdrawn.
    pub(super) fn kept(&self, unknown_is_kept: bool, meter: &Meter) -> Option<Winning> {
        let is_good = |node: usize, to: u32| match to {
            KEPT => true,
            UNKNOWN => unknown_is_kept,
            LEFT_OUT => !self.keeps[node],
            _ => false,
        };
        let mut found = Attractor::of(self, is_good);
        meter.spend(self.work());
        loop {
            let mut things = 0;
            for (node, &standing) in self.standing.iter().enumerate() {
                if !found.winning.is_won[node] {
                    things |= standing;
                }
            }
            let mut grew = false;
            for thing in each(things) {
                meter.spend(self.work() / THINGS);
                if meter.is_late() {
                    return None;
                }
                let fresh = self.trapped(&mut found.winning, thing, is_good);
                if !fresh.is_empty() {
                    grew = true;
                    for &node in &fresh {
                        found.winning.is_won[node as usize] = true;
                    }
                    found.attract(self, fresh);
                }
            }
            if !grew {
                return Some(found.winning);
            }
        }
    }

    /// Computes what the other side wins even if all unexplored states are the keeper's. `None` if
    /// the budget is overdrawn.
    pub(super) fn ended(&self, meter: &Meter) -> Option<Winning> {
        let kept = self.kept(true, meter)?.is_won;
        meter.spend(self.work());
        let is_won: Vec<bool> = kept.into_iter().map(|kept| !kept).collect();
        let plan = self.plan_to_end(&is_won);
        Some(Winning { is_won, plan })
    }

    /// Plans moves that bring the other side, within its winning region, again and again to states
    /// where nothing stands.
    ///
    /// For procedures with only one thing that can stand.
    fn plan_to_end(&self, is_won: &[bool]) -> Vec<u32> {
        let count = self.len();
        let mut plan = vec![NONE; count];
        let is_in = |to: u32| to == LOST || to < UNKNOWN && is_won[to as usize];
        let mut left = vec![0u32; count];
        let mut reached = vec![false; count];
        let mut fresh = Vec::new();
        for node in (0..count).filter(|&node| is_won[node]) {
            let targets = self.targets(node);
            left[node] = targets.iter().filter(|&&to| to < UNKNOWN).count() as u32;
            let leaves = targets.iter().find(|&&to| to == LOST);
            let free = || targets.iter().find(|&&to| is_in(to));
            let is_free = self.standing[node] == 0;
            let first = match leaves {
                Some(to) => Some(to),
                None if is_free => free(),
                None => None,
            };
            if is_free || !self.keeps[node] && first.is_some() || left[node] == 0 {
                plan[node] = first.copied().unwrap_or(NONE);
                reached[node] = true;
                fresh.push(node as u32);
            }
        }
        while let Some(node) = fresh.pop() {
            for &from in self.sources(node as usize) {
                let at = from as usize;
                if !is_won[at] || reached[at] {
                    continue;
                }
                left[at] -= 1;
                if !self.keeps[at] || left[at] == 0 {
                    plan[at] = node;
                    reached[at] = true;
                    fresh.push(from);
                }
            }
        }
        plan
    }

    /// Returns the states where the keeper can keep `thing` standing until play enters a won state.
    /// Adds the keeper's moves to the plan.
    fn trapped(
        &self,
        winning: &mut Winning,
        thing: Bits,
        is_good: impl Fn(usize, u32) -> bool,
    ) -> Vec<u32> {
        let Winning { is_won, plan } = winning;
        let mut stays: Vec<bool> = (0..self.len())
            .map(|node| !is_won[node] && self.standing[node] & thing != 0)
            .collect();
        // The number of moves that stay inside, for states where the keeper is to move.
        let mut counts = vec![0u32; self.len()];
        let mut leaving = Vec::new();
        for node in 0..self.len() {
            if !stays[node] {
                continue;
            }
            let is_inside = |to: u32| {
                is_good(node, to) || to < UNKNOWN && (is_won[to as usize] || stays[to as usize])
            };
            let inside = self.targets(node).iter().filter(|&&to| is_inside(to));
            let inside = inside.count();
            let leaves = if self.keeps[node] {
                counts[node] = inside as u32;
                inside == 0
            } else {
                inside < self.targets(node).len()
            };
            if leaves {
                leaving.push(node as u32);
            }
        }
        for &node in &leaving {
            stays[node as usize] = false;
        }
        // The counts include moves to every state that leaves now, so each is subtracted once.
        while let Some(node) = leaving.pop() {
            for &from in self.sources(node as usize) {
                let at = from as usize;
                if !stays[at] {
                    continue;
                }
                if self.keeps[at] {
                    counts[at] -= 1;
                    if counts[at] > 0 {
                        continue;
                    }
                }
                stays[at] = false;
                leaving.push(from);
            }
        }
        for node in 0..self.len() {
            if stays[node] && self.keeps[node] {
                let is_inside = |to: u32| {
                    is_good(node, to) || to < UNKNOWN && (is_won[to as usize] || stays[to as usize])
                };
                let stay = self.targets(node).iter().find(|&&to| is_inside(to));
                plan[node] = stay.copied().unwrap_or(NONE);
            }
        }
        let kept = stays.iter().enumerate().filter(|(_, stays)| **stays);
        kept.map(|(node, _)| node as u32).collect()
    }
}

/// A growing set of states where the keeper can force play into won states.
struct Attractor {
    winning: Winning,
    /// The number of moves of each state that do not lead to a won state yet.
    escapes: Vec<u32>,
}

impl Attractor {
    /// Builds the attractor of the moves that are good for the keeper.
    fn of(arena: &Arena, is_good: impl Fn(usize, u32) -> bool) -> Attractor {
        let mut found = Attractor {
            winning: Winning {
                is_won: vec![false; arena.len()],
                plan: vec![NONE; arena.len()],
            },
            escapes: vec![0; arena.len()],
        };
        let mut fresh = Vec::new();
        for node in 0..arena.len() {
            let targets = arena.targets(node);
            let mut good = targets.iter().filter(|&&to| is_good(node, to));
            let first = good.next().copied();
            let count = usize::from(first.is_some()) + good.count();
            found.escapes[node] = (targets.len() - count) as u32;
            let is_won = if arena.keeps[node] {
                count > 0
            } else {
                found.escapes[node] == 0
            };
            if is_won {
                found.winning.plan[node] = first.unwrap_or(NONE);
                found.winning.is_won[node] = true;
                fresh.push(node as u32);
            }
        }
        found.attract(arena, fresh);
        found
    }

    /// Adds the states where the keeper can force play into newly won ones.
    fn attract(&mut self, arena: &Arena, mut fresh: Vec<u32>) {
        let Winning { is_won, plan } = &mut self.winning;
        while let Some(node) = fresh.pop() {
            for &from in arena.sources(node as usize) {
                let at = from as usize;
                self.escapes[at] -= 1;
                if !is_won[at] && (arena.keeps[at] || self.escapes[at] == 0) {
                    plan[at] = node;
                    is_won[at] = true;
                    fresh.push(from);
                }
            }
        }
    }
}
