//! Text formats of others: game records in SGF, rules in KataGo's notation, boards as SVG.
//!
//! A record is read as it is written. Nothing here checks whether a move is legal.

pub mod kata;
#[cfg(feature = "json")]
pub mod picture;
pub mod sgf;
pub mod vocabulary;
