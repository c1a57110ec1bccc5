//! The game in progress: its start, its moves and decisions, and the current position.
//!
//! It knows neither clocks nor searches. A request that fails changes nothing.

mod conventions;
mod displaced;
mod ending;
mod facts;
mod handicap;
pub mod playback;
mod record;
pub mod scoring;
mod undisturbed;

pub use crate::go::rules::MOST_KOMI;
pub use conventions::Conventions;
pub use undisturbed::{Remedy, Spoilt};

use crate::formats::sgf::{Flaw, Location};
use crate::go::board::{Board, Play};
use crate::go::color::{Color, PerColor};
use crate::go::point::{Point, PointSet, Size};
use crate::go::position::{Breach, Displacement, IllegalMove, Position};
use crate::go::rules::{Repetition, Rules};
use crate::go::score::Score;
use crate::referee::ending::Decision;
use crate::referee::judge::{Meant, Occasion};
use facts::Facts;
use std::mem;
use undisturbed::Undisturbed;

/// The most prisoners that a side can be set to hold.
pub const MOST_PRISONERS: u32 = 1_000_000;

/// The reasons to refuse a request.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The rules forbid a move.
    #[error("{0}")]
    IllegalMove(#[from] IllegalMove),
    /// The board size is not supported.
    #[error("sides are from 2 to 25 points long")]
    Size,
    /// The komi is beyond [`MOST_KOMI`].
    #[error("komi is at most {MOST_KOMI} either way")]
    Komi,
    /// Fewer moves have been played than are to be taken back.
    #[error("not so many moves have been played")]
    Undo,
    /// Handicap stones need an empty board.
    #[error("there are stones on the board")]
    NotEmpty,
    /// The board has no such number of handicap points.
    #[error("not a number of handicap stones for this board")]
    HandicapNumber,
    /// A handicap needs at least two different points of the board.
    #[error("not two or more different points of the board")]
    HandicapPoints,
    /// A stone is off the board, on another stone, or without a liberty.
    #[error("the stones cannot stand on the board")]
    Setup,
    /// A move of a record cannot be played.
    #[error("move {number}, {} {}: {reason}", .play.0, .play.1)]
    Record {
        /// The number of the move, from 1.
        number: usize,
        /// The move.
        play: Play,
        /// The obstacle.
        reason: IllegalMove,
    },
    /// A refusal at a place in the text of a record.
    #[error("{place}: {refusal}")]
    At {
        /// The place in the text.
        place: Location,
        /// The reason.
        refusal: Box<Refusal>,
    },
    /// The point is not on the board.
    #[error("off the board")]
    OffBoard,
    /// The number of prisoners is below that of the stones captured in the game, or too large.
    #[error("fewer than were taken here, or more than {MOST_PRISONERS}")]
    Prisoners,
    /// The players have ended the game.
    #[error("the game is over")]
    Over,
    /// It is the other side's turn, in a phase in which both move in turn (2009, 8-1 and 10).
    #[error("out of turn")]
    OutOfTurn,
}

/// The outcome of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Outcome {
    /// The game is counted.
    Score(Score),
    /// A repetition makes the game a draw or void.
    Repetition(Repetition),
    /// The players do not agree on the end, and neither asks to resume play (1989, 13).
    BothLose,
    /// This side resigned (2012, 6; 1989, 11; 1949, 37).
    Resigned(Color),
    /// A rule violation found before the end loses the game (2012, 12; 1949, 44; 1989, 14).
    Forfeit(Breach),
    /// Displaced stones that cannot be put back (2012; 1949, 61; 1989, 13-2).
    Displaced(Spoilt),
}

impl Outcome {
    /// Returns the score, if the game is counted.
    pub fn score(&self) -> Option<&Score> {
        match self {
            Outcome::Score(score) => Some(score),
            _ => None,
        }
    }

    /// Returns the result as a GTP string. GTP has only `0` for a game without a winner.
    pub fn in_gtp(&self) -> String {
        match self {
            Outcome::Score(score) => score.to_string(),
            Outcome::Resigned(Color::White) => "B+R".to_owned(),
            Outcome::Resigned(Color::Black) => "W+R".to_owned(),
            Outcome::Forfeit(breach) => forfeited(breach.winner()),
            Outcome::Displaced(Spoilt::Loss(loser)) => forfeited(!*loser),
            Outcome::Repetition(_) | Outcome::BothLose | Outcome::Displaced(_) => "0".to_owned(),
        }
    }

    /// The result as records have it: `B+3.5`, `W+R`, `0`, `Void`, `W+F`. Both sides lose by `Void`
    /// too, for want of a word.
    pub fn in_sgf(&self) -> String {
        match self {
            Outcome::Repetition(Repetition::NoResult)
            | Outcome::BothLose
            | Outcome::Displaced(Spoilt::NoResult | Spoilt::BothLose) => "Void".to_owned(),
            _ => self.in_gtp(),
        }
    }
}

/// Returns the result of a win by forfeit.
fn forfeited(winner: Color) -> String {
    match winner {
        Color::Black => "B+F".to_owned(),
        Color::White => "W+F".to_owned(),
    }
}

/// The part of a record before its last setup, where the game in progress starts.
#[derive(Clone, Debug, Default)]
struct Earlier {
    moves: usize,
    breaches: Vec<Breach>,
    /// The sides that consented to earlier moves, each with the number of moves before.
    consents: Vec<(usize, Color)>,
    displacements: Vec<Displacement>,
    /// The game as it would be without the displaced stones, if they still matter.
    undisturbed: Option<Undisturbed>,
    /// Flaws of the record that show when it is played.
    flaws: Vec<Flaw>,
}

/// A mark in the moves of a game, valid while nothing else changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovesMade {
    moves: usize,
    turn: Color,
}

/// A game in progress.
//
// Invariants: `position` is `start` with `plays` played; both have the same rules and komi.
#[derive(Clone, Debug)]
pub struct Game {
    /// The komi that was set; `None` for that of the rules.
    komi: Option<f64>,
    start: Position,
    earlier: Earlier,
    plays: Vec<Play>,
    /// The players' decisions, each with the number of moves before it.
    decisions: Vec<(usize, Decision)>,
    position: Position,
    /// The user's choice of how positions are judged, if any.
    meant: Option<Meant>,
    conventions: Conventions,
    /// True if the number of handicap stones is stated, by a record or a command.
    states_handicap: bool,
    /// The rules where a loaded record names none; `None` if records do not change the rules.
    usual_rules: Option<Rules>,
    /// The facts of a loaded record that are not in its moves.
    facts: Option<Box<Facts>>,
}

impl Game {
    /// Creates a game on an empty board, with the komi of the rules unless one is given.
    #[must_use]
    pub fn new(size: Size, rules: Rules, komi: Option<f64>) -> Game {
        let mut start = Position::new(size, rules);
        start.set_komi(komi.unwrap_or(rules.komi));
        Game {
            komi,
            position: start.clone(),
            start,
            earlier: Earlier::default(),
            plays: Vec::new(),
            decisions: Vec::new(),
            meant: None,
            conventions: Conventions::default(),
            states_handicap: false,
            usual_rules: None,
            facts: None,
        }
    }

    /// Lets loaded records change the rules, until rules are [set](Game::set_rules).
    pub fn take_rules_of_records(&mut self) {
        self.usual_rules = Some(*self.rules());
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the position with this side to move.
    #[must_use]
    pub fn position_for(&self, color: Color) -> Position {
        let mut position = self.position.clone();
        position.set_turn(color);
        position
    }

    /// Returns how the position is judged.
    ///
    /// Unless the user has [chosen](Game::mean), a position that was set up is a diagram until a
    /// stone is played.
    pub fn occasion(&self) -> Occasion {
        Occasion::of(&self.position).meant_as(self.meant)
    }

    /// Returns the user's choice of how positions are judged, if any.
    pub fn meant(&self) -> Option<Meant> {
        self.meant
    }

    /// Sets how positions are judged, in this game and those that follow; `None` resets it.
    pub fn mean(&mut self, meant: Option<Meant>) {
        self.meant = meant;
    }

    /// The rules in force.
    pub fn rules(&self) -> &Rules {
        self.position.rules()
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.position.board().size()
    }

    /// Starts a game on an empty board of this size. Rules and komi stay.
    pub fn resize(&mut self, size: Size) {
        self.begin(Position::new(size, *self.rules()));
    }

    /// Clears the board. Rules and komi stay.
    pub fn clear(&mut self) {
        self.resize(self.size());
    }

    /// Sets the komi. It then stays when the rules change.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal::Komi`] beyond [`MOST_KOMI`].
    pub fn set_komi(&mut self, komi: f64) -> Result<(), Refusal> {
        if !(-MOST_KOMI..=MOST_KOMI).contains(&komi) {
            return Err(Refusal::Komi);
        }
        self.komi = Some(komi);
        self.change_rules(*self.rules());
        Ok(())
    }

    /// Sets the rules. Their komi applies unless one has been set. Loaded records do not change them
    /// any more.
    pub fn set_rules(&mut self, rules: Rules) {
        self.usual_rules = None;
        self.change_rules(rules);
    }

    fn change_rules(&mut self, rules: Rules) {
        self.forget_result();
        let komi = self.komi.unwrap_or(rules.komi);
        self.start.set_rules(rules);
        self.start.set_komi(komi);
        // Moves played under other rules stay, and are counted by the new ones.
        let turn = self.position.turn();
        self.replay();
        self.position.set_turn(turn);
        // Decisions that the new rules have no place for are dropped.
        let decisions = mem::take(&mut self.decisions);
        self.take_over(decisions);
    }

    /// Plays all of the moves, by either side, or none of them.
    ///
    /// # Errors
    ///
    /// The first [`IllegalMove`]; [`Refusal::Over`], where the players have ended the game by the
    /// phases of their rules or one has resigned; [`Refusal::OutOfTurn`], where its phase has them
    /// move in turn.
    pub fn play_all(&mut self, plays: &[Play]) -> Result<(), Refusal> {
        let turn = self.position.turn();
        let turns = [turn, !turn].into_iter().cycle();
        let alternate = turns.zip(plays).all(|(turn, (color, _))| turn == *color);
        if !alternate && self.is_bound_to_turn() {
            return Err(Refusal::OutOfTurn);
        }
        self.extend(plays, |position, (color, to)| {
            position.set_turn(color);
            position.play(to).map(|_| ())
        })
    }

    /// Records all of the moves, or none of them, even if they violate rules, as a referee does.
    ///
    /// # Errors
    ///
    /// Returns the first point that is occupied or off the board.
    pub fn record_all(&mut self, plays: &[Play]) -> Result<(), Refusal> {
        self.extend(plays, |position, play| position.play_anyway(play).map(drop))
    }

    /// Adds all of the moves, or none of them if one is refused.
    fn extend(
        &mut self,
        plays: &[Play],
        take: impl Fn(&mut Position, Play) -> Result<(), IllegalMove>,
    ) -> Result<(), Refusal> {
        if self.is_ended_by_phases() || self.resigned().is_some() {
            return Err(Refusal::Over);
        }
        let (before, turn) = (self.plays.len(), self.position.turn());
        for &play in plays {
            if let Err(refused) = take(&mut self.position, play) {
                if self.plays.len() > before {
                    self.plays.truncate(before);
                    self.replay();
                }
                self.position.set_turn(turn);
                return Err(refused.into());
            }
            self.plays.push(play);
        }
        if !plays.is_empty() {
            self.forget_result();
        }
        self.count_handicap();
        Ok(())
    }

    /// Returns a mark of the moves made.
    pub fn moves_made(&self) -> MovesMade {
        MovesMade {
            moves: self.plays.len(),
            turn: self.position.turn(),
        }
    }

    /// Takes back the moves since a mark, from any state of the position.
    pub fn go_back_to(&mut self, made: MovesMade) {
        self.plays.truncate(made.moves);
        self.replay();
        self.position.set_turn(made.turn);
    }

    /// Takes back this many moves. A resignation is taken back like a move. A request to resume
    /// play, after which the other side may take back moves of the filling of dame (2009, 8-1),
    /// stays.
    ///
    /// # Errors
    ///
    /// [`Refusal::Undo`].
    pub fn undo(&mut self, moves: u32) -> Result<(), Refusal> {
        let takes_back_resignation = moves > 0 && self.resigned().is_some();
        let moves = moves - u32::from(takes_back_resignation);
        let left = self
            .plays
            .len()
            .checked_sub(moves as usize)
            .ok_or(Refusal::Undo)?;
        if takes_back_resignation {
            self.decisions.pop();
        }
        self.forget_result();
        let Some(&(color, _)) = self.plays.get(left) else {
            return Ok(());
        };
        let request = self.request_that_stays(moves as usize);
        self.plays.truncate(left);
        self.decisions.retain(|&(at, _)| at <= left);
        self.decisions
            .extend(request.map(|request| (left, request)));
        self.replay();
        self.position.set_turn(color);
        Ok(())
    }

    /// Adds stones to the board. The game starts anew from there.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal::Setup`] if the stones cannot stand.
    pub fn set_up(&mut self, stones: &[(Color, Point)]) -> Result<(), Refusal> {
        let board = self.position.board();
        let standing = PerColor::from_fn(|color| board.stones(color));
        let board = self.board_with(standing, stones)?;
        let mut start = Position::set_up(board, self.position.turn(), *self.rules());
        start.set_handicap(self.position.handicap());
        start.set_prisoners(self.position.prisoners());
        self.begin(start);
        Ok(())
    }

    /// Sets up these stones on an empty board, with Black to move.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal::Setup`] if the stones cannot stand.
    pub fn set_position(&mut self, stones: &[(Color, Point)]) -> Result<(), Refusal> {
        let board = self.board_with(PerColor::default(), stones)?;
        self.begin(Position::set_up(board, Color::Black, *self.rules()));
        Ok(())
    }

    /// Returns a board with stones added, each on an empty point.
    fn board_with(
        &self,
        mut standing: PerColor<PointSet>,
        added: &[(Color, Point)],
    ) -> Result<Board, Refusal> {
        for &(color, point) in added {
            if standing[!color].contains(point) || !standing[color].insert(point) {
                return Err(Refusal::Setup);
            }
        }
        let (black, white) = (&standing[Color::Black], &standing[Color::White]);
        Board::with_stones(self.size(), black, white).ok_or(Refusal::Setup)
    }

    /// Sets the prisoners of each side, including those captured before the start of this game.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal::Prisoners`] if a number is out of range.
    pub fn set_prisoners(&mut self, prisoners: PerColor<u32>) -> Result<(), Refusal> {
        let (held, before) = (self.position.prisoners(), self.start.prisoners());
        let mut start = PerColor::default();
        for color in Color::BOTH {
            let taken = held[color] - before[color];
            let told = Some(prisoners[color]).filter(|&told| told <= MOST_PRISONERS);
            let told = told.and_then(|told| told.checked_sub(taken));
            start[color] = told.ok_or(Refusal::Prisoners)?;
        }
        self.forget_result();
        let turn = self.position.turn();
        self.start.set_prisoners(start);
        self.replay();
        self.position.set_turn(turn);
        Ok(())
    }

    /// Sets the side to move.
    pub fn set_turn(&mut self, color: Color) {
        if self.plays.is_empty() {
            self.start.set_turn(color);
        }
        self.position.set_turn(color);
    }

    /// Returns the moves that violate a rule in force, in order.
    ///
    /// They come from records, from a referee, or from play under other rules.
    #[must_use]
    pub fn breaches(&self) -> Vec<Breach> {
        let mut position = self.start.clone();
        position.set_handicap(self.position.handicap());
        let mut found = self.earlier.breaches.clone();
        for (&play, number) in self.plays.iter().zip(self.earlier.moves + 1..) {
            let fouls = position
                .play_anyway(play)
                .expect("what was played has its place");
            found.extend(fouls.into_iter().map(|foul| Breach { number, play, foul }));
        }
        found
    }

    /// Returns the stones displaced during the game, as far as its record shows.
    pub fn displacements(&self) -> &[Displacement] {
        &self.earlier.displacements
    }

    /// Returns the flaws of the loaded record that show when it is played.
    pub fn flaws(&self) -> &[Flaw] {
        &self.earlier.flaws
    }

    /// Starts a game from a position, with the rules and the komi in force.
    fn begin(&mut self, mut start: Position) {
        start.set_rules(*self.rules());
        start.set_komi(self.komi.unwrap_or(self.rules().komi));
        self.start = start.clone();
        self.earlier = Earlier::default();
        self.plays.clear();
        self.decisions.clear();
        self.states_handicap = start.handicap() > 0;
        self.facts = None;
        self.position = start;
    }

    /// Forgets the result of a loaded record, since the game is not that of the record any more.
    fn forget_result(&mut self) {
        if let Some(facts) = &mut self.facts {
            facts.result = None;
        }
    }

    fn replay(&mut self) {
        let mut position = self.start.clone();
        for &(color, to) in &self.plays {
            position.set_turn(color);
            position.play_legal(to);
        }
        self.position = position;
        self.count_handicap();
    }
}

impl Game {
    /// Returns the conventions in force.
    pub fn conventions(&self) -> Conventions {
        self.conventions
    }

    /// Sets the conventions, for the game in progress and those that follow.
    pub fn set_conventions(&mut self, conventions: Conventions) {
        self.conventions = conventions;
        self.count_handicap();
    }

    /// Counts the handicap stones that were played, if no number is stated.
    pub(super) fn count_handicap(&mut self) {
        let start = &self.start;
        let is_empty = start.board().empties().len() == self.size().area();
        if self.states_handicap || !is_empty {
            return;
        }
        let plays = self.plays.iter().copied();
        let stones = self.conventions.handicap_in(start.rules(), plays);
        self.position.set_handicap(stones);
    }
}
