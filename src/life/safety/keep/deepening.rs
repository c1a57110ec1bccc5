//! Iterative deepening on the number of attacks, for guarantees and for territory.
//!
//! For territory, fewest attacks first finds the shortest strategy, and points it does not need are
//! not relevant.

use super::super::layout::Layout;
use super::super::task::Goal;
use super::super::zone::{ZoneBits, ZoneState, each};
use super::known::{Continuation, Failed, OwnerReply, ProvenReply, ZonePart};
use super::{Exhausted, Keeper, Unkept, ZoneEvaluation};
use smallvec::SmallVec;
use std::cmp::Reverse;

/// The result for a state or an attack.
#[derive(Clone, Copy, Debug)]
enum DeepeningResult<T> {
    /// It is proved, by this.
    Kept(T),
    /// It is lost. Only an owner stone at one of these points could change that.
    Lost(ZoneBits),
    /// It is undecided within the given number of attacks.
    Open,
}

/// The work of a visit, in states reached by the proof-number search.
const LOOK: u64 = 8;
/// The answers tried for each attack in the first pass over territory.
const FIRST_ANSWERS: usize = 5;

impl Keeper<'_> {
    /// Proves guarantees within a number of attacks. Returns the index of the proved state. There
    /// must be nothing to take.
    pub(super) fn hold_within(&mut self, root: ZoneState, attacks: usize) -> Result<usize, Unkept> {
        let found = self.search(root, attacks);
        found.unwrap_or(Err(Unkept::Refused))
    }

    /// Proves that the territory can be taken. Returns the index of the proved state.
    pub(super) fn take(&mut self, root: ZoneState) -> Result<usize, Unkept> {
        // A pass is an attack, too.
        let most = 2 * self.zone.empty(root).count_ones() as usize;
        // Most territory is taken with the first few answers, so try only these with half the
        // visits.
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

    /// Deepens until the state is decided, or returns `None` if it is open after `most` attacks.
    fn search(&mut self, root: ZoneState, most: usize) -> Option<Result<usize, Unkept>> {
        (0..=most).find_map(|attacks| match self.is_kept(root, attacks) {
            Ok(DeepeningResult::Kept(place)) => Some(Ok(place)),
            Ok(DeepeningResult::Lost(_)) => Some(Err(Unkept::Refused)),
            Err(Exhausted) => Some(Err(Unkept::Exhausted)),
            Ok(DeepeningResult::Open) => None,
        })
    }

    /// Sets the number of answers tried. Undecided results are forgotten, because a wider search
    /// may decide them.
    fn set_width(&mut self, width: usize) {
        self.deepening.width = width;
        self.deepening
            .failed
            .retain(|_, failed| matches!(failed, Failed::Lost(_)));
        if let Some(alone) = &mut self.alone {
            alone.set_width(width);
        }
    }

    /// Searches whether the owner keeps and settles all clauses within a number of attacks. The
    /// clauses must hold in the state, and not be settled.
    fn is_kept(
        &mut self,
        state: ZoneState,
        attacks: usize,
    ) -> Result<DeepeningResult<usize>, Exhausted> {
        if let Some(place) = self.known(state) {
            return Ok(DeepeningResult::Kept(place));
        }
        match self.deepening.failed.get(&state) {
            Some(Failed::Lost(mending)) => return Ok(DeepeningResult::Lost(*mending)),
            Some(Failed::Open(least)) if *least >= attacks => return Ok(DeepeningResult::Open),
            _ => {}
        }
        if attacks == 0 {
            return Ok(DeepeningResult::Open);
        }
        let layout = self.layout(state);
        let untaken = self.layouts[layout].untaken;
        if self.is_hopeless(state, attacks) {
            return Ok(DeepeningResult::Open);
        }
        if untaken != 0
            && let Some(verdict) = self.are_parts_taken(untaken, state, attacks)?
        {
            return Ok(verdict);
        }
        self.count_look()?;
        self.come_to += LOOK;
        Ok(match self.are_attacks_answered(state, attacks)? {
            Ok((relevant, replies)) => DeepeningResult::Kept(self.note_kept(
                state,
                relevant,
                Continuation::Replies(replies),
            )),
            Err(failed) => {
                self.deepening.failed.insert(state, failed);
                match failed {
                    Failed::Lost(mending) => DeepeningResult::Lost(mending),
                    Failed::Open(_) => DeepeningResult::Open,
                }
            }
        })
    }

    /// Finds replies to all relevant attacks and the relevance zone they need, or the reason why an
    /// attack has no answer.
    fn are_attacks_answered(
        &mut self,
        state: ZoneState,
        attacks: usize,
    ) -> Result<Result<(ZoneBits, Vec<ProvenReply>), Failed>, Exhausted> {
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
        let mut replies: Vec<ProvenReply> = vec![];
        let mut tried: ZoneBits = 0;
        if self.task.goal != Goal::Keep {
            // An attack elsewhere is answered like a pass.
            match self.answer(state, None, attacks - 1)? {
                DeepeningResult::Kept(found) => {
                    relevant |= self.needed(state, state, joined, &found);
                    replies.push(found);
                }
                // Territory the attacker has not entered is not the attacker's, whether it passes
                // or not.
                _ if state.other & taken == 0 => relevant = taken,
                DeepeningResult::Lost(mending) => return Ok(Err(Failed::Lost(mending))),
                DeepeningResult::Open => return Ok(Err(Failed::Open(attacks))),
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
                Some(found) => DeepeningResult::Kept(found),
                None => self.answer(after, Some(at), attacks - 1)?,
            };
            match found {
                DeepeningResult::Kept(found) => {
                    relevant |= self.needed(state, after, joined, &found);
                    replies.push(found);
                }
                DeepeningResult::Lost(mending) => {
                    return Ok(Err(Failed::Lost(self.lost_to(at, after, mending))));
                }
                DeepeningResult::Open => {
                    self.refuted[at] += 1;
                    return Ok(Err(Failed::Open(attacks)));
                }
            }
        }
    }

    /// Tries to take each part that connected stones leave by itself; `None` if that decides
    /// nothing.
    ///
    /// A part is independent of the others if no clause must hold in it. A part that cannot be
    /// taken so cannot be taken under further conditions either.
    fn are_parts_taken(
        &mut self,
        closed: ZoneBits,
        state: ZoneState,
        attacks: usize,
    ) -> Result<Option<DeepeningResult<usize>>, Exhausted> {
        let all = self.zone.all();
        let layout = self.layout(state);
        let joined = self.layouts[layout].joined;
        let parts: SmallVec<[ZoneBits; 4]> = self.zone.roomy(closed, joined).collect();
        let by_itself = |part: ZoneBits| ZoneState {
            own: state.own | (all & !part),
            other: state.other & part,
            gone: 0,
        };
        if self.alone.is_none() && parts.len() == 1 && by_itself(parts[0]) == state {
            return Ok(None);
        }
        let mut minded = 0;
        let mut taken: SmallVec<[ZonePart; 2]> = SmallVec::new();
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
                DeepeningResult::Kept(place) => {
                    minded |= kept[place].relevant & points;
                    taken.push(ZonePart { points, place });
                }
                DeepeningResult::Lost(_) => {
                    self.deepening.failed.insert(state, Failed::Lost(all));
                    return Ok(Some(DeepeningResult::Lost(all)));
                }
                DeepeningResult::Open => {
                    self.deepening.failed.insert(state, Failed::Open(attacks));
                    return Ok(Some(DeepeningResult::Open));
                }
            }
        }
        // The other parts are not touched until all of these are taken.
        let roomy = parts.iter().fold(0, |roomy, part| roomy | part);
        let layout = &self.layouts[layout];
        let settled = layout.settled_by(state, &self.task, roomy);
        Ok(settled.map(|relevant| {
            let course = Continuation::Parts(taken);
            DeepeningResult::Kept(self.note_kept(state, relevant | minded, course))
        }))
    }

    /// Returns true if the static look-ahead finds no way to settle everything within this number
    /// of attacks.
    fn is_hopeless(&mut self, state: ZoneState, attacks: usize) -> bool {
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

    /// Searches for an answer to an attack.
    fn answer(
        &mut self,
        after: ZoneState,
        at: Option<usize>,
        attacks: usize,
    ) -> Result<DeepeningResult<ProvenReply>, Exhausted> {
        let found = |answer: Option<usize>, next, state, relevant| {
            DeepeningResult::Kept(ProvenReply {
                reply: OwnerReply {
                    attack: at.map(|at| at as u8),
                    answer: answer.map(|to| to as u8),
                    next,
                },
                state,
                relevant,
            })
        };
        // The points where an answer could help, and whether everything tried is lost for certain.
        let mut mending = ZoneBits::MAX;
        let mut is_lost = true;
        match self.standing(after) {
            ZoneEvaluation::Settled(relevant) => return Ok(found(None, None, after, relevant)),
            ZoneEvaluation::Broken(points) => mending = points,
            ZoneEvaluation::Holds if at.is_none() => {}
            ZoneEvaluation::Holds => match self.is_kept(after, attacks)? {
                DeepeningResult::Kept(place) => {
                    return Ok(found(None, Some(place), after, self.kept[place].relevant));
                }
                DeepeningResult::Lost(points) => mending = points,
                DeepeningResult::Open => is_lost = false,
            },
        }
        let mut answers = self.zone.answers(after) & mending;
        let layout = self.layout(after);
        let untaken = self.layouts[layout].untaken;
        if untaken == 0 && attacks == 0 {
            answers &= self.prospects.finishing(after);
            is_lost = false;
        }
        let mut changing = if mending == ZoneBits::MAX { 0 } else { mending };
        let answers = self.in_order(answers, at, &self.layouts[layout]);
        for (place, to) in answers.into_iter().enumerate() {
            if place >= self.deepening.width {
                is_lost = false;
                break;
            }
            if !self.zone.may_take(after, to) {
                let own = after.own | 1 << to;
                if self.is_hopeless(ZoneState { own, ..after }, attacks) {
                    is_lost = false;
                    continue;
                }
            }
            let Some(reply) = self.zone.answer(after, to) else {
                continue;
            };
            let (next, relevant) = match self.standing(reply) {
                ZoneEvaluation::Broken(points) => {
                    changing |= points;
                    continue;
                }
                ZoneEvaluation::Settled(relevant) => (None, relevant),
                ZoneEvaluation::Holds => match self.is_kept(reply, attacks)? {
                    DeepeningResult::Kept(place) => (Some(place), self.kept[place].relevant),
                    DeepeningResult::Lost(points) => {
                        changing |= points;
                        continue;
                    }
                    DeepeningResult::Open => {
                        is_lost = false;
                        continue;
                    }
                },
            };
            self.last = Some(to);
            return Ok(found(Some(to), next, reply, relevant));
        }
        Ok(if is_lost {
            DeepeningResult::Lost(changing)
        } else {
            DeepeningResult::Open
        })
    }
}
