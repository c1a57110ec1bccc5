//! Stones, their chains and liberties: what a playout needs a million times a second.
//!
//! The layout follows the fastest known boards (libego, Łukasz Lew 2007–2011): a padded array, chains as
//! rings relabelled on the smaller side, pseudo-liberties, the empty points in a dense array. Two
//! things are our own: the eight neighbours of a point are kept as one 16-bit word, so that the test
//! for an eye and the look-up of a 3×3 pattern need no further reads; and the number of a chain's
//! pseudo-liberties, their sum and the sum of their squares share one 64-bit word, so that placing a
//! stone takes a liberty away with a single subtraction.

mod check;
pub mod diagram;
pub mod hash;
#[cfg(test)]
mod tests;

use crate::color::Color;
use crate::point::{MAX_POINTS, PerPoint, Point, PointSet, Size};

pub use check::Inconsistency;

/// Hears of every stone that a move puts on the board or takes off it.
pub trait Observer {
    /// A stone of `color` has come to stand at a point.
    fn placed(&mut self, _color: Color, _at: Point) {}
    /// A stone of `color` no longer stands at a point.
    fn lifted(&mut self, _color: Color, _at: Point) {}
}

/// Playouts need to hear of nothing.
impl Observer for () {}

/// How many stones a play took off the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lifted {
    /// Captured stones of the opponent.
    pub captured: u16,
    /// Stones of the player's own that a suicide took off, the one just placed included.
    pub suicided: u16,
}

/// What stands on a point: two bits, so that eight of them make a [`Surroundings`].
/// Off the board counts as both colors: there is no liberty and nobody to cut.
mod content {
    pub(super) const EMPTY: u8 = 0;
    pub(super) const OFF: u8 = 3;
}

#[inline(always)]
fn content_of(color: Color) -> u8 {
    color as u8 + 1
}

/// What stands on the eight points around a point: two bits each, 1 Black, 2 White, 3 off the board.
///
/// From the low end: left, right, below, above, then below left, below right, above left, above right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Surroundings(pub u16);

impl Surroundings {
    const ORTHOGONAL: u16 = 0x00ff;
    const DIAGONAL: u16 = 0xff00;
    /// Where in the word of each of its neighbours a point stands: they see it in the opposite direction.
    const SEEN_FROM: [u16; 8] = [2, 0, 6, 4, 14, 12, 10, 8];

    /// The bits that say "this color or off the board".
    #[inline(always)]
    const fn bits(color: Color) -> u16 {
        match color {
            Color::Black => 0x5555,
            Color::White => 0xaaaa,
        }
    }

    /// Whether all four neighbours are stones of this color or off the board.
    #[inline(always)]
    pub fn is_enclosed_by(self, color: Color) -> bool {
        let bits = Surroundings::bits(color) & Surroundings::ORTHOGONAL;
        self.0 & bits == bits
    }

    /// Whether one of the four neighbours is an empty point.
    #[inline(always)]
    pub fn has_liberty(self) -> bool {
        (self.0 | self.0 >> 1) & 0x0055 != 0x0055
    }

    /// How many of the four neighbours are stones of this color.
    #[inline(always)]
    pub fn touching(self, color: Color) -> u32 {
        self.stones(color, Surroundings::ORTHOGONAL)
    }

    #[inline(always)]
    fn stones(self, color: Color, directions: u16) -> u32 {
        let (own, other) = (self.0 & Surroundings::bits(color), self.0 & Surroundings::bits(!color));
        // Bring both to the same bit positions: off the board has both and is no stone.
        let other = if color == Color::Black { other >> 1 } else { other << 1 };
        (own & !other & directions).count_ones()
    }

    /// Whether the point is a one-point eye of this color by the usual test: all neighbours its own,
    /// and of the diagonals at most one hostile, none at the edge.
    ///
    /// ```text
    ///   X O O      The eye at a is false: two black corners cut the ring
    ///   O a O      into two chains, and when one of them has no other
    ///   O O X      liberty, white must fill a or lose it.
    /// ```
    #[inline(always)]
    pub fn is_eye_of(self, color: Color) -> bool {
        self.is_enclosed_by(color) && {
            let hostile = self.stones(!color, Surroundings::DIAGONAL);
            let corners = self.0 & Surroundings::DIAGONAL;
            let at_edge = corners & corners >> 1 & 0x5500 != 0;
            hostile + u32::from(at_edge) < 2
        }
    }
}

/// Number, sum and sum of squares of a chain's pseudo-liberties: one for each pair of a stone and an
/// empty point next to it. If all of them are the same point, count × squares = sum², and only then.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Liberties(u64);

impl Liberties {
    // 25×25 points have 1200 pairs of neighbours: the count fits 11 bits, the sum 21, the squares 32.
    const COUNT: u32 = 53;
    const SUM: u32 = 32;

    #[inline(always)]
    fn of(point: Point) -> Liberties {
        let index = point.index() as u64;
        Liberties(1 << Liberties::COUNT | index << Liberties::SUM | index * index)
    }

    #[inline(always)]
    fn add(&mut self, other: Liberties) {
        self.0 = self.0.wrapping_add(other.0);
    }

    #[inline(always)]
    fn subtract(&mut self, other: Liberties) {
        self.0 = self.0.wrapping_sub(other.0);
    }

    #[inline(always)]
    fn is_none(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    fn parts(self) -> (u64, u64, u64) {
        let sum = self.0 >> Liberties::SUM & 0x1f_ffff;
        (self.0 >> Liberties::COUNT, sum, self.0 & 0xffff_ffff)
    }

    /// Whether there is exactly one liberty.
    #[inline(always)]
    fn is_one(self) -> bool {
        let (count, sum, squares) = self.parts();
        count != 0 && count * squares == sum * sum
    }

    /// The liberty if there is exactly one.
    #[inline(always)]
    fn only(self) -> Option<Point> {
        self.is_one().then(|| {
            let (count, sum, _) = self.parts();
            Point::from_index((sum / count) as usize)
        })
    }
}

/// Stones on a board of any size, their chains, and the point that a ko forbids.
///
/// Knows nothing of turns, rules, prisoners or of the game before it. [`place`](Board::place) expects an
/// empty point and asks nothing else; what is legal is for [`Position`](crate::position::Position) to say.
///
/// ```
/// use wakari::board::Board;
/// use wakari::color::Color::{Black, White};
/// use wakari::point::{Point, Size};
///
/// let mut board = Board::new(Size::square(9).unwrap());
/// let point = |column, row| Point::new(column, row).unwrap();
/// board.place(White, point(1, 1), &mut ());
/// board.place(Black, point(2, 1), &mut ());
/// assert_eq!(board.only_liberty(point(1, 1)), Some(point(1, 2)));
/// assert_eq!(board.place(Black, point(1, 2), &mut ()).captured, 1);
/// assert_eq!(board.at(point(1, 1)), None);
/// ```
//
// Invariants: every point of the board is empty and in `empties` at `place_in_empties`, or a stone of
// exactly one chain. A chain is named after one of its stones; `chain` of each of its stones is that
// name, `next` leads through all of them and back, and `liberties` and `stones` at the name are those
// of the whole chain. Empty points and points off the board belong to the chain `NOBODY`, whose
// liberties mean nothing and are added and subtracted without a test. `check` recomputes all of it.
#[derive(Debug)]
pub struct Board {
    size: Size,
    ko: Option<Point>,
    content: PerPoint<u8>,
    around: PerPoint<u16>,
    chain: PerPoint<Point>,
    next: PerPoint<Point>,
    stones: PerPoint<u16>,
    liberties: PerPoint<Liberties>,
    place_in_empties: PerPoint<u16>,
    empties: [Point; MAX_POINTS],
    empty_count: usize,
}

impl Board {
    /// An empty board.
    pub fn new(size: Size) -> Board {
        let nobody = Board::nobody();
        let mut board = Board {
            size,
            ko: None,
            content: PerPoint::new(content::OFF),
            around: PerPoint::new(0),
            chain: PerPoint::new(nobody),
            next: PerPoint::new(nobody),
            stones: PerPoint::new(0),
            liberties: PerPoint::new(Liberties::default()),
            place_in_empties: PerPoint::new(0),
            empties: [nobody; MAX_POINTS],
            empty_count: 0,
        };
        for point in size.points() {
            board.content[point] = content::EMPTY;
            board.remember_empty(point);
        }
        for point in size.points() {
            let around = Board::all_around(point);
            for (direction, at) in around.into_iter().enumerate() {
                board.around[point] |= u16::from(board.content[at]) << (2 * direction);
            }
        }
        board
    }

    /// A board with these stones on it, placed without capturing; `None` if a chain would have no
    /// liberty, or a point is off the board or named for both colors.
    pub fn with_stones(size: Size, black: &PointSet, white: &PointSet) -> Option<Board> {
        let on_board = size.all();
        let fits = black.is_subset(&on_board) && white.is_subset(&on_board) && !black.meets(white);
        let empty = (on_board - *black) - *white;
        let can_breathe = |stones: &PointSet| stones.components().all(|chain| chain.grown().meets(&empty));
        if !fits || !can_breathe(black) || !can_breathe(white) {
            return None;
        }
        // With the final stones having liberties, no stone placed on the way is ever captured.
        let mut board = Board::new(size);
        for (color, stones) in [(Color::Black, black), (Color::White, white)] {
            for point in stones.iter() {
                board.place(color, point, &mut ());
            }
        }
        board.ko = None;
        Some(board)
    }

    /// Columns and rows.
    #[inline(always)]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The stone at a point; `None` if there is none or the point is off the board.
    #[inline(always)]
    pub fn at(&self, point: Point) -> Option<Color> {
        match self.content[point] {
            1 => Some(Color::Black),
            2 => Some(Color::White),
            _ => None,
        }
    }

    /// Whether the point is on the board and has no stone.
    #[inline(always)]
    pub fn is_empty(&self, point: Point) -> bool {
        self.content[point] == content::EMPTY
    }

    /// The empty points, in no particular order.
    #[inline(always)]
    pub fn empties(&self) -> &[Point] {
        &self.empties[..self.empty_count]
    }

    /// The stones of one color.
    pub fn stones(&self, color: Color) -> PointSet {
        self.size.points().filter(|&point| self.at(point) == Some(color)).collect()
    }

    /// The point that may not be played next because it would take back a ko.
    #[inline(always)]
    pub fn ko(&self) -> Option<Point> {
        self.ko
    }

    /// Lifts the ban of a ko, as a pass does.
    #[inline(always)]
    pub fn lift_ko(&mut self) {
        self.ko = None;
    }

    /// What stands around a point of the board.
    #[inline(always)]
    pub fn around(&self, point: Point) -> Surroundings {
        Surroundings(self.around[point])
    }

    /// The name of the chain a stone belongs to: one of its stones, the same for all of them until the
    /// next play. Meaningless on a point without a stone.
    #[inline(always)]
    pub fn chain_name(&self, stone: Point) -> Point {
        self.chain[stone]
    }

    /// Number of stones of the chain that a stone belongs to.
    #[inline(always)]
    pub fn chain_size(&self, stone: Point) -> usize {
        usize::from(self.stones[self.chain[stone]])
    }

    /// The stones of the chain that a stone belongs to, that stone first.
    pub fn chain(&self, stone: Point) -> impl Iterator<Item = Point> + '_ {
        let mut at = Some(stone);
        std::iter::from_fn(move || {
            let here = at?;
            at = Some(self.next[here]).filter(|&next| next != stone);
            Some(here)
        })
    }

    /// Whether the chain of a stone has exactly one liberty.
    #[inline(always)]
    pub fn is_in_atari(&self, stone: Point) -> bool {
        self.liberties[self.chain[stone]].is_one()
    }

    /// The liberty of the chain of a stone if it has exactly one.
    #[inline(always)]
    pub fn only_liberty(&self, stone: Point) -> Option<Point> {
        self.liberties[self.chain[stone]].only()
    }

    /// Whether a stone of this color on the empty point would take something off.
    #[inline(always)]
    pub fn captures(&self, color: Color, point: Point) -> bool {
        let enemy = content_of(!color);
        let mut neighbours = point.neighbours().into_iter();
        neighbours.any(|at| self.content[at] == enemy && self.is_in_atari(at))
    }

    /// Whether a stone of this color on the empty point would capture nothing and be left without a
    /// liberty.
    #[inline(always)]
    pub fn is_suicide(&self, color: Color, point: Point) -> bool {
        if self.around(point).has_liberty() {
            return false;
        }
        let own = content_of(color);
        point.neighbours().into_iter().all(|at| match self.content[at] {
            content::OFF => true,
            stone => self.is_in_atari(at) == (stone == own),
        })
    }

    /// Puts a stone on an empty point and takes off what it captures, or, where it captures nothing and
    /// is left without a liberty, its own chain.
    ///
    /// # Panics
    ///
    /// In debug builds, if the point is not an empty point of the board.
    #[inline(always)]
    pub fn place(&mut self, color: Color, point: Point, observer: &mut impl Observer) -> Lifted {
        debug_assert!(self.is_empty(point), "{point} is not an empty point of the board");
        let around = self.around(point);
        self.put(color, point);
        observer.placed(color, point);
        for at in point.neighbours() {
            self.liberties[self.chain[at]].subtract(Liberties::of(point));
        }
        self.begin_chain(point);
        let mut captured = 0;
        self.ko = None;
        if around.touching(!color) > 0 {
            captured = self.capture_around(color, point, observer);
            if captured == 1 && around.is_enclosed_by(!color) {
                // The stone is alone, and where the captured one stood is its only liberty.
                self.ko = self.only_liberty(point);
            }
        }
        if around.touching(color) > 0 {
            self.join_around(color, point);
        }
        let mut lifted = Lifted { captured, suicided: 0 };
        if self.liberties[self.chain[point]].is_none() {
            lifted.suicided = self.lift(point, color, observer);
        }
        lifted
    }

    /// A slot that no point of a board has.
    #[inline(always)]
    fn nobody() -> Point {
        Point::from_index(0)
    }

    #[inline(always)]
    fn all_around(point: Point) -> [Point; 8] {
        let ([a, b, c, d], [e, f, g, h]) = (point.neighbours(), point.diagonals());
        [a, b, c, d, e, f, g, h]
    }

    /// Turns the bits of `color` at a point on or off in what its neighbours see.
    #[inline(always)]
    fn show(&mut self, color: Color, point: Point) {
        for (direction, at) in Board::all_around(point).into_iter().enumerate() {
            self.around[at] ^= u16::from(content_of(color)) << Surroundings::SEEN_FROM[direction];
        }
    }

    #[inline(always)]
    fn put(&mut self, color: Color, point: Point) {
        self.content[point] = content_of(color);
        self.show(color, point);
        self.forget_empty(point);
    }

    #[inline(always)]
    fn remember_empty(&mut self, point: Point) {
        self.place_in_empties[point] = self.empty_count as u16;
        if let Some(slot) = self.empties.get_mut(self.empty_count) {
            *slot = point;
        }
        self.empty_count += 1;
    }

    #[inline(always)]
    fn forget_empty(&mut self, point: Point) {
        self.empty_count -= 1;
        let last = self.empties[self.empty_count];
        let place = self.place_in_empties[point];
        self.empties[usize::from(place)] = last;
        self.place_in_empties[last] = place;
    }

    /// Makes a stone just put down a chain of its own.
    #[inline(always)]
    fn begin_chain(&mut self, point: Point) {
        let mut liberties = Liberties::default();
        for at in point.neighbours() {
            let free = u64::from(self.content[at] == content::EMPTY);
            liberties.add(Liberties(Liberties::of(at).0 * free));
        }
        self.chain[point] = point;
        self.next[point] = point;
        self.stones[point] = 1;
        self.liberties[point] = liberties;
    }

    #[inline(always)]
    fn capture_around(&mut self, color: Color, point: Point, observer: &mut impl Observer) -> u16 {
        let enemy = content_of(!color);
        let mut captured = 0;
        for at in point.neighbours() {
            if self.content[at] == enemy && self.liberties[self.chain[at]].is_none() {
                captured += self.lift(at, !color, observer);
            }
        }
        captured
    }

    #[inline(always)]
    fn join_around(&mut self, color: Color, point: Point) {
        for at in point.neighbours() {
            if self.content[at] == content_of(color) && self.chain[at] != self.chain[point] {
                self.join(self.chain[at], self.chain[point]);
            }
        }
    }

    /// Makes one chain of two, relabelling the smaller.
    #[inline(always)]
    fn join(&mut self, one: Point, other: Point) {
        let other_is_larger = self.stones[one] < self.stones[other];
        let (larger, smaller) = if other_is_larger { (other, one) } else { (one, other) };
        let liberties = self.liberties[smaller];
        self.liberties[larger].add(liberties);
        self.stones[larger] += self.stones[smaller];
        let mut at = smaller;
        loop {
            self.chain[at] = larger;
            at = self.next[at];
            if at == smaller {
                break;
            }
        }
        let next = self.next[larger];
        self.next[larger] = self.next[smaller];
        self.next[smaller] = next;
    }

    /// Takes a chain off the board and gives its neighbours their liberties back.
    fn lift(&mut self, stone: Point, color: Color, observer: &mut impl Observer) -> u16 {
        let count = self.stones[self.chain[stone]];
        let mut at = stone;
        loop {
            self.content[at] = content::EMPTY;
            self.chain[at] = Board::nobody();
            self.show(color, at);
            self.remember_empty(at);
            for neighbour in at.neighbours() {
                self.liberties[self.chain[neighbour]].add(Liberties::of(at));
            }
            observer.lifted(color, at);
            at = self.next[at];
            if at == stone {
                break;
            }
        }
        count
    }
}

/// Copies only what a board of this size uses.
impl Clone for Board {
    fn clone(&self) -> Board {
        let mut copy = Board {
            size: self.size,
            ko: None,
            content: PerPoint::new(content::OFF),
            around: PerPoint::new(0),
            chain: PerPoint::new(Board::nobody()),
            next: PerPoint::new(Board::nobody()),
            stones: PerPoint::new(0),
            liberties: PerPoint::new(Liberties::default()),
            place_in_empties: PerPoint::new(0),
            empties: [Board::nobody(); MAX_POINTS],
            empty_count: 0,
        };
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, source: &Board) {
        fn copy<T: Copy>(to: &mut PerPoint<T>, from: &PerPoint<T>, slots: usize) {
            to.0[..slots].copy_from_slice(&from.0[..slots]);
        }
        let slots = source.size.slots().max(self.size.slots());
        self.size = source.size;
        self.ko = source.ko;
        copy(&mut self.content, &source.content, slots);
        copy(&mut self.around, &source.around, slots);
        copy(&mut self.chain, &source.chain, slots);
        copy(&mut self.next, &source.next, slots);
        copy(&mut self.stones, &source.stones, slots);
        copy(&mut self.liberties, &source.liberties, slots);
        copy(&mut self.place_in_empties, &source.place_in_empties, slots);
        let empties = source.size.area();
        self.empties[..empties].copy_from_slice(&source.empties[..empties]);
        self.empty_count = source.empty_count;
    }
}

/// Two boards are equal if the same stones stand on them and the same point is closed by a ko.
impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        self.size == other.size
            && self.ko == other.ko
            && self.size.points().all(|point| self.content[point] == other.content[point])
    }
}

impl Eq for Board {}
