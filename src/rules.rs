//! What may be played and what counts: independent switches, and presets that combine them.

use std::fmt;
use std::iter;
use std::str::FromStr;

/// The largest komi taken, either way, in points.
pub const MOST_KOMI: f64 = 10_000.0;

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

/// On which star points handicap stones stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HandicapOrder {
    /// As GTP has it: three stones leave the lower right corner open.
    Gtp,
    /// GTP's with the board turned by half: three stones leave the upper left corner open (rules of 1949,
    /// article 21).
    Turned,
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

impl End {
    /// Whether two passes end the moves only if both sides agree.
    #[must_use]
    pub fn needs_agreement(self) -> bool {
        matches!(self, End::FourPasses | End::Agreement)
    }
}

/// How life and death are settled once the moves have ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Death {
    /// Hypothetical play that the owner of the stones begins (proposal of 2012, article 7).
    Proposal2012,
    /// Hypothetical play that the opponent begins, with a pass for each ko (Japanese rules of 1989,
    /// article 7).
    Japanese1989,
    /// Local play that the opponent begins, without a special rule for kos (Japanese rules of 1949,
    /// articles 29 to 33; Korean rules).
    Local,
    /// By agreement, else played out.
    Agreement,
    /// Every stone on the board lives.
    AllAlive,
}

/// Which dead stones are taken off the board at the end, where territory is counted. Where stones count, all
/// of them are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Removal {
    /// All of them.
    All,
    /// Those in the opponent's territory; the others stay and make dame of what is around them.
    InTerritory,
    /// Those in an eye of the opponent, though the eye be in a seki and no territory (rules of 1949, article 42).
    InEyes,
}

/// A set of rules that has a name.
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
    /// Every preset, in the order they are named to users.
    pub fn all() -> impl Iterator<Item = Preset> {
        Rules::ALL.into_iter().map(|rules| rules.base)
    }

    /// What it is called, in small letters and hyphens.
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

    /// Its switches.
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

/// A name that no set of rules has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no set of rules has this name")]
pub struct UnknownRules;

/// A name in any case, its words parted by `-`, `_`, a blank or nothing. Besides the names that are shown:
/// `japanese`, `goe`, `nz`, `proposal`, `ancient-area`.
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

/// What the first pass of a game is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Button {
    /// Nothing.
    None,
    /// It takes a button worth half a point, and does not count as a pass that ends.
    Half,
    /// A point to White if White passes first (World Mind Sports Games); it counts as any other pass.
    OneToWhite,
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
///
/// let without_suicide = Rules { suicide: false, ..rules };
/// assert_eq!((rules.name(), without_suicide.name()), (Some("new-zealand"), None));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rules {
    /// The preset that the switches were first taken from, whatever has been changed since. Of presets with the
    /// same switches (`aga`, `bga` and `french`) it tells which one is meant.
    pub base: Preset,
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
    /// Whether, to the letter, a single dame makes seki of every living group next to it, however many eyes that has
    /// (Japanese rules of 1989, article 8). Elsewhere groups that live by eyes of their own are in none: those of 1949 ask
    /// for no eye or one eye (article 32), and those of 2009 for what the players claim (8-5).
    pub dame_makes_seki: bool,
    /// Whether an eye counts at which the opponent could take a ko now, if the ko is made of living stones of
    /// both sides (the proposal of 2012 says no: article 8, example 26).
    pub ko_points: bool,
    /// Whether an empty corner may be worth three points without capturing (取らず三目, the second of the
    /// precedents appended to the rules of 1949).
    pub three_points: bool,
    /// What White receives for handicap stones, beside komi.
    pub handicap: HandicapBonus,
    /// On which star points handicap stones stand.
    pub handicap_order: HandicapOrder,
    /// What the first pass is worth.
    pub button: Button,
    /// How the moves come to their end.
    pub end: End,
    /// Whether what the players do not agree on then is settled in phases, and played out at the cost of a
    /// prisoner for each pass (Ikeda's end).
    pub phased: bool,
    /// How life and death are settled then.
    pub death: Death,
    /// Which dead stones are taken off the board then.
    pub removal: Removal,
    /// Whether a foul that is found before the end loses the game; if not it is only named. Found later it changes
    /// nothing.
    pub fouls_lose: bool,
    /// Points added to White's where nothing else was agreed. Where a set of rules leaves komi to the
    /// players it is 6.5, as usual in Japan.
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

    /// 日本棋院囲碁規約, 1949. Its komi is that of the komi games (込碁) of article 19.
    pub const JAPANESE_1949: Rules = Rules {
        base: Preset::Japanese1949,
        ko: Ko::DoubleKo,
        dame_makes_seki: false,
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
        death: Death::Local,
        ..Rules::JAPANESE_1989
    };

    /// The Chinese rules as they are applied: simple ko, although they are written with superko.
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

    /// The rules of the American Go Association; pass stones make its territory score the area score.
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

    /// The rules of the French federation.
    pub const FRENCH: Rules = Rules {
        base: Preset::French,
        ..Rules::AGA
    };

    /// The American rules with a button, which makes half points of the parity that area counting has.
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

    /// The rules of John Tromp and Bill Taylor: capture what is dead. They name no komi.
    pub const TROMP_TAYLOR: Rules = Rules {
        base: Preset::TrompTaylor,
        suicide: true,
        handicap: HandicapBonus::None,
        death: Death::AllAlive,
        ..Rules::CHINESE_OGS
    };

    /// The rules of the computer server CGOS: as Tromp and Taylor's, without suicide.
    pub const CGOS: Rules = Rules {
        base: Preset::Cgos,
        suicide: false,
        ..Rules::TROMP_TAYLOR
    };

    /// The rules of Ing Chang-ki with positional superko for his kinds of ko. His komi is 8 with ties
    /// for Black, which is the same as 7.5.
    pub const ING: Rules = Rules {
        base: Preset::Ing,
        end: End::FourPasses,
        death: Death::Agreement,
        ..Rules::TROMP_TAYLOR
    };

    /// Area counting with a group tax of two, which is what counting stones alone comes to.
    pub const STONE_SCORING: Rules = Rules {
        base: Preset::StoneScoring,
        tax: Tax::All,
        handicap: HandicapBonus::None,
        ..Rules::CHINESE
    };

    /// 純碁: the stones on the board when both have passed.
    pub const PURE_GO: Rules = Rules {
        base: Preset::PureGo,
        counting: Counting::Stones,
        komi: 0.0,
        ..Rules::CGOS
    };

    /// The rules of the World Mind Sports Games of 2008, from descriptions of them (the English text of 15 July 2008 itself
    /// was not at hand): area counting, no suicide, no position twice. The compensation is 6.5 points if Black passes first
    /// and 7.5 if White does. That there is no bonus for handicap stones is assumed.
    pub const WMSG: Rules = Rules {
        base: Preset::Wmsg,
        handicap: HandicapBonus::None,
        button: Button::OneToWhite,
        komi: 6.5,
        ..Rules::CHINESE_OGS
    };

    /// Territory scoring by the General Tournament Rules of the European Go Federation (1.1.4.3): "verbal
    /// European-Japanese rules", komi 6.5, taken here to be the Japanese rules of 1989. That White wins ties in handicap
    /// games with a whole komi is left to whoever sets the komi.
    pub const EGF: Rules = Rules {
        base: Preset::Egf,
        ..Rules::JAPANESE_1989
    };

    /// Area scoring with Japanese material by the same tournament rules (1.1.4.2): the rules of Ing with komi 7.5, pass stones,
    /// and White passing last. Two passes stop the game, which that paragraph does not say.
    pub const EGF_AREA: Rules = Rules {
        base: Preset::EgfArea,
        end: End::TwoPasses,
        ..Rules::ING
    };

    /// Every preset, in the order they are named to users.
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

    /// The rules of a [`Preset`] by its name.
    #[must_use]
    pub fn preset(name: &str) -> Option<Rules> {
        name.parse().ok().map(Preset::rules)
    }

    /// The names of all presets.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Preset::all().map(Preset::name)
    }

    /// The preset that has these switches, whatever the usual komi; of several the [`base`](Rules::base), else
    /// the first.
    #[must_use]
    pub fn as_preset(&self) -> Option<Preset> {
        let mut presets = iter::once(self.base).chain(Preset::all());
        presets.find(|preset| self.plays_like(&preset.rules()))
    }

    /// The name of the preset that has these switches.
    #[must_use]
    pub fn name(&self) -> Option<&'static str> {
        self.as_preset().map(Preset::name)
    }

    /// Whether all switches are the same: what may differ is the [`base`](Rules::base) and the usual komi.
    #[must_use]
    pub fn plays_like(&self, other: &Rules) -> bool {
        let (base, komi) = (other.base, other.komi);
        Rules {
            base,
            komi,
            ..*self
        } == *other
    }

    /// The same rules without any tax: eyes of groups in seki count.
    #[must_use]
    pub fn untaxed(&self) -> Rules {
        Rules {
            tax: Tax::None,
            ..*self
        }
    }

    /// The points White receives for this many handicap stones. A single stone is no handicap.
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

/// The name, or `custom`.
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
