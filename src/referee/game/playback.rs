//! Playback of a record, entry by entry.

use super::Refusal;
use crate::formats::sgf::{Entry, Flaw, Record, SetUp};
use crate::go::board::{Board, Play};
use crate::go::color::{Color, PerColor};
use crate::go::point::{Move, Point, PointSet};
use crate::go::position::{Foul, Position};
use std::iter::Enumerate;
use std::slice;

/// The state of a playback.
#[derive(Clone, Debug)]
pub struct Playback<'a> {
    record: &'a Record,
    entries: Enumerate<slice::Iter<'a, Entry>>,
    position: Position,
    /// The board before the last move.
    earlier: Board,
    /// The number of moves so far.
    moves: usize,
    /// True if a move has been played since the last setup.
    has_begun: bool,
    /// The number of entries up to the last move or set-up of stones.
    course: usize,
}

/// The effect of one entry of a record.
#[derive(Clone, Debug, PartialEq)]
pub enum Passage<'a> {
    /// A move, with the rules it violates.
    Played(Play, Vec<Foul>),
    /// The point of the next move is not empty. Its stone is removed, as FF\[4\] has it; the moves
    /// start anew.
    Cleared(Flaw),
    /// The record states the side to move at its end.
    Turn,
    /// Stones are added to or removed from the board; the moves start anew.
    SetUp,
    /// The record sets up stones that the last move captured, which have no liberty.
    ///
    /// They are removed.
    Left(PointSet),
    /// A comment on the position.
    Comment(&'a str),
}

impl<'a> Playback<'a> {
    /// Starts a playback, up to the move with the number `before`, counted from 1.
    ///
    /// `start` is the record's empty board.
    #[must_use]
    pub fn new(record: &'a Record, start: Position, before: usize) -> Playback<'a> {
        let entries = record.entries_before(before);
        let counts = |entry: &Entry| match entry {
            Entry::Play(_) => true,
            Entry::SetUp(set_up) => !set_up.points().is_empty(),
            Entry::Comment(_) => false,
        };
        Playback {
            record,
            course: entries.iter().rposition(counts).map_or(0, |last| last + 1),
            entries: entries.iter().enumerate(),
            earlier: start.board().clone(),
            position: start,
            moves: 0,
            has_begun: false,
        }
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The board before the last move; at the start, the board itself.
    pub fn earlier(&self) -> &Board {
        &self.earlier
    }

    /// The number of moves so far.
    pub fn moves(&self) -> usize {
        self.moves
    }

    /// Advances by one entry; `None` at the end. Illegal moves are played too.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal::Setup`] or [`Refusal::Record`] if stones cannot stand or a move is
    /// impossible, within [`Refusal::At`] if the record was read from a text.
    pub fn advance(&mut self) -> Result<Option<Passage<'a>>, Refusal> {
        let before = self.entries.clone();
        let Some((number, entry)) = self.entries.next() else {
            return Ok(None);
        };
        if let Entry::Play((color, Move::At(at))) = *entry
            && self.position.board().at(at).is_some()
        {
            self.clear(at);
            self.entries = before;
            return Ok(Some(Passage::Cleared(Flaw::Occupied {
                number: self.moves + 1,
                play: (color, Move::At(at)),
                place: self.record.place(number),
            })));
        }
        if let Entry::SetUp(set_up) = entry
            && let Some(turn) = set_up.turn
            && self.moves > 0
            && number >= self.course
        {
            self.position.set_turn(turn);
            return Ok(Some(Passage::Turn));
        }
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
    /// Removes a stone, as the start of a game.
    fn clear(&mut self, at: Point) {
        let mut set_up = SetUp::default();
        set_up.put(None, &[at].into_iter().collect());
        self.position =
            with_set_up(&self.position, &set_up).expect("without a stone no chain loses a liberty");
        self.has_begun = false;
    }

    /// Returns the stones set up, if the last move captured all of them and nothing else is set up.
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

/// Returns the position after a setup, as the start of a game.
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
