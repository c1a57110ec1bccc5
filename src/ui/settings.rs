//! Settings by KataGo's names: of queries, of `-override-config` and of `kata-set-param`.

use crate::go::color::Color;
use crate::util::threads::MOST_THREADS;
use serde_json::{Value, json};
use std::num::NonZeroUsize;
use std::str::FromStr;
use std::time::Duration;

/// Maximum number of playouts per move.
pub(crate) const MOST_PLAYOUTS: u64 = 1_000_000_000;

/// KataGo's values for no limit of visits, and of seconds.
const UNLIMITED_VISITS: u64 = 1 << 50;
const UNLIMITED_SECONDS: f64 = 1e20;
/// The longest variation that can be set, in moves after the first.
const LONGEST_VARIATION: usize = 1000;

/// Search settings and the format of answers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Perspective of win rates, leads and ownership.
    pub perspective: Perspective,
    /// `maxVisits`, if set.
    pub visits: Option<u64>,
    /// `maxPlayouts`, which in KataGo excludes visits of a reused tree; no tree is reused here.
    pub playouts: Option<u64>,
    /// Maximum time.
    pub time: Option<Duration>,
    /// Maximum length of a variation, in moves.
    pub variation: usize,
    /// True to judge the position first, so that proofs by reading are included.
    pub judges: bool,
    /// True if moves of Black in a row at the start are handicap stones.
    pub handicap_by_play: bool,
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

/// The settings of a session: those of each search, and the threads.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SessionSettings {
    /// The settings of each search.
    pub search: Settings,
    /// `numAnalysisThreads`, if set: positions analyzed at the same time.
    pub analysis_threads: Option<NonZeroUsize>,
    /// `numSearchThreads`, if set: search threads per position.
    pub threads: Option<NonZeroUsize>,
}

/// An invalid value of a setting, with its key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{key}: {error}")]
pub(crate) struct InvalidSetting {
    /// The key.
    key: String,
    /// What is wrong with the value.
    error: SettingError,
}

impl SessionSettings {
    /// The keys of the settings that a GTP session can read and change.
    pub(crate) const GTP_KEYS: [&str; 8] = [
        "analysisPVLen",
        "assumeMultipleStartingBlackMovesAreHandicap",
        "judge",
        "maxPlayouts",
        "maxTime",
        "maxVisits",
        "numSearchThreads",
        "reportAnalysisWinratesAs",
    ];

    /// The default settings of a GTP session, which reports values of the side to move.
    pub(crate) fn of_gtp() -> SessionSettings {
        SessionSettings {
            search: Settings {
                perspective: Perspective::SideToMove,
                ..Settings::default()
            },
            ..SessionSettings::default()
        }
    }

    /// Sets the setting with KataGo's name; returns false if it has no effect.
    ///
    /// # Errors
    ///
    /// Returns an [`InvalidSetting`] for an invalid value.
    pub(crate) fn set(&mut self, key: &str, value: &str) -> Result<bool, InvalidSetting> {
        let threads = || {
            let threads = value.parse().ok();
            let threads = threads.filter(|threads: &NonZeroUsize| threads.get() <= MOST_THREADS);
            threads.ok_or(SettingError::Threads)
        };
        let set = match key {
            "numAnalysisThreads" => threads().map(|threads| self.analysis_threads = Some(threads)),
            "numSearchThreads" | "numSearchThreadsPerAnalysisThread" => {
                threads().map(|threads| self.threads = Some(threads))
            }
            _ => return self.search.set(key, value).map_err(|error| error.of(key)),
        };
        set.map(|()| true).map_err(|error| error.of(key))
    }

    /// Sets the settings of KataGo's `-override-config`, `key=value, key=value`; returns the keys
    /// without effect.
    ///
    /// # Errors
    ///
    /// Returns the first [`InvalidSetting`].
    pub(crate) fn override_config(
        &mut self,
        texts: &[String],
    ) -> Result<Vec<String>, InvalidSetting> {
        let mut ignored = Vec::new();
        let pairs = texts.iter().flat_map(|text| text.split(','));
        for pair in pairs.map(str::trim).filter(|pair| !pair.is_empty()) {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            let (key, value) = (key.trim(), value.trim());
            if !self.set(key, value)? {
                ignored.push(key.to_owned());
            }
        }
        Ok(ignored)
    }

    /// Returns the value of a setting of a GTP session as JSON; `None` for other keys.
    pub(crate) fn get(&self, key: &str) -> Option<Value> {
        let limit = |limit: Option<u64>| json!(limit.unwrap_or(UNLIMITED_VISITS));
        let search = &self.search;
        Some(match key {
            "analysisPVLen" => json!((search.variation - 1).min(LONGEST_VARIATION)),
            "assumeMultipleStartingBlackMovesAreHandicap" => json!(search.handicap_by_play),
            "judge" => json!(search.judges),
            "maxPlayouts" => limit(search.playouts),
            "maxTime" => {
                let seconds = search.time.map(|time| time.as_secs_f64());
                json!(seconds.unwrap_or(UNLIMITED_SECONDS))
            }
            "maxVisits" => limit(search.visits),
            "numSearchThreads" => json!(self.threads.map_or(1, NonZeroUsize::get)),
            "reportAnalysisWinratesAs" => json!(search.perspective.name()),
            _ => return None,
        })
    }
}

/// The perspective of win rates, leads and ownership.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Perspective {
    /// Always this side.
    Side(Color),
    /// The side to move.
    SideToMove,
}

impl Perspective {
    /// KataGo's name for it.
    fn name(self) -> &'static str {
        match self {
            Perspective::Side(Color::Black) => "BLACK",
            Perspective::Side(Color::White) => "WHITE",
            Perspective::SideToMove => "SIDETOMOVE",
        }
    }

    /// The side of the perspective, with this side to move.
    pub(crate) fn of(self, turn: Color) -> Color {
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
#[non_exhaustive]
pub enum SettingError {
    /// Not a perspective.
    #[error("must be BLACK, WHITE or SIDETOMOVE")]
    Perspective,
    /// Not a number of visits.
    #[error("must be an integer from 1 to 2^50")]
    Visits,
    /// Not a number of seconds.
    #[error("must be a number of seconds above 0, at most 1000000000")]
    Time,
    /// Not a length of a variation.
    #[error("must be an integer from 1 to 1000")]
    Variation,
    /// Neither true nor false.
    #[error("must be true or false")]
    Switch,
    /// Not a number of threads.
    #[error("must be an integer from 1 to {MOST_THREADS}")]
    Threads,
}

impl SettingError {
    fn of(self, key: &str) -> InvalidSetting {
        InvalidSetting {
            key: key.to_owned(),
            error: self,
        }
    }
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
    /// The smaller of the two limits of playouts, if one is set.
    pub(crate) fn limit(&self) -> Option<u64> {
        self.visits.into_iter().chain(self.playouts).min()
    }

    /// Maximum number of playouts of an analysis: the smaller of the two limits, or the default.
    pub(crate) fn most_playouts(&self) -> u64 {
        self.limit().unwrap_or(USUAL_PLAYOUTS)
    }

    /// Sets the setting with KataGo's name; returns false if it has no effect.
    ///
    /// # Errors
    ///
    /// Returns a [`SettingError`] for an invalid value.
    pub(crate) fn set(&mut self, key: &str, value: &str) -> Result<bool, SettingError> {
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
pub(crate) fn visits(number: i64) -> Option<u64> {
    let number = u64::try_from(number).ok();
    let number = number.filter(|number| (1..=1 << 50).contains(number))?;
    Some(number.min(MOST_PLAYOUTS))
}

/// Converts KataGo's length of a variation, which does not count the first move.
pub(crate) fn variation(after_first: i64) -> Option<usize> {
    let moves = usize::try_from(after_first).ok();
    Some(moves.filter(|moves| (1..=LONGEST_VARIATION).contains(moves))? + 1)
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

    #[test]
    fn every_key_of_a_session_can_be_set_and_read() {
        let mut settings = SessionSettings::default();
        let values = ["7", "false", "true", "40", "0.5", "50", "3", "WHITE"];
        for (key, value) in SessionSettings::GTP_KEYS.into_iter().zip(values) {
            assert_eq!(settings.set(key, value), Ok(true), "{key}");
            let found = settings.get(key).expect("a key");
            let found = found.as_str().map_or(found.to_string(), str::to_owned);
            assert_eq!(found, value, "{key}");
        }
        assert_eq!(settings.search.limit(), Some(40));
        assert_eq!(settings.get("nosuch"), None);
        let texts = [
            "maxVisits=9, x = 1".to_owned(),
            "numSearchThreads=0".to_owned(),
        ];
        assert_eq!(
            settings.override_config(&texts[..1]),
            Ok(vec!["x".to_owned()])
        );
        let wrong = settings.override_config(&texts[1..]);
        let told = "numSearchThreads: must be an integer from 1 to 256";
        assert_eq!(
            wrong.map_err(|error| error.to_string()),
            Err(told.to_owned())
        );
    }
}
