//! The environment of a session apart from its streams.

use crate::mcts::network::Source;
use crate::ui::settings::SessionSettings;
use crate::util::files::Outputs;

/// The environment of a session apart from its streams.
#[derive(Debug)]
pub struct Environment {
    /// Returns false once the output has no reader; the running command then ends soon.
    pub is_read: fn() -> bool,
    /// The writer of files; `None` if the session may neither read nor write files.
    pub outputs: Option<Outputs>,
    /// True if the engine's evaluation of each move goes to gtp2ogs on the error stream.
    pub tells_ogs: bool,
    /// True if `final_score` answers `?` where the result is not settled.
    pub unsettled_as_unknown: bool,
    /// The reply to `version`, if not the version and the rules.
    pub version: Option<String>,
    /// The settings by KataGo's names at the start.
    pub settings: SessionSettings,
    /// The network behind `kata-raw-nn`.
    pub network: Option<Source>,
}

/// The default: the output always has a reader, and only new files are written.
impl Default for Environment {
    fn default() -> Environment {
        Environment {
            is_read: || true,
            outputs: Some(Outputs::new()),
            tells_ogs: false,
            unsettled_as_unknown: false,
            version: None,
            settings: SessionSettings::of_gtp(),
            network: None,
        }
    }
}
