//! Malformed and hostile input, each session in its own process: every command gets one valid
//! response with its id, refused commands change nothing, and the program exits with success.

mod engine;

use engine::PROGRAM;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;
use tempfile::TempDir;

/// Timeout of a run.
const PATIENCE: Duration = Duration::from_secs(120);
/// Ends each session, to detect missing or surplus responses.
const MARKER: &str = "424242 protocol_version";

/// An expected response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Want<'a> {
    /// A success, with this text if it is given.
    Success(Option<&'a str>),
    /// A failure.
    Failure,
    /// One response of either kind.
    Either,
    /// No response.
    Nothing,
}

/// A line with its expected response.
type Step<'a> = (Want<'a>, Vec<u8>);

/// Parses steps separated by `|`. Each starts with the expected response (`=`, `?`, `1` for either,
/// `0` for none) and a blank. The text of a success follows ` => `.
fn steps(text: &str) -> Vec<Step<'_>> {
    let step = |part: &'_ str| -> (char, usize) {
        let want = part.chars().next().expect("a step says what it wants");
        (want, want.len_utf8() + 1)
    };
    text.split('|')
        .map(|part| {
            let (want, from) = step(part);
            let rest = part.get(from..).unwrap_or_default();
            let (line, told) = match rest.split_once(" => ") {
                Some((line, told)) => (line, Some(told)),
                None => (rest, None),
            };
            let want = match want {
                '=' => Want::Success(told),
                '?' => Want::Failure,
                '1' => Want::Either,
                '0' => Want::Nothing,
                other => panic!("{other} in {text}"),
            };
            (want, line.as_bytes().to_vec())
        })
        .collect()
}

/// Runs the program on an input; returns its output.
fn run(folder: &Path, input: Vec<u8>) -> Result<Vec<u8>, String> {
    let options = "--threads 1 --seed 1 --playouts 8 --score-playouts 12 --memory 16 --effort 0.05";
    let mut child = Command::new(PROGRAM)
        .args(options.split(' '))
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| error.to_string())?;
    let mut pipe = child.stdin.take().expect("a pipe");
    let mut output = child.stdout.take().expect("a pipe");
    std::thread::spawn(move || {
        // The program may exit without reading all of it.
        _ = pipe.write_all(&input);
    });
    let (tell, told) = mpsc::channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        _ = output.read_to_end(&mut bytes);
        _ = tell.send(bytes);
    });
    let Ok(bytes) = told.recv_timeout(PATIENCE) else {
        _ = child.kill();
        _ = child.wait();
        return Err("it hangs".to_owned());
    };
    let status = child.wait().map_err(|error| error.to_string())?;
    if status.success() {
        Ok(bytes)
    } else {
        Err(format!("{status}"))
    }
}

/// Parses the responses: whether each is a success, and the text after the status character.
fn answers(output: &[u8]) -> Result<Vec<(bool, String)>, String> {
    let text = std::str::from_utf8(output).map_err(|_| "no UTF-8".to_owned())?;
    if let Some(bad) = text.chars().find(|&c| c.is_control() && c != '\n') {
        return Err(format!("{bad:?} in an answer"));
    }
    let whole = text
        .strip_suffix("\n\n")
        .ok_or("no blank line at the end")?;
    let answer = |part: &str| match part.split_at_checked(1) {
        Some(("=", rest)) => Ok((true, rest.to_owned())),
        Some(("?", rest)) => Ok((false, rest.to_owned())),
        _ => Err(format!("no answer: {part:?}")),
    };
    whole.split("\n\n").map(answer).collect()
}

/// Runs a session; returns the first fault as an error.
fn converse(folder: &Path, steps: &[Step]) -> Result<(), String> {
    let mut input = Vec::new();
    for (_, line) in steps {
        input.extend(line);
        input.push(b'\n');
    }
    input.extend(format!("{MARKER}\nquit\n").bytes());
    let output = run(folder, input)?;
    let answers = answers(&output)?;
    let wanted = steps.iter().filter(|(want, _)| *want != Want::Nothing);
    let last = [
        (Want::Success(Some("2")), MARKER.as_bytes().to_vec()),
        (Want::Success(None), b"quit".to_vec()),
    ];
    let wanted: Vec<&Step> = wanted.chain(&last).collect();
    if answers.len() != wanted.len() {
        return Err(format!("{} answers, not {}", answers.len(), wanted.len()));
    }
    for ((want, line), (is_success, rest)) in wanted.into_iter().zip(&answers) {
        let line = String::from_utf8_lossy(line);
        let line = line.trim_start().replace('\t', " ");
        let line = line.chars().take(60).collect::<String>();
        let id: String = line.chars().take_while(char::is_ascii_digit).collect();
        let has_id = line
            .get(id.len()..)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
        let told = match id.parse::<u32>() {
            Ok(number) if has_id => rest.strip_prefix(&number.to_string()),
            _ => Some(&**rest),
        };
        let Some(told) = told.filter(|told| told.is_empty() || told.starts_with([' ', '\n']))
        else {
            return Err(format!("{line:?}: the id in {rest:?}"));
        };
        let is_wanted = match want {
            Want::Success(Some(text)) => *is_success && told.trim() == *text,
            Want::Success(None) => *is_success,
            Want::Failure => !is_success && told.len() > 1,
            Want::Either | Want::Nothing => true,
        };
        if !is_wanted || told.contains("internal error") {
            return Err(format!("{line:?}: {want:?}, but {is_success} {told:?}"));
        }
    }
    Ok(())
}

/// Runs all sessions, two at a time, and lists those that went wrong.
#[track_caller]
fn all(name: &str, conversations: &[Vec<Step>]) {
    let folder = folder();
    let next = std::sync::atomic::AtomicUsize::new(0);
    let complaints = std::sync::Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    let Some(steps) = conversations.get(number) else {
                        return;
                    };
                    if let Err(complaint) = converse(folder.path(), steps) {
                        let lines = steps.iter().map(|(_, line)| {
                            String::from_utf8_lossy(&line[..line.len().min(60)]).into_owned()
                        });
                        let lines: Vec<String> = lines.take(12).collect();
                        let told = format!("{complaint}\n    {}", lines.join(" | "));
                        complaints.lock().expect("nobody panics").push(told);
                    }
                }
            });
        }
    });
    let complaints = complaints.into_inner().expect("nobody panics");
    _ = writeln!(
        std::io::stderr(),
        "{name}: {} conversations, {} went wrong",
        conversations.len(),
        complaints.len()
    );
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// Files to load: some are games, most are not.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &[u8]| {
        std::fs::write(folder.path().join(name), text).expect("it is ours");
    };
    let long = |part: &str, count: usize| part.repeat(count).into_bytes();
    write("good.sgf", b"(;GM[1]SZ[9];B[dd];W[ee];B[df])");
    write("a game, with 3 blanks.sgf", b"(;SZ[9];B[dd])");
    write("\u{56f2}\u{7881}.sgf", b"(;SZ[9];B[dd])");
    write("-", b"(;SZ[9];B[dd])");
    write("12", b"(;SZ[9];B[dd])");
    write("other-game.sgf", b"(;GM[2]SZ[8];B[dd])");
    write(
        "variations.sgf",
        &[b"(;SZ[9]".to_vec(), long("(;B[aa])", 50_000), b")".to_vec()].concat(),
    );
    write(
        "comment.sgf",
        &[b"(;C[".to_vec(), long("\\]", 300_000), b"])".to_vec()].concat(),
    );
    write(
        "values.sgf",
        &[b"(;SZ[19]AB".to_vec(), long("[aa]", 200_000), b")".to_vec()].concat(),
    );
    write(
        "rectangle-values.sgf",
        &[
            b"(;SZ[19]AB".to_vec(),
            long("[aa:ss]", 50_000),
            b")".to_vec(),
        ]
        .concat(),
    );
    write(
        "properties.sgf",
        &[b"(;".to_vec(), long("XX[1]", 100_000), b")".to_vec()].concat(),
    );
    write("backslash.sgf", b"(;C[\\");
    write("closing.sgf", &long(")", 100_000));
    write("values-only.sgf", &long("[aa]", 100_000));
    write(
        "semicolons.sgf",
        &[b"(".to_vec(), long(";", 200_000), b")".to_vec()].concat(),
    );
    write(
        "passes.sgf",
        &[b"(;SZ[19]".to_vec(), long(";B[]", 50_000), b")".to_vec()].concat(),
    );
    write(
        "set-ups.sgf",
        &[
            b"(;SZ[9]".to_vec(),
            long(";AB[aa]AE[aa]", 20_000),
            b")".to_vec(),
        ]
        .concat(),
    );
    write("utf-16.sgf", b"\xff\xfe(\0;\0S\0Z\0[\09\0]\0)\0");
    write("charset.sgf", b"(;CA[nosuch]SZ[9]C[\xff\xfe];B[dd])");
    write(
        "shift-jis.sgf",
        b"(;CA[Shift_JIS]SZ[9]PB[\x88\xcd\x8c\xe9];B[dd])",
    );
    write("size-25x2.sgf", b"(;SZ[25:2];B[ya];W[bb])");
    write("size-26.sgf", b"(;SZ[26];B[aa])");
    write("size-52.sgf", b"(;SZ[52];B[aa])");
    write("size-1.sgf", b"(;SZ[1];B[aa])");
    write("size-twice.sgf", b"(;SZ[9]SZ[13];B[ll])");
    write("size-late.sgf", b"(;GM[1];SZ[9]B[dd])");
    write("size-colon.sgf", b"(;SZ[:];B[dd])");
    write("komi-huge.sgf", b"(;SZ[9]KM[1e308];B[dd])");
    write("komi-nan.sgf", b"(;SZ[9]KM[nan];B[dd])");
    write("handicap-huge.sgf", b"(;SZ[9]HA[4294967296];W[dd])");
    write("handicap-negative.sgf", b"(;SZ[9]HA[-3];W[dd])");
    write("no-liberties.sgf", b"(;SZ[2]AB[aa:bb])");
    write("all-full.sgf", b"(;SZ[2]AB[aa][bb]AW[ab][ba];B[aa])");
    write("both.sgf", b"(;SZ[9]AB[aa]AW[aa])");
    write("turn.sgf", b"(;SZ[9]PL[purple];B[dd])");
    write("kill.sgf", b"(;SZ[9];KO[]B[aa]KO[];KO[]B[aa])");
    write("lower-case.sgf", b"(;size[9];bLACK[dd])");
    write(
        "html.sgf",
        b"<!DOCTYPE html><html><body>(;SZ[9];B[dd])</body></html>",
    );
    write("zip.sgf", b"PK\x03\x04\0\0\0\0\0\0\0\0");
    write(
        "escapes.sgf",
        b"(;SZ[9]PB[\x1b[31m\x07]C[\x00\x01\xe2\x80\xae];B[dd])",
    );
    write(
        "time.sgf",
        b"(;SZ[9]TM[-1]OT[1e999/0 byo-yomi];B[dd]BL[-99999999999]OB[4294967296])",
    );
    folder
}

/// One session for each line.
fn each<'a>(want: Want<'a>, lines: &[&str]) -> Vec<Vec<Step<'a>>> {
    let lines = lines.iter();
    lines
        .map(|line| vec![(want, line.as_bytes().to_vec())])
        .collect()
}

/// Every command with arguments that hardly any command accepts.
#[test]
fn every_command_survives_any_arguments() {
    let output = run(Path::new("."), b"list_commands\nquit\n".to_vec()).expect("it answers");
    let told = answers(&output).expect("answers");
    let names: Vec<&str> = told[0].1.split_whitespace().collect();
    assert!(names.len() > 70, "{} commands", names.len());
    let mut conversations = Vec::new();
    let arguments: [Vec<u8>; 6] = [
        b" nosuch nosuch nosuch".to_vec(),
        " \u{56f2}\u{7881} \u{202e} \u{2028}".as_bytes().to_vec(),
        b" \xff\x80 \x01\x7f\x00".to_vec(),
        b" b 4294967296 -4294967297 1e400".to_vec(),
        " b a1".repeat(5000).into_bytes(),
        " {\"a\":[".repeat(3000).into_bytes(),
    ];
    for name in names.into_iter().filter(|name| *name != "quit") {
        for arguments in &arguments {
            let line = [name.as_bytes(), arguments].concat();
            conversations.push(vec![
                steps("= boardsize 5").remove(0),
                steps("= play b c3").remove(0),
                (Want::Either, line),
            ]);
        }
    }
    all("commands", &conversations);
}

#[test]
fn lines_are_read_by_the_book() {
    let mut conversations = each(
        Want::Success(None),
        &[
            "4294967295 name",
            "00000000000000000001 name",
            "0000 name",
            "1\tname",
            "12   name\t",
            "name\r\r",
            "\rname",
            "name\u{b}",
            "na\u{7f}me",
            "\u{1}\u{2}name",
            "name #\u{56f2}",
            "name ## # #",
            "3 name# 4 name",
            "name\u{0}",
        ],
    );
    conversations.extend(each(
        Want::Failure,
        &[
            "4294967296 name",
            "18446744073709551616 name",
            "-0 name",
            "+0 name",
            "0x1 name",
            "1e1 name",
            "1,2 name",
            "1 2 name",
            "\u{661}\u{662} name",
            "\u{ff11} name",
            "name\u{a0}",
            "\u{2003}name",
            "na me",
            "name;",
            "name\\",
            "'name'",
            "\"name\"",
            "$(name)",
            "`name`",
            "name|name2",
            "../name",
            "n\u{430}me",
            "NAME2",
            "%s%s%s%n",
            "name\u{ad}",
            "\u{200b}name",
            "== name",
            "=1 name",
            "? name",
            "{}",
            "[]",
            "null",
            "0",
            "42",
            "GET / HTTP/1.1",
            "(;SZ[9])",
            "<xml/>",
        ],
    ));
    conversations.extend(each(
        Want::Nothing,
        &[
            "#",
            "##",
            "\t#",
            " # interrupt now",
            "\u{1}",
            "\u{0}\u{0}",
            "\r\r\r",
            "\t \t",
            "# interrupt",
            "#interrupt",
            "#\u{56f2}",
            "\n\n\n",
            "#\n#\n#",
            "# 1\n\t\n# 2",
        ],
    ));
    conversations.extend([
        steps("0 \u{feff}|= name"),
        steps("? a\u{feff}name|= name"),
        steps("= name\n|0 \n\n# nothing\n|= version"),
        steps("0 # interrupt|= name|0 # interrupt|= name|0 # interrupt"),
        steps("= 1 name|= 1 name|? 1 nosuch|= 1 name"),
        steps("= 5 known_command quit => true|= 6 known_command Quit => false|= known_command \u{56f2} => false"),
        steps("= name => Wakari|= 0 name => Wakari|= 7 protocol_version => 2"),
    ]);
    // One line with all bytes except line feed and `#`, and long lines of a single byte.
    let bytes: Vec<u8> = (1..=255)
        .filter(|&byte| byte != b'\n' && byte != b'#')
        .collect();
    conversations.push(vec![(Want::Failure, bytes)]);
    for (want, byte) in [
        (Want::Failure, b'='),
        (Want::Failure, b'9'),
        (Want::Failure, 0xff),
        (Want::Failure, b'{'),
        (Want::Nothing, b'\t'),
        (Want::Nothing, b'\r'),
        (Want::Nothing, 0),
        (Want::Nothing, b'#'),
    ] {
        for length in [1 << 16, (1 << 20) + 1, 3 << 20] {
            conversations.push(vec![(want, vec![byte; length])]);
        }
    }
    all("lines", &conversations);
}

#[test]
fn boards_and_stones_are_kept_from_harm() {
    let set_up = "= boardsize 5|= play b c3|= play w d3";
    let still = "= list_stones b => C3|= list_stones w => D3";
    let mut conversations = Vec::new();
    // Refused commands leave the stones as they are.
    for refused in [
        "boardsize 26",
        "boardsize 1 5",
        "boardsize 5 26",
        "boardsize 5 5 5",
        "boardsize 5x5",
        "boardsize 5,5",
        "boardsize",
        "boardsize 5.0",
        "rectangular_boardsize 5",
        "rectangular_boardsize 0 0",
        "rectangular_boardsize 2 4294967297",
        "komi",
        "komi 0x10",
        "komi 1_000",
        "komi \u{661}",
        "komi 1e",
        "komi .",
        "komi -",
        "komi 1e400",
        "komi infinity",
        "komi NaN",
        "komi 6.5 6.5",
        "play b c3",
        "play w c3",
        "play b f1",
        "play b a6",
        "play b c03x",
        "play b cc3",
        "play b 3c",
        "play b c3 d3",
        "play bb c4",
        "play b\u{fe0f} c4",
        "play \u{9ed2} c4",
        "play b c\u{ff14}",
        "play b c-4",
        "play b c+4x",
        "is_legal b",
        "is_legal b z99",
        "all_legal",
        "all_legal purple",
        "captures x",
        "list_stones",
        "list_stones bw",
        "undo 1",
        "gg-undo -1",
        "gg-undo 3",
        "gg-undo 4294967295",
        "gg-undo 4294967296",
        "gg-undo a",
        "set_free_handicap a1 a2",
        "fixed_handicap 2",
        "place_free_handicap 2",
        "gogui-play_sequence b a1 w c3",
        "gogui-play_sequence b a1 w",
        "gogui-play_sequence b a1 w z9",
        "gogui-play_sequence x a1",
        "gogui-setup b a1 b z9",
        "gogui-setup b",
        "gogui-setup b pass",
        "gogui-setup_player",
        "gogui-setup_player purple",
        "set_position b",
        "set_position b a1 w",
        "set_position b a9",
        "set_position b pass",
        "wakari-status a1",
        "wakari-status z9",
        "wakari-explain z9",
        "final_status z9",
        "final_status_list living",
        "final_status_list dead dead",
        "wakari-agreed z9",
        "wakari-agreed a1 pass",
        "wakari-prisoners 1",
        "wakari-prisoners -1 1",
        "wakari-prisoners 1.5 1",
        "wakari-prisoners 4294967296 0",
        "wakari-ending b",
        "wakari-ending yes",
        "wakari-ending b maybe",
        "wakari-ending b claim z9",
        "wakari-ending ruling z9",
        "wakari-ending b yes no",
        "kata-set-rules",
        "kata-set-rules nosuch",
        "kata-set-rules {",
        "kata-set-rules []",
        "kata-set-rules {\"ko\":1}",
        "kata-set-rules {\"ko\":\"NONE\"}",
        "kata-set-rules {\"ko\":\"SIMPLE\"} x",
        "kata-set-rules \u{56f2}\u{7881}",
        "kata-set-rule",
        "kata-set-rule ko",
        "kata-set-rule ko NONE",
        "kata-set-rule nosuch 1",
        "kgs-rules nosuch",
        "kgs-rules",
        "loadsgf",
        "loadsgf nosuch.sgf",
        "loadsgf good.sgf/",
        "loadsgf ./",
        "loadsgf /dev/tty0x",
        "loadsgf other-game.sgf",
        "loadsgf size-26.sgf",
        "loadsgf size-52.sgf",
        "loadsgf zip.sgf",
        "loadsgf closing.sgf",
        "loadsgf values-only.sgf",
        "printsgf /",
        "printsgf .",
        "printsgf ..",
        "printsgf no/such/folder.sgf",
        "printsgf good.sgf",
        "printsgf /dev/full",
        "printsgf /proc/self/mem",
    ] {
        let text = format!("{set_up}|? {refused}|{still}|= play b c4");
        conversations.push((text, false));
    }
    for text in [
        "= boardsize 25 2|= play b z2|= play w z1|? play b z3|= showboard",
        "= boardsize 2|= play b a1|= play w b2|= play b a2|1 play w b1|= list_stones w",
        "= boardsize 2|? fixed_handicap 9|? place_free_handicap 4|1 place_free_handicap 3|1 undo",
        "= boardsize 3|= set_free_handicap a1 a2 a3|? set_free_handicap b1 b2|= play w b2",
        "= boardsize 5|= play b c3|? set_position b a1 w a2 w b1|= list_stones b => C3",
        "= boardsize 5|= set_position|= list_stones b => |= list_stones w => ",
        "= boardsize 5|1 set_position b a1 b a1|1 set_position b a1 w a1|= list_stones b",
        "= boardsize 5|= gogui-setup b c3|1 gogui-setup b d3 w d3|= list_stones b => C3",
        "= boardsize 5|= gogui-play_sequence|= list_stones b => |? undo",
        "= boardsize 5|= gogui-play_sequence b c3 w d4|= gg-undo 2|= list_stones b => |? undo",
        "= boardsize 5|= play b c3|= gg-undo 0|= gg-undo|= list_stones b => |? gg-undo 1",
        "= boardsize 5|= play b pass|= play b pass|= play b pass|= play w pass|= play b c3|= final_score",
        "= boardsize 5|= play b pass|= play w pass|= genmove b|= genmove w|= final_score",
        "= boardsize 5|= komi 10000|? komi 10001|? komi 1e300|= get_komi => 10000|= final_score",
        "= boardsize 5|= komi -0|= get_komi => 0|= komi 0.5|= get_komi => 0.5",
        "= boardsize 5|= play b c3|? boardsize 0|? komi x|= get_komi => 6.5|= list_stones b => C3",
        "= clear_board|= clear_board|? undo|= boardsize 5|= clear_board|= list_stones b => ",
        "= boardsize 19|= loadsgf good.sgf|= list_stones b => D4 D6|? play w d6|= boardsize 19|= list_stones b => ",
        "= loadsgf good.sgf 1|= list_stones b => |= loadsgf good.sgf 2|= list_stones b => D6",
        "1 loadsgf good.sgf 0|1 loadsgf good.sgf 4294967296|= loadsgf good.sgf 99|= list_stones w => E5",
        "= loadsgf a game, with 3 blanks.sgf|= loadsgf \u{56f2}\u{7881}.sgf|= loadsgf -|= loadsgf 12|= list_stones b => D6",
        "= boardsize 5|= play b c3|= printsgf|= printsgf printed.sgf|= loadsgf printed.sgf|= list_stones b => C3",
        "= boardsize 5|? wakari-agreed c3|= wakari-agreed|= wakari-prisoners 0 0|= final_score",
        "= boardsize 5|= wakari-prisoners 1000000 1000000|? wakari-prisoners 4294967295 4294967295|= final_score",
        "= boardsize 5|= play b c3|= wakari-agreed c3 c3 c3|= final_score|= list_stones b => C3",
        "= boardsize 5|= play b pass|= play w pass|1 wakari-ending b yes|1 wakari-ending b yes|1 wakari-ending w resume|= play b c3",
        "= kata-set-rules {\"ko\":\"SIMPLE\",\"ko\":\"POSITIONAL\"}|= kata-get-rules",
        "= kata-set-rules {}|= kata-get-rules|= kata-set-rules japanese|= genmove b",
        "= kata-set-rules {\"\\u006bo\":\"SIMPLE\"}|= kata-get-rules",
    ] {
        conversations.push((text.to_owned(), true));
    }
    for loaded in [
        "variations.sgf",
        "backslash.sgf",
        "comment.sgf",
        "values.sgf",
        "rectangle-values.sgf",
        "properties.sgf",
        "semicolons.sgf",
        "passes.sgf",
        "set-ups.sgf",
        "utf-16.sgf",
        "charset.sgf",
        "shift-jis.sgf",
        "size-25x2.sgf",
        "size-1.sgf",
        "size-twice.sgf",
        "size-late.sgf",
        "size-colon.sgf",
        "komi-huge.sgf",
        "komi-nan.sgf",
        "handicap-huge.sgf",
        "handicap-negative.sgf",
        "no-liberties.sgf",
        "all-full.sgf",
        "both.sgf",
        "turn.sgf",
        "kill.sgf",
        "lower-case.sgf",
        "html.sgf",
        "escapes.sgf",
        "time.sgf",
    ] {
        // The next game can be played even if the file cannot be loaded.
        let text = format!(
            "1 loadsgf {loaded}|= showboard|= printsgf|= estimate_score|= undo|= boardsize 5|= genmove b|= final_score"
        );
        // There may be nothing to undo.
        conversations.push((text.replace("= undo", "1 undo"), true));
    }
    let conversations: Vec<Vec<Step>> = conversations.iter().map(|(text, _)| steps(text)).collect();
    all("boards", &conversations);
}

#[test]
fn searches_and_clocks_are_kept_from_harm() {
    let mut conversations = Vec::new();
    for clock in [
        "time_settings 0 0 0",
        "time_settings 1e300 0 0",
        "time_settings 0.000001 0 0",
        "time_settings 0 1e300 1",
        "time_settings 0 0.000001 1",
        "time_settings 0 1 4294967295",
        "time_settings 4294967295 4294967295 4294967295",
        "kgs-time_settings none",
        "kgs-time_settings absolute 0",
        "kgs-time_settings byoyomi 0 0 0",
        "kgs-time_settings byoyomi 0 0.000001 1",
        "kgs-time_settings canadian 0 0 0",
        "kata-time_settings fischer 0 0",
        "kata-time_settings fischer 0.000001 1e300",
        "kata-time_settings fischer-capped 1 1 0 0",
        "kata-time_settings fischer-capped 0 0 -1 -1",
        "time_left b 0 0",
        "time_left b -1e300 0",
        "time_left b 1e300 0",
        "time_left b 0.000001 4294967295",
        "time_left w 1 1",
        "time_settings 1 0 0\ntime_left b -5 0",
        "time_settings 1 1 1\ntime_left b 0 1",
        "kata-time_settings byoyomi 1 1 4294967295",
    ] {
        let lines: Vec<&str> = clock.split('\n').collect();
        let mut text = "= boardsize 5".to_owned();
        for line in lines {
            text += &format!("|1 {line}");
        }
        text += "|= genmove b|= genmove w|= time_left b 1 0|= genmove b|= final_score";
        conversations.push(text);
    }
    for refused in [
        "time_settings",
        "time_settings 1",
        "time_settings 1 1 1 1",
        "time_settings 1 1 -1",
        "time_settings 1 -1 1",
        "time_settings nan 0 0",
        "time_settings inf 0 0",
        "time_settings 1,5 0 0",
        "kgs-time_settings nosuch 1",
        "kgs-time_settings byoyomi 1 1",
        "kata-time_settings fischer 1",
        "kata-time_settings fischer-capped 1 1 1",
        "kata-time_settings",
        "time_left b 1",
        "time_left b nan 0",
        "time_left 1 0",
        "time_left b 1 -1",
        "time_left b 1 1.5",
        "genmove",
        "genmove b w",
        "genmove 0",
        "reg_genmove",
        "reg_genmove z",
        "lz-analyze b b",
        "lz-analyze x",
        "lz-analyze b interval",
        "lz-analyze b interval x",
        "lz-analyze b minmoves -1",
        "lz-analyze b avoid",
        "lz-analyze b avoid b a1",
        "lz-analyze b avoid b z99 1",
        "lz-analyze b avoid x a1 1",
        "lz-analyze b allow b a1,,a2 1",
        "kata-analyze b ownership",
        "kata-analyze b ownership maybe",
        "kata-analyze rootInfo",
        "kata-search x",
        "kata-search b 5 5",
        "set_random_seed",
        "set_random_seed -1",
        "set_random_seed 1.5",
        "wakari-param_search nosuch 1",
        "wakari-param_search threads 0",
        "wakari-param_search threads 257",
        "wakari-param_search playouts -1",
        "wakari-param_search playouts 99999999999999999999",
        "wakari-param_search seconds nan",
        "wakari-param_rules nosuch 1",
        "wakari-param_rules komi nan",
        "wakari-reinforcements",
        "kgs-genmove_cleanup",
        "stop now",
        "clear_cache 1",
    ] {
        conversations.push(format!("= boardsize 5|? {refused}|= genmove b|= genmove w"));
    }
    let bans = "a1,a2,a3,b1,b2,b3,c1,c2,c3,pass";
    for analysis in [
        "lz-analyze",
        "lz-analyze b 0",
        "lz-analyze b 4294967295",
        "lz-analyze w interval 0",
        "kata-analyze b minmoves 4294967295",
        "kata-analyze b maxmoves 0",
        "kata-analyze b 1 ownership true ownershipStdev true rootInfo true pvVisits true",
        &format!("lz-analyze b avoid b {bans} 1"),
        &format!("lz-analyze b avoid b {bans} 4294967295 avoid w {bans} 1"),
        &format!("lz-genmove_analyze b avoid b {bans} 5"),
        "lz-genmove_analyze b allow b a1 1",
        "kata-genmove_analyze b allow b pass 1",
        "kata-search_analyze b",
        "kata-search_analyze_cancellable w 1",
        "cgos-genmove_analyze b",
        "kata-search",
        "kata-search_cancellable w",
        &format!("kata-search_analyze b allow b a1 1 avoid b {bans} 1"),
    ] {
        conversations.push(format!(
            "= boardsize 3|= play w b2|1 {analysis}|= showboard|1 {analysis}|= final_score"
        ));
    }
    for play in [
        "= boardsize 2|= genmove b|= genmove w|= genmove b|= genmove w|= genmove b|= genmove w|= final_score",
        "= boardsize 25|= genmove b|= genmove b|= genmove b|= undo|= undo|= undo|? undo",
        "= boardsize 2 25|= genmove b|= genmove w|= estimate_score|= final_status_list alive",
        "= boardsize 5|= genmove b|= clear_board|= genmove w|= kgs-game_over|= genmove b|= clear_cache|= genmove w",
        "= boardsize 5|= kgs-genmove_cleanup b|= kgs-genmove_cleanup w|= genmove b|= final_score",
        "= boardsize 5|= reg_genmove b|= reg_genmove b|= list_stones b => ",
        "= boardsize 5|= set_random_seed 4294967295|= get_random_seed => 4294967295|= genmove b",
        "= boardsize 5|= wakari-param_search playouts 1|= genmove b|= wakari-param_search|= wakari-candidates|= wakari-variation",
        "= boardsize 5|= wakari-candidates|= wakari-priors|= wakari-dame|= wakari-unsettled|= wakari-reinforcements b",
        "= stop|= gogui-interrupt|= stop|= genmove b",
        "= cgos-gameover B+R|= cgos-opponent_rating ?|= cgos-opponent_name \u{202e}|= genmove b",
        "= boardsize 3|= fixed_handicap 2|= genmove w",
    ] {
        // Not every small board has star points.
        conversations.push(play.replace("= fixed_handicap 2", "1 fixed_handicap 2"));
    }
    let conversations: Vec<Vec<Step>> = conversations.iter().map(|text| steps(text)).collect();
    all("searches", &conversations);
}
