//! Ladder features: chains of one or two liberties that a sequence of ataris captures.
//!
//! This follows KataGo's ladder search, which networks were trained with: all kos go to the
//! escaping side, so a ladder that depends on a ko does not count. It therefore differs from the
//! ladder reading of [`pattern`](crate::mcts::pattern).

use crate::go::board::Board;
use crate::go::color::Color;
use crate::go::point::{Point, PointSet};
use smallvec::SmallVec;

/// Maximum number of moves tried in one ladder search; beyond it the chain counts as escaping.
const MOST_TRIES: u32 = 25_000;
/// Maximum depth of a variation.
const DEEPEST: u32 = 1000;

/// The ladders on a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ladders {
    /// Stones that are captured: with 1 liberty if the owner moves first, with 2 if the opponent
    /// does.
    pub(super) caught: PointSet,
    /// Per owner, the opponent's first moves that capture chains of 2 liberties.
    pub(super) begun_at: [PointSet; 2],
}

impl Ladders {
    /// Finds the ladders on a board. `ko` is forbidden to both sides.
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

/// Returns the liberties of a chain, at most 4.
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

/// Returns true if extending at `at` obviously leaves 3 liberties. `taken` is filled by the
/// opponent.
///
/// The test saves a copy of the board for most chains.
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

/// Returns true if a chain in atari is captured, its owner to move.
fn is_caught(board: &Board, stone: Point) -> bool {
    let mut open = board.clone();
    open.lift_ko();
    defend(&open, stone, &mut { MOST_TRIES }, DEEPEST)
}

/// Returns true if playing `at` captures a chain of 2 liberties in a ladder.
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

/// Returns true if the chain is captured, its owner to move.
fn defend(board: &Board, stone: Point, tries: &mut u32, depth: u32) -> bool {
    let Some(owner) = board.at(stone) else {
        return true;
    };
    // A ladder that leaves a ko does not count.
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

/// Returns true if the chain is captured, the opponent to move.
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

/// Returns where the owner can capture stones adjacent to the chain.
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

/// Returns the number of stones that a play captures.
fn stones_taken(board: &Board, color: Color, at: Point) -> usize {
    let near = at.neighbours().into_iter();
    let taken = near
        .filter(|&near| board.at(near) == Some(!color) && board.is_in_atari(near))
        .flat_map(|near| board.chain(near));
    taken.collect::<PointSet>().len()
}
