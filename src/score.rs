//! The score: area, territory or stones, prisoners and komi.

use crate::board::Board;
use crate::color::{Color, PerColor};
use crate::point::PointSet;
use crate::rules::{Counting, Rules};
use crate::territory::Territory;
use std::fmt;

/// What counts beside the board.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Terms {
    /// The stones captured by each side in play.
    pub prisoners: PerColor<u32>,
    /// Number of handicap stones.
    pub handicap: u32,
    /// Points added to White's.
    pub komi: f64,
    /// Who has taken the button.
    pub button: Option<Color>,
}

/// What one side has, by kind. A kind that the rules do not count is zero.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// Surrounded points, those under dead stones included.
    pub territory: u32,
    /// Living stones on the board.
    pub stones: u32,
    /// Stones captured in play.
    pub prisoners: u32,
    /// Dead stones of the opponent taken off at the end.
    pub dead: u32,
    /// Points lost by the group tax.
    pub tax: u32,
    /// Points for handicap stones; White's only.
    pub handicap: u32,
    /// Komi; White's only.
    pub komi: f64,
    /// Half a point for the button.
    pub button: f64,
}

impl Tally {
    /// All of it together.
    pub fn total(&self) -> f64 {
        let gains = self.territory + self.stones + self.prisoners + self.dead + self.handicap;
        f64::from(gains) - f64::from(self.tax) + self.komi + self.button
    }
}

/// The score of a finished game, with what each side has it from.
///
/// Shown as results are written: `B+3.5`, `W+12`, `0`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// What each side has.
    pub tallies: PerColor<Tally>,
}

impl Score {
    /// Black's lead in points, negative if White leads.
    pub fn margin(&self) -> f64 {
        self.tallies[Color::Black].total() - self.tallies[Color::White].total()
    }

    /// Who has won; `None` if the two are equal (jigo, 持碁).
    pub fn winner(&self) -> Option<Color> {
        match self.margin() {
            margin if margin > 0.0 => Some(Color::Black),
            margin if margin < 0.0 => Some(Color::White),
            _ => None,
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner() {
            Some(Color::Black) => write!(f, "B+{}", self.margin()),
            Some(Color::White) => write!(f, "W+{}", -self.margin()),
            None => f.write_str("0"),
        }
    }
}

/// Counts a board by its territory.
pub fn score(board: &Board, territory: &Territory, terms: &Terms, rules: &Rules) -> Score {
    let stones = PerColor::from_fn(|color| board.stones(color));
    let count = |points: PointSet| points.len() as u32;
    let tally = |color: Color| {
        let white = color == Color::White;
        let mut tally = Tally {
            territory: count(territory.points[color]),
            tax: territory.tax[color],
            handicap: if white {
                rules.handicap_points(terms.handicap)
            } else {
                0
            },
            komi: if white { terms.komi } else { 0.0 },
            button: if terms.button == Some(color) {
                0.5
            } else {
                0.0
            },
            ..Tally::default()
        };
        match rules.counting {
            Counting::Territory => {
                tally.prisoners = terms.prisoners[color];
                tally.dead = count(stones[!color] & territory.taken_off);
            }
            Counting::Area | Counting::Stones => {
                tally.stones = count(stones[color] - territory.taken_off);
            }
        }
        tally
    };
    Score {
        tallies: PerColor::from_fn(tally),
    }
}
