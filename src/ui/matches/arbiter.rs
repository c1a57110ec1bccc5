//! The arbiter of a match: it starts the programs, tells them the rules and asks the referee.

use super::error::MatchError;
use super::options::MatchOptions;
use super::program::{GtpProgram, ProgramError};
use super::schedule::{Pairing, style};
use crate::go::board::Play;
use crate::go::color::Color;
use crate::go::point::{Move, Point, Size};
use crate::referee::game::MOST_KOMI;
use std::fs::File;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

/// Scores closer than this are equal.
pub(super) const SAME_SCORE: f64 = 1e-6;

/// The largest lead that a score can have: twice the points of the largest board, prisoners as many
/// as the moves of a game can take, and the komi.
const MOST_LEAD: f64 = MOST_KOMI + 100_000.0;

/// Wait beyond the move limit, so that the time of a late move can be reported.
const GRACE: Duration = Duration::from_secs(1);

/// The settings that hold for all games of a match.
#[derive(Clone, Debug)]
pub struct Arbiter {
    commands: Vec<String>,
    /// Command line of the program that scores games; `None` for this engine's own adjudication.
    pub(super) referee: Option<String>,
    /// Seconds per move in `time_settings`.
    pub(super) seconds_per_move: Option<u32>,
    /// Maximum time of a move; a slower one loses the game.
    pub(super) move_limit: Option<Duration>,
    /// Maximum wait for a response; without one a program counts as crashed.
    pub(super) patience: Duration,
    max_moves: Option<u32>,
    /// Name of the match: the name of its directory.
    pub(super) event: Option<String>,
    /// The moves played so far in all games.
    pub(super) moves: Arc<AtomicU64>,
}

impl Arbiter {
    /// Reads the settings from the options.
    ///
    /// # Errors
    ///
    /// Returns [`MatchError::Number`] if the komi or a time is out of range.
    pub fn new(options: &MatchOptions) -> Result<Arbiter, MatchError> {
        let is_usual = |komi: f64| komi.abs() <= MOST_KOMI;
        if options.komi.is_some_and(|komi| !is_usual(komi)) {
            return Err(MatchError::Number("komi"));
        }
        Ok(Arbiter {
            commands: options.programs(),
            referee: options.referee.clone(),
            seconds_per_move: options.time_per_move.map(Into::into),
            move_limit: options
                .move_limit
                .map(|limit| seconds(limit, "the limit of a move"))
                .transpose()?,
            patience: seconds(options.timeout, "the timeout")?,
            max_moves: options.max_moves,
            event: options
                .out
                .file_name()
                .map(|name| name.to_string_lossy().into_owned()),
            moves: Arc::default(),
        })
    }

    /// Command line of the program with this color.
    pub(super) fn command(&self, pairing: &Pairing, color: Color) -> String {
        let player = pairing.player_with(color);
        pairing.fill_in(&self.commands[player.index()], color)
    }

    /// Command lines of all programs that a game needs.
    pub(super) fn commands(&self, pairing: &Pairing) -> impl Iterator<Item = String> {
        let players = Color::BOTH.map(|color| self.command(pairing, color));
        players.into_iter().chain(self.referee_for(pairing))
    }

    /// Command line of the referee program, if any.
    fn referee_for(&self, pairing: &Pairing) -> Option<String> {
        let command = self.referee.as_ref()?;
        Some(pairing.fill_in(command, Color::Black))
    }

    /// Starts the program with this color and sends it the rules; its standard error goes to `log`.
    ///
    /// # Errors
    ///
    /// Returns an error if the program does not start, refuses the rules, or exits.
    pub(super) fn start(
        &self,
        pairing: &Pairing,
        color: Color,
        log: File,
    ) -> Result<GtpProgram, NotReady> {
        let command = self.command(pairing, color);
        let mut program = self.start_program(pairing, &command, Some(log))?;
        let asked = "name".to_owned();
        program
            .learn_title(self.patience)
            .map_err(|error| NotReady::Died { error, asked })?;
        let is_seeded = self.commands[pairing.player_with(color).index()].contains("seed");
        if !is_seeded && program.knows("set_random_seed") {
            let seed = pairing.program_seeds[color as usize];
            self.demand(&mut program, &command, &format!("set_random_seed {seed}"))?;
        }
        Ok(program)
    }

    fn start_program(
        &self,
        pairing: &Pairing,
        command: &str,
        log: Option<File>,
    ) -> Result<GtpProgram, NotReady> {
        let mut program = GtpProgram::start(command, log).map_err(MatchError::from)?;
        let asked = "list_commands".to_owned();
        program
            .learn_commands(self.patience)
            .map_err(|error| NotReady::Died { error, asked })?;
        let size = pairing.size();
        let board = match size.side() {
            Some(side) => format!("boardsize {side}"),
            None => format!("rectangular_boardsize {} {}", size.width(), size.height()),
        };
        for asked in [board, "clear_board".to_owned()] {
            self.demand(&mut program, command, &asked)?;
        }
        self.tell_rules(pairing, &mut program, command)?;
        self.demand(&mut program, command, &format!("komi {}", pairing.komi))?;
        if let Some(seconds) = self.seconds_per_move
            && program.knows("time_settings")
        {
            let asked = format!("time_settings 0 {seconds} 1");
            self.demand(&mut program, command, &asked)?;
        }
        Ok(program)
    }

    /// Sends the rules, or the nearest of the two that every program knows if these are refused.
    ///
    /// A program that lists neither rules command plays without.
    fn tell_rules(
        &self,
        pairing: &Pairing,
        program: &mut GtpProgram,
        command: &str,
    ) -> Result<(), NotReady> {
        let style = style(&pairing.rules());
        let ways = [
            ("kata-set-rules", pairing.rules.as_str()),
            ("kata-set-rules", style),
            ("kgs-rules", style),
        ];
        let mut refused = None;
        for (name, rules) in ways {
            if !program.knows(name) {
                continue;
            }
            match self.demand(program, command, &format!("{name} {rules}")) {
                Ok(_) => return Ok(()),
                Err(NotReady::Match(error)) => refused = refused.or(Some(error)),
                Err(died) => return Err(died),
            }
        }
        refused.map_or(Ok(()), |error| Err(error.into()))
    }

    /// Sends a command that must succeed.
    fn demand(
        &self,
        program: &mut GtpProgram,
        command: &str,
        asked: &str,
    ) -> Result<String, NotReady> {
        match program.ask(asked, self.patience) {
            Ok((Ok(answer), _)) => Ok(answer),
            Ok((Err(answer), _)) => Err(refusal(command, asked, answer).into()),
            Err(error) => Err(NotReady::Died {
                error,
                asked: asked.to_owned(),
            }),
        }
    }

    /// Returns the maximum wait for a move.
    ///
    /// This is the time per move plus the timeout; with a move limit, slightly more than the limit.
    pub(super) fn patience_for_move(&self) -> Duration {
        let told = self.seconds_per_move.unwrap_or(0);
        let patience = self
            .patience
            .saturating_add(Duration::from_secs(told.into()));
        self.move_limit
            .map_or(patience, |limit| limit.saturating_add(GRACE))
    }

    /// Maximum number of moves of a game on a board of this size.
    pub(super) fn max_moves(&self, size: Size) -> usize {
        self.max_moves
            .map_or(4 * size.area(), |moves| moves as usize)
    }

    /// Returns Black's lead in a finished game according to the referee program, if there is one.
    ///
    /// # Errors
    ///
    /// Returns a [`MatchError`] if the referee refuses a move or does not score the game.
    pub(super) fn ask_referee(
        &self,
        pairing: &Pairing,
        stones: &[Point],
        moves: &[Play],
    ) -> Result<Option<f64>, MatchError> {
        let Some(command) = self.referee_for(pairing) else {
            return Ok(None);
        };
        let lead = self.asked_referee(&command, pairing, stones, moves);
        lead.map(Some).map_err(|error| match error {
            NotReady::Died { error, asked } => refusal(&command, &asked, error.to_string()),
            NotReady::Match(error) => error,
        })
    }

    fn asked_referee(
        &self,
        command: &str,
        pairing: &Pairing,
        stones: &[Point],
        moves: &[Play],
    ) -> Result<f64, NotReady> {
        let mut referee = self.start_program(pairing, command, None)?;
        let handicap: Vec<Play> = stones
            .iter()
            .map(|&at| (Color::Black, Move::At(at)))
            .collect();
        for (color, to) in handicap.iter().chain(moves) {
            self.demand(&mut referee, command, &format!("play {color} {to}"))?;
        }
        let asked = "final_score";
        let answer = self.demand(&mut referee, command, asked)?;
        margin(&answer).ok_or_else(|| refusal(command, asked, answer).into())
    }
}

/// Why a program is not ready to play or to score.
pub(super) enum NotReady {
    /// It gave no response.
    Died { error: ProgramError, asked: String },
    /// It does not start, or refuses a command.
    Match(MatchError),
}

impl From<MatchError> for NotReady {
    fn from(error: MatchError) -> NotReady {
        NotReady::Match(error)
    }
}

fn refusal(command: &str, asked: &str, answer: String) -> MatchError {
    MatchError::Refusal {
        command: command.to_owned(),
        asked: asked.to_owned(),
        answer,
    }
}

/// Converts seconds to a duration.
fn seconds(number: f64, name: &'static str) -> Result<Duration, MatchError> {
    Duration::try_from_secs_f64(number).map_err(|_| MatchError::Number(name))
}

/// Parses a `final_score` response: `B+3.5`, `W+12` or `0`, optionally followed by a comment.
///
/// Returns Black's lead; `None` also for a number that no game can have.
pub(super) fn margin(text: &str) -> Option<f64> {
    let word = text.split_whitespace().next()?;
    if word == "0" || word.eq_ignore_ascii_case("draw") {
        return Some(0.0);
    }
    let sign = match word.split_once('+')?.0 {
        "B" | "b" => 1.0,
        "W" | "w" => -1.0,
        _ => return None,
    };
    let digits = word.split_once('+')?.1;
    let is_plain = digits
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.');
    let points = digits.parse::<f64>().ok().filter(|_| is_plain)?;
    (points <= MOST_LEAD).then_some(sign * points)
}

/// Formats the result for a lead of Black.
pub(super) fn score_text(margin: f64) -> String {
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
        for nonsense in [
            "",
            "?",
            "B+R",
            "B+",
            "X+3",
            "B+inf",
            "B+1e308",
            "B+1e2",
            "W+999999999",
            "B+-3",
            "B++3",
            "cannot score",
        ] {
            assert_eq!(margin(nonsense), None, "{nonsense}");
        }
        assert_eq!([3.5, -12.0, 0.0].map(score_text), ["B+3.5", "W+12", "0"]);
    }
}
