//! The symmetries of a board, and its images: turned or mirrored, the colors exchanged or not.

use crate::go::color::{Color, PerColor};
use crate::go::point::{Move, Point, PointSet, Size};

/// A symmetry: turned upside down, mirrored, then columns and rows exchanged.
///
/// The numbers are those that KataGo gives them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Symmetry(u8);

impl Symmetry {
    const UPSIDE_DOWN: u8 = 1;
    const MIRRORED: u8 = 2;
    const TRANSPOSED: u8 = 4;

    /// The board as it is.
    pub const NONE: Symmetry = Symmetry(0);

    /// Returns the symmetry with a number from 0 to 7; `None` beyond.
    #[must_use]
    pub fn new(number: u8) -> Option<Symmetry> {
        (number < 8).then_some(Symmetry(number))
    }

    /// Returns all eight symmetries.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        (0..8).map(Symmetry)
    }

    /// Returns the number.
    #[must_use]
    pub fn number(self) -> u8 {
        self.0
    }

    /// Returns this symmetry for a size: columns and rows are exchanged on square boards only.
    #[must_use]
    pub fn on(self, size: Size) -> Symmetry {
        if size.width() == size.height() {
            self
        } else {
            Symmetry(self.0 & !Symmetry::TRANSPOSED)
        }
    }

    /// Returns the symmetry that leads back.
    #[must_use]
    pub fn inverse(self) -> Symmetry {
        if self.has(Symmetry::TRANSPOSED) {
            let (down, across) = (self.0 & 1, self.0 >> 1 & 1);
            Symmetry(Symmetry::TRANSPOSED | down << 1 | across)
        } else {
            self
        }
    }

    /// Returns the image of a point of a board.
    ///
    /// # Panics
    ///
    /// If the symmetry exchanges columns and rows of a board that is not [square](Symmetry::on).
    #[must_use]
    pub fn point(self, at: Point, size: Size) -> Point {
        let place = (usize::from(at.column()), usize::from(at.row()));
        let place = (place.0 - 1, usize::from(size.height()) - place.1);
        let (x, y) = self.place(place, size);
        Point::new(x as u8 + 1, size.height() - y as u8).expect("on the board")
    }

    /// Returns the image of a step by columns and rows.
    #[must_use]
    pub fn step(self, (x, y): (i16, i16)) -> (i16, i16) {
        self.chosen((x, y), (-x, -y))
    }

    /// Maps a place, by column and row from the upper left, counted from 0.
    fn place(self, (x, y): (usize, usize), size: Size) -> (usize, usize) {
        let (width, height) = (usize::from(size.width()), usize::from(size.height()));
        self.chosen((x, y), (width - 1 - x, height - 1 - y))
    }

    /// Maps a column and a row that are given both as they are and reversed.
    fn chosen<T>(self, (x, y): (T, T), (reversed_x, reversed_y): (T, T)) -> (T, T) {
        let x = if self.has(Symmetry::MIRRORED) {
            reversed_x
        } else {
            x
        };
        let y = if self.has(Symmetry::UPSIDE_DOWN) {
            reversed_y
        } else {
            y
        };
        if self.has(Symmetry::TRANSPOSED) {
            (y, x)
        } else {
            (x, y)
        }
    }

    fn has(self, part: u8) -> bool {
        self.0 & part != 0
    }

    /// Rows of some length, one for each point, as the symmetry shows them.
    pub(crate) fn show(self, rows: &[f32], length: usize, size: Size) -> Vec<f32> {
        let mut shown = vec![0.0; rows.len()];
        for (row, to) in rows.chunks_exact(length).zip(self.places(size)) {
            shown[to * length..(to + 1) * length].copy_from_slice(row);
        }
        shown
    }

    /// Numbers of a board that the symmetry shows, as they are on the board.
    pub(crate) fn back(self, shown: &[f32], size: Size) -> Vec<f32> {
        self.places(size).map(|from| shown[from]).collect()
    }

    /// Maps all places in rows from the upper left.
    fn places(self, size: Size) -> impl Iterator<Item = usize> {
        let width = usize::from(size.width());
        (0..size.area()).map(move |at| {
            let (x, y) = self.place((at % width, at / width), size);
            y * width + x
        })
    }
}

/// A way to look at boards of one size: by a symmetry, the colors exchanged or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Image {
    size: Size,
    symmetry: Symmetry,
    is_exchanged: bool,
}

impl Image {
    /// The image by a symmetry as far as boards of this size have it.
    #[must_use]
    pub fn new(size: Size, symmetry: Symmetry, is_exchanged: bool) -> Image {
        Image {
            size,
            symmetry: symmetry.on(size),
            is_exchanged,
        }
    }

    /// All images of boards of this size, none twice, the board itself first: 16 of a square board
    /// and 8 of another.
    pub fn all(size: Size) -> impl Iterator<Item = Image> {
        let symmetries = Symmetry::all().filter(move |symmetry| symmetry.on(size) == *symmetry);
        symmetries.flat_map(move |symmetry| {
            [false, true].map(|is_exchanged| Image::new(size, symmetry, is_exchanged))
        })
    }

    /// The image that leads back.
    #[must_use]
    pub fn inverse(self) -> Image {
        Image {
            symmetry: self.symmetry.inverse(),
            ..self
        }
    }

    /// Returns true if the colors are exchanged.
    #[must_use]
    pub fn is_exchanged(self) -> bool {
        self.is_exchanged
    }

    /// Maps a color.
    #[must_use]
    pub fn color(self, color: Color) -> Color {
        if self.is_exchanged { !color } else { color }
    }

    /// Maps a point of the board.
    #[must_use]
    pub fn point(self, at: Point) -> Point {
        self.symmetry.point(at, self.size)
    }

    /// Maps points of the board.
    #[must_use]
    pub fn points(self, points: &PointSet) -> PointSet {
        points.iter().map(|at| self.point(at)).collect()
    }

    /// Maps a move.
    #[must_use]
    pub fn to(self, to: Move) -> Move {
        match to {
            Move::At(at) => Move::At(self.point(at)),
            Move::Pass => Move::Pass,
        }
    }

    /// Maps a move with its color.
    #[must_use]
    pub fn play(self, (color, to): (Color, Move)) -> (Color, Move) {
        (self.color(color), self.to(to))
    }

    /// Maps a value for each color.
    #[must_use]
    pub fn sides<T, U>(self, sides: &PerColor<T>, become_of: impl Fn(&T) -> U) -> PerColor<U> {
        PerColor::from_fn(|color| become_of(&sides[self.color(color)]))
    }

    /// Maps the points of each color.
    #[must_use]
    pub fn point_sets(self, sides: &PerColor<PointSet>) -> PerColor<PointSet> {
        self.sides(sides, |points| self.points(points))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// On square boards and others: the images differ, each is undone by its inverse, and neighbors
    /// stay neighbors.
    #[test]
    fn images_differ_and_lead_back() {
        for (width, height, count) in [(5, 5, 16), (3, 7, 8)] {
            let size = Size::new(width, height).expect("a size");
            let marked = |image: Image| {
                let at = Point::new(2, 1).expect("a point");
                (
                    image.point(at),
                    image.point(Point::new(1, 1).expect("a point")),
                    image.color(Color::Black) as u8,
                )
            };
            let all: Vec<Image> = Image::all(size).collect();
            let different: HashSet<_> = all.iter().map(|&image| marked(image)).collect();
            assert_eq!((all.len(), different.len()), (count, count));
            for image in all {
                for at in size.points() {
                    let to = image.point(at);
                    assert!(size.contains(to));
                    assert_eq!(image.inverse().point(to), at, "{image:?}");
                    let near = at
                        .neighbours()
                        .into_iter()
                        .filter(|&near| size.contains(near));
                    for near in near {
                        assert_eq!(image.point(near).distance(to), 1, "{image:?}");
                    }
                }
            }
        }
    }
}
