//! The network that is named on the command line, or the built-in ones.

use super::options::named;
use crate::files;
use crate::network::{Adviser, KataModel, Source};
use crate::tree::oracle::Oracle;
use std::io;
use std::path::Path;
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
    seeing(source, 1)
}

/// The same, which looks at the root of a search by so many symmetries.
pub(super) fn seeing(source: Source, symmetries: u8) -> Arc<dyn Oracle> {
    Arc::new(Adviser::seeing(source, usize::from(symmetries)))
}
