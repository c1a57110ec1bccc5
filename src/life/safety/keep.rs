//! What a side can keep in a zone for ever, moving second: a search of the zone that minds only what matters.
//!
//! A state that is kept comes with the points that this rests on, one that is lost with the points at which a stone could
//! have made a difference: attacks on other points need no answer, answers at other points need not be tried (relevance
//! zones: Shih, Wu et al. 2022).
//!
//! Promises are kept by [proof numbers](search) or with [more and more attacks](deepening), parts are taken with these.
//!
//! Where parts are to be taken, the attacker's pass is one more attack, and what he plays at a point that is not relevant is
//! answered as a pass is. So each free turn is used for a step towards the end, of which there are finitely many. Whether he has
//! room left depends only on stones that are joined to walls, which stay; in what has none the owner clears whatever
//! stands there, and where that could cost eyes these are relevant. Where the owner has no answer to a pass in what
//! the attacker has not entered, all of it is relevant.

mod deepening;
mod known;
mod numbers;
mod search;
mod strategy;

use super::layout::Layout;
use super::proof::Next;
use super::prospects::Prospects;
use super::task::{Goal, Search, Task};
use super::zone::{Bits, State, Zone, each};
use fxhash::FxHashMap;
use known::{Course, Deepening, Found, Kept, Place, Reply, Tree};
use smallvec::SmallVec;
use std::cmp::Reverse;
use std::sync::atomic::Ordering::Relaxed;

/// A reply of a strategy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Response {
    /// The attacker's play; `None` for his pass.
    pub(super) attack: Option<u8>,
    /// The owner's, if he needs one.
    pub(super) answer: Option<u8>,
    /// Where that leads in the strategy.
    pub(super) next: Next,
}

/// What is minded at some time, and what is done then. What is not minded is answered as a pass is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Minded {
    /// The part that is taken by itself, if it is one.
    pub(super) part: Option<Bits>,
    /// The points, with all stones of the owner's that are joined to walls unless it is a part.
    pub(super) points: Bits,
    /// The stones there.
    pub(super) state: State,
    pub(super) replies: Vec<Response>,
}

/// How to reach the goal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Strategy {
    /// What is minded of the zone.
    pub(super) points: Bits,
    /// What can come about, the beginning first; nothing if no answer is ever needed.
    pub(super) course: Vec<Minded>,
    /// How many parts are taken, each by itself, from the beginning on. They come first.
    pub(super) parts: usize,
}

/// How the clauses stand in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    /// One does not hold; a stone of the owner at any other point than these would not change that.
    Broken(Bits),
    /// They hold.
    Holds,
    /// They hold for ever by what is on these points, and the goal is reached.
    Settled(Bits),
}

/// The search for a strategy.
struct Keeper<'a> {
    task: Task<'a>,
    zone: &'a Zone,
    kept: Vec<Kept>,
    /// The places of what is kept, by layouts.
    places: Vec<SmallVec<[Place; 2]>>,
    /// What is known by proof numbers.
    tree: Tree,
    /// What is known with more and more attacks.
    deepening: Deepening,
    prospects: Prospects<'a>,
    layouts: Vec<Layout>,
    /// The places of layouts, by the owner's stones and by where they are gone.
    laid_out: FxHashMap<(Bits, Bits), usize>,
    /// How often a state may still be looked at.
    left: usize,
    /// How many states have been come to, looked at or only guessed.
    come_to: u64,
    /// The answer that worked last.
    last: Option<usize>,
    /// How often an attack at each point was found to have no answer.
    refuted: [u32; Zone::MOST_POINTS],
    /// What is known of parts that are to be taken while nothing has to be kept in them.
    alone: Option<Box<Keeper<'a>>>,
}

/// Nothing more may be looked at.
struct Exhausted;

/// Why no strategy has been found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unkept {
    /// There is none, or it looks too hard to find.
    Refused,
    /// Nothing more may be looked at.
    Exhausted,
}

/// What it took to search a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spent {
    /// How often a state was looked at.
    pub(super) states: usize,
    /// The work, in states that were come to: it takes about as long to come to each, however large the zone is.
    pub(super) work: u64,
}

/// A strategy by which the owner keeps all clauses from a state on, looking at states no more often than `most` times.
///
/// It comes to states that are settled, whatever the attacker plays; what could only be kept by going round in circles is not
/// found.
pub(super) fn keep(task: Task, root: State, most: usize) -> (Result<Strategy, Unkept>, Spent) {
    let mut keeper = Keeper::new(task, most);
    let found = keeper.find(root);
    let spent = Spent {
        states: most - keeper.left,
        work: keeper.come_to,
    };
    (found, spent)
}

impl<'a> Keeper<'a> {
    fn find(&mut self, root: State) -> Result<Strategy, Unkept> {
        let found = match (self.standing(root), self.task.goal) {
            (Standing::Broken(_), _) => return Err(Unkept::Refused),
            (Standing::Settled(relevant), _) => {
                return Ok(Strategy {
                    points: relevant | self.zone.joined(root),
                    ..Strategy::default()
                });
            }
            (Standing::Holds, Goal::Take(_)) => self.take(root),
            (Standing::Holds, Goal::Keep) => match self.task.search {
                Search::Numbers(most) => self.hold(root, most),
                Search::Attacks(most) => self.hold_within(root, most),
            },
        };
        Ok(self.strategy(found?, root))
    }

    fn new(task: Task<'a>, left: usize) -> Keeper<'a> {
        let is_more_than_taken = task.goal != Goal::Keep && !task.clauses.is_empty();
        let alone = is_more_than_taken.then(|| {
            let task = Task {
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
            tree: Tree::default(),
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

    /// Whether all clauses hold, and whether they do for ever, whatever the attacker plays.
    fn standing(&mut self, state: State) -> Standing {
        let layout = self.layout(state);
        let layout = &self.layouts[layout];
        let empty = self.zone.empty(state);
        let is_short = |&(beside, count): &(Bits, u32)| (beside & empty).count_ones() < count;
        if let Some((beside, _)) = layout.needs.iter().copied().find(is_short) {
            return Standing::Broken(self.mending(state, beside));
        }
        let Some(relevant) = layout.settled_by(state, &self.task, 0) else {
            return Standing::Holds;
        };
        match layout.untaken {
            0 => Standing::Settled(relevant),
            _ => Standing::Holds,
        }
    }

    /// The place of what follows from the owner's stones of a state alone.
    fn layout(&mut self, state: State) -> usize {
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

    /// Where a stone of the owner could give a block more liberties at once: at these, and where it takes what is next to it.
    fn mending(&self, state: State, beside: Bits) -> Bits {
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

    /// The liberties of a chain of the attacker's that can be taken.
    fn liberties(&self, state: State, chain: Bits) -> Bits {
        match chain & self.zone.open(state) {
            0 => self.zone.grown(chain) & self.zone.empty(state),
            _ => 0,
        }
    }

    /// Notes what a state is kept by; gives its place.
    fn note_kept(&mut self, state: State, relevant: Bits, course: Course) -> usize {
        let place = self.kept.len();
        self.kept.push(Kept {
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

    /// What is known to be kept and differs from a state only where it does not matter.
    fn known(&mut self, state: State) -> Option<usize> {
        let layout = self.layout(state);
        let mut places = self.places[layout].iter();
        let known = places.find(|kept| kept.is_kept(state));
        known.map(|kept| kept.place)
    }

    /// What must be minded besides: the liberties that the clauses rest on, the chains that a play would only kill itself
    /// in, and all of the parts that have stones which are not joined.
    fn more_relevant(&mut self, state: State, joined: Bits, relevant: Bits) -> Bits {
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

    /// The loose chains next to some points.
    fn loose_beside(&self, state: State, joined: Bits, points: Bits) -> Bits {
        match state.own & !joined {
            0 => 0,
            loose => self.zone.flood(self.zone.grown(points) & loose, loose),
        }
    }

    /// What must be minded where loose stones are: all of their part if it is closed, else what is next to them.
    fn seen(&self, state: State, joined: Bits, relevant: Bits) -> Bits {
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

    /// What must be minded for a reply to work.
    fn needed(&self, state: State, after: State, joined: Bits, found: &Found) -> Bits {
        let mut needed = found.relevant;
        if let Some(at) = found.reply.attack {
            // A suicide that is allowed.
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

    /// Counts a look at a state, unless nothing more may be looked at.
    fn count_look(&mut self) -> Result<(), Exhausted> {
        if self.task.stop.load(Relaxed) {
            return Err(Exhausted);
        }
        self.left = self.left.checked_sub(1).ok_or(Exhausted)?;
        Ok(())
    }

    /// Notes that an attack has no answer. A stone of the owner at any other point than these would not change that, given those
    /// of which this is so after the attack.
    fn lost_to(&mut self, at: usize, after: State, mending: Bits) -> Bits {
        self.refuted[at] += 1;
        let chain = self.zone.flood(1 << at, after.other);
        mending | 1 << at | self.liberties(after, chain)
    }

    /// The same reply as to another attack, if it does as well.
    fn again(&self, replies: &[Found], after: State, at: usize) -> Option<Found> {
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
            is_alike.then_some(Found {
                reply: Reply {
                    attack: Some(at as u8),
                    ..found.reply
                },
                state,
                relevant: found.relevant,
            })
        })
    }

    /// Answers to an attack, the likeliest first: what worked last, what is near; where something is to be taken, what takes
    /// most room away.
    fn in_order(&self, answers: Bits, at: Option<usize>, layout: &Layout) -> SmallVec<[usize; 24]> {
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
