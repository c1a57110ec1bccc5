//! Games to learn from, each a line of text.

use crate::board::Board;
use crate::color::Color;
use crate::playout;
use crate::point::{PerPoint, Point, Size};
use std::fmt;

/// The moves of a game on a square board, Black and White in turn from an empty board, and what came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    side: u8,
    moves: Vec<Point>,
    /// How many of the moves were drawn at random: nobody chose them, and there is nothing to learn from them.
    drawn: usize,
    /// What came of it, if that is known.
    pub(super) outcome: Option<Outcome>,
}

/// What came of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Black's lead at the end in points, komi counted.
    pub lead: f32,
    /// What a search thought of Black's chance to win, 0 to 1, at each move that was chosen.
    pub chances: Vec<f32>,
}

/// What White gets in the games whose outcome is known, in points.
pub const KOMI: f32 = 6.5;

/// What is Black's part in something, or Black's chance, for this side; and for Black what is this side's.
pub(super) fn as_seen_by(side: Color, part: f32) -> f32 {
    match side {
        Color::Black => part,
        Color::White => 1.0 - part,
    }
}

/// What the side to move is given in such games, in points, beside those that it will own. When it is White's turn Black
/// has put one stone more on the board, which is a point less where territory counts.
pub(super) fn given(turn: Color) -> f32 {
    match turn {
        Color::Black => -KOMI,
        Color::White => KOMI + 1.0,
    }
}

impl Outcome {
    /// How likely Black was to win when a move was chosen, counted from 0: half by who won, half by what was thought.
    pub(super) fn won_by_black(&self, number: usize) -> f32 {
        let won = f32::from(self.lead > 0.0);
        self.chances
            .get(number)
            .map_or(won, |chance| (won + chance) / 2.0)
    }
}

/// The side of the board where nothing is said of it.
const USUAL_SIDE: u8 = 19;

impl Game {
    /// A game that has not begun on a board with such a side, 2 to 25.
    pub fn new(side: u8) -> Game {
        Game {
            side,
            moves: Vec::new(),
            drawn: 0,
            outcome: None,
        }
    }

    /// Adds a move that was drawn at random; the first ones may be.
    pub fn draw(&mut self, at: Point) {
        self.moves.push(at);
        self.drawn = self.moves.len();
    }

    /// Adds a move that was chosen.
    pub fn choose(&mut self, at: Point) {
        self.moves.push(at);
    }

    /// Says what came of it.
    pub fn end(&mut self, outcome: Outcome) {
        self.outcome = Some(outcome);
    }

    /// Reads a line: columns separated by tabulators, of which the last holds the moves as SGF writes them, two letters each
    /// without brackets; those before a blank were drawn at random. The game ends before what is no move on the board, such
    /// as a pass. If the first column is the size of a board, as `9x9`, the next ones are Black's lead at the end and Black's
    /// chance to win at each move chosen, two digits each; otherwise the board is 19×19.
    pub fn parse(line: &str) -> Game {
        let mut columns = line.split('\t');
        let side = columns.next().and_then(side_of);
        let mut outcome = || {
            let lead = columns.next()?.parse().ok()?;
            let digits = columns.next()?.as_bytes().as_chunks::<2>().0.iter();
            let chances = digits.map(hundredths).collect::<Option<_>>()?;
            Some(Outcome { lead, chances })
        };
        let mut game = Game::new(side.unwrap_or(USUAL_SIDE));
        game.outcome = side.and_then(|_| outcome());
        let text = line.rsplit('\t').next().unwrap_or_default();
        let (drawn, chosen) = text.split_once(' ').unwrap_or(("", text));
        game.moves = points(drawn, game.side);
        game.drawn = game.moves.len();
        game.moves.extend(points(chosen, game.side));
        game
    }

    /// Whether it was played on a board with such a side and it is known what came of it.
    pub fn is_known(&self, side: u8) -> bool {
        self.side == side && self.outcome.is_some()
    }

    /// Whether there is no move in it that was chosen.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many of its moves were chosen.
    pub(super) fn len(&self) -> usize {
        self.moves.len() - self.drawn
    }

    /// The moves of the game turned and mirrored in one of eight ways; 0 leaves them as they are.
    pub(super) fn image(&self, number: usize) -> Game {
        let moves = self.moves.iter();
        Game {
            side: self.side,
            moves: moves.map(|&at| self.image_of(at, number)).collect(),
            drawn: self.drawn,
            outcome: None,
        }
    }

    /// Where a point is in one of the eight images.
    pub(super) fn image_of(&self, at: Point, number: usize) -> Point {
        let (mut column, mut row) = (at.column(), at.row());
        if number & 1 != 0 {
            column = self.side + 1 - column;
        }
        if number & 2 != 0 {
            row = self.side + 1 - row;
        }
        if number & 4 != 0 {
            (column, row) = (row, column);
        }
        Point::new(column, row).expect("an image of a point is a point")
    }

    /// The position before a move, counted from 0 among those chosen, with the move; `None` if it comes not so far.
    pub(super) fn at_move(
        &self,
        number: usize,
    ) -> Option<(Board, Color, [Option<Point>; 2], Point)> {
        let mut found = None;
        let mut moves = 0;
        let begun = Game {
            side: self.side,
            moves: self.moves.get(..=self.drawn + number)?.to_vec(),
            drawn: self.drawn,
            outcome: None,
        };
        begun.replay(|board, turn, earlier, to| {
            if moves == number {
                found = Some((board.clone(), turn, earlier, to));
            }
            moves += 1;
        });
        found
    }

    /// Shows each position in which a move was chosen, with the move, as far as the moves can be played, and returns the last
    /// one with the side to move.
    pub(super) fn replay(
        &self,
        mut see: impl FnMut(&Board, Color, [Option<Point>; 2], Point),
    ) -> (Board, Color) {
        let mut board = Board::new(Size::square(self.side).expect("a side of a board"));
        let mut turn = Color::Black;
        let (mut last, mut before) = (None, None);
        for (number, &to) in self.moves.iter().enumerate() {
            if !board.is_empty(to) || board.is_suicide(turn, to) {
                break;
            }
            if number >= self.drawn {
                see(&board, turn, [last, before], to);
            }
            board.place(turn, to, &mut ());
            (before, last) = (last, Some(to));
            turn = !turn;
        }
        (board, turn)
    }

    /// Black's part in each point after the last move, from 0 to 1, by playouts.
    pub(super) fn owners_at_end(&self) -> PerPoint<f32> {
        const PLAYOUTS: u32 = 64;
        let (board, turn) = self.replay(|_, _, _, _| ());
        let ownership = playout::ownership(&board, turn, PLAYOUTS, 1);
        let mut owners = PerPoint::new(0.5);
        for at in board.size().points() {
            owners[at] = ownership.share(Color::Black, at) as f32;
        }
        owners
    }
}

/// The side of a square board that is named so.
fn side_of(text: &str) -> Option<u8> {
    let (width, height) = text.split_once('x')?;
    let side = width.parse().ok()?;
    (width == height && Size::square(side).is_some()).then_some(side)
}

/// The middle of the hundredth that two digits name.
fn hundredths(pair: &[u8; 2]) -> Option<f32> {
    let whole: u8 = str::from_utf8(pair).ok()?.parse().ok()?;
    Some((f32::from(whole) + 0.5) / 100.0)
}

/// The points that SGF writes so, as far as they are on the board.
fn points(text: &str, side: u8) -> Vec<Point> {
    let place = |letter: u8| letter.checked_sub(b'a').filter(|&at| at < side);
    let pairs = text.as_bytes().as_chunks::<2>().0.iter();
    pairs
        .map_while(|&[column, row]| Point::new(place(column)? + 1, side - place(row)?))
        .collect()
}

/// A line that [`parse`](Game::parse) reads.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(outcome) = &self.outcome {
            write!(f, "{0}x{0}\t{1:+.1}\t", self.side, outcome.lead)?;
            for chance in &outcome.chances {
                write!(f, "{:02}", (chance * 100.0).clamp(0.0, 99.0) as u8)?;
            }
            f.write_str("\t")?;
        }
        for (number, at) in self.moves.iter().enumerate() {
            if number == self.drawn {
                f.write_str(" ")?;
            }
            let letter = |place: u8| char::from(b'a' + place);
            write!(
                f,
                "{}{}",
                letter(at.column() - 1),
                letter(self.side - at.row())
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Games in which Black plays along the fourth line and White along the sixteenth.
    pub(in crate::pattern) fn games() -> Vec<Game> {
        let moves: String = ('a'..='r').flat_map(|x| [x, 'p', x, 'd']).collect();
        vec![Game::parse(&moves); 40]
    }

    #[test]
    fn games_end_where_there_is_no_move() {
        assert_eq!(Game::parse("pddptt").len(), 2);
        assert_eq!(Game::parse("pdd").len(), 1);
        assert_eq!(Game::parse("\u{fc}x").len(), 0);
        assert_eq!(Game::parse("9x9\t-1\t99\tjjaa").len(), 0);
    }

    #[test]
    fn lines_are_read_and_written() {
        let line = "9x9\t-3.5\t5042\tcc eegg";
        let game = Game::parse(line);
        assert_eq!(game.to_string(), line);
        assert_eq!((game.side, game.len()), (9, 2));
        let outcome = game.outcome.as_ref().expect("its lead is told");
        assert_eq!((outcome.lead, outcome.chances.len()), (-3.5, 2));
        for (line, side) in [
            ("9x9\tmany\t5042\tcceegg", 9),
            ("9x9\t2\t5x42\tcceegg", 9),
            ("9x9\t2\t\u{fc}\tcceegg", 9),
            ("9x13\t2\t50\tcceegg", 19),
            ("7\t1999-12\tB+R\tcceegg", 19),
        ] {
            let game = Game::parse(line);
            assert_eq!(
                (game.side, game.len(), &game.outcome),
                (side, 3, &None),
                "{line}"
            );
        }
    }

    #[test]
    fn moves_drawn_at_random_are_played_and_not_shown() {
        let game = Game::parse("9x9\t-3.5\t5042\tccdd eegg");
        let (board, turn, earlier, to) = game.at_move(1).expect("two were chosen");
        assert_eq!(board.empties().len(), 81 - 3);
        assert_eq!(
            (turn, to),
            (Color::White, Point::new(7, 3).expect("a point"))
        );
        assert_eq!(earlier, [Point::new(5, 5), Point::new(4, 6)]);
        assert_eq!(game.at_move(2), None);
    }
}
