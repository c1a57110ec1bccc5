//! What a session has to do with beside its streams.

use crate::files::Outputs;
use crate::network::Source;

/// What a session has to do with beside its streams.
#[derive(Debug)]
pub struct Surroundings {
    /// Whether somebody may still read the output: if not, a command ends soon.
    pub is_read: fn() -> bool,
    /// What writes files for the session; `None` where it is to read and write none.
    pub outputs: Option<Outputs>,
    /// Whether gtp2ogs is told, on the error stream, what is thought of each move.
    pub tells_ogs: bool,
    /// What is answered to `version` instead of the version and the rules.
    pub version: Option<String>,
    /// The network that tells what it says of the position.
    pub network: Option<Source>,
}

/// An output that is always read, and new files.
impl Default for Surroundings {
    fn default() -> Surroundings {
        Surroundings {
            is_read: || true,
            outputs: Some(Outputs::new()),
            tells_ogs: false,
            version: None,
            network: None,
        }
    }
}
