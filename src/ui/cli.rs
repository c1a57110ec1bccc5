//! The command line: parses the arguments and runs a command.
//!
//! Exit status: 0 for success, 1 for failure, 2 for wrong usage.

mod analysis;
mod bench;
mod check;
mod config;
mod explain;
mod gtp;
mod input;
mod katago;
mod lines;
mod manual;
mod network;
mod options;
mod report;
mod score;
mod self_play;
mod solve;
mod streams;
mod train;
mod verify;
mod version;

pub use streams::Streams;

use crate::ui::matches::{self, MatchError};
use clap::{CommandFactory, Parser, Subcommand};
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  wakari                                 GTP engine for Sabaki or GoGui (rules proposal-2012, 19x19)
  wakari --rules chinese --time-per-move 1
                                         Chinese rules, one second per move
  wakari score game.sgf                  who won, and how sure that is
  wakari score --check archive/          compare a folder of games with their recorded results
  wakari match --black 'wakari --playouts 1000' --white 'gnugo --mode gtp' --games 20 --out games/first
                                         a match of 20 games between two programs
  wakari explain game.sgf D4             why that group lives or dies
  wakari solve problem.sgf               who lives in this corner, with either side first
  wakari report game.sgf -o game.html    a page about the game, with proofs to step through
  wakari analysis                        KataGo's JSON protocol, for KaTrain and Ogatak
  wakari verify game.wkc                 check the proofs written by wakari score --certify
  wakari check                           whether everything that Sabaki, KGS and others use works
  wakari bench                           speed, and a fingerprint of the playouts
  wakari config > settings.toml          a settings file to edit, for --config settings.toml

`wakari COMMAND --help` describes the options of a command.
Exit status: 0 success, 1 failure, 2 wrong usage.";

/// A Go engine that speaks GTP and knows the rules it plays by.
#[derive(Parser, Debug)]
#[command(name = "wakari", version, long_version = version::long(), after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
struct CommandLine {
    #[command(subcommand)]
    command: Option<CliCommand>,
    /// Settings file (see `wakari config`); `none` reads none [default: wakari/config.toml in the
    /// system's folder for settings, if it is there]
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(flatten)]
    gtp: gtp::GtpOptions,
}

#[derive(Subcommand, Debug)]
enum CliCommand {
    /// Runs as a GTP engine (the default when no command is given)
    Gtp(gtp::GtpOptions),
    /// Scores games in SGF files: result, dead stones, territory, and how sure that is
    Score(score::ScoreOptions),
    /// Plays matches between GTP programs and reports which is stronger
    Match(matches::MatchOptions),
    /// Explains why groups live or die and why points count: the rule, and the play that shows it
    Explain(explain::ExplainOptions),
    /// Solves a fight: who lives with either side first, and the moves that decide
    Solve(solve::SolveOptions),
    /// Writes a report on a game, as text or as an HTML page
    Report(report::ReportOptions),
    /// Analyzes positions by KataGo's JSON protocol, for KaTrain and Ogatak
    Analysis(analysis::AnalysisOptions),
    /// Runs through everything that Sabaki, GoGui, KGS, CGOS and OGS ask of an engine
    Check(check::CheckOptions),
    /// Checks certificates: the proofs that `wakari score --certify` writes
    Verify(verify::VerifyOptions),
    /// Measures the speed of playouts and prints a fingerprint of them
    Bench(bench::BenchOptions),
    /// Writes a settings file with every option, commented out, to standard output
    Config,
    /// Plays games against itself to learn from
    SelfPlay(self_play::SelfPlayOptions),
    /// Learns move knowledge from games and writes the weights
    Train(train::TrainOptions),
    /// Writes a manual page for `man`
    #[command(hide = true)]
    Man(manual::ManualOptions),
    /// Writes completions for a shell
    #[command(hide = true)]
    Completions(manual::CompletionOptions),
}

/// Runs the command given by the arguments; the first one is the name of the executable.
pub fn run(
    arguments: impl IntoIterator<Item = OsString>,
    input: impl Read + Send + 'static,
    output: &mut impl Write,
    errors: &mut impl Write,
    streams: Streams,
) -> ExitCode {
    ExitCode::from(status_with(streams, arguments, input, output, errors))
}

/// Runs a command whose output has a reader; returns the exit status.
#[cfg(test)]
fn status(
    arguments: impl IntoIterator<Item = OsString>,
    input: impl Read + Send + 'static,
    output: &mut impl Write,
    errors: &mut impl Write,
) -> u8 {
    let streams = Streams {
        is_read: || true,
        is_typed: false,
        shows_unicode: false,
        shows_color: false,
    };
    status_with(streams, arguments, input, output, errors)
}

fn status_with(
    streams: Streams,
    arguments: impl IntoIterator<Item = OsString>,
    input: impl Read + Send + 'static,
    output: &mut impl Write,
    errors: &mut impl Write,
) -> u8 {
    let mut program = CommandLine::command();
    program.build();
    let arguments = match config::with_file(program, katago::with_two_dashes(arguments)) {
        Ok(arguments) => arguments,
        Err(told) => {
            _ = writeln!(errors, "wakari: {told}");
            return 2;
        }
    };
    let command_line = match CommandLine::try_parse_from(arguments) {
        Ok(command_line) => command_line,
        Err(error) => {
            // Help goes to the output, errors to the error stream; errors of writing either are
            // ignored.
            let text = error.render();
            _ = if error.use_stderr() {
                write!(errors, "{text}")
            } else {
                write!(output, "{text}")
            };
            _ = output.flush();
            return if error.use_stderr() { 2 } else { 0 };
        }
    };
    let ended = match command_line
        .command
        .unwrap_or(CliCommand::Gtp(command_line.gtp))
    {
        CliCommand::Gtp(options) => {
            gtp::run(&options, input, output, errors, streams).map(|()| true)
        }
        CliCommand::Analysis(options) => {
            analysis::run(&options, input, output, errors, streams.is_read).map(|()| true)
        }
        CliCommand::Score(options) => score::run(&options, input, output, errors, streams),
        CliCommand::Train(options) => train::run(&options, output, errors).map(|()| true),
        CliCommand::SelfPlay(options) => self_play::run(&options, output).map(|()| true),
        CliCommand::Explain(options) => explain::run(&options, input, output, errors, streams),
        CliCommand::Solve(options) => solve::run(&options, input, output, errors),
        CliCommand::Report(options) => report::run(&options, input, output, errors),
        CliCommand::Verify(options) => verify::run(&options, output, errors),
        CliCommand::Check(options) => check::run(&options, output),
        CliCommand::Bench(options) => bench::run(&options, output).map(|()| true),
        CliCommand::Config => config::write(CommandLine::command(), output).map(|()| true),
        CliCommand::Man(options) => {
            manual::write_page(CommandLine::command(), &options, output, errors)
        }
        CliCommand::Completions(options) => {
            manual::write_completions(CommandLine::command(), &options, output).map(|()| true)
        }
        CliCommand::Match(options) => match matches::run(&options, output, errors) {
            Ok(_) => Ok(true),
            Err(error) if error.is_misuse() => {
                _ = writeln!(errors, "wakari: {error}");
                return 2;
            }
            Err(MatchError::System(error)) => Err(error),
            Err(error) => {
                _ = writeln!(errors, "wakari: {error}");
                Ok(false)
            }
        },
    };
    match ended.and_then(|succeeded| output.flush().map(|()| succeeded)) {
        Ok(succeeded) => u8::from(!succeeded),
        // The reader closed the pipe: exit quietly.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => 0,
        Err(error) => {
            _ = writeln!(errors, "wakari: {error}");
            match error.kind() {
                io::ErrorKind::InvalidInput => 2,
                _ => 1,
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::io::Cursor;

    /// Exit status, output and errors of a command line.
    fn wakari(arguments: &[&str], input: &str) -> (u8, String, String) {
        let (mut output, mut errors) = (Vec::new(), Vec::new());
        let arguments = ["wakari"].iter().chain(arguments).map(OsString::from);
        let input = Cursor::new(input.as_bytes().to_vec());
        let status = status(arguments, input, &mut output, &mut errors);
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (status, text(output), text(errors))
    }

    #[test]
    fn the_command_line_is_sound() {
        CommandLine::command().debug_assert();
    }

    #[test]
    fn the_engine_starts_with_or_without_its_name() {
        let options = [
            "--rules",
            "Japanese",
            "--komi",
            "-0.5",
            "--size",
            "9x7",
            "--threads",
            "1",
            "--seed",
            "3",
        ];
        let input = "get_komi\nversion\n";
        let (status, output, errors) = wakari(&options, input);
        assert_eq!(
            (status, &*output),
            (0, "= -0.5\n\n= 0.1.0 (japanese-1989 rules)\n\n")
        );
        assert!(
            errors.contains("rules japanese-1989, komi -0.5, 9x7, 1 thread, seed 3"),
            "{errors}"
        );
        let named = [&["gtp"], &options[..]].concat();
        assert_eq!(wakari(&named, input), (status, output, errors));
    }

    #[test]
    fn an_installation_has_manual_pages_and_completions() {
        let (status, page, _) = wakari(&["man"], "");
        assert_eq!(status, 0);
        assert!(
            page.contains(".TH wakari 1") && page.contains("wakari\\-score(1)"),
            "{page}"
        );
        let (status, page, _) = wakari(&["man", "match"], "");
        assert_eq!(status, 0);
        assert!(
            page.contains(".TH wakari-match 1") && page.contains("time\\-per\\-move"),
            "{page}"
        );
        let (status, page, errors) = wakari(&["man", "nosuch"], "");
        assert_eq!((status, &*page), (1, ""));
        assert!(errors.contains("nosuch"), "{errors}");
        for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
            let (status, script, _) = wakari(&["completions", shell], "");
            assert_eq!(status, 0);
            assert!(
                script.contains("score-playouts") && script.contains("wakari"),
                "{shell}"
            );
            // The generators for the other shells complete no values.
            let has_values = ["bash", "fish", "zsh"].contains(&shell);
            for value in ["improved-2009", "ja"] {
                assert!(!has_values || script.contains(value), "{shell}: {value}");
            }
        }
        assert_eq!(wakari(&["completions", "nosuch"], "").0, 2);
    }

    #[test]
    fn the_version_is_a_line_or_all_about_the_program() {
        assert_eq!(wakari(&["-V"], "").1, "wakari 0.1.0\n");
        let (status, text, _) = wakari(&["--version"], "");
        let names: Vec<&str> = text
            .lines()
            .filter_map(|line| line.split([':', ' ']).next())
            .collect();
        let expected = ["wakari", "commit", "features", "instruction"];
        assert_eq!((status, &names[..]), (0, &expected[..]), "{text}");
        assert!(!text.contains(['/', '\\']), "{text}");
    }

    /// A settings file counts for the command that runs, and an error in it is one of usage.
    #[test]
    fn settings_come_from_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.toml").display().to_string();
        std::fs::write(&path, "[gtp]\nrules = \"aga\"\nkomi = 0.5\nthreads = 1\n").unwrap();
        let input = "get_komi\nversion\n";
        let (status, output, _) = wakari(&["--config", &path], input);
        assert_eq!((status, &*output), (0, "= 0.5\n\n= 0.1.0 (aga rules)\n\n"));
        let (_, output, _) = wakari(&["gtp", "--config", &path, "--komi", "7"], input);
        assert_eq!(output, "= 7\n\n= 0.1.0 (aga rules)\n\n");
        std::fs::write(&path, "[gtp]\nkomi = 0.5\nrules = \"chess\"\n").unwrap();
        let (status, _, errors) = wakari(&["--config", &path], input);
        assert!(
            status == 2 && errors.contains("a.toml: line 3: ") && errors.contains("--rules"),
            "{errors}"
        );
        let (status, text, _) = wakari(&["config"], "");
        assert!(status == 0 && text.contains("\n[gtp]\n"), "{text}");
    }

    #[test]
    fn whoever_types_is_greeted() {
        let greeted = |is_typed| {
            let mut errors = Vec::new();
            let streams = Streams {
                is_read: || true,
                is_typed,
                shows_unicode: false,
                shows_color: false,
            };
            let arguments = ["wakari", "--threads", "1"].map(OsString::from);
            let input = Cursor::new(&b"quit\n"[..]);
            let status = status_with(streams, arguments, input, &mut io::sink(), &mut errors);
            assert_eq!(status, 0);
            String::from_utf8(errors).unwrap()
        };
        let (typed, piped) = (greeted(true), greeted(false));
        assert_eq!((typed.lines().count(), piped.lines().count()), (4, 1));
        assert!(
            typed.contains("`help`") && !piped.contains("help"),
            "{typed}"
        );
    }

    #[test]
    fn another_version_is_answered_if_one_is_given() {
        let version = |text: &str| {
            wakari(
                &["--threads", "1", "--override-version", text],
                "1 version\n",
            )
        };
        assert_eq!(version("0.17").1, "=1 0.17\n\n");
        for text in ["", "  ", "0.17\n\n= 1"] {
            assert_eq!(version(text).0, 2, "{text:?}");
        }
    }

    /// A folder with a random network, and its path.
    fn a_network() -> (tempfile::TempDir, String) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("random.bin.gz");
        std::fs::write(&path, crate::mcts::network::tests::random_file(15, 5)).unwrap();
        let path = path.display().to_string();
        (folder, path)
    }

    const SMALL: [&str; 7] = ["gtp", "--threads", "1", "--seed", "1", "--size", "5x4"];

    /// Every judging command accepts a network. It never overrides a proof, and its answers repeat.
    #[test]
    fn a_network_is_asked_when_a_game_is_judged() {
        let (folder, path) = a_network();
        let game = folder.path().join("game.sgf").display().to_string();
        // An open game; dead stones found by reading under assumptions; a fully proved board.
        let early = "(;SZ[9]KM[0]RU[Chinese]AB[cc][gc][ec]AW[cg][gg][eg])";
        let open = "(;SZ[7]KM[0]RU[Chinese]AB[bb][cb][db][eb][fb][bc][fc][bd][fd][be][fe][bf][cf][df][ef][ff]AW[dc][ee][cd])";
        let proved = "(;SZ[5]KM[0]RU[Chinese]AB[ba][bb][bc][bd][be][ab][ad]AW[ca][cb][cc][cd][ce][db][eb][dd][ed])";
        for (record, is_open) in [(early, true), (open, true), (proved, false)] {
            std::fs::write(&game, record).unwrap();
            let line = |arguments: &[&str]| {
                let all = [&["score", "--json", "--effort", "0.1", &game], arguments].concat();
                let (status, output, errors) = wakari(&all, "");
                assert_eq!((status, &errors[..]), (0, ""), "{output}");
                // The processor time differs.
                output.split(",\"seconds\"").next().unwrap().to_owned()
            };
            let (with, without) = (line(&["--network", &path]), line(&[]));
            assert_eq!(with, line(&["--network", &path]));
            assert_eq!(with.contains(", network "), is_open, "{with}");
            assert!(is_open || with == without, "{with}\n{without}");
            let text = |command: &str| {
                let all = [command, &game, "--effort", "0.1", "--network", &path];
                let (status, output, errors) = wakari(&all, "");
                assert_eq!((status, &errors[..]), (0, ""), "{output}");
                output
            };
            assert!(is_open || !text("score").contains("by the network and"));
            assert!(!text("report").is_empty());
            assert!(is_open || !text("explain").contains("by the network and"));
            let line = std::fs::read_to_string(&game).unwrap();
            let line = serde_json::json!({"id": 1, "sgf": line}).to_string();
            let worker = |network: &[&str]| {
                let all = [&["score", "--worker", "--effort", "0.1"], network].concat();
                let (status, output, errors) = wakari(&all, &line);
                assert_eq!((status, &errors[..]), (0, ""), "{output}");
                output
            };
            let (with, without) = (worker(&["--network", &path]), worker(&[]));
            assert_eq!(with.contains(", network "), is_open, "{with}");
            assert!(is_open || with == without, "{with}\n{without}");
            let commands = format!(
                "loadsgf {game}\nfinal_score\nfinal_status_list dead\nfinal_status_list alive\n"
            );
            let asked = [&SMALL[..], &["--network", &path, "--symmetries", "8"]].concat();
            let (status, output, _) = wakari(&asked, &commands);
            assert_eq!((status, output.matches('?').count()), (0, 0), "{output}");
        }
        for wrong in ["0", "9", "x"] {
            let asked = ["gtp", "--network", &path, "--symmetries", wrong];
            assert_eq!(wakari(&asked, "").0, 2, "{wrong}");
        }
        for command in ["gtp", "analysis"] {
            let asked = [command, "--network", "none", "--symmetries", "1"];
            let (status, _, errors) = wakari(&asked, "");
            assert_eq!(status, 2);
            assert_eq!(
                errors,
                "wakari: --symmetries has no effect with --network none\n"
            );
        }
    }

    #[test]
    fn a_network_is_asked_about_the_position() {
        let (_folder, path) = a_network();
        let ask = |input: &str| {
            let (status, output, errors) =
                wakari(&[&SMALL[..], &["--network", &path]].concat(), input);
            assert_eq!(status, 0, "{errors}");
            assert!(errors.contains(", network "), "{errors}");
            output
        };
        let said = ask("play b c3\nkata-raw-nn 0 0\n");
        let lines: Vec<&str> = said.lines().skip(2).map(str::trim_end).collect();
        assert_eq!(lines[0], "= symmetry 0", "{said}");
        let names: Vec<&str> = lines
            .iter()
            .filter_map(|line| line.split(' ').next())
            .collect();
        let values = "whiteWin whiteLoss noResult whiteLead whiteScoreSelfplay whiteScoreSelfplaySq varTimeLeft \
                      shorttermWinlossError shorttermScoreError policy";
        assert_eq!(names[1..11].join(" "), values, "{said}");
        // Four rows of five points; occupied points are illegal.
        assert!(lines[10..15].iter().all(|row| !row.is_empty()), "{said}");
        let row: Vec<&str> = lines[12].split_whitespace().collect();
        assert_eq!((row.len(), row[2]), (5, "NAN"), "{said}");
        let shares = lines[11..15].iter().flat_map(|row| row.split_whitespace());
        let shares = shares.chain(lines[15].strip_prefix("policyPass "));
        let sum: f64 = shares
            .filter_map(|share| share.parse::<f64>().ok())
            .filter(|share| share.is_finite())
            .sum();
        assert!((sum - 1.0).abs() < 1e-3, "{sum} in {said}");
        assert_eq!(
            (lines[16], lines[17].split_whitespace().count()),
            ("whiteOwnership", 5)
        );
        // All symmetries, together and one by one; the optimism changes only the policy.
        let all = ask("play b c3\nkata-raw-nn all 0.5\n");
        for symmetry in 0..8 {
            let one = ask(&format!("play b c3\nkata-raw-nn {symmetry} 0.5\n"));
            let one = one.lines().skip(3).collect::<Vec<_>>().join("\n");
            assert!(all.contains(one.trim_end()), "{symmetry}: {all}");
        }
        let usual = ask("play b c3\nkata-raw-nn 0\n");
        assert_eq!(usual, ask("play b c3\nkata-raw-nn 0 0.2\n"));
        assert_eq!(usual, ask("play b c3\nkata-raw-nn w 0\n"));
        assert_ne!(usual, ask("play b c3\nkata-raw-nn b 0\n"));
        let all_the_rest =
            |text: &str| text.lines().take(11).map(str::to_owned).collect::<Vec<_>>();
        assert!(usual != said && all_the_rest(&usual) == all_the_rest(&said));
        let refused =
            ask("kata-raw-nn\nkata-raw-nn 8\nkata-raw-nn 0 1.5\nkata-raw-nn all 0 0\nshowboard\n");
        assert_eq!(
            refused
                .matches("? syntax error: expected kata-raw-nn [COLOR] 0-7|all [OPTIMISM]")
                .count(),
            4,
            "{refused}"
        );
        let none = [&SMALL[..], &["--network", "none"]].concat();
        let (_, without, errors) = wakari(&none, "kata-raw-nn all\n");
        assert_eq!(
            without,
            "? no network: the engine was started with --network none\n\n"
        );
        assert!(!errors.contains(", network "), "{errors}");
    }

    /// By default the built-in networks guide searches on their board sizes, but not judgements.
    #[test]
    fn the_built_in_networks_are_asked_in_searches() {
        let input =
            "kata-raw-nn 0\nfinal_score\nkata-genmove_analyze b rootInfo true\nwakari-priors\n";
        let answers = |size: &str, more: &[&str]| {
            let options = ["gtp", "--threads", "1", "--seed", "1", "--playouts", "40"];
            let options = [&options[..], &["--size", size], more].concat();
            let (status, output, errors) = wakari(&options, input);
            assert_eq!(status, 0, "{errors}");
            let is_told = errors.contains(", network built in (7x7 to 19x19)\n");
            assert_eq!(is_told, !more.contains(&"none"), "{errors}");
            let answers = output.split("\n\n").map(str::to_owned);
            answers.collect::<Vec<String>>()
        };
        for (size, is_asked) in [
            ("12x10", true),
            ("9", true),
            ("16", true),
            ("6", false),
            ("20", false),
        ] {
            let (with, without) = (answers(size, &[]), answers(size, &["--network", "none"]));
            assert!(
                with[0].starts_with("= symmetry 0\n") && without[0].starts_with("? no network")
            );
            assert_eq!(with[1], without[1]);
            // With an evaluator, the root itself counts as a visit.
            let visits = format!("rootInfo visits {} ", 40 + u8::from(is_asked));
            assert!(with[2].contains(&visits), "{}", with[2]);
            assert_eq!(with[2] != without[2], is_asked, "{size}");
            assert_eq!(with[3] != without[3], is_asked, "{size}");
            assert_eq!(with, answers(size, &[]));
            let all = answers(size, &["--symmetries", "8"]);
            assert_eq!(with[3] != all[3], is_asked, "{size}");
            let side: Vec<&str> = size.split('x').collect();
            let (width, height) = (side[0], side[side.len() - 1]);
            let query = format!(
                "{{\"id\":\"a\",\"boardXSize\":{width},\"boardYSize\":{height},\"moves\":[],\"maxVisits\":4,\"includePolicy\":true}}\n"
            );
            let analyzed = |more: &[&str]| {
                let options = ["analysis", "--threads", "1", "--seed", "1"];
                let (status, output, errors) = wakari(&[&options[..], more].concat(), &query);
                assert_eq!(status, 0, "{errors}");
                output
            };
            let (with, without) = (analyzed(&[]), analyzed(&["--network", "none"]));
            assert!(with.contains("\"policy\":["), "{with}");
            assert_eq!(with != without, is_asked, "{size}");
        }
    }

    /// Whole games with a random network: moves are legal, and the rules end and score the games.
    #[test]
    fn a_game_is_played_by_a_network() {
        let (_folder, path) = a_network();
        for (rules, threads) in [
            ("japanese-1989", "1"),
            ("tromp-taylor", "2"),
            ("improved-2009", "1"),
        ] {
            let more = ["--network", &path, "--playouts", "12", "--rules", rules];
            let options = ["gtp", "--size", "5x4", "--seed", "1", "--threads", threads];
            let moves = "genmove b\ngenmove w\n".repeat(30);
            let (status, output, errors) = wakari(
                &[&options[..], &more].concat(),
                &format!("{moves}final_score\nestimate_score\n"),
            );
            assert_eq!(status, 0, "{errors}");
            assert!(!output.contains('?'), "{rules}: {output}");
            let answers: Vec<&str> = output.split("\n\n").collect();
            assert!(answers[60].starts_with("= "), "{rules}: {output}");
        }
        let options = [&SMALL[..], &["--network", &path, "--playouts", "30"]].concat();
        let input = "kata-genmove_analyze b ownership true rootInfo true\nwakari-priors\nwakari-ownership\n";
        let (_, once, _) = wakari(&options, input);
        for part in [
            "info move ",
            "rootInfo visits 31 ",
            " ownership ",
            "\nplay ",
        ] {
            assert!(once.contains(part), "{part}: {once}");
        }
        assert_eq!(wakari(&options, input).1, once);
        let options = [
            "analysis",
            "--network",
            &path,
            "--threads",
            "1",
            "--seed",
            "1",
        ];
        let query = r#"{"id":"a","boardXSize":5,"boardYSize":5,"moves":[["B","C3"]],"maxVisits":20,"includePolicy":true,"includeOwnership":true}"#;
        let (status, output, errors) = wakari(&options, &format!("{query}\n"));
        assert_eq!(status, 0, "{errors}");
        assert!(
            output.contains("\"policy\":[") && output.contains("\"visits\":2"),
            "{output}"
        );
    }

    #[test]
    fn a_file_that_is_no_network_is_named() {
        let (folder, path) = a_network();
        let file = std::fs::read(&path).unwrap();
        let refused = |name: &str, contents: Option<&[u8]>| {
            let path = folder.path().join(name).display().to_string();
            if let Some(contents) = contents {
                std::fs::write(&path, contents).unwrap();
            }
            let (status, output, errors) =
                wakari(&["--threads", "1", "--network", &path], "name\n");
            assert_eq!((status, &*output), (1, ""), "{name}");
            assert!(errors.starts_with(&format!("wakari: {path}: ")), "{errors}");
            assert_eq!(errors.lines().count(), 1, "{errors}");
        };
        refused("none.bin.gz", None);
        refused("", None);
        refused("empty.bin.gz", Some(b""));
        refused("text.txt", Some(b"what is no network"));
        for part in [1, 4, 7] {
            refused("truncated.bin.gz", Some(&file[..file.len() * part / 8]));
        }
    }

    #[test]
    fn wrong_usage_is_explained() {
        for arguments in [
            &["--rules", "chess"][..],
            &["--komi", "nan"],
            &["--size", "26"],
            &["--size", "9x"],
            &["--threads", "0"],
            &["--time-per-move", "0"],
            &["--resign", "2"],
            &["score"],
            &["score", "--move", "-1", "a.sgf"],
            &["score", "--lang", "xx", "a.sgf"],
            &["nosuch"],
            &["--nosuch"],
        ] {
            let (status, output, errors) = wakari(arguments, "");
            assert_eq!((status, &*output), (2, ""), "{arguments:?}");
            assert!(errors.starts_with("error: "), "{arguments:?}: {errors}");
        }
        assert!(
            wakari(&["--rules", "chess"], "")
                .2
                .contains("proposal-2012")
        );
        let (status, output, errors) = wakari(&["--help"], "");
        assert_eq!((status, &*errors), (0, ""));
        assert!(output.contains("Examples:"));
    }

    #[test]
    fn games_are_scored_and_broken_files_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).display().to_string();
        let (good, bad, none) = (path("good.sgf"), path("bad.sgf"), path("none.sgf"));
        let moves = ";B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[];W[]";
        std::fs::write(&good, format!("(;SZ[5]KM[0.5]RU[Chinese]RE[B+4.5]{moves})")).unwrap();
        std::fs::write(&bad, "(;SZ[99])").unwrap();
        let (status, output, errors) = wakari(&["score", &good], "");
        assert_eq!((status, &*errors), (0, ""));
        let headline = "B+4.5  (chinese, komi 0.5; the record agrees)\n";
        assert!(output.starts_with(headline), "{output}");
        let (status, output, errors) = wakari(
            &["score", &bad, &good, &none, "--rules", "proposal-2012"],
            "",
        );
        assert_eq!(status, 1);
        let headline = format!("{good}: B+4.5  (proposal-2012, komi 0.5; the record agrees)\n");
        assert!(output.starts_with(&headline), "{output}");
        assert_eq!(errors.lines().count(), 2, "{errors}");
        assert!(
            errors.contains("bad.sgf: line 1, column ") && errors.contains("none.sgf: "),
            "{errors}"
        );
        let (status, output, errors) = wakari(&["score", "--move", "13", &good], "");
        assert_eq!((status, &*output), (1, ""));
        assert!(errors.contains("the game has 12 moves"), "{errors}");
    }

    #[test]
    fn scores_are_told_in_japanese() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.sgf").display().to_string();
        let moves = ";B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[];W[]";
        std::fs::write(&path, format!("(;SZ[5]KM[0.5]RU[Japanese]{moves})")).unwrap();
        let (status, output, _) = wakari(&["score", "--lang", "ja", &path], "");
        assert_eq!(status, 0);
        for words in ["黒 10 = 地 10", "白 5.5 = 地 5 + コミ 0.5", "黒4目半勝ち"] {
            assert!(output.contains(words), "{words}: {output}");
        }
        std::fs::write(&path, "(;SZ[5];B[aa];W[aa])").unwrap();
        let (status, _, errors) = wakari(&["score", "--lang", "ja", &path], "");
        assert!(
            status == 0 && errors.contains("第2手A5は石の上なので、その石を除く"),
            "{errors}"
        );
    }

    /// A bent four in the corner, which is dead under the proposal of 2012.
    fn bent_four() -> (tempfile::TempDir, String) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("bent-four.sgf").display().to_string();
        let black = "AB[aa][ba][ca][fa][ga][ha][fb][gb][hb][ib][cc][dc][ec][fc][gc][hc][ad][bd][cd][dd][ed][fd][gd][hd][id]";
        let white = "AW[ea][bb][cb][db][eb][ac][bc]";
        std::fs::write(&path, format!("(;SZ[9:4]KM[0]{black}{white})")).unwrap();
        (folder, path)
    }

    #[test]
    fn what_is_agreed_counts_and_what_the_rules_contradict_is_named() {
        let (_folder, path) = bent_four();
        let result = |arguments: &[&str]| {
            let (status, output, errors) = wakari(&[&["score", &path], arguments].concat(), "");
            assert_eq!((status, &*errors), (0, ""), "{arguments:?}");
            output
        };
        let otherwise = "under the rules\n";
        for agreed in [&[][..], &["--dead", "A2"], &["--dead", "b2, a2"]] {
            let output = result(agreed);
            assert!(!output.contains(otherwise), "{output}");
            assert!(output.starts_with("B+18  ("), "{output}");
        }
        let output = result(&["--dead", "none"]);
        assert!(
            output.contains("White A2: alive by agreement, but provably dead under the rules\n")
                || output
                    .contains("White A2: seki by agreement, but provably dead under the rules\n"),
            "{output}"
        );
        let output = result(&["--dead", "J3,A2"]);
        assert!(
            output.contains("Black A1: dead by agreement, but provably alive under the rules\n"),
            "{output}"
        );
        let output = result(&["--prisoners", "3,5", "--to-move", "white"]);
        assert!(output.starts_with("B+16  ("), "{output}");
        let output = result(&["--json", "--dead", "none"]);
        assert!(
            output.contains("\"contradicted\":[{\"color\":\"White\""),
            "{output}"
        );
        assert!(!result(&["--json"]).contains("contradicted"));
        let (_, output, _) = wakari(&["report", &path, "--dead", "none"], "");
        assert!(output.contains("The rules say otherwise"), "{output}");
        let (_, output, _) = wakari(&["report", &path, "--dead", "none", "--lang", "ja"], "");
        assert!(output.contains("規約の判定と異なる合意"), "{output}");
    }

    /// Chains that share a fate are explained together, and the rule is cited once.
    #[test]
    fn groups_are_explained_once() {
        let game = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/gtp-tests/score/eyes-in-seki.sgf"
        );
        let (status, output, _) = wakari(&["explain", game], "");
        assert_eq!(status, 0);
        assert_eq!(output.matches("Rule: ").count(), 1, "{output}");
        assert!(output.lines().count() < 60, "{output}");
    }

    #[test]
    fn what_cannot_be_agreed_is_refused() {
        let (_folder, path) = bent_four();
        let (status, output, errors) = wakari(&["score", &path, "--dead", "A2,A3"], "");
        assert_eq!((status, &*output), (1, ""));
        assert!(errors.contains("there is no stone at A3"), "{errors}");
        let (_, _, errors) = wakari(&["score", &path, "--dead", "T9", "--lang", "ja"], "");
        assert!(errors.contains("T9に石はない"), "{errors}");
        for wrong in [
            ["--dead", "I9"],
            ["--dead", ""],
            ["--prisoners", "3"],
            ["--prisoners", "3,-1"],
            ["--prisoners", "3,99999999999"],
            ["--to-move", "red"],
        ] {
            let (status, _, errors) = wakari(&["score", &path, wrong[0], wrong[1]], "");
            assert_eq!(status, 2, "{wrong:?}: {errors}");
        }
    }

    #[test]
    fn chains_are_explained_and_questions_without_an_answer_refused() {
        let (_folder, path) = bent_four();
        let (status, output, errors) = wakari(&["explain", &path, "--chain", "b2"], "");
        assert_eq!((status, &*errors), (0, ""));
        for said in [
            "White A2, 7 stones: dead (proved by reading)",
            "article 7",
            "White moves first",
            "A bent four in the corner",
            "Play: 1 White ",
            "Instead: 1 White ",
            "Now the position is settled: dead",
        ] {
            assert!(output.contains(said), "{said} in {output}");
        }
        let (_, output, _) = wakari(&["explain", &path, "--lang", "ja", "--chain", "A2"], "");
        assert!(
            output.contains("死に石") && output.contains("白が先着"),
            "{output}"
        );
        let (status, output, _) = wakari(&["explain", &path, "A3", "--chain", "b2"], "");
        assert!(
            status == 0
                && output.contains("A3: Black's territory\nOnly living Black stones surround")
                && output.contains("are removed as prisoners: ")
                && output.contains("It stands in Black's territory, and is removed"),
            "{output}"
        );
        let (_, output, _) = wakari(&["explain", &path, "--lang", "ja", "A3"], "");
        assert!(
            output.contains("A3：黒地\n黒の活き石だけに囲まれた点（第8条）"),
            "{output}"
        );
        let (_, output, _) = wakari(&["explain", &path, "--compare", "tromp-taylor"], "");
        assert!(
            output.contains("nder these rules every stone left on the board is alive"),
            "{output}"
        );
        for (arguments, complaint) in [
            (["--chain", "T3"], "T3 is off the board"),
            (["--move", "1"], "the game has 0 moves"),
        ] {
            let (status, output, errors) =
                wakari(&[&["explain", &path], &arguments[..]].concat(), "");
            assert_eq!((status, &*output), (1, ""), "{arguments:?}");
            assert!(errors.contains(complaint), "{errors}");
        }
        let games = "(;SZ[3];B[bb])(;SZ[5];B[cc];W[aa])";
        let (status, output, errors) = wakari(&["explain", "-", "B2"], games);
        assert!(status == 0 && output.contains("B2"), "{output}");
        assert!(
            errors.contains("-: has several games, and this is the first"),
            "{errors}"
        );
        let second = ["explain", "-", "A5", "--game", "2"];
        let (status, output, errors) = wakari(&second, games);
        assert_eq!((status, &*errors), (0, ""));
        assert!(output.contains("White A5"), "{output}");
        let (status, _, errors) = wakari(&["report", "-", "--game", "3"], games);
        assert!(
            status == 1 && errors.contains("-#3: there is no such game"),
            "{errors}"
        );
        let games = "(;SZ[3];B[bb])\n(;SZ[3]\n;B[bb];C[again]W[bb])";
        for command in ["explain", "report"] {
            let (status, _, errors) = wakari(&[command, "-", "--game", "2"], games);
            let flaw =
                "wakari: -#2: line 3, column 18: move 2 at B2 is on a stone, which gives way\n";
            assert_eq!((status, &*errors), (0, flaw));
        }
        std::fs::write(&path, "(;SZ[3]AB[aa]AW[ab][ba])").unwrap();
        let (status, _, errors) = wakari(&["explain", &path], "");
        assert_eq!(status, 1);
        assert!(
            errors
                .contains("bent-four.sgf: line 1, column 3: the stones cannot stand on the board"),
            "{errors}"
        );
        assert_eq!(wakari(&["explain", &path, "--chain", "I9"], "").0, 2);
    }
}
