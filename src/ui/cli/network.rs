//! The network given on the command line, or the built-in ones.

use super::options::{misuse, named};
use crate::mcts::network::{Adviser, KataModel, Source};
use crate::mcts::tree::oracle::Oracle;
use crate::util::files;
use clap::Args;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The argument for no network.
const NONE: &str = "none";

/// Reads the network: a file, the built-in ones without a path, or `None` for [`NONE`].
///
/// # Errors
///
/// Returns an error that names the file if it does not exist or is not a usable network.
pub(super) fn asked(path: Option<&Path>) -> io::Result<Option<Source>> {
    match path {
        None => Ok(Some(Source::BuiltIn)),
        Some(path) if path == Path::new(NONE) => Ok(None),
        Some(path) => {
            let (file, length) = files::open(path).map_err(|error| named(path, &error))?;
            let model = KataModel::read(file, length).map_err(|error| named(path, &error))?;
            Ok(Some(Source::Read(Arc::new(model))))
        }
    }
}

/// Makes an evaluator for judgements.
pub(super) fn oracle(source: Source) -> Arc<dyn Oracle> {
    Arc::new(Adviser::new(source))
}

/// Network options of commands that search.
#[derive(Args, Debug)]
pub(super) struct NetworkOptions {
    /// KataGo network file (.bin.gz or .txt.gz) to use instead of the built-in ones; `none` uses
    /// random playouts [default: the built-in ones, on boards of 7 to 19 lines]
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
    /// Symmetries of the root position that the network evaluates, 1 to 8 [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=8))]
    symmetries: Option<u8>,
}

impl NetworkOptions {
    /// Reads the network, if one is to be used.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`asked`], and an error if symmetries are requested without a network.
    pub(super) fn asked(&self) -> io::Result<Option<Source>> {
        let source = asked(self.network.as_deref())?;
        if source.is_none() && self.symmetries.is_some() {
            Err(misuse("--symmetries has no effect with --network none"))
        } else {
            Ok(source)
        }
    }

    /// Makes an evaluator with the requested symmetries and a cache of `memory` bytes.
    pub(super) fn oracle(&self, source: Source, memory: usize) -> Arc<dyn Oracle> {
        let adviser = Adviser::seeing(source, self.symmetries.unwrap_or(1).into());
        Arc::new(adviser.with_memory(memory))
    }
}
