//! A report as text for terminals.

use super::contents::Report;
use super::phrases;
use crate::board::diagram;
use crate::color::Color;
use crate::game::Outcome;
use crate::judge::Status;
use crate::language::{self, Language, Words, scored};
use crate::score::Score;
use crate::scoring::ScoredGame;
use crate::sgf::Record;
use std::fmt::Write;

/// The text on a game.
pub fn text(record: &Record, report: &Report, language: Language) -> String {
    let words = language.words();
    let scored = &report.scored;
    let recorded = scored.recorded.as_deref();
    let recorded = recorded.map_or(String::new(), |recorded| {
        format!("  ({}{}{recorded})", words.result_in_record, words.colon)
    });
    let rules = scored.position.rules();
    let mut text = format!(
        "{}\n{}{}{}{recorded}\n{}{}{rules} ({}){}{} {}\n{}\n\n{}\n",
        phrases::players(record, language),
        words.result,
        words.colon,
        scored::result(scored, language),
        words.rules,
        words.colon,
        scored::source(scored, language),
        words.comma,
        words.komi,
        scored.position.komi(),
        scored::extent(scored, language),
        board(scored, language),
    );
    text += &language::finish(&scored.adjudication, language);
    if let Some(notice) = phrases::notice(report, language) {
        section(&mut text, notice.heading);
        for line in notice.lines {
            _ = writeln!(text, "  {line}");
        }
        text.push('\n');
    }
    if let Outcome::Score(score) = &scored.outcome {
        text += &language::score(score, language);
        text.push('\n');
    }
    section(&mut text, words.breaches);
    for breach in &scored.breaches {
        _ = writeln!(text, "  {}", language::breach(breach, language));
    }
    if scored.breaches.is_empty() {
        _ = writeln!(text, "  {}", words.no_breaches);
    }
    section(&mut text, words.life_and_death);
    if !report.demonstrations.is_empty() {
        _ = writeln!(
            text,
            "  {}",
            language::explanation::article(rules, language)
        );
    }
    for shown in &report.demonstrations {
        let (explained, judgement) = (&shown.explanation, &shown.explanation.judgement);
        let disputed = if shown.is_disputed {
            format!("{}{}", words.comma, words.disputed)
        } else {
            String::new()
        };
        _ = writeln!(
            text,
            "  {}{}{}{disputed}\n    {}",
            phrases::title(judgement, language),
            words.comma,
            language.basis(judgement.basis),
            language::explanation::reasons(explained, language),
        );
        if let Some(lines) = &explained.lines {
            let board = scored.position.board();
            for line in [&lines.main].into_iter().chain(&lines.tries) {
                if !line.plays.is_empty() {
                    _ = writeln!(
                        text,
                        "    {}",
                        language::explanation::moves(board, line, language)
                    );
                }
                if std::ptr::eq(line, &lines.main) {
                    _ = writeln!(
                        text,
                        "    {}",
                        language::explanation::outcome(board, explained, language)
                    );
                }
            }
        }
    }
    let chains = scored.adjudication.chains();
    let others = chains.len() - report.demonstrations.len();
    if others > 0 {
        _ = writeln!(text, "  {}: {others}", words.other_stones);
    }
    section(&mut text, words.by_rules);
    for (index, result) in report.by_rules.iter().enumerate() {
        let names: Vec<String> = result.rules.iter().map(|rules| rules.to_string()).collect();
        let why = match index {
            0 => words.own_rules.to_owned(),
            _ if result.differences.is_empty() => words.no_difference.to_owned(),
            _ => phrases::differences(result, language),
        };
        let totals = match &result.scored.outcome {
            Outcome::Score(score) => totals(score, language),
            Outcome::Repetition(_) => String::new(),
        };
        _ = writeln!(
            text,
            "  {}{}{} {totals}\n    {why}",
            names.join(" "),
            words.colon,
            scored::short_result(&result.scored, language),
        );
    }
    _ = writeln!(text, "  {}", words.same_komi(scored.position.komi()));
    if !report.course.is_empty() {
        section(&mut text, words.course);
        for (number, at) in report.course.iter().enumerate() {
            _ = writeln!(
                text,
                "  {number:>3} {:>3.0}% {:>+6.1} {}",
                at.winrate * 100.0,
                // No minus before a zero.
                (at.lead * 10.0).round() / 10.0 + 0.0,
                bar(at.winrate)
            );
        }
    }
    // Texts from the record are shown without what could disturb a terminal.
    text.retain(|letter| letter == '\n' || !letter.is_control());
    text
}

fn section(text: &mut String, title: &str) {
    _ = writeln!(text, "\n{title}");
}

fn totals(score: &Score, language: Language) -> String {
    let [black, white] = Color::BOTH
        .map(|color| format!("{} {}", language.color(color), score.tallies[color].total()));
    format!("({black}{}{white})", language.words().comma)
}

/// Black's share of a bar.
fn bar(share: f64) -> String {
    const LENGTH: usize = 40;
    let black = (share.clamp(0.0, 1.0) * LENGTH as f64).round() as usize;
    "█".repeat(black) + &"░".repeat(LENGTH - black)
}

/// What the signs on the board mean, in the order of the legend.
fn signs(words: &Words) -> [(char, &'static str); 10] {
    [
        ('●', words.black),
        ('○', words.white),
        ('▲', words.dead_black_stone),
        ('△', words.dead_white_stone),
        ('◆', words.black_stone_in_seki),
        ('◇', words.white_stone_in_seki),
        ('■', words.black_point),
        ('□', words.white_point),
        ('?', words.not_clear),
        ('·', words.nobodys),
    ]
}

/// The final position with statuses and territory, and what the signs on it mean.
fn board(scored: &ScoredGame, language: Language) -> String {
    let adjudication = &scored.adjudication;
    let (board, territory) = (scored.position.board(), adjudication.territory());
    let sign = |point| {
        let status = adjudication.status(point);
        let (black, white) = match (board.at(point), status) {
            (Some(_), Some(Status::Dead)) => ('▲', '△'),
            (Some(_), Some(Status::Seki)) => ('◆', '◇'),
            (Some(_), _) => ('●', '○'),
            (None, _) => ('■', '□'),
        };
        let owner = board.at(point).or_else(|| {
            let owns = |color: &Color| territory.points[*color].contains(point);
            Color::BOTH.into_iter().find(owns)
        });
        match owner {
            Some(Color::Black) => black,
            Some(Color::White) => white,
            None if scored.unsettled().contains(point) => '?',
            None => '·',
        }
    };
    let picture = diagram::picture(board.size(), sign);
    let used = signs(language.words()).into_iter();
    let used = used.filter(|(sign, _)| picture.contains(*sign));
    let legend: Vec<String> = used.map(|(sign, name)| format!("{sign} {name}")).collect();
    format!("{picture}\n{}", legend.join("  "))
}
