//! Safety proofs on every board of 4×4, up to symmetry and exchange of colors.

#![allow(clippy::print_stdout)]

use super::{confirm_what_is_found_within, numbered};
use crate::go::board::symmetry::Symmetry;
use crate::go::point::{Point, Size};
use crate::life::safety::SafetyLimits;
use std::num::NonZero;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

const SIDE: usize = 4;
const POINTS: usize = SIDE * SIDE;

/// The number of consecutive boards that a thread takes at a time.
const AT_A_TIME: usize = 3_usize.pow(7);

/// Returns the index of each point's image under each symmetry.
fn images(size: Size) -> [[usize; POINTS]; 8] {
    let points: Vec<Point> = size.points().collect();
    std::array::from_fn(|number| {
        let symmetry = Symmetry::new(number as u8).expect("one of eight");
        std::array::from_fn(|at| {
            let to = symmetry.point(points[at], size);
            let place = points.iter().position(|&point| point == to);
            place.expect("on the board")
        })
    })
}

/// Returns true if no image of the board, with or without colors exchanged, has a lower number.
fn is_first(number: usize, images: &[[usize; POINTS]; 8]) -> bool {
    let mut contents = [0; POINTS];
    let mut rest = number;
    for content in &mut contents {
        *content = rest % 3;
        rest /= 3;
    }
    [[0, 1, 2], [0, 2, 1]].iter().all(|colors| {
        images.iter().all(|image| {
            let places = image.iter().rev();
            let other = places.fold(0, |other, &at| 3 * other + colors[contents[at]]);
            other >= number
        })
    })
}

/// The limits of a short search.
fn short(suicide: bool, superko: bool) -> SafetyLimits {
    SafetyLimits {
        work: 1_000_000,
        color: 2000,
        more: 200,
        again: 0,
        harder: 0,
        ..super::limits(suicide, superko)
    }
}

/// Tries all proofs found on every `step`-th stretch of boards.
fn confirm_one_in(step: usize, limits: fn(bool, bool) -> SafetyLimits) {
    let size = Size::square(SIDE as u8).unwrap();
    let (images, all) = (images(size), 3_usize.pow(POINTS as u32));
    let next = AtomicUsize::new(0);
    let (looked_at, tried) = (AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let from = next.fetch_add(step * AT_A_TIME, Relaxed);
                    if from >= all {
                        return;
                    }
                    let numbers = from..(from + AT_A_TIME).min(all);
                    let boards = numbers
                        .filter(|&number| is_first(number, &images))
                        .filter_map(|number| numbered(size, number));
                    let boards: Vec<_> = boards.collect();
                    looked_at.fetch_add(boards.len(), Relaxed);
                    let found = confirm_what_is_found_within(limits, boards, from as u64);
                    tried.fetch_add(found, Relaxed);
                    let [looked_at, tried] = [&looked_at, &tried].map(|count| count.load(Relaxed));
                    println!("{from} of {all}: {looked_at} boards, {tried} proofs");
                }
            });
        }
    });
}

/// All of about 1.5 million boards, after a short search:
/// `cargo test --release --lib board_of_4x4 -- --ignored --nocapture`.
#[test]
#[ignore = "takes an hour of a core"]
fn what_is_found_on_every_board_of_4x4_is_never_lost() {
    confirm_one_in(1, short);
}

/// A sample of the boards, after a long search.
#[test]
#[ignore = "takes ten minutes"]
fn what_is_found_on_some_boards_of_4x4_is_never_lost() {
    confirm_one_in(60, super::limits);
}
