//! How the game in progress ends: as the players decide, or as it is judged.

use super::{Game, Outcome};
use crate::ending::{Claim, Decision, Ending, NotNow, Over, Phase};
use crate::judge::Adjudication;
use crate::score::Score;
use std::sync::Arc;

impl Game {
    /// How far the game is on its way to the end; `None` if the moves and decisions so far do not follow the rules for
    /// it.
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

    /// Takes down what a player decides about the ending, and says where the game stands then.
    ///
    /// # Errors
    ///
    /// [`NotNow`]; nothing is changed.
    pub fn decide(&mut self, decision: Decision) -> Result<Phase, NotNow> {
        let mut ending = self.ending().ok_or(NotNow::NoEnding)?;
        ending.decide(decision.clone())?;
        self.decisions.push((self.plays.len(), decision));
        self.position.set_turn(ending.position().turn());
        Ok(ending.phase().clone())
    }

    /// How the game ends if it ends here: as it was counted, or, while a phased ending is being played out, as it would be
    /// counted if both sides claimed what `judge` says.
    pub fn outcome(&self, judge: impl FnOnce() -> Arc<Adjudication>) -> Outcome {
        let is_decided = self.rules().phased || !self.decisions.is_empty();
        let ending = is_decided.then(|| self.ending()).flatten();
        if let Some(score) = ending.as_ref().and_then(counted) {
            return Outcome::Score(score);
        }
        if let Some(ending) = ending.filter(is_played_out) {
            let adjudication = judge();
            return Outcome::Score(ending.score(&Claim::of(&adjudication)));
        }
        match self.position.repetition() {
            Some(repetition) => Outcome::Repetition(repetition),
            None => Outcome::Score(*judge().score()),
        }
    }

    /// The stones that both sides took for dead and for being in seki, where a phased ending is over.
    pub fn claimed(&self) -> Option<Claim> {
        if !self.rules().phased && self.decisions.is_empty() {
            return None;
        }
        match self.ending()?.phase() {
            Phase::Over(Over::Counted(counted)) => Some(counted.claim),
            _ => None,
        }
    }
}

/// What a phased ending was counted, if it was.
fn counted(ending: &Ending) -> Option<Score> {
    match ending.phase() {
        Phase::Over(Over::Counted(counted)) => Some(counted.score),
        _ => None,
    }
}

/// Whether play was resumed for life and death, and has not led to a draw.
fn is_played_out(ending: &Ending) -> bool {
    ending.first().is_some() && *ending.phase() != Phase::Over(Over::Draw)
}
