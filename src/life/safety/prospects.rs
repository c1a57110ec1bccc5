//! What the owner could still settle in a zone with one stone more, or with two.
//!
//! The attacker's stones only stand in the way here, and nothing is captured: what cannot be settled so, hardly ever can
//! be. Most of what is searched fails, and nearly all of that is seen here at a fraction of the cost.

use super::task::Task;
use super::zone::{Bits, State, each};
use fxhash::FxHashMap;
use smallvec::SmallVec;

/// What has been found for one task.
pub(super) struct Prospects<'a> {
    task: Task<'a>,
    /// Where one stone more could settle all, by the owner's stones and by the attacker's that no wall is next to.
    finishing: FxHashMap<(Bits, Bits), Bits>,
}

impl Prospects<'_> {
    pub(super) fn new(task: Task) -> Prospects {
        Prospects {
            task,
            finishing: FxHashMap::default(),
        }
    }

    /// Where one stone of the owner's could settle all, without captures; it hardly ever can elsewhere.
    pub(super) fn finishing(&mut self, state: State) -> Bits {
        let zone = self.task.zone;
        let empty = zone.empty(state);
        let inner = state.other & !zone.beside;
        if let Some(known) = self.finishing.get(&(state.own, inner)) {
            return *known & empty;
        }
        let joined = zone.joined(state);
        let loose = state.own & !joined;
        let candidates = (zone.beside | zone.grown(joined)) & !state.own & !inner;
        let finishes = |at: &usize| {
            let stone = 1 << at;
            let joining = match loose {
                0 => stone,
                _ => zone.flood(stone, loose | stone),
            };
            self.could_be_settled(joined | joining, inner)
        };
        let found = each(candidates).filter(finishes);
        let found = found.fold(0, |found, at| found | 1 << at);
        self.finishing.insert((state.own, inner), found);
        found & empty
    }

    /// Whether the attacker can play where the owner could no longer settle all with two stones, one after each attack.
    pub(super) fn is_stopped(&mut self, state: State) -> bool {
        let zone = self.task.zone;
        let finishing = self.finishing(state);
        if finishing.count_ones() > 1 {
            return false;
        }
        let empty = zone.empty(state);
        let mut stopping = match finishing {
            0 => empty,
            one => one,
        };
        let joined = zone.joined(state);
        for first in each((zone.beside | zone.grown(joined)) & empty) {
            let own = state.own | 1 << first;
            // After this stone the owner needs two ways to go on.
            let ways = self.finishing(State { own, ..state });
            match ways.count_ones() {
                0 | 1 => continue,
                2 => stopping &= ways | 1 << first,
                _ => stopping &= 1 << first,
            }
            if stopping == 0 {
                return false;
            }
        }
        // A stone that may be captured may stop nothing.
        each(stopping).any(|at| {
            let after = zone.attack(state, at, self.task.suicide);
            after.is_some_and(|after| {
                let chain = zone.flood(1 << at, after.other);
                let liberties = zone.grown(chain) & zone.empty(after);
                chain & zone.open(after) != 0 || liberties.count_ones() > 2
            })
        })
    }

    /// Whether all could be settled with just these stones of the owner's, joined to walls, if the attacker plays next to walls as it
    /// suits.
    fn could_be_settled(&self, joined: Bits, inner: Bits) -> bool {
        let zone = self.task.zone;
        let taken = self.task.goal.closed();
        if taken != 0 && !zone.has_no_room(taken, joined) {
            return false;
        }
        // The points of the parts that these stones close.
        let points = zone.all() & !joined;
        let closed = points & !zone.flood(zone.open & points, points);
        let parts: SmallVec<[Bits; 8]> = zone.components(closed).collect();
        let others = match self.task.suicide {
            true => 0,
            false => inner | zone.beside,
        };
        let mut clauses = self.task.clauses.iter();
        clauses.all(|clause| {
            let (walls, beside) = zone.block(joined, clause.wall());
            let needed = clause.needs(walls) as usize;
            let is_eye = |part: &&Bits| **part & beside != 0 && **part & !beside & !others == 0;
            needed <= parts.len() && parts.iter().filter(is_eye).take(needed).count() == needed
        })
    }
}
