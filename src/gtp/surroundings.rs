//! What a session has to do with beside its streams.

use crate::files::Outputs;

/// What a session has to do with beside its streams.
#[derive(Debug)]
pub struct Surroundings {
    /// Whether somebody may still read the output: if not, a command ends soon.
    pub is_read: fn() -> bool,
    /// What writes files for the session; `None` where it is to read and write none.
    pub outputs: Option<Outputs>,
}

/// An output that is always read, and new files.
impl Default for Surroundings {
    fn default() -> Surroundings {
        Surroundings {
            is_read: || true,
            outputs: Some(Outputs::new()),
        }
    }
}
