//! A board within a game: whose turn it is, what was played, and what the rules therefore forbid.

mod lately;
mod seen;
#[cfg(test)]
mod tests;

use crate::board::Play;
use crate::board::hash::BoardHash;
use crate::board::{Board, Observer};
use crate::color::{Color, PerColor};
use crate::point::{Move, Point, PointSet, Size};
use crate::rules::{Button, Counting, End, Ko, Repetition, Rules};
use lately::{Heard, Lately};
use seen::Seen;
use smallvec::SmallVec;

/// Which rule forbids a move.
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
    /// The play would take back a ko at once.
    #[error("ko")]
    Ko,
    /// The play would recreate an earlier position.
    #[error("superko")]
    Superko,
    /// The opponent has passed in answer to the taking of a ko: the ko must not be left open.
    #[error("pass after taking a ko")]
    PassAfterKo,
    /// The play would repeat a cycle by which this side alone refuses the end, the opponent having passed in it.
    #[error("repeats a cycle to refuse the end")]
    RefusesEnd,
}

/// What a move breaks that was played all the same (foul play, 反則).
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

/// A move that was played although it breaks a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Breach {
    /// The number of the move, from 1.
    pub number: usize,
    /// Who played where.
    pub play: Play,
    /// What it breaks.
    pub foul: Foul,
}

impl Breach {
    /// Who wins if the breach decides the game.
    #[must_use]
    pub fn winner(&self) -> Color {
        !self.play.0
    }
}

/// Stones that a record puts on the board or takes off it in the middle of a game, without a move: displaced, or not
/// lifted when they were taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Displacement {
    /// After how many moves.
    pub after: usize,
    /// The points from which stones went, or where they changed color.
    pub off: PointSet,
    /// The points on which stones came, or changed color.
    pub on: PointSet,
    /// What it looks like.
    pub mishap: Mishap,
}

/// How stones came to be displaced, as far as a record shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mishap {
    /// They were moved, or anything else.
    Moved,
    /// They were left on the board though the move before took them.
    Left,
    /// This side lifted stones of the other that it had not taken.
    Lifted(Color),
}

impl Displacement {
    /// Stones that were left on the board though the last move took them.
    #[must_use]
    pub fn left(on: PointSet, after: usize) -> Displacement {
        Displacement {
            after,
            off: PointSet::EMPTY,
            on,
            mishap: Mishap::Left,
        }
    }

    /// What has changed from one board to another; `None` if nothing has.
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

/// A board within a game: turn, history, prisoners, rules.
///
/// Knows nothing of life and death or of the score. Moves may be played after the game is over, and by
/// the same side twice in a row after [`set_turn`](Position::set_turn), as controllers do.
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
// Invariants: `hash` is that of the stones on `board`; the last entry of `history` is the present position
// and the first one the position the game began from, so there is one more of them than moves. What `seen` knows are
// entries of `history` that never change again.
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
    /// As `passes`, but for one that took the button.
    ending_passes: u32,
    last: Option<Play>,
    last_but_one: Option<Play>,
    lately: Lately,
    hash: BoardHash,
    history: Vec<Past>,
    seen: Seen,
    /// From which entry of `history` on positions may not be repeated under superko.
    since: usize,
    /// Whether a stone has come off the board since the beginning.
    lifted: bool,
    /// Whether a stone has been played since the beginning.
    played: bool,
    /// Whether White has moved or passed since the beginning.
    white_has_moved: bool,
    /// Which entry of `history` the last pass made; 0 if there was none.
    latest_pass: usize,
    /// Where each side has lost a ko and not played since.
    owed: PerColor<PointSet>,
}

/// An earlier position: the hash of its stones, in whose lowest three bits stand who was to move and what kind
/// of move led to it; and Black's captures less White's.
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

    /// What says of two of them that they are not the same: stones and turn, without and with the balance.
    fn marks(&self) -> [u64; 2] {
        let stones = self.key & (Past::STONES | Past::TURN);
        let balance = u64::from(self.balance.cast_unsigned()) + 1;
        [stones, stones ^ balance.wrapping_mul(0x9e37_79b9_7f4a_7c15)]
    }

    /// Who made the move that led here.
    fn mover(self) -> Color {
        match self.is(Past::TURN) {
            true => Color::Black,
            false => Color::White,
        }
    }
}

impl Position {
    /// The beginning of an even game: an empty board, Black to move, the usual komi of the rules.
    pub fn new(size: Size, rules: Rules) -> Position {
        Position::set_up(Board::new(size), Color::Black, rules)
    }

    /// A game that begins from a board with stones on it.
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

    /// The stones.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Who moves next.
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Whether a stone has been played since the beginning: passes and stones that were set up are none.
    pub fn is_played_on(&self) -> bool {
        self.played
    }

    /// Lets this side move next, whoever moved last. A ko stays closed to the side it was taken from, and
    /// open to the other.
    pub fn set_turn(&mut self, turn: Color) {
        self.turn = turn;
        if let [start] = &mut self.history[..] {
            start.key = Past::key(self.hash, turn);
        }
    }

    /// The same position on a board that is the same whatever moves led to it, with no ko closed.
    #[must_use]
    pub fn stopped(&self) -> Position {
        let mut stopped = self.clone();
        let board = &self.board;
        let stones = PerColor::from_fn(|color| board.stones(color));
        let laid = Board::with_stones(board.size(), &stones[Color::Black], &stones[Color::White]);
        stopped.board = laid.expect("every chain has a liberty");
        stopped
    }

    /// Lets play go on after a stop: the passes before it end nothing any more.
    pub fn resume(&mut self) {
        (self.passes, self.ending_passes) = (0, 0);
    }

    /// The rules in force.
    #[inline]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Puts other rules in force from now on. Leaves komi as it is.
    pub fn set_rules(&mut self, rules: Rules) {
        self.rules = rules;
    }

    /// Points added to White's.
    #[inline]
    pub fn komi(&self) -> f64 {
        self.komi
    }

    /// Sets the points added to White's.
    pub fn set_komi(&mut self, komi: f64) {
        // Zero has no sign.
        self.komi = komi + 0.0;
    }

    /// The stones captured by each side; the stones of a suicide are captured by the opponent.
    #[inline]
    pub fn prisoners(&self) -> PerColor<u32> {
        self.prisoners
    }

    /// Sets the stones captured by each side, where the game before this position is not known.
    pub fn set_prisoners(&mut self, prisoners: PerColor<u32>) {
        self.prisoners = prisoners;
        let balance = self.balance();
        if let [start] = &mut self.history[..] {
            start.balance = balance;
        }
    }

    /// Number of handicap stones that the rules may give White points for.
    #[inline]
    pub fn handicap(&self) -> u32 {
        self.handicap
    }

    /// Sets the number of handicap stones. Puts no stone on the board.
    pub fn set_handicap(&mut self, stones: u32) {
        self.handicap = stones;
    }

    /// Who has passed first, where the rules have a button or the like.
    #[inline]
    pub fn button(&self) -> Option<Color> {
        self.button
    }

    /// Passes in a row, by the sides in turn, up to now.
    #[inline]
    pub fn passes(&self) -> u32 {
        self.passes
    }

    /// Passes in a row likewise, but for one that took a button and so ended nothing.
    #[inline]
    pub fn ending_passes(&self) -> u32 {
        self.ending_passes
    }

    /// The move that led here; `None` at the beginning.
    #[inline]
    pub fn last_move(&self) -> Option<Play> {
        self.last
    }

    /// The move before the last one.
    #[inline]
    pub fn last_but_one(&self) -> Option<Play> {
        self.last_but_one
    }

    /// The last five moves, or all of a game that has fewer, the latest first.
    pub fn last_moves(&self) -> impl Iterator<Item = Play> {
        self.lately.moves()
    }

    /// The stones before the last move, or before the last two, with the ko that was closed then; `None` beyond the
    /// beginning.
    #[must_use]
    pub fn board_before(&self, moves: usize) -> Option<(Board, Option<Point>)> {
        self.lately.board_before(moves, &self.board)
    }

    /// Whether the side to move has passed before with these stones on the board.
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

    /// Number of moves since the beginning, passes included.
    #[inline]
    pub fn move_count(&self) -> usize {
        self.history.len() - 1
    }

    /// Whether this game and another have come by the same positions: then the same moves are legal wherever both are the same.
    #[must_use]
    pub fn has_history_of(&self, other: &Position) -> bool {
        self.history == other.history
    }

    /// The hash of the stones.
    #[inline]
    pub fn hash(&self) -> BoardHash {
        self.hash
    }

    /// The points on which each side may not take back a ko now: with the stones, the turn and the passes all that
    /// legality depends on where no superko is in force.
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

    /// Says which rule forbids a move of the side whose turn it is.
    ///
    /// # Errors
    ///
    /// The [`IllegalMove`], if the move is one.
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
        // The ban is for the side whose stone was taken; the other one may fill the ko.
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
            // As long as no stone has come off, every position has stones that no earlier one had.
            Ko::PositionalSuperko | Ko::SituationalSuperko if !(self.lifted || suicide) => Ok(()),
            Ko::PositionalSuperko => self.check_superko(point, suicide, Past::STONES),
            Ko::SituationalSuperko => self.check_superko(point, suicide, Past::STONES | Past::TURN),
        }
    }

    /// Whether the side whose turn it is may make this move.
    #[inline]
    pub fn is_legal(&self, to: Move) -> bool {
        self.check_legal(to).is_ok()
    }

    /// Every move the side to move may make, a pass last.
    pub fn legal_moves(&self) -> impl Iterator<Item = Move> + '_ {
        let points = self.board.empties().iter().map(|&point| Move::At(point));
        points.chain([Move::Pass]).filter(|&to| self.is_legal(to))
    }

    /// Plays a move, or says which rule forbids it and changes nothing.
    ///
    /// # Errors
    ///
    /// The [`IllegalMove`], if the move is one.
    pub fn play(&mut self, to: Move) -> Result<(), IllegalMove> {
        self.check_legal(to)?;
        self.play_legal(to);
        Ok(())
    }

    /// Plays a move as it stands in a record, whatever the rules say to it, and tells what it breaks.
    ///
    /// Nobody moves out of turn before anything was played, while Black puts down as many handicap stones as there
    /// [are](Position::handicap), and after two passes, when a game is taken up again.
    ///
    /// # Errors
    ///
    /// [`IllegalMove::Occupied`] or [`IllegalMove::OffBoard`], where no stone can be put; nothing is changed.
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

    /// Whether Black may still put down handicap stones.
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
                let mut heard = Heard {
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
    }

    /// Whether the game has come to its end by passes.
    #[must_use]
    pub fn is_over(&self) -> bool {
        let needed = match self.rules.end {
            End::TwoPasses | End::TwoPassesKoClosed | End::Agreement => 2,
            End::FourPasses => 4,
        };
        self.ending_passes >= needed
    }

    /// Whether a pass is legal and would end the game.
    pub fn ends_by_pass(&self) -> bool {
        let mut passed = self.clone();
        passed.play(Move::Pass).is_ok() && passed.is_over()
    }

    /// What the rules make of the present position if the last play has recreated an earlier one.
    ///
    /// `NoResult` or `Draw`, never `PlayOn`. The second occurrence is enough: whether the players would go on
    /// repeating it is not asked. Where prisoners count, a cycle in which one side loses more stones than the other
    /// means nothing: the score will stop that side. Nor does one by which one side alone refuses the end, where that
    /// is [forbidden](IllegalMove::RefusesEnd).
    #[must_use]
    pub fn repetition(&self) -> Option<Repetition> {
        if self.rules.repetition == Repetition::PlayOn {
            return None;
        }
        let earlier = self.earlier().next_back()?;
        let is_refusal = self.may_refuse_end() && refuser(&self.history[earlier + 1..]).is_some();
        (!is_refusal).then_some(self.rules.repetition)
    }

    /// Whether the present position has come up so many times, this one among them, as
    /// [`repetition`](Position::repetition) compares positions.
    #[must_use]
    pub fn has_occurred(&self, times: usize) -> bool {
        1 + self.earlier().rev().take(times).count() >= times
    }

    /// Which entries of `history` the last play has recreated.
    fn earlier(&self) -> impl DoubleEndedIterator<Item = usize> {
        let (&now, before) = self
            .history
            .split_last()
            .expect("there is an entry for the beginning");
        // The draw of improved-2009 (rule 5) asks for the stones only, the no-result for the whole position.
        // Where the side to move is no matter, a pass has made no new position.
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

    /// Whether the rules forbid to refuse the end by a cycle, and a pass is near enough for one.
    ///
    /// The proposal of 2012, article 9, forbids to refuse the end of a game one-sidedly by repeating a cycle of moves
    /// with passes. That is taken to mean: in the moves that lead from a position to the same one again, stones and turn,
    /// one side has played on after the other's pass, and the other has not. Who passes offers the end; who
    /// plays on refuses it; and where both do, neither gives way and the game has no result (article 11). The same cycle
    /// may be gone through once: to make the position a third time is what is forbidden, to the side that refuses, if
    /// it wins no prisoners by the cycle.
    fn may_refuse_end(&self) -> bool {
        self.rules.end == End::FourPasses
            && self.rules.ko == Ko::Simple
            && self.lifted
            && self.latest_pass > 0
            && self.history.len() - self.latest_pass <= LONGEST_CYCLE
    }

    /// Whether a play would repeat a cycle by which this side alone refuses the end.
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

    /// How many stones a play would take.
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
                // Whoever has the button is part of the position: none before this can come back.
                self.since = self.history.len();
            }
        }
    }

    /// Whether a pass now would end the moves right after a ko was taken and passed on. A side that has no
    /// legal play may pass all the same.
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
        let first = match self.may_have_had(key, same, None) {
            true => self.since,
            false => self.since.max(self.seen.entries()),
        };
        let mut past = self.history[first..].iter().rev();
        match past.any(|past| (past.key ^ key) & same == 0) {
            true => Err(IllegalMove::Superko),
            false => Ok(()),
        }
    }

    /// Whether one of the earlier positions that are known by their marks may be this one: with the turn if that is the
    /// `same`, with the balance if there is one.
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

    /// Whether a stone on the point would take exactly one and could be taken back.
    fn takes_ko(&self, point: Point) -> bool {
        self.taken_at(point) == 1 && self.board.around(point).is_enclosed_by(!self.turn)
    }

    /// The hash of the stones after a play, found without playing it.
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

/// The most moves of a cycle that is known for one by which a side refuses the end.
const LONGEST_CYCLE: usize = 512;

/// Who alone has played on after the other's passes in these moves; `None` if nobody or both have.
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

/// Copies only what has changed size or value: a position used again and again keeps its memory.
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
