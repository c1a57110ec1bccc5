//! `wakari match` as users run it: games, files and messages.

mod engine;

use engine::PROGRAM;
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use serde_json::Value;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A finished match.
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

/// Runs `wakari match`; returns standard output and standard error.
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
    /// The entries of `games.jsonl`, by number.
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

    /// The SGF record of a game.
    fn sgf(&self, number: u32) -> String {
        let path = self.folder.path().join(format!("games/{number:04}.sgf"));
        std::fs::read_to_string(path).expect("the record of a game")
    }
}

/// This engine, weak and fast.
fn wakari(options: &str) -> String {
    format!("'{PROGRAM}' --playouts 8 --score-playouts 50 --threads 1 {options}")
}

/// This engine for many games: it hardly searches, and judges quickly.
fn wakari_for_long(options: &str) -> String {
    format!(
        "'{PROGRAM}' --playouts 2 --score-playouts 4 --effort 0.01 --threads 1 --resign 0 {options}"
    )
}

/// The moves of a record.
fn moves(sgf: &str) -> String {
    sgf.split_once(";B[")
        .map(|(_, moves)| moves.to_owned())
        .unwrap_or_default()
}

/// The black set-up stones of a record, sorted.
fn stones(sgf: &str) -> String {
    let from_black = sgf.split_once("AB").map_or("", |(_, from)| from);
    let stones = from_black.split(';').next().unwrap_or_default();
    let mut points: Vec<&str> = stones
        .split_inclusive(']')
        .map(str::trim_start)
        .filter(|point| point.len() == 4)
        .collect();
    points.sort_unstable();
    points.concat()
}

#[test]
fn games_with_colors_exchanged_differ() {
    for options in ["", "--seed {seed}"] {
        let program = wakari(options);
        let played = play(&program, &program, "--size 4 --games 2 --seed 3");
        assert_ne!(moves(&played.sgf(0)), moves(&played.sgf(1)));
        assert!(!played.table.contains("repeat another"), "{}", played.table);
        let again = play(&program, &program, "--size 4 --games 1 --seed 3");
        assert_eq!(played.sgf(0), again.sgf(0), "the same seed, the same game");
    }
    let fixed = wakari("--seed 1");
    let played = play(&fixed, &fixed, "--size 4 --games 2");
    assert!(
        played.table.contains("games that repeat another one 1"),
        "{}",
        played.table
    );
}

/// SGF viewers look for players, date and event.
#[test]
fn records_name_the_programs_and_the_day() {
    let played = play(
        &wakari("--seed 1"),
        &wakari("--seed 2"),
        "--games 1 --size 5 --rules chinese",
    );
    let sgf = played.sgf(0);
    let version = env!("CARGO_PKG_VERSION");
    for fact in [
        format!("PB[Wakari {version} (chinese rules) (A)]"),
        format!("PW[Wakari {version} (chinese rules) (B)]"),
        "EV[games]".to_owned(),
        "RO[1]".to_owned(),
    ] {
        assert!(sgf.contains(&fact), "{fact} in {sgf}");
    }
    let day = regex::Regex::new(r"DT\[20\d\d-[01]\d-[0-3]\d\]").expect("a pattern");
    assert!(day.is_match(&sgf), "{sgf}");
    assert!(sgf.contains("Black: ") && sgf.contains("--seed 2"), "{sgf}");
}

#[test]
fn a_round_robin_has_a_table_and_is_resumed() {
    let (a, b) = (wakari(""), wakari("--resign 0"));
    let also = shlex::try_join([wakari("--friendly-pass").as_str()]).expect("words");
    let folder = tempfile::tempdir().expect("a directory");
    let more = |games: u32| format!("--size 4 --games {games} --also {also}");
    let (first, _) = run(folder.path(), &a, &b, &more(2));
    let (again, progress) = run(folder.path(), &a, &b, &more(2));
    assert_eq!(first, again);
    assert!(
        progress.starts_with("6 of 6 games have been played already"),
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
    let games = progress.lines().filter(|line| line.contains("/6 game "));
    assert_eq!(games.count(), 1, "{progress}");
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

/// A program that always resigns, and the stages of a handicap system that follow.
#[cfg(unix)]
#[test]
fn a_system_changes_its_stage() {
    let resigns = "sh -c 'while read -r command rest; do case $command in \
                   genmove) printf \"= resign\\n\\n\";; list_commands) printf \"= genmove\\nplay\\n\\n\";; \
                   quit) exit;; *) printf \"=\\n\\n\";; esac; done'";
    let more = "--size 19 --rules japanese-1949 --system sen-ai-sen --games 9";
    let played = play(resigns, &wakari(""), more);
    // A has Black in the first and third of three games and loses all. After four losses it moves
    // one stage down.
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

/// Ends of games between scripts that play given moves, pass, and claim given stones.
#[cfg(unix)]
mod endings {
    use super::*;

    /// Black's wall is on B, White's on C, and White's stone at A3 is dead. White leads by 10 to 6
    /// in territory and by 15 to 10 in area.
    const BLACK: &str = "B3 B2 B4 B1 B5 pass pass";
    const WHITE: &str = "C3 C2 C4 C1 C5 A3 pass";
    /// Black's moves that capture the stone, if necessary.
    const PROOF: &str = "A2 A4";

    /// A program that plays its moves and then passes.
    struct Script<'a> {
        /// Stones claimed to be dead, if it supports the command.
        dead: Option<&'a str>,
        /// Black's moves after the first two passes. Without any, it passes.
        black_goes_on: &'a str,
        /// Shell commands run before it names dead stones.
        at_claim: &'a str,
        /// Further commands that it lists.
        knows: &'a str,
    }

    impl Script<'_> {
        const HONEST: Script<'static> = Script {
            dead: Some("A3"),
            black_goes_on: "",
            at_claim: "",
            knows: "",
        };
        const LIAR: Script<'static> = Script {
            dead: Some("B1 B2 B3 B4 B5"),
            ..Script::HONEST
        };

        /// Its command line; the script is written to a file called `name`.
        fn command(&self, folder: &Path, name: &str, image: fn(&str) -> String) -> String {
            let lists = match self.dead {
                Some(_) => "\\nfinal_status_list",
                None => "",
            };
            let (black, white) = (format!("{BLACK} {}", self.black_goes_on), WHITE);
            let script = format!(
                "b='{}'; w='{}'\n\
                 while read -r command rest; do case $command in\n\
                 genmove|kgs-genmove_cleanup) case $rest in\n\
                 [Bb]*) set -- $b; move=${{1:-pass}}; test $# = 0 || shift; b=\"$*\";;\n\
                 *) set -- $w; move=${{1:-pass}}; test $# = 0 || shift; w=\"$*\";;\n\
                 esac; printf '= %s\\n\\n' $move;;\n\
                 final_status_list) {}\n case $rest in dead) printf '= {}\\n\\n';; *) printf '=\\n\\n';; esac;;\n\
                 list_commands) printf '= genmove\\nplay{lists}{}\\n\\n';;\n\
                 quit) printf '=\\n\\n'; exit;;\n\
                 *) printf '=\\n\\n';; esac; done\n",
                image(&black),
                image(white),
                self.at_claim,
                image(self.dead.unwrap_or_default()),
                self.knows,
            );
            let file = folder.join(name);
            std::fs::write(&file, script).expect("the script can be written");
            format!("sh '{}'", file.display())
        }
    }

    fn as_it_is(moves: &str) -> String {
        moves.to_owned()
    }

    /// The moves rotated by 180°. The result stays, since both areas are rotated.
    fn turned(moves: &str) -> String {
        let turn = |word: &str| match word.split_at_checked(1) {
            Some((column @ ("A" | "B" | "C" | "D" | "E"), row)) => {
                let column = "EDCBA"
                    .chars()
                    .nth(usize::from(column.as_bytes()[0] - b'A'));
                let row = 6 - row.parse::<u32>().expect("a row");
                format!("{}{row}", column.expect("a column"))
            }
            _ => word.to_owned(),
        };
        moves.split(' ').map(turn).collect::<Vec<_>>().join(" ")
    }

    /// Plays A against B with both colors, as it is and rotated. All games must have one result and
    /// settlement, which it returns.
    #[track_caller]
    fn outcome(a: &Script, b: &Script, more: &str) -> (String, String, Value) {
        let mut seen = BTreeSet::new();
        let mut last = Value::Null;
        for image in [as_it_is, turned] {
            let folder = tempfile::tempdir().expect("a directory");
            let (a, b) = (
                a.command(folder.path(), "a.sh", image),
                b.command(folder.path(), "b.sh", image),
            );
            let played = play(&a, &b, &format!("--size 5 --komi 0 --games 2 {more}"));
            for (number, game) in played.games().into_iter().enumerate() {
                let of = |key: &str| game["outcome"][key].as_str().unwrap_or("none").to_owned();
                let sgf = played.sgf(number as u32);
                assert!(sgf.contains(&format!("RE[{}]", of("result"))), "{sgf}");
                assert!(sgf.contains(&of("reason")), "{sgf}");
                assert!(
                    played.progress.contains(&of("reason")),
                    "{}",
                    played.progress
                );
                seen.insert((of("result"), of("settlement")));
                last = game["outcome"].clone();
            }
        }
        assert_eq!(seen.len(), 1, "{more}: {seen:?}");
        let (result, settlement) = seen.pop_first().expect("a game");
        (result, settlement, last)
    }

    #[track_caller]
    fn check(a: &Script, b: &Script, more: &str, expected: (&str, &str)) -> Value {
        let (result, settlement, last) = outcome(a, b, more);
        assert_eq!((&*result, &*settlement), expected, "{more}: {last}");
        last
    }

    /// Equal claims end the game under every rule set that asks for them.
    #[test]
    fn what_both_claim_is_counted() {
        for (rules, result) in [
            ("proposal-2012", "W+4"),
            ("japanese-1989", "W+4"),
            ("japanese-1949", "W+4"),
            ("improved-2009", "W+4"),
            ("korean", "W+4"),
            ("chinese", "W+5"),
            ("aga", "W+5"),
            ("ing", "W+5"),
        ] {
            let expected = (result, "agreed");
            check(
                &Script::HONEST,
                &Script::HONEST,
                &format!("--rules {rules}"),
                expected,
            );
        }
        // Under Tromp-Taylor rules there are no claims, and the stone counts.
        let found = check(
            &Script::HONEST,
            &Script::HONEST,
            "--rules tromp-taylor",
            ("W+11", "as-it-stands"),
        );
        assert_eq!(found["dispute"], Value::Null);
    }

    /// False claims gain nothing where the rules define life and death (2012: 7; 1989: 7; 1949: 29
    /// to 33), after a resumption or at once.
    #[test]
    fn the_rules_settle_a_dispute_about_life_and_death() {
        for (rules, moves) in [
            ("proposal-2012", 16),
            ("japanese-1989", 14),
            ("japanese-1949", 16),
            ("korean", 14),
        ] {
            let more = format!("--rules {rules}");
            let (result, settlement, found) = outcome(&Script::HONEST, &Script::LIAR, &more);
            assert_eq!(
                (&*result, &found["moves"]),
                ("W+4", &moves.into()),
                "{found}"
            );
            assert!(
                ["proved", "judged"].contains(&&*settlement),
                "{rules}: {found}"
            );
            assert_eq!(found["dispute"]["cost"], 0.0, "{found}");
            assert_eq!(found["dispute"]["by_rules"], -4.0, "{found}");
        }
    }

    /// 2012, article 9: two passes end the game if the claims agree, four if they do not.
    #[test]
    fn four_passes_end_what_is_not_agreed_under_the_proposal() {
        for image in [as_it_is, turned] {
            for (other, passes) in [(&Script::HONEST, 2), (&Script::LIAR, 4)] {
                let folder = tempfile::tempdir().expect("a directory");
                let a = Script::HONEST.command(folder.path(), "a.sh", image);
                let b = other.command(folder.path(), "b.sh", image);
                let played = play(&a, &b, "--size 5 --komi 0 --games 2 --rules proposal-2012");
                for number in 0..2 {
                    let sgf = played.sgf(number);
                    // Black's first pass precedes White's last stone.
                    let count = moves(&sgf).matches("[]").count();
                    assert_eq!(count, 1 + passes, "{sgf}");
                    assert_eq!(
                        sgf.contains("Ending: b no\nEnding: w no"),
                        passes == 4,
                        "{sgf}"
                    );
                }
            }
        }
    }

    /// Disputes that the rules do not decide are played out: capturing the stone costs nothing
    /// (2009: 10; area scoring).
    #[test]
    fn a_dispute_is_played_out_on_the_board() {
        let black = Script {
            black_goes_on: PROOF,
            ..Script::HONEST
        };
        let liar = Script {
            black_goes_on: PROOF,
            ..Script::LIAR
        };
        // White claims nothing dead, so the claims agree once A3 is captured.
        for (rules, result) in [("chinese", "W+5"), ("new-zealand", "W+5"), ("ing", "W+5")] {
            let found = check(
                &black,
                &Script {
                    dead: Some(""),
                    ..liar
                },
                &format!("--rules {rules}"),
                (result, "played-on"),
            );
            assert_eq!(found["dispute"]["cost"], 0.0, "{found}");
        }
    }

    /// A program that never agrees cannot keep a game from ending.
    #[test]
    fn endless_disagreement_comes_to_an_end() {
        for (rules, result, settlement) in [
            // Black does not capture the stone, so it stands.
            ("chinese", "W+11", "all-stand"),
            ("improved-2009", "0", "complete-end"),
        ] {
            let found = outcome(&Script::HONEST, &Script::LIAR, &format!("--rules {rules}"));
            assert_eq!((&*found.1, rules), (settlement, rules), "{found:?}");
            assert!(rules == "improved-2009" || found.0 == result, "{found:?}");
        }
    }

    /// A program without the command claims nothing dead. Nonsense and points without stones are
    /// ignored.
    #[test]
    fn programs_that_know_nothing_take_part() {
        let silent = Script {
            dead: None,
            ..Script::HONEST
        };
        check(
            &silent,
            &silent,
            "--rules japanese-1989",
            ("W+10", "agreed"),
        );
        let found = outcome(&Script::HONEST, &silent, "--rules japanese-1989");
        assert_eq!(found.0, "W+4", "{found:?}");
        for nonsense in ["Z99 foo E5 -3 pass", "A1 T19 T0"] {
            let nonsense = Script {
                dead: Some(nonsense),
                ..Script::HONEST
            };
            check(
                &nonsense,
                &silent,
                "--rules japanese-1989",
                ("W+10", "agreed"),
            );
        }
    }

    /// A late claim is not waited for and costs nothing: the runner judges the stones. Matches run in
    /// parallel, since most of their time passes in timeouts.
    #[test]
    fn who_is_slow_at_the_end_is_counted() {
        std::thread::scope(|scope| {
            for at_claim in ["sleep 60;", "sleep 60; echo nonsense;"] {
                for rules in ["japanese-1989", "chinese"] {
                    scope.spawn(move || check_slow_claim(at_claim, rules));
                }
            }
        });
    }

    /// Plays two games against a program that takes longer than the timeout for its claim.
    fn check_slow_claim(at_claim: &'static str, rules: &str) {
        let slow = Script {
            at_claim,
            ..Script::HONEST
        };
        let folder = tempfile::tempdir().expect("a directory");
        let a = slow.command(folder.path(), "a.sh", as_it_is);
        let b = Script::HONEST.command(folder.path(), "b.sh", as_it_is);
        let more = format!("--size 5 --komi 0 --games 2 --timeout 10 --rules {rules} --parallel 2");
        let played = play(&a, &b, &more);
        for game in played.games() {
            let outcome = &game["outcome"];
            assert_eq!(outcome["ending"], "counted", "{game}");
            assert_eq!(outcome["settlement"], "unanswered", "{game}");
            let expected = if rules == "chinese" { "W+5" } else { "W+4" };
            assert_eq!(outcome["result"], expected, "{game}");
        }
        let told = "A did not answer 'final_status_list dead' in time, after the last move";
        let count = played.progress.matches(told).count();
        assert_eq!(count, 2, "{}", played.progress);
    }

    /// A program that exits when asked for dead stones loses.
    #[test]
    fn to_die_at_the_claims_loses() {
        let dies = Script {
            at_claim: "exit 3;",
            ..Script::HONEST
        };
        let folder = tempfile::tempdir().expect("a directory");
        let a = dies.command(folder.path(), "a.sh", as_it_is);
        let b = Script::HONEST.command(folder.path(), "b.sh", as_it_is);
        let played = play(&a, &b, "--size 5 --games 2");
        let results: Vec<Value> = played
            .games()
            .iter()
            .map(|game| game["outcome"]["result"].clone())
            .collect();
        assert_eq!(results, ["W+F", "B+F"]);
        assert!(
            played.progress.contains("fell silent"),
            "{}",
            played.progress
        );
    }

    /// A referee counts the game. If it fails, that is noted, and the game is settled without it.
    #[test]
    fn a_game_is_counted_without_a_referee_that_fails() {
        let referee = |does: &str| {
            let script = format!(
                "while read -r command rest; do case $command in final_score) {does};; \
                 *) printf \"=\\n\\n\";; esac; done"
            );
            let command = shlex::try_join(["sh", "-c", &script]).expect("words");
            shlex::try_join(["--referee", &command]).expect("words")
        };
        let honest = &Script::HONEST;
        let counts = referee("printf \"= B+3\\n\\n\"");
        let found = check(honest, honest, &counts, ("B+3", "referee"));
        assert_eq!(found["mishap"], Value::Null, "{found}");
        for fails in [
            "printf \"? cannot score\\n\\n\"",
            "printf \"= B+1e308\\n\\n\"",
            "exit 3",
            "echo nonsense; echo",
        ] {
            for (rules, expected) in [
                ("japanese-1989", ("W+4", "agreed")),
                ("tromp-taylor", ("W+11", "as-it-stands")),
            ] {
                let more = format!("--rules {rules} {}", referee(fails));
                let found = check(honest, honest, &more, expected);
                let mishap = found["mishap"].as_str().unwrap_or_default();
                assert!(mishap.starts_with("no count by the referee: "), "{found}");
            }
        }
    }

    /// The move limit stops a game: near its end the rules decide, otherwise it has no result.
    #[test]
    fn the_limit_of_moves_ends_a_game() {
        let goes_on = Script {
            black_goes_on: "A2 A4",
            ..Script::HONEST
        };
        check(
            &goes_on,
            &goes_on,
            "--max-moves 13 --rules japanese-1989",
            ("W+4", "limit"),
        );
        check(
            &goes_on,
            &goes_on,
            "--size 19 --max-moves 3",
            ("Void", "none"),
        );
    }
}

/// A program that exits before its first move loses. The game is recorded like any other.
#[cfg(unix)]
#[test]
fn who_dies_at_the_start_has_lost() {
    let ours = wakari("");
    for dies in [
        "sh -c 'exit 3'",
        "sh -c 'echo complaint >&2; read x; exit 3'",
        r#"sh -c 'read x; printf "= name\n\n"; read x; printf "=\n\n"; exit 3'"#,
        r#"sh -c 'echo this is no GTP; echo; sleep 9'"#,
    ] {
        let played = play(&ours, dies, "--size 5 --games 2 --timeout 60");
        let results: Vec<Value> = played
            .games()
            .iter()
            .map(|game| game["outcome"]["result"].clone())
            .collect();
        assert_eq!(results, ["B+F", "W+F"], "{dies}");
        for number in 0..2 {
            let sgf = played.sgf(number);
            assert!(sgf.contains("RE[") && sgf.contains(" at '"), "{sgf}");
        }
        assert!(played.table.contains("crashes"), "{}", played.table);
        let log = played.folder.path().join("games/0000.B.log");
        assert_eq!(log.exists(), dies.contains("complaint"));
        // No game is replayed, and none counts as a repetition.
        let (table, progress) = run(played.folder.path(), &ours, dies, "--size 5 --games 2");
        assert_eq!(table, played.table);
        assert!(
            progress.starts_with("2 of 2 games have been played already"),
            "{progress}"
        );
        assert!(!table.contains("repeat another"), "{table}");
    }
}

/// A program like KataGo that accepts the rule sets `knows` and passes; `wait` is run before its
/// moves.
fn katago_like(knows: &str, wait: &str) -> String {
    format!(
        "sh -c 'while read -r command rest; do case $command in \
         list_commands) printf \"= genmove\\nplay\\nkata-set-rules\\n\\n\";; \
         kata-set-rules) case $rest in {knows}) printf \"=\\n\\n\";; \
         *) printf \"? Unknown rules\\n\\n\";; esac;; \
         genmove) {wait} printf \"= pass\\n\\n\";; \
         quit) printf \"=\\n\\n\"; exit;; \
         *) printf \"=\\n\\n\";; esac; done'"
    )
}

/// A program that does not know the rule set by name gets the nearest rules that every program
/// knows.
#[test]
fn rules_that_a_program_does_not_know_are_told_it_as_the_nearest() {
    let ours = wakari("");
    for rules in ["proposal-2012", "japanese-1989", "ing"] {
        let more = format!("--size 5 --games 2 --rules {rules}");
        let played = play(&ours, &katago_like("japanese|chinese", ""), &more);
        for game in played.games() {
            assert_eq!(game["outcome"]["mishap"], Value::Null, "{game}");
        }
    }
}

/// A move may take up to `--time-per-move`, even if `--timeout` is shorter. Beyond `--move-limit`
/// it loses on time.
#[test]
fn silence_is_counted_from_the_time_for_a_move() {
    let (quick, slow) = (katago_like("*", ""), katago_like("*", "sleep 12;"));
    let terms = "--size 5 --games 1 --timeout 10 --time-per-move 30";
    let played = play(&quick, &slow, terms);
    assert_eq!(played.games()[0]["outcome"]["mishap"], Value::Null);
    let hangs = katago_like("*", "sleep 60;");
    let played = play(&wakari(""), &hangs, "--size 5 --games 1 --move-limit 10");
    assert_eq!(played.games()[0]["outcome"]["result"], "B+T");
}

/// An error or junk in answer to the request for a move loses as what it is; a move that the rules
/// forbid is another matter.
#[test]
fn an_answer_that_is_no_move_is_called_that() {
    for (answer, ending, mishap) in [
        ("? broken", "no-move", "B: genmove refused with 'broken'"),
        ("= Q", "no-move", "B: 'Q' is no move"),
        ("= T19", "illegal-move", "B: T19: "),
    ] {
        let program = katago_like("*", &format!("printf \"{answer}\\n\\n\"; continue;"));
        let played = play(&wakari(""), &program, "--size 5 --games 1");
        let outcome = &played.games()[0]["outcome"];
        assert_eq!(outcome["ending"], ending, "{outcome}");
        assert_eq!(outcome["result"], "B+F", "{outcome}");
        let told = outcome["mishap"].as_str().unwrap_or_default();
        assert!(told.starts_with(mishap), "{outcome}");
        let is_forbidden = outcome["reason"]
            .as_str()
            .is_some_and(|why| why.contains("forbid"));
        assert_eq!(is_forbidden, ending == "illegal-move", "{outcome}");
        assert!(
            played.table.contains("answers without a move"),
            "{}",
            played.table
        );
    }
}

/// A program that cannot be started is an error of the command line, reported before any game.
#[test]
fn programs_that_do_not_exist_are_complained_of() {
    let ours = wakari("");
    for missing in ["./no-such-program", "no-such-program"] {
        for option in ["--white", "--also", "--referee"] {
            let folder = tempfile::tempdir().expect("a directory");
            let mut command = Command::new(PROGRAM);
            command
                .args(["match", "--size", "5", "--black", &ours, "--out"])
                .arg(folder.path())
                .args([option, missing]);
            if option != "--white" {
                command.args(["--white", &ours]);
            }
            let done = command.output().expect("wakari runs");
            let told = String::from_utf8_lossy(&done.stderr);
            assert_eq!(done.status.code(), Some(1));
            let expected = format!("wakari: cannot start '{missing}': ");
            assert!(told.contains(&expected), "{option}: {told}");
            let files = std::fs::read_dir(folder.path()).expect("a folder");
            assert_eq!(files.count(), 0, "not even the lock");
        }
    }
}

#[test]
fn options_that_make_no_match_are_misuse() {
    for options in [
        "--size 1",
        "--rules foo",
        "--komi nan",
        "--komi 1e30",
        "--handicap 30",
    ] {
        let folder = tempfile::tempdir().expect("a directory");
        let done = Command::new(PROGRAM)
            .args(["match", "--black", "x", "--white", "x", "--out"])
            .arg(folder.path().join("games"))
            .args(options.split(' '))
            .output()
            .expect("wakari runs");
        let told = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(2), "{options}: {told}");
    }
}

#[test]
fn the_games_of_a_match_are_bounded() {
    for (options, status) in [("--games 4294967295", 2), ("--games 100000 --also x", 2)] {
        let folder = tempfile::tempdir().expect("a directory");
        let done = Command::new(PROGRAM)
            .args(["match", "--black", "x", "--white", "x", "--out"])
            .arg(folder.path())
            .args(options.split(' '))
            .output()
            .expect("wakari runs");
        let told = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(status), "{told}");
        assert!(told.contains("100000"), "{told}");
    }
}

/// Games with incomplete records are replayed; complete records stay.
#[test]
fn a_record_that_is_not_whole_is_played_again() {
    let (a, b) = (wakari(""), wakari("--resign 0"));
    let played = play(&a, &b, "--size 4 --games 4");
    let path = |number: u32| played.folder.path().join(format!("games/{number:04}.sgf"));
    let before: Vec<String> = (0..4).map(|number| played.sgf(number)).collect();
    std::fs::write(path(1), "").expect("it is ours");
    std::fs::write(path(2), "(;SZ[4]RE[").expect("it is ours");
    let (table, progress) = run(played.folder.path(), &a, &b, "--size 4 --games 4");
    assert!(
        progress.starts_with("2 of 4 games have been played already"),
        "{progress}"
    );
    for (number, before) in (0..).zip(before) {
        assert_eq!(played.sgf(number), before);
    }
    assert!(table.contains("of 4 games"), "{table}");
}

/// A match that is interrupted and resumed, in a separate folder.
#[cfg(unix)]
struct Interrupted {
    folder: TempDir,
    programs: [String; 2],
    more: String,
}

#[cfg(unix)]
impl Interrupted {
    fn new(games: u32, seed: u64) -> Interrupted {
        Interrupted {
            folder: tempfile::tempdir().expect("a directory"),
            programs: [wakari("--seed {seed}"), wakari("--seed {seed} --resign 0")],
            more: format!("--size 3 --opening 1 --games {games} --seed {seed}"),
        }
    }

    fn games(&self) -> std::path::PathBuf {
        self.folder.path().join("games")
    }

    /// Number of complete lines in the list of games.
    fn kept(&self) -> usize {
        let list = std::fs::read_to_string(self.games().join("games.jsonl"));
        // The last line may be incomplete.
        list.map_or(0, |list| list.matches('\n').count())
    }

    /// The command of the runner: `program`, the arguments `first`, then the options of the match.
    fn command(&self, program: &str, first: &[&str]) -> Command {
        let mut command = Command::new(program);
        command
            .args(first)
            .args(["match", "--out"])
            .arg(self.games());
        for (option, program) in ["--black", "--white"].iter().zip(&self.programs) {
            command.args([option, program.as_str()]);
        }
        command.args(self.more.split(' '));
        command
    }

    /// Completes the match. No game is missing and no other file left; the table agrees with the
    /// records, and the records with those of an uninterrupted match.
    fn finish(&self) {
        let [a, b] = &self.programs;
        let (table, _) = run(self.folder.path(), a, b, &self.more);
        let entries = std::fs::read_dir(self.games()).expect("a folder");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("an entry").file_name())
            .map(|name| name.to_string_lossy().into_owned())
            .collect();
        names.sort();
        let records: Vec<&String> = names.iter().filter(|name| name.ends_with(".sgf")).collect();
        let others: Vec<&String> = names
            .iter()
            .filter(|name| !name.ends_with(".sgf"))
            .collect();
        assert_eq!(others, ["games.jsonl"]);
        let whole = play(a, b, &self.more);
        let mut won = [0; 2];
        for (number, name) in (0..).zip(&records) {
            let sgf = std::fs::read_to_string(self.games().join(name)).expect("a record");
            assert_eq!(sgf, whole.sgf(number));
            let winner = sgf.split_once("RE[").expect("a result").1.chars().next();
            let has_black = sgf.split_once("PB[").expect("a name").1;
            let is_a_black = has_black
                .split(']')
                .next()
                .is_some_and(|name| name.ends_with("(A)"));
            match winner {
                Some('B') => won[usize::from(!is_a_black)] += 1,
                Some('W') => won[usize::from(is_a_black)] += 1,
                _ => {}
            }
        }
        let of = |table: &str| -> Vec<String> {
            let lines = table.lines().filter(|line| !line.starts_with("seconds"));
            lines.map(str::to_owned).collect()
        };
        assert_eq!(of(&table), of(&whole.table));
        let told = table
            .lines()
            .find_map(|line| line.strip_prefix("games won"));
        let told: Vec<&str> = told.expect("a table").split_whitespace().collect();
        assert_eq!(told, won.map(|won| won.to_string()), "{table}");
        assert!(
            table.contains(&format!("of {} games", records.len())),
            "{table}"
        );
    }
}

/// Simulates full disks in the middle of a match. Recorded games stay, the message names the file,
/// and the completed match equals an uninterrupted one. Returns the number of failed runs.
#[cfg(unix)]
fn fill_disk(games: u32, limits: impl IntoIterator<Item = u32>) -> u32 {
    let played = Interrupted::new(games, 1);
    let mut faults = 0;
    // Limits are in units of 512 or 1024 bytes; a line has more than 512 bytes.
    for limit in limits {
        let before = played.kept();
        let script = format!("trap '' XFSZ; ulimit -f {limit}; exec \"$0\" \"$@\"");
        let done = played
            .command("sh", &["-c", &script, PROGRAM])
            .output()
            .expect("there is a shell");
        let told = String::from_utf8_lossy(&done.stderr);
        if !done.status.success() {
            faults += 1;
            assert!(
                told.contains("games/games.jsonl: ") || told.contains(".sgf: "),
                "{told}"
            );
        }
        assert!(played.kept() >= before, "limit {limit}");
    }
    assert!(played.kept() > 0);
    played.finish();
    faults
}

#[cfg(unix)]
#[test]
fn a_full_disk_loses_no_game() {
    let faults = fill_disk(12, [0, 1, 2, 3, 5, 8]);
    assert!(faults >= 4, "{faults} faults");
}

#[cfg(unix)]
#[test]
#[ignore = "takes a minute"]
fn twenty_full_disks_lose_no_game() {
    let faults = fill_disk(40, 0..24);
    assert!(faults >= 20, "{faults} faults");
}

/// Kills the runner `kills` times at random moments, in matches of `games` games.
#[cfg(unix)]
fn kill_runner(games: u32, kills: u32) {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(u64::from(kills));
    let (mut killed, mut matches) = (0, 0);
    while killed < kills {
        let played = Interrupted::new(games, matches);
        matches += 1;
        loop {
            let before = played.kept();
            let mut runner = played
                .command(PROGRAM, &[])
                .stdout(std::process::Stdio::null())
                .stderr(std::process::Stdio::null())
                .spawn()
                .expect("wakari runs");
            let delay = Duration::from_millis(dice.random_range(10..500));
            let begun = Instant::now();
            let has_ended = loop {
                if let Some(status) = runner.try_wait().expect("it is our child") {
                    assert!(status.success());
                    break true;
                }
                if begun.elapsed() >= delay && killed < kills {
                    runner.kill().expect("it is our child");
                    runner.wait().expect("it is our child");
                    killed += 1;
                    break false;
                }
                std::thread::sleep(Duration::from_millis(1));
            };
            assert!(played.kept() >= before);
            if has_ended {
                break;
            }
        }
        played.finish();
    }
    _ = writeln!(
        std::io::stderr(),
        "{killed} kills in {matches} matches of {games} games"
    );
}

#[cfg(unix)]
#[test]
fn a_runner_that_is_killed_loses_no_game() {
    kill_runner(6, 5);
}

#[cfg(unix)]
#[test]
#[ignore = "takes minutes"]
fn a_runner_that_is_killed_a_hundred_times_loses_no_game() {
    kill_runner(24, 100);
}

/// A decided match leaves no files of unfinished games.
#[cfg(unix)]
#[test]
fn a_decided_match_leaves_no_logs() {
    let program = |plays: &str| {
        format!(
            "sh -c 'echo here >&2; while read -r command rest; do case $command in \
             genmove) printf \"= {plays}\\n\\n\";; quit) exit;; *) printf \"=\\n\\n\";; esac; done'"
        )
    };
    let more = "--size 5 --komi 0.5 --games 200 --parallel 4 --sprt 0,400";
    let played = play(&program("resign"), &program("pass"), more);
    assert!(played.games().len() < 200, "{}", played.table);
    let files = std::fs::read_dir(played.folder.path().join("games")).expect("a folder");
    let names = files.map(|file| file.expect("an entry").file_name());
    let logs: Vec<_> = names
        .filter(|name| name.to_string_lossy().ends_with(".log"))
        .collect();
    assert!(logs.is_empty(), "{logs:?}");
}

/// A match with closed output streams is played to its end.
#[test]
fn a_match_goes_on_when_nobody_reads_of_it() {
    let folder = tempfile::tempdir().expect("a directory");
    let program = wakari("");
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let done = Command::new(PROGRAM)
        .args(["match", "--size", "3", "--games", "4", "--out"])
        .arg(folder.path())
        .args(["--black", &program, "--white", &program])
        .stdout(writer.try_clone().expect("a pipe"))
        .stderr(writer)
        .status()
        .expect("wakari runs");
    assert_eq!(done.code(), Some(0));
    let list = std::fs::read_to_string(folder.path().join("games.jsonl"));
    assert_eq!(list.expect("the list of games").lines().count(), 4);
}

/// Starts a match of programs that ignore signals, each with a child process that appends to the
/// file `alive`. Returns once they run.
#[cfg(unix)]
fn stuck_match(folder: &Path, before: &str) -> std::process::Child {
    let mark = folder.join("alive");
    let stuck = format!(
        "sh -c 'trap \"\" HUP INT TERM; (while :; do echo >> {}; sleep 0.02; done) & sleep 60'",
        mark.display()
    );
    let runner = Command::new("sh")
        .args(["-c", &format!("{before} exec \"$0\" \"$@\"")])
        .args([PROGRAM, "match", "--black", &stuck, "--white", &stuck])
        .arg("--out")
        .arg(folder.join("games"))
        .spawn()
        .expect("wakari runs");
    while !mark.exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
    runner
}

#[cfg(unix)]
fn send(name: &str, runner: &std::process::Child) {
    let sent = Command::new("kill")
        .args([format!("-{name}"), runner.id().to_string()])
        .status();
    assert!(sent.expect("there is `kill`").success());
}

/// A signal to the runner ends programs that ignore it, with their child processes. Their game is
/// not recorded.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_all_programs() {
    use std::os::unix::process::ExitStatusExt;
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    for (name, signal) in [("HUP", 1), ("INT", 2), ("TERM", 15)] {
        if ignored.unwrap_or(0) >> (signal - 1) & 1 == 1 {
            let mut errors = std::io::stderr();
            _ = writeln!(
                errors,
                "SKIPPED: {name}, which whoever runs this has ignored"
            );
            continue;
        }
        let folder = tempfile::tempdir().expect("a directory");
        let mut runner = stuck_match(folder.path(), "");
        send(name, &runner);
        let status = runner.wait().expect("it is our child");
        assert_eq!(status.signal(), Some(signal));
        let length = || std::fs::metadata(folder.path().join("alive")).map_or(0, |data| data.len());
        let then = length();
        std::thread::sleep(Duration::from_millis(200));
        assert_eq!(length(), then, "{name}");
        assert!(!folder.path().join("games/games.jsonl").exists());
    }
}

/// Signals that were ignored at the start, as by `nohup`, do not end a match.
#[cfg(target_os = "linux")]
#[test]
fn what_is_to_be_ignored_ends_no_match() {
    let folder = tempfile::tempdir().expect("a directory");
    let mut runner = stuck_match(folder.path(), "trap '' HUP INT;");
    for name in ["HUP", "INT"] {
        send(name, &runner);
        std::thread::sleep(Duration::from_millis(100));
        let ended = runner.try_wait().expect("it is our child");
        assert!(ended.is_none(), "{name}");
    }
    send("TERM", &runner);
    assert!(!runner.wait().expect("it is our child").success());
}

/// Plays a match of the engine against itself without mishaps; returns the number of games. With so
/// little judgement the sides may disagree on stones, which the rules settle.
#[track_caller]
fn play_itself(more: &str) -> usize {
    let program = wakari_for_long("--seed {seed}");
    let played = play(&program, &program, more);
    let games = played.games();
    for game in &games {
        let outcome = &game["outcome"];
        assert_eq!(outcome["mishap"], Value::Null, "{game}");
        let ending = outcome["ending"].as_str();
        assert!(
            ending.is_some_and(|ending| ["counted", "repeated"].contains(&ending)),
            "{game}"
        );
    }
    for row in [
        "illegal moves",
        "answers without a move",
        "refused legal moves",
        "crashes",
        "time losses",
    ] {
        let cells = played.table.lines().find_map(|line| line.strip_prefix(row));
        let cells: Vec<&str> = cells.expect("a row").split_whitespace().collect();
        assert_eq!(cells, ["0", "0"], "{row} in {}", played.table);
    }
    games.len()
}

/// Each rule set on a different board; together the boards have all sides from 2 to 25.
#[test]
fn every_rule_set_is_played_on_boards_of_all_sides() {
    let mut sides = BTreeSet::new();
    for (number, rules) in (0..).zip(wakari::rules::Rules::names()) {
        let (width, height) = (2 + number, 25 - number);
        sides.extend([width, height]);
        play_itself(&format!(
            "--games 1 --size {width}x{height} --rules {rules}"
        ));
    }
    assert!((2..=25).all(|side| sides.contains(&side)), "{sides:?}");
}

/// Boards for many games, by number of the rule set: squares, and rectangles with all sides.
fn boards(rules: usize) -> Vec<String> {
    let squares = (2..=9).chain([10 + rules % 4]).map(|side| (side, side));
    let rectangles = (0..).map(|number| {
        let short = 2 + (number + rules) % 5;
        (short, 2 + (7 * number + 5 * rules) % 24)
    });
    let rectangles = rectangles.filter(|(short, long)| short != long).take(39);
    let turned = |(number, (width, height)): (usize, (usize, usize))| match number % 2 {
        0 => format!("{width}x{height}"),
        _ => format!("{height}x{width}"),
    };
    squares.chain(rectangles).enumerate().map(turned).collect()
}

#[test]
#[ignore = "takes ten minutes"]
fn two_thousand_games_have_no_mishap() {
    let mut games = 0;
    for (number, rules) in (0..).zip(wakari::rules::Rules::names()) {
        let boards = boards(number);
        let count = 2 * boards.len();
        let boards = boards.join(",");
        games += play_itself(&format!(
            "--games {count} --size {boards} --rules {rules} --parallel 2"
        ));
        // And one large square.
        let side = 14 + number % 12;
        games += play_itself(&format!("--games 1 --size {side} --rules {rules}"));
        _ = writeln!(
            std::io::stderr(),
            "{games} games, the last ones by {rules}, and none with a mishap"
        );
    }
    assert!(games >= 2000, "{games} games");
}

/// A directory in use by a match is refused to another one.
#[cfg(unix)]
#[test]
fn a_directory_in_use_is_left_alone() {
    let folder = tempfile::tempdir().expect("a directory");
    let games = folder.path().join("games");
    let slow = format!("sh -c 'sleep 2; exec {}'", wakari("").replace('\'', ""));
    let start = || {
        let mut program = Command::new(PROGRAM);
        let arguments = [
            "match", "--size", "4", "--black", &slow, "--white", &slow, "--out",
        ];
        program.args(arguments).arg(&games);
        program
            .stderr(std::process::Stdio::piped())
            .stdout(std::process::Stdio::null());
        program.spawn().expect("wakari runs")
    };
    let first = start();
    while !games.join("match.lock").exists() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    std::thread::sleep(std::time::Duration::from_millis(100));
    let second = start().wait_with_output().expect("it ends");
    let told = String::from_utf8_lossy(&second.stderr);
    assert_eq!(second.status.code(), Some(1));
    assert!(told.contains("is in use by another match"), "{told}");
    let first = first.wait_with_output().expect("it ends");
    assert!(
        first.status.success(),
        "{}",
        String::from_utf8_lossy(&first.stderr)
    );
}

/// Wakari against a program that plays like it and claims that all stones of its opponent are dead.
/// No settlement of the dispute costs the honest side a point.
#[cfg(unix)]
#[test]
#[ignore = "takes minutes"]
fn who_is_right_loses_no_point_to_a_liar() {
    let liar = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/liar.sh");
    let honest = wakari("--resign 0");
    let liar = format!("sh '{liar}' {honest}");
    let rules = "proposal-2012,japanese-1989,japanese-1949,improved-2009";
    let played = play(
        &honest,
        &liar,
        &format!("--size 6 --opening 4 --games 8 --rules {rules}"),
    );
    for game in played.games() {
        let outcome = &game["outcome"];
        assert_eq!(outcome["ending"], "counted", "{game}");
        let cost = &outcome["dispute"]["cost"];
        assert!(cost.as_f64().is_none_or(|cost| cost <= 0.0), "{game}");
    }
}
