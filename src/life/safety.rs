//! Safety by alternating play: chains that are never captured if their owner answers.
//!
//! Between Benson's theorem and exact reading: zones that share no point, each with a strategy that keeps what it
//! promises of the chains next to it, and the rule by which the promises of all zones add up to safety. The theorem and its
//! proof are in `docs/certificates.md`.

pub mod check;
pub mod defence;
pub(crate) mod local;
pub mod proof;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
