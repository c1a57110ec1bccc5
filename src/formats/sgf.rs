//! Game records: the main line of a game in SGF (FF\[4\] and remnants of older versions).
//!
//! The format is described at <https://www.red-bean.com/sgf/>. A [`Record`] holds what this engine
//! can use: the board, the facts about the game, and its main line as a list of [`Entry`]s. It
//! knows nothing of legality, which is for a position to decide.

mod charset;
mod error;
mod flaw;
mod location;
mod parse;
mod record;
mod syntax;
mod value;
mod write;

pub use charset::decode;
pub use error::SgfError;
pub use flaw::Flaw;
pub use location::Location;
pub use parse::Collection;
pub use record::{Entry, GameInfo, MAX_BYTES, MAX_SET_UPS, MAX_STEPS, Record, SetUp};
