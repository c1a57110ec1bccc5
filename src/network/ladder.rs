//! Ladders as networks are told of them: a chain of one or two liberties that ataris alone take.
//!
//! A ladder that hangs on a ko is none: all kos go to the side that escapes. So it stands in the features that networks were
//! taught with, which is why this is not the reading of [`pattern`](crate::pattern).

use crate::board::Board;
use crate::color::Color;
use crate::point::{Point, PointSet};
use smallvec::SmallVec;

/// Moves tried, in all variations of a ladder together, after which it counts as none.
const MOST_TRIES: u32 = 25_000;
/// The longest variation.
const DEEPEST: u32 = 1000;

/// The ladders on a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ladders {
    /// The stones that cannot escape if their owner begins, those in atari, or if the opponent does.
    pub(super) caught: PointSet,
    /// Where the opponent of these stones begins a ladder that takes two liberties.
    pub(super) begun_at: [PointSet; 2],
}

impl Ladders {
    /// Those on a board on which this point may not be played by any side.
    pub(super) fn on(board: &Board, ko: Option<Point>) -> Ladders {
        let mut ladders = Ladders::default();
        for owner in Color::BOTH {
            for chain in board.stones(owner).components() {
                let stone = chain.first().expect("a chain has a stone");
                match &liberties(board, stone)[..] {
                    [_] if is_caught(board, stone) => ladders.caught |= chain,
                    &[first, second] => {
                        let works = |&at: &Point| {
                            let last = if at == first { second } else { first };
                            Some(at) != ko
                                && !is_open_after(board, owner, last, Some(at))
                                && catches(board, stone, at)
                        };
                        let begun: PointSet = [first, second].into_iter().filter(works).collect();
                        if !begun.is_empty() {
                            ladders.caught |= chain;
                            ladders.begun_at[owner as usize] |= begun;
                        }
                    }
                    _ => {}
                }
            }
        }
        ladders
    }
}

/// The liberties of a chain, at most four of them.
pub(super) fn liberties(board: &Board, stone: Point) -> SmallVec<[Point; 4]> {
    let mut found = SmallVec::new();
    for stone in board.chain(stone) {
        for near in stone.neighbours() {
            if board.is_empty(near) && !found.contains(&near) {
                found.push(near);
                if found.len() > 3 {
                    return found;
                }
            }
        }
    }
    found
}

/// Whether a play where this color has a chain in atari plainly gives it three liberties, of which the opponent has taken this one.
/// That saves the copy of a board for most chains.
fn is_open_after(board: &Board, owner: Color, at: Point, taken: Option<Point>) -> bool {
    let mut found: SmallVec<[Point; 12]> = SmallVec::new();
    for near in at.neighbours() {
        let more = match board.at(near) {
            Some(color) if color == owner => liberties(board, near),
            _ if board.is_empty(near) => SmallVec::from_slice(&[near]),
            _ => continue,
        };
        for liberty in more {
            if liberty != at && Some(liberty) != taken && !found.contains(&liberty) {
                found.push(liberty);
            }
        }
    }
    found.len() >= 3
}

/// Whether a chain in atari cannot escape, its owner to move.
fn is_caught(board: &Board, stone: Point) -> bool {
    let mut open = board.clone();
    open.lift_ko();
    defend(&open, stone, &mut { MOST_TRIES }, DEEPEST)
}

/// Whether a play of the opponent's begins a ladder that catches a chain of two liberties.
fn catches(board: &Board, stone: Point, at: Point) -> bool {
    let Some(owner) = board.at(stone) else {
        return false;
    };
    if board.is_suicide(!owner, at) {
        return false;
    }
    let mut after = board.clone();
    after.place(!owner, at, &mut ());
    after.lift_ko();
    defend(&after, stone, &mut { MOST_TRIES }, DEEPEST)
}

/// Whether a chain is lost, its owner to move.
fn defend(board: &Board, stone: Point, tries: &mut u32, depth: u32) -> bool {
    let Some(owner) = board.at(stone) else {
        return true;
    };
    // A ladder that leaves a ko is none.
    let Some(liberty) = board.only_liberty(stone).filter(|_| board.ko().is_none()) else {
        return false;
    };
    if is_open_after(board, owner, liberty, None) {
        return false;
    }
    let ways = captures_beside(board, stone, owner)
        .into_iter()
        .chain([liberty]);
    for way in ways {
        if *tries == 0 || depth == 0 {
            return false;
        }
        if board.is_suicide(owner, way) {
            continue;
        }
        *tries -= 1;
        let mut after = board.clone();
        after.place(owner, way, &mut ());
        if !attack(&after, stone, tries, depth - 1) {
            return false;
        }
    }
    true
}

/// Whether a chain is lost, its opponent to move.
fn attack(board: &Board, stone: Point, tries: &mut u32, depth: u32) -> bool {
    let Some(owner) = board.at(stone) else {
        return true;
    };
    let ways = liberties(board, stone);
    let &[first, second] = &ways[..] else {
        return ways.len() < 2;
    };
    let takes_ko =
        |at: Point| board.around(at).is_enclosed_by(owner) && stones_taken(board, !owner, at) == 1;
    let stays_short = |at: Point| {
        let mut after = board.clone();
        after.place(owner, at, &mut ());
        liberties(&after, at).len() <= 2
    };
    if [first, second].into_iter().all(takes_ko)
        && [first, second].into_iter().all(stays_short)
        && captures_beside(board, stone, owner).is_empty()
    {
        return true;
    }
    [first, second].into_iter().any(|at| {
        if *tries == 0 || depth == 0 || board.ko() == Some(at) || board.is_suicide(!owner, at) {
            return false;
        }
        *tries -= 1;
        let mut after = board.clone();
        after.place(!owner, at, &mut ());
        defend(&after, stone, tries, depth - 1)
    })
}

/// Where the owner of a chain can take stones next to it.
fn captures_beside(board: &Board, stone: Point, owner: Color) -> SmallVec<[Point; 4]> {
    let mut found = SmallVec::new();
    for stone in board.chain(stone) {
        for near in stone.neighbours() {
            if board.at(near) == Some(!owner)
                && let Some(liberty) = board.only_liberty(near)
                && !found.contains(&liberty)
            {
                found.push(liberty);
            }
        }
    }
    found
}

/// How many stones a play takes.
fn stones_taken(board: &Board, color: Color, at: Point) -> usize {
    let near = at.neighbours().into_iter();
    let taken = near
        .filter(|&near| board.at(near) == Some(!color) && board.is_in_atari(near))
        .flat_map(|near| board.chain(near));
    taken.collect::<PointSet>().len()
}
