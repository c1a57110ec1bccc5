//! `wakari report`: a report on a game, as an HTML page or as text.

use super::input::{GameError, GameOptions, is_standard_stream};
use super::network;
use super::options::{self, AgreedOptions, CommonOptions, about};
use crate::formats::sgf::Record;
use crate::mcts::tree::oracle::{Oracle, asked_on};
use crate::referee::game::scoring::Request;
use crate::ui::language::Language;
use crate::ui::report::{self, Activity, Report, Searches};
use crate::util::files::Outputs;
use crate::util::threads::cores;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, Read, Write};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::sync::Arc;

/// Default number of playouts per search without an evaluator.
const PLAYOUTS: u64 = 400;
/// Default number of evaluations per search; each is slower than a playout, but more accurate.
const EVALUATIONS: u64 = 100;
/// Default limit of parallel jobs.
const USUAL_JOBS: NonZeroUsize = NonZeroUsize::new(4).expect("four is not zero");

#[derive(Args, Debug)]
pub(super) struct ReportOptions {
    #[command(flatten)]
    game: GameOptions,
    /// Writes an HTML page to this file (- for standard output) instead of text to standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Judges the position after move N instead of the last one
    #[arg(long = "move", value_name = "N")]
    after: Option<u32>,
    /// Adds the graph of the game and the largest mistakes, with this many playouts per position
    /// (without a number: 100 network evaluations, or 400 playouts without a network)
    #[arg(long, value_name = "PLAYOUTS", num_args = 0..=1, value_parser = options::playouts)]
    analyze: Option<Option<NonZeroU64>>,
    /// KataGo network file (.bin.gz or .txt.gz) to use for anything that is not proved or read, and
    /// for --analyze, where `none` uses random playouts [default: the built-in ones for --analyze,
    /// on boards of 7 to 19 lines]
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
    /// Language of the report: en or ja
    #[arg(long, value_name = "LANGUAGE", default_value = "en", value_parser = options::language(), hide_possible_values = true)]
    lang: Language,
    /// Rule sets and positions judged at the same time [default: one per core, at most 4]
    #[arg(long, value_name = "N", value_parser = options::threads)]
    jobs: Option<NonZeroUsize>,
    #[command(flatten)]
    agreed: AgreedOptions,
    #[command(flatten)]
    common: CommonOptions,
}

/// Writes the report; returns true on success.
pub(super) fn run(
    options: &ReportOptions,
    input: impl Read,
    output: &mut impl Write,
    errors: &mut impl Write,
) -> io::Result<bool> {
    let complain = |errors: &mut dyn Write, complaint: String| {
        writeln!(errors, "wakari: {complaint}").map(|()| false)
    };
    let outputs = Outputs::overwriting().keeping([&*options.game.file]);
    // Check that the output can be written before the long work starts.
    let file = options.output.as_deref();
    let file = file.filter(|path| !is_standard_stream(path));
    if let Some(path) = file
        && let Err(error) = outputs.check(path)
    {
        return complain(errors, about(path, &error));
    }
    let network = network::asked(options.network.as_deref())?;
    let oracle = network.map(network::oracle);
    let request = options.common.request(options.after);
    let jobs = options.jobs.unwrap_or_else(|| cores().min(USUAL_JOBS));
    let (request, jobs) = options.agreed.with(request, jobs, errors)?;
    let found = options
        .game
        .read(input, errors, options.lang)
        .and_then(|record| {
            let report = examined(&record, options, &request, oracle, jobs)?;
            Ok((record, report))
        });
    let (record, report) = match found {
        Ok(found) => found,
        Err(error) => return complain(errors, options.game.about(&error.told(options.lang))),
    };
    let text = match options.output {
        Some(_) => report::page(&record, &report, options.lang),
        None => report::text(&record, &report, options.lang),
    };
    match file {
        Some(path) => match outputs.write(path, &text) {
            Ok(()) => Ok(true),
            Err(error) => complain(errors, about(path, &error)),
        },
        None => output.write_all(text.as_bytes()).map(|()| true),
    }
}

/// Makes the report while showing a progress bar.
fn examined(
    record: &Record,
    options: &ReportOptions,
    request: &Request,
    oracle: Option<Arc<dyn Oracle>>,
    jobs: NonZeroUsize,
) -> Result<Report, GameError> {
    // Drawn only if the error stream is a terminal.
    let bar = ProgressBar::new(1);
    let style = ProgressStyle::with_template("{msg:10} {wide_bar} {pos} of {len}");
    bar.set_style(style.expect("a sound template"));
    let words = options.lang.words();
    let mut progress = |activity: Activity, done: usize, total: usize| {
        bar.set_message(match activity {
            Activity::Counting => words.activity_counting,
            Activity::Reading => words.activity_reading,
            Activity::Analysing => words.activity_analysing,
            Activity::Comparing => words.activity_comparing,
        });
        bar.set_length(total as u64);
        bar.set_position(done as u64);
    };
    let usual = match asked_on(oracle.as_ref(), record.size()) {
        Some(_) => EVALUATIONS,
        None => PLAYOUTS,
    };
    let searches = options.analyze.map(|playouts| Searches {
        playouts: playouts.map_or(usual, NonZeroU64::get),
        oracle: oracle.clone(),
    });
    let (oracle, searches) = (oracle.as_ref(), searches.as_ref());
    let report = Report::asking(oracle, record, request, searches, jobs, &mut progress);
    bar.finish_and_clear();
    Ok(report?)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::ffi::OsString;
    use std::fs;
    use std::io;

    /// Exit status, output and errors of `wakari report`.
    fn report(arguments: &[&str]) -> (u8, String, String) {
        let (mut output, mut errors) = (Vec::new(), Vec::new());
        let arguments = ["wakari", "report"]
            .iter()
            .chain(arguments)
            .map(OsString::from);
        let status = crate::ui::cli::status(arguments, io::empty(), &mut output, &mut errors);
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (status, text(output), text(errors))
    }

    #[test]
    fn a_game_is_reported_as_text_and_as_a_page() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).display().to_string();
        let (game, page) = (path("game.sgf"), path("game.html"));
        let moves = ";B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[ba];W[ac];B[bb];B[];W[]";
        fs::write(
            &game,
            format!("(;SZ[5]KM[0.5]RU[Chinese]PB[\u{1b}[31mA]{moves})"),
        )
        .unwrap();
        let (status, text, errors) = report(&[&game, "--analyze", "8"]);
        assert_eq!((status, &*errors), (0, ""));
        for words in [
            "[31mA (Black) – White",
            " 3 △ ■ ● ○ □  3\n",
            "Result: B+4.5",
            "move 14, Black pass: out of turn",
            "tromp-taylor",
            "\n    0 ",
        ] {
            assert!(text.contains(words), "{words} in\n{text}");
        }
        assert!(!text.contains('\u{1b}'));
        let (status, text, _) = report(&[&game, "--lang", "ja", "-o", &page]);
        assert_eq!((status, &*text), (0, ""));
        let page = fs::read_to_string(&page).unwrap();
        assert!(page.contains("黒4目半勝ち"));
        let (status, text, _) = report(&[&game, "--lang", "ja", "-o", "-"]);
        assert_eq!((status, text), (0, page));
    }

    #[test]
    fn a_report_is_the_same_whatever_the_jobs() {
        let game = concat!(env!("CARGO_MANIFEST_DIR"), "/gtp-tests/sgf/finished.sgf");
        let told = ["1", "3"]
            .map(|jobs| report(&[game, "--analyze", "16", "--effort", "0.1", "--jobs", jobs]));
        assert!(
            told[0].0 == 0 && told[0].1.contains("Black F1"),
            "{}",
            told[0].2
        );
        assert_eq!(told[0], told[1]);
        assert_eq!(report(&[game, "--jobs", "0"]).0, 2);
    }

    #[test]
    fn what_cannot_be_reported_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).display().to_string();
        let game = path("game.sgf");
        for (text, language, words) in [
            ("(;SZ[99])", "en", "line 1, column "),
            (
                "(;SZ[5];AW[aa]AB[ab][ba])",
                "en",
                "game.sgf: line 1, column 9: the stones cannot stand on the board",
            ),
            (
                "(;SZ[5];AW[aa]AB[ab][ba])",
                "ja",
                "1行目9字目：盤上に立てない石がある",
            ),
        ] {
            fs::write(&game, text).unwrap();
            let (status, output, errors) = report(&[&game, "--lang", language]);
            assert_eq!((status, &*output), (1, ""));
            assert!(errors.contains(words), "{errors}");
        }
        fs::write(&game, "(;SZ[5])").unwrap();
        let nowhere = path("none/report.html");
        let (status, _, errors) = report(&[&game, "-o", &nowhere]);
        assert!(status == 1 && errors.contains("report.html: "), "{errors}");
        assert_eq!(report(&[&path("none.sgf")]).0, 1);
        assert_eq!(report(&[&game, "--analyze", "0"]).0, 2);
        assert_eq!(report(&[]).0, 2);
    }
}
