//! The result of a game between programs, with the reason.

use super::arbiter::{SAME_SCORE, score_text};
use super::error::MatchError;
use super::program::ProgramError;
use super::schedule::Pairing;
use super::tally::{Settlement, Termination};
use crate::go::color::Color;

/// A game lost before scoring.
#[derive(Clone, Debug)]
pub(super) struct Loss {
    pub(super) loser: Color,
    pub(super) termination: Termination,
    pub(super) mishap: Option<String>,
}

/// The end of a game: winner, reason and result.
#[derive(Clone, Debug)]
pub(super) struct Conclusion {
    pub(super) winner: Option<Color>,
    pub(super) termination: Termination,
    /// The settlement of the stones, if the game was scored.
    pub(super) settlement: Option<Settlement>,
    /// In SGF notation.
    pub(super) result: String,
    /// As a sentence.
    pub(super) reason: String,
    pub(super) mishap: Option<String>,
}

/// Why a game has not started.
#[derive(Debug)]
pub(super) enum NotStarted {
    /// A program has exited and forfeits the game.
    Lost(Loss),
    /// The match cannot go on.
    Match(MatchError),
}

impl From<MatchError> for NotStarted {
    fn from(error: MatchError) -> NotStarted {
        NotStarted::Match(error)
    }
}

impl Loss {
    /// A program that did not respond to a command.
    pub(super) fn at(pairing: &Pairing, color: Color, error: ProgramError, command: &str) -> Loss {
        let name = pairing.player_with(color);
        Loss {
            loser: color,
            termination: Termination::Crashed,
            mishap: Some(format!("{name} {error} at '{command}'")),
        }
    }

    pub(super) fn conclusion(self) -> Conclusion {
        let (loser, winner) = (self.loser, !self.loser);
        let (how, what) = match self.termination {
            Termination::Resigned => ("R", "resigned"),
            Termination::Overtime => ("T", "took too long"),
            Termination::IllegalMove => ("F", "made a move that the rules forbid"),
            Termination::NoMove => ("F", "was asked for a move and gave none"),
            Termination::RefusedMove => ("F", "refused a legal move"),
            _ => ("F", "ended, fell silent or spoke no GTP"),
        };
        Conclusion {
            winner: Some(winner),
            termination: self.termination,
            settlement: None,
            result: format!("{}+{how}", &winner.to_string()[..1]),
            reason: format!("{loser} {what}"),
            mishap: self.mishap,
        }
    }
}

impl Conclusion {
    /// A scored game with Black's lead.
    pub(super) fn counted(lead: f64, settlement: Settlement) -> Conclusion {
        Conclusion {
            winner: match lead {
                lead if lead > SAME_SCORE => Some(Color::Black),
                lead if lead < -SAME_SCORE => Some(Color::White),
                _ => None,
            },
            termination: Termination::Counted,
            settlement: Some(settlement),
            result: score_text(lead),
            reason: settlement.to_string(),
            mishap: None,
        }
    }

    /// A game without a winner.
    pub(super) fn without_winner(
        termination: Termination,
        result: &str,
        reason: &str,
    ) -> Conclusion {
        Conclusion {
            winner: None,
            termination,
            settlement: None,
            result: result.to_owned(),
            reason: reason.to_owned(),
            mishap: None,
        }
    }

    /// A game that a side resigned.
    pub(super) fn resigned(loser: Color) -> Conclusion {
        let loss = Loss {
            loser,
            termination: Termination::Resigned,
            mishap: None,
        };
        loss.conclusion()
    }

    /// A game won because the opponent broke a rule.
    pub(super) fn forfeit(winner: Color, foul: &str) -> Conclusion {
        Conclusion {
            reason: format!("{} broke a rule: {foul}", !winner),
            ..Loss {
                loser: !winner,
                termination: Termination::IllegalMove,
                mishap: Some(foul.to_owned()),
            }
            .conclusion()
        }
    }
}
