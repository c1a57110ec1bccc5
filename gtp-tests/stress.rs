//! Stress test: random commands in bursts, with interrupts. Each gets one response, in order and in
//! time, and memory does not grow.
//!
//! `cargo test --release --test stress -- --ignored` runs for half an hour, and for an hour with
//! whole games. `WAKARI_SOAK_SECONDS=60 cargo test --release --test stress whole_games` runs the
//! latter for a minute.

mod engine;

use engine::Engine;
use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use std::io::Write;
use std::path::Path;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Limit of processor time for a response. Searches are short; most of the time is spent judging
/// positions, and set-up positions are read far.
const LIMIT: Duration = Duration::from_secs(60);
/// Limit of processor time for a response after an interrupt.
const LIMIT_INTERRUPTED: Duration = Duration::from_secs(10);
/// Limit of processor time to stop a judgement of up to 600 s. It takes 0.1 s; the test prints it.
const LIMIT_OF_END: Duration = Duration::from_secs(10);
/// Limit of processor time for a response in games with short searches and default judgement, whose
/// budget stands for 2 s. Debug assertions multiply the cost.
const BUDGET: Duration = Duration::from_secs(if cfg!(debug_assertions) { 60 } else { 10 });
/// Maximum idle time of the engine before a response: the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(120);
/// Maximum growth of memory after warm-up, in bytes. The memory of a judgement comes and goes, and
/// the system may keep it. A leak of 1 kB per command would be far more in half an hour.
const GROWTH: u64 = 96 << 20;

#[test]
fn all_traffic_is_answered() {
    run(Duration::from_secs(5), 7);
}

#[test]
#[ignore = "goes on for half an hour"]
fn all_traffic_is_answered_for_long() {
    run(Duration::from_secs(30 * 60), 8);
}

#[test]
fn whole_games_take_no_more_and_more() {
    let seconds = std::env::var("WAKARI_SOAK_SECONDS").ok();
    let seconds = seconds.and_then(|seconds| seconds.parse().ok());
    soak(Duration::from_secs(seconds.unwrap_or(10)), 3);
}

#[test]
#[ignore = "goes on for an hour"]
fn whole_games_take_no_more_and_more_for_long() {
    soak(Duration::from_secs(60 * 60), 4);
}

/// The engine exits when its output is closed, even in a search that would take hours.
#[cfg(unix)]
#[test]
fn the_engine_ends_when_nobody_reads() {
    use std::process::{Command, Stdio};
    let mut engine = Command::new(engine::PROGRAM)
        .args(["--threads", "1", "--playouts", "1000000000"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the engine starts");
    let mut input = engine.stdin.take().expect("the input is a pipe");
    let mut say = |line: &str| input.write_all(line.as_bytes()).expect("it reads");
    say("genmove b\n");
    std::thread::sleep(Duration::from_millis(300));
    say("quit\n");
    std::thread::sleep(Duration::from_secs(3));
    let is_searching = engine.try_wait().expect("it is our child").is_none();
    assert!(is_searching, "what was asked before quit is answered whole");
    drop(engine.stdout.take());
    let gone = Instant::now();
    while engine.try_wait().expect("it is our child").is_none() {
        if gone.elapsed() > PATIENCE {
            engine.kill().expect("it is our child");
            panic!("the engine still runs");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// A judgement stops soon after an interrupt, at any stage.
#[test]
fn a_judgement_ends_soon_after_an_interrupt() {
    let fights = ["double-seki", "four-points", "an-eye-each"];
    let mut longest = Duration::ZERO;
    for (name, rules) in fights
        .iter()
        .zip(["japanese-1989", "japanese-1949", "chinese"])
    {
        let file =
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("gtp-tests/fights/{name}.txt"));
        let text = std::fs::read_to_string(file).expect("a position");
        let rows: Vec<&str> = text
            .lines()
            .skip_while(|line| !line.starts_with(['.', 'X', 'O']))
            .collect();
        let rows: Vec<&str> = rows
            .into_iter()
            .take_while(|line| !line.is_empty())
            .collect();
        let mut setup = String::new();
        for (row, points) in (1..).zip(rows.iter().rev()) {
            for (column, point) in "ABCDEFGHJKLMNOPQRST".chars().zip(points.split(' ')) {
                let color = match point {
                    "X" | "s" => "b",
                    "O" | "S" => "w",
                    _ => continue,
                };
                setup += &format!(" {color} {column}{row}");
            }
        }
        let folder = tempfile::tempdir().expect("there is room for a folder");
        let engine = Engine::start(["--threads", "1", "--effort", "600"], folder.path());
        let mut subject = Subject {
            engine,
            _folder: folder,
        };
        subject.ask(&format!("boardsize {}", rows.len()), LIMIT);
        subject.ask(&format!("kata-set-rules {rules}"), LIMIT);
        for command in ["final_status_list dead", "wakari-unsettled", "final_score"] {
            for pause in [30, 300, 2000] {
                // Judgements are cached, so the position is set up again.
                subject.ask("clear_board", LIMIT);
                subject.ask(&format!("gogui-setup{setup}"), LIMIT);
                subject.say(&format!("{command}\n"));
                std::thread::sleep(Duration::from_millis(pause));
                let before = subject.work();
                subject.say("# interrupt\n");
                let answer = subject.hear(command, LIMIT);
                assert!(answer[0].starts_with('='), "{command}: {answer:?}");
                let work = subject.work().zip(before).map(|(now, before)| now - before);
                assert!(
                    work.is_none_or(|work| work <= LIMIT_OF_END),
                    "{name}, {command} after {pause} ms: {work:?}"
                );
                longest = longest.max(work.unwrap_or_default());
            }
        }
    }
    _ = writeln!(
        std::io::stderr(),
        "processor time to stop a judgement: at most {longest:?}"
    );
}

/// The engine, with a folder for the files it writes.
struct Subject {
    engine: Engine,
    _folder: TempDir,
}

impl Subject {
    fn start() -> Subject {
        let folder = tempfile::tempdir().expect("there is room for a folder");
        for name in ["rectangle.sgf", "finished.sgf"] {
            let from = Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("gtp-tests/sgf")
                .join(name);
            std::fs::copy(from, folder.path().join(name)).expect("a game can be copied");
        }
        let options = "--threads 1 --seed 1 --playouts 30 --score-playouts 30 --memory 16 --size 5";
        Subject {
            engine: Engine::start(options.split(' '), folder.path()),
            _folder: folder,
        }
    }

    /// An engine with the options of a server.
    fn serving() -> Subject {
        let folder = tempfile::tempdir().expect("there is room for a folder");
        let options =
            "--threads 2 --seed 1 --playouts 20 --score-playouts 30 --memory 64 --log log";
        Subject {
            engine: Engine::start(options.split(' '), folder.path()),
            _folder: folder,
        }
    }

    /// Sends a command that must succeed.
    fn ask(&mut self, command: &str, limit: Duration) -> Vec<String> {
        self.say(&format!("{command}\n"));
        let answer = self.hear(command, limit);
        assert!(answer[0].starts_with('='), "{command}: {answer:?}");
        answer
    }

    /// Number of open file descriptors, if `/proc` has it.
    fn open(&self) -> Option<usize> {
        let folder = format!("/proc/{}/fd", self.engine.process());
        Some(std::fs::read_dir(folder).ok()?.count())
    }

    fn say(&mut self, text: &str) {
        assert!(self.engine.say(text), "the engine does not read any more");
    }

    fn hear(&mut self, command: &str, limit: Duration) -> Vec<String> {
        let before = self.work();
        let mut last = (Instant::now(), before);
        loop {
            match self.engine.answer(Duration::from_secs(1)) {
                Ok(answer) => return answer,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => panic!("{command}: the engine has ended"),
            }
            let now = self.work();
            if now != last.1 {
                last = (Instant::now(), now);
            }
            let work = now.zip(before).map(|(now, before)| now - before);
            assert!(
                work.is_none_or(|work| work < limit) && last.0.elapsed() < PATIENCE,
                "{command}: no answer after {work:?} of work, the last {:?} ago",
                last.0.elapsed()
            );
        }
    }

    /// Processor time used, if `/proc` has it.
    fn work(&self) -> Option<Duration> {
        let text = std::fs::read_to_string(format!("/proc/{}/stat", self.engine.process())).ok()?;
        let (_, fields) = text.rsplit_once(") ")?;
        // User and system time, in hundredths of a second.
        let times = fields.split(' ').skip(11).take(2);
        let ticks: Option<u64> = times.map(|time| time.parse::<u64>().ok()).sum();
        Some(Duration::from_millis(10 * ticks?))
    }

    /// Resident memory in bytes, if `/proc` has it.
    fn memory(&self) -> Option<u64> {
        let status =
            std::fs::read_to_string(format!("/proc/{}/status", self.engine.process())).ok()?;
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("VmRSS:"))?;
        let kibibytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
        Some(kibibytes << 10)
    }
}

/// Sends random commands for some time.
fn run(time: Duration, seed: u64) {
    let begun = Instant::now();
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut engine = Subject::start();
    engine.say("list_commands\n");
    let mut names = engine.hear("list_commands", LIMIT);
    names[0] = names[0].trim_start_matches("= ").to_owned();
    names.retain(|name| name != "quit");
    let (mut id, mut slowest, mut warm) = (0, (Duration::ZERO, String::new()), None);
    while begun.elapsed() < time {
        let mut burst = String::new();
        let mut commands = Vec::new();
        for _ in 0..dice.random_range(1..7) {
            let name = names.choose(&mut dice).expect("there are commands");
            let (arguments, is_valid) = arguments(name, &mut dice);
            id += 1;
            burst += &format!("{id} {name} {arguments}\n");
            commands.push((id, format!("{name} {arguments}"), is_valid));
            if dice.random_bool(0.1) {
                burst += ["# interrupt\n", "\n", "# nothing\r\n"][dice.random_range(0..3)];
            }
        }
        engine.say(&burst);
        std::thread::sleep(Duration::from_millis(dice.random_range(0..10)));
        let is_interrupted = dice.random_bool(0.8);
        let (ending, limit) = if is_interrupted {
            ("# interrupt\n", LIMIT_INTERRUPTED)
        } else {
            ("\n", LIMIT)
        };
        engine.say(ending);
        for (id, command, is_valid) in commands {
            let asked = Instant::now();
            let answer = engine.hear(&command, limit);
            check(id, &command, is_valid, &answer);
            if asked.elapsed() > slowest.0 {
                slowest = (asked.elapsed(), command);
            }
        }
        if warm.is_none() && begun.elapsed() > time / 4 {
            warm = engine.memory();
        }
    }
    stays_flat(
        warm,
        engine.memory(),
        &format!("{id} commands, slowest {slowest:?}"),
    );
    engine.say("quit\n");
    engine.hear("quit", LIMIT);
    let (_, ended) = engine.engine.close(PATIENCE);
    assert!(ended.is_some_and(|status| status.success()), "{ended:?}");
}

/// Checks that memory has not grown since warm-up, and prints a summary.
fn stays_flat(warm: Option<u64>, now: Option<u64>, done: &str) {
    if let (Some(warm), Some(now)) = (warm, now) {
        assert!(
            now < warm + GROWTH,
            "memory grew from {warm} to {now} bytes"
        );
        _ = writeln!(
            std::io::stderr(),
            "{done}, memory {} MiB, then {} MiB",
            warm >> 20,
            now >> 20
        );
    }
}

/// Plays games on boards of several sizes, with other commands in between, for some time. Neither
/// memory nor open files may grow, and each response must stay within its budget.
fn soak(time: Duration, seed: u64) {
    let begun = Instant::now();
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut engine = Subject::serving();
    let (mut games, mut answers, mut slowest) = (0, 0, Duration::ZERO);
    let (mut warm, mut most, mut open) = (None, None, None);
    while begun.elapsed() < time || games < 4 {
        let mut ask = |command: &str| {
            let before = engine.work();
            let answer = engine.ask(command, BUDGET);
            let work = engine.work().zip(before).map(|(now, before)| now - before);
            slowest = slowest.max(work.unwrap_or_default());
            answers += 1;
            answer
        };
        let side = [9, 13, 19][games % 3];
        let rules = word(
            &mut dice,
            &["japanese", "chinese", "proposal-2012", "tromp-taylor"],
        );
        ask(&format!("kata-set-rules {rules}"));
        ask(&format!("boardsize {side}"));
        // Every fourth game is played to its end, the others until there is something to judge.
        let moves = match games % 4 {
            0 => 3 * side * side / 2,
            _ => dice.random_range(6..30),
        };
        let mut passes = 0;
        for number in 0..moves {
            let color = ["b", "w"][number % 2];
            let answer = ask(&format!("genmove {color}"));
            passes = if answer[0].contains("pass") {
                passes + 1
            } else {
                0
            };
            if passes == 2 || answer[0].contains("resign") {
                break;
            }
            let asked = [
                "estimate_score",
                "all_legal b",
                "showboard",
                "wakari-candidates",
                "kata-search_analyze b",
            ];
            if dice.random_bool(0.2) {
                ask(word(&mut dice, &asked));
            }
        }
        for asked in [
            "final_score",
            "final_status_list dead",
            "printsgf game.sgf",
            "loadsgf game.sgf",
            "undo",
        ] {
            ask(asked);
        }
        games += 1;
        most = most.max(engine.memory());
        if warm.is_none() && games >= 3 && begun.elapsed() > time / 4 {
            (warm, open) = (most, engine.open());
        }
    }
    assert_eq!(engine.open(), open, "open files after {games} games");
    stays_flat(
        warm,
        most,
        &format!("{games} games, {answers} answers, the slowest with {slowest:?} of work"),
    );
    engine.ask("quit", BUDGET);
    let (_, ended) = engine.engine.close(PATIENCE);
    assert!(ended.is_some_and(|status| status.success()), "{ended:?}");
}

/// Checks the format of a response.
fn check(id: u32, command: &str, is_valid: bool, answer: &[String]) {
    let first = answer.first().expect("an answer has a line");
    let rest = first
        .strip_prefix(['=', '?'])
        .unwrap_or_else(|| panic!("{command}: {first}"));
    let text = rest
        .strip_prefix(&id.to_string())
        .unwrap_or_else(|| panic!("{command}: {first}"));
    assert!(
        text.is_empty() || text.starts_with(' '),
        "{command}: {first}"
    );
    if is_valid {
        let is_unread = first.contains("syntax error") || first.contains("unknown command");
        assert!(!is_unread, "{command}: {first}");
    }
    for (number, line) in answer.iter().enumerate() {
        // A text of several lines may start after a blank.
        let is_bare = number == 0 && text == " " && answer.len() > 1;
        assert!(
            (is_bare || line.trim_end() == line) && !line.contains('\r'),
            "{command}: {line:?}"
        );
        let told = line.starts_with("info ") || line.starts_with("play ");
        assert!(!told || command.contains("analyze"), "{command}: {line}");
    }
}

fn word<'a>(dice: &mut Xoshiro256PlusPlus, words: &[&'a str]) -> &'a str {
    words.choose(dice).expect("there are words")
}

fn color(dice: &mut Xoshiro256PlusPlus) -> &'static str {
    word(dice, &["b", "w", "B", "white", "BLACK"])
}

fn point(dice: &mut Xoshiro256PlusPlus) -> String {
    let column = word(dice, &["a", "b", "c", "d", "e", "F", "g", "h", "j"]);
    format!("{column}{}", dice.random_range(1..8))
}

fn points(dice: &mut Xoshiro256PlusPlus, colors: bool) -> String {
    let count = dice.random_range(1..6);
    let item = |_| {
        if colors {
            format!("{} {}", color(dice), point(dice))
        } else {
            point(dice)
        }
    };
    (0..count).map(item).collect::<Vec<_>>().join(" ")
}

/// Arguments for a command, and whether their syntax is valid. The position may still forbid them.
fn arguments(name: &str, dice: &mut Xoshiro256PlusPlus) -> (String, bool) {
    if dice.random_bool(0.05) {
        let words = [
            "", "b", "-1", "1e9", "nosuch", "\u{7881}", "b z99", "true", "{}", "a1 a1 a1",
        ];
        return (word(dice, &words).to_owned(), false);
    }
    let number = dice.random_range(0..4u32);
    let valid = match name {
        "known_command" => word(dice, &["play", "nosuch"]).to_owned(),
        "boardsize" => word(dice, &["2", "5", "7", "9", "5 7", "26", "5", "3"]).to_owned(),
        "rectangular_boardsize" => word(dice, &["5 5", "7 3", "2 9", "1 1"]).to_owned(),
        "komi" => word(dice, &["6.5", "0", "-3.5", "7"]).to_owned(),
        "play" | "is_legal" => {
            let at = point(dice);
            format!("{} {}", color(dice), word(dice, &[&at, &at, &at, "pass"]))
        }
        "genmove"
        | "reg_genmove"
        | "kgs-genmove_cleanup"
        | "all_legal"
        | "captures"
        | "list_stones"
        | "gogui-setup_player"
        | "wakari-reinforcements"
        | "wakari-gfx-zones" => color(dice).to_owned(),
        "gogui-play_sequence" | "gogui-setup" | "set_position" => points(dice, true),
        "set_free_handicap" | "wakari-gfx-answer" => points(dice, false),
        "gg-undo" | "place_free_handicap" | "fixed_handicap" | "set_random_seed" => {
            number.to_string()
        }
        "final_status" | "wakari-status" | "wakari-explain" | "wakari-gfx-explain" => point(dice),
        "wakari-ending" => {
            let decisions = [
                "",
                "b yes",
                "w no",
                "w resume",
                "b claim C3 seki",
                "w claim",
                "b claim",
                "b no-result",
                "ruling C3",
            ];
            word(dice, &decisions).to_owned()
        }
        "kata-raw-nn" => word(dice, &["0", "7", "all", "3 0.5"]).to_owned(),
        "kata-get-param" => word(dice, &["maxVisits", "nosuch"]).to_owned(),
        "kata-set-param" => {
            word(dice, &["analysisPVLen 3", "judge true", "judge false"]).to_owned()
        }
        "kata-set-params" => {
            word(dice, &["{}", r#"{"analysisPVLen":5}"#, r#"{"nosuch":1}"#]).to_owned()
        }
        "wakari-agreed" => word(dice, &["", "C3", "A1 B2"]).to_owned(),
        "wakari-prisoners" => word(dice, &["0 0", "3 5"]).to_owned(),
        "final_status_list" => word(dice, &["alive", "dead", "seki"]).to_owned(),
        "time_settings" => word(dice, &["0 1 1", "60 0 0", "0 1 0", "10 5 3"]).to_owned(),
        "time_left" => format!("{} {}", color(dice), word(dice, &["10 0", "1 1", "-1 2"])),
        "kgs-time_settings" | "kata-time_settings" => word(
            dice,
            &["none", "absolute 60", "byoyomi 10 2 3", "canadian 0 10 5"],
        )
        .to_owned(),
        "loadsgf" => word(dice, &["rectangle.sgf", "finished.sgf 12", "nosuch"]).to_owned(),
        "kata-set-rules" => word(
            dice,
            &["japanese", "chinese", "tromp-taylor", "proposal-2012", "{}"],
        )
        .to_owned(),
        "kata-set-rule" => word(
            dice,
            &["suicide true", "ko SIMPLE", "scoring AREA", "tax NONE"],
        )
        .to_owned(),
        "kgs-rules" => word(dice, &["japanese", "aga", "new_zealand and more"]).to_owned(),
        "cgos-opponent_name" | "cgos-opponent_rating" | "cgos-gameover" | "gogui-version" => {
            "1.6".to_owned()
        }
        "wakari-param_rules" => word(dice, &["", "komi 6.5", "rules ing", "suicide 0"]).to_owned(),
        "wakari-param_search" => word(
            dice,
            &[
                "",
                "live_gfx counts",
                "friendly_pass 1",
                "playouts 20",
                "seconds 1",
            ],
        )
        .to_owned(),
        "kata-search" | "kata-search_cancellable" => word(dice, &["", "b", "w"]).to_owned(),
        name if name.contains("analyze") && !name.contains("commands") => {
            let at = point(dice);
            let ban = format!("b avoid b {at},pass 3 maxmoves 3");
            word(
                dice,
                &[
                    "",
                    "w 1",
                    "5",
                    "b interval 3 ownership true rootInfo true",
                    &ban,
                ],
            )
            .to_owned()
        }
        // New commands of our own may need arguments that are not listed here.
        name if name.starts_with("wakari-") => return (String::new(), false),
        _ => String::new(),
    };
    (valid, true)
}
