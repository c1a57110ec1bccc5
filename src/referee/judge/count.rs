//! The count: the counted board, the owners of its points, and the score.

use super::effort::Occasion;
use super::finish::Finish;
use super::status::Status;
use crate::go::color::{Color, PerColor};
use crate::go::point::PointSet;
use crate::go::position::Position;
use crate::go::rules::{Counting, End, Rules};
use crate::go::score::{Score, Terms, score};
use crate::go::territory::{Seki, Territory, territory, territory_beside};

/// The boards that a position may end as.
pub(super) struct Ends<'a> {
    /// The last dame filled by a quick look ahead.
    pub(super) tried: &'a [CountedBoard],
    /// The open parts searched to their end, if either side first leads to the same score.
    pub(super) filled: Option<&'a CountedBoard>,
    /// True if a stopped game is counted with the reinforcements that the last dame force.
    pub(super) fills: bool,
}

/// Divisor of the number of points. In a game in progress with more dame than the quotient, there
/// is no seki yet.
const MOST_DAME: usize = 4;

/// A counted board.
#[derive(Clone, Debug)]
pub(super) struct CountedBoard {
    /// The board, its dead stones, and the moves played before counting.
    pub(super) finish: Finish,
    /// The owners of the points.
    pub(super) territory: Territory,
    /// The score.
    pub(super) score: Score,
}

impl CountedBoard {
    /// Counts a board, with the stones of `no_seki` not in seki even if they touch dame.
    ///
    /// In a stopped game the empty point of a ko that the opponent can take is neutral, because its
    /// owner has to close the ko. A diagram is counted to the letter.
    fn of(
        position: &Position,
        finish: Finish,
        no_seki: PointSet,
        occasion: Occasion,
    ) -> CountedBoard {
        let rules = position.rules();
        let by = match occasion {
            Occasion::Stopped if rules.counting == Counting::Territory => Rules {
                ko_points: false,
                ..*rules
            },
            _ => *rules,
        };
        let seki = Seki::NextToDame { except: no_seki };
        let territory = territory_beside(&finish.board, &finish.dead, &seki, &by);
        let terms = Terms {
            prisoners: finish.prisoners,
            ..Terms::of(position)
        };
        let score = score(&finish.board, &territory, &terms, rules);
        CountedBoard {
            finish,
            territory,
            score,
        }
    }

    /// Counts a board without further moves.
    ///
    /// Players pass over dame that do not matter. A diagram is taken to the letter if the rules say
    /// so.
    pub(super) fn as_it_stands(
        position: &Position,
        finish: Finish,
        occasion: Occasion,
    ) -> CountedBoard {
        let rules = position.rules();
        let no_seki = match occasion {
            Occasion::Diagram if rules.dame_makes_seki => PointSet::EMPTY,
            _ => finish.independent(rules),
        };
        CountedBoard::of(position, finish, no_seki, occasion)
    }

    /// Counts the board of the position, of its end, or, if stones count in a game in progress, the
    /// first board `tried`.
    ///
    /// Under territory scoring, the stones in seki are determined on the boards tried, if there are
    /// any, and a stopped game that ends the same with either side first is counted at its end.
    pub(super) fn final_count(
        position: &Position,
        dead: PointSet,
        ends: &Ends,
        occasion: Occasion,
    ) -> CountedBoard {
        let standing = Finish::with_dead(position, dead);
        match (position.rules().counting, ends.tried) {
            (_, []) => {
                let stands = CountedBoard::as_it_stands(position, standing, occasion);
                let board = position.board();
                let dame = stands.territory.dame.len();
                // The open sides of an opening are not the dame of a seki.
                if occasion == Occasion::Game && MOST_DAME * dame > board.size().area() {
                    let stones = board.stones(Color::Black) | board.stones(Color::White);
                    CountedBoard::of(position, stands.finish, stones, occasion)
                } else {
                    stands
                }
            }
            (Counting::Territory, tried) => {
                let no_seki = tried.iter();
                let no_seki = no_seki.map(|tried| without_seki(position, &standing, tried));
                let no_seki = no_seki.collect();
                let standing = CountedBoard::of(position, standing, no_seki, occasion);
                if !ends.fills || !is_filled(position.rules(), occasion) {
                    return standing;
                }
                let closed = match tried {
                    [one, other] if one.score.margin() == other.score.margin() => Some(one),
                    _ => None,
                };
                let closed = closed.filter(|closed| closes_a_border(&standing, closed));
                let filled = ends.filled.filter(|end| {
                    closes_a_border(&standing, end) || !is_beside_seki(&standing, end)
                });
                match filled.or(closed) {
                    Some(end) if end.score.margin() != standing.score.margin() => end.clone(),
                    _ => standing,
                }
            }
            (Counting::Area | Counting::Stones, [tried, ..]) => tried.clone(),
        }
    }

    /// Returns the status of a chain of this board.
    pub(super) fn status(&self, chain: &PointSet) -> Status {
        if chain.meets(&self.finish.dead) {
            Status::Dead
        } else if chain.meets(&self.territory.seki) {
            Status::Seki
        } else {
            Status::Alive
        }
    }
}

/// Returns true if a position is counted with the reinforcements that the last dame force.
///
/// A diagram is counted as it stands, except under the rules of 1949: article 40 asks for
/// reinforcements before anything is counted.
fn is_filled(rules: &Rules, occasion: Occasion) -> bool {
    match occasion {
        Occasion::Game => false,
        Occasion::Stopped => true,
        Occasion::Diagram => rules.end == End::Agreement,
    }
}

/// Returns true if a large region that is neutral because its border is open belongs to a side at
/// the end.
fn closes_a_border(standing: &CountedBoard, played_out: &CountedBoard) -> bool {
    let mut open = standing.territory.dame.components();
    open.any(|region| region.len() >= LARGE_REGION && !region.is_subset(&played_out.territory.dame))
}

/// Returns true if a move was played next to stones in seki, three points without capturing, or dead
/// stones on neutral points.
///
/// The rules themselves say what such stones are worth, and that they need not be captured.
fn is_beside_seki(standing: &CountedBoard, played_out: &CountedBoard) -> bool {
    let territory = &standing.territory;
    let [black, white] = territory.three_points.0;
    let [blacks, whites] = territory.points.0;
    let left = (standing.finish.dead - blacks) - whites;
    let special = (territory.seki | black | white | left).grown();
    let played = played_out.finish.played();
    played.0.iter().any(|points| points.meets(&special))
}

/// Minimum number of points of a region that is no mere dame.
const LARGE_REGION: usize = 7;

/// Returns the score of a position as it stands, if the stones in `dead` are dead and all others
/// alive.
pub fn count(position: &Position, dead: PointSet, occasion: Occasion) -> Score {
    let finish = Finish::with_dead(position, dead);
    CountedBoard::as_it_stands(position, finish, occasion).score
}

/// Returns the stones that are not in seki on the board of the position.
///
/// A chain next to dame is in seki if it is as the position stands and also after the last dame are
/// filled. Next to stones that are lost only while filling them, the position as it stands decides.
fn without_seki(position: &Position, standing: &Finish, played_on: &CountedBoard) -> PointSet {
    let (board, rules) = (position.board(), position.rules());
    let stones = board.stones(Color::Black) | board.stones(Color::White);
    let seki = Seki::NextToDame {
        except: standing.independent(rules),
    };
    let stands = territory_beside(board, &standing.dead, &seki, rules);
    let spoilt = (played_on.finish.lost(board) - standing.dead)
        .grown()
        .grown();
    (stones - (played_on.territory.seki & stands.seki)) - (stands.seki & spoilt)
}

/// Returns the points of their own that both sides would have to fill if they played these moves
/// on.
pub(super) fn reinforcements(
    position: &Position,
    dead: &PointSet,
    played_on: &Finish,
) -> PerColor<PointSet> {
    let untaxed = position.rules().untaxed();
    let points = territory(position.board(), dead, &untaxed).points;
    let played = played_on.played();
    PerColor::from_fn(|color| played[color] & points[color])
}
