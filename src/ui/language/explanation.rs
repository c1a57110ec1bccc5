//! Explanations in words: the status of a chain, the deciding rule, the line that shows it.

use super::citations::Fact;
use super::groups::stones_of;
use super::look::{Look, Sign};
use super::words::Language;
use super::{judgement, points, zones};
use crate::go::board::{Board, diagram};
use crate::go::color::Color;
use crate::go::point::{Move, Point};
use crate::go::rules::{Death, Rules};
use crate::life::procedure::{Procedure, Side, Success};
use crate::life::variation::{Variation, VariationEnd};
use crate::referee::judge::explain::{Difference, Explained, Explanation, Removed};
use crate::referee::judge::reinforce::Reinforcement;
use crate::referee::judge::{Basis, Finding, Judgement, Status};
use std::collections::HashMap;

/// Maximum number of moves shown of a try.
const TOLD: usize = 8;

/// Explains a chain or an empty point, line by line.
pub fn explained(board: &Board, explained: &Explained, look: Look, language: Language) -> String {
    match explained {
        Explained::Chain(chain) => explanation(board, chain, look, language),
        Explained::Point(point) => points::point(point, language),
    }
}

/// Explains a chain, line by line, with the main line on a numbered board.
pub fn explanation(
    board: &Board,
    explained: &Explanation,
    look: Look,
    language: Language,
) -> String {
    let mut lines = vec![heading(explained, language), rule(explained, language)];
    lines.extend(evidence(board, explained, look, language));
    lines.join("\n")
}

/// Explains chains that share a fate by one of them, without the rule.
pub(super) fn of_group(
    board: &Board,
    group: &[&Judgement],
    explained: &Explanation,
    look: Look,
    language: Language,
) -> String {
    let words = language.words();
    let mut lines = vec![group_heading(group, explained, language)];
    lines.extend(evidence(board, explained, look, language));
    if group.len() > 1 && explained.lines.is_some() {
        let first = explained
            .judgement
            .stones
            .first()
            .expect("a chain has stones");
        lines.push(words.shown_for(first));
    }
    lines.join("\n")
}

/// The reasons for a chain's status, and the play that shows it.
fn evidence(board: &Board, explained: &Explanation, look: Look, language: Language) -> Vec<String> {
    let words = language.words();
    let mut lines = reason(explained, language);
    lines.extend(zones::support(&explained.support, language));
    if let Some(shown) = &explained.lines {
        let variation = PlayedVariation::of(board, &shown.main);
        if !shown.main.plays.is_empty() {
            lines.push(variation.picture(look, language));
            lines.push(format!(
                "{}{}{}",
                words.play,
                words.colon,
                variation.told(usize::MAX, language)
            ));
        }
        lines.push(variation.outcome(explained, language));
        for tried in &shown.tries {
            lines.push(format!(
                "{}{}{}",
                words.instead,
                words.colon,
                PlayedVariation::of(board, tried).told(TOLD, language)
            ));
        }
    }
    // Boards begin with a blank, which has no upper case.
    lines
        .iter()
        .map(|line| Language::capitalized(line))
        .collect()
}

/// The chain and its status.
pub fn heading(explained: &Explanation, language: Language) -> String {
    let judgement = &explained.judgement;
    let first = judgement.stones.first().expect("a chain has stones");
    let stones = language.stones(judgement.stones.len());
    language.words().chain_is(
        language.color(judgement.color),
        first,
        &stones,
        &judgement::judgement(judgement, language),
    )
}

/// The chains of a group and their status.
fn group_heading(group: &[&Judgement], explained: &Explanation, language: Language) -> String {
    if group.len() < 2 {
        return heading(explained, language);
    }
    let names = group.iter().filter_map(|chain| chain.stones.first());
    let names: Vec<String> = names.map(|first| first.to_string()).collect();
    let judgement = &explained.judgement;
    language.words().chain_is(
        language.color(judgement.color),
        language.list(&names, language.words().comma),
        &language.stones(stones_of(group)),
        &judgement::judgement(judgement, language),
    )
}

/// The rule on life and death.
pub(super) fn rule(explained: &Explanation, language: Language) -> String {
    let words = language.words();
    format!(
        "{}{}{}",
        words.rule,
        words.colon,
        article(&explained.rules, language)
    )
}

/// What the rule implies for the chain.
fn reason(explained: &Explanation, language: Language) -> Vec<String> {
    let words = language.words();
    let cited = |fact: Fact| language.cited(&explained.rules, fact);
    let mut lines = vec![];
    if let Some(side) = explained.three_points {
        lines.push(words.three_points(language.color(side), &cited(Fact::Precedent)));
    }
    if explained.bent_four {
        lines.push(match explained.rules.three_points {
            true => words.bent_four(&cited(Fact::Precedent)),
            false => words.a_bent_four.to_owned(),
        });
    }
    let owner = explained.judgement.color;
    lines.push(match explained.judgement.basis {
        Basis::AllStand => words.all_stand.to_owned(),
        Basis::PassAlive => words.pass_alive.to_owned(),
        Basis::Enclosed => words.enclosed(language.color(!owner)),
        Basis::Safe if explained.judgement.status == Status::Dead => {
            words.no_room_to_live(language.color(!owner))
        }
        Basis::Safe => words.safe.to_owned(),
        Basis::Read(procedure) => assumptions(&procedure, owner, language),
        Basis::Agreed => words.agreed_by_players.to_owned(),
        Basis::Searched(Finding::Walled) => words.read_within_walls.to_owned(),
        Basis::Searched(Finding::Plain) => words.read_plainly.to_owned(),
        Basis::Searched(Finding::Joined) => words.joined_by_capture.to_owned(),
        Basis::Searched(Finding::Played(_) | Finding::Weighed(_)) => {
            words.fight_searched.to_owned()
        }
        Basis::Estimated(_) if explained.judgement.states == 0 => words.too_open_to_read.to_owned(),
        Basis::Estimated(_) => words.unsettled_by_reading.to_owned(),
    });
    if let Basis::Estimated(share) | Basis::Searched(Finding::Played(share)) =
        explained.judgement.basis
    {
        let percent = words.percent(100.0 * share.stayed);
        lines.push(match share.is_advised {
            true => words.kept_by_network(&percent, share.playouts),
            false => words.survived(&percent, share.playouts),
        });
    }
    if let Basis::Estimated(share) = explained.judgement.basis
        && !share.is_advised
    {
        match explained.judgement.status {
            Status::Dead if share.stayed > 0.5 => lines.push(words.stayed_in_most.to_owned()),
            Status::Alive | Status::Seki if share.stayed < 0.5 => {
                lines.push(words.taken_by_most(language.color(!owner)));
            }
            _ => {}
        }
    }
    if !explained.dame.is_empty() {
        lines.push(words.seki_by_dame(explained.dame, &cited(Fact::Seki)));
    } else if explained.judgement.status == Status::Seki {
        lines.push(words.seki_in_group(&cited(Fact::Seki)));
    }
    lines.extend(explained.removal.map(|removal| match removal {
        Removed::FromTerritory => {
            words.taken_from_territory(language.color(!owner), &cited(Fact::TakenOff))
        }
        Removed::FromEyeInSeki => words.taken_from_seki(&cited(Fact::PrisonersInSeki)),
        Removed::Stay => words.dead_stay(&cited(Fact::TakenOff)),
    }));
    lines
}

/// The conditions of the reading: the side to move first and the closed kos.
fn assumptions(procedure: &Procedure, owner: Color, language: Language) -> String {
    let first = match procedure.first {
        Side::Defender => owner,
        Side::Attacker => !owner,
    };
    let first = language.color(first);
    match procedure.success {
        Success::OwningForGood => language.words().owning_procedure(first),
        Success::Capturing => language.words().capturing_procedure(first),
    }
}

/// The reasons for a chain's status in a sentence or two, without the article of the rules.
pub(crate) fn reasons(explained: &Explanation, language: Language) -> String {
    reason(explained, language).join(language.words().semicolon)
}

/// The moves of a line of play on a board.
pub(crate) fn moves(board: &Board, line: &Variation, language: Language) -> String {
    first_moves(board, line, usize::MAX, language)
}

/// The first `most` moves of a line of play on a board.
pub(crate) fn first_moves(
    board: &Board,
    line: &Variation,
    most: usize,
    language: Language,
) -> String {
    PlayedVariation::of(board, line).told(most, language)
}

/// The outcome of the main line for the chain; empty if it was not read.
pub(crate) fn outcome(board: &Board, explained: &Explanation, language: Language) -> String {
    let lines = explained.lines.as_ref();
    lines.map_or(String::new(), |lines| {
        PlayedVariation::of(board, &lines.main).outcome(explained, language)
    })
}

/// The rule on life and death in short, with its article.
pub(crate) fn article(rules: &Rules, language: Language) -> String {
    let words = language.words();
    let says = match rules.death {
        Death::Proposal2012 => words.life_proposal_2012.to_owned(),
        Death::Japanese1989 => words.life_japanese_1989.to_owned(),
        Death::Local if rules.three_points => {
            words.life_japanese_1949(&language.cited(rules, Fact::Precedent))
        }
        _ => language.death(rules).to_owned(),
    };
    match language.cited_life(rules) {
        Some(article) => format!("{article}{}{says}", words.colon),
        None => says,
    }
}

/// Lists the reinforcements that each side still owes, one per line; may be empty.
pub fn reinforcements(owed: &[(Color, Reinforcement)], language: Language) -> String {
    let told = owed.iter().map(|(side, owed)| {
        let (words, side, at) = (language.words(), language.color(*side), owed.at);
        if owed.gain > 0.0 {
            words.must_play_before_stop(side, at, &language.number_of_points(owed.gain))
        } else {
            words.must_play_if_resumed(side, at, &language.number_of_points(owed.worth))
        }
    });
    told.collect::<Vec<_>>().join("\n")
}

/// Differences between two rule sets on a position, one paragraph per chain or group of points.
pub fn comparison(
    board: &Board,
    differences: &[Difference],
    rules: [&Rules; 2],
    look: Look,
    language: Language,
) -> String {
    let words = language.words();
    if differences.is_empty() {
        return words.judge_alike(rules[0], rules[1]);
    }
    let told = differences.iter().map(|difference| match difference {
        Difference::Chain(explained) => {
            let [one, other] = explained.as_ref();
            let parts = [one, other].map(|explained| {
                format!(
                    "{}{}{}",
                    explained.rules,
                    words.colon,
                    explanation(board, explained, look, language)
                )
            });
            parts.join("\n")
        }
        Difference::Points(which, explained) => {
            let under = explained.iter().map(|explained| {
                let why = points::point_in_short(explained, language);
                format!("{}{}{why}", explained.rules, words.colon)
            });
            let which = language.points_of(which);
            [which]
                .into_iter()
                .chain(under)
                .collect::<Vec<_>>()
                .join("\n")
        }
    });
    told.collect::<Vec<String>>().join("\n\n")
}

/// A line of play with its captures.
struct PlayedVariation<'a> {
    line: &'a Variation,
    before: &'a Board,
    /// Number of stones that each move captures.
    taken: Vec<u16>,
}

impl PlayedVariation<'_> {
    fn of<'a>(before: &'a Board, line: &'a Variation) -> PlayedVariation<'a> {
        let mut board = before.clone();
        let mut taken = vec![];
        for &(color, to) in &line.plays {
            let is_possible = |at: &Point| board.is_empty(*at) && !board.is_suicide(color, *at);
            taken.push(match to.point().filter(is_possible) {
                Some(at) => board.place(color, at, &mut ()).captured,
                None => 0,
            });
        }
        PlayedVariation {
            line,
            before,
            taken,
        }
    }

    /// The board before the line, with each move's number on its point if it was empty.
    fn picture(&self, look: Look, language: Language) -> String {
        let words = language.words();
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
            (Some(color), _) => Sign::stone(color, None).letter(look).to_string(),
            (None, Some(number)) => number.to_string(),
            (None, None) => Sign::Neutral.letter(look).to_string(),
        };
        let mut picture = diagram::wide_picture(size, width, letter);
        if !again.is_empty() {
            picture += &format!(
                "\n{}{}{}",
                words.played_over,
                words.colon,
                again.join(words.comma)
            );
        }
        picture
    }

    /// The first `most` moves in order.
    fn told(&self, most: usize, language: Language) -> String {
        let words = language.words();
        let plays = self.line.plays.iter().enumerate().take(most);
        let told = plays.map(|(index, &(color, to))| {
            let mut text = format!("{} {}", index + 1, language.color(color));
            if self.line.ko_passes.contains(&index) {
                text += words.ko_pass;
            } else {
                text += &format!(" {}", language.to(to));
            }
            match self.taken[index] {
                0 => {}
                count => text += &words.takes(count),
            }
            text
        });
        let mut text = told.collect::<Vec<_>>().join(words.comma);
        if self.line.plays.len() > most {
            text += words.and_so_on;
        }
        text
    }

    /// The outcome of the line for the chain.
    fn outcome(&self, explained: &Explanation, language: Language) -> String {
        let owner = explained.judgement.color;
        let words = language.words();
        let verdict = match explained.judgement.status {
            Status::Dead => words.dead,
            _ => words.alive,
        };
        let why = match self.line.end {
            VariationEnd::Settled if self.line.plays.is_empty() => {
                words.nothing_can_change.to_owned()
            }
            VariationEnd::Settled => words.then_nothing_can_change.to_owned(),
            VariationEnd::Open => words.goes_on_alike.to_owned(),
            VariationEnd::Repeated(after) => {
                let lost = self.taken_in_cycle(after, !owner);
                let won = self.taken_in_cycle(after, owner);
                if lost > won {
                    {
                        let lost = language.stones(usize::from(lost));
                        words.losing_cycle(after, language.color(owner), &lost, won)
                    }
                } else {
                    words.cycle(after)
                }
            }
        };
        format!("{why}{}{verdict}", words.colon)
    }

    fn taken_in_cycle(&self, after: usize, by: Color) -> u16 {
        let plays = self.line.plays.iter().zip(&self.taken).skip(after);
        let taken = plays.filter(|((color, _), _)| *color == by);
        taken.map(|(_, taken)| taken).sum()
    }
}
