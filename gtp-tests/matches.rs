//! `wakari match` as users run it: what it plays, writes and says.

mod engine;

use engine::PROGRAM;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// A match that has been played.
struct Played {
    folder: TempDir,
    table: String,
    progress: String,
}

/// Plays a match between two programs, with more options.
#[track_caller]
fn play(black: &str, white: &str, more: &str) -> Played {
    let folder = tempfile::tempdir().expect("a directory for the games");
    let (table, progress) = run(folder.path(), black, white, more);
    Played {
        folder,
        table,
        progress,
    }
}

/// Runs `wakari match` and returns its output and its progress.
#[track_caller]
fn run(folder: &Path, black: &str, white: &str, more: &str) -> (String, String) {
    let done = Command::new(PROGRAM)
        .args(["match", "--black", black, "--white", white, "--out"])
        .arg(folder.join("games"))
        .args(shlex::split(more).expect("options are words"))
        .output()
        .expect("wakari runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (table, progress) = (text(&done.stdout), text(&done.stderr));
    assert!(done.status.success(), "{progress}");
    (table, progress)
}

impl Played {
    /// The games as `games.jsonl` has them, by their numbers.
    fn games(&self) -> Vec<Value> {
        let path = self.folder.path().join("games/games.jsonl");
        let text = std::fs::read_to_string(path).expect("the list of games");
        let games = text
            .lines()
            .map(|line| serde_json::from_str(line).expect("JSON"));
        let mut games: Vec<Value> = games.collect();
        games.sort_by_key(|game| game["fixture"]["number"].as_u64());
        games
    }

    /// A game in SGF.
    fn sgf(&self, number: u32) -> String {
        let path = self.folder.path().join(format!("games/{number:04}.sgf"));
        std::fs::read_to_string(path).expect("the record of a game")
    }
}

/// Our engine, weak and fast.
fn wakari(options: &str) -> String {
    format!("'{PROGRAM}' --playouts 8 --score-playouts 50 --threads 1 {options}")
}

/// The moves of a record.
fn moves(sgf: &str) -> String {
    sgf.split_once(";B[")
        .map(|(_, moves)| moves.to_owned())
        .unwrap_or_default()
}

/// The black stones that a record begins with, in the order of their names.
fn stones(sgf: &str) -> String {
    let from_black = sgf.split_once("AB").map_or("", |(_, from)| from);
    let stones = from_black.split(';').next().unwrap_or_default();
    let mut points: Vec<&str> = stones
        .split_inclusive(']')
        .filter(|point| point.len() == 4)
        .collect();
    points.sort_unstable();
    points.concat()
}

#[test]
fn games_with_colors_exchanged_differ() {
    for options in ["", "--seed {seed}"] {
        let played = play(
            &wakari(options),
            &wakari(options),
            "--size 5 --games 4 --seed 3",
        );
        let games: BTreeSet<String> = (0..4).map(|number| moves(&played.sgf(number))).collect();
        assert_eq!(games.len(), 4, "{}", played.progress);
        assert!(!played.table.contains("repeat another"), "{}", played.table);
        let again = play(
            &wakari(options),
            &wakari(options),
            "--size 5 --games 4 --seed 3",
        );
        assert_eq!(played.sgf(3), again.sgf(3), "the same seed, the same game");
        let other = play(
            &wakari(options),
            &wakari(options),
            "--size 5 --games 1 --seed 4",
        );
        assert_ne!(moves(&played.sgf(0)), moves(&other.sgf(0)));
    }
    let fixed = wakari("--seed 1");
    let played = play(&fixed, &fixed, "--size 5 --games 2");
    assert!(
        played.table.contains("games that repeat another one 1"),
        "{}",
        played.table
    );
}

#[test]
fn a_round_robin_has_a_table_and_is_resumed() {
    let (a, b) = (wakari(""), wakari("--resign 0"));
    let also = shlex::try_join([wakari("--friendly-pass").as_str()]).expect("words");
    let folder = tempfile::tempdir().expect("a directory");
    let more = |games: u32| format!("--size 5 --games {games} --also {also}");
    let (first, _) = run(folder.path(), &a, &b, &more(2));
    let (again, progress) = run(folder.path(), &a, &b, &more(2));
    assert_eq!(first, again);
    assert!(
        progress.starts_with("6 of 6 games are there already"),
        "{progress}"
    );
    assert_eq!(progress.lines().count(), 1);
    for row in [
        "program A: ",
        "program C: ",
        "program A           -",
        "of 4",
    ] {
        assert!(first.contains(row), "{row} in {first}");
    }
    std::fs::remove_file(folder.path().join("games/0004.sgf")).expect("a game was recorded");
    let (_, progress) = run(folder.path(), &a, &b, &more(2));
    assert!(progress.contains("6/6 game 4: "), "{progress}");
    assert_eq!(progress.lines().count(), 2, "{progress}");
}

#[test]
fn handicap_stones_are_placed() {
    let program = wakari("");
    for (more, expected) in [
        ("--size 9 --handicap 2 --rules japanese-1949", "[cg][gc]"),
        (
            "--size 9 --handicap 3 --rules japanese-1949",
            "[cg][gc][gg]",
        ),
        (
            "--size 9 --handicap 3 --rules japanese-1989",
            "[cc][cg][gc]",
        ),
        ("--size 5 --handicap 2 --free-handicap", "["),
    ] {
        let played = play(
            &program,
            &program,
            &format!("--games 1 --max-moves 6 {more}"),
        );
        let sgf = played.sgf(0);
        assert!(stones(&sgf).contains(expected), "{expected} in {sgf}");
        assert!(
            sgf.contains("KM[0]") && sgf.find(";W[") < sgf.find(";B["),
            "{sgf}"
        );
        let game = &played.games()[0];
        assert_eq!(game["outcome"]["mishap"], Value::Null, "{game}");
    }
}

/// A program that resigns its first move, and how a series under a system goes on after that.
#[cfg(unix)]
#[test]
fn a_system_changes_its_stage() {
    let resigns = "sh -c 'while read -r command rest; do case $command in \
                   genmove) printf \"= resign\\n\\n\";; list_commands) printf \"= genmove\\nplay\\n\\n\";; \
                   quit) exit;; *) printf \"=\\n\\n\";; esac; done'";
    let more = "--size 19 --rules japanese-1949 --system sen-ai-sen --games 9";
    let played = play(resigns, &wakari(""), more);
    // A has Black in the first and third game of three and loses all; after four it is a stage weaker.
    let told: Vec<String> = played
        .games()
        .iter()
        .map(|game| game["fixture"]["stage"].to_string())
        .collect();
    for (number, expected) in [
        (0, "sen-ai-sen 先相先, game 1"),
        (3, "sen-ai-sen 先相先, game 4"),
        (4, "sen 先, game 1"),
        (8, "sen-2-sen 先2先, game 1"),
    ] {
        assert!(told[number].contains(expected), "{told:?}");
    }
    let seats: String = played
        .games()
        .iter()
        .map(|game| {
            game["fixture"]["seats"][0]
                .as_str()
                .unwrap_or("?")
                .to_owned()
        })
        .collect();
    assert_eq!(seats, "ABAAAAAAA");
    assert!(played.sgf(0).contains("先相先"), "{}", played.sgf(0));
    let (again, progress) = run(played.folder.path(), resigns, &wakari(""), more);
    assert_eq!((again, progress.lines().count()), (played.table, 1));
}
