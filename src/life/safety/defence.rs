//! A proof of safety followed move by move.

use super::local::{LocalPlay, LocalState};
use super::proof::{Answer, SafeZone, SafetyProof};
use crate::board::Board;
use crate::point::Point;

/// The owner's play by a proof: what he answers to each play of the attacker, whatever else happens on the board.
///
/// Keeps what the zones promise; what could be taken is not taken. Follows the zones as the proof sees them. A chain of the attacker's that reaches out of a zone may be captured on the
/// board; the owner goes on as if it stood there.
#[derive(Clone, Debug)]
pub struct Defence<'a> {
    play: LocalPlay<'a>,
    zones: Vec<Held<'a>>,
}

/// A zone and how it stands.
#[derive(Clone, Debug)]
struct Held<'a> {
    zone: &'a SafeZone,
    /// What is minded, and the place of the situation; `None` where no answer is needed any more.
    stands: Option<(LocalState, usize)>,
}

impl<'a> Defence<'a> {
    /// The beginning, on the board that the proof is about.
    #[must_use]
    pub fn new(proof: &'a SafetyProof, board: &Board) -> Defence<'a> {
        let play = LocalPlay::new(board, proof);
        let held = proof.zones.iter().map(|zone| {
            let first = zone.strategy.first().filter(|_| zone.parts == 0);
            Held {
                zone,
                stands: first.map(|first| (first.into(), 0)),
            }
        });
        Defence {
            zones: held.collect(),
            play,
        }
    }

    /// The owner's answer to a play of the attacker's, or `None` if he needs none.
    ///
    /// What the attacker plays where it is no longer minded, or where a stone of his is taken to stand, needs none.
    pub fn answer(&mut self, attack: Point) -> Option<Point> {
        let mut zones = self.zones.iter_mut();
        let zone = zones.find(|zone| zone.zone.points.contains(attack))?;
        let (state, place) = zone.stands?;
        if !state.empty().contains(attack) {
            return None;
        }
        self.play.attack(&state, attack)?;
        let situation = zone.zone.strategy.get(place)?;
        let found = situation.answer_to(Some(attack))?;
        let next = found
            .next
            .situation()
            .and_then(|next| Some((zone.zone.strategy.get(next)?.into(), next)));
        zone.stands = next;
        found.answer
    }

    /// The zone that a point is in, by its place in the proof.
    #[must_use]
    pub fn zone_at(&self, at: Point) -> Option<usize> {
        let mut zones = self.zones.iter();
        zones.position(|held| held.zone.points.contains(at))
    }

    /// What is done in a zone, named by its place, after each attack there as it stands: the attack and what is done; nothing once
    /// it is settled.
    pub fn answers(
        &self,
        zone: usize,
    ) -> impl DoubleEndedIterator<Item = (Point, &'a Answer)> + use<'a> {
        let held = &self.zones[zone];
        let situation = held.stands.and_then(|(_, at)| held.zone.strategy.get(at));
        let answers = situation.map_or(&[][..], |situation| &situation.answers);
        answers
            .iter()
            .filter_map(|answer| Some((answer.attack?, answer)))
    }

    /// Whether nothing in a zone, named by its place, needs an answer any more.
    #[must_use]
    pub fn is_settled(&self, zone: usize) -> bool {
        self.zones[zone].stands.is_none()
    }

    /// How each zone stands: the places of the situations.
    #[cfg(test)]
    pub(super) fn places(&self) -> Vec<Option<usize>> {
        let places = self.zones.iter();
        places
            .map(|zone| zone.stands.map(|(_, place)| place))
            .collect()
    }
}
