//! The zone solver: proves that the owner, moving second, keeps guarantees in a zone or takes its
//! territory.
//!
//! Results are generalized by relevance zones (Shih, Wu et al. 2022). A proved state comes with the
//! points its proof rests on, a lost state with the points where a stone could have made a
//! difference. Attacks on other points need no answer, and answers on other points need not be
//! tried.
//!
//! Guarantees are proved by [proof numbers](search) or by [iterative deepening](deepening) on
//! attacks, territory by iterative deepening alone.
//!
//! In territory the attacker's pass counts as an attack, and a play at an irrelevant point is
//! answered like a pass. The owner thus uses each free turn for one of finitely many steps toward
//! the end. The room left to the attacker depends only on stones connected to walls, which stay. In
//! parts without room the owner captures all stones left; where that could cost an eye, the part is
//! relevant. Territory the attacker has not entered is relevant as a whole if the owner has no
//! answer to a pass there.

mod deepening;
mod known;
mod numbers;
mod search;
mod strategy;

use super::layout::Layout;
use super::proof::Next;
use super::prospects::Prospects;
use super::task::{Goal, SearchMethod, ZoneQuery};
use super::zone::{Zone, ZoneBits, ZoneState, each};
use fxhash::FxHashMap;
use known::{Continuation, Deepening, OwnerReply, Place, ProofTree, ProvenReply, ProvenState};
use smallvec::SmallVec;
use std::cmp::Reverse;
use std::sync::atomic::Ordering::Relaxed;

/// A reply of a strategy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StrategyReply {
    /// The attacker's play; `None` for a pass.
    pub(super) attack: Option<u8>,
    /// The owner's play, if one is needed.
    pub(super) answer: Option<u8>,
    /// The continuation in the strategy.
    pub(super) next: Next,
}

/// A node of a strategy: the relevant points and the replies to attacks on them. Other attacks are
/// answered like a pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Minded {
    /// The part that is taken by itself, if the node is one.
    pub(super) part: Option<ZoneBits>,
    /// The relevant points. Outside such parts they include all owner stones connected to walls.
    pub(super) points: ZoneBits,
    /// The stones on them.
    pub(super) state: ZoneState,
    pub(super) replies: Vec<StrategyReply>,
}

/// A strategy that reaches the goal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ZoneStrategy {
    /// The relevant points of the zone.
    pub(super) points: ZoneBits,
    /// The nodes, the initial ones first; empty if no answer is ever needed.
    pub(super) course: Vec<Minded>,
    /// The number of parts that are taken by themselves from the start. Their nodes come first.
    pub(super) parts: usize,
}

/// The static evaluation of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ZoneEvaluation {
    /// A clause does not hold. Only an owner stone at one of these points could change that.
    Broken(ZoneBits),
    /// All clauses hold.
    Holds,
    /// All clauses hold forever by the contents of these points, and the goal is reached.
    Settled(ZoneBits),
}

/// The zone solver, with its caches.
struct Keeper<'a> {
    task: ZoneQuery<'a>,
    zone: &'a Zone,
    kept: Vec<ProvenState>,
    /// The proved states of each layout, as indices into `kept`.
    places: Vec<SmallVec<[Place; 2]>>,
    /// The tree of the proof-number search.
    tree: ProofTree,
    /// The state of iterative deepening.
    deepening: Deepening,
    prospects: Prospects<'a>,
    layouts: Vec<Layout>,
    /// The layout of each state, by the owner's stones and the unknown points.
    laid_out: FxHashMap<(ZoneBits, ZoneBits), usize>,
    /// The number of visits left.
    left: usize,
    /// The number of states reached, whether visited or only evaluated.
    come_to: u64,
    /// The last answer that worked.
    last: Option<usize>,
    /// The number of times an attack at each point had no answer.
    refuted: [u32; Zone::MOST_POINTS],
    /// The solver for parts that are taken by themselves, where no clause must hold.
    alone: Option<Box<Keeper<'a>>>,
}

/// No visits are left.
struct Exhausted;

/// Why no strategy was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unkept {
    /// No strategy exists, or one looks too hard to find.
    Refused,
    /// No visits are left.
    Exhausted,
}

/// The cost of solving a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spent {
    /// The number of visits to states.
    pub(super) states: usize,
    /// The number of states reached. Each takes about the same time in zones of all sizes.
    pub(super) work: u64,
}

/// Searches for a strategy that keeps all clauses from `root`, with at most `most` visits to
/// states.
///
/// The strategy ends in settled states whatever the attacker plays. A guarantee that could only be
/// kept by cycling is not found.
pub(super) fn keep(
    task: ZoneQuery,
    root: ZoneState,
    most: usize,
) -> (Result<ZoneStrategy, Unkept>, Spent) {
    let mut keeper = Keeper::new(task, most);
    let found = keeper.find(root);
    let spent = Spent {
        states: most - keeper.left,
        work: keeper.come_to,
    };
    (found, spent)
}

impl<'a> Keeper<'a> {
    fn find(&mut self, root: ZoneState) -> Result<ZoneStrategy, Unkept> {
        let found = match (self.standing(root), self.task.goal) {
            (ZoneEvaluation::Broken(_), _) => return Err(Unkept::Refused),
            (ZoneEvaluation::Settled(relevant), _) => {
                return Ok(ZoneStrategy {
                    points: relevant | self.zone.joined(root),
                    ..ZoneStrategy::default()
                });
            }
            (ZoneEvaluation::Holds, Goal::Take(_)) => self.take(root),
            (ZoneEvaluation::Holds, Goal::Keep) => match self.task.search {
                SearchMethod::Numbers(most) => self.hold(root, most),
                SearchMethod::Attacks(most) => self.hold_within(root, most),
            },
        };
        Ok(self.strategy(found?, root))
    }

    fn new(task: ZoneQuery<'a>, left: usize) -> Keeper<'a> {
        let is_more_than_taken = task.goal != Goal::Keep && !task.clauses.is_empty();
        let alone = is_more_than_taken.then(|| {
            let task = ZoneQuery {
                clauses: &[],
                ..task
            };
            Box::new(Keeper::new(task, 0))
        });
        Keeper {
            task,
            zone: task.zone,
            kept: vec![],
            places: vec![],
            tree: ProofTree::default(),
            deepening: Deepening::default(),
            prospects: Prospects::new(task),
            layouts: vec![],
            laid_out: FxHashMap::default(),
            left,
            come_to: 0,
            last: None,
            refuted: [0; Zone::MOST_POINTS],
            alone,
        }
    }

    /// Evaluates a state: do the clauses hold, and do they hold forever whatever the attacker
    /// plays?
    fn standing(&mut self, state: ZoneState) -> ZoneEvaluation {
        let layout = self.layout(state);
        let layout = &self.layouts[layout];
        let empty = self.zone.empty(state);
        let is_short = |&(beside, count): &(ZoneBits, u32)| (beside & empty).count_ones() < count;
        if let Some((beside, _)) = layout.needs.iter().copied().find(is_short) {
            return ZoneEvaluation::Broken(self.mending(state, beside));
        }
        let Some(relevant) = layout.settled_by(state, &self.task, 0) else {
            return ZoneEvaluation::Holds;
        };
        match layout.untaken {
            0 => ZoneEvaluation::Settled(relevant),
            _ => ZoneEvaluation::Holds,
        }
    }

    /// Returns the index of a state's layout.
    fn layout(&mut self, state: ZoneState) -> usize {
        let (task, layouts, places) = (&self.task, &mut self.layouts, &mut self.places);
        *self
            .laid_out
            .entry((state.own, state.gone))
            .or_insert_with(|| {
                layouts.push(Layout::new(task, state));
                places.push(SmallVec::new());
                layouts.len() - 1
            })
    }

    /// Returns the points where an owner stone could give a block more liberties at once: its
    /// liberties, and those of adjacent attacking chains.
    fn mending(&self, state: ZoneState, beside: ZoneBits) -> ZoneBits {
        let empty = self.zone.empty(state);
        let mut rest = state.other & beside;
        let mut mending = beside & empty;
        while rest != 0 {
            let chain = self.zone.flood(rest & rest.wrapping_neg(), state.other);
            rest &= !chain;
            mending |= self.liberties(state, chain);
        }
        mending
    }

    /// Returns the liberties of an attacking chain that can be captured, or nothing.
    fn liberties(&self, state: ZoneState, chain: ZoneBits) -> ZoneBits {
        match chain & self.zone.open(state) {
            0 => self.zone.grown(chain) & self.zone.empty(state),
            _ => 0,
        }
    }

    /// Records a proved state. Returns its index.
    fn note_kept(&mut self, state: ZoneState, relevant: ZoneBits, course: Continuation) -> usize {
        let place = self.kept.len();
        self.kept.push(ProvenState {
            own: state.own,
            other: state.other & relevant,
            relevant,
            course,
        });
        let layout = self.layout(state);
        self.places[layout].push(Place {
            place,
            other: state.other & relevant,
            relevant,
        });
        place
    }

    /// Returns a proved state that agrees with this one on its relevance zone.
    fn known(&mut self, state: ZoneState) -> Option<usize> {
        let layout = self.layout(state);
        let mut places = self.places[layout].iter();
        let known = places.find(|kept| kept.is_kept(state));
        known.map(|kept| kept.place)
    }

    /// Extends a relevance zone by the liberties that the clauses rest on, the chains that make an
    /// attack suicide, and the surroundings of relevant loose stones.
    fn more_relevant(
        &mut self,
        state: ZoneState,
        joined: ZoneBits,
        relevant: ZoneBits,
    ) -> ZoneBits {
        let empty = self.zone.empty(state);
        let mut more = relevant;
        let layout = self.layout(state);
        for &(beside, count) in &self.layouts[layout].needs {
            let liberties = beside & empty;
            let missing = count.saturating_sub((liberties & more).count_ones()) as usize;
            more |= each(liberties & !more)
                .take(missing)
                .fold(0, |bits, at| bits | 1 << at);
        }
        for at in each(empty & more) {
            if self.zone.attack(state, at, self.task.suicide).is_none() {
                let chain = self.zone.flood(1 << at, state.other | 1 << at);
                more |= chain | self.loose_beside(state, joined, chain);
            }
        }
        more | self.seen(state, joined, more)
    }

    /// Returns the loose chains next to some points.
    fn loose_beside(&self, state: ZoneState, joined: ZoneBits, points: ZoneBits) -> ZoneBits {
        match state.own & !joined {
            0 => 0,
            loose => self.zone.flood(self.zone.grown(points) & loose, loose),
        }
    }

    /// Returns the points that relevant loose stones rest on: their whole part if it is closed,
    /// else their neighbors.
    fn seen(&self, state: ZoneState, joined: ZoneBits, relevant: ZoneBits) -> ZoneBits {
        let mut seen = 0;
        let mut loose = state.own & !joined;
        while loose != 0 {
            let chain = self.zone.flood(loose & loose.wrapping_neg(), loose);
            loose &= !chain;
            let part = self
                .zone
                .flood(chain, self.zone.all() & !joined & !state.gone);
            if part & self.zone.open(state) == 0 {
                if part & relevant != 0 {
                    seen |= part;
                }
            } else if chain & relevant != 0 {
                seen |= self.zone.grown(chain) & !joined & !state.gone;
            }
        }
        seen
    }

    /// Returns the points that a reply depends on.
    fn needed(
        &self,
        state: ZoneState,
        after: ZoneState,
        joined: ZoneBits,
        found: &ProvenReply,
    ) -> ZoneBits {
        let mut needed = found.relevant;
        if let Some(at) = found.reply.attack {
            // The attack was a suicide that the rules allow.
            if after.other & (1 << at) == 0 {
                let chain = self.zone.flood(1 << at, state.other | 1 << at);
                needed |= chain | self.loose_beside(state, joined, chain);
            }
        }
        let Some(to) = found.reply.answer else {
            return needed;
        };
        needed |= 1 << to;
        let now_joined = self.zone.joined(found.state);
        needed |= now_joined & state.own & !joined;
        if now_joined & (1 << to) == 0 {
            needed |= self.seen(found.state, now_joined, needed);
        }
        for chain in self.zone.components(after.other & !found.state.other) {
            if chain & needed != 0 {
                needed |= chain | self.loose_beside(after, joined, chain);
            }
        }
        needed
    }

    /// Counts a visit. Fails if none are left or the search is stopped.
    fn count_look(&mut self) -> Result<(), Exhausted> {
        if self.task.stop.load(Relaxed) {
            return Err(Exhausted);
        }
        self.left = self.left.checked_sub(1).ok_or(Exhausted)?;
        Ok(())
    }

    /// Records that an attack has no answer. Returns the points where an owner stone could change
    /// that, given those after the attack.
    fn lost_to(&mut self, at: usize, after: ZoneState, mending: ZoneBits) -> ZoneBits {
        self.refuted[at] += 1;
        let chain = self.zone.flood(1 << at, after.other);
        mending | 1 << at | self.liberties(after, chain)
    }

    /// Reuses the reply to another attack if it leads to an equivalent state.
    fn again(&self, replies: &[ProvenReply], after: ZoneState, at: usize) -> Option<ProvenReply> {
        let empty = self.zone.empty(after);
        replies.iter().find_map(|found| {
            let state = match found.reply.answer {
                Some(to) if empty & (1 << to) == 0 => return None,
                Some(to) => self.zone.answer(after, usize::from(to))?,
                None => after,
            };
            let is_alike = state.own == found.state.own
                && (state.other ^ found.state.other) & found.relevant == 0
                && state.gone & found.relevant == 0;
            is_alike.then_some(ProvenReply {
                reply: OwnerReply {
                    attack: Some(at as u8),
                    ..found.reply
                },
                state,
                relevant: found.relevant,
            })
        })
    }

    /// Orders the answers to an attack: the last one that worked, then near ones. If territory is
    /// to be taken, those that remove most room come first.
    fn in_order(
        &self,
        answers: ZoneBits,
        at: Option<usize>,
        layout: &Layout,
    ) -> SmallVec<[usize; 24]> {
        let first = self.last.map_or(0, |last| answers & (1 << last));
        let at = at.map_or(0, |at| 1 << at);
        let close = self.zone.grown(at) & answers & !first;
        let wider = self.zone.grown(self.zone.grown(at)) & answers & !first & !close;
        let rest = answers & !first & !close & !wider;
        let mut ordered: SmallVec<[usize; 24]> = [first, close, wider, rest]
            .into_iter()
            .flat_map(each)
            .collect();
        if layout.untaken != 0 {
            let reach = self.zone.beside | self.zone.grown(layout.joined);
            let room = layout.untaken & layout.inner;
            ordered.sort_by_cached_key(|&to| {
                let at = 1 << to;
                let taken = match at & reach {
                    0 => 0,
                    _ => (self.zone.grown(at) & room).count_ones(),
                };
                let nearness = u32::from(at & close != 0) + u32::from(at & (close | wider) != 0);
                Reverse((at & first != 0, 2 * taken + nearness))
            });
        }
        ordered
    }
}
