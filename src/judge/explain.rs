//! Why a chain has its status: what was found, by which rule, and the play that shows it; and what is at any point.
//!
//! Values only: their words are in `language`.

use super::adjudicate::adjudicate_asking;
use super::adjudication::Adjudication;
use super::effort::Effort;
use super::points::{PointExplanation, explain_point};
use super::status::{Basis, Judgement, Status};
use crate::color::Color;
use crate::life::reading::Reader;
use crate::life::safety::support::Support;
use crate::life::variation::Variations;
use crate::point::{Point, PointSet};
use crate::position::Position;
use crate::rules::{Counting, Removal, Rules};
use std::sync::atomic::AtomicBool;

/// Why there is nothing to explain at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoChain {
    /// It is not on the board.
    #[error("{0} is off the board")]
    OffBoard(Point),
    /// No stone stands there.
    #[error("there is no stone at {0}")]
    Empty(Point),
}

/// Why a chain has its status.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The rules by which it was judged.
    pub rules: Rules,
    /// The chain, its status, and what that rests on.
    pub judgement: Judgement,
    /// The play that shows it, from the board as it is, if it was read, or if it is safe by alternating play.
    pub lines: Option<Variations>,
    /// The zones that it rests on if it is safe by alternating play.
    pub support: Vec<Support>,
    /// The dame next to a chain in seki: the reason why it is in seki.
    pub dame: PointSet,
    /// Who has three points without capturing (取らず三目) by a shape that the chain is part of.
    pub three_points: Option<Color>,
    /// What becomes of the stones when the game is counted; `None` unless they are dead and dead stones may stay.
    pub removal: Option<Removed>,
}

/// What becomes of dead stones when territory is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removed {
    /// They are taken off the opponent's territory and are prisoners.
    FromTerritory,
    /// They are taken off an eye of a group in seki and are prisoners, though the eye is no territory (rules of 1949,
    /// article 42).
    FromEyeInSeki,
    /// They stand in nobody's territory, stay, and count nothing.
    Stay,
}

/// Why something is as it is at a point.
#[derive(Clone, Debug, PartialEq)]
pub enum Explained {
    /// The chain that stands there.
    Chain(Box<Explanation>),
    /// The empty point.
    Point(Box<PointExplanation>),
}

/// Explains what is at a point: a chain or an empty point.
///
/// # Errors
///
/// [`NoChain::OffBoard`].
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
/// A chain that was read is read once more with the same effort, to show how.
///
/// # Errors
///
/// A [`NoChain`] if there is no chain at the point.
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
            let reader = Reader::new(board, procedure, limits.budget());
            reader.within(limits.meter).show(at).1
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
        removal: removal(rules, adjudication, &judgement),
    })
}

/// What a chain rests on that is safe by alternating play.
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

/// What becomes of a dead chain.
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
    /// A chain with two statuses, explained under each.
    Chain(Box<[Explanation; 2]>),
    /// Empty points that count for the same reasons, the first of them explained under each.
    Points(PointSet, Box<[PointExplanation; 2]>),
}

/// Every chain and every empty point on which the rules of a judged position and others differ, komi and prisoners
/// aside.
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
    use crate::board::diagram;
    use crate::judge::points::PointReason;
    use crate::judge::{Occasion, adjudicate};
    use crate::life::procedure::Procedure;

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
        // Whoever fills a liberty in the seki is taken.
        assert_eq!(found.judgement.basis, Basis::Safe);
        let found = reason(Rules::TROMP_TAYLOR, point(4, 3)).expect("a stone");
        assert_eq!(found.judgement.basis, Basis::AllStand);
        let at = point(4, 1);
        assert_eq!(reason(Rules::CHINESE, at), Err(NoChain::Empty(at)));
        let at = point(8, 1);
        assert_eq!(reason(Rules::CHINESE, at), Err(NoChain::OffBoard(at)));
    }

    /// A double-ko seki (example 25): only the rules of 1989 take the stones in the kos for dead, and the points in
    /// it for nobody's.
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
