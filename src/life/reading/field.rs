//! A bitboard for one local area.

use crate::go::point::{Point, PointSet};

/// A set of points of a [`Field`].
pub(in crate::life) type Bits = u128;

/// A rectangle of at most [`Field::MOST`] points of the board, one bit each. The highest bit is
/// unused.
///
/// It knows nothing of stones.
#[derive(Clone, Debug)]
pub(in crate::life) struct Field {
    width: u32,
    left: u8,
    bottom: u8,
    /// Every point of the rectangle.
    pub(in crate::life) all: Bits,
    not_first: Bits,
    not_last: Bits,
}

impl Field {
    /// The most points of a rectangle.
    pub(in crate::life) const MOST: u32 = Bits::BITS - 1;

    /// The smallest rectangle around some points; `None` if there are no points or it is too large.
    pub(in crate::life) fn around(points: &PointSet) -> Option<Field> {
        let left = points.iter().map(Point::column).min()?;
        let right = points.iter().map(Point::column).max()?;
        let bottom = points.iter().map(Point::row).min()?;
        let top = points.iter().map(Point::row).max()?;
        let width = u32::from(right - left) + 1;
        let height = u32::from(top - bottom) + 1;
        if width * height > Field::MOST {
            return None;
        }
        let all = Bits::MAX >> (Bits::BITS - width * height);
        let first = (0..height).fold(0, |bits, row| bits | 1 << (row * width));
        let last = first << (width - 1);
        Some(Field {
            width,
            left,
            bottom,
            all,
            not_first: all & !first,
            not_last: all & !last,
        })
    }

    /// Returns the bits of the points inside the rectangle.
    pub(in crate::life) fn bits(&self, points: &PointSet) -> Bits {
        points
            .iter()
            .fold(0, |bits, point| bits | self.bit(point).unwrap_or(0))
    }

    /// Returns the bit of a point; `None` if it is outside.
    pub(in crate::life) fn bit(&self, point: Point) -> Option<Bits> {
        let column = u32::from(point.column().checked_sub(self.left)?);
        let row = u32::from(point.row().checked_sub(self.bottom)?);
        let index = row * self.width + column;
        let bit = (Bits::from(column < self.width)).checked_shl(index)? & self.all;
        (bit != 0).then_some(bit)
    }

    /// Returns the point of a bit index.
    pub(in crate::life) fn point(&self, index: u32) -> Point {
        let column = self.left + (index % self.width) as u8;
        let row = self.bottom + (index / self.width) as u8;
        Point::new(column, row).expect("a field lies on the board")
    }

    /// Returns the set and its neighbors.
    #[inline(always)]
    pub(in crate::life) fn grown(&self, set: Bits) -> Bits {
        if self.is_word() {
            let (set, [last, first, all]) = (set as u64, self.words());
            let sides = (set & last) << 1 | (set & first) >> 1;
            return Bits::from((set | sides | set << self.row() | set >> self.row()) & all);
        }
        let sides = (set & self.not_last) << 1 | (set & self.not_first) >> 1;
        (set | sides | set << self.row() | set >> self.row()) & self.all
    }

    /// Returns true if all points are in the lower half, so that one machine word is enough.
    #[inline(always)]
    fn is_word(&self) -> bool {
        self.all >> 64 == 0
    }

    #[inline(always)]
    fn words(&self) -> [u64; 3] {
        [self.not_last, self.not_first, self.all].map(|bits| bits as u64)
    }

    /// Returns the distance between rows. The mask lets the compiler drop the overflow check of
    /// shifts.
    #[inline(always)]
    fn row(&self) -> u32 {
        self.width & 31
    }

    /// Returns the points of `within` that are connected to the set through it.
    #[inline(always)]
    pub(in crate::life) fn flood(&self, set: Bits, within: Bits) -> Bits {
        if self.is_word() {
            let [last, first, _] = self.words();
            let within = within as u64;
            let mut found = set as u64 & within;
            loop {
                let sides = (found & last) << 1 | (found & first) >> 1;
                let row = (found | sides) & within;
                let wider = (row | row << self.row() | row >> self.row()) & within;
                if wider == found {
                    return Bits::from(found);
                }
                found = wider;
            }
        }
        let mut found = set & within;
        loop {
            let sides = (found & self.not_last) << 1 | (found & self.not_first) >> 1;
            let row = (found | sides) & within;
            let wider = (row | row << self.row() | row >> self.row()) & within;
            if wider == found {
                return found;
            }
            found = wider;
        }
    }

    /// Floods as [`flood`](Field::flood), but returns `None` as soon as `is_good` rejects what was
    /// found.
    #[inline(always)]
    pub(in crate::life) fn flood_while(
        &self,
        set: Bits,
        within: Bits,
        is_good: impl Fn(Bits) -> bool,
    ) -> Option<Bits> {
        let mut found = set & within;
        while is_good(found) {
            let wider = self.grown(found) & within;
            if wider == found {
                return Some(found);
            }
            found = wider;
        }
        None
    }

    /// Returns the connected parts of a set.
    #[inline(always)]
    pub(in crate::life) fn parts(&self, set: Bits) -> impl Iterator<Item = Bits> {
        let mut rest = set;
        std::iter::from_fn(move || {
            let seed = lowest(rest)?;
            let part = self.flood(seed, rest);
            rest &= !part;
            Some(part)
        })
    }
}

/// Returns the lowest point of a set, as a set.
#[inline(always)]
pub(in crate::life) fn lowest(set: Bits) -> Option<Bits> {
    (set != 0).then(|| set & set.wrapping_neg())
}

/// Returns the points of a set, each as a set.
#[inline(always)]
pub(in crate::life) fn each(set: Bits) -> impl Iterator<Item = Bits> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let point = lowest(rest)?;
        rest &= rest - 1;
        Some(point)
    })
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::mcts::playout::dice;
    use rand::RngExt;

    /// A field in the corner of the board.
    pub(in super::super) fn rectangle(width: u8, height: u8) -> Field {
        let corners = [Point::new(1, 1), Point::new(width, height)];
        let corners = corners.into_iter().flatten().collect();
        Field::around(&corners).expect("small enough")
    }

    /// Flood fill point by point, as a reference.
    fn plainly(field: &Field, mut found: Bits, within: Bits) -> Bits {
        let distance =
            |a: Point, b: Point| a.column().abs_diff(b.column()) + a.row().abs_diff(b.row());
        loop {
            let is_near = |at: u32| {
                let near = each(found).map(|other| field.point(other.trailing_zeros()));
                near.into_iter()
                    .any(|other| distance(field.point(at), other) == 1)
            };
            let points = each(within & !found).map(|point| point.trailing_zeros());
            let fresh = points
                .filter(|&at| is_near(at))
                .fold(0, |all, at| all | 1 << at);
            if fresh == 0 {
                return found;
            }
            found |= fresh;
        }
    }

    /// The highest bit is no point's, so it is free for other uses.
    #[test]
    fn no_point_has_the_highest_bit() {
        let around = |width: u8, height: u8| {
            let corners = [Point::new(1, 1), Point::new(width, height)];
            Field::around(&corners.into_iter().flatten().collect())
        };
        for height in 1..=19 {
            for width in 1..=19 {
                let points = u32::from(width) * u32::from(height);
                let all = around(width, height).map(|field| field.all.count_ones());
                assert_eq!(all, (points < 128).then_some(points));
            }
        }
    }

    #[test]
    fn floods_find_what_is_connected() {
        let mut dice = dice(3);
        for (width, height) in [(1, 9), (8, 8), (5, 4), (9, 9), (11, 11), (19, 6)] {
            let field = rectangle(width, height);
            for round in 0..50 {
                let [a, b, set, other] = [(); 4].map(|()| dice.random::<Bits>() & field.all);
                let within = if round % 2 == 0 { a } else { a | b };
                let set = set & other & within;
                let found = plainly(&field, set, within);
                assert_eq!(field.flood(set, within), found);
                let unmet = field.flood_while(set, within, |found| found & other == 0);
                assert_eq!(unmet, (found & other == 0).then_some(found));
                assert!(found & field.parts(within).fold(0, |all, part| all | part) == found);
            }
        }
    }
}
