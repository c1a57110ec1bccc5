//! Lessons: positions labelled by a stronger evaluator, stored one per line of text.

use super::game::TrainingGame;
use crate::go::point::{PerPoint, Point};
use std::fmt;

/// A position with a teacher's evaluation, for the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    /// The moves that lead to the position.
    pub game: TrainingGame,
    /// Points of the side to move besides the area it will own.
    pub bonus: f32,
    /// Win probability, 0 to 1.
    pub win: f32,
    /// Lead in points, the bonus included.
    pub lead: f32,
    /// The teacher's policy without the pass.
    pub policy: Vec<(Point, f32)>,
    /// Share of each point, 0 to 1, that the side to move owns at the end.
    pub owned: Box<PerPoint<f32>>,
}

/// Probabilities and shares are stored in thousandths.
const THOUSAND: f32 = 1000.0;

impl Lesson {
    /// Parses a line as [`Display`](fmt::Display) writes it; `None` if it is malformed.
    ///
    /// The tab-separated columns are the bonus, the win probability, the lead, the teacher's moves
    /// with their probabilities, the ownership, the board size such as `9x9`, and the moves of the
    /// game.
    #[must_use]
    pub fn parse(line: &str) -> Option<Lesson> {
        let mut columns = line.splitn(6, '\t');
        let mut number = || {
            columns
                .next()?
                .parse()
                .ok()
                .filter(|number: &f32| number.is_finite())
        };
        let (bonus, win, lead) = (number()?, number()?, number()?);
        if !(0.0..=1.0).contains(&win) {
            return None;
        }
        let (policy, owned) = (columns.next()?, columns.next()?);
        let game = TrainingGame::parse(columns.next()?)?;
        let [policy, owned] = [policy, owned].map(str::as_bytes);
        let (moves, []) = policy.as_chunks::<5>() else {
            return None;
        };
        let policy = moves.iter().map(|&[column, row, a, b, c]| {
            let at = game.point_of([column, row])?;
            Some((at, thousandths([a, b, c])?))
        });
        let policy = policy.collect::<Option<_>>()?;
        let (shares, []) = owned.as_chunks::<3>() else {
            return None;
        };
        let mut owned = Box::new(PerPoint::new(0.5));
        let points = game.size().points();
        if shares.len() != game.size().area() {
            return None;
        }
        for (at, &share) in points.zip(shares) {
            owned[at] = thousandths(share)?;
        }
        Some(Lesson {
            game,
            bonus,
            win,
            lead,
            policy,
            owned,
        })
    }
}

/// A teacher whose probability of passing exceeds this gives no policy target.
const PASSES: f32 = 0.5;

impl Lesson {
    /// Returns the teacher's probabilities of `moves`, normalized; empty where it would pass.
    pub(super) fn policy_of(&self, moves: &[Point]) -> Vec<f32> {
        let mut chosen = PerPoint::new(0.0);
        for &(at, probability) in &self.policy {
            chosen[at] = probability;
        }
        let all: f32 = moves.iter().map(|&at| chosen[at]).sum();
        if all > 1.0 - PASSES {
            moves.iter().map(|&at| chosen[at] / all).collect()
        } else {
            Vec::new()
        }
    }

    /// One of the eight symmetric images; 0 is the identity.
    pub(super) fn image(&self, number: usize) -> Lesson {
        let to = |at: Point| self.game.image_of(at, number);
        let mut owned = Box::new(PerPoint::new(0.5));
        for at in self.game.size().points() {
            owned[to(at)] = self.owned[at];
        }
        Lesson {
            game: self.game.image(number),
            policy: self.policy.iter().map(|&(at, p)| (to(at), p)).collect(),
            owned,
            ..*self
        }
    }
}

/// Parses three digits, 0 to 0.999.
fn thousandths(digits: [u8; 3]) -> Option<f32> {
    let whole: u16 = str::from_utf8(&digits).ok()?.parse().ok()?;
    Some(f32::from(whole) / THOUSAND)
}

/// Formats a number from 0 to 1 as three digits.
fn digits(number: f32) -> String {
    format!(
        "{:03}",
        (number * THOUSAND).round().clamp(0.0, 999.0) as u16
    )
}

/// Writes a line for [`parse`](Lesson::parse); moves below one thousandth are left out.
impl fmt::Display for Lesson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:+.1}\t{:.3}\t{:+.1}\t",
            self.bonus, self.win, self.lead
        )?;
        for &(at, probability) in &self.policy {
            if probability * THOUSAND >= 1.0 {
                write!(f, "{}{}", self.game.letters_of(at), digits(probability))?;
            }
        }
        f.write_str("\t")?;
        for at in self.game.size().points() {
            f.write_str(&digits(self.owned[at]))?;
        }
        write!(
            f,
            "\t{0}x{0}\t{1}",
            self.game.side(),
            self.game.moves_in_letters()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_and_written() {
        let line = format!(
            "-7.5\t0.250\t-3.5\tcc500ee250\t{}\t5x5\tbb ccdd",
            "123".repeat(25)
        );
        let lesson = Lesson::parse(&line).expect("a lesson");
        assert_eq!(lesson.to_string(), line);
        assert_eq!((lesson.bonus, lesson.win, lesson.lead), (-7.5, 0.25, -3.5));
        assert_eq!(lesson.policy.len(), 2);
        assert_eq!(lesson.owned[lesson.policy[0].0], 0.123);
        for spoilt in [
            line.replace("123\t", "\t"),
            line.replace("cc500", "cc5x0"),
            line.replace("cc500", "zz500"),
            line.replace("0.250", ""),
            String::new(),
        ] {
            assert_eq!(Lesson::parse(&spoilt), None, "{spoilt}");
        }
    }
}
