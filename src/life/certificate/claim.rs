//! The contents of a certificate.

use crate::go::board::Board;
use crate::go::color::Color;
use crate::go::point::{Point, PointSet};
use crate::life::procedure::Procedure;
use crate::life::proof::Script;
use crate::life::safety::proof::SafetyProof;

/// A position, the verdict on each chain, and the proofs behind the verdicts.
///
/// A certificate is made from a judgement or read from a text. A caller that relies on it must
/// [verify](Certificate::verify) it.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// The name of the rules, a single word. Only the fields below matter to the proofs.
    pub rules: String,
    /// The [procedure](Certificate::PROCEDURES) for chains judged by hypothetical play, if any.
    pub procedure: Option<Procedure>,
    /// True if suicide is allowed.
    pub suicide: bool,
    /// True if no whole-board position may repeat.
    pub superko: bool,
    /// The stones.
    pub board: Board,
    /// The proved claims.
    pub claims: Vec<Claim>,
    /// The verdicts, one for each chain.
    pub verdicts: Vec<Verdict>,
}

impl Certificate {
    /// The version of the format.
    pub const VERSION: &str = "4";
    /// The procedures that judge chains, with their words in a text.
    pub const PROCEDURES: [(&str, Procedure); 3] = [
        ("proposal-2012", Procedure::PROPOSAL_2012),
        ("japanese-1989", Procedure::JAPANESE_1989),
        ("local", Procedure::LOCAL),
    ];
    /// The most words a reader follows: situations of zones, each counted once per promise of its
    /// zone, plus moves of strategies.
    pub const MOST_WORDS: usize = 400_000;
    /// The most promises of a zone.
    pub const MOST_PROMISES: usize = 64;
    /// The most states of all strategies together.
    pub const MOST_STATES: usize = 1_000_000;
    /// The most claims.
    pub const MOST_CLAIMS: usize = 1_000;
}

/// A proved claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The first line of the claim in the text; 0 without a text.
    pub line: usize,
    /// The claim.
    pub kind: ClaimKind,
}

/// The kinds of claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimKind {
    /// These chains of a color live even if their owner always passes (Benson 1976).
    Benson(Color, PointSet),
    /// The region of a color that contains a point is enclosed by chains of [`ClaimKind::Benson`]
    /// claims and too small for two opposing eyes. Opposing stones in it are dead.
    Enclosed(Color, Point),
    /// Chains are safe by alternating play. The second field holds the line of each zone, if there
    /// is a text.
    Safety(SafetyProof, Vec<usize>),
    /// A side succeeds in the game that answers a question, by this strategy.
    Strategy(Script),
}

/// The verdict on a chain and its ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The line of the text; 0 without a text.
    pub line: usize,
    /// A stone of the chain.
    pub stone: Point,
    /// The fate of the chain.
    pub fate: Fate,
    /// The ground of the verdict.
    pub ground: Ground,
}

/// The fate of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It stays.
    Alive,
    /// It can be captured.
    Dead,
    /// It stays, in seki.
    Seki,
    /// It is undecided.
    Unsettled,
}

impl Fate {
    /// All fates.
    pub const ALL: [Fate; 4] = [Fate::Alive, Fate::Dead, Fate::Seki, Fate::Unsettled];

    /// Returns the word for the fate in a text.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Fate::Alive => "alive",
            Fate::Dead => "dead",
            Fate::Seki => "seki",
            Fate::Unsettled => "unsettled",
        }
    }
}

/// The ground of a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// A claim by Benson's theorem: the chain is never captured.
    Benson,
    /// A claim of safety: the chain is never captured.
    Safety,
    /// A claim that the chain stands in a region without room for two eyes.
    Enclosed,
    /// A claim of safety with territory that contains the chain.
    Territory,
    /// Claims of strategies from which the verdict follows by the procedure.
    Strategy,
    /// Exact search without strategies. Not covered.
    Read,
    /// A search that proves nothing. Not covered.
    Searched,
    /// The share of playouts. Not covered.
    Estimated,
    /// An agreement of the players. Not covered.
    Agreed,
    /// The rules remove no stones that stand. Not covered.
    Rules,
}

impl Ground {
    /// All grounds, in the order of [`Coverage::by_ground`](super::Coverage::by_ground).
    pub const ALL: [Ground; 10] = [
        Ground::Benson,
        Ground::Safety,
        Ground::Enclosed,
        Ground::Territory,
        Ground::Strategy,
        Ground::Read,
        Ground::Searched,
        Ground::Estimated,
        Ground::Agreed,
        Ground::Rules,
    ];

    /// Returns the word for the ground in a text.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Ground::Benson => "benson",
            Ground::Safety => "safety",
            Ground::Enclosed => "enclosed",
            Ground::Territory => "territory",
            Ground::Strategy => "strategy",
            Ground::Read => "read",
            Ground::Searched => "searched",
            Ground::Estimated => "estimated",
            Ground::Agreed => "agreed",
            Ground::Rules => "rules",
        }
    }

    /// Returns true if a certificate shows verdicts on this ground.
    #[must_use]
    pub fn is_covered(self) -> bool {
        use Ground::{Benson, Enclosed, Safety, Strategy, Territory};
        matches!(self, Benson | Safety | Enclosed | Territory | Strategy)
    }
}
