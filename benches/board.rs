//! Time to replay a game and to copy a board.

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use wakari::board::Board;
use wakari::color::Color;
use wakari::playout::{dice, play_out};
use wakari::point::{Point, Size};

/// The stones of a seeded playout, in order of placement.
fn game(size: Size) -> Vec<(Color, Point)> {
    let mut stones = Vec::new();
    let mut board = Board::new(size);
    play_out(&mut board, Color::Black, None, &mut dice(1), |color, at| {
        stones.push((color, at))
    });
    stones
}

fn replay(size: Size, stones: &[(Color, Point)]) -> Board {
    let mut board = Board::new(size);
    for &(color, at) in stones {
        board.place(color, at, &mut ());
    }
    board
}

fn board(criterion: &mut Criterion) {
    for side in [9, 13, 19] {
        let size = Size::square(side).expect("a usual size");
        let stones = game(size);
        let end = replay(size, &stones);
        end.check()
            .expect("a board played to its end is consistent");
        let standing = Color::BOTH
            .map(|color| end.stones(color).len())
            .iter()
            .sum::<usize>();
        assert_eq!(standing + end.empties().len(), size.area());
        let mut place = criterion.benchmark_group("place the stones of a game");
        place.throughput(criterion::Throughput::Elements(stones.len() as u64));
        place.bench_function(format!("{size}"), |bench| {
            bench.iter(|| replay(size, black_box(&stones)))
        });
        place.finish();
        let mut copy = Board::new(size);
        criterion.bench_function(&format!("copy a board/{size}"), |bench| {
            bench.iter(|| copy.clone_from(black_box(&end)));
        });
        assert!(copy == end);
    }
}

criterion_group!(benches, board);
criterion_main!(benches);
