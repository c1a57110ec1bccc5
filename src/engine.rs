//! The game in progress and one method for each question about it.
//!
//! Whatever fails leaves everything as it was.

mod ending;
mod handicap;
mod judgement;
mod moves;
mod record;

use crate::board::Board;
use crate::board::Play;
use crate::color::{Color, PerColor};
use crate::ending::Decision;
use crate::judge::Adjudication;
use crate::point::{Move, Point, PointSet, Size};
use crate::position::{Breach, IllegalMove, Position};
use crate::rules::{Repetition, Rules};
use crate::score::Score;
use crate::search::clock::{Clock, TimeControl};
use crate::search::{Search, SearchResult, SearchSettings};
pub use judgement::owner;
pub(crate) use record::with_set_up;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How long a move is thought about where nothing else is said.
pub const TIME_PER_MOVE: Duration = Duration::from_secs(5);
/// The largest komi taken, either way.
pub const MOST_KOMI: f64 = 10_000.0;

/// What an engine starts with.
#[derive(Clone, Debug)]
pub struct Options {
    /// The rules in force at first.
    pub rules: Rules,
    /// Komi, where it is not to be that of the rules.
    pub komi: Option<f64>,
    /// Size of the board at first.
    pub size: Size,
    /// Playouts for each move.
    pub playouts: Option<u64>,
    /// The longest time for a move. With neither this nor `playouts` nor a clock it is [`TIME_PER_MOVE`].
    pub time_per_move: Option<Duration>,
    /// Whether every move that fits on the board is taken, and what it breaks remembered, as a referee does; if
    /// not, a move that breaks a rule is refused.
    pub referee: bool,
    /// Whether to pass after the opponent's pass wherever the game is won as it stands, though there may be
    /// points left to win.
    pub friendly_pass: bool,
    /// How to search, and how much work to put into an adjudication.
    pub search: SearchSettings,
}

/// Why a request was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The rules forbid a move.
    #[error("{0}")]
    IllegalMove(#[from] IllegalMove),
    /// No board has this size.
    #[error("sides are from 2 to 25 points long")]
    Size,
    /// The komi is beyond [`MOST_KOMI`].
    #[error("komi is at most {MOST_KOMI} either way")]
    Komi,
    /// There are not so many moves to take back.
    #[error("not so many moves have been played")]
    Undo,
    /// Handicap stones are for an empty board.
    #[error("there are stones on the board")]
    NotEmpty,
    /// So many handicap stones do not fit, or are none.
    #[error("not a number of handicap stones for this board")]
    HandicapNumber,
    /// A handicap needs two or more points of the board, all different.
    #[error("not two or more different points of the board")]
    HandicapPoints,
    /// The stones cannot all stand: one is off the board, on another, or without a liberty.
    #[error("the stones cannot stand on the board")]
    Setup,
    /// A move of a record cannot be played on its board.
    #[error("move {number}: {reason}")]
    Record {
        /// The number of the move, from 1.
        number: usize,
        /// What is in its way.
        reason: IllegalMove,
    },
    /// The point is not on the board.
    #[error("off the board")]
    OffBoard,
}

/// A move found, or the game given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A move.
    Play(Move),
    /// The game is lost.
    Resign,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Play(to) => write!(f, "{to}"),
            Answer::Resign => f.write_str("resign"),
        }
    }
}

/// How a game stands at its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    /// It is counted.
    Score(Score),
    /// A repeated position makes it a draw, or leaves it without a result.
    Repetition(Repetition),
}

/// What a record has before its last stones set up, where the game in progress begins.
#[derive(Clone, Debug, Default)]
struct Earlier {
    moves: usize,
    breaches: Vec<Breach>,
}

/// Everything that a session changes: the game, its rules, the clocks, the tree of the search.
//
// Invariants: `position` is `start` with `plays` played; both have the same rules and komi;
// `adjudication` is that of `position`, if there is one, cut short if `interrupt` was set.
pub struct Engine {
    options: Options,
    komi: Option<f64>,
    start: Position,
    earlier: Earlier,
    plays: Vec<Play>,
    /// What the players decided beside the moves, each with the number of moves before it.
    decisions: Vec<(usize, Decision)>,
    position: Position,
    adjudication: Option<Box<Adjudication>>,
    interrupt: Arc<AtomicBool>,
    clock: Clock,
    search: Search,
    thought: Option<(Color, SearchResult)>,
}

impl Engine {
    /// An engine before an empty board.
    pub fn new(options: Options) -> Engine {
        let mut start = Position::new(options.size, options.rules);
        start.set_komi(options.komi.unwrap_or(options.rules.komi));
        Engine {
            komi: options.komi,
            position: start.clone(),
            start,
            earlier: Earlier::default(),
            plays: Vec::new(),
            decisions: Vec::new(),
            adjudication: None,
            interrupt: Arc::default(),
            clock: Clock::default(),
            thought: None,
            search: Search::new(options.search),
            options,
        }
    }

    /// Judges positions from now on only until another thread sets this flag; what was found by then is told. A
    /// judgement that was cut short is not kept.
    pub fn heed(&mut self, interrupt: &Arc<AtomicBool>) {
        if self.interrupt.load(Ordering::Relaxed) {
            self.adjudication = None;
        }
        self.interrupt = Arc::clone(interrupt);
    }

    /// The position at hand.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The rules in force.
    pub fn rules(&self) -> &Rules {
        self.position.rules()
    }

    /// An empty board of this size; rules and komi stay.
    ///
    /// # Errors
    ///
    /// [`Refusal::Size`].
    pub fn resize(&mut self, width: u32, height: u32) -> Result<(), Refusal> {
        let side = |length: u32| u8::try_from(length).ok();
        let size = side(width)
            .zip(side(height))
            .and_then(|(width, height)| Size::new(width, height));
        self.begin(Position::new(size.ok_or(Refusal::Size)?, *self.rules()));
        Ok(())
    }

    /// An empty board of the same size; rules and komi stay.
    pub fn clear(&mut self) {
        self.begin(Position::new(self.size(), *self.rules()));
    }

    /// Sets the komi, from now on whatever the rules.
    ///
    /// # Errors
    ///
    /// [`Refusal::Komi`].
    pub fn set_komi(&mut self, komi: f64) -> Result<(), Refusal> {
        if !(-MOST_KOMI..=MOST_KOMI).contains(&komi) {
            return Err(Refusal::Komi);
        }
        self.komi = Some(komi);
        self.put_in_force(*self.rules());
        Ok(())
    }

    /// Puts other rules in force. Their komi comes with them where none has been set.
    pub fn set_rules(&mut self, rules: Rules) {
        self.put_in_force(rules);
    }

    /// Plays a move for either side.
    ///
    /// # Errors
    ///
    /// The [`IllegalMove`], if it is one.
    pub fn play(&mut self, play: Play) -> Result<(), Refusal> {
        self.play_all(&[play])
    }

    /// Plays all of the moves, or none of them.
    ///
    /// # Errors
    ///
    /// The first [`IllegalMove`]; for a referee, the first point that is occupied or off the board.
    pub fn play_all(&mut self, plays: &[Play]) -> Result<(), Refusal> {
        let mut position = self.position.clone();
        for &(color, to) in plays {
            if self.options.referee {
                position.play_anyway((color, to))?;
            } else {
                position.set_turn(color);
                position.play(to)?;
            }
        }
        self.plays.extend(plays);
        self.reach(position);
        Ok(())
    }

    /// Takes back so many moves.
    ///
    /// # Errors
    ///
    /// [`Refusal::Undo`].
    pub fn undo(&mut self, moves: u32) -> Result<(), Refusal> {
        let left = self
            .plays
            .len()
            .checked_sub(moves as usize)
            .ok_or(Refusal::Undo)?;
        let Some(&(color, _)) = self.plays.get(left) else {
            return Ok(());
        };
        self.plays.truncate(left);
        self.decisions.retain(|&(at, _)| at <= left);
        self.replay();
        self.position.set_turn(color);
        Ok(())
    }

    /// Adds stones to those on the board; the game begins anew from there.
    ///
    /// # Errors
    ///
    /// [`Refusal::Setup`].
    pub fn set_up(&mut self, stones: &[(Color, Point)]) -> Result<(), Refusal> {
        let board = self.position.board();
        let mut found = [board.stones(Color::Black), board.stones(Color::White)];
        for &(color, point) in stones {
            if found.iter().any(|stones| stones.contains(point)) {
                return Err(Refusal::Setup);
            }
            found[color as usize].insert(point);
        }
        let board = Board::with_stones(self.size(), &found[0], &found[1]).ok_or(Refusal::Setup)?;
        let mut start = Position::set_up(board, self.position.turn(), *self.rules());
        start.set_handicap(self.position.handicap());
        start.set_prisoners(self.position.prisoners());
        self.begin(start);
        Ok(())
    }

    /// Lets this side move next.
    pub fn set_turn(&mut self, color: Color) {
        if self.plays.is_empty() {
            self.start.set_turn(color);
        }
        let mut position = self.position.clone();
        position.set_turn(color);
        self.reach(position);
    }

    /// What the engine goes by.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Sets the number of playouts for each move, or leaves it to the time.
    pub fn set_playouts(&mut self, playouts: Option<u64>) {
        self.options.playouts = playouts;
    }

    /// Sets the longest time for a move.
    pub fn set_time_per_move(&mut self, time: Option<Duration>) {
        self.options.time_per_move = time;
    }

    /// Sets whether to pass after the opponent's pass wherever that wins.
    pub fn set_friendly_pass(&mut self, friendly: bool) {
        self.options.friendly_pass = friendly;
    }

    /// Changes how to search, and forgets what has been found.
    pub fn set_search(&mut self, settings: SearchSettings) {
        self.options.search = settings;
        self.search.configure(settings);
        self.adjudication = None;
    }

    /// Forgets what searches and judgements have found.
    pub fn forget(&mut self) {
        self.search.clear();
        self.thought = None;
        self.adjudication = None;
    }

    /// Starts another kind of clock.
    pub fn set_clock(&mut self, control: TimeControl) {
        self.clock = Clock::new(control);
    }

    /// Believes what a clock is said to show.
    pub fn set_time_left(&mut self, color: Color, seconds: f64, stones: u32) {
        self.clock.show(color, seconds, stones);
    }

    /// An empty board of the same size with these stones on it; Black is to move.
    ///
    /// # Errors
    ///
    /// [`Refusal::Setup`].
    pub fn set_position(&mut self, stones: &[(Color, Point)]) -> Result<(), Refusal> {
        let mut found = PerColor::new(PointSet::EMPTY, PointSet::EMPTY);
        for &(color, point) in stones {
            if found[!color].contains(point) || !found[color].insert(point) {
                return Err(Refusal::Setup);
            }
        }
        let board = Board::with_stones(self.size(), &found[Color::Black], &found[Color::White]);
        let board = board.ok_or(Refusal::Setup)?;
        self.begin(Position::set_up(board, Color::Black, *self.rules()));
        Ok(())
    }

    /// What was played although it breaks a rule in force, in the order it was played: in a record, for a
    /// referee, or under other rules before.
    pub fn breaches(&self) -> Vec<Breach> {
        let mut position = self.start.clone();
        let mut found = self.earlier.breaches.clone();
        for (&play, number) in self.plays.iter().zip(self.earlier.moves + 1..) {
            let fouls = position
                .play_anyway(play)
                .expect("what was played has its place");
            found.extend(fouls.into_iter().map(|foul| Breach { number, play, foul }));
        }
        found
    }

    fn size(&self) -> Size {
        self.position.board().size()
    }

    /// Begins a game from a position, under the rules and with the komi in force.
    fn begin(&mut self, mut start: Position) {
        start.set_rules(*self.rules());
        start.set_komi(self.komi.unwrap_or(self.rules().komi));
        self.start = start.clone();
        self.earlier = Earlier::default();
        self.plays.clear();
        self.decisions.clear();
        self.clock.restart();
        self.search.clear();
        self.thought = None;
        self.reach(start);
    }

    fn put_in_force(&mut self, rules: Rules) {
        let komi = self.komi.unwrap_or(rules.komi);
        self.start.set_rules(rules);
        self.start.set_komi(komi);
        // What was played under other rules stays played, and is reckoned by the new ones.
        let turn = self.position.turn();
        self.replay();
        self.position.set_turn(turn);
        self.search.clear();
    }

    fn reach(&mut self, position: Position) {
        self.position = position;
        self.adjudication = None;
    }

    fn replay(&mut self) {
        let mut position = self.start.clone();
        for &(color, to) in &self.plays {
            position.set_turn(color);
            position.play_legal(to);
        }
        self.reach(position);
    }

    /// The position with this side to move.
    pub fn position_for(&self, color: Color) -> Position {
        let mut position = self.position.clone();
        position.set_turn(color);
        position
    }
}
