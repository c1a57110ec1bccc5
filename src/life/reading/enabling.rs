//! Article 7-1 of the rules of 1989: capture that enables new stones.
//!
//! A chain is alive if it cannot be captured, or if its capture lets its owner get new stones that
//! cannot be captured. A stone on a dame next to the owner's independently living stones does not
//! count, because the owner could play it just as well without the capture.

use crate::go::color::Color;
use crate::go::point::{Point, PointSet};
use crate::life::chain::Chain;
use crate::life::procedure::{Enabled, Side};
use crate::life::question::{Question, Subject};

/// The factor on the state limit of a question that answers for several chains.
const MORE_FOR_ALL: usize = 4;

/// Answers questions about the chains of one board.
pub(super) trait AskGame {
    /// Returns the chains of the board.
    fn chains(&self) -> &[Chain];

    /// Returns the stones of a color.
    fn stones(&self, color: Color) -> PointSet;

    /// Returns the board without unconditionally living chains.
    fn open(&self) -> PointSet;

    /// Returns the empty regions that touch both the other color and these or unconditionally
    /// living stones of `color`.
    fn dame_beside(&self, color: Color, walls: &PointSet) -> PointSet;

    /// Returns true if a stone that a color plays on a point lives unconditionally at once.
    fn is_had(&self, color: Color, at: Point) -> bool;

    /// Returns the points where new stones save a chain.
    fn enabled(&self) -> Enabled;

    /// Returns the winner of a question's game, if that takes at most `share` states.
    fn ask(&mut self, question: Question, share: usize) -> Option<Side>;
}

/// The winner of a chain's judgement, and the question whose answer decides it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Decided {
    pub(super) winner: Side,
    pub(super) question: Question,
}

/// Judges a chain with questions of at most `share` states each; `None` if they do not decide.
///
/// The area where new stones count grows from question to question: nowhere, the chain's own
/// points, then points connected to them. A new stone in an area is also one in every larger area.
/// Most chains that die do so with everything around them. One question therefore often answers for
/// all: can the opponent sweep the area?
pub(super) fn winner(oracle: &mut impl AskGame, number: usize, share: usize) -> Option<Decided> {
    let chain = oracle.chains()[number];
    let within = |area| Question::chain(chain.color, chain.stones, area);
    let defended = |question| Decided {
        winner: Side::Defender,
        question,
    };
    let attacked = |question| Decided {
        winner: Side::Attacker,
        question,
    };
    if oracle.ask(within(PointSet::EMPTY), share) == Some(Side::Defender) {
        return Some(defended(within(PointSet::EMPTY)));
    }
    // Questions about chains nearby get a smaller share.
    let least_share = share / 4;
    let Reach { area: near, walls } = Reach::of(oracle, number, false, least_share);
    let Reach { area: far, .. } = Reach::of(oracle, number, true, least_share);
    let (near, far) = match oracle.enabled() {
        Enabled::Near => (near, far),
        Enabled::Gained => {
            let dame = oracle.dame_beside(chain.color, &PointSet::EMPTY);
            let had = dame.iter().filter(|&at| oracle.is_had(chain.color, at));
            let had: PointSet = had.collect();
            let near = Bounds {
                least: near.least - oracle.dame_beside(chain.color, &walls.most),
                most: near.most - oracle.dame_beside(chain.color, &walls.least),
            };
            let far = Bounds {
                least: far.least - had,
                most: far.most - had,
            };
            (near, far)
        }
    };
    let most = near.most | far.most;
    let all = Question {
        owner: chain.color,
        subject: Subject::Area(most | chain.stones),
    };
    let swept = sweep(oracle, &chain, all, share);
    if swept == Some(Side::Attacker) {
        return Some(attacked(all));
    }
    let doubt = if swept.is_none() { 2 } else { 1 };
    for (area, share) in [(chain.stones, share), (near.least, share / doubt)] {
        if oracle.ask(within(area), share) == Some(Side::Defender) {
            return Some(defended(within(area)));
        }
    }
    match oracle.ask(within(most), share / (2 * doubt)) {
        Some(Side::Defender) => {}
        Some(Side::Attacker) => return Some(attacked(within(most))),
        None => return None,
    }
    let area = match oracle.enabled() {
        Enabled::Near => Bounds {
            least: far.least,
            most,
        },
        Enabled::Gained => {
            let open = far.most - near.least;
            let gained = gained(oracle, chain.color, &open, least_share);
            Bounds {
                least: near.least | (gained.least & far.least),
                most: near.most | gained.most,
            }
        }
    };
    if oracle.ask(within(area.least), share) == Some(Side::Defender) {
        return Some(defended(within(area.least)));
    }
    let is_taken = oracle.ask(within(area.most), share) == Some(Side::Attacker);
    is_taken.then(|| attacked(within(area.most)))
}

/// Asks whether the opponent can capture everything that stands in the area around a chain or is
/// played there.
fn sweep(
    oracle: &mut impl AskGame,
    chain: &Chain,
    question: Question,
    share: usize,
) -> Option<Side> {
    // The answer applies to each of the owner's chains there.
    let area = question.area();
    let is_there = |near: &&Chain| near.color == chain.color && near.stones.meets(&area);
    let is_alone = oracle.chains().iter().filter(is_there).count() < 2;
    let more = if is_alone { 1 } else { MORE_FOR_ALL };
    oracle.ask(question, more * share)
}

/// Bounds on an area that is not fully known.
struct Bounds {
    least: PointSet,
    most: PointSet,
}

/// The extent of a chain's capture.
struct Reach {
    /// The points connected to the chain through empty points, opponent's chains (all, or only
    /// those that can be captured), and the owner's chains that do not live by themselves.
    area: Bounds,
    /// The owner's nearby chains that live by themselves and bound the area.
    walls: Bounds,
}

impl Reach {
    fn of(oracle: &mut impl AskGame, number: usize, through_all: bool, share: usize) -> Reach {
        let chain = oracle.chains()[number];
        let local = chain.stones.flood(&oracle.open());
        let (mut least, mut most) = (local, local);
        let [mut surely, mut perhaps] = [PointSet::EMPTY; 2];
        for other in 0..oracle.chains().len() {
            let near = oracle.chains()[other];
            if other == number || !near.stones.meets(&local) {
                continue;
            }
            let stays = stays(oracle, &near, chain.color, through_all, share);
            if stays != Some(false) {
                least -= near.stones;
                perhaps |= near.stones;
            }
            if stays == Some(true) {
                most -= near.stones;
                surely |= near.stones;
            }
        }
        let own: PointSet = oracle.stones(chain.color);
        Reach {
            area: Bounds {
                least: chain.stones.flood(&least),
                most: chain.stones.flood(&most),
            },
            walls: Bounds {
                least: surely & own,
                most: perhaps & own,
            },
        }
    }
}

/// Returns true if a chain cuts off a nearby chain of a color.
///
/// It does if it is of that color and lives by itself, or if it is of the other color and cannot be
/// captured, unless `through_all` lets those through.
fn stays(
    oracle: &mut impl AskGame,
    near: &Chain,
    color: Color,
    through_all: bool,
    share: usize,
) -> Option<bool> {
    let mut stands = |area| {
        let winner = oracle.ask(Question::chain(near.color, near.stones, area), share);
        winner.map(|side| side == Side::Defender)
    };
    if near.color == color {
        match stands(PointSet::EMPTY) {
            Some(true) => Some(true),
            _ => stands(near.stones),
        }
    } else if through_all {
        Some(false)
    } else {
        stands(PointSet::EMPTY)
    }
}

/// Returns the points where a color, moving first, cannot get a permanent stone.
fn gained(oracle: &mut impl AskGame, color: Color, points: &PointSet, share: usize) -> Bounds {
    let [mut least, mut most] = [PointSet::EMPTY; 2];
    for point in points.iter() {
        let question = Question {
            owner: color,
            subject: Subject::Point(point),
        };
        match oracle.ask(question, share) {
            Some(Side::Defender) => {}
            Some(Side::Attacker) => {
                least.insert(point);
                most.insert(point);
            }
            None => {
                most.insert(point);
            }
        }
    }
    Bounds { least, most }
}
