//! Told: rule features of a network, the nearest to the rules in force.

use crate::go::rules::{Button, Counting, Death, HandicapBonus, Ko, Rules, Tax};

/// The ko rule as a network knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ToldKo {
    /// Simple ko: the board before the opponent's last move may not be repeated.
    Simple,
    /// Positional superko.
    Positional,
    /// Situational superko: the side to move counts too.
    Situational,
}

/// The rules as input features of KataGo networks.
///
/// Not expressible are: how life and death are settled, which dead stones are removed, points in
/// ko, three points without capturing, endings other than two passes, and the compensation for the
/// first pass under the World Mind Sports Games rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Told {
    /// The ko rule.
    pub ko: ToldKo,
    /// True for territory scoring, false for area scoring.
    pub territory: bool,
    /// Points that do not count. Stone scoring is shown as area scoring with group tax.
    pub tax: Tax,
    /// True if suicide of two or more stones is legal.
    pub suicide: bool,
    /// True if the first pass gets half a point.
    pub button: bool,
    /// True if passing is safe with dead stones on the board.
    pub friendly_pass: bool,
    /// White's compensation for handicap stones, shown as part of komi.
    pub handicap: HandicapBonus,
}

impl Told {
    /// Maps rules to the nearest features.
    #[must_use]
    pub fn of(rules: &Rules) -> Told {
        Told {
            ko: match rules.ko {
                Ko::Simple | Ko::DoubleKo => ToldKo::Simple,
                Ko::PositionalSuperko => ToldKo::Positional,
                Ko::SituationalSuperko => ToldKo::Situational,
            },
            territory: rules.counting == Counting::Territory,
            tax: match rules.counting {
                Counting::Stones => Tax::All,
                Counting::Territory | Counting::Area => rules.tax,
            },
            suicide: rules.suicide,
            button: rules.button == Button::Half,
            friendly_pass: rules.death == Death::Agreement && !rules.phased,
            handicap: rules.handicap,
        }
    }

    /// Returns true if a game can end without a result, as the network understands it.
    pub(super) fn may_have_no_result(&self) -> bool {
        self.ko == ToldKo::Simple || self.territory
    }
}
