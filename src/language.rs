//! Boards, rules and judgements in words, as GTP's own commands and the command line show them.

pub(crate) mod explanation;
mod labels;
mod refusals;
mod words;

use crate::board::diagram;
use crate::color::Color;
use crate::judge::{Adjudication, Judgement, Status};
use crate::point::Move;
use crate::position::{Breach, Position};
use crate::rules::Rules;
use crate::score::{Score, Tally};
pub use explanation::{comparison, drawing, explanation, reinforcements};
pub(crate) use labels::Labels;
pub use words::Language;

/// How many moves, points or chains of a list are named.
const SHOWN: usize = 20;

/// The board with captures, rules, komi and turn.
pub fn board(position: &Position) -> String {
    let prisoners = position.prisoners();
    let last = position
        .last_move()
        .map(|(color, to)| format!(", last {color} {to}"));
    format!(
        "{}\nCaptured by Black {}, by White {}\nRules {}, komi {}{}\n{} to move, moves made {}{}",
        position.board(),
        prisoners[Color::Black],
        prisoners[Color::White],
        position.rules(),
        position.komi(),
        handicap(position),
        position.turn(),
        position.move_count(),
        last.unwrap_or_default(),
    )
}

fn handicap(position: &Position) -> String {
    match (
        position.handicap(),
        position.rules().handicap_points(position.handicap()),
    ) {
        (0, _) => String::new(),
        (stones, 0) => format!(", handicap {stones}"),
        (stones, points) => format!(", handicap {stones} for which White has {points}"),
    }
}

/// Every switch of the rules in force, one a line.
pub fn rules(position: &Position, language: Language) -> String {
    let rules = position.rules();
    let switches = [
        (language.choose("name", "名称"), rules.to_string()),
        (
            language.choose("ko", "劫"),
            language.ko(rules.ko).to_owned(),
        ),
        (
            language.choose("repeated position", "同一局面"),
            language.repeated(rules.repetition).to_owned(),
        ),
        (
            language.choose("suicide", "自殺手"),
            language.suicide(rules.suicide).to_owned(),
        ),
        (
            language.choose("counting", "計算"),
            language.counting(rules.counting).to_owned(),
        ),
        (
            language.choose("tax", "地の除外"),
            language.tax(rules.tax).to_owned(),
        ),
        (
            language.choose("handicap", "置碁"),
            language.handicap(rules.handicap).to_owned(),
        ),
        (
            language.choose("button", "ボタン"),
            language.button(rules.button).to_owned(),
        ),
        (
            language.choose("end", "終局"),
            language.end(rules.end).to_owned(),
        ),
        (
            language.choose("life and death", "死活"),
            language.death(rules).to_owned(),
        ),
        (
            language.choose("komi", "コミ"),
            match language {
                Language::English => format!("{} (usually {})", position.komi(), rules.komi),
                Language::Japanese => format!("{}（通常{}）", position.komi(), rules.komi),
            },
        ),
    ];
    let lines = switches.map(|(name, text)| format!("{name}{}{text}", language.colon()));
    lines.join("\n")
}

/// What each side has, by kind, and the result.
pub fn score(score: &Score, language: Language) -> String {
    format!(
        "{}\n{}\n{} {}",
        tally(score, Color::Black, language),
        tally(score, Color::White, language),
        language.choose("result", "結果"),
        language.result(score),
    )
}

/// What one side has, by kind.
pub fn tally(score: &Score, color: Color, language: Language) -> String {
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
    let counts = [
        (language.choose("territory", "地"), territory),
        (language.choose("stones", "活き石"), stones),
        (language.choose("prisoners", "ハマ"), prisoners),
        (language.choose("dead stones", "死に石"), dead),
        (language.choose("by precedent", "判例"), precedent),
        (language.choose("handicap", "置石"), handicap),
    ];
    let mut parts: Vec<String> = counts
        .into_iter()
        .filter(|&(_, count)| count > 0)
        .map(|(kind, count)| format!("{kind} {count}"))
        .collect();
    if tax > 0 {
        parts.push(format!("{} -{tax}", language.choose("tax", "切り賃")));
    }
    let paid = [
        (language.choose("komi", "コミ"), komi),
        (language.choose("button", "ボタン"), button),
    ];
    for (kind, points) in paid {
        if points != 0.0 {
            parts.push(format!("{kind} {points}"));
        }
    }
    let mut sum = String::new();
    for (index, part) in parts.iter().enumerate() {
        sum += if index == 0 { " = " } else { " + " };
        sum += part;
    }
    let (side, total) = (language.color(color), score.tallies[color].total());
    let tax = language.choose("tax", "切り賃");
    format!("{side} {total}{sum}").replace(&format!("+ {tax} -"), &format!("- {tax} "))
}

/// A move that breaks a rule.
pub fn breach(breach: &Breach, language: Language) -> String {
    let (number, play) = (breach.number, language.play(breach.play));
    let foul = language.foul(breach.foul);
    match language {
        Language::English => format!("foul play: move {number}, {play}: {foul}"),
        Language::Japanese => format!("反則：第{number}手 {play}、{foul}"),
    }
}

/// What there is to say of a chain: its status and how that is known.
pub fn judgement(judgement: &Judgement, language: Language) -> String {
    let (status, basis) = (
        language.status(judgement.status),
        language.basis(judgement.basis),
    );
    match language {
        Language::English => format!("{status} {basis}"),
        Language::Japanese => format!("{status}（{basis}）"),
    }
}

/// The board with dead stones in small letters and territory marked.
pub fn picture(position: &Position, adjudication: &Adjudication, language: Language) -> String {
    let (dead, territory) = (adjudication.dead(), adjudication.territory());
    let picture = diagram::picture(position.board().size(), |point| {
        match (position.board().at(point), dead.contains(point)) {
            (Some(Color::Black), false) => 'X',
            (Some(Color::Black), true) => 'x',
            (Some(Color::White), false) => 'O',
            (Some(Color::White), true) => 'o',
            (None, _) if territory.points[Color::Black].contains(point) => '+',
            (None, _) if territory.points[Color::White].contains(point) => '-',
            (None, _) => '.',
        }
    });
    let legend = language.choose(
        "X Black  O White  x o dead  + Black's points  - White's points  . nobody's",
        "X 黒  O 白  x o 死に石  + 黒地  - 白地  . どちらの地でもない点",
    );
    format!("{picture}\n{legend}")
}

/// The chains of which more is to be said than that they live whatever happens, one a line.
pub fn chains(adjudication: &Adjudication, language: Language) -> String {
    let mut text = String::new();
    for chain in adjudication.chains() {
        if chain.status == Status::Alive && chain.basis.needs_no_play() {
            continue;
        }
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
            language.colon(),
            judgement(chain, language)
        );
    }
    text
}

/// What was played before counting, and what is not clear, each on a line of its own where there is any.
pub fn finish(adjudication: &Adjudication, language: Language) -> String {
    let plays = adjudication.finish().iter();
    let plays: Vec<String> = plays.map(|&play| language.play(play)).collect();
    let unclear = adjudication.unclear();
    let points: Vec<String> = unclear.iter().map(|point| point.to_string()).collect();
    let to_fill = Color::BOTH.into_iter().flat_map(|color| {
        let points = adjudication.reinforcements()[color].iter();
        points.map(move |point| language.play((color, Move::At(point))))
    });
    // What has been filled already need not be named twice.
    let to_fill = to_fill.filter(|play| !plays.contains(play)).collect();
    let mut text = String::new();
    for (title, items, separator) in [
        (
            language.choose(
                "counted as territory, to be filled if play goes on",
                "地に数えたが、打ち継げば手入れの要る点",
            ),
            to_fill,
            language.comma(),
        ),
        (
            language.choose("played before counting", "計算前の駄目詰め・手入れ"),
            plays,
            language.comma(),
        ),
        (
            language.choose("not clear whose", "帰属の不確かな点"),
            points,
            " ",
        ),
    ] {
        if !items.is_empty() {
            let items = listed(&items, separator, language);
            text += &format!("{title}{}{items}\n", language.colon());
        }
    }
    text
}

/// The first items of a list, and how many more there are.
pub(crate) fn listed(items: &[String], separator: &str, language: Language) -> String {
    let shown = &items[..items.len().min(SHOWN)];
    let more = match items.len() - shown.len() {
        0 => String::new(),
        more => language.choose(format!(" and {more} more"), format!(" 他{more}")),
    };
    shown.join(separator) + &more
}

/// Rules and komi as they are announced.
pub fn terms(rules: &Rules, komi: f64) -> String {
    format!("rules {rules}, komi {komi}")
}
