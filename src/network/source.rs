//! Where a network comes from: a file, or this program.

use super::model::KataModel;
use crate::point::Size;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::{Arc, LazyLock};

/// A network that comes with the program. `docs/training.md` says what taught it.
fn built_in(file: &'static [u8]) -> KataModel {
    KataModel::read(file, file.len() as u64).expect("the built-in networks are well formed")
}

/// The one for boards of about 9 to 13 lines.
static NINE: LazyLock<KataModel> = LazyLock::new(|| built_in(include_bytes!("nine.bin.gz")));

/// The one for larger boards.
static NINETEEN: LazyLock<KataModel> =
    LazyLock::new(|| built_in(include_bytes!("nineteen.bin.gz")));

/// The lines of the boards that the built-in networks are asked about: those that they have learned from, and between.
const LINES: RangeInclusive<u8> = 7..=19;
/// The points of a board from which on it is a larger one.
const LARGER: usize = 15 * 15;

/// A network of a file, or the built-in ones, each of which is unpacked when it is first asked.
#[derive(Clone, Debug)]
pub enum Source {
    /// The small ones that come with the program. They are asked about moves, and have no say in which stones are dead.
    BuiltIn,
    /// One that was read.
    Read(Arc<KataModel>),
}

impl From<Arc<KataModel>> for Source {
    fn from(model: Arc<KataModel>) -> Source {
        Source::Read(model)
    }
}

/// Its name, and the boards that it is asked about if these are not all.
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
    /// The network for boards of this size.
    #[must_use]
    pub fn model(&self, size: Size) -> &KataModel {
        match self {
            Source::BuiltIn if size.area() < LARGER => &NINE,
            Source::BuiltIn => &NINETEEN,
            Source::Read(model) => model,
        }
    }

    /// What it calls itself.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Source::BuiltIn => "built in",
            Source::Read(model) => model.name(),
        }
    }

    /// Whether it is to be asked about boards of this size.
    pub(super) fn plays_on(&self, size: Size) -> bool {
        match self {
            Source::BuiltIn => LINES.contains(&size.width()) && LINES.contains(&size.height()),
            Source::Read(_) => true,
        }
    }

    /// How many evaluations of each move the mean of all counts as. Small networks err by a tenth of the probability to win or more, which
    /// differs less between moves that come into question.
    pub(super) fn doubt(&self) -> f64 {
        match self {
            Source::BuiltIn => 10.0,
            Source::Read(_) => 0.0,
        }
    }

    /// Whether it has a say in judgements.
    pub(super) fn judges(&self) -> bool {
        matches!(self, Source::Read(_))
    }
}
