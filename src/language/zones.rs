//! What the zones of a proof of safety give, in words.

use super::words::Language;
use crate::life::safety::proof::{SafeZone, SafetyProof};
use crate::life::safety::support::{Gives, Support};
use crate::point::Point;

/// What a chain rests on that is safe by alternating play, a line for each zone; nothing if it is known otherwise.
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

/// What a zone promises, and that it takes something.
pub(crate) fn of_zone(proof: &SafetyProof, zone: &SafeZone, language: Language) -> Vec<String> {
    let promises = zone.promises.iter();
    let promises = promises.map(|promise| gives(&proof.gives(promise), language));
    let takes = (!zone.taken.is_empty()).then(|| language.words().zone_takes.to_owned());
    promises.chain(takes).collect()
}

/// What a zone promises of a chain.
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
