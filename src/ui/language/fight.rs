//! Solved fights in English.

use crate::go::board::Board;
use crate::go::point::{Move, PointSet};
use crate::life::solve::{Answer, FightResult, Solution};
use std::fmt::Write;

/// Describes a solution: the board, a line for each side that begins, and the assumptions.
pub(crate) fn solved(board: &Board, solution: &Solution) -> String {
    let mut text = format!("{board}\n");
    let owner = solution.owner;
    _ = writeln!(text, "{owner} {}", points(&solution.target));
    for color in [owner, !owner] {
        let answer = &solution.first[color];
        _ = writeln!(text, "{color} first: {}", told(answer));
    }
    if !solution.assumed.is_empty() {
        let chains: Vec<String> = solution
            .assumed
            .iter()
            .filter_map(|chain| chain.first())
            .map(|stone| stone.to_string())
            .collect();
        _ = writeln!(text, "assumed to live: {}", chains.join(" "));
    }
    if solution.is_by_escape {
        _ = writeln!(
            text,
            "assumed: a chain that leaves the region below has escaped"
        );
    }
    _ = write!(text, "played on: {}", points(&solution.region));
    text
}

fn told(answer: &Answer) -> String {
    let mut text = match answer.fate {
        FightResult::Alive => "alive, by eyes or seki".to_owned(),
        FightResult::Dead => "dead".to_owned(),
        FightResult::Ko => "ko".to_owned(),
        FightResult::Unsettled => "unsettled within this time".to_owned(),
    };
    if !answer.moves.is_empty() {
        let rest = if answer.is_complete {
            ""
        } else {
            " (and perhaps others)"
        };
        _ = write!(text, " with {}{rest}", plays(&answer.moves));
    }
    if answer.line.len() > 1 {
        _ = write!(text, "; line: {}", plays(&answer.line));
    }
    text
}

fn plays(moves: &[Move]) -> String {
    let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
    moves.join(" ")
}

fn points(set: &PointSet) -> String {
    let points: Vec<String> = set.iter().map(|point| point.to_string()).collect();
    points.join(" ")
}
