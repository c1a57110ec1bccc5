//! What a record says of the end of its game.

use crate::color::Color;

/// What a record says of the end of its game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Recorded {
    /// It was counted: Black's lead in points.
    Margin(f64),
    /// Somebody won by resignation, on time, by forfeit, or it does not say how.
    Win(Color),
    /// The game has no result (無勝負).
    NoResult,
    /// Nothing intelligible.
    Nothing,
}

impl Recorded {
    /// Reads a result such as `B+3.5`, `W+R`, `0` or `Void`.
    ///
    /// ```
    /// use wakari::color::Color::White;
    /// use wakari::game::scoring::Recorded;
    /// assert_eq!(Recorded::read("b+3.50 points"), Recorded::Margin(3.5));
    /// assert_eq!(Recorded::read("W+12"), Recorded::Margin(-12.0));
    /// assert_eq!(Recorded::read("Draw"), Recorded::Margin(0.0));
    /// assert_eq!(Recorded::read("W+Resign"), Recorded::Win(White));
    /// assert_eq!(Recorded::read("Void"), Recorded::NoResult);
    /// assert_eq!(Recorded::read("?"), Recorded::Nothing);
    /// ```
    pub fn read(text: &str) -> Recorded {
        let text = text.trim().to_lowercase();
        if ["0", "draw", "jigo"].contains(&&*text) {
            return Recorded::Margin(0.0);
        }
        if ["void", "no result", "無勝負"].contains(&&*text) {
            return Recorded::NoResult;
        }
        let Some((side, by)) = text.split_once('+') else {
            return Recorded::Nothing;
        };
        let Ok(winner) = side.trim().parse::<Color>() else {
            return Recorded::Nothing;
        };
        let by = by.trim();
        let digits = by.find(|c: char| !(c.is_ascii_digit() || c == '.'));
        match by[..digits.unwrap_or(by.len())].parse::<f64>() {
            Ok(points) => Recorded::Margin(points * f64::from(winner.sign())),
            Err(_) => Recorded::Win(winner),
        }
    }
}
