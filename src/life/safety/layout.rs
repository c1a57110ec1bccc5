//! Facts about a zone that follow from the owner's stones alone. Many states share them.

use super::task::ZoneQuery;
use super::zone::{ZoneBits, ZoneState};
use smallvec::SmallVec;

/// The facts that follow from the owner's stones.
pub(super) struct Layout {
    /// The owner's stones that are connected to walls.
    pub(super) joined: ZoneBits,
    /// The parts still to be taken; empty once the attacker has no room in any.
    pub(super) untaken: ZoneBits,
    /// The points next to each block that needs liberties, and the number it needs.
    pub(super) needs: SmallVec<[(ZoneBits, u32); 4]>,
    /// The closed parts that connected stones leave, the smallest first.
    parts: SmallVec<[ZoneBits; 4]>,
    /// The points next to neither connected stones nor walls; computed only if there is territory
    /// to take.
    pub(super) inner: ZoneBits,
}

impl Layout {
    pub(super) fn new(task: &ZoneQuery, state: ZoneState) -> Layout {
        let zone = task.zone;
        let joined = zone.joined(state);
        let closed = task.goal.closed();
        let (untaken, inner) = match closed {
            0 => (0, 0),
            _ if zone.has_no_room(closed, joined) => (0, zone.inner(joined)),
            _ => (closed, zone.inner(joined)),
        };
        let mut needs: SmallVec<[(ZoneBits, u32); 4]> = SmallVec::new();
        let mut last: Option<(usize, (u64, ZoneBits))> = None;
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

    /// Returns eyes that meet all needs forever and avoid the points `but`, if there are such.
    ///
    /// An eye needs no answer if all its points are next to the block (Benson 1976). Where suicide
    /// is forbidden, points under attacking stones are exempt. In a part the owner is to clear at
    /// most one point may be exempt, and it must be an inner one: capturing the contents must leave
    /// the owner an eye.
    pub(super) fn settled_by(
        &self,
        state: ZoneState,
        task: &ZoneQuery,
        but: ZoneBits,
    ) -> Option<ZoneBits> {
        let mut relevant = 0;
        let occupied = if task.suicide { 0 } else { state.other };
        let closed = task.goal.closed();
        let is_kept = |part: ZoneBits, far: ZoneBits| {
            part & closed == 0 || far & !self.inner == 0 && far.count_ones() <= 1
        };
        for &(beside, count) in &self.needs {
            let mut missing = count;
            let is_eye = |part: &&ZoneBits| {
                let far = **part & !beside;
                **part & but == 0 && far & !occupied == 0 && is_kept(**part, far)
            };
            // Prefer eyes that another need has already made relevant.
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
