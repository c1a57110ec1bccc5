//! Whether a ruling is what the record says, in words.

use crate::color::Color;
use crate::life::Status;
use crate::point::PointSet;
use crate::report::{self, Language};
use crate::ruling::{Agreement, Reason, Ruling};

/// How many points of a list are named.
const SHOWN: usize = 12;

/// How many games came out how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Summary {
    pub(super) same: usize,
    pub(super) different: usize,
    pub(super) uncounted: usize,
    pub(super) unreadable: usize,
}

impl Summary {
    pub(super) fn add(&mut self, agreement: Agreement) {
        *match agreement {
            Agreement::Same => &mut self.same,
            Agreement::Differs(_) | Agreement::NoResult => &mut self.different,
            Agreement::NotCounted => &mut self.uncounted,
        } += 1;
    }

    /// All of it in a line.
    pub(super) fn text(&self, language: Language) -> String {
        let Summary {
            same,
            different,
            uncounted,
            unreadable,
        } = self;
        let games = same + different + uncounted + unreadable;
        language.choose(
            format!(
                "games {games}: as recorded {same}, different {different}, recorded without a count {uncounted}, unreadable {unreadable}"
            ),
            format!(
                "{games}局：棋譜と一致 {same}、不一致 {different}、棋譜に計算なし {uncounted}、読めない {unreadable}"
            ),
        )
    }
}

/// One line, and where the record has another result a line for each reason found.
pub(super) fn lines(id: &str, ruling: &Ruling, language: Language) -> String {
    let recorded = match &ruling.recorded {
        Some(result) => {
            let result = super::printable(result);
            language.choose(
                format!("the file says {result}"),
                format!("棋譜では{result}"),
            )
        }
        None => language
            .choose("the file says nothing", "棋譜に結果なし")
            .to_owned(),
    };
    let compared = match ruling.agreement() {
        Agreement::Same => language.choose("as recorded", "棋譜と一致").to_owned(),
        Agreement::NotCounted => {
            format!(
                "{recorded}{}",
                language.choose(", not compared", "、比較せず")
            )
        }
        Agreement::NoResult => {
            let repeated = language.choose(
                "the position at the end has been there before",
                "終局の局面は同一局面の再現",
            );
            format!("{recorded}{}{repeated}", language.colon())
        }
        Agreement::Differs(difference) => {
            let by = difference.abs();
            let toward = if difference > 0.0 {
                Color::Black
            } else {
                Color::White
            };
            let toward = language.color(toward);
            language.choose(
                format!("{recorded}: {by} more for {toward} than recorded"),
                format!("{recorded}：棋譜より{toward}が{by}目多い"),
            )
        }
    };
    let mut text = format!(
        "{id}{}{}{}{compared}\n",
        language.colon(),
        ruling.result(),
        language.comma()
    );
    if let Agreement::Differs(_) = ruling.agreement() {
        let reasons = ruling.reasons();
        for reason in &reasons {
            text += &format!("  {}\n", self::reason(reason, language));
        }
        if reasons.is_empty() {
            text += language.choose(
                "  no reason found: neither one group's life or two small ones', nor komi, nor the way of counting\n",
                "  理由は不明（一団または二つの小さな石の死活、コミ、計算方法では説明できない）\n",
            );
        }
    }
    for breach in &ruling.breaches {
        text += &format!("  {}\n", report::breach(breach, language));
    }
    text
}

/// What would make the result that of the record, in a sentence.
pub(super) fn reason(reason: &Reason, language: Language) -> String {
    match reason {
        Reason::Stones(changed) => {
            let parts: Vec<String> = changed
                .iter()
                .map(|(color, stones, found)| {
                    let other = match found {
                        Status::Dead => Status::Alive,
                        _ => Status::Dead,
                    };
                    let (color, stones) = (language.color(*color), points(stones, language));
                    let (found, other) = (language.status(*found), language.status(other));
                    language.choose(
                        format!("{color}’s {stones} were {other}, not {found}"),
                        format!("{color}の{stones}が{found}ではなく{other}"),
                    )
                })
                .collect();
            match language {
                Language::English => format!("so it would be if {}", parts.join(" and ")),
                Language::Japanese => format!("{}なら一致", parts.join("、")),
            }
        }
        Reason::AsItStands(plays) => {
            let plays: Vec<String> = plays.iter().map(|&play| language.play(play)).collect();
            let plays = listed(&plays, language.comma(), language);
            language.choose(
                format!(
                    "so it is on the board as it stands, where before counting this was not played: {plays}"
                ),
                format!("計算前に次の手を打たなければ一致：{plays}"),
            )
        }
        Reason::Reinforcements(color, count, all) => {
            let (color, all) = (language.color(*color), points(all, language));
            language.choose(
                format!("so it would be if {color} had filled {count} of the points to be filled if play goes on: {all}"),
                format!("{color}が手入れの要る点のうち{count}点を埋めていれば一致：{all}"),
            )
        }
        Reason::Komi(komi) => language.choose(
            format!("so it would be with komi {komi}"),
            format!("コミ{komi}なら一致"),
        ),
        Reason::Rules(rules) => language.choose(
            format!("so it would be counted under the rules {rules}"),
            format!("規約{rules}の計算なら一致"),
        ),
        Reason::Points(all) => {
            let all = points(all, language);
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

fn points(points: &PointSet, language: Language) -> String {
    let names: Vec<String> = points.iter().map(|point| point.to_string()).collect();
    listed(&names, " ", language)
}

/// The beginning of a list and how much more there is.
fn listed(names: &[String], separator: &str, language: Language) -> String {
    let shown = names[..names.len().min(SHOWN)].join(separator);
    match names.len().saturating_sub(SHOWN) {
        0 => shown,
        more => shown + &language.choose(format!(" and {more} more"), format!(" 他{more}")),
    }
}
