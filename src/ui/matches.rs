//! Matches between GTP programs, with an arbiter, game records and statistics.
//!
//! Programs run as child processes and are controlled over GTP alone, so any engine that speaks GTP
//! can take part. The arbiter keeps its own [`Position`](crate::go::position::Position), which
//! decides which moves are legal under the rules of the match. A program forfeits a game by an
//! illegal move, by exiting, by not responding or by exceeding the time limit; the final table
//! counts these.
//!
//! The directory of a match holds an SGF file per game and `games.jsonl` with one line per game.
//! Recorded games are not played again, so an interrupted match can be resumed.

pub mod arbiter;
mod closing;
mod command_line;
mod conclusion;
pub mod cross_table;
mod date;
mod directory;
pub mod error;
pub mod game;
mod group;
mod ongoing;
pub mod options;
pub mod player;
pub mod program;
mod progress;
pub mod schedule;
pub mod series;
pub mod tally;

pub use error::MatchError;
pub use options::MatchOptions;

use crate::util::{threads, visible};
use arbiter::Arbiter;
use cross_table::CrossTable;
use directory::{GameEntry, MatchDirectory};
use player::Player;
use progress::Progress;
use schedule::{Pairing, Schedule};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::channel;
use tally::{GameResult, Hypothesis, MatchSummary, Sprt};

/// Plays the games that are not recorded yet and writes the final table to `out`.
///
/// `progress` receives a header and one line per game; errors of writing it are ignored. An interrupt also ends
/// the programs, and the games in progress are not recorded.
///
/// # Errors
///
/// Returns a [`MatchError`] if the options are inconsistent, a program does not start, or a file
/// cannot be used.
pub fn run(
    options: &MatchOptions,
    out: &mut impl Write,
    progress: &mut impl Write,
) -> Result<MatchSummary, MatchError> {
    let (schedule, arbiter) = (Schedule::new(options)?, Arbiter::new(options)?);
    group::end_on_interrupt()?;
    let records = MatchDirectory::open(options)?;
    let mut contest = Contest {
        options,
        schedule,
        arbiter,
        entries: records.entries()?,
        records,
        played: BTreeMap::new(),
    };
    contest.take_up(progress)?;
    contest.announce(progress);
    contest.play(progress)?;
    let summary = contest.sum();
    for (player, command) in Player::first(options.programs().len()).zip(options.programs()) {
        writeln!(out, "program {player}: {command}")?;
    }
    writeln!(out, "{summary}")?;
    if summary.players.len() > 2 {
        let table = CrossTable::of(summary.players.len(), contest.played.values());
        writeln!(out, "{table}")?;
    }
    if let Some(test) = options.sprt {
        write_sprt(out, test, &summary)?;
    }
    Ok(summary)
}

/// A match with the games played so far.
struct Contest<'a> {
    options: &'a MatchOptions,
    schedule: Schedule,
    arbiter: Arbiter,
    records: MatchDirectory,
    entries: BTreeMap<u32, GameEntry>,
    played: BTreeMap<u32, GameResult>,
}

impl Contest<'_> {
    /// Loads the recorded games.
    fn take_up(&mut self, progress: &mut impl Write) -> Result<(), MatchError> {
        for number in 0..self.schedule.len() {
            let pairing = self.schedule.pairing(number, &self.played);
            match self.records.result(&self.entries, &pairing)? {
                Some(result) => _ = self.played.insert(number, result),
                // In a series, the terms of later games depend on this one.
                None if self.schedule.is_series() => break,
                None => {}
            }
        }
        if !self.played.is_empty() {
            let (done, all) = (self.played.len(), self.schedule.len());
            tell(
                progress,
                &format!("{done} of {all} games have been played already"),
            );
        }
        Ok(())
    }

    /// Writes the programs, boards and rules of a match that goes on.
    fn announce(&self, progress: &mut impl Write) {
        let MatchOptions {
            games,
            size,
            rules,
            out,
            ..
        } = self.options;
        if self.played.len() == self.schedule.len() as usize {
            return;
        }
        let programs = Player::first(self.options.programs().len());
        for (player, command) in programs.zip(self.options.programs()) {
            tell(progress, &format!("{player}: {command}"));
        }
        let told = format!(
            "{games} game{} on {}, rules {}, written to {}",
            if *games == 1 { "" } else { "s" },
            size.join(", "),
            rules.join(", "),
            visible::path(out),
        );
        tell(progress, &told);
    }

    /// Plays the remaining games, or until the sequential test is decided.
    fn play(&mut self, progress: &mut impl Write) -> Result<(), MatchError> {
        loop {
            let mut numbers = 0..self.schedule.len();
            let is_waiting = |number: &u32| !self.played.contains_key(number);
            let waiting: Vec<Pairing> = if self.schedule.is_series() {
                numbers.find(is_waiting).into_iter().collect::<Vec<u32>>()
            } else {
                numbers.filter(is_waiting).collect()
            }
            .into_iter()
            .map(|number| self.schedule.pairing(number, &self.played))
            .collect();
            if waiting.is_empty() || self.is_decided() {
                return Ok(());
            }
            self.check_programs(&waiting)?;
            self.play_all(&waiting, progress)?;
        }
    }

    /// Checks that the programs of all these games can be found, before the first game starts.
    fn check_programs(&self, waiting: &[Pairing]) -> Result<(), MatchError> {
        let commands = waiting
            .iter()
            .flat_map(|pairing| self.arbiter.commands(pairing));
        let commands: BTreeSet<String> = commands.collect();
        for command in commands {
            program::check(&command)?;
        }
        Ok(())
    }

    /// Plays games in parallel and records each as it ends, until the match is decided.
    fn play_all(
        &mut self,
        waiting: &[Pairing],
        progress: &mut impl Write,
    ) -> Result<(), MatchError> {
        let parallel = usize::from(self.options.parallel).min(waiting.len());
        let (arbiter, records) = (self.arbiter.clone(), self.records.clone());
        let mut bar = Progress::begin(waiting, &arbiter.moves);
        let given = play_all(waiting, &arbiter, &records, parallel, |pairing, result| {
            bar.add(&result);
            self.played.insert(pairing.number, result);
            bar.suspend(|| tell(progress, &self.progress(pairing)));
            if self.is_decided() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })?;
        drop(bar);
        if given < parallel {
            let told = format!("the system gives only {given} of {parallel} threads");
            tell(progress, &told);
        }
        Ok(())
    }

    fn is_decided(&self) -> bool {
        let accepted = self
            .options
            .sprt
            .and_then(|test| test.accepted(&self.sum()));
        accepted.is_some()
    }

    fn sum(&self) -> MatchSummary {
        let mut summary = MatchSummary::between(self.options.programs().len());
        self.played.values().for_each(|result| summary.add(result));
        summary
    }

    /// Formats the progress line of a finished game, with the wins so far.
    fn progress(&self, pairing: &Pairing) -> String {
        let result = &self.played[&pairing.number];
        let mishap = result
            .mishap
            .as_ref()
            .map(|text| format!(" ({text})"))
            .unwrap_or_default();
        let handicap = match pairing.handicap {
            0 => String::new(),
            stones => format!(", {stones} stones"),
        };
        let stage = pairing.stage.as_ref().map(|told| format!(", {told}"));
        let Pairing { number, rules, .. } = pairing;
        let [black, white] = pairing.seats;
        let wins = Player::first(self.options.programs().len()).map(|player| {
            let won = self
                .played
                .values()
                .filter(|game| game.winner == Some(player));
            format!(" {player} {}", won.count())
        });
        format!(
            "{}/{} game {number}: {} {rules}{handicap}{}, {black} black, {white} white: {} in {} move{}, {}{mishap};{}",
            self.played.len(),
            self.schedule.len(),
            pairing.size(),
            stage.unwrap_or_default(),
            result.result,
            result.moves,
            if result.moves == 1 { "" } else { "s" },
            result.reason,
            wins.collect::<String>(),
        )
    }
}

/// Writes a progress line. Errors are ignored: the match goes on without a reader.
fn tell(progress: &mut impl Write, line: &str) {
    _ = writeln!(progress, "{line}").and_then(|()| progress.flush());
}

/// Writes the result of the sequential test.
fn write_sprt(out: &mut impl Write, test: Sprt, summary: &MatchSummary) -> Result<(), MatchError> {
    let Sprt { elo0, elo1 } = test;
    let found = match test.accepted(summary) {
        Some(Hypothesis::H0) => format!("{elo0:+} Elo, not {elo1:+}"),
        Some(Hypothesis::H1) => format!("{elo1:+} Elo, not {elo0:+}"),
        None => format!("undecided between {elo0:+} and {elo1:+} Elo"),
    };
    let ratio = test.log_likelihood_ratio(summary);
    writeln!(
        out,
        "sequential test: {found} (log-likelihood ratio {ratio:.2})"
    )?;
    Ok(())
}

/// Plays games in parallel and records each as it ends, until `report` breaks.
///
/// Returns the number of threads that the system granted.
fn play_all(
    waiting: &[Pairing],
    arbiter: &Arbiter,
    records: &MatchDirectory,
    parallel: usize,
    mut report: impl FnMut(&Pairing, GameResult) -> ControlFlow<()>,
) -> Result<usize, MatchError> {
    let next = AtomicU32::new(0);
    std::thread::scope(|scope| {
        let (sender, finished) = channel();
        let given = threads::spawn_all(parallel, scope, Some(threads::DEEP_STACK), || {
            let (sender, next) = (sender.clone(), &next);
            move || {
                let take = || waiting.get(next.fetch_add(1, Ordering::Relaxed) as usize);
                while let Some(pairing) = take() {
                    let game = records
                        .logs(pairing)
                        .and_then(|logs| game::play(arbiter, pairing, logs));
                    if sender.send((pairing, game)).is_err() {
                        return;
                    }
                }
            }
        })?;
        drop(sender);
        let mut end = Ok(ControlFlow::Continue(()));
        for (pairing, game) in finished {
            let goes_on = matches!(end, Ok(ControlFlow::Continue(())));
            match game {
                Ok(game) if goes_on => {
                    let kept = group::uninterrupted(|| records.keep(pairing, &game));
                    end = kept.map(|()| report(pairing, game.result));
                }
                // The match is over: drop unfinished games and keep the first error.
                Ok(_) => _ = records.clear_logs(pairing, true),
                Err(error) => {
                    _ = records.clear_logs(pairing, false);
                    if goes_on {
                        end = Err(error);
                    }
                }
            }
            if !matches!(end, Ok(ControlFlow::Continue(()))) {
                // No thread starts another game.
                next.store(waiting.len() as u32, Ordering::Relaxed);
            }
        }
        end.map(|_| given)
    })
}
