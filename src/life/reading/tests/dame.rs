//! Dame that either side may fill must not change a verdict of the rules of 1989.

use super::super::*;
use crate::go::board::{Board, diagram};
use crate::go::color::Color;
use crate::go::point::{Move, Size};
use crate::mcts::playout::{Dice, dice};
use rand::RngExt;

/// Four white stones that Black captures at B9, and the dame A7, which White could fill at any
/// time.
const UNDER: &str = "
    . . O O X O O O .
    X X O O X O O O O
    . X X X X O O O .
    O O O O O O O O O
    O O O O O O O O .
    O O O O O O O O O
    . O . O . O . O .
    O O O O O O O O O
    . O . O . O . O .";

fn reader(board: &Board, states: usize) -> Reader<'_> {
    Reader::new(board, Procedure::JAPANESE_1989, Budget { states })
}

/// The four stones are dead with the dame open, filled by White, and filled by Black.
///
/// The proof is verified. The variation shown belongs to the deciding question, with Black to move
/// first.
#[test]
fn stones_that_stand_beside_living_ones_anyway_save_nothing() {
    for filled in [". X X X X O", "O X X X X O", "X X X X X O"] {
        let picture = UNDER.replacen(". X X X X O", filled, 1);
        let swapped = picture.chars().map(|letter| match letter {
            'X' => 'O',
            'O' => 'X',
            other => other,
        });
        for (picture, owner) in [
            (picture.clone(), Color::White),
            (swapped.collect(), Color::Black),
        ] {
            let board = diagram::board(&picture).expect("a board");
            let stone = "C8".parse().expect("a point");
            let (reading, lines) = reader(&board, 100_000).show(stone);
            assert_eq!(reading.verdict, ReadingResult::Dead, "{board}");
            let first = lines.expect("it is played out").main.plays[0];
            let b9 = Move::At("B9".parse().expect("a point"));
            assert_eq!(first, (!owner, b9), "{board}");
            let proof = reader(&board, 100_000).prove(stone).expect("a proof");
            proof.verify(&board).expect("it holds");
        }
    }
}

/// A corner filled at random, inside living walls of one color.
fn enclosed(dice: &mut Dice) -> Option<Board> {
    const SIDE: u8 = 8;
    let (width, height) = (dice.random_range(3..=5), dice.random_range(3..=4));
    let size = Size::square(SIDE).expect("within the limits");
    let wall = Color::BOTH[dice.random_range(0..2)];
    let eyes = [(8, 8), (6, 8), (8, 6)];
    let mut stones = [PointSet::EMPTY; 2];
    for at in size.points() {
        let (column, row) = (at.column(), at.row());
        let color = match () {
            () if column <= width && row <= height => match dice.random_range(0..10) {
                0..4 => continue,
                4..7 => wall,
                _ => !wall,
            },
            () if eyes.contains(&(column, row)) => continue,
            () => wall,
        };
        stones[color as usize].insert(at);
    }
    Board::with_stones(size, &stones[0], &stones[1])
}

/// Fills a point, if that captures nothing.
fn filled(board: &Board, at: Point, color: Color) -> Option<Board> {
    if board.is_suicide(color, at) {
        return None;
    }
    let mut filled = board.clone();
    let before = board.empties().len();
    filled.place(color, at, &mut ());
    (filled.empties().len() + 1 == before).then_some(filled)
}

/// Returns chains judged alive that are dead once a dame is filled by either color.
///
/// The dame must touch living stones of the chain's color and stones of the other color, which lose
/// a liberty by it.
fn saved_by_dame(board: &Board) -> Vec<String> {
    const STATES: usize = 30_000;
    let living = benson::settled(board, false).living;
    let empty: PointSet = board.empties().iter().copied().collect();
    let mut found = Vec::new();
    let mut open = reader(board, STATES);
    for chain in Chain::all(board) {
        if chain.stones.is_subset(&living[chain.color]) {
            continue;
        }
        let stone = chain.stones.first().expect("a chain has stones");
        let others = board.stones(!chain.color);
        let dame = (living[chain.color].grown() & others.grown() & empty) - chain.stones.grown();
        for at in dame.iter() {
            let is_dead = |color| {
                let filled = filled(board, at, color)?;
                let reading = reader(&filled, STATES).judge(stone);
                Some(reading.verdict == ReadingResult::Dead)
            };
            if Color::BOTH
                .into_iter()
                .all(|color| is_dead(color) == Some(true))
                && open.judge(stone).verdict == ReadingResult::Alive
            {
                found.push(format!("{stone} by {at} in\n{board}"));
            }
        }
    }
    found
}

#[track_caller]
fn check_random(seeds: std::ops::Range<u64>) {
    let mut found = Vec::new();
    let mut boards = 0;
    for seed in seeds {
        if let Some(board) = enclosed(&mut dice(seed)) {
            boards += 1;
            found.extend(saved_by_dame(&board));
        }
    }
    let count = found.len();
    assert!(
        found.is_empty(),
        "{count} in {boards}: {}",
        found.join("\n")
    );
}

#[test]
fn no_dame_saves_what_is_dead_when_it_is_filled() {
    check_random(0..60);
}

#[test]
#[ignore = "takes minutes"]
fn no_dame_saves_what_is_dead_when_it_is_filled_on_many_boards() {
    check_random(60..3000);
}
