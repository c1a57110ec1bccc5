//! Procedures: what a set of rules means by life and death, as a value.

use crate::rules::{Death, Rules};

/// One of the two sides when a chain is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The owner of the chain that is judged.
    Defender,
    /// The opponent.
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

/// How long a ko stays closed to the side that it was taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KoBan {
    /// For its next turn, whatever it plays then (proposal of 2012, article 5).
    NextTurn,
    /// Until a pass for the ko, which only a side may make that could otherwise take one. It lifts the
    /// bans of all kos and of both sides (rules of 1989, article 7-2, as read by Jasiek).
    KoPass,
    /// Until the side has passed for this ko; each ban needs a pass of its own (article 7-2 to the letter,
    /// which contradicts what the commentary says of examples 16 to 18).
    PassForEach,
    /// Until the side has passed for this ko once; from then on, in this ko, for its next turn only.
    PassOnceForEach,
    /// For ever to one side, and not at all to the other. What the one achieves so it achieves whatever closes a ko.
    Never(Side),
}

/// What the attacker must achieve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Success {
    /// From some moment on, he always owns some point of the chain (2012, article 7).
    OwningForGood,
    /// He captures the chain, and no new stone of its owner stands for ever where the capture could have
    /// made room for it (1989, article 7-1).
    Capturing,
}

/// Where a new stone of its owner saves a captured chain (rules of 1989, article 7-1: "enable").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Enabled {
    /// On points connected to the chain through empty points, chains of the opponent, and chains of its owner
    /// that do not live by themselves (Jasiek's local-2).
    Near,
    /// On those of these points that are connected without passing through chains of the opponent that cannot be
    /// captured, dame beside chains of the owner that live by themselves left out; and on those that the owner, moving
    /// first, could not have had anyway.
    Gained,
}

/// The game by which a chain is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Procedure {
    /// Who moves first.
    pub first: Side,
    /// How long a ko stays closed.
    pub ko: KoBan,
    /// What the attacker must achieve.
    pub success: Success,
    /// Where new stones count, if they do.
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

    /// Articles 29 to 33 of the Japanese rules of 1949 and their precedents, and the Korean rules: a chain lives if,
    /// in alternating play that the opponent begins, it is not taken for good.
    ///
    /// Two eyes, false eyes that keep each other, and seki all come to this. The fight is local, so that no ko threat from
    /// elsewhere saves bent four in the corner or a direct ko, which the opponent takes first; a ko with a
    /// step to go needs no reinforcement. What is taken and retaken for ever lives: the Korean rules do not call it dead
    /// (local moonshine life), and those of 1949 leave it to special decisions.
    pub const LOCAL: Procedure = Procedure {
        first: Side::Attacker,
        ..Procedure::PROPOSAL_2012
    };

    /// The procedure of a set of rules; `None` if they judge by other means.
    #[must_use]
    pub fn of(rules: &Rules) -> Option<Procedure> {
        match rules.death {
            Death::Proposal2012 => Some(Procedure::PROPOSAL_2012),
            Death::Japanese1989 => Some(Procedure::JAPANESE_1989),
            Death::Local => Some(Procedure::LOCAL),
            Death::Agreement | Death::AllAlive => None,
        }
    }

    /// The same, but who moves second may take no ko. If he succeeds so, he does whatever closes a ko.
    #[must_use]
    pub fn without_kos(self) -> Procedure {
        Procedure {
            ko: KoBan::Never(!self.first),
            ..self
        }
    }

    /// Whether proofs can be made by it: which kos a side has passed for is no part of their states, and neither is who may
    /// never take one.
    #[must_use]
    pub(super) fn has_proofs(&self) -> bool {
        !matches!(self.ko, KoBan::PassOnceForEach | KoBan::Never(_))
    }

    /// The side that succeeds if something stays as it is for ever.
    #[must_use]
    pub(super) fn keeper(&self) -> Side {
        match self.success {
            Success::OwningForGood => Side::Attacker,
            Success::Capturing => Side::Defender,
        }
    }
}
