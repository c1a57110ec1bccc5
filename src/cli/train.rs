//! `wakari train`: move knowledge learned from games.

use super::named;
use crate::pattern::game::Game;
use crate::pattern::network::{Course, Network, learn};
use crate::pattern::train::{Plan, Quality, test, train};
use crate::pattern::{Knowledge, Model};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

#[derive(Args, Debug)]
pub(super) struct TrainOptions {
    /// Games, one a line; the last column, separated by a tabulator, holds the moves as SGF letters. The games are on 19x19
    /// if the first column names no size, as in those of `wakari self-play`
    #[arg(value_name = "FILE")]
    games: PathBuf,
    /// File for the weights
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Learns the network that corrects the patterns of this program, not the patterns
    #[arg(long)]
    network: bool,
    /// Weights of a network to go on learning from
    #[arg(long, value_name = "FILE", requires = "network")]
    from: Option<PathBuf>,
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
        let earlier = options.from.as_deref().map(network_in).transpose()?;
        let network = learn(
            Model::built_in(),
            &games,
            &course,
            earlier,
            |part, quality| {
                show(part);
                bar.set_message(in_words(quality));
            },
        );
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

/// The network in a file.
fn network_in(path: &Path) -> io::Result<Network> {
    let bytes = fs::read(path).map_err(|error| named(path, &error))?;
    let reason = "these are not the weights of a network";
    Network::from_bytes(&bytes).ok_or_else(|| named(path, &reason))
}

/// How well moves and winners were foretold.
fn in_words(quality: &Quality) -> String {
    let moves = f64::from(quality.moves.max(1));
    let winners = match quality.winners {
        0 => String::new(),
        count => format!(
            "; of winners mean log-likelihood {:.3} ({count})",
            quality.winner_likelihood / f64::from(count)
        ),
    };
    format!(
        "{:.1} % foretold, {:.1} % among five, mean log-likelihood {:.3} ({}){winners}",
        100.0 * f64::from(quality.first) / moves,
        100.0 * f64::from(quality.first_five) / moves,
        quality.likelihood / moves,
        quality.moves,
    )
}
