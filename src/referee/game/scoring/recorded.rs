//! The result stated in a record.

use crate::go::color::Color;

/// The result stated in a record.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Recorded {
    /// The game was counted: Black's lead in points.
    Margin(f64),
    /// A win by resignation, on time or by forfeit, or a win without details.
    Win(Color),
    /// The game has no result (無勝負).
    NoResult,
    /// No result, or an unreadable one.
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
    /// assert_eq!(Recorded::read("B+0,5"), Recorded::Margin(0.5));
    /// assert_eq!(Recorded::read("B+3 1/2"), Recorded::Margin(3.5));
    /// assert_eq!(Recorded::read("B+3.5, counted"), Recorded::Margin(3.5));
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
        match margin(by.trim()) {
            Some(points) => Recorded::Margin(points * f64::from(winner.sign())),
            None => Recorded::Win(winner),
        }
    }
}

/// Reads the number at the start of a text, with a decimal point, a decimal comma or a half.
fn margin(text: &str) -> Option<f64> {
    let text = text.replace('½', " 1/2");
    let text = text.trim_start();
    if text.starts_with("1/2") {
        return Some(0.5);
    }
    let digits = text.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ',')));
    let (number, rest) = text.split_at(digits.unwrap_or(text.len()));
    // A comma may also belong to the sentence.
    let number = number.trim_end_matches(',').replace(',', ".");
    let half = if rest.trim_start().starts_with("1/2") {
        0.5
    } else {
        0.0
    };
    Some(number.parse::<f64>().ok()? + half)
}
