//! Plays a small game, marks a stone as dead, and counts by two rule sets.
//!
//! `cargo run --release --example count_by_hand`. Needs no crate feature.

#![allow(clippy::print_stdout)]

use std::error::Error;
use wakari::color::Color;
use wakari::point::{Point, PointSet};
use wakari::position::Position;
use wakari::rules::Rules;

/// Two walls, a white invasion that comes too late, and two passes.
const MOVES: &str = "C3 D3 C4 D4 C2 D2 C5 D5 C1 D1 pass A3 pass pass";

fn main() -> Result<(), Box<dyn Error>> {
    for rules in [Rules::JAPANESE_1989, Rules::CHINESE] {
        let mut position = Position::new("5".parse()?, rules);
        position.set_komi(0.5);
        for name in MOVES.split(' ') {
            position.play(name.parse()?)?;
        }
        // Nothing is judged: the players agree that A3 is dead.
        let dead = PointSet::from_iter(["A3".parse::<Point>()?]);
        let score = position.score(&dead);
        println!("{}\n\n{score} by {rules} rules", position.board());
        for color in Color::BOTH {
            println!("{color} has {} points", score.tallies[color].total());
        }
    }
    Ok(())
}
