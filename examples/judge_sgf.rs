//! Judges the last position of a recorded game, and says what each doubtful chain's status rests on.
//!
//! `cargo run --release --example judge_sgf -- FILE.sgf`; without a file, a position from the proposal of 2012.

#![allow(clippy::print_stdout)]

use std::error::Error;
use wakari::game::scoring::{Request, ScoredGame};
use wakari::sgf::Record;

const CORNER: &str = include_str!("../gtp-tests/score/dead-in-the-corner.sgf");

fn main() -> Result<(), Box<dyn Error>> {
    let record = match std::env::args_os().nth(1) {
        Some(path) => Record::from_bytes(&std::fs::read(path)?)?,
        None => CORNER.parse()?,
    };
    // Rules and komi are the record's; a field of the request would override them.
    let game = ScoredGame::of(&record, &Request::default())?;
    println!("{}\n", game.position.board());
    for chain in game.adjudication.chains() {
        if !chain.basis.needs_no_play() {
            let (color, status, basis) = (chain.color, chain.status, chain.basis);
            println!("{color} {:?} is {status:?}: {basis:?}", chain.stones);
        }
    }
    println!("{} by {} rules", game.result(), game.position.rules());
    Ok(())
}
