//! Settings by KataGo's names, overridable by queries and the command line.

use crate::go::color::Color;
use crate::ui::cli::options::MOST_PLAYOUTS;
use std::str::FromStr;
use std::time::Duration;

/// Search settings and the format of answers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Settings {
    /// Perspective of win rates, leads and ownership.
    pub(super) perspective: Perspective,
    /// `maxVisits`, if set.
    pub(super) visits: Option<u64>,
    /// `maxPlayouts`, which in KataGo excludes visits of a reused tree; no tree is reused here.
    pub(super) playouts: Option<u64>,
    /// Maximum time.
    pub(super) time: Option<Duration>,
    /// Maximum length of a variation, in moves.
    pub(super) variation: usize,
    /// True to judge the position first, so that proofs by reading are included.
    pub(super) judges: bool,
    /// True if moves of Black in a row at the start are handicap stones.
    pub(super) handicap_by_play: bool,
}

/// Default maximum of playouts.
const USUAL_PLAYOUTS: u64 = 500;

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            perspective: Perspective::Side(Color::Black),
            visits: None,
            playouts: None,
            time: None,
            variation: usize::MAX,
            judges: false,
            handicap_by_play: true,
        }
    }
}

/// The perspective of win rates, leads and ownership.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Perspective {
    /// Always this side.
    Side(Color),
    /// The side to move.
    SideToMove,
}

impl Perspective {
    /// The side of the perspective, with this side to move.
    pub(super) fn of(self, turn: Color) -> Color {
        match self {
            Perspective::Side(color) => color,
            Perspective::SideToMove => turn,
        }
    }
}

impl FromStr for Perspective {
    type Err = SettingError;

    fn from_str(text: &str) -> Result<Perspective, SettingError> {
        if text.eq_ignore_ascii_case("sidetomove") {
            return Ok(Perspective::SideToMove);
        }
        let color = text.parse().map_err(|_| SettingError::Perspective)?;
        Ok(Perspective::Side(color))
    }
}

/// An invalid value of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum SettingError {
    #[error("must be BLACK, WHITE or SIDETOMOVE")]
    Perspective,
    #[error("must be an integer from 1 to 2^50")]
    Visits,
    #[error("must be a number of seconds above 0, at most 1000000000")]
    Time,
    #[error("must be an integer from 1 to 1000")]
    Variation,
    #[error("must be true or false")]
    Switch,
}

/// Settings that only affect KataGo's search and files.
///
/// Programs send them with every query; they are accepted without effect.
const WITHOUT_EFFECT: [&str; 12] = [
    "analysisWideRootNoise",
    "conservativePass",
    "homeDataDir",
    "ignorePreRootHistory",
    "logDir",
    "logFile",
    "logToStderr",
    "preventCleanupPhase",
    "rootNumSymmetriesToSample",
    "rootSymmetryPruning",
    "useEvalCache",
    "wideRootNoise",
];

impl Settings {
    /// Maximum number of playouts: the smaller of the two limits, or the default.
    pub(super) fn most_playouts(&self) -> u64 {
        let limits = self.visits.into_iter().chain(self.playouts);
        limits.min().unwrap_or(USUAL_PLAYOUTS)
    }

    /// Sets the setting with KataGo's name; returns false if it has no effect.
    ///
    /// # Errors
    ///
    /// Returns a [`SettingError`] for an invalid value.
    pub(super) fn set(&mut self, key: &str, value: &str) -> Result<bool, SettingError> {
        match key {
            "reportAnalysisWinratesAs" => self.perspective = value.parse()?,
            "maxVisits" => self.visits = Some(limit(value)?),
            "maxPlayouts" => self.playouts = Some(limit(value)?),
            "maxTime" => {
                let seconds = value.parse().ok();
                let seconds = seconds.filter(|&seconds| seconds > 0.0 && seconds <= 1e9);
                let seconds = seconds.map(Duration::from_secs_f64);
                self.time = Some(seconds.ok_or(SettingError::Time)?);
            }
            "analysisPVLen" => {
                let moves = value.parse().ok().and_then(variation);
                self.variation = moves.ok_or(SettingError::Variation)?;
            }
            "assumeMultipleStartingBlackMovesAreHandicap" => {
                self.handicap_by_play = value.parse().map_err(|_| SettingError::Switch)?;
            }
            "judge" => self.judges = value.parse().map_err(|_| SettingError::Switch)?,
            _ => return Ok(WITHOUT_EFFECT.contains(&key)),
        }
        Ok(true)
    }
}

/// Parses a limit of playouts.
fn limit(value: &str) -> Result<u64, SettingError> {
    let limit = value.parse().ok().and_then(visits);
    limit.ok_or(SettingError::Visits)
}

/// Converts a number of visits, clamped to the supported maximum.
pub(super) fn visits(number: i64) -> Option<u64> {
    let number = u64::try_from(number).ok();
    let number = number.filter(|number| (1..=1 << 50).contains(number))?;
    Some(number.min(MOST_PLAYOUTS))
}

/// Converts KataGo's length of a variation, which does not count the first move.
pub(super) fn variation(after_first: i64) -> Option<usize> {
    let moves = usize::try_from(after_first).ok();
    Some(moves.filter(|moves| (1..=1000).contains(moves))? + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_set_by_katagos_names() {
        let mut settings = Settings::default();
        for (key, value) in [
            ("reportAnalysisWinratesAs", "SIDETOMOVE"),
            ("maxVisits", "1125899906842624"),
            ("maxTime", "0.5"),
            ("analysisPVLen", "3"),
            ("judge", "true"),
            ("wideRootNoise", "0.04"),
        ] {
            assert_eq!(settings.set(key, value), Ok(true), "{key}");
        }
        let expected = Settings {
            perspective: Perspective::SideToMove,
            visits: Some(MOST_PLAYOUTS),
            playouts: None,
            time: Some(Duration::from_millis(500)),
            variation: 4,
            judges: true,
            handicap_by_play: true,
        };
        assert_eq!(settings, expected);
        assert_eq!(settings.most_playouts(), MOST_PLAYOUTS);
        assert_eq!(settings.set("maxPlayouts", "7"), Ok(true));
        assert_eq!(settings.most_playouts(), 7);
        assert_eq!(settings.set("humanSLProfile", "rank_9d"), Ok(false));
        for (key, value) in [
            ("reportAnalysisWinratesAs", "red"),
            ("maxVisits", "0"),
            ("maxVisits", "1.5"),
            ("maxTime", "0"),
            ("maxTime", "inf"),
            ("maxTime", "nan"),
            ("analysisPVLen", "1001"),
            ("judge", "1"),
        ] {
            assert!(settings.set(key, value).is_err(), "{key}={value}");
        }
        let playouts = Some(7);
        assert_eq!(
            settings,
            Settings {
                playouts,
                ..expected
            }
        );
    }
}
