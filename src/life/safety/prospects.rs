//! Static look-ahead: the points where one more owner stone, or two, could settle a zone.
//!
//! Captures are ignored and attacking stones only block. A zone that cannot be settled under this
//! simplification hardly ever can be. Most searches fail, and nearly all failures are detected here
//! at a fraction of the cost. The result orders and cuts the search; it never serves as a disproof.

use super::task::ZoneQuery;
use super::zone::{ZoneBits, ZoneState, each};
use fxhash::FxHashMap;
use smallvec::SmallVec;

/// The look-ahead for one task, with its caches.
pub(super) struct Prospects<'a> {
    task: ZoneQuery<'a>,
    /// Results for the most favorable placement of attacking stones, by the owner's stones.
    outlooks: FxHashMap<ZoneBits, OwnerLookahead>,
    /// The finishing points, by the owner's stones and the attacking stones not next to a wall.
    finishing: FxHashMap<(ZoneBits, ZoneBits), ZoneBits>,
}

/// The look-ahead from the owner's stones alone, for the most favorable attacking stones.
#[derive(Clone, Copy)]
struct OwnerLookahead {
    /// The points where one more stone could settle everything.
    finishing: ZoneBits,
    /// Those that work with attacking stones only at points next to walls.
    sure: ZoneBits,
    /// The points where a stone leaves two or more finishing points, as far as examined.
    preparing: ZoneBits,
    /// The points not yet examined for that.
    unknown: ZoneBits,
}

/// The zone between the owner's connected stones, before another stone is added.
struct ZoneStructure {
    joined: ZoneBits,
    loose: ZoneBits,
    /// The points connected to an open point.
    open: ZoneBits,
    /// The parts without an open point.
    closed: SmallVec<[ZoneBits; 8]>,
    /// The blocks: their wall indices, and all points next to them.
    blocks: SmallVec<[(u64, ZoneBits); 4]>,
    /// The block of each clause.
    of_clauses: SmallVec<[usize; 8]>,
    /// The number of closed parts that are eyes of each clause's block.
    eyes: SmallVec<[usize; 8]>,
}

impl ZoneStructure {
    fn new(task: &ZoneQuery, own: ZoneBits, others: ZoneBits) -> ZoneStructure {
        let zone = task.zone;
        let joined = zone.flood(zone.beside, own);
        let points = zone.all() & !joined;
        let open = zone.flood(zone.open & points, points);
        let mut blocks: SmallVec<[(u64, ZoneBits); 4]> = SmallVec::new();
        for wall in 0..zone.walls.len() {
            if blocks.iter().all(|(walls, _)| walls & 1 << wall == 0) {
                blocks.push(zone.block(joined, wall));
            }
        }
        let closed: SmallVec<[ZoneBits; 8]> = zone.components(points & !open).collect();
        let mut of_clauses: SmallVec<[usize; 8]> = SmallVec::new();
        let mut eyes: SmallVec<[usize; 8]> = SmallVec::new();
        for clause in task.clauses {
            let is_of = |(walls, _): &(u64, ZoneBits)| walls & 1 << clause.wall() != 0;
            let of = blocks.iter().position(is_of).unwrap_or(0);
            let of_it = |part: &&ZoneBits| is_eye(**part, blocks[of].1, others);
            eyes.push(closed.iter().filter(of_it).count());
            of_clauses.push(of);
        }
        ZoneStructure {
            joined,
            loose: own & !joined,
            open,
            closed,
            blocks,
            of_clauses,
            eyes,
        }
    }
}

/// Returns true if a closed part can be an eye of the block next to `beside`, for the best
/// placement of attacking stones on `others`.
fn is_eye(part: ZoneBits, beside: ZoneBits, others: ZoneBits) -> bool {
    part & beside != 0 && part & !beside & !others == 0
}

impl Prospects<'_> {
    pub(super) fn new(task: ZoneQuery) -> Prospects {
        Prospects {
            task,
            outlooks: FxHashMap::default(),
            finishing: FxHashMap::default(),
        }
    }

    /// Returns the empty points where one owner stone could settle everything without captures.
    /// Other points hardly ever can.
    pub(super) fn finishing(&mut self, state: ZoneState) -> ZoneBits {
        let zone = self.task.zone;
        let inner = state.other & !zone.beside;
        self.finishing_among(state.own, inner) & zone.empty(state)
    }

    /// Computes the finishing points. They may include points next to walls that are under
    /// attacking stones.
    fn finishing_among(&mut self, own: ZoneBits, inner: ZoneBits) -> ZoneBits {
        let outlook = self.outlook(own);
        let sure = outlook.sure & !inner;
        let unsure = outlook.finishing & !outlook.sure & !inner;
        if unsure == 0 {
            return sure;
        }
        if let Some(known) = self.finishing.get(&(own, inner)) {
            return *known;
        }
        let others = inner | self.task.zone.beside;
        let ground = ZoneStructure::new(&self.task, own, others);
        let found = each(unsure).filter(|&at| self.could_be_settled(&ground, at, others));
        let found = found.fold(sure, |found, at| found | 1 << at);
        self.finishing.insert((own, inner), found);
        found
    }

    fn outlook(&mut self, own: ZoneBits) -> OwnerLookahead {
        if let Some(known) = self.outlooks.get(&own) {
            return *known;
        }
        let zone = self.task.zone;
        let others = if self.task.suicide { 0 } else { ZoneBits::MAX };
        let ground = ZoneStructure::new(&self.task, own, others);
        let reach = (zone.beside | zone.grown(ground.joined)) & !own;
        let (mut finishing, mut sure) = (0, 0);
        let least = others & zone.beside;
        for at in each(self.clearing(&ground, reach)) {
            if self.could_be_settled(&ground, at, others) {
                finishing |= 1 << at;
                if others == least || self.could_be_settled(&ground, at, least) {
                    sure |= 1 << at;
                }
            }
        }
        let outlook = OwnerLookahead {
            finishing,
            sure,
            preparing: 0,
            unknown: reach,
        };
        self.outlooks.insert(own, outlook);
        outlook
    }

    /// Returns those points where a stone could leave the attacker no room in the parts to be
    /// taken.
    fn clearing(&self, ground: &ZoneStructure, points: ZoneBits) -> ZoneBits {
        let zone = self.task.zone;
        let taken = self.task.goal.closed();
        if zone.open & taken != 0 {
            return 0;
        }
        let mut roomy = zone.roomy(taken, ground.joined);
        match (roomy.next(), roomy.next()) {
            (None, _) => points,
            (Some(part), None) => points & zone.grown(part),
            (Some(_), Some(_)) => 0,
        }
    }

    /// Returns true if the attacker has a play after which two owner stones, one after each attack,
    /// cannot settle everything.
    pub(super) fn is_stopped(&mut self, state: ZoneState) -> bool {
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
        let inner = state.other & !zone.beside;
        let OwnerLookahead {
            preparing, unknown, ..
        } = self.outlook(state.own);
        // Try points already known to leave two finishing points first.
        for first in each(preparing & empty).chain(each(unknown & empty)) {
            let first = 1 << first;
            if unknown & first != 0 && !self.is_preparing(state.own, first) {
                continue;
            }
            // After this stone the owner needs two ways to finish.
            let ways = self.finishing_among(state.own | first, inner) & empty;
            match ways.count_ones() {
                0 | 1 => continue,
                2 => stopping &= ways | first,
                _ => stopping &= first,
            }
            if stopping == 0 {
                return false;
            }
        }
        // A stone that may be captured might not stop anything.
        each(stopping).any(|at| {
            let after = zone.attack(state, at, self.task.suicide);
            after.is_some_and(|after| {
                let chain = zone.flood(1 << at, after.other);
                let liberties = zone.grown(chain) & zone.empty(after);
                chain & zone.open(after) != 0 || liberties.count_ones() > 2
            })
        })
    }

    /// Returns true if the stone leaves two or more finishing points at best. Records the result.
    fn is_preparing(&mut self, own: ZoneBits, stone: ZoneBits) -> bool {
        let is_preparing = self.outlook(own | stone).finishing.count_ones() > 1;
        if let Some(outlook) = self.outlooks.get_mut(&own) {
            outlook.unknown &= !stone;
            if is_preparing {
                outlook.preparing |= stone;
            }
        }
        is_preparing
    }

    /// Returns true if one more owner stone, connected to walls, could settle everything, for the
    /// best placement of attacking stones on `others`.
    fn could_be_settled(&self, ground: &ZoneStructure, at: usize, others: ZoneBits) -> bool {
        let zone = self.task.zone;
        let stone = 1 << at;
        let added = match ground.loose {
            0 => stone,
            loose => zone.flood(stone, loose | stone),
        };
        // The points and blocks that the stone connects.
        let around_it = zone.grown(added);
        let (mut walls, mut beside, mut joins) = (0, around_it, 0);
        for (other, around) in &ground.blocks {
            if around & stone != 0 {
                walls |= other;
                beside |= around;
                joins += 1;
            }
        }
        // Only the part around the stone changes. It splits into at most as many parts as the stone
        // has neighbors in it.
        let is_open = ground.open & stone != 0;
        let stays_open = is_open && zone.open & added == 0;
        let most = (around_it & !added & !ground.joined).count_ones() as usize;
        let most = most - usize::from(stays_open && most > 0);
        let clauses = || self.task.clauses.iter().zip(&ground.of_clauses);
        let block = |of: usize| match ground.blocks[of] {
            (_, around) if around & stone != 0 => (walls, beside),
            other => other,
        };
        if joins == 1 {
            let mut bounds = clauses().zip(&ground.eyes);
            let is_possible = bounds.all(|((clause, &of), eyes)| {
                let needed = clause.needs(block(of).0) as usize;
                needed <= eyes + most
            });
            if !is_possible {
                return false;
            }
        }
        let taken = self.task.goal.closed();
        if taken != 0 && !zone.has_no_room(taken, ground.joined | added) {
            return false;
        }
        let part = if is_open {
            ground.open
        } else {
            let mut closed = ground.closed.iter();
            closed
                .find(|part| *part & stone != 0)
                .map_or(0, |part| *part)
        };
        let rest = part & !added;
        let mut fresh: SmallVec<[ZoneBits; 8]> = SmallVec::new();
        let mut seeds = if most > 0 { around_it & rest } else { 0 };
        while seeds != 0 {
            let seed = seeds & seeds.wrapping_neg();
            let found = zone.flood_until(seed, rest, zone.open);
            seeds &= !found & !seed;
            if found & zone.open == 0 {
                fresh.push(found);
            }
        }
        clauses().all(|(clause, &of)| {
            let (walls, beside) = block(of);
            let needed = clause.needs(walls) as usize;
            let of_it = |&&of: &&ZoneBits| of != part && is_eye(of, beside, others);
            let parts = ground.closed.iter().chain(&fresh);
            needed == 0 || parts.filter(of_it).take(needed).count() == needed
        })
    }
}
