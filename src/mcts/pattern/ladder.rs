//! Ladder reading: is a chain of 1 or 2 liberties captured by a sequence of ataris?
//!
//! The search is limited; beyond its limits the chain counts as escaped.

use crate::go::board::{Board, Room};
use crate::go::color::Color;
use crate::go::point::Point;
use crate::mcts::playout::policy::{PointList, ways_out};
use smallvec::SmallVec;

/// Maximum nesting of variations.
const MAX_DEPTH: u32 = 5;
/// Maximum number of escaping moves over all variations.
const MAX_MOVES: u32 = 120;

/// The liberties of a chain that has few.
pub(super) type LibertyList = SmallVec<[Point; 4]>;

/// Returns the liberties of a chain; `None` if there are more than `most`.
pub(super) fn liberties(board: &Board, chain: Point, most: usize) -> Option<LibertyList> {
    let mut found = LibertyList::new();
    for stone in board.chain(chain) {
        if !board.around(stone).has_liberty() {
            continue;
        }
        for near in stone.neighbours() {
            if board.is_empty(near) && !found.contains(&near) {
                if found.len() == most {
                    return None;
                }
                found.push(near);
            }
        }
    }
    Some(found)
}

/// Returns true if a chain in atari is captured, its owner to move.
pub(super) fn is_caught(board: &Board, chain: Point) -> bool {
    is_lost_to_move(&mut board.clone(), chain, &mut { MAX_MOVES }, MAX_DEPTH)
}

/// Returns true if an atari at `at` captures the chain.
pub(super) fn catches(board: &Board, chain: Point, at: Point) -> bool {
    let Some(color) = board.at(chain) else {
        return false;
    };
    if !can_play(board, !color, at) {
        return false;
    }
    let mut after = board.clone();
    after.place(!color, at, &mut ());
    after.is_in_atari(chain) && is_lost_to_move(&mut after, chain, &mut { MAX_MOVES }, MAX_DEPTH)
}

/// Returns a liberty at which an atari captures a chain of 2 liberties, the opponent to move.
pub(super) fn catching_move(board: &Board, chain: Point) -> Option<Point> {
    let two = liberties(board, chain, 2).filter(|found| found.len() == 2)?;
    let mut tries = two.into_iter();
    tries.find(|&at| catches(board, chain, at))
}

fn can_play(board: &Board, color: Color, at: Point) -> bool {
    board.ko() != Some(at) && !board.is_suicide(color, at)
}

/// Returns true if the chain is captured, its owner to move. Plays on `board`.
///
/// A chain that is not in atari counts as escaped.
fn is_lost_to_move(board: &mut Board, chain: Point, moves: &mut u32, depth: u32) -> bool {
    let Some(owner) = board.at(chain) else {
        return true;
    };
    while let Some(liberty) = board.only_liberty(chain) {
        if *moves == 0 || depth == 0 {
            return false;
        }
        *moves -= 1;
        let mut ways = PointList::new();
        ways_out(board, owner, chain, liberty, &mut ways);
        let Some(last) = ways.pop() else {
            return true;
        };
        for way in ways {
            let mut after = board.clone();
            after.place(owner, way, &mut ());
            if !is_lost_if_attacked(&mut after, chain, moves, depth - 1) {
                return false;
            }
        }
        board.place(owner, last, &mut ());
        if board.is_in_atari(chain) {
            return true;
        }
        let tries = attacks(board, chain, owner);
        let Some((&last, others)) = tries.split_last() else {
            return false;
        };
        for &at in others {
            let mut after = board.clone();
            after.place(!owner, at, &mut ());
            if is_lost_to_move(&mut after, chain, moves, depth - 1) {
                return true;
            }
        }
        board.place(!owner, last, &mut ());
    }
    false
}

/// Returns true if the chain is captured, the opponent to move.
fn is_lost_if_attacked(board: &mut Board, chain: Point, moves: &mut u32, depth: u32) -> bool {
    let Some(owner) = board.at(chain) else {
        return true;
    };
    if board.is_in_atari(chain) {
        return true;
    }
    let tries = attacks(board, chain, owner);
    tries.into_iter().any(|at| {
        let mut after = board.clone();
        after.place(!owner, at, &mut ());
        after.is_in_atari(chain)
            && is_lost_to_move(&mut after, chain, moves, depth.saturating_sub(1))
    })
}

/// Returns the ataris that may capture a chain of 2 liberties.
///
/// An atari is skipped if extending to the other liberty would reach 3.
fn attacks(board: &Board, chain: Point, owner: Color) -> SmallVec<[Point; 2]> {
    let mut tries = SmallVec::new();
    if let Some(two) = liberties(board, chain, 2)
        && let [one, other] = two[..]
    {
        for (at, way) in [(one, other), (other, one)] {
            let free = board.around(way).liberties() - u32::from(way.neighbours().contains(&at));
            if free < 3 && can_play(board, !owner, at) && board.room_after(!owner, at) != Room::None
            {
                tries.push(at);
            }
        }
    }
    tries
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::board::diagram;

    fn at(column: u8, row: u8) -> Point {
        Point::new(column, row).expect("a point of some board")
    }

    #[test]
    fn a_ladder_runs_to_the_edge_or_to_a_friend() {
        let runs = ". . . . . . .
                    . . . . . . .
                    . . . . . . .
                    . . O X . . .
                    . X O . . . .
                    . . X X . . .
                    . . . . . . .";
        let board = diagram::board(runs).expect("a board");
        assert_eq!(board.at(at(3, 4)), Some(Color::White));
        let liberties = liberties(&board, at(3, 4), 4).expect("few liberties");
        assert_eq!(liberties.len(), 3);
        let mut after = board.clone();
        after.place(Color::Black, at(4, 3), &mut ());
        assert!(catching_move(&after, at(3, 4)).is_some());
        let mut friend = after.clone();
        friend.place(Color::White, at(2, 6), &mut ());
        friend.place(Color::White, at(1, 6), &mut ());
        friend.place(Color::White, at(3, 6), &mut ());
        assert!(catching_move(&friend, at(3, 4)).is_none());
    }

    #[test]
    fn capturing_the_catcher_is_a_way_out() {
        let caught = "X O . X .
                      X O X X .
                      X O O X .
                      X X X . .
                      . . . . .";
        let board = diagram::board(caught).expect("a board");
        assert!(is_caught(&board, at(2, 3)));
        // The twin: one of the surrounding stones is itself in atari.
        let saved = "X O . O .
                     X O X X O
                     X O O X O
                     . X X O .
                     . . . . .";
        let board = diagram::board(saved).expect("a board");
        assert!(!is_caught(&board, at(2, 3)));
    }
}
