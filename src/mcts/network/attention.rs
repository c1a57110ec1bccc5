//! Transformer blocks: attention and feed-forward.

use super::arithmetic;
use super::layer::{Grid, Linear, channels};
use super::matrix::{MatrixView, OutputMode, multiply, multiply_transposed};
use super::reader::{ModelError, ModelReader, Problem};
use std::sync::{Arc, Mutex, PoisonError};

/// Maximum number of heads of a block.
const MOST_HEADS: usize = 1 << 10;
/// Number of board sizes whose rotation tables a block caches.
const KEPT_SIZES: usize = 8;

/// RMS normalization with a weight per channel.
#[derive(Clone, Debug, PartialEq)]
struct Norm {
    weights: Vec<f32>,
    epsilon: f32,
}

impl Norm {
    fn read(reader: &mut ModelReader, width: usize) -> Result<Norm, ModelError> {
        reader.name()?;
        let found = channels(reader, "the number of channels")?;
        reader.fits("the number of channels", width, found)?;
        let epsilon = reader.positive("epsilon")?;
        let weights = reader.weights(width)?;
        Ok(Norm { weights, epsilon })
    }

    fn apply(&self, from: &[f32]) -> Vec<f32> {
        arithmetic::normalize(from, &self.weights, self.epsilon)
    }
}

/// Rotary position embedding of queries and keys (Su et al. 2021).
#[derive(Clone, Debug, PartialEq)]
enum Rotation {
    /// No position embedding.
    None,
    /// Half of the pairs rotate with the row and half with the column, at frequencies set by this
    /// base.
    Fixed(f32),
    /// Learned frequencies per pair for column and row. Shape: \[key head\]\[pair\]\[2\].
    Learned(Vec<f32>),
}

impl Rotation {
    /// Computes cosine and sine for each point, key head and pair.
    fn table(&self, grid: Grid, heads: usize, pairs: usize) -> Vec<f32> {
        let angle = |head: usize, pair: usize, x: f32, y: f32| match self {
            Rotation::None => 0.0,
            Rotation::Fixed(base) => {
                let half = pairs / 2;
                let (at, place) = if pair < half {
                    (y, pair)
                } else {
                    (x, pair - half)
                };
                at / base.powf(2.0 * place as f32 / pairs as f32)
            }
            Rotation::Learned(angles) => {
                let at = (head * pairs + pair) * 2;
                x * angles[at] + y * angles[at + 1]
            }
        };
        let mut table = Vec::with_capacity(grid.area() * heads * pairs * 2);
        for y in 0..grid.height {
            for x in 0..grid.width {
                for head in 0..heads {
                    for pair in 0..pairs {
                        let (sin, cos) = angle(head, pair, x as f32, y as f32).sin_cos();
                        table.extend([cos, sin]);
                    }
                }
            }
        }
        table
    }
}

/// A rotation table and its board size.
type Turns = (Grid, Arc<[f32]>);

/// Multi-head attention over all points (Vaswani et al. 2017), with grouped key heads.
#[derive(Debug)]
pub(super) struct Attention {
    norm: Norm,
    heads: usize,
    key_heads: usize,
    /// Channels of each query and key head, and of each value head.
    key_width: usize,
    value_width: usize,
    rotation: Rotation,
    /// Cached tables, most recent last.
    turns: Mutex<Vec<Turns>>,
    /// Projections to queries, keys and values, fused into one matrix.
    asked: Linear,
    answered: Linear,
}

impl Attention {
    /// Reads a block on `width` channels.
    pub(super) fn read(reader: &mut ModelReader, width: usize) -> Result<Attention, ModelError> {
        reader.name()?;
        let heads = reader.count("the number of heads", MOST_HEADS)?;
        let key_heads = reader.count("the number of heads of keys", MOST_HEADS)?;
        let key_width = channels(reader, "the width of a head")?;
        let value_width = channels(reader, "the width of a head of values")?;
        let is_turned = reader.flag("whether there are rotations")?;
        let is_learned = reader.flag("whether rotations are learned")?;
        if heads % key_heads != 0 {
            reader.fits("the number of heads", heads / key_heads * key_heads, heads)?;
        }
        if is_turned && key_width % 2 != 0 {
            return Err(reader.error(Problem::Unsupported("a rotation of heads of odd width")));
        }
        let norm = Norm::read(reader, width)?;
        let mut part = |outputs: usize| {
            let part = Linear::read(reader, width)?;
            reader.fits("the number of outputs", outputs, part.outputs)?;
            Ok(part)
        };
        let queries = part(heads * key_width)?;
        let keys = part(key_heads * key_width)?;
        let values = part(key_heads * value_width)?;
        let answered = Linear::read(reader, heads * value_width)?;
        reader.fits("the number of outputs", width, answered.outputs)?;
        let rotation = match (is_turned, is_learned) {
            (false, _) => Rotation::None,
            (true, false) => {
                reader.name()?;
                Rotation::Fixed(reader.positive("the base of the rotations")?)
            }
            (true, true) => {
                reader.name()?;
                let shape: [usize; 3] = [reader.number()?, reader.number()?, reader.number()?];
                for (expected, found) in [key_heads, key_width / 2, 2].into_iter().zip(shape) {
                    reader.fits("the shape of the rotations", expected, found)?;
                }
                Rotation::Learned(reader.weights(key_heads * key_width)?)
            }
        };
        Ok(Attention {
            norm,
            heads,
            key_heads,
            key_width,
            value_width,
            rotation,
            turns: Mutex::default(),
            asked: Linear::beside([queries, keys, values]),
            answered,
        })
    }

    /// Adds the block's output to the trunk.
    pub(super) fn add_to(&self, trunk: &mut [f32], grid: Grid) {
        let points = grid.area();
        let mut asked = self.asked.apply(&self.norm.apply(trunk));
        self.turn(&mut asked, grid);
        let mut learned = vec![0.0; points * self.heads * self.value_width];
        let mut weights = vec![0.0; points * points];
        let queries = self.heads * self.key_width;
        let keys = self.key_heads * self.key_width;
        let part = |at: usize, columns: usize| MatrixView {
            at,
            rows: points,
            columns,
            stride: self.asked.outputs,
        };
        for head in 0..self.heads {
            let of = head * self.key_heads / self.heads;
            let query = part(head * self.key_width, self.key_width);
            let key = part(queries + of * self.key_width, self.key_width);
            let value = part(queries + keys + of * self.value_width, self.value_width);
            let all = MatrixView::whole(points, points);
            multiply_transposed((&asked, query), (&asked, key), (&mut weights, all));
            arithmetic::softmax(&mut weights, points);
            let out = MatrixView {
                at: head * self.value_width,
                rows: points,
                columns: self.value_width,
                stride: self.heads * self.value_width,
            };
            multiply(
                (&weights, all),
                (&asked, value),
                (&mut learned, out),
                OutputMode::Replace,
            );
        }
        self.answered.add(&learned, trunk);
    }

    /// Applies the rotary embedding, and scales the queries by 1 / √width.
    fn turn(&self, asked: &mut [f32], grid: Grid) {
        let turns = self.turns(grid);
        let width = self.key_width;
        let turns_of = |point: usize, head: usize| {
            let at = (point * self.key_heads + head) * width;
            &turns[at..at + width]
        };
        let scale = 1.0 / (width as f32).sqrt();
        for (point, row) in asked.chunks_exact_mut(self.asked.outputs).enumerate() {
            let (queries, rest) = row.split_at_mut(self.heads * width);
            if self.rotation == Rotation::None {
                queries.iter_mut().for_each(|x| *x *= scale);
                continue;
            }
            for (head, query) in queries.chunks_exact_mut(width).enumerate() {
                let of = head * self.key_heads / self.heads;
                arithmetic::turn(query, turns_of(point, of), scale);
            }
            let keys = rest[..self.key_heads * width].chunks_exact_mut(width);
            for (head, key) in keys.enumerate() {
                arithmetic::turn(key, turns_of(point, head), 1.0);
            }
        }
    }

    /// Returns the rotation table for a board size, computing it on a cache miss.
    fn turns(&self, grid: Grid) -> Arc<[f32]> {
        if self.rotation == Rotation::None {
            return Arc::from([]);
        }
        let mut kept = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, turns)) = kept.iter().find(|(of, _)| *of == grid) {
            return turns.clone();
        }
        let table = self
            .rotation
            .table(grid, self.key_heads, self.key_width / 2);
        let turns: Arc<[f32]> = table.into();
        if kept.len() == KEPT_SIZES {
            kept.remove(0);
        }
        kept.push((grid, turns.clone()));
        turns
    }
}

/// The feed-forward block of a transformer: a gated layer and a projection back, point by point.
#[derive(Debug)]
pub(super) struct FeedForward {
    norm: Norm,
    /// The projections to values and gates, fused into one matrix.
    wide: Linear,
    narrow: Linear,
}

impl FeedForward {
    /// Reads a block on `width` channels.
    pub(super) fn read(reader: &mut ModelReader, width: usize) -> Result<FeedForward, ModelError> {
        reader.name()?;
        let found = channels(reader, "the number of channels")?;
        reader.fits("the number of channels", width, found)?;
        let inner = channels(reader, "the number of inner channels")?;
        if !reader.flag("whether there are gates")? {
            return Err(reader.error(Problem::Unsupported("a transformer without gates")));
        }
        let norm = Norm::read(reader, width)?;
        let mut part = || {
            let part = Linear::read(reader, width)?;
            reader.fits("the number of outputs", inner, part.outputs)?;
            Ok(part)
        };
        let wide = Linear::beside([part()?, part()?]);
        let narrow = Linear::read(reader, inner)?;
        reader.fits("the number of outputs", width, narrow.outputs)?;
        Ok(FeedForward { norm, wide, narrow })
    }

    /// Adds the block's output to the trunk.
    pub(super) fn add_to(&self, trunk: &mut [f32]) {
        let both = self.wide.apply(&self.norm.apply(trunk));
        self.narrow
            .add(&arithmetic::gate(&both, self.narrow.inputs), trunk);
    }
}
