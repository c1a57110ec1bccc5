//! Proved points and open regions.

use super::adjudicate::judges_chains;
use super::adjudication::Adjudication;
use super::effort::Occasion;
use super::status::Basis;
use crate::go::board::Board;
use crate::go::color::{Color, PerColor};
use crate::go::point::{Point, PointSet};
use crate::go::position::Position;
use crate::go::rules::Counting;
use crate::go::territory::sure_dame;
use crate::life::benson;
use crate::mcts::playout::Ownership;
use std::cmp::Reverse;

/// Returns the points proved to belong to each side, without further search.
///
/// These are the points by Benson's theorem; after a judgement also those of its safety proofs and
/// of the chains that it read.
#[must_use]
pub fn proved(position: &Position, judged: Option<&Adjudication>) -> PerColor<PointSet> {
    let Some(judged) = judged else {
        let settled = benson::settled(position.board(), position.rules().suicide);
        return PerColor::from_fn(|color| settled.living[color] | settled.territory[color]);
    };
    judged.proved()
}

/// Returns the points with a proved owner, and under territory counting also the proved dame.
///
/// Proved dame lie between stones of both colors that are never captured. Points that are filled
/// before a stopped game is counted are not proved. Under rules that let all stones stand, every point of a finished game is proved, unless the players agreed
/// otherwise.
#[must_use]
pub fn proved_points(position: &Position, judged: &Adjudication) -> PointSet {
    let board = position.board();
    let is_over = judged.occasion() != Occasion::Game;
    let mut chains = judged.chains().iter();
    if is_over
        && !judges_chains(position.rules())
        && chains.all(|chain| chain.basis == Basis::AllStand)
    {
        return board.size().all();
    }
    let owned = proved(position, Some(judged));
    let mut points = owned[Color::Black] | owned[Color::White];
    points -= judged.dead_beside_estimated();
    if position.rules().counting == Counting::Territory {
        let standing = PerColor::from_fn(|color| owned[color] & board.stones(color));
        points |= sure_dame(board, &standing);
    }
    if is_over {
        // The moves that fill them were found by a search of the last moves.
        let filled = judged.filled();
        points = (points - filled[Color::Black]) - filled[Color::White];
    }
    points
}

/// Returns the connected regions without a proved owner, the largest first.
#[must_use]
pub fn open_parts(board: &Board, proved: &PointSet) -> Vec<PointSet> {
    let open = board.size().all() - *proved;
    let mut parts: Vec<PointSet> = open.components().collect();
    parts.sort_by_key(|part| Reverse(part.len()));
    parts
}

/// Returns the difference in points between owning all of these and losing all of them.
///
/// It is two for each point, before group tax. Under territory counting too, since a dead stone is
/// a prisoner and leaves a point.
#[must_use]
pub fn worth(open: &PointSet) -> usize {
    2 * open.len()
}

/// Returns the expected owner of a point, 1 (Black) to -1 (White): proved or estimated.
#[must_use]
pub fn owner(seen: &Ownership, proved: &PerColor<PointSet>, point: Point) -> f64 {
    let mut colors = Color::BOTH.into_iter();
    match colors.find(|&color| proved[color].contains(point)) {
        Some(color) => f64::from(color.sign()),
        None => seen.of(point),
    }
}

/// Returns the standard deviation of the owner of a point; 0 if it is proved.
#[must_use]
pub fn deviation(seen: &Ownership, proved: &PerColor<PointSet>, point: Point) -> f64 {
    let mut colors = Color::BOTH.into_iter();
    if colors.any(|color| proved[color].contains(point)) {
        return 0.0;
    }
    let owned = seen.share(Color::Black, point) + seen.share(Color::White, point);
    (owned - seen.of(point).powi(2)).max(0.0).sqrt()
}
