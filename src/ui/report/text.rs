//! A report as text for terminals.

use super::contents::Report;
use super::demonstration::Demonstration;
use super::phrases;
use crate::formats::sgf::Record;
use crate::go::board::Board;
use crate::go::color::Color;
use crate::go::score::Score;
use crate::life::variation::Variation;
use crate::referee::game::Outcome;
use crate::referee::game::scoring::ScoredGame;
use crate::ui::language::{self, Language, Look, explanation, scored};
use crate::util::visible;

/// Formats the report.
pub fn text(record: &Record, report: &Report, language: Language) -> String {
    let mut text = heading(record, report, language);
    text += &notice(report, language);
    text += &score(&report.scored, language);
    text += &breaches(&report.scored, language);
    text += &life_and_death(report, language);
    text += &by_rules(report, language);
    text += &mistakes(report, language);
    if !report.course.is_empty() {
        text += &course(report, language);
    }
    // Control characters in the record could disturb a terminal.
    visible::text(&text).into_owned()
}

/// The players, the result, the rules and the final position.
fn heading(record: &Record, report: &Report, language: Language) -> String {
    let (words, scored) = (language.words(), &report.scored);
    let recorded = scored::recorded_result(scored, language);
    let recorded = recorded.map_or(String::new(), |recorded| {
        format!("  ({}{}{recorded})", words.result_in_record, words.colon)
    });
    format!(
        "{}\n{}{}{}{recorded}\n{}{}{} ({}){}{} {}\n{}\n\n{}\n{}",
        phrases::players(record, language),
        words.result,
        words.colon,
        phrases::result(report, language),
        words.rules,
        words.colon,
        scored.position.rules(),
        scored::source(scored, language),
        words.comma,
        words.komi,
        scored.position.komi(),
        scored::extent(scored, language),
        language::picture(
            &scored.position,
            &scored.adjudication,
            Look::UNICODE,
            language
        ),
        language::finish(&scored.adjudication, language),
    )
}

fn notice(report: &Report, language: Language) -> String {
    let Some(notice) = phrases::notice(report, language) else {
        return String::new();
    };
    section(notice.heading, &notice.lines) + "\n"
}

fn score(scored: &ScoredGame, language: Language) -> String {
    match &scored.outcome {
        Outcome::Score(score) => language::score(score, language) + "\n",
        _ => String::new(),
    }
}

fn breaches(scored: &ScoredGame, language: Language) -> String {
    let words = language.words();
    let mut lines = scored::breaches(scored, language);
    if lines.is_empty() {
        lines.push(words.no_breaches.to_owned());
    }
    section(words.breaches, &lines)
}

fn life_and_death(report: &Report, language: Language) -> String {
    let (scored, words) = (&report.scored, language.words());
    let mut lines = Vec::new();
    if !report.demonstrations.is_empty() {
        lines.push(explanation::article(scored.position.rules(), language));
    }
    for shown in &report.demonstrations {
        lines.extend(demonstration(shown, scored.position.board(), language));
    }
    let others = scored.adjudication.chains().len() - report.demonstrations.len();
    if others > 0 {
        lines.push(format!("{}: {others}", words.other_stones));
    }
    let remarks = language::remarks(&scored.adjudication, language);
    lines.extend(remarks.lines().map(str::to_owned));
    section(words.life_and_death, &lines)
}

/// A chain with its status, and indented below it the reason and the line that shows it.
fn demonstration(shown: &Demonstration, board: &Board, language: Language) -> Vec<String> {
    let (explained, words) = (&shown.explanation, language.words());
    let mut title = format!(
        "{}{}{}",
        phrases::title(&explained.judgement, language),
        words.comma,
        language.evidence(&explained.judgement),
    );
    if shown.is_disputed {
        title += words.comma;
        title += words.disputed;
    }
    let mut below = vec![explanation::reasons(explained, language)];
    if let Some(lines) = &explained.lines {
        let told = |line: &Variation| {
            let moves = explanation::moves(board, line, language);
            (!line.plays.is_empty()).then_some(moves)
        };
        below.extend(told(&lines.main));
        below.push(explanation::outcome(board, explained, language));
        below.extend(lines.tries.iter().filter_map(told));
    }
    let below = below.into_iter().map(|line| format!("  {line}"));
    std::iter::once(title).chain(below).collect()
}

fn by_rules(report: &Report, language: Language) -> String {
    let words = language.words();
    let mut lines = Vec::new();
    for (index, result) in report.by_rules.iter().enumerate() {
        let names: Vec<String> = result.rules.iter().map(|rules| rules.to_string()).collect();
        let totals = match &result.scored.outcome {
            Outcome::Score(score) => totals(score, language),
            _ => String::new(),
        };
        lines.push(format!(
            "{}{}{} {totals}",
            names.join(" "),
            words.colon,
            scored::short_result(&result.scored, language),
        ));
        let why = match index {
            0 => words.own_rules.to_owned(),
            _ if result.differences.is_empty() => words.no_difference.to_owned(),
            _ => phrases::differences(result, language),
        };
        lines.push(format!("  {why}"));
    }
    lines.push(words.same_komi(report.scored.position.komi()));
    section(words.by_rules, &lines)
}

fn mistakes(report: &Report, language: Language) -> String {
    let (words, Some(mistakes)) = (language.words(), &report.mistakes) else {
        return String::new();
    };
    let mut lines: Vec<String> = mistakes
        .0
        .iter()
        .flatten()
        .map(|mistake| {
            let play = phrases::stage(mistake.number, Some(mistake.play), language);
            let told = phrases::mistake(mistake, language);
            format!("{play}{}{told}", words.colon)
        })
        .collect();
    if lines.is_empty() {
        lines.push(words.no_mistakes.to_owned());
    }
    section(words.mistakes, &lines)
}

/// Win rate and lead after each move.
fn course(report: &Report, language: Language) -> String {
    let plays = report.replay.stages.iter().filter_map(|stage| stage.play);
    let plays = plays.map(|play| format!(" {}", language.play(play)));
    let plays = std::iter::once(String::new()).chain(plays);
    let standings = report.course.iter().enumerate().zip(plays);
    let lines = standings.map(|((number, at), play)| {
        format!(
            "{number:>3} {:>3.0}% {:>+6.1} {}{play}",
            at.winrate * 100.0,
            // Avoids a minus sign before zero.
            (at.lead * 10.0).round() / 10.0 + 0.0,
            bar(at.winrate)
        )
    });
    let how = language.words().course_how.to_owned();
    let lines: Vec<String> = std::iter::once(how).chain(lines).collect();
    section(language.words().course, &lines)
}

/// A title with indented lines below it.
fn section(title: &str, lines: &[String]) -> String {
    let lines: String = lines.iter().map(|line| format!("  {line}\n")).collect();
    format!("\n{title}\n{lines}")
}

fn totals(score: &Score, language: Language) -> String {
    let [black, white] = Color::BOTH
        .map(|color| format!("{} {}", language.color(color), score.tallies[color].total()));
    format!("({black}{}{white})", language.words().comma)
}

/// A bar with Black's share.
fn bar(share: f64) -> String {
    const LENGTH: usize = 40;
    let black = (share.clamp(0.0, 1.0) * LENGTH as f64).round() as usize;
    "█".repeat(black) + &"░".repeat(LENGTH - black)
}
