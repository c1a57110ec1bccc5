//! Tests of GTP sessions.

#![allow(clippy::unwrap_used)]

use super::*;
use crate::engine::Options;
use crate::engine::search::SearchSettings;
use crate::go::point::Size;
use crate::go::rules::Rules;
use crate::referee::game::Conventions;
use crate::referee::judge::Effort;
use std::io::Cursor;
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant};

fn engine(rules: Rules) -> Engine {
    Engine::new(Options {
        rules,
        komi: None,
        size: Size::square(9).unwrap(),
        playouts: Some(20),
        time_per_move: None,
        lag: None,
        referee: false,
        takes_rules: false,
        conventions: Conventions::default(),
        friendly_pass: false,
        new_seeds: false,
        search: SearchSettings {
            threads: 1,
            memory: 8 << 20,
            seed: 1,
            resign: 0.0,
            effort: Effort {
                playouts: 50,
                seed: 1,
                states: 2_000,
                safety: 2_000,
                ..Effort::USUAL
            },
        },
    })
}

/// Returns the output for some input.
fn talk(engine: &mut Engine, input: &str) -> String {
    let mut output = Vec::new();
    serve(
        engine,
        Cursor::new(input.as_bytes().to_vec()),
        &mut output,
        io::sink(),
    )
    .unwrap();
    String::from_utf8(output).unwrap()
}

/// Checks a session: each line is followed by its reply, without the blank line.
#[track_caller]
fn check(rules: Rules, conversation: &str) {
    let mut engine = engine(rules);
    let mut lines = conversation
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .peekable();
    while let Some(line) = lines.next() {
        let mut expected = String::new();
        while let Some(answer) = lines.next_if(|line| line.starts_with(['=', '?', '|'])) {
            expected += &format!("{}\n", answer.trim_start_matches("| "));
        }
        let answer = talk(&mut engine, line);
        let answer = answer.strip_suffix('\n').unwrap_or(&answer);
        assert_eq!(answer, expected, "to {line}");
    }
}

#[test]
fn what_is_asked_is_answered() {
    check(
        Rules::PROPOSAL_2012,
        "protocol_version
             = 2
             7 name
             =7 Wakari
             version
             = 0.1.0 (proposal-2012 rules)
             known_command play
             = true
             known_command analyze
             = false
             # nothing
             8 nosuch
             ?8 unknown command
             9 play b
             ?9 syntax error: expected play COLOR VERTEX, or COLOR resign
             kata-list_time_settings
             = none
             | absolute
             | byoyomi
             | canadian
             | fischer
             | fischer-capped
             gogui-interrupt
             =
             kgs-game_over
             =
             quit
             =",
    );
}

#[test]
fn rules_and_komi_outlive_a_game() {
    check(
            Rules::PROPOSAL_2012,
            "get_komi
             = 6.5
             kata-set-rules chinese
             =
             get_komi
             = 7.5
             komi 0.5
             =
             kata-set-rules aga
             =
             get_komi
             = 0.5
             boardsize 13 7
             =
             clear_board
             =
             get_komi
             = 0.5
             version
             = 0.1.0 (aga rules)
             kata-set-rule suicide true
             =
             kata-get-rules
             = {\"hasButton\":false,\"ko\":\"SITUATIONAL\",\"scoring\":\"AREA\",\"suicide\":true,\"tax\":\"NONE\",\"whiteHandicapBonus\":\"N-1\",\"friendlyPassOk\":true}
             kgs-rules japanese and so on
             =
             version
             = 0.1.0 (japanese-1989 rules)
             kgs-rules chinese
             =
             version
             = 0.1.0 (chinese-kgs rules)",
        );
}

#[test]
fn moves_that_the_rules_forbid_are_named() {
    let ko = "play b c4\nplay w d4\nplay b d3\nplay w e3\nplay b d5\nplay w e5\nplay b j9\nplay w f4\nplay b e4\n";
    let mut engine = engine(Rules::CHINESE_OGS);
    assert_eq!(talk(&mut engine, ko), "=\n\n".repeat(9));
    check_last(&mut engine, "play w d4", "? illegal move: ko");
    check_last(&mut engine, "play w e4", "? illegal move: occupied");
    check_last(&mut engine, "play w k1", "? illegal move: off the board");
    talk(&mut engine, "clear_board\nplay w a2\nplay w b1\n");
    check_last(&mut engine, "play b a1", "? illegal move: suicide");
    // Suicide of two stones would repeat the position before the first of them.
    talk(
        &mut engine,
        "kata-set-rules tromp-taylor\nclear_board\nplay w a2\nplay w b2\nplay w c1\nplay b a1\n",
    );
    check_last(&mut engine, "play b b1", "? illegal move: superko");
    check_last(&mut engine, "kata-set-rules new-zealand", "=");
    check_last(&mut engine, "play b b1", "=");
}

#[track_caller]
fn check_last(engine: &mut Engine, line: &str, expected: &str) {
    assert_eq!(talk(engine, line), format!("{expected}\n\n"), "{line}");
}

#[test]
fn what_fails_changes_nothing() {
    let mut engine = engine(Rules::PROPOSAL_2012);
    talk(&mut engine, "komi 5.5\nplay b d4\nplay w e5\nplay b d5\n");
    let state = "get_komi\nshowboard\nkata-get-rules\nprintsgf\nversion\n";
    let before = talk(&mut engine, state);
    for line in [
        "boardsize 26",
        "boardsize 0 5",
        "rectangular_boardsize 9",
        "komi nan",
        "komi 1000000",
        "play w d4",
        "play w t19",
        "gogui-play_sequence w a1 b a2 w a3 b a3",
        "gg-undo 4",
        "set_free_handicap a1 a2",
        "fixed_handicap 2",
        "place_free_handicap 2",
        "gogui-setup b a1 w a1",
        "gogui-setup b d4",
        "gogui-setup w t19",
        "loadsgf /nonexistent.sgf",
        "loadsgf .",
        "kata-set-rules chess",
        "kata-set-rules {\"ko\":1}",
        "kata-set-rule ko triple",
        "kgs-rules chess",
        "final_status t19",
        "final_status_list living",
        "wakari-status a1",
        "printsgf /nonexistent/folder/file.sgf",
        "time_settings -1 0 0",
        "nosuch",
    ] {
        let answer = talk(&mut engine, line);
        assert!(answer.starts_with("? "), "{line}: {answer}");
        assert_eq!(talk(&mut engine, state), before, "{line}");
    }
}

#[test]
fn moves_are_taken_back() {
    let mut engine = engine(Rules::CHINESE);
    talk(&mut engine, "play b a1\nplay w a2\nplay b j9\n");
    let before = talk(&mut engine, "showboard");
    talk(
        &mut engine,
        "play w b1\nplay b d4\nplay b e5\nplay w pass\n",
    );
    assert_eq!(talk(&mut engine, "gg-undo 4"), "=\n\n");
    assert_eq!(talk(&mut engine, "showboard"), before);
    check_last(&mut engine, "gg-undo 0", "=");
    check_last(&mut engine, "gg-undo", "=");
    check_last(&mut engine, "gg-undo 2", "=");
    check_last(
        &mut engine,
        "undo",
        "? cannot undo: not so many moves have been played",
    );
}

#[test]
fn handicaps_are_placed() {
    check(
        Rules::CHINESE,
        "boardsize 19
             =
             fixed_handicap 5
             = D4 Q16 D16 Q4 K10
             kata-set-rules japanese-1949
             =
             clear_board
             =
             fixed_handicap 3
             = Q16 D4 Q4
             clear_board
             =
             fixed_handicap 9
             = Q16 D4 Q4 D16 Q10 D10 K16 K4 K10
             kata-set-rules chinese
             =
             set_free_handicap a1 a2
             ? board not empty: there are stones on the board
             boardsize 8
             =
             fixed_handicap 5
             ? invalid number of stones: not a number of handicap stones for this board
             fixed_handicap 3
             = C3 F6 C6
             clear_board
             =
             set_free_handicap a1
             ? bad vertex list: not two or more different points of the board
             set_free_handicap a1 a1
             ? bad vertex list: not two or more different points of the board
             set_free_handicap a1 b1 c1
             =
             undo
             ? cannot undo: not so many moves have been played
             boardsize 7
             =
             fixed_handicap 4
             = C3 E5 C5 E3
             boardsize 6
             =
             fixed_handicap 2
             ? invalid number of stones: not a number of handicap stones for this board",
    );
    let mut engine = engine(Rules::CHINESE);
    for (side, most) in [(5, 16), (9, 40), (19, 100)] {
        for stones in [2, 3, 9, 10, 13, most] {
            let answer = talk(
                &mut engine,
                &format!("boardsize {side}\nplace_free_handicap {stones}"),
            );
            assert_eq!(answer.split_whitespace().count(), 2 + stones, "{answer}");
        }
    }
    for line in [
        "place_free_handicap 361",
        "place_free_handicap 1",
        "place_free_handicap 4294967296",
    ] {
        let answer = talk(&mut engine, &format!("boardsize 19\n{line}"));
        assert!(answer.contains("? invalid number of stones"), "{answer}");
    }
}

#[test]
fn stones_are_set_up() {
    check(
        Rules::CHINESE,
        "gogui-setup b a1 w c3
             =
             gogui-setup_player w
             =
             play w a2
             =
             undo
             =
             undo
             ? cannot undo: not so many moves have been played
             gogui-play_sequence b b1 w pass
             =
             gg-undo 2
             =
             printsgf
             = (;FF[4]GM[1]CA[UTF-8]AP[Wakari:0.1.0]SZ[9]KM[7.5]RU[Chinese]AB[ai]AW[cg]PL[B])",
    );
}

#[test]
fn games_are_written_and_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a game.sgf");
    let path = path.display();
    let mut engine = engine(Rules::CHINESE);
    talk(
        &mut engine,
        "boardsize 9 7\nkomi 3.5\nfixed_handicap 2\nplay w a1\nplay b b2\nplay w pass\n",
    );
    let (board, record) = (
        talk(&mut engine, "showboard"),
        talk(&mut engine, "printsgf"),
    );
    check_last(&mut engine, &format!("printsgf {path}"), "=");
    talk(&mut engine, "boardsize 19\nkomi 0\n");
    check_last(&mut engine, &format!("loadsgf {path}"), "=");
    assert_eq!(
        (
            talk(&mut engine, "showboard"),
            talk(&mut engine, "printsgf")
        ),
        (board, record)
    );
    check_last(&mut engine, &format!("loadsgf {path} 2"), "=");
    check_last(&mut engine, "undo", "=");
    check_last(
        &mut engine,
        "undo",
        "? cannot undo: not so many moves have been played",
    );
}

#[test]
fn status_lists_part_the_stones() {
    let mut engine = engine(Rules::JAPANESE_1989);
    talk(
        &mut engine,
        "gogui-play_sequence b d4 w e5 b e4 w d5 b c5 w c6 b a1 w j9",
    );
    let lists = "final_status_list alive\nfinal_status_list dead\nfinal_status_list seki\n";
    let answer = talk(&mut engine, lists);
    let mut stones: Vec<&str> = answer
        .split_whitespace()
        .filter(|&word| word != "=")
        .collect();
    stones.sort_unstable();
    assert_eq!(stones, ["A1", "C5", "C6", "D4", "D5", "E4", "E5", "J9"]);
    assert_eq!(talk(&mut engine, lists), answer);
    for stone in stones {
        let status = talk(&mut engine, &format!("final_status {stone}"));
        assert!(
            ["= alive\n\n", "= dead\n\n", "= seki\n\n"].contains(&&*status),
            "{status}"
        );
    }
}

#[test]
fn odd_komi_gives_scores_as_written() {
    check(
        Rules::TROMP_TAYLOR,
        "boardsize 3
             =
             gogui-play_sequence b b2 w pass
             =
             komi 8.9
             =
             final_score
             = B+0.1
             komi 9
             =
             final_score
             = 0",
    );
}

#[test]
fn a_repeated_position_is_no_win() {
    let cycle = "gogui-setup w a2 w b2 b c2 b d1 b b1
                     =
                     gogui-play_sequence b a1 w c1 b b1 w pass b a1
                     =";
    let end = "final_score
                   = 0
                   wakari-score
                   = no result: the position has come up again";
    check(Rules::CHINESE, &format!("{cycle}\n{end}"));
    // If prisoners count, the side that loses more stones in the cycle will stop.
    let mut engine = engine(Rules::JAPANESE_1989);
    talk(
        &mut engine,
        "gogui-setup w a2 w b2 b c2 b d1 b b1\ngogui-play_sequence b a1 w c1 b b1 w pass b a1",
    );
    assert!(!talk(&mut engine, "wakari-score").starts_with("= no result"));
}

#[test]
fn moves_are_found_and_played() {
    let mut engine = engine(Rules::PROPOSAL_2012);
    let answer = talk(&mut engine, "reg_genmove w\nundo");
    assert!(
        answer.ends_with("\n\n? cannot undo: not so many moves have been played\n\n"),
        "{answer}"
    );
    let answer = talk(
        &mut engine,
        "genmove w\ngenmove w\nkgs-genmove_cleanup b\ngg-undo 3",
    );
    assert!(
        !answer.contains('?') && answer.ends_with("=\n\n"),
        "{answer}"
    );
}

/// Input in chunks that a test sends, followed by the end of the input.
struct Slow {
    chunks: mpsc::Receiver<Vec<u8>>,
}

impl Read for Slow {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let chunk = self.chunks.recv().unwrap_or_default();
        buffer[..chunk.len()].copy_from_slice(&chunk);
        Ok(chunk.len())
    }
}

#[test]
fn a_running_search_can_be_interrupted() {
    let mut engine = engine(Rules::CHINESE);
    talk(&mut engine, "kata-time_settings byoyomi 0 600 1");
    let (send, chunks) = mpsc::channel();
    let talker = thread::spawn(move || {
        send.send(b"boardsize 19\n1 genmove b\n".to_vec()).unwrap();
        thread::sleep(Duration::from_millis(300));
        send.send(b"# interrupt\n2 name\nquit\n".to_vec()).unwrap();
    });
    let begun = Instant::now();
    let mut output = Vec::new();
    engine.set_playouts(None);
    serve(&mut engine, Slow { chunks }, &mut output, io::sink()).unwrap();
    talker.join().unwrap();
    let output = String::from_utf8(output).unwrap();
    assert!(
        output.contains("=1 ") && output.ends_with("=2 Wakari\n\n=\n\n"),
        "{output}"
    );
    assert!(begun.elapsed() < Duration::from_secs(60));
}

#[test]
fn a_long_judgement_can_be_interrupted() {
    let mut engine = engine(Rules::JAPANESE_1989);
    let search = engine.options().search;
    engine.set_search(SearchSettings {
        effort: Effort {
            states: 100_000_000,
            ..search.effort
        },
        ..search
    });
    let begun = Instant::now();
    let said = &[
        "boardsize 5\ngogui-setup b b2 b c3 w d4 w e2 b a4\n1 final_score\n",
        "# interrupt\n2 name\n3 wakari-unsettled\n",
        "# interrupt\n4 name\n",
    ];
    let answer = talk_slowly(&mut engine, said, Duration::from_millis(300));
    for begin in [
        "\n=1 ",
        "\n=2 Wakari\n",
        "\n=3 Black first",
        "\n=4 Wakari\n",
    ] {
        assert!(answer.contains(begin), "{answer}");
    }
    assert!(begun.elapsed() < Duration::from_secs(60));
}

/// Returns the output for chunks of input with pauses between them.
fn talk_slowly(engine: &mut Engine, said: &'static [&str], pause: Duration) -> String {
    let (send, chunks) = mpsc::channel();
    let talker = thread::spawn(move || {
        for chunk in said {
            send.send(chunk.as_bytes().to_vec()).unwrap();
            thread::sleep(pause);
        }
    });
    let mut output = Vec::new();
    serve(engine, Slow { chunks }, &mut output, io::sink()).unwrap();
    talker.join().unwrap();
    String::from_utf8(output).unwrap()
}

/// Output that a test can read while it is written.
#[derive(Clone, Default)]
struct SharedOutput(Arc<Mutex<Vec<u8>>>);

impl SharedOutput {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap()).into_owned()
    }
}

impl Write for SharedOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn any_line_ends_an_analysis() {
    for end in ["\n", "# what\n", "stop\n", "name\n", "# interrupt\n"] {
        let mut output = SharedOutput::default();
        let seen = output.clone();
        let (send, chunks) = mpsc::channel();
        // Ends the analysis once it has reported.
        let talker = thread::spawn(move || {
            let say = |text: &str| send.send(text.as_bytes().to_vec()).unwrap();
            say("7 kata-analyze b 5 maxmoves 2\n");
            let begun = Instant::now();
            while !seen.text().contains("info move ") && begun.elapsed() < Duration::from_secs(60) {
                thread::sleep(Duration::from_millis(5));
            }
            say(end);
            say("8 name\n");
        });
        let mut engine = engine(Rules::CHINESE);
        serve(&mut engine, Slow { chunks }, &mut output, io::sink()).unwrap();
        talker.join().unwrap();
        let answer = output.text();
        let lines: Vec<&str> = answer.lines().collect();
        let infos = lines
            .iter()
            .filter(|line| line.starts_with("info move "))
            .count();
        assert_eq!(lines[0], "=7", "{answer}");
        assert!(infos >= 1 && lines[infos + 1].is_empty(), "{answer}");
        assert!(answer.ends_with("=8 Wakari\n\n"), "{answer}");
        assert!(
            lines.iter().all(|line| line.matches("info ").count() <= 2),
            "{answer}"
        );
    }
}

#[test]
fn a_move_is_found_and_told_of() {
    let mut engine = engine(Rules::CHINESE);
    for dialect in ["kata", "lz", "cgos"] {
        let answer = talk(&mut engine, &format!("3 {dialect}-genmove_analyze w\nundo"));
        let lines: Vec<&str> = answer.lines().collect();
        assert_eq!(lines.len(), 6, "{answer}");
        assert_eq!((lines[0], lines[3], lines[4]), ("=3", "", "="), "{answer}");
        assert!(lines[2].starts_with("play "), "{answer}");
    }
    let answer = talk(&mut engine, "kata-search_analyze b allow b c3 1\nundo");
    assert!(answer.contains("\nplay C3\n\n? cannot undo"), "{answer}");
    // The search takes longer than the next line needs to arrive.
    engine.set_playouts(Some(10_000_000));
    let answer = talk(
        &mut engine,
        "kata-search_cancellable\nundo\nkata-search_cancellable w\nname",
    );
    assert!(answer.contains("? cannot undo"), "{answer}");
    assert!(answer.ends_with("= cancelled\n\n= Wakari\n\n"), "{answer}");
    let answer = talk(&mut engine, "kata-search_analyze_cancellable b\nname");
    assert!(
        answer.ends_with("\nplay cancelled\n\n= Wakari\n\n"),
        "{answer}"
    );
    check_last(
        &mut engine,
        "kata-analyze b nosuch 3",
        &format!(
            "? {}",
            "syntax error: expected kata-analyze [COLOR] [INTERVAL] and any of: interval HUNDREDTHS, minmoves N, maxmoves N, avoid COLOR VERTEX,VERTEX,... N, allow COLOR VERTEX,VERTEX,... N, rootInfo true|false, ownership true|false, ownershipStdev true|false, movesOwnership true|false, movesOwnershipStdev true|false, pvVisits true|false"
        ),
    );
}

/// Searches before `quit` or the end of the input use all their playouts, however late they start.
///
/// Searches after an interrupt do not.
#[test]
fn what_was_asked_before_the_end_is_answered_whole() {
    let whole = |said: &str| {
        let mut engine = engine(Rules::CHINESE);
        engine.set_playouts(Some(1500));
        let answer = talk(&mut engine, &format!("play w c3\n{said}"));
        let playouts = engine.last_thought().map(|(_, found)| found.new_playouts);
        (answer, playouts)
    };
    let (alone, playouts) = whole("genmove b");
    assert_eq!(playouts, Some(1500));
    for command in [
        "genmove",
        "reg_genmove",
        "kata-search",
        "kgs-genmove_cleanup",
    ] {
        for end in ["", "\n", "\nquit", "\nquit\n", "\nname\nquit\nname"] {
            let (answer, playouts) = whole(&format!("{command} b{end}"));
            assert_eq!(playouts, Some(1500), "{command}{end}");
            assert!(
                answer.starts_with(alone.trim_end()),
                "{command}{end}: {answer}"
            );
        }
    }
    let (answer, playouts) = whole("lz-genmove_analyze b\nquit");
    assert_eq!(playouts, Some(1500));
    assert!(answer.ends_with("\n\n=\n\n"), "{answer}");
    let (_, playouts) = whole("genmove b\n# interrupt\nquit");
    assert!(playouts < Some(1500), "{playouts:?}");
}

#[test]
fn a_search_for_a_time_ends_with_the_input() {
    for end in ["\nquit", ""] {
        for command in ["genmove", "lz-genmove_analyze"] {
            let mut engine = engine(Rules::CHINESE);
            engine.set_playouts(None);
            talk(&mut engine, "kata-time_settings byoyomi 0 600 1");
            let begun = Instant::now();
            let answer = talk(&mut engine, &format!("boardsize 19\n{command} b{end}"));
            let last = match end {
                "" => "\n\n",
                _ => "\n\n=\n\n",
            };
            assert!(answer.ends_with(last), "{answer}");
            let took = begun.elapsed();
            // The least time for a script.
            assert!(took >= Duration::from_millis(900), "{took:?}");
            assert!(took < Duration::from_secs(20));
        }
    }
}

/// The search ends soon if the output has no reader.
#[test]
fn a_command_ends_soon_if_nobody_reads() {
    for command in ["genmove b", "kata-genmove_analyze b", "kata-analyze b"] {
        let mut engine = engine(Rules::CHINESE);
        engine.set_playouts(Some(100_000_000));
        let begun = Instant::now();
        let input = Cursor::new(format!("{command}\nquit\n").into_bytes());
        let surroundings = Environment {
            is_read: || false,
            ..Environment::default()
        };
        serve_with(&surroundings, &mut engine, input, io::sink(), io::sink()).unwrap();
        assert!(begun.elapsed() < Duration::from_secs(20));
    }
}

/// Flaws of a loadable record are reported on the error stream.
#[test]
fn flaws_of_what_is_loaded_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.sgf");
    std::fs::write(&path, "(;SZ[9]KM[six and a half];B[aa]").unwrap();
    let mut engine = engine(Rules::CHINESE);
    let input = Cursor::new(format!("loadsgf {}\nno such command\n", path.display()));
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    serve(&mut engine, input, &mut output, &mut errors).unwrap();
    assert!(output.starts_with(b"=\n\n?"), "{output:?}");
    let told = String::from_utf8(errors).unwrap();
    let told: Vec<&str> = told.lines().collect();
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told[0].contains("a.sgf: ") && told[0].contains("six and a half"));
}

/// A session takes the rules of a record unless rules were chosen, which it says then.
#[test]
fn a_loaded_record_brings_its_rules() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.sgf");
    let moves = ";B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[];W[ea];B[];W[])";
    let facts = "SZ[5]KM[0.5]RU[Chinese Rules]RE[B+4.5]PB[A]PW[B]EV[E]DT[2001-02-03]";
    std::fs::write(&path, format!("(;{facts}{moves}")).unwrap();
    let session = |takes_rules, lines: &str| {
        let mut engine = engine(Rules::PROPOSAL_2012);
        engine = Engine::new(Options {
            takes_rules,
            ..engine.options().clone()
        });
        let input = Cursor::new(lines.replace("FILE", &path.display().to_string()));
        let (mut output, mut errors) = (Vec::new(), Vec::new());
        serve(&mut engine, input, &mut output, &mut errors).unwrap();
        (
            String::from_utf8(output).unwrap(),
            String::from_utf8(errors).unwrap(),
        )
    };
    let (output, errors) = session(true, "loadsgf FILE\nfinal_score\nprintsgf\n");
    assert!(output.starts_with("=\n\n= B+4.5\n"), "{output}");
    for kept in [
        "PB[A]",
        "PW[B]",
        "EV[E]",
        "DT[2001-02-03]",
        "RE[B+4.5]",
        "RU[Chinese]",
    ] {
        assert!(output.contains(kept), "{kept}: {output}");
    }
    assert_eq!(errors, "");
    let chosen = "kata-set-rules japanese\nloadsgf FILE\nfinal_score\n";
    for (takes_rules, lines) in [(true, chosen), (false, "loadsgf FILE\nfinal_score\n")] {
        let (output, errors) = session(takes_rules, lines);
        assert!(!output.contains("B+4.5"), "{output}");
        assert!(
            errors.contains("a.sgf: the record is by chinese rules; the rules chosen"),
            "{errors}"
        );
    }
}

/// What gtp2ogs sends: the handicap stones one by one.
#[test]
fn handicap_by_play_is_compensated() {
    check(
        Rules::CHINESE,
        "boardsize 5
             =
             komi 0.5
             =
             gogui-play_sequence b c2 b c4 w d1 b c1 w d2 b c3 w d3 b c5 w d4 b pass w d5 b pass w pass
             =
             final_score
             = B+2.5",
    );
}

/// A restriction is kept or refused, never dropped.
#[test]
fn an_analysis_keeps_to_what_is_allowed() {
    let mut engine = engine(Rules::CHINESE);
    let eye = "boardsize 5\nclear_board\ngogui-play_sequence b b5 w e5 b a4 w e4 b b4 w e3\n";
    talk(&mut engine, eye);
    for (allowed, played) in [("a5", "A5"), ("pass", "pass"), ("c3,d3", "")] {
        let line = format!("kata-genmove_analyze b 10 allow b {allowed} 1");
        let answer = talk(&mut engine, &line);
        let last = answer
            .lines()
            .find_map(|line| line.strip_prefix("play "))
            .unwrap();
        let expected: &[&str] = if played.is_empty() {
            &["C3", "D3"]
        } else {
            &[played]
        };
        assert!(expected.contains(&last), "{line}: {answer}");
        talk(&mut engine, "undo");
    }
    for line in [
        "kata-analyze b 10 allow b b5 1",
        "lz-analyze b 10 allow b b5,e5 3",
        "kata-genmove_analyze b 10 allow b e5 1",
    ] {
        let answer = talk(&mut engine, line);
        assert_eq!(answer, "? none of the allowed moves is legal\n\n", "{line}");
    }
    assert!(talk(&mut engine, "kata-analyze b 10 allow b c3 0").starts_with('?'));
}

#[test]
fn gogui_is_shown_what_is_thought() {
    let mut engine = engine(Rules::CHINESE);
    engine.set_playouts(Some(1500));
    let mut errors = Vec::new();
    let input = Cursor::new(&b"gogui-version 1.6.0\ngenmove b\n"[..]);
    serve(&mut engine, input, io::sink(), &mut errors).unwrap();
    let drawn = String::from_utf8(errors).unwrap();
    assert!(
        drawn.is_empty() || drawn.ends_with("\n\ngogui-gfx: CLEAR\n"),
        "{drawn}"
    );
    for line in [
        "wakari-statuses",
        "wakari-territory",
        "wakari-candidates",
        "wakari-variation",
        "wakari-priors",
        "wakari-param_rules",
        "wakari-param_search",
        "gogui-title",
        "gogui-analyze_commands",
    ] {
        let answer = talk(&mut engine, line);
        assert!(
            answer.starts_with("= ") && answer.len() > 4,
            "{line}: {answer}"
        );
    }
    let numbers = talk(&mut engine, "wakari-ownership");
    assert_eq!(numbers.lines().count(), 9 + 2, "{numbers}");
    assert_eq!(numbers.split_whitespace().count(), 81 + 1, "{numbers}");
    for (line, then) in [
        (
            "wakari-param_rules rules japanese-1989",
            "rules japanese-1989\n",
        ),
        ("wakari-param_rules komi 3.5", "komi 3.5\n"),
        ("wakari-param_rules suicide 1", "suicide 1\n"),
        ("wakari-param_rules judge_as game", "judge_as game"),
        ("wakari-param_rules ko POSITIONAL", "rules custom\n"),
        ("wakari-param_search playouts 30", "playouts 30\n"),
        ("wakari-param_search live_gfx sequence", "live_gfx sequence"),
        ("wakari-param_search resign_below 0.1", "resign_below 0.1\n"),
    ] {
        let name = line.split(' ').next().unwrap();
        check_last(&mut engine, line, "=");
        if !line.contains("live_gfx") {
            assert!(talk(&mut engine, name).contains(then), "{line}");
        }
    }
    for line in [
        "wakari-param_rules nosuch 1",
        "wakari-param_rules komi",
        "wakari-param_rules komi x",
        "wakari-param_rules suicide 2",
        "wakari-param_search threads 0",
        "wakari-param_search live_gfx all",
        "wakari-dame 3",
    ] {
        assert!(talk(&mut engine, line).starts_with('?'), "{line}");
    }
}

#[test]
fn the_board_is_told_in_detail() {
    check(
        Rules::CHINESE,
        "set_position b a2 w a1 w b2 b c1
             =
             captures w
             = 0
             list_stones b
             = C1 A2
             is_legal b b1
             = 1
             play b b1
             =
             captures b
             = 1
             is_legal w a1
             = 0
             is_legal w pass
             = 1
             list_stones w
             = B2
             boardsize 2
             =
             all_legal w
             = A1 B1 A2 B2
             set_position b a1 b a2 w b1 w b2
             ? illegal setup: the stones cannot stand on the board
             set_position b a1 w a1
             ? illegal setup: the stones cannot stand on the board
             set_position
             =
             cgos-opponent_name A Name
             =
             cgos-opponent_rating 1800?
             =
             cgos-gameover B+3.5
             =
             stop
             =
             clear_cache
             =",
    );
}

/// Black owns the left and White the right.
///
/// If the white stone at B6 is dead, Black wins by a point.
const INVADED: &str = "boardsize 7\nkomi -8\ngogui-setup b c1 b c2 b c3 b c4 b c5 b c6 b c7 b a4 b b2 \
                           w d1 w d2 w d3 w d4 w d5 w d6 w d7 w f4 w f2 w b6\nplay w pass";

/// Returns Black's moves, with White passing, until Black passes.
fn moves_until_pass(engine: &mut Engine, command: &str) -> Vec<String> {
    let next = |_: usize| {
        let answer = talk(engine, &format!("{command} b"));
        talk(engine, "play w pass");
        answer.trim_start_matches("= ").trim_end().to_owned()
    };
    (0..20).map(next).take_while(|to| to != "pass").collect()
}

#[test]
fn what_would_count_as_alive_is_taken() {
    for rules in [Rules::TROMP_TAYLOR, Rules::CGOS] {
        let mut engine = engine(rules);
        talk(&mut engine, INVADED);
        assert_eq!(moves_until_pass(&mut engine, "genmove").len(), 3, "{rules}");
        check_last(&mut engine, "final_score", "= B+1");
    }
    for rules in [Rules::CHINESE, Rules::JAPANESE_1989, Rules::PROPOSAL_2012] {
        let mut engine = engine(rules);
        talk(&mut engine, INVADED);
        assert_eq!(moves_until_pass(&mut engine, "genmove"), [""; 0], "{rules}");
    }
}

#[test]
fn the_board_is_cleaned_up_where_that_is_free() {
    for (rules, moves, score) in [
        (Rules::CHINESE, 3, "= B+1"),
        (Rules::JAPANESE_1989, 0, "= B+2"),
    ] {
        let mut engine = engine(rules);
        talk(&mut engine, INVADED);
        let played = moves_until_pass(&mut engine, "kgs-genmove_cleanup");
        assert_eq!(played.len(), moves, "{rules}: {played:?}");
        assert!(
            talk(&mut engine, "final_score").starts_with(score),
            "{rules}"
        );
    }
}

/// Everything that is answered to some lines, and what the error stream says meanwhile.
fn talk_with_warnings(engine: &mut Engine, input: &str) -> (String, String) {
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let input = Cursor::new(input.as_bytes().to_vec());
    serve(engine, input, &mut output, &mut errors).unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output), text(errors))
}

/// A game that has only begun is estimated, however it began; one that both have passed out is
/// counted. Either way the error stream says that it is far from over.
#[test]
fn the_score_far_from_the_end_is_an_estimate() {
    for rules in [
        Rules::JAPANESE_1989,
        Rules::PROPOSAL_2012,
        Rules::CHINESE,
        Rules::TROMP_TAYLOR,
    ] {
        let mut engine = engine(rules);
        for begun in [
            "play b c3",
            "play w g7",
            "clear_board\nset_position b c3 w g7",
        ] {
            talk(&mut engine, begun);
            let estimate = talk(&mut engine, "estimate_score");
            let (score, warning) = talk_with_warnings(&mut engine, "final_score");
            assert_eq!(score, estimate, "{rules}, {begun}");
            assert_eq!(score, talk(&mut engine, "final_score"), "{rules}, {begun}");
            assert!(
                warning.contains("far from over"),
                "{rules}, {begun}: {warning}"
            );
            let lead: f64 = score
                .trim()
                .trim_start_matches("= B+")
                .trim_start_matches("= W+")
                .parse()
                .unwrap();
            assert_eq!(
                (lead + 0.5).fract(),
                0.0,
                "{rules}, {begun}: a komi with half a point"
            );
            assert!(lead < 40.0, "{rules}, {begun}: {lead}");
            let stones = ["alive", "dead", "seki"].map(|status| {
                let list = talk(&mut engine, &format!("final_status_list {status}"));
                list.trim_start_matches('=').split_whitespace().count()
            });
            let all = talk(&mut engine, "list_stones b\nlist_stones w")
                .split_whitespace()
                .filter(|word| *word != "=")
                .count();
            assert_eq!(stones.iter().sum::<usize>(), all, "{rules}, {begun}");
        }
        let passed = "clear_board\nplay b c3\nplay w g7\nplay b pass\nplay w pass\n";
        let komi = engine.position().komi();
        talk(&mut engine, passed);
        let (score, warning) = talk_with_warnings(&mut engine, "final_score");
        assert_eq!(score, format!("= W+{komi}\n\n"), "{rules}");
        let is_counted = rules.death == crate::go::rules::Death::AllAlive;
        assert_eq!(
            warning.contains("as it stands"),
            !is_counted,
            "{rules}: {warning}"
        );
    }
}

/// A result that depends on further play comes with a warning, or is unknown if that is asked for.
/// A result that the players decided, or that is settled, is answered as it is.
#[test]
fn a_result_that_is_not_settled_is_told() {
    let told = |lines: &str, unsettled_as_unknown| {
        let mut engine = engine(Rules::JAPANESE_1989);
        let surroundings = Environment {
            unsettled_as_unknown,
            ..Environment::default()
        };
        let (mut output, mut errors) = (Vec::new(), Vec::new());
        let input = Cursor::new(format!("{lines}\nfinal_score\n"));
        serve_with(&surroundings, &mut engine, input, &mut output, &mut errors).unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        let output = text(output);
        let score = output.trim_end().rsplit("\n\n").next().unwrap().to_owned();
        (score, text(errors))
    };
    let open = "play b c3\nplay w g7";
    let stopped = "play b c3\nplay w g7\nplay b pass\nplay w pass";
    // Whoever plays C1 first decides who lives in the corner.
    let fight = "boardsize 7\nkomi 0\ngogui-setup b a2 b b2 b c2 b d2 b d1 w a3 w b3 w c3 w d3 w e3 \
                 w e2 w e1 w e4\nwakari-param_rules judge_as game";
    for lines in [open, stopped, fight] {
        let (score, warning) = told(lines, false);
        assert!(score.contains('+'), "{score}");
        assert!(warning.starts_with("WARNING: "), "{warning}");
        let (score, warning) = told(lines, true);
        assert_eq!(score, "= ?", "{lines}");
        assert_eq!(warning.lines().count(), 1, "{warning}");
    }
    let resigned = "play b c3\nplay w resign";
    let settled = "boardsize 5\nkomi 0\ngogui-setup b b1 b b2 b b3 b b4 b b5 w c1 w c2 w c3 w c4 w c5 \
                   w d3\nplay b pass\nplay w pass";
    for lines in [resigned, settled] {
        let (score, warning) = told(lines, true);
        assert!(score.contains('+'), "{score}");
        assert_eq!(warning, "", "{lines}");
    }
}

#[test]
fn a_won_game_is_not_given_up_but_may_be_ended() {
    let mut engine = engine(Rules::CHINESE);
    // Everything short of certain victory would be resigned.
    talk(
        &mut engine,
        "wakari-param_search resign_below 1\nwakari-param_search playouts 400",
    );
    talk(&mut engine, INVADED);
    let answer = talk(&mut engine, "genmove b");
    assert!(!answer.contains("resign"), "{answer}");
    talk(
        &mut engine,
        "komi 40\ngogui-play_sequence b pass w pass b pass w pass b pass w pass b pass w f6",
    );
    check_last(&mut engine, "genmove b", "= resign");
    talk(
        &mut engine,
        "komi -40\nplay w pass\nwakari-param_search friendly_pass 1",
    );
    check_last(&mut engine, "genmove b", "= pass");
}

#[test]
fn a_reader_that_is_gone_ends_the_session() {
    struct Gone;
    impl Write for Gone {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let input = Cursor::new(b"name\n".repeat(10_000));
    let ended = serve(&mut engine(Rules::CHINESE), input, Gone, io::sink());
    assert_eq!(
        ended.map_err(|error| error.kind()),
        Err(io::ErrorKind::BrokenPipe)
    );
}

#[test]
fn long_lines_and_odd_bytes_get_one_answer_each() {
    let mut engine = engine(Rules::CHINESE);
    let long = "x".repeat(line::LONGEST_LINE + 1);
    let answer = talk(&mut engine, &format!("5 name {long}\n6 name"));
    assert_eq!(answer, "?5 line longer than 1048576 bytes\n\n=6 Wakari\n\n");
    let mut output = Vec::new();
    serve(
        &mut engine,
        Cursor::new(b"\xff\xfe\n3 \x80\n\x00\nplay b d4\x00".to_vec()),
        &mut output,
        io::sink(),
    )
    .unwrap();
    let answer = String::from_utf8(output).unwrap();
    assert_eq!(answer, "? unknown command\n\n?3 unknown command\n\n=\n\n");
}

/// A panic is answered as a failure, and neither the board nor the settings change.
#[test]
fn an_error_of_the_program_leaves_the_game_as_it_was() {
    let begun = "boardsize 7\nkomi 3.5\nplay b d4\nplay w c3\ntime_settings 100 0 0\n";
    let asked = "printsgf\nget_komi\nshowboard\nkata-get-rules\nwakari-param_search\ncaptures b\n";
    for command in [
        "play b e5",
        "play w e5",
        "genmove w",
        "undo",
        "clear_board",
        "boardsize 9",
        "komi 7",
        "kata-set-rules japanese",
        "gogui-play_sequence b a1 w b1",
        "wakari-prisoners 3 5",
        "gogui-setup b a1",
        "set_position b a1",
        "time_settings 10 0 0",
        "final_score",
        "kata-genmove_analyze w",
        "lz-analyze 1",
        "wakari-param_search playouts 7",
        "set_random_seed 9",
        "name",
    ] {
        for rules in [Rules::CHINESE, Rules::IMPROVED_2009] {
            let mut engine = engine(rules);
            talk(&mut engine, begun);
            let known = talk(&mut engine, asked);
            session::trap::set();
            let answer = talk(&mut engine, &format!("7 {command}\n"));
            let failed = answer == "?7 internal error: the game is as it was before\n\n";
            let ended = command.contains("analyze")
                && answer.starts_with("=7\n")
                && answer.ends_with("\n\n");
            assert!(failed || ended, "{command}: {answer}");
            assert_eq!(talk(&mut engine, asked), known, "{command}");
            assert_eq!(
                talk(&mut engine, "play b g7\ngenmove w\n")
                    .matches("= ")
                    .count(),
                1
            );
        }
    }
}

/// The seed announced at the start can be set again.
#[test]
fn seeds_have_64_bits() {
    let mut engine = engine(Rules::CHINESE);
    let largest = u64::MAX;
    let said = talk(
        &mut engine,
        &format!("set_random_seed {largest}\nget_random_seed\nset_random_seed {largest}0\n"),
    );
    assert!(
        said.starts_with(&format!("=\n\n= {largest}\n\n? ")),
        "{said}"
    );
}
