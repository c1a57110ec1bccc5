//! Tests of the solver: positions from the rule texts, and small boards against independent
//! references.

mod dame;
mod literal;
mod plainly;
pub(super) mod positions;
mod proofs;
mod small;
mod whole;

use super::field::Bits;
use super::fight::Fight;
use super::graph::Graph;
use super::*;
use crate::go::board::diagram;
use crate::go::point::Size;
use crate::life::meter::Meter;
use crate::life::procedure::{Enabled, KoBan};
use crate::life::question::{Question, Subject};
use crate::mcts::playout::dice;
use literal::Literal;
use plainly::{Plainly, States};
use positions::{DIRECT_KO, DOUBLE_KO};
use rand::RngExt;
use small::{Mask, Small, Stones, bits};
use std::collections::HashMap;
use std::io::Write;
use std::ops::Range;
use whole::Whole;

/// Checks the verdicts of chains, each named by a stone; `true` means alive.
#[track_caller]
fn check(rules: Rules, picture: &str, expected: &[(&str, bool)]) {
    let board = diagram::board(picture).expect("a board");
    for &(name, alive) in expected {
        let stone = name.parse().expect("a point");
        let found = judge(&board, stone, &rules, &Budget { states: 100_000 });
        let expected = if alive {
            ReadingResult::Alive
        } else {
            ReadingResult::Dead
        };
        assert_eq!(found.verdict, expected, "{name} under {rules}:\n{board}");
    }
}

/// Proposal of 2012 and commentary of 1989, example 1: the capture lets Black play again where the
/// stones stood. That is life in 1989 and not in 2012.
#[test]
fn stones_that_come_back_live_in_1989() {
    let picture = "
        . X X O O O . O O
        O X X O O . O O O
        X O O O O O O O O
        X X X O O O O O O
        X X X X X X X X X
        X . X X X X X X X
        X X X X . X X X X";
    check(
        Rules::PROPOSAL_2012,
        picture,
        &[("B7", false), ("A6", false)],
    );
    check(Rules::JAPANESE_1989, picture, &[("B7", true), ("A6", true)]);
}

/// Example 7-1 of both texts: bent four in the corner, and a twin with an outside eye.
#[test]
fn bent_four_in_the_corner_is_dead() {
    let picture = "
        X X X . O X X X .
        . O O O O X X X X
        O O X X X X X X .
        X X X X X X X X X";
    let twin = "
        X X X . O X X X .
        . O O O O X X X X
        O . O X X X X X .
        O O O X X X X X X";
    for rules in [
        Rules::PROPOSAL_2012,
        Rules::JAPANESE_1989,
        Rules::JAPANESE_1949,
        Rules::KOREAN,
    ] {
        check(rules, picture, &[("A4", true), ("B3", false)]);
        check(rules, twin, &[("A4", false), ("B3", true)]);
    }
}

/// Example 9: in 2012 Black may connect first; in 1989 White takes the ko and finishes it.
#[test]
fn a_direct_ko_is_lost_in_1989_only() {
    let chains = ["A4", "B4", "D4"];
    check(
        Rules::PROPOSAL_2012,
        DIRECT_KO,
        &chains.map(|name| (name, true)),
    );
    check(
        Rules::JAPANESE_1989,
        DIRECT_KO,
        &chains.map(|name| (name, false)),
    );
}

/// Example 10, the twin of example 9: with one more outside liberty Black has time to retake.
#[test]
fn a_ko_with_a_step_needs_no_reinforcement() {
    let picture = "
        X O . . X O O O .
        . X X X X O O O O
        X X O O O O O O .
        O O O O O O O O O";
    for rules in [Rules::PROPOSAL_2012, Rules::JAPANESE_1989] {
        check(rules, picture, &[("A4", true), ("B4", false), ("E4", true)]);
    }
}

/// Example 25: the stones of a double-ko seki are captured and retaken forever. They live in 2012;
/// in 1989 the two ko stones are dead.
#[test]
fn stones_of_a_double_ko_seki() {
    let all = ["B6", "D6", "E6", "A4"];
    check(
        Rules::PROPOSAL_2012,
        DOUBLE_KO,
        &all.map(|name| (name, true)),
    );
    let in_1989 = [("B6", true), ("D6", false), ("E6", true), ("A4", false)];
    check(Rules::JAPANESE_1989, DOUBLE_KO, &in_1989);
}

/// Rotation, reflection and exchange of colors leave a verdict unchanged.
#[test]
fn verdicts_do_not_depend_on_where_and_who() {
    let rows = [
        "X O . . X O O O .",
        ". X X X X O O O O",
        "X X O O O O O O .",
        "O O O O O O O O O",
    ];
    let mirrored = rows
        .map(|row| row.chars().rev().collect::<String>())
        .join("\n");
    let upside_down: Vec<&str> = rows.into_iter().rev().collect();
    let swapped = rows
        .join("\n")
        .replace('X', "x")
        .replace('O', "X")
        .replace('x', "O");
    for rules in [Rules::PROPOSAL_2012, Rules::JAPANESE_1989] {
        check(rules, &mirrored, &[("J4", true), ("H4", false)]);
        check(
            rules,
            &upside_down.join("\n"),
            &[("A1", true), ("B1", false)],
        );
        check(rules, &swapped, &[("A4", true), ("B4", false)]);
    }
}

#[test]
fn what_cannot_be_read_is_unsettled() {
    let board = Board::with_stones(
        Size::square(19).expect("within the limits"),
        &Point::new(4, 4).into_iter().collect(),
        &Point::new(16, 16).into_iter().collect(),
    );
    let board = board.expect("two stones");
    let stone = Point::new(4, 4).expect("on the board");
    let found = judge(&board, stone, &Rules::PROPOSAL_2012, &Budget::default());
    assert_eq!((found.verdict, found.states), (ReadingResult::Unsettled, 0));
    let settled = benson::settled(&board, false);
    let limits = Limits::default();
    assert_eq!(settle(&board, &settled, &Rules::JAPANESE_1989, &limits), []);
    let small = diagram::board("X . . . O\n. . . . .").expect("a board");
    let stone = Point::new(1, 2).expect("on the board");
    let found = judge(&small, stone, &Rules::CHINESE, &Budget::default());
    assert_eq!(
        found.verdict,
        ReadingResult::Unsettled,
        "judged by other means"
    );
    let open = ". . . . . .\n. X . . O .\n. . . . . .\n. O . . X .\n. . . . . .";
    let open = diagram::board(open).expect("a board");
    let stone = Point::new(2, 4).expect("on the board");
    let found = judge(&open, stone, &Rules::PROPOSAL_2012, &Budget { states: 2 });
    assert_eq!(
        found.verdict,
        ReadingResult::Unsettled,
        "the budget is spent"
    );
    let stop = AtomicBool::new(true);
    let reader = || Reader::new(&open, Procedure::PROPOSAL_2012, Budget::default());
    let found = reader().within(Meter::new(1_000, 1 << 20)).judge(stone);
    assert_eq!(found.verdict, ReadingResult::Unsettled, "the work is done");
    let found = reader().within(Meter::new(1 << 40, 1)).judge(stone);
    assert_eq!(
        found.verdict,
        ReadingResult::Unsettled,
        "the memory is full"
    );
    assert!(found.states < 10_000);
    let found = reader().unless(&stop).judge(stone);
    assert_eq!(
        found.verdict,
        ReadingResult::Unsettled,
        "it is told to stop"
    );
}

#[test]
fn open_chains_of_a_board_are_settled() {
    let board = diagram::board(
        "X X X . O X X X .
         . O O O O X X X X
         O O X X X X X X .
         X X X X X X X X X",
    );
    let board = board.expect("a board");
    let settled = benson::settled(&board, false);
    let found = settle(&board, &settled, &Rules::PROPOSAL_2012, &Limits::default());
    let verdicts: Vec<_> = found
        .iter()
        .map(|(chain, reading)| (chain.len(), reading.verdict))
        .collect();
    assert!(verdicts.contains(&(3, ReadingResult::Alive)));
    assert!(verdicts.contains(&(7, ReadingResult::Dead)));
}

/// The comparison of the solver with a reference.
#[derive(Default)]
struct Tally {
    compared: usize,
    proved: usize,
    unsettled: usize,
    /// Pictures of the positions where they disagree.
    wrong: Vec<String>,
}

impl Tally {
    /// Judges a Black chain, or the White one after an exchange of colors, and compares the
    /// verdict.
    fn add(
        &mut self,
        stones: Stones,
        target: Mask,
        swapped: bool,
        small: &Small,
        procedure: Procedure,
        alive: bool,
    ) {
        let board = small.board(if swapped {
            [stones[1], stones[0]]
        } else {
            stones
        });
        let stone = small.point(target);
        let mut reader = Reader::new(&board, procedure, Budget::default());
        let found = reader.judge(stone).verdict;
        let proof = self
            .compared
            .is_multiple_of(7)
            .then(|| reader.prove(stone).ok())
            .flatten();
        if let Some(proof) = proof {
            self.proved += 1;
            assert_eq!(proof.verify(&board), Ok(()), "{stone} in\n{board}");
            assert_eq!(proof.alive, alive, "{stone} in\n{board}");
        }
        self.compared += 1;
        match found {
            ReadingResult::Unsettled => self.unsettled += 1,
            _ if (found == ReadingResult::Alive) == alive => {}
            _ => self
                .wrong
                .push(format!("{stone} {found:?} by {procedure:?} in\n{board}")),
        }
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Tally {
            compared,
            proved,
            unsettled,
            wrong,
        } = self;
        let count = wrong.len();
        write!(
            f,
            "{compared} compared, {proved} proofs verified, {unsettled} unsettled, {count} wrong"
        )?;
        wrong
            .iter()
            .take(20)
            .try_for_each(|picture| write!(f, "\n{picture}"))
    }
}

/// Prints a line of progress in tests that take minutes.
fn tell(what: std::fmt::Arguments<'_>) {
    let _ = writeln!(std::io::stderr(), "{what}");
}

/// The procedures that ask who owns the chain's points permanently, with the color that moves first
/// when a Black chain is judged.
const AT_LAST: [(Procedure, usize); 2] = [(Procedure::PROPOSAL_2012, 0), (Procedure::LOCAL, 1)];

/// Compares verdicts on a small board with the whole game solved, for one in `every` chains.
fn compare_all(size: Size, every: usize) -> Tally {
    let world = Whole::new(size);
    let mut tally = Tally::default();
    let mut number = 0;
    for target in 1..=world.small.all {
        if world.small.flood(target & target.wrapping_neg(), target) != target {
            continue;
        }
        number += 1;
        if number % every != 0 {
            continue;
        }
        let defended = world.defended(target);
        let is_chain = |stones: &Stones| {
            stones[0] & target == target && stones[0] & world.small.grown(target) == target
        };
        if every == 1 {
            tell(format_args!("{size}, chain {number}: {tally}"));
        }
        for &stones in world.boards.iter().filter(|stones| is_chain(stones)) {
            for (procedure, turn) in AT_LAST {
                let alive = defended[world.state(stones, turn)] > 0;
                for swapped in [false, true] {
                    tally.add(stones, target, swapped, &world.small, procedure, alive);
                }
            }
        }
    }
    tally
}

/// All of a small world: solving the whole game without pruning gives equal verdicts.
#[test]
fn reading_agrees_with_the_whole_game() {
    for (size, every) in [(Size::new(3, 2), 1), (Size::square(3), 25)] {
        let tally = compare_all(size.expect("within the limits"), every);
        assert!(
            tally.compared > 300 && tally.proved > 20 && tally.unsettled == 0,
            "{tally}"
        );
        assert!(tally.wrong.is_empty(), "{tally}");
    }
}

#[test]
#[ignore = "takes minutes"]
fn reading_agrees_with_the_whole_game_on_every_board() {
    for size in [Size::square(3), Size::new(4, 2)] {
        let size = size.expect("within the limits");
        let tally = compare_all(size, 1);
        tell(format_args!("{size}: {tally}"));
        assert!(tally.wrong.is_empty() && tally.unsettled == 0, "{tally}");
    }
}

/// A plain success is also one with losses counted, and nearly every success is plain.
#[test]
fn plain_success_is_success() {
    let world = Whole::new(Size::square(3).expect("within the limits"));
    for target in [0b1, 0b10, 0b10000, 0b11, 0b110000, 0b11011] {
        let (plainly, defended) = (Plainly::of(&world, target), world.defended(target));
        let of = |states: &States| -> Vec<usize> {
            (0..defended.len())
                .filter(|&state| states.contains(state))
                .collect()
        };
        let [white, black] = [of(&plainly.white), of(&plainly.black)];
        assert!(white.iter().all(|&state| defended[state] == 0));
        assert!(black.iter().all(|&state| defended[state] > 0));
        let plain = white.len() + black.len();
        assert!(
            plain > defended.len() * 9 / 10,
            "{plain} of {}",
            defended.len()
        );
    }
}

/// Checks a random sample of `WAKARI_BOARDS` boards of 4×4 points (default 20,000).
///
/// Only chains with the shape of one of the first `WAKARI_TARGETS` targets are read, in any
/// orientation. The default of 7 covers all chains of one or two stones.
#[test]
#[ignore = "takes some minutes a target, and 3 gigabytes"]
fn reading_agrees_with_the_whole_game_on_larger_boards() {
    let number = |name: &str, usual| {
        std::env::var(name).map_or(usual, |text| text.parse().expect("a number"))
    };
    let world = Whole::new(Size::square(4).expect("within the limits"));
    let small = &world.small;
    let canonical = |chain: Mask| small.images(chain).into_iter().min().expect("eight images");
    let is_chain = |mask: &Mask| small.flood(mask & mask.wrapping_neg(), *mask) == *mask;
    let mut targets: Vec<Mask> = (1..=small.all).filter(is_chain).map(canonical).collect();
    targets.sort_unstable_by_key(|&target| (target.count_ones(), target));
    targets.dedup();
    targets.truncate(number("WAKARI_TARGETS", 7));
    tell(format_args!(
        "{} boards, targets {targets:?}",
        world.boards.len()
    ));
    let solved: HashMap<Mask, Plainly> = targets
        .into_iter()
        .map(|target| {
            let plainly = Plainly::of(&world, target);
            let [white, black] = [&plainly.white, &plainly.black].map(|states| states.len());
            tell(format_args!(
                "{target:016b}: {white} of White, {black} of Black"
            ));
            (target, plainly)
        })
        .collect();
    let mut dice = dice(1);
    let mut tally = Tally::default();
    let [mut chains, mut doubtful] = [0, 0];
    for board in 0..number("WAKARI_BOARDS", 20_000) {
        let stones = world.boards[dice.random_range(0..world.boards.len())];
        for swapped in [false, true] {
            let stones = if swapped {
                [stones[1], stones[0]]
            } else {
                stones
            };
            for chain in small.parts(stones[0]) {
                chains += 1;
                let target = canonical(chain);
                let Some(plainly) = solved.get(&target) else {
                    continue;
                };
                let images = small.images(chain);
                let way = images.iter().position(|&image| image == target);
                let way = way.expect("an image of the chain");
                let turned = stones.map(|own| small.images(own)[way]);
                for (procedure, turn) in AT_LAST {
                    let state = world.state(turned, turn);
                    let alive = plainly.black.contains(state);
                    if alive || plainly.white.contains(state) {
                        tally.add(stones, chain, swapped, small, procedure, alive);
                    } else {
                        doubtful += 1;
                    }
                }
            }
        }
        if board % 1_000 == 999 {
            tell(format_args!(
                "{} boards, {chains} chains: {tally}, {doubtful} not plain",
                board + 1
            ));
        }
    }
    assert!(tally.wrong.is_empty(), "{tally}");
}

/// A board of that sample. After White has captured everything possible, the solver sees the end
/// and the verifier does not, so the proof plays on.
#[test]
fn what_the_verifier_cannot_see_is_played_out() {
    let picture = "
        X O . O
        X O O O
        . O . .
        X X X X";
    let board = diagram::board(picture).expect("a board");
    let black = Chain::all(&board)
        .into_iter()
        .filter(|chain| chain.color == Color::Black);
    for chain in black {
        let stone = chain.stones.first().expect("a chain has stones");
        let mut reader = Reader::new(&board, Procedure::PROPOSAL_2012, Budget::default());
        assert_eq!(reader.judge(stone).verdict, ReadingResult::Dead);
        let proof = reader.prove(stone).expect("it is read in a few states");
        assert_eq!(proof.verify(&board), Ok(()), "{stone}");
    }
}

/// In Black's territory White captures a stone before Black recaptures. So the stone can be
/// captured, and it lives in 1989 because Black then gets one there that cannot be.
#[test]
fn a_stone_at_home_can_be_taken() {
    let picture = "
        X X X X X . X
        X O O O X X X
        X O X . X . X
        X O O O X X X
        X X X X X X X";
    check(Rules::JAPANESE_1989, picture, &[("C3", true)]);
    let board = diagram::board(picture).expect("a board");
    let mut reader = Reader::new(&board, Procedure::JAPANESE_1989, Budget::default());
    let inquiry = &mut reader.inquiry;
    inquiry.left = 1_000;
    let number = number(&inquiry.chains, Point::new(3, 3).expect("on the board"));
    let Chain { color, stones, .. } = inquiry.chains[number];
    let winner = inquiry.ask(Question::chain(color, stones, PointSet::EMPTY), 1_000);
    assert_eq!(winner, Some(Side::Attacker));
}

/// Builds up to nine kos, all but the last taken by Black while White passes.
///
/// The question is whether White's stone in the last one can be captured, if new stones in the
/// others save it.
///
/// ```text
/// O . O X O . O X O . O X
/// O O X X O O X X O O X X
/// O . O X O . O X O . O X
/// ```
fn kos_but_one_taken(count: usize) -> (Fight, fight::State) {
    let field = field::tests::rectangle(12, 5);
    let points = |is_wanted: &dyn Fn(usize, usize) -> bool| -> Bits {
        let wanted = (0..60).filter(|at| is_wanted(at % 12, at / 12));
        wanted.fold(0, |all, at| all | 1 << at)
    };
    // The kos from the bottom left: their empty points, and White's stones in them.
    let is_ko =
        |column: usize, row: usize| row.is_multiple_of(2) && column / 4 + row / 2 * 3 < count;
    let empty = points(&|column, row| column % 4 == 1 && is_ko(column, row));
    let stones = points(&|column, row| column % 4 == 2 && is_ko(column, row));
    let white = points(&|column, _| column % 4 < 2) & !empty | stones;
    let black = field.all & !white & !empty;
    let last = Bits::BITS - 1 - stones.leading_zeros();
    let fight = Fight {
        target: 1 << last,
        area: (empty | stones) & !(0b11 << (last - 1)),
        field,
        procedure: Procedure::JAPANESE_1989,
        defender: 1,
        claims: false,
        holds: false,
        cap: 0,
        counts_miai: true,
        anchors: 0,
    };
    let (mut state, settled) = fight.start([black, white], fight.field.all & !(empty | stones));
    assert_eq!(settled, None);
    for at in field::each(empty & !(1 << (last - 1))) {
        let mut found = Vec::new();
        fight.moves(&state, &mut found);
        let play = found.iter().find(|play| 1 << play.code == at);
        state = fight.pass(&play.expect("the ko is open").after).after;
    }
    (fight, state)
}

/// Eight closed kos fit into a state; a ninth leaves the question unsettled.
#[test]
fn more_kos_than_there_is_room_for_leave_it_unsettled() {
    let board = diagram::board("X . O\n. . .").expect("a board");
    for (count, expected) in [(8, Some(Side::Defender)), (9, None)] {
        let (fight, start) = kos_but_one_taken(count);
        let mut moves = Vec::new();
        fight.moves(&start, &mut moves);
        let unknown = moves.iter().filter(|play| play.after.is_unknown()).count();
        assert_eq!(unknown, count - 8);
        let mut graph = Graph::new(fight, start, None);
        let mut reader = Reader::new(&board, Procedure::JAPANESE_1989, Budget::default());
        reader.inquiry.left = 200_000;
        let winner = reader.inquiry.solve(&mut graph, 200_000);
        assert_eq!(
            winner,
            expected,
            "{count} kos, {} states",
            graph.states.len()
        );
        assert!(graph.states.len() < 200_000);
    }
}

/// A miai connection that is settled without search gives the verdict that playing it out gives.
#[test]
fn what_an_answer_settles_is_settled_when_it_is_played_out() {
    let mut dice = dice(1);
    let [mut same, mut sooner] = [0, 0];
    for number in 0..80 {
        let size = Size::square(6 + number % 3).expect("within the limits");
        let board = crate::referee::judge::tests::images::late_board(size, &mut dice);
        let procedure = match number % 2 {
            0 => Procedure::PROPOSAL_2012,
            _ => Procedure::JAPANESE_1989,
        };
        let mut inquiry = Reader::new(&board, procedure, Budget::default()).inquiry;
        for chain in inquiry.chains.clone() {
            let area = chain.stones;
            let questions = [
                Question::chain(chain.color, area, area),
                Question {
                    owner: chain.color,
                    subject: Subject::Area(area),
                },
            ];
            let asked = 1 + usize::from(procedure == Procedure::JAPANESE_1989);
            for question in &questions[..asked] {
                let [winner, played_out] = [true, false].map(|counts_miai| {
                    let Some(mut graph) = inquiry.graph(question, 0, counts_miai) else {
                        return (None, 0);
                    };
                    inquiry.left = 20_000;
                    (inquiry.solve(&mut graph, 4_000), graph.states.len())
                });
                if let (Some(winner), Some(other)) = (winner.0, played_out.0) {
                    assert_eq!(winner, other, "{question:?} in\n{board}");
                    same += 1;
                }
                sooner += usize::from(winner.1 < played_out.1);
            }
        }
    }
    assert!(same > 300 && sooner > 40, "{same}, {sooner}");
}

/// Proves verdicts on a random sample of 4×4 boards, one chain each, by the procedures of 2012 and
/// of 1989. The verifier shares nothing with the solver but the board.
///
/// Set `WAKARI_BOARDS` for the number of boards (default 20,000).
#[test]
#[ignore = "takes minutes"]
fn verdicts_of_larger_boards_are_proved() {
    let boards =
        std::env::var("WAKARI_BOARDS").map_or(20_000, |text| text.parse().expect("a number"));
    let small = Small::new(Size::square(4).expect("within the limits"));
    for procedure in [Procedure::PROPOSAL_2012, Procedure::JAPANESE_1989] {
        let mut dice = dice(1);
        let mut verdicts: HashMap<ReadingResult, usize> = HashMap::new();
        let [mut judged, mut proved] = [0, 0];
        while judged < boards {
            let mut stones: Stones = [0, 0];
            for point in bits(small.all) {
                if let Some(own) = stones.get_mut(dice.random_range(0..3)) {
                    *own |= point;
                }
            }
            let chains: Vec<Mask> = stones
                .into_iter()
                .flat_map(|own| small.parts(own))
                .collect();
            if !small.is_legal(stones) || chains.is_empty() {
                continue;
            }
            judged += 1;
            let board = small.board(stones);
            let stone = small.point(chains[dice.random_range(0..chains.len())]);
            let mut reader = Reader::new(&board, procedure, Budget::default());
            let verdict = reader.judge(stone).verdict;
            *verdicts.entry(verdict).or_default() += 1;
            match reader.prove(stone) {
                Ok(proof) => {
                    proved += 1;
                    assert_eq!(proof.verify(&board), Ok(()), "{stone} in\n{board}");
                    // A chain near the budget limit may be decided only at the second attempt.
                    let as_proved = if proof.alive {
                        ReadingResult::Alive
                    } else {
                        ReadingResult::Dead
                    };
                    assert!(
                        [as_proved, ReadingResult::Unsettled].contains(&verdict),
                        "{stone} {verdict:?}, proved {as_proved:?}, in\n{board}"
                    );
                }
                Err(why) => tell(format_args!(
                    "{stone} {verdict:?} without a proof, as {why}, in\n{board}"
                )),
            }
            if judged % 500 == 0 {
                tell(format_args!(
                    "{judged} chains: {verdicts:?}; {proved} proofs verified"
                ));
            }
        }
    }
}

/// The readings of the ko ban of 1989: R3, which is the default, R1 and R2.
const BANS: [KoBan; 3] = [KoBan::KoPass, KoBan::PassForEach, KoBan::PassOnceForEach];

/// The procedure of 1989 with one reading of its ko ban.
fn with_ban(ko: KoBan) -> Procedure {
    Procedure {
        ko,
        ..Procedure::JAPANESE_1989
    }
}

/// Returns the procedures of 1989: each reading of the ko ban with each area for new stones.
fn procedures_of_1989() -> impl Iterator<Item = Procedure> {
    let areas = [Enabled::Gained, Enabled::Near];
    BANS.into_iter().flat_map(move |ko| {
        areas.map(|enabled| Procedure {
            enabled,
            ..with_ban(ko)
        })
    })
}

/// Compares the verdicts by the procedures of 1989 with the literal reference, on one in `every`
/// boards of a size.
fn compare_1989(size: Size, stones: Range<u32>, every: usize) -> Tally {
    let small = Small::new(size);
    let mut tally = Tally::default();
    let mut number = 0;
    let is_of_size = |both: &Stones| stones.contains(&(both[0] | both[1]).count_ones());
    for both in small.boards().filter(is_of_size) {
        for target in small.parts(both[0]) {
            number += 1;
            if number % every != 0 {
                continue;
            }
            for Procedure { ko, enabled, .. } in procedures_of_1989() {
                let literal = Literal {
                    small: &small,
                    stones: both,
                    ko,
                    enabled,
                };
                let alive = literal.is_alive(0, target);
                let procedure = Procedure {
                    ko,
                    enabled,
                    ..Procedure::JAPANESE_1989
                };
                for swapped in [false, true] {
                    tally.add(both, target, swapped, &small, procedure, alive);
                }
            }
            if every < 5 && number % 1_000 == 0 {
                tell(format_args!("{size}: {tally}"));
            }
        }
    }
    tally
}

/// All of a small world under the rules of 1989: every reading of the ko ban with every area for
/// new stones.
#[test]
fn reading_agrees_with_the_letter_of_1989() {
    let tally = compare_1989(Size::new(3, 2).expect("within the limits"), 0..7, 7);
    assert!(
        tally.wrong.is_empty() && tally.unsettled == 0 && tally.compared > 900 && tally.proved > 80,
        "{tally}"
    );
}

#[test]
#[ignore = "takes minutes"]
fn reading_agrees_with_the_letter_of_1989_on_more_boards() {
    let every = std::env::var("WAKARI_EVERY").map_or(400, |text| text.parse().expect("a number"));
    for (size, stones, every) in [
        (Size::new(3, 2), 0..7, 1),
        (Size::new(4, 2), 5..8, every / 8),
        (Size::square(3), 6..9, every),
    ] {
        let size = size.expect("within the limits");
        let tally = compare_1989(size, stones, every);
        tell(format_args!("{size}: {tally}"));
        assert!(tally.wrong.is_empty(), "{tally}");
    }
}

/// Judges every chain of small boards by the three readings of the ko ban, which must agree.
///
/// Returns the numbers of chains judged alike by all, and of chains left unsettled. An exchange of
/// colors adds no boards.
fn compare_bans(size: Size, every: usize) -> [usize; 2] {
    let small = Small::new(size);
    let [mut same, mut open] = [0; 2];
    let boards = small.boards().filter(|[black, white]| black < white);
    for stones in boards.skip(every - 1).step_by(every) {
        let board = small.board(stones);
        let budget = Budget { states: 100_000 };
        let mut readers = BANS.map(|ko| Reader::new(&board, with_ban(ko), budget));
        for chain in Chain::all(&board) {
            let stone = chain.stones.first().expect("a chain has stones");
            let verdicts = readers.each_mut().map(|reader| reader.judge(stone).verdict);
            if verdicts.contains(&ReadingResult::Unsettled) {
                open += 1;
            } else {
                assert_eq!(verdicts, [verdicts[0]; 3], "{stone} in\n{board}");
                same += 1;
            }
        }
    }
    [same, open]
}

/// Boards this small have no room for a fight that depends on the reading of passes for kos.
#[test]
fn on_small_boards_the_readings_of_the_ko_ban_agree() {
    let size = Size::new(4, 2).expect("within the limits");
    let [same, open] = compare_bans(size, 16);
    assert!(same > 200 && open == 0, "{same}, {open}");
}

#[test]
#[ignore = "takes minutes"]
fn on_more_small_boards_the_readings_of_the_ko_ban_agree() {
    for size in [Size::new(4, 2), Size::square(3), Size::new(5, 2)] {
        let size = size.expect("within the limits");
        let [same, open] = compare_bans(size, 1);
        tell(format_args!("{size}: {same} the same, {open} not settled"));
    }
}

/// Judges every chain of small boards with kos closed to the side that moves second.
///
/// Success without kos must imply success with any ko ban. Returns the number of successes, and of
/// successes that need a ko.
fn compare_without_kos(size: Size, every: usize) -> [usize; 2] {
    let small = Small::new(size);
    let [mut achieved, mut needs_kos] = [0; 2];
    let budget = Budget { states: 100_000 };
    for stones in small.boards().skip(every - 1).step_by(every) {
        let board = small.board(stones);
        for (first, success) in [
            (Side::Attacker, ReadingResult::Alive),
            (Side::Defender, ReadingResult::Dead),
        ] {
            let plain = Procedure {
                first,
                ..Procedure::LOCAL
            };
            let reader = |procedure| Reader::new(&board, procedure, budget);
            let mut without_kos = reader(plain.without_kos());
            let [one, other, third] = BANS;
            let bans = [KoBan::NextTurn, one, other, third];
            let mut with_kos = bans.map(|ko| reader(Procedure { ko, ..plain }));
            for chain in Chain::all(&board) {
                let stone = chain.stones.first().expect("a chain has stones");
                let is_achieved = without_kos.judge(stone).verdict == success;
                let verdicts = with_kos
                    .each_mut()
                    .map(|reader| reader.judge(stone).verdict);
                let is_success = verdicts == [success; 4];
                assert!(
                    is_success || !is_achieved,
                    "{stone}, {first:?} first, {verdicts:?} in\n{board}"
                );
                achieved += usize::from(is_achieved);
                needs_kos += usize::from(is_success && !is_achieved);
            }
        }
    }
    [achieved, needs_kos]
}

#[test]
fn what_is_achieved_without_kos_is_achieved_with_them() {
    for (size, every) in [(Size::new(4, 2), 16), (Size::square(3), 40)] {
        let size = size.expect("within the limits");
        let [achieved, needs_kos] = compare_without_kos(size, every);
        assert!(achieved > 300 && needs_kos > 0, "{achieved}, {needs_kos}");
    }
}

#[test]
#[ignore = "takes minutes"]
fn what_is_achieved_without_kos_on_every_small_board_is_achieved_with_them() {
    for size in [Size::new(4, 2), Size::square(3), Size::new(5, 2)] {
        let size = size.expect("within the limits");
        let [achieved, needs_kos] = compare_without_kos(size, 1);
        tell(format_args!(
            "{size}: {achieved} without kos, {needs_kos} only with them"
        ));
    }
}

/// Checks the verdict of a chain, named by a stone, with each reading of the ko ban.
#[track_caller]
fn check_bans(picture: &str, name: &str, expected: [ReadingResult; 3]) {
    for (ko, expected) in BANS.into_iter().zip(expected) {
        check_procedure(with_ban(ko), picture, name, expected);
    }
}

/// Checks the verdict of a chain, named by a stone, by a procedure that no rule set uses.
#[track_caller]
fn check_procedure(procedure: Procedure, picture: &str, name: &str, expected: ReadingResult) {
    let board = diagram::board(picture).expect("a board");
    let stone = name.parse().expect("a point");
    let found = Reader::new(&board, procedure, Budget::default()).judge(stone);
    assert_eq!(found.verdict, expected, "{name} by {procedure:?}");
}

/// Example 24 with a second dame (C7).
///
/// When Black captures B11 or fills one of C7 and C8, White plays the other, far from the lost
/// stone. That is life if every new stone nearby counts. But White could have had that point anyway
/// by moving first, so the loss of B11 gains nothing.
#[test]
fn a_stone_that_was_to_be_had_anyway_saves_nothing() {
    let picture = "
        . O X X . . X O O O O
        O X X . X X X O O O .
        . O X X O O O O O O O
        O O . X O O O . O O O
        . O . X O O O O O O O
        O O O O X X X X X X X
        . O X X X X X X X . X
        O O X X X X X X X X X
        X X X X X X . X X X X
        X X X X X X X X X X X
        X X X X X X X X X X X";
    for procedure in procedures_of_1989() {
        let expected = match procedure.enabled {
            Enabled::Gained => ReadingResult::Dead,
            Enabled::Near => ReadingResult::Alive,
        };
        check_procedure(procedure, picture, "B11", expected);
    }
}

/// Example 16: two kos, at C9 and A10.
///
/// With the pass that lifts all bans, White takes one ko and Black the other. White passes in order
/// to retake, which lets Black retake too without ever passing for a ko: the seven stones (A7) are
/// captured. If each ban needs a pass, Black loses a turn for each, and neither the seven stones
/// nor the eleven (A13) can be captured.
#[test]
fn kos_that_keep_each_other_need_the_pass_that_lifts_all_bans() {
    let picture = "
        X X X X X X X X X X X X X X X
        X X X X X X X X X X X X X . X
        O O X X X X X X . X X X X X X
        . O X X X X X X X X X X X X X
        O O O O X X X O O O O O O O O
        X O . O O O X O O O O O O O O
        . X O X X X O O O O O . O O O
        X X X X . X O O O O O O O O O
        O O O X X X O O O O O O O . O
        . O X O O O O O O O O O O O O
        O O X X X X X X X X X X X X X
        . O X X X X X X X X X X X X X
        O X X X X X X X . X X X X X X
        O X X X X X X X X X X X . X X
        . O X X X X X X X X X X X X X";
    let strictly = with_ban(KoBan::PassForEach);
    for name in ["A13", "A7"] {
        check_procedure(strictly, picture, name, ReadingResult::Alive);
    }
    check_procedure(Procedure::JAPANESE_1989, picture, "A7", ReadingResult::Dead);
}

/// Example 8 with one more liberty for Black (E9).
///
/// White takes at A10, Black at A7, White at C8; Black passes, White fills E9, Black retakes at
/// A11. White must pass before taking at A8, and Black uses the turn to take at C7. If White's pass
/// was for that one ko, A10 is still closed to White, and play continues this way forever. If it
/// lifts all bans, or if the ban of a ko once passed for lasts only one turn, White takes at A10
/// too, and Black passed too late.
#[test]
fn three_kos_are_enough_where_each_ban_needs_a_pass() {
    let picture = "
        O O O O O O O O O O O O O
        O O O O O O O O O O O . O
        X O O O O O O O O O O O O
        . X O O O O O O O O O O O
        X X X X . O O O . O O O O
        O X . X O O O O O O O O O
        . O X O X X X X X X X X X
        O O O O X X X X X X X X X
        . O X X X X X X X X X . X
        O O X X X X X X X X X X X
        X X X X X X X . X X X X X
        X X X X X X X X X X X X X
        X X X X X X X X X X X X X";
    check_bans(
        picture,
        "B8",
        [
            ReadingResult::Dead,
            ReadingResult::Alive,
            ReadingResult::Dead,
        ],
    );
}

/// A threat that outlasts a ban of one turn.
///
/// Black's chain (A10) has the liberties D11 and E9, White's (B8) has E9, B6 and the kos A8 and J8.
/// White D11, Black A8, White passes for it, Black J8, White passes for it, Black B6, White retakes
/// at A9, Black passes for it, White retakes at J9, Black at A8. Now White must take at A9 again
/// before Black may take at J8.
///
/// If each ban needs a pass, White passes for it, so Black has time to pass for J8 and takes it
/// when White comes to A9. This repeats forever: alive. A pass that lifts all bans leads to the
/// same cycle. But if the ban of a ko once passed for lasts only one turn, White need not pass.
/// White plays D6, which threatens to take E6, and after Black F6 takes at A9. Black may retake
/// neither ko, and White captures at E9. If White played E9 first, with one ko still Black's, White
/// would be captured, like any side whose last liberty is a ko. Without the threat all readings
/// agree.
#[test]
fn a_ban_for_a_turn_is_gone_after_a_threat() {
    let picture = "
        . O O O O O . O .
        O O O . O O O O O
        X X X X X X X X X
        O X O O . O O X O
        . O O O O O O O .
        O O X X O X X O O
        X . X . X . X X X
        X X X O O O X X X
        X . X O . O X . X
        X X X O O O X X X
        X . X O . O X . X
        X X X O O O X X X";
    let without = picture.replacen("X . X . X . X X X", "X . X X X . X X X", 1);
    check_bans(
        picture,
        "A10",
        [
            ReadingResult::Alive,
            ReadingResult::Alive,
            ReadingResult::Dead,
        ],
    );
    check_bans(&without, "A10", [ReadingResult::Alive; 3]);
}
