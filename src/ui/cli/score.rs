//! `wakari score`: scores the games in SGF files.

mod agreement;
mod certify;
mod games;
mod text;
mod worker;

use super::input::GameError;
use super::network;
use super::options::{self, AgreedOptions, CommonOptions, LookOptions, about, named};
use super::streams::Streams;
use crate::mcts::tree::oracle::Oracle;
use crate::referee::game::scoring::{Agreement, Request, ScoredGame};
use crate::referee::judge::Effort;
use crate::ui::drawing;
use crate::ui::json::{Extras, ScoreLine};
use crate::ui::language::Language;
use crate::util::files::{self, Outputs};
use crate::util::in_order::in_order;
use crate::util::threads::cores;
use crate::util::visible;
use agreement::Totals;
use clap::Args;
use cpu_time::ThreadTime;
use games::{InputGame, InputGames};
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use serde_json::value::to_raw_value;
use std::fmt;
use std::io::{self, Read, Write};
use std::iter;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use text::TextOptions;

#[derive(Args, Debug)]
pub(super) struct ScoreOptions {
    /// The games: SGF files, folders of them, or - for standard input
    #[arg(required_unless_present = "worker", value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Judges the position after move N instead of the last one
    #[arg(long = "move", value_name = "N")]
    after: Option<u32>,
    /// Language of reports and pictures: en or ja
    #[arg(long, value_name = "LANGUAGE", default_value = "en", value_parser = options::language(), hide_possible_values = true)]
    lang: Language,
    /// Lists every chain, with its status and how sure that is
    #[arg(long)]
    all: bool,
    /// Writes one line of JSON for each game
    #[arg(long)]
    json: bool,
    /// Compares with the recorded results and explains differences; fails if there are any
    #[arg(long)]
    check: bool,
    /// Writes a picture of each game into this folder
    #[arg(long, value_name = "FOLDER")]
    svg: Option<PathBuf>,
    /// Writes the proofs about the position to this file, for `wakari verify`; accepts one game
    #[arg(long, value_name = "FILE")]
    certify: Option<PathBuf>,
    /// KataGo network file (.bin.gz or .txt.gz) to use for anything that is not proved or read
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
    /// Games judged at the same time [default: one per core]
    #[arg(long, value_name = "N", value_parser = options::threads)]
    jobs: Option<NonZeroUsize>,
    /// Answers JSON lines on standard input, to spread the work over machines
    #[arg(long, conflicts_with_all = ["files", "json", "check", "svg", "certify", "jobs"])]
    worker: bool,
    #[command(flatten)]
    look: LookOptions,
    #[command(flatten)]
    agreed: AgreedOptions,
    #[command(flatten)]
    common: CommonOptions,
}

/// The output for one game.
enum GameOutput {
    /// Flaws of the record, the report or JSON line, and the agreement with the record.
    Scored(Vec<String>, String, Agreement),
    /// The name of the game with the error.
    Failed(String),
    /// A folder without games.
    NoGames(String),
}

/// Scores each game. A game with an error gives one line on `errors`, and the others go on.
///
/// Returns true if there were no errors and, under `--check`, no differences from the records.
pub(super) fn run(
    options: &ScoreOptions,
    input: impl Read + Send,
    output: &mut impl Write,
    errors: &mut impl Write,
    streams: Streams,
) -> io::Result<bool> {
    let wanted = if options.worker {
        NonZeroUsize::MIN
    } else {
        options.jobs.unwrap_or_else(cores)
    };
    let request = options.common.request(options.after);
    let (request, jobs) = options.agreed.with(request, wanted, errors)?;
    let network = network::asked(options.network.as_deref())?;
    let oracle = network.map(network::oracle);
    if options.worker {
        return worker::serve(oracle.as_ref(), &request, input, output).map(|()| true);
    }
    if let Some(folder) = &options.svg {
        files::make_folder(folder).map_err(|error| named(folder, &error))?;
    }
    let mut games = InputGames::new(&options.files, input);
    let outputs = Outputs::overwriting().keeping(games.paths());
    if let Some(path) = &options.certify {
        outputs.check(path).map_err(|error| named(path, &error))?;
    }
    let bar = progress();
    let mut read = 0;
    // Files are read one by one and may hold several games, so the length of the bar can grow.
    let games = iter::from_fn(|| {
        let game = games.next()?;
        read += 1;
        bar.set_length((read + games.at_least()) as u64);
        Some((read, game))
    });
    let mut totals = Totals::default();
    let mut is_first = true;
    let mut is_complete = true;
    let shown = TextOptions {
        lists_chains: options.all,
        look: options.look.look(streams),
        language: options.lang,
    };
    let work = |(number, game): (usize, InputGame)| {
        let oracle = oracle.as_ref();
        scored(number, game, &request, oracle, options, shown, &outputs)
    };
    let lost = |why: &str| {
        GameOutput::Failed(format!("a game is lost by an error of this program: {why}"))
    };
    let given = in_order(games, jobs, work, lost, |found| {
        let mut complain =
            |complaint: String| writeln!(errors, "wakari: {}", visible::line(&complaint));
        let told = bar.suspend(|| match found {
            GameOutput::Scored(flaws, text, agreement) => {
                flaws.into_iter().try_for_each(complain)?;
                totals.add(agreement);
                // Separate reports of several lines.
                if !(std::mem::take(&mut is_first) || options.json || options.check) {
                    writeln!(output)?;
                }
                output.write_all(text.as_bytes())?;
                output.flush()
            }
            GameOutput::Failed(complaint) => {
                totals.unreadable += 1;
                complain(complaint)
            }
            GameOutput::NoGames(complaint) => {
                is_complete = false;
                complain(complaint)
            }
        });
        bar.inc(1);
        told
    })?;
    bar.finish_and_clear();
    if given < wanted.get() {
        writeln!(
            errors,
            "wakari: the system gives {given} of {wanted} threads"
        )?;
    }
    if options.check {
        if options.json {
            writeln!(errors, "{}", totals.text(options.lang))?;
        } else {
            writeln!(output, "{}", totals.text(options.lang))?;
        }
    }
    Ok(is_complete && totals.unreadable == 0 && !(options.check && totals.different > 0))
}

/// A progress bar on the error stream, if that is a terminal.
fn progress() -> ProgressBar {
    let rate = |state: &ProgressState, text: &mut dyn fmt::Write| {
        _ = write!(text, "{:.1}", state.per_sec());
    };
    let template = "{bar:30} {human_pos} of {human_len} games, {rate} a second, {eta} left";
    let style = ProgressStyle::with_template(template).expect("the template is sound");
    ProgressBar::new(0).with_style(style.with_key("rate", rate))
}

/// Scores a game, and writes its picture and certificate if requested.
fn scored(
    number: usize,
    game: InputGame,
    request: &Request,
    oracle: Option<&Arc<dyn Oracle>>,
    options: &ScoreOptions,
    shown: TextOptions,
    outputs: &Outputs,
) -> GameOutput {
    let InputGame {
        id,
        picture,
        record,
    } = game;
    let failed = |complaint: String| GameOutput::Failed(format!("{id}: {complaint}"));
    let record = match record {
        Ok(record) => record,
        Err(error @ GameError::EmptyFolder) => {
            return GameOutput::NoGames(format!("{id}: {error}"));
        }
        Err(error) => return failed(error.told(options.lang)),
    };
    let begun = ThreadTime::now();
    let game = match ScoredGame::asking(oracle, &record, request) {
        Ok(game) => game,
        Err(error) => return failed(GameError::from(error).told(options.lang)),
    };
    let seconds = begun.elapsed().as_secs_f64();
    if let Some(folder) = &options.svg {
        let drawn = drawing::svg(&record, &game, options.lang);
        if let Err(error) = draw(folder, &picture, &drawn, outputs) {
            return failed(cannot_write(&folder.join(picture), &error));
        }
    }
    if let Some(path) = &options.certify
        && let Err(complaint) = certify(number, path, &game, &request.effort, outputs)
    {
        return failed(complaint);
    }
    let text = if options.json {
        let id = to_raw_value(&id).expect("a text can be written");
        let extras = Extras {
            reasons: options.check.then_some(options.lang),
            seconds: Some(seconds),
            ..Extras::default()
        };
        let line = ScoreLine::new(&id, &game, &request.effort, extras);
        serde_json::to_string(&line).expect("a line can be written") + "\n"
    } else if options.check {
        agreement::lines(&id, &game, options.lang)
    } else {
        // A file that is the only argument needs no name.
        let is_only = matches!(&options.files[..], [file] if id == visible::path(file));
        let name = (!is_only).then_some(&*id);
        text::text(name, &game, &request.effort, shown)
    };
    let flaws = game
        .flaws
        .iter()
        .map(|flaw| format!("{id}: {}", options.lang.flaw(flaw)));
    GameOutput::Scored(flaws.collect(), text, game.agreement())
}

/// Writes the certificate of the first game; returns the reason for a failure.
fn certify(
    number: usize,
    path: &Path,
    game: &ScoredGame,
    effort: &Effort,
    outputs: &Outputs,
) -> Result<(), String> {
    if number > 1 {
        return Err("only the first game is certified".to_owned());
    }
    let certificate = certify::certificate(game, effort);
    if let Err(error) = certificate.verify() {
        return Err(format!("its certificate does not hold: {error}"));
    }
    outputs
        .write(path, certificate.to_string())
        .map_err(|error| cannot_write(path, &error))
}

/// Writes a picture below a folder, creating missing folders.
fn draw(folder: &Path, name: &Path, picture: &str, outputs: &Outputs) -> io::Result<()> {
    files::make_folders_in(folder, name.parent().unwrap_or("".as_ref()))?;
    outputs.write(&folder.join(name), picture)
}

fn cannot_write(path: &Path, error: &io::Error) -> String {
    format!("cannot write {}", about(path, error))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use serde_json::Value;
    use std::ffi::OsString;
    use std::fs;
    use std::io::Cursor;
    use std::path::Path;

    const MOVES: &str = ";B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[];W[]";

    /// Exit status, output and errors of `wakari score`.
    fn score(arguments: &[&str], input: &str) -> (u8, String, String) {
        let (mut output, mut errors) = (Vec::new(), Vec::new());
        let arguments = ["wakari", "score", "--score-playouts", "50"]
            .iter()
            .chain(arguments)
            .map(OsString::from);
        let input = Cursor::new(input.as_bytes().to_vec());
        let status = crate::ui::cli::status(arguments, input, &mut output, &mut errors);
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (status, text(output), text(errors))
    }

    fn game(result: &str) -> String {
        format!("(;SZ[5]KM[0.5]RU[Chinese]RE[{result}]{MOVES})")
    }

    /// A folder of games, one of them malformed.
    fn archive() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (number, result) in ["B+4.5", "B+R", "W+1.5", "B+4.5"].iter().enumerate() {
            let below = folder.path().join(format!("{number}"));
            fs::create_dir(&below).unwrap();
            fs::write(below.join("game.sgf"), game(result)).unwrap();
        }
        fs::write(folder.path().join("1/broken.sgf"), "(;SZ[99];B[aa])").unwrap();
        folder
    }

    fn objects(output: &str) -> Vec<Value> {
        let lines = output.lines();
        lines
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }

    #[test]
    fn a_folder_is_judged_in_order_whatever_the_jobs() {
        let folder = archive();
        let path = folder.path().to_str().unwrap();
        let without_time = |output: &str| {
            let mut found = objects(output);
            for object in &mut found {
                assert!(object["seconds"].take().as_f64().unwrap() >= 0.0);
            }
            found
        };
        let (status, output, errors) = score(&["--json", "--jobs", "1", path], "");
        assert_eq!((status, errors.lines().count()), (1, 1), "{errors}");
        assert!(errors.contains("broken.sgf: line 1, column "), "{errors}");
        let expected = without_time(&output);
        let scores: Vec<&Value> = expected.iter().map(|object| &object["score"]).collect();
        assert_eq!(scores, ["B+4.5"; 4]);
        for jobs in ["2", "5"] {
            let (_, output, _) = score(&["--json", "--jobs", jobs, path], "");
            assert_eq!(without_time(&output), expected);
        }
    }

    #[test]
    fn a_line_of_json_says_everything() {
        let (status, output, _) = score(&["--json", "--check", "-"], &game("B+5.5"));
        assert_eq!(status, 1, "the results differ");
        let [object] = &objects(&output)[..] else {
            panic!("{output}");
        };
        for (key, expected) in [
            ("id", "\"-\""),
            ("rules", "\"chinese\""),
            ("komi", "0.5"),
            ("moves", "12"),
            ("score", "\"B+4.5\""),
            ("method", "\"proved\""),
            ("prisoners", "{\"black\":0,\"white\":0}"),
            ("points", "{\"black\":15.0,\"white\":10.5}"),
            ("open", "[]"),
            ("unsettled", "[]"),
            ("breaches", "[]"),
            ("recorded", "\"B+5.5\""),
            ("agrees", "false"),
        ] {
            assert_eq!(object[key].to_string(), expected, "{key}");
        }
        assert_eq!(object["statuses"].as_array().unwrap().len(), 2);
        assert_eq!(object["statuses"][0]["stones"][0], "C1");
        assert_eq!(object["territory"]["black"].as_array().unwrap().len(), 10);
    }

    /// The answer stands first, then how certain it is.
    #[test]
    fn the_text_begins_with_the_answer() {
        let told = |text: &str, more: &[&str]| {
            let (status, output, errors) = score(&[&["-"], more].concat(), text);
            assert_eq!((status, &*errors), (0, ""));
            output
        };
        for (text, headline, certainty) in [
            (
                game("B+4.5"),
                "B+4.5  (chinese, komi 0.5; the record agrees)",
                "Proved: the status of every stone and the owner of every point",
            ),
            (
                game("W+R"),
                "B+4.5  (chinese, komi 0.5; recorded: W+R)",
                "Proved: the status of every stone and the owner of every point",
            ),
            (
                "(;SZ[3]RU[chinese]KM[9];B[bb];W[];B[])".to_owned(),
                "Draw (jigo)  (chinese, komi 9; no result in the file)",
                "Every stone is proved; 8 points estimated",
            ),
            (
                "(;SZ[3]RU[tromp-taylor];B[bb];W[];B[])".to_owned(),
                "B+1.5  (tromp-taylor, komi 7.5; no result in the file)",
                "Every stone on the board lives.",
            ),
        ] {
            let output = told(&text, &[]);
            let lines: Vec<&str> = output.lines().take(3).collect();
            assert_eq!(lines, [headline, certainty, ""], "{output}");
        }
        let output = told(&game("B+4.5"), &["--move", "3"]);
        assert!(output.starts_with("Not finished: "), "{output}");
        assert!(
            output.contains(", after move 3 of 12, White to move)\n"),
            "{output}"
        );
        let output = told(&game("W+1.5"), &["--lang", "ja"]);
        let headline = "黒4目半勝ち（chinese、コミ0.5。棋譜の結果は白1目半勝ち）\n";
        assert!(output.starts_with(headline), "{output}");
    }

    /// Every chain is listed on request only.
    #[test]
    fn all_chains_are_listed_on_request() {
        let (_, brief, _) = score(&["-"], &game("B+4.5"));
        let (_, all, _) = score(&["--all", "-"], &game("B+4.5"));
        let chains =
            "\nBlack  C1,  5 stones: alive (proved)\nWhite  D1,  5 stones: alive (proved)\n";
        assert_eq!(all, format!("{brief}{chains}"));
    }

    #[test]
    fn symbols_and_color_are_chosen() {
        let (_, plain, _) = score(&["-"], &game("B+4.5"));
        assert!(plain.contains("\n 3 * * X O -  3\n"), "{plain}");
        let (_, shown, _) = score(&["--symbols=unicode", "-"], &game("B+4.5"));
        assert!(shown.contains("\n 3 ■ ■ ● ○ □  3\n"), "{shown}");
        let (_, colored, _) = score(&["--color=always", "-"], &game("B+4.5"));
        assert!(
            colored.starts_with("\u{1b}[1mB+4.5\u{1b}[0m  ("),
            "{colored}"
        );
    }

    /// The list of all chains ends with the unproved points, unless all are proved or the game is
    /// unfinished.
    #[test]
    fn the_text_names_what_is_open() {
        let title = "Not proved (estimated as shown): ";
        let alone = "(;SZ[3]RU[chinese];B[bb];W[];B[])";
        let (_, output, _) = score(&["--all", "-"], alone);
        let open = output.lines().find_map(|line| line.strip_prefix(title));
        assert_eq!(open, Some("8 points around A1"), "{output}");
        for proved_or_running in [
            "(;SZ[3]RU[tromp-taylor];B[bb];W[];B[])",
            "(;SZ[9]RU[chinese];B[ee])",
        ] {
            let (_, output, _) = score(&["--all", "-"], proved_or_running);
            assert!(!output.contains(title), "{output}");
        }
    }

    /// A game is proved if every chain and every point is; the others are listed.
    #[test]
    fn what_is_not_proved_is_open() {
        let alone = ";B[bb];W[];B[]";
        let entered = ";B[bb];W[aa];B[];W[]";
        for (rules, moves, agreed, method, worth) in [
            ("chinese", alone, None, "estimated", 16),
            ("tromp-taylor", alone, None, "proved", 0),
            ("tromp-taylor", entered, None, "proved", 0),
            // Agreed dead stones prove nothing.
            ("tromp-taylor", entered, Some("--dead=A3"), "estimated", 18),
        ] {
            let mut arguments = vec!["--json", "-"];
            arguments.extend(agreed);
            let text = format!("(;SZ[3]RU[{rules}]{moves})");
            let (_, output, _) = score(&arguments, &text);
            let [object] = &objects(&output)[..] else {
                panic!("{output}");
            };
            assert_eq!(object["method"], method, "{output}");
            assert_eq!(object["statuses"][0]["method"], "proved");
            let open = object["open"].as_array().unwrap();
            let worth_of = |part: &Value| {
                let points = part["points"].as_array().unwrap().len() as u64;
                assert_eq!(part["worth"], 2 * points);
                2 * points
            };
            assert_eq!(open.iter().map(worth_of).sum::<u64>(), worth, "{output}");
        }
    }

    #[test]
    fn results_are_compared_with_the_records() {
        let folder = archive();
        let path = folder.path().to_str().unwrap();
        let (status, output, _) = score(&["--check", path], "");
        assert_eq!(status, 1);
        assert_eq!(
            output.matches(": B+4.5, as recorded\n").count(),
            2,
            "{output}"
        );
        assert!(
            output.contains("B+4.5, the record says B+R; not compared\n")
                && output
                    .contains("B+4.5, the record says W+1.5: 6 points more for Black than recorded\n")
                && output.ends_with(
                    "5 games: 2 as recorded, 1 different, 1 recorded without a count, 1 unreadable\n"
                ),
            "{output}"
        );
        let (status, output, _) = score(&["--check", "--lang", "ja", "-"], &game("B+4.5"));
        assert!(status == 0 && output.contains("棋譜と一致"), "{output}");
    }

    /// Differences caused by conventions are named.
    #[test]
    fn conventions_are_named() {
        // White's stone in Black's territory is dead; left unmarked, it turns all of that into
        // dame.
        let dead = MOVES.replace(";B[];W[]", ";B[];W[ab];B[];W[]");
        let check = |result: &str, moves: &str, rules: &str, language: &str| {
            let game = format!("(;SZ[5]KM[0.5]RU[{rules}]RE[{result}]{moves})");
            score(&["--check", "--lang", language, "-"], &game).1
        };
        let told = check("W+6.5", &dead, "Chinese", "en");
        assert!(
            told.contains(
                "if these dead stones were left on the board and counted as alive: White A4\n"
            ),
            "{told}"
        );
        let told = check("W+6.5", &dead, "Chinese", "ja");
        assert!(
            told.contains("次の死に石を取り上げず、活き石として数えれば棋譜と一致：白 A4"),
            "{told}"
        );
    }

    /// A truncated game is scored as far as it goes, with a warning.
    #[test]
    fn flaws_of_a_text_are_told() {
        let (status, output, errors) = score(&["-"], "(;SZ[5]KM[x];B[bb];W[dd");
        assert_eq!(status, 0);
        assert!(output.starts_with("Not finished: "), "{output}");
        let komi = "wakari: -: komi 'x' is not a number up to 10000 either way, and is passed over";
        let end = "wakari: -: the game breaks off: its last ')' is missing, and moves may be, too";
        assert_eq!(errors.lines().collect::<Vec<_>>(), [komi, end]);
        let (_, _, errors) = score(&["--lang", "ja", "-"], "(;SZ[5]KM[99999])");
        assert!(
            errors.contains("コミ「99999」は10000までの数でない"),
            "{errors}"
        );
        let (_, output, _) = score(&["--json", "-"], "(;SZ[5];B[bb]");
        let line: Value = serde_json::from_str(&output).unwrap();
        assert_eq!(line["flaws"].as_array().map(Vec::len), Some(1), "{line}");
    }

    #[test]
    fn a_folder_without_games_is_no_game() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().to_str().unwrap();
        let (status, output, errors) = score(&["--check", path], "");
        assert_eq!(status, 1);
        assert!(output.starts_with("0 games: "), "{output}");
        assert!(
            errors.ends_with(": has no file that ends in .sgf\n"),
            "{errors}"
        );
    }

    #[test]
    fn a_certificate_is_a_file() {
        let (status, output, errors) = score(&["--certify", "-", "-"], "(;SZ[5])");
        assert_eq!((status, &*output), (1, ""));
        assert!(
            errors.starts_with("wakari: -: is the standard output"),
            "{errors}"
        );
    }

    #[test]
    fn each_game_has_its_picture() {
        let folder = archive();
        let path = folder.path().to_str().unwrap();
        let pictures = tempfile::tempdir().unwrap();
        let target = pictures.path().join("new/pictures");
        score(&["--svg", target.to_str().unwrap(), path], "");
        for number in 0..4 {
            let picture = fs::read_to_string(target.join(format!("{number}/game.svg"))).unwrap();
            assert!(picture.contains("Result B+4.5 (recorded "), "{picture}");
        }
        assert!(!target.join("1/broken.svg").exists());
        let taken = pictures.path().join("file");
        fs::write(&taken, "").unwrap();
        let (status, output, errors) = score(&["--svg", taken.to_str().unwrap(), path], "");
        assert_eq!(
            (status, &*output, errors.lines().count()),
            (1, "", 1),
            "{errors}"
        );
    }

    #[test]
    fn what_was_played_against_the_rules_is_reported() {
        // White retakes the ko at once, and Black plays twice.
        let ko = "(;SZ[5]RU[Chinese];B[bb];W[cb];B[ac];W[dc];B[bd];W[cd];B[cc];W[bc];B[ee])";
        let (status, output, errors) = score(&["-"], ko);
        assert_eq!((status, &*errors), (0, ""));
        assert!(!output.contains("Foul play"), "{output}");
        let ko = ko.replace(";B[cc];W[bc];B[ee]", ";B[ea];W[bc];B[cc];W[bc];B[ee];B[ed]");
        let (status, output, _) = score(&["-"], &ko);
        assert_eq!(status, 0);
        assert!(
            output.contains("Foul play: move 10, White B3: ko\n")
                && output.contains("Foul play: move 12, Black E2: out of turn\n"),
            "{output}"
        );
        let (_, output, _) = score(&["--json", "-"], &ko);
        let breaches = &objects(&output)[0]["breaches"];
        assert_eq!(
            breaches[0].to_string(),
            r#"{"at":"B3","color":"White","foul":"ko","move":10}"#
        );
    }

    #[test]
    fn nothing_that_is_asked_for_is_passed_over() {
        for arguments in [
            &[][..],
            &["--worker", "a.sgf"],
            &["--worker", "--json"],
            &["--jobs", "0", "a.sgf"],
            &["--svg"],
        ] {
            assert_eq!(score(arguments, "").0, 2, "{arguments:?}");
        }
        let (status, _, errors) = score(&["no/such/folder"], "");
        assert!(
            status == 1 && errors.starts_with("wakari: no/such/folder: "),
            "{errors}"
        );
        assert!(!Path::new("no").exists());
    }
}
