//! Hostile files and resource limits: links, pipes, full disks, little memory, closed streams.
//! Nothing is lost, nothing hangs.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use wakari::in_order::map_in_order;
use wakari::threads::cores;

const PROGRAM: &str = env!("CARGO_BIN_EXE_wakari");
/// Timeout of a run.
const PATIENCE: Duration = Duration::from_secs(60);
const GAME: &str = "(;SZ[5]KM[0.5]RU[Chinese];B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[];W[])";

/// Result of a run.
struct Done {
    status: ExitStatus,
    output: String,
    errors: String,
}

/// Waits for a program whose input is complete.
#[track_caller]
fn done(mut child: Child) -> Done {
    let reading = |mut pipe: Box<dyn Read + Send>| {
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            // A read error keeps the bytes before it.
            _ = pipe.read_to_end(&mut bytes);
            String::from_utf8_lossy(&bytes).into_owned()
        })
    };
    let output = reading(Box::new(child.stdout.take().expect("a pipe")));
    let errors = reading(Box::new(child.stderr.take().expect("a pipe")));
    let begun = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("it is our child") {
            break status;
        }
        if begun.elapsed() > PATIENCE {
            _ = child.kill();
            panic!("it hangs");
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    Done {
        status,
        output: output.join().expect("a reader does not panic"),
        errors: errors.join().expect("a reader does not panic"),
    }
}

/// Runs a command in a folder with an input.
#[track_caller]
fn start(command: &mut Command, folder: &Path, input: &str) -> Done {
    let mut child = command
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    // The program may exit without reading all of it.
    _ = pipe.write_all(input.as_bytes());
    drop(pipe);
    done(child)
}

#[track_caller]
fn wakari(folder: &Path, arguments: &[&str], input: &str) -> Done {
    let judges = ["report", "score", "explain"];
    let quick = ["--score-playouts", "20"];
    let quick = arguments
        .first()
        .is_some_and(|first| judges.contains(first))
        .then_some(quick);
    let mut program = Command::new(PROGRAM);
    start(
        program.args(arguments).args(quick.iter().flatten()),
        folder,
        input,
    )
}

/// Runs the program in a shell with a resource limit.
#[cfg(unix)]
#[track_caller]
fn limited(folder: &Path, limit: &str, arguments: &[&str], input: &str) -> Done {
    let script = format!("{limit}; exec \"$0\" \"$@\"");
    let mut shell = Command::new("sh");
    start(
        shell.args(["-c", &script, PROGRAM]).args(arguments),
        folder,
        input,
    )
}

/// Responses of a session.
#[track_caller]
fn talk(folder: &Path, options: &[&str], input: &str) -> Vec<String> {
    let quick = [
        "--threads",
        "1",
        "--playouts",
        "20",
        "--score-playouts",
        "50",
    ];
    let done = wakari(folder, &[&["gtp"][..], &quick, options].concat(), input);
    assert!(done.status.success(), "{}", done.errors);
    let replies = done.output.split("\n\n").map(str::trim);
    replies
        .filter(|reply| !reply.is_empty())
        .map(str::to_owned)
        .collect()
}

fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("game.sgf"), GAME).expect("it is ours");
    folder
}

fn read(folder: &TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).expect("a text")
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> = entries
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    names
}

#[test]
fn no_command_writes_over_what_it_reads() {
    for arguments in [
        &["report", "game.sgf", "-o", "game.sgf"][..],
        &["report", "game.sgf", "-o", "./game.sgf"],
        &["score", "game.sgf", "--certify", "game.sgf"],
        &["score", ".", "--certify", "game.sgf"],
        &["train", "game.sgf", "--out", "game.sgf"],
    ] {
        let folder = folder();
        let done = wakari(folder.path(), arguments, "");
        assert_eq!(done.status.code(), Some(1), "{arguments:?}");
        assert!(
            done.errors.contains("game.sgf: is read from"),
            "{}",
            done.errors
        );
        assert_eq!(read(&folder, "game.sgf"), GAME);
        assert_eq!(names(folder.path()), ["game.sgf"]);
    }
    // An earlier report may be replaced.
    let folder = folder();
    for _ in 0..2 {
        let done = wakari(
            folder.path(),
            &["report", "game.sgf", "-o", "game.html"],
            "",
        );
        assert!(done.status.success(), "{}", done.errors);
    }
    assert!(read(&folder, "game.html").ends_with("</html>"));
}

#[test]
fn a_session_writes_over_its_own_files_only() {
    let folder = folder();
    fs::write(folder.path().join("diary"), "dear diary").expect("it is ours");
    let input =
        "printsgf diary\nprintsgf new.sgf\nplay b c3\nprintsgf new.sgf\nprintsgf game.sgf\n";
    let replies = talk(folder.path(), &[], input);
    let refused = |reply: &String| {
        reply.starts_with("? cannot write file: ") && reply.ends_with("is there already")
    };
    assert!(refused(&replies[0]) && refused(&replies[4]), "{replies:?}");
    assert_eq!(replies[1..4], ["=", "=", "="]);
    assert!(read(&folder, "new.sgf").contains(";B["));
    assert_eq!(read(&folder, "diary"), "dear diary");
    let replies = talk(folder.path(), &["--overwrite"], "printsgf diary\n");
    assert_eq!(replies, ["="]);
    assert!(read(&folder, "diary").starts_with("(;"));
    // A log is continued; a file that is no log is left alone.
    for sessions in 1..=2 {
        talk(folder.path(), &["--log", "log"], "name\n");
        assert_eq!(read(&folder, "log").matches("> = Wakari").count(), sessions);
    }
    let done = wakari(folder.path(), &["--log", "game.sgf"], "name\n");
    assert_eq!(done.status.code(), Some(1));
    assert!(
        done.errors.contains("game.sgf: is there already"),
        "{}",
        done.errors
    );
    assert_eq!(read(&folder, "game.sgf"), GAME);
}

#[test]
fn a_session_without_files_touches_none() {
    let folder = folder();
    let input = "loadsgf game.sgf\nprintsgf new.sgf\nprintsgf\nlist_stones b\n";
    let replies = talk(folder.path(), &["--no-files", "--overwrite"], input);
    let refused = "? files are closed to this session (--no-files)";
    assert_eq!(replies[..2], [refused, refused]);
    assert!(
        replies[2].starts_with("= (;") && replies[3] == "=",
        "{replies:?}"
    );
    assert_eq!(names(folder.path()), ["game.sgf"]);
    assert_eq!(talk(folder.path(), &[], input)[3], "= C1 C2 C3 C4 C5");
}

#[cfg(unix)]
#[test]
fn links_pipes_and_devices_are_refused_at_once() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    let made = Command::new("mkfifo").arg(path("pipe")).status();
    assert!(made.expect("there is mkfifo").success());
    fs::write(path("far"), "far").expect("it is ours");
    std::os::unix::fs::symlink(path("far"), path("link")).expect("it is ours");
    std::os::unix::fs::symlink(path("nothing"), path("dangling")).expect("it is ours");
    let places = ["pipe", "link", "dangling", "/dev/null", "/dev/full", "."];
    for options in [&[][..], &["--overwrite"]] {
        let input: String = places.map(|place| format!("printsgf {place}\n")).concat();
        for reply in talk(folder.path(), options, &input) {
            assert!(reply.starts_with("? cannot write file: "), "{reply}");
        }
    }
    for place in places {
        let log = wakari(folder.path(), &["--log", place], "name\n");
        let report = wakari(folder.path(), &["report", "game.sgf", "-o", place], "");
        for done in [log, report] {
            assert_eq!(done.status.code(), Some(1), "{place}");
            assert!(done.errors.contains(place), "{place}: {}", done.errors);
        }
    }
    let input =
        "loadsgf pipe\nloadsgf /dev/zero\nloadsgf /dev/stdin\nloadsgf .\nloadsgf game.sgf\n";
    let replies = talk(folder.path(), &[], input);
    assert!(
        replies[..4]
            .iter()
            .all(|reply| reply.starts_with("? cannot load file: ")),
        "{replies:?}"
    );
    assert_eq!(replies[4], "=");
    assert_eq!(read(&folder, "far"), "far");
    assert!(!path("nothing").exists());
}

#[cfg(unix)]
#[test]
fn pictures_do_not_follow_links_out_of_their_folder() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    for inner in ["games/out", "pictures", "far"] {
        fs::create_dir_all(path(inner)).expect("it is ours");
    }
    for name in ["games/out/a.sgf", "games/..sgf", "games/b.sgf"] {
        fs::write(path(name), GAME).expect("it is ours");
    }
    fs::write(path("far/note"), "a note").expect("it is ours");
    std::os::unix::fs::symlink(path("far"), path("pictures/out")).expect("it is ours");
    std::os::unix::fs::symlink(path("far/note"), path("pictures/b.svg")).expect("it is ours");
    let done = wakari(folder.path(), &["score", "--svg", "pictures", "games"], "");
    assert_eq!(done.status.code(), Some(1));
    assert!(
        done.errors.contains("out is no folder") && done.errors.contains("b.svg: is a link"),
        "{}",
        done.errors
    );
    assert_eq!(names(&path("far")), ["note"]);
    assert_eq!(read(&folder, "far/note"), "a note");
    assert_eq!(names(&path("pictures")), ["_.svg", "b.svg", "out"]);
}

/// A failed write leaves the old file. The message names it, and the reason.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_what_was_there() {
    // No file may grow, and the signal SIGXFSZ is ignored.
    const FULL: &str = "trap '' XFSZ; ulimit -f 0";
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    for name in ["page.html", "game.wkc", "pictures/game.svg"] {
        fs::create_dir_all(path("pictures")).expect("it is ours");
        fs::write(path(name), "old").expect("it is ours");
    }
    for (arguments, name) in [
        (&["report", "game.sgf", "-o", "page.html"][..], "page.html"),
        (&["score", "game.sgf", "--certify", "game.wkc"], "game.wkc"),
        (
            &["score", "game.sgf", "--svg", "pictures"],
            "pictures/game.svg",
        ),
    ] {
        let done = limited(folder.path(), FULL, arguments, "");
        assert_eq!(done.status.code(), Some(1), "{name}: {}", done.errors);
        assert!(
            done.errors.contains(&format!("{name}: ")),
            "{}",
            done.errors
        );
        assert_eq!(read(&folder, name), "old");
    }
    let input = "printsgf page.html\nprintsgf new.sgf\nname\n";
    let done = limited(
        folder.path(),
        FULL,
        &["--threads", "1", "--overwrite"],
        input,
    );
    let complaint = |name: &str| format!("? cannot write file: {name}: ");
    assert!(
        done.output.contains(&complaint("page.html")),
        "{}",
        done.output
    );
    assert!(
        done.output.contains(&complaint("new.sgf")) && done.output.ends_with("= Wakari\n\n"),
        "{}",
        done.output
    );
    let input = "name\nlist_stones b\nboardsize 5\n";
    let done = limited(
        folder.path(),
        FULL,
        &["--threads", "1", "--log", "log"],
        input,
    );
    assert!(done.status.success() && done.output.matches('=').count() == 3);
    assert_eq!(done.errors.matches("log: ").count(), 1, "{}", done.errors);
    fs::remove_file(path("log")).expect("it is ours");
    assert_eq!(read(&folder, "page.html"), "old");
    assert_eq!(
        names(folder.path()),
        ["game.sgf", "game.wkc", "page.html", "pictures"]
    );
    assert_eq!(names(&path("pictures")), ["game.svg"]);
}

/// A failed write to standard output is reported.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_at_the_output_is_told() {
    let folder = folder();
    for arguments in [
        &["score", "game.sgf", "--score-playouts", "20"][..],
        &["report", "game.sgf", "--score-playouts", "20"],
        &["explain", "game.sgf", "C1", "--score-playouts", "20"],
        &["man"],
        &["completions", "bash"],
        &["completions", "powershell"],
        &["check"],
    ] {
        let full = fs::File::options()
            .write(true)
            .open("/dev/full")
            .expect("it is there");
        let done = Command::new(PROGRAM)
            .args(arguments)
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .stdout(full)
            .output()
            .expect("it starts");
        let told = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(1), "{arguments:?}: {told}");
        assert!(told.starts_with("wakari: "), "{arguments:?}: {told}");
    }
}

/// File names are escaped before they reach the terminal.
#[cfg(unix)]
#[test]
fn names_of_files_cannot_disturb_a_terminal() {
    let folder = folder();
    let evil = "a\u{1b}[31m\n\u{202e}b.sgf";
    let shown = "a\\u{1b}[31m\\n\\u{202e}b.sgf";
    for text in [GAME, "no game"] {
        fs::write(folder.path().join(evil), text).expect("it is ours");
        for arguments in [
            &["score", evil][..],
            &["score", "--check", evil],
            &["report", evil],
            &["report", "game.sgf", "-o", "no/folder\u{1b}/x"],
            &["explain", evil],
            &["verify", evil],
            &["score", "no\u{1b}\n"],
        ] {
            let done = wakari(folder.path(), arguments, "");
            let told = done.output + &done.errors;
            let is_shown =
                |letter: char| letter == '\n' || !letter.is_control() && letter != '\u{202e}';
            assert!(told.chars().all(is_shown), "{arguments:?}: {told:?}");
            if text == "no game" && arguments.contains(&evil) {
                assert!(told.contains(shown), "{arguments:?}: {told}");
            }
        }
    }
}

/// Limits of numeric options: values that would never finish, or start too many threads, are
/// refused.
#[test]
fn numbers_without_measure_are_refused() {
    let folder = folder();
    for (arguments, bound) in [
        (
            &["score", "game.sgf", "--score-playouts", "4294967295"][..],
            "1000000",
        ),
        (
            &["report", "game.sgf", "--analyze", "18446744073709551615"],
            "1000000000",
        ),
        (&["gtp", "--playouts", "18446744073709551615"], "1000000000"),
        (&["gtp", "--score-playouts", "0"], "1000000"),
        (&["gtp", "--threads", "257"], "256"),
        (&["gtp", "--threads", "99999999999999999999"], "256"),
        (&["score", "game.sgf", "--jobs", "4294967295"], "256"),
        (&["self-play", "--out", "x", "--jobs", "257"], "256"),
    ] {
        let mut program = Command::new(PROGRAM);
        let done = start(program.args(arguments), folder.path(), "");
        assert_eq!(done.status.code(), Some(2), "{arguments:?}");
        assert!(
            done.errors.contains(bound),
            "{arguments:?}: {}",
            done.errors
        );
    }
    assert_eq!(
        talk(
            folder.path(),
            &[],
            "komi -0\nget_komi\nkomi -0.5\nget_komi\n"
        ),
        ["=", "= 0", "=", "= -0.5"]
    );
}

/// With little memory, fewer threads search. This is reported once, and commands are answered.
#[cfg(target_os = "linux")]
#[test]
fn fewer_threads_do_the_work_of_many() {
    let folder = folder();
    let small = "ulimit -v 409600";
    let options = ["--threads", "250", "--playouts", "500", "--size", "9"];
    let input = "genmove b\ngenmove w\nfinal_score\nname\n";
    let done = limited(folder.path(), small, &options, input);
    assert!(done.status.success(), "{}", done.errors);
    assert_eq!(done.output.matches("= ").count(), 4, "{}", done.output);
    assert_eq!(
        done.errors.matches("of 250 threads").count(),
        1,
        "{}",
        done.errors
    );
    let done = limited(
        folder.path(),
        small,
        &["score", "--jobs", "250", "game.sgf"],
        "",
    );
    assert!(done.status.success(), "{}", done.errors);
    assert!(
        done.output.contains("B+4.5") && done.errors.contains("of 250 threads"),
        "{}",
        done.errors
    );
}

/// With little memory, the program does less and reports it, or fails with the reason. It never
/// aborts.
#[cfg(target_os = "linux")]
#[test]
fn with_little_memory_less_is_done() {
    let folder = folder();
    let passes = format!("(;SZ[19]{})", ";B[];W[]".repeat(400_000));
    fs::write(folder.path().join("passes.sgf"), passes).expect("it is ours");
    let session = "loadsgf passes.sgf\nboardsize 9\ngenmove b\nfinal_score\nname\n";
    let query =
        r#"{"id":"a","moves":[["B","C3"]],"rules":"japanese","boardXSize":5,"boardYSize":5}"#;
    // In KiB. A debug build is larger itself.
    let more = if cfg!(debug_assertions) { 200_000 } else { 0 };
    // At the last limit, allocators may reserve all that is left.
    let limits = vec![
        (24_000, false),
        (60_000, true),
        (120_000, true),
        (150_000, true),
    ];
    let try_with = |(limit, is_enough)| {
        for (arguments, input, last) in [
            (
                &["gtp", "--memory", "64", "--playouts", "20000"][..],
                session,
                "= Wakari",
            ),
            (
                &["gtp", "--playouts", "200", "--effort", "60"],
                session,
                "= Wakari",
            ),
            (&["score", "game.sgf"], "", "B+4.5"),
            (&["explain", "game.sgf", "C3"], "", "5 stones: alive"),
            (&["report", "game.sgf"], "", "B+4.5"),
            (&["analysis", "--playouts", "2000"], query, "rootInfo"),
        ] {
            let ulimit = format!("ulimit -v {}", limit + more);
            let done = limited(folder.path(), &ulimit, arguments, input);
            let told = || format!("{limit}, {arguments:?}: {}{}", done.output, done.errors);
            assert!(done.errors.contains(" MiB of memory"), "{}", told());
            if is_enough {
                assert!(done.status.success(), "{}", told());
                assert!(done.output.contains(last), "{}", told());
            } else if !done.status.success() {
                assert_eq!(done.status.code(), Some(1), "{}", told());
            }
        }
    };
    map_in_order(limits, cores(), try_with, |_| {});
    let ulimit = format!("ulimit -v {}", 60_000 + more);
    for (arguments, input) in [
        (&["gtp"][..], "loadsgf passes.sgf\n"),
        (&["score", "passes.sgf"], ""),
    ] {
        let done = limited(folder.path(), &ulimit, arguments, input);
        let told = done.output + &done.errors;
        assert!(
            told.contains("is too long for the memory that the system gives"),
            "{told}"
        );
    }
}

/// A timed search stops when the input ends; a search with a fixed number of playouts is completed.
#[test]
fn a_search_by_time_ends_with_its_input() {
    let folder = folder();
    for last in ["", "quit\n"] {
        for command in [
            "genmove b",
            "reg_genmove b",
            "kgs-genmove_cleanup b",
            "kata-search b",
            "kata-search_cancellable b",
            "kata-genmove_analyze b 10",
            "lz-genmove_analyze b 10",
            "kata-search_analyze b 10",
            "lz-analyze b 10",
        ] {
            let begun = Instant::now();
            let options = ["--time-per-move", "300", "--threads", "1"];
            let done = wakari(folder.path(), &options, &format!("{command}\n{last}"));
            assert!(
                done.status.success() && done.output.starts_with('='),
                "{command}"
            );
            assert!(
                begun.elapsed() < Duration::from_secs(20),
                "{command}: {:?}",
                begun.elapsed()
            );
        }
    }
    // With closed output, every search stops.
    for options in [["--time-per-move", "300"], ["--playouts", "1000000000"]] {
        let mut child = Command::new(PROGRAM)
            .args(options)
            .args(["--threads", "1"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut input = child.stdin.take().expect("a pipe");
        input.write_all(b"genmove b\n").expect("it reads");
        drop(child.stdout.take());
        let begun = Instant::now();
        while child.try_wait().expect("it is our child").is_none() {
            assert!(begun.elapsed() < Duration::from_secs(20), "it goes on");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}
