//! What follows from the owner's stones in a zone alone, the same in many states.

use super::task::Task;
use super::zone::{Bits, State};
use smallvec::SmallVec;

/// What follows from the owner's stones.
pub(super) struct Layout {
    /// Those that are joined to walls.
    pub(super) joined: Bits,
    /// What is still to be taken: nothing once the attacker has no room.
    pub(super) untaken: Bits,
    /// The points next to each block that needs liberties, and how many it needs.
    pub(super) needs: SmallVec<[(Bits, u32); 4]>,
    /// The closed parts that joined stones leave, the smallest first.
    parts: SmallVec<[Bits; 4]>,
    /// The points next to neither joined stones nor walls, if anything is to be taken.
    pub(super) inner: Bits,
}

impl Layout {
    pub(super) fn new(task: &Task, state: State) -> Layout {
        let zone = task.zone;
        let joined = zone.joined(state);
        let closed = task.goal.closed();
        let (untaken, inner) = match closed {
            0 => (0, 0),
            _ if zone.has_no_room(closed, joined) => (0, zone.inner(joined)),
            _ => (closed, zone.inner(joined)),
        };
        let mut needs: SmallVec<[(Bits, u32); 4]> = SmallVec::new();
        let mut last: Option<(usize, (u64, Bits))> = None;
        for clause in task.clauses {
            let wall = clause.wall();
            let (walls, beside) = match last {
                Some((same, block)) if same == wall => block,
                _ => zone.block(joined, wall),
            };
            last = Some((wall, (walls, beside)));
            let need = (beside, clause.needs(walls));
            if need.1 > 0 && !needs.contains(&need) {
                needs.push(need);
            }
        }
        Layout {
            joined,
            untaken,
            needs,
            parts: zone.closed_parts(state, joined),
            inner,
        }
    }

    /// The eyes by which needs are met for ever, none of them among some points.
    ///
    /// A part is an eye that needs no answer if all its points are next to the block (Benson 1976): where suicide is forbidden, those
    /// under the attacker's stones need not be. One that the owner is to clear may have at most one such point, an inner one: what
    /// is taken there must leave him an eye.
    pub(super) fn settled_by(&self, state: State, task: &Task, but: Bits) -> Option<Bits> {
        let mut relevant = 0;
        let occupied = if task.suicide { 0 } else { state.other };
        let closed = task.goal.closed();
        let is_kept = |part: Bits, far: Bits| {
            part & closed == 0 || far & !self.inner == 0 && far.count_ones() <= 1
        };
        for &(beside, count) in &self.needs {
            let mut missing = count;
            let is_eye = |part: &&Bits| {
                let far = **part & !beside;
                **part & but == 0 && far & !occupied == 0 && is_kept(**part, far)
            };
            // What another need is met by is relevant already.
            for is_relevant in [true, false] {
                for part in self.parts.iter().filter(is_eye) {
                    if missing > 0 && is_relevant == (part & !relevant == 0) {
                        relevant |= part;
                        missing -= 1;
                    }
                }
            }
            if missing > 0 {
                return None;
            }
        }
        Some(relevant)
    }
}
