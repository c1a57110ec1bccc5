//! A network from a file that is named on the command line.

use super::options::named;
use crate::files;
use crate::network::{Adviser, KataModel};
use crate::tree::oracle::Oracle;
use std::io;
use std::path::Path;
use std::sync::Arc;

/// Reads a network.
///
/// # Errors
///
/// If there is no such file, or it is no network that can be used; the message names it.
pub(super) fn read(path: &Path) -> io::Result<Arc<KataModel>> {
    let (file, length) = files::open(path).map_err(|error| named(path, &error))?;
    let model = KataModel::read(file, length).map_err(|error| named(path, &error))?;
    Ok(Arc::new(model))
}

/// The network as the oracle of searches.
pub(super) fn oracle(model: Arc<KataModel>) -> Arc<dyn Oracle> {
    seeing(model, 1)
}

/// The same, which looks at the root of a search by so many symmetries.
pub(super) fn seeing(model: Arc<KataModel>, symmetries: u8) -> Arc<dyn Oracle> {
    Arc::new(Adviser::seeing(model, usize::from(symmetries)))
}
