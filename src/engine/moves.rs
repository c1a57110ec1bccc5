//! Move generation: by search and the clock, and without a search once all is settled.

use super::{Engine, Generated, Options, TIME_PER_MOVE};
use crate::engine::search::alarm::with_alarm;
use crate::engine::search::clock;
use crate::engine::search::{Ban, SearchLimits, SearchResult, Watch, is_banned};
use crate::go::board::Board;
use crate::go::color::Color;
use crate::go::point::{Move, Point, PointSet};
use crate::go::position::Position;
use crate::go::rules::{Counting, Death, Rules};
use crate::life::chain::Chain;
use crate::referee::game::Refusal;
use crate::referee::judge::{Adjudication, Judged, Occasion};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The part of the time for a move, 0 to 1, for deciding if a search is needed.
pub(super) const BEFORE_THE_SEARCH: f64 = 0.25;
/// The part of the time for a clean-up move, 0 to 1, for judging dead stones.
const BEFORE_A_CLEAN_UP: f64 = 0.5;
/// The part of the remaining time for a move, 0 to 1, for each step toward capturing dead stones.
///
/// The steps are a search among the plays, and a judgement of the position after each play tried.
pub(super) const TAKING: f64 = 0.25;
/// The most plays toward capturing dead stones to try, the most promising first.
const MOST_TAKING: usize = 3;
/// The most stones of a shape that kills from within (nakade).
const LARGEST_KILLING_SHAPE: usize = 6;
/// The most playouts of an analysis without a limit; the counters of the tree hold more.
const MOST_PLAYOUTS: u64 = 2_000_000_000;

impl Engine {
    /// Generates a move for this side and plays it, unless it resigns.
    pub fn generate(
        &mut self,
        color: Color,
        stop: &Arc<AtomicBool>,
        watch: Option<Watch>,
    ) -> Generated {
        let answer = self.suggest(color, stop, watch);
        if let Generated::Play(to) = answer {
            self.play_found(color, to);
        }
        answer
    }

    /// Generates a move for this side without playing it.
    pub fn suggest(
        &mut self,
        color: Color,
        stop: &Arc<AtomicBool>,
        watch: Option<Watch>,
    ) -> Generated {
        self.timed(color, |engine| engine.found(color, stop, watch))
    }

    /// Finds a move by the deadline of the clock, and subtracts the time used.
    fn timed<T>(&mut self, color: Color, find: impl FnOnce(&mut Engine) -> T) -> T {
        let begun = Instant::now();
        let deadline = self.budget(color).deadline;
        self.due = deadline.and_then(|deadline| begun.checked_add(deadline));
        let found = find(self);
        self.due = None;
        self.clock
            .spend(color, begun.elapsed().as_secs_f64(), deadline);
        found
    }

    /// Judges within a part, 0 to 1, of the time left for the move; the findings up to then count.
    pub(super) fn judging<T>(&mut self, part: f64, judge: impl FnOnce(&mut Engine) -> T) -> T {
        let end = self.in_part(part);
        let usual = Arc::clone(&self.interrupt);
        with_alarm(end, &usual, |late| {
            if end.is_some() {
                self.interrupt = Arc::clone(late);
            }
            let judged = judge(self);
            self.interrupt = Arc::clone(&usual);
            judged
        })
    }

    /// Returns the end of a part, 0 to 1, of the time left for the move.
    fn in_part(&self, part: f64) -> Option<Instant> {
        let now = Instant::now();
        let due = self.due?;
        Some(now + due.saturating_duration_since(now).mul_f64(part))
    }

    fn found(&mut self, color: Color, stop: &Arc<AtomicBool>, watch: Option<Watch>) -> Generated {
        // The result of an earlier search says nothing about this move.
        self.thought = None;
        if self.game.is_ended_by_phases() {
            return Generated::Play(Move::Pass);
        }
        let bans = watch.as_ref().map_or(&[][..], |watch| watch.bans);
        let is_allowed = |&to: &Move| !is_banned(bans, color, to, 1);
        if let Some(to) = self.settled(color, stop).filter(is_allowed) {
            return Generated::Play(to);
        }
        let thought = self.think(color, stop, watch);
        if thought.resigns {
            Generated::Resign
        } else {
            Generated::Play(thought.best)
        }
    }

    /// Finds a move that needs no search.
    fn settled(&mut self, color: Color, stop: &Arc<AtomicBool>) -> Option<Move> {
        if let Some(to) = self.next_to_prove(color, stop) {
            return Some(to);
        }
        if self.judging(BEFORE_THE_SEARCH, |engine| engine.may_pass_back(color)) {
            Some(Move::Pass)
        } else {
            self.next_to_finish(color, stop)
        }
    }

    /// Analyzes the moves of this side until stopped.
    pub fn analyze(&mut self, color: Color, stop: &Arc<AtomicBool>, watch: Watch) {
        let budget = SearchLimits {
            playouts: Some(MOST_PLAYOUTS),
            ..SearchLimits::default()
        };
        let position = self.game.position_for(color);
        let thought = self.search.analyze(&position, &budget, stop, Some(watch));
        self.thought = Some((color, thought));
    }

    /// Returns the result of the last search of this game and the side that it was for.
    pub fn last_thought(&self) -> Option<&(Color, SearchResult)> {
        self.thought.as_ref()
    }

    /// Generates a move that helps to clean up the board for this side and plays it.
    ///
    /// Unless territory is counted, it does not pass while a dead stone of the opponent can be
    /// captured without loss.
    pub fn clean_up(&mut self, color: Color, stop: &Arc<AtomicBool>) -> Move {
        let best = self.timed(color, |engine| engine.cleaning(color, stop));
        self.play_found(color, best);
        best
    }

    fn cleaning(&mut self, color: Color, stop: &Arc<AtomicBool>) -> Move {
        let may_pass = self.game.position_for(color).is_legal(Move::Pass);
        let answer = match self.position().last_move() {
            Some((_, Move::Pass)) | None if may_pass => Move::Pass,
            _ => self.think(color, stop, None).best,
        };
        match answer {
            Move::Pass if self.rules().counting != Counting::Territory => {
                let standing = self.judging(BEFORE_A_CLEAN_UP, Engine::adjudicate_in_play);
                let position = self.game.position_for(color);
                self.next_to_take(&position, &standing, stop)
                    .unwrap_or(answer)
            }
            _ => answer,
        }
    }

    /// Finds the best play toward capturing dead stones of the opponent.
    ///
    /// The play keeps them dead, and all living stones of the side to move alive. Plays that fill a
    /// liberty come first, then points from where the stones can be killed.
    pub(super) fn next_to_take(
        &mut self,
        position: &Position,
        standing: &Adjudication,
        stop: &Arc<AtomicBool>,
    ) -> Option<Move> {
        let (board, dead) = (position.board(), standing.dead());
        let targets = dead & board.stones(!position.turn());
        let beside = targets.grown();
        let near = near(board, position.turn(), &beside) - beside;
        [beside, near].into_iter().find_map(|points| {
            let ranked = self.ranked(position, &dead, &points, stop);
            let mut ranked = ranked.into_iter().take(MOST_TAKING).map(Move::At);
            ranked.find(|&to| self.keeps(position, standing, to))
        })
    }

    /// Returns the points where a play toward capturing dead stones is legal and fair, best first.
    pub(super) fn ranked(
        &mut self,
        position: &Position,
        dead: &PointSet,
        points: &PointSet,
        stop: &Arc<AtomicBool>,
    ) -> Vec<Point> {
        let is_tried = |&at: &Point| position.is_legal(Move::At(at)) && is_fair(position, dead, at);
        let points: PointSet = points.iter().filter(is_tried).collect();
        if points.len() < 2 {
            return points.iter().collect();
        }
        let elsewhere = Ban {
            color: position.turn(),
            points: self.game.size().all() - points,
            passes: true,
            depth: 1,
        };
        let watch = Watch {
            interval: Duration::MAX,
            min_moves: 0,
            bans: &[elsewhere],
            moves_ownership: false,
            tell: &mut |_| {},
        };
        let due = self.due;
        self.due = self.in_part(TAKING);
        let thought = self.think(position.turn(), stop, Some(watch));
        self.due = due;
        let candidates = thought.candidates.iter();
        let considered = candidates.filter_map(|candidate| candidate.to.point());
        let mut ranked: Vec<Point> = considered.filter(|at| points.contains(*at)).collect();
        // The search leaves out moves that fill an eye; they come last.
        let others = points - ranked.iter().copied().collect();
        ranked.extend(others.iter());
        ranked
    }

    /// Returns true if a move keeps the opponent's dead stones dead and its own stones alive.
    ///
    /// No dead stone may become less clearly dead.
    pub(super) fn keeps(&mut self, position: &Position, standing: &Adjudication, to: Move) -> bool {
        let turn = position.turn();
        let mut after = position.clone();
        if after.play(to).is_err() {
            return false;
        }
        let judged = self.judging(TAKING, |engine| engine.judged_for(&after));
        let living = position.board().stones(turn) - standing.dead();
        let targets = standing.dead() & after.board().stones(!turn);
        let doubtful = judged.unclear() - standing.unclear();
        !living.meets(&judged.dead()) && targets.is_subset(&(judged.dead() - doubtful))
    }

    /// Finds a move after the opponent's pass under rules that count all remaining stones as alive.
    ///
    /// Once nothing else is open, this is a play toward capturing a stone that would be dead by
    /// agreement. If there is no such play and the game is won, it is a pass.
    fn next_to_finish(&mut self, color: Color, stop: &Arc<AtomicBool>) -> Option<Move> {
        let has_passed = self.position().last_move() == Some((!color, Move::Pass));
        if self.rules().death != Death::AllAlive || !has_passed {
            return None;
        }
        let mut position = self.game.position_for(color);
        position.set_rules(Rules {
            death: Death::Agreement,
            ..*self.rules()
        });
        let standing = self.judging(BEFORE_THE_SEARCH, |engine| engine.judged_for(&position));
        if !standing.unclear().is_empty() {
            return None;
        }
        let is_won = f64::from(color.sign()) * standing.score().margin() > 0.0;
        let may_pass = position.is_legal(Move::Pass);
        let passes = (standing.dead().is_empty() && is_won && may_pass).then_some(Move::Pass);
        self.next_to_take(&position, &standing, stop).or(passes)
    }

    /// Returns true if the opponent has passed and the game is won as it stands.
    fn may_pass_back(&mut self, color: Color) -> bool {
        let has_passed = self.position().last_move() == Some((!color, Move::Pass));
        if !self.options.friendly_pass || !has_passed || self.position().is_over() {
            return false;
        }
        let is_legal = self.game.position_for(color).is_legal(Move::Pass);
        let standing = self.adjudicate_in_play();
        let leads = f64::from(color.sign()) * standing.score().margin() > 0.0;
        is_legal && leads && standing.open().is_empty()
    }

    fn play_found(&mut self, color: Color, to: Move) {
        match self.play((color, to)) {
            // Nothing is played after the end, or out of turn while dame are filled.
            Ok(()) | Err(Refusal::Over | Refusal::OutOfTurn) => {}
            Err(refusal) => panic!("a search finds legal moves: {refusal}"),
        }
    }

    /// Returns the judgement of the current position as a game in progress.
    ///
    /// A search plays a game, even if the board was set up or the game has been stopped.
    fn judged_in_play(&mut self) -> &mut Judged {
        match self.game.occasion() {
            Occasion::Game => &mut self.judged,
            Occasion::Stopped | Occasion::Diagram => &mut self.in_play,
        }
    }

    /// Judges the current position as part of a game: one that was set up is in progress.
    fn adjudicate_in_play(&mut self) -> Arc<Adjudication> {
        match self.game.occasion() {
            Occasion::Game | Occasion::Stopped => self.adjudicate(),
            Occasion::Diagram => {
                let effort = &self.options.search.effort;
                self.in_play
                    .by(self.game.position(), effort, &self.interrupt)
            }
        }
    }

    /// Searches a position of the game with this side to move.
    fn think(
        &mut self,
        color: Color,
        stop: &Arc<AtomicBool>,
        watch: Option<Watch>,
    ) -> SearchResult {
        let position = self.game.position_for(color);
        let budget = self.rest_of(self.budget(color));
        // The current position is judged only once.
        let is_at_hand = position.turn() == self.position().turn();
        let mut judged = if is_at_hand {
            self.judged_in_play().clone()
        } else {
            Judged::asking(self.oracle.clone(), Occasion::Game)
        };
        let thought = self
            .search
            .think_watched(&position, &mut judged, &budget, stop, watch);
        if is_at_hand {
            *self.judged_in_play() = judged;
        }
        self.thought = Some((color, thought.clone()));
        thought
    }

    /// Returns true if a number of playouts alone, without a time, ends the search for a move.
    pub fn has_fixed_search(&self, color: Color) -> bool {
        let budget = self.budget(color);
        budget.playouts.is_some() && budget.time.is_none() && budget.deadline.is_none()
    }

    /// Returns the part of the limits that is left, once a move has been started.
    fn rest_of(&self, limits: SearchLimits) -> SearchLimits {
        let Some(due) = self.due else {
            return limits;
        };
        let left = due.saturating_duration_since(Instant::now());
        let left = left.max(Duration::from_millis(1));
        SearchLimits {
            time: limits.time.map(|time| time.min(left)),
            deadline: limits.deadline.map(|deadline| deadline.min(left)),
            ..limits
        }
    }

    fn budget(&self, color: Color) -> SearchLimits {
        let Options {
            playouts,
            time_per_move,
            ..
        } = self.options;
        let moves = clock::moves_to_make(self.game.size(), self.position().move_count());
        match self.clock.limits(color, moves) {
            Some(clock) => SearchLimits {
                playouts,
                time: clock.time.into_iter().chain(time_per_move).min(),
                deadline: clock.deadline.into_iter().chain(time_per_move).min(),
            },
            None => {
                let time = time_per_move.or_else(|| playouts.is_none().then_some(TIME_PER_MOVE));
                SearchLimits {
                    playouts,
                    time,
                    deadline: time,
                }
            }
        }
    }
}

/// Returns the empty points from where stones may be killed, given the points next to the stones.
///
/// They are connected to these points, or to liberties of stones that were put in to kill.
fn near(board: &Board, turn: Color, beside: &PointSet) -> PointSet {
    let empties: PointSet = board.empties().iter().copied().collect();
    let put_in = Chain::all_of(board, turn)
        .into_iter()
        .filter(|chain| chain.stones.meets(beside) && chain.stones.len() <= LARGEST_KILLING_SHAPE);
    let liberties: PointSet = put_in.map(|chain| chain.liberties).collect();
    (*beside | liberties).flood(&empties)
}

/// Returns true if a legal play toward capturing dead stones risks no more than it gains.
///
/// The stones that it leaves in atari must be no more than it captures, or fewer than the dead
/// stones that it helps to capture.
fn is_fair(position: &Position, dead: &PointSet, at: Point) -> bool {
    let (board, other) = (position.board(), !position.turn());
    let mut after = position.clone();
    after.play_legal(Move::At(at));
    if after.board().is_empty(at) {
        return false;
    }
    if !after.board().is_in_atari(at) {
        return true;
    }
    let targets = *dead & board.stones(other);
    let beside = PointSet::from_iter([at]).grown() & targets;
    let taken = board.stones(other).len() - after.board().stones(other).len();
    let at_stake = after.board().chain_size(at);
    at_stake <= taken || at_stake < beside.flood(&targets).len()
}
