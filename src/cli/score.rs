//! `wakari score`: what the games in SGF files end with.

mod answer;
mod check;
mod games;
mod sheet;
mod worker;

use super::CommonOptions;
use super::in_order::in_order;
use crate::files;
use crate::game::Outcome;
use crate::judge::Effort;
use crate::judge::unsettled::Unsettled;
use crate::language::{self, Language};
use crate::scoring::{Agreement, Request, ScoredGame, Source};
use answer::{Answer, Beside};
use check::Summary;
use clap::Args;
use cpu_time::ThreadTime;
use games::{Game, Games};
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use serde_json::value::to_raw_value;
use std::fmt;
use std::io::{self, Read, Write};
use std::iter;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

#[derive(Args, Debug)]
pub(super) struct ScoreOptions {
    /// The games: SGF files, folders with such, - for the standard input
    #[arg(required_unless_present = "worker", value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Judges the position after so many moves instead of the last one
    #[arg(long = "move", value_name = "N")]
    after: Option<u32>,
    /// Language of reports and pictures: en or ja
    #[arg(long, value_name = "LANGUAGE", default_value = "en", value_parser = super::language)]
    lang: Language,
    /// Writes one line of JSON for each game
    #[arg(long)]
    json: bool,
    /// Compares with the results in the files, says why they differ, and fails if they do
    #[arg(long)]
    check: bool,
    /// Draws each game into this folder
    #[arg(long, value_name = "FOLDER")]
    svg: Option<PathBuf>,
    /// Games judged at the same time [default: one for each core]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Answers lines of JSON on the standard input, for programs that spread work over machines
    #[arg(long, conflicts_with_all = ["files", "json", "check", "svg", "jobs"])]
    worker: bool,
    #[command(flatten)]
    common: CommonOptions,
}

/// What there is to say of a game.
enum Said {
    /// The text or the line for it, and how it compares with the record.
    Judged(String, Agreement),
    /// What is wrong, with its name.
    Wrong(String),
}

/// Reports on each game; one that cannot be read is one line of complaint, and the others go on. Tells whether
/// there was none of these, and where results are compared, whether they agree.
pub(super) fn run(
    options: &ScoreOptions,
    input: impl Read + Send,
    output: &mut impl Write,
    errors: &mut impl Write,
) -> io::Result<bool> {
    let request = Request {
        rules: options.common.rules,
        komi: options.common.komi,
        after: options.after,
        effort: options.common.effort(),
    };
    if options.worker {
        return worker::serve(&request, input, output).map(|()| true);
    }
    if let Some(folder) = &options.svg {
        files::make_folder(folder)?;
    }
    let mut games = Games::new(&options.files, input, options.lang);
    let bar = progress();
    let mut read = 0;
    // Files are read when it is their turn, and may hold several games: the bar is told what is known.
    let games = iter::from_fn(|| {
        let game = games.next()?;
        read += 1;
        bar.set_length((read + games.at_least()) as u64);
        Some(game)
    });
    let jobs = options.jobs.unwrap_or_else(super::cores);
    let mut summary = Summary::default();
    let mut is_first = true;
    let work = |game: Game| judge(game, &request, options);
    let lost =
        |why: &str| Said::Wrong(format!("a game is lost by an error of this program: {why}"));
    in_order(games, jobs, work, lost, |said| {
        let told = bar.suspend(|| match said {
            Said::Judged(text, agreement) => {
                summary.add(agreement);
                // Reports of several lines are kept apart.
                if !(std::mem::take(&mut is_first) || options.json || options.check) {
                    writeln!(output)?;
                }
                output.write_all(text.as_bytes())?;
                output.flush()
            }
            Said::Wrong(complaint) => {
                summary.unreadable += 1;
                writeln!(errors, "wakari: {complaint}")
            }
        });
        bar.inc(1);
        told
    })?;
    bar.finish_and_clear();
    if options.check {
        if options.json {
            writeln!(errors, "{}", summary.text(options.lang))?;
        } else {
            writeln!(output, "{}", summary.text(options.lang))?;
        }
    }
    Ok(summary.unreadable == 0 && !(options.check && summary.different > 0))
}

/// How far the work has come, on the error stream if that is a terminal.
fn progress() -> ProgressBar {
    let rate = |state: &ProgressState, text: &mut dyn fmt::Write| {
        _ = write!(text, "{:.1}", state.per_sec());
    };
    let template = "{bar:30} {human_pos} of {human_len} games, {rate} a second, {eta} left";
    let style = ProgressStyle::with_template(template).expect("the template is sound");
    ProgressBar::new(0).with_style(style.with_key("rate", rate))
}

fn judge(game: Game, request: &Request, options: &ScoreOptions) -> Said {
    let Game {
        id,
        picture,
        record,
    } = game;
    let wrong = |complaint: &dyn fmt::Display| Said::Wrong(format!("{id}: {complaint}"));
    let record = match record {
        Ok(record) => record,
        Err(complaint) => return wrong(&complaint),
    };
    let begun = ThreadTime::now();
    let ruling = match ScoredGame::of(&record, request) {
        Ok(ruling) => ruling,
        Err(error) => return wrong(&options.lang.no_ruling(&error)),
    };
    let seconds = begun.elapsed().as_secs_f64();
    if let Some(folder) = &options.svg
        && let Err(error) = draw(
            &folder.join(picture),
            &sheet::svg(&record, &ruling, options.lang),
        )
    {
        return wrong(&error);
    }
    let text = if options.json {
        let id = to_raw_value(&id).expect("a text can be written");
        let beside = Beside {
            reasons: options.check.then_some(options.lang),
            seconds: Some(seconds),
        };
        let answer = Answer::new(&id, &ruling, &request.effort, &beside);
        serde_json::to_string(&answer).expect("an answer can be written") + "\n"
    } else if options.check {
        check::lines(&id, &ruling, options.lang)
    } else {
        report(&id, &ruling, &request.effort, options.lang)
    };
    Said::Judged(text, ruling.agreement())
}

/// Writes a picture, in a folder that is made where there is none.
fn draw(path: &Path, picture: &str) -> Result<(), String> {
    let folder = path.parent().map_or(Ok(()), files::make_folder);
    folder
        .and_then(|()| files::write(path, picture))
        .map_err(|error| format!("cannot write {}: {error}", path.display()))
}

/// The board, whose each stone and point is, and what the score is made of.
fn report(id: &str, ruling: &ScoredGame, effort: &Effort, language: Language) -> String {
    let ScoredGame {
        position,
        adjudication,
        ..
    } = ruling;
    let result = match ruling.outcome {
        Outcome::Score(score) => language::score(&score, language),
        Outcome::Repetition(repetition) => format!(
            "{}{}",
            language.choose("result 0, ", "結果 "),
            language.repetition(repetition)
        ),
    };
    let recorded = ruling.recorded.as_deref().map(printable);
    let recorded = recorded.map(|result| {
        language.choose(
            format!(" (the file says {result})"),
            format!("（棋譜の結果：{result}）"),
        )
    });
    let breaches: String = ruling
        .breaches
        .iter()
        .map(|breach| language::breach(breach, language) + "\n")
        .collect();
    let turn = language.color(position.turn());
    let heading = format!(
        "{id}{}{}{}",
        language.colon(),
        terms(ruling, language),
        language.choose(format!(", {turn} to move"), format!("、{turn}番"))
    );
    format!(
        "{heading}\n{}\n{}{}{}{breaches}{result}{}\n",
        language::picture(position, adjudication, language),
        language::chains(adjudication, language),
        language::finish(adjudication, language),
        outcomes(ruling, effort, language),
        recorded.unwrap_or_default(),
    )
}

/// Both results on a line, where it is not clear whose some points are and the result depends on who plays first.
fn outcomes(ruling: &ScoredGame, effort: &Effort, language: Language) -> String {
    if ruling.unsettled().is_empty() {
        return String::new();
    }
    let open = Unsettled::of(
        &ruling.position,
        &ruling.adjudication,
        effort,
        &AtomicBool::new(false),
    );
    let [black, white] = open.scores.0.map(|score| language.result(&score));
    if black == white {
        return String::new();
    }
    language.choose(
        format!("if play went on: {black} with Black first, {white} with White first\n"),
        format!("打ち継げば：黒先なら{black}、白先なら{white}\n"),
    )
}

/// Under which rules a game is judged, and after how many moves.
fn terms(ruling: &ScoredGame, language: Language) -> String {
    let (rules, komi) = (ruling.position.rules(), ruling.position.komi());
    let (after, moves) = (ruling.after, ruling.moves);
    let source = match ruling.source {
        Source::Request => language.choose("as asked for", "指定"),
        Source::Record => language.choose("as the file says", "棋譜による"),
        Source::Default => language.choose(
            "as the file names none that are known",
            "棋譜に既知の規約の指定なし",
        ),
    };
    match language {
        Language::English => {
            format!("rules {rules} {source}, komi {komi}, after {after} of {moves} moves")
        }
        Language::Japanese => {
            format!("規約 {rules}（{source}）、コミ {komi}、全{moves}手のうち{after}手まで")
        }
    }
}

/// A short text from a file without what could disturb a terminal.
fn printable(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(40).collect()
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

    /// Exit status, output and errors of `wakari score` with some arguments.
    fn score(arguments: &[&str], input: &str) -> (u8, String, String) {
        let (mut output, mut errors) = (Vec::new(), Vec::new());
        let arguments = ["wakari", "score", "--score-playouts", "50"]
            .iter()
            .chain(arguments)
            .map(OsString::from);
        let input = Cursor::new(input.as_bytes().to_vec());
        let status = crate::cli::status(arguments, input, &mut output, &mut errors);
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (status, text(output), text(errors))
    }

    fn game(result: &str) -> String {
        format!("(;SZ[5]KM[0.5]RU[Chinese]RE[{result}]{MOVES})")
    }

    /// A folder of games, one of which is broken.
    fn archive() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (number, result) in ["B+4.5", "B+R", "W+1.5", "B+4.5"].iter().enumerate() {
            let below = folder.path().join(format!("{number}"));
            fs::create_dir(&below).unwrap();
            fs::write(below.join("game.sgf"), game(result)).unwrap();
        }
        fs::write(folder.path().join("1/broken.sgf"), "(;SZ[5];B[zz])").unwrap();
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
            ("method", "\"estimated\""),
            ("prisoners", "{\"black\":0,\"white\":0}"),
            ("points", "{\"black\":15.0,\"white\":10.5}"),
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
            output.contains("B+4.5, the file says B+R, not compared\n")
                && output.contains("the file says W+1.5: 6 more for Black than recorded\n")
                && output.ends_with(
                    "games 5: as recorded 2, different 1, recorded without a count 1, unreadable 1\n"
                ),
            "{output}"
        );
        let (status, output, _) = score(&["--check", "--lang", "ja", "-"], &game("B+4.5"));
        assert!(status == 0 && output.contains("棋譜と一致"), "{output}");
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
        // White takes the ko back at once, and Black plays twice.
        let ko = "(;SZ[5]RU[Chinese];B[bb];W[cb];B[ac];W[dc];B[bd];W[cd];B[cc];W[bc];B[ee])";
        let (status, output, errors) = score(&["-"], ko);
        assert_eq!((status, &*errors), (0, ""));
        assert!(!output.contains("foul play"), "{output}");
        let ko = ko.replace(";B[cc];W[bc];B[ee]", ";B[ea];W[bc];B[cc];W[bc];B[ee];B[ed]");
        let (status, output, _) = score(&["-"], &ko);
        assert_eq!(status, 0);
        assert!(
            output.contains("foul play: move 10, White B3: ko\n")
                && output.contains("foul play: move 12, Black E2: out of turn\n"),
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
