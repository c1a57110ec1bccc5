//! Late positions of self-play: the result given for either side first is that of playing on.

use rand::RngExt;
use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use wakari::board::Board;
use wakari::color::Color;
use wakari::judge::unsettled::Unsettled;
use wakari::judge::{Effort, Judged, Occasion, adjudicate};
use wakari::playout::{Dice, dice, play_out};
use wakari::point::{Move, Size};
use wakari::position::Position;
use wakari::rules::Rules;
use wakari::search::{Search, SearchLimits, SearchSettings};

/// Rule sets that differ in how a game ends or is counted.
const RULES: [Rules; 9] = [
    Rules::PROPOSAL_2012,
    Rules::JAPANESE_1989,
    Rules::JAPANESE_1949,
    Rules::IMPROVED_2009,
    Rules::KOREAN,
    Rules::EGF,
    Rules::CHINESE,
    Rules::AGA,
    Rules::NEW_ZEALAND,
];

/// Playouts for a move of self-play, and for a move of playing on.
const SELF_PLAY: u64 = 60;
const PLAYING_ON: u64 = 400;

fn search(seed: u64) -> Search {
    Search::new(SearchSettings {
        threads: 1,
        memory: 16 << 20,
        seed,
        resign: 0.0,
        effort: Effort::default(),
    })
}

/// Returns the move of a search.
fn think(search: &mut Search, position: &Position, playouts: u64) -> Move {
    let limits = SearchLimits {
        playouts: Some(playouts),
        ..SearchLimits::default()
    };
    let mut judged = Judged::not_yet(Occasion::Game);
    let never = Arc::new(AtomicBool::new(false));
    search.think(position, &mut judged, &limits, &never).best
}

/// Returns a game shortly before its end, started by a playout and continued by searches to the
/// first pass.
fn late_position(rules: Rules, dice: &mut Dice) -> Position {
    let size = Size::square([7, 9][dice.random_range(0..2)]).expect("a usual size");
    let mut plays = vec![];
    play_out(
        &mut Board::new(size),
        Color::Black,
        None,
        dice,
        |color, at| {
            plays.push((color, at));
        },
    );
    let count = plays.len() - plays.len() / 4;
    let mut position = Position::new(size, rules);
    for &(color, at) in &plays[..count] {
        if position.turn() != color {
            position.play(Move::Pass).expect("a pass is legal");
        }
        if position.play(Move::At(at)).is_err() {
            break;
        }
    }
    let mut search = search(dice.random_range(0..1000));
    for _ in 0..size.area() {
        let to = think(&mut search, &position, SELF_PLAY);
        if to == Move::Pass {
            break;
        }
        position.play_legal(to);
    }
    position
}

/// Returns Black's lead after both sides have played on to two passes.
fn played_on(position: &Position, first: Color) -> f64 {
    let mut position = position.clone();
    position.set_turn(first);
    let mut search = search(1);
    for _ in 0..100 {
        if position.passes() >= 2 {
            break;
        }
        let to = think(&mut search, &position, PLAYING_ON);
        position.play_legal(to);
    }
    let judged = adjudicate(&position, Occasion::Stopped, &Effort::default());
    judged.score().margin()
}

/// Plays positions on under each of the rules. Returns the number of given results and a
/// description of those that playing on contradicts.
fn compare(rules: &[Rules], positions: usize, seed: u64) -> (usize, String) {
    let mut told = 0;
    let mut otherwise = String::new();
    for rules in rules {
        let mut dice = dice(seed);
        for number in 0..positions {
            let position = late_position(*rules, &mut dice);
            let (effort, never) = (Effort::default(), AtomicBool::new(false));
            let judged = adjudicate(&position, Occasion::Game, &effort);
            if judged.is_open(false) {
                continue;
            }
            let open = Unsettled::of(&position, &judged, &effort, &never);
            for first in Color::BOTH {
                told += 1;
                let found = played_on(&position, first);
                let expected = open.scores[first].margin();
                if found != expected {
                    _ = writeln!(
                        otherwise,
                        "{rules}, {number}, {first} first: given {expected}, played out {found}\n{}",
                        position.board()
                    );
                }
            }
        }
    }
    (told, otherwise)
}

#[test]
#[ignore = "how often it holds has not been measured"]
fn playing_on_reaches_the_given_results() {
    let (told, otherwise) = compare(&RULES[..2], 3, 1);
    assert!(told > 4, "{told}");
    assert_eq!(otherwise, "");
}

/// By every rule set: `cargo test --release --test played-out -- --ignored --nocapture`.
#[test]
#[ignore = "takes an hour"]
fn playing_on_reaches_the_given_results_by_every_rule_set() {
    let (told, otherwise) = compare(&RULES, 200, 2);
    let others = otherwise.matches("first: given").count();
    assert_eq!(others, 0, "{others} of {told}:\n{otherwise}");
}
