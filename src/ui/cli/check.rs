//! `wakari check`: tests the engine with the sessions of known GUIs and servers.

use super::analysis;
use crate::go::rules::Rules;
use crate::ui::matches::program::{GtpProgram, Response};
use clap::Args;
use serde_json::Value;
use std::io::{self, Write};
use std::time::Duration;

#[derive(Args, Debug)]
pub(super) struct CheckOptions {}

/// Arguments of the engine: fast and deterministic.
const ENGINE: &str =
    "gtp --rules proposal-2012 --threads 1 --playouts 32 --score-playouts 100 --seed 1";
/// Timeout of a response.
const PATIENCE: Duration = Duration::from_secs(20);
/// Timeout of `quit`: GUIs kill the engine after 3 s.
const FAREWELL: Duration = Duration::from_secs(3);

/// An expected response.
#[derive(Clone, Copy)]
enum Expected {
    /// Success with any text.
    Success,
    /// Success with this text.
    Text(&'static str),
    /// Success with a text that satisfies the predicate.
    Such(fn(&str) -> bool),
    /// Failure with a text that starts like this.
    Refusal(&'static str),
}
use Expected::{Refusal, Success, Such, Text};

/// A use of the engine: commands with their expected responses.
struct Check {
    what: &'static str,
    talk: &'static [(&'static str, Expected)],
}

/// Uses by known clients, in the order of a session.
const CHECKS: &[Check] = &[
    Check {
        what: "the protocol: names, version, list of commands, help",
        talk: &[
            ("protocol_version", Text("2")),
            ("name", Text("Wakari")),
            ("version", Such(|text| text.contains("proposal-2012"))),
            ("known_command genmove", Text("true")),
            ("known_command nosuch", Text("false")),
            (
                "list_commands",
                Such(|text| text.lines().all(|line| line.trim() == line)),
            ),
            ("help", Such(|text| text.contains("genmove COLOR"))),
            ("help undo", Such(|text| text.starts_with("usage: undo"))),
            ("nosuch", Refusal("unknown command")),
        ],
    },
    Check {
        what: "Sabaki: a board set up, moves, undo, a handicap",
        talk: &[
            ("komi 0.5", Success),
            ("boardsize 9", Success),
            ("clear_board", Success),
            ("get_komi", Text("0.5")),
            ("play B E5", Success),
            ("play W C3", Success),
            ("play B e5", Refusal("illegal move")),
            ("undo", Success),
            ("clear_board", Success),
            ("set_free_handicap C3 G7 D4", Success),
            (
                "list_stones black",
                Such(|text| text.split_whitespace().count() == 3),
            ),
            ("rectangular_boardsize 13 9", Success),
        ],
    },
    Check {
        what: "Sabaki: live analysis, moves with analysis",
        talk: &[
            ("boardsize 9", Success),
            ("clear_board", Success),
            ("kata-analyze B 5\n", Such(is_analysis)),
            ("lz-analyze B 5\n", Such(is_analysis)),
            ("kata-genmove_analyze B 50", Such(plays)),
            ("lz-genmove_analyze W 50", Such(plays)),
        ],
    },
    Check {
        what: "GoGui: several moves at once, positions, analyze commands",
        talk: &[
            ("boardsize 9", Success),
            ("clear_board", Success),
            ("gogui-play_sequence B E5 W C3 B PASS", Success),
            ("gogui-play_sequence B E6 W E5", Refusal("illegal move")),
            ("captures black", Text("0")),
            ("gg-undo 3", Success),
            ("gogui-setup B A1 W C3", Success),
            ("gogui-setup_player W", Success),
            ("wakari-ownership", Such(is_map)),
            ("gogui-interrupt", Success),
            (
                "gogui-analyze_commands",
                Such(|text| text.lines().all(|line| line.split('/').count() >= 3)),
            ),
        ],
    },
    Check {
        what: "qGo: a game, undo in qGo's dialect",
        talk: &[
            ("boardsize 9", Success),
            ("clear_board", Success),
            ("komi 6.50", Success),
            ("play black E5", Success),
            ("genmove white", Such(is_move)),
            ("undo 0", Success),
            ("undo 0", Success),
            ("list_stones black", Text("")),
        ],
    },
    Check {
        what: "a game: moves of its own, handicap stones, clocks",
        talk: &[
            ("boardsize 9", Success),
            ("clear_board", Success),
            ("genmove b", Such(is_move)),
            ("genmove white", Such(is_move)),
            ("reg_genmove b", Such(is_move)),
            ("clear_board", Success),
            (
                "place_free_handicap 5",
                Such(|text| text.split_whitespace().count() == 5),
            ),
            ("time_settings 300 30 5", Success),
            ("time_left b 25 3", Success),
            ("genmove w", Such(is_move)),
        ],
    },
    Check {
        what: "scoring: result, dead stones, one stone, repeated",
        talk: &[
            ("boardsize 5", Success),
            ("clear_board", Success),
            ("komi 0.5", Success),
            (
                "gogui-setup B B1 B B2 B B3 B B4 B B5 B C1 B C2 B C3 B C4 B C5 W D1 W D2 W D3 W D4 W D5 W A3",
                Success,
            ),
            ("final_score", Text("B+0.5")),
            ("final_status_list dead", Text("A3")),
            ("final_status_list seki", Text("")),
            ("final_status C3", Text("alive")),
            ("kata-set-rules tromp-taylor", Success),
            ("final_status_list dead", Text("")),
            ("kata-set-rules proposal-2012", Success),
            ("final_score", Text("B+0.5")),
            ("wakari-score", Such(|text| text.contains("B+0.5"))),
        ],
    },
    Check {
        what: "KGS: rules, byoyomi, the clean-up of dead stones",
        talk: &[
            ("kgs-rules chinese", Success),
            ("kgs-time_settings byoyomi 60 10 5", Success),
            ("time_left b 10 5", Success),
            (
                "kgs-genmove_cleanup b",
                Such(|text| ["A2", "A4"].contains(&text)),
            ),
            ("kgs-game_over", Success),
            ("kgs-rules japanese", Success),
        ],
    },
    Check {
        what: "CGOS: rules, moves with analysis, the end of a game",
        talk: &[
            ("kata-set-rules cgos", Success),
            ("boardsize 9", Success),
            ("clear_board", Success),
            ("time_settings 300 0 0", Success),
            ("time_left b 290 0", Success),
            ("cgos-opponent_name Somebody", Success),
            ("cgos-genmove_analyze b", Such(plays)),
            ("cgos-gameover B+Resign", Success),
            ("cgos-gameover WForfeit", Success),
        ],
    },
    Check {
        what: "OGS (gtp2ogs): rectangular boards, clocks, full color names",
        talk: &[
            ("boardsize 9 13", Success),
            ("clear_board", Success),
            ("play black d4", Success),
            (
                "kata-list_time_settings",
                Such(|text| text.contains("fischer-capped")),
            ),
            ("kata-time_settings fischer-capped 60 10 120 -1", Success),
            ("genmove white", Such(is_move)),
        ],
    },
];

fn is_move(text: &str) -> bool {
    let is_point = || {
        let mut letters = text.chars();
        letters
            .next()
            .is_some_and(|letter| letter.is_ascii_alphabetic())
            && letters.as_str().parse::<u8>().is_ok_and(|row| row > 0)
    };
    ["pass", "resign"].contains(&&*text.to_lowercase()) || is_point()
}

fn is_analysis(text: &str) -> bool {
    let line = text.lines().last().unwrap_or_default();
    line.starts_with("info move ") && line.contains(" visits ") && line.contains(" pv ")
}

/// Returns true for a text with one number per point of a 9×9 board.
fn is_map(text: &str) -> bool {
    let numbers = |row: &str| {
        row.split_whitespace()
            .filter(|word| word.parse::<f64>().is_ok())
            .count()
    };
    let rows: Vec<usize> = text
        .lines()
        .map(numbers)
        .filter(|&count| count > 0)
        .collect();
    rows == [9; 9]
}

fn plays(text: &str) -> bool {
    text.lines()
        .last()
        .and_then(|line| line.strip_prefix("play "))
        .is_some_and(is_move)
}

/// Runs the checks on the engine in a separate process; returns true if all succeed.
pub(super) fn run(_: &CheckOptions, output: &mut impl Write) -> io::Result<bool> {
    let program = std::env::current_exe()?;
    let program = program.display().to_string();
    let quoted = shlex::try_quote(&program).map_err(io::Error::other)?;
    check(&format!("{quoted} {ENGINE}"), output)
}

fn check(command: &str, output: &mut impl Write) -> io::Result<bool> {
    let mut program = match GtpProgram::start(command, None) {
        Ok(program) => program,
        Err(error) => {
            writeln!(output, "FAILED  {error}")?;
            return Ok(false);
        }
    };
    let mut failures = 0;
    let mut tell = |what: &str, found: Result<(), String>| {
        let line = match found {
            Ok(()) => format!("ok      {what}"),
            Err(complaint) => {
                failures += 1;
                format!("FAILED  {what}\n        {complaint}")
            }
        };
        writeln!(output, "{line}").and_then(|()| output.flush())
    };
    for Check { what, talk } in CHECKS {
        let mut found = Ok(());
        for (command, expected) in *talk {
            found = found.and_then(|()| talk_once(&mut program, command, expected));
        }
        tell(what, found)?;
    }
    let each = Rules::names().try_for_each(|name| {
        talk_once(&mut program, &format!("kata-set-rules {name}"), &Success)?;
        talk_once(
            &mut program,
            "kata-get-rules",
            &Such(|text| text.starts_with('{')),
        )
    });
    tell("every set of rules by its name", each)?;
    tell("KaTrain, Ogatak: analysis by KataGo's protocol", analyzes())?;
    let ended = program
        .quit(FAREWELL)
        .map_err(|failure| format!("quit: {failure}"));
    tell("quit: it ends at once", ended)?;
    match failures {
        0 => writeln!(output, "all works")?,
        1 => writeln!(output, "1 of these does not work")?,
        _ => writeln!(output, "{failures} of these do not work")?,
    }
    Ok(failures == 0)
}

/// Sends a command and compares the response; returns a description of a mismatch.
fn talk_once(program: &mut GtpProgram, command: &str, expected: &Expected) -> Result<(), String> {
    let answer = program.ask(command, PATIENCE).map(|(answer, _)| answer);
    let command = command.trim_end();
    let answer = answer.map_err(|failure| format!("{command}: {failure}"))?;
    if is_expected(&answer, expected) {
        return Ok(());
    }
    let (sign, text) = match &answer {
        Ok(text) => ('=', text),
        Err(text) => ('?', text),
    };
    Err(format!("{command}: {sign} {text}"))
}

/// Queries as sent by KaTrain and Ogatak, the last one for an unsupported board size.
const QUERIES: &str = r#"
{"id":"version","action":"query_version"}
{"id":"game","boardXSize":9,"boardYSize":9,"rules":"japanese","komi":6.5,"moves":[["B","E5"],["W","C3"]],"analyzeTurns":[0,2],"maxVisits":16,"includeOwnership":true,"includePolicy":true,"overrideSettings":{"reportAnalysisWinratesAs":"BLACK","maxTime":20}}
{"id":"large","boardXSize":29,"boardYSize":29,"rules":"Chinese","moves":[]}
"#;

/// Sends the queries and compares the answers; returns a description of a mismatch.
fn analyzes() -> Result<(), String> {
    let options = ["--threads", "1", "--analysis-threads", "1", "--seed", "1"];
    let told = analysis::answers(&options, QUERIES).map_err(|error| error.to_string())?;
    let answers: Result<Vec<Value>, _> = told.lines().map(serde_json::from_str).collect();
    let answers = answers.map_err(|error| format!("{error}: {told}"))?;
    let number = |is_wanted: &dyn Fn(&Value) -> bool| -> usize {
        answers.iter().filter(|answer| is_wanted(answer)).count()
    };
    let length = |list: &Value| list.as_array().map_or(0, Vec::len);
    let is_analysis = |answer: &Value| {
        answer["id"] == "game"
            && length(&answer["moveInfos"]) > 0
            && length(&answer["ownership"]) == 81
            && length(&answer["policy"]) == 82
            // 16 visits, and the evaluation of the root.
            && answer["rootInfo"]["visits"] == 17
    };
    let found = [
        number(&|answer| answer["id"] == "version" && answer["version"].is_string()),
        number(&is_analysis),
        number(&|answer| answer["id"] == "large" && answer["error"].is_string()),
    ];
    if found == [1, 2, 1] && answers.len() == 4 {
        Ok(())
    } else {
        Err(told)
    }
}

fn is_expected(answer: &Response, expected: &Expected) -> bool {
    match (answer, expected) {
        (Ok(_), Success) => true,
        (Ok(text), Text(expected)) => text == expected,
        (Ok(text), Such(is_such)) => is_such(text),
        (Err(text), Refusal(beginning)) => text.starts_with(beginning),
        (Err(_), _) | (Ok(_), Refusal(_)) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(command: &str) -> (bool, String) {
        let mut output = Vec::new();
        let works = check(command, &mut output).expect("a list takes all of it");
        (works, String::from_utf8(output).expect("words"))
    }

    #[test]
    fn what_does_not_start_fails() {
        let (works, told) = checked("./no-such-program-here");
        assert!(!works && told.starts_with("FAILED  cannot start"), "{told}");
    }

    /// A shell that answers every command with empty success.
    #[cfg(unix)]
    #[test]
    fn wrong_answers_are_told_one_by_one() {
        let (works, told) =
            checked(r#"sh -c 'while read x; do printf "=\n\n"; [ "$x" = quit ] && exit; done'"#);
        assert!(!works);
        assert!(told.contains("\n        protocol_version: = \n"), "{told}");
        assert!(told.contains("ok      quit"), "{told}");
        assert!(told.ends_with("of these do not work\n"), "{told}");
    }

    #[test]
    fn answers_are_compared() {
        assert!(["D4", "pass", "RESIGN", "t19"].into_iter().all(is_move));
        assert!(!["", "4D", "D", "D0", "info", "é4"].into_iter().any(is_move));
        assert!(plays("info move D4 visits 2 pv D4\nplay D4") && !plays("play x") && !plays("D4"));
        assert!(is_analysis("info move D4 visits 2 winrate 0.5 pv D4") && !is_analysis(""));
        let rows = |count| "0.5 -1 0 0 0 0 0 0 1\n".repeat(count);
        assert!(is_map(&format!("\n{}", rows(9))) && !is_map(&rows(8)) && !is_map(""));
    }
}
