//! Shapes: hashes of the surroundings of a point, one for each of a series of growing diamonds.
//!
//! A shape is invariant under rotation, reflection and color exchange. Diamonds grow by the
//! distance of Coulom (2007), |dx| + |dy| + max(|dx|, |dy|); the first is the 3×3 square. Stones
//! adjacent to the center are distinguished by 1, 2 or more liberties. A marked shape also contains
//! the last move.

use super::ladder;
use crate::go::board::Board;
use crate::go::board::symmetry::Symmetry;
use crate::go::color::Color;
use crate::go::point::{Point, STRIDE};
use crate::mcts::playout::dice;
use rand_xoshiro::rand_core::Rng;
use std::sync::LazyLock;

/// Number of diamonds.
pub(super) const DIAMONDS: usize = 8;
/// Radius of the first diamond; each next one is larger by 1.
const FIRST_RADIUS: i16 = 3;
/// Number of diamonds, from the first, that also have marked shapes.
pub(super) const MARKED: usize = 4;

/// Contents of a point: empty, own or opposing stone, off the board, adjacent stones by liberties,
/// the last move.
mod content {
    pub(super) const OFF: usize = 3;
    pub(super) const LAST: usize = 8;
    pub(super) const KINDS: usize = 9;
}

/// Hashes of the shape within one diamond.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) plain: u32,
    /// With the last move marked, if it lies within one of the first diamonds.
    pub(super) marked: Option<u32>,
}

/// Iterates over the shapes around a point, smallest first.
pub(super) struct Shapes<'a> {
    board: &'a Board,
    turn: Color,
    at: Point,
    last: Option<Point>,
    diamond: usize,
    plain: Hashes,
    mark: Option<Hashes>,
}

/// A hash per symmetry.
type Hashes = [u64; 8];

/// Zobrist keys of the contents of each offset.
struct Tables {
    /// Offsets of all diamonds except the center, nearest first.
    steps: Vec<(i16, i16)>,
    /// Number of offsets within each diamond.
    ends: [usize; DIAMONDS],
    /// Key per offset, content and symmetry.
    keys: Vec<[Hashes; content::KINDS]>,
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let radius = |&(x, y): &(i16, i16)| x.abs() + y.abs() + x.abs().max(y.abs());
    let largest = FIRST_RADIUS + DIAMONDS as i16 - 1;
    let mut steps: Vec<(i16, i16)> = (-largest..=largest)
        .flat_map(|x| (-largest..=largest).map(move |y| (x, y)))
        .filter(|step| (1..=largest).contains(&radius(step)))
        .collect();
    steps.sort_by_key(|step| (radius(step), *step));
    let ends = std::array::from_fn(|diamond| {
        let within = |step: &&(i16, i16)| radius(step) <= FIRST_RADIUS + diamond as i16;
        steps.iter().filter(within).count()
    });
    let mut dice = dice(0x5eed);
    let own: Vec<[u64; content::KINDS]> = steps
        .iter()
        .map(|_| std::array::from_fn(|kind| if kind == 0 { 0 } else { dice.next_u64() }))
        .collect();
    let keys = steps
        .iter()
        .map(|&step| {
            std::array::from_fn(|kind| {
                std::array::from_fn(|number| {
                    let symmetry = Symmetry::new(number as u8).expect("one of eight");
                    let image = symmetry.step(step);
                    let place = steps.iter().position(|&step| step == image);
                    own[place.expect("a diamond is symmetric")][kind]
                })
            })
        })
        .collect();
    Tables { steps, ends, keys }
});

/// Returns the shapes around an empty point, for the side to move.
pub(super) fn shapes(board: &Board, turn: Color, at: Point, last: Option<Point>) -> Shapes<'_> {
    Shapes {
        board,
        turn,
        at,
        last,
        diamond: 0,
        plain: [0; 8],
        mark: None,
    }
}

/// Returns the distance of two points by Coulom's measure, at least 2.
pub(super) fn distance(one: Point, other: Point) -> usize {
    let across = one.column().abs_diff(other.column());
    let up = one.row().abs_diff(other.row());
    usize::from(across + up + across.max(up)).max(2)
}

/// Returns true if a shape around `at` can have this last move marked.
pub(super) fn may_mark(at: Point, last: Point) -> bool {
    distance(at, last) < FIRST_RADIUS as usize + MARKED
}

impl Shapes<'_> {
    /// Adds the content at an offset to the hashes.
    fn add(&mut self, (x, y): (i16, i16), keys: &[Hashes; content::KINDS], is_next: bool) {
        let point = self.at.offset(y * STRIDE as i16 + x);
        let mut kind = usize::from(self.board.content(point));
        if kind == 0 {
            return;
        }
        if kind != content::OFF {
            kind = 1 + usize::from(self.board.at(point) != Some(self.turn));
            if is_next {
                kind = with_liberties(self.board, point, kind);
            }
            if self.last == Some(point) {
                self.mark = Some(keys[content::LAST]);
            }
        }
        for (sum, key) in self.plain.iter_mut().zip(&keys[kind]) {
            *sum ^= key;
        }
    }
}

impl Iterator for Shapes<'_> {
    type Item = Shape;

    fn next(&mut self) -> Option<Shape> {
        let tables = &*TABLES;
        let diamond = self.diamond;
        let end = *tables.ends.get(diamond)?;
        let begin = diamond
            .checked_sub(1)
            .map_or(0, |within| tables.ends[within]);
        for index in begin..end {
            self.add(tables.steps[index], &tables.keys[index], index < 4);
        }
        self.diamond += 1;
        let mark = self.mark.filter(|_| diamond < MARKED);
        let marked = mark.map(|mark| {
            let both = std::array::from_fn(|symmetry| self.plain[symmetry] ^ mark[symmetry]);
            canonical(&both, DIAMONDS + diamond)
        });
        let plain = canonical(&self.plain, diamond);
        Some(Shape { plain, marked })
    }
}

/// Refines the content of an adjacent stone by 1 or 2 liberties.
fn with_liberties(board: &Board, stone: Point, kind: usize) -> usize {
    if board.is_in_atari(stone) {
        2 + 2 * kind
    } else if ladder::liberties(board, stone, 2).is_some() {
        3 + 2 * kind
    } else {
        kind
    }
}

/// Canonical hash over all symmetries.
///
/// The family distinguishes diamonds, and marked from plain shapes.
fn canonical(sums: &Hashes, family: usize) -> u32 {
    let least = sums.iter().min().expect("there are eight");
    let mixed = (least ^ (family as u64 + 1)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((mixed >> 32) as u32).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::point::Size;

    /// One position in several symmetries, also with the colors exchanged.
    #[test]
    fn shapes_are_the_same_turned_and_with_the_colors_exchanged() {
        let size = Size::square(9).expect("within the limits");
        let stones = [
            (2, 3, 0),
            (3, 3, 1),
            (4, 4, 0),
            (5, 3, 1),
            (4, 2, 0),
            (1, 3, 1),
        ];
        let place = |turned: &dyn Fn(u8, u8) -> (u8, u8), swap: usize| {
            let mut board = Board::new(size);
            for (column, row, color) in stones {
                let (column, row) = turned(column, row);
                let at = Point::new(column, row).expect("on the board");
                board.place(Color::BOTH[color ^ swap], at, &mut ());
            }
            let point = |column, row| {
                let (column, row) = turned(column, row);
                Point::new(column, row).expect("on the board")
            };
            let last = Some(point(1, 3));
            shapes(&board, Color::BOTH[swap], point(4, 3), last).collect::<Vec<_>>()
        };
        let plain = place(&|x, y| (x, y), 0);
        assert_eq!(plain.len(), DIAMONDS);
        let marked = plain.iter().map(|shape| shape.marked.is_some());
        let marked: Vec<bool> = marked.collect();
        assert!(!marked[0] && marked[MARKED - 1] && !marked[MARKED]);
        assert_eq!(place(&|x, y| (10 - x, y), 0), plain);
        assert_eq!(place(&|x, y| (y, x), 0), plain);
        assert_eq!(place(&|x, y| (10 - y, x), 1), plain);
        assert_ne!(place(&|x, y| (x + 1, y), 0), plain);
    }
}
