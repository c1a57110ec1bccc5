//! Does a decision that differs from the search's own choice ever lose a won game?
//!
//! `cargo run --release --example overrides -- 60` plays 60 games of 9×9 against itself under each
//! of five rule sets, at 120 evaluations a move. Each move that differs from the most played one is
//! played out, and so is the most played one; the program counts both ends. Exit status 1 if a move
//! loses where the search's choice does not.
//!
//! `-- GAMES [EVALUATIONS [SIZE [RULES…]]]`: other numbers of games and evaluations, another board,
//! other rule sets.

#![allow(clippy::print_stdout, unreachable_pub)]

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::error::Error;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use wakari::judge::{Effort, Judged, Occasion, adjudicate};
use wakari::network::{Adviser, Source};
use wakari::point::{Move, Size};
use wakari::position::Position;
use wakari::rules::Rules;
use wakari::search::{Search, SearchLimits, SearchSettings};
use wakari::tree::oracle::Oracle;

const RULES: [&str; 5] = [
    "proposal-2012",
    "japanese-1989",
    "improved-2009",
    "korean",
    "chinese",
];
/// Moves at the beginning of a game that are drawn by their priors.
const OPENING: usize = 8;

#[allow(dead_code)]
fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let games: u64 = words.next().ok_or("how many games?")?.parse()?;
    let evaluations = words.next().map_or(Ok(120), |word| word.parse())?;
    let side: u8 = words.next().map_or(Ok(9), |word| word.parse())?;
    let size = Size::square(side).ok_or("no such size")?;
    let mut names: Vec<String> = words.collect();
    if names.is_empty() {
        names = RULES.map(str::to_owned).to_vec();
    }
    let mut all = Overrides::default();
    for name in names {
        let rules = Rules::preset(&name).ok_or("no such rules")?;
        let mut found = Overrides::default();
        for seed in 1..=games {
            let before = found;
            found.add(play(rules, size, evaluations, seed, |text| {
                println!("{text}")
            }));
            println!("{name} game {seed}: {}", found.since(before));
        }
        println!("{name}: {games} games, {found}");
        all.add(found);
    }
    println!("all: {all}");
    Ok(ExitCode::from(u8::from(all.losing > 0)))
}

/// Counts of moves in games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Overrides {
    /// All moves.
    pub moves: usize,
    /// Moves that differ from the most played one of the search.
    pub overrides: usize,
    /// Overrides that do worse, in win, draw or loss, than the search's choice.
    pub losing: usize,
    /// Overrides that do better.
    pub winning: usize,
}

impl Overrides {
    fn add(&mut self, other: Overrides) {
        self.moves += other.moves;
        self.overrides += other.overrides;
        self.losing += other.losing;
        self.winning += other.winning;
    }

    fn since(self, before: Overrides) -> Overrides {
        Overrides {
            moves: self.moves - before.moves,
            overrides: self.overrides - before.overrides,
            losing: self.losing - before.losing,
            winning: self.winning - before.winning,
        }
    }
}

impl std::fmt::Display for Overrides {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Overrides {
            moves,
            overrides,
            losing,
            winning,
        } = self;
        write!(
            f,
            "{moves} moves, {overrides} overrides, {losing} losing, {winning} winning"
        )
    }
}

/// Plays a game and plays each override out; reports those that change the result.
pub fn play(
    rules: Rules,
    size: Size,
    evaluations: u64,
    seed: u64,
    report: impl Fn(String),
) -> Overrides {
    let player = Player::new(evaluations, seed);
    let mut position = player.opening(Position::new(size, rules), seed);
    let mut search = player.search();
    let mut found = Overrides::default();
    while position.passes() < 2 && found.moves < most_moves(size) {
        let mut judged = Judged::asking(Some(player.network.clone()), Occasion::Game);
        let thought = search.think(&position, &mut judged, &player.limits, &Arc::default());
        let own = match thought.candidates.first() {
            Some(first) => first.to,
            // The position was solved without a search.
            None => player.own_choice(&position),
        };
        found.moves += 1;
        if own != thought.best {
            found.overrides += 1;
            let of = |to| player.result_after(&position, to);
            let (override_gets, own_gets) = (of(thought.best), of(own));
            if outcome(override_gets) != outcome(own_gets) {
                let is_losing = outcome(override_gets) < outcome(own_gets);
                found.losing += usize::from(is_losing);
                found.winning += usize::from(!is_losing);
                let turn = position.turn();
                report(format!(
                    "{rules} seed {seed}, {turn}: {} gets {override_gets:+}, {own} of the search \
                     {own_gets:+} ({:.3} announced)\n{}",
                    thought.best,
                    thought.winrate,
                    position.board()
                ));
            }
        }
        position.play(thought.best).expect("a legal move");
    }
    found
}

/// The sign of a lead in points: a win, a draw or a loss.
fn outcome(lead: f64) -> i8 {
    i8::from(lead > 0.0) - i8::from(lead < 0.0)
}

fn most_moves(size: Size) -> usize {
    2 * size.area()
}

/// The program that plays both sides.
struct Player {
    network: Arc<dyn Oracle>,
    settings: SearchSettings,
    limits: SearchLimits,
}

impl Player {
    fn new(evaluations: u64, seed: u64) -> Player {
        Player {
            network: Arc::new(Adviser::new(Source::BuiltIn)),
            settings: SearchSettings {
                threads: 1,
                memory: 32 << 20,
                seed,
                resign: 0.0,
                effort: Effort::USUAL,
            },
            limits: SearchLimits {
                playouts: Some(evaluations),
                ..SearchLimits::default()
            },
        }
    }

    fn search(&self) -> Search {
        Search::asking(Some(self.network.clone()), self.settings)
    }

    /// Plays the first moves, drawn by the priors of the network, so that games differ.
    fn opening(&self, mut position: Position, seed: u64) -> Position {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        for _ in 0..OPENING {
            let outlook = self
                .network
                .look(&position, wakari::tree::oracle::View::ROOT);
            let mut left = (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
            let moves = outlook.probabilities();
            let drawn = moves.iter().find(|(_, probability)| {
                left -= probability;
                left < 0.0
            });
            let to = drawn.map_or(Move::Pass, |&(to, _)| to);
            if to == Move::Pass || position.play(to).is_err() {
                break;
            }
        }
        position
    }

    /// The most played move of a search.
    fn own_choice(&self, position: &Position) -> Move {
        let stop = AtomicBool::new(false);
        let mut search = self.search();
        let thought = search.analyze(position, &self.limits, &stop, None);
        thought.candidates.first().map_or(Move::Pass, |one| one.to)
    }

    /// Plays a move and then the game to its end; returns the lead of the side that made the move.
    fn result_after(&self, position: &Position, to: Move) -> f64 {
        let turn = position.turn();
        let mut reached = position.clone();
        reached.play(to).expect("a legal move");
        let mut search = self.search();
        let mut moves = 0;
        while reached.passes() < 2 && moves < most_moves(position.board().size()) {
            let mut judged = Judged::asking(Some(self.network.clone()), Occasion::Game);
            let thought = search.think(&reached, &mut judged, &self.limits, &Arc::default());
            reached.play(thought.best).expect("a legal move");
            moves += 1;
        }
        let judged = adjudicate(&reached, Occasion::Stopped, &self.settings.effort);
        f64::from(turn.sign()) * judged.score().margin()
    }
}
