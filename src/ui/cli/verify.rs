//! `wakari verify`: checks certificates.

use super::options::about;
use crate::life::certificate::Certificate;
use crate::util::files;
use crate::util::visible;
use clap::Args;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

#[derive(Args, Debug)]
pub(super) struct VerifyOptions {
    /// The certificates, as `wakari score --certify` writes them
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Reports what each certificate proves, or where and why it is refused.
///
/// Returns true if none is refused.
pub(super) fn run(
    options: &VerifyOptions,
    output: &mut impl Write,
    errors: &mut impl Write,
) -> io::Result<bool> {
    let mut succeeded = true;
    for path in &options.files {
        match told(path) {
            Ok(text) => writeln!(output, "{}: {text}", visible::path(path))?,
            Err(complaint) => {
                succeeded = false;
                writeln!(errors, "{}", about(path, &complaint))?;
            }
        }
    }
    Ok(succeeded)
}

fn told(path: &Path) -> Result<String, String> {
    let bytes = files::read(path).map_err(|error| error.to_string())?;
    let text = String::from_utf8(bytes).map_err(|_| "is no text".to_owned())?;
    let certificate: Certificate = text.parse().map_err(in_words)?;
    let coverage = certificate.verify().map_err(in_words)?;
    Ok(coverage.to_string())
}

fn in_words(error: impl std::fmt::Display) -> String {
    error.to_string()
}
