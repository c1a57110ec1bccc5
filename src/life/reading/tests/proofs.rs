//! The solver's proofs verify, and the verifier refutes every kind of corrupted proof.

use super::literal::Literal;
use super::positions::{BENT_FOUR, DIRECT_KO, DOUBLE_KO, LOSING_CYCLE};
use super::small::{Mask, Small, bits};
use super::whole::Whole;
use super::with_ban;
use crate::go::board::{Board, diagram};
use crate::go::color::Color;
use crate::go::point::{Point, PointSet, Size};
use crate::life::procedure::{Enabled, KoBan, Procedure, Side, Success};
use crate::life::proof::{
    Proof, ProofError, ProofGame, ProofMove, ProofState, Strategy, StrategyMove, local_area,
};
use crate::life::question::{Question, Subject};
use crate::life::reading::inquiry::Evidence;
use crate::life::reading::{Budget, Reader, certificate};
use crate::mcts::playout::dice;
use rand::RngExt;
use std::collections::{HashMap, HashSet};

/// The procedures of 2012 and of 1989.
const BOTH: [Procedure; 2] = [Procedure::PROPOSAL_2012, Procedure::JAPANESE_1989];

/// Returns a board and a verified proof about the chain of a stone.
fn proof(procedure: Procedure, picture: &str, column: u8, row: u8) -> (Board, Proof) {
    let board = diagram::board(picture).expect("a board");
    let stone = Point::new(column, row).expect("on the board");
    let budget = Budget { states: 100_000 };
    let proof = Reader::new(&board, procedure, budget).prove(stone);
    let proof = proof.expect("the chain is settled");
    assert_eq!(proof.verify(&board), Ok(()), "{column}, {row} in\n{board}");
    (board, proof)
}

/// Returns the game of a proof's main strategy.
fn game(board: &Board, proof: &Proof) -> ProofGame {
    let game = ProofGame::new(board, proof.procedure, &proof.main.question);
    game.expect("a game of this board")
}

#[test]
fn proofs_of_readings_hold() {
    let cases = [
        (BENT_FOUR, 2, 3, false),
        (BENT_FOUR, 1, 4, true),
        (DOUBLE_KO, 2, 6, true),
        (DOUBLE_KO, 4, 6, true),
        (DOUBLE_KO, 5, 6, true),
        (DOUBLE_KO, 1, 4, true),
    ];
    for (picture, column, row, alive) in cases {
        let (_, proof) = proof(Procedure::PROPOSAL_2012, picture, column, row);
        assert_eq!(proof.alive, alive);
    }
}

#[test]
fn the_variation_is_play_on_the_board() {
    for procedure in BOTH {
        let (board, proof) = proof(procedure, BENT_FOUR, 2, 3);
        let game = game(&board, &proof);
        let mut state = game.start(&board);
        for (number, &(color, to)) in proof.variation.plays.iter().enumerate() {
            assert_eq!(color, state.turn);
            let play = match to.point() {
                Some(at) => ProofMove::Play(at),
                None if proof.variation.ko_passes.contains(&number) => ProofMove::KoPass,
                None => ProofMove::Pass,
            };
            let board = state.board(board.size()).expect("legal");
            state = game.after(&state, &board, play).expect("a legal move").0;
        }
        let board = state.board(board.size()).expect("legal");
        assert!(game.is_over(&state, &board, proof.alive), "{board}");
    }
}

/// The book answers every legal move of the loser that matters, with legal play until nothing can
/// change.
#[test]
fn books_answer_every_try() {
    let mut dice = dice(9);
    let (mut ended, mut cycled) = (0, 0);
    let stones = [(BENT_FOUR, 2, 3), (BENT_FOUR, 1, 4), (DOUBLE_KO, 2, 6)];
    for (picture, column, row) in [stones[0], stones[1], stones[2], (DIRECT_KO, 1, 1)] {
        for procedure in BOTH {
            let (board, proof) = proof(procedure, picture, column, row);
            let game = game(&board, &proof);
            let book = proof.main.book(&board, procedure, 10_000);
            let book = book.expect("a strategy of few states");
            assert_eq!(book.loser, !proof.main.question.winner(proof.alive));
            let most = book.situations.len().checked_sub(1);
            if let Some(most) = most {
                let short = proof.main.book(&board, procedure, most);
                assert_eq!(short, Err(ProofError::TooLarge));
            }
            for _ in 0..100 {
                let mut state = game.start(&board);
                let mut make = |play: ProofMove| {
                    let board = state.board(board.size()).expect("legal");
                    state = game.after(&state, &board, play).expect("a legal move").0;
                    let board = state.board(board.size()).expect("legal");
                    (state, board)
                };
                let mut reached = book.opening.map(&mut make);
                let mut here = (!book.situations.is_empty()).then_some(0);
                for turn in 0..60 {
                    let Some(number) = here else { break };
                    let exchanges = &book.situations[number];
                    if let Some((state, board)) = &reached {
                        let in_play = game.enclosure(board, proof.alive).in_play;
                        let moves = game.moves(state, board, &in_play).into_iter();
                        let legal: Vec<ProofMove> = moves
                            .filter(|&play| game.after(state, board, play).is_some())
                            .collect();
                        let tried: Vec<ProofMove> =
                            exchanges.iter().map(|one| one.attempt).collect();
                        assert_eq!(tried, legal);
                    }
                    let exchange = exchanges[dice.random_range(0..exchanges.len())];
                    reached = Some(make(exchange.attempt));
                    reached = exchange.answer.map(&mut make).or(reached);
                    here = exchange.next;
                    cycled += usize::from(turn == 59);
                }
                if let (None, Some((state, board))) = (here, &reached) {
                    assert!(game.is_over(state, board, proof.alive), "{board}");
                    ended += 1;
                }
            }
        }
    }
    assert!(ended > 300 && cycled > 0, "{ended} {cycled}");
}

#[test]
fn corrupted_proofs_are_refuted() {
    for (picture, column, row) in [(BENT_FOUR, 2, 3), (DOUBLE_KO, 2, 6)] {
        for procedure in BOTH {
            let (board, proof) = proof(procedure, picture, column, row);
            let with = |moves: HashMap<ProofState, StrategyMove>| {
                let mut spoilt = proof.clone();
                spoilt.main.responses = moves;
                spoilt
            };
            let mut opposite = proof.clone();
            opposite.alive = !proof.alive;
            assert_eq!(opposite.verify(&board), Err(ProofError::Claim));
            opposite.main.alive = !proof.alive;
            let refusal = opposite.verify(&board);
            assert!(refusal == Err(ProofError::NoMove) || refusal == Err(ProofError::Claim));
            let nothing = with(HashMap::new());
            assert_eq!(nothing.verify(&board), Err(ProofError::NoMove));
            let all = |play: ProofMove| {
                let states = proof.main.responses.keys();
                with(states.map(|state| (*state, play.into())).collect())
            };
            let idle = all(ProofMove::Pass);
            assert!(
                idle.verify(&board).is_err(),
                "passing for ever wins nothing"
            );
            let occupied = proof.chain.first().expect("a chain has stones");
            assert!(all(ProofMove::Play(occupied)).verify(&board).is_err());
            let mut part = proof.clone();
            part.chain.remove(occupied);
            assert_eq!(part.verify(&board), Err(ProofError::Chain));
        }
    }
}

/// Removing any single move from a strategy is detected.
#[test]
fn every_move_of_a_proof_is_needed() {
    for procedure in BOTH {
        let (board, proof) = proof(procedure, BENT_FOUR, 2, 3);
        for state in proof.main.responses.keys() {
            let mut gap = proof.clone();
            gap.main.responses.remove(state);
            assert_eq!(gap.verify(&board), Err(ProofError::NoMove));
        }
    }
}

/// A proof of one board is worthless on its twin, where White has an outside eye.
#[test]
fn a_proof_does_not_fit_a_twin() {
    for procedure in BOTH {
        let (_, proof) = proof(procedure, BENT_FOUR, 2, 3);
        let twin = "
            X X X . O X X X .
            . O O O O X X X X
            O . O X X X X X .
            O O O X X X X X X";
        let twin = diagram::board(twin).expect("a board");
        assert!(proof.verify(&twin).is_err());
        let first = proof.chain.first().expect("a chain has stones");
        let own = twin.stones(proof.owner);
        let chain = [first].into_iter().collect::<PointSet>().flood(&own);
        let mut forged = Proof { chain, ..proof };
        assert_eq!(forged.verify(&twin), Err(ProofError::Claim));
        let area = match forged.procedure.success {
            Success::OwningForGood => PointSet::EMPTY,
            Success::Capturing => local_area(&twin, &chain),
        };
        forged.main.question = Question::chain(forged.owner, chain, area);
        assert!(forged.verify(&twin).is_err());
    }
}

/// Returns the states after the winner's response, or after each move of the loser.
fn after(
    strategy: &Strategy,
    game: &ProofGame,
    board: &Board,
    state: &ProofState,
) -> Vec<ProofState> {
    let now = state.board(board.size()).expect("legal");
    let memory = state.memory;
    let played = |(play, memory)| {
        let (after, _) = game.after(state, &now, play)?;
        Some(ProofState { memory, ..after })
    };
    match strategy.responses.get(state) {
        Some(response) if state.turn == strategy.question.winner(strategy.alive) => {
            played((response.play, response.memory))
                .into_iter()
                .collect()
        }
        _ => {
            let in_play = game.enclosure(&now, strategy.alive).in_play;
            let moves = game.moves(state, &now, &in_play).into_iter();
            moves.filter_map(|play| played((play, memory))).collect()
        }
    }
}

/// The winner retakes a ko at once, which is forbidden.
#[test]
fn an_illegal_ko_is_refuted() {
    for procedure in BOTH {
        let (board, proof) = proof(procedure, DOUBLE_KO, 4, 6);
        let mut count = 0;
        for state in proof.main.responses.keys() {
            let now = state.board(board.size()).expect("legal");
            for stone in state.closed.iter() {
                let at = now.only_liberty(stone).expect("it is in a ko");
                // A capture of more than one stone is not a retake.
                let takes_one = now.clone().place(state.turn, at, &mut ()).captured == 1;
                if now.at(stone) == Some(state.turn) || !takes_one {
                    continue;
                }
                let to = ProofMove::Play(at);
                let mut spoilt = proof.clone();
                spoilt.main.responses.insert(*state, to.into());
                assert_eq!(spoilt.verify(&board), Err(ProofError::Illegal(to)));
                count += 1;
            }
        }
        assert!(count > 0, "the kos are fought");
    }
}

/// The winner passes for a ko when none is closed.
#[test]
fn a_pass_for_no_ko_is_refuted() {
    for procedure in BOTH {
        let (board, proof) = proof(procedure, DOUBLE_KO, 4, 6);
        let states = proof.main.responses.keys();
        for state in states.filter(|state| state.closed.is_empty()) {
            let mut spoilt = proof.clone();
            spoilt
                .main
                .responses
                .insert(*state, ProofMove::KoPass.into());
            assert_eq!(
                spoilt.verify(&board),
                Err(ProofError::Illegal(ProofMove::KoPass))
            );
        }
    }
}

/// A move off the board, on a stone, or outside the local area.
#[test]
fn a_move_where_none_can_be_is_refuted() {
    for procedure in BOTH {
        let (board, proof) = proof(procedure, BENT_FOUR, 2, 3);
        let game = game(&board, &proof);
        let first = game.start(&board);
        let begin = if first.turn == proof.main.question.winner(proof.alive) {
            vec![first]
        } else {
            after(&proof.main, &game, &board, &first)
        };
        for (column, row) in [(12, 1), (1, 1), (9, 4)] {
            let to = ProofMove::Play(Point::new(column, row).expect("within the limits"));
            let mut spoilt = proof.clone();
            for state in &begin {
                spoilt.main.responses.insert(*state, to.into());
            }
            assert_eq!(spoilt.verify(&board), Err(ProofError::Illegal(to)), "{to}");
        }
    }
}

/// Every state after one reply is missing.
#[test]
fn a_cut_branch_is_refuted() {
    for procedure in BOTH {
        let (board, proof) = proof(procedure, DOUBLE_KO, 2, 6);
        let game = game(&board, &proof);
        let first = game.start(&board);
        for reply in after(&proof.main, &game, &board, &first) {
            let next = after(&proof.main, &game, &board, &reply);
            let kept: Vec<ProofState> = [first].into_iter().chain(next).collect();
            let mut spoilt = proof.clone();
            spoilt
                .main
                .responses
                .retain(|state, _| kept.contains(state));
            assert_eq!(spoilt.verify(&board), Err(ProofError::NoMove));
        }
    }
}

/// The winner keeps the cycle going by retaking; a winner that only passes has lost.
#[test]
fn a_truncated_cycle_is_refuted() {
    for (column, row) in [(4, 6), (2, 6), (1, 4)] {
        for procedure in BOTH {
            let (board, proof) = proof(procedure, DOUBLE_KO, column, row);
            let waiting = strategy(&board, &proof, &mut |_| ProofMove::Pass);
            assert_eq!(
                waiting.verify(&board),
                Err(ProofError::Cycle),
                "{column}, {row}"
            );
        }
    }
}

/// The proof claims other chains of the board, or the other side's.
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
                        question: Question::chain(owner, chain, area),
                        alive,
                        responses: proof.main.responses.clone(),
                    },
                    ..proof.clone()
                };
                // The three stones in the corner do live, and White's moves prove nothing about
                // them. Unconditional life needs no strategy.
                let game = game(&board, &spoilt);
                let needs_none = game.is_over(&game.start(&board), &board, alive);
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

/// The strategy was made for another start: the other side moves first, a ko is closed, or the
/// chain has been captured.
#[test]
fn a_wrong_assumption_is_refuted() {
    let turned = |state: ProofState| ProofState {
        turn: !state.turn,
        ..state
    };
    let closed = |state: ProofState| ProofState {
        closed: [Point::new(5, 1).expect("within the limits")]
            .into_iter()
            .collect(),
        ..state
    };
    let removed = |state: ProofState| ProofState {
        removed: !state.removed,
        ..state
    };
    for (picture, column, row) in [(BENT_FOUR, 2, 3), (DOUBLE_KO, 2, 6)] {
        for procedure in BOTH {
            let (board, proof) = proof(procedure, picture, column, row);
            for change in [turned, closed, removed] as [fn(ProofState) -> ProofState; 3] {
                let moves = proof.main.responses.iter();
                let mut shifted = proof.clone();
                shifted.main.responses = moves.map(|(key, &to)| (change(*key), to)).collect();
                assert_eq!(shifted.verify(&board), Err(ProofError::NoMove));
            }
        }
    }
}

/// Returns the claim with a strategy for every reachable state, whose moves `choose` picks from the
/// legal ones.
fn strategy(
    board: &Board,
    claim: &Proof,
    choose: &mut dyn FnMut(&[ProofMove]) -> ProofMove,
) -> Proof {
    let mut proof = claim.clone();
    proof.main.responses.clear();
    let game = game(board, &proof);
    let mut work = vec![game.start(board)];
    let mut seen: HashSet<ProofState> = work.iter().copied().collect();
    while let Some(state) = work.pop() {
        if state.turn == proof.main.question.winner(proof.alive) {
            let now = state.board(board.size()).expect("legal");
            let in_play = game.enclosure(&now, proof.alive).in_play;
            let mut legal = game.moves(&state, &now, &in_play);
            legal.retain(|&play| game.after(&state, &now, play).is_some());
            proof.main.responses.insert(state, choose(&legal).into());
        }
        for next in after(&proof.main, &game, board, &state) {
            if seen.insert(next) {
                work.push(next);
            }
        }
    }
    proof
}

/// A claim about a Black chain, without any evidence.
fn claim(procedure: Procedure, chain: PointSet, area: PointSet, alive: bool) -> Proof {
    let question = Question::chain(Color::Black, chain, area);
    Proof {
        main: Strategy::without_moves(question, alive),
        ..Proof::claim(Color::Black, chain, procedure, alive)
    }
}

/// No random strategy proves a false claim. The truth comes from the whole game on a small board.
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
                let mut random = |legal: &[ProofMove]| legal[dice.random_range(0..legal.len())];
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

/// White lives only as long as White captures two stones for three, again and again.
#[test]
fn who_loses_more_and_more_is_proved_dead() {
    let (board, proof) = proof(Procedure::PROPOSAL_2012, LOSING_CYCLE, 4, 7);
    assert!(!proof.alive);
    let budget = Budget { states: 100_000 };
    let reader = Reader::new(&board, Procedure::JAPANESE_1989, budget);
    let mut inquiry = reader.inquiry.afresh(Evidence::Graph);
    inquiry.left = budget.states;
    let question = Question::chain(proof.owner, proof.chain, PointSet::EMPTY);
    assert_eq!(inquiry.ask(question, budget.states), Some(Side::Attacker));
    let mut known = inquiry.known.pop().expect("what has just been found");
    let shown = certificate::shown(&known);
    let (strategy, _) =
        certificate::played(&mut inquiry, &mut known, &shown, usize::MAX).expect("it is shown");
    assert_eq!(strategy.verify(&board, Procedure::JAPANESE_1989), Ok(()));
    assert!(!strategy.alive);
}

/// The side that may take a direct ko first wins it, so the side to move first is part of the
/// claim.
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

/// Two black stones live because White must let Black play at D9 and D8 to capture them (1989,
/// example 2): behind white stones that cannot be captured.
const BEHIND: &str = "
    . X O . O X X X X
    X . O . O X X . X
    O O O O X X X X X
    X X X X X X X X X
    X X X X X X X . X
    X . X X X X X X X";
/// A ko stone is dead although its owner could still fill a dame nearby (1989, example 24).
const WITH_DAME: &str = "
    . O X X . . X O O O O
    O X X . X X X O O O .
    . O X X O O O O O O O
    O O . X O O O . O O O
    . O X X O O O O O O O
    O O O O X X X X X X X
    . O X X X X X X X . X
    O O X X X X X X X X X";
/// Stones that are captured and come back (1989, example 1).
const COMING_BACK: &str = "
    . X X O O O . O O
    O X X O O . O O O
    X O O O O O O O O
    X X X O O O O O O
    X X X X X X X X X
    X . X X X X X X X
    X X X X . X X X X";
/// A ko that arises where another one was (2012, remark 1, figure 5).
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

/// Examples of the commentary of 1989 with their verdicts, all of them proved.
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
            let reader = Reader::new(&board, with_ban(ko), Budget::default());
            let proof = reader.prove(stone).expect("the chain is settled");
            assert_eq!(proof.alive, alive, "{name} in\n{board}");
            assert_eq!(proof.verify(&board), Ok(()), "{name} in\n{board}");
        }
    }
}

/// No premise of a 1989 proof can be removed, and no area claimed without one.
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
            spoilt.premises[at].question.owner = !proof.premises[at].question.owner;
            assert!(spoilt.verify(&board).is_err());
            for state in proof.premises[at].responses.keys() {
                let mut spoilt = proof.clone();
                spoilt.premises[at].responses.remove(state);
                assert_eq!(spoilt.verify(&board), Err(ProofError::NoMove));
            }
        }
        // One point more for a chain that lives, or one less for a chain that dies.
        let area = proof.main.question.area();
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
            spoilt.main.question.subject = match proof.main.question.subject {
                Subject::Area(_) => Subject::Area(area),
                Subject::Chain { stones, .. } => Subject::Chain { stones, area },
                Subject::Point(_) => panic!("no question about a chain"),
            };
            assert_eq!(spoilt.verify(&board), Err(ProofError::Claim));
        }
    }
    assert!(rests > 5, "{rests}");
}

/// No random strategy proves a false answer to a question of 1989. The truth comes from the literal
/// reference.
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
                        let mut random =
                            |legal: &[ProofMove]| legal[dice.random_range(0..legal.len())];
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
