//! Rulings and reviews in words and marks, as whole reports show them.

use super::Language;
use crate::color::{Color, PerColor};
use crate::engine::Outcome;
use crate::life::{Judgement, Status};
use crate::picture::{Mark, Marks};
use crate::point::{Play, PointSet};
use crate::review::{Count, Difference};
use crate::rules::Counting;
use crate::ruling::{Ruling, Source};
use crate::sgf::{Detail, Record};

/// How many points or chains of a list are named.
const SHOWN: usize = 12;

/// Who played, with ranks.
pub(super) fn players(record: &Record, language: Language) -> String {
    let name = |color: Color| {
        let rank = match color {
            Color::Black => Detail::BlackRank,
            Color::White => Detail::WhiteRank,
        };
        let player = record.players[color].as_deref().map(str::trim);
        let player = player.filter(|name| !name.is_empty());
        let rank = record.details.get(&rank);
        let rank = rank.map_or(String::new(), |rank| format!(" {rank}"));
        match player {
            Some(player) => format!("{player}{rank} ({})", language.color(color)),
            None => format!("{}{rank}", language.color(color)),
        }
    };
    format!("{} – {}", name(Color::Black), name(Color::White))
}

/// How the game ends.
pub(super) fn result(ruling: &Ruling, language: Language) -> String {
    match ruling.outcome {
        Outcome::Score(score) => language.result(&score),
        Outcome::Repetition(repetition) => language.repetition(repetition).to_owned(),
    }
}

/// The same in as few words as possible.
pub(super) fn short_result(ruling: &Ruling, language: Language) -> String {
    match ruling.outcome {
        Outcome::Score(score) => language.result(&score),
        Outcome::Repetition(repetition) => language.repeated(repetition).to_owned(),
    }
}

/// Why the rules are those they are.
pub(super) fn source(ruling: &Ruling, language: Language) -> &'static str {
    match ruling.source {
        Source::Request => language.choose("as asked for", "指定による"),
        Source::Record => language.choose("as the record says", "棋譜による"),
        Source::Default => language.choose(
            "the record names none that are known",
            "棋譜に既知の規約の指定なし",
        ),
    }
}

/// Which position was judged.
pub(super) fn extent(ruling: &Ruling, language: Language) -> String {
    let (after, moves, turn) = (ruling.after, ruling.moves, ruling.position.turn());
    let turn = language.color(turn);
    match language {
        Language::English => format!("After {after} of {moves} moves, {turn} to move"),
        Language::Japanese => format!("全{moves}手のうち{after}手まで、{turn}番"),
    }
}

/// What a ruling says of each point, for a picture.
pub fn marks(ruling: &Ruling) -> Marks {
    let adjudication = &ruling.adjudication;
    let territory = adjudication.territory();
    let filled = |color: Color| -> PointSet {
        let plays = adjudication.finish().iter();
        let own = plays.filter(|(by, _)| *by == color);
        own.filter_map(|(_, to)| to.point()).collect()
    };
    Marks {
        dead: adjudication.dead(),
        territory: territory.points,
        seki: adjudication.stones(Status::Seki),
        dame: territory.dame,
        filled: PerColor::from_fn(filled),
        unsettled: ruling.unsettled(),
        last: ruling.position.last_move().and_then(|(_, to)| to.point()),
    }
}

/// What a mark means.
pub fn mark(mark: Mark, language: Language) -> &'static str {
    match mark {
        Mark::Territory(Color::Black) => language.choose("Black’s point", "黒地"),
        Mark::Territory(Color::White) => language.choose("White’s point", "白地"),
        Mark::Dead => language.status(Status::Dead),
        Mark::Seki => language.status(Status::Seki),
        Mark::Dame => language.choose("dame", "駄目"),
        Mark::Filled => language.choose("filled before counting", "計算前に打たれた点"),
        Mark::Unsettled => language.choose("not clear", "不確か"),
        Mark::Last => language.choose("last move", "最終手"),
    }
}

/// Where a chain is: its first stone.
pub(super) fn name(stones: &PointSet) -> String {
    stones
        .first()
        .map_or(String::new(), |stone| stone.to_string())
}

/// A chain with its status.
pub(super) fn title(judgement: &Judgement, language: Language) -> String {
    format!(
        "{} {}{}{}",
        language.color(judgement.color),
        name(&judgement.stones),
        language.colon(),
        language.status(judgement.status)
    )
}

/// A step of a game.
pub(super) fn step(number: usize, play: Option<Play>, language: Language) -> String {
    match (play, language) {
        (Some(play), Language::English) => format!("{number}. {}", language.play(play)),
        (Some(play), Language::Japanese) => format!("第{number}手 {}", language.play(play)),
        (None, _) => language.choose("Stones are set up", "石の配置").to_owned(),
    }
}

/// That the komi does not change from one set of rules to the other.
pub(super) fn same_komi(ruling: &Ruling, language: Language) -> String {
    let komi = ruling.position.komi();
    match language {
        Language::English => format!(
            "All counted with the same komi of {komi}, from the position as it stands under each set of rules."
        ),
        Language::Japanese => format!("いずれもコミ{komi}として、各規約により終局図を計算。"),
    }
}

/// Why a count is not that of the game's own rules.
pub(super) fn differences(count: &Count, language: Language) -> String {
    let told: Vec<String> = count
        .differences
        .iter()
        .map(|found| difference(found, language))
        .collect();
    told.join(language.choose("; ", "。"))
}

fn difference(difference: &Difference, language: Language) -> String {
    match difference {
        Difference::Repetition(Some(repetition)) => language.repetition(*repetition).to_owned(),
        Difference::Repetition(None) => language
            .choose("no repetition ends the game", "同一局面は終局としない")
            .to_owned(),
        Difference::Counting(counting) => match counting {
            Counting::Territory => language.choose(
                "prisoners and dead stones count, living stones do not",
                "ハマと死に石を数え、活き石を数えない",
            ),
            Counting::Area => language.choose(
                "living stones count, prisoners do not",
                "活き石を数え、ハマを数えない",
            ),
            Counting::Stones => {
                language.choose("only the stones on the board count", "盤上の石だけを数える")
            }
        }
        .to_owned(),
        Difference::Stones(status, stones) => {
            let chains: Vec<String> = Color::BOTH
                .into_iter()
                .flat_map(|color| stones[color].components().map(move |chain| (color, chain)))
                .map(|(color, chain)| format!("{} {}", language.color(color), name(&chain)))
                .collect();
            let list = shortened(&chains, language.comma(), language);
            let status = language.status(*status);
            language.choose(format!("{status}: {list}"), format!("{list}は{status}"))
        }
        Difference::TakenOff(taken_off) => {
            let [black, white] = Color::BOTH.map(|color| taken_off[color]);
            language.choose(
                format!("dead stones taken off: Black {black}, White {white}"),
                format!("取り上げる死に石：黒{black}、白{white}"),
            )
        }
        Difference::Without(points) => {
            let list = by_side(points, language);
            language.choose(
                format!("no points: {list}"),
                format!("地としない点：{list}"),
            )
        }
        Difference::With(points) => {
            let list = by_side(points, language);
            language.choose(
                format!("points here only: {list}"),
                format!("地とする点：{list}"),
            )
        }
        Difference::Tax(tax) => {
            let [black, white] = Color::BOTH.map(|color| tax[color]);
            language.choose(
                format!("group tax: Black {black}, White {white}"),
                format!("切り賃：黒{black}、白{white}"),
            )
        }
        Difference::Handicap(points) => language.choose(
            format!("{points} points for White for the handicap"),
            format!("置石により白に{points}目"),
        ),
        Difference::Button(Some(color)) => {
            let side = language.color(*color);
            language.choose(
                format!("half a point for {side}, who passed first"),
                format!("先にパスした{side}に半目"),
            )
        }
        Difference::Button(None) => language.choose("no button", "ボタンなし").to_owned(),
    }
}

fn by_side(points: &PerColor<PointSet>, language: Language) -> String {
    let sides = Color::BOTH
        .into_iter()
        .filter(|&color| !points[color].is_empty());
    let told: Vec<String> = sides
        .map(|color| {
            let names: Vec<String> = points[color]
                .iter()
                .map(|point| point.to_string())
                .collect();
            format!(
                "{} {}",
                language.color(color),
                shortened(&names, " ", language)
            )
        })
        .collect();
    told.join(language.comma())
}

/// The first items of a list, and how many more there are.
fn shortened(items: &[String], separator: &str, language: Language) -> String {
    let shown = &items[..items.len().min(SHOWN)];
    let more = match items.len() - shown.len() {
        0 => String::new(),
        more => language.choose(format!(" and {more} more"), format!(" 他{more}")),
    };
    format!("{}{more}", shown.join(separator))
}
