//! The words of reports in each language, all in one place.
//!
//! The Japanese ones are those of the rule texts of 1949, 1989 and 2012.

use crate::board::Play;
use crate::color::Color;
use crate::judge::{Basis, Status};
use crate::point::Move;
use crate::position::Foul;
use crate::rules::{Counting, Death, End, HandicapBonus, Ko, Preset, Repetition, Rules, Tax};
use crate::score::Score;

/// A language in which reports are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Japanese.
    Japanese,
}

impl Language {
    /// The language of a code such as `en`, `ja` or `ja_JP.UTF-8`.
    ///
    /// ```
    /// use wakari::language::Language;
    /// assert_eq!(Language::of_code("ja"), Some(Language::Japanese));
    /// ```
    pub fn of_code(code: &str) -> Option<Language> {
        let primary = code.split(['_', '-', '.']).next().unwrap_or_default();
        match primary.to_ascii_lowercase().as_str() {
            "en" => Some(Language::English),
            "ja" => Some(Language::Japanese),
            _ => None,
        }
    }

    /// Its code, as in HTML.
    pub fn code(self) -> &'static str {
        self.choose("en", "ja")
    }

    /// The one of two that is in this language.
    pub fn choose<T>(self, english: T, japanese: T) -> T {
        match self {
            Language::English => english,
            Language::Japanese => japanese,
        }
    }

    /// Between the items of a list.
    pub fn comma(self) -> &'static str {
        self.choose(", ", "、")
    }

    /// Between a word and what it announces.
    pub fn colon(self) -> &'static str {
        self.choose(": ", "：")
    }

    /// A side.
    pub fn color(self, color: Color) -> &'static str {
        match color {
            Color::Black => self.choose("Black", "黒"),
            Color::White => self.choose("White", "白"),
        }
    }

    /// A move without its player.
    pub fn to(self, to: Move) -> String {
        match to {
            Move::Pass => self.choose("pass", "パス").to_owned(),
            Move::At(point) => point.to_string(),
        }
    }

    /// A move and who made it.
    pub fn play(self, (color, to): Play) -> String {
        format!("{} {}", self.color(color), self.to(to))
    }

    /// So many stones.
    pub fn stones(self, count: usize) -> String {
        match self {
            Language::English if count == 1 => "1 stone".to_owned(),
            Language::English => format!("{count} stones"),
            Language::Japanese => format!("{count}子"),
        }
    }

    /// What becomes of a chain.
    pub fn status(self, status: Status) -> &'static str {
        match status {
            Status::Alive => self.choose("alive", "活き石"),
            Status::Dead => self.choose("dead", "死に石"),
            Status::Seki => self.choose("seki", "セキ石"),
            Status::Unsettled => self.choose("unsettled", "未確定"),
        }
    }

    /// How a status is known.
    pub fn basis(self, basis: Basis) -> String {
        match basis {
            Basis::AllStand | Basis::PassAlive | Basis::Enclosed => {
                self.choose("proved", "証明済み").to_owned()
            }
            Basis::Read(_) => self
                .choose("proved by reading", "読み切りによる証明")
                .to_owned(),
            Basis::Searched(share) => {
                format!("{} {share:.2}", self.choose("searched", "探索"))
            }
            Basis::Estimated(share) => {
                format!("{} {share:.2}", self.choose("estimated", "推定"))
            }
        }
    }

    /// A score as a result: `B+3.5`, or 黒3目半勝ち.
    pub fn result(self, score: &Score) -> String {
        match (self, score.winner()) {
            (Language::English, _) => score.to_string(),
            (Language::Japanese, None) => "持碁".to_owned(),
            (Language::Japanese, Some(winner)) => {
                let margin = points_in_japanese(score.margin().abs());
                format!("{}{margin}勝ち", self.color(winner))
            }
        }
    }

    /// What a repeated position makes of the game.
    pub fn repetition(self, repetition: Repetition) -> &'static str {
        match repetition {
            Repetition::NoResult => self.choose(
                "no result: the position has come up again",
                "無勝負（同一局面の再現）",
            ),
            Repetition::Draw => self.choose(
                "draw: the position has come up again",
                "引き分け（同一局面の再現）",
            ),
            Repetition::PlayOn => {
                self.choose("the position has come up again", "同一局面が再現した")
            }
        }
    }

    /// What a move breaks that was played all the same.
    pub fn foul(self, foul: Foul) -> String {
        match foul {
            Foul::OutOfTurn => self.choose("out of turn", "手番違反").to_owned(),
            Foul::Forbidden(illegal) => self.illegal_move(illegal),
        }
    }

    /// What a set of rules is called, where it has a name.
    pub fn rules(self, rules: &Rules) -> &'static str {
        let Some(preset) = rules.as_preset() else {
            return "";
        };
        match preset {
            Preset::Proposal2012 => {
                self.choose("Proposal of 2012", "分かりやすい日本囲碁規約（試案）2012年")
            }
            Preset::Japanese1989 => self.choose("Japan, 1989", "日本囲碁規約 1989年"),
            Preset::Japanese1949 => self.choose("Japan, 1949", "日本棋院囲碁規約 1949年"),
            Preset::Improved2009 => {
                self.choose("Second proposal of 2009", "通常の日本ルールの改善案2")
            }
            Preset::Korean => self.choose("Korea, 2016", "韓国の規約"),
            Preset::Chinese => self.choose("China", "中国の規約"),
            Preset::ChineseOgs => self.choose("China, as on OGS", "中国の規約（OGS）"),
            Preset::ChineseKgs => self.choose("China, as on KGS", "中国の規約（KGS）"),
            Preset::Aga => self.choose("American Go Association", "米国の規約"),
            Preset::Bga => self.choose("British Go Association", "英国の規約"),
            Preset::French => self.choose("French federation", "フランスの規約"),
            Preset::AgaButton => self.choose("America, with a button", "米国の規約（ボタン）"),
            Preset::NewZealand => self.choose("New Zealand", "ニュージーランドの規約"),
            Preset::TrompTaylor => self.choose("Tromp and Taylor", "トロンプ・テイラー規約"),
            Preset::Cgos => self.choose("CGOS", "CGOS"),
            Preset::Ing => self.choose("Ing", "応氏規約"),
            Preset::StoneScoring => self.choose("Stone scoring", "切り賃のある計算"),
            Preset::PureGo => self.choose("Pure Go", "純碁"),
        }
    }

    /// The rule of ko.
    pub fn ko(self, ko: Ko) -> &'static str {
        match ko {
            Ko::Simple => self.choose(
                "a ko may not be taken back on the next turn",
                "劫は次の着手では取り返せない",
            ),
            Ko::PositionalSuperko => self.choose(
                "no position may come up again (positional superko)",
                "同一局面の再現を禁止（手番を問わない）",
            ),
            Ko::SituationalSuperko => self.choose(
                "no position may come up again with the same side to move (situational superko)",
                "手番も同じ同一局面の再現を禁止",
            ),
            Ko::DoubleKo => self.choose(
                "a ko may be taken back only after a play elsewhere, and with two kos no position may come up again",
                "劫は他に打った後に取り返せる（同形反覆禁止。両劫も同じ）",
            ),
        }
    }

    /// What a repeated position means where it is not forbidden.
    pub fn repeated(self, repetition: Repetition) -> &'static str {
        match repetition {
            Repetition::NoResult => self.choose("no result", "無勝負"),
            Repetition::Draw => self.choose("draw", "引き分け"),
            Repetition::PlayOn => self.choose("means nothing", "規定なし"),
        }
    }

    /// Whether suicide is allowed.
    pub fn suicide(self, is_allowed: bool) -> &'static str {
        if is_allowed {
            self.choose("of two or more stones allowed", "2子以上なら打てる")
        } else {
            self.choose("forbidden", "禁止")
        }
    }

    /// What is counted.
    pub fn counting(self, counting: Counting) -> &'static str {
        match counting {
            Counting::Territory => self.choose("territory and prisoners", "地とハマ"),
            Counting::Area => self.choose(
                "area: living stones and surrounded points",
                "活き石と地（地石共有）",
            ),
            Counting::Stones => self.choose("stones", "盤上の石"),
        }
    }

    /// Which points do not count.
    pub fn tax(self, tax: Tax) -> &'static str {
        match tax {
            Tax::None => self.choose("none", "なし"),
            Tax::Seki => self.choose(
                "points surrounded in seki do not count",
                "セキ石の目は地としない",
            ),
            Tax::All => self.choose(
                "points surrounded in seki do not count, every other group loses two",
                "セキ石の目は地とせず、他の一団ごとに2目を引く（切り賃）",
            ),
        }
    }

    /// What White has for handicap stones.
    pub fn handicap(self, handicap: HandicapBonus) -> &'static str {
        match handicap {
            HandicapBonus::None => self.choose("none", "なし"),
            HandicapBonus::PerStone => {
                self.choose("White has a point for each stone", "置石1子につき白に1目")
            }
            HandicapBonus::PerStoneButOne => self.choose(
                "White has a point for each stone but one",
                "置石の数より1少ない目数を白に",
            ),
        }
    }

    /// Whether there is a button.
    pub fn button(self, is_there: bool) -> &'static str {
        if is_there {
            self.choose("half a point for the first to pass", "先にパスした側に半目")
        } else {
            self.choose("none", "なし")
        }
    }

    /// How the moves come to their end.
    pub fn end(self, end: End) -> &'static str {
        match end {
            End::TwoPasses => self.choose("two passes in a row", "双方の連続したパス"),
            End::TwoPassesKoClosed => self.choose(
                "two passes in a row, not with a ko just taken",
                "双方の連続したパス（劫を取った直後を除く）",
            ),
            End::FourPasses => self.choose(
                "agreement or four passes in a row",
                "合意、または4回連続のパス",
            ),
            End::Agreement => self.choose(
                "agreement; two passes in a row are taken for it",
                "合意（双方の連続したパスを合意とみなす）",
            ),
        }
    }

    /// How life and death are settled.
    pub fn death(self, rules: &Rules) -> &'static str {
        match rules.death {
            Death::Proposal2012 => self.choose(
                "hypothetical play, the owner of the stones first (proposal of 2012, article 7)",
                "対象石側が先着する検証（試案 第7条）",
            ),
            Death::Japanese1989 => self.choose(
                "hypothetical play, a pass for each ko (rules of 1989, article 7)",
                "死活確認。劫は劫ごとのパスの後に取り返せる（1989年規約 第7条）",
            ),
            Death::Local if rules.three_points => self.choose(
                "by eyes and precedent (rules of 1949, articles 29 to 33)",
                "眼形と判例（1949年規約 第29条〜第33条）",
            ),
            Death::Agreement if rules.phased => self.choose(
                "agreement, else played out at the cost of a prisoner for each pass",
                "合意。合意がなければ1パスにつきハマ1子を払って打ち進める",
            ),
            Death::Local => self.choose(
                "judged locally, without a special rule for kos",
                "部分的に判定（劫の特別規定なし）",
            ),
            Death::Agreement => self.choose(
                "agreement, else played out",
                "合意。合意がなければ打ち進める",
            ),
            Death::AllAlive => {
                self.choose("every stone on the board lives", "盤上の石はすべて活き石")
            }
        }
    }
}

/// Points in the counting word of Japanese: 半目, 3目, 3目半, 6.75目.
fn points_in_japanese(points: f64) -> String {
    match (points.trunc(), points.fract()) {
        (0.0, 0.5) => "半目".to_owned(),
        (whole, 0.5) => format!("{whole}目半"),
        _ => format!("{points}目"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::PerColor;
    use crate::score::Tally;

    #[track_caller]
    fn check(komi: f64, expected: &str) {
        let white = Tally {
            komi,
            ..Tally::default()
        };
        let score = Score {
            tallies: PerColor::new(Tally::default(), white),
        };
        assert_eq!(Language::Japanese.result(&score), expected);
        assert_eq!(Language::English.result(&score), score.to_string());
    }

    #[test]
    fn results_are_told_as_japanese_players_tell_them() {
        check(0.5, "白半目勝ち");
        check(3.5, "白3目半勝ち");
        check(-12.0, "黒12目勝ち");
        check(6.75, "白6.75目勝ち");
        check(0.0, "持碁");
    }

    #[test]
    fn every_set_of_rules_has_a_title() {
        for rules in Rules::ALL {
            for language in [Language::English, Language::Japanese] {
                assert!(!language.rules(&rules).is_empty(), "{rules}");
            }
        }
    }

    #[test]
    fn languages_have_codes() {
        for language in [Language::English, Language::Japanese] {
            assert_eq!(Language::of_code(language.code()), Some(language));
        }
        assert_eq!(Language::of_code("JA_jp.UTF-8"), Some(Language::Japanese));
        assert_eq!(Language::of_code("de"), None);
        assert_eq!(Language::of_code(""), None);
    }
}
