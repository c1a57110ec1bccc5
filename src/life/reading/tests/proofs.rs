//! Proofs spoilt in every way: the verifier refutes each of them.

use super::literal::Literal;
use super::small::{Mask, Small, bits};
use super::whole::Whole;
use super::with_ban;
use crate::board::{Board, diagram};
use crate::color::Color;
use crate::life::procedure::{Enabled, KoBan, Procedure, Side};
use crate::life::proof::tests::{self, BENT_FOUR, DIRECT_KO, DOUBLE_KO, LOSING_CYCLE};
use crate::life::proof::{Game, Moment, Proof, ProofError, Question, Step, Strategy, local_area};
use crate::life::reading::{self, Budget, Reader};
use crate::life::variation::Variation;
use crate::playout::dice;
use crate::point::{Point, PointSet, Size};
use rand::RngExt;
use std::collections::HashSet;

/// The procedures of 2012 and of 1989.
const BOTH: [Procedure; 2] = [Procedure::PROPOSAL_2012, Procedure::JAPANESE_1989];

/// The board, and a proof that holds.
fn proof(procedure: Procedure, picture: &str, column: u8, row: u8) -> (Board, Proof) {
    let (board, proof) = tests::proof_by(procedure, picture, column, row);
    assert_eq!(proof.verify(&board), Ok(()));
    (board, proof)
}

/// What the other side can bring about next, and what the winner answers.
fn after(strategy: &Strategy, game: &Game, board: &Board, moment: &Moment) -> Vec<Moment> {
    let now = moment.board(board.size()).expect("legal");
    let memory = moment.memory;
    let played = |(step, memory)| {
        let (after, _) = game.after(moment, &now, step)?;
        Some(Moment { memory, ..after })
    };
    match strategy.moves.get(moment) {
        Some(answer) if moment.turn == strategy.winner() => {
            played((answer.step, answer.memory)).into_iter().collect()
        }
        _ => {
            let in_play = game.settled(moment, &now, strategy.alive).in_play;
            let steps = game.steps(moment, &now, &in_play).into_iter();
            steps.filter_map(|step| played((step, memory))).collect()
        }
    }
}

/// In a ko that has just been taken the winner takes back at once: that is forbidden.
#[test]
fn an_illegal_ko_is_refuted() {
    for procedure in BOTH {
        let (board, proof) = proof(procedure, DOUBLE_KO, 4, 6);
        let mut count = 0;
        for moment in proof.main.moves.keys() {
            let now = moment.board(board.size()).expect("legal");
            for stone in moment.closed.iter() {
                let at = now.only_liberty(stone).expect("it is in a ko");
                // What takes more is no retake.
                let takes_one = now.clone().place(moment.turn, at, &mut ()).captured == 1;
                if now.at(stone) == Some(moment.turn) || !takes_one {
                    continue;
                }
                let to = Step::Play(at);
                let mut spoilt = proof.clone();
                spoilt.main.moves.insert(*moment, to.into());
                assert_eq!(spoilt.verify(&board), Err(ProofError::Illegal(to)));
                count += 1;
            }
        }
        assert!(count > 0, "the kos are fought");
    }
}

/// A pass for a ko where none is closed.
#[test]
fn a_pass_for_no_ko_is_refuted() {
    for procedure in BOTH {
        let (board, proof) = proof(procedure, DOUBLE_KO, 4, 6);
        for moment in proof
            .main
            .moves
            .keys()
            .filter(|moment| moment.closed.is_empty())
        {
            let mut spoilt = proof.clone();
            spoilt.main.moves.insert(*moment, Step::KoPass.into());
            assert_eq!(
                spoilt.verify(&board),
                Err(ProofError::Illegal(Step::KoPass))
            );
        }
    }
}

/// A move off the board, on a stone, or outside the part of the board that is fought for.
#[test]
fn a_move_where_none_can_be_is_refuted() {
    for procedure in BOTH {
        let (board, proof) = proof(procedure, BENT_FOUR, 2, 3);
        let game = tests::game(&board, &proof);
        let first = game.start(&board);
        let begin = match first.turn == proof.main.winner() {
            true => vec![first],
            false => after(&proof.main, &game, &board, &first),
        };
        for (column, row) in [(12, 1), (1, 1), (9, 4)] {
            let to = Step::Play(Point::new(column, row).expect("within the limits"));
            let mut spoilt = proof.clone();
            for moment in &begin {
                spoilt.main.moves.insert(*moment, to.into());
            }
            assert_eq!(spoilt.verify(&board), Err(ProofError::Illegal(to)), "{to}");
        }
    }
}

/// Everything after one reply is cut off.
#[test]
fn a_cut_branch_is_refuted() {
    for procedure in BOTH {
        let (board, proof) = proof(procedure, DOUBLE_KO, 2, 6);
        let game = tests::game(&board, &proof);
        let first = game.start(&board);
        for reply in after(&proof.main, &game, &board, &first) {
            let next = after(&proof.main, &game, &board, &reply);
            let kept: Vec<Moment> = [first].into_iter().chain(next).collect();
            let mut spoilt = proof.clone();
            spoilt.main.moves.retain(|moment, _| kept.contains(moment));
            assert_eq!(spoilt.verify(&board), Err(ProofError::NoMove));
        }
    }
}

/// The play goes round because the winner takes back; where he only waits he has lost.
#[test]
fn a_truncated_cycle_is_refuted() {
    for (column, row) in [(4, 6), (2, 6), (1, 4)] {
        for procedure in BOTH {
            let (board, proof) = proof(procedure, DOUBLE_KO, column, row);
            let waiting = strategy(&board, &proof, &mut |_| Step::Pass);
            assert_eq!(
                waiting.verify(&board),
                Err(ProofError::Cycle),
                "{column}, {row}"
            );
        }
    }
}

/// The claim is made of the other chains of the board, and of the other side's.
#[test]
fn a_wrong_target_is_refuted() {
    let (board, proof) = proof(Procedure::PROPOSAL_2012, BENT_FOUR, 2, 3);
    for owner in Color::BOTH {
        for chain in board
            .stones(owner)
            .components()
            .filter(|chain| *chain != proof.chain)
        {
            for alive in [true, false] {
                let area = PointSet::EMPTY;
                let spoilt = Proof {
                    chain,
                    owner,
                    alive,
                    main: Strategy {
                        question: Question::Chain { chain, area },
                        owner,
                        alive,
                        moves: proof.main.moves.clone(),
                    },
                    ..proof.clone()
                };
                // The three stones in the corner do live, and White's moves say nothing of them; what lives without
                // an answer needs no strategy.
                let game = tests::game(&board, &spoilt);
                let needs_none = game.settled(&game.start(&board), &board, alive).is_over;
                assert_eq!(spoilt.verify(&board).is_ok(), needs_none, "{alive} {board}");
            }
        }
    }
    let spoilt = Proof {
        owner: !proof.owner,
        ..proof
    };
    assert_eq!(spoilt.verify(&board), Err(ProofError::Chain));
}

/// The other side moves first, a ko is closed, or something has happened before: the strategy was made for another
/// beginning.
#[test]
fn a_wrong_assumption_is_refuted() {
    let turned = |moment: Moment| Moment {
        turn: !moment.turn,
        ..moment
    };
    let closed = |moment: Moment| Moment {
        closed: [Point::new(5, 1).expect("within the limits")]
            .into_iter()
            .collect(),
        ..moment
    };
    let removed = |moment: Moment| Moment {
        removed: !moment.removed,
        ..moment
    };
    for (picture, column, row) in [(BENT_FOUR, 2, 3), (DOUBLE_KO, 2, 6)] {
        for procedure in BOTH {
            let (board, proof) = proof(procedure, picture, column, row);
            for change in [turned, closed, removed] as [fn(Moment) -> Moment; 3] {
                let moves = proof.main.moves.iter();
                let mut shifted = proof.clone();
                shifted.main.moves = moves.map(|(key, &to)| (change(*key), to)).collect();
                assert_eq!(shifted.verify(&board), Err(ProofError::NoMove));
            }
        }
    }
}

/// The same claim with a strategy that has a move for every moment that can come up, chosen from the legal ones.
fn strategy(board: &Board, claim: &Proof, choose: &mut dyn FnMut(&[Step]) -> Step) -> Proof {
    let mut proof = claim.clone();
    proof.main.moves.clear();
    let game = tests::game(board, &proof);
    let mut work = vec![game.start(board)];
    let mut seen: HashSet<Moment> = work.iter().copied().collect();
    while let Some(moment) = work.pop() {
        if moment.turn == proof.main.winner() {
            let now = moment.board(board.size()).expect("legal");
            let in_play = game.settled(&moment, &now, proof.alive).in_play;
            let mut legal = game.steps(&moment, &now, &in_play);
            legal.retain(|&step| game.after(&moment, &now, step).is_some());
            proof.main.moves.insert(moment, choose(&legal).into());
        }
        for next in after(&proof.main, &game, board, &moment) {
            if seen.insert(next) {
                work.push(next);
            }
        }
    }
    proof
}

/// A claim about a chain of Black's that nothing shows.
fn claim(procedure: Procedure, chain: PointSet, area: PointSet, alive: bool) -> Proof {
    Proof {
        chain,
        owner: Color::Black,
        procedure,
        alive,
        main: Strategy::without_moves(Question::Chain { chain, area }, Color::Black, alive),
        premises: Vec::new(),
        variation: Variation::EMPTY,
    }
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
                let claim = claim(Procedure::PROPOSAL_2012, chain, PointSet::EMPTY, alive);
                let mut random = |legal: &[Step]| legal[dice.random_range(0..legal.len())];
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
    let (board, proof) = proof(Procedure::PROPOSAL_2012, LOSING_CYCLE, 4, 7);
    assert!(!proof.alive);
    let budget = Budget { states: 100_000 };
    let mut reader = Reader::new(&board, Procedure::JAPANESE_1989, budget);
    (reader.proves, reader.left) = (true, budget.states);
    let number = reader.number(proof.chain.first().expect("a chain has stones"));
    let area = PointSet::EMPTY;
    let winner = reader.ask(reading::Question::Chain { number, area }, budget.states);
    assert_eq!(winner, Some(Side::Attacker));
    let mut known = reader.known.pop().expect("what has just been found");
    let shown = reader.shown(&known);
    let (strategy, _) = reader.played(&mut known, &shown).expect("it is shown");
    assert_eq!(strategy.verify(&board, Procedure::JAPANESE_1989), Ok(()));
    assert!(!strategy.alive);
}

/// Whoever may take a direct ko first has what he wants, so that who moves first is part of the claim.
#[test]
fn who_moves_first_is_part_of_a_proof() {
    for (procedure, alive) in [(Procedure::PROPOSAL_2012, true), (Procedure::LOCAL, false)] {
        let (board, proof) = proof(procedure, DIRECT_KO, 2, 3);
        assert_eq!(proof.alive, alive);
        let first = !procedure.first;
        let other_first = Proof {
            procedure: Procedure { first, ..procedure },
            ..proof
        };
        assert!(other_first.verify(&board).is_err());
    }
}

/// Two black stones live because White, when he takes them, must let Black play at D9 and D8 (1989, example 2): behind
/// white stones that cannot be taken.
const BEHIND: &str = "
    . X O . O X X X X
    X . O . O X X . X
    O O O O X X X X X
    X X X X X X X X X
    X X X X X X X . X
    X . X X X X X X X";
/// A stone in a ko is dead although its owner has points next to it that nobody has filled (1989, example 24).
const WITH_DAME: &str = "
    . O X X . . X O O O O
    O X X . X X X O O O .
    . O X X O O O O O O O
    O O . X O O O . O O O
    . O X X O O O O O O O
    O O O O X X X X X X X
    . O X X X X X X X . X
    O O X X X X X X X X X";
/// Stones that are taken and come back (1989, example 1).
const COMING_BACK: &str = "
    . X X O O O . O O
    O X X O O . O O O
    X O O O O O O O O
    X X X O O O O O O
    X X X X X X X X X
    X . X X X X X X X
    X X X X . X X X X";
/// Kos that come about where another was (2012, remark 1, figure 5).
const ONE_KO_AFTER_ANOTHER: &str = "
    X . X O X O O O O
    . X O . X O O O .
    X . X . X O O O O
    O X X X X O O O O
    O O O O O O O O O
    O O O O O O O O O
    O . O O O O O O O
    O O O O O O O O O
    O O O O O O O O O";

/// Examples of the commentary of 1989, and what their proofs rest on.
#[test]
fn examples_of_1989_are_proved() {
    let cases = [
        (BENT_FOUR, "B3", false),
        (BENT_FOUR, "A4", true),
        (DOUBLE_KO, "B6", true),
        (DOUBLE_KO, "D6", false),
        (DOUBLE_KO, "E6", true),
        (DOUBLE_KO, "A4", false),
        (DIRECT_KO, "A4", false),
        (DIRECT_KO, "B4", false),
        (COMING_BACK, "B7", true),
        (COMING_BACK, "A6", true),
        (BEHIND, "A5", true),
        (BEHIND, "B6", true),
        (BEHIND, "E6", true),
        (WITH_DAME, "B8", false),
        (WITH_DAME, "A7", true),
        (ONE_KO_AFTER_ANOTHER, "A7", false),
        (ONE_KO_AFTER_ANOTHER, "A9", true),
    ];
    for ko in [KoBan::KoPass, KoBan::PassForEach] {
        for (picture, name, alive) in cases {
            let board = diagram::board(picture).expect("a board");
            let stone = name.parse().expect("a point");
            let mut reader = Reader::new(&board, with_ban(ko), Budget::default());
            let proof = reader.prove(stone).expect("the chain is settled");
            assert_eq!(proof.alive, alive, "{name} in\n{board}");
            assert_eq!(proof.verify(&board), Ok(()), "{name} in\n{board}");
        }
    }
}

/// Nothing that a proof of 1989 rests on can be taken from it, and no area be had for nothing.
#[test]
fn every_premise_is_needed() {
    let mut rests = 0;
    for (picture, column, row) in [
        (BEHIND, 1, 5),
        (COMING_BACK, 1, 6),
        (WITH_DAME, 2, 8),
        (DOUBLE_KO, 4, 6),
    ] {
        let (board, proof) = proof(Procedure::JAPANESE_1989, picture, column, row);
        for at in 0..proof.premises.len() {
            rests += 1;
            let mut spoilt = proof.clone();
            spoilt.premises.remove(at);
            assert_eq!(spoilt.verify(&board), Err(ProofError::Claim));
            let mut spoilt = proof.clone();
            spoilt.premises[at].alive = !proof.premises[at].alive;
            assert_eq!(spoilt.verify(&board), Err(ProofError::Claim));
            let mut spoilt = proof.clone();
            spoilt.premises[at].owner = !proof.premises[at].owner;
            assert!(spoilt.verify(&board).is_err());
            for moment in proof.premises[at].moves.keys() {
                let mut spoilt = proof.clone();
                spoilt.premises[at].moves.remove(moment);
                assert_eq!(spoilt.verify(&board), Err(ProofError::NoMove));
            }
        }
        // A point more for who is to live, or less for who is to die.
        let area = match proof.main.question {
            Question::Chain { area, .. } | Question::Sweep(area) => area,
            Question::Point(_) => panic!("no question about a chain"),
        };
        let shown = proof.area(&board);
        let others = if proof.alive {
            local_area(&board, &proof.chain) - shown
        } else {
            shown
        };
        for point in others.iter() {
            let mut area = area;
            if proof.alive {
                area.insert(point);
            } else {
                area.remove(point);
            }
            let mut spoilt = proof.clone();
            spoilt.main.question = match proof.main.question {
                Question::Sweep(_) => Question::Sweep(area),
                _ => Question::Chain {
                    chain: proof.chain,
                    area,
                },
            };
            assert_eq!(spoilt.verify(&board), Err(ProofError::Claim));
        }
    }
    assert!(rests > 5, "{rests}");
}

/// No strategy shows what is false of the questions of 1989: the letter of the rule says what is.
#[test]
fn no_random_strategy_shows_what_the_letter_denies() {
    let small = Small::new(Size::new(3, 2).expect("within the limits"));
    let mut dice = dice(5);
    let [mut number, mut tried, mut right] = [0; 3];
    for stones in (0..=small.all).flat_map(|black| (0..=small.all).map(move |white| [black, white]))
    {
        if stones[0] & stones[1] != 0 || !small.is_legal(stones) {
            continue;
        }
        for target in small.parts(stones[0]) {
            number += 1;
            if number % 7 != 0 {
                continue;
            }
            let board = small.board(stones);
            let set = |mask: Mask| bits(mask).map(|bit| small.point(bit)).collect::<PointSet>();
            for ko in [KoBan::KoPass, KoBan::PassForEach] {
                let enabled = Enabled::Gained;
                let literal = Literal {
                    small: &small,
                    stones,
                    ko,
                    enabled,
                };
                for area in [0, target, small.all] {
                    if !set(area).is_subset(&local_area(&board, &set(target))) {
                        continue;
                    }
                    let truth = literal.is_saved(0, target, area);
                    for alive in [true, false] {
                        let claim = claim(with_ban(ko), set(target), set(area), alive);
                        let mut random = |legal: &[Step]| legal[dice.random_range(0..legal.len())];
                        let shown = self::strategy(&board, &claim, &mut random).main;
                        let is_verified = shown.verify(&board, with_ban(ko)).is_ok();
                        assert!(
                            !is_verified || alive == truth,
                            "{alive} of {target:b} with {area:b} in\n{board}"
                        );
                        tried += 1;
                        right += usize::from(is_verified);
                    }
                }
            }
        }
    }
    assert!(tried > 300 && right > 0, "{right} of {tried}");
}
