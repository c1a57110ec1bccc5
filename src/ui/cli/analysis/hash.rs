//! KataGo's position hash, which clients use to identify positions.
//!
//! A Zobrist hash (1970) over stones, ko, side to move, width and height, with 128-bit keys. The
//! keys are sums of two generators, xorshift1024* (Vigna 2016) and PCG (O'Neill 2014), seeded by
//! SHA-256 of two strings.

use crate::go::color::{Color, PerColor};
use crate::go::point::{MAX_SIDE, Point, Size};
use crate::go::position::Position;
use sha2::{Digest, Sha256};
use std::sync::OnceLock;

/// Seed strings of the generators, each with a further seed: four bytes of its MD5.
const STONES: (&str, u32) = ("Board::initHash()", 3_325_535_574);
const SIZES: (&str, u32) = ("Board::initHash() for ZOBRIST_SIZE hashes", 2_514_659_587);

/// Returns the hash of a position, and the minimum over its symmetries.
pub(super) fn hashes(position: &Position) -> (u128, u128) {
    let images = (0..8).map(|image| hash(position, image));
    (hash(position, 0), images.min().expect("eight images"))
}

/// Formats a hash.
pub(super) fn written(hash: u128) -> String {
    format!("{hash:032X}")
}

/// Hash of a symmetric image: bit 0 flips rows, bit 1 flips columns, bit 2 transposes.
fn hash(position: &Position, image: u8) -> u128 {
    let numbers = ZobristKeys::all();
    let (board, turn) = (position.board(), position.turn());
    let size = board.size();
    let (width, height) = match image & 4 {
        0 => (size.width(), size.height()),
        _ => (size.height(), size.width()),
    };
    let mut hash = numbers.players[turn]
        ^ numbers.widths[usize::from(width)]
        ^ numbers.heights[usize::from(height)];
    for color in Color::BOTH {
        for stone in board.stones(color).iter() {
            hash ^= numbers.stones[place(stone, size, image)][color];
        }
    }
    let closed = |&ko: &Point| board.around(ko).is_enclosed_by(!turn);
    if let Some(ko) = board.ko().filter(closed) {
        hash ^= numbers.kos[place(ko, size, image)];
    }
    hash
}

/// Index of a point's keys: row by row from the upper left, with a margin.
fn place(point: Point, size: Size, image: u8) -> usize {
    let mirrored = |at: u8, side: u8, mirrors: bool| if mirrors { side - 1 - at } else { at };
    let column = mirrored(point.column() - 1, size.width(), image & 2 != 0);
    let row = mirrored(size.height() - point.row(), size.height(), image & 1 != 0);
    let (column, row, width) = match image & 4 {
        0 => (column, row, size.width()),
        _ => (row, column, size.height()),
    };
    usize::from(column) + 1 + (usize::from(row) + 1) * (usize::from(width) + 1)
}

/// The Zobrist keys.
struct ZobristKeys {
    players: PerColor<u128>,
    stones: Vec<PerColor<u128>>,
    kos: Vec<u128>,
    widths: Vec<u128>,
    heights: Vec<u128>,
}

impl ZobristKeys {
    fn all() -> &'static ZobristKeys {
        static ALL: OnceLock<ZobristKeys> = OnceLock::new();
        ALL.get_or_init(ZobristKeys::new)
    }

    fn new() -> ZobristKeys {
        let side = usize::from(MAX_SIDE);
        let mut next = Generator::start(STONES);
        // The skipped keys belong to features that only KataGo has.
        let [_, black, white, ..] = [(); 7].map(|()| next.number());
        let (mut stones, mut kos) = (Vec::new(), Vec::new());
        for _ in 0..(side + 1) * (side + 2) + 1 {
            let [black, _, white, _, ko] = [(); 5].map(|()| next.number());
            stones.push(PerColor::new(black, white));
            kos.push(ko);
        }
        let mut next = Generator::start(SIZES);
        let sides = (0..=side).map(|_| (next.number(), next.number()));
        let (widths, heights) = sides.unzip();
        ZobristKeys {
            players: PerColor::new(black, white),
            stones,
            kos,
            widths,
            heights,
        }
    }
}

/// The sum of two random generators.
struct Generator {
    xorshift: [u64; 16],
    at: usize,
    pcg: u64,
}

impl Generator {
    fn start((text, also): (&str, u32)) -> Generator {
        let digests = (0..).step_by(37).flat_map(|counter: u32| {
            let digest: [u8; 32] = Sha256::digest(format!("{counter}|{also}|{text}")).into();
            let (words, _) = digest.as_chunks::<8>();
            [0, 1, 2, 3].map(|word| u64::from_be_bytes(words[word]))
        });
        let mut words = digests.filter(|&word| word != 0);
        let mut next = || words.next().expect("there is no end of them");
        Generator {
            xorshift: [(); 16].map(|()| next()),
            at: 0,
            pcg: next(),
        }
    }

    fn number(&mut self) -> u128 {
        [0, 32, 64, 96]
            .iter()
            .fold(0, |number, shift| number | u128::from(self.word()) << shift)
    }

    fn word(&mut self) -> u32 {
        self.pcg = self
            .pcg
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let pcg = (((self.pcg >> 18) ^ self.pcg) >> 27) as u32;
        let pcg = pcg.rotate_right((self.pcg >> 59) as u32);
        let first = self.xorshift[self.at];
        self.at = (self.at + 1) % self.xorshift.len();
        let mut second = self.xorshift[self.at];
        second ^= second << 31;
        second ^= second >> 11;
        let word = second ^ first ^ (first >> 30);
        self.xorshift[self.at] = word;
        pcg.wrapping_add((word.wrapping_mul(1_181_783_497_276_652_981) >> 32) as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::point::Move;
    use crate::go::rules::Rules;
    use std::collections::HashSet;

    fn empty(width: u8, height: u8) -> Position {
        Position::new(Size::new(width, height).expect("a size"), Rules::CHINESE)
    }

    fn play(position: &mut Position, moves: &str) {
        for at in moves.split(' ') {
            position
                .play(at.parse().expect("a vertex"))
                .expect("a legal move");
        }
    }

    /// Keys known to clients (Ogatak has a table of them).
    #[test]
    fn the_numbers_are_katagos() {
        let numbers = ZobristKeys::all();
        assert_eq!(
            numbers.players[Color::Black],
            0x8a2a2a2f_f24dbb6d_c535f97f_d0cc7e76
        );
        assert_eq!(
            numbers.players[Color::White],
            0xd3c1c132_e034dcb0_392045e5_c8d9bd73
        );
        assert_eq!(
            numbers.stones[0][Color::Black],
            0xe1949aae_ad6a4b79_689e1e47_04caba32
        );
        assert_eq!(
            numbers.stones[2][Color::Black],
            0x4fa1e904_b97a36e4_597d1316_ce1f8b0c
        );
        assert_eq!(numbers.kos[0], 0xde9f487f_13af9c0a_c6c6f389_cd081695);
        assert_eq!(numbers.widths[19], 0xc85afef8_c5df924a_13f04aaa_3d5e3c3b);
        assert_eq!(numbers.heights[19], 0x05913f0d_d10874ca_e93d68ca_497b5a08);
        let (hash, least) = hashes(&empty(19, 19));
        assert_eq!(written(hash), "47E1EBDAE69A5DED3FF8DB1FA4E91845");
        assert_eq!(hash, least);
        let mut corner = empty(9, 7);
        play(&mut corner, "A7");
        assert_eq!(
            written(hashes(&corner).0),
            "CC97E3E35E556E9F5AC01CD575A00DD1"
        );
    }

    #[test]
    fn images_have_hashes_of_their_own_and_the_least_in_common() {
        let games = [
            "C2 D5 pass B1",
            "D2 C5 pass E1",
            "C6 D3 pass B7",
            "D6 C3 pass E7",
        ];
        let upright = games.map(|game| (6, 7, game));
        // The first game transposed: A7 is a fixed point.
        let lying = (7, 6, "F4 C3 pass G5");
        let found = upright
            .iter()
            .chain([&lying])
            .map(|&(width, height, game)| {
                let mut position = empty(width, height);
                play(&mut position, game);
                hashes(&position)
            });
        let found: Vec<(u128, u128)> = found.collect();
        let own: HashSet<u128> = found.iter().map(|&(own, _)| own).collect();
        assert_eq!(own.len(), 5);
        assert!(found.iter().all(|&(_, least)| least == found[0].1));
    }

    #[test]
    fn a_ko_counts_while_it_is_closed() {
        let mut taken = empty(5, 5);
        play(&mut taken, "B2 C2 A1 D1 C1 B1");
        let board = taken.board().clone();
        assert_eq!(board.ko().map(Move::At), "C1".parse().ok());
        let open = Position::set_up(
            taken.stopped().board().clone(),
            taken.turn(),
            *taken.rules(),
        );
        assert_eq!(open.board().ko(), None);
        assert_ne!(hashes(&taken).0, hashes(&open).0);
        let difference = hashes(&taken).0 ^ hashes(&open).0;
        // C1 is in the last of five rows.
        assert_eq!(difference, ZobristKeys::all().kos[3 + 5 * 6]);
        play(&mut taken, "pass pass");
        assert_eq!(hashes(&taken).0, hashes(&open).0);
    }
}
