//! How the game in progress ends, by the phased ending of the improved rules of 2009 where they are in force.

use super::{Game, Outcome};
use crate::ending::{Claim, Decision, Ending, NotNow, Over, Phase};
use crate::judge::{Adjudication, Status};
use crate::score::Score;
use std::sync::Arc;

impl Game {
    /// How the phased ending stands; `None` if the rules have none, or the moves so far do not follow it.
    pub fn ending(&self) -> Option<Ending> {
        if !self.rules().phased {
            return None;
        }
        let mut ending = Ending::new(self.start.clone());
        for number in 0..=self.plays.len() {
            for (_, decision) in self.decisions.iter().filter(|(at, _)| *at == number) {
                ending.decide(decision.clone()).ok()?;
            }
            if let Some(&play) = self.plays.get(number) {
                ending.play(play).ok()?;
            }
        }
        Some(ending)
    }

    /// Takes down what a player decides about the ending.
    ///
    /// # Errors
    ///
    /// [`NotNow`]; nothing is changed.
    pub fn decide(&mut self, decision: Decision) -> Result<(), NotNow> {
        self.ending()
            .ok_or(NotNow::NoEnding)?
            .decide(decision.clone())?;
        self.decisions.push((self.plays.len(), decision));
        Ok(())
    }

    /// How the game ends if it ends here: as it was counted, or, while a phased ending is being played out, as it would be
    /// counted if both sides claimed what `judge` says.
    pub fn outcome(&self, judge: impl FnOnce() -> Arc<Adjudication>) -> Outcome {
        let ending = self.ending();
        if let Some(score) = ending.as_ref().and_then(counted) {
            return Outcome::Score(score);
        }
        if let Some(ending) = ending.filter(is_played_out) {
            let adjudication = judge();
            let claim = Claim {
                dead: adjudication.dead(),
                seki: adjudication.stones(Status::Seki),
            };
            return Outcome::Score(ending.score(&claim));
        }
        match self.position.repetition() {
            Some(repetition) => Outcome::Repetition(repetition),
            None => Outcome::Score(*judge().score()),
        }
    }

    /// The stones that both sides took for dead and for being in seki, where a phased ending is over.
    pub fn claimed(&self) -> Option<Claim> {
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
