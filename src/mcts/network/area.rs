//! Area features: which points each side owns, as KataGo computes them under area scoring.

use crate::go::board::Board;
use crate::go::color::{Color, PerColor};
use crate::go::point::PointSet;
use crate::life::benson::benson;
use crate::life::chain::Chain;
use crate::life::region::Region;

/// Returns the points of each side: pass-alive stones and territory, then the rest of the area.
///
/// An empty region that borders stones of one color belongs to that color, as does every stone that
/// is not inside pass-alive territory.
pub(super) fn owned(board: &Board, suicide: bool) -> PerColor<PointSet> {
    let mut owned = PerColor::new(PointSet::EMPTY, PointSet::EMPTY);
    let mut open = owned;
    for color in Color::BOTH {
        let regions = Region::all_of(board, color);
        let living = benson(&Chain::all_of(board, color), &regions, suicide);
        owned[color] |= living;
        for region in regions.iter().filter(|region| !region.wall.is_empty()) {
            let inner = region.points - region.wall.grown();
            let is_empty = region.empty == region.points;
            match region.wall.is_subset(&living) && (is_empty || inner.len() <= 1) {
                true => owned[color] |= region.points,
                false if is_empty => open[color] |= region.points,
                false => {}
            }
        }
    }
    let certain = owned[Color::Black] | owned[Color::White];
    PerColor::from_fn(|color| owned[color] | ((board.stones(color) | open[color]) - certain))
}

/// Like [`owned`], without the territory of groups in seki (KataGo's seki tax).
///
/// A group counts as being in seki if one of its stones is in atari or it borders a point that
/// neither side owns.
pub(super) fn owned_taxed(board: &Board, suicide: bool) -> PerColor<PointSet> {
    let plain = owned(board, suicide);
    let nobodys = board.size().all() - plain[Color::Black] - plain[Color::White];
    PerColor::from_fn(|color| {
        let own = board.stones(color);
        let is_in_seki = |group: &PointSet| {
            let mut stones = (*group & own).iter();
            group.grown().meets(&nobodys) || stones.any(|stone| board.is_in_atari(stone))
        };
        let groups = plain[color].components();
        let kept = groups.map(|group| {
            if is_in_seki(&group) {
                group & own
            } else {
                group
            }
        });
        kept.collect()
    })
}
