//! Bitboards of at most 16 points with literal rules, for the reference solvers only.

use crate::go::board::Board;
use crate::go::point::{Point, PointSet, Size};

/// A set of points of a small board, row by row from the bottom.
pub(super) type Mask = u16;
/// The stones of each color.
pub(super) type Stones = [Mask; 2];

/// The geometry of a small board.
#[derive(Clone)]
pub(super) struct Small {
    pub(super) size: Size,
    pub(super) all: Mask,
    first_column: Mask,
    last_column: Mask,
}

/// The result of a play.
#[derive(Clone, Copy)]
pub(super) struct Played {
    pub(super) stones: Stones,
    pub(super) taken: Mask,
    /// True if the play captured a single stone and could be recaptured alone: a ko.
    pub(super) is_ko: bool,
}

impl Small {
    pub(super) fn new(size: Size) -> Small {
        assert!(size.area() <= 16, "a small board");
        let width = u32::from(size.width());
        let first_column =
            (0..u32::from(size.height())).fold(0, |mask, row| mask | 1 << (row * width));
        Small {
            size,
            all: ((1u32 << size.area()) - 1) as Mask,
            first_column,
            last_column: first_column << (width - 1),
        }
    }

    /// Returns the points and their neighbors.
    pub(super) fn grown(&self, mask: Mask) -> Mask {
        let width = self.size.width();
        let left = (mask & !self.first_column) >> 1;
        let right = (mask & !self.last_column) << 1;
        let down = mask >> width;
        let up = ((u32::from(mask) << width) & u32::from(self.all)) as Mask;
        mask | left | right | down | up
    }

    /// Returns the points of `within` connected to the seed.
    pub(super) fn flood(&self, seed: Mask, within: Mask) -> Mask {
        let mut part = seed & within;
        loop {
            let grown = self.grown(part) & within;
            if grown == part {
                return part;
            }
            part = grown;
        }
    }

    /// Returns the connected parts.
    pub(super) fn parts(&self, mut mask: Mask) -> impl Iterator<Item = Mask> {
        std::iter::from_fn(move || {
            let seed = mask & mask.wrapping_neg();
            let part = self.flood(seed, mask);
            mask &= !part;
            (part != 0).then_some(part)
        })
    }

    pub(super) fn empty(&self, stones: Stones) -> Mask {
        self.all & !stones[0] & !stones[1]
    }

    /// Returns true if every chain has a liberty.
    pub(super) fn is_legal(&self, stones: Stones) -> bool {
        let empty = self.empty(stones);
        let breathes = |part: Mask| self.grown(part) & empty != 0;
        stones.iter().all(|&own| self.parts(own).all(breathes))
    }

    /// Returns the stones of every legal board.
    pub(super) fn boards(&self) -> impl Iterator<Item = Stones> {
        let all = || 0..=self.all;
        let boards = all().flat_map(move |black| all().map(move |white| [black, white]));
        boards.filter(|&stones| stones[0] & stones[1] == 0 && self.is_legal(stones))
    }

    /// Plays on an empty point; `None` if the stone would have no liberty.
    pub(super) fn play(&self, mut stones: Stones, color: usize, point: Mask) -> Option<Played> {
        stones[color] |= point;
        let near = self.grown(point) & !point;
        let mut taken = 0;
        let mut rest = near & stones[1 - color];
        while rest != 0 {
            let chain = self.flood(rest & rest.wrapping_neg(), stones[1 - color]);
            rest &= !chain;
            if self.grown(chain) & self.empty(stones) == 0 {
                taken |= chain;
            }
        }
        stones[1 - color] &= !taken;
        let chain = self.flood(point, stones[color]);
        let liberties = self.grown(chain) & self.empty(stones);
        let is_ko = taken.count_ones() == 1 && chain == point && liberties == taken;
        (liberties != 0).then_some(Played {
            stones,
            taken,
            is_ko,
        })
    }

    /// Returns true if a color owns a point of the target (article 7 of the proposal of 2012).
    ///
    /// It does by a stone there, or because the empty region of the point touches stones of that
    /// color only.
    pub(super) fn owns(&self, stones: Stones, color: usize, target: Mask) -> bool {
        let regions = self.parts(self.empty(stones));
        let is_owned = |region: Mask| {
            let around = self.grown(region);
            around & stones[color] != 0 && around & stones[1 - color] == 0
        };
        stones[color] & target != 0 || regions.filter(|&region| region & target != 0).any(is_owned)
    }

    pub(super) fn point(&self, mask: Mask) -> Point {
        let number = mask.trailing_zeros() as u8;
        let (column, row) = (number % self.size.width(), number / self.size.width());
        Point::new(column + 1, row + 1).expect("on the board")
    }

    pub(super) fn mask(&self, points: &PointSet) -> Mask {
        let bit = |at: Point| {
            1 << (u32::from(at.row() - 1) * u32::from(self.size.width())
                + u32::from(at.column() - 1))
        };
        points.iter().fold(0, |mask, at| mask | bit(at))
    }

    pub(super) fn board(&self, stones: Stones) -> Board {
        let [black, white] = stones.map(|own| bits(own).map(|bit| self.point(bit)).collect());
        Board::with_stones(self.size, &black, &white).expect("every chain has a liberty")
    }

    /// Returns the images of a set under the rotations and reflections of a square board.
    pub(super) fn images(&self, mask: Mask) -> [Mask; 8] {
        let side = u32::from(self.size.width());
        assert_eq!(self.size.width(), self.size.height(), "a square board");
        std::array::from_fn(|way| {
            bits(mask).fold(0, |image, bit| {
                let number = bit.trailing_zeros();
                let (mut column, mut row) = (number % side, number / side);
                if way & 1 != 0 {
                    column = side - 1 - column;
                }
                if way & 2 != 0 {
                    row = side - 1 - row;
                }
                if way & 4 != 0 {
                    (column, row) = (row, column);
                }
                image | 1 << (row * side + column)
            })
        })
    }
}

/// Returns the single points of a set.
pub(super) fn bits(mut mask: Mask) -> impl Iterator<Item = Mask> {
    std::iter::from_fn(move || {
        let bit = mask & mask.wrapping_neg();
        mask &= !bit;
        (bit != 0).then_some(bit)
    })
}
