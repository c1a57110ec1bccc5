//! How each set of rules ends a game, as a state machine: what the passes mean, what the players decide then, and
//! what becomes of a dispute.
//!
//! What differs between the rules is data, a [`Course`]. The articles named are those of the five documents. Who is
//! right about life and death is not decided here: the players claim and play, or whoever judges is asked for a
//! ruling. What is played out is played on the board.

mod claim;
mod course;
mod decision;
mod phase;

pub use claim::Claim;
pub use course::{AtStop, Course, Failure, LastResort, Mending, Resumption};
pub use decision::{Decision, ParseDecisionError};
pub use phase::{Counted, NotNow, Over, Phase};

use crate::board::Play;
use crate::color::{Color, PerColor};
use crate::point::{Move, PointSet};
use crate::position::{Breach, Position};
use crate::rules::{Button, Repetition, Tax};
use crate::score::{Score, Terms, score};
use crate::territory::{Seki, territory_beside};

/// So often a position comes up, without any prisoner won by it, before nobody is asked any more whether the game has
/// a result.
const NO_RESULT: usize = 3;

/// So often players may refuse to end the game by agreement without playing anything.
const MOST_REFUSALS: u32 = 3;

/// Which stop an offer follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stop {
    First,
    Filled,
    Resumed,
}

/// A game with its way to the end, under any rules.
#[derive(Clone, Debug)]
pub struct Ending {
    position: Position,
    course: Course,
    phase: Phase,
    stop: Stop,
    /// Whether play has been resumed after a stop.
    resumed: bool,
    /// Passes in a row, by the sides in turn, that count in this phase.
    passes: u32,
    answers: PerColor<Option<bool>>,
    claims: PerColor<Option<Claim>>,
    /// Who consents to leave the repeated position without a result.
    consents: PerColor<bool>,
    first: Option<Color>,
    disputes: u32,
    /// How often an offer was refused since a stone was last played.
    refusals: u32,
    /// Whether a stone has been played since play was last resumed.
    played: bool,
    paid: PerColor<u32>,
    last_pass: Option<Color>,
    new: PerColor<PointSet>,
    /// The positions before the moves of the filling that may be taken back.
    filling: Vec<Position>,
}

impl Ending {
    /// The game from a position on.
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
            first: None,
            disputes: 0,
            refusals: 0,
            played: true,
            paid: PerColor::default(),
            last_pass: None,
            new: PerColor::default(),
            filling: Vec::new(),
        }
    }

    /// Where the game stands.
    pub fn phase(&self) -> &Phase {
        &self.phase
    }

    /// How the game has ended; `None` while it goes on.
    pub fn over(&self) -> Option<&Over> {
        match &self.phase {
            Phase::Over(over) => Some(over),
            _ => None,
        }
    }

    /// How the rules end it.
    pub fn course(&self) -> &Course {
        &self.course
    }

    /// The position reached.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Who moved first when play was first resumed for life and death; `None` if it never was.
    pub fn first(&self) -> Option<Color> {
        self.first
    }

    /// The prisoners that each side has paid for passes, one that is refunded at the end included.
    pub fn paid(&self) -> PerColor<u32> {
        self.paid
    }

    /// Plays a move. To play while an answer or a claim is asked for is to refuse, so that the game goes on.
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
            // As players agree: they may fill where they like, and one of them may pass over a turn.
            Phase::Play | Phase::Fill => false,
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
        match to {
            // The pass that takes the button ends nothing.
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

    /// Takes down a move as a record has it. Where the rules end a game without phases, one that goes on after its end is
    /// taken up again, and what the rules forbid is played all the same.
    ///
    /// # Errors
    ///
    /// [`NotNow`], where the phases do not allow the move or it has no place; nothing is changed. A game that has ended
    /// by phases stays as it ended.
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

    /// Takes back the last move of the filling of dame (2009, 8-1), while it goes on or directly after the other side
    /// has asked to resume play.
    ///
    /// # Errors
    ///
    /// [`NotNow::Phase`]; nothing is changed.
    pub fn take_back(&mut self) -> Result<(), NotNow> {
        self.position = self.filling.pop().ok_or(NotNow::Phase)?;
        self.passes = 0;
        Ok(())
    }

    /// How many moves of the filling of dame may be taken back.
    pub fn taken_back_at_most(&self) -> usize {
        self.filling.len()
    }

    /// Records a decision of a player, or a ruling.
    ///
    /// # Errors
    ///
    /// [`NotNow`]; nothing is changed.
    pub fn decide(&mut self, decision: Decision) -> Result<(), NotNow> {
        match (&self.phase, decision) {
            (Phase::Over(_), _) => return Err(NotNow::Over),
            (_, Decision::NoResult(color)) if self.is_repeated() => {
                self.consents[color] = true;
                if self.consents == PerColor::new(true, true) {
                    self.phase = Phase::Over(Over::NoResult);
                }
            }
            // It changes nothing in the way to the end.
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
            (Phase::Fill, Decision::Resume(_)) => self.refuse(self.position.turn()),
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

    /// Ends the game by a foul.
    ///
    /// # Errors
    ///
    /// [`NotNow::Over`]: what is found after the end changes nothing.
    pub fn forfeit(&mut self, breach: Breach) -> Result<(), NotNow> {
        if self.over().is_some() {
            return Err(NotNow::Over);
        }
        self.phase = Phase::Over(Over::Forfeit(breach));
        Ok(())
    }

    /// The score if both sides claimed this now.
    pub fn score(&self, claim: &Claim) -> Score {
        let (position, Claim { dead, seki }) = (&self.position, *claim);
        let board = position.board();
        // The very last pass is given back to the side that began to play it out (10-3, 11-1).
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

    /// The prisoners paid for passes. Where each pass hands one over White passes last, without a word if need be.
    fn paid_at_the_end(&self) -> PerColor<u32> {
        let mut paid = self.paid;
        if self.course.pass_stones && self.last_pass == Some(Color::Black) {
            paid[Color::White] += 1;
        }
        paid
    }

    /// Whether this is White's additional pass stone, Black having passed last.
    fn is_last_pass_stone(&self, color: Color, to: Move) -> bool {
        self.course.pass_stones
            && self.phase == Phase::Confirm
            && (color, to) == (Color::White, Move::Pass)
            && self.last_pass == Some(Color::Black)
    }

    fn counted(&self, claim: &Claim) -> Over {
        let (score, claim) = (self.score(claim), *claim);
        Over::Counted(Box::new(Counted { score, claim }))
    }

    /// The claim about whole chains. Stones in seki are named only where the rules make a difference between them and
    /// others that live.
    fn whole_chains(&self, claim: &Claim) -> Result<Claim, NotNow> {
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
                let claim = Claim::at_the_complete_end(self.position.board());
                self.phase = Phase::Over(self.counted(&claim));
            }
            (Phase::PlayOut, _) => self.confirm(),
            (Phase::Fill, _) => self.offer(Stop::Filled),
            _ if self.resumed => self.offer(Stop::Resumed),
            _ => self.offer(Stop::First),
        }
    }

    /// What passes come to under rules without phases.
    fn stop_by_passes(&mut self) {
        if self.passes >= self.course.stopping && self.course.asked_after != Some(self.passes) {
            match self.course.at_stop {
                AtStop::Claims => self.confirm(),
                AtStop::Counted | AtStop::Phases => {
                    self.phase = Phase::Over(self.counted(&Claim::default()));
                }
            }
        } else if self.course.asked_after == Some(self.passes) {
            match self.refusals > MOST_REFUSALS {
                true => self.confirm(),
                false => self.offer(Stop::First),
            }
        }
    }

    /// Whether disputes have been played out to their end: nothing was played since the last one, or they are too many.
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
                self.phase = Phase::Fill;
            }
            _ => self.confirm(),
        }
    }

    /// Both are asked what becomes of the stones, unless they have been asked often enough.
    fn confirm(&mut self) {
        self.passes = 0;
        self.answers = PerColor::default();
        self.claims = PerColor::default();
        self.phase = match self.course.last_resort {
            LastResort::AllStand if self.disputes > 0 && self.is_last_resort_due() => {
                Phase::Over(self.counted(&Claim::default()))
            }
            _ => Phase::Confirm,
        };
    }

    /// Play goes on: for dame and what must be mended, or where that has been done for life and death.
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

    /// The players disagree about the stones.
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

    /// Whether play that has stopped may be resumed: nobody asks for it twice when nothing was played since.
    fn may_resume(&self) -> bool {
        self.course.at_stop != AtStop::Phases
            && self.course.resumption != Resumption::Never
            && (self.played || !self.resumed)
    }

    /// Whether a move may be made although the stones are to be claimed.
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

    /// Play goes on after a stop.
    fn take_up(&mut self) {
        self.resumed = true;
        self.played = false;
        self.passes = 0;
        self.answers = PerColor::default();
        self.claims = PerColor::default();
        self.phase = Phase::Play;
    }

    /// Whether the position has come up before, and the rules know a game without a result.
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
