//! The judgement of a board on which a game has just ended.

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use wakari::board::Board;
use wakari::color::Color;
use wakari::life::{Effort, Status, adjudicate};
use wakari::playout::{dice, play_out};
use wakari::point::Size;
use wakari::position::Position;
use wakari::rules::Rules;

/// The board of a seeded game some moves before its end, so that something is left to judge.
fn board(size: Size) -> Board {
    let mut stones = Vec::new();
    let mut board = Board::new(size);
    play_out(&mut board, Color::Black, None, &mut dice(1), |color, at| {
        stones.push((color, at))
    });
    let mut board = Board::new(size);
    for &(color, at) in &stones[..size.area() * 3 / 4] {
        board.place(color, at, &mut ());
    }
    board
}

fn life(criterion: &mut Criterion) {
    for side in [9, 13, 19] {
        let size = Size::square(side).expect("a usual size");
        for rules in [Rules::PROPOSAL_2012, Rules::CHINESE] {
            let position = Position::set_up(board(size), Color::Black, rules);
            let effort = Effort::default();
            let judged = adjudicate(&position, &effort);
            let statuses = [Status::Alive, Status::Dead, Status::Seki, Status::Unsettled];
            let counted: usize = statuses
                .iter()
                .map(|&status| judged.stones(status).len())
                .sum();
            assert_eq!(
                counted + position.board().empties().len(),
                size.area(),
                "each stone has one status"
            );
            assert_eq!(
                judged.score(),
                adjudicate(&position, &effort).score(),
                "equal effort judges alike"
            );
            let name = format!("adjudicate/{size}/{}", rules.name.unwrap_or_default());
            criterion.bench_function(&name, |bench| {
                bench.iter(|| adjudicate(black_box(&position), &effort))
            });
        }
    }
}

criterion_group!(benches, life);
criterion_main!(benches);
