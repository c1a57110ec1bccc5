//! What a strong network says of positions, for `wakari train` to learn from.
//!
//! `cargo run --release --example teach -- NETWORK 20000 1 19 games.tsv > lessons.tsv` asks a network of KataGo's about 20,000
//! positions, chosen with seed 1: one of each game in a file, half of them after a few moves more that the built-in
//! prediction chose, so that there are bad moves and lopsided positions, too. Without a file games are played on a board of that side by the
//! prediction and the network, beginning with some random moves, and one position in six is asked about. All by area,
//! with komi of 7.5 points or of what a dice says. The same numbers give the same lines.

#![allow(clippy::print_stdout)]

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::error::Error;
use std::fs::{self, File};
use wakari::color::Color;
use wakari::network::{Evaluation, Inputs, KataModel, Symmetry};
use wakari::pattern::Predictor;
use wakari::pattern::game::TrainingGame;
use wakari::pattern::lesson::Lesson;
use wakari::point::{Move, PerPoint, Point, Size};
use wakari::position::Position;
use wakari::rules::Rules;
use wakari::tree::prior;

/// One move in so many is random.
const RANDOM: u64 = 25;
/// In games of its own one position in so many is asked about.
const ASKED: u64 = 6;
/// The most moves after a position of a game from a file.
const MORE: u64 = 8;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let [network, number, seed, side, ref games @ ..] = words[..] else {
        return Err("NETWORK NUMBER SEED SIDE [GAMES]".into());
    };
    let length = fs::metadata(network)?.len();
    let teacher = KataModel::read(File::open(network)?, length)?;
    let (number, seed): (usize, u64) = (number.parse()?, seed.parse()?);
    let size = Size::square(side.parse()?).ok_or("no board has this side")?;
    let mut given = 0;
    let mut give = |lesson: Lesson| {
        println!("{lesson}");
        given += 1;
        given < number
    };
    let dice = |game: usize| Xoshiro256PlusPlus::seed_from_u64((seed << 32) + game as u64);
    match games {
        [file] => {
            let text = fs::read_to_string(file)?;
            let lines: Vec<&str> = text.lines().collect();
            let mut which = dice(usize::MAX);
            loop {
                let line = which.next_u64() as usize % lines.len();
                let game = TrainingGame::parse(lines[line]);
                if game.size() != size || game.moves().is_empty() {
                    continue;
                }
                let mut play = Play::new(size, dice(line));
                if !play.follow(&game) {
                    continue;
                }
                let evaluation = play.ask(&teacher);
                if !give(play.lesson(&evaluation)) {
                    return Ok(());
                }
            }
        }
        _ => {
            for game in 0.. {
                let mut play = Play::new(size, dice(game));
                if !play.play_out(&teacher, &mut give) {
                    break;
                }
            }
        }
    }
    Ok(())
}

/// A game being played.
struct Play {
    position: Position,
    game: TrainingGame,
    dice: Xoshiro256PlusPlus,
    /// The power to which probabilities are raised before a move is drawn.
    sharpness: f64,
}

impl Play {
    fn new(size: Size, mut dice: Xoshiro256PlusPlus) -> Play {
        let mut position = Position::new(size, Rules::CHINESE);
        let komi = match dice.next_u64() % 2 {
            0 => 7.5,
            _ => -12.5 + (dice.next_u64() % 40) as f64,
        };
        position.set_komi(komi);
        let sharpness = [1.0, 1.5, 2.5][dice.next_u64() as usize % 3];
        Play {
            position,
            game: TrainingGame::new(size.width()),
            dice,
            sharpness,
        }
    }

    /// Plays a move; returns whether it was one.
    fn make(&mut self, at: Point) -> bool {
        let done = self.position.play(Move::At(at)).is_ok();
        if done {
            self.game.push(at);
        }
        done
    }

    /// Follows a game to a random place and sometimes goes on from there; returns whether all moves were legal.
    fn follow(&mut self, game: &TrainingGame) -> bool {
        let end = self.dice.next_u64() as usize % game.moves().len();
        let followed = game.moves()[..end].iter().all(|&at| self.make(at));
        let more = match self.dice.next_u64() % 2 {
            0 => 0,
            _ => 1 + self.dice.next_u64() % MORE,
        };
        followed && (0..more).all(|_| self.go_on())
    }

    /// Plays a game to its end and asks about some positions; returns whether to go on.
    fn play_out(&mut self, teacher: &KataModel, give: &mut impl FnMut(Lesson) -> bool) -> bool {
        for _ in 0..self.dice.next_u64() % 4 {
            self.play_anywhere();
        }
        let longest = self.position.board().size().area() * 5 / 4;
        while self.game.moves().len() < longest {
            if !self.dice.next_u64().is_multiple_of(ASKED) {
                if !self.go_on() {
                    return true;
                }
                continue;
            }
            let evaluation = self.ask(teacher);
            if !give(self.lesson(&evaluation)) {
                return false;
            }
            let moves: Vec<(Move, f64)> = evaluation
                .policy
                .iter()
                .map(|&(to, probability)| (to, f64::from(probability)))
                .collect();
            let Move::At(at) = self.draw(&moves) else {
                return true;
            };
            if !self.make(at) {
                return true;
            }
        }
        true
    }

    /// Plays a move that the built-in prediction draws, now and then any; returns whether there was one.
    fn go_on(&mut self) -> bool {
        if self.dice.next_u64().is_multiple_of(RANDOM) {
            self.play_anywhere();
            return true;
        }
        let predictor = Predictor::with_network(self.position.board().size());
        let bonus = f64::from(self.bonus());
        let mut moves = prior::policy(&self.position, bonus, &predictor);
        moves.retain(|(to, _)| to.point().is_some());
        for (_, probability) in &mut moves {
            *probability = probability.powf(self.sharpness);
        }
        match self.draw(&moves) {
            Move::At(at) => self.make(at),
            Move::Pass => false,
        }
    }

    fn play_anywhere(&mut self) {
        let empties = self.position.board().empties();
        if !empties.is_empty() {
            let at = empties[self.dice.next_u64() as usize % empties.len()];
            self.make(at);
        }
    }

    /// Draws a move by weights; a pass if there is none.
    fn draw(&mut self, moves: &[(Move, f64)]) -> Move {
        let all: f64 = moves.iter().map(|(_, weight)| weight).sum();
        let mut left = all * (self.dice.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        for &(to, weight) in moves {
            left -= weight;
            if left < 0.0 {
                return to;
            }
        }
        moves.last().map_or(Move::Pass, |&(to, _)| to)
    }

    fn ask(&mut self, teacher: &KataModel) -> Evaluation {
        let symmetry = Symmetry::new((self.dice.next_u64() % 8) as u8).unwrap_or_default();
        teacher.evaluate(&Inputs::of(&self.position), symmetry, 0.0)
    }

    /// The points that the side to move has beside its area.
    fn bonus(&self) -> f32 {
        let komi = self.position.komi() as f32;
        match self.position.turn() {
            Color::Black => -komi,
            Color::White => komi,
        }
    }

    fn lesson(&self, evaluation: &Evaluation) -> Lesson {
        let mut owned = Box::new(PerPoint::new(0.5));
        for at in self.position.board().size().points() {
            owned[at] = 0.5 + 0.5 * evaluation.ownership[at];
        }
        let moves = evaluation.policy.iter();
        Lesson {
            game: self.game.clone(),
            bonus: self.bonus(),
            win: (evaluation.win + 0.5 * evaluation.no_result) as f32,
            lead: evaluation.lead as f32,
            policy: moves
                .filter_map(|&(to, probability)| Some((to.point()?, probability)))
                .collect(),
            owned,
        }
    }
}
