//! Which zones make chains safe: found from the chains' needs, cheapest first.

use super::keep::{Minded, keep};
use super::proof::{Answer, Promise, SafeZone, SafetyProof, Situation};
use super::task::{Clause, Goal, Task};
use super::zone::{Bits, State, Zone, each};
use crate::board::Board;
use crate::color::Color;
use crate::life::chain::Chain;
use crate::point::{Point, PointSet};
use fxhash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// Whether a promise says at least as much as another one.
fn implies(promise: &Promise, other: &Promise) -> bool {
    use Promise::{Liberties, Tied};
    match (promise, other) {
        (
            Liberties { chain, count },
            Liberties {
                chain: same,
                count: less,
            },
        ) => chain == same && less <= count,
        (Liberties { chain, count: 2 }, Tied { chain: same, .. }) => chain == same,
        (
            Tied { chain, to },
            Tied {
                chain: same,
                to: more,
            },
        ) => chain == same && to.iter().all(|to| more.contains(to)),
        _ => false,
    }
}

/// A zone, what it promises, and how that is kept.
#[derive(Clone, Debug)]
pub(super) struct Held {
    pub(super) points: PointSet,
    pub(super) promises: Vec<Promise>,
    pub(super) strategy: Vec<Situation>,
}

/// What of a zone is minded, and how.
#[derive(Clone, Debug, Default)]
struct Kept {
    points: PointSet,
    strategy: Vec<Situation>,
}

/// What is found of one color.
pub(super) struct Found {
    /// The safe chains, and why they are.
    pub(super) proof: SafetyProof,
    /// The parts between them in which nothing of the attacker's lives.
    pub(super) taken: PointSet,
}

/// How hard to look.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// States for one question about a zone.
    pub(super) zone: usize,
    /// Attacks after which everything must be settled.
    pub(super) attacks: usize,
    /// How large zones may be.
    pub(super) breadth: &'static Breadth,
    /// States for all of them, and half as many for what the chains surround.
    pub(super) all: usize,
    /// Whether the attacker may commit suicide.
    pub(super) suicide: bool,
    /// Whether answers must be joined to what is protected: needed where a repetition could forbid them.
    pub(super) solid: bool,
}

/// How large zones may be, in empty points.
#[derive(Debug)]
pub(super) struct Breadth {
    /// The sizes that are tried for one liberty, and for two.
    sizes: [&'static [usize]; 2],
    /// The most of a zone that is made of others.
    merged: usize,
    /// The most of a part that is taken.
    taken: usize,
}

pub(super) const NARROW: Breadth = Breadth {
    sizes: [&[6, 10], &[9]],
    merged: 16,
    taken: 18,
};
/// Larger zones find more, but only where many states may be looked at for each.
pub(super) const WIDE: Breadth = Breadth {
    sizes: [&[6, 10, 14], &[9, 14]],
    merged: 24,
    taken: 22,
};
/// The zones of one color on a board.
pub(super) struct Plan<'a> {
    board: &'a Board,
    /// The empty points of the board.
    empty: PointSet,
    owner: Color,
    /// The stones of both colors that are taken to be dead.
    given_up: PointSet,
    effort: Effort,
    /// All chains that are given.
    pub(super) chains: Vec<Chain>,
    /// Those that are taken to be safe, by their places.
    pub(super) protected: Vec<(usize, Chain)>,
    pub(super) held: Vec<Held>,
    /// The points of the zones.
    used: PointSet,
    /// What has been found out about zones: how the promises are kept, or that this was not found.
    asked: FxHashMap<(PointSet, Vec<Promise>), Option<Kept>>,
    /// Chains that failed once, the last one first: their needs are met before those of others.
    favored: Vec<usize>,
    left: usize,
    /// Set by another thread when nothing more is to be found.
    stop: &'a AtomicBool,
}

/// The most empty points of a part that is asked for as a whole.
const WHOLE: usize = 14;
/// How many places a zone is tried at.
const SEEDS: usize = 6;
/// States that may be looked at for a question even if nothing is left.
const FLOOR: usize = 60;
/// How many times as hard a zone is looked at for a chain that has failed once.
const FAVOR: usize = 6;
/// How many times as hard a part is looked at that is to be taken.
const TAKE: usize = 30;
/// The sizes of zones that are tried for a tie.
const TIES: [usize; 4] = [2, 4, 6, 9];

/// Chains, of those given, with zones that make all of them safe.
///
/// Begins with all chains as walls of each other's zones, and gives up one after the other for which nothing is found;
/// each has its needs met first once before it is given up. Neither all that is safe nor the most that zones could make so
/// is found. `None` if another thread has set `stop` meanwhile.
pub(super) fn plan(
    board: &Board,
    owner: Color,
    chains: Vec<Chain>,
    given_up: &PointSet,
    effort: Effort,
    stop: &AtomicBool,
) -> Option<Found> {
    let mut plan = Plan {
        board,
        empty: board.empties().iter().copied().collect(),
        owner,
        given_up: *given_up,
        effort,
        protected: chains.iter().copied().enumerate().collect(),
        chains,
        held: vec![],
        used: PointSet::EMPTY,
        asked: FxHashMap::default(),
        favored: vec![],
        left: effort.all,
        stop,
    };
    loop {
        plan.meet_favored();
        plan.hold_small_parts();
        plan.tie_pairs();
        plan.meet_needs();
        if plan.is_stopped() {
            return None;
        }
        let Some(worst) = plan.worst() else { break };
        if plan.favored.contains(&worst) {
            plan.give_up(worst);
        } else {
            plan.favor(worst);
        }
    }
    let taken = plan.take_parts();
    (!plan.is_stopped()).then(|| Found {
        proof: plan.proof(),
        taken,
    })
}

impl Found {
    /// How many points of the board this is about.
    pub(super) fn reach(&self) -> usize {
        let stones: PointSet = self.proof.chains.iter().copied().collect();
        (stones | self.taken).len()
    }
}

impl Plan<'_> {
    /// Whether all is in vain by now.
    fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    fn stones(&self) -> PointSet {
        self.protected
            .iter()
            .map(|(_, chain)| chain.stones)
            .collect()
    }

    fn numbers(&self) -> Vec<usize> {
        self.protected.iter().map(|(number, _)| *number).collect()
    }

    /// The chains that are safe if a chain is: those that it is tied to, and so on.
    fn tied_to(&self, chain: usize) -> Vec<usize> {
        let mut found = vec![chain];
        let mut next = 0;
        while next < found.len() {
            let here = found[next];
            for promise in self.held.iter().flat_map(|held| &held.promises) {
                if let Promise::Tied { chain, to } = promise
                    && let [to] = to[..]
                    && *chain == here
                    && !found.contains(&to)
                {
                    found.push(to);
                }
            }
            next += 1;
        }
        found
    }

    /// The liberties that a chain and those that it is tied to are sure of together.
    fn liberties(&self, chain: usize) -> u32 {
        let group = self.tied_to(chain);
        let of = |held: &Held| {
            let counts = held.promises.iter().map(|promise| match promise {
                Promise::Liberties { chain, count } if group.contains(chain) => *count,
                _ => 0,
            });
            counts.max().unwrap_or(0)
        };
        self.held.iter().map(of).sum()
    }

    /// The chains that are safe with these zones.
    fn safe(&self) -> FxHashSet<usize> {
        let mut safe: FxHashSet<usize> = FxHashSet::default();
        let numbers = self.numbers();
        safe.extend(numbers.iter().filter(|&&chain| self.liberties(chain) >= 2));
        loop {
            let before = safe.len();
            for promise in self.held.iter().flat_map(|held| &held.promises) {
                if let Promise::Tied { chain, to } = promise
                    && to.iter().all(|to| safe.contains(to))
                {
                    safe.insert(*chain);
                }
            }
            if safe.len() == before {
                return safe;
            }
        }
    }

    /// The chain to give up first, if not all are safe.
    fn worst(&self) -> Option<usize> {
        let safe = self.safe();
        let numbers = self.numbers().into_iter();
        let failing = numbers.filter(|chain| !safe.contains(chain));
        failing.min_by_key(|&chain| {
            let is_tied = self.is_tied(chain);
            let group = self.tied_to(chain).into_iter();
            let size: usize = group.map(|chain| self.chains[chain].stones.len()).sum();
            (is_tied, self.liberties(chain), size)
        })
    }

    fn give_up(&mut self, chain: usize) {
        self.protected.retain(|(number, _)| *number != chain);
        let around = self.chains[chain].stones.grown();
        // What is not kept with a wall is not kept without it.
        self.asked
            .retain(|(points, _), found| found.is_none() || !points.meets(&around));
        self.release(&around);
    }

    fn is_tied(&self, chain: usize) -> bool {
        self.held
            .iter()
            .flat_map(|held| &held.promises)
            .any(|promise| matches!(promise, Promise::Tied { chain: tied, .. } if *tied == chain))
    }

    /// Takes up what is near a chain, to meet its needs first.
    fn favor(&mut self, chain: usize) {
        self.favored.insert(0, chain);
        let is_about = |promise: &Promise| promise.chain() == chain;
        self.asked
            .retain(|(_, promises), found| found.is_some() || !promises.iter().any(is_about));
        let around = self.chains[chain].stones.grown();
        self.release(&around);
    }

    fn release(&mut self, around: &PointSet) {
        self.held.retain(|held| !held.points.meets(around));
        self.used = self.held.iter().map(|held| held.points).collect();
    }

    fn meet_favored(&mut self) {
        for chain in self.favored.clone() {
            let is_protected = self.protected.iter().any(|(number, _)| *number == chain);
            if !is_protected || self.is_tied(chain) || self.liberties(chain) >= 2 {
                continue;
            }
            let near: Vec<usize> = self
                .numbers()
                .into_iter()
                .filter(|&to| self.is_near(chain, to))
                .collect();
            let _ = !near.is_empty() && self.tie(chain, &near, &TIES) || self.find_eyes_of(chain);
        }
    }

    /// Ties chains by two points to larger ones, the smallest first.
    fn tie_pairs(&mut self) {
        let mut order = self.numbers();
        order.sort_by_key(|&chain| self.chains[chain].stones.len());
        for chain in order {
            if !self.is_tied(chain) && self.liberties(chain) < 2 {
                self.tie_pair(chain);
            }
        }
    }

    fn tie_pair(&mut self, chain: usize) -> bool {
        let size = |chain: usize| (self.chains[chain].stones.len(), chain);
        let larger: Vec<usize> = self
            .numbers()
            .into_iter()
            .filter(|&to| size(to) > size(chain) && self.is_near(chain, to))
            .collect();
        let free = self.free();
        let [first, second, ..] = self.shared(chain, &larger, &free)[..] else {
            return false;
        };
        let pair: PointSet = [first, second].into_iter().collect();
        let around = pair.grown();
        let to: Vec<usize> = larger
            .into_iter()
            .filter(|&to| self.chains[to].stones.meets(&around))
            .collect();
        let promises = vec![Promise::Tied {
            chain,
            to: to.clone(),
        }];
        match self.ask(&pair, &promises) {
            Some(kept) => {
                let points = kept.points;
                self.strengthen(&points, promises, kept);
                true
            }
            None => false,
        }
    }

    /// The protected chains next to points.
    fn walls(&self, points: &PointSet) -> Vec<usize> {
        let around = points.grown();
        let beside = self.protected.iter();
        beside
            .filter(|(_, chain)| chain.stones.meets(&around))
            .map(|(number, _)| *number)
            .collect()
    }

    /// These points as a zone between the protected chains.
    fn zone(&self, points: &PointSet) -> Option<(Zone, State)> {
        Zone::new(
            self.board,
            self.owner,
            &self.protected,
            points,
            !self.effort.solid,
        )
    }

    /// How promises are kept in a zone of these points.
    fn ask(&mut self, points: &PointSet, promises: &[Promise]) -> Option<Kept> {
        let question = (*points, promises.to_vec());
        if let Some(found) = self.asked.get(&question) {
            return found.clone();
        }
        let (zone, root) = self.zone(points)?;
        let found = self.ask_in(&zone, root, promises);
        self.asked.insert(question, found.clone());
        found
    }

    fn ask_in(&mut self, zone: &Zone, root: State, promises: &[Promise]) -> Option<Kept> {
        let is_favored = promises
            .iter()
            .any(|promise| self.favored.contains(&promise.chain()));
        let most = if is_favored {
            FAVOR * self.effort.zone
        } else {
            self.effort.zone
        };
        self.solve(zone, root, promises, Goal::Keep, most)
    }

    /// How promises are kept, or a zone taken, if that is found with at most so many states.
    fn solve(
        &mut self,
        zone: &Zone,
        root: State,
        promises: &[Promise],
        goal: Goal,
        most: usize,
    ) -> Option<Kept> {
        if self.is_stopped() {
            return None;
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
        let mut clauses = clauses?;
        // What is said of one wall is looked at together.
        clauses.sort_by_key(|clause| clause.wall());
        let task = Task {
            zone,
            clauses: &clauses,
            goal,
            suicide: self.effort.suicide,
            attacks: self.effort.attacks,
        };
        let mut left = most.min(self.left.max(FLOOR));
        let before = left;
        let found = keep(task, root, &mut left);
        self.left = self.left.saturating_sub(before - left);
        found.map(|strategy| Kept {
            points: points_of(zone, strategy.points),
            strategy: strategy
                .course
                .iter()
                .map(|minded| situation(zone, minded))
                .collect(),
        })
    }

    fn hold(&mut self, promises: Vec<Promise>, kept: Kept) {
        self.used |= kept.points;
        self.held.push(Held {
            points: kept.points,
            promises,
            strategy: kept.strategy,
        });
    }

    /// What a zone may be made of: no protected stones, no point twice.
    fn free(&self) -> PointSet {
        self.unprotected() - self.used
    }

    /// What is under no protected stone.
    fn unprotected(&self) -> PointSet {
        self.board.size().all() - self.stones()
    }

    /// The parts of the board between protected chains.
    fn parts(&self) -> impl Iterator<Item = PointSet> + use<> {
        self.unprotected().components()
    }

    /// Asks for everything of the small parts, for what can be had of each.
    fn hold_small_parts(&mut self) {
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

    fn hold_part(&mut self, points: &PointSet) {
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

    /// Adds promises one by one as long as they can be kept together.
    fn strengthen(&mut self, points: &PointSet, mut promises: Vec<Promise>, mut kept: Kept) {
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
            let is_implied = promises.iter().any(|had| implies(had, &wish));
            if is_implied {
                continue;
            }
            asked += 1;
            let mut more = promises.clone();
            more.push(wish);
            if let Some(found) = self.ask(points, &more) {
                let wish = more.pop().expect("it was added");
                promises.retain(|had| !implies(&wish, had));
                promises.push(wish);
                kept = found;
            }
        }
        if !promises.is_empty() {
            self.hold(promises, kept);
        }
    }

    /// How many neighbours of a point are neither protected stones nor off the board.
    fn openness(&self, at: Point, stones: &PointSet) -> usize {
        let beside = at.neighbours().into_iter();
        beside
            .filter(|&near| self.board.size().contains(near) && !stones.contains(near))
            .count()
    }

    /// Looks for what chains are short of until nothing more is found.
    fn meet_needs(&mut self) {
        // Each chain can be helped a few times.
        for _ in 0..4 * self.protected.len() {
            if self.left == 0 {
                return;
            }
            let safe = self.safe();
            let mut open: Vec<usize> = self.numbers();
            open.retain(|chain| !safe.contains(chain));
            open.sort_by_key(|&chain| Reverse(self.chains[chain].stones.len()));
            let (small, large) = TIES.split_at(2);
            let found = open.iter().any(|&chain| self.anchor(chain, &safe, small))
                || open.iter().any(|&chain| self.pool(chain, &open, small))
                || open.iter().any(|&chain| self.anchor(chain, &safe, large))
                || open.iter().any(|&chain| self.find_eyes_of(chain))
                || open.iter().any(|&chain| self.pool(chain, &open, large));
            if !found {
                return;
            }
        }
    }

    /// Ties a chain to safe ones.
    fn anchor(&mut self, chain: usize, safe: &FxHashSet<usize>, sizes: &[usize]) -> bool {
        let near: Vec<usize> = self
            .numbers()
            .into_iter()
            .filter(|to| safe.contains(to) && self.is_near(chain, *to))
            .collect();
        !near.is_empty() && self.tie(chain, &near, sizes)
    }

    /// Ties a chain to another one that is not known to be safe.
    fn pool(&mut self, chain: usize, open: &[usize], sizes: &[usize]) -> bool {
        let group = self.tied_to(chain);
        let others = open.iter().copied();
        let others: Vec<usize> = others
            .filter(|to| !group.contains(to) && self.is_near(chain, *to))
            .collect();
        others.into_iter().any(|to| self.tie(chain, &[to], sizes))
    }

    fn find_eyes_of(&mut self, chain: usize) -> bool {
        let group = self.tied_to(chain);
        let had = self.liberties(chain);
        for count in (1..=2 - had.min(2)).rev() {
            for &member in &group {
                if self.find_eyes(member, count) {
                    return true;
                }
            }
        }
        false
    }

    /// The liberties that a chain has in common with others, of some points, the most open ones first.
    fn shared(&self, chain: usize, with: &[usize], within: &PointSet) -> Vec<Point> {
        let others: PointSet = with.iter().map(|&with| self.chains[with].stones).collect();
        let stones = self.stones();
        let shared = self.chains[chain].liberties & others.grown() & *within;
        let mut points: Vec<Point> = shared.iter().collect();
        points.sort_by_key(|&at| Reverse(self.openness(at, &stones)));
        points
    }

    fn is_near(&self, chain: usize, to: usize) -> bool {
        let reach = self.chains[chain].stones.grown().grown();
        chain != to && reach.meets(&self.chains[to].stones.grown())
    }

    /// Ties a chain to others by what is between them.
    fn tie(&mut self, chain: usize, to: &[usize], sizes: &[usize]) -> bool {
        let free = self.free();
        self.tie_within(chain, to, sizes, &free) || {
            let all = self.unprotected();
            self.tie_within(chain, to, sizes, &all)
        }
    }

    fn tie_within(&mut self, chain: usize, to: &[usize], sizes: &[usize], free: &PointSet) -> bool {
        let here = self.chains[chain];
        let targets: PointSet = to.iter().map(|&to| self.chains[to].stones).collect();
        let shared = self.shared(chain, to, free);
        let wider = here.liberties & targets.grown().grown() & *free;
        let mut seeds = match shared.is_empty() {
            false => shared.clone(),
            true => wider.iter().collect(),
        };
        let promises = vec![Promise::Tied {
            chain,
            to: to.to_vec(),
        }];
        if let [first, second, ..] = shared[..] {
            let pair: PointSet = [first, second].into_iter().collect();
            if self.obtain(&pair, &promises) {
                return true;
            }
        }
        let walls: Vec<usize> = to.iter().copied().chain([chain]).collect();
        seeds.truncate(SEEDS);
        for &size in sizes {
            for &seed in &seeds {
                let zone = self.around(seed, &walls, size, free);
                if self.obtain(&zone, &promises) {
                    return true;
                }
            }
        }
        false
    }

    /// Holds a zone with these promises, together with what it meets; tells whether that can be done.
    fn obtain(&mut self, points: &PointSet, promises: &[Promise]) -> bool {
        let met: Vec<usize> = (0..self.held.len())
            .filter(|&held| self.held[held].points.meets(points))
            .collect();
        let mut all = promises.to_vec();
        let mut zone = *points;
        for &held in &met {
            zone |= self.held[held].points;
            for promise in &self.held[held].promises {
                if !all.iter().any(|had| implies(had, promise)) {
                    all.push(promise.clone());
                }
            }
        }
        if self.room(&zone) > self.effort.breadth.merged && !met.is_empty() || self.is_stopped() {
            return false;
        }
        let mut found = self.ask(&zone, &all);
        if found.is_none() && !met.is_empty() {
            let wider = zone | zone.border(&self.free());
            if self.room(&wider) <= self.effort.breadth.merged {
                zone = wider;
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

    /// Finds a zone that gives a chain so many liberties.
    fn find_eyes(&mut self, chain: usize, count: u32) -> bool {
        let free = self.free();
        let stones = self.stones();
        let mut seeds: Vec<Point> = (self.chains[chain].liberties & free).iter().collect();
        seeds.sort_by_key(|&at| self.openness(at, &stones));
        seeds.truncate(SEEDS);
        let promises = vec![Promise::Liberties { chain, count }];
        let all = self.unprotected();
        for within in [free, all] {
            for &size in self.effort.breadth.sizes[count as usize - 1] {
                for &seed in &seeds {
                    let zone = self.around(seed, &[chain], size, &within);
                    if self.obtain(&zone, &promises) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// The parts between protected chains that the owner takes as a whole. Each is then one zone in the place of those in
    /// it, and all chains are as safe as before: what is safe and what is taken can be relied on together.
    fn take_parts(&mut self) -> PointSet {
        self.left = self.left.max(self.effort.all / 2);
        let taken = self.parts().filter(|part| self.takes(part));
        taken.collect()
    }

    fn takes(&mut self, part: &PointSet) -> bool {
        let invaders = *part & self.board.stones(!self.owner);
        if self.room(part) > self.effort.breadth.taken || !invaders.is_subset(&self.given_up) {
            return false;
        }
        let Some((zone, root)) = self.zone(part) else {
            return false;
        };
        let (met, others): (Vec<Held>, Vec<Held>) = self
            .held
            .iter()
            .cloned()
            .partition(|held| held.points.meets(part));
        if met.iter().any(|held| !held.points.is_subset(part)) {
            return false;
        }
        let before = std::mem::replace(&mut self.held, others);
        let promises = self.needed_of(*part, together(&met));
        let most = TAKE * self.effort.zone;
        let kept = self.solve(&zone, root, &promises, Goal::Take, most);
        let is_found = kept.is_some();
        if let Some(kept) = kept
            && !promises.is_empty()
        {
            self.hold(promises, kept);
        }
        let is_kept = is_found && self.worst().is_none();
        if !is_kept {
            self.held = before;
        }
        is_kept
    }

    /// What of these promises all chains need to be safe, besides what is held; everything, if they are not safe with it.
    fn needed_of(&mut self, points: PointSet, promises: Vec<Promise>) -> Vec<Promise> {
        let mut needed = promises;
        let mut is_enough = |promises: &[Promise]| {
            self.held.push(Held {
                points,
                promises: promises.to_vec(),
                strategy: vec![],
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

    /// What has been found, with the protected chains numbered anew.
    fn proof(&self) -> SafetyProof {
        let numbers = self.numbers();
        let place = |chain: &usize| numbers.iter().position(|number| number == chain);
        let promise = |promise: &Promise| {
            Some(match promise {
                Promise::Liberties { chain, count } => Promise::Liberties {
                    chain: place(chain)?,
                    count: *count,
                },
                Promise::Tied { chain, to } => Promise::Tied {
                    chain: place(chain)?,
                    to: to.iter().map(place).collect::<Option<_>>()?,
                },
            })
        };
        let zone = |held: &Held| SafeZone {
            points: held.points,
            promises: held.promises.iter().filter_map(promise).collect(),
            strategy: held.strategy.clone(),
        };
        SafetyProof {
            owner: self.owner,
            suicide: self.effort.suicide,
            solid: self.effort.solid,
            chains: self
                .protected
                .iter()
                .map(|(_, chain)| chain.stones)
                .collect(),
            zones: self.held.iter().map(zone).collect(),
        }
    }

    /// How many empty points there are.
    fn room(&self, points: &PointSet) -> usize {
        (*points & self.empty).len()
    }

    /// A zone of so many points that grows from a point where it is least open.
    fn around(&self, seed: Point, chains: &[usize], size: usize, free: &PointSet) -> PointSet {
        let own: PointSet = chains
            .iter()
            .map(|&chain| self.chains[chain].stones)
            .collect();
        let protected = self.stones();
        let mut zone: PointSet = [seed].into_iter().collect();
        while self.room(&zone) < size && zone.len() < Zone::MOST_POINTS {
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
}

/// What zones promise together: of each chain the liberties that they add up to, and all ties.
fn together(zones: &[Held]) -> Vec<Promise> {
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

fn points_of(zone: &Zone, bits: Bits) -> PointSet {
    each(bits).map(|place| zone.points[place]).collect()
}

/// What is minded, with points for bits.
fn situation(zone: &Zone, minded: &Minded) -> Situation {
    let point = |place: u8| zone.points[usize::from(place)];
    let answers = minded.replies.iter().filter_map(|reply| {
        Some(Answer {
            attack: point(reply.attack?),
            answer: reply.answer.map(point),
            next: reply.next,
        })
    });
    Situation {
        points: points_of(zone, minded.points),
        own: points_of(zone, minded.state.own),
        other: points_of(zone, minded.state.other),
        answers: answers.collect(),
    }
}
