use super::*;
use crate::board::diagram;
use crate::point::Size;
use std::collections::HashMap;

/// Checks the verdicts of chains, each named by a stone; `true` says that it is alive.
#[track_caller]
fn check(rules: Rules, picture: &str, expected: &[(&str, bool)]) {
    let board = diagram::board(picture).expect("a board");
    for &(name, alive) in expected {
        let at = |point: &Point| point.to_string() == name;
        let stone = board.size().points().find(at).expect("on the board");
        let found = judge(&board, stone, &rules, &Budget { states: 100_000 });
        let expected = if alive { Verdict::Alive } else { Verdict::Dead };
        assert_eq!(found.verdict, expected, "{name} under {rules}:\n{board}");
    }
}

/// Proposal of 2012 and commentary of 1989, example 1: the capture lets Black play anew where the stones
/// stood, which is life in 1989 and not in 2012.
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

/// Example 7-1 of both: bent four in the corner; and its twin, in which the group has an eye outside.
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

/// Example 9: Black may connect first in 2012; in 1989 White takes the ko and finishes it.
#[test]
fn a_direct_ko_is_lost_in_1989_only() {
    let picture = "
        X O . X O O . O .
        . X X X O O O O O
        X X O O O O . O .
        O O O O O O O O O";
    let chains = ["A4", "B4", "D4"];
    check(
        Rules::PROPOSAL_2012,
        picture,
        &chains.map(|name| (name, true)),
    );
    check(
        Rules::JAPANESE_1989,
        picture,
        &chains.map(|name| (name, false)),
    );
}

/// Example 10, the twin of example 9: one outside liberty more, and Black has time to take back.
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

/// Example 25: in a double-ko seki stones are taken and retaken for ever. They live in 2012; in 1989 the two
/// ko stones are dead.
#[test]
fn stones_of_a_double_ko_seki() {
    let picture = "
        . X . X O X X X .
        X X X O O X X X X
        O X O . O X X X .
        . O O O O X X X X
        O O X X X X X X .
        X X X X X X X X X";
    let all = ["B6", "D6", "E6", "A4"];
    check(Rules::PROPOSAL_2012, picture, &all.map(|name| (name, true)));
    let in_1989 = [("B6", true), ("D6", false), ("E6", true), ("A4", false)];
    check(Rules::JAPANESE_1989, picture, &in_1989);
}

/// The same position turned, mirrored and with the colors exchanged is judged the same.
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
    assert_eq!((found.verdict, found.states), (Verdict::Unsettled, 0));
    let settled = benson::settled(&board, false);
    let limits = Limits::default();
    assert_eq!(settle(&board, &settled, &Rules::JAPANESE_1989, &limits), []);
    let small = diagram::board("X . . . O\n. . . . .").expect("a board");
    let stone = Point::new(1, 2).expect("on the board");
    let found = judge(&small, stone, &Rules::CHINESE, &Budget::default());
    assert_eq!(found.verdict, Verdict::Unsettled, "judged by other means");
    let open = ". . . . . .\n. X . . O .\n. . . . . .\n. O . . X .\n. . . . . .";
    let open = diagram::board(open).expect("a board");
    let stone = Point::new(2, 4).expect("on the board");
    let found = judge(&open, stone, &Rules::PROPOSAL_2012, &Budget { states: 2 });
    assert_eq!(found.verdict, Verdict::Unsettled, "the budget is spent");
    let stop = AtomicBool::new(true);
    let reader = || Reader::new(&open, Procedure::PROPOSAL_2012, Budget::default());
    let found = reader().until(Instant::now()).judge(stone);
    assert_eq!(found.verdict, Verdict::Unsettled, "the time is over");
    let found = reader().unless(&stop).judge(stone);
    assert_eq!(found.verdict, Verdict::Unsettled, "it is told to stop");
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
    assert!(verdicts.contains(&(3, Verdict::Alive)));
    assert!(verdicts.contains(&(7, Verdict::Dead)));
}

/// A state of the whole board: stones by color, the point closed by a ko, who is to move.
type Whole = ([PointSet; 2], Option<Point>, Color);

/// Every state of a small board with its moves, and what each move takes off.
///
/// The rule of the proposal of 2012, section by section, with no pruning: what reading is compared with.
struct World {
    size: Size,
    states: Vec<Whole>,
    numbers: HashMap<Whole, usize>,
    moves: Vec<Vec<(usize, i32)>>,
}

impl World {
    fn new(size: Size) -> World {
        let mut world = World {
            size,
            states: Vec::new(),
            numbers: HashMap::new(),
            moves: Vec::new(),
        };
        let points: Vec<Point> = size.points().collect();
        for number in 0..3usize.pow(points.len() as u32) {
            let mut rest = number;
            let mut sets = [PointSet::EMPTY; 3];
            for &at in &points {
                sets[rest % 3].insert(at);
                rest /= 3;
            }
            if Board::with_stones(size, &sets[1], &sets[2]).is_some() {
                for turn in Color::BOTH {
                    world.number(([sets[1], sets[2]], None, turn));
                }
            }
        }
        let mut next = 0;
        while next < world.states.len() {
            let (stones, ko, turn) = world.states[next];
            let board = Board::with_stones(size, &stones[0], &stones[1]).expect("legal");
            let mut moves = vec![(world.number((stones, None, !turn)), 0)];
            for at in size.points() {
                if !board.is_empty(at) || Some(at) == ko || board.is_suicide(turn, at) {
                    continue;
                }
                let mut after = board.clone();
                let lifted = after.place(turn, at, &mut ());
                let stones = Color::BOTH.map(|color| after.stones(color));
                let to = world.number((stones, after.ko(), !turn));
                moves.push((to, i32::from(lifted.captured)));
            }
            world.moves.push(moves);
            next += 1;
        }
        world
    }

    fn number(&mut self, state: Whole) -> usize {
        let next = self.states.len();
        let states = &mut self.states;
        *self.numbers.entry(state).or_insert_with(|| {
            states.push(state);
            next
        })
    }

    /// Article 7: whether the attacker owns a point of the target.
    fn attacker_owns(&self, state: &Whole, target: &PointSet, defender: Color) -> bool {
        let own = state.0[!defender as usize];
        let empty = (self.size.all() - own) - state.0[defender as usize];
        target.iter().any(|at| {
            let part = [at].into_iter().collect::<PointSet>().flood(&empty);
            own.contains(at)
                || !part.is_empty()
                    && part.grown().meets(&own)
                    && !part.grown().meets(&state.0[defender as usize])
        })
    }

    /// For each state whether the defender of a target succeeds from it, having lost nothing yet: he must
    /// come again and again to a state in which the attacker owns nothing, and his loss must stay below
    /// `cap`. Found for each state as the largest loss with which he may enter it.
    fn defended(&self, target: &PointSet, defender: Color, cap: i32) -> Vec<bool> {
        let count = self.states.len();
        let free: Vec<bool> = self
            .states
            .iter()
            .map(|state| !self.attacker_owns(state, target, defender))
            .collect();
        let before = |node: usize, after: &[i32]| {
            let attacks = self.states[node].2 != defender;
            let values = self.moves[node].iter().map(|&(to, taken)| {
                let cost = if attacks { taken } else { -taken };
                match after[to] {
                    -1 => -1,
                    most => (most - cost).clamp(-1, cap - 1),
                }
            });
            let best = if attacks { values.min() } else { values.max() };
            best.expect("a pass is always possible")
        };
        let mut outer = vec![cap - 1; count];
        loop {
            let mut inner = vec![-1; count];
            loop {
                let mut grew = false;
                for node in 0..count {
                    let value = before(node, if free[node] { &outer } else { &inner });
                    if value > inner[node] {
                        inner[node] = value;
                        grew = true;
                    }
                }
                if !grew {
                    break;
                }
            }
            if inner == outer {
                return inner.into_iter().map(|most| most >= 0).collect();
            }
            outer = inner;
        }
    }
}

/// Compares every verdict of reading on a small board with the whole game solved; one target of `every`.
fn compare(size: Size, every: usize) {
    let world = World::new(size);
    let all: Vec<Point> = size.points().collect();
    let mut tried = 0;
    let mut proved = 0;
    for number in 1..1usize << all.len() {
        let target: PointSet = (0..all.len())
            .filter(|bit| number >> bit & 1 == 1)
            .map(|bit| all[bit])
            .collect();
        if target.components().count() != 1 || number % every != 1 % every {
            continue;
        }
        for defender in Color::BOTH {
            let defended = world.defended(&target, defender, 40);
            for (state, &expected) in world.states.iter().zip(&defended) {
                let (stones, ko, turn) = state;
                let is_chain = stones[defender as usize]
                    .components()
                    .any(|chain| chain == target);
                if ko.is_some() || *turn != defender || !is_chain {
                    continue;
                }
                let board = Board::with_stones(size, &stones[0], &stones[1]).expect("legal");
                let stone = target.first().expect("not empty");
                let mut reader = Reader::new(&board, Procedure::PROPOSAL_2012, Budget::default());
                let found = reader.judge(stone);
                let proof = (tried % 5 == 0).then(|| reader.prove(stone)).flatten();
                if let Some(proof) = proof {
                    proved += 1;
                    assert_eq!(proof.alive, expected);
                    assert_eq!(proof.verify(&board), Ok(()), "{stone} in\n{board}");
                }
                let expected = if expected {
                    Verdict::Alive
                } else {
                    Verdict::Dead
                };
                assert_eq!(found.verdict, expected, "{stone} in\n{board}");
                tried += 1;
            }
        }
    }
    assert!(tried > 100 && proved > tried / 10, "{proved} of {tried}");
}

/// All of a small world: the whole game solved without pruning gives the same verdicts.
#[test]
fn reading_agrees_with_the_whole_game() {
    compare(Size::new(3, 2).expect("within the limits"), 1);
    compare(Size::square(3).expect("within the limits"), 101);
}

#[test]
#[ignore = "takes minutes"]
fn reading_agrees_with_the_whole_game_on_every_board() {
    compare(Size::square(3).expect("within the limits"), 1);
    compare(Size::new(4, 2).expect("within the limits"), 1);
}
