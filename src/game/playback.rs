//! A record played through, entry by entry.

use super::Refusal;
use crate::board::{Board, Play};
use crate::color::{Color, PerColor};
use crate::point::PointSet;
use crate::position::{Foul, Position};
use crate::sgf::{Entry, Record, SetUp};
use std::iter::Enumerate;
use std::slice;

/// The positions of a record, one after the other.
#[derive(Clone, Debug)]
pub struct Playback<'a> {
    record: &'a Record,
    entries: Enumerate<slice::Iter<'a, Entry>>,
    position: Position,
    /// The board before the last move.
    earlier: Board,
    /// Moves so far.
    moves: usize,
    /// Whether anything has been played since stones were last set up.
    has_begun: bool,
}

/// What one entry of a record does.
#[derive(Clone, Debug, PartialEq)]
pub enum Passage<'a> {
    /// A move, with the rules that it breaks.
    Played(Play, Vec<Foul>),
    /// Stones are put on the board or taken off it; the moves begin anew.
    SetUp,
    /// Stones that the last move took are said to stand there still, without a liberty: they are taken all the same.
    Left(PointSet),
    /// Something is said of the position.
    Comment(&'a str),
}

impl<'a> Playback<'a> {
    /// The record from this position, which is that of its empty board, up to the move of a number, counted from 1.
    #[must_use]
    pub fn new(record: &'a Record, start: Position, before: usize) -> Playback<'a> {
        Playback {
            record,
            entries: record.entries_before(before).iter().enumerate(),
            earlier: start.board().clone(),
            position: start,
            moves: 0,
            has_begun: false,
        }
    }

    /// The position reached.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The board before the last move, or before the first one.
    pub fn earlier(&self) -> &Board {
        &self.earlier
    }

    /// How many moves were made to reach it.
    pub fn moves(&self) -> usize {
        self.moves
    }

    /// Goes on by one entry; `None` at the end. Whatever the rules would have forbidden was played all the same.
    ///
    /// # Errors
    ///
    /// [`Refusal::Setup`] or [`Refusal::Record`], where stones cannot stand or a move has no place; within [`Refusal::At`] if it was
    /// read from a text.
    pub fn advance(&mut self) -> Result<Option<Passage<'a>>, Refusal> {
        let Some((number, entry)) = self.entries.next() else {
            return Ok(None);
        };
        let passage = self.pass(entry);
        let passage = passage.map_err(|refusal| match self.record.place(number) {
            Some(place) => Refusal::At {
                place,
                refusal: Box::new(refusal),
            },
            None => refusal,
        });
        passage.map(Some)
    }

    fn pass(&mut self, entry: &'a Entry) -> Result<Passage<'a>, Refusal> {
        Ok(match entry {
            &Entry::Play(play) => {
                self.moves += 1;
                if !self.has_begun {
                    self.position.set_turn(play.0);
                }
                self.has_begun = true;
                let number = self.moves;
                self.earlier = self.position.board().clone();
                let fouls = self.position.play_anyway(play);
                let fouls = fouls.map_err(|reason| Refusal::Record {
                    number,
                    play,
                    reason,
                })?;
                Passage::Played(play, fouls.into_vec())
            }
            Entry::SetUp(set_up) => match with_set_up(&self.position, set_up) {
                Ok(position) => {
                    self.position = position;
                    self.has_begun = false;
                    Passage::SetUp
                }
                Err(refusal) => Passage::Left(self.left_by(set_up).ok_or(refusal)?),
            },
            Entry::Comment(text) => Passage::Comment(text),
        })
    }
}

impl Playback<'_> {
    /// The stones put on the board if all of them were taken by the last move, and nothing else is set up.
    fn left_by(&self, set_up: &SetUp) -> Option<PointSet> {
        let board = self.position.board();
        let before = PerColor::from_fn(|color| board.stones(color));
        let mut after = before;
        set_up.apply(&mut after);
        let is_left = |color: Color| {
            before[color].is_subset(&after[color])
                && (after[color] - before[color]).is_subset(&self.earlier.stones(color))
        };
        let left = |color| after[color] - before[color];
        let are_left = Color::BOTH.into_iter().all(is_left);
        are_left.then(|| left(Color::Black) | left(Color::White))
    }
}

/// The position with stones put on it and taken off it, which a game begins from.
fn with_set_up(position: &Position, set_up: &SetUp) -> Result<Position, Refusal> {
    let board = position.board();
    let mut stones = PerColor::from_fn(|color| board.stones(color));
    set_up.apply(&mut stones);
    let board = Board::with_stones(board.size(), &stones[Color::Black], &stones[Color::White]);
    let turn = set_up.turn.unwrap_or(position.turn());
    let mut start = Position::set_up(board.ok_or(Refusal::Setup)?, turn, *position.rules());
    start.set_komi(position.komi());
    start.set_handicap(position.handicap());
    start.set_prisoners(position.prisoners());
    Ok(start)
}
