//! Shows the play that proves a chain dead: bent four in the corner by three rule sets.
//!
//! `cargo run --release --example why_dead`. Needs no crate feature: the solver is exact and uses
//! no network.

#![allow(clippy::print_stdout)]

use std::error::Error;
use wakari::board::diagram;
use wakari::life::procedure::Procedure;
use wakari::life::reading::{Budget, Reader};
use wakari::rules::Rules;

/// White's corner (`O`) can be attacked only by ko, and White has no ko threat here.
const BENT_FOUR: &str = "
    X X X . O X X X .
    . O O O O X X X X
    O O X X X X X X .
    X X X X X X X X X";

fn main() -> Result<(), Box<dyn Error>> {
    let board = diagram::board(BENT_FOUR)?;
    let chain = "B3".parse()?;
    println!("{board}\n");
    for rules in [
        Rules::PROPOSAL_2012,
        Rules::JAPANESE_1989,
        Rules::JAPANESE_1949,
    ] {
        let procedure = Procedure::of(&rules).ok_or("no hypothetical play by these rules")?;
        let (reading, play) = Reader::new(&board, procedure, Budget::default()).show(chain);
        println!("{rules}: {chain} is {:?}", reading.verdict);
        for (color, to) in play.into_iter().flat_map(|play| play.main.plays) {
            println!("    {color} {to}");
        }
    }
    Ok(())
}
