//! A safety proof holds under any change elsewhere on the board.

#![allow(clippy::print_stdout)]

use super::attacks::proved;
use super::{Dice, Fight};
use crate::go::board::Board;
use crate::go::board::symmetry::Image;
use crate::go::color::Color::{Black, White};
use crate::go::point::{Point, PointSet};
use crate::life::safety::check::{SafetyError, ZoneError};
use crate::life::safety::proof::{Promise, SafetyProof};
use crate::referee::judge::tests::images::position_of;
use rand::seq::{IndexedRandom, IteratorRandom};
use rand::{RngExt, SeedableRng};

/// Returns the zones, territory and chains of a proof. Nothing else may matter.
fn named(proof: &SafetyProof) -> PointSet {
    let zones = proof.zones.iter().map(|zone| zone.points | zone.taken);
    zones.chain(proof.chains.iter().copied()).collect()
}

/// Returns the board with random stones outside the zones and chains of the proof. Points next to
/// protected chains get no owner stone, which would extend a chain.
fn elsewhere_changed(board: &Board, proof: &SafetyProof, dice: &mut Dice) -> Option<Board> {
    let named = named(proof);
    let chains: PointSet = proof.chains.iter().copied().collect();
    let mut stones = [Black, White].map(|color| board.stones(color));
    let elsewhere = (board.size().all() - named).iter();
    for at in elsewhere
        .filter(|_| dice.random_ratio(1, 3))
        .collect::<Vec<_>>()
    {
        stones.iter_mut().for_each(|stones| stones.remove(at));
        let is_owners = |color| color == proof.owner;
        match [None, Some(Black), Some(White)].choose(dice).unwrap() {
            Some(color) if !is_owners(*color) || !chains.grown().contains(at) => {
                _ = stones[*color as usize].insert(at);
            }
            _ => {}
        }
    }
    Board::with_stones(board.size(), &stones[0], &stones[1])
}

/// Adds an owner stone at a random point outside the zones and chains of the proof. Returns the
/// point, the board, and the proof with its chains updated.
fn with_free_move(
    board: &Board,
    proof: &SafetyProof,
    dice: &mut Dice,
) -> Option<(Point, Board, SafetyProof)> {
    let named = named(proof);
    let is_free = |at: &Point| !named.contains(*at) && !board.is_suicide(proof.owner, *at);
    let empties = board.empties().iter().copied();
    let at = empties.filter(is_free).choose(dice)?;
    let mut after = board.clone();
    after.place(proof.owner, at, &mut ());
    let stones = after.stones(proof.owner);
    let mut chains: Vec<PointSet> = vec![];
    let places: Vec<usize> = proof
        .chains
        .iter()
        .map(|chain| {
            let chain = chain.flood(&stones);
            chains
                .iter()
                .position(|had| *had == chain)
                .unwrap_or_else(|| {
                    chains.push(chain);
                    chains.len() - 1
                })
        })
        .collect();
    let mut joined = proof.clone();
    for promise in joined.zones.iter_mut().flat_map(|zone| &mut zone.promises) {
        match promise {
            Promise::Liberties { chain, .. } => *chain = places[*chain],
            Promise::Tied { chain, to } => {
                *chain = places[*chain];
                to.iter_mut().for_each(|to| *to = places[*to]);
            }
        }
    }
    joined.chains = chains;
    Some((at, after, joined))
}

/// Plays random games that start with a stone the strategy does not know of. Returns true if all
/// protected chains stand.
fn stands_after(before: &Board, after: &Board, proof: &SafetyProof, dice: &mut Dice) -> bool {
    (0..5).all(|_| {
        let mut fight = Fight::new(before, proof);
        fight.board.clone_from(after);
        (0..3 * before.size().area()).all(|_| {
            let attacks = fight.attacks();
            let attack = attacks.choose(dice);
            attack.is_none_or(|&attack| fight.survives(attack))
        })
    })
}

/// Counts of the changes tried.
#[derive(Debug, Default)]
struct Tried {
    /// Boards with other stones elsewhere.
    changed: usize,
    /// Free moves that leave the proof valid as it is.
    accepted: usize,
    /// Free moves that require a new strategy. The old one names attacks that are illegal now,
    /// lacks a stone that was loose, or misses that an attacking chain has lost a liberty and can
    /// be captured.
    outdated: usize,
}

fn confirm(positions: usize) -> Tried {
    let mut dice = Dice::seed_from_u64(32);
    let mut tried = Tried::default();
    for (board, proof) in proved(positions, 31) {
        let size = board.size();
        for image in Image::all(size) {
            let there = position_of(image, &board, crate::go::rules::Rules::CHINESE);
            let turned = proof.image(image);
            assert_eq!(
                turned.verify(there.board()),
                Ok(()),
                "{}\n{turned:?}",
                there.board()
            );
        }
        for _ in 0..8 {
            let Some(other) = elsewhere_changed(&board, &proof, &mut dice) else {
                continue;
            };
            assert_eq!(proof.verify(&other), Ok(()), "{board}\n{other}\n{proof:?}");
            tried.changed += 1;
        }
        for _ in 0..4 {
            let Some((at, after, joined)) = with_free_move(&board, &proof, &mut dice) else {
                continue;
            };
            let beside = [at].into_iter().collect::<PointSet>().grown();
            match joined.verify(&after) {
                Ok(()) => tried.accepted += 1,
                Err(SafetyError::Zone(
                    _,
                    ZoneError::Attack { .. } | ZoneError::Beginning | ZoneError::Situation(_),
                )) => tried.outdated += 1,
                Err(SafetyError::Zone(zone, ZoneError::Gap { .. }))
                    if joined.zones[zone].points.meets(&beside) =>
                {
                    tried.outdated += 1;
                }
                Err(error) => panic!("{error}\n{board}\n{after}\n{joined:?}"),
            }
            let stands = stands_after(&board, &after, &proof, &mut dice);
            assert!(stands, "{board}\n{after}\n{proof:?}");
        }
    }
    tried
}

#[test]
fn what_is_proved_stays_proved_whatever_else_changes() {
    let tried = confirm(30);
    assert!(tried.changed > 60 && tried.accepted > 30, "{tried:?}");
}

/// `cargo test --release --lib proved_of_many_boards_stays -- --ignored --nocapture`.
#[test]
#[ignore = "takes minutes"]
fn what_is_proved_of_many_boards_stays_proved() {
    println!("{:?}", confirm(2000));
}
