//! Processor time and memory of judgements with default effort, each in its own process.
//!
//! The positions are expensive diagrams, random boards, games cut in the middle, and whole games.
//! Each is judged twice: by a line for `wakari score --worker`, and by `final_score` in GTP. For
//! each kind this prints the median, the 95th percentile, the maximum and the most expensive
//! positions.
//!
//! `WAKARI_GAMES=FOLDER` reads the games from the records of a folder; by default they are
//! playouts. `WAKARI_BOUNDS=30` takes 30 boards and games instead of 300. A word after `--` selects
//! kinds: `cargo bench --bench bounds -- diagrams`.
//!
//! Machines differ, so the costs are compared with their limits only if `WAKARI_STRICT` is set.
//! They are read from `/proc`; systems without it measure nothing.

#![allow(clippy::print_stdout, clippy::print_stderr)]

#[path = "../gtp-tests/engine.rs"]
mod engine;

use engine::Engine;
use rand::RngExt;
use rand::seq::SliceRandom;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use wakari::board::{Board, Play};
use wakari::color::{Color, PerColor};
use wakari::playout::{Dice, dice, play_out};
use wakari::point::{Move, Point, Size};
use wakari::rules::Rules;
use wakari::sgf::{Entry, Record, SetUp};

/// Default number of boards and of games.
const COUNT: usize = 300;
/// Number of expensive positions printed per kind.
const WORST: usize = 5;
/// Limits of a judgement.
const MOST: Cost = Cost {
    seconds: 2.0,
    mebibytes: 256.0,
};
/// Rule sets: positions take them in turn, diagrams take all.
const RULES: [Rules; 10] = [
    Rules::JAPANESE_1989,
    Rules::JAPANESE_1949,
    Rules::KOREAN,
    Rules::CHINESE,
    Rules::TROMP_TAYLOR,
    Rules::EGF,
    Rules::PROPOSAL_2012,
    Rules::NEW_ZEALAND,
    Rules::AGA,
    Rules::CHINESE_KGS,
];
/// Diagrams that are expensive to judge.
const DIAGRAMS: [&str; 4] = [
    "(;SZ[6]AW[da][db])",
    "(;SZ[5]AB[cc])",
    "(;SZ[5])",
    "(;SZ[7]AB[cc][ce][ec]AW[cd][dc][ee])",
];

/// The cost of a judgement.
#[derive(Clone, Copy, Debug)]
struct Cost {
    /// Processor time.
    seconds: f64,
    /// Peak resident memory.
    mebibytes: f64,
}

/// Interface to the program.
#[derive(Clone, Copy, Debug)]
enum Asked {
    /// As a line of JSON.
    Worker,
    /// In GTP.
    FinalScore,
}

fn main() -> ExitCode {
    // `cargo test --benches` runs this with `--test`: one position of each kind is enough.
    let is_test = std::env::args().any(|argument| argument == "--test");
    let count = std::env::var("WAKARI_BOUNDS").ok();
    let count = count.and_then(|count| count.parse().ok()).unwrap_or(COUNT);
    let count = if is_test { 1 } else { count };
    if cost(std::process::id()).is_none() {
        eprintln!("there is no /proc");
        return ExitCode::SUCCESS;
    }
    let kinds = [
        ("diagrams", diagrams()),
        ("random boards", random_boards(count)),
        ("middle games", games(count, 1..=3)),
        ("whole games", games(count, 4..=4)),
    ];
    let mut exceeded = 0;
    let named: Vec<String> = std::env::args()
        .skip(1)
        .filter(|name| !name.starts_with('-'))
        .collect();
    let is_named = |kind: &str| named.is_empty() || named.iter().any(|name| kind.contains(name));
    for (kind, positions) in kinds {
        if !is_named(kind) {
            continue;
        }
        for asked in [Asked::Worker, Asked::FinalScore] {
            let mut costs = vec![];
            for record in &positions {
                let rules = record.rules.as_deref().unwrap_or_default();
                let text = record.to_string().replace('\n', "");
                match judged(&text, rules, asked) {
                    Some(cost) => costs.push((cost, text)),
                    None => eprintln!("no answer: {text}"),
                }
            }
            exceeded += told(kind, asked, &costs);
        }
    }
    if exceeded == 0 || std::env::var_os("WAKARI_STRICT").is_none() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Prints the costs of one kind; returns how many exceed the limits.
fn told(kind: &str, asked: Asked, costs: &[(Cost, String)]) -> usize {
    let ranks = |of: fn(&Cost) -> f64| {
        let mut values: Vec<f64> = costs.iter().map(|(cost, ..)| of(cost)).collect();
        values.sort_by(f64::total_cmp);
        let rank = |share: f64| {
            let last = values.len().saturating_sub(1);
            values
                .get((last as f64 * share).round() as usize)
                .copied()
                .unwrap_or(0.0)
        };
        [0.5, 0.95, 1.0].map(rank)
    };
    let [median, high, most] = ranks(|cost| cost.seconds);
    let [median_memory, high_memory, most_memory] = ranks(|cost| cost.mebibytes);
    println!(
        "{kind}, {asked:?}, {} judgements: median, 95th percentile, maximum {median:.2} {high:.2} {most:.2} s, \
         {median_memory:.0} {high_memory:.0} {most_memory:.0} MiB",
        costs.len()
    );
    let mut worst: Vec<&(Cost, String)> = costs.iter().collect();
    worst.sort_by(|one, other| other.0.seconds.total_cmp(&one.0.seconds));
    let largest = costs
        .iter()
        .max_by(|one, other| one.0.mebibytes.total_cmp(&other.0.mebibytes));
    for (Cost { seconds, mebibytes }, record) in worst.into_iter().take(WORST).chain(largest) {
        println!("  {seconds:.2} s, {mebibytes:.0} MiB: {record}");
    }
    let exceeds = |cost: &Cost| cost.seconds > MOST.seconds || cost.mebibytes > MOST.mebibytes;
    costs.iter().filter(|(cost, ..)| exceeds(cost)).count()
}

/// Judges a record in a new process and returns the cost.
fn judged(record: &str, rules: &str, asked: Asked) -> Option<Cost> {
    let patience = Duration::from_secs(120);
    let folder = tempfile::tempdir().ok()?;
    let engine = match asked {
        Asked::Worker => {
            let mut engine = Engine::start(["score", "--worker"], folder.path());
            engine.say(&format!("{{\"id\": 1, \"sgf\": \"{record}\"}}\n"));
            let answer = engine.line(patience).ok()?;
            answer.contains("\"score\"").then_some(engine)?
        }
        Asked::FinalScore => {
            std::fs::write(folder.path().join("it.sgf"), record).ok()?;
            let mut engine = Engine::start(["gtp", "--threads", "1"], folder.path());
            engine.say(&format!(
                "kata-set-rules {rules}\nloadsgf it.sgf\nfinal_score\n"
            ));
            engine.answer(patience).ok()?;
            engine.answer(patience).ok()?;
            let answer = engine.answer(patience).ok()?;
            answer.first()?.starts_with('=').then_some(engine)?
        }
    };
    let cost = cost(engine.process());
    engine.close(patience);
    cost
}

/// Returns the current cost of a process.
fn cost(process: u32) -> Option<Cost> {
    let of = |file: &str| std::fs::read_to_string(format!("/proc/{process}/{file}")).ok();
    let status = of("status")?;
    let most = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: f64 = most.trim().trim_end_matches(" kB").parse().ok()?;
    // The program name may contain blanks. The field after it is the state.
    let stat = of("stat")?;
    let fields: Vec<&str> = stat.rsplit_once(") ")?.1.split(' ').collect();
    let ticks = |number: usize| fields.get(number)?.parse::<f64>().ok();
    // Linux reports them to user space in hundredths of a second.
    Some(Cost {
        seconds: (ticks(11)? + ticks(12)?) / 100.0,
        mebibytes: kibibytes / 1024.0,
    })
}

/// Each diagram with each rule set.
fn diagrams() -> Vec<Record> {
    let parse = |text: &str| Record::from_bytes(text.as_bytes()).expect("a record");
    let each = |diagram: &str| RULES.map(|rules| by(parse(diagram), rules));
    DIAGRAMS.into_iter().flat_map(each).collect()
}

/// Boards of 5×5 to 13×13: random stones, games stopped anywhere, and such games with random stones
/// added.
fn random_boards(count: usize) -> Vec<Record> {
    let board = |number: usize| {
        let mut dice = dice(number as u64);
        let mut side = || dice.random_range(5..=13);
        let size = Size::new(side(), side()).expect("sides of a board");
        let share = dice.random_range(0.02..0.98);
        let record = match number % 3 {
            0 => set_up(&scattered(Board::new(size), share, &mut dice)),
            1 => stopped(size, &part(&game(size, &mut dice), &(0..=4), &mut dice)),
            _ => {
                let mut board = Board::new(size);
                for (color, to) in part(&game(size, &mut dice), &(0..=4), &mut dice) {
                    if let Move::At(at) = to {
                        board.place(color, at, &mut ());
                    }
                }
                set_up(&scattered(board, share / 4.0, &mut dice))
            }
        };
        by(record, RULES[number % RULES.len()])
    };
    (0..count).map(board).collect()
}

/// Games cut at a random move within `quarters`; every other one ends with two passes.
fn games(count: usize, quarters: RangeInclusive<usize>) -> Vec<Record> {
    let files = std::env::var_os("WAKARI_GAMES").map(|folder| records(Path::new(&folder)));
    let cut = |number: usize| {
        let mut dice = dice(number as u64);
        let (size, plays) = match &files {
            Some(files) => {
                let text = std::fs::read(files.get(number)?).ok()?;
                let record = Record::from_bytes(&text).ok()?;
                (record.size(), record.moves().collect())
            }
            None => {
                let size = Size::square(19).expect("a usual size");
                (size, game(size, &mut dice))
            }
        };
        let plays = part(&plays, &quarters, &mut dice);
        let record = match number % 2 {
            0 => stopped(size, &plays),
            _ => record(size, &plays),
        };
        Some(by(record, RULES[number / 2 % RULES.len()]))
    };
    (0..count).filter_map(cut).collect()
}

/// Paths of the records of a folder, sorted.
fn records(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder can be read");
    let paths = entries.map(|entry| entry.expect("the folder can be read").path());
    let is_record = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "sgf");
    let mut paths: Vec<PathBuf> = paths.filter(is_record).collect();
    paths.sort();
    paths
}

/// A game played by the playout policy.
fn game(size: Size, dice: &mut Dice) -> Vec<Play> {
    let mut plays = vec![];
    let mut board = Board::new(size);
    play_out(&mut board, Color::Black, None, dice, |color, at| {
        plays.push((color, Move::At(at)));
    });
    plays
}

/// The moves of a game up to a random one within `quarters`.
fn part(plays: &[Play], quarters: &RangeInclusive<usize>, dice: &mut Dice) -> Vec<Play> {
    let [least, most] = [quarters.start(), quarters.end()].map(|part| plays.len() * part / 4);
    plays[..dice.random_range(least..=most)].to_vec()
}

/// Fills about this share of the points with stones of random color, if they have liberties.
fn scattered(mut board: Board, share: f64, dice: &mut Dice) -> Board {
    let mut points: Vec<Point> = board.size().points().collect();
    points.shuffle(dice);
    for at in points {
        let color = Color::BOTH[dice.random_range(0..2)];
        if dice.random_bool(share) && board.is_empty(at) && board.is_playable(color, at) {
            board.place(color, at, &mut ());
        }
    }
    board
}

fn set_up(board: &Board) -> Record {
    let stones = PerColor::from_fn(|color| board.stones(color));
    let mut record = Record::new(board.size());
    record.push(Entry::SetUp(Box::new(SetUp::with_stones(&stones, None))));
    record
}

fn record(size: Size, plays: &[Play]) -> Record {
    let mut record = Record::new(size);
    plays
        .iter()
        .for_each(|&play| record.push(Entry::Play(play)));
    record
}

/// A game followed by two passes.
fn stopped(size: Size, plays: &[Play]) -> Record {
    let mut record = record(size, plays);
    let turn = plays.last().map_or(Color::Black, |&(color, _)| !color);
    record.push(Entry::Play((turn, Move::Pass)));
    record.push(Entry::Play((!turn, Move::Pass)));
    record
}

fn by(mut record: Record, rules: Rules) -> Record {
    record.rules = Some(rules.to_string());
    record
}
