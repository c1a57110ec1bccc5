//! The playout policy, which chooses a move to try.
//!
//! The order is that of MoGo (Gelly, Wang, Munos and Teytaud 2006), shared by most classical
//! engines. Answers to the last move come first: capture a chain it left in atari, save a chain it
//! put in atari, prevent or give an atari without escape, play the vital point of a small eye
//! space, match a 3×3 pattern next to it. Otherwise the move is random. No move fills an eye, and
//! no move is a self-atari of more than two stones unless it captures or the stones' shape kills
//! the eye space that captures them. So most sekis stay and dead chains are captured.

use super::dice::{Dice, random_point, roll};
use crate::go::board::{Board, Room};
use crate::go::color::Color;
use crate::go::point::Point;
use rand_xoshiro::rand_core::Rng;
use smallvec::SmallVec;
use std::sync::LazyLock;

/// A short list of points.
pub type PointList = SmallVec<[Point; 8]>;

/// The probability, in 256ths, that a playout looks for each kind of move. Values below 256 keep
/// playouts from all making one mistake.
mod probability {
    pub(super) const CAPTURE: u8 = 230;
    pub(super) const SHORTAGE: u8 = 200;
    pub(super) const NAKADE: u8 = 230;
    pub(super) const PATTERN: u8 = 240;
}

/// Returns the next move of a playout, or `None` for a pass.
///
/// `last` is the opponent's last move. Only open points are played.
#[inline]
pub fn choose(
    board: &Board,
    turn: Color,
    last: Option<Point>,
    is_open: impl Fn(Point) -> bool,
    dice: &mut Dice,
) -> Option<Point> {
    let only_open = |found: &mut PointList| found.retain(|at| is_open(*at));
    if let Some(last) = last {
        let bytes = dice.next_u64().to_le_bytes();
        let mut found = PointList::new();
        if bytes[0] < probability::CAPTURE {
            answers_to_atari(board, turn, last, &mut found);
            only_open(&mut found);
        }
        if found.is_empty() && bytes[1] < probability::SHORTAGE {
            answers_to_shortage(board, turn, last, &mut found);
            only_open(&mut found);
        }
        if found.is_empty() && bytes[2] < probability::NAKADE {
            found.extend(vital_point_near(board, last));
            found.retain(|at| is_open(*at) && is_worth_trying(board, turn, *at));
        }
        if found.is_empty() && bytes[3] < probability::PATTERN {
            patterns_around(board, turn, last, &mut found);
            only_open(&mut found);
        }
        if !found.is_empty() {
            return Some(found[roll(dice, found.len())]);
        }
    }
    random_point(board, dice, |board, at| {
        is_open(at) && is_worth_trying(board, turn, at)
    })
}

/// Returns true if a random move is allowed here: it is playable and not a useless self-atari.
#[inline]
pub fn is_worth_trying(board: &Board, turn: Color, at: Point) -> bool {
    board.is_playable(turn, at) && !is_bad_self_atari(board, turn, at)
}

/// Returns true if a move is a useless self-atari.
///
/// A self-atari can be good if it captures, if it sacrifices one or two stones, or if the stones
/// have a shape that denies their captor two eyes.
#[inline]
pub fn is_bad_self_atari(board: &Board, turn: Color, at: Point) -> bool {
    let around = board.around(at);
    around.liberties() < 2
        && board.room_after(turn, at) != Room::More
        && !board.captures(turn, at)
        && !is_killing_shape(board, turn, at)
}

/// Returns true if the chain that a move makes has at most two stones or, once captured, leaves a
/// space with a vital point.
fn is_killing_shape(board: &Board, turn: Color, at: Point) -> bool {
    let mut shape: SmallVec<[Point; 6]> = SmallVec::new();
    shape.push(at);
    let own = |near: &Point| board.at(*near) == Some(turn);
    for near in at.neighbours().into_iter().filter(own) {
        if shape.contains(&near) {
            continue;
        }
        if board.chain_size(near) + shape.len() > 6 {
            return false;
        }
        shape.extend(board.chain(near));
    }
    shape.len() <= 2 || vital_point(&shape).is_some()
}

/// Finds answers to an atari: capture the last move's chain if it is in atari, or save the chains
/// it put in atari.
fn answers_to_atari(board: &Board, turn: Color, last: Point, found: &mut PointList) {
    if board.at(last) == Some(!turn)
        && let Some(liberty) = board.only_liberty(last)
        && board.is_playable(turn, liberty)
    {
        found.push(liberty);
    }
    for near in last.neighbours() {
        if board.at(near) == Some(turn)
            && let Some(liberty) = board.only_liberty(near)
        {
            ways_out(board, turn, near, liberty, found);
        }
    }
}

/// Finds moves that take a chain out of atari: capturing a neighbor, or extending.
pub(crate) fn ways_out(
    board: &Board,
    turn: Color,
    chain: Point,
    liberty: Point,
    found: &mut PointList,
) {
    for stone in board.chain(chain) {
        for near in stone.neighbours() {
            if board.at(near) == Some(!turn)
                && let Some(capture) = board.only_liberty(near)
                && !found.contains(&capture)
                && board.is_playable(turn, capture)
            {
                found.push(capture);
            }
        }
    }
    let escapes = board.room_after(turn, liberty) == Room::More && board.is_playable(turn, liberty);
    if escapes && !found.contains(&liberty) {
        found.push(liberty);
    }
}

/// Finds moves after the last one left a chain of either side two liberties: an atari without
/// escape, or the move that prevents one.
fn answers_to_shortage(board: &Board, turn: Color, last: Point, found: &mut PointList) {
    let attacked = last
        .neighbours()
        .into_iter()
        .filter(|&near| board.at(near) == Some(turn));
    for chain in attacked {
        if let Some(liberties) = two_liberties(board, chain) {
            // The opponent threatens an atari that extending does not answer: take that point, or
            // the point of the extension.
            for (from, to) in [(0, 1), (1, 0)] {
                let (here, there) = (liberties[from], liberties[to]);
                let hopeless = board.room_after(turn, there) != Room::More;
                if hopeless && !found.contains(&here) && is_worth_trying(board, turn, here) {
                    found.push(here);
                }
            }
        }
    }
    if board.at(last) == Some(!turn)
        && let Some(liberties) = two_liberties(board, last)
    {
        for (from, to) in [(0, 1), (1, 0)] {
            let (here, there) = (liberties[from], liberties[to]);
            let caught = board.room_after(!turn, there) != Room::More;
            if caught && !found.contains(&here) && is_worth_trying(board, turn, here) {
                found.push(here);
            }
        }
    }
}

/// Returns the liberties of a chain that has exactly two.
fn two_liberties(board: &Board, chain: Point) -> Option<[Point; 2]> {
    if board.is_in_atari(chain) {
        return None;
    }
    let mut found: SmallVec<[Point; 2]> = SmallVec::new();
    for stone in board.chain(chain) {
        if !board.around(stone).has_liberty() {
            continue;
        }
        for near in stone.neighbours() {
            if board.is_empty(near) && !found.contains(&near) {
                if found.len() == 2 {
                    return None;
                }
                found.push(near);
            }
        }
    }
    found.into_inner().ok()
}

/// Returns the vital point of a small eye space of either color next to the last move.
pub(crate) fn vital_point_near(board: &Board, last: Point) -> Option<Point> {
    let mut seeds = last.neighbours().into_iter().chain([last]);
    seeds.find_map(|seed| {
        let space = small_eye_space(board, seed)?;
        vital_point(&space).filter(|_| space.len() >= 3)
    })
}

/// Returns the eye space of at most six points around a point, if a single color surrounds it.
fn small_eye_space(board: &Board, seed: Point) -> Option<SmallVec<[Point; 6]>> {
    if !board.is_empty(seed) {
        return None;
    }
    let (mut space, mut count) = ([seed; 6], 1);
    let mut touched = [false; 2];
    let mut next = 0;
    while next < count {
        let around = board.around(space[next]);
        for (touched, color) in touched.iter_mut().zip(Color::BOTH) {
            *touched |= around.touching(color) > 0;
        }
        if touched == [true; 2] {
            return None;
        }
        if around.has_liberty() {
            for near in space[next].neighbours() {
                if board.is_empty(near) && !space[..count].contains(&near) {
                    *space.get_mut(count)? = near;
                    count += 1;
                }
            }
        }
        next += 1;
    }
    Some(SmallVec::from_slice(&space[..count]))
}

/// Returns the vital point of an eye space of three to six points, where a stone leaves only one
/// eye.
///
/// It is the middle of three, of the pyramid four, of the bulky and the crossed five, and of the
/// rabbity six. The square four has one eye anyway; any of its points is returned.
#[must_use]
pub fn vital_point(shape: &[Point]) -> Option<Point> {
    let mut most = (0, None);
    let mut pairs = 0;
    for &point in shape {
        let neighbours = point.neighbours();
        let degree = shape
            .iter()
            .filter(|other| neighbours.contains(other))
            .count();
        pairs += degree;
        if degree > most.0 {
            most = (degree, Some(point));
        }
    }
    let (degree, vital) = most;
    let links = pairs / 2;
    let kills = match shape.len() {
        3 => true,
        // The pyramid has a point with three neighbors; the square is the only four with four
        // links.
        4 => degree == 3 || links == 4,
        5 => degree == 4 || degree == 3 && links == 5,
        6 => degree == 4 && links == 6,
        _ => false,
    };
    vital.filter(|_| kills)
}

/// Finds the points around the last move that match a pattern and are worth trying.
fn patterns_around(board: &Board, turn: Color, last: Point, found: &mut PointList) {
    for near in last.neighbours().into_iter().chain(last.diagonals()) {
        if board.is_empty(near) && is_good_shape(board, near) && is_worth_trying(board, turn, near)
        {
            found.push(near);
        }
    }
}

/// Returns true if the 3×3 square around an empty point matches one of the [`PATTERNS`].
#[inline]
fn is_good_shape(board: &Board, at: Point) -> bool {
    let code = usize::from(board.around(at).0);
    SHAPES[code / 64] >> (code % 64) & 1 == 1
}

/// The patterns of MoGo (Gelly and others 2006), row by row: hane, cut and edge. A move in the
/// center is good for either color.
///
/// `X` and `O` are the two colors in either order, `x` is on the board and not `X`, `o` on the
/// board and not `O`, `.` empty, `#` off the board, `?` anything.
const PATTERNS: [&str; 13] = [
    // Hane: enclosing, not cutting, magari, diagonal attachment.
    "XOX ...  ???",
    "XO. ...  ?.?",
    "XO? X..  x.?",
    ".O. X..  ...",
    // Cuts: without and with a peep, by pushing through, in a knight's move.
    "XO? O.o  ?o?",
    "XO? O.X  ???",
    "?X? O.O  ooo",
    "OX? o.O  ???",
    // At the edge: chase, block a cut, block a connection, descend, cut.
    "X.? O.?  ###",
    "OX? X.O  ###",
    "?X? x.O  ###",
    "?XO x.x  ###",
    "?OX X.O  ###",
];

/// One bit for each value of [`Surroundings`](crate::go::board::Surroundings), set if a pattern
/// matches.
static SHAPES: LazyLock<Box<[u64]>> = LazyLock::new(|| {
    let mut shapes = vec![0u64; 1024].into_boxed_slice();
    for pattern in PATTERNS {
        let letters: Vec<char> = pattern.chars().filter(|c| !c.is_whitespace()).collect();
        for turned in symmetries(&letters) {
            for colors in [['X', 'O'], ['O', 'X']] {
                for code in codes(&turned, colors) {
                    shapes[usize::from(code) / 64] |= 1 << (code % 64);
                }
            }
        }
    }
    shapes
});

/// Returns the eight rotations and reflections of a picture of three rows.
fn symmetries(letters: &[char]) -> Vec<Vec<char>> {
    let mut pictures = Vec::new();
    let mut picture = letters.to_vec();
    for _ in 0..4 {
        picture = (0..9)
            .map(|at| picture[(2 - at % 3) * 3 + at / 3])
            .collect();
        pictures.push(picture.clone());
        pictures.push((0..9).map(|at| picture[at / 3 * 3 + 2 - at % 3]).collect());
    }
    pictures
}

/// Returns the values of [`Surroundings`](crate::go::board::Surroundings) that match a picture,
/// given its letters for Black and White.
fn codes(picture: &[char], [black, white]: [char; 2]) -> Vec<u16> {
    // The places of left, right, below, above and the corners in the picture.
    const PLACES: [usize; 8] = [3, 5, 7, 1, 6, 8, 0, 2];
    let contents = ['.', black, white, '#'];
    let fits = |letter: char, stone: char| match letter {
        '?' => true,
        'x' => stone != 'X' && stone != '#',
        'o' => stone != 'O' && stone != '#',
        letter => letter == stone,
    };
    let mut codes = vec![0];
    for (direction, &place) in PLACES.iter().enumerate() {
        let allowed =
            (0u16..4).filter(|&content| fits(picture[place], contents[usize::from(content)]));
        codes = allowed
            .flat_map(|content| {
                codes
                    .iter()
                    .map(move |code| code | content << (2 * direction))
            })
            .collect();
    }
    codes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::board::diagram;

    #[track_caller]
    fn point(name: &str) -> Point {
        name.parse().expect("a point")
    }

    #[track_caller]
    fn check_self_atari(picture: &str, turn: Color, at: &str, expected: bool) {
        let board = diagram::board(picture).expect("a board");
        assert_eq!(
            is_bad_self_atari(&board, turn, point(at)),
            expected,
            "{at} in\n{board}"
        );
    }

    #[test]
    fn stones_are_given_only_where_they_kill() {
        // Capturing these five gives Black two eyes; the twin, a pyramid of four, gives one.
        let five = "X X X X X X
                    X O O O O X
                    X X . X . X
                    X X X X X X
                    . . . . . .";
        check_self_atari(five, Color::White, "C3", true);
        let pyramid = "X X X X X X
                       X O O O X X
                       X . . X X X
                       X X X X X X
                       . . . . . .";
        check_self_atari(pyramid, Color::White, "C3", false);
    }

    #[test]
    fn eye_spaces_have_their_vital_points() {
        #[track_caller]
        fn check(shape: &[&str], expected: Option<&str>) {
            let shape: Vec<Point> = shape.iter().map(|name| point(name)).collect();
            assert_eq!(vital_point(&shape), expected.map(point), "{shape:?}");
        }
        check(&["B2", "C2", "D2"], Some("C2"));
        check(&["B2", "C2", "D2", "C3"], Some("C2"));
        check(&["B2", "C2", "D2", "E2"], None);
        check(&["B2", "C2", "D2", "D3"], None);
        check(&["B2", "C2", "D2", "C3", "B3"], Some("C2"));
        check(&["B2", "C2", "D2", "C3", "C1"], Some("C2"));
        check(&["B2", "C2", "D2", "C3", "B3", "C1"], Some("C2"));
        check(&["B2", "C2", "D2", "B3", "C3", "D3"], None);
    }

    #[test]
    fn cuts_and_hanes_are_good_shape() {
        let board = diagram::board(
            ". . . . .
             . X O . .
             . O . . .
             . . . . .
             . . . . .",
        )
        .expect("a board");
        assert!(is_good_shape(&board, point("C3")));
        assert!(!is_good_shape(&board, point("E1")));
    }
}
