//! Rules in KataGo's notation: a JSON object of seven keys, its compact form, or a name.
//!
//! The keys do not cover the settling of life and death, nor several other switches of [`Rules`].
//! Writing uses only these keys, since KataGo refuses an object with others. Reading sets the other
//! switches to the values closest to KataGo's rules.

use crate::go::rules::{
    Button, Counting, Death, HandicapBonus, Ko, Preset, Repetition, Rules, Tax,
};
#[cfg(feature = "json")]
use serde::Serialize;
#[cfg(feature = "json")]
use serde_json::{Map, Value};

/// The reason why a text does not describe rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RulesError {
    /// No preset has this name.
    #[error("unknown rules, known are {}", Rules::names().collect::<Vec<_>>().join(" "))]
    Name,
    /// The text begins with a brace but is not a JSON object.
    #[error("not a JSON object: {0}")]
    Json(String),
    /// KataGo has no such key.
    #[error(
        "unknown key {0}, known are hasButton ko scoring suicide tax whiteHandicapBonus friendlyPassOk"
    )]
    Key(String),
    /// The key cannot have this value.
    #[error("{key} must be one of {known}")]
    Value {
        /// The key.
        key: &'static str,
        /// The possible values.
        known: &'static str,
    },
}

/// The object, with its keys in KataGo's order.
#[cfg(feature = "json")]
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

/// Writes the rules as far as the seven keys allow.
///
/// Stone scoring is written as area scoring with a group tax, which gives an equal result.
#[cfg(feature = "json")]
#[must_use]
pub fn to_json(rules: &Rules) -> String {
    let object = Object {
        has_button: rules.button != Button::None,
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

/// Returns true if disagreements of the players are played out at no cost.
fn plays_out_freely(rules: &Rules) -> bool {
    rules.death == Death::Agreement && !rules.phased
}

/// KataGo's ancient territory rules: territory with a group tax. They have no preset here.
const ANCIENT_TERRITORY: &str = "koSIMPLEscoreTERRITORYtaxALLsui0fpok0";

/// Reads a name, an object (with the feature `json`), or the compact form of one.
///
/// Missing keys are as in the Tromp–Taylor rules, except that territory scoring implies the tax on
/// seki.
///
/// # Errors
///
/// A [`RulesError`] that says what is wrong with the text.
pub fn read(text: &str) -> Result<Rules, RulesError> {
    let text = text.trim();
    if text.starts_with('{') {
        return switches(text).map(|switches| with(&switches));
    }
    let words: Vec<&str> = text.split(['-', '_', ' ']).collect();
    let text = if words.concat().eq_ignore_ascii_case("ancientterritory") {
        ANCIENT_TERRITORY
    } else {
        text
    };
    let named = Rules::preset(text);
    let compact = || compact(text).map(|switches| with(&switches));
    named.or_else(compact).ok_or(RulesError::Name)
}

/// Returns the Tromp–Taylor rules with these switches.
fn with(switches: &[Switch]) -> Rules {
    let mut rules = Rules::TROMP_TAYLOR;
    let is_scoring = |switch: &&Switch| matches!(switch, Switch::Scoring(_));
    for switch in switches.iter().filter(is_scoring) {
        switch.set(&mut rules);
    }
    if rules.counting == Counting::Territory {
        rules.tax = Tax::Seki;
        rules.komi = Rules::JAPANESE_1989.komi;
    }
    for switch in switches {
        switch.set(&mut rules);
    }
    preset_or(rules)
}

/// Reads KataGo's compact notation, such as `koSIMPLEscoreTERRITORYtaxSEKIsui0button0whb0`.
fn compact(text: &str) -> Option<Vec<Switch>> {
    const KEYS: [(&str, &str, &[&str]); 7] = [
        ("ko", "ko", &["SIMPLE", "POSITIONAL", "SITUATIONAL"]),
        ("score", "scoring", &["AREA", "TERRITORY"]),
        ("tax", "tax", &["NONE", "SEKI", "ALL"]),
        ("sui", "suicide", &["0", "1", "true", "false"]),
        ("button", "hasButton", &["0", "1", "true", "false"]),
        ("whb", "whiteHandicapBonus", &["N-1", "N", "0"]),
        ("fpok", "friendlyPassOk", &["0", "1", "true", "false"]),
    ];
    let mut rest = text.trim();
    let mut switches = Vec::new();
    while !rest.is_empty() {
        if let Some(number) = without(rest, "komi") {
            // The komi of a record is elsewhere.
            rest =
                number.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '-'));
            continue;
        }
        let (key, value, after) = KEYS.iter().find_map(|(name, key, values)| {
            let text = without(rest, name)?;
            let mut values = values.iter();
            values.find_map(|value| Some((*key, *value, without(text, value)?)))
        })?;
        let value = match (key, value) {
            ("suicide" | "hasButton" | "friendlyPassOk", "0") => "false",
            ("suicide" | "hasButton" | "friendlyPassOk", "1") => "true",
            _ => value,
        };
        switches.push(Switch::parse(key, value).ok()?);
        rest = after.trim_start_matches([' ', ',', '_', '-']);
    }
    (!switches.is_empty()).then_some(switches)
}

/// Returns the rest of a text that begins with a prefix in either case.
fn without<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let (start, rest) = text.split_at_checked(prefix.len())?;
    start.eq_ignore_ascii_case(prefix).then_some(rest)
}

/// Reads the keys of an object.
#[cfg(feature = "json")]
fn switches(text: &str) -> Result<Vec<Switch>, RulesError> {
    let object: Map<String, Value> =
        serde_json::from_str(text).map_err(|error| RulesError::Json(error.to_string()))?;
    let switch = |(key, value): (&String, &Value)| Switch::parse(key, &plain(value));
    object.iter().map(switch).collect()
}

/// Refuses objects, which take the feature `json` to read.
#[cfg(not(feature = "json"))]
fn switches(_: &str) -> Result<Vec<Switch>, RulesError> {
    Err(RulesError::Json("not supported".to_owned()))
}

/// Returns the preset with these switches, including its default komi, or the rules themselves if
/// no preset matches.
fn preset_or(rules: Rules) -> Rules {
    rules.as_preset().map_or(rules, Preset::rules)
}

/// Writes a JSON value as text, strings without quotes.
#[cfg(feature = "json")]
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// A KataGo key with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Switch {
    /// The ko rule (`ko`).
    Ko(Ko),
    /// The method of counting (`scoring`).
    Scoring(Counting),
    /// The tax on eyes (`tax`).
    Tax(Tax),
    /// The legality of suicide (`suicide`).
    Suicide(bool),
    /// The button (`hasButton`).
    Button(bool),
    /// White's compensation for handicap stones (`whiteHandicapBonus`).
    HandicapBonus(HandicapBonus),
    /// The safety of passing with dead stones on the board (`friendlyPassOk`).
    FriendlyPass(bool),
}

impl Switch {
    /// Parses a key and its value. Values may be in any case.
    ///
    /// # Errors
    ///
    /// [`RulesError::Key`] or [`RulesError::Value`].
    pub fn parse(key: &str, value: &str) -> Result<Switch, RulesError> {
        let boolean = |key| one_of(key, "true false", [true, false], value);
        Ok(match key {
            "ko" => {
                let kinds = [Ko::Simple, Ko::PositionalSuperko, Ko::SituationalSuperko];
                Switch::Ko(one_of("ko", "SIMPLE POSITIONAL SITUATIONAL", kinds, value)?)
            }
            "scoring" | "score" => {
                let kinds = [Counting::Area, Counting::Territory];
                Switch::Scoring(one_of("scoring", "AREA TERRITORY", kinds, value)?)
            }
            "tax" => {
                let kinds = [Tax::None, Tax::Seki, Tax::All];
                Switch::Tax(one_of("tax", "NONE SEKI ALL", kinds, value)?)
            }
            "suicide" => Switch::Suicide(boolean("suicide")?),
            "hasButton" => Switch::Button(boolean("hasButton")?),
            "whiteHandicapBonus" => {
                let kinds = [
                    HandicapBonus::None,
                    HandicapBonus::PerStone,
                    HandicapBonus::PerStoneButOne,
                ];
                Switch::HandicapBonus(one_of("whiteHandicapBonus", "0 N N-1", kinds, value)?)
            }
            "friendlyPassOk" => Switch::FriendlyPass(boolean("friendlyPassOk")?),
            other => return Err(RulesError::Key(other.chars().take(40).collect())),
        })
    }

    /// Returns the rules with this key changed.
    #[must_use]
    pub fn apply(self, mut rules: Rules) -> Rules {
        self.set(&mut rules);
        preset_or(rules)
    }

    /// Returns true if the rules have what this key says, or can have it.
    ///
    /// `friendlyPassOk` has no meaning where the rules themselves say which stones are dead.
    #[must_use]
    pub fn has_effect(self, rules: &Rules) -> bool {
        match self {
            Switch::FriendlyPass(friendly) => plays_out_freely(&self.apply(*rules)) == friendly,
            _ => true,
        }
    }

    fn set(self, rules: &mut Rules) {
        match self {
            Switch::Ko(ko) => {
                rules.ko = ko;
                rules.repetition = match (rules.ko, rules.repetition) {
                    (Ko::PositionalSuperko | Ko::SituationalSuperko, _) => Repetition::PlayOn,
                    (_, Repetition::PlayOn) => Repetition::NoResult,
                    (_, repetition) => repetition,
                };
            }
            Switch::Scoring(counting) => {
                rules.counting = counting;
                let is_free = rules.death == Death::AllAlive || plays_out_freely(rules);
                match rules.counting {
                    Counting::Territory if is_free => settle_as(rules, &Rules::JAPANESE_1989),
                    Counting::Area if !is_free => settle_as(rules, &Rules::CHINESE),
                    _ => {}
                }
            }
            Switch::Tax(tax) => rules.tax = tax,
            Switch::Suicide(allowed) => rules.suicide = allowed,
            Switch::Button(true) => rules.button = Button::Half,
            Switch::Button(false) => rules.button = Button::None,
            Switch::HandicapBonus(bonus) => rules.handicap = bonus,
            Switch::FriendlyPass(friendly) => match rules.death {
                _ if plays_out_freely(rules) && !friendly => rules.death = Death::AllAlive,
                Death::AllAlive if friendly => rules.death = Death::Agreement,
                _ => {}
            },
        }
    }
}

/// Copies the settling of the game's end from other rules, with the switches that belong to it.
fn settle_as(rules: &mut Rules, other: &Rules) {
    rules.phased = other.phased;
    rules.death = other.death;
    rules.removal = other.removal;
    rules.fouls_lose = other.fouls_lose;
    rules.dame_makes_seki = other.dame_makes_seki;
    rules.ko_points = other.ko_points;
    rules.three_points = other.three_points;
    rules.handicap_order = other.handicap_order;
}

/// Returns the kind whose name in `known`, a list separated by blanks, is this value.
fn one_of<T, const N: usize>(
    key: &'static str,
    known: &'static str,
    kinds: [T; N],
    value: &str,
) -> Result<T, RulesError> {
    known
        .split(' ')
        .zip(kinds)
        .find(|(name, _)| name.eq_ignore_ascii_case(value))
        .map(|(_, kind)| kind)
        .ok_or(RulesError::Value { key, known })
}

#[cfg(all(test, feature = "json"))]
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
        check("Ancient Area", Rules::STONE_SCORING);
        for name in ["ancient-territory", "Ancient Territory", "ancientterritory"] {
            let rules = read(name).unwrap();
            assert_eq!((rules.counting, rules.tax), (Counting::Territory, Tax::All));
            assert_eq!(
                (rules.ko, rules.suicide, rules.komi),
                (Ko::Simple, false, 6.5)
            );
            assert_eq!(read(&to_json(&rules)), Ok(rules));
        }
    }

    #[test]
    fn a_key_is_changed_by_itself() {
        let with = |rules, key, value| Switch::parse(key, value).unwrap().apply(rules);
        let cgos = with(Rules::TROMP_TAYLOR, "suicide", "false");
        assert_eq!(cgos, Rules::CGOS);
        let taxed = with(Rules::PROPOSAL_2012, "tax", "SEKI");
        assert_eq!(
            (taxed.name(), taxed.tax, taxed.death),
            (None, Tax::Seki, Death::Proposal2012)
        );
        let same = with(Rules::CHINESE_KGS, "ko", "positional");
        assert_eq!(same, Rules::CHINESE_KGS);
    }

    #[test]
    fn other_texts_are_refused() {
        assert_eq!(read("chess"), Err(RulesError::Name));
        assert_eq!(
            read(r#"{"ko":"SIMPLE","colour":1}"#),
            Err(RulesError::Key("colour".into()))
        );
        assert!(matches!(
            read(r#"{"ko":"SIMPL"}"#),
            Err(RulesError::Value { key: "ko", .. })
        ));
        assert!(matches!(
            read(r#"{"suicide":1}"#),
            Err(RulesError::Value { key: "suicide", .. })
        ));
        let deep = format!("{{\"ko\":{}", "[".repeat(100_000));
        for text in ["{", "{\"ko\"}", "{}x", "{\"ko\":}", &deep] {
            assert!(
                matches!(read(text), Err(RulesError::Json(_))),
                "{}",
                &text[..text.len().min(20)]
            );
        }
    }
}
