//! Tests of limits: a judgement keeps to its work and memory, stops on request, and does not depend
//! on speed.

use super::images::position_of;
use crate::go::board::Board;
use crate::go::board::diagram;
use crate::go::board::symmetry::Image;
use crate::go::color::Color;
use crate::go::point::Size;
use crate::go::position::Position;
use crate::go::rules::Rules;
use crate::mcts::playout::{dice, play_lightly};
use crate::referee::judge::{Basis, Effort, Occasion, adjudicate, adjudicate_unless};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

/// Open boards with moves nearly everywhere, and one full of small fights.
const OPEN: [&str; 4] = [
    ". . . . . .
     . . . . . .
     . . . . . .
     . . . . . .
     . . . . . .
     . . . O O .",
    ". . . . .
     . . . . .
     . . X . .
     . . . . .
     . . . . .",
    "X . O . . X
     . X O . . .
     . . O . X X
     . . . O X .
     . . . . . O
     O . . . X .",
    "X X O O . X
     X . X O O .
     X O X . O X
     . O O X X X
     O O . O X .
     . O O O O X",
];

const RULES: [Rules; 4] = [
    Rules::PROPOSAL_2012,
    Rules::JAPANESE_1989,
    Rules::JAPANESE_1949,
    Rules::KOREAN,
];

/// A small effort.
const LITTLE: Effort = Effort {
    playouts: 60,
    safety: 2_000,
    work: Effort::USUAL.work / 20,
    ..Effort::USUAL
};

/// Returns the number of states that were read for a position.
fn states(position: &Position, effort: &Effort) -> usize {
    let judged = adjudicate(position, Occasion::Diagram, effort);
    judged.chains().iter().map(|chain| chain.states).sum()
}

#[test]
fn a_judgement_takes_no_more_than_its_work() {
    // Each new state takes some hundreds of units of work.
    let most = usize::try_from(LITTLE.work / 500).expect("not many");
    for picture in OPEN {
        let board = diagram::board(picture).expect("a board");
        for rules in RULES {
            for image in Image::all(board.size()).step_by(5) {
                let position = position_of(image, &board, rules);
                let found = states(&position, &LITTLE);
                assert!(found <= most, "{found} states by {rules} in\n{picture}");
            }
        }
    }
}

#[test]
fn a_judgement_takes_no_more_than_its_memory() {
    let memory = Effort {
        memory: 1 << 20,
        ..Effort::USUAL
    };
    for picture in OPEN {
        let board = diagram::board(picture).expect("a board");
        let position = Position::set_up(board, Color::Black, Rules::PROPOSAL_2012);
        // A quarter of it is for reading, and no state takes less than 100 bytes. A query that does
        // not fit is not repeated over and over.
        let chains = adjudicate(&position, Occasion::Diagram, &memory);
        for chain in chains.chains() {
            assert!(chain.states < 20_000, "{} in\n{picture}", chain.states);
        }
    }
}

/// On random boards, full and sparse, two judgements with little work are equal.
#[test]
fn the_same_is_found_however_fast_it_goes() {
    let mut dice = dice(21);
    for number in 0..12 {
        let size = Size::square(5 + number % 3).expect("within the limits");
        let mut board = Board::new(size);
        play_lightly(&mut board, Color::Black, &mut dice);
        let away = board.size().points().filter(|at| {
            (usize::from(at.column()) + usize::from(at.row()))
                .is_multiple_of(2 + number as usize % 3)
        });
        let away = away.collect();
        let [black, white] = Color::BOTH.map(|color| board.stones(color) - away);
        let Some(board) = Board::with_stones(size, &black, &white) else {
            continue;
        };
        let position = Position::set_up(board, Color::Black, RULES[usize::from(number) % 4]);
        let judged = [0, 1].map(|_| adjudicate(&position, Occasion::Diagram, &LITTLE));
        assert_eq!(judged[0].chains(), judged[1].chains());
    }
}

#[test]
fn nothing_is_read_once_somebody_says_to_stop() {
    let stop = AtomicBool::new(true);
    for picture in OPEN {
        let board = diagram::board(picture).expect("a board");
        for rules in RULES {
            let position = Position::set_up(board.clone(), Color::Black, rules);
            let judged = adjudicate_unless(&position, Occasion::Diagram, &Effort::USUAL, &stop);
            for chain in judged.chains() {
                assert!(!matches!(chain.basis, Basis::Read(_) | Basis::Safe));
                assert!(
                    chain.states < 3_000,
                    "{} states in\n{picture}",
                    chain.states
                );
            }
        }
    }
}

/// Sets the stop flag of a judgement that would take minutes after `delay`, and returns how long it
/// still runs.
fn after_stop(position: &Position, occasion: Occasion, delay: Duration) -> Duration {
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let teller = scope.spawn(|| {
            std::thread::sleep(delay);
            let told = Instant::now();
            stop.store(true, Relaxed);
            told
        });
        let long = Effort::taking(Duration::from_secs(600));
        adjudicate_unless(position, occasion, &long, &stop);
        let ended = Instant::now();
        let told = teller.join().expect("it only sleeps");
        ended.saturating_duration_since(told)
    })
}

/// A judgement stops at any step: playouts, reading, zones, searches of fights, the last dame.
///
/// It takes up to 0.25 s of processor time to stop. The limit is higher for busy machines.
#[test]
fn a_judgement_ends_soon_once_somebody_says_to_stop() {
    let mut dice = dice(5);
    let mut positions = Vec::new();
    for picture in OPEN {
        let board = diagram::board(picture).expect("a board");
        positions.push(Position::set_up(board, Color::Black, RULES[1]));
    }
    // Large boards, nearly full.
    for side in [19, 25] {
        let mut board = Board::new(Size::square(side).expect("within the limits"));
        play_lightly(&mut board, Color::Black, &mut dice);
        positions.push(Position::set_up(board, Color::Black, RULES[0]));
    }
    for position in &positions {
        for occasion in [Occasion::Game, Occasion::Diagram] {
            for delay in [0, 5, 50, 200] {
                let took = after_stop(position, occasion, Duration::from_millis(delay));
                assert!(
                    took < Duration::from_secs(30),
                    "{took:?} by {}, told after {delay} ms, in\n{}",
                    position.rules(),
                    position.board()
                );
            }
        }
    }
}

/// More effort may only decide more: chains proved with little effort stay proved.
#[test]
fn more_effort_contradicts_nothing_that_is_proved() {
    let board = diagram::board(OPEN[3]).expect("a board");
    for rules in RULES {
        let position = Position::set_up(board.clone(), Color::Black, rules);
        let [little, usual] = [&LITTLE, &Effort::USUAL]
            .map(|effort| adjudicate(&position, Occasion::Diagram, effort));
        for (chain, other) in little.chains().iter().zip(usual.chains()) {
            if chain.basis.is_proof() {
                assert!(other.basis.is_proof());
                assert_eq!(chain.status, other.status);
            }
        }
    }
}
