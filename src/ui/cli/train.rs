//! `wakari train`: trains the patterns or the network on games.

use super::options::{about, named};
use crate::mcts::pattern::evaluation::{Metrics, Sampling, evaluate, evaluate_on_lessons};
use crate::mcts::pattern::game::TrainingGame;
use crate::mcts::pattern::lesson::Lesson;
use crate::mcts::pattern::network::Network;
use crate::mcts::pattern::network::train::{Material, NetworkTraining, train_network};
use crate::mcts::pattern::train::{PatternTraining, train_patterns};
use crate::mcts::pattern::{PatternModel, Predictor};
use crate::util::files::{self, Outputs};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

#[derive(Args, Debug)]
pub(super) struct TrainOptions {
    /// Games, one a line; the last of the columns, separated by tabs, holds the moves as SGF
    /// letters. The board is 19x19 unless the first column gives its size, as in the games of
    /// `wakari self-play`
    #[arg(value_name = "FILE")]
    games: PathBuf,
    /// File for the weights
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Train the network that corrects the built-in patterns, instead of the patterns
    #[arg(long)]
    network: bool,
    /// The file holds lessons of a teacher, as the example `teach` writes them
    #[arg(long, requires = "network")]
    lessons: bool,
    /// Weights of a network to continue training from
    #[arg(long, value_name = "FILE", requires = "network")]
    from: Option<PathBuf>,
    /// Positions to train the network on
    #[arg(
        long,
        value_name = "N",
        default_value = "1600000",
        requires = "network"
    )]
    positions: NonZeroUsize,
    /// Seed of the random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Games to search for frequent shapes
    #[arg(
        long,
        value_name = "N",
        default_value_t = 12_000,
        conflicts_with = "network"
    )]
    shape_games: usize,
    /// How often a shape must occur there
    #[arg(
        long,
        value_name = "N",
        default_value_t = 40,
        conflicts_with = "network"
    )]
    frequency: u32,
    /// Train and validate on one position in N
    #[arg(long, value_name = "N", default_value = "20", conflicts_with = "lessons", value_parser = clap::value_parser!(u16).range(1..))]
    every: u16,
    /// Hold out one game in N as validation set
    #[arg(long, value_name = "N", default_value = "40", value_parser = clap::value_parser!(u16).range(2..))]
    test_every: u16,
}

/// Trains, evaluates on the validation set, and writes the weights.
pub(super) fn run(
    options: &TrainOptions,
    output: &mut impl Write,
    errors: &mut impl Write,
) -> io::Result<()> {
    let inputs = [Some(&options.games), options.from.as_ref()];
    let inputs = inputs.into_iter().flatten().map(PathBuf::as_path);
    let outputs = Outputs::overwriting().keeping(inputs);
    let of_file = |error: io::Error| named(&options.out, &error);
    outputs.check(&options.out).map_err(of_file)?;
    let (number, what, (bytes, metrics)) = if options.lessons {
        let lessons = lessons_in(&options.games)?;
        check_held_out(options, lessons.len(), "lessons")?;
        let trained = network(options, Material::Lessons(&lessons))?;
        (lessons.len(), "lessons", trained)
    } else {
        let games = games_in(&options.games, errors)?;
        check_held_out(options, games.len(), "games")?;
        let trained = if options.network {
            network(options, Material::Games(&games))?
        } else {
            patterns(options, &games)
        };
        (games.len(), "games", trained)
    };
    if metrics.moves == 0 {
        let reason = "no position of what is held out was drawn to be tested: --every is too large";
        return Err(named(&options.games, &reason));
    }
    outputs.write(&options.out, &bytes).map_err(of_file)?;
    let (size, metrics) = (bytes.len(), in_words(&metrics));
    writeln!(
        output,
        "{number} {what}, {size} bytes of weights; validation set: {metrics}"
    )
}

/// Reads a file of any length.
fn text_in(path: &Path) -> io::Result<String> {
    let text = files::open(path).and_then(|(file, _)| io::read_to_string(file));
    text.map_err(|error| named(path, &error))
}

/// Checks that some games or lessons are held out.
fn check_held_out(options: &TrainOptions, number: usize, what: &str) -> io::Result<()> {
    let every = options.test_every;
    if number >= every.into() {
        return Ok(());
    }
    let reason = format!("{number} {what}, of which --test-every {every} holds out none");
    Err(named(&options.games, &reason))
}

/// Reads the games that have moves; reports the number of skipped lines.
fn games_in(path: &Path, errors: &mut impl Write) -> io::Result<Vec<TrainingGame>> {
    let text = text_in(path)?;
    let lines: Vec<&str> = text.lines().collect();
    let games = lines.iter().filter_map(|line| TrainingGame::parse(line));
    let games: Vec<TrainingGame> = games.filter(|game| !game.is_empty()).collect();
    let unread = lines.len() - games.len();
    if unread > 0 {
        let told = format!(
            "{unread} of {} lines are passed over: no game on a square board with moves in the last column",
            lines.len()
        );
        writeln!(errors, "wakari: {}", about(path, &told))?;
    }
    Ok(games)
}

/// Reads the lessons in a file.
fn lessons_in(path: &Path) -> io::Result<Vec<Lesson>> {
    let text = text_in(path)?;
    let read = |(at, line)| {
        let reason = format!("line {} is no lesson", at + 1);
        Lesson::parse(line).ok_or_else(|| named(path, &reason))
    };
    text.lines().enumerate().map(read).collect()
}

/// Trains the patterns; returns the weights and the metrics on the validation set.
fn patterns(options: &TrainOptions, games: &[TrainingGame]) -> (Vec<u8>, Metrics) {
    let training = PatternTraining {
        sampling: sampling(options),
        shape_games: options.shape_games,
        min_occurrences: options.frequency,
    };
    let bar = progress_bar();
    let model = train_patterns(games, &training, |part| show(&bar, part));
    let metrics = evaluate(&Predictor::Patterns(&model), games, &training.sampling);
    bar.finish_and_clear();
    (model.to_bytes(), metrics)
}

/// Trains the network; returns the weights and the metrics on the validation set.
fn network(options: &TrainOptions, material: Material) -> io::Result<(Vec<u8>, Metrics)> {
    let training = NetworkTraining {
        seed: options.seed,
        positions: options.positions.get(),
        validate_every: options.test_every.into(),
    };
    let earlier = options.from.as_deref().map(network_in).transpose()?;
    let patterns = PatternModel::built_in();
    let bar = progress_bar();
    let network = train_network(patterns, material, &training, earlier, |part, metrics| {
        show(&bar, part);
        bar.set_message(in_words(metrics));
    });
    let bytes = network.to_bytes();
    // Stored weights are rounded: evaluate those.
    let network = Network::from_bytes(&bytes).expect("what is written reads back");
    let predictor = Predictor::Network(patterns, &network);
    let metrics = match material {
        Material::Games(games) => evaluate(&predictor, games, &sampling(options)),
        Material::Lessons(lessons) => {
            evaluate_on_lessons(&predictor, lessons, training.validate_every)
        }
    };
    bar.finish_and_clear();
    Ok((bytes, metrics))
}

fn sampling(options: &TrainOptions) -> Sampling {
    Sampling {
        seed: options.seed,
        sample_every: options.every.into(),
        validate_every: options.test_every.into(),
    }
}

fn progress_bar() -> ProgressBar {
    let template = "training [{wide_bar}] {percent} % {eta} {msg}";
    ProgressBar::new(1000)
        .with_style(ProgressStyle::with_template(template).expect("the template is well formed"))
}

/// Shows the fraction done, 0 to 1.
fn show(bar: &ProgressBar, part: f64) {
    bar.set_position((1000.0 * part) as u64);
}

/// Reads the network in a file.
fn network_in(path: &Path) -> io::Result<Network> {
    let bytes = files::read(path).map_err(|error| named(path, &error))?;
    let reason = "these are not the weights of a network";
    Network::from_bytes(&bytes).ok_or_else(|| named(path, &reason))
}

/// Formats the metrics as percentages and mean losses (cross-entropy in nats).
fn in_words(metrics: &Metrics) -> String {
    let moves = f64::from(metrics.moves.max(1));
    let winners = match metrics.winners {
        0 => String::new(),
        count => format!(
            "; winners: loss {:.3} ({count} positions)",
            -metrics.winner_log_likelihood / f64::from(count)
        ),
    };
    let leads = match metrics.leads {
        0 => String::new(),
        count => format!(
            "; leads: {:.2} points off",
            metrics.lead_error / f64::from(count)
        ),
    };
    format!(
        "moves: top 1 {:.1} %, top 5 {:.1} %, loss {:.3} ({} positions){winners}{leads}",
        100.0 * f64::from(metrics.top_1) / moves,
        100.0 * f64::from(metrics.top_5) / moves,
        -metrics.log_likelihood / moves,
        metrics.moves,
    )
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;
    use std::fs;
    use std::io;

    /// The number of games is checked before training, and untested weights are not written.
    #[test]
    fn what_cannot_be_learned_or_tested_is_said() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name).display().to_string();
        let train = |games: &str, arguments: &[&str]| {
            fs::write(path("games"), games).expect("a file");
            let (games, out) = (path("games"), path("out"));
            let command = ["wakari", "train", &games, "--out", &out];
            let arguments = command.iter().chain(arguments).map(OsString::from);
            let (mut output, mut errors) = (Vec::new(), Vec::new());
            let status = crate::ui::cli::status(arguments, io::empty(), &mut output, &mut errors);
            let is_written = fs::remove_file(path("out")).is_ok();
            assert_eq!(is_written, status == 0);
            (status, String::from_utf8(errors).expect("a text"))
        };
        let some = "9x9\t-3.5\t\tcceegg\n9x13\t2\t50\tcceegg\nx\n9x9\t2\t\tggeecc\n";
        let (status, errors) = train(some, &["--test-every", "2", "--every", "1"]);
        assert_eq!(status, 0, "{errors}");
        assert!(
            errors.contains("games: 2 of 4 lines are passed over: "),
            "{errors}"
        );
        let (status, errors) = train(some, &[]);
        assert_eq!(status, 1);
        assert!(
            errors.contains("2 games, of which --test-every 40 holds out none"),
            "{errors}"
        );
        let (status, errors) = train(some, &["--test-every", "2", "--every", "65535"]);
        assert!(
            status == 1 && errors.contains("--every is too large"),
            "{errors}"
        );
        for arguments in [&[][..], &["--network"], &["--network", "--lessons"]] {
            let (status, errors) = train("", arguments);
            assert!(status == 1 && errors.contains("games: 0 "), "{errors}");
        }
        for wrong in [
            &["--positions", "9"][..],
            &["--network", "--positions", "0"],
            &["--network", "--frequency", "9"],
            &["--network", "--shape-games", "9"],
            &["--network", "--lessons", "--every", "2"],
        ] {
            assert_eq!(train(some, wrong).0, 2, "{wrong:?}");
        }
    }
}
