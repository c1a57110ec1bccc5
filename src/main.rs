//! Standard input and output for [`wakari::cli`].

use std::io::{self, BufWriter};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut output = BufWriter::new(io::stdout().lock());
    wakari::cli::run(
        std::env::args_os(),
        io::stdin(),
        &mut output,
        &mut io::stderr(),
    )
}
