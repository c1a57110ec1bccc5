//! Positions and their rules in words.

use super::citations::Fact;
use super::words::Language;
use crate::go::color::Color;
use crate::go::point::PointSet;
use crate::go::position::{Breach, Displacement, Position};
use crate::go::rules::Rules;
use crate::referee::ending::Phase;

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

/// The switches of the rules in force, one per line, with the articles they are from.
pub fn rules(position: &Position, language: Language) -> String {
    let (rules, words) = (position.rules(), language.words());
    let cited = |fact: Fact| language.cited(rules, fact);
    let none = String::new;
    let death = match language.cited_life(rules) {
        Some(article) => words.in_brackets(&article),
        None => none(),
    };
    let name = rules.to_string();
    let komi = words.komi_usually(position.komi(), rules.komi);
    let switches = [
        (words.switch_name, &*name, none()),
        (words.switch_ko, language.ko(rules.ko), cited(Fact::Ko)),
        (
            words.switch_repetition,
            language.repeated(rules.repetition),
            cited(Fact::Repetition),
        ),
        (
            words.switch_suicide,
            language.suicide(rules.suicide),
            cited(Fact::Suicide),
        ),
        (
            words.switch_counting,
            language.counting(rules.counting),
            none(),
        ),
        (
            words.switch_tax,
            language.tax(rules.tax),
            cited(Fact::EyeInSeki),
        ),
        (
            words.switch_handicap,
            language.handicap(rules.handicap),
            none(),
        ),
        (words.switch_button, language.button(rules.button), none()),
        (words.switch_end, language.end(rules.end), cited(Fact::End)),
        (words.switch_death, language.death(rules), death),
        (words.switch_komi, &komi, none()),
    ];
    let lines = switches.map(|(name, text, cited)| format!("{name}{}{text}{cited}", words.colon));
    lines.join("\n")
}

/// Rules and komi on one line.
pub fn terms(rules: &Rules, komi: f64) -> String {
    format!("rules {rules}, komi {komi}")
}

/// A move that breaks a rule.
pub fn breach(breach: &Breach, language: Language) -> String {
    let (play, foul) = (language.play(breach.play), language.foul(breach.foul));
    language.words().foul(breach.number, &play, &foul)
}

/// Stones displaced between moves.
pub fn displacement(displacement: &Displacement, language: Language) -> String {
    let points = |points: &PointSet| {
        if points.is_empty() {
            language.words().none.to_owned()
        } else {
            language.points_of(points)
        }
    };
    let (off, on) = (points(&displacement.off), points(&displacement.on));
    language.words().displaced(displacement.after, &off, &on)
}

/// The phase of the end procedure.
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
