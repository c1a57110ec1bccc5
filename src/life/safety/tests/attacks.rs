//! Random and searched attacks on boards from late in a game.

#![allow(clippy::print_stdout)]

use super::{Dice, Fight, limits, stands_by_chance};
use crate::go::board::Board;
use crate::go::point::{PointSet, Size};
use crate::life::chain::Chain;
use crate::life::safety::proof::SafetyProof;
use crate::life::safety::safety;
use crate::referee::judge::tests::images::late_board;
use fxhash::FxHashSet;
use rand::{RngExt, SeedableRng};
use std::sync::atomic::AtomicBool;

/// The width of the beam search.
const BREADTH: usize = 4;
/// The number of attacks in a row.
const DEPTH: usize = 24;

/// Estimates how close protected chains are to capture.
fn danger(fight: &Fight) -> f64 {
    let protected: PointSet = fight.proof.chains.iter().copied().collect();
    let chains = Chain::all_of(&fight.board, fight.proof.owner).into_iter();
    let attacked = chains.filter(|chain| chain.stones.meets(&protected));
    attacked
        .map(|chain| 0.25_f64.powi(chain.liberties.len() as i32))
        .sum()
}

/// Returns true if no protected stone is captured by the most dangerous attacks found by a slightly
/// randomized beam search.
fn withstands_search(board: &Board, proof: &SafetyProof, dice: &mut Dice) -> bool {
    let mut front = vec![Fight::new(board, proof)];
    for _ in 0..DEPTH {
        let mut found = vec![];
        let mut seen = FxHashSet::default();
        for fight in &front {
            for attack in fight.attacks() {
                let mut after = fight.clone();
                if !after.survives(attack) {
                    return false;
                }
                let stones = after.board.stones(!proof.owner);
                if seen.insert((stones, after.defence.places())) {
                    let weight = danger(&after) * dice.random_range(0.5..1.5);
                    found.push((weight, after));
                }
            }
        }
        found.sort_by(|one, other| other.0.total_cmp(&one.0));
        found.truncate(BREADTH);
        front = found.into_iter().map(|(_, fight)| fight).collect();
    }
    true
}

/// Returns proofs of both colors on late boards, one position for each.
pub(super) fn proved(positions: usize, seed: u64) -> impl Iterator<Item = (Board, SafetyProof)> {
    let mut dice = Dice::seed_from_u64(seed);
    let found = std::iter::repeat_with(move || {
        let side = [7, 7, 7, 9, 9, 11][dice.random_range(0..6)];
        let board = late_board(Size::square(side).unwrap(), &mut dice);
        let limits = limits(dice.random(), dice.random());
        let found = safety(&board, &PointSet::EMPTY, &limits, &AtomicBool::new(false));
        let proofs = found.proofs.0.into_iter().flatten();
        let proofs = proofs.filter(|proof| !proof.chains.is_empty() && !proof.zones.is_empty());
        proofs
            .map(|proof| (board.clone(), proof))
            .collect::<Vec<_>>()
    });
    found.flatten().take(positions)
}

/// Tries a number of positions, each in random and in searched games.
fn confirm(positions: usize, by_chance: usize, searched: usize) {
    let mut dice = Dice::seed_from_u64(22);
    for (number, (board, proof)) in proved(positions, 21).enumerate() {
        assert_eq!(proof.verify(&board), Ok(()), "{board}\n{proof:?}");
        let holds = stands_by_chance(&board, &proof, by_chance, &mut dice)
            && (0..searched).all(|_| withstands_search(&board, &proof, &mut dice));
        assert!(holds, "position {number}\n{board}\n{proof:?}");
        if number % 100 == 99 {
            println!("{} positions", number + 1);
        }
    }
}

#[test]
fn what_is_proved_is_not_lost_to_attacks() {
    confirm(40, 5, 1);
}

/// `cargo test --release --lib lost_to_many_attacks -- --ignored --nocapture`.
#[test]
#[ignore = "takes six minutes"]
fn what_is_proved_is_not_lost_to_many_attacks() {
    confirm(2000, 100, 20);
}
