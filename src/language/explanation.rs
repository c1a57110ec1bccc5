//! Explanations in words: the status of a chain, the rule that decides, the play that shows it.

use super::Language;
use crate::board::{Board, diagram};
use crate::color::Color;
use crate::judge::Basis;
use crate::judge::Status;
use crate::judge::explain::{Difference, Explanation};
use crate::judge::reinforce::Reinforcement;
use crate::life::procedure::{Procedure, Side, Success};
use crate::life::variation::{Variation, VariationEnd};
use crate::point::{Move, Point};
use crate::rules::{Death, Rules};
use std::collections::HashMap;

/// How many moves of a try are told.
const TOLD: usize = 8;

/// Everything about one chain, line by line, with the play on a numbered board.
pub fn explanation(board: &Board, explained: &Explanation, language: Language) -> String {
    let mut lines = vec![heading(explained, language)];
    lines.extend(reason(explained, language));
    if let Some(shown) = &explained.lines {
        let replay = Replay::of(board, &shown.main);
        if !shown.main.plays.is_empty() {
            lines.push(replay.picture(language));
            lines.push(format!(
                "{}{}{}",
                language.choose("play", "手順"),
                language.colon(),
                replay.told(usize::MAX, language)
            ));
        }
        lines.push(replay.outcome(explained, language));
        for tried in &shown.tries {
            lines.push(format!(
                "{}{}{}",
                language.choose("instead", "変化"),
                language.colon(),
                Replay::of(board, tried).told(TOLD, language)
            ));
        }
    }
    lines.join("\n")
}

/// The chain and its status.
fn heading(explained: &Explanation, language: Language) -> String {
    let judgement = &explained.judgement;
    let first = judgement.stones.first().expect("a chain has stones");
    let (side, stones) = (
        language.color(judgement.color),
        language.stones(judgement.stones.len()),
    );
    let told = super::judgement(judgement, language);
    match language {
        Language::English => format!("{side} {first}, {stones}: {told}"),
        Language::Japanese => format!("{side}{first}（{stones}）：{told}"),
    }
}

/// The rule that decides, and what it makes of the chain.
fn reason(explained: &Explanation, language: Language) -> Vec<String> {
    let mut lines = vec![format!(
        "{}{}{}",
        language.choose("rule", "規約"),
        language.colon(),
        article(&explained.rules, language)
    )];
    if let Some(side) = explained.three_points {
        lines.push(match language {
            Language::English => format!(
                "by the precedent of three points without capturing (torazu sanmoku) {side} has three points here as it \
                 stands"
            ),
            Language::Japanese => format!(
                "判例「取らず三目」により、そのままの形で{}の三目とする",
                language.color(side)
            ),
        });
    }
    let owner = explained.judgement.color;
    lines.push(match explained.judgement.basis {
        Basis::AllStand => language
            .choose("what stands on the board lives", "盤上の石はすべて活き石とする")
            .to_owned(),
        Basis::PassAlive => language
            .choose(
                "lives even if its owner never answers: it has two eyes that cannot be filled (Benson)",
                "持ち主が全く応じなくても取られない（独立した二眼。ベンソンの定理）",
            )
            .to_owned(),
        Basis::Enclosed => match language {
            Language::English => format!(
                "stands where {}'s stones, which live whatever is played, leave no room for two eyes",
                language.color(!owner)
            ),
            Language::Japanese => format!(
                "無条件に活きている{}石の囲みの中にあり、二眼を作る余地がない",
                language.color(!owner)
            ),
        },
        Basis::Read(procedure) => assumptions(&procedure, owner, language),
        Basis::Searched(share) => match language {
            Language::English => format!(
                "not proved: its fight was searched; its points stayed its own in {:.0} % of the playouts",
                100.0 * share
            ),
            Language::Japanese => format!(
                "証明されていない。その攻合いなどを探索した試行の{:.0}％で残った",
                100.0 * share
            ),
        },
        Basis::Estimated(share) => match (language, explained.judgement.states) {
            (Language::English, 0) => format!(
                "not proved: too much is open around it; its points stayed its own in {:.0} % of the playouts",
                100.0 * share
            ),
            (Language::English, _) => format!(
                "not proved: unsettled by reading; its points stayed its own in {:.0} % of the playouts",
                100.0 * share
            ),
            (Language::Japanese, 0) => {
                format!("証明されていない。試行の{:.0}％で残った", 100.0 * share)
            }
            (Language::Japanese, _) => format!(
                "証明されていない（読みでは未確定）。試行の{:.0}％で残った",
                100.0 * share
            ),
        },
    });
    if !explained.dame.is_empty() {
        lines.push(match language {
            Language::English => format!(
                "in seki (article 8): it has dame at {}, so that its eyes are no territory",
                explained.dame
            ),
            Language::Japanese => format!(
                "駄目（{}）を有する活き石なのでセキ石（第8条）。その目は地としない",
                explained.dame
            ),
        });
    } else if explained.judgement.status == Status::Seki {
        lines.push(
            language
                .choose(
                    "in seki (article 8): its group has dame, so that its eyes are no territory",
                    "駄目を有する一団の石なのでセキ石（第8条）。その目は地としない",
                )
                .to_owned(),
        );
    }
    lines
}

/// Who begins and which kos are closed.
fn assumptions(procedure: &Procedure, owner: Color, language: Language) -> String {
    let first = match procedure.first {
        Side::Defender => owner,
        Side::Attacker => !owner,
    };
    match (language, procedure.success) {
        (Language::English, Success::OwningForGood) => format!(
            "{first} moves first, no ko is closed at the beginning, passes are free; only this chain is at stake"
        ),
        (Language::English, Success::Capturing) => format!(
            "{first} moves first, no ko is closed at the beginning; a ko taken may be taken back only after a pass for it"
        ),
        (Language::Japanese, Success::OwningForGood) => format!(
            "{}が先着し、初めは取り返しを禁じられた劫はない。この石だけの生死を検証する",
            language.color(first)
        ),
        (Language::Japanese, Success::Capturing) => format!(
            "{}が先着し、初めは取り返しを禁じられた劫はない。劫の取り返しはその劫に対するパスの後に限る",
            language.color(first)
        ),
    }
}

/// What decides the status of a chain, in a sentence or two, without the article of the rules.
pub(crate) fn reasons(explained: &Explanation, language: Language) -> String {
    let reasons = reason(explained, language).into_iter().skip(1);
    let reasons: Vec<String> = reasons.collect();
    reasons.join(language.choose("; ", "。"))
}

/// The moves of a line of play on a board.
pub(crate) fn moves(board: &Board, line: &Variation, language: Language) -> String {
    Replay::of(board, line).told(usize::MAX, language)
}

/// What the end of the play means for the chain; empty if it was not played out.
pub(crate) fn outcome(board: &Board, explained: &Explanation, language: Language) -> String {
    let lines = explained.lines.as_ref();
    lines.map_or(String::new(), |lines| {
        Replay::of(board, &lines.main).outcome(explained, language)
    })
}

/// The play on the board, the chain marked, and its status, in the drawing commands of GoGui.
pub fn drawing(explained: &Explanation, language: Language) -> String {
    let mut lines = vec![format!("MARK {}", explained.judgement.stones)];
    if let Some(shown) = &explained.lines {
        let plays = shown.main.plays.iter().map(|(color, to)| {
            let side = match color {
                Color::Black => "b",
                Color::White => "w",
            };
            format!("{side} {to}")
        });
        let plays: Vec<String> = plays.collect();
        if !plays.is_empty() {
            lines.push(format!("VAR {}", plays.join(" ")));
        }
    }
    lines.push(format!("TEXT {}", heading(explained, language)));
    lines.join("\n")
}

/// The article of the rules that settles life and death, in short.
pub(crate) fn article(rules: &Rules, language: Language) -> &'static str {
    match rules.death {
        Death::Proposal2012 => language.choose(
            "proposal of 2012, article 7: dead is a chain of which the other side owns a point in the end, \
             although its owner moves first; a cycle leaves it alive, unless he only loses prisoners by it",
            "試案（2012年）第7条：対象石側が先着し、最終的に一部でも相手方の帰属になる石は死に石。\
             手順が循環する場合は活き石。ただし一方的にハマを損する循環は禁止",
        ),
        Death::Japanese1989 => language.choose(
            "rules of 1989, article 7: alive is a chain that the other side, moving first, cannot take, or that lets \
             its owner have new stones that cannot be taken if it is taken",
            "日本囲碁規約（1989年）第7条：相手方の着手により取られない石、又は取られても新たに相手方に取られない石を\
             生じうる石は活き石",
        ),
        Death::Local if rules.three_points => language.choose(
            "rules of 1949, articles 29 to 33: life by eyes, false eyes and the precedents",
            "日本棋院囲碁規約（1949年）第29条〜第33条：眼形と判例による",
        ),
        _ => language.death(rules),
    }
}

/// The plays that each side still owes its own position, a line for each; nothing if there are none.
pub fn reinforcements(owed: &[(Color, Reinforcement)], language: Language) -> String {
    let told = owed.iter().map(|(side, owed)| {
        let (side, at) = (language.color(*side), owed.at);
        match (language, owed.gain > 0.0) {
            (Language::English, true) => format!(
                "{side} must still play at {at} before the game stops, or forgoes {} points",
                owed.gain
            ),
            (Language::English, false) => format!(
                "{side} must play at {at} if the game goes on, or loses {} points",
                owed.worth
            ),
            (Language::Japanese, true) => {
                format!("{side}は終局前に{at}の手入れを要す（{}目）", owed.gain)
            }
            (Language::Japanese, false) => {
                format!(
                    "打ち続ける場合、{side}は{at}の手入れを要す（{}目）",
                    owed.worth
                )
            }
        }
    });
    told.collect::<Vec<_>>().join("\n")
}

/// Where two sets of rules differ on a position, and why: one paragraph for each chain or group of points.
pub fn comparison(
    board: &Board,
    differences: &[Difference],
    rules: [&Rules; 2],
    language: Language,
) -> String {
    if differences.is_empty() {
        return match language {
            Language::English => {
                format!("{} and {} judge every point alike", rules[0], rules[1])
            }
            Language::Japanese => format!("{}と{}の判定はすべて同じ", rules[0], rules[1]),
        };
    }
    let told = differences.iter().map(|difference| match difference {
        Difference::Chain(explained) => {
            let [one, other] = explained.as_ref();
            let parts = [one, other].map(|explained| {
                format!(
                    "{}{}{}",
                    explained.rules,
                    language.colon(),
                    explanation(board, explained, language)
                )
            });
            parts.join("\n")
        }
        Difference::Points(which, owners) => {
            let owner = |owner: Option<Color>| match owner {
                Some(color) => match language {
                    Language::English => format!("{color}'s territory"),
                    Language::Japanese => format!("{}地", language.color(color)),
                },
                None => language.choose("nobody's", "地でない").to_owned(),
            };
            format!(
                "{}{}{} {}, {} {}",
                which,
                language.colon(),
                rules[0],
                owner(owners[0]),
                rules[1],
                owner(owners[1]),
            )
        }
    });
    told.collect::<Vec<String>>().join("\n\n")
}

/// A line of play, with what happens on the board.
struct Replay<'a> {
    line: &'a Variation,
    before: &'a Board,
    /// How many stones each move takes.
    taken: Vec<u16>,
}

impl Replay<'_> {
    fn of<'a>(before: &'a Board, line: &'a Variation) -> Replay<'a> {
        let mut board = before.clone();
        let mut taken = vec![];
        for &(color, to) in &line.plays {
            let is_possible = |at: &Point| board.is_empty(*at) && !board.is_suicide(color, *at);
            taken.push(match to.point().filter(is_possible) {
                Some(at) => board.place(color, at, &mut ()).captured,
                None => 0,
            });
        }
        Replay {
            line,
            before,
            taken,
        }
    }

    /// The board before the play, with the number of each move where it is played first.
    fn picture(&self, language: Language) -> String {
        let mut numbers: HashMap<Point, usize> = HashMap::new();
        let mut again = vec![];
        for (number, (color, to)) in (1..).zip(&self.line.plays) {
            let Move::At(at) = *to else { continue };
            let stood = self.before.at(at).is_some();
            if stood || numbers.contains_key(&at) {
                again.push(format!("{number} {} {at}", language.color(*color)));
            } else {
                numbers.insert(at, number);
            }
        }
        let width = if self.line.plays.len() > 9 { 2 } else { 1 };
        let size = self.before.size();
        let letter = |at: Point| match (self.before.at(at), numbers.get(&at)) {
            (Some(Color::Black), _) => "X".to_owned(),
            (Some(Color::White), _) => "O".to_owned(),
            (None, Some(number)) => number.to_string(),
            (None, None) => ".".to_owned(),
        };
        let mut picture = diagram::wide_picture(size, width, letter);
        if !again.is_empty() {
            picture += &format!(
                "\n{}{}{}",
                language.choose("played where a stone stood before", "石のあった点への着手"),
                language.colon(),
                again.join(language.comma())
            );
        }
        picture
    }

    /// The moves in order, so many at most.
    fn told(&self, most: usize, language: Language) -> String {
        let plays = self.line.plays.iter().enumerate().take(most);
        let told = plays.map(|(index, &(color, to))| {
            let mut text = format!("{} {}", index + 1, language.color(color));
            if self.line.ko_passes.contains(&index) {
                text += language.choose(" pass for the ko", " 劫に対するパス");
            } else {
                text += &format!(" {}", language.to(to));
            }
            match self.taken[index] {
                0 => {}
                count => {
                    text +=
                        &language.choose(format!(" takes {count}"), format!("（{count}子取り）"))
                }
            }
            text
        });
        let mut text = told.collect::<Vec<_>>().join(language.comma());
        if self.line.plays.len() > most {
            text += language.choose(", and so on", "以下略");
        }
        text
    }

    /// What the end of the line means for the chain.
    fn outcome(&self, explained: &Explanation, language: Language) -> String {
        let owner = explained.judgement.color;
        let is_dead = explained.judgement.status == Status::Dead;
        let verdict = match (language, is_dead) {
            (Language::English, true) => "dead",
            (Language::English, false) => "alive",
            (Language::Japanese, true) => "死に石",
            (Language::Japanese, false) => "活き石",
        };
        let why = match (self.line.end, language) {
            (VariationEnd::Settled, Language::English) if self.line.plays.is_empty() => {
                "nothing can change any more".to_owned()
            }
            (VariationEnd::Settled, Language::English) => {
                "then nothing can change any more".to_owned()
            }
            (VariationEnd::Settled, Language::Japanese) => "以後、変化の余地はない".to_owned(),
            (VariationEnd::Open, Language::English) => {
                "the play goes on in the same way".to_owned()
            }
            (VariationEnd::Open, Language::Japanese) => "以下、同様に続く".to_owned(),
            (VariationEnd::Repeated(after), _) => {
                let lost = self.taken_in_cycle(after, !owner);
                let won = self.taken_in_cycle(after, owner);
                match language {
                    Language::English if lost > won => format!(
                        "then the position after move {after} comes up again, and each time {owner} has lost {lost} \
                         stones for {won}"
                    ),
                    Language::English => {
                        format!("then the position after move {after} comes up again, for ever")
                    }
                    Language::Japanese if lost > won => format!(
                        "以後、{after}手目の後の局面に戻り、その度に{}は{won}子を取って{lost}子を取られる",
                        language.color(owner)
                    ),
                    Language::Japanese => format!("以後、{after}手目の後の局面に戻り、循環する"),
                }
            }
        };
        format!("{why}{}{verdict}", language.colon())
    }

    fn taken_in_cycle(&self, after: usize, by: Color) -> u16 {
        let plays = self.line.plays.iter().zip(&self.taken).skip(after);
        let taken = plays.filter(|((color, _), _)| *color == by);
        taken.map(|(_, taken)| taken).sum()
    }
}
