//! Fuzz targets. Each returns true if the input was valid, and panics if a result is wrong.

use serde_json::value::RawValue;
use std::collections::{BTreeMap, HashSet};
use std::ffi::OsString;
use std::io::{self, Cursor};
use wakari::board::hash::BoardHash;
use wakari::certificate::Certificate;
use wakari::color::Color;
use wakari::engine::{Engine, Options};
use wakari::game::Game;
use wakari::gtp::command::Command;
use wakari::gtp::line::{InputLine, read_lines};
use wakari::gtp::parse::ParsedLine;
use wakari::gtp::{Environment, serve_with};
use wakari::judge::Effort;
use wakari::point::{Move, Point, Size};
use wakari::position::Position;
use wakari::rules::{Button, End, Ko, Rules};
use wakari::search::SearchSettings;
use wakari::sgf::{Flaw, Record};

/// Maximum number of commands per input.
const MOST_COMMANDS: usize = 40;
/// Maximum number of moves per game.
const MOST_MOVES: usize = 1200;

/// Records: writing and reading preserves them, and they can be replayed.
pub(crate) fn sgf(input: &[u8]) -> bool {
    let Ok(mut record) = Record::from_bytes(input) else {
        return false;
    };
    // Written records have no flaws, except that unknown rules stay unknown.
    record.flaws.retain(|flaw| matches!(flaw, Flaw::Rules(_)));
    let written = record.to_string();
    let again: Record = written.parse().expect("what is written reads back");
    assert_eq!(again, record, "what is written reads back the same");
    assert_eq!(again.to_string(), written);
    for rules in [Rules::PROPOSAL_2012, Rules::TROMP_TAYLOR] {
        let mut game = Game::new(record.size(), rules, None);
        if game.load(&record, None).is_ok() {
            let position = game.position();
            assert_eq!(position.hash(), BoardHash::of(position.board()));
            assert_eq!(game.breaches(), game.breaches());
            let told = game.record(None).to_string();
            assert!(told.parse::<Record>().is_ok());
        }
    }
    true
}

/// The commands of an input, up to the end or `quit`, without those that change search limits.
fn commands(input: &[u8]) -> Vec<String> {
    let mut commands = Vec::new();
    let heard = read_lines(input, |line| {
        let text = match line {
            InputLine::Text(text) if !text.contains("param_search") => text,
            _ => return true,
        };
        let quits = ParsedLine::parse(&text).command == Ok(Command::Quit);
        commands.push(text);
        !quits && commands.len() < MOST_COMMANDS
    });
    heard.expect("bytes can be read");
    commands
}

/// GTP sessions under rules with an exact solver: each command gets one response.
pub(crate) fn gtp(input: &[u8]) -> bool {
    let commands = commands(input);
    let mut engine = Engine::new(Options {
        rules: Rules::PROPOSAL_2012,
        komi: None,
        size: Size::square(7).expect("a size"),
        playouts: Some(6),
        time_per_move: None,
        lag: None,
        referee: input.len().is_multiple_of(2),
        takes_rules: true,
        conventions: wakari::game::Conventions::default(),
        friendly_pass: false,
        new_seeds: false,
        search: SearchSettings {
            threads: 1,
            memory: 1 << 20,
            seed: 1,
            resign: 0.05,
            effort: Effort {
                playouts: 12,
                seed: 1,
                states: 1500,
                safety: 1500,
                ..Effort::USUAL
            },
        },
    });
    let surroundings = Environment {
        outputs: None,
        ..Environment::default()
    };
    let mut output = Vec::new();
    let lines = Cursor::new(commands.join("\n").into_bytes());
    serve_with(&surroundings, &mut engine, lines, &mut output, io::sink())
        .expect("bytes can be read and written");
    let output = String::from_utf8(output).expect("answers are text");
    let answers = output.strip_suffix("\n\n").unwrap_or(&output);
    let answers: Vec<&str> = match answers {
        "" => Vec::new(),
        answers => answers.split("\n\n").collect(),
    };
    assert_eq!(answers.len(), commands.len(), "{commands:#?}\n{output}");
    for (command, answer) in commands.iter().zip(&answers) {
        let id = ParsedLine::parse(command).id.map(|id| id.to_string());
        let id = id.unwrap_or_default();
        let is_framed = |mark: char| {
            let rest = answer
                .strip_prefix(mark)
                .and_then(|rest| rest.strip_prefix(&*id));
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\n']))
        };
        assert!(is_framed('=') || is_framed('?'), "{command}: {answer}");
        assert!(
            !answer.contains("internal error"),
            "{commands:#?}: {answer}"
        );
    }
    let position = engine.position();
    assert_eq!(position.hash(), BoardHash::of(position.board()));
    answers.iter().any(|answer| answer.starts_with('='))
}

/// The output of `wakari` with some arguments and an input.
fn wakari(arguments: &[&str], input: &[u8]) -> String {
    let arguments = ["wakari"].iter().chain(arguments).map(OsString::from);
    let mut output = Vec::new();
    let input = Cursor::new(input.to_vec());
    let streams = wakari::cli::Streams {
        is_read: || true,
        is_typed: false,
        shows_unicode: false,
        shows_color: false,
    };
    _ = wakari::cli::run(arguments, input, &mut output, &mut io::sink(), streams);
    String::from_utf8(output).expect("what it writes is text")
}

/// JSON lines for `wakari score --worker`: each nonblank line gets one line of JSON.
pub(crate) fn worker(input: &[u8]) -> bool {
    let text = input.strip_prefix(b"\xef\xbb\xbf").unwrap_or(input);
    let lines = text.split(|&byte| byte == b'\n');
    let asked = lines.filter(|line| !line.trim_ascii().is_empty()).count();
    let options = ["score", "--worker", "--score-playouts", "12", "--seed", "1"];
    let output = wakari(&options, input);
    // Ids are echoed as text, even numbers that no type can hold.
    let answers: Vec<BTreeMap<String, Box<RawValue>>> = output
        .lines()
        .map(|line| serde_json::from_str(line).expect("an answer is JSON"))
        .collect();
    assert_eq!(answers.len(), asked, "{output}");
    for answer in &answers {
        let (has_score, error) = (answer.get("score").is_some(), answer.get("error"));
        assert!(has_score != error.is_some(), "{output}");
        let told = error.map(|error| error.get()).unwrap_or_default();
        assert!(!told.contains("internal error"), "{output}");
    }
    answers.iter().any(|answer| answer.get("score").is_some())
}

/// Queries for `wakari analysis`: each nonblank line gets one final answer, and all output is JSON.
/// Lines that ask for long searches are dropped.
pub(crate) fn analysis(input: &[u8]) -> bool {
    let is_long = |line: &[u8]| {
        let long: [&[u8]; 3] = [b"maxVisits", b"maxPlayouts", b"judge"];
        long.iter()
            .any(|name| line.windows(name.len()).any(|part| part == *name))
    };
    let lines = input.split(|&byte| byte == b'\n');
    let lines = lines.map(|line| if is_long(line) { b"" } else { line });
    let input = lines.collect::<Vec<&[u8]>>().join(&b'\n');
    let text = input.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&input);
    let lines: Vec<&[u8]> = text
        .split(|&byte| byte == b'\n')
        .filter(|line| !line.trim_ascii().is_empty())
        .collect();
    let options = [
        "analysis",
        "--analysis-threads",
        "1",
        "--threads",
        "1",
        "--seed",
        "1",
        "--playouts",
        "3",
        "--memory",
        "1",
        "--score-playouts",
        "12",
        "--effort",
        "0.05",
    ];
    let output = wakari(&options, &input);
    let answers: Vec<BTreeMap<String, serde_json::Value>> = output
        .lines()
        .map(|line| serde_json::from_str(line).expect("an answer is JSON"))
        .collect();
    assert!(!output.contains("internal error"), "{output}");
    let is_last = |answer: &&BTreeMap<String, serde_json::Value>| {
        !answer.contains_key("warning") && answer.get("isDuringSearch") != Some(&true.into())
    };
    // A query may ask for no position, or for several.
    let asks_for_turns = lines
        .iter()
        .any(|line| line.windows(12).any(|part| part == b"analyzeTurns"));
    let last = answers.iter().filter(is_last).count();
    assert!(last == lines.len() || asks_for_turns, "{output}");
    answers.iter().any(|answer| answer.contains_key("rootInfo"))
}

/// Certificates: writing and reading preserves them and their verdict.
pub(crate) fn certificate(input: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(input) else {
        return false;
    };
    let Ok(certificate) = text.parse::<Certificate>() else {
        return false;
    };
    let coverage = certificate.verify().ok();
    let again: Certificate = certificate
        .to_string()
        .parse()
        .expect("what is written reads back");
    let found = again.verify().ok();
    assert_eq!(
        coverage.map(|coverage| coverage.to_string()),
        found.map(|coverage| coverage.to_string())
    );
    true
}

/// A board that computes everything from its stones.
#[derive(Clone, PartialEq, Eq, Hash)]
struct NaiveBoard {
    size: (u8, u8),
    points: Vec<Option<Color>>,
}

impl NaiveBoard {
    fn index(&self, (column, row): (u8, u8)) -> usize {
        usize::from(row - 1) * usize::from(self.size.0) + usize::from(column - 1)
    }

    fn neighbours(&self, (column, row): (u8, u8)) -> Vec<(u8, u8)> {
        let (width, height) = self.size;
        let near = [
            (column - 1, row),
            (column + 1, row),
            (column, row - 1),
            (column, row + 1),
        ];
        let is_on = |&(column, row): &(u8, u8)| {
            (1..=width).contains(&column) && (1..=height).contains(&row)
        };
        near.into_iter().filter(is_on).collect()
    }

    /// The chain of a stone, and its number of liberties.
    fn chain(&self, at: (u8, u8)) -> (Vec<(u8, u8)>, usize) {
        let color = self.points[self.index(at)];
        let (mut chain, mut liberties) = (vec![at], HashSet::new());
        let mut next = 0;
        while next < chain.len() {
            for near in self.neighbours(chain[next]) {
                match self.points[self.index(near)] {
                    None => _ = liberties.insert(near),
                    stone if stone == color && !chain.contains(&near) => chain.push(near),
                    _ => {}
                }
            }
            next += 1;
        }
        (chain, liberties.len())
    }

    /// Places a stone and removes chains without liberties. Returns the numbers of removed stones:
    /// the opponent's, then the player's.
    fn place(&mut self, color: Color, at: (u8, u8)) -> (usize, usize) {
        let index = self.index(at);
        self.points[index] = Some(color);
        let mut taken = 0;
        for near in self.neighbours(at) {
            if self.points[self.index(near)] == Some(!color) {
                taken += self.take_if_dead(near);
            }
        }
        (taken, self.take_if_dead(at))
    }

    fn take_if_dead(&mut self, at: (u8, u8)) -> usize {
        let (chain, liberties) = self.chain(at);
        if liberties > 0 {
            return 0;
        }
        for &stone in &chain {
            let index = self.index(stone);
            self.points[index] = None;
        }
        chain.len()
    }
}

/// Random games from the bytes of the input: legal moves agree with a naive board, and incremental
/// state with recomputed state.
pub(crate) fn moves(input: &[u8]) -> bool {
    let mut bytes = input.iter().copied();
    let Some([kind, width, height]) = bytes.next_chunk_of() else {
        return false;
    };
    let side = |byte: u8| 2 + byte % 24;
    let size = Size::new(side(width), side(height)).expect("sides from 2 to 25");
    let all: Vec<Rules> = Rules::ALL.into_iter().collect();
    let rules = all[usize::from(kind) % all.len()];
    let mut position = Position::new(size, rules);
    let mut naive = NaiveBoard {
        size: (size.width(), size.height()),
        points: vec![None; size.area()],
    };
    let mut before = HashSet::from([(naive.clone(), Color::Black)]);
    let mut stones_before = HashSet::from([naive.clone()]);
    let mut ko: Option<(u8, u8)> = None;
    let knows_ko = rules.button == Button::None && rules.end != End::FourPasses;
    for (number, byte) in bytes.take(MOST_MOVES).enumerate() {
        let turn = position.turn();
        // Comparing all moves is slow, so it is done every 16th move. The move that is played is
        // always compared.
        let compares_all = number % 16 == 0;
        let wanted = (usize::from(byte) * 257 + number * 31) % (size.area() + 1);
        let points: Vec<Point> = size.points().collect();
        let check = |position: &Position, point: Point| -> bool {
            let at = (point.column(), point.row());
            let is_legal = position.is_legal(Move::At(point));
            let mut after = naive.clone();
            let expected = if after.points[after.index(at)].is_some() {
                false
            } else {
                let (taken, lost) = after.place(turn, at);
                let is_suicide = lost > 0 && taken == 0;
                let repeats = match rules.ko {
                    _ if !knows_ko => return is_legal,
                    Ko::PositionalSuperko => stones_before.contains(&after),
                    Ko::SituationalSuperko => before.contains(&(after, !turn)),
                    Ko::Simple => ko == Some(at) && taken == 1,
                    _ => return is_legal,
                };
                let is_ko = ko == Some(at) && taken == 1;
                !(is_suicide && (!rules.suicide || lost == 1)) && !repeats && !is_ko
            };
            assert_eq!(
                is_legal,
                expected,
                "{point} for {turn}, {rules}, {}",
                position.board()
            );
            is_legal
        };
        if compares_all {
            for &point in &points {
                check(&position, point);
            }
        }
        let to = match points.get(wanted) {
            Some(&point) if check(&position, point) => Move::At(point),
            _ => Move::Pass,
        };
        if position.play(to).is_err() {
            break;
        }
        ko = None;
        if let Move::At(point) = to {
            let at = (point.column(), point.row());
            let held = naive.clone();
            let (taken, lost) = naive.place(turn, at);
            if taken == 1 && lost == 0 {
                let (chain, liberties) = naive.chain(at);
                let gap = naive.neighbours(at).into_iter().find(|&near| {
                    held.points[held.index(near)].is_some()
                        && naive.points[naive.index(near)].is_none()
                });
                ko = gap.filter(|_| chain.len() == 1 && liberties == 1);
            }
        }
        before.insert((naive.clone(), !turn));
        stones_before.insert(naive.clone());
        for &point in &points {
            let stone = naive.points[naive.index((point.column(), point.row()))];
            assert_eq!(position.board().at(point), stone, "{point}");
        }
        assert_eq!(position.hash(), BoardHash::of(position.board()));
    }
    true
}

/// The first items of an iterator.
trait NextChunk: Iterator<Item = u8> {
    fn next_chunk_of<const N: usize>(&mut self) -> Option<[u8; N]> {
        let mut chunk = [0; N];
        for place in &mut chunk {
            *place = self.next()?;
        }
        Some(chunk)
    }
}

impl<I: Iterator<Item = u8>> NextChunk for I {}
