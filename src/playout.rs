//! scratch
use crate::board::Board;
use crate::color::Color;
use crate::point::Point;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::Rng;
#[inline(always)]
fn choose(board: &Board, turn: Color, rng: &mut Xoshiro256PlusPlus) -> Option<Point> {
    let empties = board.empties();
    let n = empties.len();
    let start = ((rng.next_u64() >> 32) * n as u64 >> 32) as usize;
    let mut k = start;
    loop {
        let Some(&p) = empties.get(k) else {
            if start == 0 {
                return None;
            }
            k = 0;
            // wrapped
            loop {
                if k == start {
                    return None;
                }
                let p = empties[k];
                if board.fits(turn, p) {
                    return Some(p);
                }
                k += 1;
            }
        };
        if board.fits(turn, p) {
            return Some(p);
        }
        k += 1;
    }
}
/// light
pub fn light(board: &mut Board, mut turn: Color, rng: &mut Xoshiro256PlusPlus) -> u32 {
    let mut passes = 0;
    let mut moves = 0;
    let cap = board.size().area() * 3;
    while passes < 2 && (moves as usize) < cap {
        moves += 1;
        match choose(board, turn, rng) {
            Some(p) => {
                passes = 0;
                board.place(turn, p, &mut ());
            }
            None => {
                passes += 1;
                board.lift_ko();
            }
        }
        turn = !turn;
    }
    moves
}
