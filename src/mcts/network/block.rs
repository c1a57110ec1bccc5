//! Blocks of the trunk. Each adds its output to a feature map.

use super::arithmetic;
use super::attention::{Attention, FeedForward};
use super::convolution::Conv;
use super::layer::{Grid, Linear, Normed, Third, pool};
use super::reader::{ModelError, ModelReader, Problem};

/// Maximum number of blocks in a row, and maximum nesting depth.
pub(super) const MOST_BLOCKS: usize = 1 << 10;
const DEEPEST: usize = 8;

/// A block of the trunk.
#[derive(Debug)]
pub(super) enum Block {
    /// A residual block of two convolutions (He et al. 2016).
    Residual {
        before: Normed,
        first: Conv,
        between: Normed,
        second: Conv,
    },
    /// A residual block with global pooling: pooled channels become biases of the others (Wu 2019).
    Pooling {
        before: Normed,
        first: Conv,
        pooled: Conv,
        pooled_norm: Normed,
        to_bias: Linear,
        between: Normed,
        second: Conv,
    },
    /// A nested bottleneck: blocks on fewer channels between two projections.
    Nested {
        before: Normed,
        narrow: Conv,
        blocks: Vec<Block>,
        after: Normed,
        widen: Conv,
    },
    /// The attention block of a transformer.
    Attention(Attention),
    /// The feed-forward block of a transformer.
    FeedForward(FeedForward),
}

impl Block {
    /// Reads `count` blocks on `width` channels.
    pub(super) fn read_all(
        reader: &mut ModelReader,
        version: u32,
        width: usize,
        count: usize,
        depth: usize,
    ) -> Result<Vec<Block>, ModelError> {
        let mut blocks = Vec::new();
        for _ in 0..count {
            blocks.push(Block::read(reader, version, width, depth)?);
        }
        Ok(blocks)
    }

    fn read(
        reader: &mut ModelReader,
        version: u32,
        width: usize,
        depth: usize,
    ) -> Result<Block, ModelError> {
        // Memory charged per block, in numbers, on top of its weights.
        const ROOM: usize = 256;
        reader.take_room(ROOM)?;
        let kind = reader.word()?;
        match kind.as_str() {
            "ordinary_block" => Block::read_residual(reader, version, width),
            "gpool_block" => Block::read_pooling(reader, version, width),
            "nested_bottleneck_block" if depth == DEEPEST => {
                Err(reader.error(Problem::Unsupported("so deep a nest of blocks")))
            }
            "nested_bottleneck_block" => Block::read_nested(reader, version, width, depth),
            "transformer_attention_block" => Attention::read(reader, width).map(Block::Attention),
            "transformer_ffn_block" => FeedForward::read(reader, width).map(Block::FeedForward),
            _ => Err(reader.error(Problem::Unknown {
                what: "kind of block",
                word: kind,
            })),
        }
    }

    fn read_residual(
        reader: &mut ModelReader,
        version: u32,
        width: usize,
    ) -> Result<Block, ModelError> {
        reader.name()?;
        let before = Normed::read(reader, version, width)?;
        let first = Conv::read(reader, width)?;
        let between = Normed::read(reader, version, first.outputs())?;
        let second = Conv::read(reader, first.outputs())?;
        reader.fits("the number of outputs", width, second.outputs())?;
        Ok(Block::Residual {
            before,
            first,
            between,
            second,
        })
    }

    fn read_pooling(
        reader: &mut ModelReader,
        version: u32,
        width: usize,
    ) -> Result<Block, ModelError> {
        reader.name()?;
        let before = Normed::read(reader, version, width)?;
        let first = Conv::read(reader, width)?;
        let pooled = Conv::read(reader, width)?;
        let pooled_norm = Normed::read(reader, version, pooled.outputs())?;
        let to_bias = Linear::read(reader, 3 * pooled.outputs())?;
        reader.fits("the number of outputs", first.outputs(), to_bias.outputs)?;
        let between = Normed::read(reader, version, first.outputs())?;
        let second = Conv::read(reader, first.outputs())?;
        reader.fits("the number of outputs", width, second.outputs())?;
        Ok(Block::Pooling {
            before,
            first,
            pooled,
            pooled_norm,
            to_bias,
            between,
            second,
        })
    }

    fn read_nested(
        reader: &mut ModelReader,
        version: u32,
        width: usize,
        depth: usize,
    ) -> Result<Block, ModelError> {
        reader.name()?;
        let count = reader.count("the number of blocks", MOST_BLOCKS)?;
        let before = Normed::read(reader, version, width)?;
        let narrow = Conv::read(reader, width)?;
        let inner = narrow.outputs();
        let blocks = Block::read_all(reader, version, inner, count, depth + 1)?;
        let after = Normed::read(reader, version, inner)?;
        let widen = Conv::read(reader, inner)?;
        reader.fits("the number of outputs", width, widen.outputs())?;
        Ok(Block::Nested {
            before,
            narrow,
            blocks,
            after,
            widen,
        })
    }

    /// Adds the block's output to the trunk.
    pub(super) fn add_to(&self, trunk: &mut [f32], grid: Grid) {
        match self {
            Block::Residual {
                before,
                first,
                between,
                second,
            } => {
                let inner = first.apply(&before.apply(trunk), grid);
                second.add(&between.apply(&inner), grid, trunk);
            }
            Block::Pooling {
                before,
                first,
                pooled,
                pooled_norm,
                to_bias,
                between,
                second,
            } => {
                let seen = before.apply(trunk);
                let mut inner = first.apply(&seen, grid);
                let whole = pooled_norm.apply(&pooled.apply(&seen, grid));
                let whole = pool(&whole, pooled.outputs(), grid, Third::Maximum);
                arithmetic::add_row(&mut inner, &to_bias.apply(&whole));
                second.add(&between.apply(&inner), grid, trunk);
            }
            Block::Nested {
                before,
                narrow,
                blocks,
                after,
                widen,
            } => {
                let mut inner = narrow.apply(&before.apply(trunk), grid);
                for block in blocks {
                    block.add_to(&mut inner, grid);
                }
                widen.add(&after.apply(&inner), grid, trunk);
            }
            Block::Attention(attention) => attention.add_to(trunk, grid),
            Block::FeedForward(network) => network.add_to(trunk),
        }
    }
}
