//! Runs the cases below `gtp-tests` against the built engine, each file as a test.
//!
//! A case file is GTP, in the form that gogui-regress reads: a command with a number is a test if the
//! line after it is `#? [pattern]`. The whole answer, without `=` and the number, must match the regular
//! expression; `#? [!pattern]` wants it not to match; `#? [? pattern]` wants the command refused, with a
//! text that matches. A `*` at the end says that the test is known to fail: the run goes on, and says so
//! when it passes. A command without a test must not be refused. A line `#! --option …` near the top
//! gives the engine options. The engine is started once for each file, in the file's directory. An analysis, which
//! goes on until another line comes in, is given a blank one after a while.
//!
//! A line `#~ turned` has the file run once more on the board mirrored, and once on the board turned by half: points in
//! commands and expectations are replaced by their images. Records cannot be loaded there.
//!
//! A picture in comments, rows of `X`, `O` and `.`, is the board at the next test, and is compared with it. Where the
//! lines before a test put down more than a few stones, there must be one.
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

/// How long the engine may take for one command.
const PATIENCE: Duration = Duration::from_secs(120);
/// How long it may take to end.
const FAREWELL: Duration = Duration::from_secs(5);
/// Files run at the same time.
const RUNNERS: usize = 2;
/// How long an analysis is let go on.
const ANALYSIS: Duration = Duration::from_millis(300);
/// As many stones can be put down without a picture.
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
        // A report that nobody reads is no failure.
        _ = writeln!(std::io::stdout(), "{}", total.summary());
    }
    conclusion.exit_code()
}

/// The case files, in order.
fn files(root: &Path) -> Vec<PathBuf> {
    let entries = walkdir::WalkDir::new(root).sort_by_file_name();
    let paths = entries
        .into_iter()
        .map(|entry| entry.expect("the folder can be read").into_path());
    let is_case = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "tst");
    paths.filter(is_case).collect()
}

/// How the tests of a file ended, or of all.
#[derive(Default)]
struct Outcome {
    passed: usize,
    /// Tests that are known to fail, and do.
    unsolved: usize,
    /// Those that are known to fail and do not.
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

    /// The number of tests that ended in each way; those to be unmarked one a line.
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

/// What must come back.
struct Expectation {
    pattern: Regex,
    negated: bool,
    refused: bool,
    known_to_fail: bool,
}

impl Expectation {
    /// Reads `[pattern]`, `[!pattern]`, `[? pattern]`, each perhaps with a `*` after it.
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

/// Runs one file, and its images if it asks for them.
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

/// How the board lies.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Image {
    AsItIs,
    /// Left and right are exchanged.
    Mirrored,
    /// By half.
    Turned,
}

/// The letters of columns.
const COLUMNS: &str = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

impl Image {
    /// The points in a text replaced by their images on a board of this width and height.
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
            match letter == found[1] {
                true => format!("{column}{row}"),
                false => format!("{}{row}", column.to_ascii_lowercase()),
            }
        };
        point.replace_all(text, image).into_owned()
    }

    /// The rows of a board.
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

/// The width and height that a command gives the board, if it does.
fn size_in(command: &str) -> Option<(usize, usize)> {
    let command = command.trim_start_matches(|c: char| c.is_ascii_digit());
    let mut words = command.split_whitespace();
    let name = words.next()?;
    let mut numbers = words.filter_map(|word| word.parse().ok());
    let width = numbers.next()?;
    matches!(name, "boardsize" | "rectangular_boardsize")
        .then(|| (width, numbers.next().unwrap_or(width)))
}

/// Runs one file on a board that lies so.
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

/// The engine's options in a file.
fn options(text: &str) -> Vec<String> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("#!"));
    lines
        .flat_map(|line| line.split_whitespace().map(str::to_owned))
        .collect()
}

/// The pictures of boards in the comments of a file, and what may have to be one.
struct Pictures {
    /// How the board lies.
    image: Image,
    /// Rows since the last test.
    begun: Vec<String>,
    /// Those compared with the board.
    drawn: HashSet<Vec<String>>,
    /// Stones put down since the last test or the last empty board.
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

    /// Looks at a line of the file: a row of a picture, a command that puts stones down, or something else.
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

    /// What is wrong with the pictures, at a test: the one above must be the board, and a board on which much was put
    /// down must have one, be it further above.
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

/// A row of a picture in a comment: two or more of `X`, `O` and `.`, parted by blanks.
fn row_of_picture(line: &str) -> Option<String> {
    let row = line.strip_prefix('#')?.trim();
    let is_row = row.len() > 1 && row.split(' ').all(|word| matches!(word, "X" | "O" | "."));
    is_row.then(|| row.to_owned())
}

/// A row of the board that the engine shows: what stands between two numbers.
fn row_of_board(line: &str) -> Option<String> {
    let (number, rest) = line.trim().split_once(' ')?;
    let row = rest.trim_end().strip_suffix(number)?;
    let is_row = number.chars().all(|c| c.is_ascii_digit());
    // Handicap points are empty all the same.
    is_row.then(|| row.trim().replace('+', "."))
}

/// Sends a command and reads its answer, which must bear the same number. `None` if nothing comes, or something that
/// is no answer.
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
    // A board may begin on the line after the number.
    let is_parted = text.is_empty() || text.starts_with([' ', '\n']);
    let text = is_parted.then(|| text.strip_prefix(' ').unwrap_or(text).to_owned())?;
    match verdict {
        "=" => Some(Ok(text)),
        "?" => Some(Err(text)),
        _ => None,
    }
}

/// Closes the engine's input, after which it has to end by itself and cleanly.
fn quit(engine: Engine) -> Result<(), String> {
    match engine.close(FAREWELL).1 {
        Some(status) if status.success() => Ok(()),
        Some(status) => Err(format!("the engine ended with {status}")),
        None => Err("the engine did not end with its input".to_owned()),
    }
}
