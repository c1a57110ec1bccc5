//! What is asked of a zone.

use super::zone::{Bits, Zone};
use std::sync::atomic::AtomicBool;

/// What is to hold in a zone whenever the attacker is to move. Walls are named by their places in [`Zone::walls`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Clause {
    /// A wall and what is joined with it in the zone has so many liberties there.
    Liberties { wall: usize, count: u32 },
    /// A wall is joined in the zone to one of others, a set of places, or has two liberties there.
    Tied { wall: usize, to: u64 },
}

/// How far the owner goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Goal {
    /// The clauses hold for ever.
    Keep,
    /// Besides, the attacker is left no room for two eyes anywhere in these closed parts of the zone, even if he passes.
    Take(Bits),
}

impl Goal {
    /// The closed parts that are to be taken.
    pub(super) fn closed(self) -> Bits {
        match self {
            Goal::Keep => 0,
            Goal::Take(closed) => closed,
        }
    }
}

/// How to look for what keeps the clauses, where nothing is to be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Search {
    /// By proof numbers; it is given up with this one: about how much is left to be looked at then.
    Numbers(u32),
    /// With more and more attacks; after so many all must be settled.
    Attacks(usize),
}

impl Search {
    /// The same, looking further.
    pub(super) fn further(self) -> Search {
        match self {
            Search::Numbers(most) => Search::Numbers(most + 2),
            Search::Attacks(most) => Search::Attacks(most + 1),
        }
    }
}

/// What is asked of a zone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task<'a> {
    pub(super) zone: &'a Zone,
    pub(super) clauses: &'a [Clause],
    pub(super) goal: Goal,
    /// Whether the attacker may commit suicide.
    pub(super) suicide: bool,
    pub(super) search: Search,
    /// Set by another thread when nothing more is to be found.
    pub(super) stop: &'a AtomicBool,
}

impl Clause {
    /// Which wall this is about.
    pub(super) fn wall(self) -> usize {
        match self {
            Clause::Liberties { wall, .. } | Clause::Tied { wall, .. } => wall,
        }
    }

    /// How many liberties, and in the end eyes, a wall needs that is joined to these walls, itself among them.
    pub(super) fn needs(self, walls: u64) -> u32 {
        match self {
            Clause::Liberties { count, .. } => count,
            Clause::Tied { to, .. } if walls & to != 0 => 0,
            Clause::Tied { .. } => 2,
        }
    }
}
