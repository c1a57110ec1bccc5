//! Random networks with every kind of block, written as KataGo model files.
//!
//! A [`Sketch`] shares no code with the reader. It keeps the weights as they are in the file;
//! [`plainly`](super::plainly) computes with them.

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus as Dice;

/// Weights of a layer, row-major.
pub(super) type Weights = Vec<f32>;

/// A convolution. Shape: \[row\]\[column\]\[input\]\[output\].
#[derive(Clone, Debug)]
pub(super) struct Conv {
    pub(super) side: usize,
    pub(super) step: usize,
    pub(super) inputs: usize,
    pub(super) outputs: usize,
    pub(super) weights: Weights,
}

/// Batch normalization and the name of its activation.
#[derive(Clone, Debug)]
pub(super) struct Norm {
    pub(super) epsilon: f32,
    pub(super) means: Weights,
    pub(super) variances: Weights,
    pub(super) scale: Option<Weights>,
    pub(super) bias: Option<Weights>,
    pub(super) activation: &'static str,
}

/// A linear layer. Shape: \[input\]\[output\].
#[derive(Clone, Debug)]
pub(super) struct Linear {
    pub(super) inputs: usize,
    pub(super) outputs: usize,
    pub(super) weights: Weights,
}

/// A block of the trunk.
#[derive(Clone, Debug)]
pub(super) enum Block {
    Residual(Norm, Conv, Norm, Conv),
    Pooling(Norm, Conv, Conv, Norm, Linear, Norm, Conv),
    Nested(Norm, Conv, Vec<Block>, Norm, Conv),
    Attention {
        heads: usize,
        key_heads: usize,
        key_width: usize,
        value_width: usize,
        norm: Weights,
        parts: [Linear; 4],
        rotation: Rotation,
    },
    FeedForward(Weights, [Linear; 3]),
}

/// The rotary embedding of an attention block.
#[derive(Clone, Debug)]
pub(super) enum Rotation {
    None,
    Fixed(f32),
    Learned(Weights),
}

/// The normalization after the last block.
#[derive(Clone, Debug)]
pub(super) enum Tip {
    Batch(Norm),
    Squares(bool, Weights, Weights, &'static str),
}

/// A network.
#[derive(Clone, Debug)]
pub(super) struct Sketch {
    pub(super) version: u32,
    pub(super) width: usize,
    pub(super) planes: Conv,
    pub(super) globals: Linear,
    pub(super) blocks: Vec<Block>,
    pub(super) tip: Tip,
    pub(super) policy: (Conv, Conv, Norm, Linear, Norm, Conv),
    pub(super) pass: Vec<Linear>,
    pub(super) pass_bias: Weights,
    pub(super) pass_activation: &'static str,
    pub(super) value: (Conv, Norm, Linear, Weights, &'static str),
    pub(super) outcome: (Linear, Weights),
    pub(super) score: (Linear, Weights),
    pub(super) ownership: Conv,
}

/// Generates layers for a version of the format.
struct Maker {
    dice: Dice,
    version: u32,
}

impl Maker {
    fn weights(&mut self, count: usize, size: f32) -> Weights {
        let dice = &mut self.dice;
        (0..count).map(|_| dice.random_range(-size..size)).collect()
    }

    fn activation(&mut self) -> &'static str {
        let words = [
            "ACTIVATION_RELU",
            "ACTIVATION_MISH",
            "ACTIVATION_SILU",
            "ACTIVATION_IDENTITY",
        ];
        match self.version {
            11.. => words[self.dice.random_range(0..words.len())],
            _ => words[0],
        }
    }

    fn conv(&mut self, side: usize, step: usize, inputs: usize, outputs: usize) -> Conv {
        let count = side * side * inputs * outputs;
        let size = 1.5 / ((side * side * inputs) as f32).sqrt();
        Conv {
            side,
            step,
            inputs,
            outputs,
            weights: self.weights(count, size),
        }
    }

    fn linear(&mut self, inputs: usize, outputs: usize) -> Linear {
        let size = 1.5 / (inputs as f32).sqrt();
        Linear {
            inputs,
            outputs,
            weights: self.weights(inputs * outputs, size),
        }
    }

    fn norm(&mut self, width: usize) -> Norm {
        let positive = |weights: Weights| weights.iter().map(|x| 0.2 + x.abs()).collect();
        let (has_scale, has_bias) = (self.dice.random(), self.dice.random());
        Norm {
            epsilon: 1e-3,
            means: self.weights(width, 0.5),
            variances: positive(self.weights(width, 1.0)),
            scale: Some(self.weights(width, 1.5)).filter(|_| has_scale),
            bias: Some(self.weights(width, 0.5)).filter(|_| has_bias),
            activation: self.activation(),
        }
    }

    fn residual(&mut self, width: usize) -> Block {
        let inner = width + 1;
        Block::Residual(
            self.norm(width),
            self.conv(3, 1, width, inner),
            self.norm(inner),
            self.conv(3, 2, inner, width),
        )
    }

    fn pooling(&mut self, width: usize) -> Block {
        Block::Pooling(
            self.norm(width),
            self.conv(3, 1, width, 5),
            self.conv(5, 1, width, 3),
            self.norm(3),
            self.linear(9, 5),
            self.norm(5),
            self.conv(1, 1, 5, width),
        )
    }

    fn nested(&mut self, width: usize, blocks: impl Fn(&mut Maker, usize) -> Vec<Block>) -> Block {
        let inner = 6;
        Block::Nested(
            self.norm(width),
            self.conv(1, 1, width, inner),
            blocks(self, inner),
            self.norm(inner),
            self.conv(1, 1, inner, width),
        )
    }

    fn attention(&mut self, width: usize, key_heads: usize, rotation: u32) -> Block {
        let (heads, key_width, value_width) = (2 * key_heads, 4, 3);
        Block::Attention {
            heads,
            key_heads,
            key_width,
            value_width,
            norm: self.weights(width, 2.0),
            parts: [
                self.linear(width, heads * key_width),
                self.linear(width, key_heads * key_width),
                self.linear(width, key_heads * value_width),
                self.linear(heads * value_width, width),
            ],
            rotation: match rotation {
                0 => Rotation::None,
                1 => Rotation::Fixed(100.0),
                _ => Rotation::Learned(self.weights(key_heads * key_width, 1.0)),
            },
        }
    }

    fn feed_forward(&mut self, width: usize) -> Block {
        Block::FeedForward(
            self.weights(width, 2.0),
            [
                self.linear(width, 7),
                self.linear(width, 7),
                self.linear(7, width),
            ],
        )
    }

    fn policies(&self) -> usize {
        match self.version {
            16.. => 4,
            12.. => 2,
            _ => 1,
        }
    }
}

impl Sketch {
    /// A random network with every kind of block that this version supports.
    pub(super) fn random(version: u32, dice: Dice) -> Sketch {
        let mut maker = Maker { dice, version };
        let make = &mut maker;
        let width = 8;
        let mut blocks = vec![make.residual(width), make.pooling(width)];
        blocks.push(make.nested(width, |make, inner| {
            vec![make.residual(inner), make.pooling(inner)]
        }));
        if version >= 15 {
            for rotation in 0..3 {
                blocks.push(make.attention(width, 1 + rotation as usize % 2, rotation));
                blocks.push(make.feed_forward(width));
            }
            blocks.push(make.nested(width, |make, inner| {
                vec![make.attention(inner, 2, 2), make.feed_forward(inner)]
            }));
        }
        let tip = match version {
            ..16 => Tip::Batch(make.norm(width)),
            _ => Tip::Squares(
                version == 17,
                make.weights(width, 2.0),
                make.weights(width, 0.5),
                make.activation(),
            ),
        };
        let policies = make.policies();
        let pass = match version {
            15.. => vec![make.linear(9, 4), make.linear(4, policies)],
            _ => vec![make.linear(9, policies)],
        };
        let scores = if version >= 9 { 6 } else { 4 };
        Sketch {
            version,
            width,
            planes: make.conv(3, 1, 22, width),
            globals: make.linear(19, width),
            blocks,
            tip,
            policy: (
                make.conv(1, 1, width, 4),
                make.conv(1, 1, width, 3),
                make.norm(3),
                make.linear(9, 4),
                make.norm(4),
                make.conv(1, 1, 4, policies),
            ),
            pass,
            pass_bias: make.weights(4, 0.5),
            pass_activation: make.activation(),
            value: (
                make.conv(1, 1, width, 5),
                make.norm(5),
                make.linear(15, 6),
                make.weights(6, 0.5),
                make.activation(),
            ),
            outcome: (make.linear(6, 3), make.weights(3, 0.5)),
            score: (make.linear(6, scores), make.weights(scores, 0.5)),
            ownership: make.conv(1, 1, 5, 1),
        }
    }

    /// Returns the uncompressed file, with binary or text weights.
    pub(super) fn file(&self, binary: bool) -> Vec<u8> {
        let mut writer = Writer {
            bytes: Vec::new(),
            binary,
            version: self.version,
            names: 0,
        };
        let out = &mut writer;
        out.words(&["random".into(), self.version.to_string()]);
        out.numbers(&[22, 19]);
        if self.version >= 13 {
            out.words(&["20 20 20 20 40 0.25 30".into()]);
        }
        if self.version >= 15 {
            out.numbers(&[0; 8]);
        }
        out.named("trunk");
        out.numbers(&[self.blocks.len(), self.width, 9, 9, 3, 3]);
        if self.version >= 15 {
            out.numbers(&[
                usize::from(matches!(self.tip, Tip::Squares(..))),
                0,
                0,
                0,
                0,
                0,
            ]);
        }
        out.conv(&self.planes);
        out.linear(&self.globals);
        self.blocks.iter().for_each(|block| out.block(block));
        match &self.tip {
            Tip::Batch(norm) => out.norm(norm),
            Tip::Squares(of_board, scale, bias, activation) => {
                out.named("tip");
                out.numbers(&[self.width]);
                out.words(&["1e-6".into()]);
                out.numbers(&[usize::from(*of_board), 0]);
                out.weights(scale);
                out.weights(bias);
                out.activation(activation);
            }
        }
        out.named("policy");
        if self.version >= 17 {
            out.numbers(&[4, 0, 0, 0]);
        }
        let (first, pooled, pooled_norm, to_bias, norm, last) = &self.policy;
        out.conv(first);
        out.conv(pooled);
        out.norm(pooled_norm);
        out.linear(to_bias);
        out.norm(norm);
        out.conv(last);
        out.linear(&self.pass[0]);
        if let [_, last] = &self.pass[..] {
            out.bias(&self.pass_bias);
            out.activation(self.pass_activation);
            out.linear(last);
        }
        out.named("value");
        if self.version >= 17 {
            out.numbers(&[0; 3]);
        }
        let (first, norm, inner, bias, activation) = &self.value;
        out.conv(first);
        out.norm(norm);
        out.linear(inner);
        out.bias(bias);
        out.activation(activation);
        for (linear, bias) in [&self.outcome, &self.score] {
            out.linear(linear);
            out.bias(bias);
        }
        out.conv(&self.ownership);
        writer.bytes
    }
}

/// Serializes a network.
struct Writer {
    bytes: Vec<u8>,
    binary: bool,
    version: u32,
    names: usize,
}

impl Writer {
    fn words(&mut self, words: &[String]) {
        for word in words {
            self.bytes.extend(word.bytes());
            self.bytes.push(b'\n');
        }
    }

    fn numbers(&mut self, numbers: &[usize]) {
        let words: Vec<String> = numbers.iter().map(usize::to_string).collect();
        self.words(&words);
    }

    fn named(&mut self, name: &str) {
        self.names += 1;
        self.words(&[format!("{name}.{}", self.names)]);
    }

    fn weights(&mut self, weights: &[f32]) {
        if self.binary {
            self.bytes.extend(b"@BIN@");
            let numbers = weights.iter().flat_map(|weight| weight.to_le_bytes());
            self.bytes.extend(numbers);
            self.bytes.push(b'\n');
        } else {
            let words: Vec<String> = weights.iter().map(|weight| format!("{weight:e}")).collect();
            self.words(&[words.join(" ")]);
        }
    }

    fn activation(&mut self, word: &str) {
        self.named("act");
        if self.version >= 11 {
            self.words(&[word.into()]);
        }
    }

    fn conv(&mut self, conv: &Conv) {
        self.named("conv");
        let Conv { side, step, .. } = *conv;
        self.numbers(&[side, side, conv.inputs, conv.outputs, step, step]);
        self.weights(&conv.weights);
    }

    fn linear(&mut self, linear: &Linear) {
        self.named("linear");
        self.numbers(&[linear.inputs, linear.outputs]);
        self.weights(&linear.weights);
    }

    fn bias(&mut self, bias: &[f32]) {
        self.named("bias");
        self.numbers(&[bias.len()]);
        self.weights(bias);
    }

    fn norm(&mut self, norm: &Norm) {
        self.named("norm");
        self.numbers(&[norm.means.len()]);
        self.words(&[norm.epsilon.to_string()]);
        let flags = [&norm.scale, &norm.bias].map(|there| usize::from(there.is_some()));
        self.numbers(&flags);
        self.weights(&norm.means);
        self.weights(&norm.variances);
        for weights in [&norm.scale, &norm.bias].into_iter().flatten() {
            self.weights(weights);
        }
        self.activation(norm.activation);
    }

    fn squares(&mut self, weights: &[f32]) {
        self.named("norm");
        self.numbers(&[weights.len()]);
        self.words(&["1e-6".into()]);
        self.weights(weights);
    }

    fn block(&mut self, block: &Block) {
        match block {
            Block::Residual(before, first, between, second) => {
                self.words(&["ordinary_block".into()]);
                self.named("block");
                self.norm(before);
                self.conv(first);
                self.norm(between);
                self.conv(second);
            }
            Block::Pooling(before, first, pooled, pooled_norm, to_bias, between, second) => {
                self.words(&["gpool_block".into()]);
                self.named("block");
                self.norm(before);
                self.conv(first);
                self.conv(pooled);
                self.norm(pooled_norm);
                self.linear(to_bias);
                self.norm(between);
                self.conv(second);
            }
            Block::Nested(before, narrow, blocks, after, widen) => {
                self.words(&["nested_bottleneck_block".into()]);
                self.named("block");
                self.numbers(&[blocks.len()]);
                self.norm(before);
                self.conv(narrow);
                blocks.iter().for_each(|block| self.block(block));
                self.norm(after);
                self.conv(widen);
            }
            Block::Attention {
                heads,
                key_heads,
                key_width,
                value_width,
                norm,
                parts,
                rotation,
            } => {
                self.words(&["transformer_attention_block".into()]);
                self.named("block");
                let turned = usize::from(!matches!(rotation, Rotation::None));
                let learned = usize::from(matches!(rotation, Rotation::Learned(_)));
                self.numbers(&[
                    *heads,
                    *key_heads,
                    *key_width,
                    *value_width,
                    turned,
                    learned,
                ]);
                self.squares(norm);
                parts.iter().for_each(|part| self.linear(part));
                match rotation {
                    Rotation::None => {}
                    Rotation::Fixed(base) => {
                        self.named("theta");
                        self.words(&[base.to_string()]);
                    }
                    Rotation::Learned(angles) => {
                        self.named("angles");
                        self.numbers(&[*key_heads, key_width / 2, 2]);
                        self.weights(angles);
                    }
                }
            }
            Block::FeedForward(norm, parts) => {
                self.words(&["transformer_ffn_block".into()]);
                self.named("block");
                let [first, _, _] = parts;
                self.numbers(&[first.inputs, first.outputs, 1]);
                self.squares(norm);
                parts.iter().for_each(|part| self.linear(part));
            }
        }
    }
}
