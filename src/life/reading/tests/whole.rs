//! A literal reference for the procedure of 2012: the whole game on a small board, for one chain.
//!
//! Transcribed clause by clause from article 7 of the proposal, without pruning: every legal board,
//! every closed ko, every move. It is slow, and meant to be obviously right.

use super::small::{Mask, Small, Stones, bits};
use crate::go::point::Size;
use std::collections::HashMap;
use std::ops::Range;

/// The net loss at which the defender is assumed to lose stones forever; see `MOST_LOSSES`.
const CAP: u8 = super::super::inquiry::MOST_LOSSES as u8;
/// The bits of an edge for its target. The rest is the number of captured stones.
const STATE_BITS: u32 = 27;

/// Every state of a small board with its moves.
///
/// The states are numbered: each legal board with Black and with White to move, then each board on
/// which a ko has just been taken, with the side to move that may not retake. Boards with fewer
/// stones come first.
pub(super) struct Whole {
    pub(super) small: Small,
    pub(super) boards: Vec<Stones>,
    /// The board with some stones, indexed by their number in base 3.
    numbers: Vec<u32>,
    kos: Vec<(u32, Mask)>,
    ko_numbers: HashMap<(u32, Mask), u32, fxhash::FxBuildHasher>,
    /// The moves of all states, and the start of each state's moves.
    moves: Vec<u32>,
    begins: Vec<u32>,
    /// The ranges of boards and of boards with a closed ko, by number of stones.
    levels: Vec<[Range<usize>; 2]>,
    /// Each set of points as a number in base 3.
    ternary: Vec<u32>,
}

impl Whole {
    pub(super) fn new(size: Size) -> Whole {
        let small = Small::new(size);
        let ternary: Vec<u32> = (0..=u32::from(small.all))
            .map(|mask| {
                bits(mask as Mask)
                    .map(|bit| 3u32.pow(bit.trailing_zeros()))
                    .sum()
            })
            .collect();
        let mut of_count = vec![Vec::new(); size.area() + 1];
        for black in 0..=small.all {
            let mut white = small.all & !black;
            loop {
                if small.is_legal([black, white]) {
                    of_count[(black | white).count_ones() as usize].push([black, white]);
                }
                if white == 0 {
                    break;
                }
                white = (white - 1) & small.all & !black;
            }
        }
        let mut world = Whole {
            numbers: vec![u32::MAX; 3usize.pow(size.area() as u32)],
            boards: Vec::new(),
            kos: Vec::new(),
            ko_numbers: HashMap::default(),
            moves: Vec::new(),
            begins: vec![0],
            levels: Vec::new(),
            ternary,
            small,
        };
        for boards in of_count {
            let first = world.boards.len();
            world.boards.extend(boards);
            for number in first..world.boards.len() {
                let index = world.index(world.boards[number]);
                world.numbers[index] = number as u32;
            }
            world.levels.push([2 * first..2 * world.boards.len(), 0..0]);
        }
        world.add_kos();
        world.add_moves();
        world
    }

    fn index(&self, [black, white]: Stones) -> usize {
        (self.ternary[usize::from(black)] + 2 * self.ternary[usize::from(white)]) as usize
    }

    fn number(&self, stones: Stones) -> u32 {
        self.numbers[self.index(stones)]
    }

    /// Returns the state of a board without a closed ko.
    pub(super) fn state(&self, stones: Stones, turn: usize) -> usize {
        2 * self.number(stones) as usize + turn
    }

    pub(super) fn count(&self) -> usize {
        2 * self.boards.len() + self.kos.len()
    }

    /// Returns the stones of a state, the side to move, and the points closed to it.
    fn at(&self, state: usize) -> (Stones, usize, Mask) {
        match state.checked_sub(2 * self.boards.len()) {
            None => (self.boards[state / 2], state % 2, 0),
            Some(number) => {
                let (board, closed) = self.kos[number];
                let stones = self.boards[board as usize];
                let taker = usize::from(self.small.grown(closed) & stones[1] != 0);
                (stones, 1 - taker, closed)
            }
        }
    }

    pub(super) fn stones(&self, state: usize) -> Stones {
        self.at(state).0
    }

    pub(super) fn turn(&self, state: usize) -> usize {
        match state.checked_sub(2 * self.boards.len()) {
            None => state % 2,
            Some(_) => self.at(state).1,
        }
    }

    /// Returns the successors of a state, with the number of captured stones.
    pub(super) fn moves_of(&self, state: usize) -> impl Iterator<Item = (usize, u8)> {
        let moves = &self.moves[self.begins[state] as usize..self.begins[state + 1] as usize];
        moves.iter().map(|&step| {
            let (to, taken) = (step & ((1 << STATE_BITS) - 1), step >> STATE_BITS);
            (to as usize, taken as u8)
        })
    }

    /// Returns all states, those with the most stones first: without captures, moves lead to states
    /// that come earlier.
    pub(super) fn in_order(&self) -> impl Iterator<Item = usize> {
        self.levels.iter().rev().flatten().cloned().flatten()
    }

    fn add_kos(&mut self) {
        for board in 0..self.boards.len() {
            let stones = self.boards[board];
            for color in 0..2 {
                for point in bits(self.small.empty(stones)) {
                    let Some(played) = self.small.play(stones, color, point) else {
                        continue;
                    };
                    if played.is_ko {
                        self.kos.push((self.number(played.stones), played.taken));
                    }
                }
            }
        }
        self.kos.sort_unstable();
        self.kos.dedup();
        let first = 2 * self.boards.len();
        let numbered = self.kos.iter().zip(first as u32..);
        self.ko_numbers = numbered.map(|(ko, number)| (*ko, number)).collect();
        for level in &mut self.levels {
            let end = |board: usize| self.kos.partition_point(|ko| (ko.0 as usize) < board / 2);
            level[1] = first + end(level[0].start)..first + end(level[0].end);
        }
    }

    fn add_moves(&mut self) {
        for state in 0..self.count() {
            let (stones, turn, closed) = self.at(state);
            self.moves.push(self.state(stones, 1 - turn) as u32);
            for point in bits(self.small.empty(stones) & !closed) {
                let Some(played) = self.small.play(stones, turn, point) else {
                    continue;
                };
                let board = self.number(played.stones);
                let to = if played.is_ko {
                    self.ko_numbers[&(board, played.taken)]
                } else {
                    2 * board + (1 - turn) as u32
                };
                self.moves
                    .push(to | played.taken.count_ones() << STATE_BITS);
            }
            self.begins.push(self.moves.len() as u32);
        }
    }

    /// Returns for each state one more than the largest loss that Black, the defender, may enter it
    /// with and still succeed; 0 if Black fails.
    ///
    /// Black must reach a state where White owns no point of the target again and again, with the
    /// loss below the cap. Computed as a greatest fixpoint (such states that lead back to
    /// themselves) around a least fixpoint (reaching one).
    pub(super) fn defended(&self, target: Mask) -> Vec<u8> {
        let free: Vec<bool> = self
            .boards
            .iter()
            .map(|&stones| !self.small.owns(stones, 1, target))
            .collect();
        let mut outer = vec![CAP; self.count()];
        loop {
            let mut inner = vec![0; outer.len()];
            loop {
                let mut has_grown = false;
                for states in self.levels.iter().rev().flatten() {
                    for state in states.clone() {
                        // Values cannot grow beyond the last solution.
                        if inner[state] == outer[state] {
                            continue;
                        }
                        let board = match state.checked_sub(2 * self.boards.len()) {
                            None => state / 2,
                            Some(number) => self.kos[number].0 as usize,
                        };
                        let value = self.before(state, if free[board] { &outer } else { &inner });
                        has_grown |= value > inner[state];
                        inner[state] = value;
                    }
                }
                if !has_grown {
                    break;
                }
            }
            if inner == outer {
                return inner;
            }
            outer = inner;
        }
    }

    /// Returns the value of a state from those of its successors. White chooses the least, Black
    /// the greatest.
    fn before(&self, state: usize, after: &[u8]) -> u8 {
        let turn = self.turn(state);
        let values = self.moves_of(state).map(|(to, taken)| match after[to] {
            0 => 0,
            most if turn == 0 => (most + taken).min(CAP),
            most => most.saturating_sub(taken),
        });
        let best = if turn == 0 {
            values.max()
        } else {
            values.min()
        };
        best.expect("a pass is always possible")
    }
}
