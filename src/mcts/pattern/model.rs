//! PatternModel: a weight per feature of a move.

use super::features::{Features, MoveContext, PLAIN_FEATURES};
use super::shape;
use crate::go::point::Point;
use fxhash::FxHashMap;
use std::sync::LazyLock;

/// The pattern model. A weight is the logarithm of the strength of a feature.
///
/// The plain features come first, then the known shapes.
#[derive(Clone, Debug, PartialEq)]
pub struct PatternModel {
    /// Index of the weight of each known shape.
    shapes: FxHashMap<u32, u32>,
    pub(super) weights: Vec<f32>,
}

/// Weights are stored in units of 1 / `WEIGHT_SCALE`.
const WEIGHT_SCALE: f32 = 2048.0;

impl PatternModel {
    /// A model of these shapes with zero weights: all moves are equally likely.
    pub(super) fn untrained(shapes: impl IntoIterator<Item = u32>) -> PatternModel {
        let mut indices = FxHashMap::default();
        for shape in shapes {
            let next = (PLAIN_FEATURES + indices.len()) as u32;
            indices.entry(shape).or_insert(next);
        }
        PatternModel {
            weights: vec![0.0; PLAIN_FEATURES + indices.len()],
            shapes: indices,
        }
    }

    /// The built-in model, trained by `wakari train`.
    #[must_use]
    pub fn built_in() -> &'static PatternModel {
        static MODEL: LazyLock<PatternModel> = LazyLock::new(|| {
            let bytes = include_bytes!("weights.bin");
            PatternModel::from_bytes(bytes).expect("the built-in weights are well formed")
        });
        &MODEL
    }

    /// Returns the logits of moves.
    pub(super) fn logits(&self, context: &MoveContext, moves: &[Point]) -> Vec<f32> {
        let logit = |&at: &Point| self.logit(&self.features(context, at));
        moves.iter().map(logit).collect()
    }

    /// Returns the logit of a move: the sum of the weights of its features.
    pub(super) fn logit(&self, features: &Features) -> f32 {
        features.iter().map(|&at| self.weights[at as usize]).sum()
    }

    /// Returns the natural logarithms of the move probabilities.
    pub(super) fn log_probabilities(&self, context: &MoveContext, moves: &[Point]) -> Vec<f32> {
        let mut probabilities = self.logits(context, moves);
        softmax(&mut probabilities);
        let log = |probability: f32| probability.max(f32::MIN_POSITIVE).ln();
        probabilities.into_iter().map(log).collect()
    }

    /// Returns all features of a play. A shape counts only if the smaller ones within it are known.
    pub(super) fn features(&self, context: &MoveContext, at: Point) -> Features {
        let mut features = context.plain_features(at);
        let mut plain = true;
        let mut marked = context.last.is_some_and(|last| shape::may_mark(at, last));
        for (diamond, shape) in
            shape::shapes(context.board, context.turn, at, context.last).enumerate()
        {
            marked &= diamond < shape::MARKED;
            let families = [(&mut plain, Some(shape.plain)), (&mut marked, shape.marked)];
            for (goes_on, shape) in families {
                if let Some(shape) = shape.filter(|_| *goes_on) {
                    let known = self.shapes.get(&shape).copied();
                    features.extend(known);
                    *goes_on = known.is_some();
                }
            }
            if !plain && !marked {
                break;
            }
        }
        features
    }

    /// Serializes the model: number of shapes, their hashes, all weights with those of shapes last.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut shapes: Vec<(u32, u32)> = self.shapes.iter().map(|(&s, &at)| (at, s)).collect();
        shapes.sort_unstable();
        let count = (shapes.len() as u32).to_le_bytes();
        let shapes = shapes.iter().flat_map(|(_, shape)| shape.to_le_bytes());
        let weights = self.weights.iter().flat_map(|weight| {
            let scaled = (weight * WEIGHT_SCALE).round();
            (scaled.clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i16).to_le_bytes()
        });
        count.into_iter().chain(shapes).chain(weights).collect()
    }

    /// Parses the bytes of [`to_bytes`](PatternModel::to_bytes); `None` if they are malformed.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<PatternModel> {
        let (count, rest) = bytes.split_first_chunk::<4>()?;
        let count = u32::from_le_bytes(*count) as usize;
        let (shapes, weights) = rest.split_at_checked(count.checked_mul(4)?)?;
        let (weights, []) = weights.as_chunks::<2>() else {
            return None;
        };
        let shapes = shapes.as_chunks::<4>().0.iter();
        let model = PatternModel {
            shapes: shapes
                .map(|shape| u32::from_le_bytes(*shape))
                .zip(PLAIN_FEATURES as u32..)
                .collect(),
            weights: weights
                .iter()
                .map(|&weight| f32::from(i16::from_le_bytes(weight)) / WEIGHT_SCALE)
                .collect(),
        };
        let whole = model.weights.len() == PLAIN_FEATURES + count && model.shapes.len() == count;
        whole.then_some(model)
    }
}

/// Softmax in place.
pub(super) fn softmax(logits: &mut [f32]) {
    let most = logits.iter().copied().fold(f32::MIN, f32::max);
    logits
        .iter_mut()
        .for_each(|logit| *logit = (*logit - most).exp());
    let sum: f32 = logits.iter().sum();
    logits
        .iter_mut()
        .for_each(|probability| *probability /= sum);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back() {
        let model = PatternModel::built_in();
        let bytes = model.to_bytes();
        assert_eq!(bytes, include_bytes!("weights.bin"));
        assert_eq!(PatternModel::from_bytes(&bytes).as_ref(), Some(model));
        assert_eq!(PatternModel::from_bytes(&bytes[..bytes.len() - 1]), None);
        assert_eq!(PatternModel::from_bytes(&[]), None);
        assert_eq!(PatternModel::from_bytes(&[255; 64]), None);
    }
}
