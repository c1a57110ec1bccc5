//! The two players, and pairs of values, one for each.

use std::fmt;
use std::ops::{Index, IndexMut, Not};
use std::str::FromStr;

/// Black or White. A point without a stone is `None`, not a third color.
///
/// ```
/// use wakari::color::Color;
/// assert_eq!("w".parse(), Ok(Color::White));
/// assert_eq!(!Color::White, Color::Black);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Color {
    /// Moves first in an even game.
    Black = 0,
    /// Receives komi.
    White = 1,
}

impl Color {
    /// Both colors, Black first.
    pub const BOTH: [Color; 2] = [Color::Black, Color::White];

    /// `1` for Black and `-1` for White. Converts one side's score into Black's view and back.
    pub fn sign(self) -> i32 {
        match self {
            Color::Black => 1,
            Color::White => -1,
        }
    }
}

impl Not for Color {
    type Output = Color;

    /// The opponent.
    fn not(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Color::Black => "Black",
            Color::White => "White",
        })
    }
}

/// The text is not a color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a color such as b or white")]
pub struct ParseColorError;

/// Parses `b`, `black`, `w` or `white`, in any case.
impl FromStr for Color {
    type Err = ParseColorError;

    fn from_str(text: &str) -> Result<Color, ParseColorError> {
        let is = |name: &str| text.eq_ignore_ascii_case(name);
        match () {
            () if is("b") || is("black") => Ok(Color::Black),
            () if is("w") || is("white") => Ok(Color::White),
            () => Err(ParseColorError),
        }
    }
}

/// A pair of values, one for each player, indexed by [`Color`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PerColor<T>(pub [T; 2]);

impl<T> PerColor<T> {
    /// Black's value and White's, in this order.
    pub const fn new(black: T, white: T) -> PerColor<T> {
        PerColor([black, white])
    }

    /// Computes the value of each color.
    pub fn from_fn(mut make: impl FnMut(Color) -> T) -> PerColor<T> {
        PerColor([make(Color::Black), make(Color::White)])
    }
}

impl<T> Index<Color> for PerColor<T> {
    type Output = T;

    fn index(&self, color: Color) -> &T {
        &self.0[color as usize]
    }
}

impl<T> IndexMut<Color> for PerColor<T> {
    fn index_mut(&mut self, color: Color) -> &mut T {
        &mut self.0[color as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_are_read_in_any_case() {
        for color in Color::BOTH {
            let name = color.to_string();
            for text in [
                &*name,
                &name[..1],
                &name.to_lowercase(),
                &name.to_uppercase(),
            ] {
                assert_eq!(text.parse(), Ok(color), "{text}");
            }
        }
        for nonsense in ["", "x", "bl", " b", "blackwhite"] {
            assert_eq!(
                nonsense.parse::<Color>(),
                Err(ParseColorError),
                "{nonsense}"
            );
        }
    }
}
