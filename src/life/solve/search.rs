//! Depth-first proof-number search (Nagai 2002) of a fight.
//!
//! Proved results come with relevance zones (Shih, Wu et al. 2022): the points that the proof
//! depends on. If a play of the losing side changed none of them, other plays outside the zone are
//! answered alike and need not be tried.
//!
//! A board that comes twice is a success of the owner: the target is not captured. A result that
//! depends on the way to a state is not stored, so a stored one holds after every line
//! (Kishimoto and Müller 2004).

use super::local_game::{FightState, LocalGame, LocalPlayer, StaticEval};
use super::proofs::{Proofs, RelevanceProof};
use super::table::{IMPOSSIBLE, NO_MOVE, StoredResult, Table};
use crate::life::meter::Meter;
use crate::life::reading::field::{Bits, each};
use fxhash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

/// The deepest line that is read.
const DEEPEST: i32 = 200;

/// The work of reaching one state, in units of the budget.
const WORK: u64 = 500;

/// The budget is used up.
pub(super) struct Stopped;

/// A result, and what it depends on.
#[derive(Clone, Copy)]
struct Found {
    known: StoredResult,
    /// The depth of the first state of the line that the result depends on; beyond
    /// [`DEEPEST`] if it holds after every line, negative if the line was too long.
    since: i32,
}

/// A result that does not depend on the line to a state.
const ALWAYS: i32 = i32::MAX;

struct Child {
    /// The play, or nothing for a pass.
    at: Bits,
    state: FightState,
    found: Found,
    /// The points whose contents the play changed.
    changed: Bits,
}

/// The solver of one fight, with its table.
pub(super) struct LocalSolver<'a> {
    pub(super) game: LocalGame,
    table: Table,
    budget: Meter<'a>,
    /// The depth of each state on the present line.
    line: FxHashMap<FightState, i32>,
    children: Vec<Child>,
    /// Proofs by relevance zones, shared with the solver for the other winner of kos.
    proofs: Rc<RefCell<Proofs>>,
    /// The number of states visited.
    pub(super) visits: u64,
    /// The number of visits at which a search pauses.
    pause: u64,
}

impl<'a> LocalSolver<'a> {
    /// Creates a solver that uses at most `memory` bytes.
    pub(super) fn new(
        game: LocalGame,
        budget: Meter<'a>,
        memory: usize,
        proofs: Rc<RefCell<Proofs>>,
    ) -> LocalSolver<'a> {
        LocalSolver {
            game,
            table: Table::new(memory),
            budget,
            line: FxHashMap::default(),
            children: vec![],
            proofs,
            visits: 0,
            pause: 0,
        }
    }

    /// Searches a state for `visits` more visits. Returns the winner if that is proved.
    ///
    /// # Errors
    ///
    /// Fails if the budget is used up.
    pub(super) fn winner(
        &mut self,
        state: &FightState,
        visits: u64,
    ) -> Result<Option<LocalPlayer>, Stopped> {
        if let StaticEval::Settled { winner, .. } = self.game.outlook(state) {
            return Ok(Some(winner));
        }
        if let Some(winner) = self.table.get(state).and_then(|known| known.winner()) {
            return Ok(Some(winner));
        }
        self.pause = self.visits.saturating_add(visits);
        self.line.clear();
        self.children.clear();
        let found = self.search(state, [IMPOSSIBLE; 2], 0)?;
        let is_whole = found.since >= 0;
        Ok(found.known.winner().filter(|_| is_whole))
    }

    /// Returns what is known of a state.
    pub(super) fn known(&self, state: &FightState) -> Option<StoredResult> {
        self.table.get(state)
    }

    /// Visits a state until its proof numbers of a kill and of life reach the limits.
    fn search(
        &mut self,
        state: &FightState,
        limits: [u32; 2],
        depth: i32,
    ) -> Result<Found, Stopped> {
        if self.budget.is_over() {
            return Err(Stopped);
        }
        if let Some(&since) = self.line.get(state) {
            return Ok(self.repeated(since));
        }
        if depth >= DEEPEST {
            return Ok(self.repeated(-1));
        }
        self.visits += 1;
        let start = self.visits;
        self.line.insert(*state, depth);
        let first = self.children.len();
        self.expand(state);
        let found = self.work(state, limits, depth, first);
        self.children.truncate(first);
        self.line.remove(state);
        let mut found = found?;
        if found.known.live != 0 || found.since >= depth {
            found.since = ALWAYS;
            let work = u32::try_from(self.visits - start + 1).unwrap_or(u32::MAX);
            self.table.put(state, found.known, work);
            if let Some(winner) = found.known.winner() {
                let target = self.game.target_chain(state);
                let StoredResult { relevant, best, .. } = found.known;
                let ko_winner = self.game.ko_winner;
                let proof = RelevanceProof::new(state, winner, relevant, best, ko_winner);
                self.proofs.borrow_mut().add(target, state, proof);
            }
        }
        Ok(found)
    }

    /// The owner's success by repetition.
    fn repeated(&self, since: i32) -> Found {
        Found {
            known: StoredResult {
                kill: IMPOSSIBLE,
                live: 0,
                relevant: self.game.points,
                best: NO_MOVE,
            },
            since,
        }
    }

    /// Lists the plays of a state with what is known of where they lead.
    fn expand(&mut self, state: &FightState) {
        let plays = self.game.empty(state);
        let near = {
            let target = self.game.target_chain(state);
            let field = &self.game.field;
            field.grown(field.grown(target))
        };
        for at in each(plays) {
            if let Some(after) = self.game.play(state, at) {
                let is_near = near & at != 0;
                self.reach(state, at, after, is_near);
            }
        }
        if state.turn == LocalPlayer::Owner {
            self.reach(state, 0, state.passed(), true);
        }
    }

    fn reach(&mut self, state: &FightState, at: Bits, after: FightState, is_near: bool) {
        self.budget.spend(WORK);
        let known = self.table.get(&after).unwrap_or_else(|| {
            let known = self.first_look(&after, is_near);
            self.table.put(&after, known, 1);
            known
        });
        let changed = (state.stones[0] ^ after.stones[0]) | (state.stones[1] ^ after.stones[1]);
        self.children.push(Child {
            at,
            state: after,
            found: Found {
                known,
                since: ALWAYS,
            },
            changed,
        });
    }

    /// Evaluates a state for the first time.
    fn first_look(&mut self, after: &FightState, is_near: bool) -> StoredResult {
        let target = self.game.target_chain(after);
        let ko_winner = self.game.ko_winner;
        let proof = self.proofs.borrow_mut().find(target, after, ko_winner);
        if let Some(proof) = proof {
            let (kill, live) = match proof.winner {
                LocalPlayer::Attacker => (0, IMPOSSIBLE),
                LocalPlayer::Owner => (IMPOSSIBLE, 0),
            };
            return StoredResult {
                kill,
                live,
                relevant: proof.relevant,
                best: proof.best,
            };
        }
        let (kill, live, relevant) = match self.game.outlook(after) {
            StaticEval::Settled {
                winner: LocalPlayer::Attacker,
                relevant,
            } => (0, IMPOSSIBLE, relevant),
            StaticEval::Settled {
                winner: LocalPlayer::Owner,
                relevant,
            } => (IMPOSSIBLE, 0, relevant),
            StaticEval::Open { eyes, may_escape } => {
                let escape = 3 * u32::from(may_escape);
                let mut kill = 2 + eyes / 3 + escape;
                let mut live = 2 + 6u32.saturating_sub(eyes) / 2 + 3 - escape;
                let late = if is_near { 2 } else { 4 };
                match after.turn {
                    LocalPlayer::Owner => kill += late,
                    LocalPlayer::Attacker => live += late,
                }
                (kill, live, 0)
            }
        };
        StoredResult {
            kill,
            live,
            relevant,
            best: NO_MOVE,
        }
    }

    /// Works on the plays of a state, which begin at `first` on the stack.
    fn work(
        &mut self,
        state: &FightState,
        limits: [u32; 2],
        depth: i32,
        first: usize,
    ) -> Result<Found, Stopped> {
        // The proof numbers of the side to move come first.
        let [mine, theirs] = match state.turn {
            LocalPlayer::Attacker => [0, 1],
            LocalPlayer::Owner => [1, 0],
        };
        loop {
            let view = self.view(state, first);
            let view = match view {
                StateResult::Decided(found) => return Ok(found),
                StateResult::Open(view) => view,
            };
            let known = |best: u8| {
                let [kill, live] = match state.turn {
                    LocalPlayer::Attacker => [view.least, view.sum],
                    LocalPlayer::Owner => [view.sum, view.least],
                };
                StoredResult {
                    kill,
                    live,
                    relevant: 0,
                    best,
                }
            };
            let is_enough = view.least >= limits[mine] || view.sum >= limits[theirs];
            let best = self.children[view.best].at;
            if is_enough || self.visits >= self.pause {
                return Ok(Found {
                    known: known(index(best)),
                    since: ALWAYS,
                });
            }
            let mut next = [0; 2];
            let second = view
                .second
                .saturating_add(view.second / 4)
                .saturating_add(1);
            next[mine] = limits[mine].min(second);
            next[theirs] = limits[theirs] - (view.count - 1);
            let child = self.children[view.best].state;
            let found = self.search(&child, next, depth + 1)?;
            self.children[view.best].found = found;
        }
    }

    /// Sums up what is known of the plays of a state.
    fn view(&self, state: &FightState, first: usize) -> StateResult {
        let children = &self.children[first..];
        let numbers = |child: &Child| match state.turn {
            LocalPlayer::Attacker => [child.found.known.kill, child.found.known.live],
            LocalPlayer::Owner => [child.found.known.live, child.found.known.kill],
        };
        let won = children
            .iter()
            .filter(|child| numbers(child)[0] == 0)
            .min_by_key(|child| {
                let relevant = child.found.known.relevant.count_ones();
                (child.found.since != ALWAYS, relevant)
            });
        if let Some(child) = won {
            return StateResult::Decided(self.won(state, child));
        }
        // A lost play that changed nothing relevant shows that plays outside its zone lose too.
        let mut needed = Bits::MAX;
        let idle = children
            .iter()
            .filter(|child| {
                numbers(child)[1] == 0 && child.changed & child.found.known.relevant == 0
            })
            .min_by_key(|child| child.found.known.relevant.count_ones());
        if let Some(child) = idle {
            needed = child.found.known.relevant;
        }
        let is_needed = |child: &&Child| child.at & needed != 0 || idle.is_none();
        let mut view = OpenView {
            best: usize::MAX,
            least: IMPOSSIBLE,
            second: IMPOSSIBLE,
            sum: 0,
            count: 0,
        };
        for (place, child) in children.iter().enumerate() {
            let [mine, theirs] = numbers(child);
            if theirs == 0 || !is_needed(&child) {
                continue;
            }
            view.count += 1;
            view.sum = view.sum.max(theirs);
            if mine < view.least {
                view.second = view.least;
                view.least = mine;
                view.best = first + place;
            } else if mine < view.second {
                view.second = mine;
            }
        }
        if view.count > 0 {
            view.sum = view.sum.saturating_add(view.count - 1).min(IMPOSSIBLE - 1);
            return StateResult::Open(view);
        }
        let mut since = ALWAYS;
        let mut relevant = match idle {
            Some(child) => {
                since = since.min(child.found.since);
                child.found.known.relevant
            }
            None => self.game.points,
        };
        for child in children.iter().filter(is_needed) {
            since = since.min(child.found.since);
            let zone = child.found.known.relevant;
            relevant |= match child.at {
                0 => zone,
                at => self
                    .game
                    .relevant_before_other(state, at, &child.state, zone),
            };
        }
        let relevant = self.game.relevant_with_loser(state, relevant);
        let (kill, live) = match state.turn {
            LocalPlayer::Attacker => (IMPOSSIBLE, 0),
            LocalPlayer::Owner => (0, IMPOSSIBLE),
        };
        StateResult::Decided(Found {
            known: StoredResult {
                kill,
                live,
                relevant,
                best: NO_MOVE,
            },
            since,
        })
    }

    /// Returns the result of a state whose side to move wins by this play.
    fn won(&self, state: &FightState, child: &Child) -> Found {
        let zone = child.found.known.relevant;
        let relevant = match child.at {
            0 => zone,
            at => self.game.relevant_before_own(state, at, &child.state, zone),
        };
        let (kill, live) = match state.turn {
            LocalPlayer::Attacker => (0, IMPOSSIBLE),
            LocalPlayer::Owner => (IMPOSSIBLE, 0),
        };
        Found {
            known: StoredResult {
                kill,
                live,
                relevant,
                best: index(child.at),
            },
            since: child.found.since,
        }
    }
}

fn index(at: Bits) -> u8 {
    match at {
        0 => NO_MOVE,
        at => at.trailing_zeros() as u8,
    }
}

enum StateResult {
    Decided(Found),
    Open(OpenView),
}

/// The plays of a state that is not decided.
#[derive(Clone, Copy)]
struct OpenView {
    /// The place of the most promising play.
    best: usize,
    /// The least proof number of the side to move, and the next one.
    least: u32,
    second: u32,
    /// The proof number of the other side.
    sum: u32,
    /// The number of plays that matter.
    count: u32,
}
