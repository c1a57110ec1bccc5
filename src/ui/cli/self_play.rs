//! `wakari self-play`: training games of the search against itself.

use super::options::{named, threads};
use crate::engine::search::{Candidate, Search, SearchLimits, SearchSettings};
use crate::go::color::Color;
use crate::go::point::{Move, Size};
use crate::go::position::Position;
use crate::go::rules::Rules;
use crate::mcts::pattern::game::{KOMI, TrainingGame, ValueTargets};
use crate::mcts::playout::{Dice, dice, roll};
use crate::referee::judge::Effort;
use crate::util::in_order::in_order;
use crate::util::visible;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::fs::{File, TryLockError};
use std::io::{self, Read, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

#[derive(Args, Debug)]
pub(super) struct SelfPlayOptions {
    /// File for the games, one a line; to those already in it the missing ones are added
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Games that the file is to have
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: usize,
    /// Side of the board
    #[arg(long, value_name = "N", default_value = "9", value_parser = clap::value_parser!(u8).range(5..=19))]
    size: u8,
    /// Playouts per move
    #[arg(long, value_name = "N", default_value = "500", value_parser = clap::value_parser!(u64).range(1..))]
    playouts: u64,
    /// Seed of the random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Games played at the same time
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads)]
    jobs: NonZeroUsize,
}

/// Maximum number of random moves at the beginning of a game.
const MAX_RANDOM_MOVES: usize = 4;
/// Number of moves after them sampled in proportion to playouts; then the best move is played.
const SAMPLED_MOVES: usize = 10;
/// A game is over once a side's win probability has been below this ...
const DECIDED_BELOW: f64 = 0.04;
/// ... for this many moves.
const DECIDED_MOVES: u32 = 6;
/// Memory of the tree of one game, in bytes.
const MEMORY: usize = 64 << 20;

/// Plays the games that are missing in the file.
pub(super) fn run(options: &SelfPlayOptions, output: &mut impl Write) -> io::Result<()> {
    let of_file = |error: io::Error| named(&options.out, &error);
    let mut file = File::options()
        .read(true)
        .append(true)
        .create(true)
        .open(&options.out)
        .map_err(of_file)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            let reason = "another self-play is adding games to it";
            return Err(named(&options.out, &reason));
        }
        Err(TryLockError::Error(error)) => return Err(of_file(error)),
    }
    let mut text = String::new();
    file.read_to_string(&mut text).map_err(of_file)?;
    let whole = whole_lines(&text, options.size).map_err(|line| {
        let side = options.size;
        let reason = format!("line {line} is no game of self-play on {side}x{side}");
        named(&options.out, &reason)
    })?;
    let played = whole.lines().count();
    // A line cut off by an interruption: that game is played again.
    file.set_len(whole.len() as u64).map_err(of_file)?;
    let template = "playing [{wide_bar}] {pos} of {len} {eta}";
    let bar = ProgressBar::new(options.games as u64)
        .with_style(ProgressStyle::with_template(template).expect("the template is well formed"))
        .with_position(played as u64);
    in_order(
        played..options.games,
        options.jobs,
        |number| Ok(play(options, number)),
        |message| Err(io::Error::other(message.to_owned())),
        |game| {
            bar.inc(1);
            let line = format!("{}\n", game?);
            file.write_all(line.as_bytes()).map_err(of_file)
        },
    )?;
    bar.finish_and_clear();
    let games = played.max(options.games);
    let s = if games == 1 { "" } else { "s" };
    writeln!(output, "{games} game{s} in {}", visible::path(&options.out))
}

/// Returns the complete lines of a text.
///
/// # Errors
///
/// Returns the number of the first line that is not a self-play game on a board with this side.
fn whole_lines(text: &str, side: u8) -> Result<&str, usize> {
    let (whole, rest) = text.split_at(text.rfind('\n').map_or(0, |end| end + 1));
    let is_game = |line: &str| {
        let game = TrainingGame::parse(line);
        game.is_some_and(|game| game.side() == side && game.targets().is_some())
    };
    let head = format!("{side}x{side}\t");
    let is_cut = rest.starts_with(&head) || head.starts_with(rest);
    match whole.lines().position(|line| !is_game(line)) {
        Some(at) => Err(at + 1),
        None if !is_cut => Err(whole.lines().count() + 1),
        None => Ok(whole),
    }
}

/// Plays the game with this number.
fn play(options: &SelfPlayOptions, number: usize) -> TrainingGame {
    let size = Size::square(options.size).expect("a side of a board");
    let mut position = Position::new(size, Rules::PROPOSAL_2012);
    position.set_komi(KOMI.into());
    let seed = options.seed.wrapping_mul(1 << 32) + number as u64;
    let mut dice = dice(seed);
    let mut game = TrainingGame::new(options.size);
    play_randomly(&mut position, &mut game, &mut dice);
    let mut search = Search::new(SearchSettings {
        threads: 1,
        memory: MEMORY,
        seed,
        resign: 0.0,
        effort: Effort::default(),
    });
    let limits = SearchLimits {
        playouts: Some(options.playouts),
        ..SearchLimits::default()
    };
    let mut targets = ValueTargets::default();
    let mut decided = 0;
    for made in 0..2 * size.area() {
        let found = search.analyze(&position, &limits, &AtomicBool::new(false), None);
        let turn = position.turn();
        targets.lead = (f64::from(turn.sign()) * found.lead) as f32;
        let is_decided = found.winrate.min(1.0 - found.winrate) < DECIDED_BELOW;
        decided = if is_decided { decided + 1 } else { 0 };
        let to = if made < SAMPLED_MOVES {
            sample(&found.candidates, &mut dice)
        } else {
            found.best
        };
        let Move::At(at) = to else { break };
        if decided == DECIDED_MOVES {
            break;
        }
        let black_win = match turn {
            Color::Black => found.winrate,
            Color::White => 1.0 - found.winrate,
        };
        targets.win_probabilities.push(black_win as f32);
        game.push(at);
        position.play_legal(to);
    }
    game.set_targets(targets);
    game
}

/// Starts a game with at most [`MAX_RANDOM_MOVES`] random moves.
fn play_randomly(position: &mut Position, game: &mut TrainingGame, dice: &mut Dice) {
    for _ in 0..roll(dice, MAX_RANDOM_MOVES + 1) {
        let empties = position.board().empties();
        let at = empties[roll(dice, empties.len())];
        if position.play(Move::At(at)).is_ok() {
            game.push_random(at);
        }
    }
}

/// Samples a move in proportion to the playouts; a pass without candidates.
fn sample(candidates: &[Candidate], dice: &mut Dice) -> Move {
    let all: u64 = candidates.iter().map(|candidate| candidate.playouts).sum();
    let mut left = roll(dice, all.max(1) as usize) as u64;
    let mut sampled = candidates.iter().skip_while(|candidate| {
        let is_before = candidate.playouts <= left;
        left = left.saturating_sub(candidate.playouts);
        is_before
    });
    sampled.next().map_or(Move::Pass, |candidate| candidate.to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn games_are_played_once_and_deterministically() {
        let folder = tempfile::tempdir().expect("a folder");
        let options = |name: &str, games| SelfPlayOptions {
            out: folder.path().join(name),
            games,
            size: 5,
            playouts: 20,
            seed: 3,
            jobs: NonZeroUsize::MIN,
        };
        let mut said = Vec::new();
        for (name, games) in [("one", 2), ("other", 1), ("other", 2)] {
            run(&options(name, games), &mut said).expect("a file can be written there");
        }
        let cut = folder.path().join("cut");
        let whole = fs::read_to_string(folder.path().join("one")).expect("a file");
        fs::write(&cut, &whole[..whole.len() - 2]).expect("a file can be written there");
        run(&options("cut", 2), &mut said).expect("a file can be written there");
        let read = |name| fs::read_to_string(folder.path().join(name)).expect("a file");
        assert_eq!(read("one"), read("other"));
        assert_eq!(read("one"), read("cut"));
        let used = File::open(folder.path().join("one")).expect("a file");
        used.lock().expect("no other process uses it");
        let refused = run(&options("one", 3), &mut said).map_err(|error| error.to_string());
        assert!(
            refused.is_err_and(|told| told.contains("another self-play")),
            "it is in use"
        );
        for line in read("one").lines() {
            let game = TrainingGame::parse(line).expect("a game");
            assert!(!game.is_empty(), "{line}");
            assert_eq!(game.to_string(), line);
        }
    }

    #[test]
    fn other_files_are_left_as_they_are() {
        let game = "5x5\t-1.5\t5042\tcc bbdd\n";
        assert_eq!(whole_lines(game, 5), Ok(game));
        assert_eq!(whole_lines(&format!("{game}5x5\t-1."), 5), Ok(game));
        assert_eq!(whole_lines(&format!("{game}5"), 5), Ok(game));
        assert_eq!(whole_lines("", 5), Ok(""));
        assert_eq!(whole_lines(game, 9), Err(1));
        assert_eq!(whole_lines("to do", 5), Err(1));
        assert_eq!(whole_lines(&format!("{game}to do\n"), 5), Err(2));
    }

    #[test]
    fn moves_are_sampled_in_proportion_to_their_playouts() {
        let candidate = |playouts, to| Candidate {
            to,
            playouts,
            winrate: 0.5,
            lead: 0.0,
            utility: 0.5,
            deviation: 0.0,
            is_counted: false,
            prior: 0.5,
            pv: Vec::new(),
            ownership: None,
        };
        let at = |column| Move::At(crate::go::point::Point::new(column, 1).expect("a point"));
        let candidates = [
            candidate(30, at(1)),
            candidate(10, at(2)),
            candidate(0, at(3)),
        ];
        let mut dice = dice(1);
        let mut counts = [0; 4];
        for _ in 0..4000 {
            let to = sample(&candidates, &mut dice);
            counts[to.point().map_or(0, |at| usize::from(at.column()))] += 1;
        }
        assert_eq!((counts[0], counts[3]), (0, 0));
        assert!((2900..3100).contains(&counts[1]), "{counts:?}");
        assert_eq!(sample(&[], &mut dice), Move::Pass);
    }
}
