//! Tests that a board gets one verdict: set up, set up and passed, or played stone by stone.

use super::point;
use crate::go::board::{Board, diagram};
use crate::go::color::Color;
use crate::go::point::{Move, Point, PointSet, Size};
use crate::go::position::Position;
use crate::go::rules::Rules;
use crate::mcts::playout::{dice, play_lightly};
use crate::referee::judge::{Adjudication, Basis, Effort, Occasion, Status, adjudicate};
use rand::RngExt;

const EFFORT: Effort = Effort {
    playouts: 60,
    seed: 5,
    states: 20_000,
    safety: 20_000,
    ..Effort::USUAL
};

fn judge(position: &Position, effort: &Effort) -> Adjudication {
    adjudicate(position, Occasion::of(position), effort)
}

fn set_up(board: &Board, rules: Rules) -> Position {
    let mut position = Position::set_up(board.clone(), Color::Black, rules);
    position.set_komi(0.0);
    position
}

/// Stops a game with as many passes as the rules require.
fn passed(mut position: Position) -> Position {
    for number in 0..4 {
        if number >= 2 && position.is_over() {
            break;
        }
        position.play(Move::Pass).expect("a pass is legal");
    }
    position
}

/// Returns Black's lead, without the value of the first pass.
fn lead(judged: &Adjudication) -> f64 {
    let [black, white] = judged.score().tallies.0.map(|tally| tally.button);
    judged.score().margin() - black + white
}

/// Plays the stones of a board one by one, ignoring turns. None is captured on the way.
fn played(board: &Board, rules: Rules) -> Position {
    let mut position = Position::new(board.size(), rules);
    position.set_komi(0.0);
    for at in board.size().points() {
        if let Some(color) = board.at(at) {
            let play = (color, Move::At(at));
            position.play_anyway(play).expect("the point is empty");
        }
    }
    position.set_turn(Color::Black);
    position
}

/// Judges a board in three ways, and checks that the judgements are equal.
#[track_caller]
fn check(board: &Board, rules: Rules, effort: &Effort) -> Adjudication {
    let diagram = judge(&set_up(board, rules), effort);
    let stopped = judge(&passed(set_up(board, rules)), effort);
    assert_eq!(stopped.occasion(), Occasion::Diagram);
    assert_eq!(diagram.chains(), stopped.chains(), "{rules}:\n{board}");
    assert_eq!(lead(&diagram), lead(&stopped), "{rules}:\n{board}");
    let played = judge(&passed(played(board, rules)), effort);
    assert_eq!(played.occasion(), Occasion::Stopped);
    assert_eq!(diagram.dead(), played.dead(), "{rules}:\n{board}");
    let reasons = |judged: &Adjudication| -> Vec<Basis> {
        judged.chains().iter().map(|chain| chain.basis).collect()
    };
    assert_eq!(reasons(&diagram), reasons(&played), "{rules}:\n{board}");
    // A dame that players have left makes no seki of groups with eyes: the one difference.
    if !rules.dame_makes_seki {
        assert_eq!(diagram.chains(), played.chains(), "{rules}:\n{board}");
        assert_eq!(lead(&diagram), lead(&played), "{rules}:\n{board}");
    }
    diagram
}

/// Returns the image of a point.
fn moved(size: Size, way: usize, at: Point) -> Point {
    let (mut column, mut row) = (at.column(), at.row());
    if way & 1 != 0 {
        column = size.width() + 1 - column;
    }
    if way & 2 != 0 {
        row = size.height() + 1 - row;
    }
    Point::new(column, row).expect("on the board")
}

/// Returns the image of a color.
fn image_of(color: Color, way: usize) -> Color {
    if way & 4 != 0 { !color } else { color }
}

/// Returns an image of a board. The bits of `way` mirror it in either direction and exchange its
/// colors.
fn image(board: &Board, way: usize) -> Board {
    let size = board.size();
    let [black, white] = Color::BOTH.map(|color| {
        let stones = board.stones(image_of(color, way));
        stones
            .iter()
            .map(|at| moved(size, way, at))
            .collect::<PointSet>()
    });
    Board::with_stones(size, &black, &white).expect("as many liberties")
}

/// Judges random small boards by every rule set.
fn check_small_boards(boards: usize, seed: u64) {
    let mut dice = dice(seed);
    for number in 0..boards {
        let mut side = || dice.random_range(3..=5);
        let size = Size::new(side(), side()).expect("within the limits");
        let mut board = Board::new(size);
        play_lightly(&mut board, Color::Black, &mut dice);
        // Remove some stones, for boards before the end of a game.
        for _ in 0..dice.random_range(0..4) {
            let stones = board.stones(Color::Black) | board.stones(Color::White);
            let Some(gone) = stones.iter().nth(dice.random_range(0..stones.len().max(1))) else {
                break;
            };
            let [black, white] = Color::BOTH.map(|color| board.stones(color));
            let gone = PointSet::from_iter([gone]);
            board = Board::with_stones(size, &(black - gone), &(white - gone)).expect("more room");
        }
        let effort = Effort {
            playouts: 30,
            states: 2_000,
            ..EFFORT
        };
        for rules in Rules::ALL {
            check(&image(&board, number % 8), rules, &effort);
        }
    }
}

#[test]
fn small_boards_are_judged_alike_however_they_came_about() {
    check_small_boards(60, 31);
}

#[test]
#[ignore = "takes half a minute"]
fn many_small_boards_are_judged_alike_however_they_came_about() {
    check_small_boards(1000, 32);
}

/// A position whose stones are dead only after a play at A9, which Black has not made. Two passes
/// change nothing.
pub(crate) const CORNER: &str = ". . . X O . O X .
                      X X X X O . O X .
                      O O O O O . O X .
                      . . . . . . O X .
                      . . . . . O O X .
                      . . . . . O X X .
                      O O O . O O X . .
                      X X O O O X X . .
                      . X X X X X . . .";

#[test]
fn two_passes_do_not_kill_what_was_read_to_live() {
    let board = diagram::board(CORNER).expect("a board");
    for way in 0..8 {
        let board = image(&board, way);
        let judged = check(&board, Rules::PROPOSAL_2012, &EFFORT);
        assert!(judged.chains().iter().all(|chain| chain.basis.is_proof()));
        assert!(judged.dead().is_empty());
    }
}

/// C8 is taken by B9, which gives Black two eyes. The dame A7 does not save it, open or filled.
const UNDER: &str = ". . O O X O O O .
                     X X O O X O O O O
                     . X X X X O O O .
                     O O O O O O O O O
                     O O O O O O O O .
                     O O O O O O O O O
                     . O . O . O . O .
                     O O O O O O O O O
                     . O . O . O . O .";

#[test]
fn a_dame_that_either_side_may_fill_changes_no_verdict() {
    for (rules, filled) in [Rules::JAPANESE_1989, Rules::KOREAN]
        .into_iter()
        .flat_map(|rules| [". X X X X O", "X X X X X O", "O X X X X O"].map(|row| (rules, row)))
    {
        let picture = UNDER.replacen(". X X X X O", filled, 1);
        let board = diagram::board(&picture).expect("a board");
        for way in 0..8 {
            let judged = check(&image(&board, way), rules, &EFFORT);
            let c8 = moved(board.size(), way, point("C8"));
            let chain = judged.chain(c8).expect("a stone");
            assert_eq!(chain.status, Status::Dead, "{rules}:\n{board}");
            assert!(matches!(chain.basis, Basis::Read(_)), "{rules}:\n{board}");
        }
    }
}

/// Two groups, with three eyes and two, and one dame between them at C3.
const DAME: &str = ". X X O .
                    X X X O O
                    . X . O .
                    X X X O O
                    . X X O O";

/// Only the rules of 1989 make seki by a dame. Article 32 of 1949 requires one eye or none, the
/// rules of 2009 a claim (8-5).
#[test]
fn a_dame_makes_seki_where_the_rules_say_so() {
    let board = diagram::board(DAME).expect("a board");
    for way in 0..8 {
        let board = image(&board, way);
        let lead = if way & 4 == 0 { 1.0 } else { -1.0 };
        for rules in [Rules::JAPANESE_1949, Rules::IMPROVED_2009, Rules::KOREAN] {
            let judged = check(&board, rules, &EFFORT);
            assert!(judged.stones(Status::Seki).is_empty(), "{rules}:\n{board}");
            assert_eq!(judged.score().margin(), lead, "{rules}:\n{board}");
        }
        let to_the_letter = check(&board, Rules::JAPANESE_1989, &EFFORT);
        assert!(to_the_letter.stones(Status::Alive).is_empty());
        assert_eq!(to_the_letter.score().margin(), 0.0);
        let in_practice = judge(&passed(played(&board, Rules::JAPANESE_1989)), &EFFORT);
        assert_eq!(in_practice.score().margin(), lead);
    }
}

/// A5 has one eye and connects to two more by A4 or by C4, dame that need no filling yet.
#[test]
fn what_dame_connect_is_in_no_seki_until_they_are_filled() {
    let board = diagram::board(
        ". X X O . O . O
         X X X O O O O O
         . O . O O O . O
         X X X X O O O O
         X X X X O O O O
         . X . X O . O .",
    );
    let board = board.expect("a board");
    for way in 0..8 {
        let board = image(&board, way);
        for rules in [Rules::KOREAN, Rules::JAPANESE_1949, Rules::JAPANESE_1989] {
            let position = passed(played(&board, rules));
            let judged = judge(&position, &EFFORT);
            assert_eq!(judged.stones(Status::Seki), PointSet::EMPTY, "{rules}");
            let ahead = f64::from(image_of(Color::White, way).sign());
            assert_eq!(judged.score().margin(), 2.0 * ahead, "{rules}");
        }
        // To the letter of the rules of 1989, all chains next to a dame in a diagram are in seki.
        // Under the other rules none is.
        let judged = check(&board, Rules::KOREAN, &EFFORT);
        assert_eq!(judged.stones(Status::Seki), PointSet::EMPTY);
        let judged = check(&board, Rules::JAPANESE_1989, &EFFORT);
        assert!(judged.stones(Status::Seki).len() > 30);
    }
}

#[test]
fn groups_without_eyes_are_in_seki_by_every_rule() {
    let picture = ". X O . X O .
                   X X O X X O O
                   . X O X X O .
                   X X O X X O O
                   . X O . X O .";
    let board = diagram::board(picture).expect("a board");
    for way in 0..8 {
        let board = image(&board, way);
        for rules in [
            Rules::JAPANESE_1949,
            Rules::JAPANESE_1989,
            Rules::IMPROVED_2009,
            Rules::KOREAN,
        ] {
            let judged = check(&board, rules, &EFFORT);
            for name in ["C3", "D3"] {
                let at = moved(board.size(), way, point(name));
                assert_eq!(judged.status(at), Some(Status::Seki), "{rules}:\n{board}");
            }
        }
    }
}
