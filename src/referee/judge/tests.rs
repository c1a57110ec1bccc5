//! Tests of judgements: statuses, evidence, territory and scores.

mod advised;
mod bounded;
pub(crate) mod images;
mod last_moves;
pub(crate) mod occasions;

use super::*;
use crate::go::board::Board;
use crate::go::board::diagram;
use crate::go::board::symmetry::Image;
use crate::go::color::Color;
use crate::go::point::{Move, Size};
use crate::go::point::{Point, PointSet};
use crate::go::position::Position;
use crate::go::rules::Rules;
use crate::mcts::playout::{dice, play_lightly};
use images::position_of;

const EFFORT: Effort = Effort {
    playouts: 200,
    seed: 7,
    states: 20_000,
    safety: 20_000,
    ..Effort::USUAL
};

/// Judges a position as a diagram until a move has been played.
fn judge(position: &Position, effort: &Effort) -> Adjudication {
    adjudicate(position, Occasion::of(position), effort)
}

fn position(picture: &str, turn: Color, rules: Rules) -> Position {
    let board = diagram::board(picture).expect("a board");
    let mut position = Position::set_up(board, turn, rules);
    position.set_komi(0.0);
    position
}

fn point(name: &str) -> Point {
    name.parse().expect("a point")
}

/// Checks the status of a chain under one rule set, with either side to move.
#[track_caller]
fn check(picture: &str, rules: Rules, chain: &str, expected: Status) {
    for turn in Color::BOTH {
        let position = position(picture, turn, rules);
        let adjudication = judge(&position, &EFFORT);
        let found = adjudication.status(point(chain));
        assert_eq!(
            found,
            Some(expected),
            "{chain}, {turn} to move, {rules}, in\n{picture}"
        );
    }
}

#[track_caller]
fn check_score(picture: &str, turn: Color, rules: Rules, expected: &str) {
    let position = position(picture, turn, rules);
    let adjudication = adjudicate(&position, Occasion::Game, &EFFORT);
    let score = adjudication.score().to_string();
    assert_eq!(
        score,
        expected,
        "{turn} to move, {rules}, in\n{picture}\n{}",
        adjudication.finished()
    );
}

const INVADER: &str = ". X . X . X O . .
                       . X X X X X O O O
                       . . . . X O O . O
                       . O . . X O . O .
                       . . . . X O O O .
                       X X X X X X O . O
                       . X . . . X O O .
                       . X . . X X O . O
                       . X . . X O O . O";

#[test]
fn a_stone_alone_in_the_opponents_territory_is_dead() {
    for rules in [Rules::PROPOSAL_2012, Rules::JAPANESE_1989, Rules::CHINESE] {
        check(INVADER, rules, "B6", Status::Dead);
        check(INVADER, rules, "F4", Status::Alive);
    }
    check(INVADER, Rules::TROMP_TAYLOR, "B6", Status::Alive);
}

/// After a few moves on a large board there are no dame and no seki, and all empty points are
/// unsettled.
#[test]
fn a_game_far_from_over_has_no_dame_and_no_seki() {
    for rules in [Rules::JAPANESE_1989, Rules::KOREAN, Rules::CHINESE] {
        let mut position = Position::new(Size::square(19).expect("a size"), rules);
        for at in ["D4", "Q16", "Q4", "D16", "D10", "K10"] {
            position.play(Move::At(point(at))).expect("legal");
        }
        let judged = judge(&position, &EFFORT);
        assert!(judged.is_unfinished() && judged.stones(Status::Seki).is_empty());
        assert_eq!(judged.dame(), PointSet::EMPTY);
        let empty: PointSet = position.board().empties().iter().copied().collect();
        assert!(empty.is_subset(&judged.unsettled()), "by {rules}");
    }
}

/// Proved points are settled even if the playouts disagree.
#[test]
fn nothing_proved_is_called_unclear() {
    for seed in 0..40 {
        let mut board = Board::new(Size::square(9).expect("a size"));
        play_lightly(&mut board, Color::Black, &mut dice(seed));
        for rules in [Rules::JAPANESE_1989, Rules::PROPOSAL_2012, Rules::CHINESE] {
            let position = Position::set_up(board.clone(), Color::Black, rules);
            let judged = judge(&position, &EFFORT);
            let proved = judged.proved();
            let proved = proved[Color::Black] | proved[Color::White];
            assert!(!judged.unsettled().meets(&proved), "{seed}:\n{board}");
        }
    }
}

#[test]
fn what_benson_finds_is_proved_and_the_rest_is_not() {
    let adjudication = judge(&position(INVADER, Color::Black, Rules::CHINESE), &EFFORT);
    let basis = |name| adjudication.chain(point(name)).expect("a stone").basis;
    assert_eq!(basis("G9"), Basis::PassAlive);
    assert_eq!(basis("B6"), Basis::Safe);
    let unread = Effort {
        safety: 0,
        ..EFFORT
    };
    let searched = judge(&position(INVADER, Color::Black, Rules::CHINESE), &unread);
    let basis = searched.chain(point("B6")).expect("a stone").basis;
    assert!(matches!(
        basis,
        Basis::Searched(Finding::Walled | Finding::Played(_))
    ));
    let all = judge(&position(INVADER, Color::Black, Rules::PURE_GO), &EFFORT);
    assert!(
        all.chains()
            .iter()
            .all(|chain| chain.basis == Basis::AllStand)
    );
    assert!(all.finish().is_empty());
}

/// If neither side has a sensible move, all points are clear and no moves are played.
#[test]
fn a_finished_board_is_settled() {
    let picture = ". X . X O . O
                   X X X X O O .
                   . . X O O . O
                   X X X O . O O
                   . X O O O O .
                   X X O . . O O
                   . X O . . O .";
    let adjudication = judge(&position(picture, Color::White, Rules::CHINESE), &EFFORT);
    assert_eq!(adjudication.unclear(), PointSet::EMPTY);
    assert!(adjudication.left().is_empty());
    assert!(adjudication.dead().is_empty());
}

#[test]
fn the_last_dame_are_filled_and_what_they_threaten_is_connected() {
    // C3 is neutral: worth a point if stones count, and nothing otherwise.
    let dame = ". X X O .
                X X X O O
                . X . O .
                X X X O O
                . X X O .";
    check_score(dame, Color::Black, Rules::JAPANESE_1989, "0");
    check_score(dame, Color::White, Rules::JAPANESE_1989, "0");
    check_score(dame, Color::Black, Rules::CHINESE, "B+5");
    check_score(dame, Color::White, Rules::CHINESE, "B+3");
    // White at D3 forces Black to connect at B3, which costs one of Black's four points. Black at
    // D3 would lose two stones.
    let connection = ". X O . O
                      X X O O .
                      . . X . O
                      X X O O .
                      . X O . O";
    // Until that is played, all four are Black's.
    check_score(connection, Color::Black, Rules::JAPANESE_1989, "0");
    check_score(connection, Color::White, Rules::JAPANESE_1989, "0");
    // The twin: after the connection the point is gone, and no more is lost.
    let connected = connection.replacen(". . X . O", ". X X . O", 1);
    check_score(&connected, Color::White, Rules::JAPANESE_1989, "W+1");
}

/// A dead stone at C1 is all of Black's border. The points behind it are open until a move is
/// played there, in every image.
#[test]
fn a_dead_stone_in_the_border_leaves_it_open() {
    let board = diagram::board(
        "
        O O O O X X
        . O O O X .
        O . . O X X
        . O O O O X
        O O O X X X
        O O X . . O",
    )
    .expect("a board");
    for image in Image::all(board.size()) {
        for rules in [Rules::KOREAN, Rules::JAPANESE_1949] {
            let position = position_of(image, &board, rules);
            let judged = adjudicate(&position, Occasion::Stopped, &Effort::default());
            assert!(
                !judged.unsettled().is_empty(),
                "{rules}\n{}",
                position.board()
            );
        }
    }
}

/// If the rules do not say which side moves first, a chain that depends on the first move is
/// unsettled.
#[test]
fn a_chain_that_the_first_move_decides_is_unsettled_by_area_rules() {
    let board = diagram::board(
        ". X X X .
         X O X . X
         X . X X X
         O O O O O
         . O O O .",
    )
    .expect("a board");
    let stone: Point = "B4".parse().expect("a point");
    for image in Image::all(board.size()) {
        for rules in [Rules::CHINESE, Rules::AGA, Rules::ING, Rules::NEW_ZEALAND] {
            let position = position_of(image, &board, rules);
            let judged = adjudicate(&position, Occasion::Stopped, &Effort::default());
            let is_unsettled = judged.unsettled().contains(image.point(stone));
            assert!(is_unsettled, "{rules}\n{}", position.board());
        }
        let position = position_of(image, &board, Rules::KOREAN);
        let judged = adjudicate(&position, Occasion::Stopped, &Effort::default());
        assert_eq!(judged.status(image.point(stone)), Some(Status::Dead));
    }
}

#[test]
fn two_chains_that_share_two_liberties_are_in_seki() {
    let seki = ". X O . X O .
                X X O X X O O
                . X O X X O .
                X X O X X O O
                . X O . X O .";
    for chain in ["C3", "D3"] {
        check(seki, Rules::JAPANESE_1989, chain, Status::Seki);
        check(seki, Rules::PROPOSAL_2012, chain, Status::Alive);
        check(seki, Rules::CHINESE, chain, Status::Alive);
    }
    check(seki, Rules::JAPANESE_1989, "B3", Status::Alive);
    check_score(seki, Color::Black, Rules::JAPANESE_1989, "0");
    check_score(seki, Color::White, Rules::CHINESE, "B+3");
}

#[test]
fn the_judgement_is_a_partition_and_does_not_change() {
    let mut dice = dice(11);
    for rules in [
        Rules::PROPOSAL_2012,
        Rules::JAPANESE_1989,
        Rules::AGA,
        Rules::STONE_SCORING,
    ] {
        for side in [5, 9] {
            let size = Size::square(side).expect("within the limits");
            let mut board = Board::new(size);
            play_lightly(&mut board, Color::Black, &mut dice);
            let position = Position::set_up(board, Color::White, rules);
            let effort = Effort {
                playouts: 40,
                seed: 3,
                states: 2_000,
                safety: 20_000,
                ..Effort::USUAL
            };
            let (one, other) = (judge(&position, &effort), judge(&position, &effort));
            assert_eq!(one.chains(), other.chains());
            assert_eq!(one.score(), other.score());
            assert_eq!(one.finish(), other.finish());
            let board = position.board();
            let mut rest = board.stones(Color::Black) | board.stones(Color::White);
            for status in [Status::Alive, Status::Dead, Status::Seki] {
                let stones = one.stones(status);
                assert!(stones.is_subset(&rest), "{status:?} in\n{board}");
                rest -= stones;
            }
            assert!(rest.is_empty(), "{rest:?} in\n{board}");
            assert_eq!(one.stones(Status::Dead), one.dead());
        }
    }
}

/// Earlier judgements and concurrent ones do not change the answer.
#[test]
fn the_answer_depends_on_the_position_alone() {
    let mut dice = dice(23);
    let mut positions = vec![];
    for number in 0..40 {
        let size = Size::square(5 + 2 * (number % 4)).expect("within the limits");
        let mut board = Board::new(size);
        play_lightly(&mut board, Color::Black, &mut dice);
        let rules = [Rules::PROPOSAL_2012, Rules::JAPANESE_1989, Rules::CHINESE];
        let rules = rules[usize::from(number) % 3];
        let mut position = Position::set_up(board, Color::White, rules);
        position.play(Move::Pass).expect("a pass is legal");
        positions.push(position);
    }
    let effort = Effort {
        playouts: 40,
        seed: 3,
        states: 5_000,
        safety: 20_000,
        ..Effort::USUAL
    };
    let ask = |position: &Position| {
        let found = judge(position, &effort);
        (
            found.chains().to_vec(),
            *found.score(),
            found.left().to_vec(),
        )
    };
    let mut one: Vec<_> = positions.iter().rev().map(ask).collect();
    one.reverse();
    let (front, back) = positions.split_at(positions.len() / 2);
    let other: Vec<_> = std::thread::scope(|scope| {
        let back = scope.spawn(|| back.iter().map(ask).collect::<Vec<_>>());
        let mut found: Vec<_> = front.iter().map(ask).collect();
        found.extend(back.join().expect("a thread that ends"));
        found
    });
    assert_eq!(one, other);
}

/// While the last dame are filled, attacks on safe chains are answered, or the chain is sacrificed
/// for more: here A4 for C4.
///
/// The sacrificed chain is then not called proved dead.
#[test]
fn what_is_safe_is_not_proved_dead_by_the_last_dame() {
    let by_a_tie = "
        . . . X . X
        X . X X X X
        O X . X X X
        O . O O O X
        . . O . O O
        O . O O . O";
    let mut boards = vec![diagram::board(by_a_tie).expect("a board")];
    let mut dice = dice(3);
    boards.extend((0..40).map(|number| {
        let size = Size::square(5 + number % 4).expect("within the limits");
        images::late_board(size, &mut dice)
    }));
    let effort = Effort {
        playouts: 10,
        seed: 1,
        states: 500,
        ..EFFORT
    };
    for board in boards {
        for rules in [Rules::CHINESE, Rules::NEW_ZEALAND, Rules::KOREAN] {
            for turn in Color::BOTH {
                let position = Position::set_up(board.clone(), turn, rules);
                let judged = adjudicate(&position, Occasion::Game, &effort);
                let safe = judged.safety.living();
                for chain in judged.chains() {
                    let is_lost = chain.status == Status::Dead;
                    let is_safe = chain.stones.is_subset(&safe[chain.color]);
                    let is_contradicted = is_lost && is_safe && chain.basis.is_proof();
                    assert!(
                        !is_contradicted,
                        "{turn} first, under {rules}:\n{board}\n{chain:?}"
                    );
                }
            }
        }
    }
}
