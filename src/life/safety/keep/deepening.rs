//! Whether promises are kept, or parts of a zone taken, within so many attacks, for more and more of them (iterative deepening).
//!
//! Where something is to be taken the fewest attacks lead the shortest way: what the owner does not need for it does not have to be
//! minded.

use super::super::layout::Layout;
use super::super::task::Goal;
use super::super::zone::{Bits, State, each};
use super::known::{Course, Failed, Found, Part, Reply};
use super::{Exhausted, Keeper, Standing, Unkept};
use smallvec::SmallVec;
use std::cmp::Reverse;

/// What is known of a state, or of an attack.
#[derive(Clone, Copy, Debug)]
enum Outcome<T> {
    /// It is kept, by this.
    Kept(T),
    /// It is lost, and a stone of the owner at any other point than these would not change that.
    Lost(Bits),
    /// It is not known with so many attacks.
    Open,
}

/// The work of looking at a state, in states that the other search comes to.
const LOOK: u64 = 8;
/// How many answers to an attack are tried first where something is to be taken.
const FIRST_ANSWERS: usize = 5;

impl Keeper<'_> {
    /// The place of what a state is kept by within so many attacks, or why there is none. Nothing is to be taken.
    pub(super) fn hold_within(&mut self, root: State, attacks: usize) -> Result<usize, Unkept> {
        let found = self.search(root, attacks);
        found.unwrap_or(Err(Unkept::Refused))
    }

    /// The place of what a state is kept by in which something is to be taken, or why there is none.
    pub(super) fn take(&mut self, root: State) -> Result<usize, Unkept> {
        // A pass is an attack, too.
        let most = 2 * self.zone.empty(root).count_ones() as usize;
        // Most of what can be taken is taken with the answers that are tried first.
        let rest = self.left / 2;
        self.left -= rest;
        self.set_width(FIRST_ANSWERS);
        let found = self.search(root, most);
        self.left += rest;
        let found = match found {
            None | Some(Err(Unkept::Exhausted)) => {
                self.set_width(usize::MAX);
                self.search(root, most)
            }
            Some(_) => found,
        };
        found.unwrap_or(Err(Unkept::Refused))
    }

    /// The place of what is known of a state that is kept, within as few attacks as possible, or why there is none; `None` if that is
    /// open with so many attacks.
    fn search(&mut self, root: State, most: usize) -> Option<Result<usize, Unkept>> {
        (0..=most).find_map(|attacks| match self.is_kept(root, attacks) {
            Ok(Outcome::Kept(place)) => Some(Ok(place)),
            Ok(Outcome::Lost(_)) => Some(Err(Unkept::Refused)),
            Err(Exhausted) => Some(Err(Unkept::Exhausted)),
            Ok(Outcome::Open) => None,
        })
    }

    /// How many answers are tried from now on. What was open may be found then.
    fn set_width(&mut self, width: usize) {
        self.deepening.width = width;
        self.deepening
            .failed
            .retain(|_, failed| matches!(failed, Failed::Lost(_)));
        if let Some(alone) = &mut self.alone {
            alone.set_width(width);
        }
    }

    /// Whether the owner keeps all clauses and settles them within so many attacks. They hold in the state, and are not
    /// settled.
    fn is_kept(&mut self, state: State, attacks: usize) -> Result<Outcome<usize>, Exhausted> {
        if let Some(place) = self.known(state) {
            return Ok(Outcome::Kept(place));
        }
        match self.deepening.failed.get(&state) {
            Some(Failed::Lost(mending)) => return Ok(Outcome::Lost(*mending)),
            Some(Failed::Open(least)) if *least >= attacks => return Ok(Outcome::Open),
            _ => {}
        }
        if attacks == 0 {
            return Ok(Outcome::Open);
        }
        let layout = self.layout(state);
        let untaken = self.layouts[layout].untaken;
        if self.is_hopeless(state, attacks) {
            return Ok(Outcome::Open);
        }
        if untaken != 0
            && let Some(verdict) = self.are_parts_taken(untaken, state, attacks)?
        {
            return Ok(verdict);
        }
        self.count_look()?;
        self.come_to += LOOK;
        Ok(match self.are_attacks_answered(state, attacks)? {
            Ok((relevant, replies)) => {
                Outcome::Kept(self.note_kept(state, relevant, Course::Replies(replies)))
            }
            Err(failed) => {
                self.deepening.failed.insert(state, failed);
                match failed {
                    Failed::Lost(mending) => Outcome::Lost(mending),
                    Failed::Open(_) => Outcome::Open,
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
                Outcome::Kept(found) => {
                    relevant |= self.needed(state, state, joined, &found);
                    replies.push(found);
                }
                // What he has not entered is not his whether or not he passes.
                _ if state.other & taken == 0 => relevant = taken,
                Outcome::Lost(mending) => return Ok(Err(Failed::Lost(mending))),
                Outcome::Open => return Ok(Err(Failed::Open(attacks))),
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
                Some(found) => Outcome::Kept(found),
                None => self.answer(after, Some(at), attacks - 1)?,
            };
            match found {
                Outcome::Kept(found) => {
                    relevant |= self.needed(state, after, joined, &found);
                    replies.push(found);
                }
                Outcome::Lost(mending) => {
                    return Ok(Err(Failed::Lost(self.lost_to(at, after, mending))));
                }
                Outcome::Open => {
                    self.refuted[at] += 1;
                    return Ok(Err(Failed::Open(attacks)));
                }
            }
        }
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
    ) -> Result<Option<Outcome<usize>>, Exhausted> {
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
                    (alone.left, alone.come_to) = (self.left, self.come_to);
                    let verdict = alone.is_kept(part, attacks);
                    (self.left, self.come_to) = (alone.left, alone.come_to);
                    (verdict?, &alone.kept)
                }
            };
            match verdict {
                Outcome::Kept(place) => {
                    minded |= kept[place].relevant & points;
                    taken.push(Part { points, place });
                }
                Outcome::Lost(_) => {
                    self.deepening.failed.insert(state, Failed::Lost(all));
                    return Ok(Some(Outcome::Lost(all)));
                }
                Outcome::Open => {
                    self.deepening.failed.insert(state, Failed::Open(attacks));
                    return Ok(Some(Outcome::Open));
                }
            }
        }
        // The rest is not touched before all is taken.
        let roomy = parts.iter().fold(0, |roomy, part| roomy | part);
        let layout = &self.layouts[layout];
        let settled = layout.settled_by(state, &self.task, roomy);
        Ok(settled.map(|relevant| {
            let course = Course::Parts(taken);
            Outcome::Kept(self.note_kept(state, relevant | minded, course))
        }))
    }

    /// Whether it is plain that not all will be settled within so many attacks.
    fn is_hopeless(&mut self, state: State, attacks: usize) -> bool {
        if self.deepening.hopeful == Some((state, attacks)) {
            return false;
        }
        let is_hopeless = match attacks {
            1 => self.prospects.finishing(state) == 0,
            2 => self.prospects.is_stopped(state),
            _ => return false,
        };
        if !is_hopeless {
            self.deepening.hopeful = Some((state, attacks));
        }
        is_hopeless
    }

    /// How all is kept after an attack.
    fn answer(
        &mut self,
        after: State,
        at: Option<usize>,
        attacks: usize,
    ) -> Result<Outcome<Found>, Exhausted> {
        let found = |answer: Option<usize>, next, state, relevant| {
            Outcome::Kept(Found {
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
                Outcome::Kept(place) => {
                    return Ok(found(None, Some(place), after, self.kept[place].relevant));
                }
                Outcome::Lost(points) => mending = points,
                Outcome::Open => is_lost = false,
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
            if place >= self.deepening.width {
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
                    Outcome::Kept(place) => (Some(place), self.kept[place].relevant),
                    Outcome::Lost(points) => {
                        changing |= points;
                        continue;
                    }
                    Outcome::Open => {
                        is_lost = false;
                        continue;
                    }
                },
            };
            self.last = Some(to);
            return Ok(found(Some(to), next, reply, relevant));
        }
        Ok(match is_lost {
            true => Outcome::Lost(changing),
            false => Outcome::Open,
        })
    }
}
