//! A proof of safety followed move by move.

use super::local::{LocalPlay, LocalState};
use super::proof::{Answer, SafeZone, SafetyProof};
use crate::board::Board;
use crate::point::Point;
use smallvec::SmallVec;

/// The owner's play by a proof: what he answers to each play of the attacker, whatever else happens on the board.
///
/// Keeps what the zones promise, and takes what they take: an attacker who plays on there does not live. His passes, and what he plays where
/// nothing rests on it, are left alone; they need no answer, though one would bring the end nearer. Follows the zones as the proof sees
/// them. A chain of the attacker's that reaches out of a zone may be captured on the board; the owner goes on as if it stood there.
#[derive(Clone, Debug)]
pub struct Defence<'a> {
    play: LocalPlay<'a>,
    zones: Vec<Held<'a>>,
}

/// A zone and how it stands.
#[derive(Clone, Debug)]
struct Held<'a> {
    zone: &'a SafeZone,
    /// The places of the situations that it is in: one, or one for each part that is still to be taken; none where no answer is
    /// needed any more.
    stands: SmallVec<[usize; 2]>,
}

impl<'a> Defence<'a> {
    /// The beginning, on the board that the proof is about.
    #[must_use]
    pub fn new(proof: &'a SafetyProof, board: &Board) -> Defence<'a> {
        let play = LocalPlay::new(board, proof);
        let held = proof.zones.iter().map(|zone| Held {
            zone,
            stands: (0..zone.begins_with()).collect(),
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
        let held = zones.find(|held| held.zone.points.contains(attack))?;
        let strategy = &held.zone.strategy;
        let found = held.stands.iter().enumerate().find_map(|(place, &at)| {
            let situation = &strategy[at];
            let answer = situation.answer_to(Some(attack))?;
            let play = self.play.where_it_is(situation);
            play.attack(&LocalState::from(situation), attack)?;
            Some((place, answer))
        });
        let (place, found) = found?;
        held.stands.remove(place);
        held.stands.extend(found.next.situations().iter().copied());
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
        let Held { zone, stands } = &self.zones[zone];
        let strategy = &zone.strategy;
        let answers = stands
            .clone()
            .into_iter()
            .flat_map(|at| &strategy[at].answers);
        answers.filter_map(|answer| Some((answer.attack?, answer)))
    }

    /// Whether nothing in a zone, named by its place, needs an answer any more.
    #[must_use]
    pub fn is_settled(&self, zone: usize) -> bool {
        self.zones[zone].stands.is_empty()
    }

    /// How each zone stands: the places of the situations.
    #[cfg(test)]
    pub(super) fn places(&self) -> Vec<SmallVec<[usize; 2]>> {
        let zones = self.zones.iter();
        zones.map(|held| held.stands.clone()).collect()
    }
}
