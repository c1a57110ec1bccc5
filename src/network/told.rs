//! Told: the rules that a network is told of, the nearest to those in force.

use crate::rules::{Button, Counting, Death, HandicapBonus, Ko, Rules, Tax};

/// Which positions may not come back, as networks know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ToldKo {
    /// Only what was there a move ago.
    Simple,
    /// The same stones.
    Positional,
    /// The same stones with the same side to move.
    Situational,
}

/// The rules in the terms that networks of KataGo's know: nearly all that they know of rules.
///
/// What a network is not told: how life and death are settled, which dead stones come off, points in ko, three points
/// without capturing, how moves end but by two passes, and the point of the World Mind Sports Games for a first pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Told {
    /// Which positions may not come back.
    pub ko: ToldKo,
    /// Whether territory is counted, and not area.
    pub territory: bool,
    /// Which points do not count. Where only stones do, that is a group tax with area counting.
    pub tax: Tax,
    /// Whether two stones or more may take themselves off.
    pub suicide: bool,
    /// Whether the first pass takes half a point.
    pub button: bool,
    /// Whether it is safe to pass with dead stones on the board.
    pub friendly_pass: bool,
    /// What White gets for handicap stones: the network is told of it as part of komi.
    pub handicap: HandicapBonus,
}

impl Told {
    /// What is told of these rules.
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

    /// Whether a game can end without a result, as far as the network knows.
    pub(super) fn may_have_no_result(&self) -> bool {
        self.ko == ToldKo::Simple || self.territory
    }
}
