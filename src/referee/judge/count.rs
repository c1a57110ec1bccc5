//! The count: the counted board, the owners of its points, and the score.

use super::effort::Occasion;
use super::finish::Finish;
use super::status::Status;
use crate::go::color::{Color, PerColor};
use crate::go::point::PointSet;
use crate::go::position::Position;
use crate::go::rules::Counting;
use crate::go::score::{Score, Terms, score};
use crate::go::territory::{Seki, Territory, territory, territory_beside};

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
    fn of(position: &Position, finish: Finish, no_seki: PointSet) -> CountedBoard {
        let rules = position.rules();
        let seki = Seki::NextToDame { except: no_seki };
        let territory = territory_beside(&finish.board, &finish.dead, &seki, rules);
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
        CountedBoard::of(position, finish, no_seki)
    }

    /// Counts the board of the position; if stones count in a game in progress, the board `tried`.
    ///
    /// The last dame are filled on the board `tried`. Under territory scoring, the stones in seki
    /// are determined on the boards tried, if there are any.
    pub(super) fn final_count(
        position: &Position,
        dead: PointSet,
        tried: &[CountedBoard],
        occasion: Occasion,
    ) -> CountedBoard {
        let standing = Finish::with_dead(position, dead);
        match (position.rules().counting, tried) {
            (_, []) => {
                let stands = CountedBoard::as_it_stands(position, standing, occasion);
                let board = position.board();
                let dame = stands.territory.dame.len();
                // The open sides of an opening are not the dame of a seki.
                if occasion == Occasion::Game && MOST_DAME * dame > board.size().area() {
                    let stones = board.stones(Color::Black) | board.stones(Color::White);
                    CountedBoard::of(position, stands.finish, stones)
                } else {
                    stands
                }
            }
            (Counting::Territory, tried) => {
                let no_seki = tried.iter();
                let no_seki = no_seki.map(|tried| without_seki(position, &standing, tried));
                let no_seki = no_seki.collect();
                CountedBoard::of(position, standing, no_seki)
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
    PerColor::from_fn(|color| {
        let own = played_on.plays.iter().filter(|play| play.0 == color);
        own.filter_map(|play| play.1.point()).collect::<PointSet>() & points[color]
    })
}
