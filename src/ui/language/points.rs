//! Explanations of the owner of an empty point.

use super::citations::Fact;
use super::judgement;
use super::words::Language;
use crate::go::color::Color;
use crate::go::point::PointSet;
use crate::go::rules::Counting;
use crate::referee::judge::points::{PointExplanation, PointReason};

/// Explains an empty point, line by line.
pub(super) fn point(explained: &PointExplanation, language: Language) -> String {
    let words = language.words();
    let mut lines = vec![point_heading(explained, language)];
    let reasons = reason(explained, language).into_iter();
    lines.extend(reasons.map(|line| Language::capitalized(&line)));
    let walls = walls(explained, language);
    if !walls.is_empty() {
        lines.push(format!("{}{}{walls}", words.walls, words.colon));
    }
    if explained.region.len() > 1 {
        let region = language.points_of(&explained.region);
        lines.push(format!("{}{}{region}", words.region, words.colon));
    }
    if !explained.is_clear {
        lines.push(words.point_is_not_clear.to_owned());
    }
    lines.join("\n")
}

/// The point and its owner.
pub fn point_heading(explained: &PointExplanation, language: Language) -> String {
    let whose = whose(explained, language);
    language.words().point_is(explained.at, &whose)
}

/// The owner of the point and the reason, on one line.
pub(crate) fn point_in_short(explained: &PointExplanation, language: Language) -> String {
    let whose = whose(explained, language);
    let told = [whose].into_iter().chain(reason(explained, language));
    told.collect::<Vec<_>>().join(language.words().semicolon)
}

fn whose(explained: &PointExplanation, language: Language) -> String {
    let words = language.words();
    match explained.reason {
        PointReason::Filled(_) if counts_territory(explained) => words.no_territory.to_owned(),
        PointReason::Surrounded(owner) | PointReason::Filled(owner) => {
            words.territory_of(language.color(owner))
        }
        PointReason::Dame | PointReason::OwnDead { .. } => words.dame.to_owned(),
        PointReason::Undecided => words.nobodys_yet.to_owned(),
        _ => words.no_territory.to_owned(),
    }
}

fn counts_territory(explained: &PointExplanation) -> bool {
    explained.rules.counting == Counting::Territory
}

/// The deciding reason, in one or two sentences.
fn reason(explained: &PointExplanation, language: Language) -> Vec<String> {
    let words = language.words();
    let cited = |fact: Fact| language.cited(&explained.rules, fact);
    let named = |points: &PointSet| language.points_of(points);
    let taken = |stones: &PointSet, fact: Fact| {
        let stones = *stones;
        (!stones.is_empty()).then(|| words.dead_taken_off(&named(&stones), &cited(fact)))
    };
    let because = match explained.reason {
        PointReason::Surrounded(owner) => {
            words.surrounded(language.color(owner), &cited(Fact::Territory))
        }
        PointReason::Filled(owner) if counts_territory(explained) => {
            words.filled_with_the_dame(language.color(owner))
        }
        PointReason::Filled(owner) => words.filled_by(language.color(owner)),
        PointReason::Dame => words.both_meet(&cited(Fact::Dame)),
        PointReason::Undecided => words.still_played_for.to_owned(),
        PointReason::Open => words.nobody_near.to_owned(),
        PointReason::OwnDead { owner, dead } => words.own_dead_stay(
            language.color(owner),
            &named(&dead),
            &cited(Fact::Territory),
        ),
        PointReason::Ko { owner, stone } => {
            words.ko_of_living(language.color(!owner), stone, &cited(Fact::KoPoint))
        }
        PointReason::EyeInSeki { owner, dame, .. } if dame.is_empty() => {
            words.eye_in_seki(language.color(owner), &cited(Fact::EyeInSeki))
        }
        PointReason::EyeInSeki { owner, dame, .. } => words.eye_beside_dame(
            language.color(owner),
            &named(&dame),
            &cited(Fact::EyeInSeki),
        ),
        PointReason::ThreePoints(owner) => {
            words.three_points(language.color(owner), &cited(Fact::Precedent))
        }
        PointReason::StonesCount => words.counts_stones.to_owned(),
    };
    let taken = match explained.reason {
        PointReason::Surrounded(_) => taken(&explained.prisoners, Fact::TakenOff),
        PointReason::EyeInSeki { .. } => taken(&explained.prisoners, Fact::PrisonersInSeki),
        _ => None,
    };
    [because].into_iter().chain(taken).collect()
}

/// The living chains around the point, Black's first.
fn walls(explained: &PointExplanation, language: Language) -> String {
    let words = language.words();
    let walls = Color::BOTH
        .into_iter()
        .flat_map(|color| &explained.walls[color]);
    let named: Vec<String> = walls
        .filter_map(|wall| {
            let first = wall.stones.first()?;
            let judgement = judgement::judgement(wall, language);
            Some(words.wall(language.color(wall.color), first, &judgement))
        })
        .collect();
    language.list(&named, words.comma)
}
