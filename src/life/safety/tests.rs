//! Tests of safety proofs: every attack is tried on the board, and corrupted proofs are refused.

mod attacks;
mod changes;
mod enclosed;
mod every;
mod prover;
pub(crate) mod taking;

use super::check::{SafetyError, ZoneError};
use super::defence::Defence;
use super::proof::{Next, Promise, SafetyProof, ZoneAnswer};
use super::{SafetyLimits, safety};
use crate::go::board::{Board, diagram};
use crate::go::color::Color::{self, Black, White};
use crate::go::point::{Move, Point, PointSet, Size};
use crate::life::benson::tests::territory_is_kept;
use fxhash::FxHashSet;
use prover::prove;
use rand::seq::{IndexedRandom, IteratorRandom};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::cell::{Cell, RefCell};
use std::sync::atomic::AtomicBool;

pub(crate) type Dice = Xoshiro256PlusPlus;

/// Play on the board against a [`Defence`].
#[derive(Clone)]
struct Fight<'a> {
    board: Board,
    proof: &'a SafetyProof,
    defence: Defence<'a>,
}

impl<'a> Fight<'a> {
    fn new(board: &Board, proof: &'a SafetyProof) -> Fight<'a> {
        Fight {
            board: board.clone(),
            proof,
            defence: Defence::new(proof, board),
        }
    }

    /// Returns the attacker's plays. Kos are ignored, which only adds plays.
    fn attacks(&self) -> Vec<Point> {
        let attacker = !self.proof.owner;
        let is_allowed = |at: &&Point| self.proof.suicide || !self.board.is_suicide(attacker, **at);
        self.board
            .empties()
            .iter()
            .filter(is_allowed)
            .copied()
            .collect()
    }

    /// Plays an attack and its answer. Returns true if the answer is legal and all protected chains
    /// stand.
    fn survives(&mut self, attack: Point) -> bool {
        let owner = self.proof.owner;
        self.board.place(!owner, attack, &mut ());
        if !self.stands() {
            return false;
        }
        let Some(answer) = self.defence.answer(attack) else {
            return true;
        };
        let is_legal = self.board.is_empty(answer)
            && self.board.ko() != Some(answer)
            && !self.board.is_suicide(owner, answer);
        if is_legal {
            self.board.place(owner, answer, &mut ());
        }
        is_legal && self.stands()
    }

    fn stands(&self) -> bool {
        let stones = self.board.stones(self.proof.owner);
        self.proof
            .chains
            .iter()
            .all(|chain| chain.is_subset(&stones))
    }
}

/// Returns true if no order of attacks captures a protected stone; `None` if there are too many
/// states.
fn never_lost(board: &Board, proof: &SafetyProof) -> Option<bool> {
    never_lost_within(&board.size().all(), 30_000, board, proof)
}

/// Returns true if no order of attacks on some points captures a protected stone; `None` if there
/// are more than `most` states.
fn never_lost_within(
    places: &PointSet,
    most: usize,
    board: &Board,
    proof: &SafetyProof,
) -> Option<bool> {
    let mut seen = FxHashSet::default();
    let mut waiting = vec![Fight::new(board, proof)];
    while let Some(fight) = waiting.pop() {
        if seen.len() > most {
            return None;
        }
        let attacks = fight.attacks().into_iter();
        for attack in attacks.filter(|at| places.contains(*at)) {
            let mut next = fight.clone();
            if !next.survives(attack) {
                return Some(false);
            }
            let stones = Color::BOTH.map(|color| next.board.stones(color));
            if seen.insert((stones, next.defence.places())) {
                waiting.push(next);
            }
        }
    }
    Some(true)
}

/// Returns all boards of a size, or a random sample, given its size and seed.
fn boards(width: u8, height: u8, random: Option<(usize, u64)>) -> Vec<Board> {
    let size = Size::new(width, height).unwrap();
    match random {
        None => (0..3_usize.pow(u32::from(width) * u32::from(height)))
            .filter_map(|number| numbered(size, number))
            .collect(),
        Some((count, seed)) => {
            let mut dice = Dice::seed_from_u64(seed);
            // More stones of the owner than of the attacker.
            let mut content = || [0, 0, 1, 1, 1, 2][dice.random_range(0..6)];
            let boards = (0..count).filter_map(|_| with_contents(size, &mut content));
            boards.collect()
        }
    }
}

/// Returns the board with a number: the contents of its points as digits to base 3, the last point
/// first.
fn numbered(size: Size, mut number: usize) -> Option<Board> {
    with_contents(size, || {
        let content = number % 3;
        number /= 3;
        content
    })
}

/// Returns a board from the content of each point: 1 for Black, 2 for White. Returns `None` if a
/// stone has no liberty.
fn with_contents(size: Size, mut content: impl FnMut() -> usize) -> Option<Board> {
    let mut stones = [PointSet::EMPTY; 2];
    for at in size.points() {
        let content = content();
        if content > 0 {
            stones[content - 1].insert(at);
        }
    }
    Board::with_stones(size, &stones[0], &stones[1])
}

/// Proves chains on the boards with the test prover and tries every attack. Returns the number of
/// proofs tried.
fn confirm_on(boards: Vec<Board>, seed: u64) -> usize {
    let mut dice = Dice::seed_from_u64(seed);
    let mut tried = 0;
    for board in boards {
        for owner in Color::BOTH {
            let suicide = dice.random();
            let Some(proof) = prove(&board, owner, suicide, &mut dice) else {
                continue;
            };
            assert_eq!(proof.verify(&board), Ok(()), "{board}\n{proof:?}");
            let found = never_lost(&board, &proof);
            assert_ne!(found, Some(false), "{board}\n{proof:?}");
            tried += usize::from(found.is_some());
        }
    }
    tried
}

/// Returns true if no protected stone is captured in games where the attacker captures if possible
/// and otherwise plays at random.
pub(crate) fn stands_by_chance(
    board: &Board,
    proof: &SafetyProof,
    games: usize,
    dice: &mut Dice,
) -> bool {
    (0..games).all(|_| {
        let mut fight = Fight::new(board, proof);
        // Captures make room for more plays, so a game need not end.
        (0..3 * board.size().area()).all(|_| {
            let attacks = fight.attacks();
            let takes = |at: &&Point| fight.board.captures(!proof.owner, **at);
            let attack = attacks.iter().find(takes).or(attacks.choose(dice));
            attack.is_none_or(|&attack| fight.survives(attack))
        })
    })
}

#[test]
fn what_is_proved_on_small_boards_is_never_lost() {
    let small = [(2, 2), (3, 2), (2, 4)];
    let small = small.map(|(width, height)| boards(width, height, None));
    let tried = confirm_on(small.into_iter().flatten().collect(), 1);
    let some = boards(3, 3, None).into_iter().step_by(8);
    let more = confirm_on(some.collect(), 2);
    assert!(tried > 300 && more > 100, "{tried} {more}");
}

#[test]
fn what_is_proved_on_larger_boards_is_never_lost() {
    let tried = confirm_on(boards(4, 4, Some((600, 3))), 4);
    let more = confirm_on(boards(5, 3, Some((600, 5))), 6);
    assert!(tried.min(more) > 20, "{tried} {more}");
}

/// The limits of the safety search in these tests.
fn limits(suicide: bool, superko: bool) -> SafetyLimits {
    SafetyLimits {
        work: u64::MAX,
        zone: 300,
        zone_most: 300,
        color: 20_000,
        more: 5_000,
        again: u64::MAX,
        harder: u64::MAX,
        suicide,
        superko,
    }
}

/// Verifies each proof the safety search finds on the boards, and tries every attack, or random
/// ones on boards too large for that. Returns the number of proofs tried.
fn confirm_what_is_found(boards: Vec<Board>, seed: u64) -> usize {
    confirm_what_is_found_within(limits, boards, seed)
}

/// Does so within limits, given whether suicide is allowed and whether superko applies.
fn confirm_what_is_found_within(
    limits: fn(bool, bool) -> SafetyLimits,
    boards: Vec<Board>,
    seed: u64,
) -> usize {
    let mut dice = Dice::seed_from_u64(seed);
    let mut tried = 0;
    for board in boards {
        let limits = limits(dice.random(), dice.random());
        let found = safety(&board, &PointSet::EMPTY, &limits, &AtomicBool::new(false));
        let proofs = found.proofs.0.iter().flatten();
        for proof in proofs.filter(|proof| !proof.chains.is_empty()) {
            assert_eq!(
                (proof.suicide, proof.solid),
                (limits.suicide, limits.superko)
            );
            assert_eq!(proof.verify(&board), Ok(()), "{board}\n{proof:?}");
            let is_small = board.size().area() <= 16;
            let holds = is_small.then(|| never_lost(&board, proof)).flatten();
            let holds = holds.unwrap_or_else(|| stands_by_chance(&board, proof, 10, &mut dice));
            assert!(holds, "{board}\n{proof:?}");
            tried += 1;
        }
    }
    tried
}

#[test]
fn what_is_found_on_small_boards_is_never_lost() {
    let some = boards(3, 3, None).into_iter().step_by(5);
    let tried = confirm_what_is_found(some.collect(), 11);
    let more = confirm_what_is_found(boards(4, 4, Some((200, 12))), 13);
    assert!(tried > 400 && more > 50, "{tried} {more}");
}

#[test]
fn what_is_found_on_larger_boards_is_not_lost_by_chance() {
    let mut tried = 0;
    for (side, count) in [(5, 150), (7, 80), (9, 40)] {
        tried += confirm_what_is_found(boards(side, side, Some((count, 14))), u64::from(side));
    }
    assert!(tried > 60, "{tried}");
}

/// Returns a different continuation.
fn other_next(next: &Next, situations: usize, dice: &mut Dice) -> Next {
    let other = dice.random_range(0..=situations);
    match next {
        Next::Parts(parts) if dice.random() => {
            let mut parts = parts.clone();
            if let Some(part) = parts.iter_mut().choose(dice) {
                *part = other;
            }
            Next::Parts(parts)
        }
        Next::Parts(parts) => Next::Parts(parts[1..].to_vec()),
        _ => Next::Situation(other),
    }
}

/// Makes a random change to a proof.
fn spoil(proof: &mut SafetyProof, board: &Board, dice: &mut Dice) {
    let any = board.size().points().choose(dice).unwrap();
    let chain = dice.random_range(0..proof.chains.len());
    let zone = dice.random_range(0..proof.zones.len());
    let zone = &mut proof.zones[zone];
    let kind = dice.random_range(0..16);
    let situations = zone.strategy.len();
    match kind {
        0 if zone.points.contains(any) => zone.points.remove(any),
        0 => _ = zone.points.insert(any),
        1 => zone.promises.push(Promise::Liberties {
            chain,
            count: dice.random_range(1..=2),
        }),
        2 => zone.promises.push(Promise::Tied {
            chain,
            to: vec![dice.random_range(0..proof.chains.len())],
        }),
        3 => {
            let unprotected = board.stones(proof.owner) - proof.chains.iter().copied().collect();
            proof.chains.extend(unprotected.components().next());
        }
        4 => {
            zone.strategy.pop();
        }
        5 if dice.random() => proof.solid = !proof.solid,
        5 => proof.suicide = !proof.suicide,
        6 => {
            // The owner forgets a zone.
            zone.points.remove(any);
            zone.strategy.clear();
        }
        13 if zone.taken.contains(any) => zone.taken.remove(any),
        13 => _ = zone.taken.insert(any),
        14 => zone.parts = dice.random_range(0..=situations.min(3)),
        15 => {
            // Passes are not answered, or territory is given up.
            let Some(situation) = zone.strategy.iter_mut().choose(dice) else {
                return;
            };
            situation.answers.retain(|answer| answer.attack.is_some());
        }
        _ => {
            let Some(situation) = zone.strategy.iter_mut().choose(dice) else {
                return;
            };
            let Some(answer) = situation.answers.iter_mut().choose(dice) else {
                return;
            };
            match kind {
                7 => answer.answer = None,
                8 => answer.answer = zone.points.iter().choose(dice),
                9 => answer.next = Next::Settled,
                10 => answer.next = other_next(&answer.next, situations, dice),
                12 => answer.attack = zone.points.iter().choose(dice),
                _ => {
                    situation.points.remove(any);
                    situation.own &= situation.points;
                    situation.other &= situation.points;
                }
            }
        }
    }
}

/// Territory found on small boards is kept, and so is territory claimed by a corrupted proof that
/// is still accepted.
///
/// Exact alternating play, the opponent first, must remove every opposing stone there. All boards
/// of these sizes are searched; on some sizes only a sample of the distinct claims is tried.
#[test]
fn territory_that_is_found_or_still_claimed_is_kept_on_small_boards() {
    let dice = RefCell::new(Dice::seed_from_u64(15));
    let (refused, held) = (Cell::new(0), Cell::new(0));
    let claimed = |board: &Board, suicide: bool| {
        let limits = limits(suicide, false);
        let found = safety(
            board,
            &board.stones(White),
            &limits,
            &AtomicBool::new(false),
        );
        let mut claims = vec![(found.territory[Black], found.living()[Black])];
        let proof = found.proofs[Black].as_ref();
        if let Some(proof) = proof.filter(|proof| !proof.zones.is_empty()) {
            for _ in 0..8 {
                let mut spoilt = proof.clone();
                spoil(&mut spoilt, board, &mut dice.borrow_mut());
                // A caller that relies on a proof checks its suicide rule.
                if spoilt == *proof || spoilt.suicide != suicide || spoilt.territory().is_empty() {
                    continue;
                }
                if spoilt.verify(board).is_ok() {
                    held.set(held.get() + 1);
                    claims.push((spoilt.territory(), spoilt.chains.into_iter().collect()));
                    break;
                }
                refused.set(refused.get() + 1);
            }
        }
        claims
    };
    territory_is_kept(Size::new(3, 2).unwrap(), 1, claimed);
    territory_is_kept(Size::new(4, 2).unwrap(), 1, claimed);
    territory_is_kept(Size::new(5, 2).unwrap(), 150, claimed);
    territory_is_kept(Size::new(3, 3).unwrap(), 64, claimed);
    let (refused, held) = (refused.get(), held.get());
    assert!(refused > 1000 && held > 1000, "{refused} {held}");
}

#[test]
fn spoilt_proofs_are_refused_or_still_hold() {
    let mut dice = Dice::seed_from_u64(7);
    let (mut refused, mut held) = (0, 0);
    for board in boards(4, 3, Some((800, 8))) {
        let Some(proof) = prove(&board, Black, false, &mut dice) else {
            continue;
        };
        for _ in 0..6 {
            let mut spoilt = proof.clone();
            spoil(&mut spoilt, &board, &mut dice);
            if spoilt == proof {
                continue;
            }
            match spoilt.verify(&board) {
                Ok(()) => {
                    let found = never_lost(&board, &spoilt);
                    assert_ne!(found, Some(false), "{board}\n{spoilt:?}");
                    held += 1;
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(refused > 100 && held > 50, "{refused} {held}");
}

fn board(picture: &str) -> Board {
    diagram::board(picture).unwrap()
}

fn points(names: &str) -> PointSet {
    names
        .split_whitespace()
        .map(|name| name.parse::<Point>().unwrap())
        .collect()
}

/// Two chains tied by two points. One has two eyes.
fn tied() -> (Board, SafetyProof) {
    let board = board(
        ". . . . . O
         X X . . O O
         . . O O O .
         X X X X O O
         . X . X O .",
    );
    let proof = prover::with(
        &board,
        Black,
        &["A4", "A2"],
        &[
            (
                "A3 B3",
                &[Promise::Tied {
                    chain: 0,
                    to: vec![1],
                }],
            ),
            ("A1", &[Promise::Liberties { chain: 1, count: 1 }]),
            ("C1", &[Promise::Liberties { chain: 1, count: 1 }]),
        ],
    );
    (board, proof.expect("it can be proved"))
}

#[test]
fn a_chain_lives_by_a_tie_to_another() {
    let (board, proof) = tied();
    assert_eq!(proof.verify(&board), Ok(()));
    assert!(stands_by_chance(
        &board,
        &proof,
        100,
        &mut Dice::seed_from_u64(9)
    ));
    let mut defence = Defence::new(&proof, &board);
    let [low, high] = ["A3", "B3"].map(|at| at.parse::<Point>().unwrap());
    assert_eq!(defence.answer(low), Some(high));
    assert_eq!(defence.answer("F5".parse().unwrap()), None);
}

#[test]
fn every_part_of_a_proof_is_needed() {
    let (board, proof) = tied();
    let spoilt = |change: &dyn Fn(&mut SafetyProof)| {
        let mut proof = proof.clone();
        change(&mut proof);
        proof.verify(&board).expect_err("something is missing")
    };
    // Not a whole chain, a chain twice, an opposing chain, no chain.
    for stones in ["A4", "A4 B4 C4", "A2 B2 C2 D2 B1 D1", "C3", ""] {
        let error = spoilt(&|proof| proof.chains[0] = points(stones));
        assert_eq!(
            error,
            SafetyError::Chain(usize::from(stones.len() > 10)),
            "{stones}"
        );
    }
    // Only promises count.
    assert_eq!(
        spoilt(&|proof| _ = proof.zones.pop()),
        SafetyError::Unsafe(0)
    );
    let of_zone = |change: &dyn Fn(&mut SafetyProof)| match spoilt(change) {
        SafetyError::Zone(zone, error) => (zone, error),
        other => panic!("{other}"),
    };
    // Under a stone, off the board, nowhere, twice.
    for at in ["A2", "G1"] {
        let found = of_zone(&|proof| _ = proof.zones[1].points.insert(at.parse().unwrap()));
        assert_eq!(found, (1, ZoneError::Points));
    }
    assert_eq!(
        of_zone(&|proof| proof.zones[0].points = points("")),
        (0, ZoneError::Points)
    );
    assert_eq!(
        of_zone(&|proof| _ = proof.zones[2].points.insert("A1".parse().unwrap())),
        (2, ZoneError::Overlap)
    );
    // An additional point has no answer.
    let wider = of_zone(&|proof| _ = proof.zones[0].points.insert("C4".parse().unwrap()));
    assert_eq!(wider.0, 0);
    // Promises that cannot be kept.
    for promises in [
        Promise::Liberties { chain: 0, count: 2 },
        Promise::Liberties { chain: 1, count: 2 },
    ] {
        let (zone, _) = of_zone(&|proof| proof.zones[0].promises.push(promises.clone()));
        assert_eq!(zone, 0);
    }
    for promise in [
        Promise::Liberties { chain: 2, count: 1 },
        Promise::Liberties { chain: 0, count: 0 },
        Promise::Liberties { chain: 0, count: 3 },
        Promise::Tied {
            chain: 0,
            to: vec![2],
        },
    ] {
        let found = of_zone(&|proof| proof.zones[0].promises.push(promise.clone()));
        assert_eq!(found, (0, ZoneError::Promise(1)));
    }
    // An empty strategy, a missing answer, a wrong answer, an answer too many.
    assert_eq!(
        of_zone(&|proof| proof.zones[0].strategy.clear()),
        (0, ZoneError::Beginning)
    );
    let [low, high] = ["A3", "B3"].map(|at| at.parse::<Point>().unwrap());
    let answers = |answers: Vec<(Point, Option<Point>)>| {
        let answers = answers.into_iter().map(|(attack, answer)| ZoneAnswer {
            attack: Some(attack),
            answer,
            next: Next::Settled,
        });
        let answers: Vec<ZoneAnswer> = answers.collect();
        of_zone(&|proof| proof.zones[0].strategy[0].answers = answers.clone())
    };
    let (situation, attack) = (0, Move::At(low));
    let good = (high, Some(low));
    let gap = (0, ZoneError::Gap { situation, attack });
    assert_eq!(answers(vec![good]), gap);
    assert_eq!(answers(vec![good, (low, None)]), gap);
    for answer in [low, "C4".parse().unwrap()] {
        let expected = ZoneError::Answer {
            situation,
            attack,
            answer,
        };
        assert_eq!(answers(vec![good, (low, Some(answer))]), (0, expected));
    }
    let twice = vec![good, (low, Some(high)), (low, Some(high))];
    assert_eq!(answers(twice), (0, ZoneError::Attack { situation, attack }));
    // A continuation that does not exist, or back to the first node; and a relevant point removed.
    for next in [0, 1] {
        let found =
            of_zone(&|proof| proof.zones[0].strategy[0].answers[0].next = Next::Situation(next));
        assert!(matches!(found, (0, ZoneError::Gap { .. })), "{found:?}");
    }
    let found = of_zone(&|proof| proof.zones[0].strategy[0].points.remove(low));
    assert_eq!(found, (0, ZoneError::Beginning));
}

/// A cycle of ties proves nothing.
#[test]
fn a_circle_of_ties_is_no_safety() {
    let board = board(
        ". . . . .
         X X X X .
         . . O . .
         X X X X .
         . . . . .",
    );
    let tie = |chain: usize| Promise::Tied {
        chain,
        to: vec![1 - chain],
    };
    let proof = prover::with(
        &board,
        Black,
        &["A4", "A2"],
        &[("A3 B3", &[tie(0), tie(1)])],
    );
    let proof = proof.expect("the ties hold");
    assert_eq!(proof.verify(&board), Err(SafetyError::Unsafe(0)));
}

/// A proof for one color holds for the other on the board with colors exchanged.
#[test]
fn colors_are_alike() {
    let (board, mut proof) = tied();
    let exchanged =
        Board::with_stones(board.size(), &board.stones(White), &board.stones(Black)).unwrap();
    assert!(proof.verify(&exchanged).is_err());
    proof.owner = White;
    assert_eq!(proof.verify(&exchanged), Ok(()));
    assert!(stands_by_chance(
        &exchanged,
        &proof,
        100,
        &mut Dice::seed_from_u64(10)
    ));
}
