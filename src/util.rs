//! Tools that know nothing of Go: files and their atomic replacement, threads and memory within the
//! limits of the system, ordered parallel work, and the escaping of text from outside.

#[cfg(feature = "cli")]
pub mod files;
#[cfg(feature = "cli")]
pub mod in_order;
#[cfg(feature = "engine")]
pub mod memory;
#[cfg(feature = "engine")]
pub mod threads;
#[cfg(feature = "json")]
pub mod visible;
