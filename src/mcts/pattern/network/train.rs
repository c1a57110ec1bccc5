//! Training of the network by backpropagation and Adam (Kingma and Ba 2015).
//!
//! The objective is the log-likelihood of the moves played and, where known, of the final owners of
//! the points and of the winner. A teacher's [`Lesson`]s give all of these as probabilities, and
//! the lead as well. Each position is sampled at random: a game, one of its moves and one of eight
//! symmetries; or a lesson and a symmetry. All gradients are of the log-likelihood, the negative
//! loss.

use super::kernel::{
    BLOCKS, Lanes, PaddedGrid, WIDTH, WinogradFilter, add_weight_gradients, convolve,
};
use super::planes::planes;
use super::{
    LAYERS, LeadPrediction, Network, OWNERSHIP_HEAD, POLICY_HEAD, SCALARS, WEIGHTS, add,
    block_weights, filters, scalar, with_skip,
};
use crate::go::point::{PerPoint, Point};
use crate::mcts::pattern::evaluation::{Metrics, is_held_out};
use crate::mcts::pattern::features::{MoveContext, choices};
use crate::mcts::pattern::game::{TrainingGame, TrainingPosition, bonus, for_side};
use crate::mcts::pattern::lesson::Lesson;
use crate::mcts::pattern::model::{PatternModel, softmax};
use crate::mcts::playout::{Dice, dice, roll};

/// Settings of the training of a network.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NetworkTraining {
    /// Seed of the initial weights and of the random choice of positions.
    pub seed: u64,
    /// Number of positions to train on.
    pub positions: usize,
    /// One game in this many is held out for validation; at least 2.
    pub validate_every: usize,
}

/// Positions per step.
const BATCH: usize = 64;
/// Threads that share a batch.
const THREADS: usize = 4;
/// Maximum learning rate: linear warm-up for [`WARM_UP`] steps, then cosine decay to 0.
const LEARNING_RATE: f32 = 0.0015;
/// Steps of the warm-up.
const WARM_UP: f32 = 400.0;
/// Adam's decay rates of the mean gradient and of the mean squared gradient.
const DECAY: (f32, f32) = (0.9, 0.999);
/// Weight of the log-likelihood of each owner, relative to those of the move and the winner.
const OWNERSHIP_WEIGHT: f32 = 0.04;
/// Weight of the squared error of the lead in points, and the error from which it grows linearly
/// (Huber loss).
const LEAD_WEIGHT: f32 = 0.01;
const FAR_OFF: f32 = 8.0;

/// Training data.
#[derive(Clone, Copy, Debug)]
pub enum Material<'a> {
    /// Games, each with its moves and possibly a result.
    Games(&'a [TrainingGame]),
    /// Positions labelled by a teacher.
    Lessons(&'a [Lesson]),
}

/// The training part of the data.
enum TrainingSet<'a> {
    /// Held-out games are `None`.
    Games(Vec<Option<LabelledGame<'a>>>),
    Lessons(Vec<&'a Lesson>),
}

/// A training example.
struct Exercise {
    position: TrainingPosition,
    /// Candidate moves and the target probability of each; the policy is empty if it is unknown.
    moves: Vec<Point>,
    policy: Vec<f32>,
    targets: Option<Targets>,
}

/// A game of the training set.
struct LabelledGame<'a> {
    game: &'a TrainingGame,
    /// Black's share of each point at the end, 0 to 1, if the game has targets.
    ownership: Option<PerPoint<f32>>,
}

/// The activations of a forward pass, kept for backpropagation.
struct ForwardPass {
    grid: PaddedGrid,
    moves: Vec<Point>,
    /// Log probabilities of the moves by the patterns.
    log_probabilities: Vec<f32>,
    /// Input of each layer, starting with the planes, and the output of the last layer.
    maps: Vec<Vec<Lanes>>,
    /// Activations of each layer.
    activations: Vec<Vec<Lanes>>,
}

/// Value targets of a position, for the side to move.
struct Targets {
    /// Share of each point, 0 to 1, that the side to move owns at the end.
    owned: Vec<(Point, f32)>,
    /// Probability of winning, 0 to 1.
    win: f32,
    /// Points besides the area.
    bonus: f32,
    /// Lead in points, the bonus included, if known.
    lead: Option<f32>,
}

/// The state of Adam.
struct Adam {
    /// Decaying means of the gradients and of their squares.
    means: Vec<Lanes>,
    squares: Vec<Lanes>,
    /// Steps taken.
    steps: usize,
}

impl Adam {
    fn new() -> Adam {
        Adam {
            means: vec![[0.0; WIDTH]; WEIGHTS],
            squares: vec![[0.0; WIDTH]; WEIGHTS],
            steps: 0,
        }
    }

    /// Takes a step along the gradients, which are sums over a batch.
    fn step(&mut self, weights: &mut [Lanes], gradients: &[Lanes], rate: f32) {
        self.steps += 1;
        let number = self.steps as f32;
        let corrections = (1.0 - DECAY.0.powf(number), 1.0 - DECAY.1.powf(number));
        let moments = self
            .means
            .as_flattened_mut()
            .iter_mut()
            .zip(self.squares.as_flattened_mut());
        let all = weights.as_flattened_mut().iter_mut().zip(moments);
        for ((weight, (mean, square)), gradient) in all.zip(gradients.as_flattened()) {
            let gradient = gradient / BATCH as f32;
            *mean += (1.0 - DECAY.0) * (gradient - *mean);
            *square += (1.0 - DECAY.1) * (gradient * gradient - *square);
            *weight += rate * (*mean / corrections.0) / ((*square / corrections.1).sqrt() + 1e-8);
        }
    }
}

/// The learning rate of a step, counted from 0.
fn learning_rate(step: usize, steps: usize) -> f32 {
    let done = step as f32 / steps as f32;
    let number = step as f32 + 1.0;
    LEARNING_RATE * (number / WARM_UP).min(1.0) * 0.5 * (1.0 + (std::f32::consts::PI * done).cos())
}

/// Trains a network that corrects a model, from random weights or from an earlier network.
///
/// Every 100 steps, `progress` receives the fraction done, 0 to 1, and the metrics of the positions
/// since the last call, predicted before they were trained on.
///
/// # Panics
///
/// Panics if there is no data, or if a game has no moves.
#[must_use]
pub fn train_network(
    model: &PatternModel,
    material: Material,
    training: &NetworkTraining,
    earlier: Option<Network>,
    mut progress: impl FnMut(f64, &Metrics),
) -> Network {
    let mut network = earlier.unwrap_or_else(|| Network::random(&mut dice(training.seed)));
    let set = TrainingSet::of(material, training);
    let mut adam = Adam::new();
    let mut metrics = Metrics::default();
    let steps = training.positions.div_ceil(BATCH);
    for step in 0..steps {
        let gradients = batch_gradients(&network, model, &set, training, step, &mut metrics);
        let mut weights = network.weights;
        adam.step(&mut weights, &gradients, learning_rate(step, steps));
        network = Network::new(weights);
        if step % 100 == 99 {
            progress(f64::from(step as f32 / steps as f32), &metrics);
            metrics = Metrics::default();
        }
    }
    network
}

/// Sums the gradients of a batch.
fn batch_gradients(
    network: &Network,
    model: &PatternModel,
    set: &TrainingSet,
    training: &NetworkTraining,
    step: usize,
    metrics: &mut Metrics,
) -> Vec<Lanes> {
    let transposed = network.transposed();
    let part = |thread: usize| {
        let mut gradients = vec![[0.0; WIDTH]; WEIGHTS];
        let mut metrics = Metrics::default();
        for number in 0..BATCH / THREADS {
            let number = step * BATCH + thread * BATCH / THREADS + number;
            let seed = training.seed.wrapping_add((number as u64) << 16);
            let mut dice = dice(seed);
            if let Some(exercise) = set.exercise(&mut dice) {
                network.add_gradients(model, &transposed, exercise, &mut gradients, &mut metrics);
            }
        }
        (gradients, metrics)
    };
    let parts = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS)
            .map(|number| scope.spawn(move || part(number)))
            .collect();
        let ends = threads
            .into_iter()
            .map(|thread| thread.join().expect("no thread panics"));
        ends.collect::<Vec<_>>()
    });
    let mut sum = vec![[0.0; WIDTH]; WEIGHTS];
    for (gradients, of_part) in parts {
        add(&mut sum, &gradients);
        *metrics += of_part;
    }
    sum
}

/// Labels the games with ownership; held-out ones become `None`.
fn labelled<'a>(
    games: &'a [TrainingGame],
    training: &NetworkTraining,
) -> Vec<Option<LabelledGame<'a>>> {
    let label = |(number, game): (usize, &'a TrainingGame)| {
        let ownership = |_| game.black_ownership();
        (!is_held_out(number, training.validate_every)).then(|| LabelledGame {
            game,
            ownership: game.targets().map(ownership),
        })
    };
    games.iter().enumerate().map(label).collect()
}

/// Picks a random game of the training set. It is never empty: the first game is not held out.
fn random_game<'a>(games: &'a [Option<LabelledGame>], dice: &mut Dice) -> &'a LabelledGame<'a> {
    loop {
        if let Some(game) = &games[roll(dice, games.len())] {
            return game;
        }
    }
}

impl TrainingSet<'_> {
    fn of<'a>(material: Material<'a>, training: &NetworkTraining) -> TrainingSet<'a> {
        match material {
            Material::Games(games) => TrainingSet::Games(labelled(games, training)),
            Material::Lessons(lessons) => {
                let numbered = lessons.iter().enumerate();
                let kept = numbered.filter(|(at, _)| !is_held_out(*at, training.validate_every));
                TrainingSet::Lessons(kept.map(|(_, lesson)| lesson).collect())
            }
        }
    }

    /// Samples a training example; `None` if the position cannot be used.
    fn exercise(&self, dice: &mut Dice) -> Option<Exercise> {
        match self {
            TrainingSet::Games(games) => random_game(games, dice).exercise(dice),
            TrainingSet::Lessons(lessons) => {
                let lesson = lessons[roll(dice, lessons.len())];
                Some(Exercise::of(&lesson.image(roll(dice, 8))))
            }
        }
    }
}

impl LabelledGame<'_> {
    /// Samples a random move of the game in a random symmetry.
    fn exercise(&self, dice: &mut Dice) -> Option<Exercise> {
        let game = self.game;
        let (image, number) = (roll(dice, 8), roll(dice, game.len()));
        let position = game.image(image).at_move(number)?;
        let turn = position.turn;
        let moves = choices(&position.board, turn);
        let played = moves.iter().position(|&at| at == position.played)?;
        let chosen = |at: usize| f32::from(at == played);
        let targets = game.targets().zip(self.ownership.as_ref());
        let targets = targets.map(|(targets, ownership)| {
            let own = |at: Point| (game.image_of(at, image), for_side(turn, ownership[at]));
            Targets {
                owned: position.board.size().points().map(own).collect(),
                win: for_side(turn, targets.black_win(number)),
                bonus: bonus(turn),
                lead: None,
            }
        });
        Some(Exercise {
            policy: (0..moves.len()).map(chosen).collect(),
            position,
            moves,
            targets,
        })
    }
}

impl Exercise {
    fn of(lesson: &Lesson) -> Exercise {
        let position = lesson.game.end();
        let moves = choices(&position.board, position.turn);
        let policy = lesson.policy_of(&moves);
        let points = position.board.size().points();
        let targets = Targets {
            owned: points.map(|at| (at, lesson.owned[at])).collect(),
            win: lesson.win,
            bonus: lesson.bonus,
            lead: Some(lesson.lead),
        };
        Exercise {
            position,
            moves,
            policy,
            targets: Some(targets),
        }
    }
}

impl Network {
    /// A network with random layers and zero heads.
    fn random(dice: &mut Dice) -> Network {
        let mut weights = vec![[0.0; WIDTH]; WEIGHTS];
        let inputs = (BLOCKS * WIDTH * 9) as f32;
        for layer in 0..LAYERS {
            // Layers with a skip connection need smaller weights.
            let spread = (if layer == 0 { 6.0 } else { 1.5 } / inputs).sqrt();
            for block in 0..BLOCKS {
                let all = &mut weights[block_weights(layer, block)][1..];
                for weight in all.as_flattened_mut() {
                    let uniform = roll(dice, 1 << 20) as f32 / (1 << 20) as f32;
                    *weight = spread * (2.0 * uniform - 1.0);
                }
            }
        }
        weights[SCALARS][scalar::PATTERNS] = 1.0;
        weights[SCALARS][scalar::LEAD] = 0.1;
        Network::new(weights)
    }

    /// Filters for backpropagation through a layer: channels transposed, kernels rotated by 180°.
    fn transposed(&self) -> Vec<WinogradFilter> {
        let mut transposed = vec![[0.0; WIDTH]; POLICY_HEAD];
        for layer in 0..LAYERS {
            for block in 0..BLOCKS {
                let weights = &self.weights[block_weights(layer, block)][1..];
                for (from, weights) in weights.chunks_exact(9 * WIDTH).enumerate() {
                    let other =
                        &mut transposed[block_weights(layer, from)][1..][block * 9 * WIDTH..];
                    for tap in 0..9 {
                        for (input, lanes) in weights[tap * WIDTH..][..WIDTH].iter().enumerate() {
                            for (output, &weight) in lanes.iter().enumerate() {
                                other[(8 - tap) * WIDTH + output][input] = weight;
                            }
                        }
                    }
                }
            }
        }
        filters(&transposed)
    }

    /// Adds the gradients of a position.
    fn add_gradients(
        &self,
        model: &PatternModel,
        transposed: &[WinogradFilter],
        exercise: Exercise,
        gradients: &mut [Lanes],
        metrics: &mut Metrics,
    ) {
        let position = &exercise.position;
        let [last, before] = position.earlier;
        let context = MoveContext::new(&position.board, position.turn, last, before);
        let pass = self.forward(&context, exercise.moves, model);
        let mut probabilities = self.logits(&pass);
        softmax(&mut probabilities);
        metrics.add_policy(&probabilities, &exercise.policy);
        let policy_gradients = softmax_gradients(&probabilities, &exercise.policy);
        let mut ownership_gradients = Vec::new();
        if let Some(targets) = &exercise.targets {
            let outcome;
            (ownership_gradients, outcome) = self.add_value_gradients(&pass, targets, gradients);
            metrics.add_win(targets.win, outcome.win());
            if let Some(lead) = targets.lead {
                metrics.add_lead(lead, outcome.lead);
            }
        }
        self.backpropagate(
            &pass,
            transposed,
            &policy_gradients,
            &ownership_gradients,
            gradients,
        );
    }

    /// Adds the gradients of the value scalars; returns those of the ownership logits, and the
    /// predicted outcome.
    fn add_value_gradients(
        &self,
        pass: &ForwardPass,
        targets: &Targets,
        gradients: &mut [Lanes],
    ) -> (Vec<(Point, f32)>, LeadPrediction) {
        let predict = |&(at, _): &(Point, f32)| self.ownership(pass.grid, &pass.maps[LAYERS], at);
        let predicted: Vec<f32> = targets.owned.iter().map(predict).collect();
        let outcome = self.outcome(predicted.iter().copied(), targets.bonus);
        let logit_gradient = targets.win - outcome.win();
        let (factor, spread) = (outcome.factor(), outcome.spread());
        let off = targets.lead.map_or(0.0, |lead| lead - outcome.lead);
        let lead_gradient = logit_gradient * factor + LEAD_WEIGHT * off.clamp(-FAR_OFF, FAR_OFF);
        // Derivative with respect to the variance of the area times its weight.
        let spread_gradient = -logit_gradient * factor * outcome.lead / (2.0 * spread);
        let scalars = &mut gradients[SCALARS];
        scalars[scalar::LEAD] += logit_gradient * outcome.lead / spread.sqrt();
        scalars[scalar::DOUBT] += spread_gradient * outcome.variance;
        scalars[scalar::TURN] += lead_gradient;
        let of_point = |(&(at, target), owned): (&(Point, f32), f32)| {
            let by_lead = 2.0 * lead_gradient;
            let by_variance = spread_gradient * outcome.doubt * 4.0 * (1.0 - 2.0 * owned);
            let by_value = (by_lead + by_variance) * owned * (1.0 - owned);
            (at, OWNERSHIP_WEIGHT * (target - owned) + by_value)
        };
        let ownership_gradients = targets.owned.iter().zip(predicted).map(of_point);
        (ownership_gradients.collect(), outcome)
    }

    /// Runs the network and keeps the activations for backpropagation.
    fn forward(
        &self,
        context: &MoveContext,
        moves: Vec<Point>,
        model: &PatternModel,
    ) -> ForwardPass {
        let grid = PaddedGrid::new(context.board.size());
        let log_probabilities = model.log_probabilities(context, &moves);
        let mut maps = vec![planes(grid, context, &moves, &log_probabilities)];
        let mut activations = Vec::with_capacity(LAYERS);
        for layer in 0..LAYERS {
            activations.push(self.activations(grid, layer, &maps[layer]));
            maps.push(with_skip(layer, &maps[layer], activations[layer].clone()));
        }
        ForwardPass {
            grid,
            moves,
            log_probabilities,
            maps,
            activations,
        }
    }

    /// Returns the logits of the moves.
    fn logits(&self, pass: &ForwardPass) -> Vec<f32> {
        let moves = pass.moves.iter().zip(&pass.log_probabilities);
        moves
            .map(|(&at, &log_probability)| {
                self.logit(pass.grid, &pass.maps[LAYERS], at, log_probability)
            })
            .collect()
    }

    /// Backpropagates from the logits of moves and ownership to all weights but the value scalars.
    fn backpropagate(
        &self,
        pass: &ForwardPass,
        transposed: &[WinogradFilter],
        policy_gradients: &[f32],
        ownership_gradients: &[(Point, f32)],
        gradients: &mut [Lanes],
    ) {
        let mut map_gradients =
            self.backpropagate_heads(pass, policy_gradients, ownership_gradients, gradients);
        let grid = pass.grid;
        for layer in (0..LAYERS).rev() {
            let sum_gradients = rectifier_gradients(&map_gradients, &pass.activations[layer]);
            for block in 0..BLOCKS {
                let of_block = &sum_gradients[block * grid.len()..][..grid.len()];
                let weights = &mut gradients[block_weights(layer, block)];
                for lanes in of_block {
                    (0..WIDTH).for_each(|lane| weights[0][lane] += lanes[lane]);
                }
                add_weight_gradients(grid, &pass.maps[layer], of_block, &mut weights[1..]);
            }
            if layer == 0 {
                break;
            }
            let mut input_gradients = grid.zeros();
            convolve(
                grid,
                &sum_gradients,
                &transposed[layer],
                &mut input_gradients,
            );
            add(&mut map_gradients, &input_gradients);
        }
    }

    /// Adds the gradients of both heads; returns those of the last feature map.
    fn backpropagate_heads(
        &self,
        pass: &ForwardPass,
        policy_gradients: &[f32],
        ownership_gradients: &[(Point, f32)],
        gradients: &mut [Lanes],
    ) -> Vec<Lanes> {
        let grid = pass.grid;
        let mut map_gradients = grid.zeros();
        let mut add_point = |head: usize, at: Point, gradient: f32| {
            for block in 0..BLOCKS {
                let place = block * grid.len() + grid.place(at);
                let channels = pass.maps[LAYERS][place];
                for lane in 0..WIDTH {
                    gradients[head + block][lane] += gradient * channels[lane];
                    map_gradients[place][lane] += gradient * self.weights[head + block][lane];
                }
            }
        };
        for (&at, &gradient) in pass.moves.iter().zip(policy_gradients) {
            add_point(POLICY_HEAD, at, gradient);
        }
        for &(at, gradient) in ownership_gradients {
            add_point(OWNERSHIP_HEAD, at, gradient);
        }
        for (log_probability, gradient) in pass.log_probabilities.iter().zip(policy_gradients) {
            gradients[SCALARS][scalar::PATTERNS] += gradient * log_probability;
        }
        for (_, gradient) in ownership_gradients {
            gradients[SCALARS][scalar::OWNERSHIP_BIAS] += gradient;
        }
        map_gradients
    }
}

/// Gradients of the expected log-likelihood with respect to the logits; zero without a policy
/// target.
fn softmax_gradients(probabilities: &[f32], policy: &[f32]) -> Vec<f32> {
    if policy.is_empty() {
        return vec![0.0; probabilities.len()];
    }
    let both = policy.iter().zip(probabilities);
    both.map(|(target, probability)| target - probability)
        .collect()
}

/// Backpropagates through ReLU: 0 where it cuts off.
fn rectifier_gradients(gradients: &[Lanes], activations: &[Lanes]) -> Vec<Lanes> {
    let mut gradients = gradients.to_vec();
    let both = gradients
        .as_flattened_mut()
        .iter_mut()
        .zip(activations.as_flattened());
    both.filter(|(_, activation)| **activation <= 0.0)
        .for_each(|(gradient, _)| *gradient = 0.0);
    gradients
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::board::diagram;
    use crate::go::color::Color::Black;
    use crate::mcts::pattern::game::tests::games;

    #[test]
    fn gradients_agree_with_finite_differences() {
        let board = diagram::board(
            ". . . X .
             . X O O .
             . X X O .
             . . X . O
             . O . . .",
        )
        .expect("a board");
        let moves = choices(&board, Black);
        let context = MoveContext::new(&board, Black, board.stones(!Black).first(), None);
        let mut dice = dice(7);
        let mut weights = Network::random(&mut dice).weights;
        weights[POLICY_HEAD..SCALARS]
            .as_flattened_mut()
            .iter_mut()
            .for_each(|weight| *weight = roll(&mut dice, 100) as f32 / 100.0 - 0.5);
        weights[SCALARS][scalar::DOUBT] = 0.2;
        let network = Network::new(weights);
        let played = 3;
        let policy: Vec<f32> = (0..moves.len()).map(|at| f32::from(at == played)).collect();
        let owned: Vec<(Point, f32)> = board
            .size()
            .points()
            .zip([0.1, 0.9, 0.6].into_iter().cycle())
            .collect();
        let targets = Targets {
            owned,
            win: 0.8,
            bonus: -1.5,
            lead: Some(-20.0),
        };
        let forward = |network: &Network| {
            let pass = network.forward(&context, moves.clone(), PatternModel::built_in());
            let mut probabilities = network.logits(&pass);
            softmax(&mut probabilities);
            (probabilities, pass)
        };
        let (probabilities, pass) = forward(&network);
        let mut gradients = vec![[0.0; WIDTH]; WEIGHTS];
        let (ownership_gradients, _) = network.add_value_gradients(&pass, &targets, &mut gradients);
        network.backpropagate(
            &pass,
            &network.transposed(),
            &softmax_gradients(&probabilities, &policy),
            &ownership_gradients,
            &mut gradients,
        );
        let binary = |target: f32, probability: f32| {
            f64::from(target) * f64::from(probability).ln()
                + f64::from(1.0 - target) * f64::from(1.0 - probability).ln()
        };
        let log_likelihood = |network: &Network| {
            let (probabilities, pass) = forward(network);
            let owned = |at: Point| network.ownership(pass.grid, &pass.maps[LAYERS], at);
            let points = targets.owned.iter();
            let outcome = network.outcome(points.clone().map(|&(at, _)| owned(at)), targets.bonus);
            let off = f64::from(outcome.lead) + 20.0;
            assert!(off.abs() < f64::from(FAR_OFF), "{off}");
            let of_points = points.map(|&(at, target)| binary(target, owned(at)));
            f64::from(probabilities[played]).ln() + binary(targets.win, outcome.win())
                - f64::from(LEAD_WEIGHT) * off * off / 2.0
                + f64::from(OWNERSHIP_WEIGHT) * of_points.sum::<f64>()
        };
        let mut agreed = [0; 2];
        for at in (0..WEIGHTS)
            .step_by(37)
            .chain([POLICY_HEAD, OWNERSHIP_HEAD, SCALARS])
        {
            for lane in [0, scalar::TURN, scalar::LEAD, scalar::DOUBT, 5] {
                const STEP: f32 = 5e-4;
                let gradient = f64::from(gradients[at][lane]);
                let after = |step: f32| {
                    let mut weights = network.weights.clone();
                    weights[at][lane] += step;
                    log_likelihood(&Network::new(weights))
                };
                let found = (after(STEP) - after(-STEP)) / (2.0 * f64::from(STEP));
                // Small differences drown in rounding errors.
                if found.abs() > 0.02 {
                    let is_close = (gradient - found).abs() < 0.05 * found.abs();
                    agreed[usize::from(is_close)] += 1;
                }
            }
        }
        // A step may cross the kink of ReLU.
        assert!(agreed[1] > 60 && agreed[1] > 20 * agreed[0], "{agreed:?}");
    }

    #[test]
    fn training_is_deterministic_and_raises_the_likelihood() {
        let games = games();
        let training = NetworkTraining {
            seed: 3,
            positions: 128,
            validate_every: 4,
        };
        let model = PatternModel::built_in();
        let log_likelihood = |network: &Network| {
            let position = games[0].at_move(20).expect("a move");
            let (board, [last, before]) = (&position.board, position.earlier);
            let moves = choices(board, position.turn);
            let context = MoveContext::new(board, position.turn, last, before);
            let mut probabilities = model.log_probabilities(&context, &moves);
            network.correct(&context, &moves, &mut probabilities, 0.0);
            softmax(&mut probabilities);
            let played = moves.iter().position(|&at| at == position.played);
            probabilities[played.expect("a choice")].ln()
        };
        let train = || train_network(model, Material::Games(&games), &training, None, |_, _| {});
        let trained = train();
        let untrained = Network::random(&mut dice(training.seed));
        assert!(log_likelihood(&trained) > log_likelihood(&untrained));
        assert_eq!(trained, train());
    }
}
