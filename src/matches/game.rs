//! One game between two programs, from the opening to the result.

use super::arbiter::{Arbiter, SAME_SCORE, margin, score_text};
use super::error::MatchError;
use super::program::{GtpProgram, Response};
use super::schedule::Pairing;
use super::tally::{GameResult, Termination, ThinkingTime};
use crate::board::Play;
use crate::color::{Color, PerColor};
use crate::game::Game;
use crate::judge::{Effort, Occasion, adjudicate};
use crate::point::{Move, Point};
use crate::position::Position;
use crate::rules::{End, Repetition};
use crate::sgf::Entry;
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

/// A game that is over.
#[derive(Clone, Debug)]
pub struct FinishedGame {
    /// Its result.
    pub result: GameResult,
    /// The game in SGF.
    pub sgf: String,
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
    let begun = game.handicap()?.and_then(|()| game.opening());
    let conclusion = match begun.and_then(|()| game.middle_game()) {
        Ok(NormalEnd::Passed) => game.count()?,
        Ok(NormalEnd::Repeated(Repetition::Draw)) => {
            Conclusion::without_winner(Termination::Repeated, "0")
        }
        Ok(NormalEnd::Repeated(_)) => Conclusion::without_winner(Termination::Repeated, "Void"),
        Ok(NormalEnd::TooLong) => Conclusion::without_winner(Termination::Unfinished, "Void"),
        Err(loss) => loss.conclusion(),
    };
    Ok(game.finish(conclusion))
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
    loser: Color,
    termination: Termination,
    mishap: Option<String>,
}

impl Loss {
    fn conclusion(self) -> Conclusion {
        let winner = !self.loser;
        let letter = &winner.to_string()[..1];
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
    winner: Option<Color>,
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
    programs: PerColor<GtpProgram>,
    /// The arbiter's board.
    game: Game,
    handicap: Vec<Point>,
    moves: Vec<Play>,
    thinking: PerColor<ThinkingTime>,
    claims: PerColor<Option<String>>,
}

impl<'a> OngoingGame<'a> {
    /// Starts both programs and sets up the arbiter's board.
    fn start(
        arbiter: &'a Arbiter,
        pairing: &'a Pairing,
        [black_log, white_log]: [File; 2],
    ) -> Result<OngoingGame<'a>, MatchError> {
        let black = arbiter.start(pairing, Color::Black, black_log)?;
        let white = arbiter.start(pairing, Color::White, white_log)?;
        Ok(OngoingGame {
            arbiter,
            pairing,
            programs: PerColor::new(black, white),
            game: pairing.game(),
            handicap: Vec::new(),
            moves: Vec::new(),
            thinking: PerColor::default(),
            claims: PerColor::default(),
        })
    }

    fn position(&self) -> &Position {
        self.game.position()
    }

    /// The letter of the program that has a color.
    fn name(&self, color: Color) -> String {
        self.pairing.player_with(color).to_string()
    }

    /// Asks the program that has a color; without a response it loses the game.
    fn ask(&mut self, color: Color, command: &str) -> Result<(Response, Duration), Loss> {
        let response = self.programs[color].ask(command, self.arbiter.patience);
        response.map_err(|error| Loss {
            loser: color,
            termination: Termination::Crashed,
            mishap: Some(format!("{} {error} at '{command}'", self.name(color))),
        })
    }

    /// Tells a program something that it must not refuse.
    fn tell(&mut self, color: Color, command: &str) -> Result<(), Loss> {
        let (answer, _) = self.ask(color, command)?;
        answer.map(drop).map_err(|answer| Loss {
            loser: color,
            termination: Termination::RefusedMove,
            mishap: Some(format!(
                "{} refuses '{command}': {answer}",
                self.name(color)
            )),
        })
    }

    /// That the program that has a color spoilt the game by a move.
    fn illegal(&self, loser: Color, text: &str) -> Loss {
        Loss {
            loser,
            termination: Termination::IllegalMove,
            mishap: Some(format!("{}: {text}", self.name(loser))),
        }
    }

    /// Makes a legal move on the arbiter's board and tells programs of it.
    fn make(&mut self, color: Color, to: Move, told: &[Color]) -> Result<(), Loss> {
        let made = self.game.play_all(&[(color, to)]);
        made.expect("the move is legal");
        self.moves.push((color, to));
        for &other in told {
            self.tell(other, &format!("play {color} {to}"))?;
        }
        Ok(())
    }

    /// Puts Black's handicap stones on the board: on the points of the rules, or where Black likes.
    ///
    /// # Errors
    ///
    /// A [`MatchError`] if the rules name no points and Black is not to choose them.
    fn handicap(&mut self) -> Result<Result<(), Loss>, MatchError> {
        let stones = self.pairing.handicap;
        if stones == 0 {
            return Ok(Ok(()));
        }
        let is_free = self.pairing.free_handicap;
        let asks = is_free && self.programs[Color::Black].knows("place_free_handicap");
        let fixed = match is_free {
            true => self.pairing.game().free_handicap(stones).ok(),
            false => self.pairing.handicap_points(),
        };
        let fixed = fixed.filter(|_| !asks);
        if fixed.is_none() && !asks {
            return Err(MatchError::Handicap {
                stones,
                rules: self.pairing.rules.clone(),
                size: self.pairing.size(),
            });
        }
        Ok(self.place_handicap(fixed))
    }

    /// Puts handicap stones on these points, or asks Black for them.
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

    /// Where Black's program puts its handicap stones: GTP allows it fewer than it was offered.
    fn free_handicap(&mut self) -> Result<Vec<Point>, Loss> {
        let stones = self.pairing.handicap;
        let (answer, _) = self.ask(Color::Black, &format!("place_free_handicap {stones}"))?;
        let refused = |text: &str| format!("place_free_handicap answered with '{text}'");
        let text = answer.map_err(|text| self.illegal(Color::Black, &refused(&text)))?;
        let points: Result<Vec<Point>, _> = text.split_whitespace().map(str::parse).collect();
        points
            .ok()
            .filter(|points| (2..=stones as usize).contains(&points.len()))
            .ok_or_else(|| self.illegal(Color::Black, &refused(&text)))
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

    /// Asks the programs in turn until the game is over.
    fn middle_game(&mut self) -> Result<NormalEnd, Loss> {
        let most = self.arbiter.max_moves(self.pairing.size());
        loop {
            if let Some(repetition) = self.position().repetition() {
                return Ok(NormalEnd::Repeated(repetition));
            }
            if self.position().is_over() || self.is_agreed() {
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
        matches!(
            self.position().rules().end,
            End::FourPasses | End::Agreement
        ) && self.position().passes() >= 2
    }

    /// Has the program whose turn it is make a move.
    fn turn(&mut self) -> Result<(), Loss> {
        let color = self.position().turn();
        if let Some(seconds) = self
            .arbiter
            .seconds_per_move
            .filter(|_| self.programs[color].knows("time_left"))
        {
            let (_refusal, _) = self.ask(color, &format!("time_left {color} {seconds} 1"))?;
        }
        let (answer, time) = self.ask(color, &format!("genmove {color}"))?;
        self.thinking[color].add(time.as_secs_f64());
        if self.arbiter.move_limit.is_some_and(|limit| time > limit) {
            return Err(Loss {
                loser: color,
                termination: Termination::Overtime,
                mishap: Some(format!(
                    "{} took {:.3} s",
                    self.name(color),
                    time.as_secs_f64()
                )),
            });
        }
        let answer = answer
            .map_err(|text| self.illegal(color, &format!("genmove refused with '{text}'")))?;
        if answer.eq_ignore_ascii_case("resign") {
            return Err(Loss {
                loser: color,
                termination: Termination::Resigned,
                mishap: None,
            });
        }
        let to = answer
            .parse()
            .map_err(|_| self.illegal(color, &format!("'{answer}' is no move")))?;
        self.position()
            .check_legal(to)
            .map_err(|reason| self.illegal(color, &format!("{to}: {reason}")))?;
        self.make(color, to, &[!color])
    }

    /// Counts the game, and asks both programs for their score.
    fn count(&mut self) -> Result<Conclusion, MatchError> {
        let lead = match &self.arbiter.referee {
            Some(command) => {
                self.arbiter
                    .ask_referee(command, self.pairing, &self.handicap, &self.moves)?
            }
            None => adjudicate(self.position(), Occasion::Game, &Effort::default())
                .score()
                .margin(),
        };
        let mut disputed = false;
        for color in Color::BOTH {
            if self.programs[color].knows("final_score") {
                match self.ask(color, "final_score") {
                    Ok((Ok(text) | Err(text), _)) => {
                        disputed |=
                            margin(&text).is_none_or(|margin| (margin - lead).abs() > SAME_SCORE);
                        self.claims[color] = Some(text);
                    }
                    Err(loss) => return Ok(loss.conclusion()),
                }
            }
        }
        let winner = match lead {
            lead if lead > SAME_SCORE => Some(Color::Black),
            lead if lead < -SAME_SCORE => Some(Color::White),
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

    /// The game in SGF, with its result.
    fn sgf(&self, conclusion: &Conclusion) -> String {
        let mut record = self.game.record(None);
        record.result = Some(conclusion.result.clone());
        let name = |color| self.arbiter.command(self.pairing, color);
        record.players = PerColor::from_fn(|color| Some(name(color)));
        if let Some(stage) = &self.pairing.stage {
            record.push(Entry::Comment(stage.clone()));
        }
        record.to_string()
    }

    fn finish(self, conclusion: Conclusion) -> FinishedGame {
        let mut hasher = DefaultHasher::new();
        self.handicap.hash(&mut hasher);
        self.moves.hash(&mut hasher);
        let sgf = self.sgf(&conclusion);
        let winner = conclusion
            .winner
            .map(|color| self.pairing.player_with(color));
        let result = GameResult {
            seats: self.pairing.seats,
            winner,
            termination: conclusion.termination,
            result: conclusion.result,
            claims: self.claims.0,
            disputed: conclusion.disputed,
            moves: self.moves.len() as u32,
            thinking: self.thinking.0,
            fingerprint: hasher.finish(),
            mishap: conclusion.mishap,
        };
        FinishedGame { result, sgf }
    }
}
