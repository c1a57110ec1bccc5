//! Tests whether an engine keeps the value of small endgames.
//!
//! `cargo run --release --example endgames -- make 200 > endgames.txt` plays small games with some
//! random moves, goes back a few moves from the end, and keeps positions that can be solved: both
//! sides can guarantee the same score against any play. Each line has the rules, the side of the
//! board, the komi, the moves of the game, Black's margin on the board, and the moves that keep it,
//! separated by tabs.
//!
//! `cargo run --release --example endgames -- ask endgames.txt ENGINE [ARGUMENT...]` asks a GTP
//! engine for a move in each position.

#![allow(clippy::print_stdout)]

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use wakari::color::Color;
use wakari::judge::{Effort, Judged, Occasion};
use wakari::point::{Move, Size};
use wakari::position::Position;
use wakari::rules::Rules;
use wakari::search::endgame::{Endgame, EndgameLimits, Granted};
use wakari::search::{Search, SearchLimits, SearchSettings};

const RULES: [Rules; 2] = [Rules::PROPOSAL_2012, Rules::JAPANESE_1989];
/// Limits of the endgame solver: enough for most positions with 10 open points.
const LIMITS: EndgameLimits = EndgameLimits {
    points: 10,
    positions: 60_000,
    states: 600_000,
};
/// Roughly how far to go back from the end of a game, in moves.
const LAST: usize = 12;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["make", number] => make(number.parse()?),
        ["ask", file, program, ref arguments @ ..] => ask(file, program, arguments),
        _ => Err("make NUMBER, or ask FILE ENGINE [ARGUMENT...]".into()),
    }
}

/// Prints positions, one per line.
fn make(number: usize) -> Result<(), Box<dyn Error>> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut made = 0;
    while made < number {
        let rules = RULES[made % RULES.len()];
        let side = 5 + (random.next_u64() % 5) as u8;
        let moves = game(side, rules, &mut random);
        if moves.len() <= LAST {
            continue;
        }
        let back = 2 + (random.next_u64() % LAST as u64) as usize;
        let moves = &moves[..moves.len() - back.min(moves.len())];
        if let Some((margin, keeping)) = solved(side, rules, moves) {
            // A komi half a point from the margin makes the last point decide the game.
            let komi = margin
                + if random.next_u64().is_multiple_of(2) {
                    0.5
                } else {
                    -0.5
                };
            let (moves, keeping) = (names(moves), names(&keeping));
            println!("{rules}\t{side}\t{komi}\t{moves}\t{margin}\t{keeping}");
            made += 1;
        }
    }
    Ok(())
}

/// Plays a game of weak search with occasional random moves.
fn game(side: u8, rules: Rules, random: &mut Xoshiro256PlusPlus) -> Vec<Move> {
    let mut position = Position::new(Size::square(side).expect("a size"), rules);
    position.set_komi(0.5);
    let effort = Effort {
        playouts: 50,
        seed: random.next_u64(),
        states: 0,
        safety: 2_000,
        ..Effort::USUAL
    };
    let settings = SearchSettings {
        threads: 1,
        memory: 8 << 20,
        seed: random.next_u64(),
        resign: 0.0,
        effort,
    };
    let limits = SearchLimits {
        playouts: Some(60),
        ..SearchLimits::default()
    };
    let (mut search, stop) = (Search::new(settings), Arc::default());
    let mut moves = Vec::new();
    while position.passes() < 2 && moves.len() < 4 * usize::from(side).pow(2) {
        let mut judged = Judged::not_yet(Occasion::Game);
        let found = search.think(&position, &mut judged, &limits, &stop).best;
        let legal: Vec<Move> = position.legal_moves().collect();
        let any = legal[random.next_u64() as usize % legal.len()];
        let is_weak = random.next_u64().is_multiple_of(12) && found != Move::Pass;
        let to = if is_weak { any } else { found };
        position.play(to).expect("a legal move");
        moves.push(to);
    }
    moves
}

/// Returns Black's margin and the moves that keep it, if both sides can guarantee it.
fn solved(side: u8, rules: Rules, moves: &[Move]) -> Option<(f64, Vec<Move>)> {
    let mut position = Position::new(Size::square(side)?, rules);
    position.set_komi(0.0);
    for &to in moves {
        position.play(to).ok()?;
    }
    let (mut endgame, never) = (Endgame::default(), Arc::default());
    let margin = endgame
        .solve(&position, &Granted::Nothing, &LIMITS, &never)?
        .margin;
    let turn = position.turn();
    let mut is_sure = |position: &Position, color: Color| {
        let lead = f64::from(color.sign()) * margin;
        endgame.is_sure_of(position, color, lead, &LIMITS, &never)
    };
    if !is_sure(&position, !turn)? {
        return None;
    }
    let mut keeping = Vec::new();
    for to in position.legal_moves() {
        let mut after = position.clone();
        after.play_legal(to);
        if is_sure(&after, turn)? {
            keeping.push(to);
        }
    }
    // A useful test position has at least one move that loses points.
    let legal = position.legal_moves().count();
    (keeping.len() < legal && position.passes() < 2).then_some((margin, keeping))
}

fn names(moves: &[Move]) -> String {
    let names: Vec<String> = moves.iter().map(Move::to_string).collect();
    names.join(" ")
}

/// Asks an engine for its moves, and counts those that keep the margin.
fn ask(file: &str, program: &str, arguments: &[&str]) -> Result<(), Box<dyn Error>> {
    let mut engine = Engine::start(program, arguments)?;
    let text = std::fs::read_to_string(file)?;
    let (mut asked, mut kept) = (0, 0);
    for line in text.lines() {
        let parts: Vec<&str> = line.split('\t').collect();
        let [rules, side, komi, moves, margin, keeping] = parts[..] else {
            return Err(format!("not a position: {line}").into());
        };
        engine.tell(&format!("boardsize {side}"))?;
        engine.tell("clear_board")?;
        engine.tell(&format!("kata-set-rules {rules}"))?;
        engine.tell(&format!("komi {komi}"))?;
        let mut color = Color::Black;
        for to in moves.split_whitespace() {
            engine.tell(&format!("play {color} {to}"))?;
            color = !color;
        }
        let answer = engine.tell(&format!("genmove {color}"))?;
        asked += 1;
        let is_kept = keeping
            .split(' ')
            .any(|to| to.eq_ignore_ascii_case(&answer));
        kept += usize::from(is_kept);
        if !is_kept {
            println!("{asked}: {answer} of {keeping} ({margin}): {rules} {side} {komi} {moves}");
        }
    }
    println!("{kept} of {asked} kept");
    Ok(())
}

/// A GTP engine in a child process.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(program: &str, arguments: &[&str]) -> Result<Engine, Box<dyn Error>> {
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let input = child.stdin.take().ok_or("no standard input")?;
        let output = BufReader::new(child.stdout.take().ok_or("no standard output")?);
        Ok(Engine {
            child,
            input,
            output,
        })
    }

    /// Sends a command and returns the response; a failed command is an error.
    fn tell(&mut self, command: &str) -> Result<String, Box<dyn Error>> {
        writeln!(self.input, "{command}")?;
        let mut answer = String::new();
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line)? == 0 {
                return Err(format!("the engine is gone after {command}").into());
            }
            if line.trim().is_empty() {
                break;
            }
            answer.push_str(&line);
        }
        match answer.trim().strip_prefix('=') {
            Some(answer) => Ok(answer.trim().to_owned()),
            None => Err(format!("{command}: {answer}").into()),
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
