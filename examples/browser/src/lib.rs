//! The engine's core for WebAssembly.
//!
//! Arguments and results are text or bytes in one buffer, so the other side, `index.js`, needs only
//! the memory. No file, clock, thread or random source of the environment is used: the module
//! imports nothing.

use std::cell::RefCell;
use std::time::Duration;
use wakari::board::Board;
use wakari::color::Color;
use wakari::game::scoring::Request;
use wakari::judge::Effort;
use wakari::playout::{dice, owners, ownership, play_out};
use wakari::point::{Point, PointSet, Size};
use wakari::rules::Rules;
use wakari::{json, sgf};

thread_local! {
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Makes room for `length` bytes of input and returns their address. Call it before a function.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *const u8 {
    BUFFER.with_borrow_mut(|buffer| {
        buffer.clear();
        buffer.resize(length, 0);
        buffer.as_ptr()
    })
}

/// Returns the address of the last function's result. The function has returned its length.
#[unsafe(no_mangle)]
pub extern "C" fn place() -> *const u8 {
    BUFFER.with_borrow(|buffer| buffer.as_ptr())
}

/// Answers a JSON request. 0 `playouts` and 0 `seconds` stand for the default effort.
#[unsafe(no_mangle)]
pub extern "C" fn answer(playouts: u32, seconds: f64, seed: u32) -> usize {
    let usual = if seconds > 0.0 {
        Effort::taking(Duration::from_secs_f64(seconds.min(1e6)))
    } else {
        Effort::default()
    };
    let usual = Request {
        effort: Effort {
            playouts: match playouts {
                0 => usual.playouts,
                asked => asked.min(1_000_000),
            },
            seed: seed.into(),
            ..usual
        },
        ..Request::default()
    };
    told(|request| json::answer(request, &usual))
}

/// Decodes an SGF file by the character set it names; returns the text as JSON.
#[unsafe(no_mangle)]
pub extern "C" fn decode() -> usize {
    told(|bytes| serde_json::to_string(&sgf::decode(bytes)).unwrap_or_else(|_| "null".to_owned()))
}

/// Returns the names of the rule sets as a JSON list.
#[unsafe(no_mangle)]
pub extern "C" fn rule_sets() -> usize {
    told(|_| {
        let names: Vec<&str> = Rules::names().collect();
        serde_json::to_string(&names).unwrap_or_else(|_| "null".to_owned())
    })
}

/// Estimates the owner of each point by playouts, from -1 (White) to 1 (Black).
///
/// Returns a JSON list, or `null` if the bytes are not a board.
#[unsafe(no_mangle)]
pub extern "C" fn lean(width: usize, playouts: u32, seed: u32) -> usize {
    told(|signs| {
        let leans = read(width, signs).map(|board| {
            // The side to move is unknown: each side moves first in half of the playouts.
            let half = playouts.clamp(2, 1_000_000).div_ceil(2);
            let first = |turn| ownership(&board, turn, half, seed.into());
            let [black, white] = Color::BOTH.map(first);
            list(&board, |at| (black.of(at) + white.of(at)) / 2.0)
        });
        leans.unwrap_or_else(|| "null".to_owned())
    })
}

/// Plays a board out at random and fills the eyes; Black moves first if the sign is positive.
///
/// Returns the signs as a JSON list, or `null` if the bytes are not a board.
#[unsafe(no_mangle)]
pub extern "C" fn finish(width: usize, sign: i32, seed: u32) -> usize {
    told(|signs| {
        let finished = read(width, signs).map(|mut board| {
            let first = if sign < 0 { Color::White } else { Color::Black };
            play_out(&mut board, first, None, &mut dice(seed.into()), |_, _| {});
            let owners = owners(&board);
            list(&board, |at| {
                let is_of = |color: &Color| owners[*color].contains(at);
                let owner = Color::BOTH.into_iter().find(is_of);
                owner.map_or(0, Color::sign)
            })
        });
        finished.unwrap_or_else(|| "null".to_owned())
    })
}

/// Replaces the buffer by the answer to it and returns the length.
fn told(answer: impl FnOnce(&[u8]) -> String) -> usize {
    BUFFER.with_borrow_mut(|buffer| {
        *buffer = answer(buffer).into_bytes();
        buffer.len()
    })
}

/// Reads a board, one byte a point, the top row first: 0 empty, 1 black, 2 white.
fn read(width: usize, signs: &[u8]) -> Option<Board> {
    let height = signs.len().checked_div(width)?;
    let size = Size::new(width.try_into().ok()?, height.try_into().ok()?)?;
    if signs.len() != width * height {
        return None;
    }
    let stones = |sign: u8| -> PointSet {
        let is_stone = |&(_, found): &(Point, &u8)| *found == sign;
        let stones = points(size).zip(signs).filter(is_stone);
        stones.map(|(at, _)| at).collect()
    };
    Board::with_stones(size, &stones(1), &stones(2))
}

/// The points of a board, the top row first.
fn points(size: Size) -> impl Iterator<Item = Point> {
    let rows = (1..=size.height()).rev();
    rows.flat_map(move |row| {
        (1..=size.width()).map(move |column| Point::new(column, row).expect("it is on the board"))
    })
}

fn list<T: ToString>(board: &Board, value: impl Fn(Point) -> T) -> String {
    let values: Vec<String> = points(board.size())
        .map(|at| value(at).to_string())
        .collect();
    format!("[{}]", values.join(","))
}
