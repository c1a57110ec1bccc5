//! A small convolutional network that corrects the patterns by whole-board context.
//!
//! Patterns see what is near a move, but whether a group needs help is decided further away. The
//! input planes show the stones, their liberties, the last two moves and the prediction of the
//! patterns. They are followed by 3×3 convolutions with skip connections from the second on (He et
//! al. 2016). The policy head is added to the logit of each move. The ownership head gives the
//! logit that the side to move will own each point, from which the win probability is derived.
//! Policy networks are from Clark and Storkey (2014) and Maddison et al. (2014), value networks
//! from Silver et al. (2016), ownership targets from Wu (2019). All weights are shared between
//! points, so that a network works on any board size.

pub mod train;

mod kernel;
mod planes;

use super::features::MoveContext;
use crate::go::point::{Point, Size};
use kernel::{BLOCKS, Lanes, PaddedGrid, WIDTH, WinogradFilter, convolve};
use planes::planes;
use std::ops::Range;
use std::sync::LazyLock;

/// Number of convolutions.
const LAYERS: usize = 7;
/// Weights of one output block of a layer, in vectors: the bias, then all inputs.
const BLOCK_WEIGHTS: usize = 1 + BLOCKS * 9 * WIDTH;
/// Index of the policy head.
const POLICY_HEAD: usize = LAYERS * BLOCKS * BLOCK_WEIGHTS;
/// Index of the ownership head.
const OWNERSHIP_HEAD: usize = POLICY_HEAD + BLOCKS;
/// Index of the scalar weights.
const SCALARS: usize = OWNERSHIP_HEAD + BLOCKS;
/// Length of all weights, in vectors of [`WIDTH`].
const WEIGHTS: usize = SCALARS + 1;

/// Lanes of the scalar weights.
mod scalar {
    /// Factor of the patterns' log probability.
    pub(super) const PATTERNS: usize = 0;
    /// Bias of the ownership head.
    pub(super) const OWNERSHIP_BIAS: usize = 1;
    /// Value of the move, in points.
    pub(super) const TURN: usize = 2;
    /// Logit of winning per point of lead, if all owners are certain.
    pub(super) const LEAD: usize = 3;
    /// Reduction of that factor by uncertain owners; see [`LeadPrediction`](super::LeadPrediction).
    pub(super) const DOUBT: usize = 4;
}

/// The built-in networks, each for boards with fewer points than its limit.
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

/// Weights are stored in units of 1 / `WEIGHT_SCALE`.
const WEIGHT_SCALE: f32 = 4096.0;

/// A network.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    /// The layers, then the heads and the scalars.
    weights: Vec<Lanes>,
    /// Weights of the layers in the Winograd domain.
    filters: Vec<WinogradFilter>,
}

/// Range of the weights of one output block of a layer.
fn block_weights(layer: usize, block: usize) -> Range<usize> {
    let first = (layer * BLOCKS + block) * BLOCK_WEIGHTS;
    first..first + BLOCK_WEIGHTS
}

/// Adds the skip connection. The first layer has none, since its input is the planes.
fn with_skip(layer: usize, input: &[Lanes], mut activations: Vec<Lanes>) -> Vec<Lanes> {
    if layer > 0 {
        add(&mut activations, input);
    }
    activations
}

/// Returns the weighted sum of the channels at a point.
fn weighted_sum(grid: PaddedGrid, map: &[Lanes], at: Point, weights: &[Lanes]) -> f32 {
    let blocks = map.chunks_exact(grid.len()).zip(weights);
    let of_block = |(block, weights): (&[Lanes], &Lanes)| -> f32 {
        let numbers = block[grid.place(at)].iter().zip(weights);
        numbers.map(|(number, weight)| number * weight).sum()
    };
    blocks.map(of_block).sum()
}

/// The predicted end of a game for the side to move.
///
/// The less certain the owners of the points are, the less a lead says about winning.
#[derive(Clone, Copy, Debug)]
pub(super) struct LeadPrediction {
    /// Lead in points, the bonus included.
    pub(super) lead: f32,
    /// Variance of the area in points squared, as if all points were independent.
    variance: f32,
    /// Logit of winning per point of lead at zero variance.
    slope: f32,
    /// Weight of the variance against that.
    doubt: f32,
}

impl LeadPrediction {
    /// Factor of the lead in the logit of winning.
    fn factor(&self) -> f32 {
        self.slope / self.spread().sqrt()
    }

    fn spread(&self) -> f32 {
        1.0 + self.doubt * self.variance
    }

    /// Probability of winning, 0 to 1.
    pub(super) fn win(&self) -> f32 {
        sigmoid(self.factor() * self.lead)
    }
}

/// The logistic function.
fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// Adds elementwise.
fn add(to: &mut [Lanes], more: &[Lanes]) {
    let both = to.as_flattened_mut().iter_mut().zip(more.as_flattened());
    both.for_each(|(number, more)| *number += more);
}

/// Transforms the weights of all layers.
fn filters(weights: &[Lanes]) -> Vec<WinogradFilter> {
    let of_layer = |layer| {
        WinogradFilter::new(|block| {
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

    /// Returns the built-in network for a board size.
    ///
    /// All are trained by `wakari train --network`: the large-board one on games of strong players,
    /// the small-board one from it on games of `wakari self-play`, the middle one from the small
    /// one. Each was then distilled from a stronger network.
    #[must_use]
    pub fn built_in(size: Size) -> &'static Network {
        let fits = |(below, _): &&(usize, LazyLock<Network>)| size.area() < *below;
        let (_, network) = BUILT_IN
            .iter()
            .find(fits)
            .expect("the last network fits all sizes");
        network
    }

    /// Converts the patterns' log probabilities into logits, and predicts the end of the game.
    ///
    /// `bonus` is the number of points the side to move has besides its area. Returns `None` if the
    /// network was trained on moves only.
    pub(super) fn correct(
        &self,
        context: &MoveContext,
        moves: &[Point],
        logits: &mut [f32],
        bonus: f32,
    ) -> Option<LeadPrediction> {
        let grid = PaddedGrid::new(context.board.size());
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

    /// Derives the predicted end from the ownership and a bonus in points.
    fn outcome(&self, owned: impl Iterator<Item = f32>, bonus: f32) -> LeadPrediction {
        let scalars = &self.weights[SCALARS];
        let sums = owned.fold((0.0, 0.0), |(lead, variance), owned| {
            (
                lead + (2.0 * owned - 1.0),
                variance + 4.0 * owned * (1.0 - owned),
            )
        });
        LeadPrediction {
            lead: sums.0 + scalars[scalar::TURN] + bonus,
            variance: sums.1,
            slope: scalars[scalar::LEAD],
            doubt: scalars[scalar::DOUBT].max(0.0),
        }
    }

    /// Computes a layer with ReLU.
    fn activations(&self, grid: PaddedGrid, layer: usize, input: &[Lanes]) -> Vec<Lanes> {
        let mut sums = grid.zeros();
        convolve(grid, input, &self.filters[layer], &mut sums);
        let numbers = sums.as_flattened_mut().iter_mut();
        numbers.for_each(|number| *number = number.max(0.0));
        sums
    }

    /// The logit of a move from the last feature map and the patterns' log probability.
    fn logit(&self, grid: PaddedGrid, map: &[Lanes], at: Point, log_probability: f32) -> f32 {
        let correction = weighted_sum(grid, map, at, &self.weights[POLICY_HEAD..OWNERSHIP_HEAD]);
        self.weights[SCALARS][scalar::PATTERNS] * log_probability + correction
    }

    /// Probability, 0 to 1, that the side to move will own a point, from the last feature map.
    fn ownership(&self, grid: PaddedGrid, map: &[Lanes], at: Point) -> f32 {
        let sum = weighted_sum(grid, map, at, &self.weights[OWNERSHIP_HEAD..SCALARS]);
        sigmoid(self.weights[SCALARS][scalar::OWNERSHIP_BIAS] + sum)
    }

    /// Serializes the network.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let weights = self.weights.as_flattened().iter();
        weights
            .flat_map(|weight| ((weight * WEIGHT_SCALE).round() as i16).to_le_bytes())
            .collect()
    }

    /// Parses the bytes of [`to_bytes`](Network::to_bytes); `None` if they are malformed.
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
