//! Certificates: the proofs about a position as a text that anyone can check without this program.
//!
//! `docs/certificates.md` specifies the format, `docs/proofs.md` proves the theorems behind it. The
//! checker is written from these pages. It shares nothing with the search for proofs but the board
//! and the types that describe proofs. The judgement of a position is out of scope: a verdict that
//! rests on neither a theorem nor strategies is only listed as not covered.

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
pub use verify::{ChainCount, Coverage};
