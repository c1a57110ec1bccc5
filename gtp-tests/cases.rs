//! Judges the positions of the rule texts and images of them, and compares with the expected
//! judgements.
//!
//! Each `.case` file below `gtp-tests/cases` is a test. A case is judged as it is, then rotated,
//! mirrored, with colors swapped or with other padding, depending on the seed.
//! `gtp-tests/cases/open.txt` lists the cases that are known to fail, with reasons: they count as
//! ignored, and the run reports those that pass.
//!
//! A case is judged with a tenth of the usual effort, and with full effort if the result is not as
//! expected. Cases known to fail get only the tenth, and slow cases have no image judged.
//! `-- --include-ignored`, or part of a path as in `cargo test --release --test cases -- WORD`,
//! judges with full effort. `WAKARI_SEED=N` selects other images. The word `table` judges all cases
//! with full effort and writes their costs to `gtp-tests/cases/TABLE.md`. The word `atlas` writes
//! `docs/atlas`; other runs compare a sample of it with current judgements.

mod atlas;
mod case;

use case::Case;
use cpu_time::ThreadTime;
use libtest_mimic::{Arguments, Completion, Failed, Trial};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use wakari::judge::{Adjudication, Basis, Effort, Occasion, Status, adjudicate};
use wakari::playout::dice;
use wakari::point::Move;

/// Cases judged in parallel.
const RUNNERS: usize = 2;
/// In short runs, cases that visit this many states have no image judged.
const QUICK: usize = 300_000;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).next_back() {
        Some("table") => {
            write_table();
            return ExitCode::SUCCESS;
        }
        Some("atlas") => {
            atlas::write(&files());
            return ExitCode::SUCCESS;
        }
        _ => {}
    }
    let mut arguments = Arguments::from_args();
    arguments.test_threads.get_or_insert(RUNNERS);
    let plan = Plan::of(&arguments);
    let mut open = open();
    let solved = Arc::new(Mutex::new(Vec::new()));
    let trials = files().into_iter().map(|file| {
        let reason = open.remove(&id(&file));
        trial(file, plan, reason, Arc::clone(&solved))
    });
    let trials = trials.chain(atlas::trials(&files(), plan.is_long));
    let conclusion = libtest_mimic::run(&arguments, trials.collect());
    let solved = solved.lock().expect("no runner panics while it counts");
    if !solved.is_empty() {
        // A closed output is no failure.
        _ = writeln!(
            std::io::stdout(),
            "{} SOLVED THAT ARE MARKED AS OPEN: {}",
            solved.len(),
            solved.join(", ")
        );
    }
    conclusion.exit_code()
}

/// Extent of a run.
#[derive(Clone, Copy)]
struct Plan {
    /// True if every case is judged with full effort, and in an image.
    is_long: bool,
    /// Selects the images.
    seed: u64,
}

impl Plan {
    fn of(arguments: &Arguments) -> Plan {
        let seed = std::env::var("WAKARI_SEED").ok();
        Plan {
            is_long: arguments.include_ignored || arguments.filter.is_some(),
            seed: seed.and_then(|seed| seed.parse().ok()).unwrap_or(1),
        }
    }

    /// Efforts to try in turn on a case.
    fn efforts(self, is_open: bool) -> Vec<Effort> {
        // Enough for the slowest case.
        let full = Effort {
            work: 100 * Effort::USUAL.work,
            memory: 1 << 30,
            ..Effort::USUAL
        };
        let tenth = Effort {
            states: full.states / 10,
            safety: full.safety / 10,
            ..full
        };
        match (self.is_long, is_open) {
            (true, _) => vec![full],
            (false, true) => vec![tenth],
            (false, false) => vec![tenth, full],
        }
    }
}

/// The id of a case, as used in other files.
fn id(file: &Path) -> String {
    let name = file.file_stem().expect("a file has a name");
    name.to_string_lossy().into_owned()
}

/// The test of a case; `open` is the reason if it is known to fail.
fn trial(
    file: PathBuf,
    plan: Plan,
    open: Option<String>,
    solved: Arc<Mutex<Vec<String>>>,
) -> Trial {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("gtp-tests/cases");
    let name = file.strip_prefix(folder).unwrap_or(&file);
    let name = name.with_extension("").display().to_string();
    Trial::ignorable_test(name, move || {
        let case = read(&file)?;
        let complaints = judge(&case, plan, open.is_some());
        match (complaints.is_empty(), &open) {
            (true, None) => Ok(Completion::Completed),
            (false, None) => Err(complaints.join("; ").into()),
            (false, Some(reason)) => Ok(Completion::ignored_with(reason)),
            (true, Some(_)) => {
                let mut solved = solved.lock().expect("no runner panics while it counts");
                solved.push(case.id);
                Ok(Completion::Completed)
            }
        }
    })
}

fn read(file: &Path) -> Result<Case, Failed> {
    let text = std::fs::read_to_string(file)?;
    Ok(Case::read(&text)?)
}

/// Returns the first complaints: about different origins of the position, about the case, or about
/// an image.
fn judge(case: &Case, plan: Plan, is_open: bool) -> Vec<String> {
    let efforts = plan.efforts(is_open);
    let differences = differences(case);
    if !differences.is_empty() {
        return differences;
    }
    let (complaints, states) = tried(case, &efforts);
    if !complaints.is_empty() || (states >= QUICK && !plan.is_long) {
        return complaints;
    }
    let seed = case.id.bytes().fold(plan.seed, |number, byte| {
        number.wrapping_mul(31).wrapping_add(u64::from(byte))
    });
    let image = case.transformed(&mut dice(seed));
    let (mut complaints, _) = tried(&image, &efforts);
    if !complaints.is_empty() {
        complaints.push(format!("in\n{}", image.position().board()));
    }
    complaints
}

/// Compares quick judgements of the position set up, set up and passed twice, and played stone by
/// stone.
fn differences(case: &Case) -> Vec<String> {
    let effort = Effort {
        playouts: 40,
        states: 300,
        // Only a stopped game is counted with reinforcements.
        fills: false,
        ..Effort::default()
    };
    let set_up = case.position();
    let mut passed = set_up.clone();
    let mut played = case.played();
    for _ in 0..2 {
        for position in [&mut passed, &mut played] {
            position.play(Move::Pass).expect("a pass is legal");
        }
    }
    let judged = [&set_up, &passed, &played]
        .map(|position| adjudicate(position, Occasion::of(position), &effort));
    let [set_up, passed, game] = &judged;
    let mut found = Vec::new();
    if set_up.chains() != passed.chains() || set_up.score() != passed.score() {
        found.push("two passes make a difference".to_owned());
    }
    let is_to_the_letter = case.rules.dame_makes_seki;
    let is_same = set_up.dead() == game.dead()
        && (is_to_the_letter || set_up.score() == game.score() && set_up.chains() == game.chains());
    if !is_same {
        let scores = (set_up.score(), game.score());
        found.push(format!(
            "played it is judged otherwise: {} {}",
            scores.0, scores.1
        ));
    }
    found
}

/// Judges with each effort until the result is as expected. Returns the last complaints and the
/// number of states.
fn tried(case: &Case, efforts: &[Effort]) -> (Vec<String>, usize) {
    let mut found = (Vec::new(), 0);
    for effort in efforts {
        let adjudication = adjudicate(&case.position(), Occasion::Diagram, effort);
        found = (case.complaints(&adjudication), states(&adjudication));
        if found.0.is_empty() {
            break;
        }
    }
    found
}

fn states(adjudication: &Adjudication) -> usize {
    adjudication.chains().iter().map(|chain| chain.states).sum()
}

/// Head of `gtp-tests/cases/TABLE.md`.
const TABLE_HEAD: &str = "\
# Cases and their cost

Written by `cargo test --release --test cases -- table`. Seconds are processor time on one core. A
chain is named by its first stone; chains that live without an answer are left out. States are the
positions that reading visits.

| Case | Judged | Chains read | States | Seconds |
|---|---|---|---:|---:|
";

/// Judges all cases with full effort and writes the table.
fn write_table() {
    let open = open();
    let mut report = TABLE_HEAD.to_owned();
    let (mut all_states, mut all_time) = (0, Duration::ZERO);
    let files = files();
    for file in &files {
        let case = read(file).unwrap_or_else(|_| panic!("{} is no case", file.display()));
        let begun = ThreadTime::now();
        let adjudication = adjudicate(&case.position(), Occasion::Diagram, &Effort::default());
        let (time, states) = (begun.elapsed(), states(&adjudication));
        let verdict = match (
            case.complaints(&adjudication).is_empty(),
            open.contains_key(&case.id),
        ) {
            (true, false) => "as expected",
            (true, true) => "as expected, MARKED AS OPEN",
            (false, true) => "open",
            (false, false) => "WRONG",
        };
        let (id, statuses) = (&case.id, statuses(&adjudication));
        let seconds = time.as_secs_f64();
        report += &format!("| {id} | {verdict} | {statuses} | {states} | {seconds:.2} |\n");
        all_states += states;
        all_time += time;
    }
    let (count, seconds) = (files.len(), all_time.as_secs_f64());
    report += &format!("| all {count} | | | {all_states} | {seconds:.1} |\n");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("gtp-tests/cases/TABLE.md");
    std::fs::write(path, report).expect("the table can be written");
}

/// The chains that were read, by status, undecided ones last.
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
            (_, _) => "?",
        };
        let first = chain.stones.first().expect("a chain has stones");
        named.entry(status).or_default().push(first.to_string());
    }
    let listed = named
        .iter()
        .map(|(status, stones)| format!("{status} {}", stones.join(" ")));
    listed.collect::<Vec<_>>().join("; ")
}

/// The case files, sorted.
fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("gtp-tests/cases");
    let entries = walkdir::WalkDir::new(folder).sort_by_file_name();
    let paths = entries
        .into_iter()
        .map(|entry| entry.expect("the folder can be read").into_path());
    let is_case = |path: &PathBuf| {
        path.extension()
            .is_some_and(|extension| extension == "case")
    };
    paths.filter(is_case).collect()
}

/// The cases known to fail, with reasons.
fn open() -> BTreeMap<String, String> {
    let text = include_str!("cases/open.txt");
    let entries = text.lines().filter(|line| !line.starts_with('#'));
    let pairs = entries.filter_map(|line| line.split_once(':'));
    pairs
        .map(|(id, reason)| (id.trim().to_owned(), reason.trim().to_owned()))
        .collect()
}
