//! Fuzzing with seeded mutations of records, sessions, queries and certificates: nothing panics,
//! and every request is answered within limits of time and memory.
//!
//! `WAKARI_FUZZ_SECONDS=600 cargo test --release --test fuzz` runs each target for 10 minutes,
//! `WAKARI_FUZZ_COUNT=1000000` for this many inputs (of sessions: lines), and `WAKARI_FUZZ_SEED`
//! selects other inputs. `cargo fuzz` finds these targets in the folder `fuzz`.

#[path = "fuzz/targets.rs"]
mod targets;

use cpu_time::ThreadTime;
use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use std::fs;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// Default duration of each target.
const USUALLY: Duration = Duration::from_secs(3);
/// Inputs or lines tried in any case: a slow machine needs longer for a meaningful share.
const LEAST: u64 = 200;
/// Limit of processor time for one input. Debug assertions multiply the cost.
const LIMIT: Duration = Duration::from_secs(if cfg!(debug_assertions) { 60 } else { 10 });
/// Memory limit of the process, in bytes.
const MOST_MEMORY: u64 = 256 << 20;
/// Maximum length of an input, in bytes.
const LONGEST: usize = 8 << 10;

type Dice = Xoshiro256PlusPlus;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// Duration of a run.
struct Length {
    begun: Instant,
    most: Duration,
    /// Number of inputs or lines, which overrides the time.
    count: Option<u64>,
}

impl Length {
    fn begin() -> Length {
        Length {
            begun: Instant::now(),
            most: number("WAKARI_FUZZ_SECONDS").map_or(USUALLY, Duration::from_secs),
            count: number("WAKARI_FUZZ_COUNT"),
        }
    }

    fn is_over(&self, counted: u64) -> bool {
        match self.count {
            Some(count) => counted >= count,
            None => self.begun.elapsed() >= self.most && counted >= LEAST,
        }
    }
}

/// Number of nonblank lines.
fn lines(input: &[u8]) -> u64 {
    let lines = input.split(|&byte| byte == b'\n');
    lines.filter(|line| !line.trim_ascii().is_empty()).count() as u64
}

/// Runs a target on seeded inputs and prints statistics. At least a share `least_valid` of the
/// inputs must be valid.
fn fuzz(
    name: &str,
    least_valid: f64,
    count: fn(&[u8]) -> u64,
    target: fn(&[u8]) -> bool,
    mut input: impl FnMut(&mut Dice) -> Vec<u8>,
) {
    let seed = number("WAKARI_FUZZ_SEED").unwrap_or(1);
    let length = Length::begin();
    let (mut inputs, mut valid, mut counted) = (0u64, 0u64, 0u64);
    let mut longest = Duration::ZERO;
    while !length.is_over(counted) {
        let mut dice = Dice::seed_from_u64(seed << 40 | inputs);
        let input = input(&mut dice);
        let clock = ThreadTime::now();
        let tried = catch_unwind(AssertUnwindSafe(|| target(&input)));
        let time = clock.elapsed();
        let shown = || {
            format!(
                "{name}, seed {seed}, input {inputs}: {:?}",
                String::from_utf8_lossy(&input)
            )
        };
        match tried {
            Ok(is_valid) => valid += u64::from(is_valid),
            Err(_) => panic!("{}", shown()),
        }
        assert!(time < LIMIT, "{time:?} for {}", shown());
        longest = longest.max(time);
        inputs += 1;
        counted += count(&input);
    }
    let share = valid as f64 / inputs.max(1) as f64;
    // A closed output is no failure.
    _ = writeln!(
        io::stdout(),
        "{name}: {inputs} inputs, in all {counted}, {:.0} % of the inputs valid, the longest {longest:.2?}, memory {} MiB",
        100.0 * share,
        most_memory().unwrap_or(0) >> 20
    );
    assert!(
        share >= least_valid,
        "{name}: {valid} of {inputs} are valid"
    );
    if let Some(memory) = most_memory() {
        assert!(memory < MOST_MEMORY, "{name}: {} MiB", memory >> 20);
    }
}

/// Peak memory of this process in bytes, if `/proc` has it.
fn most_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kibibytes << 10)
}

/// Test files with an extension, sorted.
fn files(extension: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("gtp-tests");
    let entries = walkdir::WalkDir::new(root).sort_by_file_name();
    let paths = entries
        .into_iter()
        .map(|entry| entry.expect("an entry").into_path());
    paths
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect()
}

fn records() -> Vec<Vec<u8>> {
    let records = files("sgf")
        .into_iter()
        .map(|path| fs::read(path).expect("a file"));
    let records: Vec<Vec<u8>> = records.filter(|record| record.len() < LONGEST).collect();
    assert!(records.len() > 20, "{} records", records.len());
    records
}

/// Fragments of records, commands and JSON.
const WORDS: [&str; 64] = [
    "(;",
    ")",
    ";B[aa]",
    ";W[]",
    ";B[tt]",
    ";W[bb]",
    "AB[aa][bb]",
    "AW[cc:dd]",
    "AE[aa:cc]",
    "SZ[5]",
    "SZ[9:7]",
    "SZ[19]",
    "SZ[-1]",
    "KM[0.5]",
    "KM[-0]",
    "KM[1e999]",
    "HA[2]",
    "RU[Japanese]",
    "RU[Chinese]",
    "RE[B+R]",
    "RE[0]",
    "PL[W]",
    "C[Ending: b yes]",
    "C[a\\]b]",
    "]",
    "[",
    "\\",
    "\n",
    "\r\n",
    "\u{0}",
    "\u{feff}",
    "\u{1b}[31m",
    "\u{202e}",
    "囲碁",
    "GM[1]",
    "CA[UTF-8]",
    "CA[Shift_JIS]",
    "(",
    "a1",
    "pass",
    "resign",
    "b",
    "w",
    "t19",
    "z25",
    "i5",
    "0",
    "-1",
    "4294967296",
    "1e308",
    "nan",
    "inf",
    "\"",
    "{",
    "}",
    ":",
    ",",
    "null",
    "\"rules\":\"chinese\"",
    "\"komi\":0",
    "\"after\":1",
    "true",
    "[]",
    "  ",
];

/// Mutates an input: changes bytes, inserts fragments, and duplicates, deletes or copies parts.
fn mutated(dice: &mut Dice, corpus: &[Vec<u8>], edits: usize) -> Vec<u8> {
    let mut input = corpus.choose(dice).expect("a corpus").clone();
    for _ in 0..edits {
        let at = dice.random_range(0..=input.len());
        let end = (at + dice.random_range(0..24)).min(input.len());
        match dice.random_range(0..8) {
            0 => input.truncate(at),
            1 if at < input.len() => input[at] = dice.random(),
            2 if at < input.len() => input[at] ^= 1 << dice.random_range(0..8),
            3 => drop(input.drain(at..end)),
            4 => {
                let part = input[at..end].to_vec();
                input.splice(at..at, part);
            }
            5 => {
                let other = corpus.choose(dice).expect("a corpus");
                let from = dice.random_range(0..=other.len());
                let to = (from + dice.random_range(0..64)).min(other.len());
                input.splice(at..at, other[from..to].iter().copied());
            }
            _ => {
                let word = WORDS.choose(dice).expect("there are words");
                input.splice(at..at, word.bytes());
            }
        }
        input.truncate(LONGEST);
    }
    input
}

#[test]
fn records_at_random() {
    let corpus = records();
    fuzz(
        "records",
        1.0 / 3.0,
        |_| 1,
        targets::sgf,
        |dice| {
            let edits = dice.random_range(0..5);
            mutated(dice, &corpus, edits)
        },
    );
}

#[test]
fn sessions_at_random() {
    let mut corpus = Vec::new();
    for path in files("tst") {
        let text = fs::read_to_string(path).expect("a text");
        let lines = text
            .lines()
            .filter(|line| !line.starts_with('#') && !line.is_empty());
        corpus.extend(lines.map(|line| line.as_bytes().to_vec()));
    }
    corpus.sort();
    corpus.dedup();
    assert!(corpus.len() > 1000, "{} lines", corpus.len());
    fuzz("lines of sessions", 0.9, lines, targets::gtp, |dice| {
        let mut input = Vec::new();
        let sides = [dice.random_range(2..8), dice.random_range(2..8)];
        input.extend(format!("boardsize {} {}\n", sides[0], sides[1]).bytes());
        for _ in 0..dice.random_range(1..16) {
            match dice.random_range(0..4) {
                // Stones that fit on the board, so that there is something to judge.
                0 | 1 => {
                    let column = b'a' + dice.random_range(0..8);
                    let row = dice.random_range(1..9);
                    let color = ["b", "w"][dice.random_range(0..2)];
                    input.extend(format!("play {color} {}{row}", char::from(column)).bytes());
                }
                2 => input.extend(mutated(dice, &corpus, 0)),
                _ => {
                    let edits = dice.random_range(1..3);
                    input.extend(mutated(dice, &corpus, edits));
                }
            }
            input.push(b'\n');
        }
        input
    });
}

#[test]
fn queries_at_random() {
    let corpus: Vec<Vec<u8>> = [
        r#"{"id":"a","boardXSize":3,"boardYSize":4,"moves":[["B","B2"],["W","C3"],["B","pass"],["W","pass"]],"rules":"chinese","komi":0.5}"#,
        r#"{"id":"b","boardXSize":5,"boardYSize":5,"moves":[],"initialStones":[["B","A1"],["W","(2,2)"]],"initialPlayer":"w","includeOwnership":true,"includePolicy":true}"#,
        r#"{"id":"c","boardXSize":4,"boardYSize":4,"moves":[["B","A1"],["W","B1"]],"analyzeTurns":[0,2,1],"priorities":[3,-1,0],"includeMovesOwnership":true,"includePVVisits":true}"#,
        r#"{"id":"d","boardXSize":4,"boardYSize":4,"moves":[],"rules":{"ko":"SIMPLE","scoring":"TERRITORY","tax":"SEKI","suicide":false},"avoidMoves":[{"player":"B","moves":["A1","pass"],"untilDepth":2}]}"#,
        r#"{"id":"e","boardXSize":3,"boardYSize":3,"moves":[["B","B2"]],"allowMoves":[{"player":"W","moves":["A1"],"untilDepth":1}],"overrideSettings":{"reportAnalysisWinratesAs":"SIDETOMOVE","maxTime":0.01},"reportDuringSearchEvery":0.01,"priority":5}"#,
        r#"{"id":"f","action":"terminate","terminateId":"a","turnNumbers":[0]}"#,
        r#"{"id":"g","action":"terminate_all"}"#,
        r#"{"id":"h","action":"query_version"}"#,
        r#"{"id":"i","action":"query_models"}"#,
    ]
    .map(|line| line.as_bytes().to_vec())
    .into();
    fuzz("queries", 0.3, lines, targets::analysis, |dice| {
        let mut input = Vec::new();
        for _ in 0..dice.random_range(1..5) {
            let edits = dice.random_range(0..3);
            input.extend(mutated(dice, &corpus, edits));
            input.push(b'\n');
        }
        input
    });
}

#[test]
fn lines_of_json_at_random() {
    let mut corpus: Vec<Vec<u8>> = [
        r#"{"id":1,"size":3,"moves":[["B","B2"],["W","C3"],["B","pass"],["W","pass"]],"rules":"chinese","komi":0.5}"#,
        r#"{"id":"a","size":[3,2],"moves":[["B","B2"]],"rules":"japanese-1989","after":0}"#,
        r#"{"id":null,"sgf":"(;SZ[4]KM[0]RU[Tromp-Taylor]AB[ba][bb][bc][bd]AW[ca][cb][cc][cd];B[];W[])"}"#,
        r#"{"id":[1,2],"sgf":"(;SZ[3]AB[aa][bb]AW[cc]PL[W])","rules":{"koRule":"SIMPLE","scoringRule":"TERRITORY","taxRule":"SEKI","multiStoneSuicideLegal":false,"hasButton":false,"whiteHandicapBonus":"0"}}"#,
        r#"{"id":7,"size":2,"moves":[]}"#,
    ]
    .map(|line| line.as_bytes().to_vec())
    .into();
    for rules in wakari::rules::Rules::names() {
        let line = format!(
            r#"{{"id":"{rules}","size":3,"moves":[["B","B2"],["W","pass"]],"rules":"{rules}"}}"#
        );
        corpus.push(line.into_bytes());
    }
    fuzz("lines of JSON", 1.0 / 3.0, lines, targets::worker, |dice| {
        let edits = dice.random_range(0..3);
        mutated(dice, &corpus, edits)
    });
}

#[test]
fn games_at_random() {
    fuzz(
        "games",
        1.0,
        |_| 1,
        targets::moves,
        |dice| {
            let large = dice.random_range(0..8) == 0;
            let side = if large { 24 } else { 7 };
            let length = dice.random_range(10..if large { 700 } else { 400 });
            let mut input = vec![
                dice.random(),
                dice.random_range(0..side),
                dice.random_range(0..side),
            ];
            input.extend((0..length).map(|_| dice.random::<u8>()));
            input
        },
    );
}

#[test]
fn certificates_at_random() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut corpus = Vec::new();
    for (number, game) in files("sgf").into_iter().enumerate() {
        let path = folder.path().join(format!("{number}.wkc"));
        let rules = ["japanese-1989", "chinese", "new-zealand"][number % 3];
        _ = Command::new(env!("CARGO_BIN_EXE_wakari"))
            .args([
                "score",
                "--score-playouts",
                "30",
                "--rules",
                rules,
                "--certify",
            ])
            .args([&path, &game])
            .output()
            .expect("wakari runs");
        corpus.extend(fs::read(&path).ok().filter(|text| text.len() < LONGEST));
        if corpus.len() >= 8 {
            break;
        }
    }
    assert!(corpus.len() >= 4, "{} certificates", corpus.len());
    fuzz(
        "certificates",
        0.05,
        |_| 1,
        targets::certificate,
        |dice| {
            let edits = dice.random_range(0..3);
            mutated(dice, &corpus, edits)
        },
    );
}
