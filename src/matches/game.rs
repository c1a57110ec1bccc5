//! One game between two programs, from the opening to the result.

use super::arbiter::{Arbiter, SAME_SCORE, margin, score_text};
use super::error::MatchError;
use super::program::{GtpProgram, Response};
use super::schedule::Pairing;
use super::tally::{GameResult, Player, Termination, ThinkingTime};
use crate::board::Play;
use crate::color::{Color, PerColor};
use crate::judge::{Effort, Occasion, adjudicate};
use crate::point::{Move, Point};
use crate::position::Position;
use crate::rules::{End, Repetition};
use crate::sgf::{Entry, Record};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use std::fs::File;
use std::time::Duration;

/// A game that is over.
#[derive(Clone, Debug)]
pub struct FinishedGame {
    /// Its result.
    pub result: GameResult,
    moves: Vec<Play>,
}

/// Plays a game to its end; what the programs write to their standard error goes to the two logs.
///
/// # Errors
///
/// A [`MatchError`] if a program does not start or refuses the terms. Whatever it does wrong later loses it the
/// game and is no error.
pub fn play(
    arbiter: &Arbiter,
    pairing: &Pairing,
    logs: [File; 2],
) -> Result<FinishedGame, MatchError> {
    let mut game = OngoingGame::start(arbiter, pairing, logs)?;
    let conclusion = match game.opening().and_then(|()| game.middle_game()) {
        Ok(NormalEnd::Passed) => game.count()?,
        Ok(NormalEnd::Repeated(Repetition::Draw)) => {
            Conclusion::without_winner(Termination::Repeated, "0")
        }
        Ok(NormalEnd::Repeated(_)) => Conclusion::without_winner(Termination::Repeated, "Void"),
        Ok(NormalEnd::TooLong) => Conclusion::without_winner(Termination::Unfinished, "Void"),
        Err(loss) => loss.conclusion(pairing),
    };
    Ok(game.finish(conclusion))
}

impl FinishedGame {
    /// The game in SGF.
    #[must_use]
    pub fn sgf(&self, pairing: &Pairing, programs: &[String; 2]) -> String {
        let name = |color| pairing.fill_in(&programs[pairing.player_with(color) as usize]);
        let names = PerColor::from_fn(name);
        let mut record = Record::new(pairing.size());
        record.komi = Some(pairing.komi);
        record.rules = Some(pairing.rules.clone());
        record.result = Some(self.result.result.clone());
        record.players = PerColor(names.0.map(Some));
        self.moves
            .iter()
            .for_each(|&play| record.push(Entry::Play(play)));
        record.to_string()
    }
}

/// How a game ended if neither program lost it before the count.
enum NormalEnd {
    /// By passes, so that the board is to be counted.
    Passed,
    /// By a repetition of the position.
    Repeated(Repetition),
    /// By the limit of moves.
    TooLong,
}

/// How a program lost the game before the count.
struct Loss {
    player: Player,
    termination: Termination,
    mishap: Option<String>,
}

impl Loss {
    fn conclusion(self, pairing: &Pairing) -> Conclusion {
        let winner = self.player.other();
        let letter = if winner == pairing.black { 'B' } else { 'W' };
        let how = match self.termination {
            Termination::Resigned => "R",
            Termination::Overtime => "T",
            _ => "F",
        };
        let result = format!("{letter}+{how}");
        Conclusion {
            winner: Some(winner),
            termination: self.termination,
            result,
            disputed: false,
            mishap: self.mishap,
        }
    }
}

/// What the end of a game adds to its result.
struct Conclusion {
    winner: Option<Player>,
    termination: Termination,
    result: String,
    disputed: bool,
    mishap: Option<String>,
}

impl Conclusion {
    fn without_winner(termination: Termination, result: &str) -> Conclusion {
        Conclusion {
            winner: None,
            termination,
            result: result.to_owned(),
            disputed: false,
            mishap: None,
        }
    }
}

/// A game being played.
struct OngoingGame<'a> {
    arbiter: &'a Arbiter,
    pairing: &'a Pairing,
    programs: [GtpProgram; 2],
    position: Position,
    moves: Vec<Play>,
    thinking: [ThinkingTime; 2],
    claims: [Option<String>; 2],
}

impl<'a> OngoingGame<'a> {
    /// Starts both programs and sets up the arbiter's board.
    fn start(
        arbiter: &'a Arbiter,
        pairing: &'a Pairing,
        [log_a, log_b]: [File; 2],
    ) -> Result<OngoingGame<'a>, MatchError> {
        let a = arbiter.start(pairing, Player::A, log_a)?;
        let b = arbiter.start(pairing, Player::B, log_b)?;
        let mut position = Position::new(pairing.size(), pairing.rules());
        position.set_komi(pairing.komi);
        Ok(OngoingGame {
            arbiter,
            pairing,
            programs: [a, b],
            position,
            moves: Vec::new(),
            thinking: [ThinkingTime::default(); 2],
            claims: [None, None],
        })
    }

    /// Asks a program; without a response it loses the game.
    fn ask(&mut self, player: Player, command: &str) -> Result<(Response, Duration), Loss> {
        let response = self.programs[player as usize].ask(command, self.arbiter.patience);
        response.map_err(|error| {
            let mishap = Some(format!("{player:?} {error} at '{command}'"));
            Loss {
                player,
                termination: Termination::Crashed,
                mishap,
            }
        })
    }

    /// Makes a legal move on the arbiter's board and tells programs of it.
    fn make(&mut self, color: Color, to: Move, told: &[Player]) -> Result<(), Loss> {
        self.position.play_legal(to);
        self.moves.push((color, to));
        for &player in told {
            let (answer, _) = self.ask(player, &format!("play {color} {to}"))?;
            if let Err(answer) = answer {
                let mishap = Some(format!("{player:?} refuses {color} {to}: {answer}"));
                return Err(Loss {
                    player,
                    termination: Termination::RefusedMove,
                    mishap,
                });
            }
        }
        Ok(())
    }

    /// Makes the random moves of the opening: legal ones, off the edge if the board has room for that.
    fn opening(&mut self) -> Result<(), Loss> {
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
                .filter(|&to| self.position.is_legal(to))
                .collect();
            if legal.is_empty() {
                break;
            }
            let to = legal[random.random_range(0..legal.len())];
            self.make(self.position.turn(), to, &Player::BOTH)?;
        }
        Ok(())
    }

    /// Asks the programs in turn until the game is over.
    fn middle_game(&mut self) -> Result<NormalEnd, Loss> {
        let most = self.arbiter.max_moves(self.pairing.size());
        loop {
            if let Some(repetition) = self.position.repetition() {
                return Ok(NormalEnd::Repeated(repetition));
            }
            if self.position.is_over() || self.is_agreed() {
                return Ok(NormalEnd::Passed);
            }
            if self.moves.len() >= most {
                return Ok(NormalEnd::TooLong);
            }
            self.turn()?;
        }
    }

    /// Whether two passes stand for the agreement by which some rules end a game.
    fn is_agreed(&self) -> bool {
        matches!(self.position.rules().end, End::FourPasses | End::Agreement)
            && self.position.passes() >= 2
    }

    /// Has the program whose turn it is make a move.
    fn turn(&mut self) -> Result<(), Loss> {
        let color = self.position.turn();
        let player = self.pairing.player_with(color);
        if let Some(seconds) = self
            .arbiter
            .seconds_per_move
            .filter(|_| self.programs[player as usize].knows("time_left"))
        {
            let (_refusal, _) = self.ask(player, &format!("time_left {color} {seconds} 1"))?;
        }
        let (answer, time) = self.ask(player, &format!("genmove {color}"))?;
        self.thinking[player as usize].add(time.as_secs_f64());
        if self.arbiter.move_limit.is_some_and(|limit| time > limit) {
            let mishap = Some(format!("{player:?} took {:.3} s", time.as_secs_f64()));
            return Err(Loss {
                player,
                termination: Termination::Overtime,
                mishap,
            });
        }
        let illegal = |text: String| Loss {
            player,
            termination: Termination::IllegalMove,
            mishap: Some(format!("{player:?}: {text}")),
        };
        let answer = answer.map_err(|text| illegal(format!("genmove refused with '{text}'")))?;
        if answer.eq_ignore_ascii_case("resign") {
            return Err(Loss {
                player,
                termination: Termination::Resigned,
                mishap: None,
            });
        }
        let to = answer
            .parse()
            .map_err(|_| illegal(format!("'{answer}' is no move")))?;
        self.position
            .check_legal(to)
            .map_err(|reason| illegal(format!("{to}: {reason}")))?;
        self.make(color, to, &[player.other()])
    }

    /// Counts the game, and asks both programs for their score.
    fn count(&mut self) -> Result<Conclusion, MatchError> {
        let lead = match &self.arbiter.referee {
            Some(command) => self
                .arbiter
                .ask_referee(command, self.pairing, &self.moves)?,
            None => adjudicate(&self.position, Occasion::Game, &Effort::default())
                .score()
                .margin(),
        };
        let mut disputed = false;
        for player in Player::BOTH {
            if self.programs[player as usize].knows("final_score") {
                match self.ask(player, "final_score") {
                    Ok((Ok(text) | Err(text), _)) => {
                        disputed |=
                            margin(&text).is_none_or(|margin| (margin - lead).abs() > SAME_SCORE);
                        self.claims[player as usize] = Some(text);
                    }
                    Err(loss) => return Ok(loss.conclusion(self.pairing)),
                }
            }
        }
        let winner = match lead {
            lead if lead > SAME_SCORE => Some(self.pairing.black),
            lead if lead < -SAME_SCORE => Some(self.pairing.black.other()),
            _ => None,
        };
        Ok(Conclusion {
            winner,
            termination: Termination::Counted,
            result: score_text(lead),
            disputed,
            mishap: None,
        })
    }

    fn finish(self, conclusion: Conclusion) -> FinishedGame {
        let result = GameResult {
            black: self.pairing.black,
            winner: conclusion.winner,
            termination: conclusion.termination,
            result: conclusion.result,
            claims: self.claims,
            disputed: conclusion.disputed,
            moves: self.moves.len() as u32,
            thinking: self.thinking,
            mishap: conclusion.mishap,
        };
        FinishedGame {
            result,
            moves: self.moves,
        }
    }
}
