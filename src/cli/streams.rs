//! What the standard streams are.

/// What the standard streams are.
#[derive(Clone, Copy, Debug)]
pub struct Streams {
    /// Whether somebody may still read the output.
    pub is_read: fn() -> bool,
    /// Whether the input is typed on a terminal.
    pub is_typed: bool,
}
