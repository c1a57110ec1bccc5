//! What may be played and what counts: independent switches, and presets by name.

use std::fmt;

/// Which plays are forbidden because they would repeat something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ko {
    /// A single stone just taken may not be taken back on the next own turn. A pass lifts the ban.
    Simple,
    /// No play may recreate the stones of an earlier position, whoever was to move then.
    PositionalSuperko,
    /// No play may recreate the stones of an earlier position with the same side to move.
    SituationalSuperko,
    /// Article 28 of the Japanese rules of 1949: a single stone just taken may not be taken back before
    /// its owner has played elsewhere. The article names no pass, so a pass does not lift the ban, and
    /// two kos cannot be taken in turn for ever (28-4) by passing in between.
    DoubleKo,
}

/// What it means that a whole-board position comes up again where [`Ko`] did not forbid it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Repetition {
    /// The game has no result (無勝負) if neither side gives way.
    NoResult,
    /// The game is a draw.
    Draw,
    /// Nothing: play goes on.
    PlayOn,
}

/// What is counted at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Counting {
    /// Surrounded points and prisoners.
    Territory,
    /// Surrounded points and living stones.
    Area,
    /// Stones alone.
    Stones,
}

/// Which surrounded points do not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tax {
    /// All of them count.
    None,
    /// Those of groups in seki do not.
    Seki,
    /// Those of groups in seki do not, and every other group loses two (group tax).
    All,
}

/// What White receives for handicap stones, beside komi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HandicapBonus {
    /// Nothing.
    None,
    /// A point for each.
    PerStone,
    /// A point for each but the first.
    PerStoneButOne,
}

/// How the moves of a game come to their end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// By two passes in a row, one of each side.
    TwoPasses,
    /// By two passes in a row, but nobody may pass when the opponent has passed in answer to the
    /// taking of a ko: a stopped board never has an open ko.
    TwoPassesKoClosed,
    /// By agreement, or by four passes in a row.
    FourPasses,
    /// By agreement only. Between programs two passes in a row are taken for it.
    Agreement,
}

/// How life and death are settled once the moves have ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Death {
    /// Article 7 of the proposal of 2012: hypothetical play, the owner of the stones first.
    Proposal2012,
    /// Article 7 of the Japanese rules of 1989: hypothetical play, a pass for each ko.
    Japanese1989,
    /// Articles 29 to 33 of the Japanese rules of 1949: by eyes, and by precedent.
    Japanese1949,
    /// By agreement, else played out at the cost of a prisoner for each pass (Ikeda's end).
    Improved2009,
    /// Judged locally, without a special rule for kos.
    Korean,
    /// By agreement, else played out; a stone that is captured costs nothing.
    Agreement,
    /// Every stone on the board lives.
    AllAlive,
}

/// What may be played and what counts: independent switches, with presets by name.
///
/// Knows no text format but names.
///
/// ```
/// use wakari::rules::{Counting, Rules};
/// let rules = Rules::preset("New Zealand").unwrap();
/// assert_eq!(rules, Rules::NEW_ZEALAND);
/// assert!(rules.suicide && rules.counting == Counting::Area);
/// assert_eq!(Rules::preset("japanese"), Some(Rules::JAPANESE_1989));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rules {
    /// The preset these are; `None` if a switch was turned by hand.
    pub name: Option<&'static str>,
    /// Which plays are forbidden because they would repeat something.
    pub ko: Ko,
    /// What a repeated position means where `ko` did not forbid it.
    pub repetition: Repetition,
    /// Whether two or more stones may be left without a liberty and are taken off. A single stone never
    /// may: its suicide would be another name for a pass.
    pub suicide: bool,
    /// What is counted at the end.
    pub counting: Counting,
    /// Which surrounded points do not count.
    pub tax: Tax,
    /// What White receives for handicap stones, beside komi.
    pub handicap: HandicapBonus,
    /// Whether the first pass takes a button worth half a point; it does not count as a pass that ends.
    pub button: bool,
    /// How the moves come to their end.
    pub end: End,
    /// How life and death are settled then.
    pub death: Death,
    /// Points added to White's where nothing else was agreed. Where a set of rules leaves komi to the
    /// players it is 6.5, as usual in Japan.
    pub komi: f64,
}

impl Rules {
    /// 分かりやすい日本囲碁規約(試案), October 2012.
    pub const PROPOSAL_2012: Rules = Rules {
        name: Some("proposal-2012"),
        end: End::FourPasses,
        tax: Tax::None,
        death: Death::Proposal2012,
        ..Rules::JAPANESE_1989
    };

    /// 日本囲碁規約, in force since 1989.
    pub const JAPANESE_1989: Rules = Rules {
        name: Some("japanese-1989"),
        ko: Ko::Simple,
        repetition: Repetition::NoResult,
        suicide: false,
        counting: Counting::Territory,
        tax: Tax::Seki,
        handicap: HandicapBonus::None,
        button: false,
        end: End::TwoPasses,
        death: Death::Japanese1989,
        komi: 6.5,
    };

    /// 日本棋院囲碁規約, 1949. Its komi is that of the komi games (込碁) of article 19.
    pub const JAPANESE_1949: Rules = Rules {
        name: Some("japanese-1949"),
        ko: Ko::DoubleKo,
        end: End::Agreement,
        death: Death::Japanese1949,
        komi: 4.5,
        ..Rules::JAPANESE_1989
    };

    /// 通常の日本ルールの改善案2, 2009, after the territory drafts of Ikeda Toshio.
    pub const IMPROVED_2009: Rules = Rules {
        name: Some("improved-2009"),
        repetition: Repetition::Draw,
        end: End::TwoPassesKoClosed,
        death: Death::Improved2009,
        ..Rules::JAPANESE_1989
    };

    /// The Korean rules of 2016.
    pub const KOREAN: Rules = Rules {
        name: Some("korean"),
        repetition: Repetition::Draw,
        death: Death::Korean,
        ..Rules::JAPANESE_1989
    };

    /// The Chinese rules as they are applied: simple ko, although they are written with superko.
    pub const CHINESE: Rules = Rules {
        name: Some("chinese"),
        ko: Ko::Simple,
        repetition: Repetition::NoResult,
        suicide: false,
        counting: Counting::Area,
        tax: Tax::None,
        handicap: HandicapBonus::PerStone,
        button: false,
        end: End::TwoPasses,
        death: Death::Agreement,
        komi: 7.5,
    };

    /// The Chinese rules as written, and as OGS applies them.
    pub const CHINESE_OGS: Rules = Rules {
        name: Some("chinese-ogs"),
        ko: Ko::PositionalSuperko,
        repetition: Repetition::PlayOn,
        ..Rules::CHINESE
    };

    /// The Chinese rules as KGS applies them.
    pub const CHINESE_KGS: Rules = Rules {
        name: Some("chinese-kgs"),
        ..Rules::CHINESE_OGS
    };

    /// The rules of the American Go Association; pass stones make its territory score the area score.
    pub const AGA: Rules = Rules {
        name: Some("aga"),
        ko: Ko::SituationalSuperko,
        handicap: HandicapBonus::PerStoneButOne,
        ..Rules::CHINESE_OGS
    };

    /// The rules of the British Go Association.
    pub const BGA: Rules = Rules {
        name: Some("bga"),
        ..Rules::AGA
    };

    /// The rules of the French federation.
    pub const FRENCH: Rules = Rules {
        name: Some("french"),
        ..Rules::AGA
    };

    /// The American rules with a button, which makes half points of the parity that area counting has.
    pub const AGA_BUTTON: Rules = Rules {
        name: Some("aga-button"),
        button: true,
        komi: 7.0,
        ..Rules::AGA
    };

    /// The rules of the New Zealand Go Society.
    pub const NEW_ZEALAND: Rules = Rules {
        name: Some("new-zealand"),
        suicide: true,
        handicap: HandicapBonus::None,
        komi: 7.0,
        ..Rules::AGA
    };

    /// The rules of John Tromp and Bill Taylor: capture what is dead. They name no komi.
    pub const TROMP_TAYLOR: Rules = Rules {
        name: Some("tromp-taylor"),
        suicide: true,
        handicap: HandicapBonus::None,
        death: Death::AllAlive,
        ..Rules::CHINESE_OGS
    };

    /// The rules of the computer server CGOS: as Tromp and Taylor's, without suicide.
    pub const CGOS: Rules = Rules {
        name: Some("cgos"),
        suicide: false,
        ..Rules::TROMP_TAYLOR
    };

    /// The rules of Ing Chang-ki with positional superko for his kinds of ko. His komi is 8 with ties
    /// for Black, which is the same as 7.5.
    pub const ING: Rules = Rules {
        name: Some("ing"),
        end: End::FourPasses,
        death: Death::Agreement,
        ..Rules::TROMP_TAYLOR
    };

    /// Area counting with a group tax of two, which is what counting stones alone comes to.
    pub const STONE_SCORING: Rules = Rules {
        name: Some("stone-scoring"),
        tax: Tax::All,
        handicap: HandicapBonus::None,
        ..Rules::CHINESE
    };

    /// 純碁: the stones on the board when both have passed.
    pub const PURE_GO: Rules = Rules {
        name: Some("pure-go"),
        counting: Counting::Stones,
        komi: 0.0,
        ..Rules::CGOS
    };

    /// Every preset, in the order they are named to users.
    pub const ALL: [Rules; 18] = [
        Rules::PROPOSAL_2012,
        Rules::JAPANESE_1989,
        Rules::JAPANESE_1949,
        Rules::IMPROVED_2009,
        Rules::KOREAN,
        Rules::CHINESE,
        Rules::CHINESE_OGS,
        Rules::CHINESE_KGS,
        Rules::AGA,
        Rules::BGA,
        Rules::FRENCH,
        Rules::AGA_BUTTON,
        Rules::NEW_ZEALAND,
        Rules::TROMP_TAYLOR,
        Rules::CGOS,
        Rules::ING,
        Rules::STONE_SCORING,
        Rules::PURE_GO,
    ];

    /// The preset of a name, in any case, its words parted by `-`, `_`, a blank or nothing.
    ///
    /// Besides the [`names`](Rules::names): `japanese`, `goe`, `nz`, `proposal`.
    pub fn preset(name: &str) -> Option<Rules> {
        fn letters(name: &str) -> impl Iterator<Item = char> {
            let parts = |c: &char| !matches!(c, '-' | '_' | ' ' | '\t');
            name.chars().filter(parts).map(|c| c.to_ascii_lowercase())
        }
        let is = |other: &str| letters(other).eq(letters(name));
        let meant = match () {
            () if is("japanese") => "japanese-1989",
            () if is("goe") => "ing",
            () if is("nz") => "new-zealand",
            () if is("proposal") => "proposal-2012",
            () => name,
        };
        let fits = |own: &str| letters(own).eq(letters(meant));
        Rules::ALL
            .into_iter()
            .find(|rules| rules.name.is_some_and(fits))
    }

    /// The names of all presets.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Rules::ALL.into_iter().filter_map(|rules| rules.name)
    }

    /// What White receives for so many handicap stones. A single stone is no handicap.
    pub fn handicap_points(&self, stones: u32) -> u32 {
        match self.handicap {
            _ if stones < 2 => 0,
            HandicapBonus::None => 0,
            HandicapBonus::PerStone => stones,
            HandicapBonus::PerStoneButOne => stones - 1,
        }
    }
}

/// The name, or `custom`.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name.unwrap_or("custom"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_found_by_its_name() {
        for rules in Rules::ALL {
            let name = rules.name.expect("presets have names");
            assert_eq!(Rules::preset(name), Some(rules));
            assert_eq!(
                Rules::preset(&name.to_uppercase().replace('-', "_")),
                Some(rules)
            );
            assert_eq!(Rules::preset(&name.replace('-', " ")), Some(rules));
            assert_eq!(rules.to_string(), name);
        }
        assert_eq!(Rules::names().count(), Rules::ALL.len());
        assert_eq!(Rules::preset("Japanese"), Some(Rules::JAPANESE_1989));
        assert_eq!(Rules::preset("GOE"), Some(Rules::ING));
        assert_eq!(Rules::preset("nz"), Some(Rules::NEW_ZEALAND));
    }

    #[test]
    fn other_names_are_no_rules() {
        for name in ["", "-", "japan", "chinese!", "日本", "aga aga"] {
            assert_eq!(Rules::preset(name), None, "{name}");
        }
    }

    /// Where play goes on after a repetition, superko sees to it that there is an end.
    #[test]
    fn no_preset_lets_a_game_go_on_for_ever() {
        for rules in Rules::ALL {
            let superko = matches!(rules.ko, Ko::PositionalSuperko | Ko::SituationalSuperko);
            assert_eq!(superko, rules.repetition == Repetition::PlayOn, "{rules}");
        }
    }

    #[test]
    fn handicap_stones_are_paid_for_where_the_rules_say_so() {
        let points = |rules: Rules| [0, 1, 2, 9].map(|stones| rules.handicap_points(stones));
        assert_eq!(points(Rules::CHINESE), [0, 0, 2, 9]);
        assert_eq!(points(Rules::AGA), [0, 0, 1, 8]);
        assert_eq!(points(Rules::JAPANESE_1989), [0; 4]);
        assert_eq!(points(Rules::NEW_ZEALAND), [0; 4]);
    }
}
