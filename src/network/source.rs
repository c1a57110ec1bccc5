//! Where a network comes from: a file, or this program.

use super::model::KataModel;
use crate::point::Size;
use std::ops::Range;
use std::sync::{Arc, LazyLock};

/// The network that comes with the program. `docs/training.md` says what taught it.
static BUILT_IN: LazyLock<KataModel> = LazyLock::new(|| {
    let file = include_bytes!("built-in.bin.gz");
    KataModel::read(&file[..], file.len() as u64).expect("the built-in network is well formed")
});

/// The points of boards on which the built-in network makes the search stronger: on smaller and larger ones its evaluations cost
/// more than they gain.
const AREAS: Range<usize> = 100..256;

/// A network of a file, or the built-in one, which is unpacked when it is first asked.
#[derive(Clone, Debug)]
pub enum Source {
    /// The small one that comes with the program. It says which moves are likely and who wins, beside playouts, and has no say in
    /// which stones are dead.
    BuiltIn,
    /// One that was read.
    Read(Arc<KataModel>),
}

impl From<Arc<KataModel>> for Source {
    fn from(model: Arc<KataModel>) -> Source {
        Source::Read(model)
    }
}

impl Source {
    /// The network.
    #[must_use]
    pub fn model(&self) -> &KataModel {
        match self {
            Source::BuiltIn => &BUILT_IN,
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
            Source::BuiltIn => AREAS.contains(&size.area()),
            Source::Read(_) => true,
        }
    }

    /// Whether it is asked in place of playing positions out.
    pub(super) fn replaces_playouts(&self) -> bool {
        matches!(self, Source::Read(_))
    }
}
