//! The facts of a loaded record that are not in its moves.

use crate::formats::sgf::GameInfo;
use crate::go::color::PerColor;
use std::collections::BTreeMap;

/// The players, the other facts and the result of a record.
#[derive(Clone, Debug)]
pub(super) struct Facts {
    pub(super) players: PerColor<Option<String>>,
    pub(super) info: BTreeMap<GameInfo, String>,
    /// The result, as long as the game is that of the record.
    pub(super) result: Option<String>,
}
