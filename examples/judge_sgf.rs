//! Judges the final position of a game record, and prints the evidence for each chain that is not
//! trivially decided.
//!
//! `cargo run --release --example judge_sgf -- FILE.sgf`. Without a file, it judges a position from
//! the 2012 proposal.

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
    // Rules and komi come from the record; fields of the request would override them.
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
