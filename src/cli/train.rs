//! `wakari train`: move knowledge learned from games.

use crate::pattern::network::{Course, Network, learn};
use crate::pattern::train::{Game, Plan, Quality, test, train};
use crate::pattern::{Knowledge, Model};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

#[derive(Args, Debug)]
pub(super) struct TrainOptions {
    /// Games on 19x19, one a line; the last column, separated by a tabulator, holds the moves as SGF letters
    #[arg(value_name = "FILE")]
    games: PathBuf,
    /// File for the weights
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Learns the network that corrects the patterns of this program, not the patterns
    #[arg(long)]
    network: bool,
    /// Positions that the network learns from
    #[arg(long, value_name = "N", default_value_t = 1_600_000)]
    positions: usize,
    /// Where all chance begins
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Games searched for frequent shapes
    #[arg(long, value_name = "N", default_value_t = 12_000)]
    shape_games: usize,
    /// How often a shape must occur there
    #[arg(long, value_name = "N", default_value_t = 40)]
    frequency: u32,
    /// Learns from one position in so many
    #[arg(long, value_name = "N", default_value = "20", value_parser = clap::value_parser!(u16).range(1..))]
    every: u16,
    /// Tests on one game in so many, which are not learned from
    #[arg(long, value_name = "N", default_value = "40", value_parser = clap::value_parser!(u16).range(2..))]
    test_every: u16,
}

/// Learns, tests on games kept from learning, and writes the weights.
pub(super) fn run(options: &TrainOptions, output: &mut impl Write) -> io::Result<()> {
    let text = fs::read_to_string(&options.games).map_err(|error| named(&options.games, &error))?;
    let games: Vec<Game> = text
        .lines()
        .filter_map(|line| line.rsplit('\t').next())
        .map(Game::parse)
        .filter(|game| !game.is_empty())
        .collect();
    if games.is_empty() {
        let reason = "there is no game with moves in the last column of its line";
        return Err(named(&options.games, &reason));
    }
    let plan = Plan {
        seed: options.seed,
        shape_games: options.shape_games,
        frequency: options.frequency,
        every: options.every.into(),
        test_every: options.test_every.into(),
    };
    let template = "learning [{wide_bar}] {percent} % {eta} {msg}";
    let bar = ProgressBar::new(1000)
        .with_style(ProgressStyle::with_template(template).expect("the template is well formed"));
    let show = |part: f64| bar.set_position((1000.0 * part) as u64);
    let (bytes, quality) = if options.network {
        let course = Course {
            seed: options.seed,
            positions: options.positions,
            test_every: plan.test_every,
        };
        let network = learn(Model::built_in(), &games, &course, |part, quality| {
            show(part);
            bar.set_message(in_words(quality));
        });
        let network = Network::from_bytes(&network.to_bytes()).expect("what is written reads back");
        let corrected = Knowledge::Corrected(Model::built_in(), &network);
        (network.to_bytes(), test(&corrected, &games, &plan))
    } else {
        let model = train(&games, &plan, show);
        let quality = test(&Knowledge::Patterns(&model), &games, &plan);
        (model.to_bytes(), quality)
    };
    bar.finish_and_clear();
    fs::write(&options.out, &bytes).map_err(|error| named(&options.out, &error))?;
    let (games, size, quality) = (games.len(), bytes.len(), in_words(&quality));
    writeln!(
        output,
        "{games} games, weights of {size} bytes; of moves in games not learned from {quality}"
    )
}

/// An error with the file that it is about.
fn named(path: &Path, reason: &dyn std::fmt::Display) -> io::Error {
    io::Error::other(format!("{}: {reason}", path.display()))
}

/// How well moves were foretold.
fn in_words(quality: &Quality) -> String {
    let moves = f64::from(quality.moves.max(1));
    format!(
        "{:.1} % foretold, {:.1} % among five, mean log-likelihood {:.3} ({})",
        100.0 * f64::from(quality.first) / moves,
        100.0 * f64::from(quality.first_five) / moves,
        quality.likelihood / moves,
        quality.moves,
    )
}
