//! Decisions that players make in addition to the moves, and their text.

use super::claim::StatusClaim;
use crate::go::color::Color;
use std::fmt;
use std::str::FromStr;

/// A decision of a player or a judge that is no move.
///
/// Written as GTP and comments in records have it: `b yes`, `w claim C3 D4 seki E5`, `ruling C3`.
///
/// ```
/// use wakari::color::Color::Black;
/// use wakari::ending::Decision;
/// assert_eq!("b YES".parse(), Ok(Decision::Answer(Black, true)));
/// assert_eq!(Decision::Resume(Black).to_string(), "b resume");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The answer to the offer to go on towards the end; before a stop, to end the game by
    /// agreement; after the count, where the rules ask for it, that the result is confirmed (1989,
    /// 10-4).
    Answer(Color, bool),
    /// A request to resume play. While dame are filled, the side that receives it may
    /// [take back](Decision::TakeBack) moves of the filling.
    Resume(Color),
    /// The side that received a request to resume play takes back the last move of the filling
    /// (2009, 8-1).
    TakeBack(Color),
    /// A player resigns (投了: 2012, 6; 1989, 11; 1949, 37).
    Resign(Color),
    /// A claim about the stones.
    Claim(Color, Box<StatusClaim>),
    /// Consent to end the game without a result after a repetition.
    NoResult(Color),
    /// Consent to a violation by the opponent (1949, 60), or to displaced stones (61).
    Consent(Color),
    /// The fate of the stones by the rules' own life and death, as a judge found it.
    Ruling(Box<StatusClaim>),
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |color: &Color| match color {
            Color::Black => 'b',
            Color::White => 'w',
        };
        match self {
            Decision::Answer(color, true) => write!(f, "{} yes", letter(color)),
            Decision::Answer(color, false) => write!(f, "{} no", letter(color)),
            Decision::Resume(color) => write!(f, "{} resume", letter(color)),
            Decision::TakeBack(color) => write!(f, "{} take-back", letter(color)),
            Decision::Resign(color) => write!(f, "{} resign", letter(color)),
            Decision::NoResult(color) => write!(f, "{} no-result", letter(color)),
            Decision::Consent(color) => write!(f, "{} consent", letter(color)),
            Decision::Claim(color, claim) => write!(f, "{} claim{claim}", letter(color)),
            Decision::Ruling(claim) => write!(f, "ruling{claim}"),
        }
    }
}

/// An error: the text is not a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a decision such as b yes or w claim D4 seki E5")]
pub struct ParseDecisionError;

impl FromStr for Decision {
    type Err = ParseDecisionError;

    fn from_str(text: &str) -> Result<Decision, ParseDecisionError> {
        let mut words = text.split_whitespace();
        let mut word = || words.next().ok_or(ParseDecisionError);
        let first = word()?;
        if first.eq_ignore_ascii_case("ruling") {
            return Ok(Decision::Ruling(Box::new(claimed(words)?)));
        }
        let color = first.parse().map_err(|_| ParseDecisionError)?;
        let what = word()?.to_ascii_lowercase();
        if what == "claim" {
            return Ok(Decision::Claim(color, Box::new(claimed(words)?)));
        }
        match (what.as_str(), words.next()) {
            ("yes", None) => Ok(Decision::Answer(color, true)),
            ("no", None) => Ok(Decision::Answer(color, false)),
            ("resume", None) => Ok(Decision::Resume(color)),
            ("take-back", None) => Ok(Decision::TakeBack(color)),
            ("resign", None) => Ok(Decision::Resign(color)),
            ("no-result", None) => Ok(Decision::NoResult(color)),
            ("consent", None) => Ok(Decision::Consent(color)),
            _ => Err(ParseDecisionError),
        }
    }
}

/// Parses a claim.
fn claimed<'a>(words: impl Iterator<Item = &'a str>) -> Result<StatusClaim, ParseDecisionError> {
    StatusClaim::read(words).ok_or(ParseDecisionError)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back_the_same() {
        for text in [
            "b yes",
            "w no",
            "b resume",
            "w take-back",
            "w resign",
            "w no-result",
            "b consent",
            "b claim",
            "w claim D4 E5",
            "b claim seki C3",
            "w claim D4 seki C3",
            "ruling",
            "ruling D4 seki C3",
        ] {
            let decision: Result<Decision, _> = text.parse();
            assert_eq!(
                decision.map(|decision| decision.to_string()).as_deref(),
                Ok(text)
            );
        }
    }

    #[test]
    fn other_texts_are_no_decisions() {
        for text in [
            "",
            "b",
            "yes",
            "b perhaps",
            "b yes no",
            "b claim pass",
            "b claim seki seki",
            "ruling i1",
            "x claim",
        ] {
            assert_eq!(text.parse::<Decision>(), Err(ParseDecisionError), "{text}");
        }
    }
}
