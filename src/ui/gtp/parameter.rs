//! Parameters of the rules and of the search, as key and value, for GoGui's dialogs.

use crate::formats::kata::{self, RulesError, Switch};
use crate::go::rules::Rules;
use crate::referee::judge::Meant;
use std::time::Duration;

/// The drawing on GoGui's board during a search.
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

    /// Returns GoGui's name for it.
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
    /// Changes nothing: the dialog's entry for rules that are no preset.
    Custom,
    /// Sets the rules.
    Rules(Rules),
    /// Sets the komi.
    Komi(f64),
    /// Sets whether positions are judged as diagrams or as games; `None` decides by the position.
    JudgeAs(Option<Meant>),
    /// Counts stopped games with the reinforcements that the last dame force, or as they stand.
    Fills(bool),
    /// Changes one of KataGo's keys.
    Switch(Switch),
}

impl RulesParameter {
    /// Reads a key and its value.
    ///
    /// # Errors
    ///
    /// Returns a [`ParameterError`] if the key or the value is invalid.
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
            "dame_left" => RulesParameter::Fills(match value {
                "filled" => true,
                "open" => false,
                _ => return Err(ParameterError::DameLeft),
            }),
            "suicide" => RulesParameter::Switch(Switch::Suicide(boolean(value)?)),
            "hasButton" => RulesParameter::Switch(Switch::Button(boolean(value)?)),
            _ => RulesParameter::Switch(Switch::parse(key, value)?),
        })
    }
}

/// A change of the search settings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SearchParameter {
    /// Sets the drawing during a search.
    LiveDrawing(LiveDrawing),
    /// Sets whether to answer a pass by a pass if that wins the game as it stands.
    FriendlyPass(bool),
    /// Sets the number of playouts for each move, or no limit.
    Playouts(Option<u64>),
    /// Sets the time for each move, or no limit.
    TimePerMove(Option<Duration>),
    /// Sets the win probability below which the engine resigns.
    ResignBelow(f64),
    /// Sets the number of search threads.
    Threads(usize),
}

impl SearchParameter {
    /// Reads a key and its value. 0 playouts or 0 seconds mean no limit.
    ///
    /// # Errors
    ///
    /// Returns a [`ParameterError`] if the key or the value is invalid.
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

/// The reasons to reject a parameter.
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
    /// The value of `judge_as` is unknown.
    #[error("judge_as must be auto, diagram or game")]
    JudgeAs,
    /// Dame that are left cannot be counted so.
    #[error("dame_left must be filled or open")]
    DameLeft,
    /// The kind of drawing is unknown.
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
