//! What a loaded record says beside its moves.

use crate::formats::sgf::GameInfo;
use crate::go::color::PerColor;
use std::collections::BTreeMap;

/// What a record says beside its moves.
#[derive(Clone, Debug)]
pub(super) struct Facts {
    pub(super) players: PerColor<Option<String>>,
    pub(super) info: BTreeMap<GameInfo, String>,
    /// The result, as long as the game is that of the record.
    pub(super) result: Option<String>,
}
