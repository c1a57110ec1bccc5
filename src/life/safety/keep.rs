//! What a side can keep in a zone for ever, moving second: an exhaustive search of the zone.

use super::zone::{Bits, State, Zone, each};
use fxhash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::cmp::Reverse;

/// What is to hold in a zone whenever the attacker is to move. Walls are named by their places in [`Zone::walls`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Clause {
    /// A wall and what is joined with it in the zone has so many liberties there.
    Liberties { wall: usize, count: u32 },
    /// A wall is joined in the zone to one of others, a set of places, or has two liberties there.
    Tied { wall: usize, to: u64 },
}

/// How far the owner goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Goal {
    /// The clauses hold for ever.
    Keep,
    /// Besides, the attacker is left no room for two eyes anywhere in the zone, even if he passes.
    Take,
}

/// What the owner does in a state: for each play of the attacker, or his pass, the answer, or `None` where none is needed.
pub(super) type Answers = SmallVec<[(Option<u8>, Option<u8>); 8]>;

/// How to reach the goal: what is done in each state that can come about. A state that is not in it needs no answer any
/// more.
pub(super) type Strategy = Vec<(State, Answers)>;

/// What is asked of a zone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task<'a> {
    pub(super) zone: &'a Zone,
    pub(super) clauses: &'a [Clause],
    pub(super) goal: Goal,
    /// Whether the attacker may commit suicide.
    pub(super) suicide: bool,
}

/// What is known of a state.
#[derive(Clone, Debug, Default)]
struct Known {
    /// The clauses are kept, by these answers.
    kept: Option<Answers>,
    /// They are not settled within so many attacks.
    open: usize,
}

/// The search for a strategy.
struct Keeper<'a> {
    task: Task<'a>,
    zone: &'a Zone,
    root: State,
    known: FxHashMap<State, Known>,
    /// The states that may still be looked at.
    left: usize,
    /// The answer that worked last.
    last: Option<usize>,
    /// How often playing at each point refuted a state.
    refuted: [u32; Zone::MOST_POINTS],
}

/// How the clauses stand in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    /// One does not hold.
    Broken,
    /// They hold.
    Holds,
    /// They hold for ever, and the goal is reached.
    Settled,
}

/// Nothing more may be looked at.
struct Exhausted;

/// A strategy by which the owner keeps all clauses from a state on, looking at no more states than are `left`.
///
/// It comes to states that are settled after as few attacks as possible, whatever the attacker plays; what could only be
/// kept by going round in circles is not found.
pub(super) fn keep(task: Task, root: State, left: &mut usize) -> Option<Strategy> {
    let zone = task.zone;
    let mut keeper = Keeper {
        task,
        zone,
        root,
        known: FxHashMap::default(),
        left: *left,
        last: None,
        refuted: [0; Zone::MOST_POINTS],
    };
    match keeper.standing(root) {
        Standing::Broken => return None,
        Standing::Settled => return Some(Strategy::new()),
        Standing::Holds => {}
    }
    // A pass is an attack, too.
    let most = 2 * zone.empty(root).count_ones() as usize;
    let found = (0..=most).find_map(|attacks| match keeper.is_kept(root, attacks) {
        Ok(true) => Some(true),
        Ok(false) => None,
        Err(Exhausted) => Some(false),
    });
    *left = keeper.left;
    match found {
        Some(true) => Some(keeper.strategy(root)),
        _ => None,
    }
}

impl Keeper<'_> {
    /// Whether all clauses hold, and whether they do for ever, whatever the attacker plays.
    fn standing(&self, state: State) -> Standing {
        let empty = self.zone.empty(state);
        let joined = self.zone.joined(state);
        let eyes = self.zone.eyes(state, joined, self.task.suicide);
        let mut is_settled = true;
        let mut last: Option<(usize, (u64, Bits))> = None;
        for clause in self.task.clauses {
            let (Clause::Liberties { wall, .. } | Clause::Tied { wall, .. }) = *clause;
            let (walls, beside) = match last {
                Some((same, block)) if same == wall => block,
                _ => self.zone.block(joined, wall),
            };
            last = Some((wall, (walls, beside)));
            let count = match *clause {
                Clause::Liberties { count, .. } => count,
                Clause::Tied { to, .. } if walls & to != 0 => continue,
                Clause::Tied { .. } => 2,
            };
            if (beside & empty).count_ones() < count {
                return Standing::Broken;
            }
            let own = eyes.iter().filter(|needed| *needed & !beside == 0);
            is_settled &= own.count() >= count as usize;
        }
        if is_settled && (self.task.goal == Goal::Keep || self.zone.has_no_room(joined)) {
            Standing::Settled
        } else {
            Standing::Holds
        }
    }

    /// Whether the owner keeps all clauses and settles them within so many attacks. They hold in the state, and are not
    /// settled.
    fn is_kept(&mut self, state: State, attacks: usize) -> Result<bool, Exhausted> {
        if let Some(known) = self.known.get(&state) {
            if known.kept.is_some() {
                return Ok(true);
            }
            if known.open >= attacks {
                return Ok(false);
            }
        }
        if attacks == 0 {
            return Ok(false);
        }
        self.left = self.left.checked_sub(1).ok_or(Exhausted)?;
        let mut answers = Answers::new();
        let mut plays: SmallVec<[usize; 24]> = each(self.zone.empty(state)).collect();
        plays.sort_by_key(|&at| Reverse(self.refuted[at]));
        // What the attacker has not entered is not his whether or not he passes.
        let passes = self.task.goal == Goal::Take && (state != self.root || state.other != 0);
        let pass = passes.then_some(None);
        for at in plays.into_iter().map(Some).chain(pass) {
            let after = match at {
                Some(at) => self.zone.attack(state, at, self.task.suicide),
                None => Some(state),
            };
            let Some(after) = after else { continue };
            match self.answer(after, at, attacks - 1)? {
                Some(answer) => answers.push((at.map(|at| at as u8), answer.map(|to| to as u8))),
                None => {
                    if let Some(at) = at {
                        self.refuted[at] += 1;
                    }
                    self.known.entry(state).or_default().open = attacks;
                    return Ok(false);
                }
            }
        }
        self.known.entry(state).or_default().kept = Some(answers);
        Ok(true)
    }

    /// An answer by which all is kept after an attack: `Some(None)` if none is needed.
    fn answer(
        &mut self,
        after: State,
        at: Option<usize>,
        attacks: usize,
    ) -> Result<Option<Option<usize>>, Exhausted> {
        let standing = self.standing(after);
        if standing == Standing::Settled {
            return Ok(Some(None));
        }
        let answers = self.zone.answers(after);
        if attacks == 0 {
            let settles = |to: &usize| {
                let reply = self.zone.answer(after, *to);
                reply.is_some_and(|reply| self.standing(reply) == Standing::Settled)
            };
            return Ok(each(answers).find(settles).map(Some));
        }
        let first = self.last.map_or(0, |last| answers & (1 << last));
        let at = at.map_or(0, |at| 1 << at);
        let close = self.zone.grown(at) & answers & !first;
        let wider = self.zone.grown(self.zone.grown(at)) & answers & !first & !close;
        let rest = answers & !first & !close & !wider;
        for part in [first, close, wider, rest] {
            if let Some(to) = self.first_kept(after, part, attacks)? {
                return Ok(Some(Some(to)));
            }
        }
        match standing == Standing::Holds && at != 0 && self.is_kept(after, attacks)? {
            true => Ok(Some(None)),
            false => Ok(None),
        }
    }

    fn first_kept(
        &mut self,
        after: State,
        among: Bits,
        attacks: usize,
    ) -> Result<Option<usize>, Exhausted> {
        for to in each(among) {
            let Some(reply) = self.zone.answer(after, to) else {
                continue;
            };
            let is_kept = match self.standing(reply) {
                Standing::Broken => false,
                Standing::Settled => true,
                Standing::Holds => self.is_kept(reply, attacks)?,
            };
            if is_kept {
                self.last = Some(to);
                return Ok(Some(to));
            }
        }
        Ok(None)
    }

    /// What has been found, from the beginning on.
    fn strategy(&self, root: State) -> Strategy {
        let mut strategy = Strategy::new();
        let mut seen: FxHashSet<State> = [root].into_iter().collect();
        let mut waiting = vec![root];
        while let Some(state) = waiting.pop() {
            let Some(answers) = self.known.get(&state).and_then(|known| known.kept.as_ref()) else {
                continue;
            };
            for &(at, answer) in answers {
                let after = match at {
                    Some(at) => self.zone.attack(state, usize::from(at), self.task.suicide),
                    None => Some(state),
                };
                let Some(after) = after else { continue };
                let next = match answer {
                    Some(to) => self.zone.answer(after, usize::from(to)).unwrap_or(after),
                    None => after,
                };
                if seen.insert(next) {
                    waiting.push(next);
                }
            }
            strategy.push((state, answers.clone()));
        }
        strategy
    }
}
