//! Sheet: one board under several rule sets side by side, with the differences and their reasons.

use super::phrases;
use crate::go::board::Board;
use crate::go::board::diagram;
use crate::go::color::Color;
use crate::go::point::{Point, PointSet};
use crate::go::position::Position;
use crate::go::rules::Rules;
use crate::referee::judge::explain::{Explanation, explain};
use crate::referee::judge::points::{PointExplanation, PointReason, explain_point};
use crate::referee::judge::{Adjudication, Effort, Judgement, Occasion, Status, adjudicate};
use crate::ui::language::look::{self, Look, Sign};
use crate::ui::language::{self, Language, explanation};
use std::mem::{Discriminant, discriminant};

/// Maximum number of moves shown of a line.
const TOLD: usize = 12;
/// Space between two boards.
const GUTTER: &str = "     ";

/// A board judged as a diagram under several rule sets.
#[derive(Clone, Debug)]
pub struct Sheet {
    columns: Vec<Column>,
    /// Chains with one status under all rules, except those alive without any play.
    alike: Vec<Judgement>,
    /// Chains with different statuses, explained under each rule set.
    chains: Vec<Vec<Explanation>>,
    /// Empty points judged differently; the first of each kind is explained under each rule set.
    points: Vec<(PointSet, Vec<PointExplanation>)>,
}

/// The board under one rule set.
#[derive(Clone, Debug)]
struct Column {
    position: Position,
    adjudication: Adjudication,
}

impl Sheet {
    /// Judges a board under each of these rule sets.
    ///
    /// # Panics
    ///
    /// Panics if `rules` is empty.
    pub fn of(position: &Position, rules: &[Rules], effort: &Effort) -> Sheet {
        assert!(!rules.is_empty(), "a sheet has columns");
        let column = |rules: &Rules| {
            let mut position = position.clone();
            let komi = position.komi();
            position.set_rules(*rules);
            position.set_komi(komi);
            Column {
                adjudication: adjudicate(&position, Occasion::Diagram, effort),
                position,
            }
        };
        let columns: Vec<Column> = rules.iter().map(column).collect();
        let (mut alike, mut chains) = (vec![], vec![]);
        for judgement in columns[0].adjudication.chains() {
            let stone = judgement.stones.first().expect("a chain has stones");
            let statuses = columns
                .iter()
                .map(|column| column.adjudication.status(stone));
            if statuses
                .clone()
                .any(|status| status != Some(judgement.status))
            {
                let explained = columns.iter().map(|column| {
                    explain(&column.position, &column.adjudication, stone, effort)
                        .expect("the same stones stand in every column")
                });
                chains.push(explained.collect());
            } else if judgement.status != Status::Alive || !judgement.basis.needs_no_play() {
                alike.push(*judgement);
            }
        }
        Sheet {
            alike,
            chains,
            points: points(&columns),
            columns,
        }
    }
}

/// The comparable part of an explanation: owner, reason, and whether there are prisoners.
type PointKey = (Option<Color>, Discriminant<PointReason>, bool);

/// Returns the empty points judged differently, grouped by region and by differences.
fn points(columns: &[Column]) -> Vec<(PointSet, Vec<PointExplanation>)> {
    let explained = |at: Point| -> Option<Vec<PointExplanation>> {
        let columns = columns.iter();
        columns
            .map(|column| explain_point(&column.position, &column.adjudication, at))
            .collect()
    };
    let keys = |explained: &[PointExplanation]| -> Vec<PointKey> {
        let columns = columns.iter().zip(explained);
        columns
            .map(|(column, point)| {
                let owner = column.adjudication.owner(point.at);
                (
                    owner,
                    discriminant(&point.reason),
                    point.prisoners.is_empty(),
                )
            })
            .collect()
    };
    let mut found: Vec<(PointSet, Vec<PointExplanation>)> = vec![];
    for at in columns[0].position.board().size().points() {
        let Some(explained) = explained(at) else {
            continue;
        };
        let here = keys(&explained);
        if here.iter().all(|key| *key == here[0]) {
            continue;
        }
        let is_same = |(_, known): &&mut (PointSet, Vec<PointExplanation>)| {
            known[0].region.contains(at) && keys(known) == here
        };
        match found.iter_mut().find(is_same) {
            Some((points, _)) => _ = points.insert(at),
            None => found.push(([at].into_iter().collect(), explained)),
        }
    }
    found
}

/// Formats a sheet as Markdown: boards, scores, what agrees, and what differs with reasons.
pub fn sheet(sheet: &Sheet, language: Language) -> String {
    let mut parts = vec![
        format!("```text\n{}\n```", boards(sheet, language)),
        scores(sheet, language),
    ];
    let told: Vec<String> = [alike(sheet, language)]
        .into_iter()
        .flatten()
        .chain(
            sheet
                .chains
                .iter()
                .map(|chain| differing_chain(sheet, chain, language)),
        )
        .chain(sheet.points.iter().map(|(points, explained)| {
            let heading = format!("{}{}", language.points_of(points), language.words().colon);
            let told = explained.iter().map(|point| told_point(point, language));
            differing(sheet, heading.trim_end(), told.collect(), language)
        }))
        .collect();
    if !told.is_empty() {
        parts.push(told.join("\n"));
    }
    parts.join("\n\n")
}

/// The boards side by side, each below the name of its rules.
fn boards(sheet: &Sheet, language: Language) -> String {
    let pictures: Vec<Vec<String>> = sheet
        .columns
        .iter()
        .map(|column| {
            let name = column.position.rules().to_string();
            let picture = picture(column);
            [name]
                .into_iter()
                .chain(picture.lines().map(str::to_owned))
                .collect()
        })
        .collect();
    let widths: Vec<usize> = pictures
        .iter()
        .map(|rows| rows.iter().map(|row| row.len()).max().unwrap_or(0))
        .collect();
    let rows = (0..pictures[0].len()).map(|row| {
        let cells = pictures.iter().zip(&widths);
        let cells = cells.map(|(rows, width)| format!("{:width$}", rows[row]));
        cells.collect::<Vec<_>>().join(GUTTER).trim_end().to_owned()
    });
    let is_used = |used| {
        sheet.columns.iter().any(|column| {
            let (board, adjudication) = (column.position.board(), &column.adjudication);
            let mut points = board.size().points();
            points.any(|at| sign(board, adjudication, at) == used)
        })
    };
    let legend = look::legend(is_used, Look::default(), language);
    rows.chain([String::new(), legend])
        .collect::<Vec<_>>()
        .join("\n")
}

/// A board with its statuses and territory.
fn picture(column: &Column) -> String {
    let (board, adjudication) = (column.position.board(), &column.adjudication);
    diagram::picture(board.size(), |at| {
        sign(board, adjudication, at).letter(Look::default())
    })
}

fn sign(board: &Board, adjudication: &Adjudication, at: Point) -> Sign {
    match board.at(at) {
        Some(color) => Sign::stone(color, adjudication.status(at)),
        None => Sign::empty(adjudication.owner(at)),
    }
}

/// A table of results and their parts.
fn scores(sheet: &Sheet, language: Language) -> String {
    let words = language.words();
    let row = |name: &str, cell: &dyn Fn(&Column) -> String| {
        let cells: Vec<String> = sheet.columns.iter().map(cell).collect();
        format!("| {name} | {} |", cells.join(" | "))
    };
    let side = |color: Color| {
        row(language.color(color), &|column| {
            language::tally(column.adjudication.score(), color, language)
        })
    };
    [
        row("", &|column| {
            language.rules(column.position.rules()).to_owned()
        }),
        row("---", &|_| "---".to_owned()).replace(' ', ""),
        row(words.result, &|column| {
            language.result(column.adjudication.score())
        }),
        side(Color::Black),
        side(Color::White),
    ]
    .join("\n")
}

/// The chains with one status under all rules, on one line.
fn alike(sheet: &Sheet, language: Language) -> Option<String> {
    let words = language.words();
    let chains: Vec<String> = sheet
        .alike
        .iter()
        .map(|judgement| phrases::title(judgement, language))
        .collect();
    let told = language.list(&chains, words.comma);
    (!chains.is_empty()).then(|| format!("- {}{}{told}", words.judged_alike, words.colon))
}

/// A chain with different statuses, with the reason under each rule set.
fn differing_chain(sheet: &Sheet, chain: &[Explanation], language: Language) -> String {
    let judgement = &chain[0].judgement;
    let heading = format!(
        "{} {}{}{}{}",
        language.color(judgement.color),
        phrases::name(&judgement.stones),
        language.words().comma,
        language.stones(judgement.stones.len()),
        language.words().colon,
    );
    let board = sheet.columns[0].position.board();
    let told = chain
        .iter()
        .map(|explained| told_chain(board, explained, language));
    differing(sheet, heading.trim_end(), told.collect(), language)
}

/// The status of a chain, the reason, and the line that shows it.
fn told_chain(board: &Board, explained: &Explanation, language: Language) -> String {
    let words = language.words();
    let mut parts = vec![
        language::judgement(&explained.judgement, language),
        explanation::reasons(explained, language),
    ];
    if let Some(lines) = explained
        .lines
        .as_ref()
        .filter(|lines| !lines.main.plays.is_empty())
    {
        let moves = explanation::first_moves(board, &lines.main, TOLD, language);
        parts.push(moves);
        parts.push(explanation::outcome(board, explained, language));
    }
    parts.join(words.semicolon)
}

/// The owner of an empty point, with the reason.
fn told_point(explained: &PointExplanation, language: Language) -> String {
    language::point_in_short(explained, language)
}

/// A heading with one line per group of rule sets that agree.
fn differing(sheet: &Sheet, heading: &str, told: Vec<String>, language: Language) -> String {
    let words = language.words();
    let mut together: Vec<(Vec<&str>, String)> = vec![];
    for (column, told) in sheet.columns.iter().zip(told) {
        let name = language.rules(column.position.rules());
        match together.iter_mut().find(|(_, known)| *known == told) {
            Some((names, _)) => names.push(name),
            None => together.push((vec![name], told)),
        }
    }
    let lines = together.into_iter().map(|(names, told)| {
        format!(
            "  - **{}**{}{told}",
            names.join(words.separator),
            words.colon
        )
    });
    let heading = format!("- {heading}");
    [heading]
        .into_iter()
        .chain(lines)
        .collect::<Vec<_>>()
        .join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A double-ko seki: under the rules of 1989 the stones in the kos are dead and its eyes no
    /// territory.
    const DOUBLE_KO: &str = "
        . X . X O X X X .
        X X X O O X X X X
        O X O . O X X X .
        . O O O O X X X X
        O O X X X X X X .
        X X X X X X X X X";

    fn double_ko(language: Language) -> String {
        let board = diagram::board(DOUBLE_KO).expect("a board");
        let mut position = Position::set_up(board, Color::Black, Rules::PROPOSAL_2012);
        position.set_komi(0.0);
        let effort = Effort {
            playouts: 60,
            seed: 5,
            states: 20_000,
            safety: 60_000,
            ..Effort::USUAL
        };
        let rules = [Rules::PROPOSAL_2012, Rules::JAPANESE_1989];
        sheet(&Sheet::of(&position, &rules, &effort), language)
    }

    #[test]
    fn boards_stand_side_by_side_with_what_differs() {
        let told = double_ko(Language::English);
        for said in [
            "```text\nproposal-2012",
            "     japanese-1989\n",
            " 4 O X O - O X X X *  4      4 o S s . s X X X *  4\n",
            "|  | Proposal of 2012 | Japan, 1989 |\n|---|---|---|\n| Result | ",
            "\n- White A4, 1 stone:\n  - **Proposal of 2012**: alive (proved by reading); White moves first",
            "  - **Japan, 1989**: dead (proved by reading); Black moves first",
            "\n- D4:\n  - **Proposal of 2012**: White's territory; only living White stones surround it (article 8)\n",
        ] {
            assert!(told.contains(said), "{said} in\n{told}");
        }
    }

    #[test]
    fn a_sheet_is_told_in_japanese_too() {
        let told = double_ko(Language::Japanese);
        for said in [
            "活き石",
            "死に石",
            "白 A4、1子：\n  - **分かりやすい",
            "（第8条）",
        ] {
            assert!(told.contains(said), "{said} in\n{told}");
        }
    }
}
