//! CrossTable: pairwise scores and a rating per program.
//!
//! Knows no moves, only the results of games.

use super::player::Player;
use super::tally::GameResult;
use crate::go::color::Color;
use std::fmt;

/// The score of each program against each other one.
#[derive(Clone, Debug, PartialEq)]
pub struct CrossTable {
    /// `points[a][b]` is the score of `a` against `b`: 1 for a win, 1/2 without a winner.
    points: Vec<Vec<f64>>,
}

/// The rating of a program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Elo above the mean of all programs.
    pub elo: f64,
    /// Standard error of `elo`.
    pub error: f64,
}

/// Elo for a factor of e in the odds.
const ELO_PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;
/// Virtual games without a winner against a program of mean strength, per program.
///
/// They keep the rating finite if all games were won.
const PRIOR_GAMES: f64 = 1.0;
/// Iterations of the fit: each is cheap, and convergence is linear.
const STEPS: usize = 2_000;

impl CrossTable {
    /// Builds the table from games between this many programs.
    pub fn of<'a>(programs: usize, games: impl IntoIterator<Item = &'a GameResult>) -> CrossTable {
        let mut points = vec![vec![0.0; programs]; programs];
        for game in games {
            for color in Color::BOTH {
                let [player, other] = [color, !color].map(|color| game.player_with(color).index());
                points[player][other] += game.points(color);
            }
        }
        CrossTable { points }
    }

    fn games(&self, a: usize, b: usize) -> f64 {
        self.points[a][b] + self.points[b][a]
    }

    /// Total score of a program.
    #[must_use]
    pub fn total(&self, player: Player) -> f64 {
        self.points[player.index()].iter().sum()
    }

    /// Number of games of a program.
    #[must_use]
    pub fn played(&self, player: Player) -> f64 {
        let a = player.index();
        (0..self.points.len()).map(|b| self.games(a, b)).sum()
    }

    /// Maximum-likelihood ratings (Bradley and Terry 1952), fitted by minorization–maximization.
    ///
    /// The algorithm is that of Hunter (2004). The prior is one virtual game without a winner per
    /// program, against a program of mean strength, which keeps ratings finite.
    #[must_use]
    pub fn ratings(&self) -> Vec<Rating> {
        let programs = self.points.len();
        let mut strengths = vec![1.0f64; programs];
        for _ in 0..STEPS {
            for a in 0..programs {
                let scored = PRIOR_GAMES / 2.0 + self.points[a].iter().sum::<f64>();
                let own = strengths[a];
                let against = |b: usize| self.games(a, b) / (own + strengths[b]);
                let games: f64 = (0..programs).filter(|&b| b != a).map(against).sum();
                strengths[a] = scored / (games + PRIOR_GAMES / (own + 1.0));
            }
        }
        let covariance = inverse(self.information(&strengths));
        let logits: Vec<f64> = strengths.iter().map(|strength| strength.ln()).collect();
        let mean = logits.iter().sum::<f64>() / programs.max(1) as f64;
        let rating = |a: usize| Rating {
            elo: ELO_PER_LOGIT * (logits[a] - mean),
            error: ELO_PER_LOGIT * above_mean(&covariance, a).max(0.0).sqrt(),
        };
        (0..programs).map(rating).collect()
    }

    /// Fisher information matrix of the log strengths.
    fn information(&self, strengths: &[f64]) -> Vec<Vec<f64>> {
        let of = |games: f64, own: f64, other: f64| {
            let expected = own / (own + other);
            games * expected * (1.0 - expected)
        };
        let all = 0..strengths.len();
        let mut matrix = vec![vec![0.0; all.len()]; all.len()];
        for a in all.clone() {
            matrix[a][a] += of(PRIOR_GAMES, strengths[a], 1.0);
            for b in all.clone().filter(|&b| b != a) {
                let told = of(self.games(a, b), strengths[a], strengths[b]);
                matrix[a][a] += told;
                matrix[a][b] -= told;
            }
        }
        matrix
    }
}

/// Variance of a value above the mean of all.
fn above_mean(covariance: &[Vec<f64>], a: usize) -> f64 {
    let count = covariance.len() as f64;
    let with_all: f64 = covariance[a].iter().sum();
    let of_all: f64 = covariance.iter().flatten().sum();
    covariance[a][a] - 2.0 * with_all / count + of_all / (count * count)
}

/// Inverts a positive definite matrix (Gauss–Jordan).
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let count = matrix.len();
    let one = |row: usize| (0..count).map(move |column| f64::from(u8::from(row == column)));
    let mut inverse: Vec<Vec<f64>> = (0..count).map(|row| one(row).collect()).collect();
    for pivot in 0..count {
        let scale = matrix[pivot][pivot];
        for half in [&mut matrix, &mut inverse] {
            half[pivot].iter_mut().for_each(|number| *number /= scale);
        }
        for row in (0..count).filter(|&row| row != pivot) {
            let factor = matrix[row][pivot];
            for half in [&mut matrix, &mut inverse] {
                let scaled = half[pivot].clone();
                let numbers = half[row].iter_mut().zip(scaled);
                numbers.for_each(|(number, own)| *number -= factor * own);
            }
        }
    }
    inverse
}

/// A row per program: score against each other one, total, rating and standard error.
impl fmt::Display for CrossTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let players = || Player::first(self.points.len());
        write!(f, "{:<10}", "")?;
        for player in players() {
            write!(f, "{:>11}", format!("{player}"))?;
        }
        write!(f, "{:>13}{:>9}{:>8}", "all", "Elo", "+-")?;
        for (player, rating) in players().zip(self.ratings()) {
            write!(f, "\n{:<10}", format!("program {player}"))?;
            for other in players() {
                let (a, b) = (player.index(), other.index());
                let cell = if a == b {
                    "-".to_owned()
                } else {
                    format!("{} of {}", self.points[a][b], self.games(a, b))
                };
                write!(f, "{cell:>11}")?;
            }
            let all = format!("{} of {}", self.total(player), self.played(player));
            let Rating { elo, error } = rating;
            write!(f, "{all:>13}{elo:>+9.0}{error:>8.0}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table from (first, second, score of the first, number of games).
    fn table(programs: usize, meetings: &[(usize, usize, f64, f64)]) -> CrossTable {
        let mut table = CrossTable::of(programs, []);
        for &(a, b, scored, games) in meetings {
            table.points[a][b] += scored;
            table.points[b][a] += games - scored;
        }
        table
    }

    #[test]
    fn ten_to_one_is_400_elo() {
        let found = table(2, &[(0, 1, 1000.0, 1100.0)]).ratings();
        let difference = found[0].elo - found[1].elo;
        assert!((difference - 400.0).abs() < 3.0, "{difference}");
        assert!((found[0].elo + found[1].elo).abs() < 1e-6);
    }

    /// With N equal programs and 100 games per pair, the variance is (1 - 1/N) / (25 N + 1/4).
    #[test]
    fn errors_are_those_of_ratings_above_the_mean() {
        for (programs, expected) in [(2, 17.4), (3, 16.4), (4, 15.0)] {
            let pairs = (0..programs).flat_map(|b| (0..b).map(move |a| (a, b, 50.0, 100.0)));
            let found = table(programs, &pairs.collect::<Vec<_>>()).ratings();
            for rating in found {
                assert!(
                    (rating.error - expected).abs() < 0.3,
                    "{programs}: {}",
                    rating.error
                );
            }
        }
    }

    /// B beats A as often as C beats B; A and C never meet.
    #[test]
    fn ratings_go_through_a_third_program() {
        let found = table(3, &[(1, 0, 300.0, 400.0), (2, 1, 300.0, 400.0)]).ratings();
        let elo = |at: usize| found[at].elo;
        assert!(
            (elo(1) - elo(0) - (elo(2) - elo(1))).abs() < 1.0,
            "{found:?}"
        );
        assert!(((elo(2) - elo(0)) - 382.0).abs() < 5.0, "{found:?}");
    }

    #[test]
    fn who_won_everything_has_a_rating_too() {
        let found = table(3, &[(0, 1, 4.0, 4.0), (0, 2, 4.0, 4.0), (1, 2, 2.0, 4.0)]);
        let ratings = found.ratings();
        assert!(
            ratings
                .iter()
                .all(|rating| rating.elo.is_finite() && rating.error.is_finite())
        );
        assert!(ratings[0].elo > 100.0 && (ratings[1].elo - ratings[2].elo).abs() < 1e-6);
        let text = found.to_string();
        assert!(text.contains("4 of 4") && text.contains("8 of 8"), "{text}");
        assert_eq!(text.lines().count(), 4);
    }
}
