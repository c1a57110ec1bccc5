//! A small convolutional network that corrects the patterns by what the whole board looks like.
//!
//! Patterns see what is near a move; whether a group needs help or a side is worth taking is decided further away. The input
//! planes show the stones, their liberties, the last two moves and the prediction of the patterns. Layers of 3×3 convolutions
//! follow, each after the first with a skip connection (He and others 2016). Two heads give a number for each point: one is
//! added to the logit of a move there, the other is the logit of the side to move owning the point, and from the owners follows
//! the win probability. Networks that predict moves are from Clark and Storkey (2014) and Maddison and others (2014), those that
//! predict the winner from Silver and others (2016), the owners from Wu (2019). All weights are shared between points, so a
//! network works on boards of all sizes.

pub mod train;

mod kernel;
mod planes;

use super::features::MoveContext;
use crate::point::{Point, Size};
use kernel::{BLOCKS, Filter, Grid, Lanes, WIDTH, convolve};
use planes::planes;
use std::ops::Range;
use std::sync::LazyLock;

/// The number of convolutions.
const LAYERS: usize = 7;
/// Weights of one output block of a layer: its biases, then those of all inputs.
const BLOCK_WEIGHTS: usize = 1 + BLOCKS * 9 * WIDTH;
/// Where the weights of the policy head begin.
const POLICY_HEAD: usize = LAYERS * BLOCKS * BLOCK_WEIGHTS;
/// Where the weights of the ownership head begin.
const OWNERSHIP_HEAD: usize = POLICY_HEAD + BLOCKS;
/// Where the scalar weights are.
const SCALARS: usize = OWNERSHIP_HEAD + BLOCKS;
/// The number of all weights, in lanes.
const WEIGHTS: usize = SCALARS + 1;

/// The lanes of the scalar weights.
mod scalar {
    /// The factor of the log probability by the patterns.
    pub(super) const PATTERNS: usize = 0;
    /// The bias of the ownership head.
    pub(super) const OWNERSHIP_BIAS: usize = 1;
    /// The value of having the move, in points.
    pub(super) const TURN: usize = 2;
    /// What a point of lead adds to the logit of winning where it is known who owns each point.
    pub(super) const LEAD: usize = 3;
    /// How much of that is lost by what is not known: see [`Outcome`](super::Outcome).
    pub(super) const DOUBT: usize = 4;
}

/// The built-in networks, each for boards of fewer points than its limit.
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
    Network::from_bytes(bytes).expect("the built-in weights are well formed")
}

/// Weights are stored as multiples of 1 / `WEIGHT_SCALE`.
const WEIGHT_SCALE: f32 = 4096.0;

/// A network: its weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    /// Layer by layer, then the heads and the scalars.
    weights: Vec<Lanes>,
    /// The weights of the layers, transformed.
    filters: Vec<Filter>,
}

/// The indices of the weights of one output block of a layer.
fn block_weights(layer: usize, block: usize) -> Range<usize> {
    let first = (layer * BLOCKS + block) * BLOCK_WEIGHTS;
    first..first + BLOCK_WEIGHTS
}

/// The output of a layer: its activations, plus its input but for the first layer, whose input are the planes.
fn with_skip(layer: usize, input: &[Lanes], mut activations: Vec<Lanes>) -> Vec<Lanes> {
    if layer > 0 {
        add(&mut activations, input);
    }
    activations
}

/// The weighted sum of the channels at a point.
fn weighted_sum(grid: Grid, map: &[Lanes], at: Point, weights: &[Lanes]) -> f32 {
    let blocks = map.chunks_exact(grid.len()).zip(weights);
    let of_block = |(block, weights): (&[Lanes], &Lanes)| -> f32 {
        let numbers = block[grid.place(at)].iter().zip(weights);
        numbers.map(|(number, weight)| number * weight).sum()
    };
    blocks.map(of_block).sum()
}

/// How a game is expected to end, for the side to move: the less sure the owners of the points are, the less a lead says.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome {
    /// The points ahead, the bonus included.
    pub(super) lead: f32,
    /// The variance of the area, were all points independent, in points squared.
    variance: f32,
    /// What a point adds to the logit of winning where there is no variance.
    slope: f32,
    /// What the variance counts against that.
    doubt: f32,
}

impl Outcome {
    /// The factor of the lead in the logit of winning.
    fn factor(&self) -> f32 {
        self.slope / self.spread().sqrt()
    }

    fn spread(&self) -> f32 {
        1.0 + self.doubt * self.variance
    }

    /// The probability, 0 to 1, to win.
    pub(super) fn win(&self) -> f32 {
        sigmoid(self.factor() * self.lead)
    }
}

/// The probability of a logit.
fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// Adds numbers elementwise.
fn add(to: &mut [Lanes], more: &[Lanes]) {
    let both = to.as_flattened_mut().iter_mut().zip(more.as_flattened());
    both.for_each(|(number, more)| *number += more);
}

/// The transformed weights of all layers.
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

    /// The built-in network for boards of a size.
    ///
    /// All are made by `wakari train --network`. The one for large boards is trained on games of strong players, the one for small boards
    /// from that on games of `wakari self-play`, and the one between from the latter; finally each was taught what a stronger network says
    /// of positions.
    #[must_use]
    pub fn built_in(size: Size) -> &'static Network {
        let fits = |(below, _): &&(usize, LazyLock<Network>)| size.area() < *below;
        let (_, network) = BUILT_IN
            .iter()
            .find(fits)
            .expect("the last network fits all sizes");
        network
    }

    /// Turns the log probabilities of moves by the patterns into logits, and predicts how the game ends for the side to move
    /// with `bonus` points beside its area; `None` from a network that was trained on moves only.
    pub(super) fn correct(
        &self,
        context: &MoveContext,
        moves: &[Point],
        logits: &mut [f32],
        bonus: f32,
    ) -> Option<Outcome> {
        let grid = Grid::new(context.board.size());
        let mut map = planes(grid, context, moves, logits);
        for layer in 0..LAYERS {
            let activations = self.activations(grid, layer, &map);
            map = with_skip(layer, &map, activations);
        }
        for (&at, logit) in moves.iter().zip(logits) {
            *logit = self.logit(grid, &map, at, *logit);
        }
        let ownership_head = self.weights[OWNERSHIP_HEAD..SCALARS].as_flattened();
        let is_trained = ownership_head.iter().any(|&weight| weight != 0.0);
        is_trained.then(|| {
            let points = context.board.size().points();
            let owned = points.map(|at| self.ownership(grid, &map, at));
            self.outcome(owned, bonus)
        })
    }

    /// What the owners of the points say of the end, with a bonus in points.
    fn outcome(&self, owned: impl Iterator<Item = f32>, bonus: f32) -> Outcome {
        let scalars = &self.weights[SCALARS];
        let sums = owned.fold((0.0, 0.0), |(lead, variance), owned| {
            (
                lead + (2.0 * owned - 1.0),
                variance + 4.0 * owned * (1.0 - owned),
            )
        });
        Outcome {
            lead: sums.0 + scalars[scalar::TURN] + bonus,
            variance: sums.1,
            slope: scalars[scalar::LEAD],
            doubt: scalars[scalar::DOUBT].max(0.0),
        }
    }

    /// The activations of a layer: rectified sums.
    fn activations(&self, grid: Grid, layer: usize, input: &[Lanes]) -> Vec<Lanes> {
        let mut sums = grid.zeros();
        convolve(grid, input, &self.filters[layer], &mut sums);
        let numbers = sums.as_flattened_mut().iter_mut();
        numbers.for_each(|number| *number = number.max(0.0));
        sums
    }

    /// The logit of a move, from the last feature map and the log probability by the patterns.
    fn logit(&self, grid: Grid, map: &[Lanes], at: Point, log_probability: f32) -> f32 {
        let correction = weighted_sum(grid, map, at, &self.weights[POLICY_HEAD..OWNERSHIP_HEAD]);
        self.weights[SCALARS][scalar::PATTERNS] * log_probability + correction
    }

    /// The probability, 0 to 1, that the side to move will own a point, from the last feature map.
    fn ownership(&self, grid: Grid, map: &[Lanes], at: Point) -> f32 {
        let sum = weighted_sum(grid, map, at, &self.weights[OWNERSHIP_HEAD..SCALARS]);
        sigmoid(self.weights[SCALARS][scalar::OWNERSHIP_BIAS] + sum)
    }

    /// The network as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let weights = self.weights.as_flattened().iter();
        weights
            .flat_map(|weight| ((weight * WEIGHT_SCALE).round() as i16).to_le_bytes())
            .collect()
    }

    /// Reads the bytes of [`to_bytes`](Network::to_bytes); `None` if they are malformed.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Network> {
        let (parts, []) = bytes.as_chunks::<2>() else {
            return None;
        };
        let (lanes, []) = parts.as_chunks::<WIDTH>() else {
            return None;
        };
        let weight = |part: [u8; 2]| f32::from(i16::from_le_bytes(part)) / WEIGHT_SCALE;
        let weights: Vec<Lanes> = lanes.iter().map(|lanes| lanes.map(weight)).collect();
        (weights.len() == WEIGHTS).then(|| Network::new(weights))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
