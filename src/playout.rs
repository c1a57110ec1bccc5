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
            if a.is_enclosed_by(turn) && a.is_eye_of(turn) { continue; }
            if a.has_liberty() || (Some(p) != board.ko() && !board.is_suicide(turn, p)) {
                chosen = Some(p);
                break;
            }
        }
        moves += 1;
        match chosen {
            Some(p) => { passes = 0; board.place(turn, p, &mut ()); }
            None => { passes += 1; board.lift_ko(); }
        }
        turn = !turn;
    }
    moves
}
use crate::point::{Point, PerPoint};
use rand_xoshiro::rand_core::SeedableRng;
/// own
pub struct Ownership { n: u32, sum: PerPoint<i32> }
impl Ownership {
    /// n
    pub fn playouts(&self) -> u32 { self.n }
    /// of
    pub fn of(&self, p: Point) -> f64 { f64::from(self.sum[p]) / f64::from(self.n) }
    /// share
    pub fn share(&self, c: Color, p: Point) -> f64 { (1.0 + self.of(p) * f64::from(c.sign())) / 2.0 }
}
fn libs_after(board: &Board, turn: Color, p: Point) -> usize {
    let mut b = board.clone();
    b.place(turn, p, &mut ());
    if b.at(p).is_none() { return 0; }
    if b.is_in_atari(p) { 1 } else { 2 }
}
/// heavy
pub fn ownership(start: &Board, turn0: Color, playouts: u32, seed: u64) -> Ownership {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut sum = PerPoint::new(0);
    let mut board = start.clone();
    for _ in 0..playouts {
        board.clone_from(start);
        let mut turn = turn0;
        let mut passes = 0;
        let mut moves = 0;
        let mut last: Option<Point> = None;
        let cap = board.size().area() * 2;
        while passes < 2 && moves < cap {
            let legal = |board: &Board, p: Point| board.is_empty(p) && Some(p) != board.ko() && !board.is_suicide(turn, p);
            let mut chosen = None;
            if let Some(l) = last {
                // capture last chain
                if board.at(l).is_some() {
                    if let Some(p) = board.only_liberty(l) { if legal(&board, p) { chosen = Some(p); } }
                    if chosen.is_none() {
                        for n in l.neighbours() {
                            if board.at(n) == Some(turn) && board.is_in_atari(n) {
                                // capture adjacent
                                let c: Vec<Point> = board.chain(n).collect();
                                for s in c { for m in s.neighbours() {
                                    if board.at(m) == Some(!turn) { if let Some(p) = board.only_liberty(m) { if legal(&board, p) { chosen = Some(p); } } }
                                } }
                                if chosen.is_none() {
                                    let p = board.only_liberty(n).unwrap();
                                    if legal(&board, p) && libs_after(&board, turn, p) > 1 { chosen = Some(p); }
                                }
                            }
                        }
                    }
                }
            }
            if chosen.is_none() {
                let n = board.empties().len();
                if n > 0 {
                let start = ((rng.next_u64() >> 32) * n as u64 >> 32) as usize;
                for k in (start..n).chain(0..start) {
                    let p = board.empties()[k];
                    let a = board.around(p);
                    if a.is_enclosed_by(turn) && a.is_eye_of(turn) { continue; }
                    if !legal(&board, p) { continue; }
                    let own = p.neighbours().into_iter().filter(|&m| board.at(m) == Some(turn)).map(|m| board.chain_size(m)).sum::<usize>();
                    let empt = p.neighbours().into_iter().filter(|&m| board.is_empty(m)).count();
                    if empt < 2 && own >= 1 && !board.captures(turn, p) && libs_after(&board, turn, p) < 2 {
                        // self atari: allow as nakade only when small
                        if own + 1 > 5 || own >= 2 && rng.next_u64() % 4 > 0 { continue; }
                    }
                    chosen = Some(p);
                    break;
                } }
            }
            moves += 1;
            match chosen {
                Some(p) => { passes = 0; board.place(turn, p, &mut ()); }
                None => { passes += 1; board.lift_ko(); }
            }
            last = chosen;
            turn = !turn;
        }
        for p in board.size().points() {
            let c = board.at(p).or_else(|| {
                let a = board.around(p);
                if a.is_enclosed_by(Color::Black) { Some(Color::Black) } else if a.is_enclosed_by(Color::White) { Some(Color::White) } else { None }
            });
            if let Some(c) = c { sum[p] += c.sign(); }
        }
    }
    Ownership { n: playouts, sum }
}
