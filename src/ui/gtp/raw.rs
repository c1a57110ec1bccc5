//! The raw output of a network, in KataGo's format.

use super::command::RawQuestion;
use super::info::in_rows;
use crate::go::board::symmetry::Symmetry;
use crate::go::color::Color;
use crate::go::point::{Move, PerPoint, Size};
use crate::go::position::Position;
use crate::mcts::network::{Evaluation, Inputs, KataModel, OPTIMISM_AT_ROOT};
use std::fmt::Write;

/// Returns the raw output of a network for a position.
pub(super) fn raw(model: &KataModel, position: &Position, question: RawQuestion) -> String {
    let inputs = Inputs::of(position);
    let optimism = question
        .optimism
        .map_or(OPTIMISM_AT_ROOT, |share| share as f32);
    let all = Symmetry::all().filter(|one| question.symmetry.is_none_or(|seen| seen == *one));
    let told = all.map(|symmetry| {
        let evaluation = model.evaluate(&inputs, symmetry, optimism);
        let said = said(&evaluation, position.turn(), inputs.size());
        format!("symmetry {}\n{said}", symmetry.number())
    });
    told.collect::<Vec<String>>()
        .join("\n")
        .trim_end()
        .to_owned()
}

/// Formats an evaluation from White's perspective.
fn said(evaluation: &Evaluation, turn: Color, size: Size) -> String {
    let (white_wins, white_loses) = match turn {
        Color::White => (evaluation.win, evaluation.loss),
        Color::Black => (evaluation.loss, evaluation.win),
    };
    let sign = -f64::from(turn.sign());
    let mut text = String::new();
    let mut line = |name: &str, number: f64, digits: usize| {
        // Writing to a string cannot fail.
        _ = writeln!(text, "{name} {number:.digits$}");
    };
    line("whiteWin", white_wins, 6);
    line("whiteLoss", white_loses, 6);
    line("noResult", evaluation.no_result, 6);
    line("whiteLead", sign * evaluation.lead, 3);
    line("whiteScoreSelfplay", sign * evaluation.score, 3);
    line("whiteScoreSelfplaySq", evaluation.score_square, 3);
    // KataGo writes -1 for outputs that a network lacks.
    line("varTimeLeft", evaluation.time_left.unwrap_or(-1.0), 3);
    line(
        "shorttermWinlossError",
        evaluation.win_error.unwrap_or(-1.0),
        3,
    );
    line(
        "shorttermScoreError",
        evaluation.score_error.unwrap_or(-1.0),
        3,
    );
    let mut policy = PerPoint::new(None);
    let mut pass = None;
    for &(to, probability) in &evaluation.policy {
        match to {
            Move::At(point) => policy[point] = Some(probability),
            Move::Pass => pass = Some(probability),
        }
    }
    let probability = |share: Option<f32>| {
        share.map_or_else(|| "    NAN".to_owned(), |share| format!("{share:8.6}"))
    };
    let shares = in_rows(size).map(|point| probability(policy[point]));
    text += &format!("policy\n{}", rows(shares, size));
    text += &format!("policyPass {} \n", probability(pass));
    let owners = in_rows(size).map(|point| {
        let owner = sign * f64::from(evaluation.ownership[point]);
        format!("{owner:9.7}")
    });
    text + &format!("whiteOwnership\n{}", rows(owners, size))
}

/// Joins a word for each point, one row of the board a line.
fn rows(words: impl Iterator<Item = String>, size: Size) -> String {
    let words: Vec<String> = words.map(|word| word + " ").collect();
    let rows = words.chunks(usize::from(size.width()));
    rows.map(|row| row.concat() + "\n").collect()
}
