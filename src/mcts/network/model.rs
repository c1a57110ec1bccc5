//! KataModel: a KataGo network read from its file.

use super::arithmetic::{self, Activation};
use super::block::{Block, MOST_BLOCKS};
use super::convolution::Conv;
use super::evaluation::{Evaluation, Scales};
use super::head::{PolicyHead, PolicyLogits, ValueHead, ValueLogits};
use super::inputs::{GLOBALS, Inputs, PLANES};
use super::layer::{Grid, Linear, Normed, activation, channels};
use super::reader::{ModelError, ModelReader, Problem};
use crate::go::board::symmetry::Symmetry;
use std::io::Read;

/// Weight of the optimistic policy at the root of a search (KataGo's default).
pub const OPTIMISM_AT_ROOT: f32 = 0.2;

/// Supported versions of the format.
const VERSIONS: std::ops::RangeInclusive<u32> = 8..=17;

/// A KataGo network, read from `.bin.gz`, `.txt.gz` or the uncompressed forms, evaluated on the
/// CPU.
///
/// It can be shared between threads.
#[derive(Debug)]
pub struct KataModel {
    name: String,
    version: u32,
    scales: Scales,
    /// Channels of the trunk.
    width: usize,
    planes: Conv,
    globals: Linear,
    blocks: Vec<Block>,
    tip: Tip,
    policy: PolicyHead,
    value: ValueHead,
}

/// The normalization after the last block.
#[derive(Debug)]
enum Tip {
    /// Batch normalization.
    Batch(Normed),
    /// RMS normalization, per point or over the whole board, with a scale and a bias per channel.
    Squares {
        of_board: bool,
        epsilon: f32,
        scale: Vec<f32>,
        bias: Vec<f32>,
        activation: Activation,
    },
}

impl KataModel {
    /// Reads a file of `length` bytes.
    ///
    /// Sizes in the header are not trusted: memory use stays within three times `length` plus 64
    /// MiB.
    ///
    /// # Errors
    ///
    /// Returns an error with the place in the file if it is malformed or uses an unsupported
    /// feature.
    pub fn read(source: impl Read, length: u64) -> Result<KataModel, ModelError> {
        let mut reader = ModelReader::new(source, length)?;
        let reader = &mut reader;
        let name = reader.word()?;
        let version: u32 = reader.number()?;
        if !VERSIONS.contains(&version) {
            return Err(reader.error(Problem::Range {
                what: "the version of the format (8 to 17)",
                value: version.to_string(),
            }));
        }
        reader.enter("the header");
        let planes: usize = reader.number()?;
        reader.fits("the number of input planes", PLANES, planes)?;
        let globals: usize = reader.number()?;
        reader.fits("the number of global inputs", GLOBALS, globals)?;
        let scales = Scales::read(reader, version)?;
        if version >= 15 {
            let encoder: i64 = reader.number()?;
            if encoder != 0 {
                let problem = Problem::Unsupported("a network that imitates players of some rank");
                return Err(reader.error(problem));
            }
            reader.unused(7)?;
        }
        reader.name()?;
        let count = reader.count("the number of blocks", MOST_BLOCKS)?;
        let width = channels(reader, "the number of channels")?;
        // Channel counts that each block repeats.
        for _ in 0..4 {
            reader.number::<i64>()?;
        }
        let by_squares = version >= 15 && reader.flag("the kind of normalization")?;
        if version >= 15 {
            reader.unused(5)?;
        }
        let planes = Conv::read(reader, PLANES)?;
        reader.fits("the number of outputs", width, planes.outputs())?;
        let globals = Linear::read(reader, GLOBALS)?;
        reader.fits("the number of outputs", width, globals.outputs)?;
        let blocks = Block::read_all(reader, version, width, count, 0)?;
        let tip = if by_squares {
            Tip::read(reader, version, width)?
        } else {
            Tip::Batch(Normed::read(reader, version, width)?)
        };
        Ok(KataModel {
            name,
            version,
            scales,
            width,
            planes,
            globals,
            blocks,
            tip,
            policy: PolicyHead::read(reader, version, width)?,
            value: ValueHead::read(reader, version, width)?,
        })
    }

    /// The name in the file.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The version of the format.
    #[must_use]
    pub fn version(&self) -> u32 {
        self.version
    }

    /// Evaluates a position in some symmetry, with weight `optimism`, 0 to 1, of the optimistic
    /// policy.
    #[must_use]
    pub fn evaluate(&self, inputs: &Inputs, symmetry: Symmetry, optimism: f32) -> Evaluation {
        let size = inputs.size();
        let symmetry = symmetry.on(size);
        let seen = inputs.seen(symmetry);
        let (policy, value) = self.run(&seen.planes, &inputs.globals, seen.grid);
        let (points, pass) = policy.mixed(optimism);
        let back = |numbers: &[f32]| symmetry.back(numbers, size);
        let value = ValueLogits {
            ownership: back(&value.ownership),
            ..value
        };
        Evaluation::of(inputs, (&back(&points), pass), &value, &self.scales)
    }

    /// Runs the network on raw features.
    pub(super) fn run(
        &self,
        planes: &[f32],
        globals: &[f32],
        grid: Grid,
    ) -> (PolicyLogits, ValueLogits) {
        let mut trunk = self.planes.apply(planes, grid);
        arithmetic::add_row(&mut trunk, &self.globals.apply(globals));
        for block in &self.blocks {
            block.add_to(&mut trunk, grid);
        }
        let trunk = self.tip.apply(&trunk, self.width);
        (
            self.policy.apply(&trunk, grid),
            self.value.apply(&trunk, grid),
        )
    }
}

impl Tip {
    fn read(reader: &mut ModelReader, version: u32, width: usize) -> Result<Tip, ModelError> {
        reader.name()?;
        let found = channels(reader, "the number of channels")?;
        reader.fits("the number of channels", width, found)?;
        let epsilon = reader.positive("epsilon")?;
        let of_board = reader.flag("whether the whole board is normalized")?;
        let group: i64 = reader.number()?;
        if group != 0 {
            return Err(reader.error(Problem::Unsupported("a normalization by groups")));
        }
        Ok(Tip::Squares {
            of_board,
            epsilon,
            scale: reader.weights(width)?,
            bias: reader.weights(width)?,
            activation: activation(reader, version)?,
        })
    }

    fn apply(&self, trunk: &[f32], width: usize) -> Vec<f32> {
        match self {
            Tip::Batch(norm) => norm.apply(trunk),
            Tip::Squares {
                of_board,
                epsilon,
                scale,
                bias,
                activation,
            } => {
                let normed = if *of_board {
                    let by = 1.0 / (arithmetic::mean_square(trunk) + epsilon).sqrt();
                    trunk.iter().map(|x| x * by).collect()
                } else {
                    arithmetic::normalize(trunk, &vec![1.0; width], *epsilon)
                };
                arithmetic::scale_and_activate(&normed, scale, bias, *activation)
            }
        }
    }
}
