//! Properties of the standard streams.

/// Properties of the standard streams.
#[derive(Clone, Copy, Debug)]
pub struct Streams {
    /// Returns true if the output may still have a reader.
    pub is_read: fn() -> bool,
    /// True if the input is a terminal.
    pub is_typed: bool,
    /// True if the output is a terminal that shows UTF-8.
    pub shows_unicode: bool,
    /// True if the output shows colors: it is a terminal, and the environment does not forbid them.
    pub shows_color: bool,
}
