//! Learning the network from games: stochastic gradient ascent on the logarithm of the likelihood of the moves played and, where
//! they are known, of the owners of the points at the end and of who won, by backpropagation, with the steps of Adam (Kingma and
//! Ba 2015).
//!
//! Each position comes from a game, at a move and in one of eight images that are all chosen at random.

use super::kernel::{Filter, Grid, Lanes, WIDTH, convolve, convolve_slopes};
use super::planes::planes;
use super::{
    BLOCKS, HEAD, LAYERS, Network, OWNERS, SINGLE, WEIGHTS, add, block_weights, filters, single,
    sum,
};
use crate::pattern::game::{Game, as_seen_by, given};
use crate::pattern::train::{Quality, is_test};
use crate::pattern::{Model, View, choices, shares};
use crate::playout::{Dice, dice, roll};
use crate::point::{PerPoint, Point};

/// How to learn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Course {
    /// Where all chance begins.
    pub seed: u64,
    /// Positions that are learned from.
    pub positions: usize,
    /// One game in so many is kept from learning, to test on.
    pub test_every: usize,
}

/// Positions of one step.
const BATCH: usize = 64;
/// Parts of a batch that are computed at the same time.
const PARTS: usize = 4;
/// How far a weight moves in one step at most, while learning is fastest.
const RATE: f32 = 0.0015;
/// Steps after which it is.
const WARMING: f32 = 400.0;
/// How much of the mean slope, and of its mean square, is kept from step to step.
const MEMORY: (f32, f32) = (0.9, 0.999);

/// How much the logarithm of the likelihood of the owner of a point counts beside that of the move and of who won.
const OWNER_WORTH: f32 = 0.04;

/// A game, and what it teaches.
struct Lesson<'a> {
    game: &'a Game,
    /// Black's part in each point at the end, if its outcome is known.
    owners: Option<PerPoint<f32>>,
}

/// Everything that a position brings about in the network.
struct Trace {
    grid: Grid,
    moves: Vec<Point>,
    /// The logarithms of the chances of the moves by the patterns.
    likelihoods: Vec<f32>,
    /// What each layer is shown: the planes first, what the last one hands on at the end.
    maps: Vec<Vec<Lanes>>,
    /// What each layer has added.
    added: Vec<Vec<Lanes>>,
}

/// Learns a network that corrects a model, from an earlier one if there is one; `progress` hears, every now and then, the part
/// done of all, from 0 to 1, and how well the moves since the last time were foretold before they were learned from.
///
/// # Panics
///
/// If there is no game or one of them has no moves.
pub fn learn(
    model: &Model,
    games: &[Game],
    course: &Course,
    earlier: Option<Network>,
    mut progress: impl FnMut(f64, &Quality),
) -> Network {
    let mut network = earlier.unwrap_or_else(|| Network::random(&mut dice(course.seed)));
    let lessons = lessons(games, course);
    let mut means = vec![[0.0; WIDTH]; WEIGHTS];
    let mut squares = means.clone();
    let mut quality = Quality::default();
    let steps = course.positions.div_ceil(BATCH);
    for step in 0..steps {
        let slopes = batch_slopes(&network, model, &lessons, course, step, &mut quality);
        let done = step as f32 / steps as f32;
        let number = step as f32 + 1.0;
        let rate =
            RATE * (number / WARMING).min(1.0) * 0.5 * (1.0 + (std::f32::consts::PI * done).cos());
        let fresh = (1.0 - MEMORY.0.powf(number), 1.0 - MEMORY.1.powf(number));
        let mut weights = network.weights;
        let all = weights.as_flattened_mut().iter_mut();
        let known = means
            .as_flattened_mut()
            .iter_mut()
            .zip(squares.as_flattened_mut());
        for ((weight, (mean, square)), slope) in all.zip(known).zip(slopes.as_flattened()) {
            let slope = slope / BATCH as f32;
            *mean += (1.0 - MEMORY.0) * (slope - *mean);
            *square += (1.0 - MEMORY.1) * (slope * slope - *square);
            *weight += rate * (*mean / fresh.0) / ((*square / fresh.1).sqrt() + 1e-8);
        }
        network = Network::new(weights);
        if step % 100 == 99 {
            progress(f64::from(done), &quality);
            quality = Quality::default();
        }
    }
    network
}

/// The slopes of the logarithm of the likelihood of a batch of moves.
fn batch_slopes(
    network: &Network,
    model: &Model,
    lessons: &[Option<Lesson>],
    course: &Course,
    step: usize,
    quality: &mut Quality,
) -> Vec<Lanes> {
    let reversed = network.reversed();
    let part = |part: usize| {
        let mut slopes = vec![[0.0; WIDTH]; WEIGHTS];
        let mut quality = Quality::default();
        for number in 0..BATCH / PARTS {
            let seed = course
                .seed
                .wrapping_add(((step * BATCH + part * BATCH / PARTS + number) as u64) << 16);
            let mut chance = dice(seed);
            let lesson = random_lesson(lessons, &mut chance);
            network.learn_one(
                model,
                &reversed,
                lesson,
                &mut chance,
                &mut slopes,
                &mut quality,
            );
        }
        (slopes, quality)
    };
    let parts = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..PARTS)
            .map(|number| scope.spawn(move || part(number)))
            .collect();
        let ends = threads
            .into_iter()
            .map(|thread| thread.join().expect("no part panics"));
        ends.collect::<Vec<_>>()
    });
    let mut sum = vec![[0.0; WIDTH]; WEIGHTS];
    for (slopes, of_part) in parts {
        add(&mut sum, &slopes);
        *quality += of_part;
    }
    sum
}

/// What each of the games teaches; nothing, if it is kept for the test.
fn lessons<'a>(games: &'a [Game], course: &Course) -> Vec<Option<Lesson<'a>>> {
    let lesson = |(number, game): (usize, &'a Game)| {
        let owners = |_| game.owners_at_end();
        (!is_test(number, course.test_every)).then(|| Lesson {
            game,
            owners: game.outcome.as_ref().map(owners),
        })
    };
    games.iter().enumerate().map(lesson).collect()
}

/// One of the lessons; the first game is among them.
fn random_lesson<'a>(lessons: &'a [Option<Lesson>], chance: &mut Dice) -> &'a Lesson<'a> {
    loop {
        if let Some(lesson) = &lessons[roll(chance, lessons.len())] {
            return lesson;
        }
    }
}

impl Network {
    /// A network that changes nothing of what the patterns say, and has much to learn from.
    fn random(chance: &mut Dice) -> Network {
        let mut weights = vec![[0.0; WIDTH]; WEIGHTS];
        let inputs = (BLOCKS * WIDTH * 9) as f32;
        for layer in 0..LAYERS {
            // Each layer adds to the one before: less is enough.
            let spread = (if layer == 0 { 6.0 } else { 1.5 } / inputs).sqrt();
            for block in 0..BLOCKS {
                let all = &mut weights[block_weights(layer, block)][1..];
                for weight in all.as_flattened_mut() {
                    let part = roll(chance, 1 << 20) as f32 / (1 << 20) as f32;
                    *weight = spread * (2.0 * part - 1.0);
                }
            }
        }
        weights[SINGLE][single::TRUST] = 1.0;
        weights[SINGLE][single::POINT] = 0.1;
        Network::new(weights)
    }

    /// The weights by which the slopes of what a layer adds make slopes of what it is shown: input and output exchanged, and the
    /// square of nine points turned around.
    fn reversed(&self) -> Vec<Filter> {
        let mut reversed = vec![[0.0; WIDTH]; HEAD];
        for layer in 0..LAYERS {
            for block in 0..BLOCKS {
                let weights = &self.weights[block_weights(layer, block)][1..];
                for (from, weights) in weights.chunks_exact(9 * WIDTH).enumerate() {
                    let other = &mut reversed[block_weights(layer, from)][1..][block * 9 * WIDTH..];
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
        filters(&reversed)
    }

    /// Adds the slopes of one move, chosen at random, of a game.
    fn learn_one(
        &self,
        model: &Model,
        reversed: &[Filter],
        lesson: &Lesson,
        chance: &mut Dice,
        slopes: &mut [Lanes],
        quality: &mut Quality,
    ) {
        let (image, number) = (roll(chance, 8), roll(chance, lesson.game.len()));
        let seen = lesson.game.image(image);
        let Some((board, turn, [last, before], to)) = seen.at_move(number) else {
            return;
        };
        let moves = choices(&board, turn);
        let Some(played) = moves.iter().position(|&at| at == to) else {
            return;
        };
        let view = View::new(&board, turn, last, before);
        let trace = self.trace(&view, moves, model);
        let mut chances = self.strengths(&trace);
        shares(&mut chances);
        quality.count(&chances, played);
        let missing = chances.iter().enumerate();
        let missing: Vec<f32> = missing
            .map(|(at, chance)| f32::from(at == played) - chance)
            .collect();
        let mut of_shares = Vec::new();
        if let (Some(outcome), Some(owners)) = (&lesson.game.outcome, &lesson.owners) {
            let mine = |of_black: f32| as_seen_by(turn, of_black);
            let own = |at: Point| (lesson.game.image_of(at, image), mine(owners[at]));
            let owned: Vec<(Point, f32)> = board.size().points().map(own).collect();
            let won = mine(outcome.won_by_black(number));
            let (of_points, chance) = self.learn_outcome(&trace, &owned, won, given(turn), slopes);
            of_shares = of_points;
            quality.count_winner(outcome, mine(chance));
        }
        self.backpropagate(&trace, reversed, &missing, &of_shares, slopes);
    }

    /// Adds the slopes of the single weights by which an outcome is foretold, and returns those of the sums for each point and
    /// the chance to win that was foretold. All is told for the side to move: its part in each point at the end, how likely it
    /// was to win, and what it is given beside the points that it will own.
    fn learn_outcome(
        &self,
        trace: &Trace,
        owned: &[(Point, f32)],
        won: f32,
        given: f32,
        slopes: &mut [Lanes],
    ) -> (Vec<(Point, f32)>, f32) {
        let single = &self.weights[SINGLE];
        let share = |&(at, _): &(Point, f32)| self.share(trace.grid, &trace.maps[LAYERS], at);
        let shares: Vec<f32> = owned.iter().map(share).collect();
        let lead: f32 = shares.iter().map(|share| 2.0 * share - 1.0).sum();
        let chance = self.chance(lead, given);
        let missing = won - chance;
        let of_lead = missing * single[single::POINT];
        slopes[SINGLE][single::POINT] += missing * (lead + single[single::TURN] + given);
        slopes[SINGLE][single::TURN] += of_lead;
        let of_share = |(&(at, owned), share): (&(Point, f32), f32)| {
            let by_lead = of_lead * 2.0 * share * (1.0 - share);
            (at, OWNER_WORTH * (owned - share) + by_lead)
        };
        (owned.iter().zip(shares).map(of_share).collect(), chance)
    }

    fn trace(&self, view: &View, moves: Vec<Point>, model: &Model) -> Trace {
        let grid = Grid::new(view.board.size());
        let likelihoods = model.likelihoods(view, &moves);
        let mut maps = vec![planes(grid, view, &moves, &likelihoods)];
        let mut added = Vec::with_capacity(LAYERS);
        for layer in 0..LAYERS {
            added.push(self.added(grid, layer, &maps[layer]));
            maps.push(sum(layer, &maps[layer], added[layer].clone()));
        }
        Trace {
            grid,
            moves,
            likelihoods,
            maps,
            added,
        }
    }

    fn strengths(&self, trace: &Trace) -> Vec<f32> {
        let moves = trace.moves.iter().zip(&trace.likelihoods);
        moves
            .map(|(&at, &likelihood)| {
                self.strength(trace.grid, &trace.maps[LAYERS], at, likelihood)
            })
            .collect()
    }

    /// Adds the slopes that follow from those of the strengths of moves and of the sums that tell whose points are.
    fn backpropagate(
        &self,
        trace: &Trace,
        reversed: &[Filter],
        of_strengths: &[f32],
        of_shares: &[(Point, f32)],
        slopes: &mut [Lanes],
    ) {
        let grid = trace.grid;
        let mut of_map = grid.map();
        let mut of_sum = |first: usize, at: Point, slope: f32| {
            for block in 0..BLOCKS {
                let place = block * grid.len() + grid.place(at);
                let found = trace.maps[LAYERS][place];
                for lane in 0..WIDTH {
                    slopes[first + block][lane] += slope * found[lane];
                    of_map[place][lane] += slope * self.weights[first + block][lane];
                }
            }
        };
        for (&at, &slope) in trace.moves.iter().zip(of_strengths) {
            of_sum(HEAD, at, slope);
        }
        for &(at, slope) in of_shares {
            of_sum(OWNERS, at, slope);
        }
        for (likelihood, slope) in trace.likelihoods.iter().zip(of_strengths) {
            slopes[SINGLE][single::TRUST] += slope * likelihood;
        }
        for (_, slope) in of_shares {
            slopes[SINGLE][single::OWNERS] += slope;
        }
        for layer in (0..LAYERS).rev() {
            let mut of_sums = of_map.clone();
            let both = of_sums
                .as_flattened_mut()
                .iter_mut()
                .zip(trace.added[layer].as_flattened());
            both.filter(|(_, added)| **added <= 0.0)
                .for_each(|(slope, _)| *slope = 0.0);
            for block in 0..BLOCKS {
                let of_block = &of_sums[block * grid.len()..][..grid.len()];
                let weights = &mut slopes[block_weights(layer, block)];
                for lanes in of_block {
                    (0..WIDTH).for_each(|lane| weights[0][lane] += lanes[lane]);
                }
                convolve_slopes(grid, &trace.maps[layer], of_block, &mut weights[1..]);
            }
            if layer == 0 {
                break;
            }
            let mut shown = grid.map();
            convolve(grid, &of_sums, &reversed[layer], &mut shown);
            add(&mut of_map, &shown);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::diagram;
    use crate::color::Color::Black;
    use crate::pattern::game::tests::games;

    #[test]
    fn slopes_are_what_small_steps_bring() {
        let board = diagram::board(
            ". . . X .
             . X O O .
             . X X O .
             . . X . O
             . O . . .",
        )
        .expect("a board");
        let moves = choices(&board, Black);
        let view = View::new(&board, Black, board.stones(!Black).first(), None);
        let mut chance = dice(7);
        let mut weights = Network::random(&mut chance).weights;
        weights[HEAD..SINGLE]
            .as_flattened_mut()
            .iter_mut()
            .for_each(|weight| *weight = roll(&mut chance, 100) as f32 / 100.0 - 0.5);
        let network = Network::new(weights);
        let played = 3;
        let owned: Vec<(Point, f32)> = board
            .size()
            .points()
            .zip([0.1, 0.9, 0.6].into_iter().cycle())
            .collect();
        let (won, given) = (0.8, -1.5);
        let chances = |network: &Network| {
            let trace = network.trace(&view, moves.clone(), Model::built_in());
            let mut chances = network.strengths(&trace);
            shares(&mut chances);
            (chances, trace)
        };
        let (now, trace) = chances(&network);
        let slopes_of = |(at, chance): (usize, &f32)| f32::from(at == played) - chance;
        let missing: Vec<f32> = now.iter().enumerate().map(slopes_of).collect();
        let mut slopes = vec![[0.0; WIDTH]; WEIGHTS];
        let (of_shares, _) = network.learn_outcome(&trace, &owned, won, given, &mut slopes);
        network.backpropagate(
            &trace,
            &network.reversed(),
            &missing,
            &of_shares,
            &mut slopes,
        );
        let likely = |part: f32, chance: f32| {
            f64::from(part) * f64::from(chance).ln()
                + f64::from(1.0 - part) * f64::from(1.0 - chance).ln()
        };
        let likelihood = |network: &Network| {
            let (chances, trace) = chances(network);
            let share = |at: Point| network.share(trace.grid, &trace.maps[LAYERS], at);
            let lead = owned.iter().map(|&(at, _)| 2.0 * share(at) - 1.0).sum();
            let of_points = owned.iter().map(|&(at, owned)| likely(owned, share(at)));
            f64::from(chances[played]).ln()
                + likely(won, network.chance(lead, given))
                + f64::from(OWNER_WORTH) * of_points.sum::<f64>()
        };
        let mut agreed = [0; 2];
        for at in (0..WEIGHTS).step_by(37).chain([HEAD, OWNERS, SINGLE]) {
            for lane in [0, single::TURN, single::POINT, 5] {
                const STEP: f32 = 5e-4;
                let slope = f64::from(slopes[at][lane]);
                let after = |step: f32| {
                    let mut weights = network.weights.clone();
                    weights[at][lane] += step;
                    likelihood(&Network::new(weights))
                };
                let found = (after(STEP) - after(-STEP)) / (2.0 * f64::from(STEP));
                // Small slopes drown in the rounding of the numbers.
                if found.abs() > 0.02 {
                    let is_close = (slope - found).abs() < 0.05 * found.abs();
                    agreed[usize::from(is_close)] += 1;
                }
            }
        }
        // A step may cross the bend of a rectified sum.
        assert!(agreed[1] > 60 && agreed[1] > 20 * agreed[0], "{agreed:?}");
    }

    #[test]
    fn a_game_is_learned_the_same_way_each_time() {
        let games = games();
        let course = Course {
            seed: 3,
            positions: 128,
            test_every: 4,
        };
        let likelihood = |network: &Network| {
            let (board, turn, [last, before], to) = games[0].at_move(20).expect("a move");
            let moves = choices(&board, turn);
            let view = View::new(&board, turn, last, before);
            let mut chances = Model::built_in().likelihoods(&view, &moves);
            network.correct(&view, &moves, &mut chances, 0.0);
            shares(&mut chances);
            chances[moves.iter().position(|&at| at == to).expect("a choice")].ln()
        };
        let learned = learn(Model::built_in(), &games, &course, None, |_, _| {});
        let begun = likelihood(&Network::random(&mut dice(course.seed)));
        assert!(likelihood(&learned) > begun);
        assert_eq!(
            learned,
            learn(Model::built_in(), &games, &course, None, |_, _| {})
        );
    }
}
