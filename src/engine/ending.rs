//! The phased ending of the improved rules of 2009, followed through the game in progress.

use super::{Engine, Outcome};
use crate::ending::{Claim, Decision, Ending, NotNow, Over, Phase};
use crate::judge::Status;

impl Engine {
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

    /// How the game ends by the phased ending: as it was counted, or, where it is being played out, as it would
    /// be if both sides claimed what this engine does. `None` where it ends like any other game.
    pub(super) fn phased_outcome(&mut self) -> Option<Outcome> {
        let ending = self.ending()?;
        match ending.phase() {
            Phase::Over(Over::Counted(counted)) => Some(Outcome::Score(counted.score)),
            Phase::Over(Over::Draw) => None,
            _ => {
                ending.first()?;
                let adjudication = self.adjudicate();
                let claim = Claim {
                    dead: adjudication.dead(),
                    seki: adjudication.stones(Status::Seki),
                };
                Some(Outcome::Score(ending.score(&claim)))
            }
        }
    }

    /// The stones that both sides took for dead and for being in seki, where the ending is over.
    pub(super) fn claimed(&self) -> Option<Claim> {
        match self.ending()?.phase() {
            Phase::Over(Over::Counted(counted)) => Some(counted.claim),
            _ => None,
        }
    }
}
