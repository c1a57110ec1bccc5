//! Naive double-precision inference of a [`Sketch`], as the reference for the tests.

use super::sketch::{Block, Conv, Linear, Norm, Rotation, Sketch, Tip};

/// A feature map: one vector of points per channel.
type Map = Vec<Vec<f64>>;

/// Raw outputs of a network; `points` has one channel per policy.
#[derive(Debug)]
pub(super) struct Said {
    pub(super) points: Map,
    pub(super) pass: Vec<f64>,
    pub(super) outcome: Vec<f64>,
    pub(super) score: Vec<f64>,
    pub(super) ownership: Vec<f64>,
}

/// The size of a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sides {
    pub(super) width: usize,
    pub(super) height: usize,
}

impl Sides {
    fn area(self) -> usize {
        self.width * self.height
    }

    /// Convolves a map.
    fn conv(self, conv: &Conv, map: &Map) -> Map {
        let (width, height) = (self.width as i64, self.height as i64);
        let half = conv.side as i64 / 2;
        let mut out = vec![vec![0.0; self.area()]; conv.outputs];
        for (output, out) in out.iter_mut().enumerate() {
            for y in 0..height {
                for x in 0..width {
                    for row in 0..conv.side {
                        for column in 0..conv.side {
                            let down = y + (row as i64 - half) * conv.step as i64;
                            let across = x + (column as i64 - half) * conv.step as i64;
                            if down < 0 || down >= height || across < 0 || across >= width {
                                continue;
                            }
                            for (input, map) in map.iter().enumerate() {
                                let tap = (row * conv.side + column) * conv.inputs + input;
                                let weight = conv.weights[tap * conv.outputs + output];
                                out[(y * width + x) as usize] +=
                                    f64::from(weight) * map[(down * width + across) as usize];
                            }
                        }
                    }
                }
            }
        }
        out
    }

    /// Global pooling: three statistics per channel.
    fn pool(self, map: &Map, value: bool) -> Vec<f64> {
        let side = (self.area() as f64).sqrt();
        let mean = |map: &Vec<f64>| map.iter().sum::<f64>() / self.area() as f64;
        let means: Vec<f64> = map.iter().map(mean).collect();
        let by_size = means.iter().map(|mean| mean * (side - 14.0) / 10.0);
        let third = map.iter().zip(&means).map(|(map, mean)| {
            if value {
                mean * ((side - 14.0).powi(2) / 100.0 - 0.1)
            } else {
                map.iter().copied().fold(f64::MIN, f64::max)
            }
        });
        means.iter().copied().chain(by_size).chain(third).collect()
    }

    /// Returns the map after a block.
    fn block(self, block: &Block, map: &Map) -> Map {
        let added = match block {
            Block::Residual(before, first, between, second) => {
                let inner = self.conv(first, &norm(before, map));
                self.conv(second, &norm(between, &inner))
            }
            Block::Pooling(before, first, pooled, pooled_norm, to_bias, between, second) => {
                let seen = norm(before, map);
                let whole = norm(pooled_norm, &self.conv(pooled, &seen));
                let bias = linear(to_bias, &self.pool(&whole, false));
                let inner = plus(self.conv(first, &seen), &bias);
                self.conv(second, &norm(between, &inner))
            }
            Block::Nested(before, narrow, blocks, after, widen) => {
                let mut inner = self.conv(narrow, &norm(before, map));
                for block in blocks {
                    inner = self.block(block, &inner);
                }
                self.conv(widen, &norm(after, &inner))
            }
            Block::Attention { .. } => self.attention(block, map),
            Block::FeedForward(weights, [value, gate, last]) => each_point(map, |point| {
                let point = by_squares(point, weights);
                let (value, gate) = (linear(value, &point), linear(gate, &point));
                let gated = value.iter().zip(gate).map(|(x, gate)| silu(*x) * gate);
                linear(last, &gated.collect::<Vec<f64>>())
            }),
        };
        let sum = |(map, added): (&Vec<f64>, &Vec<f64>)| {
            map.iter().zip(added).map(|(a, b)| a + b).collect()
        };
        map.iter().zip(&added).map(sum).collect()
    }

    fn attention(self, block: &Block, map: &Map) -> Map {
        let Block::Attention {
            heads,
            key_heads,
            key_width,
            value_width,
            norm,
            parts: [queries, keys, values, last],
            rotation,
        } = block
        else {
            unreachable!("asked of attention only")
        };
        let pairs = key_width / 2;
        let angle = |head: usize, pair: usize, point: usize| {
            let (x, y) = ((point % self.width) as f64, (point / self.width) as f64);
            match rotation {
                Rotation::None => 0.0,
                Rotation::Fixed(base) => {
                    let first = pair < pairs / 2;
                    let place = if first { pair } else { pair - pairs / 2 };
                    let speed = f64::from(*base).powf(-2.0 * place as f64 / pairs as f64);
                    speed * if first { y } else { x }
                }
                Rotation::Learned(angles) => {
                    let at = (head * pairs + pair) * 2;
                    x * f64::from(angles[at]) + y * f64::from(angles[at + 1])
                }
            }
        };
        let turned = |numbers: &[f64], head: usize, point: usize| {
            let mut turned = Vec::new();
            for pair in 0..pairs {
                let (sin, cos) = angle(head, pair, point).sin_cos();
                let (x, y) = (numbers[2 * pair], numbers[2 * pair + 1]);
                turned.extend([x * cos - y * sin, x * sin + y * cos]);
            }
            turned
        };
        let points: Vec<Vec<f64>> = (0..self.area())
            .map(|point| by_squares(&column(map, point), norm))
            .collect();
        let project = |part: &Linear| -> Vec<Vec<f64>> {
            points.iter().map(|point| linear(part, point)).collect()
        };
        let (queries, keys, values) = (project(queries), project(keys), project(values));
        let mut out = Vec::new();
        for (point, queries) in queries.iter().enumerate() {
            let mut learned = Vec::new();
            for head in 0..*heads {
                let of = head * key_heads / heads;
                let query = turned(&queries[head * key_width..][..*key_width], of, point);
                let weights: Vec<f64> = (0..self.area())
                    .map(|other| {
                        let key = turned(&keys[other][of * key_width..][..*key_width], of, other);
                        let product: f64 = query.iter().zip(key).map(|(a, b)| a * b).sum();
                        (product / (*key_width as f64).sqrt()).exp()
                    })
                    .collect();
                let all: f64 = weights.iter().sum();
                for channel in 0..*value_width {
                    let value = |other: usize| values[other][of * value_width + channel];
                    let sum: f64 = weights.iter().enumerate().map(|(o, w)| w * value(o)).sum();
                    learned.push(sum / all);
                }
            }
            out.push(linear(last, &learned));
        }
        (0..out[0].len())
            .map(|channel| out.iter().map(|row| row[channel]).collect())
            .collect()
    }
}

fn activate(word: &str, x: f64) -> f64 {
    match word {
        "ACTIVATION_RELU" => x.max(0.0),
        "ACTIVATION_MISH" => x * x.exp().ln_1p().tanh(),
        "ACTIVATION_SILU" => silu(x),
        _ => x,
    }
}

fn silu(x: f64) -> f64 {
    x / (1.0 + (-x).exp())
}

fn norm(norm: &Norm, map: &Map) -> Map {
    let number = |weights: &Option<Vec<f32>>, channel: usize, else_it: f64| {
        weights
            .as_ref()
            .map_or(else_it, |weights| f64::from(weights[channel]))
    };
    let channel = |(channel, map): (usize, &Vec<f64>)| {
        let mean = f64::from(norm.means[channel]);
        let deviation = (f64::from(norm.variances[channel]) + f64::from(norm.epsilon)).sqrt();
        let (scale, bias) = (
            number(&norm.scale, channel, 1.0),
            number(&norm.bias, channel, 0.0),
        );
        let each = map.iter().map(|x| (x - mean) / deviation * scale + bias);
        each.map(|x| activate(norm.activation, x)).collect()
    };
    map.iter().enumerate().map(channel).collect()
}

fn linear(linear: &Linear, from: &[f64]) -> Vec<f64> {
    let output = |output: usize| {
        let weights = linear.weights[output..].iter().step_by(linear.outputs);
        from.iter()
            .zip(weights)
            .map(|(x, &weight)| x * f64::from(weight))
            .sum()
    };
    (0..linear.outputs).map(output).collect()
}

fn plus(map: Map, bias: &[f64]) -> Map {
    let each = map.into_iter().zip(bias);
    each.map(|(map, bias)| map.into_iter().map(|x| x + bias).collect())
        .collect()
}

fn column(map: &Map, point: usize) -> Vec<f64> {
    map.iter().map(|map| map[point]).collect()
}

fn each_point(map: &Map, change: impl Fn(&[f64]) -> Vec<f64>) -> Map {
    let points: Vec<Vec<f64>> = (0..map[0].len())
        .map(|point| change(&column(map, point)))
        .collect();
    (0..points[0].len())
        .map(|channel| points.iter().map(|point| point[channel]).collect())
        .collect()
}

fn mean_square(numbers: &[f64]) -> f64 {
    numbers.iter().map(|x| x * x).sum::<f64>() / numbers.len() as f64
}

fn by_squares(numbers: &[f64], weights: &[f32]) -> Vec<f64> {
    let by = (mean_square(numbers) + 1e-6).sqrt();
    numbers
        .iter()
        .zip(weights)
        .map(|(x, &weight)| x / by * f64::from(weight))
        .collect()
}

impl Sketch {
    /// Runs the network. `planes` has one row per point.
    pub(super) fn says(&self, planes: &[f32], globals: &[f32], sides: Sides) -> Said {
        let plane = |plane: usize| {
            planes[plane..]
                .iter()
                .step_by(22)
                .map(|&x| f64::from(x))
                .collect()
        };
        let map: Map = (0..22).map(plane).collect();
        let globals: Vec<f64> = globals.iter().map(|&x| f64::from(x)).collect();
        let mut trunk = plus(
            sides.conv(&self.planes, &map),
            &linear(&self.globals, &globals),
        );
        for block in &self.blocks {
            trunk = sides.block(block, &trunk);
        }
        let trunk = match &self.tip {
            Tip::Batch(tip) => norm(tip, &trunk),
            Tip::Squares(of_board, scale, bias, activation) => {
                let whole = mean_square(&trunk.concat());
                each_point(&trunk, |point| {
                    let square = if *of_board { whole } else { mean_square(point) };
                    let by = (square + 1e-6).sqrt();
                    let each = point.iter().zip(scale).zip(bias);
                    each.map(|((x, &scale), &bias)| {
                        activate(activation, x / by * f64::from(scale) + f64::from(bias))
                    })
                    .collect()
                })
            }
        };
        let (first, pooled, pooled_norm, to_bias, norm_of_points, last) = &self.policy;
        let whole = sides.pool(&norm(pooled_norm, &sides.conv(pooled, &trunk)), false);
        let points = plus(sides.conv(first, &trunk), &linear(to_bias, &whole));
        let pass = match &self.pass[..] {
            [first, last] => {
                let inner = linear(first, &whole).into_iter().zip(&self.pass_bias);
                let inner: Vec<f64> = inner
                    .map(|(x, &bias)| activate(self.pass_activation, x + f64::from(bias)))
                    .collect();
                linear(last, &inner)
            }
            [only] => linear(only, &whole),
            _ => unreachable!("one layer or two"),
        };
        let (value, value_norm, inner, bias, activation) = &self.value;
        let value = norm(value_norm, &sides.conv(value, &trunk));
        let inner = linear(inner, &sides.pool(&value, true))
            .into_iter()
            .zip(bias);
        let inner: Vec<f64> = inner
            .map(|(x, &bias)| activate(activation, x + f64::from(bias)))
            .collect();
        let with_bias = |(last, bias): &(Linear, Vec<f32>)| -> Vec<f64> {
            let said = linear(last, &inner).into_iter().zip(bias);
            said.map(|(x, &bias)| x + f64::from(bias)).collect()
        };
        Said {
            points: sides.conv(last, &norm(norm_of_points, &points)),
            pass,
            outcome: with_bias(&self.outcome),
            score: with_bias(&self.score),
            ownership: sides.conv(&self.ownership, &value).remove(0),
        }
    }
}
