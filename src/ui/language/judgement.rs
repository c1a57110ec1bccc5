//! Judgements and scores in words.

use super::words::Language;
use crate::go::color::Color;
use crate::go::point::Move;
use crate::go::position::Position;
use crate::go::score::{Score, Tally};
use crate::referee::judge::{Adjudication, Basis, Judgement, Occasion};

/// Maximum number of unclear points that are listed one by one.
const MOST_NAMED: usize = 12;

/// The points of each side by kind, and the result.
pub fn score(score: &Score, language: Language) -> String {
    format!(
        "{}\n{}\n{} {}",
        tally(score, Color::Black, language),
        tally(score, Color::White, language),
        language.words().score_result,
        language.result(score),
    )
}

/// The points of one side by kind.
pub fn tally(score: &Score, color: Color, language: Language) -> String {
    let words = language.words();
    let Tally {
        territory,
        stones,
        prisoners,
        dead,
        precedent,
        tax,
        handicap,
        komi,
        button,
    } = score.tallies[color];
    let terms = [
        ('+', words.score_territory, f64::from(territory)),
        ('+', words.score_stones, stones.into()),
        ('+', words.score_prisoners, prisoners.into()),
        ('+', words.score_dead, dead.into()),
        ('+', words.score_precedent, precedent.into()),
        ('+', words.score_handicap, handicap.into()),
        ('-', words.score_tax, tax.into()),
        ('+', words.score_komi, komi),
        ('+', words.score_button, button),
    ];
    let mut text = format!("{} {}", language.color(color), score.tallies[color].total());
    let terms = terms.into_iter().filter(|(_, _, points)| *points != 0.0);
    for (index, (sign, kind, points)) in terms.enumerate() {
        text += &match (index, sign) {
            (0, '-') => format!(" = {kind} -{points}"),
            (0, _) => format!(" = {kind} {points}"),
            _ => format!(" {sign} {kind} {points}"),
        };
    }
    text
}

/// The status of a chain and its evidence.
pub fn judgement(judgement: &Judgement, language: Language) -> String {
    let status = language.status(judgement.status);
    let evidence = language.evidence(judgement);
    language.words().judgement(status, &evidence)
}

/// Lists all chains, one per line.
pub fn chains(adjudication: &Adjudication, language: Language) -> String {
    let mut text = String::new();
    for chain in adjudication.chains() {
        let first = chain
            .stones
            .first()
            .map_or(String::new(), |stone| stone.to_string());
        let count = chain.stones.len();
        let side = language.color(chain.color);
        let indent = if count < 10 { " " } else { "" };
        text += &format!(
            "{side} {first:>3}, {indent}{}{}{}\n",
            language.stones(count),
            language.words().colon,
            judgement(chain, language)
        );
    }
    text
}

/// Tells how a set-up position was judged, as a diagram or as a game, if the rules depend on it.
pub fn meant(
    position: &Position,
    adjudication: &Adjudication,
    language: Language,
) -> Option<&'static str> {
    let words = language.words();
    let matters = position.rules().dame_makes_seki && !position.is_played_on();
    match adjudication.occasion() {
        _ if !matters => None,
        Occasion::Diagram => Some(words.judged_as_diagram),
        Occasion::Stopped => Some(words.judged_as_game),
        Occasion::Game => None,
    }
}

/// Explains estimates and searches, and notes an exhausted budget, if these occur; one per line.
pub fn remarks(adjudication: &Adjudication, language: Language) -> String {
    let words = language.words();
    let chains = adjudication.chains();
    let is_any = |is: fn(&Basis) -> bool| chains.iter().any(|chain| is(&chain.basis));
    let remarks = [
        (
            is_any(|basis| matches!(basis, Basis::Estimated(share) if !share.is_advised)),
            words.estimated_legend,
        ),
        (
            is_any(|basis| matches!(basis, Basis::Estimated(share) if share.is_advised)),
            words.estimated_by_network_legend,
        ),
        (
            is_any(|basis| matches!(basis, Basis::Searched(_))),
            words.searched_legend,
        ),
        (adjudication.has_run_out(), words.budget_ran_out),
    ];
    let remarks = remarks.into_iter().filter(|(is_due, _)| *is_due);
    remarks.map(|(_, remark)| format!("{remark}\n")).collect()
}

/// Lists reinforcements, moves played before counting and unclear points, one line for each kind.
pub fn finish(adjudication: &Adjudication, language: Language) -> String {
    let words = language.words();
    let plays = adjudication.finish().iter();
    let plays: Vec<String> = plays.map(|&play| language.play(play)).collect();
    let points = unclear(adjudication, language);
    let to_fill = Color::BOTH.into_iter().flat_map(|color| {
        let points = adjudication.reinforcements()[color].iter();
        points.map(move |point| language.play((color, Move::At(point))))
    });
    // Skip reinforcements that have been played.
    let to_fill = to_fill.filter(|play| !plays.contains(play)).collect();
    let lists = [
        (words.to_be_filled, to_fill, words.comma),
        (words.played_before_counting, plays, words.comma),
        (words.not_clear_whose, points, words.comma),
    ];
    let lists = lists.into_iter().filter(|(_, items, _)| !items.is_empty());
    let lines = lists.map(|(title, items, separator)| {
        let items = language.list(&items, separator);
        format!("{title}{}{items}\n", words.colon)
    });
    lines.collect()
}

/// The unclear points: a few each by its name, many by regions.
fn unclear(adjudication: &Adjudication, language: Language) -> Vec<String> {
    let unclear = adjudication.unsettled();
    if unclear.len() <= MOST_NAMED {
        return unclear.iter().map(|point| point.to_string()).collect();
    }
    let regions = unclear.components().filter_map(|region| {
        let points = language.number_of_points(region.len() as f64);
        Some(language.words().points_around(&points, region.first()?))
    });
    regions.collect()
}

/// Lists contradictions between the rules and the players' agreement, one line per chain.
pub fn contradictions(
    agreed: &Adjudication,
    contradicted: &[Judgement],
    language: Language,
) -> Vec<String> {
    let words = language.words();
    let told = contradicted.iter().filter_map(|by_rules| {
        let first = by_rules.stones.first()?;
        let status = language.status(agreed.status(first)?);
        let proved = language.status(by_rules.status);
        Some(words.agreed_otherwise(language.color(by_rules.color), first, status, proved))
    });
    told.collect()
}
