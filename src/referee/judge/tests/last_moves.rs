//! Reinforcements that filling the dame forces, stones in atari, half-point kos and open borders,
//! on every image of a board.

use super::images::position_of;
use super::point;
use crate::go::board::symmetry::Image;
use crate::go::board::{Board, diagram};
use crate::go::color::{Color, PerColor};
use crate::go::point::PointSet;
use crate::go::position::Position;
use crate::go::rules::Rules;
use crate::referee::judge::reinforce::reinforcements;
use crate::referee::judge::unsettled::Unsettled;
use crate::referee::judge::{Effort, Occasion, adjudicate, proved_points};
use std::sync::atomic::AtomicBool;

/// The rule sets that count territory.
const TERRITORY: [Rules; 6] = [
    Rules::PROPOSAL_2012,
    Rules::JAPANESE_1989,
    Rules::JAPANESE_1949,
    Rules::IMPROVED_2009,
    Rules::KOREAN,
    Rules::EGF,
];

/// The results of a stopped game.
struct Expected<'a> {
    /// Black's lead in the count.
    stopped: i32,
    /// Black's lead if the game is played out, with Black and with White first.
    first: [i32; 2],
    /// The points that Black and White have to fill in the end.
    filled: [&'a str; 2],
    /// The points where Black and White should play at once.
    owed: [&'a str; 2],
}

fn points(names: &str) -> PointSet {
    names.split_whitespace().map(point).collect()
}

/// Compares every image of a board, as a stopped game, with the expected results.
#[track_caller]
fn check(picture: &str, rules: Rules, expected: &Expected) {
    let board = diagram::board(picture).expect("a board");
    for image in Image::all(board.size()) {
        check_image(&board, rules, image, expected);
    }
}

#[track_caller]
fn check_image(board: &Board, rules: Rules, image: Image, expected: &Expected) {
    let position = position_of(image, board, rules);
    let (effort, never) = (Effort::default(), AtomicBool::new(false));
    let judged = adjudicate(&position, Occasion::Stopped, &effort);
    let seen = format!("{rules}:\n{}", position.board());
    let sign = if image.is_exchanged() { -1.0 } else { 1.0 };
    let lead = |lead: i32| sign * f64::from(lead) + 0.0;
    let stopped = lead(expected.stopped);
    assert_eq!(judged.score().margin(), stopped, "stopped, {seen}");
    let open = Unsettled::of(&position, &judged, &effort, &never);
    let found = Color::BOTH.map(|color| open.scores[image.color(color)].margin());
    assert_eq!(found, expected.first.map(lead), "played out, {seen}");
    let filled = PerColor(expected.filled.map(points));
    let owed = PerColor(expected.owed.map(points));
    for color in Color::BOTH {
        let side = image.color(color);
        let filled = image.points(&filled[color]);
        assert_eq!(
            open.reinforcements[side], filled,
            "filled by {side}, {seen}"
        );
        let found = reinforcements(&position, &judged, side, &effort, &never);
        let found: PointSet = found.iter().map(|owed| owed.at).collect();
        assert_eq!(found, image.points(&owed[color]), "owed by {side}, {seen}");
    }
}

/// Black at B2 makes White connect at A4.
#[test]
fn a_dame_forces_a_connection() {
    for rules in TERRITORY {
        check(
            ". O . O X . X
             O O O O X X .
             O O X X X X X
             . O X . X . X
             O X X X X X X
             O . X . X . X
             X X . X X X .",
            rules,
            &Expected {
                stopped: 6,
                first: [6, 6],
                filled: ["", "A4"],
                owed: ["", ""],
            },
        );
        // Its twin with both connections made.
        check(
            ". O . O X . X
             O O O O X X .
             O O X X X X X
             O O X . X . X
             O X X X X X X
             O . X . X . X
             X X X X X X .",
            rules,
            &Expected {
                stopped: 5,
                first: [5, 5],
                filled: ["", ""],
                owed: ["", ""],
            },
        );
    }
}

/// The connection is found by a search, so its score is not proved.
#[test]
fn what_is_filled_before_counting_is_not_proved() {
    let board = diagram::board(
        ". O . O X . X
         O O O O X X .
         O O X X X X X
         . O X . X . X
         O X X X X X X
         O . X . X . X
         X X . X X X .",
    )
    .expect("a board");
    for rules in TERRITORY {
        let position = Position::set_up(board.clone(), Color::Black, rules);
        let judged = adjudicate(&position, Occasion::Stopped, &Effort::default());
        let open = board.size().all() - proved_points(&position, &judged);
        assert_eq!(open, points("B2 A4"), "{rules}");
        let stands = Effort {
            fills: false,
            ..Effort::default()
        };
        let judged = adjudicate(&position, Occasion::Stopped, &stands);
        assert_eq!(proved_points(&position, &judged), board.size().all());
    }
}

/// The same with two dame.
#[test]
fn two_dame_force_a_connection() {
    for rules in TERRITORY {
        check(
            ". O . O X . X
             O O O O X X .
             O . X X X X X
             . O X . X . X
             O . X X X X X
             X X X . X . X
             . X . X X X .",
            rules,
            &Expected {
                stopped: 7,
                first: [7, 7],
                filled: ["", "A4"],
                owed: ["", ""],
            },
        );
    }
}

const IN_ATARI: &str = "
    . O . O X X .
    O O O O X X X
    O O X O X . X
    O O X . X X X
    O O O O X X X
    O . O O X . X
    . O O O X X .";

/// Two stones are in atari: White captures them, or Black connects.
#[test]
fn stones_in_atari_are_worth_a_move() {
    for rules in TERRITORY {
        check(
            IN_ATARI,
            rules,
            &Expected {
                stopped: 0,
                first: [0, -4],
                filled: ["", ""],
                owed: ["D4", "D4"],
            },
        );
    }
}

/// Once the outer liberties are filled, White's two stones and Black's share their last ones: Black
/// must capture.
#[test]
fn the_last_liberties_force_two_moves() {
    let picture = "
        O O X . O X . X .
        O . X . O X X X X
        O O X X O X . X X
        O O . O X X X X .
        O O O O X . X X X
        . O O O X X X X X
        O O . O O O O O O
        O . O O . O . O O
        . O O O O O O O .";
    for rules in TERRITORY {
        check(
            picture,
            rules,
            &Expected {
                stopped: 4,
                first: [4, 4],
                filled: ["D9 D8", ""],
                owed: ["", ""],
            },
        );
    }
    // To the letter of 1989 the dame make everything seki.
    let board = diagram::board(picture).expect("a board");
    let mut position = Position::set_up(board, Color::Black, Rules::JAPANESE_1989);
    position.set_komi(0.0);
    let judged = adjudicate(&position, Occasion::Diagram, &Effort::default());
    assert_eq!(judged.score().margin(), 0.0);
}

/// A ko for half a point between stones that live.
#[test]
fn a_half_point_ko_is_worth_a_move() {
    for rules in TERRITORY {
        check(
            ". X X O O O .
             . X X O O O .
             . X X O O O .
             X X X O O O O
             . X X O O O .
             . X X X O O .
             . X X . X O .",
            rules,
            &Expected {
                stopped: 0,
                first: [0, -1],
                // Under the other rules the point of the open ko is neutral anyway.
                filled: [if rules.phased { "D1" } else { "" }, ""],
                owed: ["D1", "D1"],
            },
        );
    }
}

/// White at A1 would break in: Black and White close the border, whoever moves first.
#[test]
fn an_open_border_is_closed() {
    for rules in [Rules::PROPOSAL_2012, Rules::JAPANESE_1989] {
        check(
            ". . . X X X X O .
             . . X . . . X O .
             . X . . . X O O .
             . X X X X X X X O
             . X O O O X . X O
             . . X O X X X O O
             . X X O O X O . O
             . X O . O X O O X
             . O . . O O O X .",
            rules,
            &Expected {
                stopped: 7,
                first: [7, 7],
                filled: ["", "C1"],
                owed: ["", ""],
            },
        );
    }
}
