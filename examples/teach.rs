//! Writes training data for distillation: positions with the outputs of a strong network.
//!
//! `cargo run --release --example teach -- lessons NETWORK 20000 1 19 games.tsv > lessons.tsv`
//! evaluates 20,000 positions on 19×19 with a KataGo network, using seed 1. It takes one position
//! per game from a file. To half of them it adds a few moves drawn from the built-in small network,
//! so that bad moves and lopsided positions occur. Without a file, it plays games that begin with
//! up to three random moves: about one position in six is evaluated and continued by the strong
//! network, the others are continued by the small one. Rules are area scoring; komi is 7.5 points
//! or, in one game of three, random. The output is text for `wakari train --lessons`.
//!
//! With `rows` instead of `lessons`, rules and komi vary by game, and the output is binary, for
//! `examples/distill.py`. `-` instead of a network writes positions without a teacher's outputs,
//! for the teacher that `distill.py` runs: 8 positions of each game of a file, or all positions of
//! games between built-in networks.
//!
//! A row is little-endian: the side of the board (one byte); 22 bit planes, each padded to whole
//! bytes; 19 global features (`f32`); the probabilities of win, loss and no result, the score, its
//! standard deviation and the lead (`f32`); the policy for points and pass (`u16`, scaled by
//! 65,535); the ownership of points (`i8`, scaled by 127). All is from the perspective of the side
//! to move; points run from the upper left. Without a teacher, the policy is 1 for legal moves and
//! 0 for others, and the ownership is -128.
//!
//! Equal arguments give equal output.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::collections::BTreeSet;
use std::error::Error;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use wakari::board::symmetry::Symmetry;
use wakari::color::Color;
use wakari::network::{Evaluation, Inputs, KataModel, Source};
use wakari::pattern::Predictor;
use wakari::pattern::game::TrainingGame;
use wakari::pattern::lesson::Lesson;
use wakari::point::{Move, PerPoint, Size};
use wakari::position::Position;
use wakari::rules::Rules;
use wakari::tree::prior;

/// One move in 25 is random.
const RANDOM: u64 = 25;
/// In self-play games, one position in 6 is evaluated.
const ASKED: u64 = 6;
/// Maximum number of moves added to a position from a file.
const MORE: u64 = 8;
/// Positions taken from each game of a file without a teacher.
const OF_GAME: usize = 8;
/// Rule sets of rows; repetition sets their frequency.
const RULES: [Rules; 10] = [
    Rules::CHINESE,
    Rules::CHINESE,
    Rules::CHINESE,
    Rules::AGA,
    Rules::TROMP_TAYLOR,
    Rules::PROPOSAL_2012,
    Rules::PROPOSAL_2012,
    Rules::PROPOSAL_2012,
    Rules::JAPANESE_1989,
    Rules::STONE_SCORING,
];

/// Output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Lessons,
    Rows,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let [form, network, number, seed, side, ref games @ ..] = words[..] else {
        return Err("lessons|rows NETWORK NUMBER SEED SIDE [GAMES]".into());
    };
    let form = match form {
        "lessons" => Form::Lessons,
        "rows" => Form::Rows,
        _ => return Err("lessons or rows?".into()),
    };
    let (number, seed): (usize, u64) = (number.parse()?, seed.parse()?);
    let size = Size::square(side.parse()?).ok_or("no board has this side")?;
    let mut out = BufWriter::new(io::stdout().lock());
    let mut given = 0;
    let mut give = |told: &[u8]| -> io::Result<bool> {
        out.write_all(told)?;
        given += 1;
        Ok(given < number)
    };
    let dice = |game: u64| Xoshiro256PlusPlus::seed_from_u64((seed << 32) + game);
    let text = games.first().map(fs::read_to_string).transpose()?;
    let lines: Vec<&str> = text.iter().flat_map(|text| text.lines()).collect();
    let mut which = dice(u64::MAX >> 32);
    let mut any_game = || {
        let line = which.next_u64() as usize % lines.len();
        let game = TrainingGame::parse(lines[line])?;
        let is_of_use = game.size() == size && !game.moves().is_empty();
        is_of_use.then_some((line as u64, game))
    };
    if network == "-" {
        for number in 0.. {
            let mut play = Play::new(size, dice(number), form);
            let goes_on = if lines.is_empty() {
                play.show(&mut give)?
            } else if let Some((_, game)) = any_game() {
                play.show_some(&game, &mut give)?
            } else {
                true
            };
            if !goes_on {
                break;
            }
        }
        return Ok(());
    }
    let length = fs::metadata(network)?.len();
    let teacher = KataModel::read(File::open(network)?, length)?;
    if lines.is_empty() {
        for game in 0.. {
            let mut play = Play::new(size, dice(game), form);
            if !play.play_out(&teacher, &mut give)? {
                break;
            }
        }
        return Ok(());
    }
    loop {
        let Some((line, game)) = any_game() else {
            continue;
        };
        let mut play = Play::new(size, dice(line), form);
        if play.follow(&game) && !give(&play.ask(&teacher).0)? {
            return Ok(());
        }
    }
}

/// Training targets of a position.
struct Taught<'a> {
    policy: &'a [(Move, f32)],
    numbers: [f64; 6],
    ownership: Option<&'a PerPoint<f32>>,
}

impl Taught<'_> {
    fn of(evaluation: &Evaluation) -> Taught<'_> {
        Taught {
            policy: &evaluation.policy,
            numbers: [
                evaluation.win,
                evaluation.loss,
                evaluation.no_result,
                evaluation.score,
                evaluation.deviation(),
                evaluation.lead,
            ],
            ownership: Some(&evaluation.ownership),
        }
    }
}

/// A game in progress.
#[derive(Clone)]
struct Play {
    form: Form,
    position: Position,
    game: TrainingGame,
    dice: Xoshiro256PlusPlus,
    /// Exponent applied to move probabilities before drawing: an inverse temperature.
    sharpness: f64,
}

impl Play {
    fn new(size: Size, mut dice: Xoshiro256PlusPlus, form: Form) -> Play {
        let (rules, komi) = match form {
            Form::Lessons => (Rules::CHINESE, &[7.5][..]),
            Form::Rows => {
                let rules = RULES[dice.next_u64() as usize % RULES.len()];
                (rules, &[5.5, 6.5, 7.0, 7.5][..])
            }
        };
        let mut position = Position::new(size, rules);
        let komi = match dice.next_u64() % 3 {
            0 => -12.5 + (dice.next_u64() % 40) as f64,
            _ => komi[dice.next_u64() as usize % komi.len()],
        };
        position.set_komi(komi);
        let sharpness = [1.0, 1.5, 2.5][dice.next_u64() as usize % 3];
        Play {
            form,
            position,
            game: TrainingGame::new(size.width()),
            dice,
            sharpness,
        }
    }

    /// Plays a move; returns false if it is illegal.
    fn make(&mut self, to: Move) -> bool {
        let is_made = self.position.play(to).is_ok();
        if let (true, Some(at)) = (is_made, to.point()) {
            self.game.push(at);
        }
        is_made
    }

    /// Follows a game to a random move and may stray from it; returns false at an illegal move.
    fn follow(&mut self, game: &TrainingGame) -> bool {
        let end = self.dice.next_u64() as usize % game.moves().len();
        let followed = game.moves()[..end]
            .iter()
            .all(|&at| self.make(Move::At(at)));
        followed && self.stray()
    }

    /// Plays up to 8 more moves, or none in half of the cases; returns false if one fails.
    fn stray(&mut self) -> bool {
        let more = match self.dice.next_u64() % 2 {
            0 => 0,
            _ => 1 + self.dice.next_u64() % MORE,
        };
        (0..more).all(|_| self.go_on())
    }

    /// Plays up to three random moves; returns the maximum length of the game in moves.
    fn open(&mut self) -> usize {
        for _ in 0..self.dice.next_u64() % 4 {
            self.play_anywhere();
        }
        self.position.board().size().area() * 5 / 4
    }

    /// Plays a game and evaluates some of its positions; returns false if enough are written.
    fn play_out(
        &mut self,
        teacher: &KataModel,
        give: &mut impl FnMut(&[u8]) -> io::Result<bool>,
    ) -> io::Result<bool> {
        let longest = self.open();
        let mut passes = 0;
        for _ in 0..longest {
            // After a pass, the teacher decides whether the game is over.
            if passes == 0 && !self.dice.next_u64().is_multiple_of(ASKED) {
                if !self.go_on() {
                    return Ok(true);
                }
                continue;
            }
            let (told, evaluation) = self.ask(teacher);
            if !give(&told)? {
                return Ok(false);
            }
            let to = self.draw_from(&evaluation);
            passes = match to {
                Move::Pass => passes + 1,
                Move::At(_) => 0,
            };
            // Games of lessons have no passes.
            let is_told = self.form == Form::Rows || to != Move::Pass;
            if passes == 2 || !is_told || !self.make(to) {
                return Ok(true);
            }
        }
        Ok(true)
    }

    /// Plays a game by the built-in networks and writes each position; returns false if enough are
    /// written.
    fn show(&mut self, give: &mut impl FnMut(&[u8]) -> io::Result<bool>) -> io::Result<bool> {
        for _ in 0..self.dice.next_u64() % 4 {
            self.play_anywhere();
        }
        let is_by_larger = self.dice.next_u64().is_multiple_of(2);
        let longest = self.position.board().size().area() * 5 / 4;
        let mut passes = 0;
        for _ in 0..longest {
            let inputs = Inputs::of(&self.position);
            if !give(&self.unknown(&inputs))? {
                return Ok(false);
            }
            if !is_by_larger && passes == 0 {
                if !self.go_on() {
                    passes = 1;
                    self.make(Move::Pass);
                }
                continue;
            }
            let evaluation = self.evaluate(Source::BuiltIn.model(inputs.size()), &inputs);
            let to = self.draw_from(&evaluation);
            passes = if to == Move::Pass { passes + 1 } else { 0 };
            if !self.make(to) || passes == 2 {
                break;
            }
        }
        Ok(true)
    }

    /// Writes some positions of a game, some with moves added; returns false if enough are written.
    fn show_some(
        &mut self,
        game: &TrainingGame,
        give: &mut impl FnMut(&[u8]) -> io::Result<bool>,
    ) -> io::Result<bool> {
        let count = game.moves().len();
        let places: BTreeSet<usize> = (0..OF_GAME)
            .map(|_| self.dice.next_u64() as usize % count)
            .collect();
        for (number, &at) in game.moves().iter().enumerate() {
            if places.contains(&number) {
                let seed = self.dice.next_u64();
                let mut branch = self.clone();
                branch.dice = Xoshiro256PlusPlus::seed_from_u64(seed);
                if branch.stray() && !give(&branch.unknown(&Inputs::of(&branch.position)))? {
                    return Ok(false);
                }
            }
            if !self.make(Move::At(at)) {
                break;
            }
        }
        Ok(true)
    }

    /// This position as a row without a teacher's outputs.
    fn unknown(&self, inputs: &Inputs) -> Vec<u8> {
        let legal = self.position.legal_moves();
        let policy: Vec<(Move, f32)> = legal.map(|to| (to, 1.0 / 65535.0)).collect();
        row(
            inputs,
            &Taught {
                policy: &policy,
                numbers: [0.0; 6],
                ownership: None,
            },
        )
    }

    /// Plays a move drawn from the built-in small network, or rarely a random one.
    /// Returns false without a move.
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
            Move::Pass => false,
            to => self.make(to),
        }
    }

    fn play_anywhere(&mut self) {
        let empties = self.position.board().empties();
        if !empties.is_empty() {
            let at = empties[self.dice.next_u64() as usize % empties.len()];
            self.make(Move::At(at));
        }
    }

    /// Draws a move from the policy of a network.
    fn draw_from(&mut self, evaluation: &Evaluation) -> Move {
        let moves = evaluation.policy.iter();
        let moves: Vec<(Move, f64)> = moves
            .map(|&(to, probability)| (to, f64::from(probability)))
            .collect();
        self.draw(&moves)
    }

    /// Draws a move in proportion to the weights, or a pass without candidates.
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

    /// Evaluates a position in a random symmetry.
    fn evaluate(&mut self, network: &KataModel, inputs: &Inputs) -> Evaluation {
        let symmetry = Symmetry::new((self.dice.next_u64() % 8) as u8).unwrap_or_default();
        network.evaluate(inputs, symmetry, 0.0)
    }

    /// Returns the output for this position, and the teacher's evaluation.
    fn ask(&mut self, teacher: &KataModel) -> (Vec<u8>, Evaluation) {
        let inputs = Inputs::of(&self.position);
        let evaluation = self.evaluate(teacher, &inputs);
        let told = match self.form {
            Form::Lessons => format!("{}\n", self.lesson(&evaluation)).into_bytes(),
            Form::Rows => row(&inputs, &Taught::of(&evaluation)),
        };
        (told, evaluation)
    }

    /// Points that the side to move receives besides its area.
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

/// Encodes a position as a row; the format is described at the top.
fn row(inputs: &Inputs, taught: &Taught) -> Vec<u8> {
    let size = inputs.size();
    let area = size.area();
    let planes = inputs.planes().len() / area;
    let mut row = vec![size.width()];
    for plane in 0..planes {
        let mut bits = vec![0; area.div_ceil(8)];
        for place in 0..area {
            if inputs.planes()[place * planes + plane] > 0.5 {
                bits[place / 8] |= 1 << (place % 8);
            }
        }
        row.extend(bits);
    }
    let numbers = taught.numbers.map(|number| number as f32);
    let numbers = inputs.globals().iter().copied().chain(numbers);
    row.extend(numbers.flat_map(f32::to_le_bytes));
    let mut policy = vec![0u16; area + 1];
    let mut owners = vec![i8::MIN; area];
    for &(to, probability) in taught.policy {
        policy[to.point().map_or(area, |at| inputs.place(at))] =
            (probability * 65535.0).round() as u16;
    }
    if let Some(owned) = taught.ownership {
        for at in size.points() {
            owners[inputs.place(at)] = (owned[at] * 127.0).round() as i8;
        }
    }
    row.extend(policy.into_iter().flat_map(u16::to_le_bytes));
    row.extend(owners.into_iter().map(|owner| owner as u8));
    row
}
