use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use wakari::board::Board;
use wakari::color::Color;
use wakari::point::Size;
fn main() {
    for side in [9u8, 13, 19] {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let empty = Board::new(Size::square(side).unwrap());
        let mut board = empty.clone();
        let n = 2_000_000 / (side as u64 * side as u64) * 8;
        let t = std::time::Instant::now();
        let mut moves = 0u64;
        for _ in 0..n {
            board.clone_from(&empty);
            moves += wakari::playout::light(&mut board, Color::Black, &mut rng) as u64;
        }
        board.check().unwrap();
        let s = t.elapsed().as_secs_f64();
        println!(
            "{side}: {:.0}/s {:.1} moves {:.1} ns/move",
            n as f64 / s,
            moves as f64 / n as f64,
            s * 1e9 / moves as f64
        );
    }
}
