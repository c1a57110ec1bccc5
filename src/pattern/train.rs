//! Learning the weights from games: multinomial regression by stochastic gradient ascent on the logarithm
//! of the likelihood, with a rate of its own for each weight (AdaGrad, Duchi and others 2011).
//!
//! First the shapes are collected that occur often, the smaller ones first, since a shape counts only if
//! the one within it does. Then each position taken adds to the features of the move played and takes
//! from those of the moves that were likely instead.

use super::game::{Game, Outcome, as_seen_by, given};
use super::shape::{self, DIAMONDS, Shape};
use super::{Knowledge, Model, View, choices, feature, shares};
use crate::board::Board;
use crate::color::Color;
use crate::playout::{Dice, dice, roll};
use crate::point::Point;
use fxhash::FxHashMap;

/// How to learn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// Where all chance begins.
    pub seed: u64,
    /// Games whose moves are searched for frequent shapes.
    pub shape_games: usize,
    /// How often a shape must have occurred there.
    pub frequency: u32,
    /// One position in so many is learned from.
    pub every: usize,
    /// One game in so many is kept from learning, to test on.
    pub test_every: usize,
}

/// How well moves are foretold in games that were not learned from.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Quality {
    /// Moves that were to be foretold.
    pub moves: u32,
    /// Of these, those thought the most likely.
    pub first: u32,
    /// Of these, those among the five thought the most likely.
    pub first_five: u32,
    /// The sum of the natural logarithms of the chances given to the moves played.
    pub likelihood: f64,
    /// Positions of games whose winner is known.
    pub winners: u32,
    /// The sum of the natural logarithms of the chances given to the winners there.
    pub winner_likelihood: f64,
}

/// How much a weight may move at once.
const RATE: f32 = 0.12;
/// What is added to the sum of squares that the rate is divided by the root of.
const CAUTION: f32 = 0.05;

impl Quality {
    /// Counts a move that was given one of these chances.
    pub(super) fn count(&mut self, chances: &[f32], played: usize) {
        let better = chances.iter().filter(|&&c| c > chances[played]).count();
        self.moves += 1;
        self.first += u32::from(better == 0);
        self.first_five += u32::from(better < 5);
        self.likelihood += f64::from(chances[played].max(f32::MIN_POSITIVE)).ln();
    }

    /// Counts a position of a game with such an outcome in which Black was given this chance to win.
    pub(super) fn count_winner(&mut self, outcome: &Outcome, of_black: f32) {
        let winner = if outcome.lead > 0.0 {
            Color::Black
        } else {
            Color::White
        };
        let chance = as_seen_by(winner, of_black);
        self.winners += 1;
        self.winner_likelihood += f64::from(chance.max(f32::MIN_POSITIVE)).ln();
    }
}

impl std::ops::AddAssign for Quality {
    fn add_assign(&mut self, other: Quality) {
        self.moves += other.moves;
        self.first += other.first;
        self.first_five += other.first_five;
        self.likelihood += other.likelihood;
        self.winners += other.winners;
        self.winner_likelihood += other.winner_likelihood;
    }
}

/// Learns a model from games; `progress` hears the part done of all, from 0 to 1.
pub fn train(games: &[Game], plan: &Plan, progress: impl Fn(f64)) -> Model {
    let mut model = Model::default();
    for shape in frequent_shapes(games, plan, |part| progress(0.2 * part)) {
        let place = (feature::COUNT + model.shapes.len()) as u32;
        model.shapes.insert(shape, place);
    }
    model.weights = vec![0.0; feature::COUNT + model.shapes.len()];
    let mut squares = vec![CAUTION; model.weights.len()];
    let mut chance = dice(plan.seed);
    for (number, game) in games.iter().enumerate() {
        if !is_test(number, plan.test_every) {
            game.replay(|board, turn, earlier, to| {
                if roll(&mut chance, plan.every) == 0 {
                    learn(&mut model, &mut squares, board, turn, earlier, to);
                }
            });
        }
        if number % 64 == 0 {
            progress(0.2 + 0.8 * number as f64 / games.len() as f64);
        }
    }
    progress(1.0);
    model
}

/// Tries what is known on the games that are kept from learning.
pub fn test(knowledge: &Knowledge, games: &[Game], plan: &Plan) -> Quality {
    let mut quality = Quality::default();
    let mut chance = dice(plan.seed ^ 1);
    let tests = games.iter().enumerate();
    for (_, game) in tests.filter(|(number, _)| is_test(*number, plan.test_every)) {
        game.replay(|board, turn, earlier, to| {
            if roll(&mut chance, plan.every) != 0 {
                return;
            }
            let moves = choices(board, turn);
            let foretold = knowledge.foretell(board, turn, earlier, &moves, given(turn));
            let Some(played) = moves.iter().position(|&at| at == to) else {
                return;
            };
            quality.count(&foretold.chances, played);
            if let (Some(won), Some(outcome)) = (foretold.won, &game.outcome) {
                quality.count_winner(outcome, as_seen_by(turn, won));
            }
        });
    }
    quality
}

/// Whether the game of this number is kept from learning, where one in so many is. The first one never is.
pub(super) fn is_test(number: usize, every: usize) -> bool {
    number % every == every - 1
}

/// The shapes around moves played and around as many others that occur often, those within others first.
fn frequent_shapes(games: &[Game], plan: &Plan, progress: impl Fn(f64)) -> Vec<u32> {
    let mut frequent: Vec<u32> = Vec::new();
    let mut known: FxHashMap<u32, ()> = FxHashMap::default();
    for diamond in 0..DIAMONDS {
        let mut counts: FxHashMap<u32, u32> = FxHashMap::default();
        let mut chance: Dice = dice(plan.seed);
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
        let learned = games.iter().enumerate();
        let learned = learned.filter(|(number, _)| !is_test(*number, plan.test_every));
        for (_, game) in learned.take(plan.shape_games) {
            game.replay(|board, turn, [last, _], to| {
                let empties = board.empties();
                let other = empties[roll(&mut chance, empties.len())];
                for at in [to, other] {
                    let shapes = shape::shapes(board, turn, at, last).take(diamond + 1);
                    count(&shapes.collect::<Vec<_>>());
                }
            });
        }
        let mut found: Vec<u32> = counts
            .into_iter()
            .filter(|&(_, count)| count >= plan.frequency)
            .map(|(shape, _)| shape)
            .collect();
        found.sort_unstable();
        known.extend(found.iter().map(|&shape| (shape, ())));
        frequent.extend(found);
        progress((diamond + 1) as f64 / DIAMONDS as f64);
    }
    frequent
}

/// Moves the weights toward the move played in a position.
fn learn(
    model: &mut Model,
    squares: &mut [f32],
    board: &Board,
    turn: Color,
    [last, before]: [Option<Point>; 2],
    to: Point,
) {
    let moves = choices(board, turn);
    let Some(played) = moves.iter().position(|&at| at == to) else {
        return;
    };
    let view = View::new(board, turn, last, before);
    let features: Vec<_> = moves.iter().map(|&at| model.features(&view, at)).collect();
    let strength = |features: &super::Features| -> f32 {
        features.iter().map(|&at| model.weights[at as usize]).sum()
    };
    let mut chances: Vec<f32> = features.iter().map(strength).collect();
    shares(&mut chances);
    let mut slopes: FxHashMap<u32, f32> = FxHashMap::default();
    for (index, (features, chance)) in features.iter().zip(&chances).enumerate() {
        let missing = if index == played { 1.0 } else { 0.0 } - chance;
        if missing.abs() > 1e-4 {
            for &at in features {
                *slopes.entry(at).or_default() += missing;
            }
        }
    }
    for (at, slope) in slopes {
        let at = at as usize;
        squares[at] += slope * slope;
        model.weights[at] += RATE * slope / squares[at].sqrt();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::game::tests::games;

    const PLAN: Plan = Plan {
        seed: 1,
        shape_games: 40,
        frequency: 5,
        every: 2,
        test_every: 10,
    };

    #[test]
    fn habits_are_learned_the_same_way_each_time() {
        let games = games();
        let model = train(&games, &PLAN, |_| {});
        let quality = test(&Knowledge::Patterns(&model), &games, &PLAN);
        assert!(quality.moves > 40, "{quality:?}");
        assert!(2 * quality.first > quality.moves, "{quality:?}");
        assert_eq!(train(&games, &PLAN, |_| {}), model);
    }
}
