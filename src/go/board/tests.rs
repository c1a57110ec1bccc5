//! The laws of the board, on seeded random games and on all of two small worlds.

#![allow(clippy::print_stdout, clippy::unwrap_used)]

use super::hash::BoardHash;
use super::{Board, Lifted, diagram};
use crate::go::color::Color;
use crate::go::point::{Point, PointSet, Size};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A naive board: a color or nothing for each point, and flood fill for every question. It shares
/// nothing with `Board` but points and colors.
#[derive(Clone, PartialEq, Debug)]
struct Naive {
    size: Size,
    stones: Vec<Option<Color>>,
    ko: Option<Point>,
}

impl Naive {
    fn new(size: Size) -> Naive {
        Naive {
            size,
            stones: vec![None; size.area()],
            ko: None,
        }
    }

    fn slot(&self, point: Point) -> usize {
        usize::from(point.row() - 1) * usize::from(self.size.width())
            + usize::from(point.column() - 1)
    }

    fn at(&self, point: Point) -> Option<Color> {
        self.stones[self.slot(point)]
    }

    fn neighbours(&self, point: Point) -> Vec<Point> {
        let (column, row) = (point.column(), point.row());
        let mut near = vec![];
        if column > 1 {
            near.extend(Point::new(column - 1, row));
        }
        if column < self.size.width() {
            near.extend(Point::new(column + 1, row));
        }
        if row > 1 {
            near.extend(Point::new(column, row - 1));
        }
        if row < self.size.height() {
            near.extend(Point::new(column, row + 1));
        }
        near
    }

    fn chain(&self, stone: Point) -> Vec<Point> {
        let mut chain = vec![stone];
        let mut next = 0;
        while next < chain.len() {
            for at in self.neighbours(chain[next]) {
                if self.at(at) == self.at(stone) && !chain.contains(&at) {
                    chain.push(at);
                }
            }
            next += 1;
        }
        chain
    }

    fn liberties(&self, stone: Point) -> Vec<Point> {
        let mut liberties = vec![];
        for stone in self.chain(stone) {
            for at in self.neighbours(stone) {
                if self.at(at).is_none() && !liberties.contains(&at) {
                    liberties.push(at);
                }
            }
        }
        liberties
    }

    fn lift(&mut self, stone: Point) -> u16 {
        let chain = self.chain(stone);
        for &at in &chain {
            let slot = self.slot(at);
            self.stones[slot] = None;
        }
        chain.len() as u16
    }

    fn place(&mut self, color: Color, point: Point) -> Lifted {
        let slot = self.slot(point);
        self.stones[slot] = Some(color);
        let mut lifted = Lifted::default();
        for at in self.neighbours(point) {
            if self.at(at) == Some(!color) && self.liberties(at).is_empty() {
                lifted.captured += self.lift(at);
            }
        }
        let liberties = self.liberties(point);
        let ko = lifted.captured == 1 && liberties.len() == 1 && self.chain(point).len() == 1;
        self.ko = if ko { Some(liberties[0]) } else { None };
        if liberties.is_empty() {
            lifted.suicided = self.lift(point);
        }
        lifted
    }

    /// Compares every answer about the stones.
    fn agrees_with(&self, board: &Board) {
        board
            .check()
            .unwrap_or_else(|wrong| panic!("{wrong} in\n{board}"));
        assert_eq!(board.ko(), self.ko, "ko in\n{board}");
        for point in self.size.points() {
            assert_eq!(board.at(point), self.at(point), "{point} in\n{board}");
            assert_eq!(
                board.is_empty(point),
                self.at(point).is_none(),
                "{point} in\n{board}"
            );
            if self.at(point).is_some() {
                let chain = self.chain(point);
                let liberties = self.liberties(point);
                let only = (liberties.len() == 1).then(|| liberties[0]);
                assert_eq!(board.only_liberty(point), only, "{point} in\n{board}");
                for &but in &liberties {
                    let mut others = liberties.iter().copied().filter(|&at| at != but);
                    let only = others.next().filter(|_| others.next().is_none());
                    assert_eq!(
                        board.only_liberty_besides(point, but),
                        only,
                        "{point} but {but} in\n{board}"
                    );
                }
                assert_eq!(
                    board.is_in_atari(point),
                    only.is_some(),
                    "{point} in\n{board}"
                );
                assert_eq!(board.chain_size(point), chain.len(), "{point} in\n{board}");
                let kept: PointSet = board.chain(point).collect();
                assert_eq!(kept, chain.into_iter().collect(), "{point} in\n{board}");
            } else {
                for color in Color::BOTH {
                    let lifted = self.clone().place(color, point);
                    let (captures, suicide) = (lifted.captured > 0, lifted.suicided > 0);
                    assert_eq!(
                        board.captures(color, point),
                        captures,
                        "{color} {point}\n{board}"
                    );
                    assert_eq!(
                        board.is_suicide(color, point),
                        suicide,
                        "{color} {point}\n{board}"
                    );
                    let eye = self.is_eye_of(color, point);
                    assert_eq!(
                        board.around(point).is_eye_of(color),
                        eye,
                        "{point} in\n{board}"
                    );
                }
            }
        }
    }

    fn is_eye_of(&self, color: Color, point: Point) -> bool {
        let enclosed = self
            .neighbours(point)
            .iter()
            .all(|&at| self.at(at) == Some(color));
        let (column, row) = (i16::from(point.column()), i16::from(point.row()));
        let (mut hostile, mut beyond) = (0, 0);
        for (x, y) in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
            let (x, y) = (column + x, row + y);
            let on_board = (1..=i16::from(self.size.width())).contains(&x)
                && (1..=i16::from(self.size.height())).contains(&y);
            match Point::new(x as u8, y as u8).filter(|_| on_board) {
                Some(corner) => hostile += u32::from(self.at(corner) == Some(!color)),
                None => beyond = 1,
            }
        }
        enclosed && hostile + beyond < 2
    }
}

fn size(width: u8, height: u8) -> Size {
    Size::new(width, height).unwrap()
}

fn point(name: &str) -> Point {
    name.parse().unwrap()
}

fn board(picture: &str) -> Board {
    diagram::board(picture).unwrap()
}

fn random(rng: &mut Xoshiro256PlusPlus, below: usize) -> usize {
    ((rng.next_u64() >> 32) as usize * below) >> 32
}

/// A random game with suicide and irregular turns; `look` sees each play.
fn random_game(size: Size, seed: u64, moves: usize, mut look: impl FnMut(&Board, Color, Point)) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut board = Board::new(size);
    let mut turn = Color::Black;
    for _ in 0..moves {
        let at = board.empties()[random(&mut rng, board.empties().len())];
        let eye = board.around(at).is_eye_of(turn) && random(&mut rng, 8) > 0;
        if !eye {
            look(&board, turn, at);
            board.place(turn, at, &mut ());
        }
        if random(&mut rng, 10) > 0 {
            turn = !turn;
        }
    }
}

const SIZES: [(u8, u8); 14] = [
    (2, 2),
    (2, 3),
    (3, 3),
    (2, 25),
    (25, 2),
    (4, 4),
    (5, 5),
    (5, 7),
    (7, 7),
    (9, 9),
    (13, 13),
    (19, 19),
    (24, 3),
    (25, 25),
];

#[test]
fn random_games_agree_with_flood_fill() {
    for (number, (width, height)) in SIZES.into_iter().enumerate() {
        let size = size(width, height);
        let seed = number as u64;
        println!("{size}, seed {seed}");
        let mut naive = Naive::new(size);
        let mut kept = BoardHash::default();
        let mut plays = 0;
        // Comparing everything costs the square of the area, so large boards are checked now and
        // then.
        let every = 1 + size.area() / 20;
        random_game(
            size,
            seed,
            (size.area() * 5).clamp(300, 900),
            |board, color, at| {
                assert_eq!(kept, BoardHash::of(board));
                assert_eq!(kept.0 == 0, board.empties().len() == size.area());
                board
                    .check()
                    .unwrap_or_else(|wrong| panic!("{wrong} in\n{board}"));
                if plays % every == 0 {
                    naive.agrees_with(board);
                }
                plays += 1;
                let lifted = naive.place(color, at);
                assert_eq!(
                    board.clone().place(color, at, &mut kept),
                    lifted,
                    "{color} {at}\n{board}"
                );
            },
        );
    }
}

#[test]
fn a_copy_equals_whatever_the_board_was_before() {
    let mut positions = vec![];
    for (seed, (width, height)) in SIZES.into_iter().enumerate() {
        random_game(size(width, height), seed as u64, 90, |board, _, _| {
            if BoardHash::of(board).0.is_multiple_of(5) {
                positions.push(board.clone());
            }
        });
    }
    let mut copy = Board::new(size(2, 2));
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    for _ in 0..2000 {
        let source = &positions[random(&mut rng, positions.len())];
        copy.clone_from(source);
        assert!(copy == *source, "the copy\n{copy}\nof\n{source}");
        copy.check()
            .unwrap_or_else(|wrong| panic!("{wrong} in the copy\n{copy}"));
        if let Some(&at) = copy.empties().first() {
            let mut other = source.clone();
            let lifted = copy.place(Color::White, at, &mut ());
            assert_eq!(lifted, other.place(Color::White, at, &mut ()));
            assert!(
                copy == other,
                "{at} played on a copy\n{copy}\nand on another\n{other}"
            );
            copy.check()
                .unwrap_or_else(|wrong| panic!("{wrong} in the copy\n{copy}"));
        }
    }
}

#[test]
fn stones_set_up_are_the_stones_played() {
    for (seed, (width, height)) in SIZES.into_iter().enumerate() {
        random_game(size(width, height), seed as u64, 120, |board, _, _| {
            let (black, white) = (board.stones(Color::Black), board.stones(Color::White));
            let mut same = Board::with_stones(board.size(), &black, &white).unwrap();
            same.check()
                .unwrap_or_else(|wrong| panic!("{wrong} in\n{same}"));
            let mut played = board.clone();
            played.lift_ko();
            assert!(same == played, "seed {seed}\n{same}\n{played}");
            let picture = diagram::picture(board.size(), |at| match board.at(at) {
                Some(Color::Black) => 'X',
                Some(Color::White) => 'O',
                None => '.',
            });
            // The first and last line of a picture and both ends of a row are coordinates.
            let rows: Vec<&str> = picture.lines().collect();
            let rows: Vec<&str> = rows[1..rows.len() - 1]
                .iter()
                .map(|row| row.trim_matches(|c: char| c.is_ascii_digit() || c.is_whitespace()))
                .collect();
            same = diagram::board(&rows.join("\n")).unwrap();
            assert!(same == played, "seed {seed}\n{same}\n{played}");
        });
    }
}

#[test]
fn what_is_no_board_is_refused() {
    let none = |picture| diagram::board(picture).unwrap_err();
    assert_eq!(
        none(". X .\nX O X\n. X ."),
        diagram::DiagramError::NoLiberty
    );
    assert_eq!(none(". .\n. . ."), diagram::DiagramError::Shape);
    assert_eq!(none(""), diagram::DiagramError::Shape);
    assert_eq!(none(". .\n. ?"), diagram::DiagramError::Character('?'));
    let a1: PointSet = [point("A1")].into_iter().collect();
    let off: PointSet = [point("C1")].into_iter().collect();
    assert!(Board::with_stones(size(2, 2), &a1, &a1).is_none());
    assert!(Board::with_stones(size(2, 2), &a1, &off).is_none());
}

#[test]
fn a_chain_may_take_itself_off() {
    let mut suicide = board(
        ". X X . .
         X O O X .
         X O . X .
         . X X . .
         . . . . .",
    );
    assert!(suicide.is_suicide(Color::White, point("C3")));
    let lifted = suicide.place(Color::White, point("C3"), &mut ());
    assert_eq!(
        lifted,
        Lifted {
            captured: 0,
            suicided: 4
        }
    );
    assert_eq!(suicide.stones(Color::White), PointSet::EMPTY);
    assert_eq!(suicide.ko(), None);
    // With a black stone in atari, this play captures.
    let mut capture = board(
        ". X X . .
         X O O X O
         X O . X O
         . X X O .
         . O . . .",
    );
    capture.place(Color::White, point("D5"), &mut ());
    assert!(!capture.is_suicide(Color::White, point("C3")));
    let lifted = capture.place(Color::White, point("C3"), &mut ());
    assert_eq!(
        lifted,
        Lifted {
            captured: 2,
            suicided: 0
        }
    );
}

#[test]
fn a_ko_closes_one_point() {
    let mut ko = board(
        ". X O .
         X . X O
         . X O .
         . . . .",
    );
    ko.place(Color::White, point("B3"), &mut ());
    assert_eq!(ko.ko(), Some(point("C3")));
    ko.place(Color::Black, point("A1"), &mut ());
    assert_eq!(ko.ko(), None);
    // If the capturing stone joins another one, the capture cannot be taken back.
    let mut joined = board(
        ". X O .
         O . X O
         X X O .
         . . . .",
    );
    joined.place(Color::White, point("B3"), &mut ());
    assert_eq!(joined.ko(), None);
    // Two captured stones are no ko either.
    let mut two = board(
        "X X O .
         . X X O
         X O O .
         O . . .",
    );
    two.place(Color::White, point("A3"), &mut ());
    assert_eq!(two.ko(), None);
}

/// Returns every legal board: each chain has a liberty.
fn all_boards(size: Size) -> Vec<Board> {
    let points: Vec<Point> = size.points().collect();
    let mut boards = vec![];
    for number in 0..3usize.pow(points.len() as u32) {
        let mut stones = [PointSet::EMPTY; 3];
        let mut rest = number;
        for &at in &points {
            stones[rest % 3].insert(at);
            rest /= 3;
        }
        boards.extend(Board::with_stones(size, &stones[1], &stones[2]));
    }
    boards
}

/// Compares each play on each board of a small world with flood fill.
#[track_caller]
fn small_world(size: Size, count: usize) {
    let boards = all_boards(size);
    assert_eq!(boards.len(), count);
    for board in &boards {
        let mut naive = Naive::new(size);
        for at in size.points() {
            let slot = naive.slot(at);
            naive.stones[slot] = board.at(at);
        }
        naive.agrees_with(board);
        for &at in board.empties() {
            for color in Color::BOTH {
                let (mut after, mut expected) = (board.clone(), naive.clone());
                let lifted = expected.place(color, at);
                assert_eq!(
                    after.place(color, at, &mut ()),
                    lifted,
                    "{color} {at} in\n{board}"
                );
                after
                    .check()
                    .unwrap_or_else(|wrong| panic!("{wrong} in\n{after}"));
                assert_eq!(after.ko(), expected.ko, "{color} {at} in\n{board}");
                let same = size.points().all(|at| after.at(at) == expected.at(at));
                assert!(same, "{color} {at} in\n{board}\ngives\n{after}");
            }
        }
    }
}

#[test]
fn all_of_two_by_two() {
    small_world(size(2, 2), 57);
}

#[test]
fn all_of_three_by_three() {
    small_world(size(3, 3), 12_675);
}

#[test]
fn all_of_two_by_four() {
    small_world(size(4, 2), legal_boards(size(4, 2)));
}

/// Counts legal boards with the naive model.
fn legal_boards(size: Size) -> usize {
    let mut count = 0;
    for number in 0..3usize.pow(size.area() as u32) {
        let mut naive = Naive::new(size);
        let mut rest = number;
        for slot in 0..size.area() {
            naive.stones[slot] = [None, Some(Color::Black), Some(Color::White)][rest % 3];
            rest /= 3;
        }
        let legal = |at| naive.at(at).is_none() || !naive.liberties(at).is_empty();
        count += usize::from(size.points().all(legal));
    }
    count
}
