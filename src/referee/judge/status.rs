//! The status of a chain, and the evidence for it.

use crate::go::color::Color;
use crate::go::point::PointSet;
use crate::life::procedure::Procedure;
use std::fmt;

/// The status of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Status {
    /// The chain stays on the board.
    Alive,
    /// The chain can be taken, and counts as taken.
    Dead,
    /// The chain stays, but its eyes do not count. Only some rules make this difference.
    Seki,
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Status::Alive => "alive",
            Status::Dead => "dead",
            Status::Seki => "seki",
        })
    }
}

/// The evidence for a status.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Basis {
    /// The rules let all stones stand, so every chain is alive.
    AllStand,
    /// The chain is unconditionally alive, even if its owner never answers (Benson 1976).
    PassAlive,
    /// The chain stands where unconditionally living chains leave no room for two eyes.
    Enclosed,
    /// The chain is never captured if its owner answers, or stands where such chains leave no room
    /// for two eyes ([`safety`](crate::life::safety)).
    Safe,
    /// The chain was read exactly, by the procedure of the rules.
    Read(Procedure),
    /// Nothing is proved, but its fight was searched or read.
    Searched(Finding),
    /// The players agree on the status.
    Agreed,
    /// Nothing is proved. The share of the playouts that keep the chain.
    Estimated(Share),
}

/// A result, short of a proof, for a chain whose fight was searched or read.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Finding {
    /// The fight was read to its end within walls that are assumed to live.
    Walled,
    /// The fight was read to its end as a plain fight, though the letter of the rules asks more.
    Plain,
    /// It is joined to living stones once a chain is taken that reading found dead in one of these
    /// ways.
    Joined,
    /// The share of the fight's playouts that keep the chain.
    Played(Share),
    /// The search left the chain open. This is the mean, from 0 to 1, of its share of the playouts
    /// of the fight and of those of the whole board.
    Weighed(f64),
}

/// The share of playouts that leave a chain's points to its owner.
///
/// If an evaluator was consulted, its expectation is mixed in.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Share {
    /// From 0 to 1.
    pub stayed: f64,
    /// The number of playouts.
    pub playouts: u32,
    /// True if an evaluator was consulted as well.
    pub is_advised: bool,
}

impl Basis {
    /// Returns true if the evidence is a proof.
    pub fn is_proof(self) -> bool {
        self.needs_no_play() || matches!(self, Basis::Safe | Basis::Read(_))
    }

    /// Returns true if the evidence is a proof without play: by the rules themselves or by a
    /// theorem.
    pub fn needs_no_play(self) -> bool {
        matches!(self, Basis::AllStand | Basis::PassAlive | Basis::Enclosed)
    }
}

/// The minimum share of playouts, 0 to 1, of an estimate that is sure enough to be an answer.
const SURE: f64 = 0.7;

/// The share of games counted as recorded, by the share of playouts that bears out their least sure
/// chain, from 1500 finished games (`docs/figures.md`). Shares between two entries are interpolated.
const RELIABILITY: [(f64, f64); 6] = [
    (0.5, 0.5),
    (0.65, 0.889),
    (0.75, 0.941),
    (0.85, 0.972),
    (0.95, 0.977),
    (1.0, 0.99),
];

/// Returns the probability of a status that this share of the playouts bears out, 0.5 to 1.
fn reliability(share: f64) -> f64 {
    let place = RELIABILITY.partition_point(|&(known, _)| known < share);
    let [(low, from), (high, to)] = match place {
        0 => return RELIABILITY[0].1,
        place if place == RELIABILITY.len() => return RELIABILITY[place - 1].1,
        place => [RELIABILITY[place - 1], RELIABILITY[place]],
    };
    from + (to - from) * (share - low) / (high - low)
}

impl Judgement {
    /// Returns the probability that the status is right, 0.5 to 1; 1 if it is proved.
    ///
    /// Returns `None` if no share of playouts bears it out: players agree on it, it was read on
    /// assumptions, or it follows from other chains.
    #[must_use]
    pub fn confidence(&self) -> Option<f64> {
        let stayed = match self.basis {
            basis if basis.is_proof() => return Some(1.0),
            Basis::Estimated(share) | Basis::Searched(Finding::Played(share)) => share.stayed,
            Basis::Searched(Finding::Weighed(stayed)) => stayed,
            _ => return None,
        };
        let share = match self.status {
            Status::Dead => 1.0 - stayed,
            Status::Alive | Status::Seki => stayed,
        };
        (share >= 0.5).then(|| reliability(share))
    }

    /// Returns true if the playouts agree on the chain, or it was read to its end.
    pub(super) fn is_sure(&self) -> bool {
        let agree = |stayed: f64| stayed.max(1.0 - stayed) >= SURE;
        match self.basis {
            Basis::Estimated(share) | Basis::Searched(Finding::Played(share)) => {
                agree(share.stayed)
            }
            Basis::Searched(Finding::Weighed(stayed)) => agree(stayed),
            _ => true,
        }
    }
}

/// The judgement of one chain.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Judgement {
    /// The owner of the chain.
    pub color: Color,
    /// The stones of the chain.
    pub stones: PointSet,
    /// The status.
    pub status: Status,
    /// The evidence for the status.
    pub basis: Basis,
    /// The number of states that were read for the chain.
    pub states: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn confidence_grows_with_the_share_of_the_playouts() {
        let judgement = |status, stayed| Judgement {
            color: Color::Black,
            stones: PointSet::EMPTY,
            status,
            basis: Basis::Estimated(Share {
                stayed,
                playouts: 600,
                is_advised: false,
            }),
            states: 0,
        };
        let alive = |stayed| judgement(Status::Alive, stayed).confidence();
        let found: Vec<f64> = (50..=100)
            .map(|percent| alive(f64::from(percent) / 100.0).expect("it is borne out"))
            .collect();
        assert!(found.is_sorted_by(|one, next| one < next), "{found:?}");
        assert_eq!((found[0], found[50]), (0.5, 0.99));
        assert_eq!(alive(0.49), None);
        let dead = judgement(Status::Dead, 0.25).confidence();
        assert_eq!(dead, alive(0.75));
        let proved = Judgement {
            basis: Basis::Safe,
            ..judgement(Status::Dead, 0.0)
        };
        assert_eq!(proved.confidence(), Some(1.0));
    }
}
