//! A board within a game: the side to move, the history, and the moves that the rules therefore
//! forbid.

mod lately;
mod seen;
#[cfg(test)]
mod tests;

use crate::go::board::Play;
use crate::go::board::hash::BoardHash;
use crate::go::board::symmetry::Image;
use crate::go::board::{Board, Observer};
use crate::go::color::{Color, PerColor};
use crate::go::point::{Move, Point, PointSet, Size};
use crate::go::rules::{Button, Counting, End, Ko, Repetition, Rules};
use lately::{Lately, RemovalObserver};
use seen::Seen;
use smallvec::SmallVec;

/// The rule that forbids a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalMove {
    /// The point is not on this board.
    #[error("off the board")]
    OffBoard,
    /// There is a stone on the point.
    #[error("occupied")]
    Occupied,
    /// The play would capture nothing and have no liberty.
    #[error("suicide")]
    Suicide,
    /// The play would retake a ko at once.
    #[error("ko")]
    Ko,
    /// The play would recreate an earlier position.
    #[error("superko")]
    Superko,
    /// The pass would leave open a ko that this side took and the opponent passed on.
    #[error("pass after taking a ko")]
    PassAfterKo,
    /// The play would repeat a cycle that only serves this side to refuse the end, after the
    /// opponent passed in it.
    #[error("repeats a cycle to refuse the end")]
    RefusesEnd,
}

/// The violation committed by a move that was played anyway (foul play, 反則).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum Foul {
    /// It was the opponent's turn.
    #[error("out of turn")]
    OutOfTurn,
    /// A rule forbids the move.
    #[error("{0}")]
    Forbidden(IllegalMove),
}

/// A rule violation in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Breach {
    /// The number of the move, from 1.
    pub number: usize,
    /// The color and the move.
    pub play: Play,
    /// The violation.
    pub foul: Foul,
}

impl Breach {
    /// Returns the winner if the violation decides the game.
    #[must_use]
    pub fn winner(&self) -> Color {
        !self.play.0
    }
}

/// Stones that a record adds or removes in the middle of a game without a move: displaced stones,
/// or captured ones that were not removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Displacement {
    /// The number of moves before it.
    pub after: usize,
    /// The points that lost a stone or changed color.
    pub off: PointSet,
    /// The points that gained a stone or changed color.
    pub on: PointSet,
    /// The likely cause.
    pub mishap: Mishap,
}

/// The cause of a displacement, as far as a record shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mishap {
    /// Stones were moved, or anything else happened.
    Moved,
    /// Stones were left on the board although the last move captured them.
    Left,
    /// This side removed stones of the other that it had not captured.
    Lifted(Color),
}

impl Displacement {
    /// A displacement of stones that were left on the board although the last move captured them.
    #[must_use]
    pub fn left(on: PointSet, after: usize) -> Displacement {
        Displacement {
            after,
            off: PointSet::EMPTY,
            on,
            mishap: Mishap::Left,
        }
    }

    /// The difference between two boards; `None` if they are equal.
    #[must_use]
    pub fn between(before: &Board, now: &Board, after: usize) -> Option<Displacement> {
        let gone = |from: &Board, to: &Board| {
            let gone = |color| from.stones(color) - to.stones(color);
            gone(Color::Black) | gone(Color::White)
        };
        let (off, on) = (gone(before, now), gone(now, before));
        let are_of = |color: Color| on.is_empty() && off.is_subset(&before.stones(color));
        let lifter = Color::BOTH.into_iter().find(|&color| are_of(!color));
        let mishap = lifter.map_or(Mishap::Moved, Mishap::Lifted);
        (!(off | on).is_empty()).then_some(Displacement {
            after,
            off,
            on,
            mishap,
        })
    }
}

/// A board within a game: side to move, history, prisoners, rules.
///
/// It knows nothing of life and death or of the score. Moves may be played after the game is over,
/// and twice in a row by one side after [`set_turn`](Position::set_turn), as controllers do.
///
/// ```
/// use wakari::color::Color;
/// use wakari::point::{Move, Point, Size};
/// use wakari::position::{IllegalMove, Position};
/// use wakari::rules::Rules;
///
/// let mut position = Position::new(Size::square(9).unwrap(), Rules::JAPANESE_1989);
/// let center = Move::At(Point::new(5, 5).unwrap());
/// position.play(center).unwrap();
/// assert_eq!(position.turn(), Color::White);
/// assert_eq!(position.play(center), Err(IllegalMove::Occupied));
/// ```
//
// Invariants: `hash` is that of the stones on `board`. The last entry of `history` is the present
// position and the first one the initial position, so there is one more entry than moves. `seen`
// covers entries of `history` that never change again.
#[derive(Debug)]
pub struct Position {
    board: Board,
    turn: Color,
    rules: Rules,
    komi: f64,
    prisoners: PerColor<u32>,
    handicap: u32,
    button: Option<Color>,
    passes: u32,
    /// Like `passes`, except for a pass that took the button.
    ending_passes: u32,
    last: Option<Play>,
    last_but_one: Option<Play>,
    lately: Lately,
    hash: BoardHash,
    history: Vec<Past>,
    seen: Seen,
    /// Superko forbids repeating the entries of `history` from this one on.
    since: usize,
    /// True if a stone has been removed since the start.
    lifted: bool,
    /// True if a stone has been played since the start.
    played: bool,
    /// True if White has moved or passed since the start.
    white_has_moved: bool,
    /// The entry of `history` made by the last pass; 0 before the first pass.
    latest_pass: usize,
    /// The points of kos that each side has lost without playing since.
    owed: PerColor<PointSet>,
}

/// An earlier position.
///
/// The key is the hash of the stones, with the side to move and the kind of the last move in its
/// lowest three bits. The balance is Black's captures minus White's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Past {
    key: u64,
    balance: i32,
}

impl Past {
    const TURN: u64 = 1;
    const TOOK_KO: u64 = 2;
    const PASSED: u64 = 4;
    const STONES: u64 = !7;

    fn key(hash: BoardHash, turn: Color) -> u64 {
        hash.0 & Past::STONES | turn as u64
    }

    fn is(self, flag: u64) -> bool {
        self.key & flag != 0
    }

    /// Returns the hashes recorded in `seen`: of stones and side to move, without and with the
    /// balance.
    fn marks(&self) -> [u64; 2] {
        let stones = self.key & (Past::STONES | Past::TURN);
        let balance = u64::from(self.balance.cast_unsigned()) + 1;
        [stones, stones ^ balance.wrapping_mul(0x9e37_79b9_7f4a_7c15)]
    }

    /// Returns the color of the move that led here.
    fn mover(self) -> Color {
        if self.is(Past::TURN) {
            Color::Black
        } else {
            Color::White
        }
    }
}

impl Position {
    /// The start of an even game: an empty board, Black to move, the default komi of the rules.
    pub fn new(size: Size, rules: Rules) -> Position {
        Position::set_up(Board::new(size), Color::Black, rules)
    }

    /// A game that starts from a board with stones.
    pub fn set_up(board: Board, turn: Color, rules: Rules) -> Position {
        let hash = BoardHash::of(&board);
        let start = Past {
            key: Past::key(hash, turn),
            balance: 0,
        };
        let ko = board
            .ko()
            .filter(|&ko| board.around(ko).is_enclosed_by(!turn));
        Position {
            board,
            turn,
            rules,
            komi: rules.komi,
            prisoners: PerColor::default(),
            handicap: 0,
            button: None,
            passes: 0,
            ending_passes: 0,
            last: None,
            last_but_one: None,
            lately: Lately::default(),
            hash,
            history: vec![start],
            seen: Seen::default(),
            since: 0,
            lifted: false,
            played: false,
            white_has_moved: false,
            latest_pass: 0,
            owed: PerColor::from_fn(|color| ko.filter(|_| color == turn).into_iter().collect()),
        }
    }

    /// Returns the board.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the side to move.
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Returns true if a stone has been played since the start. Passes and setup stones do not
    /// count.
    pub fn is_played_on(&self) -> bool {
        self.played
    }

    /// Sets the side to move. A ko stays closed to the side it was taken from, and open to the
    /// other.
    pub fn set_turn(&mut self, turn: Color) {
        self.turn = turn;
        if let [start] = &mut self.history[..] {
            start.key = Past::key(self.hash, turn);
        }
    }

    /// Returns this position on a canonical board, without a closed ko. Its board does not depend
    /// on the order of moves.
    #[must_use]
    pub fn stopped(&self) -> Position {
        let mut stopped = self.clone();
        let board = &self.board;
        let stones = PerColor::from_fn(|color| board.stones(color));
        let laid = Board::with_stones(board.size(), &stones[Color::Black], &stones[Color::White]);
        stopped.board = laid.expect("every chain has a liberty");
        stopped
    }

    /// The position as an image shows it, to be judged: board, turn, closed kos, passes, prisoners,
    /// komi and the last moves.
    ///
    /// The positions before this one are left out, so that no rule against repetition forbids a
    /// move because of them. Where colors are exchanged, komi stands for the points for handicap
    /// stones too.
    #[must_use]
    pub fn image(&self, image: Image) -> Position {
        let start = Position::set_up(self.board.image(image), image.color(self.turn), self.rules);
        let mut seen = Position {
            komi: self.komi,
            handicap: self.handicap,
            button: self.button.map(|color| image.color(color)),
            passes: self.passes,
            ending_passes: self.ending_passes,
            last: self.last.map(|play| image.play(play)),
            last_but_one: self.last_but_one.map(|play| image.play(play)),
            lately: self.lately.image(image),
            lifted: self.lifted,
            played: self.played,
            white_has_moved: self.white_has_moved || image.is_exchanged(),
            owed: image.point_sets(&self.owed),
            ..start
        };
        if image.is_exchanged() {
            let bonus = f64::from(self.rules.handicap_points(self.handicap));
            seen.set_komi(-(self.komi + bonus));
            seen.handicap = 0;
        }
        seen.set_prisoners(image.sides(&self.prisoners, |prisoners| *prisoners));
        seen
    }

    /// Resumes play after a stop. Earlier passes do not count toward the end.
    pub fn resume(&mut self) {
        (self.passes, self.ending_passes) = (0, 0);
    }

    /// Returns the rules in force.
    #[inline]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Changes the rules from now on. Komi stays.
    pub fn set_rules(&mut self, rules: Rules) {
        self.rules = rules;
    }

    /// Returns the komi, in points for White.
    #[inline]
    pub fn komi(&self) -> f64 {
        self.komi
    }

    /// Sets the komi, in points for White.
    pub fn set_komi(&mut self, komi: f64) {
        // Turns -0.0 into 0.0.
        self.komi = komi + 0.0;
    }

    /// Returns the stones captured by each side. The opponent captures the stones of a suicide.
    #[inline]
    pub fn prisoners(&self) -> PerColor<u32> {
        self.prisoners
    }

    /// Sets the stones captured by each side, for a game whose earlier moves are unknown.
    pub fn set_prisoners(&mut self, prisoners: PerColor<u32>) {
        self.prisoners = prisoners;
        let balance = self.balance();
        if let [start] = &mut self.history[..] {
            start.balance = balance;
        }
    }

    /// Returns the number of handicap stones that the rules may compensate.
    #[inline]
    pub fn handicap(&self) -> u32 {
        self.handicap
    }

    /// Sets the number of handicap stones. Places no stones.
    pub fn set_handicap(&mut self, stones: u32) {
        self.handicap = stones;
    }

    /// Returns the side that passed first, under rules with a button or the like.
    #[inline]
    pub fn button(&self) -> Option<Color> {
        self.button
    }

    /// Returns the number of consecutive passes by alternating sides.
    #[inline]
    pub fn passes(&self) -> u32 {
        self.passes
    }

    /// Returns the number of consecutive passes that count toward the end. A pass that took a
    /// button does not.
    #[inline]
    pub fn ending_passes(&self) -> u32 {
        self.ending_passes
    }

    /// Returns the last move; `None` at the start.
    #[inline]
    pub fn last_move(&self) -> Option<Play> {
        self.last
    }

    /// Returns the move before the last one.
    #[inline]
    pub fn last_but_one(&self) -> Option<Play> {
        self.last_but_one
    }

    /// Returns up to five of the last moves, the latest first.
    pub fn last_moves(&self) -> impl Iterator<Item = Play> {
        self.lately.moves()
    }

    /// Returns the board before the last move or the last two, with the ko closed then; `None`
    /// before the start.
    #[must_use]
    pub fn board_before(&self, moves: usize) -> Option<(Board, Option<Point>)> {
        self.lately.board_before(moves, &self.board)
    }

    /// Returns true if the side to move has passed earlier with these stones on the board.
    #[must_use]
    pub fn has_passed_here(&self) -> bool {
        let now = Past::key(self.hash, self.turn);
        let same = |past: &Past| (past.key ^ now) & (Past::STONES | Past::TURN) == 0;
        self.latest_pass > 0
            && self
                .history
                .windows(2)
                .any(|pair| pair[1].is(Past::PASSED) && same(&pair[0]))
    }

    /// Returns the number of moves since the start, including passes.
    #[inline]
    pub fn move_count(&self) -> usize {
        self.history.len() - 1
    }

    /// Returns true if both games have equal histories, so that equal positions have equal legal
    /// moves.
    #[must_use]
    pub fn has_history_of(&self, other: &Position) -> bool {
        self.history == other.history
    }

    /// Returns the hash of the stones.
    #[inline]
    pub fn hash(&self) -> BoardHash {
        self.hash
    }

    /// Returns the points where each side may not retake a ko now.
    ///
    /// Together with the stones, the side to move and the passes, legality depends on nothing else
    /// unless superko is in force.
    #[must_use]
    pub fn closed_kos(&self) -> PerColor<PointSet> {
        let lost = |color: Color| {
            let ko = self.board.ko();
            ko.filter(|&ko| self.board.around(ko).is_enclosed_by(!color))
        };
        PerColor::from_fn(|color| match self.rules.ko {
            Ko::DoubleKo => self.owed[color],
            _ => lost(color).into_iter().collect(),
        })
    }

    /// Checks whether the side to move may make a move.
    ///
    /// # Errors
    ///
    /// The [`IllegalMove`] that forbids it.
    pub fn check_legal(&self, to: Move) -> Result<(), IllegalMove> {
        let Move::At(point) = to else {
            return if self.leaves_ko_open() {
                Err(IllegalMove::PassAfterKo)
            } else {
                Ok(())
            };
        };
        if !self.board.is_empty(point) {
            let on_board = self.board.size().contains(point);
            return Err(if on_board {
                IllegalMove::Occupied
            } else {
                IllegalMove::OffBoard
            });
        }
        let around = self.board.around(point);
        let suicide = self.board.is_suicide(self.turn, point);
        if suicide && !(self.rules.suicide && around.touching(self.turn) > 0) {
            return Err(IllegalMove::Suicide);
        }
        // The ban is for the side that lost the stone. The other may fill the ko.
        if self.board.ko() == Some(point) && around.is_enclosed_by(!self.turn) {
            return Err(IllegalMove::Ko);
        }
        match self.rules.ko {
            Ko::Simple if self.refuses_end(point) => Err(IllegalMove::RefusesEnd),
            Ko::Simple => Ok(()),
            Ko::DoubleKo if self.owed[self.turn].contains(point) && self.takes_ko(point) => {
                Err(IllegalMove::Ko)
            }
            Ko::DoubleKo => Ok(()),
            // Before the first capture, every position has stones that no earlier one had.
            Ko::PositionalSuperko | Ko::SituationalSuperko if !(self.lifted || suicide) => Ok(()),
            Ko::PositionalSuperko => self.check_superko(point, suicide, Past::STONES),
            Ko::SituationalSuperko => self.check_superko(point, suicide, Past::STONES | Past::TURN),
        }
    }

    /// Returns true if the side to move may make this move.
    #[inline]
    pub fn is_legal(&self, to: Move) -> bool {
        self.check_legal(to).is_ok()
    }

    /// Returns every legal move of the side to move, a pass last.
    pub fn legal_moves(&self) -> impl Iterator<Item = Move> + '_ {
        let points = self.board.empties().iter().map(|&point| Move::At(point));
        points.chain([Move::Pass]).filter(|&to| self.is_legal(to))
    }

    /// Plays a move if it is legal; otherwise changes nothing. Returns the stones that it took off
    /// the board: the opponent's, or by suicide the player's own, with the one just placed.
    ///
    /// # Errors
    ///
    /// The [`IllegalMove`] that forbids it.
    pub fn play(&mut self, to: Move) -> Result<PointSet, IllegalMove> {
        self.check_legal(to)?;
        Ok(self.play_checked(to))
    }

    /// Plays a move of a record even if it is illegal, and returns the rules it violates.
    ///
    /// Three cases are not out of turn: the first move, Black's handicap stones up to their
    /// [number](Position::handicap), and the first move of a game resumed after two passes.
    ///
    /// # Errors
    ///
    /// [`IllegalMove::Occupied`] or [`IllegalMove::OffBoard`] if no stone can be placed. Nothing
    /// changes then.
    pub fn play_anyway(&mut self, (color, to): Play) -> Result<SmallVec<[Foul; 2]>, IllegalMove> {
        let free_to_begin = || self.passes >= 2 || color == Color::Black && self.is_handicap_due();
        let mut fouls = SmallVec::new();
        if color != self.turn && self.move_count() > 0 && !free_to_begin() {
            fouls.push(Foul::OutOfTurn);
        }
        let turn = self.turn;
        self.set_turn(color);
        match self.check_legal(to) {
            Err(impossible @ (IllegalMove::Occupied | IllegalMove::OffBoard)) => {
                self.set_turn(turn);
                return Err(impossible);
            }
            checked => fouls.extend(checked.err().map(Foul::Forbidden)),
        }
        self.play_legal(to);
        Ok(fouls)
    }

    /// Returns true if Black may still place handicap stones.
    fn is_handicap_due(&self) -> bool {
        let stands = self.board.stones(Color::Black).len();
        !self.white_has_moved && stands < self.handicap as usize
    }

    /// Plays a move that is known to be legal.
    ///
    /// # Panics
    ///
    /// In debug builds, if the point is not an empty point of the board.
    pub fn play_legal(&mut self, to: Move) {
        self.play_checked(to);
    }

    /// Plays a move that is known to be legal, and returns the stones that it took off the board.
    fn play_checked(&mut self, to: Move) -> PointSet {
        let mover = self.turn;
        let closed = self.board.ko();
        let mut off = PointSet::EMPTY;
        let mut suicide = false;
        let mut flags = 0;
        match to {
            Move::Pass => {
                flags = Past::PASSED;
                self.pass();
            }
            Move::At(point) => {
                let mut heard = RemovalObserver {
                    hash: &mut self.hash,
                    lifted: PointSet::EMPTY,
                };
                let lifted = self.board.place(mover, point, &mut heard);
                off = heard.lifted;
                suicide = lifted.suicided > 0;
                self.prisoners[mover] += u32::from(lifted.captured);
                self.prisoners[!mover] += u32::from(lifted.suicided);
                self.lifted |= lifted.captured + lifted.suicided > 0;
                self.played = true;
                self.passes = 0;
                self.ending_passes = 0;
                self.owed[mover] = PointSet::EMPTY;
                if let Some(ko) = self.board.ko() {
                    flags = Past::TOOK_KO;
                    self.owed[!mover].insert(ko);
                }
            }
        }
        self.white_has_moved |= mover == Color::White;
        self.turn = !mover;
        self.last_but_one = self.last;
        self.last = Some((mover, to));
        self.lately.remember((mover, to), closed, off, suicide);
        if to == Move::Pass {
            self.latest_pass = self.history.len();
        }
        let key = Past::key(self.hash, self.turn) | flags;
        self.history.push(Past {
            key,
            balance: self.balance(),
        });
        self.seen.follow(&self.history, |past| past.marks());
        off
    }

    /// Returns true if passes have ended the game.
    #[must_use]
    pub fn is_over(&self) -> bool {
        let needed = match self.rules.end {
            End::TwoPasses | End::TwoPassesKoClosed | End::Agreement => 2,
            End::FourPasses => 4,
        };
        self.ending_passes >= needed
    }

    /// Returns true if a pass is legal and would end the game.
    pub fn ends_by_pass(&self) -> bool {
        let mut passed = self.clone();
        passed.play(Move::Pass).is_ok() && passed.is_over()
    }

    /// Returns the consequence under the rules if the last play has recreated an earlier position.
    ///
    /// It is `NoResult` or `Draw`, never `PlayOn`. The second occurrence is enough; the players'
    /// intention to repeat it further is not considered. Under territory counting, a cycle that
    /// costs one side more stones has no consequence, because the score will stop that side. Nor
    /// has a cycle with only one side refusing the end, where that is
    /// [forbidden](IllegalMove::RefusesEnd).
    #[must_use]
    pub fn repetition(&self) -> Option<Repetition> {
        if self.rules.repetition == Repetition::PlayOn {
            return None;
        }
        let earlier = self.earlier().next_back()?;
        let is_refusal = self.may_refuse_end() && refuser(&self.history[earlier + 1..]).is_some();
        (!is_refusal).then_some(self.rules.repetition)
    }

    /// Returns true if the present position has occurred `times` times, including now. Positions
    /// are compared as in [`repetition`](Position::repetition).
    #[must_use]
    pub fn has_occurred(&self, times: usize) -> bool {
        1 + self.earlier().rev().take(times).count() >= times
    }

    /// Returns the entries of `history` that the last play has recreated.
    fn earlier(&self) -> impl DoubleEndedIterator<Item = usize> {
        let (&now, before) = self
            .history
            .split_last()
            .expect("there is an entry for the beginning");
        // The draw of improved-2009 (rule 5) compares stones only, the no-result whole positions.
        // Without the side to move, a pass makes no new position.
        let (same, passes_count) = match self.rules.repetition {
            Repetition::Draw => (Past::STONES, false),
            Repetition::NoResult | Repetition::PlayOn => (Past::STONES | Past::TURN, true),
        };
        let prisoners_count = self.rules.counting == Counting::Territory;
        let balance = Some(now.balance).filter(|_| prisoners_count);
        let known = self.seen.entries().min(before.len());
        let first = match self.lifted && !now.is(Past::PASSED) {
            true if self.may_have_had(now.key, same, balance) => 0,
            true => known,
            false => before.len(),
        };
        let entries = before
            .iter()
            .enumerate()
            .skip(first)
            .filter(move |(_, past)| {
                (past.key ^ now.key) & same == 0
                    && (passes_count || !past.is(Past::PASSED))
                    && (past.balance == now.balance || !prisoners_count)
            });
        entries.map(|(entry, _)| entry)
    }

    /// Returns true if the rules forbid refusing the end by a cycle and there is a pass recent
    /// enough for one.
    ///
    /// Article 9 of the proposal of 2012 forbids a side to refuse the end of a game alone by
    /// repeating a cycle of moves with passes. It is read as follows, for the moves between two
    /// occurrences of a position (stones and side to move). A side that passes offers the end. A
    /// side that plays on after the other's pass refuses it. If both refuse, neither yields and the
    /// game has no result (article 11). If only one refuses, the cycle may be completed once; that
    /// side may not make the position a third time, unless it wins prisoners by the cycle.
    fn may_refuse_end(&self) -> bool {
        self.rules.end == End::FourPasses
            && self.rules.ko == Ko::Simple
            && self.lifted
            && self.latest_pass > 0
            && self.history.len() - self.latest_pass <= LONGEST_CYCLE
    }

    /// Returns true if a play would repeat a cycle with only this side refusing the end.
    fn refuses_end(&self, point: Point) -> bool {
        if !self.may_refuse_end() {
            return false;
        }
        let after = Past {
            key: Past::key(self.hash_after(point, false), !self.turn),
            balance: 0,
        };
        let first = self.history.len().saturating_sub(2 * LONGEST_CYCLE);
        let mut same = (first..self.history.len()).rev().filter(|&entry| {
            (self.history[entry].key ^ after.key) & (Past::STONES | Past::TURN) == 0
        });
        let Some((_, before)) = same.next().zip(same.next()) else {
            return false;
        };
        let won = f64::from(self.turn.sign())
            * f64::from(self.balance().wrapping_sub(self.history[before].balance))
            + self.taken_at(point) as f64;
        let mut cycle = self.history[before + 1..].to_vec();
        cycle.push(after);
        won <= 0.0 && refuser(&cycle) == Some(self.turn)
    }

    /// Returns the number of stones that a play would capture.
    fn taken_at(&self, point: Point) -> usize {
        let near = point.neighbours().into_iter();
        let taken = near
            .filter(|&at| self.board.at(at) == Some(!self.turn) && self.board.is_in_atari(at))
            .flat_map(|at| self.board.chain(at));
        taken.collect::<PointSet>().len()
    }

    fn balance(&self) -> i32 {
        let taken = |color| self.prisoners[color] as i32;
        taken(Color::Black).wrapping_sub(taken(Color::White))
    }

    fn pass(&mut self) {
        self.board.lift_ko();
        let in_turn = self.last.is_none_or(|(color, _)| color != self.turn) || self.passes == 0;
        self.passes += u32::from(in_turn);
        self.ending_passes += u32::from(in_turn || self.ending_passes == 0);
        if self.rules.button != Button::None && self.button.is_none() {
            self.button = Some(self.turn);
            if self.rules.button == Button::Half {
                self.ending_passes = 0;
                // The button's owner is part of the position, so no earlier position can recur.
                self.since = self.history.len();
            }
        }
    }

    /// Returns true if a pass now would end the moves right after a ko was taken and passed on. A
    /// side without a legal play may pass anyway.
    fn leaves_ko_open(&self) -> bool {
        let can_play = || {
            self.board
                .empties()
                .iter()
                .any(|&point| self.is_legal(Move::At(point)))
        };
        self.rules.end == End::TwoPassesKoClosed
            && self.last == Some((!self.turn, Move::Pass))
            && self
                .last_but_one
                .is_some_and(|(color, _)| color == self.turn)
            && self
                .history
                .iter()
                .nth_back(1)
                .is_some_and(|past| past.is(Past::TOOK_KO))
            && can_play()
    }

    fn check_superko(&self, point: Point, suicide: bool, same: u64) -> Result<(), IllegalMove> {
        let key = Past::key(self.hash_after(point, suicide), !self.turn);
        let first = if self.may_have_had(key, same, None) {
            self.since
        } else {
            self.since.max(self.seen.entries())
        };
        let mut past = self.history[first..].iter().rev();
        if past.any(|past| (past.key ^ key) & same == 0) {
            Err(IllegalMove::Superko)
        } else {
            Ok(())
        }
    }

    /// Returns true if one of the positions recorded in `seen` may equal this one. `same` selects
    /// the parts of the key to compare; the balance is compared if given.
    fn may_have_had(&self, key: u64, same: u64, balance: Option<i32>) -> bool {
        let may_have = |key: u64| {
            let [stones, prisoners] = Past {
                key,
                balance: balance.unwrap_or(0),
            }
            .marks();
            self.seen.may_have(match balance {
                Some(_) => prisoners,
                None => stones,
            })
        };
        may_have(key) || same & Past::TURN == 0 && may_have(key ^ Past::TURN)
    }

    /// Returns true if a stone on the point would capture exactly one and could be recaptured.
    fn takes_ko(&self, point: Point) -> bool {
        self.taken_at(point) == 1 && self.board.around(point).is_enclosed_by(!self.turn)
    }

    /// Computes the hash of the stones after a play without playing it.
    fn hash_after(&self, point: Point, suicide: bool) -> BoardHash {
        let mut hash = self.hash;
        let lost = if suicide { self.turn } else { !self.turn };
        if !suicide {
            hash.placed(self.turn, point);
        }
        let mut seen = [None; 4];
        for (place, at) in point.neighbours().into_iter().enumerate() {
            if self.board.at(at) == Some(lost) && self.board.is_in_atari(at) {
                let chain = self.board.chain_name(at);
                if !seen.contains(&Some(chain)) {
                    seen[place] = Some(chain);
                    for stone in self.board.chain(at) {
                        hash.lifted(lost, stone);
                    }
                }
            }
        }
        hash
    }
}

/// The longest cycle that is recognized as refusing the end, in moves.
const LONGEST_CYCLE: usize = 512;

/// Returns the side that alone has played on after the other's passes; `None` if neither or both
/// have.
fn refuser(moves: &[Past]) -> Option<Color> {
    let mut refuses = PerColor::default();
    for pair in moves.windows(2) {
        let (color, before) = (pair[1].mover(), pair[0]);
        let plays_on = before.is(Past::PASSED) && !pair[1].is(Past::PASSED);
        refuses[color] |= plays_on && before.mover() != color;
    }
    match refuses.0 {
        [true, false] => Some(Color::Black),
        [false, true] => Some(Color::White),
        _ => None,
    }
}

/// Reuses memory in `clone_from`, for positions that are overwritten often.
impl Clone for Position {
    fn clone(&self) -> Position {
        Position {
            board: self.board.clone(),
            history: self.history.clone(),
            seen: self.seen.clone(),
            ..*self
        }
    }

    fn clone_from(&mut self, source: &Position) {
        self.board.clone_from(&source.board);
        self.history.clone_from(&source.history);
        self.seen.copy_from(&source.seen);
        self.turn = source.turn;
        self.rules = source.rules;
        self.komi = source.komi;
        self.prisoners = source.prisoners;
        self.handicap = source.handicap;
        self.button = source.button;
        self.passes = source.passes;
        self.ending_passes = source.ending_passes;
        self.last = source.last;
        self.last_but_one = source.last_but_one;
        self.lately = source.lately;
        self.hash = source.hash;
        self.since = source.since;
        self.lifted = source.lifted;
        self.played = source.played;
        self.white_has_moved = source.white_has_moved;
        self.latest_pass = source.latest_pass;
        self.owed = source.owed;
    }
}
