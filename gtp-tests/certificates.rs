//! Certificates of games and diagrams: `wakari verify` and the Python checker accept them, and
//! agree on corrupted ones.

mod engine;

use engine::PROGRAM;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use wakari::board::diagram;
use wakari::color::PerColor;
use wakari::in_order::map_in_order;
use wakari::sgf::{Entry, Record, SetUp};
use wakari::threads::cores;

/// Corrupted copies per certificate: 24 if it has no strategies and less than 10,000 bytes,
/// otherwise 6.
const SPOILT: usize = 24;
const SELDOM: usize = 6;
const LONG: usize = 10_000;
/// Files per call of a checker.
const AT_ONCE: usize = 8;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Game records of the tests.
fn games() -> Vec<PathBuf> {
    let mut games = vec![];
    for folder in ["life", "score", "search", "sgf"] {
        let entries = fs::read_dir(root().join("gtp-tests").join(folder)).expect("a folder");
        games.extend(entries.map(|entry| entry.expect("an entry").path()));
    }
    games.retain(|path| path.extension().is_some_and(|extension| extension == "sgf"));
    games.sort();
    games
}

/// Some cases of the rule texts as records, with the rule sets to judge them by.
fn diagrams(folder: &Path) -> Vec<(PathBuf, &'static str)> {
    let cases = root().join("gtp-tests/cases");
    // Under the 1989 rules, only a cycle that costs White stones decides this case.
    let losing = cases.join("proposal-2012/p2012-23-ref.case");
    let mut chosen = vec![(losing, "japanese-1989")];
    for rules in ["japanese-1949", "japanese-1989", "proposal-2012"] {
        let entries = fs::read_dir(cases.join(rules)).expect("a folder");
        let mut cases: Vec<PathBuf> = entries
            .map(|entry| entry.expect("an entry").path())
            .collect();
        cases.sort();
        chosen.extend(cases.into_iter().step_by(6).map(|case| (case, rules)));
    }
    let set_up = |(case, rules): (PathBuf, &'static str)| {
        let text = fs::read_to_string(&case).expect("a text");
        let name = case.with_extension("sgf");
        let path = folder.join(name.file_name().expect("a name"));
        fs::write(&path, as_game(&text).to_string()).expect("a file");
        (path, rules)
    };
    chosen.into_iter().map(set_up).collect()
}

/// The board of a case as a record.
fn as_game(case: &str) -> Record {
    let (_, from) = case.split_once("board:\n").expect("a board");
    let (picture, _) = from.split_once("status:").expect("statuses");
    let board = diagram::board(picture).expect("a board");
    let stones = PerColor::from_fn(|color| board.stones(color));
    let mut record = Record::new(board.size());
    record.komi = Some(0.0);
    let set_up = SetUp::with_stones(&stones, None);
    record.push(Entry::SetUp(Box::new(set_up)));
    record
}

/// Maps items in parallel, one thread per core.
fn side_by_side<T: Send, R: Send>(items: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    map_in_order(items, cores(), work, |_| {})
}

/// Writes certificates of all games that can be scored.
fn certify(folder: &Path) -> Vec<PathBuf> {
    let rules = ["japanese-1989", "chinese", "new-zealand"];
    let games = games().into_iter().zip(rules.into_iter().cycle());
    let games = games.chain(diagrams(folder)).enumerate().collect();
    let certificates = side_by_side(games, |(number, (game, rules))| {
        let path = folder.join(format!("{number:02}-{rules}.wkc"));
        let options = [
            "score",
            "--score-playouts",
            "100",
            "--effort",
            "0.5",
            "--rules",
            rules,
        ];
        let done = Command::new(PROGRAM)
            .args(options)
            .arg("--certify")
            .args([&path, &game])
            .output()
            .expect("wakari runs");
        let errors = String::from_utf8_lossy(&done.stderr);
        assert!(!errors.contains("does not hold"), "{errors}");
        done.status.success().then_some(path)
    });
    certificates.into_iter().flatten().collect()
}

/// Verdicts of a checker (program and first argument) on files; `None` if it refuses.
fn verdicts(
    program: &str,
    argument: &OsStr,
    files: &[PathBuf],
) -> BTreeMap<PathBuf, Option<String>> {
    let parts = files.chunks(AT_ONCE).collect();
    let said = side_by_side(parts, |part| {
        verdicts_of_part(Command::new(program).arg(argument), part)
    });
    said.into_iter().flatten().collect()
}

/// Verdicts of one call of the checker.
fn verdicts_of_part(checker: &mut Command, files: &[PathBuf]) -> Vec<(PathBuf, Option<String>)> {
    let Output { stdout, stderr, .. } = checker.args(files).output().expect("the checker runs");
    let (output, errors) = (
        String::from_utf8_lossy(&stdout),
        String::from_utf8_lossy(&stderr),
    );
    assert!(
        !errors.contains("Traceback") && !errors.contains("panicked"),
        "{errors}"
    );
    let said = |text: &str| -> BTreeMap<PathBuf, String> {
        let lines = text.lines().filter_map(|line| line.split_once(": "));
        lines
            .map(|(path, said)| (path.into(), said.to_owned()))
            .collect()
    };
    let (accepted, refused) = (said(&output), said(&errors));
    let verdict = |path: &PathBuf| {
        assert!(
            accepted.contains_key(path) != refused.contains_key(path),
            "{path:?}: {errors}"
        );
        (path.clone(), accepted.get(path).cloned())
    };
    files.iter().map(verdict).collect()
}

fn wakari(files: &[PathBuf]) -> BTreeMap<PathBuf, Option<String>> {
    verdicts(PROGRAM, "verify".as_ref(), files)
}

/// Verdicts of the Python checker; `None` without Python.
fn python(files: &[PathBuf]) -> Option<BTreeMap<PathBuf, Option<String>>> {
    if Command::new("python3").arg("--version").output().is_err() {
        // Standard error may be closed.
        _ = writeln!(
            std::io::stderr(),
            "SKIPPED: the checker in Python: no python3"
        );
        return None;
    }
    let program = root().join("examples/check_certificate.py");
    Some(verdicts("python3", program.as_os_str(), files))
}

/// A certificate with one line corrupted.
fn spoilt(text: &str, dice: &mut Xoshiro256PlusPlus) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let proofs: Vec<usize> = (0..lines.len())
        .filter(|&line| !lines[line].starts_with("row") && !lines[line].starts_with("verdict"))
        .collect();
    let any = dice.random_range(0..lines.len());
    let line = *proofs
        .choose(dice)
        .filter(|_| dice.random_bool(0.8))
        .unwrap_or(&any);
    let mut words: Vec<String> = lines[line].split(' ').map(str::to_owned).collect();
    let place = dice.random_range(0..words.len());
    let points = ["A1", "B2", "C3", "A2", "B1", "D4", "E5", "J9", "C1", "A3"];
    match dice.random_range(0..5) {
        0 => words.clear(),
        1 => _ = words.remove(place),
        2 => words.push((*points.choose(dice).expect("there are points")).to_owned()),
        3 => {
            let other = [
                "1", "2", "a", ".", "b", "A1", "C3", "alive", "dead", "safety", "benson",
            ];
            words[place] = (*other.choose(dice).expect("there are words")).to_owned();
        }
        _ => {
            let word = words.last_mut().expect("a line has words");
            let at = dice.random_range(0..word.len());
            let letters = ["a", "b", "c", ".", "X", "O", "1"];
            word.replace_range(at..=at, letters.choose(dice).expect("there are letters"));
        }
    }
    lines[line] = words.join(" ");
    lines.join("\n") + "\n"
}

#[test]
fn both_checkers_accept_what_is_written_and_refuse_what_is_spoilt() {
    let folder = tempfile::tempdir().expect("a folder");
    let written = certify(folder.path());
    assert!(written.len() > 24, "{}", written.len());
    let mine = wakari(&written);
    for (path, verdict) in &mine {
        assert!(verdict.is_some(), "{path:?}");
    }
    for (ground, least) in [("safety", 10), ("strategy", 20)] {
        let covered = mine.values().flatten();
        let count = covered.filter(|said| said.contains(ground)).count();
        assert!(count > least, "{ground}: {count}");
    }
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(20);
    let mut changed = vec![];
    for path in &written {
        let text = fs::read_to_string(path).expect("a text");
        assert!(text.len() < 1 << 20, "{path:?}");
        let is_short = text.len() < LONG && !text.contains("\nstrategy");
        for number in 0..if is_short { SPOILT } else { SELDOM } {
            let path = path.with_extension(format!("{number}.wkc"));
            fs::write(&path, spoilt(&text, &mut dice)).expect("a file");
            changed.push(path);
        }
    }
    let mine_of_changed = wakari(&changed);
    let refused = mine_of_changed
        .values()
        .filter(|verdict| verdict.is_none())
        .count();
    assert!(
        2 * refused > changed.len(),
        "{refused} of {}",
        changed.len()
    );
    if let (Some(theirs), Some(of_changed)) = (python(&written), python(&changed)) {
        assert_eq!(mine, theirs);
        for (path, verdict) in mine_of_changed {
            let text = || fs::read_to_string(&path).expect("a text");
            assert_eq!(of_changed[&path], verdict, "{path:?}\n{}", text());
        }
    }
}

/// Regression cases: certificates that should not have been accepted.
#[test]
fn both_checkers_refuse_what_once_deceived_one() {
    let folder = root().join("gtp-tests/certificates");
    let files = fs::read_dir(folder).expect("a folder");
    let files: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    assert!(files.len() > 3);
    let said = [Some(wakari(&files)), python(&files)];
    for (path, verdict) in said.into_iter().flatten().flatten() {
        assert_eq!(verdict, None, "{path:?}");
    }
}
