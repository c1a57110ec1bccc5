//! Runs the GTP tests below `gtp-tests` against the built engine, one test per file.
//!
//! A file has the format of gogui-regress: a command with a number is a test if the next line is
//! `#? [pattern]`. The whole response, without `=` and the number, must match the regular
//! expression; with `#? [!pattern]` it must not match; with `#? [? pattern]` the command must fail
//! with a text that matches. A `*` at the end marks a test that is known to fail, and the run
//! reports it when it passes. A command without a test must succeed. A line `#! --option …` near
//! the top gives options of the engine. The engine is started once per file, in the file's
//! directory. An analysis, which runs until the next line arrives, is sent a blank line after 0.3
//! s.
//!
//! A line `#~ turned` repeats the file on the board mirrored, and on the board rotated by 180°:
//! points in commands and expectations are replaced by their images. Such files cannot load
//! records.
//!
//! A picture in comments, rows of `X`, `O` and `.`, must equal the board at the next test. It is
//! required if the lines before a test place more than three stones.
//!
//! `cargo test --test gtp-tests -- WORD` runs the files whose path contains the word.

mod engine;

use engine::Engine;
use libtest_mimic::{Arguments, Failed, Trial};
use regex::Regex;
use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Timeout for one command.
const PATIENCE: Duration = Duration::from_secs(120);
/// Timeout for the engine to exit.
const FAREWELL: Duration = Duration::from_secs(60);
/// Files run in parallel.
const RUNNERS: usize = 2;
/// Duration of an analysis.
const ANALYSIS: Duration = Duration::from_millis(300);
/// Maximum number of stones placed without a picture.
const FEW_STONES: usize = 3;

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    arguments.test_threads.get_or_insert(RUNNERS);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("gtp-tests");
    let total = Arc::new(Mutex::new(Outcome::default()));
    let trial = |file: PathBuf| {
        let name = file.strip_prefix(&root).unwrap_or(&file);
        let name = name.with_extension("").display().to_string();
        let total = Arc::clone(&total);
        Trial::test(name, move || {
            let outcome = run(&file);
            let verdict = outcome.verdict();
            let mut total = total.lock().expect("no runner panics while it counts");
            total.add(outcome);
            verdict
        })
    };
    let conclusion = libtest_mimic::run(&arguments, files(&root).into_iter().map(trial).collect());
    if !arguments.list {
        let total = total.lock().expect("no runner panics while it counts");
        // A closed output is no failure.
        _ = writeln!(std::io::stdout(), "{}", total.summary());
    }
    conclusion.exit_code()
}

/// The test files, sorted.
fn files(root: &Path) -> Vec<PathBuf> {
    let entries = walkdir::WalkDir::new(root).sort_by_file_name();
    let paths = entries
        .into_iter()
        .map(|entry| entry.expect("the folder can be read").into_path());
    let is_case = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "tst");
    paths.filter(is_case).collect()
}

/// Results of the tests of a file, or of all.
#[derive(Default)]
struct Outcome {
    passed: usize,
    /// Number of tests known to fail that failed.
    unsolved: usize,
    /// Tests known to fail that passed.
    solved: Vec<String>,
    complaints: Vec<String>,
}

impl Outcome {
    fn complain(&mut self, line: usize, what: impl std::fmt::Display) {
        self.complaints.push(format!("line {line}: {what}"));
    }

    fn verdict(&self) -> Result<(), Failed> {
        match &self.complaints[..] {
            [] => Ok(()),
            complaints => Err(complaints.join("\n").into()),
        }
    }

    fn add(&mut self, other: Outcome) {
        self.passed += other.passed;
        self.unsolved += other.unsolved;
        self.solved.extend(other.solved);
        self.complaints.extend(other.complaints);
    }

    /// Formats the counts, and the tests to be unmarked, one per line.
    fn summary(&self) -> String {
        let mut text = format!(
            "commands: {} as expected; {} wrong; {} not solved yet",
            self.passed,
            self.complaints.len(),
            self.unsolved
        );
        if !self.solved.is_empty() {
            text += &format!("; {} SOLVED THAT ARE MARKED *", self.solved.len());
        }
        for solved in &self.solved {
            text += &format!("\n    {solved}: take the * away");
        }
        text + "\n"
    }
}

/// An expected response.
struct Expectation {
    pattern: Regex,
    negated: bool,
    refused: bool,
    known_to_fail: bool,
}

impl Expectation {
    /// Parses `[pattern]`, `[!pattern]` or `[? pattern]`, optionally followed by `*`.
    fn parse(text: &str) -> Result<Expectation, String> {
        let text = text.trim();
        let (body, known_to_fail) = match text.strip_suffix('*') {
            Some(body) => (body.trim_end(), true),
            None => (text, false),
        };
        let inner = body
            .strip_prefix('[')
            .and_then(|body| body.strip_suffix(']'));
        let inner = inner.ok_or_else(|| format!("'{text}' is no expectation"))?;
        let (inner, negated) = inner
            .strip_prefix('!')
            .map_or((inner, false), |inner| (inner, true));
        let (inner, refused) = inner
            .strip_prefix("? ")
            .map_or((inner, false), |inner| (inner, true));
        let pattern = Regex::new(&format!("^(?s:{inner})$")).map_err(|error| error.to_string())?;
        Ok(Expectation {
            pattern,
            negated,
            refused,
            known_to_fail,
        })
    }

    fn is_met(&self, answer: &Result<String, String>) -> bool {
        let text = match (answer, self.refused) {
            (Ok(text), false) | (Err(text), true) => text,
            _ => return false,
        };
        self.pattern.is_match(text) != self.negated
    }
}

/// Runs one file, and its images if requested.
fn run(file: &Path) -> Outcome {
    let text = std::fs::read_to_string(file).expect("a case file is readable text");
    let mut outcome = run_as(Image::AsItIs, file, &text);
    if text.lines().any(|line| line.trim() == "#~ turned") {
        for image in [Image::Mirrored, Image::Turned] {
            let mut of_image = run_as(image, file, &text);
            for complaint in &mut of_image.complaints {
                *complaint = format!("{image:?}: {complaint}");
            }
            outcome.add(of_image);
        }
    }
    outcome
}

/// Orientation of the board.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Image {
    AsItIs,
    /// Left and right exchanged.
    Mirrored,
    /// Rotated by 180°.
    Turned,
}

/// Letters of the columns.
const COLUMNS: &str = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

impl Image {
    /// Replaces the points in a text by their images on a board of this width and height.
    fn of_text(self, text: &str, (width, height): (usize, usize)) -> String {
        if self == Image::AsItIs {
            return text.to_owned();
        }
        let point = Regex::new(r"\b([A-HJ-Za-hj-z])([1-9][0-9]?)\b").expect("a pattern");
        let image = |found: &regex::Captures| {
            let letter = found[1].to_ascii_uppercase();
            let column = COLUMNS.find(&letter).expect("a letter of a column");
            let row: usize = found[2].parse().expect("a number");
            if column >= width || row > height {
                return found[0].to_owned();
            }
            let column = &COLUMNS[width - 1 - column..width - column];
            let row = match self {
                Image::Turned => height + 1 - row,
                _ => row,
            };
            if letter == found[1] {
                format!("{column}{row}")
            } else {
                format!("{}{row}", column.to_ascii_lowercase())
            }
        };
        point.replace_all(text, image).into_owned()
    }

    /// The image of the rows of a board.
    fn of_rows(self, mut rows: Vec<String>) -> Vec<String> {
        if self != Image::AsItIs {
            rows = rows.iter().map(|row| row.chars().rev().collect()).collect();
        }
        if self == Image::Turned {
            rows.reverse();
        }
        rows
    }
}

/// The width and height that a command sets, if any.
fn size_in(command: &str) -> Option<(usize, usize)> {
    let command = command.trim_start_matches(|c: char| c.is_ascii_digit());
    let mut words = command.split_whitespace();
    let name = words.next()?;
    let mut numbers = words.filter_map(|word| word.parse().ok());
    let width = numbers.next()?;
    matches!(name, "boardsize" | "rectangular_boardsize")
        .then(|| (width, numbers.next().unwrap_or(width)))
}

/// Runs one file in one orientation.
fn run_as(image: Image, file: &Path, text: &str) -> Outcome {
    let directory = file.parent().expect("a file is in a directory");
    let mut engine = Engine::start(options(text), directory);
    let mut outcome = Outcome::default();
    let mut numbers = HashSet::new();
    let mut pictures = Pictures::of(image);
    let mut size = (19, 19);
    let lines: Vec<String> = text
        .lines()
        .map(|line| {
            size = size_in(line.trim()).unwrap_or(size);
            image.of_text(line.trim(), size)
        })
        .collect();
    for (index, command) in lines.iter().enumerate() {
        let number = index + 1;
        pictures.read(command);
        if command.is_empty() || command.starts_with('#') {
            continue;
        }
        let id: String = command.chars().take_while(char::is_ascii_digit).collect();
        let expectation = lines
            .get(number)
            .and_then(|next| next.strip_prefix("#?"))
            .map(Expectation::parse);
        if expectation.is_some()
            && let Some(problem) = pictures.compare(&mut engine)
        {
            outcome.complain(number, problem);
        }
        let Some(answer) = ask(&mut engine, command, &id) else {
            outcome.complain(number, format!("{command}: no answer; the rest is not run"));
            break;
        };
        match expectation {
            None => {
                if let Err(text) = answer {
                    outcome.complain(number, format!("{command}: refused with '{text}'"));
                }
            }
            Some(Err(problem)) => outcome.complain(number + 1, problem),
            Some(Ok(_)) if id.is_empty() || !numbers.insert(id.clone()) => {
                outcome.complain(number, format!("{command}: needs a number of its own"));
            }
            Some(Ok(expected)) => match (expected.is_met(&answer), expected.known_to_fail) {
                (true, false) => outcome.passed += 1,
                (false, true) => outcome.unsolved += 1,
                (true, true) => {
                    let solved = format!("{}, line {number}: {command}", file.display());
                    outcome.solved.push(solved);
                }
                (false, false) => {
                    let wanted = lines[number].trim_start_matches("#?").trim();
                    outcome.complain(
                        number,
                        format!("{command}: wanted {wanted}, got {answer:?}"),
                    );
                }
            },
        }
    }
    if let Err(problem) = quit(engine) {
        outcome.complain(lines.len(), problem);
    }
    outcome
}

/// Engine options given in a file.
fn options(text: &str) -> Vec<String> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("#!"));
    lines
        .flat_map(|line| line.split_whitespace().map(str::to_owned))
        .collect()
}

/// Pictures in the comments of a file, and stones that need one.
struct Pictures {
    /// Orientation of the board.
    image: Image,
    /// Rows since the last test.
    begun: Vec<String>,
    /// Pictures compared with the board.
    drawn: HashSet<Vec<String>>,
    /// Stones placed since the last test or the last empty board.
    stones: usize,
}

impl Pictures {
    fn of(image: Image) -> Pictures {
        Pictures {
            image,
            begun: Vec::new(),
            drawn: HashSet::new(),
            stones: 0,
        }
    }

    /// Processes a line: a row of a picture, a command that places stones, or anything else.
    fn read(&mut self, line: &str) {
        if let Some(row) = row_of_picture(line) {
            self.begun.push(row);
        }
        let mut words = line.split_whitespace();
        let arguments = words.clone().count().saturating_sub(1);
        match words.next() {
            Some("clear_board" | "boardsize" | "rectangular_boardsize" | "loadsgf") => {
                self.stones = 0;
            }
            Some("play") => self.stones += 1,
            Some("gogui-setup") => self.stones += arguments / 2,
            _ => {}
        }
    }

    /// Returns an error about the pictures at a test. The picture above must equal the board, and a
    /// board with many new stones needs one, possibly further up.
    fn compare(&mut self, engine: &mut Engine) -> Option<String> {
        let picture = std::mem::take(&mut self.begun);
        let stones = std::mem::take(&mut self.stones);
        if picture.is_empty() && stones <= FEW_STONES {
            return None;
        }
        let Some(Ok(text)) = ask(engine, "showboard", "") else {
            return Some("the engine does not show the board".to_owned());
        };
        let board: Vec<String> = text.lines().filter_map(row_of_board).collect();
        let board = self.image.of_rows(board);
        if !picture.is_empty() {
            self.drawn.insert(picture.clone());
        }
        let is_drawn = picture == board || (picture.is_empty() && self.drawn.contains(&board));
        (!is_drawn).then(|| format!("the board has no picture:\n#   {}", board.join("\n#   ")))
    }
}

/// Parses a row of a picture in a comment: at least two of `X`, `O` and `.`, separated by blanks.
fn row_of_picture(line: &str) -> Option<String> {
    let row = line.strip_prefix('#')?.trim();
    let is_row = row.len() > 1 && row.split(' ').all(|word| matches!(word, "X" | "O" | "."));
    is_row.then(|| row.to_owned())
}

/// Parses a row of the engine's board: the text between two equal numbers.
fn row_of_board(line: &str) -> Option<String> {
    let (number, rest) = line.trim().split_once(' ')?;
    let row = rest.trim_end().strip_suffix(number)?;
    let is_row = number.chars().all(|c| c.is_ascii_digit());
    // Handicap points are empty.
    is_row.then(|| row.trim().replace('+', "."))
}

/// Sends a command and reads its response, which must have its number. Returns `None` without a
/// valid response.
fn ask(engine: &mut Engine, command: &str, id: &str) -> Option<Result<String, String>> {
    if !engine.say(&format!("{command}\n")) {
        return None;
    }
    if command.contains("-analyze") {
        std::thread::sleep(ANALYSIS);
        engine.say("\n");
    }
    let answer = engine.answer(PATIENCE).ok()?.join("\n");
    let (verdict, rest) = answer.split_at_checked(1)?;
    let text = rest.strip_prefix(id)?;
    // A board may start on the line after the number.
    let is_parted = text.is_empty() || text.starts_with([' ', '\n']);
    let text = is_parted.then(|| text.strip_prefix(' ').unwrap_or(text).to_owned())?;
    match verdict {
        "=" => Some(Ok(text)),
        "?" => Some(Err(text)),
        _ => None,
    }
}

/// Closes the engine's input. The engine must exit by itself, with success.
fn quit(engine: Engine) -> Result<(), String> {
    match engine.close(FAREWELL).1 {
        Some(status) if status.success() => Ok(()),
        Some(status) => Err(format!("the engine ended with {status}")),
        None => Err("the engine did not end with its input".to_owned()),
    }
}
