//! Training games, stored one per line of text.

use crate::go::board::Board;
use crate::go::color::Color;
use crate::go::point::{PerPoint, Point, Size};
use crate::mcts::playout;
use std::fmt;

/// A training game on a square board, with targets if they are known.
///
/// Black and White alternate from an empty board.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainingGame {
    /// The size of the board, always a square.
    size: Size,
    moves: Vec<Point>,
    /// Number of random opening moves, which are not trained on.
    random: usize,
    targets: Option<ValueTargets>,
}

/// Value targets of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ValueTargets {
    /// Black's final lead in points, komi included.
    pub lead: f32,
    /// Black's win probability, 0 to 1, by search at each chosen move.
    pub win_probabilities: Vec<f32>,
}

/// Komi of games with [`ValueTargets`], in points.
pub const KOMI: f32 = 6.5;

/// A position of a game and the move chosen in it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TrainingPosition {
    pub(super) board: Board,
    pub(super) turn: Color,
    /// The last move and the one before it.
    pub(super) earlier: [Option<Point>; 2],
    pub(super) played: Point,
}

/// Converts a probability for Black into that for a side, and back.
pub(super) fn for_side(side: Color, black: f32) -> f32 {
    match side {
        Color::Black => black,
        Color::White => 1.0 - black,
    }
}

/// Points of the side to move besides its area, in games with [`ValueTargets`].
///
/// On White's turn Black has one more stone on the board, which costs a point in territory scoring.
pub(super) fn bonus(turn: Color) -> f32 {
    match turn {
        Color::Black => -KOMI,
        Color::White => KOMI + 1.0,
    }
}

impl ValueTargets {
    /// Target win probability of Black at a chosen move, counted from 0: the mean of result and
    /// search.
    pub(super) fn black_win(&self, number: usize) -> f32 {
        let won = f32::from(self.lead > 0.0);
        self.win_probabilities
            .get(number)
            .map_or(won, |searched| (won + searched) / 2.0)
    }
}

/// Side of the board if the line does not give it.
const DEFAULT_SIDE: u8 = 19;

impl TrainingGame {
    /// An empty game on a square board.
    ///
    /// # Panics
    ///
    /// Panics if the side is not that of a board.
    #[must_use]
    pub fn new(side: u8) -> TrainingGame {
        TrainingGame {
            size: Size::square(side).expect("the side of a board"),
            moves: Vec::new(),
            random: 0,
            targets: None,
        }
    }

    /// Adds a random move. All random moves come before the chosen ones.
    pub fn push_random(&mut self, at: Point) {
        self.moves.push(at);
        self.random = self.moves.len();
    }

    /// Adds a chosen move.
    pub fn push(&mut self, at: Point) {
        self.moves.push(at);
    }

    /// Sets the value targets.
    pub fn set_targets(&mut self, targets: ValueTargets) {
        self.targets = Some(targets);
    }

    /// The value targets, if known.
    #[must_use]
    pub fn targets(&self) -> Option<&ValueTargets> {
        self.targets.as_ref()
    }

    /// Parses a line of tab-separated columns; `None` if the board is not square.
    ///
    /// The last column holds the moves in SGF coordinates, two letters each without brackets; those
    /// before a space are random. The game ends before anything that is not a point of the board,
    /// such as a pass. If the first column is a board size like `9x9`, the next two are Black's
    /// final lead and Black's win probability at each chosen move, two digits each. Otherwise the
    /// board is 19×19 without targets.
    #[must_use]
    pub fn parse(line: &str) -> Option<TrainingGame> {
        let mut columns = line.split('\t');
        let size = columns.next().filter(|text| is_size(text));
        let side = match size {
            Some(size) => Some(side_of(size)?),
            None => None,
        };
        let mut targets = || {
            let lead = columns.next()?.parse().ok();
            let lead = lead.filter(|lead: &f32| lead.is_finite())?;
            let digits = columns.next()?.as_bytes().as_chunks::<2>().0.iter();
            let win_probabilities = digits.map(percentage).collect::<Option<_>>()?;
            Some(ValueTargets {
                lead,
                win_probabilities,
            })
        };
        let mut game = TrainingGame::new(side.unwrap_or(DEFAULT_SIDE));
        game.targets = side.and_then(|_| targets());
        let text = line.rsplit('\t').next().unwrap_or_default();
        let (random, chosen) = text.split_once(' ').unwrap_or(("", text));
        game.moves = points(random, game.side());
        game.random = game.moves.len();
        game.moves.extend(points(chosen, game.side()));
        Some(game)
    }

    /// Side of the board.
    #[must_use]
    pub fn side(&self) -> u8 {
        self.size.width()
    }

    /// Size of the board.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// All moves, random ones first.
    #[must_use]
    pub fn moves(&self) -> &[Point] {
        &self.moves
    }

    /// Parses SGF coordinates; `None` if the point is not on the board.
    pub(super) fn point_of(&self, letters: [u8; 2]) -> Option<Point> {
        point(letters, self.side())
    }

    /// Formats SGF coordinates.
    pub(super) fn letters_of(&self, at: Point) -> String {
        let letter = |place: u8| char::from(b'a' + place);
        let (column, row) = (at.column() - 1, self.side() - at.row());
        [letter(column), letter(row)].into_iter().collect()
    }

    /// Formats the moves, with a space after the random ones.
    pub(super) fn moves_in_letters(&self) -> String {
        let (random, chosen) = self.moves.split_at(self.random);
        let letters =
            |moves: &[Point]| -> String { moves.iter().map(|&at| self.letters_of(at)).collect() };
        match random {
            [] => letters(chosen),
            _ => format!("{} {}", letters(random), letters(chosen)),
        }
    }

    /// Returns true if the game has no chosen move.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of chosen moves.
    pub(super) fn len(&self) -> usize {
        self.moves.len() - self.random
    }

    /// One of the eight symmetric images of the game, without targets; 0 is the identity.
    pub(super) fn image(&self, number: usize) -> TrainingGame {
        let moves = self.moves.iter();
        TrainingGame {
            size: self.size,
            moves: moves.map(|&at| self.image_of(at, number)).collect(),
            random: self.random,
            targets: None,
        }
    }

    /// Image of a point in one of the eight symmetries.
    pub(super) fn image_of(&self, at: Point, number: usize) -> Point {
        let (mut column, mut row) = (at.column(), at.row());
        if number & 1 != 0 {
            column = self.side() + 1 - column;
        }
        if number & 2 != 0 {
            row = self.side() + 1 - row;
        }
        if number & 4 != 0 {
            (column, row) = (row, column);
        }
        Point::new(column, row).expect("an image of a point is a point")
    }

    /// The position of a chosen move, counted from 0; `None` if the game ends before it.
    pub(super) fn at_move(&self, number: usize) -> Option<TrainingPosition> {
        let mut found = None;
        let mut moves = 0;
        let begun = TrainingGame {
            size: self.size,
            moves: self.moves.get(..=self.random + number)?.to_vec(),
            random: self.random,
            targets: None,
        };
        begun.replay(|position| {
            if moves == number {
                found = Some(position.clone());
            }
            moves += 1;
        });
        found
    }

    /// Visits the position of each chosen move, up to the first illegal one; returns the last
    /// position.
    ///
    /// In the returned position, `played` is the move that led to it.
    pub(super) fn replay(&self, mut visit: impl FnMut(&TrainingPosition)) -> TrainingPosition {
        let mut position = TrainingPosition {
            board: Board::new(self.size),
            turn: Color::Black,
            earlier: [None; 2],
            played: Point::new(1, 1).expect("a point of every board"),
        };
        for (number, &to) in self.moves.iter().enumerate() {
            let turn = position.turn;
            if !position.board.is_empty(to) || position.board.is_suicide(turn, to) {
                break;
            }
            position.played = to;
            if number >= self.random {
                visit(&position);
            }
            position.board.place(turn, to, &mut ());
            position.earlier = [Some(to), position.earlier[0]];
            position.turn = !turn;
        }
        position
    }

    /// The final position; its `played` has no meaning.
    pub(super) fn end(&self) -> TrainingPosition {
        self.replay(|_| ())
    }

    /// Black's share of each point at the end, 0 to 1, by 64 playouts after the last move.
    pub(super) fn black_ownership(&self) -> PerPoint<f32> {
        const PLAYOUTS: u32 = 64;
        let TrainingPosition { board, turn, .. } = self.end();
        let ownership = playout::ownership(&board, turn, PLAYOUTS, 1);
        let mut owned = PerPoint::new(0.5);
        for at in board.size().points() {
            owned[at] = ownership.share(Color::Black, at) as f32;
        }
        owned
    }
}

/// Returns true if a text has the form of a board size, such as `9x13`.
fn is_size(text: &str) -> bool {
    let is_number = |side: &str| !side.is_empty() && side.bytes().all(|byte| byte.is_ascii_digit());
    let sides = text.split_once('x');
    sides.is_some_and(|(width, height)| is_number(width) && is_number(height))
}

/// Parses the side of a square board, such as `9x9`.
fn side_of(text: &str) -> Option<u8> {
    let (width, height) = text.split_once('x')?;
    let side = width.parse().ok()?;
    (width == height && Size::square(side).is_some()).then_some(side)
}

/// Parses a two-digit percentage as the middle of its interval.
fn percentage(pair: &[u8; 2]) -> Option<f32> {
    let whole: u8 = str::from_utf8(pair).ok()?.parse().ok()?;
    Some((f32::from(whole) + 0.5) / 100.0)
}

/// Parses SGF moves up to the first that is not on the board.
fn points(text: &str, side: u8) -> Vec<Point> {
    let pairs = text.as_bytes().as_chunks::<2>().0.iter();
    pairs.map_while(|&letters| point(letters, side)).collect()
}

/// Parses a point in SGF coordinates.
fn point([column, row]: [u8; 2], side: u8) -> Option<Point> {
    let place = |letter: u8| letter.checked_sub(b'a').filter(|&at| at < side);
    Point::new(place(column)? + 1, side - place(row)?)
}

/// Writes a line for [`parse`](TrainingGame::parse).
impl fmt::Display for TrainingGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(targets) = &self.targets {
            write!(f, "{0}x{0}\t{1:+.1}\t", self.side(), targets.lead)?;
            for probability in &targets.win_probabilities {
                write!(f, "{:02}", (probability * 100.0).clamp(0.0, 99.0) as u8)?;
            }
            f.write_str("\t")?;
        }
        f.write_str(&self.moves_in_letters())
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Games in which Black plays along the fourth line and White along the sixteenth.
    pub(in crate::mcts::pattern) fn games() -> Vec<TrainingGame> {
        let moves: String = ('a'..='r').flat_map(|x| [x, 'p', x, 'd']).collect();
        vec![read(&moves); 40]
    }

    fn read(line: &str) -> TrainingGame {
        TrainingGame::parse(line).expect("a game on a square board")
    }

    #[test]
    fn games_end_before_what_is_no_point() {
        assert_eq!(read("pddptt").len(), 2);
        assert_eq!(read("pdd").len(), 1);
        assert_eq!(read("\u{fc}x").len(), 0);
        assert_eq!(read("9x9\t-1\t99\tjjaa").len(), 0);
    }

    #[test]
    fn lines_are_read_and_written() {
        let line = "9x9\t-3.5\t5042\tcc eegg";
        let game = read(line);
        assert_eq!(game.to_string(), line);
        assert_eq!((game.side(), game.len()), (9, 2));
        let targets = game.targets().expect("the lead is given");
        assert_eq!((targets.lead, targets.win_probabilities.len()), (-3.5, 2));
        for (line, side) in [
            ("9x9\tmany\t5042\tcceegg", 9),
            ("9x9\t2\t5x42\tcceegg", 9),
            ("9x9\t2\t\u{fc}\tcceegg", 9),
            ("7\t1999-12\tB+R\tcceegg", 19),
        ] {
            let game = read(line);
            assert_eq!(
                (game.side(), game.len(), game.targets()),
                (side, 3, None),
                "{line}"
            );
        }
        for size in ["9x13", "26x26", "1x1", "300x300"] {
            let line = format!("{size}\t2\t50\tcceegg");
            assert_eq!(TrainingGame::parse(&line), None, "{line}");
        }
    }

    #[test]
    fn random_moves_are_played_but_not_visited() {
        let game = read("9x9\t-3.5\t5042\tccdd eegg");
        let position = game.at_move(1).expect("two were chosen");
        assert_eq!(position.board.empties().len(), 81 - 3);
        assert_eq!(
            (position.turn, position.played),
            (Color::White, Point::new(7, 3).expect("a point"))
        );
        assert_eq!(position.earlier, [Point::new(5, 5), Point::new(4, 6)]);
        assert_eq!(game.at_move(2), None);
    }
}
