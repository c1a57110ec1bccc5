//! The network that is named on the command line, or the built-in ones.

use super::options::{misuse, named};
use crate::files;
use crate::network::{Adviser, KataModel, Source};
use crate::tree::oracle::Oracle;
use clap::Args;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What stands in place of a file where no network is to be asked.
const NONE: &str = "none";

/// The network of a file, `None` where that word stands in its place, or without a path the built-in ones.
///
/// # Errors
///
/// If there is no such file, or it is no network that can be used; the message names it.
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

/// The network as the oracle of searches and judgements.
pub(super) fn oracle(source: Source) -> Arc<dyn Oracle> {
    Arc::new(Adviser::new(source))
}

/// The network of commands that search.
#[derive(Args, Debug)]
pub(super) struct NetworkOptions {
    /// A network of KataGo's (.bin.gz or .txt.gz), asked about positions in place of playing them out, and
    /// about what is not proved; none to play positions out [default: the small ones built in, for boards of 7 to 19 lines]
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
    /// Symmetries by which the network sees the position at the root of a search, 1 to 8; each is an evaluation [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=8))]
    symmetries: Option<u8>,
}

impl NetworkOptions {
    /// The network, if one is to be asked.
    ///
    /// # Errors
    ///
    /// Those of [`asked`], and that there is none to see symmetries.
    pub(super) fn asked(&self) -> io::Result<Option<Source>> {
        let source = asked(self.network.as_deref())?;
        match source.is_none() && self.symmetries.is_some() {
            true => Err(misuse("--symmetries has no effect with --network none")),
            false => Ok(source),
        }
    }

    /// The network as the oracle of searches, which sees their roots by the symmetries and has so many bytes for what it said.
    pub(super) fn oracle(&self, source: Source, memory: usize) -> Arc<dyn Oracle> {
        let adviser = Adviser::seeing(source, self.symmetries.unwrap_or(1).into());
        Arc::new(adviser.with_memory(memory))
    }
}
