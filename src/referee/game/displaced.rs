//! Displaced stones and their consequence under each rule set.

use super::undisturbed::{Remedy, Spoilt};
use super::{Earlier, Game};
use crate::go::color::Color;
use crate::go::position::{Breach, Displacement, Mishap};
use crate::referee::ending::{Course, Decision, Mending, MendingFailure};

impl Game {
    /// Returns the consequence of displaced stones.
    ///
    /// `None` if no stones were displaced, if all have been put back, or if the rules say nothing
    /// about it. They can be put back if every later move is possible then.
    pub fn remedy(&self) -> Option<Remedy> {
        let displacement = self.earlier.displacements.last()?;
        self.earlier.undisturbed.as_ref()?;
        let mended = self.put_back();
        let is_put_back = |mended: &Game| mended.position().board() == self.position().board();
        if mended.as_ref().is_some_and(is_put_back) {
            return None;
        }
        let has_consented = |color| {
            let mut decisions = self.decisions.iter();
            decisions.any(|(_, decision)| *decision == Decision::Consent(color))
        };
        Some(match Course::of(self.rules()).displaced {
            Mending::Unsaid => return None,
            Mending::Consent(_) if Color::BOTH.into_iter().all(has_consented) => Remedy::AsItStands,
            Mending::Consent(failure) => Remedy::Ends(spoilt(failure, displacement)),
            Mending::PutBack { .. } if mended.is_some() => Remedy::PutBack,
            Mending::PutBack {
                moved,
                left,
                lifted,
            } => {
                let failure = match displacement.mishap {
                    Mishap::Moved => moved,
                    Mishap::Left => left,
                    Mishap::Lifted(_) => lifted,
                };
                Remedy::Ends(spoilt(failure, displacement))
            }
        })
    }

    /// Returns the game with all stones put back according to the moves.
    ///
    /// `None` if a later move is then impossible, or no stones were displaced.
    #[must_use]
    pub fn put_back(&self) -> Option<Game> {
        let undisturbed = self.earlier.undisturbed.as_ref()?;
        let mut start = undisturbed.start.clone();
        start.set_rules(*self.rules());
        start.set_komi(self.position.komi());
        let plays = [&undisturbed.plays[..], &self.plays].concat();
        let mut position = start.clone();
        for (number, &(color, to)) in plays.iter().enumerate() {
            if undisturbed.before.is_none_or(|before| number < before) {
                position.play_anyway((color, to)).ok()?;
            } else {
                position.set_turn(color);
                position.play(to).ok()?;
            }
        }
        position.set_turn(self.position.turn());
        let before = undisturbed.plays.len();
        let decisions = self.decisions.iter().cloned();
        Some(Game {
            komi: self.komi,
            start,
            earlier: Earlier::default(),
            plays,
            decisions: decisions
                .map(|(at, decision)| (before + at, decision))
                .collect(),
            position,
            meant: self.meant,
            conventions: self.conventions,
            states_handicap: self.states_handicap,
            usual_rules: self.usual_rules,
            facts: self.facts.clone(),
        })
    }

    /// Returns true if the offender's opponent has consented to the foul (1949, 60).
    pub fn is_forgiven(&self, breach: &Breach) -> bool {
        let here = self.decisions.iter();
        let here = here.filter_map(|(at, decision)| match decision {
            Decision::Consent(color) => Some((self.earlier.moves + at, *color)),
            _ => None,
        });
        let mut consents = here.chain(self.earlier.consents.iter().copied());
        Course::of(self.rules()).consent
            && consents.any(|(at, color)| at >= breach.number && color == breach.winner())
    }

    /// Returns true if this side can consent to anything: a foul of the opponent, or displaced
    /// stones.
    pub(super) fn can_consent(&self, color: Color) -> bool {
        let is_foul = |breach: &Breach| breach.winner() == color && !self.is_forgiven(breach);
        self.remedy().is_some() || self.breaches().iter().any(is_foul)
    }
}

/// Returns the outcome if the stones cannot be put back.
///
/// A record does not show who moved stones.
fn spoilt(failure: MendingFailure, displacement: &Displacement) -> Spoilt {
    match (failure, displacement.mishap) {
        (MendingFailure::BothLose, _) => Spoilt::BothLose,
        (MendingFailure::Loss, Mishap::Lifted(color)) => Spoilt::Loss(color),
        (MendingFailure::NoResult | MendingFailure::Loss, _) => Spoilt::NoResult,
    }
}
