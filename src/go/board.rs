//! Stones, chains and liberties: the operations that playouts need a million times a second.
//!
//! The layout follows the fastest known boards (libego, Łukasz Lew 2007–2011): a padded array,
//! chains as rings with the smaller side relabelled on joining, pseudo-liberties, and the empty
//! points in a dense array. Two things are new. The eight neighbors of a point are one 16-bit word,
//! so the eye test and the 3×3 pattern look-up need no further reads. The number of a chain's
//! pseudo-liberties, their sum and the sum of their squares share one 64-bit word, so placing a
//! stone takes away a liberty with one subtraction.

pub mod check;
pub mod diagram;
pub mod hash;
pub mod symmetry;
#[cfg(test)]
mod tests;

use crate::go::board::symmetry::Image;
use crate::go::color::Color;
use crate::go::point::{MIDDLE, Move, PerPoint, Point, PointSet, SLOTS, STRIDE, Size, WINDOW};
use std::hint::select_unpredictable;

/// A move and its color.
pub type Play = (Color, Move);

/// Observes every stone that a move places or removes.
pub trait Observer {
    /// A stone of `color` was placed on a point.
    fn placed(&mut self, _color: Color, _at: Point) {}
    /// A stone of `color` was removed from a point.
    fn lifted(&mut self, _color: Color, _at: Point) {}
}

/// Observes nothing, as playouts need.
impl Observer for () {}

/// The number of stones removed by a play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lifted {
    /// Captured stones of the opponent.
    pub captured: u16,
    /// The player's own stones removed by suicide, including the one just placed.
    pub suicided: u16,
}

/// The number of liberties that a chain would have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// No liberty: the chain would be captured, or the play is impossible.
    None,
    /// One liberty: the chain would be in atari.
    One,
    /// Two liberties or more.
    More,
}

/// The content of a point in two bits, so that eight points fit into a [`Surroundings`]. Off the
/// board counts as both colors: no liberty, and no stone to cut.
mod content {
    pub(crate) const EMPTY: u8 = 0;
    pub(crate) const OFF: u8 = 3;
}

#[inline(always)]
fn content_of(color: Color) -> u8 {
    color as u8 + 1
}

/// The eight neighbors of a point, two bits each: 0 empty, 1 Black, 2 White, 3 off the board.
///
/// From the low end: left, right, below, above, then below left, below right, above left, above
/// right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Surroundings(pub u16);

impl Surroundings {
    const ORTHOGONAL: u16 = 0x00ff;
    const DIAGONAL: u16 = 0xff00;
    /// The shift of a point in the word of each of its neighbors, which see it in the opposite
    /// direction.
    const SEEN_FROM: [u16; 8] = [2, 0, 6, 4, 14, 12, 10, 8];

    /// The bits of "this color or off the board".
    #[inline(always)]
    const fn bits(color: Color) -> u16 {
        match color {
            Color::Black => 0x5555,
            Color::White => 0xaaaa,
        }
    }

    /// Returns true if all four neighbors are stones of this color or off the board.
    #[inline(always)]
    pub fn is_enclosed_by(self, color: Color) -> bool {
        let bits = Surroundings::bits(color) & Surroundings::ORTHOGONAL;
        self.0 & bits == bits
    }

    /// Returns true if one of the four neighbors is empty.
    #[inline(always)]
    pub fn has_liberty(self) -> bool {
        (self.0 | self.0 >> 1) & 0x0055 != 0x0055
    }

    /// Returns the number of empty points among the four neighbors.
    #[inline(always)]
    pub fn liberties(self) -> u32 {
        (!(self.0 | self.0 >> 1) & 0x0055).count_ones()
    }

    /// Returns the number of stones of this color among the four neighbors.
    #[inline(always)]
    pub fn touching(self, color: Color) -> u32 {
        self.neighbours_of(color).count_ones()
    }

    /// Returns the stones of this color among the eight neighbors, as the lower of the two bits of
    /// each.
    #[inline(always)]
    fn stones(self, color: Color) -> u16 {
        let (low, high) = (self.0, self.0 >> 1);
        let stones = match color {
            Color::Black => low & !high,
            Color::White => high & !low,
        };
        stones & 0x5555
    }

    /// Returns the stones of this color among the four neighbors: bit 0 left, 2 right, 4 below, 6
    /// above.
    #[inline(always)]
    fn neighbours_of(self, color: Color) -> u16 {
        self.stones(color) & Surroundings::ORTHOGONAL
    }

    /// Returns the liberties of a single stone here.
    #[inline(always)]
    fn liberties_of(self, point: Point) -> Liberties {
        // For each step to an empty neighbor, sum up point + step and (point + step)² = point² + 2
        // × point × step + step².
        let free = &FREE[usize::from(self.0 & Surroundings::ORTHOGONAL)];
        let index = point.index() as u64;
        let all = Liberties::of(point).0.wrapping_mul(free.count.into());
        let steps = i64::from(free.steps) as u64;
        let steps = steps.wrapping_mul((1 << Liberties::SUM) + 2 * index);
        Liberties(all.wrapping_add(steps).wrapping_add(free.squares.into()))
    }

    /// Returns true if the point is a one-point eye of this color by the usual test.
    ///
    /// All neighbors must be of this color or off the board. At most one diagonal may be hostile,
    /// and none at the edge.
    ///
    /// ```text
    ///   X O O      The eye at a is false: two black corners cut the ring
    ///   O a O      into two chains, and when one of them has no other
    ///   O O X      liberty, white must fill a or lose it.
    /// ```
    #[inline(always)]
    pub fn is_eye_of(self, color: Color) -> bool {
        self.is_enclosed_by(color) && {
            let hostile = self.stones(!color) & Surroundings::DIAGONAL;
            let off_board = self.0 & (self.0 >> 1) & 0x5500;
            // At most one bit may be set: that of a hostile corner, or the lowest one for the edge.
            let against = hostile | u16::from(off_board != 0);
            against & against.wrapping_sub(1) == 0
        }
    }
}

/// The steps from a point to its empty neighbors: their number, sum and sum of squares.
#[derive(Clone, Copy)]
struct Free {
    count: u16,
    steps: i16,
    squares: u32,
}

/// The steps for each state of the four neighbors, indexed by the low byte of a [`Surroundings`].
static FREE: [Free; 256] = {
    let mut table = [Free {
        count: 0,
        steps: 0,
        squares: 0,
    }; 256];
    let mut around = 0;
    while around < 256 {
        let mut direction = 0;
        while direction < 4 {
            if (around >> (2 * direction)) & 3 == 0 {
                let step = WINDOW[direction] as i16 - MIDDLE as i16;
                let free = &mut table[around];
                free.count += 1;
                free.steps += step;
                free.squares += (step * step) as u32;
            }
            direction += 1;
        }
        around += 1;
    }
    table
};

/// A chain's pseudo-liberties: their number, sum and sum of squares.
///
/// There is one pseudo-liberty for each pair of a stone and an adjacent empty point. All of them
/// are at one point if and only if count × squares = sum².
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Liberties(u64);

impl Liberties {
    // 25×25 points have 1200 pairs of neighbors: the count fits 11 bits, the sum 21, the squares
    // 32.
    const COUNT: u32 = 53;
    const SUM: u32 = 32;

    #[inline(always)]
    fn of(point: Point) -> Liberties {
        let index = point.index() as u64;
        Liberties((1 << Liberties::COUNT) | (index << Liberties::SUM) | (index * index))
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

    /// Returns true if this point, known to be a liberty, is the only one.
    #[inline(always)]
    fn are_only(self, point: Point) -> bool {
        let count = self.0 >> Liberties::COUNT;
        self.0 == Liberties::of(point).0.wrapping_mul(count)
    }

    /// Returns true if there is exactly one liberty.
    #[inline(always)]
    fn is_one(self) -> bool {
        let (count, sum, squares) = self.parts();
        count != 0 && count * squares == sum * sum
    }

    /// Returns the liberty if there is exactly one.
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
/// It knows nothing of turns, rules, prisoners or history. [`place`](Board::place) expects an empty
/// point and checks nothing else; [`Position`](crate::go::position::Position) decides what is legal.
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
// Invariants: every point of the board is either empty and in `empties` at its `number`, or a stone
// of exactly one chain. A chain is named after one of its stones. `chain` of each stone is that
// name, `next` forms a ring through all stones, and `liberties` and `number` of the name are those
// of the whole chain. Empty points and points off the board belong to the chain `NOBODY`, whose
// liberties mean nothing and are added and subtracted without a test. `check` recomputes all of
// this.
#[derive(Debug)]
pub struct Board {
    size: Size,
    /// `NOBODY` if no ko is closed.
    ko: Point,
    cells: PerPoint<Cell>,
    /// Indexed by chain name.
    liberties: PerPoint<Liberties>,
    content: PerPoint<u8>,
    empties: [Point; SLOTS],
    empty_count: usize,
}

/// The data of one point, stored together so that a play touches few cache lines.
//
// The order of fields is by measurement. Compilers load the first or third number together with the
// next one, and a processor stalls on loading together what was just stored apart. `around` is
// written most, so it comes last, after `next`, which is seldom read.
#[derive(Clone, Copy, Debug)]
struct Cell {
    /// The stones in the chain named after this point; for an empty point its index in `empties`.
    number: u16,
    chain: Point,
    next: Point,
    around: Surroundings,
}

/// The chain of points without a stone: a slot outside every board.
const NOBODY: Point = Point::OFF_BOARD;

impl Board {
    /// An empty board.
    pub fn new(size: Size) -> Board {
        let mut board = Board::without_points(size);
        for point in size.points() {
            board.content[point] = content::EMPTY;
            board.remember_empty(point);
        }
        for point in size.points() {
            let around = Board::all_around(point);
            for (direction, at) in around.into_iter().enumerate() {
                board.cells[point].around.0 |= u16::from(board.content[at]) << (2 * direction);
            }
        }
        board
    }

    /// A board with these stones, placed without capturing. `None` if a chain has no liberty, or if
    /// a point is off the board or has two colors.
    #[must_use]
    pub fn with_stones(size: Size, black: &PointSet, white: &PointSet) -> Option<Board> {
        let on_board = size.all();
        let fits = black.is_subset(&on_board) && white.is_subset(&on_board) && !black.meets(white);
        let empty = (on_board - *black) - *white;
        let can_breathe =
            |stones: &PointSet| stones.components().all(|chain| chain.grown().meets(&empty));
        if !fits || !can_breathe(black) || !can_breathe(white) {
            return None;
        }
        // The final stones have liberties, so none is captured on the way.
        let mut board = Board::new(size);
        for (color, stones) in [(Color::Black, black), (Color::White, white)] {
            for point in stones.iter() {
                board.place(color, point, &mut ());
            }
        }
        board.ko = NOBODY;
        Some(board)
    }

    /// The board as an image shows it: its stones, and the point that a ko forbids.
    ///
    /// Whatever moves led to a board, its image is built in one way.
    #[must_use]
    pub fn image(&self, image: Image) -> Board {
        let stones = |color| image.points(&self.stones(image.color(color)));
        let [black, white] = Color::BOTH.map(stones);
        let board = Board::with_stones(self.size, &black, &white);
        let mut board = board.expect("every chain has a liberty");
        board.ko = self.ko().map_or(NOBODY, |ko| image.point(ko));
        board
    }

    /// Returns the size of the board.
    #[inline(always)]
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the stone at a point; `None` if the point is empty or off the board.
    #[inline(always)]
    pub fn at(&self, point: Point) -> Option<Color> {
        match self.content[point] {
            1 => Some(Color::Black),
            2 => Some(Color::White),
            _ => None,
        }
    }

    /// Returns the content of a point: 0 empty, 1 Black, 2 White, 3 off the board.
    #[inline(always)]
    pub(crate) fn content(&self, point: Point) -> u8 {
        self.content[point]
    }

    /// Returns true if the point is on the board and empty.
    #[inline(always)]
    pub fn is_empty(&self, point: Point) -> bool {
        self.content[point] == content::EMPTY
    }

    /// Returns the empty points, in no particular order.
    #[inline(always)]
    pub fn empties(&self) -> &[Point] {
        &self.empties[..self.empty_count]
    }

    /// Returns the stones of one color.
    pub fn stones(&self, color: Color) -> PointSet {
        const EACH: u64 = u64::from_le_bytes([1; 8]);
        /// Collects the lowest bits of eight bytes in the highest byte.
        const GATHER: u64 = 0x0102_0408_1020_4080;
        let of_eight = |eight: &[u8; 8]| {
            let differs = u64::from_le_bytes(*eight) ^ (EACH * u64::from(content_of(color)));
            let same = !(differs | differs >> 1) & EACH;
            (same.wrapping_mul(GATHER) >> 56) as u8
        };
        let mut rows = [0; STRIDE as usize];
        let slots = self.content.0[..self.size.slots()].as_chunks::<{ STRIDE as usize }>();
        for (bits, row) in rows.iter_mut().zip(slots.0) {
            let parts = row.as_chunks().0;
            *bits = u32::from_le_bytes(std::array::from_fn(|part| of_eight(&parts[part])));
        }
        PointSet::from_rows(rows)
    }

    /// Returns the number of stones of one color.
    pub fn count_stones(&self, color: Color) -> u32 {
        self.stones(color).len() as u32
    }

    /// Returns the point that may not be played next because it would retake a ko.
    #[inline(always)]
    pub fn ko(&self) -> Option<Point> {
        (self.ko != NOBODY).then_some(self.ko)
    }

    /// Lifts the ko ban, as a pass does.
    #[inline(always)]
    pub fn lift_ko(&mut self) {
        self.ko = NOBODY;
    }

    /// Returns the neighbors of a point of the board.
    #[inline(always)]
    pub fn around(&self, point: Point) -> Surroundings {
        self.cells[point].around
    }

    /// Returns the name of a stone's chain: one of its stones, fixed until the next play.
    /// Meaningless on a point without a stone.
    #[inline(always)]
    pub fn chain_name(&self, stone: Point) -> Point {
        self.cells[stone].chain
    }

    /// Returns the number of stones in a stone's chain.
    #[inline(always)]
    pub fn chain_size(&self, stone: Point) -> usize {
        usize::from(self.cells[self.chain_name(stone)].number)
    }

    /// Returns the stones of a stone's chain, that stone first.
    pub fn chain(&self, stone: Point) -> impl Iterator<Item = Point> + '_ {
        let mut at = Some(stone);
        std::iter::from_fn(move || {
            let here = at?;
            at = Some(self.cells[here].next).filter(|&next| next != stone);
            Some(here)
        })
    }

    /// Returns true if a stone's chain has exactly one liberty.
    #[inline(always)]
    pub fn is_in_atari(&self, stone: Point) -> bool {
        self.liberties[self.chain_name(stone)].is_one()
    }

    /// Returns the liberty of a stone's chain if it has exactly one.
    #[inline(always)]
    pub fn only_liberty(&self, stone: Point) -> Option<Point> {
        self.liberties[self.chain_name(stone)].only()
    }

    /// Returns the liberty of a stone's chain other than an empty point, if there is exactly one.
    pub fn only_liberty_besides(&self, stone: Point, point: Point) -> Option<Point> {
        let chain = self.chain_name(stone);
        let mut liberties = self.liberties[chain];
        for near in point.neighbours() {
            if self.cells[near].chain == chain {
                liberties.subtract(Liberties::of(point));
            }
        }
        liberties.only()
    }

    /// Returns true if a stone of this color on the empty point would capture.
    #[inline(always)]
    pub fn captures(&self, color: Color, point: Point) -> bool {
        let enemy = content_of(!color);
        let mut neighbours = point.neighbours().into_iter();
        neighbours.any(|at| self.content[at] == enemy && self.is_in_atari(at))
    }

    /// Returns true if a stone of this color on the empty point would capture nothing and have no
    /// liberty.
    #[inline(always)]
    pub fn is_suicide(&self, color: Color, point: Point) -> bool {
        let around = self.around(point);
        let window = self.cells.window(point);
        let chains = [0, 1, 2, 3].map(|direction| window[WINDOW[direction]].chain);
        let in_atari = self.in_atari_around(point, chains);
        let captured = around.neighbours_of(!color) & in_atari;
        let joined = around.neighbours_of(color) & !in_atari;
        !around.has_liberty() & (captured | joined == 0)
    }

    /// Returns the number of liberties that a stone's chain would have if it captured nothing.
    #[inline]
    pub fn room_after(&self, color: Color, point: Point) -> Room {
        let around = self.around(point);
        if around.liberties() > 1 {
            return Room::More;
        }
        let mut liberties = around.liberties_of(point);
        let mut chains = [NOBODY; 4];
        let own = content_of(color);
        for (direction, near) in point.neighbours().into_iter().enumerate() {
            if self.content[near] != own {
                continue;
            }
            let chain = self.chain_name(near);
            if !chains.contains(&chain) {
                chains[direction] = chain;
                liberties.add(self.liberties[chain]);
            }
            liberties.subtract(Liberties::of(point));
        }
        match liberties {
            none if none.is_none() => Room::None,
            one if one.is_one() => Room::One,
            _ => Room::More,
        }
    }

    /// Returns true if a playout may play on the empty point: not in a one-point eye of this color,
    /// not in a ko just taken, no suicide.
    #[inline(always)]
    pub fn is_playable(&self, color: Color, point: Point) -> bool {
        let around = self.around(point);
        around.has_liberty()
            || !around.is_eye_of(color) & (point != self.ko) && !self.is_suicide(color, point)
    }

    /// Puts a stone on an empty point and removes the stones it captures. If it captures nothing
    /// and has no liberty, its own chain is removed.
    ///
    /// # Panics
    ///
    /// In debug builds, if the point is not an empty point of the board.
    #[inline(always)]
    pub fn place(&mut self, color: Color, point: Point, observer: &mut impl Observer) -> Lifted {
        debug_assert!(
            self.is_empty(point),
            "{point} is not an empty point of the board"
        );
        self.forget_empty(point);
        self.content[point] = content_of(color);
        let (around, chains) = self.show(color, point);
        observer.placed(color, point);
        // Branch-free: find the adjacent chains that are out of liberties. A chain that touches the
        // stone twice is so only after losing both, so it is named once.
        let mut breathless = 0;
        for (direction, chain) in chains.into_iter().enumerate().rev() {
            let liberties = &mut self.liberties[chain];
            liberties.subtract(Liberties::of(point));
            breathless |= u16::from(liberties.is_none()) << (2 * direction);
        }
        let mut caught = around.neighbours_of(!color) & breathless;
        let chain = self.connect(color, point, around, chains);
        self.ko = NOBODY;
        let mut lifted = Lifted::default();
        if caught != 0 {
            while caught != 0 {
                let direction = caught.trailing_zeros() as usize / 2;
                lifted.captured += self.lift(point.neighbours()[direction], !color, observer);
                caught &= caught - 1;
            }
            if lifted.captured == 1 && around.is_enclosed_by(!color) {
                // The stone is alone, and the point of the captured one is its only liberty.
                self.ko = self.empties[(self.empty_count - 1) % SLOTS];
            }
        } else if self.liberties[chain].is_none() {
            lifted.suicided = self.lift(point, color, observer);
        }
        lifted
    }

    fn without_points(size: Size) -> Board {
        let cell = Cell {
            number: 0,
            chain: NOBODY,
            next: NOBODY,
            around: Surroundings(0),
        };
        Board {
            size,
            ko: NOBODY,
            cells: PerPoint::new(cell),
            liberties: PerPoint::new(Liberties::default()),
            content: PerPoint::new(content::OFF),
            empties: [NOBODY; SLOTS],
            empty_count: 0,
        }
    }

    #[inline(always)]
    fn all_around(point: Point) -> [Point; 8] {
        let ([a, b, c, d], [e, f, g, h]) = (point.neighbours(), point.diagonals());
        [a, b, c, d, e, f, g, h]
    }

    /// Toggles the bits of `color` at a point in its neighbors' words. Returns the point's own word
    /// and the chains of its four neighbors.
    #[inline(always)]
    fn show(&mut self, color: Color, point: Point) -> (Surroundings, [Point; 4]) {
        let content = u16::from(content_of(color));
        let window = self.cells.window_mut(point);
        for (direction, at) in WINDOW.into_iter().enumerate() {
            window[at].around.0 ^= content << Surroundings::SEEN_FROM[direction];
        }
        let [left, right, below, above] =
            [0, 1, 2, 3].map(|direction| window[WINDOW[direction]].chain);
        (window[MIDDLE].around, [left, right, below, above])
    }

    /// Returns the chains around an empty point that have no other liberty, as bits like those of
    /// [`neighbours_of`](Surroundings::neighbours_of). Bits of neighbors without a chain mean
    /// nothing.
    #[inline(always)]
    fn in_atari_around(&self, point: Point, chains: [Point; 4]) -> u16 {
        let mut found = 0;
        for (direction, chain) in chains.into_iter().enumerate() {
            found |= u16::from(self.liberties[chain].are_only(point)) << (2 * direction);
        }
        found
    }

    #[inline(always)]
    fn remember_empty(&mut self, point: Point) {
        self.cells[point].number = self.empty_count as u16;
        self.empties[self.empty_count % SLOTS] = point;
        self.empty_count += 1;
    }

    #[inline(always)]
    fn forget_empty(&mut self, point: Point) {
        self.empty_count -= 1;
        let last = self.empties[self.empty_count % SLOTS];
        let place = self.cells[point].number;
        self.empties[usize::from(place) % SLOTS] = last;
        self.cells[last].number = place;
    }

    /// Joins a new stone to the chains of its color around it, or makes it a separate chain.
    /// Returns its chain's name.
    #[inline(always)]
    fn connect(
        &mut self,
        color: Color,
        point: Point,
        around: Surroundings,
        chains: [Point; 4],
    ) -> Point {
        let own = around.neighbours_of(color);
        let is_own = |direction: usize| own >> (2 * direction) & 1 != 0;
        // Branch-free, because a branch would often be mispredicted: the first of the chains to
        // join, or else an empty chain for the stone alone.
        let mut chain = point;
        for direction in [3, 2, 1, 0] {
            chain = select_unpredictable(is_own(direction), chains[direction], chain);
        }
        let head = &mut self.cells[chain];
        let alone = own == 0;
        let liberties = &mut self.liberties[chain];
        liberties.0 = select_unpredictable(alone, 0, liberties.0);
        liberties.add(around.liberties_of(point));
        head.number = select_unpredictable(alone, 0, head.number) + 1;
        let next = select_unpredictable(alone, point, head.next);
        head.next = point;
        let cell = &mut self.cells[point];
        cell.chain = chain;
        cell.next = next;
        let mut others = 0;
        for (direction, other) in chains.into_iter().enumerate().skip(1) {
            let is_other = is_own(direction) & (other != chain);
            others |= u16::from(is_other) << (2 * direction);
        }
        while others != 0 {
            let direction = others.trailing_zeros() as usize / 2;
            let other = self.cells[point.neighbours()[direction]].chain;
            if other != chain {
                chain = self.join(chain, other);
            }
            others &= others - 1;
        }
        chain
    }

    /// Joins two chains, relabelling the smaller. Returns the name of the result.
    #[inline(always)]
    fn join(&mut self, one: Point, other: Point) -> Point {
        let other_is_larger = self.cells[one].number < self.cells[other].number;
        let (larger, smaller) = if other_is_larger {
            (other, one)
        } else {
            (one, other)
        };
        let liberties = self.liberties[smaller];
        self.liberties[larger].add(liberties);
        let Cell { number, next, .. } = self.cells[smaller];
        let head = &mut self.cells[larger];
        head.number += number;
        let rest = std::mem::replace(&mut head.next, next);
        let mut at = smaller;
        loop {
            let cell = &mut self.cells[at];
            cell.chain = larger;
            at = cell.next;
            if at == smaller {
                break;
            }
        }
        self.cells[smaller].next = rest;
        larger
    }

    /// Removes a chain and returns the liberties of its neighbors.
    #[inline(never)]
    fn lift(&mut self, stone: Point, color: Color, observer: &mut impl Observer) -> u16 {
        let count = self.cells[self.chain_name(stone)].number;
        let mut at = stone;
        loop {
            self.content[at] = content::EMPTY;
            let next = self.cells[at].next;
            self.cells[at].chain = NOBODY;
            let (_, chains) = self.show(color, at);
            for chain in chains {
                self.liberties[chain].add(Liberties::of(at));
            }
            self.remember_empty(at);
            observer.lifted(color, at);
            if next == stone {
                return count;
            }
            at = next;
        }
    }
}

/// Copies only the slots that a board of this size uses.
impl Clone for Board {
    fn clone(&self) -> Board {
        let mut copy = Board::without_points(self.size);
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
        copy(&mut self.cells, &source.cells, slots);
        copy(&mut self.liberties, &source.liberties, slots);
        let empties = source.size.area();
        self.empties[..empties].copy_from_slice(&source.empties[..empties]);
        self.empty_count = source.empty_count;
    }
}

/// Boards are equal if their stones and their ko points are.
impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        self.size == other.size
            && self.ko == other.ko
            && self
                .size
                .points()
                .all(|point| self.content[point] == other.content[point])
    }
}

impl Eq for Board {}
