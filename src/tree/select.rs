//! The formulas of selection, as plain functions.

use smallvec::SmallVec;

/// The number of playouts that AMAF statistics of a move are worth at most.
const AMAF_EQUIVALENCE: f64 = 3000.0;

/// The statistics of a move; values are for the side that plays it, 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MoveStats {
    /// Playouts that began with the move.
    pub playouts: f64,
    /// Their mean value.
    pub value: f64,
    /// Playouts in which the side was the first to play on the point (all moves as first).
    pub amaf_playouts: f64,
    /// Their mean value.
    pub amaf_value: f64,
    /// The value before the first playout.
    pub prior: f64,
    /// The number of playouts that the prior counts as.
    pub prior_weight: f64,
    /// The mean square of how far from even the values below the move are, where positions are evaluated.
    pub scatter: f64,
    /// Evaluations that have begun with the move and not ended.
    pub unfinished: f64,
}

impl MoveStats {
    /// The estimated value: RAVE (Gelly and Silver 2007) with the minimum-MSE schedule of Silver (2009), the prior counted
    /// as playouts.
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

    /// The estimate plus an exploration bonus (UCB1; Auer, Cesa-Bianchi and Fischer 2002). With RAVE and priors a small
    /// constant does best.
    #[must_use]
    pub fn urgency(&self, parent_playouts: f64, exploration: f64) -> f64 {
        let tried = self.playouts + 1.0;
        self.estimate() + exploration * ((parent_playouts + 1.0).ln() / tried).sqrt()
    }
}

/// What has been tried of the moves of a position.
///
/// As KataGo weighs it (Wu 2019, and its `searchexplorehelpers.cpp` and `searchupdatehelpers.cpp` since): a position is worth the
/// mean of what was predicted and of its moves, in which a move counts less if it has turned out worse than the others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tried {
    /// Playouts of all moves.
    playouts: f64,
    /// What was predicted for the side to move, as it was and corrected.
    predicted: f64,
    corrected: f64,
    /// All moves that have playouts: their weights and priors together, the means of the rest.
    moves: Weighed,
}

/// A move that has been tried, and what it counts in the mean.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Weighed {
    weight: f64,
    value: f64,
    scatter: f64,
    prior: f64,
}

impl Tried {
    /// Of moves whose priors are probabilities, the likeliest play first and a pass last, in a position that is predicted to be worth so much.
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

    /// By how much more than predicted the moves are worth, and in how many playouts that was found; `None` without any.
    #[must_use]
    pub fn error(&self) -> Option<(f64, f64)> {
        (self.playouts > 0.0).then_some((self.moves.value - self.predicted, self.playouts))
    }

    /// The same where what was predicted counts as so much more.
    #[must_use]
    pub fn corrected_by(self, more: f64) -> Tried {
        Tried {
            corrected: self.predicted + more,
            ..self
        }
    }

    /// The mean value for the side to move of the moves and of what was predicted.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.mean(self.corrected, self.moves.value)
    }

    /// The mean square of how far from even the moves and what was predicted are.
    #[must_use]
    pub fn scatter(&self) -> f64 {
        self.mean(scatter(self.corrected), self.moves.scatter)
    }

    fn mean(&self, predicted: f64, moves: f64) -> f64 {
        (predicted + self.moves.weight * moves) / (1.0 + self.moves.weight)
    }

    /// What a move that has not been tried is expected to be worth: somewhat less than the position, the more so the more of
    /// the prior has been tried; before much has, that is worth what was predicted (Wu 2019).
    fn untried(&self, is_root: bool) -> f64 {
        /// By how much a move is worse before it is tried, when all others have been, at the root and below.
        const WORSE_AT_ROOT: f64 = 0.05;
        const WORSE: f64 = 0.1;
        let worse = if is_root { WORSE_AT_ROOT } else { WORSE };
        let prior = self.moves.prior;
        let found = (prior * prior).min(1.0);
        found * self.value() + (1.0 - found) * self.predicted - worse * prior.sqrt()
    }

    /// How much there is to be found by exploring, 1 as a rule: less where all values are much the same (dynamic
    /// variance-scaled cPUCT; KataGo's `searchexplorehelpers.cpp`).
    fn stakes(&self) -> f64 {
        /// The standard deviation of values that is usual, and how many playouts that counts as.
        const USUAL: f64 = 0.2;
        const USUAL_WEIGHT: f64 = 2.0;
        /// How much of the difference counts.
        const SHARE: f64 = 0.85;
        if self.playouts == 0.0 {
            return 1.0;
        }
        let (even, weight) = (scatter(self.value()), 1.0 + self.moves.weight);
        let sum = USUAL_WEIGHT * (even + USUAL * USUAL) + weight * self.scatter().max(even);
        let variance = sum / (USUAL_WEIGHT + weight - 1.0) - even;
        1.0 + SHARE * (variance.max(0.0).sqrt() / USUAL - 1.0)
    }

    /// How promising each of the moves is: its value, and a bonus by its prior that falls as it is tried (PUCT; Rosin 2011,
    /// Silver and others 2017), the larger the more is at stake. At the root, what has not been tried is expected to be worth more.
    /// Unfinished evaluations count as lost, so that other threads look elsewhere.
    pub fn promise(self, is_root: bool) -> impl Fn(&MoveStats) -> f64 {
        /// The weight of the bonus, and how it grows with the playouts; Wu's for values from 0 to 1.
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

/// How far from even a value is, squared.
#[must_use]
pub fn scatter(value: f64) -> f64 {
    (value - 0.5) * (value - 0.5)
}

fn sum(tried: &[Weighed], of: impl Fn(&Weighed) -> f64) -> f64 {
    tried.iter().map(of).sum()
}

/// Takes weight from moves that are worse than those before them, the likelier ones, and have more than twice the share that their prior gives them: they
/// were tried so often because they seemed better for a while.
fn prune_noise(tried: &mut [Weighed]) {
    /// A value that is worse by so much loses nearly two thirds of the excess.
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

/// Shifts weight from moves that are worse than the mean to those that are better, by how sure that is.
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

/// The cumulative distribution function of Student's t with three degrees of freedom.
fn students_t(t: f64) -> f64 {
    let x = t / 3.0_f64.sqrt();
    0.5 + (x / (1.0 + x * x) + x.atan()) / std::f64::consts::PI
}

/// The number of children considered after `playouts` playouts of their parent, the most promising first: progressive
/// widening (Coulom 2007), called progressive unpruning by Chaslot and others (2008).
#[must_use]
pub fn width(playouts: u32) -> usize {
    const INITIAL_WIDTH: usize = 4;
    /// Playouts before the first child is added.
    const FIRST_STEP: f64 = 40.0;
    /// The factor by which the playouts grow from one added child to the next.
    const GROWTH: f64 = 1.35;
    let steps = (f64::from(playouts) / FIRST_STEP).ln() / GROWTH.ln();
    INITIAL_WIDTH + (1.0 + steps).max(0.0) as usize
}

/// The number of children whose AMAF statistics are updated: more than are considered, so that those added next are known.
/// Updating the others would only take time.
#[must_use]
pub fn amaf_width(playouts: u32) -> usize {
    2 * width(playouts) + 8
}

/// The utility of a lead in points for the side that leads, 0 to 1: mostly whether it wins, and a little by how much, so that
/// a won game is finished tidily and a lost one closely. `points` is the area of the board.
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

    /// A move without AMAF statistics, whose prior is a probability and whose values scatter as usual.
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
        // One that loses is left for another, though it was likelier.
        assert_eq!(best(&[fresh[0], stats(3.0, 0.1, 0.7)]), Some(0));
        // The better one gets more, the other some all the same.
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
        // Moves that are worth the same are a mean like any other.
        let same = [stats(6.0, 0.6, 0.5), stats(3.0, 0.6, 0.2)];
        assert!((worth(&same) - 0.59).abs() < 1e-9);
        // A worse one counts less than its playouts, the less the more of them its prior does not explain.
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
        // As usual, with a standard deviation of 0.2.
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
        // From tables: 2.353 and 5.841 are exceeded by 5 and 0.5 in 100.
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
