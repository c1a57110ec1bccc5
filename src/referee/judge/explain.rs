//! Explanations of a judgement: the evidence for a status, and the line of play that shows it.
//!
//! These are values only. Their wording is in `language`. Empty points are explained in `points`.

use super::adjudicate::adjudicate_asking;
use super::adjudication::Adjudication;
use super::effort::Effort;
use super::orientation::canonical;
use super::points::{PointExplanation, explain_point};
use super::status::{Basis, Judgement, Status};
use crate::go::color::Color;
use crate::go::point::{Point, PointSet};
use crate::go::position::Position;
use crate::go::rules::{Counting, Removal, Rules};
use crate::go::territory::bent_fours;
use crate::life::reading::Reader;
use crate::life::safety::support::Support;
use crate::life::variation::Variations;
use std::sync::atomic::AtomicBool;

/// An error: there is no chain at the point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoChain {
    /// The point is off the board.
    #[error("{0} is off the board")]
    OffBoard(Point),
    /// The point is empty.
    #[error("there is no stone at {0}")]
    Empty(Point),
}

/// The evidence for the status of a chain.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Explanation {
    /// The rules of the judgement.
    pub rules: Rules,
    /// The chain, its status and the evidence.
    pub judgement: Judgement,
    /// The line of play that shows the status, if it was read or is safe by alternating play.
    pub lines: Option<Variations>,
    /// The zones that the chain depends on if it is safe by alternating play.
    pub support: Vec<Support>,
    /// The dame next to a chain in seki, the reason for the seki.
    pub dame: PointSet,
    /// The side with three points without capturing (取らず三目) by a shape that includes the chain.
    pub three_points: Option<Color>,
    /// True if the chain is dead around a bent four in the corner (隅の曲り四目).
    ///
    /// Under the rules of 1949 a precedent decides it.
    pub bent_four: bool,
    /// The removal of dead stones, under rules that may leave some on the board.
    pub removal: Option<Removed>,
}

/// The treatment of dead stones when territory is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removed {
    /// They are removed from the opponent's territory and become prisoners.
    FromTerritory,
    /// They are removed from an eye of a group in seki and become prisoners, although the eye is no
    /// territory (rules of 1949, article 42).
    FromEyeInSeki,
    /// They stand in no territory. They stay on the board and count nothing.
    Stay,
}

/// The explanation of a point.
#[derive(Clone, Debug, PartialEq)]
pub enum Explained {
    /// The chain at the point.
    Chain(Box<Explanation>),
    /// The empty point.
    Point(Box<PointExplanation>),
}

/// Explains a point: the status of its chain, or the owner of an empty point.
///
/// # Errors
///
/// Returns [`NoChain::OffBoard`] if the point is off the board.
pub fn explain_any(
    position: &Position,
    adjudication: &Adjudication,
    at: Point,
    effort: &Effort,
) -> Result<Explained, NoChain> {
    match explain_point(position, adjudication, at) {
        Some(point) => Ok(Explained::Point(Box::new(point))),
        None => {
            let chain = explain(position, adjudication, at, effort)?;
            Ok(Explained::Chain(Box::new(chain)))
        }
    }
}

/// Explains the status of the chain at a point.
///
/// A chain that was read is read again with the given effort, to get its line of play.
///
/// # Errors
///
/// Returns [`NoChain`] if there is no chain at the point.
pub fn explain(
    position: &Position,
    adjudication: &Adjudication,
    at: Point,
    effort: &Effort,
) -> Result<Explanation, NoChain> {
    let (board, rules) = (position.board(), position.rules());
    if !board.size().contains(at) {
        return Err(NoChain::OffBoard(at));
    }
    let judgement = *adjudication.chain(at).ok_or(NoChain::Empty(at))?;
    let support = support(adjudication, &judgement);
    let lines = match judgement.basis {
        Basis::Safe if !support.is_empty() => {
            let proof = adjudication.safety().proofs[judgement.color].as_ref();
            proof.map(|proof| proof.variations(board, &support))
        }
        Basis::Read(procedure) => {
            let never = AtomicBool::new(false);
            let limits = effort.limits(adjudication.occasion(), rules, effort.meter(board, &never));
            let image = canonical(board);
            let seen = board.image(image);
            let reader = Reader::new(&seen, procedure, limits.budget());
            let (_, lines) = reader.within(limits.meter).show(image.point(at));
            lines.map(|lines| lines.image(image.inverse()))
        }
        _ => None,
    };
    let dame = match judgement.status {
        Status::Seki => adjudication.territory().dame & judgement.stones.grown(),
        _ => PointSet::EMPTY,
    };
    let shapes = adjudication.territory().three_points;
    let is_part = |color: &Color| shapes[*color].grown().meets(&judgement.stones);
    Ok(Explanation {
        rules: *rules,
        judgement,
        lines,
        support,
        dame,
        three_points: Color::BOTH.into_iter().find(is_part),
        bent_four: judgement.status == Status::Dead
            && bent_fours(board, adjudication.dead())[judgement.color].meets(&judgement.stones),
        removal: removal(rules, adjudication, &judgement),
    })
}

/// Returns the zones that a chain safe by alternating play depends on.
fn support(adjudication: &Adjudication, judgement: &Judgement) -> Vec<Support> {
    let proof = adjudication.safety().proofs[judgement.color].as_ref();
    let found = proof
        .filter(|_| judgement.basis == Basis::Safe)
        .and_then(|proof| {
            let mut chains = proof.chains.iter();
            let place = chains.position(|chain| *chain == judgement.stones)?;
            Some(proof.support(place))
        });
    found.unwrap_or_default()
}

/// Returns the treatment of a dead chain; `None` if it is not dead or all dead stones are removed.
fn removal(rules: &Rules, adjudication: &Adjudication, judgement: &Judgement) -> Option<Removed> {
    let may_stay = rules.counting == Counting::Territory && rules.removal != Removal::All;
    if judgement.status != Status::Dead || !may_stay {
        return None;
    }
    let territory = adjudication.territory();
    Some(match () {
        () if judgement.stones.meets(&adjudication.staying(rules)) => Removed::Stay,
        () if judgement.stones.meets(&territory.points[!judgement.color]) => Removed::FromTerritory,
        () => Removed::FromEyeInSeki,
    })
}

/// A difference between two rule sets.
#[derive(Clone, Debug, PartialEq)]
pub enum Difference {
    /// A chain with two statuses, explained under each rule set.
    Chain(Box<[Explanation; 2]>),
    /// Empty points that differ for the same reasons.
    ///
    /// The first one is explained under each rule set.
    Points(PointSet, Box<[PointExplanation; 2]>),
}

/// Compares a judgement with one under other rules, apart from komi and prisoners.
///
/// Returns every chain and every empty point that differs.
pub fn compare(
    position: &Position,
    judged: &Adjudication,
    other: &Rules,
    effort: &Effort,
) -> Vec<Difference> {
    let mut under_other = position.clone();
    under_other.set_rules(*other);
    let positions = [position, &under_other];
    let (adviser, never) = (judged.adviser(), AtomicBool::new(false));
    let by_other = adjudicate_asking(adviser, &under_other, judged.occasion(), effort, &never);
    let judged = [judged, &by_other];
    let mut found = vec![];
    for judgement in judged[0].chains() {
        let stone = judgement.stones.first().expect("a chain has stones");
        let statuses = [0, 1].map(|index| judged[index].status(stone));
        if statuses[0] != statuses[1] {
            let explained = [0, 1].map(|index| {
                explain(positions[index], judged[index], stone, effort)
                    .expect("the same stones stand under both")
            });
            found.push(Difference::Chain(Box::new(explained)));
        }
    }
    let owners = |at: Point| [0, 1].map(|index| judged[index].owner(at));
    let explained = |at: Point| {
        [0, 1].map(|index| {
            explain_point(positions[index], judged[index], at).expect("the point is empty")
        })
    };
    let empties: PointSet = position.board().empties().iter().copied().collect();
    let mut alike: Vec<(PointSet, [Option<Color>; 2], [PointExplanation; 2])> = vec![];
    for at in empties.iter() {
        let whose = owners(at);
        if whose[0] == whose[1] {
            continue;
        }
        let why = explained(at);
        let is_same = |had: &&mut (PointSet, _, [PointExplanation; 2])| {
            let mut pairs = had.2.iter().zip(&why);
            had.1 == whose && pairs.all(|(one, other)| one.reason == other.reason)
        };
        match alike.iter_mut().find(is_same) {
            Some((points, ..)) => {
                points.insert(at);
            }
            None => alike.push(([at].into_iter().collect(), whose, why)),
        }
    }
    let points = alike.into_iter();
    found.extend(points.map(|(points, _, why)| Difference::Points(points, Box::new(why))));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::board::diagram;
    use crate::life::procedure::Procedure;
    use crate::referee::judge::points::PointReason;
    use crate::referee::judge::{Occasion, adjudicate};

    const EFFORT: Effort = Effort {
        playouts: 60,
        seed: 5,
        states: 20_000,
        safety: 2_000,
        ..Effort::USUAL
    };

    fn position(picture: &str, rules: Rules) -> Position {
        let board = diagram::board(picture).expect("a board");
        Position::set_up(board, Color::Black, rules)
    }

    fn point(column: u8, row: u8) -> Point {
        Point::new(column, row).expect("within the limits")
    }

    const SEKI: &str = ". X O . X O .
                        X X O X X O O
                        . X O X X O .
                        X X O X X O O
                        . X O . X O .";

    #[test]
    fn reasons_are_told_apart() {
        let reason = |rules: Rules, at: Point| {
            let position = position(SEKI, rules);
            let adjudication = adjudicate(&position, Occasion::Diagram, &EFFORT);
            explain(&position, &adjudication, at, &EFFORT)
        };
        let found = reason(Rules::PROPOSAL_2012, point(2, 3)).expect("a stone");
        assert_eq!(
            (found.judgement.basis, found.lines),
            (Basis::PassAlive, None)
        );
        let found = reason(Rules::PROPOSAL_2012, point(4, 3)).expect("a stone");
        assert_eq!(found.judgement.basis, Basis::Read(Procedure::PROPOSAL_2012));
        assert!(found.lines.is_some() && found.dame.is_empty());
        let found = reason(Rules::JAPANESE_1989, point(4, 3)).expect("a stone");
        assert_eq!(found.dame, [point(4, 1), point(4, 5)].into_iter().collect());
        assert_eq!(found.judgement.status, Status::Seki);
        let found = reason(Rules::CHINESE, point(4, 3)).expect("a stone");
        // A player who fills a liberty in the seki is captured.
        assert_eq!(found.judgement.basis, Basis::Safe);
        let found = reason(Rules::TROMP_TAYLOR, point(4, 3)).expect("a stone");
        assert_eq!(found.judgement.basis, Basis::AllStand);
        let at = point(4, 1);
        assert_eq!(reason(Rules::CHINESE, at), Err(NoChain::Empty(at)));
        let at = point(8, 1);
        assert_eq!(reason(Rules::CHINESE, at), Err(NoChain::OffBoard(at)));
    }

    /// A double-ko seki (example 25).
    ///
    /// Only under the rules of 1989 are the stones in the kos dead and the points in it neutral.
    #[test]
    fn rules_are_compared_point_by_point() {
        let double_ko = ". X . X O X X X .
                         X X X O O X X X X
                         O X O . O X X X .
                         . O O O O X X X X
                         O O X X X X X X .
                         X X X X X X X X X";
        let position = position(double_ko, Rules::PROPOSAL_2012);
        let judged = adjudicate(&position, Occasion::Diagram, &EFFORT);
        let compare = |rules| compare(&position, &judged, &rules, &EFFORT);
        assert_eq!(compare(Rules::PROPOSAL_2012), []);
        let found = compare(Rules::JAPANESE_1989);
        let mut chains = PointSet::EMPTY;
        let mut points = PointSet::EMPTY;
        for difference in found {
            match difference {
                Difference::Chain(explained) => {
                    let [one, other] = explained.map(|explained| explained.judgement);
                    assert!(one.stones == other.stones && one.status != other.status);
                    chains |= one.stones;
                }
                Difference::Points(which, explained) => {
                    let is_owned =
                        explained.map(|point| matches!(point.reason, PointReason::Surrounded(_)));
                    assert_eq!(is_owned, [true, false]);
                    points |= which;
                }
            }
        }
        assert!(chains.contains(point(1, 4)) && chains.contains(point(4, 6)));
        assert_eq!(points, [point(4, 4), point(1, 6)].into_iter().collect());
    }
}
