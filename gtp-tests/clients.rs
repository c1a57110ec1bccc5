//! Sessions of real clients: the client code of Sabaki, KaTrain, KataGoAnal and gomill, transcripts
//! of gogui-twogtp, qGo, q5Go, CGOS, KGS and OGS, and the analysis output that graphical clients
//! and spectators see.

mod engine;

use engine::{Engine, PROGRAM};
use regex::Regex;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// Timeout for a line of a response.
const PATIENCE: Duration = Duration::from_secs(60);

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("gtp-tests")
        .join(name)
}

/// Reports a skipped test.
fn skip(what: &str) {
    // Standard error may be closed.
    _ = writeln!(std::io::stderr(), "SKIPPED: {what}");
}

#[test]
fn sabaki_is_at_home() {
    let folder = folder("sabaki");
    if !folder.join("node_modules/@sabaki/gtp").is_dir() {
        skip("@sabaki/gtp is not installed; run npm ci in gtp-tests/sabaki");
        return;
    }
    runs("node", &["client.js", PROGRAM, "--size", "9"], &folder);
}

#[test]
fn katrain_is_at_home() {
    runs_from_python("katrain");
}

#[test]
fn katagoanal_is_at_home() {
    runs_from_python("KataGoAnal");
}

#[test]
fn gomill_is_at_home() {
    runs_from_python("gomill");
}

/// Runs the script of a Python client; skipped if the client is not installed.
#[track_caller]
fn runs_from_python(name: &str) {
    let folder = folder(name);
    if folder.join("packages").join(name).is_dir() {
        runs("python3", &["-B", "client.py", PROGRAM], &folder);
    } else {
        skip(&format!("{name} is not installed; .ci/run does it"));
    }
}

/// Runs the script of a client in its folder. It must succeed; skipped without the interpreter.
#[track_caller]
fn runs(interpreter: &str, arguments: &[&str], folder: &Path) {
    let mut client = Command::new(interpreter);
    let Ok(client) = client.args(arguments).current_dir(folder).output() else {
        skip(&format!("there is no {interpreter}"));
        return;
    };
    assert!(
        client.status.success(),
        "{}{}",
        String::from_utf8_lossy(&client.stdout),
        String::from_utf8_lossy(&client.stderr)
    );
}

/// Replays a transcript. `#!` gives options of the engine, `#` is a comment, and `> ` starts a line
/// of the client. Every other line must be received exactly; `~` starts a regular expression for a
/// line, and `...` stands for all lines up to a blank one.
#[track_caller]
fn hold(name: &str) {
    let path = folder("conversations").join(name);
    let text = std::fs::read_to_string(&path).expect("a conversation is readable text");
    let options: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("#!"))
        .flat_map(str::split_whitespace)
        .collect();
    let mut engine = Engine::start(&options, &folder(""));
    let hear = |engine: &mut Engine| engine.line(PATIENCE).expect("the engine answers in time");
    for (index, line) in text.lines().enumerate() {
        let place = format!("{name}, line {}", index + 1);
        if let Some(said) = line.strip_prefix("> ") {
            assert!(engine.say(&format!("{said}\n")), "{place}: nobody reads");
        } else if line == "..." {
            while !hear(&mut engine).is_empty() {}
        } else if let Some(pattern) = line.strip_prefix('~') {
            let pattern = Regex::new(&format!("^(?:{pattern})$")).expect("the pattern is one");
            let found = hear(&mut engine);
            assert!(
                pattern.is_match(&found),
                "{place}: wanted {pattern}, got {found}"
            );
        } else if !line.starts_with('#') {
            assert_eq!(hear(&mut engine), line, "{place}");
        }
    }
    let (rest, ended) = engine.close(PATIENCE);
    assert!(
        ended.is_some_and(|status| status.success()),
        "{name}: {ended:?}"
    );
    assert!(rest.is_empty(), "{name}: {rest:?} besides");
}

#[test]
fn twogtp_has_a_referee() {
    hold("twogtp-referee.txt");
}

#[test]
fn twogtp_has_a_player() {
    hold("twogtp-player.txt");
}

#[test]
fn a_game_of_2009_is_ended_by_hand() {
    hold("improved-2009.txt");
}

#[test]
fn cgos_has_a_player() {
    hold("cgos.txt");
}

#[test]
fn kgs_has_a_player() {
    hold("kgs.txt");
}

#[test]
fn ogs_has_a_player() {
    hold("ogs.txt");
}

#[test]
fn qgo_has_a_player() {
    hold("qgo.txt");
}

#[test]
fn q5go_has_a_player() {
    hold("q5go.txt");
}

/// q5Go extracts what it draws by these patterns. It draws no graph of leads without `scoreMean`
/// and `scoreStdev`, and each value must be followed by another word.
#[test]
fn q5go_is_shown_moves_and_leads() {
    const PATTERNS: [&str; 6] = [
        r"^(\S+)\s+",
        r"\s+visits\s+(\d+)\s+",
        r"\s+winrate\s+(0\.\d+)\s+",
        r"\s+scoreMean\s+(-?\d+\.\d+)\s+",
        r"\s+scoreStdev\s+(\d+\.\d+)\s+",
        r"\s+pv\s+((?:[A-T]\d+|pass)(?: [A-T]\d+| pass)*)$",
    ];
    let patterns = PATTERNS.map(|pattern| Regex::new(pattern).expect("the pattern is one"));
    let options = ["gtp", "--threads", "1", "--seed", "1", "--playouts", "600"];
    let mut engine = Engine::start(options, &folder(""));
    let lines = reports(&mut engine, "kata-genmove_analyze black 100");
    for line in lines {
        assert!(line.starts_with("info move "), "{line}");
        let moves: Vec<&str> = line.split("info move ").skip(1).collect();
        for told in moves {
            // q5Go splits at "info move ", which leaves a blank after all parts but the last.
            let told = told.trim_end();
            for pattern in &patterns {
                assert!(pattern.is_match(told), "{pattern}: {told}");
            }
        }
    }
}

/// Winning probability (0 to 1) and lead (points) of a move.
type Told = (f64, f64);

/// Parses the moves of a report, in the format of the command.
fn moves_told(command: &str, line: &str) -> Vec<Told> {
    if command.starts_with("cgos") {
        let report: serde_json::Value = serde_json::from_str(line).expect("an object");
        let moves = report["moves"].as_array().expect("moves").iter();
        let number = |one: &serde_json::Value, key| one[key].as_f64().expect("a number");
        return moves
            .map(|one| (number(one, "winrate"), number(one, "score")))
            .collect();
    }
    let words = |part: &str| part.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let moves = line.split("info ").skip(1).map(words);
    let value = |words: &[String], key: &str| -> Option<f64> {
        let at = words.iter().position(|word| word == key)?;
        words[at + 1].parse().ok()
    };
    let told = |words: Vec<String>| {
        let winrate = value(&words, "winrate").expect("a winning probability");
        match value(&words, "scoreLead") {
            Some(lead) => (winrate, lead),
            None => (winrate / 10_000.0, 0.0),
        }
    };
    moves.map(told).collect()
}

/// Checks a report for graphical clients, which draw the best value of all moves, and the lead next
/// to the winning probability. Returns the values of the first move.
#[track_caller]
fn check_told(place: &str, line: &str, told: &[Told]) -> Told {
    let &(winrate, lead) = told.first().expect("at least one move");
    for &(other, other_lead) in told {
        assert!(
            other < winrate + 0.1 && other_lead < lead + 8.0,
            "{place}: {line}"
        );
        let is_plain = (other - 0.5).abs() > 0.03 && other_lead.abs() > 3.0;
        let agree = (other > 0.5) == (other_lead > 0.0);
        assert!(!is_plain || other_lead == 0.0 || agree, "{place}: {line}");
        // A much higher winning probability must not have a far lower lead, and vice versa.
        let worse = other - winrate < -0.05 && other_lead - lead > 5.0;
        let better = other - winrate > 0.05 && other_lead - lead < -5.0;
        assert!(!worse && !better, "{place}: {line}");
    }
    (winrate, lead)
}

/// Even openings by board size, Black first.
const OPENINGS: [(u8, &[&str]); 18] = [
    (9, &[]),
    (9, &["E5"]),
    (9, &["E5", "C3"]),
    (9, &["C7", "G3"]),
    (9, &["E5", "C5", "G5", "G3"]),
    (9, &["D4", "F6", "D6"]),
    (13, &[]),
    (13, &["D4"]),
    (13, &["D4", "K10"]),
    (13, &["D4", "K10", "K4"]),
    (13, &["G7", "D4"]),
    (13, &["C4", "K10", "D10"]),
    (19, &[]),
    (19, &["Q16"]),
    (19, &["Q16", "D4"]),
    (19, &["Q16", "D4", "Q4", "D16"]),
    (19, &["Q16", "D4", "Q3", "D17", "F3"]),
    (19, &["D4", "Q16", "C16"]),
];

/// Alternating colors, Black first.
fn color_of(number: usize) -> &'static str {
    ["black", "white"][number % 2]
}

/// The report lines of an analysis command.
fn reports(engine: &mut Engine, command: &str) -> Vec<String> {
    assert!(engine.say(&format!("{command}\n")));
    let mut lines = engine.answer(PATIENCE).expect("an answer");
    lines.retain(|line| line.starts_with("info ") || line.starts_with('{'));
    assert!(!lines.is_empty(), "{command}");
    lines
}

/// Sabaki draws the best value of all moves, so that one lucky playout would be its graph. Every
/// line is checked, from the first centisecond on.
#[test]
fn no_move_looks_far_better_than_the_best() {
    let options = ["gtp", "--threads", "1", "--seed", "7", "--playouts", "400"];
    let mut engine = Engine::start(options, &folder(""));
    let mut lines_seen = 0;
    for (index, (size, moves)) in OPENINGS.into_iter().enumerate() {
        let commands = [
            "kata-search_analyze",
            "lz-genmove_analyze",
            "cgos-genmove_analyze",
        ];
        let command = match index % 3 {
            1 => commands[1 + index / 3 % 2],
            _ => commands[0],
        };
        assert!(engine.say(&format!("boardsize {size}\n")));
        engine.answer(PATIENCE).expect("an answer");
        for (number, at) in moves.iter().enumerate() {
            assert!(engine.say(&format!("play {} {at}\n", color_of(number))));
            engine.answer(PATIENCE).expect("an answer");
        }
        let asked = format!("{command} {} 1", color_of(moves.len()));
        let place = format!("{asked} on {size} after {moves:?}");
        for line in reports(&mut engine, &asked) {
            check_told(&place, &line, &moves_told(command, &line));
            lines_seen += 1;
        }
    }
    assert!(lines_seen > 100, "{lines_seen}");
}

/// In self-play, the graph of an opening has no jumps.
#[test]
fn graphs_of_an_opening_have_no_jumps() {
    for (size, count) in [(9, 8), (13, 10), (19, 12)] {
        let options = ["gtp", "--threads", "1", "--seed", "3", "--playouts", "500"];
        let mut engine = Engine::start(options, &folder(""));
        assert!(engine.say(&format!("boardsize {size}\n")));
        engine.answer(PATIENCE).expect("an answer");
        let mut graph: Vec<Told> = Vec::new();
        for number in 0..count {
            let asked = format!("kata-genmove_analyze {} 50", color_of(number));
            let line = reports(&mut engine, &asked).pop().expect("a line");
            let (winrate, lead) = check_told(&asked, &line, &moves_told(&asked, &line));
            graph.push(match number % 2 {
                0 => (winrate, lead),
                _ => (1.0 - winrate, -lead),
            });
        }
        for two in graph.windows(2) {
            let [(one, one_lead), (other, other_lead)] = [two[0], two[1]];
            let jumps = (other - one).abs() > 0.12 || (other_lead - one_lead).abs() > 8.0;
            assert!(!jumps, "{size}: {graph:?}");
        }
    }
}

/// Runs the engine on an input; returns standard output and standard error.
fn talk(options: &[&str], said: &str) -> (String, String) {
    let mut child = Command::new(PROGRAM)
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the engine starts");
    let mut input = child.stdin.take().expect("the input is a pipe");
    input.write_all(said.as_bytes()).expect("the engine reads");
    drop(input);
    let ended = child.wait_with_output().expect("the engine ends");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&ended.stdout), text(&ended.stderr))
}

/// CGOS plays all games with one process. Without new seeds, they would be equal.
#[test]
fn games_repeat_only_with_a_seed() {
    let game = "clear_board\n".to_owned() + &"genmove b\ngenmove w\n".repeat(4);
    let all = format!("boardsize 9\n{}", game.repeat(3));
    let games = |options: &[&str]| {
        let (output, _) = talk(options, &all);
        let answers: Vec<&str> = output.split("\n\n").map(str::trim_end).collect();
        // After the response to `boardsize`, each game has nine responses.
        let games: Vec<Vec<String>> = answers[1..28]
            .chunks(9)
            .map(|game| game.iter().map(|&answer| answer.to_owned()).collect())
            .collect();
        games
    };
    let fixed = ["--threads", "1", "--playouts", "60"];
    let free = games(&fixed);
    assert!(free[0] != free[1] || free[1] != free[2], "{free:?}");
    let other = games(&fixed);
    assert_ne!(free, other, "each session has games of its own");
    let seeded = games(&[&fixed[..], &["--seed", "5"]].concat());
    assert!(seeded.iter().all(|game| *game == seeded[0]), "{seeded:?}");
}

/// GoGui drops the text of a response before its first blank.
#[test]
fn gogui_reads_every_line_of_an_answer() {
    let setting = "boardsize 9\nplay b e5\nplay w c3\nplay b g6\n";
    let (output, _) = talk(
        &["--threads", "1", "--seed", "1", "--playouts", "30"],
        &format!(
            "{setting}1 wakari-ownership\nwakari-ownership\n2 showboard\n3 list_commands\n4 gogui-analyze_commands\n\
             5 wakari-param_rules\n6 wakari-score\n7 wakari-rules\n8 help\n9 final_status_list alive\n"
        ),
    );
    let answers: Vec<&str> = output
        .split("\n\n")
        .skip(4)
        .filter(|answer| !answer.is_empty())
        .collect();
    assert_eq!(answers.len(), 10, "{output}");
    for (index, answer) in answers.iter().enumerate() {
        let first = answer.lines().next().expect("a line");
        let (mark, _) = first
            .split_once(' ')
            .unwrap_or_else(|| panic!("{first:?} has no blank"));
        assert!(
            mark.starts_with('=') && answer.lines().count() > 1,
            "{index}: {answer}"
        );
    }
    for answer in &answers[..2] {
        let (_, read) = answer.split_once(' ').expect("a blank");
        let rows: Vec<Vec<f64>> = read
            .trim_start()
            .lines()
            .map(|row| {
                row.split(' ')
                    .map(|word| word.parse().expect("a number"))
                    .collect()
            })
            .collect();
        assert!(
            rows.len() == 9 && rows.iter().all(|row| row.len() == 9),
            "{answer}"
        );
    }
}

/// gtp2ogs detects the engine from a line of standard error, and parses an analysis in the format
/// of that engine (its `PvOutputParser.ts`).
#[test]
fn those_who_watch_on_ogs_are_told() {
    let engine = Regex::new("KataGo").expect("a pattern");
    let line = Regex::new(
        r"CHAT:Visits (\d*) Winrate (\d+\.\d\d)% ScoreLead (-?\d+\.\d) ScoreStdev (-?\d+\.\d) (\(PDA (-?\d+.\d\d)\) )?PV (.*)",
    )
    .expect("a pattern");
    let vertex = Regex::new(r"^([A-HJ][1-9]|pass)$").expect("a pattern");
    let said = "boardsize 9\ngenmove black\nplay white d4\nkgs-time_settings byoyomi 60 10 3\ngenmove black\n";
    let options = [
        "--ogs",
        "--threads",
        "1",
        "--seed",
        "2",
        "--playouts",
        "200",
    ];
    let (output, errors) = talk(&options, said);
    assert!(engine.is_match(&errors), "{errors}");
    let told: Vec<_> = errors
        .lines()
        .filter_map(|text| line.captures(text))
        .collect();
    assert_eq!(told.len(), 2, "{errors}");
    for (told, answered) in told.iter().zip([1, 4]) {
        let played = output.split("\n\n").nth(answered).expect("an answer");
        let variation: Vec<&str> = told[7].split(' ').collect();
        assert_eq!(format!("= {}", variation[0]), played, "{errors}");
        assert!(
            variation.iter().all(|word| vertex.is_match(word)),
            "{errors}"
        );
        let winrate: f64 = told[2].parse().expect("a number");
        assert!(told[1].parse::<u64>().is_ok_and(|visits| visits > 0) && winrate <= 100.0);
    }
    let (_, silent) = talk(&options[1..], said);
    assert_eq!(silent.lines().count(), 1, "{silent}");
}
