//! Phrases shared by the text and the page.

use super::comparison::{RuleDifference, RulesResult};
use super::contents::Report;
use super::course::Standing;
use super::mistakes::Mistake;
use crate::formats::sgf::{GameInfo, Record};
use crate::go::board::Play;
use crate::go::color::{Color, PerColor};
use crate::go::point::PointSet;
use crate::go::rules::Counting;
use crate::referee::game::scoring::Agreement;
use crate::referee::judge::Judgement;
use crate::ui::language::{Language, scored};

/// The players with their ranks.
pub(super) fn players(record: &Record, language: Language) -> String {
    let name = |color: Color| {
        let rank = match color {
            Color::Black => GameInfo::BlackRank,
            Color::White => GameInfo::WhiteRank,
        };
        let player = record.players[color].as_deref().map(str::trim);
        let player = player.filter(|name| !name.is_empty());
        let rank = record.info.get(&rank);
        let rank = rank.map_or(String::new(), |rank| format!(" {rank}"));
        match player {
            Some(player) => format!("{player}{rank} ({})", language.color(color)),
            None => format!("{}{rank}", language.color(color)),
        }
    };
    format!("{} – {}", name(Color::Black), name(Color::White))
}

/// The result; in an open game, the results with either side first.
pub(super) fn result(report: &Report, language: Language) -> String {
    scored::headline(&report.scored, report.both.as_ref(), language)
}

/// A notice at the top of a report.
pub(super) struct Notice {
    pub(super) heading: &'static str,
    pub(super) lines: Vec<String>,
}

/// Returns a notice if the game is unfinished, the rules contradict an agreement, or the recorded
/// result differs.
pub(super) fn notice(report: &Report, language: Language) -> Option<Notice> {
    let (scored, words) = (&report.scored, language.words());
    if !scored::is_finished(scored) {
        let mut lines = vec![scored::not_finished(scored, language)];
        let last = report.course.last();
        lines.extend(last.map(|last| standing(last, report.scatter, language)));
        return Some(Notice {
            heading: words.game_not_finished,
            lines,
        });
    }
    let contradictions = scored::contradictions(scored, language);
    if !contradictions.is_empty() {
        return Some(Notice {
            heading: words.rules_say_otherwise,
            lines: contradictions,
        });
    }
    if scored.after < scored.moves {
        return None;
    }
    let lines = match scored.agreement() {
        Agreement::Same | Agreement::NotCounted => return None,
        Agreement::NoResult => vec![words.seen_before.to_owned()],
        Agreement::Differs(by) => {
            let mut lines = vec![scored::difference(by, language)];
            lines.extend(scored::reasons(scored, language));
            lines
        }
    };
    Some(Notice {
        heading: words.record_differs,
        lines,
    })
}

/// Win rate and lead of the leading side.
fn standing(standing: &Standing, scatter: f64, language: Language) -> String {
    let (color, winrate) = if standing.lead > 0.0 {
        (Color::Black, standing.winrate)
    } else {
        (Color::White, 1.0 - standing.winrate)
    };
    let words = language.words();
    words.standing(
        language.color(color),
        standing.lead.abs(),
        100.0 * winrate,
        scatter,
    )
}

/// The loss of a mistake, in points and percent.
pub(super) fn lost(mistake: &Mistake) -> (String, String) {
    (
        format!("{:.1}", mistake.points),
        format!("{:.0} %", 100.0 * mistake.winrate),
    )
}

/// A mistake as a sentence.
pub(super) fn mistake(mistake: &Mistake, language: Language) -> String {
    let (points, percent) = lost(mistake);
    let words = language.words();
    words.better_move(&language.to(mistake.better), &points, &percent)
}

/// The name of a chain: its first stone.
pub(super) fn name(stones: &PointSet) -> String {
    let first = stones.first();
    first.map_or(String::new(), |stone| stone.to_string())
}

/// A chain with its status.
pub(super) fn title(judgement: &Judgement, language: Language) -> String {
    format!(
        "{} {}{}{}",
        language.color(judgement.color),
        name(&judgement.stones),
        language.words().colon,
        language.status(judgement.status)
    )
}

/// A stage of a replay.
pub(super) fn stage(number: usize, play: Option<Play>, language: Language) -> String {
    let words = language.words();
    match play {
        Some(play) => words.numbered_move(number, &language.play(play)),
        None => words.stones_set_up.to_owned(),
    }
}

/// The differences from the game's own rules.
pub(super) fn differences(result: &RulesResult, language: Language) -> String {
    let differences = result.differences.iter();
    let told: Vec<String> = differences
        .map(|found| difference(found, language))
        .collect();
    told.join(language.words().semicolon)
}

/// The differences that have a place on the board.
pub(super) fn differences_on_the_board(result: &RulesResult, language: Language) -> String {
    let differences = result.differences.iter();
    let on_the_board = differences.filter(|difference| {
        matches!(
            difference,
            RuleDifference::Stones(..)
                | RuleDifference::TakenOff(_)
                | RuleDifference::Without(_)
                | RuleDifference::With(_)
                | RuleDifference::Precedent(_)
        )
    });
    let told: Vec<String> = on_the_board
        .map(|found| difference(found, language))
        .collect();
    told.join(language.words().semicolon)
}

fn difference(difference: &RuleDifference, language: Language) -> String {
    let words = language.words();
    match difference {
        RuleDifference::Repetition(Some(repetition)) => language.repetition(*repetition).to_owned(),
        RuleDifference::Repetition(None) => words.repetition_ends_nothing.to_owned(),
        RuleDifference::Counting(Counting::Territory) => words.counts_territory.to_owned(),
        RuleDifference::Counting(Counting::Area) => words.counts_area.to_owned(),
        RuleDifference::Counting(Counting::Stones) => words.counts_stones.to_owned(),
        RuleDifference::Stones(status, stones) => {
            let chains: Vec<String> = Color::BOTH
                .into_iter()
                .flat_map(|color| stones[color].components().map(move |chain| (color, chain)))
                .map(|(color, chain)| format!("{} {}", language.color(color), name(&chain)))
                .collect();
            let list = language.list(&chains, words.comma);
            words.stones_with_status(&list, language.status(*status))
        }
        RuleDifference::TakenOff(PerColor([black, white])) => words.taken_off(*black, *white),
        RuleDifference::Without(points) => words.no_points(&by_side(points, language)),
        RuleDifference::With(points) => words.points_here_only(&by_side(points, language)),
        RuleDifference::Precedent(PerColor([black, white])) => {
            words.points_by_precedent(*black, *white)
        }
        RuleDifference::Tax(PerColor([black, white])) => words.group_tax_of(*black, *white),
        RuleDifference::Handicap(points) => {
            words.points_for_handicap(&language.number_of_points(f64::from(*points)))
        }
        RuleDifference::Button(Some(color)) => words.button_taken(language.color(*color)),
        RuleDifference::Button(None) => words.no_button.to_owned(),
    }
}

fn by_side(points: &PerColor<PointSet>, language: Language) -> String {
    let sides = Color::BOTH
        .into_iter()
        .filter(|&color| !points[color].is_empty());
    let told: Vec<String> = sides
        .map(|color| {
            let points = language.points_of(&points[color]);
            format!("{} {points}", language.color(color))
        })
        .collect();
    told.join(language.words().comma)
}
