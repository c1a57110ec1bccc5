//! `wakari train`: move knowledge learned from games.

use crate::pattern::train::{Game, Plan, test, train};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(super) struct TrainOptions {
    /// Games on 19x19, one a line; the last column, separated by a tabulator, holds the moves as SGF letters
    #[arg(value_name = "FILE")]
    games: PathBuf,
    /// File for the weights
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
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
    let text = fs::read_to_string(&options.games)?;
    let games: Vec<Game> = text
        .lines()
        .filter_map(|line| line.rsplit('\t').next())
        .map(Game::parse)
        .collect();
    let plan = Plan {
        seed: options.seed,
        shape_games: options.shape_games,
        frequency: options.frequency,
        every: options.every.into(),
        test_every: options.test_every.into(),
    };
    let bar = ProgressBar::new(1000).with_style(
        ProgressStyle::with_template("learning [{wide_bar}] {percent} % {eta}")
            .expect("the template is well formed"),
    );
    let model = train(&games, &plan, |part| {
        bar.set_position((1000.0 * part) as u64)
    });
    bar.finish_and_clear();
    let bytes = model.to_bytes();
    fs::write(&options.out, &bytes)?;
    let quality = test(&model, &games, &plan);
    let moves = f64::from(quality.moves.max(1));
    writeln!(
        output,
        "{} games, weights of {} bytes; of {} moves in games not learned from {:.1} % foretold, {:.1} % among five, \
         mean log-likelihood {:.3}",
        games.len(),
        bytes.len(),
        quality.moves,
        100.0 * f64::from(quality.first) / moves,
        100.0 * f64::from(quality.first_five) / moves,
        quality.likelihood / moves,
    )
}
