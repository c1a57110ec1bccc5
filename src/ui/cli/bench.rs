//! `wakari bench`: speed of playouts and searches on one core, with fingerprints.

use super::options::seconds;
use crate::engine::search::{Search, SearchLimits, SearchSettings};
use crate::go::board::Board;
use crate::go::color::Color;
use crate::go::point::Size;
use crate::go::position::Position;
use crate::go::rules::Rules;
use crate::mcts::playout::{self, Dice};
use crate::referee::judge::{Effort, Judged, Occasion};
use clap::Args;
use cpu_time::{ProcessTime, ThreadTime};
use std::fmt;
use std::io::{self, Write};
use std::sync::Arc;
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
    Ok(())
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
