//! `wakari solve`: solves one fight with either side to begin.

use super::input::{GameError, GameOptions};
use super::lines::{Line, Lines};
use super::options;
use crate::formats::sgf::{Entry, Record};
use crate::go::board::Board;
use crate::go::color::{Color, PerColor};
use crate::go::point::{Point, PointSet, Size};
use crate::go::rules::Rules;
use crate::life::solve::{Solution, Task, budget, solve};
use crate::referee::game::Game;
use crate::referee::game::scoring::ScoringError;
use crate::ui::json::{fight, refusal};
use crate::ui::language::Language;
use crate::ui::language::fight as words;
use crate::util::files::LONGEST_FILE;
use clap::Args;
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args, Debug)]
pub(super) struct SolveOptions {
    #[command(flatten)]
    game: OptionalGame,
    /// A stone of the chain to ask about [default: it is looked for]
    #[arg(long, value_name = "POINT")]
    at: Option<Point>,
    /// The points on which stones may be played, between two corners [default: chosen around the
    /// chain]
    #[arg(long, value_name = "POINT:POINT", value_parser = corners)]
    region: Option<(Point, Point)>,
    /// Solves the position after move N [default: before the first move if the record sets up
    /// stones of both colors, else after the last one]
    #[arg(long = "move", value_name = "N")]
    after: Option<u32>,
    /// Most seconds, counted as work so that the answer is the same everywhere
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = options::seconds)]
    seconds: Duration,
    /// Writes one line of JSON
    #[arg(long)]
    json: bool,
    /// Reads problems as lines of JSON and answers each with one line
    #[arg(long, conflicts_with_all = ["file", "at", "region", "after"])]
    worker: bool,
}

/// The game to read, unless problems come from the standard input.
#[derive(Args, Debug)]
struct OptionalGame {
    /// The game or problem: an SGF file, or - for standard input
    #[arg(value_name = "FILE", required_unless_present = "worker")]
    file: Option<PathBuf>,
    /// Which game of the file, if it has several [default: 1]
    #[arg(long = "game", value_name = "N")]
    number: Option<std::num::NonZeroUsize>,
}

/// Solves, or writes one line with the reason for a failure. Returns true on success.
pub(super) fn run(
    options: &SolveOptions,
    input: impl Read,
    output: &mut impl Write,
    errors: &mut impl Write,
) -> io::Result<bool> {
    let Some(file) = options.game.file.clone() else {
        return serve(input, output, options.seconds).map(|()| true);
    };
    let game = GameOptions::of(file, options.game.number);
    let record = game.read(input, errors, Language::English);
    match record.and_then(|record| solved(options, &record)) {
        Ok(text) => writeln!(output, "{text}").map(|()| true),
        Err(error) => {
            let complaint = game.about(&error.told(Language::English));
            writeln!(errors, "wakari: {complaint}").map(|()| false)
        }
    }
}

fn solved(options: &SolveOptions, record: &Record) -> Result<String, GameError> {
    let board = position(record, options.after)?;
    if let Some(at) = options.at
        && board.at(at).is_none()
    {
        return Err(GameError::Scoring(ScoringError::NoStone(at)));
    }
    let region = options.region.map(|corners| between(board.size(), corners));
    let found = solved_on(&board, options.at, region, options.seconds);
    let solution = found.ok_or(GameError::NoFight)?;
    Ok(if options.json {
        fight::line(None, &solution, None)
    } else {
        words::solved(&board, &solution)
    })
}

fn solved_on(
    board: &Board,
    at: Option<Point>,
    region: Option<PointSet>,
    time: Duration,
) -> Option<Solution> {
    solve(&Task {
        board,
        at,
        region,
        budget: budget(time),
    })
}

/// Returns the position to solve.
fn position(record: &Record, after: Option<u32>) -> Result<Board, GameError> {
    let set_up = record.entries_before(1).iter();
    let mut stones = PerColor::from_fn(|_| PointSet::EMPTY);
    for entry in set_up {
        if let Entry::SetUp(set_up) = entry {
            set_up.apply(&mut stones);
        }
    }
    let is_problem = Color::BOTH.iter().all(|&color| !stones[color].is_empty());
    let after = match after {
        None if is_problem => Some(0),
        after => after,
    };
    let mut game = Game::new(record.size(), Rules::PROPOSAL_2012, None);
    let before = after.map(|after| after.saturating_add(1));
    game.load(record, before).map_err(ScoringError::from)?;
    Ok(game.position().board().clone())
}

/// Answers problems, a line each, until the input ends.
fn serve(input: impl Read, output: &mut impl Write, usual: Duration) -> io::Result<()> {
    let mut lines = Lines::new(input, LONGEST_FILE);
    while let Some(line) = lines.next_line()? {
        let answer = match line {
            Line::Whole(line) => fight::answer(line, usual),
            Line::TooLong(line) => refusal(
                line,
                &format!("line longer than {} MiB", LONGEST_FILE >> 20),
            ),
        };
        writeln!(output, "{answer}")?;
        output.flush()?;
    }
    Ok(())
}

fn corners(text: &str) -> Result<(Point, Point), String> {
    let corners = text.split_once(':');
    let parsed = corners.and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    parsed.ok_or_else(|| "two points are needed, as A1:H6".to_owned())
}

/// Returns the points of a board between two corners.
fn between(size: Size, (a, b): (Point, Point)) -> PointSet {
    let columns = a.column().min(b.column())..=a.column().max(b.column());
    let rows = a.row().min(b.row())..=a.row().max(b.row());
    size.points()
        .filter(|point| columns.contains(&point.column()) && rows.contains(&point.row()))
        .collect()
}
