//! Training of the pattern model by multinomial logistic regression.
//!
//! One epoch of stochastic gradient ascent on the log-likelihood of the moves played, with a
//! learning rate per weight (AdaGrad; Duchi, Hazan and Singer 2011). First the frequent shapes are
//! collected, smaller ones first, since a shape counts only if the smaller one within it does. Then
//! each sampled position raises the weights of the move played and lowers those of the moves
//! predicted instead.

use super::evaluation::{Sampling, is_held_out};
use super::features::{Features, MoveContext, choices};
use super::game::{TrainingGame, TrainingPosition};
use super::model::{PatternModel, softmax};
use super::shape::{self, DIAMONDS, Shape};
use crate::go::point::Point;
use crate::mcts::playout::{dice, roll};
use fxhash::FxHashMap;

/// Settings of the training of patterns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PatternTraining {
    /// Positions to train on.
    pub sampling: Sampling,
    /// Number of games searched for frequent shapes.
    pub shape_games: usize,
    /// Minimum number of occurrences of a shape in them.
    pub min_occurrences: u32,
}

/// The learning rate.
const LEARNING_RATE: f32 = 0.12;
/// Initial sum of squared gradients of each weight.
const INITIAL_SQUARES: f32 = 0.05;
/// Fraction of the progress spent on collecting shapes.
const SHAPES_PROGRESS: f64 = 0.2;

/// Trains a model on games; `progress` receives the fraction done, 0 to 1.
#[must_use]
pub fn train_patterns(
    games: &[TrainingGame],
    training: &PatternTraining,
    progress: impl Fn(f64),
) -> PatternModel {
    let sampling = &training.sampling;
    let shapes = frequent_shapes(games, training, |part| progress(SHAPES_PROGRESS * part));
    let mut model = PatternModel::untrained(shapes);
    let mut squares = vec![INITIAL_SQUARES; model.weights.len()];
    let mut dice = dice(sampling.seed);
    for (number, game) in games.iter().enumerate() {
        if !is_held_out(number, sampling.validate_every) {
            game.replay(|position| {
                if roll(&mut dice, sampling.sample_every) == 0 {
                    step(&mut model, &mut squares, position);
                }
            });
        }
        if number % 64 == 0 {
            let part = number as f64 / games.len() as f64;
            progress(SHAPES_PROGRESS + (1.0 - SHAPES_PROGRESS) * part);
        }
    }
    progress(1.0);
    model
}

/// Returns shapes frequent around moves played or around an equal number of random points.
///
/// Smaller shapes come first.
fn frequent_shapes(
    games: &[TrainingGame],
    training: &PatternTraining,
    progress: impl Fn(f64),
) -> Vec<u32> {
    let mut frequent: Vec<u32> = Vec::new();
    let mut known: FxHashMap<u32, ()> = FxHashMap::default();
    for diamond in 0..DIAMONDS {
        let counts = count_shapes(games, training, diamond, &known);
        let mut found: Vec<u32> = counts
            .into_iter()
            .filter(|&(_, count)| count >= training.min_occurrences)
            .map(|(shape, _)| shape)
            .collect();
        found.sort_unstable();
        known.extend(found.iter().map(|&shape| (shape, ())));
        frequent.extend(found);
        progress((diamond + 1) as f64 / DIAMONDS as f64);
    }
    frequent
}

/// Counts the shapes of a diamond whose next smaller shape is known.
fn count_shapes(
    games: &[TrainingGame],
    training: &PatternTraining,
    diamond: usize,
    known: &FxHashMap<u32, ()>,
) -> FxHashMap<u32, u32> {
    let sampling = &training.sampling;
    let mut counts: FxHashMap<u32, u32> = FxHashMap::default();
    let mut dice = dice(sampling.seed);
    let mut count = |shapes: &[Shape]| {
        let families: [fn(&Shape) -> Option<u32>; 2] =
            [|shape| Some(shape.plain), |shape| shape.marked];
        let [within @ .., largest] = shapes else {
            return;
        };
        for family in families {
            let Some(shape) = family(largest) else {
                continue;
            };
            let within = within.iter().rev().find_map(family);
            if within.is_none_or(|within| known.contains_key(&within)) {
                *counts.entry(shape).or_default() += 1;
            }
        }
    };
    let numbered = games.iter().enumerate();
    let trained_on = numbered.filter(|(number, _)| !is_held_out(*number, sampling.validate_every));
    for (_, game) in trained_on.take(training.shape_games) {
        game.replay(|position| {
            let (board, [last, _]) = (&position.board, position.earlier);
            let empties = board.empties();
            let random: Point = empties[roll(&mut dice, empties.len())];
            for at in [position.played, random] {
                let shapes = shape::shapes(board, position.turn, at, last).take(diamond + 1);
                count(&shapes.collect::<Vec<_>>());
            }
        });
    }
    counts
}

/// One step of gradient ascent.
fn step(model: &mut PatternModel, squares: &mut [f32], position: &TrainingPosition) {
    let (board, [last, before]) = (&position.board, position.earlier);
    let moves = choices(board, position.turn);
    let Some(played) = moves.iter().position(|&at| at == position.played) else {
        return;
    };
    let context = MoveContext::new(board, position.turn, last, before);
    let features: Vec<Features> = moves
        .iter()
        .map(|&at| model.features(&context, at))
        .collect();
    let mut probabilities: Vec<f32> = features.iter().map(|f| model.logit(f)).collect();
    softmax(&mut probabilities);
    let mut gradients: FxHashMap<u32, f32> = FxHashMap::default();
    for (index, (features, probability)) in features.iter().zip(&probabilities).enumerate() {
        let logit_gradient = if index == played { 1.0 } else { 0.0 } - probability;
        if logit_gradient.abs() > 1e-4 {
            for &at in features {
                *gradients.entry(at).or_default() += logit_gradient;
            }
        }
    }
    for (at, gradient) in gradients {
        let at = at as usize;
        squares[at] += gradient * gradient;
        model.weights[at] += LEARNING_RATE * gradient / squares[at].sqrt();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcts::pattern::evaluation::evaluate;
    use crate::mcts::pattern::game::tests::games;
    use crate::mcts::pattern::predictor::Predictor;

    const TRAINING: PatternTraining = PatternTraining {
        sampling: Sampling {
            seed: 1,
            sample_every: 2,
            validate_every: 10,
        },
        shape_games: 40,
        min_occurrences: 5,
    };

    #[test]
    fn training_is_deterministic_and_predicts_habits() {
        let games = games();
        let model = train_patterns(&games, &TRAINING, |_| {});
        let metrics = evaluate(&Predictor::Patterns(&model), &games, &TRAINING.sampling);
        assert!(metrics.moves > 40, "{metrics:?}");
        assert!(2 * metrics.top_1 > metrics.moves, "{metrics:?}");
        assert_eq!(train_patterns(&games, &TRAINING, |_| {}), model);
    }
}
