//! The verifier: replays a strategy against every move of the other side.

use super::cycles::CycleGraph;
use super::error::ProofError;
use super::game::{Enclosure, ProofGame};
use super::script::Script;
use super::state::{ProofMove, ProofState};
use super::strategy::{Strategy, StrategyMove};
use super::unconditional::alive;
use crate::go::board::Board;
use crate::go::color::{Color, PerColor};
use crate::go::point::{Point, PointSet};
use crate::life::procedure::{Procedure, Success};
use crate::life::question::Question;
use fxhash::FxHashMap;
use std::hash::Hash;

/// The most states for checking a strategy.
const MOST_STATES: usize = 250_000;

impl Strategy {
    /// Verifies that the strategy succeeds by a procedure against every move of the other side.
    ///
    /// # Errors
    ///
    /// The first gap or mistake found.
    pub fn verify(&self, board: &Board, procedure: Procedure) -> Result<(), ProofError> {
        let mut respond = |state: &ProofState| self.response(state);
        let replay =
            StrategyReplay::of(board, procedure, &self.question, self.alive, &mut respond)?;
        replay.succeeds()
    }

    /// Returns the moves in the order a replay asks for them, and the number of states of the
    /// replay.
    ///
    /// # Errors
    ///
    /// The first gap or illegal move found. Endless play is not checked.
    pub fn script(
        &self,
        board: &Board,
        procedure: Procedure,
    ) -> Result<(Script, usize), ProofError> {
        let mut responses = vec![];
        let mut respond = |state: &ProofState| {
            let response = self.response(state)?;
            responses.push(response);
            Ok(response)
        };
        let replay =
            StrategyReplay::of(board, procedure, &self.question, self.alive, &mut respond)?;
        let script = Script {
            question: self.question,
            alive: self.alive,
            responses,
        };
        Ok((script, replay.graph.len()))
    }

    pub(super) fn response(&self, state: &ProofState) -> Result<StrategyMove, ProofError> {
        let response = self.responses.get(state).copied();
        response.ok_or(ProofError::NoMove)
    }
}

impl Script {
    /// Verifies that the strategy succeeds by a procedure against every move of the other side.
    /// Returns the number of states.
    ///
    /// # Errors
    ///
    /// The first gap or mistake found.
    pub fn verify(&self, board: &Board, procedure: Procedure) -> Result<usize, ProofError> {
        let mut left = self.responses.iter();
        let mut respond = |_: &ProofState| left.next().copied().ok_or(ProofError::NoMove);
        let replay =
            StrategyReplay::of(board, procedure, &self.question, self.alive, &mut respond)?;
        match left.next() {
            Some(_) => Err(ProofError::LeftOver),
            None => replay.succeeds().map(|()| replay.graph.len()),
        }
    }
}

/// Looks up the winner's move in a state.
type Respond<'a> = dyn FnMut(&ProofState) -> Result<StrategyMove, ProofError> + 'a;

/// The things that the attacker must still remove (1989).
#[derive(Clone, Copy)]
struct RemainingStones {
    /// The owner's new stones.
    new: PointSet,
    /// True if the chain has never been captured.
    untouched: bool,
}

impl RemainingStones {
    fn of(state: &ProofState) -> RemainingStones {
        RemainingStones {
            new: state.new,
            untouched: !state.removed,
        }
    }

    /// Returns the things that stand in both.
    fn and(self, other: RemainingStones) -> RemainingStones {
        RemainingStones {
            new: self.new & other.new,
            untouched: self.untouched && other.untouched,
        }
    }

    fn is_nothing(&self) -> bool {
        self.new.is_empty() && !self.untouched
    }
}

/// Every state that is reachable while the winner follows a strategy.
struct StrategyReplay {
    procedure: Procedure,
    /// True if the owner is claimed to succeed.
    alive: bool,
    /// True if an owner who loses stones forever fails.
    counts_losses: bool,
    /// The moves between states. The cost is the owner's net loss of stones.
    graph: CycleGraph,
    /// True if the attacker owns a point of the chain (2012).
    owned: Vec<bool>,
    states: Vec<ProofState>,
}

impl StrategyReplay {
    /// Builds the replay. Asks for the winner's moves in the order the states are first reached.
    fn of(
        board: &Board,
        procedure: Procedure,
        question: &Question,
        alive: bool,
        respond: &mut Respond,
    ) -> Result<StrategyReplay, ProofError> {
        let game = ProofGame::new(board, procedure, question)?;
        let winner = question.winner(alive);
        let border = game.border(board, winner);
        let (mut states, mut sets) = (Interner::new(), Interner::new());
        states.number(game.start(board));
        // The walls and the solid stones of each state, as indices.
        let mut enclosures: Vec<[usize; 2]> = Vec::new();
        let mut moves: Vec<Vec<(usize, i64)>> = Vec::new();
        let mut owned = Vec::new();
        while let Some(&state) = states.all.get(moves.len()) {
            if states.all.len() > MOST_STATES {
                return Err(ProofError::TooLarge);
            }
            let here = ReplayState::at(&game, &state, alive);
            if !here.is_cut_off(&border, winner) {
                return Err(ProofError::GivenUp);
            }
            let next = match here.is_over() {
                true => Vec::new(),
                false if state.turn == winner => vec![here.after(respond(&state)?)?],
                false => here
                    .all()
                    .into_iter()
                    .map(|(_, to, cost)| (to, cost))
                    .collect(),
            };
            let numbered = next.into_iter().map(|(to, cost)| (states.number(to), cost));
            moves.push(numbered.collect());
            owned.push(game.attacker_owns(&here.board));
            let Enclosure { walls, solid, .. } = here.enclosure;
            enclosures.push([walls, solid].map(|set| sets.number(set)));
        }
        if !are_walls_kept(&moves, &enclosures, &sets.all) {
            return Err(ProofError::GivenUp);
        }
        Ok(StrategyReplay {
            procedure,
            alive,
            counts_losses: game.counts_losses(),
            graph: CycleGraph::new(moves),
            owned,
            states: states.all,
        })
    }

    /// Checks that endless play never favors the loser.
    fn succeeds(&self) -> Result<(), ProofError> {
        let is_refuted = match (self.procedure.success, self.alive) {
            (Success::OwningForGood, true) => self.is_owned_for_ever() || self.loses_for_ever(),
            (Success::OwningForGood, false) => self.is_free_for_ever(),
            (Success::Capturing, true) => {
                self.is_all_taken_for_ever() || self.counts_losses && self.loses_for_ever()
            }
            (Success::Capturing, false) => self.stands_for_ever(),
        };
        if is_refuted {
            Err(ProofError::Cycle)
        } else {
            Ok(())
        }
    }

    /// Returns true if play can continue forever while the attacker owns a point of the chain at
    /// every moment.
    fn is_owned_for_ever(&self) -> bool {
        self.graph.has_cycle_within(|node| self.owned[node])
    }

    /// Returns true if states where the attacker owns nothing can recur forever without net losses
    /// of the chain's owner.
    fn is_free_for_ever(&self) -> bool {
        let graph = &self.graph;
        let mut is_open = vec![false; graph.len()];
        for node in (0..graph.len()).filter(|&node| !self.owned[node] && graph.is_on_cycle(node)) {
            is_open[graph.component(node)] = true;
        }
        // A stone outweighs all states together, so free states decide only cycles with even
        // losses.
        let stone = graph.len() as i64 + 1;
        graph.has_gain(|from, _, cost| {
            is_open[graph.component(from)].then(|| i64::from(!self.owned[from]) - stone * cost)
        })
    }

    /// Returns true if a cycle costs the chain's owner stones.
    fn loses_for_ever(&self) -> bool {
        self.graph.has_gain(|_, _, cost| Some(cost))
    }

    /// Returns true if play can cycle forever while each thing disappears again and again.
    fn is_all_taken_for_ever(&self) -> bool {
        let mut always: FxHashMap<usize, RemainingStones> = FxHashMap::default();
        for node in (0..self.graph.len()).filter(|&node| self.graph.is_on_cycle(node)) {
            let here = RemainingStones::of(&self.states[node]);
            let all = always.entry(self.graph.component(node)).or_insert(here);
            *all = all.and(here);
        }
        always.values().any(RemainingStones::is_nothing)
    }

    /// Returns true if one thing can stand forever, without net losses of the owner if losses
    /// count.
    fn stands_for_ever(&self) -> bool {
        let new: PointSet = self.states.iter().map(|state| state.new).collect();
        let stands = |at| self.holds_for_ever(|node| self.states[node].new.contains(at));
        new.iter().any(stands) || self.holds_for_ever(|node| !self.states[node].removed)
    }

    /// Returns true if play can stay in accepted states forever, without net losses of the owner if
    /// losses count.
    fn holds_for_ever(&self, is_kind: impl Fn(usize) -> bool) -> bool {
        if !self.counts_losses {
            return self.graph.has_cycle_within(is_kind);
        }
        // A stone outweighs all states together, so accepted states decide only cycles with even
        // losses.
        let stone = self.graph.len() as i64 + 1;
        self.graph.has_cycle_within(&is_kind)
            && self
                .graph
                .has_gain(|from, to, cost| (is_kind(from) && is_kind(to)).then(|| 1 - stone * cost))
    }
}

/// Interned values, numbered in the order of their arrival.
struct Interner<T> {
    all: Vec<T>,
    numbers: FxHashMap<T, usize>,
}

impl<T: Copy + Eq + Hash> Interner<T> {
    fn new() -> Interner<T> {
        Interner {
            all: vec![],
            numbers: FxHashMap::default(),
        }
    }

    fn number(&mut self, thing: T) -> usize {
        *self.numbers.entry(thing).or_insert_with(|| {
            self.all.push(thing);
            self.all.len() - 1
        })
    }
}

/// Returns true if no move spoils the eyes of chains that cut off a part of the local area.
fn are_walls_kept(
    moves: &[Vec<(usize, i64)>],
    enclosures: &[[usize; 2]],
    sets: &[PointSet],
) -> bool {
    let are_kept = |(moves, [walls, _]): (&Vec<(usize, i64)>, &[usize; 2])| {
        let mut after = moves.iter().map(|&(to, _)| enclosures[to][1]);
        after.all(|solid| sets[*walls].is_subset(&sets[solid]))
    };
    moves.iter().zip(enclosures).all(are_kept)
}

/// A state of a game whose winner is known.
pub(super) struct ReplayState<'a> {
    game: &'a ProofGame,
    state: &'a ProofState,
    board: Board,
    /// Each side's unconditionally living stones.
    living: PerColor<PointSet>,
    /// True if the owner is claimed to succeed.
    alive: bool,
    enclosure: Enclosure,
}

impl<'a> ReplayState<'a> {
    pub(super) fn at(game: &'a ProofGame, state: &'a ProofState, alive: bool) -> ReplayState<'a> {
        let board = state.board(game.size());
        let board = board.expect("play leaves no chain without liberty");
        let enclosure = game.enclosure(&board, alive);
        ReplayState {
            living: self::alive(&board),
            game,
            state,
            board,
            alive,
            enclosure,
        }
    }

    /// Returns true if the border still cuts off the local area.
    ///
    /// Each chain of the winner with border stones must live unconditionally or have a liberty that
    /// the loser cannot take unnoticed: one in play, or a one-point eye if the winner is to move.
    fn is_cut_off(&self, border: &PointSet, winner: Color) -> bool {
        let open = *border - self.living[winner];
        let all = self.board.size().all();
        let empty: PointSet = self.board.empties().iter().copied().collect();
        let stays = |chain: PointSet| {
            let liberties = chain.grown() & empty;
            let is_eye = |at: Point| PointSet::from_iter([at]).border(&all).is_subset(&chain);
            liberties.meets(&self.enclosure.in_play)
                || self.state.turn == winner && liberties.iter().any(is_eye)
        };
        let mut chains = open.flood(&self.board.stones(winner)).components();
        chains.all(stays)
    }

    /// Returns true if the winner has succeeded and nothing that matters can change.
    pub(super) fn is_over(&self) -> bool {
        self.game
            .is_over_where(&self.living, self.state, &self.board, self.alive)
    }

    /// Returns the legal moves that may matter, the state after each, and the owner's net loss by
    /// it.
    pub(super) fn all(&self) -> Vec<(ProofMove, ProofState, i64)> {
        let moves = self
            .game
            .moves(self.state, &self.board, &self.enclosure.in_play);
        let after = |play| {
            let (to, cost) = self.game.after(self.state, &self.board, play)?;
            Some((play, to, cost))
        };
        moves.into_iter().filter_map(after).collect()
    }

    /// Returns the state after the winner's move, and the owner's net loss by it.
    pub(super) fn after(&self, response: StrategyMove) -> Result<(ProofState, i64), ProofError> {
        let illegal = ProofError::Illegal(response.play);
        let in_play = self.enclosure.in_play;
        // The loser may have ended a ko outside the part in play.
        let here = ProofState {
            closed: self.state.closed & in_play,
            ..*self.state
        };
        let is_here = match response.play {
            ProofMove::Play(at) => in_play.contains(at),
            ProofMove::Pass => true,
            ProofMove::KoPass | ProofMove::PassFor(_) => {
                let after = self.game.after(&here, &self.board, response.play);
                after.is_some()
            }
        };
        let after = self.game.after(self.state, &self.board, response.play);
        let (after, cost) = after.filter(|_| is_here).ok_or(illegal)?;
        let memory = response.memory;
        Ok((ProofState { memory, ..after }, cost))
    }
}
