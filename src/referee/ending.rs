//! The state machine by which each rule set ends a game: passes, decisions of the players,
//! disputes.
//!
//! The differences between the rule sets are data, a [`Course`]. The articles named are those of
//! the five documents. Life and death is not decided here: the players claim and play, or a judge
//! is asked for a ruling. A dispute that is played out is played on the board.

mod claim;
mod course;
mod decision;
mod phase;

pub use claim::StatusClaim;
pub use course::{AtStop, Course, FoulDecides, LastResort, Mending, MendingFailure, Resumption};
pub use decision::{Decision, ParseDecisionError};
pub use phase::{Counted, NotNow, Over, Phase};

use crate::go::board::Play;
use crate::go::color::{Color, PerColor};
use crate::go::point::{Move, PointSet};
use crate::go::position::{Breach, Position};
use crate::go::rules::{Button, Repetition, Tax};
use crate::go::score::{Score, Terms, score};
use crate::go::territory::{Seki, territory_beside};

/// The game has no result after this many repetitions of a position without a net capture, whether
/// or not the players consent.
const NO_RESULT: usize = 3;

/// Maximum number of refusals to end the game by agreement without playing a stone.
const MOST_REFUSALS: u32 = 3;

/// The stop that an offer follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stop {
    First,
    Filled,
    Resumed,
}

/// A game with its way to the end, under any rule set.
#[derive(Clone, Debug)]
pub struct Ending {
    position: Position,
    course: Course,
    phase: Phase,
    stop: Stop,
    /// True if play has been resumed after a stop.
    resumed: bool,
    /// Consecutive passes, by the sides in turn, that count in this phase.
    passes: u32,
    answers: PerColor<Option<bool>>,
    claims: PerColor<Option<StatusClaim>>,
    /// The sides that consent to leave the repeated position without a result.
    consents: PerColor<bool>,
    /// The sides that have confirmed the result that was counted.
    confirmed: PerColor<bool>,
    first: Option<Color>,
    disputes: u32,
    /// Number of offers refused since a stone was last played.
    refusals: u32,
    /// True if a stone has been played since play was last resumed.
    played: bool,
    paid: PerColor<u32>,
    last_pass: Option<Color>,
    new: PerColor<PointSet>,
    /// The positions before the moves of the filling that may be taken back.
    filling: Vec<Position>,
    /// The side that received the request to resume play while dame were filled, and may take moves
    /// back.
    asked: Option<Color>,
}

impl Ending {
    /// Starts at a position.
    pub fn new(position: Position) -> Ending {
        Ending {
            course: Course::of(position.rules()),
            position,
            phase: Phase::Play,
            stop: Stop::First,
            resumed: false,
            passes: 0,
            answers: PerColor::default(),
            claims: PerColor::default(),
            consents: PerColor::default(),
            confirmed: PerColor::default(),
            first: None,
            disputes: 0,
            refusals: 0,
            played: true,
            paid: PerColor::default(),
            last_pass: None,
            new: PerColor::default(),
            filling: Vec::new(),
            asked: None,
        }
    }

    /// The phase that the game is in.
    pub fn phase(&self) -> &Phase {
        &self.phase
    }

    /// The end of the game; `None` while it goes on.
    pub fn over(&self) -> Option<&Over> {
        match &self.phase {
            Phase::Over(over) => Some(over),
            _ => None,
        }
    }

    /// The way in which the rules end it.
    pub fn course(&self) -> &Course {
        &self.course
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The side that moved first when play was first resumed for life and death; `None` if it never
    /// was.
    pub fn first(&self) -> Option<Color> {
        self.first
    }

    /// Returns the prisoners each side has paid for passes.
    ///
    /// One that is refunded at the end is included.
    pub fn paid(&self) -> PerColor<u32> {
        self.paid
    }

    /// Plays a move. A move while an answer or a claim is due refuses it, so that the game goes on.
    ///
    /// # Errors
    ///
    /// [`NotNow`]; nothing is changed.
    pub fn play(&mut self, (color, to): Play) -> Result<(), NotNow> {
        if self.is_last_pass_stone(color, to) {
            self.pay(color);
            return Ok(());
        }
        let is_bound_to_turn = match &self.phase {
            Phase::Over(_) => return Err(NotNow::Over),
            Phase::Ruling => return Err(NotNow::Phase),
            Phase::Confirm if !self.may_play_on(to) => return Err(NotNow::Phase),
            Phase::Confirm => self.course.at_stop == AtStop::Phases,
            Phase::PlayOut => true,
            Phase::Offer => self.stop == Stop::Resumed,
            // Dame are filled in turn (2009, 8-1). A side that has nothing to fill passes.
            Phase::Fill => true,
            Phase::Play => false,
        };
        let turn = self.position.turn();
        if is_bound_to_turn && color != turn {
            return Err(NotNow::OutOfTurn);
        }
        let before = (self.phase == Phase::Fill).then(|| self.position.clone());
        let had_button = self.position.button().is_some();
        let is_button = self.position.rules().button == Button::Half;
        self.position.set_turn(color);
        if let Err(illegal) = self.position.play(to) {
            self.position.set_turn(turn);
            return Err(illegal.into());
        }
        match &self.phase {
            Phase::Offer => self.refuse(turn),
            Phase::Confirm if self.course.at_stop == AtStop::Phases => self.dispute(turn),
            Phase::Confirm => self.take_up(),
            _ => {}
        }
        self.consents = PerColor::default();
        match before {
            Some(before) => self.filling.push(before),
            None => self.filling.clear(),
        }
        self.asked = None;
        match to {
            // The pass that takes the button does not count.
            Move::Pass if is_button && !had_button && self.position.button().is_some() => {
                self.passes = 0;
            }
            Move::Pass => self.pass(color),
            Move::At(at) => {
                self.passes = 0;
                self.refusals = 0;
                self.answers = PerColor::default();
                self.played = true;
                if self.phase == Phase::PlayOut {
                    self.new[color].insert(at);
                    let stones = |color| self.position.board().stones(color);
                    self.new = PerColor::from_fn(|color| self.new[color] & stones(color));
                }
                self.end_by_repetition();
            }
        }
        Ok(())
    }

    /// Records a move of a game record.
    ///
    /// Without phases, a move after the end resumes the game, and illegal moves are played too. A
    /// game that has ended by phases stays over.
    ///
    /// # Errors
    ///
    /// Returns [`NotNow`] and changes nothing if the phases do not allow the move, or it is
    /// impossible.
    pub fn record(&mut self, play: Play) -> Result<(), NotNow> {
        let result = self.play(play);
        if self.course.at_stop == AtStop::Phases {
            return match result {
                Err(NotNow::Over) => Ok(()),
                result => result,
            };
        }
        if result.is_err() {
            self.position.play_anyway(play)?;
            match play {
                (color, Move::Pass) if self.phase == Phase::Play => self.pass(color),
                (_, Move::Pass) => {}
                (_, Move::At(_)) => {
                    self.take_up();
                    self.played = true;
                }
            }
        }
        Ok(())
    }

    /// Takes back the last move of the filling of dame (2009, 8-1). Only the side that received a
    /// request to resume play may do so, directly after the request.
    ///
    /// # Errors
    ///
    /// [`NotNow::Phase`]; nothing is changed.
    pub fn take_back(&mut self, color: Color) -> Result<(), NotNow> {
        if self.asked != Some(color) {
            return Err(NotNow::Phase);
        }
        self.position = self.filling.pop().ok_or(NotNow::Phase)?;
        Ok(())
    }

    /// Returns the number of moves of the filling of dame that may be taken back.
    pub fn taken_back_at_most(&self) -> usize {
        self.filling.len()
    }

    /// Records a decision of a player, or a ruling.
    ///
    /// # Errors
    ///
    /// Returns [`NotNow`] and changes nothing if the decision is not possible now.
    pub fn decide(&mut self, decision: Decision) -> Result<(), NotNow> {
        match (&self.phase, decision) {
            (Phase::Over(Over::Counted(_)), Decision::Answer(color, true))
                if self.course.foul_decides == FoulDecides::UntilConfirmed
                    && !self.confirmed[color] =>
            {
                self.confirmed[color] = true;
            }
            (Phase::Over(_), _) => return Err(NotNow::Over),
            (_, Decision::Resign(loser)) => self.phase = Phase::Over(Over::Resigned(loser)),
            (_, Decision::TakeBack(color)) => self.take_back(color)?,
            (_, Decision::NoResult(color)) if self.is_repeated() => {
                self.consents[color] = true;
                if self.consents == PerColor::new(true, true) {
                    self.phase = Phase::Over(Over::NoResult);
                }
            }
            // Consent does not affect the ending.
            (_, Decision::Consent(_)) if self.course.consent => {}
            (Phase::Offer, Decision::Answer(color, agrees)) => {
                self.answers[color] = Some(agrees);
                match self.answers.0 {
                    [Some(true), Some(true)] => self.agree(),
                    [Some(_), Some(_)] => self.refuse(self.position.turn()),
                    _ => {}
                }
            }
            // The players may agree at any time.
            (Phase::Play, Decision::Answer(color, agrees)) if self.course.asked_after.is_some() => {
                self.answers[color] = Some(agrees);
                if self.answers.0 == [Some(true); 2] {
                    self.agree();
                }
            }
            (Phase::Fill, Decision::Resume(asker)) => {
                self.refuse(self.position.turn());
                self.asked = Some(!asker);
            }
            (Phase::Confirm, Decision::Resume(asker)) if self.may_resume() => self.resume(asker),
            (Phase::Confirm, Decision::Answer(color, false)) if self.course.both_lose => {
                self.answers[color] = Some(false);
                if self.answers.0 == [Some(false); 2] {
                    self.phase = Phase::Over(Over::BothLose);
                }
            }
            (Phase::Confirm, Decision::Claim(color, claim)) => {
                self.claims[color] = Some(self.whole_chains(&claim)?);
                match self.claims.0 {
                    [Some(claim), Some(other)] if claim == other => {
                        self.phase = Phase::Over(self.counted(&claim));
                    }
                    [Some(_), Some(_)] => self.dispute(self.position.turn()),
                    _ => {}
                }
            }
            (Phase::Ruling, Decision::Ruling(claim)) => {
                let claim = self.whole_chains(&claim)?;
                self.phase = Phase::Over(self.counted(&claim));
            }
            _ => return Err(NotNow::Phase),
        }
        Ok(())
    }

    /// Returns the sides that have confirmed the result, where the rules ask for that.
    pub fn confirmed(&self) -> PerColor<bool> {
        self.confirmed
    }

    /// Returns true if a foul found now decides the game, where the rules make a foul lose.
    #[must_use]
    pub fn foul_decides(&self) -> bool {
        let until = self.course.foul_decides;
        match &self.phase {
            Phase::Over(Over::Counted(_)) => {
                until == FoulDecides::UntilConfirmed && self.confirmed != PerColor::new(true, true)
            }
            Phase::Over(_) => false,
            Phase::Confirm | Phase::Ruling => until != FoulDecides::UntilPlayEnds,
            Phase::Play | Phase::Offer | Phase::Fill | Phase::PlayOut => true,
        }
    }

    /// Ends the game by a foul.
    ///
    /// # Errors
    ///
    /// [`NotNow::Over`]: what is found after the [end](Ending::foul_decides) changes nothing.
    pub fn forfeit(&mut self, breach: Breach) -> Result<(), NotNow> {
        if !self.foul_decides() {
            return Err(NotNow::Over);
        }
        self.phase = Phase::Over(Over::Forfeit(breach));
        Ok(())
    }

    /// Returns the score if both sides claim this now.
    pub fn score(&self, claim: &StatusClaim) -> Score {
        let (position, StatusClaim { dead, seki }) = (&self.position, *claim);
        let board = position.board();
        // The very last pass is refunded to the side that moved first in playing it out (10-3,
        // 11-1).
        let refunded = self.last_pass.filter(|&color| self.first == Some(color));
        let paid = self.paid_at_the_end();
        let received = |color: Color| paid[!color] - u32::from(refunded == Some(!color));
        let new_in_seki = |color: Color| self.new[color] & board.stones(color) & (seki - dead);
        let terms = Terms {
            prisoners: PerColor::from_fn(|color| position.prisoners()[color] + received(color)),
            forfeits: PerColor::from_fn(|color| new_in_seki(color).len() as u32),
            ..Terms::of(position)
        };
        let rules = position.rules();
        let territory = territory_beside(board, &dead, &Seki::Claimed(seki), rules);
        score(board, &territory, &terms, rules)
    }

    /// Returns the prisoners paid for passes.
    ///
    /// With pass stones White passes last, implicitly if need be.
    fn paid_at_the_end(&self) -> PerColor<u32> {
        let mut paid = self.paid;
        if self.course.pass_stones && self.last_pass == Some(Color::Black) {
            paid[Color::White] += 1;
        }
        paid
    }

    /// Returns true if this is White's additional pass stone, Black having passed last.
    fn is_last_pass_stone(&self, color: Color, to: Move) -> bool {
        self.course.pass_stones
            && self.phase == Phase::Confirm
            && (color, to) == (Color::White, Move::Pass)
            && self.last_pass == Some(Color::Black)
    }

    fn counted(&self, claim: &StatusClaim) -> Over {
        let (score, claim) = (self.score(claim), *claim);
        Over::Counted(Box::new(Counted { score, claim }))
    }

    /// Extends a claim to whole chains.
    ///
    /// Seki is kept only under rules that distinguish it from life.
    fn whole_chains(&self, claim: &StatusClaim) -> Result<StatusClaim, NotNow> {
        let tells_seki = self.position.rules().tax != Tax::None;
        claim
            .of_whole_chains(self.position.board(), tells_seki)
            .ok_or(NotNow::NoStones)
    }

    fn pay(&mut self, color: Color) {
        self.paid[color] += 1;
        self.last_pass = Some(color);
    }

    fn pass(&mut self, color: Color) {
        let in_turn = self.passes == 0 || self.last_pass != Some(color);
        self.passes += u32::from(in_turn);
        if self.phase == Phase::PlayOut || self.course.pass_stones {
            self.pay(color);
        }
        self.last_pass = Some(color);
        match (&self.phase, self.course.at_stop) {
            (Phase::Play, AtStop::Counted | AtStop::Claims) => self.stop_by_passes(),
            _ if self.passes < 2 => {}
            (Phase::PlayOut, _) if self.is_last_resort_due() => {
                let claim = StatusClaim::at_the_complete_end(self.position.board());
                self.phase = Phase::Over(self.counted(&claim));
            }
            (Phase::PlayOut, _) => self.confirm(),
            (Phase::Fill, _) => self.offer(Stop::Filled),
            _ if self.resumed => self.offer(Stop::Resumed),
            _ => self.offer(Stop::First),
        }
    }

    /// Acts on a pass under rules without phases.
    fn stop_by_passes(&mut self) {
        if self.passes >= self.course.stopping && self.course.asked_after != Some(self.passes) {
            match self.course.at_stop {
                AtStop::Claims => self.confirm(),
                AtStop::Counted | AtStop::Phases => {
                    self.phase = Phase::Over(self.counted(&StatusClaim::default()));
                }
            }
        } else if self.course.asked_after == Some(self.passes) {
            if self.refusals > MOST_REFUSALS {
                self.confirm()
            } else {
                self.offer(Stop::First)
            }
        }
    }

    /// Returns true if disputes have been played out to their end: nothing was played since the
    /// last one, or there were too many.
    fn is_last_resort_due(&self) -> bool {
        !self.played || self.disputes > self.course.most_disputes
    }

    fn offer(&mut self, stop: Stop) {
        self.stop = stop;
        self.answers = PerColor::default();
        self.phase = Phase::Offer;
        if self.course.at_stop == AtStop::Phases {
            self.passes = 0;
        }
    }

    fn agree(&mut self) {
        match self.stop {
            Stop::First if self.course.at_stop == AtStop::Phases => {
                self.passes = 0;
                self.filling.clear();
                self.asked = None;
                self.phase = Phase::Fill;
            }
            _ => self.confirm(),
        }
    }

    /// Asks both for their claims, unless that has been done often enough.
    fn confirm(&mut self) {
        self.passes = 0;
        self.answers = PerColor::default();
        self.claims = PerColor::default();
        self.phase = match self.course.last_resort {
            LastResort::AllStand if self.disputes > 0 && self.is_last_resort_due() => {
                Phase::Over(self.counted(&StatusClaim::default()))
            }
            _ => Phase::Confirm,
        };
    }

    /// Play goes on: for dame and reinforcements, or for life and death if that has been done.
    fn refuse(&mut self, turn: Color) {
        self.answers = PerColor::default();
        self.refusals += 1;
        if self.phase == Phase::Offer && self.stop == Stop::Resumed {
            self.dispute(turn);
            return;
        }
        if self.phase != Phase::Offer || self.course.stopping == 2 {
            self.passes = 0;
        }
        self.resumed = true;
        self.phase = Phase::Play;
    }

    /// Handles a disagreement about the stones.
    fn dispute(&mut self, turn: Color) {
        self.disputes += 1;
        self.passes = 0;
        self.claims = PerColor::default();
        if self.course.at_stop == AtStop::Phases {
            if self.first.is_none() {
                self.first = Some(turn);
                self.last_pass = None;
            }
            self.played = false;
            self.phase = Phase::PlayOut;
        } else if self.course.last_resort == LastResort::Ruling
            && (self.disputes > self.course.most_disputes || !self.played)
        {
            self.phase = Phase::Ruling;
        } else {
            self.take_up();
        }
    }

    /// Returns true if play that has stopped may be resumed: not twice in a row without a stone
    /// played in between.
    fn may_resume(&self) -> bool {
        self.course.at_stop != AtStop::Phases
            && self.course.resumption != Resumption::Never
            && (self.played || !self.resumed)
    }

    /// Returns true if a move may be made although claims are due.
    fn may_play_on(&self, to: Move) -> bool {
        self.course.at_stop == AtStop::Phases || to != Move::Pass && self.may_resume()
    }

    fn resume(&mut self, asker: Color) {
        match self.course.resumption {
            Resumption::Opponent => self.position.set_turn(!asker),
            Resumption::Asker => self.position.set_turn(asker),
            Resumption::Turn | Resumption::Never => {}
        }
        self.disputes += u32::from(self.course.last_resort == LastResort::AllStand);
        self.take_up();
    }

    /// Resumes play after a stop.
    fn take_up(&mut self) {
        self.resumed = true;
        self.played = false;
        self.passes = 0;
        self.answers = PerColor::default();
        self.claims = PerColor::default();
        self.phase = Phase::Play;
    }

    /// Returns true if the position has come up before, and the rules know a game without a result.
    fn is_repeated(&self) -> bool {
        self.course.no_result && self.position.repetition() == Some(Repetition::NoResult)
    }

    fn end_by_repetition(&mut self) {
        match self.position.repetition() {
            Some(Repetition::Draw) => self.phase = Phase::Over(Over::Draw),
            Some(Repetition::NoResult) if self.position.has_occurred(NO_RESULT) => {
                self.phase = Phase::Over(Over::NoResult);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests;
