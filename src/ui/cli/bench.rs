//! `wakari bench`: speed of playouts and searches on one core, with fingerprints, and of network
//! search by threads.

use super::network;
use super::options::seconds;
use crate::engine::search::{Search, SearchLimits, SearchSettings};
use crate::go::board::Board;
use crate::go::color::Color;
use crate::go::point::Size;
use crate::go::position::Position;
use crate::go::rules::Rules;
use crate::mcts::network::Source;
use crate::mcts::playout::{self, Dice};
use crate::referee::judge::{Effort, Judged, Occasion};
use crate::util::threads::cores;
use crate::util::visible;
use clap::Args;
use cpu_time::{ProcessTime, ThreadTime};
use std::fmt;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Number of playouts per fingerprint, and between two readings of the clock.
const BATCH: usize = 500;

#[derive(Args, Debug)]
pub(super) struct BenchOptions {
    /// Seconds for each measurement
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds)]
    seconds: Duration,
    /// Seed of the playouts
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// KataGo network file (.bin.gz or .txt.gz) whose search is measured with different numbers of
    /// threads; `none` leaves this out [default: the built-in networks]
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
    /// Board of the network searches: 19, or 13x9
    #[arg(long, value_name = "SIZE", default_value = "19")]
    size: Size,
}

/// Playouts per second of processor time, and the fingerprint of the first [`BATCH`].
struct Measured {
    per_second: f64,
    fingerprint: Fingerprint,
}

/// A hash of a sequence of numbers: FNV-1a (Fowler, Noll and Vo) on words, with an additional
/// shift.
#[derive(Clone, Copy)]
struct Fingerprint(u64);

impl Default for Fingerprint {
    fn default() -> Fingerprint {
        Fingerprint(0xcbf2_9ce4_8422_2325)
    }
}

impl Fingerprint {
    fn add(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(0x0100_0000_01b3);
        self.0 ^= self.0 >> 32;
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// Prints a line per board size.
pub(super) fn run(options: &BenchOptions, output: &mut impl Write) -> io::Result<()> {
    writeln!(
        output,
        "Playouts a second on one core, processor time, from the empty board; seed {}",
        options.seed
    )?;
    writeln!(
        output,
        "{:>7} {:>10} {:>10} {:>10}  fingerprints",
        "board", "light", "policy", "search"
    )?;
    for side in [9, 13, 19] {
        let size = Size::square(side).expect("boards have sides of 9, 13 and 19");
        let light = measure(size, options, |board, dice| {
            playout::play_lightly(board, Color::Black, dice)
        });
        let policy = measure(size, options, |board, dice| {
            let mut moves = 0;
            playout::play_out(board, Color::Black, None, dice, |_, _| moves += 1);
            moves
        });
        let search = measure_search(size, options);
        writeln!(
            output,
            "{:>7} {:10.0} {:10.0} {:10.0}  {} {} {}",
            size.to_string(),
            light.per_second,
            policy.per_second,
            search.per_second,
            light.fingerprint,
            policy.fingerprint,
            search.fingerprint,
        )?;
        output.flush()?;
    }
    match network::asked(options.network.as_deref())? {
        Some(source) if source.plays_on(options.size) => by_threads(&source, options, output),
        _ => Ok(()),
    }
}

/// The share of the greatest speed that is enough for a recommendation: more threads for less than
/// the rest are not worth the less exact search of a tree that they share.
const ENOUGH: f64 = 0.95;

/// Measures network searches with 1, 2, 4 threads and so on up to the cores, and recommends a
/// number: the smallest that comes near the greatest speed.
fn by_threads(source: &Source, options: &BenchOptions, output: &mut impl Write) -> io::Result<()> {
    writeln!(
        output,
        "\nNetwork evaluations a second by search threads, {}, network {}",
        options.size,
        visible::line(source.name())
    )?;
    writeln!(
        output,
        "{:>7} {:>12} {:>8}",
        "threads", "evaluations", "speed-up"
    )?;
    let mut speeds: Vec<(usize, f64)> = Vec::new();
    for threads in numbers_of_threads(cores().get()) {
        let speed = speed_with(source, threads, options);
        let first = speeds.first().map_or(speed, |&(_, first)| first);
        speeds.push((threads, speed));
        writeln!(output, "{threads:>7} {speed:12.1} {:8.2}", speed / first)?;
        output.flush()?;
    }
    if let Some(threads) = recommended(&speeds) {
        writeln!(output, "Recommended: --threads {threads}")?;
    }
    Ok(())
}

/// Returns the powers of two below the number of cores, and that number.
fn numbers_of_threads(cores: usize) -> Vec<usize> {
    let powers = std::iter::successors(Some(1), |threads| Some(2 * threads));
    let mut numbers: Vec<usize> = powers.take_while(|&threads| threads < cores).collect();
    numbers.push(cores);
    numbers
}

/// Returns the smallest number of threads whose speed comes near the greatest.
fn recommended(speeds: &[(usize, f64)]) -> Option<usize> {
    let most = speeds.iter().map(|&(_, speed)| speed).fold(0.0, f64::max);
    let mut speeds = speeds.iter();
    let enough = speeds.find(|(_, speed)| *speed >= ENOUGH * most);
    enough.map(|&(threads, _)| threads)
}

/// Returns the evaluations a second, wall time, of a search of the first move with an empty cache.
fn speed_with(source: &Source, threads: usize, options: &BenchOptions) -> f64 {
    let position = Position::new(options.size, Rules::PROPOSAL_2012);
    let settings = SearchSettings {
        threads,
        memory: 256 << 20,
        seed: options.seed,
        resign: 0.0,
        effort: Effort::default(),
    };
    let mut search = Search::asking(Some(network::oracle(source.clone())), settings);
    let time = Some(options.seconds);
    let limits = SearchLimits {
        time,
        deadline: time,
        ..SearchLimits::default()
    };
    let never = AtomicBool::new(false);
    let found = search.analyze(&position, &limits, &never, None);
    found.new_playouts as f64 / found.seconds.max(f64::MIN_POSITIVE)
}

/// Measures playouts from the empty board, including the count. `play` returns the number of moves.
fn measure(
    size: Size,
    options: &BenchOptions,
    mut play: impl FnMut(&mut Board, &mut Dice) -> usize,
) -> Measured {
    let empty = Board::new(size);
    let mut board = empty.clone();
    let mut dice = playout::dice(options.seed);
    let mut seen = Fingerprint::default();
    let begun = ThreadTime::now();
    let (mut playouts, mut fingerprint) = (0, None);
    loop {
        for _ in 0..BATCH {
            board.clone_from(&empty);
            let moves = play(&mut board, &mut dice);
            seen.add(moves as u64);
            seen.add(playout::count(&board) as u64);
        }
        playouts += BATCH;
        fingerprint.get_or_insert(seen);
        let elapsed = begun.elapsed();
        if elapsed >= options.seconds {
            return Measured {
                per_second: playouts as f64 / elapsed.as_secs_f64(),
                fingerprint: fingerprint.unwrap_or_default(),
            };
        }
    }
}

/// Measures single-threaded searches of the first move.
fn measure_search(size: Size, options: &BenchOptions) -> Measured {
    let position = Position::new(size, Rules::PROPOSAL_2012);
    let think = |limits: &SearchLimits| {
        let settings = SearchSettings {
            threads: 1,
            memory: 256 << 20,
            seed: options.seed,
            resign: 0.0,
            effort: Effort::default(),
        };
        let mut judged = Judged::not_yet(Occasion::Game);
        Search::new(settings).think(&position, &mut judged, limits, &Arc::default())
    };
    let mut seen = Fingerprint::default();
    let result = think(&SearchLimits {
        playouts: Some(BATCH as u64),
        ..SearchLimits::default()
    });
    seen.add(result.best.point().map_or(0, |point| point.index() as u64));
    seen.add(result.winrate.to_bits());
    seen.add(result.lead.to_bits());
    let begun = ProcessTime::now();
    let time = Some(options.seconds);
    let result = think(&SearchLimits {
        time,
        deadline: time,
        ..SearchLimits::default()
    });
    Measured {
        per_second: result.new_playouts as f64 / begun.elapsed().as_secs_f64(),
        fingerprint: seen,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fewest_threads_that_come_near_the_greatest_speed_are_recommended() {
        assert_eq!(numbers_of_threads(1), [1]);
        assert_eq!(numbers_of_threads(6), [1, 2, 4, 6]);
        assert_eq!(numbers_of_threads(8), [1, 2, 4, 8]);
        for (speeds, expected) in [
            ([(1, 10.0), (2, 19.0), (4, 19.5)], 2),
            ([(1, 10.0), (2, 19.0), (4, 30.0)], 4),
            ([(1, 10.0), (2, 9.0), (4, 8.0)], 1),
        ] {
            assert_eq!(recommended(&speeds), Some(expected), "{speeds:?}");
        }
    }
}
