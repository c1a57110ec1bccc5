//! The conversations of real clients: the code that Sabaki runs, and what gogui-twogtp, CGOS and KGS say, line by
//! line.

mod engine;

use engine::{Engine, PROGRAM};
use regex::Regex;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// How long the engine may take for a line of its answer.
const PATIENCE: Duration = Duration::from_secs(60);

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("gtp-tests")
        .join(name)
}

/// Tells that something could not be tried.
fn skip(what: &str) {
    // If nobody reads it, nothing is lost.
    _ = writeln!(std::io::stderr(), "SKIPPED: {what}");
}

#[test]
fn sabaki_is_at_home() {
    let folder = folder("sabaki");
    if !folder.join("node_modules/@sabaki/gtp").is_dir() {
        skip("@sabaki/gtp is not installed; run npm ci in gtp-tests/sabaki");
        return;
    }
    let client = Command::new("node")
        .arg("client.js")
        .args([PROGRAM, "--size", "9"])
        .current_dir(&folder)
        .output();
    let Ok(client) = client else {
        skip("there is no node to run @sabaki/gtp");
        return;
    };
    assert!(
        client.status.success(),
        "{}{}",
        String::from_utf8_lossy(&client.stdout),
        String::from_utf8_lossy(&client.stderr)
    );
}

/// Holds a conversation as a file has it: `#!` gives the engine's options, `#` is a remark, `> ` begins what the
/// client says, and every other line must come back to the byte. `~` begins a pattern for a line, and `...`
/// stands for all lines up to a blank one.
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
