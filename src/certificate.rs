//! Certificates: what is proved of a position, as a text that anyone can check without this program.
//!
//! The format, the theorems behind it and their proofs are in `docs/certificates.md`. What checks a certificate is written
//! from that document and shares nothing with what finds proofs but the board and the values that both speak of. Knows
//! nothing of judging: of verdicts that rest on neither a theorem nor strategies it only says that they are not covered.

mod book;
mod claim;
mod error;
mod parse;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
mod verify;
mod write;

pub use claim::{Certificate, Claim, ClaimKind, Fate, Ground, Verdict};
pub use error::{BookError, CertificateError, Fault};
pub use verify::{Coverage, Share};
