//! One game between two programs, from the first command to the score.

use super::program::{Answer, Failure, Program};
use super::schedule::Fixture;
use super::tally::{Ending, Outcome, Side, Thinking};
use super::{MatchError, Options, seconds};
use crate::board::Play;
use crate::color::{Color, PerColor};
use crate::judge::{Effort, adjudicate};
use crate::point::{Move, Point, Size};
use crate::position::Position;
use crate::rules::{Counting, End, Repetition, Rules};
use crate::sgf::{Entry, Record};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use std::fs::File;
use std::time::Duration;

/// Scores closer than this are the same.
const SAME_SCORE: f64 = 1e-6;

/// A game that is over.
#[derive(Clone, Debug)]
pub struct Game {
    /// What came of it.
    pub outcome: Outcome,
    moves: Vec<Play>,
}

/// The terms that hold for all games of a contest.
#[derive(Clone, Debug)]
pub struct Arbiter {
    commands: [String; 2],
    referee: Option<String>,
    seconds_per_move: Option<u32>,
    move_limit: Option<Duration>,
    patience: Duration,
    max_moves: Option<u32>,
}

impl Arbiter {
    /// The terms that the options set.
    ///
    /// # Errors
    ///
    /// A [`MatchError`] if a number among them is none.
    pub fn new(options: &Options) -> Result<Arbiter, MatchError> {
        if options.komi.is_some_and(|komi| !komi.is_finite()) {
            return Err(MatchError::Number("komi"));
        }
        Ok(Arbiter {
            commands: [options.black.clone(), options.white.clone()],
            referee: options.referee.clone(),
            seconds_per_move: options.time_per_move.map(Into::into),
            move_limit: options
                .move_limit
                .map(|limit| seconds(limit, "the limit of a move"))
                .transpose()?,
            patience: seconds(options.timeout, "the timeout")?,
            max_moves: options.max_moves,
        })
    }

    /// Plays a game to its end; the programs' complaints go to the two files.
    ///
    /// # Errors
    ///
    /// A [`MatchError`] if a program does not start or refuses these terms. All that it does wrong
    /// later loses it the game and is no error.
    pub fn play(&self, fixture: &Fixture, complaints: [File; 2]) -> Result<Game, MatchError> {
        let [a, b] = complaints;
        let mut table = Table {
            arbiter: self,
            fixture,
            programs: [
                self.seat(fixture, Side::A, a)?,
                self.seat(fixture, Side::B, b)?,
            ],
            position: {
                let mut position = Position::new(fixture.size(), fixture.rules());
                position.set_komi(fixture.komi);
                position
            },
            moves: Vec::new(),
            thinking: [Thinking::default(); 2],
            claims: [None, None],
        };
        let verdict = match table.opening().and_then(|()| table.middle_game()) {
            Ok(Close::Passed) => table.count()?,
            Ok(Close::Repeated(Repetition::Draw)) => Verdict::even(Ending::Repeated, "0"),
            Ok(Close::Repeated(_)) => Verdict::even(Ending::Repeated, "Void"),
            Ok(Close::TooLong) => Verdict::even(Ending::Unfinished, "Void"),
            Err(loss) => loss.verdict(fixture),
        };
        let Table {
            moves,
            thinking,
            claims,
            ..
        } = table;
        let outcome = Outcome {
            black: fixture.black,
            winner: verdict.winner,
            ending: verdict.ending,
            result: verdict.result,
            claims,
            disputed: verdict.disputed,
            moves: moves.len() as u32,
            thinking,
            mishap: verdict.mishap,
        };
        Ok(Game { outcome, moves })
    }

    /// Starts a program and tells it the terms.
    fn seat(&self, fixture: &Fixture, side: Side, complaints: File) -> Result<Program, MatchError> {
        let command = fixture.fill_in(&self.commands[side as usize]);
        self.introduce(fixture, &command, Some(complaints))
    }

    fn introduce(
        &self,
        fixture: &Fixture,
        command: &str,
        complaints: Option<File>,
    ) -> Result<Program, MatchError> {
        let mut program = Program::start(command, complaints)?;
        let refusal = |asked: &str, answer: &str| MatchError::Refusal {
            command: command.to_owned(),
            asked: asked.to_owned(),
            answer: answer.to_owned(),
        };
        let patience = self.patience;
        program
            .learn_commands(patience)
            .map_err(|failure| refusal("list_commands", &failure.to_string()))?;
        for asked in self.terms(fixture, &program) {
            match program.ask(&asked, patience) {
                Ok((Ok(_), _)) => {}
                Ok((Err(answer), _)) => return Err(refusal(&asked, &answer)),
                Err(failure) => return Err(refusal(&asked, &failure.to_string())),
            }
        }
        Ok(program)
    }

    /// The commands before the first move.
    fn terms(&self, fixture: &Fixture, program: &Program) -> Vec<String> {
        let size = fixture.size();
        let (width, height) = (size.width(), size.height());
        let board = match width == height {
            true => format!("boardsize {width}"),
            false => format!("rectangular_boardsize {width} {height}"),
        };
        let rules = if program.knows("kata-set-rules") {
            Some(format!("kata-set-rules {}", fixture.rules))
        } else if program.knows("kgs-rules") {
            Some(format!("kgs-rules {}", style(&fixture.rules())))
        } else {
            None
        };
        let time = self
            .seconds_per_move
            .filter(|_| program.knows("time_settings"));
        let time = time.map(|seconds| format!("time_settings 0 {seconds} 1"));
        let begin = [board, "clear_board".to_owned()];
        begin
            .into_iter()
            .chain(rules)
            .chain([format!("komi {}", fixture.komi)])
            .chain(time)
            .collect()
    }

    fn max_moves(&self, size: Size) -> usize {
        self.max_moves
            .map_or(4 * size.area(), |moves| moves as usize)
    }

    /// The score that a referee program gives to a game it is shown.
    fn ask_referee(
        &self,
        command: &str,
        fixture: &Fixture,
        moves: &[Play],
    ) -> Result<f64, MatchError> {
        let command = fixture.fill_in(command);
        let mut referee = self.introduce(fixture, &command, None)?;
        let shown = moves
            .iter()
            .map(|&(color, to)| format!("play {color} {to}"));
        let mut score = None;
        for asked in shown.chain(["final_score".to_owned()]) {
            let answer = match referee.ask(&asked, self.patience) {
                Ok((Ok(answer), _)) => answer,
                Ok((Err(answer), _)) => {
                    return Err(MatchError::Refusal {
                        command,
                        asked,
                        answer,
                    });
                }
                Err(failure) => {
                    return Err(MatchError::Refusal {
                        command,
                        asked,
                        answer: failure.to_string(),
                    });
                }
            };
            score = margin(&answer);
            if score.is_none() && asked == "final_score" {
                return Err(MatchError::Refusal {
                    command,
                    asked,
                    answer,
                });
            }
        }
        Ok(score.expect("the last question is for the score"))
    }
}

/// How a game came to its end without anybody's fault.
enum Close {
    Passed,
    Repeated(Repetition),
    TooLong,
}

/// How a program lost the game before its end.
struct Loss {
    side: Side,
    ending: Ending,
    mishap: Option<String>,
}

impl Loss {
    fn verdict(self, fixture: &Fixture) -> Verdict {
        let winner = self.side.other();
        let letter = if winner == fixture.black { 'B' } else { 'W' };
        let how = match self.ending {
            Ending::Resigned => "R",
            Ending::Overtime => "T",
            _ => "F",
        };
        let result = format!("{letter}+{how}");
        Verdict {
            winner: Some(winner),
            ending: self.ending,
            result,
            disputed: false,
            mishap: self.mishap,
        }
    }
}

/// The end of a game.
struct Verdict {
    winner: Option<Side>,
    ending: Ending,
    result: String,
    disputed: bool,
    mishap: Option<String>,
}

impl Verdict {
    fn even(ending: Ending, result: &str) -> Verdict {
        Verdict {
            winner: None,
            ending,
            result: result.to_owned(),
            disputed: false,
            mishap: None,
        }
    }
}

/// A game being played.
struct Table<'a> {
    arbiter: &'a Arbiter,
    fixture: &'a Fixture,
    programs: [Program; 2],
    position: Position,
    moves: Vec<Play>,
    thinking: [Thinking; 2],
    claims: [Option<String>; 2],
}

impl Table<'_> {
    /// Asks a program; what keeps it from answering loses it the game.
    fn ask(&mut self, side: Side, command: &str) -> Result<(Answer, Duration), Loss> {
        let answer = self.programs[side as usize].ask(command, self.arbiter.patience);
        answer.map_err(|failure: Failure| {
            let mishap = Some(format!("{side:?} {failure} at '{command}'"));
            Loss {
                side,
                ending: Ending::Crashed,
                mishap,
            }
        })
    }

    /// Has a move that the rules allow made on the arbiter's board and told to programs.
    fn make(&mut self, color: Color, to: Move, told: &[Side]) -> Result<(), Loss> {
        self.position.play_legal(to);
        self.moves.push((color, to));
        for &side in told {
            let (answer, _) = self.ask(side, &format!("play {color} {to}"))?;
            if let Err(answer) = answer {
                let mishap = Some(format!("{side:?} refuses {color} {to}: {answer}"));
                return Err(Loss {
                    side,
                    ending: Ending::RefusedMove,
                    mishap,
                });
            }
        }
        Ok(())
    }

    /// Makes the moves that are drawn: legal ones, away from the edge where the board has room for that.
    fn opening(&mut self) -> Result<(), Loss> {
        let size = self.fixture.size();
        let margin = |side: u8| if side < 7 { 1 } else { 3 };
        let (column, row) = (margin(size.width()), margin(size.height()));
        let inner = |point: &Point| {
            (column..=size.width() + 1 - column).contains(&point.column())
                && (row..=size.height() + 1 - row).contains(&point.row())
        };
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.fixture.seed);
        for _ in 0..self.fixture.opening {
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
            self.make(self.position.turn(), to, &Side::BOTH)?;
        }
        Ok(())
    }

    /// Asks the programs in turn until the game is over.
    fn middle_game(&mut self) -> Result<Close, Loss> {
        let most = self.arbiter.max_moves(self.fixture.size());
        loop {
            if let Some(repetition) = self.position.repetition() {
                return Ok(Close::Repeated(repetition));
            }
            if self.position.is_over() || self.is_agreed() {
                return Ok(Close::Passed);
            }
            if self.moves.len() >= most {
                return Ok(Close::TooLong);
            }
            self.turn()?;
        }
    }

    /// Between programs, two passes in a row stand for the agreement by which some rules end a game.
    fn is_agreed(&self) -> bool {
        matches!(self.position.rules().end, End::FourPasses | End::Agreement)
            && self.position.passes() >= 2
    }

    /// One move of one program.
    fn turn(&mut self) -> Result<(), Loss> {
        let color = self.position.turn();
        let side = self.fixture.side_of(color);
        if let Some(seconds) = self
            .arbiter
            .seconds_per_move
            .filter(|_| self.programs[side as usize].knows("time_left"))
        {
            let (_refusal, _) = self.ask(side, &format!("time_left {color} {seconds} 1"))?;
        }
        let (answer, time) = self.ask(side, &format!("genmove {color}"))?;
        self.thinking[side as usize].add(time.as_secs_f64());
        if self.arbiter.move_limit.is_some_and(|limit| time > limit) {
            let mishap = Some(format!("{side:?} took {:.3} s", time.as_secs_f64()));
            return Err(Loss {
                side,
                ending: Ending::Overtime,
                mishap,
            });
        }
        let illegal = |text: String| Loss {
            side,
            ending: Ending::IllegalMove,
            mishap: Some(format!("{side:?}: {text}")),
        };
        let answer = answer.map_err(|text| illegal(format!("genmove refused with '{text}'")))?;
        if answer.eq_ignore_ascii_case("resign") {
            return Err(Loss {
                side,
                ending: Ending::Resigned,
                mishap: None,
            });
        }
        let to = answer
            .parse()
            .map_err(|_| illegal(format!("'{answer}' is no move")))?;
        self.position
            .check_legal(to)
            .map_err(|reason| illegal(format!("{to}: {reason}")))?;
        self.make(color, to, &[side.other()])
    }

    /// Has the finished game counted, and asks both programs what they make of it.
    fn count(&mut self) -> Result<Verdict, MatchError> {
        let margin_of_referee = match &self.arbiter.referee {
            Some(command) => self
                .arbiter
                .ask_referee(command, self.fixture, &self.moves)?,
            None => adjudicate(&self.position, &Effort::default())
                .score()
                .margin(),
        };
        let mut disputed = false;
        for side in Side::BOTH {
            if self.programs[side as usize].knows("final_score") {
                match self.ask(side, "final_score") {
                    Ok((Ok(text) | Err(text), _)) => {
                        disputed |= margin(&text)
                            .is_none_or(|margin| (margin - margin_of_referee).abs() > SAME_SCORE);
                        self.claims[side as usize] = Some(text);
                    }
                    Err(loss) => return Ok(loss.verdict(self.fixture)),
                }
            }
        }
        let winner = match margin_of_referee {
            margin if margin > SAME_SCORE => Some(self.fixture.black),
            margin if margin < -SAME_SCORE => Some(self.fixture.black.other()),
            _ => None,
        };
        Ok(Verdict {
            winner,
            ending: Ending::Counted,
            result: score_text(margin_of_referee),
            disputed,
            mishap: None,
        })
    }
}

impl Game {
    /// The game as a file.
    pub fn sgf(&self, fixture: &Fixture, programs: &[String; 2]) -> String {
        let name = |color| fixture.fill_in(&programs[fixture.side_of(color) as usize]);
        let names = PerColor::from_fn(name);
        let mut record = Record::new(fixture.size());
        record.komi = Some(fixture.komi);
        record.rules = Some(fixture.rules.clone());
        record.result = Some(self.outcome.result.clone());
        record.players = PerColor(names.0.map(Some));
        self.moves
            .iter()
            .for_each(|&play| record.push(Entry::Play(play)));
        record.to_string()
    }
}

/// The closest of the two names that every program with a choice of rules knows.
pub(super) fn style(rules: &Rules) -> &'static str {
    match rules.counting {
        Counting::Territory => "japanese",
        Counting::Area | Counting::Stones => "chinese",
    }
}

/// Reads the answer to `final_score`: Black's lead from `B+3.5`, `W+12` or `0`; nothing else after it
/// but a comment that begins with a blank.
fn margin(text: &str) -> Option<f64> {
    let word = text.split_whitespace().next()?;
    if word == "0" || word.eq_ignore_ascii_case("draw") {
        return Some(0.0);
    }
    let sign = match word.split_once('+')?.0 {
        "B" | "b" => 1.0,
        "W" | "w" => -1.0,
        _ => return None,
    };
    let points = word.split_once('+')?.1.parse::<f64>().ok()?;
    points.is_finite().then_some(sign * points)
}

/// Black's lead as a result.
fn score_text(margin: f64) -> String {
    match margin {
        margin if margin > SAME_SCORE => format!("B+{margin}"),
        margin if margin < -SAME_SCORE => format!("W+{}", -margin),
        _ => "0".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_read_as_programs_write_them() {
        assert_eq!(margin("B+3.5"), Some(3.5));
        assert_eq!(margin("W+12 (japanese)"), Some(-12.0));
        assert_eq!(margin("0"), Some(0.0));
        for nonsense in ["", "?", "B+R", "B+", "X+3", "B+inf", "cannot score"] {
            assert_eq!(margin(nonsense), None, "{nonsense}");
        }
        assert_eq!([3.5, -12.0, 0.0].map(score_text), ["B+3.5", "W+12", "0"]);
    }
}
