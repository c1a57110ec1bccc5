//! The reports of an analysis.
//!
//! Their format is that of Leela Zero and KataGo as Sabaki parses it: keys and values, the
//! variation last, and after it only fields that were requested.

use super::analysis::{Analysis, Dialect};
use super::reply::words;
use crate::engine::search::{Candidate, SearchResult};
use crate::go::color::{Color, PerColor};
use crate::go::point::{Move, Point, PointSet, Size};
use crate::mcts::playout::Ownership;
use crate::referee::judge::{deviation, owner};
use serde::Serialize;
use std::fmt::Write;

/// The board of an analysis, and the form of its reports.
pub struct Scene {
    /// The board's size.
    pub size: Size,
    /// The side to move.
    pub color: Color,
    /// The perspective of probabilities, leads and ownership.
    pub perspective: Color,
    /// The longest variation, in moves.
    pub variation: usize,
    /// The points proved to belong to each side.
    pub proved: PerColor<PointSet>,
}

/// Returns the report line of a search result; `None` if there are no moves to report.
#[must_use]
pub fn report(analysis: &Analysis, found: &SearchResult, scene: &Scene) -> Option<String> {
    let mut moves = found.told(analysis.min_moves);
    moves.truncate(analysis.max_moves);
    if moves.is_empty() {
        return None;
    }
    if analysis.dialect == Dialect::Cgos {
        return Some(cgos(found, &moves, scene));
    }
    let mut line = String::new();
    for (order, candidate) in moves.iter().enumerate() {
        write_move(&mut line, analysis, order, candidate, scene);
    }
    if analysis.root {
        write_root(&mut line, analysis.dialect, found, scene);
    }
    if analysis.ownership {
        let seen = &found.ownership;
        write_points(&mut line, "ownership", scene, |at| scene.owner(seen, at));
    }
    if analysis.deviation {
        write_points(&mut line, "ownershipStdev", scene, |at| {
            scene.deviation(&found.ownership, at)
        });
    }
    Some(line.trim_end().to_owned())
}

fn write_move(
    line: &mut String,
    analysis: &Analysis,
    order: usize,
    candidate: &Candidate,
    scene: &Scene,
) {
    let Candidate {
        to,
        playouts,
        lead,
        pv: variation,
        ..
    } = candidate;
    let dialect = analysis.dialect;
    let winrate = probability(dialect, scene.probability(candidate.winrate));
    let lcb = probability(dialect, scene.probability(lower_bound(candidate)));
    let lead = scene.lead(*lead);
    let variation = &variation[..variation.len().min(scene.variation)];
    let prior = probability(dialect, candidate.prior);
    let lead = match dialect {
        Dialect::Leela => String::new(),
        // q5Go shows leads only if the deviation comes with the mean.
        Dialect::Kata | Dialect::Cgos => {
            let deviation = candidate.deviation;
            format!(" scoreMean {lead:.3} scoreStdev {deviation:.3} scoreLead {lead:.3}")
        }
    };
    write!(
        line,
        "info move {to} visits {playouts} winrate {winrate}{lead} prior {prior} lcb {lcb} order {order} pv"
    )
    .expect("a string takes all");
    for (to, _) in variation {
        write!(line, " {to}").expect("a string takes all");
    }
    if analysis.variation_playouts {
        line.push_str(" pvVisits");
        for (_, playouts) in variation {
            write!(line, " {playouts}").expect("a string takes all");
        }
    }
    line.push(' ');
    if let Some(seen) = &candidate.ownership {
        if analysis.moves_ownership {
            write_points(line, "movesOwnership", scene, |at| scene.owner(seen, at));
        }
        if analysis.moves_deviation {
            write_points(line, "movesOwnershipStdev", scene, |at| {
                scene.deviation(seen, at)
            });
        }
    }
}

fn write_root(line: &mut String, dialect: Dialect, found: &SearchResult, scene: &Scene) {
    let playouts = found.playouts;
    let lead = scene.lead(found.lead);
    let winrate = probability(dialect, scene.probability(found.winrate));
    write!(
        line,
        "rootInfo visits {playouts} winrate {winrate} scoreLead {lead:.3} "
    )
    .expect("a string takes all");
}

fn write_points(line: &mut String, key: &str, scene: &Scene, number: impl Fn(Point) -> f64) {
    line.push_str(key);
    for point in scene.points() {
        // Adding 0 turns -0 into 0.
        let number = (number(point) * 1000.0).round() / 1000.0 + 0.0;
        write!(line, " {number}").expect("a string takes all");
    }
    line.push(' ');
}

/// Formats a probability for a dialect.
fn probability(dialect: Dialect, probability: f64) -> String {
    let probability = probability.clamp(0.0, 1.0);
    match dialect {
        Dialect::Leela => format!("{:.0}", probability * 10_000.0),
        Dialect::Kata | Dialect::Cgos => format!("{probability:.6}"),
    }
}

/// The lower confidence bound of the win probability at 97.5 % (Wald interval over the playouts).
pub(crate) fn lower_bound(candidate: &Candidate) -> f64 {
    let mean = candidate.winrate;
    let playouts = candidate.playouts.max(1) as f64;
    mean - 1.96 * (mean * (1.0 - mean) / playouts).max(0.0).sqrt()
}

impl Scene {
    /// Converts a probability of the side to move to the perspective.
    fn probability(&self, probability: f64) -> f64 {
        if self.perspective == self.color {
            probability
        } else {
            1.0 - probability
        }
    }

    /// Converts a lead of the side to move to the perspective.
    fn lead(&self, lead: f64) -> f64 {
        if self.perspective == self.color {
            lead
        } else {
            // Adding 0 turns -0 into 0.
            0.0 - lead
        }
    }

    /// Returns the ownership of a point, 1 for the side of the perspective to -1 for the other.
    fn owner(&self, seen: &Ownership, point: Point) -> f64 {
        f64::from(self.perspective.sign()) * owner(seen, &self.proved, point)
    }

    /// Returns the standard deviation of the ownership over the playouts.
    fn deviation(&self, seen: &Ownership, point: Point) -> f64 {
        deviation(seen, &self.proved, point)
    }

    /// Returns the points row by row from the upper left corner.
    fn points(&self) -> impl Iterator<Item = Point> {
        in_rows(self.size)
    }
}

/// Returns the line that gtp2ogs shows to spectators after a move, in KataGo's format.
#[must_use]
pub fn chat(to: Move, found: &SearchResult) -> String {
    let shown = found.candidates.iter().find(|candidate| candidate.to == to);
    let winrate = 100.0 * found.winrate.clamp(0.0, 1.0);
    let tenths = |points: f64| (10.0 * points).round() / 10.0 + 0.0;
    let variation = match shown {
        Some(candidate) => words(candidate.pv.iter().map(|(to, _)| *to)),
        None => to.to_string(),
    };
    format!(
        "CHAT:Visits {} Winrate {winrate:.2}% ScoreLead {:.1} ScoreStdev {:.1} PV {variation}",
        found.playouts,
        tenths(found.lead),
        tenths(found.deviation),
    )
}

/// Returns the points of a board row by row from the upper left corner.
pub(crate) fn in_rows(size: Size) -> impl Iterator<Item = Point> {
    let (width, height) = (size.width(), size.height());
    let row = move |row| (1..=width).filter_map(move |column| Point::new(column, row));
    (1..=height).rev().flat_map(row)
}

/// The JSON object that CGOS shows to spectators.
#[derive(Serialize)]
struct CgosReport {
    winrate: f64,
    score: f64,
    visits: u64,
    moves: Vec<CgosMove>,
    ownership: String,
}

#[derive(Serialize)]
struct CgosMove {
    #[serde(rename = "move")]
    to: String,
    winrate: f64,
    score: f64,
    prior: f64,
    visits: u64,
    pv: String,
}

/// The most moves shown to spectators.
const CGOS_MOVES: usize = 10;

fn cgos(found: &SearchResult, moves: &[Candidate], scene: &Scene) -> String {
    let rounded = |number: f64| (number * 10_000.0).round() / 10_000.0;
    let moves = moves.iter().take(CGOS_MOVES).map(|candidate| {
        // CGOS expects the variation without the move itself.
        let rest = candidate.pv.iter().skip(1);
        CgosMove {
            to: candidate.to.to_string(),
            winrate: rounded(candidate.winrate),
            score: rounded(candidate.lead),
            prior: rounded(candidate.prior),
            visits: candidate.playouts,
            pv: rest
                .map(|(to, _)| to.to_string())
                .collect::<Vec<_>>()
                .join(" "),
        }
    });
    let digit = |at| {
        let scaled = (scene.owner(&found.ownership, at) + 1.0) / 2.0;
        char::from(CGOS_DIGITS[(scaled * 62.0).round() as usize])
    };
    let report = CgosReport {
        winrate: rounded(found.winrate),
        score: rounded(found.lead),
        visits: found.playouts,
        moves: moves.collect(),
        ownership: scene.points().map(digit).collect(),
    };
    serde_json::to_string(&report).expect("numbers and strings can be written")
}

/// The digits for ownership from -1 to 1.
const CGOS_DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::analysis::{Purpose, analysis};
    use super::*;
    use crate::engine::search::Noise;

    fn point(column: u8, row: u8) -> Point {
        Point::new(column, row).unwrap()
    }

    fn found() -> SearchResult {
        let candidate = |to, playouts| Candidate {
            to,
            playouts,
            winrate: 0.5,
            lead: -1.25,
            utility: 0.5,
            deviation: 10.0,
            is_counted: false,
            prior: 0.25,
            pv: vec![(to, playouts), (Move::Pass, 1)],
            ownership: None,
        };
        SearchResult {
            best: Move::At(point(1, 2)),
            resigns: false,
            winrate: 0.5,
            lead: -1.25,
            playouts: 30,
            new_playouts: 30,
            seconds: 1.0,
            candidates: vec![
                candidate(Move::At(point(1, 2)), 20),
                candidate(Move::Pass, 10),
            ],
            ownership: Ownership::new(),
            deviation: 10.0,
            noise: Noise::Playouts(10.0),
        }
    }

    fn scene() -> Scene {
        let one = |point| [point].into_iter().collect();
        Scene {
            size: Size::square(2).unwrap(),
            color: Color::White,
            perspective: Color::White,
            variation: usize::MAX,
            proved: PerColor::new(one(point(1, 2)), one(point(2, 1))),
        }
    }

    #[track_caller]
    fn check(dialect: Dialect, arguments: &str, expected: &str) {
        let (_, analysis) = analysis(dialect, Purpose::Watching)(arguments).unwrap();
        assert_eq!(
            report(&analysis, &found(), &scene()).as_deref(),
            Some(expected)
        );
    }

    #[test]
    fn lines_are_in_the_words_of_each_dialect() {
        check(
            Dialect::Leela,
            "",
            "info move A2 visits 20 winrate 4804 prior 2500 lcb 2614 order 0 pv A2 pass \
             info move pass visits 10 winrate 4728 prior 2500 lcb 1634 order 1 pv pass pass",
        );
        check(
            Dialect::Kata,
            "maxmoves 1 rootInfo true ownership true pvVisits true",
            "info move A2 visits 20 winrate 0.480375 scoreMean -1.250 scoreStdev 10.000 scoreLead -1.250 \
             prior 0.250000 lcb 0.261409 order 0 pv A2 pass pvVisits 20 1 rootInfo visits 30 winrate 0.500000 scoreLead -1.250 ownership -1 0 0 1",
        );
        check(
            Dialect::Cgos,
            "maxmoves 1",
            r#"{"winrate":0.5,"score":-1.25,"visits":30,"moves":[{"move":"A2","winrate":0.4804,"score":-1.25,"prior":0.25,"visits":20,"pv":"pass"}],"ownership":"Aff+"}"#,
        );
    }

    /// Values from the other side's perspective, a short variation, and the owners after each move.
    #[test]
    fn the_perspective_and_the_variation_are_settings() {
        let mut found = found();
        found.candidates[0].ownership = Some(Box::default());
        let read = analysis(Dialect::Kata, Purpose::Watching);
        let text =
            "maxmoves 1 rootInfo true ownership true movesOwnership true movesOwnershipStdev true";
        let (_, analysis) = read(text).unwrap();
        let scene = Scene {
            perspective: Color::Black,
            variation: 1,
            ..scene()
        };
        let expected = "info move A2 visits 20 winrate 0.519625 scoreMean 1.250 scoreStdev 10.000 scoreLead 1.250 \
                        prior 0.250000 lcb 0.738591 order 0 pv A2 movesOwnership 1 0 0 -1 \
                        movesOwnershipStdev 0 0 0 0 rootInfo visits 30 winrate 0.500000 scoreLead 1.250 ownership 1 0 0 -1";
        assert_eq!(report(&analysis, &found, &scene).as_deref(), Some(expected));
    }

    #[test]
    fn gtp2ogs_is_told_in_katagos_words() {
        let a2 = Move::At(point(1, 2));
        assert_eq!(
            chat(a2, &found()),
            "CHAT:Visits 30 Winrate 50.00% ScoreLead -1.3 ScoreStdev 10.0 PV A2 pass"
        );
        // A move found without a search.
        let solved = SearchResult {
            candidates: Vec::new(),
            winrate: 1.0,
            lead: -0.04,
            playouts: 0,
            deviation: 0.0,
            ..found()
        };
        assert_eq!(
            chat(Move::Pass, &solved),
            "CHAT:Visits 0 Winrate 100.00% ScoreLead 0.0 ScoreStdev 0.0 PV pass"
        );
    }

    #[test]
    fn nothing_found_is_nothing_told() {
        let nothing = SearchResult {
            candidates: Vec::new(),
            ..found()
        };
        let read = |text| analysis(Dialect::Kata, Purpose::Watching)(text).unwrap().1;
        assert_eq!(report(&read("ownership true"), &nothing, &scene()), None);
        assert_eq!(report(&read("maxmoves 0"), &found(), &scene()), None);
    }
}
