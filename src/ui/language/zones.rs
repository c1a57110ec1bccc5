//! The guarantees of the zones of a safety proof, in words.

use super::words::Language;
use crate::go::point::Point;
use crate::life::safety::proof::{SafeZone, SafetyProof};
use crate::life::safety::support::{Gives, Support};

/// The zones that keep a chain safe by alternating play, one per line; empty for other evidence.
pub(super) fn support(support: &[Support], language: Language) -> Vec<String> {
    let words = language.words();
    if support.is_empty() {
        return vec![];
    }
    let zones = support.iter().map(|support| {
        let points = language.points_of(&support.points);
        words.zone_gives(support.zone + 1, &points, &gives(&support.gives, language))
    });
    let zones: Vec<String> = zones.collect();
    [vec![words.kept_by_zones.to_owned()], zones].concat()
}

/// The guarantees of a zone, and whether it captures what is inside.
pub(crate) fn of_zone(proof: &SafetyProof, zone: &SafeZone, language: Language) -> Vec<String> {
    let promises = zone.promises.iter();
    let promises = promises.map(|promise| gives(&proof.gives(promise), language));
    let takes = (!zone.taken.is_empty()).then(|| language.words().zone_takes.to_owned());
    promises.chain(takes).collect()
}

/// One guarantee of a zone.
fn gives(gives: &Gives, language: Language) -> String {
    let words = language.words();
    match gives {
        Gives::Liberties { chain, count: 1 } => words.gives_liberty(chain),
        Gives::Liberties { chain, .. } => words.gives_two_liberties(chain),
        Gives::Tie { chain, to } => {
            let names: Vec<String> = to.iter().map(Point::to_string).collect();
            words.gives_tie(chain, &names.join(words.or))
        }
    }
}
