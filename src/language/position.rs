//! Positions and their rules in words.

use super::words::Language;
use crate::color::Color;
use crate::ending::Phase;
use crate::position::{Breach, Position};
use crate::rules::Rules;

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
    let (rules, words) = (position.rules(), language.words());
    let switches = [
        (words.switch_name, &*rules.to_string()),
        (words.switch_ko, language.ko(rules.ko)),
        (words.switch_repetition, language.repeated(rules.repetition)),
        (words.switch_suicide, language.suicide(rules.suicide)),
        (words.switch_counting, language.counting(rules.counting)),
        (words.switch_tax, language.tax(rules.tax)),
        (words.switch_handicap, language.handicap(rules.handicap)),
        (words.switch_button, language.button(rules.button)),
        (words.switch_end, language.end(rules.end)),
        (words.switch_death, language.death(rules)),
        (
            words.switch_komi,
            &words.komi_usually(position.komi(), rules.komi),
        ),
    ];
    let lines = switches.map(|(name, text)| format!("{name}{}{text}", words.colon));
    lines.join("\n")
}

/// Rules and komi as they are announced.
pub fn terms(rules: &Rules, komi: f64) -> String {
    format!("rules {rules}, komi {komi}")
}

/// A move that breaks a rule.
pub fn breach(breach: &Breach, language: Language) -> String {
    let (play, foul) = (language.play(breach.play), language.foul(breach.foul));
    language.words().foul(breach.number, &play, &foul)
}

/// Where a game stands on its way to the end.
pub fn phase(phase: &Phase, language: Language) -> String {
    let words = language.words();
    let told = match phase {
        Phase::Play => words.phase_play,
        Phase::Offer => words.phase_offer,
        Phase::Fill => words.phase_fill,
        Phase::Confirm => words.phase_confirm,
        Phase::PlayOut => words.phase_play_out,
        Phase::Ruling => words.phase_ruling,
        Phase::Over(over) => &words.phase_over(&language.over(over)),
    };
    format!("{}{}{told}", words.phase, words.colon)
}
