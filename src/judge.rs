//! Life and death: one judgement of a position, from which score, status lists and the decision to pass
//! are all read.
//!
//! What is proved comes first: [`benson`] finds the chains that live without an answer and the points
//! that are theirs for good, with the stones on them; [`reading`](crate::life::reading) plays out small fights by the procedure of
//! the rules. The rest is estimated by playouts, and says so; in a game, fights of which they are not sure are read
//! too, within walls that are only estimated to live, or searched with moves near them. Then the board is tried out to its end: the dame left
//! open are filled in turn and what they put into atari is connected. What that shows of seki, and of captures
//! where the estimate leaves them open, goes into the judgement; the moves themselves are counted only where dame
//! count. All of it is counted by [`territory`](crate::territory) and [`score`](crate::score), the same code that counts a playout.

mod estimate;
pub mod explain;
mod fights;
mod finish;
mod local;
pub mod reinforce;
pub mod unsettled;

use crate::board::Board;
use crate::board::Play;
use crate::color::{Color, PerColor};
use crate::life::benson::{self, Settled};
use crate::life::chain::Chain;
use crate::life::procedure::Procedure;
use crate::life::reading::{Limits, Reading, Verdict, settle};
use crate::point::{Point, PointSet};
use crate::position::Position;
use crate::rules::{Counting, Death, Rules, Tax};
use crate::score::{Score, Terms, score};
use crate::territory::{Seki, Territory, territory, territory_beside};
use estimate::{Estimate, estimate};
use finish::{Finish, finish};
use std::sync::atomic::AtomicBool;

/// What becomes of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// It stays.
    Alive,
    /// It can be taken, and counts as taken.
    Dead,
    /// It stays, but its eyes do not count. Only under rules that make this difference.
    Seki,
    /// Not decided. An estimate always decides; only a reading may end here.
    Unsettled,
}

/// How a status is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Basis {
    /// By a theorem that needs no estimate, or because the rules leave no other.
    Proved,
    /// By exact reading of the play that the rules prescribe for a doubtful chain.
    Read,
    /// By a search of the fight that it is in, or by reading it within walls that are taken to live: the share of
    /// the playouts, from 0 to 1, in which the chain's points were its owner's in the end.
    Searched(f64),
    /// By playouts: the share of them, from 0 to 1, in which the chain's points were its owner's in the end.
    Estimated(f64),
}

impl Basis {
    /// Whether it is certain.
    pub fn is_proof(self) -> bool {
        matches!(self, Basis::Proved | Basis::Read)
    }
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
    /// How many states of play were looked at for it.
    pub states: usize,
}

/// How hard to look, and with which random numbers.
///
/// To adjudicate takes at most about as long as [`Effort::COST`] times its playouts, and the reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Number of playouts for an estimate.
    pub playouts: u32,
    /// Where the random numbers begin.
    pub seed: u64,
    /// The most states that are looked at in reading the fights of a game's position; of a diagram
    /// [`Effort::boards`] times as many. 0 for no reading.
    pub states: usize,
}

impl Effort {
    /// How many times as long as its playouts an adjudication may take: fights are searched, and the finishing of a board
    /// is tried by moves, as many as the playouts are worth.
    pub const COST: u32 = 4 + local::COST;
    /// How many times as much is read of a diagram, for each question about a chain, as of a position in a game: it was set up
    /// to be judged.
    const DIAGRAM: usize = 10;

    /// How many states are looked at in a second at least.
    pub const STATES_A_SECOND: usize = 100_000;

    /// How many times [`states`](Effort::states) may be read of a board by these rules: more often of a diagram.
    pub fn boards(is_diagram: bool, rules: &Rules) -> usize {
        match rules.death {
            _ if !is_diagram => 1,
            // Several questions about each chain.
            Death::Japanese1989 => 10 * Effort::DIAGRAM,
            _ => 3 * Effort::DIAGRAM,
        }
    }

    /// What may be read of a position.
    fn limits(&self, is_diagram: bool, rules: &Rules) -> Limits<'static> {
        if !is_diagram {
            return Limits {
                chain: self.states / 5,
                board: self.states,
                ..Limits::default()
            };
        }
        let board = self
            .states
            .saturating_mul(Effort::boards(is_diagram, rules));
        Limits {
            points: usize::MAX,
            room: MOST_ROOM_IN_DIAGRAMS,
            chain: board,
            board,
            ..Limits::default()
        }
    }
}

impl Default for Effort {
    /// As much as gives a finished 19×19 game a steady judgement in a fraction of a second.
    fn default() -> Effort {
        Effort {
            playouts: 600,
            seed: 1,
            states: 100_000,
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
    counted: Finish,
    left: Vec<Play>,
    reinforcements: PerColor<PointSet>,
    territory: Territory,
    score: Score,
    played_on: Score,
    unclear: PointSet,
    open: PointSet,
}

/// Judges every chain of a position, and counts.
///
/// Where territory is counted, a game is counted as it stands, the dame that are left being nobody's: a point
/// that its owner need only fill once they are gone is his for as long as neither side has cared to fill
/// them ([`reinforcements`](Adjudication::reinforcements)). What is in seki is judged as if
/// they had been filled. Where stones count, dame do too: a game that is nearly over, but that both
/// sides have not yet passed out, is counted with the last of them filled in turn; one that is far from over,
/// as it stands.
///
/// A diagram, that is a position to which no move led, is judged as it stands, to the letter of the rules:
/// under those of 1989 a dame left open makes seki of all stones next to it. In a game it does so only to
/// groups that do not have eyes enough of their own.
///
/// ```
/// use wakari::board::diagram;
/// use wakari::color::Color;
/// use wakari::judge::{Effort, Status, adjudicate};
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
    adjudicate_unless(position, effort, &AtomicBool::new(false))
}

/// The same, but nothing more is read once another thread sets the flag: what has not been decided by then is
/// estimated.
pub fn adjudicate_unless(position: &Position, effort: &Effort, stop: &AtomicBool) -> Adjudication {
    let (board, rules) = (position.board(), position.rules());
    let judge_all = rules.death != Death::AllAlive;
    let settled = benson::settled(board, rules.suicide);
    let is_diagram = position.is_diagram();
    let limits = Limits {
        stop: Some(stop),
        ..effort.limits(is_diagram, rules)
    };
    let read = settle(board, &settled, rules, &limits);
    let estimate = if judge_all {
        let mut estimate = estimate(board, &settled, &read, effort);
        // Of a diagram that is judged by hypothetical play more has been read already.
        if !is_diagram || Procedure::of(rules).is_none() {
            let found = fights::read(position, &settled, &estimate, effort);
            estimate.correct(board, &found);
            if effort.states > 0 {
                let found = local::search(position, &settled, &estimate, effort, stop);
                estimate.take(board, &found);
            }
        }
        estimate
    } else {
        Estimate::all_alive(board)
    };
    let open = estimate.unclear(board, &settled);
    // Where every stone stands there is nothing to be judged.
    let unclear = if judge_all { open } else { PointSet::EMPTY };
    let ends_here = is_diagram || position.passes() >= 2 || is_open(board, &open);
    let finish = if !judge_all || ends_here {
        Finish::as_it_stands(position, &estimate)
    } else {
        finish(position, &estimate, effort)
    };
    // Players pass over dame that mean nothing; a diagram means what it shows.
    let no_seki = if is_diagram {
        PointSet::EMPTY
    } else {
        finish.independent(rules)
    };
    let ended = territory_beside(
        &finish.board,
        &finish.dead,
        &Seki::NextToDame { except: no_seki },
        rules,
    );
    let lost = finish.lost(board);
    let dead = match rules.counting {
        Counting::Territory => estimate.settled_by(board, &lost),
        _ => lost,
    };
    let left = finish.plays.clone();
    let reinforcements = reinforcements(board, &dead, &left, rules);
    let count = |finish: &Finish, territory: &Territory| {
        let terms = Terms {
            prisoners: finish.prisoners,
            ..Terms::of(position)
        };
        score(&finish.board, territory, &terms, rules)
    };
    let played_on = count(&finish, &ended);
    let (counted, territory) = match rules.counting {
        Counting::Territory if !is_diagram => {
            let counted = Finish {
                dead,
                ..Finish::as_it_stands(position, &estimate)
            };
            // What touches dame is in seki only if it still is with the last dame filled; where more was lost
            // by then than is dead, if it is as it stands. What is none as it stands has become none.
            let stones = board.stones(Color::Black) | board.stones(Color::White);
            let stands = territory_beside(
                board,
                &dead,
                &Seki::NextToDame {
                    except: counted.independent(rules),
                },
                rules,
            );
            let spoilt = (lost - dead).grown().grown();
            let no_seki = (stones - (ended.seki & stands.seki)) - (stands.seki & spoilt);
            let territory =
                territory_beside(board, &dead, &Seki::NextToDame { except: no_seki }, rules);
            (counted, territory)
        }
        _ => (finish, ended),
    };
    let score = count(&counted, &territory);
    let judge = |chain: Chain| {
        let reading = read.iter().find(|(stones, _)| *stones == chain.stones);
        let reading = reading.map(|(_, reading)| reading);
        Judgement {
            color: chain.color,
            stones: chain.stones,
            status: match () {
                () if chain.stones.meets(&dead) => Status::Dead,
                () if chain.stones.meets(&territory.seki) => Status::Seki,
                () => Status::Alive,
            },
            basis: basis(&chain, &settled, reading, &estimate, judge_all),
            states: reading.map_or(0, |reading| reading.states),
        }
    };
    Adjudication {
        judgements: Chain::all(board).into_iter().map(judge).collect(),
        dead,
        unclear,
        open,
        counted,
        left,
        reinforcements,
        territory,
        score,
        played_on,
    }
}

/// The points of their own that both sides would have to fill if they played on.
fn reinforcements(
    board: &Board,
    dead: &PointSet,
    left: &[Play],
    rules: &Rules,
) -> PerColor<PointSet> {
    let untaxed = Rules {
        tax: Tax::None,
        ..*rules
    };
    let points = territory(board, dead, &untaxed).points;
    let of = |color: Color| {
        let own = left.iter().filter(|play| play.0 == color);
        own.filter_map(|play| play.1.point()).collect::<PointSet>() & points[color]
    };
    PerColor::from_fn(of)
}

/// Whether so many points are unclear that the game is not nearly over.
fn is_open(board: &Board, unclear: &PointSet) -> bool {
    unclear.len() > MOST_UNCLEAR_BASE + board.size().area() / 8
}

/// With more points unclear than this and an eighth of the board, the game is not nearly over.
const MOST_UNCLEAR_BASE: usize = 4;

/// With more empty points than this around a chain, a diagram is no fight that can be read to its end.
const MOST_ROOM_IN_DIAGRAMS: usize = 60;

fn basis(
    chain: &Chain,
    settled: &Settled,
    reading: Option<&Reading>,
    estimate: &Estimate,
    judge_all: bool,
) -> Basis {
    let alive = chain.stones.is_subset(&settled.living[chain.color]);
    let dead = chain.stones.is_subset(&settled.territory[!chain.color]);
    if alive || dead || !judge_all {
        return Basis::Proved;
    }
    if reading.is_some_and(|reading| reading.verdict != Verdict::Unsettled) {
        return Basis::Read;
    }
    let share = estimate.share(chain);
    if chain.stones.meets(&estimate.searched) {
        Basis::Searched(share)
    } else {
        Basis::Estimated(share)
    }
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
        of_status.map(|judgement| judgement.stones).collect()
    }

    /// The dead stones of both colors.
    pub fn dead(&self) -> PointSet {
        self.dead
    }

    /// Whose point is which on the [counted](Adjudication::finished) board.
    pub fn territory(&self) -> &Territory {
        &self.territory
    }

    /// Whose point an empty point of the counted board is; `None` if it is nobody's.
    pub fn owner(&self, at: Point) -> Option<Color> {
        let points = &self.territory.points;
        Color::BOTH
            .into_iter()
            .find(|&color| points[color].contains(at))
    }

    /// The score of the counted board.
    pub fn score(&self) -> &Score {
        &self.score
    }

    /// The score if both sides made the moves that are [left](Adjudication::left) before they counted.
    pub fn played_on(&self) -> &Score {
        &self.played_on
    }

    /// The board that is counted, dead stones still on it: the one of the position, or where stones count, with
    /// the last dame filled.
    pub fn finished(&self) -> &Board {
        &self.counted.board
    }

    /// The moves that were made before counting, in order; passes are left out.
    pub fn finish(&self) -> &[Play] {
        &self.counted.plays
    }

    /// The moves that both sides would still make in turn, whether or not they are made before counting:
    /// the last dame filled, and what must be connected because of it.
    pub fn left(&self) -> &[Play] {
        &self.left
    }

    /// The points that each side would have to fill in its own territory if both played on to the last dame.
    /// (手入れ)
    pub fn reinforcements(&self) -> &PerColor<PointSet> {
        &self.reinforcements
    }

    /// The points, with stones or without, of which the playouts do not say clearly whose they will be.
    pub fn unclear(&self) -> PointSet {
        self.unclear
    }

    /// The same, but where every stone stands those that play could still make another side's.
    pub fn open(&self) -> PointSet {
        self.open
    }

    /// Whether so much is unclear that the count says little: the game is not nearly over. Where it has been ended,
    /// dame have been left on purpose and are clear.
    pub fn is_open(&self, is_ended: bool) -> bool {
        let dame = match is_ended {
            true => PointSet::EMPTY,
            false => self.territory.dame,
        };
        is_open(&self.counted.board, &(self.unclear | dame))
    }
}

#[cfg(test)]
pub(crate) mod tests;
