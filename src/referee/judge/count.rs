//! The count: the board that is counted, whose points are whose on it, and the score.

use super::effort::Occasion;
use super::finish::Finish;
use super::status::Status;
use crate::go::color::{Color, PerColor};
use crate::go::point::PointSet;
use crate::go::position::Position;
use crate::go::rules::Counting;
use crate::go::score::{Score, Terms, score};
use crate::go::territory::{Seki, Territory, territory, territory_beside};

/// In a game in progress with more dame than one in so many points nothing is in seki yet.
const MOST_DAME: usize = 4;

/// A counted board.
#[derive(Clone, Debug)]
pub(super) struct CountedBoard {
    /// The board, its dead stones, and what was played before counting.
    pub(super) finish: Finish,
    /// Whose points are whose.
    pub(super) territory: Territory,
    /// The score.
    pub(super) score: Score,
}

impl CountedBoard {
    /// Counts a board on which the stones of `no_seki` are not in seki, whatever dame they touch.
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

    /// Counts a board on which nothing more is played. Players pass over dame that mean nothing; a diagram means what it
    /// shows, if the rules are meant to the letter.
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

    /// Counts the board of the position; where stones count in a game in progress, the board `tried`, with the last dame filled.
    /// By territory what is in seki is seen from the boards tried, if there are any.
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
                // Who has only begun to play does not mean the open sides to be the dame of a seki.
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

    /// What becomes of a chain of this board.
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

/// The score of a position as it stands, if these stones are dead and all others alive.
pub fn count(position: &Position, dead: PointSet, occasion: Occasion) -> Score {
    let finish = Finish::with_dead(position, dead);
    CountedBoard::as_it_stands(position, finish, occasion).score
}

/// The stones that are not in seki on the board of the position. What touches dame is in seki only if it still is
/// with the last dame filled; where more was lost by then than is dead, if it is as it stands. What is in none as it
/// stands has become none.
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

/// The points of their own that both sides would have to fill if they played these moves on.
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
