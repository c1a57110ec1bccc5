//! Rulings and reviews in words and marks, as whole reports show them.

use crate::board::Play;
use crate::color::{Color, PerColor};
use crate::game::Outcome;
use crate::judge::{Judgement, Status};
use crate::language::{Language, listed};
use crate::picture::{Mark, Marks};
use crate::point::PointSet;
use crate::report::{Count, Difference, Estimate, Report};
use crate::rules::Counting;
use crate::scoring::{Agreement, Reason, ScoredGame, Source};
use crate::sgf::{GameInfo, Record};

/// Who played, with ranks.
pub(super) fn players(record: &Record, language: Language) -> String {
    let name = |color: Color| {
        let rank = match color {
            Color::Black => GameInfo::BlackRank,
            Color::White => GameInfo::WhiteRank,
        };
        let player = record.players[color].as_deref().map(str::trim);
        let player = player.filter(|name| !name.is_empty());
        let rank = record.info.get(&rank);
        let rank = rank.map_or(String::new(), |rank| format!(" {rank}"));
        match player {
            Some(player) => format!("{player}{rank} ({})", language.color(color)),
            None => format!("{}{rank}", language.color(color)),
        }
    };
    format!("{} – {}", name(Color::Black), name(Color::White))
}

/// Whether the game has come to an end that can be counted, or nearly so.
pub(super) fn is_finished(ruling: &ScoredGame) -> bool {
    !ruling.adjudication.is_open(ruling.position.is_over())
}

/// How the game ends, if it does.
pub(super) fn result(ruling: &ScoredGame, language: Language) -> String {
    match ruling.outcome {
        Outcome::Score(_) if !is_finished(ruling) => {
            language.choose("not finished", "未終局").to_owned()
        }
        Outcome::Score(score) => language.result(&score),
        Outcome::Repetition(repetition) => language.repetition(repetition).to_owned(),
    }
}

/// The same in as few words as possible.
pub(super) fn short_result(ruling: &ScoredGame, language: Language) -> String {
    match ruling.outcome {
        Outcome::Score(score) => language.result(&score),
        Outcome::Repetition(repetition) => language.repeated(repetition).to_owned(),
    }
}

/// Why the rules are those they are.
pub(super) fn source(ruling: &ScoredGame, language: Language) -> &'static str {
    match ruling.source {
        Source::Request => language.choose("as asked for", "指定による"),
        Source::Record => language.choose("as the record says", "棋譜による"),
        Source::Default => language.choose(
            "the record names none that are known",
            "棋譜に既知の規約の指定なし",
        ),
    }
}

/// Something that readers must know before they read on: a heading, and what there is to say, in lines.
pub(super) struct Notice {
    pub(super) heading: &'static str,
    pub(super) lines: Vec<String>,
}

/// That the game is not finished, or that the record has another result.
pub(super) fn notice(review: &Report, language: Language) -> Option<Notice> {
    let ruling = &review.ruling;
    if !is_finished(ruling) {
        let unclear = (ruling.unsettled() | ruling.adjudication.territory().dame).len();
        let mut lines = vec![language.choose(
            format!("It is not clear whose {unclear} points will be. What follows counts the board as it stands."),
            format!("帰属の不確かな点が{unclear}点ある。以下は現在の盤面をそのまま数えたもの。"),
        )];
        lines.extend(review.course.last().map(|last| estimate(last, language)));
        return Some(Notice {
            heading: language.choose("The game is not finished", "未終局"),
            lines,
        });
    }
    if ruling.after < ruling.moves {
        return None;
    }
    let told = match ruling.agreement() {
        Agreement::Same | Agreement::NotCounted => return None,
        Agreement::Differs(by) => difference(by, language),
        Agreement::NoResult => repeated(language).to_owned(),
    };
    let mut lines = vec![told];
    if let Agreement::Differs(_) = ruling.agreement() {
        let reasons = ruling.reasons();
        lines.extend(reasons.iter().map(|found| reason(found, language)));
        if reasons.is_empty() {
            lines.push(no_reason(language).to_owned());
        }
    }
    Some(Notice {
        heading: language.choose("The record has another result", "棋譜の結果と異なる"),
        lines,
    })
}

/// How the game stands for the side that leads, as a search sees it.
fn estimate(estimate: &Estimate, language: Language) -> String {
    let (color, winrate) = match estimate.lead > 0.0 {
        true => (Color::Black, estimate.winrate),
        false => (Color::White, 1.0 - estimate.winrate),
    };
    let (color, percent) = (language.color(color), 100.0 * winrate);
    let lead = estimate.lead.abs();
    language.choose(
        format!(
            "As the search sees it {color} leads by {lead:.1} points and wins with {percent:.0} %."
        ),
        format!("探索による形勢：{color}{lead:.1}目リード、勝率{percent:.0}%。"),
    )
}

/// Which position was judged.
pub(super) fn extent(ruling: &ScoredGame, language: Language) -> String {
    let (after, moves, turn) = (ruling.after, ruling.moves, ruling.position.turn());
    let turn = language.color(turn);
    match language {
        Language::English => format!("After {after} of {moves} moves, {turn} to move"),
        Language::Japanese => format!("全{moves}手のうち{after}手まで、{turn}番"),
    }
}

/// What a ruling says of each point, for a picture.
pub fn marks(ruling: &ScoredGame) -> Marks {
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
pub(super) fn same_komi(ruling: &ScoredGame, language: Language) -> String {
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
        .map(|found| effect(found, language))
        .collect();
    told.join(language.choose("; ", "。"))
}

fn effect(difference: &Difference, language: Language) -> String {
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
            let list = listed(&chains, language.comma(), language);
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
        Difference::Precedent(points) => {
            let [black, white] = Color::BOTH.map(|color| points[color]);
            language.choose(
                format!("points by precedent: Black {black}, White {white}"),
                format!("判例による目数：黒{black}、白{white}"),
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
            let points = named(&points[color], language);
            format!("{} {points}", language.color(color))
        })
        .collect();
    told.join(language.comma())
}

/// How much more there is for whom than recorded, from Black's lead here less that of the record.
pub fn difference(difference: f64, language: Language) -> String {
    let toward = match difference > 0.0 {
        true => Color::Black,
        false => Color::White,
    };
    let (by, toward) = (difference.abs(), language.color(toward));
    language.choose(
        format!("{by} more for {toward} than recorded"),
        format!("棋譜より{toward}が{by}目多い"),
    )
}

/// Why there is no result although the record has one.
pub fn repeated(language: Language) -> &'static str {
    language.choose(
        "the position at the end has been there before",
        "終局の局面は同一局面の再現",
    )
}

/// That nothing makes the result that of the record.
pub fn no_reason(language: Language) -> &'static str {
    language.choose(
        "no reason found: neither one group's life or two small ones', nor komi, nor the way of counting",
        "理由は不明（一団または二つの小さな石の死活、コミ、計算方法では説明できない）",
    )
}

/// What would make the result that of the record, in a sentence.
pub fn reason(reason: &Reason, language: Language) -> String {
    match reason {
        Reason::Stones(changed) => {
            let parts: Vec<String> = changed
                .iter()
                .map(|(color, stones, found)| {
                    let other = match found {
                        Status::Dead => Status::Alive,
                        _ => Status::Dead,
                    };
                    let (color, stones) = (language.color(*color), named(stones, language));
                    let (found, other) = (language.status(*found), language.status(other));
                    language.choose(
                        format!("{color}’s {stones} were {other}, not {found}"),
                        format!("{color}の{stones}が{found}ではなく{other}"),
                    )
                })
                .collect();
            match language {
                Language::English => format!("it would be as recorded if {}", parts.join(" and ")),
                Language::Japanese => format!("{}なら一致", parts.join("、")),
            }
        }
        Reason::AsItStands(plays) => {
            let plays: Vec<String> = plays.iter().map(|&play| language.play(play)).collect();
            let plays = listed(&plays, language.comma(), language);
            language.choose(
                format!(
                    "it is as recorded on the board as it stands, where before counting this was not played: {plays}"
                ),
                format!("計算前に次の手を打たなければ一致：{plays}"),
            )
        }
        Reason::Reinforcements(color, count, all) => {
            let (color, all) = (language.color(*color), named(all, language));
            language.choose(
                format!("it would be as recorded if {color} had filled {count} of the points to be filled if play goes on: {all}"),
                format!("{color}が手入れの要る点のうち{count}点を埋めていれば一致：{all}"),
            )
        }
        Reason::Komi(komi) => language.choose(
            format!("it would be as recorded with komi {komi}"),
            format!("コミ{komi}なら一致"),
        ),
        Reason::Rules(rules) => language.choose(
            format!("it would be as recorded under the rules {rules}"),
            format!("規約{rules}の計算なら一致"),
        ),
        Reason::Points(all) => {
            let all = named(all, language);
            language.choose(
                format!("the difference may lie in {all}: not clear, or filled before counting"),
                format!("差は次の点によるか（不確かな点、または計算前に打たれた点）：{all}"),
            )
        }
        Reason::Unfinished => language
            .choose(
                "the record ends without two passes: moves may be missing",
                "棋譜は双方のパスで終わっていない。手が欠けているかもしれない",
            )
            .to_owned(),
    }
}

/// The points of a set, the first of them if they are many.
fn named(points: &PointSet, language: Language) -> String {
    let names: Vec<String> = points.iter().map(|point| point.to_string()).collect();
    listed(&names, " ", language)
}
