//! The verifier of safety proofs, written from `docs/proofs.md` and using the board alone.
//!
//! It tries every attack in every situation of every zone, then adds up the promises. It aims to be
//! plain rather than fast.

use super::local::{LocalPlay, LocalState};
use super::proof::{Next, Promise, SafeZone, SafetyProof, Situation, ZoneAnswer};
use crate::go::board::Board;
use crate::go::point::{Move, Point, PointSet};
use fxhash::FxHashSet;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// The most situations of a proof that is checked.
const MOST_SITUATIONS: usize = 400_000;

/// Why a safety proof fails. Chains, zones, promises and situations are indices into the proof;
/// messages count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SafetyError {
    /// A protected chain is not a whole chain of the owner, or is listed twice.
    #[error("chain {} is no chain of the owner's, or is named before", .0 + 1)]
    Chain(usize),
    /// A zone does not keep its promises.
    #[error("zone {}: {}", .0 + 1, .1)]
    Zone(usize, ZoneError),
    /// The promises do not add up to the safety of a chain.
    #[error("the promises do not make chain {} safe", .0 + 1)]
    Unsafe(usize),
    /// There are too many situations to check.
    #[error("the proof has too many situations")]
    TooLarge,
    /// Another thread stopped the check.
    #[error("the proof was not checked to its end")]
    Stopped,
}

/// Why a zone fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ZoneError {
    /// The zone is empty, has a point off the board or under a protected stone, or has a loose
    /// stone next to a point outside.
    #[error("its points are not all on the board and free, or a loose stone is next to others")]
    Points,
    /// The zone or its territory shares a point with another zone or its territory.
    #[error("it shares a point with another zone")]
    Overlap,
    /// The territory is not enclosed by protected stones.
    #[error("what it takes is not between protected stones")]
    Taken,
    /// A promise is about a chain that does not exist, or about a number of liberties other than
    /// one or two.
    #[error("promise {} cannot be made", .0 + 1)]
    Promise(usize),
    /// The initial situations are not the zone as it stands on the board, or the strategy is empty
    /// although a promise is open or there is room left to take.
    #[error("its strategy does not begin with the board")]
    Beginning,
    /// A situation is malformed: it has points under protected stones, stones outside its points,
    /// or a loose stone next to an irrelevant point.
    #[error("situation {} minds what it cannot", .0 + 1)]
    Situation(usize),
    /// A promise does not hold.
    #[error("promise {} does not hold in situation {}", .promise + 1, .situation + 1)]
    Broken {
        /// The index of the situation.
        situation: usize,
        /// The index of the promise.
        promise: usize,
    },
    /// An answer is given to an impossible attack, or to one already answered.
    #[error("in situation {} {attack} cannot be played, or is answered twice", .situation + 1)]
    Attack {
        /// The index of the situation.
        situation: usize,
        /// The attack.
        attack: Move,
    },
    /// An answer cannot be played.
    #[error("in situation {} {attack} cannot be answered at {answer}", .situation + 1)]
    Answer {
        /// The index of the situation.
        situation: usize,
        /// The attack.
        attack: Move,
        /// The answer.
        answer: Point,
    },
    /// A situation can repeat, and the proof is not solid or there is territory to take.
    #[error("situation {} can come about again", .0 + 1)]
    Circle(usize),
    /// An attack, or a pass where there is territory to take, has no answer, ends the strategy
    /// while a promise is open, or leads to a situation other than the named one.
    #[error("the strategy does not go on after {attack} in situation {}", .situation + 1)]
    Gap {
        /// The index of the situation.
        situation: usize,
        /// The attack.
        attack: Move,
    },
}

impl SafetyProof {
    /// Verifies the claim: the chains are whole, every zone keeps its promises against every
    /// attack, and the promises make each chain safe.
    ///
    /// # Errors
    ///
    /// The first mistake found. A proof that is too large to check is refused.
    pub fn verify(&self, board: &Board) -> Result<(), SafetyError> {
        self.verify_unless(board, &AtomicBool::new(false))
    }

    /// Verifies the claim, but gives up with [`SafetyError::Stopped`] once another thread sets the
    /// flag.
    pub(super) fn verify_unless(
        &self,
        board: &Board,
        stop: &AtomicBool,
    ) -> Result<(), SafetyError> {
        let situations: usize = self.zones.iter().map(|zone| zone.strategy.len()).sum();
        if situations > MOST_SITUATIONS {
            return Err(SafetyError::TooLarge);
        }
        self.check_chains(board)?;
        let mut used = PointSet::EMPTY;
        let play = LocalPlay::new(board, self);
        for (place, zone) in self.zones.iter().enumerate() {
            let of_zone = |error| SafetyError::Zone(place, error);
            self.check_points(&play, board, zone, &used)
                .map_err(of_zone)?;
            self.check_beginning(&play, board, zone).map_err(of_zone)?;
            for situation in 0..zone.strategy.len() {
                if stop.load(Relaxed) {
                    return Err(SafetyError::Stopped);
                }
                self.check_situation(&play, zone, situation)
                    .map_err(of_zone)?;
            }
            self.check_course(zone).map_err(of_zone)?;
            used |= zone.points | zone.taken;
        }
        let safe = self.safe();
        let mut chains = 0..self.chains.len();
        match chains.find(|chain| !safe.contains(chain)) {
            Some(chain) => Err(SafetyError::Unsafe(chain)),
            None => Ok(()),
        }
    }

    fn check_chains(&self, board: &Board) -> Result<(), SafetyError> {
        let stones = board.stones(self.owner);
        let mut named = PointSet::EMPTY;
        for (place, chain) in self.chains.iter().enumerate() {
            let is_on_board = !chain.is_empty() && chain.is_subset(&stones);
            let is_connected = chain.components().count() == 1;
            let is_whole = chain.flood(&stones) == *chain;
            if !is_on_board || !is_connected || !is_whole || chain.meets(&named) {
                return Err(SafetyError::Chain(place));
            }
            named |= *chain;
        }
        Ok(())
    }

    fn check_points(
        &self,
        play: &LocalPlay,
        board: &Board,
        zone: &SafeZone,
        used: &PointSet,
    ) -> Result<(), ZoneError> {
        let beginning = play.beginning(board, self, zone.points);
        if zone.points.is_empty() || !play.is_sound(&beginning) {
            return Err(ZoneError::Points);
        }
        if (zone.points | zone.taken).meets(used) {
            return Err(ZoneError::Overlap);
        }
        if !play.is_closed_in(&zone.taken) {
            return Err(ZoneError::Taken);
        }
        let is_chain = |chain: &usize| *chain < self.chains.len();
        let can_be_made = |promise: &Promise| match promise {
            Promise::Liberties { chain, count } => is_chain(chain) && (1..=2).contains(count),
            Promise::Tied { chain, to } => is_chain(chain) && to.iter().all(is_chain),
        };
        let mut promises = zone.promises.iter();
        match promises.position(|promise| !can_be_made(promise)) {
            Some(place) => Err(ZoneError::Promise(place)),
            None => Ok(()),
        }
    }

    fn check_beginning(
        &self,
        play: &LocalPlay,
        board: &Board,
        zone: &SafeZone,
    ) -> Result<(), ZoneError> {
        let beginning = play.beginning(board, self, zone.points);
        let begins = match (zone.strategy.first(), zone.parts) {
            (None, 0) => goes_on(play, zone, None, &beginning, &Next::Settled),
            (Some(first), 0) => first.part.is_none() && LocalState::from(first) == beginning,
            (_, parts) => {
                let parts = Next::Parts((0..parts).collect());
                goes_on(play, zone, None, &beginning, &parts)
            }
        };
        begins.then_some(()).ok_or(ZoneError::Beginning)
    }

    /// Checks that no situation can repeat, unless the proof is solid and the zone takes nothing.
    fn check_course(&self, zone: &SafeZone) -> Result<(), ZoneError> {
        let next: Vec<Vec<usize>> = zone
            .strategy
            .iter()
            .map(|situation| {
                let answers = situation.answers.iter();
                let next = answers.flat_map(|answer| answer.next.situations());
                next.copied().collect()
            })
            .collect();
        let may_come_again = self.solid && zone.taken.is_empty();
        match in_a_circle(&next) {
            Some(situation) if !may_come_again => Err(ZoneError::Circle(situation)),
            _ => Ok(()),
        }
    }

    fn check_situation(
        &self,
        play: &LocalPlay,
        zone: &SafeZone,
        situation: usize,
    ) -> Result<(), ZoneError> {
        let named = &zone.strategy[situation];
        let play = &play.where_it_is(named);
        let state = LocalState::from(named);
        if !play.is_sound(&state) {
            return Err(ZoneError::Situation(situation));
        }
        // A part that is taken by itself keeps no promise.
        let holds = |promise: &Promise| named.part.is_some() || play.holds(&state, promise);
        if let Some(promise) = zone.promises.iter().position(|promise| !holds(promise)) {
            return Err(ZoneError::Broken { situation, promise });
        }
        let mut unanswered: PointSet = state.empty();
        let mut is_pass_answered = false;
        for ZoneAnswer {
            attack,
            answer,
            next,
        } in &named.answers
        {
            let played = attack.map_or(Move::Pass, Move::At);
            let after = match *attack {
                None if zone.taken.is_empty() || is_pass_answered => None,
                None => {
                    is_pass_answered = true;
                    Some(state)
                }
                Some(attack) => {
                    let is_first = unanswered.contains(attack);
                    unanswered.remove(attack);
                    is_first.then(|| play.attack(&state, attack)).flatten()
                }
            };
            let Some(mut after) = after else {
                let attack = played;
                return Err(ZoneError::Attack { situation, attack });
            };
            if let Some(answer) = *answer {
                after = play.answer(&after, answer).ok_or(ZoneError::Answer {
                    situation,
                    attack: played,
                    answer,
                })?;
            }
            if !goes_on(play, zone, named.part.as_ref(), &after, next) {
                let attack = played;
                return Err(ZoneError::Gap { situation, attack });
            }
        }
        if !is_pass_answered && !is_free_of_attackers(play, zone, named) {
            let attack = Move::Pass;
            return Err(ZoneError::Gap { situation, attack });
        }
        let mut unanswered = unanswered.iter();
        match unanswered.find(|attack| play.attack(&state, *attack).is_some()) {
            Some(attack) => {
                let attack = Move::At(attack);
                Err(ZoneError::Gap { situation, attack })
            }
            None => Ok(()),
        }
    }

    /// Returns the chains that are safe if every zone keeps its promises.
    fn safe(&self) -> FxHashSet<usize> {
        let chains = 0..self.chains.len();
        let mut safe: FxHashSet<usize> =
            chains.filter(|&chain| self.liberties(chain) >= 2).collect();
        loop {
            let before = safe.len();
            for promise in self.zones.iter().flat_map(|zone| &zone.promises) {
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

    /// Returns the chain with all chains it is tied to, directly or indirectly, by promises that
    /// name a single chain.
    fn group(&self, chain: usize) -> Vec<usize> {
        let mut group = vec![chain];
        let mut next = 0;
        while let Some(&here) = group.get(next) {
            for promise in self.zones.iter().flat_map(|zone| &zone.promises) {
                if let Promise::Tied { chain, to } = promise
                    && let [to] = to[..]
                    && *chain == here
                    && !group.contains(&to)
                {
                    group.push(to);
                }
            }
            next += 1;
        }
        group
    }

    /// Returns the sum over all zones of the most liberties promised to a chain of the group.
    fn liberties(&self, chain: usize) -> u32 {
        let group = self.group(chain);
        let of = |zone: &SafeZone| {
            let counts = zone.promises.iter().map(|promise| match promise {
                Promise::Liberties { chain, count } if group.contains(chain) => *count,
                _ => 0,
            });
            counts.max().unwrap_or(0)
        };
        self.zones.iter().map(of).sum()
    }
}

/// Returns true if the named continuation matches the state after a play and its answer, in a zone
/// or in a part that is taken by itself.
fn goes_on(
    play: &LocalPlay,
    zone: &SafeZone,
    part: Option<&PointSet>,
    after: &LocalState,
    next: &Next,
) -> bool {
    let is_settled = || part.is_some() || play.are_settled(after, &zone.promises, &zone.taken);
    let mut rooms = play.rooms(after, part.unwrap_or(&zone.taken));
    match next {
        Next::Settled => rooms.next().is_none() && is_settled(),
        Next::Situation(next) => {
            let next = zone.strategy.get(*next);
            let is_of_zone =
                |next: &&Situation| next.part.is_none() && play.can_become(after, &(*next).into());
            part.is_none() && next.filter(is_of_zone).is_some()
        }
        Next::Parts(places) => {
            let is_of = |(place, room): (&usize, PointSet)| {
                zone.strategy.get(*place).is_some_and(|next| {
                    next.part == Some(room) && play.can_leave(after, &room, &next.into())
                })
            };
            let rooms: Vec<PointSet> = rooms.collect();
            let is_all = !rooms.is_empty() && rooms.len() == places.len();
            is_all && places.iter().zip(rooms).all(is_of) && is_settled()
        }
    }
}

/// Returns true if the territory holds no attacking stone and is relevant except under connected
/// stones. The attacker then gains nothing there by passing.
fn is_free_of_attackers(play: &LocalPlay, zone: &SafeZone, situation: &Situation) -> bool {
    let region = situation.part.unwrap_or(zone.taken);
    let joined = play.joined(&situation.into());
    (region - joined).is_subset(&situation.points) && !region.meets(&situation.other)
}

/// Returns a node on a cycle, if there is one: a node that remains after repeatedly removing nodes
/// without successors.
fn in_a_circle(next: &[Vec<usize>]) -> Option<usize> {
    let mut before: Vec<Vec<usize>> = vec![vec![]; next.len()];
    for (place, next) in next.iter().enumerate() {
        next.iter().for_each(|&next| before[next].push(place));
    }
    let mut left: Vec<usize> = next.iter().map(Vec::len).collect();
    let mut waiting: Vec<usize> = (0..next.len()).filter(|&place| left[place] == 0).collect();
    while let Some(place) = waiting.pop() {
        for &before in &before[place] {
            left[before] -= 1;
            if left[before] == 0 {
                waiting.push(before);
            }
        }
    }
    left.iter().position(|&left| left > 0)
}
