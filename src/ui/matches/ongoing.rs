//! OngoingGame: a game in progress between two programs and the arbiter's board.

use super::arbiter::{Arbiter, NotReady};
use super::conclusion::{Loss, NotStarted};
use super::error::MatchError;
use super::program::{GtpProgram, ProgramError, Response};
use super::schedule::Pairing;
use super::tally::{Termination, ThinkingTime};
use crate::go::board::Play;
use crate::go::color::{Color, PerColor};
use crate::go::point::{Move, Point};
use crate::go::position::Position;
use crate::referee::ending::Ending;
use crate::referee::game::Game;
use crate::util::visible;
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use std::fs::File;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// A game in progress.
pub(super) struct OngoingGame<'a> {
    pub(super) arbiter: &'a Arbiter,
    pub(super) pairing: &'a Pairing,
    pub(super) programs: PerColor<GtpProgram>,
    /// The arbiter's board.
    pub(super) game: Game,
    pub(super) handicap: Vec<Point>,
    pub(super) moves: Vec<Play>,
    pub(super) thinking: PerColor<ThinkingTime>,
    /// The question after the last move that a program did not answer in time.
    ///
    /// Such a program is sent no further questions.
    pub(super) unanswered: PerColor<Option<String>>,
    /// Why the referee has not scored the game.
    pub(super) referee_failure: Option<String>,
}

impl<'a> OngoingGame<'a> {
    /// Starts both programs and sets up the arbiter's board.
    ///
    /// A program that exits before it can play forfeits the game.
    pub(super) fn start(
        arbiter: &'a Arbiter,
        pairing: &'a Pairing,
        [black_log, white_log]: [File; 2],
    ) -> Result<OngoingGame<'a>, NotStarted> {
        let start = |color: Color, log: File| {
            let started = arbiter.start(pairing, color, log);
            started.map_err(|error| match error {
                NotReady::Died { error, asked } => {
                    NotStarted::Lost(Loss::at(pairing, color, error, &asked))
                }
                NotReady::Match(error) => NotStarted::Match(error),
            })
        };
        let black = start(Color::Black, black_log)?;
        let white = start(Color::White, white_log)?;
        Ok(OngoingGame {
            arbiter,
            pairing,
            programs: PerColor::new(black, white),
            game: pairing.game(),
            handicap: Vec::new(),
            moves: Vec::new(),
            thinking: PerColor::default(),
            unanswered: PerColor::default(),
            referee_failure: None,
        })
    }

    pub(super) fn position(&self) -> &Position {
        self.game.position()
    }

    /// The state of the end procedure.
    pub(super) fn ending(&self) -> Ending {
        let ending = self.game.ending();
        ending.expect("only what the ending allows is played and decided")
    }

    /// Letter of the program with this color.
    pub(super) fn name(&self, color: Color) -> String {
        self.pairing.player_with(color).to_string()
    }

    /// Sends a command; a program without a response forfeits the game.
    pub(super) fn ask(
        &mut self,
        color: Color,
        command: &str,
    ) -> Result<(Response, Duration), Loss> {
        let response = self.programs[color].ask(command, self.arbiter.patience);
        response.map_err(|error| Loss::at(self.pairing, color, error, command))
    }

    /// Sends a command after the last move. A timeout is noted and not penalized.
    pub(super) fn ask_at_end(
        &mut self,
        color: Color,
        command: &str,
    ) -> Result<Option<Response>, Loss> {
        if self.unanswered[color].is_some() {
            return Ok(None);
        }
        match self.programs[color].ask(command, self.arbiter.patience) {
            Ok((response, _)) => Ok(Some(response)),
            Err(ProgramError::Silent) => {
                let name = self.name(color);
                let told =
                    format!("{name} did not answer '{command}' in time, after the last move");
                self.unanswered[color] = Some(told);
                Ok(None)
            }
            Err(error) => Err(Loss::at(self.pairing, color, error, command)),
        }
    }

    /// Returns Black's lead according to the referee; a failure is noted.
    pub(super) fn count_by_referee(&mut self) -> Option<f64> {
        let counted = self
            .arbiter
            .ask_referee(self.pairing, &self.handicap, &self.moves);
        let note = |error: MatchError| {
            let told = error.to_string();
            self.referee_failure =
                Some(format!("no count by the referee: {}", visible::line(&told)));
        };
        counted.map_err(note).ok().flatten()
    }

    /// Sends a command that the program must not refuse.
    pub(super) fn tell(&mut self, color: Color, command: &str) -> Result<(), Loss> {
        let (answer, _) = self.ask(color, command)?;
        answer.map(drop).map_err(|answer| Loss {
            loser: color,
            termination: Termination::RefusedMove,
            mishap: Some(format!(
                "{} refuses '{command}': {}",
                self.name(color),
                visible::line(&answer)
            )),
        })
    }

    /// A loss by time, with the seconds used.
    fn overtime(&self, loser: Color, seconds: &str) -> Loss {
        Loss {
            loser,
            termination: Termination::Overtime,
            mishap: Some(format!("{} took {seconds} s", self.name(loser))),
        }
    }

    /// A loss by an illegal move.
    pub(super) fn illegal(&self, loser: Color, text: &str) -> Loss {
        self.lost(loser, Termination::IllegalMove, text)
    }

    /// A loss by an error, or by another answer that is no move.
    fn no_move(&self, loser: Color, text: &str) -> Loss {
        self.lost(loser, Termination::NoMove, text)
    }

    fn lost(&self, loser: Color, termination: Termination, text: &str) -> Loss {
        Loss {
            loser,
            termination,
            mishap: Some(format!("{}: {text}", self.name(loser))),
        }
    }

    /// Plays a legal move on the arbiter's board and sends it to the programs in `told`.
    pub(super) fn make(&mut self, color: Color, to: Move, told: &[Color]) -> Result<(), Loss> {
        let made = self.game.play_all(&[(color, to)]);
        made.expect("the move is legal");
        self.moves.push((color, to));
        self.arbiter.moves.fetch_add(1, Ordering::Relaxed);
        for &other in told {
            self.tell(other, &format!("play {color} {to}"))?;
        }
        Ok(())
    }

    /// Places Black's handicap stones, on the points of the rules or where Black chooses.
    ///
    /// # Errors
    ///
    /// Returns a [`MatchError`] if the rules name no points and Black may not choose them.
    pub(super) fn handicap(&mut self) -> Result<Result<(), Loss>, MatchError> {
        let stones = self.pairing.handicap;
        if stones == 0 {
            return Ok(Ok(()));
        }
        let is_free = self.pairing.free_handicap;
        let asks = is_free && self.programs[Color::Black].knows("place_free_handicap");
        let points = self.pairing.handicap_points();
        let points = points.ok_or_else(|| self.pairing.handicap_error())?;
        Ok(self.place_handicap(Some(points).filter(|_| !asks)))
    }

    /// Places handicap stones on these points, or asks Black for them.
    fn place_handicap(&mut self, points: Option<Vec<Point>>) -> Result<(), Loss> {
        let mut told: &[Color] = &Color::BOTH;
        let points = match points {
            Some(points) => points,
            None => {
                told = &[Color::White];
                self.free_handicap()?
            }
        };
        if self.game.set_handicap(&points).is_err() {
            return Err(self.illegal(Color::Black, "the handicap stones cannot stand so"));
        }
        for &color in told {
            if self.programs[color].knows("set_free_handicap") {
                let names: String = points.iter().map(|point| format!(" {point}")).collect();
                self.tell(color, &format!("set_free_handicap{names}"))?;
            } else {
                for point in &points {
                    self.tell(color, &format!("play {} {point}", Color::Black))?;
                }
            }
        }
        self.handicap = points;
        Ok(())
    }

    /// Asks Black's program for its handicap points. GTP allows fewer than requested.
    fn free_handicap(&mut self) -> Result<Vec<Point>, Loss> {
        let stones = self.pairing.handicap;
        let (answer, _) = self.ask(Color::Black, &format!("place_free_handicap {stones}"))?;
        let refused = |text: &str| {
            let text = visible::line(text);
            format!("place_free_handicap answered with '{text}'")
        };
        let text = answer.map_err(|text| self.no_move(Color::Black, &refused(&text)))?;
        let points: Result<Vec<Point>, _> = text.split_whitespace().map(str::parse).collect();
        points
            .ok()
            .filter(|points| (2..=stones as usize).contains(&points.len()))
            .ok_or_else(|| self.no_move(Color::Black, &refused(&text)))
    }

    /// Plays the random opening moves: legal ones, away from the edge if the board is large enough.
    pub(super) fn opening(&mut self) -> Result<(), Loss> {
        let size = self.pairing.size();
        let margin = |side: u8| if side < 7 { 1 } else { 3 };
        let (column, row) = (margin(size.width()), margin(size.height()));
        let inner = |point: &Point| {
            (column..=size.width() + 1 - column).contains(&point.column())
                && (row..=size.height() + 1 - row).contains(&point.row())
        };
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.pairing.seed);
        for _ in 0..self.pairing.opening {
            let legal: Vec<Move> = size
                .points()
                .filter(inner)
                .map(Move::At)
                .filter(|&to| self.position().is_legal(to))
                .collect();
            if legal.is_empty() {
                break;
            }
            let to = legal[random.random_range(0..legal.len())];
            self.make(self.position().turn(), to, &Color::BOTH)?;
        }
        Ok(())
    }

    /// Asks the side to move for a move with `command`, and plays it.
    pub(super) fn turn(&mut self, ending: &Ending, command: &str) -> Result<(), Loss> {
        let color = ending.position().turn();
        if let Some(seconds) = self
            .arbiter
            .seconds_per_move
            .filter(|_| self.programs[color].knows("time_left"))
        {
            let (_refusal, _) = self.ask(color, &format!("time_left {color} {seconds} 1"))?;
        }
        let asked = format!("{command} {color}");
        let response = self.programs[color].ask(&asked, self.arbiter.patience_for_move());
        let (answer, time) = response.map_err(|error| match (error, self.arbiter.move_limit) {
            (ProgramError::Silent, Some(limit)) => {
                self.overtime(color, &format!("more than {:.3}", limit.as_secs_f64()))
            }
            (error, _) => Loss::at(self.pairing, color, error, &asked),
        })?;
        self.thinking[color].add(time.as_secs_f64());
        if self.arbiter.move_limit.is_some_and(|limit| time > limit) {
            return Err(self.overtime(color, &format!("{:.3}", time.as_secs_f64())));
        }
        let answer = answer.map_err(|text| {
            self.no_move(
                color,
                &format!("{command} refused with '{}'", visible::line(&text)),
            )
        })?;
        if answer.eq_ignore_ascii_case("resign") {
            return Err(Loss {
                loser: color,
                termination: Termination::Resigned,
                mishap: None,
            });
        }
        let to = answer.parse().map_err(|_| {
            self.no_move(color, &format!("'{}' is no move", visible::line(&answer)))
        })?;
        let legal = ending.position().check_legal(to);
        legal.map_err(|reason| self.illegal(color, &format!("{to}: {reason}")))?;
        self.make(color, to, &[!color])
    }
}
