//! Matches: games between two GTP programs under an arbiter of our own, recorded and summed up.
//!
//! Programs run as child processes and are asked over GTP alone; any program that speaks it can take part.
//! A [`Position`](crate::position::Position) says which moves are legal, under the rules of the match. A program
//! loses the game that it spoils by an illegal move, by ending, by falling silent or by taking too long, and the
//! table says how often it did.
//!
//! The directory of a match holds an SGF file for each game, and `games.jsonl` with a line for each. Games that
//! are there already are not played again, so that an interrupted match can be resumed.

pub mod arbiter;
mod directory;
pub mod error;
pub mod game;
pub mod options;
pub mod program;
pub mod schedule;
pub mod tally;

pub use error::MatchError;
pub use options::MatchOptions;

use arbiter::Arbiter;
use directory::MatchDirectory;
use schedule::{Pairing, Schedule};
use std::collections::BTreeMap;
use std::io::Write;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::channel;
use tally::{GameResult, Hypothesis, MatchSummary, Player, Sprt};

/// Plays the games that are not recorded yet, with a line of `progress` for each, and writes the final table to
/// `out`.
///
/// # Errors
///
/// A [`MatchError`] if the options make no sense, a program does not start, or a file cannot be used.
pub fn run(
    options: &MatchOptions,
    out: &mut impl Write,
    progress: &mut impl Write,
) -> Result<MatchSummary, MatchError> {
    let schedule = Schedule::new(options)?;
    let arbiter = Arbiter::new(options)?;
    let records = MatchDirectory::open(options)?;
    let pairings: Vec<Pairing> = (0..options.games)
        .map(|number| schedule.pairing(number))
        .collect();
    let mut played = records.played(&pairings)?;
    if !played.is_empty() {
        let (done, all) = (played.len(), pairings.len());
        writeln!(progress, "{done} of {all} games are there already")?;
    }
    let is_decided = |played: &BTreeMap<u32, GameResult>| {
        let accepted = options.sprt.and_then(|test| test.accepted(&sum(played)));
        accepted.is_some()
    };
    let mut waiting: Vec<&Pairing> = pairings
        .iter()
        .filter(|pairing| !played.contains_key(&pairing.number))
        .collect();
    if is_decided(&played) {
        waiting.clear();
    }
    let parallel = options.parallel.get();
    play_all(&waiting, &arbiter, &records, parallel, |pairing, result| {
        played.insert(pairing.number, result);
        write_progress(progress, pairing, &played, pairings.len())?;
        Ok(if is_decided(&played) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        })
    })?;
    let summary = sum(&played);
    writeln!(
        out,
        "program A: {}\nprogram B: {}\n{summary}",
        options.black, options.white
    )?;
    if let Some(test) = options.sprt {
        write_sprt(out, test, &summary)?;
    }
    Ok(summary)
}

/// A line on the game that has just been played, with the wins so far.
fn write_progress(
    progress: &mut impl Write,
    pairing: &Pairing,
    played: &BTreeMap<u32, GameResult>,
    all: usize,
) -> Result<(), MatchError> {
    let result = &played[&pairing.number];
    let wins = |player| {
        let won = played.values().filter(|game| game.winner == Some(player));
        won.count()
    };
    let mishap = result
        .mishap
        .as_ref()
        .map(|text| format!(" ({text})"))
        .unwrap_or_default();
    let Pairing { number, rules, .. } = pairing;
    writeln!(
        progress,
        "{}/{all} game {number}: {} {rules}, {:?} black: {} in {} moves{mishap}; A {} B {}",
        played.len(),
        pairing.size(),
        pairing.black,
        result.result,
        result.moves,
        wins(Player::A),
        wins(Player::B),
    )?;
    progress.flush()?;
    Ok(())
}

/// What a sequential test has found.
fn write_sprt(out: &mut impl Write, test: Sprt, summary: &MatchSummary) -> Result<(), MatchError> {
    let Sprt { elo0, elo1 } = test;
    let found = match test.accepted(summary) {
        Some(Hypothesis::H0) => format!("rather {elo0:+} than {elo1:+} Elo"),
        Some(Hypothesis::H1) => format!("rather {elo1:+} than {elo0:+} Elo"),
        None => format!("not decided between {elo0:+} and {elo1:+} Elo"),
    };
    let ratio = test.log_likelihood_ratio(summary);
    writeln!(
        out,
        "sequential test: {found} (log-likelihood ratio {ratio:.2})"
    )?;
    Ok(())
}

fn sum(played: &BTreeMap<u32, GameResult>) -> MatchSummary {
    let mut summary = MatchSummary::default();
    played.values().for_each(|result| summary.add(result));
    summary
}

/// Plays games, some at the same time; keeps and reports each as soon as it is over, until a report breaks off.
fn play_all(
    waiting: &[&Pairing],
    arbiter: &Arbiter,
    records: &MatchDirectory,
    parallel: usize,
    mut report: impl FnMut(&Pairing, GameResult) -> Result<ControlFlow<()>, MatchError>,
) -> Result<(), MatchError> {
    let next = AtomicU32::new(0);
    std::thread::scope(|scope| {
        let (sender, finished) = channel();
        for _ in 0..parallel.min(waiting.len()) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                let take = || waiting.get(next.fetch_add(1, Ordering::Relaxed) as usize);
                while let Some(pairing) = take() {
                    let game = records
                        .logs(pairing)
                        .and_then(|logs| game::play(arbiter, pairing, logs));
                    if sender.send((pairing, game)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        // Breaking off closes the channel, so that the threads stop after the games they are playing.
        for (pairing, game) in finished {
            let game = game?;
            records.keep(pairing, &game)?;
            if report(pairing, game.result)?.is_break() {
                break;
            }
        }
        Ok(())
    })
}
