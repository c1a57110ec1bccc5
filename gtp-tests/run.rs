//! Runs the cases below `gtp-tests` against the built engine.
//!
//! A case file is GTP, in the form that gogui-regress reads: a command with a number is a test if the
//! line after it is `#? [pattern]`. The whole answer, without `=` and the number, must match the regular
//! expression; `#? [!pattern]` wants it not to match; `#? [? pattern]` wants the command refused, with a
//! text that matches. A `*` at the end says that the test is known to fail: the run goes on, and says so
//! when it passes. A command without a test must not be refused. A line `#! --option …` near the top
//! gives the engine options. The engine is started once for each file, in the file's directory. An analysis, which
//! goes on until another line comes in, is given a blank one after a while.
//!
//! `cargo test --test gtp-tests -- WORD…` runs the files whose path contains one of the words.

mod engine;

use engine::Engine;
use regex::Regex;
use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// How long the engine may take for one command.
const PATIENCE: Duration = Duration::from_secs(120);
/// How long it may take to end.
const FAREWELL: Duration = Duration::from_secs(5);
/// Files run at the same time.
const RUNNERS: usize = 2;
/// How long an analysis is let go on.
const ANALYSIS: Duration = Duration::from_millis(300);

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("gtp-tests");
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();
    files.retain(|file| {
        words.is_empty()
            || words
                .iter()
                .any(|word| file.to_string_lossy().contains(word))
    });
    let next = AtomicUsize::new(0);
    let total = Mutex::new(Count::default());
    let mut out = std::io::stdout();
    std::thread::scope(|scope| {
        for _ in 0..RUNNERS {
            scope.spawn(|| {
                while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let (count, report) = run(file);
                    let name = file.strip_prefix(&root).unwrap_or(file).display();
                    let mut total = total.lock().expect("no runner panics while it counts");
                    total.add(&count);
                    // A report that nobody reads is no failure.
                    let _ = writeln!(std::io::stdout(), "{name}: {count}{report}");
                }
            });
        }
    });
    let total = total
        .into_inner()
        .expect("no runner panics while it counts");
    let result = if total.failed == 0 { "ok" } else { "FAILED" };
    let _ = writeln!(
        out,
        "\ntest result: {result}. gtp-tests, {} files: {total}",
        files.len()
    );
    if total.failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(directory).expect("the directory of the cases can be read");
    for path in entries.map(|entry| entry.expect("its entries can be read").path()) {
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "tst") {
            files.push(path);
        }
    }
}

/// How many tests ended in which way.
#[derive(Clone, Copy, Default)]
struct Count {
    passed: usize,
    failed: usize,
    unsolved: usize,
    solved: usize,
}

impl Count {
    fn add(&mut self, other: &Count) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.unsolved += other.unsolved;
        self.solved += other.solved;
    }
}

impl std::fmt::Display for Count {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} passed; {} failed", self.passed, self.failed)?;
        if self.unsolved > 0 {
            write!(f, "; {} not solved yet", self.unsolved)?;
        }
        if self.solved > 0 {
            write!(f, "; {} SOLVED THAT ARE MARKED *", self.solved)?;
        }
        Ok(())
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

/// Runs one file; says how its tests ended, and what is worth reading about them.
fn run(file: &Path) -> (Count, String) {
    let text = std::fs::read_to_string(file).expect("a case file is readable text");
    let mut count = Count::default();
    let mut report = String::new();
    let mut complain = |line: usize, text: String| {
        count.failed += 1;
        let _ = write!(report, "\n    line {line}: {text}");
    };
    let directory = file.parent().expect("a file is in a directory");
    let mut engine = Engine::start(options(&text), directory);
    let mut numbers = std::collections::HashSet::new();
    let lines: Vec<&str> = text.lines().collect();
    let mut passed = Count::default();
    let mut notes = String::new();
    for (index, line) in lines.iter().enumerate() {
        let command = line.trim();
        if command.is_empty() || command.starts_with('#') {
            continue;
        }
        let number = index + 1;
        let id: String = command.chars().take_while(char::is_ascii_digit).collect();
        let expectation = lines
            .get(index + 1)
            .and_then(|next| next.strip_prefix("#?"))
            .map(Expectation::parse);
        let Some(answer) = ask(&mut engine, command, &id) else {
            complain(number, format!("{command}: no answer; the rest is not run"));
            break;
        };
        match expectation {
            None => {
                if let Err(text) = answer {
                    complain(number, format!("{command}: refused with '{text}'"));
                }
            }
            Some(Err(problem)) => complain(number + 1, problem),
            Some(Ok(_)) if id.is_empty() || !numbers.insert(id.clone()) => {
                complain(
                    number,
                    format!("{command}: a test needs a number of its own"),
                );
            }
            Some(Ok(expected)) => match (expected.is_met(&answer), expected.known_to_fail) {
                (true, false) => passed.passed += 1,
                (false, true) => passed.unsolved += 1,
                (true, true) => {
                    passed.solved += 1;
                    let _ = write!(
                        notes,
                        "\n    line {number}: {command}: solved; take the * away"
                    );
                }
                (false, false) => {
                    let wanted = lines[index + 1].trim_start_matches("#?").trim();
                    complain(
                        number,
                        format!("{command}: wanted {wanted}, got {answer:?}"),
                    );
                }
            },
        }
    }
    if let Err(problem) = quit(engine) {
        complain(lines.len(), problem);
    }
    count.add(&passed);
    (count, report + &notes)
}

/// The engine's options in a file.
fn options(text: &str) -> Vec<String> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("#!"));
    lines
        .flat_map(|line| line.split_whitespace().map(str::to_owned))
        .collect()
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
