//! Errors in Japanese; in English they display themselves.

use super::words::Language;
use crate::formats::sgf::{Flaw, Location, MAX_BYTES, MAX_SET_UPS, MAX_STEPS, SgfError};
use crate::go::position::IllegalMove;
use crate::go::rules::MOST_KOMI;
use crate::referee::game::scoring::ScoringError;
use crate::referee::game::{MOST_PRISONERS, Refusal};
use crate::referee::judge::explain::NoChain;

impl Language {
    /// The rule that forbids a move.
    pub fn illegal_move(self, illegal: IllegalMove) -> String {
        if self == Language::English {
            return illegal.to_string();
        }
        match illegal {
            IllegalMove::OffBoard => "盤の外",
            IllegalMove::Occupied => "石のある点",
            IllegalMove::Suicide => "着手禁止点（自殺手）",
            IllegalMove::Ko => "劫の取り返し",
            IllegalMove::Superko => "同形反覆（スーパーコウ）",
            IllegalMove::PassAfterKo => "劫を取った後のパス",
            IllegalMove::RefusesEnd => "一方的な循環による終局の拒否",
        }
        .to_owned()
    }

    /// The reason for a refused request.
    pub fn refusal(self, refusal: &Refusal) -> String {
        if self == Language::English {
            return refusal.to_string();
        }
        match refusal {
            Refusal::IllegalMove(illegal) => self.illegal_move(*illegal),
            Refusal::Size => "盤の大きさは2路から25路まで".to_owned(),
            Refusal::Komi => "コミが大きすぎる".to_owned(),
            Refusal::Undo => "それほど多くの手は打たれていない".to_owned(),
            Refusal::NotEmpty => "盤上に石がある".to_owned(),
            Refusal::HandicapNumber => "この盤では置けない置石の数".to_owned(),
            Refusal::HandicapPoints => "置石は盤上の異なる2点以上".to_owned(),
            Refusal::Setup => "盤上に立てない石がある".to_owned(),
            Refusal::Record {
                number,
                play,
                reason,
            } => {
                let (play, reason) = (self.play(*play), self.illegal_move(*reason));
                format!("第{number}手、{play}：{reason}")
            }
            Refusal::At { place, refusal } => {
                format!("{}：{}", self.location(*place), self.refusal(refusal))
            }
            Refusal::OffBoard => "盤の外".to_owned(),
            Refusal::Prisoners => format!("ハマは取った数以上、{MOST_PRISONERS}以下"),
            Refusal::Over => "終局している".to_owned(),
            Refusal::OutOfTurn => "手番ではない".to_owned(),
        }
    }

    /// The reason why nothing can be explained.
    pub fn no_chain(self, error: &NoChain) -> String {
        match (self, error) {
            (Language::English, _) => error.to_string(),
            (Language::Japanese, NoChain::OffBoard(at)) => format!("{at}は盤の外"),
            (Language::Japanese, NoChain::Empty(at)) => format!("{at}に石はない"),
        }
    }

    /// A place in a text.
    fn location(self, place: Location) -> String {
        match self {
            Language::English => place.to_string(),
            Language::Japanese => format!("{}行目{}字目", place.line, place.column),
        }
    }

    /// Why a text cannot be read as a game record.
    pub fn unreadable(self, error: &SgfError) -> String {
        if self == Language::English {
            return error.to_string();
        }
        let at = |place: &Location| self.location(*place);
        match error {
            SgfError::TooLarge => format!("ファイルが{MAX_BYTES}バイトを超える"),
            SgfError::NoGame => "対局がない：「(;」とプロパティが見当たらない".to_owned(),
            SgfError::NotGo { game, place } => {
                format!("{}：ゲーム{game}は囲碁（1）ではない", at(place))
            }
            SgfError::Size { text, place } => format!(
                "{}：盤の大きさ「{text}」は2から25までの数でも、9:13のような二つの数でもない",
                at(place)
            ),
            SgfError::TooLong(place) => format!(
                "{}：手順が{MAX_STEPS}を、または配置が{MAX_SET_UPS}を超える",
                at(place)
            ),
        }
    }

    /// A flaw in a readable game record.
    pub fn flaw(self, flaw: &Flaw) -> String {
        match (self, flaw) {
            (Language::English, _) => flaw.to_string(),
            (Language::Japanese, Flaw::BreaksOff) => {
                "棋譜が途中で切れている：最後の「)」がなく、手も欠けているかもしれない".to_owned()
            }
            (Language::Japanese, Flaw::Komi(text)) => {
                format!("コミ「{text}」は{MOST_KOMI}までの数でないので、用いない")
            }
            (
                Language::Japanese,
                Flaw::Occupied {
                    number,
                    play,
                    place,
                },
            ) => {
                let place = place.map_or(String::new(), |place| self.location(place) + "：");
                format!("{place}第{number}手{}は石の上なので、その石を除く", play.1)
            }
            (Language::Japanese, Flaw::Rules(name)) => {
                format!("ルール「{name}」（RU）は知られていないので、用いない")
            }
            (
                Language::Japanese,
                Flaw::Move {
                    number,
                    text,
                    size,
                    place,
                    more,
                },
            ) => format!(
                "{}：第{number}手「{text}」は{size}の盤上にないので、パスとする{}",
                self.location(*place),
                others(*more)
            ),
            (
                Language::Japanese,
                Flaw::SetUp {
                    text,
                    size,
                    place,
                    more,
                },
            ) => format!(
                "{}：配置「{text}」は{size}の盤上にないので、除く{}",
                self.location(*place),
                others(*more)
            ),
            (Language::Japanese, Flaw::Charset { named, used }) => match named {
                Some(named) => format!("文字コードはCAの「{named}」でない：{used}として読む"),
                None => format!("文字コード（CA）の指定がない：{used}として読む"),
            },
        }
    }

    /// Why a game cannot be scored.
    pub fn not_scored(self, error: &ScoringError) -> String {
        match (self, error) {
            (_, ScoringError::Refused(refusal)) => self.refusal(refusal),
            (Language::English, _) => error.to_string(),
            (Language::Japanese, ScoringError::NoStone(at)) => format!("{at}に石はない"),
            (Language::Japanese, ScoringError::Short { asked, moves }) => {
                format!("第{asked}手まではない：全{moves}手")
            }
        }
    }
}

/// The number of further flaws of a kind, in Japanese.
fn others(more: usize) -> String {
    match more {
        0 => String::new(),
        more => format!("（ほか{more}件）"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::sgf::Record;

    #[test]
    fn flaws_are_told_of_in_both_languages() {
        for (text, english, japanese) in [
            (
                "(;SZ[5];B[zz];W[pass])",
                "move 1 at 'zz' is not on the 5x5 board: read as a pass (and 1 more)",
                "第1手「zz」は5x5の盤上にないので、パスとする（ほか1件）",
            ),
            (
                "(;SZ[5]AB[zz])",
                "the set-up at 'zz' is not on the 5x5 board: left out",
                "配置「zz」",
            ),
        ] {
            let record = text.parse::<Record>().expect("a record");
            for (language, expected) in
                [(Language::English, english), (Language::Japanese, japanese)]
            {
                let told: String = record
                    .flaws
                    .iter()
                    .map(|flaw| language.flaw(flaw))
                    .collect();
                assert!(told.contains(expected), "{text}: {told}");
            }
        }
    }

    #[test]
    fn broken_files_are_told_of_in_both_languages() {
        for (text, english, japanese) in [
            ("no game", "there is no game", "対局がない"),
            ("(;GM[2])", "line 1, column", "1行目"),
            ("(;SZ[1])", "board size '1'", "盤の大きさ「1」"),
        ] {
            let error = text.parse::<Record>().expect_err("no record");
            for (language, expected) in
                [(Language::English, english), (Language::Japanese, japanese)]
            {
                let told = language.unreadable(&error);
                assert!(told.contains(expected), "{text}: {told}");
            }
        }
    }
}
