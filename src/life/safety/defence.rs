//! A proof of safety followed move by move.

use super::local::{LocalPlay, LocalState};
use super::proof::SafetyProof;
use crate::board::Board;
use crate::point::{Point, PointSet};
use fxhash::FxHashMap;

/// The owner's play by a proof: what he answers to each play of the attacker, whatever else happens on the board.
///
/// Follows the zones as the proof sees them. A chain of the attacker's that reaches out of a zone may be captured on the
/// board; the owner goes on as if it stood there.
#[derive(Clone, Debug)]
pub struct Defence<'a> {
    zones: Vec<Held<'a>>,
}

/// A zone and how it stands.
#[derive(Clone, Debug)]
struct Held<'a> {
    points: PointSet,
    play: LocalPlay<'a>,
    state: LocalState,
    answers: FxHashMap<LocalState, &'a [(Point, Option<Point>)]>,
}

impl Held<'_> {
    /// The owner's answer to a play in the zone. What the attacker plays where a stone of his is taken to stand needs none.
    fn answer(&mut self, attack: Point) -> Option<Point> {
        if !self.play.empty(&self.state).contains(attack) {
            return None;
        }
        let listed = self.answers.get(&self.state).copied().unwrap_or_default();
        self.state = self.play.attack(&self.state, attack)?;
        let (_, answer) = listed.iter().find(|(play, _)| *play == attack)?;
        self.state = self.play.answer(&self.state, (*answer)?)?;
        *answer
    }
}

impl<'a> Defence<'a> {
    /// The beginning, on the board that the proof is about.
    #[must_use]
    pub fn new(proof: &'a SafetyProof, board: &Board) -> Defence<'a> {
        let held = proof.zones.iter().map(|zone| {
            let play = LocalPlay::new(board, proof, zone);
            let listed = zone.strategy.iter().map(|situation| {
                let state = LocalState {
                    own: situation.own,
                    other: situation.other,
                };
                (state, &situation.answers[..])
            });
            Held {
                points: zone.points,
                state: play.beginning(board, proof),
                play,
                answers: listed.collect(),
            }
        });
        Defence {
            zones: held.collect(),
        }
    }

    /// The owner's answer to a play of the attacker's, or `None` if he needs none.
    pub fn answer(&mut self, attack: Point) -> Option<Point> {
        let mut zones = self.zones.iter_mut();
        zones
            .find(|zone| zone.points.contains(attack))?
            .answer(attack)
    }

    /// How each zone stands.
    #[cfg(test)]
    pub(super) fn states(&self) -> Vec<LocalState> {
        self.zones.iter().map(|zone| zone.state).collect()
    }
}
