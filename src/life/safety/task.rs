//! Queries to the zone solver: the guarantees to prove, the territory to take, the search to use.

use super::zone::{Zone, ZoneBits};
use std::sync::atomic::AtomicBool;

/// A condition on a zone whenever the attacker is to move. Walls are indices into [`Zone::walls`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Clause {
    /// The block of a wall has at least this many liberties in the zone.
    Liberties { wall: usize, count: u32 },
    /// The block of a wall contains one of a set of others, or has two liberties in the zone.
    Tied { wall: usize, to: u64 },
}

/// The goal of the owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Goal {
    /// All clauses hold forever.
    Keep,
    /// All clauses hold forever, and the attacker is left no room for two eyes in these closed
    /// parts of the zone, even if it passes.
    Take(ZoneBits),
}

impl Goal {
    /// Returns the closed parts to be taken.
    pub(super) fn closed(self) -> ZoneBits {
        match self {
            Goal::Keep => 0,
            Goal::Take(closed) => closed,
        }
    }
}

/// The search method for proving clauses when there is no territory to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum SearchMethod {
    /// Proof-number search, abandoned when the root's proof number reaches this limit.
    Numbers(u32),
    /// Iterative deepening on the number of attacks. After this many attacks all clauses must be
    /// settled.
    Attacks(usize),
}

impl SearchMethod {
    /// Returns the search with its limit raised one step.
    pub(super) fn further(self) -> SearchMethod {
        match self {
            SearchMethod::Numbers(most) => SearchMethod::Numbers(most + 2),
            SearchMethod::Attacks(most) => SearchMethod::Attacks(most + 1),
        }
    }
}

/// A query to the zone solver.
#[derive(Clone, Copy, Debug)]
pub(super) struct ZoneQuery<'a> {
    pub(super) zone: &'a Zone,
    pub(super) clauses: &'a [Clause],
    pub(super) goal: Goal,
    /// True if the attacker may commit suicide.
    pub(super) suicide: bool,
    pub(super) search: SearchMethod,
    /// Set by another thread to stop the search.
    pub(super) stop: &'a AtomicBool,
}

impl Clause {
    /// Returns the wall that the clause is about.
    pub(super) fn wall(self) -> usize {
        match self {
            Clause::Liberties { wall, .. } | Clause::Tied { wall, .. } => wall,
        }
    }

    /// Returns the liberties, and in the end eyes, needed by a block that contains the clause's
    /// wall, given all walls of the block.
    pub(super) fn needs(self, walls: u64) -> u32 {
        match self {
            Clause::Liberties { count, .. } => count,
            Clause::Tied { to, .. } if walls & to != 0 => 0,
            Clause::Tied { .. } => 2,
        }
    }
}
