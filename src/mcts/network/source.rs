//! Source: a network from a file, or the built-in ones.

use super::model::KataModel;
use crate::go::point::Size;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::{Arc, LazyLock};

/// Reads a built-in network. Their training is described in `docs/lab/training.md`.
fn built_in(file: &'static [u8]) -> KataModel {
    KataModel::read(file, file.len() as u64).expect("the built-in networks are well formed")
}

/// For boards of fewer than 225 points.
static NINE: LazyLock<KataModel> = LazyLock::new(|| built_in(include_bytes!("nine.bin.gz")));

/// For larger boards.
static NINETEEN: LazyLock<KataModel> =
    LazyLock::new(|| built_in(include_bytes!("nineteen.bin.gz")));

/// Side lengths of the boards that the built-in networks play on: the sizes of their training data
/// and those between.
const LINES: RangeInclusive<u8> = 7..=19;
/// From this area on, [`NINETEEN`] is used.
const LARGER: usize = 15 * 15;

/// A network from a file, or the built-in ones, which are unpacked on first use.
#[derive(Clone, Debug)]
pub enum Source {
    /// The small built-in networks. They guide moves but have no say in which stones are dead.
    BuiltIn,
    /// A network read from a file.
    Read(Arc<KataModel>),
}

impl From<Arc<KataModel>> for Source {
    fn from(model: Arc<KataModel>) -> Source {
        Source::Read(model)
    }
}

/// Shows the name, and the board sizes if they are restricted.
impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        match self {
            Source::BuiltIn => write!(f, " ({0}x{0} to {1}x{1})", LINES.start(), LINES.end()),
            Source::Read(_) => Ok(()),
        }
    }
}

impl Source {
    /// Returns the network for boards of this size.
    #[must_use]
    pub fn model(&self, size: Size) -> &KataModel {
        match self {
            Source::BuiltIn if size.area() < LARGER => &NINE,
            Source::BuiltIn => &NINETEEN,
            Source::Read(model) => model,
        }
    }

    /// The name of the network.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Source::BuiltIn => "built in",
            Source::Read(model) => model.name(),
        }
    }

    /// Returns true if the network is used on boards of this size.
    #[must_use]
    pub fn plays_on(&self, size: Size) -> bool {
        match self {
            Source::BuiltIn => LINES.contains(&size.width()) && LINES.contains(&size.height()),
            Source::Read(_) => true,
        }
    }

    /// Weight of the mean of all moves in the value of each move, in evaluations.
    ///
    /// Small networks err by a tenth or more in the win probability, and the error is much alike
    /// for all plausible moves of a position; shrinking toward their mean removes part of it.
    pub(super) fn doubt(&self) -> f64 {
        match self {
            Source::BuiltIn => 10.0,
            Source::Read(_) => 0.0,
        }
    }

    /// Returns true if the network takes part in judgements.
    pub(super) fn judges(&self) -> bool {
        matches!(self, Source::Read(_))
    }
}
