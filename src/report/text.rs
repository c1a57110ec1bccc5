//! A review as text for terminals.

use super::judged;
use crate::board::diagram;
use crate::color::Color;
use crate::game::Outcome;
use crate::judge::Status;
use crate::language::{self, Labels, Language};
use crate::report::Report;
use crate::score::Score;
use crate::scoring::ScoredGame;
use crate::sgf::Record;
use std::fmt::Write;

/// The text on a game.
pub fn report(record: &Record, review: &Report, language: Language) -> String {
    let labels = Labels::of(language);
    let ruling = &review.ruling;
    let recorded = ruling.recorded.as_deref();
    let recorded = recorded.map_or(String::new(), |recorded| {
        format!("  ({}{}{recorded})", labels.recorded, language.colon())
    });
    let rules = ruling.position.rules();
    let mut text = format!(
        "{}\n{}{}{}{recorded}\n{}{}{rules} ({}){}{} {}\n{}\n\n{}\n",
        judged::players(record, language),
        labels.result,
        language.colon(),
        judged::result(ruling, language),
        labels.rules,
        language.colon(),
        judged::source(ruling, language),
        language.comma(),
        labels.komi,
        ruling.position.komi(),
        judged::extent(ruling, language),
        board(ruling, language),
    );
    text += &language::finish(&ruling.adjudication, language);
    if let Some(notice) = judged::notice(review, language) {
        section(&mut text, notice.heading);
        for line in notice.lines {
            _ = writeln!(text, "  {line}");
        }
        text.push('\n');
    }
    if let Outcome::Score(score) = &ruling.outcome {
        text += &language::score(score, language);
        text.push('\n');
    }
    section(&mut text, labels.breaches);
    for breach in &ruling.breaches {
        _ = writeln!(text, "  {}", language::breach(breach, language));
    }
    if ruling.breaches.is_empty() {
        _ = writeln!(text, "  {}", labels.no_breaches);
    }
    section(&mut text, labels.stones);
    if !review.demonstrations.is_empty() {
        _ = writeln!(
            text,
            "  {}",
            language::explanation::article(rules, language)
        );
    }
    for shown in &review.demonstrations {
        let (explained, judgement) = (&shown.explanation, &shown.explanation.judgement);
        let disputed = if shown.is_disputed {
            format!("{}{}", language.comma(), labels.disputed)
        } else {
            String::new()
        };
        _ = writeln!(
            text,
            "  {}{}{}{disputed}\n    {}",
            judged::title(judgement, language),
            language.comma(),
            language.basis(judgement.basis),
            language::explanation::reasons(explained, language),
        );
        if let Some(lines) = &explained.lines {
            let board = ruling.position.board();
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
    let chains = ruling.adjudication.chains();
    let others = chains.len() - review.demonstrations.len();
    if others > 0 {
        _ = writeln!(text, "  {}: {others}", labels.other_stones);
    }
    section(&mut text, labels.by_rules);
    for (index, count) in review.counts.iter().enumerate() {
        let names: Vec<String> = count.rules.iter().map(|rules| rules.to_string()).collect();
        let why = match index {
            0 => labels.own_rules.to_owned(),
            _ if count.differences.is_empty() => labels.no_difference.to_owned(),
            _ => judged::differences(count, language),
        };
        let totals = match &count.ruling.outcome {
            Outcome::Score(score) => totals(score, language),
            Outcome::Repetition(_) => String::new(),
        };
        _ = writeln!(
            text,
            "  {}{}{} {totals}\n    {why}",
            names.join(" "),
            language.colon(),
            judged::short_result(&count.ruling, language),
        );
    }
    _ = writeln!(text, "  {}", judged::same_komi(ruling, language));
    if !review.course.is_empty() {
        section(&mut text, labels.course);
        for (number, at) in review.course.iter().enumerate() {
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
    format!("({black}{}{white})", language.comma())
}

/// Black's share of a bar.
fn bar(share: f64) -> String {
    const LENGTH: usize = 40;
    let black = (share.clamp(0.0, 1.0) * LENGTH as f64).round() as usize;
    "█".repeat(black) + &"░".repeat(LENGTH - black)
}

/// What the signs on the board mean, in the order of the legend.
const SIGNS: [(char, &str, &str); 10] = [
    ('●', "Black", "黒"),
    ('○', "White", "白"),
    ('▲', "dead black stone", "黒の死に石"),
    ('△', "dead white stone", "白の死に石"),
    ('◆', "black stone in seki", "黒のセキ石"),
    ('◇', "white stone in seki", "白のセキ石"),
    ('■', "Black’s point", "黒地"),
    ('□', "White’s point", "白地"),
    ('?', "not clear", "不確か"),
    ('·', "nobody’s", "どちらの地でもない点"),
];

/// The final position with statuses and territory, and what the signs on it mean.
fn board(ruling: &ScoredGame, language: Language) -> String {
    let adjudication = &ruling.adjudication;
    let (board, territory) = (ruling.position.board(), adjudication.territory());
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
            None if ruling.unsettled().contains(point) => '?',
            None => '·',
        }
    };
    let picture = diagram::picture(board.size(), sign);
    let used = SIGNS
        .into_iter()
        .filter(|(sign, _, _)| picture.contains(*sign));
    let legend: Vec<String> = used
        .map(|(sign, english, japanese)| format!("{sign} {}", language.choose(english, japanese)))
        .collect();
    format!("{picture}\n{}", legend.join("  "))
}
