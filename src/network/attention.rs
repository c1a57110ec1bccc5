//! The blocks of transformers: attention and the network after it.

use super::arithmetic;
use super::layer::{Grid, Linear, channels};
use super::matrix::{Part, To, multiply, multiply_transposed};
use super::reader::{ModelError, Problem, Reader};
use std::sync::{Arc, Mutex, PoisonError};

/// The most heads of a block.
const MOST_HEADS: usize = 1 << 10;
/// For how many sizes of boards a block keeps its rotations.
const KEPT_SIZES: usize = 8;

/// A normalization by the root of the mean of squares, with a weight for each channel.
#[derive(Clone, Debug, PartialEq)]
struct Norm {
    weights: Vec<f32>,
    epsilon: f32,
}

impl Norm {
    fn read(reader: &mut Reader, width: usize) -> Result<Norm, ModelError> {
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

/// How queries and keys are turned by where their points are on the board (rotary embeddings; Su and others 2021).
#[derive(Clone, Debug, PartialEq)]
enum Rotation {
    /// Not at all.
    None,
    /// Half of the pairs by the row and half by the column, ever slower from this base on.
    Fixed(f32),
    /// Each pair by its own angles for a column and a row. The shape is \[head of keys\]\[pair\]\[2\].
    Learned(Vec<f32>),
}

impl Rotation {
    /// Cosine and sine for each point, head of keys and pair.
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

/// A table of rotations for boards of a size.
type Turns = (Grid, Arc<[f32]>);

/// Attention of each point to all points (Vaswani and others 2017).
#[derive(Debug)]
pub(super) struct Attention {
    norm: Norm,
    heads: usize,
    key_heads: usize,
    /// Channels of each head of queries and keys, and of values.
    key_width: usize,
    value_width: usize,
    rotation: Rotation,
    /// Tables of the sizes last used, the latest last.
    turns: Mutex<Vec<Turns>>,
    /// Queries, keys and values side by side.
    asked: Linear,
    answered: Linear,
}

impl Attention {
    /// Reads a block for a feature map of this many channels.
    pub(super) fn read(reader: &mut Reader, width: usize) -> Result<Attention, ModelError> {
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

    /// Adds what each point learns of the others.
    pub(super) fn add_to(&self, trunk: &mut [f32], grid: Grid) {
        let points = grid.area();
        let mut asked = self.asked.apply(&self.norm.apply(trunk));
        self.turn(&mut asked, grid);
        let mut learned = vec![0.0; points * self.heads * self.value_width];
        let mut weights = vec![0.0; points * points];
        let queries = self.heads * self.key_width;
        let keys = self.key_heads * self.key_width;
        let part = |at: usize, columns: usize| Part {
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
            let all = Part::whole(points, points);
            multiply_transposed((&asked, query), (&asked, key), (&mut weights, all));
            arithmetic::softmax(&mut weights, points);
            let out = Part {
                at: head * self.value_width,
                rows: points,
                columns: self.value_width,
                stride: self.heads * self.value_width,
            };
            multiply(
                (&weights, all),
                (&asked, value),
                (&mut learned, out),
                To::Replace,
            );
        }
        self.answered.add(&learned, trunk);
    }

    /// Turns queries and keys, and scales queries so that weights need not be.
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

    /// The table for boards of a size.
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

/// The network after an attention, the same for each point: two layers, the first one gated.
#[derive(Debug)]
pub(super) struct FeedForward {
    norm: Norm,
    /// Values and gates side by side.
    wide: Linear,
    narrow: Linear,
}

impl FeedForward {
    /// Reads a block for a feature map of this many channels.
    pub(super) fn read(reader: &mut Reader, width: usize) -> Result<FeedForward, ModelError> {
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

    /// Adds what it makes of each point.
    pub(super) fn add_to(&self, trunk: &mut [f32]) {
        let both = self.wide.apply(&self.norm.apply(trunk));
        self.narrow
            .add(&arithmetic::gate(&both, self.narrow.inputs), trunk);
    }
}
