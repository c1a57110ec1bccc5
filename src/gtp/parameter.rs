//! Parameters of the rules and of the search, as GoGui's dialogs set them: a key and a value.

use crate::judge::Meant;
use crate::kata::{self, RulesError, Switch};
use crate::rules::Rules;
use std::time::Duration;

/// What GoGui draws while the engine thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LiveDrawing {
    /// Nothing.
    None,
    /// Each move's share of the playouts.
    Counts,
    /// The principal variation.
    Sequence,
}

impl LiveDrawing {
    /// Every kind.
    pub const ALL: [LiveDrawing; 3] = [
        LiveDrawing::None,
        LiveDrawing::Counts,
        LiveDrawing::Sequence,
    ];

    /// What GoGui calls it.
    pub fn name(self) -> &'static str {
        match self {
            LiveDrawing::None => "none",
            LiveDrawing::Counts => "counts",
            LiveDrawing::Sequence => "sequence",
        }
    }
}

/// A change of the rules.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RulesParameter {
    /// Leaves everything as it is: the dialog's name for rules that are no preset.
    Custom,
    /// Chooses rules.
    Rules(Rules),
    /// Sets the komi.
    Komi(f64),
    /// Says what positions are meant as, or that they are what they seem.
    JudgeAs(Option<Meant>),
    /// Changes one of KataGo's keys.
    Switch(Switch),
}

impl RulesParameter {
    /// Reads a key and its value.
    ///
    /// # Errors
    ///
    /// A [`ParameterError`] saying what is wrong with the key or the value.
    pub fn parse(key: &str, value: &str) -> Result<RulesParameter, ParameterError> {
        Ok(match key {
            "rules" if value == "custom" => RulesParameter::Custom,
            "rules" => RulesParameter::Rules(kata::read(value)?),
            "komi" => RulesParameter::Komi(value.parse().map_err(|_| ParameterError::Komi)?),
            "judge_as" => RulesParameter::JudgeAs(match value {
                "auto" => None,
                "diagram" => Some(Meant::Diagram),
                "game" => Some(Meant::Game),
                _ => return Err(ParameterError::JudgeAs),
            }),
            "suicide" => RulesParameter::Switch(Switch::Suicide(boolean(value)?)),
            "hasButton" => RulesParameter::Switch(Switch::Button(boolean(value)?)),
            _ => RulesParameter::Switch(Switch::parse(key, value)?),
        })
    }
}

/// A change of how the engine searches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SearchParameter {
    /// What is drawn meanwhile.
    LiveDrawing(LiveDrawing),
    /// Whether to pass in answer to a pass where the game is won as it stands.
    FriendlyPass(bool),
    /// Playouts for each move, if they are limited.
    Playouts(Option<u64>),
    /// Time for each move, if it is limited.
    TimePerMove(Option<Duration>),
    /// The winning probability below which the engine resigns.
    ResignBelow(f64),
    /// Threads that search.
    Threads(usize),
}

impl SearchParameter {
    /// Reads a key and its value; 0 playouts or seconds are no limit.
    ///
    /// # Errors
    ///
    /// A [`ParameterError`] saying what is wrong with the key or the value.
    pub fn parse(key: &str, value: &str) -> Result<SearchParameter, ParameterError> {
        Ok(match key {
            "live_gfx" => {
                let kind = LiveDrawing::ALL
                    .into_iter()
                    .find(|kind| kind.name() == value);
                SearchParameter::LiveDrawing(kind.ok_or(ParameterError::LiveDrawing)?)
            }
            "friendly_pass" => SearchParameter::FriendlyPass(boolean(value)?),
            "playouts" => {
                let playouts = number("playouts", 0, 1_000_000_000, value)? as u64;
                SearchParameter::Playouts((playouts > 0).then_some(playouts))
            }
            "seconds" => {
                let seconds = number("seconds", 0, 1_000_000, value)?;
                let time = (seconds > 0.0).then(|| Duration::from_secs_f64(seconds.max(0.001)));
                SearchParameter::TimePerMove(time)
            }
            "resign_below" => SearchParameter::ResignBelow(number("resign_below", 0, 1, value)?),
            "threads" => SearchParameter::Threads(number("threads", 1, 256, value)? as usize),
            _ => return Err(ParameterError::Key),
        })
    }
}

/// Why a parameter cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParameterError {
    /// The search has no such parameter.
    #[error(
        "unknown parameter, known are live_gfx friendly_pass playouts seconds resign_below threads"
    )]
    Key,
    /// The value is not a number within the limits.
    #[error("{key} must be a number from {least} to {most}")]
    Number {
        /// The parameter.
        key: &'static str,
        /// The smallest value.
        least: u32,
        /// The largest value.
        most: u32,
    },
    /// The komi is not a number.
    #[error("komi must be a number")]
    Komi,
    /// The value of a switch is neither 0 nor 1.
    #[error("expected 0 or 1")]
    Boolean,
    /// Positions are not judged as this.
    #[error("judge_as must be auto, diagram or game")]
    JudgeAs,
    /// Nothing is drawn by this name.
    #[error("live_gfx must be none, counts or sequence")]
    LiveDrawing,
    /// The rules have no such parameter, or not with this value.
    #[error(transparent)]
    Rules(#[from] RulesError),
}

fn boolean(value: &str) -> Result<bool, ParameterError> {
    match value {
        "1" | "true" => Ok(true),
        "0" | "false" => Ok(false),
        _ => Err(ParameterError::Boolean),
    }
}

fn number(key: &'static str, least: u32, most: u32, value: &str) -> Result<f64, ParameterError> {
    let number = value.parse().ok();
    let within = f64::from(least)..=f64::from(most);
    number
        .filter(|number| within.contains(number))
        .ok_or(ParameterError::Number { key, least, most })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawings_are_read_by_their_names() {
        for kind in LiveDrawing::ALL {
            assert_eq!(
                SearchParameter::parse("live_gfx", kind.name()),
                Ok(SearchParameter::LiveDrawing(kind))
            );
        }
    }

    #[test]
    fn numbers_have_limits() {
        let parse = SearchParameter::parse;
        assert_eq!(parse("playouts", "0"), Ok(SearchParameter::Playouts(None)));
        assert_eq!(parse("threads", "2"), Ok(SearchParameter::Threads(2)));
        for value in ["0", "257", "nan", "x"] {
            let error = parse("threads", value).map_err(|error| error.to_string());
            assert_eq!(error, Err("threads must be a number from 1 to 256".into()));
        }
    }
}
