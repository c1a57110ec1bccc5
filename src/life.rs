//! Life and death: one judgement of a position, from which score, status lists and the decision to pass
//! are all read.
//!
//! What is proved comes first: [`benson`] finds the chains that live without an answer and the points
//! that are theirs for good, with the stones on them. The rest is [estimated](estimate) by playouts,
//! and says so. Then the board is [finished](finish): the dame left open are filled in turn and what
//! they put into atari is connected, as players do before they count. The finished board is what
//! [`territory`](crate::territory) and [`score`](crate::score) count, by the same code that counts a playout's.

pub mod benson;
pub mod chain;
mod estimate;
mod finish;
pub mod region;

use crate::board::Board;
use crate::color::Color;
use crate::point::{Play, Point, PointSet};
use crate::position::Position;
use crate::rules::Death;
use crate::score::{Score, Terms, score};
use crate::territory::{Territory, territory_beside};
use benson::Settled;
use chain::Chain;
use estimate::{Estimate, estimate};
use finish::{Finish, finish};

/// What becomes of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// It stays.
    Alive,
    /// It can be taken, and counts as taken.
    Dead,
    /// It stays, but its eyes do not count. Only under rules that make this difference.
    Seki,
    /// Not decided. An estimate always decides; only the search for a proof may end here.
    Unsettled,
}

/// How a status is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Basis {
    /// By a theorem that needs no estimate, or because the rules leave no other.
    Proved,
    /// By playouts: the share of them, from 0 to 1, in which the chain's points were its owner's in the end.
    Estimated(f64),
}

/// What was found of one chain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgement {
    /// Whose chain it is.
    pub color: Color,
    /// Its stones.
    pub stones: PointSet,
    /// What becomes of it.
    pub status: Status,
    /// How that is known.
    pub basis: Basis,
}

/// How hard to look, and with which random numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Number of playouts for an estimate.
    pub playouts: u32,
    /// Where the random numbers begin.
    pub seed: u64,
}

impl Default for Effort {
    /// As much as gives a finished 19×19 game a steady judgement in a fraction of a second.
    fn default() -> Effort {
        Effort {
            playouts: 600,
            seed: 1,
        }
    }
}

/// The judgement of a whole position, made once.
///
/// The same position, rules and effort give the same one.
#[derive(Clone, Debug)]
pub struct Adjudication {
    judgements: Vec<Judgement>,
    dead: PointSet,
    finish: Finish,
    territory: Territory,
    score: Score,
    unclear: PointSet,
}

/// Judges every chain of a position, and counts.
///
/// Whether the game is over is not asked: what would be left when both sides have filled the last dame is
/// judged.
///
/// ```
/// use wakari::board::diagram;
/// use wakari::color::Color;
/// use wakari::life::{Effort, Status, adjudicate};
/// use wakari::point::Point;
/// use wakari::position::Position;
/// use wakari::rules::Rules;
///
/// let board = diagram::board(". X . X O .
///                             X X X X O O
///                             O O O O O .").unwrap();
/// let mut position = Position::set_up(board, Color::Black, Rules::CHINESE);
/// position.set_komi(0.0);
/// let adjudication = adjudicate(&position, &Effort::default());
/// let a2 = Point::new(1, 2).unwrap();
/// assert_eq!(adjudication.status(a2), Some(Status::Alive));
/// assert_eq!(adjudication.score().to_string(), "W+2");
/// ```
pub fn adjudicate(position: &Position, effort: &Effort) -> Adjudication {
    let (board, rules) = (position.board(), position.rules());
    let judge_all = rules.death != Death::AllAlive;
    let settled = benson::settled(board, rules.suicide);
    let estimate = if judge_all {
        estimate(board, &settled, effort)
    } else {
        Estimate::all_alive(board)
    };
    let finish = if judge_all {
        finish(position, &estimate)
    } else {
        Finish::as_it_stands(position, &estimate)
    };
    let independent = finish.independent(rules);
    let territory = territory_beside(&finish.board, &finish.dead, &independent, rules);
    let terms = Terms {
        prisoners: finish.prisoners,
        ..terms(position)
    };
    let score = score(&finish.board, &territory, &terms, rules);
    let dead = finish.lost(board);
    let judge = |chain: Chain| Judgement {
        color: chain.color,
        stones: chain.stones,
        status: match () {
            () if chain.stones.meets(&dead) => Status::Dead,
            () if chain.stones.meets(&territory.seki) => Status::Seki,
            () => Status::Alive,
        },
        basis: basis(&chain, &settled, &estimate, judge_all),
    };
    Adjudication {
        judgements: Chain::all(board).into_iter().map(judge).collect(),
        dead,
        unclear: estimate.unclear(board, &settled),
        finish,
        territory,
        score,
    }
}

/// What counts in a position beside its board.
pub fn terms(position: &Position) -> Terms {
    Terms {
        prisoners: position.prisoners(),
        handicap: position.handicap(),
        komi: position.komi(),
        button: position.button(),
    }
}

fn basis(chain: &Chain, settled: &Settled, estimate: &Estimate, judge_all: bool) -> Basis {
    let alive = chain.stones.is_subset(&settled.living[chain.color]);
    let dead = chain.stones.is_subset(&settled.territory[!chain.color]);
    if alive || dead || !judge_all {
        return Basis::Proved;
    }
    Basis::Estimated(estimate.share(chain))
}

impl Adjudication {
    /// Every chain with its status, Black's first.
    pub fn chains(&self) -> &[Judgement] {
        &self.judgements
    }

    /// What was found of the chain at a point; `None` where there is no stone.
    pub fn chain(&self, at: Point) -> Option<&Judgement> {
        self.judgements
            .iter()
            .find(|judgement| judgement.stones.contains(at))
    }

    /// What becomes of the stone at a point; `None` where there is none.
    pub fn status(&self, at: Point) -> Option<Status> {
        self.chain(at).map(|judgement| judgement.status)
    }

    /// The stones of a status. Those of all statuses together are the stones on the board.
    pub fn stones(&self, status: Status) -> PointSet {
        let of_status = self
            .judgements
            .iter()
            .filter(|judgement| judgement.status == status);
        of_status.fold(PointSet::EMPTY, |stones, judgement| {
            stones | judgement.stones
        })
    }

    /// The dead stones of both colors.
    pub fn dead(&self) -> PointSet {
        self.dead
    }

    /// Whose point is which on the [finished](Adjudication::finished) board.
    pub fn territory(&self) -> &Territory {
        &self.territory
    }

    /// The score of the finished board.
    pub fn score(&self) -> &Score {
        &self.score
    }

    /// The board with the last dame filled, dead stones still on it.
    pub fn finished(&self) -> &Board {
        &self.finish.board
    }

    /// The moves that filled the last dame and connected what had to be connected, in order; passes are
    /// left out. Empty if nothing is left to play.
    pub fn finish(&self) -> &[Play] {
        &self.finish.plays
    }

    /// The points, with stones or without, of which the playouts do not say clearly whose they will be.
    pub fn unclear(&self) -> PointSet {
        self.unclear
    }

    /// Whether every status is clear and nothing is left to play, not even dame.
    pub fn is_settled(&self) -> bool {
        self.unclear.is_empty() && self.finish.plays.is_empty()
    }
}
