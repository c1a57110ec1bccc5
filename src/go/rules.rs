//! Rule sets: independent switches, and presets that combine them.

use std::fmt;
use std::iter;
use std::str::FromStr;

/// The largest komi accepted for either side, in points.
pub const MOST_KOMI: f64 = 10_000.0;

/// The ban on repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Ko {
    /// A side may not retake a ko on its next turn. A pass lifts the ban.
    Simple,
    /// No play may recreate the stones of an earlier position, regardless of the side to move.
    PositionalSuperko,
    /// No play may recreate an earlier position: its stones together with its side to move.
    SituationalSuperko,
    /// Article 28 of the Japanese rules of 1949: a ko may not be retaken before its owner has
    /// played elsewhere.
    ///
    /// The article does not mention passes, so a pass does not lift the ban. Two kos therefore
    /// cannot be taken in turn forever by passing in between (28-4).
    DoubleKo,
}

/// The effect of a repeated whole-board position that [`Ko`] did not forbid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Repetition {
    /// The game has no result (無勝負) if neither side yields.
    NoResult,
    /// The game is a draw.
    Draw,
    /// None: play continues.
    PlayOn,
}

/// The method of counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Counting {
    /// Surrounded points and prisoners.
    Territory,
    /// Surrounded points and living stones.
    Area,
    /// Stones only.
    Stones,
}

/// The surrounded points that do not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Tax {
    /// None: all points count.
    None,
    /// Points of groups in seki.
    Seki,
    /// Points of groups in seki, and two points of every other group (group tax).
    All,
}

/// White's compensation for handicap stones, in addition to komi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum HandicapBonus {
    /// None.
    None,
    /// One point per stone.
    PerStone,
    /// One point per stone except the first.
    PerStoneButOne,
}

/// The star points for handicap stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum HandicapOrder {
    /// The order of GTP: three stones leave the lower right corner open.
    Gtp,
    /// GTP's order on the board rotated by 180°: three stones leave the upper left corner open
    /// (rules of 1949, article 21).
    Turned,
}

/// The way the moves of a game end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum End {
    /// Two consecutive passes, one by each side.
    TwoPasses,
    /// Two consecutive passes. But a side that took a ko may not pass if the opponent passed in
    /// reply, so a stopped board never has an open ko.
    TwoPassesKoClosed,
    /// Agreement, or four consecutive passes.
    FourPasses,
    /// Agreement only. Between programs, two consecutive passes count as one.
    Agreement,
}

impl End {
    /// Returns true if two passes end the moves only by agreement.
    #[must_use]
    pub fn needs_agreement(self) -> bool {
        matches!(self, End::FourPasses | End::Agreement)
    }
}

/// The way life and death are settled after the last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Death {
    /// Hypothetical play, the owner of the stones to move first (proposal of 2012, article 7).
    Proposal2012,
    /// Hypothetical play, the opponent to move first, with a pass for each ko (Japanese rules of
    /// 1989, article 7).
    Japanese1989,
    /// Local play, the opponent to move first, without special rules for kos (Japanese rules of
    /// 1949, articles 29 to 33; Korean rules).
    Local,
    /// Agreement, or else play.
    Agreement,
    /// Every stone on the board is alive.
    AllAlive,
}

/// The dead stones that are removed at the end under territory counting. Under area and stone
/// counting all of them are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Removal {
    /// All dead stones.
    All,
    /// Dead stones in the opponent's territory. The others stay and turn the points around them
    /// into dame.
    InTerritory,
    /// Dead stones in an eye of the opponent, even one in a seki that is not territory (rules of
    /// 1949, article 42).
    InEyes,
}

/// A named rule set.
///
/// ```
/// use wakari::rules::{Preset, Rules};
/// assert_eq!("New Zealand".parse(), Ok(Preset::NewZealand));
/// assert_eq!(Preset::NewZealand.rules(), Rules::NEW_ZEALAND);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Preset {
    /// [`Rules::PROPOSAL_2012`].
    Proposal2012,
    /// [`Rules::JAPANESE_1989`].
    Japanese1989,
    /// [`Rules::JAPANESE_1949`].
    Japanese1949,
    /// [`Rules::IMPROVED_2009`].
    Improved2009,
    /// [`Rules::KOREAN`].
    Korean,
    /// [`Rules::CHINESE`].
    Chinese,
    /// [`Rules::CHINESE_OGS`].
    ChineseOgs,
    /// [`Rules::CHINESE_KGS`].
    ChineseKgs,
    /// [`Rules::AGA`].
    Aga,
    /// [`Rules::BGA`].
    Bga,
    /// [`Rules::FRENCH`].
    French,
    /// [`Rules::AGA_BUTTON`].
    AgaButton,
    /// [`Rules::NEW_ZEALAND`].
    NewZealand,
    /// [`Rules::TROMP_TAYLOR`].
    TrompTaylor,
    /// [`Rules::CGOS`].
    Cgos,
    /// [`Rules::ING`].
    Ing,
    /// [`Rules::STONE_SCORING`].
    StoneScoring,
    /// [`Rules::PURE_GO`].
    PureGo,
    /// [`Rules::WMSG`].
    Wmsg,
    /// [`Rules::EGF`].
    Egf,
    /// [`Rules::EGF_AREA`].
    EgfArea,
}

impl Preset {
    /// Returns every preset, in the order shown to users.
    pub fn all() -> impl Iterator<Item = Preset> {
        Rules::ALL.into_iter().map(|rules| rules.base)
    }

    /// Returns the preset's name, in lower case with hyphens.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Preset::Proposal2012 => "proposal-2012",
            Preset::Japanese1989 => "japanese-1989",
            Preset::Japanese1949 => "japanese-1949",
            Preset::Improved2009 => "improved-2009",
            Preset::Korean => "korean",
            Preset::Chinese => "chinese",
            Preset::ChineseOgs => "chinese-ogs",
            Preset::ChineseKgs => "chinese-kgs",
            Preset::Aga => "aga",
            Preset::Bga => "bga",
            Preset::French => "french",
            Preset::AgaButton => "aga-button",
            Preset::NewZealand => "new-zealand",
            Preset::TrompTaylor => "tromp-taylor",
            Preset::Cgos => "cgos",
            Preset::Ing => "ing",
            Preset::StoneScoring => "stone-scoring",
            Preset::PureGo => "pure-go",
            Preset::Wmsg => "wmsg",
            Preset::Egf => "egf",
            Preset::EgfArea => "egf-area",
        }
    }

    /// Returns the preset's switches.
    #[must_use]
    pub const fn rules(self) -> Rules {
        Rules::ALL[self as usize]
    }
}

impl fmt::Display for Preset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Unknown rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no set of rules has this name")]
pub struct UnknownRules;

/// Parses a name in any case, its words separated by `-`, `_`, a blank or nothing. Besides the
/// canonical names: `japanese`, `goe`, `nz`, `proposal`, `ancient-area`.
impl FromStr for Preset {
    type Err = UnknownRules;

    fn from_str(name: &str) -> Result<Preset, UnknownRules> {
        fn letters(name: &str) -> impl Iterator<Item = char> {
            let is_letter = |c: &char| !matches!(c, '-' | '_' | ' ' | '\t');
            name.chars()
                .filter(is_letter)
                .map(|c| c.to_ascii_lowercase())
        }
        let is = |other: &str| letters(other).eq(letters(name));
        match () {
            () if is("japanese") => Ok(Preset::Japanese1989),
            () if is("goe") => Ok(Preset::Ing),
            () if is("nz") => Ok(Preset::NewZealand),
            () if is("ancient-area") => Ok(Preset::StoneScoring),
            () if is("proposal") => Ok(Preset::Proposal2012),
            () => Preset::all()
                .find(|preset| is(preset.name()))
                .ok_or(UnknownRules),
        }
    }
}

/// The value of the first pass of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Button {
    /// None.
    None,
    /// A button worth half a point. The pass does not count toward the end.
    Half,
    /// One point for White if White passes first (World Mind Sports Games). The pass counts like
    /// any other.
    OneToWhite,
}

/// A rule set: independent switches, with named presets.
///
/// It knows no text format except names.
///
/// ```
/// use wakari::rules::{Counting, Rules};
/// let rules = Rules::preset("New Zealand").unwrap();
/// assert_eq!(rules, Rules::NEW_ZEALAND);
/// assert!(rules.suicide && rules.counting == Counting::Area);
///
/// let mut changed = rules;
/// changed.suicide = false;
/// assert_eq!((rules.name(), changed.name()), (Some("new-zealand"), None));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Rules {
    /// The preset that the switches came from, even if some have been changed. It tells presets
    /// with equal switches apart (`aga`, `bga` and `french`).
    pub base: Preset,
    /// The ban on repetition.
    pub ko: Ko,
    /// The effect of a repeated position that `ko` did not forbid.
    pub repetition: Repetition,
    /// True if suicide of two stones or more is legal. A single stone never may: its suicide would
    /// amount to a pass.
    pub suicide: bool,
    /// The method of counting.
    pub counting: Counting,
    /// The surrounded points that do not count.
    pub tax: Tax,
    /// True if, to the letter, a single dame puts every adjacent living group into seki, with any
    /// number of eyes (Japanese rules of 1989, article 8). Under other rules groups that live by
    /// their eyes are not in seki: those of 1949 require no eye or one eye (article 32), and those
    /// of 2009 the players' claim (8-5).
    pub dame_makes_seki: bool,
    /// True if an eye counts where the opponent could take a ko now, with living stones of both
    /// sides in the ko.
    ///
    /// False under the proposal of 2012 (article 8, example 26), the rules of 1949 and the Korean
    /// rules: the opponent can play there, so it is no eye (1949, articles 29 and 34). Two groups
    /// with one eye and such a point each are therefore in seki (double ko seki).
    pub ko_points: bool,
    /// True if an empty corner may be worth three points without capturing (取らず三目, the second
    /// precedent appended to the rules of 1949).
    pub three_points: bool,
    /// White's compensation for handicap stones, in addition to komi.
    pub handicap: HandicapBonus,
    /// The star points for handicap stones.
    pub handicap_order: HandicapOrder,
    /// The value of the first pass.
    pub button: Button,
    /// The way the moves end.
    pub end: End,
    /// True if the players' disagreements are settled in phases, and then by play, with a prisoner
    /// as the cost of each pass (Ikeda's end).
    pub phased: bool,
    /// The way life and death are settled.
    pub death: Death,
    /// The dead stones that are removed.
    pub removal: Removal,
    /// True if a rule violation found before the end loses the game. Otherwise it is only reported.
    /// A violation found later changes nothing.
    pub fouls_lose: bool,
    /// The default komi, in points for White. If the rules leave komi to the players, it is 6.5, as
    /// usual in Japan.
    pub komi: f64,
}

impl Rules {
    /// 分かりやすい日本囲碁規約(試案), October 2012.
    pub const PROPOSAL_2012: Rules = Rules {
        base: Preset::Proposal2012,
        end: End::FourPasses,
        tax: Tax::None,
        dame_makes_seki: false,
        ko_points: false,
        death: Death::Proposal2012,
        ..Rules::JAPANESE_1989
    };

    /// 日本囲碁規約, in force since 1989.
    pub const JAPANESE_1989: Rules = Rules {
        base: Preset::Japanese1989,
        ko: Ko::Simple,
        repetition: Repetition::NoResult,
        suicide: false,
        counting: Counting::Territory,
        tax: Tax::Seki,
        dame_makes_seki: true,
        ko_points: true,
        three_points: false,
        handicap: HandicapBonus::None,
        handicap_order: HandicapOrder::Gtp,
        button: Button::None,
        end: End::TwoPasses,
        phased: false,
        death: Death::Japanese1989,
        removal: Removal::InTerritory,
        fouls_lose: true,
        komi: 6.5,
    };

    /// 日本棋院囲碁規約, 1949. The komi is that of komi games (込碁, article 19).
    pub const JAPANESE_1949: Rules = Rules {
        base: Preset::Japanese1949,
        ko: Ko::DoubleKo,
        dame_makes_seki: false,
        ko_points: false,
        three_points: true,
        handicap_order: HandicapOrder::Turned,
        end: End::Agreement,
        death: Death::Local,
        removal: Removal::InEyes,
        komi: 4.5,
        ..Rules::JAPANESE_1989
    };

    /// 通常の日本ルールの改善案2, 2009, after the territory drafts of Ikeda Toshio.
    pub const IMPROVED_2009: Rules = Rules {
        base: Preset::Improved2009,
        repetition: Repetition::Draw,
        dame_makes_seki: false,
        end: End::TwoPassesKoClosed,
        phased: true,
        death: Death::Agreement,
        removal: Removal::All,
        ..Rules::JAPANESE_1989
    };

    /// The Korean rules of 2016.
    pub const KOREAN: Rules = Rules {
        base: Preset::Korean,
        repetition: Repetition::Draw,
        dame_makes_seki: false,
        ko_points: false,
        death: Death::Local,
        ..Rules::JAPANESE_1989
    };

    /// The Chinese rules as applied: with simple ko, although the text requires superko.
    pub const CHINESE: Rules = Rules {
        base: Preset::Chinese,
        ko: Ko::Simple,
        repetition: Repetition::NoResult,
        suicide: false,
        counting: Counting::Area,
        tax: Tax::None,
        dame_makes_seki: false,
        ko_points: true,
        three_points: false,
        handicap: HandicapBonus::PerStone,
        handicap_order: HandicapOrder::Gtp,
        button: Button::None,
        end: End::TwoPasses,
        phased: false,
        death: Death::Agreement,
        removal: Removal::All,
        fouls_lose: false,
        komi: 7.5,
    };

    /// The Chinese rules as written, and as OGS applies them.
    pub const CHINESE_OGS: Rules = Rules {
        base: Preset::ChineseOgs,
        ko: Ko::PositionalSuperko,
        repetition: Repetition::PlayOn,
        ..Rules::CHINESE
    };

    /// The Chinese rules as KGS applies them.
    pub const CHINESE_KGS: Rules = Rules {
        base: Preset::ChineseKgs,
        ..Rules::CHINESE_OGS
    };

    /// The rules of the American Go Association. Pass stones make its territory score equal to the
    /// area score.
    pub const AGA: Rules = Rules {
        base: Preset::Aga,
        ko: Ko::SituationalSuperko,
        handicap: HandicapBonus::PerStoneButOne,
        ..Rules::CHINESE_OGS
    };

    /// The rules of the British Go Association.
    pub const BGA: Rules = Rules {
        base: Preset::Bga,
        ..Rules::AGA
    };

    /// The rules of the French Go Federation.
    pub const FRENCH: Rules = Rules {
        base: Preset::French,
        ..Rules::AGA
    };

    /// The AGA rules with a button, which turns the parity of area counting into half points.
    pub const AGA_BUTTON: Rules = Rules {
        base: Preset::AgaButton,
        button: Button::Half,
        komi: 7.0,
        ..Rules::AGA
    };

    /// The rules of the New Zealand Go Society.
    pub const NEW_ZEALAND: Rules = Rules {
        base: Preset::NewZealand,
        suicide: true,
        handicap: HandicapBonus::None,
        komi: 7.0,
        ..Rules::AGA
    };

    /// The rules of John Tromp and Bill Taylor: dead stones must be captured. They name no komi.
    pub const TROMP_TAYLOR: Rules = Rules {
        base: Preset::TrompTaylor,
        suicide: true,
        handicap: HandicapBonus::None,
        death: Death::AllAlive,
        ..Rules::CHINESE_OGS
    };

    /// The rules of the computer Go server CGOS: Tromp–Taylor without suicide.
    pub const CGOS: Rules = Rules {
        base: Preset::Cgos,
        suicide: false,
        ..Rules::TROMP_TAYLOR
    };

    /// The rules of Ing Chang-ki, with positional superko for Ing's kinds of ko. Ing's komi of 8
    /// with ties for Black is equivalent to 7.5.
    pub const ING: Rules = Rules {
        base: Preset::Ing,
        end: End::FourPasses,
        death: Death::Agreement,
        ..Rules::TROMP_TAYLOR
    };

    /// Area counting with a group tax of two points, which amounts to counting stones only.
    pub const STONE_SCORING: Rules = Rules {
        base: Preset::StoneScoring,
        tax: Tax::All,
        handicap: HandicapBonus::None,
        ..Rules::CHINESE
    };

    /// 純碁: the stones on the board after both sides have passed.
    pub const PURE_GO: Rules = Rules {
        base: Preset::PureGo,
        counting: Counting::Stones,
        komi: 0.0,
        ..Rules::CGOS
    };

    /// The rules of the World Mind Sports Games of 2008: area counting, no suicide, no repeated
    /// position.
    ///
    /// Taken from secondary descriptions; the English text of 15 July 2008 was not available. The
    /// compensation is 6.5 points if Black passes first and 7.5 if White does. No bonus for
    /// handicap stones is an assumption.
    pub const WMSG: Rules = Rules {
        base: Preset::Wmsg,
        handicap: HandicapBonus::None,
        button: Button::OneToWhite,
        komi: 6.5,
        ..Rules::CHINESE_OGS
    };

    /// Territory scoring by the General Tournament Rules of the European Go Federation (1.1.4.3).
    ///
    /// They name "verbal European-Japanese rules" with komi 6.5, taken here to be the Japanese
    /// rules of 1989. White wins ties in handicap games with an integer komi; the komi must be set
    /// accordingly.
    pub const EGF: Rules = Rules {
        base: Preset::Egf,
        ..Rules::JAPANESE_1989
    };

    /// Area scoring with Japanese equipment by the EGF tournament rules (1.1.4.2): Ing's rules with
    /// komi 7.5, pass stones, and White to pass last. Two passes stop the game, which that
    /// paragraph does not say.
    pub const EGF_AREA: Rules = Rules {
        base: Preset::EgfArea,
        end: End::TwoPasses,
        ..Rules::ING
    };

    /// Every preset, in the order shown to users.
    pub const ALL: [Rules; 21] = [
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
        Rules::WMSG,
        Rules::EGF,
        Rules::EGF_AREA,
    ];

    /// Returns the rules of a [`Preset`] by its name.
    #[must_use]
    pub fn preset(name: &str) -> Option<Rules> {
        name.parse().ok().map(Preset::rules)
    }

    /// Returns the names of all presets.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Preset::all().map(Preset::name)
    }

    /// Returns the preset with these switches and any komi: the [`base`](Rules::base) if it
    /// matches, else the first.
    #[must_use]
    pub fn as_preset(&self) -> Option<Preset> {
        let mut presets = iter::once(self.base).chain(Preset::all());
        presets.find(|preset| self.plays_like(&preset.rules()))
    }

    /// Returns the name of the preset with these switches.
    #[must_use]
    pub fn name(&self) -> Option<&'static str> {
        self.as_preset().map(Preset::name)
    }

    /// Returns true if all switches are equal. The [`base`](Rules::base) and the default komi may
    /// differ.
    #[must_use]
    pub fn plays_like(&self, other: &Rules) -> bool {
        let (base, komi) = (other.base, other.komi);
        Rules {
            base,
            komi,
            ..*self
        } == *other
    }

    /// Returns these rules without tax: eyes of groups in seki count.
    #[must_use]
    pub fn untaxed(&self) -> Rules {
        Rules {
            tax: Tax::None,
            ..*self
        }
    }

    /// Returns White's points for this many handicap stones. A single stone is no handicap.
    #[must_use]
    pub fn handicap_points(&self, stones: u32) -> u32 {
        match self.handicap {
            _ if stones < 2 => 0,
            HandicapBonus::None => 0,
            HandicapBonus::PerStone => stones,
            HandicapBonus::PerStoneButOne => stones - 1,
        }
    }
}

/// Writes the name, or `custom`.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name().unwrap_or("custom"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_found_by_its_name() {
        for (preset, rules) in Preset::all().zip(Rules::ALL) {
            let name = preset.name();
            assert_eq!(preset.rules(), rules);
            assert_eq!(Rules::preset(name), Some(rules));
            let spoken = name.to_uppercase().replace('-', "_");
            assert_eq!(Rules::preset(&spoken), Some(rules));
            assert_eq!(Rules::preset(&name.replace('-', " ")), Some(rules));
            assert_eq!((rules.name(), &*rules.to_string()), (Some(name), name));
        }
        assert_eq!(Rules::preset("Japanese"), Some(Rules::JAPANESE_1989));
        assert_eq!(Rules::preset("GOE"), Some(Rules::ING));
        assert_eq!(Rules::preset("nz"), Some(Rules::NEW_ZEALAND));
    }

    #[test]
    fn a_name_is_that_of_the_switches() {
        let cgos = Rules {
            suicide: false,
            ..Rules::TROMP_TAYLOR
        };
        assert_eq!(cgos.name(), Some("cgos"));
        let custom = Rules {
            ko_points: true,
            ..Rules::PROPOSAL_2012
        };
        assert_eq!((custom.name(), &*custom.to_string()), (None, "custom"));
        let cheap = Rules {
            komi: 0.5,
            ..Rules::FRENCH
        };
        assert_eq!(cheap.name(), Some("french"));
        let like = |rules: &Rules| rules.plays_like(&Rules::AGA);
        let alike: Vec<_> = Preset::all().filter(|name| like(&name.rules())).collect();
        assert_eq!(alike, [Preset::Aga, Preset::Bga, Preset::French]);
    }

    #[test]
    fn other_names_are_no_rules() {
        for name in ["", "-", "japan", "chinese!", "日本", "aga aga"] {
            assert_eq!(Rules::preset(name), None, "{name}");
        }
    }

    /// Rules that play on after a repetition need superko for a game to end.
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
