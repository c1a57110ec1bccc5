//! Solves one fight: does a chain live or die when either side begins?
//!
//! The fight is played on a region around the chain. It is assumed that the attacker's chains with
//! a liberty outside the region live; the answer names them. *Dead* is proved even if an owner's
//! chain that leaves the region has escaped, *alive* even if the outside belongs to the attacker;
//! only in the last region an escape counts as life, and the answer says so. Each question is
//! searched twice, with one side and then the other able to retake kos at once: if both answers
//! agree, no ko matters.

mod local_game;
mod proofs;
mod region;
mod search;
mod table;

use crate::go::board::Board;
use crate::go::color::{Color, PerColor};
use crate::go::point::{Move, Point, PointSet};
use crate::life::chain::Chain;
use crate::life::meter::Meter;
use crate::life::reading::field::{Bits, each};
use local_game::{FightState, LocalGame, LocalPlayer};
use proofs::Proofs;
use region::Extent;
use search::{LocalSolver, Stopped};
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;
use table::NO_MOVE;

/// The fate of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FightResult {
    /// It is not captured, even if the attacker wins all kos.
    Alive,
    /// It is captured, even if the owner wins all kos.
    Dead,
    /// The side that wins the kos decides.
    Ko,
    /// Not decided within the budget.
    Unsettled,
}

/// The fate of the chain when one side begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The fate.
    pub fate: FightResult,
    /// The first moves that reach it.
    pub moves: Vec<Move>,
    /// True if all first moves have been tried.
    pub is_complete: bool,
    /// The main line.
    pub line: Vec<Move>,
}

/// A solved fight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The chain that the fight is about.
    pub target: PointSet,
    /// Its color.
    pub owner: Color,
    /// The answers when Black and when White begins.
    pub first: PerColor<Answer>,
    /// The points of the fight.
    pub region: PointSet,
    /// The chains that are assumed to live.
    pub assumed: Vec<PointSet>,
    /// True if a chain that leaves the region was assumed to live.
    pub is_by_escape: bool,
}

impl Solution {
    /// Returns true if both answers are proved, and neither by an escape.
    #[must_use]
    pub fn is_proved(&self) -> bool {
        !self.is_by_escape
            && self
                .first
                .0
                .iter()
                .all(|answer| answer.fate != FightResult::Unsettled)
    }
}

/// The memory of a solver, in bytes.
const MEMORY: usize = 512 << 20;

/// Returns the budget of about this time on one core, counted as work.
#[must_use]
pub fn budget(time: Duration) -> Meter<'static> {
    let work = time.as_secs_f64() * Meter::A_SECOND as f64;
    Meter::new(work as u64, MEMORY)
}

/// A question about one fight.
#[derive(Clone, Debug)]
pub struct Task<'a> {
    /// The position.
    pub board: &'a Board,
    /// A stone of the chain to ask about; else it is looked for.
    pub at: Option<Point>,
    /// The points where stones may be played; else they are chosen.
    pub region: Option<PointSet>,
    /// The work to spend.
    pub budget: Meter<'a>,
}

/// The regions that are tried, the smallest first.
const EXTENTS: [Extent; 3] = [
    extent(1, 1, 6, false),
    extent(1, 2, 8, false),
    extent(2, 4, 9, true),
];

const fn extent(margin: u8, steps: u8, reach: u8, may_escape: bool) -> Extent {
    Extent {
        margin,
        steps,
        reach,
        may_escape,
    }
}

/// The most visits to one question in a region that may be too small.
const MOST_VISITS: u64 = 250_000;

/// The most chains to solve at the same time.
const CANDIDATES: usize = 3;

/// The visits to decide whether a first move wins.
const VISITS_OF_A_MOVE: u64 = 4_000;

/// A fight that is being solved.
struct LocalFight<'a> {
    target: Chain,
    extent: usize,
    region: PointSet,
    game: LocalGame,
    start: FightState,
    /// The solver of each [`Assumption`].
    solvers: [[Option<Box<LocalSolver<'a>>>; 2]; 2],
    /// The winner when the owner or the attacker begins, for each solver.
    winners: [[[Option<LocalPlayer>; 2]; 2]; 2],
    /// The fates that are proved when the owner or the attacker begins, and the line.
    ///
    /// They hold in all larger regions.
    proved: [Option<(FightResult, Vec<Move>)>; 2],
    /// True for fates that are proved in a smaller region.
    inherited: [bool; 2],
    /// The proofs for each winner of an escape, shared by the solvers.
    proofs: [Rc<RefCell<Proofs>>; 2],
    task: Task<'a>,
    may_escape: bool,
}

impl<'a> LocalFight<'a> {
    fn new(task: &Task<'a>, target: Chain, extent: usize) -> Option<LocalFight<'a>> {
        let shape = *EXTENTS.get(extent)?;
        let region = match task.region {
            Some(region) => region,
            None => region::around(task.board, &target.stones, target.color, shape),
        };
        let at = target.stones.first()?;
        let (game, start) = LocalGame::new(task.board, at, &region)?;
        Some(LocalFight {
            target,
            extent,
            region,
            game,
            start,
            solvers: Default::default(),
            winners: Default::default(),
            proved: Default::default(),
            inherited: [false; 2],
            proofs: Default::default(),
            task: task.clone(),
            may_escape: shape.may_escape || task.region.is_some(),
        })
    }

    /// Returns the solver for a winner of kos and of escapes.
    fn solver(&mut self, ko: LocalPlayer, escape: LocalPlayer) -> &mut LocalSolver<'a> {
        let escape = if self.may_escape {
            LocalPlayer::Owner
        } else {
            escape
        };
        self.solvers[ko as usize][escape as usize].get_or_insert_with(|| {
            let game = self.game.with_winners(ko, escape);
            let budget = self.task.budget.clone();
            let memory = budget.memory() / 12;
            let proofs = Rc::clone(&self.proofs[escape as usize]);
            Box::new(LocalSolver::new(game, budget, memory, proofs))
        })
    }

    /// Returns the state with a side to move.
    fn state(&self, first: LocalPlayer) -> FightState {
        FightState {
            turn: first,
            ..self.start
        }
    }

    /// Spends visits on what is open if a side begins.
    fn ask(&mut self, first: LocalPlayer, visits: u64) -> Result<(), Stopped> {
        use LocalPlayer::{Attacker, Owner};
        let state = self.state(first);
        // Dead, alive, and what is left for a ko.
        let questions = match first {
            Attacker => [
                (Owner, Owner),
                (Attacker, Owner),
                (Owner, Attacker),
                (Attacker, Attacker),
            ],
            Owner => [
                (Attacker, Attacker),
                (Owner, Attacker),
                (Attacker, Owner),
                (Owner, Owner),
            ],
        };
        for (ko, escape) in questions {
            let fate = self.fate(first);
            if fate != FightResult::Unsettled {
                if self.proved[first as usize].is_none() {
                    self.proved[first as usize] = Some((fate, self.line(first)));
                }
                break;
            }
            if self.is_unclear(first) {
                break;
            }
            if self.winners[first as usize][ko as usize][escape as usize].is_none() {
                let winner = self.solver(ko, escape).winner(&state, visits)?;
                self.winners[first as usize][ko as usize][escape as usize] = winner;
                if winner.is_none() {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Returns what is known if a side begins.
    fn fate(&self, first: LocalPlayer) -> FightResult {
        use LocalPlayer::{Attacker, Owner};
        if let Some((fate, _)) = &self.proved[first as usize] {
            return *fate;
        }
        let [[by_owner, owner_inside], [by_attacker, inside]] = self.winners[first as usize];
        match () {
            () if by_owner == Some(Attacker) => FightResult::Dead,
            () if inside == Some(Owner) => FightResult::Alive,
            () if by_attacker == Some(Attacker) && owner_inside == Some(Owner) => FightResult::Ko,
            () => FightResult::Unsettled,
        }
    }

    /// Returns true if the result depends on what leaving the region means.
    fn is_unclear(&self, first: LocalPlayer) -> bool {
        use LocalPlayer::{Attacker, Owner};
        let [[by_owner, owner_inside], [by_attacker, inside]] = self.winners[first as usize];
        let may_live = by_attacker == Some(Owner) && inside == Some(Attacker);
        let may_be_dead = by_owner == Some(Owner) && owner_inside == Some(Attacker);
        may_live || may_be_dead
    }

    fn fates(&self) -> [FightResult; 2] {
        [LocalPlayer::Owner, LocalPlayer::Attacker].map(|side| self.fate(side))
    }

    fn is_decisive(&self) -> bool {
        let [mine, theirs] = self.fates();
        mine != FightResult::Unsettled && theirs != FightResult::Unsettled && mine != theirs
    }

    /// Returns the line of best plays.
    fn line(&self, first: LocalPlayer) -> Vec<Move> {
        if let Some((_, line)) = &self.proved[first as usize] {
            return line.clone();
        }
        let [ko, escape] = match self.fate(first) {
            FightResult::Dead => [0, 0],
            FightResult::Alive => [1, 1],
            _ => [first as usize, first.other() as usize],
        };
        let Some(solver) = &self.solvers[ko][if self.may_escape { 0 } else { escape }] else {
            return vec![];
        };
        let mut state = self.state(first);
        let mut line = vec![];
        while line.len() < 30 {
            let Some(known) = solver.known(&state) else {
                break;
            };
            if known.best == NO_MOVE {
                break;
            }
            let at = 1 << known.best;
            line.push(Move::At(solver.game.point(at)));
            let Some(next) = solver.game.play(&state, at) else {
                break;
            };
            state = next;
        }
        line
    }

    /// Returns the first plays of a side that reach its proved fate, and true if all plays were
    /// decided within the visits.
    ///
    /// A side whose fate no play changes has none.
    fn moves(&mut self, first: LocalPlayer, visits: u64) -> (Vec<Move>, bool) {
        let fate = self.fate(first);
        let [ko, escape] = match (fate, first) {
            (FightResult::Unsettled, _) => return (vec![], false),
            (FightResult::Dead, LocalPlayer::Owner)
            | (FightResult::Alive, LocalPlayer::Attacker) => return (vec![], true),
            (FightResult::Dead, _) => [LocalPlayer::Owner, LocalPlayer::Owner],
            (FightResult::Alive, _) => [LocalPlayer::Attacker, LocalPlayer::Attacker],
            (FightResult::Ko, first) => [first, first.other()],
        };
        let best = self.line(first).first().copied();
        let state = self.state(first);
        let solver = self.solver(ko, escape);
        let plays: Vec<Bits> = each(solver.game.empty(&state)).collect();
        let mut moves = vec![];
        let mut is_complete = true;
        for at in plays {
            let Some(after) = solver.game.play(&state, at) else {
                continue;
            };
            let play = Move::At(solver.game.point(at));
            if best == Some(play) {
                moves.push(play);
                continue;
            }
            match solver.winner(&after, visits) {
                Ok(Some(winner)) if winner == first => moves.push(play),
                Ok(Some(_)) => {}
                Ok(None) | Err(Stopped) => is_complete = false,
            }
        }
        if let Some(best) = best
            && !moves.contains(&best)
        {
            moves.push(best);
        }
        (moves, is_complete)
    }

    fn side(&self, color: Color) -> LocalPlayer {
        if color == self.target.color {
            LocalPlayer::Owner
        } else {
            LocalPlayer::Attacker
        }
    }

    fn solution(&mut self) -> Solution {
        let mut answer = |color: Color| {
            let side = self.side(color);
            let line = self.line(side);
            let (moves, is_complete) = self.moves(side, VISITS_OF_A_MOVE);
            Answer {
                fate: self.fate(side),
                moves,
                is_complete,
                line,
            }
        };
        let first = PerColor::from_fn(&mut answer);
        Solution {
            target: self.target.stones,
            owner: self.target.color,
            first,
            region: self.region,
            assumed: self.assumed(),
            is_by_escape: self.is_by_escape(),
        }
    }

    /// Returns true if a result rests on what leaving the region means.
    ///
    /// Death never does, nor do results in smaller regions.
    fn is_by_escape(&self) -> bool {
        self.may_escape
            && [LocalPlayer::Owner, LocalPlayer::Attacker]
                .iter()
                .any(|&first| {
                    let is_inherited = self.inherited[first as usize];
                    !is_inherited
                        && matches!(self.fate(first), FightResult::Alive | FightResult::Ko)
                })
    }

    /// Returns the chains next to the fight that have a liberty outside the region.
    fn assumed(&self) -> Vec<PointSet> {
        let outside = self
            .task
            .board
            .empties()
            .iter()
            .copied()
            .collect::<PointSet>()
            - self.region;
        let around = (self.region | self.target.stones).grown();
        Chain::all(self.task.board)
            .into_iter()
            .map(|chain| chain.stones)
            .filter(|stones| stones.meets(&around) && stones.grown().meets(&outside))
            .collect()
    }
}

/// Solves a fight. Returns `None` if there is no chain to ask about, or none with a region that is
/// small enough.
#[must_use]
pub fn solve(task: &Task) -> Option<Solution> {
    let board = task.board;
    let targets: Vec<Chain> = match task.at {
        Some(at) => {
            let chains = Chain::all(board).into_iter();
            chains.filter(|chain| chain.stones.contains(at)).collect()
        }
        None => region::candidates(board, region::surrounded(board)?),
    };
    let mut fights: Vec<LocalFight> = targets
        .into_iter()
        .filter_map(|target| LocalFight::new(task, target, 0))
        .take(CANDIDATES)
        .collect();
    let mut visits = 1000;
    while !fights.is_empty() {
        let used = task.budget.used();
        for (place, fight) in fights.iter_mut().enumerate() {
            // Larger chains come first.
            let visits = visits / if place == 0 { 1 } else { 4 };
            for first in [LocalPlayer::Attacker, LocalPlayer::Owner] {
                if fight.ask(first, visits).is_err() {
                    return Some(fights.first_mut()?.solution());
                }
            }
            let is_wider = [LocalPlayer::Attacker, LocalPlayer::Owner]
                .iter()
                .any(|&side| {
                    let is_slow = visits > MOST_VISITS && !fight.may_escape;
                    fight.fate(side) == FightResult::Unsettled
                        && (is_slow || fight.is_unclear(side))
                });
            if is_wider
                && task.region.is_none()
                && let Some(mut wider) = LocalFight::new(task, fight.target, fight.extent + 1)
            {
                for first in [LocalPlayer::Owner, LocalPlayer::Attacker] {
                    let fate = fight.fate(first);
                    if fate != FightResult::Unsettled {
                        wider.proved[first as usize] = Some((fate, fight.line(first)));
                        wider.inherited[first as usize] = true;
                    }
                }
                *fight = wider;
            }
        }
        // A chain is the answer once the larger ones are settled with either side to begin.
        let is_open = |fight: &LocalFight| fight.fates().contains(&FightResult::Unsettled);
        let is_late = task.budget.used() > task.budget.left();
        for fight in &mut fights {
            if fight.is_decisive() {
                return Some(fight.solution());
            }
            if is_open(fight) && !is_late {
                break;
            }
        }
        if fights.len() > 1 && !is_open(&fights[0]) {
            fights.remove(0);
        }
        if fights.len() == 1 && !is_open(&fights[0]) {
            // Without a chain in question, one that either side decides alike is no answer.
            task.at?;
            break;
        }
        // No larger region fits the solver, and what is open depends on what lies outside.
        if task.budget.used() == used {
            break;
        }
        visits = visits.saturating_mul(3);
    }
    Some(fights.first_mut()?.solution())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
