//! Selection formulas, as pure functions.

use smallvec::SmallVec;

/// Upper limit of the weight of AMAF statistics, in playouts.
const AMAF_EQUIVALENCE: f64 = 3000.0;

/// The statistics of a move. Values are for the side that plays it, 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MoveStats {
    /// Playouts that began with the move.
    pub playouts: f64,
    /// Mean value of these playouts.
    pub value: f64,
    /// Playouts in which the side was the first to play on the point (all moves as first).
    pub amaf_playouts: f64,
    /// Mean value of the AMAF playouts.
    pub amaf_value: f64,
    /// Value before the first playout.
    pub prior: f64,
    /// Number of playouts that the prior counts as.
    pub prior_weight: f64,
    /// Second moment of the values below the move about 0.5; only with an evaluator.
    pub scatter: f64,
    /// Unfinished evaluations.
    pub unfinished: f64,
}

impl MoveStats {
    /// The estimated value, RAVE (Gelly and Silver 2007) with the prior counted as playouts.
    ///
    /// AMAF is weighted by the minimum-MSE schedule of Silver (2009).
    #[must_use]
    pub fn estimate(&self) -> f64 {
        let playouts = self.playouts + self.prior_weight;
        let value = match playouts {
            0.0 => 0.5,
            _ => (self.playouts * self.value + self.prior_weight * self.prior) / playouts,
        };
        let amaf = self.amaf_playouts;
        if amaf == 0.0 {
            return value;
        }
        let weight = amaf / (amaf + playouts + amaf * playouts / AMAF_EQUIVALENCE);
        weight * self.amaf_value + (1.0 - weight) * value
    }

    /// The estimate plus an exploration bonus (UCB1; Auer, Cesa-Bianchi and Fischer 2002).
    ///
    /// With RAVE and priors a small constant does best.
    #[must_use]
    pub fn urgency(&self, parent_playouts: f64, exploration: f64) -> f64 {
        let tried = self.playouts + 1.0;
        self.estimate() + exploration * ((parent_playouts + 1.0).ln() / tried).sqrt()
    }
}

/// Statistics of all moves of a position, for PUCT.
///
/// As in KataGo (Wu 2019; `searchexplorehelpers.cpp` and `searchupdatehelpers.cpp`), the value of a
/// position is the weighted mean of its prediction and its moves, where inferior moves weigh less.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tried {
    /// Playouts of all moves.
    playouts: f64,
    /// The prediction for the side to move, as evaluated and with bias correction.
    predicted: f64,
    corrected: f64,
    /// Moves with playouts: total weight, total prior, mean value and mean scatter.
    moves: Weighed,
}

/// A visited move and its weight in the mean.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Weighed {
    weight: f64,
    value: f64,
    scatter: f64,
    prior: f64,
}

impl Tried {
    /// Summarizes the moves of a position with this prediction.
    ///
    /// Priors are probabilities; the moves are sorted by prior, with the pass last.
    #[must_use]
    pub fn of(predicted: f64, moves: impl Iterator<Item = MoveStats>) -> Tried {
        let tried = moves.filter(|stats| stats.playouts > 0.0);
        let mut tried: SmallVec<[Weighed; 16]> = tried
            .map(|stats| Weighed {
                weight: stats.playouts,
                value: stats.value,
                scatter: stats.scatter,
                prior: stats.prior,
            })
            .collect();
        let playouts = sum(&tried, |one| one.weight);
        prune_noise(&mut tried);
        weigh_by_value(&mut tried);
        let weight = sum(&tried, |one| one.weight);
        let mean = |of: fn(&Weighed) -> f64| match weight {
            0.0 => 0.0,
            _ => sum(&tried, |one| one.weight * of(one)) / weight,
        };
        Tried {
            playouts,
            predicted,
            corrected: predicted,
            moves: Weighed {
                weight,
                value: mean(|one| one.value),
                scatter: mean(|one| one.scatter),
                prior: sum(&tried, |one| one.prior),
            },
        }
    }

    /// Returns the error of the prediction and the number of playouts; `None` without playouts.
    ///
    /// The error is the mean value of the moves minus the prediction.
    #[must_use]
    pub fn error(&self) -> Option<(f64, f64)> {
        (self.playouts > 0.0).then_some((self.moves.value - self.predicted, self.playouts))
    }

    /// Adds a bias correction to the prediction.
    #[must_use]
    pub fn corrected_by(self, more: f64) -> Tried {
        Tried {
            corrected: self.predicted + more,
            ..self
        }
    }

    /// The value of the position for the side to move.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.mean(self.corrected, self.moves.value)
    }

    /// Second moment of the values of the position about 0.5.
    #[must_use]
    pub fn scatter(&self) -> f64 {
        self.mean(scatter(self.corrected), self.moves.scatter)
    }

    fn mean(&self, predicted: f64, moves: f64) -> f64 {
        (predicted + self.moves.weight * moves) / (1.0 + self.moves.weight)
    }

    /// The value assumed for an unvisited move (first-play urgency reduction; Wu 2019).
    ///
    /// It is below the value of the position, and falls with the policy mass already visited.
    fn untried(&self, is_root: bool) -> f64 {
        /// Reduction when all of the policy has been visited, at the root and below.
        const WORSE_AT_ROOT: f64 = 0.05;
        const WORSE: f64 = 0.1;
        let worse = if is_root { WORSE_AT_ROOT } else { WORSE };
        let prior = self.moves.prior;
        let found = (prior * prior).min(1.0);
        found * self.value() + (1.0 - found) * self.predicted - worse * prior.sqrt()
    }

    /// Scale of the exploration bonus, 1 by default and lower where all values are much alike.
    ///
    /// This is KataGo's dynamic variance-scaled cPUCT (`searchexplorehelpers.cpp`).
    fn stakes(&self) -> f64 {
        /// Prior standard deviation of values, and its weight in playouts.
        const USUAL: f64 = 0.2;
        const USUAL_WEIGHT: f64 = 2.0;
        /// Fraction of the difference that is applied.
        const SHARE: f64 = 0.85;
        if self.playouts == 0.0 {
            return 1.0;
        }
        let (even, weight) = (scatter(self.value()), 1.0 + self.moves.weight);
        let sum = USUAL_WEIGHT * (even + USUAL * USUAL) + weight * self.scatter().max(even);
        let variance = sum / (USUAL_WEIGHT + weight - 1.0) - even;
        1.0 + SHARE * (variance.max(0.0).sqrt() / USUAL - 1.0)
    }

    /// Returns the PUCT value of each move: its value and a bonus by prior that falls with its
    /// visits.
    ///
    /// See Rosin (2011) and Silver et al. (2017). Unfinished evaluations count as lost (virtual
    /// loss).
    pub fn promise(self, is_root: bool) -> impl Fn(&MoveStats) -> f64 {
        /// Weight of the bonus and its growth with playouts: KataGo's defaults, for values from 0
        /// to 1.
        const EXPLORATION: f64 = 0.5;
        const GROWTH: f64 = 0.225;
        const GROWS_AFTER: f64 = 500.0;
        let untried = self.untried(is_root);
        let weight = self.stakes() * (EXPLORATION + GROWTH * (self.playouts / GROWS_AFTER).ln_1p());
        let parent = (self.playouts + 0.01).sqrt();
        move |stats| {
            let begun = stats.playouts + stats.unfinished;
            let value = match begun {
                0.0 => untried,
                _ => stats.value * stats.playouts / begun,
            };
            value + weight * stats.prior * (parent / (1.0 + begun))
        }
    }
}

/// The squared distance of a value from 0.5.
#[must_use]
pub fn scatter(value: f64) -> f64 {
    (value - 0.5) * (value - 0.5)
}

fn sum(tried: &[Weighed], of: impl Fn(&Weighed) -> f64) -> f64 {
    tried.iter().map(of).sum()
}

/// Noise pruning: reduces the weight of moves that are worse than all more likely ones together.
///
/// Only weight beyond twice the share given by the prior is reduced: such moves were visited often
/// because they seemed better for a while.
fn prune_noise(tried: &mut [Weighed]) {
    /// A deficit of this size removes nearly two thirds of the excess.
    const SCALE: f64 = 0.075;
    const LENIENCE: f64 = 2.0;
    let (mut weights, mut values, mut priors) = (0.0, 0.0, 0.0);
    for one in tried {
        let worse = values - weights * one.value;
        if priors > 0.0 && worse > 0.0 {
            let excess = one.weight - LENIENCE * weights * one.prior / priors;
            one.weight -= excess.max(0.0) * -(-worse / weights / SCALE).exp_m1();
        }
        weights += one.weight;
        values += one.weight * one.value;
        priors += one.prior;
    }
}

/// Shifts weight from moves below the mean to moves above it, by the confidence in the difference.
fn weigh_by_value(tried: &mut [Weighed]) {
    const EXPONENT: f64 = 0.25;
    let weight = sum(tried, |one| one.weight);
    let mean = sum(tried, |one| one.weight * one.value) / weight;
    for one in tried.iter_mut() {
        let deviation = 0.5 / (1.5 * one.weight.sqrt()).sqrt();
        let chance = students_t((one.value - mean) / deviation);
        one.weight *= (0.0001 + chance).powf(EXPONENT);
    }
    let scale = weight / sum(tried, |one| one.weight);
    for one in tried {
        one.weight *= scale;
    }
}

/// Cumulative distribution function of Student's t with 3 degrees of freedom.
fn students_t(t: f64) -> f64 {
    let x = t / 3.0_f64.sqrt();
    0.5 + (x / (1.0 + x * x) + x.atan()) / std::f64::consts::PI
}

/// Returns how many children to consider after `playouts` visits of their parent.
///
/// This is progressive widening (Coulom 2007), or progressive unpruning (Chaslot et al. 2008).
#[must_use]
pub fn width(playouts: u32) -> usize {
    const INITIAL_WIDTH: usize = 4;
    /// Playouts before the first child is added.
    const FIRST_STEP: f64 = 40.0;
    /// Growth factor of the playouts from one added child to the next.
    const GROWTH: f64 = 1.35;
    let steps = (f64::from(playouts) / FIRST_STEP).ln() / GROWTH.ln();
    INITIAL_WIDTH + (1.0 + steps).max(0.0) as usize
}

/// Returns the number of children whose AMAF statistics are updated.
///
/// It exceeds [`width`], so that children have statistics when they are added. Updating the rest
/// would only cost time.
#[must_use]
pub fn amaf_width(playouts: u32) -> usize {
    2 * width(playouts) + 8
}

/// The utility of a lead for the side that leads, 0 to 1. `points` is the area of the board.
///
/// Winning is most of it; a small share depends on the margin, so that won games are finished
/// tidily and lost ones are kept close.
#[must_use]
pub fn utility(lead: f64, points: usize) -> f64 {
    const SCORE_WEIGHT: f64 = 0.06;
    let win = match lead {
        l if l > 0.0 => 1.0,
        l if l < 0.0 => 0.0,
        _ => 0.5,
    };
    let by_score = 0.5 + 0.5 * (lead / score_scale(points)).tanh();
    (1.0 - SCORE_WEIGHT) * win + SCORE_WEIGHT * by_score
}

/// The lead in points that counts as large on a board of `points` points.
#[must_use]
pub fn score_scale(points: usize) -> f64 {
    points as f64 / 6.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A move without AMAF, with a probability as its prior and the usual scatter.
    fn stats(playouts: f64, value: f64, prior: f64) -> MoveStats {
        MoveStats {
            playouts,
            value,
            prior,
            prior_weight: 1.0,
            scatter: scatter(value) + 0.04,
            ..MoveStats::default()
        }
    }

    #[test]
    fn winning_comes_before_winning_by_more() {
        assert!(utility(0.5, 81) > utility(-0.5, 81) + 0.8);
        assert!(utility(9.5, 81) > utility(8.5, 81));
        assert!(utility(-8.5, 81) > utility(-9.5, 81));
        assert!((utility(0.0, 81) - 0.5).abs() < 1e-12);
    }

    #[test]
    fn what_is_likely_is_tried_first_and_what_is_good_most() {
        let best = |moves: &[MoveStats]| {
            let tried = Tried::of(0.5, moves.iter().copied());
            let promises: Vec<f64> = moves.iter().map(tried.promise(false)).collect();
            let top = promises.iter().copied().fold(f64::MIN, f64::max);
            promises.iter().position(|&promise| promise == top)
        };
        let fresh = [stats(0.0, 0.0, 0.2), stats(0.0, 0.0, 0.7)];
        assert_eq!(best(&fresh), Some(1));
        // A losing move is left for another, although its prior is higher.
        assert_eq!(best(&[fresh[0], stats(3.0, 0.1, 0.7)]), Some(0));
        // The better move gets more visits, but the other one gets some.
        assert_eq!(
            best(&[stats(20.0, 0.6, 0.4), stats(20.0, 0.4, 0.4)]),
            Some(0)
        );
        assert_eq!(
            best(&[stats(400.0, 0.6, 0.4), stats(5.0, 0.4, 0.4)]),
            Some(1)
        );
    }

    #[test]
    fn what_turned_out_worse_counts_less() {
        let worth = |moves: &[MoveStats]| Tried::of(0.5, moves.iter().copied()).value();
        assert_eq!(worth(&[]), 0.5);
        assert!((worth(&[stats(9.0, 0.6, 0.9)]) - 0.59).abs() < 1e-9);
        // Equal moves are a plain mean.
        let same = [stats(6.0, 0.6, 0.5), stats(3.0, 0.6, 0.2)];
        assert!((worth(&same) - 0.59).abs() < 1e-9);
        // An inferior move counts less than its playouts, and least where its prior is small.
        let mean = (0.5 + 30.0 * 0.6 + 20.0 * 0.3) / 51.0;
        let likely = worth(&[stats(30.0, 0.6, 0.5), stats(20.0, 0.3, 0.4)]);
        let unlikely = worth(&[stats(30.0, 0.6, 0.5), stats(20.0, 0.3, 0.01)]);
        assert!(mean < likely && likely < unlikely && unlikely < 0.6);
    }

    #[test]
    fn what_is_at_stake_is_how_far_values_scatter() {
        let stakes = |values: [f64; 2]| {
            let moves = values.map(|value| MoveStats {
                scatter: scatter(value),
                ..stats(50.0, value, 0.5)
            });
            Tried::of(0.5, moves.into_iter()).stakes()
        };
        assert_eq!(Tried::of(0.7, std::iter::empty()).stakes(), 1.0);
        // The usual standard deviation, 0.2.
        assert!((stakes([0.3, 0.7]) - 1.0).abs() < 0.1);
        let (quiet, fierce) = (stakes([0.5, 0.5]), stakes([0.05, 0.95]));
        assert!(quiet < 0.4 && fierce > 1.4, "{quiet} {fierce}");
        // A won position is as quiet as an even one.
        assert!(stakes([0.95, 0.95]) < 0.5);
    }

    #[test]
    fn a_prediction_is_corrected_but_the_moves_are_not() {
        let moves = [stats(9.0, 0.6, 0.9)];
        let tried = Tried::of(0.5, moves.into_iter());
        let (more, playouts) = tried.error().expect("a move has been tried");
        assert!((more - 0.1).abs() < 1e-9 && playouts == 9.0);
        let corrected = tried.corrected_by(0.1);
        assert!((corrected.value() - 0.6).abs() < 1e-9);
        assert!((corrected.value() - tried.value() - 0.01).abs() < 1e-9);
        assert_eq!(corrected.error(), tried.error());
        assert_eq!(Tried::of(0.5, std::iter::empty()).error(), None);
    }

    #[test]
    fn students_t_is_a_distribution() {
        // Table values: 2.353 and 5.841 are exceeded with probability 5 % and 0.5 %.
        for (t, expected) in [(0.0, 0.5), (2.353, 0.95), (5.841, 0.995), (-2.353, 0.05)] {
            assert!((students_t(t) - expected).abs() < 1e-3, "{t}");
        }
    }

    #[test]
    fn the_tree_widens_slowly() {
        assert_eq!([0, 39, 40, 54, 2_000].map(width), [4, 4, 5, 6, 18]);
    }

    #[test]
    fn playouts_outweigh_the_prior() {
        let stats = |playouts| MoveStats {
            playouts,
            value: 0.7,
            amaf_playouts: 10.0 * playouts,
            amaf_value: 0.2,
            prior: 0.1,
            prior_weight: 10.0,
            ..MoveStats::default()
        };
        assert!(stats(1.0).estimate() < 0.3);
        assert!(stats(1e6).estimate() > 0.69);
    }
}
