//! Judges the positions of the rule texts, and others near them, and compares with what is expected.
//!
//! The `.case` files are below `gtp-tests/cases`; where a folder `../shared/cases` is at hand, those of its
//! files that differ are judged too. Each is judged as it is, and then turned, mirrored, with colors
//! swapped or with other padding, as the seed says. `gtp-tests/cases/open.txt` names the cases that are known to
//! fail, each with the reason: they do not fail the run, and it says so when they are solved.
//!
//! `cargo test --release --test cases -- WORD…` judges the cases whose path contains one of the words;
//! `seed=N` chooses other transformations; `table` writes what each took to `gtp-tests/cases/TABLE.md`, or with words
//! prints it.

mod case;

use case::Case;
use cpu_time::ThreadTime;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use wakari::judge::{Adjudication, Basis, Effort, Occasion, Status, adjudicate};
use wakari::playout::dice;

/// Cases judged at the same time.
const RUNNERS: usize = 2;
/// A case that took more states than these is not judged again by another look, unless it was named.
const QUICK: usize = 300_000;

fn main() -> ExitCode {
    let (mut words, mut seed, mut as_table) = (vec![], 1, false);
    for argument in std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
    {
        match argument.strip_prefix("seed=").map(str::parse) {
            Some(Ok(number)) => seed = number,
            _ if argument == "table" => as_table = true,
            _ => words.push(argument),
        }
    }
    let mut files = files();
    files.retain(|file| {
        let path = file.to_string_lossy();
        words.is_empty() || words.iter().any(|word| path.contains(word))
    });
    let open = open();
    let next = AtomicUsize::new(0);
    let found = Mutex::new(vec![None; files.len()]);
    std::thread::scope(|scope| {
        for _ in 0..RUNNERS {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(file) = files.get(number) else { break };
                    let result = judge(file, (!as_table).then_some(seed), !words.is_empty());
                    found.lock().expect("no runner panics")[number] = Some(result);
                }
            });
        }
    });
    let found = found.into_inner().expect("no runner panics");
    let (mut failed, mut unsolved, mut solved) = (0, 0, 0);
    let mut report = String::new();
    if as_table {
        report += TABLE_HEAD;
    }
    for result in found.iter().flatten() {
        let (name, complaints) = (&result.id, &result.complaints);
        let is_open = open.contains_key(name);
        let verdict = match (complaints.is_empty(), is_open) {
            (true, false) => "as expected",
            (true, true) => {
                solved += 1;
                "as expected, MARKED AS OPEN"
            }
            (false, true) => {
                unsolved += 1;
                "open"
            }
            (false, false) => {
                failed += 1;
                "WRONG"
            }
        };
        let seconds = result.time.as_secs_f64();
        if as_table {
            report += &format!(
                "| {name} | {verdict} | {} | {} | {seconds:.2} |\n",
                result.statuses, result.states
            );
        } else if !complaints.is_empty() || is_open {
            report += &format!("{name}: {verdict}");
            for complaint in complaints.iter().take(12) {
                report += &format!("; {complaint}");
            }
            report += "\n";
        }
    }
    if as_table {
        let all = || found.iter().flatten();
        let states: usize = all().map(|result| result.states).sum();
        let time: Duration = all().map(|result| result.time).sum();
        report += &format!(
            "| all {} | | | {states} | {:.1} |\n",
            files.len(),
            time.as_secs_f64()
        );
        if words.is_empty() {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("gtp-tests/cases/TABLE.md");
            std::fs::write(path, std::mem::take(&mut report)).expect("the table can be written");
        }
    }
    let verdict = if failed == 0 { "ok" } else { "FAILED" };
    let right = found.len() - failed - unsolved;
    report += &format!(
        "\ntest result: {verdict}. cases: {right} as expected; {failed} wrong; {unsolved} known to be open; \
         {solved} SOLVED THAT ARE MARKED AS OPEN\n"
    );
    // A report that nobody reads is no failure.
    let _ = std::io::stdout().write_all(report.as_bytes());
    ExitCode::from(u8::from(failed > 0))
}

/// How the table begins that `gtp-tests/cases/TABLE.md` holds.
const TABLE_HEAD: &str = "\
# The positions of the rule texts, and what they took

Written by `cargo test --release --test cases -- table`; seconds are processor time on one core. A chain is named by
its first stone; those that live without an answer are left out. States are the positions looked at in reading.

| Case | Judged | Chains read | States | Seconds |
|---|---|---|---:|---:|
";

/// What came of one case.
#[derive(Clone)]
struct Outcome {
    id: String,
    complaints: Vec<String>,
    /// What became of the chains that had to be read.
    statuses: String,
    states: usize,
    time: Duration,
}

/// Judges a case as it is, and then by another look, if a seed is given.
fn judge(file: &Path, seed: Option<u64>, is_named: bool) -> Outcome {
    let text = std::fs::read_to_string(file).expect("a case file is readable text");
    let case = match Case::read(&text) {
        Ok(case) => case,
        Err(complaint) => {
            return Outcome {
                id: file.display().to_string(),
                complaints: vec![complaint],
                statuses: String::new(),
                states: 0,
                time: Duration::ZERO,
            };
        }
    };
    let begun = ThreadTime::now();
    let adjudication = adjudicate(&case.position(), Occasion::Diagram, &Effort::default());
    let time = begun.elapsed();
    let states = adjudication.chains().iter().map(|chain| chain.states).sum();
    let mut complaints = case.complaints(&adjudication);
    if let Some(seed) = seed
        && complaints.is_empty()
        && (states <= QUICK || is_named)
    {
        let number = case.id.bytes().fold(seed, |number, byte| {
            number.wrapping_mul(31).wrapping_add(u64::from(byte))
        });
        let transformed = case.transformed(&mut dice(number));
        let position = transformed.position();
        let again = adjudicate(&position, Occasion::Diagram, &Effort::default());
        complaints = transformed.complaints(&again);
        if !complaints.is_empty() {
            complaints.push(format!("in\n{}", position.board()));
        }
    }
    Outcome {
        id: case.id,
        complaints,
        statuses: statuses(&adjudication),
        states,
        time,
    }
}

/// The chains that were read, by status; those that were not decided last.
fn statuses(adjudication: &Adjudication) -> String {
    let read = adjudication
        .chains()
        .iter()
        .filter(|chain| chain.states > 0);
    let mut named: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for chain in read {
        let status = match (chain.basis, chain.status) {
            (Basis::Estimated(_), _) => "unsettled",
            (_, Status::Alive) => "alive",
            (_, Status::Dead) => "dead",
            (_, Status::Seki) => "seki",
            (_, Status::Unsettled) => "unsettled",
        };
        let first = chain.stones.first().expect("a chain has stones");
        named.entry(status).or_default().push(first.to_string());
    }
    let listed = named
        .iter()
        .map(|(status, stones)| format!("{status} {}", stones.join(" ")));
    listed.collect::<Vec<_>>().join("; ")
}

/// The case files of this repository, and those beside it that are others.
fn files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = vec![];
    collect(&root.join("gtp-tests/cases"), &mut files);
    let mut others = vec![];
    collect(&root.join("../shared/cases"), &mut others);
    let content = |file: &PathBuf| std::fs::read(file).expect("a case file can be read");
    let known: std::collections::HashSet<Vec<u8>> = files.iter().map(content).collect();
    others.retain(|file| !known.contains(&content(file)));
    files.append(&mut others);
    files.sort();
    files
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(directory) else {
        return;
    };
    for path in entries.map(|entry| entry.expect("its entries can be read").path()) {
        if path.is_dir() {
            collect(&path, files);
        } else if path
            .extension()
            .is_some_and(|extension| extension == "case")
        {
            files.push(path);
        }
    }
}

/// The cases that are known to fail, with the reasons.
fn open() -> BTreeMap<String, String> {
    let text = include_str!("cases/open.txt");
    let entries = text.lines().filter(|line| !line.starts_with('#'));
    let pairs = entries.filter_map(|line| line.split_once(':'));
    pairs
        .map(|(id, reason)| (id.trim().to_owned(), reason.trim().to_owned()))
        .collect()
}
