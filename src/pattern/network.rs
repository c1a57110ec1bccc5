//! A small convolutional network that corrects what the patterns say of moves by what the whole board looks like.
//!
//! Patterns see what is near a move; whether a group needs help or a side is worth taking is decided further away.
//! The network is shown the stones, their liberties, the last two moves and what the patterns think (the planes),
//! passes them through layers of 3×3 convolutions, each of which adds to what the one before has found (residual
//! learning, He and others 2016), and ends with two numbers for each point: one is added to the logarithm of the strength
//! of a move there, the other tells whose the point will be. Networks that foretell moves are from Clark and Storkey (2014) and
//! Maddison and others (2014), those that foretell who wins from Silver and others (2016), whose points from Wu (2019). It
//! has no weight for any place, so it serves boards of all sizes.

mod kernel;
mod learn;
mod planes;

pub use learn::{Course, learn};

use super::View;
use crate::point::{Point, Size};
use kernel::{Filter, Grid, Lanes, WIDTH, convolve};
use planes::planes;
use std::ops::Range;
use std::sync::LazyLock;

/// Blocks of channels of each layer; as many as of the planes, so that all layers are alike.
const BLOCKS: usize = planes::BLOCKS;
/// Convolutions one after the other.
const LAYERS: usize = 7;
/// Weights of one block of a layer: the number it begins with, and those of all that it sees.
const BLOCK_WEIGHTS: usize = 1 + BLOCKS * 9 * WIDTH;
/// Where the weights of the last sum begin.
const HEAD: usize = LAYERS * BLOCKS * BLOCK_WEIGHTS;
/// Where the weights of the sum that tells whose a point will be begin.
const OWNERS: usize = HEAD + BLOCKS;
/// Where the single weights are.
const SINGLE: usize = OWNERS + BLOCKS;
/// All weights.
const WEIGHTS: usize = SINGLE + 1;

/// The lanes of the single weights.
mod single {
    /// How much the patterns count.
    pub(super) const TRUST: usize = 0;
    /// What is added to the sum that tells whose a point will be.
    pub(super) const OWNERS: usize = 1;
    /// What the turn is worth in points.
    pub(super) const TURN: usize = 2;
    /// How much one point of a lead adds to the logarithm of the odds to win.
    pub(super) const POINT: usize = 3;
}

/// The networks that are part of the program, each for boards of less than so many points.
static BUILT_IN: [(usize, LazyLock<Network>); 3] = [
    (
        100,
        LazyLock::new(|| built_in(include_bytes!("network/small.bin"))),
    ),
    (
        256,
        LazyLock::new(|| built_in(include_bytes!("network/middle.bin"))),
    ),
    (
        usize::MAX,
        LazyLock::new(|| built_in(include_bytes!("network/large.bin"))),
    ),
];

fn built_in(bytes: &[u8]) -> Network {
    Network::from_bytes(bytes).expect("the file of the weights is whole")
}

/// How many parts of one a weight is kept in.
const WEIGHT_PARTS: f32 = 4096.0;

/// The weights of the network.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    weights: Vec<Lanes>,
    /// Those of the layers once more, ready to be multiplied.
    filters: Vec<Filter>,
}

/// Where the weights of one block of a layer are.
fn block_weights(layer: usize, block: usize) -> Range<usize> {
    let first = (layer * BLOCKS + block) * BLOCK_WEIGHTS;
    first..first + BLOCK_WEIGHTS
}

/// What a layer hands on: what it was shown and what it has added. The planes are of another kind than what is found.
fn sum(layer: usize, map: &[Lanes], mut added: Vec<Lanes>) -> Vec<Lanes> {
    if layer > 0 {
        add(&mut added, map);
    }
    added
}

/// The sum of what a map says of a point, each channel with its weight.
fn weighed(grid: Grid, map: &[Lanes], at: Point, weights: &[Lanes]) -> f32 {
    let blocks = map.chunks_exact(grid.len()).zip(weights);
    let of_block = |(block, weights): (&[Lanes], &Lanes)| -> f32 {
        let numbers = block[grid.place(at)].iter().zip(weights);
        numbers.map(|(number, weight)| number * weight).sum()
    };
    blocks.map(of_block).sum()
}

/// The probability with odds of which this is the logarithm.
fn probability(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

/// Adds numbers to others, one by one.
fn add(to: &mut [Lanes], more: &[Lanes]) {
    let both = to.as_flattened_mut().iter_mut().zip(more.as_flattened());
    both.for_each(|(number, more)| *number += more);
}

/// The weights of all layers, ready to be multiplied.
fn filters(weights: &[Lanes]) -> Vec<Filter> {
    let of_layer = |layer| {
        Filter::new(|block| {
            let weights = &weights[block_weights(layer, block)];
            (&weights[0], &weights[1..])
        })
    };
    (0..LAYERS).map(of_layer).collect()
}

impl Network {
    fn new(weights: Vec<Lanes>) -> Network {
        let filters = filters(&weights);
        Network { weights, filters }
    }

    /// The network that is part of the program, for boards of a size. `wakari train --network` has made all: the one for
    /// large boards from games of strong players, which tells moves only; the one for small boards from it, and that for
    /// boards between them from this one, by games of `wakari self-play`.
    pub fn built_in(size: Size) -> &'static Network {
        let fits = |(below, _): &&(usize, LazyLock<Network>)| size.area() < *below;
        let (_, network) = BUILT_IN.iter().find(fits).expect("the last one fits all");
        network
    }

    /// Corrects the logarithms of the chances of moves, and foretells the chance that the side to move wins, 0 to 1, if it is
    /// given so many points beside those that it will own; `None` from a network that was taught nothing of it.
    pub(super) fn correct(
        &self,
        view: &View,
        moves: &[Point],
        strengths: &mut [f32],
        given: f32,
    ) -> Option<f32> {
        let grid = Grid::new(view.board.size());
        let mut map = planes(grid, view, moves, strengths);
        for layer in 0..LAYERS {
            let added = self.added(grid, layer, &map);
            map = sum(layer, &map, added);
        }
        for (&at, strength) in moves.iter().zip(strengths) {
            *strength = self.strength(grid, &map, at, *strength);
        }
        let of_owners = self.weights[OWNERS..SINGLE].as_flattened();
        let knows_owners = of_owners.iter().any(|&weight| weight != 0.0);
        knows_owners.then(|| {
            let points = view.board.size().points();
            let shares = points.map(|at| self.share(grid, &map, at));
            self.chance(shares.map(|share| 2.0 * share - 1.0).sum(), given)
        })
    }

    /// The chance to win, 0 to 1, for the side to move, which will own so many points more than the other one and is given so
    /// many beside them.
    fn chance(&self, lead: f32, given: f32) -> f32 {
        let single = &self.weights[SINGLE];
        probability(single[single::POINT] * (lead + single[single::TURN] + given))
    }

    /// What a layer finds in a map.
    fn added(&self, grid: Grid, layer: usize, map: &[Lanes]) -> Vec<Lanes> {
        let mut added = grid.map();
        convolve(grid, map, &self.filters[layer], &mut added);
        let numbers = added.as_flattened_mut().iter_mut();
        numbers.for_each(|number| *number = number.max(0.0));
        added
    }

    /// The logarithm of the strength of a move, from the last map and what the patterns say.
    fn strength(&self, grid: Grid, map: &[Lanes], at: Point, by_patterns: f32) -> f32 {
        let found = weighed(grid, map, at, &self.weights[HEAD..OWNERS]);
        self.weights[SINGLE][single::TRUST] * by_patterns + found
    }

    /// The part of a point that the side to move will own, from the last map.
    fn share(&self, grid: Grid, map: &[Lanes], at: Point) -> f32 {
        let found = weighed(grid, map, at, &self.weights[OWNERS..SINGLE]);
        probability(self.weights[SINGLE][single::OWNERS] + found)
    }

    /// The network as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let weights = self.weights.as_flattened().iter();
        weights
            .flat_map(|weight| ((weight * WEIGHT_PARTS).round() as i16).to_le_bytes())
            .collect()
    }

    /// Reads what [`to_bytes`](Network::to_bytes) has made; `None` if it is something else.
    pub fn from_bytes(bytes: &[u8]) -> Option<Network> {
        let (parts, []) = bytes.as_chunks::<2>() else {
            return None;
        };
        let (lanes, []) = parts.as_chunks::<WIDTH>() else {
            return None;
        };
        let weight = |part: [u8; 2]| f32::from(i16::from_le_bytes(part)) / WEIGHT_PARTS;
        let weights: Vec<Lanes> = lanes.iter().map(|lanes| lanes.map(weight)).collect();
        (weights.len() == WEIGHTS).then(|| Network::new(weights))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::color::Color;
    use crate::pattern::Knowledge;
    use crate::point::Size;

    #[test]
    fn what_is_written_reads_back() {
        let network = Network::built_in(Size::square(9).expect("a size"));
        let bytes = network.to_bytes();
        assert_eq!(bytes, include_bytes!("network/small.bin"));
        assert_eq!(Network::from_bytes(&bytes).as_ref(), Some(network));
        assert_eq!(Network::from_bytes(&bytes[..bytes.len() - 2]), None);
        assert_eq!(Network::from_bytes(&bytes[1..]), None);
        assert_eq!(Network::from_bytes(&[]), None);
    }

    /// On boards of any size all that is foretold are chances of the choices given.
    #[test]
    fn chances_are_shares_on_boards_of_any_size() {
        for (width, height) in [(2, 2), (3, 7), (9, 9), (13, 13), (19, 19), (25, 25)] {
            let board = Board::new(Size::new(width, height).expect("a size"));
            let moves = board.empties();
            let knowledge = Knowledge::of(board.size());
            let foretold = knowledge.foretell(&board, Color::Black, [None; 2], moves, 0.0);
            let chances = foretold.chances;
            let sum: f32 = chances.iter().sum();
            assert!((sum - 1.0).abs() < 1e-3, "{width}x{height}: {sum}");
            assert!(
                chances
                    .iter()
                    .all(|chance| chance.is_finite() && *chance >= 0.0)
            );
        }
    }
}
