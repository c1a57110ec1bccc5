//! Comparison of a game's score under every rule set, with the reasons for differences.

use super::progress::{Activity, ProgressCallback};
use crate::formats::sgf::Record;
use crate::go::color::{Color, PerColor};
use crate::go::point::PointSet;
use crate::go::rules::{Counting, Repetition, Rules};
use crate::mcts::tree::oracle::{Oracle, afresh};
use crate::referee::game::Outcome;
use crate::referee::game::scoring::{Request, ScoredGame, ScoringError};
use crate::referee::judge::Status;
use crate::util::in_order::map_in_order;
use std::num::NonZeroUsize;
use std::sync::Arc;

/// The score of a game under rule sets that agree on it.
#[derive(Clone, Debug)]
pub struct RulesResult {
    /// The rule sets.
    pub rules: Vec<Rules>,
    /// The scored game.
    pub scored: ScoredGame,
    /// Differences from the game's own rules; empty if there are none.
    pub differences: Vec<RuleDifference>,
    /// Points, with or without stones, that are judged differently than under the game's own rules.
    pub points: PointSet,
}

/// A reason why one rule set scores differently than another.
#[derive(Clone, Debug, PartialEq)]
pub enum RuleDifference {
    /// A repeated position ends the game, or does not.
    Repetition(Option<Repetition>),
    /// The method of counting.
    Counting(Counting),
    /// Stones with this status, which they do not have under the other rules.
    Stones(Status, PerColor<PointSet>),
    /// Number of dead stones of each side that are removed from the board.
    TakenOff(PerColor<u32>),
    /// Points of each side that do not count here.
    Without(PerColor<PointSet>),
    /// Points of each side that count here only.
    With(PerColor<PointSet>),
    /// Points of each side by precedent.
    Precedent(PerColor<u32>),
    /// Points lost by each side through group tax.
    Tax(PerColor<u32>),
    /// White's compensation for handicap stones, in points.
    Handicap(u32),
    /// The side that has taken the button.
    Button(Option<Color>),
}

/// Scores the game under its own rules and under every preset, all with its komi.
///
/// `jobs` rule sets are judged in parallel.
pub(super) fn by_rules(
    oracle: Option<&Arc<dyn Oracle>>,
    record: &Record,
    request: &Request,
    own: &ScoredGame,
    jobs: NonZeroUsize,
    progress: &mut ProgressCallback,
) -> Result<Vec<RulesResult>, ScoringError> {
    // Rule sets that play alike are judged once.
    let mut alike = vec![vec![*own.position.rules()]];
    for rules in Rules::ALL {
        if own.position.rules().as_preset() == Some(rules.base) {
            continue;
        }
        match alike.iter_mut().find(|alike| alike[0].plays_like(&rules)) {
            Some(alike) => alike.push(rules),
            None => alike.push(vec![rules]),
        }
    }
    let mut results = vec![RulesResult {
        rules: alike.remove(0),
        scored: own.clone(),
        differences: Vec::new(),
        points: PointSet::EMPTY,
    }];
    let score = |rules: Vec<Rules>| {
        let request = Request {
            rules: Some(rules[0]),
            komi: Some(own.position.komi()),
            ..*request
        };
        let scored = ScoredGame::asking(oracle.map(afresh).as_ref(), record, &request);
        scored.map(|scored| (rules, scored))
    };
    let total = alike.len();
    let scored = map_in_order(alike, jobs, score, |done| {
        progress(Activity::Counting, done, total);
    });
    for found in scored {
        let (mut rules, scored) = found?;
        let differences = differences(own, &scored);
        let same = results.iter_mut().find(|result| {
            result.scored.outcome == scored.outcome && result.differences == differences
        });
        match same {
            Some(result) => result.rules.append(&mut rules),
            None => results.push(RulesResult {
                points: points(own, &scored, &differences),
                rules,
                scored,
                differences,
            }),
        }
    }
    let place = |rules: &Rules| {
        Rules::ALL
            .iter()
            .position(|preset| preset.base == rules.base)
    };
    for result in &mut results {
        // The game's own rules stay first.
        result.rules[1..].sort_by_key(place);
    }
    Ok(results)
}

/// Returns the points judged differently, as far as the differences have a place on the board.
fn points(own: &ScoredGame, other: &ScoredGame, differences: &[RuleDifference]) -> PointSet {
    let both = |sides: &PerColor<PointSet>| sides.0[0] | sides.0[1];
    let only_one = |here: PointSet, there: PointSet| (here | there) - (here & there);
    let [here, there] = [own, other].map(|scored| scored.adjudication.territory());
    differences
        .iter()
        .fold(PointSet::EMPTY, |points, difference| {
            points
                | match difference {
                    RuleDifference::Stones(_, changed) => both(changed),
                    RuleDifference::Without(changed) | RuleDifference::With(changed) => {
                        both(changed)
                    }
                    RuleDifference::TakenOff(_) => only_one(here.taken_off, there.taken_off),
                    RuleDifference::Precedent(_) => {
                        only_one(both(&here.three_points), both(&there.three_points))
                    }
                    _ => PointSet::EMPTY,
                }
        })
}

fn differences(own: &ScoredGame, other: &ScoredGame) -> Vec<RuleDifference> {
    let mut found = Vec::new();
    let repetition = |scored: &ScoredGame| match scored.outcome {
        Outcome::Repetition(repetition) => Some(repetition),
        _ => None,
    };
    if repetition(own) != repetition(other) {
        found.push(RuleDifference::Repetition(repetition(other)));
    }
    let rules = other.position.rules();
    if own.position.rules().counting != rules.counting {
        found.push(RuleDifference::Counting(rules.counting));
    }
    let (here, there) = (&own.adjudication, &other.adjudication);
    for status in [Status::Alive, Status::Dead, Status::Seki] {
        let is_life = status == Status::Alive;
        let changed = (there.stones(status) - here.stones(status))
            - if is_life {
                here.stones(Status::Seki)
            } else {
                PointSet::EMPTY
            };
        if !changed.is_empty() {
            let board = own.position.board();
            let stones = PerColor::from_fn(|color| board.stones(color) & changed);
            found.push(RuleDifference::Stones(status, stones));
        }
    }
    let counts_points = rules.counting != Counting::Stones;
    if here.dead() == there.dead() && here.finished() == there.finished() && counts_points {
        let points = |scored: &ScoredGame, color| scored.adjudication.territory().points[color];
        let without = PerColor::from_fn(|color| points(own, color) - points(other, color));
        let with = PerColor::from_fn(|color| points(other, color) - points(own, color));
        let is_any = |points: &PerColor<PointSet>| points.0.iter().any(|points| !points.is_empty());
        found.extend(is_any(&without).then_some(RuleDifference::Without(without)));
        found.extend(is_any(&with).then_some(RuleDifference::With(with)));
    }
    let taken_off = |scored: &ScoredGame| {
        let adjudication = &scored.adjudication;
        let stones = adjudication.territory().taken_off;
        let board = adjudication.finished();
        PerColor::from_fn(|color| (board.stones(color) & stones).len() as u32)
    };
    if here.dead() == there.dead() && taken_off(own) != taken_off(other) {
        found.push(RuleDifference::TakenOff(taken_off(other)));
    }
    let precedent = |scored: &ScoredGame| {
        let tallies = scored.adjudication.score().tallies;
        PerColor::from_fn(|color| tallies[color].precedent)
    };
    if precedent(own) != precedent(other) {
        found.push(RuleDifference::Precedent(precedent(other)));
    }
    let tax = |scored: &ScoredGame| scored.adjudication.territory().tax;
    if tax(own) != tax(other) {
        found.push(RuleDifference::Tax(tax(other)));
    }
    let handicap = |scored: &ScoredGame| scored.adjudication.score().tallies[Color::White].handicap;
    if handicap(own) != handicap(other) {
        found.push(RuleDifference::Handicap(handicap(other)));
    }
    if own.position.button() != other.position.button() {
        found.push(RuleDifference::Button(other.position.button()));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Scores a record under every rule set.
    fn of(text: &str) -> Vec<RulesResult> {
        let record: Record = text.parse().expect("a record");
        let request = Request::default();
        let own = ScoredGame::of(&record, &request).expect("a game that fits on its board");
        let found = [1, 3].map(|jobs| {
            let mut told = Vec::new();
            let mut progress = |_, done, all| told.push((done, all));
            let jobs = NonZeroUsize::new(jobs).expect("a number of threads");
            let found = by_rules(None, &record, &request, &own, jobs, &mut progress);
            let all = told.len() - 1;
            assert!(told.into_iter().eq((0..=all).map(|done| (done, all))));
            found.expect("the same game under other rules")
        });
        let told = found.each_ref().map(|results| format!("{results:?}"));
        assert!(told[0] == told[1], "it is the same whatever the threads");
        let [found, _] = found;
        found
    }

    fn named<'a>(results: &'a [RulesResult], name: &str) -> &'a RulesResult {
        let is_named = |rules: &Rules| rules.name() == Some(name);
        let mut found = results
            .iter()
            .filter(|result| result.rules.iter().any(is_named));
        let first = found.next().expect("every set of rules is counted");
        assert!(found.next().is_none(), "{name} is counted once");
        first
    }

    /// A wall in the middle and a white stone captured in Black's half: dead, but alive under
    /// Tromp–Taylor rules.
    const CAUGHT: &str = "(;SZ[5]KM[0]RU[Japanese];B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de]\
                          ;B[ba];W[ac];B[bb];W[];B[])";

    #[test]
    fn every_set_of_rules_is_counted_once() {
        let results = of(CAUGHT);
        assert_eq!(results[0].rules[0].name(), Some("japanese-1989"));
        assert!(results[0].differences.is_empty());
        for rules in Rules::ALL {
            named(&results, rules.base.name());
        }
        let all: usize = results.iter().map(|result| result.rules.len()).sum();
        assert_eq!(all, Rules::ALL.len());
    }

    #[test]
    fn it_is_said_why_they_differ() {
        let results = of(CAUGHT);
        let chinese = named(&results, "chinese");
        assert_eq!(
            chinese.differences,
            [RuleDifference::Counting(Counting::Area)]
        );
        assert!(
            chinese
                .rules
                .iter()
                .any(|rules| rules.name() == Some("aga"))
        );
        let literal = named(&results, "tromp-taylor");
        let is_alive = |difference: &RuleDifference| matches!(difference, RuleDifference::Stones(Status::Alive, stones) if stones[Color::White].len() == 1);
        assert!(
            literal.differences.iter().any(is_alive),
            "{:?}",
            literal.differences
        );
    }
}
