//! Move-by-move play by a safety proof.

use super::local::{LocalPlay, LocalState};
use super::proof::{SafeZone, SafetyProof, ZoneAnswer};
use crate::go::board::Board;
use crate::go::point::Point;
use smallvec::SmallVec;

/// The owner's play by a proof: its answer to each attack, whatever else happens on the board.
///
/// It keeps the promises of the zones and takes their territory, so an attacker that plays on there
/// does not live. It ignores passes and attacks at irrelevant points. They need no answer, though
/// one would shorten the play. Zones are tracked as the proof sees them: an attacking chain that
/// extends beyond a zone may have been captured on the board and still stand in the zone.
#[derive(Clone, Debug)]
pub struct Defence<'a> {
    play: LocalPlay<'a>,
    zones: Vec<DefendedZone<'a>>,
}

/// A zone and its current nodes.
#[derive(Clone, Debug)]
struct DefendedZone<'a> {
    zone: &'a SafeZone,
    /// The indices of the current situations: one, or one for each part still to be taken; empty
    /// once no answer is needed.
    stands: SmallVec<[usize; 2]>,
}

impl<'a> Defence<'a> {
    /// Starts on the board of the proof.
    #[must_use]
    pub fn new(proof: &'a SafetyProof, board: &Board) -> Defence<'a> {
        let play = LocalPlay::new(board, proof);
        let held = proof.zones.iter().map(|zone| DefendedZone {
            zone,
            stands: (0..zone.begins_with()).collect(),
        });
        Defence {
            zones: held.collect(),
            play,
        }
    }

    /// Returns the owner's answer to an attack, or `None` if it needs none.
    ///
    /// An attack at an irrelevant point, or where the zone already has an attacking stone, needs
    /// none.
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

    /// Returns the index of the zone that contains a point.
    #[must_use]
    pub fn zone_at(&self, at: Point) -> Option<usize> {
        let mut zones = self.zones.iter();
        zones.position(|held| held.zone.points.contains(at))
    }

    /// Returns the attacks in a zone with their answers in its current state. Empty once the zone
    /// is settled.
    pub fn answers(
        &self,
        zone: usize,
    ) -> impl DoubleEndedIterator<Item = (Point, &'a ZoneAnswer)> + use<'a> {
        let DefendedZone { zone, stands } = &self.zones[zone];
        let strategy = &zone.strategy;
        let answers = stands
            .clone()
            .into_iter()
            .flat_map(|at| &strategy[at].answers);
        answers.filter_map(|answer| Some((answer.attack?, answer)))
    }

    /// Returns true if no attack in the zone needs an answer.
    #[must_use]
    pub fn is_settled(&self, zone: usize) -> bool {
        self.zones[zone].stands.is_empty()
    }

    /// Returns the current situations of each zone.
    #[cfg(test)]
    pub(super) fn places(&self) -> Vec<SmallVec<[usize; 2]>> {
        let zones = self.zones.iter();
        zones.map(|held| held.stands.clone()).collect()
    }
}
