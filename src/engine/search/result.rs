//! The result of a search, final or intermediate, and the values that are reported of it.
//!
//! The mean of a few playouts says little about a move: a single playout can be lost by 100 points.
//! A program that picks the best number of a list, as graphical interfaces do for their graphs,
//! gets the luckiest one. So reported values are drawn toward the mean of all moves, the more so
//! the fewer the playouts (the posterior mean of an empirical Bayes estimate; Efron and Morris
//! 1975), and moves with hardly any playouts are not reported.
//!
//! With few playouts in all, that mean is noisy too: fewer than half may be won although they lead
//! on average. Until there are more, the win probability is drawn toward the one that the lead
//! makes likely. The decision uses the values as found.

use super::limits::Ban;
use crate::go::point::Move;
use crate::mcts::playout::Ownership;
use std::time::Duration;

/// A move considered by a search. All values are for the side to move at the root.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The move.
    pub to: Move,
    /// Playouts that began with the move.
    pub playouts: u64,
    /// The fraction of playouts won, 0 to 1. Without playouts, that of the root.
    pub winrate: f64,
    /// The mean lead in points. Without playouts, that of the root.
    pub lead: f64,
    /// The mean utility, by which the search chooses: 0 to 1, or slightly beyond.
    ///
    /// Without playouts, that of the root.
    pub utility: f64,
    /// The standard deviation of the leads in points, with that of all moves as a prior.
    pub deviation: f64,
    /// True if the game ended and was counted in all these playouts, so that no chance is involved.
    pub is_counted: bool,
    /// The share of the move in the priors of all moves, 0 to 1.
    pub prior: f64,
    /// The principal variation from this move on, with the playouts of each move.
    pub pv: Vec<(Move, u64)>,
    /// The mean ownership after the move, if it was asked for and there are playouts.
    pub ownership: Option<Box<Ownership>>,
}

/// The result of a search. All values are for the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult {
    /// The move to play.
    pub best: Move,
    /// True if the side should resign instead.
    pub resigns: bool,
    /// The win probability with the move, 0 to 1.
    pub winrate: f64,
    /// The mean lead with the move in points.
    pub lead: f64,
    /// All playouts of the tree, including those kept from earlier moves.
    pub playouts: u64,
    /// The playouts of this search.
    pub new_playouts: u64,
    /// The duration of the search in seconds.
    pub seconds: f64,
    /// The moves considered, the most played first.
    pub candidates: Vec<Candidate>,
    /// The mean ownership at the end of the playouts.
    pub ownership: Ownership,
    /// The standard deviation of the lead at the end of the playouts, in points.
    pub deviation: f64,
    /// The noise of the values.
    pub noise: Noise,
}

/// The noise of the values found for moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Noise {
    /// The standard deviation of the lead of one playout, in points.
    Playouts(f64),
    /// The weight of the mean of all moves in the value of each, in evaluations.
    Evaluations(f64),
}

impl Noise {
    /// Returns the weight of the mean of all moves, in playouts or evaluations of each.
    fn weight(self) -> f64 {
        match self {
            Noise::Playouts(deviation) => (deviation / LEADS_DIFFER).powi(2),
            Noise::Evaluations(weight) => weight,
        }
    }
}

/// The assumed standard deviation between the leads of moves worth considering, in points.
const LEADS_DIFFER: f64 = 2.5;

/// The playouts at which the share won weighs as much as the win probability implied by the lead.
const LEAD_SPEAKS: f64 = 150.0;

impl SearchResult {
    /// Returns the candidates to report, the most played first, with values drawn toward the mean.
    ///
    /// These are the candidates with at least half the square root of all playouts, and in any case
    /// the first `at_least`.
    #[must_use]
    pub fn told(&self, at_least: usize) -> Vec<Candidate> {
        let mean = Mean::of(&self.candidates, self.noise);
        let has_share =
            |playouts: u64| 4 * u128::from(playouts).pow(2) >= u128::from(mean.playouts);
        self.candidates
            .iter()
            .enumerate()
            .filter(|&(index, candidate)| index < at_least.max(1) || has_share(candidate.playouts))
            .map(|(_, candidate)| mean.told(candidate, self.noise))
            .collect()
    }
}

/// The means of all candidates, weighted by playouts.
struct Mean {
    playouts: u64,
    winrate: f64,
    lead: f64,
    utility: f64,
}

impl Mean {
    /// Computes the means.
    fn of(candidates: &[Candidate], noise: Noise) -> Mean {
        let playouts: u64 = candidates.iter().map(|one| one.playouts).sum();
        let mean = |value: fn(&Candidate) -> f64| -> f64 {
            let values = candidates
                .iter()
                .map(|one| one.playouts as f64 * value(one));
            values.sum::<f64>() / (playouts as f64).max(1.0)
        };
        let (winrate, lead) = (mean(|one| one.winrate), mean(|one| one.lead));
        let likely = match noise {
            Noise::Playouts(deviation) if deviation > 0.0 => likely(lead / deviation),
            _ => winrate,
        };
        let share = playouts as f64 / (playouts as f64 + LEAD_SPEAKS);
        Mean {
            playouts,
            winrate: share * winrate + (1.0 - share) * likely,
            lead,
            utility: mean(|one| one.utility),
        }
    }

    /// Returns a candidate with its values drawn toward the mean.
    fn told(&self, candidate: &Candidate, noise: Noise) -> Candidate {
        if candidate.playouts == 0 || candidate.is_counted {
            return candidate.clone();
        }
        let playouts = candidate.playouts as f64;
        // All values share one weight, since they come from the same playouts, so that they stay
        // consistent.
        let weight = noise.weight();
        let drawn =
            |value: f64, mean: f64| (playouts * value + weight * mean) / (playouts + weight);
        Candidate {
            winrate: drawn(candidate.winrate, self.winrate),
            lead: drawn(candidate.lead, self.lead),
            utility: drawn(candidate.utility, self.utility),
            ..candidate.clone()
        }
    }
}

/// The normal cumulative distribution function, to 0.01: a logistic curve (Johnson and Kotz 1970).
fn likely(deviations: f64) -> f64 {
    1.0 / (1.0 + (-1.702 * deviations).exp())
}

/// An observer of a running search. It may also ban moves.
pub struct Watch<'a> {
    /// The time between reports.
    pub interval: Duration,
    /// The least number of candidates to report, even without playouts.
    pub min_moves: usize,
    /// Moves that are not considered unless nothing else is left.
    pub bans: &'a [Ban],
    /// True to report the ownership after each move.
    pub moves_ownership: bool,
    /// Called with the current result, on the thread that started the search.
    pub tell: &'a mut dyn FnMut(&SearchResult),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::point::Point;

    /// Returns a result with these moves: playouts, win rate and lead of each.
    fn found(moves: &[(u64, f64, f64)], deviation: f64) -> SearchResult {
        let candidate = |(column, &(playouts, winrate, lead)): (u8, &(u64, f64, f64))| Candidate {
            to: Move::At(Point::new(column, 1).expect("a point")),
            playouts,
            winrate,
            lead,
            utility: winrate,
            deviation,
            is_counted: false,
            prior: 0.1,
            pv: Vec::new(),
            ownership: None,
        };
        let candidates: Vec<Candidate> = (1..).zip(moves).map(candidate).collect();
        SearchResult {
            best: candidates[0].to,
            resigns: false,
            winrate: candidates[0].winrate,
            lead: candidates[0].lead,
            playouts: moves.iter().map(|one| one.0).sum(),
            new_playouts: 0,
            seconds: 0.0,
            candidates,
            ownership: Ownership::new(),
            deviation,
            noise: Noise::Playouts(deviation),
        }
    }

    #[test]
    fn a_lucky_playout_is_not_told_as_if_it_were_knowledge() {
        let lucky = found(
            &[
                (900, 0.55, 2.0),
                (400, 0.53, 1.0),
                (40, 0.7, 25.0),
                (1, 1.0, 172.0),
            ],
            60.0,
        );
        let told = lucky.told(0);
        // One playout of 1341 is below the threshold, but a caller may ask for more moves.
        assert_eq!(told.len(), 3);
        assert_eq!(lucky.told(4).len(), 4);
        for one in lucky.told(4) {
            assert!(one.winrate < told[0].winrate + 0.04, "{one:?}");
            assert!(one.lead < told[0].lead + 2.0, "{one:?}");
        }
        // Values of many playouts are reported almost unchanged.
        assert!((told[0].winrate - 0.55).abs() < 0.005 && (told[0].lead - 2.0).abs() < 0.3);
    }

    /// With as many evaluations as the weight of the mean, values move halfway; with weight 0 not
    /// at all.
    #[test]
    fn few_evaluations_are_told_with_doubt() {
        let moves = [(300, 0.5, 0.5), (10, 0.7, 5.0)];
        let told = |weight: f64| {
            let noise = Noise::Evaluations(weight);
            let all = found(&moves, 20.0);
            SearchResult { noise, ..all }.told(2)
        };
        assert_eq!(told(0.0)[1].winrate, 0.7);
        let doubted = &told(10.0)[1];
        let mean = (300.0 * 0.5 + 10.0 * 0.7) / 310.0;
        assert!(
            (doubted.winrate - (mean + 0.7) / 2.0).abs() < 1e-12,
            "{doubted:?}"
        );
        assert!(0.6 > told(30.0)[1].winrate && told(30.0)[0].winrate > 0.5);
    }

    #[test]
    fn where_playouts_end_alike_few_are_enough() {
        // The last points of a game: playouts differ by a point or two.
        let told = found(&[(300, 0.98, 3.5), (60, 0.9, 1.5)], 1.5).told(0);
        assert!((told[1].lead - 1.5).abs() < 0.1, "{told:?}");
        assert!((told[1].winrate - 0.9).abs() < 0.03, "{told:?}");
    }

    #[test]
    fn order_survives_where_playouts_are_equal() {
        let moves = [(100, 0.6, 5.0), (100, 0.5, 1.0), (100, 0.4, -5.0)];
        let told = found(&moves, 30.0).told(0);
        assert!(told.is_sorted_by(|a, b| a.winrate > b.winrate && a.lead > b.lead));
        let exchanged = moves.map(|(playouts, winrate, lead)| (playouts, 1.0 - winrate, -lead));
        for (one, other) in told.iter().zip(found(&exchanged, 30.0).told(0)) {
            assert!((one.winrate + other.winrate - 1.0).abs() < 1e-12);
            assert!((one.lead + other.lead).abs() < 1e-12);
        }
    }

    #[test]
    fn few_playouts_that_lead_are_not_told_as_lost() {
        let moves = |times: u64| [(25 * times, 0.44, 3.4), (38 * times, 0.44, 3.0)];
        let few = found(&moves(1), 55.0).told(0);
        assert!(few.iter().all(|one| one.winrate > 0.47), "{few:?}");
        let many = found(&moves(1000), 55.0).told(0);
        assert!(many.iter().all(|one| one.winrate < 0.445), "{many:?}");
        // A move that won all its playouts still stands well, and a certain lead is a certain win.
        assert!(found(&[(60, 1.0, 100.0)], 5.0).told(0)[0].winrate > 0.99);
        assert!(found(&[(60, 1.0, 0.5)], 0.0).told(0)[0].winrate > 0.99);
    }

    #[test]
    fn nothing_found_is_nothing_told() {
        assert_eq!(found(&[(0, 0.5, 0.0)], 10.0).told(0).len(), 1);
        let nothing = SearchResult {
            candidates: Vec::new(),
            ..found(&[(1, 0.5, 0.0)], 1.0)
        };
        assert!(nothing.told(5).is_empty());
    }
}
