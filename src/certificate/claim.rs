//! What a certificate says.

use crate::board::Board;
use crate::color::Color;
use crate::life::procedure::Procedure;
use crate::life::proof::Script;
use crate::life::safety::proof::SafetyProof;
use crate::point::{Point, PointSet};

/// A position, what becomes of each chain, and what proves it.
///
/// Made from a judgement, or read from a text; [verified](Certificate::verify) in either case by whoever relies on it.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// The name of the rules, a single word. Of the rules only what follows matters to the proofs.
    pub rules: String,
    /// By which of the [procedures](Certificate::PROCEDURES) chains are judged that are read, if any.
    pub procedure: Option<Procedure>,
    /// Whether suicide is allowed.
    pub suicide: bool,
    /// Whether a whole board may not come again.
    pub superko: bool,
    /// The stones.
    pub board: Board,
    /// What is proved.
    pub claims: Vec<Claim>,
    /// What becomes of each chain, each once.
    pub verdicts: Vec<Verdict>,
}

impl Certificate {
    /// The version of the format.
    pub const VERSION: &str = "4";
    /// The procedures by which chains are judged, with their words in a text.
    pub const PROCEDURES: [(&str, Procedure); 3] = [
        ("proposal-2012", Procedure::PROPOSAL_2012),
        ("japanese-1989", Procedure::JAPANESE_1989),
        ("local", Procedure::LOCAL),
    ];
    /// The most situations of zones, each for every promise of its zone, and moves of strategies together that a reader follows.
    pub const MOST_WORDS: usize = 400_000;
    /// The most promises of a zone.
    pub const MOST_PROMISES: usize = 64;
    /// The most states of all strategies together.
    pub const MOST_STATES: usize = 1_000_000;
    /// The most claims.
    pub const MOST_CLAIMS: usize = 1_000;
}

/// Something proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The line of the text where it begins; 0 if it is from no text.
    pub line: usize,
    /// What it is.
    pub kind: ClaimKind,
}

/// What can be proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimKind {
    /// These chains of a color live even if their owner always passes (Benson 1976).
    Benson(Color, PointSet),
    /// The region of a color that a point is in holds no room for two eyes of the other color, within chains that live by
    /// such a claim: what stands in it is dead.
    Enclosed(Color, Point),
    /// Chains are safe by alternating play. The lines are those of the zones, if it is from a text.
    Safety(SafetyProof, Vec<usize>),
    /// Who succeeds in the game that answers a question, and how.
    Strategy(Script),
}

/// What becomes of a chain, and by what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The line of the text; 0 if it is from no text.
    pub line: usize,
    /// A stone of the chain.
    pub stone: Point,
    /// What becomes of it.
    pub fate: Fate,
    /// What that rests on.
    pub ground: Ground,
}

/// What becomes of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It stays.
    Alive,
    /// It can be taken.
    Dead,
    /// It stays, in seki.
    Seki,
    /// Not decided.
    Unsettled,
}

impl Fate {
    /// All of them.
    pub const ALL: [Fate; 4] = [Fate::Alive, Fate::Dead, Fate::Seki, Fate::Unsettled];

    /// The word in a text.
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

/// What a verdict rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// A claim by Benson's theorem: the chain is never taken.
    Benson,
    /// A claim of safety: the chain is never taken.
    Safety,
    /// A claim that it stands in a region without room for two eyes.
    Enclosed,
    /// A claim of safety that takes the part it stands in.
    Territory,
    /// Claims of strategies, from which it follows by the procedure what becomes of the chain.
    Strategy,
    /// Exact reading that is not given as strategies. Not covered.
    Read,
    /// A search that proves nothing. Not covered.
    Searched,
    /// The share of playouts. Not covered.
    Estimated,
    /// The players agreed. Not covered.
    Agreed,
    /// The rules take no stone off that stands. Not covered.
    Rules,
}

impl Ground {
    /// All of them.
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

    /// The word in a text.
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

    /// Whether a certificate shows it.
    #[must_use]
    pub fn is_covered(self) -> bool {
        use Ground::{Benson, Enclosed, Safety, Strategy, Territory};
        matches!(self, Benson | Safety | Enclosed | Territory | Strategy)
    }
}
