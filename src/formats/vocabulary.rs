//! The names of rules in records: those of programs and servers (`RU`), KataGo's compact notation,
//! and an exact notation of our own.
//!
//! A record tells other programs the [standard name](standard_name) closest to its rules, since
//! they know few others: GoGui counts area unless it reads exactly `Japanese`. The
//! [exact notation](exact) stands beside it where the name says less.

use super::kata;
use crate::go::rules::{
    Button, Counting, Death, End, HandicapBonus, HandicapOrder, Ko, MOST_KOMI, Preset, Removal,
    Repetition, Rules, Tax,
};

/// Words that say nothing of the rules.
const IDLE: [&str; 20] = [
    "围棋规则",
    "圍棋規則",
    "囲碁規約",
    "囲碁規則",
    "囲碁ルール",
    "规则",
    "規則",
    "規約",
    "ルール",
    "바둑규칙",
    "규칙",
    "룰",
    "rulesets",
    "ruleset",
    "rules",
    "rule",
    "scoring",
    "counting",
    "style",
    "the",
];

/// Names in lower case without blanks and idle words.
const NAMES: [(Preset, &[&str]); 12] = [
    (
        Preset::Japanese1989,
        &[
            "japanese",
            "japan",
            "jpn",
            "jp",
            "jap",
            "j",
            "nihon",
            "nihonkiin",
            "territory",
            "日本",
            "日式",
            "日规",
            "日規",
            "日",
            "일본",
            "日本棋院",
            "1989",
            "japonais",
            "japanisch",
            "igs",
        ],
    ),
    (Preset::Japanese1949, &["1949", "日本1949"]),
    (
        Preset::Korean,
        &[
            "korean", "korea", "kor", "kr", "k", "韩国", "韓国", "韓國", "韩式", "한국",
        ],
    ),
    (
        Preset::Chinese,
        &[
            "chinese",
            "china",
            "chn",
            "cn",
            "c",
            "area",
            "中国",
            "中國",
            "中式",
            "中规",
            "중국",
            "chinois",
            "chinesisch",
            "weiqi",
            "数子",
            "數子",
        ],
    ),
    (
        Preset::Aga,
        &[
            "aga",
            "american",
            "usa",
            "americangoassociation",
            "美国",
            "美國",
        ],
    ),
    (Preset::Bga, &["bga", "british"]),
    (Preset::French, &["french", "ffg", "法国", "法國"]),
    (
        Preset::Ing,
        &[
            "ing",
            "ings",
            "goe",
            "inggoe",
            "sst",
            "应氏",
            "應氏",
            "応氏",
            "应昌期",
            "應昌期",
            "計點",
            "计点",
            "잉씨",
            "응씨",
        ],
    ),
    (
        Preset::NewZealand,
        &["nz", "newzealand", "新西兰", "新西蘭", "紐西蘭"],
    ),
    (
        Preset::TrompTaylor,
        &[
            "tromptaylor",
            "tromptaylorish",
            "tromp",
            "tt",
            "johntrompandbilltaylor",
        ],
    ),
    (
        Preset::StoneScoring,
        &["stone", "ancientchinese", "ancientarea"],
    ),
    (Preset::Egf, &["egf", "european"]),
];

/// Names that are recognized within a longer text.
const PARTS: [(Preset, &[&str]); 6] = [
    (Preset::Japanese1989, &["japan", "日本", "일본"]),
    (Preset::Chinese, &["chinese", "中国", "中國", "중국"]),
    (Preset::Korean, &["korea", "韩国", "韓国", "韓國", "한국"]),
    (Preset::NewZealand, &["newzealand", "新西兰"]),
    (Preset::TrompTaylor, &["tromptaylor"]),
    (Preset::Ing, &["应氏", "應氏", "ingrules", "inggoe"]),
];

/// Returns the rules that a record names; `None` if the name is unknown.
///
/// ```
/// use wakari::formats::vocabulary::read;
/// use wakari::rules::Rules;
/// assert_eq!(read("Chinese Rules"), Some(Rules::CHINESE));
/// assert_eq!(read("日本ルール"), Some(Rules::JAPANESE_1989));
/// assert_eq!(read("koPOSITIONALscoreAREAtaxNONEsui1"), Some(Rules::TROMP_TAYLOR));
/// assert_eq!(read("chess"), None);
/// ```
#[must_use]
pub fn read(text: &str) -> Option<Rules> {
    if let Ok(rules) = kata::read(text) {
        return Some(rules);
    }
    let plain = plain(text);
    let mut core = plain.clone();
    for word in IDLE {
        core = core.replace(word, "");
    }
    let named =
        |(preset, names): &(Preset, &[&str])| names.contains(&&*core).then(|| preset.rules());
    let exact = NAMES.iter().find_map(named);
    exact
        .or_else(|| Rules::preset(&core))
        .or_else(|| part_of(&plain))
}

/// Returns the only rules that a text contains a name of.
fn part_of(plain: &str) -> Option<Rules> {
    let is_in = |(_, names): &&(Preset, &[&str])| names.iter().any(|name| plain.contains(name));
    let mut found = PARTS.iter().filter(is_in);
    let (preset, _) = found.next()?;
    found.next().is_none().then(|| preset.rules())
}

/// Returns the letters and digits of a text in lower case, those of full width as in ASCII.
fn plain(text: &str) -> String {
    let narrow = |c: char| match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        _ => c,
    };
    let letters = text
        .chars()
        .take(200)
        .map(narrow)
        .filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// Returns the name closest to these rules that other programs know: one that FF\[4\] lists, or
/// `Chinese` or `Tromp-Taylor`.
#[must_use]
pub fn standard_name(rules: &Rules) -> &'static str {
    if rules.counting == Counting::Territory {
        return "Japanese";
    }
    match rules.as_preset() {
        Some(Preset::Aga | Preset::Bga | Preset::French | Preset::AgaButton) => "AGA",
        Some(Preset::Ing | Preset::EgfArea) => "GOE",
        Some(Preset::NewZealand) => "NZ",
        Some(Preset::TrompTaylor | Preset::Cgos) => "Tromp-Taylor",
        Some(_) => "Chinese",
        None if rules.handicap == HandicapBonus::PerStoneButOne => "AGA",
        None if rules.suicide => "NZ",
        None => "Chinese",
    }
}

/// A switch of the rules with the names of its values.
struct Notation {
    key: &'static str,
    values: &'static [&'static str],
    get: fn(&Rules) -> usize,
    set: fn(&mut Rules, usize),
}

macro_rules! notation {
    ($field:ident: $($name:literal = $value:expr),+) => {
        Notation {
            key: stringify!($field),
            values: &[$($name),+],
            get: |rules| {
                let mut values = [$($value),+].into_iter();
                values.position(|value| value == rules.$field).expect("every value has a name")
            },
            set: |rules, number| rules.$field = [$($value),+][number],
        }
    };
}

const SWITCHES: [Notation; 16] = [
    notation!(ko: "simple" = Ko::Simple, "positional" = Ko::PositionalSuperko,
        "situational" = Ko::SituationalSuperko, "double-ko" = Ko::DoubleKo),
    notation!(repetition: "no-result" = Repetition::NoResult, "draw" = Repetition::Draw,
        "play-on" = Repetition::PlayOn),
    notation!(suicide: "no" = false, "yes" = true),
    notation!(counting: "territory" = Counting::Territory, "area" = Counting::Area,
        "stones" = Counting::Stones),
    notation!(tax: "none" = Tax::None, "seki" = Tax::Seki, "all" = Tax::All),
    notation!(dame_makes_seki: "no" = false, "yes" = true),
    notation!(ko_points: "no" = false, "yes" = true),
    notation!(three_points: "no" = false, "yes" = true),
    notation!(handicap: "0" = HandicapBonus::None, "n" = HandicapBonus::PerStone,
        "n-1" = HandicapBonus::PerStoneButOne),
    notation!(handicap_order: "gtp" = HandicapOrder::Gtp, "turned" = HandicapOrder::Turned),
    notation!(button: "no" = Button::None, "half" = Button::Half,
        "one-to-white" = Button::OneToWhite),
    notation!(end: "two-passes" = End::TwoPasses, "two-passes-ko-closed" = End::TwoPassesKoClosed,
        "four-passes" = End::FourPasses, "agreement" = End::Agreement),
    notation!(phased: "no" = false, "yes" = true),
    notation!(death: "proposal-2012" = Death::Proposal2012, "japanese-1989" = Death::Japanese1989,
        "local" = Death::Local, "agreement" = Death::Agreement, "all-alive" = Death::AllAlive),
    notation!(removal: "all" = Removal::All, "in-territory" = Removal::InTerritory,
        "in-eyes" = Removal::InEyes),
    notation!(fouls_lose: "no" = false, "yes" = true),
];

/// Writes rules exactly: a name, and the switches that differ, as in `chinese-ogs button=half`.
#[must_use]
pub fn exact(rules: &Rules) -> String {
    let base = rules.base.rules();
    let mut text = rules.base.name().to_owned();
    for Notation {
        key, values, get, ..
    } in &SWITCHES
    {
        if get(rules) != get(&base) {
            text += &format!(" {key}={}", values[get(rules)]);
        }
    }
    if rules.komi != base.komi {
        text += &format!(" komi={}", rules.komi);
    }
    text
}

/// Reads what [`exact`] writes.
#[must_use]
pub fn read_exact(text: &str) -> Option<Rules> {
    let mut words = text.split_whitespace();
    let mut rules = Rules::preset(words.next()?)?;
    for word in words {
        let (key, value) = word.split_once('=')?;
        if key == "komi" {
            let komi = value.parse().ok();
            rules.komi = komi.filter(|komi: &f64| komi.abs() <= MOST_KOMI)?;
            continue;
        }
        let switch = SWITCHES.iter().find(|switch| switch.key == key)?;
        let number = switch.values.iter().position(|known| *known == value)?;
        (switch.set)(&mut rules, number);
    }
    Some(rules)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(names: &[&str], expected: Rules) {
        for name in names {
            for name in [
                (*name).to_owned(),
                name.to_uppercase(),
                name.to_lowercase(),
                format!(" {name}\n"),
            ] {
                assert_eq!(read(&name), Some(expected), "{name}");
            }
        }
    }

    #[test]
    fn records_name_rules_in_many_ways() {
        check(
            &[
                "Japanese",
                "Japanese Rules",
                "japanese_rules",
                "日本",
                "日本ルール",
                "日本规则",
                "日本囲碁規約",
                "일본 규칙",
                "Japan",
                "jp",
                "Japanese rules, komi 6.5",
            ],
            Rules::JAPANESE_1989,
        );
        check(
            &[
                "Chinese Rules",
                "Chinese rule set",
                "中国规则",
                "中國規則",
                "中国围棋规则",
                "中国ルール",
                "cn",
                "중국 룰",
                "Chinese (area)",
                "ＣＨＩＮＥＳＥ",
            ],
            Rules::CHINESE,
        );
        check(
            &["Korean", "Korean rules", "韩国规则", "한국 룰"],
            Rules::KOREAN,
        );
        check(&["AGA rules", "AGA", "American"], Rules::AGA);
        check(
            &[
                "GOE",
                "Ing",
                "Ing's rules",
                "ING GOE",
                "应氏规则",
                "Ing Rules",
            ],
            Rules::ING,
        );
        check(
            &["NZ", "New Zealand", "New-Zealand rules", "nz rules"],
            Rules::NEW_ZEALAND,
        );
        check(
            &[
                "Tromp/Taylor",
                "Tromp-Taylor",
                "TrompTaylor",
                "Tromp Taylor rules",
                "TT",
            ],
            Rules::TROMP_TAYLOR,
        );
        check(&["Chinese (OGS)", "chinese-ogs"], Rules::CHINESE_OGS);
        check(&["British", "BGA"], Rules::BGA);
        for preset in Preset::all() {
            check(&[preset.name()], preset.rules());
        }
        for unknown in [
            "",
            "rules",
            "custom",
            "Chinese or Japanese",
            "chess",
            "Default",
            "?",
        ] {
            assert_eq!(read(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn katagos_compact_notation_is_read() {
        check(
            &[
                "koPOSITIONALscoreAREAtaxNONEsui1button0whb0fpok0",
                "koPOSITIONALscoreAREAtaxNONEsui1",
                "koPOSITIONALscoreAREAtaxNONEsui1komi7.5",
            ],
            Rules::TROMP_TAYLOR,
        );
        check(
            &["koSIMPLEscoreTERRITORYtaxSEKIsui0button0whb0"],
            Rules::JAPANESE_1989,
        );
        check(
            &["koSITUATIONALscoreAREAtaxNONEsui0whbN-1fpok1"],
            Rules::AGA,
        );
        check(&["koSIMPLEscoreAREAtaxNONEsui0whbNfpok1"], Rules::CHINESE);
        for unknown in ["ko", "koPOSITION", "koSIMPLEx", "scoreAREA?", "sui2"] {
            assert_eq!(read(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn the_exact_notation_reads_back_the_same() {
        let mut all = Vec::from(Rules::ALL);
        for rules in Rules::ALL {
            for switch in &SWITCHES {
                for number in 0..switch.values.len() {
                    let mut changed = rules;
                    (switch.set)(&mut changed, number);
                    all.push(changed);
                }
            }
            all.push(Rules {
                komi: 5.25,
                ..rules
            });
        }
        for rules in all {
            assert_eq!(read_exact(&exact(&rules)), Some(rules), "{}", exact(&rules));
            let known = read(standard_name(&rules)).unwrap();
            let is_territory = |rules: &Rules| rules.counting == Counting::Territory;
            assert_eq!(is_territory(&known), is_territory(&rules), "{rules}");
        }
        for wrong in [
            "",
            "chess",
            "chinese ko",
            "chinese ko=x",
            "chinese x=no",
            "chinese komi=nan",
        ] {
            assert_eq!(read_exact(wrong), None, "{wrong}");
        }
    }
}
