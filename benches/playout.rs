//! Playouts from the empty board, uniform and by policy, and move prediction.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rand::RngExt;
use std::hint::black_box;
use wakari::board::Board;
use wakari::color::Color;
use wakari::pattern::Predictor;
use wakari::playout::{dice, play_lightly, play_out};
use wakari::point::Size;

/// Plays a game twice from an empty board, and checks that both final boards are equal and valid.
fn checked(empty: &Board, play: impl Fn(&mut Board)) {
    let end = || {
        let mut board = empty.clone();
        play(&mut board);
        board
    };
    let board = end();
    board
        .check()
        .expect("a board played to its end is consistent");
    assert!(board == end(), "equal seeds play equal games");
    let playable = |color| {
        board
            .empties()
            .iter()
            .any(|&at| board.is_playable(color, at))
    };
    assert!(
        !Color::BOTH.into_iter().any(playable),
        "a game ends when nobody can play\n{board}"
    );
}

fn playout(criterion: &mut Criterion) {
    for side in [9, 13, 19] {
        let empty = Board::new(Size::square(side).expect("a usual size"));
        for seed in 0..10 {
            checked(&empty, |board| {
                _ = play_lightly(board, Color::Black, &mut dice(seed))
            });
        }
        let mut group = criterion.benchmark_group(format!("playout/{}", empty.size()));
        group.throughput(Throughput::Elements(1));
        let (mut board, mut random) = (empty.clone(), dice(1));
        group.bench_function("uniform", |bench| {
            bench.iter(|| {
                board.clone_from(black_box(&empty));
                play_lightly(&mut board, Color::Black, &mut random)
            });
        });
        group.bench_function("policy", |bench| {
            bench.iter(|| {
                board.clone_from(black_box(&empty));
                play_out(&mut board, Color::Black, None, &mut random, |_, _| {});
            });
        });
        group.finish();
    }
}

fn predictors(criterion: &mut Criterion) {
    for side in [9, 13, 19] {
        // A board that is one third full.
        let mut board = Board::new(Size::square(side).expect("a usual size"));
        let mut random = dice(3);
        let (mut turn, mut last) = (Color::Black, None);
        for _ in 0..board.size().area() / 3 {
            let empties = board.empties();
            let at = empties[random.random_range(0..empties.len())];
            if board.is_playable(turn, at) {
                board.place(turn, at, &mut ());
                (turn, last) = (!turn, Some(at));
            }
        }
        let moves: Vec<_> = board.empties().to_vec();
        let mut group = criterion.benchmark_group(format!("predict/{}", board.size()));
        for (name, predictor) in [
            ("patterns", Predictor::patterns()),
            ("network", Predictor::with_network(board.size())),
        ] {
            group.bench_function(name, |bench| {
                bench
                    .iter(|| predictor.predict(black_box(&board), turn, [last, None], &moves, 0.0));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, playout, predictors);
criterion_main!(benches);
