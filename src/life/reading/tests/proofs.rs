//! Proofs spoilt in every way: the verifier refutes each of them.

use super::small::{Mask, Small, bits};
use super::whole::Whole;
use crate::board::Board;
use crate::color::Color;
use crate::life::proof::tests::{self, BENT_FOUR, DIRECT_KO, DOUBLE_KO, LOSING_CYCLE};
use crate::life::proof::{Moment, Proof, ProofError, local_area};
use crate::life::reading::Procedure;
use crate::playout::dice;
use crate::point::{Move, Point, PointSet, Size};
use rand::RngExt;
use std::collections::{HashMap, HashSet};

/// The board, and a proof that holds.
fn proof(picture: &str, column: u8, row: u8) -> (Board, Proof) {
    let (board, proof) = tests::proof(picture, column, row);
    assert_eq!(proof.verify(&board), Ok(()));
    (board, proof)
}

/// What the other side can bring about next, and what the winner answers.
fn after(proof: &Proof, board: &Board, moment: &Moment) -> Vec<Moment> {
    let now = moment.board(board.size()).expect("legal");
    let moves: Vec<Move> = match proof.strategy.get(moment) {
        Some(&to) if moment.turn == proof.winner() => vec![to],
        _ => board
            .size()
            .points()
            .map(Move::At)
            .chain([Move::Pass])
            .collect(),
    };
    let played = moves.into_iter().filter_map(|to| moment.after(&now, to));
    played.map(|(after, _)| after).collect()
}

/// In a ko that has just been taken the winner takes back at once: that is forbidden.
#[test]
fn an_illegal_ko_is_refuted() {
    let (board, proof) = proof(DOUBLE_KO, 4, 6);
    let banned = |moment: &&Moment| moment.ko.is_some();
    let moments: Vec<&Moment> = proof.strategy.keys().filter(banned).collect();
    assert!(!moments.is_empty(), "the kos are fought");
    for moment in moments {
        let to = Move::At(moment.ko.expect("a ko is closed"));
        let mut spoilt = proof.clone();
        spoilt.strategy.insert(*moment, to);
        assert_eq!(spoilt.verify(&board), Err(ProofError::Illegal(to)));
    }
}

/// A move off the board, on a stone, or outside the part of the board that is fought for.
#[test]
fn a_move_where_none_can_be_is_refuted() {
    let (board, proof) = proof(BENT_FOUR, 2, 3);
    let first = Moment::first(&board, proof.first);
    let begin = after(&proof, &board, &first);
    for (column, row) in [(12, 1), (1, 1), (9, 4)] {
        let to = Move::At(Point::new(column, row).expect("within the limits"));
        let mut spoilt = proof.clone();
        for moment in &begin {
            spoilt.strategy.insert(*moment, to);
        }
        assert_eq!(spoilt.verify(&board), Err(ProofError::Illegal(to)), "{to}");
    }
}

/// Everything after one reply is cut off.
#[test]
fn a_cut_branch_is_refuted() {
    let (board, proof) = proof(DOUBLE_KO, 2, 6);
    let first = Moment::first(&board, proof.first);
    for reply in after(&proof, &board, &first) {
        let kept = [first].into_iter().chain(after(&proof, &board, &reply));
        let kept: Vec<Moment> = kept.collect();
        let mut spoilt = proof.clone();
        spoilt.strategy.retain(|moment, _| kept.contains(moment));
        assert_eq!(spoilt.verify(&board), Err(ProofError::NoMove));
    }
}

/// The play goes round because the winner takes back; where he only waits he has lost.
#[test]
fn a_truncated_cycle_is_refuted() {
    for (column, row) in [(4, 6), (2, 6), (1, 4)] {
        let (board, proof) = proof(DOUBLE_KO, column, row);
        let waiting = strategy(&board, &proof, &mut |_| Move::Pass);
        assert_eq!(
            waiting.verify(&board),
            Err(ProofError::Cycle),
            "{column}, {row}"
        );
    }
}

/// The claim is made of the other chains of the board, and of the other side's.
#[test]
fn a_wrong_target_is_refuted() {
    let (board, proof) = proof(BENT_FOUR, 2, 3);
    for owner in Color::BOTH {
        for chain in board
            .stones(owner)
            .components()
            .filter(|chain| *chain != proof.chain)
        {
            for alive in [true, false] {
                let strategy = proof.strategy.clone();
                let spoilt = Proof {
                    chain,
                    owner,
                    first: owner,
                    alive,
                    strategy,
                    line: Vec::new(),
                };
                // The three stones in the corner do live, and White's moves say nothing of them; what lives without
                // an answer needs no strategy.
                let needs_none = spoilt.is_settled(&board) && alive;
                assert_eq!(spoilt.verify(&board).is_ok(), needs_none, "{alive} {board}");
            }
        }
    }
    let spoilt = Proof {
        owner: !proof.owner,
        first: !proof.first,
        ..proof
    };
    assert_eq!(spoilt.verify(&board), Err(ProofError::Chain));
}

/// The other side moves first, or a ko is closed: the strategy was made for another beginning.
#[test]
fn a_wrong_assumption_is_refuted() {
    for (picture, column, row) in [(BENT_FOUR, 2, 3), (DOUBLE_KO, 2, 6)] {
        let (board, proof) = proof(picture, column, row);
        let shifted = |change: fn(Moment) -> Moment| Proof {
            strategy: proof
                .strategy
                .iter()
                .map(|(moment, &to)| (change(*moment), to))
                .collect(),
            ..proof.clone()
        };
        let other_first = shifted(|moment| Moment {
            turn: !moment.turn,
            ..moment
        });
        assert_eq!(other_first.verify(&board), Err(ProofError::NoMove));
        let ko_closed = shifted(|moment| Moment {
            ko: Point::new(5, 1),
            ..moment
        });
        assert_eq!(ko_closed.verify(&board), Err(ProofError::NoMove));
    }
}

/// The same claim with a strategy that has a move for every moment that can come up, chosen from the legal ones.
fn strategy(board: &Board, claim: &Proof, choose: &mut dyn FnMut(&[Move]) -> Move) -> Proof {
    let mut proof = Proof {
        strategy: HashMap::new(),
        line: Vec::new(),
        ..claim.clone()
    };
    let area = local_area(board, &proof.chain);
    let mut work = vec![Moment::first(board, proof.first)];
    let mut seen: HashSet<Moment> = work.iter().copied().collect();
    while let Some(moment) = work.pop() {
        if moment.turn == proof.winner() {
            let now = moment.board(board.size()).expect("legal");
            let moves = area.iter().map(Move::At).chain([Move::Pass]);
            let legal: Vec<Move> = moves
                .filter(|&to| moment.after(&now, to).is_some())
                .collect();
            proof.strategy.insert(moment, choose(&legal));
        }
        for next in after(&proof, board, &moment) {
            if seen.insert(next) {
                work.push(next);
            }
        }
    }
    proof
}

/// No strategy proves what is false: the whole game of a small board says what is.
#[test]
fn no_random_strategy_proves_what_is_false() {
    let world = Whole::new(Size::new(3, 2).expect("within the limits"));
    let small: &Small = &world.small;
    let mut dice = dice(3);
    let [mut tried, mut right] = [0, 0];
    for target in 1..=small.all {
        let chain: PointSet = bits(target).map(|bit: Mask| small.point(bit)).collect();
        if chain.components().count() != 1 {
            continue;
        }
        let defended = world.defended(target);
        let is_chain = |own: Mask| own & small.grown(target) == target;
        for &stones in world.boards.iter().filter(|stones| is_chain(stones[0])) {
            let truth = defended[world.state(stones, 0)] > 0;
            let board = small.board(stones);
            for alive in [true, false] {
                let (strategy, line) = (HashMap::new(), Vec::new());
                let claim = Proof {
                    chain,
                    owner: Color::Black,
                    first: Color::Black,
                    alive,
                    strategy,
                    line,
                };
                let mut random = |legal: &[Move]| legal[dice.random_range(0..legal.len())];
                let proof = self::strategy(&board, &claim, &mut random);
                let is_verified = proof.verify(&board).is_ok();
                assert!(
                    !is_verified || alive == truth,
                    "{alive} of {chain:?} in\n{board}"
                );
                tried += 1;
                right += usize::from(is_verified);
            }
        }
    }
    assert!(tried > 300 && right > 0, "{right} of {tried}");
}

/// White lives only as long as he takes two stones for three, again and again.
#[test]
fn who_loses_more_and_more_is_proved_dead() {
    let (board, proof) = proof(LOSING_CYCLE, 4, 7);
    assert!(!proof.alive);
    assert_eq!(proof.verify(&board), Ok(()));
}

/// Whoever may take a direct ko first has what he wants, so that who moves first is part of the claim.
#[test]
fn who_moves_first_is_part_of_a_proof() {
    for (procedure, alive) in [(Procedure::PROPOSAL_2012, true), (Procedure::LOCAL, false)] {
        let (board, proof) = tests::proof_by(procedure, DIRECT_KO, 2, 3);
        assert_eq!(proof.alive, alive);
        assert_eq!(proof.verify(&board), Ok(()));
        let other_first = Proof {
            first: !proof.first,
            ..proof
        };
        assert!(other_first.verify(&board).is_err());
    }
}
