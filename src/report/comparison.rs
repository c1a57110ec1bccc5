//! The end of a game under every set of rules, and why they differ.

use super::Task;
use crate::color::{Color, PerColor};
use crate::game::Outcome;
use crate::judge::Status;
use crate::point::PointSet;
use crate::rules::{Counting, Repetition, Rules};
use crate::scoring::{Request, ScoredGame, ScoringError};
use crate::sgf::Record;

/// The end of a game under some sets of rules that make no difference between them.
#[derive(Clone, Debug)]
pub struct Count {
    /// The rules, one for each name.
    pub rules: Vec<Rules>,
    /// What the game ends with.
    pub ruling: ScoredGame,
    /// Why it is not what the game's own rules say; empty if nothing but their words differ.
    pub differences: Vec<Difference>,
}

/// Why one set of rules counts otherwise than another.
#[derive(Clone, Debug, PartialEq)]
pub enum Difference {
    /// A repeated position ends the game, or does not.
    Repetition(Option<Repetition>),
    /// Other things are counted.
    Counting(Counting),
    /// Stones have another status, this one.
    Stones(Status, PerColor<PointSet>),
    /// So many dead stones of each side are taken off the board.
    TakenOff(PerColor<u32>),
    /// Points of each side that do not count here.
    Without(PerColor<PointSet>),
    /// Points of each side that count here only.
    With(PerColor<PointSet>),
    /// Each side has so many points by precedent.
    Precedent(PerColor<u32>),
    /// So many points are taken from each side by the group tax.
    Tax(PerColor<u32>),
    /// White has so many points for the handicap.
    Handicap(u32),
    /// Who has taken the button.
    Button(Option<Color>),
}

/// The end of a game under its own rules and under every preset, all with its komi.
pub(super) fn counts(
    record: &Record,
    request: &Request,
    own: &ScoredGame,
    progress: &mut dyn FnMut(Task, usize, usize),
) -> Result<Vec<Count>, ScoringError> {
    let mut counts = vec![Count {
        rules: vec![*own.position.rules()],
        ruling: own.clone(),
        differences: Vec::new(),
    }];
    for (index, rules) in Rules::ALL.into_iter().enumerate() {
        progress(Task::Counting, index, Rules::ALL.len());
        if own.position.rules().as_preset() == Some(rules.base) {
            continue;
        }
        let is_same = |count: &&mut Count| count.rules[0].plays_like(&rules);
        if let Some(count) = counts.iter_mut().find(is_same) {
            count.rules.push(rules);
            continue;
        }
        let request = Request {
            rules: Some(rules),
            komi: Some(own.position.komi()),
            ..*request
        };
        let ruling = ScoredGame::of(record, &request)?;
        let differences = differences(own, &ruling);
        let same = counts.iter_mut().find(|count| {
            count.ruling.outcome == ruling.outcome && count.differences == differences
        });
        match same {
            Some(count) => count.rules.push(rules),
            None => counts.push(Count {
                rules: vec![rules],
                ruling,
                differences,
            }),
        }
    }
    Ok(counts)
}

fn differences(own: &ScoredGame, other: &ScoredGame) -> Vec<Difference> {
    let mut found = Vec::new();
    let repetition = |ruling: &ScoredGame| match ruling.outcome {
        Outcome::Repetition(repetition) => Some(repetition),
        Outcome::Score(_) => None,
    };
    if repetition(own) != repetition(other) {
        found.push(Difference::Repetition(repetition(other)));
    }
    let rules = other.position.rules();
    if own.position.rules().counting != rules.counting {
        found.push(Difference::Counting(rules.counting));
    }
    let (here, there) = (&own.adjudication, &other.adjudication);
    for status in [Status::Alive, Status::Dead, Status::Seki, Status::Unsettled] {
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
            found.push(Difference::Stones(status, stones));
        }
    }
    let counts_points = rules.counting != Counting::Stones;
    if here.dead() == there.dead() && here.finished() == there.finished() && counts_points {
        let points = |ruling: &ScoredGame, color| ruling.adjudication.territory().points[color];
        let without = PerColor::from_fn(|color| points(own, color) - points(other, color));
        let with = PerColor::from_fn(|color| points(other, color) - points(own, color));
        let is_any = |points: &PerColor<PointSet>| points.0.iter().any(|points| !points.is_empty());
        found.extend(is_any(&without).then_some(Difference::Without(without)));
        found.extend(is_any(&with).then_some(Difference::With(with)));
    }
    let taken_off = |ruling: &ScoredGame| {
        let adjudication = &ruling.adjudication;
        let stones = adjudication.territory().taken_off;
        let board = adjudication.finished();
        PerColor::from_fn(|color| (board.stones(color) & stones).len() as u32)
    };
    if here.dead() == there.dead() && taken_off(own) != taken_off(other) {
        found.push(Difference::TakenOff(taken_off(other)));
    }
    let precedent = |ruling: &ScoredGame| {
        let tallies = ruling.adjudication.score().tallies;
        PerColor::from_fn(|color| tallies[color].precedent)
    };
    if precedent(own) != precedent(other) {
        found.push(Difference::Precedent(precedent(other)));
    }
    let tax = |ruling: &ScoredGame| ruling.adjudication.territory().tax;
    if tax(own) != tax(other) {
        found.push(Difference::Tax(tax(other)));
    }
    let handicap = |ruling: &ScoredGame| ruling.adjudication.score().tallies[Color::White].handicap;
    if handicap(own) != handicap(other) {
        found.push(Difference::Handicap(handicap(other)));
    }
    if own.position.button() != other.position.button() {
        found.push(Difference::Button(other.position.button()));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The counts of a record, by the first name of each.
    fn of(text: &str) -> Vec<Count> {
        let record: Record = text.parse().expect("a record");
        let request = Request::default();
        let own = ScoredGame::of(&record, &request).expect("a game that fits on its board");
        let mut told = 0;
        let counts = counts(&record, &request, &own, &mut |_, _, _| told += 1);
        assert_eq!(told, Rules::ALL.len());
        counts.expect("the same game under other rules")
    }

    fn named<'a>(counts: &'a [Count], name: &str) -> &'a Count {
        let is_named = |rules: &Rules| rules.name() == Some(name);
        let mut found = counts
            .iter()
            .filter(|count| count.rules.iter().any(is_named));
        let first = found.next().expect("every set of rules is counted");
        assert!(found.next().is_none(), "{name} is counted once");
        first
    }

    /// A wall in the middle, and a white stone caught in Black's half: dead, but alive to Tromp and Taylor.
    const CAUGHT: &str = "(;SZ[5]KM[0]RU[Japanese];B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de]\
                          ;B[ba];W[ac];B[bb];W[];B[])";

    #[test]
    fn every_set_of_rules_is_counted_once() {
        let counts = of(CAUGHT);
        assert_eq!(counts[0].rules[0].name(), Some("japanese-1989"));
        assert!(counts[0].differences.is_empty());
        for rules in Rules::ALL {
            named(&counts, rules.base.name());
        }
        let all: usize = counts.iter().map(|count| count.rules.len()).sum();
        assert_eq!(all, Rules::ALL.len());
    }

    #[test]
    fn it_is_said_why_they_differ() {
        let counts = of(CAUGHT);
        let chinese = named(&counts, "chinese");
        assert_eq!(chinese.differences, [Difference::Counting(Counting::Area)]);
        assert!(
            chinese
                .rules
                .iter()
                .any(|rules| rules.name() == Some("aga"))
        );
        let literal = named(&counts, "tromp-taylor");
        let is_alive = |difference: &Difference| matches!(difference, Difference::Stones(Status::Alive, stones) if stones[Color::White].len() == 1);
        assert!(
            literal.differences.iter().any(is_alive),
            "{:?}",
            literal.differences
        );
    }
}
