//! The analysis of a position in KataGo's format.
//!
//! Values are from the requested perspective. Left out are KataGo's fields without a counterpart:
//! the raw network output (`raw…`), weights, and symmetric moves.

use super::hash::written;
use super::query::{Query, Wanted};
use crate::engine::search::{Candidate, SearchResult};
use crate::go::color::{Color, PerColor};
use crate::go::point::{Move, Point, PointSet};
use crate::go::position::Position;
use crate::mcts::playout::Ownership;
use crate::referee::judge::{deviation, owner};
use crate::ui::gtp::info::{in_rows, lower_bound};
use serde::Serialize;

/// A position under analysis.
pub(super) struct AnalyzedPosition<'a> {
    /// The query.
    pub(super) query: &'a Query,
    /// Turn number: the number of moves before the position.
    pub(super) turn: usize,
    /// The position.
    pub(super) position: &'a Position,
    /// Proved points of each side.
    pub(super) proved: PerColor<PointSet>,
    /// The policy.
    pub(super) policy: Vec<(Move, f64)>,
    /// Hash of the position, and the minimum over its symmetries.
    pub(super) hashes: (u128, u128),
}

/// The answer for a position.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PositionReport<'a> {
    id: &'a str,
    is_during_search: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    move_infos: Option<Vec<MoveInfo>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    no_results: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ownership: Option<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ownership_stdev: Option<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    policy: Option<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    root_info: Option<RootInfo>,
    turn_number: usize,
}

/// The answer for a move.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct MoveInfo {
    edge_visits: u64,
    lcb: f64,
    #[serde(rename = "move")]
    to: String,
    order: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    ownership: Option<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ownership_stdev: Option<Vec<f64>>,
    prior: f64,
    pv: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pv_visits: Option<Vec<u64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pv_edge_visits: Option<Vec<u64>>,
    #[serde(flatten)]
    values: Values,
}

/// The answer for the position as a whole.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct RootInfo {
    current_player: &'static str,
    lcb: f64,
    sym_hash: String,
    this_hash: String,
    #[serde(flatten)]
    values: Values,
}

/// Values of a move or a position.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Values {
    score_lead: f64,
    score_mean: f64,
    score_selfplay: f64,
    score_stdev: f64,
    utility: f64,
    visits: u64,
    winrate: f64,
}

impl PositionReport<'_> {
    /// The answer for a position that was not analyzed.
    pub(super) fn nothing(id: &str, turn: usize) -> PositionReport<'_> {
        PositionReport {
            id,
            is_during_search: false,
            move_infos: None,
            no_results: Some(true),
            ownership: None,
            ownership_stdev: None,
            policy: None,
            root_info: None,
            turn_number: turn,
        }
    }

    /// Serializes the answer as a line without a newline.
    pub(super) fn line(&self) -> String {
        serde_json::to_string(self).expect("numbers and texts can be written")
    }
}

impl<'a> AnalyzedPosition<'a> {
    /// Formats the result of a search, during it or at its end.
    pub(super) fn report(
        &self,
        found: &SearchResult,
        is_during_search: bool,
    ) -> PositionReport<'a> {
        let told = found.told(0);
        let Some(best) = told.first() else {
            return PositionReport::nothing(&self.query.id, self.turn);
        };
        let wanted = &self.query.wanted;
        let infos = told.iter().enumerate();
        let infos = infos.map(|(order, candidate)| self.move_info(order, candidate, wanted));
        let seen = &found.ownership;
        PositionReport {
            move_infos: Some(infos.collect()),
            no_results: None,
            ownership: wanted.ownership.then(|| self.owners(seen)),
            ownership_stdev: wanted.deviation.then(|| self.deviations(seen)),
            policy: wanted.policy.then(|| self.policy()),
            root_info: Some(self.root_info(best, found)),
            is_during_search,
            ..PositionReport::nothing(&self.query.id, self.turn)
        }
    }

    fn move_info(&self, order: usize, candidate: &Candidate, wanted: &Wanted) -> MoveInfo {
        let variation = || candidate.pv.iter().take(self.query.settings.variation);
        let visits = || variation().map(|&(_, visits)| visits).collect();
        let visits = wanted.variation_visits.then(visits);
        let seen = candidate.ownership.as_deref();
        MoveInfo {
            edge_visits: candidate.playouts,
            lcb: self.probability(lower_bound(candidate)),
            to: candidate.to.to_string(),
            order,
            ownership: seen
                .filter(|_| wanted.moves_ownership)
                .map(|seen| self.owners(seen)),
            ownership_stdev: seen
                .filter(|_| wanted.moves_deviation)
                .map(|seen| self.deviations(seen)),
            prior: rounded(self.prior(candidate.to), 6),
            pv: variation().map(|(to, _)| to.to_string()).collect(),
            pv_edge_visits: visits.clone(),
            pv_visits: visits,
            values: self.values(candidate, candidate.playouts),
        }
    }

    /// The values of the position are those of its most visited move.
    fn root_info(&self, best: &Candidate, found: &SearchResult) -> RootInfo {
        RootInfo {
            current_player: match self.position.turn() {
                Color::Black => "B",
                Color::White => "W",
            },
            lcb: self.probability(lower_bound(best)),
            sym_hash: written(self.hashes.1),
            this_hash: written(self.hashes.0),
            values: Values {
                score_stdev: rounded(found.deviation, 3),
                ..self.values(best, found.playouts)
            },
        }
    }

    fn values(&self, candidate: &Candidate, visits: u64) -> Values {
        let lead = rounded(self.sign() * candidate.lead, 3);
        Values {
            score_lead: lead,
            score_mean: lead,
            score_selfplay: lead,
            score_stdev: rounded(candidate.deviation, 3),
            utility: rounded(self.sign() * (2.0 * candidate.utility - 1.0), 6),
            visits,
            winrate: self.probability(candidate.winrate),
        }
    }

    /// Converts a win probability of the side to move to the requested perspective.
    fn probability(&self, probability: f64) -> f64 {
        let theirs = match self.sign() {
            1.0 => probability,
            _ => 1.0 - probability,
        };
        rounded(theirs, 6)
    }

    /// 1 if the perspective is that of the side to move, otherwise -1.
    fn sign(&self) -> f64 {
        if self.perspective() == self.position.turn() {
            1.0
        } else {
            -1.0
        }
    }

    fn perspective(&self) -> Color {
        let settings = &self.query.settings;
        settings.perspective.of(self.position.turn())
    }

    fn points(&self) -> impl Iterator<Item = Point> {
        in_rows(self.position.board().size())
    }

    fn owners(&self, seen: &Ownership) -> Vec<f64> {
        let sign = f64::from(self.perspective().sign());
        let owner = |at| rounded(sign * owner(seen, &self.proved, at), 3);
        self.points().map(owner).collect()
    }

    fn deviations(&self, seen: &Ownership) -> Vec<f64> {
        let deviation = |at| rounded(deviation(seen, &self.proved, at), 3);
        self.points().map(deviation).collect()
    }

    fn prior(&self, to: Move) -> f64 {
        let mut policy = self.policy.iter();
        policy
            .find(|(other, _)| *other == to)
            .map_or(0.0, |&(_, prior)| prior)
    }

    /// The prior of each point and of the pass; -1 for illegal moves.
    fn policy(&self) -> Vec<f64> {
        let moves = self.points().map(Move::At).chain([Move::Pass]);
        let prior = |to| {
            if self.position.is_legal(to) {
                rounded(self.prior(to), 6)
            } else {
                -1.0
            }
        };
        moves.map(prior).collect()
    }
}

/// Rounds to this many digits after the point.
fn rounded(number: f64, digits: i32) -> f64 {
    let scale = 10f64.powi(digits);
    // Adding 0 turns -0 into 0.
    (number * scale).round() / scale + 0.0
}
