//! Whose points are proved, and what is open.

use super::adjudicate::judges_chains;
use super::adjudication::Adjudication;
use super::effort::Occasion;
use super::status::Basis;
use crate::board::Board;
use crate::color::{Color, PerColor};
use crate::life::benson;
use crate::playout::Ownership;
use crate::point::{Point, PointSet};
use crate::position::Position;
use crate::rules::Counting;
use crate::territory::sure_dame;
use std::cmp::Reverse;

/// The points proved to be each side's, as far as known without further work: by Benson's theorem, and by what the
/// judgement has read, if it has been made.
#[must_use]
pub fn proved(position: &Position, judged: Option<&Adjudication>) -> PerColor<PointSet> {
    let Some(judged) = judged else {
        let settled = benson::settled(position.board(), position.rules().suicide);
        return PerColor::from_fn(|color| settled.living[color] | settled.territory[color]);
    };
    judged.proved()
}

/// The points of a judged position, with stones or without, of which it is proved whose they are, or where territory counts
/// that they are nobody's: dame between stones of both colors that are never taken. Where all that stands is alive, and
/// nothing else was agreed on, a board that is not played on any more is all counted as it stands.
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
    points
}

/// The parts of a board, connected and the largest first, of which it is not proved whose they are, given the points of which it is.
#[must_use]
pub fn open_parts(board: &Board, proved: &PointSet) -> Vec<PointSet> {
    let open = board.size().all() - *proved;
    let mut parts: Vec<PointSet> = open.components().collect();
    parts.sort_by_key(|part| Reverse(part.len()));
    parts
}

/// How many points more a side leads by if all of these are its own than if all are the opponent's, before a group tax: two for
/// each, by territory, too, where a stone that dies is a prisoner and leaves a point.
#[must_use]
pub fn worth(open: &PointSet) -> usize {
    2 * open.len()
}

/// The expected owner of a point, from 1 (Black) to -1 (White): proved, or estimated by playouts.
#[must_use]
pub fn owner(seen: &Ownership, proved: &PerColor<PointSet>, point: Point) -> f64 {
    let mut colors = Color::BOTH.into_iter();
    match colors.find(|&color| proved[color].contains(point)) {
        Some(color) => f64::from(color.sign()),
        None => seen.of(point),
    }
}

/// The standard deviation of the owner of a point: 0 where it is proved.
#[must_use]
pub fn deviation(seen: &Ownership, proved: &PerColor<PointSet>, point: Point) -> f64 {
    let mut colors = Color::BOTH.into_iter();
    if colors.any(|color| proved[color].contains(point)) {
        return 0.0;
    }
    let owned = seen.share(Color::Black, point) + seen.share(Color::White, point);
    (owned - seen.of(point).powi(2)).max(0.0).sqrt()
}
