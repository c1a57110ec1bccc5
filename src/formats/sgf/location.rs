//! Locations in a text.

use std::fmt;

/// A line and column in a text, both counted from 1; the column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// The line.
    pub line: u32,
    /// The character within the line.
    pub column: u32,
}

impl Location {
    /// The start of a text.
    pub(super) const START: Location = Location { line: 1, column: 1 };
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}
