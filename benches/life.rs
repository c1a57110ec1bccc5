//! Judgement of a board near the end of a game, and of positions from rule texts.
//!
//! For the latter, throughput counts the states visited by the solver.

#[allow(dead_code)]
#[path = "../gtp-tests/case.rs"]
mod case;

use case::Case;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use wakari::board::Board;
use wakari::color::Color;
use wakari::judge::{Effort, Occasion, Status, adjudicate};
use wakari::playout::{dice, play_out};
use wakari::point::Size;
use wakari::position::Position;
use wakari::rules::Rules;

/// Three quarters of a seeded game, so that something is left to judge.
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
            let judged = adjudicate(&position, Occasion::Diagram, &effort);
            let statuses = [Status::Alive, Status::Dead, Status::Seki];
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
                adjudicate(&position, Occasion::Diagram, &effort).score(),
                "equal effort judges alike"
            );
            let name = format!("adjudicate/{size}/{}", rules);
            criterion.bench_function(&name, |bench| {
                bench.iter(|| adjudicate(black_box(&position), Occasion::Diagram, &effort))
            });
        }
    }
}

/// Positions of every kind for each procedure: nakade and ko, seki, cycles, areas with several
/// chains.
const CASES: [&str; 15] = [
    "proposal-2012/p2012-02",
    "proposal-2012/p2012-03",
    "proposal-2012/p2012-07-2",
    "proposal-2012/p2012-08",
    "proposal-2012/p2012-11",
    "proposal-2012/p2012-16",
    "proposal-2012/p2012-22",
    "proposal-2012/p2012-26",
    "proposal-2012/p2012-fu-1-4",
    "japanese-1989/j89-ex02",
    "japanese-1989/j89-ex08",
    "japanese-1989/j89-ex10",
    "japanese-1989/j89-ex22",
    "japanese-1989/j89-ex25",
    "japanese-1949/j49-prec-bent-four",
];

fn cases(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("cases");
    group.sample_size(10);
    for name in CASES {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let file = root.join(format!("gtp-tests/cases/{name}.case"));
        let text = std::fs::read_to_string(file).expect("a case file");
        let case = Case::read(&text).expect("a case");
        let position = case.position();
        let effort = Effort::default();
        let judged = adjudicate(&position, Occasion::Diagram, &effort);
        assert_eq!(case.complaints(&judged), Vec::<String>::new(), "{name}");
        let states: usize = judged.chains().iter().map(|chain| chain.states).sum();
        group.throughput(Throughput::Elements(states as u64));
        group.bench_function(name, |bench| {
            bench.iter(|| adjudicate(black_box(&position), Occasion::Diagram, &effort))
        });
    }
}

criterion_group!(benches, life, cases);
criterion_main!(benches);
