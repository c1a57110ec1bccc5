//! The end of the game in progress: by decision of the players, or by judgement.

use super::{Game, Outcome};
use crate::go::color::Color;
use crate::go::position::Breach;
use crate::go::rules::Repetition;
use crate::referee::ending::{Decision, Ending, FoulDecides, NotNow, Over, Phase, StatusClaim};
use crate::referee::judge::{Adjudication, Status};
use std::sync::Arc;

impl StatusClaim {
    /// The claim that a judgement makes.
    #[must_use]
    pub fn of(judged: &Adjudication) -> StatusClaim {
        StatusClaim {
            dead: judged.dead(),
            seki: judged.stones(Status::Seki),
        }
    }
}

impl Game {
    /// Returns the game with its way to the end; `None` if the moves and decisions so far do not
    /// follow the rules for it.
    pub fn ending(&self) -> Option<Ending> {
        let mut ending = Ending::new(self.start.clone());
        let mut decisions = self.decisions.iter().peekable();
        for number in 0..=self.plays.len() {
            while let Some((_, decision)) = decisions.next_if(|(at, _)| *at == number) {
                ending.decide(decision.clone()).ok()?;
            }
            if let Some(&play) = self.plays.get(number) {
                ending.record(play).ok()?;
            }
        }
        Some(ending)
    }

    /// Records what a player decides about the ending; returns the phase that follows. What the
    /// side that was asked to resume play takes back is a move less, not a decision of the record.
    ///
    /// # Errors
    ///
    /// [`NotNow`]; nothing is changed.
    pub fn decide(&mut self, decision: Decision) -> Result<Phase, NotNow> {
        if let Decision::Consent(color) = decision
            && !self.can_consent(color)
        {
            return Err(NotNow::Nothing);
        }
        let mut ending = self.ending().ok_or(NotNow::NoEnding)?;
        ending.decide(decision.clone())?;
        if let Decision::TakeBack(_) = decision {
            self.undo(1).expect("a move of the filling was taken back");
            return Ok(ending.phase().clone());
        }
        self.decisions.push((self.plays.len(), decision));
        self.position.set_turn(ending.position().turn());
        Ok(ending.phase().clone())
    }

    /// Removes rulings, so that a dispute in which one was recorded is judged anew.
    pub(super) fn forget_rulings(&mut self) {
        self.decisions
            .retain(|(_, decision)| !matches!(decision, Decision::Ruling(_)));
    }

    /// This side's last claim about the stones.
    pub fn last_claim(&self, color: Color) -> Option<&StatusClaim> {
        let claims = self.decisions.iter().rev().map(|(_, decision)| decision);
        claims.into_iter().find_map(|decision| match decision {
            Decision::Claim(claimant, claim) if *claimant == color => Some(&**claim),
            _ => None,
        })
    }

    /// Returns the outcome if the game ends here: as the players decided, or, while life and death
    /// are played out, as it would be counted if both sides claimed what `judge` says. While a
    /// ruling is asked for, the judgement is the ruling.
    pub fn outcome(&self, judge: impl FnOnce() -> Arc<Adjudication>) -> Outcome {
        if let Some(ending) = self.ending_in_force() {
            if let Some(over) = ending.over() {
                return Outcome::of(over);
            }
            if ending.first().is_some() {
                return Outcome::Score(ending.score(&StatusClaim::of(&judge())));
            }
        }
        match self.position.repetition() {
            Some(repetition) => Outcome::Repetition(repetition),
            None => Outcome::Score(*judge().score()),
        }
    }

    /// The foul that decides the game if it is found now: the first one that is not forgiven, where
    /// the rules make a foul lose and [still let it decide](Ending::foul_decides).
    pub fn deciding_foul(&self) -> Option<Breach> {
        let ends_by_passes =
            |ending: &Ending| ending.course().foul_decides == FoulDecides::UntilPlayEnds;
        let ending = || {
            let in_force = self.ending_in_force();
            in_force.or_else(|| self.ending().filter(ends_by_passes))
        };
        let is_too_late = || ending().is_some_and(|ending| !ending.foul_decides());
        let first = if self.rules().fouls_lose {
            self.breaches()
                .into_iter()
                .find(|breach| !self.is_forgiven(breach))
        } else {
            None
        };
        first.filter(|_| !is_too_late())
    }

    /// Returns true if the game is over, by decision of the players or by passes.
    #[must_use]
    pub fn is_over(&self) -> bool {
        match self.ending_in_force() {
            Some(ending) => ending.over().is_some(),
            None => self.position.is_over(),
        }
    }

    /// Returns true if the players have ended the game by the phases of its rules: nothing more is
    /// played.
    #[must_use]
    pub fn is_ended_by_phases(&self) -> bool {
        let is_over = |ending: Ending| ending.over().is_some();
        self.rules().phased
            && !self.decisions.is_empty()
            && self.ending_in_force().is_some_and(is_over)
    }

    /// Returns true if both sides move strictly in turn: while dame are filled, or life and death
    /// played out, by the phases of the rules.
    pub(super) fn is_bound_to_turn(&self) -> bool {
        let is_bound = |ending: Ending| matches!(ending.phase(), Phase::Fill | Phase::PlayOut);
        self.rules().phased && !self.decisions.is_empty() && self.ending().is_some_and(is_bound)
    }

    /// The side that has resigned, if that is the last thing that happened.
    #[must_use]
    pub fn resigned(&self) -> Option<Color> {
        match self.decisions.last()? {
            (at, Decision::Resign(loser)) if *at == self.plays.len() => Some(*loser),
            _ => None,
        }
    }

    /// Returns the request to resume play that survives taking back these last moves.
    ///
    /// It does if they filled dame.
    pub(super) fn request_that_stays(&self, moves: usize) -> Option<Decision> {
        let (at, request) = self.decisions.last()?;
        let is_request = *at == self.plays.len() && matches!(request, Decision::Resume(_));
        let filled = |ending: Ending| ending.taken_back_at_most() >= moves;
        let stays = is_request && moves > 0 && self.ending().is_some_and(filled);
        stays.then(|| request.clone())
    }

    /// Returns the ending if the players have decided anything about it, or the rules have phases.
    pub fn ending_in_force(&self) -> Option<Ending> {
        let concerns_end =
            |(_, decision): &(usize, Decision)| !matches!(decision, Decision::Consent(_));
        if self.rules().phased || self.decisions.iter().any(concerns_end) {
            self.ending()
        } else {
            None
        }
    }

    /// Returns the claim that both sides made, once a phased ending is over.
    pub fn claimed(&self) -> Option<StatusClaim> {
        match self.ending_in_force()?.phase() {
            Phase::Over(Over::Counted(counted)) => Some(counted.claim),
            _ => None,
        }
    }
}

impl Outcome {
    /// The outcome of a game that is over.
    fn of(over: &Over) -> Outcome {
        match over {
            Over::Counted(counted) => Outcome::Score(counted.score),
            Over::Draw => Outcome::Repetition(Repetition::Draw),
            Over::NoResult => Outcome::Repetition(Repetition::NoResult),
            Over::BothLose => Outcome::BothLose,
            Over::Resigned(loser) => Outcome::Resigned(*loser),
            Over::Forfeit(breach) => Outcome::Forfeit(*breach),
        }
    }
}
