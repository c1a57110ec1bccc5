//! The look of text on a terminal: the signs on boards, and color.

use super::words::{Language, Words};
use crate::go::board::diagram;
use crate::go::color::Color;
use crate::go::position::Position;
use crate::referee::judge::{Adjudication, Status};
use anstyle::{AnsiColor, Style};
use std::fmt::Display;

/// The style of the result.
pub(crate) const RESULT: Style = Style::new().bold();
/// The style of what is in doubt.
pub(crate) const DOUBT: Style = AnsiColor::Yellow.on_default();
/// The style of rule violations.
pub(crate) const VIOLATION: Style = AnsiColor::Red.on_default();

/// The signs on boards, and whether text is colored. The default is plain ASCII.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// True for `●` and `○` instead of `X` and `O`.
    pub is_unicode: bool,
    /// True if text has colors (ANSI escape sequences).
    pub is_colored: bool,
}

impl Look {
    /// Unicode signs without color, for text in files.
    pub const UNICODE: Look = Look {
        is_unicode: true,
        is_colored: false,
    };

    /// Colors a text, if text is colored.
    pub(crate) fn paint(self, text: impl Display, style: Style) -> String {
        if self.is_colored {
            format!("{style}{text}{style:#}")
        } else {
            text.to_string()
        }
    }
}

/// The content of a point on a judged board, in the order of the legend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    Black,
    White,
    DeadBlack,
    DeadWhite,
    BlackInSeki,
    WhiteInSeki,
    BlackPoint,
    WhitePoint,
    Unclear,
    Neutral,
}

impl Sign {
    const ALL: [Sign; 10] = [
        Sign::Black,
        Sign::White,
        Sign::DeadBlack,
        Sign::DeadWhite,
        Sign::BlackInSeki,
        Sign::WhiteInSeki,
        Sign::BlackPoint,
        Sign::WhitePoint,
        Sign::Unclear,
        Sign::Neutral,
    ];

    /// The sign of a stone.
    pub(crate) fn stone(color: Color, status: Option<Status>) -> Sign {
        match (color, status) {
            (Color::Black, Some(Status::Dead)) => Sign::DeadBlack,
            (Color::White, Some(Status::Dead)) => Sign::DeadWhite,
            (Color::Black, Some(Status::Seki)) => Sign::BlackInSeki,
            (Color::White, Some(Status::Seki)) => Sign::WhiteInSeki,
            (Color::Black, _) => Sign::Black,
            (Color::White, _) => Sign::White,
        }
    }

    /// The sign of an empty point.
    pub(crate) fn empty(owner: Option<Color>) -> Sign {
        match owner {
            Some(Color::Black) => Sign::BlackPoint,
            Some(Color::White) => Sign::WhitePoint,
            None => Sign::Neutral,
        }
    }

    /// The character of the sign.
    pub(crate) fn letter(self, look: Look) -> char {
        let (ascii, unicode) = match self {
            Sign::Black => ('X', '●'),
            Sign::White => ('O', '○'),
            Sign::DeadBlack => ('x', '▲'),
            Sign::DeadWhite => ('o', '△'),
            Sign::BlackInSeki => ('S', '◆'),
            Sign::WhiteInSeki => ('s', '◇'),
            Sign::BlackPoint => ('*', '■'),
            Sign::WhitePoint => ('-', '□'),
            Sign::Unclear => ('?', '?'),
            Sign::Neutral => ('.', '·'),
        };
        if look.is_unicode { unicode } else { ascii }
    }

    fn name(self, words: &Words) -> &'static str {
        match self {
            Sign::Black => words.black,
            Sign::White => words.white,
            Sign::DeadBlack => words.dead_black_stone,
            Sign::DeadWhite => words.dead_white_stone,
            Sign::BlackInSeki => words.black_stone_in_seki,
            Sign::WhiteInSeki => words.white_stone_in_seki,
            Sign::BlackPoint => words.black_point,
            Sign::WhitePoint => words.white_point,
            Sign::Unclear => words.not_clear,
            Sign::Neutral => words.nobodys,
        }
    }

    fn style(self) -> Style {
        match self {
            Sign::Black | Sign::White => Style::new(),
            Sign::DeadBlack | Sign::DeadWhite => AnsiColor::Red.on_default(),
            Sign::BlackInSeki | Sign::WhiteInSeki => AnsiColor::Magenta.on_default(),
            Sign::BlackPoint | Sign::WhitePoint | Sign::Neutral => Style::new().dimmed(),
            Sign::Unclear => DOUBT,
        }
    }

    /// The colored character of the sign.
    fn painted(self, look: Look) -> String {
        look.paint(self.letter(look), self.style())
    }
}

/// The names of signs on one line, in the order of [`Sign`].
pub(crate) fn legend(is_used: impl Fn(Sign) -> bool, look: Look, language: Language) -> String {
    let used = Sign::ALL.into_iter().filter(|&sign| is_used(sign));
    let names = used.map(|sign| format!("{} {}", sign.painted(look), sign.name(language.words())));
    names.collect::<Vec<_>>().join("  ")
}

/// Draws a judged board: the status of the stones, the owners of the points, and a legend.
pub fn picture(
    position: &Position,
    adjudication: &Adjudication,
    look: Look,
    language: Language,
) -> String {
    let (board, unclear) = (position.board(), adjudication.unsettled());
    let sign = |at| match (board.at(at), adjudication.owner(at)) {
        (Some(color), _) => Sign::stone(color, adjudication.status(at)),
        (None, None) if unclear.contains(at) => Sign::Unclear,
        (None, owner) => Sign::empty(owner),
    };
    let picture = diagram::picture(board.size(), |at| sign(at).painted(look));
    let is_used = |used| board.size().points().any(|at| sign(at) == used);
    format!("{picture}\n{}", legend(is_used, look, language))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_signs_are_alike() {
        for look in [Look::default(), Look::UNICODE] {
            for (index, sign) in Sign::ALL.iter().enumerate() {
                let others = Sign::ALL[..index].iter();
                assert!(
                    others
                        .into_iter()
                        .all(|it| it.letter(look) != sign.letter(look)),
                    "{sign:?}"
                );
                // A `+` is a star point of an unjudged board.
                assert_ne!(sign.letter(look), '+');
            }
        }
    }

    #[test]
    fn color_is_only_used_where_it_is_wanted() {
        let colored = Look {
            is_colored: true,
            ..Look::default()
        };
        assert_eq!(Look::default().paint("B+3", RESULT), "B+3");
        assert_eq!(colored.paint("B+3", RESULT), "\u{1b}[1mB+3\u{1b}[0m");
    }
}
