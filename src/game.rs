//! The game in progress: where it began, what was played and decided, and where it stands.
//!
//! Knows neither clocks nor searches. Whatever fails leaves everything as it was.

mod displaced;
mod ending;
mod handicap;
pub mod playback;
mod record;
pub mod scoring;
mod undisturbed;

pub use crate::rules::MOST_KOMI;
pub use undisturbed::{Remedy, Spoilt};

use crate::board::{Board, Play};
use crate::color::{Color, PerColor};
use crate::ending::Decision;
use crate::judge::{Meant, Occasion};
use crate::point::{Point, PointSet, Size};
use crate::position::{Breach, Displacement, IllegalMove, Position};
use crate::rules::{Repetition, Rules};
use crate::score::Score;
use crate::sgf::Location;
use std::mem;
use undisturbed::Undisturbed;

/// The most prisoners that a side is believed to hold.
pub const MOST_PRISONERS: u32 = 1_000_000;

/// Why a request was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
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
    /// This board cannot take that many handicap stones, or they are none.
    #[error("not a number of handicap stones for this board")]
    HandicapNumber,
    /// A handicap needs two or more points of the board, all different.
    #[error("not two or more different points of the board")]
    HandicapPoints,
    /// The stones cannot all stand: one is off the board, on another, or without a liberty.
    #[error("the stones cannot stand on the board")]
    Setup,
    /// A move of a record cannot be played on its board.
    #[error("move {number}, {} {}: {reason}", .play.0, .play.1)]
    Record {
        /// The number of the move, from 1.
        number: usize,
        /// The move.
        play: Play,
        /// What is in its way.
        reason: IllegalMove,
    },
    /// Something in a record is refused.
    #[error("{place}: {refusal}")]
    At {
        /// Where it stands in the text of the record.
        place: Location,
        /// Why it is.
        refusal: Box<Refusal>,
    },
    /// The point is not on the board.
    #[error("off the board")]
    OffBoard,
    /// The sides cannot hold so few or so many prisoners.
    #[error("fewer than were taken here, or more than {MOST_PRISONERS}")]
    Prisoners,
    /// The players have ended the game.
    #[error("the game is over")]
    Over,
}

/// How a game ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    /// It is counted.
    Score(Score),
    /// A repeated position makes it a draw, or leaves it without a result.
    Repetition(Repetition),
    /// The players do not agree on the end, and nobody asks to resume play (1989, 13).
    BothLose,
    /// A foul was found before the end: its player loses (2012, 12; 1949, 44; 1989, 14).
    Forfeit(Breach),
    /// Stones were displaced, which cannot be mended (2012; 1949, 61; 1989, 13-2).
    Displaced(Spoilt),
}

impl Outcome {
    /// The score, where the game is counted.
    pub fn score(&self) -> Option<&Score> {
        match self {
            Outcome::Score(score) => Some(score),
            _ => None,
        }
    }

    /// The result as GTP has it, which knows `0` alone for a game without a winner.
    pub fn in_gtp(&self) -> String {
        match self {
            Outcome::Score(score) => score.to_string(),
            Outcome::Forfeit(breach) => forfeited(breach.winner()),
            Outcome::Displaced(Spoilt::Loss(loser)) => forfeited(!*loser),
            Outcome::Repetition(_) | Outcome::BothLose | Outcome::Displaced(_) => "0".to_owned(),
        }
    }

    /// The result as records have it: `B+3.5`, `0`, `Void`, `W+F`. Both sides lose by `Void` too, for want of a word.
    pub fn in_sgf(&self) -> String {
        match self {
            Outcome::Repetition(Repetition::NoResult)
            | Outcome::BothLose
            | Outcome::Displaced(Spoilt::NoResult | Spoilt::BothLose) => "Void".to_owned(),
            _ => self.in_gtp(),
        }
    }
}

/// The result of a game that this side wins by the other's foul.
fn forfeited(winner: Color) -> String {
    match winner {
        Color::Black => "B+F".to_owned(),
        Color::White => "W+F".to_owned(),
    }
}

/// What a record has before its last stones set up, where the game in progress begins.
#[derive(Clone, Debug, Default)]
struct Earlier {
    moves: usize,
    breaches: Vec<Breach>,
    /// Who consented to what had been played, each with the number of moves before.
    consents: Vec<(usize, Color)>,
    displacements: Vec<Displacement>,
    /// What would have been without the displacements, if they still matter.
    undisturbed: Option<Undisturbed>,
}

/// How far the moves of a game have come, where nothing else changes.
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
    /// The komi that was set; that of the rules where none was.
    komi: Option<f64>,
    start: Position,
    earlier: Earlier,
    plays: Vec<Play>,
    /// What the players decided beside the moves, each with the number of moves before it.
    decisions: Vec<(usize, Decision)>,
    position: Position,
    /// What its positions are meant as, if a user says so.
    meant: Option<Meant>,
}

impl Game {
    /// A game on an empty board; with the komi of the rules where none is given.
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
        }
    }

    /// The position at hand.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The position with this side to move.
    #[must_use]
    pub fn position_for(&self, color: Color) -> Position {
        let mut position = self.position.clone();
        position.set_turn(color);
        position
    }

    /// What the position is judged as: one that was set up, with nothing played since, as a diagram, if nothing else is
    /// [said](Game::mean).
    pub fn occasion(&self) -> Occasion {
        Occasion::of(&self.position).meant_as(self.meant)
    }

    /// What positions are meant as, if something is said of it.
    pub fn meant(&self) -> Option<Meant> {
        self.meant
    }

    /// Says what positions are meant as, now and in games that follow; `None` takes it back.
    pub fn mean(&mut self, meant: Option<Meant>) {
        self.meant = meant;
    }

    /// The rules in force.
    pub fn rules(&self) -> &Rules {
        self.position.rules()
    }

    /// Size of the board.
    pub fn size(&self) -> Size {
        self.position.board().size()
    }

    /// An empty board of this size; rules and komi stay.
    pub fn resize(&mut self, size: Size) {
        self.begin(Position::new(size, *self.rules()));
    }

    /// An empty board of the same size; rules and komi stay.
    pub fn clear(&mut self) {
        self.resize(self.size());
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
        self.set_rules(*self.rules());
        Ok(())
    }

    /// Puts other rules in force. Their komi comes with them where none has been set.
    pub fn set_rules(&mut self, rules: Rules) {
        let komi = self.komi.unwrap_or(rules.komi);
        self.start.set_rules(rules);
        self.start.set_komi(komi);
        // What was played under other rules stays played, and is reckoned by the new ones.
        let turn = self.position.turn();
        self.replay();
        self.position.set_turn(turn);
        // What they have no room for has not been decided.
        let decisions = mem::take(&mut self.decisions);
        self.take_over(decisions);
    }

    /// Plays all of the moves, by whichever side, or none of them.
    ///
    /// # Errors
    ///
    /// The first [`IllegalMove`]; [`Refusal::Over`], where the players have ended the game by the phases of their rules.
    pub fn play_all(&mut self, plays: &[Play]) -> Result<(), Refusal> {
        self.extend(plays, |position, (color, to)| {
            position.set_turn(color);
            position.play(to)
        })
    }

    /// Records all of the moves, or none of them, whatever rules they break: as a referee does.
    ///
    /// # Errors
    ///
    /// The first point that is occupied or off the board.
    pub fn record_all(&mut self, plays: &[Play]) -> Result<(), Refusal> {
        self.extend(plays, |position, play| position.play_anyway(play).map(drop))
    }

    /// Takes all of the moves, or none of them: those before the first that is refused are taken back.
    fn extend(
        &mut self,
        plays: &[Play],
        take: impl Fn(&mut Position, Play) -> Result<(), IllegalMove>,
    ) -> Result<(), Refusal> {
        if self.is_ended_by_phases() {
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
        Ok(())
    }

    /// How far the moves have come.
    pub fn moves_made(&self) -> MovesMade {
        MovesMade {
            moves: self.plays.len(),
            turn: self.position.turn(),
        }
    }

    /// Takes back what was played since, whatever state that was left in.
    pub fn go_back_to(&mut self, made: MovesMade) {
        self.plays.truncate(made.moves);
        self.replay();
        self.position.set_turn(made.turn);
    }

    /// Takes back this many moves. A request to resume play, which gives who receives it the right to take back moves of
    /// the filling of dame (2009, 8-1), stays.
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
        let request = self.request_that_stays(moves as usize);
        self.plays.truncate(left);
        self.decisions.retain(|&(at, _)| at <= left);
        self.decisions
            .extend(request.map(|request| (left, request)));
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
        let standing = PerColor::from_fn(|color| board.stones(color));
        let board = self.board_with(standing, stones)?;
        let mut start = Position::set_up(board, self.position.turn(), *self.rules());
        start.set_handicap(self.position.handicap());
        start.set_prisoners(self.position.prisoners());
        self.begin(start);
        Ok(())
    }

    /// An empty board of the same size with these stones on it; Black is to move.
    ///
    /// # Errors
    ///
    /// [`Refusal::Setup`].
    pub fn set_position(&mut self, stones: &[(Color, Point)]) -> Result<(), Refusal> {
        let board = self.board_with(PerColor::default(), stones)?;
        self.begin(Position::set_up(board, Color::Black, *self.rules()));
        Ok(())
    }

    /// A board of the same size with stones added to those that stand, each on a point of its own.
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

    /// Says how many prisoners each side holds, where some were taken before the game began here.
    ///
    /// # Errors
    ///
    /// [`Refusal::Prisoners`].
    pub fn set_prisoners(&mut self, prisoners: PerColor<u32>) -> Result<(), Refusal> {
        let (held, before) = (self.position.prisoners(), self.start.prisoners());
        let mut start = PerColor::default();
        for color in Color::BOTH {
            let taken = held[color] - before[color];
            let told = Some(prisoners[color]).filter(|&told| told <= MOST_PRISONERS);
            let told = told.and_then(|told| told.checked_sub(taken));
            start[color] = told.ok_or(Refusal::Prisoners)?;
        }
        let turn = self.position.turn();
        self.start.set_prisoners(start);
        self.replay();
        self.position.set_turn(turn);
        Ok(())
    }

    /// Lets this side move next.
    pub fn set_turn(&mut self, color: Color) {
        if self.plays.is_empty() {
            self.start.set_turn(color);
        }
        self.position.set_turn(color);
    }

    /// What was played although it breaks a rule in force, in the order it was played: in a record, for a
    /// referee, or under other rules before.
    #[must_use]
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

    /// The stones that were displaced within the game, as far as its record shows it.
    pub fn displacements(&self) -> &[Displacement] {
        &self.earlier.displacements
    }

    /// Begins a game from a position, under the rules and with the komi in force.
    fn begin(&mut self, mut start: Position) {
        start.set_rules(*self.rules());
        start.set_komi(self.komi.unwrap_or(self.rules().komi));
        self.start = start.clone();
        self.earlier = Earlier::default();
        self.plays.clear();
        self.decisions.clear();
        self.position = start;
    }

    fn replay(&mut self) {
        let mut position = self.start.clone();
        for &(color, to) in &self.plays {
            position.set_turn(color);
            position.play_legal(to);
        }
        self.position = position;
    }
}
