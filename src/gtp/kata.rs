//! Rules as KataGo writes them: a JSON object of seven keys, or a name.
//!
//! The keys cannot say how life and death are settled, nor several of our switches. Writing keeps to
//! the seven, since KataGo refuses an object with others; reading an object takes for the rest what
//! KataGo's rules come nearest to.

use crate::rules::{Counting, Death, HandicapBonus, Ko, Preset, Repetition, Rules, Tax};
use serde::Serialize;
use serde_json::{Map, Value};

/// Why a text is no rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoRules {
    /// No preset has the name.
    #[error("unknown rules, known are {}", Rules::names().collect::<Vec<_>>().join(" "))]
    Name,
    /// The text begins like JSON and is none, or no object.
    #[error("not a JSON object: {0}")]
    Json(String),
    /// An object has a key that is not KataGo's.
    #[error(
        "unknown key {0}, known are hasButton ko scoring suicide tax whiteHandicapBonus friendlyPassOk"
    )]
    Key(String),
    /// A key has a value that it cannot have.
    #[error("{key} must be one of {known}")]
    Value {
        /// The key.
        key: &'static str,
        /// What it can be.
        known: &'static str,
    },
}

/// The object in the order in which KataGo writes it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Object {
    has_button: bool,
    ko: &'static str,
    scoring: &'static str,
    suicide: bool,
    tax: &'static str,
    white_handicap_bonus: &'static str,
    friendly_pass_ok: bool,
}

/// Writes as much of the rules as the seven keys can say.
///
/// Counting stones alone is written as area with the group tax, which comes to the same.
pub fn to_json(rules: &Rules) -> String {
    let object = Object {
        has_button: rules.button,
        ko: match rules.ko {
            Ko::Simple | Ko::DoubleKo => "SIMPLE",
            Ko::PositionalSuperko => "POSITIONAL",
            Ko::SituationalSuperko => "SITUATIONAL",
        },
        scoring: match rules.counting {
            Counting::Territory => "TERRITORY",
            Counting::Area | Counting::Stones => "AREA",
        },
        suicide: rules.suicide,
        tax: match (rules.counting, rules.tax) {
            (Counting::Stones, _) | (_, Tax::All) => "ALL",
            (_, Tax::Seki) => "SEKI",
            (_, Tax::None) => "NONE",
        },
        white_handicap_bonus: match rules.handicap {
            HandicapBonus::None => "0",
            HandicapBonus::PerStone => "N",
            HandicapBonus::PerStoneButOne => "N-1",
        },
        friendly_pass_ok: plays_out_freely(rules),
    };
    serde_json::to_string(&object).expect("strings and booleans can be written")
}

/// Whether what the players do not agree on is played out at no cost.
fn plays_out_freely(rules: &Rules) -> bool {
    rules.death == Death::Agreement && !rules.phased
}

/// Reads a name or an object. Keys that are missing are as in the rules of Tromp and Taylor, but for
/// the tax on seki that goes with territory.
///
/// # Errors
///
/// [`NoRules`], saying what is wrong with the text.
pub fn read(text: &str) -> Result<Rules, NoRules> {
    let text = text.trim();
    if !text.starts_with('{') {
        return Rules::preset(text).ok_or(NoRules::Name);
    }
    let object: Map<String, Value> =
        serde_json::from_str(text).map_err(|error| NoRules::Json(error.to_string()))?;
    let mut rules = Rules::TROMP_TAYLOR;
    for key in ["scoring", "score"] {
        if let Some(value) = object.get(key) {
            set(&mut rules, key, &plain(value))?;
        }
    }
    if rules.counting == Counting::Territory {
        rules.tax = Tax::Seki;
        rules.komi = Rules::JAPANESE_1989.komi;
    }
    for (key, value) in &object {
        set(&mut rules, key, &plain(value))?;
    }
    Ok(preset_or(rules))
}

/// The rules with one of the keys changed.
///
/// # Errors
///
/// [`NoRules`], if the key is none of KataGo's or cannot have the value.
pub fn with_rule(mut rules: Rules, key: &str, value: &str) -> Result<Rules, NoRules> {
    set(&mut rules, key, value)?;
    Ok(preset_or(rules))
}

/// The preset with these switches, its usual komi included, or the rules as they are if there is none.
fn preset_or(rules: Rules) -> Rules {
    rules.as_preset().map_or(rules, Preset::rules)
}

/// A JSON value as it is written, strings without quotes.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn set(rules: &mut Rules, key: &str, value: &str) -> Result<(), NoRules> {
    /// Looks a value up in a table of what is known.
    fn one_of<T: Copy>(
        key: &'static str,
        known: &'static str,
        table: &[T],
        value: &str,
    ) -> Result<T, NoRules> {
        let index = known
            .split(' ')
            .position(|name| name.eq_ignore_ascii_case(value));
        index
            .and_then(|index| table.get(index).copied())
            .ok_or(NoRules::Value { key, known })
    }
    let yes_or_no = |key| one_of(key, "true false", &[true, false], value);
    match key {
        "ko" => {
            let kinds = [Ko::Simple, Ko::PositionalSuperko, Ko::SituationalSuperko];
            rules.ko = one_of("ko", "SIMPLE POSITIONAL SITUATIONAL", &kinds, value)?;
            rules.repetition = match (rules.ko, rules.repetition) {
                (Ko::PositionalSuperko | Ko::SituationalSuperko, _) => Repetition::PlayOn,
                (_, Repetition::PlayOn) => Repetition::NoResult,
                (_, repetition) => repetition,
            };
        }
        "scoring" | "score" => {
            let kinds = [Counting::Area, Counting::Territory];
            rules.counting = one_of("scoring", "AREA TERRITORY", &kinds, value)?;
            let is_free = rules.death == Death::AllAlive || plays_out_freely(rules);
            match rules.counting {
                Counting::Territory if is_free => settle_as(rules, &Rules::JAPANESE_1989),
                Counting::Area if !is_free => settle_as(rules, &Rules::CHINESE),
                _ => {}
            }
        }
        "tax" => {
            rules.tax = one_of(
                "tax",
                "NONE SEKI ALL",
                &[Tax::None, Tax::Seki, Tax::All],
                value,
            )?
        }
        "suicide" => rules.suicide = yes_or_no("suicide")?,
        "hasButton" => rules.button = yes_or_no("hasButton")?,
        "whiteHandicapBonus" => {
            let kinds = [
                HandicapBonus::None,
                HandicapBonus::PerStone,
                HandicapBonus::PerStoneButOne,
            ];
            rules.handicap = one_of("whiteHandicapBonus", "0 N N-1", &kinds, value)?;
        }
        "friendlyPassOk" => {
            let friendly = yes_or_no("friendlyPassOk")?;
            match rules.death {
                _ if plays_out_freely(rules) && !friendly => rules.death = Death::AllAlive,
                Death::AllAlive if friendly => rules.death = Death::Agreement,
                _ => {}
            }
        }
        other => return Err(NoRules::Key(other.chars().take(40).collect())),
    }
    Ok(())
}

/// Takes from other rules how the end of the game is settled, and what goes with it.
fn settle_as(rules: &mut Rules, other: &Rules) {
    rules.phased = other.phased;
    rules.death = other.death;
    rules.removal = other.removal;
    rules.ko_points = other.ko_points;
    rules.three_points = other.three_points;
    rules.handicap_order = other.handicap_order;
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Rules) {
        assert_eq!(read(text), Ok(expected), "{text}");
    }

    #[test]
    fn what_is_written_reads_back_the_same() {
        for rules in Rules::ALL {
            let json = to_json(&rules);
            assert_eq!(to_json(&read(&json).unwrap()), json, "{rules}");
        }
        for rules in [
            Rules::CHINESE,
            Rules::CHINESE_OGS,
            Rules::AGA,
            Rules::NEW_ZEALAND,
            Rules::TROMP_TAYLOR,
        ] {
            check(&to_json(&rules), rules);
        }
        check(&to_json(&Rules::JAPANESE_1989), Rules::JAPANESE_1989);
        check(&to_json(&Rules::STONE_SCORING), Rules::STONE_SCORING);
    }

    #[test]
    fn the_keys_are_katagos() {
        let expected = r#"{"hasButton":false,"ko":"POSITIONAL","scoring":"AREA","suicide":true,"tax":"NONE","whiteHandicapBonus":"0","friendlyPassOk":false}"#;
        assert_eq!(to_json(&Rules::TROMP_TAYLOR), expected);
        check(expected, Rules::TROMP_TAYLOR);
        check("{}", Rules::TROMP_TAYLOR);
        check(
            r#"{"scoring":"TERRITORY","ko":"SIMPLE","suicide":false}"#,
            Rules::JAPANESE_1989,
        );
        check(r#"{"suicide":false}"#, Rules::CGOS);
        check("Chinese_OGS", Rules::CHINESE_OGS);
    }

    #[test]
    fn a_key_is_changed_by_itself() {
        let cgos = with_rule(Rules::TROMP_TAYLOR, "suicide", "false").unwrap();
        assert_eq!(cgos, Rules::CGOS);
        let taxed = with_rule(Rules::PROPOSAL_2012, "tax", "SEKI").unwrap();
        assert_eq!(
            (taxed.name(), taxed.tax, taxed.death),
            (None, Tax::Seki, Death::Proposal2012)
        );
        let same = with_rule(Rules::CHINESE_KGS, "ko", "positional").unwrap();
        assert_eq!(same, Rules::CHINESE_KGS);
    }

    #[test]
    fn other_texts_are_refused() {
        assert_eq!(read("chess"), Err(NoRules::Name));
        assert_eq!(
            read(r#"{"ko":"SIMPLE","colour":1}"#),
            Err(NoRules::Key("colour".into()))
        );
        assert!(matches!(
            read(r#"{"ko":"SIMPL"}"#),
            Err(NoRules::Value { key: "ko", .. })
        ));
        assert!(matches!(
            read(r#"{"suicide":1}"#),
            Err(NoRules::Value { key: "suicide", .. })
        ));
        let deep = format!("{{\"ko\":{}", "[".repeat(100_000));
        for text in ["{", "{\"ko\"}", "{}x", "{\"ko\":}", &deep] {
            assert!(
                matches!(read(text), Err(NoRules::Json(_))),
                "{}",
                &text[..text.len().min(20)]
            );
        }
    }
}
