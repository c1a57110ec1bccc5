//! What becomes of a chain, and what that rests on.

use crate::color::Color;
use crate::life::procedure::Procedure;
use crate::point::PointSet;

/// What becomes of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// It stays.
    Alive,
    /// It can be taken, and counts as taken.
    Dead,
    /// It stays, but its eyes do not count. Only under rules that make this difference.
    Seki,
}

/// What a status rests on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Basis {
    /// The rules take no living stone off: what stands, lives.
    AllStand,
    /// It lives even if its owner never answers (Benson 1976).
    PassAlive,
    /// It stands where such chains leave no room for two eyes.
    Enclosed,
    /// It is never captured if its owner answers, or stands where such chains leave no room for two eyes whatever is
    /// played ([`safety`](crate::life::safety)).
    Safe,
    /// It was played out exactly by the procedure of the rules.
    Read(Procedure),
    /// Nothing is proved, but its fight was searched or read.
    Searched(Finding),
    /// The players agree on it.
    Agreed,
    /// Nothing is proved: in what share of the playouts it stayed.
    Estimated(Share),
}

/// What was found of a chain whose fight was searched or read, without being proved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Finding {
    /// It was read to its end within walls that are taken to live.
    Walled,
    /// It was read to its end as a plain fight, where the letter of the rules asks more.
    Plain,
    /// It is joined to living stones once a chain is taken that reading found dead in one of these ways.
    Joined,
    /// In what share of the playouts of its fight it stayed.
    Played(Share),
    /// The search left it open: the mean, from 0 to 1, of its share of the playouts of its fight and of those of the whole board.
    Weighed(f64),
}

/// The share of some playouts in which a chain's points were its owner's at the end, or how surely they will be where a network
/// was asked as well.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// From 0 to 1.
    pub stayed: f64,
    /// How many playouts there were.
    pub playouts: u32,
    /// Whether a network was asked as well.
    pub is_advised: bool,
}

impl Basis {
    /// Whether it is certain.
    pub fn is_proof(self) -> bool {
        self.needs_no_play() || matches!(self, Basis::Safe | Basis::Read(_))
    }

    /// Whether it is certain without anything having been played out: by the rules themselves, or by a theorem.
    pub fn needs_no_play(self) -> bool {
        matches!(self, Basis::AllStand | Basis::PassAlive | Basis::Enclosed)
    }
}

/// What was found of one chain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgement {
    /// Whose chain it is.
    pub color: Color,
    /// Its stones.
    pub stones: PointSet,
    /// What becomes of it.
    pub status: Status,
    /// What that rests on.
    pub basis: Basis,
    /// How many states of play were looked at for it.
    pub states: usize,
}
