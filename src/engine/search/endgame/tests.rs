//! Endgames of the rule texts, rotated and with colors exchanged, and small boards checked against
//! plain enumeration.

use super::*;
use crate::go::board::symmetry::{Image, Symmetry};
use crate::go::board::{Board, diagram};
use crate::go::color::Color::{Black, White};
use crate::go::color::PerColor;
use crate::go::point::Size;
use crate::go::rules::Rules;
use crate::life::chain::Chain;
use crate::life::reading;
use crate::referee::judge::{Occasion, count};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::collections::HashMap;

const LIMITS: EndgameLimits = EndgameLimits {
    points: 20,
    positions: 200_000,
    states: 3_000_000,
};

macro_rules! case {
    ($name:literal) => {
        include_str!(concat!("../../../../gtp-tests/cases/", $name, ".case"))
    };
}

fn board(case: &str) -> Board {
    let (_, rest) = case.split_once("\nboard:\n").expect("a case has a board");
    let (picture, _) = rest.split_once("\nstatus:\n").expect("and a status");
    diagram::board(picture).expect("a board")
}

/// The numbers of the symmetries that turn a board, by no quarter or more.
const TURNS: [u8; 4] = [0, 5, 3, 6];

/// Solves a case and its images, and checks the margin and the moves that keep it.
#[track_caller]
fn check(case: &str, rules: Rules, turn: Color, before: &[&str], margin: f64, keeping: &[&str]) {
    let board = board(case);
    for (number, is_exchanged) in TURNS.into_iter().zip([false, true, false, true]) {
        let symmetry = Symmetry::new(number).expect("a symmetry");
        let image = Image::new(board.size(), symmetry, is_exchanged);
        let sign = if is_exchanged { -1.0 } else { 1.0 };
        let to = |name: &str| image.to(name.parse().expect("a move"));
        let mut position = Position::set_up(board.image(image), image.color(turn), rules);
        position.set_komi(0.0);
        for name in before {
            position.play(to(name)).expect("legal");
        }
        let found = Endgame::default().solve(
            &position,
            &Granted::Nothing,
            &LIMITS,
            &AtomicBool::new(false),
        );
        let found = found.expect("solved");
        assert_eq!(found.margin, sign * margin, "{}", position.board());
        let mut moves: Vec<Move> = keeping.iter().map(|name| to(name)).collect();
        let mut kept = found.moves;
        moves.sort_by_key(ToString::to_string);
        kept.sort_by_key(ToString::to_string);
        assert_eq!(kept, moves, "{}", position.board());
    }
}

/// Example 5: four stones that are dead, and count for nothing, are worth taking.
#[test]
fn stones_that_would_count_for_nothing_are_taken() {
    let case = case!("proposal-2012/p2012-05");
    check(case, Rules::PROPOSAL_2012, White, &[], 0.0, &["A11"]);
}

/// Example 1, three points without capturing: White gains by capturing, Black loses by starting.
#[test]
fn three_points_without_capturing_are_captured() {
    let case = case!("proposal-2012/p2012-01");
    check(case, Rules::PROPOSAL_2012, White, &[], 4.0, &["A9"]);
    check(case, Rules::PROPOSAL_2012, Black, &[], 4.0, &["pass"]);
    let case = case!("japanese-1989/j89-ex01");
    check(case, Rules::JAPANESE_1989, White, &[], -2.0, &["A9"]);
    check(
        case,
        Rules::JAPANESE_1989,
        Black,
        &["pass", "A9"],
        -2.0,
        &["B8"],
    );
}

/// Example 25, a double ko in a seki: the side that is ahead ends the game.
#[test]
fn a_double_ko_in_a_seki_is_left() {
    let case = case!("proposal-2012/p2012-25");
    for turn in Color::BOTH {
        let board = board(case);
        let mut position = Position::set_up(board, turn, Rules::PROPOSAL_2012);
        position.set_komi(0.0);
        let found = Endgame::default().solve(
            &position,
            &Granted::Nothing,
            &LIMITS,
            &AtomicBool::new(false),
        );
        let found = found.expect("solved");
        assert_eq!((found.margin, found.moves[0]), (11.0, Move::Pass));
    }
}

/// Figure 17 of the commentary on the rules of 1989: dead stones that stay are worth a play.
#[test]
fn stones_that_stay_dead_on_the_board_are_played_for() {
    let board = board(case!("japanese-1989/j89-fig17"));
    let mut position = Position::set_up(board, White, Rules::JAPANESE_1989);
    position.set_komi(2.5);
    let nothing = Granted::Nothing;
    let found = Endgame::default().solve(&position, &nothing, &LIMITS, &AtomicBool::new(false));
    let found = found.expect("solved");
    assert!(found.margin < 0.0, "White wins: {}", found.margin);
    assert_eq!(found.moves, ["D7".parse::<Move>().expect("a move")]);
}

/// Solves tiny boards by value iteration over all positions that can be reached.
///
/// After n rounds, a value is the best that the side can force within n moves.
struct Enumeration {
    side: Color,
    rules: Rules,
    margins: HashMap<String, i32>,
}

impl Enumeration {
    const NEVER: i32 = -1000;
    const ROUNDS: usize = 60;

    fn name(position: &Position) -> String {
        let (board, turn, passes) = (position.board(), position.turn(), position.passes());
        format!("{board}{turn}{passes}{:?}", position.closed_kos())
    }

    /// Returns the margin of the side after both have passed, without prisoners.
    fn margin(&mut self, position: &Position) -> i32 {
        let (board, rules, side) = (position.board(), &self.rules, self.side);
        let name = board.to_string();
        *self.margins.entry(name).or_insert_with(|| {
            let chains = Chain::all(board).into_iter();
            let is_dead = |chain: &Chain| {
                let stone = chain.stones.first().expect("a stone");
                let budget = reading::Budget { states: 100_000 };
                let read = reading::judge(board, stone, rules, &budget);
                read.verdict == reading::ReadingResult::Dead
            };
            let dead = chains.filter(is_dead).map(|chain| chain.stones).collect();
            let counted = count(position, dead, Occasion::Stopped);
            let taken = ends::prisoners(position, Black);
            side.sign() * (counted.margin() as i32 - taken)
        })
    }

    /// Returns the value of a position for the side, prisoners included.
    ///
    /// Returns `None` if it grows without bound.
    fn value(&mut self, start: &Position) -> Option<i32> {
        let mut reached = vec![start.clone()];
        let mut numbers = HashMap::from([(Enumeration::name(start), 0)]);
        let mut next: Vec<Vec<(usize, i32)>> = Vec::new();
        let mut ends: Vec<Option<i32>> = Vec::new();
        while next.len() < reached.len() {
            let position = reached[next.len()].clone();
            let over = position.passes() >= 2;
            ends.push(over.then(|| self.margin(&position)));
            let moves = position.legal_moves().filter(|_| !over);
            let taken = ends::prisoners(&position, self.side);
            let after = moves.map(|to| {
                let mut after = position.clone();
                after.play_legal(to);
                let gained = ends::prisoners(&after, self.side) - taken;
                let known = numbers.len();
                let number = *numbers.entry(Enumeration::name(&after)).or_insert(known);
                if number == reached.len() {
                    reached.push(after);
                }
                (number, gained)
            });
            next.push(after.collect());
        }
        let mut values: Vec<i32> = ends
            .iter()
            .map(|end| end.unwrap_or(Enumeration::NEVER))
            .collect();
        for _ in 0..Enumeration::ROUNDS {
            let before = values.clone();
            for (number, after) in next.iter().enumerate() {
                let worth = after.iter().map(|&(next, gained)| before[next] + gained);
                values[number] = match (ends[number], reached[number].turn() == self.side) {
                    (Some(end), _) => end,
                    (None, true) => worth.max().expect("a pass").max(Enumeration::NEVER),
                    (None, false) => worth.min().expect("a pass").max(Enumeration::NEVER),
                };
            }
            if values == before {
                return Some(values[0] + ends::prisoners(start, self.side));
            }
        }
        None
    }
}

/// Compares the solver with enumeration on positions of random games, 3 for each size and rule set.
fn compare_with_enumeration(sizes: &[(u8, u8)]) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut compared = 0;
    for rules in [Rules::PROPOSAL_2012, Rules::JAPANESE_1989] {
        for &(width, height) in sizes {
            let size = Size::new(width, height).expect("a size");
            let enumeration = |side| Enumeration {
                side,
                rules,
                margins: HashMap::new(),
            };
            let mut sides = PerColor::new(enumeration(Black), enumeration(White));
            for _ in 0..3 {
                let mut position = Position::new(size, rules);
                position.set_komi(0.0);
                for _ in 0..random.next_u64() % 8 {
                    let legal: Vec<Move> = position.legal_moves().collect();
                    let to = legal[random.next_u64() as usize % legal.len()];
                    if position.passes() == 0 || to != Move::Pass {
                        position.play_legal(to);
                    }
                }
                let side = position.turn();
                let Some(value) = sides[side].value(&position) else {
                    continue;
                };
                let nothing = Granted::Nothing;
                let found =
                    Endgame::default().solve(&position, &nothing, &LIMITS, &AtomicBool::new(false));
                let found = found.expect("solved").margin * f64::from(side.sign());
                assert_eq!(
                    found,
                    f64::from(value),
                    "{rules} {side}\n{}",
                    position.board()
                );
                compared += 1;
            }
        }
    }
    assert!(compared >= 5 * sizes.len(), "{compared}");
}

/// The solver agrees with enumeration on positions of random games on tiny boards.
#[test]
fn what_is_solved_is_what_enumeration_finds() {
    compare_with_enumeration(&[(2, 2), (3, 2)]);
}

/// The solver agrees with enumeration on 4×2 too.
#[test]
#[ignore = "takes a minute"]
fn what_is_solved_of_larger_boards_is_what_enumeration_finds() {
    compare_with_enumeration(&[(4, 2)]);
}
