//! What a side can keep in a zone for ever, moving second: a search of the zone that minds only what matters.
//!
//! A state that is kept comes with the points that this rests on, one that is lost with the points at which a stone could
//! have made a difference: attacks on other points need no answer, answers at other points need not be tried (relevance
//! zones: Shih, Wu et al. 2022).
//!
//! Where parts are to be taken, the attacker's pass is one more attack, and what he plays at a point that is not relevant is
//! answered as a pass is. So each free turn is used for a step towards the end, of which there are finitely many. Whether he has
//! room left depends only on stones that are joined to walls, which stay; in what has none the owner clears whatever
//! stands there, and where that could cost eyes these are relevant. Where the owner has no answer to a pass in what
//! the attacker has not entered, all of it is relevant.

mod strategy;

use super::layout::Layout;
use super::proof::Next;
use super::prospects::Prospects;
use super::task::{Goal, Task};
use super::zone::{Bits, State, Zone, each};
use fxhash::FxHashMap;
use smallvec::SmallVec;
use std::cmp::Reverse;
use std::sync::atomic::Ordering::Relaxed;

/// What the owner does after a play of the attacker, or his pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Reply {
    /// The attacker's play.
    attack: Option<u8>,
    /// The owner's, if he needs one.
    answer: Option<u8>,
    /// Where that leads, by its place in [`Keeper::kept`]; `None` if to where no answer is needed any more.
    next: Option<usize>,
}

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

/// What a state that is kept rests on. It is kept whatever stands on other points.
#[derive(Clone, Debug)]
struct Kept {
    own: Bits,
    /// The attacker's stones among what is relevant.
    other: Bits,
    relevant: Bits,
    course: Course,
}

/// The place of what a state that is kept rests on, and what tells whether it is kept in another one, too.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// In [`Keeper::kept`].
    place: usize,
    /// The attacker's stones among what is relevant.
    other: Bits,
    relevant: Bits,
}

/// What is done in a state that is kept.
#[derive(Clone, Debug)]
enum Course {
    /// Attacks are replied to, and passes where something is to be taken.
    Replies(Vec<Found>),
    /// Nothing has to be done for the clauses any more. What is left to be taken is taken part by part.
    Parts(SmallVec<[Part; 2]>),
}

/// A part that is taken by itself.
#[derive(Clone, Copy, Debug)]
struct Part {
    points: Bits,
    /// The place of what is known of it: in the keeper for parts [`alone`](Keeper::alone), if there is one, else in the same.
    place: usize,
}

/// A reply that keeps all.
#[derive(Clone, Copy, Debug)]
struct Found {
    reply: Reply,
    /// What it leads to, and what is relevant there.
    state: State,
    relevant: Bits,
}

/// Why a state is not known to be kept.
#[derive(Clone, Copy, Debug)]
enum Failed {
    /// It is lost, and a stone of the owner at any other point than these would not change that.
    Lost(Bits),
    /// It is not settled within so many attacks.
    Open(usize),
}

/// What is known of a state.
#[derive(Clone, Copy, Debug)]
enum Verdict {
    /// The place of what is known in [`Keeper::kept`].
    Kept(usize),
    Lost(Bits),
    Open,
}

/// What the owner can do about an attack.
enum Answered {
    Kept(Found),
    Lost(Bits),
    Open,
}

/// How many answers to an attack are tried first where something is to be taken.
const FIRST_ANSWERS: usize = 5;

/// The search for a strategy.
struct Keeper<'a> {
    task: Task<'a>,
    zone: &'a Zone,
    kept: Vec<Kept>,
    /// The places of what is kept, by the owner's stones.
    places: FxHashMap<Bits, SmallVec<[Place; 2]>>,
    failed: FxHashMap<State, Failed>,
    prospects: Prospects<'a>,
    layouts: Vec<Layout>,
    /// The places of layouts, by the owner's stones and by where they are gone.
    laid_out: FxHashMap<(Bits, Bits), usize>,
    /// The states that may still be looked at.
    left: usize,
    /// The answer that worked last.
    last: Option<usize>,
    /// How many answers are tried to an attack.
    width: usize,
    /// How often playing at each point refuted a state.
    refuted: [u32; Zone::MOST_POINTS],
    /// What was asked about last of what is not hopeless: it is asked about once more before it is searched.
    hopeful: Option<(State, usize)>,
    /// What is known of parts that are to be taken while nothing has to be kept in them.
    alone: Option<Box<Keeper<'a>>>,
}

/// Nothing more may be looked at.
struct Exhausted;

/// Why no strategy has been found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unkept {
    /// There is none, or none that settles all within the task's attacks.
    Refused,
    /// Nothing more may be looked at.
    Exhausted,
}

/// A strategy by which the owner keeps all clauses from a state on, looking at no more states than are `left`.
///
/// It comes to states that are settled after as few attacks as possible, whatever the attacker plays; what could only be
/// kept by going round in circles, or later than after the task's attacks, is not found.
pub(super) fn keep(task: Task, root: State, left: &mut usize) -> Result<Strategy, Unkept> {
    let zone = task.zone;
    let mut keeper = Keeper::new(task, *left);
    match keeper.standing(root) {
        Standing::Broken(_) => return Err(Unkept::Refused),
        Standing::Settled(relevant) => {
            return Ok(Strategy {
                points: relevant | zone.joined(root),
                ..Strategy::default()
            });
        }
        Standing::Holds => {}
    }
    let most = match task.goal {
        Goal::Keep => task.attacks,
        // A pass is an attack, too.
        Goal::Take(_) => 2 * zone.empty(root).count_ones() as usize,
    };
    let mut found = None;
    if task.goal != Goal::Keep {
        // Most of what can be taken is taken with the answers that are tried first.
        let rest = keeper.left / 2;
        keeper.left -= rest;
        keeper.set_width(FIRST_ANSWERS);
        found = keeper.search(root, most);
        if found == Some(Err(Unkept::Exhausted)) {
            found = None;
        }
        keeper.left += rest;
        keeper.set_width(usize::MAX);
    }
    let found = found.or_else(|| keeper.search(root, most));
    *left = keeper.left;
    let place = found.unwrap_or(Err(Unkept::Refused))?;
    Ok(keeper.strategy(place, root))
}

impl<'a> Keeper<'a> {
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
            places: FxHashMap::default(),
            failed: FxHashMap::default(),
            prospects: Prospects::new(task),
            layouts: vec![],
            laid_out: FxHashMap::default(),
            left,
            last: None,
            width: usize::MAX,
            refuted: [0; Zone::MOST_POINTS],
            hopeful: None,
            alone,
        }
    }

    /// The place of what is known of a state that is kept, within as few attacks as possible, or why there is none; `None` if that is
    /// open with so many attacks.
    fn search(&mut self, root: State, most: usize) -> Option<Result<usize, Unkept>> {
        (0..=most).find_map(|attacks| match self.is_kept(root, attacks) {
            Ok(Verdict::Kept(place)) => Some(Ok(place)),
            Ok(Verdict::Lost(_)) => Some(Err(Unkept::Refused)),
            Err(Exhausted) => Some(Err(Unkept::Exhausted)),
            Ok(Verdict::Open) => None,
        })
    }

    /// How many answers are tried from now on. What was open may be found then.
    fn set_width(&mut self, width: usize) {
        self.width = width;
        self.failed
            .retain(|_, failed| matches!(failed, Failed::Lost(_)));
        if let Some(alone) = &mut self.alone {
            alone.set_width(width);
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
        let (task, layouts) = (&self.task, &mut self.layouts);
        *self
            .laid_out
            .entry((state.own, state.gone))
            .or_insert_with(|| {
                layouts.push(Layout::new(task, state));
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

    /// Whether the owner keeps all clauses and settles them within so many attacks. They hold in the state, and are not
    /// settled.
    fn is_kept(&mut self, state: State, attacks: usize) -> Result<Verdict, Exhausted> {
        if let Some(place) = self.known(state) {
            return Ok(Verdict::Kept(place));
        }
        match self.failed.get(&state) {
            Some(Failed::Lost(mending)) => return Ok(Verdict::Lost(*mending)),
            Some(Failed::Open(least)) if *least >= attacks => return Ok(Verdict::Open),
            _ => {}
        }
        if attacks == 0 {
            return Ok(Verdict::Open);
        }
        let layout = self.layout(state);
        let untaken = self.layouts[layout].untaken;
        if self.is_hopeless(state, attacks) {
            return Ok(Verdict::Open);
        }
        if untaken != 0
            && let Some(verdict) = self.are_parts_taken(untaken, state, attacks)?
        {
            return Ok(verdict);
        }
        if self.task.stop.load(Relaxed) {
            return Err(Exhausted);
        }
        self.left = self.left.checked_sub(1).ok_or(Exhausted)?;
        Ok(match self.are_attacks_answered(state, attacks)? {
            Ok((relevant, replies)) => self.note_kept(state, relevant, Course::Replies(replies)),
            Err(failed) => {
                self.failed.insert(state, failed);
                match failed {
                    Failed::Lost(mending) => Verdict::Lost(mending),
                    Failed::Open(_) => Verdict::Open,
                }
            }
        })
    }

    /// The replies to all attacks that matter, and what is relevant for them; or why one has none.
    fn are_attacks_answered(
        &mut self,
        state: State,
        attacks: usize,
    ) -> Result<Result<(Bits, Vec<Found>), Failed>, Exhausted> {
        let layout = self.layout(state);
        let Layout {
            joined, untaken, ..
        } = self.layouts[layout];
        let empty = self.zone.empty(state);
        let is_play = |at: &usize| self.zone.attack(state, *at, self.task.suicide).is_some();
        let mut plays: SmallVec<[usize; 24]> = each(empty).filter(is_play).collect();
        let urgent = match untaken {
            0 => self.prospects.finishing(state),
            _ => 0,
        };
        plays.sort_by_key(|&at| Reverse((urgent & (1 << at) != 0, self.refuted[at])));
        let taken = self.task.goal.closed();
        let mut relevant = 0;
        let mut replies: Vec<Found> = vec![];
        let mut tried: Bits = 0;
        if self.task.goal != Goal::Keep {
            // What the attacker plays elsewhere is answered as a pass is.
            match self.answer(state, None, attacks - 1)? {
                Answered::Kept(found) => {
                    relevant |= self.needed(state, state, joined, &found);
                    replies.push(found);
                }
                // What he has not entered is not his whether or not he passes.
                _ if state.other & taken == 0 => relevant = taken,
                Answered::Lost(mending) => return Ok(Err(Failed::Lost(mending))),
                Answered::Open => return Ok(Err(Failed::Open(attacks))),
            }
        }
        loop {
            let next = |&&at: &&usize| {
                tried & (1 << at) == 0 && (replies.is_empty() || relevant & (1 << at) != 0)
            };
            let Some(&at) = plays.iter().find(next) else {
                let more = self.more_relevant(state, joined, relevant);
                if more & !relevant != 0 {
                    relevant |= more;
                    continue;
                }
                return Ok(Ok((relevant, replies)));
            };
            tried |= 1 << at;
            let Some(after) = self.zone.attack(state, at, self.task.suicide) else {
                continue;
            };
            let found = match self.again(&replies, after, at) {
                Some(found) => Answered::Kept(found),
                None => self.answer(after, Some(at), attacks - 1)?,
            };
            match found {
                Answered::Kept(found) => {
                    relevant |= self.needed(state, after, joined, &found);
                    replies.push(found);
                }
                Answered::Lost(mending) => {
                    self.refuted[at] += 1;
                    let chain = self.zone.flood(1 << at, after.other);
                    let liberties = self.liberties(after, chain);
                    return Ok(Err(Failed::Lost(mending | 1 << at | liberties)));
                }
                Answered::Open => {
                    self.refuted[at] += 1;
                    return Ok(Err(Failed::Open(attacks)));
                }
            }
        }
    }

    fn note_kept(&mut self, state: State, relevant: Bits, course: Course) -> Verdict {
        let place = self.kept.len();
        self.kept.push(Kept {
            own: state.own,
            other: state.other & relevant,
            relevant,
            course,
        });
        let same = self.places.entry(state.own).or_default();
        same.push(Place {
            place,
            other: state.other & relevant,
            relevant,
        });
        Verdict::Kept(place)
    }

    /// Whether the parts that joined stones leave are taken each by itself, if that decides it.
    ///
    /// A part in which nothing has to be kept is independent of the others. What is not taken so, is not taken while more
    /// has to be kept.
    fn are_parts_taken(
        &mut self,
        closed: Bits,
        state: State,
        attacks: usize,
    ) -> Result<Option<Verdict>, Exhausted> {
        let all = self.zone.all();
        let layout = self.layout(state);
        let joined = self.layouts[layout].joined;
        let parts: SmallVec<[Bits; 4]> = self.zone.roomy(closed, joined).collect();
        let by_itself = |part: Bits| State {
            own: state.own | (all & !part),
            other: state.other & part,
            gone: 0,
        };
        if self.alone.is_none() && parts.len() == 1 && by_itself(parts[0]) == state {
            return Ok(None);
        }
        let mut minded = 0;
        let mut taken: SmallVec<[Part; 2]> = SmallVec::new();
        for &points in &parts {
            let part = by_itself(points);
            let (verdict, kept) = match &mut self.alone {
                None => (self.is_kept(part, attacks)?, &self.kept),
                Some(alone) => {
                    alone.left = self.left;
                    let verdict = alone.is_kept(part, attacks);
                    self.left = alone.left;
                    (verdict?, &alone.kept)
                }
            };
            match verdict {
                Verdict::Kept(place) => {
                    minded |= kept[place].relevant & points;
                    taken.push(Part { points, place });
                }
                Verdict::Lost(_) => {
                    self.failed.insert(state, Failed::Lost(all));
                    return Ok(Some(Verdict::Lost(all)));
                }
                Verdict::Open => {
                    self.failed.insert(state, Failed::Open(attacks));
                    return Ok(Some(Verdict::Open));
                }
            }
        }
        // The rest is not touched before all is taken.
        let roomy = parts.iter().fold(0, |roomy, part| roomy | part);
        let layout = &self.layouts[layout];
        let settled = layout.settled_by(state, &self.task, roomy);
        Ok(settled.map(|relevant| self.note_kept(state, relevant | minded, Course::Parts(taken))))
    }

    /// Whether it is plain that not all will be settled within so many attacks.
    fn is_hopeless(&mut self, state: State, attacks: usize) -> bool {
        if self.hopeful == Some((state, attacks)) {
            return false;
        }
        let is_hopeless = match attacks {
            1 => self.prospects.finishing(state) == 0,
            2 => self.prospects.is_stopped(state),
            _ => return false,
        };
        if !is_hopeless {
            self.hopeful = Some((state, attacks));
        }
        is_hopeless
    }

    /// What is known to be kept and differs from a state only where it does not matter.
    fn known(&self, state: State) -> Option<usize> {
        let mut places = self.places.get(&state.own)?.iter();
        let known = places.find(|kept| {
            state.other & kept.relevant == kept.other && state.gone & kept.relevant == 0
        });
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

    /// How all is kept after an attack.
    fn answer(
        &mut self,
        after: State,
        at: Option<usize>,
        attacks: usize,
    ) -> Result<Answered, Exhausted> {
        let found = |answer: Option<usize>, next, state, relevant| {
            Answered::Kept(Found {
                reply: Reply {
                    attack: at.map(|at| at as u8),
                    answer: answer.map(|to| to as u8),
                    next,
                },
                state,
                relevant,
            })
        };
        // Where an answer must be, and whether nothing is open.
        let mut mending = Bits::MAX;
        let mut is_lost = true;
        match self.standing(after) {
            Standing::Settled(relevant) => return Ok(found(None, None, after, relevant)),
            Standing::Broken(points) => mending = points,
            Standing::Holds if at.is_none() => {}
            Standing::Holds => match self.is_kept(after, attacks)? {
                Verdict::Kept(place) => {
                    return Ok(found(None, Some(place), after, self.kept[place].relevant));
                }
                Verdict::Lost(points) => mending = points,
                Verdict::Open => is_lost = false,
            },
        }
        let mut answers = self.zone.answers(after) & mending;
        let layout = self.layout(after);
        let untaken = self.layouts[layout].untaken;
        if untaken == 0 && attacks == 0 {
            answers &= self.prospects.finishing(after);
            is_lost = false;
        }
        let mut changing = if mending == Bits::MAX { 0 } else { mending };
        let answers = self.in_order(answers, at, &self.layouts[layout]);
        for (place, to) in answers.into_iter().enumerate() {
            if place >= self.width {
                is_lost = false;
                break;
            }
            if !self.zone.may_take(after, to) {
                let own = after.own | 1 << to;
                if self.is_hopeless(State { own, ..after }, attacks) {
                    is_lost = false;
                    continue;
                }
            }
            let Some(reply) = self.zone.answer(after, to) else {
                continue;
            };
            let (next, relevant) = match self.standing(reply) {
                Standing::Broken(points) => {
                    changing |= points;
                    continue;
                }
                Standing::Settled(relevant) => (None, relevant),
                Standing::Holds => match self.is_kept(reply, attacks)? {
                    Verdict::Kept(place) => (Some(place), self.kept[place].relevant),
                    Verdict::Lost(points) => {
                        changing |= points;
                        continue;
                    }
                    Verdict::Open => {
                        is_lost = false;
                        continue;
                    }
                },
            };
            self.last = Some(to);
            return Ok(found(Some(to), next, reply, relevant));
        }
        Ok(match is_lost {
            true => Answered::Lost(changing),
            false => Answered::Open,
        })
    }
}
