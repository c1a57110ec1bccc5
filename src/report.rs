//! Boards, rules and judgements in words, as GTP's own commands and the command line show them.

use crate::board::diagram;
use crate::color::Color;
use crate::life::{Adjudication, Basis, Judgement, Status};
use crate::position::Position;
use crate::rules::{Counting, Death, End, HandicapBonus, Ko, Repetition, Rules, Tax};
use crate::score::{Score, Tally};

/// How many moves or points of a list are named.
const SHOWN: usize = 20;

/// The board with captures, rules, komi and turn.
pub fn board(position: &Position) -> String {
    let prisoners = position.prisoners();
    let last = position
        .last_move()
        .map(|(color, to)| format!(", last {color} {to}"));
    format!(
        "{}\nCaptured by Black {}, by White {}\nRules {}, komi {}{}\n{} to move, moves made {}{}",
        position.board(),
        prisoners[Color::Black],
        prisoners[Color::White],
        position.rules(),
        position.komi(),
        handicap(position),
        position.turn(),
        position.move_count(),
        last.unwrap_or_default(),
    )
}

fn handicap(position: &Position) -> String {
    match (
        position.handicap(),
        position.rules().handicap_points(position.handicap()),
    ) {
        (0, _) => String::new(),
        (stones, 0) => format!(", handicap {stones}"),
        (stones, points) => format!(", handicap {stones} for which White has {points}"),
    }
}

/// Every switch of the rules in force, one a line.
pub fn rules(position: &Position) -> String {
    let rules = position.rules();
    let ko = match rules.ko {
        Ko::Simple => "a ko may not be taken back on the next turn",
        Ko::PositionalSuperko => "no position may come up again (positional superko)",
        Ko::SituationalSuperko => {
            "no position may come up again with the same side to move (situational superko)"
        }
        Ko::DoubleKo => {
            "a ko may be taken back only after a play elsewhere, and with two kos no position may come up again"
        }
    };
    let repeated = match rules.repetition {
        Repetition::NoResult => "no result",
        Repetition::Draw => "draw",
        Repetition::PlayOn => "means nothing",
    };
    let suicide = if rules.suicide {
        "of two or more stones allowed"
    } else {
        "forbidden"
    };
    let counting = match rules.counting {
        Counting::Territory => "territory and prisoners",
        Counting::Area => "area: living stones and surrounded points",
        Counting::Stones => "stones",
    };
    let tax = match rules.tax {
        Tax::None => "none",
        Tax::Seki => "points surrounded in seki do not count",
        Tax::All => "points surrounded in seki do not count, every other group loses two",
    };
    let handicap = match rules.handicap {
        HandicapBonus::None => "none",
        HandicapBonus::PerStone => "White has a point for each stone",
        HandicapBonus::PerStoneButOne => "White has a point for each stone but one",
    };
    let button = if rules.button {
        "half a point for the first to pass"
    } else {
        "none"
    };
    let end = match rules.end {
        End::TwoPasses => "two passes in a row",
        End::TwoPassesKoClosed => "two passes in a row, not with a ko just taken",
        End::FourPasses => "agreement or four passes in a row",
        End::Agreement => "agreement; two passes in a row are taken for it",
    };
    let death = match rules.death {
        Death::Proposal2012 => {
            "hypothetical play, the owner of the stones first (proposal of 2012, article 7)"
        }
        Death::Japanese1989 => "hypothetical play, a pass for each ko (rules of 1989, article 7)",
        Death::Japanese1949 => "by eyes and precedent (rules of 1949, articles 29 to 33)",
        Death::Improved2009 => "agreement, else played out at the cost of a prisoner for each pass",
        Death::Korean => "judged locally, without a special rule for kos",
        Death::Agreement => "agreement, else played out",
        Death::AllAlive => "every stone on the board lives",
    };
    format!(
        "name: {rules}\nko: {ko}\nrepeated position: {repeated}\nsuicide: {suicide}\ncounting: {counting}\n\
         tax: {tax}\nhandicap: {handicap}\nbutton: {button}\nend: {end}\nlife and death: {death}\n\
         komi: {} (usually {})",
        position.komi(),
        rules.komi,
    )
}

/// What a repeated position makes of the game.
pub fn repetition(repetition: Repetition) -> &'static str {
    match repetition {
        Repetition::NoResult => "no result: the position has come up again",
        Repetition::Draw => "draw: the position has come up again",
        Repetition::PlayOn => "the position has come up again",
    }
}

/// What each side has, by kind, and the result.
pub fn score(score: &Score) -> String {
    let side = |color: Color| {
        let Tally {
            territory,
            stones,
            prisoners,
            dead,
            tax,
            handicap,
            komi,
            button,
        } = score.tallies[color];
        let counts = [
            ("territory", territory),
            ("stones", stones),
            ("prisoners", prisoners),
            ("dead stones", dead),
            ("handicap", handicap),
        ];
        let mut parts: Vec<String> = counts
            .into_iter()
            .filter(|&(_, count)| count > 0)
            .map(|(kind, count)| format!("{kind} {count}"))
            .collect();
        if tax > 0 {
            parts.push(format!("tax -{tax}"));
        }
        for (kind, points) in [("komi", komi), ("button", button)] {
            if points != 0.0 {
                parts.push(format!("{kind} {points}"));
            }
        }
        let total = score.tallies[color].total();
        let parts = if parts.is_empty() {
            String::new()
        } else {
            format!(" = {}", parts.join(" + "))
        };
        format!("{color} {total}{}", parts.replace("+ tax -", "- tax "))
    };
    format!(
        "{}\n{}\nresult {score}",
        side(Color::Black),
        side(Color::White)
    )
}

/// What there is to say of a chain: its status and how that is known.
pub fn judgement(judgement: &Judgement) -> String {
    let status = match judgement.status {
        Status::Alive => "alive",
        Status::Dead => "dead",
        Status::Seki => "seki",
        Status::Unsettled => "unsettled",
    };
    match judgement.basis {
        Basis::Proved => format!("{status} proved"),
        Basis::Read => format!("{status} proved by reading"),
        Basis::Estimated(figure) => format!("{status} estimated {figure:.2}"),
    }
}

/// The board with dead stones in small letters and territory marked.
pub fn picture(position: &Position, adjudication: &Adjudication) -> String {
    let (dead, territory) = (adjudication.dead(), adjudication.territory());
    let picture = diagram::picture(position.board().size(), |point| {
        match (position.board().at(point), dead.contains(point)) {
            (Some(Color::Black), false) => 'X',
            (Some(Color::Black), true) => 'x',
            (Some(Color::White), false) => 'O',
            (Some(Color::White), true) => 'o',
            (None, _) if territory.points[Color::Black].contains(point) => '+',
            (None, _) if territory.points[Color::White].contains(point) => '-',
            (None, _) => '.',
        }
    });
    format!("{picture}\nX Black  O White  x o dead  + Black's points  - White's points  . nobody's")
}

/// The chains of which more is to be said than that they live whatever happens, one a line.
pub fn chains(adjudication: &Adjudication) -> String {
    let mut text = String::new();
    for chain in adjudication.chains() {
        if (chain.status, &chain.basis) == (Status::Alive, &Basis::Proved) {
            continue;
        }
        let first = chain
            .stones
            .first()
            .map_or(String::new(), |stone| stone.to_string());
        let count = chain.stones.len();
        let stones = if count == 1 { "stone" } else { "stones" };
        text += &format!(
            "{:5} {first:>3}, {count:2} {stones}: {}\n",
            chain.color,
            judgement(chain)
        );
    }
    text
}

/// What was played before counting, and what is not clear, each on a line of its own where there is any.
pub fn finish(adjudication: &Adjudication) -> String {
    let plays = adjudication.finish().iter();
    let plays: Vec<String> = plays.map(|(color, to)| format!("{color} {to}")).collect();
    let unclear = adjudication.unclear();
    let points: Vec<String> = unclear.iter().map(|point| point.to_string()).collect();
    let mut text = String::new();
    for (title, items, separator) in [
        ("played before counting", plays, ", "),
        ("not clear whose", points, " "),
    ] {
        if !items.is_empty() {
            let shown = &items[..items.len().min(SHOWN)];
            let more = match items.len() - shown.len() {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            text += &format!("{title}: {}{more}\n", shown.join(separator));
        }
    }
    text
}

/// Rules and komi as they are announced.
pub fn terms(rules: &Rules, komi: f64) -> String {
    format!("rules {rules}, komi {komi}")
}
