//! Interfaces: GTP, the command line, JSON, reports and matches, in English and Japanese.

#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "json")]
pub mod drawing;
#[cfg(feature = "cli")]
pub mod gtp;
#[cfg(feature = "json")]
pub mod json;
#[cfg(feature = "json")]
pub mod language;
#[cfg(feature = "cli")]
pub mod matches;
#[cfg(feature = "cli")]
pub mod report;
#[cfg(feature = "cli")]
pub mod settings;
