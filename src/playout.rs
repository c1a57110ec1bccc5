//! scratch
use crate::board::Board;
use crate::color::Color;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::Rng;
/// light
pub fn light(board: &mut Board, mut turn: Color, rng: &mut Xoshiro256PlusPlus) -> u32 {
    let mut passes = 0;
    let mut moves = 0;
    let cap = board.size().area() * 3;
    while passes < 2 && (moves as usize) < cap {
        let n = board.empties().len();
        let start = ((rng.next_u64() >> 32) * n as u64 >> 32) as usize;
        let mut chosen = None;
        let empties = board.empties();
        for k in (start..n).chain(0..start) {
            let p = empties[k];
            let a = board.around(p);
            if a.is_enclosed_by(turn) && a.is_eye_of(turn) {
                continue;
            }
            if a.has_liberty() || (Some(p) != board.ko() && !board.is_suicide(turn, p)) {
                chosen = Some(p);
                break;
            }
        }
        moves += 1;
        match chosen {
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
