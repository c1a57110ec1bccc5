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
    /// What could be settled wherever it suits the owner best that stones of the attacker's are, by the owner's stones.
    outlooks: FxHashMap<Bits, Outlook>,
    /// Where one stone more could settle all, by the owner's stones and by the attacker's that no wall is next to.
    finishing: FxHashMap<(Bits, Bits), Bits>,
}

/// What the owner's stones could settle, whatever the attacker's are.
#[derive(Clone, Copy)]
struct Outlook {
    /// Where one stone more could settle all.
    finishing: Bits,
    /// Where it could do so without any stone of the attacker's but those that walls are next to.
    sure: Bits,
    /// Where a stone leaves two ways to settle all with another one, of those that have been looked at.
    preparing: Bits,
    /// Those that have not been looked at.
    unknown: Bits,
}

/// What stones of the owner's that are joined to walls leave, before another one is added.
struct Ground {
    joined: Bits,
    loose: Bits,
    /// What is connected with an open point.
    open: Bits,
    /// The parts that are not.
    closed: SmallVec<[Bits; 8]>,
    /// What is joined: walls by their places, and all points next to them.
    blocks: SmallVec<[(u64, Bits); 4]>,
    /// Each clause's block.
    of_clauses: SmallVec<[usize; 8]>,
    /// How many of the parts that are closed are eyes of it.
    eyes: SmallVec<[usize; 8]>,
}

impl Ground {
    fn new(task: &Task, own: Bits, others: Bits) -> Ground {
        let zone = task.zone;
        let joined = zone.flood(zone.beside, own);
        let points = zone.all() & !joined;
        let open = zone.flood(zone.open & points, points);
        let mut blocks: SmallVec<[(u64, Bits); 4]> = SmallVec::new();
        for wall in 0..zone.walls.len() {
            if blocks.iter().all(|(walls, _)| walls & 1 << wall == 0) {
                blocks.push(zone.block(joined, wall));
            }
        }
        let closed: SmallVec<[Bits; 8]> = zone.components(points & !open).collect();
        let mut of_clauses: SmallVec<[usize; 8]> = SmallVec::new();
        let mut eyes: SmallVec<[usize; 8]> = SmallVec::new();
        for clause in task.clauses {
            let is_of = |(walls, _): &(u64, Bits)| walls & 1 << clause.wall() != 0;
            let of = blocks.iter().position(is_of).unwrap_or(0);
            let of_it = |part: &&Bits| is_eye(**part, blocks[of].1, others);
            eyes.push(closed.iter().filter(of_it).count());
            of_clauses.push(of);
        }
        Ground {
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

/// Whether a closed part can be an eye of a block next to these points if the attacker has stones as it suits among others.
fn is_eye(part: Bits, beside: Bits, others: Bits) -> bool {
    part & beside != 0 && part & !beside & !others == 0
}

impl Prospects<'_> {
    pub(super) fn new(task: Task) -> Prospects {
        Prospects {
            task,
            outlooks: FxHashMap::default(),
            finishing: FxHashMap::default(),
        }
    }

    /// Where one stone of the owner's could settle all, without captures; it hardly ever can elsewhere.
    pub(super) fn finishing(&mut self, state: State) -> Bits {
        let zone = self.task.zone;
        let inner = state.other & !zone.beside;
        self.finishing_among(state.own, inner) & zone.empty(state)
    }

    /// The same, also under stones of the attacker's that walls are next to.
    fn finishing_among(&mut self, own: Bits, inner: Bits) -> Bits {
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
        let ground = Ground::new(&self.task, own, others);
        let found = each(unsure).filter(|&at| self.could_be_settled(&ground, at, others));
        let found = found.fold(sure, |found, at| found | 1 << at);
        self.finishing.insert((own, inner), found);
        found
    }

    fn outlook(&mut self, own: Bits) -> Outlook {
        if let Some(known) = self.outlooks.get(&own) {
            return *known;
        }
        let zone = self.task.zone;
        let others = if self.task.suicide { 0 } else { Bits::MAX };
        let ground = Ground::new(&self.task, own, others);
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
        let outlook = Outlook {
            finishing,
            sure,
            preparing: 0,
            unknown: reach,
        };
        self.outlooks.insert(own, outlook);
        outlook
    }

    /// Where, of some points, a stone could leave the attacker no room in what is to be taken.
    fn clearing(&self, ground: &Ground, points: Bits) -> Bits {
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
        let inner = state.other & !zone.beside;
        let Outlook {
            preparing, unknown, ..
        } = self.outlook(state.own);
        // What has been found to prepare for two ways is looked at first.
        for first in each(preparing & empty).chain(each(unknown & empty)) {
            let first = 1 << first;
            if unknown & first != 0 && !self.is_preparing(state.own, first) {
                continue;
            }
            // After this stone the owner needs two ways to go on.
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

    /// Whether a stone leaves two ways to settle all with another one at best; notes it.
    fn is_preparing(&mut self, own: Bits, stone: Bits) -> bool {
        let is_preparing = self.outlook(own | stone).finishing.count_ones() > 1;
        if let Some(outlook) = self.outlooks.get_mut(&own) {
            outlook.unknown &= !stone;
            if is_preparing {
                outlook.preparing |= stone;
            }
        }
        is_preparing
    }

    /// Whether all could be settled with one stone more of the owner's, joined to walls, if the attacker has stones as it suits among
    /// `others`.
    fn could_be_settled(&self, ground: &Ground, at: usize, others: Bits) -> bool {
        let zone = self.task.zone;
        let stone = 1 << at;
        let added = match ground.loose {
            0 => stone,
            loose => zone.flood(stone, loose | stone),
        };
        // What the stone joins.
        let around_it = zone.grown(added);
        let (mut walls, mut beside, mut joins) = (0, around_it, 0);
        for (other, around) in &ground.blocks {
            if around & stone != 0 {
                walls |= other;
                beside |= around;
                joins += 1;
            }
        }
        // No part changes but the one that the stone is in, and it comes to at most as many as it has neighbours there.
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
        let part = match is_open {
            true => ground.open,
            false => {
                let mut closed = ground.closed.iter();
                closed
                    .find(|part| *part & stone != 0)
                    .map_or(0, |part| *part)
            }
        };
        let rest = part & !added;
        let mut fresh: SmallVec<[Bits; 8]> = SmallVec::new();
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
            let of_it = |&&of: &&Bits| of != part && is_eye(of, beside, others);
            let parts = ground.closed.iter().chain(&fresh);
            needed == 0 || parts.filter(of_it).take(needed).count() == needed
        })
    }
}
