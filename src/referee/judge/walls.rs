//! The groups that plainly live, as walls of the fights between them.

use super::adjudication::Adjudication;
use super::eyes::are_enough_to_live;
use crate::go::color::{Color, PerColor};
use crate::go::point::PointSet;
use crate::go::position::Position;
use crate::go::territory::territory;
use crate::life::benson::Settled;

/// Returns the stones and territory that a judgement takes for settled, without a proof.
///
/// These are the living stones of groups with plainly enough eyes, except chains in atari, and the
/// territory that they alone surround.
#[must_use]
pub fn plainly_settled(position: &Position, adjudication: &Adjudication) -> Settled {
    let (board, dead) = (position.board(), adjudication.dead());
    let living = PerColor::from_fn(|color| board.stones(color) - dead);
    let eyes = territory(board, &dead, &position.rules().untaxed()).points;
    let walls = PerColor::from_fn(|color| {
        let groups = (living[color] | eyes[color]).components();
        let firm: PointSet = groups
            .filter(|group| are_enough_to_live(&(*group & eyes[color])))
            .collect();
        let stones = (firm & living[color]).iter();
        stones.filter(|&stone| !board.is_in_atari(stone)).collect()
    });
    let stones = walls[Color::Black] | walls[Color::White];
    let own = |color: Color| {
        let regions = (board.size().all() - stones).components();
        let is_own = |region: &PointSet| region.is_subset(&eyes[color]);
        regions.filter(is_own).collect::<PointSet>() - adjudication.unclear()
    };
    Settled {
        living: walls,
        territory: PerColor::from_fn(own),
    }
}
