//! The conversations of real clients: the code that Sabaki runs, and what gogui-twogtp, CGOS and KGS say, line by
//! line.

use regex::Regex;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

const ENGINE: &str = env!("CARGO_BIN_EXE_wakari");
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
        .args([ENGINE, "--size", "9"])
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

/// The engine in a process of its own, and the lines it says.
struct Conversation {
    child: std::process::Child,
    lines: Receiver<String>,
}

impl Conversation {
    fn begin(options: &[&str]) -> Conversation {
        let mut child = Command::new(ENGINE)
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the engine starts");
        let output = BufReader::new(child.stdout.take().expect("the output is a pipe"));
        let (speak, lines) = channel();
        std::thread::spawn(move || {
            // Without splitting at carriage returns: there are to be none.
            for line in output.split(b'\n').map_while(Result::ok) {
                let line = String::from_utf8_lossy(&line).into_owned();
                if speak.send(line).is_err() {
                    return;
                }
            }
        });
        Conversation { child, lines }
    }

    fn hear(&self) -> String {
        self.lines
            .recv_timeout(PATIENCE)
            .expect("the engine answers in time")
    }
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
    let mut conversation = Conversation::begin(&options);
    let mut input = conversation
        .child
        .stdin
        .take()
        .expect("the input is a pipe");
    for (index, line) in text.lines().enumerate() {
        let place = format!("{name}, line {}", index + 1);
        if let Some(said) = line.strip_prefix("> ") {
            writeln!(input, "{said}")
                .and_then(|()| input.flush())
                .expect("the engine reads");
        } else if line == "..." {
            while !conversation.hear().is_empty() {}
        } else if let Some(pattern) = line.strip_prefix('~') {
            let pattern = Regex::new(&format!("^(?:{pattern})$")).expect("the pattern is one");
            let found = conversation.hear();
            assert!(
                pattern.is_match(&found),
                "{place}: wanted {pattern}, got {found}"
            );
        } else if !line.starts_with('#') {
            assert_eq!(conversation.hear(), line, "{place}");
        }
    }
    drop(input);
    let status = conversation.child.wait().expect("the engine ends");
    assert!(status.success(), "{name}: {status}");
    let rest: Vec<String> = conversation.lines.iter().collect();
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
