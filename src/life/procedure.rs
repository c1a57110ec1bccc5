//! Procedures: how each rule set defines life and death, as values.

use crate::go::rules::{Death, Rules};

/// A side in the game that judges a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The owner of the judged chain.
    Defender,
    /// The owner's opponent.
    Attacker,
}

impl std::ops::Not for Side {
    type Output = Side;

    fn not(self) -> Side {
        match self {
            Side::Defender => Side::Attacker,
            Side::Attacker => Side::Defender,
        }
    }
}

/// The duration of a ko ban, for the side whose stone was captured in the ko.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KoBan {
    /// For that side's next turn, even if it passes (proposal of 2012, article 5).
    NextTurn,
    /// Until a pass for the ko. Only a side that could otherwise take one may make it. It lifts the
    /// bans of all kos for both sides (rules of 1989, article 7-2, as read by Jasiek).
    KoPass,
    /// Until the side has passed for this ko, one pass for each ban. This is article 7-2 to the
    /// letter, which contradicts the commentary on examples 16 to 18.
    PassForEach,
    /// Until the side has passed once for this ko. Later bans in it last for the side's next turn
    /// only.
    PassOnceForEach,
    /// Forever for this side, never for the opponent. If this side achieves something so, it
    /// achieves it under every ko rule.
    Never(Side),
}

/// The goal of the attacker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Success {
    /// The attacker eventually owns some point of the chain at every moment (2012, article 7).
    OwningForGood,
    /// The attacker captures the chain, and no new stone of its owner stands forever where the
    /// capture could have made room for it (1989, article 7-1).
    Capturing,
}

/// The points where a new stone of the owner saves a captured chain (rules of 1989, article 7-1:
/// "enable").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Enabled {
    /// On points connected to the chain through empty points, opposing chains, and chains of its
    /// owner that do not live by themselves (Jasiek's local-2).
    Near,
    /// On two kinds of the [near](Enabled::Near) points. The first are connected without passing
    /// through opposing chains that cannot be captured; dame next to independently living chains of
    /// the owner are excluded. The second are points the owner, moving first, could not have had
    /// anyway.
    Gained,
}

/// The game that judges a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Procedure {
    /// The side to move first.
    pub first: Side,
    /// The duration of ko bans.
    pub ko: KoBan,
    /// The goal of the attacker.
    pub success: Success,
    /// The points where new stones of the owner save the chain. Only [`Success::Capturing`] uses
    /// it.
    pub enabled: Enabled,
}

impl Procedure {
    /// Article 7 of the proposal of 2012.
    pub const PROPOSAL_2012: Procedure = Procedure {
        first: Side::Defender,
        ko: KoBan::NextTurn,
        success: Success::OwningForGood,
        enabled: Enabled::Gained,
    };

    /// Article 7 of the Japanese rules of 1989.
    pub const JAPANESE_1989: Procedure = Procedure {
        first: Side::Attacker,
        ko: KoBan::KoPass,
        success: Success::Capturing,
        enabled: Enabled::Gained,
    };

    /// The Korean rules, and articles 29 to 33 of the Japanese rules of 1949 with their precedents.
    ///
    /// A chain lives if it is not captured for good in alternating play that the opponent begins.
    /// Two eyes, false eyes that protect each other, and seki all satisfy this. The fight is local:
    /// no outside ko threat saves bent four in the corner or a direct ko, which the opponent takes
    /// first, and a ko with a step to go needs no reinforcement. A chain that is captured and
    /// retaken forever lives: the Korean rules do not call it dead (local moonshine life), and the
    /// rules of 1949 leave it to special decisions.
    pub const LOCAL: Procedure = Procedure {
        first: Side::Attacker,
        ..Procedure::PROPOSAL_2012
    };

    /// Returns the procedure of a rule set, or `None` if it judges by other means.
    #[must_use]
    pub fn of(rules: &Rules) -> Option<Procedure> {
        match rules.death {
            Death::Proposal2012 => Some(Procedure::PROPOSAL_2012),
            Death::Japanese1989 => Some(Procedure::JAPANESE_1989),
            Death::Local => Some(Procedure::LOCAL),
            Death::Agreement | Death::AllAlive => None,
        }
    }

    /// Returns this procedure with all kos denied to the second player. If that side succeeds, it
    /// does so under every ko rule.
    #[must_use]
    pub fn without_kos(self) -> Procedure {
        Procedure {
            ko: KoBan::Never(!self.first),
            ..self
        }
    }

    /// Returns true if the procedure has proofs. Proof states do not record past passes for a ko,
    /// or a side that may never take one.
    #[must_use]
    pub(super) fn has_proofs(&self) -> bool {
        !matches!(self.ko, KoBan::PassOnceForEach | KoBan::Never(_))
    }

    /// Returns the side that succeeds by keeping something forever: a point of the chain (2012), or
    /// the chain or a new stone (1989).
    #[must_use]
    pub(super) fn keeper(&self) -> Side {
        match self.success {
            Success::OwningForGood => Side::Attacker,
            Success::Capturing => Side::Defender,
        }
    }
}
